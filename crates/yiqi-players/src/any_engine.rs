//! One engine for all games: the best one for each.

use std::time::{Duration, Instant};

use yiqi_engine_gomoku::{Calibration, GomokuEngine};
use yiqi_engine_reversi::{ReversiEngine, levels, uses_8x8_table};
use yiqi_rules::{Aim, AnyPosition, Game, GameSpec};
use yiqi_search::{Analysis, Engine, Limits, Resources, SearchRequest, Strength, search_position};

/// An engine for every game. It creates the engine for a game on the first request about it and
/// keeps that engine until a request about another game.
pub struct AnyEngine {
    resources: Resources,
    engine: Option<(Game, Box<dyn Engine>)>,
}

/// The game and the transposition table of an engine. Once an engine has forgotten everything, it
/// can take the place of any other of its kind without new memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineKind {
    game: Game,
    uses_8x8_table: bool,
}

impl EngineKind {
    /// The kind of engine that plays this game.
    #[must_use]
    pub fn of(spec: GameSpec) -> EngineKind {
        EngineKind {
            game: spec.game(),
            uses_8x8_table: uses_8x8_table(spec),
        }
    }
}

/// The minimum time an engine gets.
const TIME_MIN: Duration = Duration::from_millis(1);

impl AnyEngine {
    /// An engine with empty transposition tables.
    #[must_use]
    pub fn new(resources: Resources) -> AnyEngine {
        AnyEngine {
            resources,
            engine: None,
        }
    }

    /// The resources it may use.
    #[must_use]
    pub fn resources(&self) -> Resources {
        self.resources
    }

    fn for_game(&mut self, spec: GameSpec) -> &mut dyn Engine {
        let game = spec.game();
        // Frees the memory of the old engine before the new one allocates its own.
        self.engine.take_if(|(present, _)| *present != game);
        let resources = self.resources;
        let (_, engine) = self.engine.get_or_insert_with(|| {
            let engine: Box<dyn Engine> = match game {
                Game::Reversi => Box::new(ReversiEngine::new(resources)),
                Game::Gomoku => Box::new(GomokuEngine::new(resources)),
                Game::Connect6 | Game::Peace => Box::new(Generic),
            };
            (game, engine)
        });
        engine.as_mut()
    }
}

impl Engine for AnyEngine {
    fn think(&mut self, request: SearchRequest<'_>) -> Option<Analysis> {
        let SearchRequest {
            position, limits, ..
        } = request;
        position.turn()?;
        let begin = Instant::now();
        let engine = self.for_game(position.spec());
        // Building the engine took some of the time.
        let spent = begin.elapsed();
        let limits = Limits {
            time: limits
                .time
                .map(|time| time.saturating_sub(spent).max(TIME_MIN)),
            ..limits
        };
        let fallback = SearchRequest::new(position, limits).with_stop(&request.stop);
        // In Gomoku estimates become chances.
        let calibration = Calibration::of(position);
        let calibrated = |mut analysis: Analysis| {
            if let Some(calibration) = calibration {
                calibration.apply(&mut analysis);
            }
            analysis
        };
        let report = request.report;
        let mut report_calibrated = |analysis: &Analysis| match calibration {
            Some(_) => report(&calibrated(analysis.clone())),
            None => report(analysis),
        };
        engine
            .think(SearchRequest {
                position,
                line_count: request.line_count,
                limits,
                stop: request.stop,
                report: &mut report_calibrated,
            })
            // An engine that is stopped before the first ply still has to move.
            .filter(|analysis| !analysis.lines.is_empty())
            .or_else(|| Generic.think(fallback))
            .map(|analysis| calibrated(counted_as_played(position, analysis)))
    }

    fn prepare(&mut self, spec: GameSpec) {
        self.for_game(spec).prepare(spec);
    }

    fn forget(&mut self) {
        if let Some((_, engine)) = &mut self.engine {
            engine.forget();
        }
    }
}

