//! Appearance: sizes and themes.

use serde_json::json;
use yiqi_browser_tests::{Browser, Key, TestBed};

use crate::common::{new_table, start, table_here};

/// Checks that nothing is wider than the screen.
#[track_caller]
fn check_width(browser: &Browser, page: &str) {
    let wide = "
        const width = document.documentElement.clientWidth;
        const isClipped = (element) => {
          for (let up = element.parentElement; up; up = up.parentElement) {
            if (getComputedStyle(up).overflowX !== 'visible' && up !== document.body && up !== document.documentElement) return true;
          }
          return false;
        };
        const out = [...document.querySelectorAll('body *')].filter((element) => {
          if (!isShown(element) || element.matches('.unseen, .unseen *, .skip')) return false;
          const { left, right } = element.getBoundingClientRect();
          return (right > width + 1 || left < -1) && !isClipped(element);
        });
        const scrolls = document.documentElement.scrollWidth > innerWidth;
        return scrolls || out.length ? [scrolls, ...out.slice(0, 5).map((one) => one.outerHTML.slice(0, 150))] : [];";
    let wide = browser.run(wide, &[]);
    assert_eq!(wide, json!([]), "{page} is wider than the screen");
}

/// Checks that an element is visible without scrolling.
#[track_caller]
fn check_in_view(browser: &Browser, what: &str, selector: &str) {
    let script = "scrollTo(0, 0);
        const { top, bottom, left, right, width } = root().querySelector(args[0]).getBoundingClientRect();
        const isSeen = width > 0 && top >= -1 && left >= -1 && bottom <= innerHeight + 1 && right <= innerWidth + 1;
        return isSeen ? 'seen' : `${left} ${top} ${right} ${bottom} in ${innerWidth} ${innerHeight}`";
    let seen = browser.run(script, &[json!(selector)]);
    assert_eq!(seen, "seen", "{what}");
}

/// Checks that Tab cycles through the dialog and the focused control is visible.
#[track_caller]
fn check_focus(browser: &Browser) {
    let script = "const at = document.activeElement;
        // Between the last control and the first the browser itself has the keyboard.
        if (at === document.body) return [true, ''];
        const shown = at.labels?.[0] ?? at;
        const { x, y, width, height } = shown.getBoundingClientRect();
        const above = document.elementFromPoint(x + width / 2, y + height / 2);
        const isSeen = shown.contains(above) || (above?.contains(shown) && above.localName !== 'dialog');
        return [isSeen, nameOf(at)]";
    for _ in 0..20 {
        browser.keys([Key::Tab.into()]);
        let at = browser.run(script, &[]);
        assert_eq!(at[0], true, "{} has the focus but is covered", at[1]);
    }
}

#[test]
fn on_a_phone_nothing_scrolls_sideways_and_board_and_own_clock_are_in_view() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    for (width, height) in [(375, 700), (320, 600)] {
        browser.be_phone(width, height);
        browser.open("/");
        browser.see("web-play-friend");
        check_width(&browser, "home");
        browser.shot(&format!("home-phone-{width}"));
        browser.press("web-play-friend");
        browser.press("web-more-choices");
        check_width(&browser, "the dialog");
        browser.shot(&format!("new-table-phone-{width}"));
        browser.press("web-close");
        browser.press("web-settings");
        check_width(&browser, "the settings");
        browser.press("web-settings");

        for game in ["gomoku:15:renju", "reversi:8"] {
            let what = format!("{game} at {width}");
            table_here(&browser, game, "game 10m+5s", "");
            check_width(&browser, &format!("{what}, before"));
            start(&browser);
            check_width(&browser, &what);
            check_in_view(&browser, &format!("the board of {what}"), "yiqi-board");
            check_in_view(
                &browser,
                &format!("the own clock of {what}"),
                ".board-place + .player .clock",
            );
            browser.shot(&format!("table-phone-{width}-{}", &game[..6]));
            browser.press("web-end");
            browser.press("web-end");
            browser.see("web-analyse");
            check_width(&browser, &format!("{what}, over"));
        }
        browser.press("web-analyse");
        browser.see("study-engine");
        check_width(&browser, "study");
        check_in_view(&browser, "the board of a study", "yiqi-board");
        browser.shot(&format!("study-phone-{width}"));
        browser.open("/study");
        browser.see("study-open-game");
        check_width(&browser, "opening a study");
    }
    browser.check_console();
}

