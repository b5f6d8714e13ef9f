//! The Reversi formats as black boxes: what is read, written and refused, and where.

use proptest::prelude::*;
use yiqi_record::{
    BySeat, ClockRule, EndReason, Entry, Event, Format, GameResult, Header, Played, ReadOptions,
    Record, RunOut, Seat, TimeControl, WriteProblem, WthorNames,
};
use yiqi_rules::{AnyPosition, Color, GameSpec, Move, ReversiSpec, Score};
use yiqi_testkit::hostile;

const WTB: &[u8] = include_bytes!("data/WTH_1978.wtb");
const JOU: &[u8] = include_bytes!("data/WTH.JOU");
const TRN: &[u8] = include_bytes!("data/WTH.TRN");
const FFO: &[u8] = include_bytes!("data/ffo-40-59.obf");

/// A game of nine plies in which black eliminates white.
const WIPE_OUT: &str = "e6f4e3f6g5d6e7f5c5";

const BOARD: &str = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- --------";

const GGF: &str = "(;GM[Othello]PC[GGS/os]DT[2009.07.01_02:52:45.MDT]PB[one]PW[two]RB[2691.38]\
    RW[2693.68]TI[05:00//02:00]TY[8]RE[+64.000:r]BO[8 -------- -------- -------- ---O*--- ---*O--- \
    -------- -------- -------- *]B[f5/0.50/3.21]W[D6//0.01]B[c3/-1.005]W[d3];)\n";

fn read(format: Format, text: &str) -> Vec<Record> {
    format
        .read(text.as_bytes(), &ReadOptions::default())
        .unwrap()
}

fn of_size(size: u8) -> GameSpec {
    GameSpec::Reversi(ReversiSpec::new(size, false).unwrap())
}

fn moves(record: &Record) -> String {
    let spec = record.header.spec;
    let replay = record.replay().unwrap();
    let names: Vec<String> = replay
        .moves()
        .map(|mv| yiqi_record::notation::move_name(mv, spec))
        .collect();
    names.join(" ")
}

#[track_caller]
fn check_error(format: Format, bytes: &[u8], want: &str) {
    let error = format.read(bytes, &ReadOptions::default()).unwrap_err();
    assert_eq!(error.to_string(), want);
}

#[track_caller]
fn check_unwritable(format: Format, header: Header, want: WriteProblem) {
    let mut good = Record::new(Header::new(GameSpec::REVERSI));
    let first = GameSpec::REVERSI.point_named("d3").unwrap();
    good.push_move(None, Move::Place(first));
    let error = format.write(&[good, Record::new(header)]).unwrap_err();
    assert_eq!((error.number, error.problem), (2, want));
}

// Transcripts.

#[test]
fn a_transcript_may_be_run_together_spaced_or_numbered_in_any_case() {
    for text in [
        "f5d6c3",
        "F5 d6\tC3\r\n",
        "\u{feff}# a comment\n\n% and\rF5D6 c3",
        "1. f5 d6 2. c3",
        "1.f5 2.d6 3.c3",
    ] {
        let records = read(Format::Transcript, text);
        assert_eq!(records.len(), 1, "{text:?}");
        assert_eq!(moves(&records[0]), "f5 d6 c3");
        assert_eq!(
            Format::of_contents(text.as_bytes()),
            Some(Format::Transcript)
        );
    }
    let first = read(Format::Transcript, "f5")[0].entries().next().cloned();
    let begin = Event::Begin {
        first: Color::Black,
    };
    assert_eq!(first.map(|entry| entry.event), Some(begin));
}

#[test]
fn omitted_passes_of_a_transcript_are_restored() {
    let want = "f5 f6 f7 g7 c4 f8 h8 h6 pass c3";
    for pass in ["", "pa", "PS", "pass", "--", " -- "] {
        let records = read(Format::Transcript, &format!("f5f6f7g7c4f8h8h6{pass}c3"));
        assert_eq!(moves(&records[0]), want, "{pass:?}");
    }
    // A pass is restored even if the game stops there.
    let stopped = read(Format::Transcript, "f5f6f7g7c4f8h8h6");
    assert_eq!(moves(&stopped[0]), want.trim_end_matches(" c3"));
    let options = ReadOptions {
        game: Some(of_size(4)),
        ..ReadOptions::default()
    };
    let small = Format::Transcript.read(b"d3d2b1d4a1", &options).unwrap();
    assert_eq!(moves(&small[0]), "d3 d2 b1 d4 pass a1");
}

