//! Colors and glyphs.
//!
//! Every color is defined once as RGB and reduced to what the terminal supports. Boards have a
//! medium brightness, so that both black and white have a contrast of at least 4.5:1; without
//! colors, glyphs, bold, underline and reverse convey the same.

use ratatui::style::{Color as Ink, Modifier, Style};
use yiqi_desk::{BoardColor, Theme};
use yiqi_rules::{ByColor, Color, GameSpec};

use crate::options::ColorDepth;

/// A color as red, green and blue.
type Rgb = (u8, u8, u8);

/// The styles of everything but boards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    pub(crate) depth: ColorDepth,
    /// The color of boards.
    board: BoardColor,
    /// Plain text.
    pub(crate) text: Style,
    /// Secondary text.
    pub(crate) quiet: Style,
    /// Headings, and whose turn it is.
    pub(crate) strong: Style,
    /// The line that Enter chooses.
    pub(crate) chosen: Style,
    /// Refusals.
    pub(crate) warning: Style,
}

/// The styles of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardColors {
    /// The board itself and the lines on it.
    pub(crate) ground: Style,
    /// Every other point of a board without lines, so that points can be told apart.
    pub(crate) ground_other: Style,
    /// What fills such a point: a pattern where there are not enough colors for another shade.
    pub(crate) fill_other: &'static str,
    /// The line between two small points.
    pub(crate) between: &'static str,
    /// Stones and small dots.
    pub(crate) stone: ByColor<Style>,
    /// A highlighted stone.
    pub(crate) lit: ByColor<Style>,
    /// The cursor and the suggestion.
    pub(crate) mark: Style,
    /// The corners of the point under the cursor on a large board.
    pub(crate) cursor: Style,
    /// The same where lines cross, without a brighter ground.
    pub(crate) cursor_on_lines: Style,
    /// The brackets around the last move, and forbidden points.
    pub(crate) sign: Style,
    /// The colors of large stones.
    pub(crate) tints: BoardTints,
}

/// The colors of large stones and of the marks on them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardTints {
    pub(crate) ground: Tint,
    pub(crate) ground_other: Tint,
    pub(crate) under_cursor: Tint,
    pub(crate) stone: ByColor<Tint>,
    /// The ground behind a highlighted stone.
    pub(crate) lit: ByColor<Tint>,
    /// Important marks on a stone.
    pub(crate) sign: ByColor<Tint>,
    /// Secondary marks on a stone.
    pub(crate) note: ByColor<Tint>,
    /// The suggestion.
    pub(crate) mark: Tint,
    /// Whether white stones are rings, because colors cannot tell the two apart.
    pub(crate) hollow_white: bool,
}

/// A color of a large stone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Tint {
    /// Any color, which can be mixed.
    Rgb(Rgb),
    /// One of the sixteen colors of the terminal.
    Named(Ink),
    /// What the terminal uses for text.
    Front,
    /// What the terminal uses behind text.
    Back,
}

/// A color with a smaller share than this is not mixed into others.
const SHARE_MIN: f32 = 0.15;

/// Mixes colors as far as the terminal can show the result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mixer {
    depth: ColorDepth,
}

impl Mixer {
    pub(crate) fn new(depth: ColorDepth) -> Mixer {
        Mixer { depth }
    }

    /// The color for dots of several colors, and how much they differ from it. The dots of each
    /// color are counted.
    pub(crate) fn mix(self, counted: &[(Tint, f32)]) -> (Tint, f32) {
        let total: f32 = counted.iter().map(|(_, count)| count).sum();
        let (frequent, others) = most_frequent(counted);
        // Sums of the colors, of their squares, and of those that are shown.
        let (mut sum, mut squares, mut shown, mut weights) = ([0.0; 3], 0.0, [0.0; 3], 0.0);
        for &(tint, count) in counted.iter().filter(|(_, count)| *count > 0.0) {
            let Tint::Rgb((r, g, b)) = tint else {
                return (frequent, others);
            };
            // A color with a small share would only make a halo.
            let weight = (count / total - SHARE_MIN).max(0.0);
            weights += weight;
            for (index, channel) in [r, g, b].map(f32::from).into_iter().enumerate() {
                sum[index] += channel * count;
                squares += channel * channel * count;
                shown[index] += channel * weight;
            }
        }
        if weights == 0.0 {
            return (frequent, 0.0);
        }
        let error = squares - sum.iter().map(|sum| sum * sum).sum::<f32>() / total;
        let [r, g, b] = shown.map(|sum| (sum / weights).round() as u8);
        (Tint::Rgb((r, g, b)), error)
    }

