//! Decides which entries a command leads to.

use yiqi_record::notation::is_unprintable;
use yiqi_record::{ClockRule, Duration, Entry, Event, Offer, OfferKind, Played, RunOut, Seat};
use yiqi_rules::Color;

use crate::{Actor, ColorChoice, Command, Refusal, Request, Session, Stage};

/// Within this many moves, a seat may make only a few offers of one kind that are not accepted.
pub(crate) const OFFER_GAP: u32 = 10;

/// How many offers of a kind a seat may make within [`OFFER_GAP`].
const fn offers_max(kind: OfferKind) -> u32 {
    match kind {
        OfferKind::Draw => 1,
        OfferKind::TakeBack | OfferKind::Pause => 3,
        OfferKind::Rematch => u32::MAX,
    }
}

/// The most time that can be given at once: a year.
const GIVEN_MS_MAX: u64 = 366 * 24 * 3_600_000;

/// The longest comment, in characters.
const COMMENT_CHARS_MAX: usize = 500;

impl Session {
    /// Returns the entries that `command` leads to, at this time and with this random number.
    /// Changes nothing.
    ///
    /// `now_ms` is the time at which the command arrived, counted from when the host opened the
    /// game. It decides whether time had run out. Entries never get a time before that of the last
    /// one, so a clock that was set back or a command that waited does no harm.
    ///
    /// # Errors
    /// The reason why the game refuses the command.
    pub fn decide(
        &self,
        actor: Actor,
        command: &Command,
        now_ms: u64,
        dice: u64,
    ) -> Result<Vec<Entry>, Refusal> {
        let at_ms = now_ms.max(self.last_ms()).min(Duration::MS_MAX);
        let event = match command {
            Command::Start => Some(self.start(dice)?),
            Command::Play { mv, eval } => {
                let seat = seat_of(actor)?;
                self.check_begun()?;
                if self.turn() != Some(seat) {
                    return Err(Refusal::NotYourTurn);
                }
                self.check_playing(now_ms)?;
                self.position().check(*mv)?;
                Some(Event::Move(Played {
                    mv: *mv,
                    by_clock: false,
                    eval: *eval,
                }))
            }
            Command::Offer(request) => Some(self.offer(seat_of(actor)?, *request, now_ms)?),
            Command::Accept(kind) => Some(self.accept(seat_of(actor)?, *kind, now_ms)?),
            Command::Decline(kind) => {
                let seat = seat_of(actor)?;
                self.offered_to(seat, *kind)?;
                Some(Event::Decline { seat, offer: *kind })
            }
            Command::Resign => {
                let seat = seat_of(actor)?;
                self.check_begun()?;
                Some(Event::Resign { seat })
            }
            Command::Forfeit(seat) => {
                if actor != Actor::Host {
                    return Err(Refusal::HostOnly);
                }
                self.check_begun()?;
                Some(Event::Forfeit { seat: *seat })
            }
            Command::Pause => match actor {
                Actor::Seat(_) => return Err(Refusal::HostOnly),
                Actor::Host => {
                    self.check_playing(now_ms)?;
                    Some(Event::Pause)
                }
            },
            Command::Resume => Some(self.resume(actor)?),
            Command::TakeBack { plies } => Some(self.take_back(actor, *plies, now_ms)?),
            Command::Abort => Some(self.abort(actor, now_ms)?),
            Command::GiveTime { seat, ms } => Some(self.give_time(actor, *seat, *ms)?),
            Command::Comment(text) => Some(comment(actor, text)?),
            Command::Tick => self.tick(now_ms, dice),
        };
        Ok(event
            .into_iter()
            .map(|event| Entry { at_ms, event })
            .collect())
    }

    fn start(&self, dice: u64) -> Result<Event, Refusal> {
        match self.stage() {
            Stage::Waiting => {}
            Stage::Playing | Stage::Paused => return Err(Refusal::AlreadyBegun),
            Stage::Over(_) => return Err(Refusal::GameOver),
        }
        let first = match self.terms().colors {
            ColorChoice::First(color) => color,
            ColorChoice::Drawn => Color::BOTH[(dice % 2) as usize],
        };
        Ok(Event::Begin { first })
    }

