//! All tables in use: finding, opening and creating them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{OnceCell, mpsc, oneshot};
use yiqi_players::{PlayerKind, ProgramSpec};
use yiqi_record::notation::setup_text;
use yiqi_record::{BySeat, Seat};
use yiqi_wire::{Created, NewSeat, NewTable};

use crate::caller::Caller;
use crate::denied::Denied;
use crate::notices::Notice;
use crate::services::Services;
use crate::store::{Person, PersonKey, TableRow, TableSeed};
use crate::table::{
    self, Opening, Reply, StoredTerms, TableHandle, TableRequest, is_operators, parse_player,
    player_text,
};

/// The most moves that a game may start from.
const ORIGIN_MOVES_MAX: usize = 2_000;

type Slot = Arc<OnceCell<TableHandle>>;

/// All tables in use.
#[derive(Clone, Debug)]
pub(crate) struct Hub {
    pub(crate) services: Arc<Services>,
    /// By id, so that all nodes do the same in the same order.
    tables: Arc<Mutex<BTreeMap<String, Slot>>>,
}

impl Hub {
    pub(crate) fn new(services: Arc<Services>) -> Hub {
        Hub {
            services,
            tables: Arc::default(),
        }
    }

    fn slot(&self, id: &str) -> Slot {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = tables.get(id) {
            // A table whose task has ended is reopened.
            if !slot.get().is_some_and(TableHandle::is_closed) {
                return Arc::clone(slot);
            }
        }
        let slot = Slot::default();
        tables.insert(id.to_owned(), Arc::clone(&slot));
        slot
    }

    /// Returns a table, opening it if necessary.
    pub(crate) async fn table(&self, id: &str) -> Result<TableHandle, Denied> {
        self.open(id, Opening::default()).await
    }

    /// Opens a table unless it is open.
    pub(crate) async fn open(&self, id: &str, opening: Opening) -> Result<TableHandle, Denied> {
        self.open_slot(id, opening, || async {
            let row = self.services.store.table(id).await?;
            row.ok_or(Denied::NotFound)
        })
        .await
    }

    /// Opens a table whose row was read before, unless it is open.
    pub(crate) async fn open_row(&self, row: TableRow) -> Result<TableHandle, Denied> {
        let id = row.seed.id.clone();
        self.open_slot(&id, Opening::default(), || async { Ok(row) })
            .await
    }

    async fn open_slot<R>(
        &self,
        id: &str,
        opening: Opening,
        row: impl FnOnce() -> R,
    ) -> Result<TableHandle, Denied>
    where
        R: Future<Output = Result<TableRow, Denied>>,
    {
        let slot = self.slot(id);
        let opened = slot
            .get_or_try_init(|| async {
                let row = row().await?;
                let history = self.services.store.history(row.key).await?;
                table::spawn(row, history, opening, Arc::clone(&self.services)).await
            })
            .await;
        match opened {
            Ok(handle) => Ok(handle.clone()),
            Err(denied) => {
                self.forget(id, &slot);
                Err(denied)
            }
        }
    }

    /// Removes the slot of a table that does not exist.
    fn forget(&self, id: &str, slot: &Slot) {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same = tables.get(id).is_some_and(|known| Arc::ptr_eq(known, slot));
        if is_same && slot.get().is_none() {
            tables.remove(id);
        }
    }

    /// Sends a request to a table and waits for the response.
    pub(crate) async fn request<T>(
        &self,
        id: &str,
        mut request: impl FnMut(Reply<T>) -> TableRequest,
    ) -> Result<T, Denied> {
        // A table may close between being found and getting the request; then it is reopened.
        for _ in 0..3 {
            let handle = self.table(id).await?;
            let (reply, response) = oneshot::channel();
            if handle.send(request(reply)).await.is_ok()
                && let Ok(response) = response.await
            {
                return response;
            }
        }
        Err(Denied::internal(&format!("table {id} does not respond")))
    }

    /// Removes tables that have closed and slots that nobody is opening.
    pub(crate) fn forget_closed(&self) {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.retain(|_, slot| match slot.get() {
            Some(handle) => !handle.is_closed(),
            // Being opened.
            None => Arc::strong_count(slot) > 1,
        });
    }

    /// A table in use. One that is just being opened counts, and is waited for.
    pub(crate) fn send_if_open(&self, id: &str, request: TableRequest) {
        let slot = {
            let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
            tables.get(id).cloned()
        };
        let Some(slot) = slot else {
            return;
        };
        if let Some(handle) = slot.get() {
            handle.send_soon(request);
            return;
        }
        let hub = self.clone();
        let id = id.to_owned();
        crate::tasks::spawn(async move {
            if let Ok(handle) = hub.table(&id).await {
                handle.send_soon(request);
            }
        });
    }

    /// Whether a table is in use.
    pub(crate) fn is_open(&self, id: &str) -> bool {
        let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let handle = tables.get(id).and_then(|slot| slot.get());
        handle.is_some_and(|handle| !handle.is_closed())
    }

    pub(crate) fn open_tables(&self) -> Vec<TableHandle> {
        let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables
            .values()
            .filter_map(|slot| slot.get().cloned())
            .collect()
    }

    /// Sends the same request to every table in use.
    pub(crate) async fn tell_all(&self, request: impl Fn() -> TableRequest) {
        for handle in self.open_tables() {
            // A table that has closed needs no request.
            let _ = handle.send(request()).await;
        }
    }

    /// Shows nothing more of somebody who has deleted the account.
    pub(crate) async fn forget_person(&self, person: &Person) {
        self.services.nodes.publish(Notice::Forget {
            person: person.into(),
        });
        self.forget_person_here(person).await;
    }

