//! A game being played, at this desk or at a table on a server.

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_client::LinkState;
use yiqi_desk::PlyRef;
use yiqi_record::Seat;
use yiqi_record::notation::move_name;
use yiqi_rules::{Color, Move, PointSet};
use yiqi_session::{Command, GameView, Request, Stage};
use yiqi_text::{Args, words};

use super::board_input::{BoardInput, KeyMeaning};
use super::chooser::{Chooser, Purpose as Choosing};
use super::export::ExportMenu;
use super::form::{Form, Purpose};
use super::game_menu::GameMenu;
use super::help::CommandHelp;
use super::note::Note;
use super::rules::Rules;
use super::setup::SetupScreen;
use super::{
    Dialog, DialogKind, Go, Help, Leave, Origin, ReplayScreen, Screen, Typing, line, move_list,
    panels, presence, tabs,
};
use crate::board::{BoardPicture, Geometry};
use crate::keys::{self, Action, Scope};
use crate::layout::BoardLayout;
use crate::shared::{Notice, Shared};

/// A game being played.
#[derive(Default)]
pub(crate) struct GameScreen {
    hand: BoardInput,
}

impl GameScreen {
    pub(crate) fn new() -> GameScreen {
        GameScreen::default()
    }
}

/// Acts on a key, a menu line or a typed line without arguments.
pub(super) fn act(shared: &mut Shared, action: Action) -> Go {
    match action {
        Action::Play => play_at_cursor(shared),
        Action::Pass => shared.play(Move::Pass),
        Action::Moves => say_moves(shared),
        Action::Suggest => shared.suggest(),
        Action::Undo => shared.take_back(),
        Action::Redo => shared.redo(),
        Action::Clock => say_clock(shared),
        Action::Played => return show_played(shared),
        Action::Rules => return Go::push(Rules::new(shared.spec())),
        Action::Accept | Action::Decline => shared.answer_due(action == Action::Accept),
        Action::Start => shared.ask(&Command::Start),
        Action::Pause => shared.ask(&Command::Pause),
        Action::Resume => shared.ask(&Command::Resume),
        Action::Rematch if shared.remote.is_none() => return rematch(shared),
        Action::Rematch => shared.ask(&Command::Offer(Request::Rematch)),
        Action::Resign => return ask_in_play(shared, DialogKind::Resign(sides(shared))),
        Action::Draw => return ask_in_play(shared, DialogKind::Draw(sides(shared))),
        Action::Claim => return ask_in_play(shared, DialogKind::Claim),
        Action::Abort => return ask_in_play(shared, DialogKind::Abort),
        Action::Save => return Go::push(Chooser::new(shared, Choosing::Save(None))),
        Action::Load => return Go::push(Chooser::new(shared, Choosing::Load)),
        Action::New => return Go::push(Form::new(Purpose::New, shared)),
        Action::Branch => return Go::push(Form::new(Purpose::Branch { closes: false }, shared)),
        Action::NextGame => {
            let count = shared.desk.games().len().max(1);
            switch(shared, (shared.desk.current_index() + 1) % count);
        }
        Action::Replay => {
            let _ = shared.desk.look_at(PlyRef::End);
            return Go::push(ReplayScreen::new(shared, Origin::Game));
        }
        Action::Setup => return Go::push(SetupScreen::new(shared)),
        Action::Export => return Go::push(ExportMenu::new(shared)),
        Action::Stop if shared.stop_thinking() => {}
        Action::Menu | Action::Stop => return Go::push(GameMenu::new(shared)),
        Action::Help => return Go::push(CommandHelp::new(shared.scope())),
        Action::Close => return Leave::Close.ask(shared),
        Action::Quit => return Leave::Quit.ask(shared),
        _ => {}
    }
    Go::Stay
}

/// The seats that a person may resign or offer a draw for: at one screen both, the side to move
/// first.
fn sides(shared: &Shared) -> Vec<Seat> {
    let acting = shared.active().acting_seat();
    let mut seats: Vec<Seat> = acting.into_iter().collect();
    if shared.remote.is_none() {
        let others = shared.active().own_seats().into_iter();
        seats.extend(others.filter(|&seat| Some(seat) != acting));
    }
    seats
}

