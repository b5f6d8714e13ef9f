//! What must hold after all, whatever happened: I1 to I12.

use std::collections::BTreeMap;
use std::time::Duration;

use yiqi_arena::open::{OpenEntry, OpenStage, OutcomeKind};
use yiqi_record::{ClockRule, EndReason, Event, Seat};
use yiqi_rules::Move;
use yiqi_server::sim::{AppendedEntry, FinalTable, FinalTournament, START_MS, SimDatabase};
use yiqi_session::{Session, Stage};

use crate::clocks::{self, Turn};
use crate::history::{History, Seen};
use crate::plan::{Mode, Plan};
use crate::rules::{self, RulesEnd};

/// By how much the clocks of nodes may differ, and what a statement may take.
const SLACK: Duration = Duration::from_millis(1_500);

/// How long it may take to store an entry before that counts as downtime.
const STORING: Duration = Duration::from_millis(1_000);

/// How much of a downtime may be charged: a shorter one is not noticed.
const UNNOTICED: Duration = Duration::from_millis(2_600);

/// A command as its sender saw it.
#[derive(Debug)]
struct Command<'h> {
    who: usize,
    table: &'h str,
    /// When it was sent, on which connection.
    sent: Vec<(Duration, usize)>,
    acked: Vec<(Duration, usize)>,
    refused: Vec<(Duration, &'h str)>,
}

/// What is checked.
pub(crate) struct Check<'h> {
    pub(crate) plan: &'h Plan,
    pub(crate) history: &'h History,
    /// Times in which no server could write.
    pub(crate) outages: &'h [(Duration, Duration)],
    /// The keys of the people.
    pub(crate) people: &'h [i64],
}

fn since(ms: u64) -> i64 {
    ms as i64 - START_MS as i64
}

fn millis(time: Duration) -> i64 {
    time.as_millis() as i64
}

