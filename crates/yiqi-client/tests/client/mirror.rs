//! How messages change a game, however they are split, repeated or lost.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use yiqi_client::{Desync, Event, Mirror};
use yiqi_rules::GameSpec;
use yiqi_session::Session;
use yiqi_testkit::Dice;
use yiqi_wire::{
    Chat, Fault, Presence, PresenceState, Room, ServerMessage, WireCommand, WireEntry, WireEvent,
};

use crate::table::{greeting, info, presence, random_session, update};

fn table(session: &Session, after: usize) -> ServerMessage {
    ServerMessage::Table(Box::new(greeting(session, after)))
}

fn specs() -> impl Strategy<Value = GameSpec> {
    prop::sample::select(
        [
            "reversi:4",
            "reversi:6:anti",
            "peace",
            "gomoku:9:renju:swap2",
        ]
        .map(|text| text.parse().unwrap())
        .to_vec(),
    )
}

fn held(mirror: &Mirror) -> Session {
    (*mirror.state().unwrap().session).clone()
}

proptest! {
    #[test]
    fn splitting_and_repeating_entries_does_not_change_the_session(
        spec in specs(),
        seed in any::<u64>(),
    ) {
        let session = random_session(spec, seed, 30);
        let count = session.log().len();
        let mut dice = Dice::new(seed);
        let now = Instant::now();
        let mut mirror = Mirror::new(1);
        // The server sends what it has so far, and then more.
        let first = dice.below(count + 1);
        let whole = |upto: usize| Session::new(session.terms().clone())
            .unwrap()
            .with_entries(&session.log()[..upto])
            .unwrap();
        mirror.receive(table(&whole(first), 0), now).unwrap();
        let mut told = first;
        while told < count {
            let after = mirror.after();
            prop_assert_eq!(after, told);
            match dice.below(5) {
                // A new connection, which resumes or sends everything.
                0 => {
                    told += dice.below(count - told + 1);
                    mirror.connected();
                    let asked = if dice.below(2) == 0 { after } else { 0 };
                    mirror.receive(table(&whole(told), asked), now).unwrap();
                }
                // The same message again.
                1 => {
                    let from = dice.below(after + 1);
                    let to = from + dice.below(after - from + 1);
                    mirror.receive(update(&session, from, to), now).unwrap();
                }
                // New entries, overlapping with earlier ones.
                _ => {
                    let from = after - dice.below(after.min(4) + 1);
                    told += 1 + dice.below((count - told).min(5));
                    mirror.receive(update(&session, from, told), now).unwrap();
                }
            }
        }
        prop_assert_eq!(held(&mirror), session);
    }

    // Fault 25.
    #[test]
    fn a_gap_is_detected_and_changes_nothing(spec in specs(), seed in any::<u64>()) {
        let session = random_session(spec, seed, 30);
        let count = session.log().len();
        let mut dice = Dice::new(seed ^ 1);
        let here = dice.below(count - 1);
        let from = here + 1 + dice.below(count - here - 1);
        let now = Instant::now();
        let mut mirror = Mirror::new(1);
        let before = Session::new(session.terms().clone())
            .unwrap()
            .with_entries(&session.log()[..here])
            .unwrap();
        mirror.receive(table(&before, 0), now).unwrap();
        let problem = mirror.receive(update(&session, from, count), now).unwrap_err();
        prop_assert_eq!(problem, Desync::Gap { held: here, from: from + 1 });
        prop_assert_eq!(held(&mirror), before);
        // A new connection repairs it.
        mirror.connected();
        mirror.receive(table(&session, mirror.after()), now).unwrap();
        prop_assert_eq!(held(&mirror), session.clone());
        // So does starting over.
        mirror.forget();
        prop_assert_eq!(mirror.after(), 0);
        mirror.receive(table(&session, 0), now).unwrap();
        prop_assert_eq!(held(&mirror), session);
    }

    #[test]
    fn an_entry_that_does_not_fit_is_detected_and_changes_nothing(
        spec in specs(),
        seed in any::<u64>(),
    ) {
        let session = random_session(spec, seed, 20);
        let count = session.log().len();
        let now = Instant::now();
        let mut mirror = Mirror::new(1);
        mirror.receive(table(&session, 0), now).unwrap();
        // An earlier entry differs.
        let mut dice = Dice::new(seed ^ 2);
        let index = dice.below(count);
        let mut changed = update(&session, index, count);
        if let ServerMessage::Update(update) = &mut changed {
            update.entries[0].at_ms += 1;
        }
        prop_assert_eq!(
            mirror.receive(changed, now).unwrap_err(),
            Desync::Changed { number: index + 1 }
        );
        // An entry that cannot follow the earlier ones.
        let mut broken = update(&session, 0, count);
        if let ServerMessage::Update(update) = &mut broken {
            let first = update.entries[0].clone();
            update.entries.push(WireEntry { at_ms: u64::MAX >> 20, ..first });
        }
        let is_broken = matches!(mirror.receive(broken, now), Err(Desync::Broken(_)));
        prop_assert!(is_broken);
        let mut unknown = update(&session, 0, count);
        if let ServerMessage::Update(update) = &mut unknown {
            let event = WireEvent::Move { mv: "zz99".into(), by_clock: false, eval: None };
            update.entries.push(WireEntry { at_ms: 0, event });
        }
        let is_unknown = matches!(mirror.receive(unknown, now), Err(Desync::Entry { .. }));
        prop_assert!(is_unknown);
        prop_assert_eq!(held(&mirror), session);
    }
}

