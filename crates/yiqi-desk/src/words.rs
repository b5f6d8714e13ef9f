//! Sentences for what the desk reports.

use yiqi_players::{Certainty, ParsePlayerError, PlayerError};
use yiqi_record::OfferKind;
use yiqi_record::notation::move_name;
use yiqi_rules::GameSpec;
use yiqi_session::GameView;
use yiqi_text::columns::{pad, width};
use yiqi_text::{Args, Text, words};

use crate::commands::{LineError, Scope};
use crate::{DeskError, DeskEvent, PlyRefError, StoreError};

/// The moves that were played, numbered, in lines of at most this many columns.
#[must_use]
pub fn played(view: &GameView, columns: usize) -> Vec<String> {
    let names = view.moves.iter().map(|ply| move_name(ply.mv, view.spec));
    let cells: Vec<String> = names
        .enumerate()
        .map(|(index, name)| format!("{:>3} {name}", index + 1))
        .collect();
    let widest = cells.iter().map(|cell| width(cell)).max().unwrap_or(0) + 2;
    // Black and White alternate: an even number of moves in a line keeps the sides in columns.
    let in_line = (columns / widest).max(2) / 2 * 2;
    cells
        .chunks(in_line)
        .map(|line| {
            let padded = line.iter().map(|cell| pad(cell, widest));
            padded.collect::<String>().trim_end().to_owned()
        })
        .collect()
}

/// Why the desk refuses a request, for a game of this spec.
#[must_use]
pub fn desk_error(text: &Text, spec: GameSpec, error: &DeskError) -> String {
    match error {
        DeskError::NoGame => text.say("desk-no-game"),
        DeskError::TooManyGames => text.say("desk-too-many-games"),
        DeskError::Refused(refusal) => words::session_refusal(text, spec, refusal),
        DeskError::Setup(error) => words::setup_error(text, error),
        DeskError::PlyRef(error) => ply_ref_error(text, error),
        DeskError::NothingToUndo => text.say("refusal-nothing-to-take-back"),
        DeskError::NothingToRedo => text.say("desk-nothing-to-redo"),
        DeskError::FewerToUndo(count) => {
            text.fill("desk-fewer-to-undo", Args::new().number("count", *count))
        }
        DeskError::ProgramsTurn => text.say("desk-programs-turn"),
        DeskError::ViewingEarlier => text.say("desk-looking"),
        DeskError::NoStore => text.say("desk-no-store"),
        DeskError::EmptySlot(slot) => {
            text.fill("desk-empty-slot", Args::new().number("slot", *slot))
        }
        DeskError::Store(error) => store_error(text, error),
        DeskError::NotKept(error) => not_kept(text, error),
        DeskError::Unplayable => text.say("desk-unplayable"),
    }
}

/// Why a game has no such ply.
#[must_use]
pub fn ply_ref_error(text: &Text, error: &PlyRefError) -> String {
    match error {
        PlyRefError::Ply { played } => {
            text.fill("error-no-such-ply", Args::new().number("count", *played))
        }
        PlyRefError::Stone { color, placed } => text.fill(
            "error-no-such-stone",
            Args::new()
                .text("color", words::color(text, *color))
                .number("count", *placed),
        ),
    }
}

/// Why something cannot be stored or loaded.
#[must_use]
pub fn store_error(text: &Text, error: &StoreError) -> String {
    let (path, problem) = match error {
        StoreError::Io { path, error } => (
            path,
            text.fill("desk-disk", Args::new().text("problem", error.to_string())),
        ),
        StoreError::Read { path, error } => (path, words::read_error(text, error)),
        StoreError::Empty { path } => (
            path,
            text.fill("error-no-such-game", Args::new().number("count", 0)),
        ),
        StoreError::Format { path } => (path, text.say("desk-unknown-format")),
        StoreError::Write { path, error } => (path, words::write_error(text, error)),
    };
    text.fill(
        "error-file",
        Args::new()
            .text("file", path.to_string_lossy())
            .text("problem", problem),
    )
}