#[test]
fn a_finished_transcript_has_its_result() {
    let records = read(Format::Transcript, WIPE_OUT);
    let result = records[0].header.result.unwrap();
    assert_eq!(result.to_string(), "black 13-0");
    assert_eq!(
        Format::Transcript.write(&records).unwrap(),
        format!("{WIPE_OUT}\n").as_bytes()
    );
}

#[test]
fn a_transcript_is_refused_where_it_goes_wrong() {
    for (text, want) in [
        ("f5d6c3\nf5f5", "line 2, column 3: f5: occupied"),
        ("f5 a1", "line 1, column 4: a1: flips nothing"),
        (
            "f5  pa",
            "line 1, column 5: pass: pass not allowed while 3 moves exist",
        ),
        (
            "é f5",
            "line 1, column 1: expected points such as f5, found \"é\"",
        ),
        (
            "f5d6c",
            "line 1, column 5: expected points such as f5, found \"c\"",
        ),
        (
            "f5i3",
            "line 1, column 3: expected points such as f5, found \"i3\"",
        ),
        ("f5swap", "line 1, column 3: swap: no color choice now"),
        (&format!("{WIPE_OUT}a1"), "line 1, column 19: a1: game over"),
    ] {
        check_error(Format::Transcript, text.as_bytes(), want);
    }
    let options = ReadOptions {
        game: Some(GameSpec::GOMOKU),
        ..ReadOptions::default()
    };
    let error = Format::Transcript.read(b"f5", &options).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1, column 1: a game that is not played here: gomoku"
    );
}

// OBF.

#[test]
fn the_ffo_positions_are_written_as_they_were_read() {
    let records = Format::Obf.read(FFO, &ReadOptions::default()).unwrap();
    assert_eq!(records.len(), 20);
    assert_eq!(Format::Obf.write(&records).unwrap(), FFO);
    let header = &records[0].header;
    assert!(header.tag("Scores").unwrap().starts_with("A2:+38 C7:+36 "));
    assert_eq!(header.start.as_ref().unwrap().turn, Color::Black);
    assert_eq!(header.start_position().unwrap().empty_points().len(), 20);
}

#[test]
fn a_zebra_script_is_read_as_obf() {
    let dots = ".".repeat(24);
    let text = format!("% script\n{dots} ...WB... ...b*w.. {dots} O % no more\n");
    let records = read(Format::Obf, &text.replace("*w..", "w..."));
    assert_eq!(records.len(), 1);
    let start = records[0].header.start.as_ref().unwrap();
    assert_eq!(start.turn, Color::White);
    assert_eq!((start.stones.black.len(), start.stones.white.len()), (2, 2));
    let written = Format::Obf.write(&records).unwrap();
    let dashes = "-".repeat(24);
    let want = format!("{dashes}---OX------XO---{dashes} O;\n");
    assert_eq!(String::from_utf8(written).unwrap(), want);
}

#[test]
fn obf_holds_the_position_at_the_end_of_a_game() {
    let mut records = read(Format::Transcript, "f5d6\ne6f4e3f6g5d6e7f5c5");
    let tag = ("Scores".to_owned(), "A1:+2".to_owned());
    records[0].header.tags.push(tag);
    let text = String::from_utf8(Format::Obf.write(&records).unwrap()).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].ends_with(" X;"), "{}", lines[0]);
    // White would be next, although the game is over.
    assert!(lines[1].ends_with(" O;"), "{}", lines[1]);
}

#[test]
fn obf_is_refused_where_it_goes_wrong() {
    let board = "-".repeat(64);
    for (text, want) in [
        (
            "XO-?".to_owned(),
            "line 1, column 4: expected the cells of a board, found \"?\"",
        ),
        (
            "XO-".to_owned(),
            "line 1, column 4: the file is cut short: expected the cells of a board",
        ),
        (
            format!("{board}\n"),
            "line 1, column 65: expected the side to move, found \"\"",
        ),
        (
            format!("{board} X A1:+2;"),
            "line 1, column 68: expected ';', found \"A1:+2;\"",
        ),
        (
            format!("\n{board} X; A1:+65;"),
            "line 2, column 69: expected a move and its score, found \"A1:+65\"",
        ),
        (
            format!("{board} X; I1:+6;"),
            "line 1, column 69: expected a move and its score, found \"I1:+6\"",
        ),
        (
            format!("{board} X; A1:+6"),
            "line 1, column 74: the file is cut short: expected ';'",
        ),
    ] {
        check_error(Format::Obf, text.as_bytes(), want);
    }
}

// GGF.

