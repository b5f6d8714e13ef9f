//! Databases that earlier versions wrote, in `tests/golden/`: today's program opens each of them,
//! shows the same games and people, and play goes on.
//!
//! A new migration needs a new database: `YIQI_GOLDEN=path/to/yiqi cargo test -p yiqi --test serve
//! golden` lets that program write one.

use serde_json::Value;

use super::*;

/// The moves of the game in play, of which half were made by the earlier version.
const MOVES: [&str; 4] = ["d3", "c5", "d6", "e3"];

const PASSWORDS: [(&str, &str); 2] = [("Annabel", "correct horse"), ("Robert", "battery staple")];

/// What is said in the tournament.
const SAID: &str = "Well played! 下得好";

fn golden_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// The numbers of all migrations.
fn versions() -> Vec<usize> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../yiqi-server/migrations");
    let mut versions: Vec<usize> = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .map(|name| name[..4].parse().unwrap())
        .collect();
    versions.sort_unstable();
    versions
}

/// The program as it serves a database.
fn serve(program: &Path, folder: &Path, database: &Path) -> Command {
    let mut command = Command::new(program);
    settled(&mut command, folder);
    command
        .args(["serve", "--listen", "127.0.0.1:0", "--db"])
        .arg(database);
    command
}

/// What an observer sees of a table: its entries, its game and its names.
async fn seen(person: &Person, table: &str) -> Value {
    let state = person.state(table).await;
    json!({
        "entries": state["entries"],
        "game": state["table"]["game"]["spec"],
        "names": [state["table"]["seats"]["first"]["name"], state["table"]["seats"]["second"]["name"]],
        "chat": state["chat"].as_array().unwrap().iter().map(|line| &line["text"]).collect::<Vec<_>>(),
    })
}

/// Uses a program in many ways, and keeps its database and what could be seen of it.
async fn write(program: &Path) {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("golden.db");
    // Programs before version 3 rate these games anyway, and do not know the setting.
    let settings = config(folder.path(), "rate_same_address = true");
    let mut with_settings = serve(program, folder.path(), &database);
    with_settings.arg("--config").arg(settings);
    let mut serving = Serving::try_start(&mut with_settings)
        .unwrap_or_else(|| Serving::start(&mut serve(program, folder.path(), &database)));
    let web = serving.web();
    // Two guests in a game with a clock.
    let mut game = game(web, "game 1h+5s").await;
    game.a.play(MOVES[0]).await;
    game.b.play(MOVES[1]).await;
    game.a
        .send(&json!({"type": "chat", "room": "players", "text": "Good luck! 祝你好运"}))
        .await;
    game.b.of_type("chat").await;
    // A rated game that is over, with an offer that was declined.
    let mut accounts = Vec::new();
    for (name, password) in PASSWORDS {
        accounts.push(web.account(name, password).await);
    }
    let terms = json!({"game": "gomoku:15:renju", "first": {"kind": "me"}, "second": {"kind": "open"},
        "first_color": "black", "rated": true});
    let (rated, invite) = accounts[0].make(&terms).await;
    accounts[1].sit(&rated, &invite).await.fine();
    let mut first = accounts[0].socket(&rated).await;
    let mut second = accounts[1].socket(&rated).await;
    first.event("begin").await;
    first.play("h8").await;
    second.play("i9").await;
    first.does(&json!({"do": "offer", "what": "draw"})).await;
    second.does(&json!({"do": "decline", "what": "draw"})).await;
    first.play("j8").await;
    second.does(&json!({"do": "resign"})).await;
    // A game with two stones a turn that begins in the middle, at one screen, with a take-back.
    let (alone, _) = game
        .first
        .make(
            &json!({"game": "connect6", "first": {"kind": "me"}, "second": {"kind": "me"},
            "first_color": "black", "from": {"moves": ["j10"]}}),
        )
        .await;
    let mut screen = game.first.socket(&alone).await;
    screen.event("begin").await;
    screen
        .send(&json!({"type": "command", "id": "1", "seat": "second",
            "command": {"do": "play", "move": "k10"}}))
        .await;
    screen.event("move").await;
    // A table that waits for somebody.
    let open = json!({"game": "reversi:10", "first": {"kind": "me"}, "second": {"kind": "open"}, "listed": true});
    let (open, _) = game.first.make(&open).await;
    let mut tables = serde_json::Map::new();
    for table in [&game.table, &rated, &alone, &open] {
        tables.insert(table.clone(), seen(&game.first, table).await);
    }
    let mut people = serde_json::Map::new();
    for (name, _) in PASSWORDS {
        let path = format!("/api/people/{name}");
        until(async || web.get(&path).await.fine()["ratings"][0]["games"] == 1).await;
        people.insert(
            name.to_owned(),
            web.get(&path).await.fine()["ratings"].clone(),
        );
    }
    // An analysis that is kept.
    let analysis = format!("/api/tables/{rated}/analysis");
    accounts[0].post(&analysis, &json!({})).await.fine();
    until(async || web.get(&analysis).await.fine()["stage"] == "done").await;
    let analysis = web.get(&analysis).await.fine();
    // A tournament that is over.
    let terms = json!({"name": "Golden 杯", "game": "reversi:4", "format": "knockout", "time": "game 10m",
        "start": {"players": 2}, "pause_seconds": 0, "programs": ["greedy", "weights"]});
    let made = accounts[0].post("/api/tournaments", &terms).await;
    let mut tournament = Value::Null;
    // Programs before version 6 have none.
    if made.status == 200 {
        let id = made.fine()["tournament"].as_str().unwrap().to_owned();
        let path = format!("/api/tournaments/{id}");
        until(async || web.get(&path).await.fine()["info"]["stage"] == "finished").await;
        let said = json!({"text": SAID});
        let said = accounts[0].post(&format!("{path}/chat"), &said).await;
        assert_eq!(said.status, 204);
        tournament = json!([id, web.get(&path).await.fine(), SAID]);
    }
    let facts = json!({
        "tournament": tournament,
        "analysis": [rated, analysis],
        "game": game.table,
        "guests": [game.first.token, game.second.token],
        "tables": tables,
        "ratings": people,
    });
    drop((game, first, second, screen));
    serving.signal(Signal::TERM);
    assert!(serving.wait().success(), "{}", serving.log());
    let name = format!("server-{}", versions().last().unwrap());
    let golden = golden_folder();
    std::fs::create_dir_all(&golden).unwrap();
    std::fs::copy(&database, golden.join(format!("{name}.db"))).unwrap();
    let text = serde_json::to_string_pretty(&facts).unwrap();
    std::fs::write(golden.join(format!("{name}.json")), text + "\n").unwrap();
}

