//! The leaderboard and the search for players.

use yiqi_wire::{LeaderRow, Leaderboard, PersonFound};

use super::People;
use super::name::NameForms;
use super::rating::rating;
use crate::StoreError;

/// How many rated games a player needs to be listed.
const GAMES_MIN: u32 = 10;

/// The largest deviation of a rating that is listed.
const DEVIATION_MAX: u32 = 130;

/// The most players on the leaderboard.
const LEADERS_MAX: u32 = 100;

/// The most accounts that a search finds.
const FOUND_MAX: u32 = 20;

/// The most characters of a name that is searched for.
const SEARCHED_CHARS_MAX: usize = 40;

impl People {
    /// The best players of a game, see [`super::rating_game`]; without a name, of the game with the
    /// most rated players.
    ///
    /// # Errors
    /// If they cannot be read.
    pub(crate) async fn leaders(&self, game: &str) -> Result<Leaderboard, StoreError> {
        let games = self.store().rated_games().await?;
        let usual = || games.first().cloned().unwrap_or_default();
        let known = games.iter().find(|known| *known == game).cloned();
        let game = if game.is_empty() {
            usual()
        } else {
            known.unwrap_or_else(|| game.chars().take(SEARCHED_CHARS_MAX).collect())
        };
        let rows = self
            .store()
            .leaders(&game, GAMES_MIN, DEVIATION_MAX, LEADERS_MAX)
            .await?;
        Ok(Leaderboard {
            game,
            games,
            games_min: GAMES_MIN,
            deviation_max: DEVIATION_MAX,
            rows: (1..)
                .zip(rows)
                .map(|(place, (name, row))| LeaderRow {
                    place,
                    name,
                    rating: rating(row),
                })
                .collect(),
        })
    }

    /// Finds accounts by a part of their name, those that begin with it first.
    ///
    /// # Errors
    /// If they cannot be read.
    pub(crate) async fn search(&self, part: &str) -> Result<Vec<PersonFound>, StoreError> {
        let part: String = part.chars().take(SEARCHED_CHARS_MAX).collect();
        let letters = NameForms::of(&part).letters;
        if letters.is_empty() {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        for person in self.store().accounts_like(letters, FOUND_MAX).await? {
            found.push(PersonFound {
                ratings: self.ratings(person.key).await?,
                person: person.public,
                name: person.name,
            });
        }
        Ok(found)
    }
}
