//! Sentences for the types of the core.

use std::borrow::Cow;
use std::io;

use yiqi_record::notation::{ParseListError, ParseMoveError, move_name};
use yiqi_record::{
    CheckError, EndReason, Expected, GameResult, Location, OfferKind, Problem, ReadError,
    ReplayError, WriteError, WriteProblem,
};
use yiqi_rules::{
    Aim, ByColor, Color, ForbiddenKind, Game, GameSpec, Move, ParseSpecError, Point, Refusal,
    SetupError,
};
use yiqi_session::{BrokenLog, ClockFace, ClockView, LogProblem};

use crate::{Args, Lang, Text};

/// The stone of a color: ● is black and ○ is white everywhere.
#[must_use]
pub const fn stone(color: Color) -> &'static str {
    match color {
        Color::Black => "●",
        Color::White => "○",
    }
}

/// The name of a color.
#[must_use]
pub fn color(text: &Text, color: Color) -> String {
    text.say(match color {
        Color::Black => "color-black",
        Color::White => "color-white",
    })
}

/// A game with its board and rules: "Gomoku 15×15, renju".
#[must_use]
pub fn game(text: &Text, spec: GameSpec) -> String {
    let (game, size, opening) = (spec.game(), spec.size(), spec.opening_name());
    let key = format!("title-{}-{}", game.name(), spec.rules_name());
    let title = text.fill(&key, Args::new().text("board", format!("{size}×{size}")));
    if opening == game.openings()[0] {
        return title;
    }
    let with = self::opening(text, game, opening);
    text.fill(
        "game-with",
        Args::new().text("game", title).text("with", with),
    )
}

/// Sentences one after the other: with blanks between them, but not in Chinese.
#[must_use]
pub fn sentences(text: &Text, sentences: impl IntoIterator<Item = String>) -> String {
    let between = match text.lang() {
        Lang::En => " ",
        Lang::ZhHans | Lang::ZhHant => "",
    };
    let sentences: Vec<String> = sentences.into_iter().collect();
    sentences.join(between)
}

/// A note as a sentence: with a capital letter and a full stop.
#[must_use]
pub fn as_sentence(text: &Text, note: &str) -> String {
    let mut chars = note.chars();
    let first = chars.next().map(char::to_uppercase);
    let stop = match text.lang() {
        Lang::En => '.',
        Lang::ZhHans | Lang::ZhHant => '。',
    };
    let letters = first.into_iter().flatten().chain(chars);
    letters.chain(std::iter::once(stop)).collect()
}

/// Why a file cannot be read or written.
#[must_use]
pub fn io_error(text: &Text, error: &io::Error) -> String {
    text.say(match error.kind() {
        io::ErrorKind::NotFound => "io-not-found",
        io::ErrorKind::PermissionDenied => "io-denied",
        io::ErrorKind::InvalidInput | io::ErrorKind::IsADirectory => "io-not-a-file",
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "io-full",
        io::ErrorKind::ReadOnlyFilesystem => "io-read-only",
        _ => {
            // Without the number that the library adds for programmers.
            let problem = error.to_string();
            let end = problem.find(" (os error").unwrap_or(problem.len());
            return text.fill("io-other", Args::new().text("problem", &problem[..end]));
        }
    })
}

/// A sentence about whose turn it is, with the stones still due in games with several stones per
/// turn.
#[must_use]
pub fn with_stones_due(text: &Text, sentence: String, game: Game, due: u8) -> String {
    if game.stones_per_turn() == 1 {
        return sentence;
    }
    let args = Args::new().text("sentence", sentence);
    text.fill("stones-due", args.number("count", usize::from(due)))
}

/// The name of a game, regardless of its board and rules.
#[must_use]
pub fn game_name(text: &Text, game: Game) -> String {
    text.say(&format!("game-{}", game.name()))
}

/// Other names of games in Chinese, and what they mean as the start of a game spec.
const CHINESE_NAMES: [(&str, &str); 9] = [
    ("翻转棋", "reversi"),
    ("翻轉棋", "reversi"),
    ("奥赛罗", "reversi"),
    ("奧賽羅", "reversi"),
    ("五子", "gomoku"),
    ("连珠", "gomoku:15:renju"),
    ("連珠", "gomoku:15:renju"),
    ("六子", "connect6"),
    ("和平", "peace"),
];

