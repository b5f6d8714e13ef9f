//! The supported languages.

use std::fmt;

/// A supported language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Lang {
    /// English.
    En,
    /// 简体中文.
    ZhHans,
    /// 繁體中文.
    ZhHant,
}

impl Lang {
    /// Every language.
    pub const ALL: [Lang; 3] = [Lang::En, Lang::ZhHans, Lang::ZhHant];

    /// The tag that selects it.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::ZhHans => "zh-Hans",
            Lang::ZhHant => "zh-Hant",
        }
    }

    /// The language with exactly this tag, case-insensitively.
    #[must_use]
    pub fn tagged(tag: &str) -> Option<Lang> {
        Lang::ALL
            .into_iter()
            .find(|lang| lang.tag().eq_ignore_ascii_case(tag))
    }

    /// The language that a tag such as `zh`, `zh-CN`, `zh_TW` or `en-US` asks for.
    #[must_use]
    pub fn asked(tag: &str) -> Option<Lang> {
        let language = tag.split(['-', '_', '.']).next().unwrap_or_default();
        let is_known = ["en", "zh"]
            .iter()
            .any(|known| language.eq_ignore_ascii_case(known));
        is_known.then(|| Lang::of_locale(tag))
    }

    /// The best language for a locale such as `zh_TW.UTF-8`; English if none matches.
    #[must_use]
    pub fn of_locale(locale: &str) -> Lang {
        let plain = locale.split(['.', '@']).next().unwrap_or_default();
        let mut parts = plain.split(['-', '_']).map(str::to_ascii_lowercase);
        if parts.next().as_deref() != Some("zh") {
            return Lang::En;
        }
        // A script decides; without one, a region that writes traditional characters does.
        for part in parts {
            match part.as_str() {
                "hant" | "tw" | "hk" | "mo" => return Lang::ZhHant,
                "hans" => return Lang::ZhHans,
                _ => {}
            }
        }
        Lang::ZhHans
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}
