//! `tournament`: kills a server repeatedly while a tournament is played on it. Every pairing, bye and
//! result must be there once, and the tournament must end as one that nobody disturbed.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::sync::watch;
use tokio::task::JoinSet;
use yiqi_record::notation::move_name;
use yiqi_rules::dice::mix;
use yiqi_rules::{AnyPosition, GameSpec};
use yiqi_testkit::Dice;
use yiqi_wire::{
    NewTournament, TournamentGame, TournamentKind, TournamentOutcome, TournamentStart,
    TournamentState, WireCommand, WireEvent, WireSeat,
};

use crate::api::Api;
use crate::kill::STUCK_AFTER;
use crate::server::{Running, ServerPlan, note};
use crate::{Figures, Latency, LoadError};

/// The game that is played.
const GAME: &str = "reversi:6";

/// The plies of a game before somebody resigns.
const PLIES: usize = 8;

/// The longest time until a tournament goes on after a kill.
pub const RESUME_MAX: Duration = Duration::from_secs(10);

/// How long a server lives, in milliseconds.
const LIFE_MS: std::ops::RangeInclusive<u64> = 50..=500;

/// How often the tournament is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Programs that choose the same move in the same position, whatever happened before.
const PROGRAMS: [&str; 4] = ["greedy", "weights", "alphabeta:depth=1", "Second=greedy"];

/// The parameters of a run.
#[derive(Clone, Debug)]
pub struct TournamentPlan {
    /// The program `yiqi`.
    pub program: PathBuf,
    /// The number of kills.
    pub times: usize,
    /// The number of people who play.
    pub players: usize,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// What must be the same with and without kills: all games, and each player's place and points.
#[derive(Clone, Debug, Default, PartialEq)]
struct Ending {
    games: Vec<GameEnding>,
    standings: Vec<(u32, usize, f64)>,
}

/// A game as it ended.
#[derive(Clone, Debug, PartialEq)]
struct GameEnding {
    number: u32,
    round: u32,
    players: [usize; 2],
    outcome: Option<TournamentOutcome>,
    moves: Vec<String>,
}

/// Plays a tournament without a kill, then the same one with kills, and compares them.
///
/// # Errors
/// If the server cannot be started or does not recover.
pub async fn tournament(plan: &TournamentPlan) -> Result<Figures, LoadError> {
    let folder = tempfile::tempdir()?;
    let server = ServerPlan::new(&plan.program, folder.path());
    let running = server.start().await?;
    let mut run = Run {
        client: Client::new(&running),
        running: Some(running),
        plan: server,
        dice: Dice::new(plan.seed),
        figures: Figures::default(),
    };
    let calm = run.play(plan.players, 0).await?;
    let disturbed = run.play(plan.players, plan.times).await?;
    let mut figures = run.figures;
    for (name, calm, disturbed) in [
        ("people", &calm.people, &disturbed.people),
        ("programs", &calm.programs, &disturbed.programs),
    ] {
        if calm != disturbed {
            let text = format!("{name}: {disturbed:?} instead of {calm:?}");
            figures.fault(text.chars().take(600).collect());
        }
    }
    figures.value("players", plan.players as f64);
    figures.value("games", disturbed.people.games.len() as f64);
    figures.value(
        "games between programs",
        disturbed.programs.games.len() as f64,
    );
    figures.value("byes", disturbed.byes as f64);
    figures.value("kills", plan.times as f64);
    figures.value(
        "kills while games were played",
        disturbed.kills_in_play as f64,
    );
    figures.value("results counted twice or lost", disturbed.wrong as f64);
    for (name, latency) in [
        ("kill to tournament served", disturbed.served),
        ("kill to next move acknowledged", disturbed.resumed),
    ] {
        if latency.max_ms() > RESUME_MAX.as_millis() as f64 {
            figures.fault(format!("{name}: {} ms", latency.max_ms()));
        }
        figures.latency(name, latency);
    }
    Ok(figures)
}

/// A server and what was found so far.
struct Run {
    client: Client,
    running: Option<Running>,
    plan: ServerPlan,
    dice: Dice,
    figures: Figures,
}

/// What one tournament came to.
struct Played {
    people: Ending,
    programs: Ending,
    byes: u32,
    kills_in_play: usize,
    wrong: usize,
    served: Latency,
    resumed: Latency,
}

impl Run {
    /// Kills the server, if one is running, and starts it again.
    async fn restart(&mut self) -> Result<Instant, LoadError> {
        let from = Instant::now();
        if let Some(running) = self.running.take() {
            running.kill()?;
        }
        let running = self.plan.start().await?;
        *self.client.api.borrow_mut() = Api::new(running.address);
        self.running = Some(running);
        Ok(from)
    }

