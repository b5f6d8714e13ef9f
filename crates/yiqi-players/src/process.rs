//! An outside program, in its own process group. Its output is read line by line within bounds, and
//! dropping it kills it with everything it started.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use yiqi_record::notation::is_unprintable;
use yiqi_search::Stop;

/// Maximum length of an output line, in bytes.
const LINE_MAX: usize = 64 * 1024;

/// How many bytes of a longer line are shown.
const START_SHOWN: usize = 256;

/// Lines buffered for reading; a program that writes more blocks.
const LINES_WAITING: usize = 64;

/// Lines buffered for writing; more are dropped if the program does not read.
const REQUESTS_WAITING: usize = 8;

/// How many bytes of error output are kept.
const LAST_WORDS_MAX: usize = 4096;

/// How often the stop flag is checked while waiting.
const LOOK_INTERVAL: Duration = Duration::from_millis(2);

/// How long a program that closed its output has to exit on its own.
const EXIT_PATIENCE: Duration = Duration::from_millis(500);

/// The environment variables that are passed on.
const VARIABLES: [&str; 8] = [
    "PATH",
    "HOME",
    "LANG",
    "LC_ALL",
    "TMPDIR",
    "SYSTEMROOT",
    "TEMP",
    "USERPROFILE",
];

/// A running program.
pub(crate) struct Process {
    child: Child,
    /// Whether it was reaped: its process ID may belong to another process by now.
    is_gone: bool,
    requests: SyncSender<String>,
    lines: Receiver<Line>,
    last_words: Arc<Mutex<Vec<u8>>>,
    /// Closed when all error output has been read.
    errors_end: Receiver<()>,
}

/// A line of a program's output.
enum Line {
    Whole(String),
    /// The start of a line that is too long.
    TooLong(String),
}

/// Why a program gave no answer.
pub(crate) enum NoAnswer {
    /// It closed its output.
    Ended,
    /// It did not answer in time.
    Stalled,
    /// The request was stopped.
    Stopped,
    /// It wrote a line that is too long; this is the start.
    TooLong(String),
}

