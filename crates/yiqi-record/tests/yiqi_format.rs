//! The `yiqi` text format and its parts.

use proptest::prelude::*;
use yiqi_record::{
    ClockRule, Duration, Event, Format, GameResult, Location, Problem, ReadError, ReadOptions,
    Record, RunOut, Seat, TimeControl,
};
use yiqi_rules::{AnyPosition, Color, Game, GameSpec};
use yiqi_testkit::{Dice, all_results, all_specs, hostile, random_record};

fn read(bytes: &[u8]) -> Result<Vec<Record>, ReadError> {
    Format::Yiqi.read(bytes, &ReadOptions::default())
}

fn write(records: &[Record]) -> Vec<u8> {
    Format::Yiqi.write(records).unwrap()
}

/// A short game with one of everything.
const SAMPLE: &str = "\
yiqi record 1
Game: reversi
First: Ann
Second: Bob \\u{202e}x
Date: 2026-11-15
Clock: game 10m+5s, random move
Result: white by resignation
Event: Club night

first takes black
1. d3 +2.15
2. c3 +1 eval -0.25
(
2. e3
3. f4
)
(
2. c5
)
second offers a draw +0.5
first declines the draw
first says +1.5: not yet: d3 is fine
3. c4 +600 clock
note: the clock moved
first asks to take back 1
take back 1
3. b3
paused
resumed +30
second gets 1.5s
first resigns

";

fn sample() -> String {
    let checksum = crc32(SAMPLE.as_bytes());
    format!("{SAMPLE}end crc32:{checksum:08x}\n")
}

/// CRC-32 bit by bit, to verify the writer's.
fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = !0u32;
    for &byte in bytes {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
        }
    }
    !crc
}

#[track_caller]
fn check_error(text: &str, want: &str) {
    match read(text.as_bytes()) {
        Ok(_) => panic!("read without an error"),
        Err(error) => assert_eq!(error.to_string(), want),
    }
}

#[test]
fn the_sample_is_read_and_written_byte_for_byte() {
    let records = read(sample().as_bytes()).unwrap();
    assert_eq!(String::from_utf8(write(&records)).unwrap(), sample());
    let record = &records[0];
    assert_eq!(record.header.players[Seat::First], "Ann");
    assert_eq!(record.header.players[Seat::Second], "Bob \u{202e}x");
    assert_eq!(record.header.tag("Event"), Some("Club night"));
    assert!(record.has_branches());
    let replay = record.replay().unwrap();
    assert_eq!(replay.plies().len(), 3);
    let last = record.entries().last().unwrap();
    assert_eq!(last.event, Event::Resign { seat: Seat::First });
    assert_eq!(last.at_ms, 2150 + 1000 + 500 + 1500 + 600_000 + 30_000);
}

#[test]
fn every_record_is_read_back_equal_and_written_again_byte_for_byte() {
    let mut dice = Dice::new(31);
    let specs = all_specs();
    for _ in 0..3_000 {
        let spec = *dice.pick(&specs);
        let records: Vec<Record> = (0..dice.below(2) + 1)
            .map(|_| random_record(spec, &mut dice))
            .collect();
        let bytes = write(&records);
        let again = read(&bytes).unwrap_or_else(|error| {
            panic!("{error}\n{}", String::from_utf8_lossy(&bytes));
        });
        assert!(again == records, "{}", String::from_utf8_lossy(&bytes));
        assert_eq!(write(&again), bytes);
    }
}

#[test]
fn a_minimal_record_can_be_written_by_hand() {
    let text = "yiqi record 1\nGame: gomoku\nWhite: Bob\n\nh8 I9\n3.j10 pa\nend\n";
    check_error(
        text,
        "line 6, column 7: pass: pass not allowed in this game",
    );
    let text = "yiqi record 1\nGame: gomoku\nWhite: Bob\n\n  h8 I9\n3.j10 4. 10k \n\nend";
    let record = &read(text.as_bytes()).unwrap()[0];
    assert_eq!(record.header.players[Seat::Second], "Bob");
    assert_eq!(record.replay().unwrap().plies().len(), 4);
    let begin = record.entries().next().unwrap();
    assert_eq!(
        begin.event,
        Event::Begin {
            first: Color::Black
        }
    );
}

