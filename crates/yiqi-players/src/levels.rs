//! What to expect of each level of the engine, for people who choose one.
//!
//! The words compare a level with people and are an estimate; the Elo differences are measured, in
//! `docs/levels-reversi.md` and `docs/levels-gomoku.md`.

use std::time::Duration;

use yiqi_rules::{Game, GameSpec};

use crate::any_engine::strength;
use crate::options::EngineOptions;

/// What to expect of a level in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelInfo {
    /// The level, from 1.
    pub level: u8,
    /// The kind of player it is comparable to.
    pub class: LevelClass,
    /// About how much stronger it is than level 1, in Elo, where that was measured.
    pub elo: Option<u16>,
    /// How long it thinks about a move.
    pub pace: LevelPace,
}

/// The kind of player that a level is comparable to, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LevelClass {
    /// Knows the rules.
    Newcomer,
    /// Has played a few games.
    Beginner,
    /// Plays now and then.
    Casual,
    /// Plays regularly.
    Club,
    /// Wins most games in a club.
    StrongClub,
    /// Plays in tournaments.
    Expert,
    /// Wins tournaments.
    Master,
    /// Stronger than any person.
    BeyondHuman,
}

impl LevelClass {
    /// All classes, weakest first.
    pub const ALL: [LevelClass; 8] = [
        LevelClass::Newcomer,
        LevelClass::Beginner,
        LevelClass::Casual,
        LevelClass::Club,
        LevelClass::StrongClub,
        LevelClass::Expert,
        LevelClass::Master,
        LevelClass::BeyondHuman,
    ];

    /// Its name in message keys and on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            LevelClass::Newcomer => "newcomer",
            LevelClass::Beginner => "beginner",
            LevelClass::Casual => "casual",
            LevelClass::Club => "club",
            LevelClass::StrongClub => "strong-club",
            LevelClass::Expert => "expert",
            LevelClass::Master => "master",
            LevelClass::BeyondHuman => "beyond-human",
        }
    }
}

/// How long a level thinks about a move on a usual computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelPace {
    /// Too short to notice.
    AtOnce,
    /// About a second.
    Second,
    /// A few seconds.
    Seconds,
    /// Up to this long.
    UpTo(Duration),
}

impl LevelPace {
    /// Its name in message keys and on the wire.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            LevelPace::AtOnce => "at-once",
            LevelPace::Second => "second",
            LevelPace::Seconds => "seconds",
            LevelPace::UpTo(_) => "up-to",
        }
    }

    /// From how far a level searches: depth alone takes no time worth mentioning.
    fn of(spec: GameSpec, level: u8) -> LevelPace {
        let limits = strength(spec, level).limits;
        match (limits.nodes, limits.time) {
            (Some(..200_000), _) => LevelPace::AtOnce,
            (Some(..1_000_000), _) => LevelPace::Second,
            (Some(_), _) => LevelPace::Seconds,
            (None, Some(time)) if limits.depth > EngineOptions::DEPTH_MAX => LevelPace::UpTo(time),
            (None, _) => LevelPace::AtOnce,
        }
    }
}

/// The last level of each class, weakest first. In Connect6 the classes end early.
const REVERSI_CLASSES: [u8; 8] = [2, 4, 6, 9, 11, 13, 16, 20];
const GOMOKU_CLASSES: [u8; 8] = [2, 4, 6, 8, 11, 14, 17, 20];
const CONNECT6_CLASSES: [u8; 8] = [3, 6, 10, 16, 20, 20, 20, 20];

/// Elo above level 1 on 8×8, from `docs/levels-reversi.md`. Level 20 was measured only with less
/// time than it gets.
const REVERSI_ELO: [u16; 19] = [
    0, 130, 340, 460, 580, 730, 920, 1060, 1190, 1310, 1420, 1520, 1600, 1770, 1870, 1930, 2030,
    2180, 2290,
];

/// Elo above level 1 on 15×15, freestyle, from `docs/levels-gomoku.md`.
const GOMOKU_ELO: [u16; 19] = [
    0, 230, 330, 650, 740, 940, 1080, 1160, 1230, 1350, 1520, 1700, 1840, 1990, 2110, 2200, 2240,
    2290, 2430,
];

