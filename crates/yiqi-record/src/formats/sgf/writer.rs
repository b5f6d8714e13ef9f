//! Writes records as SGF files.

use yiqi_rules::{AnyPosition, Color, Game, GameSpec, Move, PointSet};

use super::parse::{push_escaped, push_escaped_name};
use super::root::time_of;
use super::tree::{Content, Node, Tree};
use super::{game_number, point_name, result, writes_names};
use crate::clock::Seconds;
use crate::markup::{self, Mark, MarkKind};
use crate::{ClockRule, Header, Record, TimeControl, WriteError, WriteProblem};

/// The number of nodes per line of the file.
const LINE_NODES: usize = 12;

/// Writes a collection of games. Entries other than moves and comments are omitted.
pub(crate) fn write(records: &[Record]) -> Result<Vec<u8>, WriteError> {
    let mut out = String::new();
    for (record, number) in records.iter().zip(1..) {
        write_game(&mut out, record).map_err(|problem| WriteError { number, problem })?;
    }
    Ok(out.into_bytes())
}

fn write_game(out: &mut String, record: &Record) -> Result<(), WriteProblem> {
    let header = &record.header;
    let spec = header.spec;
    if game_number(spec.game()).is_none() {
        return Err(WriteProblem::Game);
    }
    let starts_empty = AnyPosition::new(spec).empty_points() == PointSet::board(spec.size());
    if let Some(setup) = &header.start
        && !starts_empty
        && (setup.stones.black | setup.stones.white).is_empty()
    {
        // A file without stones means the standard start.
        return Err(WriteProblem::Start);
    }
    let tree = Tree::of(record)?;
    write_tree(out, &tree, header);
    out.push('\n');
    Ok(())
}

/// Content remains to be written.
enum Job {
    /// A line starting at this node, in parentheses.
    Line(u32),
    /// The closing parenthesis of a line whose branches are written.
    Close,
}

fn write_tree(out: &mut String, tree: &Tree<'_>, header: &Header) {
    let mut jobs = vec![Job::Line(0)];
    let mut line_nodes = 0;
    while let Some(job) = jobs.pop() {
        let Job::Line(start) = job else {
            out.push(')');
            continue;
        };
        if start != 0 {
            out.push('\n');
            line_nodes = 0;
        }
        out.push('(');
        let mut at = start;
        loop {
            if line_nodes == LINE_NODES {
                out.push('\n');
                line_nodes = 0;
            }
            line_nodes += 1;
            let last = write_node(out, tree, at, header);
            if at == 0 {
                line_nodes = LINE_NODES;
            }
            match *tree.node(last).children {
                [] => {
                    out.push(')');
                    break;
                }
                [next] => at = next,
                ref branches => {
                    jobs.push(Job::Close);
                    jobs.extend(branches.iter().rev().map(|&branch| Job::Line(branch)));
                    break;
                }
            }
        }
    }
}

/// Writes a node together with the comment that alone follows it. Returns the last node written.
fn write_node(out: &mut String, tree: &Tree<'_>, index: u32, header: &Header) -> u32 {
    let node = tree.node(index);
    out.push(';');
    let comment = match *node.children {
        [next] => match tree.node(next).what {
            Content::Comment(text) => Some((next, text)),
            _ => None,
        },
        _ => None,
    };
    match node.what {
        Content::Root => write_root(out, tree, header),
        Content::Move { mv, color } => {
            write_move(out, mv, color, header.spec);
            let said = comment.map(|(_, text)| markup::split(text, header.spec).0);
            write_time(out, node, said);
        }
        Content::Comment(text) => {
            write_comment(out, text, header.spec);
            // A node has only one comment.
            return index;
        }
        Content::End => {}
    }
    match comment {
        Some((next, text)) => {
            write_comment(out, text, header.spec);
            next
        }
        None => index,
    }
}

/// Writes a comment, and the marks in it as properties of their own.
fn write_comment(out: &mut String, comment: &str, spec: GameSpec) {
    let (text, marks) = markup::split(comment, spec);
    write_if_any(out, "C", text);
    for kind in MarkKind::ALL {
        let mut name = kind.name();
        for mark in marks.iter().filter(|mark| mark.kind == kind) {
            // Values of one property must be adjacent.
            write_mark(out, name, mark, spec);
            name = "";
        }
    }
}

fn write_mark(out: &mut String, name: &str, mark: &Mark, spec: GameSpec) {
    out.push_str(name);
    out.push('[');
    out.push_str(&point_name(mark.point, spec));
    if let Some(to) = mark.to {
        out.push(':');
        out.push_str(&point_name(to, spec));
    }
    if mark.kind == MarkKind::Label {
        out.push(':');
        push_escaped(out, &mark.text);
    }
    out.push(']');
}

fn write_move(out: &mut String, mv: Move, color: Option<Color>, spec: GameSpec) {
    let name = match color {
        Some(Color::Black) => "B",
        Some(Color::White) => "W",
        None => "YC",
    };
    match mv {
        Move::Place(point) => write_text(out, name, &point_name(point, spec)),
        Move::Pass if writes_names(spec.game()) => write_text(out, name, "PA"),
        Move::Pass => write_text(out, name, ""),
        _ => write_text(out, name, mv.word().unwrap_or_default()),
    }
}

