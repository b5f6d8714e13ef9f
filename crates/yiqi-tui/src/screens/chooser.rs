//! Chooses a game: to save one, to load one, or to replay one. Slots, games that were played,
//! files; a preview; and a typed path.

mod entries;

use std::path::{Path, PathBuf};

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_desk::commands::Target;
use yiqi_desk::{DeskError, OpenGame, PlyRef, SlotInfo, read_games, words as desk_words};
use yiqi_record::{Record, Seat};
use yiqi_rules::{ByColor, Color};
use yiqi_text::{Args, words};

use super::{Dialog, Go, Help, Leave, Origin, ReplayScreen, Screen, Typing};
use crate::board::{BoardPicture, Geometry};
use crate::cells::{fit, put, put_lines, put_wrapped, width, wrap};
use crate::input::{Input, InputResult};
use crate::keys::{self, Action, Scope};
use crate::layout::{inner, take_bottom, take_top};
use crate::list;
use crate::path_line::{completed, expanded};
use crate::shared::Shared;
use entries::{Preview, Row, Source, Tab};

/// What a game is chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To save the current game, and what the person was about to do when asked to save.
    Save(Option<Leave>),
    Load,
    Replay,
}

/// Chooses a game.
pub(crate) struct Chooser {
    purpose: Purpose,
    tab: Tab,
    selected: usize,
    /// Whether an entry was selected since the last typed character.
    is_picked: bool,
    input: Input,
    /// The folder of the list of files.
    folder: PathBuf,
    entries: Vec<Row>,
    preview: Preview,
}

impl Chooser {
    /// Opens with the list that is most likely to hold what the person wants.
    pub(crate) fn new(shared: &Shared, purpose: Purpose) -> Chooser {
        let mut chooser = Chooser {
            purpose,
            tab: Tab::Slots,
            selected: 0,
            is_picked: false,
            input: Input::default(),
            folder: shared.options.folder.clone(),
            entries: Vec::new(),
            preview: Preview::Nothing,
        };
        chooser.tab = *chooser.tabs(shared).first().unwrap_or(&Tab::Files);
        // A list without games says little: the next one may have some.
        while !chooser.has_games(shared) && chooser.next_tab(shared) {}
        if !chooser.has_games(shared) {
            chooser.tab = *chooser.tabs(shared).first().unwrap_or(&Tab::Files);
        }
        chooser.refill(shared);
        chooser
    }

    fn has_games(&mut self, shared: &Shared) -> bool {
        match (self.purpose, self.tab) {
            (Purpose::Save(_), _) => return true,
            // Any folder may hold anything.
            (_, Tab::Files) => return false,
            _ => {}
        }
        let entries = entries::of_tab(shared, self.tab, self.purpose, &self.folder);
        let has_game = |entry: &Row| !matches!(entry.source, Source::EmptySlot(_));
        entries.iter().any(has_game)
    }

    /// Goes to the next list; returns whether there was one.
    fn next_tab(&mut self, shared: &Shared) -> bool {
        let tabs = self.tabs(shared);
        let at = tabs.iter().position(|&tab| tab == self.tab).unwrap_or(0);
        match tabs.get(at + 1) {
            Some(&tab) => {
                self.tab = tab;
                true
            }
            None => false,
        }
    }

    /// The lists that make sense here.
    fn tabs(&self, shared: &Shared) -> Vec<Tab> {
        let has_store = shared.desk.store().is_some();
        let is_open = !shared.desk.games().is_empty();
        let is_there = |tab: &Tab| match (tab, self.purpose) {
            (Tab::Files, _) => true,
            (Tab::Slots, _) => has_store,
            (Tab::Open, Purpose::Replay) => is_open,
            (Tab::Recent | Tab::Finished, Purpose::Load | Purpose::Replay) => has_store,
            _ => false,
        };
        Tab::ALL.into_iter().filter(is_there).collect()
    }

    /// Reads the list anew, and the preview of its selected line.
    fn refill(&mut self, shared: &Shared) {
        self.entries = match self.input.typed().trim() {
            "" => entries::of_tab(shared, self.tab, self.purpose, &self.folder),
            typed => entries::matching(&self.folder, typed),
        };
        if self.input.typed().is_empty() {
            let wanted = |entry: &Row| match self.purpose {
                Purpose::Save(_) => matches!(entry.source, Source::EmptySlot(_) | Source::New(_)),
                _ => !matches!(entry.source, Source::EmptySlot(_) | Source::Folder(_)),
            };
            self.selected = match self.tab {
                Tab::Open => shared.desk.current_index(),
                _ => self.entries.iter().position(wanted).unwrap_or(0),
            };
        } else {
            self.selected = 0;
        }
        self.look();
    }

