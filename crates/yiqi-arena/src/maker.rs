//! Makes balanced openings: random short ones whose last move evens the game, kept if neither side
//! is ahead in the engine's judgment and a game between equal engines confirms it.

use std::collections::HashSet;
use std::time::Duration;

use yiqi_players::{AnyEngine, Certainty, Engine, Limits, Resources, SearchRequest, Stop};
use yiqi_rules::{Aim, AnyPosition, Color, Dice, GameSpec, Move, Point};

use crate::openings::{OpeningLine, symmetric_hash};

/// How openings are made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MakerOptions {
    /// The game, board and rules.
    pub game: GameSpec,
    /// How many.
    pub count: usize,
    /// The search that judges an opening.
    pub judge: Limits,
    /// The search for each move of the game that confirms it; `None` for no such game.
    pub playout: Option<Limits>,
    /// What openings are drawn from.
    pub seed: u64,
    /// How many openings are drawn at most.
    pub attempts_max: u64,
}

impl MakerOptions {
    /// Openings that are judged with this many nodes and confirmed with a quarter of them per move.
    #[must_use]
    pub fn with_nodes(game: GameSpec, count: usize, nodes: u64, seed: u64) -> MakerOptions {
        let judge = Limits {
            nodes: Some(nodes),
            ..Limits::OPEN
        };
        MakerOptions {
            game,
            count,
            judge,
            playout: Some(fraction(judge, PLAYOUT)),
            seed,
            attempts_max: (count as u64).saturating_mul(1_000),
        }
    }

    /// The same with this time to judge an opening, and a quarter of it for each move that confirms
    /// it.
    #[must_use]
    pub fn with_time(self, time: Duration) -> MakerOptions {
        let judge = Limits {
            time: Some(time),
            ..Limits::OPEN
        };
        MakerOptions {
            judge,
            playout: Some(fraction(judge, PLAYOUT)),
            ..self
        }
    }
}

/// An opening that was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeOpening {
    /// The opening.
    pub line: OpeningLine,
    /// The engine's evaluation for Black, in hundredths.
    pub eval: i32,
}

/// What happened to the openings drawn so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MakerCounts {
    /// Drawn.
    pub drawn: u64,
    /// Not balanced, in the engine's judgment.
    pub uneven: u64,
    /// Not confirmed by a game.
    pub unconfirmed: u64,
    /// Kept.
    pub kept: usize,
}

/// The most that a side may be ahead, in hundredths: one stone, or 55 % of the points.
#[must_use]
pub const fn eval_max(game: GameSpec) -> i32 {
    match game.game().aim() {
        Aim::Stones => 100,
        Aim::Row { .. } | Aim::Nothing => 1_000,
    }
}

/// The part of the search that a first look takes, and how many times as far a side may be ahead
/// for it.
const GLANCE: u32 = 40;
const GLANCE_SLACK: i32 = 3;

/// How many last moves get a first look, and how many of the evenest are judged.
const LAST_MOVES: usize = 16;
const JUDGED: usize = 3;

/// The part of the search that each move of the confirming game takes.
const PLAYOUT: u32 = 4;

/// The most stones by which the confirming game may end.
const MARGIN_MAX: i32 = 10;

/// Plies for which nobody may win after the opening.
const PLIES_MIN: usize = 16;

