//! The server as players, strangers and attackers meet it: a real server in this process, real
//! sockets, a real file. `Fault n` is row n of the list of faults that the project keeps.
#[path = "hostile/client.rs"]
mod client;
#[path = "hostile/stage.rs"]
mod stage;

#[path = "hostile/connections.rs"]
mod connections;
#[path = "hostile/fairness.rs"]
mod fairness;
#[path = "hostile/play.rs"]
mod play;
#[path = "hostile/storage.rs"]
mod storage;
#[path = "hostile/web.rs"]
mod web;
