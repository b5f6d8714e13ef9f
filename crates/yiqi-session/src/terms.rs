//! The terms of a game, agreed before it begins.

use yiqi_record::{BySeat, Event, Header, Record, TimeControl};
use yiqi_rules::{AnyPosition, Color, GameSpec, Setup, SetupError};

/// The terms of a game, agreed before it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The game, board and rules.
    pub spec: GameSpec,
    /// The names of the participants.
    pub players: BySeat<String>,
    /// Who plays which color.
    pub colors: ColorChoice,
    /// The clock.
    pub time: TimeControl,
    /// The start position, if not the standard one.
    pub start: Option<Setup>,
    /// The date, as written in the record.
    pub date: Option<String>,
    /// Other tags of the record.
    pub tags: Vec<(String, String)>,
}

/// Who plays which color at the beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColorChoice {
    /// The first seat has this color.
    First(Color),
    /// Drawn by lot, with equal chances, when the game begins.
    Drawn,
}

impl Terms {
    /// A game without names or clock, with black for the first seat.
    #[must_use]
    pub fn new(spec: GameSpec) -> Terms {
        Terms {
            spec,
            players: BySeat::default(),
            colors: ColorChoice::First(Color::Black),
            time: TimeControl::NONE,
            start: None,
            date: None,
            tags: Vec::new(),
        }
    }

    /// The terms under which a record was played.
    #[must_use]
    pub fn of_record(record: &Record) -> Terms {
        let header = &record.header;
        let first = record.entries().find_map(|entry| match entry.event {
            Event::Begin { first } => Some(first),
            _ => None,
        });
        Terms {
            spec: header.spec,
            players: header.players.clone(),
            colors: ColorChoice::First(first.unwrap_or(Color::Black)),
            time: header.time,
            start: header.start.clone(),
            date: header.date.clone(),
            tags: header.tags.clone(),
        }
    }

    /// The position before the first move.
    ///
    /// # Errors
    /// If the start position is invalid.
    pub fn start_position(&self) -> Result<AnyPosition, SetupError> {
        self.header().start_position()
    }

    pub(crate) fn header(&self) -> Header {
        Header {
            players: self.players.clone(),
            time: self.time,
            start: self.start.clone(),
            date: self.date.clone(),
            tags: self.tags.clone(),
            ..Header::new(self.spec)
        }
    }
}