#[test]
fn in_a_small_dialog_the_focused_control_is_visible() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    for (width, height) in [(375, 700), (320, 600)] {
        browser.be_phone(width, height);
        browser.open("/");
        browser.press("web-play-friend");
        browser.press("web-more-choices");
        check_focus(&browser);
    }
}

#[test]
fn with_confirmation_a_first_tap_shows_the_stone_and_a_second_plays_it() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    browser.be_phone(375, 700);
    browser.open("/");
    browser.press("web-settings");
    browser.select("#set-confirm-tap", "always");
    browser.press("web-settings");
    let freestyle = [("kind", "gomoku"), ("rules", "freestyle")];
    let sized = |size| [&freestyle[..], &[("size", size)]].concat();
    // The points of this board are large enough for a finger.
    new_table(&browser, "web-play-here", &sized("9"));
    start(&browser);
    browser.tap_point("e5");
    browser.see_element(".b-preview.waits .b-stone");
    browser.see("Tap e5 again to play there.");
    browser.shot("table-phone-confirm");
    // Another point is previewed instead.
    browser.tap_point("f6");
    see_preview(&browser, "f6");
    assert_eq!(browser.moves(), "");
    browser.tap_point("f6");
    browser.see_moves("f6");
    // Unless somebody wants that, one tap plays.
    browser.press("web-settings");
    browser.select("#set-confirm-tap", "small");
    browser.press("web-settings");
    browser.tap_point("e5");
    browser.see_moves("f6 e5");

    // Small points are hard to hit: there a first tap previews the stone by default.
    browser.open("/");
    new_table(&browser, "web-play-here", &sized("15"));
    start(&browser);
    browser.tap_point("h8");
    see_preview(&browser, "h8");
    browser.tap_point("i9");
    see_preview(&browser, "i9");
    assert_eq!(browser.moves(), "");
    browser.tap_point("i9");
    browser.see_moves("i9");
    // The move field has the point too, and its button plays it.
    browser.tap_point("h8");
    see_preview(&browser, "h8");
    let line = "return named(FIELDS, 'web-type-move').value";
    assert_eq!(browser.run(line, &[]), "h8");
    browser.press("web-play");
    browser.see_moves("i9 h8");
    browser.check_console();
}

/// Waits until the preview of the stone is at this point.
#[track_caller]
fn see_preview(browser: &Browser, point: &str) {
    let script = "const { x, y } = document.querySelector('.b-preview.waits .b-body').getBoundingClientRect();
        const box = cell(args[0]).querySelector('.b-box').getBoundingClientRect();
        return Math.abs(x - box.x) < box.width / 2 && Math.abs(y - box.y) < box.height / 2";
    let what = format!("the stone to be shown at {point}");
    browser.until(&what, script, &[json!(point)]);
}

#[test]
fn the_theme_is_the_chosen_one_or_else_the_systems() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    let theme = "return document.documentElement.dataset.theme";
    let ground = "return getComputedStyle(document.body).backgroundColor";
    let mut grounds = Vec::new();
    browser.press("web-settings");
    for name in ["dark", "light", "contrast"] {
        browser.press(&format!("web-theme-{name}"));
        assert_eq!(browser.run(theme, &[]), name);
        grounds.push(browser.run(ground, &[]).as_str().unwrap().to_owned());
    }
    assert!(grounds[0] != grounds[1], "{grounds:?}");
    browser.reload();
    browser.see("web-play-friend");
    assert_eq!(browser.run(theme, &[]), "contrast");
    assert_eq!(browser.run(ground, &[]), json!(grounds[2]));

    browser.press("web-settings");
    browser.press("web-theme-system");
    let media = |name: &str, value: &str| {
        let features = json!({"features": [{"name": name, "value": value}]});
        browser.devtools("Emulation.setEmulatedMedia", &features);
    };
    let is = "return document.documentElement.dataset.theme === args[0]";
    media("prefers-color-scheme", "dark");
    browser.until("dark", is, &[json!("dark")]);
    media("prefers-color-scheme", "light");
    browser.until("light", is, &[json!("light")]);
    media("prefers-contrast", "more");
    browser.until("contrast", is, &[json!("contrast")]);
    browser.check_console();
}
