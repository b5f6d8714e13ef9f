//! What was agreed at a table, as it is kept.

use serde::{Deserialize, Serialize};
use yiqi_record::notation::{parse_move, parse_setup};
use yiqi_record::{BySeat, Entry, Event, TimeControl};
use yiqi_rules::{Color, GameSpec, Move};
use yiqi_session::{Actor, ColorChoice, Command, Session, Terms};
use yiqi_wire::{FirstColor, Origin};

use crate::denied::Denied;

/// What was agreed at a table, as JSON in its row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StoredTerms {
    /// The game spec.
    pub(crate) game: String,
    /// The names at the seats, in the row as a JSON array.
    #[serde(with = "pair")]
    pub(crate) names: BySeat<String>,
    /// The clock.
    pub(crate) time: String,
    /// The color of the first seat.
    pub(crate) first_color: FirstColor,
    /// Where the game begins, if not at the usual start.
    #[serde(default)]
    pub(crate) from: Option<Origin>,
}

/// The same in the types of the core.
#[derive(Clone, Debug)]
pub(crate) struct Agreed {
    pub(crate) spec: GameSpec,
    pub(crate) terms: Terms,
    /// Moves that were made before the game begins.
    pub(crate) moves: Vec<Move>,
}

impl StoredTerms {
    /// The same in the types of the core.
    pub(crate) fn agreed(&self) -> Result<Agreed, Denied> {
        let spec: GameSpec = self.game.parse().map_err(Denied::BadGame)?;
        let time: TimeControl = self.time.parse().map_err(Denied::BadClock)?;
        let origin = self.from.clone().unwrap_or_default();
        let start = match &origin.start {
            None => None,
            Some(text) => Some(parse_setup(text, spec).ok_or(Denied::BadPosition)?),
        };
        let moves = origin
            .moves
            .iter()
            .map(|text| parse_move(text, spec).map_err(|_| Denied::BadMove(text.clone())))
            .collect::<Result<Vec<Move>, Denied>>()?;
        let terms = Terms {
            players: self.names.clone(),
            colors: match self.first_color {
                FirstColor::Black => ColorChoice::First(Color::Black),
                FirstColor::White => ColorChoice::First(Color::White),
                FirstColor::Drawn => ColorChoice::Drawn,
            },
            time,
            start,
            ..Terms::new(spec)
        };
        Ok(Agreed { spec, terms, moves })
    }
}

impl Agreed {
    /// The game, not begun.
    pub(crate) fn session(&self) -> Result<Session, Denied> {
        Session::new(self.terms.clone()).map_err(|_| Denied::BadPosition)
    }

    /// The entries that begin the game: those that lead to where it goes on from, too.
    ///
    /// # Errors
    /// If the moves are not legal one after another, or the game is over after them.
    pub(crate) fn begin(
        &self,
        session: &Session,
        now_ms: u64,
        dice: u64,
    ) -> Result<Vec<Entry>, Denied> {
        let refused = |refusal| Denied::Refused(self.spec, refusal);
        let mut entries = session
            .decide(Actor::Host, &Command::Start, now_ms, dice)
            .map_err(refused)?;
        if self.moves.is_empty() {
            return Ok(entries);
        }
        let at_ms = entries.last().map_or(now_ms, |entry| entry.at_ms);
        let moves = self.moves.iter().map(|&mv| Event::Move(mv.into()));
        let rest = moves.chain([Event::Branch]);
        let mut trial = session.clone();
        for entry in &entries {
            trial.apply(entry).map_err(|_| Denied::BadPosition)?;
        }
        for event in rest {
            let entry = Entry { at_ms, event };
            trial.apply(&entry).map_err(|_| Denied::BadPosition)?;
            entries.push(entry);
        }
        Ok(entries)
    }
}

/// Values of both seats as a JSON array, the first seat's first.
mod pair {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use yiqi_record::BySeat;

    pub(super) fn serialize<S: Serializer>(
        BySeat { first, second }: &BySeat<String>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        [first, second].serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<BySeat<String>, D::Error> {
        let [first, second] = Deserialize::deserialize(deserializer)?;
        Ok(BySeat { first, second })
    }
}
