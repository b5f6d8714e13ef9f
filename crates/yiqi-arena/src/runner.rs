//! Plays the games of a tournament on several threads.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use yiqi_players::{AnyEngine, Engine, Limits, PlayerKind, Resources, SearchRequest, Stop};

use crate::game::{GameRun, GameSlot, PlayedGame};
use crate::journal::{Journal, JournalError};
use crate::log::{DrawnGame, LogEntry, Span};
use crate::plan::Plan;
use crate::schedule::due;
use crate::tournament::Tournament;

/// How often deadlines, the stop flag and the display are looked after.
const LOOK_INTERVAL: Duration = Duration::from_millis(20);

/// Games drawn ahead of those being played, so that nobody waits for the disk.
const AHEAD: usize = 64;

/// How a tournament is played.
pub struct RunOptions<'a> {
    /// Games at the same time.
    pub concurrency: usize,
    /// Stops the tournament. Games in progress are abandoned and played again after a resume.
    pub stop: Stop,
    /// Plays games on other machines; without it they are played here.
    pub elsewhere: Option<Arc<PlayElsewhere>>,
    /// Whether games can be watched through [`RunView::slots`].
    pub is_watched: bool,
    /// Called a few dozen times a second and after games have ended.
    pub report: &'a mut dyn FnMut(&RunView<'_>),
}

/// Plays a game on another machine and waits for its end. The flag stops it.
pub type PlayElsewhere = dyn Fn(&Plan, DrawnGame, &Stop) -> ElsewhereEnd + Send + Sync;

/// How a game on another machine ended.
#[derive(Clone, Debug)]
pub enum ElsewhereEnd {
    /// It was played.
    Played(Box<PlayedGame>),
    /// It was stopped.
    Stopped,
    /// It cannot be played there, and has to be played here.
    Refused,
}

/// What can be seen while a tournament is played.
pub struct RunView<'a> {
    /// The tournament so far.
    pub tournament: &'a Tournament,
    /// The places at which games are played.
    pub slots: &'a [Arc<GameSlot>],
    /// The games that ended since the last call.
    pub ended: &'a [u32],
}

/// How playing ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunEnd {
    /// The tournament is over.
    Finished,
    /// It was stopped before its end.
    Stopped,
}

/// A message of a thread that plays games.
enum FromWorker {
    Begun(u32),
    Ended(u32, Box<PlayedGame>),
    /// Stopped before its end.
    Abandoned,
}

/// Plays what is left of a tournament.
///
/// # Errors
/// If the log cannot be written; what was written before is intact.
pub fn run(
    tournament: &mut Tournament,
    journal: Option<&mut Journal>,
    options: RunOptions<'_>,
) -> Result<RunEnd, JournalError> {
    let RunOptions {
        concurrency,
        stop,
        elsewhere,
        is_watched,
        report,
    } = options;
    warm_up(tournament.plan(), &stop);
    let slots: Vec<Arc<GameSlot>> = (0..concurrency.max(1)).map(|_| Arc::default()).collect();
    let (jobs, waiting) = mpsc::channel::<DrawnGame>();
    let waiting = Arc::new(Mutex::new(waiting));
    let (results, messages) = mpsc::channel();
    let plan = Arc::new(tournament.plan().clone());
    let workers: Vec<_> = slots
        .iter()
        .map(|slot| {
            let worker = Worker {
                plan: Arc::clone(&plan),
                slot: Arc::clone(slot),
                stop: stop.clone(),
                jobs: Arc::clone(&waiting),
                results: results.clone(),
                elsewhere: elsewhere.clone(),
                is_watched,
            };
            thread::spawn(move || worker.run())
        })
        .collect();
    drop(results);
    let mut play = Play {
        tournament,
        journal,
        jobs: Some(jobs),
        messages,
        slots: &slots,
        running: 0,
        queue: VecDeque::new(),
    };
    // What was drawn before a kill is played first.
    play.queue = play
        .tournament
        .open_games()
        .map(|game| game.drawn)
        .collect();
    let end = play.run(&stop, report);
    // Without jobs the workers end, at the latest when their searches are stopped.
    play.jobs = None;
    if end.is_err() {
        stop.stop();
    }
    for slot in &slots {
        slot.stop_turn(stop.is_stopped());
    }
    for worker in workers {
        while !worker.is_finished() {
            for slot in &slots {
                slot.stop_turn(stop.is_stopped());
            }
            thread::sleep(Duration::from_millis(1));
        }
        // A panic of a player is caught in its turn.
        let _ = worker.join();
    }
    end
}

/// The state of a tournament that is being played.
struct Play<'a> {
    tournament: &'a mut Tournament,
    journal: Option<&'a mut Journal>,
    jobs: Option<Sender<DrawnGame>>,
    messages: Receiver<FromWorker>,
    slots: &'a [Arc<GameSlot>],
    /// Games handed to the workers and not over.
    running: usize,
    queue: VecDeque<DrawnGame>,
}

