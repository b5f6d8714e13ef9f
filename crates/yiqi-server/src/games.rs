//! A person's finished games: search, statistics, and all of them as one file.

use std::collections::HashMap;

use yiqi_record::notation::{ListItem, move_name, parse_list};
use yiqi_record::{Format, Record, Seat};
use yiqi_rules::{Aim, AnyPosition, Color, Game, GameSpec, Move, Symmetry};
use yiqi_text::Text;
use yiqi_wire::{
    GameTally, GamesQuery, OpponentTally, Outcome, SeatKind, Statistics, Tally, WireColor,
};

use crate::denied::Denied;
use crate::people::People;
use crate::store::{End, History, Opponent, PlayedGame, TableKey, TableRow};
use crate::table::{record_of, say_player};
use crate::{Store, StoreError};

/// How many of the first moves of a game are kept for search.
pub(crate) const OPENING_MOVES: usize = 12;

/// The most opponents in statistics.
const OPPONENTS_MAX: usize = 20;

/// The first moves as text.
pub(crate) fn opening_text(moves: impl Iterator<Item = Move>, spec: GameSpec) -> String {
    let names: Vec<String> = moves
        .take(OPENING_MOVES)
        .map(|mv| move_name(mv, spec))
        .collect();
    names.join(" ")
}

/// What is searched for.
pub(crate) struct Search<'t> {
    query: GamesQuery,
    opponent: String,
    text: &'t Text,
    /// The forms of the opening on each board, under all symmetries of the start position.
    openings: HashMap<String, Vec<String>>,
}

impl Search<'_> {
    pub(crate) fn new(query: GamesQuery, text: &Text) -> Search<'_> {
        Search {
            opponent: query.opponent.trim().to_lowercase(),
            query,
            text,
            openings: HashMap::new(),
        }
    }

    /// Whether a game is one of those.
    pub(crate) fn fits(&mut self, game: &PlayedGame) -> bool {
        let GamesQuery {
            before,
            game: wanted,
            result,
            color,
            ..
        } = &self.query;
        let is_game = || {
            let rest = game.spec.strip_prefix(wanted.trim());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
        };
        before.is_none_or(|before| game.ended_ms < before)
            && (wanted.trim().is_empty() || is_game())
            && result.is_none_or(|wanted| game.outcome() == Some(wanted))
            && color.is_none_or(|wanted| game.color().map(WireColor::from) == Some(wanted))
            && self.fits_opponent(&game.opponent)
            && self.fits_opening(game)
    }

    fn fits_opponent(&self, opponent: &Opponent) -> bool {
        let name = match &opponent.player {
            Some(player) => say_player(self.text, player),
            None if opponent.name.is_empty() => self.text.say("web-guest"),
            None => opponent.name.clone(),
        };
        name.to_lowercase().contains(&self.opponent)
    }

    fn fits_opening(&mut self, game: &PlayedGame) -> bool {
        let wanted = self.query.opening.trim();
        if wanted.is_empty() {
            return true;
        }
        let forms = self
            .openings
            .entry(game.spec.clone())
            .or_insert_with(|| opening_forms(wanted, &game.spec));
        let starts_with = |form: &String| {
            let rest = game.opening.strip_prefix(form.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        forms.iter().any(starts_with)
    }
}

/// The same first moves under all symmetries of the start position; none if they are no moves on
/// this board.
fn opening_forms(text: &str, spec: &str) -> Vec<String> {
    let Ok(spec) = spec.parse::<GameSpec>() else {
        return Vec::new();
    };
    let Ok(items) = parse_list(text, spec) else {
        return Vec::new();
    };
    let moves = items.into_iter().map(|item| match item {
        ListItem::Move(mv) => Some(mv),
        ListItem::Stone(..) => None,
    });
    let Some(moves) = moves.collect::<Option<Vec<Move>>>() else {
        return Vec::new();
    };
    let start = AnyPosition::new(spec);
    let is_symmetric = |symmetry: &Symmetry| start.transformed(*symmetry) == start;
    let turned = |symmetry: Symmetry| {
        let turn = move |mv: &Move| match *mv {
            Move::Place(point) => Move::Place(symmetry.apply(point, spec.size())),
            other => other,
        };
        opening_text(moves.iter().map(turn), spec)
    };
    Symmetry::ALL
        .into_iter()
        .filter(is_symmetric)
        .map(turned)
        .collect()
}

impl PlayedGame {
    /// How it ended for the player; `None` if it says nothing about the player.
    fn outcome(&self) -> Option<Outcome> {
        let seat = self.seat?;
        let game = self.game()?;
        if game.aim() == Aim::Nothing {
            return None;
        }
        match self.end {
            End::WonBy(winner) if winner == seat => Some(Outcome::Won),
            End::WonBy(_) => Some(Outcome::Lost),
            End::Draw => Some(Outcome::Draw),
            End::Aborted => None,
        }
    }

    /// The player's color; `None` with both seats.
    fn color(&self) -> Option<Color> {
        let is_black = (self.seat? == Seat::First) == self.first_has_black;
        Some(if is_black { Color::Black } else { Color::White })
    }

    fn game(&self) -> Option<Game> {
        let name = self.spec.split(':').next()?;
        Game::ALL.into_iter().find(|game| game.name() == name)
    }
}

/// Counts a game.
fn count(tally: &mut Tally, outcome: Option<Outcome>) {
    tally.games += 1;
    match outcome {
        Some(Outcome::Won) => tally.won += 1,
        Some(Outcome::Lost) => tally.lost += 1,
        Some(Outcome::Draw) => tally.draw += 1,
        None => {}
    }
}

/// A person, or a program with its options; neither for guests who are gone.
type OpponentKey<'g> = (Option<i64>, Option<&'g str>);

