//! Copies a game or a position to the clipboard, or writes a picture of the board.

use std::path::Path;

use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_desk::{COPY_BYTES_MAX, OpenGame, words as desk_words};
use yiqi_desk::{CopyWhat, board_picture, free_name, record_text, write_picture};
use yiqi_text::{Args, board};

use super::{Go, Screen};
use crate::list::{self, Item, ListScreen};
use crate::shared::Shared;

/// The menu of what can be taken elsewhere.
pub(crate) struct ExportMenu {
    selected: usize,
    choices: Vec<Choice>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Choice {
    Copy(CopyWhat),
    /// A picture with this ending.
    Picture(&'static str),
}

impl ExportMenu {
    pub(crate) fn new(shared: &Shared) -> ExportMenu {
        let what = match shared.remote {
            Some(_) => &CopyWhat::ALL[..],
            None => &CopyWhat::ALL[..2],
        };
        let copies = what.iter().map(|&what| Choice::Copy(what));
        let pictures = [Choice::Picture("svg"), Choice::Picture("png")];
        ExportMenu {
            selected: 0,
            choices: copies.chain(pictures).collect(),
        }
    }
}

/// Copies something of the active game to the clipboard and says so.
pub(super) fn copy(shared: &mut Shared, what: CopyWhat) {
    let text = match (what, &shared.remote) {
        (CopyWhat::Record, None) => shared
            .desk
            .current()
            .map(|game| record_text(&game.record())),
        (CopyWhat::Record, Some(remote)) => {
            let state = remote.state.as_ref();
            state.map(|state| record_text(&state.session.record()))
        }
        (CopyWhat::Position, None) => {
            let position = shared.desk.current().map(OpenGame::shown_position);
            position.map(|position| board::plain(&position))
        }
        (CopyWhat::Position, Some(remote)) => {
            let state = remote.state.as_ref();
            state.map(|state| board::plain(state.session.position()))
        }
        (CopyWhat::Link, Some(remote)) => Some(remote.address.without_invite().to_string()),
        (CopyWhat::Link, None) => None,
    };
    match text {
        None => shared.refuse(shared.say("export-no-link")),
        Some(text) if text.len() > COPY_BYTES_MAX => {
            shared.refuse(shared.say("export-too-long"));
        }
        Some(text) => {
            let key = match what {
                CopyWhat::Record => "export-copied-record",
                CopyWhat::Position => "export-copied-position",
                CopyWhat::Link => "export-copied-link",
            };
            let args = Args::new().number("count", text.chars().count());
            shared.inform(shared.fill(key, args));
            shared.copied = Some(text);
        }
    }
}

/// Writes a picture of the board that is shown.
pub(super) fn picture(shared: &mut Shared, path: &Path) {
    let Some(view) = shared.view() else { return };
    match write_picture(&board_picture(&view), path) {
        Ok(()) => {
            let name = Args::new().text("file", path.to_string_lossy());
            shared.inform(shared.fill("export-picture-saved", name));
        }
        Err(error) => {
            let sentence = desk_words::store_error(&shared.text, &error);
            shared.refuse(sentence);
        }
    }
}

impl ListScreen for ExportMenu {
    fn items(&self, shared: &Shared) -> Vec<Item> {
        let item = |choice: &Choice| {
            let (key, label) = match choice {
                Choice::Copy(CopyWhat::Record) => ('r', "export-record"),
                Choice::Copy(CopyWhat::Position) => ('p', "export-position"),
                Choice::Copy(CopyWhat::Link) => ('l', "export-link"),
                Choice::Picture("svg") => ('s', "export-svg"),
                Choice::Picture(_) => ('n', "export-png"),
            };
            Item::new(key, shared.say(label))
        };
        self.choices.iter().map(item).collect()
    }

    fn selected(&mut self) -> &mut usize {
        &mut self.selected
    }

    fn title(&self, shared: &Shared) -> String {
        shared.say("export-title")
    }

    fn choose(&mut self, shared: &mut Shared, index: usize) -> Go {
        match self.choices.get(index) {
            Some(&Choice::Copy(what)) => copy(shared, what),
            Some(&Choice::Picture(ending)) => {
                let moves = shared.view().map_or(0, |view| view.moves.len());
                let stem = format!("yiqi-{}-{moves}", shared.spec().game().name());
                let path = free_name(&shared.options.folder, &stem, ending);
                picture(shared, &path);
            }
            None => {}
        }
        Go::Back(1)
    }
}

impl Screen for ExportMenu {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        match key.code {
            KeyCode::Esc => Go::Back(1),
            _ => self.list_key(shared, key),
        }
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        self.list_mouse(shared, event, area)
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        list::draw_boxed(self, self.selected, shared, buf, area);
    }

    fn hints(&self, shared: &Shared) -> String {
        self.letter_hints(shared, "tui-hints-question")
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
