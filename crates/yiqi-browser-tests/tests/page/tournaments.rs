//! Tournaments with several browsers, and the page of players.

use serde_json::json;
use yiqi_browser_tests::{Browser, Key, TestBed};

use crate::common::choose;
use crate::everyone::check_words;

/// Makes a tournament in the dialog.
#[track_caller]
fn new_tournament(browser: &Browser, name: &str, choices: &[(&str, &str)]) {
    browser.open("/tournaments");
    browser.press("web-tournament-new");
    browser.write_into("#new-name", name);
    choose(browser, choices);
    browser.click(".new-table button.primary");
    browser.see_element(".tournament h1");
}

/// The path of the reader's board, to which the page has led.
#[track_caller]
fn led_to_board(browser: &Browser) -> String {
    browser.until(
        "the board",
        "return location.pathname.startsWith('/t/') && document.querySelector('yiqi-board[role=grid]') !== null",
        &[],
    );
    browser.path()
}

/// The two of these browsers that were taken to a board other than those, as soon as there are two.
fn at_boards<'a>(browsers: &[&'a Browser], finished: &[String]) -> Vec<&'a Browser> {
    let is_there = |browser: &&&Browser| {
        let path = browser.path();
        path.starts_with("/t/") && !finished.contains(&path)
    };
    let now = || -> Vec<&'a Browser> { browsers.iter().filter(is_there).copied().collect() };
    let mut looks = (0..2_000).map(|_| now());
    looks.find(|there| there.len() == 2).unwrap_or_else(now)
}

#[test]
fn a_tournament_is_made_joined_played_and_won_in_three_browsers() {
    let mut bed = TestBed::open();
    let ann = bed.browser("/");
    let choices = [
        ("kind", "reversi"),
        ("size", "6"),
        ("format", "roundrobin"),
        ("count", "3"),
        ("pause", "0"),
    ];
    // Markup in a name is text.
    new_tournament(&ann, "<b>Cup</b> & co", &choices);
    ann.see("<b>Cup</b> & co");
    ann.see("web-tournament-you-in");
    let path = ann.path();
    let ben = bed.browser("/tournaments");
    ben.see("<b>Cup</b> & co");
    ben.click(".tournaments .card h3 a");
    // By keyboard alone.
    ben.tab_to("web-tournament-join");
    ben.keys([Key::Enter.into()]);
    ben.see("web-tournament-you-in");
    let eve = bed.browser(&path);
    eve.press("web-tournament-join");
    // Everybody who has a game is taken to the board, from the tournament and from a finished game.
    let browsers = [&ann, &ben, &eve];
    let mut finished = Vec::new();
    for round in 1..=3 {
        let playing = at_boards(&browsers, &finished);
        assert_eq!(playing.len(), 2, "round {round}");
        let board = led_to_board(playing[0]);
        assert_eq!(led_to_board(playing[1]), board);
        playing[0].see("<b>Cup</b> & co");
        playing[0].press("web-resign");
        playing[0].press("web-resign");
        finished.push(board);
    }
    for browser in browsers {
        browser.press("web-tournament-back");
    }
    for browser in browsers {
        browser.until(
            "the winner",
            "return document.querySelector('.tournament .status')?.textContent.length > 0
              && document.querySelectorAll('.pairing').length === 3
              && !document.body.innerText.includes('*')",
            &[],
        );
        assert_eq!(browser.count(".standings tbody tr"), 3);
        browser.check_console();
    }
    ann.shot("tournament-finished");
}

#[test]
fn an_arena_has_clocks_a_chat_late_joiners_and_a_way_back() {
    let mut bed = TestBed::open();
    let ann = bed.browser("/");
    let choices = [
        ("kind", "reversi"),
        ("size", "6"),
        ("format", "arena"),
        ("count", "2"),
        ("pause", "0"),
    ];
    new_tournament(&ann, "Arena", &choices);
    let path = ann.path();
    let ben = bed.browser(&path);
    ben.press("web-tournament-join");
    let board = led_to_board(&ann);
    assert_eq!(led_to_board(&ben), board);
    // Whoever watches sees both clocks, and one of them runs.
    let eve = bed.browser(&path);
    eve.see_element(".tables.playing .clocks .clock.running");
    assert_eq!(eve.count(".tables.playing .clocks .clock"), 2);
    let time = "return document.querySelector('.clocks .clock.running').textContent";
    let before = eve.run(time, &[]);
    eve.until(
        "the clock runs",
        "return document.querySelector('.clocks .clock.running')?.textContent !== args[0]",
        &[before],
    );
    // Markup is text, and what one writes the others read.
    eve.write_into(".chat-part input", "<img src=x onerror=alert(1)> hi");
    eve.keys([Key::Enter.into()]);
    eve.see("<img src=x onerror=alert(1)> hi");
    // Eve comes late, and is paired as soon as somebody is free.
    eve.press("web-tournament-join");
    eve.see("web-tournament-you-wait");
    eve.shot("arena-waiting");
    ann.press("web-resign");
    ann.press("web-resign");
    led_to_board(&eve);
    let zoe = bed.browser(&path);
    zoe.see("<img src=x onerror=alert(1)> hi");
    assert_eq!(zoe.count(".chat-part img"), 0);
    // Who leaves is not paired again, and may come back.
    eve.click(&format!("a[href='{path}']"));
    eve.press("web-tournament-leave");
    eve.see("web-tournament-leave-sure");
    eve.click("dialog .primary");
    eve.press("web-tournament-rejoin");
    eve.see("web-tournament-to-board");
    for browser in [&ann, &ben, &eve, &zoe] {
        browser.check_console();
    }
    // The results and all games are there to be downloaded.
    for format in ["report?format=html", "games?format=sgf"] {
        let id = path.rsplit('/').next().unwrap();
        eve.see_element(&format!("a[href='/api/tournaments/{id}/{format}']"));
    }
    zoe.be_phone(390, 844);
    zoe.open(&path);
    zoe.see_element(".tables.playing .clocks .clock.running");
    zoe.shot("arena-phone");
    let wide = "return document.documentElement.scrollWidth > document.documentElement.clientWidth";
    assert_eq!(zoe.run(wide, &[]), false);
}