impl Check<'_> {
    /// Everything that does not hold.
    pub(crate) fn run(&self, database: &SimDatabase) -> Vec<String> {
        let (tables, tournaments) = match (database.tables(), database.tournaments()) {
            (Ok(tables), Ok(tournaments)) => (tables, tournaments),
            (Err(problem), _) | (_, Err(problem)) => return vec![problem],
        };
        let appended = database.appended();
        let mut problems = Vec::new();
        for table in &tables {
            let mut own = |problem: String| problems.push(format!("{}: {problem}", table.id));
            self.check_log(table, &appended, &mut own);
            self.check_seen(table, &appended, &mut own);
            self.check_commands(table, &appended, &mut own);
            if let Some(session) = check_game(table, &mut own) {
                self.check_clocks(table, &appended, &mut own);
                if !matches!(session.stage(), Stage::Over(_)) {
                    own("liveness: the game is not over".to_owned());
                }
            }
        }
        self.check_rematches(&tables, &mut problems);
        if let Err(problem) = check_ratings(database, &tables, &mut problems) {
            problems.push(problem);
        }
        for tournament in &tournaments {
            let mut own = |problem: String| problems.push(format!("{}: {problem}", tournament.id));
            check_tournament(tournament, &tables, &mut own);
        }
        problems
    }

    /// I6: whoever agreed on a rematch has one, and nobody else.
    fn check_rematches(&self, tables: &[FinalTable], problems: &mut Vec<String>) {
        let mut count = self.plan.tables.len();
        for table in tables {
            let mut log = table.entries.iter();
            let is_agreed = log.any(|entry| matches!(entry.event, Event::AgreeRematch));
            let next = table.next.as_ref();
            let next = next.and_then(|id| tables.iter().find(|table| table.id == *id));
            let is_same = |next: &FinalTable| {
                next.people == table.people
                    && next.rated == table.rated
                    && next.start.terms().spec == table.start.terms().spec
            };
            if is_agreed != table.next.is_some() || is_agreed != next.is_some_and(is_same) {
                problems.push(format!(
                    "{}: I6: a rematch is agreed: {is_agreed}, and it is at {:?}",
                    table.id, table.next
                ));
            }
            count += usize::from(is_agreed);
        }
        let free = tables.iter().filter(|table| table.tournament.is_none());
        if free.count() != count {
            problems.push(format!("I6: there should be {count} tables"));
        }
    }

    /// I2 and I12: one entry per number, in order, never changed.
    fn check_log(
        &self,
        table: &FinalTable,
        appended: &[AppendedEntry],
        problem: &mut impl FnMut(String),
    ) {
        for (wanted, (number, ..)) in (1..).zip(&table.rows) {
            if *number != wanted {
                return problem(format!("I2: entry {number} instead of {wanted}"));
            }
        }
        let own: Vec<&AppendedEntry> = appended
            .iter()
            .filter(|entry| entry.table == table.key)
            .collect();
        for (wanted, entry) in (1..).zip(&own) {
            if entry.number != wanted {
                return problem(format!(
                    "I12: entry {} was stored at {:?} by machine {}, after entry {}",
                    entry.number,
                    entry.at,
                    entry.process,
                    wanted - 1
                ));
            }
        }
        for (entry, (number, body, ..)) in own.iter().zip(&table.rows) {
            if entry.body != *body {
                return problem(format!("I12: entry {number} has changed"));
            }
        }
        if own.len() != table.rows.len() {
            problem(format!(
                "I1: {} of {} entries are left",
                table.rows.len(),
                own.len()
            ));
        }
    }

    /// I2 and I10: everybody saw the log and nothing else, after it was stored.
    fn check_seen(
        &self,
        table: &FinalTable,
        appended: &[AppendedEntry],
        problem: &mut impl FnMut(String),
    ) {
        let stored: BTreeMap<usize, Duration> = appended
            .iter()
            .rev()
            .filter(|entry| entry.table == table.key)
            .map(|entry| (entry.number, entry.at))
            .collect();
        for (at, who, seen) in &self.history.events {
            let Seen::Entries {
                table: id,
                from,
                bodies,
            } = seen
            else {
                continue;
            };
            if *id != table.id {
                continue;
            }
            for (number, body) in (*from..).zip(bodies) {
                let known = table.rows.get(number - 1);
                if known.is_none_or(|(_, known, ..)| known != body) {
                    return problem(format!(
                        "I2: {who:?} saw {body} as entry {number} at {at:?}, which the log does \
                         not have"
                    ));
                }
                if stored.get(&number).is_none_or(|stored| stored > at) {
                    return problem(format!(
                        "I10: {who:?} saw entry {number} at {at:?}, before it was stored"
                    ));
                }
            }
        }
    }

    fn commands(&self) -> BTreeMap<&str, Command<'_>> {
        let mut commands: BTreeMap<&str, Command<'_>> = BTreeMap::new();
        let mut connections: BTreeMap<usize, usize> = BTreeMap::new();
        for (at, who, seen) in &self.history.events {
            let Some(who) = *who else { continue };
            match seen {
                Seen::Connected { .. } => *connections.entry(who).or_default() += 1,
                Seen::Sent { table, id, .. } => {
                    let connection = connections.get(&who).copied().unwrap_or(0);
                    let command = commands.entry(id).or_insert_with(|| Command {
                        who,
                        table,
                        sent: Vec::new(),
                        acked: Vec::new(),
                        refused: Vec::new(),
                    });
                    command.sent.push((*at, connection));
                }
                Seen::Acked { id, number } => {
                    if let Some(command) = commands.get_mut(id.as_str()) {
                        command.acked.push((*at, *number));
                    }
                }
                Seen::Refused { id, code } => {
                    if let Some(command) = commands.get_mut(id.as_str()) {
                        command.refused.push((*at, code));
                    }
                }
                _ => {}
            }
        }
        commands
    }

    /// I1, I3 and I4: what was acknowledged is there, once, in an order that everybody could see.
    fn check_commands(
        &self,
        table: &FinalTable,
        appended: &[AppendedEntry],
        problem: &mut impl FnMut(String),
    ) {
        let commands = self.commands();
        let mut stored: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        let own: Vec<&AppendedEntry> = appended
            .iter()
            .filter(|entry| entry.table == table.key)
            .collect();
        for entry in &own {
            if let (Some(_), Some(command)) = (entry.person, &entry.command) {
                stored.entry(command).or_default().push(entry.number);
            }
        }
        for (id, numbers) in &stored {
            let is_one = numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]);
            if !is_one {
                problem(format!("I4: {id} was carried out as {numbers:?}"));
            }
        }
        // The latest number that was acknowledged before a time.
        let mut acks: Vec<(Duration, usize)> = Vec::new();
        for (id, command) in &commands {
            if command.table != table.id {
                continue;
            }
            let first = stored.get(id).map(|numbers| numbers[0]);
            for (at, number) in &command.acked {
                if *number == 0 {
                    continue;
                }
                acks.push((*at, *number));
                let row = own
                    .iter()
                    .find(|entry| entry.number == *number)
                    .filter(|_| table.rows.len() >= *number);
                let is_there = row.is_some_and(|row| {
                    row.command.as_deref() == Some(id)
                        && row.person == Some(self.people[command.who])
                });
                if !is_there {
                    problem(format!(
                        "I1: {id} was acknowledged at {at:?} as entry {number}, which is {row:?}"
                    ));
                } else if first != Some(*number) {
                    problem(format!(
                        "I4: {id} was acknowledged as {number}, not {first:?}"
                    ));
                }
            }
            let is_on_one_connection = command
                .sent
                .iter()
                .all(|(_, connection)| *connection == command.sent[0].1);
            let is_final = command.refused.iter().any(|(_, code)| {
                !code.starts_with("storage") && !["internal", "killed"].contains(code)
            });
            if is_final && is_on_one_connection && command.sent.len() == 1 && first.is_some() {
                // It may have been repeated by the network, but then it was refused twice.
                let is_repeated = command.refused.len() + command.acked.len() > 1;
                if !is_repeated {
                    problem(format!("I4: {id} was refused and is entry {first:?}"));
                }
            }
        }
        acks.sort_unstable();
        for (id, numbers) in &stored {
            let Some(command) = commands.get(id) else {
                problem(format!("I3: nobody has sent {id}"));
                continue;
            };
            let sent = command.sent[0].0;
            let before = acks.iter().take_while(|(at, _)| *at < sent);
            let last = before.map(|(_, number)| *number).max().unwrap_or(0);
            if last >= numbers[0] {
                problem(format!(
                    "I3: {id} was sent after entry {last} was acknowledged, and is {numbers:?}"
                ));
            }
            let at = appended
                .iter()
                .find(|entry| entry.table == table.key && entry.number == numbers[0])
                .map_or(Duration::ZERO, |entry| entry.at);
            if at < sent {
                problem(format!("I3: {id} was stored before it was sent"));
            }
        }
    }

    /// I7: nobody lost on time early, and nobody was charged for downtime.
    fn check_clocks(
        &self,
        table: &FinalTable,
        appended: &[AppendedEntry],
        problem: &mut impl FnMut(String),
    ) {
        let (turns, problems) = clocks::count(&table.start, &table.entries);
        for text in problems {
            problem(format!("I7: {text}"));
        }
        let commands = self.commands();
        let stored: Vec<Duration> = appended
            .iter()
            .filter(|entry| entry.table == table.key)
            .map(|entry| entry.at)
            .collect();
        if stored.len() != table.entries.len() {
            return;
        }
        // When an entry was caused at the earliest.
        let caused = |index: usize| -> i64 {
            let command = table.rows[index].3.as_deref();
            let command = command.and_then(|id| commands.get(id));
            // What the server does itself is decided at the time that the entry has.
            let decided = since(table.created_ms + table.entries[index].at_ms);
            let caused = command.map_or(decided, |command| millis(command.sent[0].0));
            caused.min(millis(stored[index]))
        };
        let slack = millis(SLACK);
        for (index, entry) in table.entries.iter().enumerate() {
            let at = since(table.created_ms + entry.at_ms);
            // The clock of a file goes on where it stopped, whatever the machine's says.
            let is_absolute = self.plan.mode != Mode::File;
            if is_absolute && (at + slack < caused(index) || at > millis(stored[index]) + slack) {
                problem(format!(
                    "I7: entry {} has the time {at}, was caused after {} and stored at {}",
                    index + 1,
                    caused(index),
                    millis(stored[index])
                ));
            }
        }
        if table.start.terms().time.clock == ClockRule::Unlimited {
            return;
        }
        // Only a server that goes on can tell how long it took to store an entry.
        let blows = self.plan.blows;
        let goes_on = blows.kill + blows.stop == 0 && !matches!(self.plan.mode, Mode::Nodes(_));
        for turn in turns {
            let mut began = caused(turn.from);
            if goes_on {
                began = began.max(millis(stored[turn.from].saturating_sub(STORING)));
            }
            self.check_turn(table, turn, (began, &stored), problem);
        }
    }

    fn check_turn(
        &self,
        table: &FinalTable,
        turn: Turn,
        (began, stored): (i64, &[Duration]),
        problem: &mut impl FnMut(String),
    ) {
        if turn.has_paused {
            return;
        }
        let passed = table.entries[turn.until].at_ms - table.entries[turn.from].at_ms;
        let charged = passed as i64 - turn.given_ms as i64;
        let ended = millis(stored[turn.until]);
        let down: i64 = self
            .outages
            .iter()
            .map(|(from, until)| millis(*until).min(ended) - millis(*from).max(began))
            .filter(|ms| *ms > millis(UNNOTICED))
            .map(|ms| ms - millis(UNNOTICED))
            .sum();
        let slack = millis(SLACK);
        if charged > ended - began - down + slack {
            problem(format!(
                "I7: the turn of {:?} from entry {} to {} took {} ms, of which {down} were down, \
                 and {charged} were charged",
                turn.seat,
                turn.from + 1,
                turn.until + 1,
                ended - began,
            ));
        }
        // Of a tournament, a first move gets back the time to come to the board.
        if charged < -slack {
            problem(format!(
                "I7: the turn of {:?} from entry {} to {} was given {} ms of {passed}",
                turn.seat,
                turn.from + 1,
                turn.until + 1,
                turn.given_ms
            ));
        }
    }
}