    fn turn(&mut self, shared: &Shared, by: isize) {
        let tabs = self.tabs(shared);
        let count = isize::try_from(tabs.len()).unwrap_or(1).max(1);
        let at = tabs.iter().position(|&tab| tab == self.tab).unwrap_or(0);
        let at = (isize::try_from(at).unwrap_or(0) + by).rem_euclid(count);
        self.tab = tabs.get(at.unsigned_abs()).copied().unwrap_or(Tab::Files);
        self.input = Input::default();
        self.is_picked = false;
        self.refill(shared);
    }

    /// Reads what is selected, for the preview.
    fn look(&mut self) {
        let entry = self.entries.get(self.selected);
        self.preview = entry.map_or(Preview::Nothing, entries::preview);
    }

    fn select(&mut self, index: usize) {
        self.selected = index.min(self.entries.len().saturating_sub(1));
        self.is_picked = true;
        self.look();
    }

    /// Enter: takes the typed path, or what is selected.
    fn enter(&mut self, shared: &mut Shared) -> Go {
        let typed = self.input.typed().trim().to_owned();
        let path = self.folder.join(expanded(&typed));
        let saves = matches!(self.purpose, Purpose::Save(_));
        if typed.is_empty() || self.is_picked || (!saves && !path.exists()) {
            match self.entries.get(self.selected) {
                Some(_) => return self.choose(shared, self.selected),
                None if typed.is_empty() => {
                    shared.refuse(shared.say("chooser-nothing"));
                    return Go::Stay;
                }
                None => {}
            }
        }
        if path.is_dir() {
            self.enter_folder(shared, path);
            return Go::Stay;
        }
        let go = self.take_file(shared, &path);
        // What was typed is done with; the name of a new file may still be changed.
        if !saves && !matches!(go, Go::Stay) {
            self.input = Input::default();
            self.refill(shared);
        }
        go
    }

    fn enter_folder(&mut self, shared: &Shared, folder: PathBuf) {
        self.folder = std::fs::canonicalize(&folder).unwrap_or(folder);
        self.tab = Tab::Files;
        self.input = Input::default();
        self.is_picked = false;
        self.refill(shared);
    }

    fn choose(&mut self, shared: &mut Shared, index: usize) -> Go {
        let Some(entry) = self.entries.get(index) else {
            return Go::Stay;
        };
        match (&entry.source, self.purpose) {
            (Source::Folder(path), _) => {
                let path = path.clone();
                self.enter_folder(shared, path);
                Go::Stay
            }
            (Source::EmptySlot(slot) | Source::Slot(slot, _), Purpose::Save(then)) => {
                let target = Target::Slot(*slot);
                match &entry.source {
                    Source::EmptySlot(_) => save(shared, &target, then, 1),
                    _ => Go::push(Dialog::save_over(shared, target, then, 2)),
                }
            }
            (Source::EmptySlot(slot), _) => {
                shared.fail(&DeskError::EmptySlot(*slot));
                Go::Stay
            }
            (Source::Slot(_, SlotInfo::Broken(error)), _) => {
                let sentence = desk_words::store_error(&shared.text, error);
                shared.refuse(sentence);
                Go::Stay
            }
            (Source::Slot(slot, SlotInfo::Held(_)), Purpose::Load) => load_slot(shared, *slot),
            (Source::Slot(_, SlotInfo::Held(record)), _) => {
                let record = record.as_ref().clone();
                replay(shared, &record)
            }
            (Source::Slot(..), _) => Go::Stay,
            (Source::Open(game), _) => {
                let _ = shared.desk.switch(*game);
                let _ = shared.desk.look_at(PlyRef::Ply(0));
                Go::Replace(Box::new(ReplayScreen::new(shared, Origin::Game)))
            }
            (Source::Kept(record), _) => {
                let record = record.clone();
                take_record(shared, self.purpose, &record)
            }
            (Source::New(path) | Source::File(path), _) => {
                let path = path.clone();
                self.take_file(shared, &path)
            }
        }
    }