    /// Whether there are no colors, only text and what is behind it.
    pub(crate) fn is_plain(self) -> bool {
        self.depth == ColorDepth::None
    }

    /// A character in two colors, as the terminal shows it. Without colors, the character says all.
    pub(crate) fn style(self, front: Tint, back: Tint) -> Style {
        let color = |tint: Tint| match tint {
            Tint::Rgb(rgb) => ink(self.depth, rgb),
            Tint::Named(named) => named,
            Tint::Front | Tint::Back => Ink::Reset,
        };
        match self.is_plain() {
            true => Style::new(),
            false => Style::new().fg(color(front)).bg(color(back)),
        }
    }
}

/// The most frequent color, and how many dots have another.
fn most_frequent(counted: &[(Tint, f32)]) -> (Tint, f32) {
    let mut best = (Tint::Back, -1.0);
    let mut total = 0.0;
    for &(tint, _) in counted {
        let same = counted.iter().filter(|(other, _)| *other == tint);
        let count: f32 = same.map(|(_, count)| count).sum();
        if count > best.1 {
            best = (tint, count);
        }
    }
    for (_, count) in counted {
        total += count;
    }
    (best.0, total - best.1)
}

struct Inks {
    paper: Rgb,
    ink: Rgb,
    quiet: Rgb,
    accent: Rgb,
    on_accent: Rgb,
    warning: Rgb,
}

const fn inks(theme: Theme) -> Inks {
    match theme {
        Theme::Wood => Inks {
            paper: (0x16, 0x19, 0x1d),
            ink: (0xe4, 0xe6, 0xe8),
            quiet: (0xa9, 0xb1, 0xb9),
            accent: (0xf2, 0xc1, 0x4e),
            on_accent: (0x16, 0x19, 0x1d),
            warning: (0xff, 0x9d, 0x8a),
        },
        Theme::Light => Inks {
            paper: (0xfb, 0xfa, 0xf7),
            ink: (0x1d, 0x1f, 0x22),
            quiet: (0x55, 0x5b, 0x63),
            accent: (0x7a, 0x43, 0x00),
            on_accent: (0xff, 0xff, 0xff),
            warning: (0xa8, 0x20, 0x1a),
        },
        Theme::Contrast => Inks {
            paper: (0, 0, 0),
            ink: (0xff, 0xff, 0xff),
            quiet: (0xd8, 0xd8, 0xd8),
            accent: (0xff, 0xff, 0),
            on_accent: (0, 0, 0),
            warning: (0xff, 0x98, 0x98),
        },
    }
}

const BLACK: Rgb = (0, 0, 0);
const WHITE: Rgb = (0xff, 0xff, 0xff);
/// Large stones, a little softer than the small ones.
const LARGE_BLACK: Rgb = (0x10, 0x12, 0x14);
const LARGE_WHITE: Rgb = (0xf6, 0xf5, 0xf0);
const MARK: Rgb = (0xff, 0xe0, 0x66);
const DARK_RED: Rgb = (0x8b, 0x1a, 0x1a);

/// The color of a game's board, if the person has not chosen one.
pub(crate) const fn usual_board(spec: GameSpec) -> BoardColor {
    match spec {
        GameSpec::Reversi(_) => BoardColor::Green,
        GameSpec::Peace => BoardColor::Blue,
        GameSpec::Gomoku(_) | GameSpec::Connect6(_) => BoardColor::Wood,
    }
}

