//! Passwords that are guessed first.
//!
//! These are the most common ones of a published list, and what most of the others consist of: a
//! few words, runs of keys and repetitions, with digits around them.

use std::collections::HashSet;
use std::sync::LazyLock;

/// The most common passwords that are long enough, in lower case.
static LISTED: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    include_str!("common-passwords.txt")
        .lines()
        .filter(|line| !line.starts_with("# "))
        .collect()
});

/// Words that lead the lists of leaked passwords, in lower case and without digits.
static COMMON: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    include_str!("common-words.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .flat_map(str::split_whitespace)
        .collect()
});

/// Rows of keyboards and other orders in which keys are pressed, forward and backward.
const RUNS: &[&str] = &[
    "01234567890123456789",
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
    "azertyuiopqsdfghjklmwxcvbn",
    "1q2w3e4r5t6y7u8i9o0p",
    "q1w2e3r4t5y6u7i8o9p0",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "qaz1wsx2edc3rfv4",
    "zaq12wsxcde34rfvbgt56yhn",
    "!qaz@wsx#edc$rfv",
    "!@#$%^&*()_+",
    "a1b2c3d4e5f6g7h8i9",
    "a1s2d3f4g5h6j7k8l9",
    "1a2b3c4d5e6f7g8h9i",
    "147258369",
    "741852963",
    "789456123",
    "159357",
    "1593572486",
    "13579246810",
    "112233445566778899",
    "111222333444555",
    "1123581321345589",
    "31415926535897932384626433",
    "5201314",
    "521131452013141314520",
];

/// What may stand before or after a run without making it hard to guess.
const AROUND_RUN: usize = 3;

/// Whether a password is among the first that somebody would try: one of the most common ones, a
/// common word or a run of keys with digits or signs around it, a short text repeated, or the
/// account's own name.
pub(super) fn is_weak(password: &str, name: &str) -> bool {
    let password = password.to_lowercase();
    let seen: Vec<char> = password.chars().filter(|c| !c.is_whitespace()).collect();
    let mut distinct = seen.clone();
    distinct.sort_unstable();
    distinct.dedup();
    let text: String = seen.iter().collect();
    distinct.len() <= 3
        || LISTED.contains(password.as_str())
        || is_repeated(&seen)
        || is_run(&seen)
        || is_common(&text)
        || is_name(&text, name)
}

/// Whether up to four characters are repeated: `abcdabcd`.
fn is_repeated(text: &[char]) -> bool {
    let is_period = |period: usize| text.iter().zip(&text[period..]).all(|(a, b)| a == b);
    (1..=4)
        .filter(|&period| 2 * period <= text.len())
        .any(is_period)
}

/// Whether it is a run of keys, once or twice, with little around it: `abc12345`, `qwertyui`,
/// `1q2w3e4r`.
fn is_run(text: &[char]) -> bool {
    let contained = |part: &[char]| {
        let forward: String = part.iter().collect();
        let backward: String = part.iter().rev().collect();
        let is_in = |run: &&str| run.contains(&forward) || run.contains(&backward);
        RUNS.iter().any(is_in)
    };
    for before in 0..=AROUND_RUN {
        for after in 0..=(AROUND_RUN - before) {
            let Some(part) = text.get(before..text.len().saturating_sub(after)) else {
                continue;
            };
            if part.len() < 5 {
                continue;
            }
            // Also one run after another: `qwer1234`, `asdf7890`.
            let is_two = (3..=part.len().saturating_sub(3))
                .any(|at| contained(&part[..at]) && contained(&part[at..]));
            if contained(part) || is_two {
                return true;
            }
        }
    }
    false
}

/// Whether it is a common word, once or twice, with digits or signs around it.
fn is_common(text: &str) -> bool {
    let is_word = |word: &str| COMMON.contains(word);
    let core = text.trim_matches(|c: char| !c.is_alphabetic());
    [core.to_owned(), folded(core), folded(trimmed(text))]
        .iter()
        .any(|word| is_word(word) || halves(word).is_some_and(is_word))
}

