//! One open game, and who plays in it.

use std::time::{Duration, Instant};

use yiqi_players::{
    Analysis, Answer, Choice, PlayerError, PlayerSpec, ProgramSeat, SeatLimits, Task, Way,
};
use yiqi_record::{BySeat, Entry, Event, Header, Record, Seat};
use yiqi_rules::{Changes, Color, Move};
use yiqi_session::{GameView, Session, Stage, Terms};

use crate::place::{Place, PlaceError};
use crate::thinking::Thinking;

/// The tags that keep who plays, by seat.
const PLAYER_TAGS: [(Seat, &str); 2] = [
    (Seat::First, "First-Player"),
    (Seat::Second, "Second-Player"),
];

/// How long the engine may look for a suggestion.
const SUGGESTION_TIME: Duration = Duration::from_secs(1);

/// One open game.
pub struct Game {
    session: Session,
    players: BySeat<PlayerSpec>,
    /// The programs at the seats, once they were needed. Dropped before `thinking`, which waits for
    /// the one that thinks to stop.
    programs: BySeat<Option<ProgramSeat>>,
    thinking: Option<(Seat, Thinking)>,
    /// The ply that is looked at, if it is not the last.
    viewed: Option<usize>,
    /// Until then nothing happens by itself: it could not be kept.
    postponed: Option<Instant>,
    opened: Instant,
    /// The time of the game when it was opened here.
    opened_ms: u64,
    /// Under which number it is kept.
    pub(crate) number: usize,
    /// The moves that stood when the person last saved or loaded it; `None` if never.
    saved: Option<Vec<Move>>,
    /// Whether it is only looked at.
    is_visited: bool,
    date: String,
}

impl Game {
    pub(crate) fn new(session: Session, players: BySeat<PlayerSpec>, number: usize) -> Game {
        let opened_ms = session.log().last().map_or(0, |entry| entry.at_ms);
        Game {
            saved: Some(moves_of(&session)),
            is_visited: false,
            session,
            players,
            programs: BySeat {
                first: None,
                second: None,
            },
            thinking: None,
            viewed: None,
            postponed: None,
            opened: Instant::now(),
            opened_ms,
            number,
            date: jiff::Zoned::now().strftime("%Y-%m-%d %H:%M").to_string(),
        }
    }

    /// The game of a record, with the players that it names. If its entries were made by another
    /// program and make no sense here, its moves are kept.
    pub(crate) fn of_record(record: &Record, number: usize) -> Option<Game> {
        let terms = Terms::of_record(record);
        let new = || Session::new(terms.clone()).ok();
        let session = match new()?.with_entries(record.entries()) {
            Ok(session) => session,
            Err(_) => {
                let moves = record.standing_moves().into_iter();
                let entries = entries_of(Color::Black, moves.map(|(played, _)| played.mv));
                new()?.with_entries(&entries).ok()?
            }
        };
        let session = begun(session);
        let mut players = BySeat {
            first: PlayerSpec::HUMAN,
            second: PlayerSpec::HUMAN,
        };
        for (seat, tag) in PLAYER_TAGS {
            if let Some(spec) = record.header.tag(tag).and_then(|text| text.parse().ok()) {
                players[seat] = spec;
            }
        }
        let mut game = Game::new(session, players, number);
        if let Some(date) = &record.header.date {
            game.date.clone_from(date);
        }
        Some(game)
    }

    /// The game as a record: what a save holds.
    #[must_use]
    pub fn record(&self) -> Record {
        self.record_of(&self.session, &self.players)
    }

    /// The record that this game would be with another session or other players.
    pub(crate) fn record_of(&self, session: &Session, players: &BySeat<PlayerSpec>) -> Record {
        let mut record = session.record();
        let header: &mut Header = &mut record.header;
        header.date = Some(self.date.clone());
        header.tags.retain(|(tag, _)| !is_player_tag(tag));
        for (seat, tag) in PLAYER_TAGS {
            let spec = players[seat].to_string();
            header.tags.push((tag.to_owned(), spec));
        }
        record
    }

    /// The game in play.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Who plays.
    #[must_use]
    pub fn players(&self) -> &BySeat<PlayerSpec> {
        &self.players
    }

