//! Open tournaments, hosted by a test that plays no games but says how they end.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use proptest::prelude::*;
use yiqi_arena::open::{
    CancelReason, OpenEntry, OpenFormat, OpenOutcome, OpenRefusal, OpenStage, OpenStart, OpenTerms,
    OpenTournament, OutcomeKind, TieBreak,
};
use yiqi_record::Seat;
use yiqi_rules::Dice;

const MINUTE_MS: u64 = 60_000;

fn terms(format: OpenFormat) -> OpenTerms {
    OpenTerms {
        format,
        rounds: 0,
        games: 1,
        duration_ms: 2 * MINUTE_MS,
        has_streaks: false,
        start: OpenStart::At(MINUTE_MS),
        players_max: 0,
        pause_ms: 0,
        seed: 7,
        created_ms: 0,
    }
}

/// A tournament and its log.
struct Host {
    tournament: OpenTournament,
    log: Vec<OpenEntry>,
    now_ms: u64,
    /// Players who are in a game elsewhere.
    busy: HashSet<usize>,
}

impl Host {
    fn new(terms: OpenTerms) -> Host {
        Host {
            tournament: OpenTournament::new(terms),
            log: Vec::new(),
            now_ms: terms.created_ms,
            busy: HashSet::new(),
        }
    }

    fn add(&mut self, entry: OpenEntry) {
        assert!(self.tournament.apply(&entry), "{entry:?}");
        self.log.push(entry);
    }

    fn join(&mut self, count: usize) {
        for _ in 0..count {
            let entry = self.tournament.join(None, None, self.now_ms).unwrap();
            self.add(entry);
        }
    }

    /// Adds everything that follows by itself at this time.
    fn settle(&mut self) {
        loop {
            let due = self.tournament.due(self.now_ms, &self.busy);
            if due.is_empty() {
                return;
            }
            for entry in due {
                self.add(entry);
            }
        }
    }

    fn end(&mut self, game: u32, winner: Option<Seat>) {
        self.end_as(game, winner, OutcomeKind::Played);
    }

    fn end_as(&mut self, game: u32, winner: Option<Seat>, kind: OutcomeKind) {
        let outcome = OpenOutcome {
            winner,
            kind,
            at_ms: self.now_ms,
        };
        self.add(OpenEntry::Ended { game, outcome });
    }

    fn open(&self) -> Vec<(u32, usize, usize)> {
        let games = self.tournament.open_games();
        games
            .map(|game| {
                let players = game.drawn.players;
                (game.drawn.number, players.first, players.second)
            })
            .collect()
    }

    /// Plays to the end. `result` gets the players of a game.
    fn play(&mut self, mut result: impl FnMut(usize, usize) -> Option<Seat>) {
        self.now_ms = self.now_ms.max(MINUTE_MS);
        self.settle();
        while !self.tournament.is_over() {
            for (game, first, second) in self.open() {
                self.now_ms += 1_000;
                let winner = result(first, second);
                self.end(game, winner);
            }
            let woken = self.tournament.wake_ms(self.now_ms);
            self.settle();
            if self.open().is_empty() && !self.tournament.is_over() {
                self.now_ms = woken.expect("something follows");
                self.settle();
            }
        }
    }
}

fn lower_wins(first: usize, second: usize) -> Option<Seat> {
    Some(if first < second {
        Seat::First
    } else {
        Seat::Second
    })
}

/// Whether these players can be paired without a pair that has met.
fn can_pair(players: &[usize], met: &BTreeSet<(usize, usize)>) -> bool {
    let Some((&one, rest)) = players.split_first() else {
        return true;
    };
    rest.iter().any(|&other| {
        let others: Vec<usize> = rest.iter().copied().filter(|&p| p != other).collect();
        !met.contains(&(one.min(other), one.max(other))) && can_pair(&others, met)
    })
}

