//! The single list of commands: what people type, the equivalent keys, and where each works.
//!
//! Parsing, help, completion, and the keys and key hints of a board are derived from [`COMMANDS`],
//! so they always agree. Menus and dialogs have their own letters.

use std::fmt;
use std::path::PathBuf;

use yiqi_players::{ParsePlayerError, PlayerSpec};
use yiqi_record::notation::{ParseMoveError, cleaned, is_unprintable, parse_move};
use yiqi_record::{Format, ReadOptions};
use yiqi_rules::{Color, GameSpec, Move, ParseSpecError, Setup};
use yiqi_text::{Text, words};

use crate::{BoardStyle, CopyWhat, PlyRef, Store};

/// Identifies a command, regardless of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "the help of each row of COMMANDS says what it does"
)]
pub enum Action {
    Left,
    Down,
    Up,
    Right,
    Play,
    Type,
    Move,
    Pass,
    Swap,
    Keep,
    More,
    Moves,
    Board,
    Played,
    Clock,
    Rules,
    Suggest,
    Undo,
    Redo,
    Resign,
    Draw,
    Accept,
    Decline,
    Switch,
    NextGame,
    New,
    Player,
    Replay,
    Branch,
    Close,
    Save,
    Load,
    Style,
    Start,
    Pause,
    Resume,
    Abort,
    Claim,
    Rematch,
    Say,
    Menu,
    Stop,
    PageUp,
    PageDown,
    First,
    Last,
    Autoplay,
    Analyze,
    Export,
    Picture,
    Setup,
    Help,
    Quit,
}

/// Where a command works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The line console.
    Console,
    /// A game on this computer, in the full-screen app.
    Game,
    /// A game at a table on a server, in the full-screen app.
    Table,
    /// The replay of the full-screen app.
    Replay,
}

impl Scope {
    /// Every scope.
    pub const ALL: [Scope; 4] = [Scope::Console, Scope::Game, Scope::Table, Scope::Replay];

    const CONSOLE: &[Scope] = &[Scope::Console];
    const GAME: &[Scope] = &[Scope::Game];
    const TABLE: &[Scope] = &[Scope::Table];
    const REPLAY: &[Scope] = &[Scope::Replay];
    /// Games on this computer.
    const DESK: &[Scope] = &[Scope::Console, Scope::Game];
    /// Boards with a cursor.
    const BOARD: &[Scope] = &[Scope::Game, Scope::Table];
    /// Wherever a game is played.
    const PLAY: &[Scope] = &[Scope::Console, Scope::Game, Scope::Table];
    /// The full-screen app.
    const APP: &[Scope] = &[Scope::Game, Scope::Table, Scope::Replay];
}

/// A key of the full-screen app. `Display` gives its name for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the name of a key")]
pub enum Key {
    /// A character; letters are in lower case here and work in either case.
    Char(char),
    /// Any of 1 to 9.
    Digit,
    Left,
    Right,
    Up,
    Down,
    Home,
    End,
    PageUp,
    PageDown,
    Enter,
    Tab,
    Esc,
    F1,
    F2,
}

impl Key {
    /// What to press in a scope, on a board with this many columns.
    fn shown(self, text: &Text, scope: Scope, columns: u8) -> String {
        match self {
            Key::Char(' ') => text.say("key-space"),
            Key::Char(c) if begins_typing(c, scope, columns) => format!("{c} {}", Key::Enter),
            key => key.to_string(),
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Key::Char(' ') => "Space",
            Key::Char(c) => return write!(f, "{c}"),
            Key::Digit => "1–9",
            Key::Left => "←",
            Key::Right => "→",
            Key::Up => "↑",
            Key::Down => "↓",
            Key::Home => "Home",
            Key::End => "End",
            Key::PageUp => "PgUp",
            Key::PageDown => "PgDn",
            Key::Enter => "Enter",
            Key::Tab => "Tab",
            Key::Esc => "Esc",
            Key::F1 => "F1",
            Key::F2 => "F2",
        })
    }
}

