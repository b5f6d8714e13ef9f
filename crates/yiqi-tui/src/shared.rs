//! The state that all screens share: the desk, the language, the time, the last notice.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ratatui::layout::Rect;
use ratatui::style::Style;
use yiqi_desk::commands::Scope;
use yiqi_desk::{Desk, DeskError, Hint, OpenGame, PlyRef, words as desk_words};
use yiqi_record::{GameResult, OfferKind, Seat};
use yiqi_rules::{Aim, ByColor, Changes, Color, GameSpec, Move, Point, PointSet};
use yiqi_session::{Command, GameView, Refusal, Stage};
use yiqi_text::{Args, Lang, Text, words};

use crate::active_game::{ActionError, ActiveGame};
use crate::analysis::GameAnalysis;
use crate::at_server::Visit;
use crate::graphics::{Graphics, PictureSupport};
use crate::layout::{BoardLayout, LayoutInput, split};
use crate::network::Network;
use crate::options::{AppOptions, ColorDepth};
use crate::path_line::expanded;
use crate::remote::Remote;
use crate::screens::History;
use crate::suggestion::Suggestion;
use crate::theme::{Glyphs, Palette};
use crate::words as sentences;

/// How long a notice stays, unless another replaces it.
const NOTICE_TIME: Duration = Duration::from_secs(8);

/// How long flipping stones are animated.
pub(crate) const FLIP_TIME: Duration = Duration::from_millis(180);

/// How long a replay that plays by itself shows each position.
const AUTOPLAY_STEP: Duration = Duration::from_secs(1);

/// The state that all screens share.
pub(crate) struct Shared {
    pub(crate) desk: Desk,
    pub(crate) network: Network,
    /// The table on a server, if the person is at one. It is then the active game, instead of a
    /// game of the desk.
    pub(crate) remote: Option<Remote>,
    /// The server whose tables the person looks at.
    pub(crate) visit: Option<Visit>,
    pub(crate) text: Text,
    pub(crate) options: AppOptions,
    /// The time of the last tick.
    pub(crate) now: Instant,
    began: Instant,
    /// The columns and rows of the screen.
    pub(crate) size: (u16, u16),
    /// The pictures that the terminal shows.
    pub(crate) picture_support: PictureSupport,
    pub(crate) notice: Option<Notice>,
    /// The lines typed at a board.
    pub(crate) history: History,
    /// Whether the board of a game is under the topmost screen.
    pub(crate) is_over_game: bool,
    /// The column and row of the cursor on the board.
    pub(crate) cursor: (u8, u8),
    /// Whether the cursor is not shown until the person moves it, so that a hasty Enter after a
    /// take-back plays nothing.
    pub(crate) is_cursor_hidden: bool,
    flip: Option<Flip>,
    pub(crate) suggestion: Option<Suggestion>,
    /// The engine's analysis of the game that is replayed.
    pub(crate) analysis: Option<GameAnalysis>,
    /// When the next ply is shown, while a replay plays by itself.
    pub(crate) autoplay: Option<Instant>,
    /// A text for the clipboard.
    pub(crate) copied: Option<String>,
    /// The game and ply that an engine's suggestion is for.
    pub(crate) suggested: Option<(usize, usize, Hint)>,
}

/// A notice, next to the board or in the status line.
pub(crate) struct Notice {
    pub(crate) text: String,
    pub(crate) is_refusal: bool,
    /// The stones that it is about.
    pub(crate) stones: Vec<Point>,
    until: Instant,
}

impl Notice {
    /// How it is written: a refusal stands out.
    pub(crate) fn style(&self, palette: &Palette) -> Style {
        match self.is_refusal {
            true => palette.warning,
            false => palette.text,
        }
    }
}

/// Stones that are being flipped.
struct Flip {
    /// The game of the desk; `None` at a table on a server.
    game: Option<usize>,
    flipped: PointSet,
    began: Instant,
}

