//! Tables in the store: games, chat, and the gaps in which the service was down.

use std::sync::Arc;

use sqlx::Row;
use yiqi_record::{BySeat, GameResult, Seat};
use yiqi_rules::Color;
use yiqi_wire::{Room, WireStage};

use super::group::Found;
use super::sql::{
    Connection, Pool, Sql, Value, among_keys, from_columns, query, query_as, query_scalar,
};
use super::{DatabasePlace, PersonKey, Store, StoreError, TournamentKey};

/// How many chat messages of a room are kept.
pub(crate) const CHAT_MESSAGES_MAX: usize = 60;

/// A table's key in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TableKey(pub(crate) i64);

/// An entry as stored.
#[derive(Clone, Debug)]
pub(crate) struct EntryRow {
    /// The entry as JSON.
    pub(crate) body: String,
    /// The person whose command caused it.
    pub(crate) person: Option<PersonKey>,
    /// The id that the client gave the command.
    pub(crate) command: Option<String>,
}

impl EntryRow {
    /// A checksum over every bit of the row.
    pub(super) fn sum(&self, table: TableKey, number: usize) -> i64 {
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&table.0.to_le_bytes());
        hasher.update(&(number as u64).to_le_bytes());
        let person = self.person.map_or(0, |person| person.0);
        hasher.update(&person.to_le_bytes());
        hasher.update(self.body.as_bytes());
        // A separator that cannot occur in text.
        hasher.update(&[0xff]);
        hasher.update(self.command.as_deref().unwrap_or_default().as_bytes());
        i64::from(hasher.finalize())
    }
}

/// A row of `entries`: number, body, person, command, sum.
type EntryColumns = (i64, String, Option<i64>, Option<String>, i64);

/// The entries and the chat of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    pub(crate) entries: Vec<EntryRow>,
    pub(crate) chat: Vec<ChatRow>,
}

/// The data of a new table.
#[derive(Clone, Debug)]
pub(crate) struct TableSeed {
    pub(crate) id: String,
    pub(crate) created_ms: u64,
    pub(crate) terms: String,
    pub(crate) people: BySeat<Option<PersonKey>>,
    pub(crate) players: BySeat<Option<String>>,
    pub(crate) owner: PersonKey,
    pub(crate) listed: bool,
    pub(crate) private: bool,
    pub(crate) rated: bool,
    pub(crate) invite: Option<String>,
    /// The tournament and the number of the game in it.
    pub(crate) tournament: Option<(TournamentKey, u32)>,
}

/// A table as stored.
#[derive(Clone, Debug)]
pub(crate) struct TableRow {
    pub(crate) key: TableKey,
    pub(crate) seed: TableSeed,
    pub(crate) stage: WireStage,
    pub(crate) ended_ms: Option<u64>,
    pub(crate) ply_count: usize,
    pub(crate) result: Option<GameResult>,
    pub(crate) board: Option<String>,
    pub(crate) next: Option<String>,
    /// The color of the first seat, once the game has started.
    pub(crate) first_color: Option<Color>,
}

/// Where people chat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum ChatPlace {
    Table(TableKey),
    Tournament(TournamentKey),
}

impl ChatPlace {
    /// The values of the columns `place` and `place_key` of `chat`.
    pub(crate) const fn columns(self) -> (&'static str, i64) {
        match self {
            ChatPlace::Table(table) => (TABLE, table.0),
            ChatPlace::Tournament(tournament) => ("tournament", tournament.0),
        }
    }
}

/// The place of a table's chat.
const TABLE: &str = "table";

/// A chat message.
#[derive(Clone, Debug)]
pub(crate) struct ChatRow {
    pub(crate) number: u64,
    pub(crate) room: Room,
    pub(crate) person: PersonKey,
    pub(crate) name: String,
    pub(crate) seat: Option<Seat>,
    pub(crate) text: String,
    pub(crate) at_ms: u64,
}

/// All columns of `tables` in the order in which [`TableRow`] reads them.
macro_rules! table_columns {
    ($rest:literal) => {
        concat!(
            "SELECT key, id, created_ms, terms, first_person, second_person, first_player, \
             second_player, owner, listed, private, rated, invite, stage, ended_ms, ply_count, \
             result, board, next, first_has_black, tournament, tournament_game FROM tables ",
            $rest
        )
    };
}
pub(super) use table_columns;

