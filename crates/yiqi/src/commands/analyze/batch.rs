//! All games of a file or a folder, here or on other machines.

use std::cell::{Cell, RefCell};
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::ArgMatches;
use futures_util::{StreamExt, stream};
use serde_json::Value;
use tokio::sync::watch;
use yiqi_arena::OpeningLine;
use yiqi_jobs::{
    AnalyzeJob, Job, JobResult, Parked, Queue, QueueOptions, Urgency, WorkerOptions, work,
};
use yiqi_players::{EngineOptions, Stop};
use yiqi_record::Format;
use yiqi_rules::{AnyPosition, Color, Move};
use yiqi_text::{Args, Text};

use super::{Finding, Printer, Subject, json_of, limits, read_games};
use crate::commands::{bus, engine_options, stop_on_signals};
use crate::failure::Failure;
use crate::files::file_failure;

/// Positions that are asked for at the same time.
const WINDOW: usize = 512;

/// Size of the transposition table of each search if nothing else is said, in MiB.
const HASH_MIB: usize = 16;

/// How often progress is shown.
const SHOW_EVERY: Duration = Duration::from_millis(200);

/// Folders within folders that are looked into.
const FOLDERS_DEEP: usize = 16;

/// Whether the arguments ask for more than the analysis of one game in this process.
pub(super) fn is_wanted(args: &ArgMatches) -> bool {
    let what = args.get_one::<String>("what").map_or("", String::as_str);
    args.get_flag("all") || args.contains_id("bus") || Path::new(what).is_dir()
}

/// A game of a collection.
struct CollectedGame {
    file: PathBuf,
    number: usize,
    subject: Subject,
}

/// A position of a game.
struct GamePly {
    game: usize,
    ply: usize,
    turn: Color,
    played: Option<Move>,
}

pub(super) fn run(args: &ArgMatches, text: &Text, out: &mut impl Write) -> Result<(), Failure> {
    let options = engine_options(args, text)?;
    let url = bus::url(args, text)?;
    let (games, mut problems) = collect(args, text)?;
    let stop = stop_on_signals();
    let batch = Batch {
        line_count: usize::from(args.get_one::<u8>("multi").copied().unwrap_or(1)),
        is_json: args.get_flag("json"),
        games,
        options,
        stop,
        text,
    };
    let runtime = bus::runtime()?;
    runtime.block_on(async {
        let (end, stopping) = watch::channel(false);
        let queue = match &url {
            Some(url) => {
                let queue = bus::queue(url, text).await?;
                queue.watch_workers();
                queue
            }
            None => {
                let queue = Queue::local(&QueueOptions::new(""));
                let threads = options.threads.unwrap_or(1);
                let options = WorkerOptions {
                    name: String::new(),
                    threads,
                    memory_mib: threads * options.hash.unwrap_or(HASH_MIB),
                };
                tokio::spawn(work(queue.clone(), options, stopping, |_| {}));
                queue
            }
        };
        let done = batch.run(&queue, url.is_some(), out).await;
        // Fails only without workers of our own.
        let _ = end.send(true);
        problems += done?;
        Ok::<(), Failure>(())
    })?;
    if batch.stop.is_stopped() {
        return Err(Failure::work(text.say("analyze-batch-stopped")));
    }
    match problems {
        0 => Ok(()),
        count => {
            let args = Args::new().number("count", count);
            Err(Failure::work(text.fill("analyze-batch-problems", args)))
        }
    }
}

/// The games that the arguments name, and how many files of a folder could not be read.
fn collect(args: &ArgMatches, text: &Text) -> Result<(Vec<CollectedGame>, usize), Failure> {
    let what = args.get_one::<String>("what").map_or("", String::as_str);
    let path = Path::new(what);
    if args.get_one::<String>("moves").is_some() {
        return Err(Failure::usage(text.say("error-analyze-batch-moves")));
    }
    if !path.is_dir() {
        let nth = (!args.get_flag("all")).then(|| args.get_one::<u32>("nth").copied().unwrap_or(1));
        return Ok((games_of(path, nth.map(|nth| nth as usize), args, text)?, 0));
    }
    let mut games = Vec::new();
    let mut problems = 0;
    for file in files_in(path) {
        match games_of(&file, None, args, text) {
            Ok(found) => games.extend(found),
            Err(failure) => {
                problems += 1;
                let said = failure.message.unwrap_or_default();
                let _ = writeln!(std::io::stderr(), "{said}");
            }
        }
    }
    if games.is_empty() && problems == 0 {
        return Err(file_failure(text, path, text.say("error-analyze-no-games")));
    }
    Ok((games, problems))
}

