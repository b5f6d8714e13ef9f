//! Players that search.

use std::time::Duration;

use yiqi_engine_gomoku::Calibration;
use yiqi_engine_reversi::{Book, BookAdvice, levels};
use yiqi_rules::{AnyPosition, Dice, Move};
use yiqi_search::{Analysis, Engine, Limits, Line, SearchRequest, search_position};

use crate::any_engine::AnyEngine;
use crate::options::EngineOptions;
use crate::player::{Choice, MoveRequest, Player, PlayerError};
use crate::time_left::TimeLeft;

/// Plain alpha-beta to a fixed depth, for every game.
pub(crate) struct AlphaBeta {
    name: String,
    limits: Limits,
}

impl AlphaBeta {
    /// Searches `depth` plies.
    pub(crate) fn new(name: String, depth: u8) -> AlphaBeta {
        AlphaBeta {
            name,
            limits: Limits::depth(depth),
        }
    }
}

impl Player for AlphaBeta {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, request: MoveRequest<'_>) -> Result<Choice, PlayerError> {
        let task = request.task;
        let limits = match task.time {
            Some(left) => left.budget(&task.position).within(self.limits),
            None => self.limits,
        };
        let analysis = search_position(SearchRequest {
            stop: request.stop,
            report: request.report,
            ..SearchRequest::new(&task.position, limits)
        })
        .ok_or(PlayerError::Stopped)?;
        choice(&analysis, analysis.lines.first())
    }
}

/// The best engine for the game, at a level or within limits. Its own engine, which has no memory
/// before its first search, keeps its transposition table between the moves of a game; a host may
/// lend another engine instead.
pub(crate) struct Flagship {
    name: String,
    selector: MoveSelector,
    engine: AnyEngine,
}

impl Flagship {
    pub(crate) fn new(name: String, options: EngineOptions, seed: u64) -> Flagship {
        Flagship {
            name,
            engine: AnyEngine::new(options.resources()),
            selector: MoveSelector::new(options, seed),
        }
    }
}

impl Player for Flagship {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn choose(&mut self, request: MoveRequest<'_>) -> Result<Choice, PlayerError> {
        let task = request.task;
        if let Some(choice) = self.selector.choose_by_book(&task.position) {
            return Ok(choice);
        }
        let search = SearchRequest {
            stop: request.stop,
            report: request.report,
            ..self.selector.request(&task.position, task.time)
        };
        let engine = request.engine.unwrap_or(&mut self.engine);
        let analysis = engine.think(search).ok_or(PlayerError::Stopped)?;
        choice(&analysis, self.selector.pick(&analysis, &task.position))
    }
}

/// The first move of a line of an analysis.
fn choice(analysis: &Analysis, line: Option<&Line>) -> Result<Choice, PlayerError> {
    let line = line.ok_or(PlayerError::Stopped)?;
    Ok(Choice {
        mv: *line.moves.first().ok_or(PlayerError::Stopped)?,
        // Before the first iteration is done, there is no evaluation.
        eval: (analysis.depth > 0).then_some(line.eval),
    })
}

/// What the opening book knows about a position.
#[must_use]
pub fn book_advice(position: &AnyPosition) -> Option<BookAdvice> {
    match position {
        AnyPosition::Reversi(reversi) => Book::built_in().advice(reversi),
        _ => None,
    }
}

/// Turns a level into search requests, and picks the move to play from the results.
pub(crate) struct MoveSelector {
    pub(crate) options: EngineOptions,
    dice: Dice,
}

/// Time for a move that nothing else limits.
const UNLIMITED_MAX: Duration = Duration::from_secs(30);

/// Time for the only legal move: enough to evaluate it.
const ONLY_MOVE_MAX: Duration = Duration::from_millis(50);

impl MoveSelector {
    pub(crate) fn new(options: EngineOptions, seed: u64) -> MoveSelector {
        MoveSelector {
            options,
            dice: Dice::new(seed),
        }
    }

