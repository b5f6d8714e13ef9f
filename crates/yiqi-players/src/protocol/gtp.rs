//! Go Text Protocol 2, as Othello programs and GoGui use it.
//!
//! Vertices are points as our games name them: rows from the top in Reversi, and no letter skipped.
//! Commands are answered in order; those that arrive during a search are queued.

use std::io;
use std::time::{Duration, Instant};

use yiqi_record::notation::parse_move;
use yiqi_record::{Format, ReadOptions};
use yiqi_rules::{AnyPosition, ByColor, Changes, Color, Game, GameSpec, Move, RowsFrom};
use yiqi_search::{Analysis, Resources};

use super::{Next, Output, ProtocolHandler, TIME_USUAL, board_text, seed, with_some_limit};
use crate::engine::MoveSelector;
use crate::options::EngineOptions;
use crate::time_left::{Pace, TimeLeft};

/// All commands, in the order of `list_commands`.
const COMMANDS: [&str; 28] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "time_settings",
    "time_left",
    "set_level",
    "set_game",
    "list_games",
    "loadsgf",
    "showboard",
    "final_score",
    "gogui-rules_game_id",
    "gogui-rules_board",
    "gogui-rules_board_size",
    "gogui-rules_legal_moves",
    "gogui-rules_side_to_move",
    "gogui-rules_final_result",
    "gogui-analyze_commands",
];

/// The engine's side of the protocol.
pub(super) struct Gtp {
    position: AnyPosition,
    played: Vec<Played>,
    selector: MoveSelector,
    /// The initial options.
    options: EngineOptions,
    clock: Option<Clock>,
    /// The running search: the ID of its command, whether the move is played, and when it started.
    asked: Option<(String, bool, Instant)>,
}

/// A ply of the game.
struct Played {
    changes: Changes,
    /// Whether it is a pass that was not sent.
    is_implied: bool,
}

/// The clock set by `time_settings`.
#[derive(Clone, Copy, Debug)]
struct Clock {
    main: Duration,
    /// The length of a byo-yomi period.
    period: Duration,
    /// Moves per period; 0 without byo-yomi.
    stones: u32,
    left: ByColor<ClockLeft>,
}

#[derive(Clone, Copy, Debug)]
struct ClockLeft {
    time: Duration,
    /// Moves to make in this period; 0 during main time.
    stones: u32,
}

type Response = Result<String, String>;

impl Gtp {
    pub(super) fn new(game: GameSpec, options: EngineOptions) -> Gtp {
        Gtp {
            position: AnyPosition::new(game),
            played: Vec::new(),
            selector: MoveSelector::new(options, seed()),
            options,
            clock: None,
            asked: None,
        }
    }

    fn spec(&self) -> GameSpec {
        self.position.spec()
    }

    fn restart(&mut self, spec: GameSpec) {
        self.position = AnyPosition::new(spec);
        self.played.clear();
        if let Some(clock) = &mut self.clock {
            *clock = Clock::new(clock.main, clock.period, clock.stones);
        }
    }

    fn play_now(&mut self, mv: Move) -> Result<(), String> {
        let changes = self
            .position
            .play(mv)
            .map_err(|refusal| format!("illegal move: {refusal}"))?;
        self.played.push(Played {
            changes,
            is_implied: false,
        });
        Ok(())
    }

    /// Makes it this color's turn, if only a pass is missing.
    fn pass_to(&mut self, color: Color) -> Result<(), String> {
        match self.position.turn() {
            Some(turn) if turn == color => Ok(()),
            Some(_) if self.position.legal_words() == [Move::Pass] => {
                self.play_now(Move::Pass)?;
                if let Some(last) = self.played.last_mut() {
                    last.is_implied = true;
                }
                Ok(())
            }
            Some(turn) => Err(format!("it is {turn}'s turn")),
            None => Err("the game is over".to_owned()),
        }
    }

    fn play(&mut self, arguments: &[&str]) -> Response {
        let [color, vertex] = arguments else {
            return Err("expected a color and a vertex".to_owned());
        };
        let color = parse_color(color)?;
        let mv = parse_vertex(vertex, self.spec())?;
        if mv == Move::Pass && self.position.turn() != Some(color) {
            // A pass of the side that just moved is ignored.
            return Err(format!("illegal move: it is not {color}'s turn"));
        }
        let before = self.played.len();
        self.pass_to(color)?;
        let played = self.play_now(mv);
        if played.is_err() && self.played.len() > before {
            self.take_back();
        }
        played.map(|()| String::new())
    }

    fn undo(&mut self) -> Response {
        if !self.take_back() {
            return Err("cannot undo".to_owned());
        }
        // An implied pass is undone together with the move it was for.
        if self.played.last().is_some_and(|last| last.is_implied) {
            self.take_back();
        }
        Ok(String::new())
    }