    /// Saves to a file, or opens one; if it holds several games, lists them.
    fn take_file(&mut self, shared: &mut Shared, path: &Path) -> Go {
        if let Purpose::Save(then) = self.purpose {
            let target = Target::File(path.to_owned());
            return match path.exists() {
                false => save(shared, &target, then, 1),
                true => Go::push(Dialog::save_over(shared, target, then, 2)),
            };
        }
        open_file(shared, self.purpose, path)
    }

    /// The areas of the title, the lists' names, the list, the preview and the path.
    fn areas(area: Rect) -> Areas {
        let mut rest = inner(area, 1, 0);
        let title = take_top(&mut rest, 1);
        let path = take_bottom(&mut rest, 1);
        let gap = u16::from(rest.height > 12);
        let _ = take_top(&mut rest, gap);
        let gap = u16::from(rest.height > 22);
        let _ = take_bottom(&mut rest, gap);
        let preview_width = (rest.width / 2).min(32);
        let (list, preview) = if rest.width >= 66 {
            let mut list = rest;
            list.width -= preview_width + 2;
            let preview = Rect {
                x: list.right() + 2,
                width: preview_width,
                ..rest
            };
            (list, Some(preview))
        } else if rest.height >= 18 {
            let mut list = rest;
            let preview = take_bottom(&mut list, rest.height / 2);
            (list, Some(preview))
        } else {
            (rest, None)
        };
        Areas {
            title,
            list,
            preview,
            path,
        }
    }

    /// What is chosen here; the lists' names are more important on a narrow screen.
    fn heading(&self, shared: &Shared, columns: u16) -> String {
        let heading = shared.say(match self.purpose {
            Purpose::Save(_) => "chooser-save",
            Purpose::Load => "chooser-load",
            Purpose::Replay => "chooser-replay",
        });
        let names = self.tab_names(shared).into_iter();
        let needed: usize = names.map(|(_, name)| width(&name)).sum();
        match width(&heading) + 2 + needed <= usize::from(columns) {
            true => heading,
            false => String::new(),
        }
    }

    /// The lists' names; the open one is in brackets.
    fn tab_names(&self, shared: &Shared) -> Vec<(Tab, String)> {
        let name = |tab: Tab| {
            let name = shared.say(tab.message());
            match tab == self.tab && self.input.typed().is_empty() {
                true => format!("[{name}]"),
                false => format!(" {name} "),
            }
        };
        let tabs = self.tabs(shared).into_iter();
        tabs.map(|tab| (tab, name(tab))).collect()
    }
}

struct Areas {
    title: Rect,
    list: Rect,
    preview: Option<Rect>,
    path: Rect,
}

/// Saves the current game and goes back this many screens, or where the person was going.
pub(super) fn save(shared: &mut Shared, target: &Target, then: Option<Leave>, back: usize) -> Go {
    let empties = shared.desk.current().is_some_and(OpenGame::is_untouched);
    let (saved, sentence) = match target {
        Target::Slot(slot) => {
            let key = match empties {
                true => "tui-slot-emptied",
                false => "tui-slot-saved",
            };
            let args = Args::new().number("slot", *slot);
            (shared.desk.save_slot(*slot), shared.fill(key, args))
        }
        Target::File(path) => {
            let args = Args::new().text("file", path.to_string_lossy());
            let saved = shared.desk.save_file(path);
            (saved, shared.fill("tui-file-saved", args))
        }
    };
    if let Err(error) = saved {
        shared.fail(&error);
        return Go::Back(back.saturating_sub(1));
    }
    if let Target::File(path) = target {
        remember(shared, path);
    }
    shared.inform(sentence);
    match then {
        Some(leave) => leave.go(shared),
        None => Go::Back(back),
    }
}

/// Adds a file to the recent ones; without that nothing is missing but a shortcut.
fn remember(shared: &Shared, path: &Path) {
    if let Some(store) = shared.desk.store() {
        let _ = store.keep_recent_file(path);
    }
}