/// Plays the game that is over once more, with colors exchanged.
fn rematch(shared: &mut Shared) -> Go {
    match shared.desk.rematch() {
        Ok(_) => {
            shared.inform(exchanged_sentence(shared));
            Go::Game(None)
        }
        Err(error) => {
            shared.fail(&error);
            Go::Stay
        }
    }
}

/// Who has which color after an exchange.
fn exchanged_sentence(shared: &Shared) -> String {
    let Some(view) = shared.view() else {
        return String::new();
    };
    let name = |color| shared.name(&view, view.colors.seat_of(color));
    let has_names = Seat::BOTH
        .iter()
        .all(|&seat| !view.players[seat].is_empty());
    match shared.active().own_seats()[..] {
        [seat] => {
            let color = words::color(&shared.text, view.colors[seat]);
            shared.fill("tui-rematch-own", Args::new().text("color", color))
        }
        _ if has_names => {
            let args = Args::new()
                .text("black", name(Color::Black))
                .text("white", name(Color::White));
            shared.fill("tui-rematch", args)
        }
        _ => shared.say("tui-swapped-unnamed"),
    }
}

/// Opens a dialog about the game being played, or reports that there is none.
fn ask_in_play(shared: &mut Shared, ask: DialogKind) -> Go {
    if let Err(problem) = shared.active().check() {
        shared.show_error(&problem);
        return Go::Stay;
    }
    if matches!(&ask, DialogKind::Resign(seats) | DialogKind::Draw(seats) if seats.is_empty()) {
        shared.refuse(shared.say("refusal-seat-only"));
        return Go::Stay;
    }
    match shared.view().map(|view| view.stage) {
        Some(Stage::Over(_)) => shared.refuse(shared.say("refusal-game-over")),
        Some(Stage::Waiting) if ask != DialogKind::Abort => {
            shared.refuse(shared.say("refusal-not-begun"));
        }
        _ => return Go::push(Dialog::new(ask)),
    }
    Go::Stay
}

/// Makes another game of the desk current.
pub(super) fn switch(shared: &mut Shared, index: usize) {
    match shared.desk.switch(index) {
        Ok(()) => shared.activate_game(),
        Err(_) => {
            let count = shared.desk.games().len();
            let sentence = shared.fill("tui-no-such-tab", Args::new().number("count", count));
            shared.refuse(sentence);
        }
    }
}

/// Enter: plays at the cursor, passes if that is the only move, starts a game that waits for it, or
/// retries a lost connection.
fn play_at_cursor(shared: &mut Shared) {
    // Without a connection, Enter means retry, not a move at the cursor.
    if let Some(remote) = &shared.remote
        && matches!(remote.link, LinkState::Reconnecting { .. })
    {
        remote.hurry();
        return;
    }
    // Nobody plays where they do not see the cursor: Enter shows it first.
    if std::mem::take(&mut shared.is_cursor_hidden) {
        return;
    }
    let Some(view) = shared.view() else { return };
    let is_host = shared.remote.as_ref().is_some_and(|r| r.is_host());
    let must_pass = view.legal_points.is_empty() && view.legal_words == [Move::Pass];
    if view.stage == Stage::Waiting && is_host {
        shared.ask(&Command::Start);
    } else if must_pass {
        shared.play(Move::Pass);
    } else if let Some(point) = shared.cursor_point() {
        shared.play(Move::Place(point));
    }
}

/// A click on a move of the list: shows the game as it was then.
fn look_at_move(shared: &mut Shared, area: Rect, event: &MouseEvent) -> Go {
    let Some(game) = shared.active_desk_game() else {
        return Go::Stay;
    };
    let ply = move_list::ply_at(game.ply_count(), None, area, event.column, event.row);
    let Some(ply) = ply else { return Go::Stay };
    match shared.desk.look_at(PlyRef::Ply(ply)) {
        Ok(_) => Go::push(ReplayScreen::new(shared, Origin::Game)),
        Err(error) => {
            shared.fail(&error);
            Go::Stay
        }
    }
}

