//! Reads records from SGF files.

use yiqi_rules::{AnyPosition, ByColor, Color, GameSpec, Move, Setup};

use super::parse::{Mark, Parser, Value};
use super::result;
use super::root::{Beginning, Root};
use crate::error::shortened;
use crate::formats::builder::{Budget, Builder};
use crate::formats::text::decode_lenient;
use crate::markup::{self, Mark as Drawing, MarkKind};
use crate::{
    Event, Expected, Location, NodeId, Problem, ReadError, Record, Replay, ReplayError, Seat, Step,
};

/// Reads a collection of games; `game` applies if the file does not name its game.
pub(crate) fn read(bytes: &[u8], game: Option<GameSpec>) -> Result<Vec<Record>, ReadError> {
    let text = decode_lenient(bytes);
    let mut parser = Parser::new(&text);
    let mut budget = Budget::default();
    let mut records = Vec::new();
    parser.skip_to_first_game()?;
    while parser.next_game()? {
        records.push(read_game(&mut parser, game, &mut budget)?);
    }
    Ok(records)
}

fn read_game(
    parser: &mut Parser<'_>,
    option: Option<GameSpec>,
    budget: &mut Budget,
) -> Result<Record, ReadError> {
    let location = parser.location();
    parser.mark(false)?;
    let mut root = Root::new(location);
    let mut node = Node::default();
    while let Some(name) = parser.property()? {
        while let Some(value) = parser.value()? {
            match &*name {
                "B" | "W" | "C" | "YT" | "YC" => node.take(&name, value)?,
                name if MarkKind::named(name).is_some() => node.take(name, value)?,
                _ => root.take(&name, value)?,
            }
        }
    }
    let mut game = GameBuilder::new(root.finish(option)?, budget)?;
    game.add(&node)?;
    let mut closed = false;
    loop {
        match parser.mark(closed)? {
            Mark::Open => game.open(),
            Mark::Node => {}
            Mark::Close => {
                closed = true;
                if game.close()? {
                    return game.finish();
                }
                continue;
            }
        }
        closed = false;
        game.add(&read_node(parser)?)?;
    }
}

fn read_node<'a>(parser: &mut Parser<'a>) -> Result<Node<'a>, ReadError> {
    let mut node = Node::default();
    while let Some(name) = parser.property()? {
        while let Some(value) = parser.value()? {
            node.take(&name, value)?;
        }
    }
    Ok(node)
}

/// The parts of a node that are kept.
#[derive(Default)]
struct Node<'a> {
    play: Option<Play<'a>>,
    comment: Option<Value<'a>>,
    after_ms: Option<u64>,
    marks: Vec<(MarkKind, Value<'a>)>,
}

#[derive(Clone, Copy)]
struct Play<'a> {
    /// Whose move it is; `None` for the choices of a swap opening.
    color: Option<Color>,
    value: Value<'a>,
}

impl<'a> Node<'a> {
    /// Takes a value of a property. Most only say how the board is shown.
    fn take(&mut self, name: &str, value: Value<'a>) -> Result<(), ReadError> {
        let color = match name {
            "B" => Some(Color::Black),
            "W" => Some(Color::White),
            "YC" => None,
            "AB" | "AW" | "AE" => return Err(value.unexpected(Expected::Move)),
            "C" => {
                self.comment.get_or_insert(value);
                return Ok(());
            }
            "YT" => {
                self.after_ms = super::parse_ms(value.word());
                return Ok(());
            }
            _ => {
                let kind = MarkKind::named(name);
                self.marks.extend(kind.map(|kind| (kind, value)));
                return Ok(());
            }
        };
        if self.play.is_some() {
            // A node has only one move.
            return Err(value.unexpected(Expected::Semicolon));
        }
        self.play = Some(Play { color, value });
        Ok(())
    }
}

/// A game being read, and the reader's position in its tree.
struct GameBuilder<'b> {
    builder: Builder<'b>,
    replay: Replay,
    /// The parent of new entries while `current` is `None`.
    begin: Option<NodeId>,
    current: Option<NodeId>,
    /// Where the lines that are still open began.
    open: Vec<Fork>,
    first: Color,
    /// Whether the first move may still decide whose turn it is.
    turn_open: bool,
    /// The seat that has black at the end of the main line, once that is read.
    black: Option<Seat>,
    names: ByColor<String>,
    location: Location,
    result_location: Location,
}

