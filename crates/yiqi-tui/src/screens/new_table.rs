//! A new table on a server: game, time, color, and who may join.

use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_rules::{Game, GameSpec};
use yiqi_text::{Args, words};
use yiqi_wire::{FirstColor, NewSeat, NewTable};

use super::{Go, Help, Screen};
use crate::list::{self, Item, ListScreen};
use crate::shared::Shared;

/// A new table on the server that is visited.
pub(crate) struct NewTableScreen {
    selected: usize,
    spec: GameSpec,
    time: usize,
    color: FirstColor,
    admission: Admission,
}

/// Who may come to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Admission {
    /// Anybody: the lobby lists it.
    Listed,
    /// Whoever has the link.
    Link,
    /// Whoever has the link, and nobody else may watch.
    Private,
}

const ADMISSIONS: [(Admission, &str); 3] = [
    (Admission::Listed, "net-new-listed"),
    (Admission::Link, "net-new-link"),
    (Admission::Private, "net-new-private"),
];

const COLORS: [(FirstColor, &str); 3] = [
    (FirstColor::Drawn, "tui-side-drawn"),
    (FirstColor::Black, "color-black"),
    (FirstColor::White, "color-white"),
];

/// The time controls to choose from.
const TIMES: [&str; 7] = [
    "none",
    "move 30s",
    "game 3m+2s",
    "game 5m+3s",
    "game 10m+5s",
    "game 30m",
    "byoyomi 10m+3x30s",
];

/// The lines of the form.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Create,
    Game,
    Board,
    Rules,
    Opening,
    Time,
    Color,
    Admission,
}

const FIELDS: [(Field, char, &str); 8] = [
    (Field::Create, 'c', "net-new-create"),
    (Field::Game, 'g', "net-new-game"),
    (Field::Board, 'b', "net-new-board"),
    (Field::Rules, 'r', "net-new-rules"),
    (Field::Opening, 'o', "net-new-opening"),
    (Field::Time, 't', "net-new-time"),
    (Field::Color, 'y', "net-new-color"),
    (Field::Admission, 'w', "net-new-admission"),
];

/// The value after or before this one, wrapping around.
fn next<T: Copy + PartialEq>(all: &[T], now: T, forward: bool) -> T {
    let at = all.iter().position(|value| *value == now).unwrap_or(0);
    let step = if forward { 1 } else { all.len() - 1 };
    all[(at + step) % all.len()]
}

impl NewTableScreen {
    /// A form that begins with the game last played.
    pub(crate) fn new(shared: &Shared) -> NewTableScreen {
        NewTableScreen {
            selected: 0,
            spec: shared.spec(),
            time: 4,
            color: FirstColor::Drawn,
            admission: Admission::Listed,
        }
    }

    /// The lines that have a choice for this game.
    fn fields(&self) -> Vec<(Field, char, &'static str)> {
        let game = self.spec.game();
        let has_choice = |field: Field| match field {
            Field::Board => game.sizes().min < game.sizes().max,
            Field::Rules => game.rule_sets().len() > 1,
            Field::Opening => game.openings().len() > 1,
            _ => true,
        };
        let fields = FIELDS.into_iter();
        fields.filter(|(field, ..)| has_choice(*field)).collect()
    }

    fn value(&self, shared: &Shared, field: Field) -> String {
        let game = self.spec.game();
        let text = &shared.text;
        let said = |all: &[(&str, bool)]| {
            let found = all.iter().find(|(_, is_now)| *is_now);
            found.map(|(key, _)| shared.say(key)).unwrap_or_default()
        };
        match field {
            Field::Create => String::new(),
            Field::Game => words::game_name(text, game),
            Field::Board => format!("{0}×{0}", self.spec.size()),
            Field::Rules => words::rule_set(text, game, self.spec.rules_name()),
            Field::Opening => words::opening(text, game, self.spec.opening_name()),
            Field::Time => match TIMES[self.time] {
                "none" => shared.say("tui-clock-none"),
                time => time.to_owned(),
            },
            Field::Color => said(&COLORS.map(|(color, key)| (key, color == self.color))),
            Field::Admission => {
                said(&ADMISSIONS.map(|(admission, key)| (key, admission == self.admission)))
            }
        }
    }

