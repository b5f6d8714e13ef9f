//! Whatever happens to the connection, each command is carried out once and in order, and the local
//! game matches the server's.

use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use yiqi_client::{
    Connection, Event, Handle, Identity, LinkState, Options, Reason, TableAddress, TableSnapshot,
    Timing, look,
};
use yiqi_record::OfferKind;
use yiqi_rules::Move;
use yiqi_session::{Actor, Command, Request};
use yiqi_wire::{Room, WireCommand, WireSeat};

use crate::script::{Cut, Plan, Server, Step, fault};
use crate::table::{ask, move_entries};

fn options() -> Options {
    Options {
        name: "Ann".to_owned(),
        lang: "en".to_owned(),
        timing: Timing {
            pause_first: Duration::from_millis(1),
            pause_max: Duration::from_millis(2),
            ..Timing::default()
        },
        ..Options::default()
    }
}

fn open(server: &Server) -> (Handle, Receiver<Event>) {
    Connection::open(server.table(), Identity::fleeting(), options())
}

/// A generous timeout: a test that waits for an event that never comes fails.
const TIMEOUT: Duration = Duration::from_secs(60);

#[track_caller]
fn next(events: &Receiver<Event>) -> Event {
    events.recv_timeout(TIMEOUT).expect("something happens")
}

/// The first state that satisfies the condition.
#[track_caller]
fn state_when(
    events: &Receiver<Event>,
    is_so: impl Fn(&TableSnapshot) -> bool,
) -> Arc<TableSnapshot> {
    loop {
        if let Event::State(state) = next(events)
            && is_so(&state)
        {
            return state;
        }
    }
}

#[track_caller]
fn closed(events: &Receiver<Event>) -> Reason {
    loop {
        if let Event::Connection(LinkState::Closed(reason)) = next(events) {
            return reason;
        }
    }
}

/// Some moves of Reversi on a small board, with the seat of each.
fn moves() -> Vec<(WireSeat, String)> {
    let spec = "reversi:4".parse().unwrap();
    let mut position = yiqi_rules::AnyPosition::new(spec);
    let mut moves = Vec::new();
    let mut seat = WireSeat::First;
    while let Some(&mv) = position.legal_moves().first() {
        position.play(mv).unwrap();
        moves.push((seat, yiqi_record::notation::move_name(mv, spec)));
        seat = match seat {
            WireSeat::First => WireSeat::Second,
            WireSeat::Second => WireSeat::First,
        };
        assert!(mv != Move::Swap);
    }
    moves
}

fn play(handle: &Handle, (seat, mv): &(WireSeat, String)) {
    let command = WireCommand::Play {
        mv: mv.clone(),
        eval: None,
    };
    assert!(handle.ask(Some(*seat), command));
}

/// Plays a whole game over connections that are cut as planned, sending all commands at once or one
/// after another.
fn check_game(plan: Plan, at_once: bool) -> Server {
    let server = Server::new("reversi:4", plan);
    let (handle, events) = open(&server);
    let moves = moves();
    if at_once {
        for mv in &moves {
            play(&handle, mv);
        }
    } else {
        for (index, mv) in moves.iter().enumerate() {
            state_when(&events, |state| state.session.log().len() == index + 1);
            play(&handle, mv);
        }
    }
    let state = state_when(&events, |state| {
        state.session.result().is_some() && state.sending.is_empty()
    });
    let world = server.world.lock().unwrap();
    let wanted: Vec<String> = moves.into_iter().map(|(_, mv)| mv).collect();
    assert_eq!(move_entries(&world.session), wanted);
    assert_eq!(*state.session, world.session);
    // No entry was requested twice, and none skipped.
    assert!(world.afters.is_sorted(), "{:?}", world.afters);
    assert_eq!(world.afters[0], 0);
    drop(world);
    server
}

#[test]
fn a_game_is_played_over_a_stable_connection() {
    for at_once in [false, true] {
        let server = check_game(Box::new(|_, _, _| None), at_once);
        let world = server.world.lock().unwrap();
        assert_eq!(world.afters, [0]);
        assert_eq!(world.asked.len(), moves().len());
    }
}

// Fault 24.
#[test]
fn a_game_survives_one_cut_at_any_point() {
    let step_count = 2 + 4 * moves().len();
    for cut_at in 0..step_count {
        for at_once in [false, true] {
            let plan: Plan = Box::new(move |connection, step, _| {
                (connection == 0 && step == cut_at).then_some(Cut::Drop)
            });
            let server = check_game(plan, at_once);
            // Only after the very last reply may there be nothing to reconnect for.
            let count = server.world.lock().unwrap().afters.len();
            assert!(count == 2 || (count == 1 && cut_at == step_count - 1));
        }
    }
}