    fn take_back(&mut self) -> bool {
        let Some(last) = self.played.pop() else {
            return false;
        };
        self.position.undo(&last.changes);
        true
    }

    fn board_size(&mut self, arguments: &[&str]) -> Response {
        let unacceptable = || "unacceptable size".to_owned();
        let size: u8 = parse_one(arguments)?.parse().map_err(|_| unacceptable())?;
        self.restart(self.spec().with_size(size).ok_or_else(unacceptable)?);
        Ok(String::new())
    }

    fn set_game(&mut self, arguments: &[&str]) -> Response {
        let name = parse_one(arguments)?;
        let game = Game::named(&name.to_ascii_lowercase())
            .ok_or_else(|| format!("unknown game '{name}'"))?;
        self.restart(game.default_spec());
        Ok(String::new())
    }

    fn load(&mut self, arguments: &[&str]) -> Response {
        let (file, until) = match arguments {
            [file] => (*file, None),
            [file, number] => {
                let number: usize = number.parse().map_err(|_| "expected a move number")?;
                (*file, Some(number.saturating_sub(1)))
            }
            _ => return Err("expected a file".to_owned()),
        };
        let bytes = std::fs::File::open(file)
            .and_then(Format::take_bytes)
            .map_err(|error| format!("cannot load file: {error}"))?;
        let options = ReadOptions {
            game: Some(self.spec()),
            ..ReadOptions::default()
        };
        let records = Format::Sgf
            .read(&bytes, &options)
            .map_err(|error| format!("cannot load file: {error}"))?;
        let record = records.first().ok_or("cannot load file: no game")?;
        let replay = record
            .replay()
            .map_err(|error| format!("cannot load file: {error}"))?;
        let replay = replay.up_to(until.unwrap_or(usize::MAX).min(replay.plies().len()));
        self.position = replay.position().clone();
        self.played = replay
            .plies()
            .iter()
            .map(|changes| Played {
                changes: changes.clone(),
                is_implied: false,
            })
            .collect();
        Ok(String::new())
    }

    fn time_settings(&mut self, arguments: &[&str]) -> Response {
        let [main, period, stones] = arguments else {
            return Err("expected main time, byo-yomi time and byo-yomi stones".to_owned());
        };
        let (main, period) = (parse_seconds(main)?, parse_seconds(period)?);
        let stones: u32 = stones.parse().map_err(|_| "expected a number of stones")?;
        // A period without stones means no limit.
        let is_open = stones == 0 && !period.is_zero();
        let is_none = main.is_zero() && period.is_zero();
        let stones = if period.is_zero() { 0 } else { stones };
        self.clock = (!is_open && !is_none).then(|| Clock::new(main, period, stones));
        Ok(String::new())
    }

    fn time_left(&mut self, arguments: &[&str]) -> Response {
        let [color, time, stones] = arguments else {
            return Err("expected a color, a time and stones".to_owned());
        };
        let color = parse_color(color)?;
        let time = parse_seconds(time)?;
        let stones: u32 = stones.parse().map_err(|_| "expected a number of stones")?;
        let left = ClockLeft { time, stones };
        let clock = self
            .clock
            .get_or_insert_with(|| Clock::new(time, Duration::ZERO, 0));
        clock.left[color] = left;
        Ok(String::new())
    }

    fn set_level(&mut self, arguments: &[&str]) -> Response {
        let level = parse_one(arguments)?
            .parse()
            .ok()
            .filter(|level| (1..=EngineOptions::LEVEL_MAX).contains(level))
            .ok_or("expected a level from 1 to 20")?;
        self.options = EngineOptions {
            level: Some(level),
            time: None,
            depth: None,
            nodes: None,
            ..self.options
        };
        self.selector.options = self.options;
        Ok(String::new())
    }

    /// Starts a search for a move; an error if there is none to search for.
    fn generate(
        &mut self,
        id: &str,
        arguments: &[&str],
        plays: bool,
        at: Instant,
    ) -> Result<Next, Response> {
        let color = parse_one(arguments).and_then(parse_color).map_err(Err)?;
        if self.position.turn().is_none() {
            // Drivers that expect two passes at the end get them.
            return if self.spec().game() == Game::Reversi {
                Err(Ok("PASS".to_owned()))
            } else {
                Err(Err("the game is over".to_owned()))
            };
        }
        self.pass_to(color).map_err(Err)?;
        if self.position.turn().is_none() {
            return Err(Ok("PASS".to_owned()));
        }
        if self.position.legal_words() == [Move::Pass] {
            if plays {
                self.play_now(Move::Pass).map_err(Err)?;
            }
            return Err(Ok("PASS".to_owned()));
        }
        let left = self.clock.map(|clock| clock.left_for(color));
        // With only a clock, the clock is the limit.
        self.selector.options = match left {
            Some(_) if !self.options.is_limited() && self.options.level.is_none() => {
                EngineOptions {
                    depth: Some(EngineOptions::DEPTH_MAX),
                    ..self.options
                }
            }
            _ => with_some_limit(self.options, TIME_USUAL),
        };
        let left = left.map(|left| left.after(at.elapsed()));
        self.asked = Some((id.to_owned(), plays, at));
        Ok(Next::think(&self.selector.request(&self.position, left)))
    }

