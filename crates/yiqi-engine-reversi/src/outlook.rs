//! What the moves of a position and the replies to them tell about its value, besides the best one.
//!
//! Values are uncertain, and with several good moves only one of them has to hold. So a position
//! with a choice is worth more than its best move says, and a move that leaves the opponent a choice
//! is worth less. Only what analysis states uses this.

use crate::board::squares;
use crate::kernel::Midgame;
use crate::midgame::Node;
use crate::searcher::Searcher;

/// What a search overlooks, in hundredths of a stone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
    /// What the choice between the moves is worth.
    pub choice: i32,
    /// How much the choice between the replies changes the best move's value; it is not positive. 0
    /// at depth 1, which sees no replies.
    pub replies: i32,
    /// At depth 1, what the opponent could gain with a move if it had the turn; otherwise 0.
    pub threat: i32,
}

impl Outlook {
    /// As a search of `depth` plies sees it: of the first ply, the moves; later, also the replies.
    pub(crate) fn of<K: Midgame>(searcher: &Searcher, node: &Node, depth: u32) -> Outlook {
        if depth <= 1 {
            Outlook::of_moves::<K>(searcher, node)
        } else {
            Outlook::of_replies::<K>(searcher, node)
        }
    }

    fn of_moves<K: Midgame>(searcher: &Searcher, node: &Node) -> Outlook {
        let turned = node.pass(searcher);
        let threats = values::<K>(searcher, &turned);
        let threat = if threats.is_empty() {
            0
        } else {
            worth(&threats) - 100 * turned.value(searcher)
        };
        Outlook {
            choice: choice(&values::<K>(searcher, node)),
            replies: 0,
            threat,
        }
    }

    fn of_replies<K: Midgame>(searcher: &Searcher, node: &Node) -> Outlook {
        let (plain, careful): (Vec<i32>, Vec<i32>) = squares(node.board.moves::<K>())
            .map(|square| {
                let flips = node.board.flips::<K>(square);
                let after = node.after(searcher, square, flips);
                let replies = values::<K>(searcher, &after);
                if let Some(best) = replies.iter().max() {
                    return (-100 * best, -worth(&replies));
                }
                let again = values::<K>(searcher, &after.pass(searcher));
                let best = again.into_iter().max();
                let value = 100 * best.unwrap_or_else(|| -after.board.final_score());
                (value, value)
            })
            .unzip();
        let most = |values: &[i32]| values.iter().copied().max().unwrap_or(0);
        Outlook {
            choice: choice_of_hundredths(&careful),
            replies: most(&careful) - most(&plain),
            threat: 0,
        }
    }
}

/// The static values of all moves, in stones.
fn values<K: Midgame>(searcher: &Searcher, node: &Node) -> Vec<i32> {
    squares(node.board.moves::<K>())
        .map(|square| {
            let flips = node.board.flips::<K>(square);
            -node.after(searcher, square, flips).value(searcher)
        })
        .collect()
}

/// What a position is worth, in hundredths, whose moves have these values in stones.
fn worth(values: &[i32]) -> i32 {
    /// How much of the worth of a choice a search of one ply overlooks, in percent.
    const OVERLOOKED: i32 = 160;
    let best = values.iter().copied().max().unwrap_or(0);
    100 * best + OVERLOOKED * choice(values) / 100
}

fn choice(values: &[i32]) -> i32 {
    let hundredths: Vec<i32> = values.iter().map(|value| 100 * value).collect();
    choice_of_hundredths(&hundredths)
}

/// What the choice between moves with these values is worth: 0 with a single good one, and more the
/// more there are that are nearly as good.
fn choice_of_hundredths(values: &[i32]) -> i32 {
    const SCALE: f32 = 200.0;
    let Some(best) = values.iter().max() else {
        return 0;
    };
    let sum: f32 = values
        .iter()
        .map(|value| ((value - best) as f32 / SCALE).exp())
        .sum();
    (SCALE * sum.ln()).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_worth_more_the_more_good_moves_there_are() {
        assert_eq!(choice(&[]), 0);
        assert_eq!(choice(&[5]), 0);
        assert_eq!(choice(&[5, 5]), 139);
        assert!(choice(&[5, 4]) < choice(&[5, 5]));
        assert!(choice(&[5, 4]) < choice(&[5, 4, -3]));
        assert_eq!(choice(&[5, -60]), 0);
        assert_eq!(choice(&[5, 3, -1]), choice(&[-10, -12, -16]));
        assert_eq!(worth(&[5]), 500);
        assert!(worth(&[5, 5]) > 500);
    }
}
