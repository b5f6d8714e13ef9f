//! The kinds of dialog: their questions, their answers, and what these do.

use std::path::PathBuf;

use yiqi_client::LinkState;
use yiqi_desk::commands::Target;
use yiqi_record::{OfferKind, Seat};
use yiqi_rules::{Color, Move};
use yiqi_session::{Command, GameView, Request, Stage};
use yiqi_text::{Args, words};

use crate::list::Item;
use crate::screens::chooser::{Chooser, Purpose as Choosing, save};
use crate::screens::export;
use crate::screens::{Go, Leave, presence};
use crate::shared::Shared;

/// The kind of a dialog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum DialogKind {
    /// Who may resign or offer a draw, the side to move first. At a table the answer counts only
    /// while keys still act for that person.
    Resign(Vec<Seat>),
    Draw(Vec<Seat>),
    Claim,
    Abort,
    /// The other side made an offer to a seat.
    Answer(Seat, OfferKind),
    /// A choice of color.
    Choice(Seat, Vec<Move>),
    /// The game at a table is over.
    Over,
    /// The connection to a table is over.
    Closed,
    /// Leaving a table would affect others.
    LeaveTable(Leave),
    /// Leaving a game of the desk that is not saved.
    Leave(Leave),
    /// `back` is how many screens the answer goes back.
    SaveOver {
        target: Target,
        then: Option<Leave>,
        empties: bool,
        back: usize,
    },
    /// Write a picture over a file.
    DrawOver(PathBuf),
}

/// The answers to a choice of color.
const CHOICES: [(Move, char, &str); 3] = [
    (Move::Swap, 's', "command-swap"),
    (Move::Keep, 'k', "command-keep"),
    (Move::More, 'm', "command-more"),
];

/// The answers to a choice of color that are available.
fn choices(offered: &[Move]) -> impl Iterator<Item = (Move, char, &'static str)> {
    let offered = offered.to_vec();
    let is_offered = move |(mv, _, _): &(Move, char, &str)| offered.contains(mv);
    CHOICES.into_iter().filter(is_offered)
}

impl DialogKind {
    /// The dialog that the active game requires now, if any.
    pub(crate) fn due(shared: &Shared) -> Option<DialogKind> {
        let is_dismissed = shared.remote.as_ref().is_some_and(|r| r.is_dismissed);
        let link = shared.remote.as_ref().map(|remote| &remote.link);
        if matches!(link, Some(LinkState::Closed(_))) && !is_dismissed {
            return Some(DialogKind::Closed);
        }
        let (active, view) = (shared.active(), shared.view()?);
        if let Some((seat, kind)) = active.offer_to_answer(&view) {
            return Some(DialogKind::Answer(seat, kind));
        }
        match view.stage {
            Stage::Playing if active.is_own_turn() && view.legal_words.contains(&Move::Swap) => {
                Some(DialogKind::Choice(view.turn?, view.legal_words))
            }
            Stage::Over(_) if shared.remote.is_some() && !is_dismissed => {
                let has_offered = !view.offers[active.acting_seat()?].is_empty();
                (!has_offered && !view.rematch_agreed).then_some(DialogKind::Over)
            }
            _ => None,
        }
    }

    /// The answer that is selected first: one that loses nothing.
    pub(super) fn first_answer(&self) -> usize {
        match self {
            DialogKind::Choice(_, offered) => choices(offered)
                .position(|(mv, _, _)| mv == Move::Keep)
                .unwrap_or(0),
            DialogKind::Leave(_) | DialogKind::Closed => 0,
            // After whoever may do it.
            DialogKind::Resign(seats) | DialogKind::Draw(seats) => seats.len(),
            _ => 1,
        }
    }

    /// Whether the answer no longer matters.
    pub(super) fn is_stale(&self, shared: &Shared) -> bool {
        match self {
            DialogKind::Answer(..)
            | DialogKind::Choice(..)
            | DialogKind::Over
            | DialogKind::Closed => DialogKind::due(shared).as_ref() != Some(self),
            DialogKind::Resign(_) | DialogKind::Draw(_) | DialogKind::Claim | DialogKind::Abort => {
                let stage = shared.view().map(|view| view.stage);
                matches!(stage, Some(Stage::Over(_)))
            }
            _ => false,
        }
    }

    /// Whether the board must stay visible.
    pub(super) fn is_about_board(&self) -> bool {
        match self {
            DialogKind::Resign(_) | DialogKind::Draw(_) | DialogKind::Claim | DialogKind::Abort => {
                true
            }
            DialogKind::Answer(..) | DialogKind::Choice(..) | DialogKind::Over => true,
            DialogKind::Closed | DialogKind::LeaveTable(_) | DialogKind::Leave(_) => false,
            DialogKind::SaveOver { .. } | DialogKind::DrawOver(_) => false,
        }
    }

