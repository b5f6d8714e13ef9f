//! An outside program that reads and writes lines. Its output is read within bounds, every line to
//! and from it is kept for a while as evidence, and dropping it ends it with everything it started.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::process::{ChildStdin, ExitStatus};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender, TryRecvError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use yiqi_cage::{Cage, CageReport, CagedProcess, StartError};
use yiqi_record::notation::is_unprintable;
use yiqi_search::Stop;

/// Maximum length of an output line, in bytes.
const LINE_MAX: usize = 64 * 1024;

/// Lines buffered for reading; a program that writes more blocks.
const LINES_WAITING: usize = 64;

/// Lines buffered for writing; more are dropped if the program does not read.
const REQUESTS_WAITING: usize = 1024;

/// How many bytes of error output are kept.
const LAST_WORDS_MAX: usize = 4096;

/// How many lines of error output are shown.
const LAST_WORDS_LINES: usize = 3;

/// How many bytes a program may write for one answer.
const ANSWER_BYTES_MAX: u64 = 8 << 20;

/// How many lines of the dialog are kept, and how much of each.
const DIALOG_LINES: usize = 40;
const DIALOG_CHARS: usize = 200;

/// How often the stop flag is checked while waiting.
const LOOK_INTERVAL: Duration = Duration::from_millis(2);

/// How long a program that closed its output has to exit on its own.
const EXIT_PATIENCE: Duration = Duration::from_millis(500);

/// A running program.
pub(crate) struct Process {
    child: CagedProcess,
    requests: Option<SyncSender<String>>,
    lines: Receiver<Line>,
    /// Lines sent, and lines written completely with the time of the last.
    sent: u64,
    written: Arc<Mutex<(u64, Instant)>>,
    /// Bytes read so far, and how many when the last question was asked.
    read_bytes: Arc<AtomicU64>,
    asked_bytes: u64,
    dialog: VecDeque<String>,
    last_words: Arc<Mutex<Vec<u8>>>,
    /// Closed when all error output has been read.
    errors_end: Receiver<()>,
}

/// A line of a program's output, with the time it was complete.
enum Line {
    Whole(String, Instant),
    TooLong,
}

/// Why a program gave no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoAnswer {
    /// It closed its output.
    Ended,
    /// It did not answer in time.
    Stalled,
    /// The request was stopped.
    Stopped,
    /// It wrote a line that is too long, or too many.
    Flooded,
}

/// How a program ended.
pub(crate) struct Ending {
    pub(crate) status: Option<ExitStatus>,
    /// The last lines of its error output.
    pub(crate) errors: Vec<String>,
    pub(crate) is_out_of_memory: bool,
}

impl Process {
    pub(crate) fn start(words: &[String], cage: Option<&Cage>) -> Result<Process, StartError> {
        let mut child = CagedProcess::start(words, cage)?;
        let (requests, to_write) = mpsc::sync_channel(REQUESTS_WAITING);
        let (to_read, lines) = mpsc::sync_channel(LINES_WAITING);
        let (errors_open, errors_end) = mpsc::channel();
        let last_words = Arc::new(Mutex::new(Vec::new()));
        let written = Arc::new(Mutex::new((0, Instant::now())));
        let read_bytes = Arc::new(AtomicU64::new(0));
        // The threads end when the pipes close, which happens when the program exits.
        if let Some(stdin) = child.take_stdin() {
            let written = Arc::clone(&written);
            thread::spawn(move || write_requests(stdin, &to_write, &written));
        }
        if let Some(stdout) = child.take_stdout() {
            let bytes = Arc::clone(&read_bytes);
            thread::spawn(move || read_lines(stdout, &to_read, &bytes));
        }
        if let Some(stderr) = child.take_stderr() {
            let kept = Arc::clone(&last_words);
            thread::spawn(move || {
                keep_end(stderr, &kept);
                drop(errors_open);
            });
        }
        Ok(Process {
            child,
            requests: Some(requests),
            lines,
            sent: 0,
            written,
            read_bytes,
            asked_bytes: 0,
            dialog: VecDeque::new(),
            last_words,
            errors_end,
        })
    }

    /// The layers of its cage; `None` without one.
    pub(crate) fn cage_report(&self) -> Option<&CageReport> {
        self.child.report()
    }

    /// Sends a line; the ending is the protocol's.
    pub(crate) fn send(&mut self, line: &str, ending: &str) {
        self.note('>', line);
        self.asked_bytes = self.read_bytes.load(Ordering::Relaxed);
        // A full queue means that the program does not read its input; it may still answer.
        if let Some(requests) = &self.requests
            && requests.try_send(format!("{line}{ending}")).is_ok()
        {
            self.sent += 1;
        }
    }

    /// When the last line was written completely; `None` if it is still being written.
    pub(crate) fn written_at(&self) -> Option<Instant> {
        let (count, at) = *lock(&self.written);
        (count == self.sent).then_some(at)
    }

