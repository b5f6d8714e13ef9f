//! Tournaments: people, bots and programs play many games with one another.
//!
//! What a tournament does is decided by [`yiqi_arena::open`], a pure state machine. This module
//! hosts it: it stores every entry together with the players and tables that belong to it, applies
//! it, and tells everybody. One task, [`conduct`], adds what follows by itself: results, draws, the
//! beginning and the end. Everything in memory can be read back from the store, so a tournament
//! goes on after a kill where it was.

mod chat;
mod conduct;
mod report;
mod terms;
mod view;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use lru::LruCache;
use tokio::sync::{mpsc, watch};
use yiqi_arena::open::{
    CancelReason, OpenEntry, OpenGame, OpenRefusal, OpenStage, OpenStanding, OpenTournament,
};
use yiqi_players::{PlayerKind, PlayerSpec};
use yiqi_rules::GameSpec;
use yiqi_wire::{FirstColor, NewTournament};

use crate::caller::Caller;
use crate::denied::Denied;
use crate::notices::Notice;
use crate::people::rating_game;
use crate::personal::PersonalEvent;
use crate::services::Services;
use crate::store::{
    Appended, EntrantRow, Person, PersonKey, TableSeed, TokenKind, TournamentKey, TournamentRow,
    TournamentStage, TournamentStep,
};
use crate::table::{StoredTerms, TournamentGamePlace, parse_player, player_text};

use chat::ChatRoom;
pub(crate) use chat::SeenChat;
pub(crate) use conduct::{conduct, read_again};
use terms::HostedTerms;
pub use terms::TournamentPolicy;
pub(crate) use view::Shown;

/// The most unfinished tournaments that one person has made.
const PER_PERSON_MAX: u32 = 3;

/// The most unfinished tournaments in all.
const IN_ALL_MAX: usize = 300;

/// The most programs of the server in one tournament.
const PROGRAMS_MAX: usize = 16;

/// How many conflicts with other nodes to accept before giving up.
const CONFLICTS_MAX: usize = 16;

/// How many finished tournaments stay in memory.
const FINISHED_KEPT: NonZeroUsize = NonZeroUsize::MIN.saturating_add(63);

/// Something that happened elsewhere and concerns a tournament.
#[derive(Clone, Debug)]
pub(crate) enum Note {
    /// A game is over.
    Over { id: String, game: u32 },
    /// Something may follow from what was just stored.
    Changed { id: String },
}

/// All tournaments.
#[derive(Debug)]
pub(crate) struct Tournaments {
    /// Those that are not over.
    current: Mutex<BTreeMap<String, Arc<Hosted>>>,
    finished: Mutex<LruCache<String, Arc<Hosted>>>,
    /// The chats of all tournaments that anybody has in memory.
    rooms: Mutex<HashMap<TournamentKey, Weak<ChatRoom>>>,
    notes: mpsc::UnboundedSender<Note>,
}

/// A tournament in memory.
#[derive(Debug)]
pub(crate) struct Hosted {
    key: TournamentKey,
    id: String,
    terms: HostedTerms,
    held: tokio::sync::Mutex<Held>,
    room: Arc<ChatRoom>,
    changes: watch::Sender<u64>,
}

/// What changes while a tournament runs.
#[derive(Clone, Debug)]
struct Held {
    owner: PersonKey,
    tournament: OpenTournament,
    entrants: Vec<EntrantRow>,
    /// The tables of games, by their number.
    tables: HashMap<u32, String>,
    standings: Vec<OpenStanding>,
    /// Players for whom the next games wait: they are in a game of another tournament.
    busy: BTreeSet<usize>,
}

impl Tournaments {
    /// No tournaments, and where notes arrive.
    pub(crate) fn new() -> (Tournaments, mpsc::UnboundedReceiver<Note>) {
        let (notes, receiver) = mpsc::unbounded_channel();
        let tournaments = Tournaments {
            current: Mutex::default(),
            finished: Mutex::new(LruCache::new(FINISHED_KEPT)),
            rooms: Mutex::default(),
            notes,
        };
        (tournaments, receiver)
    }

