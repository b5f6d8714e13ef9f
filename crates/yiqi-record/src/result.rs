//! Results of games, as a record states them.

use std::fmt;
use std::str::FromStr;

use yiqi_rules::{Color, Outcome, Score};

use crate::{BySeat, Event};

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The winner; `None` for a draw or a game that was called off.
    pub winner: Option<Color>,
    /// What ended the game.
    pub reason: EndReason,
    /// The stones of both sides, in games that count them.
    pub score: Option<Score>,
}

/// What ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// The rules: a full board, a winning row. Also a result from outside without a reason.
    Rules,
    /// The loser resigned.
    Resignation,
    /// The loser was absent, and the winner claimed the win.
    Forfeit,
    /// The loser ran out of time.
    Time,
    /// Both sides agreed on a draw.
    Agreement,
    /// The game was called off.
    Aborted,
}

impl From<&Outcome> for GameResult {
    fn from(outcome: &Outcome) -> GameResult {
        GameResult {
            winner: outcome.winner,
            reason: EndReason::Rules,
            score: outcome.score,
        }
    }
}

impl GameResult {
    /// The result of an event that ends a game, given the colors of the seats.
    #[must_use]
    pub fn of_event(event: &Event, colors: BySeat<Color>) -> Option<GameResult> {
        let (loser, reason) = match event {
            Event::Resign { seat } => (Some(*seat), EndReason::Resignation),
            Event::Forfeit { seat } => (Some(*seat), EndReason::Forfeit),
            Event::TimeOut { seat } => (Some(*seat), EndReason::Time),
            Event::AgreeDraw => (None, EndReason::Agreement),
            Event::Abort => (None, EndReason::Aborted),
            _ => return None,
        };
        Some(GameResult {
            winner: loser.map(|seat| colors[seat.other()]),
            reason,
            score: None,
        })
    }
}

const REASONS: [(EndReason, &str); 5] = [
    (EndReason::Resignation, "by resignation"),
    (EndReason::Forfeit, "by forfeit"),
    (EndReason::Time, "on time"),
    (EndReason::Agreement, "by agreement"),
    (EndReason::Rules, ""),
];

/// `black 40-24`, `white by resignation`, `draw by agreement`, `aborted`; the score is black's
/// stones, then white's.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.reason == EndReason::Aborted {
            return f.write_str("aborted");
        }
        f.write_str(self.winner.map_or("draw", Color::name))?;
        if let Some(score) = self.score {
            write!(f, " {}-{}", score.black, score.white)?;
        }
        for (reason, words) in REASONS {
            if reason == self.reason && !words.is_empty() {
                write!(f, " {words}")?;
            }
        }
        Ok(())
    }
}

/// The text is not a valid result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "not a result: expected black, white, draw or aborted, then a score like 40-24, then by \
     resignation, by forfeit, on time or by agreement"
)]
pub struct ParseResultError;

impl FromStr for GameResult {
    type Err = ParseResultError;

    fn from_str(text: &str) -> Result<GameResult, ParseResultError> {
        let text = text.trim();
        if text == "aborted" {
            return Ok(GameResult {
                winner: None,
                reason: EndReason::Aborted,
                score: None,
            });
        }
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let winner = match word {
            "black" => Some(Color::Black),
            "white" => Some(Color::White),
            "draw" => None,
            _ => return Err(ParseResultError),
        };
        let (score, rest) = match rest.split_once(' ').unwrap_or((rest, "")) {
            (word, after) if word.starts_with(|c: char| c.is_ascii_digit()) => {
                let (black, white) = word.split_once('-').ok_or(ParseResultError)?;
                let number = |text: &str| text.parse::<u16>().map_err(|_| ParseResultError);
                let score = Score {
                    black: number(black)?,
                    white: number(white)?,
                };
                (Some(score), after)
            }
            _ => (None, rest),
        };
        let reason = REASONS
            .into_iter()
            .find(|(_, words)| *words == rest)
            .map(|(reason, _)| reason)
            .ok_or(ParseResultError)?;
        Ok(GameResult {
            winner,
            reason,
            score,
        })
    }
}
