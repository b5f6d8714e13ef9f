//! The progress of a tournament: a live display in a terminal, plain lines elsewhere.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyCode, KeyEventKind, KeyModifiers};
use crossterm::{cursor, queue, style, terminal};
use yiqi_arena::schedule::game_count;
use yiqi_arena::{LiveGame, Plan, RunView, Standings, Tournament, report};
use yiqi_players::Stop;
use yiqi_record::Seat;
use yiqi_rules::Color;
use yiqi_text::columns::{fit, pad, width};
use yiqi_text::{Args, Text, board, words};

/// How often the display changes.
const DRAW_INTERVAL: Duration = Duration::from_millis(100);

/// How often a line is written where nothing can be redrawn.
const LINE_INTERVAL: Duration = Duration::from_secs(2);

/// The most lines of the standings beside the board.
const ROWS_MAX: usize = 12;

/// Shows the progress on standard error.
pub(super) struct Display<'a> {
    text: &'a Text,
    title: String,
    stop: Stop,
    folder: Option<PathBuf>,
    is_live: bool,
    has_keys: bool,
    begun: Instant,
    drawn: Option<Instant>,
    /// How long the last picture took: with very many players and games it must not slow them down.
    cost: Duration,
    /// Games that were over when this run began.
    before: Option<usize>,
    /// Games that were over at the last line.
    told: usize,
    /// The place whose game is shown.
    slot: usize,
    /// Lines of the last picture.
    height: u16,
}

impl<'a> Display<'a> {
    pub(super) fn new(plan: &Plan, stop: Stop, folder: Option<PathBuf>, text: &'a Text) -> Self {
        let is_live = std::io::stderr().is_terminal();
        let has_keys =
            is_live && std::io::stdin().is_terminal() && terminal::enable_raw_mode().is_ok();
        let title = Args::new().text("game", words::game(text, plan.game)).text(
            "format",
            text.say(&format!("arena-format-{}", plan.format.name())),
        );
        Display {
            text,
            title: text.fill("arena-title", title),
            stop,
            folder,
            is_live,
            has_keys,
            begun: Instant::now(),
            drawn: None,
            cost: Duration::ZERO,
            before: None,
            told: 0,
            slot: 0,
            height: 0,
        }
    }

    /// Whether boards are shown.
    pub(super) fn is_live(&self) -> bool {
        self.is_live
    }

    /// Called often; draws now and then.
    pub(super) fn show(&mut self, view: &RunView<'_>) {
        let ended = view.tournament.ended_count();
        if self.before.is_none() {
            self.before = Some(ended);
            self.told = ended;
        }
        self.read_keys(view.slots.len());
        let interval = if self.is_live {
            DRAW_INTERVAL
        } else {
            LINE_INTERVAL
        };
        let interval = interval.max(self.cost * 20);
        let is_due = self.drawn.is_none_or(|last| last.elapsed() >= interval);
        if !is_due {
            return;
        }
        let begun = Instant::now();
        if self.is_live {
            let lines = self.picture(view);
            self.draw(&lines);
        } else if ended > self.told {
            self.told = ended;
            let standings = Standings::of(view.tournament);
            let line = self.summary(view.tournament, &standings);
            let _ = writeln!(std::io::stderr(), "{line}");
        }
        self.cost = begun.elapsed();
        self.drawn = Some(Instant::now());
    }

    /// Removes the picture and gives the terminal back.
    pub(super) fn close(&mut self) {
        self.draw(&[]);
        if std::mem::take(&mut self.has_keys) {
            let _ = terminal::disable_raw_mode();
        }
        self.is_live = false;
    }

    fn read_keys(&mut self, slot_count: usize) {
        while self.has_keys && event::poll(Duration::ZERO).unwrap_or(false) {
            let Ok(Event::Key(key)) = event::read() else {
                continue;
            };
            if key.kind == KeyEventKind::Release {
                continue;
            }
            let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
            match key.code {
                KeyCode::Char('c') if is_control => self.stop.stop(),
                KeyCode::Char('q') | KeyCode::Esc => self.stop.stop(),
                KeyCode::Char('n') | KeyCode::Right | KeyCode::Tab => self.slot += 1,
                KeyCode::Char('p') | KeyCode::Left => self.slot += slot_count - 1,
                _ => continue,
            }
            self.slot %= slot_count.max(1);
            self.drawn = None;
        }
    }

