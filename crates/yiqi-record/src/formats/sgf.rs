//! Smart Game Format (`FF[4]`), for Othello (`GM[2]`) and for Gomoku and Renju (`GM[4]`).
//!
//! [`parse`] splits a file into nodes, properties and values, `root` makes the header of a record
//! from the first node of a game, `reader` the tree of entries from the others. `tree` selects what
//! can be written of a record, and `writer` writes it. [`result`] has the values of `RE`.
//!
//! What SGF cannot express is in private properties, which other programs ignore: on the first node
//! `YQ` (the full game spec), `YF` (the color of the first seat, if it is not black), `YM` (a clock
//! that `TM` cannot express), `YR` (a result that `RE` cannot express) and `YX` (tags,
//! `name:value`); on any node `YT` (milliseconds the move took) and `YC` (the choice of a swap
//! opening). Marks on the board, which a record keeps in comments, have properties of their own.

mod parse;
mod reader;
mod result;
mod root;
mod tree;
mod writer;

use yiqi_rules::{Game, GameSpec, GomokuRules, Point};

pub(crate) use reader::read;
pub(crate) use writer::write;

/// Whether a text looks like SGF. GGF begins the same way, but names its game in words.
pub(crate) fn looks_like(head: &str) -> bool {
    let is_tree = head
        .trim_start()
        .strip_prefix('(')
        .is_some_and(|rest| rest.trim_start().starts_with(';'));
    is_tree
        && ["GM[", "FF[", "SZ["].iter().any(|name| head.contains(name))
        && !head.to_ascii_lowercase().contains("gm[othello]")
}

/// Properties of a first node that are not kept as tags: they are read into the record itself, or
/// they say how a board is shown.
const NOT_TAGS: [&str; 57] = [
    "FF", "GM", "SZ", "CA", "AP", "ST", "PB", "PW", "DT", "RE", "PL", "AB", "AW", "AE", "B", "W",
    "C", "YQ", "YF", "YM", "YR", "YX", "YT", "YC", "BL", "WL", "OB", "OW", "MN", "N", "V", "AR",
    "CR", "DD", "LB", "LN", "MA", "SL", "SQ", "TR", "TB", "TW", "VW", "FG", "PM", "DM", "GB", "GW",
    "HO", "UC", "BM", "DO", "IT", "L", "M", "SE", "CH",
];

/// Whether a property of a first node, other than rules and time, is kept as a tag.
fn is_tag(name: &str) -> bool {
    !NOT_TAGS.contains(&name)
}

/// The rule set that a value of `RU` names.
fn gomoku_rules(text: &str) -> Option<GomokuRules> {
    let name = text.trim().to_ascii_lowercase();
    match name.as_str() {
        // The numbers are those of the Gomocup protocol.
        "0" | "gomoku" => Some(GomokuRules::Freestyle),
        "1" => Some(GomokuRules::Standard),
        "4" | "rif" => Some(GomokuRules::Renju),
        "8" | "9" => Some(GomokuRules::Caro),
        _ => GomokuRules::ALL
            .into_iter()
            .find(|rules| rules.name() == name),
    }
}

/// The rule set that a value of `RU` names, as its word in a game spec.
fn rule_set(game: Game, text: &str) -> Option<&'static str> {
    if game == Game::Gomoku {
        return gomoku_rules(text).map(GomokuRules::name);
    }
    // The default is never written, so its word here is a remark.
    let others = &game.rule_sets()[1..];
    let is_named = |name: &&str| text.trim().eq_ignore_ascii_case(name);
    others.iter().copied().find(is_named)
}

/// The value of `GM` for a game, if it can be written as SGF. The standard has no number for
/// Connect6; a name keeps other programs from reading it as another game.
fn game_number(game: Game) -> Option<&'static str> {
    match game {
        Game::Reversi => Some("2"),
        Game::Gomoku => Some("4"),
        Game::Connect6 => Some("connect6"),
        Game::Peace => None,
    }
}

/// The milliseconds of a value such as `123ms`, which is how c-gomoku-cli records the time of a
/// move.
fn comment_ms(text: &str) -> Option<u64> {
    parse_ms(text.trim().strip_suffix("ms")?)
}

/// Parses milliseconds: a few years at most, so that sums stay small.
fn parse_ms(text: &str) -> Option<u64> {
    let is_number = (1..=11).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    is_number.then(|| text.parse().ok())?
}

/// The point of a value: two letters, column and row, both from the top left. Othello programs
/// write the name of the point instead.
fn point_named(text: &str, spec: GameSpec) -> Option<Point> {
    match *text.as_bytes() {
        [col @ b'a'..=b'z', row @ b'a'..=b'z'] => Point::new(col - b'a', row - b'a'),
        [b'A'..=b'Z' | b'a'..=b'z', b'1'..=b'9', ..] if writes_names(spec.game()) => {
            spec.point_named(&text.to_ascii_lowercase())
        }
        _ => None,
    }
}

/// The value for a point.
fn point_name(point: Point, spec: GameSpec) -> String {
    if writes_names(spec.game()) {
        return spec.point_name(point);
    }
    [point.col(), point.row()]
        .map(|index| char::from(b'a' + index))
        .iter()
        .collect()
}

/// Whether programs for this game write the names of points, and `PA` for a pass.
fn writes_names(game: Game) -> bool {
    game == Game::Reversi
}
