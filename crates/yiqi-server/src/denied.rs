//! Why a request is denied, for programs and for people.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use yiqi_arena::open::OpenRefusal;
use yiqi_record::{ParseClockError, notation};
use yiqi_rules::{GameSpec, ParseSpecError};
use yiqi_session::Refusal;
use yiqi_text::{Args, Text, words};
use yiqi_wire::{ErrorBody, Fault};

use crate::StoreError;
use crate::ids::NoRandomness;
use crate::study::StudyError;

/// How many characters of the input an error quotes.
const QUOTED_CHARS_MAX: usize = 120;

/// When to try again if too much work waits.
const BUSY_SECONDS: u64 = 2;

/// Why a request is denied. A denied request changes nothing.
#[derive(Clone, Debug)]
pub(crate) enum Denied {
    /// The game refuses the command.
    Refused(GameSpec, Refusal),
    /// Not a move of this game.
    BadMove(String),
    /// The caller does not sit at the table.
    NotAPlayer,
    /// The opponent has not been away long enough.
    TooEarlyToClaim {
        /// Seconds until the game may be claimed; `None` while the opponent is connected.
        seconds: Option<u64>,
    },
    /// The store cannot write it.
    Store(StoreError),
    /// A malformed message or body.
    BadMessage(String),
    /// Too many requests in a short time.
    TooFast {
        /// Seconds to wait.
        seconds: u64,
    },
    /// More than the maximum number.
    TooMany,
    /// Too much work waits already.
    Busy,
    /// No such table, person or file.
    NotFound,
    /// It belongs to somebody else.
    NotYours,
    /// Somebody sits there already.
    SeatTaken,
    /// The invitation does not match.
    WrongInvite,
    /// The request comes from another site.
    WrongOrigin,
    /// The server speaks HTTPS, and the request came over plain HTTP.
    NeedsHttps,
    /// Wrong name or password.
    WrongPassword,
    /// The name is taken, or looks like one that is.
    NameTaken,
    /// The name is not allowed.
    BadName,
    /// The password is too short or too long.
    BadPassword,
    /// The game does not count for ratings, because both players are on one network.
    SameAddress,
    /// The password is among the first that somebody would guess.
    WeakPassword,
    /// No such game.
    BadGame(ParseSpecError),
    /// No such player, or one that this server does not run.
    BadPlayer(String),
    /// No such time control.
    BadClock(ParseClockError),
    /// The starting position is invalid, or the game is over there.
    BadPosition,
    /// A study request or file that cannot be processed.
    Study(StudyError),
    /// The body of the request is larger than allowed.
    TooLarge,
    /// The game has no winner, so there is nothing to evaluate.
    NothingToAnalyze,
    /// The client speaks another protocol version.
    BadVersion,
    /// The caller is not authenticated.
    Unauthorized,
    /// An account is needed.
    NeedsAccount,
    /// A bot's token is not enough.
    NeedsLogin,
    /// Not possible in a game of a tournament.
    TournamentGame,
    /// The tournament refuses it.
    Tournament(OpenRefusal),
    /// The program takes part in the tournament already.
    ProgramJoined,
    /// The caller is in a game of another tournament.
    PlaysElsewhere,
    /// An internal error.
    Internal {
        /// The number under which the log has the details.
        incident: u64,
    },
}

impl From<StoreError> for Denied {
    fn from(error: StoreError) -> Denied {
        Denied::Store(error)
    }
}

impl From<StudyError> for Denied {
    fn from(error: StudyError) -> Denied {
        Denied::Study(error)
    }
}

impl From<NoRandomness> for Denied {
    fn from(error: NoRandomness) -> Denied {
        Denied::internal(&error)
    }
}

impl Denied {
    /// The failure of the store as a whole, if that is the reason; a damaged entry concerns only
    /// its table or tournament.
    pub(crate) fn store_failure(&self) -> Option<&StoreError> {
        match self {
            Denied::Store(StoreError::Damaged { .. }) => None,
            Denied::Store(error) => Some(error),
            _ => None,
        }
    }

    /// An internal error. The details go to the log, the caller gets a number.
    pub(crate) fn internal(error: &dyn std::fmt::Display) -> Denied {
        let incident = crate::ids::dice().unwrap_or_default() % 1_000_000_000;
        tracing::error!(%error, incident, "internal error");
        Denied::Internal { incident }
    }

