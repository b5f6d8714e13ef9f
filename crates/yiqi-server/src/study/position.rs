//! A position, given by the moves that lead to it.

use yiqi_record::notation;
use yiqi_rules::{AnyPosition, Changes, GameSpec, Setup};
use yiqi_text::{Text, words};
use yiqi_wire::{Game, PositionRequest, StudyPosition};

use super::StudyError;

/// A game as sent to clients.
#[must_use]
pub fn game(spec: GameSpec, text: &Text) -> Game {
    Game::new(spec, words::game(text, spec))
}

/// The requested position, with its legal moves.
///
/// # Errors
/// If the game, the start or a move is invalid, or the rules refuse a move.
pub fn position(request: &PositionRequest, text: &Text) -> Result<StudyPosition, StudyError> {
    let (position, last) = reach(request)?;
    let spec = position.spec();
    Ok(StudyPosition::new(
        game(spec, text),
        &position,
        last.as_ref(),
    ))
}

/// Plays to the requested position. Also returns what the last move changed.
///
/// # Errors
/// As [`position()`].
pub fn reach(request: &PositionRequest) -> Result<(AnyPosition, Option<Changes>), StudyError> {
    let spec = request.game.parse().map_err(StudyError::Game)?;
    let mut position = match parse_start(request.from.start.as_deref(), spec)? {
        None => AnyPosition::new(spec),
        Some(setup) => AnyPosition::from_setup(spec, &setup).map_err(StudyError::Setup)?,
    };
    let count = request.from.moves.len();
    let mut last = None;
    for (number, name) in (1..).zip(&request.from.moves) {
        let mv = notation::parse_move(name, spec).map_err(|error| StudyError::NotAMove {
            number,
            count,
            error,
        })?;
        let changes = position.play(mv).map_err(|refusal| StudyError::Refused {
            number,
            count,
            spec,
            refusal,
        })?;
        last = Some(changes);
    }
    Ok((position, last))
}

/// Parses a starting position; `None` for no text means the normal start.
pub(super) fn parse_start(text: Option<&str>, spec: GameSpec) -> Result<Option<Setup>, StudyError> {
    match text.map(str::trim) {
        None | Some("") => Ok(None),
        Some(text) => notation::parse_setup(text, spec)
            .map(Some)
            .ok_or(StudyError::Start),
    }
}
