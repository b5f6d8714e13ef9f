//! An account from its creation to its end, with the keyboard alone.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use yiqi_browser_tests::{Browser, Key, TestBed};

/// Opens the menu of the reader's name and chooses an item.
#[track_caller]
fn choose(browser: &Browser, item: &str) {
    browser.run("document.querySelector('#shell .menu button').focus()", &[]);
    browser.keys([Key::Enter.into()]);
    browser.tab_to(item);
    browser.keys([Key::Enter.into()]);
}

/// Types into a field of the open dialog.
#[track_caller]
fn fill_in(browser: &Browser, field: &str, text: &str) {
    let script = "return named(FIELDS, args[0])?.focus() === undefined";
    browser.until(field, script, &[json!(field)]);
    browser.tab_to(field);
    browser.keys(text.chars());
}

/// Waits until the page knows the reader as an account, or as nobody.
#[track_caller]
fn known(browser: &Browser, is_account: bool) {
    let script = "const { myself } = await moduleOf('net.js');
        return (myself()?.account ?? false) === args[0] ? true : null";
    browser.until("the account", script, &[json!(is_account)]);
}

#[test]
fn an_account_is_created_changed_and_deleted_with_the_keyboard() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    let enter = || browser.keys([Key::Enter.into()]);
    browser.see("web-play-friend");
    choose(&browser, "web-register");
    fill_in(&browser, "web-name", "Annabel");
    fill_in(&browser, "web-password", "12345678");
    enter();
    browser.see_element("dialog .problem:not(:empty)");
    browser.write("web-password", "correct horse");
    enter();
    known(&browser, true);
    browser.see("Annabel");

    // In every language.
    let mut said = BTreeSet::new();
    for language in ["简体中文", "繁體中文", "English"] {
        browser.press("web-settings");
        browser.press(language);
        browser.see("web-play-friend");
        known(&browser, true);
        // The settings are open as before, to try another one.
        browser.see("web-language");
        browser.keys([Key::Escape.into()]);
        choose(&browser, "web-delete-account");
        browser.see("web-delete-account-what");
        let text = browser.run("return document.querySelector('dialog').innerText", &[]);
        assert!(!text.as_str().unwrap().contains("web-"), "{text}");
        said.insert(text.as_str().unwrap().to_owned());
        assert_eq!(browser.barriers(&[]), Vec::<String>::new());
        browser.keys([Key::Escape.into()]);
    }
    assert_eq!(said.len(), 3, "{said:?}");

    choose(&browser, "web-new-password");
    assert_eq!(browser.barriers(&[]), Vec::<String>::new());
    fill_in(&browser, "web-old-password", "wrong horse");
    fill_in(&browser, "web-new-password", "battery staple");
    enter();
    browser.see_element("dialog .problem:not(:empty)");
    browser.write("web-old-password", "correct horse");
    enter();
    browser.see("web-password-changed");
    browser.keys([Key::Escape.into()]);

    choose(&browser, "web-log-out-everywhere");
    browser.press("web-log-out");
    known(&browser, false);
    browser.see("web-play-friend");
    choose(&browser, "web-log-in");
    fill_in(&browser, "web-name", "Annabel");
    fill_in(&browser, "web-password", "battery staple");
    enter();
    known(&browser, true);

    choose(&browser, "web-delete-account");
    fill_in(&browser, "web-password", "battery staple");
    enter();
    known(&browser, false);
    browser.see("web-play-friend");
    let gone = browser.run(
        "return (await fetch('/api/people/Annabel')).status",
        &[Value::Null],
    );
    assert_eq!(gone, 404);
}

/// Creates an account and lets the page know.
#[track_caller]
fn register(browser: &Browser, name: &str) {
    let body = json!({ "name": name, "password": "correct horse 9" });
    browser.api("POST", "/api/register", &body);
    browser.run("localStorage.setItem('yiqi.known', 'true')", &[]);
    browser.open("/");
    known(browser, true);
}

#[test]
fn a_rated_table_is_in_sight_needs_an_account_and_says_to_both_that_one_address_does_not_count() {
    let mut bed = TestBed::open();
    let ann = bed.browser("/");
    register(&ann, "Annabel");
    let table = json!({"game": "reversi", "first": {"kind": "me"}, "second": {"kind": "open"},
        "first_color": "black", "time": "none", "listed": true, "rated": true});
    let table = ann.api("POST", "/api/tables", &table);
    ann.open(&format!("/t/{}", table["table"].as_str().unwrap()));
    ann.see("web-invite");

    // A guest sees the free seat without scrolling, and learns what it needs.
    let ben = bed.browser("/");
    let metrics = json!({"width": 1366, "height": 768, "deviceScaleFactor": 1, "mobile": false});
    ben.devtools("Emulation.setDeviceMetricsOverride", &metrics);
    let in_sight = "const card = document.querySelector('.tables.open .card');
        return card !== null && card.getBoundingClientRect().bottom <= innerHeight";
    ben.until("the table in sight", in_sight, &[]);
    ben.press("web-sit-down");
    ben.see("web-rated-needs-account");
    ben.see_element("dialog input[name=password]");
    register(&ben, "Benedict");
    ben.press("web-sit-down");
    for browser in [&ann, &ben] {
        browser.see_element("yiqi-board[role=grid]");
        browser.see("web-unrated-same-address");
    }
    ann.play("d3");
    ben.see_moves("d3");
    ben.press("web-resign");
    ben.press("web-resign");
    for browser in [&ann, &ben] {
        browser.see("web-analyse");
        browser.see("web-unrated-same-address");
        browser.reload();
        browser.see("web-unrated-same-address");
    }
}

#[test]
fn after_a_log_out_nothing_of_the_person_is_left_in_any_tab() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    browser.see("web-play-friend");
    let body = json!({ "name": "Annabel", "password": "correct horse" });
    browser.api("POST", "/api/guest", &json!({ "name": "Annabel" }));
    browser.api("POST", "/api/register", &body);
    browser.run("localStorage.setItem('yiqi.known', 'true')", &[]);
    browser.open("/");
    known(&browser, true);
    browser.run(
        "localStorage.setItem('yiqi.studies', JSON.stringify([{ table: 'x', text: 'my notes' }]));
         window.other = open('/people/Annabel')",
        &[],
    );
    let shown = "return (other.document.querySelector('#shell .menu')?.innerText ?? '').includes('Annabel') === args[0]
        && other.document.querySelector('#shell .menu') !== null";
    browser.until("the other tab", shown, &[json!(true)]);
    // The page of a log-out is loaded again, and with it what it knows of other tabs.
    browser.run(
        "await (await moduleOf('net.js')).logOut('/api/logout')",
        &[],
    );
    browser.until("the other tab to forget", shown, &[json!(false)]);
    let kept = browser.run("return JSON.stringify({ ...localStorage })", &[]);
    assert!(!kept.as_str().unwrap().contains("my notes"), "{kept}");
}
