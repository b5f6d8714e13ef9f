//! Replay, variations, analysis, and games that continue from there.

use serde_json::json;
use yiqi_browser_tests::TestBed;

use crate::common::{board, choose, invitation, start, table_here};

#[test]
fn a_finished_game_is_replayed_varied_and_continued() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    table_here(&browser, "gomoku:15:freestyle", "none", "h8 h9 i8 i9 j8 j9");
    start(&browser);
    browser.play("k8");
    browser.play("k9");
    browser.play("l8");
    browser.press("web-analyse");

    browser.see_moves("h8 h9 i8 i9 j8 j9 k8 k9 l8");
    browser.press("study-first");
    let empty = board(15, &[]);
    browser.until("no stone", "return stones() === args[0]", &[json!(empty)]);
    browser.press("study-forward");
    let one = board(15, &[("h8", 'b')]);
    browser.until("one stone", "return stones() === args[0]", &[json!(one)]);
    // b3 is the position after Black's third stone.
    browser.write("study-jump", "b3\n");
    let five = "return stones().replaceAll('.', '').length === 5";
    browser.until("five stones", five, &[]);

    // Another move there is a variation beside the main line, which stays.
    browser.play("g8");
    let six = "return stones().replaceAll('.', '').length === 6";
    browser.until("six stones", six, &[]);
    let branch = "return [...document.querySelectorAll('.study-aside .study-move')].some((one) => one.textContent.includes('g8'))";
    browser.until("the variation in the tree", branch, &[]);
    let stones = browser.stones();
    // A reload loses nothing of it.
    browser.until(
        "the URL to follow",
        "return location.search.includes('g8')",
        &[],
    );
    browser.reload();
    browser.until("the variation in the tree", branch, &[]);
    browser.until(
        "the same position",
        "return stones() === args[0]",
        &[json!(stones)],
    );

    // Continue from the variation, against the computer.
    browser.press("study-play-on");
    choose(&browser, &[("color", "black")]);
    browser.press("web-begin-computer");
    browser.until(
        "a table",
        "return location.pathname.startsWith('/t/') && board() !== null",
        &[],
    );
    browser.see_element("yiqi-board[playable]");
    browser.until(
        "its position",
        "return args[0].split('').every((stone, at) => stone === '.' || stones()[at] === stone)",
        &[json!(stones)],
    );
    // The list begins with the moves played before and continues with the new ones.
    browser.play("a1");
    browser.until(
        "a reply after all moves",
        "return moves().join(' ').startsWith('h8 h9 i8 i9 j8 g8 ') && moves().length >= 8",
        &[],
    );
    browser.check_console();
}

#[test]
fn a_pasted_sgf_is_replayed_varied_and_continued() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    let sgf = "(;GM[4]FF[4]SZ[15]RU[freestyle]PB[Ann]PW[Ben];B[hh];W[hi](;B[ih];W[ii])(;B[gh]))";
    browser.write("web-paste-how", sgf);
    browser.press("web-paste-open");
    browser.see("Ann");
    browser.see("Ben");
    browser.until(
        "both lines",
        "const all = moves().join(' '); return all.includes('i8') && all.includes('g8')",
        &[],
    );
    browser.press("study-last");
    let four = "return stones().replaceAll('.', '').length === 4";
    browser.until("the end of the main line", four, &[]);
    browser.play("j8");
    let five = "return stones().replaceAll('.', '').length === 5";
    browser.until("one more stone", five, &[]);
    let stones = browser.stones();
    browser.press("study-play-on");
    choose(&browser, &[("opponent", "friend"), ("color", "white")]);
    browser.press("web-begin-friend");

    // A friend continues from there; both have the whole list of moves.
    let ben = bed.browser(&invitation(&browser));
    ben.press("web-sit-down");
    browser.play("j7");
    for each in [&browser, &ben] {
        each.see_moves("h8 h7 i8 i7 j8 j7");
        let six = "return stones().replaceAll('.', '').length === 6";
        each.until("the stones", six, &[]);
        each.check_console();
    }
    assert_eq!(ben.stones(), browser.stones());
    assert_eq!(stones.replace('.', "").len(), 5);
}

#[test]
fn analysis_streams_its_lines_and_shows_the_best_moves() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/study?game=reversi&moves=d3,c5&at=2");
    browser.press("study-engine");
    browser.see_element(".study-best li");
    let depth = "const depth = Number(document.querySelector('.study-engine-status').textContent.match(/\\d+/)?.[0] ?? 0);
        return depth > args[0] && depth";
    let first = browser.until("a depth", depth, &[json!(0)]);
    browser.until("a greater depth", depth, &[first]);
    // The first moves of the lines are drawn on the board, each with its evaluation.
    let drawn = "const lines = [...document.querySelectorAll('.study-best li')];
        const best = [...document.querySelectorAll('.b-best')];
        const at = (element) => { const { x, y, width, height } = element.getBoundingClientRect();
          return [x + width / 2, y + height / 2]; };
        const near = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]) < 8;
        return lines.length >= 2 && lines.length === best.length && lines.every((line) => {
          const point = cell(line.querySelector('button').textContent);
          const worth = line.querySelector('strong').textContent;
          return best.some((one) => near(at(one), at(point)) && one.textContent === worth);
        })";
    browser.until("the best moves on the board", drawn, &[]);
    browser.shot("study-analysis");

    // It follows to another position, and stops on request.
    browser.press("study-back");
    browser.until(
        "the moves of the other side",
        "return [...document.querySelectorAll('.study-best li button:first-of-type')].some((one) => ['c3', 'c5', 'e3'].includes(one.textContent))",
        &[],
    );
    browser.press("study-engine");
    browser.until(
        "no more best moves",
        "return !document.querySelector('.b-best, .study-best li')",
        &[],
    );
    browser.check_console();
}
