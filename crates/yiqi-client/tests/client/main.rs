//! The client, against messages and against a server that misbehaves.

mod mirror;
mod script;
mod table;

mod resume;
