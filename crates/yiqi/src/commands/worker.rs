//! `yiqi worker`: takes analyses and games of tournaments from a bus and does them.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use clap::ArgMatches;
use tokio::sync::watch;
use yiqi_bus::BusUrl;
use yiqi_jobs::{Queue, WorkerEvent, WorkerOptions, engine_version, work};
use yiqi_server::LogForm;
use yiqi_text::{Args, Text};

use super::bus;
use super::serve::{Signals, start_log};
use crate::failure::Failure;

/// Memory for the engine of each thread if nothing else is said, in MiB.
const MIB_PER_THREAD: usize = 32;

/// How often it looks whether those who ask have another version.
const VERSION_EVERY: Duration = Duration::from_secs(30);

/// Works until it is stopped.
pub(crate) fn run(args: &ArgMatches, text: &Text) -> Result<(), Failure> {
    let Some(url) = bus::url(args, text)? else {
        return Ok(());
    };
    let threads = args.get_one::<u16>("threads").map_or_else(
        || std::thread::available_parallelism().map_or(1, usize::from),
        |&count| usize::from(count),
    );
    let memory_mib = args
        .get_one::<u32>("memory")
        .map_or(threads * MIB_PER_THREAD, |&mib| mib as usize);
    let name = args.get_one::<String>("name").cloned();
    let options = WorkerOptions {
        name: name.unwrap_or_else(usual_name),
        threads,
        memory_mib,
    };
    let log = std::env::var("YIQI_LOG").unwrap_or_else(|_| "warn,async_nats=off".to_owned());
    start_log(&log, LogForm::Text);
    let runtime = bus::runtime()?;
    runtime.block_on(until_stopped(&url, options, text))
}

/// The name of the machine, and the process.
fn usual_name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host = Some(host.trim()).filter(|host| !host.is_empty());
    format!("{}-{}", host.unwrap_or("worker"), std::process::id())
}

async fn until_stopped(url: &BusUrl, options: WorkerOptions, text: &Text) -> Result<(), Failure> {
    let mut signals = Signals::listen(false);
    let queue = bus::queue(url, text).await?;
    check_version(&queue, text).await?;
    let args = Args::new()
        .text("name", &options.name)
        .number("threads", options.threads)
        .number("memory", options.memory_mib)
        .text("bus", url.to_string())
        .text("version", engine_version());
    say(&text.fill("worker-started", args))?;
    let (stop, stopping) = watch::channel(false);
    let done = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&done);
    let report = move |event| match event {
        WorkerEvent::Done => {
            counter.fetch_add(1, Ordering::Relaxed);
        }
        WorkerEvent::Unreachable(error) => {
            tracing::warn!(%error, "the bus cannot be used; trying again");
        }
        WorkerEvent::Back => tracing::warn!("the bus can be used again"),
    };
    let mut working = tokio::spawn(work(queue.clone(), options, stopping, report));
    let mut versions = tokio::time::interval(VERSION_EVERY);
    versions.tick().await;
    let ended = loop {
        tokio::select! {
            _ = signals.next() => break Ok(()),
            _ = &mut working => break Ok(()),
            _ = versions.tick() => {
                let checked = check_version(&queue, text).await;
                if checked.is_err() {
                    break checked;
                }
            }
        }
    };
    // Fails only if it has ended.
    let _ = stop.send(true);
    tokio::select! {
        _ = &mut working => {}
        // A second signal skips the wait.
        _ = signals.next() => {}
    }
    let args = Args::new().number("count", done.load(Ordering::Relaxed));
    say(&text.fill("worker-stopped", args))?;
    ended
}

/// Refuses to work for other versions alone.
async fn check_version(queue: &Queue, text: &Text) -> Result<(), Failure> {
    // A bus that cannot be reached now says nothing about versions.
    let others = queue.foreign_versions().await.unwrap_or_default();
    if others.is_empty() {
        return Ok(());
    }
    let args = Args::new()
        .text("own", engine_version())
        .text("theirs", others.join(", "));
    Err(Failure::work(text.fill("worker-other-version", args)))
}

fn say(line: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()?;
    Ok(())
}
