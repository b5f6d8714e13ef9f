//! Data folders that earlier versions left, in `tests/golden/`: saves, settings and unfinished games
//! are all still there. `Fault n` is row n of `docs/faults.md`.

use std::path::{Path, PathBuf};

use yiqi_desk::{BoardStyle, Desk, Settings, SlotInfo, Store};
use yiqi_record::Seat;
use yiqi_record::notation::{move_name, parse_move};
use yiqi_session::Command;

/// The data folders of all versions, oldest first.
fn folders() -> Vec<PathBuf> {
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let versions = 1..;
    versions
        .map(|version| golden.join(format!("data-{version}")))
        .take_while(|folder| folder.exists())
        .collect()
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            std::fs::copy(entry.path(), to).unwrap();
        }
    }
}

fn moves(desk: &Desk) -> Vec<String> {
    let session = desk.current().unwrap().session();
    let spec = session.terms().spec;
    let played = session.played().iter();
    played.map(|ply| move_name(ply.mv, spec)).collect()
}

// Fault 14.
#[test]
fn data_folders_of_every_version_open_and_games_go_on() {
    for golden in folders() {
        let folder = tempfile::tempdir().unwrap();
        copy(&golden, folder.path());
        let store = Store::open(folder.path()).unwrap();
        let settings = store.settings();
        assert_eq!(
            (settings.style, settings.swap_glyphs),
            (BoardStyle::Grid, true)
        );
        let is_named = !golden.ends_with("data-1");
        assert_eq!(settings.name, if is_named { "Ann" } else { "" });
        assert_eq!(store.recent_tables().len(), if is_named { 2 } else { 0 });
        let mut desk = Desk::new(Some(store), 1);
        assert_eq!(desk.has_last_game(), golden.ends_with("data-3"));
        // Two games were in progress.
        assert_eq!(desk.recover(), 2, "{golden:?}");
        for _ in 0..2 {
            let is_gomoku = |shelved: &yiqi_desk::ShelvedGame| {
                shelved.game.session().terms().spec.game() == yiqi_rules::Game::Gomoku
            };
            let place = desk.shelved().iter().position(is_gomoku);
            desk.open_shelved(place.unwrap_or(0)).unwrap();
        }
        desk.switch(0).unwrap();
        assert_eq!(moves(&desk), ["h8", "h9"]);
        desk.ask(&Command::Resume).unwrap();
        let mv = parse_move("j8", desk.current().unwrap().session().terms().spec).unwrap();
        desk.play(mv).unwrap();
        assert_eq!(moves(&desk), ["h8", "h9", "j8"]);
        desk.switch(1).unwrap();
        assert_eq!(moves(&desk), ["b3", "b2"]);
        let game = desk.current().unwrap();
        assert_eq!(game.players()[Seat::Second].to_string(), "random:seed=3");
        // One was saved.
        assert!(matches!(desk.slots().unwrap()[0], SlotInfo::Held(_)));
        let loaded = desk.load_slot(1).unwrap();
        desk.switch(loaded).unwrap();
        assert_eq!(moves(&desk), ["h8", "h9", "j8"]);
    }
}

#[test]
fn the_newest_data_folder_has_every_setting() {
    let newest = folders().pop().unwrap();
    let text = std::fs::read_to_string(newest.join("settings.txt")).unwrap();
    let keys = |text: &str| -> Vec<String> {
        let lines = text.lines().filter_map(|line| line.split_once(':'));
        lines.map(|(key, _)| key.to_owned()).collect()
    };
    assert_eq!(keys(&text), keys(&Settings::default().to_text()));
}
