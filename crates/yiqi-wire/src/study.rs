//! Replay and analysis of positions outside of play.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use yiqi_record::GameResult;
use yiqi_rules::{AnyPosition, ByColor, Changes};

use crate::view::{forbidden_names, legal_names, line_names, stones_due, word_names};
use crate::{
    Fault, Game, Origin, WireChange, WireColor, WireForbidden, WireResult, WireScore, board_text,
};

/// A request for a position: a game, and how the position arises.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    /// The game spec.
    pub game: String,
    /// The start and the moves.
    #[serde(default)]
    pub from: Origin,
    /// A move to try after them. If it is refused, the response is the position before it, with
    /// the reason.
    #[serde(default, rename = "try", skip_serializing_if = "Option::is_none")]
    pub tried: Option<String>,
}

/// A position to study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StudyPosition {
    /// The game.
    pub game: Game,
    /// The board, row by row from the top: `b`, `w` or `.`.
    pub board: String,
    /// The side to move; `null` once the game is over.
    pub turn: Option<WireColor>,
    /// The color of the stone that would be placed next.
    pub next_stone: Option<WireColor>,
    /// How many stones the side to move still places this turn, in games with several per turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stones_due: Option<u8>,
    /// Where a stone may be placed; if absent, on every empty point that is not forbidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<String>>,
    /// Other legal moves: `pass`, `swap`, `keep`, `more`.
    pub words: Vec<String>,
    /// The points forbidden to the side to move.
    pub forbidden: Vec<WireForbidden>,
    /// What the last move changed.
    pub last: Option<WireChange>,
    /// The winning rows.
    pub lines: Vec<Vec<String>>,
    /// The stones of both sides, in games that count them.
    pub score: Option<WireScore>,
    /// The result, if the rules end the game here.
    pub result: Option<WireResult>,
    /// What the opening book knows about the position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub book: Option<StudyBook>,
    /// Why the move to try is refused, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Fault>,
}

impl StudyPosition {
    /// Describes a position, and what the move that led to it changed.
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
            stones_due: stones_due(spec, position.stones_due()),
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
            book: None,
            refusal: None,
        }
    }
}

/// A position of the opening book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StudyBook {
    /// Depth of the search behind its evaluations, in plies. Moves to other positions of the book
    /// have the evaluations of those positions, which come from searches of their own.
    pub depth: u8,
    /// Its moves, best first for the side to move.
    pub moves: Vec<StudyBookMove>,
}

/// A move of the opening book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct StudyBookMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The evaluation after it in hundredths, from Black's point of view.
    pub eval: i32,
}

/// A record to replay.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReplayResponse {
    /// The game.
    pub game: Game,
    /// The players' names, the first seat's first.
    pub players: Vec<String>,
    /// The color of the first seat before the first move; each `swapped` exchanges the colors.
    pub first: WireColor,
    /// The starting position, if not the normal one, in the notation of records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The board before the first move.
    pub board: String,
    /// The time control.
    pub time: String,
    /// The date, as written in the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The result, if the game is over.
    pub result: Option<WireResult>,
    /// The comment before the first move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// All moves of the tree: the main line first, then each variation after the move that it
    /// branches from, so `parent` is always smaller than the node's own index. Moves that were
    /// taken back are a variation; what was played instead is the main line. The same move from the
    /// same node is one node.
    pub nodes: Vec<ReplayNode>,
    /// The number of records in the file.
    pub count: usize,
}

/// A move of a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ReplayNode {
    /// The index of the previous move; absent for a first move.
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
    /// The mover's evaluation of the position from its own side, in hundredths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eval: Option<i32>,
    /// The comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// Whether it is on the main line.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub main: bool,
    /// Whether it was played and taken back, and not played again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub taken_back: bool,
}

/// A tree of moves to write as a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ComposeRequest {
    /// The game spec.
    pub game: String,
    /// The players' names, the first seat's first. Both may be omitted.
    #[serde(default)]
    pub players: Vec<String>,
    /// The color of the first seat before the first move; black if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<WireColor>,
    /// The starting position, if not the normal one, in the notation of records.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The date, as it should be written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The comment before the first move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// All moves of the tree. Of several moves with the same parent, the first continues its line
    /// and the others are variations.
    pub nodes: Vec<ComposeNode>,
    /// The format of the file: `yiqi`, `sgf`, …
    pub format: String,
}

/// A move of a tree to write as a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ComposeNode {
    /// The index of the previous move, which must be smaller than this move's own; absent for a
    /// first move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The comment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// A report of an engine's analysis of a position, one event of a stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AnalysisReport {
    /// The search depth in plies.
    pub depth: u8,
    /// The number of positions searched.
    pub nodes: u64,
    /// The time so far, in milliseconds.
    pub ms: u64,
    /// The best lines, best first.
    pub lines: Vec<AnalysisLine>,
    /// Whether this is the last report.
    pub done: bool,
}

/// How an engine knows an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum WireCertainty {
    /// Solved: every line that matters was searched to the end of the game.
    Exact,
    /// The winner is certain; the score may be further from a draw, but not closer to it.
    Outcome,
    /// One side wins by force, as the line shows.
    Forced {
        /// Plies to the end.
        plies: u16,
    },
    /// An estimate.
    Estimate {
        /// The confidence that nothing was overlooked, in percent.
        percent: u8,
        /// The expected mean error, in hundredths; 0 if unknown.
        error: u16,
    },
}

/// One line of an analysis.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AnalysisLine {
    /// The evaluation in hundredths, from the point of view of the side that has black now,
    /// whichever color it takes in a swap opening.
    pub eval: i32,
    /// Whether `eval` is exact, because every line that matters was searched to the end of the
    /// game.
    pub exact: bool,
    /// How the evaluation is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certainty: Option<WireCertainty>,
    /// The moves of the line.
    pub moves: Vec<String>,
}

/// A request to analyze a finished game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GameAnalysisRequest {
    /// Whether each position gets more time.
    #[serde(default)]
    pub deep: bool,
}

/// How far the analysis of a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnalysisStage {
    /// Nobody has asked for it, or it was interrupted.
    Idle,
    /// The server is working on it.
    Running,
    /// Every position is analyzed.
    Done,
}

/// The engine's analysis of a finished game, which the server keeps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct GameAnalysis {
    /// How far it is.
    pub stage: AnalysisStage,
    /// Whether it was asked for with more time.
    pub deep: bool,
    /// The moves of the game, which has one position more. In a stream, only in the first event.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
    /// The positions analyzed so far, by ply. In a stream, only those since the previous event.
    pub positions: Vec<AnalyzedPosition>,
}

/// A position of an analyzed game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AnalyzedPosition {
    /// How many moves led to it.
    pub ply: usize,
    /// Whether it got more time.
    pub deep: bool,
    /// The search depth in plies; 0 where the rules decide.
    pub depth: u8,
    /// The evaluation and the best line, which is empty at the end of the game. Absent where the
    /// engine has no evaluation.
    #[serde(flatten)]
    pub line: Option<AnalysisLine>,
}
