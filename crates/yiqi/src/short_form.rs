//! Short forms: `yiqi FILE` and `yiqi gomoku 15 renju`, and the help of the latter.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use yiqi_rules::{Game, GameSpec};
use yiqi_text::{Args, Text, words};

use crate::commands::terminal::command_for_files;
use crate::failure::Failure;

/// The arguments with the command that a short form means, or without the words that name a game,
/// and that game.
///
/// # Errors
/// If the words name a game, but no such board or rules.
pub(crate) fn expand(
    mut args: Vec<OsString>,
    command: &clap::Command,
    text: &Text,
) -> Result<(Vec<OsString>, Option<GameSpec>), Failure> {
    let places = positions(&args, command);
    let Some(&first) = places.first() else {
        return Ok((args, None));
    };
    if is_command(&args[first], command) {
        return Ok((args, None));
    }
    let names: Vec<String> = places
        .iter()
        .map(|&place| args[place].to_string_lossy().into_owned())
        .collect();
    let spec = names.join(":");
    let spec = words::spec_in_english(&spec);
    let game = spec.split(':').next().unwrap_or_default();
    if Game::named(&game.to_ascii_lowercase()).is_some() {
        let spec = spec
            .parse()
            .map_err(|error| Failure::usage(words::spec_error(text, &error)))?;
        for place in places.into_iter().rev() {
            args.remove(place);
        }
        return Ok((args, Some(spec)));
    }
    if is_path(&args[first]) {
        args.insert(first, command_for_files().into());
    }
    Ok((args, None))
}

/// Whether a word that is no command is the path of a file, or can be nothing else: then reading it
/// says why it does not work.
fn is_path(word: &OsStr) -> bool {
    let path = Path::new(word);
    path.exists() || path.extension().is_some() || path.components().count() > 1
}

/// The help of a game's short form: its sizes, rules and openings, and examples.
pub(crate) fn help(game: Game, text: &Text) -> String {
    let name = game.name();
    let has_rules = game.rule_sets().len() > 1;
    let has_openings = game.openings().len() > 1;
    let sizes = game.sizes();
    let mut usage = format!("yiqi {name}");
    let mut sections = Vec::new();
    if sizes.min < sizes.max {
        usage.push_str(" [SIZE]");
        let key = match sizes.step {
            1 => "cli-game-sizes",
            _ => "cli-game-sizes-even",
        };
        let args = Args::new()
            .text("min", sizes.min.to_string())
            .text("max", sizes.max.to_string())
            .text("usual", sizes.usual.to_string());
        sections.push(format!("SIZE:\n  {}\n", text.fill(key, args)));
    }
    if has_rules {
        usage.push_str(" [RULES]");
        let note = |rules: &str| words::rule_set_note(text, game, rules);
        sections.push(section("RULES", game.rule_sets(), note, text));
    }
    if has_openings {
        usage.push_str(" [OPENING]");
        let note = |opening: &str| words::opening_note(text, game, opening);
        sections.push(section("OPENING", game.openings(), note, text));
    }
    let mut examples = vec![format!("yiqi {name}")];
    if sizes.min < sizes.max {
        examples.push(format!("yiqi {name} {}", sizes.usual + 4));
    }
    if has_rules {
        let last = game.rule_sets().last().copied().unwrap_or_default();
        examples.push(format!("yiqi {name} {last}"));
        if has_openings {
            let opening = game.openings().get(2).copied().unwrap_or_default();
            examples.push(format!("yiqi {name} {} {last} {opening}", sizes.usual));
        }
    }
    examples.push(format!("yiqi rules {name}"));
    let about = text.fill(
        "cli-game-about",
        Args::new().text("game", words::game_name(text, game)),
    );
    sections.push(format!(
        "{}:\n  {}\n",
        text.say("cli-examples"),
        examples.join("\n  ")
    ));
    format!(
        "{about}\n\n{}: {usage}\n\n{}\n{}\n",
        text.say("cli-usage"),
        sections.join("\n"),
        text.say("cli-game-more"),
    )
    // A wide colon has its blank in itself.
    .replace("： ", "：")
}

/// The words of an argument, each with what it means; the first is the default.
fn section(argument: &str, choices: &[&str], note: impl Fn(&str) -> String, text: &Text) -> String {
    let widest = choices.iter().map(|word| word.len()).max().unwrap_or(0);
    let mut lines = format!("{argument}:\n");
    for (index, word) in choices.iter().enumerate() {
        let default = match index {
            0 => format!(" {}", text.say("cli-game-default")),
            _ => String::new(),
        };
        lines.push_str(&format!("  {word:<widest$}  {}{default}\n", note(word)));
    }
    lines
}

fn is_command(word: &OsStr, command: &clap::Command) -> bool {
    let name = word.to_str();
    name.is_some_and(|name| command.find_subcommand(name).is_some())
}

/// The places of the arguments that are neither options nor their values.
fn positions(args: &[OsString], command: &clap::Command) -> Vec<usize> {
    let takes_value = |word: &str| {
        let mut options = command.get_arguments();
        options.any(|option| {
            let is_long = option
                .get_long()
                .is_some_and(|long| word.strip_prefix("--") == Some(long));
            is_long && option.get_action().takes_values()
        })
    };
    let mut places: Vec<usize> = Vec::new();
    let mut is_value = false;
    for (place, arg) in args.iter().enumerate().skip(1) {
        let word = arg.to_string_lossy();
        if std::mem::take(&mut is_value) {
            continue;
        }
        // After a command, everything belongs to it.
        if places.len() == 1 && is_command(&args[places[0]], command) {
            break;
        }
        match word.starts_with('-') && word != "-" {
            true => is_value = takes_value(&word),
            false => places.push(place),
        }
    }
    places
}
