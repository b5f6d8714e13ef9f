//! The slider of a replay, and the engine's graph under it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;
use yiqi_rules::Color;
use yiqi_text::{Args, words};

use crate::analysis::GameAnalysis;
use crate::cells::{put, width};
use crate::shared::Shared;

/// A slider over the plies of a game.
pub(super) struct Slider {
    /// The line on which the handle moves.
    track: Rect,
    ply: usize,
    count: usize,
}

impl Slider {
    /// The slider in a line; `labels` are the texts that must fit next to it.
    pub(super) fn new(line: Rect, ply: usize, count: usize, labels: &[String]) -> Slider {
        let label = format!("{ply}/{count}");
        let columns = labels.iter().map(|label| width(label)).max().unwrap_or(0);
        let columns = u16::try_from(columns.max(width(&label))).unwrap_or(u16::MAX);
        let track = Rect {
            x: line.x + 1,
            width: line
                .width
                .saturating_sub(columns.saturating_add(4))
                .min(100),
            ..line
        };
        Slider { track, ply, count }
    }

    fn steps(&self) -> usize {
        usize::from(self.track.width.saturating_sub(1))
    }

    /// The step of a ply.
    fn step_of(&self, ply: usize) -> usize {
        (self.steps() * ply).checked_div(self.count).unwrap_or(0)
    }

    /// The ply at a column.
    pub(super) fn ply_at(&self, x: u16) -> usize {
        let steps = self.steps().max(1);
        let at = usize::from(x.saturating_sub(self.track.x)).min(steps);
        (at * self.count + steps / 2) / steps
    }

    /// Draws the slider, with signs where somebody went wrong.
    pub(super) fn draw(&self, shared: &Shared, analysis: Option<&GameAnalysis>, buf: &mut Buffer) {
        let palette = shared.palette();
        let handle = self.step_of(self.ply);
        let [line, knob] = if shared.glyphs().ascii {
            ["-", "#"]
        } else {
            ["─", "█"]
        };
        for (step, x) in (self.track.left()..self.track.right()).enumerate() {
            let (glyph, style) = match step == handle {
                true => (knob, palette.strong),
                false => (line, palette.quiet),
            };
            put(buf, x, self.track.y, 1, glyph, style);
        }
        for ply in 1..=self.count {
            let step = self.step_of(ply);
            let is_bad = analysis.is_some_and(|analysis| analysis.fault(ply).is_some());
            if is_bad && step != handle {
                let x = self.track.x + u16::try_from(step).unwrap_or(0);
                put(buf, x, self.track.y, 1, "?", palette.warning);
            }
        }
        let label = format!("{}/{}", self.ply, self.count);
        let x = self.track.right() + 1;
        put(buf, x, self.track.y, u16::MAX, &label, palette.text);
    }

    /// Draws the graph into the rows under the slider: Black's advantage above the middle, White's
    /// below.
    pub(super) fn draw_graph(
        &self,
        shared: &Shared,
        analysis: &GameAnalysis,
        buf: &mut Buffer,
        area: Rect,
    ) {
        let palette = shared.palette();
        let half = area.height / 2;
        let middle = area.y + half;
        for x in self.track.left()..self.track.right() {
            let ply = self.ply_at(x);
            let Some(height) = analysis.height(ply) else {
                continue;
            };
            draw_column(shared, buf, (x, middle), half, height);
        }
        let x = self.track.right() + 1;
        for (label, y) in side_labels(shared).iter().zip([area.y, area.bottom() - 1]) {
            put(buf, x, y, u16::MAX, label, palette.quiet);
        }
    }
}

/// Draws one column of a graph around the top of a cell, with `half` rows above and below it.
pub(in crate::screens) fn draw_column(
    shared: &Shared,
    buf: &mut Buffer,
    (x, middle): (u16, u16),
    half: u16,
    height: f64,
) {
    let palette = shared.palette();
    let ascii = shared.glyphs().ascii;
    let eighths = (height.abs() * f64::from(half) * 8.0).round() as u16;
    for row in 0..half {
        let part = eighths.saturating_sub(8 * row).min(8);
        if height >= 0.0 {
            let y = middle - 1 - row;
            put(buf, x, y, 1, rising(part, ascii), palette.strong);
        } else {
            // A block that hangs from the top is the gap of one that stands on the bottom.
            let (glyph, style) = match (ascii, part) {
                (true, _) => (rising(part, true), palette.text),
                (false, 0 | 8) => (rising(part, false), palette.text),
                (false, _) => (
                    rising(8 - part, false),
                    palette.text.add_modifier(Modifier::REVERSED),
                ),
            };
            put(buf, x, middle + row, 1, glyph, style);
        }
    }
}

/// The sides of the graph: above the middle Black is ahead, below it White.
pub(super) fn side_labels(shared: &Shared) -> [String; 2] {
    let label = |color| {
        let name = Args::new().text("name", words::color(&shared.text, color));
        let ahead = shared.fill("replay-ahead", name);
        format!("{} {ahead}", shared.glyphs().stone(color))
    };
    [label(Color::Black), label(Color::White)]
}

/// A block of this many eighths.
fn rising(eighths: u16, ascii: bool) -> &'static str {
    const BLOCKS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
    const ASCII: [&str; 9] = [" ", ".", ".", "-", "-", "=", "=", "#", "#"];
    let blocks = if ascii { ASCII } else { BLOCKS };
    blocks[usize::from(eighths.min(8))]
}
