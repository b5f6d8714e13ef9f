//! The app's connection to a table on a server.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::Instant;

use yiqi_client::{Event, Handle, LinkState, Reason, TableAddress, TableSnapshot};
use yiqi_desk::commands::Scope;
use yiqi_record::notation::is_unprintable;
use yiqi_record::{Entry, Event as GameEvent, OfferKind, Seat};
use yiqi_rules::{AnyPosition, Changes, GameSpec};
use yiqi_session::{Command, GameView, Request, Stage};
use yiqi_wire::{Chat, Room, Thought, WireCommand};

use crate::active_game::{ActionError, ActiveGame};

/// A table on a server. Dropping it ends the connection.
pub(crate) struct Remote {
    pub(crate) address: TableAddress,
    handle: Handle,
    events: Receiver<Event>,
    /// The state of the table, once known.
    pub(crate) state: Option<Arc<TableSnapshot>>,
    pub(crate) link: LinkState,
    /// When the state of the connection last changed.
    pub(crate) link_at: Instant,
    /// Recent chat, oldest first, ready to be shown.
    pub(crate) chat: VecDeque<ChatLine>,
    /// The analysis of a program at the table.
    pub(crate) thought: Option<Thought>,
    /// The numbers of the offers that were answered, even if the server does not know yet.
    answered: BTreeSet<usize>,
    /// Whether a move was sent and not yet confirmed.
    is_moving: bool,
    /// Whether the dialog at the end of the game or of the connection was answered.
    pub(crate) is_dismissed: bool,
}

/// A chat message without unprintable characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ChatLine {
    pub(crate) name: String,
    pub(crate) text: String,
    /// The seat of the sender, if it is a player.
    pub(crate) seat: Option<Seat>,
}

/// The number of chat lines that are kept.
const CHAT_MAX: usize = 50;

/// The most characters of a chat line that are kept.
const CHAT_CHARS_MAX: usize = 300;

/// The text without unprintable characters; data from the network is never trusted.
pub(crate) fn printable(text: &str, chars_max: usize) -> String {
    text.chars()
        .map(|c| if c == '\n' { ' ' } else { c })
        .filter(|&c| !is_unprintable(c))
        .take(chars_max)
        .collect()
}

impl Remote {
    pub(crate) fn new(
        address: TableAddress,
        (handle, events): (Handle, Receiver<Event>),
        now: Instant,
    ) -> Remote {
        Remote {
            address,
            handle,
            events,
            state: None,
            link: LinkState::Connecting,
            link_at: now,
            chat: VecDeque::new(),
            thought: None,
            answered: BTreeSet::new(),
            is_moving: false,
            is_dismissed: false,
        }
    }

    /// The next event, if there is one.
    pub(crate) fn poll(&mut self) -> Option<Event> {
        match self.events.try_recv() {
            Ok(event) => Some(event),
            Err(TryRecvError::Empty) => None,
            // A connection reports why it ends; if it did not, it died.
            Err(TryRecvError::Disconnected) => match self.link {
                LinkState::Closed(_) => None,
                _ => Some(Event::Connection(LinkState::Closed(Reason::Left))),
            },
        }
    }

    /// Takes a new state and returns the new entries. None for the first state, which is history.
    pub(crate) fn take(&mut self, state: Arc<TableSnapshot>) -> Vec<Entry> {
        let news = match &self.state {
            Some(old) => {
                let held = old.session.log().len();
                state.session.log().get(held..).unwrap_or_default().to_vec()
            }
            None => Vec::new(),
        };
        if !news.is_empty() {
            self.thought = None;
        }
        let is_move = |entry: &Entry| matches!(entry.event, GameEvent::Move(_));
        if news.iter().any(is_move) {
            self.is_moving = false;
        }
        let was_over = self.is_over();
        self.state = Some(state);
        if self.is_over() != was_over {
            self.is_dismissed = false;
        }
        news
    }

    pub(crate) fn set_link(&mut self, link: LinkState, now: Instant) {
        if matches!(link, LinkState::Closed(_)) {
            self.is_dismissed = false;
        }
        self.link = link;
        self.link_at = now;
    }

    pub(crate) fn add_chat(&mut self, chat: &Chat) -> ChatLine {
        let line = ChatLine {
            name: printable(&chat.name, 40),
            text: printable(&chat.text, CHAT_CHARS_MAX),
            seat: chat.seat.map(Into::into),
        };
        self.chat.push_back(line.clone());
        if self.chat.len() > CHAT_MAX {
            self.chat.pop_front();
        }
        line
    }

    fn is_over(&self) -> bool {
        self.stage()
            .is_some_and(|stage| matches!(stage, Stage::Over(_)))
    }

    pub(crate) fn stage(&self) -> Option<Stage> {
        self.state.as_ref().map(|state| state.session.stage())
    }

    /// Whether leaving now would affect others.
    pub(crate) fn would_be_missed(&self) -> bool {
        let is_playing = matches!(self.stage(), Some(Stage::Playing | Stage::Paused));
        is_playing && !self.own_seats().is_empty()
    }

    pub(crate) fn is_host(&self) -> bool {
        self.state.as_ref().is_some_and(|state| state.you.host)
    }

