//! A person's desk, one sentence per test.

use std::time::Duration;

use yiqi_desk::commands::{
    Action, COMMANDS, CURSOR_LETTERS, CommandInfo, Key, LineError, ParsedLine, Scope, Target,
    commands, completions, find, find_key, find_letter, is_column, parse_line,
};
use yiqi_desk::{
    BoardColor, BoardStyle, Desk, DeskError, DeskEvent, Hint, NewGame, Pictures, PlyRef, Settings,
    SlotInfo, Store, Theme,
};
use yiqi_players::{Certainty, Line, PlayerSpec};
use yiqi_record::notation::parse_move;
use yiqi_record::{BySeat, OfferKind, Seat};
use yiqi_rules::{Color, GameSpec, Move};
use yiqi_session::{Command, Refusal, Request, Stage, Terms};
use yiqi_text::{Lang, Text};

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    fn store(&self) -> Store {
        Store::open(self.0.path()).unwrap()
    }

    fn desk(&self) -> Desk {
        let mut desk = Desk::new(Some(self.store()), 1);
        desk.set_settings(Settings {
            delay: Duration::ZERO,
            ..Settings::default()
        })
        .unwrap();
        desk
    }

    fn kept(&self) -> usize {
        std::fs::read_dir(self.0.path().join("unfinished"))
            .unwrap()
            .filter(|entry| {
                let name = entry.as_ref().unwrap().file_name();
                name.to_string_lossy().ends_with(".yiqi")
            })
            .count()
    }
}

fn players(first: &str, second: &str) -> BySeat<PlayerSpec> {
    BySeat {
        first: first.parse().unwrap(),
        second: second.parse().unwrap(),
    }
}

fn people() -> BySeat<PlayerSpec> {
    players("human", "human")
}

fn terms(spec: &str) -> Terms {
    Terms::new(spec.parse().unwrap())
}

fn play(desk: &mut Desk, moves: &str) {
    for name in moves.split_whitespace() {
        let spec = desk.current().unwrap().view().spec;
        desk.play(parse_move(name, spec).unwrap()).unwrap();
    }
}

/// Opens the unfinished games of earlier runs, and returns how many.
fn open_recovered(desk: &mut Desk) -> usize {
    let count = desk.recover();
    for _ in 0..count {
        desk.open_shelved(0).unwrap();
    }
    count
}

const LONG: Duration = Duration::from_secs(60);

#[test]
fn several_games_are_open_at_once_and_each_keeps_its_own_state() {
    let mut desk = Desk::new(None, 1);
    desk.open(terms("peace"), people()).unwrap();
    desk.open(terms("reversi"), people()).unwrap();
    assert_eq!(
        desk.current_index(),
        0,
        "a new game does not become current"
    );
    play(&mut desk, "a1");
    desk.switch(1).unwrap();
    play(&mut desk, "d3 c3");
    assert_eq!(desk.games()[0].ply_count(), 1);
    assert_eq!(desk.games()[1].ply_count(), 2);
    assert!(matches!(desk.switch(2), Err(DeskError::NoGame)));
    desk.close(0).unwrap();
    assert_eq!(desk.current_index(), 0);
    assert_eq!(desk.current().unwrap().ply_count(), 2);
}

#[test]
fn a_program_moves_when_it_is_its_turn() {
    let mut desk = Desk::new(None, 1);
    desk.open(terms("reversi"), players("human", "random"))
        .unwrap();
    play(&mut desk, "d3");
    assert!(!desk.current().unwrap().waits_for_person());
    let mv = parse_move("c4", GameSpec::REVERSI).unwrap();
    assert!(matches!(desk.play(mv), Err(DeskError::ProgramsTurn)));
    let happened = desk.wait_for_programs(LONG);
    assert!(matches!(happened[..], [DeskEvent::Moved { game: 0, .. }]));
    assert!(desk.current().unwrap().waits_for_person());
    // A take-back returns to before the person's own move.
    desk.undo().unwrap();
    assert_eq!(desk.current().unwrap().ply_count(), 0);
    assert!(matches!(desk.undo(), Err(DeskError::NothingToUndo)));
}

#[test]
fn two_programs_play_a_whole_game() {
    let mut desk = Desk::new(None, 1);
    desk.open(terms("reversi:6"), players("greedy", "weights"))
        .unwrap();
    desk.wait_for_programs(LONG);
    let game = desk.current().unwrap();
    assert!(matches!(game.session().stage(), Stage::Over(_)));
}

// Fault 48.
#[test]
fn a_person_takes_over_the_seat_of_a_program_that_fails() {
    let mut desk = Desk::new(None, 1);
    desk.open(
        terms("reversi"),
        players("program:script,cage=off:false", "human"),
    )
    .unwrap();
    let happened = desk.wait_for_programs(LONG);
    assert!(matches!(
        happened[..],
        [DeskEvent::Failed {
            seat: Seat::First,
            ..
        }]
    ));
    assert!(desk.current().unwrap().waits_for_person());
    play(&mut desk, "d3");
}

#[test]
fn people_at_one_desk_answer_each_others_offers() {
    let mut desk = Desk::new(None, 1);
    desk.open(terms("gomoku"), people()).unwrap();
    assert!(matches!(
        desk.answer(OfferKind::Draw, true),
        Err(DeskError::Refused(Refusal::NothingOffered(OfferKind::Draw)))
    ));
    desk.ask(&Command::Offer(Request::Draw)).unwrap();
    desk.answer(OfferKind::Draw, false).unwrap();
    play(&mut desk, "h8");
    desk.ask(&Command::Offer(Request::Draw)).unwrap();
    desk.answer(OfferKind::Draw, true).unwrap();
    let result = desk.current().unwrap().session().result().unwrap();
    assert_eq!(result.to_string(), "draw by agreement");
}

#[test]
fn a_program_answers_a_draw_offer_by_itself() {
    let mut desk = Desk::new(None, 1);
    desk.open(terms("gomoku"), players("human", "random"))
        .unwrap();
    desk.ask(&Command::Offer(Request::Draw)).unwrap();
    let happened = desk.poll();
    assert!(matches!(
        happened[..],
        [DeskEvent::Answered {
            offer: OfferKind::Draw,
            ..
        }]
    ));
}

