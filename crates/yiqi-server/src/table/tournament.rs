//! What is different at a table of a tournament: nobody waits long for the first move, and the
//! tournament learns of the end.

use yiqi_record::{EndReason, Event, Seat};
use yiqi_session::{Command, Request, Stage};

use super::actor::Table;
use crate::denied::Denied;
use crate::notices::Notice;

/// How a game of a tournament ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TournamentResult {
    /// Who won; `None` for a draw, or if both lost.
    pub(crate) winner: Option<Seat>,
    /// Whether the loser, or both, did not come to the board.
    pub(crate) is_no_show: bool,
    /// When, in service time.
    pub(crate) at_ms: u64,
}

impl Table {
    /// Who loses by not coming to the board, and when, in table time: the person to move who has
    /// not moved yet. The service's downtime does not count.
    pub(super) fn no_show_at(&self) -> Option<(Seat, u64)> {
        let place = self.stored.tournament.as_ref()?;
        let seat = self.session.turn()?;
        let is_awaited = self.session.stage() == Stage::Playing
            && self.people[seat].is_some()
            && !self.has_moved[seat];
        if !is_awaited {
            return None;
        }
        let mut entries = self.session.log().iter().rev();
        let turn =
            entries.find(|entry| matches!(entry.event, Event::Move(_) | Event::Begin { .. }));
        let since_ms = turn.map_or(0, |entry| entry.at_ms);
        let gap_ms = self.services.gaps.since(since_ms + self.seed.created_ms);
        Some((seat, since_ms + place.show_up_ms + gap_ms))
    }

    /// What happens when a seat has not come to the board in time: it loses, unless the opponent
    /// has not come either. Then the game ends without a winner, which both lose.
    pub(super) fn no_show_command(&self, absent: Seat) -> Command {
        let opponent = absent.other();
        let has_come = self.programs[opponent].is_some()
            || self.has_moved[opponent]
            || self.has_come[opponent];
        if has_come {
            Command::Forfeit(absent)
        } else {
            Command::Abort
        }
    }

    /// Checks whether a player may give a command in a game of a tournament.
    pub(super) fn check_tournament(&self, command: &Command) -> Result<(), Denied> {
        let is_fine = match command {
            Command::Offer(request) => *request == Request::Draw,
            Command::Pause | Command::Abort | Command::TakeBack { .. } => false,
            _ => true,
        };
        if is_fine || self.stored.tournament.is_none() {
            Ok(())
        } else {
            Err(Denied::TournamentGame)
        }
    }

    /// The time to come to the board, which is given back with a seat's first move.
    pub(super) fn first_move_credit(&self, seat: Seat, spent_ms: u64) -> Option<u64> {
        let is_first = self.stored.tournament.is_some() && !self.has_moved[seat];
        if !is_first || !self.has_clock() {
            return None;
        }
        // Downtime was given back already.
        let turn = self.session.log().iter().rev();
        let given_ms: u64 = turn
            .take_while(|entry| !matches!(entry.event, Event::Move(_) | Event::Begin { .. }))
            .map(|entry| match entry.event {
                Event::GiveTime { seat: to, ms } if to == seat => ms,
                _ => 0,
            })
            .sum();
        let left_ms = spent_ms.saturating_sub(given_ms);
        (left_ms > 0).then_some(left_ms)
    }

    /// How the game ended, if it has.
    pub(super) fn tournament_result(&self) -> Option<TournamentResult> {
        let result = self.session.result()?;
        let colors = self.session.colors();
        let winner = result.winner.map(|color| colors.seat_of(color));
        let has_lost_unseen = winner.is_some_and(|winner| !self.has_moved[winner.other()]);
        Some(TournamentResult {
            winner,
            is_no_show: match result.reason {
                EndReason::Forfeit | EndReason::Time => has_lost_unseen,
                // Players cannot abort.
                EndReason::Aborted => true,
                _ => false,
            },
            at_ms: self.ended_ms()?,
        })
    }

    /// Tells the tournament that the game is over.
    pub(super) fn report_result(&mut self) {
        if let (Some(place), false, Some(_)) = (
            &self.stored.tournament,
            self.is_reported,
            self.session.result(),
        ) {
            self.services.tournaments.note_over(&place.id, place.game);
            if !self.services.nodes.is_home(&place.id) {
                let (id, game) = (place.id.clone(), place.game);
                self.services.nodes.publish(Notice::Over { id, game });
            }
            self.is_reported = true;
        }
    }
}
