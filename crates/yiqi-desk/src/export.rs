//! A game or a position as something to take elsewhere: text for the clipboard, a picture.

use std::path::{Path, PathBuf};

use yiqi_picture::BoardPicture;
use yiqi_record::{Format, Record};
use yiqi_rules::Color;
use yiqi_session::GameView;

use crate::files::write_atomically;
use crate::store::StoreError;

/// What can be copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyWhat {
    /// The whole game.
    Record,
    /// The position that is shown.
    Position,
    /// The address of the table.
    Link,
}

impl CopyWhat {
    /// Everything that can be copied.
    pub const ALL: [CopyWhat; 3] = [CopyWhat::Record, CopyWhat::Position, CopyWhat::Link];

    /// The word that selects it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            CopyWhat::Record => "record",
            CopyWhat::Position => "position",
            CopyWhat::Link => "link",
        }
    }
}

/// The side of a picture in pixels.
const PICTURE_SIDE: u32 = 800;

/// A game in our own format.
#[must_use]
pub fn record_text(record: &Record) -> String {
    let bytes = Format::Yiqi.write(std::slice::from_ref(record));
    String::from_utf8(bytes.unwrap_or_default()).unwrap_or_default()
}

/// The board of a view as a picture, with its last move.
#[must_use]
pub fn board_picture(view: &GameView) -> BoardPicture {
    let mut picture = BoardPicture::new(view.spec, view.stones);
    if let Some(last) = &view.last {
        picture.last = last.placed.map(|(point, _)| point);
        picture.flipped = last.flipped;
    }
    picture.rows.clone_from(&view.winning_lines);
    picture.mover = view.next_stone.unwrap_or(Color::Black);
    picture
}

/// Writes a picture, as SVG or PNG by the ending of its name.
///
/// # Errors
/// If the name has another ending, or the file cannot be written.
pub fn write_picture(picture: &BoardPicture, path: &Path) -> Result<(), StoreError> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let io_error = |error| StoreError::Io {
        path: path.to_owned(),
        error,
    };
    let bytes = match ending.map(str::to_ascii_lowercase).as_deref() {
        Some("svg") => picture.svg(PICTURE_SIDE).into_bytes(),
        Some("png") => picture.raster(PICTURE_SIDE).png().map_err(io_error)?,
        _ => {
            return Err(StoreError::PictureFormat {
                path: path.to_owned(),
            });
        }
    };
    write_atomically(path, &bytes).map_err(io_error)
}

/// A name for a new file in a folder: `yiqi-reversi-12.svg`, or with another number if there is one.
#[must_use]
pub fn free_name(folder: &Path, stem: &str, ending: &str) -> PathBuf {
    let named = |number: usize| match number {
        1 => folder.join(format!("{stem}.{ending}")),
        number => folder.join(format!("{stem}-{number}.{ending}")),
    };
    let is_free = |path: &PathBuf| !path.exists();
    (1..1000)
        .map(named)
        .find(is_free)
        .unwrap_or_else(|| named(1))
}
