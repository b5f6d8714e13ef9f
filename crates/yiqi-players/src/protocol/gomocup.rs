//! The protocol of Gomocup and Piskvork, with the commands of Yixin-Board.
//!
//! Stones are kept as the driver sent them, not as a game: boards can be set up and stones taken
//! back in any order. `INFO` and the commands that stop are handled during a search; others are
//! queued.

mod info;

use std::io;
use std::time::{Duration, Instant};

use yiqi_rules::{
    AnyPosition, ByColor, Color, GameSpec, GomokuRules, GomokuSpec, Move, Opening, Point, PointSet,
    Setup,
};
use yiqi_search::{Analysis, Certainty, Limits, Line, Resources, SearchRequest};

use self::info::Info;
use super::{Interruption, Next, Output, ProtocolHandler, gomoku, seed};
use crate::engine::MoveSelector;
use crate::options::EngineOptions;

/// The engine's side of the protocol.
pub(super) struct Gomocup {
    /// The board size, once the driver sent one.
    size: Option<u8>,
    /// The stones, in the order they were sent.
    stones: Vec<(Point, Who)>,
    /// Points that must not be played.
    blocked: PointSet,
    info: Info,
    selector: MoveSelector,
    options: EngineOptions,
    /// The list of stones being received.
    list: Option<List>,
    asked: Option<PendingSearch>,
    /// How much later than planned searches have ended, because the processor was busy.
    lag: Duration,
}

/// The owner of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Who {
    We,
    They,
}

/// Stones sent line by line until `DONE`.
struct List {
    command: Listed,
    stones: Vec<(Point, Who)>,
    /// The first line that could not be parsed.
    problem: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Listed {
    Board,
    YxBoard,
    Swap2,
    Block,
    BlockUndo,
}

/// The running search.
struct PendingSearch {
    what: What,
    at: Instant,
    /// How long after that the search should end.
    due: Option<Duration>,
    position: AnyPosition,
    line_count: usize,
    /// The greatest depth reported.
    reported: u8,
}

enum What {
    /// A move of ours.
    Move,
    /// The stones and choices of a swap2 opening, with the decisions so far.
    Opening { answer: Vec<String>, limits: Limits },
}

impl Gomocup {
    pub(super) fn new(spec: GameSpec, options: EngineOptions) -> Gomocup {
        let rules = match spec {
            GameSpec::Gomoku(spec) => spec.rules,
            _ => GomokuRules::Freestyle,
        };
        Gomocup {
            size: None,
            stones: Vec::new(),
            blocked: PointSet::default(),
            info: Info::new(rules, options),
            selector: MoveSelector::new(options, seed()),
            options,
            list: None,
            asked: None,
            lag: Duration::ZERO,
        }
    }

    fn start(&mut self, size: Option<u8>, out: &mut Output<'_>) -> io::Result<Next> {
        if let Some(problem) = self.info.problem() {
            out.line(&format!("ERROR {problem}"))?;
            return Ok(Next::Listen);
        }
        match size.and_then(|size| gomoku(size, self.info.rules)) {
            Some(spec) => {
                self.size = Some(spec.size());
                self.stones.clear();
                self.blocked = PointSet::default();
                Ok(Next::ForgetAndAnswer(GameSpec::Gomoku(spec), "OK"))
            }
            None => {
                out.line("ERROR boards are square, from 5 to 25")?;
                Ok(Next::Listen)
            }
        }
    }

    fn point(&self, x: i64, y: i64) -> Option<Point> {
        let size = self.size?;
        let point = Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?)?;
        point.is_on(size).then_some(point)
    }

    fn parse_point(&self, text: &str) -> Option<Point> {
        let (x, y) = text.split_once(',')?;
        self.point(x.trim().parse().ok()?, y.trim().parse().ok()?)
    }

    fn is_empty(&self, point: Point) -> bool {
        self.stones.iter().all(|(taken, _)| *taken != point)
    }

