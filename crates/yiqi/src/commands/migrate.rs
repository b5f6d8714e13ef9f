//! `yiqi migrate`: a server's database moves between a file and PostgreSQL.

use std::io::Write;

use clap::ArgMatches;
use yiqi_server::{DatabasePlace, MigrateError, ServerError, StoreError, StoreOptions, migrate};
use yiqi_text::{Args, Text};

use super::serve::{place, start_failure};
use crate::failure::Failure;

/// Copies a database into an empty one, compares every row, and says how many there were.
pub(crate) fn run(args: &ArgMatches, text: &Text, out: &mut impl Write) -> Result<(), Failure> {
    let named = |name: &str| {
        let url = args.get_one::<String>(name).map_or("", String::as_str);
        place(text, url)
    };
    let (from, to) = (named("from")?, named("to")?);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let moved = runtime
        .block_on(migrate(&from, &to))
        .map_err(|error| failure(text, &error))?;
    let number = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
    let args = Args::new()
        .number("rows", number(moved.rows))
        .number("entries", number(moved.entries))
        .text("to", to.to_string());
    writeln!(out, "{}", text.fill("migrate-done", args))?;
    Ok(())
}

fn failure(text: &Text, error: &MigrateError) -> Failure {
    let about = |database: &DatabasePlace| Args::new().text("path", database.to_string());
    let message = match error {
        MigrateError::NoSource(database) => text.fill("backup-no-database", about(database)),
        MigrateError::NotEmpty(database) => text.fill("migrate-not-empty", about(database)),
        MigrateError::Differs { database, table } => {
            text.fill("migrate-differs", about(database).text("table", *table))
        }
        MigrateError::Store(database, StoreError::Failed(problem)) => {
            text.fill("migrate-failed", about(database).text("problem", problem))
        }
        MigrateError::Store(database, StoreError::InUse) => {
            text.fill("serve-db-in-use", about(database))
        }
        MigrateError::Store(database, error) => {
            let store = StoreOptions::at(database.clone());
            return start_failure(text, &store, &ServerError::Store(error.clone()));
        }
    };
    Failure::work(message)
}