/// Lists the legal moves in the status line.
fn say_moves(shared: &mut Shared) {
    if let Some(sentence) = legal_sentence(shared) {
        shared.inform(sentence);
    }
}

/// The legal moves of the active game, or how many points are legal.
pub(super) fn legal_sentence(shared: &Shared) -> Option<String> {
    let view = shared.view()?;
    Some(match &view.stage {
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
    })
}

/// Says how much time both sides have left.
fn say_clock(shared: &mut Shared) {
    let Some(view) = shared.view() else { return };
    let said = clock_sentence(shared, &view);
    shared.inform(said);
}

fn clock_sentence(shared: &Shared, view: &GameView) -> String {
    let Some(clocks) = &view.clocks else {
        return shared.say("desk-no-clock");
    };
    let now = |seat: Seat| {
        let name = shared.name(view, seat);
        format!("{name} {}", words::clock(&clocks[seat]))
    };
    format!("{} · {}", now(Seat::First), now(Seat::Second))
}

/// The columns of the list of moves.
const PLAYED_COLUMNS: usize = 60;

/// Shows the moves that were played.
fn show_played(shared: &mut Shared) -> Go {
    let Some(view) = shared.view() else {
        return Go::Stay;
    };
    if view.moves.is_empty() {
        shared.inform(shared.say("desk-no-moves"));
        return Go::Stay;
    }
    let lines = yiqi_desk::words::played(&shared.text, &view, PLAYED_COLUMNS);
    Go::push(Note::new(shared.say("tui-moves"), lines))
}

/// The keys that hints may name.
const HINTED: [(&str, Action); 9] = [
    ("suggest", Action::Suggest),
    ("undo", Action::Undo),
    ("pause", Action::Menu),
    ("menu", Action::Menu),
    ("help", Action::Help),
    ("new", Action::New),
    ("replay", Action::Replay),
    ("say", Action::Say),
    ("rematch", Action::Rematch),
];