/// One command.
#[derive(Clone, Copy, Debug)]
pub struct CommandInfo {
    /// The command.
    pub action: Action,
    /// Where it works.
    pub scopes: &'static [Scope],
    /// The name to type; empty if there is only a key.
    pub name: &'static str,
    /// Other names for it.
    pub aliases: &'static [&'static str],
    /// The arguments, as help shows them.
    pub args: &'static str,
    /// The keys that help shows.
    pub keys: &'static [Key],
    /// Other keys that do the same and are not listed.
    pub more_keys: &'static [Key],
    /// The key of the message that describes it.
    pub help: &'static str,
    parse: fn(&TypedCommand<'_>) -> Result<ParsedLine, LineError>,
}

const fn row(action: Action, scopes: &'static [Scope], help: &'static str) -> CommandInfo {
    CommandInfo {
        action,
        scopes,
        name: "",
        aliases: &[],
        args: "",
        keys: &[],
        more_keys: &[],
        help,
        parse: parse_plain,
    }
}

impl CommandInfo {
    const fn named(self, name: &'static str) -> CommandInfo {
        CommandInfo { name, ..self }
    }

    const fn or(self, aliases: &'static [&'static str]) -> CommandInfo {
        CommandInfo { aliases, ..self }
    }

    const fn args(
        self,
        args: &'static str,
        parse: fn(&TypedCommand<'_>) -> Result<ParsedLine, LineError>,
    ) -> CommandInfo {
        CommandInfo {
            args,
            parse,
            ..self
        }
    }

    const fn keys(self, keys: &'static [Key]) -> CommandInfo {
        CommandInfo { keys, ..self }
    }

    const fn more_keys(self, more_keys: &'static [Key]) -> CommandInfo {
        CommandInfo { more_keys, ..self }
    }

    /// Whether it is typed as a word, rather than as a key, a point or a number.
    #[must_use]
    pub fn is_word(&self) -> bool {
        !self.name.is_empty() && !matches!(self.action, Action::Move | Action::Switch)
    }

    /// The name and its arguments, as help shows them.
    #[must_use]
    pub fn usage(&self) -> String {
        format!("{} {}", self.name, self.args).trim().to_owned()
    }

    /// The keys as help shows them in a scope, on a board with this many columns; the name if there
    /// is no key. A letter that begins a point there is followed by Enter.
    #[must_use]
    pub fn shown_keys(&self, text: &Text, scope: Scope, columns: u8) -> String {
        let keys = self.keys.iter();
        let keys = keys.map(|key| key.shown(text, scope, columns));
        match self.keys {
            [] => self.usage(),
            _ => keys.collect::<Vec<_>>().join("  "),
        }
    }

    /// The first of those keys.
    #[must_use]
    pub fn shown_key(&self, text: &Text, scope: Scope, columns: u8) -> String {
        let first = self.keys.first();
        first.map_or_else(|| self.usage(), |key| key.shown(text, scope, columns))
    }

    /// Every key of it, whether it works at once or with Enter after it.
    pub fn all_keys(&self) -> impl Iterator<Item = Key> {
        self.keys.iter().chain(self.more_keys).copied()
    }

    fn has_key(&self, key: Key) -> bool {
        self.all_keys().any(|own| match (own, key) {
            (Key::Digit, Key::Char(c)) => matches!(c, '1'..='9'),
            (Key::Char(own), Key::Char(c)) => own == c.to_ascii_lowercase(),
            _ => own == key,
        })
    }
}

/// Letters that move the cursor at once, although they may be columns; a digit right after one
/// makes the two a point.
pub const CURSOR_LETTERS: [char; 4] = ['h', 'j', 'k', 'l'];

/// Whether a letter begins what is typed in a scope, so that the command of that letter needs Enter:
/// a point of a board with this many columns, or, in a replay, a stone such as `b5` or the end.
#[must_use]
pub fn begins_typing(c: char, scope: Scope, columns: u8) -> bool {
    let c = c.to_ascii_lowercase();
    match scope {
        Scope::Console => false,
        Scope::Game | Scope::Table => is_column(c, columns) && !CURSOR_LETTERS.contains(&c),
        Scope::Replay => {
            let is_point = is_column(c, columns) && !CURSOR_LETTERS.contains(&c);
            is_point || matches!(c, 'b' | 'w' | 'e')
        }
    }
}

