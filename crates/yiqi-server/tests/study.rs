//! Studies: positions, files of every format, trees of moves, and their errors.

use std::collections::BTreeMap;
use std::time::Duration;

use yiqi_players::{AnyEngine, Engine, Limits, Resources, SearchRequest};
use yiqi_record::{Entry, Event, Format, Header, Record};
use yiqi_rules::{AnyPosition, GameSpec};
use yiqi_server::study::{
    MOVES_MAX, ReplayOptions, StudyError, analysis_report, compose, convert, format_named, game,
    game_named, position, reach, replay, replay_record,
};
use yiqi_testkit::{Dice, all_specs, hostile, random_play, random_record};
use yiqi_text::{Lang, Text};
use yiqi_wire::{
    ComposeNode, ComposeRequest, Origin, PositionRequest, ReplayNode, ReplayResponse,
    StudyPosition, WireColor,
};

fn text() -> Text {
    Text::new(Lang::En)
}

fn request(game: &str, moves: &str) -> PositionRequest {
    PositionRequest {
        game: game.to_owned(),
        from: Origin {
            start: None,
            moves: moves.split_whitespace().map(str::to_owned).collect(),
        },
        tried: None,
    }
}

fn at(game: &str, moves: &str) -> StudyPosition {
    position(&request(game, moves), &text()).unwrap()
}

#[track_caller]
fn check_fault(error: &StudyError, code: &str, says: &str, points: &[&str]) {
    let fault = error.fault(&text());
    assert_eq!((fault.code.as_str(), fault.text.as_str()), (code, says));
    assert_eq!(fault.points, points);
}

// Positions.

#[test]
fn a_move_to_try_is_played_or_refused_without_an_error() {
    let tried = |mv: &str| {
        let request = PositionRequest {
            tried: Some(mv.to_owned()),
            ..request("reversi", "d3")
        };
        position(&request, &text()).unwrap()
    };
    assert_eq!(tried("c5"), at("reversi", "d3 c5"));
    let refused = tried("d3");
    let fault = refused.refusal.clone().unwrap();
    assert_eq!(
        (fault.code.as_str(), fault.text.as_str()),
        ("occupied", "d3 is occupied.")
    );
    assert_eq!(fault.points, ["d3"]);
    let before = StudyPosition {
        refusal: None,
        ..refused
    };
    assert_eq!(before, at("reversi", "d3"));
    assert!(tried("z99").refusal.is_some());
}

#[test]
fn a_game_has_its_name_and_its_row_order() {
    let told = game("gomoku:15:renju".parse().unwrap(), &text());
    assert_eq!(told.name, "Gomoku 15×15, renju");
    assert_eq!((told.kind.as_str(), told.size), ("gomoku", 15));
    assert!(told.rows_from_bottom);
    let told = game(GameSpec::REVERSI, &Text::new(Lang::ZhHans));
    assert_eq!((told.spec.as_str(), told.size), ("reversi", 8));
    assert!(!told.rows_from_bottom);
}

#[test]
fn a_reversi_position_names_its_legal_points_and_its_score() {
    let answer = at("reversi", "d3");
    assert_eq!(answer.board.len(), 64);
    assert_eq!(answer.turn, Some(WireColor::White));
    let legal = answer.legal.unwrap();
    assert_eq!(legal, ["c3", "e3", "c5"]);
    let score = answer.score.unwrap();
    assert_eq!((score.black, score.white), (4, 1));
    let last = answer.last.unwrap();
    assert_eq!((last.mv.as_str(), last.flipped), ("d3", vec!["d4".into()]));
    assert_eq!(answer.result, None);
}

#[test]
fn a_position_of_the_opening_book_has_its_moves_evaluated_from_blacks_side() {
    let start = at("reversi", "").book.unwrap();
    assert!(start.depth >= 10);
    let names: Vec<&str> = start.moves.iter().map(|known| known.mv.as_str()).collect();
    assert_eq!(names, ["d3", "c4", "f5", "e6"]);
    // The best move leads to a position whose best move is worth the same, whoever moves there.
    let mut moves = String::new();
    for _ in 0..6 {
        let here = at("reversi", &moves);
        let best = here.book.unwrap().moves[0].clone();
        moves = format!("{moves} {}", best.mv);
        let after = at("reversi", &moves);
        assert_eq!(after.book.unwrap().moves[0].eval, best.eval, "{moves}");
        // Best first means largest first for Black, smallest first for White.
        let known = at("reversi", &moves).book.unwrap().moves;
        let sign = if after.turn == Some(WireColor::Black) {
            -1
        } else {
            1
        };
        assert!(known.is_sorted_by_key(|known| sign * known.eval));
    }
    for other in ["reversi:6", "reversi:8:anti", "gomoku", "peace"] {
        assert_eq!(at(other, "").book, None, "{other}");
    }
}