    /// How far it got, and how long the rest takes.
    fn progress(&self, tournament: &Tournament) -> (usize, Option<usize>, Option<Duration>) {
        let ended = tournament.ended_count();
        let plan = tournament.plan();
        let total = game_count(plan).and_then(|total| usize::try_from(total).ok());
        let here = ended - self.before.unwrap_or(ended);
        let left = total
            .filter(|_| here > 0 && plan.sprt.is_none())
            .map(|total| {
                let per_game = self.begun.elapsed().as_secs_f64() / here as f64;
                Duration::from_secs_f64(per_game * total.saturating_sub(ended) as f64)
            });
        (ended, total, left)
    }

    /// One line: games, time left, and the leader or the score.
    fn summary(&self, tournament: &Tournament, standings: &Standings) -> String {
        let (ended, total, left) = self.progress(tournament);
        let mut parts = vec![match total {
            Some(total) if tournament.plan().sprt.is_none() => format!("{ended}/{total}"),
            _ => ended.to_string(),
        }];
        if let Some(left) = left {
            let left = Args::new().text("time", short_time(left));
            parts.push(self.text.fill("arena-left", left));
        }
        let shown = if standings.rows.len() == 2 { 1 } else { 3 };
        for row in standings.rows.iter().take(shown) {
            if let Some((elo, error)) = row.elo {
                parts.push(format!("{} {}", row.name, report::elo_text(elo, error)));
            }
        }
        if let Some((ratio, _)) = standings.sprt {
            parts.push(format!("LLR {ratio:.2}"));
        }
        parts.join("  ")
    }

    fn picture(&self, view: &RunView<'_>) -> Vec<String> {
        let (columns, rows) = terminal::size().unwrap_or((80, 24));
        let (columns, rows) = (usize::from(columns), usize::from(rows));
        let tournament = view.tournament;
        let standings = Standings::of(tournament);
        let live = (0..view.slots.len())
            .map(|step| (self.slot + step) % view.slots.len())
            .find_map(|slot| view.slots[slot].live());
        let mut lines = vec![self.title.clone(), self.bar(tournament, columns)];
        lines.extend(self.sprt_bar(tournament, &standings, columns));
        let keys = self.text.say(if self.stop.is_stopped() {
            "arena-stopping"
        } else if self.folder.is_some() {
            "arena-keys"
        } else {
            "arena-keys-lost"
        });
        let board = live.as_ref().map(board_lines);
        let room = rows.saturating_sub(lines.len() + 3);
        let board = board.filter(|board| board.len() <= room);
        let side = self.side_panel(tournament, &standings, live.as_ref());
        match board {
            Some(board) => {
                let left = board.iter().map(|line| width(line)).max().unwrap_or(0) + 3;
                let height = board.len().max(side.len().min(room));
                for index in 0..height {
                    let one = board.get(index).map_or("", String::as_str);
                    let other = side.get(index).map_or("", String::as_str);
                    lines.push(format!("{}{other}", pad(one, left)));
                }
            }
            None => lines.extend(side.into_iter().take(room)),
        }
        if self.has_keys {
            lines.push(keys);
        }
        let fitted = lines
            .iter()
            .map(|line| fit(line, columns.saturating_sub(1)));
        fitted.take(rows.saturating_sub(1)).collect()
    }

    /// A bar with the games played and the time left.
    fn bar(&self, tournament: &Tournament, columns: usize) -> String {
        let (ended, total, left) = self.progress(tournament);
        let Some(total) = total.filter(|_| tournament.plan().sprt.is_none()) else {
            return self
                .text
                .fill("arena-played", Args::new().number("ended", ended));
        };
        let left = left.map_or(String::new(), |left| {
            let left = Args::new().text("time", short_time(left));
            self.text.fill("arena-left", left)
        });
        let after = format!(" {ended}/{total}  {left}");
        let room = columns.saturating_sub(width(&after) + 2).min(60);
        let share = ended as f64 / total.max(1) as f64;
        format!("{}{after}", filled(share, room))
    }

