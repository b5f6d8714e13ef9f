//! The restore drill: a backup is made while people play, the database is destroyed, and the commands
//! that `docs/serving.md` gives an operator bring it back.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;

/// The commands of the block of shell commands in a document that contains this text.
fn documented(document: &str, text: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs")
        .join(document);
    let document = std::fs::read_to_string(path).unwrap();
    let mut blocks = document.split("```sh\n").skip(1);
    let block = blocks.find(|block| block.split("```").next().unwrap().contains(text));
    block.unwrap().split("```").next().unwrap().to_owned()
}

/// Runs documented commands as an operator would, with `/backups` in the folder.
fn run_as_operator(folder: &Path, commands: &str) {
    let backups = folder.join("backups");
    let commands = commands.replace("/backups/", &format!("{}/", backups.display()));
    let programs = Path::new(YIQI).parent().unwrap();
    let path = std::env::var("PATH").unwrap();
    let mut command = Command::new("sh");
    settled(&mut command, folder);
    command
        .env_remove("XDG_DATA_HOME")
        .env("PATH", format!("{}:{path}", programs.display()))
        .args(["-e", "-c", &commands]);
    let output = ended(&mut command);
    assert!(output.status.success(), "{commands}: {output:?}");
}

/// The server of an operator, with everything in its usual place.
fn operator_serves(folder: &Path) -> Serving {
    let mut command = yiqi(folder);
    command
        .env_remove("XDG_DATA_HOME")
        .args(["serve", "--listen", "127.0.0.1:0", "--config"])
        .arg(config(folder, "rate_same_address = true"));
    Serving::start(&mut command)
}

/// Two accounts at a rated table.
async fn rated_game(accounts: &[Person; 2]) -> String {
    let terms = json!({"game": "gomoku", "first": {"kind": "me"}, "second": {"kind": "open"},
        "first_color": "black", "rated": true});
    let (table, invite) = accounts[0].make(&terms).await;
    accounts[1].sit(&table, &invite).await.fine();
    let mut socket = accounts[0].socket(&table).await;
    socket.event("begin").await;
    socket.play("h8").await;
    table
}

/// Every other column of a board of 25×25: five in a row cannot happen there.
fn points() -> Vec<String> {
    let rows = |col: u8| (1..=25).map(move |row| format!("{}{row}", char::from(col)));
    (b'a'..=b'y').step_by(2).flat_map(rows).collect()
}