    /// An empty point as `x,y`, or why it is invalid.
    fn empty_point(&self, text: &str) -> Result<Point, String> {
        if self.size.is_none() {
            return Err("no board yet: send START first".to_owned());
        }
        let point = self
            .parse_point(text)
            .ok_or_else(|| format!("'{}' is no point of the board", shown(text)))?;
        if self.is_empty(point) {
            Ok(point)
        } else {
            Err(format!("{} is occupied", coordinates(point)))
        }
    }

    /// Our color: black if we moved first.
    fn color(&self) -> Color {
        let count = |who| {
            self.stones
                .iter()
                .filter(|(_, whose)| *whose == who)
                .count()
        };
        if count(Who::We) >= count(Who::They) {
            Color::Black
        } else {
            Color::White
        }
    }

    fn rules_spec(&self, opening: Opening) -> Option<GomokuSpec> {
        GomokuSpec::new(self.size?, self.info.rules, opening)
    }

    /// The position, with us to move.
    fn position(&self) -> Option<AnyPosition> {
        let ours = self.color();
        let mut stones = ByColor::<PointSet>::default();
        for &(point, who) in &self.stones {
            let color = match who {
                Who::We => ours,
                Who::They => ours.other(),
            };
            stones[color].insert(point);
        }
        let spec = GameSpec::Gomoku(self.rules_spec(Opening::Free)?);
        let setup = Setup { stones, turn: ours };
        AnyPosition::from_setup(spec, &setup).ok()
    }

    /// Starts a search for our move.
    fn think(&mut self, line_count: usize, at: Instant, out: &mut Output<'_>) -> io::Result<Next> {
        if let Some(problem) = self.info.problem() {
            out.line(&format!("ERROR {problem}"))?;
            return Ok(Next::Listen);
        }
        let Some(position) = self.position() else {
            out.line("ERROR no board yet: send START first")?;
            return Ok(Next::Listen);
        };
        if position.empty_points().is_empty() {
            out.line("ERROR the board is full")?;
            return Ok(Next::Listen);
        }
        if position.legal_moves().is_empty() {
            // Only forbidden points are left, but some answer is required.
            let point = position.empty_points().iter().next();
            return self.place(point, out);
        }
        let spent = at.elapsed();
        let (request, options) = self.info.request(self.options, &position, spent + self.lag);
        self.selector.options = options;
        // Lines that start with a blocked point are skipped.
        let line_count = line_count.max(request.line_count) + self.blocked.len();
        self.asked = Some(PendingSearch {
            what: What::Move,
            at,
            due: request.limits.time.map(|time| spent + time),
            position: position.clone(),
            line_count,
            reported: 0,
        });
        Ok(Next::think(&request.with_lines(line_count)))
    }

    /// Plays our move and sends it.
    fn place(&mut self, point: Option<Point>, out: &mut Output<'_>) -> io::Result<Next> {
        match point {
            Some(point) => {
                self.stones.push((point, Who::We));
                out.line(&coordinates(point))?;
            }
            None => out.line("ERROR no move is left")?,
        }
        Ok(Next::Listen)
    }

    /// Searches on after our move, while the opponent thinks: after the expected reply, if there is one.
    fn ponder(&self, mut position: AnyPosition, point: Option<Point>, reply: Option<Move>) -> Next {
        let is_played = point.is_some_and(|point| position.play(Move::Place(point)).is_ok());
        if !self.info.is_pondering || !is_played {
            return Next::Listen;
        }
        if let Some(reply) = reply {
            // If it is not legal after all, the opponent's move is searched instead.
            let _ = position.play(reply);
        }
        if position.turn().is_none() {
            return Next::Listen;
        }
        let request = self.info.ponder_request(self.options, &position);
        Next::ponder(&request)
    }

    fn begin_list(&mut self, command: Listed) {
        self.list = Some(List {
            command,
            stones: Vec::new(),
            problem: None,
        });
    }

