//! What is in the database after all: for checks.

use yiqi_arena::open::{OpenEntry, OpenTournament};
use yiqi_record::{BySeat, Entry};
use yiqi_session::Session;
use yiqi_wire::WireEntry;

use super::Guest;
use crate::store::sim::SimDatabase;
use crate::table::StoredTerms;
use crate::tournaments::open_tournament;

/// A table as it is in the database.
#[derive(Clone, Debug)]
pub struct FinalTable {
    /// Its key.
    pub key: i64,
    /// Its id.
    pub id: String,
    /// When it was made.
    pub created_ms: u64,
    /// Who sits there.
    pub people: BySeat<Option<i64>>,
    /// How far the game is, in its row.
    pub stage: String,
    /// The result in its row.
    pub result: Option<String>,
    /// The tournament and the number of the game in it.
    pub tournament: Option<(i64, u32)>,
    /// Whether it counts for ratings.
    pub rated: bool,
    /// The table of the rematch.
    pub next: Option<String>,
    /// The game before its first entry.
    pub start: Session,
    /// Numbers, bodies, people and ids of commands of all entries.
    pub rows: Vec<(usize, String, Option<i64>, Option<String>)>,
    /// The entries.
    pub entries: Vec<Entry>,
}

/// A tournament as it is in the database.
#[derive(Clone, Debug)]
pub struct FinalTournament {
    /// Its key.
    pub key: i64,
    /// Its id.
    pub id: String,
    /// Its stage, in its row.
    pub stage: String,
    /// Its log.
    pub entries: Vec<OpenEntry>,
    /// What the log tells.
    pub tournament: OpenTournament,
}

