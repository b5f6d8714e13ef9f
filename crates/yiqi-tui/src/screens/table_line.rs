//! A line typed at a table on a server: a move, a command that makes sense there, something to say.

use yiqi_desk::commands::{Line, parse_line};
use yiqi_desk::words as desk_words;
use yiqi_record::OfferKind;
use yiqi_rules::Move;
use yiqi_wire::{WireCommand, WireOffer};

use super::Go;
use super::table::{act, leave};
use super::table_menu::TableMenu;
use crate::keys::Action;
use crate::remote::Remote;
use crate::shared::Shared;

/// Does what a line asks for.
pub(super) fn obey(shared: &mut Shared, line: &str) -> Go {
    let trimmed = line.trim();
    let (word, rest) = trimmed.split_once(' ').unwrap_or((trimmed, ""));
    match word.to_lowercase().as_str() {
        "say" => {
            shared.say_at_table(rest);
            return Go::Stay;
        }
        "abort" => return act(shared, Action::Abort),
        "claim" => return act(shared, Action::Claim),
        "rematch" => return act(shared, Action::Rematch),
        "pause" => {
            pause(shared);
            return Go::Stay;
        }
        "resume" => {
            shared.ask_table(WireCommand::Resume {});
            return Go::Stay;
        }
        "start" => {
            shared.ask_table(WireCommand::Start {});
            return Go::Stay;
        }
        "menu" => return Go::push(TableMenu::new()),
        _ => {}
    }
    match parse_line(line, Some(shared.spec())) {
        Err(error) => {
            let sentence = desk_words::line_error(&shared.text, &error);
            shared.refuse(sentence);
            Go::Stay
        }
        Ok(line) => obey_line(shared, &line),
    }
}

fn obey_line(shared: &mut Shared, line: &Line) -> Go {
    match line {
        Line::Nothing => Go::Stay,
        Line::Move(mv) => {
            if let Move::Place(point) = mv {
                shared.cursor = (point.col(), point.row());
            }
            shared.play_at_table(*mv);
            Go::Stay
        }
        Line::Moves => act(shared, Action::Moves),
        Line::Undo => act(shared, Action::Undo),
        Line::Resign => act(shared, Action::Resign),
        Line::Draw => act(shared, Action::Draw),
        Line::Accept | Line::Decline => {
            answer(shared, *line == Line::Accept);
            Go::Stay
        }
        Line::Help => act(shared, Action::Help),
        Line::Close => leave(shared, false),
        Line::Quit => leave(shared, true),
        _ => {
            shared.refuse(shared.say("net-not-here"));
            Go::Stay
        }
    }
}

/// Who decides alone stops the clock; others propose it.
pub(super) fn pause(shared: &mut Shared) {
    if shared.remote.as_ref().is_some_and(Remote::is_host) {
        shared.ask_table(WireCommand::Pause {});
    } else {
        shared.offer_at_table(WireOffer::Pause);
    }
}

/// Answers what the other side proposed; where nothing is, the server says so.
fn answer(shared: &mut Shared, accepts: bool) {
    let Some((view, seat)) = shared.acting() else {
        return;
    };
    let due = shared
        .remote
        .as_ref()
        .and_then(|remote| remote.offer_to_answer(&view));
    let (seat, kind) = due.unwrap_or((seat, OfferKind::Draw));
    shared.answer_at_table(seat, kind, accepts);
}