/// A game spec whose game is named in any of our languages, with its English name.
#[must_use]
pub fn spec_in_english(spec: &str) -> Cow<'_, str> {
    let spec = spec.trim();
    let end = spec.find([':', ' ']).unwrap_or(spec.len());
    let (name, rest) = spec.split_at(end);
    if name.is_ascii() {
        return Cow::Borrowed(spec);
    }
    let listed = CHINESE_NAMES.iter().find(|(other, _)| *other == name);
    let of_catalog = || {
        let texts = Lang::ALL.map(Text::new);
        let is_name = |game: &Game| texts.iter().any(|text| game_name(text, *game) == name);
        Game::ALL.into_iter().find(is_name).map(Game::name)
    };
    match listed.map(|(_, english)| *english).or_else(of_catalog) {
        Some(english) => Cow::Owned(format!("{english}{rest}")),
        None => Cow::Borrowed(spec),
    }
}

/// The name of one of a game's rule sets.
#[must_use]
pub fn rule_set(text: &Text, game: Game, rules: &str) -> String {
    text.say(&format!("rule-set-{}-{rules}", game.name()))
}

/// A short description of one of a game's rule sets.
#[must_use]
pub fn rule_set_note(text: &Text, game: Game, rules: &str) -> String {
    text.say(&format!("rule-note-{}-{rules}", game.name()))
}

/// The name of one of a game's opening rules.
#[must_use]
pub fn opening(text: &Text, game: Game, opening: &str) -> String {
    text.say(&format!("opening-{}-{opening}", game.name()))
}

/// What an opening rule means, in a few words.
#[must_use]
pub fn opening_note(text: &Text, game: Game, opening: &str) -> String {
    text.say(&format!("opening-note-{}-{opening}", game.name()))
}

/// The rules of a game, page by page: those of the spec, or all of them.
#[must_use]
pub fn rules_pages(text: &Text, spec: GameSpec, everything: bool) -> Vec<String> {
    let game = spec.game();
    let name = game.name();
    // The only rule set and the default opening rule are on the first page.
    let rule_sets = match game.rule_sets() {
        [_] => &[],
        all => all,
    };
    let parts = rule_sets.iter().chain(&game.openings()[1..]);
    let wanted = parts
        .filter(|&&part| everything || part == spec.rules_name() || part == spec.opening_name());
    std::iter::once(format!("rules-{name}"))
        .chain(wanted.map(|part| format!("rules-{name}-{part}")))
        .map(|key| text.say(&key))
        .collect()
}

/// A side and who plays it: "Black (Ann)". Without a name, or if the name is the color, it is the
/// color alone.
#[must_use]
pub fn side(text: &Text, color: Color, name: &str) -> String {
    let color = self::color(text, color);
    match name {
        "" => color,
        name if name == color => color,
        name => text.fill(
            "side-named",
            Args::new().text("color", color).text("name", name),
        ),
    }
}

/// A result: "Black wins 40–24.".
#[must_use]
pub fn result(text: &Text, result: &GameResult, spec: GameSpec) -> String {
    let sides = ByColor::from_fn(|side| color(text, side));
    result_of(text, result, spec, &sides)
}

/// A result that says who won: "Black (Ann) wins 40–24.". The sides are names, or as [`side`] writes
/// them.
#[must_use]
pub fn result_of(
    text: &Text,
    result: &GameResult,
    spec: GameSpec,
    sides: &ByColor<String>,
) -> String {
    // The winner's stones come first.
    let first = result.winner.unwrap_or(Color::Black);
    let score = result
        .score
        .map(|score| format!("{}–{}", score[first], score[first.other()]));
    let args = || {
        let mut args = Args::new();
        if let Some(winner) = result.winner {
            args = args
                .text("winner", &sides[winner])
                .text("loser", &sides[winner.other()]);
        }
        match &score {
            Some(score) => args.text("score", score),
            None => args,
        }
    };
    let is_peace = spec.game().aim() == Aim::Nothing;
    let key = match (result.winner, result.reason, &score) {
        (_, EndReason::Aborted, _) => "result-aborted",
        (Some(_), EndReason::Resignation, _) if is_peace => "result-peace-resignation",
        (Some(_), EndReason::Resignation, _) => "result-resignation",
        (Some(_), EndReason::Forfeit, _) => "result-forfeit",
        (Some(_), EndReason::Time, _) => "result-time",
        (Some(_), _, Some(_)) => "result-win-score",
        (Some(_), _, None) => "result-win",
        (None, EndReason::Agreement, _) => "result-agreement",
        (None, _, Some(_)) => "result-draw-score",
        (None, _, None) if is_peace => "result-peace",
        (None, _, None) => "result-draw",
    };
    text.fill(key, args())
}

