//! Describes errors in the arguments, in one sentence.

use std::io::IsTerminal;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use yiqi_rules::Game;
use yiqi_text::columns::{width, wrap};
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

/// The columns of help that is not printed to a terminal.
const COLUMNS_USUAL: usize = 80;

/// Longer lines are hard to read.
const COLUMNS_MAX: usize = 100;

/// The blanks before an example.
const EXAMPLE_MARGIN: usize = 2;

/// Help for the window that it is printed to, or for a usual one.
pub(crate) fn fitted(help: &str) -> String {
    let columns = std::io::stdout()
        .is_terminal()
        .then(|| crossterm::terminal::size().ok())
        .flatten()
        .map_or(COLUMNS_USUAL, |(columns, _)| usize::from(columns));
    wrapped(&with_wide_colons(help), columns.clamp(40, COLUMNS_MAX))
}

/// Help with wide colons behind Chinese words, where clap and our own headings put narrow ones.
fn with_wide_colons(help: &str) -> String {
    let mut out = String::with_capacity(help.len());
    let mut chars = help.chars().peekable();
    while let Some(c) = chars.next() {
        let is_after_wide = out.ends_with(|before| before >= '\u{3400}');
        let is_at_end = chars.peek().is_none_or(|&next| next == ' ' || next == '\n');
        if c != ':' || !is_after_wide || !is_at_end {
            out.push(c);
            continue;
        }
        out.push('：');
        // It has its blank in itself.
        chars.next_if_eq(&' ');
    }
    out
}

/// Help in lines of at most this many columns. What an option means goes on below itself; examples
/// stay as they are typed.
fn wrapped(help: &str, columns: usize) -> String {
    let mut out = String::new();
    for line in help.lines() {
        let margin = line.len() - line.trim_start().len();
        // What is explained and its explanation have at least two blanks between them.
        let gap = line.trim_start().find("  ").map(|at| margin + at);
        let is_example = gap.is_none() && margin == EXAMPLE_MARGIN;
        if width(line) <= columns || is_example {
            out.push_str(line);
            out.push('\n');
            continue;
        }
        let start = gap.unwrap_or(0);
        let rest = line[start..].trim_start();
        let head = &line[..line.len() - rest.len()];
        let indent = " ".repeat(width(head));
        let room = columns.saturating_sub(width(head)).max(20);
        for (index, part) in wrap(rest, room).iter().enumerate() {
            out.push_str(if index == 0 { head } else { &indent });
            out.push_str(part);
            out.push('\n');
        }
    }
    out
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_of_help_go_on_below_themselves_and_examples_stay_whole() {
        let help = "Options:\n  --lang <LANG>  语言：英文、简体中文、繁體中文，按设置而定\n\n\
                    Examples:\n  yiqi arena --game reversi --player A=engine:level=6\n";
        let below = " ".repeat(17);
        let want = format!(
            "Options:\n  --lang <LANG>  语言：英文、简体中\n{below}文、繁體中文，按设置\n{below}而定\n\n\
             Examples:\n  yiqi arena --game reversi --player A=engine:level=6\n"
        );
        assert_eq!(wrapped(help, 36), want);
    }
}