    /// The opposite seat, if the person has only one.
    pub(crate) fn opponent(&self) -> Option<Seat> {
        match self.own_seats()[..] {
            [seat] => Some(seat.other()),
            _ => None,
        }
    }

    /// Whether a move was sent and not yet confirmed.
    pub(crate) fn is_move_pending(&self) -> bool {
        self.is_moving
    }

    /// Sends a command on behalf of a seat.
    fn send(&self, seat: Seat, command: WireCommand) -> Result<(), ActionError> {
        // The server needs the seat only from a client that holds both.
        let named = (self.own_seats().len() > 1).then(|| seat.into());
        match self.handle.ask(named, command) {
            true => Ok(()),
            false => Err(ActionError::Message("net-too-much")),
        }
    }

    /// Handles a refusal: a sent move may have been rejected.
    pub(crate) fn refused(&mut self) {
        self.answered.clear();
        self.is_moving = false;
    }

    /// The number of the entry in which a seat last made an offer of this kind.
    fn offer_number(&self, by: Seat, kind: OfferKind) -> Option<usize> {
        let state = self.state.as_ref()?;
        state.session.log().iter().rposition(|entry| {
            matches!(entry.event, GameEvent::Offer { seat, offer } if seat == by && offer.kind() == kind)
        })
    }

    /// Sends a chat message: players to each other, spectators among themselves.
    pub(crate) fn say(&self, text: &str) -> bool {
        let room = if self.own_seats().is_empty() {
            Room::Spectators
        } else {
            Room::Players
        };
        self.handle.say(room, printable(text, CHAT_CHARS_MAX))
    }

    /// Makes a lost connection retry at once.
    pub(crate) fn hurry(&self) {
        self.handle.hurry();
    }
}

impl ActiveGame for Remote {
    fn scope(&self) -> Scope {
        Scope::Table
    }

    fn spec(&self) -> Option<GameSpec> {
        self.state.as_ref().map(|state| state.session.terms().spec)
    }

    fn view(&self, now: Instant) -> Option<GameView> {
        self.state.as_ref().map(|state| state.view(now))
    }

    fn position(&self) -> Option<&AnyPosition> {
        self.state.as_ref().map(|state| state.session.position())
    }

    fn own_seats(&self) -> Vec<Seat> {
        let state = self.state.as_ref();
        state.map(|state| state.own_seats()).unwrap_or_default()
    }

    fn acting_seat(&self) -> Option<Seat> {
        let seats = self.own_seats();
        let turn = self.state.as_ref().and_then(|state| state.session.turn());
        turn.filter(|turn| seats.contains(turn))
            .or_else(|| seats.first().copied())
    }

    fn is_own_turn(&self) -> bool {
        let turn = self.state.as_ref().and_then(|state| state.session.turn());
        turn.is_some_and(|turn| self.own_seats().contains(&turn)) && !self.is_move_pending()
    }

    fn offer_to_answer(&self, view: &GameView) -> Option<(Seat, OfferKind)> {
        let offers = self.own_seats().into_iter().flat_map(|seat| {
            let kinds = view.offers[seat.other()].iter().map(|offer| offer.kind());
            kinds.map(move |kind| (seat, kind))
        });
        offers.into_iter().find(|&(seat, kind)| {
            let number = self.offer_number(seat.other(), kind);
            !number.is_some_and(|number| self.answered.contains(&number))
        })
    }

    fn check(&self) -> Result<(), ActionError> {
        match &self.link {
            LinkState::Closed(reason) => {
                Err(ActionError::Closed(self.address.server(), reason.clone()))
            }
            _ if self.state.is_none() => Err(ActionError::Message("net-connecting-yet")),
            _ if self.own_seats().is_empty() => Err(ActionError::Message("net-spectator")),
            _ => Ok(()),
        }
    }

    fn ask(&mut self, command: &Command) -> Result<Option<Changes>, ActionError> {
        self.check()?;
        let (Some(seat), Some(spec)) = (self.acting_seat(), self.spec()) else {
            return Ok(None);
        };
        let is_move = matches!(command, Command::Play { .. });
        if is_move && self.stage() == Some(Stage::Waiting) {
            return Err(ActionError::Message("refusal-not-begun"));
        }
        if is_move && self.is_moving {
            return Err(ActionError::Message("net-sending"));
        }
        // The host stops the clocks; others propose it.
        let proposed = Command::Offer(Request::Pause);
        let command = match command {
            Command::Pause if !self.is_host() => &proposed,
            command => command,
        };
        if let Some(command) = WireCommand::new(command, spec) {
            self.send(seat, command)?;
            self.is_moving |= is_move;
        }
        Ok(None)
    }

    fn answer(&mut self, seat: Seat, kind: OfferKind, accepts: bool) -> Result<(), ActionError> {
        self.check()?;
        let what = kind.into();
        self.send(
            seat,
            match accepts {
                true => WireCommand::Accept { what },
                false => WireCommand::Decline { what },
            },
        )?;
        self.answered.extend(self.offer_number(seat.other(), kind));
        Ok(())
    }

    fn take_back(&mut self) -> Result<bool, ActionError> {
        self.ask(&Command::Offer(Request::TakeBack))?;
        Ok(false)
    }
}
