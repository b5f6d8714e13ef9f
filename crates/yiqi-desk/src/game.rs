//! One open game and its players.

use std::time::{Duration, Instant};

use yiqi_players::{
    Analysis, Choice, OfferReply, PlayerError, PlayerSpec, ProgramSeat, SeatLimits,
};
use yiqi_record::{BySeat, EndReason, Entry, Event, Header, Record, Seat};
use yiqi_rules::{AnyPosition, Changes, Color, Move};
use yiqi_session::{GameView, Session, Stage, Terms};

use crate::game_tree::{with_beginning, with_variations};
use crate::ply_ref::{PlyRef, PlyRefError};
use crate::thinking::Thinking;

/// The tags that store who plays, by seat.
const PLAYER_TAGS: [(Seat, &str); 2] = [
    (Seat::First, "First-Player"),
    (Seat::Second, "Second-Player"),
];

/// One open game.
pub struct OpenGame {
    session: Session,
    players: BySeat<PlayerSpec>,
    /// The programs at the seats, created when first needed. Dropped before `thinking`, which waits
    /// for the thinking one to stop.
    programs: BySeat<Option<ProgramSeat>>,
    thinking: Option<(Seat, Thinking)>,
    /// The ply that is shown, if it is not the last.
    viewed: Option<usize>,
    /// The variation that is shown instead of what was played.
    variation: Option<Session>,
    /// The record that it was opened from, if that has variations.
    source: Option<Box<Record>>,
    /// Nothing happens by itself until then, because storing it failed.
    postponed: Option<Instant>,
    opened: Instant,
    /// The game time at which it was opened here.
    opened_ms: u64,
    /// The number under which it is stored.
    pub(crate) number: usize,
    /// The moves when the person last saved or loaded it; `None` if never.
    saved: Option<Vec<Move>>,
    /// Moves that were taken back and can be played again, with the players' evaluations, in groups:
    /// each is what one take-back removed, the last group first.
    pub(crate) undone: Vec<Vec<(Move, Option<i32>)>>,
    /// Whether it is view-only.
    is_view_only: bool,
    date: String,
}

impl OpenGame {
    pub(crate) fn new(session: Session, players: BySeat<PlayerSpec>, number: usize) -> OpenGame {
        let opened_ms = session.log().last().map_or(0, |entry| entry.at_ms);
        OpenGame {
            saved: Some(moves_of(&session)),
            undone: Vec::new(),
            is_view_only: false,
            session,
            players,
            programs: BySeat {
                first: None,
                second: None,
            },
            thinking: None,
            viewed: None,
            variation: None,
            source: None,
            postponed: None,
            opened: Instant::now(),
            opened_ms,
            number,
            date: jiff::Zoned::now().strftime("%Y-%m-%d %H:%M").to_string(),
        }
    }

    /// The game of a record, with the players that it names. If the entries come from another
    /// program and are invalid in a session, only the moves are used.
    pub(crate) fn of_record(record: &Record, number: usize) -> Option<OpenGame> {
        let record = &with_beginning(record);
        let session = session_of(
            Terms::of_record(record),
            &record.entries().cloned().collect::<Vec<_>>(),
        )?;
        let session = begun(session);
        let mut game = OpenGame::new(session, players_of(record), number);
        if let Some(date) = &record.header.date {
            game.date.clone_from(date);
        }
        if record.has_branches() {
            game.source = Some(Box::new(record.clone()));
        }
        Some(game)
    }

    /// The game as a record, as it is saved.
    #[must_use]
    pub fn record(&self) -> Record {
        self.record_of(&self.session, &self.players)
    }

    /// The record of this game with another session or other players.
    pub(crate) fn record_of(&self, session: &Session, players: &BySeat<PlayerSpec>) -> Record {
        let mut record = session.record();
        let header: &mut Header = &mut record.header;
        header.date = Some(self.date.clone());
        header.tags.retain(|(tag, _)| !is_player_tag(tag));
        for (seat, tag) in PLAYER_TAGS {
            let spec = players[seat].to_string();
            header.tags.push((tag.to_owned(), spec));
        }
        match &self.source {
            Some(source) => with_variations(record, source),
            None => record,
        }
    }

    /// The session of the game.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The players.
    #[must_use]
    pub fn players(&self) -> &BySeat<PlayerSpec> {
        &self.players
    }

    /// The game that is shown: what was played, or a variation of it.
    #[must_use]
    pub fn shown(&self) -> &Session {
        self.variation.as_ref().unwrap_or(&self.session)
    }

    /// What is shown: the current position, an earlier one, or one of a variation.
    #[must_use]
    pub fn view(&self) -> GameView {
        match self.viewed() {
            None => self.session.view(self.now_ms()),
            Some(ply) => self.session_at(ply).view(0),
        }
    }

