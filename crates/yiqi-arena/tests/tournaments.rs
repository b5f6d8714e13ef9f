//! Tournaments from the draw to the standings, played by built-in players.

use std::path::Path;

use proptest::prelude::*;
use yiqi_arena::schedule::{bracket, due, game_count, swiss_rounds};
use yiqi_arena::{
    Adjudication, AdjudicationReason, Contestant, EndedGame, Ending, Forfeit, ForfeitKind,
    GameLimits, Journal, JournalError, LogEntry, LogError, OpeningLine, Plan, RunEnd, RunOptions,
    Settings, Span, Standings, TimeUse, Tournament, TournamentFormat, built_in, built_in_games,
    read_games, read_log, read_openings, read_tournament, report, run, standard_start,
};
use yiqi_players::Stop;
use yiqi_record::{BySeat, GameResult, Seat};
use yiqi_rules::Color;
use yiqi_text::{Lang, Text};

fn players(specs: &[&str]) -> Vec<Contestant> {
    let parse = |spec: &&str| spec.parse().unwrap();
    specs.iter().map(parse).collect()
}

fn plan(format: TournamentFormat, specs: &[&str], games: u32) -> Plan {
    let game = "reversi:4".parse().unwrap();
    let openings = ["", "a2", "a2 a1", "a2 a1 b1"];
    Plan {
        game,
        format,
        players: players(specs),
        games,
        rounds: 0,
        limits: GameLimits::default(),
        adjudication: Adjudication::default(),
        sprt: None,
        seed: 7,
        openings: openings
            .iter()
            .filter_map(|moves| OpeningLine::parse("", moves, game))
            .collect(),
    }
}

fn many(count: usize) -> Vec<String> {
    (0..count)
        .map(|index| format!("P{index}=random:seed={index}"))
        .collect()
}

fn play(plan: Plan, concurrency: usize) -> Tournament {
    let mut tournament = Tournament::new(plan);
    let end = run(
        &mut tournament,
        None,
        RunOptions {
            concurrency,
            stop: Stop::new(),
            elsewhere: None,
            is_watched: false,
            report: &mut |_| {},
        },
    );
    assert_eq!(end.unwrap(), RunEnd::Finished);
    tournament
}

fn won_by(winner: Option<Seat>) -> EndedGame {
    EndedGame {
        result: GameResult {
            winner: winner.map(|seat| match seat {
                Seat::First => Color::Black,
                Seat::Second => Color::White,
            }),
            reason: yiqi_record::EndReason::Rules,
            score: None,
        },
        first_color: Color::Black,
        ending: Ending::Played,
        plies: 10,
        time: BySeat::default(),
    }
}

/// Plays a tournament in which `result` decides each game, without players.
fn decided(plan: Plan, mut result: impl FnMut(usize, usize) -> Option<Seat>) -> Tournament {
    let mut tournament = Tournament::new(plan);
    loop {
        let games = due(&tournament, 10);
        if games.is_empty() {
            assert_eq!(tournament.open_count(), 0);
            return tournament;
        }
        for game in games {
            assert!(tournament.apply(&LogEntry::Drawn(game)));
            let end = won_by(result(game.players.first, game.players.second));
            assert!(tournament.apply(&LogEntry::Ended {
                game: game.number,
                end,
                span: Span::default(),
            }));
        }
    }
}

/// Whether these players can be paired so that nobody meets again.
fn can_pair(players: Vec<usize>, met: &std::collections::BTreeSet<(usize, usize)>) -> bool {
    let Some((&first, rest)) = players.split_first() else {
        return true;
    };
    rest.iter().any(|&other| {
        !met.contains(&(first.min(other), first.max(other))) && {
            let left = rest.iter().copied().filter(|&player| player != other);
            can_pair(left.collect(), met)
        }
    })
}

/// The player with the lower number wins.
fn by_rank(first: usize, second: usize) -> Option<Seat> {
    Some(if first < second {
        Seat::First
    } else {
        Seat::Second
    })
}

