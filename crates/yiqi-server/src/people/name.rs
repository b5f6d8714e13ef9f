//! Names that people can read and tell apart.

use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use unicode_security::skeleton as confusable_skeleton;
use unicode_segmentation::UnicodeSegmentation;
use yiqi_record::notation::is_unprintable;

use crate::denied::Denied;

/// The most graphemes in a name.
const GRAPHEMES_MAX: usize = 20;

/// The most graphemes in the label of a token.
const LABEL_GRAPHEMES_MAX: usize = 40;

/// The most code points in a name, since a grapheme can have any length.
const CHARS_MAX: usize = 3 * GRAPHEMES_MAX;

/// The most marks on one letter. Real languages need two or three.
const MARKS_MAX: usize = 3;

/// Longer input is cut here before any work is done on it.
const BYTES_MAX: usize = 1024;

/// Normalizes a guest's display name, which may be empty.
///
/// # Errors
/// [`Denied::BadName`].
pub(crate) fn guest_name(text: &str) -> Result<String, Denied> {
    let name = normal(text).ok_or(Denied::BadName)?;
    Ok(name)
}

/// A person's name as others see it: normalized; `None` if it is not allowed.
#[must_use]
pub fn display_name(text: &str) -> Option<String> {
    guest_name(text).ok()
}

/// Normalizes an account's display name.
///
/// # Errors
/// [`Denied::BadName`].
pub(crate) fn account_name(text: &str) -> Result<String, Denied> {
    let name = normal(text).ok_or(Denied::BadName)?;
    if name.graphemes(true).count() < 2 {
        return Err(Denied::BadName);
    }
    Ok(name)
}

/// Normalizes the name of a tournament.
///
/// # Errors
/// [`Denied::BadName`] if it is empty or too long.
pub(crate) fn tournament_name(text: &str, chars_max: usize) -> Result<String, Denied> {
    let is_short = text.chars().count() <= chars_max;
    let name = label(text);
    if name.is_empty() || !is_short {
        return Err(Denied::BadName);
    }
    Ok(name)
}

/// Normalizes a token's label, which only its owner sees. Any printable text is allowed.
pub(crate) fn label(text: &str) -> String {
    let mut end = text.len().min(BYTES_MAX);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let clean: String = text[..end]
        .nfc()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|&c| !is_unprintable(c))
        .collect();
    clean
        .trim()
        .graphemes(true)
        .take(LABEL_GRAPHEMES_MAX)
        .flat_map(str::chars)
        .take(2 * LABEL_GRAPHEMES_MAX)
        .collect()
}

/// What a name looks like. No two accounts may share either form.
///
/// Both are stored in the database: changing how they are computed changes which accounts are found
/// by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NameForms {
    /// The letters: ignoring case and spaces, and with letters of other alphabets that look the
    /// same in lower case unified. Accounts are looked up by this.
    pub(crate) letters: String,
    /// The shape as written: a capital I looks like a small l, a Cyrillic `Н` like `H`.
    pub(crate) shape: String,
}

impl NameForms {
    /// Computes both forms from a normalized name.
    pub(crate) fn of(name: &str) -> NameForms {
        NameForms {
            letters: shape(&lower(name)),
            shape: shape(name),
        }
    }
}

fn shape(text: &str) -> String {
    let shapes: String = confusable_skeleton(text).collect();
    let mut before = ' ';
    lower(&shapes)
        .chars()
        .filter(|&c| {
            // A second dot on a small i is invisible.
            let is_seen = !matches!((before, c), ('i' | 'j' | 'l', '\u{307}'));
            before = c;
            is_seen && !matches!(c, ' ' | '.' | '-' | '_')
        })
        .nfkc()
        .collect()
}

/// Lower-cases character by character: a final sigma would otherwise depend on its position.
fn lower(text: &str) -> String {
    text.chars()
        .flat_map(char::to_lowercase)
        .map(|c| if c == 'ς' { 'σ' } else { c })
        .collect()
}

