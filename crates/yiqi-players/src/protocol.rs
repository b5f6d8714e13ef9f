//! Line protocols that make our engines available to other programs.
//!
//! A driver writes lines and reads lines. [`speak`] keeps reading while the engine thinks, so that
//! it can be stopped; [`rehearse`] takes lines that are known in advance and any engine. Each
//! protocol, one module each, decides what a line means, in which order lines are answered, and what
//! to answer.

mod botzone;
mod gomocup;
mod gtp;
mod nboard;
mod script;

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use yiqi_engine_gomoku::GomokuEngine;
use yiqi_rules::{AnyPosition, Color, Game, GameSpec, GomokuSpec, Opening, Point};
use yiqi_search::{Analysis, Engine, Limits, Report, Resources, SearchRequest, Stop};

use crate::any_engine::AnyEngine;
use crate::options::EngineOptions;

/// A protocol between an engine and the program that drives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Go Text Protocol, version 2, as Othello programs use it.
    Gtp,
    /// NBoard, version 2.
    NBoard,
    /// Gomocup (Piskvork), with the commands of Yixin-Board.
    Gomocup,
    /// Botzone: one JSON value in, one out.
    Botzone,
    /// Our own: one JSON object in, one move out.
    Script,
}

impl Protocol {
    /// Every protocol.
    pub const ALL: [Protocol; 5] = [
        Protocol::Gtp,
        Protocol::NBoard,
        Protocol::Gomocup,
        Protocol::Botzone,
        Protocol::Script,
    ];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::Gtp => "gtp",
            Protocol::NBoard => "nboard",
            Protocol::Gomocup => "gomocup",
            Protocol::Botzone => "botzone",
            Protocol::Script => "script",
        }
    }

    /// The protocol with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Protocol> {
        Protocol::ALL
            .into_iter()
            .find(|protocol| protocol.name() == name)
    }

    /// The default game.
    #[must_use]
    pub const fn default_game(self) -> GameSpec {
        match self {
            Protocol::Gomocup => GameSpec::GOMOKU,
            _ => GameSpec::REVERSI,
        }
    }

    /// Whether it supports a game.
    #[must_use]
    pub fn knows(self, spec: GameSpec) -> bool {
        let game = spec.game();
        let is_free = spec.opening_name() == game.openings()[0];
        match self {
            Protocol::Script => true,
            Protocol::Gtp => is_free,
            Protocol::NBoard => game == Game::Reversi && spec.rules_name() == game.rule_sets()[0],
            Protocol::Gomocup => game == Game::Gomoku && is_free,
            Protocol::Botzone => matches!(game, Game::Reversi | Game::Gomoku) && is_free,
        }
    }
}

/// Speaks a protocol until the driver ends it or closes its end. `game` must be one that the
/// protocol [`knows`](Protocol::knows).
///
/// # Errors
/// If the driver stopped reading.
pub fn speak(
    protocol: Protocol,
    game: GameSpec,
    options: EngineOptions,
    input: impl Read + Send + 'static,
    output: &mut dyn Write,
) -> io::Result<()> {
    converse_live::<AnyEngine>(protocol, game, options, input, output)
}

/// Speaks the Gomocup protocol as [`speak`] does, with the Gomoku engine alone: a program that uses
/// only this does not contain the engines of other games.
///
/// # Errors
/// If the driver stopped reading.
pub fn speak_gomocup(
    options: EngineOptions,
    input: impl Read + Send + 'static,
    output: &mut dyn Write,
) -> io::Result<()> {
    let protocol = Protocol::Gomocup;
    converse_live::<GomokuEngine>(protocol, protocol.default_game(), options, input, output)
}

fn converse_live<E: LiveEngine>(
    protocol: Protocol,
    game: GameSpec,
    options: EngineOptions,
    input: impl Read + Send + 'static,
    output: &mut dyn Write,
) -> io::Result<()> {
    let (sender, events) = sync_channel::<LiveEvent<E>>(64);
    let lines = sender.clone();
    std::thread::spawn(move || {
        read_lines(input, |event| lines.send(LiveEvent::Event(event)).is_ok());
    });
    let host = LiveHost {
        engine: None,
        sender,
        events,
    };
    run(protocol, game, options, host, &mut Output::new(output))
}