#[test]
fn a_ggf_game_is_read_in_full() {
    for text in [GGF.to_owned(), format!("1 {GGF}"), GGF.replace(' ', "\r\n")] {
        let records = read(Format::Ggf, &text);
        let header = &records[0].header;
        assert_eq!(moves(&records[0]), "f5 d6 c3 d3");
        assert_eq!(header.players.first, "one");
        assert_eq!(header.players.second, "two");
        assert_eq!(header.date.as_deref(), Some("2009.07.01_02:52:45.MDT"));
        let clock = ClockRule::PerGame {
            main_ms: 300_000,
            increment_ms: 0,
        };
        assert_eq!(header.time.clock, clock);
        assert_eq!(header.start, None);
        assert_eq!(header.result.unwrap().to_string(), "black by resignation");
        let tags: Vec<&str> = header.tags.iter().map(|(key, _)| key.as_str()).collect();
        assert_eq!(tags, ["PC", "RB", "RW", "TI"]);
        let entries: Vec<&Entry> = records[0].entries().collect();
        let at_ms: Vec<u64> = entries.iter().map(|entry| entry.at_ms).collect();
        assert_eq!(at_ms, [0, 3210, 3220, 3220, 3220, 3220]);
        let evals: Vec<Option<i32>> = entries
            .iter()
            .filter_map(|entry| match entry.event {
                Event::Move(played) => Some(played.eval),
                _ => None,
            })
            .collect();
        // 1.005 has no exact binary form; the nearest number is slightly smaller.
        assert_eq!(evals, [Some(50), None, Some(-100), None]);
        assert_eq!(entries[5].event, Event::Resign { seat: Seat::Second });
    }
}

#[test]
fn a_ggf_game_keeps_its_unknown_keys() {
    let text = GGF.replace("TY[8]", "TY[s8r20]").replace("PC[", "KB[1]PC[");
    let records = read(Format::Ggf, &text);
    let written = Format::Ggf.write(&records).unwrap();
    let again = Format::Ggf.read(&written, &ReadOptions::default()).unwrap();
    assert_eq!(again, records);
    let written = String::from_utf8(written).unwrap();
    for part in [
        "KB[1]PC[GGS/os]",
        "TI[05:00//02:00]TY[s8r20]RE[+64.000:r]BO[8 ----",
    ] {
        assert!(written.contains(part), "{written}");
    }
}

#[test]
fn a_ggf_match_of_two_games_has_two_records() {
    let records = read(Format::Ggf, &format!("2 {GGF} {GGF}\n"));
    assert_eq!(records.len(), 2);
    assert_eq!(records[0], records[1]);
}

#[test]
fn ggf_boards_sizes_and_types_are_understood() {
    for (text, spec) in [
        ("(;GM[Othello];)", "reversi"),
        ("(;GM[othello]TY[10a];)", "reversi:10:anti"),
        ("(;TY[0]BO[4 ---- -O*- -*O- ---- *];)", "reversi:4"),
        (
            "(;BO[6 ------------- -OX-- --XO--------------X];)",
            "reversi:6",
        ),
    ] {
        let records = read(Format::Ggf, text);
        assert_eq!(records[0].header.spec.to_string(), spec, "{text}");
        assert_eq!(records[0].header.start, None, "{text}");
        assert!(records[0].is_empty());
    }
    let white = format!("(;BO[{BOARD} O]W[f4];)");
    let start = read(Format::Ggf, &white)[0].header.start.clone();
    assert_eq!(start.map(|start| start.turn), Some(Color::White));
}

#[test]
fn a_pass_omitted_from_ggf_is_inferred_from_the_colors() {
    // Black must pass at once: white's corner stones cannot be flipped.
    let board = "4 O*-- ---- ---- O*-- *";
    let with = format!("(;BO[{board}]B[PA]W[c1];)");
    let without = with.replace("B[PA]", "");
    let record = &read(Format::Ggf, &without)[0];
    assert_eq!(moves(record), "pass c1");
    assert_eq!(record, &read(Format::Ggf, &with)[0]);
}

