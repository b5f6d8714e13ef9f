//! Tournaments in the store: terms, log, players, and the tables of their games.

use sqlx::Row;

use super::sql::{Connection, Sql, Value, from_columns, query, query_as, query_scalar};
use super::tables::insert_table;
use super::{Appended, Person, PersonKey, Store, StoreError, TableKey, TableSeed};

/// A tournament's key in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TournamentKey(pub(crate) i64);

/// Selects the people at unfinished tables of running tournaments other than `$2`.
macro_rules! seated {
    ($among:literal) => {
        concat!(
            "SELECT first_person FROM tables JOIN tournaments ON tournaments.key = tournament \
             WHERE tables.ended_ms IS NULL AND tournament <> $2 \
             AND tournaments.stage = 'running' AND first_person ",
            $among,
            " UNION SELECT second_person FROM tables JOIN tournaments \
             ON tournaments.key = tournament \
             WHERE tables.ended_ms IS NULL AND tournament <> $2 \
             AND tournaments.stage = 'running' AND second_person ",
            $among
        )
    };
}

/// How far a tournament is, in its column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TournamentStage {
    Upcoming,
    Running,
    Finished,
    Canceled,
}

impl TournamentStage {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            TournamentStage::Upcoming => "upcoming",
            TournamentStage::Running => "running",
            TournamentStage::Finished => "finished",
            TournamentStage::Canceled => "canceled",
        }
    }
}

/// A tournament as stored.
#[derive(Clone, Debug)]
pub(crate) struct TournamentRow {
    pub(crate) key: TournamentKey,
    pub(crate) id: String,
    pub(crate) created_ms: u64,
    pub(crate) owner: PersonKey,
    pub(crate) terms: String,
}

from_columns!(TournamentRow, row => {
        Ok(TournamentRow {
            key: TournamentKey(row.try_get(0)?),
            id: row.try_get(1)?,
            created_ms: row.try_get::<i64, _>(2)? as u64,
            owner: PersonKey(row.try_get(3)?),
            terms: row.try_get(4)?,
        })
});

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EntrantRow {
    /// The number in the log.
    pub(crate) player: usize,
    /// The person; neither person nor program if the account was deleted.
    pub(crate) person: Option<PersonKey>,
    pub(crate) program: Option<String>,
    pub(crate) name: String,
    pub(crate) bot: bool,
}

/// A step of a tournament: entries, and what is stored with them or not at all.
#[derive(Clone, Debug, Default)]
pub(crate) struct TournamentStep {
    /// The lines of the log.
    pub(crate) lines: Vec<String>,
    /// New players.
    pub(crate) entrants: Vec<EntrantRow>,
    /// Tables for drawn games.
    pub(crate) tables: Vec<TableSeed>,
    /// The stage after the entries, with the times of its beginning and its end.
    pub(crate) stage: Option<(TournamentStage, Option<u64>, Option<u64>)>,
}

/// All columns of `tournaments` in the order in which [`TournamentRow`] reads them.
macro_rules! tournament_columns {
    ($rest:literal) => {
        concat!(
            "SELECT key, id, created_ms, owner, terms FROM tournaments ",
            $rest
        )
    };
}

