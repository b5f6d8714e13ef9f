//! Text in terminal columns: its width, truncation and wrapping.
//!
//! Wide characters take two columns. Grapheme clusters, such as an emoji with its modifiers or a
//! letter with its accents, are never split.

use unicode_linebreak::linebreaks;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// The columns that a text takes.
#[must_use]
pub fn width(text: &str) -> usize {
    text.width()
}

/// The text cut to at most this many columns, with `…` for what is missing.
#[must_use]
pub fn fit(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    match columns {
        0 => String::new(),
        _ => format!("{}…", head(text, columns - 1)),
    }
}

/// The text cut or padded with blanks to exactly this many columns.
#[must_use]
pub fn pad(text: &str, columns: usize) -> String {
    let mut out = fit(text, columns);
    let missing = columns.saturating_sub(width(&out));
    out.extend(std::iter::repeat_n(' ', missing));
    out
}

/// The longest prefix of a text that fits into this many columns.
#[must_use]
pub fn head(text: &str, columns: usize) -> &str {
    let mut used = 0;
    let end = text.grapheme_indices(true).find(|(_, grapheme)| {
        used += width(grapheme);
        used > columns
    });
    end.map_or(text, |(at, _)| &text[..at])
}

/// The text in lines of at most this many columns, by the line breaking rules of Unicode: words
/// stay whole, and no line begins with a closing mark or ends with an opening one. Only a word
/// longer than a line is split.
#[must_use]
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    // A wide character needs two columns.
    let columns = columns.max(2);
    text.lines()
        .flat_map(|paragraph| wrap_paragraph(paragraph, columns))
        .collect()
}

fn wrap_paragraph(paragraph: &str, columns: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut start = 0;
    for (end, _) in linebreaks(paragraph) {
        let mut piece = &paragraph[start..end];
        start = end;
        if !line.is_empty() && width(&line) + width(piece.trim_end()) > columns {
            lines.push(std::mem::take(&mut line));
        }
        while width(piece.trim_end()) > columns {
            // A single character wider than a line is kept whole.
            let fitting = match head(piece, columns) {
                "" => piece.graphemes(true).next().unwrap_or(piece),
                fitting => fitting,
            };
            lines.push(fitting.to_owned());
            piece = &piece[fitting.len()..];
        }
        line.push_str(piece);
    }
    lines.push(line);
    for line in &mut lines {
        line.truncate(line.trim_end().len());
    }
    lines
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
    fn grapheme_clusters_are_never_split() {
        // A hand with a skin tone, a family joined from three people, a letter with a combining
        // accent.
        assert_eq!(head("👍🏽👍🏽", 3), "👍🏽");
        assert_eq!(head("👨‍👩‍👧!", 2), "👨‍👩‍👧");
        assert_eq!(head("e\u{301}e\u{301}", 1), "e\u{301}");
        assert_eq!(fit("👨‍👩‍👧👨‍👩‍👧", 3), "👨‍👩‍👧…");
        assert_eq!(wrap("👍🏽👍🏽👍🏽", 4), ["👍🏽👍🏽", "👍🏽"]);
    }

    #[test]
    fn lines_end_between_words_and_between_wide_characters() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("黑方先下。", 8), ["黑方先", "下。"]);
        assert_eq!(wrap("a line\nand another", 20), ["a line", "and another"]);
        assert_eq!(wrap("", 8), Vec::<String>::new());
        for columns in 1..30 {
            for line in wrap("Some words 与一些汉字 mixed, 一二三四五六七八九十", columns)
            {
                assert!(width(&line) <= columns.max(2), "{columns}: {line}");
            }
        }
    }

    #[test]
    fn a_word_longer_than_a_line_is_cut() {
        assert_eq!(wrap("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(
            wrap("an abcdefghij on", 4),
            ["an", "abcd", "efgh", "ij", "on"]
        );
    }

    #[test]
    fn no_line_begins_with_a_closing_mark_or_ends_with_an_opening_one() {
        // The comma stays with the text before it.
        assert_eq!(wrap("下在一点上，再来", 10), ["下在一点", "上，再来"]);
        let text = "黑方（先手）下在「天元」，白方说：“请《围棋》。”好！真的？是、不是；……再来。";
        for columns in 12..40 {
            let lines = wrap(text, columns);
            assert_eq!(lines.concat(), text);
            for line in lines {
                assert!(width(&line) <= columns, "{columns}: {line}");
                let closing = [
                    '，', '。', '、', '；', '：', '！', '？', '）', '」', '》', '”',
                ];
                assert!(!line.starts_with(closing), "{columns}: {line}");
                assert!(
                    !line.ends_with(['（', '「', '《', '“']),
                    "{columns}: {line}"
                );
            }
        }
    }
}
