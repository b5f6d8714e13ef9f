//! What is agreed before a game begins.

use yiqi_record::{BySeat, Event, Header, Record, TimeControl};
use yiqi_rules::{AnyPosition, Color, GameSpec, Setup, SetupError};

/// What is agreed before a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Game, board and rules.
    pub spec: GameSpec,
    /// The names of the participants.
    pub players: BySeat<String>,
    /// Who plays which color.
    pub colors: ColorChoice,
    /// The clock.
    pub time: TimeControl,
    /// Where to start from, if not from the usual position.
    pub start: Option<Setup>,
    /// When it is played, as written.
    pub date: Option<String>,
    /// Anything else that its record is to say.
    pub tags: Vec<(String, String)>,
}

/// Who plays which color at first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ColorChoice {
    /// The first seat has this color.
    First(Color),
    /// Drawn with equal chance when the game begins.
    Drawn,
}

impl Terms {
    /// A game with nobody named, no clock, and black for the first seat.
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

    /// The terms that a record was played under.
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
    /// If the start position is not one.
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
