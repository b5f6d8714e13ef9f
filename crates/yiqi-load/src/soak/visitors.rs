//! Visitors who look at games, study and convert them, and others who send nonsense.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::rc::Rc;
use std::time::Duration;

use hyper::body::Bytes;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use yiqi_rules::GameSpec;
use yiqi_testkit::Dice;

use super::wrong::{self, Wrong};
use crate::api::Api;
use crate::burn::StallMeter;
use crate::seating::opening;
use crate::trio::Tally;
use crate::{Figures, LoadError};

/// How many visitors look and study.
const STUDENTS: usize = 2;

/// How many send nonsense.
const VANDALS: usize = 8;

/// The longest pause between two things that a visitor does.
const PAUSE_MAX_MS: usize = 2_000;

/// What they did, and what went wrong.
#[derive(Default)]
struct Visits {
    studies: usize,
    /// Wrong inputs by kind.
    wrong: BTreeMap<Wrong, usize>,
    faults: Vec<String>,
}

/// All visitors.
pub(super) struct Visitors {
    visits: Rc<RefCell<Visits>>,
    #[expect(dead_code, reason = "dropping it ends the visits")]
    tasks: JoinSet<()>,
}

/// What a visitor needs.
#[derive(Clone)]
struct Visitor {
    address: SocketAddr,
    changes: Rc<Cell<u32>>,
    tally: Rc<RefCell<Tally>>,
    stalls: StallMeter,
    visits: Rc<RefCell<Visits>>,
    dice: Dice,
}

impl Visitors {
    pub(super) fn start(
        address: SocketAddr,
        changes: &Rc<Cell<u32>>,
        tally: &Rc<RefCell<Tally>>,
        stalls: &StallMeter,
        dice: &mut Dice,
    ) -> Visitors {
        let visits = Rc::new(RefCell::new(Visits::default()));
        let mut tasks = JoinSet::new();
        for number in 0..STUDENTS + VANDALS {
            let visitor = Visitor {
                address,
                changes: Rc::clone(changes),
                tally: Rc::clone(tally),
                stalls: stalls.clone(),
                visits: Rc::clone(&visits),
                dice: Dice::new(dice.roll()),
            };
            tasks.spawn_local(visitor.run(number < STUDENTS));
        }
        Visitors { visits, tasks }
    }

    /// Ends all visits.
    pub(super) fn stop(self) -> Visited {
        Visited(self.visits.take())
    }
}

/// What the visitors did.
pub(super) struct Visited(Visits);

impl Visited {
    /// Adds the figures and the faults.
    pub(super) fn show(self, figures: &mut Figures) {
        let Visits {
            studies,
            wrong,
            faults,
        } = self.0;
        figures.value("studies and visits", studies as f64);
        figures.value("wrong inputs refused", wrong.values().sum::<usize>() as f64);
        figures.value("kinds of wrong input", wrong.len() as f64);
        for fault in faults {
            figures.fault(fault);
        }
    }
}

impl Visitor {
    async fn run(mut self, is_student: bool) {
        loop {
            let pause = Duration::from_millis(self.dice.below(PAUSE_MAX_MS) as u64);
            tokio::time::sleep(pause).await;
            let changes = self.changes.get();
            let fault = if is_student {
                match self.study().await {
                    Ok(()) => {
                        self.visits.borrow_mut().studies += 1;
                        None
                    }
                    Err(error) => Some(format!("a study: {error}")),
                }
            } else {
                let kind = *self.dice.pick(Wrong::ALL);
                let table = self.table();
                match wrong::send(kind, self.address, table.as_deref(), &mut self.dice).await {
                    Ok(()) => {
                        *self.visits.borrow_mut().wrong.entry(kind).or_default() += 1;
                        None
                    }
                    Err(error) => Some(format!("wrong input ({kind:?}): {error}")),
                }
            };
            // A server that was killed meanwhile owes nobody an answer.
            let was_killed = self.changes.get() != changes || !changes.is_multiple_of(2);
            let is_excused = was_killed || self.stalls.stood_still();
            if let Some(fault) = fault.filter(|_| !is_excused) {
                self.visits.borrow_mut().faults.push(fault);
            }
        }
    }

    /// A table where people play.
    fn table(&mut self) -> Option<String> {
        let tally = self.tally.borrow();
        let count = tally.tables.len();
        if count == 0 {
            return None;
        }
        tally.tables.values().nth(self.dice.below(count)).cloned()
    }

    /// Looks at something, or studies a game.
    async fn study(&mut self) -> Result<(), LoadError> {
        // Each has its own connection.
        let api = Api::new(self.address);
        let spec: GameSpec = self
            .dice
            .pick(&["reversi", "gomoku:15:renju", "connect6", "reversi:10"])
            .parse()
            .map_err(|_| LoadError::Broken("not a game".to_owned()))?;
        let plies = self.dice.below(20);
        let moves = opening(spec, plies, &mut self.dice);
        match self.dice.below(6) {
            0 => {
                let pages = ["/", "/api/catalog", "/api/tables", "/api", "/metrics"];
                let page = *self.dice.pick(&pages);
                api.get(page).await?;
            }
            1 => {
                let Some(table) = self.table() else {
                    return Ok(());
                };
                let ways = ["?view=yes", "/record?format=yiqi", "/replay"];
                let way = self.dice.pick(&ways);
                api.get(&format!("/api/tables/{table}{way}")).await?;
            }
            2 => {
                let request = json!({"game": spec.to_string(), "from": {"moves": moves}});
                api.send("/api/position", body(&request)).await?;
            }
            3 => {
                let nodes: Vec<Value> = moves
                    .iter()
                    .enumerate()
                    .map(|(at, mv)| match at {
                        0 => json!({"move": mv}),
                        _ => json!({"parent": at - 1, "move": mv}),
                    })
                    .collect();
                let request = json!({"game": spec.to_string(), "nodes": nodes, "format": "yiqi"});
                let file = api.send("/api/compose", body(&request)).await?;
                api.send("/api/replay", file.clone()).await?;
                api.send("/api/convert?to=yiqi", file).await?;
            }
            4 => {
                let path = analysis_path(spec, &moves, 1.0);
                let reports = api.get(&path).await?;
                if !reports.starts_with(b"data:") {
                    return Err(LoadError::Broken("an analysis without a report".to_owned()));
                }
            }
            _ => self.leave_early(&analysis_path(spec, &moves, 30.0)).await?,
        }
        Ok(())
    }

    /// Asks for an analysis and leaves after the first report.
    async fn leave_early(&mut self, path: &str) -> Result<(), LoadError> {
        let address = self.address;
        let mut stream = TcpStream::connect(address).await?;
        let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        let mut head = [0; 12];
        stream.read_exact(&mut head).await?;
        match head.ends_with(b" 200") {
            true => Ok(()),
            false => Err(LoadError::Broken(format!(
                "an analysis: {}",
                String::from_utf8_lossy(&head)
            ))),
        }
    }
}

fn body(value: &Value) -> Bytes {
    value.to_string().into()
}

fn analysis_path(spec: GameSpec, moves: &[String], seconds: f64) -> String {
    let moves = moves.join(",");
    format!("/api/analysis?game={spec}&moves={moves}&lines=2&seconds={seconds}")
}
