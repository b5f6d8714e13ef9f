//! What a job leads to, as text.

use std::time::Duration;

use serde_json::{Value, json};
use yiqi_arena::{LogEntry, PlayedGame, Span};
use yiqi_players::{Analysis, Certainty, Line};
use yiqi_record::notation::{move_name, parse_move};
use yiqi_record::{Format, ReadOptions};
use yiqi_rules::GameSpec;

use crate::job::Job;

/// The result of a job.
#[derive(Clone, Debug)]
pub enum JobResult {
    /// The analysis of a position, and how long it took.
    Analyzed {
        /// The best lines.
        analysis: Analysis,
        /// The time of the search.
        spent: Duration,
    },
    /// A game that was played.
    Played(Box<PlayedGame>),
}

impl JobResult {
    /// The result as JSON.
    #[must_use]
    pub(crate) fn to_json(&self, game: GameSpec) -> Value {
        match self {
            JobResult::Analyzed { analysis, spent } => json!({
                "analysis": analysis_json(analysis, game),
                "ms": u64::try_from(spent.as_millis()).unwrap_or(u64::MAX),
            }),
            JobResult::Played(played) => {
                let ended = LogEntry::Ended {
                    game: 1,
                    end: played.end.clone(),
                    span: Span::default(),
                };
                // A record that was played can be written.
                let record = Format::Yiqi.write(std::slice::from_ref(&played.record));
                let record = record.unwrap_or_default();
                json!({
                    "ended": ended.to_string(),
                    "record": String::from_utf8_lossy(&record),
                })
            }
        }
    }

    /// The result of a job; `None` if it is damaged or of another kind of job.
    #[must_use]
    pub(crate) fn from_json(job: &Job, value: &Value) -> Option<JobResult> {
        match job {
            Job::Analyze(job) => Some(JobResult::Analyzed {
                analysis: parse_analysis(&value["analysis"], job.game)?,
                spent: Duration::from_millis(value["ms"].as_u64()?),
            }),
            Job::Play(_) => {
                let LogEntry::Ended { end, .. } = LogEntry::parse(value["ended"].as_str()?)? else {
                    return None;
                };
                let record = value["record"].as_str()?.as_bytes();
                let mut records = Format::Yiqi.read(record, &ReadOptions::default()).ok()?;
                let record = records.pop().filter(|_| records.is_empty())?;
                Some(JobResult::Played(Box::new(PlayedGame { end, record })))
            }
        }
    }
}

/// An analysis as JSON.
pub(crate) fn analysis_json(analysis: &Analysis, game: GameSpec) -> Value {
    let lines = analysis.lines.iter().map(|line| {
        let moves: Vec<String> = line.moves.iter().map(|&mv| move_name(mv, game)).collect();
        let certainty = match line.certainty {
            Certainty::Exact => json!(["exact"]),
            Certainty::Outcome => json!(["outcome"]),
            Certainty::Forced { plies } => json!(["forced", plies]),
            Certainty::Estimate { percent, error } => json!(["estimate", percent, error]),
        };
        json!({ "eval": line.eval, "certainty": certainty, "moves": moves })
    });
    json!({
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "lines": lines.collect::<Vec<Value>>(),
    })
}

/// Reads what [`analysis_json`] wrote.
pub(crate) fn parse_analysis(value: &Value, game: GameSpec) -> Option<Analysis> {
    let lines = value["lines"].as_array()?.iter().map(|line| {
        let moves = line["moves"].as_array()?.iter();
        let moves = moves.map(|name| parse_move(name.as_str()?, game).ok());
        let number = |index: usize| line["certainty"][index].as_u64();
        let certainty = match line["certainty"][0].as_str()? {
            "exact" => Certainty::Exact,
            "outcome" => Certainty::Outcome,
            "forced" => Certainty::Forced {
                plies: number(1)?.try_into().ok()?,
            },
            "estimate" => Certainty::Estimate {
                percent: number(1)?.try_into().ok()?,
                error: number(2)?.try_into().ok()?,
            },
            _ => return None,
        };
        let moves = moves.collect::<Option<Vec<_>>>()?;
        (!moves.is_empty()).then_some(Line {
            eval: line["eval"].as_i64()?.try_into().ok()?,
            certainty,
            moves,
        })
    });
    Some(Analysis {
        depth: value["depth"].as_u64()?.try_into().ok()?,
        nodes: value["nodes"].as_u64()?,
        lines: lines.collect::<Option<Vec<Line>>>()?,
    })
}