impl Shared {
    pub(crate) fn new(desk: Desk, network: Network, text: Text, options: AppOptions) -> Shared {
        let now = Instant::now();
        let mut shared = Shared {
            desk,
            network,
            remote: None,
            visit: None,
            text,
            options,
            now,
            began: now,
            size: (80, 24),
            picture_support: PictureSupport::default(),
            notice: None,
            history: History::default(),
            is_over_game: false,
            cursor: (0, 0),
            is_cursor_hidden: false,
            flip: None,
            suggestion: None,
            analysis: None,
            autoplay: None,
            copied: None,
            suggested: None,
        };
        shared.place_cursor();
        shared
    }

    pub(crate) fn say(&self, key: &str) -> String {
        self.text.say(key)
    }

    pub(crate) fn fill(&self, key: &str, args: Args) -> String {
        self.text.fill(key, args)
    }

    pub(crate) fn palette(&self) -> Palette {
        let settings = self.desk.settings();
        Palette::new(settings.theme, settings.board, self.options.color)
    }

    pub(crate) fn glyphs(&self) -> Glyphs {
        let settings = self.desk.settings();
        let ascii = self.options.ascii || settings.ascii;
        Glyphs::new(ascii, settings.swap_glyphs, self.options.color)
    }

    /// How boards are drawn as real pictures, if they are.
    pub(crate) fn graphics(&self) -> Option<Graphics> {
        if self.glyphs().ascii || self.options.color == ColorDepth::None {
            return None;
        }
        Graphics::new(self.desk.settings().pictures, self.picture_support)
    }

    pub(crate) fn is_animated(&self) -> bool {
        self.options.motion && self.desk.settings().animation
    }

    /// The current step of an animated sign.
    pub(crate) fn animation_step(&self) -> usize {
        if !self.is_animated() {
            return 0;
        }
        let elapsed = self.now.saturating_duration_since(self.began);
        usize::try_from(elapsed.as_millis() / 120).unwrap_or(0)
    }

    /// The active game if it is of the desk; `None` at a table on a server.
    pub(crate) fn active_desk_game(&self) -> Option<&OpenGame> {
        match self.remote {
            Some(_) => None,
            None => self.desk.current(),
        }
    }

    fn active_index(&self) -> Option<usize> {
        match self.remote {
            Some(_) => None,
            None => Some(self.desk.current_index()),
        }
    }

    /// The active game, wherever it is played.
    pub(crate) fn active(&self) -> &dyn ActiveGame {
        match &self.remote {
            Some(remote) => remote,
            None => &self.desk,
        }
    }

    fn active_mut(&mut self) -> &mut dyn ActiveGame {
        match &mut self.remote {
            Some(remote) => remote,
            None => &mut self.desk,
        }
    }

    /// The scope of the active game's commands.
    pub(crate) fn scope(&self) -> Scope {
        self.active().scope()
    }

    /// The spec of the active game, or the default one.
    pub(crate) fn spec(&self) -> GameSpec {
        self.active().spec().unwrap_or(GameSpec::REVERSI)
    }

    /// The columns that can be typed at the active game's board: none once it is over, so that every
    /// letter is a command then.
    pub(crate) fn columns(&self) -> u8 {
        match self.view().map(|view| view.stage) {
            Some(Stage::Over(_)) => 0,
            _ => self.spec().size(),
        }
    }

    /// The current view of the active game.
    pub(crate) fn view(&self) -> Option<GameView> {
        self.active().view(self.now)
    }

    /// Divides an area around the board of the active game.
    pub(crate) fn board_layout(&self, area: Rect) -> BoardLayout {
        BoardLayout::new(
            area,
            LayoutInput {
                spec: self.spec(),
                game_count: match self.remote {
                    Some(_) => 1,
                    None => self.desk.games().len(),
                },
                focus: self.cursor,
                ascii: self.glyphs().ascii,
                has_slider: false,
                is_picture: self.graphics().is_some(),
            },
        )
    }

    /// A typed path: `~` is the home folder, and relative ones begin in the person's folder.
    pub(crate) fn path(&self, typed: &Path) -> PathBuf {
        self.options.folder.join(expanded(&typed.to_string_lossy()))
    }

    /// The area of screens, without the lines at the bottom.
    pub(crate) fn body(&self) -> Rect {
        let (cols, rows) = self.size;
        split(Rect::new(0, 0, cols, rows)).0
    }

    /// Whether there is room for a panel next to the board.
    pub(crate) fn has_info_panel(&self) -> bool {
        self.board_layout(self.body()).info.is_some()
    }