#[test]
fn everybody_meets_everybody_with_both_colors_in_a_round_robin() {
    for count in 2..8 {
        let specs = many(count);
        let specs: Vec<&str> = specs.iter().map(String::as_str).collect();
        let plan = plan(TournamentFormat::RoundRobin, &specs, 3);
        let total = game_count(&plan).unwrap();
        let tournament = decided(plan, by_rank);
        assert_eq!(tournament.games().len() as u64, total);
        for one in 0..count {
            for other in 0..count {
                let games = tournament.games().iter().filter(|game| {
                    game.drawn.players
                        == BySeat {
                            first: one,
                            second: other,
                        }
                });
                assert_eq!(games.count(), if one == other { 0 } else { 2 });
            }
        }
        // The two games of a pair begin from the same opening.
        for pair in tournament.games().chunks(2) {
            assert_eq!(pair[0].drawn.opening, pair[1].drawn.opening);
            assert_eq!(pair[0].drawn.players.first, pair[1].drawn.players.second);
        }
        let standings = Standings::of(&tournament);
        let order: Vec<usize> = standings.rows.iter().map(|row| row.player).collect();
        assert_eq!(order, (0..count).collect::<Vec<_>>());
    }
}

#[test]
fn a_gauntlet_and_a_ladder_pair_as_their_names_say() {
    let specs = many(4);
    let specs: Vec<&str> = specs.iter().map(String::as_str).collect();
    let pairings = |format| {
        let tournament = decided(plan(format, &specs, 2), by_rank);
        let games = tournament.games().iter().step_by(2);
        games
            .map(|game| game.drawn.players)
            .map(|p| (p.first, p.second))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        pairings(TournamentFormat::Gauntlet),
        [(0, 1), (0, 2), (0, 3)]
    );
    assert_eq!(pairings(TournamentFormat::Ladder), [(1, 0), (2, 1), (3, 2)]);
}

#[test]
fn the_best_player_wins_a_knockout_and_a_level_match_is_decided() {
    for count in 2..10 {
        let specs = many(count);
        let specs: Vec<&str> = specs.iter().map(String::as_str).collect();
        let tournament = decided(plan(TournamentFormat::Knockout, &specs, 2), by_rank);
        assert_eq!(Standings::of(&tournament).rows[0].player, 0);
        let final_match = *bracket(&tournament).last().unwrap();
        assert_eq!(final_match.winner, Some(0));
        // Everybody but the winner loses exactly one match.
        let matches = bracket(&tournament);
        let real = matches.iter().filter(|known| known.players.1.is_some());
        assert_eq!(real.count(), count - 1);
        let level = decided(plan(TournamentFormat::Knockout, &specs, 2), |_, _| None);
        let last = *bracket(&level).last().unwrap();
        assert!(last.winner.is_some() && last.is_by_lot);
        // The same lot every time.
        let again = decided(plan(TournamentFormat::Knockout, &specs, 2), |_, _| None);
        assert_eq!(bracket(&again), bracket(&level));
    }
}

