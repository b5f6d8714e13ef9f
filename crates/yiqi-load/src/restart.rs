//! `restart`: kills a server with many games in play and starts it again: how soon it serves them,
//! how soon all clients are back, and whether any clock was charged for it.

use std::cell::Cell;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use futures_util::{StreamExt, TryStreamExt, stream};
use yiqi_testkit::Dice;
use yiqi_wire::{TableState, WireEvent};

use crate::api::Api;
use crate::burn::StallMeter;
use crate::seating::{AT_ONCE, Terms, make_pairs, opening, seat};
use crate::server::{ServerPlan, Usage, note};
use crate::socket::{Socket, SocketOptions};
use crate::{Figures, Latency, LoadError};

/// How many sockets are opened at the same time when everybody reconnects.
const STORM: usize = 512;

/// The parameters of a run.
#[derive(Clone, Debug)]
pub struct RestartPlan {
    /// The program `yiqi`.
    pub program: PathBuf,
    /// Games in play.
    pub games: usize,
    /// Games of those whose players are connected, two sockets each.
    pub connected: usize,
    /// How far off a clock may be, besides the time that the machine keeps threads waiting.
    pub clock_max: Duration,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// Kills a server with many games, starts it again and measures.
///
/// # Errors
/// If it cannot be started or does not recover.
pub async fn restart(plan: &RestartPlan) -> Result<Figures, LoadError> {
    let folder = tempfile::tempdir()?;
    let server_plan = ServerPlan::new(&plan.program, folder.path());
    let server = server_plan.start().await?;
    let stalls = StallMeter::start();
    let mut dice = Dice::new(plan.seed);

    note("creating guests and tables");
    let api = Api::new(server.address);
    let pairs = &make_pairs(&api, plan.games).await?;
    let spec = "reversi".parse().expect("a valid game");
    let terms: Vec<Terms> = (0..plan.games)
        .map(|_| {
            let plies = dice.below(50);
            Terms {
                spec,
                time: "game 2h+5s",
                moves: opening(spec, plies, &mut dice),
            }
        })
        .collect();
    let tables: Vec<String> = stream::iter(pairs.iter().zip(&terms))
        .map(|(pair, terms)| seat(&api, pair, terms))
        .buffered(AT_ONCE)
        .try_collect()
        .await?;
    let tables = &tables;
    stream::iter(tables.iter().zip(pairs))
        .map(|(table, pair)| wait_begun(&api, &pair.first, table))
        .buffered(AT_ONCE)
        .try_collect::<()>()
        .await?;
    note("connecting");
    let sockets = connect(&server.address, plan, tables, pairs, AT_ONCE).await?;

    note("killing");
    let killed = Instant::now();
    server.kill()?;
    let gone = Instant::now();
    drop(sockets);
    let server = server_plan.start().await?;
    let away = server.ready - killed;
    let since_start = |moment: Instant| moment - server.begin;
    let api = &Api::new(server.address);
    api.state(&pairs[0].first, &tables[0]).await?;
    let first_answer = since_start(Instant::now());
    let is_all_open = Cell::new(None);
    let opening_all = async {
        loop {
            let open = api.metric("yiqi_tables_open").await?.unwrap_or_default();
            if open >= plan.games as f64 {
                is_all_open.set(Some(since_start(Instant::now())));
                return Ok::<(), LoadError>(());
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let returning = async {
        let sockets = connect(&server.address, plan, tables, pairs, STORM).await?;
        Ok::<_, LoadError>((sockets, since_start(Instant::now())))
    };
    let ((), (sockets, all_back)) = tokio::try_join!(opening_all, returning)?;
    let usage = Usage::of(server.pid());

    note("checking the clocks");
    let states: Vec<TableState> = stream::iter(tables.iter().zip(pairs))
        .map(|(table, pair)| api.state(&pair.first, table))
        .buffered(AT_ONCE)
        .try_collect()
        .await?;
    let all_states = since_start(Instant::now());
    let mut figures = Figures::default();
    let mut charged = Latency::default();
    let tolerance = plan.clock_max + stalls.worst();
    for state in &states {
        let error = given(state).abs_diff(away);
        charged.add(error);
        if error > tolerance {
            figures.fault(format!(
                "table {} was given {:?} for {away:?} of downtime",
                state.table.id,
                given(state)
            ));
        }
    }
    figures.latency("time given, off by", charged);
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    figures.value("games", plan.games as f64);
    figures.value("sockets", sockets.len() as f64);
    figures.value("kill to gone, ms", ms(gone - killed));
    figures.value("start to ready, ms", ms(since_start(server.ready)));
    figures.value("start to first answer, ms", ms(first_answer));
    let all_open = is_all_open.get().unwrap_or_default();
    figures.value("start to all games, ms", ms(all_open));
    figures.value("start to all clients, ms", ms(all_back));
    figures.value("start to all states, ms", ms(all_states));
    figures.value("without a server, ms", ms(away));
    figures.value("MiB afterwards", usage.rss_kib as f64 / 1024.0);
    figures.value("worst stall of a thread, ms", ms(stalls.worst()));
    Ok(figures)
}

/// Waits until a game has started, which happens a moment after both have sat down.
async fn wait_begun(api: &Api, token: &str, table: &str) -> Result<(), LoadError> {
    while api.state(token, table).await?.entries.is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    Ok(())
}

/// The time that a table gave back to its players.
fn given(state: &TableState) -> Duration {
    let given_ms = state.entries.iter().filter_map(|entry| match entry.event {
        WireEvent::GiveTime { ms, .. } => Some(ms),
        _ => None,
    });
    Duration::from_millis(given_ms.sum())
}

/// Connects both players of the games that should be connected.
async fn connect(
    address: &std::net::SocketAddr,
    plan: &RestartPlan,
    tables: &[String],
    pairs: &[crate::seating::Pair],
    at_once: usize,
) -> Result<Vec<Socket>, LoadError> {
    let seats = tables
        .iter()
        .zip(pairs)
        .take(plan.connected)
        .flat_map(|(table, pair)| pair.iter().map(move |token| (table, token)));
    stream::iter(seats)
        .map(|(table, token)| async move {
            let options = SocketOptions {
                address: *address,
                table,
                token: Some(token),
                after: 0,
                view: false,
            };
            let (socket, _) = Socket::connect(options).await?;
            Ok(socket)
        })
        .buffer_unordered(at_once)
        .try_collect()
        .await
}
