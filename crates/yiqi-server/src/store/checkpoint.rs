//! Checkpoints beside the writer.
//!
//! SQLite copies the write-ahead log into the database when the log has grown long, and by default
//! the commit that finds it so does the copying: a hundred milliseconds in which nobody's move is
//! acknowledged. Here another connection copies while the writer goes on. The writer copies only
//! what is left when the log has reached its limit, and then starts the log over.

use sqlx::{Connection, Executor, SqliteConnection};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// After this many jobs the log is copied. A quiet server leaves it to the writer.
const JOBS: usize = 1_000;

/// The limit of the log, in pages of 4 KiB.
pub(super) const LOG_PAGES_MAX: &str = "8192";

/// Copies the log in a task of its own.
pub(super) struct Checkpointer {
    job_count: usize,
    due: mpsc::Sender<()>,
    task: JoinHandle<()>,
}

impl Checkpointer {
    pub(super) fn start(connection: SqliteConnection) -> Checkpointer {
        let (due, is_due) = mpsc::channel(1);
        Checkpointer {
            job_count: 0,
            due,
            task: crate::tasks::spawn(run(connection, is_due)),
        }
    }

    /// Notes how many jobs were committed.
    pub(super) fn note(&mut self, job_count: usize) {
        self.job_count += job_count;
        // If one is still under way, the next note tries again.
        if self.job_count >= JOBS && self.due.try_send(()).is_ok() {
            self.job_count = 0;
        }
    }

    /// Closes the connection.
    pub(super) async fn close(self) {
        drop(self.due);
        let _ = self.task.await;
    }
}

async fn run(mut connection: SqliteConnection, mut is_due: mpsc::Receiver<()>) {
    while is_due.recv().await.is_some() {
        // Passive: it waits for nobody and nobody waits for it.
        let copied = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").await;
        if let Err(error) = copied {
            tracing::warn!(%error, "could not copy the write-ahead log");
        }
    }
    let _ = connection.close().await;
}
