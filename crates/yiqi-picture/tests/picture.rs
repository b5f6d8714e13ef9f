//! What a picture shows, point by point.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use yiqi_picture::{BoardColors, BoardPicture, Raster};
use yiqi_rules::{AnyPosition, ByColor, Color, GameSpec, Move, Point, PointSet};

fn picture(spec: &str, moves: &str) -> BoardPicture {
    let spec: GameSpec = spec.parse().unwrap();
    let mut position = AnyPosition::new(spec);
    let mut last = None;
    for name in moves.split_whitespace() {
        let point = spec.point_named(name).unwrap();
        position.play(Move::Place(point)).unwrap();
        last = Some(point);
    }
    let stones = ByColor::from_fn(|color| position.stones(color));
    BoardPicture {
        last,
        ..BoardPicture::new(spec, stones)
    }
}

/// The pixel at a place within a point, as shares of its width and height.
fn pixel(raster: &Raster, picture: &BoardPicture, point: Point, at: (f64, f64)) -> [u8; 4] {
    let [left, top, width, height] = picture.area_of(point, raster.width);
    let (x, y) = (left + width * at.0, top + height * at.1);
    let start = (y as usize * raster.width as usize + x as usize) * 4;
    raster.rgba[start..start + 4].try_into().unwrap()
}

fn brightness(pixel: [u8; 4]) -> u32 {
    pixel[..3].iter().map(|&part| u32::from(part)).sum()
}

#[test]
fn every_stone_is_where_it_lies_and_empty_points_show_the_board() {
    for (spec, moves) in [
        ("reversi", "d3 c5 e6"),
        ("reversi:4", ""),
        ("gomoku", "h8 i9 a1 o15"),
        ("connect6", "j10"),
        ("peace", ""),
    ] {
        let mut picture = picture(spec, moves);
        // The mark of the last move would hide its stone.
        picture.last = None;
        for side in [160, 640] {
            let raster = picture.raster(side);
            for point in PointSet::board(picture.spec.size()).iter() {
                let seen = brightness(pixel(&raster, &picture, point, (0.6, 0.62)));
                let field = picture.colors.field;
                let field = brightness([field[0], field[1], field[2], 255]);
                let is_there = |color: Color| picture.stones[color].contains(point);
                if is_there(Color::Black) {
                    assert!(seen < 260, "{spec} {side} {point:?}: {seen}");
                } else if is_there(Color::White) {
                    assert!(seen > 600, "{spec} {side} {point:?}: {seen}");
                } else if side == 640 {
                    assert!(seen.abs_diff(field) < 40, "{spec} {side} {point:?}: {seen}");
                }
            }
        }
    }
}

#[test]
fn marks_change_the_points_they_are_on() {
    let plain = picture("reversi", "d3 c5");
    let point = |name: &str| plain.spec.point_named(name).unwrap();
    let legal: PointSet = [point("b6")].into_iter().collect();
    let raster = plain.raster(400);
    let middle = |picture: &BoardPicture, name: &str| {
        pixel(&picture.raster(400), picture, point(name), (0.5, 0.5))
    };
    assert_eq!(middle(&plain, "c5")[..3], [0xc6, 0x28, 0x28]);
    let mut marked = plain.clone();
    marked.legal = legal;
    assert!(brightness(middle(&marked, "b6")) < brightness(middle(&plain, "b6")));
    for change in [
        (|picture, point| picture.cursor = Some(point)) as fn(&mut BoardPicture, Point),
        |picture, point| picture.suggestion = Some(point),
        |picture, point| picture.forbidden.push(point),
        |picture, point| picture.marked.push(point),
        |picture, point| picture.rows.push(vec![point]),
    ] {
        let mut marked = plain.clone();
        change(&mut marked, point("g7"));
        assert_ne!(marked.raster(400), raster);
        assert_ne!(marked.svg(400), plain.svg(400));
    }
}