#[test]
fn the_clocks_of_ggf_are_understood() {
    let game = |main_ms, increment_ms| TimeControl {
        clock: ClockRule::PerGame {
            main_ms,
            increment_ms,
        },
        run_out: RunOut::Loss,
    };
    for (text, want, is_kept) in [
        ("5:00", game(300_000, 0), false),
        ("1:00:00/0:10", game(3_600_000, 10_000), false),
        ("90//", game(90_000, 0), false),
        ("15:00/0:05.5/2:00", game(900_000, 5_500), true),
        ("0//2:00", TimeControl::NONE, true),
        ("a while", TimeControl::NONE, true),
    ] {
        let records = read(Format::Ggf, &format!("(;GM[Othello]TI[{text}];)"));
        let header = &records[0].header;
        assert_eq!(header.time, want, "{text}");
        assert_eq!(header.tag("TI"), is_kept.then_some(text));
        let written = Format::Ggf.write(&records).unwrap();
        let again = Format::Ggf.read(&written, &ReadOptions::default());
        assert_eq!(again.unwrap(), records, "{text}");
    }
}

#[test]
fn the_results_of_ggf_are_understood() {
    for (text, want, is_kept) in [
        ("?", None, false),
        ("+4.000", Some("black"), true),
        ("-64", Some("white"), false),
        ("-38.00:r", Some("white by resignation"), true),
        ("+64.000:t", Some("black on time"), false),
        ("0:s", Some("draw by agreement"), false),
        ("-0.00", Some("draw"), false),
        ("W+3", None, true),
    ] {
        let text_of_game = format!("(;GM[Othello]RE[{text}]B[f5];)");
        let records = read(Format::Ggf, &text_of_game);
        let header = &records[0].header;
        let result = header.result.map(|result| result.to_string());
        assert_eq!(result.as_deref(), want, "{text}");
        assert_eq!(header.tag("RE"), is_kept.then_some(text), "{text}");
        let written = Format::Ggf.write(&records).unwrap();
        let again = Format::Ggf.read(&written, &ReadOptions::default());
        assert_eq!(again.unwrap(), records, "{text}");
    }
}

#[test]
fn ggf_is_refused_where_it_goes_wrong() {
    for (text, want) in [
        ("x", "line 1, column 1: expected '(;', found \"x\""),
        (
            "2",
            "line 1, column 2: the file is cut short: expected '(;'",
        ),
        (
            "(;GM[Go];)",
            "line 1, column 6: a game that is not played here: GM[Go]",
        ),
        (
            "(;TY[7];)",
            "line 1, column 6: a game that is not played here: TY[7]",
        ),
        ("(;PB[a]PB[b];)", "line 1, column 11: 'PB:' is given twice"),
        (
            "(;PB[a",
            "line 1, column 7: the file is cut short: expected ']'",
        ),
        (
            "(;PB",
            "line 1, column 5: the file is cut short: expected a value in brackets",
        ),
        (
            "(;GM[Othello];\n!)",
            "line 2, column 1: expected a property of capital letters, found \"!)\"",
        ),
        (
            "(;BO[4 ----\n-OZ];)",
            "line 2, column 3: expected the cells of a board, found \"Z\"",
        ),
        (
            "(;BO[4 ----];)",
            "line 1, column 12: expected the cells of a board, found \"]\"",
        ),
        (
            "(;TY[8]BO[4 ---- -O*- -*O- ---- *];)",
            "line 1, column 11: expected the cells of a board, found \"4 ---- -O*- -*O- ---- *\"",
        ),
        ("(;\nB[f5]W[f5];)", "line 2, column 8: f5: occupied"),
        (
            "(;B[f5]B[d6];)",
            "line 1, column 10: expected a move of white, found \"B[d6]\"",
        ),
        (
            "(;W[f5];)",
            "line 1, column 5: expected a move of black, found \"W[f5]\"",
        ),
        (
            "(;B[f55];)",
            "line 1, column 5: expected a move, found \"f55\"",
        ),
        (
            "(;B[f5/x/1];)",
            "line 1, column 8: expected a number with up to two decimals, found \"x\"",
        ),
        (
            "(;B[f5//-1];)",
            "line 1, column 9: expected seconds with up to three decimals, found \"-1\"",
        ),
    ] {
        check_error(Format::Ggf, text.as_bytes(), want);
    }
}

#[test]
fn moves_taken_back_are_not_written_to_ggf() {
    let spec = GameSpec::REVERSI;
    let mv = |name: &str| Event::Move(Move::Place(spec.point_named(name).unwrap()).into());
    let events = [
        Event::Begin {
            first: Color::White,
        },
        mv("f5"),
        mv("d6"),
        Event::TakeBack { plies: 1 },
        mv("f4"),
        Event::Resign { seat: Seat::First },
    ];
    let entries = events.into_iter().zip(0..).map(|(event, second)| Entry {
        at_ms: second * 1000,
        event,
    });
    let mut header = Header::new(spec);
    header.players.first = "wh]te".to_owned();
    let record = Record::from_entries(header, entries);
    let text = String::from_utf8(Format::Ggf.write(&[record]).unwrap()).unwrap();
    let want =
        format!("(;GM[Othello]PB[]PW[wh)te]TY[8]RE[+64.000:r]BO[{BOARD} *]B[f5//1]W[f4//1];)\n");
    assert_eq!(text, want);
}

