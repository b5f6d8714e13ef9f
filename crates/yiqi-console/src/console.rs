//! The console: lines in, text out.

use std::path::{Path, PathBuf};
use std::time::Duration;

use yiqi_desk::commands::{Action, LineError, ParsedLine, Scope, Target, commands, parse_line};
use yiqi_desk::{
    COPY_BYTES_MAX, CopyWhat, Desk, DeskError, DeskEvent, OpenGame, SlotInfo, board_picture,
    record_text, words as desk_words, write_picture,
};
use yiqi_players::{PlayerSpec, Stop};
use yiqi_record::notation::{ParseMoveError, move_name};
use yiqi_record::{BySeat, OfferKind, Seat, TimeControl};
use yiqi_rules::{Color, GameSpec, Move, Point, PointSet};
use yiqi_session::{Command, Request, Stage, Terms};
use yiqi_text::{Args, Text, board as plain_board, columns, words};

use crate::ConsoleOptions;
use crate::board::Glyphs;
use crate::show::Show;

/// The width of a line, in columns, if it is unknown.
const WIDTH_DEFAULT: usize = 100;

/// How often a wait for a program checks whether the game is still being played.
const PROGRAM_WAIT: Duration = Duration::from_secs(1);

/// Longer sentences are shortened in the middle: they quote what was typed.
const SENTENCE_CHARS_MAX: usize = 400;

/// The line console of one desk.
pub struct Console<'a> {
    desk: &'a mut Desk,
    show: Show<'a>,
    /// The games to open once the names are known.
    games: Vec<GameSpec>,
    /// The one of them that is on the board first, counted from 0.
    first: usize,
    /// The names of the two people; `None` until they are asked.
    names: Option<BySeat<String>>,
    prompt: Option<Prompt>,
    /// Whether unfinished games are offered, now and at the next start.
    recovers: bool,
    /// Whether the terminal has a clipboard.
    has_clipboard: bool,
    /// A text for the clipboard.
    copied: Option<String>,
    /// Where each game was saved to or loaded from: it may be saved there again without a prompt.
    targets: Vec<(usize, Target)>,
    width: usize,
    shows_board: bool,
    is_done: bool,
}

/// What the next line answers, if it is not a command.
enum Prompt {
    Name(Seat),
    /// Whether to open the unfinished games of earlier runs.
    Recovered,
    Overwrite(Target),
    /// Whether to write a picture over a file.
    OverwritePicture(PathBuf),
}

/// The reply to a line.
enum Reply {
    /// One or a few lines; the board is not shown.
    Say(String),
    /// The board, with sentences below it.
    Board(Vec<String>),
}

