//! How a face asks something of a connection.

use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};

use yiqi_wire::{Room, WireCommand, WireSeat};

use crate::Event;

/// What a face asks of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Ask something of the game.
    Ask {
        /// For which seat; needed only by who holds both.
        seat: Option<WireSeat>,
        /// What.
        command: WireCommand,
    },
    /// Say something.
    Say {
        /// To whom.
        room: Room,
        /// What.
        text: String,
    },
    /// Do not wait: try again at once.
    Hurry,
}

/// How a face asks something of a connection. Nothing here waits. The connection ends when its handle
/// is dropped.
#[derive(Debug)]
pub struct Handle {
    orders: SyncSender<Order>,
}

/// Orders that may wait to be taken up.
const ORDERS_MAX: usize = 64;

/// Events that may wait to be looked at. A face that looks at none for that long loses its connection
/// to the silence that follows.
const EVENTS_MAX: usize = 512;

impl Handle {
    /// A handle with its events, and the other ends of both: what a connection works with. Tests of
    /// faces play the connection themselves.
    #[must_use]
    pub fn pair() -> (Handle, Receiver<Event>, Receiver<Order>, SyncSender<Event>) {
        let (orders, taken) = sync_channel(ORDERS_MAX);
        let (told, events) = sync_channel(EVENTS_MAX);
        (Handle { orders }, events, taken, told)
    }

    /// Asks something of the game, for a seat if one holds both. It goes out once the connection is
    /// there. Says whether it was taken up; it is not if very much waits already, or the connection
    /// is over.
    pub fn ask(&self, seat: Option<WireSeat>, command: WireCommand) -> bool {
        self.order(Order::Ask { seat, command })
    }

    /// Says something, at once or never. Says whether it was taken up.
    pub fn say(&self, room: Room, text: String) -> bool {
        self.order(Order::Say { room, text })
    }

    /// Makes a connection that was lost again at once.
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