fn games_of(
    path: &Path,
    nth: Option<usize>,
    args: &ArgMatches,
    text: &Text,
) -> Result<Vec<CollectedGame>, Failure> {
    let games = read_games(path, nth, args, text)?;
    let games = games.into_iter().map(|(number, subject)| CollectedGame {
        file: path.to_owned(),
        number,
        subject,
    });
    Ok(games.collect())
}

/// The files with games in a folder and those in it, in order of their names.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![(folder.to_owned(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            match entry.file_type() {
                _ if is_hidden => {}
                Ok(kind) if kind.is_dir() && depth < FOLDERS_DEEP => {
                    folders.push((path, depth + 1))
                }
                Ok(kind) if kind.is_file() && Format::of_path(&path).is_some() => files.push(path),
                _ => {}
            }
        }
    }
    files.sort();
    files
}

struct Batch<'a> {
    games: Vec<CollectedGame>,
    options: EngineOptions,
    line_count: usize,
    is_json: bool,
    stop: Stop,
    text: &'a Text,
}

impl Batch<'_> {
    /// Analyzes everything and prints it in order. Returns how many positions were given up.
    async fn run(
        &self,
        queue: &Queue,
        has_bus: bool,
        out: &mut impl Write,
    ) -> Result<usize, Failure> {
        let places: Vec<GamePly> = self.places();
        let done = Cell::new(0);
        let progress = RefCell::new(Progress::new(places.len(), has_bus, self.text));
        let results = stream::iter(&places).map(|place| {
            let done = &done;
            async move {
                let result = queue.ask(self.job(place), Urgency::Batch).result().await;
                done.set(done.get() + 1);
                (place, result)
            }
        });
        let mut results = results.buffered(WINDOW);
        let mut show = tokio::time::interval(SHOW_EVERY);
        let mut game = None;
        let mut given_up = 0;
        let printed = loop {
            let next = tokio::select! {
                next = results.next() => next,
                _ = show.tick() => {
                    if self.stop.is_stopped() {
                        break Ok(());
                    }
                    progress.borrow_mut().show(done.get(), queue);
                    continue;
                }
            };
            let Some((place, result)) = next else {
                break Ok(());
            };
            progress.borrow_mut().clear();
            if !self.is_json && game != Some(place.game) {
                let is_first = game.is_none();
                if let Err(failure) = self.print_head(place.game, is_first, out) {
                    break Err(failure);
                }
            }
            game = Some(place.game);
            match self.print(place, result, out) {
                Ok(is_given_up) => given_up += usize::from(is_given_up),
                Err(failure) => break Err(failure),
            }
        };
        progress.borrow_mut().clear();
        printed.map(|()| given_up)
    }

    /// All positions in which somebody is to move.
    fn places(&self) -> Vec<GamePly> {
        let mut places = Vec::new();
        for (game, CollectedGame { subject, .. }) in self.games.iter().enumerate() {
            let mut position: AnyPosition = subject.start.clone();
            for ply in 0..=subject.moves.len() {
                let played = subject.moves.get(ply).copied();
                if let Some(turn) = position.turn() {
                    places.push(GamePly {
                        game,
                        ply,
                        turn,
                        played,
                    });
                }
                if let Some(mv) = played {
                    position.play_unchecked(mv);
                }
            }
        }
        places
    }

    fn job(&self, place: &GamePly) -> Job {
        let subject = &self.games[place.game].subject;
        let game = subject.start.spec();
        Job::Analyze(AnalyzeJob {
            game,
            line: OpeningLine {
                start: subject.setup.clone(),
                moves: subject.moves[..place.ply].to_vec(),
            },
            limits: limits(self.options, game),
            line_count: self.line_count,
            hash_mib: self.options.hash.unwrap_or(HASH_MIB),
        })
    }

    fn printer<'o, W: Write>(&'o self, game: usize, out: &'o mut W) -> Printer<'o, W> {
        let spec = self.games[game].subject.start.spec();
        Printer::new(out, self.text, spec, self.is_json)
    }

    fn print_head(&self, game: usize, is_first: bool, out: &mut impl Write) -> Result<(), Failure> {
        let CollectedGame {
            file,
            number,
            subject,
        } = &self.games[game];
        let args = Args::new()
            .text("file", file.to_string_lossy())
            .number("number", *number)
            .text("black", &subject.players[Color::Black])
            .text("white", &subject.players[Color::White]);
        if !is_first {
            writeln!(out)?;
        }
        writeln!(out, "{}", self.text.fill("analyze-batch-game", args))?;
        self.printer(game, out).head()
    }

    /// Prints a result; whether the position was given up.
    fn print(
        &self,
        place: &GamePly,
        result: Result<JobResult, Parked>,
        out: &mut impl Write,
    ) -> Result<bool, Failure> {
        let CollectedGame { file, number, .. } = &self.games[place.game];
        let (analysis, spent) = match result {
            Ok(JobResult::Analyzed { analysis, spent }) => (analysis, spent),
            // A position has no other result.
            Ok(JobResult::Played(_)) => return Ok(true),
            Err(parked) => {
                let args = Args::new()
                    .text("file", file.to_string_lossy())
                    .number("number", *number)
                    .number("ply", place.ply)
                    .text("problem", parked.reason);
                let said = self.text.fill("analyze-batch-given-up", args);
                let _ = writeln!(std::io::stderr(), "{said}");
                return Ok(true);
            }
        };
        let finding = Finding {
            ply: place.ply,
            turn: place.turn,
            played: place.played,
            analysis,
            seconds: spent.as_secs_f64(),
        };
        if !self.is_json {
            self.printer(place.game, out).finding(&finding)?;
            return Ok(false);
        }
        let spec = self.games[place.game].subject.start.spec();
        let mut value = json_of(&finding, spec);
        if let Some(object) = value.as_object_mut() {
            object.insert("file".to_owned(), Value::from(file.to_string_lossy()));
            object.insert("game".to_owned(), Value::from(*number));
        }
        writeln!(out, "{value}")?;
        out.flush()?;
        Ok(false)
    }
}

