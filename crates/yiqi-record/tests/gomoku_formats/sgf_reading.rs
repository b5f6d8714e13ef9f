//! SGF files from other programs.

use super::*;

#[test]
fn an_othello_game_is_read_with_its_header() {
    let record = read_one(Format::Sgf, OTHELLO.as_bytes(), None);
    assert_eq!(record.header.spec, GameSpec::REVERSI);
    assert_eq!(record.header.players.first, "Alice");
    assert_eq!(record.header.players.second, "Bob");
    assert_eq!(record.header.date.as_deref(), Some("2024-01-02"));
    assert_eq!(record.header.start, None, "the standard start");
    let result = record.header.result.expect("a result");
    assert_eq!(result.to_string(), "black 34-30");
    let tags = [("EV", "Cup"), ("RO", "3")].map(|(k, v)| (k.to_owned(), v.to_owned()));
    assert_eq!(record.header.tags, tags);
    assert_eq!(outline(&record), "<black> f5 d6 c3 d3");
    check_round_trip(Format::Sgf, &record);
}

#[test]
fn othello_points_may_be_written_in_the_style_of_go() {
    let record = read_one(Format::Sgf, b"(;GM[2];B[fe];W[df];B[C3])", None);
    assert_eq!(outline(&record), "<black> f5 d6 c3");
}

#[test]
fn omitted_passes_are_restored_and_written_ones_are_read() {
    let mut dice = Dice::new(5);
    let mut passes = 0;
    for _ in 0..200 {
        let spec = spec("reversi:4");
        let mut position = AnyPosition::new(spec);
        let plies = random_play(&mut position, &mut dice, 100);
        let mut color = Color::Black;
        let (mut with, mut without) = ("(;GM[2]SZ[4]".to_owned(), String::new());
        without.push_str(&with);
        for ply in &plies {
            let name = if color == Color::Black { 'B' } else { 'W' };
            match ply.mv {
                Move::Place(point) => {
                    let node = format!(";{name}[{}]", spec.point_name(point));
                    with.push_str(&node);
                    without.push_str(&node);
                }
                _ => {
                    passes += 1;
                    with.push_str(&format!(
                        ";{name}[{}]",
                        dice.pick(&["", "PA", "pass", "pa"])
                    ));
                }
            }
            color = color.other();
        }
        // Some programs let both sides pass at the end.
        with.push_str(";B[];W[])");
        without.push(')');
        let with = read_one(Format::Sgf, with.as_bytes(), None);
        assert_eq!(with, read_one(Format::Sgf, without.as_bytes(), None));
        assert_eq!(with.entries().count(), plies.len() + 1);
    }
    assert!(passes > 0, "no pass was tested");
}

#[test]
fn a_gomoku_game_is_read_with_its_branches() {
    let record = read_one(Format::Sgf, GOMOKU.as_bytes(), None);
    assert_eq!(record.header.spec, spec("gomoku:15:renju"));
    assert_eq!(record.header.players.first, "A ] B");
    assert!(record.header.tags.is_empty());
    assert_eq!(
        outline(&record),
        "<black> \"at first\" h8 \"centre\" (i7 j8) (i8 \"indirect\" (i6) (g7 g9))"
    );
    check_round_trip(Format::Sgf, &record);
}

#[test]
fn a_game_of_c_gomoku_cli_is_read_with_its_times() {
    let text = "(;FF[4]GM[4]SZ[15]RU[4]PB[x]PW[y]TE[resign]RE[W+1];B[hh]C[123ms];W[ii]C[0ms]\
        ;B[jh]C[took 5ms])";
    let record = read_one(Format::Sgf, text.as_bytes(), None);
    assert_eq!(record.header.spec, spec("gomoku:15:renju"));
    assert_eq!(record.header.tag("TE"), Some("resign"));
    assert_eq!(record.header.result, won(Color::White, EndReason::Rules));
    assert_eq!(outline(&record), "<black> h8 i7 j8 \"took 5ms\"");
    let times: Vec<u64> = record.entries().map(|entry| entry.at_ms).collect();
    assert_eq!(times, [0, 123, 123, 123, 123]);
    check_round_trip(Format::Sgf, &record);
}

