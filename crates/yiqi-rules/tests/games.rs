//! The rules of each game, one sentence per test.

use yiqi_rules::{
    AnyPosition, Color, ForbiddenKind, GameSpec, Move, ParseSpecError, Point, Refusal,
};
use yiqi_testkit::all_specs;

fn start(spec: &str) -> AnyPosition {
    AnyPosition::new(spec.parse().unwrap())
}

fn mv(spec: GameSpec, name: &str) -> Move {
    Move::WORDS
        .into_iter()
        .find(|mv| mv.word() == Some(name))
        .or_else(|| spec.point_named(name).map(Move::Place))
        .unwrap_or_else(|| panic!("no move {name}"))
}

#[track_caller]
fn play(spec: &str, moves: &str) -> AnyPosition {
    let mut position = start(spec);
    for name in moves.split_whitespace() {
        let mv = mv(position.spec(), name);
        if let Err(refusal) = position.play(mv) {
            panic!("{name} was refused: {refusal}");
        }
    }
    position
}

/// Plays, then checks that the last move is refused for this reason and changes nothing.
#[track_caller]
fn check_refusal(spec: &str, moves: &str, last: &str, want: &str) {
    let mut position = play(spec, moves);
    let before = position.clone();
    let last = mv(position.spec(), last);
    let refusal = position.play(last).unwrap_err();
    assert_eq!(refusal.to_string(), want);
    assert_eq!(position, before);
}

#[test]
fn every_spec_is_read_back_as_it_is_written() {
    let specs = all_specs();
    assert_eq!(specs.len(), 12 * 2 + 1 + 5 * (3 * 21 + 19) + 20);
    for spec in specs {
        assert_eq!(spec.to_string().parse(), Ok(spec));
        assert_eq!(spec.to_string().to_uppercase().parse(), Ok(spec));
    }
}

#[test]
fn parts_of_a_spec_may_be_left_out_and_have_defaults() {
    for (text, want) in [
        ("reversi:8:normal", "reversi"),
        ("othello", "reversi"),
        ("reversi:anti", "reversi:8:anti"),
        ("reversi 6x6", "reversi:6"),
        ("peace:8", "peace"),
        ("gomoku:15:freestyle", "gomoku"),
        ("gomoku renju", "gomoku:15:renju"),
        ("Gomoku:Caro", "gomoku:15:caro"),
        ("gomoku:20:caro:swap2", "gomoku:20:caro:swap2"),
        ("gomoku:swap2", "gomoku:15:freestyle:swap2"),
        ("gomoku:20:freestyle:free", "gomoku:20"),
    ] {
        assert_eq!(
            text.parse::<GameSpec>().unwrap().to_string(),
            want,
            "{text}"
        );
    }
}

#[test]
fn an_invalid_spec_is_answered_with_what_is_accepted() {
    for (text, want) in [
        (
            "",
            "unknown game '': expected reversi, gomoku, connect6 or peace",
        ),
        (
            "chess",
            "unknown game 'chess': expected reversi, gomoku, connect6 or peace",
        ),
        (
            "reversi:7",
            "no reversi board of size 7: expected an even size from 4 to 26",
        ),
        (
            "gomoku:26",
            "no gomoku board of size 26: expected a size from 5 to 25",
        ),
        (
            "gomoku:5:renju:pro",
            "no gomoku board of size 5: expected a size from 7 to 25 with the opening rule pro",
        ),
        ("peace:10", "no peace board of size 10: expected 8"),
        (
            "reversi:300",
            "no reversi board of size 300: expected an even size from 4 to 26",
        ),
    ] {
        assert_eq!(text.parse::<GameSpec>().unwrap_err().to_string(), want);
    }
    assert!(matches!(
        "gomoku:15:omok".parse::<GameSpec>(),
        Err(ParseSpecError::UnknownPart { .. })
    ));
    assert!(matches!(
        "gomoku:15:swap1:renju".parse::<GameSpec>(),
        Err(ParseSpecError::UnknownPart { .. })
    ));
}