    fn check_begun(&self) -> Result<(), Refusal> {
        match self.stage() {
            Stage::Waiting => Err(Refusal::NotBegun),
            Stage::Over(_) => Err(Refusal::GameOver),
            Stage::Playing | Stage::Paused => Ok(()),
        }
    }

    /// Checks that the game is being played now. Once time has run out, its consequences come
    /// first.
    fn check_playing(&self, now_ms: u64) -> Result<(), Refusal> {
        self.check_begun()?;
        match self.stage() {
            Stage::Paused => Err(Refusal::Paused),
            _ if self.is_run_out(now_ms) => Err(Refusal::TimeUp),
            _ => Ok(()),
        }
    }

    fn is_run_out(&self, now_ms: u64) -> bool {
        self.deadline().is_some_and(|deadline| now_ms >= deadline)
    }

    fn offer(&self, seat: Seat, request: Request, now_ms: u64) -> Result<Event, Refusal> {
        let (kind, offer) = match request {
            Request::Draw => (OfferKind::Draw, Offer::Draw),
            Request::Pause => (OfferKind::Pause, Offer::Pause),
            Request::Rematch => (OfferKind::Rematch, Offer::Rematch),
            Request::TakeBack => {
                self.check_playing(now_ms)?;
                let plies = self.plies_to_take_back(seat)?;
                (OfferKind::TakeBack, Offer::TakeBack { plies })
            }
        };
        match request {
            Request::Rematch => match self.stage() {
                Stage::Over(_) if self.rematch_agreed() => {
                    return Err(Refusal::AlreadyOffered(kind));
                }
                Stage::Over(_) => {}
                _ => return Err(Refusal::NotOver),
            },
            _ => self.check_playing(now_ms)?,
        }
        if self.offers()[seat].get(kind).is_some() {
            return Err(Refusal::AlreadyOffered(kind));
        }
        if self.offers()[seat.other()].get(kind).is_some() {
            return match request {
                // The two take-backs would lead to different positions.
                Request::TakeBack => Err(Refusal::AnswerFirst(kind)),
                _ => self.accept(seat, kind, now_ms),
            };
        }
        if let Some(recent) = self.offers()[seat].recent(kind)
            && recent.count >= offers_max(kind)
        {
            let since = self.move_count() - recent.since;
            if since < OFFER_GAP {
                return Err(Refusal::TooSoon {
                    plies: OFFER_GAP - since,
                });
            }
        }
        Ok(Event::Offer { seat, offer })
    }

    /// The number of plies to return to before the last one of a seat.
    fn plies_to_take_back(&self, seat: Seat) -> Result<u16, Refusal> {
        self.plies()
            .iter()
            .rev()
            .position(|ply| ply.seat == seat)
            .and_then(|later| u16::try_from(later + 1).ok())
            .ok_or(Refusal::NothingToTakeBack)
    }

    /// The offer of this kind that the other seat made to this one.
    fn offered_to(&self, seat: Seat, kind: OfferKind) -> Result<Offer, Refusal> {
        match self.stage() {
            Stage::Waiting => return Err(Refusal::NotBegun),
            Stage::Over(_) if kind != OfferKind::Rematch => return Err(Refusal::GameOver),
            _ => {}
        }
        self.offers()[seat.other()]
            .get(kind)
            .ok_or(Refusal::NothingOffered(kind))
    }

    fn accept(&self, seat: Seat, kind: OfferKind, now_ms: u64) -> Result<Event, Refusal> {
        let offer = self.offered_to(seat, kind)?;
        if offer != Offer::Rematch {
            self.check_playing(now_ms)?;
        }
        Ok(match offer {
            Offer::Draw => Event::AgreeDraw,
            Offer::TakeBack { plies } => Event::TakeBack { plies },
            Offer::Pause => Event::Pause,
            Offer::Rematch => Event::AgreeRematch,
        })
    }

