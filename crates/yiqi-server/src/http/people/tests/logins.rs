//! Guests, logins and their tokens.

use super::*;
use crate::people::Revoked;

#[tokio::test]
async fn a_token_identifies_its_guest() {
    let app = App::new().await;
    let response = app
        .send("POST /api/guest", &[], json!({"name": " Ann "}))
        .await;
    assert_eq!(response.status, 200);
    assert_eq!(response.headers["cache-control"], "no-store");
    let token = response.body["token"].as_str().unwrap();
    assert_eq!(response.cookie().as_deref(), Some(token));
    let public = response.body["me"]["person"].as_str().unwrap();
    assert!(public.starts_with("p_") && public.len() == 14, "{public}");
    let want = json!({"person": public, "name": "Ann", "account": false, "ratings": []});
    assert_eq!(app.me(token).await.body, want);
    assert_eq!(
        app.with_cookie("GET /api/me", token, Value::Null)
            .await
            .body,
        want
    );
    // A page opened from a link sends no origin and may read.
    let cookie = format!("yiqi={token}");
    let response = app
        .send("GET /api/me", &[("cookie", &cookie)], Value::Null)
        .await;
    assert_eq!(response.body, want);

    let person = app.people.by_token(token).await.unwrap().unwrap();
    assert_eq!(
        app.people.by_key(person.key).await.unwrap(),
        Some(person.clone())
    );
    assert_eq!(
        app.people.by_public(public).await.unwrap(),
        Some(person.clone())
    );
    assert_eq!(
        app.later(0).people.by_key(person.key).await.unwrap(),
        Some(person)
    );
    assert_eq!(app.people.by_key(PersonKey(99)).await.unwrap(), None);
    assert_eq!(app.people.by_name("Ann").await.unwrap(), None, "no account");
}

#[tokio::test]
async fn a_guest_with_a_cookie_keeps_it_when_renamed() {
    let app = App::new().await;
    let (token, public) = app.guest("Ann").await;
    let response = app
        .with_cookie("POST /api/guest", &token, json!({"name": "Bea"}))
        .await;
    assert_eq!(response.status, 200);
    assert_eq!(response.cookie(), None);
    assert_eq!(response.body["token"], "");
    assert_eq!(response.body["me"]["person"], public);
    assert_eq!(app.me(&token).await.body["name"], "Bea");
    // An empty name does not remove the old one.
    let response = app.with_cookie("POST /api/guest", &token, json!({})).await;
    assert_eq!(response.body["me"]["name"], "Bea");
    let response = app
        .with_cookie("POST /api/guest", &token, json!({"name": "a\u{202e}b"}))
        .await;
    assert_eq!((response.status.as_u16(), response.code), (400, "bad_name"));
    assert_eq!(app.later(0).me(&token).await.body["name"], "Bea");
    assert_eq!(app.count("SELECT count(*) FROM people").await, 1);
    // The name of an account stays.
    let account = app.account("Carl").await;
    let response = app
        .with_cookie("POST /api/guest", &account, json!({"name": "Dora"}))
        .await;
    assert_eq!(response.body["me"]["name"], "Carl");
    // An invalid cookie is replaced.
    let response = app.with_cookie("POST /api/guest", "old", json!({})).await;
    assert_eq!(response.status, 200);
    assert!(response.cookie().is_some());
}

#[tokio::test]
async fn scripts_cannot_read_the_token() {
    let app = App::new().await;
    let page = [("origin", "http://play.lan")];
    let response = app.send("POST /api/guest", &page, json!({})).await;
    let cookie = response.headers["set-cookie"].to_str().unwrap();
    assert!(
        cookie.ends_with("; HttpOnly; SameSite=Lax; Path=/; Max-Age=34560000"),
        "{cookie}"
    );
    assert!(response.headers["set-cookie"].is_sensitive());
    // A script in the page cannot see it.
    assert_eq!(response.body["token"], "");
    assert!(!response.text.contains(&response.cookie().unwrap()));

    let mut behind_proxy = app.clone();
    behind_proxy.rules = OriginRules::new(&[], &["192.0.2.0/24"]).unwrap();
    let https = [("x-forwarded-proto", "https")];
    let response = behind_proxy
        .send("POST /api/guest", &https, json!({}))
        .await;
    assert!(
        response.headers["set-cookie"]
            .to_str()
            .unwrap()
            .ends_with("; Secure")
    );
    let response = app.send("POST /api/guest", &https, json!({})).await;
    assert!(
        !response.headers["set-cookie"]
            .to_str()
            .unwrap()
            .contains("Secure")
    );
}