#[test]
fn rule_names_and_numbers_become_the_rules() {
    for (rules, want) in [
        ("freestyle", "gomoku"),
        ("Renju", "gomoku:15:renju"),
        ("STANDARD", "gomoku:15:standard"),
        ("forbidden", "gomoku:15:forbidden"),
        ("0", "gomoku"),
        ("1", "gomoku:15:standard"),
        ("4", "gomoku:15:renju"),
        ("Caro", "gomoku:15:caro"),
        ("8", "gomoku:15:caro"),
        ("9", "gomoku:15:caro"),
    ] {
        let text = format!("(;GM[4]RU[{rules}])");
        let record = read_one(Format::Sgf, text.as_bytes(), Some("gomoku:15:forbidden"));
        assert_eq!(record.header.spec, spec(want), "{rules}");
        assert!(record.header.tags.is_empty());
    }
    let record = read_one(Format::Sgf, b"(;GM[4]RU[omok];B[aa])", None);
    assert_eq!(record.header.spec, GameSpec::GOMOKU);
    assert_eq!(record.header.tag("RU"), Some("omok"));
    check_round_trip(Format::Sgf, &record);
    let record = read_one(Format::Sgf, b"(;GM[2]SZ[6]RU[Anti])", None);
    assert_eq!(record.header.spec, spec("reversi:6:anti"));
    check_round_trip(Format::Sgf, &record);
}

#[test]
fn a_game_marked_as_go_may_be_gomoku() {
    for (text, option, want) in [
        ("(;GM[1]SZ[15])", None, Some("gomoku")),
        ("(;GM[1]SZ[19]RU[Gomoku-free])", None, Some("gomoku:19")),
        ("(;SZ[20:20];B[aa])", None, Some("gomoku:20")),
        ("(;GM[1]SZ[19])", None, None),
        ("(;GM[1])", None, None),
        ("(;FF[4])", None, None),
        (
            "(;GM[1]SZ[19])",
            Some("gomoku:15:renju"),
            Some("gomoku:19:renju"),
        ),
        ("(;FF[4];B[b3])", Some("reversi:6"), Some("reversi:6")),
        ("(;GM[4])", Some("reversi:6"), Some("gomoku")),
        (
            "(;GM[4])",
            Some("gomoku:9:standard"),
            Some("gomoku:9:standard"),
        ),
        ("(;GM[3])", Some("gomoku"), None),
        ("(;GM[1]SZ[15])", Some("peace"), None),
        ("(;GM[4]SZ[15:13])", None, None),
    ] {
        let read = Format::Sgf.read(text.as_bytes(), &options(option));
        match (read, want) {
            (Ok(records), Some(want)) => assert_eq!(records[0].header.spec, spec(want), "{text}"),
            (Err(error), None) => assert!(
                matches!(
                    error.problem,
                    Problem::OtherGame { .. } | Problem::GameUnnamed
                ),
                "{text}: {error}"
            ),
            (read, _) => panic!("{text}: {read:?}"),
        }
    }
}

#[test]
fn results_are_read_with_what_ended_the_game() {
    for (re, want, last) in [
        ("B+R", "black by resignation", "<second resigns>"),
        ("W+Resign", "white by resignation", "<first resigns>"),
        ("B+T", "black on time", "<second late>"),
        ("W+Time", "white on time", "<first late>"),
        ("B+1", "black", "h8"),
        ("b+", "black", "h8"),
        ("0", "draw", "h8"),
        ("Draw", "draw", "h8"),
        ("Void", "aborted", "<Abort>"),
    ] {
        let text = format!("(;GM[4]RE[{re}];B[hh])");
        let record = read_one(Format::Sgf, text.as_bytes(), None);
        let result = record.header.result.expect("a result");
        assert_eq!(result.to_string(), want, "{re}");
        assert!(
            outline(&record).ends_with(last),
            "{re}: {}",
            outline(&record)
        );
        check_round_trip(Format::Sgf, &record);
    }
    let record = read_one(Format::Sgf, b"(;GM[4]RE[?];B[hh])", None);
    assert_eq!(record.header.result, None);
    // The rules override the file.
    let text = "(;GM[4]SZ[5]RE[W+R];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])";
    let record = read_one(Format::Sgf, text.as_bytes(), None);
    assert_eq!(record.header.result, won(Color::Black, EndReason::Rules));
    assert!(outline(&record).ends_with("e5"));
}

