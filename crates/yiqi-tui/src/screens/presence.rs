//! What a table on a server has besides its game: presence, the connection, chat.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use yiqi_client::{LinkState, TableSnapshot};
use yiqi_record::Seat;
use yiqi_session::{GameView, Stage};
use yiqi_text::Args;
use yiqi_wire::{FirstColor, PresenceState, SeatKind};

use super::panels::short_title;
use super::{draw_box, overlay_area};
use crate::active_game::ActiveGame;
use crate::cells::{fit, put, put_lines, width, wrap};
use crate::keys::{self, Action};
use crate::remote::{Remote, printable};
use crate::shared::Shared;
use crate::words;

/// A player's name in this many columns, with a note about the player after it.
pub(super) fn name_with_note(
    shared: &Shared,
    view: &GameView,
    seat: Seat,
    columns: usize,
) -> String {
    let name = shared.name(view, seat);
    match note(shared, seat) {
        None => fit(&name, columns),
        Some(Note::Open) => fit(&shared.say("net-note-open"), columns),
        Some(Note::You) => {
            let noted = format!("{name} {}", shared.say("net-note-you"));
            // The person's own name needs no note if there is no room.
            if width(&noted) <= columns {
                noted
            } else {
                fit(&name, columns)
            }
        }
        Some(Note::Missing(key)) => {
            let note = shared.say(key);
            let noted = format!("{name} {note}");
            if width(&noted) <= columns || shared.has_info_panel() {
                // The panel has a sentence about it as well.
                return fit(&noted, columns);
            }
            let name = fit(&name, columns.saturating_sub(width(&note) + 1));
            format!("{name} {note}")
        }
    }
}

