//! The server as players, strangers and attackers meet it: a real server in this process, real
//! sockets, a real file. `Fault n` is row n of `docs/faults.md`.
//!
//! Most of it again with a database of PostgreSQL: `on_postgres.rs`.
#[path = "hostile/client.rs"]
mod client;
#[path = "hostile/test_server.rs"]
mod test_server;
#[path = "hostile/tunnel.rs"]
mod tunnel;

#[path = "hostile/analyses.rs"]
mod analyses;
#[path = "hostile/connections.rs"]
mod connections;
#[path = "hostile/fairness.rs"]
mod fairness;
#[path = "hostile/games.rs"]
mod games;
#[path = "hostile/large.rs"]
mod large;
#[path = "hostile/metrics.rs"]
mod metrics;
#[path = "hostile/nodes.rs"]
mod nodes;
#[path = "hostile/on_postgres.rs"]
mod on_postgres;
#[path = "hostile/play.rs"]
mod play;
#[path = "hostile/storage.rs"]
mod storage;
#[path = "hostile/thinking.rs"]
mod thinking;
#[path = "hostile/tls.rs"]
mod tls;
#[path = "hostile/tournaments.rs"]
mod tournaments;
#[path = "hostile/web.rs"]
mod web;