    /// Shows a notice in the status line.
    pub(crate) fn inform(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice {
            text: text.into(),
            is_refusal: false,
            stones: Vec::new(),
            until: self.now + NOTICE_TIME,
        });
    }

    /// Shows why something was not done.
    pub(crate) fn refuse(&mut self, text: impl Into<String>) {
        self.inform(text);
        if let Some(notice) = &mut self.notice {
            notice.is_refusal = true;
        }
    }

    /// Shows why the desk refused something, and marks the stones that are the reason.
    pub(crate) fn fail(&mut self, error: &DeskError) {
        let sentence = desk_words::desk_error(&self.text, self.spec(), error);
        self.refuse(sentence);
        if let (DeskError::Refused(Refusal::Rules(refusal)), Some(notice)) =
            (error, &mut self.notice)
        {
            notice.stones = refusal.stones();
        }
    }

    /// Shows why the active game refused something.
    pub(crate) fn show_error(&mut self, problem: &ActionError) {
        match problem {
            ActionError::Desk(error) => self.fail(error),
            ActionError::Message(key) => self.refuse(self.say(key)),
            ActionError::Closed(server, reason) => {
                self.refuse(sentences::reason(&self.text, server, reason));
            }
        }
    }

    /// Shows that a key has no meaning here, and which ones do.
    pub(crate) fn unknown_key(&mut self, keys: &str) {
        let sentence = self.fill("tui-wrong-key", Args::new().text("keys", keys));
        self.refuse(sentence);
    }

    /// The name of a seat, or its color if it has no name.
    pub(crate) fn name(&self, view: &GameView, seat: Seat) -> String {
        let name = match view.players[seat].as_str() {
            "" => words::color(&self.text, view.colors[seat]),
            name => desk_words::player_name(&self.text, name),
        };
        // A program may play under somebody else's name.
        let player = self
            .active_desk_game()
            .filter(|game| game.session().terms().players == view.players)
            .map(|game| &game.players()[seat])
            .filter(|player| !player.is_human() && player.name.is_none())
            .map(|player| desk_words::player(&self.text, &player.kind));
        match player {
            Some(player) if player != name => self.fill(
                "console-with-program",
                Args::new().text("name", name).text("program", player),
            ),
            _ => name,
        }
    }

    /// A seat's color and who has it: "Black (Ann)". Somebody without a name who plays against a
    /// program is "you".
    pub(crate) fn side(&self, view: &GameView, seat: Seat) -> String {
        let own = self.active().own_seats();
        let name = match view.players[seat].as_str() {
            "" if own[..] == [seat] => self.say("tui-you"),
            "" => String::new(),
            _ => self.name(view, seat),
        };
        words::side(&self.text, view.colors[seat], &name)
    }

    /// How a game ended, with the names of those who played it.
    pub(crate) fn result_sentence(&self, view: &GameView, result: &GameResult) -> String {
        // Somebody without a name who plays against a program.
        let you = match self.active().own_seats()[..] {
            [seat] if view.players[seat].is_empty() => Some(view.colors[seat]),
            _ => None,
        };
        let side = |color| match you == Some(color) {
            true => self.say("tui-you"),
            false => self.side(view, view.colors.seat_of(color)),
        };
        match (you, result.winner) {
            (Some(you), Some(winner))
                if you == winner && view.spec.game().aim() != Aim::Nothing =>
            {
                words::own_win(&self.text, result, winner, &side(winner.other()))
            }
            _ => words::result_of(&self.text, result, view.spec, &ByColor::from_fn(side)),
        }
    }

    /// Puts the cursor on a point and shows it.
    pub(crate) fn set_cursor(&mut self, point: Point) {
        self.cursor = (point.col(), point.row());
        self.is_cursor_hidden = false;
    }

    /// Puts the cursor on the last move, or at the center.
    pub(crate) fn place_cursor(&mut self) {
        let Some(view) = self.view() else { return };
        self.is_cursor_hidden = false;
        let middle = view.spec.size() / 2;
        self.cursor = view
            .last
            .and_then(|last| last.placed)
            .map_or((middle, middle), |(point, _)| (point.col(), point.row()));
    }

    /// The point under the cursor.
    pub(crate) fn cursor_point(&self) -> Option<Point> {
        Point::new(self.cursor.0, self.cursor.1).filter(|point| point.is_on(self.spec().size()))
    }

    /// Plays a move for the person whose turn it is.
    pub(crate) fn play(&mut self, mv: Move) {
        match self.active_mut().ask(&Command::play(mv)) {
            Ok(changes) => {
                self.notice = None;
                if let Some(changes) = changes {
                    self.moved(self.active_index(), &changes);
                }
            }
            Err(problem) => self.show_error(&problem),
        }
    }

    /// Sends a command to the active game.
    pub(crate) fn ask(&mut self, command: &Command) {
        if let Err(problem) = self.active_mut().ask(command) {
            self.show_error(&problem);
        }
    }

    /// Sends a command to the active game on behalf of one of the people at this screen.
    pub(crate) fn ask_as(&mut self, seat: Seat, command: &Command) {
        match self.remote {
            // At a table, keys act for one seat only.
            Some(_) if self.active().acting_seat() == Some(seat) => self.ask(command),
            Some(_) => {}
            None => {
                if let Err(error) = self.desk.ask_as(seat, command) {
                    self.fail(&error);
                }
            }
        }
    }

    /// Takes back the last move, or proposes it.
    pub(crate) fn take_back(&mut self) {
        let game = self.active_desk_game();
        let only_end = game.is_some_and(OpenGame::ended_without_move);
        let was_over = self.is_over();
        match self.active_mut().take_back() {
            Ok(true) => {
                self.place_cursor();
                self.is_cursor_hidden = true;
                match only_end {
                    true => self.inform(self.say("desk-end-undone")),
                    false => self.say_undone(1, was_over),
                }
            }
            Ok(false) => {}
            Err(problem) => self.show_error(&problem),
        }
    }

    /// Takes back several of the person's moves.
    pub(crate) fn take_back_many(&mut self, count: usize) {
        if self.remote.is_some() {
            self.take_back();
            return;
        }
        let was_over = self
            .view()
            .is_some_and(|view| matches!(view.stage, Stage::Over(_)));
        match self.desk.undo_many(count) {
            Ok(()) => {
                self.place_cursor();
                self.is_cursor_hidden = true;
                self.say_undone(count, was_over);
            }
            Err(error) => self.fail(&error),
        }
    }

    fn is_over(&self) -> bool {
        self.view()
            .is_some_and(|view| matches!(view.stage, Stage::Over(_)))
    }

    /// Says that moves were taken back, and that time is not, unless the game was over.
    fn say_undone(&mut self, count: usize, was_over: bool) {
        let undone = self.fill("tui-undone", Args::new().number("count", count));
        let has_clock = self.view().is_some_and(|view| view.clocks.is_some());
        let time = has_clock.then(|| match was_over {
            true => self.say("tui-undone-over-clock"),
            false => self.say("tui-undone-clock"),
        });
        let sentence = words::sentences(&self.text, [Some(undone), time].into_iter().flatten());
        self.inform(sentence);
    }

    /// Plays again what was taken back last.
    pub(crate) fn redo(&mut self) {
        match self.desk.redo() {
            Ok(changes) => {
                self.place_cursor();
                self.is_cursor_hidden = true;
                self.inform(self.say("tui-redone"));
                if let Some(changes) = changes {
                    self.moved(self.active_index(), &changes);
                }
            }
            Err(error) => self.fail(&error),
        }
    }

    /// Answers an offer to a seat.
    pub(crate) fn answer(&mut self, seat: Seat, kind: OfferKind, accepts: bool) {
        match self.active_mut().answer(seat, kind, accepts) {
            Err(problem) => self.show_error(&problem),
            Ok(()) if kind == OfferKind::Draw && !accepts => {
                self.inform(self.say("desk-draw-declined"));
            }
            Ok(()) => {}
        }
    }

    /// Answers the open offer; if there is none, the refusal says so.
    pub(crate) fn answer_due(&mut self, accepts: bool) {
        let active = self.active();
        let view = self.view();
        let due = view.and_then(|view| active.offer_to_answer(&view));
        let nothing = (active.acting_seat().unwrap_or(Seat::First), OfferKind::Draw);
        let (seat, kind) = due.unwrap_or(nothing);
        self.answer(seat, kind, accepts);
    }

    /// Handles a move in a game of the desk or at the table on a server.
    pub(crate) fn moved(&mut self, game: Option<usize>, changes: &Changes) {
        self.suggested = None;
        if changes.colors_exchanged && game == self.active_index() {
            self.say_swapped();
        }
        if self.is_animated() && game == self.active_index() && !changes.flipped.is_empty() {
            self.flip = Some(Flip {
                game,
                flipped: changes.flipped,
                began: self.now,
            });
        }
    }

    /// Says who swapped, and who has which color now.
    fn say_swapped(&mut self) {
        let Some(view) = self.view() else { return };
        // Whoever swaps has Black afterward.
        let [black, white] = Color::BOTH.map(|color| view.colors.seat_of(color));
        let has_names = Seat::BOTH
            .iter()
            .all(|&seat| !view.players[seat].is_empty());
        let sentence = match (has_names, view.moves.last().map(|last| last.seat)) {
            (true, Some(swapper)) => {
                let args = Args::new()
                    .text("name", self.name(&view, swapper))
                    .text("black", self.name(&view, black))
                    .text("white", self.name(&view, white));
                self.fill("tui-swapped", args)
            }
            _ => self.say("tui-swapped-unnamed"),
        };
        self.inform(sentence);
    }

    /// How far the flipped stones of the current game have turned.
    pub(crate) fn turned(&self, flipped: &PointSet) -> Option<f32> {
        let flip = self.flip.as_ref()?;
        if flip.game != self.active_index() || flip.flipped != *flipped {
            return None;
        }
        let elapsed = self.now.saturating_duration_since(flip.began);
        Some(elapsed.as_secs_f32() / FLIP_TIME.as_secs_f32())
    }

    /// Changes the language at once.
    pub(crate) fn set_lang(&mut self, lang: Lang) {
        self.text = Text::new(lang);
    }

    /// Runs whatever is due by this time.
    pub(crate) fn tick(&mut self, now: Instant) {
        self.now = now;
        for happening in self.desk.poll() {
            self.desk_event(&happening);
        }
        self.poll_remote();
        self.poll_visit();
        if self
            .notice
            .as_ref()
            .is_some_and(|notice| notice.until <= now)
        {
            self.notice = None;
        }
        if self
            .flip
            .as_ref()
            .is_some_and(|flip| flip.began + FLIP_TIME <= now)
        {
            self.flip = None;
        }
        self.poll_suggestion();
        if let Some(analysis) = &mut self.analysis {
            analysis.poll();
        }
        self.poll_autoplay();
    }

    /// Lets a replay play by itself.
    pub(crate) fn start_autoplay(&mut self) {
        self.autoplay = Some(self.now + AUTOPLAY_STEP);
    }

    fn poll_autoplay(&mut self) {
        if self.autoplay.is_none_or(|next| self.now < next) {
            return;
        }
        let (ply, count) = match self.desk.current() {
            Some(game) => (game.shown_ply(), game.shown().played().len()),
            None => (0, 0),
        };
        let _ = self.desk.look_at(PlyRef::Ply((ply + 1).min(count)));
        self.autoplay = (ply + 1 < count).then_some(self.now + AUTOPLAY_STEP);
    }

    /// How soon the next tick is due.
    pub(crate) fn needs_tick_within(&self) -> Duration {
        let analyzes = self.analysis.as_ref().is_some_and(GameAnalysis::is_running);
        let thinks = self.suggestion.is_some()
            || self.autoplay.is_some()
            || analyzes
            || self.desk.games().iter().any(|game| {
                game.thinking().is_some()
                    || (game.session().stage() == Stage::Playing && !game.waits_for_person())
            });
        let clock_runs = self
            .desk
            .games()
            .iter()
            .any(|game| game.session().deadline().is_some());
        if self.flip.is_some() {
            Duration::from_millis(30)
        } else if thinks {
            Duration::from_millis(40)
        } else if self.remote.is_some() || self.visit.is_some() {
            Duration::from_millis(50)
        } else if clock_runs {
            Duration::from_millis(100)
        } else {
            Duration::from_millis(250)
        }
    }
}