    fn final_score(&self) -> Response {
        let outcome = self.position.outcome().ok_or("cannot score")?;
        let by = match (outcome.score, outcome.winner) {
            (Some(score), _) => i32::from(score.black).abs_diff(i32::from(score.white)),
            (None, Some(_)) => 1,
            (None, None) => 0,
        };
        Ok(match outcome.winner {
            Some(Color::Black) => format!("B+{by}"),
            Some(Color::White) => format!("W+{by}"),
            None => "0".to_owned(),
        })
    }

    fn legal_moves(&self) -> String {
        let moves: Vec<String> = self
            .position
            .legal_moves()
            .into_iter()
            .map(|mv| vertex(mv, self.spec()))
            .collect();
        moves.join(" ")
    }

    /// Handles all commands that do not search.
    fn obey(&mut self, command: &str, arguments: &[&str]) -> Response {
        match command {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok("yiqi".to_owned()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "known_command" => {
                let known = arguments
                    .first()
                    .is_some_and(|name| COMMANDS.contains(name));
                Ok(known.to_string())
            }
            "list_commands" => Ok(COMMANDS.join("\n")),
            "quit" | "gogui-analyze_commands" => Ok(String::new()),
            "boardsize" => self.board_size(arguments),
            "clear_board" => {
                self.restart(self.spec());
                Ok(String::new())
            }
            "komi" => match parse_one(arguments)?.parse::<f64>() {
                Ok(komi) if komi.is_finite() => Ok(String::new()),
                _ => Err("komi not a float".to_owned()),
            },
            "play" => self.play(arguments),
            "undo" => self.undo(),
            "time_settings" => self.time_settings(arguments),
            "time_left" => self.time_left(arguments),
            "set_level" => self.set_level(arguments),
            "set_game" => self.set_game(arguments),
            "list_games" => Ok("Othello\nGomoku".to_owned()),
            "loadsgf" => self.load(arguments),
            "showboard" => {
                let turn = match self.position.turn() {
                    Some(turn) => format!("{turn} to move"),
                    None => "game over".to_owned(),
                };
                Ok(format!("\n{}\n{turn}", board_text(&self.position)))
            }
            "final_score" => self.final_score(),
            "gogui-rules_game_id" => Ok(match self.spec().game() {
                Game::Reversi => "Othello",
                Game::Gomoku => "Gomoku",
                Game::Connect6 => "Connect6",
                Game::Peace => "Peace",
            }
            .to_owned()),
            "gogui-rules_board" => Ok(board_rows(&self.position)),
            "gogui-rules_board_size" => Ok(self.spec().size().to_string()),
            "gogui-rules_legal_moves" => Ok(self.legal_moves()),
            "gogui-rules_side_to_move" => {
                Ok(self.position.turn().map_or("none", Color::name).to_owned())
            }
            "gogui-rules_final_result" => self.final_score().or_else(|_| Ok(String::new())),
            _ => Err("unknown command".to_owned()),
        }
    }
}

impl Clock {
    fn new(main: Duration, period: Duration, stones: u32) -> Clock {
        let left = if main.is_zero() {
            ClockLeft {
                time: period,
                stones,
            }
        } else {
            ClockLeft {
                time: main,
                stones: 0,
            }
        };
        Clock {
            main,
            period,
            stones,
            left: ByColor {
                black: left,
                white: left,
            },
        }
    }

    fn left_for(&self, color: Color) -> TimeLeft {
        let ClockLeft { time, stones } = self.left[color];
        if stones > 0 {
            return TimeLeft {
                time,
                pace: Pace::Moves { count: stones },
            };
        }
        if self.stones == 0 {
            return TimeLeft {
                time,
                pace: Pace::Game {
                    increment: Duration::ZERO,
                },
            };
        }
        let period = self.period / self.stones;
        TimeLeft {
            time: time + period,
            pace: Pace::Periods { main: time, period },
        }
    }