/// Speaks a protocol with lines that are known in advance, on the caller's thread, with `engine` in
/// place of ours. `lines_meanwhile` lines arrive during every search.
///
/// # Errors
/// If the output cannot be written.
pub fn rehearse(
    protocol: Protocol,
    game: GameSpec,
    options: EngineOptions,
    input: &[u8],
    lines_meanwhile: usize,
    engine: &mut dyn Engine,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut events = VecDeque::new();
    read_lines(input, |event| {
        events.push_back(event);
        true
    });
    let host = RehearsalHost {
        engine,
        events,
        lines_meanwhile,
    };
    run(protocol, game, options, host, &mut Output::new(output))
}

fn run(
    protocol: Protocol,
    game: GameSpec,
    options: EngineOptions,
    host: impl Host,
    out: &mut Output<'_>,
) -> io::Result<()> {
    let main_loop = MainLoop::new(host);
    match protocol {
        Protocol::Gtp => main_loop.run(&mut gtp::Gtp::new(game, options), out),
        Protocol::NBoard => main_loop.run(&mut nboard::NBoard::new(game, options), out),
        Protocol::Gomocup => main_loop.run(&mut gomocup::Gomocup::new(game, options), out),
        Protocol::Botzone => main_loop.run(&mut botzone::Botzone::new(game, options), out),
        Protocol::Script => main_loop.run(&mut script::ScriptSide::new(options), out),
    }
}

/// Writes lines and flushes each one.
struct Output<'a> {
    output: &'a mut dyn Write,
    /// When the last line was written.
    written_at: Instant,
}