/// I5 and I6: the log is a legal game by other rules, with one end. Returns the game.
fn check_game(table: &FinalTable, problem: &mut impl FnMut(String)) -> Option<Session> {
    let spec = table.start.terms().spec;
    let mut session = table.start.clone();
    let mut moves: Vec<Move> = Vec::new();
    let mut end: Option<(usize, Option<Seat>, EndReason)> = None;
    for (number, entry) in (1..).zip(&table.entries) {
        if let Err(broken) = session.apply(entry) {
            problem(format!("I6: {broken}"));
            return None;
        }
        if end.is_some() {
            let may_follow = matches!(
                entry.event,
                Event::Offer { .. }
                    | Event::Decline { .. }
                    | Event::AgreeRematch
                    | Event::Comment { .. }
            );
            if !may_follow {
                problem(format!(
                    "I6: entry {number} follows the end: {:?}",
                    entry.event
                ));
            }
        }
        match &entry.event {
            Event::Move(played) => {
                moves.push(played.mv);
                match rules::replay(spec, &moves) {
                    Err(ply) => problem(format!("I5: ply {ply} is illegal")),
                    Ok(RulesEnd::Open) => {}
                    Ok(RulesEnd::Over(winner)) => {
                        let winner = winner.map(|color| session.colors().seat_of(color));
                        end = Some((number, winner, EndReason::Rules));
                    }
                }
            }
            Event::TakeBack { plies } => {
                moves.truncate(moves.len().saturating_sub(usize::from(*plies)));
            }
            Event::Resign { seat } => {
                end = Some((number, Some(seat.other()), EndReason::Resignation))
            }
            Event::Forfeit { seat } => end = Some((number, Some(seat.other()), EndReason::Forfeit)),
            Event::TimeOut { seat } => end = Some((number, Some(seat.other()), EndReason::Time)),
            Event::AgreeDraw => end = Some((number, None, EndReason::Agreement)),
            Event::Abort => end = Some((number, None, EndReason::Aborted)),
            _ => {}
        }
    }
    let result = session.result().map(|result| {
        let winner = result.winner.map(|color| session.colors().seat_of(color));
        (winner, result.reason)
    });
    if result != end.map(|(_, winner, reason)| (winner, reason)) {
        problem(format!(
            "I6: the result is {result:?}, and the log says {end:?}"
        ));
    }
    let shown = session.result().map(|result| result.to_string());
    if shown != table.result || (shown.is_some() && table.stage != "over") {
        problem(format!(
            "I6: the row says {} {:?}, and the log {shown:?}",
            table.stage, table.result
        ));
    }
    Some(session)
}