/// Whether a letter, in either case, is a column on a board with this many columns.
#[must_use]
pub fn is_column(c: char, columns: u8) -> bool {
    let c = c.to_ascii_lowercase();
    c.is_ascii_lowercase() && (c as u8 - b'a') < columns
}

/// Every command, in the order of the help.
pub const COMMANDS: &[CommandInfo] = &[
    row(Action::Left, Scope::BOARD, "tui-key-left").keys(&[Key::Left, Key::Char('h')]),
    row(Action::Down, Scope::BOARD, "tui-key-down").keys(&[Key::Down, Key::Char('j')]),
    row(Action::Up, Scope::BOARD, "tui-key-up").keys(&[Key::Up, Key::Char('k')]),
    row(Action::Right, Scope::BOARD, "tui-key-right").keys(&[Key::Right, Key::Char('l')]),
    row(Action::Play, Scope::BOARD, "tui-key-play")
        .keys(&[Key::Enter])
        .more_keys(&[Key::Char(' ')]),
    row(Action::Type, Scope::BOARD, "tui-key-type").keys(&[Key::Char(':')]),
    row(Action::Move, Scope::PLAY, "command-move")
        .named("d3")
        .args("", parse_example),
    row(Action::Pass, Scope::PLAY, "command-pass")
        .named("pass")
        .args("", parse_example)
        .keys(&[Key::Char('a')]),
    row(Action::Swap, Scope::PLAY, "command-swap")
        .named("swap")
        .args("", parse_example),
    row(Action::Keep, Scope::PLAY, "command-keep")
        .named("keep")
        .args("", parse_example),
    row(Action::More, Scope::PLAY, "command-more")
        .named("more")
        .args("", parse_example),
    row(Action::Moves, Scope::CONSOLE, "command-moves")
        .named("?")
        .or(&["legal"]),
    row(Action::Moves, Scope::BOARD, "command-moves")
        .named("legal")
        .keys(&[Key::Char('m')]),
    row(Action::Suggest, Scope::DESK, "command-suggest")
        .named("suggest")
        .or(&["hint"])
        .keys(&[Key::Char('!')]),
    row(Action::Undo, Scope::DESK, "command-undo")
        .named("undo")
        .or(&["back"])
        .args("[N]", parse_undo)
        .keys(&[Key::Char('u')]),
    row(Action::Redo, Scope::DESK, "command-redo")
        .named("redo")
        .keys(&[Key::Char('y')]),
    row(Action::Undo, Scope::TABLE, "net-key-take-back")
        .named("undo")
        .or(&["back"])
        .keys(&[Key::Char('u')]),
    row(Action::Board, Scope::CONSOLE, "command-board").named("board"),
    row(Action::Played, Scope::PLAY, "command-played").named("moves"),
    row(Action::Clock, Scope::PLAY, "command-clock").named("clock"),
    row(Action::Rules, Scope::PLAY, "command-rules")
        .named("rules")
        .keys(&[Key::Char('i'), Key::F2]),
    row(Action::Resign, Scope::PLAY, "command-resign")
        .named("resign")
        .args("[black|white]", parse_side)
        .keys(&[Key::Char('r')]),
    row(Action::Draw, Scope::PLAY, "command-draw")
        .named("draw")
        .args("[black|white]", parse_side)
        .keys(&[Key::Char('d')]),
    row(Action::Accept, Scope::PLAY, "command-accept")
        .named("accept")
        .or(&["yes"]),
    row(Action::Decline, Scope::PLAY, "command-decline")
        .named("decline")
        .or(&["no"]),
    row(Action::Rematch, Scope::DESK, "command-rematch")
        .named("rematch")
        .or(&["again"])
        .keys(&[Key::Char('g')]),
    row(Action::Switch, Scope::DESK, "command-switch")
        .named("1")
        .args("", parse_example)
        .keys(&[Key::Digit]),
    row(Action::NextGame, Scope::GAME, "tui-key-next-game").keys(&[Key::Tab]),
    row(Action::New, Scope::GAME, "tui-key-new").keys(&[Key::Char('n')]),
    row(Action::New, Scope::DESK, "command-reversi")
        .named("reversi")
        .or(&["othello"])
        .args("[SIZE] [anti]", parse_new),
    row(Action::New, Scope::DESK, "command-gomoku")
        .named("gomoku")
        .args("[SIZE] [RULES] [OPENING]", parse_new),
    row(Action::New, Scope::DESK, "command-connect6")
        .named("connect6")
        .args("[SIZE]", parse_new),
    row(Action::New, Scope::DESK, "command-peace")
        .named("peace")
        .args("", parse_new),
    row(Action::Player, Scope::DESK, "command-black")
        .named("black")
        .args("PLAYER", |typed| parse_player(Color::Black, typed)),
    row(Action::Player, Scope::DESK, "command-white")
        .named("white")
        .args("PLAYER", |typed| parse_player(Color::White, typed)),
    row(Action::Replay, Scope::DESK, "command-at")
        .named("at")
        .or(&["replay"])
        .args("PLY|b5|w7|end", parse_at)
        .keys(&[Key::Char('v')]),
    row(Action::Branch, Scope::DESK, "command-branch")
        .named("branch")
        .args("[BLACK WHITE]", parse_branch),
    row(Action::Close, Scope::DESK, "command-close")
        .named("close")
        .keys(&[Key::Char('x')]),
    row(Action::Save, Scope::DESK, "command-save")
        .named("save")
        .args("[1-9|FILE]", |typed| parse_target(typed, ParsedLine::Save))
        .keys(&[Key::Char('s')]),
    row(Action::Load, Scope::DESK, "command-load")
        .named("load")
        .args("[1-9|FILE]", |typed| parse_target(typed, ParsedLine::Load))
        .keys(&[Key::Char('o')]),
    row(Action::Export, Scope::PLAY, "command-copy")
        .named("copy")
        .args("[WHAT]", parse_copy),
    row(Action::Picture, Scope::PLAY, "command-picture")
        .named("picture")
        .args("FILE", parse_picture),
    row(Action::Setup, Scope::DESK, "command-setup")
        .named("setup")
        .args("[ROWS SIDE]", parse_setup),
    row(Action::Style, Scope::DESK, "command-style")
        .named("style")
        .args("plain|grid|emoji|swap", parse_style),
    row(Action::Menu, Scope::GAME, "tui-key-pause")
        .named("menu")
        .keys(&[Key::Char('p')]),
    row(Action::Stop, Scope::GAME, "tui-key-stop").keys(&[Key::Esc]),
    row(Action::Start, Scope::TABLE, "net-menu-start").named("start"),
    row(Action::Pause, Scope::TABLE, "net-menu-pause").named("pause"),
    row(Action::Resume, Scope::TABLE, "net-menu-resume").named("resume"),
    row(Action::Abort, Scope::TABLE, "net-key-abort")
        .named("abort")
        .keys(&[Key::Char('x')]),
    row(Action::Claim, Scope::TABLE, "net-key-claim")
        .named("claim")
        .keys(&[Key::Char('c')]),
    row(Action::Rematch, Scope::TABLE, "net-key-rematch")
        .named("rematch")
        .keys(&[Key::Char('n')])
        .more_keys(&[Key::Char('g')]),
    row(Action::Say, Scope::TABLE, "net-key-say")
        .named("say")
        .args("TEXT", |typed| {
            Ok(ParsedLine::Say(typed.raw_args.to_owned()))
        })
        .keys(&[Key::Char('t')]),
    row(Action::Close, Scope::TABLE, "net-menu-leave").named("close"),
    row(Action::Menu, Scope::TABLE, "net-key-menu")
        .named("menu")
        .keys(&[Key::Char('p'), Key::Esc]),
    row(Action::Left, Scope::REPLAY, "tui-key-back")
        .keys(&[Key::Left])
        .more_keys(&[Key::Char('h')]),
    row(Action::Right, Scope::REPLAY, "tui-key-forward")
        .keys(&[Key::Right])
        .more_keys(&[Key::Char('l')]),
    row(Action::Up, Scope::REPLAY, "replay-key-up")
        .keys(&[Key::Up])
        .more_keys(&[Key::Char('k')]),
    row(Action::Down, Scope::REPLAY, "replay-key-down")
        .keys(&[Key::Down])
        .more_keys(&[Key::Char('j')]),
    row(Action::PageUp, Scope::REPLAY, "tui-key-page-up").keys(&[Key::PageUp]),
    row(Action::PageDown, Scope::REPLAY, "tui-key-page-down").keys(&[Key::PageDown]),
    row(Action::First, Scope::REPLAY, "tui-key-first").keys(&[Key::Home]),
    row(Action::Last, Scope::REPLAY, "tui-key-last").keys(&[Key::End]),
    row(Action::Replay, Scope::REPLAY, "tui-key-jump").args("b5 w7 12", parse_example),
    row(Action::Autoplay, Scope::REPLAY, "replay-key-play").keys(&[Key::Char(' ')]),
    row(Action::Analyze, Scope::REPLAY, "replay-key-analyze").keys(&[Key::Char('a')]),
    row(Action::Suggest, Scope::REPLAY, "command-suggest").keys(&[Key::Char('!')]),
    row(Action::Export, Scope::REPLAY, "export-key").keys(&[Key::Char('c')]),
    row(Action::Branch, Scope::REPLAY, "command-branch")
        .named("b")
        .keys(&[Key::Char('b')]),
    row(Action::Close, Scope::REPLAY, "tui-key-leave").keys(&[Key::Esc]),
    row(Action::Help, Scope::CONSOLE, "command-help").named("help"),
    row(Action::Help, Scope::APP, "tui-key-help")
        .named("help")
        .or(&["?"])
        .keys(&[Key::Char('?'), Key::F1]),
    row(Action::Quit, &Scope::ALL, "command-quit")
        .named("quit")
        .or(&["exit", "q"])
        .keys(&[Key::Char('q')]),
];

