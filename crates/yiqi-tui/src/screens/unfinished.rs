//! The unfinished games of earlier runs: opened or dropped one at a time.

use std::time::{Duration, SystemTime};

use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_desk::{DeskError, OpenGame, ShelvedGame, words as desk_words};
use yiqi_record::Seat;
use yiqi_rules::Color;
use yiqi_text::{Args, words};

use super::chooser::draw_record;
use super::panels::short_title;
use super::{Go, Help, Screen};
use crate::cells::put;
use crate::keys::plain;
use crate::layout::{inner, take_top};
use crate::list::{self, Item, ListScreen};
use crate::shared::Shared;

/// The unfinished games of earlier runs.
pub(crate) struct Unfinished {
    selected: usize,
}

impl Unfinished {
    pub(crate) fn new() -> Unfinished {
        Unfinished { selected: 0 }
    }

    fn areas(area: Rect) -> (Rect, Rect, Option<Rect>) {
        let mut rest = inner(area, 1, 0);
        let title = take_top(&mut rest, 1);
        let gap = u16::from(rest.height > 12);
        let _ = take_top(&mut rest, gap);
        if rest.width < 66 {
            return (title, rest, None);
        }
        let width = (rest.width / 2).min(32);
        let mut list = rest;
        list.width -= width + 2;
        let preview = Rect {
            x: list.right() + 2,
            width,
            ..rest
        };
        (title, list, Some(preview))
    }

    fn game<'a>(&self, shared: &'a Shared) -> Option<&'a ShelvedGame> {
        shared.desk.shelved().get(self.selected)
    }

    /// Opens every game, the selected one in front.
    fn open_all(&mut self, shared: &mut Shared) -> Go {
        let opened = shared.desk.open_shelved(self.selected);
        let go = go_to(shared, opened);
        while !shared.desk.shelved().is_empty() {
            if let Err(error) = shared.desk.open_shelved(0) {
                shared.fail(&error);
                break;
            }
        }
        go
    }

    fn drop_selected(&mut self, shared: &mut Shared) {
        match shared.desk.drop_shelved(self.selected) {
            Ok(()) => {
                let last = shared.desk.shelved().len().saturating_sub(1);
                self.selected = self.selected.min(last);
                shared.inform(shared.say("unfinished-dropped"));
            }
            Err(error) => shared.fail(&error),
        }
    }

    fn bring_back(&mut self, shared: &mut Shared) {
        match shared.desk.undrop() {
            Ok(place) => {
                self.selected = place;
                shared.inform(shared.say("unfinished-brought-back"));
            }
            Err(error) => shared.fail(&error),
        }
    }
}

/// Makes an opened game current.
fn go_to(shared: &mut Shared, opened: Result<usize, DeskError>) -> Go {
    match opened.and_then(|index| shared.desk.switch(index)) {
        Ok(()) => Go::Game(None),
        Err(error) => {
            shared.fail(&error);
            Go::Stay
        }
    }
}

/// The game and who plays it: the programs in it, or both people.
fn title(shared: &Shared, game: &OpenGame) -> String {
    let view = game.view();
    let is_program = |seat: &Seat| !game.players()[*seat].is_human();
    let is_named = |seat: &Seat| {
        let (name, color) = (&view.players[*seat], view.colors[*seat]);
        !name.is_empty() && *name != words::color(&shared.text, color)
    };
    let mut seats: Vec<Seat> = Seat::BOTH.into_iter().filter(is_program).collect();
    if seats.is_empty() && Seat::BOTH.iter().all(is_named) {
        seats.extend(Seat::BOTH);
    }
    let name = |seat: &Seat| desk_words::player_name(&shared.text, &view.players[*seat]);
    let names: Vec<String> = seats.iter().map(name).collect();
    // The usual rules go without saying.
    let (game, spec) = (view.spec.game(), view.spec);
    let is_usual = game.rule_sets().first() == Some(&spec.rules_name())
        && game.openings().first() == Some(&spec.opening_name());
    let mut parts = vec![match is_usual {
        true => short_title(shared, spec),
        false => words::game(&shared.text, spec),
    }];
    if !names.is_empty() {
        parts.push(names.join(" – "));
    }
    parts.join(" · ")
}

