//! Ends games whose result is clear, by rules that are agreed before the tournament.

use std::fmt;
use std::str::FromStr;

use yiqi_players::{AnyEngine, Certainty, Engine, Limits, SearchRequest, Stop};
use yiqi_rules::{Aim, AnyPosition, Color};

/// When a game is ended early.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// Both players agree who is winning.
    pub win: Option<AgreedWin>,
    /// Both players agree that nobody is.
    pub draw: Option<AgreedDraw>,
    /// With at most this many empty points, a Reversi game gets the result of perfect play.
    pub solve_empty: Option<u8>,
    /// A game of this many plies is a draw.
    pub plies_max: Option<u32>,
}

/// Agreement on the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgreedWin {
    /// The least evaluation of the winner, in hundredths.
    pub eval: i32,
    /// For how many plies in a row.
    pub plies: u32,
}

/// Agreement on a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AgreedDraw {
    /// The most that either side may see itself ahead or behind, in hundredths.
    pub eval: i32,
    /// For how many plies in a row.
    pub plies: u32,
    /// Not before this ply.
    pub from_ply: u32,
}

/// Why a game was ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AdjudicationReason {
    /// The evaluations of both players agreed.
    Agreed,
    /// The endgame was solved.
    Solved,
    /// The game was too long.
    Length,
}

impl AdjudicationReason {
    /// All reasons.
    pub const ALL: [AdjudicationReason; 3] = [
        AdjudicationReason::Agreed,
        AdjudicationReason::Solved,
        AdjudicationReason::Length,
    ];

    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            AdjudicationReason::Agreed => "agreed",
            AdjudicationReason::Solved => "solved",
            AdjudicationReason::Length => "length",
        }
    }
}

/// An early end: the winner, if there is one, and why.
pub type EarlyEnd = (Option<Color>, AdjudicationReason);

impl Adjudication {
    const WIN_PLIES_DEFAULT: u32 = 6;
    const DRAW_PLIES_DEFAULT: u32 = 12;
    const DRAW_FROM_DEFAULT: u32 = 40;

    /// The most empty points that are solved: more could take minutes.
    pub const SOLVE_MAX: u8 = 22;

    /// Whether the plies played so far end the game. `evals` has the evaluation of each ply since
    /// the opening, from Black's side, where its player gave one.
    #[must_use]
    pub fn by_evals(&self, evals: &[Option<i32>]) -> Option<EarlyEnd> {
        let tail = |plies: u32| -> Option<Vec<i32>> {
            let from = evals.len().checked_sub(plies as usize)?;
            evals[from..].iter().copied().collect()
        };
        if let Some(win) = self.win
            && let Some(tail) = tail(win.plies)
        {
            if tail.iter().all(|&eval| eval >= win.eval) {
                return Some((Some(Color::Black), AdjudicationReason::Agreed));
            }
            if tail.iter().all(|&eval| eval <= -win.eval) {
                return Some((Some(Color::White), AdjudicationReason::Agreed));
            }
        }
        if let Some(draw) = self.draw
            && evals.len() >= draw.from_ply as usize
            && let Some(tail) = tail(draw.plies)
            && tail.iter().all(|eval| eval.abs() <= draw.eval)
        {
            return Some((None, AdjudicationReason::Agreed));
        }
        self.plies_max
            .is_some_and(|most| evals.len() >= most as usize)
            .then_some((None, AdjudicationReason::Length))
    }

    /// Whether a position is to be solved.
    #[must_use]
    pub fn is_to_solve(&self, position: &AnyPosition) -> bool {
        let empty = position.empty_points().len();
        position.turn().is_some()
            && position.spec().game().aim() == Aim::Stones
            && self
                .solve_empty
                .is_some_and(|most| empty <= usize::from(most))
    }
}

