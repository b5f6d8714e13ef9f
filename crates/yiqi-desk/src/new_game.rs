//! A new game as people choose it: remembered, and offered again next time.

use yiqi_players::{EngineOptions, PlayerKind, PlayerSpec};
use yiqi_record::{BySeat, ClockRule, RunOut, TimeControl};
use yiqi_rules::{ByColor, Color, GameSpec};
use yiqi_session::{ColorChoice, Terms};

/// A new game as people choose it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewGame {
    /// The game, board and rules.
    pub spec: GameSpec,
    /// Who plays each color, or, if colors are drawn, who plays.
    pub players: ByColor<PlayerSpec>,
    /// Whether colors are drawn by lot.
    pub draws_colors: bool,
    /// The clock, and what happens when time runs out.
    pub time: TimeControl,
}

/// The level that somebody meets who has never chosen one: it plays sensible moves and can be
/// beaten.
const FRIENDLY_LEVEL: u8 = 4;

impl Default for NewGame {
    /// Reversi against a friendly level.
    fn default() -> NewGame {
        NewGame::of_spec(GameSpec::REVERSI)
    }
}

impl NewGame {
    /// A game against a friendly level, without a clock.
    #[must_use]
    pub fn of_spec(spec: GameSpec) -> NewGame {
        NewGame {
            spec,
            players: ByColor {
                black: PlayerSpec::HUMAN,
                white: NewGame::friend(),
            },
            draws_colors: false,
            time: TimeControl::NONE,
        }
    }

    /// The friendly level.
    #[must_use]
    pub fn friend() -> PlayerSpec {
        PlayerSpec {
            name: None,
            kind: PlayerKind::Engine(EngineOptions::level(FRIENDLY_LEVEL)),
        }
    }

    /// The terms of the game. Black has the first seat unless colors are drawn.
    #[must_use]
    pub fn terms(&self) -> Terms {
        Terms {
            colors: match self.draws_colors {
                true => ColorChoice::Drawn,
                false => ColorChoice::First(Color::Black),
            },
            time: self.time,
            ..Terms::new(self.spec)
        }
    }

    /// The players by their seats.
    #[must_use]
    pub fn players_by_seat(&self) -> BySeat<PlayerSpec> {
        BySeat {
            first: self.players.black.clone(),
            second: self.players.white.clone(),
        }
    }

    /// The game as `key: value` lines, as in its file.
    #[must_use]
    pub fn to_text(&self) -> String {
        format!(
            "game: {}\nblack: {}\nwhite: {}\ncolors: {}\ntime: {}\n",
            self.spec,
            self.players.black,
            self.players.white,
            if self.draws_colors { "drawn" } else { "fixed" },
            self.time,
        )
    }

    /// Reads what [`NewGame::to_text`] writes; `None` if any of it is missing or invalid.
    #[must_use]
    pub fn of_text(text: &str) -> Option<NewGame> {
        let value = |wanted: &str| {
            let mut lines = text.lines().filter_map(|line| line.split_once(':'));
            let (_, value) = lines.find(|(key, _)| key.trim() == wanted)?;
            Some(value.trim())
        };
        Some(NewGame {
            spec: value("game")?.parse().ok()?,
            players: ByColor {
                black: value("black")?.parse().ok()?,
                white: value("white")?.parse().ok()?,
            },
            draws_colors: match value("colors")? {
                "drawn" => true,
                "fixed" => false,
                _ => return None,
            },
            time: value("time")?.parse().ok()?,
        })
    }
}

/// A clock as people write it: `none`, `10m`, `10m+5s`, `30s a move`, `5m+3x10s`; also as records
/// write it, `byoyomi 5m+3x10s`. A number without a unit is minutes for a game, and seconds after a
/// `+` or for a move.
#[must_use]
pub fn parse_clock(text: &str) -> Option<ClockRule> {
    let mut text = text.trim().to_lowercase().replace('×', "x");
    if matches!(
        text.as_str(),
        "" | "0" | "no" | "none" | "no clock" | "无" | "無"
    ) {
        return Some(ClockRule::Unlimited);
    }
    for word in ["game", "byoyomi", "byo-yomi"] {
        if let Some(rest) = text.strip_prefix(word) {
            text = rest.trim().to_owned();
        }
    }
    let mut is_per_move = false;
    for beginning in ["move", "每步", "每手", "一步"] {
        if let Some(rest) = text.strip_prefix(beginning) {
            is_per_move = true;
            text = rest.trim().to_owned();
            break;
        }
    }
    for ending in [
        "a move", "per move", "/move", "move", "每步", "每手", "一步",
    ] {
        if let Some(rest) = text.strip_suffix(ending) {
            is_per_move = true;
            text = rest.trim().trim_end_matches('/').trim().to_owned();
            break;
        }
    }
    let with_unit = |part: &str, unit: &str| -> String {
        let part: String = part.split_whitespace().collect();
        match part.ends_with(|c: char| c.is_ascii_digit()) {
            true => format!("{part}{unit}"),
            false => part,
        }
    };
    let written = match (is_per_move, text.split_once('+')) {
        (true, None) => format!("move {}", with_unit(&text, "s")),
        (true, Some(_)) => return None,
        (false, None) => format!("game {}", with_unit(&text, "m")),
        (false, Some((main, after))) => {
            let main = with_unit(main, "m");
            match after.split_once('x') {
                None => format!("game {main}+{}", with_unit(after, "s")),
                Some((count, period)) => {
                    format!("byoyomi {main}+{}x{}", count.trim(), with_unit(period, "s"))
                }
            }
        }
    };
    let time: TimeControl = written.parse().ok()?;
    is_playable(time.clock).then_some(time.clock)
}

