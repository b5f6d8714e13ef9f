//! NBoard 2: an engine that answers `go` and `hint` for the game it was last sent.
//!
//! The driver sets a depth; from it follows how early the endgame is solved. A line that requests
//! something else stops a search; `ping` is answered only then.

use std::io;
use std::time::{Duration, Instant};

use yiqi_record::notation::parse_move;
use yiqi_record::{Format, ReadOptions, Record};
use yiqi_rules::{AnyPosition, ByColor, Color, GameSpec, Move};
use yiqi_search::{Analysis, Certainty, Limits, Line, Resources, SearchRequest};

use super::{Interruption, Next, Output, ProtocolHandler, decimal, seed, with_some_limit};
use crate::engine::MoveSelector;
use crate::options::EngineOptions;
use crate::time_left::TimeLeft;

/// The default depth.
const DEPTH_USUAL: u8 = 12;

/// The maximum number of lines of a hint.
const LINES_MAX: usize = 60;

/// Time per position when a whole game is analyzed, unless the options set one.
const ANALYSIS_TIME: Duration = Duration::from_millis(500);

/// The engine's side of the protocol.
pub(super) struct NBoard {
    game: Game,
    /// The depth set by the driver.
    depth: Option<u8>,
    selector: MoveSelector,
    options: EngineOptions,
    asked: Option<(PendingSearch, Instant)>,
    /// The hint lines that were last sent.
    reported: Vec<Line>,
}

/// The game as sent by the driver, move by move.
struct Game {
    start: AnyPosition,
    position: AnyPosition,
    moves: Vec<Move>,
    /// The time left on the clocks, if the game has clocks.
    clocks: Option<(yiqi_record::ClockRule, ByColor<Duration>)>,
}

/// The running search.
enum PendingSearch {
    Go,
    Hint,
    /// The position after this many moves of the game.
    Analysis(usize),
}

impl Game {
    fn new(spec: GameSpec) -> Game {
        Game {
            start: AnyPosition::new(spec),
            position: AnyPosition::new(spec),
            moves: Vec::new(),
            clocks: None,
        }
    }

    fn of_record(record: &Record) -> Option<Game> {
        let replay = record.replay().ok()?;
        let start = record.header.start_position().ok()?;
        let rule = record.header.time.clock;
        let main_ms = match rule {
            yiqi_record::ClockRule::PerGame { main_ms, .. } => Some(main_ms),
            _ => None,
        };
        let clocks = main_ms.map(|main_ms| {
            let main = Duration::from_millis(main_ms);
            let mut left = ByColor {
                black: main,
                white: main,
            };
            let mut position = start.clone();
            for (played, took_ms) in record.effective_moves() {
                if let Some(turn) = position.turn() {
                    left[turn] = spent(left[turn], Duration::from_millis(took_ms), rule);
                }
                if position.play(played.mv).is_err() {
                    break;
                }
            }
            (rule, left)
        });
        Some(Game {
            start,
            position: replay.position().clone(),
            moves: replay.moves().collect(),
            clocks,
        })
    }

    /// The time left to the side to move. A clock that ran out without ending the game is not in
    /// use.
    fn time_left(&self) -> Option<TimeLeft> {
        let (rule, left) = self.clocks?;
        let time = left[self.position.turn()?];
        (time > Duration::from_millis(100))
            .then(|| TimeLeft::on_clock(rule, time, 0))
            .flatten()
    }

    fn play(&mut self, mv: Move, took: Duration) -> bool {
        let Some(turn) = self.position.turn() else {
            return false;
        };
        // An implied pass.
        if mv != Move::Pass && self.position.legal_words() == [Move::Pass] {
            return self.play(Move::Pass, Duration::ZERO) && self.play(mv, took);
        }
        if self.position.play(mv).is_err() {
            return false;
        }
        self.moves.push(mv);
        if let Some((rule, left)) = &mut self.clocks {
            left[turn] = spent(left[turn], took, *rule);
        }
        true
    }
}

