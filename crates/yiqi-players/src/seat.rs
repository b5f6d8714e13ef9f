//! A program at a seat of a game.
//!
//! Hosts provide a thread for each [`Turn`] and pass on the result. Everything else is decided
//! here: the request, the time for it, the reply to an offer, and the name of a failure. So it is
//! the same at a desk, on a server and in a tournament.

use std::any::Any;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use yiqi_record::notation::move_name;
use yiqi_record::{OfferKind, Seat};
use yiqi_rules::{Aim, AnyPosition, Color, GameSpec, Point};
use yiqi_search::{Report, Stop};
use yiqi_session::{Command, GameView, Session, Stage};

use crate::any_engine::AnyEngine;
use crate::player::{Choice, MoveRequest, Player, PlayerError, Task};
use crate::spec::{PlayerKind, PlayerSpec};
use crate::time_left::TimeLeft;

/// A program at a seat. Dropping it stops its search.
pub struct ProgramSeat {
    spec: PlayerSpec,
    limits: SeatLimits,
    seed: u64,
    state: PlayerState,
    current: Option<Current>,
    turn_count: u64,
}

/// A host's limits for a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatLimits {
    /// Maximum time per move, unless the program's spec sets one.
    pub move_time: Option<Duration>,
    /// Transposition table size for engines whose spec sets none, in MiB.
    pub hash_mib: Option<usize>,
    /// How much longer than its time to wait for an outside program.
    pub patience: Duration,
}

/// The state of the seat's player.
enum PlayerState {
    /// Created on its first turn.
    NotCreated,
    Ready(Box<dyn Player>),
    /// Lent to a turn that is still running.
    Running,
    /// It crashed and is not used again.
    Crashed,
}

/// The turn in progress.
struct Current {
    number: u64,
    position: AnyPosition,
    stop: Stop,
}

impl ProgramSeat {
    /// A program without a turn yet; `None` if the spec names a person.
    #[must_use]
    pub fn new(spec: PlayerSpec, limits: SeatLimits, seed: u64) -> Option<ProgramSeat> {
        (!spec.is_human()).then_some(ProgramSeat {
            spec,
            limits,
            seed,
            state: PlayerState::NotCreated,
            current: None,
            turn_count: 0,
        })
    }

    /// The spec of the program.
    #[must_use]
    pub fn spec(&self) -> &PlayerSpec {
        &self.spec
    }

    /// Whether it is thinking about the current position.
    #[must_use]
    pub fn is_thinking(&self) -> bool {
        self.current.is_some()
    }

    /// Whether this is the turn in progress.
    #[must_use]
    pub fn is_current(&self, turn: u64) -> bool {
        let is_it = |current: &Current| current.number == turn;
        self.current.as_ref().is_some_and(is_it)
    }

    /// The turn to run now. Stops a search whose position has changed. `None` if it is not this
    /// seat's turn, a search is running, or the last turn has not come back.
    pub fn begin(&mut self, session: &Session, seat: Seat, now_ms: u64) -> Option<Turn> {
        let is_due = session.stage() == Stage::Playing && session.turn() == Some(seat);
        let position = session.position();
        if let Some(current) = &self.current {
            if is_due && current.position == *position {
                return None;
            }
            self.stop();
        }
        if !is_due {
            return None;
        }
        let player = match mem::replace(&mut self.state, PlayerState::Running) {
            PlayerState::NotCreated => self.player()?,
            PlayerState::Ready(player) => player,
            elsewhere => {
                self.state = elsewhere;
                return None;
            }
        };
        self.turn_count += 1;
        let stop = Stop::new();
        self.current = Some(Current {
            number: self.turn_count,
            position: position.clone(),
            stop: stop.clone(),
        });
        Some(Turn {
            number: self.turn_count,
            player,
            task: Task {
                time: self.time(session, seat, now_ms),
                ..Task::of(session)
            },
            stop,
            begun: Instant::now(),
            hash_mib: self.hash_mib(),
            patience: self.limits.patience,
            is_outside: self.spec.kind.is_outside(),
        })
    }

