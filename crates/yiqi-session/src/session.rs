//! The state of a game and the only function that changes it.

use yiqi_record::{
    BySeat, ClockRule, Entry, Event, GameResult, Header, Offer, OfferKind, Record, Replay,
    ReplayError, Seat, TimeControl,
};
use yiqi_rules::{AnyPosition, Changes, Color, SetupError};

use crate::decide::OFFER_GAP;
use crate::{ClockState, ColorChoice, Terms};

/// One game being played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Session {
    terms: Terms,
    log: Vec<Entry>,
    replay: Replay,
    /// One for each ply not taken back.
    plies: Vec<Ply>,
    stage: Stage,
    clocks: BySeat<ClockState>,
    turn: TurnTime,
    offers: BySeat<Offers>,
    /// The number of moves made so far, including those taken back.
    move_count: u32,
    /// Whether the pause is the host's, not one agreed by the seats.
    paused_by_host: bool,
    rematch_agreed: bool,
}

/// The stage of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Not begun.
    Waiting,
    /// A side is to move.
    Playing,
    /// The clocks are stopped.
    Paused,
    /// Ended.
    Over(GameResult),
}

/// Who made a ply, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ply {
    pub(crate) seat: Seat,
    pub(crate) used_ms: u64,
    /// What was added to the clock after it.
    pub(crate) reward_ms: u64,
    /// Whether it was made in this game, not in the one that this game continues.
    pub(crate) is_own: bool,
    pub(crate) by_clock: bool,
    pub(crate) eval: Option<i32>,
}

/// The time of the current turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct TurnTime {
    /// Spent before the clock last started.
    spent_ms: u64,
    /// When the clock last started.
    since_ms: u64,
}

/// The open offers of one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offers {
    pub(crate) draw: bool,
    pub(crate) take_back: Option<u16>,
    pub(crate) pause: bool,
    pub(crate) rematch: bool,
    /// The recent offers of a draw, a take-back and a pause that were not accepted.
    recent: [RecentOffers; 3],
}

/// Offers of one kind that were not accepted, since some number of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RecentOffers {
    pub(crate) count: u32,
    /// The number of moves made when the first of them was made.
    pub(crate) since: u32,
}

impl Offers {
    pub(crate) fn get(&self, kind: OfferKind) -> Option<Offer> {
        match kind {
            OfferKind::Draw => self.draw.then_some(Offer::Draw),
            OfferKind::TakeBack => self.take_back.map(|plies| Offer::TakeBack { plies }),
            OfferKind::Pause => self.pause.then_some(Offer::Pause),
            OfferKind::Rematch => self.rematch.then_some(Offer::Rematch),
        }
    }

    /// The recent offers of a kind; rematches are not counted.
    pub(crate) fn recent(&self, kind: OfferKind) -> Option<RecentOffers> {
        recent_index(kind).map(|index| self.recent[index])
    }

    /// Counts an offer that is made after this many moves.
    fn count(&mut self, kind: OfferKind, move_count: u32) {
        let Some(recent) = recent_index(kind).map(|index| &mut self.recent[index]) else {
            return;
        };
        if recent.count == 0 || move_count - recent.since >= OFFER_GAP {
            *recent = RecentOffers {
                count: 0,
                since: move_count,
            };
        }
        recent.count += 1;
    }

    /// Forgets the offers of a kind, because one was accepted.
    fn forgive(&mut self, kind: OfferKind) {
        if let Some(index) = recent_index(kind) {
            self.recent[index] = RecentOffers::default();
        }
    }

    fn set(&mut self, offer: Offer) {
        match offer {
            Offer::Draw => self.draw = true,
            Offer::TakeBack { plies } => self.take_back = Some(plies),
            Offer::Pause => self.pause = true,
            Offer::Rematch => self.rematch = true,
        }
    }

    fn clear(&mut self, kind: OfferKind) {
        match kind {
            OfferKind::Draw => self.draw = false,
            OfferKind::TakeBack => self.take_back = None,
            OfferKind::Pause => self.pause = false,
            OfferKind::Rematch => self.rematch = false,
        }
    }
}

const fn recent_index(kind: OfferKind) -> Option<usize> {
    match kind {
        OfferKind::Draw => Some(0),
        OfferKind::TakeBack => Some(1),
        OfferKind::Pause => Some(2),
        OfferKind::Rematch => None,
    }
}

