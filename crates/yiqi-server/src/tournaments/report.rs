//! A tournament for its reports: with the names of its players and the records of its games.

use yiqi_arena::open::OpenReport;
use yiqi_arena::report::GAMES_MAX;
use yiqi_text::Text;

use super::Hosted;
use crate::denied::Denied;
use crate::games::{stored_games, stored_record};
use crate::services::Services;
use crate::store::{EntrantRow, History, TableKey, TableRow};
use crate::table::say_player;

/// How many games are read at once.
const GAMES_AT_ONCE: usize = 32;

/// A report with games that are still to be replayed.
#[derive(Debug)]
pub(crate) struct HtmlReport {
    report: OpenReport,
    games: Vec<(TableRow, History)>,
}

impl Hosted {
    /// What a report shows, without the records of the games.
    pub(crate) async fn report(&self, text: &Text) -> OpenReport {
        let held = self.held.lock().await;
        let names = held.entrants.iter().map(|entrant| name_of(entrant, text));
        OpenReport {
            title: self.terms.new.name.clone(),
            game: self.terms.spec,
            time: self.terms.new.time.clone(),
            names: names.collect(),
            records: Vec::new(),
            tournament: held.tournament.clone(),
        }
    }

    /// The same with the games that are over: the newest, if there are too many.
    pub(crate) async fn report_with_games(
        &self,
        services: &Services,
        text: &Text,
    ) -> Result<HtmlReport, Denied> {
        let report = self.report(text).await;
        let tables = self.finished_games(services).await?;
        let mut games = Vec::new();
        let newest = &tables[tables.len().saturating_sub(GAMES_MAX)..];
        for keys in newest.chunks(GAMES_AT_ONCE) {
            games.extend(stored_games(&services.store, keys).await?);
        }
        Ok(HtmlReport { report, games })
    }

    /// The tables of the games that are over, in order.
    pub(crate) async fn finished_games(
        &self,
        services: &Services,
    ) -> Result<Vec<TableKey>, Denied> {
        Ok(services.store.finished_tables(self.key).await?)
    }
}

impl HtmlReport {
    /// The page. It takes a while.
    pub(crate) fn html(mut self, text: &Text) -> String {
        for (row, history) in &self.games {
            let game = row.seed.tournament.map(|(_, game)| game);
            let record = stored_record(row, history, text);
            self.report.records.extend(game.zip(record));
        }
        self.report.html(text)
    }
}

/// The name of a player. Whoever has none is called a guest.
fn name_of(entrant: &EntrantRow, text: &Text) -> String {
    match &entrant.program {
        Some(program) => say_player(text, program),
        None if entrant.name.is_empty() => text.say("web-guest"),
        None => entrant.name.clone(),
    }
}