/// A board, another shade of it for every other point, and its lines. The two shades are different
/// ones of the 256 colors, too.
const fn grounds(board: BoardColor) -> [Rgb; 3] {
    match board {
        BoardColor::ByGame | BoardColor::Green => {
            [(0x28, 0x83, 0x57), (0x36, 0x93, 0x66), (0x0c, 0x3d, 0x25)]
        }
        BoardColor::Blue => [(0x5a, 0x79, 0x97), (0x50, 0x6e, 0x8b), (0x1c, 0x33, 0x4a)],
        BoardColor::Wood => [(0xa0, 0x6a, 0x2d), (0x8c, 0x5c, 0x22), (0x3d, 0x24, 0x08)],
        BoardColor::Gray => [(0x76, 0x76, 0x76), (0x84, 0x84, 0x84), (0x2e, 0x2e, 0x2e)],
    }
}

/// The color between two others.
const fn halfway(a: Rgb, b: Rgb) -> Rgb {
    (a.0.midpoint(b.0), a.1.midpoint(b.1), a.2.midpoint(b.2))
}

/// The nearest of the 256 colors: the 6×6×6 cube or the grays.
fn indexed((r, g, b): Rgb) -> Ink {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let nearest = |v: u8| (0..6).min_by_key(|&i| STEPS[i].abs_diff(v)).unwrap_or(0);
    let distance = |a: Rgb| {
        let part = |x: u8, y: u8| u32::from(x.abs_diff(y)).pow(2);
        part(a.0, r) + part(a.1, g) + part(a.2, b)
    };
    let (i, j, k) = (nearest(r), nearest(g), nearest(b));
    let gray_step = ((u32::from(r) + u32::from(g) + u32::from(b)) / 3).saturating_sub(3) / 10;
    let gray_step = gray_step.min(23) as u8;
    let gray = 8 + 10 * gray_step;
    if distance((gray, gray, gray)) < distance((STEPS[i], STEPS[j], STEPS[k])) {
        Ink::Indexed(232 + gray_step)
    } else {
        Ink::Indexed((16 + 36 * i + 6 * j + k) as u8)
    }
}

fn ink(depth: ColorDepth, rgb: Rgb) -> Ink {
    match depth {
        ColorDepth::C256 => indexed(rgb),
        _ => Ink::Rgb(rgb.0, rgb.1, rgb.2),
    }
}

fn on(depth: ColorDepth, front: Rgb, back: Rgb) -> Style {
    Style::new().fg(ink(depth, front)).bg(ink(depth, back))
}

impl Palette {
    pub(crate) fn new(theme: Theme, board: BoardColor, depth: ColorDepth) -> Palette {
        let plain = Style::new();
        match depth {
            // The sixteen colors are the person's choice: text keeps them.
            ColorDepth::None | ColorDepth::C16 => Palette {
                depth,
                board,
                text: plain,
                quiet: plain,
                strong: plain.add_modifier(Modifier::BOLD),
                chosen: plain.add_modifier(Modifier::REVERSED),
                warning: plain.add_modifier(Modifier::BOLD),
            },
            ColorDepth::True | ColorDepth::C256 => {
                let inks = inks(theme);
                Palette {
                    depth,
                    board,
                    text: on(depth, inks.ink, inks.paper),
                    quiet: on(depth, inks.quiet, inks.paper),
                    strong: on(depth, inks.accent, inks.paper).add_modifier(Modifier::BOLD),
                    chosen: on(depth, inks.on_accent, inks.accent).add_modifier(Modifier::BOLD),
                    warning: on(depth, inks.warning, inks.paper).add_modifier(Modifier::BOLD),
                }
            }
        }
    }

    /// The color of a board of this game.
    fn board_color(&self, spec: GameSpec) -> BoardColor {
        match self.board {
            BoardColor::ByGame => usual_board(spec),
            chosen => chosen,
        }
    }

