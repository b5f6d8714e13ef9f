//! Asks for the file to replay.

use std::path::PathBuf;

use crossterm::event::{KeyEvent, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_desk::PlyRef;

use super::{Go, Origin, ReplayScreen, Screen, Typing, draw_box, overlay_area};
use crate::cells::{put_lines, wrap};
use crate::input::{Input, InputResult};
use crate::layout::{inner, take_bottom};
use crate::shared::Shared;

/// Asks for the file to replay.
pub(crate) struct PathScreen {
    input: Input,
}

impl PathScreen {
    pub(crate) fn new() -> PathScreen {
        PathScreen {
            input: Input::default(),
        }
    }

    /// The box, and the text above the input line.
    fn extent(shared: &Shared, area: Rect) -> (Rect, Vec<String>) {
        let columns = usize::from(area.width.saturating_sub(8)).min(72);
        let lines = wrap(&shared.say("tui-path-prompt"), columns);
        (overlay_area(area, columns, lines.len() + 2), lines)
    }
}

/// Opens a file and shows its game.
pub(super) fn open_replay(shared: &mut Shared, path: &str) -> Go {
    match shared.desk.load_file(&expanded(path), None) {
        Ok(index) => {
            let _ = shared.desk.switch(index);
            make_view_only(shared, PlyRef::Ply(0));
            Go::Replace(Box::new(ReplayScreen::new(shared, Origin::Menu)))
        }
        Err(error) => {
            shared.fail(&error);
            Go::Stay
        }
    }
}

/// Makes the current game view-only, from a ply on: nobody moves, and no clock runs.
pub(crate) fn make_view_only(shared: &mut Shared, at: PlyRef) {
    let _ = shared.desk.make_view_only();
    if let Err(error) = shared.desk.look_at(at) {
        shared.fail(&error);
        let _ = shared.desk.look_at(PlyRef::Ply(0));
    }
}

/// Expands `~/` to the home folder, as a shell does.
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
            InputResult::Changed => Go::Stay,
            InputResult::Canceled => Go::Back(1),
            InputResult::Done(path) if path.trim().is_empty() => match shared.desk.current() {
                Some(_) => {
                    let _ = shared.desk.look_at(PlyRef::Ply(0));
                    Go::Replace(Box::new(ReplayScreen::new(shared, Origin::Game)))
                }
                None => {
                    shared.refuse(shared.say("tui-path-empty"));
                    Go::Stay
                }
            },
            InputResult::Done(path) => {
                let go = open_replay(shared, &path);
                if matches!(go, Go::Stay) {
                    self.input = Input::starting(path);
                }
                go
            }
            InputResult::Ignored => {
                shared.unknown_key(&self.hints(shared));
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
        let (outer, lines) = PathScreen::extent(shared, area);
        let title = shared.say("tui-menu-replay");
        let inside = draw_box(shared, buf, outer, &title);
        put_lines(buf, inside, &lines, shared.palette().text);
    }

    fn typing(&self, shared: &Shared, area: Rect) -> Option<Typing<'_>> {
        let mut inside = inner(PathScreen::extent(shared, area).0, 2, 1);
        Some(Typing::Row(take_bottom(&mut inside, 1), &self.input))
    }

    fn hints(&self, shared: &Shared) -> String {
        shared.say("tui-hints-typing")
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
