//! The values of `RE`.

use yiqi_rules::{Color, GameSpec, Score};

use crate::{EndReason, Event, GameResult, Replay};

/// Reads `B+4`, `W+R`, `B+T`, `0`, `Draw`, `Void` and the like. `None` if the result is unknown.
pub(super) fn parse(text: &str, spec: GameSpec) -> Option<GameResult> {
    let text = text.trim().to_ascii_lowercase();
    let none_won = |reason| GameResult {
        winner: None,
        reason,
        score: None,
    };
    match text.as_str() {
        "0" | "draw" => return Some(none_won(EndReason::Rules)),
        "void" => return Some(none_won(EndReason::Aborted)),
        _ => {}
    }
    let (winner, how) = text.split_once('+')?;
    let winner = match winner {
        "b" | "black" => Color::Black,
        "w" | "white" => Color::White,
        _ => return None,
    };
    let (reason, score) = match how {
        "r" | "resign" => (EndReason::Resignation, None),
        "f" | "forfeit" => (EndReason::Forfeit, None),
        "t" | "time" => (EndReason::Time, None),
        _ => (
            EndReason::Rules,
            how.parse()
                .ok()
                .and_then(|margin| score(winner, margin, spec)),
        ),
    };
    Some(GameResult {
        winner: Some(winner),
        reason,
        score,
    })
}

/// The stones of both sides of a Reversi game: the margin determines them, since all points are
/// counted.
fn score(winner: Color, margin: u16, spec: GameSpec) -> Option<Score> {
    let GameSpec::Reversi(reversi) = spec else {
        return None;
    };
    let points = u16::from(spec.size()) * u16::from(spec.size());
    if margin == 0 || margin > points || margin % 2 != points % 2 {
        return None;
    }
    let more = (points + margin) / 2;
    let mut score = Score {
        black: points - more,
        white: points - more,
    };
    let side = if reversi.anti { winner.other() } else { winner };
    score[side] = more;
    Some(score)
}

/// The closest value of `RE` for a result.
pub(super) fn format(result: &GameResult) -> String {
    let Some(winner) = result.winner else {
        return match result.reason {
            EndReason::Aborted => "Void".to_owned(),
            _ => "0".to_owned(),
        };
    };
    let side = match winner {
        Color::Black => 'B',
        Color::White => 'W',
    };
    match (result.reason, result.score) {
        (EndReason::Resignation, _) => format!("{side}+R"),
        (EndReason::Forfeit, _) => format!("{side}+F"),
        (EndReason::Time, _) => format!("{side}+T"),
        (_, Some(score)) => format!("{side}+{}", score.black.abs_diff(score.white)),
        // Gomoku programs write one point, for the one game won.
        (_, None) => format!("{side}+1"),
    }
}

/// The event that ends a game with this result, if the rules have not ended it.
pub(super) fn end_event(result: &GameResult, replay: &Replay) -> Option<Event> {
    let loser = result.winner.map(|winner| replay.seat_of(winner.other()));
    match result.reason {
        EndReason::Rules => None,
        EndReason::Resignation => loser.map(|seat| Event::Resign { seat }),
        EndReason::Forfeit => loser.map(|seat| Event::Forfeit { seat }),
        EndReason::Time => loser.map(|seat| Event::TimeOut { seat }),
        EndReason::Agreement => Some(Event::AgreeDraw),
        EndReason::Aborted => Some(Event::Abort),
    }
}