#[test]
fn a_resignation_comes_before_the_branches() {
    let record = read_one(Format::Sgf, b"(;GM[4]RE[B+R];B[hh](;W[ii])(;W[jj]))", None);
    assert_eq!(outline(&record), "<black> h8 (i7 <second resigns>) (j6)");
    check_round_trip(Format::Sgf, &record);
    // Also if a branch begins at the end of the game.
    let mut record = read_one(Format::Sgf, b"(;GM[4]RE[B+R];B[hh])", None);
    let h8 = record.main_line().nth(1);
    let point = record.header.spec.point_named("c3").expect("a point");
    record.push_move(h8, Move::Place(point));
    assert_eq!(outline(&record), "<black> h8 (<second resigns>) (c3)");
    check_round_trip(Format::Sgf, &record);
}

#[test]
fn stones_set_up_become_the_start() {
    let record = read_one(Format::Sgf, b"(;GM[4]AB[hh][ii]AW[aa:bb]PL[W];W[cc])", None);
    let setup = record.header.start.clone().expect("a start");
    assert_eq!((setup.stones.black.len(), setup.stones.white.len()), (2, 4));
    assert_eq!(setup.turn, Color::White);
    check_round_trip(Format::Sgf, &record);
    // The first move decides whose turn it is.
    for (text, want) in [
        ("(;GM[4]AB[hh]AW[ii];W[cc])", Some(Color::White)),
        ("(;GM[4]AB[hh]AW[ii];B[cc])", Some(Color::Black)),
        ("(;GM[4]AB[hh])", Some(Color::White)),
        ("(;GM[4];W[cc])", Some(Color::White)),
        ("(;GM[4]PL[B];B[cc])", None),
        ("(;GM[2];W[e3])", Some(Color::White)),
        ("(;GM[2]PL[W])", Some(Color::White)),
    ] {
        let record = read_one(Format::Sgf, text.as_bytes(), None);
        let start = record.header.start.as_ref();
        assert_eq!(start.map(|setup| setup.turn), want, "{text}");
        check_round_trip(Format::Sgf, &record);
    }
}

#[test]
fn text_is_read_without_its_escapes() {
    for (written, want) in [
        (r"a\]b", "a]b"),
        (r"a\\", "a\\"),
        (r"a\:b[c", "a:b[c"),
        ("one\ntwo", "one\ntwo"),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("soft\\\nbreak\\\r\nhere", "softbreakhere"),
        ("棋 \u{1f642}", "棋 \u{1f642}"),
    ] {
        let text = format!("(;GM[4]EV[{written}];B[hh]C[{written}])");
        let record = read_one(Format::Sgf, text.as_bytes(), None);
        assert_eq!(outline(&record), format!("<black> h8 {want:?}"));
        assert_eq!(record.header.tag("EV"), Some(&*want.replace('\n', " ")));
        check_round_trip(Format::Sgf, &record);
    }
}

#[test]
fn lowercase_letters_in_names_and_unknown_properties_are_ignored() {
    let text = "(;GaMe[4]SiZe[15]ApP[x:1]VW[aa]KO[y]GN[n]EV[];Black[hh]BL[3.5]DD[ii][jj]\
        CoMmentx[q];;White[ii]XX[1])";
    // `CoMmentx` is the property CM, not C.
    let record = read_one(Format::Sgf, text.as_bytes(), None);
    assert_eq!(outline(&record), "<black> h8 i7");
    let tags = [("KO", "y"), ("GN", "n")].map(|(k, v)| (k.to_owned(), v.to_owned()));
    assert_eq!(record.header.tags, tags);
    check_round_trip(Format::Sgf, &record);
}