#[test]
fn a_gomoku_position_names_forbidden_points_instead_of_legal_ones() {
    let answer = at("gomoku:15:renju", "h8 a1 i8 a3 j9 a5 j10 a7");
    assert_eq!(answer.legal, None);
    assert_eq!(answer.forbidden.len(), 1);
    assert_eq!(answer.forbidden[0].point, "j8");
    assert_eq!(answer.forbidden[0].kind, "three-three");
    // White has no forbidden points.
    assert!(at("gomoku:15:renju", "h8").forbidden.is_empty());
    // Where an opening rule leaves few points, they are listed.
    assert_eq!(at("gomoku:15:freestyle:pro", "").legal.unwrap(), ["h8"]);
}

#[test]
fn a_position_counts_the_stones_that_are_due_where_a_turn_has_several() {
    let due = |game, moves| at(game, moves).stones_due;
    assert_eq!(due("connect6", ""), Some(1));
    assert_eq!(due("connect6", "j10"), Some(2));
    assert_eq!(due("connect6", "j10 k10"), Some(1));
    assert_eq!(due("gomoku", "h8"), None);
}

#[test]
fn a_choice_of_color_is_listed_among_the_words() {
    let answer = at("gomoku:15:freestyle:swap2", "h8 i9 a1");
    assert_eq!(answer.words, ["swap", "keep", "more"]);
    assert_eq!((answer.next_stone, answer.legal), (None, Some(vec![])));
    let swapped = at("gomoku:15:freestyle:swap2", "h8 i9 a1 swap");
    assert!(swapped.last.unwrap().swapped);
    assert_eq!(swapped.turn, Some(WireColor::White));
}

#[test]
fn the_end_of_a_game_has_its_rows_and_its_result() {
    let answer = at("gomoku", "h8 a1 i8 a2 j8 a3 k8 a4 l8");
    assert_eq!((answer.turn, answer.legal), (None, Some(vec![])));
    assert_eq!(answer.lines, [["h8", "i8", "j8", "k8", "l8"]]);
    let result = answer.result.unwrap();
    assert_eq!(result.winner, Some(WireColor::Black));
    assert_eq!((result.reason.as_str(), result.score), ("rules", None));
}

#[test]
fn a_position_may_start_from_other_stones() {
    let mut request = request("reversi:4", "d2");
    request.from.start = Some("..../.bw./..../.... black".to_owned());
    let answer = position(&request, &text()).unwrap();
    assert_eq!(answer.board, ".....bbb........");
    let result = answer.result.unwrap();
    assert_eq!(result.winner, Some(WireColor::Black));
    assert_eq!(
        result.score.map(|score| (score.black, score.white)),
        Some((3, 0))
    );
    // No text means the normal start.
    request.from = Origin {
        start: Some(String::new()),
        moves: Vec::new(),
    };
    assert!(position(&request, &text()).is_ok());
}

#[test]
fn errors_of_a_position_are_explained() {
    let error = |game: &str, moves: &str| position(&request(game, moves), &text()).unwrap_err();
    check_fault(
        &error("chess", ""),
        "bad_game",
        "There is no game called “chess”: choose one of reversi, gomoku, connect6, peace.",
        &[],
    );
    check_fault(
        &error("reversi", "d3 d3 c5"),
        "occupied",
        "Move 2: d3 is occupied.",
        &["d3"],
    );
    // The last move is one that somebody tries: it needs no number.
    check_fault(
        &error("reversi", "d3 d3"),
        "occupied",
        "d3 is occupied.",
        &["d3"],
    );
    check_fault(
        &error("gomoku:15:renju", "h8 a1 i8 a3 j9 a5 j10 a7 j8"),
        "forbidden",
        "j8 is forbidden for Black: three-three (h8 i8 j8; j10 j9 j8).",
        &["j10", "j9", "h8", "i8"],
    );
    check_fault(
        &error("reversi", "hello d3"),
        "bad_move",
        "Move 1: “hello” is not a move: type a point such as d3, or pass, swap, keep or more.",
        &[],
    );
    check_fault(
        &error("reversi", "a9"),
        "off_board",
        "a9 is off the board.",
        &[],
    );
    for start in ["x", ".... black", "..../..../..../....", "é/é/é/é black"] {
        let mut request = request("reversi:4", "");
        request.from.start = Some(start.to_owned());
        check_fault(
            &position(&request, &text()).unwrap_err(),
            "bad_position",
            "The start position is not valid: write rows of . b w separated by /, then \
             black or white.",
            &[],
        );
    }
}

#[test]
fn every_refusal_has_a_code() {
    for (game, moves, code) in [
        ("reversi", "a1", "flips_nothing"),
        ("reversi", "pass", "must_move"),
        ("peace", "pass", "no_passing"),
        ("reversi", "swap", "no_choice"),
        ("gomoku:15:freestyle:swap1", "h8 i9 a1 a2", "choice_due"),
        ("gomoku:15:freestyle:pro", "a1", "not_centre"),
        ("gomoku:15:freestyle:pro", "h8 a1 h9", "inside_centre"),
        ("gomoku", "h8 a1 i8 a2 j8 a3 k8 a4 l8 a5", "game_over"),
    ] {
        let error = position(&request(game, moves), &text()).unwrap_err();
        assert_eq!(error.code(), code, "{game} {moves}");
    }
}