/// The result of perfect play, if the engine can prove it.
pub(crate) fn solve(
    position: &AnyPosition,
    engine: &mut AnyEngine,
    stop: &Stop,
) -> Option<EarlyEnd> {
    let turn = position.turn()?;
    let analysis = engine.think(SearchRequest::new(position, Limits::OPEN).with_stop(stop))?;
    let line = analysis.best()?;
    if !matches!(line.certainty, Certainty::Exact | Certainty::Outcome) {
        return None;
    }
    let winner = match line.eval.signum() {
        0 => None,
        1 => Some(turn),
        _ => Some(turn.other()),
    };
    Some((winner, AdjudicationReason::Solved))
}

/// The text is no list of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseAdjudicationError;

impl FromStr for Adjudication {
    type Err = ParseAdjudicationError;

    /// Parses `win=30,win-plies=6,draw=0.5,draw-plies=12,draw-from=40,solve=14,max-plies=300`, each
    /// part as wanted. Evaluations are in stones or percent.
    fn from_str(text: &str) -> Result<Adjudication, ParseAdjudicationError> {
        let [mut win, mut draw] = [None; 2];
        let [mut win_plies, mut draw_plies, mut draw_from] = [None; 3];
        let mut rules = Adjudication::default();
        for part in text.split(',') {
            let (key, value) = part.split_once('=').ok_or(ParseAdjudicationError)?;
            let value = value.trim();
            let eval = || {
                let number: f64 = value.parse().map_err(|_| ParseAdjudicationError)?;
                if (0.0..=10_000.0).contains(&number) {
                    Ok((number * 100.0).round() as i32)
                } else {
                    Err(ParseAdjudicationError)
                }
            };
            let count = || {
                let number = value.parse::<u32>().ok();
                number
                    .filter(|number| (1..=100_000).contains(number))
                    .ok_or(ParseAdjudicationError)
            };
            match key.trim() {
                "win" if win.is_none() => win = Some(eval()?),
                "draw" if draw.is_none() => draw = Some(eval()?),
                "win-plies" if win_plies.is_none() => win_plies = Some(count()?),
                "draw-plies" if draw_plies.is_none() => draw_plies = Some(count()?),
                "draw-from" if draw_from.is_none() => draw_from = Some(count()?),
                "max-plies" if rules.plies_max.is_none() => rules.plies_max = Some(count()?),
                "solve" if rules.solve_empty.is_none() => {
                    let most = u8::try_from(count()?).ok();
                    let most = most.filter(|&most| most <= Adjudication::SOLVE_MAX);
                    rules.solve_empty = Some(most.ok_or(ParseAdjudicationError)?);
                }
                _ => return Err(ParseAdjudicationError),
            }
        }
        if (win.is_none() && win_plies.is_some())
            || (draw.is_none() && (draw_plies.is_some() || draw_from.is_some()))
        {
            return Err(ParseAdjudicationError);
        }
        rules.win = win.map(|eval| AgreedWin {
            eval,
            plies: win_plies.unwrap_or(Adjudication::WIN_PLIES_DEFAULT),
        });
        rules.draw = draw.map(|eval| AgreedDraw {
            eval,
            plies: draw_plies.unwrap_or(Adjudication::DRAW_PLIES_DEFAULT),
            from_ply: draw_from.unwrap_or(Adjudication::DRAW_FROM_DEFAULT),
        });
        Ok(rules)
    }
}

impl fmt::Display for Adjudication {
    /// The rules as they are parsed; empty without any.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        let eval = |eval: i32| f64::from(eval) / 100.0;
        if let Some(win) = self.win {
            parts.push(format!("win={},win-plies={}", eval(win.eval), win.plies));
        }
        if let Some(draw) = self.draw {
            parts.push(format!(
                "draw={},draw-plies={},draw-from={}",
                eval(draw.eval),
                draw.plies,
                draw.from_ply
            ));
        }
        if let Some(most) = self.solve_empty {
            parts.push(format!("solve={most}"));
        }
        if let Some(most) = self.plies_max {
            parts.push(format!("max-plies={most}"));
        }
        f.write_str(&parts.join(","))
    }
}