    /// A line that was written without waiting for it, if there is one.
    pub(crate) fn read_now(&mut self) -> Option<Result<String, NoAnswer>> {
        match self.lines.try_recv() {
            Ok(Line::Whole(line, _)) => {
                self.note('<', &line);
                Some(Ok(line))
            }
            Ok(Line::TooLong) => Some(Err(NoAnswer::Flooded)),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(NoAnswer::Ended)),
        }
    }

    /// Waits for a line that is not blank, with the time it arrived.
    pub(crate) fn read(
        &mut self,
        deadline: Instant,
        stop: &Stop,
    ) -> Result<(String, Instant), NoAnswer> {
        loop {
            if let Some((line, at)) = self.read_any(deadline, stop)?
                && !line.trim().is_empty()
            {
                return Ok((line, at));
            }
        }
    }

    /// Waits for a line, blank or not. `None` is no line yet, but no reason to give up.
    pub(crate) fn read_any(
        &mut self,
        deadline: Instant,
        stop: &Stop,
    ) -> Result<Option<(String, Instant)>, NoAnswer> {
        if stop.is_stopped() {
            return Err(NoAnswer::Stopped);
        }
        let left = deadline.saturating_duration_since(Instant::now());
        let heard = match self.lines.recv_timeout(left.min(LOOK_INTERVAL)) {
            Ok(Line::Whole(line, at)) => {
                self.note('<', &line);
                // What arrived in time counts, however late it is looked at.
                if at > deadline {
                    return Err(NoAnswer::Stalled);
                }
                Some((line, at))
            }
            Ok(Line::TooLong) => return Err(NoAnswer::Flooded),
            Err(RecvTimeoutError::Disconnected) => return Err(NoAnswer::Ended),
            Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(NoAnswer::Stalled),
            Err(RecvTimeoutError::Timeout) => None,
        };
        let bytes = self.read_bytes.load(Ordering::Relaxed) - self.asked_bytes;
        if bytes > ANSWER_BYTES_MAX {
            return Err(NoAnswer::Flooded);
        }
        Ok(heard)
    }

    /// The last lines to and from the program.
    pub(crate) fn dialog(&self) -> Vec<String> {
        self.dialog.iter().cloned().collect()
    }

    fn note(&mut self, direction: char, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        if self.dialog.len() == DIALOG_LINES {
            self.dialog.pop_front();
        }
        let shown = printable(line, DIALOG_CHARS);
        self.dialog.push_back(format!("{direction} {shown}"));
    }

    /// Closes its input and gives it a moment to exit. Whether it did.
    pub(crate) fn let_go(&mut self, patience: Duration) -> bool {
        self.requests = None;
        self.child.await_exit(patience)
    }

    /// Gives the program a moment to exit on its own, then kills it.
    pub(crate) fn end(mut self) -> Ending {
        self.child.await_exit(EXIT_PATIENCE);
        let mut is_out_of_memory = self.child.is_out_of_memory();
        let status = self.child.kill();
        let _ = self.errors_end.recv_timeout(EXIT_PATIENCE);
        let errors = last_lines(&lock(&self.last_words));
        is_out_of_memory |= errors.iter().any(|line| names_memory(line));
        Ending {
            status,
            errors,
            is_out_of_memory,
        }
    }
}

/// What languages say when memory runs out.
fn names_memory(line: &str) -> bool {
    [
        "MemoryError",
        "memory allocation of",
        "std::bad_alloc",
        "OutOfMemoryError",
        "out of memory",
        "Cannot allocate memory",
    ]
    .iter()
    .any(|words| line.contains(words))
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn write_requests(
    mut stdin: ChildStdin,
    requests: &Receiver<String>,
    written: &Mutex<(u64, Instant)>,
) {
    for request in requests {
        // A program that does not read will time out.
        if stdin
            .write_all(request.as_bytes())
            .and_then(|()| stdin.flush())
            .is_err()
        {
            return;
        }
        let mut written = lock(written);
        *written = (written.0 + 1, Instant::now());
    }
}

/// Forwards lines until the output ends or a line is too long. The last line needs no newline, and
/// a carriage return alone ends a line, too.
fn read_lines(mut output: impl Read, lines: &SyncSender<Line>, bytes: &AtomicU64) {
    let mut line = Vec::new();
    let mut before = 0;
    let mut buffer = [0; 4096];
    loop {
        let count = match output.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        bytes.fetch_add(count as u64, Ordering::Relaxed);
        let at = Instant::now();
        for &byte in &buffer[..count] {
            let is_second = byte == b'\n' && before == b'\r';
            before = byte;
            if is_second {
                // The second byte of a line ending is no line.
            } else if byte == b'\n' || byte == b'\r' {
                if lines.send(Line::Whole(text(&line), at)).is_err() {
                    return;
                }
                line.clear();
            } else if line.len() < LINE_MAX {
                line.push(byte);
            } else {
                let _ = lines.send(Line::TooLong);
                return;
            }
        }
    }
    if !line.is_empty() {
        let _ = lines.send(Line::Whole(text(&line), Instant::now()));
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn keep_end(mut errors: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 4096];
    loop {
        match errors.read(&mut buffer) {
            Ok(0) => return,
            Ok(count) => {
                let mut kept = lock(kept);
                kept.extend_from_slice(&buffer[..count]);
                let excess = kept.len().saturating_sub(LAST_WORDS_MAX);
                kept.drain(..excess);
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// The last lines, without unprintable characters, shortened.
fn last_lines(bytes: &[u8]) -> Vec<String> {
    let text = text(bytes);
    let mut lines: Vec<String> = text
        .lines()
        .map(|line| printable(line, DIALOG_CHARS))
        .filter(|line| !line.is_empty())
        .collect();
    lines.split_off(lines.len().saturating_sub(LAST_WORDS_LINES))
}

/// A text without unprintable characters, truncated to `length_max` characters.
pub(crate) fn printable(text: &str, length_max: usize) -> String {
    let clean: String = text
        .trim()
        .chars()
        .filter(|&c| !is_unprintable(c))
        .take(length_max + 1)
        .collect();
    if clean.chars().count() > length_max {
        clean.chars().take(length_max).chain(['…']).collect()
    } else {
        clean
    }
}