#[test]
fn a_position_agrees_with_the_rules_in_every_game() {
    let mut dice = Dice::new(1);
    for spec in all_specs() {
        let mut position = AnyPosition::new(spec);
        let plies = dice.below(12);
        let played = random_play(&mut position, &mut dice, plies);
        let names = played
            .iter()
            .map(|changes| yiqi_record::notation::move_name(changes.mv, spec));
        let request = request(&spec.to_string(), &names.collect::<Vec<_>>().join(" "));
        let (reached, last) = reach(&request).unwrap();
        assert_eq!((&reached, last.as_ref()), (&position, played.last()));
        let answer = yiqi_server::study::position(&request, &text()).unwrap();
        let legal: Vec<String> = match answer.legal {
            Some(legal) => legal,
            None => {
                let forbidden: Vec<&str> =
                    answer.forbidden.iter().map(|f| f.point.as_str()).collect();
                let empty = position.empty_points();
                let names = empty.iter().map(|point| spec.point_name(point));
                names
                    .filter(|name| !forbidden.contains(&name.as_str()))
                    .collect()
            }
        };
        let points = position.legal_points();
        let want: Vec<String> = points.iter().map(|point| spec.point_name(point)).collect();
        assert_eq!(legal, want, "{spec}");
    }
}

// Replay.

const OTHELLO: &str = "(;FF[4]GM[2]SZ[8]PB[Alice]PW[Bob]DT[2024-01-02]EV[Cup]RO[3]RE[B+4]\
    AB[d5][e4]AW[d4][e5]PL[B];B[f5];W[d6];B[c3];W[d3])";

const GOMOKU: &str = "(;FF[4]GM[4]SZ[15]PB[A \\] B]PW[C]RU[renju]C[at first]\r\n;B[hh]C[centre]\
    (;W[ii];B[jh])(;W[ih]C[indirect](;B[ij])(;B[gi];W[gg])))";

const PSQ: &str = "Piskvorky 15x15, 11:0, 1\r\n8,8,0\r\n9,8,1200\r\n8,9,35\r\nalpha.zip\r\n\
    beta.zip\r\n0\r\n2,Renju\r\n";

const GGF: &str = "(;GM[Othello]PC[GGS/os]DT[2009.07.01_02:52:45.MDT]PB[one]PW[two]RB[2691.38]\
    RW[2651.83]TI[15:00//02:00]TY[8]RE[+2.000]BO[8 -------- -------- -------- ---O*--- ---*O--- \
    -------- -------- -------- *]B[d3//0.01]W[c5/-1.50/0.35];)";

const YIQI: &str = "\
yiqi record 1
Game: reversi
First: Ann
Second: Bob
Date: 2026-11-15
Clock: game 10m+5s

first takes black
note: at first
1. d3 +2.15
2. c3 +1 eval -0.25
(
2. e3
3. f4
)
(
2. c5
)
first says +1.5: not yet: d3 is fine
3. c4 +600
note: the clock moved
take back 1
3. b3 +4
(
3. e6
)
paused
resumed +30
second resigns

end
";

const WTB: &[u8] = include_bytes!("../../yiqi-record/tests/data/WTH_1978.wtb");
const FFO: &[u8] = include_bytes!("../../yiqi-record/tests/data/ffo-40-59.obf");

fn two_wthor_games() -> Vec<u8> {
    let mut bytes = WTB[..16 + 2 * 68].to_vec();
    bytes[4..8].copy_from_slice(&2u32.to_le_bytes());
    bytes
}

fn two_positions() -> Vec<u8> {
    FFO.split_inclusive(|&byte| byte == b'\n')
        .filter(|line| !line.starts_with(b"%"))
        .take(2)
        .flatten()
        .copied()
        .collect()
}

fn library() -> Vec<u8> {
    let mut bytes = b"\xffRenLib\xff\x03\x04".to_vec();
    bytes.extend([0xff; 10]);
    bytes.extend(*b"\x00\x08about\0"); // the root, with a comment
    bytes.extend([0x78, 0x00]); // h8
    bytes.extend(*b"\x69\xc8caf\xe9\0\0"); // i9, a leaf with a sibling and a comment
    bytes.extend([0x79, 0x00]); // i8
    bytes.extend(*b"\x7a\xc1\x00\x01A\0"); // j8, a leaf with a sibling and a text on the board
    bytes.extend([0x77, 0x40]); // g8, the last
    bytes
}

fn save() -> Vec<u8> {
    let mut cells = ["0"; 64];
    for (at, cell) in [(27, "-1"), (28, "1"), (35, "1"), (36, "-1")] {
        cells[at] = cell;
    }
    format!("4 1 1 {}\n", cells.join(" ")).into_bytes()
}

