//! The open games of one person.

use std::path::Path;
use std::time::Duration;

use yiqi_players::{PlayerError, PlayerSpec, Stop};
use yiqi_record::{BySeat, Entry, Event, Offer, OfferKind, Record, Seat, TimeControl};
use yiqi_rules::{Changes, Dice, GameSpec, Move, SetupError};
use yiqi_session::{Actor, ColorChoice, Command, Refusal, Request, Session, Terms};

use crate::game::{OpenGame, without_scripts};
use crate::ply_ref::PlyRefError;
use crate::shelf::Shelf;
use crate::store::{SlotInfo, Store, StoreError, read_game, write_game};
use crate::{Hint, NewGame, PlyRef, Settings};

/// The open games of one person, and their context.
pub struct Desk {
    games: Vec<OpenGame>,
    current: usize,
    pub(crate) store: Option<Store>,
    settings: Settings,
    /// The game that was started last, if there was one.
    last_game: Option<NewGame>,
    /// Why the file of that game is ignored.
    last_game_problem: Option<StoreError>,
    /// Unfinished games of earlier runs that are not open.
    pub(crate) shelf: Shelf,
    names: BySeat<String>,
    dice: Dice,
    pub(crate) next_number: usize,
}

/// Something that happened without a command from the person.
#[derive(Debug)]
pub enum DeskEvent {
    /// A program moved.
    Moved {
        /// The index of the game.
        game: usize,
        /// What changed.
        changes: Changes,
    },
    /// A side ran out of time.
    RanOut {
        /// The index of the game.
        game: usize,
    },
    /// A program answered an offer.
    Answered {
        /// The index of the game.
        game: usize,
        /// The kind of offer.
        offer: OfferKind,
        /// Whether it accepted.
        accepted: bool,
    },
    /// A program failed; a person may take over its seat.
    Failed {
        /// The index of the game.
        game: usize,
        /// The seat of the program.
        seat: Seat,
        /// The reason.
        error: PlayerError,
    },
    /// An event could not be stored on disk, so it did not happen; it will be retried.
    NotKept {
        /// The index of the game.
        game: usize,
        /// The reason.
        error: StoreError,
    },
}

