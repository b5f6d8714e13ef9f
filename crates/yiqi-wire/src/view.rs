//! A game as sent to pages, which have no rules of their own.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use yiqi_record::{EndReason, GameResult, notation};
use yiqi_rules::{ByColor, Changes, ForbiddenKind, GameSpec, Move, Point, PointSet, Score};
use yiqi_session::{GameView, MoveView, Stage};

use crate::{PerSeat, WireColor, WireOffer, WireSeat};

/// A game at one moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WireView {
    /// The stage of the game.
    pub stage: WireStage,
    /// The seat to act; `null` if nobody is.
    pub turn: Option<WireSeat>,
    /// The current color of each seat.
    pub colors: PerSeat<WireColor>,
    /// The color of the stone that would be placed next.
    pub next_stone: Option<WireColor>,
    /// How many stones the side to act still places this turn, in games with several per turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stones_due: Option<u8>,
    /// The board, row by row from the top: `b`, `w` or `.`.
    pub board: String,
    /// The stones of both sides, in games that count them.
    pub score: Option<WireScore>,
    /// Where a stone may be placed; if absent, on every empty point that is not forbidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<Vec<String>>,
    /// Other legal moves: `pass`, `swap`, `keep`, `more`.
    pub words: Vec<String>,
    /// The points forbidden to the side to act.
    pub forbidden: Vec<WireForbidden>,
    /// What the last ply changed.
    pub last: Option<WireChange>,
    /// The winning rows.
    pub lines: Vec<Vec<String>>,
    /// The number of plies, without those taken back.
    pub ply_count: usize,
    /// The clocks, if the game is timed.
    pub clocks: Option<PerSeat<WireClock>>,
    /// The open offers of each seat.
    pub offers: PerSeat<Vec<WireOffer>>,
    /// Whether both agreed on a rematch.
    pub rematch_agreed: bool,
    /// The result, if the game is over.
    pub result: Option<WireResult>,
    /// The number of entries so far, from which a client can resume.
    pub entry_count: usize,
    /// The current time of the table, in the same milliseconds as entries.
    pub now_ms: u64,
}

/// The stage of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WireStage {
    /// Not started.
    Waiting,
    /// In play.
    Playing,
    /// Paused.
    Paused,
    /// Over.
    Over,
}

impl WireStage {
    /// All stages in order.
    pub const ALL: [WireStage; 4] = [
        WireStage::Waiting,
        WireStage::Playing,
        WireStage::Paused,
        WireStage::Over,
    ];

    /// The name in messages: `waiting`, `playing`, `paused` or `over`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            WireStage::Waiting => "waiting",
            WireStage::Playing => "playing",
            WireStage::Paused => "paused",
            WireStage::Over => "over",
        }
    }
}

impl From<Stage> for WireStage {
    fn from(stage: Stage) -> WireStage {
        match stage {
            Stage::Waiting => WireStage::Waiting,
            Stage::Playing => WireStage::Playing,
            Stage::Paused => WireStage::Paused,
            Stage::Over(_) => WireStage::Over,
        }
    }
}

/// The number of stones of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WireScore {
    /// Black's.
    pub black: u16,
    /// White's.
    pub white: u16,
}

/// A forbidden point and its kind: `three-three`, `four-four` or `overline`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WireForbidden {
    /// The point.
    pub point: String,
    /// The kind.
    pub kind: String,
}

/// What one ply changed on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WireChange {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The color of the stone placed, if any.
    pub stone: Option<WireColor>,
    /// The stones flipped to that color.
    pub flipped: Vec<String>,
    /// Whether the two sides exchanged colors.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub swapped: bool,
}

/// One ply of the move list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WireMove {
    /// The seat that made it.
    pub seat: WireSeat,
    /// What it changed.
    #[serde(flatten)]
    pub change: WireChange,
    /// The time it took, in milliseconds.
    pub used_ms: u64,
    /// Whether it was made at random because time had run out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_clock: bool,
    /// The mover's evaluation of the position, in hundredths.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub eval: Option<i32>,
}

/// One seat's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WireClock {
    /// The time until it runs out, including byoyomi periods, in milliseconds.
    pub remaining_ms: u64,
    /// The byoyomi periods left.
    pub periods: u16,
    /// Whether it is running.
    pub running: bool,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WireResult {
    /// The color that won; `null` for a draw or an aborted game.
    pub winner: Option<WireColor>,
    /// `rules`, `resignation`, `forfeit`, `time`, `agreement` or `aborted`.
    pub reason: String,
    /// The stones of both sides, in games that count them.
    pub score: Option<WireScore>,
}

/// How many stones are due this turn, in games with several per turn.
pub(crate) fn stones_due(spec: GameSpec, due: u8) -> Option<u8> {
    (spec.game().stones_per_turn() > 1 && due > 0).then_some(due)
}