#[test]
fn a_program_declines_a_draw_early_in_a_game() {
    let mut desk = Desk::new(None, 1);
    desk.open(terms("reversi:4"), players("alphabeta:depth=5", "human"))
        .unwrap();
    desk.wait_for_programs(LONG);
    desk.ask(&Command::Offer(Request::Draw)).unwrap();
    let happened = desk.poll();
    let [DeskEvent::Answered { accepted, .. }] = happened[..] else {
        panic!("{happened:?}");
    };
    assert!(!accepted);
}

#[test]
fn a_program_accepts_a_draw_in_a_game_nobody_can_win() {
    let mut desk = Desk::new(None, 1);
    desk.open(terms("peace"), players("human", "random"))
        .unwrap();
    desk.ask(&Command::Offer(Request::Draw)).unwrap();
    desk.poll();
    let result = desk.current().unwrap().session().result().unwrap();
    assert_eq!(result.to_string(), "draw by agreement");
}

#[test]
fn the_last_move_can_be_taken_back_even_after_the_end() {
    let mut desk = Desk::new(None, 1);
    desk.open(terms("gomoku"), people()).unwrap();
    play(&mut desk, "h8 a1 i8 a2 j8 a3 k8 a4 l8");
    assert!(desk.current().unwrap().session().result().is_some());
    desk.undo().unwrap();
    assert_eq!(desk.current().unwrap().ply_count(), 8);
    assert_eq!(desk.current().unwrap().session().turn(), Some(Seat::First));
}

#[test]
fn an_end_without_a_move_is_taken_back_alone() {
    let mut desk = Desk::new(None, 1);
    desk.open(terms("gomoku"), people()).unwrap();
    play(&mut desk, "h8 i9");
    desk.ask(&Command::Resign).unwrap();
    desk.undo().unwrap();
    let game = desk.current().unwrap();
    assert_eq!(
        (game.ply_count(), game.session().stage()),
        (2, Stage::Playing)
    );
}

// Fault 61.
#[test]
fn an_untrusted_file_starts_no_programs() {
    let folder = Folder::new();
    let mark = folder.0.path().join("owned");
    let text = format!(
        "yiqi record 1\nGame: reversi\nFirst-Player: random\n\
         Second-Player: program:script:touch {}\n\nd3\nend\n",
        mark.display()
    );
    let file = folder.0.path().join("evil.yiqi");
    std::fs::write(&file, text).unwrap();
    let mut desk = folder.desk();
    let index = desk.load_file(&file, None).unwrap();
    let players = desk.games()[index].players();
    assert_eq!(players[Seat::First].to_string(), "random");
    assert!(players[Seat::Second].is_human());
    desk.wait_for_programs(LONG);
    assert!(!mark.exists());
}

#[test]
fn a_changed_player_is_saved_in_place_of_the_old_one() {
    let folder = Folder::new();
    let mut desk = folder.desk();
    desk.open(terms("reversi"), players("human", "random"))
        .unwrap();
    play(&mut desk, "d3");
    desk.save_slot(1).unwrap();
    for spec in ["greedy", "weights"] {
        let index = desk.load_slot(1).unwrap();
        desk.switch(index).unwrap();
        desk.set_player(Seat::Second, spec.parse().unwrap())
            .unwrap();
        desk.save_slot(1).unwrap();
    }
    let index = desk.load_slot(1).unwrap();
    assert_eq!(
        desk.games()[index].players()[Seat::Second].to_string(),
        "weights"
    );
}

#[test]
fn any_ply_can_be_viewed_and_continued_from() {
    let mut desk = Desk::new(None, 1);
    desk.open(terms("reversi"), people()).unwrap();
    play(&mut desk, "f5 d6 c3 d3 c4 f4");
    assert_eq!(desk.look_at(PlyRef::Stone(Color::Black, 2)).unwrap(), 3);
    let game = desk.current().unwrap();
    assert_eq!((game.viewed(), game.view().moves.len()), (Some(3), 3));
    let mv = parse_move("e3", GameSpec::REVERSI).unwrap();
    assert!(matches!(desk.play(mv), Err(DeskError::ViewingEarlier)));
    assert!(matches!(
        desk.look_at(PlyRef::Ply(7)),
        Err(DeskError::PlyRef(_))
    ));
    let index = desk
        .branch(players("Eve=human", "random"), "move 5s".parse().unwrap())
        .unwrap();
    assert_eq!((index, desk.current_index()), (1, 1));
    let branch = desk.current().unwrap();
    assert_eq!(branch.ply_count(), 3);
    assert_eq!(branch.view().players[Seat::First], "Eve");
    assert_eq!(desk.games()[0].ply_count(), 6, "the old game is unchanged");
    desk.switch(0).unwrap();
    desk.look_at(PlyRef::End).unwrap();
    assert_eq!(desk.current().unwrap().viewed(), None);
}

#[test]
fn a_slot_holds_a_game_and_saving_one_without_moves_empties_it() {
    let folder = Folder::new();
    let mut desk = folder.desk();
    desk.open(terms("reversi"), people()).unwrap();
    assert!(matches!(desk.load_slot(3), Err(DeskError::EmptySlot(3))));
    play(&mut desk, "d3 c3");
    assert!(desk.current().unwrap().is_unsaved());
    desk.save_slot(3).unwrap();
    assert!(!desk.current().unwrap().is_unsaved());
    assert!(matches!(desk.slots().unwrap()[2], SlotInfo::Held(_)));
    let loaded = desk.load_slot(3).unwrap();
    assert_eq!(desk.games()[loaded].ply_count(), 2);
    desk.undo().unwrap();
    desk.undo().unwrap();
    desk.save_slot(3).unwrap();
    assert!(matches!(desk.slots().unwrap()[2], SlotInfo::Empty));
}

// Fault 11.
#[test]
fn a_broken_slot_is_reported_and_harms_nothing() {
    let folder = Folder::new();
    let mut desk = folder.desk();
    desk.open(terms("reversi"), people()).unwrap();
    std::fs::write(folder.0.path().join("saves/4.yiqi"), "yiqi record 1\nGa").unwrap();
    assert!(matches!(desk.slots().unwrap()[3], SlotInfo::Broken(_)));
    assert!(matches!(desk.load_slot(4), Err(DeskError::Store(_))));
    assert_eq!(desk.games().len(), 1);
}

