//! Plays one game of a tournament.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use yiqi_players::{
    AnyEngine, Choice, FinishedTurn, PlayerError, ProgramSeat, Resources, SeatLimits, Stop, Turn,
};
use yiqi_record::notation::move_name;
use yiqi_record::{BySeat, EndReason, Entry, Event, GameResult, Record, Seat};
use yiqi_rules::{AnyPosition, Color, Point};
use yiqi_session::{Actor, Command, Refusal, Session, Stage, Terms};

use crate::adjudication::{EarlyEnd, solve};
use crate::cpu_time::CpuMeter;
use crate::game_end::{EndedGame, Ending, Forfeit, ForfeitKind, TimeUse};
use crate::log::DrawnGame;
use crate::plan::Plan;

/// Transposition table of an engine whose spec sets none, in MiB: many games run at once.
const HASH_MIB: usize = 16;

/// How much longer than its time an outside program is waited for where clocks count processor
/// time, in case it has to wait for a processor.
const PATIENCE: Duration = Duration::from_secs(60);

/// A game that was played.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// How it ended.
    pub end: EndedGame,
    /// Its record.
    pub record: Record,
}

/// A place at which games are played, one after another.
#[derive(Debug, Default)]
pub struct GameSlot {
    turn: Mutex<Option<RunningTurn>>,
    live: Mutex<Option<LiveGame>>,
}

/// A search that must end at some time.
#[derive(Debug)]
struct RunningTurn {
    stop: Stop,
    deadline: Option<Instant>,
}

/// A game in progress, as it can be watched.
#[derive(Clone, Debug)]
pub struct LiveGame {
    /// Who plays.
    pub drawn: DrawnGame,
    /// The position.
    pub position: AnyPosition,
    /// The stone placed last.
    pub last: Option<Point>,
    /// Plies so far.
    pub plies: usize,
    /// The evaluation of each player at its last move, from its own side.
    pub evals: BySeat<Option<i32>>,
    /// Milliseconds left on the clocks, if there are any.
    pub clocks: Option<BySeat<u64>>,
    /// The colors of the seats.
    pub colors: BySeat<Color>,
}

impl GameSlot {
    /// The game in progress, or the last one.
    #[must_use]
    pub fn live(&self) -> Option<LiveGame> {
        lock(&self.live).clone()
    }

