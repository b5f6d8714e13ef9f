//! Errors of study requests.

use yiqi_record::notation::ParseMoveError;
use yiqi_record::{CheckError, Expected, Format, ReadError, Record, ReplayError, WriteError};
use yiqi_rules::{GameSpec, ParseSpecError, Refusal, SetupError};
use yiqi_session::{BrokenLog, LogProblem};
use yiqi_text::{Args, Text, words};
use yiqi_wire::Fault;

use super::MOVES_MAX;

/// Why a study request failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StudyError {
    /// No such game, board or rules.
    #[error("{0}")]
    Game(ParseSpecError),
    /// The text is not a starting position.
    #[error("not a starting position: expected {}", Expected::Start)]
    Start,
    /// The stones of the starting position do not fit.
    #[error("starting position: {0}")]
    Setup(SetupError),
    /// One of the moves cannot be parsed.
    #[error("move {number}: {error}")]
    NotAMove {
        /// Its number, from 1.
        number: usize,
        /// The number of moves.
        count: usize,
        /// The error.
        error: ParseMoveError,
    },
    /// The rules refuse one of the moves.
    #[error("move {number}: {refusal}")]
    Refused {
        /// Its number, from 1.
        number: usize,
        /// The number of moves.
        count: usize,
        /// The game.
        spec: GameSpec,
        /// The reason.
        refusal: Refusal,
    },
    /// The parent of a move in a tree does not come before it.
    #[error("the parent of move {number} does not come before it")]
    NotBefore {
        /// Its number, from 1.
        number: usize,
    },
    /// More names than players.
    #[error("{count} names for two players")]
    TooManyPlayers {
        /// The number of names.
        count: usize,
    },
    /// The tree is too large.
    #[error("{count} moves are more than {MOVES_MAX}")]
    TooManyMoves {
        /// The number of moves.
        count: usize,
    },
    /// No format has that name.
    #[error("unknown format '{name}'")]
    UnknownFormat {
        /// The name.
        name: String,
    },
    /// The format cannot be recognized from the contents.
    #[error("cannot recognize the format of the file")]
    FormatUnclear,
    /// The file cannot be read.
    #[error("{0}")]
    Read(ReadError),
    /// The entries of a record cannot be played.
    #[error("entry {number}: {error}")]
    Entry {
        /// Its number, from 1, in the order of insertion.
        number: usize,
        /// The game.
        spec: GameSpec,
        /// The error.
        error: ReplayError,
    },
    /// The file has fewer games than requested, or none.
    #[error("there are {count} games in the file")]
    NoSuchGame {
        /// The number of games.
        count: usize,
    },
    /// The format cannot represent the game.
    #[error("{0}")]
    Write(WriteError),
}

impl StudyError {
    /// The code for programs, as listed in `docs/network.md`.
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

    /// The sentence for people. It omits the number of the last move, as when somebody tries a move
    /// on a board.
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
            StudyError::FormatUnclear => {
                let names = Format::ALL.map(|format| {
                    // As the page lists them.
                    text.say(&format!("study-format-{}", format.name()))
                });
                let args = Args::new().text("formats", names.join(", "));
                text.fill("server-format-unclear", args)
            }
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

    /// The points that explain the error, to be marked on the board.
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

    /// The error as sent to clients.
    #[must_use]
    pub fn fault(&self, text: &Text) -> Fault {
        Fault {
            code: self.code().to_owned(),
            text: self.text(text),
            points: self.points(),
        }
    }

    /// Why a record cannot be played.
    pub(crate) fn of_record(record: &Record, error: CheckError) -> StudyError {
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

/// The code, as in `docs/network.md`, of a move that the rules refuse.
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
        Refusal::NotCenter { .. } => "not_centre",
        Refusal::InsideCenter { .. } => "inside_centre",
    }
}

/// The names of all formats.
fn formats() -> String {
    Format::ALL.map(Format::name).join(", ")
}
