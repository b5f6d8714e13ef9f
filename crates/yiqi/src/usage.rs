//! Describes errors in the arguments, in one sentence.

use std::io::Write;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use yiqi_text::{Args, Text};

use crate::failure::Failure;

/// Prints help and the version, which clap reports as errors, and describes real errors.
pub(crate) fn report(error: &clap::Error, text: &Text) -> Result<(), Failure> {
    match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
            let mut out = std::io::stdout();
            write!(out, "{error}")?;
            out.flush()?;
            Ok(())
        }
        _ => Err(Failure::usage(sentence(error, text))),
    }
}

fn sentence(error: &clap::Error, text: &Text) -> String {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(value)) => value.clone(),
        Some(ContextValue::Strings(values)) => values.join(", "),
        _ => String::new(),
    };
    let argument = || Args::new().text("argument", context(ContextKind::InvalidArg));
    match error.kind() {
        ErrorKind::UnknownArgument => text.fill("error-unknown-argument", argument()),
        ErrorKind::InvalidSubcommand => text.fill(
            "error-unknown-command",
            Args::new().text("command", context(ContextKind::InvalidSubcommand)),
        ),
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
        ErrorKind::ValueValidation => text.fill(
            "error-invalid-value",
            argument().text("value", context(ContextKind::InvalidValue)),
        ),
        // Any other error, in clap's own words.
        _ => text.fill(
            "error-usage",
            Args::new().text("problem", error.kind().to_string()),
        ),
    }
}
