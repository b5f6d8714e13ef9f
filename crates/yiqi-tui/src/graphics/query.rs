//! Asks the terminal which pictures it shows, and reads its answer.
//!
//! The answer comes as if it had been typed. Almost every terminal answers the last question, about
//! its attributes, within a few milliseconds; nobody waits longer than [`WAIT`] for it. What was typed
//! meanwhile is returned as keys. An answer that comes later still is kept away from the screens by
//! [`LateAnswer`].

use std::time::{Duration, Instant};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{PictureSupport, Protocol};

/// How long the start may wait for the answer.
pub(crate) const WAIT: Duration = Duration::from_millis(40);

/// The questions: a picture of one pixel to be checked but not shown, as kitty defines it; the name
/// of the terminal; the size of a character; the attributes.
pub(crate) const QUESTION: &str = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[>q\x1b[16t\x1b[c";

/// The questions to a terminal with sixels: how many colors they have, and the attributes again, so
/// that the end of the answer is known.
const SIXEL_QUESTION: &str = "\x1b[?1;1;0S\x1b[c";

/// Whether a terminal can be asked. Some show what they do not understand.
pub(crate) fn can_be_asked(term: &str) -> bool {
    !term.is_empty() && term != "dumb" && term != "linux" && !term.starts_with("vt")
}

/// What a terminal answered so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Answer {
    kitty: bool,
    sixel: bool,
    name: String,
    cell: Option<(u16, u16)>,
    registers: Option<u16>,
    /// How often it has told its attributes, which is its last answer to a question.
    ends: usize,
}

impl Answer {
    /// Whether the terminal has answered everything.
    pub(crate) fn is_complete(&self) -> bool {
        self.ends > 0
    }

    /// What is known from the answer and from the environment.
    pub(crate) fn support(&self, variable: impl Fn(&str) -> Option<String>) -> PictureSupport {
        // Variables outlive their terminal inside of tmux and screen.
        let is_inside = variable("TMUX").is_some() || variable("STY").is_some();
        let is = |name: &str, value: &str| !is_inside && variable(name).is_some_and(|v| v == value);
        let is_iterm = self.name.starts_with("iTerm2")
            || is("TERM_PROGRAM", "iTerm.app")
            || is("LC_TERMINAL", "iTerm2");
        let protocol = if is_iterm {
            Some(Protocol::Iterm)
        } else if self.kitty || is("TERM", "xterm-kitty") {
            Some(Protocol::Kitty)
        } else if self.sixel {
            Some(Protocol::Sixel)
        } else {
            None
        };
        PictureSupport {
            protocol,
            cell: self.cell,
            registers: self.registers,
        }
    }

    /// Reads a sequence, if it is an answer.
    fn note(&mut self, sequence: &Sequence<'_>) {
        match sequence {
            Sequence::Apc(text) => self.kitty |= text.starts_with("Gi=31;OK"),
            Sequence::Dcs(text) => {
                if let Some(name) = text.strip_prefix(">|") {
                    name.clone_into(&mut self.name);
                }
            }
            Sequence::Other => {}
            Sequence::Csi(text) => {
                let numbers = |text: &str| -> Vec<u16> {
                    text.split(';')
                        .filter_map(|part| part.parse().ok())
                        .collect()
                };
                if let Some(attributes) = inside(text, "?", "c") {
                    self.sixel |= numbers(attributes)
                        .iter()
                        .skip(1)
                        .any(|&number| number == 4);
                    self.ends += 1;
                } else if let Some(colors) = inside(text, "?1;0;", "S") {
                    self.registers = colors.parse().ok();
                } else if let Some(size) = inside(text, "6;", "t")
                    && let [height, width] = numbers(size)[..]
                {
                    self.cell = Some((width, height));
                }
            }
        }
    }
}

fn inside<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    text.strip_prefix(start)?.strip_suffix(end)
}

/// A sequence from the terminal, without its beginning and end.
enum Sequence<'a> {
    Csi(&'a str),
    Dcs(&'a str),
    Apc(&'a str),
    /// One whose end has not come yet, or that is no text.
    Other,
}

impl Sequence<'_> {
    /// The sequence at the start of what came from the terminal, and its length.
    fn at_start(bytes: &[u8]) -> Option<(Sequence<'_>, usize)> {
        let [0x1b, kind @ (b'[' | b'P' | b'_'), body @ ..] = bytes else {
            return None;
        };
        let (end, tail) = match kind {
            b'[' => (body.iter().position(|byte| (0x40..=0x7e).contains(byte)), 1),
            _ => (body.windows(2).position(|pair| pair == b"\x1b\\"), 2),
        };
        let Some(end) = end else {
            return Some((Sequence::Other, bytes.len()));
        };
        // The last byte of a control sequence says what it is.
        let content = match kind {
            b'[' => &body[..=end],
            _ => &body[..end],
        };
        let sequence = match (std::str::from_utf8(content), kind) {
            (Err(_), _) => Sequence::Other,
            (Ok(text), b'[') => Sequence::Csi(text),
            (Ok(text), b'P') => Sequence::Dcs(text),
            (Ok(text), _) => Sequence::Apc(text),
        };
        Some((sequence, 2 + end + tail))
    }
}

/// Separates the answers from the keys in what came from the terminal.
fn separate(bytes: &[u8]) -> (Answer, Vec<KeyEvent>) {
    let (mut answer, mut keys) = (Answer::default(), Vec::new());
    let mut rest = bytes;
    while !rest.is_empty() {
        if let Some((sequence, length)) = Sequence::at_start(rest) {
            answer.note(&sequence);
            if let Sequence::Csi(text) = sequence {
                keys.extend(cursor_key(text).map(KeyEvent::from));
            }
            rest = &rest[length..];
            continue;
        }
        let (key, length) = typed_key(rest);
        keys.extend(key);
        rest = &rest[length.min(rest.len())..];
    }
    (answer, keys)
}

/// The key of a sequence such as `ESC [ A`.
fn cursor_key(text: &str) -> Option<KeyCode> {
    Some(match text {
        "A" => KeyCode::Up,
        "B" => KeyCode::Down,
        "C" => KeyCode::Right,
        "D" => KeyCode::Left,
        "H" => KeyCode::Home,
        "F" => KeyCode::End,
        "5~" => KeyCode::PageUp,
        "6~" => KeyCode::PageDown,
        _ => return None,
    })
}

/// The key at the start of what was typed, and the number of its bytes.
fn typed_key(bytes: &[u8]) -> (Option<KeyEvent>, usize) {
    let plain = |code: KeyCode| (Some(KeyEvent::from(code)), 1);
    match bytes[0] {
        0x1b if bytes.len() >= 3 && bytes[1] == b'O' => {
            let name = char::from(bytes[2]).to_string();
            (cursor_key(&name).map(KeyEvent::from), 3)
        }
        0x1b => plain(KeyCode::Esc),
        // What was typed before the terminal was in our mode ends with a line feed.
        b'\r' | b'\n' => plain(KeyCode::Enter),
        b'\t' => plain(KeyCode::Tab),
        0x7f => plain(KeyCode::Backspace),
        letter @ 1..=26 => {
            let code = KeyCode::Char(char::from(letter - 1 + b'a'));
            (Some(KeyEvent::new(code, KeyModifiers::CONTROL)), 1)
        }
        0..=31 => (None, 1),
        first => {
            let length = match first {
                0xf0.. => 4,
                0xe0.. => 3,
                0xc0.. => 2,
                _ => 1,
            };
            let c = bytes
                .get(..length)
                .and_then(|c| std::str::from_utf8(c).ok());
            let key = c.and_then(|c| c.chars().next());
            match key {
                Some(c) => {
                    let shift = match c.is_uppercase() {
                        true => KeyModifiers::SHIFT,
                        false => KeyModifiers::NONE,
                    };
                    (Some(KeyEvent::new(KeyCode::Char(c), shift)), length)
                }
                None => (None, 1),
            }
        }
    }
}

/// Waits for the answer to [`QUESTION`], which was asked at a time, and asks a terminal with sixels for
/// their colors. Returns the answer and the keys that were typed before it.
#[cfg(unix)]
pub(crate) fn wait(
    keyboard: std::os::fd::BorrowedFd<'_>,
    asked: Instant,
    write: &mut impl std::io::Write,
) -> (Answer, Vec<KeyEvent>) {
    let mut bytes = Vec::new();
    let mut deadline = asked + WAIT;
    let mut wanted_ends = 1;
    loop {
        let (answer, keys) = separate(&bytes);
        if answer.ends == 1 && wanted_ends == 1 && answer.sixel && !answer.kitty {
            wanted_ends = 2;
            deadline = Instant::now() + WAIT;
            let asked = write.write_all(SIXEL_QUESTION.as_bytes());
            if asked.and_then(|()| write.flush()).is_err() {
                return (answer, keys);
            }
        }
        if answer.ends >= wanted_ends || !read(keyboard, deadline, &mut bytes) {
            return (answer, keys);
        }
    }
}

/// Reads what comes before a time; returns whether anything came.
#[cfg(unix)]
fn read(keyboard: std::os::fd::BorrowedFd<'_>, deadline: Instant, bytes: &mut Vec<u8>) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let left = deadline.saturating_duration_since(Instant::now());
    let timeout = Timespec {
        tv_sec: 0,
        tv_nsec: left.subsec_nanos().into(),
    };
    let mut fds = [PollFd::new(&keyboard, PollFlags::IN)];
    if !poll(&mut fds, Some(&timeout)).is_ok_and(|ready| ready > 0)
        || !fds[0].revents().contains(PollFlags::IN)
    {
        return false;
    }
    let mut buffer = [0; 1024];
    match rustix::io::read(keyboard, &mut buffer) {
        Ok(count) if count > 0 => {
            bytes.extend_from_slice(&buffer[..count]);
            true
        }
        _ => false,
    }
}

/// Keeps a late answer away from the screens: it arrives as Alt and a key, then characters.
pub(crate) struct LateAnswer {
    /// Whether an answer may still come.
    is_awaited: bool,
    kind: Option<char>,
    text: String,
}

/// What a key is to [`LateAnswer`].
pub(crate) enum Late {
    /// A key of the person.
    Key,
    /// A part of an answer.
    Part,
    /// The end of an answer; whether the terminal is like kitty.
    End(bool),
}

/// The longest late answer.
const LATE_MAX: usize = 100;

impl LateAnswer {
    pub(crate) fn new(is_awaited: bool) -> LateAnswer {
        LateAnswer {
            is_awaited,
            kind: None,
            text: String::new(),
        }
    }

    pub(crate) fn take(&mut self, key: &KeyEvent) -> Late {
        let alt = key.modifiers.contains(KeyModifiers::ALT);
        let KeyCode::Char(c) = key.code else {
            self.kind = None;
            return Late::Key;
        };
        match self.kind {
            None if self.is_awaited && alt && matches!(c, '_' | 'P') => {
                self.kind = Some(c);
                self.text.clear();
                Late::Part
            }
            None => Late::Key,
            Some(_) if alt && c == '\\' => {
                self.kind = None;
                Late::End(self.text.starts_with("Gi=31;OK"))
            }
            Some(kind) => {
                let begins_well = match kind {
                    '_' => "G",
                    _ => ">",
                };
                self.text.push(c);
                if self.text.starts_with(begins_well) && self.text.len() <= LATE_MAX {
                    return Late::Part;
                }
                self.kind = None;
                Late::Key
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terminal(bytes: &str, env: &[(&str, &str)]) -> PictureSupport {
        let variable = |name: &str| {
            let found = env.iter().find(|(known, _)| *known == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        separate(bytes.as_bytes()).0.support(variable)
    }

    #[test]
    fn answers_say_which_pictures_a_terminal_shows() {
        let kitty = "\x1b_Gi=31;OK\x1b\\\x1bP>|kitty(0.35)\x1b\\\x1b[6;20;10t\x1b[?62;c";
        let known = terminal(kitty, &[]);
        assert_eq!(known.protocol, Some(Protocol::Kitty));
        assert_eq!(known.cell, Some((10, 20)));
        let xterm =
            "\x1bP>|XTerm(379)\x1b\\\x1b[6;13;6t\x1b[?63;1;2;4;6c\x1b[?1;0;16S\x1b[?63;1;4c";
        let known = terminal(xterm, &[]);
        assert_eq!(known.protocol, Some(Protocol::Sixel));
        assert_eq!((known.cell, known.registers), (Some((6, 13)), Some(16)));
        let iterm = "\x1b_Gi=31;OK\x1b\\\x1bP>|iTerm2 3.5.0\x1b\\\x1b[?62;4c";
        assert_eq!(terminal(iterm, &[]).protocol, Some(Protocol::Iterm));
        let env = [("TERM_PROGRAM", "iTerm.app")];
        assert_eq!(terminal("", &env).protocol, Some(Protocol::Iterm));
    }

    #[test]
    fn a_terminal_without_pictures_or_an_answer_shows_none() {
        for bytes in [
            "",
            "\x1b[?1;2c",
            "\x1b[?64;1;2;6;22c",
            "\x1b_Gi=31;ENOTSUPPORTED\x1b\\\x1b[?6c",
        ] {
            assert_eq!(terminal(bytes, &[]).protocol, None, "{bytes:?}");
        }
        // The attributes begin with the class of the terminal.
        assert_eq!(terminal("\x1b[?4c", &[]).protocol, None);
        // In tmux, variables tell about the terminal around it.
        let env = [
            ("TERM_PROGRAM", "iTerm.app"),
            ("TERM", "xterm-kitty"),
            ("TMUX", "/tmp/x,1,0"),
        ];
        assert_eq!(terminal("\x1b[?1;2c", &env).protocol, None);
    }

    #[test]
    fn what_is_typed_before_the_answer_is_kept() {
        let typed = "d3\n\x1b[A\x1b[?1;2cH棋\x1bOB\u{3}\x1b";
        let (answer, keys) = separate(typed.as_bytes());
        assert_eq!(answer.ends, 1);
        let codes: Vec<KeyCode> = keys.iter().map(|key| key.code).collect();
        let wanted = [
            KeyCode::Char('d'),
            KeyCode::Char('3'),
            KeyCode::Enter,
            KeyCode::Up,
            KeyCode::Char('H'),
            KeyCode::Char('棋'),
            KeyCode::Down,
            KeyCode::Char('c'),
            KeyCode::Esc,
        ];
        assert_eq!(codes, wanted);
        assert_eq!(keys[7].modifiers, KeyModifiers::CONTROL);
    }

    #[test]
    fn no_bytes_are_too_strange() {
        for bytes in [
            &b"\x1b"[..],
            b"\x1b[",
            b"\x1bP\xff\x1b\\",
            b"\xe6",
            b"\x1b_G",
            b"\x1b[\xff\xff",
            b"\0\x1e",
        ] {
            let (answer, _) = separate(bytes);
            assert_eq!(answer.ends, 0, "{bytes:?}");
        }
    }

    #[test]
    fn a_late_answer_reaches_no_screen_and_is_understood() {
        let alt = |c: char| KeyEvent::new(KeyCode::Char(c), KeyModifiers::ALT);
        let mut late = LateAnswer::new(true);
        assert!(matches!(late.take(&alt('_')), Late::Part));
        for c in "Gi=31;OK".chars() {
            assert!(
                matches!(late.take(&KeyCode::Char(c).into()), Late::Part),
                "{c}"
            );
        }
        assert!(matches!(late.take(&alt('\\')), Late::End(true)));
        // A person who presses these keys goes on typing.
        assert!(matches!(late.take(&alt('_')), Late::Part));
        assert!(matches!(late.take(&KeyCode::Char('d').into()), Late::Key));
        assert!(matches!(late.take(&KeyCode::Char('3').into()), Late::Key));
    }
}
