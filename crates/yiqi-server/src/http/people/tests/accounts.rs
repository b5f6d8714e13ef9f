//! Names and passwords.

use super::*;

// Fault 67.
#[tokio::test]
async fn guessing_one_accounts_password_is_rate_limited() {
    let mut app = App::with(usual(), generous()).await;
    app.account("Ann").await;
    app.account("Bob").await;
    let hashed = app.people.hashed_count();
    let mut codes = Vec::new();
    for n in 0..1_000_u32 {
        // From many addresses, under spellings of the same name.
        let [_, _, high, low] = n.to_be_bytes();
        app.peer = SocketAddr::from(([10, 0, high, low], 1));
        let name = ["Ann", "ANN", "a.n.n", "Аnn"][n as usize % 4];
        let response = app.login(name, &format!("password {n}")).await;
        if response.code == "too_fast" {
            assert_eq!(response.status, 429);
        }
        codes.push(response.code);
    }
    assert!(codes[..100].iter().all(|code| *code == "wrong_password"));
    let tried = codes
        .iter()
        .filter(|code| **code == "wrong_password")
        .count();
    assert!((100..=105).contains(&tried), "{tried}");
    assert_eq!(app.people.hashed_count() - hashed, tried as u64);
    // Not even the right password works now from elsewhere; other accounts are not affected.
    assert_eq!(app.login("Ann", "correct horse").await.code, "too_fast");
    assert_eq!(app.login("Bob", "correct horse").await.status, 200);
}

/// Limits as usual, and cheap password hashes.
fn usual() -> PeopleOptions {
    PeopleOptions {
        password_cost: easy().password_cost,
        ..PeopleOptions::default()
    }
}

// Fault 67.
#[tokio::test]
async fn guessing_cannot_lock_the_owner_out() {
    let app = App::with(usual(), generous()).await;
    let from = |address: [u8; 4]| App {
        peer: SocketAddr::from((address, 1)),
        ..app.clone()
    };
    let (home, school, elsewhere) = (
        from([192, 0, 2, 1]),
        from([192, 0, 2, 2]),
        from([192, 0, 2, 3]),
    );
    home.account("Ann").await;
    let response = school.login("Ann", "correct horse").await;
    let device = response.device().unwrap();
    assert_eq!(device.len(), 32);
    // Somebody guesses from everywhere, and from Ann's own school and home too.
    for n in 0..200_u8 {
        from([10, 0, 0, n]).login("Ann", "a wrong guess").await;
    }
    for _ in 0..400 {
        school.login("Ann", "a wrong guess").await;
    }
    for n in 0..400 {
        school.login(&format!("name {n}"), "a wrong guess").await;
    }
    assert_eq!(school.login("Ann", "correct horse").await.code, "too_fast");
    assert_eq!(
        elsewhere.login("Ann", "correct horse").await.code,
        "too_fast"
    );
    // At home, where she has logged in before, she can, and with her device everywhere.
    assert_eq!(home.login("Ann", "correct horse").await.status, 200);
    for place in [&home, &school, &elsewhere] {
        let response = place
            .login_with(Some(&device), "Ann", "correct horse")
            .await;
        assert_eq!(response.status, 200, "{}", response.code);
        assert_eq!(response.device().as_deref(), Some(device.as_str()));
    }
    // Also after a restart, and the limit on elsewhere is lifted by that login.
    let later = elsewhere.later(DAY_MS);
    assert_eq!(later.login("Ann", "correct horse").await.status, 200);
}

// Fault 67.
#[tokio::test]
async fn a_known_device_does_not_help_to_guess() {
    let app = App::with(usual(), generous()).await;
    app.account("Ann").await;
    app.account("Mallory").await;
    let mine = app.login("Ann", "correct horse").await.device().unwrap();
    let theirs = app
        .login("Mallory", "correct horse")
        .await
        .device()
        .unwrap();
    assert_ne!(mine, theirs);
    let elsewhere = App {
        peer: "198.51.100.1:1".parse().unwrap(),
        ..app.clone()
    };
    // Another account's device, or an invented one, counts as none, and is replaced.
    let invented = "abcdefghabcdefghabcdefghabcdefgh".to_owned();
    let planted = elsewhere
        .login_with(Some(&invented), "Ann", "correct horse")
        .await;
    assert_ne!(planted.device(), Some(invented.clone()));
    let mut codes = Vec::new();
    for n in 0..60 {
        let device = [&theirs, &invented][n % 2];
        let response = elsewhere
            .login_with(Some(device), "Ann", "a wrong guess")
            .await;
        codes.push(response.code);
    }
    assert!(codes[25..].iter().all(|code| *code == "too_fast"));
    // A stolen one has its own limit.
    let mut tried = 0;
    for _ in 0..60 {
        let response = elsewhere
            .login_with(Some(&mine), "Ann", "a wrong guess")
            .await;
        tried += u32::from(response.code == "wrong_password");
    }
    assert!((20..=22).contains(&tried), "{tried}");
    // The secrets are not in the file.
    let bytes = app.files();
    for secret in [mine, theirs] {
        assert!(!holds(&bytes, &secret));
    }
}