/// Why a line is not understood, and what is accepted.
#[must_use]
pub fn line_error(text: &Text, error: &LineError) -> String {
    match error {
        LineError::Unknown(line) => text.fill("desk-unknown-line", Args::new().text("line", line)),
        LineError::Move(error) => words::move_error(text, error),
        LineError::NotHere { scope, .. } if *scope == Scope::Table => text.say("net-not-here"),
        LineError::NotHere { name, .. } => {
            text.fill("desk-not-here", Args::new().text("command", *name))
        }
        LineError::PlyRef(value) => text.fill("error-at", Args::new().text("value", value)),
        LineError::Args { usage, args } => text.fill(
            "desk-wrong-args",
            Args::new().text("args", args).text("command", usage),
        ),
        LineError::Spec(error) => words::spec_error(text, error),
        LineError::Player(error) => parse_player_error(text, error),
    }
}

/// Why a text is not a valid player.
#[must_use]
pub fn parse_player_error(text: &Text, error: &ParsePlayerError) -> String {
    match error {
        ParsePlayerError::Unknown(name) => {
            text.fill("desk-unknown-player", Args::new().text("name", name))
        }
        ParsePlayerError::Option { player, option, .. } => {
            let args = Args::new().text("player", player).text("option", option);
            text.fill(
                match *player {
                    "random" => "desk-option-random",
                    "alphabeta" => "desk-option-alphabeta",
                    "engine" => "desk-option-engine",
                    "program" => "desk-option-program",
                    _ => "desk-option-none",
                },
                args,
            )
        }
    }
}

/// Why a program failed.
#[must_use]
pub fn player_error(text: &Text, error: &PlayerError) -> String {
    match error {
        PlayerError::Start { command, problem } => text.fill(
            "desk-program-start",
            Args::new()
                .text("command", command)
                .text("problem", problem),
        ),
        PlayerError::Ended {
            command,
            status,
            last_words,
        } => text.fill(
            "desk-program-ended",
            Args::new()
                .text("command", command)
                .text("status", format!("{status}{last_words}")),
        ),
        PlayerError::Stalled { command, seconds } => text.fill(
            "desk-program-stalled",
            Args::new()
                .text("command", command)
                .text("seconds", seconds.to_string()),
        ),
        PlayerError::Illegal { command, answer } => text.fill(
            "desk-program-illegal",
            Args::new().text("command", command).text("answer", answer),
        ),
        PlayerError::Crashed { player, problem } => text.fill(
            "desk-program-crashed",
            Args::new().text("player", player).text("problem", problem),
        ),
        PlayerError::Stopped | PlayerError::Human => text.say("desk-program-stopped"),
    }
}

/// An event of the desk, if it is worth a sentence; moves of programs show on the board.
#[must_use]
pub fn desk_event(text: &Text, happening: &DeskEvent) -> Option<String> {
    match happening {
        DeskEvent::Moved { .. } => None,
        DeskEvent::RanOut { .. } => Some(text.say("desk-ran-out")),
        DeskEvent::Answered {
            offer, accepted, ..
        } => Some(text.fill(
            if *accepted {
                "desk-accepted"
            } else {
                "desk-declined"
            },
            Args::new().text("offer", offer_name(text, *offer)),
        )),
        DeskEvent::Failed { error, .. } => Some(text.fill(
            "desk-failed",
            Args::new().text("problem", player_error(text, error)),
        )),
        DeskEvent::NotKept { error, .. } => Some(not_kept(text, error)),
    }
}

fn not_kept(text: &Text, error: &StoreError) -> String {
    let problem = Args::new().text("problem", store_error(text, error));
    text.fill("desk-not-kept", problem)
}

fn offer_name(text: &Text, offer: OfferKind) -> String {
    words::offer_kind(text, offer)
}

/// How an engine knows what a position is worth: `value` is its evaluation, from the point of view
/// of the side that wins or loses by force.
#[must_use]
pub fn certainty(text: &Text, certainty: Certainty, value: i32) -> String {
    match certainty {
        Certainty::Exact => text.say("sure-exact"),
        Certainty::Outcome => text.say("sure-outcome"),
        Certainty::Forced { plies } => {
            let args = Args::new().number("plies", usize::from(plies));
            if value < 0 {
                text.fill("sure-loses-in", args)
            } else {
                text.fill("sure-wins-in", args)
            }
        }
        Certainty::Estimate { percent, error } => {
            let args = Args::new()
                .text("error", format!("{:.1}", f64::from(error) / 100.0))
                .text("percent", percent.to_string());
            match (percent < 100, error > 0) {
                (false, false) => text.say("sure-estimate"),
                (false, true) => text.fill("sure-estimate-error", args),
                (true, false) => text.fill("sure-estimate-percent", args),
                (true, true) => text.fill("sure-estimate-both", args),
            }
        }
    }
}
