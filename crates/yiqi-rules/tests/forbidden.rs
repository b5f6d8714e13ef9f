//! Points that are forbidden for black, checked against worked cases and an independent reference.

use yiqi_rules::{
    AnyPosition, ByColor, Color, ForbiddenKind, GameSpec, GomokuRules, GomokuSpec, Move, Opening,
    Point, PointSet, Refusal, Setup,
};
use yiqi_testkit::reference::Stone;
use yiqi_testkit::reference::gomoku::{
    Board, Rule, Verdict, verdict_forbidden, verdict_renju, wins,
};
use yiqi_testkit::{Dice, random_cluster};

const POSITIONS: usize = 100_000;

/// Judges a point by the fast rules and checks that a refusal names its lines.
fn judge(position: &AnyPosition, point: Point) -> Verdict {
    match position.check(Move::Place(point)) {
        Ok(()) => Verdict::Legal,
        Err(Refusal::Forbidden {
            point: named,
            kind,
            lines,
        }) => {
            assert_eq!(named, point);
            let black = position.stones(Color::Black);
            for line in &lines {
                assert!(line.contains(&point), "a line lacks the new stone");
                assert!(line.iter().all(|&p| p == point || black.contains(p)));
                match kind {
                    ForbiddenKind::ThreeThree => assert_eq!(line.len(), 3),
                    ForbiddenKind::FourFour => assert_eq!(line.len(), 4),
                    ForbiddenKind::Overline => assert!(line.len() >= 6),
                }
            }
            match kind {
                ForbiddenKind::ThreeThree => {
                    assert!(lines.len() >= 2);
                    Verdict::ThreeThree
                }
                ForbiddenKind::FourFour => {
                    assert!(lines.len() >= 2);
                    Verdict::FourFour
                }
                ForbiddenKind::Overline => {
                    assert!(!lines.is_empty());
                    Verdict::Overline
                }
            }
        }
        Err(other) => panic!("refused for another reason: {other}"),
    }
}

fn reference_board(setup: &Setup, size: u8) -> Board {
    let mut board = Board::new(usize::from(size));
    for (stones, stone) in [
        (setup.stones.black, Stone::Black),
        (setup.stones.white, Stone::White),
    ] {
        for point in stones.iter() {
            board.set(point.col().into(), point.row().into(), Some(stone));
        }
    }
    board
}

/// Compares both on random boards, a few points of each, and counts the verdicts.
fn compare_verdicts(rules: GomokuRules, reference: fn(&Board, usize, usize) -> Verdict, seed: u64) {
    let mut dice = Dice::new(seed);
    let mut met = std::collections::BTreeMap::<Verdict, usize>::new();
    for _ in 0..POSITIONS {
        let size = 5 + dice.below(15) as u8;
        let spec = GameSpec::Gomoku(GomokuSpec::new(size, rules, Opening::Free).unwrap());
        let setup = random_cluster(spec, &mut dice);
        let position = AnyPosition::from_setup(spec, &setup).unwrap();
        let board = reference_board(&setup, size);
        let empty: Vec<Point> = position.empty_points().iter().collect();
        let forbidden = position.forbidden_points();
        // Every point that the fast rules forbid, and some others.
        let mut asked: Vec<Point> = forbidden.iter().map(|&(point, _)| point).take(3).collect();
        for _ in 0..3 {
            if !empty.is_empty() {
                asked.push(*dice.pick(&empty));
            }
        }
        for point in asked {
            let want = reference(&board, point.col().into(), point.row().into());
            assert_eq!(judge(&position, point), want, "{setup:?} {point:?}");
            assert_eq!(
                forbidden.iter().any(|&(p, _)| p == point),
                want != Verdict::Legal
            );
            *met.entry(want).or_default() += 1;
        }
    }
    // The boards prove something only if every verdict is common on them.
    for verdict in [
        Verdict::Legal,
        Verdict::ThreeThree,
        Verdict::FourFour,
        Verdict::Overline,
    ] {
        assert!(met[&verdict] > POSITIONS / 200, "{met:?}");
    }
}

#[test]
fn the_rule_set_forbidden_agrees_with_the_reference_on_random_boards() {
    compare_verdicts(GomokuRules::Forbidden, verdict_forbidden, 11);
}

#[test]
fn the_rule_set_renju_agrees_with_the_reference_on_random_boards() {
    compare_verdicts(GomokuRules::Renju, verdict_renju, 12);
}