/// The result of a game for somebody who won it without a name: "You win 40–24.". The loser is as in
/// [`result_of`].
#[must_use]
pub fn own_win(text: &Text, result: &GameResult, winner: Color, loser: &str) -> String {
    let score = result.score.map(|score| {
        let (own, other) = (score[winner], score[winner.other()]);
        format!("{own}–{other}")
    });
    let key = match (result.reason, &score) {
        (EndReason::Resignation, _) => "result-own-resignation",
        (EndReason::Forfeit, _) => "result-own-forfeit",
        (EndReason::Time, _) => "result-own-time",
        (_, Some(_)) => "result-own-score",
        (_, None) => "result-own",
    };
    let args = Args::new().text("loser", loser);
    text.fill(key, args.text("score", score.unwrap_or_default()))
}

/// A move as people read it: a point, or a word in their language.
#[must_use]
pub fn move_text(text: &Text, mv: Move, spec: GameSpec) -> String {
    match mv.word() {
        Some(word) => text.say(&format!("move-{word}")),
        None => move_name(mv, spec),
    }
}

/// Names of points, separated by blanks.
#[must_use]
pub fn points(spec: GameSpec, points: &[Point]) -> String {
    points
        .iter()
        .map(|&point| spec.point_name(point))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Why the rules refuse a move.
#[must_use]
pub fn refusal(text: &Text, spec: GameSpec, refusal: &Refusal) -> String {
    let at = |point: Point| {
        // A point off the board has no name.
        let name = if point.is_on(spec.size()) {
            spec.point_name(point)
        } else {
            String::from("?")
        };
        Args::new().text("point", name)
    };
    match refusal {
        Refusal::GameOver => text.say("refusal-game-over"),
        Refusal::OffBoard { point } => text.fill("refusal-off-board", at(*point)),
        Refusal::Occupied { point } => text.fill("refusal-occupied", at(*point)),
        Refusal::FlipsNothing { point } => text.fill("refusal-flips-nothing", at(*point)),
        Refusal::Forbidden { point, kind, lines } => {
            let lines: Vec<String> = lines.iter().map(|line| points(spec, line)).collect();
            text.fill(
                "refusal-forbidden",
                at(*point)
                    .text("kind", forbidden_kind(text, *kind))
                    .text("lines", lines.join("; ")),
            )
        }
        Refusal::MustMove { legal_count } => text.fill(
            "refusal-must-move",
            Args::new().number("count", *legal_count),
        ),
        Refusal::NoPassing => text.say("refusal-no-passing"),
        Refusal::ChoiceDue { may_add: false } => text.say("refusal-choice-due"),
        Refusal::ChoiceDue { may_add: true } => text.say("refusal-choice-due-more"),
        Refusal::NoChoice => text.say("refusal-no-choice"),
        Refusal::NotCenter { point, center } => text.fill(
            "refusal-not-centre",
            at(*point).text("centre", spec.point_name(*center)),
        ),
        Refusal::InsideCenter { point, center } => text.fill(
            "refusal-inside-centre",
            at(*point).text("centre", spec.point_name(*center)),
        ),
    }
}

/// What makes a point forbidden.
#[must_use]
pub fn forbidden_kind(text: &Text, kind: ForbiddenKind) -> String {
    text.say(&format!("forbidden-{}", kind.name()))
}

/// Why a session refuses a command.
#[must_use]
pub fn session_refusal(text: &Text, spec: GameSpec, refusal: &yiqi_session::Refusal) -> String {
    use yiqi_session::Refusal;
    let about = |kind: OfferKind| Args::new().text("offer", offer_kind(text, kind));
    match refusal {
        Refusal::Rules(rules) => self::refusal(text, spec, rules),
        Refusal::NotBegun => text.say("refusal-not-begun"),
        Refusal::AlreadyBegun => text.say("refusal-already-begun"),
        Refusal::GameOver => text.say("refusal-game-over"),
        Refusal::NotOver => text.say("refusal-not-over"),
        Refusal::NotYourTurn => text.say("refusal-not-your-turn"),
        Refusal::Paused => text.say("refusal-paused"),
        Refusal::NotPaused => text.say("refusal-not-paused"),
        Refusal::TimeUp => text.say("refusal-time-up"),
        Refusal::NothingOffered(kind) => text.fill("refusal-nothing-offered", about(*kind)),
        Refusal::AlreadyOffered(kind) => text.fill("refusal-already-offered", about(*kind)),
        Refusal::AnswerFirst(kind) => text.fill("refusal-answer-first", about(*kind)),
        Refusal::TooSoon { plies } => text.fill(
            "refusal-too-soon",
            Args::new().number("count", *plies as usize),
        ),
        Refusal::NothingToTakeBack => text.say("refusal-nothing-to-take-back"),
        Refusal::TooLateToAbort => text.say("refusal-too-late-to-abort"),
        Refusal::HostOnly => text.say("refusal-host-only"),
        Refusal::SeatOnly => text.say("refusal-seat-only"),
        Refusal::NoClock => text.say("refusal-no-clock"),
        Refusal::EmptyText => text.say("refusal-empty-text"),
        Refusal::TextTooLong { length, limit } => text.fill(
            "refusal-text-too-long",
            Args::new()
                .number("length", *length)
                .number("limit", *limit),
        ),
    }
}

/// What can be offered.
#[must_use]
pub fn offer_kind(text: &Text, kind: OfferKind) -> String {
    text.say(match kind {
        OfferKind::Draw => "offer-draw",
        OfferKind::TakeBack => "offer-take-back",
        OfferKind::Pause => "offer-pause",
        OfferKind::Rematch => "offer-rematch",
    })
}

/// Why a text is not a game spec.
#[must_use]
pub fn spec_error(text: &Text, error: &ParseSpecError) -> String {
    match error {
        ParseSpecError::UnknownGame(name) => {
            let games = Game::ALL.map(Game::name);
            let args = Args::new().text("name", name);
            match nearest(name, &games) {
                Some(meant) => text.fill("spec-unknown-game-meant", args.text("meant", meant)),
                None => text.fill("spec-unknown-game", args.text("games", games.join(", "))),
            }
        }
        ParseSpecError::Size { game, size, .. } => {
            let key = format!("spec-size-{}", game.name());
            text.fill(&key, Args::new().text("size", size))
        }
        ParseSpecError::UnknownPart { game, part, .. } => unknown_part(text, *game, part),
    }
}

/// Why a word after a game and its size is invalid: the game has no such rules and no such opening, or
/// the word is in the wrong place.
fn unknown_part(text: &Text, game: Game, part: &str) -> String {
    let (rules, openings) = (game.rule_sets(), game.openings());
    let args = Args::new()
        .text("part", part)
        .text("game", game_name(text, game))
        .text("rules", rules.join(", "))
        .text("openings", openings.join(", "));
    let words: Vec<&str> = rules.iter().chain(openings).copied().collect();
    let is_choice = words.len() > 2;
    let key = match nearest(part, &words).filter(|_| is_choice) {
        _ if !is_choice => "spec-one-rule-set",
        Some(meant) if meant == part => "spec-out-of-place",
        Some(meant) => return text.fill("spec-unknown-part-meant", args.text("meant", meant)),
        None if openings.len() > 1 => "spec-unknown-part",
        None => "spec-unknown-rules",
    };
    text.fill(key, args)
}

/// The word that somebody who typed another one probably meant.
#[must_use]
pub fn nearest<'a>(typed: &str, words: &[&'a str]) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let alike = |word: &&str| strsim::jaro_winkler(&typed, word);
    words
        .iter()
        .copied()
        .filter(|word| alike(word) >= ALIKE_MIN)
        .max_by(|a, b| alike(a).total_cmp(&alike(b)))
}