    /// Handles one line of a list. Returns whether it was `DONE`.
    fn add_to_list(&self, list: &mut List, line: &str) -> bool {
        let word = line.trim();
        if word.eq_ignore_ascii_case("DONE") {
            return true;
        }
        let fields: Vec<&str> = word.split(',').map(str::trim).collect();
        let numbers: Option<Vec<i64>> = fields.iter().map(|field| field.parse().ok()).collect();
        let stone = match numbers.as_deref() {
            // A pass: the colors tell whose turn it is.
            Some([-1, -1, ..]) => return false,
            Some([x, y]) => Some((*x, *y, Who::We)),
            Some([x, y, 1]) => Some((*x, *y, Who::We)),
            Some([x, y, 2]) => Some((*x, *y, Who::They)),
            _ => None,
        };
        let stone = stone.and_then(|(x, y, who)| Some((self.point(x, y)?, who)));
        match stone {
            Some((point, who)) if list.stones.iter().all(|(taken, _)| *taken != point) => {
                list.stones.push((point, who));
            }
            _ => {
                list.problem
                    .get_or_insert_with(|| format!("'{}' is no stone", shown(word)));
            }
        }
        false
    }

    fn end_list(&mut self, list: List, at: Instant, out: &mut Output<'_>) -> io::Result<Next> {
        if self.size.is_none() {
            out.line("ERROR no board yet: send START first")?;
            return Ok(Next::Listen);
        }
        if let Some(problem) = list.problem {
            out.line(&format!("ERROR {problem}"))?;
            return Ok(Next::Listen);
        }
        match list.command {
            Listed::Board => {
                self.stones = list.stones;
                return self.think(1, at, out);
            }
            Listed::YxBoard => self.stones = list.stones,
            Listed::Swap2 => return self.open(list.stones, at, out),
            Listed::Block => {
                for (point, _) in list.stones {
                    self.blocked.insert(point);
                }
            }
            Listed::BlockUndo => {
                for (point, _) in list.stones {
                    self.blocked.remove(point);
                }
            }
        }
        Ok(Next::Listen)
    }

    /// Handles a step of a swap2 opening: replays the game by the rules; we act next.
    fn open(
        &mut self,
        stones: Vec<(Point, Who)>,
        at: Instant,
        out: &mut Output<'_>,
    ) -> io::Result<Next> {
        if let Some(problem) = self.info.problem() {
            out.line(&format!("ERROR {problem}"))?;
            return Ok(Next::Listen);
        }
        let position = self
            .rules_spec(Opening::Swap2)
            .and_then(|spec| opening_position(spec, &stones));
        let Some(position) = position else {
            out.line("ERROR a swap2 opening has 0, 3 or 5 stones on distinct points")?;
            return Ok(Next::Listen);
        };
        let (request, options) = self.info.request(self.options, &position, at.elapsed());
        self.selector.options = options;
        // Up to three decisions share the time of one.
        let mut limits = request.limits;
        limits.time = limits.time.map(|time| time / 3);
        limits.enough = limits.enough.map(|time| time / 3);
        self.think_opening(position, Vec::new(), limits, at)
    }

    fn think_opening(
        &mut self,
        position: AnyPosition,
        answer: Vec<String>,
        limits: Limits,
        at: Instant,
    ) -> io::Result<Next> {
        let next = Next::think(&SearchRequest::new(&position, limits));
        self.asked = Some(PendingSearch {
            what: What::Opening { answer, limits },
            at,
            due: None,
            position,
            line_count: 1,
            reported: u8::MAX,
        });
        Ok(next)
    }

