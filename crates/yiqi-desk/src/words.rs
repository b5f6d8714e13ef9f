//! Sentences for what the desk reports.

use yiqi_players::{
    Certainty, Forfeit, ForfeitReason, LevelPace, Line, NO_SUCH_PROGRAM, ParsePlayerError,
    PlayerError, PlayerKind, PlayerSpec, level_info,
};
use yiqi_record::notation::move_name;
use yiqi_record::{ClockRule, OfferKind, Record, Seat};
use yiqi_rules::{Aim, Color, GameSpec, Move, Opening};
use yiqi_session::{GameView, MoveView};
use yiqi_text::columns::{pad, width};
use yiqi_text::{Args, Text, words};

use crate::commands::{LineError, Scope};
use crate::game::players_of;
use crate::{DeskError, DeskEvent, Hint, NewGame, PlyRefError, StoreError, written_clock};

/// The moves that were played, numbered, in lines of at most this many columns.
#[must_use]
pub fn played(text: &Text, view: &GameView, columns: usize) -> Vec<String> {
    let moves = view.moves.iter();
    let names = moves.map(|ply| words::move_text(text, ply.mv, view.spec));
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

/// A player in words: “Level 8”, “Random moves”.
#[must_use]
pub fn player(text: &Text, kind: &PlayerKind) -> String {
    let at = |key, level: u8| text.fill(key, Args::new().text("level", level.to_string()));
    match kind {
        PlayerKind::Human => text.say("player-human"),
        PlayerKind::Random { .. } => text.say("player-random"),
        PlayerKind::Greedy => text.say("player-greedy"),
        PlayerKind::Weights => text.say("player-weights"),
        PlayerKind::AlphaBeta { depth } => at("player-alphabeta-at", *depth),
        PlayerKind::Engine(options) => match options.level {
            Some(level) => at("player-engine-at", level),
            None => {
                let options = Args::new().text("options", options.to_string());
                text.fill("player-engine-with", options)
            }
        },
        program @ PlayerKind::Program(_) => program.default_name(),
    }
}

/// A name as it is recorded, in words: programs without a name of their own are recorded by their
/// spec.
#[must_use]
pub fn player_name(text: &Text, name: &str) -> String {
    match name.parse::<PlayerSpec>() {
        Ok(spec) if !spec.is_human() && spec.to_string() == name => player(text, &spec.kind),
        _ => name.to_owned(),
    }
}

/// Who has a seat in a record, in words. Somebody without a name who plays against a program is
/// “You”; of two people without names nothing is known, and the text is empty.
#[must_use]
pub fn recorded_name(text: &Text, record: &Record, seat: Seat) -> String {
    let players = players_of(record);
    match record.header.players[seat].as_str() {
        "" if players[seat].is_human() && !players[seat.other()].is_human() => {
            text.say("player-you")
        }
        "" => String::new(),
        name => player_name(text, name),
    }
}

/// A player in words, with the kind of player that its level is comparable to: “Level 8, club
/// player”.
#[must_use]
pub fn player_with_class(text: &Text, spec: GameSpec, kind: &PlayerKind) -> String {
    let name = player(text, kind);
    match level_of(kind).and_then(|level| level_info(spec, level)) {
        None => name,
        Some(info) => {
            let word = text.say(&format!("level-{}", info.class.name()));
            let args = Args::new().text("player", name).text("word", word);
            text.fill("level-with-word", args)
        }
    }
}

/// A new game in a few words: “Reversi 8×8 against Level 4”, and its clock if it has one.
#[must_use]
pub fn new_game(text: &Text, game: &NewGame) -> String {
    let title = words::game(text, game.spec);
    let name = |player: &PlayerSpec| match &player.name {
        Some(name) => name.clone(),
        None => self::player(text, &player.kind),
    };
    let args = Args::new().text("game", title);
    let (black, white) = (&game.players.black, &game.players.white);
    let said = match (black.is_human(), white.is_human()) {
        (true, false) => text.fill("new-game-against", args.text("opponent", name(white))),
        (false, true) => text.fill("new-game-against", args.text("opponent", name(black))),
        (true, true) if black.name.is_none() && white.name.is_none() => {
            text.fill("new-game-two", args)
        }
        _ => {
            let args = args.text("black", name(black)).text("white", name(white));
            text.fill("new-game-between", args)
        }
    };
    match game.time.clock {
        ClockRule::Unlimited => said,
        clock => {
            let args = Args::new().text("game", said);
            text.fill(
                "new-game-clock",
                args.text("time", self::clock(text, clock)),
            )
        }
    }
}

/// A clock in words: “10m+5s”, “30s a move”, “no clock”.
#[must_use]
pub fn clock(text: &Text, clock: ClockRule) -> String {
    let written = written_clock(clock);
    match clock {
        ClockRule::Unlimited => text.say("form-no-clock"),
        ClockRule::PerMove { .. } => {
            let time = written.split(' ').next().unwrap_or_default();
            text.fill("form-per-move", Args::new().text("time", time))
        }
        _ => written,
    }
}

/// What to expect of a level: what such a player knows, how strong it is, how long it thinks. `None`
/// if the player has no level in this game.
#[must_use]
pub fn level_note(text: &Text, spec: GameSpec, kind: &PlayerKind) -> Option<String> {
    let info = level_info(spec, level_of(kind)?)?;
    let elo = match info.elo {
        Some(0) => None,
        Some(elo) => Some(text.fill("level-elo", Args::new().text("elo", elo.to_string()))),
        None => Some(text.say("level-elo-unknown")),
    };
    let seconds = match info.pace {
        LevelPace::UpTo(time) => time.as_secs(),
        _ => 0,
    };
    let pace = text.fill(
        &format!("level-pace-{}", info.pace.name()),
        Args::new().text("seconds", seconds.to_string()),
    );
    let known = level_knowledge(text, spec, kind);
    let sentences = [known, elo, Some(pace)].into_iter().flatten();
    Some(words::sentences(text, sentences))
}

/// What a player of this level knows. `None` if the player has no level in this game.
#[must_use]
pub fn level_knowledge(text: &Text, spec: GameSpec, kind: &PlayerKind) -> Option<String> {
    let class = level_info(spec, level_of(kind)?)?.class.name();
    let game = spec.game().name();
    Some(text.say(&format!("level-note-{game}-{class}")))
}

/// The level of a player that has one and no limits of its own.
fn level_of(kind: &PlayerKind) -> Option<u8> {
    match kind {
        PlayerKind::Engine(options) if !options.is_limited() => options.level,
        _ => None,
    }
}

/// What the side to move does in an opening with swaps, and what comes next. `None` in other openings
/// and once the first stones are placed.
#[must_use]
pub fn opening_turn(text: &Text, view: &GameView, name: impl Fn(Seat) -> String) -> Option<String> {
    let has_swaps = matches!(view.spec.opening_name(), "swap1" | "swap2");
    let stones = view.stones.black.len() + view.stones.white.len();
    let placed = view.moves.iter().filter(|made| made.mv.point().is_some());
    let is_from_start = placed.count() == stones;
    let (Some(seat), Some(stone), true) = (view.turn, view.next_stone, has_swaps && is_from_start)
    else {
        return None;
    };
    let (number, of) = match view.moves.iter().position(|made| made.mv == Move::More) {
        Some(at) => (view.moves.len() - at, Opening::ADDED_STONES),
        None => (view.moves.len() + 1, Opening::FIRST_STONES),
    };
    let of = usize::from(of);
    let is_chosen = |made: &MoveView| matches!(made.mv, Move::Swap | Move::Keep);
    if number > of || view.moves.iter().any(is_chosen) {
        return None;
    }
    let args = Args::new()
        .text("name", name(seat))
        .text("opponent", name(seat.other()))
        .text("stone", stone.name())
        .number("number", number)
        .number("of", of);
    Some(text.fill("opening-turn", args))
}

/// Why the desk refuses a request, for a game of this spec.
#[must_use]
pub fn desk_error(text: &Text, spec: GameSpec, error: &DeskError) -> String {
    match error {
        DeskError::NoGame => text.say("desk-no-game"),
        DeskError::TooManyGames => text.say("desk-too-many-games"),
        DeskError::Refused(refusal) => words::session_refusal(text, spec, refusal),
        DeskError::Setup(error) => words::setup_error(text, error),
        DeskError::PlyRef(error) => capitalized(&ply_ref_error(text, error)),
        DeskError::NothingToUndo => text.say("refusal-nothing-to-take-back"),
        DeskError::NothingToRedo => text.say("desk-nothing-to-redo"),
        DeskError::FewerToUndo(count) => {
            text.fill("desk-fewer-to-undo", Args::new().number("count", *count))
        }
        DeskError::NothingDropped => text.say("desk-nothing-dropped"),
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

/// A sentence that stands alone, from one that may follow the name of a file.
fn capitalized(sentence: &str) -> String {
    let mut chars = sentence.chars();
    let first = chars.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(chars).collect()
}

/// Why a game has no such ply; to be read after the name of a file.
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
        StoreError::Io { path, error } => (path, words::io_error(text, error)),
        StoreError::Read { path, error } => (path, words::read_error(text, error)),
        StoreError::Empty { path } => (
            path,
            text.fill("error-no-such-game", Args::new().number("count", 0)),
        ),
        StoreError::Damaged { path } => (path, text.say("desk-damaged")),
        StoreError::Format { path } => (path, text.say("desk-unknown-format")),
        StoreError::PictureFormat { path } => (path, text.say("export-picture-format")),
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
        LineError::Unknown { line, meant } => {
            let args = Args::new().text("line", line);
            match meant {
                Some(meant) => text.fill("desk-unknown-line-meant", args.text("meant", *meant)),
                None => text.fill("desk-unknown-line", args),
            }
        }
        LineError::Move(error) => words::move_error(text, error),
        LineError::NotHere { scope, .. } if *scope == Scope::Table => text.say("net-not-here"),
        LineError::NotHere { name, .. } => {
            text.fill("desk-not-here", Args::new().text("command", *name))
        }
        LineError::PlyRef(value) => text.fill("error-at", Args::new().text("value", value)),
        LineError::Args { usage, args } if args.is_empty() => {
            text.fill("desk-missing-args", Args::new().text("command", usage))
        }
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
        PlayerError::Forfeit(forfeit) => forfeit_reason(text, forfeit),
        PlayerError::CannotPlay { command, game } => text.fill(
            "desk-program-cannot-play",
            Args::new().text("command", command).text("game", game),
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

/// Why an outside program failed.
#[must_use]
pub fn forfeit_reason(text: &Text, forfeit: &Forfeit) -> String {
    let args = || Args::new().text("command", &forfeit.command);
    let evidence = &forfeit.evidence;
    let seconds = || evidence.allowed_seconds().to_string();
    let status = |status: &str| format!("{status}{}", evidence.last_words());
    match &forfeit.reason {
        ForfeitReason::NotStarted { problem } => match problem.as_str() {
            NO_SUCH_PROGRAM => text.fill("desk-program-missing", args()),
            problem => text.fill("desk-program-start", args().text("problem", problem)),
        },
        ForfeitReason::LateStart => {
            text.fill("desk-program-late", args().text("seconds", seconds()))
        }
        ForfeitReason::EarlyExit { status: how } => {
            text.fill("desk-program-ended", args().text("status", status(how)))
        }
        ForfeitReason::Crash { status: how } => {
            text.fill("desk-program-died", args().text("status", status(how)))
        }
        ForfeitReason::Memory { status: how } => {
            text.fill("desk-program-memory", args().text("status", status(how)))
        }
        ForfeitReason::Stall => {
            text.fill("desk-program-stalled", args().text("seconds", seconds()))
        }
        ForfeitReason::Flood => text.fill("desk-program-flood", args()),
        ForfeitReason::Garbage { answer } => {
            text.fill("desk-program-garbage", args().text("answer", answer))
        }
        ForfeitReason::OutOfTurn { answer } => {
            text.fill("desk-program-unasked", args().text("answer", answer))
        }
        ForfeitReason::Illegal { answer } => {
            text.fill("desk-program-illegal", args().text("answer", answer))
        }
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

/// The most moves of an expected line that a sentence shows.
const LINE_MOVES_MAX: usize = 6;

/// What the engine would play, what it is worth to the side to move, and the second best.
#[must_use]
pub fn hint(text: &Text, hint: &Hint) -> String {
    let name = |mv| move_name(mv, hint.spec);
    let told = |line: &Line| {
        let moves = line.moves.iter().take(LINE_MOVES_MAX);
        let moves: Vec<String> = moves.map(|&mv| name(mv)).collect();
        let value = line.eval_for_black(hint.turn);
        let eval = evaluation_for(text, hint.spec, hint.turn, value, line.certainty);
        Args::new()
            .text("move", moves.first().map_or("", String::as_str))
            .text("eval", eval)
            .text("line", moves.join(" "))
    };
    let is_worth_something = hint.is_evaluated && hint.spec.game().aim() != Aim::Nothing;
    let Some(best) = hint.lines.first().filter(|_| is_worth_something) else {
        return text.fill("hint-move", Args::new().text("move", name(hint.mv())));
    };
    let mut sentences = vec![text.fill("hint-best", told(best))];
    if let Some(second) = hint.lines.get(1) {
        sentences.push(text.fill("hint-second", told(second)));
    }
    words::sentences(text, sentences)
}

/// What a position is worth, with the side that is ahead and a unit: stones, or the chance to win.
/// `value` is in hundredths from Black's point of view.
#[must_use]
pub fn evaluation(text: &Text, spec: GameSpec, value: i32, certainty: Certainty) -> String {
    evaluation_for(text, spec, ahead(value), value, certainty)
}

/// The side that is ahead by a value from Black's point of view; Black if nobody is.
fn ahead(value: i32) -> Color {
    match value < 0 {
        true => Color::White,
        false => Color::Black,
    }
}

/// What a position is worth to one side. A result that is certain names the winner instead.
/// `value` is in hundredths from Black's point of view.
fn evaluation_for(
    text: &Text,
    spec: GameSpec,
    side: Color,
    value: i32,
    certainty: Certainty,
) -> String {
    let winner = Args::new().text("side", words::color(text, ahead(value)));
    let args = Args::new().text("side", words::color(text, side));
    let is_ahead = side == ahead(value);
    let stones = value.unsigned_abs() / 100;
    let is_certain = matches!(certainty, Certainty::Exact | Certainty::Outcome);
    match (certainty, spec.game().aim()) {
        (Certainty::Forced { plies }, _) => {
            text.fill("eval-wins-in", winner.number("plies", usize::from(plies)))
        }
        _ if is_certain && value == 0 => text.say("eval-draw"),
        (Certainty::Exact, Aim::Stones) => {
            text.fill("eval-wins-by", winner.number("by", stones as usize))
        }
        (Certainty::Outcome, Aim::Stones) => {
            text.fill("eval-wins-least", winner.number("by", stones as usize))
        }
        // Values that round to zero count as even.
        (_, Aim::Stones) if value.unsigned_abs() < 5 => text.say("eval-even"),
        (_, Aim::Stones) => {
            let by = f64::from(value.unsigned_abs()) / 100.0;
            let by = tenths(by);
            let key = match (is_ahead, by.as_str()) {
                (true, "1") => "eval-stone",
                (false, "1") => "eval-stone-behind",
                (true, _) => "eval-stones",
                (false, _) => "eval-stones-behind",
            };
            text.fill(key, args.text("by", by))
        }
        _ if is_certain => text.fill("eval-wins", winner),
        _ => match (win_percent(value), is_ahead) {
            (50, _) => text.say("eval-even"),
            (percent, true) => text.fill("eval-chance", args.text("percent", percent.to_string())),
            (percent, false) => {
                let percent = 100 - percent;
                text.fill("eval-chance", args.text("percent", percent.to_string()))
            }
        },
    }
}

/// A number with one decimal, unless that is zero.
#[must_use]
pub fn tenths(value: f64) -> String {
    let text = format!("{value:.1}");
    match text.strip_suffix(".0") {
        Some(whole) => whole.to_owned(),
        None => text,
    }
}

/// The chance to win of the side that is ahead, in games in which 100.00 is a won game.
#[must_use]
pub fn win_percent(value: i32) -> u32 {
    (50 + (value.unsigned_abs().min(10_000) + 100) / 200).min(99)
}

/// The largest error of an estimate that says anything: half of an 8×8 board, in hundredths.
const ERROR_MAX: u16 = 3200;

/// Whether the error of an estimate, in hundredths, says anything.
#[must_use]
pub fn is_error_known(error: u16) -> bool {
    (1..ERROR_MAX).contains(&error)
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
                .text("error", tenths(f64::from(error) / 100.0))
                .text("percent", percent.to_string());
            match (percent < 100, is_error_known(error)) {
                (false, false) => text.say("sure-estimate"),
                (false, true) => text.fill("sure-estimate-error", args),
                (true, false) => text.fill("sure-estimate-percent", args),
                (true, true) => text.fill("sure-estimate-both", args),
            }
        }
    }
}
