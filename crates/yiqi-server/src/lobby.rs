//! The lobby: tables with an open seat, games to watch, games that just ended.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;
use yiqi_record::{BySeat, GameResult, Seat};
use yiqi_rules::GameSpec;
use yiqi_text::Text;
use yiqi_wire::{
    FirstColor, LobbyTable, LobbyView, PerSeat, Rating, SeatInfo, SeatKind, WireClock, WireColor,
    WireResult, WireSeat, WireStage,
};

use crate::denied::Denied;
use crate::nodes::NodeId;
use crate::people::People;
use crate::store::{Person, TableRow};
use crate::table::StoredTerms;

/// The most tables of each kind in the lobby.
const SHOWN_MAX: usize = 30;

/// The most games of tournaments in the lobby.
const OF_TOURNAMENTS_MAX: usize = 6;

/// The most finished games in the lobby.
const RECENT_MAX: usize = 12;

/// A table in the lobby, before its texts are translated.
#[derive(Clone, Debug)]
pub(crate) struct Summary {
    pub(crate) id: String,
    pub(crate) spec: GameSpec,
    pub(crate) seats: PerSeat<SeatInfo>,
    pub(crate) first_color: FirstColor,
    pub(crate) time: String,
    pub(crate) rated: bool,
    pub(crate) stage: WireStage,
    pub(crate) created_ms: u64,
    pub(crate) ended_ms: Option<u64>,
    pub(crate) active_ms: u64,
    pub(crate) turn: Option<Seat>,
    pub(crate) ply_count: usize,
    pub(crate) board: Option<String>,
    pub(crate) colors: Option<PerSeat<WireColor>>,
    /// The clocks of a game in play, and when they were read, in service time.
    pub(crate) clocks: Option<(PerSeat<WireClock>, u64)>,
    pub(crate) result: Option<GameResult>,
    /// Whether it belongs to a tournament, which lists all of its games.
    pub(crate) is_in_tournament: bool,
}

impl Summary {
    /// The table with texts in a language.
    pub(crate) fn shown(&self, text: &Text) -> LobbyTable {
        LobbyTable {
            id: self.id.clone(),
            game: crate::study::game(self.spec, text),
            seats: self.seats.clone(),
            first_color: self.first_color,
            time: self.time.clone(),
            rated: self.rated,
            stage: self.stage,
            created_ms: self.created_ms,
            ended_ms: self.ended_ms,
            active_ms: self.active_ms,
            turn: self.turn.map(WireSeat::from),
            ply_count: self.ply_count,
            board: self.board.clone(),
            colors: self.colors,
            clocks: self.clocks.map(|(clocks, _)| clocks),
            clocks_ms: self.clocks.map(|(_, at_ms)| at_ms),
            result: self.result.as_ref().map(WireResult::new),
        }
    }
}

/// The lobby.
#[derive(Debug)]
pub(crate) struct Lobby {
    tables: Mutex<Tables>,
    changes: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct Tables {
    current: BTreeMap<String, Summary>,
    recent: Vec<Summary>,
    /// Tables that other nodes list.
    elsewhere: BTreeMap<NodeId, BTreeMap<String, Summary>>,
    /// Tables that have changed here since the other nodes were told.
    untold: BTreeSet<String>,
}

impl Tables {
    /// A table in play or with an open seat, as the node sees it that saw it last.
    fn get(&self, id: &str) -> Option<&Summary> {
        let elsewhere = self.elsewhere.values().filter_map(|tables| tables.get(id));
        let all = elsewhere.chain(self.current.get(id));
        all.max_by_key(|summary| summary.active_ms)
    }

    /// All tables in play or with an open seat.
    fn all(&self) -> Vec<&Summary> {
        let elsewhere = self.elsewhere.values().flat_map(BTreeMap::keys);
        let mut ids: Vec<&String> = self.current.keys().chain(elsewhere).collect();
        ids.sort_unstable();
        ids.dedup();
        ids.into_iter().filter_map(|id| self.get(id)).collect()
    }

