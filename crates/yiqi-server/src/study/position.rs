//! A position, given by the moves that lead to it.

use yiqi_arena::OpeningLine;
use yiqi_players::book_advice;
use yiqi_record::notation;
use yiqi_rules::{AnyPosition, Changes, Color, GameSpec, Setup};
use yiqi_text::{Text, words};
use yiqi_wire::{Game, PositionRequest, StudyBook, StudyBookMove, StudyPosition};

use super::StudyError;

/// A game as sent to clients.
#[must_use]
pub fn game(spec: GameSpec, text: &Text) -> Game {
    Game::new(spec, words::game(text, spec))
}

/// The requested position, with its legal moves.
///
/// # Errors
/// If the game, the start or a move is invalid, or the rules refuse a move. A refused move to try is
/// no error, because whoever tries it expects that.
pub fn position(request: &PositionRequest, text: &Text) -> Result<StudyPosition, StudyError> {
    let (mut position, mut last) = reach(request)?;
    let spec = position.spec();
    let mut refusal = None;
    if let Some(tried) = &request.tried {
        let number = request.from.moves.len() + 1;
        match play(&mut position, tried, number, number) {
            Ok(changes) => last = Some(changes),
            Err(error) => refusal = Some(error.fault(text)),
        }
    }
    Ok(StudyPosition {
        book: book(&position),
        refusal,
        ..StudyPosition::new(game(spec, text), &position, last.as_ref())
    })
}

/// What the opening book knows about a position.
fn book(position: &AnyPosition) -> Option<StudyBook> {
    let side = match position.turn()? {
        Color::Black => 1,
        Color::White => -1,
    };
    let advice = book_advice(position)?;
    let moves = advice.moves.iter().map(|&(mv, value)| StudyBookMove {
        mv: notation::move_name(mv, position.spec()),
        eval: side * value,
    });
    Some(StudyBook {
        depth: advice.depth,
        moves: moves.collect(),
    })
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
        last = Some(play(&mut position, name, number, count)?);
    }
    Ok((position, last))
}

/// The start position and the moves of a request that [`reach`] accepts.
pub(crate) fn line(request: &PositionRequest) -> Result<OpeningLine, StudyError> {
    let spec = request.game.parse().map_err(StudyError::Game)?;
    let count = request.from.moves.len();
    let moves = (1..).zip(&request.from.moves).map(|(number, name)| {
        notation::parse_move(name, spec).map_err(|error| StudyError::NotAMove {
            number,
            count,
            error,
        })
    });
    Ok(OpeningLine {
        start: parse_start(request.from.start.as_deref(), spec)?,
        moves: moves.collect::<Result<_, _>>()?,
    })
}

/// Plays a move. An error says which of the `count` moves it was.
fn play(
    position: &mut AnyPosition,
    name: &str,
    number: usize,
    count: usize,
) -> Result<Changes, StudyError> {
    let spec = position.spec();
    let mv = notation::parse_move(name, spec).map_err(|error| StudyError::NotAMove {
        number,
        count,
        error,
    })?;
    position.play(mv).map_err(|refusal| StudyError::Refused {
        number,
        count,
        spec,
        refusal,
    })
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
