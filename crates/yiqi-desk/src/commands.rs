//! The one table of commands, and the lines that people type.
//!
//! Help, completion, key hints and the manual are made from [`COMMANDS`], so they cannot disagree
//! with what is understood.

use std::path::PathBuf;

use yiqi_players::{ParsePlayerError, PlayerSpec};
use yiqi_record::notation::{ParseMoveError, cleaned, parse_move};
use yiqi_rules::{Color, GameSpec, Move, ParseSpecError};

use crate::{BoardStyle, Place, Store};

/// One command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandInfo {
    /// What is typed.
    pub name: &'static str,
    /// What may be typed instead.
    pub aliases: &'static [&'static str],
    /// What follows it, as help shows it.
    pub args: &'static str,
    /// The key of the full-screen app that does the same, if one does.
    pub key: Option<char>,
    /// The message that says what it does.
    pub help: &'static str,
}

const fn info(
    name: &'static str,
    aliases: &'static [&'static str],
    args: &'static str,
    key: Option<char>,
    help: &'static str,
) -> CommandInfo {
    CommandInfo {
        name,
        aliases,
        args,
        key,
        help,
    }
}

/// Every command, in the order in which help lists them.
pub const COMMANDS: [CommandInfo; 26] = [
    info("d3", &[], "", None, "command-move"),
    info("pass", &[], "", Some('p'), "command-pass"),
    info("swap", &[], "", None, "command-swap"),
    info("keep", &[], "", None, "command-keep"),
    info("more", &[], "", None, "command-more"),
    info("?", &["moves"], "", Some('m'), "command-moves"),
    info("suggest", &["hint"], "", Some('?'), "command-suggest"),
    info("undo", &["back"], "", Some('u'), "command-undo"),
    info("resign", &[], "", Some('R'), "command-resign"),
    info("draw", &[], "", Some('D'), "command-draw"),
    info("accept", &["yes"], "", None, "command-accept"),
    info("decline", &["no"], "", None, "command-decline"),
    info("1", &[], "", None, "command-switch"),
    info(
        "reversi",
        &["othello"],
        "[SIZE] [anti]",
        None,
        "command-reversi",
    ),
    info(
        "gomoku",
        &[],
        "[SIZE] [RULES] [OPENING]",
        None,
        "command-gomoku",
    ),
    info("peace", &[], "", None, "command-peace"),
    info("black", &[], "PLAYER", None, "command-black"),
    info("white", &[], "PLAYER", None, "command-white"),
    info("at", &["replay"], "PLY|b5|w7|end", Some('r'), "command-at"),
    info("branch", &[], "[BLACK WHITE]", Some('B'), "command-branch"),
    info("close", &[], "", None, "command-close"),
    info("save", &[], "[1-9|FILE]", Some('s'), "command-save"),
    info("load", &[], "[1-9|FILE]", Some('o'), "command-load"),
    info("style", &[], "plain|grid|emoji|swap", None, "command-style"),
    info("help", &[], "", Some('F'), "command-help"),
    info("quit", &["exit"], "", Some('q'), "command-quit"),
];

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Nothing was typed.
    Nothing,
    /// A move.
    Move(Move),
    /// Another game, by its number from 1.
    Switch(usize),
    /// A new game.
    New(GameSpec),
    /// The legal moves.
    Moves,
    /// What the engine would play.
    Suggest,
    /// To take the last move back.
    Undo,
    /// To give the game up.
    Resign,
    /// To offer a draw.
    Draw,
    /// To say yes to an offer.
    Accept,
    /// To say no to an offer.
    Decline,
    /// Somebody else plays a color.
    Player(Color, PlayerSpec),
    /// To look at a place of the game.
    At(Place),
    /// A new game from the place that is looked at, with these players if they are named.
    Branch(Option<(PlayerSpec, PlayerSpec)>),
    /// To close the game.
    Close,
    /// To save the game; the list of slots if nothing is named.
    Save(Option<Target>),
    /// To load a game; the list of slots if nothing is named.
    Load(Option<Target>),
    /// Another way to draw boards.
    Style(BoardStyle),
    /// ● and ○ exchanged.
    SwapGlyphs,
    /// The list of commands.
    Help,
    /// The end.
    Quit,
}

/// Where a game is saved or loaded from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// One of the nine slots.
    Slot(usize),
    /// A file.
    File(PathBuf),
}