impl<'a> Output<'a> {
    fn new(output: &'a mut dyn Write) -> Output<'a> {
        Output {
            output,
            written_at: Instant::now(),
        }
    }

    fn line(&mut self, line: &str) -> io::Result<()> {
        self.output.write_all(line.as_bytes())?;
        self.output.write_all(b"\n")?;
        self.output.flush()?;
        self.written_at = Instant::now();
        Ok(())
    }
}

/// The engine's side of one protocol.
trait ProtocolHandler {
    /// Handles a line while the engine is idle. `at` is when it arrived, or when the last answer was
    /// written if that is later: until then the driver was waiting for that one.
    fn handle_line(&mut self, line: &str, at: Instant, out: &mut Output<'_>) -> io::Result<Next>;

    /// Handles a line that arrives during a search; `is_next` if no other line is queued before it.
    fn interrupt(&mut self, line: &str, is_next: bool) -> Interruption {
        let _ = (line, is_next);
        Interruption::Queue
    }

    /// Handles an interim result of the search.
    fn report(&mut self, analysis: &Analysis, out: &mut Output<'_>) -> io::Result<()> {
        let _ = (analysis, out);
        Ok(())
    }

    /// Handles the end of the search; `None` if the engine returned nothing.
    fn answer(&mut self, analysis: Option<Analysis>, out: &mut Output<'_>) -> io::Result<Next>;

    /// The resources of the engine from now on.
    fn resources(&self) -> Resources;
}

/// What to do after a line or a search.
enum Next {
    /// Wait for the next line.
    Listen,
    /// Search.
    Think(Box<SearchJob>),
    /// Search until the next line arrives, so that the next answer has a start.
    Ponder(Box<SearchJob>),
    /// Clear the engine and prepare it for this game, then wait for the next line.
    Forget(GameSpec),
    /// The same, and then write this line: the driver starts no clock before it.
    ForgetAndAnswer(GameSpec, &'static str),
    /// Prepare the engine for this game while no clock is running, then wait for the next line.
    Prepare(GameSpec),
    /// Exit.
    End,
}

impl Next {
    fn think(request: &SearchRequest<'_>) -> Next {
        Next::Think(Box::new(SearchJob::new(request)))
    }

    fn ponder(request: &SearchRequest<'_>) -> Next {
        Next::Ponder(Box::new(SearchJob::new(request)))
    }
}

/// A search to run.
struct SearchJob {
    position: AnyPosition,
    line_count: usize,
    limits: Limits,
}

impl SearchJob {
    fn new(request: &SearchRequest<'_>) -> SearchJob {
        SearchJob {
            position: request.position.clone(),
            line_count: request.line_count,
            limits: request.limits,
        }
    }

    fn run<'a>(
        &'a self,
        engine: &mut dyn Engine,
        stop: Stop,
        report: &'a mut Report<'a>,
    ) -> Option<Analysis> {
        engine.think(SearchRequest {
            position: &self.position,
            line_count: self.line_count,
            limits: self.limits,
            stop,
            report,
        })
    }
}

/// What a line means for the running search.
enum Interruption {
    /// Queue the line.
    Queue,
    /// The line is done.
    Done,
    /// Stop the search and answer.
    StopSearch,
    /// Stop the search and discard its result; handle the line afterward.
    Abandon,
    /// Exit at once.
    End,
}

/// An event of the main loop.
enum Event {
    Line(String, Instant),
    Report(Analysis),
    /// The search ended with this result; `None` also if the engine panicked.
    Finished(Option<Analysis>),
    /// End of input.
    EndOfInput,
}

/// Maximum length of a line; the rest is dropped.
const LINE_MAX: u64 = 1 << 18;

/// Lines queued during a search; with more, the search is stopped.
const BACKLOG_MAX: usize = 1000;

/// How long a search may run after the end of input.
const END_OF_INPUT_GRACE: Duration = Duration::from_secs(60);

/// How long to wait for a stopped search.
const STOP_GRACE: Duration = Duration::from_secs(1);

/// A running search.
struct Thinking {
    stop: Stop,
    purpose: Purpose,
}

/// What a running search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// An answer to the driver.
    Answer,
    /// Better answers later. Nothing is said about it, and any line stops it.
    Pondering,
    /// Nothing any more: it has been stopped, and its result is discarded.
    Abandoned,
}

/// Where lines come from and searches run.
trait Host {
    /// Waits for the next event; returns `None` on timeout.
    fn next_event(&mut self, timeout: Option<Duration>) -> Option<Event>;

    /// Starts a search, which ends with [`Event::Finished`].
    fn search(&mut self, job: Box<SearchJob>, resources: Resources, stop: Stop);

    /// Starts a search that ends when the next line arrives, if not before.
    fn ponder(&mut self, job: Box<SearchJob>, resources: Resources, stop: Stop) {
        self.search(job, resources, stop);
    }

    /// Prepares the engine for a game.
    fn prepare(&mut self, spec: GameSpec, resources: Resources);

    /// Clears what the engine has learned.
    fn forget(&mut self);
}

/// The main loop between driver, protocol and engine.
struct MainLoop<H> {
    host: H,
    thinking: Option<Thinking>,
    backlog: VecDeque<(String, Instant)>,
    input_ended: Option<Instant>,
}

impl<H: Host> MainLoop<H> {
    fn new(host: H) -> MainLoop<H> {
        MainLoop {
            host,
            thinking: None,
            backlog: VecDeque::new(),
            input_ended: None,
        }
    }

    /// Runs until the driver ends it or closes its end.
    fn run(mut self, handler: &mut impl ProtocolHandler, out: &mut Output<'_>) -> io::Result<()> {
        let done = self.converse(handler, out);
        // The result is no longer needed.
        if let Some(thinking) = &self.thinking {
            thinking.stop.stop();
            let begin = Instant::now();
            while begin.elapsed() < STOP_GRACE
                && !matches!(
                    self.host.next_event(Some(STOP_GRACE)),
                    Some(Event::Finished(_)) | None
                )
            {}
        }
        done
    }