impl<'a> Console<'a> {
    /// A console that has not started. Games already on the desk come first.
    #[must_use]
    pub fn new(desk: &'a mut Desk, text: &'a Text, options: ConsoleOptions) -> Console<'a> {
        let show = Show {
            text,
            style: options.style.unwrap_or(desk.settings().style),
            glyphs: Glyphs {
                swapped: options.swap_glyphs || desk.settings().swap_glyphs,
            },
        };
        Console {
            desk,
            show,
            games: options.games,
            first: options.first,
            names: options.names,
            prompt: None,
            recovers: false,
            has_clipboard: false,
            copied: None,
            targets: Vec::new(),
            width: WIDTH_DEFAULT,
            shows_board: false,
            is_done: false,
        }
    }

    /// Offers the games that were unfinished when a program ended. Not for pipes, where nobody
    /// could answer.
    #[must_use]
    pub fn with_recovery(mut self) -> Console<'a> {
        self.recovers = true;
        self
    }

    /// Copies to the clipboard of the terminal, instead of printing what is copied.
    #[must_use]
    pub fn with_clipboard(mut self) -> Console<'a> {
        self.has_clipboard = true;
        self
    }

    /// The text that the person wants to copy to the clipboard, once.
    pub fn take_copied(&mut self) -> Option<String> {
        self.copied.take()
    }

    /// Sets the width of a line, in columns.
    pub fn set_width(&mut self, columns: usize) {
        self.width = columns;
    }

    /// The text to print before the first line is read.
    pub fn start(&mut self) -> String {
        let mut said = vec![self.show.text.say("console-welcome")];
        let count = if self.recovers {
            self.desk.recover()
        } else {
            0
        };
        if count > 0 {
            self.prompt = Some(Prompt::Recovered);
            let args = Args::new().number("count", count);
            said.push(self.show.text.fill("console-recovered", args));
            return lines(said);
        }
        self.introduce(said)
    }

    /// Asks for the names if they are not known, then opens the initial games.
    fn introduce(&mut self, mut said: Vec<String>) -> String {
        if self.names.is_some() {
            return self.begin(said);
        }
        self.prompt = Some(Prompt::Name(Seat::First));
        said.push(self.ask_name(Seat::First));
        lines(said)
    }

    /// The text to print in reply to a line.
    pub fn line(&mut self, line: &str) -> String {
        self.shows_board = false;
        match self.prompt.take() {
            Some(Prompt::Name(seat)) => self.take_name(seat, line),
            Some(Prompt::Recovered) => self.take_recovered(line),
            Some(Prompt::Overwrite(target)) => {
                self.take_overwrite(line, |console| console.save(&target))
            }
            Some(Prompt::OverwritePicture(path)) => {
                self.take_overwrite(line, |console| console.draw(&path))
            }
            None => self.command(line),
        }
    }

    /// Whether the person has quit.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// Whether the last reply began with a board.
    #[must_use]
    pub fn shows_board(&self) -> bool {
        self.shows_board
    }

    /// Whether the next line is taken as a name.
    #[must_use]
    pub fn asks_name(&self) -> bool {
        matches!(self.prompt, Some(Prompt::Name(_)))
    }

    fn ask_name(&self, seat: Seat) -> String {
        let color = match seat {
            Seat::First => Color::Black,
            Seat::Second => Color::White,
        };
        self.show.text.fill(
            "console-ask-name",
            Args::new()
                .text("stone", self.show.stone(color))
                .text("color", words::color(self.show.text, color)),
        )
    }

    fn take_name(&mut self, seat: Seat, name: &str) -> String {
        // Whoever types one of these words wants what it says, not to be called that. A letter is a
        // name.
        let is_word = name.trim().chars().nth(1).is_some();
        let line = is_word.then(|| parse_line(name, Scope::Console, None));
        match line.unwrap_or(Ok(ParsedLine::Nothing)) {
            Ok(ParsedLine::Do(Action::Help)) => {
                self.prompt = Some(Prompt::Name(seat));
                return lines([self.help(), self.ask_name(seat)]);
            }
            Ok(ParsedLine::Do(Action::Quit)) => return self.quit(),
            _ => {}
        }
        name.clone_into(&mut self.names.get_or_insert_default()[seat]);
        if seat == Seat::First {
            self.prompt = Some(Prompt::Name(Seat::Second));
            return format!("{}\n", self.ask_name(Seat::Second));
        }
        self.begin(Vec::new())
    }

    /// Opens the initial games.
    fn begin(&mut self, mut said: Vec<String>) -> String {
        self.desk.set_names(self.names.take().unwrap_or_default());
        for spec in std::mem::take(&mut self.games) {
            if let Err(error) = self.desk.open(Terms::new(spec), people()) {
                said.push(desk_words::desk_error(self.show.text, spec, &error));
            }
        }
        // An error leaves another game on the board.
        let _ = self.desk.switch(self.first);
        self.board(said)
    }

    fn take_recovered(&mut self, line: &str) -> String {
        match parse_line(line, Scope::Console, None) {
            Ok(ParsedLine::Do(Action::Accept)) => {
                let mut said = Vec::new();
                while !self.desk.shelved().is_empty() {
                    if let Err(error) = self.desk.open_shelved(0) {
                        said.push(self.desk_error(&error));
                        break;
                    }
                }
                // They have their own names; new games are opened only if the names are known.
                match self.names.is_some() {
                    true => self.begin(said),
                    false => self.board(said),
                }
            }
            Ok(ParsedLine::Do(Action::Decline)) => self.introduce(Vec::new()),
            Ok(ParsedLine::Do(Action::Quit)) => self.quit(),
            _ => {
                self.prompt = Some(Prompt::Recovered);
                lines([self.show.text.say("console-yes-or-no")])
            }
        }
    }

    fn take_overwrite(
        &mut self,
        line: &str,
        write: impl FnOnce(&mut Self) -> Result<Reply, DeskError>,
    ) -> String {
        match parse_line(line, Scope::Console, None) {
            Ok(ParsedLine::Do(Action::Accept)) => {
                let result = write(self);
                self.reply(result)
            }
            Ok(ParsedLine::Do(Action::Decline)) => lines([self.show.text.say("console-not-saved")]),
            // Any other line drops the prompt.
            _ => self.command(line),
        }
    }

    fn command(&mut self, line: &str) -> String {
        match parse_line(line, Scope::Console, self.spec()) {
            Ok(ParsedLine::Do(Action::Quit)) => self.quit(),
            Ok(line) => {
                let result = self.execute(line);
                self.reply(result)
            }
            Err(error) => lines([one_line(&self.line_error(&error))]),
        }
    }

    fn reply(&mut self, result: Result<Reply, DeskError>) -> String {
        match result {
            Ok(Reply::Board(said)) => self.board(said),
            Ok(Reply::Say(said)) => lines([said]),
            Err(error) => lines([one_line(&self.desk_error(&error))]),
        }
    }

    fn quit(&mut self) -> String {
        self.is_done = true;
        // Only those who are offered their games next time hear about it.
        let keeps = self.recovers && self.desk.kept_count() > 0;
        lines([self.show.text.say(if keeps {
            "console-bye-kept"
        } else {
            "console-bye"
        })])
    }

    /// Executes a line.
    fn execute(&mut self, line: ParsedLine) -> Result<Reply, DeskError> {
        let text = self.show.text;
        match line {
            ParsedLine::Do(action) => return self.act(action),
            ParsedLine::Nothing | ParsedLine::Say(_) => return Ok(self.prompt()),
            ParsedLine::Move(mv) => {
                self.desk.play(mv)?;
            }
            ParsedLine::Switch(number) => match number.checked_sub(1) {
                Some(index) if index < self.desk.games().len() => self.desk.switch(index)?,
                _ => return Ok(Reply::Say(self.no_such_game(number))),
            },
            ParsedLine::Undo(count) => self.desk.undo_many(count)?,
            ParsedLine::New(spec) => {
                let index = self.desk.open(Terms::new(spec), people())?;
                let args = Args::new()
                    .number("number", index + 1)
                    .text("game", words::game(text, spec));
                return Ok(Reply::Board(vec![text.fill("console-opened", args)]));
            }
            ParsedLine::Player(color, spec) => return self.seat(color, spec),
            ParsedLine::Side(action, color) => {
                let command = match action {
                    Action::Resign => Command::Resign,
                    _ => Command::Offer(Request::Draw),
                };
                if self.is_viewing_earlier() {
                    return Err(DeskError::ViewingEarlier);
                }
                let game = self.desk.current().ok_or(DeskError::NoGame)?;
                let seat = game.session().colors().seat_of(color);
                if !game.players()[seat].is_human() {
                    return Err(yiqi_session::Refusal::SeatOnly.into());
                }
                self.desk.ask_as(seat, &command)?;
            }
            ParsedLine::At(place) => {
                self.desk.look_at(place)?;
            }
            ParsedLine::Branch(black, white) => return self.branch(Some((black, white))),
            ParsedLine::Save(target) => return self.ask_or_save(target),
            ParsedLine::Load(target) => return self.load(&target),
            ParsedLine::Setup(spec, setup) => {
                let terms = Terms {
                    start: Some(setup),
                    ..Terms::new(spec)
                };
                let index = self.desk.open(terms, people())?;
                self.desk.switch(index)?;
                let args = Args::new()
                    .number("number", index + 1)
                    .text("game", words::game(text, spec));
                return Ok(Reply::Board(vec![text.fill("console-opened", args)]));
            }
            ParsedLine::Copy(what) => return self.copy(what),
            ParsedLine::Picture(path) => return self.ask_or_draw(path),
            ParsedLine::Style(style) => {
                self.show.style = style;
                let mut settings = self.desk.settings().clone();
                settings.style = style;
                self.desk.set_settings(settings)?;
            }
            ParsedLine::SwapGlyphs => {
                self.show.glyphs.swapped = !self.show.glyphs.swapped;
                let mut settings = self.desk.settings().clone();
                settings.swap_glyphs = self.show.glyphs.swapped;
                self.desk.set_settings(settings)?;
            }
        }
        Ok(Reply::Board(Vec::new()))
    }

    /// Executes a command without arguments.
    fn act(&mut self, action: Action) -> Result<Reply, DeskError> {
        let text = self.show.text;
        match action {
            Action::Help => return Ok(Reply::Say(self.help())),
            Action::Moves => {
                let moves = self.moves()?;
                let help = text.say("console-help-line");
                return Ok(Reply::Say(format!("{moves}\n{help}")));
            }
            Action::Played => return self.played().map(Reply::Say),
            Action::Clock => return self.clock().map(Reply::Say),
            Action::Rules => return self.rules().map(Reply::Say),
            Action::Suggest => {
                let hint = self.desk.hint(&Stop::new())?;
                return Ok(Reply::Say(desk_words::hint(text, &hint)));
            }
            Action::Save | Action::Load => return self.slots().map(Reply::Say),
            Action::Setup => return Ok(Reply::Say(text.say("setup-console"))),
            Action::Export => return self.copy(CopyWhat::Record),
            Action::Branch => return self.branch(None),
            Action::Undo => {
                let game = self.desk.current();
                let only_end = game.is_some_and(OpenGame::ended_without_move);
                self.desk.undo()?;
                if only_end {
                    return Ok(Reply::Board(vec![text.say("desk-end-undone")]));
                }
            }
            Action::Redo => {
                self.desk.redo()?;
            }
            Action::Close => self.desk.close(self.desk.current_index())?,
            Action::Rematch => {
                self.desk.rematch()?;
            }
            Action::Resign => self.ask(&Command::Resign)?,
            Action::Draw => self.ask(&Command::Offer(Request::Draw))?,
            Action::Accept => self.answer_offer(true)?,
            Action::Decline => {
                self.answer_offer(false)?;
                return Ok(Reply::Board(vec![text.say("desk-draw-declined")]));
            }
            Action::Board => {}
            // The others need arguments or work only elsewhere.
            _ => return Ok(self.prompt()),
        }
        Ok(Reply::Board(Vec::new()))
    }

    fn prompt(&self) -> Reply {
        Reply::Say(self.show.prompt(self.desk).join("\n"))
    }

    /// Lets programs move, then shows the panes, the messages and the prompt.
    fn board(&mut self, mut said: Vec<String>) -> String {
        said.extend(self.settle());
        self.shows_board = true;
        let mut out = self.show.panes(self.desk, self.width);
        out.push('\n');
        out.push_str(&lines(said.iter().map(|sentence| one_line(sentence))));
        out.push_str(&lines(self.show.prompt(self.desk)));
        out
    }

    /// Runs whatever is due until it is a person's turn, and returns what to report.
    fn settle(&mut self) -> Vec<String> {
        let is_paused = |game: &OpenGame| game.session().stage() == Stage::Paused;
        if self.desk.current().is_some_and(is_paused) {
            // A game that was saved while paused resumes when a person turns to it.
            if let Err(error) = self.desk.ask(&Command::Resume) {
                return vec![self.desk_error(&error)];
            }
        }
        let mut happened = self.desk.poll();
        let is_stuck = |happening: &DeskEvent| matches!(happening, DeskEvent::NotKept { game, .. } if *game == self.desk.current_index());
        if !happened.iter().any(is_stuck) {
            happened.extend(self.desk.wait_for_programs(PROGRAM_WAIT));
        }
        happened
            .iter()
            .filter_map(|happening| self.happening(happening))
            .collect()
    }

    fn happening(&self, happening: &DeskEvent) -> Option<String> {
        let sentence = desk_words::desk_event(self.show.text, happening)?;
        let (DeskEvent::Moved { game, .. }
        | DeskEvent::RanOut { game }
        | DeskEvent::Answered { game, .. }
        | DeskEvent::Failed { game, .. }
        | DeskEvent::NotKept { game, .. }) = happening;
        if *game == self.desk.current_index() {
            return Some(sentence);
        }
        let args = Args::new()
            .number("number", game + 1)
            .text("sentence", sentence);
        Some(self.show.text.fill("console-in-game", args))
    }

    /// The game, board and rules of the current game.
    fn spec(&self) -> Option<GameSpec> {
        self.desk.current().map(|game| game.session().terms().spec)
    }

    fn desk_error(&self, error: &DeskError) -> String {
        if matches!(error, DeskError::NoGame) && self.desk.games().is_empty() {
            return self.show.text.say("console-no-games");
        }
        let spec = self.spec().unwrap_or(GameSpec::REVERSI);
        desk_words::desk_error(self.show.text, spec, error)
    }

    fn line_error(&self, error: &LineError) -> String {
        let corners = self.spec().and_then(|spec| {
            let last = spec.size() - 1;
            let left = spec.row_of_number(1)?;
            let right = spec.row_of_number(spec.size())?;
            Some((
                spec.point_name(Point::new(0, left)?),
                spec.point_name(Point::new(last, right)?),
            ))
        });
        match (error, corners) {
            (LineError::Move(ParseMoveError::OffBoard { text }), Some((first, last))) => {
                self.show.text.fill(
                    "console-off-board",
                    Args::new()
                        .text("point", text)
                        .text("first", first)
                        .text("last", last),
                )
            }
            _ => desk_words::line_error(self.show.text, error),
        }
    }

    fn no_such_game(&self, number: usize) -> String {
        match self.desk.games().len() {
            0 => self.show.text.say("console-no-games"),
            count => self.show.text.fill(
                "console-no-such-game",
                Args::new()
                    .text("number", number.to_string())
                    .number("count", count),
            ),
        }
    }

    /// The table of commands.
    fn help(&self) -> String {
        let usages: Vec<String> = commands(Scope::Console)
            .map(|info| match info.aliases {
                [] => info.usage(),
                aliases => self.show.text.fill(
                    "console-also",
                    Args::new()
                        .text("command", info.usage())
                        .text("aliases", aliases.join(", ")),
                ),
            })
            .collect();
        let column = 2 + usages
            .iter()
            .map(|usage| columns::width(usage))
            .max()
            .unwrap_or(0);
        let mut out = Vec::new();
        for (usage, info) in usages.iter().zip(commands(Scope::Console)) {
            let help = self.show.text.say(info.help);
            let room = self.width.saturating_sub(column).max(20);
            for (index, line) in columns::wrap(&help, room).iter().enumerate() {
                let left = if index == 0 { usage.as_str() } else { "" };
                out.push(format!("{}{line}", columns::pad(left, column)));
            }
        }
        out.join("\n")
    }

    /// The legal moves of the position that is shown.
    fn moves(&self) -> Result<String, DeskError> {
        let text = self.show.text;
        let game = self.desk.current().ok_or(DeskError::NoGame)?;
        let view = game.view();
        if view.turn.is_none() {
            return Err(yiqi_session::Refusal::GameOver.into());
        }
        let empty = PointSet::board(view.spec.size()) - view.stones.black - view.stones.white;
        let may_play_any =
            view.legal_points.len() + view.forbidden.len() == empty.len() && !empty.is_empty();
        if may_play_any && view.marked_points.is_empty() {
            if view.forbidden.is_empty() {
                let args = Args::new().number("count", empty.len());
                return Ok(text.fill("console-moves-any", args));
            }
            let points: Vec<Point> = view.forbidden.iter().map(|&(point, _)| point).collect();
            let args = Args::new().text("points", words::points(view.spec, &points));
            return Ok(text.fill("console-moves-any-but", args));
        }
        let moves: Vec<String> = view
            .legal_points
            .iter()
            .map(Move::Place)
            .chain(view.legal_words.iter().copied())
            .map(|mv| move_name(mv, view.spec))
            .collect();
        Ok(text.fill("console-moves", Args::new().text("moves", moves.join(" "))))
    }

    /// The moves played up to the position that is shown.
    fn played(&self) -> Result<String, DeskError> {
        let game = self.desk.current().ok_or(DeskError::NoGame)?;
        let lines = desk_words::played(self.show.text, &game.view(), self.width);
        Ok(match lines.is_empty() {
            true => self.show.text.say("desk-no-moves"),
            false => lines.join("\n"),
        })
    }

    /// The time that both sides have left.
    fn clock(&self) -> Result<String, DeskError> {
        let game = self.desk.current().ok_or(DeskError::NoGame)?;
        let view = game.view();
        let Some(clocks) = &view.clocks else {
            return Ok(self.show.text.say("desk-no-clock"));
        };
        let left = Color::BOTH.map(|color| {
            let seat = view.colors.seat_of(color);
            let name = self.show.name(game, &view, seat);
            let time = words::clock(&clocks[seat]);
            format!("{} {name} {time}", self.show.stone(color))
        });
        Ok(left.join("   "))
    }

    /// The rules of the current game.
    fn rules(&self) -> Result<String, DeskError> {
        let spec = self.spec().ok_or(DeskError::NoGame)?;
        let pages = words::rules_pages(self.show.text, spec, false);
        Ok(pages.join("\n\n"))
    }

    /// Answers an offer, on behalf of the person it was made to.
    fn answer_offer(&mut self, accept: bool) -> Result<(), DeskError> {
        if self.is_viewing_earlier() {
            return Err(DeskError::ViewingEarlier);
        }
        let offers = self.desk.current().map(|game| game.view().offers);
        let kind = offers
            .iter()
            .flat_map(|offers| offers.first.iter().chain(&offers.second))
            .map(|offer| offer.kind())
            .next()
            .unwrap_or(OfferKind::Draw);
        self.desk.answer(kind, accept)
    }

    /// Sends a command to the current game. Not while an earlier position is shown: the side to
    /// move may differ there.
    fn ask(&mut self, command: &Command) -> Result<(), DeskError> {
        if self.is_viewing_earlier() {
            return Err(DeskError::ViewingEarlier);
        }
        self.desk.ask(command)?;
        Ok(())
    }

    fn is_viewing_earlier(&self) -> bool {
        self.desk
            .current()
            .is_some_and(|game| game.viewed().is_some())
    }

    /// Assigns a player to a color.
    fn seat(&mut self, color: Color, spec: PlayerSpec) -> Result<Reply, DeskError> {
        let game = self.desk.current().ok_or(DeskError::NoGame)?;
        let seat = game.session().colors().seat_of(color);
        self.desk.set_player(seat, spec)?;
        let game = self.desk.current().ok_or(DeskError::NoGame)?;
        let player = self.show.name(game, &game.view(), seat);
        let args = Args::new()
            .text("stone", self.show.stone(color))
            .text("player", player);
        Ok(Reply::Board(vec![
            self.show.text.fill("console-player", args),
        ]))
    }

    /// Starts a new game from the position that is shown, with the same players if none are given.
    fn branch(&mut self, players: Option<(PlayerSpec, PlayerSpec)>) -> Result<Reply, DeskError> {
        let from = self.desk.current_index() + 1;
        let game = self.desk.current().ok_or(DeskError::NoGame)?;
        let ply = game.viewed().unwrap_or(game.ply_count());
        let players = match players {
            None => game.players().clone(),
            Some((black, white)) => match game.view().colors.first {
                Color::Black => BySeat {
                    first: black,
                    second: white,
                },
                Color::White => BySeat {
                    first: white,
                    second: black,
                },
            },
        };
        let index = self.desk.branch(players, TimeControl::NONE)?;
        let args = Args::new()
            .number("number", index + 1)
            .number("ply", ply)
            .number("from", from);
        Ok(Reply::Board(vec![
            self.show.text.fill("console-branched", args),
        ]))
    }

    /// The contents of the nine slots.
    fn slots(&self) -> Result<String, DeskError> {
        let text = self.show.text;
        let mut out = vec![text.say("console-slots")];
        for (index, slot) in self.desk.slots()?.iter().enumerate() {
            let title = match slot {
                SlotInfo::Empty => text.say("console-slot-empty"),
                SlotInfo::Held(record) => self.show.record_title(record),
                SlotInfo::Broken(error) => text.fill(
                    "console-slot-broken",
                    Args::new().text("problem", desk_words::store_error(text, error)),
                ),
            };
            out.push(format!("{}. {}", index + 1, one_line(&title)));
        }
        Ok(out.join("\n"))
    }

    /// Saves, or asks first if that would overwrite something else.
    fn ask_or_save(&mut self, target: Target) -> Result<Reply, DeskError> {
        let home = (self.current_number(), target);
        if self.targets.contains(&home) {
            return self.save(&home.1);
        }
        let target = home.1;
        let question = match &target {
            Target::Slot(slot) => match self.desk.slots()?.get(slot.saturating_sub(1)) {
                Some(SlotInfo::Held(record)) => {
                    let args = Args::new()
                        .number("slot", *slot)
                        .text("title", self.show.record_title(record));
                    Some(self.show.text.fill("console-overwrite-slot", args))
                }
                Some(SlotInfo::Broken(_)) => {
                    let args = Args::new().number("slot", *slot);
                    Some(self.show.text.fill("console-overwrite-broken", args))
                }
                Some(SlotInfo::Empty) | None => None,
            },
            Target::File(path) if is_file(path) => {
                let args = Args::new().text("file", path.to_string_lossy());
                Some(self.show.text.fill("console-overwrite-file", args))
            }
            Target::File(_) => None,
        };
        match question {
            None => self.save(&target),
            Some(question) => {
                self.prompt = Some(Prompt::Overwrite(target));
                Ok(Reply::Say(one_line(&question)))
            }
        }
    }

    fn save(&mut self, target: &Target) -> Result<Reply, DeskError> {
        let text = self.show.text;
        let is_untouched = self.desk.current().is_some_and(OpenGame::is_untouched);
        let said = match target {
            Target::Slot(slot) => {
                self.desk.save_slot(*slot)?;
                let key = if is_untouched {
                    "console-slot-emptied"
                } else {
                    "console-saved-slot"
                };
                text.fill(key, Args::new().number("slot", *slot))
            }
            Target::File(path) => {
                self.desk.save_file(path)?;
                let args = Args::new().text("file", path.to_string_lossy());
                text.fill("console-saved-file", args)
            }
        };
        self.remember_target(self.current_number(), target);
        Ok(Reply::Say(one_line(&said)))
    }

    /// Opens a saved game and makes it current.
    fn load(&mut self, target: &Target) -> Result<Reply, DeskError> {
        let text = self.show.text;
        let (index, said) = match target {
            Target::Slot(slot) => {
                let index = self.desk.load_slot(*slot)?;
                let args = Args::new()
                    .number("slot", *slot)
                    .number("number", index + 1);
                (index, text.fill("console-loaded-slot", args))
            }
            Target::File(path) => {
                let index = self.desk.load_file(path, None)?;
                let args = Args::new()
                    .text("file", path.to_string_lossy())
                    .number("number", index + 1);
                (index, text.fill("console-loaded-file", args))
            }
        };
        self.desk.switch(index)?;
        let number = self.desk.games().get(index).map_or(0, OpenGame::number);
        self.remember_target(number, target);
        Ok(Reply::Board(vec![said]))
    }

    /// Copies something to the clipboard; without one, prints it.
    fn copy(&mut self, what: CopyWhat) -> Result<Reply, DeskError> {
        let text = self.show.text;
        let game = self.desk.current().ok_or(DeskError::NoGame)?;
        let (copied, key) = match what {
            CopyWhat::Record => (record_text(&game.record()), "export-copied-record"),
            CopyWhat::Position => {
                let position = game.shown_position();
                (plain_board::plain(&position), "export-copied-position")
            }
            CopyWhat::Link => return Ok(Reply::Say(text.say("export-no-link"))),
        };
        if !self.has_clipboard {
            return Ok(Reply::Say(copied.trim_end().to_owned()));
        }
        if copied.len() > COPY_BYTES_MAX {
            return Ok(Reply::Say(text.say("export-too-long")));
        }
        let args = Args::new().number("count", copied.chars().count());
        self.copied = Some(copied);
        Ok(Reply::Say(text.fill(key, args)))
    }

    /// Writes a picture of the board, or asks first if that would overwrite something.
    fn ask_or_draw(&mut self, path: PathBuf) -> Result<Reply, DeskError> {
        if !is_file(&path) {
            return self.draw(&path);
        }
        let args = Args::new().text("file", path.to_string_lossy());
        let question = self.show.text.fill("console-overwrite-file", args);
        self.prompt = Some(Prompt::OverwritePicture(path));
        Ok(Reply::Say(one_line(&question)))
    }

    fn draw(&mut self, path: &Path) -> Result<Reply, DeskError> {
        let game = self.desk.current().ok_or(DeskError::NoGame)?;
        write_picture(&board_picture(&game.view()), path)?;
        let args = Args::new().text("file", path.to_string_lossy());
        let said = self.show.text.fill("export-picture-saved", args);
        Ok(Reply::Say(one_line(&said)))
    }

    /// The number of the current game, which does not change when other games are closed.
    fn current_number(&self) -> usize {
        self.desk.current().map_or(0, OpenGame::number)
    }

    fn remember_target(&mut self, number: usize, target: &Target) {
        self.targets.retain(|(_, other)| other != target);
        self.targets.push((number, target.clone()));
    }
}

/// Humans on both seats.
fn people() -> BySeat<PlayerSpec> {
    BySeat {
        first: PlayerSpec::HUMAN,
        second: PlayerSpec::HUMAN,
    }
}

fn is_file(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|metadata| metadata.is_file())
}

/// Puts each on its own line.
fn lines(said: impl IntoIterator<Item = String>) -> String {
    said.into_iter().fold(String::new(), |mut out, line| {
        out.push_str(&line);
        out.push('\n');
        out
    })
}

/// A sentence on one line, shortened in the middle if it is much too long.
fn one_line(sentence: &str) -> String {
    let flat = sentence.replace('\n', " ");
    let count = flat.chars().count();
    if count <= SENTENCE_CHARS_MAX {
        return flat;
    }
    let half = SENTENCE_CHARS_MAX / 2;
    let start: String = flat.chars().take(half).collect();
    let end: String = flat.chars().skip(count - half).collect();
    format!("{start}…{end}")
}