/// I9: each rated game that has a winner, or none, is rated once.
fn check_ratings(
    database: &SimDatabase,
    tables: &[FinalTable],
    problems: &mut Vec<String>,
) -> Result<(), String> {
    let rated = database.rated()?;
    let mut counts: BTreeMap<i64, i64> = BTreeMap::new();
    for table in tables {
        let Ok(session) = table.start.clone().with_entries(&table.entries) else {
            continue;
        };
        let result = session
            .result()
            .filter(|result| table.rated && result.reason != EndReason::Aborted);
        let winner = result.map(|result| {
            let seat = result.winner.map(|color| session.colors().seat_of(color));
            seat.map(|seat| seat.name().to_owned())
        });
        let stored = rated.iter().find(|(key, _)| *key == table.key);
        let stored = stored.map(|(_, winner)| winner.clone());
        if stored != winner {
            problems.push(format!(
                "{}: I9: the game was won by {winner:?} and rated as {stored:?}",
                table.id
            ));
        }
        if stored.is_some() {
            for person in table.people.iter().flatten() {
                *counts.entry(*person).or_default() += 1;
            }
        }
    }
    let stored: BTreeMap<i64, i64> = database.rated_counts()?.into_iter().collect();
    if stored != counts {
        problems.push(format!(
            "I9: games were rated {stored:?} times, by person, instead of {counts:?}"
        ));
    }
    Ok(())
}

