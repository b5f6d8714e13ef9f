//! Games at tables on a server.

use std::cell::RefCell;
use std::rc::Rc;

use yiqi_client::{Event, LinkState, Reason};
use yiqi_record::{OfferKind, Seat};
use yiqi_rules::Dice;
use yiqi_session::{Command, Request, Stage};
use yiqi_text::Lang;
use yiqi_tui::{Network, ServerAnswer, ServerQuestion};
use yiqi_wire::{
    Fault, FirstColor, Game, LobbyTable, LobbyView, PerSeat, PresenceState, SeatInfo, SeatKind,
    ServerMessage, WireStage,
};

use crate::driver::{Person, Setup};
use crate::server::{Calls, Server};

const ADDRESS: &str = "http://play.example.org:8080/t/k3v9qz7m2x#secret";

/// A person who joins a table by a link, and the server of that table.
fn join_table(lang: Lang, size: (u16, u16), spec: &str, time: &str) -> (Person, Server, Calls) {
    let calls = Calls::default();
    let setup = Setup {
        lang,
        size,
        network: calls.network().beginning_at(ADDRESS.parse().unwrap()),
        ..Setup::default()
    };
    let person = Person::with(setup, |_| {});
    let server = calls.serve(spec, time);
    (person, server, calls)
}

fn joined(spec: &str) -> (Person, Server, Calls) {
    join_table(Lang::En, (80, 24), spec, "none")
}

/// Lets the app handle everything that has arrived.
macro_rules! settle {
    ($person:expr) => {
        $person.wait(1)
    };
}

#[test]
fn a_table_is_reached_from_the_menu_and_found_again_there() {
    let calls = Calls::default();
    let setup = || Setup {
        network: calls.network(),
        ..Setup::default()
    };
    let mut person = Person::with(setup(), |_| {});
    person.press("w").sees("Type the address of a server");
    person
        .press("<Enter>")
        .sees("Type or paste the address of a table first.");
    person
        .press("host:x/t/k<Enter>")
        .sees("“x” is not a port")
        .sees("> Address: host:x/t/k_");
    person.press(&"<Backspace>".repeat(20));
    person.paste("ftp://host/t/k").press("<Enter>");
    person.sees("is not supported");
    person.press(&"<Backspace>".repeat(20));
    person
        .paste(&format!("  {ADDRESS}\nand more"))
        .press("<Tab>Ann\u{1b}e<Enter>")
        .sees("Connecting to play.example.org:8080");
    assert_eq!(calls.waiting(), [ADDRESS]);
    let mut server = calls.serve("reversi", "none");
    assert_eq!(server.options().name, "Anne");
    assert_eq!(server.options().lang, "en");
    server.begin().send_state();
    settle!(person).sees("Your turn.").sees("connected");
    // Back at the menu, the connection ends, and the table is listed without its invitation.
    person.press("Pm").sees("Your seat is kept").press("y");
    person.sees("New game");
    let folder = person.leave();
    let mut again = Person::in_folder(folder, setup(), |_| {});
    again
        .press("w")
        .sees("Recent servers and tables:")
        .sees("  http://play.example.org:8080/t/k3v9qz7m2x")
        .sees("Your name: Anne");
    again.press("<Down>").sees("> http://play").press("<Enter>");
    assert_eq!(
        calls.waiting(),
        ["http://play.example.org:8080/t/k3v9qz7m2x"]
    );
    // And with a click.
    again.press("<Esc>").press("w").click_on("  http://play");
    assert_eq!(calls.waiting().len(), 2);
}

