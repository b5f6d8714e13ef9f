//! The numeric values of a GGF game: type, clock, result, evaluations and times.

use std::fmt::Write as _;

use yiqi_rules::{Color, GameSpec};

use crate::clock::Seconds;
use crate::{ClockRule, Duration, EndReason, GameResult, RunOut, TimeControl};

/// The board size, if given, and whether the fewest stones win: `8`, `10`, `8a`, `s8r20`.
pub(super) fn parse_type(text: &str) -> Option<(Option<u8>, bool)> {
    let text = text.trim().to_ascii_lowercase();
    // A synchro game is one of two played from the same start.
    let text = text.strip_prefix('s').unwrap_or(&text);
    let digits = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (size, rest) = text.split_at(digits);
    // Random start, komi, and the color that the challenger wants.
    let is_known = |c: char| c.is_ascii_digit() || "arkbw+-.".contains(c);
    let size = match size {
        "" | "0" => None,
        size => Some(size.parse().ok()?),
    };
    rest.chars()
        .all(is_known)
        .then(|| (size, rest.contains('a')))
}

/// The game type as we write it.
pub(super) fn type_text(spec: GameSpec) -> String {
    let anti = matches!(spec, GameSpec::Reversi(spec) if spec.anti);
    format!("{}{}", spec.size(), if anti { "a" } else { "" })
}

/// Reads a clock, `main/increment/grace`, and returns whether the time control holds all of it.
pub(super) fn parse_clock(text: &str) -> (TimeControl, bool) {
    let parts: Option<Vec<u64>> = text.split('/').take(4).map(parse_clock_part).collect();
    let (main_ms, increment_ms, grace_ms) = match parts.as_deref() {
        Some([main]) => (*main, 0, 0),
        Some([main, increment]) => (*main, *increment, 0),
        Some([main, increment, grace]) => (*main, *increment, *grace),
        _ => (0, 0, 0),
    };
    if main_ms == 0 && increment_ms == 0 {
        return (TimeControl::NONE, false);
    }
    let clock = ClockRule::PerGame {
        main_ms,
        increment_ms,
    };
    let run_out = RunOut::Loss;
    (TimeControl { clock, run_out }, grace_ms == 0)
}

/// Reads `s`, `m:s` or `h:m:s`. An empty part is zero.
fn parse_clock_part(text: &str) -> Option<u64> {
    let text = text.trim();
    if text.is_empty() {
        return Some(0);
    }
    let (high, seconds) = text.rsplit_once(':').unwrap_or(("0", text));
    let (hours, minutes) = high.split_once(':').unwrap_or(("0", high));
    let whole = |text: &str| {
        let is_whole = text.bytes().all(|byte| byte.is_ascii_digit());
        is_whole.then(|| text.parse::<u64>().ok())?
    };
    let minutes = whole(hours)?
        .checked_mul(60)?
        .checked_add(whole(minutes)?)?;
    minutes
        .checked_mul(60_000)?
        .checked_add(parse_ms(seconds)?)
        .filter(|&ms| ms <= Duration::MS_MAX)
}

/// The clock as we write it, if GGF can express it.
pub(super) fn clock_text(time: TimeControl) -> Option<String> {
    let ClockRule::PerGame {
        main_ms,
        increment_ms,
    } = time.clock
    else {
        return None;
    };
    let part = |ms: u64| {
        let minutes = ms / 60_000;
        let mut text = match minutes / 60 {
            0 => format!("{minutes:02}:"),
            hours => format!("{hours}:{:02}:", minutes % 60),
        };
        let _ = write!(text, "{:02}", ms / 1000 % 60);
        if !ms.is_multiple_of(1000) {
            let _ = write!(text, ".{:03}", ms % 1000);
        }
        text
    };
    Some(match increment_ms {
        0 => part(main_ms),
        _ => format!("{}/{}", part(main_ms), part(increment_ms)),
    })
}

