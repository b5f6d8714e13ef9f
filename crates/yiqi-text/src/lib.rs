//! Every text a person sees, in English, 简体中文 and 繁體中文.
//!
//! A [`Text`] is the catalogue of one language. The catalogues are the `.ftl` files in `messages/`;
//! a test sees to it that they hold the same messages with the same variables. [`words`] puts the
//! types of the core into sentences, [`board`] draws a plain board, [`columns`] fits texts into the
//! columns of a terminal, [`page_messages`] hands a web page its part of the catalogue.
//!
//! The crate's one invariant: what it returns holds no control characters but line ends.

pub mod board;
mod catalogue;
pub mod columns;
mod lang;
mod page;
pub mod words;

pub use catalogue::{Args, Text};
pub use lang::Lang;
pub use page::page_messages;
