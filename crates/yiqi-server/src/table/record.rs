//! Games as records, with the names of their players.

use yiqi_record::{BySeat, Record, Seat};
use yiqi_text::{Args, Text};
use yiqi_wire::WireEntry;

use super::terms::StoredTerms;
use crate::denied::Denied;
use crate::store::{History, TableRow};
use crate::time::date_of;

/// Names the players. Whoever has no name is called a guest.
pub(super) fn name_players(
    record: &mut Record,
    names: &BySeat<String>,
    has_person: impl Fn(Seat) -> bool,
    text: &Text,
) {
    for seat in Seat::BOTH {
        record.header.players[seat].clone_from(&names[seat]);
        if names[seat].is_empty() && has_person(seat) {
            record.header.players[seat] = text.say("web-guest");
        }
    }
}

/// The game of a stored table, without opening it.
///
/// # Errors
/// If it is damaged.
pub(crate) fn record_of(row: &TableRow, history: &History, text: &Text) -> Result<Record, Denied> {
    let stored: StoredTerms =
        serde_json::from_str(&row.seed.terms).map_err(|error| Denied::internal(&error))?;
    let agreed = stored.agreed()?;
    let mut session = agreed.session()?;
    for entry in &history.entries {
        let wire: WireEntry =
            serde_json::from_str(&entry.body).map_err(|error| Denied::internal(&error))?;
        let entry = wire
            .entry(agreed.spec)
            .map_err(|error| Denied::internal(&error))?;
        session
            .apply(&entry)
            .map_err(|error| Denied::internal(&error))?;
    }
    let mut record = session.record();
    record.header.date = Some(date_of(row.seed.created_ms));
    let has_person = |seat| row.seed.people[seat].is_some();
    name_players(&mut record, &stored.names, has_person, text);
    Ok(record)
}

/// A program in words, as the page says it: `engine:level=5`.
pub(crate) fn say_player(text: &Text, player: &str) -> String {
    let (kind, options) = player.split_once(':').unwrap_or((player, ""));
    let number = options.split(',').find_map(|option| {
        option
            .strip_prefix("level=")
            .or(option.strip_prefix("depth="))
    });
    let at = |key, level| text.fill(key, Args::new().text("level", level));
    match (kind, number) {
        ("engine", Some(level)) => at("player-engine-at", level),
        ("engine", None) => text.say("player-engine"),
        ("alphabeta", Some(depth)) => at("player-alphabeta-at", depth),
        ("alphabeta", None) => text.say("player-alphabeta"),
        ("weights", _) => text.say("player-weights"),
        ("greedy", _) => text.say("player-greedy"),
        ("random", _) => text.say("player-random"),
        _ => player.to_owned(),
    }
}
