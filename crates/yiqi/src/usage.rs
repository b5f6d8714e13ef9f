//! Describes errors in the arguments, in one sentence.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use yiqi_rules::Game;
use yiqi_text::{Args, Text, words};

use crate::cli;
use crate::failure::Failure;

/// Prints help and the version, which clap reports as errors, and describes real errors. `command`
/// is the command that was asked for, if any.
pub(crate) fn report(
    error: &clap::Error,
    command: Option<&str>,
    text: &Text,
) -> Result<(), Failure> {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            crate::print(&translated(&error.to_string(), text))
        }
        _ => Err(Failure::usage(sentence(error, command, text))),
    }
}

/// Translates the placeholders that clap puts into the usage.
fn translated(help: &str, text: &Text) -> String {
    [
        ("[OPTIONS]", "cli-usage-options"),
        ("[COMMAND]", "cli-usage-command"),
        ("[default:", "cli-usage-default"),
        ("[possible values:", "cli-usage-values"),
    ]
    .iter()
    .fold(help.to_owned(), |help, (word, key)| {
        help.replace(word, &text.say(key))
    })
    // A wide colon has its blank in itself.
    .replace("： ", "：")
}

fn sentence(error: &clap::Error, command: Option<&str>, text: &Text) -> String {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(value)) => value.clone(),
        Some(ContextValue::Strings(values)) => values.join(", "),
        _ => String::new(),
    };
    let help = match command {
        Some(command) => format!("yiqi {command} --help"),
        None => "yiqi --help".to_owned(),
    };
    let base = || Args::new().text("help", &help);
    let argument = || base().text("argument", context(ContextKind::InvalidArg));
    // A flag or command that looks like the one typed.
    let suggested = |kind| match error.get(kind) {
        Some(ContextValue::String(value)) => Some(value.clone()),
        // The most similar one comes last.
        Some(ContextValue::Strings(values)) => values.last().cloned(),
        _ => None,
    };
    match error.kind() {
        ErrorKind::UnknownArgument => match suggested(ContextKind::SuggestedArg) {
            Some(meant) => text.fill(
                "error-unknown-argument-meant",
                argument().text("meant", meant),
            ),
            None => text.fill("error-unknown-argument", argument()),
        },
        ErrorKind::InvalidSubcommand => {
            let typed = context(ContextKind::InvalidSubcommand);
            let args = base().text("command", &typed);
            // A game can be typed in place of a command.
            let game = words::nearest(&typed, &Game::ALL.map(Game::name));
            match suggested(ContextKind::SuggestedSubcommand).or(game.map(str::to_owned)) {
                Some(meant) => text.fill("error-unknown-command-meant", args.text("meant", meant)),
                None => text.fill("error-unknown-command", args),
            }
        }
        ErrorKind::MissingRequiredArgument => text.fill("error-missing-argument", argument()),
        ErrorKind::ArgumentConflict => match error.get(ContextKind::PriorArg) {
            Some(_) if context(ContextKind::PriorArg) != context(ContextKind::InvalidArg) => text
                .fill(
                    "error-conflict",
                    argument().text("other", context(ContextKind::PriorArg)),
                ),
            _ => text.fill("error-too-often", argument()),
        },
        // A flag without its value is reported as an empty value.
        ErrorKind::InvalidValue if context(ContextKind::InvalidValue).is_empty() => {
            text.fill("error-missing-argument", argument())
        }
        ErrorKind::InvalidValue => text.fill(
            "error-one-of",
            argument()
                .text("value", context(ContextKind::InvalidValue))
                .text("choices", context(ContextKind::ValidValue)),
        ),
        ErrorKind::ValueValidation => {
            let name = context(ContextKind::InvalidArg);
            let args = argument().text("value", context(ContextKind::InvalidValue));
            match (name.as_str(), cli::range(&name)) {
                ("--lang <LANG>", _) => text.fill(
                    "error-one-of",
                    args.text("choices", "en, zh, zh-Hans, zh-Hant, zh-CN, zh-TW"),
                ),
                (_, Some((min, Some(max)))) => text.fill(
                    "error-number-between",
                    args.text("min", min.to_string())
                        .text("max", max.to_string()),
                ),
                (_, Some((min, None))) => {
                    text.fill("error-number-from", args.text("min", min.to_string()))
                }
                _ => text.fill("error-invalid-value", args),
            }
        }
        // Any other error, in clap's own words.
        _ => text.fill(
            "error-usage",
            base().text("problem", error.kind().to_string()),
        ),
    }
}