    /// Ends a search that is past its deadline, or any if `all`.
    pub fn stop_turn(&self, all: bool) {
        if let Some(turn) = &*lock(&self.turn) {
            let is_late = turn.deadline.is_some_and(|at| Instant::now() >= at);
            if all || is_late {
                turn.stop.stop();
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plays one game of a tournament in this thread; `None` if it was stopped before its end. While it
/// runs, somebody else calls [`GameSlot::stop_turn`] every few milliseconds. The solver, created when
/// it is first needed, can be kept for the next game.
pub fn play_game(
    plan: &Plan,
    drawn: DrawnGame,
    slot: &GameSlot,
    stop: &Stop,
    solver: &mut Option<AnyEngine>,
) -> Option<PlayedGame> {
    let game = GameRun {
        plan,
        drawn,
        slot,
        stop,
        solver,
        is_watched: false,
    };
    game.play()
}

/// Plays a game; `None` if it was stopped before its end.
pub(crate) struct GameRun<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) drawn: DrawnGame,
    pub(crate) slot: &'a GameSlot,
    pub(crate) stop: &'a Stop,
    /// Solves endgames; created when it is first needed and kept for the next game.
    pub(crate) solver: &'a mut Option<AnyEngine>,
    pub(crate) is_watched: bool,
}

impl GameRun<'_> {
    pub(crate) fn play(mut self) -> Option<PlayedGame> {
        let plan = self.plan;
        let specs = self
            .drawn
            .players
            .map(|index| plan.limits.restrict(plan.players[index].spec.clone()));
        let is_outside = specs.each_ref().map(|spec| spec.kind.is_outside());
        let limits = SeatLimits {
            move_time: None,
            hash_mib: Some(HASH_MIB),
            patience: if plan.limits.is_cpu_time {
                PATIENCE
            } else {
                Duration::ZERO
            },
        };
        let seed = self.drawn.seed;
        let mut seats = BySeat {
            first: ProgramSeat::new(specs.first, limits, seed)?,
            second: ProgramSeat::new(specs.second, limits, seed.wrapping_add(1))?,
        };
        let mut state = Playing {
            session: self.begin()?,
            clock: Duration::ZERO,
            meters: BySeat::default(),
            time: BySeat::default(),
            evals: Vec::new(),
        };
        let ending = loop {
            if let Stage::Over(_) = state.session.stage() {
                break Ending::Played;
            }
            if self.stop.is_stopped() {
                return None;
            }
            if let Some(early) = self.early_end(&state) {
                return Some(self.adjudicated(state, early));
            }
            let seat = state.session.turn()?;
            self.show(&state);
            match self.take_turn(&mut state, &mut seats[seat], seat, is_outside[seat])? {
                None => {}
                Some(forfeit) => break Ending::Forfeited(forfeit),
            }
        };
        // The end stays in sight until the next game begins here.
        self.show(&state);
        let result = state.session.result()?;
        Some(PlayedGame {
            end: state.end(ending, result),
            record: state.session.record(),
        })
    }

    /// The game after its opening, with the clocks at their start.
    fn begin(&self) -> Option<Session> {
        let plan = self.plan;
        let opening = &plan.openings[self.drawn.opening];
        let tag = |key: &str, value: String| (key.to_owned(), value);
        let terms = Terms {
            players: self
                .drawn
                .players
                .map(|index| plan.players[index].name.clone()),
            time: plan.limits.time,
            start: opening.start.clone(),
            tags: vec![
                tag("Round", self.drawn.round.to_string()),
                tag("Game-Number", self.drawn.number.to_string()),
                tag("Opening", (self.drawn.opening + 1).to_string()),
            ],
            ..Terms::new(plan.game)
        };
        let moves = opening.moves.iter().map(|&mv| Event::Move(mv.into()));
        let branch = (!opening.moves.is_empty()).then_some(Event::Branch);
        let begin = Event::Begin {
            first: Color::Black,
        };
        let entries: Vec<Entry> = std::iter::once(begin)
            .chain(moves)
            .chain(branch)
            .map(|event| Entry { at_ms: 0, event })
            .collect();
        Session::new(terms).ok()?.with_entries(&entries).ok()
    }

    /// One turn. `None` if the tournament is stopped; a forfeit if the turn lost the game.
    fn take_turn(
        &mut self,
        state: &mut Playing,
        program: &mut ProgramSeat,
        seat: Seat,
        is_outside: bool,
    ) -> Option<Option<Forfeit>> {
        let turn = program.begin(&state.session, seat, state.now_ms())?;
        let measured = self.plan.limits.is_cpu_time;
        // What an outside program uses to get ready is not on its clock.
        let meter = &mut state.meters[seat];
        let start = measured.then(|| meter.begin());
        let (finished, used) = match turn.prepare() {
            Ok(turn) => {
                if let Some(start) = start {
                    meter.end(&start, is_outside);
                }
                let begun = measured.then(|| meter.begin());
                let (finished, passed) = self.run_turn(state, turn);
                let is_answered = finished.is_answered();
                // A program that did not answer has been ended.
                let used =
                    begun.map(|begun| state.meters[seat].end(&begun, is_outside && is_answered));
                (finished, used.unwrap_or(passed))
            }
            Err(finished) => (finished, Duration::ZERO),
        };
        let choice = program.finish(finished)?;
        state.clock += used;
        let now_ms = state.now_ms();
        let deadline = state.session.deadline();
        let time = &mut state.time[seat];
        let used_ms = u64::try_from(used.as_millis()).unwrap_or(u64::MAX);
        time.moves += 1;
        time.total_ms += used_ms;
        time.longest_ms = time.longest_ms.max(used_ms);
        if let Some(at) = deadline {
            let left = at.saturating_sub(1).saturating_sub(now_ms);
            time.margin_ms = Some(time.margin_ms.map_or(left, |least| least.min(left)));
        }
        let Choice { mv, eval } = match choice {
            Ok(choice) => choice,
            Err(error) => {
                let is_late = deadline.is_some_and(|at| now_ms >= at);
                return match ForfeitKind::of(&error) {
                    // Its time had run out, whoever noticed it first.
                    None | Some(ForfeitKind::Stall) if is_late => Some(state.run_out(seat, now_ms)),
                    None => None,
                    Some(kind) => Some(state.forfeit(seat, kind, &error)),
                };
            }
        };
        let command = Command::Play { mv, eval };
        match state.session.decide(Actor::Seat(seat), &command, now_ms, 0) {
            Ok(entries) => {
                let colors = state.session.colors();
                apply(&mut state.session, &entries);
                let for_black = |eval: i32| match colors[seat] {
                    Color::Black => eval,
                    Color::White => -eval,
                };
                state.evals.push(eval.map(for_black));
                Some(None)
            }
            Err(Refusal::TimeUp) => Some(state.run_out(seat, now_ms)),
            // The seat has checked the move.
            Err(_) => {
                let error = PlayerError::Illegal {
                    command: program.spec().to_string(),
                    answer: move_name(mv, self.plan.game),
                };
                Some(state.forfeit(seat, ForfeitKind::Illegal, &error))
            }
        }
    }

    /// Runs a turn, and returns the time that passed.
    fn run_turn(&self, state: &Playing, turn: Turn) -> (FinishedTurn, Duration) {
        let left = state.session.deadline().map(|at| {
            Duration::from_millis(at.saturating_sub(state.now_ms())) + Duration::from_millis(20)
        });
        *lock(&self.slot.turn) = Some(RunningTurn {
            stop: turn.stop_flag(),
            // Under a clock of processor time, nobody knows when that will be.
            deadline: left
                .filter(|_| !self.plan.limits.is_cpu_time)
                .and_then(|left| Instant::now().checked_add(left)),
        });
        // The stop may have come before the turn could be seen.
        if self.stop.is_stopped() {
            self.slot.stop_turn(true);
        }
        let begun = Instant::now();
        let finished = turn.run(&mut |_| {});
        let passed = begun.elapsed();
        *lock(&self.slot.turn) = None;
        (finished, passed)
    }

    fn early_end(&mut self, state: &Playing) -> Option<EarlyEnd> {
        let rules = &self.plan.adjudication;
        if let Some(early) = rules.by_evals(&state.evals) {
            return Some(early);
        }
        let position = state.session.position();
        if !rules.is_to_solve(position) {
            return None;
        }
        let resources = Resources {
            thread_count: 1,
            hash_mib: HASH_MIB,
        };
        let engine = self.solver.get_or_insert_with(|| AnyEngine::new(resources));
        solve(position, engine, self.stop)
    }

    /// The game with the result that was decided early: its record states it in the header.
    fn adjudicated(&self, mut state: Playing, (winner, reason): EarlyEnd) -> PlayedGame {
        self.show(&state);
        let note = Command::Comment(format!("adjudicated: {}", reason.name()));
        let at_ms = state.now_ms();
        if let Ok(entries) = state.session.decide(Actor::Host, &note, at_ms, 0) {
            apply(&mut state.session, &entries);
        }
        let result = GameResult {
            winner,
            reason: EndReason::Rules,
            score: None,
        };
        let mut record = state.session.record();
        record.header.result = Some(result);
        PlayedGame {
            end: state.end(Ending::Adjudicated(reason), result),
            record,
        }
    }

    fn show(&self, state: &Playing) {
        if !self.is_watched {
            return;
        }
        let session = &state.session;
        let view = session.view(state.now_ms());
        let last_eval = |seat: Seat| {
            let mut own = view.moves.iter().rev().filter(|mv| mv.seat == seat);
            own.next().and_then(|mv| mv.eval)
        };
        *lock(&self.slot.live) = Some(LiveGame {
            drawn: self.drawn,
            position: session.position().clone(),
            last: session.played().last().and_then(|ply| ply.mv.point()),
            plies: session.played().len(),
            evals: BySeat::from_fn(last_eval),
            clocks: view
                .clocks
                .map(|clocks| clocks.map(|clock| clock.remaining_ms)),
            colors: session.colors(),
        });
    }
}

/// A game in progress.
struct Playing {
    session: Session,
    /// The time of the session: only turns count, nothing that the tournament does between them.
    clock: Duration,
    meters: BySeat<CpuMeter>,
    time: BySeat<TimeUse>,
    /// One for each ply after the opening, from Black's side.
    evals: Vec<Option<i32>>,
}

impl Playing {
    fn now_ms(&self) -> u64 {
        u64::try_from(self.clock.as_millis()).unwrap_or(u64::MAX)
    }

