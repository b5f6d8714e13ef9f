//! Questions at a table on a server.

use yiqi_client::Link;
use yiqi_record::{OfferKind, Seat};
use yiqi_rules::Move;
use yiqi_session::{GameView, Stage};
use yiqi_text::{Args, words as text_words};
use yiqi_wire::{WireCommand, WireOffer};

use super::question::{CHOICES, choice_items};
use super::{Go, presence};
use crate::list::Item;
use crate::shared::Shared;

/// What is asked at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TableAsk {
    /// The other side proposes something to a seat.
    Answer(Seat, OfferKind),
    /// A choice of color.
    Choice(Seat, Vec<Move>),
    Resign,
    Draw,
    Claim,
    Abort,
    /// The game is over.
    Over,
    Leave {
        quits: bool,
    },
    /// The connection is over.
    Closed,
}

/// What the table asks of a person now, if anything.
pub(super) fn due(shared: &Shared) -> Option<TableAsk> {
    let remote = shared.remote.as_ref()?;
    if matches!(remote.link, Link::Closed(_)) && !remote.is_dismissed {
        return Some(TableAsk::Closed);
    }
    let view = shared.view()?;
    if let Some((seat, kind)) = remote.offer_to_answer(&view) {
        return Some(TableAsk::Answer(seat, kind));
    }
    match view.stage {
        Stage::Playing if remote.is_own_turn() && view.legal_words.contains(&Move::Swap) => {
            Some(TableAsk::Choice(view.turn?, view.legal_words))
        }
        Stage::Over(_) => {
            let seat = remote.speaker()?;
            let has_offered = !view.offers[seat].is_empty() || view.rematch_agreed;
            (!has_offered && !remote.is_dismissed).then_some(TableAsk::Over)
        }
        _ => None,
    }
}

/// How the game ended, and for oneself.
fn end(shared: &Shared, view: &GameView) -> String {
    let Stage::Over(result) = view.stage else {
        return String::new();
    };
    let sentence = text_words::result(&shared.text, &result, view.spec);
    let own = shared.remote.as_ref().map(|remote| remote.own_seats());
    match (own.as_deref(), result.winner) {
        (Some([seat]), Some(winner)) if view.colors[*seat] == winner => {
            format!("{} {sentence}", shared.say("net-won"))
        }
        (Some([_]), Some(_)) => format!("{} {sentence}", shared.say("net-lost")),
        _ => sentence,
    }
}

impl TableAsk {
    /// The answer that is marked first: one that loses nothing.
    pub(super) fn first_answer(&self) -> usize {
        match self {
            TableAsk::Choice(_, words) => {
                let mut offered = CHOICES.iter().filter(|(mv, _, _)| words.contains(mv));
                offered
                    .position(|(mv, _, _)| *mv == Move::Keep)
                    .unwrap_or(0)
            }
            TableAsk::Closed => 0,
            _ => 1,
        }
    }

    /// Whether nothing depends on the answer any more.
    pub(super) fn is_stale(&self, shared: &Shared) -> bool {
        let stage = shared.remote.as_ref().and_then(|remote| remote.stage());
        match self {
            TableAsk::Answer(..) | TableAsk::Choice(..) | TableAsk::Over | TableAsk::Closed => {
                due(shared).as_ref() != Some(self)
            }
            TableAsk::Resign | TableAsk::Draw | TableAsk::Claim | TableAsk::Abort => {
                matches!(stage, Some(Stage::Over(_)))
            }
            TableAsk::Leave { .. } => false,
        }
    }

    /// Whether the board has to stay in sight while one thinks about it.
    pub(super) fn is_about_board(&self) -> bool {
        !matches!(self, TableAsk::Leave { .. } | TableAsk::Closed)
    }

