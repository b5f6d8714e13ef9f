//! The analysis of finished games: done once, kept in the store, shown to everybody.
//!
//! Each game has at most one job. It analyzes one position after another, the last one first,
//! because what the engine found there helps it with those before. Every result is stored before it
//! is shown, so that after a restart the job goes on where it was. Nobody's leaving stops it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::{StreamExt, stream};
use tokio::sync::{broadcast, mpsc, watch};
use yiqi_arena::OpeningLine;
use yiqi_record::{GameResult, Record, notation};
use yiqi_rules::{AnyPosition, Color, Game, GameSpec};
use yiqi_session::Refusal;
use yiqi_wire::{AnalysisLine, AnalysisStage, AnalyzedPosition, GameAnalysis, WireCertainty};

use crate::denied::Denied;
use crate::hub::Hub;
use crate::limits::Holder;
use crate::position_search::{PositionSearch, StudyEngine};
use crate::service::stopped;
use crate::services::Services;
use crate::slots::Slot;
use crate::store::{AnalysisRow, TableKey};
use crate::study::{self, StudyError};
use crate::table::TableRequest;
use crate::thinking::{Class, Owner};
use crate::workers::Search;

/// Capacity of the queue of events. Whoever falls behind gets everything again.
const EVENTS: usize = 64;

/// The evaluation of a won game in games without a score.
const WON: i32 = 10_000;

/// The analyses in progress, by table.
#[derive(Debug)]
pub(crate) struct Analyses {
    running: Mutex<HashMap<TableKey, Arc<Running>>>,
    /// Tables whose analysis begins.
    begun: broadcast::Sender<TableKey>,
}

impl Default for Analyses {
    fn default() -> Analyses {
        Analyses {
            running: Mutex::default(),
            begun: broadcast::channel(EVENTS).0,
        }
    }
}

/// An analysis in progress.
#[derive(Debug)]
struct Running {
    analysis: Mutex<GameAnalysis>,
    events: broadcast::Sender<GameAnalysis>,
}

/// A finished game to analyze.
pub(crate) struct FinishedGame {
    table: TableKey,
    /// The game, board and rules.
    game: GameSpec,
    /// The start position and the moves of the main line.
    line: OpeningLine,
    /// The moves by name.
    moves: Vec<String>,
    /// The positions of the main line, the first one before any move.
    positions: Vec<AnyPosition>,
    /// The result, if the rules ended the game.
    result: Option<GameResult>,
}

/// What there is of an analysis, and what will follow while it is in progress.
pub(crate) struct Followed {
    pub(crate) analysis: GameAnalysis,
    pub(crate) events: Option<broadcast::Receiver<GameAnalysis>>,
}

impl FinishedGame {
    /// The game of a record.
    ///
    /// # Errors
    /// If it is not over, or there is nothing to evaluate.
    pub(crate) fn of_record(table: TableKey, record: &Record) -> Result<FinishedGame, Denied> {
        let spec = record.header.spec;
        let replay = record
            .replay()
            .map_err(|error| Denied::Study(StudyError::of_record(record, error)))?;
        if record.result(&replay).is_none() {
            return Err(Denied::Refused(spec, Refusal::NotOver));
        }
        if spec.game() == Game::Peace {
            return Err(Denied::NothingToAnalyze);
        }
        let start = record.header.start_position();
        let mut position = start.map_err(|error| Denied::Study(StudyError::Setup(error)))?;
        let moves = replay.moves().map(|mv| notation::move_name(mv, spec));
        let moves = moves.collect();
        let line = OpeningLine {
            start: record.header.start.clone(),
            moves: replay.moves().collect(),
        };
        let mut positions = vec![position.clone()];
        for mv in replay.moves() {
            position.play_unchecked(mv);
            positions.push(position.clone());
        }
        let result = position.outcome().as_ref().map(GameResult::from);
        Ok(FinishedGame {
            table,
            game: spec,
            line,
            moves,
            positions,
            result,
        })
    }