/// Why a line is not understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// It is neither a command nor a move.
    #[error("'{0}' is neither a command nor a move")]
    Unknown(String),
    /// It is no move of this board.
    #[error("{0}")]
    Move(ParseMoveError),
    /// What follows the command does not fit.
    #[error("'{args}' does not fit {name}")]
    Args {
        /// The command.
        name: &'static str,
        /// What follows it.
        args: String,
    },
    /// No such game, board or rules.
    #[error("{0}")]
    Spec(#[from] ParseSpecError),
    /// No such player.
    #[error("{0}")]
    Player(#[from] ParsePlayerError),
}

/// The longest part of a line that is repeated to the person.
const ECHO_CHARS_MAX: usize = 40;

/// Reads a line for a game of this spec, or for a desk without a game.
///
/// # Errors
/// If it is not understood.
pub fn parse_line(line: &str, spec: Option<GameSpec>) -> Result<Line, LineError> {
    // Cut first: nothing of use is longer, and a line of a megabyte is not looked at twice.
    let line: String = line.chars().take(LINE_CHARS_MAX).collect();
    let clean = cleaned(&line);
    let (word, args) = match clean.split_once(char::is_whitespace) {
        Some((word, args)) => (word, args.trim()),
        None => (clean.as_str(), ""),
    };
    // What follows, as typed: names of files and programs know upper and lower case.
    let raw_args = raw_args(&line);
    let Some(info) = find(word) else {
        return parse_other(&clean, spec);
    };
    let plain = |line: Line| match args {
        "" => Ok(line),
        args => Err(LineError::Args {
            name: info.name,
            args: echo(args),
        }),
    };
    let wrong = || LineError::Args {
        name: info.name,
        args: echo(args),
    };
    match info.name {
        "?" => plain(Line::Moves),
        "suggest" => plain(Line::Suggest),
        "undo" => plain(Line::Undo),
        "resign" => plain(Line::Resign),
        "draw" => plain(Line::Draw),
        "accept" => plain(Line::Accept),
        "decline" => plain(Line::Decline),
        "close" => plain(Line::Close),
        "help" => plain(Line::Help),
        "quit" => plain(Line::Quit),
        "reversi" | "gomoku" | "peace" => {
            let short: String = clean.chars().take(ECHO_CHARS_MAX).collect();
            Ok(Line::New(short.parse()?))
        }
        "black" => Ok(Line::Player(Color::Black, parse_player(&raw_args)?)),
        "white" => Ok(Line::Player(Color::White, parse_player(&raw_args)?)),
        "at" => args.parse().map(Line::At).map_err(|_| wrong()),
        "branch" => parse_branch(&raw_args).ok_or_else(wrong)?,
        "save" => parse_target(&raw_args).map(Line::Save).ok_or_else(wrong),
        "load" => parse_target(&raw_args).map(Line::Load).ok_or_else(wrong),
        "style" => match (args, BoardStyle::named(args)) {
            ("swap", _) => Ok(Line::SwapGlyphs),
            (_, Some(style)) => Ok(Line::Style(style)),
            _ => Err(wrong()),
        },
        _ => parse_other(&clean, spec),
    }
}

/// The most characters of a line that are read.
const LINE_CHARS_MAX: usize = 4096;

/// The command with a name or an alias.
#[must_use]
pub fn find(word: &str) -> Option<&'static CommandInfo> {
    COMMANDS
        .iter()
        .find(|info| info.name == word || info.aliases.contains(&word))
}

/// The commands that begin with what was typed so far, for completion.
pub fn completions(start: &str) -> impl Iterator<Item = &'static str> {
    let start = start.to_ascii_lowercase();
    COMMANDS
        .iter()
        .filter(|info| info.help != "command-move" && info.help != "command-switch")
        .map(|info| info.name)
        .filter(move |name| name.starts_with(&start))
}

/// A game number or a move.
fn parse_other(clean: &str, spec: Option<GameSpec>) -> Result<Line, LineError> {
    if clean.is_empty() {
        return Ok(Line::Nothing);
    }
    if clean.bytes().all(|b| b.is_ascii_digit()) {
        return clean
            .parse()
            .map(Line::Switch)
            .map_err(|_| LineError::Unknown(echo(clean)));
    }
    match spec.map(|spec| parse_move(clean, spec)) {
        Some(Ok(mv)) => Ok(Line::Move(mv)),
        Some(Err(error @ ParseMoveError::OffBoard { .. })) => Err(LineError::Move(error)),
        Some(Err(ParseMoveError::NotAMove { .. })) | None => Err(LineError::Unknown(echo(clean))),
    }
}

fn raw_args(line: &str) -> String {
    let printable: String = line
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|&c| !yiqi_record::notation::is_unprintable(c))
        .collect();
    printable
        .trim()
        .split_once(' ')
        .map_or("", |(_, args)| args.trim())
        .to_owned()
}

fn parse_player(text: &str) -> Result<PlayerSpec, LineError> {
    Ok(text.parse()?)
}

fn parse_branch(args: &str) -> Option<Result<Line, LineError>> {
    if args.is_empty() {
        return Some(Ok(Line::Branch(None)));
    }
    let (black, white) = args.split_once(char::is_whitespace)?;
    let players = parse_player(black).and_then(|black| Ok((black, parse_player(white.trim())?)));
    Some(players.map(|players| Line::Branch(Some(players))))
}

/// `Some(None)` if nothing is named.
fn parse_target(args: &str) -> Option<Option<Target>> {
    if args.is_empty() {
        return Some(None);
    }
    if args.bytes().all(|b| b.is_ascii_digit()) {
        let slot: usize = args.parse().ok()?;
        return (1..=Store::SLOTS)
            .contains(&slot)
            .then_some(Some(Target::Slot(slot)));
    }
    Some(Some(Target::File(PathBuf::from(args))))
}

fn echo(text: &str) -> String {
    let mut short: String = text.chars().take(ECHO_CHARS_MAX).collect();
    if text.chars().nth(ECHO_CHARS_MAX).is_some() {
        short.push('…');
    }
    short
}
