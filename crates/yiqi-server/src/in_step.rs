//! Keeps a node in step with the others: hears what they tell, and reads what it may have missed.
//!
//! Nothing here decides anything. A notice that is lost is made up for by the next look at the
//! store, some seconds later; one that cannot be read is counted and dropped.

use std::time::Duration;

use tokio::sync::{Notify, mpsc, watch};
use tokio::time::MissedTickBehavior;
use yiqi_bus::{Heard, Listener};

use crate::hub::Hub;
use crate::notices::{Letter, Notice, SummaryNotice};
use crate::service::stopped;
use crate::store::PersonKey;
use crate::table::TableRequest;
use crate::tournaments::read_again;
use crate::{StoreError, notices};

/// How often the lobby is told to the other nodes.
const TELL_EVERY: Duration = Duration::from_millis(500);

/// How often the store is asked whether a table has entries that nobody has told of.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// How often tables are looked for that no node watches.
const SWEEP_EVERY: Duration = Duration::from_secs(30);

/// How many tables of the lobby one notice has.
const SUMMARIES_AT_ONCE: usize = 50;

/// What the parts share.
#[derive(Debug, Default)]
struct Signals {
    /// Notices may have been missed.
    missed: Notify,
}

/// Runs until the service stops.
pub(crate) async fn keep_in_step(
    hub: Hub,
    listener: Listener,
    mut stopping: watch::Receiver<bool>,
) {
    let signals = Signals::default();
    let (changed, tournaments) = mpsc::unbounded_channel();
    hub.services.nodes.publish(Notice::Hello);
    tokio::select! {
        biased;
        () = hear(&hub, listener, &signals, changed) => {}
        () = tell_lobby(&hub) => {}
        () = look(&hub, &signals) => {}
        () = sweep(&hub) => {}
        () = follow_tournaments(&hub, tournaments) => {}
        () = stopped(&mut stopping) => {}
    }
}

/// Acts on what other nodes tell.
async fn hear(
    hub: &Hub,
    mut listener: Listener,
    signals: &Signals,
    changed: mpsc::UnboundedSender<TournamentNotice>,
) {
    while let Some(heard) = listener.next().await {
        match heard {
            Heard::Missed => signals.missed.notify_one(),
            Heard::Message(bytes) => match serde_json::from_slice(&bytes) {
                Ok(letter) => take(hub, letter, &changed),
                Err(error) => {
                    hub.services.metrics.notices_bad.inc();
                    tracing::warn!(%error, "a notice of another node cannot be read");
                }
            },
        }
    }
    // The bus is closed for good; the store is still asked now and then.
    std::future::pending().await
}

/// News of tournaments, which are read one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
enum TournamentNotice {
    Changed(String),
    Chat(String),
}

fn take(hub: &Hub, letter: Letter, changed: &mpsc::UnboundedSender<TournamentNotice>) {
    let services = &hub.services;
    match letter.notice {
        Notice::Entries { table, count } => {
            let is_told = true;
            hub.send_if_open(&table, TableRequest::Entries { count, is_told });
        }
        Notice::Row { table } => hub.send_if_open(&table, TableRequest::Row),
        Notice::Chat { table } => hub.send_if_open(&table, TableRequest::NewChat),
        Notice::Opened { table } => {
            if services.nodes.is_home(&table) {
                services.open_soon(table);
            }
        }
        Notice::Here { tables } => {
            for here in tables {
                let (id, is_empty) = (here.table.clone(), here.is_empty());
                services.nodes.note_theirs(letter.from, here);
                if !is_empty && services.nodes.is_home(&id) && !hub.is_open(&id) {
                    services.open_soon(id.clone());
                }
                hub.send_if_open(&id, TableRequest::LookElsewhere);
            }
        }
        Notice::Hello => {
            services.nodes.tell_all_mine();
            services.lobby.tell_again();
        }
        Notice::Lobby { put, gone } => {
            let put = put.into_iter().filter_map(SummaryNotice::summary).collect();
            services.lobby.note_theirs(letter.from, put, &gone);
        }
        Notice::Personal { person, event } => {
            services.personal.tell(PersonKey(person), event);
        }
        Notice::Revoked { tokens, person } => {
            let person = person.map(PersonKey);
            services.people.revoke_here(&tokens, person);
        }
        Notice::Forget { person } => {
            let hub = hub.clone();
            crate::tasks::spawn(async move { hub.forget_person_here(&person.into()).await });
        }
        Notice::Replace { guest, account } => {
            let hub = hub.clone();
            let guest = PersonKey(guest);
            crate::tasks::spawn(
                async move { hub.replace_person_here(guest, &account.into()).await },
            );
        }
        Notice::Tournament { id } => {
            let _ = changed.send(TournamentNotice::Changed(id));
        }
        Notice::TournamentChat { tournament } => {
            let _ = changed.send(TournamentNotice::Chat(tournament));
        }
        Notice::Over { id, game } => {
            if services.nodes.is_home(&id) {
                services.tournaments.note_over(&id, game);
            }
        }
        Notice::Spent(spent) => match &spent {
            notices::Spent::Password(password) => services.people.note_spent(password),
            spent => services.limits.note_spent(spent),
        },
    }
}