    /// The colors of a board of this game as a real picture: those of the page, unless the person has
    /// chosen others.
    pub(crate) fn real_board(&self, spec: GameSpec) -> yiqi_picture::BoardColors {
        match self.board {
            BoardColor::ByGame => yiqi_picture::BoardColors::of(spec),
            BoardColor::Green => yiqi_picture::BoardColors::GREEN,
            BoardColor::Wood => yiqi_picture::BoardColors::WOOD,
            BoardColor::Blue => yiqi_picture::BoardColors::BLUE,
            BoardColor::Gray => yiqi_picture::BoardColors::GRAY,
        }
    }

    /// The styles of a board of this game.
    pub(crate) fn board(&self, spec: GameSpec) -> BoardColors {
        match self.depth {
            ColorDepth::None => plain_board(),
            ColorDepth::C16 => board_of_sixteen(self.board_color(spec)),
            depth => {
                let [ground, other, line] = grounds(self.board_color(spec));
                BoardColors {
                    ground: on(depth, line, ground),
                    ground_other: on(depth, line, other),
                    fill_other: " ",
                    between: "│",
                    stone: ByColor {
                        black: on(depth, BLACK, ground).add_modifier(Modifier::BOLD),
                        white: on(depth, WHITE, ground).add_modifier(Modifier::BOLD),
                    },
                    lit: ByColor {
                        black: on(depth, BLACK, MARK).add_modifier(Modifier::BOLD),
                        white: on(depth, WHITE, DARK_RED).add_modifier(Modifier::BOLD),
                    },
                    mark: on(depth, BLACK, MARK).add_modifier(Modifier::BOLD),
                    cursor: on(depth, BLACK, halfway(ground, MARK)).add_modifier(Modifier::BOLD),
                    cursor_on_lines: on(depth, MARK, ground).add_modifier(Modifier::BOLD),
                    sign: on(depth, WHITE, ground).add_modifier(Modifier::BOLD),
                    tints: BoardTints {
                        ground: Tint::Rgb(ground),
                        ground_other: Tint::Rgb(other),
                        under_cursor: Tint::Rgb(halfway(ground, MARK)),
                        stone: ByColor {
                            black: Tint::Rgb(LARGE_BLACK),
                            white: Tint::Rgb(LARGE_WHITE),
                        },
                        lit: ByColor {
                            black: Tint::Rgb(MARK),
                            white: Tint::Rgb(DARK_RED),
                        },
                        sign: ByColor {
                            black: Tint::Rgb(MARK),
                            white: Tint::Rgb(DARK_RED),
                        },
                        note: ByColor {
                            black: Tint::Rgb(LARGE_WHITE),
                            white: Tint::Rgb(LARGE_BLACK),
                        },
                        mark: Tint::Rgb(MARK),
                        hollow_white: false,
                    },
                }
            }
        }
    }
}

fn plain_board() -> BoardColors {
    let plain = Style::new();
    BoardColors {
        ground: plain,
        ground_other: plain,
        fill_other: " ",
        between: " ",
        stone: ByColor::from_fn(|_| plain),
        lit: ByColor::from_fn(|_| plain.add_modifier(Modifier::REVERSED)),
        mark: plain.add_modifier(Modifier::BOLD | Modifier::REVERSED),
        cursor: plain.add_modifier(Modifier::BOLD),
        cursor_on_lines: plain.add_modifier(Modifier::BOLD),
        sign: plain.add_modifier(Modifier::BOLD),
        tints: BoardTints {
            ground: Tint::Back,
            ground_other: Tint::Back,
            under_cursor: Tint::Back,
            stone: ByColor::from_fn(|_| Tint::Front),
            lit: ByColor::from_fn(|_| Tint::Back),
            sign: ByColor {
                black: Tint::Back,
                white: Tint::Front,
            },
            note: ByColor {
                black: Tint::Back,
                white: Tint::Front,
            },
            mark: Tint::Front,
            hollow_white: true,
        },
    }
}

