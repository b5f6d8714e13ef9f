//! `yiqi play SPEC --black P --white P`: programs play without interaction.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use yiqi_desk::words::{parse_player_error, player_error, player_name, ply_ref_error};
use yiqi_desk::{PlyRef, write_atomically};
use yiqi_players::{Choice, MoveRequest, Player, PlayerError, PlayerSpec, Task};
use yiqi_record::{BySeat, Format, GameResult, Record, Seat, TimeControl};
use yiqi_rules::{ByColor, Color, GameSpec};
use yiqi_session::{Actor, Command, Session, Stage, Terms};
use yiqi_text::{Args, Text, board, words};

use super::terminal::random_seed;
use super::{parse_spec, stop_on_signals};
use crate::failure::Failure;
use crate::files::{check_overwrite, file_failure, read_records, unknown_format};
use crate::verbose;

/// The games to play.
pub(crate) struct Match {
    pub(crate) spec: GameSpec,
    pub(crate) players: BySeat<PlayerSpec>,
    /// The game to continue, if any.
    start: Option<Session>,
    record: Option<PathBuf>,
    games: u32,
    /// What players without a seed of their own draw from.
    seed: u64,
}

/// Reads the arguments.
pub(crate) fn parse(args: &ArgMatches, text: &Text) -> Result<Match, Failure> {
    let spec = args.get_one::<String>("spec").map_or("", String::as_str);
    let spec = parse_spec(spec, text)?;
    let player = |id: &str| {
        let text_of = args.get_one::<String>(id).map_or("human", String::as_str);
        text_of
            .parse::<PlayerSpec>()
            .map_err(|error| Failure::usage(parse_player_error(text, &error)))
    };
    let start = match args.get_one::<String>("from") {
        Some(from) => Some(read_start(from, spec, text)?),
        None => None,
    };
    let (black, white) = (player("black")?, player("white")?);
    // In a continued game, a swap may have given black to the second seat.
    let black_seat = match start.as_ref().map(Session::colors) {
        Some(colors) if colors.first == Color::White => Seat::Second,
        _ => Seat::First,
    };
    let players = match black_seat {
        Seat::First => BySeat {
            first: black,
            second: white,
        },
        Seat::Second => BySeat {
            first: white,
            second: black,
        },
    };
    let record = args.get_one::<PathBuf>("record").cloned();
    if let Some(path) = &record {
        check_overwrite(text, path, args)?;
        record_format(path, text)?;
    }
    let seed = args.get_one::<u64>("seed").copied();
    Ok(Match {
        spec,
        players,
        start,
        record,
        games: args.get_one::<u32>("games").copied().unwrap_or(1),
        seed: seed.unwrap_or_else(random_seed),
    })
}

impl Match {
    /// Whether a human plays in it.
    pub(crate) fn has_person(&self) -> bool {
        self.players.iter().any(PlayerSpec::is_human)
    }

    /// The color that each seat starts with.
    fn colors(&self) -> BySeat<Color> {
        self.start.as_ref().map_or(
            BySeat {
                first: Color::Black,
                second: Color::White,
            },
            Session::colors,
        )
    }

    /// A game that has begun.
    pub(crate) fn session(&self) -> Session {
        let name = |seat: Seat| {
            let spec = &self.players[seat];
            match &spec.name {
                Some(name) => name.clone(),
                // Each face has its own word for somebody without a name.
                None if spec.is_human() => String::new(),
                None => spec.to_string(),
            }
        };
        let names = BySeat::from_fn(name);
        match &self.start {
            Some(start) => start.branch(names, TimeControl::NONE),
            None => {
                let terms = Terms {
                    players: names,
                    ..Terms::new(self.spec)
                };
                begin(Session::new(terms).expect("the usual start is a position"))
            }
        }
    }
}

fn begin(mut session: Session) -> Session {
    if session.stage() == Stage::Waiting {
        let entries = session
            .decide(Actor::Host, &Command::Start, 0, 0)
            .unwrap_or_default();
        for entry in &entries {
            session
                .apply(entry)
                .expect("what a session decides it can apply");
        }
    }
    session
}