#[test]
fn names_by_color_go_to_the_seat_that_began_with_the_color() {
    let text = "yiqi record 1\nGame: peace\nBlack: Ann\n\nsecond takes black\na1\nend\n";
    let record = &read(text.as_bytes()).unwrap()[0];
    assert_eq!(record.header.players[Seat::Second], "Ann");
}

#[test]
fn a_windows_text_with_a_byte_order_mark_is_the_same_record() {
    let windows = format!("\u{feff}{}", sample().replace('\n', "\r\n"));
    assert_eq!(read(windows.as_bytes()), read(sample().as_bytes()));
    let mac = sample().replace('\n', "\r");
    assert_eq!(read(mac.as_bytes()), read(sample().as_bytes()));
}

// Fault 14.
#[test]
fn errors_name_line_and_column_and_what_was_expected() {
    let head = "yiqi record 1\nGame: reversi\n\n";
    for (body, want) in [
        ("d3\n2. a1\nend\n", "line 5, column 4: a1: flips nothing"),
        (
            "d3 c3 x9\nend\n",
            "line 4, column 7: expected a move, found \"x9\"",
        ),
        (
            "hello\nend\n",
            "line 4, column 1: expected a move, an offer, a comment or another entry, found \"hello\"",
        ),
        (
            "d3\n3. c3\nend\n",
            "line 5, column 1: expected ply number 2, found \"3.\"",
        ),
        (
            "d3 +1.2345\nend\n",
            "line 4, column 4: expected seconds with up to three decimals, found \"+1.2345\"",
        ),
        (
            "d3\ntake back 2\nend\n",
            "line 5, column 1: take back 2: cannot take back 2 plies of 1",
        ),
        (
            "d3\n)\nend\n",
            "line 5, column 1: expected parentheses in pairs, found \")\"",
        ),
        (
            "d3\n(\nf5\nend\n",
            "line 7, column 1: expected parentheses in pairs, found \"end\"",
        ),
        (
            "(\nd3\n)\nend\n",
            "line 4, column 1: expected an entry before the branch, found \"(\"",
        ),
        (
            "d3\n(\n)\nend\n",
            "line 6, column 1: expected a move, an offer, a comment or another entry, found \")\"",
        ),
        (
            "d3\n",
            "line 5, column 1: the file is cut short: expected 'end', with or without a checksum",
        ),
        (
            "d3\nend crc32:12\n",
            "line 5, column 1: expected 'end', with or without a checksum, found \"end crc32:12\"",
        ),
        (
            "d3\nend crc32:00000000\n",
            "line 5, column 5: the checksum is stated as 00000000, but the contents give 1a335b1b",
        ),
        (
            "d3\nend\nmore\n",
            "line 6, column 1: expected another record or the end of the file, found \"more\"",
        ),
        (
            "note: \\q\nend\n",
            "line 4, column 7: expected \\\\, \\n or \\u{…}, found \"\\\\q\"",
        ),
    ] {
        check_error(&format!("{head}{body}"), want);
    }
    for (text, want) in [
        (
            "",
            "line 1, column 1: the file is cut short: expected 'yiqi record 1'",
        ),
        (
            "hello",
            "line 1, column 1: expected 'yiqi record 1', found \"hello\"",
        ),
        (
            "yiqi record 0\n",
            "line 1, column 1: expected 'yiqi record 1', found \"yiqi record 0\"",
        ),
        (
            "yiqi record 2\n",
            "line 1, column 1: format version 2 is newer than 1, the newest this program reads",
        ),
        (
            "yiqi record 1\n\nend\n",
            "line 3, column 1: the line 'Game:' is missing",
        ),
        (
            "yiqi record 1\nGame: chess\n\n",
            "line 2, column 7: unknown game 'chess': expected reversi, gomoku, connect6 or peace",
        ),
        (
            "yiqi record 1\nGame: peace\nGame: peace\n",
            "line 3, column 1: 'Game:' is given twice",
        ),
        (
            "yiqi record 1\nGame\n",
            "line 2, column 1: expected 'Key: value' or a blank line, found \"Game\"",
        ),
        (
            "yiqi record 1\nGame: peace\nClock: 5 minutes\n\n",
            "line 3, column 8: expected none, 'move 30s', 'game 10m', 'game 10m+5s' or 'byoyomi 10m+3x30s', found \"5 minutes\"",
        ),
        (
            "yiqi record 1\nGame: reversi:4\nStart: ..../bbbb/wwww black\n\n",
            "line 3, column 8: expected rows of . b w separated by /, then black or white, found \"..../bbbb/wwww black\"",
        ),
    ] {
        check_error(text, want);
    }
}