    /// The ply that is shown, if it is not the current position.
    #[must_use]
    pub fn viewed(&self) -> Option<usize> {
        let end = self.variation.as_ref().map(|line| line.played().len());
        self.viewed.or(end)
    }

    /// Shows a variation of the game, given by its entries, or what was played.
    ///
    /// # Errors
    /// If the entries are not a game.
    pub(crate) fn show_variation(&mut self, entries: Option<&[Entry]>) -> Option<()> {
        self.variation = match entries {
            Some(entries) => Some(session_of(self.session.terms().clone(), entries)?),
            None => None,
        };
        self.viewed = None;
        Some(())
    }

    /// The comments on the position that is shown, each with its author.
    #[must_use]
    pub fn shown_comments(&self) -> Vec<(Option<Seat>, Box<str>)> {
        let log = entries_to(self.shown().log(), self.shown_ply());
        let mut comments: Vec<_> = log
            .into_iter()
            .rev()
            .map_while(|entry| match entry.event {
                Event::Comment { seat, text } => Some((seat, text)),
                _ => None,
            })
            .collect();
        comments.reverse();
        comments
    }

    /// The number of plies before the position that is shown.
    #[must_use]
    pub fn shown_ply(&self) -> usize {
        self.viewed().unwrap_or(self.ply_count())
    }

    /// The number of plies, without those taken back.
    #[must_use]
    pub fn ply_count(&self) -> usize {
        self.session.played().len()
    }

    /// Shows an earlier position of the game, or the current one.
    ///
    /// # Errors
    /// If the game has no such ply.
    pub fn look_at(&mut self, ply_ref: PlyRef) -> Result<usize, PlyRefError> {
        let plies = self.shown().played();
        let ply = ply_ref.ply(plies)?;
        self.viewed = (ply < plies.len()).then_some(ply);
        Ok(ply)
    }

    /// The analysis of the program that is thinking; `None` if none is, `Some(None)` if it has not
    /// reported anything yet.
    #[must_use]
    pub fn thinking(&self) -> Option<Option<Analysis>> {
        self.thinking
            .as_ref()
            .map(|(_, thinking)| thinking.analysis())
    }

    /// Whether it is not a program's turn.
    #[must_use]
    pub fn waits_for_person(&self) -> bool {
        self.session
            .turn()
            .is_none_or(|seat| self.players[seat].is_human())
    }

    /// Whether no move has been made.
    #[must_use]
    pub fn is_untouched(&self) -> bool {
        self.ply_count() == 0 && self.session.terms().start.is_none()
    }

    /// Whether closing it now would lose something.
    #[must_use]
    pub fn is_unsaved(&self) -> bool {
        self.result_is_open()
            && self.ply_count() > 0
            && !self.is_view_only
            && self.saved.as_ref() != Some(&moves_of(&self.session))
    }

    /// The number under which it is stored; unique on a desk.
    #[must_use]
    pub fn number(&self) -> usize {
        self.number
    }

    /// The day on which it began, as in its record.
    #[must_use]
    pub fn date(&self) -> &str {
        self.date.split(' ').next().unwrap_or_default()
    }

    /// Whether it is view-only and so not stored.
    pub(crate) fn is_view_only(&self) -> bool {
        self.is_view_only
    }

    pub(crate) fn set_view_only(&mut self, is_view_only: bool) {
        self.is_view_only = is_view_only;
    }

    /// Marks it as unsaved: it was recovered at the start of the program.
    pub(crate) fn mark_unsaved(&mut self) {
        self.saved = None;
    }

    /// Whether the game is not over.
    #[must_use]
    pub fn result_is_open(&self) -> bool {
        !matches!(self.session.stage(), Stage::Over(_))
    }

    /// The seat that the person acts for if the face does not say: the side to act if a person
    /// plays it, or else the only person.
    #[must_use]
    pub fn person(&self) -> Option<Seat> {
        let is_human = |seat: &Seat| self.players[*seat].is_human();
        self.session
            .turn()
            .filter(is_human)
            .or_else(|| Seat::BOTH.into_iter().find(is_human))
    }

    /// Whether it ended by something other than a move, such as a resignation.
    #[must_use]
    pub fn ended_without_move(&self) -> bool {
        let result = self.session.result();
        result.is_some_and(|result| result.reason != EndReason::Rules)
    }