// Fault 10.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_restored_as_documented_has_all_that_was_acknowledged_before_it() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path();
    std::fs::create_dir(folder.join("backups")).unwrap();
    let serving = operator_serves(folder);
    let web = serving.web();
    let accounts = [
        web.account("Annabel", "correct horse").await,
        web.account("Robert", "battery staple").await,
    ];
    let rated = rated_game(&accounts).await;
    let mut quiet = game(web, "game 1h+5s").await;
    quiet.a.play("d3").await;
    // Two play all the time, before, during and after the backup.
    let terms = json!({"game": "gomoku:25", "first": {"kind": "me"}, "second": {"kind": "me"},
        "first_color": "black"});
    let (busy, _) = quiet.first.make(&terms).await;
    let acknowledged = Arc::new(AtomicUsize::new(0));
    let playing = tokio::spawn({
        let (person, table) = (quiet.first.clone(), busy.clone());
        let acknowledged = Arc::clone(&acknowledged);
        async move {
            let mut socket = person.socket(&table).await;
            socket.event("begin").await;
            for (at, point) in points().iter().enumerate() {
                let seat = if at % 2 == 0 { "first" } else { "second" };
                let id = fresh_id();
                socket
                    .send(&json!({"type": "command", "id": id, "seat": seat,
                        "command": {"do": "play", "move": point}}))
                    .await;
                let reply = socket.until(|message| message["id"] == id.as_str()).await;
                assert_eq!(reply["type"], "ack", "{point}: {reply}");
                acknowledged.fetch_add(1, Ordering::SeqCst);
            }
        }
    });
    until(async || acknowledged.load(Ordering::SeqCst) > 5).await;
    let before = acknowledged.load(Ordering::SeqCst);
    // The date is that of the command to restore.
    let backup = documented("serving.md", "yiqi backup").replace("$(date +%F)", "2026-11-16");
    let copying = {
        let folder = folder.to_owned();
        tokio::task::spawn_blocking(move || run_as_operator(&folder, &backup))
    };
    copying.await.unwrap();
    let after = acknowledged.load(Ordering::SeqCst);
    until(async || acknowledged.load(Ordering::SeqCst) > after + 5 || playing.is_finished()).await;
    playing.abort();
    // What follows the backup is lost with the database.
    quiet.b.play("c5").await;
    accounts[0]
        .command(&rated, "end", &json!({"do": "resign"}))
        .await
        .fine();
    let newcomer = web.account("Celia", "staple correct").await;
    let late_game = game(web, "none").await;
    drop(serving);
    let data = folder.join(".local/share/yiqi/server");
    std::fs::write(data.join("yiqi.db"), "not a database at all ".repeat(1000)).unwrap();
    assert!(data.join("yiqi.db-wal").exists());

    run_as_operator(folder, &documented("serving.md", "cp /backups"));
    let serving = operator_serves(folder);
    let web = serving.web();
    let first = moved_to(&quiet.first, &serving);
    let second = moved_to(&quiet.second, &serving);
    // All that was acknowledged before the backup is there, and nothing half.
    let state = first.state(&busy).await;
    let entries = state["entries"].as_array().unwrap();
    check_log(entries);
    let found = moves(entries);
    // One more may have been sent while the backup was made.
    assert!(
        (before..=after + 1).contains(&found.len()),
        "{before}, {}, {after}",
        found.len()
    );
    assert_eq!(found, points()[..found.len()]);
    let state = first.state(&quiet.table).await;
    assert_eq!(moves(state["entries"].as_array().unwrap()), ["d3"]);
    for profile in ["Annabel", "Robert"] {
        let profile = web.get(&format!("/api/people/{profile}")).await.fine();
        assert_eq!(profile["ratings"], json!([]));
    }
    // What came later is not there at all.
    assert_eq!(
        moved_to(&newcomer, &serving).get("/api/me").await.status,
        401
    );
    assert_eq!(web.get("/api/people/Celia").await.status, 404);
    let late = web.get(&format!("/api/tables/{}", late_game.table)).await;
    assert_eq!(late.status, 404, "{late:?}");
    // A client that has more entries than the server starts over.
    let mut b = second.socket_after(&quiet.table, 100).await;
    assert_eq!(b.table["from"], 1);
    // Play goes on everywhere.
    b.play("c5").await;
    let seat = ["first", "second"][found.len() % 2];
    let next = json!({"id": "on", "seat": seat,
        "command": {"do": "play", "move": points()[found.len()]}});
    let path = format!("/api/tables/{busy}/commands");
    first.post(&path, &next).await.fine();
    let login = json!({"name": "Annabel", "password": "correct horse"}).to_string();
    web.request("POST", "/api/login", &[], Some(&login))
        .await
        .fine();
    web.account("Celia", "another one entirely").await;
    let annabel = moved_to(&accounts[0], &serving);
    annabel
        .command(&rated, "end", &json!({"do": "resign"}))
        .await
        .fine();
    let robert = || web.get("/api/people/Robert");
    until(async || robert().await.fine()["ratings"][0]["games"] == 1).await;
}

// Fault 10.
#[test]
fn both_manuals_restore_with_the_same_commands() {
    let commands = |document| {
        let lines = documented(document, "cp /backups");
        lines
            .lines()
            .map(|line| line.split('#').next().unwrap().trim().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(commands("serving.md"), commands("zh-Hans/serving.md"));
}