    /// The last position, where the rules decide.
    fn end(&self, deep: bool) -> Option<AnalyzedPosition> {
        let result = self.result.as_ref()?;
        let sign = match result.winner {
            Some(Color::Black) => 1,
            Some(Color::White) => -1,
            None => 0,
        };
        // The sign is the winner's, because in anti-reversi fewer stones win.
        let won = result.score.map_or(WON, |score| {
            (i32::from(score.black) - i32::from(score.white)).abs() * 100
        });
        Some(AnalyzedPosition {
            ply: self.positions.len() - 1,
            deep,
            depth: 0,
            line: Some(AnalysisLine {
                eval: sign * won,
                exact: true,
                certainty: Some(WireCertainty::Exact),
                moves: Vec::new(),
            }),
        })
    }
}

impl Running {
    fn analysis(&self) -> MutexGuard<'_, GameAnalysis> {
        lock(&self.analysis)
    }

    /// The position to analyze next, the last one first.
    fn next(&self) -> Option<(usize, bool)> {
        let (plies, deep) = self.missing();
        Some((*plies.last()?, deep))
    }

    /// The positions to analyze, and whether with more time.
    fn missing(&self) -> (Vec<usize>, bool) {
        let analysis = self.analysis();
        let mut is_missing = vec![true; analysis.moves.len() + 1];
        for position in &analysis.positions {
            if let Some(is_missing) = is_missing.get_mut(position.ply) {
                *is_missing = analysis.deep && !position.deep;
            }
        }
        let plies = (0..is_missing.len()).filter(|&ply| is_missing[ply]);
        (plies.collect(), analysis.deep)
    }

    /// Adds a position and tells everybody.
    fn add(&self, position: AnalyzedPosition) {
        let mut analysis = self.analysis();
        let places = &mut analysis.positions;
        match places.binary_search_by_key(&position.ply, |known| known.ply) {
            Ok(at) => places[at] = position.clone(),
            Err(at) => places.insert(at, position.clone()),
        }
        self.tell(&analysis, vec![position]);
    }

    fn tell(&self, analysis: &GameAnalysis, positions: Vec<AnalyzedPosition>) {
        // Fails only if nobody listens.
        let _ = self.events.send(GameAnalysis {
            stage: analysis.stage,
            deep: analysis.deep,
            moves: Vec::new(),
            positions,
        });
    }
}

