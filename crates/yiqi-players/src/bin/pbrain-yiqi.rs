//! The Gomoku engine as the managers of Gomocup start it: without arguments, and under this name.

use std::io;

use yiqi_players::EngineOptions;
use yiqi_players::protocol::{Protocol, speak};

fn main() -> io::Result<()> {
    let protocol = Protocol::Gomocup;
    speak(
        protocol,
        protocol.default_game(),
        EngineOptions::default(),
        io::stdin(),
        &mut io::stdout(),
    )
}
