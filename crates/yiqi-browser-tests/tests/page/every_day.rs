//! Everyday paths: what a person tries in the first hour.

use serde_json::json;
use yiqi_browser_tests::TestBed;

use crate::common::{invitation, new_table, seat_two, start, table_here};

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
        &[("kind", "reversi"), ("listed", "yes")],
    );
    browser.open("/");
    browser.press("web-play-friend");
    let summary = "return document.querySelector('.new-table summary')?.textContent";
    let friend = browser.until("the choices", summary, &[]);
    assert!(!friend.as_str().unwrap().contains("lobby"), "{friend}");
    browser.click("label:has(#new-opponent-here)");
    let named = "return document.querySelector('.new-table summary').textContent.includes('lobby')";
    browser.until("the choice of last time", named, &[]);
}
