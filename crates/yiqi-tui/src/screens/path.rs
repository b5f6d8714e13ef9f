//! The name of a file to replay, typed.

use std::path::PathBuf;

use crossterm::event::{KeyEvent, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_desk::Place;

use super::{Go, ReplayScreen, Screen, draw_box, overlay_area};
use crate::cells::{put, put_lines, width, wrap};
use crate::input::{Input, Typed};
use crate::shared::Shared;

/// The name of a file to replay, typed.
pub(crate) struct PathScreen {
    input: Input,
}

impl PathScreen {
    pub(crate) fn new() -> PathScreen {
        PathScreen {
            input: Input::default(),
        }
    }
}

/// Opens a file and shows its game.
pub(super) fn open_replay(shared: &mut Shared, path: &str) -> Go {
    match shared.desk.load_file(&expanded(path), None) {
        Ok(index) => {
            let _ = shared.desk.switch(index);
            visit(shared);
            Go::Replace(Box::new(ReplayScreen::new(true)))
        }
        Err(error) => {
            shared.fail(&error);
            Go::Stay
        }
    }
}

/// Sees to it that the current game is only looked at, from its beginning: nobody moves in it, and no
/// clock runs.
pub(crate) fn visit(shared: &mut Shared) {
    let _ = shared.desk.visit();
    let _ = shared.desk.look_at(Place::Ply(0));
}

/// `~/` stands for the home folder, as in a shell.
fn expanded(path: &str) -> PathBuf {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    match (path.trim().strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => PathBuf::from(path.trim()),
    }
}

impl Screen for PathScreen {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        match self.input.key(key) {
            Typed::Changed => Go::Stay,
            Typed::Left => Go::Back(1),
            Typed::Done(path) if path.trim().is_empty() => match shared.desk.current() {
                Some(_) => {
                    let _ = shared.desk.look_at(Place::Ply(0));
                    Go::Replace(Box::new(ReplayScreen::new(false)))
                }
                None => {
                    shared.refuse(shared.say("tui-path-empty"));
                    Go::Stay
                }
            },
            Typed::Done(path) => {
                let go = open_replay(shared, &path);
                if matches!(go, Go::Stay) {
                    self.input = Input::starting(path);
                }
                go
            }
            Typed::Wrong => {
                shared.wrong_key(&self.hints(shared));
                Go::Stay
            }
        }
    }

    fn paste(&mut self, _shared: &mut Shared, text: &str) {
        self.input.paste(text);
    }

    fn mouse(&mut self, _shared: &mut Shared, _event: MouseEvent, _area: Rect) -> Go {
        Go::Stay
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        let palette = shared.palette();
        let prompt = shared.say("tui-path-prompt");
        let columns = usize::from(area.width.saturating_sub(8)).min(72);
        let lines = wrap(&prompt, columns);
        let outer = overlay_area(area, columns, lines.len() + 2);
        let title = shared.say("tui-menu-replay");
        let inside = draw_box(shared, buf, outer, &title);
        put_lines(buf, inside, &lines, palette.text);
        // The end of a long name is what one types at.
        let mut shown = format!("{}_", self.input.typed());
        while width(&shown) > usize::from(inside.width).max(1) {
            shown.remove(0);
        }
        let y = inside.bottom().saturating_sub(1);
        put(buf, inside.x, y, inside.width, &shown, palette.strong);
    }

    fn hints(&self, shared: &Shared) -> String {
        shared.say("tui-hints-typing")
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
