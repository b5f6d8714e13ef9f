//! Views a game ply by ply.

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_desk::commands::{ParsedLine, parse_line};
use yiqi_desk::{OpenGame, PlyRef, words as desk_words};
use yiqi_rules::GameSpec;
use yiqi_text::Args;

use super::game::draw_around;
use super::help::CommandHelp;
use super::wizard::{Purpose, Wizard};
use super::{Go, Help, Leave, Screen, Typing, panels};
use crate::cells::{put, width};
use crate::input::{Input, InputResult};
use crate::keys::{self, Action, Scope};
use crate::layout::{BoardLayout, LayoutInput};
use crate::shared::Shared;

/// Views a game ply by ply.
pub(crate) struct ReplayScreen {
    input: Option<Input>,
    /// Whether the game was opened only for viewing and closes with this screen.
    is_view_only: bool,
}

impl ReplayScreen {
    /// A replay of the current game, starting at the ply that is shown.
    pub(crate) fn new(is_view_only: bool) -> ReplayScreen {
        ReplayScreen {
            input: None,
            is_view_only,
        }
    }

    /// The ply that is shown, and the number of plies.
    fn ply(shared: &Shared) -> (usize, usize) {
        shared.desk.current().map_or((0, 0), |game| {
            let count = game.ply_count();
            (game.viewed().unwrap_or(count), count)
        })
    }

    fn go_to(shared: &mut Shared, ply_ref: PlyRef) {
        if let Err(error) = shared.desk.look_at(ply_ref) {
            shared.fail(&error);
        }
    }

    fn step(shared: &mut Shared, by: isize) {
        let (ply, count) = ReplayScreen::ply(shared);
        let wanted = ply.saturating_add_signed(by).min(count);
        ReplayScreen::go_to(shared, PlyRef::Ply(wanted));
    }

    fn leave(&self, shared: &mut Shared) -> Go {
        ReplayScreen::go_to(shared, PlyRef::End);
        if !self.is_view_only {
            return Go::Back(1);
        }
        if let Err(error) = shared.desk.close(shared.desk.current_index()) {
            shared.fail(&error);
        }
        Go::Menu
    }

    fn act(&mut self, shared: &mut Shared, action: Action) -> Go {
        match action {
            Action::Left => ReplayScreen::step(shared, -1),
            Action::Right => ReplayScreen::step(shared, 1),
            Action::PageUp => ReplayScreen::step(shared, -10),
            Action::PageDown => ReplayScreen::step(shared, 10),
            Action::First => ReplayScreen::go_to(shared, PlyRef::Ply(0)),
            Action::Last => ReplayScreen::go_to(shared, PlyRef::End),
            Action::Branch => {
                let closes = self.is_view_only;
                return Go::push(Wizard::new(Purpose::Branch { closes }, shared));
            }
            Action::Close => return self.leave(shared),
            Action::Help => return Go::push(CommandHelp::new(Scope::Replay)),
            Action::Quit => return Leave::Quit.ask(shared),
            _ => {}
        }
        Go::Stay
    }

    fn typed(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        let Some(input) = &mut self.input else {
            return Go::Stay;
        };
        match input.key(key) {
            InputResult::Changed => {}
            InputResult::Canceled => self.input = None,
            InputResult::Done(typed) => {
                self.input = None;
                match parse_line(&typed, Scope::Replay, Some(shared.spec())) {
                    Ok(ParsedLine::Do(action)) => return self.act(shared, action),
                    Ok(ParsedLine::At(ply_ref)) => ReplayScreen::go_to(shared, ply_ref),
                    Ok(_) => {}
                    Err(error) => {
                        let sentence = desk_words::line_error(&shared.text, &error);
                        shared.refuse(sentence);
                    }
                }
            }
            InputResult::Ignored => shared.unknown_key(&self.hints(shared)),
        }
        Go::Stay
    }

    fn layout(shared: &Shared, spec: GameSpec, area: Rect) -> BoardLayout {
        BoardLayout::new(
            area,
            LayoutInput {
                spec,
                game_count: 1,
                focus: focus(shared),
                ascii: shared.glyphs().ascii,
                has_slider: true,
            },
        )
    }

    /// The part of the slider line on which the handle moves.
    fn track(shared: &Shared, slider: Rect) -> Rect {
        let label = ReplayScreen::slider_label(shared);
        let columns = u16::try_from(width(&label))
            .unwrap_or(u16::MAX)
            .saturating_add(3);
        Rect {
            x: slider.x + 1,
            width: slider
                .width
                .saturating_sub(columns.saturating_add(1))
                .min(100),
            ..slider
        }
    }

    fn slider_label(shared: &Shared) -> String {
        let (ply, count) = ReplayScreen::ply(shared);
        format!("{ply}/{count}")
    }