    fn end(&self, ending: Ending, result: GameResult) -> EndedGame {
        EndedGame {
            result,
            first_color: self.session.colors().first,
            ending,
            plies: u32::try_from(self.session.played().len()).unwrap_or(u32::MAX),
            time: self.time,
        }
    }

    /// The loss of a seat whose time has run out.
    fn run_out(&mut self, seat: Seat, now_ms: u64) -> Option<Forfeit> {
        let deadline = self.session.deadline()?;
        let late_ms = now_ms.saturating_sub(deadline.saturating_sub(1));
        let spent_ms = self.session.spent_ms(now_ms);
        let entries = self
            .session
            .decide(Actor::Host, &Command::Tick, now_ms, 0)
            .unwrap_or_default();
        apply(&mut self.session, &entries);
        Some(Forfeit {
            seat,
            kind: ForfeitKind::Time,
            evidence: vec![
                format!("time: {spent_ms} ms for the move, {late_ms} ms too late"),
                self.moves_line(),
            ],
        })
    }

    /// The loss of a seat whose player failed.
    fn forfeit(&mut self, seat: Seat, kind: ForfeitKind, error: &PlayerError) -> Option<Forfeit> {
        let entries = self
            .session
            .decide(Actor::Host, &Command::Forfeit(seat), self.now_ms(), 0)
            .unwrap_or_default();
        let mut evidence = vec![error.to_string(), self.moves_line()];
        if let PlayerError::Forfeit(forfeit) = error {
            // The last lines to and from the program.
            evidence.extend(forfeit.evidence.dialog.iter().cloned());
        }
        apply(&mut self.session, &entries);
        Some(Forfeit {
            seat,
            kind,
            evidence,
        })
    }

    /// The moves so far, for whoever looks for the reason.
    fn moves_line(&self) -> String {
        let spec = self.session.terms().spec;
        let names: Vec<String> = self
            .session
            .played()
            .iter()
            .map(|ply| move_name(ply.mv, spec))
            .collect();
        format!("moves: {}", names.join(" "))
    }
}

fn apply(session: &mut Session, entries: &[Entry]) {
    for entry in entries {
        // What a session decides, it can apply.
        let applied = session.apply(entry);
        debug_assert!(applied.is_ok(), "{applied:?}");
    }
}