impl Store {
    /// Stores a new tournament.
    pub(crate) async fn add_tournament(
        &self,
        row: TournamentRow,
        starts_ms: Option<u64>,
    ) -> Result<TournamentKey, StoreError> {
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                let key = query_scalar(
                    "INSERT INTO tournaments (id, created_ms, owner, terms, stage, starts_ms) \
                     VALUES ($1, $2, $3, $4, $5, $6) RETURNING key",
                )
                .bind(row.id)
                .bind(row.created_ms as i64)
                .bind(row.owner.0)
                .bind(row.terms)
                .bind(TournamentStage::Upcoming.name())
                .bind(starts_ms.map(|ms| ms as i64))
                .fetch_one(connection)
                .await?;
                Ok(TournamentKey(key))
            })
        }))
        .await
    }

    /// Appends a step to a tournament's log, the first entry with number `first`, with everything
    /// that belongs to it, or nothing.
    pub(crate) async fn append_tournament(
        &self,
        tournament: TournamentKey,
        first: usize,
        step: TournamentStep,
    ) -> Result<Appended, StoreError> {
        self.write(Box::new(move |connection| {
            Box::pin(async move { append(connection, tournament, first, &step).await })
        }))
        .await
    }

    /// A tournament by its id.
    pub(crate) async fn tournament(&self, id: &str) -> Result<Option<TournamentRow>, StoreError> {
        Ok(query_as(tournament_columns!("WHERE id = $1"))
            .bind(id)
            .fetch_optional(self.readers())
            .await?)
    }

    /// Tournaments in a stage: those that begin soonest, or began last.
    pub(crate) async fn tournaments(
        &self,
        stage: TournamentStage,
        limit: u32,
    ) -> Result<Vec<TournamentRow>, StoreError> {
        let query = match stage {
            TournamentStage::Upcoming => tournament_columns!(
                "WHERE stage = $1 ORDER BY starts_ms IS NULL, starts_ms, key LIMIT $2"
            ),
            _ => tournament_columns!(
                "WHERE stage = $1 ORDER BY starts_ms DESC NULLS LAST, key DESC LIMIT $2"
            ),
        };
        Ok(query_as(query)
            .bind(stage.name())
            .bind(limit)
            .fetch_all(self.readers())
            .await?)
    }

    /// How many unfinished tournaments a person has made.
    pub(crate) async fn tournaments_of(&self, owner: PersonKey) -> Result<u32, StoreError> {
        let count: i64 = query_scalar(
            "SELECT count(*) FROM tournaments WHERE owner = $1 AND stage IN ('upcoming', 'running')",
        )
        .bind(owner.0)
        .fetch_one(self.readers())
        .await?;
        Ok(count as u32)
    }

    /// The log of a tournament.
    ///
    /// # Errors
    /// If it cannot be read or has a gap.
    pub(crate) async fn tournament_log(
        &self,
        tournament: TournamentKey,
    ) -> Result<Vec<String>, StoreError> {
        let rows: Vec<(i64, String)> = query_as(
            "SELECT number, body FROM tournament_entries WHERE tournament = $1 ORDER BY number",
        )
        .bind(tournament.0)
        .fetch_all(self.readers())
        .await?;
        (1..)
            .zip(rows)
            .map(|(wanted, (number, body))| {
                if number == wanted {
                    Ok(body)
                } else {
                    Err(StoreError::Damaged {
                        database: self.place().to_string(),
                        detail: format!("entry {wanted} of tournament {}", tournament.0),
                    })
                }
            })
            .collect()
    }

    /// The players of a tournament, by their number.
    pub(crate) async fn entrants(
        &self,
        tournament: TournamentKey,
    ) -> Result<Vec<EntrantRow>, StoreError> {
        type Columns = (i64, Option<i64>, Option<String>, String, bool);
        let rows: Vec<Columns> = query_as(
            "SELECT player, person, program, name, bot FROM entrants WHERE tournament = $1 \
             ORDER BY player",
        )
        .bind(tournament.0)
        .fetch_all(self.readers())
        .await?;
        let entrant = |(player, person, program, name, bot): Columns| EntrantRow {
            player: player as usize,
            person: person.map(PersonKey),
            program,
            name,
            bot,
        };
        Ok(rows.into_iter().map(entrant).collect())
    }

    /// The tables of a tournament's games, by the number of the game.
    pub(crate) async fn tournament_tables(
        &self,
        tournament: TournamentKey,
    ) -> Result<Vec<(u32, String)>, StoreError> {
        let rows: Vec<(i64, String)> = query_as(
            "SELECT tournament_game, id FROM tables WHERE tournament = $1 ORDER BY tournament_game",
        )
        .bind(tournament.0)
        .fetch_all(self.readers())
        .await?;
        Ok(rows
            .into_iter()
            .map(|(game, id)| (game as u32, id))
            .collect())
    }

    /// Those of the people who are in a game of another tournament that is running.
    pub(crate) async fn playing_elsewhere(
        &self,
        tournament: TournamentKey,
        people: Vec<PersonKey>,
    ) -> Result<Vec<PersonKey>, StoreError> {
        let keys: Vec<i64> = query_scalar(Sql {
            sqlite: seated!("IN (SELECT value FROM json_each($1))"),
            postgres: seated!("= ANY($1)"),
        })
        .bind(Value::Keys(people.iter().map(|person| person.0).collect()))
        .bind(tournament.0)
        .fetch_all(self.readers())
        .await?;
        Ok(keys.into_iter().map(PersonKey).collect())
    }

    /// The tables of a tournament's finished games, in their order.
    pub(crate) async fn finished_tables(
        &self,
        tournament: TournamentKey,
    ) -> Result<Vec<TableKey>, StoreError> {
        let keys: Vec<i64> = query_scalar(
            "SELECT key FROM tables WHERE tournament = $1 AND stage = 'over' \
             ORDER BY tournament_game",
        )
        .bind(tournament.0)
        .fetch_all(self.readers())
        .await?;
        Ok(keys.into_iter().map(TableKey).collect())
    }

    /// Gives the places of a guest in tournaments to an account, where it has none of its own.
    pub(crate) async fn adopt_entries(
        &self,
        guest: PersonKey,
        account: &Person,
    ) -> Result<(), StoreError> {
        let (account, name) = (account.key, account.name.clone());
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                query(
                    "UPDATE entrants SET person = $2, name = $3 WHERE person = $1 \
                     AND NOT EXISTS (SELECT 1 FROM entrants AS own WHERE own.person = $2 \
                     AND own.person <> $1 AND own.tournament = entrants.tournament)",
                )
                .bind(guest.0)
                .bind(account.0)
                .bind(name)
                .execute(&mut *connection)
                .await?;
                query("UPDATE tournaments SET owner = $2 WHERE owner = $1")
                    .bind(guest.0)
                    .bind(account.0)
                    .execute(connection)
                    .await?;
                Ok(())
            })
        }))
        .await
    }
}

