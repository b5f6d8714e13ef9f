//! Short forms: `yiqi FILE` and `yiqi gomoku 15 renju`.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use yiqi_rules::{Game, GameSpec};
use yiqi_text::{Text, words};

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
    if Path::new(&args[first]).is_file() {
        args.insert(first, command_for_files().into());
    }
    Ok((args, None))
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