// Fault 66: session fixation.
#[tokio::test]
async fn registering_replaces_the_guests_token() {
    let app = App::new().await;
    let (token, public) = app.guest("Ann").await;
    let mut revoked = app.people.revoked();
    let body = json!({"name": "Ann", "password": "correct horse"});
    let response = app
        .with_cookie("POST /api/register", &token, body.clone())
        .await;
    assert_eq!(response.status, 200, "{}", response.code);
    let new = response.cookie().unwrap();
    assert_ne!(new, token);
    assert_eq!(response.body["me"]["person"], public, "the person stays");
    assert_eq!(response.body["me"]["account"], true);
    assert_eq!(app.me(&token).await.code, "unauthorized");
    assert_eq!(
        revoked.try_recv().unwrap(),
        Revoked::Token(token_hash(&token))
    );
    assert_eq!(app.me(&new).await.body["account"], true);
    // Registering a second time fails.
    let response = app.with_cookie("POST /api/register", &new, body).await;
    assert_eq!(response.code, "bad_message");
}

// Fault 66: logging in makes a new token and revokes the browser's old one.
#[tokio::test]
async fn every_login_has_its_own_token() {
    let app = App::new().await;
    let first = app.account("Ann").await;
    let (guest, _) = app.guest("").await;
    let mut revoked = app.people.revoked();
    let body = json!({"name": "ANN", "password": "correct horse"});
    let response = app.with_cookie("POST /api/login", &guest, body).await;
    let second = response.cookie().unwrap();
    assert_ne!(second, guest);
    assert_ne!(second, first);
    assert_eq!(
        revoked.try_recv().unwrap(),
        Revoked::Token(token_hash(&guest))
    );
    assert_eq!(app.me(&guest).await.code, "unauthorized");
    assert_eq!(app.me(&second).await.body["name"], "Ann");
    assert_eq!(
        app.me(&first).await.status,
        200,
        "another device stays logged in"
    );
    let response = app.login("Ann", "wrong horse").await;
    assert_eq!(
        (response.status.as_u16(), response.code),
        (401, "wrong_password")
    );
    assert_eq!(response.cookie(), None);
    for name in ["Nobody", "", "x", "\u{202e}", "a'--"] {
        assert_eq!(
            app.login(name, "correct horse").await.code,
            "wrong_password"
        );
    }
}

// Fault 66.
#[tokio::test]
async fn logout_invalidates_the_token_and_notifies_its_sockets() {
    let app = App::new().await;
    let (token, _) = app.guest("Ann").await;
    assert_eq!(app.me(&token).await.status, 200);
    let mut revoked = app.people.revoked();
    let response = app
        .with_cookie("POST /api/logout", &token, Value::Null)
        .await;
    assert_eq!(response.status, 204);
    assert_eq!(response.cookie().as_deref(), Some(""));
    assert!(
        response.headers["set-cookie"]
            .to_str()
            .unwrap()
            .contains("Max-Age=0")
    );
    let heard = revoked.try_recv().unwrap();
    assert_eq!(heard, Revoked::Token(token_hash(&token)));
    let heard = token_hash(&token);
    assert!(!app.people.is_valid(&heard).await.unwrap());
    // A watch that starts after the revocation finds it too.
    assert!(!app.people.watch(Some(heard)).is_valid().await);
    assert_eq!(app.me(&token).await.code, "unauthorized");
    assert_eq!(app.later(0).me(&token).await.code, "unauthorized");
    let response = app
        .with_cookie("POST /api/logout", &token, Value::Null)
        .await;
    assert_eq!(response.code, "unauthorized");
}