/// How alike a typo and the word must be: `renjuu` and `renju` are, `swap` and `pro` are not.
const ALIKE_MIN: f64 = 0.85;

/// Why a text is not a move.
#[must_use]
pub fn move_error(text: &Text, error: &ParseMoveError) -> String {
    match error {
        ParseMoveError::OffBoard { text: typed } => {
            text.fill("refusal-off-board", Args::new().text("point", typed))
        }
        ParseMoveError::NotAMove { text: typed } => {
            text.fill("move-not-a-move", Args::new().text("text", typed))
        }
    }
}

/// Why a text is not a list of moves.
#[must_use]
pub fn list_error(text: &Text, error: &ParseListError) -> String {
    text.fill(
        "move-list",
        Args::new()
            .number("column", error.column)
            .text("problem", move_error(text, &error.error)),
    )
}

/// What is wrong with a file, and where.
#[must_use]
pub fn read_error(text: &Text, error: &ReadError) -> String {
    let location = match error.location {
        Location::Text { line, column } => text.fill(
            "place-text",
            Args::new().number("line", line).number("column", column),
        ),
        Location::Byte { offset } => text.fill("place-byte", Args::new().number("offset", offset)),
    };
    let problem = problem(text, &error.problem);
    text.fill(
        "read-error",
        Args::new().text("place", location).text("problem", problem),
    )
}

