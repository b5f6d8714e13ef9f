//! A person's finished games, for search and statistics.

use serde::Deserialize;
use yiqi_record::Seat;

use super::sql::{Sql, Value, among_keys, query_as, query_scalar};
use super::tables::table_columns;
use super::{PersonKey, Store, StoreError, TableKey, TableRow};

/// A finished game from the point of view of one player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlayedGame {
    pub(crate) table: TableKey,
    pub(crate) ended_ms: u64,
    /// The game spec.
    pub(crate) spec: String,
    /// The player's seat; `None` if the player had both.
    pub(crate) seat: Option<Seat>,
    /// Whether the first seat had Black.
    pub(crate) first_has_black: bool,
    pub(crate) end: End,
    pub(crate) opponent: Opponent,
    /// The first moves.
    pub(crate) opening: String,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    WonBy(Seat),
    Draw,
    Aborted,
}

/// Who sat at the other seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Opponent {
    pub(crate) person: Option<PersonKey>,
    /// A program with its options: `engine:level=5`.
    pub(crate) player: Option<String>,
    pub(crate) name: String,
}

/// A row of the query: key, end, spec, seat, color, outcome; person, player and name of the
/// opponent; opening.
#[derive(Deserialize)]
struct PlayedColumns(
    i64,
    i64,
    Option<String>,
    Option<String>,
    Option<i64>,
    Option<String>,
    Option<i64>,
    Option<String>,
    Option<String>,
    Option<String>,
);

fn seat_named(name: &str) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|seat| seat.name() == name)
}

impl From<PlayedColumns> for PlayedGame {
    fn from(columns: PlayedColumns) -> PlayedGame {
        let PlayedColumns(key, ended_ms, spec, seat, black, outcome, person, player, name, opening) =
            columns;
        let outcome = outcome.unwrap_or_default();
        PlayedGame {
            table: TableKey(key),
            ended_ms: ended_ms as u64,
            spec: spec.unwrap_or_default(),
            seat: seat.as_deref().and_then(seat_named),
            first_has_black: black.unwrap_or(1) != 0,
            end: match seat_named(&outcome) {
                Some(winner) => End::WonBy(winner),
                None if outcome == "draw" => End::Draw,
                None => End::Aborted,
            },
            opponent: Opponent {
                person: person.map(PersonKey),
                player,
                name: name.unwrap_or_default(),
            },
            opening: opening.unwrap_or_default(),
        }
    }
}

/// The finished games of person `$1`, private ones if `$2`, in one row, with the dialect's way to
/// make an array of rows.
macro_rules! played {
    ($games:literal) => {
        concat!(
            "SELECT ",
            $games,
            " FROM (SELECT key, ended_ms, game, \
             CASE WHEN second_person = $1 THEN NULL ELSE 'first' END AS seat, first_has_black, \
             outcome, second_person AS opponent, second_player AS player, second_name AS name, \
             opening \
             FROM tables WHERE first_person = $1 AND ended_ms > 0 AND ply_count > 0 \
             AND (private = FALSE OR $2) \
             UNION ALL SELECT key, ended_ms, game, 'second', first_has_black, outcome, \
             first_person, first_player, first_name, opening \
             FROM tables WHERE second_person = $1 AND first_person IS DISTINCT FROM $1 \
             AND ended_ms > 0 AND ply_count > 0 AND (private = FALSE OR $2)) AS games"
        )
    };
}

const PLAYED: Sql = Sql {
    sqlite: played!(
        "CAST(json_group_array(json_array(key, ended_ms, game, seat, first_has_black, \
         outcome, opponent, player, name, opening) ORDER BY ended_ms DESC, key DESC) AS BLOB)"
    ),
    postgres: played!(
        "convert_to(coalesce(json_agg(json_build_array(key, ended_ms, game, seat, \
         first_has_black::integer, outcome, opponent, player, name, opening) \
         ORDER BY ended_ms DESC, key DESC)::text, '[]'), 'UTF8')"
    ),
};

impl Store {
    /// A person's finished games with at least one move, newest first; private ones only on
    /// request.
    pub(crate) async fn played(
        &self,
        person: PersonKey,
        with_private: bool,
    ) -> Result<Vec<PlayedGame>, StoreError> {
        // One row, because each row costs a trip; indexes have all the columns.
        let games: Vec<u8> = query_scalar(PLAYED)
            .bind(person.0)
            .bind(with_private)
            .fetch_one(self.readers())
            .await?;
        let games: Vec<PlayedColumns> =
            serde_json::from_slice(&games).map_err(|error| StoreError::Damaged {
                database: self.place().to_string(),
                detail: format!("games of person {}: {error}", person.0),
            })?;
        Ok(games.into_iter().map(PlayedGame::from).collect())
    }

    /// Tables by their keys, in this order; those that are gone are left out.
    pub(crate) async fn tables_with_keys(
        &self,
        keys: &[TableKey],
    ) -> Result<Vec<TableRow>, StoreError> {
        let wanted: Vec<i64> = keys.iter().map(|key| key.0).collect();
        let mut rows: Vec<TableRow> = query_as(among_keys!(table_columns!("WHERE key")))
            .bind(Value::Keys(wanted.clone()))
            .fetch_all(self.readers())
            .await?;
        rows.sort_by_key(|row| wanted.iter().position(|key| *key == row.key.0));
        Ok(rows)
    }
}