/// The text without digits and signs at its ends, but with those that stand for letters:
/// `p4$$w0rd!1` is `p4$$w0rd`.
fn trimmed(text: &str) -> &str {
    let text = text.trim_end_matches(|c: char| !c.is_alphabetic());
    text.trim_start_matches(|c: char| c.is_ascii_digit())
}

/// The first half of a text that says the same twice.
fn halves(text: &str) -> Option<&str> {
    let middle = text.len() / 2;
    let (one, other) = text
        .is_char_boundary(middle)
        .then(|| text.split_at(middle))?;
    (one == other).then_some(one)
}

/// Replaces digits and signs that stand for letters, and drops others.
fn folded(text: &str) -> String {
    text.chars()
        .filter_map(|c| match c {
            '0' => Some('o'),
            '1' | '!' | '|' => Some('i'),
            '3' => Some('e'),
            '4' | '@' => Some('a'),
            '5' | '$' => Some('s'),
            '7' => Some('t'),
            c if c.is_alphabetic() => Some(c),
            _ => None,
        })
        .collect()
}

/// Whether it is the name, forward or backward, with at most four characters more.
fn is_name(text: &str, name: &str) -> bool {
    let name: String = name
        .to_lowercase()
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect();
    let backward: String = name.chars().rev().collect();
    let longer = text.chars().count().saturating_sub(name.chars().count());
    !name.is_empty() && longer <= 4 && (text.contains(&name) || text.contains(&backward))
}

#[cfg(test)]
mod tests {
    use super::*;

    // Fault 67.
    #[test]
    fn passwords_that_are_guessed_first_are_weak() {
        for line in [
            "password|Password1|P@ssw0rd|p4$$w0rd!|passw0rd123|12345678|123456789|1234567890",
            "87654321|11111111|00000000|        |a       a|abababab|12341234|abcabcabc",
            "qwertyui|qwerty123|1q2w3e4r|1qaz2wsx|zaq12wsx|qwer1234|asdf1234|abc12345",
            "a123456789|123456789a|qq123456|iloveyou|iloveyou2|sunshine|Football!|princess1",
            "dragon123|monkey2010|letmein1|welcome123|superman|trustno1|starwars99|woaini1314",
            "5201314a|147258369|789456123|asdfghjkl|changeme|dragondragon|Admin123!",
            "summer2026|october1|11223344|31415926|annannann|1Wuziqi!|qazwsxedc|!QAZ2wsx",
        ] {
            for weak in line.split('|') {
                assert!(is_weak(weak, "Mallory"), "{weak}");
            }
        }
        for (weak, name) in [
            ("mallory1", "Mallory"),
            ("Mallory!!!", "mallory"),
            ("yrollam1", "Mallory"),
            ("annika miller", "Annika Miller"),
            ("王小明王小明王小明", "王小明"),
        ] {
            assert!(is_weak(weak, name), "{weak} of {name}");
        }
    }

    // Fault 67.
    #[test]
    fn the_three_thousand_most_common_passwords_are_weak() {
        assert_eq!(LISTED.len(), 3_000);
        for common in LISTED.iter() {
            assert!(common.len() >= 8, "{common}");
            assert!(is_weak(&common.to_uppercase(), "Mallory"), "{common}");
        }
    }

    #[test]
    fn other_passwords_are_not() {
        for line in [
            "correct horse|wrong horse|hunter22x|tr0ub4dor&3|王小明爱下五子棋|my dog eats socks",
            "kd83-hsla|ann likes green tea|passwordless entry|x7#Pq!2m|seven red apples",
            "пароль не скажу|        eight real letters|violet-password-92-kite",
        ] {
            for fine in line.split('|') {
                assert!(!is_weak(fine, "Ann"), "{fine}");
            }
        }
    }
}