proptest! {
    #[test]
    fn a_swiss_round_pairs_everyone_once_with_new_opponents_and_fair_colors(
        count in 2usize..10,
        seed in 0u64..1000,
    ) {
        let mut dice = Dice::new(seed);
        let mut host = Host::new(terms(OpenFormat::Swiss));
        host.join(count);
        host.play(|_, _| *dice.pick(&[None, Some(Seat::First), Some(Seat::Second)]));
        let rounds = host.tournament.round();
        let mut met = BTreeSet::new();
        let mut balance: BTreeMap<usize, i32> = BTreeMap::new();
        for round in 1..=rounds {
            let games = host.tournament.games().iter().filter(|game| game.drawn.round == round);
            let pairs: Vec<_> = games.map(|game| game.drawn.players).collect();
            let resting: Vec<usize> = host
                .tournament
                .rests()
                .iter()
                .filter(|rest| rest.0 == round)
                .map(|rest| rest.1)
                .collect();
            let mut seen: Vec<usize> = pairs.iter().flat_map(|pair| [pair.first, pair.second]).collect();
            seen.extend(&resting);
            seen.sort_unstable();
            prop_assert_eq!(seen, (0..count).collect::<Vec<_>>());
            prop_assert_eq!(resting.len(), count % 2);
            let is_repeated = |pair: (usize, usize)| met.contains(&(pair.0.min(pair.1), pair.0.max(pair.1)));
            if pairs.iter().any(|pair| is_repeated((pair.first, pair.second))) {
                let playing: Vec<usize> = pairs.iter().flat_map(|pair| [pair.first, pair.second]).collect();
                prop_assert!(!can_pair(&playing, &met), "an avoidable rematch in round {}", round);
            }
            for pair in &pairs {
                met.insert((pair.first.min(pair.second), pair.first.max(pair.second)));
                *balance.entry(pair.first).or_default() += 1;
                *balance.entry(pair.second).or_default() -= 1;
            }
        }
        prop_assert!(balance.values().all(|value| value.abs() <= 2), "{:?}", balance);
    }

    #[test]
    fn an_arena_never_leaves_two_players_waiting(
        seed in 0u64..500,
        pause_ms in prop_oneof![Just(0u64), Just(5_000)],
    ) {
        let mut dice = Dice::new(seed);
        let mut host = Host::new(OpenTerms { pause_ms, ..terms(OpenFormat::Arena) });
        host.join(2 + dice.below(7));
        host.now_ms = MINUTE_MS;
        host.settle();
        let mut end_ms = host.tournament.end_ms().unwrap();
        while host.now_ms < end_ms {
            // Nobody who has rested and waited half a minute more has had nobody to play.
            let waiting = (0..host.tournament.players().len())
                .filter(|&player| {
                    let known = host.tournament.players()[player];
                    known.is_active
                        && host.tournament.game_of(player).is_none()
                        && known.free_since_ms + pause_ms + 30_000 < host.now_ms
                })
                .count();
            prop_assert!(waiting < 2, "{} are waiting", waiting);
            host.now_ms += 1 + dice.roll() % 4_000;
            let open = host.open();
            match dice.roll() % 8 {
                0 => {
                    let player = dice.below(host.tournament.players().len());
                    let entry = host.tournament.withdraw(player, host.now_ms);
                    if let Ok(entry) = entry {
                        host.add(entry);
                    }
                }
                1 => {
                    let player = dice.below(host.tournament.players().len());
                    let entry = host.tournament.join(Some(player), None, host.now_ms);
                    if let Ok(entry) = entry {
                        host.add(entry);
                    }
                }
                2..=5 if !open.is_empty() => {
                    let (game, ..) = *dice.pick(&open);
                    let winner = *dice.pick(&[None, Some(Seat::First), Some(Seat::Second)]);
                    host.end(game, winner);
                }
                _ => {}
            }
            host.settle();
            end_ms = host.tournament.end_ms().unwrap_or(0);
        }
    }

    #[test]
    fn a_log_says_everything(seed in 0u64..200, format in 0usize..4) {
        let mut dice = Dice::new(seed);
        let terms = terms(OpenFormat::ALL[format]);
        let mut host = Host::new(terms);
        host.join(2 + dice.below(6));
        host.play(|_, _| *dice.pick(&[None, Some(Seat::First), Some(Seat::Second)]));
        let lines: Vec<String> = host.log.iter().map(ToString::to_string).collect();
        let read: Vec<OpenEntry> = lines.iter().filter_map(|line| OpenEntry::parse(line)).collect();
        prop_assert_eq!(&read, &host.log);
        prop_assert_eq!(OpenTournament::from_entries(terms, &read), Some(host.tournament.clone()));
        // No entry follows twice, and none is lost unnoticed.
        for line in &lines {
            let mut damaged = line.clone();
            damaged.replace_range(0..1, "x");
            prop_assert_eq!(OpenEntry::parse(&damaged), None);
        }
        let first_end = read.iter().find(|entry| matches!(entry, OpenEntry::Ended { .. }));
        let until: Vec<OpenEntry> = read
            .iter()
            .copied()
            .take_while(|entry| Some(entry) != first_end)
            .chain(first_end.copied())
            .collect();
        let mut tournament = OpenTournament::from_entries(terms, &until).unwrap();
        prop_assert!(!tournament.apply(first_end.unwrap()), "a result counted twice");
    }

    #[test]
    fn whoever_leaves_never_stops_a_tournament(seed in 0u64..300, format in 0usize..4) {
        let mut dice = Dice::new(seed);
        let mut host = Host::new(OpenTerms { games: 2, ..terms(OpenFormat::ALL[format]) });
        host.join(2 + dice.below(6));
        host.now_ms = MINUTE_MS;
        host.settle();
        let mut steps = 0;
        while !host.tournament.is_over() {
            steps += 1;
            prop_assert!(steps < 5_000);
            let player = dice.below(host.tournament.players().len());
            let entry = match dice.roll() % 6 {
                0 => host.tournament.withdraw(player, host.now_ms).ok(),
                1 => host.tournament.join(Some(player), None, host.now_ms).ok(),
                _ => None,
            };
            if let Some(entry) = entry {
                host.add(entry);
            }
            if let Some(&(game, ..)) = host.open().first() {
                host.now_ms += 5_000;
                host.end(game, *dice.pick(&[None, Some(Seat::First), Some(Seat::Second)]));
            } else if let Some(wake_ms) = host.tournament.wake_ms(host.now_ms) {
                host.now_ms = wake_ms;
            }
            host.settle();
        }
        let finished = matches!(host.tournament.stage(), OpenStage::Finished { .. });
        prop_assert!(finished);
    }
}

