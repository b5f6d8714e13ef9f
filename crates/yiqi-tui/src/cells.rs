//! Text in columns: what fits, what is cut, what is wrapped. Wide characters take two columns.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};
use yiqi_record::notation::is_unprintable;

/// Columns that a text takes.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// The text cut to so many columns, with `…` for what is missing.
pub(crate) fn fit(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut used = 0;
    for c in text.chars() {
        let wide = c.width().unwrap_or(0);
        if used + wide + 1 > columns {
            break;
        }
        out.push(c);
        used += wide;
    }
    if columns > 0 {
        out.push('…');
    }
    out
}

/// The text cut or filled up with blanks to exactly so many columns.
pub(crate) fn pad(text: &str, columns: usize) -> String {
    let mut out = fit(text, columns);
    let missing = columns.saturating_sub(width(&out));
    out.extend(std::iter::repeat_n(' ', missing));
    out
}

/// The text in lines of at most so many columns. Latin words stay whole where they fit; between wide
/// characters a line may end anywhere.
pub(crate) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let columns = columns.max(2);
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        let mut used = 0;
        for word in words(paragraph) {
            let wide = width(word);
            if used + width(word.trim_end()) > columns && used > 0 {
                lines.push(std::mem::take(&mut line).trim_end().to_owned());
                used = 0;
            }
            // A word longer than a line is cut into pieces.
            for c in word.chars() {
                let one = c.width().unwrap_or(0);
                if used + one > columns {
                    if c == ' ' {
                        continue;
                    }
                    lines.push(std::mem::take(&mut line).trim_end().to_owned());
                    used = 0;
                }
                if wide > 0 && !(used == 0 && c == ' ' && !lines.is_empty()) {
                    line.push(c);
                    used += one;
                }
            }
        }
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// The pieces between which a line may end, each with the blanks behind it.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let mut end = 0;
        let mut seen_blank = false;
        for (at, c) in rest.char_indices() {
            let is_wide = c.width() == Some(2);
            if at > 0 && (is_wide || (seen_blank && c != ' ')) && !closes(c) {
                break;
            }
            seen_blank |= c == ' ' || is_wide;
            end = at + c.len_utf8();
        }
        let (word, after) = rest.split_at(end);
        rest = after;
        (!word.is_empty()).then_some(word)
    })
}

/// Marks that must not begin a line.
fn closes(c: char) -> bool {
    "，。、；：！？）】》”’」』…,.;:!?)".contains(c)
}

/// The text of a page made anew for another width: lines of a paragraph are joined, then wrapped;
/// numbered points keep their own lines.
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
        let narrow = |c: Option<char>| c.is_some_and(|c| c.width() == Some(1));
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

/// Writes a text into at most so many columns, and never outside the buffer. What cannot be printed is
/// left out, wherever it came from. Returns the columns it took.
pub(crate) fn put(buf: &mut Buffer, x: u16, y: u16, columns: u16, text: &str, style: Style) -> u16 {
    let area = buf.area;
    if y < area.top() || y >= area.bottom() || x < area.left() || x >= area.right() {
        return 0;
    }
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

/// Fills an area with blanks of a style.
pub(crate) fn clear(buf: &mut Buffer, area: Rect, style: Style) {
    let area = area.intersection(buf.area);
    for y in area.top()..area.bottom() {
        for x in area.left()..area.right() {
            buf[(x, y)].reset();
            buf[(x, y)].set_style(style);
        }
    }
}

/// The lines of a text from the top of an area, as many as fit.
pub(crate) fn put_lines(buf: &mut Buffer, area: Rect, lines: &[String], style: Style) {
    for (line, y) in lines.iter().zip(area.top()..area.bottom()) {
        put(buf, area.x, y, area.width, line, style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_characters_count_twice_and_are_never_cut_in_half() {
        assert_eq!(fit("黑白棋", 6), "黑白棋");
        assert_eq!(fit("黑白棋", 5), "黑白…");
        assert_eq!(fit("黑白棋", 4), "黑…");
        assert_eq!(fit("黑白棋", 1), "…");
        assert_eq!(fit("黑白棋", 0), "");
        assert_eq!(width(&pad("黑白棋", 4)), 4);
        assert_eq!(width(&pad("Ann", 9)), 9);
    }

    #[test]
    fn lines_end_between_words_and_between_wide_characters() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrap("黑方先下。", 8), ["黑方先", "下。"]);
        assert_eq!(wrap("", 8), Vec::<String>::new());
        for columns in 1..30 {
            for line in wrap("Some words 与一些汉字 mixed, 一二三四五六七八九十", columns)
            {
                assert!(width(&line) <= columns.max(2), "{columns}: {line}");
            }
        }
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
