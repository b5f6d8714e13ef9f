//! Tournaments as clients see them.

use yiqi_arena::open::{
    OpenFormat, OpenGameState, OpenStage, OpenStanding, OutcomeKind, STREAK_WINS,
};
use yiqi_text::Text;
use yiqi_wire::{
    LobbyTable, SeatKind, TournamentGame, TournamentInfo, TournamentList, TournamentMatch,
    TournamentOutcome, TournamentPlayer, TournamentStanding, TournamentState, TournamentYou,
    WireSeat,
};

use super::{Held, Hosted, stored_stage};
use crate::caller::Caller;
use crate::denied::Denied;
use crate::services::Services;
use crate::store::{EntrantRow, TournamentStage};

/// The most finished tournaments in a list.
const FINISHED_MAX: u32 = 30;

/// The newest games in a state.
const GAMES_SHOWN: usize = 60;

/// The most boards in play that are shown.
const BOARDS_MAX: usize = 12;

/// The most winners in a list.
const WINNERS_MAX: usize = 4;

/// How many games a state has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// The newest.
    Newest,
    /// All of them.
    All,
}

impl Services {
    /// The list of tournaments, with or without those that are finished.
    pub(crate) async fn tournament_list(
        &self,
        caller: &Caller,
        has_finished: bool,
    ) -> Result<TournamentList, Denied> {
        let text = self.texts.get(caller.lang);
        let may_create = caller
            .person
            .as_ref()
            .is_none_or(|person| self.check_may_create(person).is_ok());
        let mut list = TournamentList {
            may_create,
            ..TournamentList::default()
        };
        for hosted in self.tournaments.all_current() {
            let held = hosted.held.lock().await;
            let info = hosted.info(self, &held, text).await?;
            match held.tournament.stage() {
                OpenStage::Upcoming => list.upcoming.push(info),
                OpenStage::Running { .. } => list.running.push(info),
                _ => {}
            }
        }
        let starts_ms = |info: &TournamentInfo| match info.start {
            yiqi_wire::TournamentStart::At(at_ms) => at_ms,
            // Those that wait for players come last.
            yiqi_wire::TournamentStart::Players(_) => u64::MAX,
        };
        list.upcoming
            .sort_by_key(|info| (starts_ms(info), info.created_ms));
        list.running
            .sort_by_key(|info| std::cmp::Reverse(info.began_ms));
        if !has_finished {
            return Ok(list);
        }
        let stage = TournamentStage::Finished;
        for row in self.store.tournaments(stage, FINISHED_MAX).await? {
            let id = row.id.clone();
            let hosted = match self.tournament(&id).await {
                Ok(hosted) => hosted,
                Err(denied) => {
                    // One that cannot be read must not hide all others.
                    tracing::error!(
                        tournament = id,
                        error = denied.code(),
                        "omitted from a list"
                    );
                    continue;
                }
            };
            let held = hosted.held.lock().await;
            list.finished.push(hosted.info(self, &held, text).await?);
        }
        Ok(list)
    }
}

impl Hosted {
    async fn info(
        &self,
        services: &Services,
        held: &Held,
        text: &Text,
    ) -> Result<TournamentInfo, Denied> {
        let new = &self.terms.new;
        let tournament = &held.tournament;
        let (stage, _, ended_ms) = stored_stage(tournament);
        let organizer = services.people.by_key(held.owner).await?;
        let is_finished = stage == TournamentStage::Finished;
        let winners = held.standings.iter().filter(|row| row.place == 1);
        let first_ms = tournament.games().first().map(|game| game.drawn.at_ms);
        Ok(TournamentInfo {
            id: self.id.clone(),
            name: new.name.clone(),
            game: crate::study::game(self.terms.spec, text),
            format: new.format,
            time: new.time.clone(),
            rated: new.rated,
            stage: stage.name().to_owned(),
            canceled: match tournament.stage() {
                OpenStage::Canceled { reason, .. } => Some(reason.name().to_owned()),
                _ => None,
            },
            start: new.start,
            games: new.games,
            minutes: new.minutes,
            streaks: new.streaks,
            players_max: new.players_max,
            show_up_seconds: new.show_up_seconds,
            pause_seconds: new.pause_seconds,
            player_count: match stage {
                TournamentStage::Finished => tournament.players().len(),
                _ => tournament.active_count(),
            },
            round: tournament.round(),
            rounds: tournament
                .round_count()
                .or_else(|| (new.rounds > 0).then_some(new.rounds)),
            organizer: organizer.map(|person| person.name).unwrap_or_default(),
            created_ms: tournament.terms().created_ms,
            began_ms: match tournament.stage() {
                OpenStage::Running { since_ms } => Some(since_ms),
                _ => first_ms,
            },
            ends_ms: tournament.end_ms(),
            ended_ms,
            winners: winners
                .filter(|_| is_finished)
                .take(WINNERS_MAX)
                .filter_map(|row| held.entrants.get(row.player))
                .map(|entrant| match &entrant.program {
                    Some(program) => crate::table::say_player(text, program),
                    None => entrant.name.clone(),
                })
                .collect(),
        })
    }