/// A parsed line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsedLine {
    /// An empty line.
    Nothing,
    /// A command that takes no arguments, or whose arguments were omitted.
    Do(Action),
    /// A move.
    Move(Move),
    /// Another game, by its number from 1.
    Switch(usize),
    /// Take back this many of the person's moves.
    Undo(usize),
    /// A new game.
    New(GameSpec),
    /// Resign, or offer a draw, for one side.
    Side(Action, Color),
    /// Assign a player to a color.
    Player(Color, PlayerSpec),
    /// Show an earlier position of the game.
    At(PlyRef),
    /// A new game from the position that is shown, with these players for Black and White.
    Branch(PlayerSpec, PlayerSpec),
    /// Save the game.
    Save(Target),
    /// Load a game.
    Load(Target),
    /// Copy something to the clipboard.
    Copy(CopyWhat),
    /// Write a picture of the board.
    Picture(PathBuf),
    /// A new game from a position.
    Setup(GameSpec, Setup),
    /// Draw boards in another style.
    Style(BoardStyle),
    /// Swap ● and ○.
    SwapGlyphs,
    /// Say something at a table.
    Say(String),
}

/// Where a game is saved to or loaded from.
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
    /// Neither a command nor a move.
    #[error("'{line}' is neither a command nor a move")]
    Unknown {
        /// The line.
        line: String,
        /// The command that was probably meant.
        meant: Option<&'static str>,
    },
    /// A command that works only elsewhere.
    #[error("{name} does not work here")]
    NotHere {
        /// The command.
        name: &'static str,
        /// Where it was typed.
        scope: Scope,
    },
    /// Not a valid ply of a game.
    #[error("'{0}' is not a ply of a game")]
    PlyRef(String),
    /// Not a move on this board.
    #[error("{0}")]
    Move(ParseMoveError),
    /// Invalid arguments.
    #[error("'{args}' does not fit {usage}")]
    Args {
        /// The command with its arguments.
        usage: String,
        /// The arguments as typed.
        args: String,
    },
    /// Unknown game, board or rules.
    #[error("{0}")]
    Spec(#[from] ParseSpecError),
    /// Unknown player.
    #[error("{0}")]
    Player(#[from] ParsePlayerError),
}

/// The longest part of a line that is quoted to the person.
const ECHO_CHARS_MAX: usize = 40;

/// The most characters of a line that are read.
const LINE_CHARS_MAX: usize = 4096;

/// A line that begins with a command, split into its parts.
struct TypedCommand<'a> {
    info: &'static CommandInfo,
    scope: Scope,
    /// The current game, if there is one.
    spec: Option<GameSpec>,
    /// The whole line, cleaned.
    line: &'a str,
    /// The arguments, cleaned.
    args: &'a str,
    /// The arguments as typed: names of files and programs are case-sensitive.
    raw_args: String,
}