proptest! {
    #[test]
    fn nobody_meets_twice_in_a_swiss_while_that_can_be_avoided(count in 2usize..11, seed in 0u64..1000) {
        let specs = many(count);
        let specs: Vec<&str> = specs.iter().map(String::as_str).collect();
        let plan = plan(TournamentFormat::Swiss, &specs, 2);
        let rounds = swiss_rounds(&plan);
        let mut dice = yiqi_rules::Dice::new(seed);
        let tournament = decided(plan, |_, _| [None, Some(Seat::First), Some(Seat::Second)][dice.below(3)]);
        prop_assert_eq!(tournament.games().len(), rounds as usize * (count / 2) * 2);
        let mut met = std::collections::BTreeSet::new();
        let mut rested = vec![0; count];
        for round in tournament.games().chunk_by(|a, b| a.drawn.round == b.drawn.round) {
            let pairs: Vec<(usize, usize)> = round
                .iter()
                .step_by(2)
                .map(|game| game.drawn.players)
                .map(|BySeat { first, second }| (first.min(second), first.max(second)))
                .collect();
            let is_fresh = pairs.iter().all(|pair| !met.contains(pair));
            let least = *rested.iter().min().unwrap();
            let could_be_fresh = if count % 2 == 0 {
                can_pair((0..count).collect(), &met)
            } else {
                (0..count)
                    .filter(|&rest| rested[rest] == least)
                    .any(|rest| can_pair((0..count).filter(|&p| p != rest).collect(), &met))
            };
            prop_assert_eq!(is_fresh, could_be_fresh);
            for (player, rested) in rested.iter_mut().enumerate() {
                let plays = pairs.iter().any(|&(a, b)| a == player || b == player);
                *rested += u32::from(!plays);
            }
            met.extend(pairs);
        }
        for round in 1..=rounds {
            let mut seen = std::collections::BTreeSet::new();
            for game in tournament.games().iter().filter(|game| game.drawn.round == round).step_by(2) {
                prop_assert!(seen.insert(game.drawn.players.first));
                prop_assert!(seen.insert(game.drawn.players.second));
            }
        }
        let byes = tournament.byes();
        let total = if count % 2 == 1 { rounds } else { 0 };
        prop_assert_eq!(byes.iter().sum::<u32>(), total);
        prop_assert!(byes.iter().all(|&byes| byes <= 1));
    }

    #[test]
    fn every_entry_is_read_back_and_a_damaged_line_is_noticed(
        name in "\\PC{0,20}", line in "[\\t\\n\\r\\\\a-z ]{0,30}", number in 1u32..1000, at in 0usize..100,
    ) {
        let forfeit = Forfeit {
            seat: Seat::Second,
            kind: ForfeitKind::Crash,
            evidence: vec![line.clone(), name.clone()],
        };
        let time = TimeUse { moves: 3, total_ms: 50, longest_ms: 30, margin_ms: Some(9) };
        let entries = [
            LogEntry::Setting { key: name.clone(), value: line.clone() },
            LogEntry::Contestant { name: name.clone(), spec: "random".to_owned() },
            LogEntry::Begun { game: number, at_ms: 5 },
            LogEntry::Ended {
                game: number,
                end: EndedGame {
                    ending: Ending::Forfeited(forfeit),
                    time: BySeat { first: time, second: TimeUse::default() },
                    ..won_by(Some(Seat::First))
                },
                span: Span { offset: 4, length: 10 },
            },
            LogEntry::Ended {
                game: number,
                end: EndedGame {
                    ending: Ending::Adjudicated(AdjudicationReason::Solved),
                    ..won_by(None)
                },
                span: Span::default(),
            },
            LogEntry::Corrected { game: number, result: None, reason: name.clone() },
        ];
        for entry in entries {
            let text = entry.to_string();
            prop_assert!(!text.contains('\n'));
            prop_assert_eq!(LogEntry::parse(&text), Some(entry));
            let mut damaged: Vec<char> = text.chars().collect();
            let at = at % damaged.len();
            damaged[at] = if damaged[at] == 'x' { 'y' } else { 'x' };
            let damaged: String = damaged.into_iter().collect();
            // Upper and lower case of a checksum are the same number; x is no digit.
            prop_assert_eq!(LogEntry::parse(&damaged), None);
        }
    }
}

#[test]
fn results_do_not_depend_on_how_many_games_are_played_at_once() {
    let specs = [
        "A=random:seed=1",
        "B=greedy",
        "C=weights",
        "D=alphabeta:depth=2",
    ];
    let one = play(plan(TournamentFormat::RoundRobin, &specs, 6), 1);
    let four = play(plan(TournamentFormat::RoundRobin, &specs, 6), 4);
    let (one, four) = (Standings::of(&one), Standings::of(&four));
    assert_eq!(one.cross, four.cross);
    assert_eq!(one.black, four.black);
    assert_eq!(one.openings, four.openings);
    assert_eq!(one.game_count, 36);
}