    fn converse(
        &mut self,
        handler: &mut impl ProtocolHandler,
        out: &mut Output<'_>,
    ) -> io::Result<()> {
        loop {
            if self.thinking.is_none() {
                if let Some((line, at)) = self.backlog.pop_front() {
                    let next = handler.handle_line(&line, at.max(out.written_at), out)?;
                    if self.follow(next, handler.resources(), out)? {
                        return Ok(());
                    }
                    continue;
                }
                if self.input_ended.is_some() {
                    return Ok(());
                }
            }
            match self.next_event() {
                Event::Line(line, at) => {
                    if self.take_line(line, at, handler) {
                        return Ok(());
                    }
                }
                Event::Report(analysis) => {
                    if self.purpose() == Some(Purpose::Answer) {
                        handler.report(&analysis, out)?;
                    }
                }
                Event::Finished(analysis) => {
                    if self.end_search(analysis, handler, out)? {
                        return Ok(());
                    }
                }
                Event::EndOfInput => {
                    self.input_ended = Some(Instant::now());
                    if self.purpose() == Some(Purpose::Pondering) {
                        self.abandon();
                    }
                }
            }
        }
    }

    fn next_event(&mut self) -> Event {
        let left = self
            .input_ended
            .map(|since| END_OF_INPUT_GRACE.saturating_sub(since.elapsed()));
        if let Some(event) = self.host.next_event(left) {
            return event;
        }
        // The search takes too long after the end of input.
        self.hurry();
        self.host.next_event(None).unwrap_or(Event::Finished(None))
    }

    fn purpose(&self) -> Option<Purpose> {
        self.thinking.as_ref().map(|thinking| thinking.purpose)
    }

    /// Stops the search and discards its result.
    fn abandon(&mut self) {
        self.hurry();
        if let Some(thinking) = &mut self.thinking {
            thinking.purpose = Purpose::Abandoned;
        }
    }

    fn hurry(&self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop.stop();
        }
    }

    /// Handles a line. Returns whether to exit.
    fn take_line(&mut self, line: String, at: Instant, handler: &mut impl ProtocolHandler) -> bool {
        let interruption = match self.purpose() {
            Some(Purpose::Answer) => handler.interrupt(&line, self.backlog.is_empty()),
            Some(Purpose::Pondering) => Interruption::Abandon,
            Some(Purpose::Abandoned) | None => Interruption::Queue,
        };
        match interruption {
            Interruption::Queue => {
                self.backlog.push_back((line, at));
                if self.backlog.len() > BACKLOG_MAX {
                    self.hurry();
                }
            }
            Interruption::Done => {}
            Interruption::StopSearch => self.hurry(),
            Interruption::Abandon => {
                self.abandon();
                self.backlog.push_back((line, at));
            }
            Interruption::End => return true,
        }
        false
    }

    fn end_search(
        &mut self,
        analysis: Option<Analysis>,
        handler: &mut impl ProtocolHandler,
        out: &mut Output<'_>,
    ) -> io::Result<bool> {
        match self.thinking.take() {
            Some(thinking) if thinking.purpose == Purpose::Answer => {
                let next = handler.answer(analysis, out)?;
                self.follow(next, handler.resources(), out)
            }
            _ => Ok(false),
        }
    }

    /// Does what comes next. Returns whether to exit.
    fn follow(
        &mut self,
        next: Next,
        resources: Resources,
        out: &mut Output<'_>,
    ) -> io::Result<bool> {
        match next {
            Next::Listen => {}
            Next::Think(job) => {
                let stop = self.begin(Purpose::Answer);
                self.host.search(job, resources, stop);
            }
            Next::Ponder(job) => {
                // Only while there is nothing else to do.
                if self.backlog.is_empty() && self.input_ended.is_none() {
                    let stop = self.begin(Purpose::Pondering);
                    self.host.ponder(job, resources, stop);
                }
            }
            Next::Forget(spec) => {
                self.host.forget();
                self.host.prepare(spec, resources);
            }
            Next::ForgetAndAnswer(spec, answer) => {
                self.host.forget();
                self.host.prepare(spec, resources);
                out.line(answer)?;
            }
            Next::Prepare(spec) => self.host.prepare(spec, resources),
            Next::End => return Ok(true),
        }
        Ok(false)
    }

