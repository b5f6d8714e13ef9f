//! The Gomoku engine as the managers of Gomocup start it: without arguments, and under this name.

use std::io;

use yiqi_players::EngineOptions;
use yiqi_players::protocol::speak_gomocup;

fn main() -> io::Result<()> {
    speak_gomocup(EngineOptions::default(), io::stdin(), &mut io::stdout())
}
