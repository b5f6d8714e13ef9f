//! What can be wrong with a request for a study.

use yiqi_record::notation::ParseMoveError;
use yiqi_record::{CheckError, Expected, Format, ReadError, Record, ReplayError, WriteError};
use yiqi_rules::{GameSpec, ParseSpecError, Refusal, SetupError};
use yiqi_session::{BrokenLog, LogProblem};
use yiqi_text::{Args, Text, words};
use yiqi_wire::Fault;

use super::MOVES_MAX;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StudyError {
    /// No such game, board or rules.
    #[error("{0}")]
    Game(ParseSpecError),
    /// The text of a start position is none.
    #[error("not a start position: expected {}", Expected::Start)]
    Start,
    /// The stones of a start position do not fit.
    #[error("start position: {0}")]
    Setup(SetupError),
    /// One of the moves is no move.
    #[error("move {number}: {error}")]
    NotAMove {
        /// Which, from 1.
        number: usize,
        /// How many there are.
        count: usize,
        /// Why not.
        error: ParseMoveError,
    },
    /// The rules refuse one of the moves.
    #[error("move {number}: {refusal}")]
    Refused {
        /// Which, from 1.
        number: usize,
        /// How many there are.
        count: usize,
        /// The game.
        spec: GameSpec,
        /// Why.
        refusal: Refusal,
    },
    /// A move of a tree follows one that does not stand before it.
    #[error("move {number} follows a move that does not stand before it")]
    NotBefore {
        /// Which, from 1.
        number: usize,
    },
    /// More names than players.
    #[error("{count} names for two players")]
    TooManyPlayers {
        /// How many.
        count: usize,
    },
    /// A tree is too large.
    #[error("{count} moves are more than {MOVES_MAX}")]
    TooManyMoves {
        /// How many there are.
        count: usize,
    },
    /// No format has that name.
    #[error("unknown format '{name}'")]
    UnknownFormat {
        /// The name.
        name: String,
    },
    /// The contents of a file look like no format.
    #[error("the format of the file cannot be told")]
    FormatUnclear,
    /// The file cannot be read.
    #[error("{0}")]
    Read(ReadError),
    /// The entries of a record cannot be played.
    #[error("entry {number}: {error}")]
    Entry {
        /// Which, from 1, in the order in which they were added.
        number: usize,
        /// The game.
        spec: GameSpec,
        /// Why.
        error: ReplayError,
    },
    /// The file has fewer games than asked for, or none.
    #[error("there are {count} games in the file")]
    NoSuchGame {
        /// How many there are.
        count: usize,
    },
    /// The format cannot hold the game.
    #[error("{0}")]
    Write(WriteError),
}

impl StudyError {
    /// For programs: one of the codes of `docs/network.md`.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            StudyError::Game(_) => "bad_game",
            StudyError::Start | StudyError::Setup(_) => "bad_position",
            StudyError::NotAMove { error, .. } => match error {
                ParseMoveError::OffBoard { .. } => "off_board",
                ParseMoveError::NotAMove { .. } => "bad_move",
            },
            StudyError::Refused { refusal, .. } => refusal_code(refusal),
            StudyError::NotBefore { .. }
            | StudyError::TooManyPlayers { .. }
            | StudyError::UnknownFormat { .. } => "bad_message",
            StudyError::TooManyMoves { .. }
            | StudyError::FormatUnclear
            | StudyError::Read(_)
            | StudyError::Entry { .. }
            | StudyError::NoSuchGame { .. }
            | StudyError::Write(_) => "bad_record",
        }
    }

    /// For people: one sentence in their language. The number of a move is left out where it is the
    /// last one, as when somebody tries a move on a board.
    #[must_use]
    pub fn text(&self, text: &Text) -> String {
        let about_move = |number: usize, count: usize, problem: String| {
            if number == count {
                return problem;
            }
            let args = Args::new().number("number", number);
            text.fill("server-move", args.text("problem", problem))
        };
        match self {
            StudyError::Game(error) => words::spec_error(text, error),
            StudyError::Start => {
                let expected = words::expected(text, Expected::Start);
                text.fill("server-bad-start", Args::new().text("expected", expected))
            }
            StudyError::Setup(error) => {
                let problem = words::setup_error(text, error);
                text.fill("server-bad-setup", Args::new().text("problem", problem))
            }
            StudyError::NotAMove {
                number,
                count,
                error,
            } => about_move(*number, *count, words::move_error(text, error)),
            StudyError::Refused {
                number,
                count,
                spec,
                refusal,
            } => about_move(*number, *count, words::refusal(text, *spec, refusal)),
            StudyError::NotBefore { number } => {
                text.fill("server-not-before", Args::new().number("number", *number))
            }
            StudyError::TooManyPlayers { count } => text.fill(
                "server-too-many-players",
                Args::new().number("count", *count),
            ),
            StudyError::TooManyMoves { count } => {
                let args = Args::new().number("count", *count);
                text.fill("server-too-many-moves", args.number("limit", MOVES_MAX))
            }
            StudyError::UnknownFormat { name } => {
                let args = Args::new().text("name", name);
                text.fill("server-unknown-format", args.text("formats", formats()))
            }
            StudyError::FormatUnclear => text.fill(
                "server-format-unclear",
                Args::new().text("formats", formats()),
            ),
            StudyError::Read(error) => words::read_error(text, error),
            StudyError::Entry {
                number,
                spec,
                error,
            } => {
                let log = BrokenLog {
                    number: *number,
                    problem: LogProblem::Rules(error.clone()),
                };
                words::broken_log(text, *spec, &log)
            }
            StudyError::NoSuchGame { count } => {
                text.fill("server-no-such-game", Args::new().number("count", *count))
            }
            StudyError::Write(error) => words::write_error(text, error),
        }
    }

    /// The points that are the reason, to be marked on the board.
    #[must_use]
    pub fn points(&self) -> Vec<String> {
        match self {
            StudyError::Refused { spec, refusal, .. } => refusal
                .stones()
                .into_iter()
                .map(|point| spec.point_name(point))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// All of it, as a client is told.
    #[must_use]
    pub fn fault(&self, text: &Text) -> Fault {
        Fault {
            code: self.code().to_owned(),
            text: self.text(text),
            points: self.points(),
        }
    }

    /// Why a record cannot be played.
    pub(super) fn of_record(record: &Record, error: CheckError) -> StudyError {
        match error {
            CheckError::Start(error) => StudyError::Setup(error),
            CheckError::Entry { id, error } => StudyError::Entry {
                number: id.index() + 1,
                spec: record.header.spec,
                error,
            },
        }
    }
}

/// The code of `docs/network.md` for a move that the rules refuse.
#[must_use]
pub fn refusal_code(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::GameOver => "game_over",
        Refusal::OffBoard { .. } => "off_board",
        Refusal::Occupied { .. } => "occupied",
        Refusal::FlipsNothing { .. } => "flips_nothing",
        Refusal::Forbidden { .. } => "forbidden",
        Refusal::MustMove { .. } => "must_move",
        Refusal::NoPassing => "no_passing",
        Refusal::ChoiceDue { .. } => "choice_due",
        Refusal::NoChoice => "no_choice",
        Refusal::NotCentre { .. } => "not_centre",
        Refusal::InsideCentre { .. } => "inside_centre",
    }
}

/// The names of all formats.
fn formats() -> String {
    Format::ALL.map(Format::name).join(", ")
}