/// A clock after a move.
fn spent(left: Duration, took: Duration, rule: yiqi_record::ClockRule) -> Duration {
    let increment = match rule {
        yiqi_record::ClockRule::PerGame { increment_ms, .. } => increment_ms,
        _ => 0,
    };
    left.saturating_sub(took) + Duration::from_millis(increment)
}

impl NBoard {
    pub(super) fn new(spec: GameSpec, options: EngineOptions) -> NBoard {
        NBoard {
            game: Game::new(spec),
            depth: None,
            selector: MoveSelector::new(options, seed()),
            options,
            asked: None,
            reported: Vec::new(),
        }
    }

    fn set(&mut self, what: &str, value: &str, out: &mut Output<'_>) -> io::Result<()> {
        match what {
            "depth" => {
                if let Ok(depth) = value.parse::<u8>() {
                    self.depth = Some(depth.clamp(1, EngineOptions::DEPTH_MAX));
                    out.line(&format!("set myname {}", self.name()))?;
                }
            }
            "game" => match read_game(value) {
                Some(game) => self.game = game,
                None => out.line("status the game could not be read")?,
            },
            // `contempt` is accepted without effect: a draw is worth 0, whoever has black.
            _ => {}
        }
        Ok(())
    }

    fn name(&self) -> String {
        match self.depth {
            Some(depth) => format!("yiqi{depth}"),
            None => "yiqi".to_owned(),
        }
    }