impl Analyses {
    fn running(&self) -> MutexGuard<'_, HashMap<TableKey, Arc<Running>>> {
        lock(&self.running)
    }

    /// The analysis of a game, and what follows.
    pub(crate) async fn follow(
        services: &Services,
        game: &FinishedGame,
    ) -> Result<Followed, Denied> {
        // Read before looking for a job: one that ends in between has stored everything.
        let in_progress = || {
            let running = services.analyses.running();
            let job = running.get(&game.table)?;
            let analysis = job.analysis();
            Some(Followed {
                events: Some(job.events.subscribe()),
                analysis: analysis.clone(),
            })
        };
        if let Some(followed) = in_progress() {
            return Ok(followed);
        }
        let row = services.store.analysis(game.table).await?;
        if let Some(followed) = in_progress() {
            return Ok(followed);
        }
        Ok(Followed {
            analysis: stored(game, row.unwrap_or_default()),
            events: None,
        })
    }

    /// Waits until somebody has a game analyzed.
    pub(crate) async fn begin(
        services: &Services,
        game: &FinishedGame,
    ) -> Result<Followed, Denied> {
        let mut begun = services.analyses.begun.subscribe();
        loop {
            let followed = Analyses::follow(services, game).await?;
            if followed.analysis.stage != AnalysisStage::Idle {
                return Ok(followed);
            }
            // Whoever falls behind looks again.
            while begun.recv().await.is_ok_and(|table| table != game.table) {}
        }
    }

    /// Has a game analyzed, unless it is being analyzed or was already.
    pub(crate) async fn start(
        services: &Arc<Services>,
        game: FinishedGame,
        deep: bool,
        owner: Owner,
        slot: impl FnOnce() -> Result<Slot<Holder>, Denied>,
        stopping: watch::Receiver<bool>,
    ) -> Result<GameAnalysis, Denied> {
        let followed = Analyses::follow(services, &game).await?;
        let has = &followed.analysis;
        let is_wanted = has.stage == AnalysisStage::Idle || (deep && !has.deep);
        if !is_wanted {
            return Ok(followed.analysis);
        }
        let slot = slot()?;
        let deep = services.store.want_analysis(game.table, deep).await?;
        let row = services.store.analysis(game.table).await?;
        let mut running = services.analyses.running();
        if let Some(job) = running.get(&game.table) {
            let mut analysis = job.analysis();
            analysis.deep |= deep;
            job.tell(&analysis, Vec::new());
            return Ok(analysis.clone());
        }
        let analysis = GameAnalysis {
            stage: AnalysisStage::Running,
            deep,
            ..stored(&game, row.unwrap_or_default())
        };
        let job = Arc::new(Running {
            analysis: Mutex::new(analysis.clone()),
            events: broadcast::channel(EVENTS).0,
        });
        running.insert(game.table, Arc::clone(&job));
        drop(running);
        // Fails only if nobody waits.
        let _ = services.analyses.begun.send(game.table);
        let services = Arc::clone(services);
        let mut stopping = stopping;
        crate::tasks::spawn(async move {
            let table = game.table;
            tokio::select! {
                ended = analyze(&services, game, &job, owner) => {
                    if let Err(denied) = ended {
                        tracing::warn!(table = table.0, error = denied.code(), "an analysis ended early");
                    }
                }
                () = stopped(&mut stopping) => {}
            }
            // Dropping the job ends the streams of those who watch.
            services.analyses.running().remove(&table);
            drop(slot);
        });
        Ok(analysis)
    }

    /// Goes on with everything that a stop has interrupted.
    pub(crate) async fn resume(hub: Hub, stopping: watch::Receiver<bool>) {
        let mut stop = stopping.clone();
        tokio::select! {
            biased;
            () = Analyses::resume_all(hub, stopping) => {}
            () = stopped(&mut stop) => {}
        }
    }

    async fn resume_all(hub: Hub, stopping: watch::Receiver<bool>) {
        let tables = match hub.services.store.interrupted_analyses().await {
            Ok(tables) => tables,
            Err(error) => {
                tracing::error!(%error, "could not read the interrupted analyses");
                return;
            }
        };
        for id in tables {
            // Another node goes on with it.
            if !hub.services.nodes.is_home(&id) {
                continue;
            }
            let resumed = async {
                let row = hub.services.store.table(&id).await?;
                let row = row.ok_or(Denied::NotFound)?;
                let record = hub
                    .request(&id, |reply| TableRequest::Game { reply })
                    .await?;
                let game = FinishedGame::of_record(row.key, &record)?;
                let slot = || {
                    hub.services
                        .limits
                        .resumed_analysis()
                        .ok_or(Denied::TooMany)
                };
                let owner = Owner::new(None, None);
                let stopping = stopping.clone();
                Analyses::start(&hub.services, game, false, owner, slot, stopping).await
            };
            if let Err(denied) = resumed.await {
                tracing::error!(
                    table = id,
                    error = denied.code(),
                    "could not go on with an analysis"
                );
            }
        }
    }
}

/// A stored analysis as it is shown.
fn stored(game: &FinishedGame, row: AnalysisRow) -> GameAnalysis {
    let count = game.positions.len();
    let positions: Vec<AnalyzedPosition> = row
        .positions
        .into_iter()
        .filter(|position| position.ply < count)
        .collect();
    let is_done = row.done && positions.len() == count;
    GameAnalysis {
        stage: if is_done {
            AnalysisStage::Done
        } else {
            AnalysisStage::Idle
        },
        deep: row.deep,
        moves: game.moves.clone(),
        positions,
    }
}