// Fault 13.
#[test]
fn an_unfinished_game_is_found_again_after_the_program_died() {
    let folder = Folder::new();
    let mut desk = folder.desk();
    desk.open(terms("reversi"), players("human", "random:seed=4"))
        .unwrap();
    play(&mut desk, "d3");
    desk.wait_for_programs(LONG);
    assert_eq!(folder.kept(), 1);
    // A second program running at the same time does not take it over.
    assert_eq!(folder.desk().recover(), 0);
    let position = desk.current().unwrap().session().position().clone();
    // Dropped without closing the game, as when the terminal is closed.
    drop(desk);
    let mut again = folder.desk();
    assert_eq!(open_recovered(&mut again), 1);
    let game = again.current().unwrap();
    assert_eq!(*game.session().position(), position);
    assert_eq!(game.players()[Seat::Second].to_string(), "random:seed=4");
    assert_eq!(folder.kept(), 1);
    again.close(0).unwrap();
    drop(again);
    assert_eq!(folder.desk().recover(), 0);
}

#[test]
fn a_finished_game_is_not_stored() {
    let folder = Folder::new();
    let mut desk = folder.desk();
    desk.open(terms("gomoku"), people()).unwrap();
    play(&mut desk, "h8 a1 i8 a2 j8 a3 k8 a4");
    assert_eq!(folder.kept(), 1);
    play(&mut desk, "l8");
    assert_eq!(folder.kept(), 0);
}

/// Makes the store unwritable in one of several ways; returns a function that repairs it.
fn break_store(folder: &Folder, way: usize) -> impl FnOnce() {
    let unfinished = folder.0.path().join("unfinished");
    let aside = folder.0.path().join("aside");
    let set_read_only = |path: &std::path::Path, read_only| {
        let mut permissions = std::fs::metadata(path).unwrap().permissions();
        permissions.set_readonly(read_only);
        std::fs::set_permissions(path, permissions).unwrap();
    };
    let kept: Vec<_> = std::fs::read_dir(&unfinished)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "yiqi"))
        .collect();
    match way {
        0 => std::fs::rename(&unfinished, &aside).unwrap(),
        _ => kept.iter().for_each(|path| set_read_only(path, true)),
    }
    move || match way {
        0 => std::fs::rename(&aside, &unfinished).unwrap(),
        _ => kept.iter().for_each(|path| set_read_only(path, false)),
    }
}