    /// Handles one decision of an opening: starts the next one, or sends them all.
    fn go_on_opening(
        &mut self,
        mut position: AnyPosition,
        mut answer: Vec<String>,
        limits: Limits,
        at: Instant,
        mv: Move,
        out: &mut Output<'_>,
    ) -> io::Result<Next> {
        let actor = position.turn();
        let is_second_choice = position.stones(Color::White).len() == 2;
        if position.play(mv).is_err() {
            out.line("ERROR no move is left")?;
            return Ok(Next::Listen);
        }
        let is_last = match mv {
            // The driver asks white to choose, and in the second choice we are black: who keeps
            // black swaps, who swaps places the sixth stone.
            Move::Swap | Move::Keep if (mv == Move::Keep) == is_second_choice => {
                answer.push("SWAP".to_owned());
                true
            }
            Move::Place(point) => {
                answer.push(coordinates(point));
                // A side that adds stones acts until all of them are placed.
                position.turn() != actor
            }
            _ => false,
        };
        if is_last || position.turn().is_none() {
            out.line(&answer.join(" "))?;
            return Ok(Next::Listen);
        }
        self.think_opening(position, answer, limits, at)
    }

    fn take_back(&mut self, text: &str, out: &mut Output<'_>) -> io::Result<()> {
        let point = self.parse_point(text);
        let at = self
            .stones
            .iter()
            .rposition(|(taken, _)| Some(*taken) == point);
        match at {
            Some(at) => {
                self.stones.remove(at);
                out.line("OK")
            }
            None => out.line(&format!("ERROR there is no stone on '{}'", shown(text))),
        }
    }

    /// The points forbidden to black, if black is to move.
    fn forbidden(&self) -> String {
        let points: String = self
            .position()
            .map(|position| position.forbidden_points())
            .unwrap_or_default()
            .iter()
            .map(|(point, _)| format!("{:02}{:02}", point.col(), point.row()))
            .collect();
        format!("FORBID {points}.")
    }

    fn told_message(&self, analysis: &Analysis, at: Instant, line: &Line) -> String {
        let spec = self.position().map(|position| position.spec());
        let moves: Vec<String> = line
            .moves
            .iter()
            .filter_map(|mv| mv.point())
            .zip(std::iter::repeat(spec))
            .filter_map(|(point, spec)| Some(spec?.point_name(point).to_ascii_uppercase()))
            .collect();
        format!(
            "MESSAGE Depth {} | Eval {} | Node {} | Time {}ms | {}",
            analysis.depth,
            value_text(line),
            short(analysis.nodes),
            at.elapsed().as_millis(),
            moves.join(" ")
        )
    }
}