/// Parses a decimal number.
fn parse_number(text: &str) -> Option<f64> {
    let is_plain = |c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.');
    let number: f64 = text.chars().all(is_plain).then(|| text.parse().ok())??;
    number.is_finite().then_some(number)
}

/// Parses seconds into milliseconds.
pub(super) fn parse_ms(text: &str) -> Option<u64> {
    let ms = (parse_number(text)? * 1000.0).round();
    (0.0..=Duration::MS_MAX as f64)
        .contains(&ms)
        .then_some(ms as u64)
}

/// Parses a number of stones into hundredths.
pub(super) fn parse_eval(text: &str) -> Option<i32> {
    let hundredths = (parse_number(text)? * 100.0).round();
    (f64::from(i32::MIN)..=f64::from(i32::MAX))
        .contains(&hundredths)
        .then_some(hundredths as i32)
}

fn signed(number: f64) -> String {
    // Avoid negative zero.
    format!("{:+.3}", number + 0.0)
}

/// A result in the form in which we write it, however many decimals it was given with.
pub(super) fn result_text_of(text: &str) -> String {
    let (number, suffix) = text.split_once(':').unwrap_or((text, ""));
    match parse_number(number.trim()) {
        Some(number) if suffix.is_empty() => signed(number),
        Some(number) => format!("{}:{suffix}", signed(number)),
        None => text.to_owned(),
    }
}

/// Reads black's stones minus white's, then `r` if the loser resigned, `t` if the loser ran out of
/// time, or `s` for a draw by agreement. The sign gives the winner, also in anti-reversi.
pub(super) fn parse_result(text: &str) -> Option<GameResult> {
    let (number, suffix) = text.split_once(':').unwrap_or((text, ""));
    let number = parse_number(number.trim())?;
    let winner = if number > 0.0 {
        Some(Color::Black)
    } else if number < 0.0 {
        Some(Color::White)
    } else {
        None
    };
    let reason = match (suffix.trim(), winner) {
        ("", _) => EndReason::Rules,
        ("s", _) => EndReason::Agreement,
        ("r", Some(_)) => EndReason::Resignation,
        ("t", Some(_)) => EndReason::Time,
        // In a draw with komi there is no telling who resigned.
        ("r" | "t", None) => EndReason::Rules,
        _ => return None,
    };
    Some(GameResult {
        winner,
        reason,
        score: None,
    })
}

/// The result as we write it.
pub(super) fn result_text(result: Option<GameResult>, spec: GameSpec) -> String {
    let Some(result) = result else {
        return "?".to_owned();
    };
    // Without a score, the winner gets the whole board.
    let size = f64::from(spec.size());
    let margin = match result.score {
        Some(score) if score.black != score.white => f64::from(score.black.abs_diff(score.white)),
        _ => size * size,
    };
    let suffix = match result.reason {
        EndReason::Rules => "",
        // GGF cannot express a forfeit.
        EndReason::Resignation | EndReason::Forfeit => ":r",
        EndReason::Time => ":t",
        EndReason::Agreement => ":s",
        EndReason::Aborted => return "?".to_owned(),
    };
    let number = match result.winner {
        Some(Color::Black) => margin,
        Some(Color::White) => -margin,
        None => 0.0,
    };
    signed(number) + suffix
}

/// The evaluation and time of a move, as they follow the move.
pub(super) fn eval_text(eval: Option<i32>, after_ms: u64) -> String {
    let mut text = String::new();
    if eval.is_some() || after_ms > 0 {
        text.push('/');
    }
    if let Some(eval) = eval {
        let sign = if eval < 0 { "-" } else { "" };
        let (stones, hundredths) = (eval.unsigned_abs() / 100, eval.unsigned_abs() % 100);
        let _ = write!(text, "{sign}{stones}.{hundredths:02}");
    }
    if after_ms > 0 {
        let _ = write!(text, "/{}", Seconds(after_ms.min(Duration::MS_MAX)));
    }
    text
}
