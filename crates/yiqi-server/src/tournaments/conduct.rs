//! The task that adds what follows by itself: results, draws, the beginning and the end.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::time::Instant;
use yiqi_arena::open::{OpenEntry, OpenOutcome, OpenStage, OutcomeKind};

use super::{Held, Hosted, Note};
use crate::denied::Denied;
use crate::hub::Hub;
use crate::server::stopped;
use crate::store::TournamentStage;
use crate::table::{TableRequest, TournamentResult};

/// How long to wait before trying again after a failure.
const RETRY: Duration = Duration::from_secs(1);

/// A shorter downtime is not added to an arena.
const EXTENDED_MIN_MS: u64 = 1_000;

/// How many tournaments are read after a start.
const READ_MAX: u32 = 10_000;

/// When to look at a tournament again, and at which of its games.
#[derive(Clone, Debug)]
struct Pending {
    at: Instant,
    games: Games,
}

/// Games that may be over.
#[derive(Clone, Debug)]
enum Games {
    /// All that are open: nobody has told what happened to them.
    All,
    These(Vec<u32>),
}

impl Pending {
    fn none(at: Instant) -> Pending {
        Pending {
            at,
            games: Games::These(Vec::new()),
        }
    }
}

/// Conducts all tournaments until the service stops.
pub(crate) async fn conduct(
    hub: Hub,
    mut notes: mpsc::UnboundedReceiver<Note>,
    mut stopping: watch::Receiver<bool>,
) {
    let mut pending: HashMap<String, Pending> = HashMap::new();
    for id in resume(&hub).await {
        let games = Games::All;
        let at = Instant::now();
        pending.insert(id, Pending { at, games });
    }
    loop {
        let now = Instant::now();
        let due: Vec<String> = pending
            .iter()
            .filter(|(_, pending)| pending.at <= now)
            .map(|(id, _)| id.clone())
            .collect();
        for id in due {
            let Some(Pending { games, .. }) = pending.remove(&id) else {
                continue;
            };
            if let Some(next) = look_at(&hub, &id, games).await {
                pending.insert(id, next);
            }
        }
        let next = pending.values().map(|pending| pending.at).min();
        let wake = async {
            match next {
                Some(at) => tokio::time::sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            note = notes.recv() => match note {
                Some(note) => take(&mut pending, note),
                None => return,
            },
            () = wake => {}
            () = stopped(&mut stopping) => return,
        }
        // Results that come together are stored together.
        while let Ok(note) = notes.try_recv() {
            take(&mut pending, note);
        }
    }
}

fn take(pending: &mut HashMap<String, Pending>, note: Note) {
    let now = Instant::now();
    let (id, game) = match note {
        Note::Over { id, game } => (id, Some(game)),
        Note::Changed { id } => (id, None),
    };
    let known = pending.entry(id).or_insert_with(|| Pending::none(now));
    known.at = known.at.min(now);
    if let (Games::These(games), Some(game)) = (&mut known.games, game) {
        games.push(game);
    }
}

/// Reads all tournaments that are not over. Returns their ids.
async fn resume(hub: &Hub) -> Vec<String> {
    let services = &hub.services;
    let mut ids = Vec::new();
    for stage in [TournamentStage::Running, TournamentStage::Upcoming] {
        let rows = match services.store.tournaments(stage, READ_MAX).await {
            Ok(rows) => rows,
            Err(error) => {
                tracing::error!(%error, "could not read the tournaments");
                continue;
            }
        };
        for row in rows {
            let id = row.id.clone();
            match services.host(row).await {
                Ok(_) => ids.push(id),
                Err(denied) => {
                    let error = denied.code();
                    tracing::error!(tournament = id, error, "could not open a tournament");
                }
            }
        }
    }
    ids
}

/// Adds everything that follows in a tournament. Returns when to look again.
async fn look_at(hub: &Hub, id: &str, games: Games) -> Option<Pending> {
    let hosted = match hub.services.tournament(id).await {
        Ok(hosted) => hosted,
        Err(Denied::NotFound) => return None,
        Err(_) => {
            return Some(Pending {
                at: Instant::now() + RETRY,
                games,
            });
        }
    };
    let mut held = hosted.held.lock().await;
    match advance(hub, &hosted, &mut held, &games).await {
        Ok(()) => {}
        Err(denied) => {
            let error = denied.code();
            tracing::warn!(tournament = id, error, "will retry");
            return Some(Pending {
                at: Instant::now() + RETRY,
                games: Games::All,
            });
        }
    }
    if held.tournament.is_over() {
        drop(held);
        hub.services.tournaments.retire(&hosted);
        return None;
    }
    let time = hub.services.time;
    let wake_ms = held.tournament.wake_ms(time.now_ms())?;
    Some(Pending::none(Instant::from_std(time.moment(wake_ms))))
}

async fn advance(
    hub: &Hub,
    hosted: &Arc<Hosted>,
    held: &mut Held,
    games: &Games,
) -> Result<(), Denied> {
    let services = &hub.services;
    // Nothing follows from the last games of one that was called off.
    if held.tournament.is_over() {
        return Ok(());
    }
    let mut entries = results(hub, held, games).await?;
    if let OpenStage::Running { since_ms } = held.tournament.stage()
        && held.tournament.end_ms().is_some()
    {
        let down_ms = services.gaps.since(since_ms);
        let by_ms = down_ms.saturating_sub(held.tournament.extended_ms());
        if by_ms >= EXTENDED_MIN_MS {
            entries.push(OpenEntry::Extended { by_ms });
        }
    }
    loop {
        if !entries.is_empty() {
            hosted.append(services, held, &entries, Vec::new()).await?;
        }
        entries = held.tournament.due(services.time.now_ms());
        if entries.is_empty() {
            return Ok(());
        }
    }
}

/// The entries for those of the games that are over. Who did not come to the board also leaves the
/// tournament, so that nobody else waits in vain.
async fn results(hub: &Hub, held: &Held, games: &Games) -> Result<Vec<OpenEntry>, Denied> {
    let mut entries = Vec::new();
    for game in held.tournament.open_games() {
        let number = game.drawn.number;
        let is_asked = match games {
            Games::All => true,
            Games::These(games) => games.contains(&number),
        };
        let Some(table) = held.tables.get(&number).filter(|_| is_asked) else {
            continue;
        };
        let asked = hub.request(table, |reply| TableRequest::Result { reply });
        let Some(TournamentResult {
            winner,
            is_no_show,
            is_void,
            at_ms,
        }) = asked.await?
        else {
            continue;
        };
        entries.push(OpenEntry::Ended {
            game: number,
            outcome: OpenOutcome {
                winner,
                kind: match (is_void, is_no_show) {
                    (true, _) => OutcomeKind::Void,
                    (false, true) => OutcomeKind::NoShow,
                    (false, false) => OutcomeKind::Played,
                },
                at_ms,
            },
        });
        if let Some(winner) = winner.filter(|_| is_no_show) {
            let absent = game.drawn.players[winner.other()];
            entries.extend(held.tournament.withdraw(absent, at_ms));
        }
    }
    Ok(entries)
}
