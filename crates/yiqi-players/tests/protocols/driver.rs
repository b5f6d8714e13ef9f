//! A driver for an engine: it writes lines and reads lines, on threads instead of pipes.

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

use yiqi_players::EngineOptions;
use yiqi_players::protocol::{Protocol, speak};
use yiqi_rules::GameSpec;

/// Far longer than anything takes here, since test machines are busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// The output of a whole session, with all input sent at once.
pub(super) fn transcript(
    protocol: Protocol,
    game: GameSpec,
    options: EngineOptions,
    said: &str,
) -> String {
    let mut heard = Vec::new();
    let said = io::Cursor::new(said.as_bytes().to_vec());
    speak(protocol, game, options, said, &mut heard).unwrap();
    String::from_utf8(heard).unwrap()
}

/// A session in which one side waits for the other.
pub(super) struct Driver {
    say: Option<Sender<Vec<u8>>>,
    hear: Receiver<String>,
    engine: Option<std::thread::JoinHandle<io::Result<()>>>,
}

impl Driver {
    pub(super) fn start(protocol: Protocol, options: EngineOptions) -> Driver {
        let (say, said) = channel();
        let (heard, hear) = channel();
        let engine = std::thread::spawn(move || {
            let input = Input {
                said,
                rest: Vec::new(),
            };
            let mut output = Output {
                heard,
                line: Vec::new(),
            };
            speak(
                protocol,
                protocol.default_game(),
                options,
                input,
                &mut output,
            )
        });
        Driver {
            say: Some(say),
            hear,
            engine: Some(engine),
        }
    }

    pub(super) fn say(&self, line: &str) {
        let line = format!("{line}\n").into_bytes();
        // The engine may have ended already.
        let _ = self.say.as_ref().unwrap().send(line);
    }

    pub(super) fn next(&self) -> String {
        self.hear.recv_timeout(PATIENCE).expect("an answer")
    }

    /// Lines up to and including the first that `is_it` accepts.
    pub(super) fn until(&self, is_it: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.next());
            if is_it(&lines[lines.len() - 1]) {
                return lines;
            }
        }
    }

    /// Waits for the engine to exit on its own.
    pub(super) fn ends(mut self) {
        let engine = self.engine.take().unwrap();
        while self.hear.recv_timeout(PATIENCE).is_ok() {}
        engine.join().unwrap().unwrap();
    }

    /// Closes the input and waits for the engine to exit.
    pub(super) fn hangs_up(mut self) {
        self.say = None;
        self.ends();
    }
}

struct Input {
    said: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.said.recv().unwrap_or_default();
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

struct Output {
    heard: Sender<String>,
    line: Vec<u8>,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if byte == b'\n' {
                let line = String::from_utf8(std::mem::take(&mut self.line)).unwrap();
                let _ = self.heard.send(line);
            } else {
                self.line.push(byte);
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A fixed depth, which always gives the same answer.
pub(super) fn to_depth(depth: u8) -> EngineOptions {
    EngineOptions {
        depth: Some(depth),
        ..EngineOptions::default()
    }
}
