//! Runs a program in a real pseudo-terminal whose screen can be read.

use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// How long something may take to appear: only a broken program takes longer.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A program in a pseudo-terminal. Dropping it kills the program.
pub struct Terminal {
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    /// `None` once the terminal is closed.
    child: Option<Box<dyn Child + Send + Sync>>,
    output: Receiver<Vec<u8>>,
    screen: vt100::Parser,
    raw: Vec<u8>,
}

impl Terminal {
    /// Starts a program on a screen of this size.
    ///
    /// # Panics
    /// If it cannot be started.
    #[must_use]
    pub fn start(
        program: &Path,
        args: &[&str],
        env: &[(&str, &str)],
        cols: u16,
        rows: u16,
    ) -> Terminal {
        Terminal::start_typed("", program, args, env, cols, rows)
    }

    /// Starts a program to which something was sent already: what a person typed, or what the
    /// terminal answers to a question that the program will ask.
    ///
    /// # Panics
    /// If it cannot be started.
    #[must_use]
    pub fn start_typed(
        typed: &str,
        program: &Path,
        args: &[&str],
        env: &[(&str, &str)],
        cols: u16,
        rows: u16,
    ) -> Terminal {
        let size = PtySize {
            rows,
            cols,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = native_pty_system()
            .openpty(size)
            .expect("a pseudo-terminal opens");
        let mut command = CommandBuilder::new(program);
        command.args(args);
        command.env("TERM", "xterm-256color");
        for (name, value) in env {
            command.env(name, value);
        }
        let mut keys = pair
            .master
            .take_writer()
            .expect("the terminal can be written");
        keys.write_all(typed.as_bytes())
            .and_then(|()| keys.flush())
            .expect("the terminal can be written");
        let child = pair
            .slave
            .spawn_command(command)
            .expect("the program starts");
        drop(pair.slave);
        let mut reader = pair
            .master
            .try_clone_reader()
            .expect("the terminal can be read");
        let (sender, output) = channel();
        std::thread::spawn(move || {
            let mut buffer = [0; 8192];
            while let Ok(count) = reader.read(&mut buffer) {
                if count == 0 || sender.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Terminal {
            master: pair.master,
            keys,
            child: Some(child),
            output,
            screen: vt100::Parser::new(count(rows), count(cols), 0),
            raw: Vec::new(),
        }
    }

    /// Sends keys, encoded as a terminal sends them.
    ///
    /// # Panics
    /// If the program has ended.
    pub fn send(&mut self, keys: &str) {
        self.keys
            .write_all(keys.as_bytes())
            .expect("the program reads");
        self.keys.flush().expect("the program reads");
    }

    /// Resizes the screen.
    ///
    /// # Panics
    /// If the terminal is closed.
    pub fn resize(&mut self, cols: u16, rows: u16) {
        self.master
            .resize(PtySize {
                rows,
                cols,
                pixel_width: 0,
                pixel_height: 0,
            })
            .expect("the terminal is open");
        self.screen.screen_mut().set_size(count(rows), count(cols));
    }

    /// The screen as text, without trailing blanks.
    #[must_use]
    pub fn text(&self) -> String {
        let contents = self.screen.screen().contents();
        let lines: Vec<&str> = contents.lines().map(str::trim_end).collect();
        lines.join("\n")
    }

    /// Everything the program has written, including escape sequences.
    #[must_use]
    pub fn raw(&self) -> &[u8] {
        &self.raw
    }

    /// Waits until the screen shows `wanted`.
    ///
    /// # Panics
    /// With the screen, on timeout.
    #[track_caller]
    pub fn wait_for(&mut self, wanted: &str) {
        self.wait_until(wanted, |screen| screen.contains(wanted));
    }

    /// Waits until the screen no longer shows `unwanted`.
    ///
    /// # Panics
    /// With the screen, on timeout.
    #[track_caller]
    pub fn wait_gone(&mut self, unwanted: &str) {
        self.wait_until(unwanted, |screen| !screen.contains(unwanted));
    }

    /// Waits until the screen meets a condition.
    ///
    /// # Panics
    /// With the screen, on timeout.
    #[track_caller]
    pub fn wait_until(&mut self, what: &str, condition: impl Fn(&str) -> bool) {
        let deadline = Instant::now() + TIMEOUT;
        while !condition(&self.text()) {
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "waiting for {what:?}:\n{}", self.text());
            if let Ok(bytes) = self
                .output
                .recv_timeout(left.min(Duration::from_millis(200)))
            {
                self.take(&bytes);
            }
        }
    }

    /// Takes output of the program and answers cursor position requests, as terminals do.
    fn take(&mut self, bytes: &[u8]) {
        const CURSOR_REQUEST: &[u8] = b"\x1b[6n";
        // The request may have arrived in two parts.
        let known = self.raw.len().saturating_sub(CURSOR_REQUEST.len() - 1);
        self.screen.process(bytes);
        self.raw.extend(bytes);
        for _ in self.raw[known..]
            .windows(CURSOR_REQUEST.len())
            .filter(|window| *window == CURSOR_REQUEST)
        {
            let (row, col) = self.screen.screen().cursor_position();
            let _ = write!(self.keys, "\x1b[{};{}R", row + 1, col + 1);
            let _ = self.keys.flush();
        }
    }

    /// Waits until the program exits and returns its exit status.
    ///
    /// # Panics
    /// On timeout.
    #[track_caller]
    pub fn wait_end(&mut self) -> u32 {
        let deadline = Instant::now() + TIMEOUT;
        loop {
            if let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(50)) {
                self.take(&bytes);
            }
            if let Some(Ok(Some(status))) = self.child.as_mut().map(|child| child.try_wait()) {
                // Its last output may still be in transit.
                while let Ok(bytes) = self.output.recv_timeout(Duration::from_millis(200)) {
                    self.take(&bytes);
                }
                return status.exit_code();
            }
            assert!(
                Instant::now() < deadline,
                "the program did not exit:\n{}",
                self.text()
            );
        }
    }

    /// The process ID.
    #[must_use]
    pub fn pid(&self) -> Option<u32> {
        self.child.as_ref()?.process_id()
    }

    /// Kills the program at once, as `kill -9` does.
    pub fn kill(&mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Terminal {
    /// Closes the terminal, as closing its window does, and returns the program.
    #[must_use]
    pub fn close(mut self) -> Box<dyn Child + Send + Sync> {
        // The reader thread keeps the terminal open until its channel is closed.
        self.output = channel().1;
        self.send("l");
        self.child.take().expect("a terminal is closed once")
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Waits until a program has exited by itself.
///
/// # Panics
/// On timeout; the program is killed then.
pub fn wait_gone(mut child: Box<dyn Child + Send + Sync>) {
    let mut killer = child.clone_killer();
    let (sender, ended) = channel();
    std::thread::spawn(move || sender.send(child.wait().is_ok()));
    if ended.recv_timeout(TIMEOUT).is_err() {
        let _ = killer.kill();
        panic!("the program kept running without its terminal");
    }
}

/// A number of rows or columns.
fn count(cells: u16) -> NonZeroU16 {
    NonZeroU16::new(cells).expect("a screen has rows and columns")
}