impl TypedCommand<'_> {
    fn wrong(&self) -> LineError {
        LineError::Args {
            usage: self.info.usage(),
            args: echo(self.args),
        }
    }
}

/// Parses a line typed in a scope, for a game of this spec or without a game.
///
/// # Errors
/// If it is not understood, or does not work in that scope.
pub fn parse_line(
    line: &str,
    scope: Scope,
    spec: Option<GameSpec>,
) -> Result<ParsedLine, LineError> {
    // Cut first: no useful line is longer, and a line of a megabyte should cost little.
    let line: String = line.chars().take(LINE_CHARS_MAX).collect();
    let clean = without_new(cleaned(&line), scope);
    let (word, args) = match clean.split_once(char::is_whitespace) {
        Some((word, args)) => (word, args.trim()),
        None => (clean.as_str(), ""),
    };
    if let Some(info) = find(word, scope) {
        return (info.parse)(&TypedCommand {
            info,
            scope,
            spec,
            line: &clean,
            args,
            raw_args: raw_args(&line),
        });
    }
    let elsewhere = Scope::PLAY.iter().find_map(|&other| find(word, other));
    match elsewhere {
        Some(info) if scope != Scope::Replay => Err(LineError::NotHere {
            name: info.name,
            scope,
        }),
        _ => parse_other(&clean, scope, spec),
    }
}