// Fault 25.
#[test]
fn a_server_that_lost_entries_is_detected() {
    let session = random_session("reversi:4".parse().unwrap(), 3, 10);
    let now = Instant::now();
    let mut mirror = Mirror::new(1);
    mirror.receive(table(&session, 0), now).unwrap();
    let held = session.log().len();
    let fewer = Session::new(session.terms().clone())
        .unwrap()
        .with_entries(&session.log()[..held - 2])
        .unwrap();
    mirror.connected();
    let problem = mirror.receive(table(&fewer, held), now).unwrap_err();
    let sent = held - 2;
    assert_eq!(problem, Desync::Fewer { held, sent });
    // The full state replaces the local copy.
    mirror.receive(table(&fewer, 0), now).unwrap();
    assert_eq!(mirror.after(), held - 2);
}

#[test]
fn other_versions_and_unknown_games_are_final() {
    let session = random_session("reversi:4".parse().unwrap(), 3, 10);
    let now = Instant::now();
    let mut state = greeting(&session, 0);
    state.version += 1;
    let mut mirror = Mirror::new(1);
    let problem = mirror
        .receive(ServerMessage::Table(Box::new(state)), now)
        .unwrap_err();
    assert_eq!(problem, Desync::Version(2));
    for (spec, time, start) in [
        ("chess", "none", None),
        ("reversi", "sometimes", None),
        ("reversi", "none", Some("b".to_owned())),
    ] {
        let mut state = greeting(&session, 0);
        state.table.game.spec = spec.to_owned();
        state.table.time = time.to_owned();
        state.table.start = start;
        let problem = mirror
            .receive(ServerMessage::Table(Box::new(state)), now)
            .unwrap_err();
        assert_eq!(problem, Desync::Terms);
        assert!(problem.is_final());
    }
}

#[test]
fn messages_before_the_table_state_are_rejected() {
    let session = random_session("reversi:4".parse().unwrap(), 3, 10);
    let now = Instant::now();
    let mut mirror = Mirror::new(1);
    let early = update(&session, 0, 1);
    assert_eq!(
        mirror.receive(early.clone(), now).unwrap_err(),
        Desync::NoTable
    );
    mirror.receive(table(&session, 0), now).unwrap();
    assert!(mirror.receive(early.clone(), now).is_ok());
    mirror.connected();
    assert_eq!(mirror.receive(early, now).unwrap_err(), Desync::NoTable);
}

#[test]
fn commands_have_unique_ids_and_wait_for_acknowledgment() {
    let session = random_session("reversi:4".parse().unwrap(), 3, 10);
    let now = Instant::now();
    let mut mirror = Mirror::new(0xabc);
    mirror.receive(table(&session, 0), now).unwrap();
    let ids: Vec<String> = (0..3)
        .map(|_| mirror.ask(None, WireCommand::Resign {}).unwrap().id.clone())
        .collect();
    assert_eq!(ids[0], "0000000000000abc-1");
    assert_eq!(mirror.state().unwrap().sending.len(), 3);
    // The second is acknowledged; the others are resent in order.
    let ack = ServerMessage::Ack {
        id: ids[1].clone(),
        number: 1,
    };
    mirror.receive(ack.clone(), now).unwrap();
    let again: Vec<&str> = mirror.unanswered().map(|message| &*message.id).collect();
    assert_eq!(again, [&ids[0], &ids[2]]);
    let refused = ServerMessage::Refused {
        id: ids[0].clone(),
        fault: Fault {
            code: "not_your_turn".into(),
            text: "It is not your turn.".into(),
            points: Vec::new(),
        },
    };
    let events = mirror.receive(refused.clone(), now).unwrap();
    assert!(matches!(
        &events[..],
        [Event::State(_), Event::Refused { .. }]
    ));
    // A repeated reply is not news.
    assert!(mirror.receive(refused, now).unwrap().is_empty());
    assert!(mirror.receive(ack, now).unwrap().is_empty());
    // The number of unacknowledged commands is limited.
    while mirror.ask(None, WireCommand::Resign {}).is_some() {}
    assert_eq!(mirror.unanswered().count(), 32);
    // An id has at most 40 characters, whatever the numbers.
    let mut mirror = Mirror::new(u64::MAX);
    assert!(mirror.ask(None, WireCommand::Resign {}).unwrap().id.len() <= 20);
}