    fn current(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Hosted>>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn finished(&self) -> MutexGuard<'_, LruCache<String, Arc<Hosted>>> {
        self.finished.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<TournamentKey, Weak<ChatRoom>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// All tournaments that are not over.
    fn all_current(&self) -> Vec<Arc<Hosted>> {
        self.current().values().cloned().collect()
    }

    /// Notes that a game is over.
    pub(crate) fn note_over(&self, id: &str, game: u32) {
        let id = id.to_owned();
        // Fails only if the service is stopping.
        let _ = self.notes.send(Note::Over { id, game });
    }

    fn note_changed(&self, id: &str) {
        let _ = self.notes.send(Note::Changed { id: id.to_owned() });
    }

    /// Keeps a tournament that is over apart.
    fn retire(&self, hosted: &Arc<Hosted>) {
        self.current().remove(&hosted.id);
        self.finished().put(hosted.id.clone(), Arc::clone(hosted));
    }
}

impl Hosted {
    /// Reads a tournament from the store.
    async fn load(services: &Services, row: TournamentRow) -> Result<Hosted, Denied> {
        let terms = HostedTerms::parse(&row.terms)?;
        let lines = services.store.tournament_log(row.key).await?;
        let damaged = || Denied::internal(&format!("the log of tournament {} is damaged", row.id));
        let entries: Option<Vec<OpenEntry>> =
            lines.iter().map(|line| OpenEntry::parse(line)).collect();
        let entries = entries.ok_or_else(damaged)?;
        let open = terms.open(row.created_ms);
        let tournament = OpenTournament::from_entries(open, &entries).ok_or_else(damaged)?;
        let entrants = services.store.entrants(row.key).await?;
        if entrants.len() != tournament.players().len() {
            return Err(damaged());
        }
        let tables = services.store.tournament_tables(row.key).await?;
        Ok(Hosted {
            key: row.key,
            id: row.id,
            terms,
            held: tokio::sync::Mutex::new(Held {
                owner: row.owner,
                standings: tournament.standings(),
                tournament,
                entrants,
                tables: tables.into_iter().collect(),
                busy: BTreeSet::new(),
            }),
            room: services.tournaments.chat_room(row.key),
            changes: watch::Sender::new(0),
        })
    }

    /// Waits for the tournament, for its organizer.
    ///
    /// # Errors
    /// [`Denied::NotYours`] for anybody else.
    async fn organized_by(
        &self,
        services: &Services,
        person: &Person,
    ) -> Result<tokio::sync::MutexGuard<'_, Held>, Denied> {
        let held = self.held.lock().await;
        if !self.is_organizer(services, &held, Some(person)) {
            return Err(Denied::NotYours);
        }
        Ok(held)
    }

    /// A receiver that sees every change.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Stores entries with everything that belongs to them, applies them and tells everybody.
    /// Returns false if another node was first: then what it did was read, and the caller must
    /// judge again.
    ///
    /// # Errors
    /// If they cannot be stored; then nothing has changed.
    async fn append(
        &self,
        services: &Services,
        held: &mut Held,
        entries: &[OpenEntry],
        entrants: Vec<EntrantRow>,
    ) -> Result<bool, Denied> {
        let mut after = held.tournament.clone();
        if let Some(entry) = entries.iter().find(|entry| !after.apply(entry)) {
            return Err(Denied::internal(&format!(
                "entry {entry} cannot follow in tournament {}",
                self.id
            )));
        }
        let first = held.tournament.entry_count() + 1;
        let mut tables = Vec::new();
        for entry in entries {
            if let OpenEntry::Drawn(game) = entry
                && after.open_games().any(|open| open.drawn == *game)
            {
                tables.push(self.seed(services, held, game).await?);
            }
        }
        let step = TournamentStep {
            lines: entries.iter().map(ToString::to_string).collect(),
            entrants: entrants.clone(),
            tables: tables.clone(),
            stage: (after.stage() != held.tournament.stage()).then(|| stored_stage(&after)),
        };
        match services
            .store
            .append_tournament(self.key, first, step)
            .await?
        {
            Appended::Stored => {}
            Appended::Conflict => {
                // Another node was first.
                self.read_on(services, held).await?;
                return Ok(false);
            }
        }
        held.standings = after.standings();
        held.tournament = after;
        held.entrants.extend(entrants);
        for seed in tables {
            let Some((_, game)) = seed.tournament else {
                continue;
            };
            for person in seed.people.iter().flatten() {
                let table = seed.id.clone();
                let event = PersonalEvent::Table { table };
                services.tell(*person, event);
            }
            services.open_everywhere(&seed.id);
            held.tables.insert(game, seed.id);
        }
        self.changes.send_modify(|count| *count += 1);
        let id = self.id.clone();
        services.nodes.publish(Notice::Tournament { id });
        Ok(true)
    }

