//! A person's settings, stored between runs.

use std::time::Duration;

use yiqi_record::notation::is_unprintable;
use yiqi_text::Lang;

/// The longest name that is stored.
const NAME_CHARS_MAX: usize = 20;

/// A person's settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The language, or `None` for the locale's.
    pub lang: Option<Lang>,
    /// How the console draws boards.
    pub style: BoardStyle,
    /// Whether ● and ○ are swapped, for terminals on which they look the other way around.
    pub swap_glyphs: bool,
    /// Whether to draw with ASCII only.
    pub ascii: bool,
    /// The colors of the full-screen app.
    pub theme: Theme,
    /// Whether flipping stones are animated.
    pub animation: bool,
    /// The minimum time before a program's move appears.
    pub delay: Duration,
    /// The name that others see on the network; may be empty.
    pub name: String,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            lang: None,
            style: BoardStyle::Plain,
            swap_glyphs: false,
            ascii: false,
            theme: Theme::Wood,
            animation: true,
            delay: Duration::from_millis(500),
            name: String::new(),
        }
    }
}

/// How the console draws boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardStyle {
    /// Points separated by blanks.
    Plain,
    /// Lines between the points, letters for rows and columns.
    Grid,
    /// Wide stones.
    Emoji,
}

/// The colors of the full-screen app.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Green cloth for Reversi, wood for Gomoku.
    Wood,
    /// The same for a light background.
    Light,
    /// High contrast.
    Contrast,
}

impl BoardStyle {
    /// Every style.
    pub const ALL: [BoardStyle; 3] = [BoardStyle::Plain, BoardStyle::Grid, BoardStyle::Emoji];

    /// The word that selects it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            BoardStyle::Plain => "plain",
            BoardStyle::Grid => "grid",
            BoardStyle::Emoji => "emoji",
        }
    }

    /// The style with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<BoardStyle> {
        BoardStyle::ALL
            .into_iter()
            .find(|style| style.name().eq_ignore_ascii_case(name))
    }
}

impl Theme {
    /// Every theme.
    pub const ALL: [Theme; 3] = [Theme::Wood, Theme::Light, Theme::Contrast];

    /// The word that selects it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Theme::Wood => "wood",
            Theme::Light => "light",
            Theme::Contrast => "contrast",
        }
    }
}

impl Settings {
    /// The settings as `key: value` lines, as in their file.
    #[must_use]
    pub fn to_text(&self) -> String {
        let yes_no = |yes| if yes { "yes" } else { "no" };
        format!(
            "language: {}\nstyle: {}\nswap-glyphs: {}\nascii: {}\ntheme: {}\nanimation: {}\n\
             delay-ms: {}\nname: {}\n",
            self.lang.map_or("auto", Lang::tag),
            self.style.name(),
            yes_no(self.swap_glyphs),
            yes_no(self.ascii),
            self.theme.name(),
            yes_no(self.animation),
            self.delay.as_millis(),
            single_line(&self.name),
        )
    }

    /// Reads what [`Settings::to_text`] writes. Missing or invalid lines leave the default: no
    /// settings file may prevent anybody from playing.
    #[must_use]
    pub fn of_text(text: &str) -> Settings {
        let mut settings = Settings::default();
        for line in text.lines() {
            let Some((key, value)) = line.split_once(':') else {
                continue;
            };
            let value = value.trim();
            let yes = match value {
                "yes" => Some(true),
                "no" => Some(false),
                _ => None,
            };
            match key.trim() {
                "language" => settings.lang = Lang::tagged(value),
                "style" => settings.style = BoardStyle::named(value).unwrap_or(settings.style),
                "swap-glyphs" => settings.swap_glyphs = yes.unwrap_or(settings.swap_glyphs),
                "ascii" => settings.ascii = yes.unwrap_or(settings.ascii),
                "theme" => {
                    settings.theme = Theme::ALL
                        .into_iter()
                        .find(|theme| theme.name() == value)
                        .unwrap_or(settings.theme);
                }
                "animation" => settings.animation = yes.unwrap_or(settings.animation),
                "delay-ms" => {
                    // More than a minute is a typo.
                    if let Ok(ms) = value.parse::<u64>()
                        && ms <= 60_000
                    {
                        settings.delay = Duration::from_millis(ms);
                    }
                }
                "name" => settings.name = single_line(value),
                _ => {}
            }
        }
        settings
    }
}

/// A name without unprintable characters, and not too long.
fn single_line(name: &str) -> String {
    let printable = name.chars().filter(|&c| !is_unprintable(c));
    let name: String = printable.take(NAME_CHARS_MAX).collect();
    name.trim().to_owned()
}