#[test]
fn a_stopped_tournament_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let specs = ["A=random", "B=greedy", "C=weights"];
    let whole = play(plan(TournamentFormat::Swiss, &specs, 8), 2);
    let plan = plan(TournamentFormat::Swiss, &specs, 8);
    let mut journal = Journal::create(folder.path(), &plan).unwrap();
    let mut tournament = Tournament::new(plan);
    let mut runs = 0;
    loop {
        runs += 1;
        let stop = Stop::new();
        let mut ended = 0;
        let options = RunOptions {
            concurrency: 2,
            stop: stop.clone(),
            elsewhere: None,
            is_watched: true,
            report: &mut |view| {
                ended += view.ended.len();
                if ended >= 3 {
                    stop.stop();
                }
            },
        };
        match run(&mut tournament, Some(&mut journal), options).unwrap() {
            RunEnd::Finished => break,
            RunEnd::Stopped => {
                drop(journal);
                (journal, tournament) = Journal::resume(folder.path()).unwrap();
            }
        }
    }
    assert!(runs > 1);
    assert_eq!(
        Standings::of(&tournament).cross,
        Standings::of(&whole).cross
    );
    drop(journal);
    assert_eq!(read_tournament(folder.path()).unwrap(), tournament);
    let records = read_games(folder.path(), tournament.games()).unwrap();
    for (record, game) in records.iter().zip(tournament.games()) {
        assert_eq!(
            record.header.result,
            Some(game.ended.as_ref().unwrap().result)
        );
    }
}

#[test]
fn a_log_that_was_cut_anywhere_is_read_up_to_there() {
    let plan = plan(TournamentFormat::RoundRobin, &["A=random", "B=greedy"], 4);
    let mut tournament = Tournament::new(plan);
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), tournament.plan()).unwrap();
    let options = RunOptions {
        concurrency: 1,
        stop: Stop::new(),
        elsewhere: None,
        is_watched: false,
        report: &mut |_| {},
    };
    run(&mut tournament, Some(&mut journal), options).unwrap();
    drop(journal);
    let path = folder.path().join("tournament.log");
    let bytes = std::fs::read(&path).unwrap();
    let (entries, length) = read_log(&bytes).unwrap();
    assert_eq!(length, bytes.len() as u64);
    let ready = entries
        .iter()
        .position(|entry| *entry == LogEntry::Ready)
        .unwrap();
    for cut in 1..bytes.len() {
        match read_log(&bytes[..cut]) {
            Ok((read, length)) => {
                assert_eq!(read, entries[..read.len()]);
                assert!(length <= cut as u64);
                let whole = Tournament::from_entries(&read);
                assert_eq!(whole.is_ok(), read.len() > ready, "{cut}");
            }
            Err(error) => assert_eq!(error, LogError::NotALog),
        }
    }
    // Damage before the end is reported with its line.
    let mut damaged = bytes.clone();
    let second_line = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
    damaged[second_line] ^= 1;
    assert_eq!(read_log(&damaged), Err(LogError::Damaged { line: 2 }));
}

#[test]
fn a_folder_holds_one_tournament_and_one_process_plays_it() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(TournamentFormat::RoundRobin, &["A=random", "B=greedy"], 2);
    let journal = Journal::create(folder.path(), &plan).unwrap();
    assert!(matches!(
        Journal::resume(folder.path()),
        Err(JournalError::InUse(_))
    ));
    drop(journal);
    assert!(matches!(
        Journal::create(folder.path(), &plan),
        Err(JournalError::Exists(_))
    ));
    let nowhere = Path::new("/nonexistent/folder");
    assert!(matches!(
        Journal::resume(nowhere),
        Err(JournalError::Io { .. })
    ));
}

#[test]
fn a_program_that_fails_loses_by_forfeit_with_evidence() {
    let specs = [
        "Good=random",
        "Bad=program:script,cage=off:sh -c 'echo hello; cat'",
    ];
    let tournament = play(plan(TournamentFormat::RoundRobin, &specs, 2), 2);
    let standings = Standings::of(&tournament);
    assert_eq!(standings.rows[0].name, "Good");
    assert_eq!(
        standings.rows[1].forfeits.get(&ForfeitKind::Garbage),
        Some(&2)
    );
    let Ending::Forfeited(forfeit) = &tournament.games()[0].ended.as_ref().unwrap().ending else {
        panic!("the game was not forfeited");
    };
    assert!(forfeit.evidence[0].contains("hello"), "{forfeit:?}");
    let missing = ["Good=random", "Bad=program:script,cage=off:/nonexistent"];
    let tournament = play(plan(TournamentFormat::RoundRobin, &missing, 2), 1);
    let standings = Standings::of(&tournament);
    assert_eq!(
        standings.rows[1].forfeits.get(&ForfeitKind::Start),
        Some(&2)
    );
    let text = report::text(&tournament, &standings, &Text::new(Lang::En));
    assert!(text.contains("could not be started"), "{text}");
}