/// A board as in views: row by row from the top, `b`, `w` or `.`.
#[must_use]
pub fn board_text(stones: &ByColor<PointSet>, size: u8) -> String {
    let mut text = String::with_capacity(usize::from(size) * usize::from(size));
    for row in 0..size {
        for col in 0..size {
            text.push(match Point::new(col, row) {
                Some(point) if stones.black.contains(point) => 'b',
                Some(point) if stones.white.contains(point) => 'w',
                _ => '.',
            });
        }
    }
    text
}

fn names(points: impl IntoIterator<Item = Point>, spec: GameSpec) -> Vec<String> {
    points
        .into_iter()
        .map(|point| spec.point_name(point))
        .collect()
}

/// The points where a stone may be placed; `None` if that is every empty point that is not
/// forbidden.
pub(crate) fn legal_names(
    stones: &ByColor<PointSet>,
    legal: &PointSet,
    forbidden_count: usize,
    spec: GameSpec,
) -> Option<Vec<String>> {
    let empty = PointSet::board(spec.size()) - stones.black - stones.white;
    let is_every_other = !legal.is_empty() && legal.len() + forbidden_count == empty.len();
    (!is_every_other).then(|| names(legal.iter(), spec))
}

pub(crate) fn forbidden_names(
    forbidden: &[(Point, ForbiddenKind)],
    spec: GameSpec,
) -> Vec<WireForbidden> {
    forbidden
        .iter()
        .map(|(point, kind)| WireForbidden {
            point: spec.point_name(*point),
            kind: kind.name().to_owned(),
        })
        .collect()
}

pub(crate) fn word_names(words: &[Move]) -> Vec<String> {
    words
        .iter()
        .filter_map(|mv| mv.word())
        .map(str::to_owned)
        .collect()
}

pub(crate) fn line_names(lines: &[Vec<Point>], spec: GameSpec) -> Vec<Vec<String>> {
    lines
        .iter()
        .map(|line| names(line.iter().copied(), spec))
        .collect()
}

impl From<Score> for WireScore {
    fn from(score: Score) -> WireScore {
        WireScore {
            black: score.black,
            white: score.white,
        }
    }
}

impl WireChange {
    /// Converts what one ply changed.
    #[must_use]
    pub fn new(changes: &Changes, spec: GameSpec) -> WireChange {
        WireChange {
            mv: notation::move_name(changes.mv, spec),
            stone: changes.placed.map(|(_, color)| color.into()),
            flipped: names(changes.flipped.iter(), spec),
            swapped: changes.colors_exchanged,
        }
    }
}

impl WireMove {
    /// Converts one ply of the move list.
    #[must_use]
    pub fn new(view: &MoveView, changes: &Changes, spec: GameSpec) -> WireMove {
        WireMove {
            seat: view.seat.into(),
            change: WireChange::new(changes, spec),
            used_ms: view.used_ms,
            by_clock: view.by_clock,
            eval: view.eval,
        }
    }
}

impl WireResult {
    /// Converts a result.
    #[must_use]
    pub fn new(result: &GameResult) -> WireResult {
        WireResult {
            winner: result.winner.map(WireColor::from),
            reason: match result.reason {
                EndReason::Rules => "rules",
                EndReason::Resignation => "resignation",
                EndReason::Forfeit => "forfeit",
                EndReason::Time => "time",
                EndReason::Agreement => "agreement",
                EndReason::Aborted => "aborted",
            }
            .to_owned(),
            score: result.score.map(WireScore::from),
        }
    }
}

impl WireView {
    /// Converts a view.
    #[must_use]
    pub fn new(view: &GameView, now_ms: u64) -> WireView {
        let spec = view.spec;
        let result = match &view.stage {
            Stage::Over(result) => Some(WireResult::new(result)),
            Stage::Waiting | Stage::Playing | Stage::Paused => None,
        };
        WireView {
            stage: view.stage.into(),
            turn: view.turn.map(WireSeat::from),
            colors: view.colors.into(),
            next_stone: view.next_stone.map(WireColor::from),
            stones_due: stones_due(spec, view.stones_due),
            board: board_text(&view.stones, spec.size()),
            score: view.score.map(WireScore::from),
            legal: legal_names(&view.stones, &view.legal_points, view.forbidden.len(), spec),
            words: word_names(&view.legal_words),
            forbidden: forbidden_names(&view.forbidden, spec),
            last: view.last.as_ref().map(|last| WireChange::new(last, spec)),
            lines: line_names(&view.winning_lines, spec),
            ply_count: view.moves.len(),
            clocks: view.clocks.map(|clocks| PerSeat {
                first: wire_clock(clocks.first),
                second: wire_clock(clocks.second),
            }),
            offers: PerSeat {
                first: view.offers.first.iter().map(|o| o.kind().into()).collect(),
                second: view.offers.second.iter().map(|o| o.kind().into()).collect(),
            },
            rematch_agreed: view.rematch_agreed,
            result,
            entry_count: view.entry_count,
            now_ms,
        }
    }
}

fn wire_clock(clock: yiqi_session::ClockView) -> WireClock {
    WireClock {
        remaining_ms: clock.remaining_ms,
        periods: clock.periods,
        running: clock.is_running,
    }
}