#[test]
fn every_point_is_found_by_its_name_and_nothing_else_is() {
    for spec in all_specs() {
        for row in 0..spec.size() {
            for col in 0..spec.size() {
                let point = Point::new(col, row).unwrap();
                assert_eq!(spec.point_named(&spec.point_name(point)), Some(point));
            }
        }
        for name in [
            "", "a", "a0", "a01", "A1", "1a", "a1 ", "z27", "a+1", "é1", "a256",
        ] {
            assert_eq!(spec.point_named(name), None, "{name}");
        }
    }
    // Reversi numbers rows from the top, Gomoku from the bottom.
    assert_eq!(GameSpec::REVERSI.point_named("a1"), Point::new(0, 0));
    assert_eq!(GameSpec::GOMOKU.point_named("a1"), Point::new(0, 14));
    assert_eq!(GameSpec::GOMOKU.point_named("h8"), Point::new(7, 7));
}

#[test]
fn reversi_starts_with_black_on_e4_and_d5_and_black_to_move() {
    let position = start("reversi");
    let name = |p| GameSpec::REVERSI.point_name(p);
    let names = |color| position.stones(color).iter().map(name).collect::<Vec<_>>();
    assert_eq!(names(Color::Black), ["e4", "d5"]);
    assert_eq!(names(Color::White), ["d4", "e5"]);
    assert_eq!(position.turn(), Some(Color::Black));
    let legal: Vec<_> = position.legal_points().iter().map(name).collect();
    assert_eq!(legal, ["d3", "c4", "f5", "e6"]);
}

#[test]
fn a_reversi_move_that_flips_nothing_is_refused() {
    check_refusal("reversi", "", "a1", "flips nothing");
    check_refusal("reversi", "", "d4", "occupied");
    check_refusal("reversi", "d3", "d3", "occupied");
    check_refusal("reversi", "", "swap", "no color choice now");
}

#[test]
fn a_side_that_can_move_may_not_pass() {
    check_refusal(
        "reversi",
        "d3 c5",
        "pass",
        "pass not allowed while 5 moves exist",
    );
}

#[test]
fn a_point_off_the_board_is_refused() {
    let point = Point::new(8, 0).unwrap();
    for spec in ["reversi", "peace", "gomoku:5"] {
        let refusal = start(spec).check(Move::Place(point)).unwrap_err();
        assert_eq!(refusal, Refusal::OffBoard { point });
    }
}

#[test]
fn reversi_ends_when_neither_side_can_move_and_more_stones_win() {
    // The shortest possible game: black eliminates white in 9 moves.
    let moves = "e6 f4 e3 f6 g5 d6 e7 f5 c5";
    let position = play("reversi", moves);
    assert_eq!(position.turn(), None);
    let outcome = position.outcome().unwrap();
    assert_eq!(outcome.winner, Some(Color::Black));
    let score = outcome.score.unwrap();
    assert_eq!((score.black, score.white), (13, 0));
    check_refusal("reversi", moves, "a1", "game over");
    // Under anti rules the same moves give the other side the win.
    let outcome = play("reversi:8:anti", moves).outcome().unwrap();
    assert_eq!(outcome.winner, Some(Color::White));
}

#[test]
fn peace_fills_the_board_and_nobody_wins() {
    check_refusal("peace", "", "pass", "pass not allowed in this game");
    check_refusal("peace", "a1", "a1", "occupied");
    let mut position = start("peace");
    let mut ply_count = 0;
    while let Some(mv) = position.legal_moves().first().copied() {
        let changes = position.play(mv).unwrap();
        assert!(changes.flipped.is_empty());
        ply_count += 1;
    }
    assert_eq!(ply_count, 60);
    let outcome = position.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.score), (None, None));
}

