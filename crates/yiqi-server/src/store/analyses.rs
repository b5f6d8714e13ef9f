//! The kept analyses of finished games.

use yiqi_wire::AnalyzedPosition;

use super::sql::{query, query_as, query_scalar};
use super::{Store, StoreError, TableKey};

/// The analysis of a game as stored.
#[derive(Clone, Debug, Default)]
pub(crate) struct AnalysisRow {
    /// Whether more time was asked for.
    pub(crate) deep: bool,
    pub(crate) done: bool,
    /// By ply.
    pub(crate) positions: Vec<AnalyzedPosition>,
}

impl Store {
    /// The analysis of a table's game, if somebody asked for one.
    pub(crate) async fn analysis(
        &self,
        table: TableKey,
    ) -> Result<Option<AnalysisRow>, StoreError> {
        let row: Option<(bool, bool)> =
            query_as("SELECT deep, done FROM analyses WHERE table_key = $1")
                .bind(table.0)
                .fetch_optional(self.readers())
                .await?;
        let Some((deep, done)) = row else {
            return Ok(None);
        };
        let bodies: Vec<String> =
            query_scalar("SELECT body FROM analyzed WHERE table_key = $1 ORDER BY ply")
                .bind(table.0)
                .fetch_all(self.readers())
                .await?;
        // A damaged one is missing, and asking again repairs it.
        let positions = bodies
            .iter()
            .filter_map(|body| serde_json::from_str(body).ok())
            .collect();
        Ok(Some(AnalysisRow {
            deep,
            done,
            positions,
        }))
    }

    /// Stores that an analysis is wanted. Returns whether it is now to be done with more time: that
    /// can be asked for once, and stays so.
    pub(crate) async fn want_analysis(
        &self,
        table: TableKey,
        deep: bool,
    ) -> Result<bool, StoreError> {
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                query_scalar(
                    "INSERT INTO analyses (table_key, deep, done) VALUES ($1, $2, FALSE) \
                     ON CONFLICT (table_key) DO UPDATE SET \
                     done = analyses.done AND analyses.deep >= excluded.deep, \
                     deep = analyses.deep OR excluded.deep \
                     RETURNING deep",
                )
                .bind(table.0)
                .bind(deep)
                .fetch_one(connection)
                .await
            })
        }))
        .await
    }

    /// Stores the analysis of one position.
    pub(crate) async fn add_analyzed(
        &self,
        table: TableKey,
        position: &AnalyzedPosition,
    ) -> Result<(), StoreError> {
        let (ply, deep) = (position.ply as i64, position.deep);
        let body = serde_json::to_string(position).unwrap_or_default();
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                query(
                    "INSERT INTO analyzed (table_key, ply, deep, body) \
                     VALUES ($1, $2, $3, $4) ON CONFLICT (table_key, ply) \
                     DO UPDATE SET deep = excluded.deep, body = excluded.body",
                )
                .bind(table.0)
                .bind(ply)
                .bind(deep)
                .bind(body)
                .execute(connection)
                .await?;
                Ok(())
            })
        }))
        .await
    }

    /// Stores that every position is analyzed. Returns false if more time was asked for meanwhile.
    pub(crate) async fn finish_analysis(
        &self,
        table: TableKey,
        deep: bool,
    ) -> Result<bool, StoreError> {
        self.write(Box::new(move |connection| {
            Box::pin(async move {
                let done =
                    query("UPDATE analyses SET done = TRUE WHERE table_key = $1 AND deep = $2")
                        .bind(table.0)
                        .bind(deep)
                        .execute(connection)
                        .await?;
                Ok(done == 1)
            })
        }))
        .await
    }

    /// The ids of the tables whose analysis was interrupted.
    pub(crate) async fn interrupted_analyses(&self) -> Result<Vec<String>, StoreError> {
        Ok(query_scalar(
            "SELECT id FROM tables JOIN analyses ON table_key = key WHERE done = FALSE ORDER BY key",
        )
        .fetch_all(self.readers())
        .await?)
    }
}