impl ProtocolHandler for Gomocup {
    fn handle_line(&mut self, line: &str, at: Instant, out: &mut Output<'_>) -> io::Result<Next> {
        let (command, rest) = first_word(line);
        if let Some(mut list) = self.list.take() {
            if command == "END" {
                return Ok(Next::End);
            }
            if command == "INFO" {
                self.info.set(rest);
                self.list = Some(list);
                return Ok(Next::Listen);
            }
            if !command.is_empty() && self.add_to_list(&mut list, line) {
                return self.end_list(list, at, out);
            }
            self.list = Some(list);
            return Ok(Next::Listen);
        }
        match command.as_str() {
            "" => {}
            "START" => return self.start(rest.parse().ok(), out),
            "RECTSTART" => {
                let size = rest
                    .split_once(',')
                    .filter(|(width, height)| width.trim() == height.trim())
                    .and_then(|(width, _)| width.trim().parse().ok());
                return self.start(size, out);
            }
            "RESTART" => return self.start(self.size, out),
            "BEGIN" | "TURN" | "PLAY" if self.info.problem().is_some() => {
                // No stone is placed under rules we do not support.
                let problem = self.info.problem().unwrap_or_default();
                out.line(&format!("ERROR {problem}"))?;
            }
            "BEGIN" => {
                if self.size.is_some() {
                    self.stones.clear();
                }
                return self.think(1, at, out);
            }
            "TURN" => match self.empty_point(rest) {
                Ok(point) => {
                    self.stones.push((point, Who::They));
                    return self.think(1, at, out);
                }
                Err(problem) => out.line(&format!("ERROR {problem}"))?,
            },
            "PLAY" => match self.empty_point(rest) {
                Ok(point) => return self.place(Some(point), out),
                Err(problem) => out.line(&format!("ERROR {problem}"))?,
            },
            "BOARD" => self.begin_list(Listed::Board),
            "YXBOARD" => self.begin_list(Listed::YxBoard),
            "SWAP2BOARD" => self.begin_list(Listed::Swap2),
            "YXBLOCK" => self.begin_list(Listed::Block),
            "YXBLOCKUNDO" => self.begin_list(Listed::BlockUndo),
            "YXBLOCKRESET" => self.blocked = PointSet::default(),
            "TAKEBACK" => self.take_back(rest, out)?,
            "INFO" => {
                self.info.set(rest);
                // Before START, there is nothing to prepare for.
                let spec = self.rules_spec(Opening::Free);
                return Ok(spec.map_or(Next::Listen, |spec| Next::Prepare(GameSpec::Gomoku(spec))));
            }
            "YXNBEST" => {
                let count = rest.parse::<usize>().unwrap_or(1).clamp(1, 50);
                return self.think(count, at, out);
            }
            "YXSHOWFORBID" => out.line(&self.forbidden())?,
            "YXHASHCLEAR" => return Ok(Next::Forget(GameSpec::GOMOKU)),
            "YXSHOWINFO" => {
                out.line(&format!(
                    "MESSAGE INFO MAX_THREAD_NUM {}",
                    EngineOptions::THREADS_MAX
                ))?;
                // The logarithm of the size in KiB.
                let kib = (EngineOptions::HASH_MAX as u64) << 10;
                out.line(&format!("MESSAGE INFO MAX_HASH_SIZE {}", kib.ilog2()))?;
            }
            // There is no search to stop.
            "YXSTOP" | "STOP" => {}
            "ABOUT" => out.line(concat!(
                "name=\"yiqi\", version=\"",
                env!("CARGO_PKG_VERSION"),
                "\", author=\"yiqi contributors\", country=\"International\", www=\"\", email=\"\""
            ))?,
            "END" => return Ok(Next::End),
            _ => out.line(&format!("UNKNOWN {}", shown(&command)))?,
        }
        Ok(Next::Listen)
    }

    fn interrupt(&mut self, line: &str, is_next: bool) -> Interruption {
        let (command, rest) = first_word(line);
        match command.as_str() {
            "INFO" if is_next => {
                self.info.set(rest);
                Interruption::Done
            }
            "YXSTOP" | "STOP" => {
                // The remaining decisions of an opening are made at once, too.
                if let Some(PendingSearch {
                    what: What::Opening { limits, .. },
                    ..
                }) = &mut self.asked
                {
                    limits.time = Some(TIME_MIN);
                }
                Interruption::StopSearch
            }
            "END" => Interruption::End,
            "" => Interruption::Done,
            _ => Interruption::Queue,
        }
    }

    fn report(&mut self, analysis: &Analysis, out: &mut Output<'_>) -> io::Result<()> {
        let is_deeper = match &self.asked {
            Some(asked) => analysis.depth > asked.reported && asked.line_count == 1,
            None => false,
        };
        if is_deeper
            && let Some(line) = analysis.lines.first()
            && let Some(asked) = &mut self.asked
        {
            asked.reported = analysis.depth;
            let at = asked.at;
            out.line(&self.told_message(analysis, at, line))?;
        }
        Ok(())
    }

