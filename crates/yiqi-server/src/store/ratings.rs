//! Ratings in the store.

use yiqi_record::{BySeat, Seat};

use super::sql::{Connection, query, query_as, query_scalar};
use super::{PersonKey, Store, StoreError, TableKey};

/// The rating before the first rated game.
const RATING_AT_FIRST: f64 = 1500.0;

/// A Glicko-2 rating as stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Strength {
    pub(crate) value: f64,
    pub(crate) deviation: f64,
    pub(crate) volatility: f64,
}

/// A person's rating in one game.
#[derive(Clone, Debug)]
pub(crate) struct RatingRow {
    /// The game that the rating is for.
    pub(crate) game: String,
    pub(crate) value: f64,
    pub(crate) deviation: f64,
    /// How many games were rated.
    pub(crate) games: u32,
}

/// A game to rate.
#[derive(Clone, Debug)]
pub(crate) struct RatedGame {
    pub(crate) table: TableKey,
    /// The game that the ratings are for.
    pub(crate) game: String,
    pub(crate) people: BySeat<PersonKey>,
    pub(crate) winner: Option<Seat>,
    pub(crate) at_ms: u64,
}

type Row = (String, f64, f64, i64);

fn rating((game, value, deviation, games): Row) -> RatingRow {
    RatingRow {
        game,
        value,
        deviation,
        games: games as u32,
    }
}

impl Store {
    /// A person's ratings, by game.
    pub(crate) async fn ratings(&self, person: PersonKey) -> Result<Vec<RatingRow>, StoreError> {
        let rows: Vec<Row> = query_as(
            "SELECT game, value, deviation, games FROM ratings WHERE person = $1 ORDER BY game",
        )
        .bind(person.0)
        .fetch_all(self.readers())
        .await?;
        Ok(rows.into_iter().map(rating).collect())
    }

    /// A person's rating in one game; `None` before their first rated game.
    pub(crate) async fn rating(
        &self,
        person: PersonKey,
        game: &str,
    ) -> Result<Option<RatingRow>, StoreError> {
        let row: Option<Row> = query_as(
            "SELECT game, value, deviation, games FROM ratings WHERE person = $1 AND game = $2",
        )
        .bind(person.0)
        .bind(game)
        .fetch_optional(self.readers())
        .await?;
        Ok(row.map(rating))
    }

    /// The games for which there are ratings, those with the most players first.
    pub(crate) async fn rated_games(&self) -> Result<Vec<String>, StoreError> {
        Ok(query_scalar(
            "SELECT game FROM ratings GROUP BY game ORDER BY count(*) DESC, game LIMIT 200",
        )
        .fetch_all(self.readers())
        .await?)
    }

    /// The best players of a game with enough games and a small enough deviation.
    pub(crate) async fn leaders(
        &self,
        game: &str,
        games_min: u32,
        deviation_max: u32,
        limit: u32,
    ) -> Result<Vec<(String, RatingRow)>, StoreError> {
        let rows: Vec<(String, String, f64, f64, i64)> = query_as(
            "SELECT name, game, value, deviation, games FROM ratings \
             JOIN people ON people.key = person \
             WHERE game = $1 AND games >= $2 AND deviation <= $3 AND password IS NOT NULL \
             ORDER BY value DESC, person LIMIT $4",
        )
        .bind(game)
        .bind(games_min)
        .bind(deviation_max)
        .bind(limit)
        .fetch_all(self.readers())
        .await?;
        let leader =
            |(name, game, value, deviation, games)| (name, rating((game, value, deviation, games)));
        Ok(rows.into_iter().map(leader).collect())
    }

    /// What a rated game changed in the ratings of its players, as they are shown.
    pub(crate) async fn rating_changes(
        &self,
        table: TableKey,
    ) -> Result<Option<BySeat<i32>>, StoreError> {
        let row: Option<(Option<f64>, Option<f64>)> =
            query_as("SELECT first_change, second_change FROM rated WHERE table_key = $1")
                .bind(table.0)
                .fetch_optional(self.readers())
                .await?;
        Ok(match row {
            Some((Some(first), Some(second))) => Some(BySeat {
                first: first as i32,
                second: second as i32,
            }),
            _ => None,
        })
    }

    /// Rates a game between two accounts, at most once. `change` computes the new ratings from the
    /// old ones, which are `None` before the first rated game. Returns whether it was rated now.
    pub(crate) async fn rate(
        &self,
        rated: RatedGame,
        change: impl FnOnce(BySeat<Option<Strength>>) -> BySeat<Strength> + Send + 'static,
    ) -> Result<bool, StoreError> {
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                let RatedGame { people, game, .. } = &rated;
                let accounts: i64 = query_scalar(
                    "SELECT count(*) FROM people WHERE key IN ($1, $2) AND password IS NOT NULL",
                )
                .bind(people.first.0)
                .bind(people.second.0)
                .fetch_one(&mut *connection)
                .await?;
                if accounts != 2 {
                    return Ok(false);
                }
                let done = query(
                    "INSERT INTO rated \
                     (table_key, game, first_person, second_person, winner, at_ms) \
                     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
                )
                .bind(rated.table.0)
                .bind(game)
                .bind(people.first.0)
                .bind(people.second.0)
                .bind(rated.winner.map(Seat::name))
                .bind(rated.at_ms as i64)
                .execute(&mut *connection)
                .await?;
                if done == 0 {
                    return Ok(false);
                }
                let before = BySeat {
                    first: read(connection, people.first, game).await?,
                    second: read(connection, people.second, game).await?,
                };
                let after = change(before);
                for seat in Seat::BOTH {
                    keep(connection, people[seat], game, after[seat]).await?;
                }
                let shown = BySeat::from_fn(|seat| {
                    let old = before[seat].map_or(RATING_AT_FIRST, |strength| strength.value);
                    after[seat].value.round() - old.round()
                });
                query(
                    "UPDATE rated SET first_change = $2, second_change = $3 WHERE table_key = $1",
                )
                .bind(rated.table.0)
                .bind(shown.first)
                .bind(shown.second)
                .execute(&mut *connection)
                .await?;
                Ok(true)
            })
        }))
        .await
    }
}

async fn read(
    connection: &mut Connection,
    person: PersonKey,
    game: &str,
) -> Result<Option<Strength>, sqlx::Error> {
    let row: Option<(f64, f64, f64)> = query_as(
        "SELECT value, deviation, volatility FROM ratings WHERE person = $1 AND game = $2",
    )
    .bind(person.0)
    .bind(game)
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|(value, deviation, volatility)| Strength {
        value,
        deviation,
        volatility,
    }))
}

async fn keep(
    connection: &mut Connection,
    person: PersonKey,
    game: &str,
    strength: Strength,
) -> Result<(), sqlx::Error> {
    query(
        "INSERT INTO ratings (person, game, value, deviation, volatility, games) \
         VALUES ($1, $2, $3, $4, $5, 1) \
         ON CONFLICT (person, game) DO UPDATE SET value = excluded.value, \
         deviation = excluded.deviation, volatility = excluded.volatility, games = ratings.games + 1",
    )
    .bind(person.0)
    .bind(game)
    .bind(strength.value)
    .bind(strength.deviation)
    .bind(strength.volatility)
    .execute(connection)
    .await?;
    Ok(())
}