/// Opens a database with today's program and checks everything.
async fn check(version: usize) {
    let golden = golden_folder();
    let text = std::fs::read_to_string(golden.join(format!("server-{version}.json"))).unwrap();
    let facts: Value = serde_json::from_str(&text).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = database(folder.path());
    std::fs::copy(golden.join(format!("server-{version}.db")), &path).unwrap();
    let mut moves_made = 2;
    // Once migrated, and once more.
    for _ in 0..2 {
        let mut serving = Serving::at(folder.path());
        let web = serving.web();
        let guests = [0, 1].map(|at| Person {
            web,
            token: facts["guests"][at].as_str().unwrap_or("").to_owned(),
            public: String::new(),
        });
        let anybody = web.guest("Dora").await;
        for (table, wanted) in facts["tables"].as_object().unwrap() {
            let found = seen(&anybody, table).await;
            for key in ["game", "names"] {
                assert_eq!(found[key], wanted[key], "version {version}, {table}");
            }
            // The clock of a game in play got the time since then back.
            let entries = wanted["entries"].as_array().unwrap();
            let found = found["entries"].as_array().unwrap();
            assert!(found.starts_with(entries), "version {version}: {found:?}");
            check_log(found);
        }
        for (name, ratings) in facts["ratings"].as_object().unwrap() {
            let found = web.get(&format!("/api/people/{name}")).await.fine();
            assert_eq!(found["ratings"], *ratings, "version {version}");
        }
        if let Some(table) = facts["analysis"][0].as_str() {
            let found = web.get(&format!("/api/tables/{table}/analysis")).await;
            assert_eq!(found.fine(), facts["analysis"][1], "version {version}");
        }
        if let Some(id) = facts["tournament"][0].as_str() {
            let found = web.get(&format!("/api/tournaments/{id}")).await.fine();
            for key in ["info", "players", "standings", "games", "bracket"] {
                let wanted = &facts["tournament"][1][key];
                assert_eq!(found[key], *wanted, "version {version}, {key}");
            }
            if let Some(said) = facts["tournament"][2].as_str() {
                let events = format!("/api/tournaments/{id}/events");
                let mut events = anybody.events(&events).await;
                let event = events.until(|event| event["type"] == "chat").await;
                assert_eq!(event["chat"][0]["text"], said, "version {version}");
            }
        }
        if facts["guests"].is_array() {
            for (name, password) in PASSWORDS {
                let login = json!({"name": name, "password": password}).to_string();
                let login = web.request("POST", "/api/login", &[], Some(&login)).await;
                assert_eq!(login.fine()["me"]["name"], name, "version {version}");
            }
            let game = facts["game"].as_str().unwrap();
            let shown = seen(&guests[0], game).await;
            assert_eq!(shown["chat"][0], "Good luck! 祝你好运");
            let play = json!({"do": "play", "move": MOVES[moves_made]});
            let mover = &guests[moves_made % 2];
            // An id of its own: that version has answered others.
            let id = format!("golden {moves_made}");
            mover.command(game, &id, &play).await.fine();
            moves_made += 1;
            let state = mover.state(game).await;
            let found = moves(state["entries"].as_array().unwrap());
            assert_eq!(found, MOVES[..moves_made], "version {version}");
        }
        serving.signal(Signal::TERM);
        assert!(serving.wait().success(), "{}", serving.log());
    }
}

/// The settings in a file or in the block of a document.
fn settings(text: &str) -> Vec<String> {
    text.lines()
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, _)| name.to_owned())
        .collect()
}

// Fault 14.
#[test]
fn every_setting_that_ever_was_is_accepted() {
    let folder = tempfile::tempdir().unwrap();
    let golden = golden_folder().join("serve.toml");
    let mut command = yiqi(folder.path());
    command.args(["serve", "--check", "--db"]);
    command
        .arg(database(folder.path()))
        .arg("--config")
        .arg(&golden);
    let output = ended(&mut command);
    // It may have advice, and there is no certificate, but no setting is unknown.
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8(said).unwrap();
    assert!(!said.contains("unknown field"), "{said}");
    assert!(!said.contains("serve.toml:"), "{said}");
    let known = settings(&std::fs::read_to_string(golden).unwrap());
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/serving.md");
    let document = std::fs::read_to_string(document).unwrap();
    let documented = document.split("```toml\n").nth(1).unwrap();
    for name in settings(documented.split("```").next().unwrap()) {
        assert!(
            known.contains(&name),
            "tests/golden/serve.toml lacks {name}"
        );
    }
}

// Faults 14 and 20.
#[tokio::test]
async fn databases_of_every_version_open_and_play_goes_on() {
    if let Some(program) = std::env::var_os("YIQI_GOLDEN") {
        write(Path::new(&program)).await;
    }
    for version in versions() {
        check(version).await;
    }
}
