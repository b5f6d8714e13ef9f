//! A custom strategy: take a corner, otherwise the first legal move. Plays against `random`.
#![expect(clippy::print_stdout, reason = "it shows the result")]
use yiqi_players::{Choice, MoveRequest, Player, PlayerError, PlayerSpec, play_out};
use yiqi_rules::{AnyPosition, Color, GameSpec};

struct Corner;

impl Player for Corner {
    fn name(&self) -> String {
        "corner".to_owned()
    }

    fn choose(&mut self, request: MoveRequest<'_>) -> Result<Choice, PlayerError> {
        let legal = request.task.position.legal_moves();
        let corners = ["a1", "a8", "h1", "h8"].map(|name| request.task.spec().point_named(name));
        let corner = legal.iter().find(|mv| corners.contains(&mv.point()));
        Ok(Choice::from(*corner.unwrap_or(&legal[0])))
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let start = AnyPosition::new(GameSpec::REVERSI);
    let random: PlayerSpec = "random".parse()?;
    let mut random = random.player(1).ok_or("a person")?;
    let (end, _) = play_out(start, &mut Corner, &mut *random)?;
    let [black, white] = Color::BOTH.map(|color| end.stones(color).len());
    println!("corner {black} : {white} random");
    Ok(())
}
