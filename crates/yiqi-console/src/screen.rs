//! Panes beside or below each other, measured as a terminal shows them.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Blanks between two panes.
const GAP: usize = 3;

/// The board on the left and the other panes to the right of it: beside each other, or below each
/// other where the line is too short, or all below the board where even that is too wide.
pub(crate) fn arrange(
    board: Vec<String>,
    info: Vec<String>,
    list: Vec<String>,
    width: usize,
) -> String {
    let stacked = |mut upper: Vec<String>, lower: Vec<String>| {
        upper.push(String::new());
        upper.extend(lower);
        upper
    };
    let (b, i, l) = (widest(&board), widest(&info), widest(&list));
    if b + GAP + i + GAP + l <= width {
        joined(&[board, info, list])
    } else if b + GAP + i.max(l) <= width {
        joined(&[board, stacked(info, list)])
    } else {
        joined(&[stacked(stacked(board, info), list)])
    }
}

fn widest(lines: &[String]) -> usize {
    lines.iter().map(|line| line.width()).max().unwrap_or(0)
}

fn joined(panes: &[Vec<String>]) -> String {
    let height = panes.iter().map(Vec::len).max().unwrap_or(0);
    let mut out = String::new();
    for row in 0..height {
        let mut line = String::new();
        let mut at = 0;
        for pane in panes {
            line.push_str(&" ".repeat(at - line.width().min(at)));
            line.push_str(pane.get(row).map_or("", String::as_str));
            at += widest(pane) + GAP;
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}

/// The text with blanks after it, up to a width.
pub(crate) fn padded(text: &str, width: usize) -> String {
    let blanks = width.saturating_sub(text.width());
    format!("{text}{}", " ".repeat(blanks))
}

/// The text in lines of at most `width` columns, broken at blanks and beside wide characters.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for piece in pieces(text) {
        let Some(line) = lines.last_mut() else {
            continue;
        };
        if !line.is_empty() && line.width() + piece.trim_end().width() > width {
            lines.push(piece.to_owned());
        } else {
            line.push_str(piece);
        }
    }
    for line in &mut lines {
        line.truncate(line.trim_end().len());
    }
    lines
}

/// What a line may not be broken within: a word with the blank after it, or a wide character with
/// what stands tight to it.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let end = at + c.len_utf8();
        let is_wide = |c: char| c.width() == Some(2);
        // No line begins with a mark that ends something.
        let next_clings = chars
            .peek()
            .is_some_and(|&(_, next)| "，。；：、）」”？！ ".contains(next));
        let next_is_wide = chars.peek().is_some_and(|&(_, next)| is_wide(next));
        if c == ' ' || ((is_wide(c) || next_is_wide) && !next_clings) {
            pieces.push(&text[start..end]);
            start = end;
        }
    }
    if start < text.len() {
        pieces.push(&text[start..]);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[&str]) -> Vec<String> {
        text.iter().map(|&line| line.to_owned()).collect()
    }

    #[test]
    fn panes_stand_beside_each_other_only_where_there_is_room() {
        let arranged = |width| {
            arrange(
                lines(&["bbbb", "bb"]),
                lines(&["王二", "i"]),
                lines(&["l"]),
                width,
            )
        };
        assert_eq!(arranged(15), "bbbb   王二   l\nbb     i\n");
        assert_eq!(arranged(14), "bbbb   王二\nbb     i\n\n       l\n");
        assert_eq!(arranged(10), "bbbb\nbb\n\n王二\ni\n\nl\n");
    }

    #[test]
    fn texts_wrap_at_blanks_and_between_wide_characters() {
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
        // The comma stays with what it ends.
        assert_eq!(wrapped("下在一点上，再来", 10), ["下在一点", "上，再来"]);
        assert_eq!(wrapped("", 8), [""]);
        assert_eq!(wrapped("unbreakable", 3), ["unbreakable"]);
    }
}