/// Normalizes a name, or returns `None` if part of it is not allowed.
fn normal(text: &str) -> Option<String> {
    if text.len() > BYTES_MAX {
        return None;
    }
    let wide: String = text.nfkc().collect();
    let mut name = String::with_capacity(wide.len());
    for word in wide.trim().split(' ').filter(|word| !word.is_empty()) {
        if !name.is_empty() {
            name.push(' ');
        }
        name.push_str(word);
    }
    let mut marks = 0;
    let mut before = None;
    for c in name.chars() {
        match class(c)? {
            Class::Mark => {
                marks += 1;
                if marks > MARKS_MAX || !matches!(before, Some(Class::Letter | Class::Mark)) {
                    return None;
                }
            }
            Class::Sign if before.is_none() => return None,
            _ => marks = 0,
        }
        before = class(c);
    }
    let is_short =
        name.chars().count() <= CHARS_MAX && name.graphemes(true).count() <= GRAPHEMES_MAX;
    is_short.then_some(name)
}

/// The kinds of characters in a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Letters and digits.
    Letter,
    /// Accents and vowel signs on letters.
    Mark,
    /// A space, `.`, `-` or `_`.
    Sign,
}

fn class(c: char) -> Option<Class> {
    use GeneralCategory as G;
    if matches!(c, ' ' | '.' | '-' | '_') {
        return Some(Class::Sign);
    }
    if is_unprintable(c) || is_invisible(c) {
        return None;
    }
    match c.general_category() {
        G::UppercaseLetter
        | G::LowercaseLetter
        | G::TitlecaseLetter
        | G::ModifierLetter
        | G::OtherLetter
        | G::DecimalNumber
        // Includes 〇.
        | G::LetterNumber => Some(Class::Letter),
        G::NonspacingMark | G::SpacingMark => Some(Class::Mark),
        _ => None,
    }
}

