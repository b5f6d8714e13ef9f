//! The Gomoku reference agrees with every row of the shared forbidden-move files.
//!
//! Points there are a column letter and a row number counted from the bottom.

use yiqi_testkit::reference::Stone;
use yiqi_testkit::reference::gomoku::{Board, Verdict, verdict_forbidden, verdict_renju};

const SINGLE_POINTS: &str = include_str!("../data/forbidden.tsv");
const WHOLE_BOARDS: &str = include_str!("../data/forbidden-boards.tsv");

type Judge = fn(&Board, usize, usize) -> Verdict;

/// The rows of a file without its comments, each with its line number and fields.
fn rows(text: &str) -> impl Iterator<Item = (usize, Vec<&str>)> {
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.starts_with('#'));
    lines.map(|(index, line)| (index + 1, line.split('\t').collect()))
}

/// The board size and the judge for a spec such as `gomoku:15:renju`.
fn read_spec(spec: &str) -> (usize, Judge) {
    let (game_and_size, rule) = spec.rsplit_once(':').unwrap();
    let size = game_and_size.strip_prefix("gomoku:").unwrap();
    let judge: Judge = match rule {
        "forbidden" => verdict_forbidden,
        "renju" => verdict_renju,
        _ => panic!("unknown rule set {rule}"),
    };
    (size.parse().unwrap(), judge)
}

fn read_point(size: usize, text: &str) -> (usize, usize) {
    let col = usize::from(text.as_bytes()[0] - b'a');
    let number: usize = text[1..].parse().unwrap();
    (col, size - number)
}

fn write_point(size: usize, col: usize, row: usize) -> String {
    format!("{}{}", char::from(b'a' + col as u8), size - row)
}

fn read_stones(size: usize, text: &str) -> Board {
    let mut board = Board::new(size);
    // One row is about the empty board, so the list may be empty.
    for word in text.split_whitespace() {
        let (color, point) = word.split_once(':').unwrap();
        let stone = match color {
            "b" => Stone::Black,
            "w" => Stone::White,
            _ => panic!("unknown color {color}"),
        };
        let (col, row) = read_point(size, point);
        assert_eq!(board.get(col, row), None, "{point} is listed twice");
        board.set(col, row, Some(stone));
    }
    board
}

#[test]
fn every_single_point_gets_its_verdict() {
    let mut row_count = 0;
    let mut wrong = Vec::new();
    for (line, fields) in rows(SINGLE_POINTS) {
        let [spec, stones, point, want, _source] = fields[..] else {
            panic!("line {line} does not have five fields");
        };
        let (size, judge) = read_spec(spec);
        let (col, row) = read_point(size, point);
        let got = judge(&read_stones(size, stones), col, row);
        let agrees = match want {
            "legal" => got == Verdict::Legal,
            "three-three" => got == Verdict::ThreeThree,
            "four-four" => got == Verdict::FourFour,
            "overline" => got == Verdict::Overline,
            // Some sources do not say which kind.
            "forbidden" => got != Verdict::Legal,
            _ => panic!("line {line}: unknown verdict {want}"),
        };
        if !agrees {
            wrong.push(format!("line {line}: {point} is {want}, judged {got:?}"));
        }
        row_count += 1;
    }
    assert_eq!(row_count, 320);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn whole_boards_have_exactly_the_listed_forbidden_points() {
    let mut row_count = 0;
    let mut wrong = Vec::new();
    for (line, fields) in rows(WHOLE_BOARDS) {
        let [spec, stones, want] = fields[..] else {
            panic!("line {line} does not have three fields");
        };
        let (size, judge) = read_spec(spec);
        let board = read_stones(size, stones);
        let mut want: Vec<&str> = want.split(' ').filter(|&point| point != "-").collect();
        want.sort();
        let mut got = Vec::new();
        for row in 0..size {
            for col in 0..size {
                let is_empty = board.get(col, row).is_none();
                if is_empty && judge(&board, col, row) != Verdict::Legal {
                    got.push(write_point(size, col, row));
                }
            }
        }
        got.sort();
        if got != want {
            wrong.push(format!("line {line}: want {want:?}, judged {got:?}"));
        }
        row_count += 1;
    }
    assert_eq!(row_count, 188);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
