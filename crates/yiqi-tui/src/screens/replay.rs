//! Views a game ply by ply, with its comments and variations and the engine's opinion.

mod graph;
mod notes;
mod signs;

use std::time::Instant;

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_desk::commands::{ParsedLine, parse_line};
use yiqi_desk::{Continuation, GameTree, OpenGame, PlyRef, words as desk_words};
use yiqi_record::markup;
use yiqi_record::notation::{move_name, parse_move};
use yiqi_rules::{GameSpec, Move, PointSet};
use yiqi_session::GameView;
use yiqi_text::{Args, words};

use super::board_input::RIGHT_AFTER;
use super::export::ExportMenu;
use super::form::{Form, Purpose};
use super::help::CommandHelp;
use super::{Go, Help, Leave, Screen, Typing, move_list, panels, tabs};
use crate::analysis::GameAnalysis;
use crate::board::{BoardPicture, Geometry};
use crate::input::{Input, InputResult};
use crate::keys::{self, Action, Scope};
use crate::layout::{BoardLayout, LayoutInput, take_bottom};
use crate::shared::{Notice, Shared};
pub(super) use graph::draw_column;
use graph::{Slider, side_labels};
use notes::Notes;

/// Where a replay was opened from, and so where it returns to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    /// The screen under it; the game stays open.
    Game,
    /// A list of games: the game was opened only for viewing and closes with this screen. The game
    /// with this index was the current one before.
    List { before: usize },
    /// The command line: the program ends with this screen.
    Shell,
}

/// Views a game ply by ply.
pub(crate) struct ReplayScreen {
    input: Option<Input>,
    /// A letter just pressed that stepped through the game and may turn out to begin a point, the ply
    /// shown before it, and when.
    half: Option<(char, usize, Instant)>,
    origin: Origin,
    /// The variations, if there are any.
    tree: Option<GameTree>,
    /// The selected continuation, if there is a choice.
    chosen: usize,
}

impl ReplayScreen {
    /// A replay of the current game, starting at the ply that is shown.
    pub(crate) fn new(shared: &Shared, origin: Origin) -> ReplayScreen {
        let record = shared.desk.current().map(OpenGame::record);
        let mut replay = ReplayScreen {
            input: None,
            half: None,
            origin,
            tree: record.and_then(GameTree::new),
            chosen: 0,
        };
        replay.choose_shown(shared);
        replay
    }

    /// The ply that is shown, and the number of plies.
    fn ply(shared: &Shared) -> (usize, usize) {
        shared.desk.current().map_or((0, 0), |game| {
            let count = game.shown().played().len();
            (game.viewed().unwrap_or(count), count)
        })
    }

    fn go_to(&mut self, shared: &mut Shared, ply_ref: PlyRef) {
        if let Err(error) = shared.desk.look_at(ply_ref) {
            shared.fail(&error);
        }
        self.choose_shown(shared);
    }

    /// Shows the position after a move was played, the last time if it was played more than once.
    fn go_to_move(&mut self, shared: &mut Shared, mv: Move) {
        let game = shared.desk.current();
        let played = game.and_then(|game| {
            let mut played = game.shown().played().iter();
            played.rposition(|made| made.mv == mv)
        });
        match played {
            Some(index) => self.go_to(shared, PlyRef::Ply(index + 1)),
            None => {
                let args = Args::new().text("point", move_name(mv, shared.spec()));
                shared.refuse(shared.fill("replay-no-such-move", args));
            }
        }
    }

    /// Begins a point with a letter that has just stepped through the game, if a digit follows it.
    fn complete(&mut self, shared: &mut Shared, digit: char) -> bool {
        let Some((letter, ply, at)) = self.half.take() else {
            return false;
        };
        let is_late = shared.now.saturating_duration_since(at) > RIGHT_AFTER;
        if is_late || !digit.is_ascii_digit() {
            return false;
        }
        self.go_to(shared, PlyRef::Ply(ply));
        self.input = Some(Input::starting(format!("{letter}{digit}")));
        true
    }

