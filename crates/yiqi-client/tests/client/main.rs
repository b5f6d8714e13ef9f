//! The client against recorded messages and against a misbehaving server.

mod mirror;
mod script;
mod table;

mod resume;