    pub(super) fn items(&self, shared: &Shared) -> Vec<Item> {
        let lines: &[(char, &str)] = match self {
            TableAsk::Answer(..) => &[('y', "tui-accept"), ('n', "tui-decline")],
            TableAsk::Choice(_, words) => return choice_items(shared, words),
            TableAsk::Resign => &[('y', "tui-resign-yes"), ('n', "tui-no")],
            TableAsk::Draw => &[('y', "tui-draw-yes"), ('n', "tui-no")],
            TableAsk::Claim => &[('y', "net-claim-yes"), ('n', "tui-no")],
            TableAsk::Abort => &[('y', "net-abort-yes"), ('n', "tui-no")],
            TableAsk::Over => &[
                ('r', "net-menu-rematch"),
                ('l', "net-over-look"),
                ('m', "net-menu-leave"),
            ],
            TableAsk::Leave { .. } => &[('y', "net-leave-yes"), ('n', "tui-stay")],
            TableAsk::Closed if shared.view().is_none() => {
                &[('c', "net-closed-again"), ('m', "net-menu-leave")]
            }
            TableAsk::Closed => &[
                ('c', "net-closed-again"),
                ('l', "net-over-look"),
                ('m', "net-menu-leave"),
            ],
        };
        lines
            .iter()
            .map(|&(key, label)| Item::new(key, shared.say(label)))
            .collect()
    }

    pub(super) fn sentence(&self, shared: &Shared) -> String {
        let view = shared.view();
        let name = |seat: Seat| match &view {
            Some(view) => shared.name(view, seat),
            None => String::new(),
        };
        match self {
            TableAsk::Answer(seat, kind) => {
                let args = Args::new().text("name", name(seat.other()));
                match kind {
                    OfferKind::Draw => shared.fill("net-ask-draw", args),
                    OfferKind::TakeBack => shared.fill("net-ask-take-back", args),
                    OfferKind::Pause => shared.fill("net-ask-pause", args),
                    OfferKind::Rematch => shared.fill("net-ask-rematch", args),
                }
            }
            TableAsk::Choice(seat, _) => {
                shared.fill("tui-ask-choice", Args::new().text("name", name(*seat)))
            }
            TableAsk::Resign => shared.say("tui-ask-resign"),
            TableAsk::Draw => shared.say("tui-ask-draw"),
            TableAsk::Claim => shared.say("net-ask-claim"),
            TableAsk::Abort => shared.say("net-ask-abort"),
            TableAsk::Over => view
                .as_ref()
                .map(|view| end(shared, view))
                .unwrap_or_default(),
            TableAsk::Leave { .. } => shared.say("net-ask-leave"),
            TableAsk::Closed => presence::link_trouble(shared).unwrap_or_default(),
        }
    }

    pub(super) fn answer(&self, shared: &mut Shared, index: usize) -> Go {
        let yes = index == 0;
        match self {
            TableAsk::Answer(seat, kind) => shared.answer_at_table(*seat, *kind, yes),
            TableAsk::Choice(_, words) => {
                let mut offered = CHOICES.iter().filter(|(mv, _, _)| words.contains(mv));
                if let Some(&(mv, _, _)) = offered.nth(index) {
                    shared.play_at_table(mv);
                }
            }
            TableAsk::Resign if yes => shared.ask_table(WireCommand::Resign {}),
            TableAsk::Draw if yes => shared.offer_at_table(WireOffer::Draw),
            TableAsk::Claim if yes => shared.ask_table(WireCommand::Claim {}),
            TableAsk::Abort if yes => shared.ask_table(WireCommand::Abort {}),
            TableAsk::Leave { quits: false } if yes => return Go::Menu,
            TableAsk::Leave { quits: true } if yes => return Go::Quit,
            TableAsk::Over | TableAsk::Closed => {
                if let Some(remote) = &mut shared.remote {
                    remote.is_dismissed = true;
                }
                match (self, index) {
                    (TableAsk::Over, 0) => shared.offer_at_table(WireOffer::Rematch),
                    (TableAsk::Closed, 0) => shared.rejoin(),
                    (TableAsk::Closed, 1) if shared.view().is_none() => return Go::Menu,
                    (_, 2) => return Go::Menu,
                    _ => {}
                }
            }
            _ => {}
        }
        Go::Back(1)
    }
}