/// Statistics of games, newest first.
pub(crate) async fn statistics(
    games: impl Iterator<Item = &PlayedGame>,
    people: &People,
) -> Result<Statistics, Denied> {
    let mut total = Tally::default();
    let mut by_game: Vec<GameTally> = Vec::new();
    let mut by_opponent: HashMap<OpponentKey<'_>, (&Opponent, Tally)> = HashMap::new();
    for played in games {
        let outcome = played.outcome();
        count(&mut total, outcome);
        let name = played.game().map_or("", Game::name);
        let color = played.color().map(WireColor::from);
        let known = by_game
            .iter()
            .position(|known| known.game == name && known.color == color);
        let at = known.unwrap_or_else(|| {
            by_game.push(GameTally {
                game: name.to_owned(),
                color,
                tally: Tally::default(),
            });
            by_game.len() - 1
        });
        count(&mut by_game[at].tally, outcome);
        if played.seat.is_some() {
            let Opponent { person, player, .. } = &played.opponent;
            let key = (person.map(|person| person.0), player.as_deref());
            let (_, tally) = by_opponent
                .entry(key)
                .or_insert((&played.opponent, Tally::default()));
            count(tally, outcome);
        }
    }
    by_game.sort_by_key(|known| std::cmp::Reverse(known.tally.games));
    let mut most: Vec<(&Opponent, Tally)> = by_opponent.into_values().collect();
    most.sort_by(|(a, of_a), (b, of_b)| {
        let by_count = of_b.games.cmp(&of_a.games);
        by_count.then_with(|| (&a.name, &a.player).cmp(&(&b.name, &b.player)))
    });
    most.truncate(OPPONENTS_MAX);
    let mut opponents = Vec::new();
    for (opponent, tally) in most {
        let person = match opponent.person {
            Some(key) => people.by_key(key).await?,
            None => None,
        };
        let kind = match (&opponent.player, person) {
            (Some(_), _) => SeatKind::Computer,
            (None, Some(person)) if person.account => SeatKind::Account,
            (None, _) => SeatKind::Guest,
        };
        opponents.push(OpponentTally {
            kind,
            name: opponent.name.clone(),
            player: opponent.player.clone(),
            tally,
        });
    }
    Ok(Statistics {
        total,
        games: by_game,
        opponents,
    })
}

/// Games with their entries, in the order of their keys. A damaged one is omitted: it must not hide
/// all others.
pub(crate) async fn stored_games(
    store: &Store,
    keys: &[TableKey],
) -> Result<Vec<(TableRow, History)>, Denied> {
    let mut games = Vec::new();
    for row in store.tables_with_keys(keys).await? {
        match store.history(row.key).await {
            Ok(history) => games.push((row, history)),
            Err(error @ StoreError::Damaged { .. }) => log_omitted(&row, &error.into()),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(games)
}

/// The record of a stored game, unless it is damaged.
pub(crate) fn stored_record(row: &TableRow, history: &History, text: &Text) -> Option<Record> {
    let record = record_of(row, history, text);
    record.inspect_err(|denied| log_omitted(row, denied)).ok()
}

fn log_omitted(row: &TableRow, denied: &Denied) {
    let (table, error) = (&row.seed.id, denied.code());
    tracing::error!(table, error, "omitted from a file");
}

/// Writes some games as a part of a file; the parts together are the file.
pub(crate) fn file_part(games: &[(TableRow, History)], format: Format, text: &Text) -> Vec<u8> {
    let mut part = Vec::new();
    for (row, history) in games {
        if let Some(record) = stored_record(row, history, text) {
            match one(format, &record) {
                Ok(bytes) => part.extend(bytes),
                Err(denied) => log_omitted(row, &denied),
            }
        }
    }
    part
}

fn one(format: Format, record: &Record) -> Result<Vec<u8>, Denied> {
    let written = format.write(std::slice::from_ref(record));
    let mut bytes = written.map_err(crate::study::StudyError::Write)?;
    bytes.push(b'\n');
    Ok(bytes)
}
