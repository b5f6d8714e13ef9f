//! The network and the machines.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use tokio::sync::{broadcast, mpsc};
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep, sleep_until};
use yiqi_bus::{Carrier, Heard};
use yiqi_rules::Dice;
use yiqi_server::sim::{Fate, Frame, Node, SimDatabase, Socket, StatementEnd, Step, World};

use crate::history::{History, Seen};
use crate::plan::{PerMille, Plan, Rates};

/// The network between machines and the database.
#[derive(Debug)]
pub(crate) struct Network {
    state: Mutex<NetworkState>,
}

#[derive(Debug)]
struct NetworkState {
    dice: Dice,
    rates: Rates,
    /// How machines are cut off from the database.
    cuts: Vec<Option<Cut>>,
    is_down: bool,
    is_slow: bool,
    /// Where each machine hears the others.
    ears: Vec<Option<broadcast::Sender<Heard>>>,
    bus_cuts: Vec<bool>,
    counts: Vec<(&'static str, u64)>,
}

/// How a machine is cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// Nothing arrives on either side.
    Both,
    /// Statements arrive, but not their answers.
    Answers,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl NetworkState {
    fn is(&mut self, chance: PerMille) -> bool {
        chance > 0 && self.dice.below(1000) < chance as usize
    }

    fn count(&mut self, kind: &'static str) {
        match self.counts.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => self.counts.push((kind, 1)),
        }
    }

    fn ms(&mut self, from: usize, to: usize) -> Duration {
        Duration::from_millis((from + self.dice.below(to - from)) as u64)
    }
}

impl Network {
    pub(crate) fn new(seed: u64, plan: &Plan) -> Network {
        let machines = plan.mode.machines();
        Network {
            state: Mutex::new(NetworkState {
                dice: Dice::new(seed ^ 0x2e70_57a7),
                // It is quiet at first.
                rates: Rates::default(),
                cuts: vec![None; machines],
                is_down: false,
                is_slow: false,
                ears: vec![None; machines],
                bus_cuts: vec![false; machines],
                counts: Vec::new(),
            }),
        }
    }

    fn state(&self) -> MutexGuard<'_, NetworkState> {
        lock(&self.state)
    }

    pub(crate) fn set_rates(&self, rates: Rates) {
        self.state().rates = rates;
    }

    pub(crate) fn cut_database(&self, machine: usize, cut: Option<Cut>) {
        self.state().cuts[machine] = cut;
    }

    pub(crate) fn set_database_down(&self, is_down: bool) {
        self.state().is_down = is_down;
    }

    pub(crate) fn set_database_slow(&self, is_slow: bool) {
        self.state().is_slow = is_slow;
    }

    pub(crate) fn cut_bus(&self, machine: usize, is_cut: bool) {
        let mut state = self.state();
        state.bus_cuts[machine] = is_cut;
        if !is_cut && let Some(ear) = &state.ears[machine] {
            // It learns that it was cut off.
            let _ = ear.send(Heard::Missed);
        }
    }

    /// Whether statements of a machine can get through now.
    pub(crate) fn reaches_database(&self, machine: usize) -> bool {
        let state = self.state();
        !state.is_down && state.cuts[machine].is_none()
    }

    /// How often each fault was made.
    pub(crate) fn counts(&self) -> Vec<(&'static str, u64)> {
        self.state().counts.clone()
    }

    /// Carries what a machine says to the others.
    pub(crate) async fn carry(self: Arc<Network>, machine: usize, carrier: Carrier) {
        let Carrier {
            mut outgoing,
            incoming,
            is_connected,
        } = carrier;
        self.state().ears[machine] = Some(incoming);
        while let Some(message) = outgoing.recv().await {
            let machines = self.state().ears.len();
            is_connected.store(!self.state().bus_cuts[machine], Ordering::Release);
            for other in (0..machines).filter(|&other| other != machine) {
                self.deliver(machine, other, &message);
            }
        }
    }

    fn deliver(self: &Arc<Network>, from: usize, to: usize, message: &[u8]) {
        let mut state = self.state();
        let rates = state.rates;
        if state.bus_cuts[from] || state.bus_cuts[to] {
            state.count("notices cut off");
            return;
        }
        if state.is(rates.notice_lost) {
            state.count("notices lost");
            return;
        }
        let copies = if state.is(rates.notice_twice) {
            state.count("notices repeated");
            2
        } else {
            1
        };
        for _ in 0..copies {
            let delay = if state.is(rates.notice_late) {
                state.count("notices late");
                state.ms(10, 4_000)
            } else {
                state.ms(0, 4)
            };
            let (network, message) = (Arc::clone(self), message.to_vec());
            tokio::spawn(async move {
                sleep(delay).await;
                let state = network.state();
                if !state.bus_cuts[to]
                    && let Some(ear) = &state.ears[to]
                {
                    let _ = ear.send(Heard::Message(message));
                }
            });
        }
    }
}

impl World for Network {
    fn fate(&self, machine: usize, step: Step) -> Fate {
        let mut state = self.state();
        let rates = state.rates;
        let mut before = state.ms(0, 3);
        let after = state.ms(0, 3);
        let end = if state.is_down {
            StatementEnd::Lost
        } else if let Some(cut) = state.cuts[machine] {
            StatementEnd::Silent {
                arrives: cut == Cut::Answers,
            }
        } else if step == Step::Within {
            // One of several statements of a transaction.
            if state.is(rates.lost / 4) {
                state.count("transactions broken");
                StatementEnd::Lost
            } else {
                StatementEnd::Done
            }
        } else if state.is(rates.lost) {
            state.count("statements lost");
            StatementEnd::Lost
        } else if state.is(rates.unanswered) {
            state.count("answers lost");
            StatementEnd::Unanswered
        } else if state.is(rates.silent) {
            state.count("silences");
            let arrives = state.dice.below(2) == 0;
            StatementEnd::Silent { arrives }
        } else {
            StatementEnd::Done
        };
        if state.is_slow || state.is(rates.slow) {
            state.count("statements slow");
            // Now and then it arrives after everybody has given up.
            before += if step == Step::Append && state.dice.below(20) == 0 {
                state.ms(3_000, 8_000)
            } else {
                state.ms(5, 600)
            };
        }
        Fate { before, end, after }
    }
}

