//! What must survive: reloads, a dead server, no server at all.

use serde_json::json;
use yiqi_browser_tests::TestBed;

use crate::common::seat_two;

// Fault 1.
#[test]
fn a_reload_keeps_everything_and_a_killed_server_loses_nothing() {
    let mut bed = TestBed::open();
    let choices = [
        ("kind", "gomoku"),
        ("color", "black"),
        ("rules", "freestyle"),
        ("clock", "game"),
        ("random", "no"),
    ];
    let (ann, ben) = seat_two(&mut bed, &choices);
    ann.play("h8");
    ben.play("i9");
    ann.press("web-chat");
    ann.write("web-chat-say", "Good luck!");
    ann.press("web-send");
    ann.see("Good luck!");
    ben.press("web-draw");
    ben.press("web-draw");
    ann.see("web-accept");
    let before = ann.stones();

    ann.reload();
    ann.see_moves("h8 i9");
    assert_eq!(ann.stones(), before);
    ann.see("web-accept");
    ann.see("web-your-turn");
    ann.see("web-you");
    assert_eq!(ann.count(".clock"), 2);
    ann.press("web-chat");
    ann.see("Good luck!");

    // A person who left the page finds the way back from the home page.
    ben.open("/");
    ben.click(".tables.mine h3 a");
    ben.see_moves("h8 i9");

    bed.server.kill();
    ann.see("web-reconnecting");
    ben.see("web-reconnecting");
    bed.server.restart();
    ann.see_gone("web-reconnecting");
    ann.play("i8");
    ben.see_moves("h8 i9 i8");
    ben.play("j8");
    ann.see_moves("h8 i9 i8 j8");

    // A move made while the server is down is carried out once when it is back.
    bed.server.kill();
    ann.see("web-reconnecting");
    ann.click_point("g8");
    bed.server.restart();
    ann.see_moves("h8 i9 i8 j8 g8");
    ben.see_moves("h8 i9 i8 j8 g8");
    ann.see_gone("web-reconnecting");
    ann.reload();
    ann.see_moves("h8 i9 i8 j8 g8");
    ann.press("web-chat");
    ann.see("Good luck!");
}

#[test]
fn chat_messages_sent_too_fast_are_returned_to_the_field() {
    let mut bed = TestBed::open();
    let choices = [("kind", "reversi"), ("color", "black"), ("clock", "none")];
    let (ann, _ben) = seat_two(&mut bed, &choices);
    ann.press("web-chat");
    ann.run(
        "const input = document.querySelector('.chat-part input');
         for (let number = 1; number <= 8; number += 1) {
           input.value = `word ${number}`;
           input.form.requestSubmit();
           await new Promise((done) => requestAnimationFrame(done));
           if (document.querySelector('.refusal').textContent !== '') break;
         }",
        &[],
    );
    ann.until(
        "the unsent message in the field",
        "const input = document.querySelector('.chat-part input');
         const said = [...document.querySelectorAll('.chat li')].map((one) => one.innerText);
         return input.value.startsWith('word ') && !said.some((one) => one.includes(input.value))",
        &[],
    );
}

#[test]
fn the_page_can_be_installed_and_opens_without_its_server() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    let manifest = browser.run(
        "const link = document.querySelector('link[rel=manifest]');
         const answer = await fetch(link.href);
         const manifest = await answer.json();
         const icons = await Promise.all(manifest.icons.map(async ({ src, sizes, type }) => {
           const answer = await fetch(new URL(src, link.href));
           return [src, sizes, answer.ok && answer.headers.get('content-type') === type];
         }));
         return { type: answer.headers.get('content-type'), icons, display: manifest.display,
           name: manifest.name, start: manifest.start_url };",
        &[],
    );
    assert_eq!(manifest["type"], "application/manifest+json");
    assert_eq!(manifest["display"], "standalone");
    assert_eq!(manifest["start"], "/");
    assert!(manifest["name"].as_str().unwrap().contains("yiqi"));
    let icons = manifest["icons"].as_array().unwrap();
    assert!(!icons.is_empty());
    for icon in icons {
        assert_eq!(icon[2], true, "{icon}");
    }

    let controlled = "const { active } = await navigator.serviceWorker.ready; return active?.state === 'activated'
        && navigator.serviceWorker.controller !== null";
    browser.until("the service worker", controlled, &[]);
    // Every module that any page needs is cached, not only those that were opened.
    let kept = "const cache = await caches.open((await caches.keys())[0]);
        const paths = (await cache.keys()).map((one) => new URL(one.url).pathname);
        const { src } = document.querySelector('script[type=module]');
        return args.every((path) => paths.includes(new URL(path, src).pathname))";
    let wanted = ["/", "page.css", "first.js", "rest.js"];
    browser.until(
        "the shell to be cached",
        kept,
        &wanted.map(|path| json!(path)),
    );

    bed.server.kill();
    browser.reload();
    browser.see("web-play-friend");
    browser.open("/study");
    browser.see("study-open-game");
    // What needs the server says so.
    browser.open("/");
    browser.press("web-play-here");
    browser.click(".new-table button.primary");
    browser.see("web-error-offline");
}
