//! Everyday paths: what a person tries in the first hour.

use serde_json::json;
use yiqi_browser_tests::{Browser, Key, TestBed};

use crate::common::{choose, invitation, new_table, seat_two, start, table_here};

/// The sentence that the strip shows for a while.
const SENTENCE: &str = "return document.querySelector('.refusal').textContent || null";

#[test]
fn at_one_screen_a_take_back_and_a_draw_need_no_answer() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    table_here(&browser, "reversi", "none", "");
    start(&browser);
    for point in ["d3", "c3"] {
        browser.click_point(point);
        browser.until(
            "the move",
            "return moves().includes(args[0])",
            &[json!(point)],
        );
    }
    browser.press("web-take-back");
    browser.until("one move", "return moves().length === 1", &[]);
    browser.press("web-agree-draw");
    browser.press("web-agree-draw");
    browser.see("Draw by agreement.");
    assert!(browser.run(SENTENCE, &[]).is_null(), "nothing was refused");
    browser.check_console();
}

#[test]
fn a_click_where_nobody_can_play_is_answered_with_the_reason() {
    let mut bed = TestBed::open();
    let (ann, ben) = seat_two(&mut bed, &[("kind", "reversi"), ("color", "black")]);
    ben.click_point("d3");
    let said = ben.until("a reason", SENTENCE, &[]);
    assert!(
        said.as_str().unwrap().contains("It is not your turn"),
        "{said}"
    );
    ann.click_point("d3");
    ben.until("the move", "return moves().includes('d3')", &[]);
    ann.press("web-step-first");
    ann.click_point("c3");
    let said = ann.until("a reason", SENTENCE, &[]);
    assert!(
        said.as_str().unwrap().contains("earlier position"),
        "{said}"
    );
    // A long notice has room.
    let whole = "const box = document.querySelector('.refusal');
        box.textContent = 'This is a long sentence. '.repeat(12);
        return box.scrollHeight <= box.clientHeight";
    assert_eq!(ann.run(whole, &[]), true);
    // What was typed wrong stays in the field, to be corrected.
    ann.press("web-step-last");
    ben.write("web-type-move", "a1\n");
    let said = ben.until("a reason", SENTENCE, &[]);
    assert!(said.as_str().unwrap().contains("a1"), "{said}");
    let typed = "return document.querySelector('.type input').value";
    assert_eq!(ben.run(typed, &[]), "a1");
    ben.write("web-type-move", "c3\n");
    ann.see_moves("d3 c3");
    // One's own words are neither new nor to be muted.
    ben.press("web-chat");
    ben.write("web-chat-say", "Hello");
    ben.press("web-send");
    ben.see("Hello");
    assert_eq!(ben.count(".chat .mute"), 0);
    ben.press("web-moves");
    let label =
        "return document.querySelector('#tab-chat').textContent === words(args[0], { count: 1 })";
    ben.until("nothing new", label, &[json!("web-chat")]);
    ann.until("something new", label, &[json!("web-chat-new")]);
}

#[test]
fn whoever_made_an_offer_is_told_that_it_was_declined() {
    let mut bed = TestBed::open();
    let (ann, ben) = seat_two(&mut bed, &[("kind", "reversi"), ("color", "black")]);
    ann.press("web-draw");
    ann.press("web-draw");
    ben.press("web-decline");
    let said = ann.until("the answer", SENTENCE, &[]);
    assert!(
        said.as_str().unwrap().contains("declined the draw"),
        "{said}"
    );
}

#[test]
fn a_guest_who_logs_in_keeps_the_seat_and_the_games() {
    let mut bed = TestBed::open();
    let owner = bed.browser("/");
    let credentials = json!({"name": "Annabel", "password": "correct horse 9"});
    owner.api("POST", "/api/register", &credentials);
    let (ann, ben) = seat_two(&mut bed, &[("kind", "reversi"), ("color", "black")]);
    ann.api("POST", "/api/login", &credentials);
    let table = ann.path();
    ann.open(&table);
    ann.see("Annabel");
    ann.click_point("d3");
    ben.until("the move", "return moves().includes('d3')", &[]);
    ben.see("Annabel");
    ann.open("/");
    ann.see("Ben");
}

#[test]
fn a_table_at_which_nobody_sat_down_can_be_called_off() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    new_table(&browser, "web-play-friend", &[("kind", "reversi")]);
    invitation(&browser);
    browser.press("web-abort");
    browser.press("web-abort");
    browser.see("The game was aborted.");
    browser.open("/");
    browser.see_element(".ways");
    let mine = "return document.querySelector('.tables.mine').hidden";
    browser.until("no unfinished game", mine, &[]);
}