/// The commands of a scope, in the order of the help.
pub fn commands(scope: Scope) -> impl Iterator<Item = &'static CommandInfo> {
    COMMANDS
        .iter()
        .filter(move |info| info.scopes.contains(&scope))
}

/// The command with this name or alias in a scope.
#[must_use]
pub fn find(word: &str, scope: Scope) -> Option<&'static CommandInfo> {
    commands(scope)
        .find(|info| !word.is_empty() && (info.name == word || info.aliases.contains(&word)))
}

/// The command that a key triggers at once in a scope, on a board with this many columns. A letter
/// that begins a point triggers nothing until Enter.
#[must_use]
pub fn find_key(key: Key, scope: Scope, columns: u8) -> Option<&'static CommandInfo> {
    match key {
        Key::Char(c) if begins_typing(c, scope, columns) => None,
        key => commands(scope).find(|info| info.has_key(key)),
    }
}

/// The command of a line that is a single letter.
#[must_use]
pub fn find_letter(line: &str, scope: Scope) -> Option<&'static CommandInfo> {
    let mut letters = line.trim().chars();
    let letter = letters.next().filter(char::is_ascii_alphabetic)?;
    match letters.next() {
        None => commands(scope).find(|info| info.has_key(Key::Char(letter))),
        Some(_) => None,
    }
}

/// The commands of a scope that begin with what was typed so far, for completion.
pub fn completions(start: &str, scope: Scope) -> impl Iterator<Item = &'static str> {
    let start = start.to_ascii_lowercase();
    commands(scope)
        .filter(|info| info.is_word())
        .map(|info| info.name)
        .filter(move |name| name.starts_with(&start))
}

