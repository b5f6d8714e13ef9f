//! Records written as SGF, and files that are deep or wide.

use super::*;

// Fault 15.
#[test]
fn deep_nesting_is_read_or_refused_safely() {
    let nested = |node: &str, count: usize| {
        let mut text = "(;GM[4]SZ[15]".to_owned();
        text.push_str(&node.repeat(count));
        text.push_str(&")".repeat(count + 1));
        text
    };
    let error = read_error(Format::Sgf, "(".repeat(1_000_000).as_bytes(), None);
    assert!(matches!(error.problem, Problem::Expected { .. }), "{error}");
    assert!(read_one(Format::Sgf, nested("(;", 1_000_000).as_bytes(), None).is_empty());
    let error = read_error(Format::Sgf, nested("(;C[x]", 1_000_000).as_bytes(), None);
    assert_eq!(
        error.problem,
        Problem::TooMany {
            limit: Record::ENTRIES_MAX
        }
    );
    let deep = read_one(Format::Sgf, nested("(;C[x]", 100_000).as_bytes(), None);
    assert_eq!(deep.len(), 100_001);
    check_round_trip(Format::Sgf, &deep);
    let broad = format!("(;GM[4];B[hh]{})", "(;W[ii];B[jj])".repeat(100_000));
    let broad = read_one(Format::Sgf, broad.as_bytes(), None);
    check_round_trip(Format::Sgf, &broad);
    let error = read_error(Format::Sgf, "(;GM[4])".repeat(200_000).as_bytes(), None);
    assert!(matches!(error.problem, Problem::TooMany { .. }), "{error}");
}

#[test]
fn times_clocks_and_tags_survive_sgf() {
    let game = |clock, run_out| TimeControl { clock, run_out };
    let ten_minutes = ClockRule::PerGame {
        main_ms: 600_500,
        increment_ms: 0,
    };
    let record = |time, tags: &[(&str, &str)]| {
        let mut header = Header::new(GameSpec::GOMOKU);
        header.time = time;
        header.tags = tags
            .iter()
            .map(|(key, value)| ((*key).to_owned(), (*value).to_owned()))
            .collect();
        Record::new(header)
    };
    let plain = record(game(ten_minutes, RunOut::Loss), &[]);
    assert!(written(Format::Sgf, &plain).contains("TM[600.5]"));
    check_round_trip(Format::Sgf, &plain);
    check_round_trip(
        Format::Sgf,
        &record(game(ten_minutes, RunOut::RandomMove), &[]),
    );
    let per_move = ClockRule::PerMove { move_ms: 30_000 };
    check_round_trip(Format::Sgf, &record(game(per_move, RunOut::Loss), &[]));
    let tags = [
        ("EV", "a:b]\\"),
        ("Event: x]", "c:d\ne"),
        ("C", "not a comment"),
        ("RU", "renju"),
        ("TM", "600"),
        ("EV", ""),
        ("GC", "several\nlines"),
        ("GC", "again"),
    ];
    check_round_trip(Format::Sgf, &record(game(ten_minutes, RunOut::Loss), &tags));
    let overtime = [("TM", "600"), ("OT", "5x30 byo-yomi")];
    let overtime = record(TimeControl::NONE, &overtime);
    assert!(written(Format::Sgf, &overtime).contains("TM[600]OT["));
    check_round_trip(Format::Sgf, &overtime);
}

#[test]
fn moves_taken_back_become_a_branch() {
    let mut record = read_one(Format::Sgf, b"(;GM[4];B[hh];W[ii])", None);
    let push = |record: &mut Record, event| {
        let last = record.main_line().last();
        record.push(last, Entry { at_ms: 9, event });
    };
    let location = |name| {
        let point = GameSpec::GOMOKU.point_named(name).expect("a point");
        Event::Move(Move::Place(point).into())
    };
    push(&mut record, Event::Pause);
    push(&mut record, Event::TakeBack { plies: 1 });
    let short = record.clone();
    push(&mut record, location("j9"));
    push(&mut record, location("k9"));
    let again = read_one(Format::Sgf, written(Format::Sgf, &record).as_bytes(), None);
    assert_eq!(outline(&again), "<black> h8 (j9 k9) (i7)");
    let again = read_one(Format::Sgf, written(Format::Sgf, &short).as_bytes(), None);
    assert_eq!(outline(&again), "<black> h8");
}

#[test]
fn names_go_with_the_color_played_at_the_end() {
    let text = "(;GM[4]YQ[gomoku:15:freestyle:swap1]PB[last black]PW[last white]\
        ;B[hh];W[ii];B[jj];YC[swap];W[ab])";
    let record = read_one(Format::Sgf, text.as_bytes(), None);
    assert_eq!(record.header.spec, spec("gomoku:15:freestyle:swap1"));
    assert_eq!(record.header.players.second, "last black");
    assert_eq!(outline(&record), "<black> h8 i7 j6 swap a14");
    check_round_trip(Format::Sgf, &record);
    let error = read_error(
        Format::Sgf,
        text.replace("YC[swap]", "YC[more]").as_bytes(),
        None,
    );
    assert!(matches!(error.problem, Problem::Refused { .. }), "{error}");
}

#[test]
fn what_sgf_cannot_hold_is_not_written() {
    let problem = |record: &Record| {
        let error = Format::Sgf
            .write(&[Record::new(Header::new(GameSpec::GOMOKU)), record.clone()])
            .expect_err("cannot be written");
        assert_eq!(error.number, 2);
        error.problem
    };
    let mut record = Record::new(Header::new(GameSpec::Peace));
    assert_eq!(problem(&record), WriteProblem::Game);
    record.header.spec = GameSpec::REVERSI;
    record.push_move(None, Move::Pass);
    assert_eq!(problem(&record), WriteProblem::Broken);
    record.header.start = Some(Setup {
        stones: ByColor::default(),
        turn: Color::Black,
    });
    assert_eq!(problem(&record), WriteProblem::Start);
}

#[test]
fn connect6_is_written_one_stone_per_node_and_read_back() {
    let text = "(;GM[connect6]SZ[19]YQ[connect6];B[jj];W[aa];W[bb];B[kj];B[lj])";
    let record = read_one(Format::Sgf, text.as_bytes(), None);
    assert_eq!(record.header.spec, spec("connect6"));
    let replay = record.replay().unwrap();
    assert_eq!(replay.plies().len(), 5);
    let sgf = written(Format::Sgf, &record);
    assert!(sgf.contains("GM[connect6]"), "{sgf}");
    assert!(sgf.contains(";W[aa]"), "{sgf}");
    assert_eq!(read_one(Format::Sgf, sgf.as_bytes(), None), record);
    // If the file does not name its game, the caller's choice applies.
    let plain = "(;FF[4]SZ[19];B[jj];W[aa];W[bb])";
    let record = read_one(Format::Sgf, plain.as_bytes(), Some("connect6"));
    assert_eq!(record.header.spec, spec("connect6"));
    // A stone out of turn is refused with its location.
    let wrong = read_error(Format::Sgf, b"(;GM[connect6]SZ[19];B[jj];B[aa])", None);
    assert!(wrong.to_string().starts_with("line 1, column"), "{wrong}");
}