/// A file of each format: how many games it holds, and how many moves the first has.
fn samples() -> Vec<(Format, Vec<u8>, usize, usize)> {
    vec![
        (Format::Yiqi, YIQI.into(), 1, 8),
        (Format::Transcript, "# two\nf5d6c3 d3\nF5F6 e6".into(), 2, 4),
        (Format::Obf, two_positions(), 2, 0),
        (Format::Ggf, GGF.into(), 1, 2),
        (Format::Sgf, OTHELLO.into(), 1, 4),
        (Format::Sgf, GOMOKU.into(), 1, 7),
        (Format::Psq, PSQ.into(), 1, 3),
        (Format::Wthor, two_wthor_games(), 2, 61),
        (Format::Pos, "# two\nh8i9j7\na1o15\n".into(), 2, 3),
        (Format::Offsets, "0,0, -1,2\n8,-3, 9,9\n".into(), 2, 2),
        (Format::RenLib, library(), 1, 5),
        (Format::Save, save(), 1, 0),
    ]
}

/// The nodes as text: index, parent, move, and a star for the main line.
fn outline(answer: &ReplayResponse) -> String {
    let line = |(index, node): (usize, &ReplayNode)| {
        let parent = node.parent.map_or("-".to_owned(), |p| p.to_string());
        let star = if node.main { "*" } else { "" };
        format!("{index}<{parent} {}{star}", node.change.mv)
    };
    answer
        .nodes
        .iter()
        .enumerate()
        .map(line)
        .collect::<Vec<_>>()
        .join(", ")
}

/// Checks that the changes of the nodes lead to the same boards as the rules.
#[track_caller]
fn check_tree(answer: &ReplayResponse) {
    let spec: GameSpec = answer.game.spec.parse().unwrap();
    let size = usize::from(spec.size());
    let start = match &answer.start {
        None => AnyPosition::new(spec),
        Some(text) => {
            let setup = yiqi_record::notation::parse_setup(text, spec).unwrap();
            AnyPosition::from_setup(spec, &setup).unwrap()
        }
    };
    let place = |name: &str| {
        let point = spec.point_named(name).unwrap();
        usize::from(point.row()) * size + usize::from(point.col())
    };
    let mut reached: Vec<(AnyPosition, Vec<u8>)> = Vec::new();
    let mut is_main = true;
    for (index, node) in answer.nodes.iter().enumerate() {
        let (mut position, mut board) = match node.parent {
            None => (start.clone(), answer.board.clone().into_bytes()),
            Some(parent) => {
                assert!(parent < index, "a parent comes first");
                reached[parent].clone()
            }
        };
        assert_eq!(position.turn().map(WireColor::from), Some(node.side));
        let mv = yiqi_record::notation::parse_move(&node.change.mv, spec).unwrap();
        let changes = position.play(mv).unwrap();
        assert_eq!(changes.colors_exchanged, node.change.swapped);
        if let Some(stone) = node.change.stone {
            let cell = match stone {
                WireColor::Black => b'b',
                WireColor::White => b'w',
            };
            board[place(&node.change.mv)] = cell;
            for flipped in &node.change.flipped {
                board[place(flipped)] = cell;
            }
        }
        let stones = yiqi_rules::ByColor::from_fn(|color| position.stones(color));
        let want = yiqi_wire::board_text(&stones, spec.size());
        assert_eq!(String::from_utf8(board.clone()).unwrap(), want);
        reached.push((position, board));
        // The main line comes first, move by move.
        if node.main {
            assert!(is_main && node.parent == index.checked_sub(1));
        }
        is_main &= node.main;
    }
}

#[test]
fn a_file_of_every_format_is_replayed() {
    for (format, bytes, count, move_count) in samples() {
        for named in [Some(format), None] {
            let options = ReplayOptions {
                format: named,
                ..ReplayOptions::default()
            };
            let answer = replay(&bytes, options, &text()).unwrap();
            assert_eq!(answer.count, count, "{format:?}");
            assert_eq!(answer.nodes.len(), move_count, "{format:?}");
            check_tree(&answer);
        }
    }
}

#[test]
fn every_game_of_a_file_can_be_requested() {
    let nth = |nth| {
        let options = ReplayOptions {
            nth,
            ..ReplayOptions::default()
        };
        replay(b"f5d6c3\nf5f6e6f4\n", options, &text())
    };
    assert_eq!(nth(1).unwrap().nodes.len(), 3);
    assert_eq!(nth(2).unwrap().nodes.len(), 4);
    for missing in [0, 3] {
        check_fault(
            &nth(missing).unwrap_err(),
            "bad_record",
            "The file contains only 2 games.",
            &[],
        );
    }
    let answer = replay(WTB, ReplayOptions::default(), &text()).unwrap();
    assert_eq!(answer.count, 8);
}