#[test]
fn a_result_that_the_moves_contradict_is_refused() {
    let game = "e6 f4 e3 f6 g5 d6 e7 f5 c5";
    let text = format!("yiqi record 1\nGame: reversi\nResult: white 40-24\n\n{game}\nend\n");
    check_error(
        &text,
        "line 3, column 9: the result is stated as white 40-24, but the moves lead to black 13-0",
    );
}

#[test]
fn a_record_that_contradicts_itself_is_refused() {
    let game = "e6 f4 e3 f6 g5 d6 e7 f5 c5";
    for (result, body, want) in [
        (
            "black 40-24",
            game,
            "line 3, column 9: the result is stated as black 40-24, but the moves lead to black 13-0",
        ),
        (
            "black on time",
            game,
            "line 3, column 9: the result is stated as black on time, but the moves lead to black 13-0",
        ),
        ("black", game, ""),
        ("black 13-0", game, ""),
        (
            "black by resignation",
            "d3\nfirst resigns",
            "line 3, column 9: the result is stated as black by resignation, but the moves lead to white by resignation",
        ),
        ("white", "d3", ""),
        (
            "draw",
            "d3\nfirst resigns\nc3",
            "line 7, column 1: c3: this cannot happen here: the game has begun or ended already",
        ),
        (
            "draw",
            "first takes black\nfirst takes black",
            "line 6, column 1: : this cannot happen here: the game has begun or ended already",
        ),
        (
            "draw",
            "d3\ntake back 0",
            "line 6, column 1: take back 0: cannot take back 0 plies of 1",
        ),
    ] {
        let text = format!("yiqi record 1\nGame: reversi\nResult: {result}\n\n{body}\nend\n");
        let got = read(text.as_bytes())
            .err()
            .map_or(String::new(), |error| error.to_string());
        assert_eq!(got, want, "{result}: {body}");
    }
}

#[test]
fn a_note_before_the_first_move_does_not_stop_the_game_from_beginning() {
    let text = "yiqi record 1\nGame: reversi\n\nnote: hi\n1. d3\n(\nf5\n)\nend\n";
    let records = read(text.as_bytes()).unwrap();
    let kinds: Vec<bool> = records[0]
        .entries()
        .map(|entry| matches!(entry.event, Event::Begin { .. }))
        .collect();
    assert_eq!(kinds, [false, true, false]);
    assert_eq!(read(&write(&records)).unwrap(), records);
}

#[test]
fn how_a_game_ended_is_known_without_a_result_line() {
    for (body, want) in [
        ("d3\nfirst resigns", "white by resignation"),
        (
            "first takes white\nd3\nfirst resigns",
            "black by resignation",
        ),
        ("d3\ndraw agreed", "draw by agreement"),
        ("e6 f4 e3 f6 g5 d6 e7 f5 c5", "black 13-0"),
    ] {
        let text = format!("yiqi record 1\nGame: reversi\n\n{body}\nend\n");
        let record = &read(text.as_bytes()).unwrap()[0];
        let replay = record.replay().unwrap();
        assert_eq!(record.result(&replay).unwrap().to_string(), want);
        for format in [Format::Ggf, Format::Sgf] {
            let bytes = format.write(std::slice::from_ref(record)).unwrap();
            let again = &format.read(&bytes, &ReadOptions::default()).unwrap()[0];
            let result = again.header.result.unwrap();
            assert_eq!(result.to_string(), want, "{}", format.name());
        }
    }
}