#[test]
fn connect6_gives_black_one_stone_and_then_each_side_two() {
    let mut position = start("connect6");
    let mut turns = String::new();
    for name in ["j10", "a1", "a2", "k10", "l10", "b1", "b2", "m10"] {
        let due = position.stones_due();
        let turn = position.turn().unwrap();
        assert_eq!(position.next_stone(), Some(turn));
        turns.push_str(&format!("{}{due} ", &turn.name()[..1]));
        let stone = mv(position.spec(), name);
        position.play(stone).unwrap();
    }
    assert_eq!(turns, "b1 w2 w1 b2 b1 w2 w1 b2 ");
    check_refusal("connect6", "j10", "pass", "pass not allowed in this game");
    check_refusal("connect6", "j10 a1", "a1", "occupied");
    check_refusal("connect6", "j10", "swap", "no color choice now");
}

#[test]
fn six_in_a_row_wins_connect6_even_with_the_first_stone_of_a_turn() {
    // White has four in a row; one stone closes the gap to make six.
    let moves = "j10 a1 b1 j11 j12 c1 d1 k12 k13 f1";
    let position = play("connect6", moves);
    assert_eq!(position.turn(), Some(Color::White));
    let position = play("connect6", &format!("{moves} e1"));
    let outcome = position.outcome().unwrap();
    assert_eq!(outcome.winner, Some(Color::White));
    assert_eq!((outcome.lines.len(), outcome.lines[0].len()), (1, 6));
    assert_eq!(position.stones_due(), 0);
    check_refusal("connect6", &format!("{moves} e1"), "h8", "game over");
    // Seven in a row also win.
    let seven = play("connect6:7", "d4 a1 b1 d5 d6 c1 e1 b4 b5 f1 g1 c5 c6 d1");
    assert_eq!(seven.outcome().unwrap().lines[0].len(), 7);
}

#[test]
fn five_in_a_row_wins_gomoku_and_is_reported() {
    let position = play("gomoku", "h8 a1 i8 a2 j8 a3 k8 a4 l8");
    let outcome = position.outcome().unwrap();
    assert_eq!(outcome.winner, Some(Color::Black));
    let line: Vec<_> = outcome.lines[0]
        .iter()
        .map(|&p| GameSpec::GOMOKU.point_name(p))
        .collect();
    assert_eq!(line, ["h8", "i8", "j8", "k8", "l8"]);
    check_refusal("gomoku", "h8 a1 i8 a2 j8 a3 k8 a4 l8", "a5", "game over");
}

#[test]
fn six_in_a_row_wins_freestyle_but_not_standard() {
    let moves = "h8 a1 i8 a2 j8 a3 l8 b1 m8 b2 k8";
    assert_eq!(
        play("gomoku", moves).outcome().unwrap().winner,
        Some(Color::Black)
    );
    assert_eq!(play("gomoku:15:standard", moves).outcome(), None);
    assert_eq!(play("gomoku:15:caro", moves).outcome(), None);
    check_refusal(
        "gomoku:15:renju",
        "h8 a1 i8 a2 j8 a3 l8 b1 m8 b2",
        "k8",
        "overline",
    );
}

/// Plays out stones under caro and names the lines that win for the side that moved last.
fn caro_lines(moves: &str) -> Option<Vec<Vec<String>>> {
    let position = play("gomoku:15:caro", moves);
    let name = |&point: &Point| position.spec().point_name(point);
    let names = |line: &Vec<Point>| line.iter().map(name).collect();
    Some(position.outcome()?.lines.iter().map(names).collect())
}

#[test]
fn a_five_between_two_opposing_stones_does_not_win_caro() {
    let free = "h8 a1 i8 a2 j8 a3 k8 a4 l8";
    assert_eq!(
        caro_lines(free),
        Some(vec![
            ["h8", "i8", "j8", "k8", "l8"].map(String::from).to_vec()
        ])
    );
    let blocked_once = "h8 g8 i8 a2 j8 a3 k8 a4 l8";
    assert!(caro_lines(blocked_once).is_some());
    let blocked = "h8 g8 i8 m8 j8 a3 k8 a4 l8";
    assert_eq!(caro_lines(blocked), None);
    assert!(play("gomoku:15:standard", blocked).outcome().is_some());
    // White, too, and with the gap inside the row.
    assert_eq!(caro_lines("g8 h8 m8 i8 a1 j8 a2 l8 a3 k8"), None);
    assert!(caro_lines("g8 h8 n8 i8 a1 j8 a2 l8 a3 k8").is_some());
}