    /// The whole state, as the caller may see it.
    pub(crate) async fn state(
        &self,
        services: &Services,
        caller: &Caller,
        shown: Shown,
    ) -> Result<TournamentState, Denied> {
        let held = self.held.lock().await.clone();
        let text = services.texts.get(caller.lang);
        let tournament = &held.tournament;
        let info = self.info(services, &held, text).await?;
        let mut players = Vec::new();
        for (entrant, known) in held.entrants.iter().zip(tournament.players()) {
            let mut shown = shown_player(services, entrant).await?;
            shown.rating = known.rating;
            shown.active = known.is_active;
            players.push(shown);
        }
        let format = tournament.terms().format;
        let standing = |row: &OpenStanding| TournamentStanding {
            place: row.place,
            player: row.player,
            points: format.points(row.points),
            won: row.won,
            drawn: row.drawn,
            lost: row.lost,
            rested: row.rested,
            streak: tournament.terms().has_streaks && row.streak >= STREAK_WINS,
            tie_breaks: row
                .tie_breaks
                .iter()
                .zip(format.tie_breaks())
                .map(|(&value, kind)| Some(kind.points(value?)))
                .collect(),
        };
        let limit = match shown {
            Shown::Newest => GAMES_SHOWN.max(tournament.open_games().count()),
            Shown::All => usize::MAX,
        };
        let round = tournament.round();
        let resting = tournament.rests().iter().filter(|rest| rest.0 == round);
        let bracket = match format {
            OpenFormat::Knockout => tournament.bracket(),
            _ => Vec::new(),
        };
        Ok(TournamentState {
            info,
            players,
            standings: held.standings.iter().map(standing).collect(),
            tie_breaks: format
                .tie_breaks()
                .iter()
                .map(|kind| kind.name().to_owned())
                .collect(),
            games: tournament
                .games()
                .iter()
                .rev()
                .take(limit)
                .map(|game| shown_game(&held, game))
                .collect(),
            resting: resting.map(|rest| rest.1).collect(),
            busy: held.busy.iter().copied().collect(),
            bracket: bracket
                .into_iter()
                .map(|known| TournamentMatch {
                    round: known.round,
                    first: known.players.0,
                    second: known.players.1,
                    winner: known.winner,
                    by_lot: known.is_by_lot,
                })
                .collect(),
            you: self.you(services, &held, caller),
            now_ms: services.time.now_ms(),
        })
    }

    fn you(&self, services: &Services, held: &Held, caller: &Caller) -> TournamentYou {
        let player = caller.key().and_then(|key| held.player_of(key));
        let known = player.and_then(|player| held.tournament.players().get(player));
        let now_ms = services.time.now_ms();
        let is_allowed =
            !self.terms.new.rated || caller.person.as_ref().is_some_and(|person| person.account);
        let organizer = self.is_organizer(services, held, caller.person.as_ref());
        let is_damaged = |game: &&OpenGameState| {
            let outcome = game.outcome.filter(|_| organizer);
            outcome.is_some_and(|outcome| outcome.kind == OutcomeKind::Damaged)
        };
        let damaged = held.tournament.games().iter().filter(is_damaged);
        TournamentYou {
            player,
            active: known.is_some_and(|known| known.is_active),
            table: player.and_then(|player| held.table_of(player).cloned()),
            may_join: is_allowed && held.tournament.join(player, None, now_ms).is_ok(),
            organizer,
            damaged: damaged.map(|game| game.drawn.number).collect(),
        }
    }

    /// The games in play: the caller's own first, then those of the leaders.
    pub(crate) async fn boards(&self, services: &Services, caller: &Caller) -> Vec<LobbyTable> {
        let held = self.held.lock().await;
        let own = caller.key().and_then(|key| held.player_of(key));
        let mut tables: Vec<&String> = own
            .and_then(|player| held.table_of(player))
            .into_iter()
            .collect();
        for row in &held.standings {
            if let Some(table) = held.table_of(row.player)
                && !tables.contains(&table)
            {
                tables.push(table);
            }
            if tables.len() >= BOARDS_MAX {
                break;
            }
        }
        let text = services.texts.get(caller.lang);
        let lobby = &services.lobby;
        let shown = tables
            .into_iter()
            .filter_map(|table| lobby.table(table, text));
        shown.collect()
    }
}

async fn shown_player(
    services: &Services,
    entrant: &EntrantRow,
) -> Result<TournamentPlayer, Denied> {
    let person = match entrant.person {
        Some(key) => services.people.by_key(key).await?,
        None => None,
    };
    Ok(TournamentPlayer {
        kind: match (&entrant.program, &person) {
            (Some(_), _) => SeatKind::Computer,
            (None, Some(person)) if person.account => SeatKind::Account,
            (None, _) => SeatKind::Guest,
        },
        name: entrant.name.clone(),
        person: person.map(|person| person.public),
        player: entrant.program.clone(),
        rating: None,
        bot: entrant.bot,
        active: false,
    })
}

fn shown_game(held: &Held, game: &OpenGameState) -> TournamentGame {
    TournamentGame {
        number: game.drawn.number,
        round: game.drawn.round,
        first: game.drawn.players.first,
        second: game.drawn.players.second,
        table: held.tables.get(&game.drawn.number).cloned(),
        outcome: game.outcome.map(|outcome| TournamentOutcome {
            winner: outcome.winner.map(WireSeat::from),
            kind: outcome.kind.name().to_owned(),
        }),
    }
}
