//! What the clients of one table know, and the check of a log against it.

use std::time::{Duration, Instant};

use yiqi_record::Seat;
use yiqi_rules::{GameSpec, GomokuRules};
use yiqi_testkit::reference::{Stone, gomoku, reversi};
use yiqi_wire::{TableState, WireColor, WireEntry, WireEvent};

/// The observers of a table: both players and a spectator.
pub(crate) const OBSERVERS: usize = 3;

/// The index of a player among the observers.
pub(crate) const fn observer(seat: Seat) -> usize {
    match seat {
        Seat::First => 0,
        Seat::Second => 1,
    }
}

/// A move that a client sent.
#[derive(Clone, Debug)]
pub(crate) struct SentMove {
    pub(crate) id: String,
    pub(crate) mv: String,
    /// The index of its sender among the observers.
    pub(crate) mover: usize,
    /// When it was sent; if it was resent because the log did not have it, when it was last sent.
    pub(crate) at: Instant,
    /// The number with which it was acknowledged.
    pub(crate) number: Option<usize>,
    /// Whether it is known to be in the log without an acknowledgment.
    pub(crate) is_found: bool,
}

/// A time without a server.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Downtime {
    pub(crate) from: Instant,
    pub(crate) until: Instant,
    /// How much of it a server may have taken for uptime: it was started and killed before it
    /// reported to be ready.
    pub(crate) false_starts: Duration,
    /// How much too early the server may think that it began: the last heartbeat was not on disk.
    pub(crate) early: Duration,
}

/// Everything that the clients of one table know.
#[derive(Clone, Debug)]
pub(crate) struct Witness {
    pub(crate) table: String,
    pub(crate) spec: GameSpec,
    /// The moves sent, in order: each after the previous one was in the log.
    pub(crate) sent: Vec<SentMove>,
    /// The entries that each observer received.
    pub(crate) seen: [Vec<WireEntry>; OBSERVERS],
}

/// The result of checking a log.
#[derive(Clone, Debug, Default)]
pub(crate) struct Verdict {
    /// Violations.
    pub(crate) faults: Vec<String>,
    /// Moves that were acknowledged and are not in the log.
    pub(crate) lost: usize,
    /// The error of the time charged for each move.
    pub(crate) clock_errors: Vec<Duration>,
}

impl Witness {
    pub(crate) fn new(table: String, spec: GameSpec) -> Witness {
        Witness {
            table,
            spec,
            sent: Vec::new(),
            seen: Default::default(),
        }
    }

    /// The last move, if it is unknown whether it was carried out.
    pub(crate) fn unacknowledged(&mut self) -> Option<&mut SentMove> {
        self.sent.last_mut().filter(|sent| sent.number.is_none())
    }

    /// The verdict on a table that no longer exists.
    pub(crate) fn all_lost(&self, status: u16) -> Verdict {
        let acknowledged = self.sent.iter().filter(|sent| sent.number.is_some());
        Verdict {
            faults: vec![format!("table {} no longer exists ({status})", self.table)],
            // The table itself was acknowledged.
            lost: acknowledged.count().max(1),
            clock_errors: Vec::new(),
        }
    }

    /// Checks the whole log of the table, and records whether it has the unacknowledged move.
    pub(crate) fn judge(
        &mut self,
        state: &TableState,
        downtimes: &[Downtime],
        clock_tolerance: Duration,
    ) -> Verdict {
        let mut verdict = Verdict::default();
        let log = &state.entries;
        if state.from != 1 {
            verdict
                .faults
                .push(format!("the log begins with entry {}", state.from));
            return verdict;
        }
        for (observer, seen) in self.seen.iter().enumerate() {
            if !log.starts_with(seen) {
                let same = log.iter().zip(seen).take_while(|(a, b)| a == b).count();
                verdict.faults.push(format!(
                    "observer {observer} saw {} entries, of which the log of {} has {same}",
                    seen.len(),
                    log.len()
                ));
            }
        }
        let moves = moves_of(log);
        self.judge_moves(log, &moves, &mut verdict);
        if verdict.faults.is_empty() {
            self.judge_clocks(log, &moves, downtimes, clock_tolerance, &mut verdict);
        }
        let ends = log.iter().filter(|entry| is_end(&entry.event)).count();
        if ends > 0 {
            verdict
                .faults
                .push(format!("{ends} ends that nobody caused"));
        }
        if let Err(fault) = judge_rules(self.spec, &moves, state) {
            verdict.faults.push(fault);
        }
        for fault in &mut verdict.faults {
            *fault = format!("table {}: {fault}", self.table);
        }
        verdict
    }