    /// Appends what is decided now, and decides again if another node was first.
    async fn change(
        &self,
        services: &Services,
        held: &mut Held,
        decide: impl Fn(&Held) -> Result<(OpenEntry, Vec<EntrantRow>), Denied>,
    ) -> Result<(), Denied> {
        let mut is_read = services.nodes.is_alone();
        for _ in 0..CONFLICTS_MAX {
            let (entry, entrants) = match decide(held) {
                // Another node may have stored what makes it possible.
                Err(denied) if !is_read => {
                    is_read = true;
                    if self.read_on(services, held).await? {
                        continue;
                    }
                    return Err(denied);
                }
                decided => decided?,
            };
            if self.append(services, held, &[entry], entrants).await? {
                return Ok(());
            }
            is_read = true;
        }
        Err(Denied::internal(&"too many conflicts in a tournament"))
    }

    /// Reads what other nodes have stored. Returns whether there was anything new.
    async fn read_on(&self, services: &Services, held: &mut Held) -> Result<bool, Denied> {
        let row = services.store.tournament(&self.id).await?;
        let read = Hosted::load(services, row.ok_or(Denied::NotFound)?).await?;
        let read = read.held.into_inner();
        let is_new = read.tournament.entry_count() > held.tournament.entry_count();
        if is_new {
            *held = read;
            self.changes.send_modify(|count| *count += 1);
        }
        Ok(is_new)
    }

    /// The table of a game.
    async fn seed(
        &self,
        services: &Services,
        held: &Held,
        game: &OpenGame,
    ) -> Result<TableSeed, Denied> {
        let new = &self.terms.new;
        let entrants = game.players.map(|player| held.entrants.get(player));
        let both_accounts = {
            let mut count = 0;
            for key in entrants
                .iter()
                .filter_map(|entrant| entrant.as_ref()?.person)
            {
                let person = services.people.by_key(key).await?;
                count += u32::from(person.is_some_and(|person| person.account));
            }
            count == 2
        };
        let stored = StoredTerms {
            game: self.terms.spec.to_string(),
            names: entrants
                .map(|entrant| entrant.map_or_else(String::new, |entrant| entrant.name.clone())),
            time: new.time.clone(),
            first_color: FirstColor::Black,
            from: None,
            tournament: Some(TournamentGamePlace {
                id: self.id.clone(),
                name: new.name.clone(),
                game: game.number,
                show_up_ms: u64::from(new.show_up_seconds) * 1000,
            }),
            same_address: false,
        };
        Ok(TableSeed {
            id: crate::ids::table_id()?,
            created_ms: services.time.now_ms(),
            terms: serde_json::to_string(&stored).map_err(|error| Denied::internal(&error))?,
            people: entrants.map(|entrant| entrant?.person),
            players: entrants.map(|entrant| entrant?.program.clone()),
            owner: held.owner,
            listed: true,
            private: false,
            rated: new.rated && both_accounts,
            invite: None,
            tournament: Some((self.key, game.number)),
        })
    }

    /// Whether a person may begin and cancel the tournament: the organizer, and whoever runs the
    /// server.
    fn is_organizer(&self, services: &Services, held: &Held, person: Option<&Person>) -> bool {
        person.is_some_and(|person| person.key == held.owner || services.is_operator(person))
    }
}

/// The stage in its column, with the times of the beginning and the end.
fn stored_stage(tournament: &OpenTournament) -> (TournamentStage, Option<u64>, Option<u64>) {
    match tournament.stage() {
        OpenStage::Upcoming => (TournamentStage::Upcoming, None, None),
        OpenStage::Running { since_ms } => (TournamentStage::Running, Some(since_ms), None),
        OpenStage::Finished { at_ms } => (TournamentStage::Finished, None, Some(at_ms)),
        OpenStage::Canceled { at_ms, .. } => (TournamentStage::Canceled, None, Some(at_ms)),
    }
}

