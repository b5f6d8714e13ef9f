//! The address of a table on a server, typed or pasted, and the person's name there.

use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_client::{AddressError, ServerAddress, TableAddress};
use yiqi_desk::Store;

use super::lobby::LobbyScreen;
use super::{GameScreen, Go, Screen, Typing, draw_box, overlay_area};
use crate::cells::{put_lines, width, wrap};
use crate::input::{Input, InputResult};
use crate::layout::{inner, take_top};
use crate::list::{self, Item, Picked};
use crate::shared::Shared;
use crate::words;

/// The address of a table, and the person's name there.
pub(crate) struct NetworkScreen {
    address: Input,
    name: Input,
    /// Whether the name is being typed, not the address.
    is_naming: bool,
    /// Recent addresses, newest first.
    recent: Vec<String>,
    /// Which of them is in the line.
    chosen: Option<usize>,
}

impl NetworkScreen {
    pub(crate) fn new(shared: &Shared) -> NetworkScreen {
        NetworkScreen {
            address: Input::default(),
            name: Input::starting(shared.desk.settings().name.clone()),
            is_naming: false,
            recent: shared
                .desk
                .store()
                .map(Store::recent_tables)
                .unwrap_or_default(),
            chosen: None,
        }
    }

    fn input(&mut self) -> &mut Input {
        if self.is_naming {
            &mut self.name
        } else {
            &mut self.address
        }
    }

    /// Puts another recent address into the line.
    fn choose(&mut self, index: Option<usize>) {
        self.is_naming = false;
        self.chosen = index.filter(|&index| index < self.recent.len());
        let chosen = self.chosen.map(|index| self.recent[index].clone());
        self.address = Input::starting(chosen.unwrap_or_default());
    }

    fn connect(&mut self, shared: &mut Shared) -> Go {
        let typed = self.address.typed().to_owned();
        let address = match typed.parse::<TableAddress>() {
            Ok(address) => Ok(address),
            // Without a table it is a server, whose tables are listed.
            Err(AddressError::NoTable) => match typed.parse::<ServerAddress>() {
                Ok(server) => Err(server),
                Err(_) => return Go::Stay,
            },
            Err(error) => {
                self.is_naming = false;
                let sentence = words::address_error(&shared.text, &error);
                shared.refuse(sentence);
                return Go::Stay;
            }
        };
        let name = self.name.typed().trim().to_owned();
        if shared.desk.settings().name != name {
            let mut settings = shared.desk.settings().clone();
            settings.name = name;
            // A name that cannot be stored is still used this time.
            let _ = shared.desk.set_settings(settings);
        }
        match address {
            Ok(address) => {
                shared.join(address);
                Go::Replace(Box::new(GameScreen::new()))
            }
            Err(server) => {
                shared.visit(server);
                Go::Replace(Box::new(LobbyScreen::new()))
            }
        }
    }

    fn outer(&self, shared: &Shared, area: Rect) -> Rect {
        let columns = usize::from(area.width.saturating_sub(4)).min(72);
        let prompt = wrap(&shared.say("net-prompt"), columns).len();
        let recent = match self.recent.len() {
            0 => 0,
            count => count + 2,
        };
        overlay_area(area, columns, prompt + 3 + recent)
    }

    /// The recent addresses as a list.
    fn items(&self) -> Vec<Item> {
        self.recent.iter().map(Item::plain).collect()
    }

    /// The areas of the prompt, the address and name, the heading of the recent addresses, and the
    /// list.
    fn areas(&self, shared: &Shared, area: Rect) -> (Rect, [Rect; 2], Rect, Rect) {
        let mut rest = inner(self.outer(shared, area), 2, 1);
        let lines = wrap(&shared.say("net-prompt"), usize::from(rest.width)).len();
        let prompt = take_top(&mut rest, u16::try_from(lines).unwrap_or(u16::MAX));
        let _ = take_top(&mut rest, 1);
        let fields = [take_top(&mut rest, 1), take_top(&mut rest, 1)];
        let _ = take_top(&mut rest, 1);
        let heading = take_top(&mut rest, 1);
        (prompt, fields, heading, rest)
    }

    /// The label of a field.
    fn label(&self, shared: &Shared, is_name: bool) -> String {
        let sign = if is_name == self.is_naming { ">" } else { " " };
        let label = shared.say(if is_name { "net-name" } else { "net-address" });
        format!("{sign} {label} ")
    }
}

impl Screen for NetworkScreen {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        match key.code {
            KeyCode::Tab | KeyCode::BackTab => {
                self.is_naming = !self.is_naming;
                return Go::Stay;
            }
            KeyCode::Down => {
                let next = self.chosen.map_or(0, |index| index + 1);
                self.choose(Some(next.min(self.recent.len().saturating_sub(1))));
                return Go::Stay;
            }
            KeyCode::Up => {
                self.choose(self.chosen.and_then(|index| index.checked_sub(1)));
                return Go::Stay;
            }
            // Backspace in an empty line must not leave by accident.
            KeyCode::Backspace if self.input().typed().is_empty() => return Go::Stay,
            KeyCode::Enter => return self.connect(shared),
            _ => {}
        }
        match self.input().key(key) {
            InputResult::Changed => Go::Stay,
            InputResult::Canceled => Go::Back(1),
            InputResult::Done(_) => self.connect(shared),
            InputResult::Ignored => {
                shared.unknown_key(&self.hints(shared));
                Go::Stay
            }
        }
    }

    fn paste(&mut self, _shared: &mut Shared, text: &str) {
        if !self.is_naming && self.chosen.take().is_some() {
            self.address = Input::default();
        }
        self.input().paste(text);
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        let (.., recent) = self.areas(shared, area);
        let mut marked = self.chosen.unwrap_or(0);
        match list::mouse(&self.items(), &mut marked, &event, recent) {
            Picked::Line(index) => {
                self.choose(Some(index));
                self.connect(shared)
            }
            Picked::Moved | Picked::Wrong => Go::Stay,
        }
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        let palette = shared.palette();
        let title = shared.say("tui-menu-network");
        let inside = draw_box(shared, buf, self.outer(shared, area), &title);
        let (prompt, fields, heading, recent) = self.areas(shared, area);
        let lines = wrap(&shared.say("net-prompt"), usize::from(inside.width));
        put_lines(buf, prompt, &lines, palette.text);
        // The field being typed in is drawn over this.
        for (row, is_name, input) in [
            (fields[0], false, &self.address),
            (fields[1], true, &self.name),
        ] {
            let label = self.label(shared, is_name);
            let (line, style) = if is_name == self.is_naming {
                (label, palette.strong)
            } else {
                (format!("{label}{}", input.typed()), palette.text)
            };
            put_lines(buf, row, &[line], style);
        }
        if !self.recent.is_empty() {
            put_lines(buf, heading, &[shared.say("net-recent")], palette.quiet);
            list::draw(shared, buf, recent, &self.items(), self.chosen);
        }
    }

    fn typing(&self, shared: &Shared, area: Rect) -> Option<Typing<'_>> {
        let (_, [address, name], ..) = self.areas(shared, area);
        let (mut row, input) = match self.is_naming {
            true => (name, &self.name),
            false => (address, &self.address),
        };
        let label = u16::try_from(width(&self.label(shared, self.is_naming))).unwrap_or(u16::MAX);
        row.x = row.x.saturating_add(label).min(row.right());
        row.width = row.width.saturating_sub(label);
        Some(Typing::Row(row, input))
    }

    fn hints(&self, shared: &Shared) -> String {
        shared.say("net-hints-address")
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
