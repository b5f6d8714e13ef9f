//! Two people at one table, each with a browser.

use serde_json::json;
use yiqi_browser_tests::{Browser, TestBed};

use crate::common::{board, invitation, new_table, seat_two, start, table_here};

#[test]
fn two_browsers_play_gomoku_with_a_draw_declined_and_a_resignation() {
    let mut bed = TestBed::open();
    let choices = [
        ("kind", "gomoku"),
        ("color", "black"),
        ("rules", "freestyle"),
    ];
    let (ann, ben) = seat_two(&mut bed, &choices);
    for (black, white) in [("h8", "h9"), ("i8", "i9"), ("j8", "j9")] {
        ann.play(black);
        ben.play(white);
    }
    let stones = [
        ("h8", 'b'),
        ("i8", 'b'),
        ("j8", 'b'),
        ("h9", 'w'),
        ("i9", 'w'),
        ("j9", 'w'),
    ];
    for browser in [&ann, &ben] {
        browser.see_moves("h8 h9 i8 i9 j8 j9");
        assert_eq!(browser.stones(), board(15, &stones));
    }
    // Out of turn, a click does nothing.
    ben.click_point("a1");

    // The quiet button asks for confirmation once.
    ann.press("web-draw");
    ann.see("web-ask-draw");
    ann.press("web-draw");
    ben.press("web-decline");
    ann.until(
        "the draw to be declined",
        "return named('button', 'web-draw')?.disabled === false",
        &[],
    );

    ann.play("k8");
    ben.see_moves("h8 h9 i8 i9 j8 j9 k8");
    ben.press("web-resign");
    ben.see("web-ask-resign");
    ben.press("web-resign");
    ben.see("web-result-you-resignation");
    ann.see("web-you-won");
    for browser in [&ann, &ben] {
        browser.see("web-analyse");
        browser.see_moves("h8 h9 i8 i9 j8 j9 k8");
        browser.check_console();
    }
}

/// The color of the stone next to a name.
#[track_caller]
fn see_color(browser: &Browser, name: &str, color: &str) {
    let script = "const player = [...document.querySelectorAll('.player')]
          .find((one) => one.textContent.includes(args[0]));
        return player?.querySelector('.stone').classList.contains(args[1])";
    browser.until(
        &format!("{name} to be {color}"),
        script,
        &[json!(name), json!(color)],
    );
}

#[test]
fn in_swap1_the_other_side_is_asked_which_color_it_wants() {
    let mut bed = TestBed::open();
    let choices = [
        ("kind", "gomoku"),
        ("color", "black"),
        ("rules", "freestyle"),
        ("opening", "swap1"),
    ];
    let (ann, ben) = seat_two(&mut bed, &choices);
    see_color(&ann, "Ben", "white");
    for point in ["h8", "i8", "h9"] {
        ann.play(point);
    }
    ben.see("web-which-color");
    ben.press("Play Black");
    for browser in [&ann, &ben] {
        see_color(browser, "Ben", "black");
        browser.see_moves("h8 i8 h9 swap");
    }
    // White is next, and that is now Ann.
    ann.play("i9");
    ben.play("h10");
    let stones = [
        ("h8", 'b'),
        ("i8", 'w'),
        ("h9", 'b'),
        ("i9", 'w'),
        ("h10", 'b'),
    ];
    ann.see_moves("h8 i8 h9 swap i9 h10");
    assert_eq!(ann.stones(), board(15, &stones));
    ann.check_console();
    ben.check_console();
}