#[test]
fn a_player_that_never_answers_loses_on_time() {
    let mut plan = plan(
        TournamentFormat::RoundRobin,
        &[
            "Good=random",
            "Bad=program:script,cage=off:sh -c 'cat >/dev/null'",
        ],
        2,
    );
    plan.limits = "20ms/move".parse().unwrap();
    let tournament = play(plan, 2);
    let standings = Standings::of(&tournament);
    let forfeits = &standings.rows[1].forfeits;
    assert_eq!(forfeits.values().sum::<u32>(), 2, "{forfeits:?}");
    assert!(
        forfeits
            .keys()
            .all(|kind| [ForfeitKind::Stall, ForfeitKind::Time].contains(kind))
    );
}

#[test]
fn processor_time_is_charged_to_the_player_that_used_it() {
    // It plays the first legal move of the request after some work.
    let busy = r#"Busy=program:script,cage=off:sh -c 'while read l; do i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done; m=${l#*\"legal\":[\"}; echo ${m%%\"*}; done'"#;
    let mut plan = plan(TournamentFormat::RoundRobin, &["Idle=random", busy], 2);
    plan.limits = GameLimits {
        is_cpu_time: true,
        ..GameLimits::default()
    };
    plan.game = "reversi:4".parse().unwrap();
    plan.openings = standard_start();
    let tournament = play(plan, 1);
    let standings = Standings::of(&tournament);
    let used = |name: &str| {
        let row = standings.rows.iter().find(|row| row.name == name).unwrap();
        row.time.longest_ms
    };
    assert!(used("Busy") > used("Idle"), "{standings:?}");
}

#[test]
fn a_program_that_waits_for_a_processor_keeps_its_time() {
    // It plays the first legal move of the request, long after its clock would have run out.
    let waiting = r#"Waiting=program:script,cage=off:sh -c 'while read l; do sleep 0.1; m=${l#*\"legal\":[\"}; echo ${m%%\"*}; done'"#;
    let mut plan = plan(TournamentFormat::RoundRobin, &["Random=random", waiting], 2);
    plan.game = "reversi:4".parse().unwrap();
    plan.openings = standard_start();
    plan.limits = GameLimits {
        is_cpu_time: true,
        .."50ms/move".parse().unwrap()
    };
    let tournament = play(plan, 1);
    for game in tournament.games() {
        assert_eq!(game.ended.as_ref().unwrap().ending, Ending::Played);
    }
}

#[test]
fn clear_games_are_ended_early() {
    let rules: Adjudication = "win=5,win-plies=3,draw=0.5,draw-plies=4,draw-from=6,max-plies=9"
        .parse()
        .unwrap();
    let by = |evals: &[i32]| {
        let evals: Vec<Option<i32>> = evals.iter().copied().map(Some).collect();
        rules.by_evals(&evals)
    };
    let agreed = AdjudicationReason::Agreed;
    assert_eq!(by(&[100, 600, 700]), None);
    assert_eq!(
        by(&[100, 600, 700, 500]),
        Some((Some(Color::Black), agreed))
    );
    assert_eq!(by(&[-600, -700, -500]), Some((Some(Color::White), agreed)));
    assert_eq!(by(&[0, 0, 0, 0]), None);
    assert_eq!(by(&[900, 0, 0, 10, -50, 0]), Some((None, agreed)));
    assert_eq!(by(&[300; 9]), Some((None, AdjudicationReason::Length)));
    assert_eq!(rules.by_evals(&[None; 8]), None);
    assert_eq!(rules.to_string().parse(), Ok(rules));
    for wrong in [
        "",
        "win",
        "win=x",
        "win-plies=3",
        "solve=23",
        "solve=0",
        "win=1,win=2",
        "win=-1",
    ] {
        assert!(wrong.parse::<Adjudication>().is_err(), "{wrong}");
    }
}