#[test]
fn everybody_meets_everybody_as_often_with_each_color_in_a_double_round_robin() {
    for count in 2..9 {
        let mut host = Host::new(OpenTerms {
            games: 2,
            ..terms(OpenFormat::RoundRobin)
        });
        host.join(count);
        host.play(lower_wins);
        let mut pairs = BTreeMap::new();
        for game in host.tournament.games() {
            let players = game.drawn.players;
            *pairs.entry((players.first, players.second)).or_insert(0) += 1;
        }
        assert_eq!(pairs.len(), count * (count - 1));
        assert!(pairs.values().all(|&games| games == 1));
        let places: Vec<usize> = host
            .tournament
            .standings()
            .iter()
            .map(|row| row.player)
            .collect();
        assert_eq!(places, (0..count).collect::<Vec<_>>());
    }
}

#[test]
fn the_best_player_wins_a_knockout_and_lots_end_a_level_one() {
    for count in 2..20 {
        let mut host = Host::new(terms(OpenFormat::Knockout));
        host.join(count);
        host.play(lower_wins);
        let rows = host.tournament.standings();
        assert_eq!((rows[0].player, rows[0].place), (0, 1));
        let mut level = Host::new(terms(OpenFormat::Knockout));
        level.join(count);
        level.play(|_, _| None);
        let last = *level.tournament.bracket().last().unwrap();
        assert!(last.is_by_lot && last.winner.is_some());
        assert_eq!(Some(level.tournament.standings()[0].player), last.winner);
    }
}

#[test]
fn whoever_has_left_loses_by_walkover_and_may_come_back() {
    let mut host = Host::new(terms(OpenFormat::RoundRobin));
    host.join(4);
    host.now_ms = MINUTE_MS;
    host.settle();
    let entry = host.tournament.withdraw(3, host.now_ms).unwrap();
    host.add(entry);
    // The game in progress goes on.
    assert_eq!(host.open().len(), 2);
    for (game, first, second) in host.open() {
        host.end(game, lower_wins(first, second));
    }
    host.settle();
    assert_eq!((host.tournament.round(), host.open().len()), (2, 1));
    let walkovers: Vec<_> = host
        .tournament
        .games()
        .iter()
        .filter(|game| {
            let kind = game.outcome.map(|outcome| outcome.kind);
            kind == Some(OutcomeKind::Walkover) && game.seat_of(3).is_some()
        })
        .collect();
    assert_eq!(walkovers.len(), 1);
    assert_eq!(
        walkovers[0].halves(walkovers[0].seat_of(3).unwrap()),
        Some(0)
    );
    let entry = host.tournament.join(Some(3), None, host.now_ms).unwrap();
    host.add(entry);
    for (game, first, second) in host.open() {
        host.end(game, lower_wins(first, second));
    }
    host.settle();
    assert_eq!((host.tournament.round(), host.open().len()), (3, 2));
}