/// What to expect of a level, clamped to 1–20, in a game; `None` in games that nobody can win.
#[must_use]
pub fn level_info(spec: GameSpec, level: u8) -> Option<LevelInfo> {
    let level = level.clamp(1, EngineOptions::LEVEL_MAX);
    let game = spec.game();
    let last_of_class = match game {
        Game::Reversi => REVERSI_CLASSES,
        Game::Gomoku => GOMOKU_CLASSES,
        Game::Connect6 => CONNECT6_CLASSES,
        Game::Peace => return None,
    };
    let index = last_of_class.iter().position(|&last| level <= last)?;
    let measured: &[u16] = match game {
        Game::Reversi => &REVERSI_ELO,
        Game::Gomoku => &GOMOKU_ELO,
        Game::Connect6 | Game::Peace => &[],
    };
    let usual = game.default_spec();
    let is_measured = spec.size() == usual.size() && spec.rules_name() == usual.rules_name();
    Some(LevelInfo {
        level,
        class: LevelClass::ALL[index],
        elo: measured
            .get(usize::from(level) - 1)
            .copied()
            .filter(|_| is_measured),
        pace: LevelPace::of(spec, level),
    })
}

/// What to expect of every level of a game, weakest first.
#[must_use]
pub fn level_infos(spec: GameSpec) -> Vec<LevelInfo> {
    (1..=EngineOptions::LEVEL_MAX)
        .filter_map(|level| level_info(spec, level))
        .collect()
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    #[test]
    fn a_higher_level_is_never_said_to_be_weaker() {
        for game in Game::ALL {
            let infos = level_infos(game.default_spec());
            for pair in infos.windows(2) {
                assert!(pair[0].class <= pair[1].class, "{pair:?}");
                if let (Some(below), Some(above)) = (pair[0].elo, pair[1].elo) {
                    assert!(below < above, "{pair:?}");
                }
            }
            let is_won = game != Game::Peace;
            assert_eq!(infos.len(), if is_won { 20 } else { 0 }, "{game:?}");
        }
    }

    #[test]
    fn strength_is_stated_only_where_it_was_measured() {
        let elo = |spec: &str, level| level_info(spec.parse().unwrap(), level).unwrap().elo;
        assert_eq!(elo("reversi", 4), Some(460));
        assert_eq!(elo("reversi", 20), None);
        assert_eq!(elo("reversi:10", 4), None);
        assert_eq!(elo("reversi:8:anti", 4), None);
        assert_eq!(elo("gomoku", 19), Some(2430));
        assert_eq!(elo("gomoku", 20), None);
        assert_eq!(elo("gomoku:15:renju", 4), None);
        assert_eq!(elo("connect6", 4), None);
    }

    #[test]
    fn the_figures_are_those_of_the_documents() {
        // The last column of the table is the sum of the differences.
        let reversi = include_str!("../../../docs/levels-reversi.md");
        let cells = |line: &str| -> Vec<String> {
            line.split('|').map(|cell| cell.trim().to_owned()).collect()
        };
        for line in reversi.lines().filter(|line| line.contains(" % | +")) {
            let cells = cells(line);
            let level: usize = cells[1].parse().unwrap();
            let sum = cells[8].split(' ').next().unwrap();
            let sum: i32 = sum.trim_start_matches('+').parse().unwrap();
            assert!(
                (i32::from(REVERSI_ELO[level - 1]) - sum).abs() <= 5,
                "{line}"
            );
        }
        let gomoku = include_str!("../../../docs/levels-gomoku.md");
        let mut sum = 0;
        for line in gomoku.lines().filter(|line| line.contains(" % | +")) {
            let cells = cells(line);
            let level: usize = cells[1].parse().unwrap();
            let above = cells[6].split(' ').next().unwrap();
            sum += above.trim_start_matches('+').parse::<i32>().unwrap();
            assert!(
                (i32::from(GOMOKU_ELO[level - 1]) - sum).abs() <= 5,
                "{line}"
            );
        }
        assert_eq!(sum, 2428);
    }

    #[test]
    fn only_the_highest_level_uses_all_of_its_time() {
        for spec in [GameSpec::REVERSI, GameSpec::GOMOKU] {
            let pace = |level| level_info(spec, level).unwrap().pace;
            assert_eq!(pace(1), LevelPace::AtOnce);
            assert!(matches!(pace(19), LevelPace::Second | LevelPace::Seconds));
            assert_eq!(pace(20), LevelPace::UpTo(Duration::from_secs(10)));
        }
    }
}