    /// What is shown: the game as it is now, or the ply that is looked at.
    #[must_use]
    pub fn view(&self) -> GameView {
        match self.viewed {
            None => self.session.view(self.now_ms()),
            Some(ply) => self.session_at(ply).view(0),
        }
    }

    /// The ply that is looked at, if it is not the last.
    #[must_use]
    pub fn viewed(&self) -> Option<usize> {
        self.viewed
    }

    /// Number of plies that stand.
    #[must_use]
    pub fn ply_count(&self) -> usize {
        self.session.played().len()
    }

    /// Looks at a place of the game, or at where it stands.
    ///
    /// # Errors
    /// If there is no such place.
    pub fn look_at(&mut self, place: Place) -> Result<usize, PlaceError> {
        let plies = self.session.played();
        let ply = place.ply(plies)?;
        self.viewed = (ply < plies.len()).then_some(ply);
        Ok(ply)
    }

    /// What the thinking program thinks; `None` if nobody thinks, `Some(None)` if it has not said
    /// anything yet.
    #[must_use]
    pub fn thinking(&self) -> Option<Option<Analysis>> {
        self.thinking
            .as_ref()
            .map(|(_, thinking)| thinking.analysis())
    }

    /// Whether it is a person's turn, or nobody's.
    #[must_use]
    pub fn waits_for_person(&self) -> bool {
        self.session
            .turn()
            .is_none_or(|seat| self.players[seat].is_human())
    }

    /// Whether nothing has been played.
    #[must_use]
    pub fn is_untouched(&self) -> bool {
        self.ply_count() == 0 && self.session.terms().start.is_none()
    }

    /// Whether something would be lost if it were closed now.
    #[must_use]
    pub fn is_unsaved(&self) -> bool {
        self.result_is_open()
            && self.ply_count() > 0
            && !self.is_visited
            && self.saved.as_ref() != Some(&moves_of(&self.session))
    }

    /// Under which number it is kept: no two games of a desk have the same.
    #[must_use]
    pub fn number(&self) -> usize {
        self.number
    }

    /// Whether it is only looked at, and so not kept.
    pub(crate) fn is_visited(&self) -> bool {
        self.is_visited
    }

    pub(crate) fn set_visited(&mut self, is_visited: bool) {
        self.is_visited = is_visited;
    }

    /// Nobody has saved it: it was found when the program started.
    pub(crate) fn mark_unsaved(&mut self) {
        self.saved = None;
    }

    /// Whether the game goes on.
    #[must_use]
    pub fn result_is_open(&self) -> bool {
        !matches!(self.session.stage(), Stage::Over(_))
    }

    /// The seat whose person speaks when the face does not say which: the side to act if a person
    /// plays it, or else the only person.
    #[must_use]
    pub fn person(&self) -> Option<Seat> {
        let is_human = |seat: &Seat| self.players[*seat].is_human();
        self.session
            .turn()
            .filter(is_human)
            .or_else(|| Seat::BOTH.into_iter().find(is_human))
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
        self.send_away(seat);
    }

    /// Lets go of the program at a seat, in the middle of its turn if need be.
    fn send_away(&mut self, seat: Seat) {
        // Dropped first, it stops thinking, and is then waited for.
        self.programs[seat] = None;
        self.thinking.take_if(|(thinker, _)| *thinker == seat);
    }

