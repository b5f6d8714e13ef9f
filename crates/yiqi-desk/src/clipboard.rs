//! The clipboard of the terminal.
//!
//! A program in a terminal reaches the clipboard of the person's desktop only through the terminal:
//! with the escape sequence OSC 52, which most terminals understand, also over a remote login. tmux
//! does not pass it on by default, but takes texts for the clipboard itself.

use std::io::{self, Write};
use std::process::{Command, Stdio};

/// The most bytes that are copied: some terminals ignore longer sequences.
pub const COPY_BYTES_MAX: usize = 70_000;

/// Copies a text to the clipboard of the terminal behind `out`.
///
/// # Errors
/// If it cannot be written. Whether the terminal allows it cannot be known.
pub fn copy(text: &str, out: &mut impl Write) -> io::Result<()> {
    if std::env::var_os("TMUX").is_some() {
        if tmux_copies(text) {
            return Ok(());
        }
        out.write_all(through_tmux(&sequence(text)).as_bytes())?;
    }
    out.write_all(sequence(text).as_bytes())?;
    out.flush()
}

/// Asks tmux to put a text into its buffer and the clipboard of its terminal.
fn tmux_copies(text: &str) -> bool {
    let run = || {
        let mut tmux = Command::new("tmux")
            .args(["load-buffer", "-w", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        if let Some(mut input) = tmux.stdin.take() {
            input.write_all(text.as_bytes())?;
        }
        tmux.wait()
    };
    run().is_ok_and(|status| status.success())
}

/// The escape sequence that copies a text.
fn sequence(text: &str) -> String {
    format!("\x1b]52;c;{}\x07", base64(text.as_bytes()))
}

/// A sequence that tmux passes on, if its user allows that.
fn through_tmux(sequence: &str) -> String {
    format!("\x1bPtmux;{}\x1b\\", sequence.replace('\x1b', "\x1b\x1b"))
}

/// Bytes in base 64.
#[must_use]
pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let digit = (bits >> (18 - 6 * place) & 63) as usize;
            out.push(match place <= chunk.len() {
                true => char::from(DIGITS[digit]),
                false => '=',
            });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_encoded_for_the_terminal() {
        for (text, want) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("棋", "5qOL"),
        ] {
            assert_eq!(sequence(text), format!("\x1b]52;c;{want}\x07"));
        }
        assert_eq!(
            through_tmux("\x1b]52;c;Zg==\x07"),
            "\x1bPtmux;\x1b\x1b]52;c;Zg==\x07\x1b\\"
        );
    }
}