/// Says on standard error how far it is.
struct Progress<'a> {
    text: &'a Text,
    total: usize,
    has_bus: bool,
    is_live: bool,
    is_shown: bool,
    begun: Instant,
    /// Whether it was said that nobody works.
    has_warned: bool,
}

impl<'a> Progress<'a> {
    /// How long to wait for workers before saying that there are none.
    const PATIENCE: Duration = Duration::from_secs(5);

    fn new(total: usize, has_bus: bool, text: &'a Text) -> Progress<'a> {
        Progress {
            text,
            total,
            has_bus,
            is_live: std::io::stderr().is_terminal(),
            is_shown: false,
            begun: Instant::now(),
            has_warned: false,
        }
    }

    fn show(&mut self, done: usize, queue: &Queue) {
        let workers = queue.workers();
        let is_late = self.begun.elapsed() >= Progress::PATIENCE;
        if self.has_bus && workers.is_empty() && is_late && !self.has_warned {
            self.has_warned = true;
            self.clear();
            let _ = writeln!(std::io::stderr(), "{}", self.text.say("bus-no-workers"));
        }
        if !workers.is_empty() {
            self.has_warned = false;
        }
        if !self.is_live {
            return;
        }
        let args = Args::new()
            .number("done", done)
            .number("total", self.total)
            .number("workers", workers.len());
        let key = if self.has_bus {
            "analyze-batch-progress-bus"
        } else {
            "analyze-batch-progress"
        };
        let _ = write!(std::io::stderr(), "\r{}\x1b[K", self.text.fill(key, args));
        self.is_shown = true;
    }

    /// Removes the line.
    fn clear(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
