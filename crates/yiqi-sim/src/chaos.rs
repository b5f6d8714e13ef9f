//! What happens to servers, the database and the bus.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::time::{Instant, sleep};
use yiqi_bus::Bus;
use yiqi_rules::Dice;
use yiqi_server::sim::{Node, NodePlan, Process};

use crate::plan::Mode;
use crate::world::{Cut, Site};

/// After this time without a word, a database ends the connections of a machine.
const KEEPALIVE: Duration = Duration::from_secs(11);

/// How far the wall clock of a machine may be off at a start, in milliseconds.
const WALL_OFF_MS: usize = 120_000;

fn ms(dice: &mut Dice, from: usize, to: usize) -> Duration {
    Duration::from_millis((from + dice.below(to - from)) as u64)
}

/// A machine on which a server runs, is killed and started again.
pub(crate) struct Machine {
    site: Arc<Site>,
    number: usize,
    dice: Dice,
    /// When the server was last alive, as the disk has it.
    alive_ms: Arc<AtomicU64>,
    node_count: u32,
}

impl Machine {
    pub(crate) fn new(site: &Arc<Site>, number: usize) -> Machine {
        Machine {
            site: Arc::clone(site),
            number,
            dice: site.dice(),
            alive_ms: Arc::default(),
            node_count: 0,
        }
    }

    pub(crate) const fn number(&self) -> usize {
        self.number
    }

    fn note(&self, text: &str) {
        let number = self.number;
        self.site
            .history()
            .note(format!("machine {number}: {text}"));
    }

    fn fault(&self, kind: &'static str) {
        self.site.history().fault(kind);
    }

    /// Starts the server, and tries again until it runs.
    pub(crate) async fn start(&mut self) {
        loop {
            let process = Process::new();
            self.node_count += 1;
            let among = match self.site.plan.mode {
                Mode::Nodes(_) => {
                    let (bus, carrier) = Bus::carried();
                    let network = Arc::clone(&self.site.network);
                    tokio::spawn(network.carry(self.number, carrier));
                    let node = 1 + self.number as u32 + 100 * self.node_count;
                    Some((node, bus))
                }
                Mode::File | Mode::Server => None,
            };
            let now_ms = self.site.database.now_ms();
            let is_again = self.alive_ms.load(Ordering::Relaxed) > 0;
            // A file has no clock of its own.
            let wall_ms = match self.dice.below(3) {
                0 if is_again => (now_ms + self.dice.below(2 * WALL_OFF_MS) as u64)
                    .saturating_sub(WALL_OFF_MS as u64),
                _ => now_ms,
            };
            let plan = NodePlan {
                process: process.clone(),
                machine: self.number,
                among,
                alive_ms: (self.site.plan.mode == Mode::File).then(|| Arc::clone(&self.alive_ms)),
                wall_ms,
            };
            match Node::start(plan, self.site.database.clone()).await {
                Ok(node) => {
                    self.note("runs");
                    self.site.set_node(self.number, Some(node));
                    return;
                }
                Err(error) => {
                    self.note(&format!("does not start: {error}"));
                    process.kill();
                    let pause = ms(&mut self.dice, 100, 700);
                    sleep(pause).await;
                }
            }
        }
    }

    /// Kills the server, or stops it in order, and starts it again.
    async fn restart(&mut self, in_order: bool) {
        let Some(node) = self.site.node(self.number) else {
            return;
        };
        self.site.set_node(self.number, None);
        self.look_after(&node);
        let process = node.process().clone();
        if in_order {
            self.note("is stopped");
            self.fault("servers stopped");
            let stopping = node.stop();
            // With a file, no clock runs from the beginning of the stop on.
            let serves_on = self.site.plan.mode != Mode::File;
            self.site.set_stopping(self.number, serves_on);
            let _ = tokio::time::timeout(Duration::from_secs(6), stopping).await;
            self.site.set_stopping(self.number, false);
        } else {
            self.note("is killed");
            self.fault("servers killed");
            drop(node);
        }
        process.kill();
        let longest = if self.dice.below(3) == 0 {
            9_000
        } else {
            1_500
        };
        let pause = ms(&mut self.dice, 20, longest);
        sleep(pause).await;
        self.start().await;
    }

