//! What a picture shows, point by point.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use yiqi_picture::{BoardColors, BoardPicture, GifWriter, Raster};
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

/// Reads a GIF file as a viewer would: the palette indexes of each frame's part, with its place.
fn read_gif(file: &[u8]) -> (usize, usize, Vec<[u8; 3]>, Vec<Frame>) {
    assert_eq!(&file[..6], b"GIF89a");
    let number = |at: usize| usize::from(u16::from_le_bytes([file[at], file[at + 1]]));
    let (width, height) = (number(6), number(8));
    let palette = file[13..13 + 768].chunks(3).map(|c| [c[0], c[1], c[2]]);
    let palette: Vec<[u8; 3]> = palette.collect();
    let mut at = 13 + 768;
    let mut frames = Vec::new();
    let mut delay = 0;
    loop {
        match file[at] {
            0x21 => {
                if file[at + 1] == 0xf9 {
                    delay = number(at + 4);
                }
                at += 2;
                while file[at] != 0 {
                    at += usize::from(file[at]) + 1;
                }
                at += 1;
            }
            0x2c => {
                let place = [
                    number(at + 1),
                    number(at + 3),
                    number(at + 5),
                    number(at + 7),
                ];
                assert_eq!(file[at + 10], 8);
                at += 11;
                let mut packed = Vec::new();
                while file[at] != 0 {
                    let length = usize::from(file[at]);
                    packed.extend(&file[at + 1..at + 1 + length]);
                    at += length + 1;
                }
                at += 1;
                frames.push(Frame {
                    place,
                    delay,
                    pixels: unpack(&packed),
                });
            }
            0x3b => return (width, height, palette, frames),
            other => panic!("block {other:x}"),
        }
    }
}

struct Frame {
    place: [usize; 4],
    delay: usize,
    pixels: Vec<u8>,
}

/// LZW as the specification describes its reader.
fn unpack(packed: &[u8]) -> Vec<u8> {
    let mut table: Vec<Vec<u8>> = Vec::new();
    let (mut width, mut bit) = (9, 0);
    let mut last: Option<Vec<u8>> = None;
    let mut out = Vec::new();
    loop {
        let mut code = 0;
        for offset in 0..width {
            let at = bit + offset;
            code |= usize::from(packed[at / 8] >> (at % 8) & 1) << offset;
        }
        bit += width;
        match code {
            256 => {
                table = (0..=255).map(|byte| vec![byte]).collect();
                table.extend([Vec::new(), Vec::new()]);
                (width, last) = (9, None);
                continue;
            }
            257 => return out,
            _ => {}
        }
        let entry = match (table.get(code), &last) {
            (Some(known), _) => known.clone(),
            (None, Some(last)) => [&last[..], &last[..1]].concat(),
            (None, None) => panic!("code {code} at first"),
        };
        if let Some(last) = &last
            && table.len() < 4096
        {
            table.push([&last[..], &entry[..1]].concat());
        }
        if table.len() == 1 << width && width < 12 {
            width += 1;
        }
        out.extend(&entry);
        last = Some(entry);
    }
}

#[test]
fn an_animation_shows_every_picture_and_repeats_only_what_changes() {
    let pictures = ["", "e5", "e5 d4"].map(|moves| picture("gomoku:9", moves).raster(180));
    let mut gif = GifWriter::new(&[pictures[0].clone(), pictures[2].clone()]).unwrap();
    for (number, picture) in pictures.iter().enumerate() {
        gif.frame(picture, 10 * number as u16);
    }
    let (width, height, palette, frames) = read_gif(&gif.finish());
    assert_eq!((width, height, frames.len()), (180, 180, 3));
    let mut shown = vec![0; width * height];
    for ((frame, picture), number) in frames.iter().zip(&pictures).zip(0..) {
        let [left, top, wide, high] = frame.place;
        assert_eq!(frame.pixels.len(), wide * high);
        assert_eq!(frame.delay, 10 * number);
        if number > 0 {
            assert!(wide < 60 && high < 60, "{:?}", frame.place);
        }
        for (at, &pixel) in frame.pixels.iter().enumerate() {
            if pixel != 255 {
                shown[(top + at / wide) * width + left + at % wide] = pixel;
            }
        }
        // Every pixel is close to the one in the picture, and almost all are very close.
        let mut far = 0;
        for (&index, wanted) in shown.iter().zip(picture.rgba.chunks(4)) {
            let color = palette[usize::from(index)];
            let distance = color.iter().zip(wanted).map(|(&a, &b)| a.abs_diff(b)).max();
            far += usize::from(distance.unwrap() > 24);
        }
        assert!(far < width * height / 100, "frame {number}: {far}");
    }
}

#[test]
fn points_drawn_again_make_the_picture_that_is_drawn_anew() {
    let before = picture("reversi", "d3 c5");
    let after = picture("reversi", "d3 c5 e6");
    let mut raster = before.raster(240);
    let all = before.stones.black | before.stones.white;
    let now = after.stones.black | after.stones.white;
    after.redraw(&mut raster, all | now);
    assert_eq!(raster, after.raster(240));
}

#[test]
fn an_animation_of_many_colors_and_sizes_is_read_back_whole() {
    // Noise fills the code table several times.
    let mut value = 1_u32;
    let mut noise = |side: u32| Raster {
        width: side,
        height: side,
        rgba: (0..side * side * 4)
            .map(|at| {
                value = value.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                if at % 4 == 3 {
                    255
                } else {
                    (value >> 24) as u8
                }
            })
            .collect(),
    };
    for side in [1, 2, 17, 150] {
        let frames = [noise(side), noise(side)];
        let mut gif = GifWriter::new(&frames).unwrap();
        for frame in &frames {
            gif.frame(frame, 5);
        }
        // A frame of another size is no part of the animation.
        gif.frame(&noise(3), 5);
        let (_, _, _, read) = read_gif(&gif.finish());
        assert_eq!(read.len(), 2);
        for frame in read {
            assert_eq!(frame.pixels.len(), frame.place[2] * frame.place[3]);
        }
    }
    assert!(GifWriter::new(&[]).is_none());
}
