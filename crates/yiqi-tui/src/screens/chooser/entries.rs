//! The lines of the chooser's lists.

use std::path::{Path, PathBuf};

use yiqi_desk::{SlotInfo, StoreError, free_name, read_games};
use yiqi_record::{EndReason, Record};
use yiqi_text::{Args, words};

use super::{Purpose, players_of};
use crate::cells::{fit, width};
use crate::list::Item;
use crate::path_line::{self, Named};
use crate::shared::Shared;

/// A list of the chooser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tab {
    /// The games that are open.
    Open,
    Slots,
    /// Files that were used before.
    Recent,
    /// Games that ended.
    Finished,
    /// A folder.
    Files,
}

impl Tab {
    pub(super) const ALL: [Tab; 5] = [
        Tab::Open,
        Tab::Slots,
        Tab::Recent,
        Tab::Finished,
        Tab::Files,
    ];

    pub(super) fn message(self) -> &'static str {
        match self {
            Tab::Open => "chooser-open",
            Tab::Slots => "chooser-slots",
            Tab::Recent => "chooser-recent",
            Tab::Finished => "chooser-finished",
            Tab::Files => "chooser-files",
        }
    }

    /// What would be in an empty list.
    pub(super) fn nothing(self) -> &'static str {
        match self {
            Tab::Open => "chooser-empty-open",
            Tab::Slots | Tab::Files => "chooser-empty-files",
            Tab::Recent => "chooser-empty-recent",
            Tab::Finished => "chooser-empty-finished",
        }
    }
}

/// Where a game is, or may be put.
pub(super) enum Source {
    EmptySlot(usize),
    Slot(usize, SlotInfo),
    /// An open game.
    Open(usize),
    /// A game that was kept.
    Kept(Box<Record>),
    Folder(PathBuf),
    File(PathBuf),
    /// A file that does not exist yet.
    New(PathBuf),
}

/// One line.
pub(super) struct Row {
    pub(super) source: Source,
    label: String,
    /// The same with the name of the game, where there is room for it.
    long_label: Option<String>,
    note: String,
}

impl Row {
    fn new(source: Source, label: impl Into<String>, note: impl Into<String>) -> Row {
        Row {
            source,
            label: label.into(),
            long_label: None,
            note: note.into(),
        }
    }

    fn with_long_label(mut self, label: String) -> Row {
        self.long_label = Some(label);
        self
    }

    /// The line in a list with this many columns.
    pub(super) fn item(&self, shared: &Shared, columns: u16) -> Item {
        let room = usize::from(columns).saturating_sub(LINE_RIM + width(&self.note));
        let long = self.long_label.as_ref();
        let label = long
            .filter(|label| width(label) <= room)
            .unwrap_or(&self.label);
        let item = match self.source {
            Source::EmptySlot(slot) | Source::Slot(slot, _) => {
                let digit = char::from_digit(u32::try_from(slot).unwrap_or(0), 10);
                Item::new(digit.unwrap_or(' '), label)
            }
            _ => Item::plain(label),
        };
        let note = match &self.source {
            Source::Folder(_) => shared.say("chooser-folder"),
            _ => self.note.clone(),
        };
        item.with_note(note)
    }
}

/// The columns of a line that are neither its label nor its note.
const LINE_RIM: usize = 8;

/// What the preview shows.
pub(super) enum Preview {
    Nothing,
    /// A game, and how many the file holds.
    Record(Box<Record>, usize),
    /// A file that is too large to be read by the way.
    Large,
    Problem(StoreError),
}

/// The largest file that is read for a preview.
const PREVIEW_BYTES_MAX: u64 = 1 << 20;

/// Reads what an entry stands for.
pub(super) fn preview(entry: &Row) -> Preview {
    match &entry.source {
        Source::Slot(_, SlotInfo::Held(record)) => Preview::Record(record.clone(), 1),
        Source::Kept(record) => Preview::Record(record.clone(), 1),
        Source::File(path) => match std::fs::metadata(path) {
            Ok(data) if data.len() > PREVIEW_BYTES_MAX => Preview::Large,
            _ => match read_games(path, None) {
                Ok(mut records) => {
                    let count = records.len();
                    Preview::Record(Box::new(records.swap_remove(0)), count)
                }
                Err(error) => Preview::Problem(error),
            },
        },
        _ => Preview::Nothing,
    }
}

/// A game in a few words: what was played.
fn game_of(shared: &Shared, record: &Record) -> String {
    let title = words::game(&shared.text, record.header.spec);
    let end = title.find([',', '，']).unwrap_or(title.len());
    title[..end].to_owned()
}

/// What was played, and by whom.
fn label_of(shared: &Shared, record: &Record) -> String {
    let game = game_of(shared, record);
    match players_of(shared, record).as_str() {
        "" => game,
        players => format!("{game} · {players}"),
    }
}

/// Who played; what was played if nobody is named.
fn short_label_of(shared: &Shared, record: &Record) -> String {
    match players_of(shared, record).as_str() {
        "" => game_of(shared, record),
        players => players.to_owned(),
    }
}

