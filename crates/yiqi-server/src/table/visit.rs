//! Connections, seats and chat: how people come to a table and leave it.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use yiqi_record::{BySeat, Seat};
use yiqi_session::Stage;
use yiqi_wire::{
    PerSeat, Presence, Room, SeatInfo, ServerMessage, TableInfo, TableState, TableTournament,
    Thought, VERSION, WireEntry, WireMove, WireSeat, WireView, You,
};

use super::actor::Table;
use super::links::{Link, Outgoing, code};
use super::terms::StoredTerms;
use crate::caller::Caller;
use crate::chat::{chat_of, checked_text};
use crate::denied::Denied;
use crate::lobby::{Summary, seat_info};
use crate::notices::Notice;
use crate::people::rating_game;
use crate::personal::PersonalEvent;
use crate::store::{ChatPlace, ChatRow, Person, PersonKey, TableSeed};
use crate::study::wire_certainty;

/// The shortest interval between messages about the number of spectators alone, so that a crowd
/// arriving at once causes a few messages and not one per spectator.
const CROWD_EVERY: Duration = Duration::from_secs(1);

impl Table {
    /// Adds a connection and returns the whole state.
    pub(super) fn connect(&mut self, link: Link) -> Result<Box<TableState>, Denied> {
        let caller = Arc::clone(&link.caller);
        self.check_access(&caller)?;
        self.note_address(&caller);
        self.note_come(&caller);
        let seats = self.seats_of(caller.key());
        if seats.is_empty() {
            self.spectators.add(link);
        } else {
            self.add_player(link);
        }
        self.publish_presence();
        self.note_in_lobby();
        self.set_thinking();
        self.state(&caller)
    }

    /// Notes that a player has come to the board.
    pub(super) fn note_come(&mut self, caller: &Caller) {
        for seat in self.seats_of(caller.key()) {
            self.has_come[seat] = true;
        }
    }

    /// Notes for whom programs think here.
    pub(super) fn note_address(&mut self, caller: &Caller) {
        let is_owner = caller.key() == Some(self.seed.owner);
        if self.address.is_none() || is_owner || !self.seats_of(caller.key()).is_empty() {
            self.address = Some(caller.address);
        }
    }

    /// Adds a player's connection, which replaces the person's older ones.
    pub(super) fn add_player(&mut self, link: Link) {
        for older in self
            .players
            .extract_if(.., |old| old.caller.key() == link.caller.key())
        {
            older.close_with(code::ELSEWHERE);
        }
        let now_ms = self.services.time.now_ms();
        for seat in self.seats_of(link.caller.key()) {
            self.attendance.note(seat, true, now_ms);
            self.linked_ms[seat] = now_ms;
            self.nodes[seat] = self.services.nodes.me();
        }
        self.players.push(link);
    }

    /// Removes a connection.
    pub(super) fn disconnect(&mut self, id: u64) {
        let now_ms = self.services.time.now_ms();
        let mut is_known = self.spectators.remove(id);
        if let Some(at) = self.players.iter().position(|link| link.id == id) {
            let link = self.players.remove(at);
            for seat in self.seats_of(link.caller.key()) {
                let is_elsewhere = self.elsewhere.seats[seat].is_some();
                self.attendance.note(seat, is_elsewhere, now_ms);
            }
            is_known = true;
        }
        if is_known {
            self.publish_presence();
            self.note_in_lobby();
        }
    }

    /// Removes lost connections. Their clients reconnect and read what they missed.
    pub(super) fn drop_lost(&mut self) {
        let lost: Vec<u64> = self
            .players
            .iter()
            .filter(|link| link.is_lost())
            .map(|link| link.id)
            .collect();
        for id in lost {
            self.disconnect(id);
        }
        self.spectators.drop_lost();
    }

    /// Closes all connections, because the service stops.
    pub(super) fn close(&mut self, code: u16) {
        for link in self.players.drain(..) {
            link.close_with(code);
        }
        self.spectators.close(code);
        for program in self.programs.iter_mut().flatten() {
            program.stop();
        }
    }

    /// Publishes the presence, if it has changed.
    pub(super) fn publish_presence(&mut self) {
        self.tell_here();
        let presence = self.presence();
        // A countdown that runs is not a change.
        let mut shown = presence;
        shown.claim_in_ms = PerSeat {
            first: shown.claim_in_ms.first.map(|_| 0),
            second: shown.claim_in_ms.second.map(|_| 0),
        };
        self.crowd_at = None;
        let Some((published, at)) = self.published_presence else {
            return self.publish_presence_now(presence, shown);
        };
        if published == shown {
            return;
        }
        shown.spectators = published.spectators;
        let only_crowd = published == shown;
        shown.spectators = presence.spectators;
        if only_crowd && at.elapsed() < CROWD_EVERY {
            self.crowd_at = Some(at + CROWD_EVERY);
            return;
        }
        self.publish_presence_now(presence, shown);
    }

