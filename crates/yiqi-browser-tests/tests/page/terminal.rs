//! One player in a browser, the other in a terminal.

use serde_json::Value;
use yiqi_browser_tests::{TestBed, program};
use yiqi_testkit::Terminal;

use crate::common::{invitation, new_table};

#[test]
fn a_browser_plays_reversi_against_a_terminal() {
    let mut bed = TestBed::open();
    let ann = bed.browser("/");
    let choices = [("kind", "reversi"), ("color", "black"), ("size", "4")];
    new_table(&ann, "web-play-friend", &choices);
    let link = invitation(&ann);
    let data = tempfile::tempdir().unwrap();
    let folder = data.path().display().to_string();
    let args = [
        "join",
        &link,
        "--name",
        "Ben",
        "--lang",
        "en",
        "--data-dir",
        &folder,
    ];
    let mut ben = Terminal::start(&program(), &args, &[], 100, 30);
    ann.see("Ben");

    // Both play the first legal move until neither has one.
    let path = ann.path();
    let mut last = String::new();
    let table = format!("/api{}", path.replace("/t/", "/tables/"));
    for ply in 1.. {
        let state = ann.api("GET", &table, &Value::Null);
        let view = &state["view"];
        if view["stage"] == "over" {
            break;
        }
        let mv = next_move(view);
        if view["turn"] == "second" {
            ben.send(&format!("{mv}\r"));
        } else if mv == "pass" {
            ann.press("web-word-pass");
        } else {
            ann.play(&mv);
        }
        ann.until(&mv, "return moves().length >= args[0]", &[Value::from(ply)]);
        last = format!("{ply} {mv}");
        ben.wait_for(&last);
    }
    ann.see("web-analyse");
    // Both show the same result: the page to its reader, the terminal with the name of the winner.
    let result = ann.run(
        "return document.querySelector('.strip strong').innerText.match(/\\d+/g).map(Number)",
        &[],
    );
    let stones = |index: usize| result[index].as_u64().unwrap();
    let (own, other) = (stones(0), stones(1));
    let score = format!("wins {}–{}", own.max(other), own.min(other));
    ann.see(if own > other { "You win" } else { "You lose" });
    ben.wait_until("the result", |screen| screen.contains(&score));

    // Again, with colors exchanged.
    ann.press("web-rematch");
    ben.wait_for("offers a rematch");
    ben.send("y");
    let elsewhere =
        "return location.pathname !== args[0] && board() !== null && moves().length === 0";
    ann.until("the next game", elsewhere, &[Value::from(path)]);
    ben.wait_until("the next game", |screen| {
        screen.contains("to move") && !screen.contains(&last)
    });
    ben.send("b1\r");
    ben.wait_for("1 b1");
    ann.see_moves("b1");
    ann.check_console();
}

/// The first legal move of a view.
fn next_move(view: &Value) -> String {
    let first = |field: &str| view[field][0].as_str().map(str::to_owned);
    let board = view["board"].as_str().unwrap();
    let anywhere = || {
        // Without a list, every empty point is legal.
        let at = board.find('.').unwrap();
        let col = char::from(b"abcd"[at % 4]);
        format!("{col}{}", at / 4 + 1)
    };
    first("words")
        .or_else(|| first("legal"))
        .unwrap_or_else(anywhere)
}
