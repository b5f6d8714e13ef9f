//! The console in a terminal: line editing, history, completion, a cleared screen.

use std::io::{self, Write};

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};
use yiqi_desk::Desk;
use yiqi_desk::commands::{self, Scope};
use yiqi_text::{Text, columns};

use crate::{Console, ConsoleOptions};

const PROMPT: &str = "> ";

/// The number of lines kept in the history file.
const HISTORY_MAX: usize = 500;

pub(crate) fn run(desk: &mut Desk, text: &Text, options: ConsoleOptions) -> io::Result<()> {
    let history_path = desk.store().map(|store| store.history_path());
    let clear = options.clear && std::env::var_os("TERM").is_none_or(|term| term != "dumb");
    let config = Config::builder()
        .max_history_size(HISTORY_MAX)
        .map_err(io_error)?
        .auto_add_history(false)
        .build();
    let mut editor: Editor<Commands, FileHistory> =
        Editor::with_config(config).map_err(io_error)?;
    editor.set_helper(Some(Commands));
    if let Some(path) = &history_path {
        // The file does not exist at the first start.
        let _ = editor.load_history(path);
    }
    let mut console = Console::new(desk, text, options)
        .with_recovery()
        .with_clipboard();
    let result = converse(&mut console, &mut editor, clear);
    if let Some(path) = &history_path {
        // Failing to save the history is not worth an error.
        let _ = editor.save_history(path);
    }
    result
}

fn converse(
    console: &mut Console<'_>,
    editor: &mut Editor<Commands, FileHistory>,
    clear: bool,
) -> io::Result<()> {
    fit(console, editor);
    let mut answer = console.start();
    loop {
        if clear && console.shows_board() {
            editor.clear_screen().map_err(io_error)?;
        }
        let mut out = io::stdout().lock();
        out.write_all(wrapped(&answer, width(editor)).as_bytes())?;
        out.flush()?;
        drop(out);
        if console.is_done() {
            return Ok(());
        }
        let is_command = !console.asks_name();
        let line = match editor.readline(PROMPT) {
            Ok(line) => line,
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => return Ok(()),
            Err(error) => return Err(io_error(error)),
        };
        if is_command && !line.trim().is_empty() {
            editor.add_history_entry(line.as_str()).map_err(io_error)?;
        }
        fit(console, editor);
        answer = console.line(&line);
        if let Some(text) = console.take_copied() {
            yiqi_desk::copy(&text, &mut io::stdout())?;
        }
    }
}

/// The columns of the window, if they are known.
fn width(editor: &mut Editor<Commands, FileHistory>) -> Option<usize> {
    let (columns, _) = editor.dimensions()?;
    Some(usize::from(columns))
}

/// Updates the width: the window may have been resized since the last line.
fn fit(console: &mut Console<'_>, editor: &mut Editor<Commands, FileHistory>) {
    if let Some(columns) = width(editor) {
        console.set_width(columns);
    }
}

/// The answer with its long lines broken between words, which the terminal would not do.
fn wrapped(answer: &str, width: Option<usize>) -> String {
    let Some(width) = width.filter(|&width| width > 0) else {
        return answer.to_owned();
    };
    answer
        .lines()
        .flat_map(|line| match columns::width(line) > width {
            true => columns::wrap(line, width),
            false => vec![line.to_owned()],
        })
        .fold(String::new(), |out, line| out + &line + "\n")
}

fn io_error(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        error => io::Error::other(error),
    }
}

/// Completes the first word of a line from the table of commands.
struct Commands;

impl Completer for Commands {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        pos: usize,
        _context: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..pos).unwrap_or_default();
        let start = typed.len() - typed.trim_start().len();
        let word = &typed[start..];
        if word.contains(' ') {
            return Ok((pos, Vec::new()));
        }
        let found = commands::completions(word, Scope::Console).map(|name| format!("{name} "));
        Ok((start, found.collect()))
    }
}

impl Hinter for Commands {
    type Hint = String;
}
impl Highlighter for Commands {}
impl Validator for Commands {}
impl Helper for Commands {}
