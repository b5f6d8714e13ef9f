//! Steps that many tests share.

use serde_json::json;
use yiqi_browser_tests::{Browser, TestBed};

/// Creates a table in the dialog: one of the three ways on the home page, then choices by the ids
/// of their fields.
#[track_caller]
pub(crate) fn new_table(browser: &Browser, way: &str, choices: &[(&str, &str)]) {
    browser.press(way);
    choose(browser, choices);
    browser.click(".new-table button.primary");
    browser.see_element("yiqi-board[role=grid]");
}

/// Chooses in the dialog for a new table.
#[track_caller]
pub(crate) fn choose(browser: &Browser, choices: &[(&str, &str)]) {
    browser.see_element(".new-table");
    for (field, value) in choices {
        let is_folded = "const one = document.getElementById(`new-${args[0]}`)
              ?? document.getElementById(`new-${args[0]}-${args[1]}`);
            return one ? String(!one.closest('label').checkVisibility()) : null";
        let args = [json!(field), json!(value)];
        if browser.until(field, is_folded, &args) == "true" {
            browser.press("web-more-choices");
        }
        let kind = browser.run(
            "return document.getElementById(`new-${args[0]}`)?.type ?? 'chips'",
            &args,
        );
        match kind.as_str() {
            Some("chips") => browser.click(&format!("label:has(#new-{field}-{value})")),
            Some("select-one") => browser.select(&format!("#new-{field}"), value),
            Some("checkbox") => {
                let state = "return document.getElementById(`new-${args[0]}`).checked";
                if browser.run(state, &args) != (*value == "yes") {
                    browser.click(&format!("label:has(#new-{field})"));
                }
            }
            _ => browser.write_into(&format!("#new-{field}"), value),
        }
    }
}

/// The link to send to the friend.
#[track_caller]
pub(crate) fn invitation(browser: &Browser) -> String {
    let script = "return named('input', 'web-link')?.value";
    let link = browser.until("a link to send", script, &[]);
    link.as_str().unwrap_or_default().to_owned()
}

/// Two people who play each other: the first has created the table, the second has followed the
/// link.
#[track_caller]
pub(crate) fn seat_two(bed: &mut TestBed, choices: &[(&str, &str)]) -> (Browser, Browser) {
    let ann = bed.browser("/");
    new_table(&ann, "web-play-friend", choices);
    let ben = bed.browser(&invitation(&ann));
    ben.write("web-your-name-optional", "Ben");
    ben.press("web-sit-down");
    ben.see_element("yiqi-board[role=grid]");
    ann.see("Ben");
    (ann, ben)
}

/// Starts a game at one screen. Without a clock it has started by itself.
#[track_caller]
pub(crate) fn start(browser: &Browser) {
    let script = "if (document.querySelector('yiqi-board[playable]')) return 'begun';
        return named('button', 'web-start') && 'ready'";
    if browser.until("the start", script, &[]) == "ready" {
        browser.press("web-start");
    }
    browser.see_element("yiqi-board[playable]");
}

/// An empty board from the top left, with these stones added.
pub(crate) fn board(size: usize, stones: &[(&str, char)]) -> String {
    let mut cells = vec!['.'; size * size];
    for (point, stone) in stones {
        let col = usize::from(point.as_bytes()[0] - b'a');
        let number: usize = point[1..].parse().unwrap();
        // Gomoku counts rows from the bottom.
        cells[(size - number) * size + col] = *stone;
    }
    cells.iter().collect()
}

/// Creates a table for two at one screen without the dialog, after some moves, and opens it.
#[track_caller]
pub(crate) fn table_here(browser: &Browser, game: &str, time: &str, moves: &str) {
    let moves: Vec<&str> = moves.split_whitespace().collect();
    let table = json!({
        "game": game, "first": {"kind": "me"}, "second": {"kind": "me"}, "first_color": "black",
        "time": time, "listed": true, "from": {"moves": moves},
    });
    browser.run(
        "const { beGuest } = await moduleOf('net.js'); await beGuest('Ann')",
        &[],
    );
    let table = browser.api("POST", "/api/tables", &table);
    browser.open(&format!("/t/{}", table["table"].as_str().unwrap()));
    browser.see_element("yiqi-board[role=grid]");
}