/// Everything that is simulated.
pub(crate) struct Site {
    pub(crate) seed: u64,
    pub(crate) plan: Plan,
    pub(crate) network: Arc<Network>,
    pub(crate) database: SimDatabase,
    nodes: Mutex<Vec<Option<Node>>>,
    /// Which machines are being stopped, and serve those who are connected until that is done.
    stopping: Mutex<Vec<bool>>,
    history: Mutex<History>,
    streams: AtomicU64,
    phase: AtomicU64,
    healed_at: OnceLock<Instant>,
}

impl Site {
    pub(crate) fn new(
        seed: u64,
        plan: Plan,
        network: Arc<Network>,
        database: SimDatabase,
        history: History,
    ) -> Site {
        let machines = plan.mode.machines();
        Site {
            seed,
            plan,
            network,
            database,
            nodes: Mutex::new(vec![None; machines]),
            stopping: Mutex::new(vec![false; machines]),
            history: Mutex::new(history),
            streams: AtomicU64::new(1),
            phase: AtomicU64::new(0),
            healed_at: OnceLock::new(),
        }
    }

    /// Dice of somebody's own.
    pub(crate) fn dice(&self) -> Dice {
        let stream = self.streams.fetch_add(1, Ordering::Relaxed);
        Dice::new(Dice::new(self.seed ^ (stream << 40)).roll())
    }

    pub(crate) fn history(&self) -> MutexGuard<'_, History> {
        lock(&self.history)
    }

    pub(crate) fn saw(&self, who: usize, seen: Seen) {
        self.history().saw(who, seen);
    }

    /// The server at a machine, if it runs.
    pub(crate) fn node(&self, machine: usize) -> Option<Node> {
        lock(&self.nodes)[machine].clone()
    }

    pub(crate) fn set_node(&self, machine: usize, node: Option<Node>) {
        lock(&self.nodes)[machine] = node;
    }

    /// Whether somebody who is connected to a machine may be served there.
    pub(crate) fn serves(&self, machine: usize) -> bool {
        let node = self.node(machine);
        let runs = node.is_some_and(|node| !node.process().is_suspended());
        (runs || lock(&self.stopping)[machine]) && self.network.reaches_database(machine)
    }

    pub(crate) fn set_stopping(&self, machine: usize, is_stopping: bool) {
        lock(&self.stopping)[machine] = is_stopping;
    }

    /// Any machine.
    pub(crate) fn any(&self, dice: &mut Dice) -> usize {
        dice.below(self.plan.mode.machines())
    }

    /// Whether everything works from now on.
    pub(crate) fn is_healed(&self) -> bool {
        self.phase.load(Ordering::Relaxed) > 0
    }

    /// Whether everything has worked since this moment.
    pub(crate) fn was_healed_by(&self, moment: Instant) -> bool {
        self.healed_at.get().is_some_and(|at| *at <= moment)
    }

    pub(crate) fn heal(&self) {
        self.phase.store(1, Ordering::Relaxed);
        let _ = self.healed_at.set(Instant::now());
    }

    pub(crate) fn end(&self) {
        self.phase.store(2, Ordering::Relaxed);
    }

    pub(crate) fn is_ended(&self) -> bool {
        self.phase.load(Ordering::Relaxed) > 1
    }
}

/// A connection of a client to a server, over a network that delays and keeps the order.
pub(crate) struct Line {
    to: mpsc::UnboundedSender<(Instant, String)>,
    pub(crate) from: mpsc::UnboundedReceiver<Frame>,
    pumps: [AbortHandle; 2],
}

impl Line {
    pub(crate) fn open(socket: Socket, lag: Duration) -> Line {
        let Socket {
            outgoing,
            mut incoming,
        } = socket;
        let (to, mut sending) = mpsc::unbounded_channel::<(Instant, String)>();
        let (receiving, from) = mpsc::unbounded_channel();
        let up = tokio::spawn(async move {
            while let Some((at, text)) = sending.recv().await {
                sleep_until(at + lag).await;
                if outgoing.send(text).is_err() {
                    return;
                }
            }
        });
        let down = tokio::spawn(async move {
            while let Some(frame) = incoming.recv().await {
                let at = Instant::now() + lag;
                sleep_until(at).await;
                if receiving.send(frame).is_err() {
                    return;
                }
            }
        });
        Line {
            to,
            from,
            pumps: [up.abort_handle(), down.abort_handle()],
        }
    }

    pub(crate) fn send(&self, text: String) {
        // Fails only if the server is gone, which the other direction tells.
        let _ = self.to.send((Instant::now(), text));
    }

    /// Ends the connection. If the server notices only after a while, it still receives what is
    /// under way; otherwise that is lost.
    pub(crate) fn cut(self, noticed: Duration) {
        if noticed.is_zero() {
            return;
        }
        tokio::spawn(async move {
            let line = self;
            sleep(noticed).await;
            drop(line);
        });
    }
}

impl Drop for Line {
    fn drop(&mut self) {
        for pump in &self.pumps {
            pump.abort();
        }
    }
}
