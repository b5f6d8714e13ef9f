//! `yiqi solve FILE.obf`: solves Reversi endgames exactly and compares them with the scores in the
//! file.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::ArgMatches;
use serde_json::json;
use yiqi_engine_reversi::{Goal, Solved, Solver};
use yiqi_record::notation::{move_name, parse_move};
use yiqi_record::{Format, Record};
use yiqi_rules::{AnyPosition, GameSpec, Move, Reversi};
use yiqi_text::{Args, Text};

use super::{engine_options, stop_on_signals};
use crate::failure::Failure;
use crate::files::{file_failure, read_records};

/// A position to solve, and what the file says about it.
struct Endgame {
    position: Reversi,
    /// Moves with their scores, as far as the file lists them.
    scores: Vec<(Move, i32)>,
}

pub(crate) fn run(args: &ArgMatches, text: &Text, out: &mut impl Write) -> Result<(), Failure> {
    let mut endgames = Vec::new();
    for path in args.get_many::<PathBuf>("files").into_iter().flatten() {
        read_endgames(path, text, &mut endgames)?;
    }
    let is_json = args.get_flag("json");
    let goal = if args.get_flag("outcome") {
        Goal::Outcome
    } else {
        Goal::Score
    };
    let stop = stop_on_signals();
    let mut solver = Solver::new(engine_options(args, text)?.resources());
    let (begin, begin_cpu) = (Instant::now(), cpu_seconds());
    let mut nodes = 0;
    let mut solved_count = 0;
    let mut mismatches = Vec::new();
    for (number, task) in (1..).zip(&endgames) {
        let (start, start_cpu) = (Instant::now(), cpu_seconds());
        let Some(solved) = solver.solve(&task.position, goal, &stop) else {
            break;
        };
        let seconds = start.elapsed().as_secs_f64();
        solved_count += 1;
        nodes += solved.nodes;
        let row = Row {
            number,
            task,
            goal,
            solved: &solved,
            seconds,
            cpu_seconds: cpu_seconds() - start_cpu,
        };
        if is_json {
            writeln!(out, "{}", row.json())?;
        } else {
            writeln!(out, "{}", row.text())?;
        }
        out.flush()?;
        mismatches.extend(row.mismatch());
    }
    let seconds = begin.elapsed().as_secs_f64();
    let total = endgames.len();
    if is_json {
        let summary = json!({
            "total": total,
            "solved": solved_count,
            "mismatches": mismatches,
            "nodes": nodes,
            "seconds": seconds,
            "cpu_seconds": cpu_seconds() - begin_cpu,
        });
        writeln!(out, "{summary}")?;
    } else {
        for mismatch in &mismatches {
            writeln!(out, "mismatch {mismatch}")?;
        }
        writeln!(out, "total {nodes} {seconds:.3} {solved_count}/{total}")?;
    }
    out.flush()?;
    if mismatches.is_empty() && solved_count == total {
        Ok(())
    } else {
        Err(Failure {
            message: None,
            status: 1,
        })
    }
}

/// The result for one position.
struct Row<'a> {
    number: usize,
    task: &'a Endgame,
    goal: Goal,
    solved: &'a Solved,
    seconds: f64,
    cpu_seconds: f64,
}

impl Row<'_> {
    fn empties(&self) -> usize {
        AnyPosition::Reversi(self.task.position.clone())
            .empty_points()
            .len()
    }

    fn move_text(&self) -> String {
        self.solved
            .mv
            .map_or_else(|| "-".to_owned(), |mv| move_name(mv, GameSpec::REVERSI))
    }

    fn text(&self) -> String {
        format!(
            "#{} {} {:+} {} {} {:.3} {:.0}",
            self.number,
            self.empties(),
            self.solved.score,
            self.move_text(),
            self.solved.nodes,
            self.seconds,
            self.solved.nodes as f64 / self.seconds.max(1e-9),
        )
    }

    fn json(&self) -> serde_json::Value {
        let name = |&mv: &Move| move_name(mv, GameSpec::REVERSI);
        json!({
            "number": self.number,
            "empties": self.empties(),
            "score": self.solved.score,
            "move": self.solved.mv.as_ref().map(name),
            "pv": self.solved.line.iter().map(name).collect::<Vec<_>>(),
            "nodes": self.solved.nodes,
            "seconds": self.seconds,
            "cpu_seconds": self.cpu_seconds,
            "expected": self.expected(),
            "mismatch": self.mismatch().is_some(),
        })
    }

    /// The best score in the file.
    fn expected(&self) -> Option<i32> {
        self.task.scores.iter().map(|(_, score)| *score).max()
    }

    /// How the file differs: another score, or a move that is worse.
    fn mismatch(&self) -> Option<String> {
        let expected = self.expected()?;
        let listed = self
            .task
            .scores
            .iter()
            .find(|(mv, _)| Some(*mv) == self.solved.mv);
        // If only the outcome was requested, only the outcome must be right.
        let is_as_good = |score: i32| match self.goal {
            Goal::Score | Goal::Estimate => score == expected,
            Goal::Outcome => score.signum() == expected.signum(),
        };
        let is_right =
            is_as_good(self.solved.score) && listed.is_none_or(|(_, score)| is_as_good(*score));
        let best: Vec<String> = self
            .task
            .scores
            .iter()
            .filter(|(_, score)| *score == expected)
            .map(|(mv, _)| move_name(*mv, GameSpec::REVERSI))
            .collect();
        (!is_right).then(|| {
            format!(
                "#{} {:+} {} expected {expected:+} {}",
                self.number,
                self.solved.score,
                self.move_text(),
                best.join(" ")
            )
        })
    }
}

fn read_endgames(path: &Path, text: &Text, endgames: &mut Vec<Endgame>) -> Result<(), Failure> {
    // Data from a pipe has no file name to infer its format from.
    let format = (path.as_os_str() == "-").then_some(Format::Obf);
    let before = endgames.len();
    for record in read_records(text, path, format, None)? {
        endgames.push(
            read_endgame(&record)
                .ok_or_else(|| file_failure(text, path, text.say("error-not-reversi")))?,
        );
    }
    if endgames.len() == before {
        let count = Args::new().number("count", 0);
        return Err(file_failure(
            text,
            path,
            text.fill("error-no-such-game", count),
        ));
    }
    Ok(())
}

/// The position at the end of a record, with its scores if they belong to it.
fn read_endgame(record: &Record) -> Option<Endgame> {
    let replay = record.replay().ok()?;
    let AnyPosition::Reversi(position) = replay.position() else {
        return None;
    };
    if record.header.spec != GameSpec::REVERSI {
        return None;
    }
    let scores = record.header.tag("Scores").unwrap_or_default();
    let scores = scores
        .split_whitespace()
        .filter(|_| replay.plies().is_empty())
        .filter_map(|item| {
            let (name, score) = item.split_once(':')?;
            let mv = parse_move(name, GameSpec::REVERSI).ok()?;
            Some((mv, score.parse().ok()?))
        })
        .collect();
    Some(Endgame {
        position: position.clone(),
        scores,
    })
}

/// The processor time of the program so far, over all threads.
fn cpu_seconds() -> f64 {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
    }
    #[cfg(not(unix))]
    {
        0.0
    }
}
