//! Builds records and remembers the location of each entry in the file.

use crate::{
    CheckError, Entry, Event, GameResult, Header, Location, NodeId, Played, Problem, ReadError,
    Record,
};

/// The most entries that are read from one file, in all its games together.
const FILE_ENTRIES_MAX: usize = 800_000;

/// The cost of a record besides its entries, in entries.
const RECORD_COST: usize = 12;

/// Counts the entries read from a file so far.
#[derive(Default)]
pub(crate) struct Budget {
    entries: usize,
}

impl Budget {
    fn check(&self, location: Location) -> Result<(), ReadError> {
        let limit = FILE_ENTRIES_MAX;
        if self.entries > limit {
            let problem = Problem::TooMany { limit };
            return Err(ReadError { location, problem });
        }
        Ok(())
    }
}

/// A record being built.
pub(crate) struct Builder<'b> {
    record: Record,
    /// The location of each entry, by its index.
    locations: Vec<Location>,
    /// The location of the header or the start position.
    start: Location,
    budget: &'b mut Budget,
}

impl<'b> Builder<'b> {
    pub(crate) fn new(header: Header, start: Location, budget: &'b mut Budget) -> Builder<'b> {
        budget.entries += RECORD_COST;
        Builder {
            record: Record::new(header),
            locations: Vec::new(),
            start,
            budget,
        }
    }

    pub(crate) fn header(&mut self) -> &mut Header {
        &mut self.record.header
    }

    pub(crate) fn record(&self) -> &Record {
        &self.record
    }

    /// Adds an entry after another, or at the beginning.
    pub(crate) fn push(
        &mut self,
        parent: Option<NodeId>,
        entry: Entry,
        location: Location,
    ) -> Result<NodeId, ReadError> {
        // A take-back costs as much as playing those moves.
        self.budget.entries += match entry.event {
            Event::TakeBack { plies } => 1 + usize::from(plies),
            _ => 1,
        };
        self.budget.check(location)?;
        if self.record.len() >= Record::ENTRIES_MAX {
            let limit = Record::ENTRIES_MAX;
            let problem = Problem::TooMany { limit };
            return Err(ReadError { location, problem });
        }
        self.locations.push(location);
        Ok(self.record.push(parent, entry))
    }

    /// Adds an event `after_ms` after another entry, or at the beginning.
    pub(crate) fn push_event(
        &mut self,
        parent: Option<NodeId>,
        after_ms: u64,
        event: Event,
        location: Location,
    ) -> Result<NodeId, ReadError> {
        let before_ms = parent.map_or(0, |id| self.record.entry(id).at_ms);
        let at_ms = before_ms.saturating_add(after_ms);
        self.push(parent, Entry { at_ms, event }, location)
    }

    /// Adds a move `after_ms` after another entry.
    pub(crate) fn push_move(
        &mut self,
        parent: Option<NodeId>,
        after_ms: u64,
        played: impl Into<Played>,
        location: Location,
    ) -> Result<NodeId, ReadError> {
        self.push_event(parent, after_ms, Event::Move(played.into()), location)
    }

    /// Returns the record after checking all its entries by the rules. If the moves decide the
    /// game, their result replaces the one that the file states.
    pub(crate) fn finish(self) -> Result<Record, ReadError> {
        let (mut record, played) = self.checked()?;
        record.header.result = played.or(record.header.result);
        Ok(record)
    }

    /// Returns the record after checking all its entries by the rules, and the result of its main
    /// line as played.
    pub(crate) fn checked(self) -> Result<(Record, Option<GameResult>), ReadError> {
        self.budget.check(self.start)?;
        let played = self.record.check().map_err(|error| match error {
            CheckError::Start(error) => ReadError {
                location: self.start,
                problem: Problem::Setup(error),
            },
            CheckError::Entry { id, error } => ReadError {
                location: self.locations[id.index()],
                problem: Problem::Refused {
                    spec: self.record.header.spec,
                    text: event_name(&self.record, id),
                    error,
                },
            },
        })?;
        Ok((self.record, played))
    }
}

fn event_name(record: &Record, id: NodeId) -> String {
    match &record.entry(id).event {
        Event::Move(played) => match played.mv.point() {
            // Points off this board have no name.
            Some(point) if !point.is_on(record.header.spec.size()) => String::new(),
            _ => crate::notation::move_name(played.mv, record.header.spec),
        },
        Event::TakeBack { plies } => format!("take back {plies}"),
        _ => String::new(),
    }
}
