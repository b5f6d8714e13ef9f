//! A table that other nodes serve too: reading on, and who is connected to them.

use std::time::Duration;

use tokio::time::Instant;
use yiqi_record::{BySeat, Seat};
use yiqi_session::Stage;
use yiqi_wire::ServerMessage;

use super::actor::Table;
use super::links::{Outgoing, code};
use super::terms::StoredTerms;
use crate::denied::Denied;
use crate::notices::{Here, Notice, SeatHere};
use crate::store::ChatPlace;

/// How much longer a node waits with a run-out that is rather another's to see: that one may just be
/// storing a move that came in time.
const PATIENCE_MS: u64 = 1_500;

/// How long a node waits for a program's move that is rather another's to find.
const THINKING_ELSEWHERE: Duration = Duration::from_secs(15);

/// Whoever connects sees a state that is not older than this.
const FRESH: Duration = Duration::from_secs(1);

impl Table {
    /// Reads and publishes entries that another node stored, and before the first one the seats and
    /// terms. Returns whether there was anything new. Unless another node has done so, players will
    /// be notified.
    pub(super) async fn read_on(&mut self, is_told: bool) -> Result<bool, Denied> {
        let is_changed = self.session.stage() == Stage::Waiting && self.read_row().await?;
        let after = self.session.log().len();
        let rows = self.services.store.read(self.key, after).await?;
        self.read_at = Instant::now();
        if rows.is_empty() {
            return Ok(is_changed);
        }
        self.apply_rows(&rows)?;
        self.count_lag(after);
        self.is_late = self.came_late();
        if self.services.nodes.is_alone() {
            // It was stored long after this node gave up on it.
            self.note_unseen();
        }
        self.quiet_since = Instant::now();
        if is_told {
            self.notified_number = self.session.log().len();
        }
        self.publish_here(after + 1);
        Ok(true)
    }

    /// Reads on if there are more entries than this node has seen.
    pub(super) async fn heard_of(&mut self, count: usize, is_told: bool) {
        if count <= self.session.log().len() {
            return;
        }
        let read = self.read_on(is_told).await;
        if self.retry_if_failed(read.map(drop)) {
            self.after_change().await;
        }
    }

    /// Reads on before somebody sees the table who has seen this many entries.
    ///
    /// # Errors
    /// If they have seen more than can be read now: nobody is shown less than before.
    pub(super) async fn freshen(&mut self, seen: usize) -> Result<(), Denied> {
        let is_fresh = self.read_at.elapsed() < FRESH && seen <= self.session.log().len();
        if is_fresh {
            return Ok(());
        }
        match self.freshen_now().await {
            Err(denied) if seen > self.session.log().len() => Err(denied),
            _ => Ok(()),
        }
    }

    /// Reads on before somebody acts, if the game has not begun: the seats decide who may. Later the
    /// log does.
    pub(super) async fn freshen_seats(&mut self) {
        if self.session.stage() == Stage::Waiting {
            // What is in memory can be shown.
            let _ = self.freshen_now().await;
        }
    }

    async fn freshen_now(&mut self) -> Result<(), Denied> {
        if !self.services.nodes.is_alone() && self.read_on(false).await? {
            self.after_change().await;
        }
        Ok(())
    }

    /// Reads the seats, the terms and the successor again. Returns whether they have changed.
    pub(super) async fn read_row(&mut self) -> Result<bool, Denied> {
        let Some(row) = self.services.store.table(&self.id).await? else {
            return Ok(false);
        };
        let stored: StoredTerms =
            serde_json::from_str(&row.seed.terms).map_err(|error| Denied::internal(&error))?;
        let is_same = stored == self.stored
            && row.seed.people == self.seed.people
            && row.seed.owner == self.seed.owner
            && row.seed.rated == self.seed.rated
            && row.next == self.next;
        if is_same {
            return Ok(false);
        }
        let agreed = stored.agreed()?;
        if self.session.log().is_empty() {
            self.session = agreed.session()?;
        }
        let new_next = row.next.clone().filter(|_| row.next != self.next);
        let seated = BySeat::from_fn(|seat| {
            row.seed.people[seat].filter(|key| self.seed.people[seat] != Some(*key))
        });
        (self.stored, self.agreed, self.next) = (stored, agreed, row.next);
        self.seed = row.seed;
        let now_ms = self.services.time.now_ms();
        for seat in Seat::BOTH {
            let Some(key) = seated[seat] else {
                continue;
            };
            self.people[seat] = self.services.people.by_key(key).await?;
            self.attendance.note(seat, false, now_ms);
            self.read_rating(seat).await?;
            for link in self.spectators.take(key) {
                self.add_player(link);
            }
        }
        self.note_elsewhere();
        let seats = self.seat_infos();
        self.send_all(&Outgoing::new(ServerMessage::Seats { seats }));
        if let Some(table) = new_next {
            self.send_all(&Outgoing::new(ServerMessage::Next { table }));
        }
        self.publish_presence();
        Ok(true)
    }

