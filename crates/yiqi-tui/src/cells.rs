//! Writes text into screen cells.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use yiqi_record::notation::is_unprintable;
pub(crate) use yiqi_text::columns::{fit, pad, width, wrap};

/// Rewraps the text of a page for another width: the lines of a paragraph are joined, then wrapped;
/// numbered items keep their own lines.
pub(crate) fn reflow(text: &str, columns: usize) -> Vec<String> {
    let mut out = Vec::new();
    let mut paragraph = String::new();
    let is_point = |line: &str| {
        let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
        digits.len() < line.len() && digits.starts_with(". ")
    };
    for line in text.lines() {
        let line = line.trim();
        if line.is_empty() || is_point(line) {
            if !paragraph.is_empty() {
                out.extend(wrap(&std::mem::take(&mut paragraph), columns));
            }
            if line.is_empty() {
                out.push(String::new());
                continue;
            }
        }
        let narrow = |c: Option<char>| c.is_some_and(|c| width(c.encode_utf8(&mut [0; 4])) == 1);
        if narrow(paragraph.chars().last()) && narrow(line.chars().next()) {
            paragraph.push(' ');
        }
        paragraph.push_str(line);
    }
    if !paragraph.is_empty() {
        out.extend(wrap(&paragraph, columns));
    }
    out
}

/// Writes a text into at most `columns` columns, never outside the buffer. Unprintable characters
/// are dropped, whatever their source. Returns the columns used.
pub(crate) fn put(buf: &mut Buffer, x: u16, y: u16, columns: u16, text: &str, style: Style) -> u16 {
    let area = buf.area;
    if y < area.top() || y >= area.bottom() || x < area.left() || x >= area.right() {
        return 0;
    }
    part_wide(buf, x, y);
    let columns = columns.min(area.right() - x);
    let text = if text.contains(is_unprintable) {
        let printable: String = text.chars().filter(|&c| !is_unprintable(c)).collect();
        fit(&printable, usize::from(columns))
    } else {
        fit(text, usize::from(columns))
    };
    buf.set_stringn(x, y, &text, usize::from(columns), style);
    u16::try_from(width(&text)).unwrap_or(columns)
}

/// Replaces a wide character by a blank if its right half is at this place: nothing written there
/// would be shown.
fn part_wide(buf: &mut Buffer, x: u16, y: u16) {
    if x > buf.area.left()
        && let Some(cell) = buf.cell_mut((x - 1, y))
        && width(cell.symbol()) > 1
    {
        cell.set_symbol(" ");
    }
}

/// Fills an area with blanks of a style.
pub(crate) fn clear(buf: &mut Buffer, area: Rect, style: Style) {
    let area = area.intersection(buf.area);
    for y in area.top()..area.bottom() {
        part_wide(buf, area.left(), y);
        for x in area.left()..area.right() {
            buf[(x, y)].reset();
            buf[(x, y)].set_style(style);
        }
    }
}

/// Writes as many lines as fit, from the top of an area.
pub(crate) fn put_lines(buf: &mut Buffer, area: Rect, lines: &[String], style: Style) {
    for (line, y) in lines.iter().zip(area.top()..area.bottom()) {
        put(buf, area.x, y, area.width, line, style);
    }
}

/// Writes a text into the lines of an area, wrapped. What does not fit is cut with an ellipsis at the
/// end of the last line.
pub(crate) fn put_wrapped(buf: &mut Buffer, area: Rect, text: &str, style: Style) {
    let mut lines = wrap(text, usize::from(area.width));
    let room = usize::from(area.height);
    if lines.len() > room && room > 0 {
        let rest = lines.split_off(room - 1).join(" ");
        lines.push(rest);
    }
    put_lines(buf, area, &lines, style);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_over_half_of_a_wide_character_is_shown() {
        let area = Rect::new(0, 0, 6, 1);
        let mut buf = Buffer::empty(area);
        put(&mut buf, 0, 0, 6, "黑白棋", Style::new());
        put(&mut buf, 3, 0, 1, "│", Style::new());
        assert_eq!(buf, Buffer::with_lines(["黑 │棋"]));
        clear(&mut buf, Rect::new(1, 0, 1, 1), Style::new());
        assert_eq!(buf, Buffer::with_lines(["   │棋"]));
    }

    #[test]
    fn paragraphs_are_joined_before_they_are_wrapped() {
        let page = "Title\n\nOne two\nthree four.\n\n1. A point\n   goes on.\n2. Another.";
        let want = [
            "Title",
            "",
            "One two three",
            "four.",
            "",
            "1. A point",
            "goes on.",
            "2. Another.",
        ];
        assert_eq!(reflow(page, 13), want);
        assert_eq!(reflow("甲乙\n丙丁", 20), ["甲乙丙丁"]);
    }
}
