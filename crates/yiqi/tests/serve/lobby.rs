//! Tables made, listed and joined in two terminals, with the real server between them.

use std::path::Path;

use yiqi_testkit::Terminal;

use super::{Serving, YIQI};

/// The program in a terminal of 80×24 with a data folder of its own.
fn terminal(folder: &Path, name: &str, lang: &str) -> Terminal {
    let data = folder.join(name).display().to_string();
    let args = ["--lang", lang, "--data-dir", &data];
    Terminal::start(Path::new(YIQI), &args, &[], 80, 24)
}

#[test]
fn a_table_is_made_in_one_terminal_and_joined_from_the_list_in_another() {
    let folder = tempfile::tempdir().unwrap();
    let serving = Serving::at(folder.path());
    let server = serving.address.trim_end_matches('/').to_owned();
    let mut ann = terminal(folder.path(), "ann", "en");
    ann.wait_for("New game");
    ann.send(&format!("w{server}\tAnn\r"));
    ann.wait_for("No table is waiting for an opponent: make one.");
    ann.send("n");
    ann.wait_for("Who may join");
    // Ann plays Black: three rows down, one value on.
    ann.send("\u{1b}[B\u{1b}[B\u{1b}[B\u{1b}[C");
    ann.wait_for("‹ Black ›");
    ann.send("\r");
    ann.wait_for("Waiting for an opponent");
    let mut bob = terminal(folder.path(), "bob", "zh-Hans");
    bob.wait_for("新对局");
    bob.send(&format!("w{server}\tBob\r"));
    bob.wait_for("1 张棋桌在等待对手");
    bob.wait_for("你执白");
    bob.send("j\r");
    ann.wait_for("Your turn.");
    ann.send("D3\r");
    bob.wait_for("轮到你了");
    bob.send("3c\r");
    ann.wait_for("c3");
    for terminal in [&mut ann, &mut bob] {
        terminal.send("\u{3}");
        assert_eq!(terminal.wait_end(), 0);
    }
}
