//! Replay and analysis: positions that are looked at, not played.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use yiqi_record::GameResult;
use yiqi_rules::{AnyPosition, ByColor, Changes};

use crate::view::{forbidden_names, legal_names, line_names, word_names};
use crate::{
    Game, Origin, WireChange, WireColor, WireForbidden, WireResult, WireScore, board_text,
};

/// A position to look at: a game, and how it came about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    /// The game spec.
    pub game: String,
    /// Where from, and the moves.
    #[serde(default)]
    pub from: Origin,
}

/// A position that is looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StudyPosition {
    /// The game.
    pub game: Game,
    /// The board, row by row from the top: `b`, `w` or `.`.
    pub board: String,
    /// The side to act; absent at the end.
    pub turn: Option<WireColor>,
    /// The color of the stone that would be placed next.
    pub next_stone: Option<WireColor>,
    /// Where a stone may be placed; if absent, on every empty point that is not forbidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<String>>,
    /// What else may be done: `pass`, `swap`, `keep`, `more`.
    pub words: Vec<String>,
    /// Points that are forbidden to the side to act.
    pub forbidden: Vec<WireForbidden>,
    /// What the last move changed.
    pub last: Option<WireChange>,
    /// The rows that won the game.
    pub lines: Vec<Vec<String>>,
    /// Stones of both sides, where the game counts them.
    pub score: Option<WireScore>,
    /// How it ended, if the rules ended it here.
    pub result: Option<WireResult>,
}

impl StudyPosition {
    /// A position, and what the move that led to it changed.
    #[must_use]
    pub fn new(game: Game, position: &AnyPosition, last: Option<&Changes>) -> StudyPosition {
        let spec = position.spec();
        let stones = ByColor::from_fn(|color| position.stones(color));
        let outcome = position.outcome();
        let forbidden = position.forbidden_points();
        StudyPosition {
            game,
            board: board_text(&stones, spec.size()),
            turn: position.turn().map(WireColor::from),
            next_stone: position.next_stone().map(WireColor::from),
            legal: legal_names(&stones, &position.legal_points(), forbidden.len(), spec),
            words: word_names(&position.legal_words()),
            forbidden: forbidden_names(&forbidden, spec),
            last: last.map(|last| WireChange::new(last, spec)),
            lines: outcome
                .as_ref()
                .map(|outcome| line_names(&outcome.lines, spec))
                .unwrap_or_default(),
            score: position.score().map(WireScore::from),
            result: outcome
                .as_ref()
                .map(|outcome| WireResult::new(&GameResult::from(outcome))),
        }
    }
}

/// A record to be replayed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReplayAnswer {
    /// The game.
    pub game: Game,
    /// Names of the players: the first seat's, the second's.
    pub players: Vec<String>,
    /// The color of the first seat before the first move; each `swapped` exchanges the colors.
    pub first: WireColor,
    /// The stones it started from, if not the usual ones, as records write them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The board before the first move.
    pub board: String,
    /// The clock.
    pub time: String,
    /// The date, as written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// How it ended, if it has.
    pub result: Option<WireResult>,
    /// What was said before the first move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Every move of the tree: the main line first, each branch after what it leaves from, so that
    /// `parent` is always an index before the node's own. Moves that were taken back are a branch,
    /// and what was played instead is the main line. The same move from the same place is one node.
    pub nodes: Vec<ReplayNode>,
    /// How many records the file holds; this is one of them.
    pub count: usize,
}

/// One move of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReplayNode {
    /// The index of the move before in the list; absent for a first move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// The side that made it.
    pub side: WireColor,
    /// What it changed.
    #[serde(flatten)]
    pub change: WireChange,
    /// The time it took, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used_ms: Option<u64>,
    /// What its maker thought of the position, in hundredths, seen from its own side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eval: Option<i32>,
    /// What was said about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Whether it belongs to the main line.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub main: bool,
}

/// A tree of moves that is to become a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ComposeRequest {
    /// The game spec.
    pub game: String,
    /// Names of the players: the first seat's, the second's. Both may be left out.
    #[serde(default)]
    pub players: Vec<String>,
    /// The color of the first seat before the first move; black if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<WireColor>,
    /// The stones to start from, if not the usual ones, as records write them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The date, as it is to be written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// What is said before the first move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Every move of the tree. Of the moves that follow another, the first goes on with its line and
    /// the others are branches.
    pub nodes: Vec<ComposeNode>,
    /// The format of the file: `yiqi`, `sgf`, …
    pub format: String,
}

/// One move of a tree that is to become a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ComposeNode {
    /// The index of the move before in the list, which must be less than this move's own; absent
    /// for a first move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// What is said about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// What the engine thinks of a position, one line of a stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AnalysisReport {
    /// Plies looked ahead.
    pub depth: u8,
    /// Positions looked at.
    pub nodes: u64,
    /// Milliseconds so far.
    pub ms: u64,
    /// The best moves, the best first.
    pub lines: Vec<AnalysisLine>,
    /// Whether this is the last report.
    pub done: bool,
}

/// How an engine knows what a position is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum WireCertainty {
    /// Every game that matters was played to its end.
    Exact,
    /// Who wins is certain; the score may be further from a draw, never nearer.
    Outcome,
    /// One side wins by force, and the line shows how.
    Forced {
        /// Plies to the end.
        plies: u16,
    },
    /// An estimate.
    Estimate {
        /// How sure it is that nothing was overlooked, in percent.
        percent: u8,
        /// The mean error to be expected, in hundredths; 0 if nobody measured it.
        error: u16,
    },
}

/// One of the best moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AnalysisLine {
    /// What it leads to, in hundredths, seen from the side that has black now, whichever stones it
    /// takes in a swap opening.
    pub eval: i32,
    /// Whether the end of the game was reached on every line that matters, so that `eval` is exact.
    pub exact: bool,
    /// How it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certainty: Option<WireCertainty>,
    /// The moves, this one first.
    pub moves: Vec<String>,
}