/// When a game was played: month, day and time. The preview shows the year.
fn when(record: &Record) -> String {
    let date = record.header.date.as_deref().unwrap_or_default();
    let is_year = |year: &str| year.len() == 4 && year.bytes().all(|b| b.is_ascii_digit());
    let short = match date.split_once('-') {
        Some((year, rest)) if is_year(year) => rest,
        _ => date,
    };
    fit(short, WHEN_COLUMNS)
}

/// The columns of `11-17 06:30`.
const WHEN_COLUMNS: usize = 11;

/// How a game ended, in a word; empty if it did not.
fn result_of(shared: &Shared, record: &Record) -> String {
    let replay = record.replay().ok();
    let Some(result) = replay.and_then(|replay| record.result(&replay)) else {
        return String::new();
    };
    let Some(winner) = result.winner else {
        return shared.say("chooser-drawn");
    };
    let stone = shared.glyphs().stone(winner);
    match (result.score, result.reason) {
        (Some(score), EndReason::Rules) => {
            format!("{stone} {}–{}", score[winner], score[winner.other()])
        }
        _ => {
            let args = Args::new().text("stone", stone.to_string());
            shared.fill("chooser-won", args)
        }
    }
}

/// The lines of a list.
pub(super) fn of_tab(shared: &Shared, tab: Tab, purpose: Purpose, folder: &Path) -> Vec<Row> {
    match tab {
        Tab::Slots => slots(shared),
        Tab::Open => {
            let games = shared.desk.games().iter().enumerate();
            games
                .map(|(index, game)| {
                    let record = game.record();
                    let short = format!("{}  {}", index + 1, short_label_of(shared, &record));
                    let long = format!("{}  {}", index + 1, label_of(shared, &record));
                    let result = result_of(shared, &record);
                    Row::new(Source::Open(index), short, result).with_long_label(long)
                })
                .collect()
        }
        Tab::Recent => {
            let store = shared.desk.store();
            let files = store.map(|store| store.recent_files()).unwrap_or_default();
            files.into_iter().map(file_entry).collect()
        }
        Tab::Finished => {
            let store = shared.desk.store();
            let games = store.map(|store| store.finished()).unwrap_or_default();
            games
                .into_iter()
                .map(|kept| {
                    let (record, when) = (&kept.record, when(&kept.record));
                    let short = format!("{when} {}", short_label_of(shared, record));
                    let long = format!("{when} {}", label_of(shared, record));
                    let result = result_of(shared, record);
                    let source = Source::Kept(Box::new(kept.record));
                    Row::new(source, short, result).with_long_label(long)
                })
                .collect()
        }
        Tab::Files => files(shared, purpose, folder),
    }
}

fn slots(shared: &Shared) -> Vec<Row> {
    let slots = shared.desk.slots().unwrap_or_default();
    slots
        .into_iter()
        .zip(1..)
        .map(|(slot, number)| match slot {
            SlotInfo::Empty => {
                Row::new(Source::EmptySlot(number), shared.say("tui-slot-empty"), "")
            }
            SlotInfo::Held(record) => {
                let (short, long) = (short_label_of(shared, &record), label_of(shared, &record));
                let note = match result_of(shared, &record).as_str() {
                    "" => when(&record),
                    result => result.to_owned(),
                };
                let source = Source::Slot(number, SlotInfo::Held(record));
                Row::new(source, short, note).with_long_label(long)
            }
            SlotInfo::Broken(error) => {
                let source = Source::Slot(number, SlotInfo::Broken(error));
                Row::new(source, shared.say("tui-slot-broken"), "")
            }
        })
        .collect()
}

/// A file by its name, and the folder that it is in.
fn file_entry(path: PathBuf) -> Row {
    let name = path.file_name().unwrap_or_default();
    let name = name.to_string_lossy().into_owned();
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default();
    let folder = folder.to_string_lossy().into_owned();
    Row::new(Source::File(path), name, folder)
}

fn files(shared: &Shared, purpose: Purpose, folder: &Path) -> Vec<Row> {
    let mut entries = Vec::new();
    if let (Purpose::Save(_), Some(game)) = (purpose, shared.desk.current()) {
        let name = game.session().terms().spec.game().name();
        let path = free_name(folder, &format!("{name}-{}", game.date()), "yiqi");
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let label = shared.fill("chooser-new-file", Args::new().text("file", file.as_ref()));
        entries.push(Row::new(Source::New(path), label, ""));
    }
    if let Some(parent) = folder.parent() {
        entries.push(Row::new(Source::Folder(parent.to_owned()), "..", ""));
    }
    entries.extend(path_line::listed(folder, "").into_iter().map(named_entry));
    entries
}

fn named_entry(named: Named) -> Row {
    match named.is_folder {
        true => Row::new(Source::Folder(named.path), format!("{}/", named.name), ""),
        false => Row::new(Source::File(named.path), named.name, ""),
    }
}

/// What a typed path may become.
pub(super) fn matching(folder: &Path, typed: &str) -> Vec<Row> {
    let found = path_line::matching(folder, typed).into_iter();
    found.map(named_entry).collect()
}