    fn publish_presence_now(&mut self, presence: Presence, shown: Presence) {
        self.published_presence = Some((shown, Instant::now()));
        self.send_all(&Outgoing::new(ServerMessage::Presence(presence)));
    }

    fn presence(&self) -> Presence {
        let in_play = matches!(self.session.stage(), Stage::Playing | Stage::Paused);
        let with_claims = in_play && self.may_claim();
        let now_ms = self.services.time.now_ms();
        let spectators = self.spectators.len() + self.elsewhere.spectators;
        self.attendance.shown(spectators, with_claims, now_ms)
    }

    /// The whole state of the table, as the caller may see it.
    pub(super) fn state(&self, caller: &Caller) -> Result<Box<TableState>, Denied> {
        self.check_access(caller)?;
        let spec = self.spec();
        let log = self.session.log();
        // A client that has more entries than exist starts over.
        let after = if caller.after > log.len() {
            0
        } else {
            caller.after
        };
        let now_ms = self.shown_ms();
        let seats = self.seats_of(caller.key());
        let is_owner = caller.key() == Some(self.seed.owner);
        let is_open = Seat::BOTH.into_iter().any(|seat| !self.is_taken(seat));
        let (moves, view) = if caller.view {
            let view = self.session.view(now_ms);
            let moves = view
                .moves
                .iter()
                .zip(self.session.played())
                .map(|(mv, changes)| WireMove::new(mv, changes, spec))
                .collect();
            (Some(moves), Some(WireView::new(&view, now_ms)))
        } else {
            (None, None)
        };
        Ok(Box::new(TableState {
            version: VERSION,
            table: self.info(caller),
            you: You {
                host: self.is_host(caller.key()),
                invite: self.seed.invite.clone().filter(|_| is_owner && is_open),
                seats: seats.iter().map(|&seat| WireSeat::from(seat)).collect(),
            },
            from: after + 1,
            entries: log[after..]
                .iter()
                .map(|entry| WireEntry::new(entry, spec))
                .collect(),
            moves,
            view,
            now_ms,
            presence: self.presence(),
            chat: self
                .chat
                .readable(|room| may_read(room, !seats.is_empty(), self.is_over())),
        }))
    }

    fn is_over(&self) -> bool {
        matches!(self.session.stage(), Stage::Over(_))
    }

    fn info(&self, caller: &Caller) -> TableInfo {
        TableInfo {
            id: self.id.to_string(),
            game: crate::study::game(self.spec(), self.services.texts.get(caller.lang)),
            seats: self.seat_infos(),
            first_color: self.stored.first_color,
            time: self.stored.time.clone(),
            listed: self.seed.listed,
            private: self.seed.private,
            rated: self.seed.rated,
            same_address: self.stored.same_address,
            start: self
                .stored
                .from
                .as_ref()
                .and_then(|from| from.start.clone()),
            created_ms: self.seed.created_ms,
            next: self.next.clone(),
            tournament: self
                .stored
                .tournament
                .as_ref()
                .map(|place| TableTournament {
                    id: place.id.clone(),
                    name: place.name.clone(),
                    show_up_seconds: place.show_up_ms / 1000,
                }),
        }
    }

    pub(super) fn seat_infos(&self) -> PerSeat<SeatInfo> {
        BySeat::from_fn(|seat| self.seat_info(seat)).into()
    }

    fn seat_info(&self, seat: Seat) -> SeatInfo {
        let info = seat_info(
            &self.stored.names[seat],
            self.people[seat].as_ref(),
            self.seed.players[seat].clone(),
            self.ratings[seat].clone(),
        );
        SeatInfo {
            rating_change: self.rating_changes.map(|changes| changes[seat]),
            ..info
        }
    }

    /// Reads what this game changed in the ratings.
    pub(super) async fn read_rating_changes(&mut self) -> Result<(), Denied> {
        self.rating_changes = self.services.store.rating_changes(self.key).await?;
        Ok(())
    }

    /// Reads the rating of the person at a seat.
    pub(super) async fn read_rating(&mut self, seat: Seat) -> Result<(), Denied> {
        self.ratings[seat] = match &self.people[seat] {
            Some(person) if person.account => {
                let game = rating_game(self.spec());
                self.services.people.rating_for(person.key, &game).await?
            }
            _ => None,
        };
        Ok(())
    }