impl Play<'_> {
    fn run(
        &mut self,
        stop: &Stop,
        report: &mut dyn FnMut(&RunView<'_>),
    ) -> Result<RunEnd, JournalError> {
        loop {
            if !stop.is_stopped() {
                self.hand_out()?;
            }
            if self.running == 0 {
                self.show(&[], report);
                return Ok(if stop.is_stopped() && !self.is_over() {
                    RunEnd::Stopped
                } else {
                    RunEnd::Finished
                });
            }
            let ended = self.collect()?;
            self.show(&ended, report);
            for slot in self.slots {
                slot.stop_turn(stop.is_stopped());
            }
        }
    }

    fn is_over(&self) -> bool {
        self.tournament.open_count() == 0 && due(self.tournament, 1).is_empty()
    }

    fn show(&self, ended: &[u32], report: &mut dyn FnMut(&RunView<'_>)) {
        report(&RunView {
            tournament: self.tournament,
            slots: self.slots,
            ended,
        });
    }

    /// Draws games and hands them to the workers.
    fn hand_out(&mut self) -> Result<(), JournalError> {
        let ahead = self.slots.len() + AHEAD;
        let drawn = if self.tournament.open_count() < ahead / 2 || self.queue.is_empty() {
            due(self.tournament, ahead)
        } else {
            Vec::new()
        };
        let entries: Vec<LogEntry> = drawn.iter().copied().map(LogEntry::Drawn).collect();
        self.store(&entries)?;
        self.queue.extend(drawn);
        // A few more than can be played at once, so that no worker waits while the disk is busy.
        let most = self.slots.len() * 2 + 8;
        while self.running < most.max(self.slots.len()) {
            let (Some(game), Some(jobs)) = (self.queue.pop_front(), &self.jobs) else {
                break;
            };
            if jobs.send(game).is_err() {
                break;
            }
            self.running += 1;
        }
        Ok(())
    }

    /// Waits for results and stores them.
    fn collect(&mut self) -> Result<Vec<u32>, JournalError> {
        let mut ended = Vec::new();
        let mut begun = Vec::new();
        let mut next = self.messages.recv_timeout(LOOK_INTERVAL).ok();
        while let Some(message) = next {
            match message {
                FromWorker::Begun(game) => begun.push(LogEntry::Begun {
                    game,
                    at_ms: unix_ms(),
                }),
                FromWorker::Ended(game, played) => {
                    self.running -= 1;
                    ended.push((game, *played));
                }
                FromWorker::Abandoned => self.running -= 1,
            }
            next = self.messages.try_recv().ok();
        }
        self.store(&begun)?;
        if ended.is_empty() {
            return Ok(Vec::new());
        }
        let entries = match &mut self.journal {
            Some(journal) => journal.end_games(&ended)?,
            None => ended
                .iter()
                .map(|(game, played)| LogEntry::Ended {
                    game: *game,
                    end: played.end.clone(),
                    span: Span::default(),
                })
                .collect(),
        };
        self.apply(&entries);
        Ok(ended.into_iter().map(|(game, _)| game).collect())
    }

    fn store(&mut self, entries: &[LogEntry]) -> Result<(), JournalError> {
        if let Some(journal) = &mut self.journal
            && !entries.is_empty()
        {
            journal.append(entries)?;
        }
        self.apply(entries);
        Ok(())
    }

    fn apply(&mut self, entries: &[LogEntry]) {
        for entry in entries {
            let fits = self.tournament.apply(entry);
            debug_assert!(fits, "{entry:?}");
        }
    }
}

/// Searches once if an engine plays: what all engines of a process share, such as their weights, is
/// unpacked by the first search, and that must not be on anybody's clock.
fn warm_up(plan: &Plan, stop: &Stop) {
    let mut players = plan.players.iter();
    if players.any(|player| matches!(player.spec.kind, PlayerKind::Engine(_))) {
        let resources = Resources {
            thread_count: 1,
            hash_mib: 1,
        };
        let mut engine = AnyEngine::new(resources);
        for position in plan
            .openings
            .iter()
            .filter_map(|line| line.position(plan.game))
            .take(1)
        {
            let limits = Limits::depth(1);
            engine.think(SearchRequest::new(&position, limits).with_stop(stop));
        }
    }
}

fn unix_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |time| {
        u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
    })
}

/// A thread that plays games.
struct Worker {
    plan: Arc<Plan>,
    slot: Arc<GameSlot>,
    stop: Stop,
    jobs: Arc<Mutex<Receiver<DrawnGame>>>,
    results: Sender<FromWorker>,
    elsewhere: Option<Arc<PlayElsewhere>>,
    is_watched: bool,
}

impl Worker {
    fn run(self) {
        let mut solver = None;
        loop {
            let job = {
                let jobs = self.jobs.lock();
                let jobs = jobs.unwrap_or_else(std::sync::PoisonError::into_inner);
                jobs.recv()
            };
            let Ok(drawn) = job else { return };
            let message = if self.stop.is_stopped() {
                FromWorker::Abandoned
            } else {
                let _ = self.results.send(FromWorker::Begun(drawn.number));
                match self.play(drawn, &mut solver) {
                    Some(played) => FromWorker::Ended(drawn.number, Box::new(played)),
                    None => FromWorker::Abandoned,
                }
            };
            if self.results.send(message).is_err() {
                return;
            }
        }
    }

    /// Plays a game, on another machine if possible; `None` if it was stopped before its end.
    fn play(&self, drawn: DrawnGame, solver: &mut Option<AnyEngine>) -> Option<PlayedGame> {
        let elsewhere = self.elsewhere.as_ref();
        match elsewhere.map(|play| play(&self.plan, drawn, &self.stop)) {
            Some(ElsewhereEnd::Played(played)) => return Some(*played),
            Some(ElsewhereEnd::Stopped) => return None,
            Some(ElsewhereEnd::Refused) | None => {}
        }
        let game = GameRun {
            plan: &self.plan,
            drawn,
            slot: &self.slot,
            stop: &self.stop,
            solver,
            is_watched: self.is_watched,
        };
        game.play()
    }
}
