//! `yiqi stats`: how the finished games of this computer went, by game and players.

use std::collections::BTreeMap;
use std::io::Write;

use clap::ArgMatches;
use yiqi_desk::Store;
use yiqi_desk::words::recorded_name;
use yiqi_players::PlayerSpec;
use yiqi_record::{Record, Seat};
use yiqi_text::columns::{pad, width};
use yiqi_text::{Args, Text, words};

use super::terminal::data_dir;
use crate::failure::Failure;

/// How the games of two players went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    /// The games that each of the two won, in the order of their names.
    won: [usize; 2],
    drawn: usize,
}

/// A name in the order in which people list names: people before programs, and numbers by their
/// value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Name {
    is_program: bool,
    parts: Vec<(String, u64)>,
    text: String,
}

/// A game, and two players in their order.
type Pairing = (String, [Name; 2]);

impl Name {
    fn new(text: String, is_program: bool) -> Name {
        let mut parts: Vec<(String, u64)> = vec![(String::new(), 0)];
        let mut was_digit = false;
        for c in text.chars() {
            let digit = c.to_digit(10);
            if was_digit && digit.is_none() {
                parts.push((String::new(), 0));
            }
            was_digit = digit.is_some();
            if let Some((words, number)) = parts.last_mut() {
                match digit {
                    Some(digit) => *number = number.saturating_mul(10).saturating_add(digit.into()),
                    None => words.extend(c.to_lowercase()),
                }
            }
        }
        Name {
            is_program,
            parts,
            text,
        }
    }
}

pub(crate) fn run(args: &ArgMatches, text: &Text, out: &mut impl Write) -> Result<(), Failure> {
    let folder = data_dir(args).filter(|folder| folder.is_dir());
    let store = match folder.map(|folder| Store::open(&folder)) {
        None => None,
        Some(Ok(store)) => Some(store),
        Some(Err(error)) => {
            let problem = yiqi_desk::words::store_error(text, &error);
            let args = Args::new().text("problem", problem);
            return Err(Failure::usage(text.fill("error-data-dir", args)));
        }
    };
    let games = store.map(|store| store.finished()).unwrap_or_default();
    let mut tallies: BTreeMap<Pairing, Tally> = BTreeMap::new();
    for game in &games {
        add(&mut tallies, &game.record, text);
    }
    if tallies.is_empty() {
        writeln!(out, "{}", text.say("stats-none"))?;
        return Ok(());
    }
    let mut title = "";
    let longest = tallies
        .keys()
        .flat_map(|(_, names)| names)
        .map(|name| width(&name.text));
    let columns = longest.max().unwrap_or(0);
    for ((game, names), tally) in &tallies {
        if game != title {
            writeln!(out, "{game}")?;
            title = game;
        }
        let numbers = Args::new()
            .number("first", tally.won[0])
            .number("second", tally.won[1])
            .number("drawn", tally.drawn);
        let [first, second] = names.each_ref().map(|name| pad(&name.text, columns));
        let said = text.fill("stats-line", numbers);
        writeln!(out, "  {first}  {second}  {said}")?;
    }
    Ok(())
}

/// Counts a game, if it has a result.
fn add(tallies: &mut BTreeMap<Pairing, Tally>, record: &Record, text: &Text) {
    let Ok(replay) = record.replay() else { return };
    let Some(result) = record.result(&replay) else {
        return;
    };
    let colors = replay.colors();
    let name = |seat: Seat| {
        let recorded = record.header.players[seat].as_str();
        let spec = recorded.parse::<PlayerSpec>();
        let is_program = spec.is_ok_and(|spec| !spec.is_human() && spec.to_string() == recorded);
        let name = match recorded_name(text, record, seat).as_str() {
            "" => words::color(text, colors[seat]),
            name => name.to_owned(),
        };
        Name::new(name, is_program)
    };
    // Whoever began, it is the same pairing.
    let mut seats = Seat::BOTH;
    seats.sort_by_key(|&seat| name(seat));
    let pairing = (words::game(text, record.header.spec), seats.map(name));
    let tally = tallies.entry(pairing).or_default();
    let winner = result.winner.and_then(|winner| {
        let index = seats.iter().position(|&seat| colors[seat] == winner);
        index.and_then(|index| tally.won.get_mut(index))
    });
    match winner {
        Some(count) => *count += 1,
        None => tally.drawn += 1,
    }
}
