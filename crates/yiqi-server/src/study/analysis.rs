//! What the engine thinks, as a client is told.

use yiqi_players::{Analysis, Certainty};
use yiqi_record::notation;
use yiqi_rules::GameSpec;
use yiqi_wire::{AnalysisLine, AnalysisReport, WireCertainty};

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
                exact: line.is_exact(),
                certainty: Some(wire_certainty(line.certainty)),
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

/// How an engine knows it, as a client is told.
pub(crate) fn wire_certainty(certainty: Certainty) -> WireCertainty {
    match certainty {
        Certainty::Exact => WireCertainty::Exact,
        Certainty::Outcome => WireCertainty::Outcome,
        Certainty::Forced { plies } => WireCertainty::Forced { plies },
        Certainty::Estimate { percent, error } => WireCertainty::Estimate { percent, error },
    }
}
