//! Piskvork games, pos strings and Gomocup openings.

use super::*;

#[test]
fn a_piskvork_game_is_read() {
    let record = read_one(Format::Psq, PSQ.as_bytes(), None);
    assert_eq!(record.header.spec, spec("gomoku:15:renju"));
    assert_eq!(record.header.players.first, "alpha.zip");
    assert_eq!(record.header.players.second, "beta.zip");
    assert_eq!(record.header.tag("Levels"), Some("11:0"));
    assert_eq!(record.header.tag("Code"), Some("0"));
    assert_eq!(record.header.result, won(Color::Black, EndReason::Rules));
    assert_eq!(outline(&record), "<white> h8 i8 h7");
    let times: Vec<u64> = record.entries().map(|entry| entry.at_ms).collect();
    assert_eq!(times, [0, 0, 1200, 1235]);
    check_round_trip(Format::Psq, &record);
    let caro = PSQ.replace("Renju", "Caro");
    let caro = read_one(Format::Psq, caro.as_bytes(), None);
    assert_eq!(caro.header.spec, spec("gomoku:15:caro"));
    check_round_trip(Format::Psq, &caro);
    let late = PSQ.replace("\n0\r", "\n15\r");
    let late = read_one(Format::Psq, late.as_bytes(), None);
    assert_eq!(late.header.result, won(Color::Black, EndReason::Time));
    assert_eq!(outline(&late), "<white> h8 i8 h7 <first late>");
    check_round_trip(Format::Psq, &late);
}

#[test]
fn the_end_of_a_piskvork_game_may_be_missing() {
    for (text, want) in [
        ("Piskvorky 20x20, 0:0, 0\n1,20,0\n", "<black> a1"),
        ("piskvorky 20x20\n\n1,20\n\n-1\n", "<black> a1"),
        ("Piskvorky 20x20, 0:0, 0\n1,20,0\none\ntwo", "<black> a1"),
        ("Piskvorky 20x20, 0:0, 0", "<black>"),
    ] {
        let record = read_one(Format::Psq, text.as_bytes(), Some("gomoku:15"));
        assert_eq!(record.header.spec, spec("gomoku:20"), "{text}");
        assert!(record.header.tags.is_empty());
        assert_eq!(outline(&record), want, "{text}");
        check_round_trip(Format::Psq, &record);
    }
    let record = read_one(Format::Psq, b"Piskvorky 20x20", Some("gomoku:20:standard"));
    assert_eq!(record.header.spec, spec("gomoku:20:standard"));
}

#[test]
fn psq_errors_name_line_and_column() {
    let first_line = "'Piskvorky WIDTHxHEIGHT, …'";
    for (text, want) in [
        (
            "",
            format!("line 1, column 1: the file is cut short: expected {first_line}"),
        ),
        (
            "Piskvorky, 0:0",
            format!("line 1, column 1: expected {first_line}, found \"Piskvorky, 0:0\""),
        ),
        (
            "Piskvorky 20x15, 0:0, 0",
            "line 1, column 11: a game that is not played here: 20x15".to_owned(),
        ),
        (
            "Piskvorky 3x3, 0:0, 0",
            "line 1, column 11: no gomoku board of size 3: expected a size from 5 to 25".to_owned(),
        ),
        (
            "Piskvorky 15x15, 0:0, 0\n8,8,0\n 16,8,0",
            "line 3, column 2: expected 'x,y,milliseconds', found \"16,8,0\"".to_owned(),
        ),
        (
            "Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0",
            "line 3, column 1: h8: occupied".to_owned(),
        ),
        (
            "Piskvorky 15x15, 0:0, 0\none\ntwo\nthree",
            "line 4, column 1: expected a result such as 'black 40-24' or 'draw by agreement', \
             found \"three\""
                .to_owned(),
        ),
    ] {
        check_error(Format::Psq, text, &want);
    }
}

#[test]
fn pos_strings_may_have_blanks_and_numbers() {
    for text in ["h8i9j7", "h8 i9\tj7", "1. h8 i9 2. j7", "1.h8 2.i9 3.j7"] {
        assert_eq!(
            Format::of_contents(text.as_bytes()),
            Some(Format::Pos),
            "{text}"
        );
        let record = read_one(Format::Pos, text.as_bytes(), None);
        assert_eq!(outline(&record), "<black> h8 i9 j7", "{text}");
    }
    check_error(
        Format::Pos,
        "1. h8 2. h8",
        "line 1, column 10: h8: occupied",
    );
}

