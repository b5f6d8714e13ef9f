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
    browser.press("study-analysis");
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

#[test]
fn moves_of_the_opening_book_are_shown_with_their_values_and_played_by_a_click() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/study?game=reversi&moves=d3&at=1");
    browser.press("study-analysis");
    let known = "const buttons = [...document.querySelectorAll('.study-book button')];
        return buttons.length > 0 && buttons.every((one) => /^[a-h][1-8] [+−]?\\d+$/.test(one.textContent))
          && buttons.map((one) => one.textContent.slice(0, 2))";
    let moves = browser.until("book moves with their values", known, &[]);
    browser.shot("study-book");
    let first = moves[0].as_str().unwrap();
    assert!(["c3", "c5", "e3"].contains(&first), "{moves}");
    let count = browser.stones().replace('.', "").len();
    browser.click(".study-book button");
    browser.until("the moves after it", known, &[]);
    browser.until(
        "the move on the board",
        "return document.querySelector('.study-move[aria-current]')?.textContent.includes(args[0])",
        &[json!(first)],
    );
    assert_eq!(browser.stones().replace('.', "").len(), count + 1);

    // Other games have no book.
    let other = bed.browser("/study?game=gomoku&moves=h8&at=1");
    other.press("study-analysis");
    other.until(
        "no book",
        "return document.querySelector('.study-book').hidden",
        &[],
    );
    browser.check_console();
}

/// A game in which White lets Black make five.
const LOST: &str = "h8 a1 i8 a3 j8 o1 k8 o3";

#[test]
fn a_finished_game_is_analyzed_once_for_everybody_and_its_mistakes_are_shown() {
    let mut bed = TestBed::open();
    let ann = bed.browser("/");
    table_here(&ann, "gomoku:15:freestyle", "none", LOST);
    start(&ann);
    ann.play("l8");
    // The button means what it says: the analysis begins.
    ann.press("web-analyse");
    ann.until(
        "an address without a wish",
        "return location.search.includes('at=')",
        &[],
    );
    let address = ann.path();
    // Somebody else sees the same without asking, and nobody can stop it.
    let ben = bed.browser(&address);
    ben.press("study-analysis");
    for each in [&ann, &ben] {
        let done = "return named('button', 'study-analyze-deeper') !== null
            && [...document.querySelectorAll('.study-line .study-score')].every((one) => one.textContent !== '')";
        each.until("the analysis", done, &[]);
        each.see("study-coach");
        each.see_element(".study-mistakes .study-move");
    }
    // The next mistake, by key: the position before it, with what was played and what was better.
    ben.press("study-first");
    let place = "const { x, y } = named('button', 'study-next-mistake').getBoundingClientRect(); return [x, y]";
    let stays = ben.run(place, &[]);
    ben.press("study-next-mistake");
    ben.see_element(".b-best.better");
    ben.see_element(".b-best.played");
    ben.see_element(".study-here b");
    let before = board(15, &[("h8", 'b')]);
    assert_eq!(ben.stones(), before);
    let here = "return document.querySelector('.study-mistakes [aria-current]').textContent.includes('a1')";
    assert_eq!(ben.run(here, &[]), true);
    // The button stays where it is, and one mistake is marked at a time.
    assert_eq!(ben.run(place, &[]), stays);
    assert_eq!(ben.count(".study-mistakes [aria-current]"), 1);
    // After the last comes the first again.
    ben.keys(['n', 'N']);
    ben.see_element(".b-best.better");
    // The dots of the graph, and its values in words by keyboard.
    let dots = "return [...document.querySelectorAll('.study-graph-mistakes')].some((one) => one.getAttribute('d') !== '')";
    ben.until("dots in the graph", dots, &[]);
    let words = "return document.querySelector('.study-graph [role=slider]').getAttribute('aria-valuetext').length > 5";
    assert_eq!(ben.run(words, &[]), true);
    // What was better is a line to look at: it is neither added nor counted, and there is a way back.
    let accuracy = "return document.querySelector('.study-accuracy').textContent";
    let counted = ben.run(accuracy, &[]);
    ben.keys(['N']);
    let at_first = "return stones() === args[0]";
    ben.until("the first mistake", at_first, &[json!(before)]);
    ben.press("study-better-line");
    let two = "return stones().replaceAll('.', '').length === 2";
    ben.until("the better move", two, &[]);
    // The words are about this line now, and lead through it.
    ben.see_element(".study-here .study-try[aria-current]");
    assert_eq!(ben.count(".study-here b"), 0);
    // How long it is depends on how far the engine saw.
    let named = "const turn = document.querySelector('.study-turn').textContent;
        return [...Array(99).keys()].some((count) => turn.includes(words('study-better-place', { number: 1, count })))";
    ben.until("its name", named, &[]);
    assert_eq!(ben.run(accuracy, &[]), counted);
    assert_eq!(ben.count(".study-aside"), 0);
    ben.press("web-back-to-game");
    ben.until("the game", at_first, &[json!(before)]);
    assert_eq!(ben.count(".study-aside"), 0);
    // Whoever plays on from it makes it a variation.
    ben.press("study-better-line");
    ben.until("the better move", two, &[]);
    ben.play("o15");
    ben.press("study-moves");
    ben.see_element(".study-aside .study-move[aria-current]");
    let line = "return [...document.querySelectorAll('.study-aside .study-move')].length === 2";
    ben.until("the variation", line, &[]);
    // It is there again after everything was closed.
    ann.reload();
    ann.press("study-analysis");
    ann.see("study-coach");
    ann.see("study-analyze-deeper");
    for each in [&ann, &ben] {
        each.check_console();
    }
}

