//! A computer at a seat.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use tokio::sync::mpsc;
use yiqi_players::{Analysis, Player, PlayerError, PlayerSpec, Task, TimeLeft, Way};
use yiqi_record::Seat;
use yiqi_search::Stop;

use super::Ask;
use crate::denied::Denied;
use crate::thinking::Thinkers;

/// How often at most a computer says what it thinks.
const THOUGHT_EVERY: Duration = Duration::from_millis(250);

/// The most time that a computer takes for a move, unless it was asked for a time.
const THINK_MAX: Duration = Duration::from_secs(10);

/// The most time that it can be asked to take.
const TIME_MAX: Duration = Duration::from_secs(30);

/// The memory that the engine at a seat gets, in MiB: a server may have thousands of them.
const HASH_MIB: usize = 16;

/// A computer at a seat.
pub(super) struct Computer {
    pub(super) spec: PlayerSpec,
    /// Here while it does not think.
    player: Option<Box<dyn Player>>,
    thinking: Option<(u64, Stop)>,
    turns: u64,
}

/// A player that the server runs for anybody who asks: no outside programs, nothing without a
/// limit.
pub(crate) fn check_player(text: &str) -> Result<PlayerSpec, Denied> {
    let bad = || Denied::BadPlayer(text.chars().take(60).collect());
    let spec: PlayerSpec = text.parse().map_err(|_| bad())?;
    let is_fine = match &spec.way {
        Way::Human | Way::Script { .. } => false,
        Way::Random { .. } | Way::Greedy | Way::Weights => true,
        Way::AlphaBeta { depth } => *depth <= 9,
        Way::Engine(options) => {
            options.depth.is_none()
                && options.nodes.is_none()
                && options.time.is_none_or(|time| time <= TIME_MAX)
                && options.threads.unwrap_or(1) == 1
                && options.hash.unwrap_or(0) <= HASH_MIB
        }
    };
    if is_fine { Ok(spec) } else { Err(bad()) }
}

/// The same player with no more memory than the server can spare.
fn sparing(spec: &PlayerSpec) -> PlayerSpec {
    let mut sparing = spec.clone();
    if let Way::Engine(options) = &mut sparing.way {
        sparing.name.get_or_insert_with(|| spec.to_string());
        options.hash.get_or_insert(HASH_MIB);
    }
    sparing
}

impl Computer {
    pub(super) fn new(spec: PlayerSpec, seed: u64) -> Computer {
        let player = sparing(&spec).player(seed);
        Computer {
            spec,
            player,
            thinking: None,
            turns: 0,
        }
    }

    pub(super) fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Begins to think; the answer comes to the mailbox.
    pub(super) fn think(
        &mut self,
        seat: Seat,
        mut task: Task,
        thinkers: &Thinkers,
        mailbox: mpsc::WeakSender<Box<Ask>>,
    ) {
        // While the last thought has not come back, its stop is still on the way.
        let Some(mut player) = self.player.take() else {
            return;
        };
        // Nobody's computer keeps a thread for ever, whatever the board is.
        let most = match &self.spec.way {
            Way::Engine(options) => options.time.unwrap_or(THINK_MAX),
            _ => THINK_MAX,
        };
        task.time = Some(match task.time {
            None => TimeLeft::from(most),
            Some(left) => left.at_most(most, &task.position),
        });
        let queued = Instant::now();
        self.turns += 1;
        let turn = self.turns;
        let stop = Stop::new();
        self.thinking = Some((turn, stop.clone()));
        thinkers.run(Box::new(move || {
            // The time in line is the computer's own.
            task.time = task.time.map(|left| left.after(queued.elapsed()));
            let mut told = Instant::now();
            let mut report = |analysis: &Analysis| {
                if told.elapsed() < THOUGHT_EVERY {
                    return;
                }
                told = Instant::now();
                if let Some(mailbox) = mailbox.upgrade() {
                    let analysis = analysis.clone();
                    // Whoever is too busy to hear it does not need it.
                    let _ = mailbox.try_send(Box::new(Ask::Thought {
                        seat,
                        turn,
                        analysis,
                    }));
                }
            };
            let thought = AssertUnwindSafe(|| player.choose(&task, &stop, &mut report));
            // A player that panics is not asked again; its table hears of it.
            let (player, choice) = match catch_unwind(thought) {
                Ok(choice) => (Some(player), choice),
                Err(_) => (None, Err(PlayerError::Stopped)),
            };
            if let Some(mailbox) = mailbox.upgrade() {
                let _ = mailbox.blocking_send(Box::new(Ask::Chosen {
                    seat,
                    turn,
                    player,
                    choice,
                }));
            }
        }));
    }

    /// Makes it stop thinking.
    pub(super) fn stop(&mut self) {
        if let Some((_, stop)) = self.thinking.take() {
            stop.stop();
        }
    }

    /// Whether a thought belongs to what it thinks about now.
    pub(super) fn is_current(&self, turn: u64) -> bool {
        self.thinking
            .as_ref()
            .is_some_and(|(current, _)| *current == turn)
    }

    /// Takes the player back; whether what it chose is still wanted.
    pub(super) fn take_back(&mut self, turn: u64, player: Option<Box<dyn Player>>) -> bool {
        self.player = player;
        let is_current = self.is_current(turn);
        if is_current {
            self.thinking = None;
        }
        is_current
    }

    /// Whether it can think: it is here.
    pub(super) fn is_ready(&self) -> bool {
        self.player.is_some()
    }
}