/// Analyzes all positions of a game that are missing.
async fn analyze(
    services: &Arc<Services>,
    game: FinishedGame,
    job: &Running,
    owner: Owner,
) -> Result<(), Denied> {
    let engine = StudyEngine::new(services);
    loop {
        while let Some((ply, deep)) = job.next() {
            // What workers leave undone is done here.
            if analyze_elsewhere(services, &game, job).await? > 0 {
                continue;
            }
            let position = match game.end(deep) {
                Some(end) if end.ply == ply => end,
                _ => search(services, &engine, &game, ply, deep, owner).await?,
            };
            services.store.add_analyzed(game.table, &position).await?;
            job.add(position);
        }
        let deep = job.analysis().deep;
        if !services.store.finish_analysis(game.table, deep).await? {
            // Somebody has just asked for more time.
            job.analysis().deep = true;
            continue;
        }
        let mut running = services.analyses.running();
        let mut analysis = job.analysis();
        if analysis.deep == deep {
            analysis.stage = AnalysisStage::Done;
            job.tell(&analysis, Vec::new());
            running.remove(&game.table);
            return Ok(());
        }
    }
}

/// Has the missing positions of a game analyzed by workers, several at once. Returns how many were.
async fn analyze_elsewhere(
    services: &Arc<Services>,
    game: &FinishedGame,
    job: &Running,
) -> Result<usize, Denied> {
    let Some(queue) = services.workers.queue() else {
        return Ok(0);
    };
    let (plies, deep) = job.missing();
    let (_, threads) = services.workers.count();
    let searches = plies.into_iter().rev().map(|ply| {
        let queue = queue.clone();
        async move {
            let position = game.positions.get(ply)?;
            position.turn()?;
            let search = Search {
                game: game.game,
                line: OpeningLine {
                    start: game.line.start.clone(),
                    moves: game.line.moves.get(..ply)?.to_vec(),
                },
                time: analysis_time(services, deep),
                line_count: 1,
            };
            let analysis = services.workers.analyze(&queue, search).await?;
            let report = study::analysis_report(&analysis, position, 0, true);
            Some(AnalyzedPosition {
                ply,
                deep,
                depth: report.depth,
                line: report.lines.into_iter().next(),
            })
        }
    });
    // A few more than there are threads, so that none has to wait for us.
    let mut found = stream::iter(searches).buffer_unordered(threads + 2);
    let mut count = 0;
    while let Some(position) = found.next().await {
        let Some(position) = position else { continue };
        services.store.add_analyzed(game.table, &position).await?;
        job.add(position);
        count += 1;
    }
    Ok(count)
}

fn analysis_time(services: &Services, deep: bool) -> Duration {
    let options = &services.options;
    if deep {
        options.deep_analysis_time
    } else {
        options.analysis_time
    }
}

/// Analyzes one position.
async fn search(
    services: &Arc<Services>,
    engine: &Arc<StudyEngine>,
    game: &FinishedGame,
    ply: usize,
    deep: bool,
    owner: Owner,
) -> Result<AnalyzedPosition, Denied> {
    let time = analysis_time(services, deep);
    let position = game.positions.get(ply).ok_or(Denied::NothingToAnalyze)?;
    let (sender, mut reports) = mpsc::channel(2);
    PositionSearch::new(Arc::clone(engine), position.clone(), 1, time, sender)
        .run(owner, Class::Analysis, &services.thinkers)
        .await;
    let mut last = None;
    while let Some(report) = reports.recv().await {
        last = Some(report);
    }
    let report = last.ok_or_else(|| Denied::internal(&"a search ended without a report"))?;
    Ok(AnalyzedPosition {
        ply,
        deep,
        depth: report.depth,
        line: report.lines.into_iter().next(),
    })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
