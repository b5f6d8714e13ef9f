//! A tournament on a server that is killed again and again.

use serde_json::Value;

use super::*;

/// Programs that choose the same move in the same position, whatever happened before.
const PROGRAMS: [&str; 5] = [
    "greedy",
    "weights",
    "alphabeta:depth=1",
    "Second=greedy",
    "Third=weights",
];

const KILLS: u64 = 50;

async fn make(organizer: &Person) -> String {
    let terms = json!({"name": "Kill", "game": "reversi", "format": "roundrobin", "time": "game 1h",
        "start": {"players": PROGRAMS.len()}, "games": 4, "pause_seconds": 0, "programs": PROGRAMS});
    let made = organizer.post("/api/tournaments", &terms).await.fine();
    made["tournament"].as_str().unwrap().to_owned()
}

/// The whole tournament, with all games.
async fn report(person: &Person, id: &str) -> Value {
    let path = format!("/api/tournaments/{id}/report?format=json");
    person.get(&path).await.fine()
}

/// Follows a tournament until it has changed this often, or is finished. Returns whether it is.
async fn follow(person: &Person, id: &str, changes: u64) -> bool {
    let path = format!("/api/tournaments/{id}/events");
    let mut events = person.events(&path).await;
    // The first event tells how it is now.
    for _ in 0..=changes {
        let event = events.next().await.expect("the stream ended");
        if event["state"]["info"]["stage"] == "finished" {
            return true;
        }
    }
    false
}

/// What must not depend on when anything happened: the table, and every game with its moves.
async fn outcome(person: &Person, state: &Value) -> Value {
    let mut games = Vec::new();
    for game in state["games"].as_array().unwrap() {
        let table = person.state(game["table"].as_str().unwrap()).await;
        let played = moves(table["entries"].as_array().unwrap());
        let (number, round) = (&game["number"], &game["round"]);
        let players = [&game["first"], &game["second"]];
        games.push(json!([number, round, players, game["outcome"], played]));
    }
    json!({"standings": state["standings"], "players": state["players"], "games": games})
}

// Fault 46.
#[tokio::test]
async fn a_tournament_killed_at_fifty_instants_ends_as_an_undisturbed_one() {
    let folder = tempfile::tempdir().unwrap();
    let mut serving = Serving::at(folder.path());
    let mut organizer = serving.web().guest("Ann").await;
    let calm = make(&organizer).await;
    assert!(follow(&organizer, &calm, u64::MAX).await);
    let wanted = outcome(&organizer, &report(&organizer, &calm).await).await;
    let mut kills_in_play = 0;
    let id = make(&organizer).await;
    for kill in 0..KILLS {
        // Sooner or later after the start.
        kills_in_play += u64::from(!follow(&organizer, &id, kill % 2).await);
        serving.signal(Signal::KILL);
        drop(serving);
        serving = Serving::at(folder.path());
        organizer = moved_to(&organizer, &serving);
    }
    assert!(
        kills_in_play > KILLS / 2,
        "only {kills_in_play} kills during the tournament"
    );
    assert!(follow(&organizer, &id, u64::MAX).await);
    let state = report(&organizer, &id).await;
    assert_eq!(outcome(&organizer, &state).await, wanted);
    // No table besides those of the games.
    let lobby = organizer.get("/api/tables").await.fine();
    assert_eq!(
        (&lobby["open"], &lobby["playing"]),
        (&json!([]), &json!([]))
    );
}
