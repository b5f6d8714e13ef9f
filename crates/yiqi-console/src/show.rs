//! Describes games: who plays, what was played, what the panes next to the board say.

use yiqi_desk::{BoardStyle, Desk, OpenGame, words as desk_words};
use yiqi_record::notation::is_unprintable;
use yiqi_record::{Record, Seat};
use yiqi_rules::{ByColor, Color, GameSpec};
use yiqi_session::{GameView, MoveView};
use yiqi_text::{Args, Text, words};

use crate::board::{self, Glyphs};
use crate::screen;

/// The longest name that is shown, in characters; names in files may be longer.
const NAME_CHARS_MAX: usize = 20;

/// The most characters of a program's spec that are shown.
const PROGRAM_CHARS_MAX: usize = 30;

/// Up to this many flipped stones are named; more are only counted.
const FLIPS_NAMED_MAX: usize = 6;

/// The number of plies described next to the board: a person's, and the reply to it.
const PLIES_SHOWN: usize = 2;

/// How things are shown.
#[derive(Clone, Copy)]
pub(crate) struct Show<'a> {
    pub(crate) text: &'a Text,
    pub(crate) style: BoardStyle,
    pub(crate) glyphs: Glyphs,
}

impl Show<'_> {
    pub(crate) fn stone(&self, color: Color) -> &'static str {
        self.glyphs.stone(color)
    }

    /// The occupant of a seat: a name, and the program that plays.
    pub(crate) fn name(&self, game: &OpenGame, view: &GameView, seat: Seat) -> String {
        let spec = &game.players()[seat];
        let given = spec.name.as_deref().unwrap_or(&view.players[seat]);
        let name = shortened(given, NAME_CHARS_MAX);
        if spec.is_human() {
            return self.name_or_color(&name, view.colors[seat]);
        }
        let program = desk_words::player(self.text, &spec.kind);
        let program = shortened(&program, PROGRAM_CHARS_MAX);
        if name.is_empty() || *given == spec.kind.default_name() {
            return program;
        }
        self.text.fill(
            "console-with-program",
            Args::new().text("name", name).text("program", program),
        )
    }

    fn name_or_color(&self, name: &str, color: Color) -> String {
        let name = desk_words::player_name(self.text, name);
        let name = shortened(&name, NAME_CHARS_MAX);
        if name.is_empty() {
            words::color(self.text, color)
        } else {
            name
        }
    }

    /// A seat's stone and name, as message arguments.
    pub(crate) fn who(&self, game: &OpenGame, view: &GameView, seat: Seat) -> Args {
        Args::new()
            .text("stone", self.stone(view.colors[seat]))
            .text("name", self.name(game, view, seat))
    }

    /// The three panes.
    pub(crate) fn panes(&self, desk: &Desk, width: usize) -> String {
        let Some(game) = desk.current() else {
            return String::new();
        };
        let view = game.view();
        screen::arrange(
            board::draw(&view, self.style, self.glyphs),
            self.info(desk.current_index() + 1, game, &view),
            self.list(desk),
            width,
        )
    }

    /// The current game: its spec, the players, whose turn it is, the score, the last plies.
    fn info(&self, number: usize, game: &OpenGame, view: &GameView) -> Vec<String> {
        let mut lines = vec![self.title(number, view.spec)];
        let count_width = view
            .score
            .map_or(0, |score| score.black.max(score.white).to_string().len());
        for color in Color::BOTH {
            let seat = view.colors.seat_of(color);
            let mut line = format!("{} ", self.stone(color));
            if let Some(score) = view.score {
                line.push_str(&format!("{:>count_width$} ", score[color]));
            }
            line.push_str(&self.name(game, view, seat));
            if view.turn == Some(seat) {
                line.push(' ');
                line.push_str(&self.text.say("console-to-move"));
            }
            lines.push(line);
        }
        lines.push(String::new());
        if game.viewed().is_some() {
            let args = Args::new()
                .number("ply", view.moves.len())
                .number("plies", game.ply_count());
            lines.push(self.text.fill("console-at-ply", args));
        }
        let first_shown = view.moves.len().saturating_sub(PLIES_SHOWN);
        for (index, mv) in view.moves.iter().enumerate().skip(first_shown) {
            lines.push(self.ply(game, view, index, mv));
        }
        lines
    }

    /// Who played what, and what it flipped.
    fn ply(&self, game: &OpenGame, view: &GameView, index: usize, mv: &MoveView) -> String {
        let stone = self.stone(mv.stone.unwrap_or(view.colors[mv.seat]));
        let args = Args::new()
            .text("stone", stone)
            .text("name", self.name(game, view, mv.seat))
            .text("move", words::move_text(self.text, mv.mv, view.spec));
        let flipped: Vec<_> = game
            .session()
            .played()
            .get(index)
            .map(|changes| changes.flipped.iter().collect())
            .unwrap_or_default();
        match flipped.len() {
            0 => self.text.fill("console-ply", args),
            1..=FLIPS_NAMED_MAX => self.text.fill(
                "console-ply-flips",
                args.text("points", words::points(view.spec, &flipped)),
            ),
            count => self
                .text
                .fill("console-ply-flips-many", args.number("count", count)),
        }
    }

    fn title(&self, number: usize, spec: GameSpec) -> String {
        self.text.fill(
            "console-title",
            Args::new()
                .number("number", number)
                .text("game", words::game(self.text, spec)),
        )
    }

    /// Every game with its number, a sign before the current one, and the result after finished
    /// ones.
    fn list(&self, desk: &Desk) -> Vec<String> {
        let mut lines = vec![self.text.say("console-games")];
        for (index, game) in desk.games().iter().enumerate() {
            let sign = if index == desk.current_index() {
                '>'
            } else {
                ' '
            };
            let spec = game.session().terms().spec;
            let title = self.title(index + 1, spec);
            let line = match game.session().result() {
                None => title,
                Some(result) => {
                    let view = game.view();
                    let names = ByColor::from_fn(|color| {
                        self.name(game, &view, view.colors.seat_of(color))
                    });
                    let result = words::result_of(self.text, &result, spec, &names);
                    let args = Args::new().text("title", title).text("result", result);
                    self.text.fill("console-finished", args)
                }
            };
            lines.push(format!("{sign} {line}"));
        }
        lines
    }

    /// The contents of a slot, in one line.
    pub(crate) fn record_title(&self, record: &Record) -> String {
        let header = &record.header;
        let name = |seat, color| self.name_or_color(&header.players[seat], color);
        let title = self.text.fill(
            "console-slot-title",
            Args::new()
                .text("game", words::game(self.text, header.spec))
                .text("black", name(Seat::First, Color::Black))
                .text("white", name(Seat::Second, Color::White))
                .number("plies", record.effective_moves().len()),
        );
        match &header.date {
            None => title,
            Some(date) => self.text.fill(
                "console-slot-date",
                Args::new()
                    .text("title", title)
                    .text("date", shortened(date, NAME_CHARS_MAX)),
            ),
        }
    }
}

/// The printable characters of a text, up to a limit.
fn shortened(text: &str, chars_max: usize) -> String {
    let mut kept = text.trim().chars().filter(|&c| !is_unprintable(c));
    let mut short: String = kept.by_ref().take(chars_max).collect();
    if kept.next().is_some() {
        short.push('…');
    }
    short
}
