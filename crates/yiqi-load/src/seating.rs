//! Guests and tables for a run.

use futures_util::{StreamExt, TryStreamExt, stream};
use yiqi_record::BySeat;
use yiqi_rules::{AnyPosition, GameSpec};
use yiqi_testkit::Dice;
use yiqi_wire::{FirstColor, NewSeat, NewTable, Origin};

use crate::LoadError;
use crate::api::Api;
use crate::mirror::any_move;

/// How many requests run at the same time.
pub(crate) const AT_ONCE: usize = 64;

/// The tokens of two guests.
pub(crate) type Pair = BySeat<String>;

/// Creates pairs of guests.
pub(crate) async fn make_pairs(api: &Api, count: usize) -> Result<Vec<Pair>, LoadError> {
    stream::iter(0..count)
        .map(|number| async move {
            let first = api.guest(&format!("Ann {number}")).await?;
            let second = api.guest(&format!("Bob {number}")).await?;
            Ok(Pair { first, second })
        })
        .buffer_unordered(AT_ONCE)
        .try_collect()
        .await
}

/// The terms of a table.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    pub(crate) spec: GameSpec,
    pub(crate) time: &'static str,
    /// Moves played before the game begins.
    pub(crate) moves: Vec<String>,
}

impl Terms {
    fn table(&self) -> NewTable {
        NewTable {
            game: self.spec.to_string(),
            first: NewSeat::Me {},
            second: NewSeat::Open {},
            first_color: FirstColor::Drawn,
            time: self.time.to_owned(),
            listed: false,
            private: false,
            rated: false,
            from: (!self.moves.is_empty()).then(|| Origin {
                start: None,
                moves: self.moves.clone(),
            }),
        }
    }
}

/// Creates a table and seats both players; the game starts.
pub(crate) async fn seat(api: &Api, pair: &Pair, terms: &Terms) -> Result<String, LoadError> {
    let created = api.create(&pair.first, &terms.table()).await?;
    api.sit(&pair.second, &created).await?;
    Ok(created.table)
}

/// Creates a table where two programs of the server play each other.
pub(crate) async fn seat_engines(
    api: &Api,
    token: &str,
    spec: GameSpec,
) -> Result<String, LoadError> {
    let player = NewSeat::Computer {
        player: "engine:level=20".to_owned(),
    };
    let table = NewTable {
        first: player.clone(),
        second: player,
        time: "none".to_owned(),
        ..Terms {
            spec,
            time: "none",
            moves: Vec::new(),
        }
        .table()
    };
    Ok(api.create(token, &table).await?.table)
}

/// The first `plies` moves of a game, none of which ends it.
pub(crate) fn opening(spec: GameSpec, plies: usize, dice: &mut Dice) -> Vec<String> {
    let mut position = AnyPosition::new(spec);
    let mut moves = Vec::new();
    while moves.len() < plies {
        let Some(text) = any_move(&position, dice) else {
            break;
        };
        let Ok(mv) = yiqi_record::notation::parse_move(&text, spec) else {
            break;
        };
        if position.play(mv).is_err() || position.turn().is_none() {
            break;
        }
        moves.push(text);
    }
    moves
}
