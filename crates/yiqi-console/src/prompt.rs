//! The prompt at the end of each screen.

use yiqi_desk::{Desk, OpenGame, words as desk_words};
use yiqi_record::{EndReason, GameResult, OfferKind, Seat};
use yiqi_rules::{Color, Move};
use yiqi_session::{GameView, Stage};
use yiqi_text::{Args, words};

use crate::show::Show;

impl Show<'_> {
    /// How the current game ended, if it is over, and what can be done now.
    pub(crate) fn prompt(&self, desk: &Desk) -> Vec<String> {
        let Some(game) = desk.current() else {
            return vec![self.text.say("console-no-games")];
        };
        if game.viewed().is_some() {
            return vec![self.text.say("console-ask-looking")];
        }
        let view = game.view();
        match view.stage {
            Stage::Over(result) => {
                let next = if desk.games().iter().any(OpenGame::result_is_open) {
                    "console-ask-next"
                } else {
                    "console-ask-new"
                };
                vec![self.end(game, &view, &result), self.text.say(next)]
            }
            _ => vec![self.instruction(game, &view)],
        }
    }

    /// What the side to act is asked to do.
    fn instruction(&self, game: &OpenGame, view: &GameView) -> String {
        let offerer = Seat::BOTH.into_iter().find(|&seat| {
            let offers = &view.offers[seat];
            offers.iter().any(|offer| offer.kind() == OfferKind::Draw)
        });
        if let Some(seat) = offerer {
            let opponent = self.name(game, view, seat.other());
            let args = self.who(game, view, seat).text("opponent", opponent);
            return self.text.fill("console-ask-draw", args);
        }
        let Some(seat) = view.turn else {
            return self.text.say("console-ask-next");
        };
        let color = view.colors[seat];
        let who = self.who(game, view, seat);
        let may = |mv: Move| view.legal_words.contains(&mv);
        if may(Move::Swap) {
            let args = who.text("other", self.stone(color.other()));
            return if may(Move::More) {
                let opponent = self.name(game, view, seat.other());
                self.text
                    .fill("console-ask-swap-more", args.text("opponent", opponent))
            } else {
                self.text.fill("console-ask-swap", args)
            };
        }
        if may(Move::Pass) {
            return self.text.fill("console-ask-pass", who);
        }
        let name = |seat| {
            format!(
                "{} {}",
                self.stone(view.colors[seat]),
                self.name(game, view, seat)
            )
        };
        if let Some(turn) = desk_words::opening_turn(self.text, view, name) {
            let args = Args::new().text("turn", turn);
            return self.text.fill("console-ask-opening", args);
        }
        match view.next_stone {
            Some(next) if next != color => self
                .text
                .fill("console-ask-stone", who.text("next", self.stone(next))),
            _ => {
                let ask = self.text.fill("console-ask-move", who);
                words::with_stones_due(self.text, ask, view.spec.game(), view.stones_due)
            }
        }
    }

    /// Who won and by how much, or that nobody won.
    fn end(&self, game: &OpenGame, view: &GameView, result: &GameResult) -> String {
        let Some(winner) = result.winner else {
            let result = words::result(self.text, result, view.spec);
            return self
                .text
                .fill("console-end-other", Args::new().text("result", result));
        };
        let name = |color: Color| self.name(game, view, view.colors.seat_of(color));
        let args = Args::new()
            .text("stone", self.stone(winner))
            .text("winner", name(winner));
        let loser = name(winner.other());
        match (result.reason, result.score) {
            (EndReason::Resignation, _) => self
                .text
                .fill("console-end-resigned", args.text("loser", loser)),
            (EndReason::Time, _) => self
                .text
                .fill("console-end-time", args.text("loser", loser)),
            (_, Some(score)) => self.text.fill(
                "console-end-score",
                args.number("margin", usize::from(score.black.abs_diff(score.white)))
                    .text(
                        "score",
                        format!("{}–{}", score[winner], score[winner.other()]),
                    ),
            ),
            (_, None) => match view.winning_lines.first() {
                Some(line) => self.text.fill(
                    "console-end-row",
                    args.text("points", words::points(view.spec, line)),
                ),
                None => self.text.fill("console-end-won", args),
            },
        }
    }
}
