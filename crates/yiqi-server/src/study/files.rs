//! Files: read in any format, written in another, made from a tree of moves.

use yiqi_record::notation::parse_move;
use yiqi_record::{
    BySeat, CheckError, Entry, Event, Format, Header, NodeId, ReadOptions, Record, ReplayError,
};
use yiqi_rules::{Color, GameSpec};
use yiqi_wire::ComposeRequest;

use super::position::parse_start;
use super::{MOVES_MAX, StudyError};

/// The format with this name; none for an empty name, as an address has it where nothing is chosen.
///
/// # Errors
/// If no format has it.
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

/// The game with this spec; none for an empty text, as an address has it where nothing is chosen.
///
/// # Errors
/// If it is no spec.
pub fn game_named(spec: &str) -> Result<Option<GameSpec>, StudyError> {
    match spec.trim() {
        "" => Ok(None),
        spec => spec.parse().map(Some).map_err(StudyError::Game),
    }
}

/// The games of a file in another format. `from` and `game` are needed only where the file does not
/// tell. Of WTHOR there is the file of games only, without names.
///
/// # Errors
/// If the file cannot be read, has no game, or holds what the other format cannot.
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

/// A tree of moves as a file.
///
/// # Errors
/// If something in the request is not what it should be, a move is refused, or the format cannot
/// hold the game.
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

/// The format that the contents look like. Moves run together can be of either game: the one that
/// is named decides.
fn recognise(bytes: &[u8], game: Option<GameSpec>) -> Option<Format> {
    let format = Format::of_contents(bytes)?;
    Some(match (format, game) {
        (Format::Pos, Some(GameSpec::Reversi(_))) => Format::Transcript,
        (Format::Transcript, Some(GameSpec::Gomoku(_))) => Format::Pos,
        _ => format,
    })
}

/// The record of a tree of moves, played through by the rules.
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
    // Where each node ends: with its comment, if it has one.
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

/// Adds a note after an entry, if there is one, and returns the last entry.
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