    /// The search for a move, within the level and the time left on the clock.
    pub(crate) fn request<'a>(
        &self,
        position: &'a AnyPosition,
        left: Option<TimeLeft>,
    ) -> SearchRequest<'a> {
        let strength = self.options.strength(position.spec());
        let mut limits = match left {
            Some(left) => left.budget(position).within(strength.limits),
            None => strength.limits,
        };
        if limits == Limits::OPEN {
            limits.time = Some(UNLIMITED_MAX);
        }
        if limits.time.is_some() && position.legal_moves().len() == 1 {
            limits.time = limits.time.map(|time| time.min(ONLY_MOVE_MAX));
        }
        SearchRequest::new(position, limits).with_lines(strength.line_count.max(1))
    }

    /// One of the good moves of the opening book, if the level uses it and it has the position.
    fn choose_by_book(&mut self, position: &AnyPosition) -> Option<Choice> {
        let level = self.options.book_level()?;
        let moves = book_advice(position)?.moves;
        let (_, best) = *moves.first()?;
        let least = best - levels::book_margin(level);
        let good: Vec<(Move, i32)> = moves
            .into_iter()
            .filter(|&(_, value)| value >= least)
            .collect();
        let (mv, value) = *self.dice.pick(&good);
        Some(Choice {
            mv,
            eval: Some(value),
        })
    }

    /// The line to play: the best one after noise is added.
    pub(crate) fn pick<'a>(
        &mut self,
        analysis: &'a Analysis,
        position: &AnyPosition,
    ) -> Option<&'a Line> {
        let strength = self.options.strength(position.spec());
        let mut below = |limit| self.dice.below(limit);
        let calibration = Calibration::of(position).filter(|_| strength.noise > 0);
        let Some(calibration) = calibration else {
            return strength.pick(analysis, position, below);
        };
        // Levels add their noise to what the search compared, not to chances.
        let mut searched = analysis.clone();
        calibration.revert(&mut searched);
        let picked = strength.pick(&searched, position, &mut below)?;
        let mut lines = analysis.lines.iter();
        lines.find(|line| line.moves == picked.moves)
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use yiqi_rules::GameSpec;
    use yiqi_search::Certainty;

    use super::*;
    use crate::any_engine::strength;

    #[test]
    fn each_level_is_stronger_than_the_one_below() {
        for spec in [GameSpec::REVERSI, GameSpec::GOMOKU] {
            for level in 2..=EngineOptions::LEVEL_MAX {
                let (below, above) = (strength(spec, level - 1), strength(spec, level));
                assert!(
                    above.noise <= below.noise || above.limits.depth > below.limits.depth,
                    "{level} is more careless and looks no further"
                );
                assert_ne!(above, below, "{level}");
            }
        }
    }

    #[test]
    fn noise_stays_within_its_bounds() {
        let position = AnyPosition::new(GameSpec::REVERSI);
        let line = |eval, mv| Line {
            eval,
            certainty: Certainty::Exact,
            moves: vec![mv],
        };
        let moves = position.legal_moves();
        let analysis = Analysis {
            depth: 1,
            nodes: 1,
            lines: vec![line(100_000, moves[0]), line(0, moves[1])],
        };
        for seed in 0..100 {
            let mut selector = MoveSelector::new(EngineOptions::level(1), seed);
            assert_eq!(
                selector.pick(&analysis, &position).unwrap().moves[0],
                moves[0]
            );
        }
        let even = Analysis {
            lines: vec![line(0, moves[0]), line(0, moves[1])],
            ..analysis
        };
        let mut picked = [false; 2];
        for seed in 0..100 {
            let mut selector = MoveSelector::new(EngineOptions::level(1), seed);
            let mv = selector.pick(&even, &position).unwrap().moves[0];
            picked[usize::from(mv == moves[1])] = true;
        }
        assert_eq!(picked, [true, true]);
        let mut selector = MoveSelector::new(EngineOptions::level(20), 0);
        assert_eq!(selector.pick(&even, &position).unwrap().moves[0], moves[0]);
    }

    #[test]
    fn levels_add_their_noise_to_what_the_search_compared() {
        // A rule set with a correction.
        let spec: GameSpec = "gomoku:15:renju".parse().unwrap();
        let position = AnyPosition::new(spec);
        let moves = position.legal_moves().into_iter().take(12);
        let lines = moves.enumerate().map(|(index, mv)| Line {
            eval: 1_000 - 250 * index as i32,
            certainty: Certainty::ESTIMATE,
            moves: vec![mv],
        });
        let searched = Analysis {
            depth: 1,
            nodes: 1,
            lines: lines.collect(),
        };
        let mut shown = searched.clone();
        Calibration::of(&position).unwrap().apply(&mut shown);
        assert_ne!(shown, searched);
        for level in 1..=10 {
            for seed in 0..20 {
                let mut dice = Dice::new(seed);
                let noisy = strength(spec, level);
                let expected = noisy.pick(&searched, &position, |limit| dice.below(limit));
                let mut selector = MoveSelector::new(EngineOptions::level(level), seed);
                let picked = selector.pick(&shown, &position).unwrap();
                assert_eq!(picked.moves, expected.unwrap().moves);
                assert!(shown.lines.contains(picked));
            }
        }
    }

    fn book_moves(options: EngineOptions, position: &AnyPosition) -> Vec<Option<Choice>> {
        (0..60)
            .map(|seed| MoveSelector::new(options, seed).choose_by_book(position))
            .collect()
    }

    /// The position after d3 c5, where levels differ.
    fn opening() -> AnyPosition {
        let mut position = AnyPosition::new(GameSpec::REVERSI);
        for name in ["d3", "c5"] {
            let mv = yiqi_record::notation::parse_move(name, GameSpec::REVERSI).unwrap();
            position.play(mv).unwrap();
        }
        position
    }

    #[test]
    fn book_openings_vary_more_at_lower_levels() {
        let position = opening();
        let counts = [1, EngineOptions::LEVEL_MAX].map(|level| {
            let choices = book_moves(EngineOptions::level(level), &position);
            let best = choices
                .iter()
                .flatten()
                .filter_map(|choice| choice.eval)
                .max()
                .unwrap();
            let mut moves = Vec::new();
            for choice in choices {
                let Choice { mv, eval } = choice.unwrap();
                position.check(mv).unwrap();
                assert!(eval.unwrap() >= best - levels::book_margin(level));
                if !moves.contains(&mv) {
                    moves.push(mv);
                }
            }
            moves.len()
        });
        assert!(counts[0] > counts[1], "{counts:?}");
    }

    #[test]
    fn explicit_limits_disable_the_book() {
        let level = EngineOptions::level(20);
        for options in [
            EngineOptions {
                time: Some(Duration::from_secs(1)),
                ..level
            },
            EngineOptions {
                depth: Some(5),
                ..level
            },
            EngineOptions {
                nodes: Some(1000),
                ..EngineOptions::default()
            },
        ] {
            let choices = book_moves(options, &opening());
            assert!(choices.iter().all(Option::is_none), "{options}");
        }
        let threads = EngineOptions {
            threads: Some(2),
            ..level
        };
        assert!(book_moves(threads, &opening()).iter().all(Option::is_some));
    }

    #[test]
    fn only_plain_8x8_reversi_uses_the_book() {
        for game in ["reversi:6", "reversi:8:anti", "gomoku", "peace"] {
            let position = AnyPosition::new(game.parse().unwrap());
            let choices = book_moves(EngineOptions::level(20), &position);
            assert!(choices.iter().all(Option::is_none), "{game}");
        }
    }
}