#[test]
fn the_edge_of_the_board_does_not_block_a_five_in_caro() {
    assert!(caro_lines("a8 f8 b8 a2 c8 a3 d8 a4 e8").is_some());
    // On 5×5, every five reaches from edge to edge.
    let smallest = play("gomoku:5:caro", "a1 a2 b1 b2 c1 c2 d1 d2 e1");
    assert_eq!(smallest.outcome().unwrap().winner, Some(Color::Black));
}

#[test]
fn a_blocked_five_stays_without_effect_in_caro() {
    // A five that is blocked does not become a win by growing, nor later by another move.
    let blocked = "h8 g8 i8 m8 j8 a3 k8 a4 l8";
    assert_eq!(caro_lines(&format!("{blocked} o15 o1")), None);
    // Another five through its last stone wins, and only that one is reported.
    let moves = "h8 g8 i8 m8 j8 a3 k8 a5 l9 b1 l10 b3 l11 b5 l12 d1 l8";
    assert_eq!(
        caro_lines(moves),
        Some(vec![
            ["l12", "l11", "l10", "l9", "l8"].map(String::from).to_vec()
        ])
    );
    // Two open fives at once are both reported.
    let moves = "h8 a1 i8 c1 j8 a3 k8 a5 l9 b1 l10 b3 l11 b5 l12 d1 l8";
    assert_eq!(caro_lines(moves).unwrap().len(), 2);
    // Six in one direction and an open five in another: the five wins.
    let moves = "h8 a1 i8 c1 j8 a3 k8 a5 m8 g1 l9 b1 l10 b3 l11 b5 l12 d1 l8";
    assert_eq!(caro_lines(moves).unwrap().len(), 1);
}

#[test]
fn a_full_gomoku_board_is_a_draw() {
    // A filling order that gives neither side five in a row.
    let mut position = start("gomoku:5");
    let rows = [0, 2, 1, 3, 4].map(|row: u8| row);
    let order: Vec<Move> = rows
        .iter()
        .flat_map(|&row| (0..5).map(move |col| Move::Place(Point::new(col, row).unwrap())))
        .collect();
    for mv in order {
        position.play(mv).unwrap();
    }
    let outcome = position.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.score), (None, None));
}

#[test]
fn in_swap1_black_places_three_stones_and_white_chooses() {
    let position = play("gomoku:15:freestyle:swap1", "h8 i9");
    assert_eq!(position.turn(), Some(Color::Black));
    assert_eq!(position.next_stone(), Some(Color::Black));
    let position = play("gomoku:15:freestyle:swap1", "h8 i9 j7");
    assert_eq!(position.stones(Color::Black).len(), 2);
    assert_eq!(position.stones(Color::White).len(), 1);
    assert_eq!(position.turn(), Some(Color::White));
    assert_eq!(position.next_stone(), None);
    assert_eq!(position.legal_moves(), [Move::Swap, Move::Keep]);
    for choice in ["swap", "keep"] {
        let position = play("gomoku:15:freestyle:swap1", &format!("h8 i9 j7 {choice}"));
        assert_eq!(position.turn(), Some(Color::White), "white moves next");
        assert_eq!(position.next_stone(), Some(Color::White));
    }
    check_refusal(
        "gomoku:15:freestyle:swap1",
        "h8 i9 j7",
        "a1",
        "color choice due",
    );
    check_refusal(
        "gomoku:15:freestyle:swap1",
        "h8 i9 j7",
        "more",
        "no color choice now",
    );
    check_refusal(
        "gomoku:15:freestyle:swap1",
        "h8 i9 j7",
        "pass",
        "color choice due",
    );
    check_refusal(
        "gomoku:15:freestyle:swap1",
        "h8 i9",
        "swap",
        "no color choice now",
    );
    check_refusal(
        "gomoku:15:freestyle:swap1",
        "h8 i9 j7 keep",
        "swap",
        "no color choice now",
    );
}