/// Plays all games and prints how each ended.
pub(crate) fn run(what: &Match, text: &Text, out: &mut impl Write) -> Result<(), Failure> {
    let format = match &what.record {
        None => Format::Yiqi,
        Some(path) => record_format(path, text)?,
    };
    let mut records: Vec<Record> = Vec::new();
    let mut total = Total::default();
    let mut forfeit_count = 0;
    for number in 0..what.games {
        let seed = what.seed.wrapping_add(2 * u64::from(number));
        let (session, failed) = play_game(what, seed, text)?;
        if let Some((seat, error)) = failed {
            forfeit_count += 1;
            tell_forfeit(what, seat, &error, text)?;
        }
        records.push(session.record());
        if let Some(path) = &what.record {
            save(path, format, &records, text)?;
        }
        let result = session.result();
        if what.games == 1 && std::io::stdout().is_terminal() {
            write!(out, "{}", ending(&session, text))?;
        }
        writeln!(out, "{}", result_line(result))?;
        out.flush()?;
        total.add(result);
    }
    if what.games > 1 {
        // For people: the last line of the output is the last result.
        writeln!(std::io::stderr(), "{}", total.sentence(text))?;
    }
    match forfeit_count {
        0 => Ok(()),
        count => Err(Failure::work(
            text.fill("play-forfeits", Args::new().number("count", count)),
        )),
    }
}

/// Says which player lost because it failed, and shows the end of the dialog with it.
fn tell_forfeit(what: &Match, seat: Seat, error: &PlayerError, text: &Text) -> Result<(), Failure> {
    let mut errors = std::io::stderr();
    writeln!(errors, "{}", failure_sentence(what, seat, error, text))?;
    if let PlayerError::Forfeit(forfeit) = error {
        let dialog = &forfeit.evidence.dialog;
        for line in &dialog[dialog.len().saturating_sub(DIALOG_SHOWN)..] {
            writeln!(errors, "    {line}")?;
        }
    }
    Ok(())
}

fn failure_sentence(what: &Match, seat: Seat, error: &PlayerError, text: &Text) -> String {
    let side = words::color(text, what.colors()[seat]);
    let problem = Args::new()
        .text("side", side)
        .text("problem", player_error(text, error));
    text.fill("play-failed", problem)
}

/// How many lines of the dialog with a program are shown when it fails.
const DIALOG_SHOWN: usize = 6;

/// The last position of a game and how it ended, for people.
fn ending(session: &Session, text: &Text) -> String {
    let colors = session.colors();
    let sides = ByColor::from_fn(|color| {
        let name = &session.terms().players[colors.seat_of(color)];
        words::side(text, color, &player_name(text, name))
    });
    let board = board::plain(session.position());
    let spec = session.terms().spec;
    let result = session.result();
    let said = result.map(|result| words::result_of(text, &result, spec, &sides));
    format!("{board}{}\n", said.unwrap_or_default())
}

/// The line that says how a game ended, for programs: the score is Black's and White's.
pub(crate) fn result_line(result: Option<GameResult>) -> String {
    let result = result.map(|result| result.to_string());
    format!("result: {}", result.unwrap_or_default())
}

/// How several games ended.
#[derive(Default)]
struct Total {
    black: usize,
    white: usize,
    draws: usize,
}

impl Total {
    fn add(&mut self, result: Option<GameResult>) {
        match result.and_then(|result| result.winner) {
            Some(Color::Black) => self.black += 1,
            Some(Color::White) => self.white += 1,
            None => self.draws += 1,
        }
    }

    fn sentence(&self, text: &Text) -> String {
        let games = self.black + self.white + self.draws;
        let args = Args::new()
            .number("games", games)
            .number("black", self.black)
            .number("white", self.white)
            .number("draws", self.draws);
        text.fill("play-total", args)
    }
}

/// The format of the file to record into.
fn record_format(path: &Path, text: &Text) -> Result<Format, Failure> {
    Format::of_path(path)
        .filter(|format| format.is_writable())
        .ok_or_else(|| file_failure(text, path, unknown_format(text, "--record")))
}

impl Match {
    /// Records a game that a person played, if that was asked for.
    pub(crate) fn keep(&self, record: Record, text: &Text) -> Result<(), Failure> {
        match &self.record {
            Some(path) => save(path, record_format(path, text)?, &[record], text),
            None => Ok(()),
        }
    }
}

