//! The terms of a table, as stored.

use serde::{Deserialize, Serialize};
use yiqi_record::notation::{parse_move, parse_setup};
use yiqi_record::{BySeat, Entry, Event, TimeControl};
use yiqi_rules::{GameSpec, Move};
use yiqi_session::{Actor, Command, Session, Terms};
use yiqi_wire::{FirstColor, Origin};

use crate::denied::Denied;

/// The terms of a table, as JSON in its row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StoredTerms {
    /// The game spec.
    pub(crate) game: String,
    /// The names at the seats, stored as a JSON array.
    #[serde(with = "pair")]
    pub(crate) names: BySeat<String>,
    /// The time control.
    pub(crate) time: String,
    /// The color of the first seat.
    pub(crate) first_color: FirstColor,
    /// Where the game begins, if not at the normal start.
    #[serde(default)]
    pub(crate) from: Option<Origin>,
    /// The tournament that the game belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tournament: Option<TournamentGamePlace>,
    /// Whether a rated game became unrated, because both players have one address.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) same_address: bool,
}

/// Where a game belongs in a tournament, as part of its table's terms.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TournamentGamePlace {
    /// The tournament's id.
    pub(crate) id: String,
    /// Its name.
    pub(crate) name: String,
    /// The number of the game in it.
    pub(crate) game: u32,
    /// How long a player has for the first move.
    pub(crate) show_up_ms: u64,
}

/// The terms in the core's types.
#[derive(Clone, Debug)]
pub(crate) struct AgreedTerms {
    pub(crate) spec: GameSpec,
    pub(crate) terms: Terms,
    /// Moves played before the game begins.
    pub(crate) moves: Vec<Move>,
}

impl StoredTerms {
    /// Converts to the core's types.
    pub(crate) fn agreed(&self) -> Result<AgreedTerms, Denied> {
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
            colors: self.first_color.into(),
            time,
            start,
            ..Terms::new(spec)
        };
        Ok(AgreedTerms { spec, terms, moves })
    }
}

impl AgreedTerms {
    /// A session that has not started.
    pub(crate) fn session(&self) -> Result<Session, Denied> {
        Session::new(self.terms.clone()).map_err(|_| Denied::BadPosition)
    }

    /// The entries that start the game, including those that lead to its starting position.
    ///
    /// # Errors
    /// If a move is illegal or the game is over after them.
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

/// Serializes a pair as a JSON array, the first seat first.
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