/// An analysis whose scores count stones as the rules do. The Reversi engines give the points
/// that are empty at the end to the winner; a line that ends the game shows how many there are.
fn counted_as_played(position: &AnyPosition, mut analysis: Analysis) -> Analysis {
    let spec = position.spec();
    let Some(side) = position.turn().filter(|_| spec.game().aim() == Aim::Stones) else {
        return analysis;
    };
    for line in &mut analysis.lines {
        let mut end = position.clone();
        let is_played = line.moves.iter().all(|&mv| end.play(mv).is_ok());
        let (true, None, Some(score)) = (is_played, end.turn(), end.score()) else {
            continue;
        };
        let margin = i32::from(score[side]) - i32::from(score[side.other()]);
        let fewer_win = spec.rules_name() == "anti";
        let eval = if fewer_win {
            -100 * margin
        } else {
            100 * margin
        };
        // The winner is the same; only the empty points are not counted.
        if eval.signum() == line.eval.signum() {
            line.eval = eval;
        }
    }
    analysis
}

/// The strength of a level in a game.
#[must_use]
pub fn strength(spec: GameSpec, level: u8) -> Strength {
    match spec.game() {
        Game::Gomoku => yiqi_engine_gomoku::strength(level),
        Game::Reversi => levels::strength(level),
        Game::Connect6 => yiqi_search::connect6::strength(level),
        Game::Peace => Strength::full(Limits::depth(1)),
    }
}

/// The generic alpha-beta, with no state between searches: for games that have no engine, and where
/// an engine had no time to answer.
struct Generic;

impl Engine for Generic {
    fn think(&mut self, request: SearchRequest<'_>) -> Option<Analysis> {
        search_position(request)
    }

    fn forget(&mut self) {}
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn estimates_of_gomoku_become_chances_and_proofs_stay() {
        let mut position = AnyPosition::new("gomoku:15:renju".parse().unwrap());
        for _ in 0..6 {
            let limits = Limits::depth(3);
            let mut engine = GomokuEngine::new(Resources::default());
            let searched = engine.think(SearchRequest::new(&position, limits)).unwrap();
            let mut reported = Vec::new();
            let mut report = |analysis: &Analysis| reported.push(analysis.clone());
            let request = SearchRequest {
                report: &mut report,
                ..SearchRequest::new(&position, limits)
            };
            let shown = AnyEngine::new(Resources::default()).think(request).unwrap();
            let calibration = Calibration::of(&position).unwrap();
            let (before, after) = (&searched.lines[0], &shown.lines[0]);
            assert_eq!(after.eval, calibration.chance(before.eval));
            assert_eq!(reported.last(), Some(&shown));
            position.play(after.moves[0]).unwrap();
        }
        let moves = "h8 a1 i8 a2 j8 a3 k8 a4";
        let mut won = AnyPosition::new(GameSpec::GOMOKU);
        for name in moves.split(' ') {
            let point = |letter: u8, row: u8| yiqi_rules::Point::new(letter - b'a', row).unwrap();
            let row: u8 = name[1..].parse().unwrap();
            won.play(yiqi_rules::Move::Place(point(name.as_bytes()[0], row)))
                .unwrap();
        }
        let request = SearchRequest::new(&won, Limits::depth(3));
        let analysis = AnyEngine::new(Resources::default()).think(request).unwrap();
        assert_eq!(analysis.lines[0].eval, 10_000);
    }

    #[test]
    fn engines_are_of_one_kind_if_they_play_the_same_game_with_the_same_table() {
        let kind = |spec: &str| EngineKind::of(spec.parse().unwrap());
        assert_eq!(kind("reversi:10"), kind("reversi:26"));
        assert_ne!(kind("reversi:8"), kind("reversi:10"));
        assert_eq!(kind("gomoku:15"), kind("gomoku:15:renju"));
        assert_ne!(kind("gomoku"), kind("connect6"));
    }
}