    /// Whether a table of a server has failed.
    pub(crate) fn look_after(&self, node: &Node) {
        let failed = node.failed_tables();
        if failed > 0 {
            let number = self.number;
            let problem = format!("{failed} tables have failed at machine {number}");
            self.site.history().violation(problem);
        }
    }

    /// Runs until there are no more faults, and leaves the server running.
    pub(crate) async fn suffer(mut self, until: Instant) -> Machine {
        let blows = self.site.plan.blows;
        let weights = [
            blows.kill,
            blows.stop,
            blows.suspend,
            blows.cut_database,
            blows.cut_bus,
            blows.drift,
        ];
        let total: u32 = weights.iter().sum();
        let calm_ms = self.site.plan.calm_ms;
        loop {
            let calm = ms(&mut self.dice, 50, calm_ms);
            if total == 0 || Instant::now() + calm >= until {
                return self;
            }
            sleep(calm).await;
            let mut roll = self.dice.below(total as usize) as u32;
            let mut blow = 0;
            while roll >= weights[blow] {
                roll -= weights[blow];
                blow += 1;
            }
            match blow {
                0 => self.restart(false).await,
                1 => self.restart(true).await,
                2 => self.suspend().await,
                3 => self.cut_database().await,
                4 => self.cut_bus().await,
                _ => self.drift(),
            }
        }
    }

    async fn suspend(&mut self) {
        let Some(node) = self.site.node(self.number) else {
            return;
        };
        self.note("is suspended");
        self.fault("servers suspended");
        node.process().suspend();
        let pause = ms(&mut self.dice, 100, 8_000);
        sleep(pause).await;
        self.note("goes on");
        node.process().resume();
    }

    async fn cut_database(&mut self) {
        let cut = if self.dice.below(3) == 0 {
            Cut::Answers
        } else {
            Cut::Both
        };
        self.note(&format!("is cut off from the database: {cut:?}"));
        self.fault("databases cut off");
        self.site.network.cut_database(self.number, Some(cut));
        let pause = ms(&mut self.dice, 200, 14_000);
        if pause > KEEPALIVE {
            sleep(KEEPALIVE).await;
            self.site.database.disconnect(self.number);
            sleep(pause - KEEPALIVE).await;
        } else {
            sleep(pause).await;
        }
        self.note("reaches the database");
        self.site.network.cut_database(self.number, None);
    }

    async fn cut_bus(&mut self) {
        self.note("is cut off from the bus");
        self.fault("buses cut off");
        self.site.network.cut_bus(self.number, true);
        let pause = ms(&mut self.dice, 200, 10_000);
        sleep(pause).await;
        self.note("reaches the bus");
        self.site.network.cut_bus(self.number, false);
    }

    fn drift(&mut self) {
        let by_ms = self.dice.below(41) as i64 - 20;
        if let Some(node) = self.site.node(self.number) {
            self.fault("clocks off");
            node.set_clock_by(by_ms);
        }
    }
}

/// Crashes the database and lets it be slow.
pub(crate) async fn shake_database(site: Arc<Site>, until: Instant) {
    let mut dice = site.dice();
    let (crash, slow) = (
        site.plan.blows.crash_database,
        site.plan.blows.slow_database,
    );
    loop {
        let calm = ms(&mut dice, 200, 2 * site.plan.calm_ms);
        if crash + slow == 0 || Instant::now() + calm >= until {
            return;
        }
        sleep(calm).await;
        if dice.below((crash + slow) as usize) < crash as usize {
            site.history().note("the database crashes");
            site.history().fault("databases crashed");
            site.network.set_database_down(true);
            site.database.crash(Duration::from_millis(200));
            let longest = if dice.below(3) == 0 { 8_000 } else { 1_500 };
            let pause = ms(&mut dice, 50, longest);
            sleep(pause).await;
            site.history().note("the database is back");
            site.network.set_database_down(false);
        } else {
            site.history().fault("databases slow");
            site.network.set_database_slow(true);
            let pause = ms(&mut dice, 200, 3_000);
            sleep(pause).await;
            site.network.set_database_slow(false);
        }
    }
}