/// Ctrl and a letter.
fn control(browser: &yiqi_browser_tests::Browser, letter: char) {
    let code = u32::from(letter.to_ascii_uppercase());
    for kind in ["rawKeyDown", "keyUp"] {
        let key = json!({"type": kind, "key": letter.to_string(), "modifiers": 2,
            "windowsVirtualKeyCode": code});
        browser.devtools("Input.dispatchKeyEvent", &key);
    }
}

#[test]
fn comments_marks_and_variations_are_written_undone_and_kept() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    table_here(&browser, "reversi", "none", "d3 c5");
    start(&browser);
    browser.press("web-resign");
    browser.press("web-resign");
    browser.press("web-analyse");
    browser.press("study-moves");
    browser.write("study-comment", "Black gives up early.");
    browser.drag_right("c3", "f6");
    browser.see_element(".b-drawing.arrow");
    browser.drag_right("e3", "e3");
    browser.see_element(".b-drawing.circle");
    // By keyboard, at the cursor of the board.
    browser.run("document.activeElement.blur()", &[]);
    browser.tab_to_board();
    browser.keys(['m']);
    browser.until(
        "two marks",
        "return document.querySelectorAll('.b-drawing.circle').length === 2",
        &[],
    );
    control(&browser, 'z');
    browser.until(
        "one mark",
        "return document.querySelectorAll('.b-drawing.circle').length === 1",
        &[],
    );
    // A tool draws and plays nothing, until Esc puts it away.
    browser.press("study-tool-cross");
    browser.see_element("yiqi-board[draws]");
    browser.click_point("c3");
    browser.see_element(".b-drawing.cross");
    assert_eq!(browser.count(".study-line .study-move"), 2);
    browser.keys(['\u{e00c}']);
    browser.until("no tool", "return !board().hasAttribute('draws')", &[]);
    browser.press("study-undo");
    browser.until(
        "no cross",
        "return document.querySelector('.b-drawing.cross') === null",
        &[],
    );

    // A variation becomes the main line, is deleted, and comes back.
    browser.press("study-back");
    browser.play("e3");
    let main = "return document.querySelector('.study-line > li:nth-child(2) .study-move').textContent.includes(args[0])";
    browser.until("a variation", main, &[json!("c5")]);
    browser.keys(['P']);
    browser.until("the main line", main, &[json!("e3")]);
    let count = "return document.querySelectorAll('.study-line .study-move').length === args[0]";
    browser.keys(['\u{e017}']);
    browser.until("no more e3", count, &[json!(2)]);
    control(&browser, 'z');
    browser.until("e3 again", count, &[json!(3)]);
    control(&browser, 'y');
    browser.until("no more e3", count, &[json!(2)]);
    control(&browser, 'z');
    control(&browser, 'z');
    browser.until("the main line", main, &[json!("c5")]);

    // This browser shows the changed game again, and the original on request.
    let kept = "const kept = localStorage.getItem('yiqi.studies') ?? '';
        return ['gives up', '%AR', '%CR'].every((part) => kept.includes(part))";
    browser.until("the changes to be kept", kept, &[]);
    let table = browser.run("return new URL(location).searchParams.get('table')", &[]);
    browser.open("/");
    browser.open(&format!("/study?table={}&at=2", table.as_str().unwrap()));
    browser.see("study-kept");
    browser.see_element(".b-drawing.arrow");
    let comment =
        "return document.querySelector('.study-comment-field').value === 'Black gives up early.'";
    browser.until("the comment", comment, &[]);
    // As SGF the marks have properties of their own.
    let sgf = "const { convert } = await moduleOf('study-net.js');
        const [{ text }] = JSON.parse(localStorage.getItem('yiqi.studies'));
        return (await convert(text, 'sgf')).text()";
    let sgf = browser.run(sgf, &[]);
    let sgf = sgf.as_str().unwrap();
    assert!(
        sgf.contains("C[Black gives up early.]AR[c3:f6]CR[e3]"),
        "{sgf}"
    );
    // A reload says so, too.
    browser.reload();
    browser.see("study-kept");
    // The link carries everything, to somebody whose own changes stay as they are.
    browser.run(
        "navigator.clipboard.writeText = async (text) => { window.copied = text; }",
        &[],
    );
    browser.press("study-copy-link");
    browser.see("study-link-all");
    let link = browser.run("return window.copied", &[]);
    let friend = bed.browser(link.as_str().unwrap());
    friend.see("study-kept-shared");
    friend.see_element(".b-drawing.arrow");
    friend.until("the comment", comment, &[]);
    let own = friend.run("return localStorage.getItem('yiqi.studies')", &[]);
    assert!(own.is_null(), "{own}");
    friend.press("study-kept-original");
    friend.see_gone("study-kept-shared");
    assert_eq!(friend.count(".b-drawing"), 0);
    let (cut, _) = link
        .as_str()
        .unwrap()
        .split_at(link.as_str().unwrap().len() - 9);
    friend.open("/");
    friend.open(cut);
    friend.see("study-link-broken");
    // It asks before anything is lost.
    browser.press("study-kept-discard");
    browser.press("study-kept-discard");
    browser.until(
        "no marks",
        "return document.querySelector('.b-drawing') === null",
        &[],
    );
    browser.see_gone("study-kept");
    // The line comes with a change and goes when it is undone.
    browser.drag_right("e3", "e3");
    browser.see("study-kept");
    browser.press("study-undo");
    browser.see_gone("study-kept");
    browser.check_console();
}

