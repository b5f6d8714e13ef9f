//! The terms of an open tournament.

/// The terms of an open tournament, apart from the games themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenTerms {
    /// Who meets whom.
    pub format: OpenFormat,
    /// Rounds of a Swiss tournament; 0 for enough to find a winner.
    pub rounds: u32,
    /// Round robin: how often everybody meets everybody. Knockout: games per match. From 1.
    pub games: u32,
    /// How long an arena lasts.
    pub duration_ms: u64,
    /// Whether an arena doubles the points of whoever has won twice in a row.
    pub has_streaks: bool,
    /// When it begins.
    pub start: OpenStart,
    /// The most players at a time; 0 for no limit of its own.
    pub players_max: u32,
    /// How long players rest: between rounds, or in an arena between games.
    pub pause_ms: u64,
    /// Lots are drawn from it.
    pub seed: u64,
    /// When it was made, in milliseconds since 1970.
    pub created_ms: u64,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenFormat {
    /// As many games as one can play in a fixed time, against players of about equal points.
    Arena,
    /// In every round, players of about equal points meet.
    Swiss,
    /// Everybody meets everybody.
    RoundRobin,
    /// Who loses a match is out.
    Knockout,
}

impl OpenFormat {
    /// All formats.
    pub const ALL: [OpenFormat; 4] = [
        OpenFormat::Arena,
        OpenFormat::Swiss,
        OpenFormat::RoundRobin,
        OpenFormat::Knockout,
    ];

    /// Its name in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            OpenFormat::Arena => "arena",
            OpenFormat::Swiss => "swiss",
            OpenFormat::RoundRobin => "roundrobin",
            OpenFormat::Knockout => "knockout",
        }
    }

    /// The format of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<OpenFormat> {
        let mut all = OpenFormat::ALL.into_iter();
        all.find(|format| format.name() == name)
    }
}

/// When an open tournament begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenStart {
    /// At this time, in milliseconds since 1970.
    At(u64),
    /// As soon as this many players are there.
    With(u32),
}

impl OpenTerms {
    /// How long a tournament waits for its players before it is called off.
    pub const WAIT_MAX_MS: u64 = 7 * 24 * 60 * 60 * 1000;
}