    /// Notes that a search begins, and returns its stop flag.
    fn begin(&mut self, purpose: Purpose) -> Stop {
        let stop = Stop::new();
        self.thinking = Some(Thinking {
            stop: stop.clone(),
            purpose,
        });
        stop
    }
}

/// An engine that is created with its resources.
trait LiveEngine: Engine + 'static {
    fn create(resources: Resources) -> Self;

    fn resources(&self) -> Resources;
}

impl LiveEngine for AnyEngine {
    fn create(resources: Resources) -> AnyEngine {
        AnyEngine::new(resources)
    }

    fn resources(&self) -> Resources {
        self.resources()
    }
}

impl LiveEngine for GomokuEngine {
    fn create(resources: Resources) -> GomokuEngine {
        GomokuEngine::new(resources)
    }

    fn resources(&self) -> Resources {
        self.resources()
    }
}

/// Lines from a thread that reads them, and our engine, which searches on another thread.
struct LiveHost<E> {
    /// The engine, while it is idle.
    engine: Option<Box<E>>,
    sender: SyncSender<LiveEvent<E>>,
    events: Receiver<LiveEvent<E>>,
}

/// An event between threads.
enum LiveEvent<E> {
    Event(Event),
    /// The search is done, and the engine is idle again.
    Finished(Box<E>, Option<Analysis>),
}

impl<E: LiveEngine> LiveHost<E> {
    fn take_engine(&mut self, resources: Resources) -> Box<E> {
        match self.engine.take() {
            Some(engine) if engine.resources() == resources => engine,
            other => {
                // Frees the old memory before allocating the new.
                drop(other);
                Box::new(E::create(resources))
            }
        }
    }
}

impl<E: LiveEngine> Host for LiveHost<E> {
    fn next_event(&mut self, timeout: Option<Duration>) -> Option<Event> {
        let event = match timeout {
            None => self.events.recv().ok()?,
            Some(timeout) => self.events.recv_timeout(timeout).ok()?,
        };
        Some(match event {
            LiveEvent::Event(event) => event,
            LiveEvent::Finished(engine, analysis) => {
                self.engine = Some(engine);
                Event::Finished(analysis)
            }
        })
    }

    fn search(&mut self, job: Box<SearchJob>, resources: Resources, stop: Stop) {
        let mut engine = self.take_engine(resources);
        let sender = self.sender.clone();
        std::thread::spawn(move || {
            let mut report = |analysis: &Analysis| {
                // A receiver that is too busy misses an interim result.
                let event = Event::Report(analysis.clone());
                let _ = sender.try_send(LiveEvent::Event(event));
            };
            let thinks = AssertUnwindSafe(|| job.run(&mut *engine, stop, &mut report));
            let event = match catch_unwind(thinks) {
                Ok(analysis) => LiveEvent::Finished(engine, analysis),
                // The engine panicked: the next search gets a new one.
                Err(_) => LiveEvent::Event(Event::Finished(None)),
            };
            // The receiver may be gone.
            let _ = sender.send(event);
        });
    }

    fn prepare(&mut self, spec: GameSpec, resources: Resources) {
        let mut engine = self.take_engine(resources);
        engine.prepare(spec);
        self.engine = Some(engine);
    }

    fn forget(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.forget();
        }
    }
}

/// Lines that are known in advance, and an engine that searches at once.
struct RehearsalHost<'a> {
    engine: &'a mut dyn Engine,
    events: VecDeque<Event>,
    /// How many lines arrive during a search.
    lines_meanwhile: usize,
}