    /// Changes a line to the next or previous value.
    fn change(&mut self, field: Field, forward: bool) {
        let spec = self.spec;
        let game = spec.game();
        let (size, rules, opening) = (spec.size(), spec.rules_name(), spec.opening_name());
        let changed = match field {
            Field::Create => None,
            Field::Game => Some(next(&Game::ALL, game, forward).default_spec()),
            Field::Board => {
                let sizes: Vec<u8> = game.sizes_with(opening).iter().collect();
                game.spec(next(&sizes, size, forward), rules, opening)
            }
            Field::Rules => game.spec(size, next(game.rule_sets(), rules, forward), opening),
            Field::Opening => {
                let opening = next(game.openings(), opening, forward);
                // Some openings need a larger board.
                game.spec(size, rules, opening)
                    .or_else(|| game.spec(game.sizes().usual, rules, opening))
            }
            Field::Time => {
                let all: Vec<usize> = (0..TIMES.len()).collect();
                self.time = next(&all, self.time, forward);
                None
            }
            Field::Color => {
                self.color = next(&COLORS.map(|(color, _)| color), self.color, forward);
                None
            }
            Field::Admission => {
                let all = ADMISSIONS.map(|(admission, _)| admission);
                self.admission = next(&all, self.admission, forward);
                None
            }
        };
        self.spec = changed.unwrap_or(self.spec);
    }

    fn create(&self, shared: &mut Shared) {
        shared.create_table(NewTable {
            game: self.spec.to_string(),
            first: NewSeat::Me {},
            second: NewSeat::Open {},
            first_color: self.color,
            time: TIMES[self.time].to_owned(),
            listed: self.admission == Admission::Listed,
            private: self.admission == Admission::Private,
            rated: false,
            from: None,
        });
    }
}

impl ListScreen for NewTableScreen {
    fn items(&self, shared: &Shared) -> Vec<Item> {
        let fields = self.fields().into_iter();
        fields
            .map(|(field, key, label)| {
                let value = self.value(shared, field);
                let note = match field {
                    Field::Create => value,
                    _ => format!("‹ {value} ›"),
                };
                Item::new(key, shared.say(label)).with_note(note)
            })
            .collect()
    }

    fn selected(&mut self) -> &mut usize {
        &mut self.selected
    }

    fn title(&self, shared: &Shared) -> String {
        shared.say("net-lobby-new")
    }

    fn choose(&mut self, shared: &mut Shared, index: usize) -> Go {
        match self.fields().get(index) {
            Some((Field::Create, ..)) | None => self.create(shared),
            Some(&(field, ..)) => self.change(field, true),
        }
        Go::Stay
    }
}

impl Screen for NewTableScreen {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        let fields = self.fields();
        self.selected = self.selected.min(fields.len().saturating_sub(1));
        match key.code {
            KeyCode::Esc | KeyCode::Char('q' | 'Q') => return Go::Back(1),
            // Enter makes the table from every line, as it starts a game.
            KeyCode::Enter => self.create(shared),
            KeyCode::Left | KeyCode::Right => {
                let field = fields[self.selected].0;
                self.change(field, key.code == KeyCode::Right);
            }
            _ => return self.list_key(shared, key),
        }
        Go::Stay
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        self.list_mouse(shared, event, area)
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        list::draw_boxed(self, self.selected, shared, buf, area);
    }

    fn status(&self, shared: &Shared) -> Option<String> {
        let visit = shared.visit.as_ref()?;
        let key = match visit.is_creating() {
            true => "net-new-creating",
            false => "net-new-status",
        };
        let args = Args::new().text("server", visit.server.server());
        Some(shared.fill(key, args))
    }

    fn hints(&self, shared: &Shared) -> String {
        shared.say("net-hints-new")
    }

    fn help(&self, shared: &Shared) -> Help {
        Help::Text(vec![
            shared.say("net-new-help"),
            String::new(),
            self.hints(shared),
        ])
    }
}
