//! A command line in words.

/// Splits a command line at blanks, as a shell would without its other magic: `'…'` and `"…"` keep
/// blanks, `\` keeps the next character. `None` if a quotation mark is not closed or nothing
/// follows a `\`.
pub(crate) fn words(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            // Inside double quotes, `\` keeps only what would mean something there.
            (Some('"'), '\\') => {
                let next = chars.next()?;
                let word = word.get_or_insert_default();
                if !matches!(next, '"' | '\\') {
                    word.push('\\');
                }
                word.push(next);
            }
            (Some(_), _) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, '\\') => word.get_or_insert_default().push(chars.next()?),
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            (None, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::words;

    #[track_caller]
    fn check(line: &str, wanted: &[&str]) {
        let wanted: Vec<String> = wanted.iter().map(|&word| word.to_owned()).collect();
        assert_eq!(words(line), Some(wanted), "{line}");
    }

    #[test]
    fn blanks_separate_words_and_quotes_keep_them() {
        check("", &[]);
        check("  python3  bot.py ", &["python3", "bot.py"]);
        check("'my bot' \"a b\"c d\\ e", &["my bot", "a bc", "d e"]);
        check("sh -c 'echo \"d3\"'", &["sh", "-c", "echo \"d3\""]);
        check(r#""a\"b\\c\d" '\n' ''"#, &[r#"a"b\c\d"#, r"\n", ""]);
        check("bot;rm -rf $HOME", &["bot;rm", "-rf", "$HOME"]);
    }

    #[test]
    fn an_open_quotation_mark_is_no_command() {
        for line in ["'a", "\"a", "a\\", "\"a\\"] {
            assert_eq!(words(line), None, "{line}");
        }
    }
}