    fn answer(&mut self, analysis: Option<Analysis>, out: &mut Output<'_>) -> io::Result<Next> {
        let Some(asked) = self.asked.take() else {
            return Ok(Next::Listen);
        };
        if let Some(due) = asked.due {
            // It shrinks slowly, since a busy processor stays busy for a while.
            let late = asked.at.elapsed().saturating_sub(due);
            self.lag = late.max(self.lag * 7 / 8).min(LAG_MAX);
        }
        let mut analysis = analysis.unwrap_or_default();
        let blocked = self.blocked;
        analysis.lines.retain(|line| {
            line.moves
                .first()
                .and_then(|mv| mv.point())
                .is_none_or(|point| !blocked.contains(point))
        });
        let picked = self.selector.pick(&analysis, &asked.position);
        let mv = picked.and_then(|line| line.moves.first().copied());
        let reply = picked.and_then(|line| line.moves.get(1).copied());
        match asked.what {
            What::Opening { answer, limits } => {
                let mv = mv.or_else(|| asked.position.legal_moves().first().copied());
                match mv {
                    Some(mv) => {
                        self.go_on_opening(asked.position, answer, limits, asked.at, mv, out)
                    }
                    None => {
                        out.line("ERROR no move is left")?;
                        Ok(Next::Listen)
                    }
                }
            }
            What::Move => {
                if asked.line_count > 1 {
                    for (line, number) in analysis.lines.iter().zip(1..) {
                        let message = self.told_message(&analysis, asked.at, line);
                        out.line(&message.replacen("Depth", &format!("({number}) Depth"), 1))?;
                    }
                } else if let Some(line) = picked {
                    let ms = asked.at.elapsed().as_millis().max(1);
                    out.line(&format!(
                        "MESSAGE Speed {} | Depth {} | Eval {} | Node {} | Time {ms}ms",
                        short((u128::from(analysis.nodes) * 1000 / ms) as u64),
                        analysis.depth,
                        value_text(line),
                        short(analysis.nodes),
                    ))?;
                }
                let point = mv.and_then(Move::point).or_else(|| {
                    let legal = asked.position.legal_points();
                    (legal - blocked).iter().next().or(legal.iter().next())
                });
                self.place(point, out)?;
                Ok(self.ponder(asked.position, point, reply))
            }
        }
    }

    fn resources(&self) -> Resources {
        self.info.resources(self.options)
    }
}

/// The position of a swap2 opening with these stones, in the order of play.
fn opening_position(spec: GomokuSpec, stones: &[(Point, Who)]) -> Option<AnyPosition> {
    if ![0, 3, 5].contains(&stones.len()) {
        return None;
    }
    let mut position = AnyPosition::new(GameSpec::Gomoku(spec));
    for (index, &(point, _)) in stones.iter().enumerate() {
        if index == 3 {
            position.play(Move::More).ok()?;
        }
        position.play(Move::Place(point)).ok()?;
    }
    Some(position)
}

fn first_word(line: &str) -> (String, &str) {
    let line = line.trim();
    let (word, rest) = match line.split_once(char::is_whitespace) {
        Some((word, rest)) => (word, rest.trim()),
        None => (line, ""),
    };
    (word.to_ascii_uppercase(), rest)
}

fn coordinates(point: Point) -> String {
    format!("{},{}", point.col(), point.row())
}

/// A part of a line, safe to echo.
fn shown(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(60).collect()
}

/// An evaluation as Gomocup programs write it: hundredths, or plies to the end of a decided game.
fn value_text(line: &Line) -> String {
    match line.certainty {
        Certainty::Forced { plies } if line.eval < 0 => format!("-M{plies}"),
        Certainty::Forced { plies } => format!("+M{plies}"),
        _ => line.eval.to_string(),
    }
}

/// A count in a few digits.
fn short(count: u64) -> String {
    match count {
        ..10_000 => count.to_string(),
        10_000..10_000_000 => format!("{}K", count / 1000),
        _ => format!("{}M", count / 1_000_000),
    }
}

/// Maximum time set aside for a busy processor.
const LAG_MAX: Duration = Duration::from_millis(500);

/// Minimum time for a search: enough for a few plies.
const TIME_MIN: Duration = Duration::from_millis(5);