// WTHOR.

fn wthor_options() -> ReadOptions<'static> {
    ReadOptions {
        game: None,
        names: WthorNames {
            players: Some(JOU),
            tournaments: Some(TRN),
        },
    }
}

#[test]
fn a_year_of_wthor_is_read_with_its_names() {
    let records = Format::Wthor.read(WTB, &wthor_options()).unwrap();
    assert_eq!(records.len(), 8);
    let header = &records[0].header;
    assert_eq!(header.date.as_deref(), Some("1978"));
    assert_eq!(header.tag("Event"), Some("World Championship"));
    assert!(header.tag("Theory").is_some());
    for (record, game) in records.iter().zip(WTB[16..].chunks(68)) {
        let result = record.header.result.unwrap();
        let score = result.score.unwrap();
        let spare = 64 - score.black - score.white;
        let black = if result.winner == Some(Color::Black) {
            score.black + spare
        } else {
            score.black
        };
        assert_eq!(black, u16::from(game[6]));
    }
    let nameless = Format::Wthor.read(WTB, &ReadOptions::default()).unwrap();
    assert_eq!(nameless[0].header.players, BySeat::default());
    assert!(nameless[0].entries().eq(records[0].entries()));
}

#[test]
fn wthor_games_and_names_come_back_equal() {
    let mut records = Format::Wthor.read(WTB, &wthor_options()).unwrap();
    records[0].header.players.first = "Ünïcode 中 far too long".to_owned();
    records[1].header.players.second = String::new();
    let games = Format::Wthor.write(&records).unwrap();
    assert_eq!(Format::of_contents(&games), Some(Format::Wthor));
    let (players, tournaments) = Format::write_wthor_names(&records);
    let names = WthorNames {
        players: Some(&players),
        tournaments: Some(&tournaments),
    };
    let options = ReadOptions { game: None, names };
    records[0].header.players.first = "Ünïcode ? far too l".to_owned();
    assert_eq!(Format::Wthor.read(&games, &options).unwrap(), records);
}

#[test]
fn an_unfinished_game_gives_wthor_its_empty_points_to_the_winner() {
    for (result, want) in [
        // Four black stones against one white.
        (None, 63),
        (Some("white by resignation"), 4),
        (Some("draw by agreement"), 32),
        (Some("black 40-20"), 44),
        (Some("white 40-20"), 31),
    ] {
        let mut record = read(Format::Transcript, "f5").remove(0);
        record.header.result = result.map(|text: &str| text.parse().unwrap());
        let bytes = Format::Wthor.write(&[record]).unwrap();
        assert_eq!((bytes[22], bytes[23]), (want, want), "{result:?}");
        assert_eq!((bytes[24], bytes[25]), (56, 0));
    }
}

#[test]
fn wthor_is_refused_where_it_goes_wrong() {
    let with = |offset: usize, byte: u8| {
        let mut bytes = WTB.to_vec();
        bytes[offset] = byte;
        bytes
    };
    let longer = [WTB, b"xy"].concat();
    for (bytes, want) in [
        (
            WTB[..10].to_vec(),
            "byte 10: the file is cut short: expected a WTHOR header of 16 bytes",
        ),
        (
            WTB[..500].to_vec(),
            "byte 500: the file is cut short: expected game records of 68 bytes each",
        ),
        (
            longer,
            "byte 560: expected game records of 68 bytes each, found \"2 bytes more\"",
        ),
        (
            with(12, 10),
            "byte 12: a game that is not played here: WTHOR games on a board of 10×10",
        ),
        (
            with(13, 1),
            "byte 13: a game that is not played here: WTHOR problems for one player",
        ),
        (
            with(24, 19),
            "byte 24: expected the number of a point, found \"19\"",
        ),
        (
            with(24, 0),
            "byte 25: expected the number of a point, found \"46\"",
        ),
        (with(24, 11), "byte 24: a1: flips nothing"),
    ] {
        check_error(Format::Wthor, &bytes, want);
    }
    let names = WthorNames {
        players: Some(&JOU[..100]),
        tournaments: None,
    };
    let error = Format::Wthor
        .read(WTB, &ReadOptions { game: None, names })
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "byte 100: the file is cut short: expected names of a fixed length"
    );
}

