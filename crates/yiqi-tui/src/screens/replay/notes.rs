//! What is known about the position of a replay: comments, variations, the engine's view.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use yiqi_desk::words as desk_words;
use yiqi_desk::{Continuation, OpenGame};
use yiqi_record::markup;
use yiqi_record::notation::move_name;
use yiqi_rules::{Aim, Color, GameSpec};
use yiqi_session::GameView;
use yiqi_text::{Args, words};

use crate::analysis::GameAnalysis;
use crate::cells::{clear, put, wrap};
use crate::keys::{self, Action, Scope};
use crate::screens::panels;
use crate::shared::{Notice, Shared};

/// What is known about a position.
pub(super) struct Notes<'a> {
    pub(super) view: &'a GameView,
    pub(super) ply: usize,
    /// What follows it, if there is a choice, and which one is selected.
    pub(super) continuations: Vec<Continuation>,
    pub(super) chosen: usize,
    /// The ply at which a variation began.
    pub(super) left_at: Option<usize>,
    pub(super) analysis: Option<&'a GameAnalysis>,
}

/// The moves that an expected line shows.
const LINE_MOVES_MAX: usize = 8;

impl Notes<'_> {
    fn spec(&self) -> GameSpec {
        self.view.spec
    }

    /// Where the variation began.
    pub(super) fn variation(&self, shared: &Shared) -> Option<String> {
        let ply = self.left_at?;
        Some(shared.fill("replay-variation", Args::new().number("ply", ply)))
    }

    /// The choice between continuations: the selected one is in brackets.
    pub(super) fn choice(&self, shared: &Shared) -> Option<String> {
        if self.continuations.len() < 2 {
            return None;
        }
        let names = self.continuations.iter().enumerate().map(|(index, next)| {
            let name = move_name(next.mv, self.spec());
            match index == self.chosen {
                true => format!("[{name}]"),
                false => name,
            }
        });
        let moves = names.collect::<Vec<_>>().join(" ");
        Some(shared.fill("replay-choice", Args::new().text("moves", moves)))
    }

    /// The comments on the position.
    pub(super) fn comments(&self, shared: &Shared) -> Vec<String> {
        let comments = shared.desk.current().map(OpenGame::shown_comments);
        let told = comments.into_iter().flatten().filter_map(|(seat, text)| {
            // The board shows the marks.
            let (said, marks) = markup::split(&text, self.spec());
            if said.is_empty() && !marks.is_empty() {
                return None;
            }
            let args = Args::new().text("text", said);
            Some(match seat {
                Some(seat) => {
                    let name = shared.name(self.view, seat);
                    shared.fill("replay-says", args.text("name", name))
                }
                None => shared.fill("replay-note", args),
            })
        });
        told.collect()
    }

    /// What the engine says: the value, the best line, and what the last move lost.
    pub(super) fn engine(&self, shared: &Shared) -> Vec<String> {
        let Some(analysis) = self.analysis else {
            return Vec::new();
        };
        let mut lines = Vec::new();
        if let Some((loss, before)) = analysis.loss(self.ply)
            && analysis.fault(self.ply).is_some()
        {
            let best = before.line.first().map(|&mv| move_name(mv, self.spec()));
            let args = Args::new()
                .text("loss", loss_text(shared, self.spec(), loss))
                .text("best", best.unwrap_or_default());
            lines.push(shared.fill("replay-fault", args));
        }
        if let Some(finding) = analysis.finding(self.ply) {
            let value =
                desk_words::evaluation(&shared.text, self.spec(), finding.value, finding.certainty);
            let moves = finding.line.iter().take(LINE_MOVES_MAX);
            let moves: Vec<String> = moves.map(|&mv| move_name(mv, self.spec())).collect();
            let args = Args::new()
                .text("eval", value)
                .text("depth", finding.depth.to_string())
                .text("line", moves.join(" "));
            let key = match moves.is_empty() {
                true => "replay-engine-end",
                false => "replay-engine",
            };
            lines.push(shared.fill(key, args));
        }
        if analysis.is_running() {
            let (done, all) = analysis.progress();
            if done < all {
                let args = Args::new().number("done", done).number("all", all);
                lines.push(shared.fill("replay-analyzing", args));
            }
        }
        lines
    }

    /// Draws the panel next to the board; a notice or a hint comes first.
    pub(super) fn draw(
        &self,
        shared: &Shared,
        buf: &mut Buffer,
        area: Rect,
        notice: Option<&Notice>,
    ) {
        let palette = shared.palette();
        clear(buf, area, palette.text);
        let columns = usize::from(area.width);
        let title = words::game(&shared.text, self.spec());
        put(buf, area.x, area.y, area.width, &title, palette.quiet);
        let players = Rect {
            y: area.y + 1.min(area.height),
            height: area.height.saturating_sub(1).min(Color::BOTH.len() as u16),
            ..area
        };
        panels::draw_players(shared, self.view, buf, players);
        let mut lines: Vec<(String, Style)> = Vec::new();
        let mut add = |text: String, style: Style| {
            lines.extend(wrap(&text, columns).into_iter().map(|line| (line, style)));
        };
        let hint = shared.hint_sentence();
        let said = notice.map(|notice| notice.text.clone());
        let style = notice.map_or(palette.text, |notice| notice.style(&palette));
        for (text, style) in [
            (said, style),
            (hint, palette.text),
            (self.variation(shared), palette.strong),
            (self.choice(shared), palette.strong),
        ] {
            if let Some(text) = text {
                add(text, style);
            }
        }
        for comment in self.comments(shared) {
            add(comment, palette.text);
        }
        for line in self.engine(shared) {
            add(line, palette.text);
        }
        if let Some(last) = panels::last_ply(shared, self.view) {
            add(last, palette.quiet);
        }
        if self.analysis.is_none() {
            let columns = self.spec().size();
            let key = keys::shown(&shared.text, Scope::Replay, Action::Analyze, columns);
            let how = shared.fill("replay-analyze-how", Args::new().text("key", key));
            add(how, palette.quiet);
        }
        let top = players.bottom() + u16::from(area.height > 8);
        for ((line, style), y) in lines.iter().zip(top..area.bottom()) {
            put(buf, area.x, y, area.width, line, *style);
        }
    }
}

/// What a move lost, with its unit.
fn loss_text(shared: &Shared, spec: GameSpec, loss: i32) -> String {
    match spec.game().aim() {
        Aim::Stones => {
            let by = desk_words::tenths(f64::from(loss) / 100.0);
            shared.fill("replay-loss-stones", Args::new().text("by", by))
        }
        _ => {
            let percent = (loss / 200).min(100).to_string();
            shared.fill("replay-loss-chance", Args::new().text("percent", percent))
        }
    }
}