#[test]
fn a_solved_endgame_has_the_result_of_perfect_play() {
    let mut plan = plan(
        TournamentFormat::RoundRobin,
        &["A=random", "B=random:seed=5"],
        10,
    );
    plan.game = "reversi:6".parse().unwrap();
    plan.openings = standard_start();
    plan.adjudication = "solve=8".parse().unwrap();
    let tournament = play(plan, 2);
    let standings = Standings::of(&tournament);
    assert!(standings.adjudicated_count > 0);
    for game in tournament.games() {
        let ended = game.ended.as_ref().unwrap();
        if ended.ending == Ending::Adjudicated(AdjudicationReason::Solved) {
            // Moves and passes after the four stones of the start; eight points are empty at most.
            assert!(ended.plies >= 24, "{ended:?}");
        }
    }
}

#[test]
fn openings_are_read_from_every_usual_kind_of_file() {
    let reversi = "reversi".parse().unwrap();
    let read = |text: &str| read_openings(text.as_bytes(), None, reversi).unwrap();
    let lists = read("# XOT\nf5d6c4\nf5 f6;+0.4\n\n");
    assert_eq!(
        lists
            .iter()
            .map(|line| line.moves.len())
            .collect::<Vec<_>>(),
        [3, 2]
    );
    let gomoku: yiqi_rules::GameSpec = "gomoku".parse().unwrap();
    let offsets = read_openings(b"0,0, 1,1, -1,2\n", None, gomoku).unwrap();
    assert_eq!(offsets[0].moves_text(gomoku), "h8 i7 g6");
    let sgf = read_openings(b"(;GM[4]SZ[15];B[hh];W[ii])", None, gomoku).unwrap();
    assert_eq!(sgf[0].moves.len(), 2);
    let psq = b"Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n";
    assert_eq!(read_openings(psq, None, gomoku).unwrap()[0].moves.len(), 2);
    let record = b"yiqi 1\n\nGame: gomoku\n";
    let _ = read_openings(record, None, gomoku);
    for (wrong, words) in [
        ("f5d6\nd9d9\n", "line 2"),
        ("f5 f5\n", "line 1"),
        ("# nothing\n", "no openings"),
    ] {
        let error = read_openings(wrong.as_bytes(), None, reversi).unwrap_err();
        assert!(error.to_string().contains(words), "{error}");
    }
}

#[test]
fn built_in_openings_are_openings_of_their_game_and_differ() {
    for game in built_in_games() {
        let spec = game.parse().unwrap();
        let openings = built_in(spec).unwrap_or_else(|| panic!("{game} has openings"));
        assert!(openings.len() >= 10, "{game}: {}", openings.len());
        assert_eq!(
            yiqi_arena::distinct(openings.clone(), spec).len(),
            openings.len(),
            "{game}"
        );
    }
}

#[test]
fn settings_are_read_from_a_file_and_errors_name_line_and_keys() {
    let text = "game = \"gomoku:15:renju\"\nformat = \"swiss\"\ngames = 10\nrounds = 3\n\
        tc = \"10s+0.1s, nodes=500\"\ncpu_time = true\nopenings = \"a.txt\"\nadjudicate = \"win=90\"\n\
        seed = 3\nconcurrency = 2\nout = \"x\"\n\n[[player]]\nname = \"A\"\nspec = \"engine:level=2\"\n\n\
        [[player]]\nspec = \"random\"\n";
    let settings = Settings::from_toml(text).unwrap();
    assert_eq!(settings.players[0].name, "A");
    assert_eq!(settings.players[1].name, "random");
    assert_eq!(settings.limits.unwrap().nodes, Some(500));
    assert_eq!(settings.format, Some(TournamentFormat::Swiss));
    let sprt = Settings::from_toml("sprt = [0, 10]\n")
        .unwrap()
        .sprt
        .unwrap();
    assert_eq!((sprt.elo0, sprt.elo1, sprt.alpha), (0.0, 10.0, 0.05));
    for (wrong, words) in [
        (
            "game = \"reversi\"\ncolour = 1\n",
            "line 2: unknown setting 'colour': expected one of game, format",
        ),
        ("\ngames = 0\n", "line 2: '0' does not fit games"),
        ("game = \"chess\"\n", "line 1"),
        ("game = \n", "line 1"),
        ("[[player]]\nspec = \"x\"\n", "line 2"),
        ("[[player]]\nspec = \"random\"\nlevel = 3\n", "line 3"),
        ("[[player]]\nname = \"A\"\n", "line 1"),
        ("sprt = [10, 0]\n", "line 1"),
        ("player = 3\n", "line 1"),
        ("tc = \"soon\"\n", "line 1"),
    ] {
        let error = Settings::from_toml(wrong).unwrap_err();
        assert!(error.to_string().starts_with(words), "{error}");
    }
}

