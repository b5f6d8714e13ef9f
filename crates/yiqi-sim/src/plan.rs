//! What a seed decides before anything happens.

use std::time::Duration;

use yiqi_rules::Dice;
use yiqi_wire::TournamentKind;

/// Games that are over soon.
const GAMES: [&str; 6] = [
    "reversi:4",
    "reversi:4",
    "reversi:6",
    "gomoku:5",
    "gomoku:6:standard",
    "connect6:6",
];

/// Time controls with every kind of clock, and both ends of time.
const CLOCKS: [&str; 9] = [
    "none",
    "move 3s",
    "move 4s, random move",
    "game 20s",
    "game 15s+1s",
    "game 8s, random move",
    "byoyomi 5s+3x3s",
    "byoyomi 4s+2x2s, random move",
    "game 1m",
];

/// The dice for what came later. With this number, none of the seeds that were kept before has any of it.
const EXTRA: u64 = 0x0add_09f9;

/// What the servers are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// One server with a file.
    File,
    /// One server with a database on another machine.
    Server,
    /// Several nodes with a database and a bus.
    Nodes(usize),
}

impl Mode {
    /// How many servers there are.
    #[must_use]
    pub const fn machines(self) -> usize {
        match self {
            Mode::File | Mode::Server => 1,
            Mode::Nodes(count) => count,
        }
    }
}

/// How likely something is, per mille.
pub(crate) type PerMille = u32;

/// The faults of the network and of statements.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rates {
    /// A statement is lost.
    pub(crate) lost: PerMille,
    /// The answer to a statement is lost.
    pub(crate) unanswered: PerMille,
    /// A statement or its answer is lost without a word.
    pub(crate) silent: PerMille,
    /// A statement takes long.
    pub(crate) slow: PerMille,
    /// A notice is lost.
    pub(crate) notice_lost: PerMille,
    /// A notice comes twice.
    pub(crate) notice_twice: PerMille,
    /// A notice comes late, and so after later ones.
    pub(crate) notice_late: PerMille,
    /// A client's connection is cut after a message.
    pub(crate) cut: PerMille,
    /// A client repeats what it has sent.
    pub(crate) repeat: PerMille,
}

/// How often something happens to a server or the database, as weights.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Blows {
    pub(crate) kill: u32,
    pub(crate) stop: u32,
    pub(crate) suspend: u32,
    pub(crate) cut_database: u32,
    pub(crate) cut_bus: u32,
    pub(crate) crash_database: u32,
    pub(crate) slow_database: u32,
    pub(crate) drift: u32,
}

/// A table and who plays there.
#[derive(Clone, Debug)]
pub(crate) struct TablePlan {
    pub(crate) game: &'static str,
    pub(crate) time: &'static str,
    pub(crate) players: [usize; 2],
    pub(crate) watchers: Vec<usize>,
}

/// A tournament.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TournamentPlan {
    pub(crate) kind: TournamentKind,
    pub(crate) time: &'static str,
}

/// What a seed decides before anything happens.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What the servers are.
    pub mode: Mode,
    pub(crate) people: usize,
    pub(crate) tables: Vec<TablePlan>,
    pub(crate) tournament: Option<TournamentPlan>,
    /// Whether people are accounts and their games count for ratings.
    pub(crate) rated: bool,
    /// Whether the players of a table speak about a rematch.
    pub(crate) rematches: bool,
    /// How long there are faults.
    pub(crate) faults_for: Duration,
    /// How long nothing happens to a server between two blows.
    pub(crate) calm_ms: usize,
    pub(crate) rates: Rates,
    pub(crate) blows: Blows,
}

impl Plan {
    /// The plan of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Plan {
        let mut dice = Dice::new(seed ^ 0x5eed);
        let mode = match dice.below(10) {
            0 => Mode::File,
            1 => Mode::Server,
            2..=5 => Mode::Nodes(2),
            _ => Mode::Nodes(3),
        };
        let people = 2 + dice.below(3);
        let has_tournament = dice.below(4) == 0;
        let table_count = if has_tournament {
            dice.below(2)
        } else {
            1 + dice.below(2)
        };
        let tables = (0..table_count)
            .map(|_| {
                let first = dice.below(people);
                let second = (first + 1 + dice.below(people - 1)) % people;
                let watchers = (0..people)
                    .filter(|who| ![first, second].contains(who) && dice.below(2) == 0)
                    .collect();
                TablePlan {
                    game: GAMES[dice.below(GAMES.len())],
                    time: CLOCKS[dice.below(CLOCKS.len())],
                    players: [first, second],
                    watchers,
                }
            })
            .collect();
        let kinds = [
            TournamentKind::Arena,
            TournamentKind::Swiss,
            TournamentKind::RoundRobin,
            TournamentKind::Knockout,
        ];
        let tournament = has_tournament.then(|| TournamentPlan {
            kind: *dice.pick(&kinds),
            time: ["move 3s", "game 10s", "game 8s+1s"][dice.below(3)],
        });
        // Not every fault in every run: some hide others.
        let some = |dice: &mut Dice, max: usize| -> u32 {
            if dice.below(2) == 0 {
                0
            } else {
                dice.below(max + 1) as u32
            }
        };
        let is_remote = mode != Mode::File;
        let remote = |dice: &mut Dice, max: usize| if is_remote { some(dice, max) } else { 0 };
        let rates = Rates {
            lost: remote(&mut dice, 40),
            unanswered: remote(&mut dice, 40),
            silent: remote(&mut dice, 8),
            slow: some(&mut dice, 100),
            notice_lost: some(&mut dice, 300),
            notice_twice: some(&mut dice, 500),
            notice_late: some(&mut dice, 300),
            cut: some(&mut dice, 60),
            repeat: some(&mut dice, 500),
        };
        let among = |dice: &mut Dice, max: usize| match mode {
            Mode::Nodes(_) => some(dice, max),
            _ => 0,
        };
        let blows = Blows {
            kill: some(&mut dice, 10),
            stop: some(&mut dice, 4),
            suspend: some(&mut dice, 8),
            cut_database: remote(&mut dice, 8),
            cut_bus: among(&mut dice, 8),
            crash_database: remote(&mut dice, 6),
            slow_database: some(&mut dice, 6),
            drift: among(&mut dice, 6),
        };
        // From dice of its own, so that seeds that were there before stay the same.
        let extra = Dice::new(seed ^ EXTRA).below(8);
        Plan {
            mode,
            people,
            tables,
            tournament,
            rated: [0, 1].contains(&extra),
            rematches: [1, 2].contains(&extra),
            faults_for: Duration::from_millis(8_000 + dice.below(12_000) as u64),
            calm_ms: 300 + dice.below(6_000),
            rates,
            blows,
        }
    }
}