impl Screen for GameScreen {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        if shared.view().is_none() {
            // Nothing can be done here, or not yet, except leave.
            return match key.code {
                KeyCode::Esc | KeyCode::Char('q' | 'Q') => Go::Menu,
                _ if shared.scope() == Scope::Game => Go::Menu,
                _ => {
                    shared.unknown_key(&self.hints(shared));
                    Go::Stay
                }
            };
        }
        match self.hand.key(shared, key) {
            KeyMeaning::Nothing => {}
            KeyMeaning::Action(Action::Say) => self.hand.begin("say "),
            KeyMeaning::Action(action) => return act(shared, action),
            KeyMeaning::Line(line) => return line::execute(shared, &line),
            KeyMeaning::Switch(index) => switch(shared, index),
            KeyMeaning::Ignored => shared.unknown_key(&self.hints(shared)),
        }
        Go::Stay
    }

    fn paste(&mut self, shared: &mut Shared, text: &str) {
        if shared.view().is_some() {
            self.hand.paste(text);
        }
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        if event.kind != MouseEventKind::Down(MouseButton::Left) || shared.view().is_none() {
            return Go::Stay;
        }
        let layout = shared.board_layout(area);
        if let Some(line) = layout.tabs
            && event.row == line.y
            && shared.scope() == Scope::Game
        {
            let view = shared.view();
            let index = view.and_then(|view| tabs::at(shared, &view, line, event.column));
            if let Some(index) = index {
                switch(shared, index);
            }
        } else if let Some(moves) = layout.moves
            && moves.contains((event.column, event.row).into())
        {
            return look_at_move(shared, moves, &event);
        } else if let Some(point) = layout.geometry.point_at(event.column, event.row) {
            shared.notice = None;
            shared.set_cursor(point);
            shared.play(Move::Place(point));
        }
        Go::Stay
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        let Some(view) = shared.view() else {
            presence::draw_connecting(shared, buf, area);
            return;
        };
        let layout = shared.board_layout(area);
        draw_around(shared, &view, &layout, buf);
        let picture = picture(shared, &view);
        picture.draw(buf, &layout.geometry, &shared.palette(), shared.glyphs());
        if view.stage == Stage::Waiting {
            presence::draw_waiting(shared, buf, area);
        }
    }

    fn board(&self, shared: &Shared, area: Rect) -> Option<(BoardPicture, Geometry)> {
        // While a table waits, a box covers the board.
        let view = shared.view().filter(|view| view.stage != Stage::Waiting)?;
        let geometry = shared.board_layout(area).geometry;
        Some((picture(shared, &view), geometry))
    }

    fn hints(&self, shared: &Shared) -> String {
        if self.hand.is_typing() {
            return shared.say("tui-hints-typing");
        }
        let Some(view) = shared.view() else {
            return shared.say("net-hints-connecting");
        };
        let is_over = matches!(view.stage, Stage::Over(_));
        let is_waiting = view.stage == Stage::Waiting;
        let message = match shared.scope() {
            Scope::Table if is_waiting || shared.active().own_seats().is_empty() => {
                "net-hints-watching"
            }
            Scope::Table if is_over => "net-hints-over",
            Scope::Table => "net-hints-table",
            _ if is_over => "tui-hints-over",
            _ => "tui-hints-game",
        };
        let args = HINTED.iter().fold(Args::new(), |args, &(name, action)| {
            let key = keys::shown(&shared.text, shared.scope(), action, shared.columns());
            args.text(name, key)
        });
        shared.fill(message, args)
    }

    fn draw_notice(&self, shared: &Shared, buf: &mut Buffer, area: Rect, notice: &Notice) -> bool {
        let (view, info) = (shared.view(), shared.board_layout(area).info);
        let (Some(view), Some(info)) = (view, info) else {
            return false;
        };
        panels::draw_info(shared, &view, buf, info, Some(notice));
        true
    }

    fn typing(&self, shared: &Shared, _area: Rect) -> Option<Typing<'_>> {
        self.hand.typing(shared)
    }

    fn help(&self, shared: &Shared) -> Help {
        match shared.view() {
            Some(_) => Help::Commands(shared.scope()),
            None => Help::Text(vec![self.hints(shared)]),
        }
    }

    fn status(&self, shared: &Shared) -> Option<String> {
        if let Some(trouble) = presence::link_status(shared) {
            return Some(trouble);
        }
        let view = shared.view()?;
        let turn = presence::turn_sentence(shared, &view)
            .unwrap_or_else(|| panels::turn_sentence(shared, &view));
        // The panel next to the board shows everything else, and also how the game ended.
        if shared.has_info_panel() {
            let is_over = matches!(view.stage, Stage::Over(_));
            return (!is_over).then_some(turn);
        }
        let hint = shared.hint_sentence();
        let thoughts = panels::thinking_line(shared, view.spec);
        let sentences = [
            presence::absence_sentence(shared),
            Some(turn),
            hint,
            thoughts,
        ];
        let said = sentences.into_iter().flatten();
        Some(words::sentences(&shared.text, said))
    }

    fn is_board(&self) -> bool {
        true
    }
}

/// The board of the active game.
fn picture(shared: &Shared, view: &GameView) -> BoardPicture {
    let mut picture = panels::picture(shared, view, true);
    if shared.remote.is_some() && !shared.active().is_own_turn() {
        // Legal points are not marked in the opponent's turn.
        picture.legal = PointSet::EMPTY;
    }
    picture
}

/// Draws everything around the board.
fn draw_around(shared: &Shared, view: &GameView, layout: &BoardLayout, buf: &mut Buffer) {
    if let Some(line) = layout.tabs {
        if shared.remote.is_some() {
            presence::draw_title(shared, buf, line);
        } else {
            tabs::draw(shared, view, buf, line);
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
        panels::draw_info(shared, view, buf, info, None);
    }
    if let Some(moves) = layout.moves {
        panels::draw_moves(shared, view, buf, moves);
    }
}