/// A clock in the form that [`parse_clock`] reads, or an empty text for a game without a clock.
#[must_use]
pub fn written_clock(clock: ClockRule) -> String {
    let time = TimeControl {
        clock,
        run_out: RunOut::Loss,
    };
    let text = time.to_string();
    match (clock, text.split_once(' ')) {
        (ClockRule::Unlimited, _) | (_, None) => String::new(),
        (ClockRule::PerMove { .. }, Some((_, time))) => format!("{time} a move"),
        (_, Some((_, time))) => time.to_owned(),
    }
}

/// Whether a clock gives any time at all, and no more than a year.
fn is_playable(clock: ClockRule) -> bool {
    const YEAR_MS: u64 = 366 * 24 * 3_600_000;
    match clock {
        ClockRule::Unlimited => true,
        ClockRule::PerMove { move_ms } => (1..=YEAR_MS).contains(&move_ms),
        ClockRule::PerGame {
            main_ms,
            increment_ms,
        } => (1..=YEAR_MS).contains(&main_ms) && increment_ms <= YEAR_MS,
        ClockRule::ByoYomi {
            main_ms,
            periods,
            period_ms,
        } => main_ms <= YEAR_MS && periods > 0 && (1..=YEAR_MS).contains(&period_ms),
    }
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;

    fn clock(text: &str) -> Option<String> {
        let time = |clock| TimeControl {
            clock,
            run_out: yiqi_record::RunOut::Loss,
        };
        parse_clock(text).map(|clock| time(clock).to_string())
    }

    #[test]
    fn clocks_are_read_as_people_write_them() {
        for (typed, meant) in [
            ("", "none"),
            ("none", "none"),
            ("10m", "game 10m"),
            ("10", "game 10m"),
            ("10m+5s", "game 10m+5s"),
            ("10+5", "game 10m+5s"),
            (" 10 M + 5 S ", "game 10m+5s"),
            ("game 3m+2s", "game 3m+2s"),
            ("30s a move", "move 30s"),
            ("30s/move", "move 30s"),
            ("30 per move", "move 30s"),
            ("move 30s", "move 30s"),
            ("30s每步", "move 30s"),
            ("每步 30s", "move 30s"),
            ("5m+3x10s", "byoyomi 5m+3x10s"),
            ("5+3×10", "byoyomi 5m+3x10s"),
            ("byoyomi 10m+3x30s", "byoyomi 10m+3x30s"),
            ("0s+3x30s", "byoyomi 0s+3x30s"),
            ("1h30m", "game 1h30m"),
        ] {
            assert_eq!(clock(typed).as_deref(), Some(meant), "{typed}");
        }
        for bad in [
            "soon",
            "10x",
            "5m+0x10s",
            "0s",
            "0s a move",
            "-3m",
            "10m+",
            "+5s",
            "9999999999h",
        ] {
            assert_eq!(clock(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_new_game_is_read_back_as_it_was_written() {
        let game = NewGame {
            spec: "gomoku:15:renju:swap2".parse().unwrap(),
            players: ByColor {
                black: "Ann=human".parse().unwrap(),
                white: "program:script:python3 'my bot.py'".parse().unwrap(),
            },
            draws_colors: true,
            time: "byoyomi 5m+3x10s, random move".parse().unwrap(),
        };
        assert_eq!(NewGame::of_text(&game.to_text()), Some(game));
        let usual = NewGame::default();
        assert_eq!(NewGame::of_text(&usual.to_text()), Some(usual));
    }

    #[test]
    fn a_damaged_text_is_no_new_game() {
        let text = NewGame::default().to_text();
        for line in text.lines() {
            assert_eq!(NewGame::of_text(&text.replace(line, "")), None, "{line}");
            let (key, _) = line.split_once(':').unwrap();
            let damaged = text.replace(line, &format!("{key}: ?"));
            assert_eq!(NewGame::of_text(&damaged), None, "{line}");
        }
    }
}