#[test]
fn clocks_follow_the_least_delayed_messages() {
    let session = random_session("reversi:4".parse().unwrap(), 3, 10);
    let began = Instant::now();
    let after = |ms| began + Duration::from_millis(ms);
    let mut mirror = Mirror::new(1);
    let count = session.log().len();
    let mut state = greeting(&session, 0);
    state.now_ms = 1000;
    mirror
        .receive(ServerMessage::Table(Box::new(state)), began)
        .unwrap();
    let now_ms = |mirror: &Mirror, ms| mirror.state().unwrap().clock.now_ms(after(ms));
    assert_eq!(now_ms(&mirror, 250), 1250);
    let mut later = |table_ms, ms| {
        let mut message = update(&session, count, count);
        if let ServerMessage::Update(update) = &mut message {
            update.now_ms = table_ms;
        }
        mirror.receive(message, after(ms)).unwrap();
        now_ms(&mirror, 1000)
    };
    // A delayed message does not set the clock back; a fast one sets it forward.
    assert_eq!(later(1100, 300), 2000);
    assert_eq!(later(1450, 400), 2050);
}

#[test]
fn presence_and_names_are_current() {
    let session = random_session("reversi:4".parse().unwrap(), 3, 10);
    let began = Instant::now();
    let mut mirror = Mirror::new(1);
    mirror.receive(table(&session, 0), began).unwrap();
    let mut seats = info(session.terms().spec, "none").seats;
    seats.second.name = "B\u{1b}[31mob\u{202e}".to_owned();
    mirror
        .receive(ServerMessage::Seats { seats }, began)
        .unwrap();
    let view = mirror.state().unwrap().view(began);
    assert_eq!(view.players.second, "B[31mob");
    let mut there: Presence = presence();
    there.seats.second = PresenceState::Gone;
    there.claim_in_ms.second = Some(5000);
    mirror
        .receive(ServerMessage::Presence(there), began)
        .unwrap();
    let state = mirror.state().unwrap();
    let later = began + Duration::from_millis(1500);
    assert_eq!(
        state.claim_in_ms(yiqi_record::Seat::Second, later),
        Some(3500)
    );
    assert_eq!(state.claim_in_ms(yiqi_record::Seat::First, later), None);
    let late = began + Duration::from_secs(60);
    assert_eq!(state.claim_in_ms(yiqi_record::Seat::Second, late), Some(0));
}

#[test]
fn duplicate_chat_messages_are_dropped() {
    let session = random_session("reversi:4".parse().unwrap(), 3, 10);
    let now = Instant::now();
    let chat = |number| Chat {
        number,
        room: Room::Players,
        person: "p_1".into(),
        guest: true,
        name: "Bob".into(),
        seat: None,
        text: "Hello".into(),
        at_ms: number,
    };
    let mut mirror = Mirror::new(1);
    let greet = |mirror: &mut Mirror, numbers: std::ops::Range<u64>| {
        let mut state = greeting(&session, 0);
        state.chat = numbers.map(chat).collect();
        state.table.next = Some("next".into());
        let events = mirror
            .receive(ServerMessage::Table(Box::new(state)), now)
            .unwrap();
        let is = |what: fn(&Event) -> bool| events.iter().filter(|event| what(event)).count();
        (
            is(|event| matches!(event, Event::Chat(_))),
            is(|event| matches!(event, Event::Next(_))),
        )
    };
    assert_eq!(greet(&mut mirror, 1..4), (3, 1));
    assert_eq!(
        mirror
            .receive(ServerMessage::Chat(chat(4)), now)
            .unwrap()
            .len(),
        1
    );
    assert_eq!(greet(&mut mirror, 2..6), (1, 0));
}