impl Process {
    pub(crate) fn start(words: &[String]) -> std::io::Result<Process> {
        let Some((program, arguments)) = words.split_first() else {
            return Err(std::io::ErrorKind::NotFound.into());
        };
        let mut command = Command::new(program);
        command
            .args(arguments)
            .env_clear()
            .envs(VARIABLES.iter().filter_map(|&name| {
                let value = std::env::var_os(name)?;
                Some((name, value))
            }))
            // Otherwise Python would buffer its answers.
            .env("PYTHONUNBUFFERED", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;

        let (requests, to_write) = mpsc::sync_channel(REQUESTS_WAITING);
        let (to_read, lines) = mpsc::sync_channel(LINES_WAITING);
        let (errors_open, errors_end) = mpsc::channel();
        let last_words = Arc::new(Mutex::new(Vec::new()));
        // The threads end when the pipes close, which happens when the program exits.
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_requests(stdin, &to_write));
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &to_read));
        }
        if let Some(stderr) = child.stderr.take() {
            let kept = Arc::clone(&last_words);
            thread::spawn(move || {
                keep_end(stderr, &kept);
                drop(errors_open);
            });
        }
        Ok(Process {
            child,
            is_gone: false,
            requests,
            lines,
            last_words,
            errors_end,
        })
    }

    /// Sends a request and waits for a line that is not blank. Each line the program writes answers
    /// one request, in order.
    pub(crate) fn ask(
        &mut self,
        request: String,
        time: Duration,
        stop: &Stop,
    ) -> Result<String, NoAnswer> {
        // A full queue means that the program does not read its input; it may still answer.
        let _ = self.requests.try_send(request);
        let start = Instant::now();
        loop {
            if stop.is_stopped() {
                return Err(NoAnswer::Stopped);
            }
            let left = time.saturating_sub(start.elapsed());
            match self.lines.recv_timeout(left.min(LOOK_INTERVAL)) {
                Ok(Line::Whole(line)) if line.trim().is_empty() => {}
                Ok(Line::Whole(line)) => return Ok(line),
                Ok(Line::TooLong(start)) => return Err(NoAnswer::TooLong(start)),
                Err(RecvTimeoutError::Disconnected) => return Err(NoAnswer::Ended),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(NoAnswer::Stalled),
                Err(RecvTimeoutError::Timeout) => {}
            }
            // Endless blank lines must not keep us here.
            if start.elapsed() >= time {
                return Err(NoAnswer::Stalled);
            }
        }
    }

    /// Gives the program a moment to exit on its own, then kills it. Returns its exit status and
    /// the end of its standard error output.
    pub(crate) fn end(mut self) -> (Option<ExitStatus>, String) {
        self.await_exit();
        let status = self.kill();
        let _ = self.errors_end.recv_timeout(EXIT_PATIENCE);
        let bytes = self
            .last_words
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        (status, last_lines(&bytes))
    }

    /// Kills the program with all its descendants and reaps it.
    fn kill(&mut self) -> Option<ExitStatus> {
        if std::mem::replace(&mut self.is_gone, true) {
            return None;
        }
        // The group is killed before the program is reaped: until then its process ID cannot be
        // reused.
        #[cfg(unix)]
        if let Some(group) = self.id() {
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        self.child.wait().ok()
    }

    #[cfg(unix)]
    fn id(&self) -> Option<rustix::process::Pid> {
        i32::try_from(self.child.id())
            .ok()
            .and_then(rustix::process::Pid::from_raw)
    }

    /// Waits a moment for the program to exit, without reaping it.
    #[cfg(unix)]
    fn await_exit(&self) {
        use rustix::process::{WaitId, WaitIdOptions, waitid};

        let Some(id) = self.id() else { return };
        let start = Instant::now();
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        while start.elapsed() < EXIT_PATIENCE
            && matches!(waitid(WaitId::Pid(id), options), Ok(None))
        {
            thread::sleep(LOOK_INTERVAL);
        }
    }

    #[cfg(not(unix))]
    fn await_exit(&mut self) {
        let start = Instant::now();
        while start.elapsed() < EXIT_PATIENCE && matches!(self.child.try_wait(), Ok(None)) {
            thread::sleep(LOOK_INTERVAL);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn write_requests(mut stdin: ChildStdin, requests: &Receiver<String>) {
    for request in requests {
        // A program that does not read will time out.
        if stdin
            .write_all(request.as_bytes())
            .and_then(|()| stdin.flush())
            .is_err()
        {
            return;
        }
    }
}

/// Forwards lines until the output ends or a line is too long. The last line needs no newline.
fn read_lines(mut output: impl Read, lines: &SyncSender<Line>) {
    let mut line = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let count = match output.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        for &byte in &buffer[..count] {
            if byte == b'\n' {
                if lines.send(Line::Whole(text(&line))).is_err() {
                    return;
                }
                line.clear();
            } else if line.len() < LINE_MAX {
                line.push(byte);
            } else {
                let _ = lines.send(Line::TooLong(text(&line[..START_SHOWN])));
                return;
            }
        }
    }
    if !line.is_empty() {
        let _ = lines.send(Line::Whole(text(&line)));
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
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.extend_from_slice(&buffer[..count]);
                let excess = kept.len().saturating_sub(LAST_WORDS_MAX);
                kept.drain(..excess);
            }
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(_) => return,
        }
    }
}

/// The last three lines, without unprintable characters, shortened.
fn last_lines(bytes: &[u8]) -> String {
    let text = text(bytes);
    let lines: Vec<String> = text
        .lines()
        .map(|line| printable(line, 200))
        .filter(|line| !line.is_empty())
        .collect();
    lines[lines.len().saturating_sub(3)..].join(" / ")
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
