//! The bus between machines: where it is, and the queue of jobs on it.

use std::path::{Path, PathBuf};

use clap::ArgMatches;
use tokio::runtime::Runtime;
use yiqi_bus::{BusError, BusUrl};
use yiqi_jobs::{Queue, QueueError, QueueOptions, engine_version};
use yiqi_text::{Args, Text, words};

use crate::failure::Failure;
use crate::files::file_failure;

/// The most bytes of a file with a token.
const TOKEN_BYTES_MAX: u64 = 4096;

/// The bus that the flags or the environment name, if any.
pub(super) fn url(args: &ArgMatches, text: &Text) -> Result<Option<BusUrl>, Failure> {
    let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let flag = |id: &str| args.try_get_one::<String>(id).ok().flatten().cloned();
    let Some(named) = flag("bus") else {
        return Ok(None);
    };
    let url: BusUrl = named.parse().map_err(|_| {
        // Not the secret in it.
        let shown = named
            .rsplit_once('@')
            .map_or(named.as_str(), |(_, host)| host);
        Failure::usage(text.fill("bus-bad-url", Args::new().text("url", shown)))
    })?;
    let file = args.try_get_one::<PathBuf>("token-file").ok().flatten();
    let token = match file {
        Some(path) => Some(read_token(path, text)?),
        None => flag("token").or_else(|| variable("YIQI_BUS_TOKEN")),
    };
    Ok(Some(match token {
        Some(token) => url.with_token(token),
        None => url,
    }))
}

fn read_token(path: &Path, text: &Text) -> Result<String, Failure> {
    let fail = |error: std::io::Error| file_failure(text, path, words::io_error(text, &error));
    let is_long = std::fs::metadata(path).map_err(fail)?.len() > TOKEN_BYTES_MAX;
    if is_long {
        return Err(file_failure(text, path, text.say("bus-long-token")));
    }
    let token = std::fs::read_to_string(path).map_err(fail)?;
    Ok(token.trim().to_owned())
}

/// The queue of jobs on a bus.
pub(super) async fn queue(url: &BusUrl, text: &Text) -> Result<Queue, Failure> {
    let fail = |key: &str, problem: String| {
        let args = Args::new()
            .text("bus", url.to_string())
            .text("problem", problem);
        Failure::work(text.fill(key, args))
    };
    let client = url.connect().await.map_err(|error| match error {
        BusError::Unreachable(problem) => fail("bus-unreachable", problem),
        BusError::Refused(problem) => fail("bus-refused", problem),
    })?;
    // The first search takes a moment, in which connections must not be left alone.
    let version = tokio::task::spawn_blocking(engine_version).await;
    let version = version.unwrap_or(env!("CARGO_PKG_VERSION"));
    let opened = Queue::nats(client, QueueOptions::new(version)).await;
    opened.map_err(|error| match error {
        QueueError::NoJetStream => fail("bus-no-jetstream", String::new()),
        QueueError::Bus(problem) => fail("bus-failed", problem),
    })
}

/// A runtime for commands that are not servers.
pub(super) fn runtime() -> std::io::Result<Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
}