impl Host for RehearsalHost<'_> {
    fn next_event(&mut self, _timeout: Option<Duration>) -> Option<Event> {
        self.events.pop_front()
    }

    fn search(&mut self, job: Box<SearchJob>, _resources: Resources, stop: Stop) {
        let mut reports = Vec::new();
        let analysis = job.run(self.engine, stop, &mut |analysis| {
            reports.push(Event::Report(analysis.clone()));
        });
        // The end of input does not come before the result.
        let lines = self.events.len().saturating_sub(1);
        let later = self.events.split_off(self.lines_meanwhile.min(lines));
        self.events.extend(reports);
        self.events.push_back(Event::Finished(analysis));
        self.events.extend(later);
    }

    fn ponder(&mut self, job: Box<SearchJob>, resources: Resources, stop: Stop) {
        // The next line is already there.
        stop.stop();
        self.search(job, resources, stop);
    }

    fn prepare(&mut self, spec: GameSpec, _resources: Resources) {
        self.engine.prepare(spec);
    }

    fn forget(&mut self) {
        self.engine.forget();
    }
}

/// Passes on the lines of the input and its end, until `pass_on` returns `false`.
fn read_lines(input: impl Read, mut pass_on: impl FnMut(Event) -> bool) {
    let mut input = BufReader::new(input);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let read = (&mut input).take(LINE_MAX).read_until(b'\n', &mut bytes);
        if !matches!(read, Ok(1..)) {
            break;
        }
        let at = Instant::now();
        if bytes.last() != Some(&b'\n') && bytes.len() as u64 >= LINE_MAX {
            skip_line(&mut input);
        }
        let line = String::from_utf8_lossy(&bytes);
        let line = line.trim_end_matches(['\n', '\r']).to_owned();
        if !pass_on(Event::Line(line, at)) {
            return;
        }
    }
    pass_on(Event::EndOfInput);
}

/// Skips the rest of a line that is too long.
fn skip_line(input: &mut impl BufRead) {
    loop {
        let (used, is_end) = match input.fill_buf() {
            Ok([]) | Err(_) => return,
            Ok(bytes) => match bytes.iter().position(|&byte| byte == b'\n') {
                Some(at) => (at + 1, true),
                None => (bytes.len(), false),
            },
        };
        input.consume(used);
        if is_end {
            return;
        }
    }
}

/// Default time per move at full strength.
const TIME_USUAL: Duration = Duration::from_secs(2);

/// The options, with a time limit if there is no limit.
fn with_some_limit(options: EngineOptions, time: Duration) -> EngineOptions {
    let mut options = options;
    if options.level.is_none() && !options.is_limited() {
        options.time = Some(time);
    }
    options
}

/// Gomoku with this size and rule set and no opening rule.
fn gomoku(size: u8, rules: yiqi_rules::GomokuRules) -> Option<GomokuSpec> {
    GomokuSpec::new(size, rules, Opening::Free)
}

/// Hundredths as a decimal number.
fn decimal(hundredths: i32) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let size = hundredths.unsigned_abs();
    format!("{sign}{}.{:02}", size / 100, size % 100)
}

/// The board as text: column letters, then one numbered row per line.
fn board_text(position: &AnyPosition) -> String {
    let spec = position.spec();
    let size = spec.size();
    let letters: Vec<String> = (0..size)
        .map(|col| char::from(b'A' + col).to_string())
        .collect();
    let mut text = format!("   {}", letters.join(" "));
    for row in 0..size {
        let cells: Vec<&str> = (0..size)
            .filter_map(|col| Point::new(col, row))
            .map(|point| match position.at(point) {
                Some(Color::Black) => "X",
                Some(Color::White) => "O",
                None => ".",
            })
            .collect();
        text += &format!("\n{:>2} {}", spec.number_of_row(row), cells.join(" "));
    }
    text
}

/// A seed that differs in every run.
fn seed() -> u64 {
    use std::hash::{BuildHasher, Hasher};
    std::collections::hash_map::RandomState::new()
        .build_hasher()
        .finish()
}