// Fault 66: a cache filled while the token is revoked does not revive it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_token_survives_its_logout_under_load() {
    let app = App::new().await;
    for _ in 0..50 {
        let (token, _) = app.guest("").await;
        let cold = app.later(0);
        let askers: Vec<_> = (0..8)
            .map(|_| {
                let (people, token) = (cold.people.clone(), token.clone());
                tokio::spawn(async move { people.by_token(&token).await.unwrap() })
            })
            .collect();
        cold.people.logout(&token_hash(&token)).await.unwrap();
        assert_eq!(cold.people.by_token(&token).await.unwrap(), None);
        for caller in askers {
            caller.await.unwrap();
        }
        assert_eq!(cold.people.by_token(&token).await.unwrap(), None);
    }
}

// Fault 66: expiry.
#[tokio::test]
async fn unused_tokens_expire_and_used_ones_do_not() {
    let app = App::new().await;
    let (guest, _) = app.guest("").await;
    let account = app.account("Ann").await;
    for (days, guest_lives, account_lives) in [
        (0, true, true),
        (89, true, true),
        (91, true, false),
        (399, true, false),
        (401, false, false),
    ] {
        // Reading the token records a use, which is undone here.
        let later = app.later(days * DAY_MS);
        let live = async |token: &str| later.people.by_token(token).await.unwrap().is_some();
        assert_eq!(live(&guest).await, guest_lives, "{days}");
        assert_eq!(live(&account).await, account_lives, "{days}");
        let reset = "UPDATE sessions SET expires_ms = expires_ms - used_ms + created_ms, \
                     used_ms = created_ms";
        execute(&app, reset).await;
    }
    // Used every 60 days, it stays valid, with and without the cache.
    for days in [60, 120, 180] {
        let later = app.later(days * DAY_MS);
        assert!(later.people.by_token(&account).await.unwrap().is_some());
        assert!(later.people.by_token(&account).await.unwrap().is_some());
        settle(&later).await;
    }
    assert!(
        app.later(300 * DAY_MS)
            .people
            .by_token(&account)
            .await
            .unwrap()
            .is_none()
    );
    app.later(500 * DAY_MS).people.sweep().await.unwrap();
    assert_eq!(app.count("SELECT count(*) FROM sessions").await, 0);
}

async fn execute(app: &App, statement: &'static str) {
    settle(app).await;
    app.people.store().execute(statement).await;
}

/// Waits until the writer has finished writes sent in the background.
async fn settle(app: &App) {
    // Spawned writes run while this task waits, so they are queued before the next one.
    for _ in 0..10 {
        tokio::task::yield_now().await;
    }
    let nothing = "DELETE FROM people WHERE key < 0";
    app.people.store().execute(nothing).await;
}

#[tokio::test]
async fn a_use_is_stored_once_a_day() {
    let app = App::new().await;
    let (token, _) = app.guest("").await;
    let used = "SELECT used_ms FROM sessions";
    let made_ms = app.count(used).await;
    app.people.by_token(&token).await.unwrap();
    let later = app.later(DAY_MS / 2);
    later.people.by_token(&token).await.unwrap();
    settle(&later).await;
    assert_eq!(app.count(used).await, made_ms);
    let later = app.later(2 * DAY_MS);
    for _ in 0..5 {
        later.people.by_token(&token).await.unwrap();
        settle(&later).await;
    }
    assert!(app.count(used).await >= made_ms + 2 * DAY_MS as i64);
}