/// I9: each game counts once, as it ended, and the standings follow.
fn check_tournament(
    tournament: &FinalTournament,
    tables: &[FinalTable],
    problem: &mut impl FnMut(String),
) {
    let open = &tournament.tournament;
    let stage = match open.stage() {
        OpenStage::Upcoming => "upcoming",
        OpenStage::Running { .. } => "running",
        OpenStage::Finished { .. } => "finished",
        OpenStage::Canceled { .. } => "canceled",
    };
    if stage != tournament.stage {
        problem(format!(
            "I9: the log says {stage}, and the row {}",
            tournament.stage
        ));
    }
    if !open.is_over() {
        problem(format!("liveness: the tournament is {stage}"));
    }
    let mut halves: BTreeMap<usize, u32> = BTreeMap::new();
    for entry in &tournament.entries {
        if let OpenEntry::Rested { player, .. } = entry {
            *halves.entry(*player).or_default() += 2;
        }
    }
    for game in open.games() {
        let number = game.drawn.number;
        let ended = tournament
            .entries
            .iter()
            .filter(|entry| matches!(entry, OpenEntry::Ended { game, .. } if *game == number))
            .count();
        if ended > 1 {
            problem(format!("I9: game {number} ended {ended} times"));
        }
        let mut own = tables
            .iter()
            .filter(|table| table.tournament == Some((tournament.key, number)));
        let (table, other) = (own.next(), own.next());
        if other.is_some() {
            problem(format!("I9: game {number} has two tables"));
        }
        let Some(outcome) = game.outcome else {
            if open.is_over() && stage == "finished" {
                problem(format!("I9: game {number} has no result"));
            }
            continue;
        };
        for seat in Seat::BOTH {
            if let Some(gained) = game.halves(seat) {
                *halves.entry(game.drawn.players[seat]).or_default() += gained;
            }
        }
        let Some(table) = table else {
            // One that was decided when it was drawn needs none.
            if matches!(outcome.kind, OutcomeKind::Played) {
                problem(format!("I9: game {number} has no table"));
            }
            continue;
        };
        let Ok(session) = table.start.clone().with_entries(&table.entries) else {
            continue;
        };
        let winner = session
            .result()
            .map(|result| result.winner.map(|color| session.colors().seat_of(color)));
        if matches!(outcome.kind, OutcomeKind::Damaged)
            || (!matches!(outcome.kind, OutcomeKind::Void) && winner != Some(outcome.winner))
        {
            problem(format!(
                "I9: game {number} counts as {outcome:?}, and its log says {winner:?}"
            ));
        }
    }
    let is_arena =
        open.end_ms().is_some() || open.terms().format == yiqi_arena::open::OpenFormat::Arena;
    for standing in open.standings() {
        let own = halves.get(&standing.player).copied().unwrap_or(0);
        if !is_arena && standing.points != own {
            problem(format!(
                "I9: player {} has {} halves and {own} were gained",
                standing.player, standing.points
            ));
        }
    }
}
