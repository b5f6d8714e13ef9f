//! Tournaments between programs.
//!
//! A [`Plan`] says what is played; a [`Tournament`] is a plan and what happened, as a list of
//! [`LogEntry`]s tells it. [`schedule`] says which games come next, [`statistics`] what results mean,
//! [`Adjudication`] when a game is clear: these are pure functions. [`run`] plays the games and
//! stores every entry in a [`Journal`] before it counts, so a tournament that was killed goes on
//! where it stopped.
//!
//! An [`open::OpenTournament`] is one that people join and leave while it runs, and whose games
//! are played elsewhere; a server hosts it. Both draw their games by the rules of [`pairing`].
//!
//! The crate's one invariant: a game counts once, and standings are a function of the log alone.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod adjudication;
mod game_end;
mod log;
pub mod open;
mod openings;
pub mod pairing;
mod plan;
pub mod schedule;
mod settings;
mod standings;
pub mod statistics;
mod tournament;

pub mod report;

mod cpu_time;
mod game;
mod journal;
mod ladder;
mod maker;
mod runner;

pub use adjudication::{
    Adjudication, AdjudicationReason, AgreedDraw, AgreedWin, EarlyEnd, ParseAdjudicationError,
};
pub use game::{GameSlot, LiveGame, PlayedGame, play_game};
pub use game_end::{EndedGame, Ending, Forfeit, ForfeitKind, TimeUse};
pub use journal::{Journal, JournalError, read_games, read_tournament};
pub use ladder::{ladder_markdown, ladder_plans, level_player};
pub use log::{DrawnGame, LogEntry, LogError, Span, VOID, read_log};
pub use maker::{MadeOpening, MakerCounts, MakerOptions, eval_max, make_openings, openings_file};
pub use openings::{
    OpeningLine, OpeningsError, built_in, built_in_games, distinct, needs_openings, read_openings,
    shuffled, standard_start, symmetric_hash,
};
pub use plan::{Contestant, GameLimits, ParseLimitsError, Plan, PlanError, TournamentFormat};
pub use runner::{ElsewhereEnd, PlayElsewhere, RunEnd, RunOptions, RunView, run};
pub use settings::{FileError, FileProblem, SettingError, Settings};
pub use standings::{PairKinds, StandingRow, Standings, estimate};
pub use tournament::{Correction, GameState, Tournament};
