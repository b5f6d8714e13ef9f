//! Ratings.

use super::*;

fn seats(first: PersonKey, second: PersonKey) -> BySeat<PersonKey> {
    BySeat { first, second }
}

// Fault 47.
#[tokio::test]
async fn a_table_is_rated_once_however_often_it_is_reported() {
    let app = App::new().await;
    let people = &app.people;
    let ann = people
        .by_token(&app.account("Ann").await)
        .await
        .unwrap()
        .unwrap()
        .key;
    let bob = people
        .by_token(&app.account("Bob").await)
        .await
        .unwrap()
        .unwrap()
        .key;
    let reports: Vec<_> = (0..20)
        .map(|n| {
            let people = people.clone();
            // Reported again, once with another result.
            let winner = if n == 19 { None } else { Some(Seat::First) };
            tokio::spawn(async move {
                people
                    .rate(TableKey(7), GameSpec::REVERSI, seats(ann, bob), winner)
                    .await
                    .unwrap()
            })
        })
        .collect();
    let mut counted = 0;
    for report in reports {
        counted += u32::from(report.await.unwrap());
    }
    assert_eq!(counted, 1);
    // Glickman's numbers for a first game between two new players.
    let ratings = people.ratings(ann).await.unwrap();
    assert_eq!(ratings.len(), 1);
    assert_eq!(
        (ratings[0].value, ratings[0].deviation, ratings[0].games),
        (1662, 290, 1)
    );
    let bobs = people.rating_for(bob, "reversi").await.unwrap().unwrap();
    assert_eq!((bobs.value, bobs.deviation, bobs.games), (1338, 290, 1));
    assert_eq!(people.rating_for(bob, "gomoku renju").await.unwrap(), None);
    assert!(
        people
            .rate(TableKey(8), GameSpec::REVERSI, seats(bob, ann), None)
            .await
            .unwrap()
    );
    let after = people.rating_for(bob, "reversi").await.unwrap().unwrap();
    assert!(
        after.value > bobs.value && after.games == 2,
        "a draw against a stronger player: {after:?}"
    );
    let response = app.send("GET /api/people/bob", &[], Value::Null).await;
    assert_eq!(response.body["ratings"][0]["games"], 2);
    assert_eq!(response.body["ratings"][0]["game"], "reversi");
}

#[tokio::test]
async fn games_of_guests_and_against_oneself_are_not_rated() {
    let app = App::new().await;
    let people = &app.people;
    let ann = people
        .by_token(&app.account("Ann").await)
        .await
        .unwrap()
        .unwrap()
        .key;
    let bob = people
        .by_token(&app.account("Bob").await)
        .await
        .unwrap()
        .unwrap()
        .key;
    let guest = people.guest("").await.unwrap().1.key;
    let won = Some(Seat::First);
    for (table, spec, first, second) in [
        (1, GameSpec::GOMOKU, ann, guest),
        (2, GameSpec::GOMOKU, guest, ann),
        (3, GameSpec::GOMOKU, ann, ann),
        (4, GameSpec::Peace, ann, bob),
        (5, GameSpec::GOMOKU, ann, PersonKey(999)),
    ] {
        let counted = people
            .rate(TableKey(table), spec, seats(first, second), won)
            .await
            .unwrap();
        assert!(!counted, "{table}");
    }
    assert_eq!(app.count("SELECT count(*) FROM rated").await, 0);
    assert_eq!(app.count("SELECT count(*) FROM ratings").await, 0);
}