// Fault 67.
#[tokio::test]
async fn passwords_that_everybody_tries_first_are_refused() {
    let app = App::new().await;
    for password in ["password", "12345678", "        ", "qwertyui", "Annabel1"] {
        let body = json!({"name": "Annabel", "password": password});
        let response = app.send("POST /api/register", &[], body).await;
        assert_eq!(
            (response.status.as_u16(), response.code),
            (400, "weak_password"),
            "{password}"
        );
    }
    assert_eq!(app.people.hashed_count(), 0);
    let long: String = ('a'..='z').rev().cycle().take(128).collect();
    for (name, password) in [
        ("Bea", long.as_str()),
        ("Cai", "爱下棋的人有福了"),
        ("Dan", "a b\t\u{1f600}\"'<>%00"),
    ] {
        let body = json!({"name": name, "password": password});
        let response = app.send("POST /api/register", &[], body).await;
        assert_eq!(response.status, 200, "{name}: {}", response.code);
        assert_eq!(app.login(name, password).await.status, 200);
    }
}

// Fault 66.
#[tokio::test]
async fn a_new_password_replaces_the_old_one_and_ends_other_logins() {
    let app = App::with(usual(), generous()).await;
    let ann = app.account("Ann").await;
    let other = app.login("Ann", "correct horse").await;
    let (other, device) = (other.cookie().unwrap(), other.device().unwrap());
    let bot = app
        .with_bearer("POST /api/me/tokens", &ann, json!({"label": "bot"}))
        .await;
    let bot = bot.body["token"].as_str().unwrap().to_owned();
    let (guest, _) = app.guest("Gus").await;
    let change = |old: &str, new: &str, others: bool| json!({"old": old, "new": new, "log_out_others": others});
    let line = "POST /api/me/password";
    for (token, body, code) in [
        (
            &guest,
            change("correct horse", "battery staple", true),
            "needs_account",
        ),
        (
            &bot,
            change("correct horse", "battery staple", true),
            "needs_login",
        ),
        (
            &ann,
            change("wrong horse", "battery staple", true),
            "wrong_password",
        ),
        (&ann, change("correct horse", "short", true), "bad_password"),
        (
            &ann,
            change("correct horse", "12345678", true),
            "weak_password",
        ),
        (&ann, json!({"new": "battery staple"}), "bad_message"),
    ] {
        assert_eq!(app.with_cookie(line, token, body).await.code, code);
    }
    let response = app
        .send(line, &[], change("correct horse", "battery staple", true))
        .await;
    assert_eq!(response.code, "unauthorized");
    assert_eq!(app.login("Ann", "correct horse").await.status, 200);
    // Without the wish, the other logins stay.
    let response = app
        .with_cookie(line, &ann, change("correct horse", "battery staple", false))
        .await;
    assert_eq!(response.status, 204, "{}", response.code);
    assert_eq!(
        app.login("Ann", "correct horse").await.code,
        "wrong_password"
    );
    assert_eq!(app.me(&other).await.status, 200);
    let mut revoked = app.people.revoked();
    let response = app
        .with_cookie(
            line,
            &ann,
            change("battery staple", "paper clip blue", true),
        )
        .await;
    assert_eq!(response.status, 204, "{}", response.code);
    for (token, status) in [(&ann, 200), (&other, 401), (&bot, 401), (&guest, 200)] {
        assert_eq!(app.me(token).await.status, status);
    }
    assert!(revoked.try_recv().is_ok(), "their sockets are closed");
    // Whoever had logged in with the old password has no known device any more.
    let elsewhere = App {
        peer: "198.51.100.7:1".parse().unwrap(),
        ..app.clone()
    };
    let response = elsewhere
        .login_with(Some(&device), "Ann", "paper clip blue")
        .await;
    assert_ne!(response.device(), Some(device));
    // Somebody who found an open browser cannot try many passwords there, and the owner is not
    // affected elsewhere.
    let mut codes = Vec::new();
    for n in 0..40 {
        let body = change(&format!("guess number {n}"), "battery staple", false);
        codes.push(app.with_cookie(line, &ann, body).await.code);
    }
    assert!(
        codes[25..].iter().all(|code| *code == "too_fast"),
        "{codes:?}"
    );
    let mine = response.cookie().unwrap();
    let response = app
        .with_cookie(
            line,
            &mine,
            change("paper clip blue", "battery staple", false),
        )
        .await;
    assert_eq!(response.status, 204, "{}", response.code);
}

