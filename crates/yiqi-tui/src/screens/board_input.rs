//! Input at a board: cursor keys, and typed points and lines.
//!
//! A letter or digit that can begin a point begins one, in either case and either order; every other
//! letter is a command at once. Enter after a single letter does the command of that letter, and
//! after a single digit goes to the game with that number.
//!
//! Some keys act at once although they may begin a point: h, j, k and l move the cursor, and a digit
//! switches games when several are open. If the other half of a point comes right after such a key,
//! its effect is undone and the two are a point. So every point can be typed on every board.

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent};
use yiqi_text::Args;

use super::{Typing, line};
use crate::input::{Input, InputResult};
use crate::keys::{self, Action, CURSOR_LETTERS};
use crate::shared::Shared;

/// Input at a board.
#[derive(Default)]
pub(super) struct BoardInput {
    input: Option<Input>,
    /// A key just pressed that may turn out to be the first half of a point.
    half: Option<Half>,
}

/// The first half of a point, which had an effect of its own.
struct Half {
    typed: char,
    /// The cursor and the open game before it.
    cursor: (u8, u8),
    game: usize,
    at: Instant,
}

/// How long after its first half a key can complete a point.
pub(super) const RIGHT_AFTER: Duration = Duration::from_secs(2);

/// What a key means.
pub(super) enum KeyMeaning {
    /// It was handled already.
    Nothing,
    /// An action of the key table.
    Action(Action),
    /// A line was typed.
    Line(String),
    /// Another game, counted from 0.
    Switch(usize),
    /// The key has no meaning here.
    Ignored,
}

impl BoardInput {
    pub(super) fn is_typing(&self) -> bool {
        self.input.is_some()
    }

    /// Begins a typed line with this text.
    pub(super) fn begin(&mut self, typed: impl Into<String>) {
        self.input = Some(Input::starting(typed));
    }

    /// Adds pasted text to the typed line, or begins one with it.
    pub(super) fn paste(&mut self, text: &str) {
        self.half = None;
        self.input.get_or_insert_default().paste(text);
    }

    /// Handles a key at a board. Cursor keys move the cursor at once.
    pub(super) fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> KeyMeaning {
        if self.input.is_some() {
            return self.typed(shared, key);
        }
        let half = self.half.take();
        let typed = match keys::plain(&key) {
            Some(KeyCode::Char(c)) => Some(c),
            _ => None,
        };
        if let (Some(half), Some(c)) = (half, typed)
            && half.is_completed_by(c, shared)
        {
            half.undo(shared);
            self.begin(format!("{}{c}", half.typed));
            return KeyMeaning::Nothing;
        }
        let columns = shared.columns();
        if let Some(c) = typed
            && (keys::begins_typing(c, shared.scope(), columns) || is_row_only(c, shared))
        {
            self.begin(c);
            return KeyMeaning::Nothing;
        }
        let Some(action) = keys::action(shared.scope(), &key, columns) else {
            return KeyMeaning::Ignored;
        };
        if let Some(c) = typed {
            self.half = Half::new(c, shared);
        }
        match (action, typed) {
            (Action::Switch, Some(digit @ '1'..='9')) => {
                KeyMeaning::Switch(usize::from(digit as u8 - b'1'))
            }
            (Action::Left | Action::Right | Action::Up | Action::Down, _) => {
                move_cursor(shared, action);
                KeyMeaning::Nothing
            }
            (Action::Type, _) => {
                self.begin("");
                KeyMeaning::Nothing
            }
            (action, _) => KeyMeaning::Action(action),
        }
    }

    fn typed(&mut self, shared: &mut Shared, key: KeyEvent) -> KeyMeaning {
        let Some(input) = &mut self.input else {
            return KeyMeaning::Nothing;
        };
        match line::key(shared, input, key) {
            InputResult::Changed => KeyMeaning::Nothing,
            InputResult::Canceled => {
                self.input = None;
                KeyMeaning::Nothing
            }
            InputResult::Done(line) => {
                self.input = None;
                KeyMeaning::Line(line)
            }
            InputResult::Ignored => {
                shared.unknown_key(&shared.say("tui-hints-typing"));
                KeyMeaning::Nothing
            }
        }
    }

    /// The typed line, in the status line. After a single letter or digit it says what Enter would
    /// do.
    pub(super) fn typing(&self, shared: &Shared) -> Option<Typing<'_>> {
        let input = self.input.as_ref()?;
        let typed = input.typed();
        let note = single_note(shared, typed).or_else(|| line::note(shared, typed));
        let typing = Typing::behind(shared, "tui-typing", input);
        Some(typing.with_note(note.unwrap_or_default()))
    }
}

impl Half {
    /// The first half of a point, if a character can be one here.
    fn new(typed: char, shared: &Shared) -> Option<Half> {
        let is_letter = CURSOR_LETTERS.contains(&typed.to_ascii_lowercase())
            && keys::is_column(typed, shared.columns());
        (is_letter || typed.is_ascii_digit()).then(|| Half {
            typed,
            cursor: shared.cursor,
            game: shared.desk.current_index(),
            at: shared.now,
        })
    }

    fn is_completed_by(&self, c: char, shared: &Shared) -> bool {
        if shared.now.saturating_duration_since(self.at) > RIGHT_AFTER {
            return false;
        }
        if !self.typed.is_ascii_digit() {
            return c.is_ascii_digit();
        }
        let game = shared.desk.games().get(self.game);
        let size = game.map_or(0, |game| game.session().terms().spec.size());
        // The second digit of a row such as 10.
        keys::is_column(c, size) || c == '0'
    }

    /// Undoes what the key did.
    fn undo(&self, shared: &mut Shared) {
        if self.typed.is_ascii_digit() && self.game != shared.desk.current_index() {
            let _ = shared.desk.switch(self.game);
            shared.activate_game();
        }
        shared.cursor = self.cursor;
        shared.notice = None;
    }
}

/// Whether a character is a digit that does not switch to another game.
fn is_row_only(c: char, shared: &Shared) -> bool {
    let games = match shared.remote {
        Some(_) => 1,
        None => shared.desk.games().len(),
    };
    match c.to_digit(10) {
        Some(0) | None => false,
        Some(digit) => games < 2 || digit as usize > games,
    }
}

/// What Enter would do after a single letter or digit, and a point that begins with it.
fn single_note(shared: &Shared, typed: &str) -> Option<String> {
    let mut chars = typed.chars();
    let (c, None) = (chars.next()?, chars.next()) else {
        return None;
    };
    let (point, command) = match c.is_ascii_digit() {
        true => (format!("{c}d"), None),
        false => {
            let size = shared.spec().size();
            let point = format!("{c}3").to_lowercase();
            // A rematch has to wait for the end of the game, and then letters are not typed.
            let info = keys::find_letter(typed, shared.scope())
                .filter(|info| info.action != Action::Rematch);
            let point = keys::is_column(c, size).then_some(point)?;
            (point, info.map(|info| shared.say(info.help)))
        }
    };
    let args = Args::new().text("point", point);
    Some(match command {
        Some(command) => shared.fill("tui-typing-letter", args.text("command", command)),
        None => shared.fill("tui-typing-point", args),
    })
}

fn move_cursor(shared: &mut Shared, action: Action) {
    let last = shared.spec().size() - 1;
    shared.is_cursor_hidden = false;
    let (col, row) = shared.cursor;
    shared.cursor = match action {
        Action::Left => (col.saturating_sub(1), row),
        Action::Right => ((col + 1).min(last), row),
        Action::Up => (col, row.saturating_sub(1)),
        _ => (col, (row + 1).min(last)),
    };
}