/// Why the desk refuses a request, which changes nothing.
#[derive(Debug, thiserror::Error)]
pub enum DeskError {
    /// There is no game with that number.
    #[error("no such game")]
    NoGame,
    /// Too many games are open.
    #[error("too many games")]
    TooManyGames,
    /// The game refuses the command.
    #[error("{0}")]
    Refused(#[from] Refusal),
    /// The start position is invalid.
    #[error("{0}")]
    Setup(#[from] SetupError),
    /// The game has no such ply.
    #[error("{0}")]
    PlyRef(#[from] PlyRefError),
    /// There is nothing to take back.
    #[error("nothing to take back")]
    NothingToUndo,
    /// There is nothing to play again.
    #[error("nothing to play again")]
    NothingToRedo,
    /// Fewer moves can be taken back than were asked for.
    #[error("only {0} moves can be taken back")]
    FewerToUndo(usize),
    /// No game was dropped.
    #[error("no game was dropped")]
    NothingDropped,
    /// It is a program's turn.
    #[error("a program is to move")]
    ProgramsTurn,
    /// A move cannot be made while an earlier position is shown.
    #[error("an earlier position is shown")]
    ViewingEarlier,
    /// There is no data folder.
    #[error("no data folder")]
    NoStore,
    /// The slot is empty.
    #[error("slot {0} is empty")]
    EmptySlot(usize),
    /// An I/O error, or an invalid file.
    #[error("{0}")]
    Store(#[from] StoreError),
    /// The change could not be stored on disk.
    #[error("not kept: {0}")]
    NotKept(StoreError),
    /// The game in the file cannot be played here.
    #[error("the game of the file cannot be played on")]
    Unplayable,
}

impl Desk {
    /// An empty desk. `seed` is for programs that play at random and for drawn colors.
    #[must_use]
    pub fn new(store: Option<Store>, seed: u64) -> Desk {
        let last_game = store.as_ref().map_or(Ok(None), Store::last_game);
        let (last_game, last_game_problem) = match last_game {
            Ok(last_game) => (last_game, None),
            Err(error) => (None, Some(error)),
        };
        Desk {
            games: Vec::new(),
            current: 0,
            settings: store.as_ref().map(Store::settings).unwrap_or_default(),
            last_game,
            last_game_problem,
            shelf: Shelf::default(),
            store,
            names: BySeat::default(),
            dice: Dice::new(seed),
            next_number: 1,
        }
    }

    /// The open games.
    #[must_use]
    pub fn games(&self) -> &[OpenGame] {
        &self.games
    }

    /// The current game.
    #[must_use]
    pub fn current(&self) -> Option<&OpenGame> {
        self.games.get(self.current)
    }

    /// The index of the current game.
    #[must_use]
    pub fn current_index(&self) -> usize {
        self.current
    }

    /// Makes another game the current one.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn switch(&mut self, index: usize) -> Result<(), DeskError> {
        if index >= self.games.len() {
            return Err(DeskError::NoGame);
        }
        self.current = index;
        Ok(())
    }

    /// The names of people in new games.
    #[must_use]
    pub fn names(&self) -> &BySeat<String> {
        &self.names
    }

    /// Sets the names of people in new games, reduced to printable characters and to a length that
    /// fits a screen.
    pub fn set_names(&mut self, names: BySeat<String>) {
        self.names = BySeat {
            first: tidy_name(&names.first),
            second: tidy_name(&names.second),
        };
    }

    /// The person's settings.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes the settings and stores them.
    ///
    /// # Errors
    /// If they cannot be stored; they still apply while the program runs.
    pub fn set_settings(&mut self, settings: Settings) -> Result<(), DeskError> {
        self.settings = settings;
        match &self.store {
            Some(store) => Ok(store.keep_settings(&self.settings)?),
            None => Ok(()),
        }
    }

    /// The data folder.
    #[must_use]
    pub fn store(&self) -> Option<&Store> {
        self.store.as_ref()
    }

    /// Opens a new game and begins it. It becomes the current game only if it is the only one;
    /// [`Desk::switch`] changes that.
    ///
    /// # Errors
    /// If the start position is invalid, or too many games are open.
    pub fn open(
        &mut self,
        mut terms: Terms,
        players: BySeat<PlayerSpec>,
    ) -> Result<usize, DeskError> {
        for seat in Seat::BOTH {
            if terms.players[seat].is_empty() {
                terms.players[seat] = self.name_of(seat, &players[seat]);
            }
            terms.players[seat] = tidy_name(&terms.players[seat]);
        }
        let mut session = Session::new(terms)?;
        let dice = self.dice.roll();
        for entry in session.decide(Actor::Host, &Command::Start, 0, dice)? {
            session
                .apply(&entry)
                .expect("what a session decides it can apply");
        }
        let number = self.take_number();
        self.put(OpenGame::new(session, players, number))
    }

    /// The game that was started last, or Reversi against a friendly level.
    #[must_use]
    pub fn last_game(&self) -> NewGame {
        self.last_game.clone().unwrap_or_default()
    }

    /// Whether a game was started before, here or in an earlier run.
    #[must_use]
    pub fn has_last_game(&self) -> bool {
        self.last_game.is_some()
    }

    /// Why the last game of an earlier run is not remembered, once.
    pub fn take_last_game_problem(&mut self) -> Option<StoreError> {
        self.last_game_problem.take()
    }

    /// Starts a new game, makes it current and remembers it for the next time.
    ///
    /// # Errors
    /// If too many games are open.
    pub fn start(&mut self, game: &NewGame) -> Result<usize, DeskError> {
        let index = self.open(game.terms(), game.players_by_seat())?;
        self.current = index;
        self.remember(game.clone());
        Ok(index)
    }

    fn remember(&mut self, game: NewGame) {
        if let Some(store) = &self.store {
            // Next time, the choices begin with an earlier game.
            let _ = store.keep_last_game(&game);
        }
        self.last_game = Some(game);
    }

    /// Starts the current game, which is over, once more with colors exchanged. It takes the place
    /// of the old one, which is among the finished games; without a data folder the old one stays
    /// open. The next new game still begins with what the person chose last.
    ///
    /// # Errors
    /// If there is no game, or it is not over.
    pub fn rematch(&mut self) -> Result<usize, DeskError> {
        let old = self.current;
        let game = self.current().ok_or(DeskError::NoGame)?;
        if game.result_is_open() {
            return Err(Refusal::NotOver.into());
        }
        let players = game.players().clone();
        let color = game.session().colors().first.other();
        let terms = Terms {
            colors: ColorChoice::First(color),
            date: None,
            ..game.session().terms().clone()
        };
        let index = self.open(terms, players)?;
        self.current = index;
        if self.store.is_some() {
            // The new game moves to the place of the old one.
            let new = self.games.remove(index);
            self.games[old] = new;
            self.current = old;
        }
        Ok(self.current)
    }

    fn name_of(&self, seat: Seat, spec: &PlayerSpec) -> String {
        match (&spec.name, spec.is_human()) {
            (Some(name), _) => name.clone(),
            (None, true) => self.names[seat].clone(),
            (None, false) => spec.kind.default_name(),
        }
    }

    fn take_number(&mut self) -> usize {
        self.next_number += 1;
        self.next_number - 1
    }

    pub(crate) fn put(&mut self, game: OpenGame) -> Result<usize, DeskError> {
        self.check_room()?;
        self.games.push(game);
        Ok(self.games.len() - 1)
    }

    pub(crate) fn check_room(&self) -> Result<(), DeskError> {
        match self.games.len() {
            GAMES_MAX.. => Err(DeskError::TooManyGames),
            _ => Ok(()),
        }
    }

    /// Adds a game to the desk with its clock stopped, since no person has turned to it yet.
    pub(crate) fn put_paused(&mut self, game: OpenGame) -> Result<usize, DeskError> {
        self.check_room()?;
        let game = self.paused(game)?;
        self.put(game)
    }

    /// A game with its clock stopped.
    pub(crate) fn paused(&self, mut game: OpenGame) -> Result<OpenGame, DeskError> {
        let pause = game
            .session()
            .decide(Actor::Host, &Command::Pause, game.now_ms(), 0);
        // A game that is over or paused has no clock to stop.
        if let Ok(entries) = pause {
            commit(self.store.as_ref(), &mut game, &entries)?;
        }
        Ok(game)
    }

    /// Stops every clock that runs, and returns the numbers of those games.
    pub fn stop_clocks(&mut self) -> Vec<usize> {
        let mut stopped = Vec::new();
        for index in 0..self.games.len() {
            let has_clock = self.games[index].view().clocks.is_some();
            // A clock that cannot be stopped on disk runs on.
            if has_clock && self.act(index, Actor::Host, &Command::Pause, 0).is_ok() {
                stopped.push(self.games[index].number);
            }
        }
        stopped
    }

    /// Starts the clocks of these games again.
    pub fn start_clocks(&mut self, numbers: &[usize]) {
        for index in 0..self.games.len() {
            if numbers.contains(&self.games[index].number) {
                // Otherwise the game stays paused, which the person sees.
                let _ = self.act(index, Actor::Host, &Command::Resume, 0);
            }
        }
    }

    /// Opens the game of a record, at its end. The record may be untrusted, so it starts no
    /// external programs: a seat with a script gets a human player.
    ///
    /// # Errors
    /// If the game cannot be continued, or too many games are open.
    pub fn open_record(&mut self, record: &Record) -> Result<usize, DeskError> {
        let game = self.game_of(&without_scripts(record))?;
        self.put(game)
    }

    /// The game of a trusted record.
    fn game_of(&mut self, record: &Record) -> Result<OpenGame, DeskError> {
        let number = self.take_number();
        OpenGame::of_record(record, number).ok_or(DeskError::Unplayable)
    }

    /// Closes a game without asking whether it was saved: that is up to the face.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn close(&mut self, index: usize) -> Result<(), DeskError> {
        if index >= self.games.len() {
            return Err(DeskError::NoGame);
        }
        if let Some(store) = &self.store {
            store.forget(self.games[index].number)?;
        }
        self.take_off(index);
        Ok(())
    }

    fn take_off(&mut self, index: usize) {
        self.games.remove(index);
        if self.current > index || self.current == self.games.len() {
            self.current = self.current.saturating_sub(1);
        }
    }

    fn game(&mut self) -> Result<&mut OpenGame, DeskError> {
        self.games.get_mut(self.current).ok_or(DeskError::NoGame)
    }

    /// Sends a command to the current game on behalf of the person at the desk, and returns what
    /// changed if it was a move. Programs answer offers at the next poll.
    ///
    /// # Errors
    /// If the game refuses it, or it is a program's turn.
    pub fn ask(&mut self, command: &Command) -> Result<Option<Changes>, DeskError> {
        let seat = self.game()?.person();
        self.ask_for(seat, command)
    }

    /// Sends a command to the current game on behalf of one of the people at the desk. Two people at
    /// one screen may offer a draw whenever they like.
    ///
    /// # Errors
    /// As [`Desk::ask`].
    pub fn ask_as(&mut self, seat: Seat, command: &Command) -> Result<Option<Changes>, DeskError> {
        self.ask_for(Some(seat), command)
    }

    fn ask_for(
        &mut self,
        seat: Option<Seat>,
        command: &Command,
    ) -> Result<Option<Changes>, DeskError> {
        let dice = self.dice.roll();
        let game = self.game()?;
        if matches!(command, Command::Play { .. }) {
            if game.viewed().is_some() {
                return Err(DeskError::ViewingEarlier);
            }
            if !game.waits_for_person() {
                return Err(DeskError::ProgramsTurn);
            }
        }
        let actor = match (command, seat) {
            (Command::Pause | Command::Resume | Command::Abort, _) | (_, None) => Actor::Host,
            (_, Some(seat)) => Actor::Seat(seat),
        };
        let done = self.act(self.current, actor, command, dice);
        match (done, seat) {
            (Err(DeskError::Refused(Refusal::TooSoon { .. })), Some(seat))
                if *command == Command::Offer(Request::Draw) && self.has_two_people() =>
            {
                let game = &mut self.games[self.current];
                let offer = Entry {
                    at_ms: game.now_ms(),
                    event: Event::Offer {
                        seat,
                        offer: Offer::Draw,
                    },
                };
                commit(self.store.as_ref(), game, &[offer])
            }
            (done, _) => Ok(done?.changes),
        }
    }

    /// Whether people play both sides of the current game.
    #[must_use]
    pub fn has_two_people(&self) -> bool {
        let is_human = |game: &OpenGame| Seat::BOTH.iter().all(|&s| game.players()[s].is_human());
        self.current().is_some_and(is_human)
    }

    /// Plays a move for the person whose turn it is.
    ///
    /// # Errors
    /// As [`Desk::ask`].
    pub fn play(&mut self, mv: Move) -> Result<Option<Changes>, DeskError> {
        self.ask(&Command::play(mv))
    }

    /// Answers an offer on behalf of the person it was made to: at a shared desk, the other side.
    ///
    /// # Errors
    /// If there is no such offer.
    pub fn answer(&mut self, kind: OfferKind, accept: bool) -> Result<(), DeskError> {
        let dice = self.dice.roll();
        let game = self.game()?;
        let offers = game.view().offers;
        let asker = Seat::BOTH
            .into_iter()
            .find(|&seat| offers[seat].iter().any(|offer| offer.kind() == kind))
            .ok_or(Refusal::NothingOffered(kind))?;
        let command = if accept {
            Command::Accept(kind)
        } else {
            Command::Decline(kind)
        };
        self.act(self.current, Actor::Seat(asker.other()), &command, dice)?;
        Ok(())
    }

    /// Decides, stores, applies. Returns whether there were entries, and what a move changed.
    fn act(
        &mut self,
        index: usize,
        actor: Actor,
        command: &Command,
        dice: u64,
    ) -> Result<Effect, DeskError> {
        let game = self.games.get_mut(index).ok_or(DeskError::NoGame)?;
        let entries = game.session().decide(actor, command, game.now_ms(), dice)?;
        Ok(Effect {
            anything: !entries.is_empty(),
            changes: commit(self.store.as_ref(), game, &entries)?,
        })
    }

    /// Takes back the person's last move and everything after it, even after the end of the game:
    /// at one's own desk nobody else has a say. [`Desk::redo`] plays it again.
    ///
    /// # Errors
    /// If there is nothing to take back.
    pub fn undo(&mut self) -> Result<(), DeskError> {
        let game = self.game()?;
        // An end without a move, such as a resignation, is taken back alone.
        if game.ended_without_move() {
            let ply_count = game.ply_count();
            return self.reopen(ply_count);
        }
        let ply_count = game.ply_count();
        let ply = game.undo_to(ply_count).ok_or(DeskError::NothingToUndo)?;
        let moves = game.session().view(0).moves;
        let moves = moves[ply..].iter().map(|made| (made.mv, made.eval));
        let moves: Vec<(Move, Option<i32>)> = moves.collect();
        if game.result_is_open() {
            // Used time is not given back.
            let plies = u16::try_from(moves.len()).map_err(|_| DeskError::NothingToUndo)?;
            self.act(self.current, Actor::Host, &Command::TakeBack { plies }, 0)?;
        } else {
            self.reopen(ply)?;
        }
        self.game()?.undone.push(moves);
        Ok(())
    }

    /// Takes back this many of the person's moves, as [`Desk::undo`] does one by one.
    ///
    /// # Errors
    /// If there are fewer; nothing is taken back then.
    pub fn undo_many(&mut self, count: usize) -> Result<(), DeskError> {
        let game = self.game()?;
        let mut there = usize::from(game.ended_without_move());
        let mut ply = game.ply_count();
        while there < count
            && let Some(before) = game.undo_to(ply)
        {
            ply = before;
            there += 1;
        }
        match there {
            0 => return Err(DeskError::NothingToUndo),
            there if there < count => return Err(DeskError::FewerToUndo(there)),
            _ => {}
        }
        for _ in 0..count {
            self.undo()?;
        }
        Ok(())
    }

    /// Plays again what [`Desk::undo`] took back last, unless another move was made since. Returns
    /// what the last of the moves changed. The players' evaluations come back with the moves.
    ///
    /// # Errors
    /// If there is nothing to play again, or the game refuses it.
    pub fn redo(&mut self) -> Result<Option<Changes>, DeskError> {
        let game = self.game()?;
        if game.viewed().is_some() {
            return Err(DeskError::ViewingEarlier);
        }
        if !game.undone.is_empty() && !game.result_is_open() {
            return Err(Refusal::GameOver.into());
        }
        let mut undone = std::mem::take(&mut game.undone);
        let Some(moves) = undone.pop() else {
            return Err(DeskError::NothingToRedo);
        };
        let mut changes = None;
        for (index, &(mv, eval)) in moves.iter().enumerate() {
            let dice = self.dice.roll();
            let game = self.game()?;
            let turn = game.session().turn();
            let actor = turn.map_or(Actor::Host, Actor::Seat);
            match self.act(self.current, actor, &Command::Play { mv, eval }, dice) {
                Ok(effect) => changes = effect.changes,
                Err(error) => {
                    undone.push(moves[index..].to_vec());
                    self.game()?.undone = undone;
                    return Err(error);
                }
            }
        }
        self.game()?.undone = undone;
        Ok(changes)
    }

    /// Continues the current game, which is over, from an earlier ply. Its log cannot continue
    /// after the end, so its moves up to there begin a new one.
    fn reopen(&mut self, ply: usize) -> Result<(), DeskError> {
        let store = self.store.as_ref();
        let game = self.games.get_mut(self.current).ok_or(DeskError::NoGame)?;
        let session = game.session_at(ply);
        keep(store, game, &session, game.players())?;
        game.replace(session);
        Ok(())
    }

    /// Starts a new game from the position that is shown and makes it current.
    ///
    /// # Errors
    /// If there is no game, or too many are open.
    pub fn branch(
        &mut self,
        players: BySeat<PlayerSpec>,
        time: TimeControl,
    ) -> Result<usize, DeskError> {
        let names = BySeat {
            first: tidy_name(&self.name_of(Seat::First, &players.first)),
            second: tidy_name(&self.name_of(Seat::Second, &players.second)),
        };
        let number = self.take_number();
        let game = self.game()?;
        let session = game.session_at(game.shown_ply()).branch(names, time);
        let game = OpenGame::new(session, players, number);
        self.check_room()?;
        keep(self.store.as_ref(), &game, game.session(), game.players())?;
        self.current = self.put(game)?;
        Ok(self.current)
    }

    /// Shows an earlier position of the current game.
    ///
    /// # Errors
    /// If the game has no such ply.
    pub fn look_at(&mut self, ply_ref: PlyRef) -> Result<usize, DeskError> {
        Ok(self.game()?.look_at(ply_ref)?)
    }

    /// Shows a variation of the current game, given by its entries, or what was played.
    ///
    /// # Errors
    /// If there is no game, or the entries are not one.
    pub fn show_variation(&mut self, entries: Option<&[Entry]>) -> Result<(), DeskError> {
        let shown = self.game()?.show_variation(entries);
        shown.ok_or(DeskError::Unplayable)
    }

    /// Makes the current game view-only: nobody moves, no clock runs, and it is not stored. A move
    /// makes it an ordinary game again.
    ///
    /// # Errors
    /// If there is no game.
    pub fn make_view_only(&mut self) -> Result<(), DeskError> {
        let number = self.game()?.number;
        if let Some(store) = &self.store {
            store.forget(number)?;
        }
        let game = self.game()?;
        game.set_view_only(true);
        for seat in Seat::BOTH {
            game.set_player(seat, PlayerSpec::HUMAN);
        }
        match self.act(self.current, Actor::Host, &Command::Pause, 0) {
            // A game that is over or paused has no clock to stop.
            Ok(_) | Err(DeskError::Refused(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Assigns another player to a seat of the current game from now on.
    ///
    /// # Errors
    /// If there is no game.
    pub fn set_player(&mut self, seat: Seat, spec: PlayerSpec) -> Result<(), DeskError> {
        self.game()?;
        self.reseat(self.current, seat, spec)
    }

    /// Assigns another player to a seat. A name that was only the player's default changes with it.
    fn reseat(&mut self, index: usize, seat: Seat, spec: PlayerSpec) -> Result<(), DeskError> {
        let name = tidy_name(&self.name_of(seat, &spec));
        let game = &mut self.games[index];
        let old = &game.players()[seat];
        let old_name = game.session().terms().players[seat].clone();
        let says_who = old_name.is_empty() || old_name == tidy_name(&old.kind.default_name());
        let is_renamed = spec.name.is_some() || says_who || old.name.as_ref() == Some(&old_name);
        let session = game.renamed(seat, if is_renamed { name } else { old_name });
        let mut players = game.players().clone();
        players[seat] = spec.clone();
        if !game.is_view_only() {
            keep(self.store.as_ref(), game, &session, &players)?;
        }
        game.set_session(session);
        game.set_player(seat, spec);
        Ok(())
    }

    /// Makes the program that is thinking in the current game move at once.
    pub fn move_now(&self) {
        if let Some(game) = self.current() {
            game.move_now();
        }
    }

    /// The engine's best moves in the position that is shown. Blocks until it is done or stopped.
    ///
    /// # Errors
    /// If there is no game, or it is over.
    pub fn hint(&self, stop: &Stop) -> Result<Hint, DeskError> {
        let game = self.current().ok_or(DeskError::NoGame)?;
        let hint = Hint::search(&game.shown_position(), stop);
        hint.ok_or(DeskError::Refused(Refusal::GameOver))
    }

    /// Runs whatever is due: programs think and move, clocks run out. Call it often.
    pub fn poll(&mut self) -> Vec<DeskEvent> {
        let mut happened = Vec::new();
        for index in 0..self.games.len() {
            self.poll_game(index, Duration::ZERO, &mut happened);
        }
        happened
    }

    /// Waits for the program that is thinking in the current game, and for each one after it, until
    /// it is a person's turn or the game is over; `timeout` applies to each move.
    pub fn wait_for_programs(&mut self, timeout: Duration) -> Vec<DeskEvent> {
        let mut happened = Vec::new();
        while self.current().is_some_and(|game| !game.waits_for_person()) {
            let before = happened.len();
            self.poll_game(self.current, timeout, &mut happened);
            let is_idle = self.current().is_some_and(|game| game.thinking().is_none());
            let is_stuck = matches!(happened.last(), Some(DeskEvent::NotKept { .. }));
            if is_stuck || (happened.len() == before && is_idle) {
                break;
            }
        }
        happened
    }

    fn poll_game(&mut self, index: usize, timeout: Duration, happened: &mut Vec<DeskEvent>) {
        let (seed, dice) = (self.dice.roll(), self.dice.roll());
        let delay = if timeout.is_zero() {
            self.settings.delay
        } else {
            Duration::ZERO
        };
        // A caller that waits for a program wants it tried now.
        if timeout.is_zero() && self.games[index].is_postponed() {
            return;
        }
        if let Err(error) = self.try_poll(index, seed, dice, (timeout, delay), happened) {
            self.games[index].postpone(RETRY_DELAY);
            happened.push(DeskEvent::NotKept { game: index, error });
        }
    }

    /// Runs whatever is due in a game.
    ///
    /// # Errors
    /// If it cannot be stored; it has not happened then.
    fn try_poll(
        &mut self,
        index: usize,
        seed: u64,
        dice: u64,
        (timeout, delay): (Duration, Duration),
        happened: &mut Vec<DeskEvent>,
    ) -> Result<(), StoreError> {
        let ticked = self.act(index, Actor::Host, &Command::Tick, dice);
        if let Some(Effect { anything: true, .. }) = unless_refused(ticked)? {
            happened.push(DeskEvent::RanOut { game: index });
        }
        self.answer_offers(index, seed, happened)?;
        let game = &mut self.games[index];
        game.start_thinking(seed);
        if !game.wait(timeout, delay) {
            return Ok(());
        }
        let Some((seat, choice)) = game.take_choice() else {
            return Ok(());
        };
        match choice {
            Ok(choice) => {
                let command = Command::Play {
                    mv: choice.mv,
                    eval: choice.eval,
                };
                // A refusal means that time ran out: the next poll handles that.
                let played = self.act(index, Actor::Seat(seat), &command, dice);
                let changes = unless_refused(played)?.and_then(|followed| followed.changes);
                happened.extend(changes.map(|changes| DeskEvent::Moved {
                    game: index,
                    changes,
                }));
            }
            Err(error) => {
                happened.push(DeskEvent::Failed {
                    game: index,
                    seat,
                    error,
                });
                unless_refused(self.reseat(index, seat, PlayerSpec::HUMAN))?;
            }
        }
        Ok(())
    }

    /// Lets programs answer offers from people.
    fn answer_offers(
        &mut self,
        index: usize,
        seed: u64,
        happened: &mut Vec<DeskEvent>,
    ) -> Result<(), StoreError> {
        for seat in Seat::BOTH {
            while let Some(answer) = self.games[index].answer(seat, seed) {
                let answered = self.act(index, Actor::Seat(seat), &answer.into(), 0);
                // Time ran out in the meantime: the next poll handles that.
                if unless_refused(answered)?.is_none() {
                    break;
                }
                happened.push(DeskEvent::Answered {
                    game: index,
                    offer: answer.offer,
                    accepted: answer.accepts,
                });
            }
        }
        Ok(())
    }

    /// Saves the current game to a slot, from 1 to 9. A game without moves empties the slot.
    ///
    /// # Errors
    /// If it cannot be saved; the slot is unchanged.
    pub fn save_slot(&mut self, slot: usize) -> Result<(), DeskError> {
        let store = self.store.as_ref().ok_or(DeskError::NoStore)?;
        let game = self.games.get_mut(self.current).ok_or(DeskError::NoGame)?;
        if game.is_untouched() {
            store.empty_slot(slot)?;
        } else {
            store.save_slot(slot, &game.record())?;
        }
        game.mark_saved();
        Ok(())
    }

    /// The contents of the slots, from slot 1 on.
    ///
    /// # Errors
    /// If there is no data folder.
    pub fn slots(&self) -> Result<Vec<SlotInfo>, DeskError> {
        let store = self.store.as_ref().ok_or(DeskError::NoStore)?;
        Ok((1..=Store::SLOTS).map(|slot| store.slot(slot)).collect())
    }

    /// Opens the game of a slot after the others, paused.
    ///
    /// # Errors
    /// If the slot is empty or cannot be read.
    pub fn load_slot(&mut self, slot: usize) -> Result<usize, DeskError> {
        let store = self.store.as_ref().ok_or(DeskError::NoStore)?;
        match store.slot(slot) {
            SlotInfo::Empty => Err(DeskError::EmptySlot(slot)),
            SlotInfo::Held(record) => {
                let game = self.game_of(&record)?;
                self.put_paused(game)
            }
            SlotInfo::Broken(error) => Err(error.into()),
        }
    }

    /// Saves the current game to a file, in the format of its extension.
    ///
    /// # Errors
    /// If it cannot be saved; the file is unchanged.
    pub fn save_file(&mut self, path: &Path) -> Result<(), DeskError> {
        let game = self.games.get_mut(self.current).ok_or(DeskError::NoGame)?;
        write_game(path, &game.record())?;
        game.mark_saved();
        Ok(())
    }

    /// Opens the first game of a file after the others, paused.
    ///
    /// # Errors
    /// If it cannot be read or continued.
    pub fn load_file(&mut self, path: &Path, game: Option<GameSpec>) -> Result<usize, DeskError> {
        let record = read_game(path, game)?;
        self.load_record(&record)
    }

    /// Opens the game of an untrusted record after the others, paused.
    ///
    /// # Errors
    /// If it cannot be continued.
    pub fn load_record(&mut self, record: &Record) -> Result<usize, DeskError> {
        let game = self.game_of(&without_scripts(record))?;
        self.put_paused(game)
    }
}

/// The delay before a failed write is retried.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// The most games that may be open at once: more are surely a mistake.
const GAMES_MAX: usize = 99;

/// The longest name, in characters.
const NAME_CHARS_MAX: usize = 20;

/// A name that is safe to show anywhere.
#[must_use]
pub(crate) fn tidy_name(name: &str) -> String {
    let kept: String = name
        .chars()
        .filter(|&c| !yiqi_record::notation::is_unprintable(c))
        .take(NAME_CHARS_MAX)
        .collect();
    kept.trim().to_owned()
}

/// The effect of a command.
#[derive(Default)]
struct Effect {
    anything: bool,
    changes: Option<Changes>,
}

/// Stores the game as it will be after these entries, and only then applies them. Returns what a
/// move among them changed.
///
/// # Errors
/// If it cannot be stored; nothing has changed then.
fn commit(
    store: Option<&Store>,
    game: &mut OpenGame,
    entries: &[Entry],
) -> Result<Option<Changes>, DeskError> {
    if entries.is_empty() {
        return Ok(None);
    }
    let is_move = |entry: &Entry| matches!(entry.event, Event::Move(_));
    let is_view_only = game.is_view_only() && !entries.iter().any(is_move);
    if !is_view_only {
        let next = game.session().clone().with_entries(entries);
        let next = next.expect("what a session decides it can apply");
        keep(store, game, &next, game.players())?;
    }
    game.set_view_only(is_view_only);
    let changes = entries.iter().filter_map(|entry| game.apply(entry));
    Ok(changes.last())
}

/// Stores a game as it will be; one that is over goes to the finished ones.
fn keep(
    store: Option<&Store>,
    game: &OpenGame,
    session: &Session,
    players: &BySeat<PlayerSpec>,
) -> Result<(), DeskError> {
    let Some(store) = store else {
        return Ok(());
    };
    let record = || game.record_of(session, players);
    let kept = match (session.result(), session.played().is_empty()) {
        (_, true) => store.forget(game.number),
        (Some(_), false) => store.finish(game.number, &record()),
        (None, false) => store
            .keep(game.number, &record())
            .and_then(|()| store.unfinish(game.number)),
    };
    kept.map_err(DeskError::NotKept)
}

/// The value, or `None` if the game refused the command.
fn unless_refused<T>(done: Result<T, DeskError>) -> Result<Option<T>, StoreError> {
    match done {
        Ok(done) => Ok(Some(done)),
        Err(DeskError::NotKept(error)) => Err(error),
        Err(_) => Ok(None),
    }
}