    /// Stops the program that thinks, if one does.
    fn stop_thinking(&mut self) {
        if let Some(&(seat, _)) = self.thinking.as_ref() {
            self.send_away(seat);
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

    /// Puts the same game with other names in the place of this one.
    pub(crate) fn set_session(&mut self, session: Session) {
        self.session = session;
    }

    /// Whether nothing is to happen by itself for a while.
    pub(crate) fn is_postponed(&self) -> bool {
        self.postponed.is_some_and(|until| Instant::now() < until)
    }

    pub(crate) fn postpone(&mut self, time: Duration) {
        self.postponed = Instant::now().checked_add(time);
    }

    /// Puts another session in the place of this one: something was taken back.
    pub(crate) fn replace(&mut self, session: Session) {
        self.stop_thinking();
        self.viewed = None;
        self.opened_ms = session.log().last().map_or(0, |entry| entry.at_ms);
        self.opened = Instant::now();
        self.session = session;
    }

    /// Applies an entry that was decided.
    pub(crate) fn apply(&mut self, entry: &Entry) -> Option<Changes> {
        if matches!(entry.event, Event::Move(_) | Event::TakeBack { .. }) {
            self.viewed = None;
        }
        let before = self.ply_count();
        self.session
            .apply(entry)
            .expect("what a session decides it can apply");
        // Whoever was thinking thought about another position, or need not think any more.
        if self.ply_count() != before || self.session.stage() != Stage::Playing {
            self.stop_thinking();
        }
        // Nobody asks a program for a move after the end.
        if !self.result_is_open() {
            for seat in Seat::BOTH {
                self.send_away(seat);
            }
        }
        self.session
            .played()
            .last()
            .filter(|_| matches!(entry.event, Event::Move(_)))
            .cloned()
    }

    /// The position after so many plies, as a game of its own.
    pub(crate) fn session_at(&self, ply: usize) -> Session {
        let first = self
            .session
            .log()
            .iter()
            .find_map(|entry| match entry.event {
                Event::Begin { first } => Some(first),
                _ => None,
            })
            .unwrap_or(Color::Black);
        let moves = self.session.played().iter().map(|changes| changes.mv);
        let entries = entries_of(first, moves.take(ply));
        Session::new(self.session.terms().clone())
            .expect("the start position is the one of this game")
            .with_entries(&entries)
            .expect("the moves were legal in this game")
    }

    /// Starts the program whose turn it is, unless it thinks already.
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

    /// Sees to it that a program sits at a seat, if one plays there.
    fn seat_program(&mut self, seat: Seat, seed: u64) {
        if self.programs[seat].is_none() {
            let spec = self.players[seat].clone();
            self.programs[seat] = ProgramSeat::new(spec, SeatLimits::default(), seed);
        }
    }

    /// What the program at a seat says to an offer of the other side.
    pub(crate) fn answer(&mut self, seat: Seat, seed: u64) -> Option<Answer> {
        self.seat_program(seat, seed);
        let program = self.programs[seat].as_ref()?;
        program.answer(&self.session, seat)
    }

    /// The position that is shown, for an engine to suggest a move in; `None` if it is nobody's turn.
    #[must_use]
    pub fn suggestion_task(&self) -> Option<Task> {
        let shown = self.session_at(self.viewed.unwrap_or(self.ply_count()));
        shown.position().turn()?;
        Some(Task {
            time: Some(SUGGESTION_TIME.into()),
            ..Task::of(&shown)
        })
    }

    /// Makes the thinking program move at once.
    pub(crate) fn hurry(&self) {
        if let Some((seat, _)) = &self.thinking
            && let Some(program) = &self.programs[*seat]
        {
            program.hurry();
        }
    }

    /// Waits for the thinking program for a while; its answer counts only after `delay`.
    pub(crate) fn wait(&mut self, timeout: Duration, delay: Duration) -> bool {
        match &mut self.thinking {
            None => false,
            Some((_, thinking)) => thinking.wait(timeout) && thinking.elapsed() >= delay,
        }
    }

    /// What the program that thought has chosen.
    pub(crate) fn take_choice(&mut self) -> Option<(Seat, Result<Choice, PlayerError>)> {
        let (seat, thinking) = self.thinking.take()?;
        let program = self.programs[seat].as_mut()?;
        Some((seat, program.finish(thinking.take()?)?))
    }
}

fn moves_of(session: &Session) -> Vec<Move> {
    session.played().iter().map(|ply| ply.mv).collect()
}

fn is_player_tag(tag: &str) -> bool {
    PLAYER_TAGS.iter().any(|(_, own)| *own == tag)
}

/// A record from elsewhere without the programs that it would start here.
pub(crate) fn without_scripts(record: &Record) -> Record {
    let mut record = record.clone();
    record.header.tags.retain(|(tag, value)| {
        let is_script = value
            .parse()
            .is_ok_and(|spec: PlayerSpec| matches!(spec.way, Way::Script { .. }));
        !(is_player_tag(tag) && is_script)
    });
    record
}

/// A game that begins at once and in which these moves are played without taking time.
fn entries_of(first: Color, moves: impl Iterator<Item = Move>) -> Vec<Entry> {
    std::iter::once(Event::Begin { first })
        .chain(moves.map(|mv| Event::Move(mv.into())))
        .map(|event| Entry { at_ms: 0, event })
        .collect()
}

/// The session, begun if it has not.
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