/// An entry that cannot follow the previous ones. A log whose entries all come from `decide` never
/// has one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entry {number} does not follow: {problem}")]
pub struct BrokenLog {
    /// The number of the entry, from 1.
    pub number: usize,
    /// The reason.
    pub problem: LogProblem,
}

/// Why an entry cannot follow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LogProblem {
    /// It is earlier than the previous one.
    #[error("it is earlier than the entry before")]
    Time,
    /// It cannot happen at this stage of the game.
    #[error("it cannot happen at this stage of the game")]
    Stage,
    /// It answers an offer that was not made.
    #[error("it answers an offer that nobody made")]
    Answer,
    /// The rules refuse it.
    #[error("{0}")]
    Rules(#[from] ReplayError),
    /// It is not the turn of the seat that ran out of time.
    #[error("it is not that seat's turn")]
    Turn,
}

impl Session {
    /// A game that has not begun.
    ///
    /// # Errors
    /// If the start position of the terms is invalid.
    pub fn new(terms: Terms) -> Result<Session, SetupError> {
        let replay = Replay::new(terms.start_position()?);
        let clock = ClockState::new(terms.time.clock);
        Ok(Session {
            terms,
            log: Vec::new(),
            replay,
            plies: Vec::new(),
            stage: Stage::Waiting,
            clocks: BySeat {
                first: clock,
                second: clock,
            },
            turn: TurnTime::default(),
            offers: BySeat::default(),
            move_count: 0,
            paused_by_host: false,
            rematch_agreed: false,
        })
    }