/// Makes openings until there are enough, too many were drawn, or it is stopped.
pub fn make_openings(
    options: &MakerOptions,
    stop: &Stop,
    mut report: impl FnMut(&MakerCounts),
) -> (Vec<MadeOpening>, MakerCounts) {
    let game = options.game;
    let mut dice = Dice::new(options.seed);
    let mut engine = AnyEngine::new(Resources {
        thread_count: 1,
        hash_mib: 16,
    });
    let mut seen = HashSet::new();
    let mut made = Vec::new();
    let mut counts = MakerCounts::default();
    while made.len() < options.count && counts.drawn < options.attempts_max && !stop.is_stopped() {
        counts.drawn += 1;
        let Some((mut moves, mut position)) = random_opening(game, &mut dice) else {
            continue;
        };
        if !seen.insert(symmetric_hash(&position)) {
            continue;
        }
        let Some((last, eval)) = evening_move(&position, options, &mut dice, &mut engine, stop)
        else {
            counts.uneven += 1;
            continue;
        };
        if position.play(last).is_err() || !seen.insert(symmetric_hash(&position)) {
            continue;
        }
        moves.push(last);
        let is_confirmed = options
            .playout
            .is_none_or(|limits| confirm(&position, &mut engine, limits, stop));
        if !is_confirmed {
            counts.unconfirmed += 1;
            continue;
        }
        made.push(MadeOpening {
            line: OpeningLine { start: None, moves },
            eval,
        });
        counts.kept = made.len();
        report(&counts);
    }
    (made, counts)
}

/// A few random moves, one less than an opening has. `None` if the game cannot go on from there.
fn random_opening(game: GameSpec, dice: &mut Dice) -> Option<(Vec<Move>, AnyPosition)> {
    let mut position = AnyPosition::new(game);
    let plies = match game.game().aim() {
        Aim::Stones => usize::from(game.size().min(8)),
        // Whole turns of two stones after the first.
        Aim::Row { .. } if game.game().stones_per_turn() == 2 => 1 + 2 * (1 + dice.below(3)),
        Aim::Row { .. } | Aim::Nothing => 3 + dice.below(5),
    };
    let mut moves = Vec::new();
    for _ in 1..plies {
        let choices = opening_moves(&position);
        if choices.is_empty() {
            return None;
        }
        let mv = *dice.pick(&choices);
        position.play(mv).ok()?;
        moves.push(mv);
    }
    position.turn().is_some().then_some((moves, position))
}

/// The moves of openings: any legal ones in Reversi, stones close to each other around the middle
/// elsewhere.
fn opening_moves(position: &AnyPosition) -> Vec<Move> {
    let is_usual = |mv: &Move| match (position.spec().game().aim(), mv.point()) {
        (Aim::Stones, point) => point.is_some(),
        (_, None) => false,
        (_, Some(point)) => is_near(point, position),
    };
    let moves = position.legal_moves().into_iter();
    moves.filter(is_usual).collect()
}

/// A last move after which neither side is ahead, and the evaluation for Black. Random openings are
/// seldom even, but most of them have a move that makes them so.
fn evening_move(
    position: &AnyPosition,
    options: &MakerOptions,
    dice: &mut Dice,
    engine: &mut AnyEngine,
    stop: &Stop,
) -> Option<(Move, i32)> {
    let glance = Judge {
        limits: fraction(options.judge, GLANCE),
        eval_max: GLANCE_SLACK * eval_max(options.game),
    };
    let search = Judge {
        limits: options.judge,
        eval_max: eval_max(options.game),
    };
    let mut choices = opening_moves(position);
    let mut even = Vec::new();
    for _ in 0..LAST_MOVES.min(choices.len()) {
        let mv = choices.swap_remove(dice.below(choices.len()));
        let mut next = position.clone();
        next.play(mv).ok()?;
        // Without a choice of answers it is no opening.
        if next.legal_moves().len() > 1
            && let Some(eval) = glance.eval(&next, engine, stop)
        {
            even.push((eval.abs(), mv, next));
        }
    }
    even.sort_by_key(|(eval, ..)| *eval);
    even.iter()
        .take(JUDGED)
        .find_map(|(_, mv, next)| Some((*mv, search.eval(next, engine, stop)?)))
}

/// Whether a point is near the stones, or near the middle if there are none. The second stone and
/// later ones may be a few points away: close fights are decided too soon.
fn is_near(point: Point, position: &AnyPosition) -> bool {
    let size = position.size();
    let distance = |one: u8, other: u8| one.abs_diff(other);
    let stones = position.stones(Color::Black) | position.stones(Color::White);
    if stones.is_empty() {
        let middle = size / 2;
        let most = (size / 4).max(1);
        return distance(point.col(), middle) <= most && distance(point.row(), middle) <= most;
    }
    let is_inside = |at: u8| at > 0 && at + 1 < size;
    is_inside(point.col())
        && is_inside(point.row())
        && stones.iter().any(|stone| {
            distance(point.col(), stone.col()) <= 3 && distance(point.row(), stone.row()) <= 3
        })
}

