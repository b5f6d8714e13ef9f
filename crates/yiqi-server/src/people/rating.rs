//! Ratings, after Glicko-2.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use sqlx::SqliteConnection;
use yiqi_record::Seat;
use yiqi_rules::{Aim, Game, GameSpec};
use yiqi_wire::Rating;

use super::People;
use crate::StoreError;
use crate::store::{PersonKey, TableKey};

/// What a rating is for: `reversi`, `reversi 6 anti`, `gomoku renju`, `gomoku 19 freestyle`, …
/// How a game is opened makes no difference.
pub(crate) fn rating_game(spec: GameSpec) -> String {
    let game = spec.game();
    let mut name = game.name().to_owned();
    if spec.size() != game.sizes().usual {
        name.push_str(&format!(" {}", spec.size()));
    }
    // Plain Reversi goes without a word; Gomoku has always named its rule set.
    let is_named = match game {
        Game::Gomoku => true,
        Game::Reversi | Game::Peace => spec.rules_name() != game.rule_sets()[0],
    };
    if is_named {
        name.push(' ');
        name.push_str(spec.rules_name());
    }
    name
}

type RatingRow = (String, f64, f64, i64);

fn rating((game, value, deviation, games): RatingRow) -> Rating {
    Rating {
        game,
        value: value.round() as i32,
        deviation: deviation.round() as u32,
        games: games as u32,
    }
}

impl People {
    /// A person's ratings, by game.
    ///
    /// # Errors
    /// If they cannot be read.
    pub(crate) async fn ratings(&self, key: PersonKey) -> Result<Vec<Rating>, StoreError> {
        let rows: Vec<RatingRow> = sqlx::query_as(
            "SELECT game, value, deviation, games FROM ratings WHERE person = ?1 ORDER BY game",
        )
        .bind(key.0)
        .fetch_all(self.store().readers())
        .await?;
        Ok(rows.into_iter().map(rating).collect())
    }

    /// A person's rating at one game, see [`rating_game`]; `None` before the first game.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) async fn rating_for(
        &self,
        key: PersonKey,
        game: &str,
    ) -> Result<Option<Rating>, StoreError> {
        let row: Option<RatingRow> = sqlx::query_as(
            "SELECT game, value, deviation, games FROM ratings WHERE person = ?1 AND game = ?2",
        )
        .bind(key.0)
        .bind(game)
        .fetch_optional(self.store().readers())
        .await?;
        Ok(row.map(rating))
    }

    /// Counts a game that is over: `winner`, or a draw. Each table counts once, however often it
    /// is reported. Games of guests, of one person on both sides, and of Peace, which nobody wins,
    /// do not count. The answer is whether it was counted now.
    ///
    /// # Errors
    /// If it cannot be kept; then it may be reported again.
    pub(crate) async fn rate(
        &self,
        table: TableKey,
        spec: GameSpec,
        first: PersonKey,
        second: PersonKey,
        winner: Option<Seat>,
    ) -> Result<bool, StoreError> {
        if spec.game().aim() == Aim::Nothing || first == second {
            return Ok(false);
        }
        let game = rating_game(spec);
        let at_ms = self.time().now_ms() as i64;
        self.store()
            .write(Box::new(move |connection| {
                Box::pin(async move {
                    let accounts: i64 = sqlx::query_scalar(
                        "SELECT count(*) FROM people \
                         WHERE key IN (?1, ?2) AND password IS NOT NULL",
                    )
                    .bind(first.0)
                    .bind(second.0)
                    .fetch_one(&mut *connection)
                    .await?;
                    if accounts != 2 {
                        return Ok(false);
                    }
                    let done = sqlx::query(
                        "INSERT INTO rated \
                         (table_key, game, first_person, second_person, winner, at_ms) \
                         VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT DO NOTHING",
                    )
                    .bind(table.0)
                    .bind(&game)
                    .bind(first.0)
                    .bind(second.0)
                    .bind(winner.map(Seat::name))
                    .bind(at_ms)
                    .execute(&mut *connection)
                    .await?;
                    if done.rows_affected() == 0 {
                        return Ok(false);
                    }
                    let before_first = read(connection, first, &game).await?;
                    let before_second = read(connection, second, &game).await?;
                    let outcome = match winner {
                        Some(Seat::First) => Outcomes::WIN,
                        Some(Seat::Second) => Outcomes::LOSS,
                        None => Outcomes::DRAW,
                    };
                    let config = Glicko2Config::new();
                    let (after_first, after_second) =
                        glicko2(&before_first, &before_second, &outcome, &config);
                    keep(connection, first, &game, after_first).await?;
                    keep(connection, second, &game, after_second).await?;
                    Ok(true)
                })
            }))
            .await
    }
}

async fn read(
    connection: &mut SqliteConnection,
    person: PersonKey,
    game: &str,
) -> Result<Glicko2Rating, sqlx::Error> {
    let row: Option<(f64, f64, f64)> = sqlx::query_as(
        "SELECT value, deviation, volatility FROM ratings WHERE person = ?1 AND game = ?2",
    )
    .bind(person.0)
    .bind(game)
    .fetch_optional(connection)
    .await?;
    Ok(row.map_or_else(Glicko2Rating::new, Glicko2Rating::from))
}

async fn keep(
    connection: &mut SqliteConnection,
    person: PersonKey,
    game: &str,
    rating: Glicko2Rating,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO ratings (person, game, value, deviation, volatility, games) \
         VALUES (?1, ?2, ?3, ?4, ?5, 1) \
         ON CONFLICT (person, game) DO UPDATE SET value = excluded.value, \
         deviation = excluded.deviation, volatility = excluded.volatility, games = games + 1",
    )
    .bind(person.0)
    .bind(game)
    .bind(rating.rating)
    .bind(rating.deviation)
    .bind(rating.volatility)
    .execute(connection)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_has_its_rating() {
        let rows = [
            ("reversi", "reversi"),
            ("reversi:6", "reversi 6"),
            ("reversi:8:anti", "reversi anti"),
            ("reversi:6:anti", "reversi 6 anti"),
            ("gomoku", "gomoku freestyle"),
            ("gomoku:15:renju", "gomoku renju"),
            ("gomoku:15:renju:swap2", "gomoku renju"),
            ("gomoku:19:standard", "gomoku 19 standard"),
            ("peace", "peace"),
        ];
        for (spec, want) in rows {
            assert_eq!(rating_game(spec.parse().unwrap()), want);
        }
    }
}