#[test]
fn choices_about_who_may_join_belong_to_one_kind_of_opponent_and_are_named() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    new_table(
        &browser,
        "web-play-here",
        &[("kind", "reversi"), ("listed", "yes"), ("clock", "move")],
    );
    browser.open("/");
    browser.press("web-play-friend");
    let summary = "return document.querySelector('.new-table summary')?.textContent";
    let friend = browser.until("the choices", summary, &[]);
    assert!(!friend.as_str().unwrap().contains("lobby"), "{friend}");
    assert!(friend.as_str().unwrap().contains("no clock"), "{friend}");
    browser.click("label:has(#new-opponent-here)");
    let named = "return document.querySelector('.new-table summary').textContent.includes('lobby')";
    browser.until("the choice of last time", named, &[]);
    // The fields of a clock are above the button at the end.
    resize(&browser, 1366, 700);
    choose(&browser, &[("clock", "byoyomi")]);
    let seen = "const { bottom } = document.querySelector('.clock-fields').getBoundingClientRect();
        return bottom <= document.querySelector('.new-table > .row.end').getBoundingClientRect().top";
    browser.until("the fields of the clock", seen, &[]);
}

/// Solves the lesson of a game with these moves, one list for each task.
#[track_caller]
fn solve(browser: &Browser, game: &str, tasks: &[&str]) {
    for (number, moves) in tasks.iter().enumerate() {
        for point in moves.split(' ') {
            browser.see_element(".lesson yiqi-board[playable]");
            browser.click_point(point);
        }
        browser.see(&format!("web-learn-{game}-{}-done", number + 1));
        if number + 1 < tasks.len() {
            browser.press("web-learn-next");
        }
    }
}

#[test]
fn somebody_new_learns_a_game_on_the_board_and_then_plays_it() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    browser.click(".game-card .row a[href='/learn/gomoku']");
    browser.see_element(".lesson yiqi-board[playable]");
    browser.click_point("a5");
    browser.see("web-learn-not-yet");
    browser.press("web-learn-again");
    // An occupied point is refused as in a game.
    browser.see_element(".lesson yiqi-board[playable]");
    browser.click_point("h8");
    browser.see("h8 is occupied");
    solve(&browser, "gomoku", &["g8", "l8", "h6", "k8"]);
    assert_eq!(browser.barriers(&[]), Vec::<String>::new());
    browser.press("web-learn-play");
    let kind = "return document.querySelector('input[name=new-kind]:checked')?.value";
    assert_eq!(browser.until("the game", kind, &[]), "gomoku");
    browser.check_console();
}

#[test]
fn every_game_has_a_lesson_whose_progress_is_kept() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    for (game, tasks) in [
        ("reversi", &["d3", "c5", "a1", "a4"][..]),
        ("connect6", &["j10", "o10 p10", "l10 a1"]),
        ("peace", &["a1", "g8 h8"]),
    ] {
        browser.open(&format!("/learn/{game}"));
        solve(&browser, game, tasks);
    }
    browser.open("/learn/connect6");
    browser.see_element(".learn-steps li:nth-child(3) button:not(:disabled)");
    browser.open("/");
    browser.see_element(".game-card a[href='/learn/peace'] span");
    browser.check_console();
}

#[test]
fn with_the_keyboard_alone_somebody_new_gets_from_the_home_page_through_a_lesson_to_a_game() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    let enter = || browser.keys([Key::Enter.into()]);
    browser.see_element(".game-card");
    browser.tab_to("How to play Peace");
    enter();
    // The board has the focus, and its cursor is on an occupied point.
    browser.see_element("yiqi-board[playable]:focus");
    browser.keys([Key::Home.into(), Key::Enter.into()]);
    browser.see("web-learn-peace-1-done");
    enter();
    browser.see("web-learn-peace-2");
    browser.see_element("yiqi-board[playable]:focus");
    browser.run(
        "document.querySelector('yiqi-board').cursorName = 'h8'",
        &[],
    );
    enter();
    browser.see("web-learn-on");
    browser.keys([Key::Left.into(), Key::Enter.into()]);
    browser.see("web-learn-peace-2-done");
    enter();
    browser.see_element(".new-table");
    enter();
    browser.see_element("yiqi-board[role=grid]");
}