fn parse_plain(typed: &TypedCommand<'_>) -> Result<ParsedLine, LineError> {
    match typed.args {
        "" => Ok(ParsedLine::Do(typed.info.action)),
        _ => Err(typed.wrong()),
    }
}

/// A row that is itself an example of a move or of a number.
fn parse_example(typed: &TypedCommand<'_>) -> Result<ParsedLine, LineError> {
    parse_other(typed.line, typed.scope, typed.spec)
}

/// A line without a command: the number of a game or a move; in a replay, a ply of the game or a
/// point, where the two differ.
fn parse_other(line: &str, scope: Scope, spec: Option<GameSpec>) -> Result<ParsedLine, LineError> {
    if line.is_empty() {
        return Ok(ParsedLine::Nothing);
    }
    if scope == Scope::Replay {
        let ply_ref = line.parse().ok().map(ParsedLine::At);
        let point = || {
            let mv = parse_move(line, spec?).ok()?;
            mv.point().map(|_| ParsedLine::Move(mv))
        };
        let place = ply_ref.or_else(point);
        return place.ok_or_else(|| LineError::PlyRef(echo(line)));
    }
    let unknown = || LineError::Unknown {
        line: echo(line),
        meant: meant(line, scope),
    };
    if line.bytes().all(|b| b.is_ascii_digit()) {
        if find("1", scope).is_none() {
            return Err(LineError::NotHere { name: "1", scope });
        }
        return line.parse().map(ParsedLine::Switch).map_err(|_| unknown());
    }
    match spec.map(|spec| parse_move(line, spec)) {
        Some(Ok(mv)) => Ok(ParsedLine::Move(mv)),
        Some(Err(error @ ParseMoveError::OffBoard { .. })) => Err(LineError::Move(error)),
        Some(Err(ParseMoveError::NotAMove { .. })) | None => Err(unknown()),
    }
}

/// The command whose name the first word of a line resembles.
fn meant(line: &str, scope: Scope) -> Option<&'static str> {
    let word = line.split_whitespace().next()?;
    let named = commands(scope).filter(|info| info.is_word());
    let names = named.flat_map(|info| std::iter::once(&info.name).chain(info.aliases));
    // A word of one or two letters resembles too many, and the first letter is seldom wrong.
    let is_alike = |name: &&str| name.len() > 2 && name.get(..1) == word.get(..1);
    let names: Vec<&'static str> = names.copied().filter(is_alike).collect();
    words::nearest(word, &names).filter(|_| word.len() > 2)
}

/// A line without a leading `new` in front of a game: `new gomoku 9` is `gomoku 9`.
fn without_new(line: String, scope: Scope) -> String {
    let game = line.strip_prefix("new ").map(str::trim_start);
    let is_game = |game: &&str| {
        let word = game.split(' ').next().unwrap_or_default();
        find(word, scope).is_some_and(|info| info.action == Action::New)
    };
    match game.filter(is_game).map(str::to_owned) {
        Some(game) => game,
        None => line,
    }
}

fn raw_args(line: &str) -> String {
    let printable: String = line
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|&c| !is_unprintable(c))
        .collect();
    printable
        .trim()
        .split_once(' ')
        .map_or("", |(_, args)| args.trim())
        .to_owned()
}

fn parse_new(typed: &TypedCommand<'_>) -> Result<ParsedLine, LineError> {
    let short: String = typed.line.chars().take(ECHO_CHARS_MAX).collect();
    Ok(ParsedLine::New(short.parse()?))
}

fn parse_player(color: Color, typed: &TypedCommand<'_>) -> Result<ParsedLine, LineError> {
    Ok(ParsedLine::Player(color, typed.raw_args.parse()?))
}

fn parse_at(typed: &TypedCommand<'_>) -> Result<ParsedLine, LineError> {
    typed
        .args
        .parse()
        .map(ParsedLine::At)
        .map_err(|_| typed.wrong())
}