/// A note about a player.
enum Note {
    /// The seat is open.
    Open,
    /// The seat is the person's own.
    You,
    /// The player is absent; the key of the message.
    Missing(&'static str),
}

fn note(shared: &Shared, seat: Seat) -> Option<Note> {
    let remote = shared.remote.as_ref()?;
    let state = remote.state.as_ref()?;
    let kind = state.table.seats.get(seat).kind;
    match (kind, state.presence.seats.get(seat)) {
        (SeatKind::Open, _) => Some(Note::Open),
        _ if remote.own_seats() == [seat] => Some(Note::You),
        (SeatKind::Computer, _) | (_, PresenceState::Connected) => None,
        (_, PresenceState::Reconnecting) => Some(Note::Missing("net-note-reconnecting")),
        (_, PresenceState::Away | PresenceState::Gone) => Some(Note::Missing("net-note-gone")),
    }
}

/// The state of the connection, in a word or a sentence; `None` while it is fine.
pub(super) fn link_trouble(shared: &Shared) -> Option<String> {
    let remote = shared.remote.as_ref()?;
    let server = remote.address.server();
    match &remote.link {
        LinkState::Connected => None,
        LinkState::Connecting => {
            Some(shared.fill("net-connecting", Args::new().text("server", server)))
        }
        LinkState::Reconnecting { in_ms } => {
            let elapsed = shared.now.saturating_duration_since(remote.link_at);
            let elapsed_ms = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
            let seconds = in_ms.saturating_sub(elapsed_ms).div_ceil(1000);
            let args = Args::new().number("seconds", usize::try_from(seconds).unwrap_or(0));
            Some(shared.fill("net-reconnecting", args))
        }
        LinkState::Closed(reason) => Some(words::reason(&shared.text, &server, reason)),
    }
}

/// The state of the connection for the status line, and what becomes of a move that was sent.
pub(super) fn link_status(shared: &Shared) -> Option<String> {
    let trouble = link_trouble(shared)?;
    let remote = shared.remote.as_ref()?;
    let is_kept = remote.is_move_pending() && matches!(remote.link, LinkState::Reconnecting { .. });
    Some(match is_kept {
        true => format!("{} {trouble}", shared.say("net-kept")),
        false => trouble,
    })
}

/// The sentence about the turn that is specific to tables, if there is one.
pub(super) fn turn_sentence(shared: &Shared, view: &GameView) -> Option<String> {
    let remote = shared.remote.as_ref()?;
    let is_plain = view.next_stone.is_some() && !view.legal_points.is_empty();
    let own_color = view.turn.map(|seat| view.colors[seat]);
    let key = match view.stage {
        Stage::Waiting if remote.is_host() => "net-start",
        Stage::Waiting => "net-waiting",
        Stage::Paused => "refusal-paused",
        _ if remote.is_move_pending() => "net-sending",
        _ if remote.is_own_turn() && is_plain && view.next_stone == own_color => "net-your-turn",
        _ => return None,
    };
    Some(shared.say(key))
}

/// Who is absent from a table, or that the person is a spectator.
pub(super) fn absence_sentence(shared: &Shared) -> Option<String> {
    let remote = shared.remote.as_ref()?;
    let is_watching = remote.own_seats().is_empty();
    claim_sentence(shared).or_else(|| is_watching.then(|| shared.say("net-watching")))
}

/// Shows that a connection is being made, if there is nothing else to show.
pub(super) fn draw_connecting(shared: &Shared, buf: &mut Buffer, area: Rect) {
    let link = shared.remote.as_ref().map(|remote| &remote.link);
    // The dialog on top says why it is closed.
    if !matches!(link, Some(LinkState::Closed(_)))
        && let Some(sentence) = link_trouble(shared)
    {
        draw_note(shared, buf, area, &sentence);
    }
}

/// Shows what the table is waiting for, with the invitation link if there is one.
pub(super) fn draw_waiting(shared: &Shared, buf: &mut Buffer, area: Rect) {
    let Some(remote) = &shared.remote else {
        return;
    };
    let link = remote.state.as_ref().and_then(|state| {
        let invite = state.you.invite.as_deref()?;
        remote.address.with_invite(invite).ok()
    });
    let sentence = match link {
        _ if remote.is_host() => shared.say("net-start"),
        Some(link) => format!("{}\n{link}", shared.say("net-waiting-link")),
        None => shared.say("net-waiting"),
    };
    draw_note(shared, buf, area, &sentence);
}

/// Draws a short text in a box at the center.
fn draw_note(shared: &Shared, buf: &mut Buffer, area: Rect, sentence: &str) {
    let columns = usize::from(area.width.saturating_sub(6)).min(100);
    let lines = wrap(sentence, columns);
    let widest = lines.iter().map(|line| width(line)).max();
    let outer = overlay_area(area, widest.unwrap_or(0), lines.len());
    let inside = draw_box(shared, buf, outer, "");
    put_lines(buf, inside, &lines, shared.palette().strong);
}

/// The line above the board: the game and its server, the connection, the spectators.
pub(super) fn draw_title(shared: &Shared, buf: &mut Buffer, area: Rect) {
    let (palette, Some(remote)) = (shared.palette(), &shared.remote) else {
        return;
    };
    let title = format!(
        "[{}]  {}",
        short_title(shared, shared.spec()),
        remote.address.server()
    );
    let (said, style) = match &remote.link {
        LinkState::Connected => {
            let count = remote
                .state
                .as_ref()
                .map_or(0, |state| state.presence.spectators);
            let said = match count {
                0 => shared.say("net-link-connected"),
                _ => shared.fill("net-link-watched", Args::new().number("count", count)),
            };
            (said, palette.quiet)
        }
        LinkState::Connecting => (shared.say("net-link-connecting"), palette.warning),
        LinkState::Reconnecting { .. } => (shared.say("net-link-reconnecting"), palette.warning),
        LinkState::Closed(_) => (shared.say("net-link-closed"), palette.warning),
    };
    let columns = u16::try_from(width(&said)).unwrap_or(u16::MAX);
    let right = area.right().saturating_sub(columns.saturating_add(1));
    let room = right.saturating_sub(area.x + 2);
    let title = fit(&title, usize::from(room));
    put(buf, area.x + 1, area.y, room, &title, palette.strong);
    put(buf, right, area.y, columns, &said, style);
}

/// The lines under the players: presence, when the game can be claimed, chat.
pub(super) fn lines(shared: &Shared, columns: usize, room: usize) -> Vec<(String, Style)> {
    let (palette, Some(remote)) = (shared.palette(), &shared.remote) else {
        return Vec::new();
    };
    let Some(state) = &remote.state else {
        return Vec::new();
    };
    let mut lines: Vec<(String, Style)> = Vec::new();
    let mut add = |sentence: String, style: Style| {
        lines.extend(
            wrap(&sentence, columns)
                .into_iter()
                .map(|line| (line, style)),
        );
    };
    if remote.own_seats().is_empty() {
        add(shared.say("net-watching"), palette.quiet);
    }
    // Without a connection, the presence of others is unknown.
    let is_connected = remote.link == LinkState::Connected;
    for seat in Seat::BOTH.into_iter().filter(|_| is_connected) {
        if let Some(sentence) = presence_sentence(shared, remote, state, seat) {
            add(sentence, palette.quiet);
        }
    }
    if state.session.stage() == Stage::Waiting && state.table.first_color == FirstColor::Drawn {
        add(shared.say("net-colors-drawn"), palette.quiet);
    }
    if let Some(sentence) = claim_sentence(shared).filter(|_| is_connected) {
        add(sentence, palette.text);
    }
    // As much of the newest chat as fits.
    let mut said: Vec<(String, Style)> = Vec::new();
    for line in &remote.chat {
        let text = shared.fill(
            "net-chat",
            Args::new()
                .text("name", &line.name)
                .text("text", &line.text),
        );
        said.extend(
            wrap(&text, columns)
                .into_iter()
                .map(|line| (line, palette.text)),
        );
    }
    let room = room.saturating_sub(lines.len() + 1);
    if !said.is_empty() && room > 0 {
        lines.push((String::new(), palette.text));
        lines.extend(said.split_off(said.len().saturating_sub(room)));
    }
    lines
}

/// Whether another player is present.
fn presence_sentence(
    shared: &Shared,
    remote: &Remote,
    state: &TableSnapshot,
    seat: Seat,
) -> Option<String> {
    let info = state.table.seats.get(seat);
    let is_person = matches!(info.kind, SeatKind::Guest | SeatKind::Account);
    if !is_person || remote.own_seats().contains(&seat) {
        return None;
    }
    let key = match state.presence.seats.get(seat) {
        PresenceState::Connected => "net-presence-connected",
        PresenceState::Reconnecting => "net-presence-reconnecting",
        PresenceState::Away | PresenceState::Gone => "net-presence-gone",
    };
    let view = shared.view()?;
    let name = printable(&shared.name(&view, seat), 40);
    Some(shared.fill(key, Args::new().text("name", name)))
}

/// When the game can be claimed from an absent opponent.
fn claim_sentence(shared: &Shared) -> Option<String> {
    let remote = shared.remote.as_ref()?;
    let state = remote.state.as_ref()?;
    if !matches!(state.session.stage(), Stage::Playing | Stage::Paused) {
        return None;
    }
    let in_ms = state.claim_in_ms(remote.opponent()?, shared.now)?;
    let seconds = usize::try_from(in_ms.div_ceil(1000)).unwrap_or(usize::MAX);
    Some(match seconds {
        0 => {
            let key = keys::shown(
                &shared.text,
                shared.scope(),
                Action::Claim,
                shared.columns(),
            );
            shared.fill("net-claim-now", Args::new().text("key", key))
        }
        _ => shared.fill("net-claim-in", Args::new().number("seconds", seconds)),
    })
}