    /// Checks that the moves of the log are those acknowledged, in order, each once, and perhaps
    /// the last one sent.
    fn judge_moves(&mut self, log: &[WireEntry], moves: &[LoggedMove<'_>], verdict: &mut Verdict) {
        for (at, sent) in self.sent.iter_mut().enumerate() {
            let made = moves.get(at).filter(|made| made.mv == sent.mv);
            match (sent.number, made) {
                (None, made) => sent.is_found = made.is_some(),
                (Some(number), None) => {
                    verdict.lost += 1;
                    verdict.faults.push(format!(
                        "{} was acknowledged as {number} and is not in the log of {}",
                        sent.mv,
                        log.len()
                    ));
                }
                // Lag compensation comes first.
                (Some(number), Some(made)) if (number..=number + 1).contains(&made.number) => {}
                (Some(number), Some(made)) => verdict.faults.push(format!(
                    "{} was acknowledged as {number} and is {}",
                    sent.mv, made.number
                )),
            }
        }
        let strange = moves
            .iter()
            .zip(&self.sent)
            .find(|(made, sent)| made.mv != sent.mv);
        if let Some((made, sent)) = strange.filter(|_| verdict.lost == 0) {
            verdict.faults.push(format!(
                "{} was sent and {} is in the log as {}",
                sent.mv, made.mv, made.number
            ));
        }
        if moves.len() > self.sent.len() {
            verdict.faults.push(format!(
                "{} moves were sent and {} made",
                self.sent.len(),
                moves.len()
            ));
        }
    }

    /// Checks that each move is charged the time since the previous one, less the downtime.
    fn judge_clocks(
        &self,
        log: &[WireEntry],
        moves: &[LoggedMove<'_>],
        downtimes: &[Downtime],
        tolerance: Duration,
        verdict: &mut Verdict,
    ) {
        for (pair, sent) in moves.windows(2).zip(self.sent.windows(2)) {
            let (before, made) = (pair[0], pair[1]);
            // Time given together with the move itself is lag compensation.
            let given_ms: u64 = log[before.number..made.number - 1]
                .iter()
                .filter_map(|entry| match entry.event {
                    WireEvent::GiveTime { ms, .. } if entry.at_ms < made.at_ms => Some(ms),
                    _ => None,
                })
                .sum();
            let charged_ms = (made.at_ms - before.at_ms) as i128 - i128::from(given_ms);
            let (from, until) = (sent[0].at, sent[1].at);
            let overlaps = downtimes
                .iter()
                .filter(|downtime| downtime.until > from && downtime.from < until);
            let [mut absent, mut false_starts, mut early] = [Duration::ZERO; 3];
            for downtime in overlaps {
                absent += downtime.until.min(until) - downtime.from.max(from);
                false_starts += downtime.false_starts;
                early += downtime.early;
            }
            let due_ms = (until - from).as_millis() as i128 - absent.as_millis() as i128;
            let over_ms = (charged_ms - due_ms - false_starts.as_millis() as i128).max(0);
            let under_ms = (due_ms - charged_ms - early.as_millis() as i128).max(0);
            let error = Duration::from_millis(over_ms.max(under_ms) as u64);
            verdict.clock_errors.push(error);
            if error > tolerance {
                verdict.faults.push(format!(
                    "move {} was charged {charged_ms} ms instead of {due_ms} ({given_ms} given)",
                    made.number
                ));
            }
        }
    }
}

/// A move in a log.
#[derive(Clone, Copy, Debug)]
struct LoggedMove<'a> {
    number: usize,
    mv: &'a str,
    at_ms: u64,
}

fn moves_of(log: &[WireEntry]) -> Vec<LoggedMove<'_>> {
    (1..)
        .zip(log)
        .filter_map(|(number, entry)| match &entry.event {
            WireEvent::Move { mv, .. } => Some(LoggedMove {
                number,
                mv,
                at_ms: entry.at_ms,
            }),
            _ => None,
        })
        .collect()
}

/// Whether an event ends a game other than by its rules.
fn is_end(event: &WireEvent) -> bool {
    matches!(
        event,
        WireEvent::Resign { .. }
            | WireEvent::Forfeit { .. }
            | WireEvent::AgreeDraw
            | WireEvent::TimeOut { .. }
            | WireEvent::Abort
    )
}

