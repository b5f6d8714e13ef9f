use yiqi_players::protocol::{Protocol, rehearse};
use yiqi_players::{AnyEngine, EngineOptions};

use super::driver::{to_depth, transcript};

/// The output of a rehearsal with our own engine.
fn rehearsed(protocol: Protocol, options: EngineOptions, said: &str, meanwhile: usize) -> String {
    let mut heard = Vec::new();
    rehearse(
        protocol,
        protocol.default_game(),
        options,
        said.as_bytes(),
        meanwhile,
        &mut AnyEngine::new(options.resources()),
        &mut heard,
    )
    .unwrap();
    String::from_utf8(heard).unwrap()
}

#[test]
fn a_rehearsal_is_answered_like_a_conversation() {
    for (protocol, said) in [
        (
            Protocol::Gtp,
            "play b f5\n2 genmove w\nshowboard\nnonsense\nclear_board\ngenmove b\nquit\nname\n",
        ),
        (
            Protocol::Script,
            "{\"spec\":\"reversi\",\"moves\":[\"d3\"]}\n\n{}\n{\"spec\":\"gomoku:9\"}\n",
        ),
    ] {
        let game = protocol.default_game();
        let options = to_depth(1);
        let spoken = transcript(protocol, game, options, said);
        assert_eq!(rehearsed(protocol, options, said, 0), spoken);
    }
}

#[test]
fn lines_of_a_rehearsal_arrive_during_a_search_or_after_it() {
    let heard = |meanwhile| rehearsed(Protocol::NBoard, to_depth(1), "go\nping 1\n", meanwhile);
    // After it, both are answered.
    let after = heard(0);
    assert!(after.contains("\n=== "), "{after}");
    assert!(after.ends_with("pong 1\n"), "{after}");
    // During it, a ping ends the search without an answer.
    let during = heard(1);
    assert!(!during.contains("==="), "{during}");
    assert!(during.ends_with("pong 1\n"), "{during}");
}
