//! Every text a person sees, in English, 简体中文 and 繁體中文.
//!
//! A [`Text`] is the message catalog of one language. The catalogs are the `.ftl` files in
//! `messages/`; a test ensures that they hold the same messages with the same variables. [`words`]
//! puts the types of the core into sentences, [`board`] draws a plain board, [`columns`] fits texts
//! into terminal columns, [`page_messages`] gives the web page its part of the catalog.
//!
//! The crate's one invariant: what it returns has no control characters except line ends.

pub mod board;
mod catalog;
pub mod columns;
mod lang;
mod page;
pub mod words;

pub use catalog::{Args, Text};
pub use lang::Lang;
pub use page::page_messages;