    /// Charges a move to the clock, in case the driver never sends the time left.
    fn charge(&mut self, color: Color, spent: Duration) {
        let left = &mut self.left[color];
        let mut over = Duration::ZERO;
        if spent <= left.time {
            left.time -= spent;
        } else {
            over = spent - left.time;
            left.time = Duration::ZERO;
        }
        if left.stones > 0 {
            left.stones -= 1;
            if left.stones == 0 {
                *left = ClockLeft {
                    time: self.period,
                    stones: self.stones,
                };
            }
        } else if left.time.is_zero() && self.stones > 0 {
            *left = ClockLeft {
                time: self.period.saturating_sub(over),
                stones: self.stones,
            };
        }
    }
}

impl ProtocolHandler for Gtp {
    fn handle_line(&mut self, line: &str, at: Instant, out: &mut Output<'_>) -> io::Result<Next> {
        // Control characters are dropped, tabs become spaces, `#` starts a comment.
        let line: String = line
            .split('#')
            .next()
            .unwrap_or_default()
            .chars()
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !c.is_control())
            .collect();
        let mut words = line.split_whitespace().peekable();
        let id = words
            .next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
            .unwrap_or_default();
        let Some(command) = words.next() else {
            if !id.is_empty() {
                respond(id, &Err("unknown command".to_owned()), out)?;
            }
            return Ok(Next::Listen);
        };
        let arguments: Vec<&str> = words.collect();
        match command {
            "genmove" | "reg_genmove" => {
                match self.generate(id, &arguments, command == "genmove", at) {
                    Ok(next) => return Ok(next),
                    Err(answer) => respond(id, &answer, out)?,
                }
            }
            _ => {
                let answer = self.obey(command, &arguments);
                respond(id, &answer, out)?;
            }
        }
        Ok(match command {
            "quit" => Next::End,
            "clear_board" | "boardsize" | "set_game" => Next::Forget(self.spec()),
            _ => Next::Listen,
        })
    }

    fn answer(&mut self, analysis: Option<Analysis>, out: &mut Output<'_>) -> io::Result<Next> {
        let Some((id, plays, at)) = self.asked.take() else {
            return Ok(Next::Listen);
        };
        let color = self.position.turn().unwrap_or(Color::Black);
        let mv = analysis
            .as_ref()
            .and_then(|analysis| self.selector.pick(analysis, &self.position))
            .and_then(|line| line.moves.first().copied())
            .or_else(|| self.position.legal_moves().first().copied());
        let answer = match mv {
            Some(mv) if plays => self.play_now(mv).map(|()| vertex(mv, self.spec())),
            Some(mv) => Ok(vertex(mv, self.spec())),
            None => Err("no move".to_owned()),
        };
        if plays && let Some(clock) = &mut self.clock {
            clock.charge(color, at.elapsed());
        }
        // A query changes nothing: a pass that was implied for it is undone.
        if !plays && self.played.last().is_some_and(|last| last.is_implied) {
            self.take_back();
        }
        respond(&id, &answer, out)?;
        Ok(Next::Listen)
    }

    fn resources(&self) -> Resources {
        self.options.resources()
    }
}

fn respond(id: &str, answer: &Response, out: &mut Output<'_>) -> io::Result<()> {
    let (sign, text) = match answer {
        Ok(text) => ('=', text),
        Err(text) => ('?', text),
    };
    let blank = if text.is_empty() { "" } else { " " };
    out.line(&format!("{sign}{id}{blank}{text}\n"))
}

fn parse_one<'a>(arguments: &[&'a str]) -> Result<&'a str, String> {
    match arguments {
        [one] => Ok(one),
        _ => Err("expected one argument".to_owned()),
    }
}

fn parse_color(word: &str) -> Result<Color, String> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(Color::Black),
        "w" | "white" => Ok(Color::White),
        _ => Err(format!("'{word}' is not a color")),
    }
}

fn parse_vertex(word: &str, spec: GameSpec) -> Result<Move, String> {
    if ["pa", "ps", "--"].contains(&word.to_ascii_lowercase().as_str()) {
        return Ok(Move::Pass);
    }
    parse_move(word, spec).map_err(|_| format!("'{word}' is not a vertex"))
}

/// Seconds, possibly with decimals; negative values become 0.
fn parse_seconds(word: &str) -> Result<Duration, String> {
    word.parse::<f64>()
        .ok()
        .filter(|seconds| seconds.is_finite())
        .and_then(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)).ok())
        .map(|time| time.min(Duration::from_secs(1_000_000)))
        .ok_or_else(|| format!("'{word}' is not a time in seconds"))
}

fn vertex(mv: Move, spec: GameSpec) -> String {
    match mv.point() {
        Some(point) => spec.point_name(point).to_ascii_uppercase(),
        None => "PASS".to_owned(),
    }
}

/// The board as GoGui reads it: one row per line, the highest number first, since GoGui counts rows
/// from the bottom.
fn board_rows(position: &AnyPosition) -> String {
    let text = board_text(position);
    let mut rows: Vec<&str> = text
        .lines()
        .skip(1)
        .map(|line| line.get(3..).unwrap_or_default())
        .collect();
    if position.spec().game().rows_from() == RowsFrom::Top {
        rows.reverse();
    }
    rows.join("\n")
}
