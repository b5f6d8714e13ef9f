//! Game files: reading, converting, and writing a tree of moves.

use yiqi_record::notation::parse_move;
use yiqi_record::{
    BySeat, CheckError, Entry, Event, Format, Header, NodeId, ReadOptions, Record, ReplayError,
};
use yiqi_rules::{Color, GameSpec};
use yiqi_wire::ComposeRequest;

use super::position::parse_start;
use super::{MOVES_MAX, StudyError};

/// The format with this name; `None` for an empty name, as in a query without a choice.
///
/// # Errors
/// If there is no such format.
pub fn format_named(name: &str) -> Result<Option<Format>, StudyError> {
    match name.trim() {
        "" => Ok(None),
        name => match Format::named(name) {
            None => Err(StudyError::UnknownFormat {
                name: name.to_owned(),
            }),
            format => Ok(format),
        },
    }
}

/// The game with this spec; `None` for an empty text, as in a query without a choice.
///
/// # Errors
/// If the spec is invalid.
pub fn game_named(spec: &str) -> Result<Option<GameSpec>, StudyError> {
    match spec.trim() {
        "" => Ok(None),
        spec => spec.parse().map(Some).map_err(StudyError::Game),
    }
}

/// Converts a file to another format. `from` and `game` are needed only if the file does not
/// determine them. WTHOR output is the file of games only, without names.
///
/// # Errors
/// If the file cannot be read, has no game, or the other format cannot represent it.
pub fn convert(
    bytes: &[u8],
    from: Option<Format>,
    game: Option<GameSpec>,
    to: Format,
) -> Result<Vec<u8>, StudyError> {
    let records = read_records(bytes, from, game)?;
    if records.is_empty() {
        return Err(StudyError::NoSuchGame { count: 0 });
    }
    to.write(&records).map_err(StudyError::Write)
}

/// Writes a tree of moves as a file.
///
/// # Errors
/// If the request is invalid, a move is refused, or the format cannot represent the game.
pub fn compose(request: &ComposeRequest) -> Result<Vec<u8>, StudyError> {
    let format = format_named(&request.format)?.ok_or(StudyError::FormatUnclear)?;
    let record = record_of(request)?;
    format.write(&[record]).map_err(StudyError::Write)
}

/// All games of a file.
pub(super) fn read_records(
    bytes: &[u8],
    format: Option<Format>,
    game: Option<GameSpec>,
) -> Result<Vec<Record>, StudyError> {
    let format = format
        .or_else(|| recognise(bytes, game))
        .ok_or(StudyError::FormatUnclear)?;
    let options = ReadOptions {
        game,
        ..ReadOptions::default()
    };
    format.read(bytes, &options).map_err(StudyError::Read)
}

/// Recognizes the format from the contents. Moves without separators can belong to either game;
/// `game` decides.
fn recognise(bytes: &[u8], game: Option<GameSpec>) -> Option<Format> {
    let format = Format::of_contents(bytes)?;
    Some(match (format, game) {
        (Format::Pos, Some(GameSpec::Reversi(_))) => Format::Transcript,
        (Format::Transcript, Some(GameSpec::Gomoku(_))) => Format::Pos,
        _ => format,
    })
}

/// The record of a tree of moves, checked against the rules.
fn record_of(request: &ComposeRequest) -> Result<Record, StudyError> {
    let spec: GameSpec = request.game.parse().map_err(StudyError::Game)?;
    let count = request.nodes.len();
    if count > MOVES_MAX {
        return Err(StudyError::TooManyMoves { count });
    }
    if request.players.len() > 2 {
        let count = request.players.len();
        return Err(StudyError::TooManyPlayers { count });
    }
    let mut header = Header::new(spec);
    let name = |index: usize| request.players.get(index).cloned().unwrap_or_default();
    header.players = BySeat {
        first: name(0),
        second: name(1),
    };
    header.date = request.date.clone();
    header.start = parse_start(request.start.as_deref(), spec)?;

    let mut record = Record::new(header);
    let first = request.first.map_or(Color::Black, Color::from);
    let begin = push(&mut record, None, Event::Begin { first });
    let start = push_comment(&mut record, begin, request.comment.as_deref());
    // The last entry of each node: its comment, if it has one.
    let mut ends: Vec<NodeId> = Vec::with_capacity(count);
    // The number of the node that each entry belongs to.
    let mut numbers = vec![0; record.len()];
    for (number, node) in (1..).zip(&request.nodes) {
        let before = match node.parent {
            None => start,
            Some(parent) => *ends.get(parent).ok_or(StudyError::NotBefore { number })?,
        };
        let mv = parse_move(&node.mv, spec).map_err(|error| StudyError::NotAMove {
            number,
            count,
            error,
        })?;
        let id = record.push_move(Some(before), mv);
        ends.push(push_comment(&mut record, id, node.comment.as_deref()));
        numbers.resize(record.len(), number);
    }
    match record.check() {
        Ok(result) => record.header.result = result,
        Err(CheckError::Entry {
            id,
            error: ReplayError::Refused(refusal),
        }) => {
            return Err(StudyError::Refused {
                number: numbers.get(id.index()).copied().unwrap_or_default(),
                count,
                spec,
                refusal,
            });
        }
        Err(error) => return Err(StudyError::of_record(&record, error)),
    }
    Ok(record)
}

/// Adds a comment after an entry, if there is one, and returns the last entry.
fn push_comment(record: &mut Record, after: NodeId, comment: Option<&str>) -> NodeId {
    match comment {
        None | Some("") => after,
        Some(text) => {
            let event = Event::Comment {
                seat: None,
                text: text.into(),
            };
            push(record, Some(after), event)
        }
    }
}

fn push(record: &mut Record, after: Option<NodeId>, event: Event) -> NodeId {
    record.push(after, Entry { at_ms: 0, event })
}