    /// An agreed pause can be ended by the side whose clock will run, a pause by the host only by
    /// the host.
    fn resume(&self, actor: Actor) -> Result<Event, Refusal> {
        self.check_begun()?;
        if self.stage() != Stage::Paused {
            return Err(Refusal::NotPaused);
        }
        match actor {
            Actor::Host => Ok(Event::Resume),
            Actor::Seat(_) if self.paused_by_host() => Err(Refusal::HostOnly),
            Actor::Seat(seat) if self.turn() != Some(seat) => Err(Refusal::NotYourTurn),
            Actor::Seat(_) => Ok(Event::Resume),
        }
    }

    fn take_back(&self, actor: Actor, plies: u16, now_ms: u64) -> Result<Event, Refusal> {
        if actor != Actor::Host {
            return Err(Refusal::HostOnly);
        }
        self.check_begun()?;
        if self.is_run_out(now_ms) {
            return Err(Refusal::TimeUp);
        }
        if plies == 0 || usize::from(plies) > self.plies().len() {
            return Err(Refusal::NothingToTakeBack);
        }
        Ok(Event::TakeBack { plies })
    }

    fn abort(&self, actor: Actor, now_ms: u64) -> Result<Event, Refusal> {
        if matches!(self.stage(), Stage::Over(_)) {
            return Err(Refusal::GameOver);
        }
        // Calling the game off must not avoid a loss on time.
        if actor != Actor::Host && self.is_run_out(now_ms) {
            return Err(Refusal::TimeUp);
        }
        let has_moved = |seat| {
            let mut own = self.plies().iter().filter(|ply| ply.is_own);
            own.any(|ply| ply.seat == seat)
        };
        match actor {
            Actor::Seat(_) if Seat::BOTH.into_iter().all(has_moved) => Err(Refusal::TooLateToAbort),
            _ => Ok(Event::Abort),
        }
    }

    fn give_time(&self, actor: Actor, seat: Seat, ms: u64) -> Result<Event, Refusal> {
        if actor != Actor::Host {
            return Err(Refusal::HostOnly);
        }
        if matches!(self.stage(), Stage::Over(_)) {
            return Err(Refusal::GameOver);
        }
        if self.terms().time.clock == ClockRule::Unlimited {
            return Err(Refusal::NoClock);
        }
        Ok(Event::GiveTime {
            seat,
            ms: ms.min(GIVEN_MS_MAX),
        })
    }

    /// What is due: the side to act has run out of time, or nothing.
    fn tick(&self, now_ms: u64, dice: u64) -> Option<Event> {
        if !self.is_run_out(now_ms) {
            return None;
        }
        let seat = self.turn()?;
        match self.terms().time.run_out {
            RunOut::Loss => Some(Event::TimeOut { seat }),
            RunOut::RandomMove => {
                let moves = self.position().legal_moves();
                let index = dice.checked_rem(moves.len() as u64)?;
                let mv = *moves.get(usize::try_from(index).ok()?)?;
                Some(Event::Move(Played {
                    mv,
                    by_clock: true,
                    eval: None,
                }))
            }
        }
    }
}

fn seat_of(actor: Actor) -> Result<Seat, Refusal> {
    match actor {
        Actor::Seat(seat) => Ok(seat),
        Actor::Host => Err(Refusal::SeatOnly),
    }
}

/// A comment, which may contain nothing unprintable except line ends.
fn comment(actor: Actor, text: &str) -> Result<Event, Refusal> {
    let kept: String = text
        .chars()
        .filter(|&c| c == '\n' || !is_unprintable(c))
        .collect();
    let text = kept.trim();
    let length = text.chars().count();
    if length == 0 {
        return Err(Refusal::EmptyText);
    }
    if length > COMMENT_CHARS_MAX {
        return Err(Refusal::TextTooLong {
            length,
            limit: COMMENT_CHARS_MAX,
        });
    }
    Ok(Event::Comment {
        seat: match actor {
            Actor::Seat(seat) => Some(seat),
            Actor::Host => None,
        },
        text: text.into(),
    })
}