    /// The moves that follow the position that is shown, if there are variations.
    fn continuations(&self, shared: &Shared) -> Vec<Continuation> {
        let (ply, _) = ReplayScreen::ply(shared);
        let tree = self.tree.as_ref();
        tree.map(|tree| tree.continuations(ply)).unwrap_or_default()
    }

    /// Selects the continuation of the line that is shown.
    fn choose_shown(&mut self, shared: &Shared) {
        let continuations = self.continuations(shared);
        let shown = continuations.iter().position(|next| next.is_shown);
        self.chosen = shown.unwrap_or(0);
    }

    fn step(&mut self, shared: &mut Shared, by: isize) {
        if by == 1 {
            self.enter_chosen(shared);
        }
        let (ply, count) = ReplayScreen::ply(shared);
        let wanted = ply.saturating_add_signed(by).min(count);
        self.go_to(shared, PlyRef::Ply(wanted));
    }

    /// Shows the line of the selected continuation, if it is another one.
    fn enter_chosen(&mut self, shared: &mut Shared) {
        let (ply, _) = ReplayScreen::ply(shared);
        let next = self.continuations(shared).get(self.chosen).copied();
        let (Some(tree), Some(next)) = (&mut self.tree, next) else {
            return;
        };
        if next.is_shown {
            return;
        }
        tree.follow(next.node);
        let entries = tree.leaves_at().map(|_| tree.entries());
        match shared.desk.show_variation(entries.as_deref()) {
            Ok(()) => {
                let _ = shared.desk.look_at(PlyRef::Ply(ply));
            }
            Err(error) => shared.fail(&error),
        }
    }

    /// Selects another continuation; without a choice, steps through the game.
    fn turn(&mut self, shared: &mut Shared, by: isize) {
        let count = self.continuations(shared).len();
        if count < 2 {
            self.step(shared, by);
            return;
        }
        let by = by.rem_euclid(isize::try_from(count).unwrap_or(1));
        self.chosen = (self.chosen + by.unsigned_abs()) % count;
    }

    fn leave(&self, shared: &mut Shared) -> Go {
        shared.autoplay = None;
        shared.analysis = None;
        let _ = shared.desk.show_variation(None);
        let _ = shared.desk.look_at(PlyRef::End);
        if self.origin == Origin::Game {
            return Go::Back(1);
        }
        if let Err(error) = shared.desk.close(shared.desk.current_index()) {
            shared.fail(&error);
        }
        match self.origin {
            Origin::Shell => Go::Quit,
            Origin::Game => Go::Back(1),
            Origin::List { before } => {
                let _ = shared.desk.switch(before);
                Go::Back(1)
            }
        }
    }

    fn act(&mut self, shared: &mut Shared, action: Action) -> Go {
        let was_playing = shared.autoplay.take().is_some();
        match action {
            Action::Left => self.step(shared, -1),
            Action::Right => self.step(shared, 1),
            Action::Up => self.turn(shared, -1),
            Action::Down => self.turn(shared, 1),
            Action::PageUp => self.step(shared, -10),
            Action::PageDown => self.step(shared, 10),
            Action::First => self.go_to(shared, PlyRef::Ply(0)),
            Action::Last => self.go_to(shared, PlyRef::End),
            Action::Autoplay if was_playing => {}
            Action::Autoplay => self.play(shared),
            Action::Analyze => analyze(shared),
            Action::Export => return Go::push(ExportMenu::new(shared)),
            Action::Suggest => shared.suggest(),
            Action::Branch => {
                let closes = self.origin != Origin::Game;
                return Go::push(Form::new(Purpose::Branch { closes }, shared));
            }
            Action::Close if was_playing => {}
            Action::Close if stop_analysis(shared) => {}
            Action::Close => return self.leave(shared),
            Action::Help => return Go::push(CommandHelp::new(Scope::Replay)),
            Action::Quit => return Leave::Quit.ask(shared),
            _ => {}
        }
        Go::Stay
    }