/// Letters and marks without a visible form, such as `Default_Ignorable_Code_Point`.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{34f}'
            | '\u{115f}'
            | '\u{1160}'
            | '\u{17b4}'
            | '\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{ffa0}'
            | '\u{16fe4}'
            | '\u{1bca0}'..='\u{1bca3}'
            | '\u{e0100}'..='\u{e01ef}'
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(text: &str, want: Option<&str>) {
        assert_eq!(guest_name(text).ok().as_deref(), want, "{text:?}");
    }

    // Fault 70.
    #[test]
    fn names_are_normalized() {
        check("", Some(""));
        check("   ", Some(""));
        check("  Ann \u{3000}  B. ", Some("Ann B."));
        check("Ａｎｎ１", Some("Ann1"));
        check("e\u{301}", Some("é"));
        check("王小明", Some("王小明"));
        check("二〇二", Some("二〇二"));
        check("आरती", Some("आरती"));
        check("محمد", Some("محمد"));
        check("한글", Some("한글"));
        check("x-y_z.1", Some("x-y_z.1"));
        check("Ann\n", Some("Ann"));
        check("12345678901234567890", Some("12345678901234567890"));
    }

    // Faults 69 and 70.
    #[test]
    fn invisible_or_deceptive_names_are_refused() {
        let bad = [
            "123456789012345678901",
            "a\u{1b}[31mred",
            "a\u{9b}31m",
            "\u{1b}]52;c;AAAA\u{7}",
            "a\u{7f}b",
            "a\tb",
            "a\nb",
            "a\0b",
            "a\u{200b}b",
            "a\u{200d}b",
            "a\u{feff}",
            "\u{202e}nnA",
            "\u{2066}Ann\u{2069}",
            "a\u{61c}b",
            "a\u{ad}b",
            "a\u{34f}b",
            "a\u{fe0f}",
            "a\u{e0101}",
            "a\u{e0041}",
            "\u{3164}",
            "\u{115f}\u{1160}",
            "\u{ffa0}x",
            "\u{2800}x",
            "😀",
            "🇦🇹",
            "\u{301}a",
            "a \u{301}",
            ".a",
            "_",
            "-ann",
            "<b>",
            "a'b",
            "a\"b",
            "a/b",
            "a\\b",
            "a@b",
            "a#b",
            "a\u{2028}b",
            "a\u{1680}b",
            "\u{e000}",
            "\u{378}",
        ];
        for text in bad {
            check(text, None);
        }
        check(&format!("a{}", "\u{301}".repeat(40)), None);
        // One grapheme, a thousand letters.
        check(&"\u{1100}".repeat(200), None);
        check(&"a".repeat(10 << 20), None);
        // Each expands to 18 letters.
        check(&"\u{fdfa}".repeat(20), None);
    }

    #[test]
    fn an_account_name_has_at_least_two_letters() {
        assert!(account_name("").is_err());
        assert!(account_name("a").is_err());
        assert_eq!(account_name("王五").ok().as_deref(), Some("王五"));
    }

    // Fault 70.
    #[test]
    fn names_that_look_alike_are_equal() {
        let same = [
            ("Ann", "ANN"),
            // Cyrillic.
            ("paypal", "раураl"),
            ("Ann", "Аnn"),
            ("cop", "сор"),
            ("HEX", "НЕХ"),
            ("hex", "НЕХ"),
            // Greek.
            ("Bob", "Βοb"),
            ("nova", "nονa"),
            ("admin1", "adminl"),
            ("Ill", "lll"),
            ("Istanbul", "lstanbul"),
            ("Bill", "BILL"),
            ("b0b", "bOb"),
            ("Ann B", "annb"),
            ("Ann_B", "Ann-B"),
            ("rnary", "mary"),
            ("ISTANBUL", "istanbul"),
            ("\u{130}da", "ida"),
            ("\u{131}da", "ida"),
            ("ΣΟΦΟΣ", "σοφος"),
            ("Ａｎｎ", "Ann"),
        ];
        let alike = |one: &str, other: &str| {
            let [one, other] = [one, other].map(|name| NameForms::of(&account_name(name).unwrap()));
            one.letters == other.letters || one.shape == other.shape
        };
        for (one, other) in same {
            assert!(alike(one, other), "{one} {other}");
        }
        let different = [
            ("Ann", "Anna"),
            ("André", "Andre"),
            ("王五", "王伍"),
            ("Жук", "Лук"),
            ("Lili", "Lill"),
            ("żar", "zar"),
            ("van", "nan"),
        ];
        for (one, other) in different {
            assert!(!alike(one, other), "{one} {other}");
        }
    }

    #[test]
    fn a_label_is_short_and_printable() {
        assert_eq!(label("  my bot\n(v2) "), "my bot (v2)");
        assert_eq!(label("a\u{1b}[0m\u{202e}b"), "a[0mb");
        assert!(label(&"é".repeat(5000)).chars().count() <= 40);
        assert!(label(&format!("a{}", "\u{301}".repeat(400))).len() < 200);
    }

    proptest! {
        // Faults 69 and 70.
        #[test]
        fn accepted_names_are_clean_and_normalizing_again_changes_nothing(text in r"\PC{0,30}|.{0,30}|[a-zA-Z\u{300}-\u{310}\u{200b}-\u{200f} ._-]{0,24}") {
            if let Ok(name) = guest_name(&text) {
                prop_assert_eq!(guest_name(&name).ok(), Some(name.clone()));
                prop_assert!(name.graphemes(true).count() <= 20);
                prop_assert!(name.len() <= 4 * CHARS_MAX);
                prop_assert!(!name.chars().any(|c| c.is_control() || is_unprintable(c)));
                prop_assert!(!name.contains("  ") && name.trim() == name);
                if let Ok(name) = account_name(&name) {
                    let looks = NameForms::of(&name);
                    prop_assert!(!looks.letters.is_empty() && !looks.shape.is_empty());
                }
            }
        }

        // Fault 70.
        #[test]
        fn case_and_spaces_do_not_distinguish_names(name in "[a-zа-яα-ω]{2,10}", cut in 1_usize..2) {
            let upper: String = name.chars().flat_map(char::to_uppercase).collect();
            prop_assert_eq!(NameForms::of(&upper).letters, NameForms::of(&name).letters);
            let at = name.char_indices().nth(cut).map_or(0, |(at, _)| at);
            let apart = format!("{} {}", &name[..at], &name[at..]);
            prop_assert_eq!(NameForms::of(&apart).letters, NameForms::of(&name).letters);
        }
    }
}