#[test]
fn the_time_of_a_move_excludes_pauses() {
    let text = "yiqi record 1\nGame: reversi\n\nd3 +5\npaused +1\nresumed +3600\nc3 +2\nend\n";
    let record = &read(text.as_bytes()).unwrap()[0];
    let times: Vec<u64> = record.effective_moves().iter().map(|mv| mv.1).collect();
    assert_eq!(times, [5000, 3000]);
    let sgf = Format::Sgf.write(std::slice::from_ref(record)).unwrap();
    assert!(String::from_utf8(sgf).unwrap().contains("W[c3]YT[3000]"));
}

// Fault 15.
#[test]
fn both_work_and_memory_are_bounded() {
    // Each branch would undo and replay hundreds of plies.
    let mut dice = Dice::new(5);
    let spec: GameSpec = "peace".parse().unwrap();
    let mut position = yiqi_rules::AnyPosition::new(spec);
    let mut text = format!("yiqi record 1\nGame: {spec}\n\n");
    for changes in yiqi_testkit::random_play(&mut position, &mut dice, 60) {
        text.push_str(&yiqi_record::notation::move_name(changes.mv, spec));
        text.push(' ');
    }
    text.push_str("\nnote: x\n");
    text.push_str(&"(\ntake back 60\n)\n".repeat(400_000));
    text.push_str("end\n");
    let error = read(text.as_bytes()).unwrap_err();
    assert!(matches!(error.problem, Problem::TooMany { .. }), "{error}");
    // One line with very many moves: the location of each is found without counting from the start.
    let text = format!(
        "yiqi record 1\nGame: peace\n\n{}\nend\n",
        "a1 ".repeat(499_000)
    );
    let error = read(text.as_bytes()).unwrap_err();
    assert_eq!(error.location, Location::Text { line: 4, column: 4 });
}

// Fault 15.
#[test]
fn bytes_that_are_not_utf_8_are_refused_with_their_location() {
    let mut bytes = b"yiqi record 1\nGame: peace\nFirst: \xc3".to_vec();
    bytes.extend(b"\n\nend\n");
    let error = read(&bytes).unwrap_err();
    assert_eq!(error.problem, Problem::NotUtf8);
    assert_eq!(error.location, Location::Text { line: 3, column: 8 });
}

// Fault 11.
#[test]
fn a_file_cut_short_anywhere_is_refused_unless_only_the_checksum_is_lost() {
    let sample = sample();
    for bytes in hostile::truncations(sample.as_bytes()) {
        match read(bytes) {
            Err(_) => {}
            Ok(records) => {
                let kept = &sample[..bytes.len()];
                assert!(kept.len() >= SAMPLE.len() + "end".len(), "kept {kept:?}");
                assert_eq!(records, read(sample.as_bytes()).unwrap());
            }
        }
    }
}

// Fault 12.
#[test]
fn a_file_with_any_bit_flipped_is_refused_or_reads_the_same() {
    let sample = sample();
    let want = read(sample.as_bytes());
    for bytes in hostile::bit_flips(sample.as_bytes()) {
        let got = read(&bytes);
        assert!(
            got.is_err() || got == want,
            "{}",
            String::from_utf8_lossy(&bytes)
        );
    }
}

// Fault 12.
#[test]
fn a_file_with_any_byte_changed_is_refused_or_reads_the_same() {
    let sample = sample();
    let want = read(sample.as_bytes());
    for bytes in hostile::byte_changes(sample.as_bytes()) {
        let got = read(&bytes);
        assert!(
            got.is_err() || got == want,
            "{}",
            String::from_utf8_lossy(&bytes)
        );
    }
}

