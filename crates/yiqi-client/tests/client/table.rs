//! Games and tables as a server would send them.

use yiqi_record::{Entry, Event, OfferKind, Seat};
use yiqi_rules::GameSpec;
use yiqi_session::{Actor, Command, Request, Session, Terms};
use yiqi_testkit::Dice;
use yiqi_wire::{
    FirstColor, Game, PerSeat, Presence, PresenceState, SeatInfo, SeatKind, ServerMessage,
    TableInfo, TableState, Update, VERSION, WireEntry, WireSeat, You,
};

/// A random game of two seats with all kinds of events.
pub(crate) fn random_session(spec: GameSpec, seed: u64, plies: usize) -> Session {
    let mut dice = Dice::new(seed);
    let terms = Terms {
        time: "game 10m+5s".parse().unwrap(),
        ..terms(spec)
    };
    let mut session = Session::new(terms).unwrap();
    let mut now_ms = 0;
    ask(&mut session, Actor::Host, &Command::Start, now_ms);
    for _ in 0..3 * plies {
        now_ms += dice.below(2000) as u64;
        let seat = *dice.pick(&Seat::BOTH);
        let kind = *dice.pick(&OfferKind::ALL);
        let request = match kind {
            OfferKind::Draw => Request::Draw,
            OfferKind::TakeBack => Request::TakeBack,
            OfferKind::Pause => Request::Pause,
            OfferKind::Rematch => Request::Rematch,
        };
        let command = match dice.below(20) {
            0 => Command::Offer(request),
            1 if kind != OfferKind::Draw => Command::Accept(kind),
            2 => Command::Decline(kind),
            3 => Command::Resume,
            4 => Command::Comment("well\nplayed".into()),
            _ => {
                let legal = session.position().legal_moves();
                if legal.is_empty() {
                    continue;
                }
                Command::play(*dice.pick(&legal))
            }
        };
        ask(&mut session, Actor::Seat(seat), &command, now_ms);
    }
    session
}

/// Applies a command; refusals are ignored.
pub(crate) fn ask(session: &mut Session, actor: Actor, command: &Command, now_ms: u64) -> bool {
    let Ok(entries) = session.decide(actor, command, now_ms, 0) else {
        return false;
    };
    for entry in &entries {
        session.apply(entry).unwrap();
    }
    true
}

/// The terms that match `info`.
pub(crate) fn terms(spec: GameSpec) -> Terms {
    Terms {
        players: yiqi_record::BySeat {
            first: "Ann".to_owned(),
            second: "Bob".to_owned(),
        },
        ..Terms::new(spec)
    }
}

pub(crate) fn info(spec: GameSpec, time: &str) -> TableInfo {
    let seat = |name: &str| SeatInfo {
        kind: SeatKind::Guest,
        name: name.to_owned(),
        person: Some(format!("p_{name}")),
        player: None,
        rating: None,
        rating_change: None,
    };
    TableInfo {
        id: "k3v9qz7m2x".to_owned(),
        game: Game {
            spec: spec.to_string(),
            kind: "game".to_owned(),
            size: spec.size(),
            rows_from_bottom: true,
            name: "A game".to_owned(),
        },
        seats: PerSeat {
            first: seat("Ann"),
            second: seat("Bob"),
        },
        first_color: FirstColor::Black,
        time: time.to_owned(),
        listed: false,
        private: false,
        rated: false,
        same_address: false,
        start: None,
        created_ms: 1_794_000_000_000,
        next: None,
        tournament: None,
    }
}

pub(crate) fn presence() -> Presence {
    Presence {
        seats: PerSeat {
            first: PresenceState::Connected,
            second: PresenceState::Connected,
        },
        spectators: 0,
        claim_in_ms: PerSeat::default(),
    }
}

pub(crate) fn wire(entries: &[Entry], spec: GameSpec) -> Vec<WireEntry> {
    entries
        .iter()
        .map(|entry| WireEntry::new(entry, spec))
        .collect()
}

/// The first message for a client that resumes after this many entries.
pub(crate) fn greeting(session: &Session, after: usize) -> TableState {
    let spec = session.terms().spec;
    let after = after.min(session.log().len());
    TableState {
        version: VERSION,
        table: info(spec, &session.terms().time.to_string()),
        you: You {
            seats: vec![WireSeat::First],
            host: false,
            invite: None,
        },
        from: after + 1,
        entries: wire(&session.log()[after..], spec),
        moves: None,
        view: None,
        now_ms: session.log().last().map_or(0, |entry| entry.at_ms),
        presence: presence(),
        chat: Vec::new(),
    }
}

/// An update with the entries from one index to another, counted from 0.
pub(crate) fn update(session: &Session, from: usize, to: usize) -> ServerMessage {
    let entries = wire(&session.log()[from..to], session.terms().spec);
    ServerMessage::Update(Box::new(Update {
        from: from + 1,
        now_ms: entries.last().map_or(0, |entry| entry.at_ms),
        entries,
        mv: None,
        view: None,
    }))
}

/// The moves of a session, including those taken back.
pub(crate) fn move_entries(session: &Session) -> Vec<String> {
    let spec = session.terms().spec;
    session
        .log()
        .iter()
        .filter_map(|entry| match entry.event {
            Event::Move(played) => Some(yiqi_record::notation::move_name(played.mv, spec)),
            _ => None,
        })
        .collect()
}