from_columns!(TableRow, row => {
        let person = |at: usize| -> Result<Option<PersonKey>, sqlx::Error> {
            Ok(row.try_get::<Option<i64>, _>(at)?.map(PersonKey))
        };
        Ok(TableRow {
            key: TableKey(row.try_get(0)?),
            seed: TableSeed {
                id: row.try_get(1)?,
                created_ms: row.try_get::<i64, _>(2)? as u64,
                terms: row.try_get(3)?,
                people: BySeat {
                    first: person(4)?,
                    second: person(5)?,
                },
                players: BySeat {
                    first: row.try_get(6)?,
                    second: row.try_get(7)?,
                },
                owner: PersonKey(row.try_get(8)?),
                listed: row.try_get(9)?,
                private: row.try_get(10)?,
                rated: row.try_get(11)?,
                invite: row.try_get(12)?,
                tournament: match (
                    row.try_get::<Option<i64>, _>(20)?,
                    row.try_get::<Option<i64>, _>(21)?,
                ) {
                    (Some(tournament), Some(game)) => {
                        Some((TournamentKey(tournament), game as u32))
                    }
                    _ => None,
                },
            },
            stage: stage_named(row.try_get(13)?)?,
            ended_ms: row.try_get::<Option<i64>, _>(14)?.map(|ms| ms as u64),
            ply_count: row.try_get::<i64, _>(15)? as usize,
            result: row
                .try_get::<Option<&str>, _>(16)?
                .and_then(|text| text.parse().ok()),
            board: row.try_get(17)?,
            next: row.try_get(18)?,
            first_color: row
                .try_get::<Option<bool>, _>(19)?
                .map(|is_black| if is_black { Color::Black } else { Color::White }),
        })
});

/// What changes in a table's row as its game proceeds.
#[derive(Clone, Debug)]
pub(crate) struct TableProgress {
    pub(crate) stage: WireStage,
    pub(crate) ended_ms: Option<u64>,
    pub(crate) ply_count: usize,
    pub(crate) result: Option<GameResult>,
    pub(crate) board: String,
    pub(crate) first_color: Color,
    /// The first moves.
    pub(crate) opening: String,
}

/// Verifies the number and the checksum of an entry, so that a damaged game is never shown.
fn checked(
    place: &DatabasePlace,
    table: TableKey,
    wanted: usize,
    (number, body, person, command, sum): EntryColumns,
) -> Result<EntryRow, StoreError> {
    let entry = EntryRow {
        body,
        person: person.map(PersonKey),
        command,
    };
    if number != wanted as i64 || entry.sum(table, wanted) != sum {
        return Err(StoreError::Damaged {
            database: place.to_string(),
            detail: format!("entry {wanted} of table {}", table.0),
        });
    }
    Ok(entry)
}

/// Reads tables by their ids.
pub(super) async fn read_tables(
    readers: Pool,
    ids: Vec<String>,
) -> Result<Found<String, TableRow>, StoreError> {
    let rows: Vec<TableRow> = query_as(among_keys!(table_columns!("WHERE id")))
        .bind(Value::Texts(ids))
        .fetch_all(&readers)
        .await?;
    let rows = rows.into_iter().map(|row| (row.seed.id.clone(), Ok(row)));
    Ok(rows.collect())
}

/// Reads the entries and the latest chat of tables.
pub(super) async fn read_histories(
    readers: Pool,
    place: Arc<DatabasePlace>,
    keys: Vec<TableKey>,
) -> Result<Found<TableKey, History>, StoreError> {
    let keys: Vec<i64> = keys.iter().map(|table| table.0).collect();
    let keys = Value::Keys(keys);
    let mut histories = read_entries(&readers, &place, &keys).await?;
    for (table, message) in read_chat(&readers, TABLE, &keys).await? {
        let history = histories.entry(TableKey(table));
        if let Ok(history) = history.or_insert_with(|| Ok(History::default())) {
            history.chat.push(message);
        }
    }
    Ok(histories)
}