    /// Stops the search and discards its result.
    pub fn stop(&mut self) {
        if let Some(current) = self.current.take() {
            current.stop.stop();
        }
    }

    /// Ends an outside program until its next turn.
    pub fn rest(&mut self) {
        let is_idle = matches!(self.state, PlayerState::Ready(_));
        if is_idle && self.spec.kind.is_outside() {
            self.state = PlayerState::NotCreated;
        }
    }

    /// Makes it move at once. An outside program cannot be hurried.
    pub fn hurry(&self) {
        if let Some(current) = &self.current
            && !self.spec.kind.is_outside()
        {
            current.stop.stop();
        }
    }

    /// Takes back a finished turn. `None` if its choice is out of date.
    pub fn finish(&mut self, finished: FinishedTurn) -> Option<Result<Choice, PlayerError>> {
        self.state = match finished.player {
            Some(player) => PlayerState::Ready(player),
            None => PlayerState::Crashed,
        };
        if !self.is_current(finished.turn) {
            return None;
        }
        self.current = None;
        Some(finished.choice)
    }

    /// The reply to the opponent's first open offer. Take-backs, pauses and rematches are always
    /// accepted; a draw if nobody can win anymore, or if the game is well advanced and the program
    /// was not better than even after any of its last moves.
    #[must_use]
    pub fn answer(&self, session: &Session, seat: Seat) -> Option<OfferReply> {
        let view = session.view(0);
        let offer = view.offers[seat.other()].first()?.kind();
        Some(OfferReply {
            offer,
            accepts: offer != OfferKind::Draw || accepts_draw(&view, session.position(), seat),
        })
    }

    /// The size of the transposition table for its engine; `None` if it has no engine.
    fn hash_mib(&self) -> Option<usize> {
        let PlayerKind::Engine(options) = &self.spec.kind else {
            return None;
        };
        let usual = self.limits.hash_mib;
        Some(match (options.hash, usual) {
            (None, Some(usual)) => usual,
            _ => options.resources().hash_mib,
        })
    }

    fn player(&self) -> Option<Box<dyn Player>> {
        let mut spec = self.spec.clone();
        if let (PlayerKind::Engine(options), Some(mib)) = (&mut spec.kind, self.limits.hash_mib)
            && options.hash.is_none()
        {
            options.hash = Some(mib);
            spec.name.get_or_insert_with(|| self.spec.to_string());
        }
        spec.player(self.seed)
    }

    /// The time for a move, from the clock and the host's limits.
    fn time(&self, session: &Session, seat: Seat, now_ms: u64) -> Option<TimeLeft> {
        let rule = session.terms().time.clock;
        let on_clock = session.view(now_ms).clocks.and_then(|clocks| {
            let left = Duration::from_millis(clocks[seat].remaining_ms);
            TimeLeft::on_clock(rule, left, clocks[seat].periods)
        });
        let own = match &self.spec.kind {
            PlayerKind::Engine(options) => options.time,
            PlayerKind::Program(program) => program.time,
            _ => None,
        };
        let Some(most) = self.limits.move_time.map(|most| own.unwrap_or(most)) else {
            return on_clock;
        };
        Some(match on_clock {
            Some(left) => left.at_most(most, session.position()),
            None => most.into(),
        })
    }
}

impl Drop for ProgramSeat {
    fn drop(&mut self) {
        self.stop();
    }
}

/// One turn of a program, to run on a thread.
pub struct Turn {
    number: u64,
    player: Box<dyn Player>,
    task: Task,
    stop: Stop,
    begun: Instant,
    hash_mib: Option<usize>,
    patience: Duration,
    is_outside: bool,
}

/// The result of a turn, with the player for the next one.
pub struct FinishedTurn {
    turn: u64,
    player: Option<Box<dyn Player>>,
    choice: Result<Choice, PlayerError>,
}

impl Turn {
    /// The number of the turn, to tell its reports from those of earlier turns.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The size of the transposition table that the turn needs, in MiB; `None` if it needs no
    /// engine.
    #[must_use]
    pub fn hash_mib(&self) -> Option<usize> {
        self.hash_mib
    }