    /// How far a sequential test is on its way between its bounds.
    fn sprt_bar(
        &self,
        tournament: &Tournament,
        standings: &Standings,
        columns: usize,
    ) -> Option<String> {
        let (ratio, _) = standings.sprt?;
        let (lower, upper) = tournament.plan().sprt?.bounds();
        let after = format!(" LLR {ratio:.2} [{lower:.2}, {upper:.2}]");
        let room = columns.saturating_sub(width(&after) + 2).min(40);
        let share = ((ratio - lower) / (upper - lower)).clamp(0.0, 1.0);
        Some(format!("{}{after}", filled(share, room)))
    }

    /// Standings and the game that is shown.
    fn side_panel(
        &self,
        tournament: &Tournament,
        standings: &Standings,
        live: Option<&LiveGame>,
    ) -> Vec<String> {
        let name_width = standings
            .rows
            .iter()
            .take(ROWS_MAX)
            .map(|row| width(&row.name))
            .max()
            .unwrap_or(0)
            .min(16);
        let mut lines: Vec<String> = standings
            .rows
            .iter()
            .take(ROWS_MAX)
            .map(|row| {
                let elo = row
                    .elo
                    .map_or(String::new(), |(elo, error)| report::elo_text(elo, error));
                let share = row.tally.mean().map_or(String::new(), report::percent);
                format!(
                    "{} {elo:>13} {share:>8}",
                    pad(&fit(&row.name, name_width), name_width)
                )
            })
            .collect();
        if standings.rows.len() > ROWS_MAX {
            lines.push("…".to_owned());
        }
        let Some(game) = live else { return lines };
        lines.push(String::new());
        let args = Args::new()
            .number("game", game.drawn.number as usize)
            .number("ply", game.plies);
        lines.push(self.text.fill("arena-live-game", args));
        for seat in Seat::BOTH {
            let stone = match game.colors[seat] {
                Color::Black => "●",
                Color::White => "○",
            };
            let player = &tournament.plan().players[game.drawn.players[seat]].name;
            let mut line = format!("{stone} {}", fit(player, 20));
            if let Some(clocks) = &game.clocks {
                line += &format!("  {:.1}s", clocks[seat] as f64 / 1000.0);
            }
            if let Some(eval) = game.evals[seat] {
                line += &format!("  {:+.2}", f64::from(eval) / 100.0);
            }
            lines.push(line);
        }
        lines
    }

    /// Replaces the last picture.
    fn draw(&mut self, lines: &[String]) {
        if !self.is_live {
            return;
        }
        let mut out = std::io::stderr().lock();
        let mut draw = || -> std::io::Result<()> {
            if self.height > 0 {
                queue!(out, cursor::MoveToColumn(0), cursor::MoveUp(self.height))?;
            }
            for line in lines {
                queue!(
                    out,
                    style::Print(line),
                    terminal::Clear(terminal::ClearType::UntilNewLine),
                    style::Print("\r\n")
                )?;
            }
            queue!(out, terminal::Clear(terminal::ClearType::FromCursorDown))?;
            out.flush()
        };
        // A terminal that is gone is no reason to stop a tournament.
        let _ = draw();
        self.height = u16::try_from(lines.len()).unwrap_or(0);
    }
}

impl Drop for Display<'_> {
    fn drop(&mut self) {
        if self.has_keys {
            let _ = terminal::disable_raw_mode();
        }
    }
}

fn board_lines(game: &LiveGame) -> Vec<String> {
    board::plain(&game.position)
        .lines()
        .map(str::to_owned)
        .collect()
}

fn filled(share: f64, room: usize) -> String {
    let full = ((share * room as f64).round() as usize).min(room);
    format!("{}{}", "█".repeat(full), "░".repeat(room - full))
}

/// A duration to the second, or to the minute if it is long.
fn short_time(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds >= 3_600 {
        format!("{}h{:02}m", seconds / 3_600, seconds / 60 % 60)
    } else if seconds >= 60 {
        format!("{}m{:02}s", seconds / 60, seconds % 60)
    } else {
        format!("{seconds}s")
    }
}
