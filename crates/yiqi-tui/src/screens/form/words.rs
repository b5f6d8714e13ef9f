//! The texts of the form.

use yiqi_desk::words as desk_words;
use yiqi_players::PlayerKind;
use yiqi_record::{ClockRule, RunOut};
use yiqi_rules::{Aim, Game};
use yiqi_text::{Args, Lang, words};

use super::Purpose;
use super::choices::{ADMISSIONS, Choices, OWN_COLORS, Row, Wrong, is_saved};
use crate::shared::Shared;

/// What the form is for.
pub(super) fn title(shared: &Shared, purpose: Purpose) -> String {
    shared.say(match purpose {
        Purpose::New => "tui-menu-new",
        Purpose::Branch { .. } => "form-title-branch",
        Purpose::Reseat | Purpose::Position => "form-title-players",
        Purpose::Table => "net-lobby-new",
    })
}

/// What Enter does.
pub(super) fn button(shared: &Shared, purpose: Purpose) -> String {
    shared.say(match purpose {
        Purpose::New => "form-start",
        Purpose::Branch { .. } | Purpose::Reseat | Purpose::Position => "form-go-on",
        Purpose::Table => "form-create",
    })
}

/// The name of a row.
pub(super) fn label(shared: &Shared, row: Row) -> String {
    shared.say(match row {
        Row::Game => "form-game",
        Row::Board => "form-board",
        Row::Rules => "form-rules",
        Row::Opening => "form-opening",
        Row::Player(color) => return words::color(&shared.text, color),
        Row::Colors => "form-colors",
        Row::Time => "form-time",
        Row::RunOut => "form-run-out",
        Row::OwnColor => "form-own-color",
        Row::Admission => "form-admission",
    })
}

/// The key of the message for a value.
fn said<T: PartialEq>(all: &[(T, &'static str)], now: &T) -> &'static str {
    let found = all.iter().find(|(value, _)| value == now);
    found.map_or("", |(_, key)| *key)
}

impl Choices {
    /// The present value of a row.
    pub(super) fn value(&self, shared: &Shared, row: Row) -> String {
        let (text, spec) = (&shared.text, self.game.spec);
        let game = spec.game();
        match row {
            Row::Game => words::game_name(text, game),
            Row::Board => format!("{0}×{0}", spec.size()),
            Row::Rules => words::rule_set(text, game, spec.rules_name()),
            Row::Opening => words::opening(text, game, spec.opening_name()),
            Row::Player(color) => {
                let player = &self.game.players[color];
                match &player.name {
                    Some(name) => name.clone(),
                    None if is_plain_engine(game, &player.kind) => shared.say("player-engine"),
                    None => desk_words::player_with_class(text, spec, &player.kind),
                }
            }
            Row::Colors => shared.say(match self.game.draws_colors {
                true => "form-drawn",
                false => "form-as-above",
            }),
            Row::Time => desk_words::clock(text, self.game.time.clock),
            Row::RunOut => shared.say(match self.game.time.run_out {
                RunOut::Loss => "form-run-out-loss",
                RunOut::RandomMove => "form-run-out-random",
            }),
            Row::OwnColor => shared.say(said(&OWN_COLORS, &self.own_color)),
            Row::Admission => shared.say(said(&ADMISSIONS, &self.admission)),
        }
    }

    /// What a value means, in as few words as fit beside it.
    pub(super) fn short_note(&self, shared: &Shared, row: Row) -> String {
        let known = match row {
            Row::Player(color) => {
                let kind = &self.game.players[color].kind;
                desk_words::level_knowledge(&shared.text, self.game.spec, kind)
            }
            _ => None,
        };
        known.unwrap_or_else(|| self.note(shared, row))
    }

    /// What a value means, or what else there is.
    pub(super) fn note(&self, shared: &Shared, row: Row) -> String {
        let (text, spec) = (&shared.text, self.game.spec);
        let game = spec.game();
        match row {
            Row::Game => {
                let others = Game::ALL.into_iter().filter(|&other| other != game);
                let names: Vec<String> =
                    others.map(|other| words::game_name(text, other)).collect();
                let between = match text.lang() {
                    Lang::En => ", ",
                    Lang::ZhHans | Lang::ZhHant => "、",
                };
                let args = Args::new().text("games", names.join(between));
                shared.fill("form-note-game", args)
            }
            Row::Board => {
                let sizes = game.sizes();
                let key = match sizes.step {
                    1 => "form-note-board",
                    _ => "form-note-board-even",
                };
                let args = Args::new()
                    .text("min", sizes.min.to_string())
                    .text("max", sizes.max.to_string());
                shared.fill(key, args)
            }
            Row::Rules => {
                let note = words::rule_set_note(text, game, spec.rules_name());
                words::as_sentence(text, &note)
            }
            Row::Opening => words::opening_note(text, game, spec.opening_name()),
            Row::Player(color) => {
                let kind = &self.game.players[color].kind;
                match desk_words::level_note(text, spec, kind) {
                    Some(note) => note,
                    None if is_plain_engine(game, kind) => shared.say("form-note-peace"),
                    None if is_saved(&self.game.players[color]) => shared.say("form-note-saved"),
                    None => shared.say(match kind {
                        PlayerKind::Human => "form-note-person",
                        PlayerKind::Random { .. } => "form-note-random",
                        PlayerKind::Greedy => "form-note-greedy",
                        PlayerKind::Weights => "form-note-weights",
                        PlayerKind::AlphaBeta { .. } => "form-note-alphabeta",
                        PlayerKind::Engine(_) => "form-note-engine",
                        PlayerKind::Program(_) => "form-note-script",
                    }),
                }
            }
            Row::Colors => shared.say(match self.game.draws_colors {
                true => "form-note-drawn",
                false => "form-note-as-above",
            }),
            Row::Time => shared.say(match self.game.time.clock {
                ClockRule::Unlimited => "form-note-no-clock",
                ClockRule::PerMove { .. } => "form-note-per-move",
                ClockRule::PerGame {
                    increment_ms: 0, ..
                } => "form-note-per-game",
                ClockRule::PerGame { .. } => "form-note-increment",
                ClockRule::ByoYomi { .. } => "form-note-byo-yomi",
            }),
            Row::RunOut => shared.say(match self.game.time.run_out {
                RunOut::Loss => "form-note-loss",
                RunOut::RandomMove => "form-note-random-move",
            }),
            Row::OwnColor => shared.say("form-note-own-color"),
            Row::Admission => shared.say("form-note-admission"),
        }
    }
}

/// Whether the player is an engine in a game that nobody can win, where levels mean nothing.
fn is_plain_engine(game: Game, kind: &PlayerKind) -> bool {
    game.aim() == Aim::Nothing && matches!(kind, PlayerKind::Engine(_))
}

/// That a game has no board of a typed size, and which ones it has.
pub(super) fn no_such_size(shared: &Shared, game: Game, typed: &str) -> String {
    let key = format!("spec-size-{}", game.name());
    shared.fill(&key, Args::new().text("size", typed))
}

/// Why a typed value is not one.
pub(super) fn wrong(shared: &Shared, wrong: &Wrong) -> String {
    match wrong {
        Wrong::Message(key) => shared.say(key),
        Wrong::Player(error) => desk_words::parse_player_error(&shared.text, error),
    }
}