#[test]
fn a_score_of_wthor_is_the_result_of_an_unfinished_game() {
    let record = read(Format::Transcript, "f5d6").remove(0);
    let mut bytes = Format::Wthor.write(&[record]).unwrap();
    bytes[22] = 40;
    let records = Format::Wthor.read(&bytes, &ReadOptions::default()).unwrap();
    let score = Score {
        black: 40,
        white: 24,
    };
    assert_eq!(records[0].header.result.unwrap().score, Some(score));
}

// Saves.

fn save(round: u32, cells: &[(usize, i8)]) -> String {
    let mut numbers = [0; 64];
    for &(at, cell) in cells {
        numbers[at] = cell;
    }
    let numbers: Vec<String> = numbers.iter().map(i8::to_string).collect();
    format!("{round} 1 1 {}\n", numbers.join(" "))
}

const START_CELLS: [(usize, i8); 4] = [(27, -1), (28, 1), (35, 1), (36, -1)];

#[test]
fn a_save_is_read_as_a_position() {
    let usual = read(Format::Save, &save(0, &START_CELLS));
    assert_eq!(usual.len(), 1);
    assert_eq!(usual[0].header.start, None);
    assert_eq!(usual[0].header.tag("Round"), Some("0"));
    let text = save(7, &START_CELLS).replace(' ', ", ");
    let records = read(Format::Save, &text);
    let start = records[0].header.start.as_ref().unwrap();
    assert_eq!(start.turn, Color::White);
    let spec = GameSpec::REVERSI;
    assert!(start.stones.white.contains(spec.point_named("d4").unwrap()));
    assert!(start.stones.black.contains(spec.point_named("e4").unwrap()));
}

#[test]
fn a_save_in_which_one_side_is_stuck_lets_the_other_move() {
    // Only white can move, in the top row.
    for round in [8, 9] {
        let records = read(Format::Save, &save(round, &[(0, -1), (1, 1)]));
        let start = records[0].header.start.as_ref().unwrap();
        assert_eq!(start.turn, Color::White, "round {round}");
    }
}

#[test]
fn a_save_is_refused_where_it_goes_wrong() {
    let good = save(3, &START_CELLS);
    let numbers = "67 numbers: round, two flags of 0 or 1, 64 cells of -1, 0 or 1";
    for (text, want) in [
        (
            good.replacen('3', "-3", 1),
            "line 1, column 1: expected NUMBERS, found \"-3\"",
        ),
        (
            good.replacen(" 1", " 2", 1),
            "line 1, column 3: expected NUMBERS, found \"2\"",
        ),
        (
            format!("\n{}", good.replacen(" 0", " x", 1)),
            "line 2, column 7: expected NUMBERS, found \"x\"",
        ),
        (
            format!("{} 1", good.trim_end()),
            "line 1, column 137: expected NUMBERS, found \"1\"",
        ),
        (
            good[..20].to_owned(),
            "line 1, column 21: the file is cut short: expected NUMBERS",
        ),
        (
            format!("{}\n1", &good[..20]),
            "line 1, column 21: expected NUMBERS, found \"\"",
        ),
    ] {
        check_error(
            Format::Save,
            text.as_bytes(),
            &want.replace("NUMBERS", numbers),
        );
    }
}

// All formats.

/// The first two games of the year.
fn two_games() -> Vec<u8> {
    let mut bytes = WTB[..16 + 2 * 68].to_vec();
    bytes[4..8].copy_from_slice(&2u32.to_le_bytes());
    bytes
}

fn samples() -> Vec<(Format, Vec<u8>)> {
    vec![
        (Format::Transcript, b"# two\nf5d6c3 d3\nF5F6 e6".to_vec()),
        (Format::Obf, FFO[..300].to_vec()),
        (Format::Ggf, format!("1 {GGF}").into_bytes()),
        (Format::Wthor, two_games()),
        (Format::Save, save(4, &START_CELLS).into_bytes()),
    ]
}

#[test]
fn formats_are_detected_by_contents() {
    for (format, bytes) in samples() {
        assert_eq!(Format::of_contents(&bytes), Some(format));
    }
    // Gomoku moves look similar, but are not a legal game of Reversi.
    for text in ["h8i9j7", "d4e5c3", "5f6d", "h8g7h7g8h6g6", "f5 says it all"] {
        assert_ne!(
            Format::of_contents(text.as_bytes()),
            Some(Format::Transcript)
        );
    }
}