    /// Handles `F5/eval/time`, the last two optional.
    fn take_move(&mut self, text: &str, out: &mut Output<'_>) -> io::Result<()> {
        let mut parts = text.split(['/', ' ']);
        let name = parts.next().unwrap_or_default();
        let seconds = parts
            .nth(1)
            .and_then(|seconds| seconds.parse::<f64>().ok())
            .filter(|seconds| seconds.is_finite());
        let took = seconds
            .and_then(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)).ok())
            .unwrap_or_default();
        let mv = match name.to_ascii_lowercase().as_str() {
            "pa" | "ps" | "--" => Some(Move::Pass),
            _ => parse_move(name, self.game.position.spec()).ok(),
        };
        let played = mv.is_some_and(|mv| self.game.play(mv, took));
        if played {
            Ok(())
        } else {
            out.line(&format!("status {} cannot be played", printable(name)))
        }
    }

    /// The limits from the depth and the options, without a clock.
    fn own_limits(&self, position: &AnyPosition) -> Limits {
        let mut limits = self.options.limits();
        if self.depth.is_some() || !self.options.is_limited() {
            limits.depth = limits
                .depth
                .min(full_depth(self.depth.unwrap_or(DEPTH_USUAL), position));
        }
        limits
    }

    fn go(&mut self, at: Instant, out: &mut Output<'_>) -> io::Result<Next> {
        let position = &self.game.position;
        if position.turn().is_none() || position.legal_words() == [Move::Pass] {
            out.line("=== PA")?;
            return Ok(Next::Listen);
        }
        let left = self.game.time_left().map(|left| left.after(at.elapsed()));
        let (line_count, limits) = if self.options.level.is_some() && self.depth.is_none() {
            self.selector.options = with_some_limit(self.options, super::TIME_USUAL);
            let request = self.selector.request(position, left);
            (request.line_count, request.limits)
        } else {
            self.selector.options = EngineOptions {
                depth: Some(EngineOptions::DEPTH_MAX),
                ..EngineOptions::default()
            };
            let limits = self.own_limits(position);
            let limits = match left {
                Some(left) => left.budget(position).within(limits),
                None => limits,
            };
            (1, limits)
        };
        self.begin(PendingSearch::Go, line_count, limits, at, out)
    }

    fn hint(&mut self, count: &str, at: Instant, out: &mut Output<'_>) -> io::Result<Next> {
        if self.game.position.turn().is_none() {
            out.line("status")?;
            return Ok(Next::Listen);
        }
        let count = count.parse::<usize>().unwrap_or(1).clamp(1, LINES_MAX);
        let limits = self.own_limits(&self.game.position);
        self.begin(PendingSearch::Hint, count, limits, at, out)
    }

    fn begin(
        &mut self,
        asked: PendingSearch,
        line_count: usize,
        limits: Limits,
        at: Instant,
        out: &mut Output<'_>,
    ) -> io::Result<Next> {
        out.line("status thinking")?;
        self.reported.clear();
        self.asked = Some((asked, at));
        let request = SearchRequest::new(&self.game.position, limits);
        Ok(Next::think(&request.with_lines(line_count)))
    }

    /// Analyzes the position after `ply` moves, then those before it, backward.
    fn analyze(&mut self, ply: usize, out: &mut Output<'_>) -> io::Result<Next> {
        let mut position = self.game.start.clone();
        for &mv in self.game.moves.iter().take(ply) {
            position.play_unchecked(mv);
        }
        if let Some(outcome) = position.outcome() {
            let by = outcome
                .score
                .map_or(0, |score| i32::from(score.black) - i32::from(score.white));
            out.line(&format!("analysis {ply} {}", decimal(100 * by)))?;
            return self.analyze_before(ply, out);
        }
        let mut limits = self.own_limits(&position);
        if limits.time.is_none() {
            limits.time = Some(ANALYSIS_TIME);
        }
        self.asked = Some((PendingSearch::Analysis(ply), Instant::now()));
        Ok(Next::think(&SearchRequest::new(&position, limits)))
    }

    fn analyze_before(&mut self, ply: usize, out: &mut Output<'_>) -> io::Result<Next> {
        match ply.checked_sub(1) {
            Some(before) => self.analyze(before, out),
            None => {
                out.line("status")?;
                Ok(Next::Listen)
            }
        }
    }

    fn search_lines(&mut self, analysis: &Analysis, out: &mut Output<'_>) -> io::Result<()> {
        self.reported.clone_from(&analysis.lines);
        for line in &analysis.lines {
            out.line(&format!(
                "search {} {} 0 {}",
                line_text(line, self.game.position.spec()),
                decimal(line.eval),
                depth_word(analysis.depth, line.certainty)
            ))?;
        }
        self.node_stats(analysis, out)
    }

    fn node_stats(&self, analysis: &Analysis, out: &mut Output<'_>) -> io::Result<()> {
        let seconds = self
            .asked
            .as_ref()
            .map_or(0.0, |(_, at)| at.elapsed().as_secs_f64());
        out.line(&format!("nodestats {} {seconds:.3}", analysis.nodes))
    }
}

impl ProtocolHandler for NBoard {
    fn handle_line(&mut self, line: &str, at: Instant, out: &mut Output<'_>) -> io::Result<Next> {
        let (command, rest) = first_word(line);
        match command {
            "set" => {
                let (what, value) = first_word(rest);
                self.set(what, value, out)?;
                return Ok(Next::Prepare(self.game.position.spec()));
            }
            "move" => self.take_move(rest, out)?,
            "go" => return self.go(at, out),
            "hint" => return self.hint(rest, at, out),
            "ping" => out.line(&format!("pong {}", printable(rest)))?,
            "learn" => out.line("learned")?,
            "analyze" => return self.analyze(self.game.moves.len(), out),
            "quit" => return Ok(Next::End),
            // `nboard 2` needs no answer, and unknown lines are ignored.
            _ => {}
        }
        Ok(Next::Listen)
    }

    fn interrupt(&mut self, line: &str, _is_next: bool) -> Interruption {
        let (command, _) = first_word(line);
        match command {
            "ping" | "set" | "move" | "go" | "hint" | "analyze" => {
                // A late answer to `go` would be taken for another position's.
                self.asked = None;
                Interruption::Abandon
            }
            "quit" => Interruption::End,
            "learn" => Interruption::Queue,
            _ => Interruption::Done,
        }
    }