// Fault 66.
#[tokio::test]
async fn logging_out_everywhere_ends_every_login() {
    let app = App::new().await;
    let ann = app.account("Ann").await;
    let other = app.login("Ann", "correct horse").await.cookie().unwrap();
    let bot = app
        .with_bearer("POST /api/me/tokens", &ann, json!({"label": "bot"}))
        .await;
    let bot = bot.body["token"].as_str().unwrap().to_owned();
    let bob = app.account("Bob").await;
    let line = "POST /api/logout/everywhere";
    let (guest, _) = app.guest("Gus").await;
    for (token, code) in [(&guest, "needs_account"), (&bot, "needs_login")] {
        assert_eq!(app.with_bearer(line, token, Value::Null).await.code, code);
    }
    let mut revoked = app.people.revoked();
    let response = app.with_cookie(line, &ann, Value::Null).await;
    assert_eq!(response.status, 204);
    assert_eq!(response.cookie().as_deref(), Some(""));
    for token in [&ann, &other, &bot] {
        assert_eq!(app.me(token).await.code, "unauthorized");
        assert!(revoked.try_recv().is_ok());
    }
    assert_eq!(app.me(&bob).await.status, 200);
    assert_eq!(
        app.count("SELECT count(*) FROM known WHERE person = 1")
            .await,
        0
    );
    assert_eq!(app.login("Ann", "correct horse").await.status, 200);
}

// Fault 67.
#[tokio::test]
async fn guessing_many_names_from_one_address_is_rate_limited() {
    let mut app = App::with(usual(), generous()).await;
    let mut tried = 0;
    for n in 0..1_000_u32 {
        // All addresses of one network count as one.
        app.peer = SocketAddr::new(format!("2001:db8::{n:x}").parse().unwrap(), 1);
        let response = app.login(&format!("name {n}"), "correct horse").await;
        tried += u32::from(response.code == "wrong_password");
    }
    assert!((300..=310).contains(&tried), "{tried}");
    app.peer = "[2001:db8:0:1::1]:1".parse().unwrap();
    assert_eq!(
        app.login("Ann", "correct horse").await.code,
        "wrong_password"
    );
}

// Fault 67: timing does not reveal which names exist.
#[tokio::test]
async fn an_unknown_name_costs_as_much_as_a_known_one() {
    let app = App::new().await;
    app.account("Ann").await;
    let people = &app.people;
    for name in ["Ann", "Nobody"] {
        let before = people.hashed_count();
        assert_eq!(app.login(name, "wrong horse").await.code, "wrong_password");
        assert_eq!(people.hashed_count(), before + 1, "{name}");
    }
}