#[test]
fn two_clicks_lead_from_the_home_page_to_the_first_move_and_one_to_the_second_game() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    browser.press("web-play-computer");
    browser.click(".new-table button.primary");
    browser.see_element("yiqi-board[playable]");
    let point = browser.run("return legal()[0]", &[]);
    let point = point.as_str().unwrap().to_owned();
    browser.click_point(&point);
    let moved = "return moves().includes(args[0])";
    browser.until("the move", moved, &[json!(point)]);
    browser.press("web-resign");
    browser.press("web-resign");
    browser.see("web-again");
    let before = browser.path();
    browser.press("web-again");
    let other = "return location.pathname !== args[0]
        && document.querySelector('yiqi-board[playable]') !== null";
    browser.until("another game", other, &[json!(before)]);
    browser.check_console();
}

#[test]
fn a_guest_finds_finished_games_again_and_saves_them() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    let choices = [
        ("kind", "reversi"),
        ("computer", "engine"),
        ("color", "black"),
    ];
    new_table(&browser, "web-play-computer", &choices);
    browser.see_element("yiqi-board[playable]");
    browser.click_point("d3");
    browser.until("the answer", "return moves().length >= 2", &[]);
    browser.press("web-resign");
    browser.press("web-resign");
    browser.see("You resigned.");
    browser.open("/games");
    browser.see("1 game: 0 won, 1 lost, 0 drawn.");
    browser.see_element(".recent .card");
    browser.write_into("input[name=opening]", "f5");
    browser.until(
        "the address",
        "return location.search === '?opening=f5'",
        &[],
    );
    browser.see("1 game: 0 won, 1 lost, 0 drawn.");
    browser.select("select[name=game]", "gomoku");
    browser.see("0 games");
    browser.see("web-my-none");
    browser.press("web-my-reset");
    browser.see("1 game: 0 won, 1 lost, 0 drawn.");
    browser.open("/games?result=lost");
    browser.see("1 game: 0 won, 1 lost, 0 drawn.");
    let file = "const link = named('a', 'SGF');
        return link && (await (await fetch(link.href)).text()).slice(0, 2)";
    assert_eq!(browser.until("the file", file, &[]), "(;");
    browser.check_console();
}

#[test]
fn a_finished_game_is_shared_as_a_link_a_frame_and_an_animation() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    table_here(&browser, "reversi", "none", "d3 c3 c4");
    start(&browser);
    browser.press("web-abort");
    browser.press("web-abort");
    browser.press("web-share");
    browser.see("web-copy-link");
    let kind = "const link = named('a', 'web-format-gif');
        return link && (await fetch(link.href)).headers.get('content-type')";
    assert_eq!(browser.until("an animation", kind, &[]), "image/gif");
    browser.press("web-copy-link");
    browser.see("web-copied");
    let path = browser.path();
    browser.open(&format!("/embed{path}"));
    browser.see_element(".embedded yiqi-board .b-stone");
    assert_eq!(browser.count("#shell"), 0);
    let stones = "return stones().replaceAll('.', '').length === args[0]";
    browser.until("all stones", stones, &[json!(7)]);
    browser.press("web-step-first");
    browser.until("the start", stones, &[json!(4)]);
    assert_eq!(browser.barriers(&[]), Vec::<String>::new());
    browser.check_console();
}

#[test]
fn a_click_ahead_is_played_as_soon_as_it_is_ones_turn() {
    let mut bed = TestBed::open();
    let (ann, ben) = seat_two(&mut bed, &[("kind", "gomoku"), ("color", "black")]);
    ben.press("web-settings");
    ben.press("web-premove");
    ben.press("web-settings");
    ben.click_point("i9");
    ben.see_element(".b-pending");
    ann.click_point("h8");
    ann.see_moves("h8 i9");
    // A point that is taken by then is not played.
    ben.click_point("j10");
    ben.see_element(".b-pending");
    ann.click_point("j10");
    ben.until(
        "the turn",
        "return document.querySelector('yiqi-board[playable]') !== null",
        &[],
    );
    ben.see_moves("h8 i9 j10");
    assert_eq!(ben.count(".b-pending"), 0);
}

#[test]
fn coordinates_numbers_and_boards_are_a_matter_of_taste() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    table_here(&browser, "gomoku", "none", "h8 i9");
    start(&browser);
    browser.press("web-settings");
    browser.press("web-numbers");
    browser.see_element(".b-number.white");
    let labels =
        "return getComputedStyle(document.querySelector('.b-label')).visibility === args[0]";
    browser.until("labels", labels, &[json!("visible")]);
    browser.press("web-coordinates");
    browser.until("no labels", labels, &[json!("hidden")]);
    let ground = "return getComputedStyle(document.querySelector('.b-frame')).fill";
    let before = browser.run(ground, &[]);
    browser.select("#set-board", "slate");
    let other = "return getComputedStyle(document.querySelector('.b-frame')).fill !== args[0]";
    browser.until("another board", other, &[before]);
    browser.reload();
    browser.see_element(".b-number.white");
    // The cursor belongs to the keyboard: nobody has used it yet.
    browser.see_element("yiqi-board[playable]:focus");
    let cursor = "return getComputedStyle(document.querySelector('.b-cursor-layer')).display";
    assert_eq!(browser.run(cursor, &[]), "none");
    browser.keys([Key::Right.into()]);
    assert_eq!(browser.run(cursor, &[]), "inline");
    browser.check_console();
}