impl Services {
    /// A tournament by its id.
    pub(crate) async fn tournament(&self, id: &str) -> Result<Arc<Hosted>, Denied> {
        let known = self.tournaments.current().get(id).cloned();
        let known = known.or_else(|| self.tournaments.finished().get(id).cloned());
        if let Some(hosted) = known {
            return Ok(hosted);
        }
        let row = self.store.tournament(id).await?.ok_or(Denied::NotFound)?;
        self.host(row).await
    }

    /// Takes in what another node has done in a tournament.
    pub(crate) async fn follow_tournament(&self, id: &str) -> Result<(), Denied> {
        let known = self.tournaments.current().get(id).cloned();
        match known {
            Some(hosted) => {
                let mut held = hosted.held.lock().await;
                hosted.read_on(self, &mut held).await?;
            }
            None => drop(self.tournament(id).await?),
        }
        // Here too something may be due.
        self.tournaments.note_changed(id);
        Ok(())
    }

    /// Reads a tournament into memory, unless it is there already.
    async fn host(&self, row: TournamentRow) -> Result<Arc<Hosted>, Denied> {
        let hosted = Hosted::load(self, row).await?;
        let is_over = hosted.held.lock().await.tournament.is_over();
        let id = hosted.id.clone();
        let hosted = Arc::new(hosted);
        if is_over {
            let mut finished = self.tournaments.finished();
            return Ok(Arc::clone(finished.get_or_insert(id, || hosted)));
        }
        // Whoever was first has the one that changes.
        let mut current = self.tournaments.current();
        Ok(Arc::clone(current.entry(id).or_insert(hosted)))
    }

    /// Makes a tournament. Returns its id.
    pub(crate) async fn create_tournament(
        &self,
        new: NewTournament,
        caller: &Caller,
    ) -> Result<String, Denied> {
        let person = caller.require_person()?;
        self.check_may_create(person)?;
        let (programs, joins) = (new.programs.clone(), new.join);
        let created_ms = self.time.now_ms();
        let terms = HostedTerms::new(new, created_ms)?;
        if programs.len() > PROGRAMS_MAX {
            return Err(Denied::TooMany);
        }
        let mut known = HashSet::new();
        for program in &programs {
            let spec = self.check_program(program, terms.spec, person)?;
            if !known.insert(player_text(&spec)) {
                return Err(Denied::ProgramJoined);
            }
        }
        if terms.new.rated && joins && !person.account {
            return Err(Denied::NeedsAccount);
        }
        self.limits.table(caller.address)?;
        let is_full = self.tournaments.current().len() >= IN_ALL_MAX
            || self.store.tournaments_of(person.key).await? >= PER_PERSON_MAX;
        if is_full {
            return Err(Denied::TooMany);
        }
        let row = TournamentRow {
            key: TournamentKey(0),
            id: crate::ids::table_id()?,
            created_ms,
            owner: person.key,
            terms: terms.text()?,
        };
        let id = row.id.clone();
        let key = self
            .store
            .add_tournament(row.clone(), terms.starts_ms())
            .await?;
        self.host(TournamentRow { key, ..row }).await?;
        self.nodes.publish(Notice::Tournament { id: id.clone() });
        for program in &programs {
            self.add_tournament_program(&id, program, caller).await?;
        }
        if joins {
            self.join_tournament(&id, caller).await?;
        }
        self.tournaments.note_changed(&id);
        Ok(id)
    }

    /// Whether a person runs the server, as its settings say.
    fn is_operator(&self, person: &Person) -> bool {
        person.account && self.options.operators.contains(&person.name)
    }

    /// Checks whether the server's policy lets a person make tournaments.
    fn check_may_create(&self, person: &Person) -> Result<(), Denied> {
        match self.options.tournaments {
            TournamentPolicy::Everybody => Ok(()),
            TournamentPolicy::Accounts if person.account => Ok(()),
            TournamentPolicy::Accounts => Err(Denied::NeedsAccount),
            TournamentPolicy::Operators if self.is_operator(person) => Ok(()),
            TournamentPolicy::Operators => Err(Denied::NotYours),
        }
    }