#[test]
fn only_swapping_exchanges_the_colors() {
    let mut position = play("gomoku:15:freestyle:swap1", "h8 i9 j7");
    assert!(position.clone().play(Move::Swap).unwrap().colors_exchanged);
    assert!(!position.play(Move::Keep).unwrap().colors_exchanged);
}

#[test]
fn in_swap2_white_may_add_two_stones_and_hand_the_choice_back() {
    let spec = "gomoku:15:freestyle:swap2";
    let position = play(spec, "h8 i9 j7");
    assert_eq!(position.legal_moves(), [Move::Swap, Move::Keep, Move::More]);
    let position = play(spec, "h8 i9 j7 more");
    assert_eq!(position.turn(), Some(Color::White));
    assert_eq!(position.next_stone(), Some(Color::White));
    let position = play(spec, "h8 i9 j7 more a1");
    assert_eq!(position.turn(), Some(Color::White));
    assert_eq!(position.next_stone(), Some(Color::Black));
    let position = play(spec, "h8 i9 j7 more a1 b2");
    assert_eq!(position.turn(), Some(Color::Black));
    assert_eq!(position.legal_moves(), [Move::Swap, Move::Keep]);
    let position = play(spec, "h8 i9 j7 more a1 b2 swap");
    assert_eq!(position.next_stone(), Some(Color::White));
}

#[test]
fn pro_requires_the_center_and_then_distance() {
    let spec = "gomoku:15:standard:pro";
    check_refusal(spec, "", "h9", "not the centre");
    check_refusal(spec, "h8 a1", "j10", "inside the central square");
    check_refusal(spec, "h8 a1", "f6", "inside the central square");
    assert_eq!(play(spec, "h8 a1 k8 b2 h9").turn(), Some(Color::White));
    // An even board has four center points; the square is around the one taken.
    assert_eq!(start("gomoku:20:standard:pro").legal_moves().len(), 4);
    let even = play("gomoku:20:standard:pro", "k11 a1");
    assert_eq!(even.legal_moves().len(), 400 - 25 - 1);
}

#[test]
fn a_forbidden_move_names_the_stones_that_make_it_so() {
    let spec: GameSpec = "gomoku:15:renju".parse().unwrap();
    let position = play("gomoku:15:renju", "h8 a1 i8 a3 j9 a5 j10 a7");
    let refusal = position.check(mv(spec, "j8")).unwrap_err();
    let Refusal::Forbidden { kind, lines, .. } = &refusal else {
        panic!("{refusal}");
    };
    let names = |points: &[Point]| {
        points
            .iter()
            .map(|&p| spec.point_name(p))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(*kind, ForbiddenKind::ThreeThree);
    assert_eq!(names(&lines[0]), "h8 i8 j8");
    assert_eq!(names(&lines[1]), "j10 j9 j8");
    assert_eq!(names(&refusal.stones()), "j10 j9 h8 i8");
    // White may play there.
    let position = play("gomoku:15:renju", "h8 a1 i8 a3 j9 a5 j10 a7 o1");
    assert_eq!(position.check(mv(spec, "j8")), Ok(()));
}

proptest::proptest! {
    #[test]
    fn any_text_is_read_as_a_spec_or_a_point_without_a_panic(text in ".{0,20}") {
        if let Ok(spec) = text.parse::<GameSpec>() {
            proptest::prop_assert_eq!(spec.to_string().parse(), Ok(spec));
        }
        for spec in [GameSpec::REVERSI, GameSpec::GOMOKU] {
            if let Some(point) = spec.point_named(&text) {
                proptest::prop_assert_eq!(spec.point_name(point), text.clone());
            }
        }
    }

    #[test]
    fn any_parts_are_read_as_a_spec_without_a_panic(
        text in "(reversi|gomoku|connect6|peace|[0-9]{1,3}|x|anti|renju|swap[12]|pro|:| ){0,8}",
    ) {
        if let Ok(spec) = text.parse::<GameSpec>() {
            proptest::prop_assert_eq!(spec.to_string().parse(), Ok(spec));
        }
    }
}