#[test]
fn if_neither_comes_to_the_board_both_lose_and_a_damaged_game_counts_for_nobody() {
    let mut host = Host::new(OpenTerms {
        rounds: 1,
        ..terms(OpenFormat::Swiss)
    });
    host.join(4);
    host.now_ms = MINUTE_MS;
    host.settle();
    let games = host.open();
    let [(absent, one, two), (damaged, three, four)] = games[..] else {
        panic!("{games:?}");
    };
    host.end_as(absent, None, OutcomeKind::NoShow);
    host.end_as(damaged, None, OutcomeKind::Damaged);
    host.settle();
    assert!(host.tournament.is_over());
    let standings = host.tournament.standings();
    let of = |player: usize| standings.iter().find(|row| row.player == player).unwrap();
    for player in [one, two] {
        assert_eq!((of(player).points, of(player).lost), (0, 1));
    }
    for player in [three, four] {
        let row = of(player);
        assert_eq!((row.points, row.won + row.drawn + row.lost), (0, 0));
    }
    let lines: Vec<String> = host.log.iter().map(ToString::to_string).collect();
    let read: Option<Vec<OpenEntry>> = lines.iter().map(|line| OpenEntry::parse(line)).collect();
    assert_eq!(read, Some(host.log));
}

#[test]
fn a_knockout_goes_on_if_neither_comes_to_a_board() {
    let mut host = Host::new(terms(OpenFormat::Knockout));
    host.join(4);
    host.now_ms = MINUTE_MS;
    host.settle();
    let games = host.open();
    let (absent, one, two) = games[0];
    let (other, first, second) = games[1];
    host.end_as(absent, None, OutcomeKind::NoShow);
    for player in [one, two] {
        let entry = host.tournament.withdraw(player, host.now_ms).unwrap();
        host.add(entry);
    }
    host.end(other, lower_wins(first, second));
    host.play(lower_wins);
    // Lots decide which of the absent ones meets the winner of the other match, and loses.
    let standings = host.tournament.standings();
    assert_eq!(standings[0].player, first.min(second));
}

#[test]
fn it_is_said_when_joining_is_too_late() {
    let refused =
        |host: &Host, player| host.tournament.join(player, None, host.now_ms).unwrap_err();
    let mut swiss = Host::new(OpenTerms {
        rounds: 4,
        ..terms(OpenFormat::Swiss)
    });
    swiss.join(6);
    swiss.now_ms = MINUTE_MS;
    swiss.settle();
    assert_eq!(refused(&swiss, Some(0)), OpenRefusal::AlreadyIn);
    for round in 1..4 {
        assert_eq!(swiss.tournament.round(), round);
        let joined = swiss.tournament.join(None, None, swiss.now_ms);
        assert_eq!(joined.is_ok(), round <= 2, "in round {round}");
        for (game, ..) in swiss.open() {
            swiss.end(game, None);
        }
        swiss.settle();
    }
    for format in [OpenFormat::RoundRobin, OpenFormat::Knockout] {
        let mut host = Host::new(terms(format));
        host.join(4);
        host.now_ms = MINUTE_MS;
        host.settle();
        assert_eq!(refused(&host, None), OpenRefusal::TooLate);
    }
    let mut arena = Host::new(OpenTerms {
        players_max: 3,
        ..terms(OpenFormat::Arena)
    });
    arena.join(2);
    arena.now_ms = MINUTE_MS;
    arena.settle();
    arena.join(1);
    assert_eq!(refused(&arena, None), OpenRefusal::Full);
    arena.now_ms = arena.tournament.end_ms().unwrap();
    let entry = arena.tournament.withdraw(0, arena.now_ms).unwrap();
    arena.add(entry);
    assert_eq!(refused(&arena, Some(0)), OpenRefusal::TooLate);
}

