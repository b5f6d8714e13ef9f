//! A line typed at a table on a server: a move, a command that makes sense there, something to say.

use yiqi_desk::commands::{Line, Scope, parse_line};
use yiqi_desk::words as desk_words;
use yiqi_record::OfferKind;
use yiqi_rules::Move;
use yiqi_wire::{WireCommand, WireOffer};

use super::Go;
use super::table::act;
use crate::remote::Remote;
use crate::shared::Shared;

/// Does what a line asks for.
pub(super) fn obey(shared: &mut Shared, line: &str) -> Go {
    match parse_line(line, Scope::Table, Some(shared.spec())) {
        Ok(Line::Do(action)) => return act(shared, action),
        Ok(Line::Say(text)) => shared.say_at_table(&text),
        Ok(Line::Move(mv)) => {
            if let Move::Place(point) = mv {
                shared.cursor = (point.col(), point.row());
            }
            shared.play_at_table(mv);
        }
        // The other commands do not work at a table, which is an error below.
        Ok(_) => {}
        Err(error) => {
            let sentence = desk_words::line_error(&shared.text, &error);
            shared.refuse(sentence);
        }
    }
    Go::Stay
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
pub(super) fn answer(shared: &mut Shared, accepts: bool) {
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
