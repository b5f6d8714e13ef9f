//! Messages of the network: what is understood is written and understood again the same, and a
//! client that receives anything keeps a game that follows the rules.

use std::fmt::Debug;
use std::time::Instant;

use serde_json::Value;
use yiqi_client::Mirror;
use yiqi_record::notation::is_unprintable;
use yiqi_session::Session;
use yiqi_wire::{
    AccountDeletion, AnalysisReport, Catalog, ClientMessage, ComposeRequest, Created, Credentials,
    ErrorBody, GuestRequest, Joined, LobbyTable, Me, NewTable, NewToken, PasswordChange,
    PositionRequest, Profile, ReplayResponse, ServerMessage, SitRequest, StudyPosition, TableState,
    TokenInfo, WireEntry, WireView,
};

use crate::input::Input;

/// Reads one message per line, as every type that travels.
pub(crate) fn check(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let spec = input.spec();
    let now = Instant::now();
    let mut mirror = Mirror::new(1);
    mirror.connected();
    for line in input.rest().split(|&byte| byte == b'\n') {
        if let Some(ClientMessage::Command(message)) = check_type::<ClientMessage>(line) {
            let _ = message.command.command(spec);
        }
        if let Some(entry) = check_type::<WireEntry>(line)
            && let Ok(entry) = entry.entry(spec)
        {
            let sent = WireEntry::new(&entry, spec);
            assert_eq!(sent.entry(spec).as_ref(), Ok(&entry));
        }
        if let Some(message) = check_type::<ServerMessage>(line) {
            receive(&mut mirror, message, now);
        }
        check_type::<TableState>(line);
        check_type::<WireView>(line);
        check_type::<NewTable>(line);
        check_type::<SitRequest>(line);
        check_type::<ComposeRequest>(line);
        check_type::<PositionRequest>(line);
        check_type::<GuestRequest>(line);
        check_type::<NewToken>(line);
        check_type::<Me>(line);
        check_type::<Profile>(line);
        check_type::<Created>(line);
        check_type::<Joined>(line);
        check_type::<LobbyTable>(line);
        check_type::<StudyPosition>(line);
        check_type::<ReplayResponse>(line);
        check_type::<AnalysisReport>(line);
        check_type::<Catalog>(line);
        check_type::<TokenInfo>(line);
        check_type::<ErrorBody>(line);
        // Secrets cannot be compared.
        let _ = serde_json::from_slice::<Credentials>(line);
        let _ = serde_json::from_slice::<PasswordChange>(line);
        let _ = serde_json::from_slice::<AccountDeletion>(line);
    }
}

/// What is understood as this type is written and understood again the same.
fn check_type<T>(line: &[u8]) -> Option<T>
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq + Debug,
{
    let message: T = serde_json::from_slice(line).ok()?;
    let text = serde_json::to_string(&message).expect("messages are JSON");
    let again: T = serde_json::from_str(&text).expect("what is written is understood");
    assert_eq!(again, message);
    let _: Value = serde_json::from_str(&text).expect("messages are JSON");
    Some(message)
}

/// Whatever a server sends, the local game follows the rules and its log restores it.
fn receive(mirror: &mut Mirror, message: ServerMessage, now: Instant) {
    let held = mirror.after();
    if mirror.receive(message, now).is_err() {
        assert_eq!(
            mirror.after(),
            held,
            "a message that does not fit changes nothing"
        );
    }
    let Some(state) = mirror.state() else {
        return;
    };
    let session = &state.session;
    let folded = Session::new(session.terms().clone())
        .expect("the start is valid")
        .with_entries(session.log())
        .expect("the log can be applied");
    assert_eq!(folded, **session);
    let view = session.view(u64::MAX);
    for name in [&view.players.first, &view.players.second] {
        assert!(!name.contains(is_unprintable), "{name:?}");
    }
}
