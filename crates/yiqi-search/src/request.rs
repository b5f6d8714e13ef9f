//! What an engine is asked to search.

use yiqi_rules::AnyPosition;

use crate::{Analysis, Limits, Stop};

/// A callback for the results of a search while it runs.
pub type Report<'a> = dyn FnMut(&Analysis) + 'a;

/// A position to search, and how.
pub struct SearchRequest<'a> {
    /// The position.
    pub position: &'a AnyPosition,
    /// How many of the best moves to find.
    pub line_count: usize,
    /// When the search ends at the latest.
    pub limits: Limits,
    /// Stops the search early.
    pub stop: Stop,
    /// Called with each new result.
    pub report: &'a mut Report<'a>,
}

impl<'a> SearchRequest<'a> {
    /// A search for the best move within limits, with no reports.
    #[must_use]
    pub fn new(position: &'a AnyPosition, limits: Limits) -> SearchRequest<'a> {
        SearchRequest {
            position,
            line_count: 1,
            limits,
            stop: Stop::new(),
            report: no_report(),
        }
    }

    /// Finds this many of the best moves.
    #[must_use]
    pub fn with_lines(self, line_count: usize) -> SearchRequest<'a> {
        SearchRequest { line_count, ..self }
    }

    /// Ends the search when this flag is set.
    #[must_use]
    pub fn with_stop(self, stop: &Stop) -> SearchRequest<'a> {
        SearchRequest {
            stop: stop.clone(),
            ..self
        }
    }

    /// Reports results while the search runs.
    #[must_use]
    pub fn with_report(self, report: &'a mut Report<'a>) -> SearchRequest<'a> {
        SearchRequest { report, ..self }
    }
}

/// A callback that does nothing.
pub fn no_report() -> &'static mut Report<'static> {
    // A closure without captures has size 0, so the box allocates nothing that could leak.
    Box::leak(Box::new(|_: &Analysis| {}))
}