    /// The answers.
    pub(super) fn items(&self, shared: &Shared) -> Vec<Item> {
        let lines: &[(char, &str)] = match self {
            DialogKind::Choice(_, offered) => {
                return choices(offered)
                    .map(|(mv, key, help)| {
                        Item::new(key, mv.word().unwrap_or_default()).with_note(shared.say(help))
                    })
                    .collect();
            }
            DialogKind::Resign(seats) if seats.len() > 1 => {
                return side_items(shared, seats, "tui-resign-side");
            }
            DialogKind::Draw(seats) if seats.len() > 1 => {
                return side_items(shared, seats, "tui-draw-side");
            }
            DialogKind::Resign(_) => &[('y', "tui-resign-yes"), ('n', "tui-no")],
            DialogKind::Draw(_) => &[('y', "tui-draw-yes"), ('n', "tui-no")],
            DialogKind::Claim => &[('y', "net-claim-yes"), ('n', "tui-no")],
            DialogKind::Abort => &[('y', "net-abort-yes"), ('n', "tui-no")],
            DialogKind::Answer(..) => &[('y', "tui-accept"), ('n', "tui-decline")],
            DialogKind::Over => &[
                ('r', "net-menu-rematch"),
                ('l', "net-over-look"),
                ('m', "net-menu-leave"),
            ],
            DialogKind::Closed if shared.view().is_none() => {
                &[('c', "net-closed-again"), ('m', "net-menu-leave")]
            }
            DialogKind::Closed => &[
                ('c', "net-closed-again"),
                ('l', "net-over-look"),
                ('m', "net-menu-leave"),
            ],
            DialogKind::LeaveTable(_) => &[('y', "net-leave-yes"), ('n', "tui-stay")],
            DialogKind::Leave(Leave::Menu | Leave::Quit) => &[
                ('s', "tui-leave-save"),
                ('q', "tui-leave-quit"),
                ('b', "tui-stay"),
            ],
            DialogKind::Leave(Leave::Close) => &[
                ('s', "tui-leave-save"),
                ('c', "tui-leave-close"),
                ('b', "tui-stay"),
            ],
            DialogKind::SaveOver { empties: false, .. } => {
                &[('y', "tui-save-over-yes"), ('n', "tui-no")]
            }
            DialogKind::SaveOver { empties: true, .. } => {
                &[('y', "tui-save-empty-yes"), ('n', "tui-no")]
            }
            DialogKind::DrawOver(_) => &[('y', "tui-save-over-yes"), ('n', "tui-no")],
        };
        lines
            .iter()
            .map(|&(key, label)| Item::new(key, shared.say(label)))
            .collect()
    }

    /// The question.
    pub(super) fn sentence(&self, shared: &Shared) -> String {
        let view = shared.view();
        let named = |seat: Seat| {
            let name = view.as_ref().map(|view| shared.name(view, seat));
            Args::new().text("name", name.unwrap_or_default())
        };
        match self {
            DialogKind::Resign(seats) if seats.len() > 1 => shared.say("tui-ask-resign-who"),
            DialogKind::Draw(seats) if seats.len() > 1 => shared.say("tui-ask-draw-who"),
            DialogKind::Resign(seats) => shared.fill("tui-ask-resign", side(shared, seats.first())),
            DialogKind::Draw(seats) => shared.fill("tui-ask-draw", side(shared, seats.first())),
            DialogKind::Claim => shared.say("net-ask-claim"),
            DialogKind::Abort => shared.say("net-ask-abort"),
            // If two people share the screen, say who is asked.
            DialogKind::Answer(seat, _) if shared.remote.is_none() => {
                shared.fill("tui-ask-answer-draw", named(*seat))
            }
            DialogKind::Answer(seat, kind) => {
                let key = match kind {
                    OfferKind::Draw => "net-ask-draw",
                    OfferKind::TakeBack => "net-ask-take-back",
                    OfferKind::Pause => "net-ask-pause",
                    OfferKind::Rematch => "net-ask-rematch",
                };
                shared.fill(key, named(seat.other()))
            }
            DialogKind::Choice(seat, _) => shared.fill("tui-ask-choice", named(*seat)),
            DialogKind::Over => view.map(|view| end(shared, &view)).unwrap_or_default(),
            DialogKind::Closed => presence::link_trouble(shared).unwrap_or_default(),
            DialogKind::LeaveTable(_) => shared.say("net-ask-leave"),
            DialogKind::Leave(leave) => shared.say(match leave {
                Leave::Menu | Leave::Quit => "tui-ask-leave-quit",
                Leave::Close => "tui-ask-leave-close",
            }),
            DialogKind::SaveOver {
                target: Target::Slot(slot),
                empties,
                ..
            } => {
                let key = match empties {
                    true => "tui-ask-save-empty",
                    false => "tui-ask-save-over",
                };
                shared.fill(key, Args::new().number("slot", *slot))
            }
            DialogKind::SaveOver {
                target: Target::File(path),
                ..
            }
            | DialogKind::DrawOver(path) => {
                let args = Args::new().text("file", path.to_string_lossy());
                shared.fill("chooser-ask-overwrite", args)
            }
        }
    }