#[test]
fn bytes_that_are_not_utf_8_are_read_as_latin_1() {
    let record = read_one(Format::Sgf, b"\xef\xbb\xbf(;GM[4]PB[J\xf6rg];B[hh])", None);
    assert_eq!(record.header.players.first, "Jörg");
}

#[test]
fn several_games_and_a_mail_header_are_read() {
    let text = "From: someone (me)\n\n(;GM[4];B[hh])\n\n( ;GM[2];B[f5])";
    let records = Format::Sgf
        .read(text.as_bytes(), &options(None))
        .expect("two games");
    assert_eq!(records.len(), 2);
    let bytes = Format::Sgf.write(&records).expect("can be written");
    assert_eq!(Format::Sgf.read(&bytes, &options(None)), Ok(records));
}

#[test]
fn sgf_errors_name_line_and_column() {
    for (text, want) in [
        ("", "line 1, column 1: the file is cut short: expected '(;'"),
        ("hello", "line 1, column 1: expected '(;', found \"hello\""),
        ("(;GM[4]\n;B[hh]\n;W[hh])", "line 3, column 4: hh: occupied"),
        (
            "(;GM[4];B[hh];B[ii])",
            "line 1, column 17: expected a move, found \"ii\"",
        ),
        (
            "(;GM[4]\r\n;B[h8])",
            "line 2, column 4: expected a move, found \"h8\"",
        ),
        (
            "(;GM[4];B[hh]",
            "line 1, column 14: the file is cut short: expected parentheses in pairs",
        ),
        (
            "(;GM[4];B[hh",
            "line 1, column 13: the file is cut short: expected ']'",
        ),
        (
            "(;GM[4];B)",
            "line 1, column 10: expected a value in brackets, found \")\"",
        ),
        (
            "(;GM[4];b[hh])",
            "line 1, column 9: expected a property of capital letters, found \"b\"",
        ),
        (
            "(;GM[4]((;B[hh]))",
            "line 1, column 9: expected ';', found \"(;B[hh]))\"",
        ),
        (
            "(;GM[4](;B[hh]);W[ii])",
            "line 1, column 16: expected parentheses in pairs, found \";W[ii])\"",
        ),
        (
            "(;GM[4];B[hh]W[ii])",
            "line 1, column 16: expected ';', found \"ii\"",
        ),
        (
            "(;GM[4];B[hh];AB[ii])",
            "line 1, column 18: expected a move, found \"ii\"",
        ),
        (
            "(;GM[4];B[hh]) x",
            "line 1, column 16: expected '(;', found \"x\"",
        ),
        (
            "(;GM[4]SZ[30])",
            "line 1, column 11: no gomoku board of size 30: expected a size from 5 to 25",
        ),
        (
            "(;GM[4]SZ[9];B[jj])",
            "line 1, column 16: jj: off the board",
        ),
        (
            "(;GM[4]AB[aa]AW[aa])",
            "line 1, column 11: start position: a point holds both a black and a white stone",
        ),
        (
            "(;GM[3])",
            "line 1, column 6: a game that is not played here: GM[3]",
        ),
    ] {
        check_error(Format::Sgf, text, want);
    }
}

#[test]
fn rectangles_of_stones_are_read_from_any_two_corners() {
    for (setup, want) in [
        ("AB[aa][cc][aa:cc]", 9),
        ("AB[cc:aa]", 9),
        ("AB[ac:ca]", 9),
        ("AB[aa:cc]AE[bb]", 8),
    ] {
        let text = format!("(;GM[4]SZ[15]{setup})");
        let records = Format::Sgf
            .read(text.as_bytes(), &ReadOptions::default())
            .unwrap();
        let start = records[0].header.start.as_ref().unwrap();
        assert_eq!(start.stones.black.len(), want, "{setup}");
    }
}
