//! What follows automatically from a change at a table.

use yiqi_record::{BySeat, Event, Seat};
use yiqi_session::{Actor, Command, Stage};
use yiqi_wire::{ServerMessage, WireStage, WireView};

use super::actor::Table;
use super::links::Outgoing;
use super::terms::StoredTerms;
use crate::denied::Denied;
use crate::games::opening_text;
use crate::personal::PersonalEvent;
use crate::store::TableProgress;

impl Table {
    /// Does what follows from a change: starts the game when all players are present, lets programs
    /// reply and think, stores the end, opens the rematch.
    pub(super) async fn after_change(&mut self) {
        let done = self.try_after_change().await;
        self.retry_if_failed(done);
    }

    async fn try_after_change(&mut self) -> Result<(), Denied> {
        if self.unseen_ms.is_some() {
            self.settle_unless_resting().await?;
            self.unseen_ms = None;
        }
        if self.is_ready_to_begin() {
            self.act(Actor::Host, &Command::Start, self.now_ms())
                .await?;
        }
        while let Some((seat, command)) = self.automatic_reply() {
            match self.act(Actor::Seat(seat), &command, self.now_ms()).await {
                // Time ran out meanwhile; the consequence is already stored.
                Err(Denied::Refused(..)) => break,
                done => done?,
            };
        }
        self.set_thinking();
        if self.session.result().is_some() {
            // It is no longer in play.
            self.slot = None;
            self.outside_slot = None;
            self.free_engines();
            self.end_programs();
        }
        self.notify_players();
        self.note_stage().await?;
        self.report_result();
        if self.session.rematch_agreed() && self.next.is_none() {
            self.open_rematch().await?;
        }
        self.note_in_lobby();
        Ok(())
    }

    /// Whether the game starts by itself: all seats are taken, and no host has to start the clock.
    fn is_ready_to_begin(&self) -> bool {
        let is_waiting = self.session.stage() == Stage::Waiting;
        let all_taken = Seat::BOTH.into_iter().all(|seat| self.is_taken(seat));
        is_waiting && all_taken && !(self.has_clock() && self.is_host(Some(self.seed.owner)))
    }

    /// A program's reply to an offer, or that of a person who holds both seats.
    fn automatic_reply(&self) -> Option<(Seat, Command)> {
        let BySeat { first, second } = self.seed.people;
        let is_same = first.is_some() && first == second;
        if !is_same && self.programs.iter().all(Option::is_none) {
            return None;
        }
        let view = self.session.view(self.now_ms());
        for seat in Seat::BOTH {
            if let Some(program) = &self.programs[seat] {
                if let Some(answer) = program.answer(&self.session, seat) {
                    return Some((seat, answer.into()));
                }
            } else if is_same && let Some(offer) = view.offers[seat.other()].first() {
                return Some((seat, Command::Accept(offer.kind())));
            }
        }
        None
    }

    /// Notifies the person to move, or both at the end, on their personal streams.
    fn notify_players(&mut self) {
        let number = self.session.log().len();
        if number == self.notified_number {
            return;
        }
        self.notified_number = number;
        let table = self.id.to_string();
        match self.session.stage() {
            Stage::Playing => {
                let turn = self
                    .session
                    .turn()
                    .and_then(|seat| self.people[seat].as_ref());
                if let Some(person) = turn {
                    let event = PersonalEvent::Turn { table, number };
                    self.services.tell(person.key, event);
                }
            }
            Stage::Over(_) => {
                for person in self.people.iter().flatten() {
                    let table = table.clone();
                    self.services
                        .tell(person.key, PersonalEvent::Over { table });
                }
            }
            Stage::Waiting | Stage::Paused => {}
        }
    }

    /// Rates the result, and then stores the game's progress in the table's row: a game that is in
    /// play by its row is opened after a kill, and rated then.
    async fn note_stage(&mut self) -> Result<(), Denied> {
        self.rate().await?;
        let stage = WireStage::from(self.session.stage());
        if self.noted_stage != stage {
            let view = WireView::new(&self.session.view(self.now_ms()), 0);
            let progress = TableProgress {
                stage,
                ended_ms: self.ended_ms(),
                ply_count: view.ply_count,
                result: self.session.result(),
                board: view.board,
                first_color: self.session.colors().first,
                opening: opening_text(self.session.played().iter().map(|ply| ply.mv), self.spec()),
            };
            self.services
                .store
                .note_progress(self.key, progress)
                .await?;
            self.noted_stage = stage;
        }
        Ok(())
    }

    /// When the game ended, if it has.
    pub(super) fn ended_ms(&self) -> Option<u64> {
        self.session.result()?;
        let mut ends = self.session.log().iter().rev();
        // Only entries about a rematch follow the end.
        let end = ends.find(|entry| {
            !matches!(
                entry.event,
                Event::Offer { .. } | Event::Decline { .. } | Event::AgreeRematch
            )
        })?;
        Some(self.seed.created_ms + end.at_ms)
    }

    /// Rates the result, once.
    async fn rate(&mut self) -> Result<(), Denied> {
        let (Some(result), true, false) = (self.session.result(), self.seed.rated, self.is_rated)
        else {
            return Ok(());
        };
        if let (Some(first), Some(second)) = (self.seed.people.first, self.seed.people.second)
            && result.reason != yiqi_record::EndReason::Aborted
        {
            let colors = self.session.colors();
            let winner = result.winner.map(|color| colors.seat_of(color));
            let is_new = self
                .services
                .people
                .rate(self.key, self.spec(), BySeat { first, second }, winner)
                .await?;
            // Another node may have rated it.
            if is_new || !self.services.nodes.is_alone() {
                self.read_rating(Seat::First).await?;
                self.read_rating(Seat::Second).await?;
                self.read_rating_changes().await?;
                let seats = self.seat_infos();
                self.send_all(&Outgoing::new(ServerMessage::Seats { seats }));
            }
        }
        self.is_rated = true;
        Ok(())
    }

    /// Opens the rematch: a new table with colors exchanged.
    async fn open_rematch(&mut self) -> Result<(), Denied> {
        let first_color = match self.session.rematch_terms().colors {
            yiqi_session::ColorChoice::First(yiqi_rules::Color::Black) => {
                yiqi_wire::FirstColor::Black
            }
            yiqi_session::ColorChoice::First(yiqi_rules::Color::White) => {
                yiqi_wire::FirstColor::White
            }
            yiqi_session::ColorChoice::Drawn => yiqi_wire::FirstColor::Drawn,
        };
        let stored = StoredTerms {
            first_color,
            ..self.stored.clone()
        };
        let seed = self.seed_like_this(&stored)?;
        let own = seed.id.clone();
        let next = self.services.store.add_next_table(self.key, seed).await?;
        self.next = Some(next.clone());
        // Otherwise another node has told them.
        if next == own {
            for person in self.people.iter().flatten() {
                let table = next.clone();
                let event = PersonalEvent::Table { table };
                self.services.tell(person.key, event);
            }
            self.services.open_everywhere(&next);
        }
        self.send_all(&Outgoing::new(ServerMessage::Next { table: next }));
        Ok(())
    }
}
