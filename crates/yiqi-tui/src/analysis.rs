//! The engine's analysis of a whole game, on its own thread.

use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use yiqi_players::{
    Analysis, AnyEngine, Certainty, Engine, Limits, Resources, SearchRequest, Stop,
};
use yiqi_rules::{Aim, AnyPosition, Color, GameSpec, Move};

/// The time for each position: first a quick look at all of them, then a longer one.
const PASSES: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(1)];

/// The evaluation of a won game in games without a score.
const WON: i32 = 10_000;

/// The height of an evaluation in a graph, from −1 (White has won) to 1.
pub(crate) fn height(spec: GameSpec, value: i32) -> f64 {
    let value = f64::from(value) / 100.0;
    match spec.game().aim() {
        // Small differences count most.
        Aim::Stones => value / (value.abs() + 5.0),
        _ => (value / 100.0).clamp(-1.0, 1.0),
    }
}

/// The analysis of a game. Dropping it stops the engine.
pub(crate) struct GameAnalysis {
    spec: GameSpec,
    start: AnyPosition,
    moves: Vec<Move>,
    /// What was found, by ply.
    findings: Vec<Option<Finding>>,
    news: Receiver<(usize, Finding)>,
    stop: Stop,
    is_running: bool,
}

/// What a position is worth, and the best moves there.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    /// In hundredths, from Black's point of view.
    pub(crate) value: i32,
    pub(crate) certainty: Certainty,
    pub(crate) depth: u8,
    /// The expected moves; empty if the game is over.
    pub(crate) line: Vec<Move>,
}

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Mistake,
    Blunder,
}

impl Fault {
    /// The usual sign.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Fault::Mistake => "?",
            Fault::Blunder => "??",
        }
    }
}

impl GameAnalysis {
    /// Starts to analyze a game.
    pub(crate) fn start(start: AnyPosition, moves: Vec<Move>) -> GameAnalysis {
        let stop = Stop::new();
        let (sender, news) = channel();
        let (position, played, theirs) = (start.clone(), moves.clone(), stop.clone());
        std::thread::spawn(move || {
            let mut engine = AnyEngine::new(Resources::default());
            for time in PASSES {
                let mut position = position.clone();
                for ply in 0..=played.len() {
                    if theirs.is_stopped() {
                        return;
                    }
                    let found = analyze(&mut engine, &position, time, &theirs);
                    let is_wanted = match found {
                        Some(found) => sender.send((ply, found)).is_ok(),
                        None => true,
                    };
                    if !is_wanted {
                        return;
                    }
                    if let Some(&mv) = played.get(ply) {
                        position.play_unchecked(mv);
                    }
                }
            }
        });
        GameAnalysis {
            spec: start.spec(),
            start,
            findings: vec![None; moves.len() + 1],
            moves,
            news,
            stop,
            is_running: true,
        }
    }

    /// Whether it is about a game with this start and these moves.
    pub(crate) fn is_about(&self, start: &AnyPosition, moves: &[Move]) -> bool {
        self.start == *start && self.moves == moves
    }

    /// Takes what was found meanwhile.
    pub(crate) fn poll(&mut self) {
        use std::sync::mpsc::TryRecvError;
        loop {
            match self.news.try_recv() {
                Ok((ply, finding)) => {
                    if let Some(old) = self.findings.get_mut(ply) {
                        *old = Some(finding);
                    }
                }
                Err(TryRecvError::Empty) => return,
                Err(TryRecvError::Disconnected) => {
                    self.is_running = false;
                    return;
                }
            }
        }
    }

    pub(crate) fn is_running(&self) -> bool {
        self.is_running && !self.stop.is_stopped()
    }

    /// Stops the engine and keeps what was found.
    pub(crate) fn stop(&self) {
        self.stop.stop();
    }

    pub(crate) fn finding(&self, ply: usize) -> Option<&Finding> {
        self.findings.get(ply)?.as_ref()
    }

    /// The number of positions that are analyzed, and of all.
    pub(crate) fn progress(&self) -> (usize, usize) {
        let done = self.findings.iter().flatten().count();
        (done, self.findings.len())
    }

    /// The height of a position in a graph, from −1 (White has won) to 1.
    pub(crate) fn height(&self, ply: usize) -> Option<f64> {
        let finding = self.finding(ply)?;
        Some(height(self.spec, finding.value))
    }

    /// What the ply lost for its side, in hundredths, and what would have been better.
    pub(crate) fn loss(&self, ply: usize) -> Option<(i32, &Finding)> {
        let before = self.finding(ply.checked_sub(1)?)?;
        let after = self.finding(ply)?;
        let best = before.line.first()?;
        if self.moves.get(ply - 1) == Some(best) {
            return None;
        }
        let loss = match self.turn_before(ply)? {
            Color::Black => before.value - after.value,
            Color::White => after.value - before.value,
        };
        Some((loss, before))
    }

    /// How bad a ply was, if it was.
    pub(crate) fn fault(&self, ply: usize) -> Option<Fault> {
        let (loss, _) = self.loss(ply)?;
        // In stones, or in hundredths of a win.
        let (mistake, blunder) = match self.spec.game().aim() {
            Aim::Stones => (300, 800),
            Aim::Row { .. } => (3_000, 8_000),
            Aim::Nothing => return None,
        };
        match loss {
            loss if loss >= blunder => Some(Fault::Blunder),
            loss if loss >= mistake => Some(Fault::Mistake),
            _ => None,
        }
    }

    /// The side that made a ply.
    fn turn_before(&self, ply: usize) -> Option<Color> {
        let mut position = self.start.clone();
        for &mv in self.moves.get(..ply.checked_sub(1)?)? {
            position.play_unchecked(mv);
        }
        position.turn()
    }
}

impl Drop for GameAnalysis {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

fn analyze(
    engine: &mut AnyEngine,
    position: &AnyPosition,
    time: Duration,
    stop: &Stop,
) -> Option<Finding> {
    let Some(turn) = position.turn() else {
        return result(position);
    };
    let limits = Limits {
        time: Some(time),
        ..Limits::OPEN
    };
    let analysis: Analysis = engine.think(SearchRequest::new(position, limits).with_stop(stop))?;
    let best = analysis.best()?;
    Some(Finding {
        value: best.eval_for_black(turn),
        certainty: best.certainty,
        depth: analysis.depth,
        line: best.moves.clone(),
    })
}

/// The value of a finished game.
fn result(position: &AnyPosition) -> Option<Finding> {
    let outcome = position.outcome()?;
    let size = match position.score() {
        Some(score) => 100 * i32::from(score.black.abs_diff(score.white)),
        None => WON,
    };
    // The sign is the winner's: in some games fewer stones win.
    let value = match outcome.winner {
        Some(Color::Black) => size,
        Some(Color::White) => -size,
        None => 0,
    };
    Some(Finding {
        value,
        certainty: Certainty::Exact,
        depth: 0,
        line: Vec::new(),
    })
}