fn problem(text: &Text, problem: &Problem) -> String {
    match problem {
        Problem::Expected { expected, found } => text.fill(
            "problem-expected",
            Args::new()
                .text("expected", self::expected(text, *expected))
                .text("found", found),
        ),
        Problem::CutShort { expected } => text.fill(
            "problem-cut-short",
            Args::new().text("expected", self::expected(text, *expected)),
        ),
        Problem::Missing { key } => text.fill("problem-missing", Args::new().text("key", key)),
        Problem::Twice { key } => text.fill("problem-twice", Args::new().text("key", key)),
        Problem::Spec(error) => spec_error(text, error),
        Problem::Setup(error) => setup_error(text, error),
        Problem::Refused { spec, error, .. } => replay_error(text, *spec, error),
        Problem::Result { stated, actual } => text.fill(
            "problem-result",
            Args::new().text("stated", stated).text("actual", actual),
        ),
        Problem::Version { found, known } => text.fill(
            "problem-version",
            Args::new()
                .text("found", found.to_string())
                .text("known", known.to_string()),
        ),
        Problem::Checksum { stated, actual } => text.fill(
            "problem-checksum",
            Args::new()
                .text("stated", format!("{stated:08x}"))
                .text("actual", format!("{actual:08x}")),
        ),
        Problem::NotUtf8 => text.say("problem-not-utf8"),
        Problem::TooMany { limit } => {
            text.fill("problem-too-many", Args::new().number("limit", *limit))
        }
        Problem::TooLarge { limit } => text.fill(
            "problem-too-large",
            Args::new().number("limit", *limit >> 20),
        ),
        // The one that many people try, and whose number in SGF few know.
        Problem::OtherGame { what } if what == "GM[1]" => text.say("problem-go"),
        Problem::OtherGame { what } => {
            text.fill("problem-other-game", Args::new().text("what", what))
        }
        Problem::GameUnnamed => text.say("problem-game-unnamed"),
    }
}

/// Why stones cannot be set up.
#[must_use]
pub fn setup_error(text: &Text, error: &SetupError) -> String {
    text.say(match error {
        SetupError::Overlap => "setup-overlap",
        SetupError::OffBoard => "setup-off-board",
    })
}

fn replay_error(text: &Text, spec: GameSpec, error: &ReplayError) -> String {
    match error {
        ReplayError::Refused(rules) => refusal(text, spec, rules),
        ReplayError::OutOfPlace => text.say("problem-out-of-place"),
        ReplayError::TooFarBack { plies, played } => text.fill(
            "problem-too-far-back",
            Args::new()
                .number("plies", usize::from(*plies))
                .number("played", *played),
        ),
    }
}

/// Why the entries of a record cannot be played.
#[must_use]
pub fn check_error(text: &Text, spec: GameSpec, error: &CheckError) -> String {
    match error {
        CheckError::Start(error) => setup_error(text, error),
        CheckError::Entry { error, .. } => replay_error(text, spec, error),
    }
}