/// The entries of tables.
async fn read_entries(
    readers: &Pool,
    place: &DatabasePlace,
    keys: &Value<'_>,
) -> Result<Found<TableKey, History>, StoreError> {
    // One row per table, because each row and each column costs a trip or a copy. The casts keep
    // a damaged value from failing the whole query.
    let logs: Vec<(i64, Vec<u8>)> = query_as(Sql {
        sqlite: "SELECT table_key, CAST(json_group_array(json_array(CAST(number AS INTEGER), \
                CAST(body AS TEXT), CAST(person AS INTEGER), CAST(command AS TEXT), \
                CAST(sum AS INTEGER)) ORDER BY number) AS BLOB) FROM entries \
                WHERE table_key IN (SELECT value FROM json_each($1)) GROUP BY table_key",
        postgres: "SELECT table_key, convert_to(json_agg(json_build_array(number, body, \
                person, command, sum) ORDER BY number)::text, 'UTF8') FROM entries \
                WHERE table_key = ANY($1) GROUP BY table_key",
    })
    .bind(keys.clone())
    .fetch_all(readers)
    .await?;
    let history = |table: TableKey, log: &[u8]| {
        let rows: Vec<EntryColumns> =
            serde_json::from_slice(log).map_err(|error| StoreError::Damaged {
                database: place.to_string(),
                detail: format!("entries of table {}: {error}", table.0),
            })?;
        let entries = (1..)
            .zip(rows)
            .map(|(wanted, row)| checked(place, table, wanted, row))
            .collect::<Result<_, StoreError>>()?;
        let chat = Vec::new();
        Ok(History { entries, chat })
    };
    Ok(logs
        .into_iter()
        .map(|(table, log)| (TableKey(table), history(TableKey(table), &log)))
        .collect())
}

/// The latest chat messages of each room of places of one kind.
async fn read_chat(
    readers: &Pool,
    place: &'static str,
    keys: &Value<'_>,
) -> Result<Vec<(i64, ChatRow)>, StoreError> {
    type ChatColumns = (i64, i64, String, i64, String, Option<String>, String, i64);
    let chat: Vec<ChatColumns> = query_as(among_keys!(
        "SELECT place_key, number, room, person, name, seat, text, at_ms FROM \
             (SELECT *, row_number() OVER (PARTITION BY place_key, room ORDER BY number DESC) \
             AS age FROM chat WHERE place = $3 AND place_key",
        ") AS latest WHERE age <= $2 ORDER BY place_key, number"
    ))
    .bind(keys.clone())
    .bind(CHAT_MESSAGES_MAX as i64)
    .bind(place)
    .fetch_all(readers)
    .await?;
    let message = |(key, number, room, person, name, seat, text, at_ms): ChatColumns| {
        let message = ChatRow {
            number: number as u64,
            room: if room == room_name(Room::Players) {
                Room::Players
            } else {
                Room::Spectators
            },
            person: PersonKey(person),
            name,
            seat: Seat::BOTH
                .into_iter()
                .find(|at| seat.as_deref() == Some(at.name())),
            text,
            at_ms: at_ms as u64,
        };
        (key, message)
    };
    Ok(chat.into_iter().map(message).collect())
}

impl Store {
    /// Stores a new table.
    pub(crate) async fn add_table(&self, seed: TableSeed) -> Result<TableKey, StoreError> {
        self.write(Box::new(move |connection| {
            Box::pin(async move { insert_table(connection, &seed).await })
        }))
        .await
    }