#[test]
fn a_tournament_without_players_is_called_off_and_one_that_is_full_begins() {
    let mut empty = Host::new(terms(OpenFormat::Swiss));
    empty.join(1);
    assert_eq!(empty.tournament.due(MINUTE_MS - 1, &HashSet::new()), []);
    empty.now_ms = MINUTE_MS;
    empty.settle();
    let stage = empty.tournament.stage();
    let reason = CancelReason::FewPlayers;
    assert_eq!(
        stage,
        OpenStage::Canceled {
            at_ms: MINUTE_MS,
            reason
        }
    );
    let mut full = Host::new(OpenTerms {
        start: OpenStart::With(3),
        ..terms(OpenFormat::Swiss)
    });
    full.join(2);
    full.settle();
    assert_eq!(full.tournament.stage(), OpenStage::Upcoming);
    full.join(1);
    full.settle();
    assert_eq!(full.open().len(), 1);
    assert_eq!(full.tournament.rests().len(), 1);
}

#[test]
fn three_wins_in_a_row_count_four_times_in_an_arena_with_streaks() {
    let mut host = Host::new(OpenTerms {
        has_streaks: true,
        ..terms(OpenFormat::Arena)
    });
    host.join(2);
    host.now_ms = MINUTE_MS;
    host.settle();
    let mut points = Vec::new();
    for winner in [0, 0, 0, 1, 0] {
        let (game, first, _) = host.open()[0];
        host.now_ms += 1_000;
        let seat = if first == winner {
            Seat::First
        } else {
            Seat::Second
        };
        host.end(game, Some(seat));
        let rows = host.tournament.standings();
        points.push(rows.iter().find(|row| row.player == 0).unwrap().points);
        host.now_ms += 16_000;
        host.settle();
    }
    assert_eq!(points, [2, 4, 8, 8, 10]);
}

#[test]
fn two_who_have_just_met_do_not_keep_a_third_waiting_in_an_arena() {
    let mut host = Host::new(terms(OpenFormat::Arena));
    host.join(3);
    host.now_ms = MINUTE_MS;
    host.settle();
    for _ in 0..6 {
        let (game, first, second) = host.open()[0];
        host.now_ms += 1_000;
        host.end(game, Some(Seat::First));
        host.settle();
        let (_, next_first, next_second) = host.open()[0];
        let pair = |one: usize, other: usize| (one.min(other), one.max(other));
        assert_ne!(pair(first, second), pair(next_first, next_second));
    }
}

#[test]
fn two_who_have_just_met_wait_for_those_who_rest_in_an_arena() {
    let mut host = Host::new(OpenTerms {
        pause_ms: 2_000,
        ..terms(OpenFormat::Arena)
    });
    host.join(4);
    host.now_ms = MINUTE_MS;
    host.settle();
    let pairs = |host: &Host| -> BTreeSet<(usize, usize)> {
        let open = host.open().into_iter();
        open.map(|(_, one, other)| (one.min(other), one.max(other)))
            .collect()
    };
    let before = pairs(&host);
    for (game, ..) in host.open() {
        host.now_ms += 1_500;
        host.end(game, None);
        host.settle();
    }
    host.now_ms += 2_000;
    host.settle();
    let after = pairs(&host);
    assert_eq!(after.len(), 2);
    assert!(before.is_disjoint(&after), "{before:?} {after:?}");
}

#[test]
fn time_without_a_server_is_added_to_an_arena() {
    let mut host = Host::new(terms(OpenFormat::Arena));
    host.join(2);
    host.now_ms = MINUTE_MS;
    host.settle();
    let end_ms = host.tournament.end_ms().unwrap();
    host.add(OpenEntry::Extended { by_ms: 5_000 });
    assert_eq!(host.tournament.end_ms(), Some(end_ms + 5_000));
    let (game, ..) = host.open()[0];
    host.now_ms = end_ms + 5_000;
    // The last game is played out and counts.
    host.settle();
    assert!(!host.tournament.is_over());
    host.end(game, Some(Seat::First));
    host.settle();
    assert!(host.tournament.is_over());
    assert_eq!(host.tournament.standings()[0].points, 2);
}

