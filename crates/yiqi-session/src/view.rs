//! A game as a face shows it.

use yiqi_record::{BySeat, ClockRule, Event, Offer, OfferKind, Seat};
use yiqi_rules::{ByColor, Changes, Color, ForbiddenKind, GameSpec, Move, Point, PointSet, Score};

use crate::{Session, Stage};

/// All that a face needs to show a game at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameView {
    /// Game, board and rules.
    pub spec: GameSpec,
    /// Where the game stands, with its result if it is over.
    pub stage: Stage,
    /// The names of the participants.
    pub players: BySeat<String>,
    /// The color each seat plays now.
    pub colors: BySeat<Color>,
    /// The seat that is to act.
    pub turn: Option<Seat>,
    /// The color of the stone that would be placed next; `None` if something else is asked for.
    pub next_stone: Option<Color>,
    /// The stones on the board.
    pub stones: ByColor<PointSet>,
    /// Stones of both sides, where the game counts them.
    pub score: Option<Score>,
    /// Where a stone may be placed now.
    pub legal_points: PointSet,
    /// How many stones the side to act still places in this turn.
    pub stones_due: u8,
    /// The legal points that a face marks; empty where almost every point may be played.
    pub marked_points: PointSet,
    /// What else may be done: pass, swap, keep, more.
    pub legal_words: Vec<Move>,
    /// The points that are forbidden to the side to act, and why.
    pub forbidden: Vec<(Point, ForbiddenKind)>,
    /// What the last ply changed.
    pub last: Option<Changes>,
    /// The rows that won the game.
    pub winning_lines: Vec<Vec<Point>>,
    /// Every ply that stands.
    pub moves: Vec<MoveView>,
    /// The clocks, if the game has one.
    pub clocks: Option<BySeat<ClockView>>,
    /// What each seat has proposed and the other has not answered.
    pub offers: BySeat<Vec<Offer>>,
    /// What was said.
    pub comments: Vec<CommentView>,
    /// Whether both agreed on a rematch.
    pub rematch_agreed: bool,
    /// Number of entries so far: what to resume from.
    pub entry_count: usize,
}

/// One ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveView {
    /// Who made it.
    pub seat: Seat,
    /// The move.
    pub mv: Move,
    /// The color of the stone that was placed.
    pub stone: Option<Color>,
    /// The time it took.
    pub used_ms: u64,
    /// Whether it was drawn at random because time had run out.
    pub by_clock: bool,
    /// What its maker thought of the position, in hundredths.
    pub eval: Option<i32>,
}

/// One seat's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockView {
    /// Time until it runs out, periods included.
    pub remaining_ms: u64,
    /// Periods left that are still whole, the one in use included.
    pub periods: u16,
    /// Whether it runs now.
    pub is_running: bool,
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommentView {
    /// Who said it, or `None` for a note of the host.
    pub seat: Option<Seat>,
    /// What.
    pub text: Box<str>,
    /// After how many entries.
    pub after_entry: usize,
}

impl Session {
    /// The game as it is at this moment.
    #[must_use]
    pub fn view(&self, now_ms: u64) -> GameView {
        let position = self.position();
        let to_act = self.turn().is_some();
        GameView {
            spec: position.spec(),
            stage: self.stage(),
            players: self.terms().players.clone(),
            colors: self.colors(),
            turn: self.turn(),
            next_stone: position.next_stone().filter(|_| to_act),
            stones: ByColor::from_fn(|color| position.stones(color)),
            score: position.score(),
            legal_points: if to_act {
                position.legal_points()
            } else {
                PointSet::EMPTY
            },
            stones_due: if to_act { position.stones_due() } else { 0 },
            marked_points: if to_act {
                position.marked_points()
            } else {
                PointSet::EMPTY
            },
            legal_words: if to_act {
                position.legal_words()
            } else {
                Vec::new()
            },
            forbidden: if to_act {
                position.forbidden_points()
            } else {
                Vec::new()
            },
            last: self.replay().plies().last().cloned(),
            winning_lines: position
                .outcome()
                .map(|outcome| outcome.lines)
                .unwrap_or_default(),
            moves: self.move_views(),
            clocks: self.clock_views(now_ms),
            offers: BySeat::from_fn(|seat| self.offers_of(seat)),
            comments: self.comment_views(),
            rematch_agreed: self.rematch_agreed(),
            entry_count: self.log().len(),
        }
    }

    fn move_views(&self) -> Vec<MoveView> {
        self.plies()
            .iter()
            .zip(self.replay().plies())
            .map(|(ply, changes)| MoveView {
                seat: ply.seat,
                mv: changes.mv,
                stone: changes.placed.map(|(_, color)| color),
                used_ms: ply.used_ms,
                by_clock: ply.by_clock,
                eval: ply.eval,
            })
            .collect()
    }

    fn clock_views(&self, now_ms: u64) -> Option<BySeat<ClockView>> {
        let rule = self.terms().time.clock;
        if rule == ClockRule::Unlimited {
            return None;
        }
        let view = |seat| {
            let clock = self.clock(seat);
            // At the end, the side that was to act when the game ended.
            let acts = match self.stage() {
                Stage::Over(_) => {
                    self.position()
                        .turn()
                        .map(|color| self.replay().seat_of(color))
                        == Some(seat)
                }
                _ => self.turn() == Some(seat),
            };
            let spent_ms = if acts { self.spent_ms(now_ms) } else { 0 };
            ClockView {
                remaining_ms: clock.remaining_ms(rule, spent_ms).unwrap_or_default(),
                periods: clock.charged(rule, spent_ms).periods,
                is_running: acts && self.stage() == Stage::Playing,
            }
        };
        Some(BySeat::from_fn(view))
    }

    fn offers_of(&self, seat: Seat) -> Vec<Offer> {
        OfferKind::ALL
            .into_iter()
            .filter_map(|kind| self.offers()[seat].get(kind))
            .collect()
    }

    fn comment_views(&self) -> Vec<CommentView> {
        self.log()
            .iter()
            .enumerate()
            .filter_map(|(index, entry)| match &entry.event {
                Event::Comment { seat, text } => Some(CommentView {
                    seat: *seat,
                    text: text.clone(),
                    after_entry: index,
                }),
                _ => None,
            })
            .collect()
    }
}
