//! A game being played on this computer.

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_desk::{Game, Place};
use yiqi_record::OfferKind;
use yiqi_record::notation::move_name;
use yiqi_rules::Move;
use yiqi_session::{GameView, Stage};
use yiqi_text::Args;

use super::hand::{Hand, Meant};
use super::help::Help;
use super::pause::Pause;
use super::slots::Slots;
use super::wizard::{Purpose, Wizard};
use super::{Go, Leave, Question, ReplayScreen, Screen, Typing, game_line, panels, presence};
use crate::keys::{self, Action, Scope};
use crate::layout::BoardLayout;
use crate::shared::Shared;

/// A game being played on this computer.
#[derive(Default)]
pub(crate) struct GameScreen {
    hand: Hand,
}

impl GameScreen {
    pub(crate) fn new() -> GameScreen {
        GameScreen::default()
    }
}

/// Does what a key of the game, or a line without arguments, asks for.
pub(super) fn act(shared: &mut Shared, action: Action) -> Go {
    match action {
        Action::Play => {
            play_at_cursor(shared);
            Go::Stay
        }
        Action::Pass => {
            shared.play(Move::Pass);
            Go::Stay
        }
        Action::Moves => {
            say_moves(shared);
            Go::Stay
        }
        Action::Suggest => {
            shared.suggest();
            Go::Stay
        }
        Action::Undo => {
            match shared.desk.undo() {
                Ok(()) => {
                    shared.place_cursor();
                    shared.inform(shared.say("tui-undone"));
                }
                Err(error) => shared.fail(&error),
            }
            Go::Stay
        }
        Action::Resign | Action::Draw if !is_open(shared) => {
            shared.refuse(shared.say("refusal-game-over"));
            Go::Stay
        }
        Action::Resign => Go::push(Question::resign(shared)),
        Action::Draw => Go::push(Question::draw_offer(shared)),
        Action::Accept | Action::Decline => {
            let accepts = action == Action::Accept;
            if let Err(error) = shared.desk.answer(OfferKind::Draw, accepts) {
                shared.fail(&error);
            }
            Go::Stay
        }
        Action::Save => slots(shared, true),
        Action::Load => slots(shared, false),
        Action::New => Go::push(Wizard::new(Purpose::New, shared)),
        Action::Branch => Go::push(Wizard::new(Purpose::Branch { closes: false }, shared)),
        Action::Close => Leave::Close.ask(shared),
        Action::NextGame => {
            let count = shared.desk.games().len().max(1);
            switch(shared, (shared.desk.current_index() + 1) % count)
        }
        Action::Replay => {
            let _ = shared.desk.look_at(Place::End);
            Go::push(ReplayScreen::new(false))
        }
        Action::Menu | Action::Stop => Go::push(Pause::new(shared)),
        Action::Help => Go::push(Help::new(Scope::Game)),
        Action::Quit => Leave::Quit.ask(shared),
        _ => Go::Stay,
    }
}

fn is_open(shared: &Shared) -> bool {
    shared.desk.current().is_some_and(Game::result_is_open)
}

/// The slots, to save or to load.
pub(super) fn slots(shared: &mut Shared, saves: bool) -> Go {
    let slots = if saves {
        Slots::to_save(shared, None)
    } else {
        Slots::to_load(shared)
    };
    match slots {
        Ok(slots) => Go::push(slots),
        Err(error) => {
            shared.fail(&error);
            Go::Stay
        }
    }
}

/// Puts another game in front.
pub(super) fn switch(shared: &mut Shared, index: usize) -> Go {
    match shared.desk.switch(index) {
        Ok(()) => shared.enter_game(),
        Err(_) => {
            let count = shared.desk.games().len();
            let sentence = shared.fill("tui-no-such-tab", Args::new().number("count", count));
            shared.refuse(sentence);
        }
    }
    Go::Stay
}

/// Enter: plays under the cursor, or passes where nothing else can be done.
fn play_at_cursor(shared: &mut Shared) {
    let Some(view) = shared.view() else { return };
    let must_pass = view.legal_points.is_empty() && view.legal_words == [Move::Pass];
    if must_pass {
        shared.play(Move::Pass);
    } else if let Some(point) = shared.cursor_point() {
        shared.play(Move::Place(point));
    }
}