/// Opens a file: its game, or the list of its games.
pub(super) fn open_file(shared: &mut Shared, purpose: Purpose, path: &Path) -> Go {
    let mut records = match read_games(path, None) {
        Ok(records) => records,
        Err(error) => {
            let sentence = desk_words::store_error(&shared.text, &error);
            shared.refuse(sentence);
            return Go::Stay;
        }
    };
    remember(shared, path);
    match records.len() {
        1 => take_record(shared, purpose, &records.remove(0)),
        _ => Go::push(super::games::GamesOfFile::new(purpose, path, records)),
    }
}

/// Loads or replays a game.
pub(super) fn take_record(shared: &mut Shared, purpose: Purpose, record: &Record) -> Go {
    match purpose {
        Purpose::Replay => replay(shared, record),
        _ => {
            let loaded = shared.desk.load_record(record);
            go_to_loaded(shared, loaded)
        }
    }
}

/// Opens the game of a slot beside the others.
pub(super) fn load_slot(shared: &mut Shared, slot: usize) -> Go {
    let loaded = shared.desk.load_slot(slot);
    go_to_loaded(shared, loaded)
}

/// Goes to a game that was opened beside the others, and says how to change who plays.
fn go_to_loaded(shared: &mut Shared, loaded: Result<usize, DeskError>) -> Go {
    match loaded.and_then(|index| shared.desk.switch(index)) {
        Ok(()) => {
            let is_open = shared.desk.current().is_some_and(OpenGame::result_is_open);
            if is_open {
                let columns = shared.spec().size();
                let key = keys::shown(&shared.text, Scope::Game, Action::Menu, columns);
                shared.inform(shared.fill("tui-loaded", Args::new().text("pause", key)));
            }
            Go::Loaded
        }
        Err(error) => {
            shared.fail(&error);
            Go::Stay
        }
    }
}

