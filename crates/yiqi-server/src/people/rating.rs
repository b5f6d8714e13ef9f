//! Glicko-2 ratings.

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use yiqi_record::{BySeat, Seat};
use yiqi_rules::{Aim, Game, GameSpec};
use yiqi_wire::Rating;

use super::People;
use crate::StoreError;
use crate::store::{PersonKey, RatedGame, RatingRow, Strength, TableKey};

/// The game that a rating is for: `reversi`, `reversi 6 anti`, `gomoku renju`, `gomoku 19
/// freestyle`, … The opening rule makes no difference.
pub(crate) fn rating_game(spec: GameSpec) -> String {
    let game = spec.game();
    let mut name = game.name().to_owned();
    if spec.size() != game.sizes().usual {
        name.push_str(&format!(" {}", spec.size()));
    }
    // The default rule set is omitted, except that Gomoku has always named it.
    if game == Game::Gomoku || spec.rules_name() != game.rule_sets()[0] {
        name.push(' ');
        name.push_str(spec.rules_name());
    }
    name
}

pub(super) fn rating(row: RatingRow) -> Rating {
    Rating {
        game: row.game,
        value: row.value.round() as i32,
        deviation: row.deviation.round() as u32,
        games: row.games,
    }
}

impl People {
    /// A person's ratings, by game.
    ///
    /// # Errors
    /// If they cannot be read.
    pub(crate) async fn ratings(&self, key: PersonKey) -> Result<Vec<Rating>, StoreError> {
        let rows = self.store().ratings(key).await?;
        Ok(rows.into_iter().map(rating).collect())
    }

    /// A person's rating in one game, see [`rating_game`]; `None` before the first game.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(crate) async fn rating_for(
        &self,
        key: PersonKey,
        game: &str,
    ) -> Result<Option<Rating>, StoreError> {
        Ok(self.store().rating(key, game).await?.map(rating))
    }

    /// Rates a finished game: a win of `winner`, or a draw. Each table is rated once, however often
    /// it is reported. Games of guests, games against oneself and Peace, which nobody wins, are not
    /// rated. Returns whether it was rated now.
    ///
    /// # Errors
    /// If it cannot be stored; then it may be reported again.
    pub(crate) async fn rate(
        &self,
        table: TableKey,
        spec: GameSpec,
        people: BySeat<PersonKey>,
        winner: Option<Seat>,
    ) -> Result<bool, StoreError> {
        if spec.game().aim() == Aim::Nothing || people.first == people.second {
            return Ok(false);
        }
        let rated = RatedGame {
            table,
            game: rating_game(spec),
            people,
            winner,
            at_ms: self.time().now_ms(),
        };
        self.store()
            .rate(rated, move |before| after_game(before, winner))
            .await
    }
}

/// The ratings of two players after their game.
fn after_game(before: BySeat<Option<Strength>>, winner: Option<Seat>) -> BySeat<Strength> {
    let before = before.map(|strength| {
        strength.map_or_else(Glicko2Rating::new, |strength| Glicko2Rating {
            rating: strength.value,
            deviation: strength.deviation,
            volatility: strength.volatility,
        })
    });
    let outcome = match winner {
        Some(Seat::First) => Outcomes::WIN,
        Some(Seat::Second) => Outcomes::LOSS,
        None => Outcomes::DRAW,
    };
    let config = Glicko2Config::new();
    let (first, second) = glicko2(&before.first, &before.second, &outcome, &config);
    BySeat { first, second }.map(|rating| Strength {
        value: rating.rating,
        deviation: rating.deviation,
        volatility: rating.volatility,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_has_its_own_rating() {
        let rows = [
            ("reversi", "reversi"),
            ("reversi:6", "reversi 6"),
            ("reversi:8:anti", "reversi anti"),
            ("reversi:6:anti", "reversi 6 anti"),
            ("gomoku", "gomoku freestyle"),
            ("gomoku:15:renju", "gomoku renju"),
            ("gomoku:15:renju:swap2", "gomoku renju"),
            ("gomoku:19:standard", "gomoku 19 standard"),
            ("gomoku:15:caro:swap2", "gomoku caro"),
            ("peace", "peace"),
        ];
        for (spec, want) in rows {
            assert_eq!(rating_game(spec.parse().unwrap()), want);
        }
    }
}