#[test]
fn limits_are_written_as_they_are_read() {
    for text in [
        "none",
        "move 1s",
        "game 10s+0.1s",
        "game 1m, nodes=5",
        "none, depth=3",
        "none, nodes=9, depth=2",
    ] {
        let limits: GameLimits = text.parse().unwrap();
        assert_eq!(limits.to_string(), text);
    }
    assert_eq!("1s/move".parse::<GameLimits>(), "move 1s".parse());
    assert_eq!("10s+0.1s".parse::<GameLimits>(), "game 10s+0.1s".parse());
    for wrong in [
        "",
        "x",
        "nodes=0",
        "depth=99",
        "0s/move",
        "1s/move,2s/move",
        "nodes=1,nodes=2",
    ] {
        assert!(wrong.parse::<GameLimits>().is_err(), "{wrong}");
    }
}

#[test]
fn a_correction_replaces_a_result_and_a_void_game_does_not_count() {
    let mut tournament = decided(
        plan(TournamentFormat::RoundRobin, &["A=random", "B=greedy"], 2),
        by_rank,
    );
    assert_eq!(tournament.results(0, 1).0.wins, 2);
    let draw = won_by(None).result;
    let correct = |tournament: &mut Tournament, result| {
        let entry = LogEntry::Corrected {
            game: 1,
            result,
            reason: "a test".to_owned(),
        };
        assert!(tournament.apply(&entry));
    };
    correct(&mut tournament, Some(draw));
    assert_eq!(tournament.results(0, 1).0.draws, 1);
    correct(&mut tournament, None);
    assert_eq!(tournament.results(0, 1).0.games(), 1);
    assert!(!tournament.apply(&LogEntry::Corrected {
        game: 9,
        result: None,
        reason: String::new(),
    }));
}

#[test]
fn names_never_become_markup_in_any_report() {
    let evil = "<script>alert(1)</script>\"'&|*_`";
    let mut plan = plan(
        TournamentFormat::RoundRobin,
        &["A=random", "B=greedy", "C=weights"],
        2,
    );
    plan.players[0].name = evil.to_owned();
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::create(folder.path(), &plan).unwrap();
    let mut tournament = Tournament::new(plan);
    let options = RunOptions {
        concurrency: 1,
        stop: Stop::new(),
        elsewhere: None,
        is_watched: false,
        report: &mut |_| {},
    };
    run(&mut tournament, Some(&mut journal), options).unwrap();
    let standings = Standings::of(&tournament);
    let records = read_games(folder.path(), tournament.games()).unwrap();
    let games: Vec<_> = tournament.games().iter().zip(records).collect();
    for lang in Lang::ALL {
        let text = Text::new(lang);
        let html = report::html(&tournament, &standings, &games, &text);
        assert!(!html.contains("<script>alert"), "{lang}");
        assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;"));
        assert!(!html.contains("http://") || html.contains("http://www.w3.org/2000/svg"));
        assert!(!html.contains("src="), "everything is in the page");
        let markdown = report::markdown(&tournament, &standings, &text);
        assert!(!markdown.contains("<script>"));
        assert!(markdown.contains("\\|\\*\\_\\`"));
        assert!(report::text(&tournament, &standings, &text).contains("<script>"));
    }
    let json = report::json(&tournament, &standings);
    assert_eq!(json["games"], 6);
    let names = json["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|player| player["name"].clone());
    assert!(names.collect::<Vec<_>>().contains(&evil.into()));
}