/// Opens a game only for viewing, from its beginning.
fn replay(shared: &mut Shared, record: &Record) -> Go {
    let before = shared.desk.current_index();
    match shared.desk.open_record(record) {
        Ok(index) => {
            let _ = shared.desk.switch(index);
            make_view_only(shared, PlyRef::Ply(0));
            Go::push(ReplayScreen::new(shared, Origin::List { before }))
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

/// Who plays each color at the end of a record; the color itself if there is no name.
fn names_of(shared: &Shared, record: &Record) -> ByColor<String> {
    let replay = record.replay().ok();
    ByColor::from_fn(|color| {
        let seat = match (&replay, color) {
            (Some(replay), _) => replay.seat_of(color),
            (None, Color::Black) => Seat::First,
            (None, Color::White) => Seat::Second,
        };
        match desk_words::recorded_name(&shared.text, record, seat).as_str() {
            "" => words::color(&shared.text, color),
            name => name.to_owned(),
        }
    })
}

/// Who plays in a record: "● Ann – ○ Bob", by their colors at the end; empty if nobody is named.
pub(super) fn players_of(shared: &Shared, record: &Record) -> String {
    let players = &record.header.players;
    if players.first.is_empty() && players.second.is_empty() {
        return String::new();
    }
    let names = names_of(shared, record);
    let sides = Color::BOTH.map(|color| {
        let stone = shared.glyphs().stone(color);
        format!("{stone} {}", fit(&names[color], 16))
    });
    sides.join(" – ")
}

/// The number of moves in a record.
fn moves_of(shared: &Shared, record: &Record) -> String {
    let count = record.effective_moves().len();
    shared.fill("tui-slot-moves", Args::new().number("count", count))
}

/// The contents of a record, in a few words.
pub(super) fn title_of(shared: &Shared, record: &Record) -> String {
    let game = words::game(&shared.text, record.header.spec);
    let parts = [game, players_of(shared, record), moves_of(shared, record)];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(" · ")
}

/// What is known about a record, for a preview.
fn facts_of(shared: &Shared, record: &Record) -> Vec<String> {
    let result = record
        .replay()
        .ok()
        .and_then(|replay| record.result(&replay))
        .map(|result| {
            let names = names_of(shared, record);
            let sides = ByColor::from_fn(|color| words::side(&shared.text, color, &names[color]));
            words::result_of(&shared.text, &result, record.header.spec, &sides)
        });
    let mut when = moves_of(shared, record);
    if let Some(date) = &record.header.date {
        when = format!("{when} · {date}");
    }
    let facts = [
        words::game(&shared.text, record.header.spec),
        players_of(shared, record),
        when,
        result.unwrap_or_default(),
    ];
    facts.into_iter().filter(|fact| !fact.is_empty()).collect()
}

/// Draws a record: its board, then what is known about it, as far as there is room.
pub(super) fn draw_record(shared: &Shared, record: &Record, buf: &mut Buffer, area: Rect) {
    let Ok(replay) = record.replay() else { return };
    let stones = ByColor::from_fn(|color| replay.position().stones(color));
    let spec = record.header.spec;
    let lines: Vec<String> = facts_of(shared, record)
        .iter()
        .flat_map(|fact| wrap(fact, usize::from(area.width)))
        .collect();
    let mut rest = area;
    let board = take_top(&mut rest, u16::from(spec.size()));
    let geometry = Geometry::preview(board, spec.size());
    BoardPicture::plain(spec, stones).draw(buf, &geometry, &shared.palette(), shared.glyphs());
    let gap = u16::from(usize::from(rest.height) > lines.len());
    let _ = take_top(&mut rest, gap);
    put_lines(buf, rest, &lines, shared.palette().text);
}

impl Screen for Chooser {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        let is_typing = !self.input.typed().is_empty();
        let last = self.entries.len().saturating_sub(1);
        match key.code {
            KeyCode::Esc if is_typing => {
                self.input = Input::default();
                self.is_picked = false;
                self.refill(shared);
            }
            KeyCode::Esc => return Go::Back(1),
            KeyCode::Enter => return self.enter(shared),
            KeyCode::Up => self.select(self.selected.checked_sub(1).unwrap_or(last)),
            KeyCode::Down if self.selected >= last => self.select(0),
            KeyCode::Down => self.select(self.selected + 1),
            KeyCode::PageUp => self.select(self.selected.saturating_sub(9)),
            KeyCode::PageDown => self.select(self.selected + 9),
            KeyCode::Left if !is_typing => self.turn(shared, -1),
            KeyCode::Right if !is_typing => self.turn(shared, 1),
            KeyCode::Tab if !is_typing => self.turn(shared, 1),
            KeyCode::BackTab => self.turn(shared, -1),
            KeyCode::Home if !is_typing => self.select(0),
            KeyCode::End if !is_typing => self.select(last),
            KeyCode::Tab => match completed(&self.folder, self.input.typed()) {
                Some(typed) => {
                    self.input = Input::starting(typed);
                    self.is_picked = false;
                    self.refill(shared);
                }
                None => shared.refuse(shared.say("chooser-no-match")),
            },
            // A digit is a slot, whichever list is open.
            KeyCode::Char(digit @ '1'..='9')
                if !is_typing && self.tabs(shared).contains(&Tab::Slots) =>
            {
                let index = usize::from(digit as u8 - b'1');
                self.tab = Tab::Slots;
                self.refill(shared);
                self.select(index);
                return self.choose(shared, index);
            }
            _ => match self.input.key(key) {
                InputResult::Changed => {
                    self.is_picked = false;
                    self.refill(shared);
                }
                InputResult::Canceled if !is_typing => return Go::Back(1),
                InputResult::Canceled | InputResult::Done(_) => {}
                InputResult::Ignored => shared.unknown_key(&self.hints(shared)),
            },
        }
        Go::Stay
    }

    fn paste(&mut self, shared: &mut Shared, text: &str) {
        self.input.paste(text);
        self.is_picked = false;
        self.refill(shared);
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        let areas = Chooser::areas(area);
        if event.kind == MouseEventKind::Down(MouseButton::Left) && event.row == areas.title.y {
            let mut x = tabs_start(&self.heading(shared, areas.title.width), areas.title);
            for (tab, name) in self.tab_names(shared) {
                let end = x + u16::try_from(width(&name)).unwrap_or(0);
                if (x..end).contains(&event.column) {
                    self.tab = tab;
                    self.input = Input::default();
                    self.refill(shared);
                    return Go::Stay;
                }
                x = end;
            }
            return Go::Stay;
        }
        let items = self.items(shared);
        let mut selected = self.selected;
        match list::mouse(&items, &mut selected, &event, areas.list) {
            // The first click shows a game, the second takes it.
            list::Picked::Line(index) if index == self.selected => {
                return self.choose(shared, index);
            }
            list::Picked::Line(index) => self.select(index),
            list::Picked::Moved => self.select(selected),
            list::Picked::Wrong => {}
        }
        Go::Stay
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        let palette = shared.palette();
        let areas = Chooser::areas(area);
        let title = areas.title;
        let heading = self.heading(shared, title.width);
        put(buf, title.x, title.y, title.width, &heading, palette.strong);
        let mut x = tabs_start(&heading, title);
        for (tab, name) in self.tab_names(shared) {
            let style = match tab == self.tab {
                true => palette.strong,
                false => palette.quiet,
            };
            let room = title.right().saturating_sub(x);
            x += put(buf, x, title.y, room, &name, style);
        }
        let items = self.items(shared);
        list::draw(shared, buf, areas.list, &items, Some(self.selected));
        if items.is_empty() {
            let nothing = shared.say(match self.input.typed().is_empty() {
                true => self.tab.nothing(),
                false => "chooser-no-match",
            });
            put_wrapped(buf, areas.list, &nothing, palette.quiet);
        }
        if let Some(area) = areas.preview {
            match &self.preview {
                Preview::Nothing => {}
                Preview::Record(record, count) => {
                    let mut area = area;
                    if *count > 1 {
                        let args = Args::new().number("count", *count);
                        let line = take_top(&mut area, 1);
                        let text = shared.fill("chooser-games", args);
                        put(buf, line.x, line.y, line.width, &text, palette.strong);
                    }
                    draw_record(shared, record, buf, area);
                }
                Preview::Large => {
                    let text = shared.say("chooser-large");
                    put_lines(
                        buf,
                        area,
                        &wrap(&text, usize::from(area.width)),
                        palette.quiet,
                    );
                }
                Preview::Problem(error) => {
                    let text = desk_words::store_error(&shared.text, error);
                    let lines = wrap(&text, usize::from(area.width));
                    put_lines(buf, area, &lines, palette.warning);
                }
            }
        }
        let path = areas.path;
        let label = shared.say("chooser-path");
        let used = put(buf, path.x, path.y, path.width, &label, palette.text);
        if self.input.typed().is_empty() {
            let folder = match self.tab {
                Tab::Files => self.folder.display().to_string(),
                _ => shared.say("chooser-path-how"),
            };
            let room = path.width.saturating_sub(used);
            put(buf, path.x + used, path.y, room, &folder, palette.quiet);
        }
    }

    fn typing(&self, shared: &Shared, area: Rect) -> Option<Typing<'_>> {
        if self.input.typed().is_empty() {
            return None;
        }
        let mut row = Chooser::areas(area).path;
        let used = u16::try_from(width(&shared.say("chooser-path"))).unwrap_or(0);
        row.x += used.min(row.width);
        row.width = row.width.saturating_sub(used);
        Some(Typing::Row(row, &self.input))
    }

    fn hints(&self, shared: &Shared) -> String {
        shared.say(match (self.input.typed().is_empty(), self.purpose) {
            (false, _) => "chooser-hints-typing",
            (true, Purpose::Save(_)) => "chooser-hints-save",
            (true, _) => "chooser-hints",
        })
    }

    fn help(&self, shared: &Shared) -> Help {
        let (about, enter) = match self.purpose {
            Purpose::Save(_) => ("chooser-help-save", "chooser-help-enter-save"),
            Purpose::Load => ("chooser-help-load", "chooser-help-enter-load"),
            Purpose::Replay => ("chooser-help-replay", "chooser-help-enter-replay"),
        };
        Help::with_keys(
            shared,
            about,
            &[
                ("← →", "chooser-help-lists"),
                ("↑ ↓ PgUp PgDn", "help-key-select"),
                ("1–9", "chooser-help-slot"),
                ("a … z", "chooser-help-path"),
                ("Tab", "chooser-help-tab"),
                ("Enter", enter),
                ("Esc", "help-key-esc"),
            ],
        )
    }
}

/// The column of the first list's name.
fn tabs_start(heading: &str, title: Rect) -> u16 {
    let columns = match width(heading) {
        0 => 0,
        columns => u16::try_from(columns + 2).unwrap_or(0),
    };
    (title.x + columns).min(title.right())
}

impl Chooser {
    fn items(&self, shared: &Shared) -> Vec<list::Item> {
        let columns = Chooser::areas(shared.body()).list.width;
        let items = self.entries.iter();
        items.map(|entry| entry.item(shared, columns)).collect()
    }
}