    /// The code for programs.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Denied::Refused(_, refusal) => refusal_code(refusal),
            Denied::BadMove(_) => "bad_move",
            Denied::NotAPlayer => "not_a_player",
            Denied::TooEarlyToClaim { .. } => "too_early_to_claim",
            Denied::Store(StoreError::Full) => "storage_full",
            Denied::Store(StoreError::Busy) => "storage_busy",
            Denied::Store(_) => "storage_failed",
            Denied::BadMessage(_) => "bad_message",
            Denied::TooFast { .. } => "too_fast",
            Denied::TooMany => "too_many",
            Denied::Busy => "busy",
            Denied::NotFound => "not_found",
            Denied::NotYours => "not_yours",
            Denied::SeatTaken => "seat_taken",
            Denied::WrongInvite => "wrong_invite",
            Denied::WrongOrigin => "wrong_origin",
            Denied::NeedsHttps => "needs_https",
            Denied::WrongPassword => "wrong_password",
            Denied::NameTaken => "name_taken",
            Denied::BadName => "bad_name",
            Denied::BadPassword => "bad_password",
            Denied::WeakPassword => "weak_password",
            Denied::SameAddress => "same_address",
            Denied::BadGame(_) => "bad_game",
            Denied::BadPlayer(_) => "bad_player",
            Denied::BadClock(_) => "bad_clock",
            Denied::BadPosition => "bad_position",
            Denied::Study(error) => error.code(),
            Denied::TooLarge => "too_large",
            Denied::NothingToAnalyze => "nothing_to_analyze",
            Denied::BadVersion => "bad_version",
            Denied::Unauthorized => "unauthorized",
            Denied::NeedsAccount => "needs_account",
            Denied::NeedsLogin => "needs_login",
            Denied::TournamentGame => "tournament_game",
            Denied::ProgramJoined => "program_joined",
            Denied::PlaysElsewhere => "plays_elsewhere",
            Denied::Tournament(refusal) => match refusal {
                OpenRefusal::Over => "tournament_over",
                OpenRefusal::TooLate => "too_late_to_join",
                OpenRefusal::Full => "tournament_full",
                OpenRefusal::AlreadyIn => "already_joined",
                OpenRefusal::NotIn => "not_joined",
                OpenRefusal::FewPlayers => "too_few_players",
                OpenRefusal::HasBegun => "tournament_begun",
            },
            Denied::Internal { .. } => "internal",
        }
    }

    /// Whether the security log notes it: a limit was reached, or somebody tried what they may not
    /// do. Failed logins are noted where the account is known.
    pub(crate) fn is_suspicious(&self) -> bool {
        matches!(
            self,
            Denied::TooFast { .. }
                | Denied::TooMany
                | Denied::WrongOrigin
                | Denied::WrongInvite
                | Denied::Unauthorized
                | Denied::NeedsLogin
        )
    }

    /// The HTTP status.
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Denied::Refused(..) | Denied::TooEarlyToClaim { .. } | Denied::SeatTaken => {
                StatusCode::CONFLICT
            }
            Denied::NameTaken
            | Denied::SameAddress
            | Denied::TournamentGame
            | Denied::Tournament(_)
            | Denied::ProgramJoined
            | Denied::PlaysElsewhere => StatusCode::CONFLICT,
            Denied::BadMove(_)
            | Denied::BadMessage(_)
            | Denied::NeedsHttps
            | Denied::BadName
            | Denied::BadPassword
            | Denied::WeakPassword
            | Denied::BadGame(_)
            | Denied::BadPlayer(_)
            | Denied::BadClock(_)
            | Denied::BadPosition
            | Denied::Study(_)
            | Denied::NothingToAnalyze
            | Denied::BadVersion => StatusCode::BAD_REQUEST,
            Denied::NotAPlayer
            | Denied::NotYours
            | Denied::WrongInvite
            | Denied::WrongOrigin
            | Denied::NeedsAccount
            | Denied::NeedsLogin => StatusCode::FORBIDDEN,
            Denied::Unauthorized | Denied::WrongPassword => StatusCode::UNAUTHORIZED,
            Denied::NotFound => StatusCode::NOT_FOUND,
            Denied::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Denied::TooFast { .. } | Denied::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Denied::Store(_) | Denied::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Denied::Internal { .. } => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The sentence for people.
    pub(crate) fn text(&self, text: &Text) -> String {
        let number = |value: u64| usize::try_from(value).unwrap_or(usize::MAX);
        match self {
            Denied::Refused(spec, refusal) => words::session_refusal(text, *spec, refusal),
            Denied::BadMove(mv) => {
                text.fill("server-bad-move", Args::new().text("move", quoted(mv)))
            }
            Denied::NotAPlayer => text.say("server-not-a-player"),
            Denied::TooEarlyToClaim { seconds: None } => text.say("server-claim-present"),
            Denied::TooEarlyToClaim {
                seconds: Some(seconds),
            } => text.fill(
                "server-claim-early",
                Args::new().number("seconds", number(*seconds)),
            ),
            Denied::Store(StoreError::Full) => text.say("server-storage-full"),
            Denied::Store(StoreError::Busy) => text.say("server-storage-busy"),
            Denied::Store(_) => text.say("server-storage-failed"),
            Denied::BadMessage(what) => {
                text.fill("server-bad-message", Args::new().text("what", quoted(what)))
            }
            Denied::TooFast { seconds } => text.fill(
                "server-too-fast",
                Args::new().number("seconds", number(*seconds)),
            ),
            Denied::TooMany => text.say("server-too-many"),
            Denied::Busy => text.say("server-busy"),
            Denied::NotFound => text.say("server-not-found"),
            Denied::NotYours => text.say("server-not-yours"),
            Denied::SeatTaken => text.say("server-seat-taken"),
            Denied::WrongInvite => text.say("server-wrong-invite"),
            Denied::WrongOrigin => text.say("server-wrong-origin"),
            Denied::NeedsHttps => text.say("server-needs-https"),
            Denied::WrongPassword => text.say("server-wrong-password"),
            Denied::NameTaken => text.say("server-name-taken"),
            Denied::BadName => text.say("server-bad-name"),
            Denied::BadPassword => text.say("server-bad-password"),
            Denied::WeakPassword => text.say("server-weak-password"),
            Denied::SameAddress => text.say("server-same-address"),
            Denied::BadGame(error) => words::spec_error(text, error),
            Denied::BadPlayer(player) => text.fill(
                "server-bad-player",
                Args::new().text("player", quoted(player)),
            ),
            Denied::BadClock(_) => text.say("server-bad-clock"),
            Denied::BadPosition => text.say("server-bad-position"),
            Denied::Study(error) => error.text(text),
            Denied::TooLarge => {
                let mib = crate::http::FILE_BYTES_MAX / (1024 * 1024);
                text.fill("server-too-large", Args::new().number("mib", mib))
            }
            Denied::NothingToAnalyze => text.say("server-nothing-to-analyze"),
            Denied::BadVersion => text.say("server-bad-version"),
            Denied::Unauthorized => text.say("server-unauthorized"),
            Denied::NeedsAccount => text.say("server-needs-account"),
            Denied::NeedsLogin => text.say("server-needs-login"),
            Denied::TournamentGame => text.say("server-tournament-game"),
            Denied::ProgramJoined => text.say("server-program-joined"),
            Denied::PlaysElsewhere => text.say("server-plays-elsewhere"),
            Denied::Tournament(refusal) => match refusal {
                OpenRefusal::Over => text.say("server-tournament-over"),
                OpenRefusal::TooLate => text.say("server-tournament-late"),
                OpenRefusal::Full => text.say("server-tournament-full"),
                OpenRefusal::AlreadyIn => text.say("server-tournament-joined"),
                OpenRefusal::NotIn => text.say("server-tournament-not-joined"),
                OpenRefusal::FewPlayers => text.say("server-tournament-few"),
                OpenRefusal::HasBegun => text.say("server-tournament-begun"),
            },
            Denied::Internal { incident } => text.fill(
                "server-internal",
                Args::new().text("incident", incident.to_string()),
            ),
        }
    }

    /// The points that explain the denial.
    fn points(&self) -> Vec<String> {
        match self {
            Denied::Refused(spec, Refusal::Rules(refusal)) => refusal
                .stones()
                .into_iter()
                .map(|point| notation::move_name(yiqi_rules::Move::Place(point), *spec))
                .collect(),
            Denied::Study(error) => error.points(),
            _ => Vec::new(),
        }
    }

    /// The denial as sent to clients, worded in a language.
    pub(crate) fn fault(&self, text: &Text) -> Fault {
        Fault {
            code: self.code().to_owned(),
            text: self.text(text),
            points: self.points(),
        }
    }

    /// The HTTP response, worded in a language.
    pub(crate) fn response(&self, text: &Text) -> Response {
        let body = ErrorBody {
            error: self.fault(text),
        };
        let mut response = (self.status(), axum::Json(body)).into_response();
        let wait_seconds = match self {
            Denied::TooFast { seconds } => Some(*seconds),
            Denied::Busy => Some(BUSY_SECONDS),
            _ => None,
        };
        if let Some(seconds) = wait_seconds {
            response
                .headers_mut()
                .insert(axum::http::header::RETRY_AFTER, seconds.into());
        }
        response
    }
}