fn board_of_sixteen(board: BoardColor) -> BoardColors {
    let ground = match board {
        BoardColor::ByGame | BoardColor::Green => Ink::Green,
        BoardColor::Blue => Ink::Cyan,
        BoardColor::Wood => Ink::Yellow,
        BoardColor::Gray => Ink::DarkGray,
    };
    let on = |front, back| Style::new().fg(front).bg(back);
    BoardColors {
        ground: on(Ink::Black, ground),
        ground_other: on(Ink::Black, ground),
        fill_other: "░",
        between: "│",
        stone: ByColor {
            black: on(Ink::Black, ground),
            white: on(Ink::White, ground).add_modifier(Modifier::BOLD),
        },
        lit: ByColor {
            black: on(Ink::Black, Ink::White),
            white: on(Ink::White, Ink::Red).add_modifier(Modifier::BOLD),
        },
        mark: on(Ink::White, Ink::Black).add_modifier(Modifier::BOLD),
        cursor: on(Ink::White, Ink::Blue).add_modifier(Modifier::BOLD),
        cursor_on_lines: on(Ink::White, Ink::Blue).add_modifier(Modifier::BOLD),
        sign: on(Ink::Black, ground).add_modifier(Modifier::BOLD),
        tints: BoardTints {
            ground: Tint::Named(ground),
            ground_other: Tint::Named(ground),
            under_cursor: Tint::Named(Ink::Blue),
            stone: ByColor {
                black: Tint::Named(Ink::Black),
                white: Tint::Named(Ink::White),
            },
            lit: ByColor {
                black: Tint::Named(Ink::LightYellow),
                white: Tint::Named(Ink::Red),
            },
            sign: ByColor {
                black: Tint::Named(Ink::LightYellow),
                white: Tint::Named(Ink::Red),
            },
            note: ByColor {
                black: Tint::Named(Ink::White),
                white: Tint::Named(Ink::Black),
            },
            mark: Tint::Named(Ink::LightYellow),
            hollow_white: false,
        },
    }
}

/// The characters for drawing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Glyphs {
    pub(crate) ascii: bool,
    swap: bool,
    /// For terminals without color, where dots need different characters.
    plain: bool,
}

impl Glyphs {
    pub(crate) fn new(ascii: bool, swap: bool, depth: ColorDepth) -> Glyphs {
        Glyphs {
            ascii,
            swap,
            plain: depth == ColorDepth::None,
        }
    }

    pub(crate) fn stone(self, color: Color) -> char {
        let shown = if self.swap && !self.ascii {
            color.other()
        } else {
            color
        };
        match (shown, self.ascii) {
            (Color::Black, true) => 'X',
            (Color::White, true) => 'O',
            (Color::Black, false) => '●',
            (Color::White, false) => '○',
        }
    }

    /// A stone on a board, which is filled where colors tell the two apart.
    pub(crate) fn on_board(self, color: Color) -> char {
        if self.ascii || self.plain {
            self.stone(color)
        } else {
            '●'
        }
    }

    /// A stone that the move under the cursor would flip.
    pub(crate) fn would_flip(self, color: Color) -> char {
        match self.on_board(color) {
            'X' => 'x',
            'O' => 'o',
            '●' => '◉',
            _ => '◎',
        }
    }

    /// A stone of a winning row.
    pub(crate) fn won(self, color: Color) -> char {
        match self.on_board(color) {
            'X' => '#',
            'O' => '@',
            '●' => '◆',
            _ => '◇',
        }
    }

    /// A half-turned stone.
    pub(crate) fn turning(self) -> char {
        if self.ascii { '*' } else { '◐' }
    }

    /// A legal point.
    pub(crate) fn legal(self) -> char {
        if self.ascii || self.plain { '+' } else { '•' }
    }

    /// Whether there are no colors, so that characters must show everything.
    pub(crate) fn plain(self) -> bool {
        self.plain
    }

    pub(crate) fn empty(self) -> char {
        if self.ascii { '.' } else { '·' }
    }

    pub(crate) fn forbidden(self) -> char {
        if self.ascii { '!' } else { '×' }
    }

    /// More rows above and below, more columns on the left and right.
    pub(crate) fn more(self) -> [&'static str; 4] {
        match self.ascii {
            true => ["^", "v", "<", ">"],
            false => ["▴", "▾", "◂", "▸"],
        }
    }

