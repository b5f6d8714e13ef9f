//! For everyone: three languages, and no accessibility barriers.

use std::collections::BTreeSet;

use serde_json::json;
use yiqi_browser_tests::{Browser, Key, TestBed};

use crate::common::{choose, start, table_here};

/// Checks that no message id is shown instead of its message.
#[track_caller]
pub(crate) fn check_words(browser: &Browser, page: &str) {
    let script = "
        const keys = Object.keys(await api('GET', `/api/messages/en`, null));
        const families = new Set(keys.map((key) => key.split('-')[0]));
        const texts = [];
        const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
        while (walker.nextNode()) {
          const node = walker.currentNode;
          if (node.nodeType === Node.TEXT_NODE) {
            if (!node.parentElement.closest('script, style, noscript')) texts.push(node.data);
          } else {
            for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-valuetext']) texts.push(node.getAttribute(name) ?? '');
          }
        }
        texts.push(document.title);
        const isId = (word) => /^[a-z]+(-[a-z0-9]+)+$/.test(word) && (keys.includes(word)
          || (families.has(word.split('-')[0]) && /^(web|study|board|refusal|error|result|rules|gomoku|forbidden)-/.test(word)));
        return [...new Set(texts.flatMap((text) => text.split(/\\s+/)).filter(isId)),
          ...texts.filter((text) => /\\{ ?\\$|undefined|NaN|\\[object/.test(text))]";
    let found = browser.run(script, &[]);
    assert_eq!(found, json!([]), "{page} shows untranslated text");
}

#[test]
fn everything_is_translated_in_three_languages_and_the_choice_is_remembered() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    let mut headlines = BTreeSet::new();
    for (tag, name) in [
        ("zh-Hans", "简体中文"),
        ("zh-Hant", "繁體中文"),
        ("en", "English"),
    ] {
        browser.open("/");
        browser.press("web-settings");
        browser.press(name);
        let is_worded = "return document.documentElement.lang === args[0] && named(CONTROLS, 'web-play-friend') !== null";
        browser.until(name, is_worded, &[json!(tag)]);
        browser.see("web-language");
        browser.keys([Key::Escape.into()]);
        let headline = browser.run("return document.querySelector('h1').textContent", &[]);
        headlines.insert(headline.as_str().unwrap().to_owned());
        check_words(&browser, &format!("home in {tag}"));
        browser.press("web-play-friend");
        for kind in ["gomoku", "peace", "reversi"] {
            choose(&browser, &[("kind", kind)]);
            check_words(&browser, &format!("new table in {tag}"));
        }
        for opponent in ["computer", "here", "lobby"] {
            choose(&browser, &[("opponent", opponent)]);
            check_words(&browser, &format!("new table in {tag}"));
        }
        for clock in ["byoyomi", "game", "move"] {
            choose(&browser, &[("clock", clock)]);
            check_words(&browser, &format!("new table in {tag}"));
        }
        browser.press("web-close");

        // The server's texts are in the same language.
        table_here(
            &browser,
            "gomoku:15:renju",
            "game 5m",
            "h9 a1 h10 a15 i8 o1 j8 o15",
        );
        start(&browser);
        browser.click_point("h8");
        browser.see_element(".refusal:not(:empty)");
        let said = browser.run("return document.querySelector('.refusal').innerText", &[]);
        let is_chinese = said.as_str().unwrap().chars().any(|c| c > '\u{2fff}');
        assert_eq!(is_chinese, tag != "en", "{said}");
        browser.press("web-rules-of-game");
        check_words(&browser, &format!("the rules in {tag}"));
        browser.press("web-close");
        browser.press("web-pause");
        browser.see("web-resume");
        check_words(&browser, &format!("a table in {tag}"));
        browser.press("web-end");
        browser.press("web-end");
        browser.see("web-analyse");
        check_words(&browser, &format!("a finished table in {tag}"));
        browser.press("web-analyse");
        browser.press("study-engine");
        browser.see_element(".study-best li");
        check_words(&browser, &format!("study in {tag}"));
        browser.press("study-setup");
        browser.see("study-setup-done");
        check_words(&browser, &format!("setting up a position in {tag}"));
        browser.press("web-close");
        browser.keys(['?']);
        browser.see("study-keys-title");
        check_words(&browser, &format!("the keys of a study in {tag}"));
        browser.press("web-close");
        browser.open("/study");
        browser.see("study-open-game");
        check_words(&browser, &format!("opening a study in {tag}"));
        for (path, part) in [
            ("/learn/connect6", ".lesson yiqi-board[playable]"),
            ("/games", ".numbers table"),
            ("/manual", ".manual h1"),
            ("/manual/api", ".api details"),
        ] {
            browser.open(path);
            browser.see_element(part);
            check_words(&browser, &format!("{path} in {tag}"));
        }
        let lang = browser.run("return document.documentElement.lang", &[]);
        assert_eq!(lang, tag);
    }
    assert_eq!(headlines.len(), 3, "{headlines:?}");
    browser.check_console();
}

/// Looks for barriers in all three themes, and takes screenshots if wanted.
#[track_caller]
fn look(browser: &Browser, page: &str, found: &mut Vec<String>) {
    for theme in ["light", "dark", "contrast"] {
        browser.run(
            "localStorage.setItem('yiqi.theme', JSON.stringify(args[0])); dispatchEvent(new Event('yiqi-theme'))",
            &[json!(theme)],
        );
        // Only colors change with the theme.
        let rules: &[&str] = match theme {
            "light" => &[],
            _ => &["color-contrast", "link-in-text-block"],
        };
        for barrier in browser.barriers(rules) {
            found.push(format!("{page}, {theme}: {barrier}"));
        }
        browser.shot(&format!("{page}-{theme}"));
    }
}

#[test]
fn no_page_has_barriers_in_any_theme() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    let mut found = Vec::new();
    // Something to show on the home page.
    table_here(&browser, "reversi:8", "none", "d3 c5 f6 f5");
    start(&browser);
    browser.press("web-resign");
    browser.press("web-resign");
    browser.see("web-analyse");
    browser.open("/");
    browser.see("web-play-friend");
    browser.see_element(".demo .b-stone");
    look(&browser, "home", &mut found);
    browser.press("web-play-friend");
    choose(&browser, &[("kind", "gomoku"), ("clock", "byoyomi")]);
    look(&browser, "new-table", &mut found);
    browser.press("web-close");
    browser.press("web-settings");
    look(&browser, "settings", &mut found);

    let table = json!({"game": "reversi:8", "first": {"kind": "me"}, "second": {"kind": "open"},
        "first_color": "black", "time": "none", "listed": true});
    let table = browser.api("POST", "/api/tables", &table);
    browser.open(&format!("/t/{}", table["table"].as_str().unwrap()));
    browser.see("web-invite");
    look(&browser, "table-invite", &mut found);

    let moves = "h9 a1 h10 a15 i8 o1 j8 o15";
    table_here(&browser, "gomoku:15:renju", "game 5m+3s", moves);
    start(&browser);
    browser.click_point("h8");
    browser.see_element(".refusal:not(:empty)");
    look(&browser, "table", &mut found);
    browser.press("web-resign");
    browser.press("web-resign");
    browser.see("web-analyse");
    look(&browser, "table-over", &mut found);
    browser.press("web-analyse");
    browser.press("study-engine");
    browser.see_element(".study-best li");
    browser.see_element(".b-best");
    look(&browser, "study", &mut found);
    browser.open("/study");
    browser.see("study-open-game");
    look(&browser, "study-open", &mut found);

    table_here(&browser, "reversi:8", "game 5m+3s", "d3 c5 f6 f5 e6 e3");
    start(&browser);
    browser.see_element(".b-dot");
    look(&browser, "table-reversi", &mut found);
    let table = browser.path();
    for (path, page, part) in [
        ("/learn/reversi", "lesson", ".lesson yiqi-board[playable]"),
        ("/games", "my-games", ".numbers table"),
        ("/manual", "manual", ".manual h1"),
        ("/manual/api", "api", ".api details"),
        (&format!("/embed{table}"), "embed", ".embedded yiqi-board"),
    ] {
        browser.open(path);
        browser.see_element(part);
        look(&browser, page, &mut found);
    }
    browser.open("/");
    browser.press("web-play-computer");
    browser.see_element(".level-note:not(:empty)");
    look(&browser, "levels", &mut found);
    assert!(found.is_empty(), "{}", found.join("\n"));
    browser.check_console();
}

#[test]
fn a_study_has_no_barriers_in_any_theme() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    let mut found = Vec::new();
    let moves = "h9 a1 h10 a15 i8 o1 j8 o15";
    table_here(&browser, "gomoku:15:renju", "none", moves);
    start(&browser);
    browser.press("web-resign");
    browser.press("web-resign");
    browser.press("web-analyse");
    browser.see_element(".study-mistakes .study-move");
    browser.see("study-analyze-deeper");
    browser.press("study-next-mistake");
    look(&browser, "study-mistakes", &mut found);
    browser.press("study-moves");
    browser.write("study-comment", "Why not there?");
    browser.press("study-tool-circle");
    browser.click_point("a9");
    browser.see_element(".b-drawing.circle");
    look(&browser, "study-coach", &mut found);
    browser.keys(['?']);
    browser.see("study-keys-title");
    look(&browser, "study-keys", &mut found);
    browser.press("web-close");
    browser.press("study-setup");
    browser.see("study-setup-done");
    look(&browser, "study-setup", &mut found);
    browser.press("web-close");
    assert!(found.is_empty(), "{}", found.join("\n"));
    browser.check_console();
}
