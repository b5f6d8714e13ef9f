//! The help overlay: every key, from the single list of commands.

use crossterm::event::{KeyCode, KeyEvent, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_desk::commands::{CommandInfo, commands};
use yiqi_text::Args;

use super::{Go, Screen, draw_box, overlay_area};
use crate::cells::{pad, width, wrap};
use crate::keys::{Scope, keys};
use crate::layout::inner;
use crate::page::Page;
use crate::shared::Shared;

/// The help overlay.
pub(crate) struct Help {
    scope: Scope,
    page: Page,
}

impl Help {
    pub(crate) fn new(scope: Scope) -> Help {
        Help {
            scope,
            page: Page::default(),
        }
    }

    fn outer(area: Rect) -> Rect {
        overlay_area(area, 76, usize::from(area.height))
    }

    /// The inside of the box, and the number of lines to show in it.
    fn extent(&self, shared: &Shared, area: Rect) -> (Rect, usize) {
        let inside = inner(Help::outer(area), 2, 1);
        (inside, self.lines(shared, usize::from(inside.width)).len())
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
}

impl Screen for Help {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        let (inside, count) = self.extent(shared, shared.body());
        match key.code {
            KeyCode::Esc
            | KeyCode::Enter
            | KeyCode::F(1)
            | KeyCode::Char('H' | 'F' | 'q' | '?') => return Go::Back(1),
            code if self.page.key(code, count, inside.height) => {}
            _ => shared.unknown_key(&self.hints(shared)),
        }
        Go::Stay
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        let (inside, count) = self.extent(shared, area);
        if !self.page.wheel(&event, count, inside.height)
            && matches!(event.kind, MouseEventKind::Down(_))
        {
            return Go::Back(1);
        }
        Go::Stay
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        let title = shared.say("tui-help-title");
        let inside = draw_box(shared, buf, Help::outer(area), &title);
        let lines = self.lines(shared, usize::from(inside.width));
        self.page.draw(shared, buf, inside, &lines);
    }

    fn hints(&self, shared: &Shared) -> String {
        shared.say("tui-hints-scroll")
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