/// Replays the moves by the reference rules, and compares the results.
fn judge_rules(spec: GameSpec, moves: &[LoggedMove<'_>], state: &TableState) -> Result<(), String> {
    let names: Vec<&str> = moves.iter().map(|made| made.mv).collect();
    let end = replay(spec, &names)?;
    let view = state.view.as_ref();
    let told = view.and_then(|view| view.result.as_ref());
    let winner = |color| match color {
        WireColor::Black => Stone::Black,
        WireColor::White => Stone::White,
    };
    let told = told.map(|result| result.winner.map(winner));
    if told == end {
        Ok(())
    } else {
        Err(format!("the server says {told:?}, the rules say {end:?}"))
    }
}

/// The winner of a game that is over, or `None`.
type Outcome = Option<Option<Stone>>;

/// Replays moves by the reference rules.
fn replay(spec: GameSpec, moves: &[&str]) -> Result<Outcome, String> {
    match spec {
        GameSpec::Reversi(_) => replay_reversi(spec, moves),
        GameSpec::Gomoku(rules) if rules.rules == GomokuRules::Freestyle => {
            replay_gomoku(spec, moves)
        }
        _ => Err(format!("no reference rules for {spec}")),
    }
}

fn place(spec: GameSpec, name: &str) -> Result<(usize, usize), String> {
    let point = spec.point_named(name);
    let point = point.ok_or_else(|| format!("{name} is not a point"))?;
    Ok((usize::from(point.col()), usize::from(point.row())))
}

fn replay_reversi(spec: GameSpec, moves: &[&str]) -> Result<Outcome, String> {
    let mut board = reversi::Board::start(usize::from(spec.size()));
    for &mv in moves {
        if board.is_over() {
            return Err(format!("{mv} after the end"));
        }
        if mv == "pass" {
            if !board.legal_moves().is_empty() {
                return Err("a pass of a side that can move".to_owned());
            }
            board.pass();
            continue;
        }
        let (col, row) = place(spec, mv)?;
        if board.flips(col, row).is_empty() {
            return Err(format!("{mv} flips nothing"));
        }
        board.play(col, row);
    }
    if !board.is_over() {
        return Ok(None);
    }
    let black = board.count(Stone::Black);
    let white = board.count(Stone::White);
    Ok(Some(match black.cmp(&white) {
        std::cmp::Ordering::Greater => Some(Stone::Black),
        std::cmp::Ordering::Less => Some(Stone::White),
        std::cmp::Ordering::Equal => None,
    }))
}

fn replay_gomoku(spec: GameSpec, moves: &[&str]) -> Result<Outcome, String> {
    let size = usize::from(spec.size());
    let mut board = gomoku::Board::new(size);
    let mut stone = Stone::Black;
    let mut winner = None;
    for &mv in moves {
        if winner.is_some() {
            return Err(format!("{mv} after the end"));
        }
        let (col, row) = place(spec, mv)?;
        if board.get(col, row).is_some() {
            return Err(format!("{mv} is taken"));
        }
        board.set(col, row, Some(stone));
        if gomoku::wins(&board, col, row, stone, gomoku::Rule::Freestyle) {
            winner = Some(stone);
        }
        stone = stone.other();
    }
    let is_full = moves.len() == size * size;
    Ok((winner.is_some() || is_full).then_some(winner))
}

#[cfg(test)]
mod tests {
    use super::*;
    use yiqi_wire::{FirstColor, Game, PerSeat, Presence, SeatInfo, SeatKind, TableInfo, You};

    const ALWAYS: Duration = Duration::MAX;

    fn entry(at_ms: u64, mv: &str) -> WireEntry {
        let (mv, by_clock, eval) = (mv.to_owned(), false, None);
        let event = WireEvent::Move { mv, by_clock, eval };
        WireEntry { at_ms, event }
    }

    fn state(entries: Vec<WireEntry>) -> TableState {
        let nobody = || SeatInfo {
            kind: SeatKind::Open,
            name: String::new(),
            person: None,
            player: None,
            rating: None,
            rating_change: None,
        };
        TableState {
            version: 1,
            table: TableInfo {
                id: "t".to_owned(),
                game: Game::new("reversi".parse().unwrap(), String::new()),
                seats: PerSeat {
                    first: nobody(),
                    second: nobody(),
                },
                first_color: FirstColor::Black,
                time: "none".to_owned(),
                listed: false,
                private: false,
                rated: false,
                same_address: false,
                start: None,
                created_ms: 0,
                next: None,
                tournament: None,
            },
            you: You::default(),
            from: 1,
            entries,
            moves: None,
            view: None,
            now_ms: 0,
            presence: Presence {
                seats: PerSeat::default(),
                spectators: 0,
                claim_in_ms: PerSeat::default(),
            },
            chat: Vec::new(),
        }
    }

    /// A witness of moves, each sent a second after the previous one and acknowledged; the last one
    /// only if asked.
    fn witness(moves: &[&str], is_last_acknowledged: bool) -> Witness {
        let begin = Instant::now();
        let mut witness = Witness::new("t".to_owned(), "reversi".parse().unwrap());
        for (at, mv) in moves.iter().enumerate() {
            witness.sent.push(SentMove {
                id: at.to_string(),
                mv: (*mv).to_owned(),
                mover: at % 2,
                at: begin + Duration::from_secs(at as u64),
                number: (is_last_acknowledged || at + 1 < moves.len()).then_some(at + 1),
                is_found: false,
            });
        }
        witness
    }

    fn log(moves: &[&str]) -> Vec<WireEntry> {
        let at_ms = (0..).step_by(1000);
        at_ms.zip(moves).map(|(ms, mv)| entry(ms, mv)).collect()
    }

    #[track_caller]
    fn check_fault(mut witness: Witness, log: Vec<WireEntry>, want: &str) {
        let verdict = witness.judge(&state(log), &[], ALWAYS);
        let [fault] = &verdict.faults[..] else {
            panic!("{:?}", verdict.faults);
        };
        assert!(fault.contains(want), "{fault}");
    }

    #[test]
    fn a_log_of_the_acknowledged_moves_is_valid() {
        let mut witness = witness(&["d3", "c5"], true);
        witness.seen = [log(&["d3", "c5"]), log(&["d3"]), Vec::new()];
        let verdict = witness.judge(&state(log(&["d3", "c5"])), &[], Duration::ZERO);
        assert_eq!(verdict.faults, Vec::<String>::new());
        assert_eq!(verdict.clock_errors, [Duration::ZERO]);
    }

    #[test]
    fn an_unacknowledged_move_may_be_in_the_log_or_not() {
        for (moves, is_found) in [(&["d3"][..], false), (&["d3", "c5"][..], true)] {
            let mut witness = witness(&["d3", "c5"], false);
            let verdict = witness.judge(&state(log(moves)), &[], ALWAYS);
            assert_eq!(verdict.faults, Vec::<String>::new());
            assert_eq!(witness.sent[1].is_found, is_found);
        }
    }

    #[test]
    fn a_move_other_than_the_one_sent_is_a_fault() {
        check_fault(
            witness(&["d3", "c5"], false),
            log(&["d3", "c3"]),
            "c5 was sent and c3 is in the log as 2",
        );
    }

    #[test]
    fn an_acknowledged_move_that_is_missing_is_lost() {
        let mut witness = witness(&["d3", "c5"], true);
        let verdict = witness.judge(&state(log(&["d3"])), &[], ALWAYS);
        assert_eq!((verdict.lost, verdict.faults.len()), (1, 1));
    }

    #[test]
    fn what_an_observer_saw_must_be_in_the_log() {
        let mut witness = witness(&["d3", "c5"], false);
        witness.seen[2] = log(&["d3", "c5"]);
        check_fault(witness, log(&["d3"]), "observer 2 saw 2 entries");
    }

    #[test]
    fn a_move_that_nobody_sent_is_a_fault() {
        check_fault(
            witness(&["d3"], true),
            log(&["d3", "c5"]),
            "1 moves were sent and 2 made",
        );
    }

    #[test]
    fn an_illegal_move_is_a_fault() {
        check_fault(
            witness(&["d3", "h8"], true),
            log(&["d3", "h8"]),
            "h8 flips nothing",
        );
    }

    #[test]
    fn downtime_is_not_charged() {
        let mut witness = witness(&["d3", "c5"], true);
        let begin = witness.sent[0].at;
        let downtime = Downtime {
            from: begin + Duration::from_millis(200),
            until: begin + Duration::from_millis(800),
            false_starts: Duration::ZERO,
            early: Duration::ZERO,
        };
        let charged = log(&["d3", "c5"]);
        let verdict = witness.judge(
            &state(charged.clone()),
            &[downtime],
            Duration::from_millis(50),
        );
        assert_eq!(verdict.faults.len(), 1, "{:?}", verdict.faults);
        let mut given = charged;
        given.insert(
            1,
            WireEntry {
                at_ms: 800,
                event: WireEvent::GiveTime {
                    seat: yiqi_wire::WireSeat::Second,
                    ms: 600,
                },
            },
        );
        witness.sent[1].number = Some(3);
        let verdict = witness.judge(&state(given), &[downtime], Duration::from_millis(50));
        assert_eq!(verdict.faults, Vec::<String>::new());
    }

    #[test]
    fn a_game_ends_as_the_slow_rules_say() {
        let spec: GameSpec = "gomoku".parse().unwrap();
        let row = ["a1", "a2", "b1", "b2", "c1", "c2", "d1", "d2", "e1"];
        assert_eq!(replay(spec, &row), Ok(Some(Some(Stone::Black))));
        assert_eq!(replay(spec, &row[..8]), Ok(None));
        let mut after = row.to_vec();
        after.push("e2");
        assert!(replay(spec, &after).is_err());
    }
}