    fn draw_slider(shared: &Shared, buf: &mut Buffer, slider: Rect) {
        let palette = shared.palette();
        let track = ReplayScreen::track(shared, slider);
        let (ply, count) = ReplayScreen::ply(shared);
        let steps = usize::from(track.width.saturating_sub(1));
        let handle = (steps * ply).checked_div(count).unwrap_or(0);
        let [line, knob] = if shared.glyphs().ascii {
            ["-", "#"]
        } else {
            ["─", "█"]
        };
        for (step, x) in (track.left()..track.right()).enumerate() {
            let (glyph, style) = if step == handle {
                (knob, palette.strong)
            } else {
                (line, palette.quiet)
            };
            put(buf, x, track.y, 1, glyph, style);
        }
        let label = ReplayScreen::slider_label(shared);
        put(
            buf,
            track.right() + 1,
            track.y,
            slider.right().saturating_sub(track.right() + 1),
            &label,
            palette.text,
        );
    }
}

/// The point of the last ply, so that a scrolled board shows it.
fn focus(shared: &Shared) -> (u8, u8) {
    let placed = shared
        .view()
        .and_then(|view| view.last)
        .and_then(|last| last.placed);
    let middle = shared.spec().size() / 2;
    placed.map_or((middle, middle), |(point, _)| (point.col(), point.row()))
}

impl Screen for ReplayScreen {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        if shared.desk.current().is_none() {
            return Go::Menu;
        }
        if self.input.is_some() {
            return self.typed(shared, key);
        }
        if let Some(action) = keys::action(Scope::Replay, &key, 0) {
            return self.act(shared, action);
        }
        match keys::plain(&key) {
            Some(KeyCode::Char(c))
                if c.is_ascii_digit() || keys::begins_typing(c, Scope::Replay, 0) =>
            {
                self.input = Some(Input::starting(c));
            }
            _ => shared.unknown_key(&self.hints(shared)),
        }
        Go::Stay
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        let layout = ReplayScreen::layout(shared, shared.spec(), area);
        match event.kind {
            MouseEventKind::ScrollUp => ReplayScreen::step(shared, -1),
            MouseEventKind::ScrollDown => ReplayScreen::step(shared, 1),
            MouseEventKind::Down(MouseButton::Left) | MouseEventKind::Drag(MouseButton::Left) => {
                let Some(slider) = layout.slider.filter(|slider| slider.y == event.row) else {
                    return Go::Stay;
                };
                let track = ReplayScreen::track(shared, slider);
                let steps = usize::from(track.width.saturating_sub(1)).max(1);
                let at = usize::from(event.column.saturating_sub(track.x)).min(steps);
                let (_, count) = ReplayScreen::ply(shared);
                ReplayScreen::go_to(shared, PlyRef::Ply((at * count + steps / 2) / steps));
            }
            _ => {}
        }
        Go::Stay
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        let Some(view) = shared.view() else { return };
        let layout = ReplayScreen::layout(shared, view.spec, area);
        let (ply, _) = ReplayScreen::ply(shared);
        draw_around(shared, &view, &layout, Some(ply), buf);
        let mut picture = panels::picture(shared, &view, false);
        // Nobody plays here, so legal points are not marked.
        picture.legal = yiqi_rules::PointSet::EMPTY;
        picture.forbidden.clear();
        picture.turned = None;
        picture.draw(buf, &layout.geometry, &shared.palette(), shared.glyphs());
        if let Some(slider) = layout.slider {
            ReplayScreen::draw_slider(shared, buf, slider);
        }
    }

    fn hints(&self, shared: &Shared) -> String {
        if self.input.is_some() {
            return shared.say("tui-hints-jumping");
        }
        let key = |action| keys::shown(Scope::Replay, action, 0);
        let args = Args::new()
            .text("back", key(Action::Left))
            .text("forward", key(Action::Right))
            .text("first", key(Action::First))
            .text("last", key(Action::Last))
            .text("jump", key(Action::Replay))
            .text("branch", key(Action::Branch))
            .text("leave", key(Action::Close))
            .text("help", key(Action::Help));
        shared.fill("tui-hints-replay", args)
    }

    fn help(&self, _shared: &Shared) -> Help {
        Help::Commands(Scope::Replay)
    }

    fn typing(&self, shared: &Shared, _area: Rect) -> Option<Typing<'_>> {
        let input = self.input.as_ref()?;
        Some(Typing::behind(shared, "tui-jumping", input))
    }

    fn paste(&mut self, _shared: &mut Shared, text: &str) {
        if let Some(input) = &mut self.input {
            input.paste(text);
        }
    }

    fn status(&self, shared: &Shared) -> Option<String> {
        let game: &OpenGame = shared.desk.current()?;
        let (ply, count) = ReplayScreen::ply(shared);
        let name = ply
            .checked_sub(1)
            .and_then(|index| game.session().played().get(index))
            .map(|made| yiqi_record::notation::move_name(made.mv, shared.spec()))
            .unwrap_or_default();
        let args = Args::new()
            .number("ply", ply)
            .number("plies", count)
            .text("move", name);
        Some(shared.fill("show-after", args))
    }
}
