//! The largest table that there can be.

use serde_json::{Value, json};
use yiqi_browser_tests::{Browser, TestBed};

/// Lets a test chat and play as fast as the server can store it.
const CONFIG: &str = "messages_max = 1000000\n\
    [limits]\nchat_count = 1000000\nchat_count_per_room = 1000000\n";

/// Opens a socket of the test's own to a table, beside the page.
const CONNECT: &str = "
    const socket = new WebSocket(`ws://${location.host}/api/tables/${args[0]}/socket?view=no`);
    let wanted = null;
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (wanted?.fits(message)) wanted.resolve(message);
    };
    const until = (fits) => new Promise((resolve) => (wanted = { fits, resolve }));
    const isThere = until((message) => message.type === 'table');
    window.line = {
      async command(id, seat, command) {
        const answered = until((message) => message.id === id);
        socket.send(JSON.stringify({ type: 'command', id, seat, command }));
        const answer = await answered;
        if (answer.type !== 'ack') throw new Error(JSON.stringify(answer));
      },
      async chat(room, text) {
        const heard = until((message) => message.type === 'chat' && message.text === text);
        socket.send(JSON.stringify({ type: 'chat', room, text }));
        await heard;
      },
    };
    await isThere;";

/// Longer scripts are cut off.
const AT_ONCE: usize = 100;
const TAKE_BACKS: usize = 1_000;

fn be_guest(browser: &Browser, name: &str) {
    let script = "const { beGuest } = await moduleOf('net.js'); await beGuest(args[0])";
    browser.run(script, &[json!(name)]);
}

/// The moves of a game on the largest board, from its start to its end.
fn long_game(browser: &Browser) -> Vec<Value> {
    let random = json!({"kind": "computer", "player": "random"});
    let table = json!({"game": "reversi:26", "first": random, "second": random, "first_color": "black",
        "time": "none"});
    let made = browser.api("POST", "/api/tables", &table);
    let table = made["table"].as_str().unwrap();
    browser.run(CONNECT, &[json!(table)]);
    let path = format!("/api/tables/{table}?view=yes");
    let start = "const { view } = await api('GET', args[0], null);
        if (view.stage === 'waiting') await line.command('start', null, { do: 'start' })";
    browser.run(start, &[json!(path)]);
    // Each part of the game may take as long as anything else.
    let mut moves = Value::Null;
    for plies in [100, 200, 300, 400, 500, 600, 10_000] {
        moves = browser.until(
            "the game to go on",
            "const state = await api('GET', args[0], null);
             const played = state.moves.map(({ move }) => move);
             return (state.view.stage === 'over' || played.length >= args[1]) && played",
            &[json!(path), json!(plies)],
        );
    }
    moves.as_array().unwrap().clone()
}

/// The largest board, nearly full, after a thousand take-backs and as much chat as is kept.
fn large_table(ann: &Browser, cat: &Browser, moves: &[Value]) -> String {
    let (before, last) = moves.split_at(moves.len() - 4);
    let me = json!({"kind": "me"});
    let table = json!({"game": "reversi:26", "first": me, "second": me, "first_color": "black", "time": "none",
        "from": {"moves": before}});
    let made = ann.api("POST", "/api/tables", &table);
    let table = made["table"].as_str().unwrap();
    ann.run(CONNECT, &[json!(table)]);
    let state = ann.api(
        "GET",
        &format!("/api/tables/{table}?view=yes"),
        &Value::Null,
    );
    let seat = &state["view"]["turn"];
    for round in 0..TAKE_BACKS / AT_ONCE {
        ann.run(
            "for (let number = 0; number < args[0]; number += 1) {
               const id = `${args[1]}-${number}`;
               await line.command(`${id}-play`, null, { do: 'play', move: args[2] });
               await line.command(`${id}-back`, args[3], { do: 'offer', what: 'take_back' });
             }",
            &[json!(AT_ONCE), json!(round), last[0].clone(), seat.clone()],
        );
    }
    cat.run(CONNECT, &[json!(table)]);
    for (browser, room) in [(ann, "players"), (cat, "spectators")] {
        browser.run(
            "for (let number = 0; number < 60; number += 1)
               await line.chat(args[0], `${String(number).padStart(4, 0)}${'\\u{1f600}'.repeat(296)}`)",
            &[json!(room)],
        );
    }
    for (number, mv) in last.iter().enumerate() {
        let play = "await line.command(`last-${args[0]}`, null, { do: 'play', move: args[1] })";
        ann.run(play, &[json!(number), mv.clone()]);
    }
    table.to_owned()
}

// Fault 25.
#[test]
fn the_largest_table_is_shown_with_its_board_its_moves_and_its_chat() {
    let mut bed = TestBed::open_with(CONFIG);
    let ann = bed.browser("/");
    let cat = bed.browser("/");
    be_guest(&ann, "Ann");
    be_guest(&cat, "Cat");
    let moves = long_game(&ann);
    assert!(moves.len() > 600, "{}", moves.len());
    let table = large_table(&ann, &cat, &moves);
    let path = format!("/api/tables/{table}?view=yes");
    let state = ann.api("GET", &path, &Value::Null);
    assert_eq!(state["view"]["stage"], "over");
    assert!(state["entries"].as_array().unwrap().len() > 3 * TAKE_BACKS);
    assert!(state.to_string().len() > 128 * 1024);
    for (browser, shot) in [(&ann, "largest-player"), (&cat, "largest-spectator")] {
        browser.open(&format!("/t/{table}"));
        browser.see_element("yiqi-board[role=grid]");
        let board = "return stones() === args[0]";
        browser.until("the board", board, &[state["view"]["board"].clone()]);
        let list = "return moves().filter((move) => move !== 'pass').join() === args[0]";
        let played: Vec<&str> = moves
            .iter()
            .map(|mv| mv.as_str().unwrap())
            .filter(|mv| *mv != "pass")
            .collect();
        browser.until("the moves", list, &[json!(played.join(","))]);
        browser.press("web-chat");
        browser.see("0059\u{1f600}");
        browser.check_console();
        browser.shot(shot);
    }
}