// Fault 24.
#[test]
fn a_game_survives_repeated_cuts() {
    for every in 0..9 {
        for cut in [Cut::Drop, Cut::Close(1012), Cut::Close(1013)] {
            let plan: Plan = Box::new(move |connection, step, _| {
                (connection < 12 && step >= every).then_some(cut)
            });
            check_game(plan, true);
        }
    }
}

// Fault 21.
#[test]
fn a_command_whose_acknowledgment_was_lost_is_carried_out_once() {
    let plan: Plan =
        Box::new(|connection, _, step| (connection < 5 && step == Step::Kept).then_some(Cut::Drop));
    let server = check_game(plan, true);
    let world = server.world.lock().unwrap();
    // The first command came again with the same id; the game has it once.
    assert!(world.asked.len() > moves().len());
    let first = &world.asked[0];
    let again: Vec<_> = world.asked.iter().filter(|m| m.id == first.id).collect();
    assert!(again.len() >= 2);
    assert!(again.iter().all(|message| *message == first));
}

// Fault 25.
#[test]
fn a_connection_resumes_after_the_last_entry_held() {
    // Each connection is cut right after a reply, so everything sent so far has arrived.
    let plan: Plan = Box::new(|_, _, step| (step == Step::Answered).then_some(Cut::Drop));
    let server = check_game(plan, false);
    let world = server.world.lock().unwrap();
    let wanted: Vec<usize> = (0..world.afters.len())
        .map(|index| if index == 0 { 0 } else { index + 1 })
        .collect();
    assert_eq!(world.afters, wanted);
}

// Fault 25.
#[test]
fn the_largest_table_is_opened() {
    let server = Server::new("reversi:26", Box::new(|_, _, _| None));
    let count = {
        let session = &mut server.world.lock().unwrap().session;
        let mut dice = yiqi_testkit::Dice::new(26);
        let mut take_backs = 0;
        while let Some(seat) = session.turn() {
            let mv = *dice.pick(&session.position().legal_moves());
            let say = Command::Comment("\u{1f600}".repeat(500));
            ask(session, Actor::Seat(seat), &Command::play(mv), 0);
            ask(session, Actor::Seat(seat), &say, 0);
            if take_backs < 1_000 && session.turn().is_some() {
                let offer = Command::Offer(Request::TakeBack);
                let accept = Command::Accept(OfferKind::TakeBack);
                ask(session, Actor::Seat(seat), &offer, 0);
                take_backs += usize::from(ask(session, Actor::Seat(seat.other()), &accept, 0));
            }
        }
        assert_eq!(take_backs, 1_000);
        session.log().len()
    };
    let (_handle, events) = open(&server);
    state_when(&events, |state| state.session.log().len() == count);
    assert_eq!(server.world.lock().unwrap().afters, [0]);
}

// Fault 23.
#[test]
fn a_server_that_falls_silent_counts_as_lost() {
    let plan: Plan = Box::new(|connection, _, step| {
        (connection == 0 && step == Step::Greeted).then_some(Cut::Silence)
    });
    let server = Server::new("reversi:4", plan);
    let mut options = options();
    options.timing.silence_max = Duration::from_millis(50);
    let (handle, events) = Connection::open(server.table(), Identity::fleeting(), options);
    play(&handle, &moves()[0]);
    loop {
        if let Event::Connection(LinkState::Reconnecting { .. }) = next(&events) {
            break;
        }
    }
    state_when(&events, |state| state.session.log().len() == 2);
}

#[test]
fn close_codes_are_interpreted() {
    for (code, reason) in [
        (4001, Reason::Elsewhere),
        (1008, Reason::Policy),
        (1003, Reason::Protocol(1003)),
        (1009, Reason::Protocol(1009)),
    ] {
        let plan: Plan =
            Box::new(move |_, _, step| (step == Step::Greeted).then_some(Cut::Close(code)));
        let server = Server::new("reversi:4", plan);
        let (handle, events) = open(&server);
        assert_eq!(closed(&events), reason);
        assert_eq!(server.world.lock().unwrap().afters.len(), 1);
        // It is over: no order is accepted any more.
        assert!(events.recv().is_err());
        assert!(!handle.ask(None, WireCommand::Resign {}));
    }
}

#[test]
fn a_refusal_is_reported_and_ends_the_wait() {
    let server = Server::new("reversi:4", Box::new(|_, _, _| None));
    let (handle, events) = open(&server);
    play(&handle, &(WireSeat::Second, "a1".to_owned()));
    loop {
        match next(&events) {
            Event::Refused { fault, .. } => {
                assert_eq!(fault.text, "not your turn");
                break;
            }
            Event::State(state) => assert_eq!(state.session.log().len(), 1),
            _ => {}
        }
    }
}