    /// The game, board size and rules.
    #[must_use]
    pub fn spec(&self) -> GameSpec {
        self.task.spec()
    }

    /// A flag that makes the program move at once; an outside program gives no move then.
    #[must_use]
    pub fn stop_flag(&self) -> Stop {
        self.stop.clone()
    }

    /// Starts an outside program that is not running yet; its time begins afterward.
    ///
    /// # Errors
    /// If it could not be started; the turn is finished then.
    pub fn prepare(mut self) -> Result<Turn, FinishedTurn> {
        let request = MoveRequest::new(&self.task).with_stop(&self.stop);
        match self.player.prepare(&request) {
            Ok(()) => Ok(Turn {
                begun: Instant::now(),
                ..self
            }),
            Err(error) => Err(FinishedTurn {
                turn: self.number,
                player: Some(self.player),
                choice: Err(error),
            }),
        }
    }

    /// Whether it is an outside program.
    #[must_use]
    pub fn is_outside(&self) -> bool {
        self.is_outside
    }

    /// Runs the search. `report` is called with interim results.
    pub fn run(self, report: &mut Report) -> FinishedTurn {
        self.run_with(None, report)
    }

    /// Runs the search on an engine that the host lends for this turn, so that the player keeps no
    /// memory between turns.
    pub fn run_with(mut self, engine: Option<&mut AnyEngine>, report: &mut Report) -> FinishedTurn {
        // Waiting for a thread counts as the program's time.
        let waited = self.begun.elapsed();
        self.task.time = self.task.time.map(|left| left.after(waited));
        let name = self.player.name();
        let request = MoveRequest::new(&self.task)
            .with_stop(&self.stop)
            .with_engine(engine)
            .with_patience(self.patience);
        let ask = AssertUnwindSafe(|| ask(&mut *self.player, request.with_report(report)));
        let (player, choice) = match catch_unwind(ask) {
            Ok(choice) => (Some(self.player), choice),
            Err(panic) => (
                None,
                Err(PlayerError::Crashed {
                    player: name,
                    problem: panic_message(&*panic),
                }),
            ),
        };
        FinishedTurn {
            turn: self.number,
            player,
            choice,
        }
    }
}

impl FinishedTurn {
    /// Whether the player chose a move.
    #[must_use]
    pub fn is_answered(&self) -> bool {
        self.choice.is_ok()
    }

    /// Whether the player crashed; an engine that was lent to it must not be used again.
    #[must_use]
    pub fn is_crashed(&self) -> bool {
        self.player.is_none()
    }
}

/// Asks a player for a move and checks that it is legal.
///
/// # Errors
/// If the player cannot choose, or chooses an illegal move.
pub(crate) fn ask(
    player: &mut dyn Player,
    request: MoveRequest<'_>,
) -> Result<Choice, PlayerError> {
    let task = request.task;
    let choice = player.choose(request)?;
    match task.position.check(choice.mv) {
        Ok(()) => Ok(choice),
        Err(_) => Err(PlayerError::Illegal {
            command: player.name(),
            answer: move_name(choice.mv, task.spec()),
        }),
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("it panicked")
        .to_owned()
}

/// A program's reply to an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfferReply {
    /// The offer.
    pub offer: OfferKind,
    /// Whether it accepts.
    pub accepts: bool,
}

impl From<OfferReply> for Command {
    fn from(answer: OfferReply) -> Command {
        match answer.accepts {
            true => Command::Accept(answer.offer),
            false => Command::Decline(answer.offer),
        }
    }
}

/// An evaluation up to this, in hundredths, counts as even: one stone in Reversi, a hundredth of a
/// won game in Gomoku.
const DRAW_MARGIN: i32 = 100;

/// The number of a program's last moves after which it must not have been better than even.
const DRAW_MOVES: usize = 4;