    /// Plays the game from here, or from the beginning if this is the end.
    fn play(&mut self, shared: &mut Shared) {
        let (ply, count) = ReplayScreen::ply(shared);
        if ply == count {
            self.go_to(shared, PlyRef::Ply(0));
        } else {
            self.enter_chosen(shared);
        }
        shared.start_autoplay();
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
                if let Some(info) = keys::find_letter(&typed, Scope::Replay) {
                    return self.act(shared, info.action);
                }
                match parse_line(&typed, Scope::Replay, Some(shared.spec())) {
                    Ok(ParsedLine::Do(action)) => return self.act(shared, action),
                    Ok(ParsedLine::At(ply_ref)) => self.go_to(shared, ply_ref),
                    Ok(ParsedLine::Move(mv)) => self.go_to_move(shared, mv),
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

    /// The parts of the screen, and the rows of the graph under the slider.
    fn layout(shared: &Shared, spec: GameSpec, area: Rect) -> (BoardLayout, Option<Rect>) {
        let mut rest = area;
        let graph = shared.analysis.as_ref().map(|_| {
            let rows = if area.height >= 28 { 4 } else { 2 };
            take_bottom(&mut rest, rows)
        });
        let layout = BoardLayout::new(
            rest,
            LayoutInput {
                spec,
                game_count: 1,
                focus: focus(shared),
                ascii: shared.glyphs().ascii,
                has_slider: true,
                is_picture: shared.graphics().is_some(),
            },
        );
        (layout, graph)
    }

    fn slider(shared: &Shared, line: Rect) -> Slider {
        let (ply, count) = ReplayScreen::ply(shared);
        let labels = match &shared.analysis {
            Some(_) => side_labels(shared).to_vec(),
            None => Vec::new(),
        };
        Slider::new(line, ply, count, &labels)
    }

    fn notes<'a>(&self, shared: &'a Shared, view: &'a GameView) -> Notes<'a> {
        Notes {
            view,
            ply: ReplayScreen::ply(shared).0,
            continuations: self.continuations(shared),
            chosen: self.chosen,
            left_at: self.tree.as_ref().and_then(GameTree::leaves_at),
            analysis: analysis_here(shared),
        }
    }

    /// The moves of the line that is shown, with signs for faults and variations.
    fn moves(&self, shared: &Shared) -> Vec<String> {
        let Some(game) = shared.desk.current() else {
            return Vec::new();
        };
        let spec = game.session().terms().spec;
        let analysis = analysis_here(shared);
        let played = game.shown().played().iter().enumerate();
        played
            .map(|(index, changes)| {
                let fault = analysis.and_then(|analysis| analysis.fault(index + 1));
                let others = self
                    .tree
                    .as_ref()
                    .map_or(0, |tree| tree.continuations(index).len().saturating_sub(1));
                format!(
                    "{}{}{}",
                    words::move_text(&shared.text, changes.mv, spec),
                    fault.map_or("", |fault| fault.sign()),
                    if others > 0 { "~" } else { "" },
                )
            })
            .collect()
    }
}

/// What Enter would do with what is typed, where that may surprise: after a single letter, and where a
/// stone of a side is written like a point.
fn typed_note(shared: &Shared, typed: &str) -> Option<String> {
    if let Some(info) = keys::find_letter(typed, Scope::Replay) {
        let args = Args::new().text("command", shared.say(info.help));
        return Some(shared.fill("replay-typing-letter", args));
    }
    let PlyRef::Stone(color, number) = typed.parse().ok()? else {
        return None;
    };
    let point = parse_move(typed, shared.spec()).ok()?.point()?;
    let name = shared.spec().point_name(point);
    let (column, row) = name.split_at(1);
    let args = Args::new()
        .text("color", words::color(&shared.text, color))
        .number("number", number)
        .text("point", format!("{row}{column}"));
    Some(shared.fill("replay-typing-stone", args))
}

/// The board of the position that is shown.
fn picture(shared: &Shared, view: &GameView) -> BoardPicture {
    let mut picture = panels::picture(shared, view, false);
    // Nobody plays here, so legal points are not marked.
    picture.legal = PointSet::EMPTY;
    picture.forbidden.clear();
    picture.turned = None;
    let comments = shared.desk.current().map(OpenGame::shown_comments);
    for (_, comment) in comments.into_iter().flatten() {
        let (_, marks) = markup::split(&comment, view.spec);
        for mark in marks {
            picture
                .signs
                .extend(signs::of(&mark, shared.glyphs().ascii));
        }
    }
    picture
}

/// The moves of the line that is shown.
fn moves_of(game: &OpenGame) -> Vec<Move> {
    let played = game.shown().played().iter();
    played.map(|changes| changes.mv).collect()
}

/// The analysis, if it is about the line that is shown.
fn analysis_here(shared: &Shared) -> Option<&GameAnalysis> {
    let game = shared.desk.current()?;
    let start = game.shown().terms().start_position().ok()?;
    let analysis = shared.analysis.as_ref();
    analysis.filter(|analysis| analysis.is_about(&start, &moves_of(game)))
}

/// Starts the engine on the line that is shown, unless it has been analyzed.
fn analyze(shared: &mut Shared) {
    if analysis_here(shared).is_some_and(GameAnalysis::is_running) {
        return;
    }
    let Some(game) = shared.desk.current() else {
        return;
    };
    let Ok(start) = game.shown().terms().start_position() else {
        return;
    };
    let analysis = GameAnalysis::start(start, moves_of(game));
    shared.analysis = Some(analysis);
    shared.inform(shared.say("replay-analysis-began"));
}

/// Stops the engine; returns whether it was running.
fn stop_analysis(shared: &mut Shared) -> bool {
    let running = shared
        .analysis
        .as_ref()
        .filter(|analysis| analysis.is_running());
    let Some(analysis) = running else {
        return shared.suggestion.take().is_some();
    };
    analysis.stop();
    shared.inform(shared.say("replay-analysis-stopped"));
    true
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
        let columns = shared.spec().size();
        if let Some(KeyCode::Char(c)) = keys::plain(&key)
            && self.complete(shared, c)
        {
            return Go::Stay;
        }
        self.half = None;
        if let Some(action) = keys::action(Scope::Replay, &key, columns) {
            if let Some(KeyCode::Char(c)) = keys::plain(&key)
                && keys::is_column(c, columns)
            {
                self.half = Some((c, ReplayScreen::ply(shared).0, shared.now));
            }
            return self.act(shared, action);
        }
        shared.autoplay = None;
        match keys::plain(&key) {
            Some(KeyCode::Char(c))
                if c.is_ascii_digit() || keys::begins_typing(c, Scope::Replay, columns) =>
            {
                self.input = Some(Input::starting(c));
            }
            _ => shared.unknown_key(&self.hints(shared)),
        }
        Go::Stay
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        let (layout, graph) = ReplayScreen::layout(shared, shared.spec(), area);
        let (x, y) = (event.column, event.row);
        match event.kind {
            MouseEventKind::ScrollUp => self.step(shared, -1),
            MouseEventKind::ScrollDown => self.step(shared, 1),
            MouseEventKind::Down(MouseButton::Left) | MouseEventKind::Drag(MouseButton::Left) => {
                shared.autoplay = None;
                let (ply, count) = ReplayScreen::ply(shared);
                let in_graph = graph.is_some_and(|graph| graph.contains((x, y).into()));
                if let Some(line) = layout.slider
                    && (line.y == y || in_graph)
                {
                    let ply = ReplayScreen::slider(shared, line).ply_at(x);
                    self.go_to(shared, PlyRef::Ply(ply));
                } else if let Some(moves) = layout.moves
                    && let Some(ply) = move_list::ply_at(count, Some(ply), moves, x, y)
                {
                    self.go_to(shared, PlyRef::Ply(ply));
                }
            }
            _ => {}
        }
        Go::Stay
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        let Some(view) = shared.view() else { return };
        let (layout, graph) = ReplayScreen::layout(shared, view.spec, area);
        let (ply, _) = ReplayScreen::ply(shared);
        if let Some(line) = layout.tabs {
            tabs::draw(shared, &view, buf, line);
        }
        if let Some(players) = layout.players {
            panels::draw_players(shared, &view, buf, crate::layout::inner(players, 1, 0));
        }
        if let Some(info) = layout.info {
            self.notes(shared, &view).draw(shared, buf, info, None);
        }
        if let Some(moves) = layout.moves {
            move_list::draw(shared, &self.moves(shared), Some(ply), buf, moves);
        }
        picture(shared, &view).draw(buf, &layout.geometry, &shared.palette(), shared.glyphs());
        let Some(line) = layout.slider else { return };
        let slider = ReplayScreen::slider(shared, line);
        let analysis = analysis_here(shared);
        slider.draw(shared, analysis, buf);
        if let (Some(graph), Some(analysis)) = (graph, analysis) {
            slider.draw_graph(shared, analysis, buf, graph);
        }
    }

    fn board(&self, shared: &Shared, area: Rect) -> Option<(BoardPicture, Geometry)> {
        let view = shared.view()?;
        let (layout, _) = ReplayScreen::layout(shared, view.spec, area);
        Some((picture(shared, &view), layout.geometry))
    }

    fn hints(&self, shared: &Shared) -> String {
        if self.input.is_some() {
            return shared.say("tui-hints-jumping");
        }
        let columns = shared.spec().size();
        let key = |action| keys::shown(&shared.text, Scope::Replay, action, columns);
        let args = Args::new()
            .text("back", key(Action::Left))
            .text("forward", key(Action::Right))
            .text("play", key(Action::Autoplay))
            .text("analyze", key(Action::Analyze))
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
        let typing = Typing::behind(shared, "tui-jumping", input);
        Some(typing.with_note(typed_note(shared, input.typed()).unwrap_or_default()))
    }

    fn paste(&mut self, _shared: &mut Shared, text: &str) {
        if let Some(input) = &mut self.input {
            input.paste(text);
        }
    }

    fn draw_notice(&self, shared: &Shared, buf: &mut Buffer, area: Rect, notice: &Notice) -> bool {
        let Some(view) = shared.view() else {
            return false;
        };
        let (layout, _) = ReplayScreen::layout(shared, view.spec, area);
        let Some(info) = layout.info else {
            return false;
        };
        self.notes(shared, &view)
            .draw(shared, buf, info, Some(notice));
        true
    }

    fn status(&self, shared: &Shared) -> Option<String> {
        let game: &OpenGame = shared.desk.current()?;
        let (ply, count) = ReplayScreen::ply(shared);
        let name = ply
            .checked_sub(1)
            .and_then(|index| game.shown().played().get(index))
            .map(|made| words::move_text(&shared.text, made.mv, shared.spec()))
            .unwrap_or_default();
        let args = Args::new()
            .number("ply", ply)
            .number("plies", count)
            .text("move", name);
        let mut told = vec![shared.fill("show-after", args)];
        let view = game.view();
        let area = shared.body();
        // Without a panel next to the board, everything is said here.
        if ReplayScreen::layout(shared, view.spec, area)
            .0
            .info
            .is_none()
        {
            let notes = self.notes(shared, &view);
            // A hint takes the place of the move, which the board shows as well.
            if let Some(hint) = shared.hint_sentence() {
                told = vec![hint];
            }
            told.extend(notes.choice(shared).or_else(|| notes.variation(shared)));
            told.extend(notes.comments(shared));
            told.extend(notes.engine(shared));
        }
        Some(told.join(" "))
    }
}