async fn follow_tournaments(hub: &Hub, mut notices: mpsc::UnboundedReceiver<TournamentNotice>) {
    let mut waiting = Vec::new();
    while notices.recv_many(&mut waiting, 1024).await > 0 {
        let mut done: Vec<TournamentNotice> = Vec::new();
        for notice in waiting.drain(..) {
            // What has changed several times is read once.
            if done.contains(&notice) {
                continue;
            }
            let followed = match &notice {
                TournamentNotice::Changed(id) => hub.services.follow_tournament(id).await,
                TournamentNotice::Chat(id) => hub.services.follow_tournament_chat(id).await,
            };
            if let Err(denied) = followed {
                tracing::warn!(error = denied.code(), "could not follow a tournament");
            }
            done.push(notice);
        }
    }
}

/// Tells other nodes what has changed in the lobby.
async fn tell_lobby(hub: &Hub) {
    let mut every = tokio::time::interval(TELL_EVERY);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let services = &hub.services;
    loop {
        every.tick().await;
        services.metrics.nodes.set(services.nodes.count() as i64);
        let is_up = services
            .nodes
            .bus()
            .is_some_and(yiqi_bus::Bus::is_connected);
        services.metrics.bus_up.set(i64::from(is_up));
        let (put, mut gone) = services.lobby.take_untold();
        for part in put.chunks(SUMMARIES_AT_ONCE) {
            services.nodes.publish(Notice::Lobby {
                put: part.iter().map(SummaryNotice::from).collect(),
                gone: std::mem::take(&mut gone),
            });
        }
        if !gone.is_empty() {
            let put = Vec::new();
            services.nodes.publish(Notice::Lobby { put, gone });
        }
    }
}

/// Asks the store whether there are entries that nobody has told of.
async fn look(hub: &Hub, signals: &Signals) {
    let mut every = tokio::time::interval(LOOK_EVERY);
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            biased;
            _ = every.tick() => {}
            () = signals.missed.notified() => make_up(hub).await,
        }
        if let Err(error) = read_numbers(hub).await {
            tracing::warn!(%error, "could not look for new entries");
        }
    }
}

async fn read_numbers(hub: &Hub) -> Result<(), StoreError> {
    let open = hub.open_tables();
    if open.is_empty() {
        return Ok(());
    }
    let keys: Vec<_> = open.iter().map(|handle| handle.key).collect();
    let numbers = hub.services.store.last_numbers(&keys).await?;
    let numbers: std::collections::HashMap<_, _> = numbers.into_iter().collect();
    for handle in open {
        if let Some(&count) = numbers.get(&handle.key) {
            let is_told = false;
            handle.send_soon(TableRequest::Entries { count, is_told });
        }
    }
    Ok(())
}

/// Reads and tells everything that notices would have told.
async fn make_up(hub: &Hub) {
    let services = &hub.services;
    services.people.revoke_unknown();
    services.personal.interrupt();
    services.nodes.publish(Notice::Hello);
    services.nodes.tell_all_mine();
    services.lobby.tell_again();
    hub.tell_all(|| TableRequest::Row).await;
    hub.tell_all(|| TableRequest::NewChat).await;
    read_again(hub).await;
}

/// Opens tables in play that nobody watches, after a node has come or gone and now and then.
async fn sweep(hub: &Hub) {
    let nodes = &hub.services.nodes;
    let Some(mut changes) = nodes.changes() else {
        return std::future::pending().await;
    };
    loop {
        match hub.services.store.playing_ids().await {
            Ok(ids) => {
                for id in ids {
                    if nodes.is_home(&id) && !hub.is_open(&id) {
                        hub.services.open_soon(id);
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "could not read the games in play"),
        }
        tokio::select! {
            biased;
            () = tokio::time::sleep(SWEEP_EVERY) => {}
            changed = changes.changed() => {
                if changed.is_err() {
                    return;
                }
                hub.services.lobby.keep_nodes(|node| nodes.is_there(node));
                // One that is new, or was only cut off, does not know who is here, and this one no
                // longer knows who is there.
                nodes.tell_all_mine();
                hub.services.lobby.tell_again();
                nodes.publish(Notice::Hello);
                hub.tell_all(|| TableRequest::LookElsewhere).await;
            }
        }
    }
}