    /// Gives the open seat to the caller.
    pub(super) async fn sit(&mut self, caller: &Caller) -> Result<Seat, Denied> {
        let person = caller.person.clone().ok_or(Denied::Unauthorized)?;
        if let Some(&seat) = self.seats_of(Some(person.key)).first() {
            return Ok(seat);
        }
        if !self.seed.listed && !self.has_invite(caller) {
            return Err(Denied::WrongInvite);
        }
        if self.session.stage() != Stage::Waiting {
            return Err(Denied::SeatTaken);
        }
        let open = Seat::BOTH.into_iter().find(|&seat| !self.is_taken(seat));
        let seat = open.ok_or(Denied::SeatTaken)?;
        if self.seed.rated && !person.account {
            return Err(Denied::NeedsAccount);
        }
        let mut stored = self.stored.clone();
        stored.names[seat].clone_from(&person.name);
        let terms = serde_json::to_string(&stored).map_err(|error| Denied::internal(&error))?;
        let agreed = stored.agreed()?;
        let session = agreed.session()?;
        let taken = self
            .services
            .store
            .take_seat(self.key, seat, person.key, terms)
            .await?;
        if !taken {
            // By somebody at another node.
            self.read_row().await?;
            return Err(Denied::SeatTaken);
        }
        self.stored = stored;
        self.agreed = agreed;
        self.session = session;
        self.seed.people[seat] = Some(person.key);
        let now_ms = self.services.time.now_ms();
        self.attendance.note(seat, false, now_ms);
        let table = self.id.to_string();
        self.services
            .tell(person.key, PersonalEvent::Table { table });
        self.tell_row();
        let key = person.key;
        self.people[seat] = Some(person);
        if let Err(denied) = self.read_rating(seat).await {
            // Missing a rating is no reason to refuse the seat.
            tracing::warn!(table = %self.id, error = denied.code(), "no rating");
        }
        for link in self.spectators.take(key) {
            self.add_player(link);
        }
        self.send_all(&Outgoing::new(ServerMessage::Seats {
            seats: self.seat_infos(),
        }));
        self.publish_presence();
        Ok(seat)
    }

    /// Posts a chat message to a room.
    pub(super) async fn say(
        &mut self,
        caller: &Caller,
        room: Room,
        text: &str,
    ) -> Result<(), Denied> {
        let person = caller.person.as_ref().ok_or(Denied::Unauthorized)?;
        let seat = self.seats_of(Some(person.key)).first().copied();
        if (room == Room::Players) != seat.is_some() {
            return Err(Denied::NotAPlayer);
        }
        let text = checked_text(text)?;
        let place = ChatPlace::Table(self.key);
        self.services.limits.chat(person.key, (place, room))?;
        let row = ChatRow {
            number: self.chat_count + 1,
            room,
            person: person.key,
            name: person.name.clone(),
            seat,
            text,
            at_ms: self.services.time.now_ms(),
        };
        let oldest = self.chat.oldest(room);
        let adding = self.services.store.add_chat(place, row.clone(), oldest);
        let number = adding.await?;
        if number == self.chat_count + 1 {
            self.show_chat(ChatRow { number, ..row }, person);
        } else {
            // Somebody at another node was first.
            self.read_chat().await?;
        }
        self.services.nodes.publish(Notice::Chat {
            table: self.id.to_string(),
        });
        Ok(())
    }

    /// Shows a chat message that was stored.
    pub(super) fn show_chat(&mut self, row: ChatRow, person: &Person) {
        self.chat_count = row.number;
        let room = row.room;
        let chat = chat_of(row, person);
        self.chat.push(chat.clone());
        let message = Outgoing::new(ServerMessage::Chat(chat));
        if may_read(room, true, self.is_over()) {
            self.send_players(&message);
        }
        if may_read(room, false, self.is_over()) {
            self.spectators.send(&message);
        }
    }

    /// Removes the name of somebody who has deleted the account, and what this person wrote.
    pub(super) fn forget_person(&mut self, person: &Person) {
        let seats = self.seats_of(Some(person.key));
        for &seat in &seats {
            self.stored.names[seat].clear();
            self.ratings[seat] = None;
            self.rating_changes = None;
            if let Some(present) = &mut self.people[seat] {
                present.name.clear();
                present.account = false;
            }
        }
        if !seats.is_empty() {
            let seats = self.seat_infos();
            self.send_all(&Outgoing::new(ServerMessage::Seats { seats }));
            self.note_in_lobby();
        }
        if self.chat.remove(&person.public) {
            let person = person.public.clone();
            self.send_all(&Outgoing::new(ServerMessage::ChatRemoved { person }));
        }
    }