/// Lists the legal moves in the status line.
pub(super) fn say_moves(shared: &mut Shared) {
    let Some(view) = shared.view() else { return };
    let sentence = match &view.stage {
        Stage::Over(_) => shared.say("refusal-game-over"),
        _ if view.spec.game().marks_legal_points() => {
            let placed = view.legal_points.iter().map(Move::Place);
            let names: Vec<String> = placed
                .chain(view.legal_words.iter().copied())
                .map(|mv| move_name(mv, view.spec))
                .collect();
            shared.fill(
                "tui-legal-moves",
                Args::new().text("moves", names.join(" ")),
            )
        }
        _ => {
            let count = view.legal_points.len();
            let forbidden = view.forbidden.len();
            let args = Args::new()
                .number("count", count)
                .number("forbidden", forbidden);
            shared.fill("tui-legal-count", args)
        }
    };
    shared.inform(sentence);
}

impl Screen for GameScreen {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        if shared.desk.current().is_none() {
            return Go::Menu;
        }
        if key.code == KeyCode::Esc && !self.hand.is_typing() && shared.stop_thinking() {
            self.hand = Hand::default();
            return Go::Stay;
        }
        match self.hand.key(shared, Scope::Game, key) {
            Meant::Nothing => Go::Stay,
            Meant::Action(action) => act(shared, action),
            Meant::Line(line) => game_line::obey(shared, &line),
            Meant::Number(index) => switch(shared, index),
            Meant::Wrong => {
                shared.wrong_key(&self.hints(shared));
                Go::Stay
            }
        }
    }

    fn paste(&mut self, _shared: &mut Shared, text: &str) {
        self.hand.paste(text);
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        if event.kind != MouseEventKind::Down(MouseButton::Left) {
            return Go::Stay;
        }
        let layout = shared.board_layout(area);
        if let Some(tabs) = layout.tabs
            && event.row == tabs.y
        {
            return match panels::tab_at(shared, tabs, event.column) {
                Some(index) => switch(shared, index),
                None => Go::Stay,
            };
        }
        if let Some(point) = layout.geometry.point_at(event.column, event.row) {
            shared.notice = None;
            shared.cursor = (point.col(), point.row());
            shared.play(Move::Place(point));
        }
        Go::Stay
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        let Some(view) = shared.view() else { return };
        let layout = shared.board_layout(area);
        draw_around(shared, &view, &layout, None, buf);
        let picture = panels::picture(shared, &view, true);
        picture.draw(buf, &layout.geometry, &shared.palette(), shared.glyphs());
    }

    fn hints(&self, shared: &Shared) -> String {
        if self.hand.is_typing() {
            return shared.say("tui-hints-typing");
        }
        let view = shared.view();
        let is_over = view.is_some_and(|view| matches!(view.stage, Stage::Over(_)));
        let columns = shared.spec().size();
        let key = |action| keys::shown(Scope::Game, action, columns);
        let args = Args::new()
            .text("suggest", key(Action::Suggest))
            .text("undo", key(Action::Undo))
            .text("pause", key(Action::Menu))
            .text("help", key(Action::Help));
        if is_over {
            let args = args
                .text("new", key(Action::New))
                .text("replay", key(Action::Replay));
            shared.fill("tui-hints-over", args)
        } else {
            shared.fill("tui-hints-game", args)
        }
    }

    fn typing(&self, shared: &Shared, _area: Rect) -> Option<Typing<'_>> {
        self.hand.typing(shared)
    }

    fn status(&self, shared: &Shared) -> Option<String> {
        let view = shared.view()?;
        let turn = panels::turn_sentence(shared, &view);
        // Where there is no room beside the board, thoughts are told here.
        let thoughts = match shared.has_info_panel() {
            false => panels::thinking_line(shared, view.spec),
            true => None,
        };
        Some(match thoughts {
            Some(thoughts) => format!("{turn} {thoughts}"),
            None => turn,
        })
    }

    fn is_game(&self) -> bool {
        !self.hand.is_typing()
    }
}

/// Draws what stands around the board.
pub(super) fn draw_around(
    shared: &Shared,
    view: &GameView,
    layout: &BoardLayout,
    at: Option<usize>,
    buf: &mut Buffer,
) {
    if let Some(tabs) = layout.tabs {
        if shared.remote.is_some() {
            presence::draw_title(shared, buf, tabs);
        } else {
            panels::draw_tabs(shared, buf, tabs);
            panels::draw_names(shared, view, buf, tabs);
        }
    }
    if let Some(players) = layout.players {
        let players = Rect {
            x: players.x + 1,
            width: players.width.saturating_sub(1),
            ..players
        };
        panels::draw_players(shared, view, buf, players);
    }
    if let Some(info) = layout.info {
        panels::draw_info(shared, view, buf, info);
    }
    if let Some(moves) = layout.moves {
        panels::draw_moves(shared, view, at, buf, moves);
    }
}
