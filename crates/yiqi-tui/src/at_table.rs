//! At a table on a server: what a person does there, and what happens.

use yiqi_client::{Event, Link, Options, State, TableAddress};
use yiqi_record::notation::move_name;
use yiqi_record::{Entry, Event as GameEvent, OfferKind, Seat};
use yiqi_rules::Move;
use yiqi_session::{GameView, Stage};
use yiqi_text::{Args, words};
use yiqi_wire::{Fault, WireCommand, WireOffer};

use crate::remote::{ChatLine, Remote, printable};
use crate::shared::Shared;
use crate::words as sentences;

/// Characters of one's name.
const NAME_MAX: usize = 20;

/// Characters of a server's sentence that are shown.
const SENTENCE_MAX: usize = 300;

impl Shared {
    /// Goes to a table. From now on it is in front, until one leaves.
    pub(crate) fn join(&mut self, address: TableAddress) {
        let options = Options {
            name: printable(&self.desk.settings().name, NAME_MAX),
            lang: self.text.lang().tag().to_owned(),
            ..Options::default()
        };
        if let Some(store) = self.desk.store() {
            // The list is a help; without it one can play as well.
            let _ = store.keep_recent_table(&address.without_invite().to_string());
        }
        let ends = self.network.connect(address.clone(), options);
        self.remote = Some(Remote::new(address, ends, self.now));
    }

    /// Connects to the same table anew.
    pub(crate) fn rejoin(&mut self) {
        if let Some(remote) = &self.remote {
            self.join(remote.address.clone());
        }
    }

    /// Takes up what has happened at the table.
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
                    // What was wrong before the move is not about this position.
                    self.notice.take_if(|notice| notice.is_refusal);
                }
                self.flip_at_table(before.as_deref());
                for entry in &news {
                    self.tell_news(entry);
                }
            }
            Event::Refused { fault, .. } => {
                remote.refused();
                self.tell_fault(&fault);
            }
            Event::Failed(fault) => self.tell_fault(&fault),
            Event::Connection(link) => {
                if link == Link::Connected && matches!(remote.link, Link::Reconnecting { .. }) {
                    self.notice = None;
                }
                if let Some(remote) = &mut self.remote {
                    remote.set_link(link, self.now);
                }
            }
            Event::Chat(chat) => {
                let line = remote.hear(&chat);
                self.tell_chat(&line);
            }
            Event::Unsaid(text) => {
                let args = Args::new().text("text", printable(&text, SENTENCE_MAX));
                self.refuse(self.fill("net-unsaid", args));
            }
            Event::Next(table) => {
                // A server that names no table names nothing to go to.
                if let Ok(address) = remote.address.at_table(&table) {
                    self.join(address);
                    self.inform(self.say("net-next"));
                }
            }
            Event::Thought(thought) => remote.thought = Some(thought),
        }
    }

    /// What a server says is wrong, and the stones that are the reason.
    fn tell_fault(&mut self, fault: &Fault) {
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

    /// Where there is no room for what is said beside the board, it is said in the status line.
    fn tell_chat(&mut self, line: &ChatLine) {
        let is_own = line.seat.is_some_and(|seat| {
            let remote = self.remote.as_ref();
            remote.is_some_and(|remote| remote.own_seats().contains(&seat))
        });
        if self.has_info_panel() || is_own {
            return;
        }
        let args = Args::new()
            .text("name", &line.name)
            .text("text", &line.text);
        self.inform(self.fill("net-chat", args));
    }

    fn flip_at_table(&mut self, before: Option<&State>) {
        let Some(state) = self.remote.as_ref().and_then(|remote| remote.state.clone()) else {
            return;
        };
        let played = state.session.played();
        let is_new = before.is_some_and(|before| before.session.played().len() < played.len());
        if let Some(changes) = played.last().filter(|_| is_new) {
            self.moved(None, changes);
        }
    }

    /// Says in the status line what happened, where the board does not show it.
    fn tell_news(&mut self, entry: &Entry) {
        let Some(view) = self.view() else { return };
        let is_own = |seat: Seat| {
            let remote = self.remote.as_ref();
            remote.is_some_and(|remote| remote.own_seats().contains(&seat))
        };
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
            // Who is to answer is asked.
            GameEvent::Offer { seat, offer } if !is_own(seat.other()) => {
                self.fill("net-offers", about(*seat, offer.kind()))
            }
            GameEvent::Decline { seat, offer } if !is_own(*seat) => {
                self.fill("net-declines", about(*seat, *offer))
            }
            GameEvent::TakeBack { .. } => self.say("tui-undone"),
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

    /// Makes a move at the table.
    pub(crate) fn play_at_table(&mut self, mv: Move) {
        let Some((view, seat)) = self.acting() else {
            return;
        };
        if view.stage == Stage::Waiting {
            self.refuse(self.say("refusal-not-begun"));
            return;
        }
        let Some(remote) = &mut self.remote else {
            return;
        };
        if remote.is_move_on_its_way() {
            self.refuse(self.say("net-sending"));
        } else if remote.play(seat, mv, view.spec) {
            self.notice = None;
        } else {
            self.refuse(self.say("net-too-much"));
        }
    }

    /// Asks something of the game at the table. The server answers.
    pub(crate) fn ask_table(&mut self, command: WireCommand) {
        let Some((_, seat)) = self.acting() else {
            return;
        };
        let is_sent = match &mut self.remote {
            Some(remote) => remote.ask(seat, command),
            None => return,
        };
        if !is_sent {
            self.refuse(self.say("net-too-much"));
        }
    }

    /// Proposes something, or accepts it if the other side has proposed it.
    pub(crate) fn offer_at_table(&mut self, what: WireOffer) {
        self.ask_table(WireCommand::Offer { what });
    }

    /// Answers what the other side proposed.
    pub(crate) fn answer_at_table(&mut self, seat: Seat, kind: OfferKind, accepts: bool) {
        let is_sent = match &mut self.remote {
            Some(remote) => remote.answer(seat, kind, accepts),
            None => return,
        };
        if !is_sent {
            self.refuse(self.say("net-too-much"));
        }
    }

    /// Says something to the others at the table.
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

    /// The game and the seat one speaks for; who only watches is told so, and who has no connection
    /// any more.
    pub(crate) fn acting(&mut self) -> Option<(GameView, Seat)> {
        if let Some(Remote {
            link: Link::Closed(reason),
            address,
            ..
        }) = &self.remote
        {
            let sentence = sentences::reason(&self.text, &address.server(), reason);
            self.refuse(sentence);
            return None;
        }
        let view = self.view();
        match (view, self.remote.as_ref().and_then(Remote::speaker)) {
            (Some(view), Some(seat)) => Some((view, seat)),
            (Some(_), None) => {
                self.refuse(self.say("net-spectator"));
                None
            }
            (None, _) => {
                self.refuse(self.say("net-connecting-yet"));
                None
            }
        }
    }
}