/// Quotes input back to its sender: shortened, and without control characters.
fn quoted(sent: &str) -> String {
    sent.chars()
        .filter(|&c| !notation::is_unprintable(c))
        .take(QUOTED_CHARS_MAX)
        .collect()
}

/// An empty response that carries the denial; a middleware words it in the caller's language.
impl IntoResponse for Denied {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        response.extensions_mut().insert(self);
        response
    }
}

fn refusal_code(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::Rules(refusal) => crate::study::refusal_code(refusal),
        Refusal::NotBegun => "not_begun",
        Refusal::AlreadyBegun => "already_begun",
        Refusal::GameOver => "game_over",
        Refusal::NotOver => "not_over",
        Refusal::NotYourTurn => "not_your_turn",
        Refusal::Paused => "paused",
        Refusal::NotPaused => "not_paused",
        Refusal::TimeUp => "time_up",
        Refusal::NothingOffered(_) => "nothing_offered",
        Refusal::AlreadyOffered(_) => "already_offered",
        Refusal::AnswerFirst(_) => "answer_first",
        Refusal::TooSoon { .. } => "too_soon",
        Refusal::NothingToTakeBack => "nothing_to_take_back",
        Refusal::TooLateToAbort => "too_late_to_abort",
        Refusal::HostOnly => "host_only",
        Refusal::SeatOnly => "not_a_player",
        Refusal::NoClock => "no_clock",
        Refusal::EmptyText | Refusal::TextTooLong { .. } => "bad_message",
    }
}