    /// The same at this node only.
    pub(crate) async fn forget_person_here(&self, person: &Person) {
        self.services.lobby.forget_person(&person.public);
        self.services.forget_entrant(person).await;
        let person = Arc::new(person.clone());
        let request = || TableRequest::Forget {
            person: Arc::clone(&person),
        };
        self.tell_all(request).await;
    }

    /// Seats an account wherever a guest sat who has logged in to it.
    pub(crate) async fn replace_person(&self, guest: &Person, account: &Person) {
        self.services.nodes.publish(Notice::Replace {
            guest: guest.key.0,
            account: account.into(),
        });
        self.replace_person_here(guest.key, account).await;
    }

    /// The same at this node only.
    pub(crate) async fn replace_person_here(&self, guest: PersonKey, account: &Person) {
        self.services.replace_entrant(guest, account).await;
        let account = Arc::new(account.clone());
        let request = || TableRequest::Replace {
            guest,
            account: Arc::clone(&account),
        };
        self.tell_all(request).await;
    }

    /// Opens the tables that `Services::open_soon` names, until the service stops.
    pub(crate) async fn open_requested(self, mut ids: mpsc::UnboundedReceiver<String>) {
        while let Some(id) = ids.recv().await {
            if let Err(denied) = self.table(&id).await {
                tracing::error!(table = id, error = denied.code(), "could not be opened");
            }
        }
    }

    /// Creates a table.
    pub(crate) async fn create(
        &self,
        new: NewTable,
        person: &Person,
        caller: &Caller,
    ) -> Result<Created, Denied> {
        let seed = self.seed(new, person)?;
        let opening = if seed.players.iter().any(Option::is_some) {
            let opening = Opening::of_new(&self.services, person.key, caller)?;
            if seed
                .players
                .iter()
                .flatten()
                .any(|player| is_operators(player))
            {
                opening.with_outside_program(&self.services)?
            } else {
                opening
            }
        } else {
            Opening::default()
        };
        let created = Created {
            table: seed.id.clone(),
            invite: seed.invite.clone(),
        };
        self.services.store.add_table(seed).await?;
        // Open it now, so that a program starts before its opponent connects.
        self.open(&created.table, opening).await?;
        self.services.nodes.publish(Notice::Opened {
            table: created.table.clone(),
        });
        Ok(created)
    }

    fn seed(&self, new: NewTable, person: &Person) -> Result<TableSeed, Denied> {
        let spec: yiqi_rules::GameSpec = new.game.parse().map_err(Denied::BadGame)?;
        let time: yiqi_record::TimeControl = new.time.parse().map_err(Denied::BadClock)?;
        let seats = BySeat {
            first: &new.first,
            second: &new.second,
        };
        let mut people = BySeat::default();
        let mut players = BySeat::default();
        let mut names = BySeat::<String>::default();
        for at in Seat::BOTH {
            match seats[at] {
                NewSeat::Me {} => {
                    people[at] = Some(person.key);
                    names[at].clone_from(&person.name);
                }
                NewSeat::Open {} => {}
                NewSeat::Computer { player } => {
                    let programs = &self.services.options.programs;
                    let player = parse_player(player, programs)?;
                    let is_lost = |program: &ProgramSpec| !program.protocol.knows(spec);
                    if matches!(&player.kind, PlayerKind::Program(program) if is_lost(program)) {
                        return Err(Denied::BadPlayer(player.name.unwrap_or_default()));
                    }
                    let named = player.name.clone();
                    let own = || player.player(0).map(|player| player.name());
                    names[at] = named.or_else(own).unwrap_or_default();
                    players[at] = Some(player_text(&player));
                }
            }
        }
        let open = seats
            .into_iter()
            .filter(|&seat| *seat == NewSeat::Open {})
            .count();
        // At least one seat must be taken by a person who can wait for the other.
        if open == 2 || (open == 1 && people == BySeat::default()) {
            return Err(Denied::BadMessage("first, second".to_owned()));
        }
        let both_people = people.iter().flatten().count() + open == 2;
        if new.rated && !(person.account && both_people && open == 1) {
            return Err(Denied::NeedsAccount);
        }
        let from = new
            .from
            .filter(|from| *from != yiqi_wire::Origin::default());
        if new.rated && from.is_some() {
            return Err(Denied::BadPosition);
        }
        if from
            .as_ref()
            .is_some_and(|from| from.moves.len() > ORIGIN_MOVES_MAX)
        {
            return Err(Denied::BadPosition);
        }
        let mut stored = StoredTerms {
            game: spec.to_string(),
            names,
            time: time.to_string(),
            first_color: new.first_color,
            from,
            tournament: None,
            same_address: false,
        };
        let agreed = stored.agreed()?;
        // In canonical form, whatever the spacing was.
        if let (Some(from), Some(start)) = (&mut stored.from, &agreed.terms.start) {
            from.start = Some(setup_text(start, spec.size()));
        }
        let session = agreed.session()?;
        let begun = agreed.begin(&session, 0, 0)?;
        let reached = session
            .with_entries(&begun)
            .map_err(|_| Denied::BadPosition)?;
        if reached.result().is_some() {
            return Err(Denied::BadPosition);
        }
        let invite = if open > 0 {
            Some(crate::ids::secret()?)
        } else {
            None
        };
        Ok(TableSeed {
            id: crate::ids::table_id()?,
            created_ms: self.services.time.now_ms(),
            terms: serde_json::to_string(&stored).map_err(|error| Denied::internal(&error))?,
            people,
            players,
            owner: person.key,
            listed: new.listed && !new.private,
            private: new.private,
            rated: new.rated,
            invite,
            tournament: None,
        })
    }
}
