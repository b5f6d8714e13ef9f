//! The console on any reader and writer, line by line.

use std::io::{self, BufRead, Write};

use crate::Console;

/// The most bytes of a line that are read; the rest of the line is skipped.
pub const LINE_BYTES_MAX: usize = 1 << 16;

/// Feeds a console from a reader until it quits or the input ends. Writes only the console's
/// replies.
///
/// # Errors
/// If reading or writing fails.
pub fn talk(
    console: &mut Console<'_>,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    output.write_all(console.start().as_bytes())?;
    output.flush()?;
    while !console.is_done() {
        let Some(line) = read_line(&mut input)? else {
            break;
        };
        output.write_all(console.line(&line).as_bytes())?;
        output.flush()?;
    }
    Ok(())
}

/// The next line without its line end, or `None` at the end of the input. Invalid UTF-8 is
/// replaced, and a line longer than [`LINE_BYTES_MAX`] is cut.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    let mut is_any = false;
    loop {
        let bytes = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            bytes => bytes?,
        };
        if bytes.is_empty() {
            break;
        }
        is_any = true;
        let end = bytes.iter().position(|&b| b == b'\n');
        let part = &bytes[..end.unwrap_or(bytes.len())];
        let room = LINE_BYTES_MAX - line.len();
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(is_any.then(|| String::from_utf8_lossy(&line).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(input: &[u8], want: &[&str]) {
        // A small buffer, so that lines arrive in several parts.
        let mut input = io::BufReader::with_capacity(7, input);
        let mut lines = Vec::new();
        while let Ok(Some(line)) = read_line(&mut input) {
            lines.push(line);
        }
        assert_eq!(lines, want);
    }

    #[test]
    fn lines_end_at_line_ends_or_with_the_input() {
        check(b"", &[]);
        check(b"\n", &[""]);
        check(
            b"a\n\nlonger than the buffer",
            &["a", "", "longer than the buffer"],
        );
        check(b"\xff\xfe d3\n", &["\u{fffd}\u{fffd} d3"]);
    }

    #[test]
    fn a_line_that_is_too_long_is_cut() {
        let mut input = vec![b'x'; 3 * LINE_BYTES_MAX];
        input.extend_from_slice(b"\nd3\n");
        check(&input, &[&"x".repeat(LINE_BYTES_MAX), "d3"]);
    }
}
