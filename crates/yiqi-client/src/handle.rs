//! The handle through which a face uses a connection.

use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};

use yiqi_wire::{Room, WireCommand, WireSeat};

use crate::Event;

/// An order from a face to its connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Send a command.
    Ask {
        /// The seat; needed only if the client holds both.
        seat: Option<WireSeat>,
        /// The command.
        command: WireCommand,
    },
    /// Send a chat message.
    Say {
        /// The room.
        room: Room,
        /// The text.
        text: String,
    },
    /// Reconnect now instead of waiting.
    Hurry,
}

/// The handle through which a face uses a connection. No method blocks. The connection ends when
/// the handle is dropped.
#[derive(Debug)]
pub struct Handle {
    orders: SyncSender<Order>,
}

/// Capacity of the queue of orders.
const ORDERS_MAX: usize = 64;

/// Capacity of the queue of events. A face that reads none for that long blocks its connection,
/// which then times out.
const EVENTS_MAX: usize = 512;

impl Handle {
    /// Creates a handle with its events, and the connection's ends of both. Tests of faces play the
    /// connection themselves.
    #[must_use]
    pub fn pair() -> (Handle, Receiver<Event>, Receiver<Order>, SyncSender<Event>) {
        let (orders, taken) = sync_channel(ORDERS_MAX);
        let (told, events) = sync_channel(EVENTS_MAX);
        (Handle { orders }, events, taken, told)
    }

    /// Queues a command, for a seat if the client holds both. It is sent once the connection is up.
    /// Returns false if the queue is full or the connection has ended.
    pub fn ask(&self, seat: Option<WireSeat>, command: WireCommand) -> bool {
        self.order(Order::Ask { seat, command })
    }

    /// Sends a chat message if connected, and drops it otherwise. Returns whether it was queued.
    pub fn say(&self, room: Room, text: String) -> bool {
        self.order(Order::Say { room, text })
    }

    /// Reconnects at once.
    pub fn hurry(&self) {
        self.order(Order::Hurry);
    }

    fn order(&self, order: Order) -> bool {
        match self.orders.try_send(order) {
            Ok(()) => true,
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => false,
        }
    }
}