// Fault 26: ten thousand clients reconnect at once to a server that has just started.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_thousand_logins_are_looked_up_at_once() {
    let app = App::new().await;
    let mut tokens = Vec::new();
    for batch in 0..10 {
        let made: Vec<_> = (0..1000)
            .map(|n| {
                let people = app.people.clone();
                tokio::spawn(async move { people.guest(&format!("g{batch} {n}")).await.unwrap().0 })
            })
            .collect();
        for token in made {
            tokens.push(token.await.unwrap().text().to_owned());
        }
    }
    let cold = app.later(0).people;
    for is_known in [false, true] {
        if is_known {
            // From now on there is only what is in memory.
            app.people.store().close().await;
        }
        let back: Vec<_> = tokens
            .iter()
            .map(|token| {
                let (people, token) = (cold.clone(), token.clone());
                tokio::spawn(async move { people.by_token(&token).await.unwrap().is_some() })
            })
            .collect();
        for back in back {
            assert!(back.await.unwrap());
        }
    }
}

// Fault 65.
#[tokio::test]
async fn tokens_cannot_be_guessed() {
    let mut seen = HashSet::new();
    let mut letters = [[0_u32; 256]; 32];
    for _ in 0..100_000 {
        let token = Token::new().unwrap();
        assert_eq!(token.text().len(), 32);
        for (place, byte) in token.text().bytes().enumerate() {
            letters[place][usize::from(byte)] += 1;
        }
        assert!(seen.insert(token.text().to_owned()));
    }
    for place in letters {
        // 32 possible letters in each of 32 positions: 160 bits; frequencies within 6 sigma.
        let used: Vec<u32> = place.into_iter().filter(|&count| count > 0).collect();
        assert_eq!(used.len(), 32);
        assert!(
            used.iter().all(|&count| (2_790..=3_460).contains(&count)),
            "{used:?}"
        );
    }
    assert!(!format!("{:?}", Token::new().unwrap()).contains(char::is_numeric));
}

#[tokio::test]
async fn bots_have_their_own_tokens() {
    let app = App::new().await;
    let ann = app.account("Ann").await;
    let make =
        |label: &'static str| app.with_cookie("POST /api/me/tokens", &ann, json!({"label": label}));
    let response = make("my bot \u{1b}[31m\u{202e}").await;
    let bot = response.body["token"].as_str().unwrap().to_owned();
    assert_eq!(response.cookie(), None, "the browser keeps its own token");
    assert_eq!(app.me(&bot).await.body["name"], "Ann");
    let list = app
        .with_cookie("GET /api/me/tokens", &ann, Value::Null)
        .await;
    assert_eq!(list.body[0]["label"], "my bot [31m");
    assert!(!list.text.contains(&bot));
    for _ in 1..20 {
        assert_eq!(make("x").await.status, 200);
    }
    let response = make("one too many").await;
    assert_eq!((response.status.as_u16(), response.code), (429, "too_many"));
    // Logging in and out elsewhere does not affect a bot.
    let login = app.login("Ann", "correct horse").await.cookie().unwrap();
    app.with_cookie("POST /api/logout", &login, Value::Null)
        .await;
    assert_eq!(app.me(&bot).await.status, 200);
    let mut revoked = app.people.revoked();
    let id = list.body[0]["id"].as_str().unwrap();
    let line = format!("DELETE /api/me/tokens/{id}");
    assert_eq!(app.with_cookie(&line, &ann, Value::Null).await.status, 204);
    assert_eq!(
        revoked.try_recv().unwrap(),
        Revoked::Token(token_hash(&bot))
    );
    assert_eq!(app.me(&bot).await.code, "unauthorized");
    assert_eq!(
        app.with_cookie(&line, &ann, Value::Null).await.code,
        "not_found"
    );
}

#[tokio::test]
async fn the_least_recently_used_logins_are_removed_when_there_are_too_many() {
    let app = App::new().await;
    let first = app.account("Ann").await;
    for day in 1..=40 {
        let later = app.later(day * 1000);
        assert_eq!(later.login("Ann", "correct horse").await.status, 200);
    }
    assert_eq!(
        app.count("SELECT count(*) FROM sessions").await,
        i64::from(LOGINS_MAX)
    );
    assert_eq!(app.later(0).me(&first).await.code, "unauthorized");
}