fn save(path: &Path, format: Format, records: &[Record], text: &Text) -> Result<(), Failure> {
    let failure = |problem| Failure {
        status: 1,
        ..file_failure(text, path, problem)
    };
    let bytes = format
        .write(records)
        .map_err(|error| failure(words::write_error(text, &error)))?;
    write_atomically(path, &bytes).map_err(|error| {
        let problem = Args::new().text("problem", words::io_error(text, &error));
        failure(text.fill("error-write", problem))
    })?;
    verbose::has_written(path);
    Ok(())
}

/// A player that lost because it failed.
type Failed = (Seat, PlayerError);

/// Plays a game. A player that fails loses by forfeit.
fn play_game(what: &Match, seed: u64, text: &Text) -> Result<(Session, Option<Failed>), Failure> {
    let mut session = what.session();
    let mut players: BySeat<Option<Box<dyn Player>>> = BySeat {
        first: what.players.first.player(seed.wrapping_add(1)),
        second: what.players.second.player(seed.wrapping_add(2)),
    };
    // No external program may outlive this one.
    let stop = stop_on_signals();
    while let Some(seat) = session.turn() {
        let task = Task {
            position: session.position().clone(),
            start: session.terms().start.clone(),
            moves: session.played().iter().map(|ply| ply.mv).collect(),
            time: None,
        };
        let choice = match players[seat].as_mut() {
            Some(player) => player.choose(MoveRequest::new(&task).with_stop(&stop)),
            None => Err(PlayerError::Human),
        };
        let (actor, command, failed) = match choice {
            Ok(choice) => {
                let Choice { mv, eval } = choice;
                (Actor::Seat(seat), Command::Play { mv, eval }, None)
            }
            // Nobody lost: the match cannot go on.
            Err(
                error
                @ (PlayerError::Stopped | PlayerError::Human | PlayerError::CannotPlay { .. }),
            ) => return Err(Failure::work(failure_sentence(what, seat, &error, text))),
            Err(error) => (Actor::Host, Command::Forfeit(seat), Some((seat, error))),
        };
        let entries = session
            .decide(actor, &command, 0, 0)
            .expect("players choose legal moves, and a game that goes on can be forfeited");
        for entry in &entries {
            session
                .apply(entry)
                .expect("what a session decides it can apply");
        }
        if failed.is_some() {
            return Ok((session, failed));
        }
    }
    Ok((session, None))
}

/// Reads `FILE` or `FILE@PLY`.
fn read_start(from: &str, spec: GameSpec, text: &Text) -> Result<Session, Failure> {
    let (file, ply_ref) = match from.rsplit_once('@') {
        // The name of a file may contain the sign.
        Some((file, ply_ref)) if !Path::new(from).exists() => (file, ply_ref),
        _ => (from, "end"),
    };
    let path = Path::new(file);
    let ply_ref: PlyRef = ply_ref
        .parse()
        .map_err(|_| Failure::usage(text.fill("error-at", Args::new().text("value", ply_ref))))?;
    let fail = |problem| file_failure(text, path, problem);
    let records = read_records(text, path, None, Some(spec))?;
    let record = records.first().ok_or_else(|| {
        let count = Args::new().number("count", 0);
        fail(text.fill("error-no-such-game", count))
    })?;
    if record.header.spec != spec {
        let game = Args::new().text("game", words::game(text, record.header.spec));
        return Err(fail(text.fill("play-other-game", game)));
    }
    let replay = record
        .replay()
        .map_err(|error| fail(words::check_error(text, spec, &error)))?;
    let ply = ply_ref
        .ply(replay.plies())
        .map_err(|error| fail(ply_ref_error(text, &error)))?;
    let mut session = begin(
        Session::new(Terms::of_record(record))
            .map_err(|error| fail(words::setup_error(text, &error)))?,
    );
    for mv in replay.moves().take(ply) {
        let entry = yiqi_record::Entry {
            at_ms: 0,
            event: yiqi_record::Event::Move(mv.into()),
        };
        session
            .apply(&entry)
            .map_err(|error| fail(words::broken_log(text, spec, &error)))?;
    }
    Ok(session)
}
