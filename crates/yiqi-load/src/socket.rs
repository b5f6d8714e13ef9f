//! The socket of a table, for a client with little memory.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use yiqi_wire::{ClientMessage, CommandMessage, ServerMessage, TableState, WireCommand};

use crate::LoadError;

/// The buffer size for each direction.
const BUFFER_BYTES: usize = 4096;

/// How a client connects to a table.
#[derive(Clone, Debug)]
pub(crate) struct SocketOptions<'a> {
    pub(crate) address: SocketAddr,
    pub(crate) table: &'a str,
    /// The token; an anonymous spectator without one.
    pub(crate) token: Option<&'a str>,
    /// The number of the last entry that it has.
    pub(crate) after: usize,
    /// Whether it wants views.
    pub(crate) view: bool,
}

/// The socket of a table.
pub(crate) struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    /// Connects. Also returns the first message, the whole state.
    pub(crate) async fn connect(
        options: SocketOptions<'_>,
    ) -> Result<(Socket, TableState), LoadError> {
        let SocketOptions {
            address,
            table,
            after,
            ..
        } = options;
        let view = if options.view { "yes" } else { "no" };
        let url = format!("ws://{address}/api/tables/{table}/socket?after={after}&view={view}");
        let mut request = url.into_client_request()?;
        if let Some(token) = options.token {
            let value = HeaderValue::from_str(&format!("Bearer {token}"))
                .map_err(|error| LoadError::Broken(error.to_string()))?;
            request.headers_mut().insert("authorization", value);
        }
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        let config = WebSocketConfig::default()
            .read_buffer_size(BUFFER_BYTES)
            .write_buffer_size(0)
            .max_write_buffer_size(64 * 1024);
        let (stream, _) =
            tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await?;
        let mut socket = Socket(stream);
        match socket.receive().await? {
            ServerMessage::Table(state) => Ok((socket, *state)),
            other => Err(LoadError::Broken(format!(
                "the first message was {other:?}"
            ))),
        }
    }

    /// The next message as text. Cancel-safe.
    pub(crate) async fn receive_text(&mut self) -> Result<Utf8Bytes, LoadError> {
        loop {
            match self.0.next().await {
                None => return Err(LoadError::Closed(None)),
                Some(Err(error)) => return Err(error.into()),
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(frame))) => {
                    return Err(LoadError::Closed(frame.map(|frame| frame.code.into())));
                }
                // The next read sends the pong.
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message. Cancel-safe.
    pub(crate) async fn receive(&mut self) -> Result<ServerMessage, LoadError> {
        Ok(serde_json::from_str(&self.receive_text().await?)?)
    }

    /// Sends a command.
    pub(crate) async fn command(
        &mut self,
        id: &str,
        command: WireCommand,
    ) -> Result<(), LoadError> {
        let message = ClientMessage::Command(CommandMessage {
            id: id.to_owned(),
            seat: None,
            command,
        });
        self.say(&message).await
    }

    /// Sends a message.
    pub(crate) async fn say(&mut self, message: &ClientMessage) -> Result<(), LoadError> {
        let text = serde_json::to_string(message)?;
        self.send(Message::text(text)).await
    }

    /// Sends bytes that need not be a frame.
    pub(crate) async fn send_bytes(&mut self, bytes: &[u8]) -> Result<(), LoadError> {
        Ok(self.0.get_mut().write_all(bytes).await?)
    }

    /// Sends any frame.
    pub(crate) async fn send(&mut self, message: Message) -> Result<(), LoadError> {
        Ok(self.0.send(message).await?)
    }
}