#[test]
fn a_mistyped_transcript_is_no_other_game_and_its_first_wrong_move_is_named() {
    for (text, column, wrong) in [
        ("f5d6c3d3c9f4", 9, "\"c9\""),
        ("f5d6c3d3c4h8f4", 11, "h8"),
        ("f5 d7 c3 d3", 4, "d7"),
        ("f4d6c3d3c4f6", 1, "f4"),
        ("F5D6C3X9", 7, "\"x9\""),
    ] {
        let format = Format::of_contents(text.as_bytes());
        assert_eq!(format, Some(Format::Transcript), "{text}");
        let read = Format::Transcript.read(text.as_bytes(), &ReadOptions::default());
        let error = read.unwrap_err().to_string();
        let place = format!("line 1, column {column}: ");
        assert!(error.starts_with(&place), "{error}");
        assert!(error.contains(wrong), "{error}");
    }
}

// Faults 11 and 12.
#[test]
fn truncated_and_altered_files_never_panic() {
    let options = ReadOptions::default();
    for (format, bytes) in samples() {
        let damaged = hostile::truncations(&bytes)
            .map(<[u8]>::to_vec)
            .chain(hostile::bit_flips(&bytes))
            .chain(hostile::byte_changes(&bytes));
        for bytes in damaged {
            let _ = format.read(&bytes, &options);
            let _ = Format::of_contents(&bytes);
        }
    }
    for (names, len) in [(JOU, 20), (TRN, 26)] {
        for end in 0..16 + 2 * len {
            let names = WthorNames {
                players: Some(&names[..end]),
                tournaments: Some(&names[..end]),
            };
            let options = ReadOptions { game: None, names };
            assert!(Format::Wthor.read(WTB, &options).is_err());
        }
    }
}

#[test]
fn a_megabyte_of_nonsense_is_read_without_a_panic() {
    for pattern in [
        "f5", "f5\n", "-", "X ", "%\n", "(;", "(;;)", "A[]", "B[f5]", "1", "0 ", ",", "é", "\r",
    ] {
        for start in ["", "f5 ", "(;", "(;GM[", "(;B[f5/", "0 1 1 "] {
            let text = start.to_owned() + &pattern.repeat((1 << 20) / pattern.len());
            for format in Format::ALL {
                let _ = format.read(text.as_bytes(), &ReadOptions::default());
            }
        }
    }
}

#[test]
fn what_a_format_cannot_hold_is_refused() {
    let reversi = Header::new(GameSpec::REVERSI);
    let large = Header::new(of_size(10));
    let gomoku = Header::new(GameSpec::GOMOKU);
    let anti = Header::new(GameSpec::Reversi(ReversiSpec::new(8, true).unwrap()));
    let setup = read(Format::Save, &save(1, &START_CELLS))[0].header.clone();
    for (format, header, want) in [
        (Format::Transcript, &gomoku, WriteProblem::Game),
        (Format::Transcript, &setup, WriteProblem::Start),
        (Format::Transcript, &reversi, WriteProblem::NoMoves),
        (Format::Obf, &gomoku, WriteProblem::Game),
        (Format::Obf, &anti, WriteProblem::Game),
        (Format::Obf, &large, WriteProblem::Size),
        (Format::Ggf, &gomoku, WriteProblem::Game),
        (Format::Wthor, &gomoku, WriteProblem::Game),
        (Format::Wthor, &anti, WriteProblem::Game),
        (Format::Wthor, &large, WriteProblem::Size),
        (Format::Wthor, &setup, WriteProblem::Start),
    ] {
        check_unwritable(format, header.clone(), want);
    }
    let mut broken = Record::new(reversi);
    broken.push_move(None, Move::Pass);
    for format in [Format::Transcript, Format::Obf, Format::Ggf, Format::Wthor] {
        let error = format.write(std::slice::from_ref(&broken)).unwrap_err();
        assert_eq!(error.problem, WriteProblem::Broken);
    }
}

/// Which moves are made, their evaluations, and how long they take.
type Choices = Vec<(usize, Option<i32>, u64)>;

/// Plays until the choices run out or the game is over, passing where required.
fn play(spec: GameSpec, choices: &Choices) -> (Vec<Entry>, AnyPosition) {
    let mut position = AnyPosition::new(spec);
    let first = Color::Black;
    let mut at_ms = 0;
    let mut entries = vec![Entry {
        at_ms,
        event: Event::Begin { first },
    }];
    let mut choices = choices.iter();
    while position.turn().is_some() {
        let points: Vec<_> = position.legal_points().iter().collect();
        let played = if points.is_empty() {
            Played::from(Move::Pass)
        } else if let Some(&(index, eval, after_ms)) = choices.next() {
            at_ms += after_ms;
            Played {
                eval,
                ..Played::from(Move::Place(points[index % points.len()]))
            }
        } else {
            break;
        };
        position.play(played.mv).unwrap();
        let event = Event::Move(played);
        entries.push(Entry { at_ms, event });
    }
    (entries, position)
}

