//! The texts of the questions about a new game and their answers.

use yiqi_players::PlayerSpec;
use yiqi_record::{ClockRule, RunOut, TimeControl};
use yiqi_rules::{ByColor, Color, Game};
use yiqi_text::{Args, words};

use super::draft::{Draft, PeopleCount, Step};
use crate::list::Item;
use crate::shared::Shared;

/// The letter that chooses a word.
fn first_letter(word: &str) -> char {
    word.chars().next().unwrap_or_default()
}

/// Words with a key for each: the first of its letters and digits that no earlier word took,
/// trailing digits first (`swap1`, `swap2`).
fn keyed<'a>(words: &[&'a str]) -> impl Iterator<Item = (char, &'a str)> + use<'a> {
    let mut taken: Vec<char> = Vec::new();
    let mut keys = Vec::new();
    for &word in words {
        let digit = word.chars().last().filter(char::is_ascii_digit);
        let key = digit.into_iter().chain(word.chars());
        let key = key.clone().find(|key| !taken.contains(key)).unwrap_or('?');
        taken.push(key);
        keys.push((key, word));
    }
    keys.into_iter()
}

impl Draft {
    /// The answers to a question.
    pub(super) fn items(&self, step: Step, shared: &Shared) -> Vec<Item> {
        let say = |key: char, message: &str| Item::new(key, shared.say(message));
        let lettered = |labels: Vec<String>| {
            let items = labels.into_iter().zip('a'..='z');
            items.map(|(label, key)| Item::new(key, label)).collect()
        };
        match step {
            Step::Game => Game::ALL
                .into_iter()
                .map(|game| {
                    let key = first_letter(game.name());
                    Item::new(key, words::game_name(&shared.text, game))
                })
                .collect(),
            Step::Size => lettered(self.sizes().iter().map(|n| format!("{n}×{n}")).collect()),
            Step::Rules => keyed(self.game.rule_sets())
                .map(|(key, rules)| {
                    Item::new(key, words::rule_set(&shared.text, self.game, rules))
                        .with_note(words::rule_set_note(&shared.text, self.game, rules))
                })
                .collect(),
            Step::Opening => keyed(&self.openings())
                .map(|(key, opening)| {
                    Item::new(key, words::opening(&shared.text, self.game, opening))
                })
                .collect(),
            Step::PeopleCount => self
                .people_counts()
                .into_iter()
                .map(|(key, label, people)| match (people, &self.present) {
                    (PeopleCount::Same, Some(present)) => {
                        say(key, label).with_note(players_of(shared, present))
                    }
                    _ => say(key, label),
                })
                .collect(),
            Step::Side => self
                .sides()
                .into_iter()
                .map(|(key, label, _)| say(key, label))
                .collect(),
            Step::Opponent(_) => self
                .opponents()
                .into_iter()
                .map(|(key, label, _)| say(key, label))
                .collect(),
            Step::Level(color) => {
                let (message, levels) = self.levels(color);
                let label = |&level: &u8| {
                    shared.fill(message, Args::new().number("level", usize::from(level)))
                };
                lettered(levels.iter().map(label).collect())
            }
            Step::Clock => vec![
                say('n', "tui-clock-none"),
                say('m', "tui-clock-move"),
                say('g', "tui-clock-game"),
            ],
            Step::Time => lettered(self.times().into_iter().map(time_label).collect()),
            Step::RunOut => vec![say('l', "tui-run-out-loss"), say('r', "tui-run-out-random")],
        }
    }

    /// The question.
    pub(super) fn question(&self, step: Step, shared: &Shared, name: &str) -> String {
        let about = |key: &str, color: Color| {
            shared.fill(
                key,
                Args::new().text("color", words::color(&shared.text, color)),
            )
        };
        match step {
            Step::Game => shared.say("tui-step-game"),
            Step::Size => shared.say("tui-step-size"),
            Step::Rules => shared.say("tui-step-rules"),
            Step::Opening => shared.say("tui-step-opening"),
            Step::PeopleCount => shared.say("tui-step-people"),
            Step::Side => shared.fill("tui-step-side", Args::new().text("name", name)),
            Step::Opponent(color) if self.people == PeopleCount::None => {
                about("tui-step-opponent-of", color)
            }
            Step::Opponent(_) => shared.say("tui-step-opponent"),
            Step::Level(color) if self.people == PeopleCount::None => {
                about("tui-step-level-of", color)
            }
            Step::Level(_) => shared.say("tui-step-level"),
            Step::Clock => shared.say("tui-step-clock"),
            Step::Time => shared.say("tui-step-time"),
            Step::RunOut => shared.say("tui-step-run-out"),
        }
    }
}

/// A clock as in files, without the leading word.
fn time_label(clock: ClockRule) -> String {
    let time = TimeControl {
        clock,
        run_out: RunOut::Loss,
    };
    let text = time.to_string();
    text.split_once(' ')
        .map_or(text.clone(), |(_, times)| times.to_owned())
}

/// The players of a game in a few words.
fn players_of(shared: &Shared, players: &ByColor<PlayerSpec>) -> String {
    let name = |spec: &PlayerSpec| match (&spec.name, spec.is_human()) {
        (Some(name), _) => name.clone(),
        (None, true) => shared.say("tui-person"),
        (None, false) => yiqi_desk::words::player(&shared.text, &spec.kind),
    };
    let player = |color| {
        let color_name = words::color(&shared.text, color);
        format!("{color_name} {}", name(&players[color]))
    };
    Color::BOTH.map(player).join(", ")
}