#[test]
fn a_tree_has_its_main_line_first_and_taken_back_moves_as_a_variation() {
    let answer = replay(YIQI.as_bytes(), ReplayOptions::default(), &text()).unwrap();
    assert_eq!(
        outline(&answer),
        "0<- d3*, 1<0 c3*, 2<1 b3*, 3<1 c4, 4<1 e6, 5<0 e3, 6<5 f4, 7<0 c5"
    );
    assert_eq!(answer.players, ["Ann", "Bob"]);
    assert_eq!(answer.first, WireColor::Black);
    assert_eq!(answer.time, "game 10m+5s");
    assert_eq!(answer.date.as_deref(), Some("2026-11-15"));
    assert_eq!(answer.comment.as_deref(), Some("at first"));
    assert_eq!(answer.result.as_ref().unwrap().reason, "resignation");
    let winner = answer.result.as_ref().unwrap().winner;
    assert_eq!(winner, Some(WireColor::Black));
    let node = |index: usize| &answer.nodes[index];
    assert_eq!(node(0).used_ms, Some(2150));
    assert_eq!((node(1).used_ms, node(1).eval), (Some(1000), Some(-25)));
    assert_eq!(node(1).comment.as_deref(), Some("Ann: not yet: d3 is fine"));
    assert_eq!(node(3).comment.as_deref(), Some("the clock moved"));
    assert_eq!(node(2).used_ms, Some(4000));
    assert_eq!(
        (node(1).side, node(2).side),
        (WireColor::White, WireColor::Black)
    );
    check_tree(&answer);
}

#[test]
fn a_move_repeated_after_a_take_back_is_one_node() {
    let text_of = "yiqi record 1\nGame: reversi\n\n1. d3 +1\ntake back 1\n1. c4 +1\ntake back 1\n\
        1. d3 +5 eval +1.00\nnote: again\n2. c5\nend\n";
    let answer = replay(text_of.as_bytes(), ReplayOptions::default(), &text()).unwrap();
    assert_eq!(outline(&answer), "0<- d3*, 1<0 c5*, 2<- c4");
    assert_eq!(answer.nodes[0].used_ms, Some(5000));
    assert_eq!(answer.nodes[0].eval, Some(100));
    assert_eq!(answer.nodes[0].comment.as_deref(), Some("again"));
    let taken_back: Vec<bool> = answer.nodes.iter().map(|node| node.taken_back).collect();
    assert_eq!(taken_back, [false, false, true]);
    // If everything is taken back, the main line is empty.
    let text_of = "yiqi record 1\nGame: reversi\n\nd3 c5\ntake back 2\nnote: never mind\nend\n";
    let answer = replay(text_of.as_bytes(), ReplayOptions::default(), &text()).unwrap();
    assert_eq!(outline(&answer), "0<- d3, 1<0 c5");
    assert!(answer.nodes.iter().all(|node| node.taken_back));
    assert_eq!(answer.comment.as_deref(), Some("never mind"));
    assert_eq!(answer.nodes[0].used_ms, None);
}

#[test]
fn variations_of_other_formats_keep_their_comments() {
    let answer = replay(GOMOKU.as_bytes(), ReplayOptions::default(), &text()).unwrap();
    assert_eq!(
        outline(&answer),
        "0<- h8*, 1<0 i7*, 2<1 j8*, 3<0 i8, 4<3 i6, 5<3 g7, 6<5 g9"
    );
    assert_eq!(answer.comment.as_deref(), Some("at first"));
    assert_eq!(answer.nodes[0].comment.as_deref(), Some("centre"));
    assert_eq!(answer.nodes[3].comment.as_deref(), Some("indirect"));
    let answer = replay(&library(), ReplayOptions::default(), &text()).unwrap();
    assert_eq!(outline(&answer), "0<- h8*, 1<0 i9*, 2<0 i8, 3<2 j8, 4<2 g8");
    assert_eq!(answer.comment.as_deref(), Some("about"));
    assert_eq!(answer.nodes[1].comment.as_deref(), Some("café"));
}

#[test]
fn comments_name_their_author() {
    let text_of = "yiqi record 1\nGame: gomoku:15:freestyle:swap1\nFirst: Ann\n\n\
        first takes white\nsecond says: hello\nh8 i9 a1 swap\nsecond says: thanks\n\
        first says: fine\nend\n";
    let answer = replay(text_of.as_bytes(), ReplayOptions::default(), &text()).unwrap();
    assert_eq!(answer.first, WireColor::White);
    assert_eq!(answer.comment.as_deref(), Some("Black: hello"));
    assert_eq!(
        answer.nodes[3].comment.as_deref(),
        Some("White: thanks\nAnn: fine")
    );
    assert!(answer.nodes[3].change.swapped);
}

#[test]
fn random_records_of_every_game_are_replayed() {
    let mut dice = Dice::new(2);
    for spec in all_specs() {
        let record = random_record(spec, &mut dice);
        let answer = replay_record(&record, 1, &text()).unwrap();
        check_tree(&answer);
        let main: Vec<&str> = answer
            .nodes
            .iter()
            .filter(|node| node.main)
            .map(|node| node.change.mv.as_str())
            .collect();
        let replayed = record.replay().unwrap();
        let want: Vec<String> = replayed
            .moves()
            .map(|mv| yiqi_record::notation::move_name(mv, spec))
            .collect();
        assert_eq!(main, want, "{spec}");
        assert_eq!(
            answer.result.is_some(),
            record.result(&replayed).is_some(),
            "{spec}"
        );
        let bytes = Format::Yiqi.write(std::slice::from_ref(&record)).unwrap();
        let read = replay(&bytes, ReplayOptions::default(), &text()).unwrap();
        assert_eq!(read.nodes, answer.nodes, "{spec}");
        // The response survives the round trip.
        let json = serde_json::to_string(&answer).unwrap();
        assert_eq!(
            serde_json::from_str::<ReplayResponse>(&json).unwrap(),
            answer
        );
    }
}