#[test]
fn what_cannot_be_stored_does_not_happen_and_is_reported() {
    for way in 0..2 {
        let folder = Folder::new();
        let mut desk = folder.desk();
        desk.open(terms("reversi"), people()).unwrap();
        play(&mut desk, "d3 c5");
        let repair = break_store(&folder, way);
        let log = desk.current().unwrap().session().log().to_vec();
        let text = yiqi_text::Text::new(Lang::En);
        let mv = parse_move("e6", GameSpec::REVERSI).unwrap();
        type Attempt<'a> = &'a dyn Fn(&mut Desk) -> Result<(), DeskError>;
        let attempts: [(&str, Attempt<'_>); 5] = [
            ("play", &|desk| desk.play(mv).map(|_| ())),
            ("undo", &Desk::undo),
            ("offer", &|desk| {
                desk.ask(&Command::Offer(Request::Draw)).map(|_| ())
            }),
            ("pause", &|desk| desk.ask(&Command::Pause).map(|_| ())),
            ("seat", &|desk| {
                desk.set_player(Seat::First, "random".parse().unwrap())
            }),
        ];
        for (name, attempt) in attempts {
            let error = attempt(&mut desk).unwrap_err();
            assert!(matches!(error, DeskError::NotKept(_)), "{name}: {error}");
            let said = yiqi_desk::words::desk_error(&text, GameSpec::REVERSI, &error);
            assert!(said.starts_with("Nothing was changed"), "{said}");
            let game = desk.current().unwrap();
            assert_eq!(game.session().log(), log, "{name}");
            assert!(game.players()[Seat::First].is_human());
        }
        assert!(
            desk.poll().is_empty(),
            "errors were already returned to the caller"
        );
        repair();
        desk.play(mv).unwrap();
        drop(desk);
        let mut again = folder.desk();
        assert_eq!(open_recovered(&mut again), 1);
        assert_eq!(again.current().unwrap().ply_count(), 3);
    }
}

#[test]
fn a_branch_that_cannot_be_stored_is_not_opened() {
    let folder = Folder::new();
    let mut desk = folder.desk();
    desk.open(terms("reversi"), people()).unwrap();
    play(&mut desk, "d3");
    let repair = break_store(&folder, 0);
    let none = || "none".parse().unwrap();
    let branched = desk.branch(people(), none());
    assert!(matches!(branched, Err(DeskError::NotKept(_))));
    assert_eq!(desk.games().len(), 1);
    repair();
    assert_eq!(desk.branch(people(), none()).unwrap(), 1);
}

#[test]
fn a_finished_game_that_cannot_be_stored_stays_finished() {
    let folder = Folder::new();
    let mut desk = folder.desk();
    desk.open(terms("gomoku"), people()).unwrap();
    play(&mut desk, "h8");
    desk.ask(&Command::Resign).unwrap();
    let repair = break_store(&folder, 0);
    assert!(matches!(desk.undo(), Err(DeskError::NotKept(_))));
    assert!(desk.current().unwrap().session().result().is_some());
    repair();
    desk.undo().unwrap();
    assert!(desk.current().unwrap().session().result().is_none());
    assert_eq!(folder.kept(), 1);
}

#[test]
fn a_program_whose_move_cannot_be_stored_retries_it() {
    for way in 0..2 {
        let folder = Folder::new();
        let mut desk = folder.desk();
        desk.open(terms("reversi"), players("human", "random:seed=4"))
            .unwrap();
        play(&mut desk, "d3");
        let repair = break_store(&folder, way);
        for _ in 0..2 {
            let happened = desk.wait_for_programs(LONG);
            assert!(matches!(happened[..], [DeskEvent::NotKept { game: 0, .. }]));
            assert_eq!(desk.current().unwrap().ply_count(), 1);
        }
        repair();
        let happened = desk.wait_for_programs(LONG);
        assert!(matches!(happened[..], [DeskEvent::Moved { .. }]));
        assert_eq!(desk.current().unwrap().ply_count(), 2);
    }
}

#[test]
fn settings_are_stored_and_invalid_ones_do_no_harm() {
    let settings = Settings {
        lang: Some(Lang::ZhHant),
        style: BoardStyle::Emoji,
        swap_glyphs: true,
        ascii: true,
        theme: Theme::Contrast,
        pictures: Pictures::Sixel,
        board: BoardColor::Blue,
        legal_dots: false,
        bell: true,
        animation: false,
        delay: Duration::from_millis(1234),
        name: "Ann: the first".to_owned(),
    };
    assert_eq!(Settings::of_text(&settings.to_text()), settings);
    let nonsense = "theme: pink\ndelay-ms: 99999999\n\0\nstyle\nanimation: maybe\n";
    assert_eq!(Settings::of_text(nonsense), Settings::default());
    let folder = Folder::new();
    folder.desk().set_settings(settings.clone()).unwrap();
    assert_eq!(*folder_desk_settings(&folder), settings);
}

#[test]
fn recent_tables_are_stored_newest_first_without_duplicates() {
    let folder = Folder::new();
    let store = folder.store();
    assert!(store.recent_tables().is_empty());
    for number in 0..12 {
        let address = format!("http://host/t/{number}");
        store.keep_recent_table(&address).unwrap();
    }
    store.keep_recent_table("http://host/t/9").unwrap();
    let tables = store.recent_tables();
    assert_eq!(tables.len(), Store::RECENT_TABLES);
    assert_eq!(
        tables[..3],
        ["http://host/t/9", "http://host/t/11", "http://host/t/10"]
    );
}

fn folder_desk_settings(folder: &Folder) -> Box<Settings> {
    Box::new(Desk::new(Some(folder.store()), 1).settings().clone())
}

// Fault 69.
#[test]
fn names_are_made_harmless() {
    let mut desk = Desk::new(None, 1);
    let evil = format!("\u{1b}[31m\u{202e}Ann\n{}", "x".repeat(10_000));
    desk.set_names(BySeat {
        first: evil,
        second: "  王小明 ".to_owned(),
    });
    assert_eq!(desk.names().second, "王小明");
    assert_eq!(desk.names().first.chars().count(), 20);
    assert!(desk.names().first.starts_with("[31mAnn"));
}

#[test]
fn the_engine_suggests_a_legal_move_for_what_is_shown() {
    let mut desk = Desk::new(None, 1);
    desk.open(terms("gomoku"), people()).unwrap();
    play(&mut desk, "h8 a1 i8 a3 j8 a5");
    let stop = yiqi_players::Stop::new();
    stop.stop();
    let mv = desk.hint(&stop).unwrap().mv();
    assert!(
        desk.current()
            .unwrap()
            .view()
            .legal_points
            .contains(mv.point().unwrap())
    );
}

#[test]
fn a_line_is_a_move_a_game_number_or_a_command() {
    let reversi = Some(GameSpec::REVERSI);
    let mv = |name| ParsedLine::Move(parse_move(name, GameSpec::REVERSI).unwrap());
    for (line, want) in [
        ("", ParsedLine::Nothing),
        ("  \u{200b}\t ", ParsedLine::Nothing),
        ("3d", mv("d3")),
        ("D3", mv("d3")),
        ("de", mv("e4")),
        ("PASS", mv("pass")),
        ("2", ParsedLine::Switch(2)),
        (
            "gomoku 15 renju",
            ParsedLine::New("gomoku:15:renju".parse().unwrap()),
        ),
        ("Reversi", ParsedLine::New(GameSpec::REVERSI)),
        ("?", ParsedLine::Do(Action::Moves)),
        ("undo", ParsedLine::Do(Action::Undo)),
        ("undo 3", ParsedLine::Undo(3)),
        ("redo", ParsedLine::Do(Action::Redo)),
        ("legal", ParsedLine::Do(Action::Moves)),
        ("moves", ParsedLine::Do(Action::Played)),
        ("clock", ParsedLine::Do(Action::Clock)),
        ("rules", ParsedLine::Do(Action::Rules)),
        ("q", ParsedLine::Do(Action::Quit)),
        ("resign", ParsedLine::Do(Action::Resign)),
        (
            "resign white",
            ParsedLine::Side(Action::Resign, Color::White),
        ),
        ("DRAW Black", ParsedLine::Side(Action::Draw, Color::Black)),
        ("rematch", ParsedLine::Do(Action::Rematch)),
        ("at b5", ParsedLine::At(PlyRef::Stone(Color::Black, 5))),
        ("at end", ParsedLine::At(PlyRef::End)),
        ("new gomoku 9", ParsedLine::New("gomoku:9".parse().unwrap())),
        ("save", ParsedLine::Do(Action::Save)),
        ("save 3", ParsedLine::Save(Target::Slot(3))),
        (
            "load My Game.yiqi",
            ParsedLine::Load(Target::File("My Game.yiqi".into())),
        ),
        (
            "black Ada=random",
            ParsedLine::Player(Color::Black, "Ada=random".parse().unwrap()),
        ),
        ("branch", ParsedLine::Do(Action::Branch)),
        ("style grid", ParsedLine::Style(BoardStyle::Grid)),
        ("exit", ParsedLine::Do(Action::Quit)),
    ] {
        assert_eq!(
            parse_line(line, Scope::Console, reversi),
            Ok(want),
            "{line:?}"
        );
    }
    for line in [
        "hello",
        "new day",
        "z9z",
        "99999999999999999999",
        "\u{fffd}\u{fffd}",
    ] {
        assert!(
            matches!(
                parse_line(line, Scope::Console, reversi),
                Err(LineError::Unknown { .. })
            ),
            "{line}"
        );
    }
    assert!(matches!(
        parse_line("i9", Scope::Console, reversi),
        Err(LineError::Move(_))
    ));
    assert!(matches!(
        parse_line("d3", Scope::Console, None),
        Err(LineError::Unknown { .. })
    ));
    for line in [
        "undo 0", "undo x", "save 0", "save 10", "at", "at x", "style", "quit now",
    ] {
        assert!(
            matches!(
                parse_line(line, Scope::Console, reversi),
                Err(LineError::Args { .. })
            ),
            "{line}"
        );
    }
    assert!(matches!(
        parse_line("gomoku 99", Scope::Console, reversi),
        Err(LineError::Spec(_))
    ));
    assert!(matches!(
        parse_line("black bob", Scope::Console, reversi),
        Err(LineError::Player(_))
    ));
}

#[test]
fn every_command_is_understood_by_its_name_and_its_aliases_where_it_works() {
    for scope in Scope::ALL {
        for info in commands(scope).filter(|info| !info.name.is_empty()) {
            for name in [info.name].iter().chain(info.aliases) {
                let found = find(name, scope).unwrap();
                assert_eq!(found.help, info.help, "{name} is ambiguous");
            }
        }
    }
    assert!(COMMANDS.iter().all(|info| !info.scopes.is_empty()));
    let found = |start, scope| completions(start, scope).collect::<Vec<_>>();
    assert_eq!(
        found("re", Scope::Console),
        ["redo", "resign", "rematch", "reversi"]
    );
    assert_eq!(found("re", Scope::Table), ["resign", "resume", "rematch"]);
    assert_eq!(found("zz", Scope::Console).len(), 0);
}

#[test]
fn a_command_of_another_scope_is_recognized_and_refused() {
    let spec = Some(GameSpec::REVERSI);
    for line in ["say hi", "claim", "abort"] {
        for scope in [Scope::Console, Scope::Game] {
            let parsed = parse_line(line, scope, spec);
            assert!(matches!(parsed, Err(LineError::NotHere { .. })), "{line}");
        }
    }
    for line in ["save 3", "white random", "suggest", "2"] {
        let parsed = parse_line(line, Scope::Table, spec);
        assert!(matches!(parsed, Err(LineError::NotHere { .. })), "{line}");
    }
    let at_table = |line| parse_line(line, Scope::Table, spec);
    assert_eq!(
        at_table("Say Hi, Bob"),
        Ok(ParsedLine::Say("Hi, Bob".to_owned()))
    );
    assert_eq!(at_table("claim"), Ok(ParsedLine::Do(Action::Claim)));
    assert_eq!(at_table("undo"), Ok(ParsedLine::Do(Action::Undo)));
    let replay = |line| parse_line(line, Scope::Replay, spec);
    assert_eq!(replay("B"), Ok(ParsedLine::Do(Action::Branch)));
    assert_eq!(
        replay("b5"),
        Ok(ParsedLine::At(PlyRef::Stone(Color::Black, 5)))
    );
    assert_eq!(replay("12"), Ok(ParsedLine::At(PlyRef::Ply(12))));
    assert!(matches!(replay("claim"), Err(LineError::PlyRef(_))));
}

#[test]
fn no_key_is_ambiguous_within_a_scope() {
    for scope in Scope::ALL {
        let keys: Vec<Key> = commands(scope).flat_map(CommandInfo::all_keys).collect();
        for (index, key) in keys.iter().enumerate() {
            assert!(!keys[..index].contains(key), "{key} of {scope:?}");
        }
    }
}

#[test]
fn a_letter_that_can_begin_a_point_is_a_command_only_with_enter() {
    for scope in [Scope::Game, Scope::Table] {
        for columns in 4..=26 {
            for letter in 'a'..='z' {
                let upper = letter.to_ascii_uppercase();
                let at_once = find_key(Key::Char(letter), scope, columns);
                let is_cursor = CURSOR_LETTERS.contains(&letter);
                assert!(at_once.is_none() || is_cursor || !is_column(letter, columns));
                let action = |info: Option<&CommandInfo>| info.map(|info| info.action);
                // Caps Lock does not matter.
                let shifted = find_key(Key::Char(upper), scope, columns);
                assert_eq!(action(shifted), action(at_once), "{letter}");
                let line = find_letter(&upper.to_string(), scope);
                assert_eq!(
                    action(find_letter(&letter.to_string(), scope)),
                    action(line)
                );
            }
        }
    }
    let text = Text::new(Lang::En);
    let save = find("save", Scope::Game).unwrap();
    assert_eq!(save.shown_keys(&text, Scope::Game, 15), "s");
    assert_eq!(save.shown_keys(&text, Scope::Game, 19), "s Enter");
    let draw = find("draw", Scope::Game).unwrap();
    assert_eq!(draw.shown_keys(&text, Scope::Game, 8), "d Enter");
    let mut replay = commands(Scope::Replay);
    let play = replay.find(|info| info.action == Action::Autoplay).unwrap();
    assert_eq!(play.shown_keys(&text, Scope::Replay, 8), "Space");
    let text = Text::new(Lang::ZhHans);
    assert_eq!(play.shown_keys(&text, Scope::Replay, 8), "空格键");
    assert!(find_letter("dr", Scope::Game).is_none());
    assert!(find_letter("3", Scope::Game).is_none());
}

#[test]
fn what_was_taken_back_can_be_played_again_until_another_move_is_made() {
    let mut desk = Desk::new(None, 1);
    desk.open(terms("reversi"), people()).unwrap();
    assert!(matches!(desk.redo(), Err(DeskError::NothingToRedo)));
    play(&mut desk, "d3 c5 e6");
    let end = desk.current().unwrap().view().stones;
    assert!(matches!(desk.undo_many(4), Err(DeskError::FewerToUndo(3))));
    assert_eq!(desk.current().unwrap().ply_count(), 3);
    desk.undo_many(2).unwrap();
    assert_eq!(desk.current().unwrap().ply_count(), 1);
    desk.redo().unwrap();
    desk.redo().unwrap();
    assert_eq!(desk.current().unwrap().view().stones, end);
    desk.undo().unwrap();
    play(&mut desk, "d6");
    assert!(matches!(desk.redo(), Err(DeskError::NothingToRedo)));
}

#[test]
fn the_reply_of_a_program_is_played_again_with_the_move() {
    let mut desk = Desk::new(None, 1);
    desk.open(terms("reversi"), players("human", "random"))
        .unwrap();
    play(&mut desk, "d3");
    desk.wait_for_programs(LONG);
    let after = desk.current().unwrap().view().stones;
    desk.undo().unwrap();
    assert_eq!(desk.current().unwrap().ply_count(), 0);
    desk.redo().unwrap();
    assert_eq!(desk.current().unwrap().ply_count(), 2);
    assert_eq!(desk.current().unwrap().view().stones, after);
}

#[test]
fn the_evaluations_of_a_program_come_back_with_its_moves() {
    let mut desk = Desk::new(None, 1);
    desk.open(terms("reversi"), players("human", "alphabeta:depth=2"))
        .unwrap();
    for mv in ["d3", "f6"] {
        let legal = desk.current().unwrap().view().legal_points;
        let asked = parse_move(mv, GameSpec::REVERSI).unwrap();
        let mv = match asked.point().filter(|&point| legal.contains(point)) {
            Some(_) => asked,
            None => Move::Place(legal.iter().next().unwrap()),
        };
        desk.play(mv).unwrap();
        desk.wait_for_programs(LONG);
    }
    let evals = |desk: &Desk| -> Vec<Option<i32>> {
        let view = desk.current().unwrap().view();
        view.moves.iter().map(|made| made.eval).collect()
    };
    let before = evals(&desk);
    assert_eq!(before.iter().flatten().count(), 2);
    desk.undo_many(2).unwrap();
    desk.redo().unwrap();
    desk.redo().unwrap();
    assert_eq!(evals(&desk), before);
}

#[test]
fn nothing_is_played_again_in_a_game_that_was_resigned_until_it_goes_on() {
    let mut desk = Desk::new(None, 1);
    desk.open(terms("reversi"), people()).unwrap();
    play(&mut desk, "d3 c5");
    desk.undo().unwrap();
    desk.ask(&Command::Resign).unwrap();
    let refused = desk.redo();
    assert!(matches!(
        refused,
        Err(DeskError::Refused(Refusal::GameOver))
    ));
    assert!(desk.current().unwrap().ended_without_move());
    desk.undo().unwrap();
    assert!(desk.current().unwrap().result_is_open());
    desk.redo().unwrap();
    assert_eq!(desk.current().unwrap().ply_count(), 2);
}

#[test]
fn a_finished_game_that_was_reopened_can_be_finished_again() {
    let mut desk = Desk::new(None, 1);
    desk.open(terms("gomoku"), people()).unwrap();
    play(&mut desk, "a1 a2 b1 b2 c1 c2 d1 d2 e1");
    assert!(!desk.current().unwrap().result_is_open());
    desk.undo().unwrap();
    assert!(desk.current().unwrap().result_is_open());
    desk.redo().unwrap();
    assert!(!desk.current().unwrap().result_is_open());
}

#[test]
fn the_manual_lists_the_commands_of_the_console() {
    let manual = include_str!("../../../docs/playing.md");
    let text = yiqi_text::Text::new(yiqi_text::Lang::En);
    let mut rest = manual;
    for info in commands(Scope::Console) {
        let mut names = format!("`{}`", info.usage().replace('|', "\\|"));
        for alias in info.aliases {
            names.push_str(&format!(" or `{alias}`"));
        }
        let row = format!("| {names} | {} |\n", text.say(info.help));
        let at = rest.find(&row);
        rest = &rest[at.unwrap_or_else(|| panic!("missing or misplaced: {row}"))..];
    }
}

proptest::proptest! {
    #[test]
    fn any_line_is_answered_without_a_panic(line in "\\PC{0,60}") {
        for scope in Scope::ALL {
            let _ = parse_line(&line, scope, Some(GameSpec::GOMOKU));
            let _ = parse_line(&line, scope, None);
        }
    }
}

#[test]
fn recovered_and_branched_games_are_all_recovered_again() {
    let folder = Folder::new();
    let mut desk = folder.desk();
    desk.open(terms("reversi"), people()).unwrap();
    play(&mut desk, "f5 d6 c3 d3 c4 f4");
    drop(desk);
    let mut desk = folder.desk();
    assert_eq!(open_recovered(&mut desk), 1);
    desk.save_slot(3).unwrap();
    desk.look_at(PlyRef::Stone(Color::Black, 3)).unwrap();
    desk.branch(people(), "none".parse().unwrap()).unwrap();
    assert_eq!(folder.kept(), 2);
    play(&mut desk, "f3");
    drop(desk);
    assert_eq!(folder.desk().recover(), 2);
}

#[test]
fn a_program_that_was_interrupted_keeps_its_seat() {
    let mut desk = Desk::new(None, 1);
    desk.open(terms("gomoku"), players("human", "alphabeta:depth=3"))
        .unwrap();
    play(&mut desk, "h8");
    desk.poll();
    assert!(desk.current().unwrap().thinking().is_some());
    desk.ask(&Command::Pause).unwrap();
    assert!(desk.current().unwrap().thinking().is_none());
    assert!(desk.poll().is_empty());
    desk.ask(&Command::Resume).unwrap();
    let happened = desk.wait_for_programs(LONG);
    assert!(matches!(happened[..], [DeskEvent::Moved { .. }]));
    play(&mut desk, "h9");
    desk.poll();
    desk.ask(&Command::Resign).unwrap();
    assert!(desk.poll().is_empty());
    let seat = &desk.current().unwrap().players()[Seat::Second];
    assert_eq!(seat.to_string(), "alphabeta:depth=3");
}

#[test]
fn a_recovered_game_waits_until_a_person_turns_to_it() {
    let folder = Folder::new();
    let mut desk = folder.desk();
    let mut timed = terms("gomoku");
    timed.time = "game 60m".parse().unwrap();
    desk.open(timed, people()).unwrap();
    play(&mut desk, "h8");
    drop(desk);
    let mut again = folder.desk();
    assert_eq!(open_recovered(&mut again), 1);
    let game = again.current().unwrap();
    assert_eq!(game.session().stage(), Stage::Paused);
    assert_eq!(game.session().deadline(), None, "no clock runs yet");
    assert!(game.is_unsaved(), "nobody has saved it");
}

#[test]
fn another_move_after_a_save_makes_the_game_unsaved_again() {
    let folder = Folder::new();
    let mut desk = folder.desk();
    desk.open(terms("reversi"), people()).unwrap();
    play(&mut desk, "d3");
    desk.save_slot(1).unwrap();
    desk.undo().unwrap();
    play(&mut desk, "f5");
    assert!(desk.current().unwrap().is_unsaved());
}

#[test]
fn a_take_back_does_not_return_time() {
    let mut desk = Desk::new(None, 1);
    let mut timed = terms("gomoku");
    timed.time = "game 60m".parse().unwrap();
    desk.open(timed, people()).unwrap();
    play(&mut desk, "h8 i8");
    desk.undo().unwrap();
    let log = desk.current().unwrap().session().log();
    assert!(matches!(
        log.last().unwrap().event,
        yiqi_record::Event::TakeBack { plies: 1 }
    ));
}

#[test]
fn a_take_back_is_decided_like_any_command() {
    let mut desk = Desk::new(None, 1);
    desk.open(terms("gomoku"), people()).unwrap();
    play(&mut desk, "h8 i8");
    desk.branch(people(), "move 1ms".parse().unwrap()).unwrap();
    // A desk uses the real clock; a move in the very last millisecond would still count.
    let branched = std::time::Instant::now();
    while branched.elapsed() < Duration::from_millis(5) {}
    let undone = desk.undo();
    assert!(matches!(undone, Err(DeskError::Refused(Refusal::TimeUp))));
    assert_eq!(desk.current().unwrap().ply_count(), 2);
}

#[test]
fn a_view_only_game_is_not_stored_until_a_move_is_made() {
    let folder = Folder::new();
    let mut desk = folder.desk();
    desk.open(terms("reversi"), people()).unwrap();
    play(&mut desk, "d3 c3");
    let file = folder.0.path().join("game.yiqi");
    desk.save_file(&file).unwrap();
    desk.close(0).unwrap();
    let index = desk.load_file(&file, None).unwrap();
    desk.switch(index).unwrap();
    desk.make_view_only().unwrap();
    assert_eq!(folder.kept(), 0);
    assert!(!desk.current().unwrap().is_unsaved());
    desk.ask(&Command::Resume).unwrap();
    play(&mut desk, "c4");
    assert_eq!(folder.kept(), 1);
}

#[test]
fn unfinished_games_are_dropped_one_at_a_time_and_brought_back() {
    let folder = Folder::new();
    let mut desk = folder.desk();
    for moves in ["d3", "c4", "f5"] {
        let index = desk.open(terms("reversi"), people()).unwrap();
        desk.switch(index).unwrap();
        play(&mut desk, moves);
    }
    drop(desk);
    let mut desk = folder.desk();
    assert_eq!(desk.recover(), 3);
    assert_eq!((desk.games().len(), desk.shelved().len()), (0, 3));
    let first = desk.shelved()[0].game.record();
    desk.drop_shelved(0).unwrap();
    desk.drop_shelved(0).unwrap();
    assert_eq!((desk.shelved().len(), folder.kept()), (1, 1));
    desk.undrop().unwrap();
    assert_eq!(desk.undrop().unwrap(), 0);
    assert_eq!((desk.shelved().len(), folder.kept()), (3, 3));
    assert_eq!(desk.shelved()[0].game.record(), first);
    assert!(matches!(desk.undrop(), Err(DeskError::NothingDropped)));
    assert!(matches!(desk.drop_shelved(3), Err(DeskError::NoGame)));
    // Open or not, they are all there next time.
    desk.open_shelved(1).unwrap();
    assert_eq!((desk.games().len(), desk.shelved().len()), (1, 2));
    drop(desk);
    assert_eq!(folder.desk().recover(), 3);
}

#[test]
fn the_last_game_is_remembered_and_a_damaged_file_is_ignored() {
    let folder = Folder::new();
    let mut desk = folder.desk();
    assert!(!desk.has_last_game());
    let usual = desk.last_game();
    assert_eq!(usual.spec, GameSpec::REVERSI);
    assert_eq!(usual.players.white.to_string(), "engine:level=4");
    let mut game = NewGame::of_spec("gomoku:19".parse().unwrap());
    game.players.black = "Ann=human".parse().unwrap();
    game.time = "game 10m+5s".parse().unwrap();
    let index = desk.start(&game).unwrap();
    assert_eq!(desk.current_index(), index);
    assert_eq!(
        desk.current().unwrap().session().terms().players.first,
        "Ann"
    );
    drop(desk);
    let mut desk = folder.desk();
    assert_eq!(desk.last_game(), game);
    assert!(desk.take_last_game_problem().is_none());
    std::fs::write(folder.0.path().join("last-game.txt"), "game: chess\n").unwrap();
    let mut desk = folder.desk();
    assert!(!desk.has_last_game());
    assert!(desk.take_last_game_problem().is_some());
    assert!(desk.take_last_game_problem().is_none());
    desk.start(&game).unwrap();
    assert_eq!(folder.desk().last_game(), game);
}

#[test]
fn a_rematch_exchanges_colors_and_takes_the_place_of_the_game() {
    let folder = Folder::new();
    let mut desk = folder.desk();
    desk.set_names(BySeat {
        first: "Ann".to_owned(),
        second: "Bob".to_owned(),
    });
    desk.open(terms("gomoku:9"), people()).unwrap();
    desk.open(terms("peace"), people()).unwrap();
    assert!(matches!(
        desk.rematch(),
        Err(DeskError::Refused(Refusal::NotOver))
    ));
    play(&mut desk, "a1");
    desk.ask(&Command::Resign).unwrap();
    assert_eq!(desk.rematch().unwrap(), 0);
    assert_eq!(desk.games().len(), 2);
    let game = desk.current().unwrap();
    assert_eq!(game.ply_count(), 0);
    let terms = game.session().terms();
    assert_eq!(terms.players.first, "Ann");
    assert_eq!(game.session().colors()[Seat::First], Color::White);
    // What the person chose last is still what the next new game begins with.
    assert!(!desk.has_last_game());
    // The old game is among the finished ones.
    assert_eq!(desk.store().unwrap().finished().len(), 1);
}

#[test]
fn two_people_at_one_screen_say_who_resigns_and_need_not_wait_with_a_draw() {
    let mut desk = Desk::new(None, 1);
    desk.open(terms("reversi"), people()).unwrap();
    play(&mut desk, "d3");
    for _ in 0..5 {
        let draw = Command::Offer(Request::Draw);
        desk.ask_as(Seat::First, &draw).unwrap();
        desk.answer(OfferKind::Draw, false).unwrap();
    }
    // White is to move, and Black resigns.
    desk.ask_as(Seat::First, &Command::Resign).unwrap();
    let result = desk.current().unwrap().session().result();
    assert_eq!(result.unwrap().winner, Some(Color::White));
    let mut desk = Desk::new(None, 1);
    desk.open(terms("reversi"), players("human", "random"))
        .unwrap();
    let draw = Command::Offer(Request::Draw);
    let mut refused = Ok(None);
    for _ in 0..5 {
        refused = desk.ask_as(Seat::First, &draw);
        desk.poll();
    }
    assert!(
        matches!(refused, Err(DeskError::Refused(Refusal::TooSoon { .. }))),
        "a program is not asked again and again"
    );
}

#[test]
fn a_default_name_changes_with_the_player() {
    let mut desk = Desk::new(None, 1);
    desk.set_names(BySeat {
        first: "Ann".to_owned(),
        second: "Bob".to_owned(),
    });
    desk.open(
        terms("reversi"),
        players("human", "program:script,cage=off:false"),
    )
    .unwrap();
    play(&mut desk, "d3");
    desk.wait_for_programs(LONG);
    let names = desk.current().unwrap().view().players;
    assert_eq!(
        (names.first.as_str(), names.second.as_str()),
        ("Ann", "Bob")
    );
    desk.set_player(Seat::Second, "random".parse().unwrap())
        .unwrap();
    assert_eq!(
        desk.current().unwrap().view().players.second,
        "Bob",
        "a name given by a person stays"
    );
}

#[cfg(unix)]
#[test]
fn a_pipe_is_not_opened_as_a_game() {
    let folder = Folder::new();
    let pipe = folder.0.path().join("pipe.yiqi");
    let made = std::process::Command::new("mkfifo")
        .arg(&pipe)
        .status()
        .unwrap();
    assert!(made.success());
    let mut desk = folder.desk();
    desk.open(terms("reversi"), people()).unwrap();
    assert!(matches!(
        desk.load_file(&pipe, None),
        Err(DeskError::Store(_))
    ));
    assert!(matches!(desk.save_file(&pipe), Err(DeskError::Store(_))));
}

#[test]
fn the_certainty_of_an_evaluation_is_put_into_words() {
    use yiqi_desk::words::certainty;
    use yiqi_players::Certainty;

    let text = yiqi_text::Text::new(yiqi_text::Lang::En);
    let estimate = |percent, error| Certainty::Estimate { percent, error };
    for (known, value, words) in [
        (Certainty::Exact, 600, "exact"),
        (
            Certainty::Outcome,
            100,
            "the winner is certain, the score is not",
        ),
        (
            Certainty::Forced { plies: 1 },
            10_000,
            "forced win in one move",
        ),
        (
            Certainty::Forced { plies: 6 },
            -10_000,
            "forced loss in 6 moves",
        ),
        (estimate(100, 0), 0, "estimate"),
        (estimate(100, 210), 0, "estimate, ± 2.1"),
        (estimate(73, 0), 0, "estimate, 73% confidence"),
        // An error of the whole board says nothing.
        (estimate(100, 6400), 0, "estimate"),
        (estimate(73, 210), 0, "estimate, ± 2.1, 73% confidence"),
    ] {
        assert_eq!(certainty(&text, known, value), words);
    }
}

#[test]
fn a_hint_says_what_the_move_is_worth_to_the_side_to_move() {
    let said = |spec: &str, turn: Color, eval: i32, certainty: Certainty| {
        let spec: GameSpec = spec.parse().unwrap();
        let hint = Hint {
            spec,
            turn,
            is_evaluated: true,
            lines: vec![Line {
                eval,
                certainty,
                moves: vec![Move::Place(spec.point_named("d3").unwrap())],
            }],
        };
        yiqi_desk::words::hint(&Text::new(Lang::En), &hint)
    };
    let estimate = Certainty::ESTIMATE;
    for (spec, turn, eval, certainty, want) in [
        ("reversi", Color::White, 200, estimate, "White +2 stones"),
        ("reversi", Color::White, -200, estimate, "White −2 stones"),
        ("gomoku", Color::Black, -2000, estimate, "Black 40% to win"),
        ("gomoku", Color::White, 2000, estimate, "White 60% to win"),
        ("gomoku", Color::White, -9900, estimate, "White 1% to win"),
        // What is certain names the winner.
        (
            "reversi",
            Color::Black,
            -400,
            Certainty::Exact,
            "White wins by 4",
        ),
    ] {
        let sentence = said(spec, turn, eval, certainty);
        let want = format!("Suggested at full strength: d3 ({want}). Expected: d3.");
        assert_eq!(sentence, want);
    }
}

#[test]
fn clocks_stand_still_while_the_program_is_suspended() {
    let mut desk = Desk::new(None, 1);
    let with_clock = Terms {
        time: "game 10m".parse().unwrap(),
        ..terms("reversi")
    };
    desk.open(with_clock.clone(), people()).unwrap();
    desk.open(terms("reversi"), people()).unwrap();
    desk.open(with_clock, people()).unwrap();
    let stages = |desk: &Desk| -> Vec<Stage> {
        let games = desk.games().iter();
        games.map(|game| game.session().stage()).collect()
    };
    use Stage::{Paused, Playing};
    let stopped = desk.stop_clocks();
    assert_eq!(stages(&desk), [Paused, Playing, Paused]);
    desk.start_clocks(&stopped);
    assert_eq!(stages(&desk), [Playing, Playing, Playing]);
    // A game that was paused before stays so.
    desk.ask(&Command::Pause).unwrap();
    let stopped = desk.stop_clocks();
    desk.start_clocks(&stopped);
    assert_eq!(stages(&desk), [Paused, Playing, Playing]);
}