struct Fork {
    current: Option<NodeId>,
    ply_count: u32,
}

impl<'b> GameBuilder<'b> {
    fn new(beginning: Beginning, budget: &'b mut Budget) -> Result<GameBuilder<'b>, ReadError> {
        let Beginning {
            header,
            names,
            first,
            turn_given,
            location,
            result_location,
        } = beginning;
        let start = header.start_position().map_err(|error| ReadError {
            location,
            problem: Problem::Setup(error),
        })?;
        let mut game = GameBuilder {
            builder: Builder::new(header, location, budget),
            replay: Replay::new(start),
            begin: None,
            current: None,
            open: Vec::new(),
            first: first.unwrap_or(Color::Black),
            turn_open: !turn_given,
            black: None,
            names,
            location,
            result_location,
        };
        game.begin_replay();
        if first.is_some() {
            game.parent()?;
        }
        Ok(game)
    }

    fn begin_replay(&mut self) {
        let begin = Event::Begin { first: self.first };
        let step = self.replay.apply(&begin);
        debug_assert!(step.is_ok(), "a game can always begin");
    }

    /// Begins a line that will be left again.
    fn open(&mut self) {
        self.open.push(Fork {
            current: self.current,
            ply_count: self.replay.plies().len() as u32,
        });
    }

    /// Returns to where the line began; `true` if it was the first of the game.
    fn close(&mut self) -> Result<bool, ReadError> {
        if self.black.is_none() {
            self.end_main_line()?;
        }
        let Some(fork) = self.open.pop() else {
            return Ok(true);
        };
        while self.replay.plies().len() > fork.ply_count as usize {
            self.replay.revert(Step::Played);
        }
        self.current = fork.current;
        Ok(false)
    }

    fn finish(mut self) -> Result<Record, ReadError> {
        let black = self.black.unwrap_or(Seat::First);
        let players = &mut self.builder.header().players;
        players[black] = self.names.black;
        players[black.other()] = self.names.white;
        self.builder.finish()
    }

    fn end_main_line(&mut self) -> Result<(), ReadError> {
        self.black = Some(self.replay.seat_of(Color::Black));
        if self.replay.position().turn().is_some()
            && let Some(result) = self.builder.header().result
            && let Some(event) = result::end_event(&result, &self.replay)
        {
            let parent = self.parent()?;
            self.builder
                .push_event(parent, 0, event, self.result_location)?;
        }
        Ok(())
    }

    /// The parent of the next entry. The first entry of a game is always its beginning.
    fn parent(&mut self) -> Result<Option<NodeId>, ReadError> {
        if self.begin.is_none() {
            let begin = Event::Begin { first: self.first };
            self.begin = Some(self.builder.push_event(None, 0, begin, self.location)?);
        }
        Ok(self.current.or(self.begin))
    }

    fn add(&mut self, node: &Node<'_>) -> Result<(), ReadError> {
        let comment_ms = match (node.play, node.after_ms, node.comment) {
            (Some(_), None, Some(comment)) => super::comment_ms(comment.word()),
            _ => None,
        };
        if let Some(play) = node.play {
            let after_ms = node.after_ms.or(comment_ms).unwrap_or(0);
            self.play(play, after_ms)?;
        }
        let said = node.comment.filter(|_| comment_ms.is_none());
        let said_text = said.map(|comment| comment.text()).unwrap_or_default();
        let text = self.with_marks(said_text, node);
        let location = said.or(node.marks.first().map(|&(_, value)| value));
        if let Some(value) = location
            && !text.is_empty()
        {
            let event = Event::Comment {
                seat: None,
                text: text.into(),
            };
            let parent = self.parent()?;
            let id = self.builder.push_event(parent, 0, event, value.location)?;
            self.current = Some(id);
        }
        Ok(())
    }

    /// A comment with the marks of its node. Those that are not on the board are ignored, as other
    /// programs do.
    fn with_marks(&self, text: String, node: &Node<'_>) -> String {
        if node.marks.is_empty() {
            return text;
        }
        let spec = self.replay.position().spec();
        let on_board = |name: &str| {
            let point = super::point_named(name, spec)?;
            point.is_on(spec.size()).then_some(point)
        };
        let mark = |&(kind, value): &(MarkKind, Value<'_>)| match kind {
            MarkKind::Arrow => {
                let (from, to) = value.pair()?;
                Some(Drawing {
                    to: Some(on_board(to.trim())?),
                    ..Drawing::at(kind, on_board(from.trim())?)
                })
            }
            MarkKind::Label => {
                let (point, text) = value.pair()?;
                Drawing::label(on_board(point.trim())?, &text)
            }
            _ => Some(Drawing::at(kind, on_board(value.word())?)),
        };
        let marks: Vec<Drawing> = node.marks.iter().filter_map(mark).collect();
        markup::join(&text, &marks, spec)
    }

    fn play(&mut self, play: Play<'_>, after_ms: u64) -> Result<(), ReadError> {
        let spec = self.replay.position().spec();
        let value = play.value;
        let mv = match play.color {
            Some(_) => move_named(value.word(), spec),
            None => [Move::Swap, Move::Keep, Move::More]
                .into_iter()
                .find(|mv| mv.word() == Some(value.word())),
        };
        let mv = mv.ok_or_else(|| value.unexpected(Expected::Move))?;
        if let Some(color) = play.color {
            let position = self.replay.position();
            let is_over = position.turn().is_none();
            if mv == Move::Pass && is_over && super::writes_names(spec.game()) {
                // Some programs let both sides pass once the game is over.
                return Ok(());
            }
            self.give_turn_to(color, mv, value)?;
        }
        self.turn_open = false;
        self.push_move(mv, after_ms, value)
    }

    /// Makes sure that `color` is to move, as the file says.
    fn give_turn_to(&mut self, color: Color, mv: Move, value: Value<'_>) -> Result<(), ReadError> {
        let position = self.replay.position();
        if mv != Move::Pass
            && position.turn() == Some(color.other())
            && position.legal_words() == [Move::Pass]
        {
            // Most programs omit passes.
            return self.push_move(Move::Pass, 0, value);
        }
        let asked = match mv {
            Move::Pass => position.turn(),
            _ => position.next_stone(),
        };
        if asked != Some(color.other()) {
            // Either it is this color's turn, or no stone can be placed at all, which the rules
            // will report.
            return Ok(());
        }
        if !self.turn_open {
            return Err(value.unexpected(Expected::Move));
        }
        let spec = position.spec();
        let setup = Setup {
            stones: ByColor::from_fn(|color| position.stones(color)),
            turn: color,
        };
        let start = AnyPosition::from_setup(spec, &setup)
            .map_err(|error| value.error(Problem::Setup(error)))?;
        self.builder.header().start = Some(setup);
        self.replay = Replay::new(start);
        self.begin_replay();
        Ok(())
    }

    fn push_move(&mut self, mv: Move, after_ms: u64, value: Value<'_>) -> Result<(), ReadError> {
        let refused = |error: ReplayError, spec| {
            value.error(Problem::Refused {
                spec,
                text: shortened(value.word()),
                error,
            })
        };
        let spec = self.replay.position().spec();
        self.replay
            .apply(&Event::Move(mv.into()))
            .map_err(|error| refused(error, spec))?;
        let parent = self.parent()?;
        let id = self
            .builder
            .push_move(parent, after_ms, mv, value.location)?;
        self.current = Some(id);
        Ok(())
    }
}

/// The move of a value of `B` or `W`.
fn move_named(text: &str, spec: GameSpec) -> Option<Move> {
    // On boards with 16 columns or more, `pa` is also a point; with 20 or more, so is `tt`.
    let is_pass = match text {
        "" | "PA" => true,
        "tt" => spec.size() < 20,
        _ if text.eq_ignore_ascii_case("pass") => true,
        _ => spec.size() < 16 && text.eq_ignore_ascii_case("pa"),
    };
    if is_pass {
        Some(Move::Pass)
    } else {
        super::point_named(text, spec).map(Move::Place)
    }
}