// Fault 15.
#[test]
fn a_tree_may_be_large_but_not_too_large() {
    let record = |count: usize| {
        let mut record = Record::new(Header::new(GameSpec::REVERSI));
        let d3 = GameSpec::REVERSI.point_named("d3").unwrap();
        for _ in 0..count {
            record.push_move(None, yiqi_rules::Move::Place(d3));
        }
        record
    };
    assert!(replay_record(&record(MOVES_MAX), 1, &text()).is_ok());
    check_fault(
        &replay_record(&record(MOVES_MAX + 1), 1, &text()).unwrap_err(),
        "bad_record",
        "There are 20001 moves; the limit is 20000.",
        &[],
    );
}

// Fault 15.
#[test]
fn deep_records_do_not_overflow_the_stack() {
    let entries = (0..200_000).map(|_| Entry {
        at_ms: 0,
        event: Event::Comment {
            seat: None,
            text: "x".into(),
        },
    });
    let record = Record::from_entries(Header::new(GameSpec::REVERSI), entries);
    let answer = replay_record(&record, 1, &text()).unwrap();
    assert_eq!(answer.comment.unwrap().len(), 399_999);
}

#[test]
fn a_long_name_is_shortened_before_comments() {
    let mut header = Header::new(GameSpec::REVERSI);
    header.players.first = "n".repeat(10_000);
    let entries = (0..1000).map(|_| Entry {
        at_ms: 0,
        event: Event::Comment {
            seat: Some(yiqi_record::Seat::First),
            text: "x".into(),
        },
    });
    let record = Record::from_entries(header, entries);
    let answer = replay_record(&record, 1, &text()).unwrap();
    assert!(answer.comment.unwrap().len() < 50_000);
}

#[test]
fn a_record_that_breaks_the_rules_is_refused() {
    let mut record = Record::new(Header::new(GameSpec::REVERSI));
    let d3 = yiqi_rules::Move::Place(GameSpec::REVERSI.point_named("d3").unwrap());
    let first = record.push_move(None, d3);
    record.push_move(Some(first), d3);
    check_fault(
        &replay_record(&record, 1, &text()).unwrap_err(),
        "bad_record",
        "entry 2: d3 is occupied.",
        &[],
    );
}

#[test]
fn an_invalid_file_is_refused_with_the_location_or_the_missing_choice() {
    let error = |bytes: &str| replay(bytes.as_bytes(), ReplayOptions::default(), &text());
    check_fault(
        &error(&YIQI.replace("2. c3", "2. c9")).unwrap_err(),
        "bad_record",
        "line 11, column 4: expected a move, found “c9”.",
        &[],
    );
    check_fault(
        &error("hello").unwrap_err(),
        "bad_record",
        "This does not look like a game. If it is one, choose its format: yiqi (complete), \
         Moves only (Reversi), OBF (Othello, last position), GGF (Othello servers), SGF (for most programs), \
         PSQ (Piskvork, Gomocup), WTHOR (Othello database), Moves only (Gomoku), Gomocup opening, \
         RenLib (Renju library), Save of an older program (67 numbers).",
        &[],
    );
    // A mistyped game of Reversi is not another game.
    check_fault(
        &error("f5d6c3d3c9f4").unwrap_err(),
        "bad_record",
        "line 1, column 9: expected points such as f5, found “c9”.",
        &[],
    );
    check_fault(
        &error("(;GM[1]FF[4]SZ[19];B[dd];W[pp])").unwrap_err(),
        "bad_record",
        "line 1, column 6: this is a game of Go, which this program does not play.",
        &[],
    );
    check_fault(
        &error("(;FF[4];B[hh])").unwrap_err(),
        "bad_record",
        "line 1, column 1: the file does not name its game: please specify it.",
        &[],
    );
    let options = ReplayOptions {
        game: Some(GameSpec::GOMOKU),
        ..ReplayOptions::default()
    };
    assert!(replay(b"(;FF[4];B[hh])", options, &text()).is_ok());
}

#[test]
fn moves_without_separators_are_read_as_the_named_game() {
    // Points of both games: a legal game of Reversi unless Gomoku is named.
    let with = |bytes: &[u8], game: Option<&str>| {
        let options = ReplayOptions {
            game: game.map(|game| game.parse().unwrap()),
            ..ReplayOptions::default()
        };
        replay(bytes, options, &text()).map(|answer| answer.game.spec)
    };
    assert_eq!(with(b"f5d6c3", None).unwrap(), "reversi");
    assert_eq!(with(b"f5d6c3", Some("gomoku")).unwrap(), "gomoku");
    assert_eq!(
        with(b"b3", Some("reversi:4")).unwrap_err().code(),
        "bad_record"
    );
    assert_eq!(with(b"b1", None).unwrap(), "gomoku");
    assert_eq!(with(b"b1", Some("reversi:4")).unwrap(), "reversi:4");
}

