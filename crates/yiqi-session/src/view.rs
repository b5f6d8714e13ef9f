//! A game as faces show it.

use yiqi_record::{BySeat, ClockRule, Event, Offer, OfferKind, Seat};
use yiqi_rules::{ByColor, Changes, Color, ForbiddenKind, GameSpec, Move, Point, PointSet, Score};

use crate::{Session, Stage};

/// Everything a face needs to show a game at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameView {
    /// The game, board and rules.
    pub spec: GameSpec,
    /// The stage of the game, with its result if it is over.
    pub stage: Stage,
    /// The names of the participants.
    pub players: BySeat<String>,
    /// The color that each seat plays now.
    pub colors: BySeat<Color>,
    /// The seat to act.
    pub turn: Option<Seat>,
    /// The color of the next stone; `None` if the rules ask for something other than a stone.
    pub next_stone: Option<Color>,
    /// The stones on the board.
    pub stones: ByColor<PointSet>,
    /// The stones of both sides, in games that count them.
    pub score: Option<Score>,
    /// Where a stone may be placed now.
    pub legal_points: PointSet,
    /// The number of stones the side to act still has to place in this turn.
    pub stones_due: u8,
    /// The legal points that a face marks; empty in games where almost every point is legal.
    pub marked_points: PointSet,
    /// The other legal moves: pass, swap, keep, more.
    pub legal_words: Vec<Move>,
    /// The points that are forbidden to the side to act, each with the reason.
    pub forbidden: Vec<(Point, ForbiddenKind)>,
    /// What the last ply changed.
    pub last: Option<Changes>,
    /// The rows that won the game.
    pub winning_lines: Vec<Vec<Point>>,
    /// Every ply not taken back.
    pub moves: Vec<MoveView>,
    /// The clocks, if the game has any.
    pub clocks: Option<BySeat<ClockView>>,
    /// The open offers of each seat.
    pub offers: BySeat<Vec<Offer>>,
    /// The comments.
    pub comments: Vec<CommentView>,
    /// Whether both seats agreed on a rematch.
    pub rematch_agreed: bool,
    /// The number of entries so far: where to resume from.
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
    /// Whether it was picked at random because time had run out.
    pub by_clock: bool,
    /// The player's evaluation of the position, in hundredths.
    pub eval: Option<i32>,
}

/// One seat's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockView {
    /// Time until it runs out, including periods.
    pub remaining_ms: u64,
    /// Periods left, including the one in use.
    pub periods: u16,
    /// The length of a period; 0 if there are none.
    pub period_ms: u64,
    /// Whether it is running.
    pub is_running: bool,
}

/// What a clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockFace {
    /// Time that is followed by no period.
    Plain {
        /// The time left.
        ms: u64,
    },
    /// Time before the first period.
    Main {
        /// The time left before it.
        ms: u64,
        /// The number of periods after it.
        periods: u16,
        /// The length of a period.
        period_ms: u64,
    },
    /// A period.
    Period {
        /// The time left in it.
        ms: u64,
        /// The periods left, including this one.
        periods: u16,
    },
}

impl ClockView {
    /// What the clock shows: in byo-yomi, the time before the periods, or that of the current one.
    #[must_use]
    pub fn face(&self) -> ClockFace {
        let (ms, periods, period_ms) = (self.remaining_ms, self.periods, self.period_ms);
        if period_ms == 0 || periods == 0 {
            return ClockFace::Plain { ms };
        }
        let later_ms = u64::from(periods).saturating_mul(period_ms);
        match ms.checked_sub(later_ms) {
            Some(main_ms @ 1..) => ClockFace::Main {
                ms: main_ms,
                periods,
                period_ms,
            },
            _ => ClockFace::Period {
                ms: ms.saturating_sub(later_ms - period_ms),
                periods,
            },
        }
    }
}

/// A comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommentView {
    /// The author, or `None` for a note by the host.
    pub seat: Option<Seat>,
    /// The comment.
    pub text: Box<str>,
    /// The number of entries before it.
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
            // After the end, the side that was to act when the game ended.
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
                period_ms: match rule {
                    ClockRule::ByoYomi { period_ms, .. } => period_ms,
                    _ => 0,
                },
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
