//! A fake server, run by the test at the other end of the app's connections.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, SyncSender};
use std::time::Instant;

use yiqi_client::{Event, Handle, LinkState, Mirror, Options, Order, TableAddress};
use yiqi_record::{BySeat, Seat};
use yiqi_session::{Actor, Command, Session, Stage, Terms};
use yiqi_tui::Network;
use yiqi_wire::{
    Chat, Fault, FirstColor, Game, PerSeat, Presence, PresenceState, Room, SeatInfo, SeatKind,
    ServerMessage, TableInfo, TableState, Update, VERSION, WireCommand, WireEntry, WireSeat, You,
};

/// The connections that the app opened, oldest first.
#[derive(Clone, Default)]
pub(crate) struct Calls(Rc<RefCell<Vec<Call>>>);

struct Call {
    address: TableAddress,
    options: Options,
    orders: Receiver<Order>,
    events: SyncSender<Event>,
}

impl Calls {
    pub(crate) fn network(&self) -> Network {
        let calls = Rc::clone(&self.0);
        Network::by(move |address, options| {
            let (handle, received, orders, events) = Handle::pair();
            calls.borrow_mut().push(Call {
                address,
                options,
                orders,
                events,
            });
            (handle, received)
        })
    }

    /// The addresses of connections that are not served yet.
    pub(crate) fn waiting(&self) -> Vec<String> {
        let calls = self.0.borrow();
        calls.iter().map(|call| call.address.to_string()).collect()
    }

    /// Serves the next connection with a game.
    pub(crate) fn serve(&self, spec: &str, time: &str) -> Server {
        let call = self.0.borrow_mut().remove(0);
        Server::new(call, spec, time)
    }
}

/// One table, run by the test.
pub(crate) struct Server {
    call: Call,
    mirror: Mirror,
    session: Session,
    pub(crate) table: TableInfo,
    pub(crate) you: You,
    pub(crate) presence: Presence,
    pub(crate) now_ms: u64,
    /// The number of entries sent so far.
    sent_count: usize,
    chat_number: u64,
}

impl Server {
    fn new(call: Call, spec: &str, time: &str) -> Server {
        let spec = spec.parse().unwrap();
        let terms = Terms {
            players: BySeat {
                first: "Ann".to_owned(),
                second: "Bob".to_owned(),
            },
            time: time.parse().unwrap(),
            ..Terms::new(spec)
        };
        let seat = |name: &str| SeatInfo {
            kind: SeatKind::Guest,
            name: name.to_owned(),
            person: None,
            player: None,
            rating: None,
            rating_change: None,
        };
        Server {
            table: TableInfo {
                id: call.address.table().to_owned(),
                game: Game {
                    spec: spec.to_string(),
                    kind: String::new(),
                    size: spec.size(),
                    rows_from_bottom: true,
                    name: String::new(),
                },
                seats: PerSeat {
                    first: seat("Ann"),
                    second: seat("Bob"),
                },
                first_color: FirstColor::Black,
                time: time.to_owned(),
                listed: false,
                private: false,
                rated: false,
                same_address: false,
                start: None,
                created_ms: 0,
                next: None,
                tournament: None,
            },
            you: You {
                seats: vec![WireSeat::First],
                host: false,
                invite: None,
            },
            presence: Presence {
                seats: PerSeat {
                    first: PresenceState::Connected,
                    second: PresenceState::Connected,
                },
                spectators: 0,
                claim_in_ms: PerSeat::default(),
            },
            now_ms: 0,
            sent_count: 0,
            chat_number: 0,
            call,
            mirror: Mirror::new(1),
            session: Session::new(terms).unwrap(),
        }
    }

    pub(crate) fn options(&self) -> &Options {
        &self.call.options
    }

    pub(crate) fn emit(&self, event: Event) {
        self.call.events.send(event).unwrap();
    }

    pub(crate) fn send(&mut self, message: ServerMessage) {
        for event in self.mirror.receive(message, Instant::now()).unwrap() {
            self.emit(event);
        }
    }

    /// Sends the full state of the table, as at the beginning of a connection.
    pub(crate) fn send_state(&mut self) -> &mut Server {
        self.emit(Event::Connection(LinkState::Connected));
        self.mirror.connected();
        self.sent_count = self.session.log().len();
        let state = TableState {
            version: VERSION,
            table: self.table.clone(),
            you: self.you.clone(),
            from: 1,
            entries: self.entries(0),
            moves: None,
            view: None,
            now_ms: self.now_ms,
            presence: self.presence,
            chat: Vec::new(),
        };
        self.send(ServerMessage::Table(Box::new(state)));
        self
    }