    /// More tabs on the left and right.
    pub(crate) fn more_tabs(self) -> [&'static str; 2] {
        match self.ascii {
            true => ["<", ">"],
            false => ["‹", "›"],
        }
    }

    /// The turn marker.
    pub(crate) fn turn(self) -> char {
        if self.ascii { '<' } else { '◀' }
    }

    /// The animated sign of a thinking player.
    pub(crate) fn thinking(self, step: usize) -> char {
        if self.ascii {
            ['|', '/', '-', '\\'][step % 4]
        } else {
            ['⠋', '⠙', '⠸', '⠴', '⠦', '⠇'][step % 6]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use yiqi_rules::Game;

    fn luminance((r, g, b): Rgb) -> f64 {
        let part = |v: u8| {
            let v = f64::from(v) / 255.0;
            if v <= 0.03928 {
                v / 12.92
            } else {
                ((v + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b)
    }

    fn contrast(a: Rgb, b: Rgb) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    fn rgb_of(index: Ink) -> Rgb {
        match index {
            Ink::Rgb(r, g, b) => (r, g, b),
            Ink::Indexed(i) if i >= 232 => {
                let gray = 8 + 10 * (i - 232);
                (gray, gray, gray)
            }
            Ink::Indexed(i) => {
                let step = |v: u8| [0, 95, 135, 175, 215, 255][usize::from(v)];
                let i = i - 16;
                (step(i / 36), step(i / 6 % 6), step(i % 6))
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn text_stands_out_from_its_ground_in_every_theme_and_depth() {
        for theme in Theme::ALL {
            for depth in [ColorDepth::True, ColorDepth::C256] {
                let palette = Palette::new(theme, BoardColor::ByGame, depth);
                for style in [
                    palette.text,
                    palette.quiet,
                    palette.strong,
                    palette.chosen,
                    palette.warning,
                ] {
                    let ratio = contrast(rgb_of(style.fg.unwrap()), rgb_of(style.bg.unwrap()));
                    assert!(ratio >= 4.5, "{theme:?} {depth:?} {style:?}: {ratio}");
                }
            }
        }
    }

    #[test]
    fn the_two_shades_of_a_board_differ_and_stones_stand_out_from_both() {
        for board in BoardColor::ALL {
            for depth in [ColorDepth::True, ColorDepth::C256] {
                let colors = Palette::new(Theme::Wood, board, depth).board(GameSpec::REVERSI);
                let grounds = [colors.ground, colors.ground_other].map(|style| style.bg.unwrap());
                let [one, other] = grounds.map(rgb_of);
                assert!(contrast(one, other) >= 1.1, "{board:?} {depth:?}");
                for stone in [LARGE_BLACK, LARGE_WHITE] {
                    assert!(
                        contrast(stone, other) >= 3.0,
                        "{board:?} {depth:?} {stone:?}"
                    );
                }
            }
            let sixteen = Palette::new(Theme::Wood, board, ColorDepth::C16);
            assert_ne!(sixteen.board(GameSpec::REVERSI).fill_other, " ");
        }
    }

    #[test]
    fn both_colors_of_stones_stand_out_from_every_board() {
        let boards = BoardColor::ALL.into_iter();
        for (board, spec) in
            boards.flat_map(|board| Game::ALL.map(|game| (board, game.default_spec())))
        {
            let colors = Palette::new(Theme::Wood, board, ColorDepth::True).board(spec);
            for style in colors
                .stone
                .into_iter()
                .chain(colors.lit)
                .chain([colors.mark])
            {
                let ratio = contrast(rgb_of(style.fg.unwrap()), rgb_of(style.bg.unwrap()));
                assert!(ratio >= 4.45, "{board:?} {spec} {style:?}: {ratio}");
            }
            let colors = Palette::new(Theme::Wood, board, ColorDepth::C256).board(spec);
            for style in colors.stone {
                let ratio = contrast(rgb_of(style.fg.unwrap()), rgb_of(style.bg.unwrap()));
                assert!(ratio >= 3.0, "{board:?} {spec} {style:?}: {ratio}");
            }
        }
    }
}