/// A search that judges openings, and the most that a side may be ahead for it.
struct Judge {
    limits: Limits,
    eval_max: i32,
}

impl Judge {
    /// The evaluation for Black, if neither side is ahead.
    fn eval(&self, position: &AnyPosition, engine: &mut AnyEngine, stop: &Stop) -> Option<i32> {
        let turn = position.turn()?;
        engine.forget();
        let analysis = engine.think(SearchRequest::new(position, self.limits).with_stop(stop))?;
        let line = analysis.best()?;
        let is_open = !matches!(line.certainty, Certainty::Forced { .. });
        (is_open && line.eval.abs() <= self.eval_max).then(|| line.eval_for_black(turn))
    }
}

/// A part of the nodes and the time of a search.
fn fraction(limits: Limits, part: u32) -> Limits {
    Limits {
        nodes: limits.nodes.map(|nodes| (nodes / u64::from(part)).max(1)),
        time: limits.time.map(|time| time / part),
        ..limits
    }
}

/// Whether the engine, playing both sides, gets a close game: few stones apart in Reversi, no early
/// win elsewhere.
fn confirm(start: &AnyPosition, engine: &mut AnyEngine, limits: Limits, stop: &Stop) -> bool {
    let mut position = start.clone();
    engine.forget();
    let is_race = start.spec().game().aim() != Aim::Stones;
    let mut plies = 0;
    while position.turn().is_some() {
        if is_race && plies >= PLIES_MIN {
            return true;
        }
        let analysis = engine.think(SearchRequest::new(&position, limits).with_stop(stop));
        let Some(mv) = analysis.and_then(|analysis| Some(*analysis.lines.first()?.moves.first()?))
        else {
            return false;
        };
        if stop.is_stopped() || position.play(mv).is_err() {
            return false;
        }
        plies += 1;
    }
    match position.outcome().and_then(|outcome| outcome.score) {
        Some(score) => (i32::from(score.black) - i32::from(score.white)).abs() <= MARGIN_MAX,
        None => !is_race || plies >= PLIES_MIN,
    }
}

/// The openings as a file, with a header that says how they were made.
#[must_use]
pub fn openings_file(made: &[MadeOpening], options: &MakerOptions, counts: &MakerCounts) -> String {
    let limits = |limits: Limits| match (limits.nodes, limits.time) {
        (Some(nodes), _) => format!("{nodes} nodes"),
        (None, Some(time)) => format!("{} ms", time.as_millis()),
        (None, None) => "no limit".to_owned(),
    };
    let confirmed = options
        .playout
        .map_or("not confirmed by games".to_owned(), |playout| {
            format!("confirmed by a game with {} per move", limits(playout))
        });
    let mut out = format!(
        "# Balanced openings for {game}, made by yiqi's own engine.\n\
         # Random openings with an evening last move, judged with {judge}: kept within {most:.2} of even, {confirmed}.\n\
         # Seed {seed}: {drawn} drawn, {uneven} uneven, {unconfirmed} not confirmed, {kept} kept.\n\
         # Each line: the moves; the evaluation for Black, in {unit}.\n",
        game = options.game,
        judge = limits(options.judge),
        most = f64::from(eval_max(options.game)) / 100.0,
        seed = options.seed,
        drawn = counts.drawn,
        uneven = counts.uneven,
        unconfirmed = counts.unconfirmed,
        kept = counts.kept,
        unit = match options.game.game().aim() {
            Aim::Stones => "stones",
            Aim::Row { .. } | Aim::Nothing => "hundredths of a won game",
        },
    );
    for opening in made {
        let moves = opening.line.moves_text(options.game).replace(' ', "");
        out += &format!("{moves};{:+.2}\n", f64::from(opening.eval) / 100.0);
    }
    out
}
