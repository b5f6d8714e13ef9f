//! A game between two players.

use yiqi_rules::{AnyPosition, Color, Move};

use crate::player::{MoveRequest, Player, PlayerError, Task};
use crate::seat::ask;

/// Plays a game to the end, without clocks. `first` starts with the black stones; swap openings may
/// exchange them. Returns the final position and the moves.
///
/// # Errors
/// If a player cannot choose, or chooses an illegal move.
pub fn play_out(
    start: AnyPosition,
    first: &mut dyn Player,
    second: &mut dyn Player,
) -> Result<(AnyPosition, Vec<Move>), PlayerError> {
    let mut task = Task {
        position: start,
        start: None,
        moves: Vec::new(),
        time: None,
    };
    let mut first_color = Color::Black;
    while let Some(turn) = task.position.turn() {
        let player: &mut dyn Player = if turn == first_color { first } else { second };
        let mv = ask(player, MoveRequest::new(&task))?.mv;
        let changes = task.position.play_unchecked(mv);
        if changes.colors_exchanged {
            first_color = first_color.other();
        }
        task.moves.push(mv);
    }
    Ok((task.position, task.moves))
}
