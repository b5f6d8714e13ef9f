//! The help overlay: every key, from the one list of commands.

use crossterm::event::{KeyCode, KeyEvent, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_desk::commands::{CommandInfo, commands};
use yiqi_text::Args;

use super::{Go, Screen, draw_box, overlay_area};
use crate::cells::{pad, put_lines, width, wrap};
use crate::keys::{Scope, keys};
use crate::layout::inner;
use crate::shared::Shared;

/// The help overlay.
pub(crate) struct Help {
    scope: Scope,
    first: usize,
}

impl Help {
    pub(crate) fn new(scope: Scope) -> Help {
        Help { scope, first: 0 }
    }

    fn outer(area: Rect) -> Rect {
        overlay_area(area, 76, usize::from(area.height))
    }

    fn lines(&self, shared: &Shared, columns: usize) -> Vec<String> {
        let columns_of_board = match self.scope {
            Scope::Replay => 0,
            _ => shared.spec().size(),
        };
        let key_width = keys(self.scope)
            .map(|info| width(&info.shown_keys(columns_of_board)))
            .max()
            .unwrap_or(0);
        let mut lines = Vec::new();
        for info in keys(self.scope) {
            let help = wrap(
                &shared.say(info.help),
                columns.saturating_sub(key_width + 2),
            );
            let mut key = info.shown_keys(columns_of_board);
            for line in help {
                lines.push(format!("{}  {line}", pad(&key, key_width)));
                key.clear();
            }
        }
        lines.push(String::new());
        let note = match self.scope {
            Scope::Replay => "tui-help-jumping",
            Scope::Table => "net-help-typing",
            Scope::Console | Scope::Game => "tui-help-typing",
        };
        let words = commands(self.scope).filter(|info| info.is_word());
        let usages: Vec<String> = words.map(CommandInfo::usage).collect();
        let args = Args::new().text("commands", usages.join(" · "));
        lines.extend(wrap(&shared.fill(note, args), columns));
        lines
    }

    fn scroll(&mut self, shared: &Shared, area: Rect, by: isize) {
        let inside = inner(Help::outer(area), 2, 1);
        let count = self.lines(shared, usize::from(inside.width)).len();
        let last = count.saturating_sub(usize::from(inside.height));
        self.first = self.first.saturating_add_signed(by).min(last);
    }
}

impl Screen for Help {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        let (cols, rows) = shared.size;
        let area = Rect::new(0, 0, cols, rows.saturating_sub(1));
        match key.code {
            KeyCode::Up | KeyCode::Char('k') => self.scroll(shared, area, -1),
            KeyCode::Down | KeyCode::Char('j') => self.scroll(shared, area, 1),
            KeyCode::PageUp => self.scroll(shared, area, -10),
            KeyCode::PageDown | KeyCode::Char(' ') => self.scroll(shared, area, 10),
            KeyCode::Home => self.first = 0,
            KeyCode::End => self.scroll(shared, area, 1000),
            KeyCode::Esc
            | KeyCode::Enter
            | KeyCode::F(1)
            | KeyCode::Char('H' | 'F' | 'q' | '?') => return Go::Back(1),
            _ => shared.wrong_key(&self.hints(shared)),
        }
        Go::Stay
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        match event.kind {
            MouseEventKind::ScrollUp => self.scroll(shared, area, -3),
            MouseEventKind::ScrollDown => self.scroll(shared, area, 3),
            MouseEventKind::Down(_) => return Go::Back(1),
            _ => {}
        }
        Go::Stay
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        let palette = shared.palette();
        let title = shared.say("tui-help-title");
        let inside = draw_box(
            buf,
            Help::outer(area),
            &title,
            &palette,
            shared.glyphs().ascii,
        );
        let lines = self.lines(shared, usize::from(inside.width));
        put_lines(
            buf,
            inside,
            &lines[self.first.min(lines.len())..],
            palette.text,
        );
    }

    fn hints(&self, shared: &Shared) -> String {
        shared.say("tui-hints-scroll")
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