    /// Stores the table that follows another, unless there already is one. Returns the one that
    /// follows.
    pub(crate) async fn add_next_table(
        &self,
        before: TableKey,
        seed: TableSeed,
    ) -> Result<String, StoreError> {
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                let next: Option<String> = query_scalar("SELECT next FROM tables WHERE key = $1")
                    .bind(before.0)
                    .fetch_one(&mut *connection)
                    .await?;
                if let Some(next) = next {
                    return Ok(next);
                }
                insert_table(connection, &seed).await?;
                query("UPDATE tables SET next = $2 WHERE key = $1")
                    .bind(before.0)
                    .bind(&seed.id)
                    .execute(&mut *connection)
                    .await?;
                Ok(seed.id)
            })
        }))
        .await
    }

    /// A table by its id.
    pub(crate) async fn table(&self, id: &str) -> Result<Option<TableRow>, StoreError> {
        self.grouped.tables.get(id.to_owned()).await
    }

    /// The entries of a table and the latest chat messages of each room, oldest first.
    pub(crate) async fn history(&self, table: TableKey) -> Result<History, StoreError> {
        let history = self.grouped.histories.get(table).await?;
        Ok(history.unwrap_or_default())
    }

    /// All tables in play. The stage in a row may lag behind the log after a kill.
    pub(crate) async fn playing(&self) -> Result<Vec<TableRow>, StoreError> {
        Ok(query_as(table_columns!(
            "WHERE (stage IN ('playing', 'paused') OR (stage = 'waiting' \
             AND EXISTS (SELECT 1 FROM entries WHERE table_key = key))) \
             AND (first_player IS NULL OR second_player IS NULL OR tournament IS NOT NULL) \
             ORDER BY key"
        ))
        .fetch_all(self.readers())
        .await?)
    }

    /// Listed tables in a stage, newest first.
    pub(crate) async fn listed(
        &self,
        stage: WireStage,
        limit: u32,
    ) -> Result<Vec<TableRow>, StoreError> {
        Ok(query_as(table_columns!(
            "WHERE stage = $1 AND listed = TRUE AND tournament IS NULL \
             ORDER BY created_ms DESC LIMIT $2"
        ))
        .bind(stage.name())
        .bind(limit)
        .fetch_all(self.readers())
        .await?)
    }

    /// A person's unfinished tables: those in play first, then newest first.
    pub(crate) async fn unfinished(&self, person: PersonKey) -> Result<Vec<TableRow>, StoreError> {
        Ok(query_as(table_columns!(
            "WHERE (first_person = $1 OR second_person = $1) AND ended_ms IS NULL \
             ORDER BY stage = 'waiting', key DESC LIMIT 200"
        ))
        .bind(person.0)
        .fetch_all(self.readers())
        .await?)
    }

    /// The entries of a table after the given number.
    pub(crate) async fn read(
        &self,
        table: TableKey,
        after: usize,
    ) -> Result<Vec<EntryRow>, StoreError> {
        let rows: Vec<EntryColumns> = query_as(
            "SELECT number, body, person, command, sum FROM entries \
             WHERE table_key = $1 AND number > $2 ORDER BY number",
        )
        .bind(table.0)
        .bind(after as i64)
        .fetch_all(self.readers())
        .await?;
        (after + 1..)
            .zip(rows)
            .map(|(wanted, row)| checked(self.place(), table, wanted, row))
            .collect()
    }

    /// Stores a table's progress.
    pub(crate) async fn note_progress(
        &self,
        table: TableKey,
        progress: TableProgress,
    ) -> Result<(), StoreError> {
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                query(
                    "UPDATE tables SET stage = $2, ended_ms = $3, ply_count = $4, result = $5, \
                     board = $6, first_has_black = $7, opening = $8 WHERE key = $1 \
                     AND (ended_ms IS NULL OR $3 IS NOT NULL)",
                )
                .bind(table.0)
                .bind(progress.stage.name())
                .bind(progress.ended_ms.map(|ms| ms as i64))
                .bind(progress.ply_count as i64)
                .bind(progress.result.map(|result| result.to_string()))
                .bind(progress.board)
                .bind(progress.first_color == Color::Black)
                .bind(progress.opening)
                .execute(&mut *connection)
                .await?;
                Ok(())
            })
        }))
        .await
    }

    /// Gives an open seat to a person. Returns whether it was still open.
    pub(crate) async fn take_seat(
        &self,
        table: TableKey,
        seat: Seat,
        person: PersonKey,
        terms: String,
    ) -> Result<bool, StoreError> {
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                let statement = match seat {
                    Seat::First => {
                        "UPDATE tables SET first_person = $2, terms = $3 \
                         WHERE key = $1 AND first_person IS NULL AND first_player IS NULL"
                    }
                    Seat::Second => {
                        "UPDATE tables SET second_person = $2, terms = $3 \
                         WHERE key = $1 AND second_person IS NULL AND second_player IS NULL"
                    }
                };
                let done = query(statement)
                    .bind(table.0)
                    .bind(person.0)
                    .bind(terms)
                    .execute(&mut *connection)
                    .await?;
                Ok(done == 1)
            })
        }))
        .await
    }

    /// Stores that a game does not count for ratings, with terms that say why.
    pub(crate) async fn set_unrated(
        &self,
        table: TableKey,
        terms: String,
    ) -> Result<(), StoreError> {
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                query("UPDATE tables SET rated = FALSE, terms = $2 WHERE key = $1")
                    .bind(table.0)
                    .bind(terms)
                    .execute(connection)
                    .await?;
                Ok(())
            })
        }))
        .await
    }

    /// The latest chat messages of each room, oldest first.
    pub(crate) async fn chat(&self, place: ChatPlace) -> Result<Vec<ChatRow>, StoreError> {
        let (place, key) = place.columns();
        let rows = read_chat(self.readers(), place, &Value::Keys(vec![key])).await?;
        Ok(rows.into_iter().map(|(_, row)| row).collect())
    }

    /// The chat messages of a place after a number, oldest first.
    pub(crate) async fn chat_after(
        &self,
        place: ChatPlace,
        number: u64,
    ) -> Result<Vec<ChatRow>, StoreError> {
        let mut rows = self.chat(place).await?;
        rows.retain(|row| row.number > number);
        Ok(rows)
    }

    /// Stores a chat message, and removes those of its room before the oldest that is kept: nobody
    /// can read them any more. Returns its number: the given one, or the next that is free.
    pub(crate) async fn add_chat(
        &self,
        place: ChatPlace,
        chat: ChatRow,
        oldest: u64,
    ) -> Result<u64, StoreError> {
        let (place, key) = place.columns();
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                query(
                    "DELETE FROM chat WHERE place = $1 AND place_key = $2 AND room = $3 \
                     AND number < $4",
                )
                .bind(place)
                .bind(key)
                .bind(room_name(chat.room))
                .bind(oldest as i64)
                .execute(&mut *connection)
                .await?;
                // Somebody at another node may have been first.
                let free: Option<i64> = query_scalar(
                    "SELECT max(number) + 1 FROM chat WHERE place = $1 AND place_key = $2 \
                     AND EXISTS (SELECT 1 FROM chat WHERE place = $1 AND place_key = $2 \
                     AND number = $3)",
                )
                .bind(place)
                .bind(key)
                .bind(chat.number as i64)
                .fetch_one(&mut *connection)
                .await?;
                let number = free.unwrap_or(chat.number as i64);
                query(
                    "INSERT INTO chat (place, place_key, number, room, person, name, seat, text, \
                     at_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                )
                .bind(place)
                .bind(key)
                .bind(number)
                .bind(room_name(chat.room))
                .bind(chat.person.0)
                .bind(chat.name)
                .bind(chat.seat.map(Seat::name))
                .bind(chat.text)
                .bind(chat.at_ms as i64)
                .execute(&mut *connection)
                .await?;
                Ok(number as u64)
            })
        }))
        .await
    }

    /// Stores a gap: a time in which the service was down.
    pub(crate) async fn add_gap(&self, from_ms: u64, until_ms: u64) -> Result<(), StoreError> {
        self.write(Box::new(move |connection| {
            Box::pin(insert_gap(connection, from_ms, until_ms))
        }))
        .await
    }

    /// Stores in a database on a server that the service is alive, and the outage that has just
    /// ended.
    pub(crate) async fn note_alive(
        &self,
        now_ms: u64,
        outage: Option<(u64, u64)>,
    ) -> Result<(), StoreError> {
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                if let Some((from_ms, until_ms)) = outage {
                    insert_gap(connection, from_ms, until_ms).await?;
                }
                query(
                    "INSERT INTO alive (at_ms) VALUES ($1) \
                     ON CONFLICT (only_row) DO UPDATE SET at_ms = excluded.at_ms",
                )
                .bind(now_ms as i64)
                .execute(connection)
                .await?;
                Ok(())
            })
        }))
        .await
    }

    /// When the service was last alive and the time now, both by a database on a server.
    pub(crate) async fn alive_remote(&self) -> Result<(u64, u64), StoreError> {
        let (last_ms, now_ms): (Option<i64>, i64) = query_as(
            "SELECT (SELECT at_ms FROM alive), \
             (extract(epoch FROM clock_timestamp()) * 1000)::bigint",
        )
        .fetch_one(self.readers())
        .await?;
        Ok((last_ms.unwrap_or(0) as u64, now_ms as u64))
    }

    /// All gaps, oldest first.
    pub(crate) async fn gaps(&self) -> Result<Vec<(u64, u64)>, StoreError> {
        let rows: Vec<(i64, i64)> =
            query_as("SELECT from_ms, until_ms FROM gaps ORDER BY until_ms")
                .fetch_all(self.readers())
                .await?;
        Ok(rows
            .into_iter()
            .map(|(from, until)| (from as u64, until as u64))
            .collect())
    }
}