    fn entries(&self, from: usize) -> Vec<WireEntry> {
        let spec = self.session.terms().spec;
        self.session.log()[from..]
            .iter()
            .map(|entry| WireEntry::new(entry, spec))
            .collect()
    }

    /// Runs a command in the game, and reports the entries once a client is there.
    pub(crate) fn decide(&mut self, actor: Actor, command: &Command) -> Result<(), String> {
        let entries = self
            .session
            .decide(actor, command, self.now_ms, 0)
            .map_err(|refusal| refusal.to_string())?;
        for entry in &entries {
            self.session.apply(entry).unwrap();
        }
        if self.mirror.is_greeted() {
            let update = Update {
                from: self.sent_count + 1,
                entries: self.entries(self.sent_count),
                mv: None,
                view: None,
                now_ms: self.now_ms,
            };
            self.sent_count = self.session.log().len();
            self.send(ServerMessage::Update(Box::new(update)));
        }
        Ok(())
    }

    /// Begins the game.
    pub(crate) fn begin(&mut self) -> &mut Server {
        self.decide(Actor::Host, &Command::Start).unwrap();
        self
    }

    /// Runs a command of a seat.
    #[track_caller]
    pub(crate) fn does(&mut self, seat: Seat, command: &Command) -> &mut Server {
        self.decide(Actor::Seat(seat), command).unwrap();
        self
    }

    /// Plays moves, each by the side to move.
    #[track_caller]
    pub(crate) fn moves(&mut self, moves: &str) -> &mut Server {
        for name in moves.split_whitespace() {
            let seat = self.session.turn().unwrap();
            let spec = self.session.terms().spec;
            let mv = yiqi_record::notation::parse_move(name, spec).unwrap();
            self.does(seat, &Command::play(mv));
        }
        self
    }

    /// The next order from the app.
    pub(crate) fn order(&mut self) -> Option<Order> {
        self.call.orders.try_recv().ok()
    }

    /// Handles every order from the app, as a server does, and returns them as text.
    pub(crate) fn handle_orders(&mut self) -> Vec<String> {
        let mut asked = Vec::new();
        while let Some(order) = self.order() {
            match order {
                Order::Ask { seat, command } => {
                    asked.push(serde_json::to_string(&command).unwrap());
                    self.handle_command(seat, command);
                }
                Order::Say { text, .. } => asked.push(format!("say {text}")),
                Order::Hurry => asked.push("hurry".to_owned()),
            }
        }
        asked
    }

    fn handle_command(&mut self, seat: Option<WireSeat>, command: WireCommand) {
        let id = self.mirror.ask(seat, command.clone()).unwrap().id.clone();
        let seat: Seat = seat.unwrap_or(self.you.seats[0]).into();
        let spec = self.session.terms().spec;
        let (actor, command) = match command.command(spec).unwrap() {
            None => (Actor::Host, Command::Forfeit(seat.other())),
            Some(command @ (Command::Start | Command::Pause)) => (Actor::Host, command),
            Some(command) => (Actor::Seat(seat), command),
        };
        match self.decide(actor, &command) {
            Ok(()) => self.send(ServerMessage::Ack { id, number: 1 }),
            Err(text) => self.send(ServerMessage::Refused {
                id,
                fault: Fault {
                    code: "refused".to_owned(),
                    text,
                    points: Vec::new(),
                },
            }),
        }
    }

    /// Sends a chat message.
    pub(crate) fn chat(&mut self, name: &str, text: &str) {
        self.chat_number += 1;
        let chat = Chat {
            number: self.chat_number,
            room: Room::Players,
            person: "p_2".to_owned(),
            guest: true,
            name: name.to_owned(),
            seat: Some(WireSeat::Second),
            text: text.to_owned(),
            at_ms: 0,
        };
        self.send(ServerMessage::Chat(chat));
    }

    pub(crate) fn send_presence(&mut self) {
        self.send(ServerMessage::Presence(self.presence));
    }

    /// The side to move and its first legal move.
    pub(crate) fn any_move(&self) -> (Seat, yiqi_rules::Move) {
        let moves = self.session.position().legal_moves();
        (self.session.turn().unwrap(), moves[0])
    }

    pub(crate) fn stage(&self) -> Stage {
        self.session.stage()
    }
}