#[test]
fn a_move_taken_back_is_called_so_in_the_study() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/");
    table_here(&browser, "reversi", "none", "");
    start(&browser);
    browser.play("d3");
    browser.play("c3");
    browser.press("web-take-back");
    browser.until("one move", "return moves().length === 1", &[]);
    browser.play("c5");
    browser.press("web-resign");
    browser.press("web-resign");
    browser.press("web-analyse");
    let label = "return document.querySelector('.study-aside .hint')?.textContent === words('study-taken-back')";
    browser.until("the label", label, &[]);
    browser.check_console();
}

#[test]
fn a_refused_click_is_explained_without_a_failed_request() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/study?game=reversi&at=0");
    browser.see_element("yiqi-board[playable]");
    browser.click_point("a1");
    browser.see("a1 flips nothing");
    let failed = "return performance.getEntriesByType('resource').filter((one) => one.responseStatus >= 400).length";
    assert_eq!(browser.run(failed, &[]), 0);
    browser.open("/learn/reversi");
    browser.see_element(".lesson yiqi-board[playable]");
    browser.click_point("a1");
    browser.see("a1 flips nothing");
    assert_eq!(browser.run(failed, &[]), 0);
    browser.check_console();
    // The cursor is on a stone, not on an answer.
    let cursor = "const { size } = board().game;
        const [col, row] = board().getAttribute('aria-activedescendant').split('-').slice(-2).map(Number);
        return stones()[row * size + col] !== '.'";
    browser.until("the cursor on a stone", cursor, &[]);
}