#[test]
fn a_hand_written_file_with_any_byte_changed_never_panics() {
    // Without a checksum to catch the change first.
    let text = format!("{SAMPLE}end\n");
    for bytes in hostile::byte_changes(text.as_bytes()) {
        let _ = read(&bytes);
    }
}

// Fault 15.
#[test]
fn deep_branches_are_read_without_recursion() {
    let depth = 50_000;
    let mut text = "yiqi record 1\nGame: peace\n\nnote: a\n".to_owned();
    // Each branch opens inside the previous one.
    for _ in 0..depth {
        text.push_str("note: b\n(\nnote: c\n");
    }
    text.push_str(&")\n".repeat(depth));
    text.push_str("end\n");
    let records = read(text.as_bytes()).unwrap();
    assert_eq!(records[0].len(), 1 + 2 * depth);
    assert_eq!(read(&write(&records)).unwrap(), records);
}

// Fault 15.
#[test]
fn more_entries_than_a_record_may_hold_are_refused() {
    let mut text = "yiqi record 1\nGame: peace\n\n".to_owned();
    text.push_str(&"note:\n".repeat(Record::ENTRIES_MAX + 1));
    text.push_str("end\n");
    let error = read(text.as_bytes()).unwrap_err();
    assert!(matches!(error.problem, Problem::TooMany { .. }), "{error}");
    let header_lines = "A: b\n".repeat(5000);
    let error = read(format!("yiqi record 1\n{header_lines}").as_bytes()).unwrap_err();
    assert!(matches!(error.problem, Problem::TooMany { .. }), "{error}");
}

// Fault 15.
#[test]
fn a_hundred_megabytes_are_refused_at_once() {
    let bytes = vec![b'x'; 100 << 20];
    for format in Format::ALL {
        let error = format.read(&bytes, &ReadOptions::default()).unwrap_err();
        assert!(matches!(error.problem, Problem::TooLarge { .. }), "{error}");
    }
}

#[test]
fn results_are_read_back_as_they_are_written() {
    for result in all_results() {
        assert_eq!(result.to_string().parse::<GameResult>(), Ok(result));
    }
    for text in [
        "",
        "red",
        "black 40",
        "black 40-",
        "black  40-24",
        "draw by magic",
    ] {
        assert!(text.parse::<GameResult>().is_err(), "{text}");
    }
}

#[test]
fn clocks_are_written_as_people_write_them() {
    for (text, clock) in [
        ("none", ClockRule::Unlimited),
        ("move 30s", ClockRule::PerMove { move_ms: 30_000 }),
        (
            "game 1h30m+0.5s",
            ClockRule::PerGame {
                main_ms: 5_400_000,
                increment_ms: 500,
            },
        ),
        (
            "byoyomi 10m+3x30s",
            ClockRule::ByoYomi {
                main_ms: 600_000,
                periods: 3,
                period_ms: 30_000,
            },
        ),
    ] {
        let time = TimeControl {
            clock,
            run_out: RunOut::Loss,
        };
        assert_eq!(time.to_string(), text);
        assert_eq!(text.parse(), Ok(time));
        let random = TimeControl {
            clock,
            run_out: RunOut::RandomMove,
        };
        assert_eq!(random.to_string(), format!("{text}, random move"));
    }
    for text in [
        "",
        "5m",
        "move",
        "move -1s",
        "game 5m+",
        "byoyomi 5m",
        "none 5s",
        "move 5s, win",
    ] {
        assert!(text.parse::<TimeControl>().is_err(), "{text}");
    }
    assert_eq!("90s".parse(), Ok(Duration(90_000)));
    assert_eq!("500ms".parse(), Ok(Duration(500)));
    for text in [
        "",
        "5",
        "s",
        "5s5m",
        "5.5m",
        "1.2345s",
        "99999999999999999999h",
    ] {
        assert!(text.parse::<Duration>().is_err(), "{text}");
    }
}