#[test]
fn a_whole_game_is_played_with_keys_clicks_and_typed_points() {
    let (mut person, mut server, _calls) = joined("reversi:4");
    server.begin().send_state();
    settle!(person).sees("Your turn.");
    // With the cursor, which is at the center: one up, and one to the left and up.
    person.press(":b1<Enter>");
    let asked = server.handle_orders();
    assert_eq!(asked, [r#"{"do":"play","move":"b1"}"#]);
    settle!(person).sees("Bob to move.").sees("b1 flips b2");
    person.press("<Enter>");
    assert_eq!(server.handle_orders().len(), 1);
    settle!(person).sees("not your turn");
    // Random replies until the end.
    while server.stage() == Stage::Playing {
        let spec: yiqi_rules::GameSpec = "reversi:4".parse().unwrap();
        let (turn, mv) = server.any_move();
        let name = yiqi_record::notation::move_name(mv, spec);
        match turn {
            Seat::First if name == "pass" => {
                settle!(person).sees("Enter passes").press("<Enter>");
                server.handle_orders();
            }
            Seat::First => {
                person.press(&format!(":{name}<Enter>"));
                server.handle_orders();
            }
            Seat::Second => {
                server.moves(&name);
            }
        }
        settle!(person);
    }
    settle!(person).sees("Rematch").sees("Look at the board");
}

#[test]
fn a_move_is_sent_once_however_often_enter_is_pressed() {
    let (mut person, mut server, _calls) = joined("gomoku");
    server.begin().send_state();
    settle!(person).press("h8<Enter><Enter><Enter>");
    person.sees("Sending your move…");
    assert_eq!(server.handle_orders(), [r#"{"do":"play","move":"h8"}"#]);
    settle!(person).sees("Bob to move.");
    // A refusal returns the turn.
    server.moves("h9");
    settle!(person).press("h8<Enter>");
    assert_eq!(server.handle_orders(), [r#"{"do":"play","move":"h8"}"#]);
    settle!(person).sees("occupied").press("i9<Enter>");
    assert_eq!(server.handle_orders(), [r#"{"do":"play","move":"i9"}"#]);
}

#[test]
fn a_refusal_shows_the_servers_words_and_marks_its_stones() {
    let (mut person, mut server, _calls) = joined("gomoku:15:renju");
    server
        .begin()
        .moves("h8 a1 i8 a3 j9 a5 j10 a7")
        .send_state();
    settle!(person);
    let refused = Fault {
        code: "forbidden".to_owned(),
        text: "j8 is \u{1b}[31mforbidden.".to_owned(),
        points: vec!["h8".into(), "i8".into(), "zz99".into()],
    };
    server.emit(Event::Refused {
        id: "x".to_owned(),
        fault: refused,
    });
    settle!(person).sees("j8 is [31mforbidden.");
}

#[test]
fn offers_of_the_other_side_open_a_dialog_and_are_answered_once() {
    let (mut person, mut server, _calls) = joined("gomoku");
    server.begin().moves("h8").send_state();
    server.does(Seat::Second, &Command::Offer(Request::Draw));
    settle!(person)
        .sees("Bob offers a draw.")
        .press("n")
        .does_not_see("Bob offers a draw.");
    settle!(person).does_not_see("Bob offers a draw.");
    assert_eq!(
        server.handle_orders(),
        [r#"{"do":"decline","what":"draw"}"#]
    );
    server.moves("i9");
    server.does(Seat::Second, &Command::Offer(Request::TakeBack));
    settle!(person)
        .sees("Bob asks to take back a move.")
        .press("y");
    assert_eq!(
        server.handle_orders(),
        [r#"{"do":"accept","what":"take_back"}"#]
    );
    settle!(person).sees("Move taken back.");
    // An offer that lapses closes its dialog.
    server.does(Seat::Second, &Command::Offer(Request::Pause));
    settle!(person).sees("Bob asks for a pause.");
    server.moves("j9");
    settle!(person).does_not_see("asks for a pause");
    // A typed answer works as well.
    server.does(Seat::Second, &Command::Offer(Request::Pause));
    settle!(person).press(":accept<Enter>");
    assert_eq!(
        server.handle_orders(),
        [r#"{"do":"accept","what":"pause"}"#]
    );
    settle!(person).sees("The game is paused.");
    person.press("Pe");
    assert_eq!(server.handle_orders(), [r#"{"do":"resume"}"#]);
    settle!(person).sees("The game continues.");
}

#[test]
fn own_offers_are_reported_with_their_answers() {
    let (mut person, mut server, _calls) = joined("gomoku");
    server.begin().moves("h8 i9").send_state();
    settle!(person).press("h9<Enter>");
    assert_eq!(server.handle_orders().len(), 1);
    server.moves("i8");
    settle!(person).press("d<Enter>y");
    assert_eq!(server.handle_orders(), [r#"{"do":"offer","what":"draw"}"#]);
    settle!(person).sees("You offer a draw.");
    server.does(Seat::Second, &Command::Decline(OfferKind::Draw));
    settle!(person).sees("Bob declines a draw.");
    person.press("u");
    assert_eq!(
        server.handle_orders(),
        [r#"{"do":"offer","what":"take_back"}"#]
    );
    server.does(Seat::Second, &Command::Accept(OfferKind::TakeBack));
    settle!(person)
        .sees("Move taken back.")
        .does_not_see("3 h9");
    person.wait(60_000).sees("Your turn.");
    person.press(":pause<Enter>");
    assert_eq!(server.handle_orders(), [r#"{"do":"offer","what":"pause"}"#]);
    person.press("Rn");
    assert!(server.handle_orders().is_empty());
    person.press("Ry");
    assert_eq!(server.handle_orders(), [r#"{"do":"resign"}"#]);
    settle!(person).sees("You lose. White (Bob) wins: Black (Ann) resigned.");
}

#[test]
fn a_swap_opening_asks_only_the_side_that_chooses() {
    let (mut person, mut server, _calls) = joined("gomoku:15:freestyle:swap1");
    server.you.seats = vec![yiqi_wire::WireSeat::Second];
    server.begin().moves("h8 h9 i9").send_state();
    settle!(person).sees("choose your color").press("s");
    assert_eq!(server.handle_orders(), [r#"{"do":"play","move":"swap"}"#]);
    settle!(person).does_not_see("choose your color");
    assert_eq!(server.stage(), Stage::Playing);
    // The other side's choice opens no dialog.
    let (mut person, mut server, _calls) = joined("gomoku:15:freestyle:swap1");
    server.begin().moves("h8 h9 i9").send_state();
    settle!(person).does_not_see("swap ");
}

/// A server that lists these tables and creates others, and the questions it was asked.
fn lobby_network(calls: &Calls, view: LobbyView) -> (Network, Rc<RefCell<Vec<ServerQuestion>>>) {
    let asked: Rc<RefCell<Vec<ServerQuestion>>> = Rc::default();
    let log = Rc::clone(&asked);
    let network = calls.network().asking(move |question, _| {
        let (sender, receiver) = std::sync::mpsc::channel();
        let answer = match &question {
            ServerQuestion::Lobby(_) => Ok(ServerAnswer::Lobby(view.clone())),
            ServerQuestion::Create(server, table) if table.private => {
                let fault = Fault {
                    code: "limit".to_owned(),
                    text: format!("No room on {server}."),
                    points: Vec::new(),
                };
                Err(Reason::Refused(fault))
            }
            ServerQuestion::Create(server, _) => {
                let address = server.table("new1", Some("invite")).unwrap();
                Ok(ServerAnswer::Created(address))
            }
        };
        log.borrow_mut().push(question);
        sender.send(answer).unwrap();
        receiver
    });
    (network, asked)
}

fn lobby_table(
    id: &str,
    game: &str,
    seats: [(SeatKind, &str); 2],
    color: FirstColor,
) -> LobbyTable {
    let spec: yiqi_rules::GameSpec = game.parse().unwrap();
    let seat = |(kind, name): (SeatKind, &str)| SeatInfo {
        kind,
        name: name.to_owned(),
        person: None,
        player: None,
        rating: None,
        rating_change: None,
    };
    let [first, second] = seats;
    LobbyTable {
        id: id.to_owned(),
        game: Game::new(spec, format!("{spec}")),
        seats: PerSeat {
            first: seat(first),
            second: seat(second),
        },
        first_color: color,
        time: "game 10m+5s".to_owned(),
        rated: false,
        stage: WireStage::Waiting,
        created_ms: 0,
        ended_ms: None,
        active_ms: 0,
        turn: None,
        ply_count: 0,
        board: None,
        colors: None,
        clocks: None,
        clocks_ms: None,
        result: None,
    }
}

#[test]
fn the_tables_of_a_server_are_listed_and_joined() {
    let calls = Calls::default();
    let evil = "Cara\u{1b}[31m";
    let view = LobbyView {
        open: vec![lobby_table(
            "open1",
            "gomoku:15:renju",
            [(SeatKind::Guest, evil), (SeatKind::Open, "")],
            FirstColor::Black,
        )],
        playing: vec![lobby_table(
            "busy1",
            "reversi",
            [(SeatKind::Guest, ""), (SeatKind::Account, "Dan")],
            FirstColor::Drawn,
        )],
        recent: Vec::new(),
    };
    let (network, asked) = lobby_network(&calls, view);
    let setup = Setup {
        network,
        ..Setup::default()
    };
    let mut person = Person::with(setup, |_| {});
    person.press("w").press("https://play.example.org<Enter>");
    settle!(person)
        .sees("Tables on https://play.example.org")
        .sees("n  Make a table")
        .sees("gomoku:15:renju  Cara[31m")
        .sees("10m+5s · you play White")
        .sees("reversi  guest – Dan")
        .sees("watch")
        .sees("One table is waiting for an opponent.");
    // The list is read again by itself.
    assert_eq!(asked.borrow().len(), 1);
    person.wait(5_000).wait(1);
    assert_eq!(asked.borrow().len(), 2);
    person.press("?").sees("open to everybody").press("<Esc>");
    person.press("j<Enter>");
    assert_eq!(calls.waiting(), ["https://play.example.org/t/open1"]);
    person.press("<Esc>").sees("New game");
    // The server is found again.
    person
        .press("w")
        .sees("https://play.example.org/t/open1")
        .press("<Down><Down>")
        .sees("> Address: https://play.example.org_");
}

#[test]
fn a_table_is_made_on_a_server_and_waits_there() {
    let calls = Calls::default();
    let (network, asked) = lobby_network(&calls, LobbyView::default());
    let setup = Setup {
        network,
        ..Setup::default()
    };
    let mut person = Person::with(setup, |_| {});
    person.press("w").press("192.168.1.5:7272<Enter>");
    settle!(person).sees("No table is waiting for an opponent: make one.");
    person
        .press("n")
        .sees("‹ Reversi ›")
        .sees("‹ 8×8 ›")
        .press("g")
        .sees("‹ Gomoku ›")
        .sees("‹ 15×15 ›");
    // Stepping the rules, the color and the time.
    person
        .press("<Down><Down><Right>")
        .sees("‹ standard ›")
        .press("<Down><Down><Right>")
        .sees("‹ Black ›")
        .press("<Down><Right>")
        .sees("‹ 30m+10s ›")
        .press("<Left>")
        .sees("‹ 10m+5s ›");
    // A refusal is shown and the form stays.
    person
        .press("<End><Right><Right>")
        .sees("nobody watches")
        .press("<Enter>");
    settle!(person)
        .sees("No room on http://192.168.1.5:7272.")
        .sees("‹ Gomoku ›");
    person
        .press("<Right>")
        .sees("anybody, from the list")
        .press("<Enter>");
    settle!(person);
    assert_eq!(calls.waiting(), ["http://192.168.1.5:7272/t/new1#invite"]);
    let asked = asked.borrow();
    let Some(ServerQuestion::Create(_, table)) = asked
        .iter()
        .rfind(|question| matches!(question, ServerQuestion::Create(..)))
    else {
        panic!("no table was created");
    };
    assert_eq!(
        (table.game.as_str(), table.time.as_str(), table.first_color),
        ("gomoku:15:standard", "game 10m+5s", FirstColor::Black)
    );
    assert!(table.listed && !table.private);
}

#[test]
fn the_same_two_can_play_a_rematch() {
    let (mut person, mut server, calls) = joined("gomoku");
    server.begin().send_state();
    server.does(Seat::Second, &Command::Resign);
    settle!(person)
        .sees("Black (Ann) wins: White (Bob) resigned.")
        .sees("Rematch");
    person.press("<Enter>").does_not_see("Rematch");
    // The dialog was dismissed: n still proposes a rematch.
    person.press("n");
    assert_eq!(
        server.handle_orders(),
        [r#"{"do":"offer","what":"rematch"}"#]
    );
    settle!(person).sees("You offer a rematch.");
    server.does(Seat::Second, &Command::Accept(OfferKind::Rematch));
    server.send(ServerMessage::Next {
        table: "next1".to_owned(),
    });
    settle!(person);
    assert_eq!(calls.waiting(), ["http://play.example.org:8080/t/next1"]);
    let mut next = calls.serve("gomoku", "none");
    next.begin().send_state();
    settle!(person).sees("Next game").sees("Ann (you)");
    // The other side may propose it first.
    next.does(Seat::Second, &Command::Resign);
    next.does(Seat::Second, &Command::Offer(Request::Rematch));
    settle!(person).sees("Bob offers a rematch.").press("y");
    assert_eq!(
        next.handle_orders(),
        [r#"{"do":"accept","what":"rematch"}"#]
    );
}

#[test]
fn a_spectator_sees_everything_and_cannot_act() {
    let (mut person, mut server, _calls) = joined("gomoku:15:freestyle:swap1");
    server.you.seats.clear();
    server.presence.spectators = 2;
    server.begin().moves("h8 h9 i9").send_state();
    settle!(person)
        .sees("You are watching.")
        .sees("2 watching · connected")
        .sees("Bob: choose your color.")
        .does_not_see("> k");
    server.moves("keep");
    server.does(Seat::First, &Command::Offer(Request::Draw));
    settle!(person).sees("Ann offers a draw.");
    for keys in [
        "j9<Enter>",
        "<Enter>",
        "r",
        "D<Enter>",
        "u",
        "n<Enter>",
        "X",
        "c<Enter>",
    ] {
        person.press(keys).sees("You are only watching this game.");
    }
    assert!(server.handle_orders().is_empty());
    person.press("thello there<Enter>");
    assert_eq!(server.handle_orders(), ["say hello there"]);
    server.does(Seat::First, &Command::Resign);
    settle!(person).does_not_see("Rematch");
    // A spectator may leave without a question.
    person.press("q");
    assert!(person.app.is_done());
}

#[test]
fn a_line_is_edited_at_the_cursor() {
    let (mut person, mut server, _calls) = joined("reversi");
    server.begin().send_state();
    settle!(person)
        .press("t你好👍🏽")
        .sees("Point or command: say 你好👍🏽_");
    assert_eq!(person.cursor(), (29, 21));
    person.press("<Backspace><Left>");
    assert_eq!(person.cursor(), (25, 21));
    person.paste("们").press("<Right>，e\u{301}<Left><Delete>!");
    person
        .press("<Home><Right><Right><Right>")
        .sees("say 你们好，!");
    assert_eq!(person.cursor(), (22, 21));
    person.press("<Enter>");
    assert_eq!(server.handle_orders(), ["say 你们好，!"]);
}

#[test]
fn chat_appears_next_to_the_board_or_in_the_status_line() {
    let (mut person, mut server, _calls) = joined("reversi");
    server.begin().send_state();
    server.chat("Bo\u{202e}b", "Good\u{7} luck!\nx");
    settle!(person).sees("Bob: Good luck! x");
    person.press(":say And to you<Enter>");
    assert_eq!(server.handle_orders(), ["say And to you"]);
    person.press(":say<Enter>").sees("The message is empty.");
    person.resize(40, 15);
    server.chat("Bob", "Nice");
    settle!(person).sees("Bob: Nice");
    server.emit(Event::Unsaid("Hm".to_owned()));
    settle!(person).sees("Not sent, because there is no conne");
}

#[test]
fn a_lost_connection_is_reported_and_moves_wait() {
    let (mut person, mut server, _calls) = joined("reversi");
    server.begin().send_state();
    settle!(person);
    server.emit(Event::Connection(LinkState::Reconnecting { in_ms: 2500 }));
    settle!(person)
        .sees("reconnecting…")
        .sees("reconnecting in 3 s…");
    person.wait(2000).sees("reconnecting in 1 s…");
    // Enter alone plays nothing now; typed moves are kept.
    person
        .press("<Enter>")
        .press("d3<Enter>")
        .sees("Your move will be sent.");
    person.press("P").sees("Reconnect now").press("h");
    let orders = server.handle_orders();
    assert_eq!(orders, ["hurry", r#"{"do":"play","move":"d3"}"#, "hurry"]);
    server.send_state();
    settle!(person).sees("Bob to move.").sees("connected");
}

#[test]
fn a_closed_connection_asks_what_to_do() {
    let (mut person, mut server, calls) = joined("reversi");
    server.begin().send_state();
    settle!(person);
    server.emit(Event::Connection(LinkState::Closed(Reason::Elsewhere)));
    settle!(person)
        .sees("You opened this table in another window")
        .press("l")
        .sees("no connection")
        .press("R")
        .sees("You opened this table in another window");
    person.press("Ph").sees("Connecting to");
    assert_eq!(calls.waiting(), [ADDRESS]);
    // A connection that died is reported as well and can be made again.
    let (mut person, server, calls_two) = joined("reversi");
    drop(server);
    settle!(person).sees("The connection is closed.").press("c");
    assert_eq!(calls_two.waiting(), [ADDRESS]);
    person.sees("Connecting to");
    // A table that was never reached leads back.
    let (mut person, server, _calls) = joined("reversi");
    server.emit(Event::Connection(LinkState::Closed(Reason::Unreachable(
        "refused".to_owned(),
    ))));
    settle!(person)
        .sees("Cannot reach the server play.example.org:8080:")
        .press("m")
        .sees("New game");
}

#[test]
fn leaving_asks_only_during_a_game() {
    let (mut person, mut server, _calls) = joined("reversi");
    server.send_state();
    settle!(person).press("Pm").sees("New game");
    let (mut person, mut server, _calls) = joined("reversi");
    server.begin().send_state();
    settle!(person)
        .press("q")
        .sees("The game continues without you.")
        .press("<Esc>")
        .sees("Your turn.");
    person.press("qy");
    assert!(person.app.is_done());
    // Also before anything is known about the table.
    let (mut person, _server, _calls) = joined("reversi");
    person.press("x").sees("That key does nothing here");
    person.press("<Esc>").sees("New game");
}

#[test]
fn a_game_can_be_claimed_after_a_long_absence() {
    let (mut person, mut server, _calls) = joined("reversi");
    server.begin().send_state();
    server.presence.seats.second = PresenceState::Reconnecting;
    server.presence.claim_in_ms.second = Some(20_000);
    server.send_presence();
    settle!(person)
        .sees("Bob (offline)")
        .sees("Bob lost the connection.")
        .press("P")
        .does_not_see("Claim")
        .press("<Esc>");
    server.presence.seats.second = PresenceState::Gone;
    server.presence.claim_in_ms.second = Some(0);
    server.send_presence();
    settle!(person)
        .sees("Bob (away)")
        .sees("press c")
        .press("c<Enter>")
        .press("y");
    assert_eq!(server.handle_orders(), [r#"{"do":"claim"}"#]);
    settle!(person).sees("Black (Ann) wins: White (Bob) left the game.");
}

#[test]
fn a_waiting_table_shows_its_link_and_the_host_begins() {
    let (mut person, mut server, _calls) = joined("reversi");
    server.table.seats.second.kind = SeatKind::Open;
    server.table.seats.second.name = String::new();
    server.you.invite = Some("inv1te".to_owned());
    server.send_state();
    settle!(person)
        .sees("http://play.example.org:8080/t/k3v9qz7m2x#inv1te")
        .press("<Enter>")
        .sees("The game has not started.");
    let (mut person, mut server, _calls) = joined("reversi");
    server.you.host = true;
    server.send_state();
    settle!(person)
        .sees("Press Enter to start.")
        .press("<Enter>");
    assert_eq!(server.handle_orders(), [r#"{"do":"start"}"#]);
    settle!(person).sees("The game starts.").press("Pp");
    assert_eq!(server.handle_orders(), [r#"{"do":"pause"}"#]);
}

#[test]
fn a_person_with_both_seats_moves_for_both() {
    let (mut person, mut server, _calls) = joined("gomoku:15:freestyle:swap1");
    server.you.host = true;
    server.you.seats.push(yiqi_wire::WireSeat::Second);
    server.begin().send_state();
    for point in ["h8", "h9", "i9"] {
        settle!(person).press(point).press("<Enter>");
        server.handle_orders();
    }
    settle!(person).sees("choose your color").press("k");
    assert_eq!(server.handle_orders(), [r#"{"do":"play","move":"keep"}"#]);
    settle!(person).press("j9<Enter>");
    server.handle_orders();
    settle!(person).sees("Last move: j9");
}

#[test]
fn commands_of_the_desk_are_refused_at_a_table() {
    let (mut person, mut server, _calls) = joined("reversi");
    server.begin().send_state();
    settle!(person);
    for line in [":save 3", ":reversi", ":white random", ":at 3", ":branch"] {
        person
            .press(line)
            .press("<Enter>")
            .sees("This is not possible at a table on a server.");
    }
    person.press("!").sees("That key does nothing here");
    person
        .press("1<Enter>")
        .sees("This is not possible at a table on a server.");
    person
        .press("?<PgDn>")
        .sees("chat with the others")
        .press("<Esc>");
    person.press("m").sees("Legal moves: d3 c4 f5 e6.");
    person
        .press(":nonsense<Enter>")
        .sees("neither a command nor a move");
    assert!(server.handle_orders().is_empty());
}

// Fault 69.
#[test]
fn network_data_is_shown_as_plain_text() {
    let evil = "\u{1b}]0;x\u{7}\u{9b}31m\u{202e}\u{200b}名\u{0}";
    let (mut person, mut server, _calls) = joined("reversi");
    server.table.seats.first.name = evil.repeat(20);
    server.table.seats.second.name = evil.to_owned();
    server.begin().send_state();
    server.chat(evil, &evil.repeat(50));
    server.emit(Event::Failed(Fault {
        code: "x".to_owned(),
        text: evil.repeat(99),
        points: vec![evil.to_owned()],
    }));
    for size in [(80, 24), (40, 15), (120, 40), (200, 60)] {
        person.resize(size.0, size.1);
        settle!(person);
        let buffer = person.buffer();
        for cell in buffer.content() {
            let bad = |c: char| c.is_control() || c == '\u{202e}' || c == '\u{200b}';
            assert!(!cell.symbol().contains(bad), "{:?}", cell.symbol());
        }
    }
}

#[test]
fn every_screen_of_a_table_can_be_drawn_at_every_size() {
    for (index, keys) in ["", "P", "?", "R", "q", ":say hi", "T"]
        .into_iter()
        .enumerate()
    {
        let spec = ["reversi:26", "gomoku:25", "peace", "reversi:4"][index % 4];
        let (mut person, mut server, _calls) = joined(spec);
        server.begin().send_state();
        server.presence.claim_in_ms.second = Some(0);
        server.send_presence();
        server.chat("Bob", "A long sentence that has to be wrapped somewhere");
        settle!(person).press(keys);
        for rows in 1..=30 {
            for cols in (1..=90).step_by(4) {
                person.resize(cols, rows);
                let _ = person.buffer();
            }
        }
    }
}

#[test]
fn random_keys_and_events_do_no_harm() {
    const NAMED: [&str; 8] = [
        "<Enter>",
        "<Esc>",
        "<Left>",
        "<Down>",
        "<Up>",
        "<Tab>",
        "<Backspace>",
        "<F1>",
    ];
    for seed in 0..12_usize {
        let spec = ["reversi:4", "gomoku:7:freestyle:swap2", "peace"][seed % 3];
        let (mut person, mut server, _calls) =
            join_table(Lang::ALL[seed % 3], (80, 24), spec, "none");
        if seed % 4 > 0 {
            server.begin();
        }
        if seed % 5 == 0 {
            server.you.seats.clear();
        }
        server.send_state();
        let mut dice = Dice::new(seed as u64);
        let mut below = |count: usize| dice.below(count);
        for _ in 0..400 {
            match below(12) {
                0 => server.emit(Event::Connection(LinkState::Reconnecting { in_ms: 10 })),
                1 => server.emit(Event::Connection(LinkState::Connected)),
                2 => server.chat("Bob", "hi"),
                3 if server.stage() == Stage::Playing => {
                    let (seat, mv) = server.any_move();
                    server.does(seat, &Command::play(mv));
                }
                4 => {
                    let request = [Request::Draw, Request::TakeBack, Request::Pause][below(3)];
                    // A refusal does not matter.
                    let _ = server.decide(
                        yiqi_session::Actor::Seat(Seat::Second),
                        &Command::Offer(request),
                    );
                }
                5 => {
                    person.resize(1 + below(120) as u16, 1 + below(50) as u16);
                }
                6 => {
                    person.click(below(100) as u16, below(30) as u16);
                }
                7 => {
                    person.press(NAMED[below(8)]);
                }
                _ => {
                    let c = char::from(b' ' + below(95) as u8);
                    person.press(&c.to_string().replace('<', "<lt>"));
                }
            }
            if !server.you.seats.is_empty() {
                server.handle_orders();
            }
            settle!(person);
            let _ = person.buffer();
            if person.app.is_done() || person.screen().contains("yiqi") {
                break;
            }
        }
    }
}

type Scene = fn(&mut Person, &mut Server);

/// The same scene in every language and two sizes, compared with snapshots.
fn picture(name: &str, spec: &str, time: &str, scene: Scene) {
    let mut all = String::new();
    for size in [(80, 24), (40, 15)] {
        for lang in Lang::ALL {
            let (mut person, mut server, _calls) = join_table(lang, size, spec, time);
            scene(&mut person, &mut server);
            settle!(person);
            let screen = person.screen();
            all.push_str(&format!("{}×{} {lang}\n{screen}\n", size.0, size.1));
        }
    }
    insta::assert_snapshot!(name, all);
}

#[test]
fn a_table_that_waits_matches_its_snapshots() {
    picture("table-waiting", "reversi", "game 5m+3s", |_, server| {
        server.table.seats.second.kind = SeatKind::Open;
        server.table.seats.second.name = String::new();
        server.table.first_color = FirstColor::Drawn;
        server.presence.seats.second = PresenceState::Away;
        server.you.invite = Some("Zx81_Qq".to_owned());
        server.send_state();
    });
}

#[test]
fn ones_own_turn_matches_its_snapshots() {
    picture("table-turn", "reversi", "game 5m+3s", |person, server| {
        server.begin();
        server.now_ms = 12_000;
        server.moves("d3");
        server.now_ms = 20_000;
        server.moves("c5").send_state();
        person.wait(1);
        server.chat("Bob", "Good luck!");
    });
}

#[test]
fn an_offered_draw_matches_its_snapshots() {
    picture("table-draw", "gomoku:15:renju", "none", |_, server| {
        server.begin().moves("h8 i9 g7").send_state();
        server.does(Seat::Second, &Command::Offer(Request::Draw));
    });
}

#[test]
fn a_lost_connection_matches_its_snapshots() {
    picture("table-reconnecting", "reversi", "none", |person, server| {
        server.begin().moves("d3").send_state();
        server.presence.seats.second = PresenceState::Reconnecting;
        server.presence.claim_in_ms.second = Some(60_000);
        server.send_presence();
        person.wait(1);
        server.emit(Event::Connection(LinkState::Reconnecting { in_ms: 4000 }));
    });
}

#[test]
fn the_end_of_a_game_matches_its_snapshots() {
    picture("table-over", "reversi:4", "none", |_, server| {
        server.begin().moves("b1 a1").send_state();
        server.does(Seat::Second, &Command::Resign);
    });
}

#[test]
fn a_watched_game_matches_its_snapshots() {
    picture("table-watching", "gomoku:15:renju", "none", |_, server| {
        server.you.seats.clear();
        server.presence.spectators = 3;
        server.presence.seats.first = PresenceState::Gone;
        server.begin().moves("h8 i9 g7").send_state();
    });
}
