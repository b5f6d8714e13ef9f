//! Every file call of a desk fails once, and from then on: no game that was stored is lost, no file
//! is a mixture, and afterwards everything goes on. `Fault n` is row n of `docs/faults.md`.
#![cfg(target_os = "linux")]

// It uses libc.
#[path = "../../yiqi-server/tests/disk/failing_calls.rs"]
mod failing_calls;

use std::path::Path;

use failing_calls::{Act, Call, Failure, Plan, watch};
use yiqi_desk::{Desk, Settings, SlotInfo, Store};
use yiqi_players::PlayerSpec;
use yiqi_record::BySeat;
use yiqi_record::notation::{move_name, parse_move};
use yiqi_session::{Command, Terms};

/// A call that never comes.
const NEVER: usize = usize::MAX;

const MOVES: [&str; 3] = ["h8", "i9", "j10"];

fn terms() -> Terms {
    Terms::new("gomoku".parse().unwrap())
}

fn people() -> BySeat<PlayerSpec> {
    BySeat::from_fn(|_| PlayerSpec::HUMAN)
}

fn play(desk: &mut Desk, mv: &str) -> bool {
    let mv = parse_move(mv, "gomoku".parse().unwrap()).unwrap();
    desk.play(mv).is_ok()
}

/// The moves of each open game.
fn moves(desk: &Desk) -> Vec<Vec<String>> {
    let spec = "gomoku".parse().unwrap();
    let names = |game: &yiqi_desk::OpenGame| {
        let played = game.session().played();
        played.iter().map(|ply| move_name(ply.mv, spec)).collect()
    };
    desk.games().iter().map(names).collect()
}

fn named(name: &str) -> Settings {
    Settings {
        name: name.to_owned(),
        ..Settings::default()
    }
}

/// The moves of the game in slot 1.
fn slot_moves(store: &Store) -> usize {
    match store.slot(1) {
        SlotInfo::Held(record) => record.replay().unwrap().plies().len(),
        other => panic!("slot 1: {other:?}"),
    }
}

/// Leaves a game in slot 1, an unfinished game of a program that died, settings and a table.
fn prepare(folder: &Path) {
    let mut desk = Desk::new(Some(Store::open(folder).unwrap()), 1);
    desk.set_settings(named("Old")).unwrap();
    desk.store()
        .unwrap()
        .keep_recent_table("http://a/")
        .unwrap();
    desk.open(terms(), people()).unwrap();
    assert!(play(&mut desk, "a1"));
    desk.save_slot(1).unwrap();
}

/// Uses a desk while calls fail. Returns the calls, and those that failed.
fn run(plan: Plan) -> (Vec<Call>, Vec<Call>) {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    prepare(folder);
    let watch = watch(folder, None);
    watch.plan(plan);
    let (mut stored, mut saved, mut is_named, mut has_table) = (None, false, false, false);
    match Store::open(folder) {
        Err(error) => assert!(error.to_string().len() > 10, "{error}"),
        Ok(store) => {
            let mut desk = Desk::new(Some(store), 1);
            desk.recover();
            is_named = desk.set_settings(named("New")).is_ok();
            has_table = desk.store().unwrap().keep_recent_table("http://b/").is_ok();
            if let Ok(index) = desk.open(terms(), people()) {
                desk.switch(index).unwrap();
                let made = MOVES.iter().take_while(|mv| play(&mut desk, mv)).count();
                stored = (made > 0).then_some(made);
                // A move that was not stored was not made either.
                assert_eq!(moves(&desk)[index], MOVES[..made]);
                saved = made > 1 && desk.save_slot(1).is_ok();
            }
        }
    }
    let (calls, failed) = (watch.calls(), watch.failed());
    watch.heal();
    let mut desk = Desk::new(Some(Store::open(folder).unwrap()), 1);
    for _ in 0..desk.recover() {
        desk.open_shelved(0).unwrap();
    }
    let found = moves(&desk);
    let store = desk.store().unwrap();
    let context = format!("{plan:?} {failed:?} {found:?}");
    // The game of the program that died earlier, and the new one with every move that was made.
    assert!(found.iter().any(|moves| *moves == ["a1"]), "{context}");
    if let Some(made) = stored {
        let is_there = |moves: &Vec<String>| moves.len() >= made && moves[..made] == MOVES[..made];
        assert!(found.iter().any(is_there), "{context}");
    }
    let slot = slot_moves(store);
    assert!(slot == 1 || slot > 1 && stored.is_some(), "{context}");
    assert!(!saved || slot > 1, "{context}");
    let name = store.settings().name;
    assert!(["Old", "New"].contains(&name.as_str()), "{name}: {context}");
    assert!(!is_named || name == "New", "{context}");
    let tables = store.recent_tables();
    assert!(
        tables.contains(&"http://a/".to_owned()),
        "{tables:?}: {context}"
    );
    assert!(
        !has_table || tables[0] == "http://b/",
        "{tables:?}: {context}"
    );
    // Play goes on.
    let index = found.iter().position(|moves| *moves == ["a1"]).unwrap();
    desk.switch(index).unwrap();
    // A game found again is paused until its clock should run.
    desk.ask(&Command::Resume).unwrap();
    assert!(play(&mut desk, "b2"), "{context}");
    (calls, failed)
}

/// Runs a desk for each call that can fail like this.
fn check(failure: Failure, is_onward: bool) {
    let plan = |from| Plan {
        from,
        until: if is_onward { NEVER } else { from },
        failure,
    };
    let (calls, _) = run(plan(NEVER));
    let count = calls.iter().filter(|call| plan(1).counts(call)).count();
    assert!(count > 0);
    for from in 1..=count {
        let (_, failed) = run(plan(from));
        assert!(!failed.is_empty(), "{from} of {count}");
    }
}

// Fault 13.
#[test]
fn whichever_file_call_fails_no_stored_game_is_lost() {
    check(Failure::Io, false);
    check(Failure::Torn, false);
}

// Fault 13.
#[test]
fn from_whichever_call_on_files_fail_no_stored_game_is_lost() {
    check(Failure::Io, true);
    check(Failure::NoSpace, true);
}

// Fault 13.
#[test]
fn a_write_that_stores_only_a_part_goes_on() {
    let plan = Plan {
        from: 1,
        until: NEVER,
        failure: Failure::Short,
    };
    let (_, failed) = run(plan);
    assert!(!failed.is_empty() && failed.iter().all(|call| call.act == Act::Write));
}