#[test]
fn a_png_file_holds_the_pixels() {
    let raster = picture("gomoku:9", "e5 d4").raster(90);
    let file = raster.png().unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(&file))
        .read_info()
        .unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.width, info.height), (90, 90));
    assert_eq!(pixels, raster.rgba);
    // Nothing of the picture but its rounded corners is transparent.
    let see_through = raster.rgba.chunks(4).filter(|pixel| pixel[3] < 255).count();
    assert!(see_through < 20, "{see_through}");
}

#[test]
fn an_svg_file_has_one_body_for_every_stone_and_a_name_for_every_line() {
    let svg = picture("reversi", "d3 c5").svg(800);
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"800\""));
    let count = |what: &str| svg.matches(what).count();
    assert_eq!(count("url(#black)") + count("url(#white)"), 6);
    assert_eq!(count("<text"), 16);
    assert!(svg.contains(">a</text>") && svg.contains(">8</text>"));
    assert!(!svg.contains("NaN"));
}

#[test]
fn a_game_on_lines_lies_on_wood_and_one_in_cells_on_green() {
    let colors = |spec: &str| BoardColors::of(spec.parse().unwrap());
    assert_eq!(colors("gomoku"), BoardColors::WOOD);
    assert_eq!(colors("connect6"), BoardColors::WOOD);
    assert_eq!(colors("reversi"), BoardColors::GREEN);
    assert_eq!(colors("peace"), BoardColors::GREEN);
}

#[test]
fn the_tiles_of_a_board_show_what_the_whole_board_shows() {
    for (spec, moves) in [("reversi", "d3 c5 e6"), ("gomoku", "h8 i9 a1 o15")] {
        let mut whole = picture(spec, moves);
        whole.cursor = whole.spec.point_named("c2");
        let raster = whole.raster(1600);
        for point in PointSet::board(whole.spec.size()).iter() {
            let tile = whole.tile(point, 80, 80).raster();
            for at in [(0.5, 0.5), (0.5, 0.2), (0.2, 0.5), (0.3, 0.7), (0.75, 0.75)] {
                let (x, y) = (80.0 * at.0, 80.0 * at.1);
                let start = (y as usize * 80 + x as usize) * 4;
                let seen = brightness(tile.rgba[start..start + 4].try_into().unwrap());
                let there = brightness(pixel(&raster, &whole, point, at));
                assert!(seen.abs_diff(there) < 60, "{spec} {point:?} {at:?}");
            }
        }
    }
}

#[test]
fn points_that_look_the_same_have_equal_tiles_and_others_do_not() {
    let mut board = picture("gomoku", "h8 i9 j8");
    let named = |name: &str| GameSpec::REVERSI.point_named(name).unwrap();
    let tile = |board: &BoardPicture, point: Point| board.tile(point, 36, 40);
    let (inside, other, corner) = (named("b2"), named("c4"), named("a1"));
    assert_eq!(tile(&board, inside), tile(&board, other));
    assert_ne!(tile(&board, inside), tile(&board, corner));
    let before = tile(&board, inside);
    board.cursor = Some(inside);
    assert_ne!(tile(&board, inside), before);
    board.cursor = Some(other);
    assert_eq!(tile(&board, inside), before);
}

#[test]
fn stones_that_turn_show_both_colors_on_the_way() {
    let mut board = picture("reversi", "d3");
    let d4 = board.spec.point_named("d4").unwrap();
    board.flipped = [d4].into_iter().collect();
    let mut seen = Vec::new();
    for turned in [0.0, 0.5, 0.9] {
        board.turned = Some(turned);
        let raster = board.tile(d4, 40, 40).raster();
        let start = (20 * 40 + 24) * 4;
        seen.push(brightness(
            raster.rgba[start..start + 4].try_into().unwrap(),
        ));
    }
    assert!(seen[0] > 600, "{seen:?}");
    assert!(seen[2] < 260, "{seen:?}");
    board.turned = Some(0.5);
    let [white, black] = [18, 21].map(|x| {
        let raster = board.tile(d4, 40, 40).raster();
        let start = (20 * 40 + x) * 4;
        brightness(raster.rgba[start..start + 4].try_into().unwrap())
    });
    assert!(white > 600 && black < 260, "{white} {black}");
}