#[test]
fn programs_play_a_tournament_while_people_watch() {
    let mut bed = TestBed::open();
    let ann = bed.browser("/");
    ann.run(
        "const { beGuest } = await moduleOf('net.js'); await beGuest('Ann')",
        &[],
    );
    let made = ann.api(
        "POST",
        "/api/tournaments",
        &json!({"name": "Machines", "game": "gomoku", "format": "knockout", "time": "game 10m",
            "start": {"players": 5}, "programs": ["engine:level=17", "engine:level=18", "engine:level=19", "engine:level=20"]}),
    );
    ann.open(&format!(
        "/tournaments/{}",
        made["tournament"].as_str().unwrap()
    ));
    ann.see("web-tournament-manage");
    ann.press("web-tournament-begin");
    // Strong players think for a while.
    ann.see_element(".tables.playing yiqi-board");
    ann.see_element(".bracket .match");
    ann.shot("tournament-boards");
    // The organizer calls it off, and is asked first.
    ann.press("web-tournament-cancel");
    ann.see("web-tournament-cancel-sure");
    ann.click("dialog .primary");
    ann.see("web-tournament-canceled");
    ann.check_console();
}

#[test]
fn tournaments_and_players_are_for_everyone() {
    let mut bed = TestBed::open();
    let ann = bed.browser("/");
    ann.run(
        "const { enter } = await moduleOf('net.js'); await enter('register', 'Annabel', 'correct horse')",
        &[],
    );
    let made = ann.api(
        "POST",
        "/api/tournaments",
        &json!({"name": "秋季公开赛", "game": "reversi:6", "format": "swiss", "time": "game 5m+3s", "rated": true,
            "start": {"players": 4}, "programs": ["engine:level=3", "greedy"], "join": true}),
    );
    let path = format!("/tournaments/{}", made["tournament"].as_str().unwrap());
    for (tag, theme) in [
        ("zh-Hans", "dark"),
        ("zh-Hant", "contrast"),
        ("en", "light"),
    ] {
        ann.run(
            "(await moduleOf('text.js')).choose(args[0]); (await moduleOf('prefs.js')).remember('theme', args[1])",
            &[json!(tag), json!(theme)],
        );
        for (page, part) in [
            ("/tournaments", ".tournaments .card"),
            (path.as_str(), ".tournament .standings tbody tr"),
            ("/people", ".players h1"),
        ] {
            ann.open(page);
            ann.see_element(part);
            check_words(&ann, &format!("{page} in {tag}"));
            assert_eq!(ann.barriers(&[]), Vec::<String>::new(), "{page} in {tag}");
        }
        ann.open("/tournaments");
        ann.press("web-tournament-new");
        for format in ["swiss", "knockout", "roundrobin", "arena"] {
            choose(&ann, &[("format", format)]);
            check_words(&ann, &format!("new tournament in {tag}"));
        }
        assert_eq!(
            ann.barriers(&[]),
            Vec::<String>::new(),
            "new tournament in {tag}"
        );
        ann.press("web-close");
    }
    ann.open("/people");
    ann.write("web-players-search", "nabe");
    ann.see("Annabel");
    ann.press("Annabel");
    ann.see("web-no-ratings");
    // On a phone nothing is wider than the window.
    ann.be_phone(360, 740);
    for page in ["/tournaments", path.as_str(), "/people"] {
        ann.open(page);
        ann.see_element(".page h1");
        let wide = ann.run(
            "return document.documentElement.scrollWidth > document.documentElement.clientWidth",
            &[],
        );
        assert_eq!(wide, false, "{page}");
    }
    ann.check_console();
}
