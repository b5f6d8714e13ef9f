//! Round trips of wire types, and malformed input.

use yiqi_record::notation::parse_move;
use yiqi_record::{OfferKind, Record, Seat};
use yiqi_rules::GameSpec;
use yiqi_session::{Command, Request};
use yiqi_testkit::{Dice, all_specs, random_record};
use yiqi_wire::{ClientMessage, WireCommand, WireEntry, WireStage};

fn round_trip(entry: &yiqi_record::Entry, record: &Record) -> yiqi_record::Entry {
    let spec = record.header.spec;
    let text = serde_json::to_string(&WireEntry::new(entry, spec)).unwrap();
    let wire: WireEntry = serde_json::from_str(&text).unwrap();
    wire.entry(spec).unwrap()
}

#[test]
fn every_entry_of_random_records_survives_the_round_trip() {
    let mut dice = Dice::new(7);
    let mut seen = 0;
    for spec in all_specs().into_iter().cycle().take(400) {
        let record = random_record(spec, &mut dice);
        for entry in record.entries() {
            assert_eq!(round_trip(entry, &record), *entry);
            seen += 1;
        }
    }
    assert!(seen > 5_000, "{seen}");
}

#[test]
fn every_command_survives_the_round_trip() {
    let spec = GameSpec::REVERSI;
    let mv = parse_move("d3", spec).unwrap();
    for command in [
        Command::Start,
        Command::Play { mv, eval: Some(-7) },
        Command::Offer(Request::Draw),
        Command::Offer(Request::TakeBack),
        Command::Offer(Request::Pause),
        Command::Offer(Request::Rematch),
        Command::Accept(OfferKind::TakeBack),
        Command::Decline(OfferKind::Draw),
        Command::Resign,
        Command::Pause,
        Command::Resume,
        Command::Abort,
    ] {
        let wire = WireCommand::new(&command, spec).unwrap();
        assert_eq!(wire.command(spec).unwrap(), Some(command));
    }
    let claim = WireCommand::new(&Command::Forfeit(Seat::First), spec);
    assert_eq!(claim, Some(WireCommand::Claim {}));
    assert_eq!(WireCommand::new(&Command::Tick, spec), None);
}

#[test]
fn a_stage_has_its_name_in_messages() {
    for stage in WireStage::ALL {
        let text = serde_json::to_string(&stage).unwrap();
        assert_eq!(text, format!("\"{}\"", stage.name()));
        assert_eq!(serde_json::from_str::<WireStage>(&text).unwrap(), stage);
    }
}

#[track_caller]
fn check_refused(text: &str) {
    let read = serde_json::from_str::<ClientMessage>(text);
    assert!(read.is_err(), "{text} was read as {read:?}");
}

// Fault 33.
#[test]
fn a_malformed_message_is_refused() {
    for text in [
        "",
        "{}",
        "[]",
        "null",
        r#"{"type":"command"}"#,
        r#"{"type":"nothing"}"#,
        r#"{"type":"command","id":"1","command":{"do":"dance"}}"#,
        r#"{"type":"command","id":1,"command":{"do":"resign"}}"#,
        r#"{"type":"command","id":"1","seat":"third","command":{"do":"resign"}}"#,
        r#"{"type":"command","id":"1","command":{"do":"play"}}"#,
        r#"{"type":"command","id":"1","command":{"do":"play","move":"d3","extra":1}}"#,
        r#"{"type":"command","id":"1","command":{"do":"play","move":"d3","eval":99999999999}}"#,
        r#"{"type":"command","id":"1","command":{"do":"resign"},"extra":true}"#,
        r#"{"type":"chat","room":"kitchen","text":"hello"}"#,
    ] {
        check_refused(text);
    }
}

#[test]
fn a_command_parses_as_documented() {
    let text = r#"{"type":"command","id":"a1","command":{"do":"play","move":"h8"}}"#;
    let Ok(ClientMessage::Command(message)) = serde_json::from_str(text) else {
        panic!("{text}");
    };
    assert_eq!(message.id, "a1");
    let spec = "gomoku".parse().unwrap();
    assert!(message.command.command(spec).unwrap().is_some());
    let other = "reversi:4".parse().unwrap();
    assert!(
        message.command.command(other).is_err(),
        "outside that board"
    );
}

#[test]
fn a_certainty_is_an_object_with_its_kind() {
    use yiqi_wire::WireCertainty;

    for (certainty, json) in [
        (WireCertainty::Exact, r#"{"kind":"exact"}"#),
        (WireCertainty::Outcome, r#"{"kind":"outcome"}"#),
        (
            WireCertainty::Forced { plies: 7 },
            r#"{"kind":"forced","plies":7}"#,
        ),
        (
            WireCertainty::Estimate {
                percent: 73,
                error: 210,
            },
            r#"{"kind":"estimate","percent":73,"error":210}"#,
        ),
    ] {
        assert_eq!(serde_json::to_string(&certainty).unwrap(), json);
        assert_eq!(
            serde_json::from_str::<WireCertainty>(json).unwrap(),
            certainty
        );
    }
}
