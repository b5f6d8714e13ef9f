//! `yiqi engine PROTOCOL`: acts as an engine for another program, on standard input and output.
//! `yiqi engine check`: tests how another program does that.

use std::io::Write;

use clap::ArgMatches;
use yiqi_desk::words::parse_player_error;
use yiqi_players::check::{CheckProblem, CheckedCase, check_program};
use yiqi_players::protocol::{Protocol, speak};
use yiqi_players::{CageReport, Layer, ProgramSpec};
use yiqi_text::{Args, Text, words};

use super::{engine_options, spec_option};
use crate::failure::Failure;

pub(crate) fn run(args: &ArgMatches, text: &Text) -> Result<(), Failure> {
    let name = args
        .get_one::<String>("protocol")
        .map_or("", String::as_str);
    if name == "check" {
        return check(args, text, &mut std::io::stdout());
    }
    // clap refuses other names.
    let protocol = Protocol::named(name).unwrap_or(Protocol::Gtp);
    let game = spec_option(args, "game", text)?.unwrap_or(protocol.default_game());
    if !protocol.knows(game) {
        let args = Args::new()
            .text("protocol", name)
            .text("game", words::game(text, game));
        return Err(Failure::usage(text.fill("error-engine-game", args)));
    }
    let options = engine_options(args, text)?;
    speak(
        protocol,
        game,
        options,
        std::io::stdin(),
        &mut std::io::stdout(),
    )?;
    Ok(())
}

/// Leads a program through all cases of its protocol: one line for each, and the dialog if
/// something is wrong.
fn check(args: &ArgMatches, text: &Text, out: &mut impl Write) -> Result<(), Failure> {
    let missing = |argument: &str| {
        let usage = Args::new()
            .text("argument", argument)
            .text("help", "yiqi engine --help");
        Failure::usage(text.fill("error-missing-argument", usage))
    };
    let protocol = args.get_one::<String>("check-protocol");
    let protocol = protocol.ok_or_else(|| missing("--protocol <P>"))?;
    let words = args.get_many::<String>("command").into_iter().flatten();
    let words: Vec<String> = words.cloned().collect();
    if words.is_empty() {
        return Err(missing("COMMAND"));
    }
    let program = ProgramSpec::of_words(protocol, &words)
        .map_err(|error| Failure::usage(parse_player_error(text, &error)))?;
    let (mut count, mut wrong_count) = (0, 0);
    let mut written = Ok(());
    let cage = check_program(&program, |case| {
        count += 1;
        wrong_count += usize::from(case.problem.is_some());
        if written.is_ok() {
            written = tell_case(case, text, out);
        }
    });
    written?;
    // For people; the lines above are for programs, too.
    let mut errors = std::io::stderr();
    writeln!(errors, "{}", cage_sentence(cage.as_ref(), text))?;
    if wrong_count == 0 {
        let args = Args::new().number("count", count);
        writeln!(errors, "{}", text.fill("check-good", args))?;
        return Ok(());
    }
    let args = Args::new()
        .number("wrong", wrong_count)
        .number("count", count);
    Err(Failure::work(text.fill("check-bad", args)))
}

fn tell_case(case: &CheckedCase, text: &Text, out: &mut impl Write) -> std::io::Result<()> {
    match &case.problem {
        None => writeln!(out, "{}: ok", case.name)?,
        Some(problem) => {
            writeln!(out, "{}: {}", case.name, problem_sentence(problem, text))?;
            for line in &case.dialog {
                writeln!(out, "    {line}")?;
            }
        }
    }
    out.flush()
}

fn problem_sentence(problem: &CheckProblem, text: &Text) -> String {
    let args = Args::new;
    match problem {
        CheckProblem::NotStarted { problem } => {
            text.fill("check-not-started", args().text("problem", problem))
        }
        CheckProblem::Ended { status, errors } => {
            let errors = match errors.is_empty() {
                true => String::new(),
                false => format!(": {}", errors.join(" / ")),
            };
            let status = args().text("status", format!("{status}{errors}"));
            text.fill("check-ended", status)
        }
        CheckProblem::Silent { line, seconds } => {
            let seconds = seconds.to_string();
            text.fill(
                "check-silent",
                args().text("line", line).text("seconds", seconds),
            )
        }
        CheckProblem::Flood => text.say("check-flood"),
        CheckProblem::Wrong {
            line,
            answer,
            wanted,
        } => {
            let args = args().text("line", line).text("answer", answer);
            text.fill("check-wrong", args.text("wanted", wanted))
        }
        CheckProblem::Illegal { answer } => {
            text.fill("check-illegal", args().text("answer", answer))
        }
        CheckProblem::Late {
            taken_ms,
            allowed_ms,
        } => {
            let args = args().text("taken", taken_ms.to_string());
            text.fill("check-late", args.text("allowed", allowed_ms.to_string()))
        }
        CheckProblem::Unasked { answer } => {
            text.fill("check-unasked", args().text("answer", answer))
        }
        CheckProblem::Stays { line: "" } => text.say("check-stays-at-end"),
        CheckProblem::Stays { line } => text.fill("check-stays", args().text("line", *line)),
    }
}

/// How strong the cage was in which the program ran.
fn cage_sentence(cage: Option<&CageReport>, text: &Text) -> String {
    let Some(cage) = cage else {
        return text.say("cage-none");
    };
    let name = |layer: Layer| text.say(&format!("cage-layer-{}", layer.name()));
    let present: Vec<String> = Layer::ALL
        .into_iter()
        .filter_map(|layer| Some(format!("{} ({})", name(layer), cage.means(layer)?)))
        .collect();
    let missing: Vec<String> = cage.missing().map(name).collect();
    let args = Args::new().text("present", present.join(", "));
    match missing.is_empty() {
        true => text.fill("cage-whole", args),
        false => text.fill("cage-part", args.text("missing", missing.join(", "))),
    }
}