    /// Adds a game that is over, or removes it. Returns whether that is a change.
    fn end(&mut self, summary: Summary) -> bool {
        let mut was_shown = self.current.remove(&summary.id).is_some();
        for tables in self.elsewhere.values_mut() {
            was_shown |= tables.remove(&summary.id).is_some();
        }
        let is_known = self.recent.iter().any(|known| known.id == summary.id);
        let was_played = summary.ply_count > 0
            && summary
                .result
                .is_some_and(|result| result.reason != yiqi_record::EndReason::Aborted);
        if is_known || !was_played || summary.is_in_tournament {
            return was_shown;
        }
        // Sorted by its end: an old game that somebody reopened is not recent.
        self.recent.push(summary);
        self.recent
            .sort_by_key(|summary| std::cmp::Reverse(summary.ended_ms));
        self.recent.truncate(RECENT_MAX);
        true
    }
}

impl Lobby {
    pub(crate) fn new() -> Lobby {
        Lobby {
            tables: Mutex::default(),
            changes: watch::Sender::new(0),
        }
    }

    fn tables(&self) -> MutexGuard<'_, Tables> {
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds or updates a table.
    pub(crate) fn put(&self, summary: Summary) {
        let mut tables = self.tables();
        let id = summary.id.clone();
        let is_changed = if summary.stage == WireStage::Over {
            tables.end(summary)
        } else {
            tables.current.insert(id.clone(), summary);
            true
        };
        if is_changed {
            tables.untold.insert(id);
        }
        drop(tables);
        if is_changed {
            self.changes.send_modify(|count| *count += 1);
        }
    }

    /// What the other nodes have not been told: changed tables, and tables that are gone.
    pub(crate) fn take_untold(&self) -> (Vec<Summary>, Vec<String>) {
        let mut tables = self.tables();
        let untold = std::mem::take(&mut tables.untold);
        let (mut put, mut gone) = (Vec::new(), Vec::new());
        for id in untold {
            let over = || tables.recent.iter().find(|summary| summary.id == id);
            match tables.current.get(&id).or_else(over) {
                Some(summary) => put.push(summary.clone()),
                None => gone.push(id),
            }
        }
        (put, gone)
    }

    /// Has the other nodes told everything again.
    pub(crate) fn tell_again(&self) {
        let mut tables = self.tables();
        let all: Vec<String> = tables.current.keys().cloned().collect();
        tables.untold.extend(all);
    }

    /// Takes in what another node lists.
    pub(crate) fn note_theirs(&self, node: NodeId, put: Vec<Summary>, gone: &[String]) {
        let mut tables = self.tables();
        for summary in put {
            if summary.stage == WireStage::Over {
                tables.end(summary);
            } else {
                let theirs = tables.elsewhere.entry(node).or_default();
                theirs.insert(summary.id.clone(), summary);
            }
        }
        if let Some(theirs) = tables.elsewhere.get_mut(&node) {
            theirs.retain(|id, _| !gone.contains(id));
        }
        drop(tables);
        self.changes.send_modify(|count| *count += 1);
    }

    /// Forgets what nodes list that are gone.
    pub(crate) fn keep_nodes(&self, is_there: impl Fn(NodeId) -> bool) {
        let mut tables = self.tables();
        tables.elsewhere.retain(|node, _| is_there(*node));
        drop(tables);
        self.changes.send_modify(|count| *count += 1);
    }

    /// Removes a table.
    pub(crate) fn remove(&self, id: &str) {
        let mut tables = self.tables();
        let was_shown = tables.current.remove(id).is_some();
        if was_shown {
            tables.untold.insert(id.to_owned());
        }
        drop(tables);
        if was_shown {
            self.changes.send_modify(|count| *count += 1);
        }
    }