    /// Plays a tournament to its end and kills the server `kills` times on the way.
    async fn play(&mut self, players: usize, kills: usize) -> Result<Played, LoadError> {
        let client = self.client.clone();
        let organizer = client.guest("Organizer").await?;
        let programs = client.make(&organizer, &programs_terms()).await?;
        let id = client.make(&organizer, &people_terms(players)).await?;
        let mut tokens = Vec::new();
        for number in 0..players {
            let token = client.guest(&format!("Player {number}")).await?;
            client
                .post(&token, &format!("/api/tournaments/{id}/join"), &json!({}))
                .await?;
            tokens.push(token);
        }
        let tokens: Rc<[String]> = tokens.into();
        let mut played = Played {
            people: Ending::default(),
            programs: Ending::default(),
            byes: 0,
            kills_in_play: 0,
            wrong: 0,
            served: Latency::default(),
            resumed: Latency::default(),
        };
        let mut driven = BTreeSet::new();
        let mut drivers: JoinSet<Result<(), LoadError>> = JoinSet::new();
        let mut killed = 0;
        let mut kill_at = Instant::now();
        client.killed.send_replace(0);
        let mut progress = (0, 0, 0);
        let mut changed = Instant::now();
        loop {
            let state = client.tournament(&organizer, &id).await?;
            if let Some(from) = client.killed_at.take() {
                played.served.add(from.elapsed());
                client.unresumed.set(Some(from));
            }
            if state.info.stage == "finished" {
                break;
            }
            let ended = state.games.iter().filter(|game| game.outcome.is_some());
            let now = (state.info.round, ended.count(), killed);
            if now != std::mem::replace(&mut progress, now) {
                changed = Instant::now();
            } else if changed.elapsed() > STUCK_AFTER {
                return Err(LoadError::NotReady(STUCK_AFTER));
            }
            let rounds = state.info.rounds.unwrap_or(1);
            for game in state.games.iter().filter(|game| game.outcome.is_none()) {
                if driven.insert(game.number) {
                    let driver = Driver {
                        client: client.clone(),
                        tokens: Rc::clone(&tokens),
                        tournament: id.clone(),
                        game: game.clone(),
                        rounds,
                        kills,
                    };
                    drivers.spawn_local(driver.play());
                }
            }
            while let Some(done) = drivers.try_join_next() {
                done.map_err(|error| LoadError::Broken(error.to_string()))??;
            }
            if killed < kills && Instant::now() >= kill_at {
                let in_play = state.games.iter().any(|game| game.outcome.is_none());
                played.kills_in_play += usize::from(in_play);
                let from = self.restart().await?;
                client.killed_at.set(Some(from));
                killed += 1;
                client.killed.send_replace(killed);
                kill_at = Instant::now() + life(self.dice.roll());
                if killed % 20 == 0 {
                    note(&format!(
                        "{killed} kills, round {} of {rounds}",
                        state.info.round
                    ));
                }
                continue;
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
        while let Some(done) = drivers.join_next().await {
            done.map_err(|error| LoadError::Broken(error.to_string()))??;
        }
        while client.tournament(&organizer, &programs).await?.info.stage != "finished" {
            tokio::time::sleep(LOOK_EVERY).await;
        }
        std::mem::swap(&mut played.resumed, &mut client.resumed.borrow_mut());
        let state = client.report(&organizer, &id).await?;
        played.byes = state.standings.iter().map(|row| row.rested).sum();
        let faults = check(&state, players);
        played.wrong = faults.len();
        for fault in faults {
            self.figures.fault(fault);
        }
        played.people = client.ending(&organizer, &state).await?;
        for (game, ending) in state.games.iter().rev().zip(&played.people.games) {
            if ending.moves != plies(game) {
                self.figures
                    .fault(format!("game {}: {:?}", game.number, ending.moves));
            }
        }
        let state = client.report(&organizer, &programs).await?;
        played.programs = client.ending(&organizer, &state).await?;
        Ok(played)
    }
}

/// How long a server lives.
fn life(lot: u64) -> Duration {
    let span = LIFE_MS.end() - LIFE_MS.start() + 1;
    Duration::from_millis(LIFE_MS.start() + lot % span)
}

fn people_terms(players: usize) -> NewTournament {
    terms("People", TournamentKind::Swiss, players, 1, &[])
}

fn programs_terms() -> NewTournament {
    let kind = TournamentKind::RoundRobin;
    terms("Programs", kind, PROGRAMS.len(), 2, &PROGRAMS)
}

fn terms(
    name: &str,
    format: TournamentKind,
    players: usize,
    games: u32,
    programs: &[&str],
) -> NewTournament {
    NewTournament {
        name: name.to_owned(),
        game: GAME.to_owned(),
        format,
        time: "game 1h".to_owned(),
        rated: false,
        start: TournamentStart::Players(players as u32),
        rounds: 0,
        games,
        minutes: 60,
        streaks: false,
        players_max: 0,
        show_up_seconds: 3_600,
        pause_seconds: 0,
        programs: programs.iter().map(|&program| program.to_owned()).collect(),
        join: false,
    }
}

/// The moves of a game, which depend on its players alone.
fn plies(game: &TournamentGame) -> Vec<String> {
    let spec: GameSpec = GAME.parse().expect("a game");
    let mut position = AnyPosition::new(spec);
    let mut dice = Dice::new(mix((game.first as u64) << 32 | game.second as u64));
    let mut moves = Vec::new();
    for _ in 0..PLIES {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = *dice.pick(&legal);
        moves.push(move_name(mv, spec));
        if position.play(mv).is_err() {
            break;
        }
    }
    moves
}

/// Who wins a game, which depends on its players alone.
fn winner(game: &TournamentGame) -> WireSeat {
    let lot = mix((game.second as u64) << 32 | game.first as u64);
    if lot.is_multiple_of(2) {
        WireSeat::First
    } else {
        WireSeat::Second
    }
}

/// Everything in a finished tournament that is not right.
fn check(state: &TournamentState, players: usize) -> Vec<String> {
    let mut faults = Vec::new();
    let mut points: BTreeMap<usize, f64> = BTreeMap::new();
    let mut by_round: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    let mut tables = BTreeSet::new();
    for (number, game) in (1..).zip(state.games.iter().rev()) {
        let TournamentGame { first, second, .. } = *game;
        if game.number != number {
            faults.push(format!("game {} instead of {number}", game.number));
        }
        let won = winner(game);
        let wanted = TournamentOutcome {
            winner: Some(won),
            kind: "played".to_owned(),
        };
        if game.outcome.as_ref() != Some(&wanted) {
            faults.push(format!("game {number}: {:?}", game.outcome));
        }
        let is_new = game.table.clone().is_some_and(|table| tables.insert(table));
        if !is_new {
            faults.push(format!("game {number} has no table of its own"));
        }
        *points
            .entry(if won == WireSeat::First {
                first
            } else {
                second
            })
            .or_default() += 1.0;
        by_round
            .entry(game.round)
            .or_default()
            .extend([first, second]);
    }
    let rounds = state.info.rounds.unwrap_or(0);
    let mut byes = 0;
    for round in 1..=rounds {
        let mut playing = by_round.remove(&round).unwrap_or_default();
        let count = playing.len();
        playing.sort_unstable();
        playing.dedup();
        // The first player leaves during the first round.
        let active = if round == 1 { players } else { players - 1 };
        if playing.len() != count || count != active - active % 2 {
            faults.push(format!("round {round}: {count} seats for {active} players"));
        }
        byes += active % 2;
    }
    let rested: u32 = state.standings.iter().map(|row| row.rested).sum();
    if rested as usize != byes {
        faults.push(format!("{rested} byes instead of {byes}"));
    }
    for row in &state.standings {
        let wanted = points.get(&row.player).copied().unwrap_or_default() + f64::from(row.rested);
        if row.points.total_cmp(&wanted).is_ne() {
            faults.push(format!(
                "player {}: {} points, not {wanted}",
                row.player, row.points
            ));
        }
    }
    faults
}

/// A client that asks again until a server answers.
#[derive(Clone)]
struct Client {
    api: Rc<RefCell<Api>>,
    /// How often the server was killed in this tournament.
    killed: Rc<watch::Sender<usize>>,
    /// When the server was killed, until the tournament is served again.
    killed_at: Rc<Cell<Option<Instant>>>,
    /// When the server was killed, until a move is acknowledged again.
    unresumed: Rc<Cell<Option<Instant>>>,
    resumed: Rc<RefCell<Latency>>,
}

impl Client {
    fn new(running: &Running) -> Client {
        Client {
            api: Rc::new(RefCell::new(Api::new(running.address))),
            killed: Rc::new(watch::Sender::new(0)),
            killed_at: Rc::default(),
            unresumed: Rc::default(),
            resumed: Rc::default(),
        }
    }

    /// Asks until there is an answer.
    async fn insist<T>(
        &self,
        ask: impl AsyncFn(&Api) -> Result<T, LoadError>,
    ) -> Result<T, LoadError> {
        let begin = Instant::now();
        loop {
            let api = self.api.borrow().clone();
            match ask(&api).await {
                Err(LoadError::System(_) | LoadError::Http(_)) if begin.elapsed() < STUCK_AFTER => {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
                done => return done,
            }
        }
    }

    async fn guest(&self, name: &str) -> Result<String, LoadError> {
        self.insist(async |api| api.guest(name).await).await
    }

    async fn make(&self, token: &str, terms: &NewTournament) -> Result<String, LoadError> {
        let api = self.api.borrow().clone();
        api.make_tournament(token, terms).await
    }

    async fn post(
        &self,
        token: &str,
        path: &str,
        body: &serde_json::Value,
    ) -> Result<(), LoadError> {
        self.insist(async |api| api.post_to(path, token, body).await)
            .await
    }

    async fn tournament(&self, token: &str, id: &str) -> Result<TournamentState, LoadError> {
        let path = format!("/api/tournaments/{id}");
        self.insist(async |api| api.get_json(&path, token).await)
            .await
    }

    async fn report(&self, token: &str, id: &str) -> Result<TournamentState, LoadError> {
        let path = format!("/api/tournaments/{id}/report?format=json");
        self.insist(async |api| api.get_json(&path, token).await)
            .await
    }

    /// Sends a command until it is acknowledged. Its id makes sure that it is carried out once.
    async fn command(
        &self,
        token: &str,
        table: &str,
        id: &str,
        command: &WireCommand,
    ) -> Result<(), LoadError> {
        let path = format!("/api/tables/{table}/commands");
        let body = json!({"id": id, "command": command});
        self.post(token, &path, &body).await?;
        if let Some(from) = self.unresumed.take() {
            self.resumed.borrow_mut().add(from.elapsed());
        }
        Ok(())
    }

    /// What must be the same with and without kills.
    async fn ending(&self, token: &str, state: &TournamentState) -> Result<Ending, LoadError> {
        let mut games = Vec::new();
        for game in state.games.iter().rev() {
            let table = game.table.clone().unwrap_or_default();
            let seen = self
                .insist(async |api| api.state(token, &table).await)
                .await?;
            let moves = seen
                .entries
                .into_iter()
                .filter_map(|entry| match entry.event {
                    WireEvent::Move { mv, .. } => Some(mv),
                    _ => None,
                });
            games.push(GameEnding {
                number: game.number,
                round: game.round,
                players: [game.first, game.second],
                outcome: game.outcome.clone(),
                moves: moves.collect(),
            });
        }
        let rows = state.standings.iter();
        let standings = rows
            .map(|row| (row.place, row.player, row.points))
            .collect();
        Ok(Ending { games, standings })
    }
}

/// Plays one game for both players.
struct Driver {
    client: Client,
    tokens: Rc<[String]>,
    tournament: String,
    game: TournamentGame,
    rounds: u32,
    /// How many kills there are in the whole tournament.
    kills: usize,
}

impl Driver {
    async fn play(self) -> Result<(), LoadError> {
        let Driver {
            client,
            tokens,
            game,
            ..
        } = &self;
        let table = game.table.clone().unwrap_or_default();
        let seats = [&tokens[game.first], &tokens[game.second]];
        if game.round == 1 && (game.first == 0 || game.second == 0) {
            self.leave(&tokens[0]).await?;
        }
        for (ply, mv) in plies(game).into_iter().enumerate() {
            self.wait(ply).await;
            let command = WireCommand::Play { mv, eval: None };
            let id = format!("ply-{ply}");
            client
                .command(seats[ply % 2], &table, &id, &command)
                .await?;
        }
        self.wait(PLIES).await;
        let loser = match winner(game) {
            WireSeat::First => seats[1],
            WireSeat::Second => seats[0],
        };
        let command = WireCommand::Resign {};
        client.command(loser, &table, "resign", &command).await
    }

    /// Waits until it is time for a ply: kills are spread over all plies of the tournament, and
    /// those of a round over its games. The last ones are due after the last kill.
    async fn wait(&self, ply: usize) {
        let steps = self.rounds as usize * (PLIES + 1);
        let step = (self.game.round as usize - 1) * (PLIES + 1) + ply;
        let lot = mix(u64::from(self.game.number) << 8 | ply as u64);
        let due = match step + 1 {
            last if last >= steps => self.kills,
            _ => (self.kills * step + lot as usize % (self.kills + 1)) / steps,
        };
        let mut killed = self.client.killed.subscribe();
        let done = killed.wait_for(|&killed| killed >= due).await;
        // Some requests are under way when the server is killed.
        if done.is_ok_and(|killed| *killed < self.kills) {
            tokio::time::sleep(life(mix(lot))).await;
        }
    }

    /// Leaves the tournament. If the answer was lost, the second request is refused.
    async fn leave(&self, token: &str) -> Result<(), LoadError> {
        let path = format!("/api/tournaments/{}/leave", self.tournament);
        match self.client.post(token, &path, &json!({})).await {
            Err(LoadError::Status { body, .. }) if body.contains("not_joined") => Ok(()),
            done => done,
        }
    }
}