    /// Lets the caller join a tournament, or come back.
    pub(crate) async fn join_tournament(&self, id: &str, caller: &Caller) -> Result<(), Denied> {
        let person = caller.require_person()?;
        let hosted = self.tournament(id).await?;
        if hosted.terms.new.rated && !person.account {
            return Err(Denied::NeedsAccount);
        }
        let rating = self
            .people
            .rating_for(person.key, &rating_game(hosted.terms.spec))
            .await?
            .map(|rating| rating.value);
        let mut held = hosted.held.lock().await;
        let is_bot = caller.kind == Some(TokenKind::Bot);
        if let OpenStage::Running { .. } = held.tournament.stage()
            && !is_bot
            && !self
                .store
                .playing_elsewhere(hosted.key, vec![person.key])
                .await?
                .is_empty()
        {
            return Err(Denied::PlaysElsewhere);
        }
        hosted
            .change(self, &mut held, |held| {
                let known = held.player_of(person.key);
                let now_ms = self.time.now_ms();
                let entry = held.tournament.join(known, rating, now_ms);
                let entrant = EntrantRow {
                    player: held.entrants.len(),
                    person: Some(person.key),
                    program: None,
                    name: person.name.clone(),
                    bot: is_bot,
                };
                let entrants = known.map_or_else(|| vec![entrant], |_| Vec::new());
                Ok((entry.map_err(Denied::Tournament)?, entrants))
            })
            .await?;
        self.tournaments.note_changed(id);
        Ok(())
    }

    /// Lets the caller leave a tournament.
    pub(crate) async fn leave_tournament(&self, id: &str, caller: &Caller) -> Result<(), Denied> {
        let person = caller.require_person()?;
        let hosted = self.tournament(id).await?;
        let mut held = hosted.held.lock().await;
        let player = held.player_of(person.key);
        let player = player.ok_or(Denied::Tournament(OpenRefusal::NotIn))?;
        self.withdraw(&hosted, &mut held, player).await
    }

    async fn withdraw(
        &self,
        hosted: &Hosted,
        held: &mut Held,
        player: usize,
    ) -> Result<(), Denied> {
        hosted
            .change(self, held, |held| {
                let entry = held.tournament.withdraw(player, self.time.now_ms());
                Ok((entry.map_err(Denied::Tournament)?, Vec::new()))
            })
            .await?;
        self.tournaments.note_changed(&hosted.id);
        Ok(())
    }

    /// Removes a player, for the organizer.
    pub(crate) async fn remove_from_tournament(
        &self,
        id: &str,
        player: usize,
        caller: &Caller,
    ) -> Result<(), Denied> {
        let person = caller.require_person()?;
        let hosted = self.tournament(id).await?;
        let mut held = hosted.organized_by(self, person).await?;
        self.withdraw(&hosted, &mut held, player).await
    }

    /// The program of this name, if it plays this game and the person may enter it: outside programs
    /// are processes, so only operators decide on them.
    fn check_program(
        &self,
        program: &str,
        game: GameSpec,
        person: &Person,
    ) -> Result<PlayerSpec, Denied> {
        let spec = parse_player(program, &self.options.programs)?;
        match &spec.kind {
            PlayerKind::Program(_) if !self.is_operator(person) => Err(Denied::NotYours),
            PlayerKind::Program(outside) if !outside.protocol.knows(game) => {
                Err(Denied::BadPlayer(spec.name.unwrap_or_default()))
            }
            _ => Ok(spec),
        }
    }

    /// Lets a program of the server take part, for the organizer.
    pub(crate) async fn add_tournament_program(
        &self,
        id: &str,
        program: &str,
        caller: &Caller,
    ) -> Result<(), Denied> {
        let person = caller.require_person()?;
        let hosted = self.tournament(id).await?;
        let mut held = hosted.organized_by(self, person).await?;
        let spec = self.check_program(program, hosted.terms.spec, person)?;
        let own_name = || spec.player(0).map(|player| player.name());
        let name = spec.name.clone().or_else(own_name).unwrap_or_default();
        let program = player_text(&spec);
        hosted
            .change(self, &mut held, |held| {
                let programs = || {
                    let all = held.entrants.iter();
                    all.filter(|entrant| entrant.program.is_some())
                };
                let known = programs().find(|entrant| entrant.program.as_ref() == Some(&program));
                let known = known.map(|entrant| entrant.player);
                if known.is_some_and(|player| held.tournament.players()[player].is_active) {
                    return Err(Denied::ProgramJoined);
                }
                if known.is_none() && programs().count() >= PROGRAMS_MAX {
                    return Err(Denied::TooMany);
                }
                let entry = held.tournament.join(known, None, self.time.now_ms());
                let entrant = EntrantRow {
                    player: held.entrants.len(),
                    person: None,
                    program: Some(program.clone()),
                    name: name.clone(),
                    bot: false,
                };
                let entrants = known.map_or_else(|| vec![entrant], |_| Vec::new());
                Ok((entry.map_err(Denied::Tournament)?, entrants))
            })
            .await?;
        self.tournaments.note_changed(id);
        Ok(())
    }