impl SimDatabase {
    /// All tables.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn tables(&self) -> Result<Vec<FinalTable>, String> {
        type Row = (
            i64,
            String,
            i64,
            String,
            Option<i64>,
            Option<i64>,
            String,
            Option<String>,
        );
        type Place = (Option<i64>, Option<i64>, bool, Option<String>);
        type EntryColumns = (i64, i64, String, Option<i64>, Option<String>);
        let failed = |error: sqlx::Error| error.to_string();
        let rows: Vec<Row> = self
            .look(|connection| {
                Box::pin(
                    sqlx::query_as(
                        "SELECT key, id, created_ms, terms, first_person, second_person, stage, \
                         result FROM tables ORDER BY key",
                    )
                    .fetch_all(connection),
                )
            })
            .map_err(failed)?;
        let places: Vec<Place> = self
            .look(|connection| {
                Box::pin(
                    sqlx::query_as(
                        "SELECT tournament, tournament_game, rated, next FROM tables ORDER BY key",
                    )
                    .fetch_all(connection),
                )
            })
            .map_err(failed)?;
        let all: Vec<EntryColumns> = self
            .look(|connection| {
                Box::pin(
                    sqlx::query_as(
                        "SELECT table_key, number, body, person, command FROM entries \
                         ORDER BY table_key, number",
                    )
                    .fetch_all(connection),
                )
            })
            .map_err(failed)?;
        let mut tables = Vec::new();
        for ((key, id, created_ms, terms, first, second, stage, result), place) in
            rows.into_iter().zip(places)
        {
            let stored: StoredTerms =
                serde_json::from_str(&terms).map_err(|error| error.to_string())?;
            let agreed = stored.agreed().map_err(|denied| denied.code())?;
            let start = agreed.session().map_err(|denied| denied.code())?;
            let own = all.iter().filter(|(table, ..)| *table == key);
            let rows: Vec<(usize, String, Option<i64>, Option<String>)> = own
                .map(|(_, number, body, person, command)| {
                    (*number as usize, body.clone(), *person, command.clone())
                })
                .collect();
            let entries = rows
                .iter()
                .map(|(_, body, ..)| {
                    let wire: WireEntry =
                        serde_json::from_str(body).map_err(|error| error.to_string())?;
                    wire.entry(agreed.spec).map_err(|error| error.to_string())
                })
                .collect::<Result<_, String>>()?;
            let (tournament, game, rated, next) = place;
            tables.push(FinalTable {
                key,
                id,
                created_ms: created_ms as u64,
                people: BySeat { first, second },
                stage,
                result,
                tournament: tournament.zip(game.map(|game| game as u32)),
                rated,
                next,
                start,
                rows,
                entries,
            });
        }
        Ok(tables)
    }

    /// All tournaments.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn tournaments(&self) -> Result<Vec<FinalTournament>, String> {
        type Row = (i64, String, i64, String, String);
        let failed = |error: sqlx::Error| error.to_string();
        let rows: Vec<Row> = self
            .look(|connection| {
                Box::pin(
                    sqlx::query_as(
                        "SELECT key, id, created_ms, terms, stage FROM tournaments ORDER BY key",
                    )
                    .fetch_all(connection),
                )
            })
            .map_err(failed)?;
        let mut tournaments = Vec::new();
        for (key, id, created_ms, terms, stage) in rows {
            let lines: Vec<String> = self
                .look(|connection| {
                    Box::pin(
                        sqlx::query_scalar(
                            "SELECT body FROM tournament_entries WHERE tournament = ?1 \
                             ORDER BY number",
                        )
                        .bind(key)
                        .fetch_all(connection),
                    )
                })
                .map_err(failed)?;
            let damaged = || format!("the log of tournament {id} is damaged");
            let entries: Option<Vec<OpenEntry>> =
                lines.iter().map(|line| OpenEntry::parse(line)).collect();
            let entries = entries.ok_or_else(damaged)?;
            let tournament = open_tournament(&terms, created_ms as u64, &entries);
            let tournament = tournament.ok_or_else(damaged)?;
            tournaments.push(FinalTournament {
                key,
                id,
                stage,
                entries,
                tournament,
            });
        }
        Ok(tournaments)
    }

    /// Makes a guest an account, without hashing a password, which takes long on purpose.
    ///
    /// # Errors
    /// If it cannot be stored.
    pub fn make_account(&self, guest: &mut Guest) -> Result<(), String> {
        let key = guest.key();
        self.look(|connection| {
            Box::pin(
                sqlx::query(
                    "UPDATE people SET password = '-', name_skeleton = public, name_shape = public \
                     WHERE key = ?1",
                )
                .bind(key)
                .execute(connection),
            )
        })
        .map_err(|error| error.to_string())?;
        guest.person.account = true;
        Ok(())
    }

    /// The tables that were rated, with the winner.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn rated(&self) -> Result<Vec<(i64, Option<String>)>, String> {
        self.look(|connection| {
            Box::pin(
                sqlx::query_as("SELECT table_key, winner FROM rated ORDER BY table_key")
                    .fetch_all(connection),
            )
        })
        .map_err(|error| error.to_string())
    }

    /// How many games were rated for each person, in all games together.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn rated_counts(&self) -> Result<Vec<(i64, i64)>, String> {
        self.look(|connection| {
            Box::pin(
                sqlx::query_as("SELECT person, sum(games) FROM ratings GROUP BY person")
                    .fetch_all(connection),
            )
        })
        .map_err(|error| error.to_string())
    }

    /// The times in which the service was down, as stored.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn gaps(&self) -> Result<Vec<(u64, u64)>, String> {
        let gaps: Result<Vec<(i64, i64)>, sqlx::Error> = self.look(|connection| {
            Box::pin(
                sqlx::query_as("SELECT from_ms, until_ms FROM gaps ORDER BY until_ms")
                    .fetch_all(connection),
            )
        });
        let gaps = gaps.map_err(|error| error.to_string())?;
        let gap = |(from, until): (i64, i64)| (from as u64, until as u64);
        Ok(gaps.into_iter().map(gap).collect())
    }
}
