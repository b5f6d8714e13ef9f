//! Work for other machines: positions to analyze and games of tournaments to play, as jobs.
//!
//! A [`Job`] is a value, and its [`JobId`] is a hash of its content: whoever asks for the same
//! work twice gets one job and one result. A [`Queue`] brings jobs from those who ask to those
//! who work: within this process, or over NATS JetStream between machines. [`work`] takes jobs and
//! does them until it is stopped.
//!
//! The one who asks is the source of truth, not the queue: a [`Ticket`] asks again until there is
//! a result, and a job for which nobody waits is dropped. So a queue may lose everything it has,
//! and still no job is lost.
//!
//! The crate's one invariant: a job has at most one result, however often it is done.
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod job;
mod outcome;
mod version;

mod execute;
mod queue;
mod worker;

pub use execute::Executor;
pub use job::{AnalyzeJob, BadJob, Job, JobId, PlayJob, Urgency};
pub use outcome::JobResult;
pub use queue::{Parked, Queue, QueueError, QueueOptions, Taken, Ticket, TicketEvent, WorkerInfo};
pub use version::engine_version;
pub use worker::{WorkerEvent, WorkerOptions, work};
