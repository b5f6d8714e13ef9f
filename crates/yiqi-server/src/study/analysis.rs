//! Reports of an engine's analysis.

use yiqi_players::{Analysis, Certainty};
use yiqi_record::notation;
use yiqi_rules::{AnyPosition, Color};
use yiqi_wire::{AnalysisLine, AnalysisReport, WireCertainty};

/// One report of an analysis, `ms` milliseconds after it began; the last one is `done`. Before the
/// first ply is searched there are no lines.
#[must_use]
pub fn analysis_report(
    analysis: &Analysis,
    position: &AnyPosition,
    ms: u64,
    done: bool,
) -> AnalysisReport {
    let spec = position.spec();
    // A finished game has no lines.
    let turn = position.turn().unwrap_or(Color::Black);
    AnalysisReport {
        depth: analysis.depth,
        nodes: analysis.nodes,
        ms,
        lines: analysis
            .lines
            .iter()
            .filter(|_| analysis.depth > 0)
            .map(|line| AnalysisLine {
                eval: line.eval_for_black(turn),
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

/// How an engine knows an evaluation, as sent to clients.
pub(crate) fn wire_certainty(certainty: Certainty) -> WireCertainty {
    match certainty {
        Certainty::Exact => WireCertainty::Exact,
        Certainty::Outcome => WireCertainty::Outcome,
        Certainty::Forced { plies } => WireCertainty::Forced { plies },
        Certainty::Estimate { percent, error } => WireCertainty::Estimate { percent, error },
    }
}