    fn report(&mut self, analysis: &Analysis, out: &mut Output<'_>) -> io::Result<()> {
        match self.asked {
            Some((PendingSearch::Hint, _)) => self.search_lines(analysis, out),
            Some((PendingSearch::Go, _)) => self.node_stats(analysis, out),
            _ => Ok(()),
        }
    }

    fn answer(&mut self, analysis: Option<Analysis>, out: &mut Output<'_>) -> io::Result<Next> {
        let Some((asked, at)) = self.asked.take() else {
            return Ok(Next::Listen);
        };
        let position = &self.game.position;
        match asked {
            PendingSearch::Go => {
                let line = analysis
                    .as_ref()
                    .and_then(|analysis| self.selector.pick(analysis, position));
                let mv = line
                    .and_then(|line| line.moves.first().copied())
                    .or_else(|| position.legal_moves().first().copied());
                let value = line.map_or(0, |line| line.eval);
                out.line("status")?;
                out.line(&format!(
                    "=== {}/{}/{:.2}",
                    mv.map_or_else(|| "PA".to_owned(), |mv| point_text(mv, position.spec())),
                    decimal(value),
                    at.elapsed().as_secs_f64()
                ))?;
            }
            PendingSearch::Hint => {
                if let Some(analysis) = analysis.filter(|last| last.lines != self.reported) {
                    self.asked = Some((asked, at));
                    self.search_lines(&analysis, out)?;
                    self.asked = None;
                }
                out.line("status")?;
            }
            PendingSearch::Analysis(ply) => {
                let best = analysis
                    .as_ref()
                    .and_then(|analysis| analysis.lines.first());
                let value = best.map_or(0, |line| line.eval);
                // From Black's side, like a result.
                let color = color_after(&self.game, ply);
                let value = if color == Color::White { -value } else { value };
                out.line(&format!("analysis {ply} {}", decimal(value)))?;
                return self.analyze_before(ply, out);
            }
        }
        Ok(Next::Listen)
    }

    fn resources(&self) -> Resources {
        self.options.resources()
    }
}

/// The side to move after this many moves of a game.
fn color_after(game: &Game, ply: usize) -> Color {
    let mut position = game.start.clone();
    for &mv in game.moves.iter().take(ply) {
        position.play_unchecked(mv);
    }
    position.turn().unwrap_or(Color::Black)
}

/// The search depth for a midgame depth: to the end of the game as soon as that costs about the
/// same.
fn full_depth(depth: u8, position: &AnyPosition) -> u8 {
    let empty = position.empty_points().len().min(usize::from(u8::MAX)) as u8;
    let solves_at = depth.saturating_mul(2).min(depth.saturating_add(4).max(20));
    if empty <= solves_at {
        empty.max(1)
    } else {
        depth
    }
}

fn read_game(text: &str) -> Option<Game> {
    let records = Format::Ggf
        .read(text.as_bytes(), &ReadOptions::default())
        .ok()?;
    Game::of_record(records.last()?)
}

fn first_word(line: &str) -> (&str, &str) {
    let line = line.trim();
    match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (line, ""),
    }
}

fn printable(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(40).collect()
}

fn point_text(mv: Move, spec: GameSpec) -> String {
    match mv.point() {
        Some(point) => spec.point_name(point).to_ascii_uppercase(),
        None => "PA".to_owned(),
    }
}

/// The moves of a line, concatenated.
fn line_text(line: &Line, spec: GameSpec) -> String {
    line.moves.iter().map(|&mv| point_text(mv, spec)).collect()
}

/// Depth and confidence: `14`, `21@73%`, `100%W`, `100%`.
fn depth_word(depth: u8, certainty: Certainty) -> String {
    match certainty {
        Certainty::Exact => "100%".to_owned(),
        Certainty::Outcome | Certainty::Forced { .. } => "100%W".to_owned(),
        Certainty::Estimate { percent, .. } if percent < 100 => format!("{depth}@{percent}%"),
        Certainty::Estimate { .. } => depth.to_string(),
    }
}