/// Whether a program agrees to a draw: if no other result is possible or, in an advanced game, if
/// it was not better than even after any of its last moves. A program without evaluations declines.
fn accepts_draw(view: &GameView, position: &AnyPosition, seat: Seat) -> bool {
    if can_only_draw(position) {
        return true;
    }
    let points = usize::from(position.size()).pow(2);
    // In Reversi half of the board, in the other games a fifth.
    let advanced = match position.spec().game().aim() {
        Aim::Stones => points / 2,
        Aim::Row { .. } | Aim::Nothing => points / 5,
    };
    let own = view.moves.iter().rev().filter(|mv| mv.seat == seat);
    let last: Vec<Option<i32>> = own.take(DRAW_MOVES).map(|mv| mv.eval).collect();
    // Where there was only one move, there is no evaluation.
    let mut evals = last.iter().flatten().peekable();
    let has_evals = evals.peek().is_some();
    let is_even = has_evals && evals.all(|&eval| eval <= DRAW_MARGIN);
    view.moves.len() >= advanced && last.len() == DRAW_MOVES && is_even
}

/// Whether nobody can win anymore.
fn can_only_draw(position: &AnyPosition) -> bool {
    match position.spec().game().aim() {
        Aim::Nothing => true,
        Aim::Row { length } => !has_open_row(position, length),
        Aim::Stones => false,
    }
}

/// Whether one color can still fill `length` points in a row.
fn has_open_row(position: &AnyPosition, length: u8) -> bool {
    let size = position.size();
    let is_open = |col: u8, row: u8, (right, down): (i8, i8)| {
        let at = |start: u8, step: i8, index: u8| start.checked_add_signed(step * index as i8);
        let row: Option<Vec<Option<Color>>> = (0..length)
            .map(|index| {
                let point = Point::new(at(col, right, index)?, at(row, down, index)?)?;
                let is_inside = point.col() < size && point.row() < size;
                is_inside.then(|| position.at(point))
            })
            .collect();
        row.is_some_and(|row| Color::BOTH.iter().any(|&color| !row.contains(&Some(color))))
    };
    let rows = [(1, 0), (0, 1), (1, 1), (1, -1)];
    (0..size).any(|row| (0..size).any(|col| rows.iter().any(|&step| is_open(col, row, step))))
}

#[cfg(test)]
#[expect(clippy::unwrap_used, reason = "a test may panic")]
mod tests {
    use super::*;
    use yiqi_record::notation::parse_move;
    use yiqi_session::{Actor, Terms};

    fn session(spec: &str, moves: &str, evals: [Option<i32>; 2]) -> Session {
        let mut session = Session::new(Terms::new(spec.parse().unwrap())).unwrap();
        let mut does = |actor, command: &Command| {
            for entry in session.decide(actor, command, 0, 0).unwrap() {
                session.apply(&entry).unwrap();
            }
        };
        does(Actor::Host, &Command::Start);
        for (index, name) in moves.split_whitespace().enumerate() {
            let mv = parse_move(name, spec.parse().unwrap()).unwrap();
            let eval = evals[index % 2];
            let seat = Seat::BOTH[index % 2];
            does(Actor::Seat(seat), &Command::Play { mv, eval });
        }
        session
    }

    fn seat(spec: &str) -> ProgramSeat {
        let limits = SeatLimits::default();
        ProgramSeat::new(spec.parse().unwrap(), limits, 1).unwrap()
    }

    fn accepts(spec: &str, moves: &str, eval: Option<i32>) -> bool {
        let mut session = session(spec, moves, [None, eval]);
        let offer = Command::Offer(yiqi_session::Request::Draw);
        for entry in session
            .decide(Actor::Seat(Seat::First), &offer, 0, 0)
            .unwrap()
        {
            session.apply(&entry).unwrap();
        }
        let answer = seat("random").answer(&session, Seat::Second).unwrap();
        assert_eq!(answer.offer, OfferKind::Draw);
        answer.accepts
    }

    /// Ten plies on 7×7, which is advanced there.
    const TEN: &str = "a1 a2 b1 b2 d3 d4 f5 f6 g7 g5";

