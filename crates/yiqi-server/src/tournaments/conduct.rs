//! The task that adds what follows by itself: results, draws, the beginning and the end.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::time::Instant;
use yiqi_arena::open::{OpenEntry, OpenOutcome, OpenStage, OutcomeKind};
use yiqi_record::Seat;

use super::{Held, Hosted, Note};
use crate::StoreError;
use crate::denied::Denied;
use crate::hub::Hub;
use crate::service::stopped;
use crate::services::Services;
use crate::store::{PersonKey, TournamentStage};
use crate::table::{TableRequest, TournamentResult};

/// How long to wait before trying again after a failure.
const RETRY: Duration = Duration::from_secs(1);

/// A shorter downtime is not added to an arena.
const EXTENDED_MIN_MS: u64 = 1_000;

/// How long a node waits for another that should act first.
const PATIENCE: Duration = Duration::from_millis(1_500);

/// How many tournaments are read after a start.
const READ_MAX: u32 = 10_000;

/// How often a game that cannot be read is tried.
const TRIES_MAX: u32 = 3;

/// When to look at a tournament again, and at which of its games.
#[derive(Clone, Debug)]
struct Pending {
    at: Instant,
    games: Games,
}

/// Games that may be over.
#[derive(Clone, Debug, Default)]
struct Games {
    /// Whether all that are open may be: nobody has told what happened to them.
    are_all: bool,
    these: Vec<u32>,
    /// How often a game could not be read.
    failures: BTreeMap<u32, u32>,
}

impl Games {
    fn all() -> Games {
        Games {
            are_all: true,
            ..Games::default()
        }
    }

    fn are_asked(&self, number: u32) -> bool {
        self.are_all || self.these.contains(&number)
    }

    /// Counts a failure to read a game. Returns whether it was the last try.
    fn give_up(&mut self, number: u32) -> bool {
        let count = self.failures.entry(number).or_default();
        *count += 1;
        *count >= TRIES_MAX
    }

    /// The games to try again: those that could not be read and are still open.
    fn left(mut self, is_open: impl Fn(u32) -> bool) -> Games {
        self.failures.retain(|&number, _| is_open(number));
        Games {
            are_all: false,
            these: self.failures.keys().copied().collect(),
            failures: self.failures,
        }
    }
}

/// Conducts all tournaments until the service stops.
pub(crate) async fn conduct(
    hub: Hub,
    mut notes: mpsc::UnboundedReceiver<Note>,
    mut stopping: watch::Receiver<bool>,
) {
    let mut pending: BTreeMap<String, Pending> = BTreeMap::new();
    let ids = tokio::select! {
        biased;
        ids = resume(&hub) => ids,
        () = stopped(&mut stopping) => return,
    };
    for id in ids {
        let games = Games::all();
        let at = Instant::now() + patience(&hub, &id);
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
            biased;
            note = notes.recv() => match note {
                Some(note) => take(&hub, &mut pending, note),
                None => return,
            },
            () = wake => {}
            () = stopped(&mut stopping) => return,
        }
        // Results that come together are stored together.
        while let Ok(note) = notes.try_recv() {
            take(&hub, &mut pending, note);
        }
    }
}

/// How much later than another node this one acts, if that one is the tournament's home. Should both
/// act, the store decides.
fn patience(hub: &Hub, id: &str) -> Duration {
    if hub.services.nodes.is_home(id) {
        Duration::ZERO
    } else {
        PATIENCE
    }
}

fn take(hub: &Hub, pending: &mut BTreeMap<String, Pending>, note: Note) {
    let (id, game) = match note {
        Note::Over { id, game } => (id, Some(game)),
        Note::Changed { id } => (id, None),
    };
    let now = Instant::now() + patience(hub, &id);
    let known = pending.entry(id).or_insert_with(|| Pending {
        at: now,
        games: Games::default(),
    });
    known.at = known.at.min(now);
    known.games.these.extend(game);
}

/// Reads all tournaments that are not over, and tries again until it can: nobody else conducts them.
/// Returns their ids.
async fn resume(hub: &Hub) -> Vec<String> {
    loop {
        match try_resume(hub).await {
            Ok(ids) => return ids,
            Err(error) => tracing::error!(%error, "could not read the tournaments, will retry"),
        }
        tokio::time::sleep(RETRY).await;
    }
}

async fn try_resume(hub: &Hub) -> Result<Vec<String>, StoreError> {
    let services = &hub.services;
    let mut ids = Vec::new();
    for stage in [TournamentStage::Running, TournamentStage::Upcoming] {
        for row in services.store.tournaments(stage, READ_MAX).await? {
            let id = row.id.clone();
            match services.host(row).await {
                Ok(_) => ids.push(id),
                Err(denied) => {
                    if let Some(error) = denied.store_failure() {
                        return Err(error.clone());
                    }
                    let error = denied.code();
                    tracing::error!(tournament = id, error, "could not open a tournament");
                }
            }
        }
    }
    Ok(ids)
}

/// Reads all tournaments that are not over again: other nodes may have changed them.
pub(crate) async fn read_again(hub: &Hub) {
    for stage in [TournamentStage::Running, TournamentStage::Upcoming] {
        let rows = match hub.services.store.tournaments(stage, READ_MAX).await {
            Ok(rows) => rows,
            Err(error) => {
                tracing::warn!(%error, "could not read the tournaments");
                return;
            }
        };
        for row in rows {
            if let Err(denied) = hub.services.follow_tournament(&row.id).await {
                let error = denied.code();
                tracing::warn!(tournament = row.id, error, "could not be read again");
            }
        }
    }
}