/// How long ago something was.
fn age(shared: &Shared, time: SystemTime) -> String {
    let passed = SystemTime::now().duration_since(time);
    let minutes = passed.unwrap_or(Duration::ZERO).as_secs() / 60;
    let (key, count) = match minutes {
        0 => ("age-now", 0),
        1..60 => ("age-minutes", minutes),
        60..1440 => ("age-hours", minutes / 60),
        _ => ("age-days", minutes / 1440),
    };
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    shared.fill(key, Args::new().number("count", count))
}

impl ListScreen for Unfinished {
    fn items(&self, shared: &Shared) -> Vec<Item> {
        let games = shared.desk.shelved().iter();
        games
            .map(|shelved| {
                let title = title(shared, &shelved.game);
                Item::plain(title).with_note(age(shared, shelved.changed))
            })
            .collect()
    }

    fn selected(&mut self) -> &mut usize {
        &mut self.selected
    }

    fn list_area(&self, _shared: &Shared, area: Rect) -> Rect {
        Unfinished::areas(area).1
    }

    fn choose(&mut self, shared: &mut Shared, index: usize) -> Go {
        let opened = shared.desk.open_shelved(index);
        go_to(shared, opened)
    }
}

impl Screen for Unfinished {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        match plain(&key) {
            Some(KeyCode::Esc) => return Go::Back(1),
            Some(KeyCode::Char('a' | 'A')) => return self.open_all(shared),
            Some(KeyCode::Char('d' | 'D') | KeyCode::Delete) => self.drop_selected(shared),
            Some(KeyCode::Char('u' | 'U')) => self.bring_back(shared),
            _ => return self.list_key(shared, key),
        }
        Go::Stay
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        let before = self.selected;
        let items = self.items(shared);
        let (_, list_area, _) = Unfinished::areas(area);
        match list::mouse(&items, &mut self.selected, &event, list_area) {
            // The first click selects, the second opens.
            list::Picked::Line(index) if index == before => self.choose(shared, index),
            _ => Go::Stay,
        }
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        let palette = shared.palette();
        let (title, list_area, preview) = Unfinished::areas(area);
        let count = Args::new().number("count", shared.desk.shelved().len());
        let heading = shared.fill("unfinished-title", count);
        put(buf, title.x, title.y, title.width, &heading, palette.strong);
        let items = self.items(shared);
        list::draw(shared, buf, list_area, &items, Some(self.selected));
        if let (Some(area), Some(shelved)) = (preview, self.game(shared)) {
            draw_record(shared, &shelved.game.record(), buf, area);
        }
    }

    /// Who plays and how the game stands.
    fn status(&self, shared: &Shared) -> Option<String> {
        let view = self.game(shared)?.game.view();
        let name = |seat: Seat| match view.players[seat].as_str() {
            "" => words::color(&shared.text, view.colors[seat]),
            name => desk_words::player_name(&shared.text, name),
        };
        let sides = Color::BOTH.map(|color| {
            let stone = shared.glyphs().stone(color);
            let name = name(view.colors.seat_of(color));
            match view.score {
                Some(score) => format!("{stone} {} {name}", score[color]),
                None => format!("{stone} {name}"),
            }
        });
        let mut parts = vec![sides.join(" – ")];
        if let Some(seat) = view.turn {
            let args = Args::new().text("name", name(seat));
            parts.push(shared.fill("tui-turn", args));
        }
        Some(parts.join(" · "))
    }

    fn hints(&self, shared: &Shared) -> String {
        shared.say("unfinished-hints")
    }

    fn help(&self, shared: &Shared) -> Help {
        Help::with_keys(
            shared,
            "unfinished-help",
            &[
                ("↑ ↓", "help-key-select"),
                ("Enter", "unfinished-help-enter"),
                ("a", "unfinished-help-all"),
                ("d", "unfinished-help-drop"),
                ("u", "unfinished-help-undo"),
                ("Esc", "unfinished-help-esc"),
            ],
        )
    }
}