    #[test]
    fn a_program_agrees_to_a_draw_when_it_is_not_better() {
        assert!(accepts("gomoku:7", TEN, Some(-500)));
        assert!(accepts("gomoku:7", TEN, Some(0)));
        assert!(accepts("gomoku:7", TEN, Some(DRAW_MARGIN)));
        assert!(!accepts("gomoku:7", TEN, Some(DRAW_MARGIN + 1)));
        assert!(!accepts("gomoku:7", TEN, None), "it evaluates nothing");
        assert!(!accepts("gomoku:7", "", None));
    }

    #[test]
    fn a_program_declines_a_draw_until_the_game_is_advanced() {
        assert!(!accepts("gomoku", "h8 a1", Some(-500)));
        assert!(!accepts(
            "gomoku",
            "h8 a1 i9 c1 j11 e1 k13 g1 l15 i1",
            Some(0)
        ));
        assert!(!accepts("reversi", "d3 c5 f6 f5 e6 e3", Some(0)));
    }

    #[test]
    fn a_program_that_was_better_a_few_moves_ago_declines_a_draw() {
        let mut session = session("gomoku:7", "a1 a2", [None, Some(DRAW_MARGIN + 1)]);
        for (index, name) in "b1 b2 d3 d4 f5 f6 g7".split(' ').enumerate() {
            let mv = parse_move(name, session.terms().spec).unwrap();
            let play = Command::Play { mv, eval: Some(0) };
            let seat = Seat::BOTH[index % 2];
            for entry in session.decide(Actor::Seat(seat), &play, 0, 0).unwrap() {
                session.apply(&entry).unwrap();
            }
        }
        // Nine plies: one of its four moves was better than even.
        let view = session.view(0);
        assert!(!accepts_draw(&view, session.position(), Seat::Second));
    }

    #[test]
    fn a_program_agrees_to_a_draw_when_nobody_can_win() {
        assert!(accepts("peace", "", None));
        // On 5×5, two stones in each of the twelve rows are enough.
        let moves = "a1 b1 c2 d2 d4 e4 a5 b5 b3 c3 a4 c4 c5 e1 d1 a2 e2 d5 e5 a3 d3 e3";
        let is_full = |count: usize| {
            let some: Vec<&str> = moves.split(' ').take(count).collect();
            session("gomoku:5", &some.join(" "), [None, None])
        };
        assert!(!can_only_draw(is_full(4).position()));
        assert!(can_only_draw(is_full(22).position()));
    }

    #[test]
    fn a_take_back_is_accepted() {
        let mut session = session("gomoku", "h8", [None, None]);
        let offer = Command::Offer(yiqi_session::Request::TakeBack);
        for entry in session
            .decide(Actor::Seat(Seat::First), &offer, 0, 0)
            .unwrap()
        {
            session.apply(&entry).unwrap();
        }
        let answer = seat("random").answer(&session, Seat::Second).unwrap();
        assert_eq!(Command::from(answer), Command::Accept(OfferKind::TakeBack));
    }

    #[test]
    fn a_turn_runs_once_and_only_while_it_is_current() {
        let mut program = seat("random");
        let first = session("gomoku", "", [None, None]);
        assert!(
            program.begin(&first, Seat::Second, 0).is_none(),
            "not its turn"
        );
        let turn = program.begin(&first, Seat::First, 0).unwrap();
        assert!(program.begin(&first, Seat::First, 0).is_none(), "it thinks");
        assert!(program.is_current(turn.number()));
        let choice = program.finish(turn.run(&mut |_| {})).unwrap().unwrap();
        assert!(first.position().check(choice.mv).is_ok());
        assert!(!program.is_thinking());

        let turn = program.begin(&first, Seat::First, 0).unwrap();
        let later = session("gomoku", "h8 a1", [None, None]);
        assert!(
            program.begin(&later, Seat::First, 0).is_none(),
            "still away"
        );
        assert!(program.finish(turn.run(&mut |_| {})).is_none(), "outdated");
        assert!(program.begin(&later, Seat::First, 0).is_some());
    }

