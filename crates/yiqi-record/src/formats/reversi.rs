//! What the Reversi formats share: lines of play in which passes may be omitted, and boards.

use yiqi_rules::{AnyPosition, ByColor, Color, GameSpec, Move, PointSet, Setup};

use super::builder::{Budget, Builder};
use super::text::Scanner;
use crate::notation::move_name;
use crate::{
    Event, Expected, Header, Location, NodeId, Played, Problem, ReadError, Record, ReplayError,
    WriteProblem,
};

/// Checks that a game is normal Reversi on 8×8, the only one that some formats can hold.
pub(super) fn check_normal_8x8(spec: GameSpec) -> Result<(), WriteProblem> {
    match spec {
        GameSpec::REVERSI => Ok(()),
        GameSpec::Reversi(spec) if !spec.anti => Err(WriteProblem::Size),
        _ => Err(WriteProblem::Game),
    }
}

/// The main line of a Reversi game being read, and the position it has led to.
pub(super) struct MainLine<'b> {
    builder: Builder<'b>,
    position: AnyPosition,
    last: Option<NodeId>,
}

impl<'b> MainLine<'b> {
    /// A line with no entries yet.
    pub(super) fn new(
        header: Header,
        location: Location,
        budget: &'b mut Budget,
    ) -> Result<MainLine<'b>, ReadError> {
        let position = header.start_position().map_err(|error| ReadError {
            location,
            problem: Problem::Setup(error),
        })?;
        Ok(MainLine {
            builder: Builder::new(header, location, budget),
            position,
            last: None,
        })
    }

    /// The game being played.
    pub(super) fn spec(&self) -> GameSpec {
        self.position.spec()
    }

    /// The side to move, or `None` once the game is over.
    pub(super) fn turn(&self) -> Option<Color> {
        self.position.turn()
    }

    /// Adds an event `after_ms` after the last entry. The first entry is always the beginning of
    /// the game, with black in the first seat.
    pub(super) fn push(
        &mut self,
        after_ms: u64,
        event: Event,
        location: Location,
    ) -> Result<(), ReadError> {
        if self.last.is_none() {
            let begin = Event::Begin {
                first: Color::Black,
            };
            self.last = Some(self.builder.push_event(None, 0, begin, location)?);
        }
        self.last = Some(
            self.builder
                .push_event(self.last, after_ms, event, location)?,
        );
        Ok(())
    }

    /// Plays a move, whose point, if any, must be on the board.
    pub(super) fn play(
        &mut self,
        after_ms: u64,
        played: impl Into<Played>,
        location: Location,
    ) -> Result<(), ReadError> {
        let played = played.into();
        self.position.play(played.mv).map_err(|refusal| {
            let spec = self.spec();
            ReadError {
                location,
                problem: Problem::Refused {
                    spec,
                    text: move_name(played.mv, spec),
                    error: ReplayError::Refused(refusal),
                },
            }
        })?;
        self.push(after_ms, Event::Move(played), location)
    }

    /// Passes if the side to move has no other move.
    pub(super) fn pass_if_stuck(&mut self, location: Location) -> Result<(), ReadError> {
        if self.turn().is_some() && self.position.legal_points().is_empty() {
            self.play(0, Move::Pass, location)?;
        }
        Ok(())
    }

    /// Returns the checked record.
    pub(super) fn finish(self) -> Result<Record, ReadError> {
        self.builder.finish()
    }
}

/// Reads the cells of a board, row by row from the top, then the side to move.
pub(super) fn take_board(
    scanner: &mut Scanner<'_>,
    size: u8,
    is_blank: fn(char) -> bool,
) -> Result<Setup, ReadError> {
    let mut stones = ByColor::<PointSet>::default();
    for point in PointSet::board(size).iter() {
        scanner.take_while(is_blank);
        match scanner.peek().map(|c| (c, stone(c))) {
            Some((_, Some(color))) => stones[color].insert(point),
            Some(('-' | '.', _)) => {}
            _ => return Err(scanner.error(Expected::Cells)),
        }
        scanner.bump();
    }
    scanner.take_while(is_blank);
    let turn = scanner
        .peek()
        .and_then(stone)
        .ok_or_else(|| scanner.error(Expected::SideToMove))?;
    scanner.bump();
    Ok(Setup { stones, turn })
}

/// The cells of a board, row by row from the top, with the given character for black.
pub(super) fn cells(position: &AnyPosition, black: char) -> impl Iterator<Item = char> {
    PointSet::board(position.size())
        .iter()
        .map(move |point| match position.at(point) {
            None => '-',
            Some(Color::Black) => black,
            Some(Color::White) => 'O',
        })
}

/// A start position, or `None` if it is the standard one.
pub(super) fn unless_standard(setup: Setup, spec: GameSpec) -> Option<Setup> {
    let usual = AnyPosition::new(spec);
    let is_usual = usual.turn() == Some(setup.turn)
        && Color::BOTH
            .into_iter()
            .all(|color| usual.stones(color) == setup.stones[color]);
    (!is_usual).then_some(setup)
}

/// The side to move after this many plies of a Reversi game, even if the game is over by then.
pub(super) fn turn_after(header: &Header, ply_count: usize) -> Color {
    let first = header
        .start
        .as_ref()
        .map_or(Color::Black, |start| start.turn);
    if ply_count.is_multiple_of(2) {
        first
    } else {
        first.other()
    }
}

/// The color that a character represents.
fn stone(c: char) -> Option<Color> {
    match c {
        'X' | 'x' | '*' | 'B' | 'b' => Some(Color::Black),
        'O' | 'o' | 'W' | 'w' => Some(Color::White),
        _ => None,
    }
}