#[test]
fn names_of_formats_and_games_may_be_empty() {
    assert_eq!(format_named(""), Ok(None));
    assert_eq!(format_named("SGF"), Ok(Some(Format::Sgf)));
    assert_eq!(game_named(" "), Ok(None));
    assert_eq!(game_named("reversi"), Ok(Some(GameSpec::REVERSI)));
    assert_eq!(game_named("x").unwrap_err().code(), "bad_game");
    let error = format_named("pdf").unwrap_err();
    assert_eq!(error.code(), "bad_message");
    assert!(error.text(&text()).starts_with("There is no format “pdf”"));
}

// Files.

#[test]
fn a_file_is_converted() {
    let bytes = convert(OTHELLO.as_bytes(), None, None, Format::Transcript).unwrap();
    assert_eq!(bytes, b"f5d6c3d3\n");
    check_fault(
        &convert(OTHELLO.as_bytes(), None, None, Format::Psq).unwrap_err(),
        "bad_record",
        "game 1: this format does not support this game.",
        &[],
    );
    check_fault(
        &convert(OTHELLO.as_bytes(), None, None, Format::Save).unwrap_err(),
        "bad_record",
        "this format can be read but not written.",
        &[],
    );
    check_fault(
        &convert(b"# none\n", Some(Format::Pos), None, Format::Yiqi).unwrap_err(),
        "bad_record",
        "The file contains no games.",
        &[],
    );
}

fn node(parent: Option<usize>, mv: &str) -> ComposeNode {
    ComposeNode {
        parent,
        mv: mv.to_owned(),
        comment: None,
    }
}

fn tree(game: &str, nodes: Vec<ComposeNode>) -> ComposeRequest {
    ComposeRequest {
        game: game.to_owned(),
        players: vec!["Ann".to_owned(), "Bob".to_owned()],
        first: None,
        start: None,
        date: Some("2026-11-15".to_owned()),
        comment: None,
        nodes,
        format: "yiqi".to_owned(),
    }
}

#[test]
fn a_tree_of_moves_becomes_a_file() {
    let mut request = tree(
        "reversi",
        vec![
            node(None, "d3"),
            node(Some(0), "c5"),
            node(Some(0), "e3"),
            node(Some(2), "f4"),
            node(None, "c4"),
        ],
    );
    request.comment = Some("a study".to_owned());
    request.nodes[0].comment = Some("the usual\nmove".to_owned());
    let bytes = compose(&request).unwrap();
    let answer = replay(&bytes, ReplayOptions::default(), &text()).unwrap();
    assert_eq!(outline(&answer), "0<- d3*, 1<0 c5*, 2<0 e3, 3<2 f4, 4<- c4");
    assert_eq!(answer.comment.as_deref(), Some("a study"));
    assert_eq!(answer.nodes[0].comment.as_deref(), Some("the usual\nmove"));
    assert_eq!(answer.players, ["Ann", "Bob"]);
    request.format = "sgf".to_owned();
    let sgf = compose(&request).unwrap();
    let again = replay(&sgf, ReplayOptions::default(), &text()).unwrap();
    assert_eq!(again.nodes, answer.nodes);
    request.format = "transcript".to_owned();
    assert_eq!(compose(&request).unwrap(), b"d3c5\n");
}

#[test]
fn a_finished_tree_has_its_result() {
    let moves = "h8 a1 i8 a2 j8 a3 k8 a4 l8";
    let nodes = moves
        .split_whitespace()
        .enumerate()
        .map(|(index, mv)| node(index.checked_sub(1), mv))
        .collect();
    let bytes = compose(&tree("gomoku", nodes)).unwrap();
    assert!(String::from_utf8(bytes).unwrap().contains("Result: black"));
}

#[test]
fn errors_of_a_tree_are_explained() {
    let error = |request: ComposeRequest| compose(&request).unwrap_err();
    check_fault(
        &error(tree("reversi", vec![node(None, "d3"), node(Some(1), "c5")])),
        "bad_message",
        "Move 2 refers to a parent move that does not come before it in the list.",
        &[],
    );
    check_fault(
        &error(tree(
            "reversi",
            vec![node(None, "d3"), node(Some(0), "d3"), node(Some(0), "c5")],
        )),
        "occupied",
        "Move 2: d3 is occupied.",
        &["d3"],
    );
    assert_eq!(
        error(tree("reversi", vec![node(None, "zz")])).code(),
        "off_board"
    );
    let mut request = tree("reversi", Vec::new());
    request.players.push("Carl".to_owned());
    assert_eq!(error(request).code(), "bad_message");
    let mut request = tree("reversi", Vec::new());
    request.format = String::new();
    assert_eq!(error(request).code(), "bad_record");
    let mut request = tree("reversi", Vec::new());
    request.start = Some("x".to_owned());
    assert_eq!(error(request).code(), "bad_position");
    let nodes = vec![node(None, "d3"); MOVES_MAX + 1];
    assert_eq!(
        error(tree("reversi", nodes)),
        StudyError::TooManyMoves {
            count: MOVES_MAX + 1
        }
    );
}