    /// Begins a tournament now, for the organizer.
    pub(crate) async fn begin_tournament(&self, id: &str, caller: &Caller) -> Result<(), Denied> {
        self.organize(id, caller, |tournament, now_ms| tournament.begin(now_ms))
            .await
    }

    /// Calls a tournament off, for the organizer.
    pub(crate) async fn cancel_tournament(&self, id: &str, caller: &Caller) -> Result<(), Denied> {
        self.organize(id, caller, |tournament, now_ms| {
            tournament.cancel(CancelReason::Organizer, now_ms)
        })
        .await
    }

    async fn organize(
        &self,
        id: &str,
        caller: &Caller,
        entry: impl Fn(&OpenTournament, u64) -> Result<OpenEntry, OpenRefusal>,
    ) -> Result<(), Denied> {
        let person = caller.require_person()?;
        let hosted = self.tournament(id).await?;
        let mut held = hosted.organized_by(self, person).await?;
        hosted
            .change(self, &mut held, |held| {
                let entry = entry(&held.tournament, self.time.now_ms());
                Ok((entry.map_err(Denied::Tournament)?, Vec::new()))
            })
            .await?;
        self.tournaments.note_changed(id);
        Ok(())
    }

    /// Shows nothing more of somebody who has deleted the account, who also leaves.
    pub(crate) async fn forget_entrant(&self, person: &Person) {
        self.tournaments.remove_chat(&person.public).await;
        for hosted in self.tournaments.all_current() {
            let mut held = hosted.held.lock().await;
            let Some(player) = held.player_of(person.key) else {
                continue;
            };
            held.entrants[player].name.clear();
            let is_active = held.tournament.players()[player].is_active;
            if is_active && let Err(denied) = self.withdraw(&hosted, &mut held, player).await {
                tracing::warn!(
                    tournament = hosted.id,
                    error = denied.code(),
                    "not withdrawn"
                );
            }
            hosted.changes.send_modify(|count| *count += 1);
        }
        // Read again when somebody looks.
        self.tournaments.finished().clear();
    }

    /// Gives the places of a guest to an account. The store has done so already.
    pub(crate) async fn replace_entrant(&self, guest: PersonKey, account: &Person) {
        for hosted in self.tournaments.all_current() {
            let mut held = hosted.held.lock().await;
            if held.owner == guest {
                held.owner = account.key;
            }
            if held.player_of(account.key).is_none()
                && let Some(player) = held.player_of(guest)
            {
                held.entrants[player].person = Some(account.key);
                held.entrants[player].name.clone_from(&account.name);
            }
            hosted.changes.send_modify(|count| *count += 1);
        }
        self.tournaments.finished().clear();
    }
}

#[cfg(feature = "sim")]
impl Services {
    /// Whether a tournament is over, and the table at which a person plays in it.
    pub(crate) async fn place_in(
        &self,
        id: &str,
        person: PersonKey,
    ) -> Result<(bool, Option<String>), Denied> {
        let hosted = self.tournament(id).await?;
        let held = hosted.held.lock().await;
        let player = held.player_of(person);
        let table = player.and_then(|player| held.table_of(player).cloned());
        Ok((held.tournament.is_over(), table))
    }
}

/// The tournament with these stored terms and this log.
#[cfg(feature = "sim")]
pub(crate) fn open_tournament(
    terms: &str,
    created_ms: u64,
    entries: &[OpenEntry],
) -> Option<OpenTournament> {
    let terms = HostedTerms::parse(terms).ok()?;
    OpenTournament::from_entries(terms.open(created_ms), entries)
}

impl Held {
    /// The number of a person.
    fn player_of(&self, person: PersonKey) -> Option<usize> {
        let mut all = self.entrants.iter();
        all.position(|entrant| entrant.person == Some(person))
    }

    /// The table of the game that a player is in.
    fn table_of(&self, player: usize) -> Option<&String> {
        let game = self.tournament.game_of(player)?;
        self.tables.get(&game.drawn.number)
    }
}