fn sizes() -> impl Strategy<Value = u8> {
    prop::sample::select(vec![4, 6, 8, 10])
}

proptest! {
    #[test]
    fn random_games_come_back_from_transcripts(
        size in sizes(),
        picks in prop::collection::vec(any::<usize>(), 1..100),
    ) {
        let spec = of_size(size);
        let choices = picks.into_iter().map(|pick| (pick, None, 0)).collect();
        let (entries, position) = play(spec, &choices);
        let mut header = Header::new(spec);
        header.result = position.outcome().as_ref().map(GameResult::from);
        let records = vec![Record::from_entries(header, entries)];
        let text = Format::Transcript.write(&records).unwrap();
        let options = ReadOptions { game: Some(spec), ..ReadOptions::default() };
        prop_assert_eq!(Format::Transcript.read(&text, &options).unwrap(), records);
    }

    #[test]
    fn random_games_come_back_from_ggf(
        size in sizes(),
        choices in prop::collection::vec((any::<usize>(), any::<Option<i32>>(), 0..100_000_u64), 1..100),
        names in ("[ -Z^-~é中]{0,9}", "[ -Z^-~é中\n]{0,9}"),
        clock in (1..10_000_000_u64, 0..100_000_u64),
        ending in 0..5_u8,
    ) {
        let spec = of_size(size);
        let (mut entries, position) = play(spec, &choices);
        let mut header = Header::new(spec);
        header.players = BySeat { first: names.0.clone(), second: names.1 };
        header.date = Some("2026-01-31".to_owned());
        header.time.clock = ClockRule::PerGame { main_ms: clock.0, increment_ms: clock.1 };
        header.tags = vec![("PC".to_owned(), names.0), ("Event".to_owned(), "x".to_owned())];
        let result = |winner, reason| Some(GameResult { winner, reason, score: None });
        let (result, event) = match ending {
            _ if position.turn().is_none() => {
                (position.outcome().as_ref().map(GameResult::from), None)
            }
            0 => (
                result(Some(Color::Black), EndReason::Resignation),
                Some(Event::Resign { seat: Seat::Second }),
            ),
            1 => (
                result(Some(Color::White), EndReason::Time),
                Some(Event::TimeOut { seat: Seat::First }),
            ),
            2 => (result(None, EndReason::Agreement), Some(Event::AgreeDraw)),
            3 => (result(Some(Color::White), EndReason::Rules), None),
            _ => (None, None),
        };
        header.result = result;
        let at_ms = entries.last().unwrap().at_ms;
        entries.extend(event.map(|event| Entry { at_ms, event }));
        let records = vec![Record::from_entries(header, entries)];
        let text = Format::Ggf.write(&records).unwrap();
        let again = Format::Ggf.read(&text, &ReadOptions::default()).unwrap();
        prop_assert_eq!(&again, &records);
        prop_assert_eq!(Format::Ggf.write(&again).unwrap(), text);
    }

    // Fault 15.
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for (format, sample) in samples() {
            let _ = format.read(&bytes, &ReadOptions::default());
            let mixed = [&sample[..sample.len() / 2], &bytes].concat();
            let _ = format.read(&mixed, &ReadOptions::default());
        }
    }
}

#[test]
fn wthor_gives_the_names_to_the_colors_that_were_played() {
    let text = "yiqi record 1\nGame: reversi\nFirst: Ann\nSecond: Bob\n\n\
                first takes white\nd3\nfirst resigns\nend\n";
    let records = Format::Yiqi
        .read(text.as_bytes(), &ReadOptions::default())
        .unwrap();
    let games = Format::Wthor.write(&records).unwrap();
    let (players, tournaments) = Format::write_wthor_names(&records);
    let names = WthorNames {
        players: Some(&players),
        tournaments: Some(&tournaments),
    };
    let options = ReadOptions { game: None, names };
    let again = Format::Wthor.read(&games, &options).unwrap();
    assert_eq!(again[0].header.players.first, "Bob");
    assert_eq!(again[0].header.players.second, "Ann");
    // White resigned, so black won.
    let winner = again[0].header.result.and_then(|result| result.winner);
    assert_eq!(winner, Some(yiqi_rules::Color::Black));
}