    /// The number of plies that are left if the person's last move among the first `plies` is taken
    /// back; `None` if there is none.
    pub(crate) fn undo_to(&self, plies: usize) -> Option<usize> {
        let both_human = Seat::BOTH.iter().all(|&seat| self.players[seat].is_human());
        let moves = self.session.view(0).moves;
        let is_own = |seat: Seat| both_human || self.players[seat].is_human();
        moves.get(..plies)?.iter().rposition(|ply| is_own(ply.seat))
    }

    pub(crate) fn mark_saved(&mut self) {
        self.saved = Some(moves_of(&self.session));
    }

    pub(crate) fn now_ms(&self) -> u64 {
        let here_ms = u64::try_from(self.opened.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.opened_ms.saturating_add(here_ms)
    }

    pub(crate) fn set_player(&mut self, seat: Seat, spec: PlayerSpec) {
        self.players[seat] = spec;
        self.remove_program(seat);
    }

    /// Removes the program at a seat, even in the middle of its turn.
    fn remove_program(&mut self, seat: Seat) {
        // Dropping the program stops its search; dropping `thinking` then waits for it.
        self.programs[seat] = None;
        self.thinking.take_if(|(thinker, _)| *thinker == seat);
    }

    /// Stops the program that is thinking, if any.
    fn stop_thinking(&mut self) {
        if let Some(&(seat, _)) = self.thinking.as_ref() {
            self.remove_program(seat);
        }
    }

    /// The same game with another name for a seat.
    pub(crate) fn renamed(&self, seat: Seat, name: String) -> Session {
        let mut terms = self.session.terms().clone();
        terms.players[seat] = name;
        Session::new(terms)
            .expect("the start position is the one of this game")
            .with_entries(self.session.log())
            .expect("the entries are those of this game")
    }

    /// Replaces the session by the same game with other names.
    pub(crate) fn set_session(&mut self, session: Session) {
        self.session = session;
    }

    /// Whether nothing should happen by itself for a while.
    pub(crate) fn is_postponed(&self) -> bool {
        self.postponed.is_some_and(|until| Instant::now() < until)
    }

    pub(crate) fn postpone(&mut self, time: Duration) {
        self.postponed = Instant::now().checked_add(time);
    }

    /// Replaces the session after a take-back.
    pub(crate) fn replace(&mut self, session: Session) {
        self.stop_thinking();
        self.viewed = None;
        self.variation = None;
        self.opened_ms = session.log().last().map_or(0, |entry| entry.at_ms);
        self.opened = Instant::now();
        self.session = session;
    }

    /// Applies a decided entry.
    pub(crate) fn apply(&mut self, entry: &Entry) -> Option<Changes> {
        if matches!(entry.event, Event::Move(_) | Event::TakeBack { .. }) {
            self.viewed = None;
            self.variation = None;
        }
        if matches!(entry.event, Event::Move(_)) {
            self.undone.clear();
        }
        let before = self.ply_count();
        self.session
            .apply(entry)
            .expect("what a session decides it can apply");
        // The position has changed or the game is not being played: the search is obsolete.
        if self.ply_count() != before || self.session.stage() != Stage::Playing {
            self.stop_thinking();
        }
        // Programs are not needed after the end.
        if !self.result_is_open() {
            for seat in Seat::BOTH {
                self.remove_program(seat);
            }
        }
        self.session
            .played()
            .last()
            .filter(|_| matches!(entry.event, Event::Move(_)))
            .cloned()
    }

    /// The game as it was after this many plies, with the times that the moves took and the comments
    /// on the last of them.
    pub(crate) fn session_at(&self, ply: usize) -> Session {
        Session::new(self.session.terms().clone())
            .expect("the start position is the one of this game")
            .with_entries(&entries_to(self.shown().log(), ply))
            .expect("the entries are the first ones of this game")
    }

    /// Starts the program whose turn it is, unless it is already thinking.
    pub(crate) fn start_thinking(&mut self, seed: u64) {
        let Some(seat) = self.session.turn() else {
            return;
        };
        self.seat_program(seat, seed);
        let now_ms = self.now_ms();
        if let Some(program) = &mut self.programs[seat]
            && let Some(turn) = program.begin(&self.session, seat, now_ms)
        {
            self.thinking = Some((seat, Thinking::start(turn)));
        }
    }

    /// Makes sure that the program of a seat is running, if one plays there.
    fn seat_program(&mut self, seat: Seat, seed: u64) {
        if self.programs[seat].is_none() {
            let spec = self.players[seat].clone();
            self.programs[seat] = ProgramSeat::new(spec, SeatLimits::default(), seed);
        }
    }

    /// How the program at a seat answers an offer from the other side.
    pub(crate) fn answer(&mut self, seat: Seat, seed: u64) -> Option<OfferReply> {
        self.seat_program(seat, seed);
        let program = self.programs[seat].as_ref()?;
        program.answer(&self.session, seat)
    }

    /// The position that is shown.
    #[must_use]
    pub fn shown_position(&self) -> AnyPosition {
        self.session_at(self.shown_ply()).position().clone()
    }

    /// Makes the thinking program move at once.
    pub(crate) fn move_now(&self) {
        if let Some((seat, _)) = &self.thinking
            && let Some(program) = &self.programs[*seat]
        {
            program.hurry();
        }
    }

    /// Waits for the thinking program; its move is not accepted before `delay` has passed.
    pub(crate) fn wait(&mut self, timeout: Duration, delay: Duration) -> bool {
        match &mut self.thinking {
            None => false,
            Some((_, thinking)) => thinking.wait(timeout) && thinking.elapsed() >= delay,
        }
    }

    /// The choice of the program that was thinking.
    pub(crate) fn take_choice(&mut self) -> Option<(Seat, Result<Choice, PlayerError>)> {
        let (seat, thinking) = self.thinking.take()?;
        let program = self.programs[seat].as_mut()?;
        Some((seat, program.finish(thinking.take()?)?))
    }
}

/// Who plays in a record: people, unless it names programs.
pub(crate) fn players_of(record: &Record) -> BySeat<PlayerSpec> {
    let mut players = BySeat {
        first: PlayerSpec::HUMAN,
        second: PlayerSpec::HUMAN,
    };
    for (seat, tag) in PLAYER_TAGS {
        if let Some(spec) = record.header.tag(tag).and_then(|text| text.parse().ok()) {
            players[seat] = spec;
        }
    }
    players
}

fn moves_of(session: &Session) -> Vec<Move> {
    session.played().iter().map(|ply| ply.mv).collect()
}

fn is_player_tag(tag: &str) -> bool {
    PLAYER_TAGS.iter().any(|(_, own)| *own == tag)
}

/// An untrusted record without the programs that it would start here.
pub(crate) fn without_scripts(record: &Record) -> Record {
    let mut record = record.clone();
    record.header.tags.retain(|(tag, value)| {
        let is_script = value
            .parse()
            .is_ok_and(|spec: PlayerSpec| spec.kind.is_outside());
        !(is_player_tag(tag) && is_script)
    });
    record
}

/// The game of these entries. If they come from another program and are invalid in a session, only
/// the moves and the comments are used.
fn session_of(terms: Terms, entries: &[Entry]) -> Option<Session> {
    let new = || Session::new(terms.clone()).ok();
    if let Ok(session) = new()?.with_entries(entries) {
        return Some(session);
    }
    let is_kept = |entry: &&Entry| {
        matches!(
            entry.event,
            Event::Begin { .. } | Event::Move(_) | Event::TakeBack { .. } | Event::Comment { .. }
        )
    };
    let mut last_ms = 0;
    let entries: Vec<Entry> = entries
        .iter()
        .filter(is_kept)
        .map(|entry| {
            last_ms = entry.at_ms.max(last_ms);
            Entry {
                at_ms: last_ms,
                event: entry.event.clone(),
            }
        })
        .collect();
    new()?.with_entries(&entries).ok()
}

/// The entries of a log up to the one that made this ply of those that were not taken back, and the
/// comments before the next one. Without what else happened before that: pauses, offers, the end.
fn entries_to(log: &[Entry], ply: usize) -> Vec<Entry> {
    // The places of the moves that were not taken back.
    let mut moves: Vec<usize> = Vec::new();
    for (index, entry) in log.iter().enumerate() {
        match entry.event {
            Event::Move(_) => moves.push(index),
            Event::TakeBack { plies } => {
                moves.truncate(moves.len().saturating_sub(usize::from(plies)));
            }
            _ => {}
        }
    }
    let next = moves.get(ply).copied().unwrap_or(log.len());
    let is_step = |entry: &Entry| {
        matches!(
            entry.event,
            Event::Begin { .. } | Event::Branch | Event::Move(_) | Event::TakeBack { .. }
        )
    };
    let end = log[..next].iter().rposition(is_step).map_or(0, |at| at + 1);
    let is_comment = |entry: &&Entry| matches!(entry.event, Event::Comment { .. });
    let comments = log[end..next].iter().filter(is_comment);
    log[..end].iter().chain(comments).cloned().collect()
}

/// The session, begun if it was not.
fn begun(session: Session) -> Session {
    match session.stage() {
        Stage::Waiting => {
            let begin = Entry {
                at_ms: 0,
                event: Event::Begin {
                    first: Color::Black,
                },
            };
            session.clone().with_entries([&begin]).unwrap_or(session)
        }
        _ => session,
    }
}
