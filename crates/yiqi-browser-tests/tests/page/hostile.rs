//! Names, messages and files from strangers are treated as text.

use serde_json::json;
use yiqi_browser_tests::{Browser, Key, TestBed};

use crate::common::seat_two;

/// Code that runs sets `pwned`; a dialog would block the browser.
const CHAT: [&str; 10] = [
    "<script>window.pwned = 1</script>",
    "<img src=x onerror=\"window.pwned = 2\">",
    "<svg onload=\"window.pwned = 3\"><script>window.pwned = 4</script></svg>",
    "<svg><animate onbegin=\"window.pwned = 5\" attributeName=x dur=1s></svg>",
    "<a href=\"javascript:window.pwned = 6\">here</a><style>body { display: none }</style><link rel=stylesheet href=//example.com>",
    "javascript:window.pwned=7 '-alert(10)-'",
    "<iframe srcdoc=\"<script>parent.pwned = 8</script>\"></iframe>",
    "\"><img src=x onerror=alert(9)>",
    "{{constructor.constructor('window.pwned = 11')()}} ${window.pwned = 12}",
    "&lt;b&gt; <details open ontoggle=\"window.pwned = 13\"><summary>x</summary></details>",
];

const NAME: &str = "<b onclick=x>A</b>";

/// Touches everything that was posted, and checks that nothing ran.
#[track_caller]
fn check_harmless(browser: &Browser) {
    let found = "
        const strange = document.querySelectorAll(
          'main script, main img, main iframe, main style, main link, main object, main embed, main b[onclick], animate, [onerror], [onload], [onclick], [ontoggle], [onbegin], a[href^=\"javascript:\" i]');
        for (const element of document.querySelectorAll('.chat *, .who *, .study-comment, h1 *')) {
          for (const name of ['pointerover', 'mouseover', 'focus', 'toggle']) element.dispatchEvent(new Event(name, { bubbles: true }));
        }
        await new Promise((resolve) => setTimeout(resolve));
        return { strange: [...strange].map((one) => one.outerHTML), pwned: window.pwned ?? null }";
    let found = browser.run(found, &[]);
    assert_eq!(found, json!({"strange": [], "pwned": null}));
    browser.check_console();
}

// Fault 68.
#[test]
fn markup_in_names_and_chat_is_shown_as_text_and_runs_nothing() {
    let mut bed = TestBed::open();
    let choices = [("kind", "reversi"), ("color", "black"), ("clock", "none")];
    let (ann, ben) = seat_two(&mut bed, &choices);
    // A name like this is refused; what was typed stays in the field.
    ben.click("#shell .menu:first-of-type > button");
    ben.write("web-your-name", NAME);
    ben.press("web-save");
    ben.see_element(".panel .problem:not(:empty)");
    check_harmless(&ben);
    ben.keys([Key::Escape.into()]);
    ann.press("web-chat");
    // A person may post five messages in ten seconds, so two people post five each.
    ben.press("web-chat");
    for pair in CHAT.chunks(2) {
        for (browser, text) in [&ann, &ben].into_iter().zip(pair) {
            browser.write("web-chat-say", text);
            browser.press("web-send");
        }
        for text in pair {
            ann.until(
                text,
                "
                const said = [...document.querySelectorAll('.chat li')];
                if (said.some((one) => one.innerText.includes(args[0]))) return true;
                return false",
                &[json!(text)],
            );
        }
    }
    for browser in [&ann, &ben] {
        check_harmless(browser);
    }
    // The messages are still there after a reload.
    ann.reload();
    ann.press("web-chat");
    ann.see(CHAT[0]);
    check_harmless(&ann);
}

// Fault 68.
#[test]
fn markup_in_files_and_addresses_is_shown_as_text_and_runs_nothing() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/study");
    let payload = "<img src=x onerror=alert(1)>";
    let sgf = format!(
        "(;GM[4]FF[4]SZ[15]RU[freestyle]PB[{payload}]PW[<svg onload=alert(2)>]GC[{payload}];B[hh]C[<script>window.pwned = 1</script>{payload}];W[hi])"
    );
    browser.write("study-paste-here", &sgf);
    browser.press("study-open-button");
    browser.see(payload);
    browser.see("<svg onload=alert(2)>");
    browser.see("<script>window.pwned = 1</script>");
    check_harmless(&browser);

    // A file that cannot be read is quoted as text.
    browser.press("study-open-other");
    browser.write("study-paste-here", payload);
    browser.press("study-open-button");
    browser.see_element(".problem:not(:empty)");
    check_harmless(&browser);

    for path in [
        "/study?game=%3Cscript%3Ewindow.pwned=1%3C/script%3E",
        "/study?game=reversi&moves=%3Cimg%20src=x%20onerror=alert(1)%3E",
        "/study?table=%22%3E%3Cscript%3Ewindow.pwned=1%3C/script%3E",
        "/people/%3Cimg%20src=x%20onerror=alert(1)%3E",
        "/t/%3Cscript%3Ewindow.pwned=1%3C%2Fscript%3E",
        "/%3Cscript%3Ewindow.pwned=1%3C/script%3E",
    ] {
        browser.open(path);
        browser.until(
            "the page",
            "return document.querySelector('main h1') !== null",
            &[],
        );
        check_harmless(&browser);
    }
}
