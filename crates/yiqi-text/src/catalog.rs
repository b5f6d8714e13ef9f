//! The messages of one language.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use yiqi_record::notation::is_unprintable;

use crate::Lang;

/// The message catalog of one language.
pub struct Text {
    lang: Lang,
    bundle: FluentBundle<FluentResource>,
}

/// The arguments of a message.
#[derive(Default)]
pub struct Args(FluentArgs<'static>);

impl Args {
    /// No arguments.
    #[must_use]
    pub fn new() -> Args {
        Args::default()
    }

    /// Adds a text argument. Unprintable characters are dropped and line ends become blanks, so
    /// that an argument can never add lines to a message.
    #[must_use]
    pub fn text(mut self, name: &'static str, value: impl AsRef<str>) -> Args {
        let value: String = value
            .as_ref()
            .chars()
            .map(|c| if c == '\n' { ' ' } else { c })
            .filter(|&c| !is_unprintable(c))
            .collect();
        self.0.set(name, FluentValue::from(value));
        self
    }

    /// Adds a number, for which a language may have several forms.
    #[must_use]
    pub fn number(mut self, name: &'static str, value: usize) -> Args {
        self.0.set(name, FluentValue::from(value));
        self
    }
}

impl Text {
    /// The catalog of a language.
    #[must_use]
    pub fn new(lang: Lang) -> Text {
        let id = lang.tag().parse().expect("our tags are valid");
        let mut bundle = FluentBundle::new_concurrent(vec![id]);
        // Direction isolation marks would show up on terminals. In Chinese they say where a value
        // begins and ends, and are removed afterwards.
        bundle.set_use_isolating(lang != Lang::En);
        for source in Text::sources(lang) {
            let resource = FluentResource::try_new(source.to_owned())
                .map_err(|(_, errors)| errors)
                .expect("a test reads every catalog");
            bundle
                .add_resource(resource)
                .expect("a test looks for messages given twice");
        }
        Text { lang, bundle }
    }

    /// The source files of a catalog.
    #[must_use]
    pub fn sources(lang: Lang) -> [&'static str; 12] {
        macro_rules! files {
            ($folder:literal) => {
                [
                    include_str!(concat!("../messages/", $folder, "/core.ftl")),
                    include_str!(concat!("../messages/", $folder, "/rules.ftl")),
                    include_str!(concat!("../messages/", $folder, "/desk.ftl")),
                    include_str!(concat!("../messages/", $folder, "/console.ftl")),
                    include_str!(concat!("../messages/", $folder, "/tui.ftl")),
                    include_str!(concat!("../messages/", $folder, "/server.ftl")),
                    include_str!(concat!("../messages/", $folder, "/web.ftl")),
                    include_str!(concat!("../messages/", $folder, "/study.ftl")),
                    include_str!(concat!("../messages/", $folder, "/net.ftl")),
                    include_str!(concat!("../messages/", $folder, "/engine.ftl")),
                    include_str!(concat!("../messages/", $folder, "/files.ftl")),
                    include_str!(concat!("../messages/", $folder, "/arena.ftl")),
                ]
            };
        }
        match lang {
            Lang::En => files!("en"),
            Lang::ZhHans => files!("zh-Hans"),
            Lang::ZhHant => files!("zh-Hant"),
        }
    }

    /// The language of the catalog.
    #[must_use]
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// A message without arguments.
    #[must_use]
    pub fn say(&self, key: &str) -> String {
        self.fill(key, Args::new())
    }

    /// A message with arguments.
    #[must_use]
    pub fn fill(&self, key: &str, args: Args) -> String {
        let Some(pattern) = self.bundle.get_message(key).and_then(|m| m.value()) else {
            debug_assert!(false, "no message '{key}'");
            return key.to_owned();
        };
        let mut errors = Vec::new();
        let text = self
            .bundle
            .format_pattern(pattern, Some(&args.0), &mut errors);
        debug_assert!(errors.is_empty(), "message '{key}': {errors:?}");
        match text.contains(VALUE_START) {
            true => closed_up(&text),
            false => text.into_owned(),
        }
    }
}

/// The marks around a value.
const VALUE_START: char = '\u{2068}';
const VALUE_END: char = '\u{2069}';

/// A Chinese text without the marks around its values. Between the Chinese characters of the message
/// and a value there is a blank if the value begins or ends there with a Latin letter or a digit, and
/// none if it is a Chinese character. Blanks within a value stay.
fn closed_up(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            VALUE_START => {
                let mut before = out.chars().rev();
                let is_apart = before.next() == Some(' ') && before.next().is_some_and(is_han);
                let first = chars.peek().copied();
                if is_apart && first.is_some_and(is_han) {
                    out.pop();
                }
                if out.ends_with(is_han) && first.is_some_and(is_latin) {
                    out.push(' ');
                }
            }
            VALUE_END => {
                let mut after = chars.clone();
                let is_apart = after.next() == Some(' ') && after.next().is_some_and(is_han);
                if is_apart && out.ends_with(is_han) {
                    chars.next();
                }
                if out.ends_with(is_latin) && chars.peek().copied().is_some_and(is_han) {
                    out.push(' ');
                }
            }
            c => out.push(c),
        }
    }
    out
}

fn is_han(c: char) -> bool {
    matches!(c, '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

fn is_latin(c: char) -> bool {
    c.is_ascii_alphanumeric()
}