/// Adds everything that follows in a tournament. Returns when to look again.
async fn look_at(hub: &Hub, id: &str, mut games: Games) -> Option<Pending> {
    let retry = |games| {
        let at = Instant::now() + RETRY;
        Some(Pending { at, games })
    };
    let hosted = match hub.services.tournament(id).await {
        Ok(hosted) => hosted,
        Err(denied) if denied.store_failure().is_some() => return retry(games),
        // Its log is gone or damaged, which the log of the server has told.
        Err(_) => return None,
    };
    let mut held = hosted.held.lock().await;
    if let Err(denied) = advance(hub, &hosted, &mut held, &mut games).await {
        let error = denied.code();
        tracing::warn!(tournament = id, error, "will retry");
        games.are_all = true;
        return retry(games);
    }
    if held.tournament.is_over() {
        drop(held);
        hub.services.tournaments.retire(&hosted);
        return None;
    }
    let left = games.left(|number| {
        let mut open = held.tournament.open_games();
        open.any(|game| game.drawn.number == number)
    });
    if !left.these.is_empty() || !held.busy.is_empty() {
        return retry(left);
    }
    let time = hub.services.time;
    let wake_ms = held.tournament.wake_ms(time.now_ms())?;
    Some(Pending {
        at: time.moment(wake_ms) + patience(hub, id),
        games: left,
    })
}

async fn advance(
    hub: &Hub,
    hosted: &Arc<Hosted>,
    held: &mut Held,
    games: &mut Games,
) -> Result<(), Denied> {
    let services = &hub.services;
    // A game that ended here may have been drawn by another node that was not heard.
    if !games
        .these
        .iter()
        .all(|game| held.tables.contains_key(game))
    {
        hosted.read_on(services, held).await?;
    }
    // Nothing follows from the last games of one that was called off.
    if held.tournament.is_over() {
        return Ok(());
    }
    let mut entries = results(hub, hosted, held, games).await?;
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
        if !entries.is_empty() && !hosted.append(services, held, &entries, Vec::new()).await? {
            // Another node was first; what is left is judged again.
            return Box::pin(advance(hub, hosted, held, games)).await;
        }
        let now_ms = services.time.now_ms();
        entries = held.tournament.due(now_ms, &HashSet::new());
        let mut busy = HashSet::new();
        if (entries.iter()).any(|entry| matches!(entry, OpenEntry::Drawn(_))) {
            busy = busy_players(services, hosted, held).await?;
        }
        if !busy.is_empty() {
            entries = held.tournament.due(now_ms, &busy);
        }
        let busy: BTreeSet<usize> = busy.into_iter().collect();
        if busy != std::mem::replace(&mut held.busy, busy.clone()) {
            hosted.changes.send_modify(|count| *count += 1);
        }
        if entries.is_empty() {
            return Ok(());
        }
    }
}

/// The players who are in a game of another tournament that is running. Bots may play several games
/// at once.
async fn busy_players(
    services: &Services,
    hosted: &Hosted,
    held: &Held,
) -> Result<HashSet<usize>, Denied> {
    let players = held.entrants.iter().zip(held.tournament.players());
    let people: HashMap<PersonKey, usize> = players
        .filter(|(entrant, player)| player.is_active && !entrant.bot)
        .filter_map(|(entrant, _)| Some((entrant.person?, entrant.player)))
        .collect();
    let keys = people.keys().copied().collect();
    let busy = services.store.playing_elsewhere(hosted.key, keys).await?;
    Ok(busy
        .iter()
        .filter_map(|key| people.get(key).copied())
        .collect())
}

/// The entries for those of the games that are over. Who did not come to the board also leaves the
/// tournament, so that nobody else waits in vain.
///
/// # Errors
/// If the store does not answer. A game that alone cannot be read is tried a few times and then
/// counts for nobody, so that the others go on.
async fn results(
    hub: &Hub,
    hosted: &Hosted,
    held: &Held,
    games: &mut Games,
) -> Result<Vec<OpenEntry>, Denied> {
    let mut entries = Vec::new();
    for game in held.tournament.open_games() {
        let number = game.drawn.number;
        if !games.are_asked(number) {
            continue;
        }
        let result = match held.tables.get(&number) {
            Some(table) => {
                let asked = hub.request(table, |reply| TableRequest::Result { reply });
                asked.await
            }
            None => Err(Denied::NotFound),
        };
        let (outcome, at_ms) = match result {
            Ok(None) => continue,
            Ok(Some(TournamentResult {
                winner,
                is_no_show,
                at_ms,
            })) => {
                let kind = if is_no_show {
                    OutcomeKind::NoShow
                } else {
                    OutcomeKind::Played
                };
                ((winner, kind), at_ms)
            }
            Err(denied) if denied.store_failure().is_some() => return Err(denied),
            Err(denied) => {
                let (tournament, error) = (&hosted.id, denied.code());
                if !games.give_up(number) {
                    tracing::warn!(tournament, number, error, "a game cannot be read");
                    continue;
                }
                tracing::error!(
                    tournament,
                    number,
                    error,
                    "a game cannot be read and does not count"
                );
                let now_ms = hub.services.time.now_ms();
                ((None, OutcomeKind::Damaged), now_ms)
            }
        };
        let (winner, kind) = outcome;
        entries.push(OpenEntry::Ended {
            game: number,
            outcome: OpenOutcome {
                winner,
                kind,
                at_ms,
            },
        });
        if kind == OutcomeKind::NoShow {
            for seat in Seat::BOTH.into_iter().filter(|&seat| Some(seat) != winner) {
                let absent = game.drawn.players[seat];
                entries.extend(held.tournament.withdraw(absent, at_ms));
            }
        }
    }
    Ok(entries)
}