/// The comment of each node of a tree, by the moves that lead to it.
fn lines(answer: &ReplayResponse) -> BTreeMap<Vec<String>, Option<String>> {
    let mut paths: Vec<Vec<String>> = Vec::new();
    for node in &answer.nodes {
        let mut path = node.parent.map_or(Vec::new(), |p| paths[p].clone());
        path.push(node.change.mv.clone());
        paths.push(path);
    }
    let comments = answer.nodes.iter().map(|node| node.comment.clone());
    paths.into_iter().zip(comments).collect()
}

#[test]
fn a_replayed_tree_can_be_composed_and_replayed_again() {
    let mut dice = Dice::new(3);
    for spec in all_specs() {
        let answer = replay_record(&random_record(spec, &mut dice), 1, &text()).unwrap();
        let request = ComposeRequest {
            game: answer.game.spec.clone(),
            players: answer.players.clone(),
            first: Some(answer.first),
            start: answer.start.clone(),
            date: answer.date.clone(),
            comment: answer.comment.clone(),
            nodes: answer
                .nodes
                .iter()
                .map(|node| ComposeNode {
                    parent: node.parent,
                    mv: node.change.mv.clone(),
                    comment: node.comment.clone(),
                })
                .collect(),
            format: "yiqi".to_owned(),
        };
        let bytes = compose(&request).unwrap();
        let again = replay(&bytes, ReplayOptions::default(), &text()).unwrap();
        check_tree(&again);
        assert_eq!(lines(&again), lines(&answer), "{spec}");
        assert_eq!(again.comment, answer.comment);
        assert_eq!((&again.start, again.first), (&answer.start, answer.first));
        assert_eq!(
            (&again.players, &again.date),
            (&answer.players, &answer.date)
        );
    }
}

// Fault 11.
#[test]
fn damaged_files_never_panic() {
    let text = text();
    for (format, bytes, ..) in samples() {
        let damaged = hostile::truncations(&bytes)
            .map(<[u8]>::to_vec)
            .chain(hostile::byte_changes(&bytes))
            .chain(hostile::bit_flips(&bytes));
        for bytes in damaged {
            for format in [Some(format), None] {
                let options = ReplayOptions {
                    format,
                    ..ReplayOptions::default()
                };
                match replay(&bytes, options, &text) {
                    Ok(answer) => check_tree(&answer),
                    Err(error) => {
                        let fault = error.fault(&text);
                        assert!(!fault.text.is_empty());
                        assert!(!fault.text.contains(|c: char| c.is_control()));
                    }
                }
            }
            let _ = convert(&bytes, None, None, Format::Yiqi);
        }
    }
}

#[test]
fn every_error_is_worded_in_every_language() {
    let reversi = GameSpec::REVERSI;
    let errors = [
        StudyError::Game("x".parse::<GameSpec>().unwrap_err()),
        StudyError::Start,
        StudyError::Setup(yiqi_rules::SetupError::Overlap),
        position(&request("reversi", "x d3"), &text()).unwrap_err(),
        position(&request("reversi", "d3 d3 d3"), &text()).unwrap_err(),
        StudyError::NotBefore { number: 2 },
        StudyError::TooManyPlayers { count: 3 },
        StudyError::TooManyMoves { count: 30_000 },
        StudyError::UnknownFormat {
            name: "p\u{1b}df".to_owned(),
        },
        StudyError::FormatUnclear,
        replay(b"(;FF[4])", ReplayOptions::default(), &text()).unwrap_err(),
        StudyError::Entry {
            number: 3,
            spec: reversi,
            error: yiqi_record::ReplayError::OutOfPlace,
        },
        StudyError::NoSuchGame { count: 0 },
        StudyError::NoSuchGame { count: 1 },
        convert(OTHELLO.as_bytes(), None, None, Format::Pos).unwrap_err(),
    ];
    for lang in Lang::ALL {
        let text = Text::new(lang);
        for error in &errors {
            let said = error.text(&text);
            assert!(!said.is_empty() && !said.contains(|c: char| c.is_control()));
            assert!(!error.to_string().is_empty());
        }
    }
}

// Analysis.

#[test]
fn an_analysis_is_reported_in_the_names_of_the_game() {
    let (position, _) = reach(&request("gomoku", "h8 a1 i8 c15 j8 o1")).unwrap();
    let limits = Limits {
        time: Some(Duration::from_secs(10)),
        ..Limits::depth(5)
    };
    let mut reports = Vec::new();
    let mut engine = AnyEngine::new(Resources::default());
    let last = engine
        .think(
            SearchRequest::new(&position, limits)
                .with_lines(3)
                .with_report(&mut |analysis| {
                    reports.push(analysis_report(analysis, &position, 7, false));
                }),
        )
        .unwrap();
    assert!(!reports.is_empty());
    let report = analysis_report(&last, &position, 9, true);
    assert!(report.done && report.ms == 9 && report.depth >= 3);
    assert!(["g8", "k8"].contains(&report.lines[0].moves[0].as_str()));
    assert_eq!(
        (report.lines[0].eval, report.lines[0].exact),
        (10_000, true)
    );
    assert_eq!(report.lines.len(), 3);
}