#[test]
fn a_forbidden_move_is_refused_with_its_reason_and_marked_stones() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    // Two open threes meet at h8.
    let moves = "h9 a1 h10 a15 i8 o1 j8 o15";
    for rules in ["renju", "forbidden"] {
        table_here(&browser, &format!("gomoku:15:{rules}"), "none", moves);
        start(&browser);
        browser.see_element(".b-forbidden");
        let label = browser.run("return cell('h8').getAttribute('aria-label')", &[]);
        assert!(label.as_str().unwrap().contains("forbidden"), "{label}");
        let before = browser.stones();

        browser.click_point("h8");
        browser.see_element(".strip .refusal:not(:empty)");
        let said = browser.run("return document.querySelector('.refusal').innerText", &[]);
        assert!(said.as_str().unwrap().contains("h8"), "{said}");
        assert!(said.as_str().unwrap().contains("three-three"), "{said}");
        let marked = "const at = (element) => { const { x, y, width, height } = element.getBoundingClientRect();
              return `${Math.round(x + width / 2)} ${Math.round(y + height / 2)}`; };
            const marks = [...document.querySelectorAll('.b-mark')].map(at);
            return ['h9', 'h10', 'i8', 'j8'].every((point) =>
              marks.includes(at(cell(point).querySelector('.b-box'))))";
        browser.until("the stones of both threes to be marked", marked, &[]);
        assert_eq!(browser.stones(), before);

        // The next move clears the refusal.
        browser.play("h7");
        browser.see_moves(&format!("{moves} h7"));
        browser.until(
            "the refusal to disappear",
            "return !document.querySelector('.b-mark, .refusal:not(:empty)')",
            &[],
        );
    }
    browser.check_console();
}

#[test]
fn when_time_runs_out_one_game_continues_with_a_random_move_and_another_is_lost() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    let clock = [("kind", "reversi"), ("clock", "move"), ("moveSeconds", "1")];
    new_table(
        &browser,
        "web-play-here",
        &[&clock[..], &[("random", "yes")]].concat(),
    );
    start(&browser);
    let by_clock = "const drawn = [...document.querySelectorAll('.moves li')];
        return drawn.length >= 2 && drawn.every((one) => one.querySelector('button > svg'))";
    browser.until("two moves drawn by the clock", by_clock, &[]);
    // They are moves of Reversi: each adds a stone to the first four.
    browser.press("web-pause");
    browser.see("web-resume");
    let is_sound = "return moves().length === stones().replaceAll('.', '').length - 4";
    browser.until("the board to follow the list", is_sound, &[]);
    browser.press("web-end");
    browser.press("web-end");

    browser.open("/");
    // The checkbox is remembered, so this clears it.
    new_table(
        &browser,
        "web-play-here",
        &[&clock[..], &[("random", "no")]].concat(),
    );
    start(&browser);
    browser.see("web-analyse");
    assert_eq!(browser.moves(), "");
    let said = browser.run("return document.querySelector('.strip').innerText", &[]);
    assert!(said.as_str().unwrap().contains("time"), "{said}");
    browser.check_console();
}

#[test]
fn the_link_of_a_private_table_lets_one_friend_in_and_nobody_else() {
    let mut bed = TestBed::open();
    let ann = bed.browser("/");
    let choices = [("kind", "reversi"), ("color", "black"), ("private", "yes")];
    new_table(&ann, "web-play-friend", &choices);
    let link = invitation(&ann);
    assert!(link.starts_with(bed.server.origin()), "{link}");
    let (address, _secret) = link.split_once('#').unwrap();
    let ben = bed.browser(&link);
    // Before sitting down, the friend sees the invitation but not the table.
    ben.see("web-invited-private-how");
    ben.see("web-private-table");
    assert_eq!(ben.count("yiqi-board"), 0);
    ben.press("web-sit-down");
    ann.play("d3");
    ben.see_moves("d3");
    let cat = bed.browser(address);
    cat.see("web-lost-home");
    cat.see("web-private-ask");
    assert_eq!(cat.count("yiqi-board"), 0);
    // A late visitor with the link finds the seats taken.
    cat.open("/");
    cat.open(&link);
    cat.see("web-private-taken");
    assert_eq!(cat.count("yiqi-board"), 0);
    // Asking the server directly does not help either.
    let sit = "const { beGuest } = await moduleOf('net.js');
        await beGuest('Cat');
        return await api('POST', `/api/tables/${location.pathname.split('/')[2]}/sit`, { invite: location.hash.slice(1) })";
    let refusal = cat.try_run(sit, &[]).unwrap_err();
    assert!(refusal.contains("seat_taken"), "{refusal}");
}
