//! An opponent that speaks GTP, such as an earlier version of the engine.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, bail};
use yiqi_rules::{Color, Move, Point};

/// A running program. It ends with its input.
pub(crate) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Program {
    /// Starts a command: the program and its arguments, separated by spaces.
    pub(crate) fn start(command: &str) -> Result<Program> {
        let mut words = command.split_whitespace();
        let mut child = Command::new(words.next().context("no command")?)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("{command} cannot be started"))?;
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().context("no output")?);
        Ok(Program {
            child,
            input,
            output,
        })
    }

    pub(crate) fn clear(&mut self) -> Result<()> {
        self.ask("clear_board").map(drop)
    }

    pub(crate) fn play(&mut self, color: Color, mv: Move) -> Result<()> {
        let name = match mv {
            Move::Place(point) => {
                let col = char::from(b'A' + point.col());
                format!("{col}{}", point.row() + 1)
            }
            _ => "pass".to_owned(),
        };
        self.ask(&format!("play {} {name}", letter(color)))
            .map(drop)
    }

    /// The program's move, which it has played on its own board.
    pub(crate) fn choose(&mut self, color: Color) -> Result<Move> {
        let answer = self.ask(&format!("genmove {}", letter(color)))?;
        let answer = answer.trim().to_ascii_lowercase();
        if answer == "pass" {
            return Ok(Move::Pass);
        }
        let point = || {
            let (col, row) = answer.split_at_checked(1)?;
            let col = col.bytes().next()?.checked_sub(b'a')?;
            Point::new(col, row.parse::<u8>().ok()?.checked_sub(1)?)
        };
        let point = point().with_context(|| format!("{answer} is no move"))?;
        Ok(Move::Place(point))
    }

    fn ask(&mut self, command: &str) -> Result<String> {
        let input = self.input.as_mut().context("no input")?;
        writeln!(input, "{command}")?;
        input.flush()?;
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                bail!("the program ended at {command}");
            }
            if line.trim().is_empty() {
                break;
            }
            answer += &line;
        }
        let answer = answer.strip_prefix('=');
        Ok(answer
            .with_context(|| format!("the program refused {command}"))?
            .to_owned())
    }
}

fn letter(color: Color) -> char {
    match color {
        Color::Black => 'b',
        Color::White => 'w',
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.child.wait();
    }
}
