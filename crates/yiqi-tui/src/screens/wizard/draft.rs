//! The answers so far, and the next question.

use yiqi_players::{EngineOptions, PlayerKind, PlayerSpec};
use yiqi_record::{BySeat, ClockRule, RunOut, Seat, TimeControl};
use yiqi_rules::{ByColor, Color, Game, GameSpec};
use yiqi_session::ColorChoice;

use super::Purpose;
use crate::shared::Shared;

/// One question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Game,
    Size,
    Rules,
    Opening,
    PeopleCount,
    Side,
    /// Which program plays, and how well.
    Opponent(Color),
    Level(Color),
    Clock,
    Time,
    RunOut,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PeopleCount {
    One,
    Two,
    None,
    /// No change.
    Same,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Black,
    White,
    Drawn,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Clock {
    None,
    PerMove,
    PerGame,
}

/// The answers so far.
#[derive(Clone)]
pub(super) struct Draft {
    purpose: Purpose,
    pub(super) game: Game,
    size: u8,
    rules: &'static str,
    opening: &'static str,
    pub(super) people: PeopleCount,
    side: Side,
    kinds: ByColor<PlayerKind>,
    clock: Clock,
    time: ClockRule,
    run_out: RunOut,
    /// The current players, by color.
    pub(super) present: Option<ByColor<PlayerSpec>>,
}

const LEVELS: [u8; 8] = [1, 2, 4, 6, 8, 12, 16, 20];
const DEPTHS: [u8; 7] = [1, 2, 3, 4, 5, 7, 9];
const MOVE_SECONDS: [u64; 5] = [10, 20, 30, 60, 120];
/// Minutes for a game, and seconds added after each move.
const GAME_TIMES: [(u64, u64); 6] = [(3, 2), (5, 0), (10, 0), (10, 5), (20, 0), (30, 10)];

impl Draft {
    pub(super) fn new(purpose: Purpose, shared: &Shared) -> Draft {
        let present = shared.desk.current().map(|game| {
            let view = game.view();
            ByColor::from_fn(|color| game.players()[view.colors.seat_of(color)].clone())
        });
        let engine = PlayerKind::Engine(EngineOptions::level(PlayerKind::LEVEL_DEFAULT));
        let game = match purpose {
            Purpose::New => Game::ALL[0],
            _ => shared.spec().game(),
        };
        Draft {
            purpose,
            game,
            size: game.sizes().usual,
            rules: game.rule_sets()[0],
            opening: game.openings()[0],
            people: PeopleCount::One,
            side: Side::Black,
            kinds: ByColor {
                black: engine.clone(),
                white: engine,
            },
            clock: Clock::None,
            time: ClockRule::Unlimited,
            run_out: RunOut::Loss,
            present,
        }
    }

    pub(super) fn spec(&self) -> GameSpec {
        // Only valid combinations are offered.
        self.game
            .spec(self.size, self.rules, self.opening)
            .unwrap_or(self.game.default_spec())
    }

    pub(super) fn time(&self) -> TimeControl {
        match self.clock {
            Clock::None => TimeControl::NONE,
            Clock::PerMove | Clock::PerGame => TimeControl {
                clock: self.time,
                run_out: self.run_out,
            },
        }
    }

    pub(super) fn colors(&self) -> ColorChoice {
        match (self.people, self.side) {
            (PeopleCount::None, _) | (_, Side::Black) => ColorChoice::First(Color::Black),
            (_, Side::White) => ColorChoice::First(Color::White),
            (_, Side::Drawn) => ColorChoice::Drawn,
        }
    }

    /// The players of a new game: a single person gets the first seat.
    pub(super) fn players_by_seat(&self) -> BySeat<PlayerSpec> {
        let program = |kind: &PlayerKind| PlayerSpec {
            name: None,
            kind: kind.clone(),
        };
        match self.people {
            PeopleCount::Two | PeopleCount::Same => BySeat {
                first: PlayerSpec::HUMAN,
                second: PlayerSpec::HUMAN,
            },
            PeopleCount::One => BySeat {
                first: PlayerSpec::HUMAN,
                second: program(&self.kinds.white),
            },
            PeopleCount::None => BySeat {
                first: program(&self.kinds.black),
                second: program(&self.kinds.white),
            },
        }
    }

    /// Who plays a color from now on, in a game that already has its colors.
    pub(super) fn player_of(&self, color: Color) -> PlayerSpec {
        let is_own = match self.side {
            Side::Black | Side::Drawn => color == Color::Black,
            Side::White => color == Color::White,
        };
        let seats = self.players_by_seat();
        match self.people {
            PeopleCount::One => seats[if is_own { Seat::First } else { Seat::Second }].clone(),
            _ => seats[if color == Color::Black {
                Seat::First
            } else {
                Seat::Second
            }]
            .clone(),
        }
    }

    pub(super) fn keeps_players(&self) -> bool {
        self.people == PeopleCount::Same
    }

    pub(super) fn sizes(&self) -> Vec<u8> {
        self.game.sizes().iter().collect()
    }

    /// The opening rules that fit the board.
    pub(super) fn openings(&self) -> Vec<&'static str> {
        let fits = |opening: &&str| self.game.sizes_with(opening).contains(self.size);
        self.game.openings().iter().copied().filter(fits).collect()
    }

    /// The step after a question about the game: the next one that leaves a choice.
    fn after_game(&self, step: Step) -> Step {
        let has_choice = match step {
            Step::Size => self.sizes().len() > 1,
            Step::Rules => self.game.rule_sets().len() > 1,
            Step::Opening => self.openings().len() > 1,
            _ => true,
        };
        match step {
            _ if has_choice => step,
            Step::Size => self.after_game(Step::Rules),
            Step::Rules => self.after_game(Step::Opening),
            _ => Step::PeopleCount,
        }
    }

    pub(super) fn people_counts(&self) -> Vec<(char, &'static str, PeopleCount)> {
        let mut all = vec![
            ('1', "tui-people-one", PeopleCount::One),
            ('2', "tui-people-two", PeopleCount::Two),
            ('0', "tui-people-none", PeopleCount::None),
        ];
        if self.purpose == Purpose::Reseat {
            all.insert(0, ('s', "tui-people-same", PeopleCount::Same));
        }
        all
    }

    pub(super) fn sides(&self) -> Vec<(char, &'static str, Side)> {
        let mut all = vec![
            ('b', "color-black", Side::Black),
            ('w', "color-white", Side::White),
        ];
        if self.purpose == Purpose::New {
            all.push(('d', "tui-side-drawn", Side::Drawn));
        }
        all
    }

    pub(super) fn opponents(&self) -> Vec<(char, &'static str, PlayerKind)> {
        let engine = PlayerKind::Engine(EngineOptions::level(PlayerKind::LEVEL_DEFAULT));
        let depth = PlayerKind::DEPTH_DEFAULT;
        let mut all = vec![
            ('e', "tui-way-engine", engine),
            ('a', "tui-way-alphabeta", PlayerKind::AlphaBeta { depth }),
            ('w', "tui-way-weights", PlayerKind::Weights),
            ('g', "tui-way-greedy", PlayerKind::Greedy),
            ('r', "tui-way-random", PlayerKind::Random { seed: None }),
        ];
        // Only Reversi has a table of weights.
        if self.game != Game::Reversi {
            all.retain(|(_, _, kind)| *kind != PlayerKind::Weights);
        }
        all
    }

    pub(super) fn levels(&self, color: Color) -> (&'static str, &'static [u8]) {
        match self.kinds[color] {
            PlayerKind::AlphaBeta { .. } => ("tui-level-depth", &DEPTHS),
            _ => ("tui-level", &LEVELS),
        }
    }

    pub(super) fn times(&self) -> Vec<ClockRule> {
        match self.clock {
            Clock::PerMove => MOVE_SECONDS
                .into_iter()
                .map(|seconds| ClockRule::PerMove {
                    move_ms: seconds * 1000,
                })
                .collect(),
            _ => GAME_TIMES
                .into_iter()
                .map(|(minutes, seconds)| ClockRule::PerGame {
                    main_ms: minutes * 60_000,
                    increment_ms: seconds * 1000,
                })
                .collect(),
        }
    }

    /// The line that is selected first.
    pub(super) fn usual(&self, step: Step) -> usize {
        match step {
            Step::Size => self
                .sizes()
                .iter()
                .position(|&size| size == self.game.sizes().usual)
                .unwrap_or(0),
            Step::Level(color) => {
                let usual = match self.kinds[color] {
                    PlayerKind::AlphaBeta { .. } => PlayerKind::DEPTH_DEFAULT,
                    _ => PlayerKind::LEVEL_DEFAULT,
                };
                let (_, levels) = self.levels(color);
                levels.iter().position(|&level| level == usual).unwrap_or(0)
            }
            Step::Time => 2,
            _ => 0,
        }
    }

    /// Takes the answer and returns the next step; `None` if that was the last.
    pub(super) fn choose(&mut self, step: Step, index: usize) -> Option<Step> {
        let clock = (self.purpose != Purpose::Reseat).then_some(Step::Clock);
        match step {
            Step::Game => {
                self.game = Game::ALL.get(index).copied().unwrap_or(self.game);
                self.size = self.game.sizes().usual;
                self.rules = self.game.rule_sets()[0];
                self.opening = self.game.openings()[0];
                Some(self.after_game(Step::Size))
            }
            Step::Size => {
                self.size = self.sizes().get(index).copied().unwrap_or(self.size);
                self.opening = self.game.openings()[0];
                Some(self.after_game(Step::Rules))
            }
            Step::Rules => {
                let rules = self.game.rule_sets().get(index);
                self.rules = rules.copied().unwrap_or(self.rules);
                Some(self.after_game(Step::Opening))
            }
            Step::Opening => {
                let opening = self.openings().get(index).copied();
                self.opening = opening.unwrap_or(self.opening);
                Some(Step::PeopleCount)
            }
            Step::PeopleCount => {
                self.people = self
                    .people_counts()
                    .get(index)
                    .map_or(PeopleCount::Two, |line| line.2);
                match self.people {
                    PeopleCount::One => Some(Step::Side),
                    PeopleCount::Two => {
                        self.side = Side::Black;
                        clock
                    }
                    PeopleCount::None => Some(Step::Opponent(Color::Black)),
                    PeopleCount::Same => None,
                }
            }
            Step::Side => {
                self.side = self.sides().get(index).map_or(Side::Black, |line| line.2);
                Some(Step::Opponent(Color::White))
            }
            Step::Opponent(color) => {
                if let Some((_, _, kind)) = self.opponents().into_iter().nth(index) {
                    self.kinds[color] = kind;
                }
                match self.kinds[color] {
                    PlayerKind::AlphaBeta { .. } | PlayerKind::Engine(_) => {
                        Some(Step::Level(color))
                    }
                    _ => self.after_opponent(color, clock),
                }
            }
            Step::Level(color) => {
                let (_, levels) = self.levels(color);
                let chosen = levels
                    .get(index)
                    .copied()
                    .unwrap_or(PlayerKind::LEVEL_DEFAULT);
                match &mut self.kinds[color] {
                    PlayerKind::AlphaBeta { depth } => *depth = chosen,
                    PlayerKind::Engine(options) => options.level = Some(chosen),
                    _ => {}
                }
                self.after_opponent(color, clock)
            }
            Step::Clock => {
                self.clock = [Clock::None, Clock::PerMove, Clock::PerGame][index.min(2)];
                (self.clock != Clock::None).then_some(Step::Time)
            }
            Step::Time => {
                self.time = self
                    .times()
                    .get(index)
                    .copied()
                    .unwrap_or(ClockRule::Unlimited);
                Some(Step::RunOut)
            }
            Step::RunOut => {
                self.run_out = [RunOut::Loss, RunOut::RandomMove][index.min(1)];
                None
            }
        }
    }

    /// Two programs are chosen one after the other.
    fn after_opponent(&self, color: Color, clock: Option<Step>) -> Option<Step> {
        if self.people == PeopleCount::None && color == Color::Black {
            Some(Step::Opponent(Color::White))
        } else {
            clock
        }
    }
}