fn parse_branch(typed: &TypedCommand<'_>) -> Result<ParsedLine, LineError> {
    if typed.args.is_empty() {
        return Ok(ParsedLine::Do(Action::Branch));
    }
    let players = typed.raw_args.split_once(char::is_whitespace);
    let (black, white) = players.ok_or_else(|| typed.wrong())?;
    Ok(ParsedLine::Branch(black.parse()?, white.trim().parse()?))
}

fn parse_target(
    typed: &TypedCommand<'_>,
    line: fn(Target) -> ParsedLine,
) -> Result<ParsedLine, LineError> {
    let args = &typed.raw_args;
    if args.is_empty() {
        return Ok(ParsedLine::Do(typed.info.action));
    }
    if !args.bytes().all(|b| b.is_ascii_digit()) {
        return Ok(line(Target::File(PathBuf::from(args))));
    }
    match args.parse() {
        Ok(slot) if (1..=Store::SLOTS).contains(&slot) => Ok(line(Target::Slot(slot))),
        _ => Err(typed.wrong()),
    }
}

fn parse_undo(typed: &TypedCommand<'_>) -> Result<ParsedLine, LineError> {
    match typed.args {
        "" => Ok(ParsedLine::Do(Action::Undo)),
        args => match args.parse() {
            Ok(count @ 1..) => Ok(ParsedLine::Undo(count)),
            _ => Err(typed.wrong()),
        },
    }
}

/// A command that one of the two sides may give.
fn parse_side(typed: &TypedCommand<'_>) -> Result<ParsedLine, LineError> {
    let is_meant = |color: &Color| color.name() == typed.args;
    match (typed.args, Color::BOTH.into_iter().find(is_meant)) {
        ("", _) => Ok(ParsedLine::Do(typed.info.action)),
        (_, Some(color)) => Ok(ParsedLine::Side(typed.info.action, color)),
        (_, None) => Err(typed.wrong()),
    }
}

fn parse_copy(typed: &TypedCommand<'_>) -> Result<ParsedLine, LineError> {
    if typed.args.is_empty() {
        return Ok(ParsedLine::Do(Action::Export));
    }
    let is_meant = |what: &CopyWhat| what.name() == typed.args;
    let what = CopyWhat::ALL.into_iter().find(is_meant);
    what.map(ParsedLine::Copy).ok_or_else(|| typed.wrong())
}

/// Rows as in the `Start` line of a record, and the side to move.
fn parse_setup(typed: &TypedCommand<'_>) -> Result<ParsedLine, LineError> {
    if typed.args.is_empty() {
        return Ok(ParsedLine::Do(Action::Setup));
    }
    let spec = typed.spec.unwrap_or(GameSpec::REVERSI);
    let record = format!(
        "yiqi record 1\nGame: {spec}\nStart: {}\n\nend\n",
        typed.args
    );
    let records = Format::Yiqi.read(record.as_bytes(), &ReadOptions::default());
    let setup = records
        .ok()
        .and_then(|mut records| records.pop()?.header.start);
    let setup = setup.ok_or_else(|| typed.wrong())?;
    Ok(ParsedLine::Setup(spec, setup))
}

fn parse_picture(typed: &TypedCommand<'_>) -> Result<ParsedLine, LineError> {
    match typed.raw_args.as_str() {
        "" => Err(typed.wrong()),
        path => Ok(ParsedLine::Picture(PathBuf::from(path))),
    }
}

fn parse_style(typed: &TypedCommand<'_>) -> Result<ParsedLine, LineError> {
    match (typed.args, BoardStyle::named(typed.args)) {
        ("swap", _) => Ok(ParsedLine::SwapGlyphs),
        (_, Some(style)) => Ok(ParsedLine::Style(style)),
        _ => Err(typed.wrong()),
    }
}

fn echo(text: &str) -> String {
    let mut short: String = text.chars().take(ECHO_CHARS_MAX).collect();
    if text.chars().nth(ECHO_CHARS_MAX).is_some() {
        short.push('…');
    }
    short
}
