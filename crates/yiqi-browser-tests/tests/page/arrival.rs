//! What arrives, in which order, when somebody opens the page.

use serde_json::{Value, json};
use yiqi_browser_tests::{Browser, TestBed};

/// The scripts, style sheets and texts that a browser has requested.
const REQUESTED: &str = "return performance.getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => /[.](js|css|json)$/.test(path) || /^[/]api[/](messages|catalog)/.test(path))";

/// The files that the document itself names.
const NAMED: &str = "const text = await (await fetch(location.pathname)).text();
    const page = new DOMParser().parseFromString(text, 'text/html');
    return [...page.querySelectorAll('link, script')].map((one) =>
      new URL(one.getAttribute('href') ?? one.getAttribute('src'), location.href).pathname)";

fn paths(list: &Value) -> Vec<&str> {
    let list = list.as_array().unwrap();
    list.iter().map(|path| path.as_str().unwrap()).collect()
}

/// Every file that this page needs is named by its document, compressed, and cached forever.
#[track_caller]
fn check_files(browser: &Browser, wanted: &[&str]) {
    let requested = browser.run(REQUESTED, &[]);
    let named = browser.run(NAMED, &[]);
    let (requested, named) = (paths(&requested), paths(&named));
    for path in &requested {
        assert!(named.contains(path), "{path} was discovered late");
    }
    for file in wanted {
        let is_it = |path: &&&str| path.ends_with(&format!("/{file}"));
        let found: Vec<&&str> = requested.iter().filter(is_it).collect();
        let [path] = found[..] else {
            panic!("{file}: {requested:?}");
        };
        let sent = browser.run(
            "const { headers } = await fetch(args[0]);
             return [headers.get('content-encoding'), headers.get('cache-control'), headers.get('etag')]",
            &[json!(path)],
        );
        let coding = sent[0].as_str().unwrap_or_default();
        assert!(matches!(coding, "br" | "gzip"), "{path}: {sent}");
        assert!(sent[1].as_str().unwrap().contains("immutable"), "{sent}");
        assert!(sent[2].as_str().unwrap().contains(coding), "{sent}");
    }
    let languages = requested.iter().filter(|path| path.contains("/messages-"));
    assert_eq!(languages.count(), 1, "{requested:?}");
}

#[test]
fn everything_that_a_page_needs_is_named_at_once_compressed_and_cached_forever() {
    let mut bed = TestBed::open();
    let first = [
        "page.css",
        "theme.js",
        "first.js",
        "messages-en.json",
        "catalog.json",
    ];
    let browser = bed.browser("/");
    // Its copies are unpacked.
    bypass_worker(&browser);
    browser.see("web-open-none");
    check_files(&browser, &first);
    browser.open("/study");
    browser.see("study-open-game");
    check_files(&browser, &[&first[..], &["rest.js"]].concat());
    browser.check_console();
}

/// Lets the server answer, not the service worker.
fn bypass_worker(browser: &Browser) {
    browser.devtools("Network.enable", &json!({}));
    browser.devtools("Network.setBypassServiceWorker", &json!({"bypass": true}));
}

/// The words and the outline of the board that are shown without any script.
#[track_caller]
fn check_shell(browser: &Browser, lang: &str) {
    let script = "
        const messages = await (await fetch(`/api/messages/${args[0]}`)).json();
        const keys = ['web-home', 'web-study', 'web-hero', 'web-play-friend', 'web-play-computer', 'web-play-here'];
        const missing = keys.filter((key) => !document.body.innerText.includes(messages[key]));
        const board = document.querySelector('.board-outline').getBoundingClientRect();
        const ways = [...document.querySelectorAll('.way')];
        return { missing, board: [board.width, board.height], lang: document.documentElement.lang,
          isDead: ways.length === 3 && ways.every((way) => way.disabled),
          hasScripts: customElements.get('yiqi-board') !== undefined }";
    let found = browser.run_bare(script, &[json!(lang)]);
    assert_eq!(found["missing"], json!([]), "{found}");
    assert_eq!(found["lang"], lang);
    assert_eq!(found["isDead"], true);
    assert_eq!(found["hasScripts"], false);
    let (width, height) = (&found["board"][0], &found["board"][1]);
    assert!(
        width.as_f64().unwrap() > 200.0 && width == height,
        "{found}"
    );
}

#[test]
fn before_its_scripts_arrive_the_page_shows_words_and_a_board_in_the_chosen_language() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    browser.see("web-play-friend");
    browser.press("web-settings");
    browser.press("繁體中文");
    browser.until(
        "the language",
        "return document.documentElement.lang === 'zh-Hant'",
        &[],
    );
    bypass_worker(&browser);
    browser.devtools("Network.setBlockedURLs", &json!({"urls": ["*.js"]}));
    browser.open("/");
    check_shell(&browser, "zh-Hant");
    browser.run_bare("document.cookie = 'yiqi-lang=; path=/; max-age=0'", &[]);
    browser.be_phone(390, 844);
    browser.open("/");
    check_shell(&browser, "en");
}
