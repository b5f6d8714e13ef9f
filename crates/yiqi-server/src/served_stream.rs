//! The stream of a served connection: plain or secured by TLS, and with an eye on the frames of a
//! socket.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_rustls::server::TlsStream;

use crate::connections::{ConnectionMark, CountedStream};

/// The stream of a served connection. Reading fails if a message on a socket never ends.
pub(crate) struct ServedStream {
    transport: Transport,
    mark: ConnectionMark,
    fragments: Fragments,
}

enum Transport {
    Plain(CountedStream),
    Tls(Box<TlsStream<CountedStream>>),
}

impl ServedStream {
    pub(crate) fn plain(stream: CountedStream) -> ServedStream {
        ServedStream {
            mark: stream.mark(),
            transport: Transport::Plain(stream),
            fragments: Fragments::default(),
        }
    }

    pub(crate) fn tls(stream: TlsStream<CountedStream>) -> ServedStream {
        ServedStream {
            mark: stream.get_ref().0.mark(),
            transport: Transport::Tls(Box::new(stream)),
            fragments: Fragments::default(),
        }
    }

    pub(crate) fn mark(&self) -> ConnectionMark {
        self.mark.clone()
    }
}

/// Does the same with the stream of either kind.
macro_rules! on_stream {
    ($self:expr, $stream:ident => $work:expr) => {
        match &mut $self.transport {
            Transport::Plain(stream) => {
                let $stream = Pin::new(stream);
                $work
            }
            Transport::Tls(stream) => {
                let $stream = Pin::new(stream.as_mut());
                $work
            }
        }
    };
}

impl AsyncRead for ServedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = on_stream!(self, stream => stream.poll_read(context, buffer));
        let is_read = matches!(read, Poll::Ready(Ok(())));
        if is_read && self.mark.is_socket() && !self.fragments.read(&buffer.filled()[before..]) {
            return Poll::Ready(Err(io::ErrorKind::InvalidData.into()));
        }
        read
    }
}

impl AsyncWrite for ServedStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        on_stream!(self, stream => stream.poll_write(context, bytes))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        on_stream!(self, stream => stream.poll_write_vectored(context, parts))
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        on_stream!(self, stream => stream.poll_flush(context))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        on_stream!(self, stream => stream.poll_shutdown(context))
    }
}

/// The most fragments that a message may consist of. Empty ones would otherwise never end.
const FRAGMENTS_MAX: u32 = 100;

/// Counts the fragments of the current message in the frames that a client sends.
#[derive(Default)]
struct Fragments {
    /// The part of a frame's head that was read: its kind, and its length in up to nine bytes.
    head: [u8; 10],
    head_len: usize,
    /// What is left of the frame after that: the mask and the payload.
    left: u64,
    count: u32,
}

impl Fragments {
    /// Reads bytes. Returns whether the number of fragments is still allowed.
    fn read(&mut self, mut bytes: &[u8]) -> bool {
        while let Some((&byte, rest)) = bytes.split_first() {
            if self.left > 0 {
                let skipped =
                    usize::try_from(self.left).map_or(bytes.len(), |left| left.min(bytes.len()));
                self.left -= skipped as u64;
                bytes = &bytes[skipped..];
                continue;
            }
            self.head[self.head_len] = byte;
            self.head_len += 1;
            bytes = rest;
            let short_size = self.head[1] & 0x7f;
            let size_len = match short_size {
                126 => 2,
                127 => 8,
                _ => 0,
            };
            if self.head_len < 2 + size_len {
                continue;
            }
            let size = match size_len {
                0 => u64::from(short_size),
                _ => self.head[2..2 + size_len]
                    .iter()
                    .fold(0, |size, &byte| size << 8 | u64::from(byte)),
            };
            let mask_len = if self.head[1] & 0x80 == 0 { 0 } else { 4 };
            self.left = size.saturating_add(mask_len);
            let (is_last, opcode) = (self.head[0] & 0x80 != 0, self.head[0] & 0x0f);
            // Control frames may come between fragments.
            if opcode < 8 {
                self.count = if is_last { 0 } else { self.count + 1 };
            }
            self.head = [0; 10];
            self.head_len = 0;
            if self.count > FRAGMENTS_MAX {
                return false;
            }
        }
        true
    }
}
