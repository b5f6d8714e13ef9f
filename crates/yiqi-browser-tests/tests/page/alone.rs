//! One person: against the computer, with the keyboard only, two at one screen.

use serde_json::json;
use yiqi_browser_tests::{Browser, Key, TestBed};

use crate::common::{new_table, start};

/// Plays the first legal move until the game is over.
#[track_caller]
fn play_to_the_end(browser: &Browser) {
    let next = "if (named('a', 'web-analyse')) return 'over';
        if (named('button', 'Pass')) return 'pass';
        return document.querySelector('yiqi-board[playable]') && legal()[0]";
    for _ in 0..64 {
        let next = browser.until("something to do", next, &[]);
        let before = browser.moves();
        match next.as_str().unwrap() {
            "over" => return,
            "pass" => browser.press("Pass"),
            point => browser.click_point(point),
        }
        let moved = "return moves().join(' ') !== args[0]";
        browser.until("the move", moved, &[json!(before)]);
    }
    panic!("the game does not end");
}

#[test]
fn a_game_against_the_computer_is_played_to_its_end_and_again() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    let choices = [
        ("kind", "reversi"),
        ("computer", "engine"),
        ("color", "black"),
        ("size", "4"),
    ];
    new_table(&browser, "web-play-computer", &choices);
    play_to_the_end(&browser);
    let stones = browser.stones();
    assert!(stones.contains('w') || stones.contains('b'));
    // The last move ended the game: both clocks stop, and the list can be stepped through.
    browser.press("web-step-first");
    assert_eq!(browser.stones(), ".....wb..bw.....");
    browser.press("web-step-next");
    let first = "return stones().replaceAll('.', '') ";
    assert_eq!(browser.run(first, &[]).as_str().unwrap().len(), 5);
    browser.press("web-back-to-game");
    assert_eq!(browser.stones(), stones);

    let before = browser.path();
    browser.press("web-again");
    browser.until(
        "another table",
        "return location.pathname !== args[0] && board() && moves().length < 4",
        &[json!(before)],
    );
    play_to_the_end(&browser);
    browser.check_console();
}

/// The arrow keys from one point to another.
fn arrows(cols: i32, rows: i32) -> Vec<char> {
    let sideways = if cols < 0 { Key::Left } else { Key::Right };
    let upright = if rows < 0 { Key::Up } else { Key::Down };
    let times = |key: Key, count: i32| vec![char::from(key); count.unsigned_abs() as usize];
    [times(sideways, cols), times(upright, rows)].concat()
}

#[test]
fn a_whole_game_is_played_with_the_keyboard_only() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    let enter = || browser.keys([Key::Enter.into()]);
    browser.tab_to("web-play-here");
    enter();
    browser.see_element(".new-table");
    // A radio group is one tab stop; arrows choose.
    browser.tab_to("game-reversi");
    browser.keys([Key::Right.into()]);
    browser.tab_to("web-more-choices");
    enter();
    browser.tab_to("web-rules");
    browser.keys("free".chars());
    browser.tab_to("web-begin-here");
    enter();

    // A game without a clock begins at once, with the cursor in the middle of the board.
    browser.see_element("yiqi-board[playable]");
    browser.tab_to_board();
    enter();
    browser.see_moves("h8");
    browser.keys(arrows(0, -1));
    enter();
    browser.see_moves("h8 h9");
    browser.keys(arrows(1, 1));
    enter();
    browser.see_moves("h8 h9 i8");
    // What is typed anywhere on the page goes into the move field.
    for (typed, moves) in [
        ("i9", "h8 h9 i8 i9"),
        ("j8", "h8 h9 i8 i9 j8"),
        ("j9", "h8 h9 i8 i9 j8 j9"),
        ("K8", "h8 h9 i8 i9 j8 j9 k8"),
        ("k9", "h8 h9 i8 i9 j8 j9 k8 k9"),
    ] {
        browser.keys(typed.chars());
        enter();
        browser.see_moves(moves);
    }
    browser.tab_to_board();
    browser.keys(arrows(3, 0));
    enter();
    // The live region has announced it.
    browser.until(
        "the win to be announced",
        "return document.getElementById('live').textContent.includes(words('color-black'))",
        &[],
    );
    browser.see("web-analyse");
    assert_eq!(browser.count(".b-row"), 1);
    browser.tab_to("web-analyse");
    enter();
    browser.see("study-engine");
    browser.keys([Key::Home.into(), Key::Right.into()]);
    browser.until(
        "the first stone",
        "return stones().replaceAll('.', '') === 'b'",
        &[],
    );
    browser.check_console();
}

#[test]
fn two_at_one_screen_start_pause_resume_and_end_while_somebody_watches() {
    let mut bed = TestBed::open();
    let here = bed.browser("/");
    let choices = [
        ("kind", "peace"),
        ("clock", "game"),
        ("random", "no"),
        ("listed", "yes"),
    ];
    new_table(&here, "web-play-here", &choices);
    start(&here);

    // A spectator finds the game in the lobby.
    let cat = bed.browser("/");
    cat.click(".tables.playing a.pair");
    cat.see("web-you-watch");
    here.until(
        "the spectator to be counted",
        "return shownText().includes(words('web-spectators', { count: 1 }))",
        &[],
    );
    assert_eq!(cat.count("yiqi-board[playable]"), 0);
    assert_eq!(cat.count(".actions form"), 0);
    let point = here.run("return legal()[0] ?? 'c3'", &[]);
    let point = point.as_str().unwrap();
    cat.click_point(point);
    here.play(point);
    cat.see_moves(point);
    assert_eq!(cat.stones(), here.stones());

    here.press("web-pause");
    here.see("web-paused");
    cat.see("web-paused");
    assert_eq!(here.count(".clock.running"), 0);
    let clocks = "return [...document.querySelectorAll('.clock')].map((one) => one.textContent)";
    let standing = here.run(clocks, &[]);
    here.press("web-resume");
    cat.see_gone("web-paused");
    here.until(
        "the clocks to run again",
        &format!(
            "const now = (() => {{ {clocks} }})(); return JSON.stringify(now) !== JSON.stringify(args[0])"
        ),
        &[standing],
    );
    here.press("web-end");
    here.press("web-end");
    // Nobody wins, so there is a study and nothing to analyze.
    here.see_element(".after a[href^='/study']:not([href*=analyze])");
    cat.see_element(".after a[href^='/study']");
    here.check_console();
    cat.check_console();
}
