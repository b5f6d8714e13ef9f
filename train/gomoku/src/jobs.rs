//! Runs jobs on several threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Runs numbered jobs on several threads and reports each result as it comes, in any order.
pub(crate) fn share_out<T: Send>(
    job_count: usize,
    thread_count: usize,
    job: impl Fn(usize) -> T + Sync,
    report: impl FnMut(T),
) {
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..thread_count.max(1) {
            let (next, job, sender) = (&next, &job, sender.clone());
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= job_count || sender.send(job(number)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        results.into_iter().for_each(report);
    });
}
