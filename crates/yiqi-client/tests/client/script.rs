//! A scripted server: one table, real sockets, and connections cut wherever the test wants.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use tungstenite::handshake::server::{Request, Response};
use tungstenite::protocol::CloseFrame;
use tungstenite::protocol::frame::coding::CloseCode;
use tungstenite::{Message, WebSocket};
use yiqi_client::TableAddress;
use yiqi_session::{Actor, Command, Session};
use yiqi_wire::{ClientMessage, CommandMessage, Fault, ServerMessage};

use crate::table::{greeting, terms, update};

/// The steps of a connection in order. It may be cut at each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Accepted,
    Greeted,
    Asked,
    Kept,
    Updated,
    Answered,
}

/// How a connection is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cut {
    /// The connection drops.
    Drop,
    /// The server closes with a code.
    Close(u16),
    /// The server stops sending.
    Silence,
}

/// Decides whether to cut the nth connection at its nth step, both counted from 0.
pub(crate) type Plan = Box<dyn Fn(usize, usize, Step) -> Option<Cut> + Send>;

/// The state of the server and what it has received.
pub(crate) struct World {
    pub(crate) session: Session,
    /// The replies to commands, by id.
    answers: HashMap<String, ServerMessage>,
    /// The entry after which each connection resumed.
    pub(crate) afters: Vec<usize>,
    /// The requests: method, path, token, body.
    pub(crate) requests: Vec<(String, String, Option<String>, String)>,
    /// The valid tokens.
    pub(crate) tokens: Vec<String>,
    /// Whether the client has its seat.
    pub(crate) is_seated: bool,
    /// Commands received, including repeated ones.
    pub(crate) asked: Vec<CommandMessage>,
    /// Chat messages received.
    pub(crate) said: Vec<String>,
    /// A response to every request, instead of the normal one.
    pub(crate) answer: Option<(u16, String)>,
}

pub(crate) struct Server {
    pub(crate) world: Arc<Mutex<World>>,
    address: SocketAddr,
}

impl Server {
    /// A server with one table, whose game has begun and where the client holds both seats.
    pub(crate) fn new(spec: &str, plan: Plan) -> Server {
        let mut session = Session::new(terms(spec.parse().unwrap())).unwrap();
        crate::table::ask(&mut session, Actor::Host, &Command::Start, 0);
        let world = Arc::new(Mutex::new(World {
            session,
            answers: HashMap::new(),
            afters: Vec::new(),
            requests: Vec::new(),
            tokens: Vec::new(),
            is_seated: false,
            asked: Vec::new(),
            said: Vec::new(),
            answer: None,
        }));
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let theirs = Arc::clone(&world);
        std::thread::spawn(move || {
            let mut silent = Vec::new();
            for stream in listener.incoming() {
                silent.extend(serve(stream.unwrap(), &theirs, &plan));
            }
        });
        Server { world, address }
    }

    pub(crate) fn table(&self) -> TableAddress {
        format!("http://{}/t/k3v9qz7m2x#secret", self.address)
            .parse()
            .unwrap()
    }
}

