//! Reports of an open tournament: as text, and as one HTML page.

use yiqi_record::{Record, Seat};
use yiqi_rules::GameSpec;
use yiqi_text::{Args, Text, words};

use super::{OpenFormat, OpenGameState, OpenTournament, OutcomeKind, TieBreak};
use crate::report::{
    Page, PlotLine, Replay, SERIES_MAX, Section, Table, cross_of, elo_plot, line_plot, match_lines,
    number, plain, sampled,
};
use crate::statistics::{Tally, ratings};

/// A cross table of more players could not be read.
const CROSS_MAX: usize = 40;

/// A tournament with what its log does not tell.
#[derive(Clone, Debug)]
pub struct OpenReport {
    /// What happened.
    pub tournament: OpenTournament,
    /// Its name.
    pub title: String,
    /// What is played.
    pub game: GameSpec,
    /// The time control.
    pub time: String,
    /// The names of the players, by their number.
    pub names: Vec<String>,
    /// The records of games that are over, by their number. Not all of them need be there.
    pub records: Vec<(u32, Record)>,
}

impl OpenReport {
    /// The standings and all games as plain text.
    #[must_use]
    pub fn text(&self, text: &Text) -> String {
        plain(&self.sections(text))
    }

    /// A page with plots, on which the games can be replayed.
    #[must_use]
    pub fn html(&self, text: &Text) -> String {
        let games = self.tournament.games();
        let replays = self.records.iter().filter_map(|(game, record)| {
            let state = games.get((*game as usize).checked_sub(1)?)?;
            Some(Replay {
                number: *game,
                players: [state.drawn.players.first, state.drawn.players.second],
                opening: 0,
                result: match record.result(&record.replay().ok()?) {
                    Some(result) => words::result(text, &result, self.game),
                    None => score(state, text),
                },
                record,
            })
        });
        let page = Page {
            sections: self.sections(text),
            plots: vec![
                (text.say("web-tournament-points"), self.points_plot(text)),
                (text.say("arena-plot-elo"), self.elo_plot()),
            ],
            game: self.game,
            players: self.names.iter().map(String::as_str).collect(),
            replays: replays.collect(),
            ended_count: games.iter().filter(|game| game.outcome.is_some()).count(),
            footer: self.legend(text),
        };
        page.html(text)
    }

    fn name(&self, player: usize) -> &str {
        self.names.get(player).map_or("", String::as_str)
    }

    fn sections(&self, text: &Text) -> Vec<Section> {
        let tournament = &self.tournament;
        let format = tournament.terms().format;
        let ended = tournament.games().iter();
        let ended = ended.filter(|game| game.outcome.is_some()).count();
        let players = Args::new().number("count", self.names.len());
        let time = self.time.strip_prefix("game ").unwrap_or(&self.time);
        let facts = vec![
            words::game(text, self.game),
            text.say(&format!("web-tournament-format-{}", format.name())),
            text.fill("arena-open-clock", Args::new().text("time", time)),
            text.fill("web-tournament-players", players),
            text.fill("arena-played", Args::new().number("ended", ended)),
        ];
        let mut sections = vec![
            Section::lines(self.title.clone(), facts),
            Section::table(text.say("web-tournament-standings"), self.standings(text)),
        ];
        if (3..=CROSS_MAX).contains(&self.names.len()) {
            let tallies = self.tallies(|_| true);
            let rows = tournament.standings();
            let players: Vec<(usize, &str)> = rows
                .iter()
                .map(|row| (row.player, self.name(row.player)))
                .collect();
            let table = cross_of(&players, text, |one, other| tallies[one][other]);
            sections.push(Section::table(text.say("arena-cross"), table));
        }
        if format == OpenFormat::Knockout {
            let lines = match_lines(&tournament.bracket(), |player| self.name(player), text);
            sections.push(Section::lines(text.say("arena-bracket"), lines));
        }
        sections.extend(self.rounds(text));
        sections
    }

    /// The tie-breaks that say something, by their index. Wins have a column anyway.
    fn tie_breaks(&self) -> Vec<usize> {
        let kinds = self.tournament.terms().format.tie_breaks();
        let rows = self.tournament.standings();
        let is_shown = |index: &usize| {
            let mut values = rows.iter().map(|row| row.tie_breaks[*index]);
            kinds[*index] != TieBreak::Wins && values.any(|value| value.is_some())
        };
        (0..kinds.len()).filter(is_shown).collect()
    }

    /// What the tables mean.
    fn legend(&self, text: &Text) -> String {
        let kinds = self.tournament.terms().format.tie_breaks();
        let note = |index: usize| {
            let name = kinds[index].name();
            let args = Args::new()
                .text("name", text.say(&format!("web-tournament-tie-{name}")))
                .text("note", text.say(&format!("web-tournament-tie-note-{name}")));
            text.fill("arena-open-note", args)
        };
        let mut notes = vec![text.say("arena-open-footer")];
        notes.extend(self.tie_breaks().into_iter().map(note));
        notes.join(" ")
    }