#[test]
fn chat_is_sent_at_once_or_dropped() {
    let plan: Plan = Box::new(|connection, _, step| {
        (connection == 0 && step == Step::Greeted).then_some(Cut::Drop)
    });
    let server = Server::new("reversi:4", plan);
    let mut slow = options();
    slow.timing.pause_first = TIMEOUT;
    slow.timing.pause_max = TIMEOUT;
    let (handle, events) = Connection::open(server.table(), Identity::fleeting(), slow);
    while !matches!(
        next(&events),
        Event::Connection(LinkState::Reconnecting { .. })
    ) {}
    handle.say(Room::Players, "one".to_owned());
    while !matches!(next(&events), Event::Unsaid(text) if text == "one") {}
    // Reconnect without waiting.
    handle.hurry();
    while !matches!(next(&events), Event::Connection(LinkState::Connected)) {}
    handle.say(Room::Players, "two".to_owned());
    play(&handle, &moves()[0]);
    state_when(&events, |state| state.session.log().len() == 2);
    assert_eq!(server.world.lock().unwrap().said, ["two"]);
}

#[test]
fn a_returning_client_is_the_same_person_at_the_same_seat() {
    let server = Server::new("reversi:4", Box::new(|_, _, _| None));
    let folder = tempfile::tempdir().unwrap();
    let identity = || Identity::kept_in(folder.path().join("network"));
    let visit = || {
        let (_handle, events) = Connection::open(server.table(), identity(), options());
        state_when(&events, |_| true);
        std::mem::take(&mut server.world.lock().unwrap().requests)
    };
    let paths = |requests: &[(String, String, Option<String>, String)]| -> Vec<String> {
        requests
            .iter()
            .map(|(method, path, token, _)| {
                format!("{method} {path} {}", token.as_deref().unwrap_or("-"))
            })
            .collect()
    };
    let first = visit();
    assert_eq!(
        paths(&first),
        [
            "POST /api/guest -",
            "GET /api/tables/k3v9qz7m2x token1",
            "POST /api/tables/k3v9qz7m2x/sit token1",
        ]
    );
    assert_eq!(first[0].3, r#"{"name":"Ann"}"#);
    assert_eq!(first[2].3, r#"{"invite":"secret"}"#);
    let again = visit();
    assert_eq!(
        paths(&again),
        ["GET /api/me token1", "GET /api/tables/k3v9qz7m2x token1"]
    );
    // On a server that has lost all tokens the client becomes a new guest.
    server.world.lock().unwrap().tokens = vec!["other".to_owned()];
    let forgotten = visit();
    assert_eq!(
        paths(&forgotten),
        [
            "GET /api/me token1",
            "POST /api/guest -",
            "GET /api/tables/k3v9qz7m2x token2",
        ]
    );
}

#[test]
fn the_client_gives_up_on_a_server_that_was_never_reached() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let address: TableAddress = format!("{address}/t/k").parse().unwrap();
    let (_handle, events) = Connection::open(address.clone(), Identity::fleeting(), options());
    assert!(matches!(closed(&events), Reason::Unreachable(_)));
    let looked = look(&address, &Identity::fleeting(), &options());
    assert!(matches!(looked, Err(Reason::Unreachable(_))));
}

#[test]
fn a_foreign_server_or_a_missing_table_is_reported() {
    for (status, body, reason) in [
        (200, "<html>".to_owned(), Reason::NotYiqi),
        (404, "<html>".to_owned(), Reason::NotYiqi),
        (302, String::new(), Reason::NotYiqi),
        (404, fault("not_found"), Reason::NoTable),
        (
            502,
            "<html>".to_owned(),
            Reason::Unreachable("HTTP 502".to_owned()),
        ),
    ] {
        let server = Server::new("reversi:4", Box::new(|_, _, _| None));
        server.world.lock().unwrap().answer = Some((status, body));
        let (_handle, events) = open(&server);
        assert_eq!(closed(&events), reason, "{status}");
        let looked = look(&server.table(), &Identity::fleeting(), &options());
        assert_eq!(looked, Err(reason));
    }
    let server = Server::new("reversi:4", Box::new(|_, _, _| None));
    server.world.lock().unwrap().answer = Some((403, fault("not_yours")));
    let (_handle, events) = open(&server);
    assert!(matches!(closed(&events), Reason::Refused(fault) if fault.code == "not_yours"));
}

#[test]
fn dropping_the_handle_ends_the_connection() {
    let server = Server::new("reversi:4", Box::new(|_, _, _| None));
    let (handle, events) = open(&server);
    state_when(&events, |_| true);
    drop(handle);
    assert_eq!(closed(&events), Reason::Left);
    assert!(events.recv().is_err());
}
