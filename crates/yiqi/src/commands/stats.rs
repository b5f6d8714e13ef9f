//! `yiqi stats`: how the finished games of this computer went, by game and players.

use std::collections::BTreeMap;
use std::io::Write;

use clap::ArgMatches;
use yiqi_desk::Store;
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

/// A game, and the names of two players in their order.
type Pairing = (String, [String; 2]);

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
        .map(|name| width(name));
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
        let [first, second] = names.each_ref().map(|name| pad(name, columns));
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
    let name = |seat: Seat| match record.header.players[seat].as_str() {
        "" => words::color(text, colors[seat]),
        name => name.to_owned(),
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