fn write_time(out: &mut String, node: &Node<'_>, comment: Option<&str>) {
    // Write the time explicitly if the comment would be read as one.
    if node.after_ms > 0 || comment.and_then(super::comment_ms).is_some() {
        write_text(out, "YT", &node.after_ms.to_string());
    }
}

fn write_root(out: &mut String, tree: &Tree<'_>, header: &Header) {
    let spec = header.spec;
    for (name, value) in [
        ("FF", "4"),
        ("CA", "UTF-8"),
        ("GM", game_number(spec.game()).unwrap_or_default()),
        ("SZ", &spec.size().to_string()),
    ] {
        write_text(out, name, value);
    }
    write_rules(out, header);
    let black = tree.black;
    for (name, seat) in [("PB", black), ("PW", black.other())] {
        write_if_any(out, name, &header.players[seat]);
    }
    write_if_any(out, "DT", header.date.as_deref().unwrap_or_default());
    if let Some(game_result) = tree.result {
        let value = result::format(&game_result);
        write_text(out, "RE", &value);
        if !tree.is_decided && result::parse(&value, spec) != Some(game_result) {
            write_text(out, "YR", &game_result.to_string());
        }
    }
    write_clock(out, header);
    write_tags(out, header);
    if let Some(setup) = &header.start {
        for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
            let stones = setup.stones[color];
            if !stones.is_empty() {
                out.push_str(name);
            }
            for point in stones.iter() {
                write_text(out, "", &point_name(point, spec));
            }
        }
        let turn = match setup.turn {
            Color::Black => "B",
            Color::White => "W",
        };
        write_text(out, "PL", turn);
    }
    match tree.first {
        Some(Color::White) => write_text(out, "YF", Color::White.name()),
        Some(Color::Black) if tree.is_bare() => write_text(out, "YF", Color::Black.name()),
        _ => {}
    }
}

fn write_rules(out: &mut String, header: &Header) {
    let has_tag = header
        .tags
        .iter()
        .any(|(key, value)| key == "RU" && is_plain(key, value, header));
    let spec = header.spec;
    let (game, rules) = (spec.game(), spec.rules_name());
    let (rules, full) = if game == Game::Gomoku {
        // Always in full: defaults differ between programs.
        let (size, opening) = (spec.size(), spec.opening_name());
        (rules, format!("gomoku:{size}:{rules}:{opening}"))
    } else if rules == game.rule_sets()[0] {
        ("", spec.to_string())
    } else {
        (rules, spec.to_string())
    };
    if !has_tag {
        write_if_any(out, "RU", rules);
    }
    write_text(out, "YQ", &full);
}

fn write_clock(out: &mut String, header: &Header) {
    if header.time == TimeControl::NONE {
        return;
    }
    let seconds = match header.time.clock {
        ClockRule::PerGame { main_ms, .. } => Seconds(main_ms).to_string(),
        _ => String::new(),
    };
    if time_of(&seconds) == Some(header.time) && !has_overtime(header) {
        write_text(out, "TM", &seconds);
    } else {
        write_text(out, "YM", &header.time.to_string());
    }
}

fn write_tags(out: &mut String, header: &Header) {
    let mut name_before = "";
    for (key, value) in &header.tags {
        let plain = is_plain(key, value, header);
        let name = if plain { key.as_str() } else { "YX" };
        // Values of one property must be adjacent.
        if name != name_before {
            out.push_str(name);
            name_before = name;
        }
        out.push('[');
        if !plain {
            push_escaped_name(out, key);
            out.push(':');
        }
        push_escaped(out, value);
        out.push(']');
    }
}

/// Whether a tag can be written as its own property and is read back unchanged.
fn is_plain(key: &str, value: &str, header: &Header) -> bool {
    let is_name = !key.is_empty() && key.bytes().all(|b| b.is_ascii_uppercase());
    let has_meaning = match key {
        "RU" => super::rule_set(header.spec.game(), value).is_some(),
        "TM" => time_of(value).is_some() && !has_overtime(header),
        _ => !super::is_tag(key),
    };
    is_name && !has_meaning && is_line(key, value)
}

/// Whether a value survives being read as one line, or as several where allowed.
fn is_line(key: &str, value: &str) -> bool {
    !value.is_empty() && (key == "GC" || !value.contains(['\n', '\r']))
}

fn has_overtime(header: &Header) -> bool {
    header
        .tags
        .iter()
        .any(|(key, value)| key == "OT" && is_line(key, value))
}

fn write_text(out: &mut String, name: &str, value: &str) {
    out.push_str(name);
    out.push('[');
    push_escaped(out, value);
    out.push(']');
}

fn write_if_any(out: &mut String, name: &str, value: &str) {
    if !value.is_empty() {
        write_text(out, name, value);
    }
}
