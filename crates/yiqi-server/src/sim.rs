//! What a simulation of several servers in one thread needs; for tests alone.
//!
//! A [`Process`] is what a machine's process would be: it can be suspended and killed. A [`Node`] is
//! a server in one, without its network. Several of them share a [`SimDatabase`] and a bus that the
//! simulation carries. Ids and lots come from [`set_dice`], and time is tokio's, which can be paused.

mod node;
mod process;
mod record;

use std::cell::RefCell;

use yiqi_rules::Dice;

pub use crate::store::sim::{
    AppendedEntry, Fate, Lie, START_MS, SimDatabase, SimDisk, StatementEnd, Step, World,
};
pub use node::{Failure, Frame, Guest, Node, NodePlan, Socket};
pub use process::Process;
pub(crate) use process::spawn;
pub use record::{FinalTable, FinalTournament};

thread_local! {
    static DICE: RefCell<Option<Dice>> = const { RefCell::new(None) };
}

/// Draws all ids and lots of this thread from these dice from now on, or again from the system.
pub fn set_dice(dice: Option<Dice>) {
    DICE.set(dice);
}

/// Fills bytes from the dice of this thread, if there are any.
pub(crate) fn fill(bytes: &mut [u8]) -> bool {
    DICE.with_borrow_mut(|dice| {
        let Some(dice) = dice else {
            return false;
        };
        for byte in bytes {
            *byte = dice.below(256) as u8;
        }
        true
    })
}
