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
    /// Whether boards are real pictures where the terminal shows some.
    pub pictures: Pictures,
    /// The color of boards in the full-screen app.
    pub board: BoardColor,
    /// Whether legal points are marked on the board, in games that mark them.
    pub legal_dots: bool,
    /// Whether the terminal rings when it becomes the person's turn.
    pub bell: bool,
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
            pictures: Pictures::Auto,
            board: BoardColor::ByGame,
            legal_dots: true,
            bell: false,
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

/// Whether boards are real pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pictures {
    /// If the terminal says that it shows pictures.
    Auto,
    /// With the graphics protocol of kitty.
    Kitty,
    /// With sixels.
    Sixel,
    /// With the inline images of iTerm2.
    Iterm,
    /// Never.
    Off,
}

impl Pictures {
    /// Every choice.
    pub const ALL: [Pictures; 5] = [
        Pictures::Auto,
        Pictures::Kitty,
        Pictures::Sixel,
        Pictures::Iterm,
        Pictures::Off,
    ];

    /// The word that selects it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Pictures::Auto => "auto",
            Pictures::Kitty => "kitty",
            Pictures::Sixel => "sixel",
            Pictures::Iterm => "iterm2",
            Pictures::Off => "off",
        }
    }
}

/// The color of boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardColor {
    /// Each game has its own.
    ByGame,
    /// Green cloth.
    Green,
    /// Wood.
    Wood,
    /// Blue.
    Blue,
    /// Gray.
    Gray,
}

impl BoardColor {
    /// Every color.
    pub const ALL: [BoardColor; 5] = [
        BoardColor::ByGame,
        BoardColor::Green,
        BoardColor::Wood,
        BoardColor::Blue,
        BoardColor::Gray,
    ];

    /// The word that selects it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            BoardColor::ByGame => "by-game",
            BoardColor::Green => "green",
            BoardColor::Wood => "wood",
            BoardColor::Blue => "blue",
            BoardColor::Gray => "gray",
        }
    }
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
            "language: {}\nstyle: {}\nswap-glyphs: {}\nascii: {}\ntheme: {}\npictures: {}\n\
             board: {}\nlegal-dots: {}\nbell: {}\nanimation: {}\ndelay-ms: {}\nname: {}\n",
            self.lang.map_or("auto", Lang::tag),
            self.style.name(),
            yes_no(self.swap_glyphs),
            yes_no(self.ascii),
            self.theme.name(),
            self.pictures.name(),
            self.board.name(),
            yes_no(self.legal_dots),
            yes_no(self.bell),
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
                "theme" => pick(&mut settings.theme, &Theme::ALL, Theme::name, value),
                "pictures" => pick(
                    &mut settings.pictures,
                    &Pictures::ALL,
                    Pictures::name,
                    value,
                ),
                "board" => pick(
                    &mut settings.board,
                    &BoardColor::ALL,
                    BoardColor::name,
                    value,
                ),
                "legal-dots" => settings.legal_dots = yes.unwrap_or(settings.legal_dots),
                "bell" => settings.bell = yes.unwrap_or(settings.bell),
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

/// Sets a setting to the choice with this name, if there is one.
fn pick<T: Copy>(setting: &mut T, all: &[T], name: fn(T) -> &'static str, value: &str) {
    let found = all.iter().copied().find(|&choice| name(choice) == value);
    *setting = found.unwrap_or(*setting);
}

/// A name without unprintable characters, and not too long.
fn single_line(name: &str) -> String {
    let printable = name.chars().filter(|&c| !is_unprintable(c));
    let name: String = printable.take(NAME_CHARS_MAX).collect();
    name.trim().to_owned()
}