#[test]
fn pos_strings_number_rows_from_the_bottom() {
    let text = "# openings\r\nh8i9J7\r\n\r\n  a1 o15\r\n";
    let records = Format::Pos
        .read(text.as_bytes(), &options(None))
        .expect("two games");
    let outlines: Vec<String> = records.iter().map(outline).collect();
    assert_eq!(outlines, ["<black> h8 i9 j7", "<black> a1 o15"]);
    let bytes = Format::Pos.write(&records).expect("can be written");
    assert_eq!(bytes, b"h8i9j7\na1o15\n");
    let record = read_one(Format::Pos, b"a1", Some("gomoku:20:standard"));
    let Event::Move(played) = record.entries().nth(1).expect("a move").event else {
        panic!("not a move");
    };
    assert_eq!(played.mv.point().map(|point| point.row()), Some(19));
    for (text, want) in [
        ("h8\n h8h8", "line 2, column 4: h8: occupied"),
        (
            "h8i",
            "line 1, column 3: expected points such as f5, found \"i\"",
        ),
        (
            "h8p1",
            "line 1, column 3: expected points such as f5, found \"p1\"",
        ),
        (
            "h8 棋",
            "line 1, column 4: expected points such as f5, found \"棋\"",
        ),
    ] {
        check_error(Format::Pos, text, want);
    }
    let error = read_error(Format::Pos, b"d3", Some("reversi"));
    assert!(
        matches!(error.problem, Problem::OtherGame { .. }),
        "{error}"
    );
}

#[test]
fn offsets_count_from_the_center() {
    let text = "0,0, -1,2\n\n+8,-3, 9,9,\n";
    let records = Format::Offsets
        .read(text.as_bytes(), &options(None))
        .expect("two openings");
    assert_eq!(records[0].header.spec, spec("gomoku:20"));
    let outlines: Vec<String> = records.iter().map(outline).collect();
    assert_eq!(outlines, ["<black> k10 j8", "<black> s13 t1"]);
    let bytes = Format::Offsets.write(&records).expect("can be written");
    assert_eq!(bytes, b"0,0, -1,2\n8,-3, 9,9\n");
    let record = read_one(Format::Offsets, b"0,0", Some("gomoku:15:renju"));
    assert_eq!(outline(&record), "<black> h8");
    let pairs = "pairs of offsets from the centre";
    for (text, want) in [
        (
            "0,0, 1",
            format!("line 1, column 7: the file is cut short: expected {pairs}"),
        ),
        (
            "0,0,,1,1",
            format!("line 1, column 5: expected {pairs}, found \",1,1\""),
        ),
        (
            "0,0\n0,x",
            format!("line 2, column 3: expected {pairs}, found \"x\""),
        ),
        (
            "0,0, 10,0",
            format!("line 1, column 6: expected {pairs}, found \"10,0\""),
        ),
        (
            "0,0, 99999,0",
            format!("line 1, column 6: expected {pairs}, found \"99999,0\""),
        ),
        ("0,0, 0,0", "line 1, column 6: k10: occupied".to_owned()),
    ] {
        check_error(Format::Offsets, text, &want);
    }
}

#[test]
fn line_formats_report_what_they_cannot_hold() {
    let problem = |format: Format, record: &Record| {
        format
            .write(std::slice::from_ref(record))
            .expect_err("cannot be written")
            .problem
    };
    let swap = "(;GM[4]YQ[gomoku:15:freestyle:swap1];B[hh];W[ii];B[jj];YC[keep])";
    let swap = read_one(Format::Sgf, swap.as_bytes(), None);
    let setup = read_one(Format::Sgf, b"(;GM[4]AB[hh];W[ii])", None);
    let othello = read_one(Format::Sgf, OTHELLO.as_bytes(), None);
    for format in [Format::Pos, Format::Psq, Format::Offsets] {
        assert_eq!(problem(format, &swap), WriteProblem::Swap);
        assert_eq!(problem(format, &setup), WriteProblem::Start);
        assert_eq!(problem(format, &othello), WriteProblem::Game);
    }
    let two = [swap.clone(), swap.clone()];
    let error = Format::Psq.write(&two).expect_err("one game a file");
    assert_eq!((error.number, error.problem), (2, WriteProblem::Several));
    let error = Format::RenLib.write(&two).expect_err("read only");
    assert_eq!(error.problem, WriteProblem::ReadOnly);
}

#[test]
fn psq_names_like_stones_or_blanks_keep_their_lines() {
    for (names, want) in [
        ([",", "Bob"], ["", "Bob"]),
        (["Ann", ",,7"], ["Ann", "7"]),
        (["1,2", " \n3,4\r"], ["1 2", "3 4"]),
        (["\n3,4", "5\n,6"], ["3 4", "5  6"]),
        (["a,b", "  c  "], ["a,b", "c"]),
    ] {
        let mut record = read_one(Format::Psq, PSQ.as_bytes(), None);
        record.header.players.first = names[0].to_owned();
        record.header.players.second = names[1].to_owned();
        let once = written(Format::Psq, &record);
        let again = read_one(Format::Psq, once.as_bytes(), None);
        let players = &again.header.players;
        assert_eq!([players.first.as_str(), &players.second], want, "{once}");
        assert_eq!(written(Format::Psq, &again), once);
    }
}
