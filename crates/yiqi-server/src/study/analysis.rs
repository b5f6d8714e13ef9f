//! What the engine thinks, as a client is told.

use yiqi_players::Analysis;
use yiqi_record::notation;
use yiqi_rules::GameSpec;
use yiqi_wire::{AnalysisLine, AnalysisReport};

/// One report of an analysis, `ms` milliseconds after it began; the last one is `done`.
#[must_use]
pub fn analysis_report(analysis: &Analysis, ms: u64, done: bool, spec: GameSpec) -> AnalysisReport {
    AnalysisReport {
        depth: analysis.depth,
        nodes: analysis.nodes,
        ms,
        lines: analysis
            .lines
            .iter()
            .map(|line| AnalysisLine {
                eval: line.eval,
                exact: line.exact,
                moves: line
                    .moves
                    .iter()
                    .map(|&mv| notation::move_name(mv, spec))
                    .collect(),
            })
            .collect(),
        done,
    }
}