    #[test]
    fn the_hosts_limits_cap_the_clock() {
        let limits = SeatLimits {
            move_time: Some(Duration::from_secs(10)),
            hash_mib: Some(16),
            patience: Duration::ZERO,
        };
        let time = |spec: &str, clock: &str| {
            let mut terms = Terms::new("reversi".parse().unwrap());
            terms.time = clock.parse().unwrap();
            let mut session = Session::new(terms).unwrap();
            for entry in session.decide(Actor::Host, &Command::Start, 0, 0).unwrap() {
                session.apply(&entry).unwrap();
            }
            let program = ProgramSeat::new(spec.parse().unwrap(), limits, 1).unwrap();
            program.time(&session, Seat::First, 0).unwrap().time
        };
        assert_eq!(time("random", "none"), Duration::from_secs(10));
        assert_eq!(time("engine:time=2s", "none"), Duration::from_secs(2));
        assert_eq!(time("random", "move 3s"), Duration::from_secs(3));
        assert_eq!(time("random", "move 60s"), Duration::from_secs(10));
        assert!(
            seat("random")
                .time(&session("reversi", "", [None; 2]), Seat::First, 0)
                .is_none()
        );
    }

    // Fault 16.
    #[test]
    fn a_player_on_a_lent_engine_keeps_no_memory() {
        let mut lent = AnyEngine::new(yiqi_search::Resources {
            thread_count: 1,
            hash_mib: 9,
        });
        let mut program = seat("engine:depth=6,hash=9");
        let begun = session("reversi", "", [None, None]);
        let turn = program.begin(&begun, Seat::First, 0).unwrap();
        assert_eq!(turn.hash_mib(), Some(9));
        let mut nodes = Vec::new();
        let count = &mut |analysis: &yiqi_search::Analysis| nodes.push(analysis.nodes);
        let finished = turn.run_with(Some(&mut lent), count);
        assert!(!finished.is_crashed());
        assert!(program.finish(finished).unwrap().is_ok());
        // What was found is with the engine, and the player begins again on its own.
        let mut search = |engine: Option<&mut AnyEngine>| {
            let turn = program.begin(&begun, Seat::First, 0).unwrap();
            let mut nodes = 0;
            let finished = turn.run_with(engine, &mut |analysis| nodes = analysis.nodes);
            assert!(program.finish(finished).unwrap().is_ok());
            nodes
        };
        assert!(search(Some(&mut lent)) < *nodes.last().unwrap());
        assert_eq!(search(None), *nodes.last().unwrap());
        assert_eq!(
            seat("random")
                .begin(&begun, Seat::First, 0)
                .unwrap()
                .hash_mib(),
            None
        );
    }

    struct Bad(fn() -> Choice);

    impl Player for Bad {
        fn name(&self) -> String {
            "bad".to_owned()
        }

        fn choose(&mut self, _: MoveRequest<'_>) -> Result<Choice, PlayerError> {
            Ok(self.0())
        }
    }

    // Fault 48.
    #[test]
    fn a_player_that_panics_or_cheats_is_named_in_the_error() {
        let session = session("gomoku", "h8", [None, None]);
        let fails = |choose: fn() -> Choice| {
            let mut program = seat("random");
            program.state = PlayerState::Ready(Box::new(Bad(choose)));
            let turn = program.begin(&session, Seat::Second, 0).unwrap();
            let error = program.finish(turn.run(&mut |_| {})).unwrap().unwrap_err();
            let is_asked_again = program.begin(&session, Seat::Second, 0).is_some();
            (error.to_string(), is_asked_again)
        };
        let occupied = || Choice::from(parse_move("h8", GameSpec::GOMOKU).unwrap());
        let (error, is_asked_again) = fails(occupied);
        assert_eq!(error, "'bad' answered 'h8', which is not a legal move");
        assert!(is_asked_again);
        let (error, is_asked_again) =
            fails(|| std::panic::resume_unwind(Box::new("a move at hand")));
        assert_eq!(error, "'bad' crashed: a move at hand");
        assert!(!is_asked_again);
    }
}
