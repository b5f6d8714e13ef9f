//! What has been answered so far, and what is asked next.

use yiqi_players::{EngineOptions, PlayerSpec, Way};
use yiqi_record::{BySeat, ClockRule, RunOut, Seat, TimeControl};
use yiqi_rules::{Color, GameSpec, GomokuRules, GomokuSpec, Opening, ReversiSpec};
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
    People,
    Side,
    /// Who plays for the computer, and how well.
    Opponent(Color),
    Level(Color),
    Clock,
    Time,
    RunOut,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Reversi,
    Gomoku,
    Peace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum People {
    One,
    Two,
    None,
    /// As they are.
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

/// What has been answered so far.
#[derive(Clone)]
pub(super) struct Draft {
    purpose: Purpose,
    pub(super) kind: Kind,
    size: u8,
    anti: bool,
    rules: GomokuRules,
    opening: Opening,
    pub(super) people: People,
    side: Side,
    ways: [Way; 2],
    clock: Clock,
    time: ClockRule,
    run_out: RunOut,
    /// Who plays now, by color.
    pub(super) present: Option<[PlayerSpec; 2]>,
}

const REVERSI_SIZES: [u8; 12] = [4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26];
const LEVELS: [u8; 8] = [1, 2, 4, 6, 8, 12, 16, 20];
const DEPTHS: [u8; 7] = [1, 2, 3, 4, 5, 7, 9];
const MOVE_SECONDS: [u64; 5] = [10, 20, 30, 60, 120];
/// Minutes for a game, and seconds added after each move.
const GAME_TIMES: [(u64, u64); 6] = [(3, 2), (5, 0), (10, 0), (10, 5), (20, 0), (30, 10)];

impl Draft {
    pub(super) fn new(purpose: Purpose, shared: &Shared) -> Draft {
        let present = shared.desk.current().map(|game| {
            let view = game.view();
            Color::BOTH.map(|color| game.players()[view.colors.seat_of(color)].clone())
        });
        let engine = Way::Engine(EngineOptions::level(Way::LEVEL_DEFAULT));
        let kind = match (purpose, shared.spec()) {
            (Purpose::New, _) | (_, GameSpec::Reversi(_)) => Kind::Reversi,
            (_, GameSpec::Gomoku(_)) => Kind::Gomoku,
            (_, GameSpec::Peace) => Kind::Peace,
        };
        Draft {
            purpose,
            kind,
            size: 8,
            anti: false,
            rules: GomokuRules::Freestyle,
            opening: Opening::Free,
            people: People::One,
            side: Side::Black,
            ways: [engine.clone(), engine],
            clock: Clock::None,
            time: ClockRule::Unlimited,
            run_out: RunOut::Loss,
            present,
        }
    }

    pub(super) fn spec(&self) -> GameSpec {
        let spec = match self.kind {
            Kind::Reversi => ReversiSpec::new(self.size, self.anti).map(GameSpec::Reversi),
            Kind::Gomoku => {
                GomokuSpec::new(self.size, self.rules, self.opening).map(GameSpec::Gomoku)
            }
            Kind::Peace => Some(GameSpec::Peace),
        };
        // Every size that is offered is one of the game's.
        spec.unwrap_or(GameSpec::REVERSI)
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
            (People::None, _) | (_, Side::Black) => ColorChoice::First(Color::Black),
            (_, Side::White) => ColorChoice::First(Color::White),
            (_, Side::Drawn) => ColorChoice::Drawn,
        }
    }

    /// The players of a new game: a single person has the first seat.
    pub(super) fn players_by_seat(&self) -> BySeat<PlayerSpec> {
        let program = |way: &Way| PlayerSpec {
            name: None,
            way: way.clone(),
        };
        match self.people {
            People::Two | People::Same => BySeat {
                first: PlayerSpec::HUMAN,
                second: PlayerSpec::HUMAN,
            },
            People::One => BySeat {
                first: PlayerSpec::HUMAN,
                second: program(&self.ways[1]),
            },
            People::None => BySeat {
                first: program(&self.ways[0]),
                second: program(&self.ways[1]),
            },
        }
    }

    /// Who plays a color from now on, in a game that has its colors already.
    pub(super) fn player_of(&self, color: Color) -> PlayerSpec {
        let is_own = match self.side {
            Side::Black | Side::Drawn => color == Color::Black,
            Side::White => color == Color::White,
        };
        let seats = self.players_by_seat();
        match self.people {
            People::One => seats[if is_own { Seat::First } else { Seat::Second }].clone(),
            _ => seats[if color == Color::Black {
                Seat::First
            } else {
                Seat::Second
            }]
            .clone(),
        }
    }

    pub(super) fn keeps_players(&self) -> bool {
        self.people == People::Same
    }

    pub(super) fn sizes(&self) -> Vec<u8> {
        match self.kind {
            Kind::Reversi => REVERSI_SIZES.to_vec(),
            Kind::Gomoku => (5..=25).collect(),
            Kind::Peace => vec![8],
        }
    }

    pub(super) fn openings(&self) -> Vec<Opening> {
        Opening::ALL
            .into_iter()
            .filter(|&opening| GomokuSpec::new(self.size, self.rules, opening).is_some())
            .collect()
    }

    pub(super) fn peoples(&self) -> Vec<(char, &'static str, People)> {
        let mut all = vec![
            ('1', "tui-people-one", People::One),
            ('2', "tui-people-two", People::Two),
            ('0', "tui-people-none", People::None),
        ];
        if self.purpose == Purpose::Reseat {
            all.insert(0, ('s', "tui-people-same", People::Same));
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

    pub(super) fn opponents(&self) -> Vec<(char, &'static str, Way)> {
        let engine = Way::Engine(EngineOptions::level(Way::LEVEL_DEFAULT));
        let depth = Way::DEPTH_DEFAULT;
        let mut all = vec![
            ('e', "tui-way-engine", engine),
            ('a', "tui-way-alphabeta", Way::AlphaBeta { depth }),
            ('w', "tui-way-weights", Way::Weights),
            ('g', "tui-way-greedy", Way::Greedy),
            ('r', "tui-way-random", Way::Random { seed: None }),
        ];
        // The table of weights is Reversi's.
        if self.kind != Kind::Reversi {
            all.retain(|(_, _, way)| *way != Way::Weights);
        }
        all
    }

    pub(super) fn levels(&self, color: Color) -> (&'static str, &'static [u8]) {
        match self.ways[color as usize] {
            Way::AlphaBeta { .. } => ("tui-level-depth", &DEPTHS),
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

    /// The line that is marked first.
    pub(super) fn usual(&self, step: Step) -> usize {
        match step {
            Step::Size => self
                .sizes()
                .iter()
                .position(|&size| size == if self.kind == Kind::Gomoku { 15 } else { 8 })
                .unwrap_or(0),
            Step::Level(color) => {
                let usual = match self.ways[color as usize] {
                    Way::AlphaBeta { .. } => Way::DEPTH_DEFAULT,
                    _ => Way::LEVEL_DEFAULT,
                };
                let (_, levels) = self.levels(color);
                levels.iter().position(|&level| level == usual).unwrap_or(0)
            }
            Step::Time => 2,
            _ => 0,
        }
    }

    /// Takes the answer and says what is asked next; `None` if that was all.
    pub(super) fn choose(&mut self, step: Step, index: usize) -> Option<Step> {
        let clock = (self.purpose != Purpose::Reseat).then_some(Step::Clock);
        match step {
            Step::Game => {
                self.kind = [Kind::Reversi, Kind::Gomoku, Kind::Peace][index.min(2)];
                self.anti = false;
                self.size = if self.kind == Kind::Gomoku { 15 } else { 8 };
                self.opening = Opening::Free;
                Some(if self.kind == Kind::Peace {
                    Step::People
                } else {
                    Step::Size
                })
            }
            Step::Size => {
                self.size = self.sizes().get(index).copied().unwrap_or(self.size);
                self.opening = Opening::Free;
                Some(Step::Rules)
            }
            Step::Rules if self.kind == Kind::Reversi => {
                self.anti = index == 1;
                Some(Step::People)
            }
            Step::Rules => {
                self.rules = GomokuRules::ALL[index.min(3)];
                Some(Step::Opening)
            }
            Step::Opening => {
                self.opening = self.openings().get(index).copied().unwrap_or(Opening::Free);
                Some(Step::People)
            }
            Step::People => {
                self.people = self.peoples().get(index).map_or(People::Two, |line| line.2);
                match self.people {
                    People::One => Some(Step::Side),
                    People::Two => {
                        self.side = Side::Black;
                        clock
                    }
                    People::None => Some(Step::Opponent(Color::Black)),
                    People::Same => None,
                }
            }
            Step::Side => {
                self.side = self.sides().get(index).map_or(Side::Black, |line| line.2);
                Some(Step::Opponent(Color::White))
            }
            Step::Opponent(color) => {
                if let Some((_, _, way)) = self.opponents().into_iter().nth(index) {
                    self.ways[color as usize] = way;
                }
                match self.ways[color as usize] {
                    Way::AlphaBeta { .. } | Way::Engine(_) => Some(Step::Level(color)),
                    _ => self.after_opponent(color, clock),
                }
            }
            Step::Level(color) => {
                let (_, levels) = self.levels(color);
                let chosen = levels.get(index).copied().unwrap_or(Way::LEVEL_DEFAULT);
                match &mut self.ways[color as usize] {
                    Way::AlphaBeta { depth } => *depth = chosen,
                    Way::Engine(options) => options.level = Some(chosen),
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

    /// Two programs are asked for one after the other.
    fn after_opponent(&self, color: Color, clock: Option<Step>) -> Option<Step> {
        if self.people == People::None && color == Color::Black {
            Some(Step::Opponent(Color::White))
        } else {
            clock
        }
    }
}