async fn insert_gap(
    connection: &mut Connection,
    from_ms: u64,
    until_ms: u64,
) -> Result<(), sqlx::Error> {
    query("INSERT INTO gaps (from_ms, until_ms) VALUES ($1, $2)")
        .bind(from_ms as i64)
        .bind(until_ms as i64)
        .execute(connection)
        .await?;
    Ok(())
}

/// Parses a stage from its column.
fn stage_named(name: String) -> Result<WireStage, sqlx::Error> {
    let stage = WireStage::ALL
        .into_iter()
        .find(|stage| stage.name() == name);
    stage.ok_or_else(|| sqlx::Error::Decode(format!("stage {name}").into()))
}

/// The name of a room in its column.
const fn room_name(room: Room) -> &'static str {
    match room {
        Room::Players => "players",
        Room::Spectators => "spectators",
    }
}

pub(super) async fn insert_table(
    connection: &mut Connection,
    seed: &TableSeed,
) -> Result<TableKey, sqlx::Error> {
    let key = query_scalar(
        "INSERT INTO tables (id, created_ms, terms, first_person, second_person, first_player, \
         second_player, owner, listed, private, rated, invite, tournament, tournament_game, \
         stage) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'waiting') \
         RETURNING key",
    )
    .bind(&seed.id)
    .bind(seed.created_ms as i64)
    .bind(&seed.terms)
    .bind(seed.people.first.map(|person| person.0))
    .bind(seed.people.second.map(|person| person.0))
    .bind(&seed.players.first)
    .bind(&seed.players.second)
    .bind(seed.owner.0)
    .bind(seed.listed)
    .bind(seed.private)
    .bind(seed.rated)
    .bind(&seed.invite)
    .bind(seed.tournament.map(|(tournament, _)| tournament.0))
    .bind(seed.tournament.map(|(_, game)| game))
    .fetch_one(connection)
    .await?;
    Ok(TableKey(key))
}