async fn append(
    connection: &mut Connection,
    tournament: TournamentKey,
    first: usize,
    step: &TournamentStep,
) -> Result<Appended, sqlx::Error> {
    let last: i64 = query_scalar(
        "SELECT coalesce(max(number), 0) FROM tournament_entries WHERE tournament = $1",
    )
    .bind(tournament.0)
    .fetch_one(&mut *connection)
    .await?;
    if last + 1 != first as i64 {
        return Ok(Appended::Conflict);
    }
    for (number, line) in (first..).zip(&step.lines) {
        query("INSERT INTO tournament_entries (tournament, number, body) VALUES ($1, $2, $3)")
            .bind(tournament.0)
            .bind(number as i64)
            .bind(line)
            .execute(&mut *connection)
            .await?;
    }
    for entrant in &step.entrants {
        query(
            "INSERT INTO entrants (tournament, player, person, program, name, bot) \
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(tournament.0)
        .bind(entrant.player as i64)
        .bind(entrant.person.map(|person| person.0))
        .bind(&entrant.program)
        .bind(&entrant.name)
        .bind(entrant.bot)
        .execute(&mut *connection)
        .await?;
    }
    for seed in &step.tables {
        insert_table(connection, seed).await?;
    }
    if let Some((stage, starts_ms, ended_ms)) = step.stage {
        query(
            "UPDATE tournaments SET stage = $2, starts_ms = coalesce($3, starts_ms), \
             ended_ms = $4 WHERE key = $1",
        )
        .bind(tournament.0)
        .bind(stage.name())
        .bind(starts_ms.map(|ms| ms as i64))
        .bind(ended_ms.map(|ms| ms as i64))
        .execute(connection)
        .await?;
    }
    Ok(Appended::Stored)
}
