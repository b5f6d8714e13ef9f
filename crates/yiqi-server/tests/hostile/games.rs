//! Finished games: search, statistics, files, pictures, and what other sites may show.

use serde_json::{Value, json};

use crate::client::{Person, until};
use crate::test_server::TestServer;

/// A finished game of two people: the first seat has Black and resigns after these moves.
async fn finished(stage: &TestServer, terms: &Value, moves: &[&str]) -> (Person, Person, String) {
    let mut pair = stage.pair_at(terms).await;
    for (number, mv) in moves.iter().enumerate() {
        let own = if number % 2 == 0 {
            &mut pair.a
        } else {
            &mut pair.b
        };
        own.play(mv).await;
    }
    pair.a.does(&json!({"do": "resign"})).await;
    let (first, second, table) = (pair.first, pair.second, pair.table);
    until(async || found(&first, "").await.contains(&table)).await;
    (first, second, table)
}

/// The ids of the games that somebody finds.
async fn found(person: &Person, query: &str) -> Vec<String> {
    let games = person.get(&format!("/api/games?{query}")).await.fine();
    let id = |game: &Value| game["id"].as_str().unwrap().to_owned();
    games.as_array().unwrap().iter().map(id).collect()
}

fn terms(game: &str) -> Value {
    json!({"game": game, "first_color": "black", "first": {"kind": "me"},
        "second": {"kind": "open"}})
}

#[tokio::test]
async fn games_are_found_by_opponent_game_result_color_and_opening() {
    let stage = TestServer::new().await;
    let (ann, bob, table) = finished(&stage, &terms("reversi"), &["f5", "d6", "c3"]).await;
    let one = [table];
    for query in [
        "opponent=bo",
        "opponent=BOB",
        "game=reversi",
        "result=lost",
        "color=black",
        "opening=f5",
        "opening=f5d6c3",
        // The same opening, seen from the other side of the board.
        "opening=c4+e3+f6",
        "game=reversi&result=lost&color=black&opponent=b&opening=f5+d6",
    ] {
        assert_eq!(found(&ann, query).await, one, "{query}");
    }
    for query in [
        "opponent=ann",
        "game=gomoku",
        "game=rever",
        "result=won",
        "result=draw",
        "color=white",
        "opening=f5f6",
        "opening=f",
        "opening=nonsense",
        "before=5",
    ] {
        assert_eq!(found(&ann, query).await, [""; 0], "{query}");
    }
    assert_eq!(found(&bob, "result=won&color=white").await, one);
    assert_eq!(ann.get("/api/games?result=maybe").await.status, 400);
    assert_eq!(stage.web.get("/api/games").await.status, 401);
}

#[tokio::test]
async fn a_program_is_found_by_the_name_that_its_opponent_sees() {
    let stage = TestServer::new().await;
    let ann = stage.web.guest("Ann").await;
    let (table, _) = ann
        .make(
            &json!({"game": "reversi", "first_color": "black", "first": {"kind": "me"},
            "second": {"kind": "computer", "player": "random"}}),
        )
        .await;
    let mut socket = ann.socket(&table).await;
    socket.play("d3").await;
    socket.does(&json!({"do": "resign"})).await;
    until(async || found(&ann, "opponent=random+moves").await == [table.as_str()]).await;
    assert_eq!(found(&ann, "opponent=engine").await, [""; 0]);
    assert_eq!(
        found(&ann, "opponent=%E9%9A%8F%E6%9C%BA&lang=zh-Hans").await,
        [table.as_str()]
    );
    let numbers = ann.get("/api/games/statistics").await.fine();
    assert_eq!(numbers["opponents"][0]["player"], "random", "{numbers}");
}

#[tokio::test]
async fn statistics_count_by_game_color_result_and_opponent() {
    let stage = TestServer::new().await;
    let (ann, bob, _) = finished(&stage, &terms("gomoku"), &["h8", "i9"]).await;
    let tally = |won, lost| json!({"games": 1, "won": won, "lost": lost, "draw": 0});
    let numbers = ann.get("/api/games/statistics").await.fine();
    let want = json!({
        "total": tally(0, 1),
        "games": [{"game": "gomoku", "color": "black", "tally": tally(0, 1)}],
        "opponents": [{"kind": "guest", "name": "Bob", "tally": tally(0, 1)}],
    });
    assert_eq!(numbers, want);
    // Others see the same of public games.
    let path = format!("/api/games/statistics?person={}", bob.public);
    let numbers = ann.get(&path).await.fine();
    assert_eq!(numbers["total"], tally(1, 0));
    assert_eq!(numbers["games"][0]["color"], "white");
    let filtered = ann.get("/api/games/statistics?game=reversi").await.fine();
    assert_eq!(filtered["total"]["games"], 0);
}

#[tokio::test]
async fn private_games_are_found_counted_and_drawn_for_their_players_alone() {
    let stage = TestServer::new().await;
    let mut private = terms("reversi");
    private["private"] = json!(true);
    let (ann, _, table) = finished(&stage, &private, &["d3"]).await;
    let stranger = stage.web.guest("Mallory").await;
    let of_ann = format!("person={}", ann.public);
    assert_eq!(found(&stranger, &of_ann).await, [""; 0]);
    let path = format!("/api/games/statistics?{of_ann}");
    assert_eq!(stranger.get(&path).await.fine()["total"]["games"], 0);
    assert_eq!(ann.get(&path).await.fine()["total"]["games"], 1);
    let picture = format!("/api/tables/{table}/picture");
    assert_eq!(stranger.get(&picture).await.status, 403);
    let own = ann.get(&picture).await;
    assert_eq!(own.status, 200);
    assert_eq!(own.header("cache-control"), Some("no-store"));
    let page = stage.web.get(&format!("/t/{table}")).await;
    assert!(!page.body.contains("og:title"), "{}", page.body);
}

