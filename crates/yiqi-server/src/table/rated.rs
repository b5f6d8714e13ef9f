//! Whether a game counts for ratings.

use yiqi_wire::ServerMessage;

use super::actor::Table;
use super::links::Outgoing;
use crate::caller::Caller;
use crate::denied::Denied;
use crate::limits::block;

/// From this ply on it is settled whether a game counts: nobody can undo it by moving to the
/// opponent's network.
const SETTLED_PLIES: usize = 2;

impl Table {
    /// Notes from which network a player comes. Between two accounts on one network, a rated game
    /// becomes unrated, unless the settings allow it: one person could win against a second
    /// account of their own.
    pub(super) async fn note_network(&mut self, caller: &Caller) {
        if !self.seed.rated || self.services.options.rate_same_address {
            return;
        }
        for seat in self.seats_of(caller.key()) {
            self.networks[seat] = Some(block(caller.address));
        }
        self.compare_networks().await;
    }

    /// Makes a rated game unrated if both players come from one network.
    pub(super) async fn compare_networks(&mut self) {
        if !self.seed.rated || self.services.options.rate_same_address {
            return;
        }
        let is_settled = self.session.played().len() >= SETTLED_PLIES;
        let is_same = self.networks.first.is_some() && self.networks.first == self.networks.second;
        if is_settled || !is_same {
            return;
        }
        self.seed.rated = false;
        self.stored.same_address = true;
        if let Err(denied) = self.store_unrated().await {
            let error = denied.code();
            tracing::warn!(table = %self.id, error, "could not store that a game is not rated");
        }
        self.tell_row();
        let links: Vec<u64> = self.players.iter().map(|link| link.id).collect();
        for link in links {
            self.tell_unrated(link);
        }
    }

    async fn store_unrated(&mut self) -> Result<(), Denied> {
        let terms = serde_json::to_string(&self.stored);
        let terms = terms.map_err(|error| Denied::internal(&error))?;
        Ok(self.services.store.set_unrated(self.key, terms).await?)
    }

    /// Tells a player that the game does not count, and why, if so.
    pub(super) fn tell_unrated(&self, link: u64) {
        let player = self.players.iter().find(|player| player.id == link);
        if let (true, Some(player)) = (self.stored.same_address, player) {
            let text = self.services.texts.get(player.caller.lang);
            let fault = Denied::SameAddress.fault(text);
            self.send_to(link, &Outgoing::new(ServerMessage::Error(fault)));
        }
    }
}
