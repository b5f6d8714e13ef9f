//! A bot that joins a table by link and always plays the first legal move.
//!
//! cargo run -p yiqi-client --example bot -- 'http://127.0.0.1:7272/t/…#…'

use std::io::Write;
use std::time::Instant;

use yiqi_client::{Connection, Event, Identity, LinkState, Options};
use yiqi_record::notation::move_name;
use yiqi_session::Stage;
use yiqi_wire::WireCommand;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let address = std::env::args()
        .nth(1)
        .ok_or("missing the link to a table")?
        .parse()?;
    let options = Options {
        name: "Firsty".to_owned(),
        lang: "en".to_owned(),
        ..Options::default()
    };
    let (handle, events) = Connection::open(address, Identity::fleeting(), options);
    let mut answered = 0;
    for event in events {
        match event {
            // It reconnects by itself; each command is carried out once.
            Event::State(state) if state.sending.is_empty() => {
                let view = state.view(Instant::now());
                if let Stage::Over(result) = view.stage {
                    writeln!(std::io::stdout(), "{result}")?;
                    break;
                }
                let is_mine = view
                    .turn
                    .is_some_and(|seat| state.own_seats().contains(&seat));
                if is_mine && view.stage == Stage::Playing && view.entry_count > answered {
                    answered = view.entry_count;
                    let mv = state.session.position().legal_moves()[0];
                    let mv = move_name(mv, view.spec);
                    handle.ask(None, WireCommand::Play { mv, eval: None });
                }
            }
            Event::Connection(LinkState::Closed(reason)) => {
                return Err(format!("{reason:?}").into());
            }
            _ => {}
        }
    }
    Ok(())
}