#[tokio::test]
async fn all_games_are_one_file_that_can_be_read_again() {
    let stage = TestServer::new().await;
    let ann = stage.web.guest("Ann").await;
    for moves in [["d3", "c3"], ["f5", "d6"]] {
        let (table, _) = ann
            .make(
                &json!({"game": "reversi", "first_color": "black", "first": {"kind": "me"},
                "second": {"kind": "me"}, "private": true}),
            )
            .await;
        for (id, mv) in moves.iter().enumerate() {
            let play = json!({"do": "play", "move": mv});
            ann.command(&table, &id.to_string(), &play).await.fine();
        }
        ann.command(&table, "end", &json!({"do": "abort"}))
            .await
            .fine();
        until(async || found(&ann, "").await.contains(&table)).await;
    }
    for format in ["yiqi", "sgf"] {
        let file = ann.get(&format!("/api/me/games?format={format}")).await;
        assert_eq!(file.status, 200);
        let name = format!("filename=\"yiqi-games.{format}\"");
        assert!(file.header("content-disposition").unwrap().contains(&name));
        for (nth, first) in [(1, "d3"), (2, "f5")] {
            let path = format!("/api/replay?nth={nth}");
            let sent = stage
                .web
                .request("POST", &path, &[], Some(&file.body))
                .await;
            let game = sent.fine();
            assert_eq!(game["nodes"][0]["move"], first, "{format} {game}");
        }
    }
    let some = ann.get("/api/me/games?opening=f5d6").await;
    assert_eq!(
        some.body.matches("Game: reversi").count(),
        1,
        "{}",
        some.body
    );
    assert_eq!(ann.get("/api/me/games?format=psq").await.status, 400);
    assert_eq!(stage.web.get("/api/me/games").await.status, 401);
}

#[tokio::test]
async fn a_game_has_pictures_that_other_sites_may_show() {
    let stage = TestServer::new().await;
    let (_, _, table) = finished(&stage, &terms("gomoku"), &["h8", "i9", "h9"]).await;
    for (query, kind, start) in [
        ("", "image/png", "PNG"),
        ("?format=png&ply=1&side=99999", "image/png", "PNG"),
        ("?format=svg", "image/svg+xml", "<svg"),
        ("?format=gif", "image/gif", "GIF89a"),
        ("?format=gif&ply=0", "image/gif", "GIF89a"),
    ] {
        let path = format!("/api/tables/{table}/picture{query}");
        // The second one is a copy of the first.
        for _ in 0..2 {
            let answer = stage.web.get(&path).await;
            assert_eq!(answer.status, 200, "{query}");
            assert_eq!(answer.header("content-type"), Some(kind), "{query}");
            let head: String = answer.body.chars().take(12).collect();
            assert!(head.contains(start), "{query}");
            let policy = answer.header("cross-origin-resource-policy");
            assert_eq!(policy, Some("cross-origin"), "{query}");
            let control = answer.header("cache-control");
            assert_eq!(control, Some("public, max-age=86400"));
        }
    }
    let path = format!("/api/tables/{table}/picture?format=bmp");
    assert_eq!(stage.web.get(&path).await.status, 400);
    assert_eq!(stage.web.get("/api/tables/none/picture").await.status, 404);
}

#[tokio::test]
async fn a_link_to_a_game_says_what_it_is_about() {
    let stage = TestServer::new().await;
    let (_, _, table) = finished(&stage, &terms("reversi"), &["d3"]).await;
    let page = stage.web.get(&format!("/t/{table}")).await.body;
    for want in [
        "<meta property=\"og:title\" content=\"Ann – Bob\">".to_owned(),
        format!("/api/tables/{table}/picture?format=png\">"),
        "White wins: Black resigned.".to_owned(),
    ] {
        assert!(page.contains(&want), "{want}: {page}");
    }
    let nothing = stage.web.get("/t/none").await.body;
    assert!(!nothing.contains("og:title") && nothing.contains("</head>"));
}

#[tokio::test]
async fn only_a_frame_made_for_that_is_shown_by_other_sites() {
    let stage = TestServer::new().await;
    let (_, _, table) = finished(&stage, &terms("reversi"), &["d3"]).await;
    let frame = stage.web.get(&format!("/embed/t/{table}")).await;
    assert_eq!(frame.status, 200);
    assert_eq!(frame.header("x-frame-options"), None);
    let policy = frame.header("content-security-policy").unwrap();
    // Everybody may, also a page that was opened from a file.
    assert!(!policy.contains("frame-ancestors"), "{policy}");
    assert_eq!(frame.header("set-cookie"), None);
    assert!(!frame.body.contains("<header"), "{}", frame.body);
    for path in ["/", "/games", &format!("/t/{table}"), "/api/games"] {
        let answer = stage.web.get(path).await;
        assert_eq!(answer.header("x-frame-options"), Some("DENY"), "{path}");
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.ends_with("frame-ancestors 'none'"), "{path}");
    }
}