// Fault 74.
#[tokio::test]
async fn nobody_becomes_somebody_else() {
    let app = App::new().await;
    let ann = app.account("Ann").await;
    let bot = app
        .with_bearer("POST /api/me/tokens", &ann, json!({"label": "bot"}))
        .await;
    let bot = bot.body["token"].as_str().unwrap().to_owned();
    let tokens = app
        .with_bearer("GET /api/me/tokens", &ann, Value::Null)
        .await
        .body;
    let bot_id = tokens[0]["id"].as_str().unwrap().to_owned();
    let ann_id = app.me(&ann).await.body["person"]
        .as_str()
        .unwrap()
        .to_owned();
    let mallory = app.account("Mallory").await;
    let (guest, _) = app.guest("Ann").await;
    let hash: String = token_hash(&ann)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();

    // Nothing else known about Ann works as a token.
    let upper = ann.to_uppercase();
    let longer = format!("{ann}0");
    for forged in [
        ann_id.as_str(),
        "Ann",
        "1",
        "",
        "null",
        bot_id.as_str(),
        hash.as_str(),
        &hash[..32],
        upper.as_str(),
        &ann[..31],
        longer.as_str(),
        "' OR 1=1 --",
        "%",
        "********************************",
    ] {
        let response = app.me(forged).await;
        assert_eq!(
            (response.status.as_u16(), response.code),
            (401, "unauthorized"),
            "{forged}"
        );
        let response = app.with_cookie("GET /api/me", forged, Value::Null).await;
        assert_eq!(
            (response.status.as_u16(), response.code),
            (401, "unauthorized"),
            "{forged}"
        );
    }
    // A wrong bearer token does not fall back to the cookie.
    let cookie = format!("yiqi={ann}");
    let both = [
        ("authorization", "Bearer nonsense"),
        ("cookie", &cookie),
        ("origin", "http://play.lan"),
    ];
    assert_eq!(
        app.send("GET /api/me", &both, Value::Null).await.code,
        "unauthorized"
    );
    // A planted second cookie authenticates nobody.
    let two = format!("yiqi={mallory}; yiqi={ann}");
    let response = app
        .send("GET /api/me", &[("cookie", &two)], Value::Null)
        .await;
    assert_eq!(response.code, "unauthorized");

    // The roles: anonymous, a guest, another account, the account's bot, the account.
    let roles = [
        (None, "unauthorized", "unauthorized"),
        (Some(guest.as_str()), "needs_account", "needs_account"),
        (Some(mallory.as_str()), "", "not_found"),
        (Some(bot.as_str()), "needs_login", "needs_login"),
        (Some(ann.as_str()), "", ""),
    ];
    for (token, list_code, revoke_code) in roles {
        let header = token.map(|token| format!("Bearer {token}"));
        let headers: Vec<_> = header
            .iter()
            .map(|value| ("authorization", value.as_str()))
            .collect();
        let response = app.send("GET /api/me/tokens", &headers, Value::Null).await;
        assert_eq!(response.code, list_code);
        assert!(token == Some(&ann) || !response.text.contains(&bot_id));
        let line = format!("DELETE /api/me/tokens/{bot_id}");
        assert_eq!(app.me(&bot).await.status, 200);
        assert_eq!(
            app.send(&line, &headers, Value::Null).await.code,
            revoke_code
        );
    }
    assert_eq!(
        app.me(&bot).await.code,
        "unauthorized",
        "revoked by its owner"
    );

    // A guest does not become Ann by registering or renaming itself.
    for name in ["Ann", "ANN", "A n n", "Аnn", "Ａnn"] {
        let body = json!({"name": name, "password": "correct horse"});
        let response = app.with_bearer("POST /api/register", &guest, body).await;
        assert_eq!(
            (response.status.as_u16(), response.code),
            (409, "name_taken"),
            "{name}"
        );
    }
    assert_eq!(
        app.me(&guest).await.body["account"],
        false,
        "a refusal changes nothing"
    );
    assert_eq!(
        app.login("Ann", "correct horse").await.body["me"]["person"],
        ann_id
    );
}

// Fault 70.
#[tokio::test]
async fn only_one_of_many_simultaneous_registrations_gets_a_name() {
    let app = App::new().await;
    let tries: Vec<_> = ["Ann", "ANN", "A-n-n", "Аnn", "ann", "aNN", "Ann.", "ann_"]
        .into_iter()
        .map(|name| {
            let people = app.people.clone();
            tokio::spawn(async move {
                let (_, guest) = people.guest("").await.unwrap();
                let credentials = Credentials {
                    name: name.to_owned(),
                    password: "correct horse".to_owned(),
                };
                let address = "192.0.2.1".parse().unwrap();
                people
                    .register(Some(&guest), &credentials, address)
                    .await
                    .is_ok()
            })
        })
        .collect();
    let mut got = 0;
    for one in tries {
        got += u32::from(one.await.unwrap());
    }
    assert_eq!(got, 1);
    assert_eq!(
        app.count("SELECT count(*) FROM people WHERE password IS NOT NULL")
            .await,
        1
    );
}

#[tokio::test]
async fn a_public_profile_contains_no_secrets() {
    let app = App::new().await;
    let ann = app.account("Ann Ä.").await;
    let me = app.me(&ann).await.body;
    for path in [
        "Ann%20%C3%84.",
        "ann%C3%A4",
        "ANN+%C3%84".replace('+', "%20").as_str(),
    ] {
        let response = app
            .send(&format!("GET /api/people/{path}"), &[], Value::Null)
            .await;
        assert_eq!(response.status, 200, "{path}");
        assert_eq!(response.body["person"], me["person"]);
        assert_eq!(response.body["name"], "Ann Ä.");
        let fields: Vec<_> = response.body.as_object().unwrap().keys().collect();
        assert_eq!(fields, ["created_ms", "name", "person", "ratings"]);
    }
    app.guest("Gustav").await;
    for path in [
        "Nobody",
        "Gustav",
        "%00",
        "%FF",
        "a%2Fb",
        "%E2%80%AE",
        &"x".repeat(5000),
    ] {
        let response = app
            .send(&format!("GET /api/people/{path}"), &[], Value::Null)
            .await;
        assert_eq!(
            (response.status.as_u16(), response.code),
            (404, "not_found"),
            "{path}"
        );
    }
}