    /// The game that these entries lead to.
    ///
    /// # Errors
    /// The first entry that cannot follow.
    pub fn with_entries<'a>(
        mut self,
        entries: impl IntoIterator<Item = &'a Entry>,
    ) -> Result<Session, BrokenLog> {
        for entry in entries {
            self.apply(entry)?;
        }
        Ok(self)
    }

    /// A new game from the current position, for other players and with another clock. It includes
    /// the moves that led here, so that they can be viewed and taken back.
    #[must_use]
    pub fn branch(&self, players: BySeat<String>, time: TimeControl) -> Session {
        let first = self.first_color().unwrap_or(Color::Black);
        let terms = Terms {
            players,
            time,
            colors: ColorChoice::First(first),
            ..self.terms.clone()
        };
        let moves = self.replay.moves().map(|mv| Event::Move(mv.into()));
        let is_over = self.position().turn().is_none();
        let entries: Vec<Entry> = std::iter::once(Event::Begin { first })
            .chain(moves)
            .chain((!is_over).then_some(Event::Branch))
            .map(|event| Entry { at_ms: 0, event })
            .collect();
        Session::new(terms)
            .expect("the start position is the one of this game")
            .with_entries(&entries)
            .expect("the moves were legal in this game")
    }

    /// The terms of a rematch: the same with colors swapped.
    #[must_use]
    pub fn rematch_terms(&self) -> Terms {
        let first = self.first_color().unwrap_or(Color::Black);
        Terms {
            colors: ColorChoice::First(first.other()),
            ..self.terms.clone()
        }
    }

    /// The game as a record, with its result if it has one.
    #[must_use]
    pub fn record(&self) -> Record {
        let header = Header {
            result: self.result(),
            ..self.terms.header()
        };
        Record::from_entries(header, self.log.iter().cloned())
    }

    /// The terms agreed before the game.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// All entries.
    #[must_use]
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// The stage of the game.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The position on the board.
    #[must_use]
    pub fn position(&self) -> &AnyPosition {
        self.replay.position()
    }

    /// What each ply changed, without those taken back.
    #[must_use]
    pub fn played(&self) -> &[Changes] {
        self.replay.plies()
    }

    /// The result, if the game is over.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        match self.stage {
            Stage::Over(result) => Some(result),
            _ => None,
        }
    }

    /// Whether both seats agreed on a rematch.
    #[must_use]
    pub fn rematch_agreed(&self) -> bool {
        self.rematch_agreed
    }

    /// The color that each seat plays now.
    #[must_use]
    pub fn colors(&self) -> BySeat<Color> {
        self.replay.colors()
    }

    /// The seat to act, while the game is played or paused.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        match self.stage {
            Stage::Playing | Stage::Paused => {
                let color = self.position().turn()?;
                Some(self.replay.seat_of(color))
            }
            Stage::Waiting | Stage::Over(_) => None,
        }
    }

    /// The first moment at which the side to act has run out of time, if nothing else happens: the
    /// host waits until then and sends [`Command::Tick`](crate::Command::Tick).
    #[must_use]
    pub fn deadline(&self) -> Option<u64> {
        if self.stage != Stage::Playing {
            return None;
        }
        let seat = self.turn()?;
        let left_ms = self.clocks[seat].remaining_ms(self.terms.time.clock, self.turn.spent_ms)?;
        // A move in the very last millisecond still counts.
        Some(self.turn.since_ms.saturating_add(left_ms).saturating_add(1))
    }

    pub(crate) fn replay(&self) -> &Replay {
        &self.replay
    }

    pub(crate) fn plies(&self) -> &[Ply] {
        &self.plies
    }

    pub(crate) fn offers(&self) -> &BySeat<Offers> {
        &self.offers
    }

    pub(crate) fn move_count(&self) -> u32 {
        self.move_count
    }

    pub(crate) fn clock(&self, seat: Seat) -> ClockState {
        self.clocks[seat]
    }

    pub(crate) fn paused_by_host(&self) -> bool {
        self.paused_by_host
    }

    /// The time of the last entry.
    pub(crate) fn last_ms(&self) -> u64 {
        self.log.last().map_or(0, |entry| entry.at_ms)
    }

    /// How long the current turn has taken by now.
    #[must_use]
    pub fn spent_ms(&self, now_ms: u64) -> u64 {
        let running_ms = match self.stage {
            Stage::Playing => now_ms.saturating_sub(self.turn.since_ms),
            _ => 0,
        };
        self.turn.spent_ms.saturating_add(running_ms)
    }

    fn first_color(&self) -> Option<Color> {
        self.log.iter().find_map(|entry| match entry.event {
            Event::Begin { first } => Some(first),
            _ => None,
        })
    }

    /// Applies an entry. The only function that changes a game.
    ///
    /// # Errors
    /// If the entry cannot follow; nothing has changed then.
    pub fn apply(&mut self, entry: &Entry) -> Result<(), BrokenLog> {
        self.check_entry(entry)
            .and_then(|()| self.change(entry))
            .map_err(|problem| BrokenLog {
                number: self.log.len() + 1,
                problem,
            })?;
        self.log.push(entry.clone());
        Ok(())
    }

    /// Whether an entry can follow, apart from the rules of the board.
    fn check_entry(&self, entry: &Entry) -> Result<(), LogProblem> {
        if entry.at_ms < self.last_ms() {
            return Err(LogProblem::Time);
        }
        let playing = self.stage == Stage::Playing;
        let paused = self.stage == Stage::Paused;
        let over = matches!(self.stage, Stage::Over(_));
        let fits = match &entry.event {
            Event::Begin { .. } => self.stage == Stage::Waiting,
            Event::Move(_)
            | Event::Branch
            | Event::Pause
            | Event::TimeOut { .. }
            | Event::AgreeDraw => playing,
            Event::Resume => paused,
            Event::TakeBack { .. } | Event::Resign { .. } | Event::Forfeit { .. } => {
                playing || paused
            }
            Event::GiveTime { .. } => !over,
            Event::Abort => !over,
            Event::Comment { .. } => true,
            Event::Offer { offer, .. } => match offer {
                Offer::Rematch => over && !self.rematch_agreed,
                _ => playing,
            },
            Event::Decline { seat, offer } => {
                if self.offers[seat.other()].get(*offer).is_none() {
                    return Err(LogProblem::Answer);
                }
                true
            }
            Event::AgreeRematch => over && !self.rematch_agreed,
        };
        if !fits {
            return Err(LogProblem::Stage);
        }
        match entry.event {
            Event::TimeOut { seat } if self.turn() != Some(seat) => Err(LogProblem::Turn),
            Event::Offer {
                offer: Offer::TakeBack { plies },
                ..
            } if plies == 0 || usize::from(plies) > self.plies.len() => {
                Err(LogProblem::Rules(ReplayError::TooFarBack {
                    plies,
                    played: self.plies.len(),
                }))
            }
            _ => Ok(()),
        }
    }

    fn change(&mut self, entry: &Entry) -> Result<(), LogProblem> {
        let at_ms = entry.at_ms;
        match &entry.event {
            Event::Begin { .. } => {
                self.replay.apply(&entry.event)?;
                self.stage = Stage::Playing;
                self.restart_turn(at_ms);
                self.end_by_rules();
            }
            Event::Move(played) => {
                let seat = self.turn().ok_or(LogProblem::Stage)?;
                let used_ms = self.spent_ms(at_ms);
                self.replay.apply(&entry.event)?;
                let rule = self.terms.time.clock;
                let reward_ms = match rule {
                    ClockRule::PerGame { increment_ms, .. } => increment_ms,
                    _ => 0,
                };
                self.clocks[seat] = self.clocks[seat]
                    .charged(rule, used_ms)
                    .given(rule, reward_ms);
                self.plies.push(Ply {
                    seat,
                    used_ms,
                    reward_ms,
                    is_own: true,
                    by_clock: played.by_clock,
                    eval: played.eval,
                });
                self.move_count += 1;
                self.restart_turn(at_ms);
                self.lapse_offers(seat);
                self.end_by_rules();
            }
            Event::TakeBack { plies } => {
                let charged = self.turn();
                let spent_ms = self.spent_ms(at_ms);
                self.replay.apply(&entry.event)?;
                if let Some(seat) = charged {
                    self.clocks[seat] = self.clocks[seat].charged(self.terms.time.clock, spent_ms);
                }
                let kept = self.plies.len().saturating_sub(usize::from(*plies));
                for ply in self.plies.drain(kept..) {
                    // Time used is not given back, but what was added for the move is taken away.
                    let clock = &mut self.clocks[ply.seat];
                    clock.main_ms = clock.main_ms.saturating_sub(ply.reward_ms);
                }
                self.restart_turn(at_ms);
                for seat in Seat::BOTH {
                    self.offers[seat].forgive(OfferKind::TakeBack);
                    self.lapse_offers(seat);
                }
            }
            Event::Branch => {
                let clock = ClockState::new(self.terms.time.clock);
                for seat in Seat::BOTH {
                    self.clocks[seat] = clock;
                }
                for ply in &mut self.plies {
                    ply.reward_ms = 0;
                    ply.is_own = false;
                }
                self.offers = BySeat::default();
                self.restart_turn(at_ms);
            }
            Event::Pause => {
                self.turn.spent_ms = self.spent_ms(at_ms);
                self.stage = Stage::Paused;
                self.paused_by_host = Seat::BOTH.into_iter().all(|seat| !self.offers[seat].pause);
                for seat in Seat::BOTH {
                    self.offers[seat].forgive(OfferKind::Pause);
                    self.offers[seat].clear(OfferKind::Pause);
                }
            }
            Event::Resume => {
                self.turn.since_ms = at_ms;
                self.stage = Stage::Playing;
            }
            Event::GiveTime { seat, ms } => {
                self.clocks[*seat] = self.clocks[*seat].given(self.terms.time.clock, *ms);
            }
            Event::Offer { seat, offer } => {
                self.offers[*seat].count(offer.kind(), self.move_count);
                self.offers[*seat].set(*offer);
            }
            Event::Decline { seat, offer } => self.offers[seat.other()].clear(*offer),
            Event::Comment { .. } => {}
            Event::Resign { .. }
            | Event::Forfeit { .. }
            | Event::TimeOut { .. }
            | Event::AgreeDraw
            | Event::Abort => {
                self.replay.apply(&entry.event)?;
                if let Some(result) = GameResult::of_event(&entry.event, self.colors()) {
                    self.end(result, at_ms);
                }
            }
            Event::AgreeRematch => {
                self.rematch_agreed = true;
                self.offers = BySeat::default();
            }
        }
        Ok(())
    }

    fn restart_turn(&mut self, at_ms: u64) {
        self.turn = TurnTime {
            spent_ms: 0,
            since_ms: at_ms,
        };
    }

    /// Drops offers made obsolete by a move: take-backs and pauses, and the draw that the other
    /// seat had offered to the mover.
    fn lapse_offers(&mut self, mover: Seat) {
        for seat in Seat::BOTH {
            self.offers[seat].clear(OfferKind::TakeBack);
            self.offers[seat].clear(OfferKind::Pause);
        }
        self.offers[mover.other()].clear(OfferKind::Draw);
    }

    fn end_by_rules(&mut self) {
        if let Some(outcome) = self.position().outcome() {
            self.stage = Stage::Over(GameResult::from(&outcome));
            self.offers = BySeat::default();
        }
    }

    fn end(&mut self, result: GameResult, at_ms: u64) {
        // Keep the time of the last turn, for the clocks to show.
        self.turn.spent_ms = self.spent_ms(at_ms);
        self.offers = BySeat::default();
        self.stage = Stage::Over(result);
    }
}