#[test]
fn wins_agree_with_the_reference_on_random_boards_under_every_rule_set() {
    let mut dice = Dice::new(13);
    for (rules, rule) in [
        (GomokuRules::Freestyle, Rule::Freestyle),
        (GomokuRules::Standard, Rule::Standard),
        (GomokuRules::Forbidden, Rule::Forbidden),
        (GomokuRules::Renju, Rule::Renju),
        (GomokuRules::Caro, Rule::Caro),
    ] {
        let mut win_count = 0;
        for _ in 0..POSITIONS {
            let size = 5 + dice.below(11) as u8;
            let spec = GameSpec::Gomoku(GomokuSpec::new(size, rules, Opening::Free).unwrap());
            let mut setup = random_cluster(spec, &mut dice);
            let mut stone = Stone::Black;
            if dice.below(2) == 0 {
                setup.turn = Color::White;
                stone = Stone::White;
                std::mem::swap(&mut setup.stones.black, &mut setup.stones.white);
            }
            let mut position = AnyPosition::from_setup(spec, &setup).unwrap();
            let empty: Vec<Point> = position.empty_points().iter().collect();
            if empty.is_empty() {
                continue;
            }
            let point = *dice.pick(&empty);
            if position.play(Move::Place(point)).is_err() {
                continue;
            }
            let mut board = reference_board(&setup, size);
            let (col, row) = (point.col().into(), point.row().into());
            board.set(col, row, Some(stone));
            let won = wins(&board, col, row, stone, rule);
            let winner = position.outcome().and_then(|outcome| outcome.winner);
            assert_eq!(winner.is_some(), won, "{rules:?} {setup:?} {point:?}");
            if won {
                win_count += 1;
                assert_eq!(winner, Some(setup.turn));
                let lines = position.outcome().unwrap().lines;
                assert!(lines.iter().any(|line| line.contains(&point)));
            }
        }
        assert!(win_count > POSITIONS / 100, "{rules:?}: {win_count}");
    }
}

#[test]
fn random_games_of_caro_end_exactly_where_the_reference_says() {
    let mut dice = Dice::new(14);
    // Games that end with a win, those that fill the board, and fives that do not win.
    let mut counts = [0; 3];
    for game in 0..3_000 {
        let size = 5 + (game % 8) as u8;
        let spec = GomokuSpec::new(size, GomokuRules::Caro, Opening::Free).unwrap();
        let mut position = AnyPosition::new(GameSpec::Gomoku(spec));
        let mut board = Board::new(size.into());
        let mut stone = Stone::Black;
        loop {
            let empty: Vec<Point> = position.empty_points().iter().collect();
            assert_eq!(position.legal_moves().len(), empty.len());
            assert!(position.forbidden_points().is_empty());
            let point = *dice.pick(&empty);
            position.play(Move::Place(point)).unwrap();
            let (col, row) = (point.col().into(), point.row().into());
            board.set(col, row, Some(stone));
            if wins(&board, col, row, stone, Rule::Caro) {
                let winner = position.outcome().unwrap().winner;
                assert_eq!(winner == Some(Color::Black), stone == Stone::Black);
                counts[0] += 1;
                break;
            }
            counts[2] += usize::from(wins(&board, col, row, stone, Rule::Standard));
            if empty.len() == 1 {
                assert_eq!(position.outcome().unwrap().winner, None);
                counts[1] += 1;
                break;
            }
            assert_eq!(position.outcome(), None);
            stone = stone.other();
        }
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

fn stones_of(list: &str, spec: GameSpec) -> ByColor<PointSet> {
    let mut stones = ByColor::<PointSet>::default();
    for word in list.split_whitespace() {
        let (color, name) = word.split_once(':').unwrap();
        let color = if color == "b" {
            Color::Black
        } else {
            Color::White
        };
        stones[color].insert(spec.point_named(name).unwrap());
    }
    stones
}

/// The rows of a data file: game, stones and the remaining fields.
fn rows(file: &'static str) -> impl Iterator<Item = (AnyPosition, Vec<&'static str>)> {
    file.lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| {
            let mut columns = line.split('\t');
            let spec: GameSpec = columns.next().unwrap().parse().unwrap();
            let setup = Setup {
                stones: stones_of(columns.next().unwrap(), spec),
                turn: Color::Black,
            };
            let position = AnyPosition::from_setup(spec, &setup).unwrap();
            (position, columns.collect())
        })
}

#[test]
fn whole_boards_have_exactly_the_forbidden_points_that_two_checkers_found() {
    let file = include_str!("../../yiqi-testkit/data/forbidden-boards.tsv");
    let mut board_count = 0;
    for (position, columns) in rows(file) {
        let mut got: Vec<String> = position
            .forbidden_points()
            .into_iter()
            .map(|(point, _)| position.spec().point_name(point))
            .collect();
        let mut want: Vec<&str> = columns[0].split(' ').filter(|name| *name != "-").collect();
        got.sort();
        want.sort_unstable();
        assert_eq!(got, want);
        board_count += 1;
    }
    assert_eq!(board_count, 188);
}

#[test]
fn black_must_pass_if_only_forbidden_points_are_left() {
    // Two empty points, each making an overline.
    let spec: GameSpec = "gomoku:7:renju".parse().unwrap();
    let rows = [
        "bbb.bbb", "bbb.bbb", "wwwwwww", "wwwwwww", "wwwwwww", "wwwwwww", "wwwwwww",
    ];
    let mut stones = ByColor::<PointSet>::default();
    for (row, text) in rows.iter().enumerate() {
        for (col, cell) in text.bytes().enumerate() {
            let point = Point::new(col as u8, row as u8).unwrap();
            match cell {
                b'b' => stones.black.insert(point),
                b'w' => stones.white.insert(point),
                _ => {}
            }
        }
    }
    let setup = Setup {
        stones,
        turn: Color::Black,
    };
    let mut position = AnyPosition::from_setup(spec, &setup).unwrap();
    assert_eq!(position.legal_moves(), [Move::Pass]);
    position.play(Move::Pass).unwrap();
    assert_eq!(position.turn(), Some(Color::White));
    assert_eq!(position.check(Move::Pass), Err(Refusal::NoPassing));
}
