//! Request bodies with a timeout.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::time::Sleep;

/// Why a body could not be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BodyError {
    /// The connection broke.
    #[error("{0}")]
    Broken(#[from] hyper::Error),
    /// The timeout has passed.
    #[error("the body took too long")]
    Late,
}

/// A body that fails after a timeout.
#[derive(Debug)]
pub(crate) struct TimedBody {
    body: Incoming,
    late: Pin<Box<Sleep>>,
}

impl TimedBody {
    /// Wraps a body with a timeout, unless it is empty.
    pub(crate) fn wrap(body: Incoming, within: Duration) -> axum::body::Body {
        if body.is_end_stream() {
            return axum::body::Body::empty();
        }
        axum::body::Body::new(TimedBody {
            body,
            late: Box::pin(tokio::time::sleep(within)),
        })
    }
}

impl Body for TimedBody {
    type Data = Bytes;
    type Error = BodyError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BodyError>>> {
        match Pin::new(&mut self.body).poll_frame(context) {
            Poll::Ready(frame) => Poll::Ready(frame.map(|frame| Ok(frame?))),
            Poll::Pending => {
                let late = self.late.as_mut().poll(context);
                late.map(|()| Some(Err(BodyError::Late)))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