#[test]
fn the_computer_moves_at_once_when_asked_to_and_never_before_ones_own_move_is_seen() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    let table = json!({"game": "reversi:26", "first": {"kind": "me"}, "first_color": "black",
        "second": {"kind": "computer", "player": "engine:time=30s"}});
    browser.run(
        "const { beGuest } = await moduleOf('net.js'); await beGuest('Ann')",
        &[],
    );
    let table = browser.api("POST", "/api/tables", &table);
    browser.open(&format!("/t/{}", table["table"].as_str().unwrap()));
    browser.see_element("yiqi-board[playable]");
    browser.click_point("m12");
    browser.see_element(".thinking");
    browser.keys([Key::Escape.into()]);
    browser.until("the answer", "return moves().length === 2", &[]);
}

/// Sets the size of the window.
fn resize(browser: &Browser, width: u32, height: u32) {
    let metrics =
        json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
    browser.devtools("Emulation.setDeviceMetricsOverride", &metrics);
    browser.until("the size", "return innerWidth === args[0]", &[json!(width)]);
}

#[test]
fn buttons_keep_their_places_during_a_game_and_the_result_leaves_with_a_click() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    resize(&browser, 1366, 768);
    let choices = [
        ("kind", "gomoku"),
        ("computer", "engine"),
        ("color", "black"),
    ];
    new_table(&browser, "web-play-computer", &choices);
    browser.see_element("yiqi-board[playable]");
    let places = "return JSON.stringify([...document.querySelectorAll('.actions button')]
        .filter((one) => isShown(one) && nameOf(one) !== words('web-abort'))
        .map((one) => [nameOf(one), one.getBoundingClientRect().x, one.getBoundingClientRect().y]))";
    let before = browser.run(places, &[]);
    // Without a clock there is nothing to pause, and the example of a point is on the board.
    assert!(!before.to_string().contains("Pause"), "{before}");
    let example = "return document.querySelector('.type input').placeholder.endsWith('h8')";
    assert_eq!(browser.run(example, &[]), true);
    browser.click_point("h8");
    browser.until("the answer", "return moves().length === 2", &[]);
    assert_eq!(browser.run(places, &[]), before);
    browser.press("web-resign");
    browser.press("web-resign");
    // The loser reads "You resigned." A click closes the result over the board, and it stays closed.
    browser.see("web-result-you-resignation");
    browser.click_point("h8");
    let covered = "return isShown(document.querySelector('.banner'))";
    assert_eq!(browser.run(covered, &[]), false);
    browser.see("web-again");
    // A menu is whole, and what it saves has the date in its name.
    browser.press("web-share");
    browser.see("web-share-picture");
    let fits = "const { top, bottom, left, right } = document.querySelector('.after .panel').getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth";
    assert_eq!(browser.run(fits, &[]), true);
    let dated = "return /-\\d{4}-\\d\\d-\\d\\d\\.gif$/.test(document.querySelector('.after a[download$=gif]').download)";
    assert_eq!(browser.run(dated, &[]), true);
    browser.check_console();
}

#[test]
fn running_games_are_in_sight_and_a_link_for_this_computer_only_has_no_code() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    resize(&browser, 1366, 768);
    new_table(&browser, "web-play-friend", &[("kind", "reversi")]);
    browser.see("Only this computer can open this link.");
    assert_eq!(browser.count(".invite .qr"), 0);
    // The address is the invitation, too. Without its end it says how to get one.
    let address = browser.path();
    let (table, _secret) = address.split_once('#').unwrap();
    let friend = bed.browser(table);
    friend.see("web-seat-free");
    assert_eq!(friend.count(".invite form"), 0);
    friend.open("/");
    friend.open(&address);
    friend.see("web-sit-down");
    browser.open("/");
    browser.see_element(".tables.mine .card");
    let in_sight = "return document.querySelector('.tables.mine .card').getBoundingClientRect().bottom <= innerHeight";
    browser.until("the game in sight", in_sight, &[]);
}