#[test]
fn nobody_gets_a_game_while_busy_with_another() {
    let drawn = |host: &Host| {
        let players = host
            .open()
            .into_iter()
            .flat_map(|(_, one, other)| [one, other]);
        players.collect::<BTreeSet<usize>>()
    };
    for format in [
        OpenFormat::Arena,
        OpenFormat::Swiss,
        OpenFormat::RoundRobin,
        OpenFormat::Knockout,
    ] {
        let mut host = Host::new(terms(format));
        host.join(4);
        host.busy = HashSet::from([2]);
        host.now_ms = MINUTE_MS;
        host.settle();
        // A round waits; an arena and other matches of a knockout do not.
        let others = drawn(&host);
        assert!(!others.contains(&2), "{format:?}");
        let goes_on = matches!(format, OpenFormat::Arena | OpenFormat::Knockout);
        assert_eq!(others.len(), if goes_on { 2 } else { 0 }, "{format:?}");
        host.busy.clear();
        host.settle();
        let all = if format == OpenFormat::Arena {
            2..=4
        } else {
            4..=4
        };
        assert!(all.contains(&drawn(&host).len()), "{format:?}");
    }
}

#[test]
fn tie_breaks_are_those_of_the_books() {
    // 0 beats 1, 2 beats 3; then 0 and 2 draw, 1 beats 3; then 0 beats 3, 1 beats 2.
    let mut host = Host::new(OpenTerms {
        rounds: 3,
        ..terms(OpenFormat::Swiss)
    });
    host.join(4);
    host.play(|first, second| {
        let won = |winner: usize| {
            Some(if first == winner {
                Seat::First
            } else {
                Seat::Second
            })
        };
        match (first.min(second), first.max(second)) {
            (0, 2) => None,
            (0, _) => won(0),
            (1, 2 | 3) => won(1),
            (2, 3) => won(2),
            _ => unreachable!(),
        }
    });
    assert_eq!(
        OpenFormat::Swiss.tie_breaks(),
        [
            TieBreak::Buchholz,
            TieBreak::SonnebornBerger,
            TieBreak::Direct
        ]
    );
    let rows: Vec<(usize, u32, Vec<Option<u32>>)> = host
        .tournament
        .standings()
        .into_iter()
        .map(|row| (row.player, row.points, row.tie_breaks))
        .collect();
    // Points 2.5, 2, 1.5, 0. Buchholz is the sum of the others' points, as all have met.
    // Sonneborn-Berger: 0 has 2 + 1.5 / 2 + 0, 1 has 1.5 + 0, 2 has 2.5 / 2 + 0. Nobody is level
    // after that, so the games among level players say nothing.
    assert_eq!(
        rows,
        [
            (0, 5, vec![Some(14), Some(11), None]),
            (1, 4, vec![Some(16), Some(6), None]),
            (2, 3, vec![Some(18), Some(5), None]),
            (3, 0, vec![Some(24), Some(0), None]),
        ]
    );
}

#[test]
fn level_players_are_ordered_by_their_own_game_and_then_share_a_place() {
    let mut host = Host::new(terms(OpenFormat::RoundRobin));
    host.join(4);
    // 1 beats 0, and both beat the others, except that 2 beats 1. 3 loses to all.
    host.play(|first, second| {
        let winner = match (first.min(second), first.max(second)) {
            (0, 1) => 1,
            (1, 2) => 2,
            (low, _) => low,
        };
        Some(if first == winner {
            Seat::First
        } else {
            Seat::Second
        })
    });
    let rows = host.tournament.standings();
    let shown: Vec<(u32, usize, u32)> = rows
        .iter()
        .map(|row| (row.place, row.player, row.points))
        .collect();
    // 0, 1 and 2 beat each other in a circle.
    assert_eq!(shown, [(1, 0, 4), (1, 1, 4), (1, 2, 4), (4, 3, 0)]);
    let mut two = Host::new(terms(OpenFormat::RoundRobin));
    two.join(4);
    two.play(|first, second| {
        let winner = match (first.min(second), first.max(second)) {
            (0, 1) => 1,
            (0, _) => 0,
            (1, 2) => 1,
            (1, 3) => return None,
            (_, high) => high,
        };
        Some(if first == winner {
            Seat::First
        } else {
            Seat::Second
        })
    });
    let shown: Vec<(u32, usize, u32)> = two
        .tournament
        .standings()
        .iter()
        .map(|row| (row.place, row.player, row.points))
        .collect();
    assert_eq!(shown, [(1, 1, 5), (2, 0, 4), (3, 3, 3), (4, 2, 0)]);
}
