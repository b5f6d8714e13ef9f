//! Tables on servers: joining them, and what happens there.

use yiqi_client::{Event, LinkState, TableAddress, TableSnapshot};
use yiqi_record::notation::move_name;
use yiqi_record::{Entry, Event as GameEvent, OfferKind, Seat};
use yiqi_text::{Args, words};
use yiqi_wire::Fault;

use crate::remote::{ChatLine, Remote, printable};
use crate::shared::Shared;

/// The most characters of a server's sentence that are shown.
const SENTENCE_MAX: usize = 300;

impl Shared {
    /// Joins a table, which stays active until the person leaves.
    pub(crate) fn join(&mut self, address: TableAddress) {
        let options = self.client_options();
        if let Some(store) = self.desk.store() {
            // The list is a convenience; play works without it.
            let _ = store.keep_recent_table(&address.without_invite().to_string());
        }
        let ends = self.network.connect(address.clone(), options);
        self.remote = Some(Remote::new(address, ends, self.now));
    }

    /// Reconnects to the same table.
    pub(crate) fn rejoin(&mut self) {
        if let Some(remote) = &self.remote {
            self.join(remote.address.clone());
        }
    }

    /// Handles what has happened at the table.
    pub(crate) fn poll_remote(&mut self) {
        while let Some(event) = self.remote.as_mut().and_then(Remote::poll) {
            self.table_event(event);
        }
    }

    fn table_event(&mut self, event: Event) {
        let Some(remote) = &mut self.remote else {
            return;
        };
        match event {
            Event::State(state) => {
                let is_first = remote.state.is_none();
                let before = remote.state.clone();
                let news = remote.take(state);
                if is_first {
                    self.place_cursor();
                }
                let is_move = |entry: &Entry| matches!(entry.event, GameEvent::Move(_));
                if news.iter().any(is_move) {
                    // An earlier refusal does not apply to the new position.
                    self.notice.take_if(|notice| notice.is_refusal);
                }
                self.flip_at_table(before.as_deref());
                for entry in &news {
                    self.announce_event(entry);
                }
            }
            Event::Refused { fault, .. } => {
                remote.refused();
                self.show_fault(&fault);
            }
            Event::Failed(fault) => self.show_fault(&fault),
            Event::Connection(link) => {
                if link == LinkState::Connected
                    && matches!(remote.link, LinkState::Reconnecting { .. })
                {
                    self.notice = None;
                }
                if let Some(remote) = &mut self.remote {
                    remote.set_link(link, self.now);
                }
            }
            Event::Chat(chat) => {
                let line = remote.add_chat(&chat);
                self.show_chat(&line);
            }
            Event::Unsaid(text) => {
                let args = Args::new().text("text", printable(&text, SENTENCE_MAX));
                self.refuse(self.fill("net-unsaid", args));
            }
            Event::Next(table) => {
                // Ignore a server that gives an invalid table.
                if let Ok(address) = remote.address.at_table(&table) {
                    self.join(address);
                    self.inform(self.say("net-next"));
                }
            }
            Event::Thought(thought) => remote.thought = Some(thought),
        }
    }

    /// Shows an error from the server and marks the stones that are the reason.
    fn show_fault(&mut self, fault: &Fault) {
        let text = printable(&fault.text, SENTENCE_MAX);
        self.refuse(if text.is_empty() {
            self.say("net-too-much")
        } else {
            text
        });
        let spec = self.spec();
        if let Some(notice) = &mut self.notice {
            let points = fault.points.iter().take(64);
            notice.stones = points.filter_map(|name| spec.point_named(name)).collect();
        }
    }

    /// Shows chat in the status line if there is no room next to the board.
    fn show_chat(&mut self, line: &ChatLine) {
        let own = self.active().own_seats();
        let is_own = line.seat.is_some_and(|seat| own.contains(&seat));
        if self.has_info_panel() || is_own {
            return;
        }
        let args = Args::new()
            .text("name", &line.name)
            .text("text", &line.text);
        self.inform(self.fill("net-chat", args));
    }

    fn flip_at_table(&mut self, before: Option<&TableSnapshot>) {
        let Some(state) = self.remote.as_ref().and_then(|remote| remote.state.clone()) else {
            return;
        };
        let played = state.session.played();
        let is_new = before.is_some_and(|before| before.session.played().len() < played.len());
        if let Some(changes) = played.last().filter(|_| is_new) {
            self.moved(None, changes);
        }
    }

    /// Shows an event in the status line if the board does not show it.
    fn announce_event(&mut self, entry: &Entry) {
        let Some(view) = self.view() else { return };
        let own = self.active().own_seats();
        let is_own = |seat: Seat| own.contains(&seat);
        let about = |seat: Seat, kind: OfferKind| {
            Args::new()
                .text("name", self.name(&view, seat))
                .text("offer", words::offer_kind(&self.text, kind))
        };
        let sentence = match &entry.event {
            GameEvent::Begin { .. } => self.say("net-begun"),
            GameEvent::Offer { seat, offer } if is_own(*seat) => {
                self.fill("net-offered", about(*seat, offer.kind()))
            }
            // The seat that must answer gets a dialog.
            GameEvent::Offer { seat, offer } if !is_own(seat.other()) => {
                self.fill("net-offers", about(*seat, offer.kind()))
            }
            GameEvent::Decline { seat, offer } if !is_own(*seat) => {
                self.fill("net-declines", about(*seat, *offer))
            }
            GameEvent::TakeBack { .. } => self.fill("tui-undone", Args::new().number("count", 1)),
            GameEvent::Pause => self.say("refusal-paused"),
            GameEvent::Resume => self.say("net-resumed"),
            GameEvent::TimeOut { seat } => {
                let args = Args::new().text("name", self.name(&view, *seat));
                self.fill("tui-ran-out", args)
            }
            GameEvent::Move(played) if played.by_clock => {
                let Some(seat) = view.moves.last().map(|ply| ply.seat) else {
                    return;
                };
                let args = Args::new()
                    .text("name", self.name(&view, seat))
                    .text("move", move_name(played.mv, view.spec));
                self.fill("tui-ran-out-move", args)
            }
            _ => return,
        };
        self.inform(sentence);
    }

    /// Sends a chat message to the table.
    pub(crate) fn say_at_table(&mut self, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            self.refuse(self.say("refusal-empty-text"));
            return;
        }
        let is_sent = self.remote.as_ref().is_some_and(|remote| remote.say(text));
        if !is_sent {
            self.refuse(self.say("net-too-much"));
        }
    }
}