    /// Reads and shows what was said at other nodes.
    pub(super) async fn read_chat(&mut self) -> Result<(), Denied> {
        let place = ChatPlace::Table(self.key);
        let rows = self
            .services
            .store
            .chat_after(place, self.chat_count)
            .await?;
        for row in rows {
            if let Some(person) = self.services.people.by_key(row.person).await? {
                self.show_chat(row, &person);
            }
        }
        Ok(())
    }

    /// Tells other nodes that the seats, the terms or the successor have changed.
    pub(super) fn tell_row(&self) {
        let table = self.id.to_string();
        self.services.nodes.publish(Notice::Row { table });
    }

    /// Tells other nodes who is connected here.
    pub(super) fn tell_here(&self) {
        if self.services.nodes.is_alone() {
            return;
        }
        let seats: BySeat<Option<SeatHere>> = BySeat::from_fn(|seat| {
            self.is_linked(seat).then(|| SeatHere {
                since_ms: self.linked_ms[seat],
                network: self.networks[seat],
            })
        });
        self.services.nodes.note_mine(Here {
            table: self.id.to_string(),
            seats: seats.into(),
            spectators: self.spectators.len(),
        });
    }

    /// Tells other nodes that nobody is connected here any more.
    pub(super) fn tell_nobody_here(&self) {
        self.services.nodes.note_mine(Here {
            table: self.id.to_string(),
            ..Here::default()
        });
    }

    /// Whether a player is connected to this node.
    fn is_linked(&self, seat: Seat) -> bool {
        let key = self.people[seat].as_ref().map(|person| person.key);
        key.is_some() && self.players.iter().any(|link| link.caller.key() == key)
    }

    /// Takes in who is connected to other nodes.
    pub(super) async fn look_elsewhere(&mut self) {
        self.elsewhere = self.services.nodes.elsewhere(&self.id);
        for seat in Seat::BOTH {
            // Of two in the same millisecond, every node takes the same one for newer.
            let here = (self.linked_ms[seat], self.services.nodes.me());
            let newer = self.elsewhere.seats[seat]
                .is_some_and(|(node, there)| (there.since_ms, Some(node)) > here);
            if newer && self.is_linked(seat) {
                // The newest connection of a person replaces the older ones.
                let key = self.people[seat].as_ref().map(|person| person.key);
                for older in self.players.extract_if(.., |link| link.caller.key() == key) {
                    older.close_with(code::ELSEWHERE);
                }
            }
        }
        self.note_elsewhere();
        self.publish_presence();
        self.note_in_lobby();
        let settled = self.settle_unless_resting().await;
        if self.retry_if_failed(settled) {
            self.set_thinking();
        }
        self.compare_networks().await;
    }

    /// Notes who is or was connected to other nodes.
    pub(super) fn note_elsewhere(&mut self) {
        let now_ms = self.services.time.now_ms();
        for seat in Seat::BOTH {
            if self.people[seat].is_none() || self.is_linked(seat) {
                continue;
            }
            match (self.elsewhere.seats[seat], self.elsewhere.left[seat]) {
                (Some((node, there)), _) => {
                    self.nodes[seat] = Some(node);
                    self.has_come[seat] = true;
                    self.networks[seat] = there.network.or(self.networks[seat]);
                    self.attendance.note(seat, true, now_ms);
                }
                (None, left) => {
                    self.nodes[seat] = left.or(self.nodes[seat]);
                    self.attendance.note(seat, false, now_ms);
                }
            }
        }
    }

    /// How much longer than to its end this node lets a clock run.
    pub(super) fn patience_ms(&self) -> u64 {
        let Some(seat) = self.session.turn() else {
            return 0;
        };
        let is_ours = self.services.nodes.is_alone()
            || self.is_linked(seat)
            || (self.programs[seat].is_some() && self.is_thinker())
            || (self.elsewhere.seats[seat].is_none() && self.services.nodes.is_home(&self.id));
        // The node that has stored a late entry gives that time back.
        if is_ours && !self.is_late {
            0
        } else {
            PATIENCE_MS
        }
    }

    /// Whether programs think at this node: where a player is connected, or else at the table's
    /// home.
    fn is_thinker(&self) -> bool {
        let nodes = &self.services.nodes;
        let is_player_here = !self.players.is_empty();
        nodes.is_alone()
            || is_player_here
            || (!self.elsewhere.is_player() && nodes.is_home(&self.id))
    }

    /// From when on a program thinks at this node, if it is rather another's to do so and nothing
    /// has come from there.
    pub(super) fn thinks_at(&self) -> Option<Instant> {
        if self.is_thinker() || self.session.stage() != Stage::Playing {
            return None;
        }
        let program = self.programs[self.session.turn()?].as_ref()?;
        (!program.is_thinking()).then(|| self.quiet_since + THINKING_ELSEWHERE)
    }
}
