//! What several nodes need of the database they share: who is there, what time it is, and what is
//! new.

use super::sql::{Sql, Value, query_as, query_scalar};
use super::{Store, StoreError, TableKey, postgres};

/// What a node learns when it says that it is alive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Beat {
    /// How many gaps are stored.
    pub(crate) gap_count: usize,
}

/// The nodes that are connected to the database, and its clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NodesSeen {
    pub(crate) now_ms: u64,
    pub(crate) nodes: Vec<u32>,
}

impl Store {
    /// Stores that a node is alive. If nobody was for longer than `gap_ms`, that time is stored as
    /// a gap; two nodes that find it at once store it twice, which counts once.
    pub(crate) async fn beat(&self, now_ms: u64, gap_ms: u64) -> Result<Beat, StoreError> {
        #[cfg(feature = "sim")]
        if let super::sql::Pool::Sim(link) = self.readers() {
            return link.beat(now_ms, gap_ms).await;
        }
        let (gap_count, added): (i64, i64) = query_as(
            "WITH before AS (SELECT at_ms FROM alive), \
             added AS (INSERT INTO gaps (from_ms, until_ms) SELECT at_ms, $1 FROM before \
             WHERE at_ms + $2 < $1 RETURNING 1), \
             beat AS (INSERT INTO alive (at_ms) VALUES ($1) ON CONFLICT (only_row) \
             DO UPDATE SET at_ms = greatest(alive.at_ms, excluded.at_ms) RETURNING 1) \
             SELECT (SELECT count(*) FROM gaps), (SELECT count(*) FROM added)",
        )
        .bind(now_ms as i64)
        .bind(gap_ms as i64)
        .fetch_one(self.readers())
        .await?;
        Ok(Beat {
            gap_count: (gap_count + added) as usize,
        })
    }

    /// Who is connected, and the time by the database's clock.
    pub(crate) async fn nodes(&self) -> Result<NodesSeen, StoreError> {
        let (now_ms, nodes) = match self.readers() {
            super::sql::Pool::Postgres(pool) => {
                let asked = sqlx::query_as::<_, (i64, Option<Vec<i64>>)>(postgres::NODES);
                super::sql::in_time(asked.fetch_one(pool)).await?
            }
            super::sql::Pool::Sqlite(_) => (0, None),
            #[cfg(feature = "sim")]
            super::sql::Pool::Sim(link) => return link.nodes().await,
        };
        Ok(NodesSeen {
            now_ms: now_ms as u64,
            nodes: nodes
                .unwrap_or_default()
                .into_iter()
                .filter_map(|node| u32::try_from(node).ok())
                .collect(),
        })
    }

    /// Connects again, so that the other nodes see this one: whoever has nothing to write does not
    /// notice that the connection is gone.
    pub(crate) async fn show_up(&self) -> Result<(), StoreError> {
        self.write(Box::new(|_| Box::pin(async { Ok(()) }))).await
    }

    /// What this database is called between the nodes that use it: when it was created.
    pub(crate) async fn site(&self) -> Result<String, StoreError> {
        let created: i64 = query_scalar(
            "SELECT (extract(epoch FROM min(installed_on)) * 1000000)::bigint FROM _sqlx_migrations",
        )
        .fetch_one(self.readers())
        .await?;
        Ok(format!("{created:x}"))
    }

    /// The number of the last entry of each of these tables that has any.
    pub(crate) async fn last_numbers(
        &self,
        tables: &[TableKey],
    ) -> Result<Vec<(TableKey, usize)>, StoreError> {
        let keys = tables.iter().map(|table| table.0).collect();
        // The subquery takes the last entry of the index, where a group would read all.
        let rows: Vec<(i64, Option<i64>)> = query_as(Sql {
            sqlite: "SELECT value, (SELECT max(number) FROM entries WHERE table_key = value) \
                     FROM json_each($1)",
            postgres: "SELECT key, (SELECT max(number) FROM entries WHERE table_key = key) \
                       FROM unnest($1) AS keys (key)",
        })
        .bind(Value::Keys(keys))
        .fetch_all(self.readers())
        .await?;
        let last = |(key, number): (i64, Option<i64>)| Some((TableKey(key), number? as usize));
        Ok(rows.into_iter().filter_map(last).collect())
    }

    /// The ids of all tables in play, see [`Store::playing`].
    pub(crate) async fn playing_ids(&self) -> Result<Vec<String>, StoreError> {
        Ok(query_scalar(
            "SELECT id FROM tables WHERE (stage IN ('playing', 'paused') OR (stage = 'waiting' \
             AND EXISTS (SELECT 1 FROM entries WHERE table_key = key))) \
             AND (first_player IS NULL OR second_player IS NULL OR tournament IS NOT NULL) \
             ORDER BY key",
        )
        .fetch_all(self.readers())
        .await?)
    }
}
