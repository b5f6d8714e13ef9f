//! Help at a board: what can be done now, every key, and every command to type, from the single
//! list of commands.

use crossterm::event::{KeyCode, KeyEvent, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_desk::commands::commands;

use super::game::legal_sentence;
use super::{Go, Help, Screen, draw_box};
use crate::cells::{pad, width, wrap};
use crate::keys::{Action, Scope, keys};
use crate::layout::inner;
use crate::page::Page;
use crate::shared::Shared;

/// The commands of a board or of a replay.
pub(crate) struct CommandHelp {
    scope: Scope,
    page: Page,
}

/// The columns that the help needs beside a board; with less room it covers the board.
const BESIDE_MIN: u16 = 38;

/// Longer lines are hard to read.
const COLUMNS_MAX: u16 = 80;

impl CommandHelp {
    pub(crate) fn new(scope: Scope) -> CommandHelp {
        CommandHelp {
            scope,
            page: Page::default(),
        }
    }

    /// The box: beside the board if there is room, so that the legal points stay visible.
    fn outer(shared: &Shared, area: Rect) -> Rect {
        let board = shared.board_layout(area).geometry.area;
        let free = area.right().saturating_sub(board.right() + 1);
        let width = match free >= BESIDE_MIN {
            true => free,
            false => area.width,
        };
        let width = width.min(COLUMNS_MAX);
        Rect {
            x: area.right() - width,
            width,
            ..area
        }
    }

    /// The inside of the box, and the lines to show in it.
    fn contents(&self, shared: &Shared, area: Rect) -> (Rect, Vec<String>) {
        let inside = inner(CommandHelp::outer(shared, area), 2, 1);
        (inside, self.lines(shared, usize::from(inside.width)))
    }

    fn lines(&self, shared: &Shared, columns: usize) -> Vec<String> {
        let mut lines = Vec::new();
        if self.scope != Scope::Replay
            && let Some(sentence) = legal_sentence(shared)
        {
            lines.extend(wrap(&sentence, columns));
            lines.push(String::new());
        }
        let size = shared.columns();
        let by_key = keys(self.scope).filter(|info| is_of_game(shared, info.action));
        let by_key = by_key.map(|info| {
            let keys = info.shown_keys(&shared.text, self.scope, size);
            (keys, shared.say(info.help))
        });
        lines.extend(table(&by_key.collect::<Vec<_>>(), columns));
        lines.push(String::new());
        let note = match self.scope {
            Scope::Replay => "tui-help-jumping",
            Scope::Table => "net-help-typing",
            Scope::Console | Scope::Game => "tui-help-typing",
        };
        lines.extend(wrap(&shared.say(note), columns));
        let words =
            commands(self.scope).filter(|info| info.is_word() && is_of_game(shared, info.action));
        let by_name = words.map(|info| (format!(":{}", info.usage()), shared.say(info.help)));
        let by_name: Vec<(String, String)> = by_name.collect();
        if self.scope != Scope::Replay {
            lines.push(String::new());
            lines.extend(table(&by_name, columns));
        }
        lines
    }
}

/// Whether the rules of the active game have a use for an action.
fn is_of_game(shared: &Shared, action: Action) -> bool {
    let spec = shared.spec();
    let has_choice = spec.game().openings().first() != Some(&spec.opening_name());
    match action {
        // Only where few points are legal may a side be without any.
        Action::Pass => spec.game().marks_legal_points(),
        Action::Swap | Action::Keep | Action::More => has_choice,
        _ => true,
    }
}

/// Keys or commands on the left, what they do on the right.
pub(super) fn table(rows: &[(String, String)], columns: usize) -> Vec<String> {
    let widest = rows.iter().map(|(left, _)| width(left)).max();
    let left_width = widest.unwrap_or(0).min(columns / 2);
    let mut lines = Vec::new();
    for (left, help) in rows {
        let mut left = left.clone();
        // A long usage gets its own line.
        if width(&left) > left_width {
            lines.push(std::mem::take(&mut left));
        }
        for line in wrap(help, columns.saturating_sub(left_width + 2)) {
            lines.push(format!("{}  {line}", pad(&left, left_width)));
            left.clear();
        }
    }
    lines
}

impl Screen for CommandHelp {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        let (inside, lines) = self.contents(shared, shared.body());
        match key.code {
            KeyCode::Esc | KeyCode::Enter | KeyCode::F(1) | KeyCode::Char('?' | 'q' | 'Q') => {
                return Go::Back(1);
            }
            code if self.page.key(code, lines.len(), inside.height) => {}
            _ => shared.unknown_key(&self.hints(shared)),
        }
        Go::Stay
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        let (inside, lines) = self.contents(shared, area);
        if !self.page.wheel(&event, lines.len(), inside.height)
            && matches!(event.kind, MouseEventKind::Down(_))
        {
            return Go::Back(1);
        }
        Go::Stay
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        let title = shared.say("tui-help-title");
        let inside = draw_box(shared, buf, CommandHelp::outer(shared, area), &title);
        let lines = self.lines(shared, usize::from(inside.width));
        self.page.draw(shared, buf, inside, &lines);
    }

    fn hints(&self, shared: &Shared) -> String {
        shared.say("tui-hints-scroll")
    }

    fn help(&self, _shared: &Shared) -> Help {
        Help::Itself
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