#[test]
fn a_position_is_set_up_and_refused_where_the_game_would_be_over() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/study?game=reversi:4");
    browser.press("study-setup");
    // The start position has a side to move, too.
    browser.click("input[name=setup-turn][value=white]");
    browser.press("study-setup-start");
    let black = "return document.querySelector('input[name=setup-turn]:checked').value === 'black'";
    browser.until("Black to move", black, &[]);
    browser.press("study-setup-clear");
    browser.see("because the game is over");
    // A click outside, or Esc, does not lose what was set up.
    browser.run(
        "root().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))",
        &[],
    );
    browser.see("study-setup-ask");
    browser.press("web-no");
    browser.see("study-setup-done");
    browser.keys(['\u{e00c}']);
    browser.see("study-setup-ask");
    browser.press("web-no");
    browser.see("study-setup-done");
    let disabled = "return named('button', 'study-setup-done')?.disabled";
    browser.until("nothing to study", disabled, &[]);
    browser.click_point("b2");
    browser.keys(['2']);
    browser.click_point("c2");
    let enabled = "return named('button', 'study-setup-done')?.disabled === false";
    browser.until("a position", enabled, &[]);
    browser.press("study-setup-done");
    browser.until(
        "the stones",
        "return stones() === args[0]",
        &[json!(".....bw.........")],
    );
    browser.play("d2");
    // The game is over now: nobody can play on.
    let gone = "return named('button', 'study-play-on').disabled && named('button', 'study-forward').disabled";
    browser.until("no way to play on", gone, &[]);
    browser.check_console();
}

#[test]
fn the_board_of_a_study_comes_first_in_every_window() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/study?game=gomoku:15&moves=h8,i9&at=2");
    browser.see_element("yiqi-board[role=grid]");
    for (width, height, least) in [
        (1366, 768, 600.0),
        (2560, 1440, 1200.0),
        (1180, 820, 640.0),
        (375, 812, 340.0),
        (740, 360, 280.0),
    ] {
        let metrics =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        browser.devtools("Emulation.setDeviceMetricsOverride", &metrics);
        let fits = "const { width, bottom, right } = document.querySelector('.study yiqi-board').getBoundingClientRect();
            return innerWidth === args[0] && width >= args[1] && bottom <= innerHeight && right <= innerWidth";
        browser.until(
            &format!("a large board at {width}×{height}"),
            fits,
            &[json!(width), json!(least)],
        );
        let steps = "const { top, bottom } = document.querySelector('.study-steps').getBoundingClientRect(); return top >= 0 && bottom <= innerHeight";
        browser.until(&format!("the buttons at {width}×{height}"), steps, &[]);
        // Nothing scrolls within something that scrolls.
        let nested = "const scrolls = (one) => /auto|scroll/.test(getComputedStyle(one).overflowY);
            return [...document.querySelectorAll('.study *')].filter(scrolls).some((one) => {
              for (let at = one.parentElement; at.localName !== 'main'; at = at.parentElement) if (scrolls(at)) return true;
              return false;
            })";
        assert_eq!(browser.run(nested, &[]), false, "at {width}×{height}");
    }
}

#[test]
fn a_link_with_something_else_than_a_move_says_so() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/study?game=reversi&moves=d3,zz");
    browser.see("“zz” in the link is not a move.");
    browser.open("/study?game=reversi&moves=d3,d3");
    browser.see("A move in the link cannot be played.");
}

#[test]
fn numbers_and_keys_are_shown_on_request() {
    let mut bed = TestBed::open();
    let browser = bed.browser("/study?game=gomoku:15&moves=h8,i9,h9&at=3");
    browser.see_element("yiqi-board[role=grid]");
    browser.keys(['#']);
    let numbers = "return [...document.querySelectorAll('.b-number')].map((one) => one.textContent).join() === args[0]";
    browser.until("numbers", numbers, &[json!("1,2,3")]);
    browser.keys(['#']);
    browser.until("no numbers", numbers, &[json!("")]);
    browser.keys(['?']);
    browser.see("study-keys-title");
    browser.see("study-key-mistake");
    browser.check_console();
}
