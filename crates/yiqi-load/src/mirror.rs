//! The game as a client sees it, built from entries.

use yiqi_record::TimeControl;
use yiqi_record::notation::move_name;
use yiqi_rules::{AnyPosition, GameSpec};
use yiqi_session::{Session, Terms};
use yiqi_testkit::Dice;
use yiqi_wire::{TableState, WireEntry};

use crate::LoadError;

/// A game as a client sees it.
#[derive(Clone, Debug)]
pub(crate) struct Mirror {
    pub(crate) spec: GameSpec,
    pub(crate) session: Session,
}

impl Mirror {
    /// The game of a table, before its first entry.
    pub(crate) fn new(state: &TableState) -> Result<Mirror, LoadError> {
        let broken = |what: &dyn std::fmt::Display| LoadError::Broken(what.to_string());
        let spec: GameSpec = state
            .table
            .game
            .spec
            .parse()
            .map_err(|error| broken(&error))?;
        let time: TimeControl = state.table.time.parse().map_err(|error| broken(&error))?;
        let terms = Terms {
            time,
            ..Terms::new(spec)
        };
        let session = Session::new(terms).map_err(|error| broken(&error))?;
        Ok(Mirror { spec, session })
    }

    /// Applies entries, the first with number `from`; skips those already applied.
    pub(crate) fn take_in(&mut self, from: usize, entries: &[WireEntry]) -> Result<(), LoadError> {
        let known = self.session.log().len();
        if from > known + 1 {
            return Err(LoadError::Broken(format!(
                "received entry {from} after entry {known}"
            )));
        }
        for wire in entries.iter().skip(known + 1 - from) {
            let entry = wire
                .entry(self.spec)
                .map_err(|error| LoadError::Broken(error.to_string()))?;
            self.session
                .apply(&entry)
                .map_err(|error| LoadError::Broken(error.to_string()))?;
        }
        Ok(())
    }

    /// The number of entries so far.
    pub(crate) fn count(&self) -> usize {
        self.session.log().len()
    }

    pub(crate) fn is_over(&self) -> bool {
        self.session.result().is_some()
    }

    /// A random legal move, as text.
    pub(crate) fn any_move(&self, dice: &mut Dice) -> Option<String> {
        any_move(self.session.position(), dice)
    }
}

/// A random legal move of a position, as text.
pub(crate) fn any_move(position: &AnyPosition, dice: &mut Dice) -> Option<String> {
    let spec = position.spec();
    let points = position.legal_points();
    let count = points.len();
    if count > 0 {
        let point = points.iter().nth(dice.below(count))?;
        return Some(spec.point_name(point));
    }
    let words = position.legal_words();
    if words.is_empty() {
        return None;
    }
    Some(move_name(*dice.pick(&words), spec))
}