    /// Seats an account where a guest sat who has logged in to it. The store has done so already.
    pub(super) async fn replace_person(&mut self, guest: PersonKey, account: &Person) {
        if guest != account.key && !self.seats_of(Some(account.key)).is_empty() {
            return;
        }
        if self.seed.owner == guest {
            self.seed.owner = account.key;
        }
        let seats = self.seats_of(Some(guest));
        for &seat in &seats {
            self.stored.names[seat].clone_from(&account.name);
            self.people[seat] = Some(account.clone());
            if let Err(denied) = self.read_rating(seat).await {
                tracing::warn!(table = %self.id, error = denied.code(), "no rating");
            }
        }
        if !seats.is_empty() {
            let seats = self.seat_infos();
            self.send_all(&Outgoing::new(ServerMessage::Seats { seats }));
            self.note_in_lobby();
        }
    }

    /// Publishes a program's current analysis.
    pub(super) fn publish_analysis(
        &self,
        seat: Seat,
        turn: u64,
        analysis: &yiqi_players::Analysis,
    ) {
        let is_current = self.programs[seat]
            .as_ref()
            .is_some_and(|program| program.is_current(turn));
        let Some(best) = analysis.best().filter(|_| is_current) else {
            return;
        };
        let spec = self.spec();
        let thought = Thought {
            seat: seat.into(),
            depth: analysis.depth,
            eval: best.eval,
            certainty: Some(wire_certainty(best.certainty)),
            line: best
                .moves
                .iter()
                .map(|&mv| yiqi_record::notation::move_name(mv, spec))
                .collect(),
        };
        self.send_all(&Outgoing::new(ServerMessage::Thought(thought)));
    }

    /// The seed of a new table like this one.
    pub(super) fn seed_like_this(&self, stored: &StoredTerms) -> Result<TableSeed, Denied> {
        Ok(TableSeed {
            id: crate::ids::table_id()?,
            created_ms: self.services.time.now_ms(),
            terms: serde_json::to_string(stored).map_err(|error| Denied::internal(&error))?,
            invite: None,
            ..self.seed.clone()
        })
    }

    /// Opens a new table with the same terms; for the host only.
    pub(super) async fn again(&mut self, caller: &Caller) -> Result<String, Denied> {
        if !self.is_host(caller.key()) {
            return Err(Denied::NotYours);
        }
        if self.has_outside_program() {
            // Only a question: the new table takes its place when it is opened.
            drop(self.services.limits.outside_game()?);
        }
        let seed = self.seed_like_this(&self.stored)?;
        let id = seed.id.clone();
        self.services.store.add_table(seed).await?;
        Ok(id)
    }

    /// Lists the table in the lobby, or removes it.
    pub(super) fn note_in_lobby(&self) {
        if !self.seed.listed {
            return;
        }
        // A table with an open seat is listed only while its player is connected.
        let is_shown = self.session.stage() != Stage::Waiting
            || Seat::BOTH
                .into_iter()
                .any(|seat| self.people[seat].is_some() && self.attendance.is_connected(seat));
        if is_shown {
            self.services.lobby.put(self.summary());
        } else {
            self.services.lobby.remove(&self.id);
        }
    }

    /// The table as shown in lists.
    pub(super) fn summary(&self) -> Summary {
        let shown_ms = self.shown_ms();
        let view = WireView::new(&self.session.view(shown_ms), 0);
        let has_begun = self.session.stage() != Stage::Waiting;
        let in_play = matches!(self.session.stage(), Stage::Playing | Stage::Paused);
        let clocks = view.clocks.filter(|_| in_play);
        Summary {
            id: self.id.to_string(),
            spec: self.spec(),
            seats: self.seat_infos(),
            first_color: self.stored.first_color,
            time: self.stored.time.clone(),
            rated: self.seed.rated,
            stage: view.stage,
            created_ms: self.seed.created_ms,
            ended_ms: self.ended_ms(),
            active_ms: self.seed.created_ms + self.last_entry_ms(),
            turn: self.session.turn(),
            ply_count: view.ply_count,
            board: has_begun.then_some(view.board),
            colors: has_begun.then_some(view.colors),
            clocks: clocks.map(|clocks| (clocks, self.seed.created_ms + shown_ms)),
            result: self.session.result(),
            is_in_tournament: self.stored.tournament.is_some(),
        }
    }
}

/// Whether a person may read a room.
fn may_read(room: Room, is_player: bool, is_over: bool) -> bool {
    match room {
        Room::Players => is_player || is_over,
        // Spectators could suggest moves to players.
        Room::Spectators => !is_player || is_over,
    }
}
