//! The app, driven by keys and clicks without a terminal.

mod board;
mod chooser;
mod driver;
mod form;
mod games;
mod menus;
mod pictures;
mod replay;
mod robust;
mod server;
mod tables;
