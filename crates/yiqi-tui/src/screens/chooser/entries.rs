//! The lines of the chooser's lists.

use std::path::{Path, PathBuf};

use yiqi_desk::{SlotInfo, StoreError, free_name, read_games};
use yiqi_record::Record;
use yiqi_text::words;

use super::{Purpose, players_of};
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
    note: String,
}

impl Row {
    fn new(source: Source, label: impl Into<String>, note: impl Into<String>) -> Row {
        Row {
            source,
            label: label.into(),
            note: note.into(),
        }
    }

    pub(super) fn item(&self, shared: &Shared) -> Item {
        let item = match self.source {
            Source::EmptySlot(slot) | Source::Slot(slot, _) => {
                let digit = char::from_digit(u32::try_from(slot).unwrap_or(0), 10);
                Item::new(digit.unwrap_or(' '), &self.label)
            }
            _ => Item::plain(&self.label),
        };
        let note = match &self.source {
            Source::Folder(_) => shared.say("chooser-folder"),
            _ => self.note.clone(),
        };
        item.with_note(note)
    }
}

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

/// A game in a few words: what was played, and by whom.
fn label_of(shared: &Shared, record: &Record) -> String {
    let title = words::game(&shared.text, record.header.spec);
    let end = title.find([',', '，']).unwrap_or(title.len());
    match players_of(shared, record).as_str() {
        "" => title[..end].to_owned(),
        players => format!("{} · {players}", &title[..end]),
    }
}

/// When a game was played, without the time of day.
fn date_of(record: &Record) -> String {
    let date = record.header.date.as_deref().unwrap_or_default();
    date.split(' ').next().unwrap_or_default().to_owned()
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
                    let number = format!("{}  {}", index + 1, label_of(shared, &record));
                    Row::new(Source::Open(index), number, "")
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
                    let label = label_of(shared, &kept.record);
                    let label = format!("{} {label}", date_of(&kept.record));
                    Row::new(Source::Kept(Box::new(kept.record)), label, "")
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
                let label = label_of(shared, &record);
                Row::new(Source::Slot(number, SlotInfo::Held(record)), label, "")
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
        let label = shared.fill(
            "chooser-new-file",
            yiqi_text::Args::new().text("file", file.as_ref()),
        );
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