#[cfg(test)]
pub(super) mod tests {
    use sqlx::migrate::Migrator;

    use super::*;
    use crate::store::StoreOptions;

    /// The migrations up to a number.
    pub(in crate::store) fn migrations_until(all: Migrator, version: i64) -> Migrator {
        let steps = all.iter().filter(|step| step.version <= version);
        Migrator::with_migrations(steps.cloned().collect())
    }

    /// What was said before messages had a place.
    pub(in crate::store) const OLDER_CHAT: &str = "
        INSERT INTO chat (table_key, number, room, person, name, seat, text, at_ms) VALUES
            (3, 1, 'players', 1, 'Ann', 'first', 'at a table', 6),
            (-3, 1, 'spectators', 1, 'Ann', NULL, 'in a tournament', 7),
            (-4, 2, 'spectators', 1, 'Ann', NULL, 'in another', 8);";

    pub(in crate::store) async fn check_older_chat(options: &StoreOptions) {
        let store = Store::open(options).await.unwrap();
        let [table, tournament] = [
            ChatPlace::Table(TableKey(3)),
            ChatPlace::Tournament(TournamentKey(3)),
        ];
        let said = async |place| {
            let rows = store.chat(place).await.unwrap();
            let rows = rows.into_iter().map(|row| (row.number, row.text));
            rows.collect::<Vec<_>>()
        };
        let text = |text: &str| text.to_owned();
        assert_eq!(said(table).await, [(1, text("at a table"))]);
        assert_eq!(said(tournament).await, [(1, text("in a tournament"))]);
        let more = ChatRow {
            number: 2,
            room: Room::Spectators,
            person: PersonKey(1),
            name: text("Ann"),
            seat: None,
            text: text("later"),
            at_ms: 9,
        };
        // Those before the oldest that is kept go, in this tournament only.
        store.add_chat(tournament, more, 2).await.unwrap();
        assert_eq!(said(tournament).await, [(2, text("later"))]);
        assert_eq!(said(table).await.len(), 1);
        assert_eq!(store.prune_chat(9, 10).await.unwrap(), 2);
        store.close().await;
    }
}