/// Serves one connection. Returns one that falls silent, to be kept open.
fn serve(mut stream: TcpStream, world: &Mutex<World>, plan: &Plan) -> Option<TcpStream> {
    // Small responses must not wait for each other.
    stream.set_nodelay(true).unwrap();
    let mut start = [0; 1024];
    let length = stream.peek(&mut start).unwrap_or(0);
    let start = String::from_utf8_lossy(&start[..length]).into_owned();
    let path = start.split(' ').nth(1).unwrap_or_default();
    if path.contains("/socket") {
        return serve_socket(stream, world, plan);
    }
    let (status, body) = answer(&mut stream, world);
    let head = format!(
        "HTTP/1.1 {status} X\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    // The client may have gone.
    let _ = stream.write_all(head.as_bytes());
    let _ = stream.write_all(body.as_bytes());
    None
}

fn answer(stream: &mut TcpStream, world: &Mutex<World>) -> (u16, String) {
    let mut bytes = Vec::new();
    let mut buffer = [0; 4096];
    let (head, length) = loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = header(head, "content-length").map_or(0, |value| value.parse().unwrap());
            if body.len() >= length {
                break (head.to_owned(), length);
            }
        }
        let count = stream.read(&mut buffer).unwrap_or(0);
        if count == 0 {
            return (400, String::new());
        }
        bytes.extend_from_slice(&buffer[..count]);
    };
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let body = text[text.len() - length..].to_owned();
    let mut words = head.split(' ');
    let method = words.next().unwrap_or_default().to_owned();
    let path = words.next().unwrap_or_default().to_owned();
    let token = header(&head, "authorization")
        .and_then(|value| value.strip_prefix("Bearer ").map(str::to_owned));
    let mut world = world.lock().unwrap();
    world
        .requests
        .push((method.clone(), path.clone(), token.clone(), body));
    if let Some((status, body)) = &world.answer {
        return (*status, body.clone());
    }
    let is_known = token.is_some_and(|token| world.tokens.contains(&token));
    let me = r#"{"person":"p_1","name":"Ann","account":false,"ratings":[]}"#;
    match (method.as_str(), path.as_str()) {
        ("POST", "/api/guest") => {
            let token = format!("token{}", world.tokens.len() + 1);
            world.tokens.push(token.clone());
            (200, format!(r#"{{"token":"{token}","me":{me}}}"#))
        }
        _ if !is_known => (401, fault("unauthorized")),
        ("GET", "/api/me") => (200, me.to_owned()),
        ("GET", "/api/tables/k3v9qz7m2x") => {
            let mut state = greeting(&world.session, 0);
            if !world.is_seated {
                state.you.seats.clear();
                state.table.seats.second.kind = yiqi_wire::SeatKind::Open;
            }
            (200, serde_json::to_string(&state).unwrap())
        }
        ("POST", "/api/tables/k3v9qz7m2x/sit") => {
            world.is_seated = true;
            (200, r#"{"seat":"first"}"#.to_owned())
        }
        _ => (404, fault("not_found")),
    }
}

pub(crate) fn fault(code: &str) -> String {
    format!(r#"{{"error":{{"code":"{code}","text":"No."}}}}"#)
}

fn header(head: &str, name: &str) -> Option<String> {
    head.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        key.eq_ignore_ascii_case(name)
            .then(|| value.trim().to_owned())
    })
}

/// Why a connection is no longer served.
enum Over {
    Cut(Cut),
    Gone,
}

fn serve_socket(stream: TcpStream, world: &Mutex<World>, plan: &Plan) -> Option<TcpStream> {
    let kept = stream.try_clone().unwrap();
    let mut query = String::new();
    let mut token = String::new();
    #[expect(clippy::result_large_err, reason = "the signature is tungstenite's")]
    let see = |request: &Request, response: Response| {
        query = request.uri().query().unwrap_or_default().to_owned();
        let value = request.headers().get("authorization").unwrap();
        token = value.to_str().unwrap().to_owned();
        Ok(response)
    };
    let mut socket = tungstenite::accept_hdr(stream, see).ok()?;
    assert!(query.contains("view=no"), "{query}");
    let after: usize = query
        .split('&')
        .find_map(|part| part.strip_prefix("after=")?.parse().ok())
        .unwrap();
    let connection = {
        let mut world = world.lock().unwrap();
        assert!(token.starts_with("Bearer token"), "{token}");
        world.afters.push(after);
        world.afters.len() - 1
    };
    let mut step_count = 0;
    let mut step = |step: Step| {
        step_count += 1;
        match plan(connection, step_count - 1, step) {
            Some(cut) => Err(Over::Cut(cut)),
            None => Ok(()),
        }
    };
    match talk(&mut socket, world, after, &mut step) {
        Err(Over::Cut(Cut::Close(code))) => {
            let frame = CloseFrame {
                code: CloseCode::from(code),
                reason: "".into(),
            };
            let _ = socket.close(Some(frame));
            // Until the client has read it or is gone.
            while socket.read().is_ok() {}
            None
        }
        Err(Over::Cut(Cut::Silence)) => Some(kept),
        Err(Over::Cut(Cut::Drop) | Over::Gone) | Ok(()) => None,
    }
}

fn talk(
    socket: &mut WebSocket<TcpStream>,
    world: &Mutex<World>,
    after: usize,
    step: &mut impl FnMut(Step) -> Result<(), Over>,
) -> Result<(), Over> {
    step(Step::Accepted)?;
    let table = {
        let mut state = greeting(&world.lock().unwrap().session, after);
        state.you.seats.push(yiqi_wire::WireSeat::Second);
        ServerMessage::Table(Box::new(state))
    };
    tell(socket, &table)?;
    step(Step::Greeted)?;
    loop {
        let Ok(message) = socket.read() else {
            return Err(Over::Gone);
        };
        let Message::Text(text) = message else {
            continue;
        };
        match serde_json::from_str(&text).unwrap() {
            ClientMessage::Command(message) => {
                step(Step::Asked)?;
                let (told, answer) = done(&mut world.lock().unwrap(), message);
                step(Step::Kept)?;
                if let Some(update) = told {
                    tell(socket, &update)?;
                }
                step(Step::Updated)?;
                tell(socket, &answer)?;
                step(Step::Answered)?;
            }
            ClientMessage::Chat { text, .. } => world.lock().unwrap().said.push(text),
            ClientMessage::Hurry {} => {}
        }
    }
}

/// Carries out a command once, however often it is sent.
fn done(world: &mut World, message: CommandMessage) -> (Option<ServerMessage>, ServerMessage) {
    world.asked.push(message.clone());
    if let Some(answer) = world.answers.get(&message.id) {
        return (None, answer.clone());
    }
    let spec = world.session.terms().spec;
    let command = message.command.command(spec).unwrap().unwrap();
    let seat = message.seat.unwrap().into();
    let before = world.session.log().len();
    let id = message.id.clone();
    let (told, answer) = match world.session.decide(Actor::Seat(seat), &command, 0, 0) {
        Ok(entries) => {
            for entry in &entries {
                world.session.apply(entry).unwrap();
            }
            let told = update(&world.session, before, world.session.log().len());
            let number = before + 1;
            (Some(told), ServerMessage::Ack { id, number })
        }
        Err(refusal) => {
            let fault = Fault {
                code: "refused".to_owned(),
                text: refusal.to_string(),
                points: Vec::new(),
            };
            (None, ServerMessage::Refused { id, fault })
        }
    };
    world.answers.insert(message.id, answer.clone());
    (told, answer)
}

fn tell(socket: &mut WebSocket<TcpStream>, message: &ServerMessage) -> Result<(), Over> {
    let text = serde_json::to_string(message).unwrap();
    socket.send(Message::text(text)).map_err(|_| Over::Gone)
}