proptest! {
    #[test]
    fn any_time_control_is_read_back_as_it_is_written(
        main_ms in 0u64..1_000_000_000_000,
        other_ms in 0u64..1_000_000_000,
        periods in 0u16..,
        kind in 0..4,
        loss in any::<bool>(),
    ) {
        let clock = match kind {
            0 => ClockRule::Unlimited,
            1 => ClockRule::PerMove { move_ms: main_ms },
            2 => ClockRule::PerGame { main_ms, increment_ms: other_ms },
            _ => ClockRule::ByoYomi { main_ms, periods, period_ms: other_ms },
        };
        let run_out = if loss { RunOut::Loss } else { RunOut::RandomMove };
        let time = TimeControl { clock, run_out };
        prop_assert_eq!(time.to_string().parse(), Ok(time));
    }

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let _ = read(&bytes);
    }

    #[test]
    fn any_lines_after_a_good_header_are_read_without_a_panic(
        lines in proptest::collection::vec(
            r"([0-9]{1,3}\.?|[a-j][0-9]{1,2}|\+[0-9.]{1,5}|eval|clock|first|second|says|takes|black|take|back|[()]|end|note:| ){1,9}",
            0..30,
        ),
    ) {
        for spec in [GameSpec::REVERSI, GameSpec::Peace, GameSpec::GOMOKU] {
            let text = format!("yiqi record 1\nGame: {spec}\n\n{}\nend\n", lines.join("\n"));
            if let Ok(records) = read(text.as_bytes()) {
                prop_assert_eq!(read(&write(&records)).unwrap(), records);
            }
        }
    }
}

#[test]
fn the_records_in_the_docs_can_be_read() {
    let page = include_str!("../../../docs/formats/yiqi.md");
    let examples: Vec<&str> = page
        .split("```text\n")
        .skip(1)
        .map(|block| block.split("```").next().unwrap())
        .filter(|block| block.starts_with("yiqi record"))
        .collect();
    assert_eq!(examples.len(), 2);
    for example in examples {
        if let Err(error) = read(example.as_bytes()) {
            panic!("{error}\n{example}");
        }
    }
}

#[test]
fn a_format_holds_exactly_the_games_it_lists() {
    for game in Game::ALL {
        let spec = game.default_spec();
        let point = AnyPosition::new(spec).legal_points().iter().next().unwrap();
        let text = format!(
            "yiqi record 1\nGame: {spec}\n\n{}\nend\n",
            spec.point_name(point)
        );
        let records = read(text.as_bytes()).unwrap();
        for format in Format::ALL
            .into_iter()
            .filter(|format| format.is_writable())
        {
            let holds = format.games().contains(&game);
            assert_eq!(format.write(&records).is_ok(), holds, "{format:?} {spec}");
        }
    }
}

/// The record that a version of the format is kept with.
fn golden(version: usize) -> Vec<Record> {
    let name = format!("tests/golden/record-{version}.yiqi");
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let bytes = std::fs::read(&path).unwrap_or_else(|_| panic!("no {}", path.display()));
    read(&bytes).unwrap()
}

// Fault 14.
#[test]
fn records_of_every_version_are_read() {
    let written = String::from_utf8(write(&golden(1))).unwrap();
    let first_line = written.lines().next().unwrap();
    let newest = first_line.strip_prefix("yiqi record ").unwrap();
    for version in 1..=newest.parse().unwrap() {
        let records = golden(version);
        let [record] = &records[..] else {
            panic!("{} records", records.len());
        };
        assert_eq!(record.header.tag("Event"), Some("Club night"));
        assert!(record.has_branches());
        let replay = record.replay().unwrap();
        assert_eq!(replay.plies().len(), 3);
        let result = record.result(&replay).unwrap();
        assert_eq!(result.winner, Some(Color::White));
    }
}
