//! Pictures of games: a position as PNG or SVG, a whole game as an animated GIF.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use axum::body::Bytes;
use lru::LruCache;
use yiqi_picture::{BoardPicture, GifWriter};
use yiqi_record::Record;
use yiqi_rules::{AnyPosition, ByColor, Changes, PointSet};

use crate::study::StudyError;

/// How many pictures are kept.
const KEPT_MAX: NonZeroUsize = NonZeroUsize::new(32).unwrap();

/// The side of a picture, in pixels, unless another one is asked for.
pub(crate) const SIDE: u32 = 600;

/// The largest side of a picture.
pub(crate) const SIDE_MAX: u32 = 1200;

/// The side of an animation.
const GIF_SIDE: u32 = 480;

/// The most moves that are shown one by one; in longer games, several at once.
const GIF_FRAMES_MAX: usize = 150;

/// How long a move is shown, in hundredths of a second, and the last one.
const GIF_MOVE: u16 = 70;
const GIF_END: u16 = 400;

/// A kind of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum PictureFormat {
    Png,
    Svg,
    Gif,
}

impl PictureFormat {
    pub(crate) const ALL: [PictureFormat; 3] =
        [PictureFormat::Png, PictureFormat::Svg, PictureFormat::Gif];

    pub(crate) fn name(self) -> &'static str {
        match self {
            PictureFormat::Png => "png",
            PictureFormat::Svg => "svg",
            PictureFormat::Gif => "gif",
        }
    }

    pub(crate) fn content_type(self) -> &'static str {
        match self {
            PictureFormat::Png => "image/png",
            PictureFormat::Svg => "image/svg+xml",
            PictureFormat::Gif => "image/gif",
        }
    }
}

/// Which picture of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PictureKey {
    pub(crate) table: String,
    /// The number of entries: a picture of an earlier state is another one.
    pub(crate) entries: usize,
    pub(crate) format: PictureFormat,
    /// The number of plies; all by default.
    pub(crate) ply: Option<usize>,
    pub(crate) side: u32,
}

/// The pictures made last.
#[derive(Debug)]
pub(crate) struct PictureCache(Mutex<LruCache<PictureKey, Bytes>>);

impl Default for PictureCache {
    fn default() -> PictureCache {
        PictureCache(Mutex::new(LruCache::new(KEPT_MAX)))
    }
}

impl PictureCache {
    pub(crate) fn get(&self, key: &PictureKey) -> Option<Bytes> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get(key).cloned()
    }

    pub(crate) fn put(&self, key: PictureKey, picture: Bytes) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.put(key, picture);
    }
}

/// Draws a picture of a game.
pub(crate) fn draw(record: &Record, key: &PictureKey) -> Result<Vec<u8>, StudyError> {
    let start = record.header.start_position().map_err(StudyError::Setup)?;
    let replay = record
        .replay()
        .map_err(|error| StudyError::of_record(record, error))?;
    let plies = replay.plies();
    let count = key.ply.unwrap_or(plies.len()).min(plies.len());
    let mut positions = Positions {
        position: start,
        last: None,
    };
    if key.format == PictureFormat::Gif {
        return Ok(animation(positions, &plies[..count]));
    }
    for ply in &plies[..count] {
        positions.play(ply);
    }
    let picture = positions.picture();
    match key.format {
        PictureFormat::Svg => Ok(picture.svg(key.side).into_bytes()),
        _ => Ok(picture.raster(key.side).png().unwrap_or_default()),
    }
}

/// A position on its way through a game.
struct Positions {
    position: AnyPosition,
    last: Option<Changes>,
}

impl Positions {
    fn play(&mut self, ply: &Changes) {
        self.last = self.position.play(ply.mv).ok();
    }

    /// The points that the last move changed.
    fn marked(&self) -> PointSet {
        let Some(last) = &self.last else {
            return PointSet::EMPTY;
        };
        let mut marked = last.flipped;
        if let Some((point, _)) = last.placed {
            marked.insert(point);
        }
        marked
    }

    fn picture(&self) -> BoardPicture {
        let position = &self.position;
        let stones = ByColor::from_fn(|color| position.stones(color));
        let last = self.last.as_ref();
        BoardPicture {
            last: last.and_then(|last| Some(last.placed?.0)),
            flipped: last.map_or(PointSet::EMPTY, |last| last.flipped),
            rows: position
                .outcome()
                .map(|outcome| outcome.lines)
                .unwrap_or_default(),
            ..BoardPicture::new(position.spec(), stones)
        }
    }
}

fn animation(mut positions: Positions, plies: &[Changes]) -> Vec<u8> {
    let mut frame = positions.picture().raster(GIF_SIDE);
    let mut end = Positions {
        position: positions.position.clone(),
        last: None,
    };
    for ply in plies {
        end.play(ply);
    }
    let samples = [frame.clone(), end.picture().raster(GIF_SIDE)];
    let Some(mut file) = GifWriter::new(&samples) else {
        return Vec::new();
    };
    let at_once = plies.len().div_ceil(GIF_FRAMES_MAX).max(1);
    file.frame(&frame, if plies.is_empty() { GIF_END } else { GIF_MOVE });
    let count = plies.chunks(at_once).len();
    let mut marked = PointSet::EMPTY;
    for (number, part) in plies.chunks(at_once).enumerate() {
        // Marks of the last move disappear, and new ones come.
        let mut changed = marked;
        for ply in part {
            positions.play(ply);
            marked = positions.marked();
            changed = changed | marked;
        }
        let picture = positions.picture();
        if picture.rows.is_empty() {
            picture.redraw(&mut frame, changed);
        } else {
            frame = picture.raster(GIF_SIDE);
        }
        let is_last = number + 1 == count;
        file.frame(&frame, if is_last { GIF_END } else { GIF_MOVE });
    }
    file.finish()
}