    /// Acts on an answer.
    pub(super) fn answer(&self, shared: &mut Shared, index: usize) -> Go {
        let yes = index == 0;
        match self {
            DialogKind::Resign(seats) => {
                if let Some(&seat) = seats.get(index) {
                    shared.ask_as(seat, &Command::Resign);
                }
            }
            DialogKind::Draw(seats) => {
                if let Some(&seat) = seats.get(index) {
                    if shared.remote.is_none() {
                        shared.inform(shared.say("tui-draw-offered"));
                    }
                    shared.ask_as(seat, &Command::Offer(Request::Draw));
                }
            }
            DialogKind::Claim if yes => {
                if let Some(seat) = shared.active().acting_seat() {
                    shared.ask(&Command::Forfeit(seat.other()));
                }
            }
            DialogKind::Abort if yes => shared.ask(&Command::Abort),
            DialogKind::Answer(seat, kind) => shared.answer(*seat, *kind, yes),
            DialogKind::Choice(_, offered) => {
                if let Some((mv, _, _)) = choices(offered).nth(index) {
                    shared.play(mv);
                }
            }
            DialogKind::Over | DialogKind::Closed => {
                if let Some(remote) = &mut shared.remote {
                    remote.is_dismissed = true;
                }
                match (self, index) {
                    (DialogKind::Over, 0) => shared.ask(&Command::Offer(Request::Rematch)),
                    (DialogKind::Closed, 0) => shared.rejoin(),
                    (DialogKind::Closed, 1) if shared.view().is_none() => return Go::Menu,
                    (_, 2) => return Go::Menu,
                    _ => {}
                }
            }
            DialogKind::LeaveTable(leave) if yes => return leave.go(shared),
            DialogKind::Leave(leave) => match index {
                0 => {
                    let chooser = Chooser::new(shared, Choosing::Save(Some(*leave)));
                    return Go::Replace(Box::new(chooser));
                }
                1 => return leave.go(shared),
                _ => {}
            },
            DialogKind::SaveOver {
                target, then, back, ..
            } if yes => return save(shared, target, *then, *back),
            DialogKind::DrawOver(path) if yes => export::picture(shared, path),
            _ => {}
        }
        Go::Back(1)
    }
}

/// A seat with its color and name, as message arguments: “Black (Ann)”.
fn side(shared: &Shared, seat: Option<&Seat>) -> Args {
    let said = match (shared.view(), seat) {
        (Some(view), Some(&seat)) => shared.side(&view, seat),
        _ => String::new(),
    };
    Args::new().text("side", said)
}

/// The answers to who of two people does something.
fn side_items(shared: &Shared, seats: &[Seat], message: &str) -> Vec<Item> {
    let view = shared.view();
    let mut items: Vec<Item> = seats
        .iter()
        .map(|seat| {
            let color = view.as_ref().map(|view| view.colors[*seat]);
            let key = match color {
                Some(Color::White) => 'w',
                _ => 'b',
            };
            Item::new(key, shared.fill(message, side(shared, Some(seat))))
        })
        .collect();
    items.push(Item::new('n', shared.say("tui-no")));
    items
}

/// How the game at a table ended, from the person's point of view.
fn end(shared: &Shared, view: &GameView) -> String {
    let Stage::Over(result) = view.stage else {
        return String::new();
    };
    let sentence = shared.result_sentence(view, &result);
    match (&shared.active().own_seats()[..], result.winner) {
        ([seat], Some(winner)) if view.colors[*seat] == winner => {
            words::sentences(&shared.text, [shared.say("net-won"), sentence])
        }
        ([_], Some(_)) => words::sentences(&shared.text, [shared.say("net-lost"), sentence]),
        _ => sentence,
    }
}