/// Why the entries of a record cannot be applied.
#[must_use]
pub fn broken_log(text: &Text, spec: GameSpec, error: &BrokenLog) -> String {
    let why = match &error.problem {
        LogProblem::Time => text.say("log-time"),
        LogProblem::Stage => text.say("log-stage"),
        LogProblem::Answer => text.say("log-answer"),
        LogProblem::Turn => text.say("log-turn"),
        LogProblem::Rules(error) => replay_error(text, spec, error),
    };
    text.fill(
        "log-broken",
        Args::new()
            .number("number", error.number)
            .text("problem", why),
    )
}

/// What a reader expected in a file.
#[must_use]
pub fn expected(text: &Text, expected: Expected) -> String {
    let key = match expected {
        Expected::FirstLine => "expected-first-line",
        Expected::HeaderLine => "expected-header-line",
        Expected::Clock => "expected-clock",
        Expected::Result => "expected-result",
        Expected::Start => "expected-start",
        Expected::Entry => "expected-entry",
        Expected::Move => "expected-move",
        Expected::MoveOf(color) => {
            let side = Args::new().text("color", self::color(text, color));
            return text.fill("expected-move-of", side);
        }
        Expected::PlyNumber(number) => {
            return text.fill("expected-ply-number", Args::new().number("number", number));
        }
        Expected::Seconds => "expected-seconds",
        Expected::Eval => "expected-eval",
        Expected::Escape => "expected-escape",
        Expected::Parentheses => "expected-parentheses",
        Expected::EntryBeforeBranch => "expected-entry-before-branch",
        Expected::End => "expected-end",
        Expected::NextRecord => "expected-next-record",
        Expected::Points => "expected-points",
        Expected::Cells => "expected-cells",
        Expected::SideToMove => "expected-side-to-move",
        Expected::Semicolon => "expected-semicolon",
        Expected::MoveScore => "expected-move-score",
        Expected::GameStart => "expected-game-start",
        Expected::PropertyName => "expected-property-name",
        Expected::PropertyValue => "expected-property-value",
        Expected::ClosingBracket => "expected-closing-bracket",
        Expected::PsqHeader => "expected-psq-header",
        Expected::PsqMove => "expected-psq-move",
        Expected::Offsets => "expected-offsets",
        Expected::SaveNumbers => "expected-save-numbers",
        Expected::WthorHeader => "expected-wthor-header",
        Expected::WthorGames => "expected-wthor-games",
        Expected::WthorNames => "expected-wthor-names",
        Expected::WthorMove => "expected-wthor-move",
        Expected::RenLibHeader => "expected-renlib-header",
        Expected::RenLibNode => "expected-renlib-node",
        Expected::RenLibText => "expected-renlib-text",
    };
    text.say(key)
}

/// Why records cannot be written in a format.
#[must_use]
pub fn write_error(text: &Text, error: &WriteError) -> String {
    let why = text.say(match error.problem {
        WriteProblem::ReadOnly => return text.say("write-read-only"),
        WriteProblem::Game => "write-game",
        WriteProblem::Size => "write-size",
        WriteProblem::Start => "write-start",
        WriteProblem::Several => "write-several",
        WriteProblem::Swap => "write-swap",
        WriteProblem::NoMoves => "write-no-moves",
        WriteProblem::Broken => "write-broken",
    });
    text.fill(
        "write-error",
        Args::new()
            .number("number", error.number)
            .text("problem", why),
    )
}

/// A clock: `9:58`; byo-yomi as `10:00 +3×30s`, then `0:27 ×3`.
#[must_use]
pub fn clock(clock: &ClockView) -> String {
    match clock.face() {
        ClockFace::Plain { ms } => clock_time(ms),
        ClockFace::Main {
            ms,
            periods,
            period_ms,
        } => {
            let period = yiqi_record::Duration(period_ms);
            format!("{} +{periods}×{period}", clock_time(ms))
        }
        ClockFace::Period { ms, periods } => format!("{} ×{periods}", clock_time(ms)),
    }
}

fn clock_time(ms: u64) -> String {
    let seconds = ms.div_ceil(1000);
    match seconds / 3600 {
        0 => format!("{}:{:02}", seconds / 60, seconds % 60),
        hours => format!("{hours}:{:02}:{:02}", seconds / 60 % 60, seconds % 60),
    }
}