    /// Removes the name of somebody who has deleted the account.
    pub(crate) fn forget_person(&self, person: &str) {
        let mut tables = self.tables();
        let Tables {
            current,
            recent,
            elsewhere,
            ..
        } = &mut *tables;
        let mut is_any = false;
        let elsewhere = elsewhere.values_mut().flat_map(BTreeMap::values_mut);
        for summary in current.values_mut().chain(recent).chain(elsewhere) {
            for seat in [&mut summary.seats.first, &mut summary.seats.second] {
                if seat.person.as_deref() == Some(person) {
                    *seat = SeatInfo {
                        kind: SeatKind::Guest,
                        name: String::new(),
                        rating: None,
                        rating_change: None,
                        ..seat.clone()
                    };
                    is_any = true;
                }
            }
        }
        drop(tables);
        if is_any {
            self.changes.send_modify(|count| *count += 1);
        }
    }

    /// A receiver that sees every change.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// A game in play, with texts in a language.
    pub(crate) fn table(&self, id: &str, text: &Text) -> Option<LobbyTable> {
        let tables = self.tables();
        Some(tables.get(id)?.shown(text))
    }

    /// The contents, with texts in a language.
    pub(crate) fn view(&self, text: &Text) -> LobbyView {
        let tables = self.tables();
        let mut open = Vec::new();
        let mut playing = Vec::new();
        let mut in_tournaments = Vec::new();
        for summary in tables.all() {
            match summary.stage {
                _ if summary.is_in_tournament => in_tournaments.push(summary),
                WireStage::Waiting => open.push(summary),
                _ => playing.push(summary),
            }
        }
        let newest = |mut list: Vec<&Summary>, count_max: usize| -> Vec<LobbyTable> {
            list.sort_by_key(|summary| std::cmp::Reverse(summary.created_ms));
            list.truncate(count_max);
            list.into_iter()
                .map(|summary| summary.shown(text))
                .collect()
        };
        // A large tournament must not hide everything else.
        let mut playing = newest(playing, SHOWN_MAX);
        playing.extend(newest(in_tournaments, OF_TOURNAMENTS_MAX));
        LobbyView {
            open: newest(open, SHOWN_MAX),
            playing,
            recent: tables
                .recent
                .iter()
                .map(|summary| summary.shown(text))
                .collect(),
        }
    }
}

impl Summary {
    /// Summarizes a table from its row, without opening it.
    pub(crate) async fn of_row(row: &TableRow, people: &People) -> Result<Summary, Denied> {
        let stored: StoredTerms =
            serde_json::from_str(&row.seed.terms).map_err(|error| Denied::internal(&error))?;
        let spec = stored.game.parse().map_err(Denied::BadGame)?;
        let mut sitting = BySeat::default();
        for seat in Seat::BOTH {
            if let Some(key) = row.seed.people[seat] {
                sitting[seat] = people.by_key(key).await?;
            }
        }
        let seats = BySeat::from_fn(|seat| {
            let player = row.seed.players[seat].clone();
            seat_info(&stored.names[seat], sitting[seat].as_ref(), player, None)
        });
        Ok(Summary {
            id: row.seed.id.clone(),
            spec,
            seats: seats.into(),
            first_color: stored.first_color,
            time: stored.time,
            rated: row.seed.rated,
            stage: row.stage,
            created_ms: row.seed.created_ms,
            ended_ms: row.ended_ms,
            active_ms: row.ended_ms.unwrap_or(row.seed.created_ms),
            turn: None,
            ply_count: row.ply_count,
            board: row.board.clone(),
            colors: row.first_color.map(|first| PerSeat {
                first: first.into(),
                second: first.other().into(),
            }),
            clocks: None,
            result: row.result,
            is_in_tournament: stored.tournament.is_some(),
        })
    }
}

/// Describes who sits at a seat.
pub(crate) fn seat_info(
    name: &str,
    person: Option<&Person>,
    player: Option<String>,
    rating: Option<Rating>,
) -> SeatInfo {
    let kind = match (person, &player) {
        (_, Some(_)) => SeatKind::Computer,
        (Some(person), None) if person.account => SeatKind::Account,
        (Some(_), None) => SeatKind::Guest,
        (None, None) => SeatKind::Open,
    };
    SeatInfo {
        kind,
        name: name.to_owned(),
        person: person.map(|person| person.public.clone()),
        player,
        rating,
        rating_change: None,
    }
}