    fn standings(&self, text: &Text) -> Table {
        let format = self.tournament.terms().format;
        let mut head: Vec<String> = ["place", "player", "points", "won", "drawn", "lost"]
            .map(|name| text.say(&format!("web-tournament-{name}")))
            .to_vec();
        let rows = self.tournament.standings();
        let (kinds, shown) = (format.tie_breaks(), self.tie_breaks());
        for &index in &shown {
            head.push(text.say(&format!("web-tournament-tie-{}", kinds[index].name())));
        }
        let rows = rows.iter().map(|row| {
            let mut cells = vec![
                row.place.to_string(),
                self.name(row.player).to_owned(),
                number(format.points(row.points)),
                row.won.to_string(),
                row.drawn.to_string(),
                row.lost.to_string(),
            ];
            cells.extend(shown.iter().map(|&index| match row.tie_breaks[index] {
                Some(value) => number(kinds[index].points(value)),
                None => "–".to_owned(),
            }));
            cells
        });
        Table::new(head, rows.collect(), vec![1])
    }

    /// All games, one per line, by their rounds.
    fn rounds(&self, text: &Text) -> Vec<Section> {
        let games = self.tournament.games();
        let is_arena = self.tournament.terms().format == OpenFormat::Arena;
        let parts = games.chunk_by(|one, next| one.drawn.round == next.drawn.round);
        let section = |games: &[OpenGameState]| {
            let round = games.first().map_or(0, |game| game.drawn.round);
            let title = if is_arena {
                text.say("web-tournament-pairings")
            } else {
                let number = Args::new().number("round", round as usize);
                text.fill("web-tournament-round", number)
            };
            let mut lines: Vec<String> = games
                .iter()
                .map(|game| {
                    let players = game.drawn.players;
                    let [first, second] = [players.first, players.second].map(|one| self.name(one));
                    format!("{first} – {second}  {}", score(game, text))
                })
                .collect();
            let rests = self.tournament.rests().iter();
            lines.extend(
                rests.filter(|rest| rest.0 == round).map(|rest| {
                    format!("{}  {}", self.name(rest.1), text.say("web-tournament-bye"))
                }),
            );
            Section::lines(title, lines).detail()
        };
        parts.map(section).collect()
    }

    /// The games of each player against each other that count.
    fn tallies(&self, counts: impl Fn(OutcomeKind) -> bool) -> Vec<Vec<Tally>> {
        let count = self.tournament.players().len();
        let mut tallies = vec![vec![Tally::default(); count]; count];
        for game in self.tournament.games() {
            if !game.outcome.is_some_and(|outcome| counts(outcome.kind)) {
                continue;
            }
            for seat in Seat::BOTH {
                let players = game.drawn.players;
                if let Some(halves) = game.halves(seat) {
                    tallies[players[seat]][players[seat.other()]].count(halves as u8);
                }
            }
        }
        tallies
    }

    /// Elo from the games that were played.
    fn elo_plot(&self) -> String {
        let tallies = self.tallies(|kind| kind == OutcomeKind::Played);
        let ratings = ratings(&tallies);
        let rows = self.tournament.standings();
        elo_plot(rows.iter().filter_map(|row| {
            let has_played = tallies[row.player].iter().any(|tally| tally.games() > 0);
            let rating = ratings.get(row.player).filter(|_| has_played)?;
            Some((self.name(row.player), rating.elo, Some(rating.error)))
        }))
    }

    /// The points of the best over the games.
    fn points_plot(&self, text: &Text) -> String {
        let format = self.tournament.terms().format;
        let best = self.tournament.standings();
        let best = || best.iter().take(SERIES_MAX);
        let most = best()
            .map(|row| format.points(row.points))
            .fold(1.0, f64::max);
        let lines = best().map(|row| {
            let course = self.tournament.course(row.player).into_iter();
            let points = course.map(|(game, points)| (game as f64, format.points(points)));
            PlotLine {
                name: self.name(row.player),
                points: sampled(std::iter::once((0.0, 0.0)).chain(points).collect()),
                band: Vec::new(),
            }
        });
        let step = (most / 5.0).ceil();
        let marks: Vec<(f64, String)> = (0..=(most / step).ceil() as u32)
            .map(|index| f64::from(index) * step)
            .map(|value| (value, number(value)))
            .collect();
        let games = self.tournament.games().len();
        line_plot(&lines.collect::<Vec<_>>(), games, &marks, None, text)
    }
}

/// The result of a game from the first player's side.
fn score(game: &OpenGameState, text: &Text) -> String {
    let Some(outcome) = game.outcome else {
        return "*".to_owned();
    };
    let points = match (outcome.kind, outcome.winner) {
        (OutcomeKind::Void | OutcomeKind::Damaged, _) => "–",
        (_, Some(Seat::First)) => "1–0",
        (_, Some(Seat::Second)) => "0–1",
        (OutcomeKind::NoShow, None) => "0–0",
        (_, None) => "½–½",
    };
    match outcome.kind {
        OutcomeKind::Played => points.to_owned(),
        kind => {
            let reason = text.say(&format!("web-tournament-end-{}", kind.name()));
            format!("{points} ({reason})")
        }
    }
}
