//! The messages of the web page, as JSON for its small runtime (`web/text.js`).
//!
//! The page gets patterns, not sentences: it fills in names, points and numbers itself. A pattern
//! is a text, or a list of parts: a text, `{"var":NAME}`, or
//! `{"select":NAME,"cases":{CASE:[…]},"default":CASE}`.

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Pattern, PatternElement, Variant, VariantKey,
};
use fluent_syntax::unicode::unescape_unicode_to_string;
use serde_json::{Map, Value, json};

use crate::{Lang, Text};

/// The prefixes of the keys that the page uses: its own, and the words it shares with other faces.
const PREFIXES: [&str; 14] = [
    "web-",
    "study-",
    "board-",
    "color-",
    "game-",
    "title-",
    "rule-set-",
    "opening-",
    "forbidden-",
    "offer-",
    "result-",
    "rules-",
    "player-",
    "level-",
];

/// The messages of the page in one language: a JSON object from keys to patterns.
#[must_use]
pub fn page_messages(lang: Lang) -> String {
    let mut messages = Map::new();
    for source in Text::sources(lang) {
        let resource = fluent_syntax::parser::parse(source)
            .map_err(|(_, errors)| errors)
            .expect("a test reads every catalog");
        for entry in &resource.body {
            let Entry::Message(message) = entry else {
                continue;
            };
            let key = message.id.name;
            if let Some(value) = &message.value
                && PREFIXES.iter().any(|prefix| key.starts_with(prefix))
            {
                messages.insert(key.to_owned(), pattern(value));
            }
        }
    }
    Value::Object(messages).to_string()
}

/// A pattern; one without variables is just a text.
fn pattern(pattern: &Pattern<&str>) -> Value {
    match parts(pattern).as_mut_slice() {
        [] => Value::from(""),
        [Value::String(text)] => Value::from(std::mem::take(text)),
        parts => Value::from(&*parts),
    }
}

/// The parts of a pattern; adjacent texts are merged.
fn parts(pattern: &Pattern<&str>) -> Vec<Value> {
    let mut parts: Vec<Value> = Vec::new();
    for element in &pattern.elements {
        let part = match element {
            PatternElement::TextElement { value } => Value::from(*value),
            PatternElement::Placeable { expression } => placeable(expression),
        };
        match (parts.last_mut(), part) {
            (Some(Value::String(before)), Value::String(text)) => before.push_str(&text),
            (_, part) => parts.push(part),
        }
    }
    parts
}

fn placeable(expression: &Expression<&str>) -> Value {
    match expression {
        Expression::Inline(inline) => match inline {
            InlineExpression::StringLiteral { value } => {
                Value::from(unescape_unicode_to_string(value))
            }
            InlineExpression::NumberLiteral { value } => Value::from(*value),
            _ => json!({ "var": variable(inline) }),
        },
        Expression::Select { selector, variants } => json!({
            "select": variable(selector),
            "cases": variants
                .iter()
                .map(|variant| (case(variant).to_owned(), Value::from(parts(&variant.value))))
                .collect::<Map<_, _>>(),
            "default": variants.iter().find(|variant| variant.default).map(case),
        }),
    }
}

/// The name of the variable; a test ensures that our messages contain no other references.
fn variable<'a>(inline: &InlineExpression<&'a str>) -> &'a str {
    match inline {
        InlineExpression::VariableReference { id } => id.name,
        other => unreachable!("not used in our catalogs: {other:?}"),
    }
}

fn case<'a>(variant: &Variant<&'a str>) -> &'a str {
    match &variant.key {
        VariantKey::Identifier { name } => name,
        VariantKey::NumberLiteral { value } => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn messages(lang: Lang) -> Map<String, Value> {
        serde_json::from_str(&page_messages(lang)).unwrap()
    }

    fn check_pattern(source: &str, want: Value) {
        let resource = fluent_syntax::parser::parse(source).unwrap();
        let Some(Entry::Message(message)) = resource.body.first() else {
            panic!("no message in {source}");
        };
        assert_eq!(pattern(message.value.as_ref().unwrap()), want);
    }

    #[test]
    fn a_pattern_without_variables_is_a_text() {
        check_pattern("a = Your turn", json!("Your turn"));
        check_pattern("a = {\"\"}", json!(""));
        check_pattern(
            "a = brace {\"{\"} and \\ here",
            json!("brace { and \\ here"),
        );
    }

    #[test]
    fn variables_and_choices_are_parts() {
        check_pattern("a = Hi { $name }!", json!(["Hi ", {"var": "name"}, "!"]));
        check_pattern(
            "a = { $count ->\n    [0] none\n    [one] one\n   *[other] { $count } stones\n }",
            json!([{
                "select": "count",
                "cases": {"0": ["none"], "one": ["one"], "other": [{"var": "count"}, " stones"]},
                "default": "other",
            }]),
        );
    }

    #[test]
    fn a_page_has_its_own_messages_and_the_shared_words() {
        let english = messages(Lang::En);
        for key in ["web-home", "color-black", "result-win", "rules-reversi"] {
            assert!(english.contains_key(key), "{key}");
        }
        assert!(!english.keys().any(|key| key.starts_with("tui-")));
    }

    #[test]
    fn every_language_has_the_same_keys() {
        let english: Vec<String> = messages(Lang::En).keys().cloned().collect();
        for lang in Lang::ALL {
            let here: Vec<String> = messages(lang).keys().cloned().collect();
            assert_eq!(here, english, "{lang}");
        }
    }
}
