//! What holds for every queue: within a process, and on a real NATS server.
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

use std::time::Duration;

use tempfile::TempDir;
use yiqi_arena::{
    Adjudication, Contestant, DrawnGame, GameLimits, OpeningLine, Plan, TournamentFormat,
    standard_start,
};
use yiqi_jobs::{
    AnalyzeJob, Job, JobResult, PlayJob, Queue, QueueOptions, Taken, TicketEvent, Urgency,
    WorkerOptions, work,
};
use yiqi_players::{Analysis, Limits};
use yiqi_record::BySeat;
use yiqi_rules::GameSpec;
use yiqi_testkit::nats::NatsServer;

/// A NATS server with JetStream.
struct Bus {
    server: NatsServer,
    folder: TempDir,
}

impl Bus {
    fn start() -> Bus {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().to_str().unwrap();
        let server = NatsServer::start_with(&["--jetstream", "--store_dir", path]);
        Bus { server, folder }
    }

    async fn client(&self) -> async_nats::Client {
        async_nats::connect(self.server.url()).await.unwrap()
    }

    async fn queue(&self, options: &QueueOptions) -> Queue {
        let client = self.client().await;
        Queue::nats(client, options.clone()).await.unwrap()
    }
}

/// Short times, and few tries.
fn options() -> QueueOptions {
    QueueOptions {
        tries_max: 3,
        ack_wait: Duration::from_millis(600),
        look_every: Duration::from_secs(1),
        beat_every: Duration::from_millis(100),
        ..QueueOptions::new("test 1.0")
    }
}

/// The two ends of each kind of queue: of those who ask, and of those who work.
async fn queues() -> (Bus, Vec<(Queue, Queue)>) {
    let bus = Bus::start();
    let options = options();
    let local = Queue::local(&options);
    let nats = (bus.queue(&options).await, bus.queue(&options).await);
    (bus, vec![(local.clone(), local), nats])
}

/// A small search; other depths are other jobs.
fn analysis(depth: u8) -> Job {
    Job::Analyze(AnalyzeJob {
        game: GameSpec::REVERSI,
        line: OpeningLine::parse("", "f5 d6 c3", GameSpec::REVERSI).unwrap(),
        limits: Limits::depth(depth),
        line_count: 2,
        hash_mib: 1,
    })
}

fn plan(players: [&str; 2]) -> Plan {
    Plan {
        game: "reversi:6".parse().unwrap(),
        format: TournamentFormat::default(),
        players: players
            .map(|player| player.parse::<Contestant>().unwrap())
            .to_vec(),
        games: 2,
        rounds: 0,
        limits: GameLimits::default(),
        adjudication: Adjudication::default(),
        sprt: None,
        seed: 7,
        openings: standard_start(),
    }
}

fn drawn(seed: u64) -> DrawnGame {
    DrawnGame {
        number: 3,
        round: 1,
        pair: 2,
        players: BySeat {
            first: 1,
            second: 0,
        },
        opening: 0,
        seed,
    }
}

fn done(depth: u8) -> JobResult {
    JobResult::Analyzed {
        analysis: Analysis {
            depth,
            ..Analysis::default()
        },
        spent: Duration::from_millis(5),
    }
}

async fn take(queue: &Queue) -> Taken {
    loop {
        if let Some(taken) = queue.try_take().await.unwrap() {
            return taken;
        }
        queue.wait().await;
    }
}

#[track_caller]
fn check_depth(result: JobResult, want: u8) {
    match result {
        JobResult::Analyzed { analysis, .. } => assert_eq!(analysis.depth, want),
        JobResult::Played(_) => panic!("a game"),
    }
}

/// Asks for a job and waits until it is in the queue.
async fn asked(queue: &Queue, job: Job, urgency: Urgency) -> yiqi_jobs::Ticket {
    let before = queue.waiting().await.unwrap();
    let ticket = queue.ask(job, urgency);
    while queue.waiting().await.unwrap() == before {}
    ticket
}

#[test]
fn equal_jobs_have_equal_ids_and_texts_are_read_as_they_were_written() {
    let play = |seed, run| {
        let job = PlayJob::new(&plan(["A=random", "B=greedy"]), drawn(seed), run).unwrap();
        Job::Play(job)
    };
    let limited = Job::Analyze(AnalyzeJob {
        game: "gomoku:15:renju".parse().unwrap(),
        line: OpeningLine::default(),
        limits: Limits {
            nodes: Some(u64::MAX),
            time: Some(Duration::from_millis(1500)),
            ..Limits::OPEN
        },
        line_count: 5,
        hash_mib: 64,
    });
    let jobs = [
        analysis(1),
        analysis(2),
        limited,
        play(1, 1),
        play(2, 1),
        play(1, 2),
    ];
    for (index, job) in jobs.iter().enumerate() {
        let read = Job::parse(job.to_text().as_bytes()).unwrap();
        assert_eq!(read, *job);
        for (other_index, other) in jobs.iter().enumerate() {
            assert_eq!(job.id() == other.id(), index == other_index);
        }
    }
}

#[test]
fn texts_that_are_no_jobs_and_players_of_this_machine_alone_are_refused() {
    let text = analysis(3).to_text();
    for end in 0..text.len() {
        assert!(Job::parse(&text.as_bytes()[..end]).is_err(), "{end}");
    }
    let refused = |players: [&str; 2]| {
        let plan = plan(players);
        PlayJob::new(&plan, drawn(1), 1).unwrap_err().to_string()
    };
    assert_eq!(
        refused(["A=random", "Mine=program:gtp:/bin/sh"]),
        "the player Mine is an outside program"
    );
    assert_eq!(
        refused(["B=engine:level=3,threads=4", "A=random"]),
        "the player B uses several threads"
    );
    // Nor does a worker believe what somebody else put into the queue.
    let honest = PlayJob::new(&plan(["A=random", "B=greedy"]), drawn(1), 1).unwrap();
    let mut value: serde_json::Value = serde_json::from_str(&Job::Play(honest).to_text()).unwrap();
    let entries = yiqi_arena::Tournament::opening_entries(&Plan {
        players: plan(["A=random", "Mine=program:gtp:/bin/sh"]).players,
        ..plan(["A=random", "B=greedy"])
    });
    let mut log: String = entries.iter().map(|entry| format!("{entry}\n")).collect();
    let game = yiqi_arena::LogEntry::Drawn(DrawnGame {
        number: 1,
        ..drawn(1)
    });
    log += &format!("{game}\n");
    value["log"] = log.into();
    let error = Job::parse(value.to_string().as_bytes()).unwrap_err();
    assert_eq!(error.to_string(), "the player Mine is an outside program");
}

#[tokio::test]
async fn whoever_asks_gets_the_result_and_so_does_everybody_who_asks_later() {
    let (_bus, queues) = queues().await;
    for (asker, worker) in queues {
        let first = asker.ask(analysis(1), Urgency::Game);
        let second = asker.ask(analysis(1), Urgency::Game);
        let taken = take(&worker).await;
        assert_eq!(taken.job, analysis(1));
        taken.finish(done(9)).await.unwrap();
        check_depth(first.result().await.unwrap(), 9);
        check_depth(second.result().await.unwrap(), 9);
        check_depth(
            asker
                .ask(analysis(1), Urgency::Batch)
                .result()
                .await
                .unwrap(),
            9,
        );
        // There was only one job.
        assert!(worker.try_take().await.unwrap().is_none());
    }
}

#[tokio::test]
async fn a_waiting_person_comes_before_a_batch() {
    let (_bus, queues) = queues().await;
    for (asker, worker) in queues {
        let mut tickets = Vec::new();
        for (depth, urgency) in [
            (1, Urgency::Batch),
            (2, Urgency::Batch),
            (3, Urgency::Game),
            (4, Urgency::Person),
        ] {
            tickets.push(asked(&asker, analysis(depth), urgency).await);
        }
        for want in [4, 3, 1, 2] {
            let taken = take(&worker).await;
            assert_eq!(taken.job, analysis(want));
            taken.finish(done(want)).await.unwrap();
        }
        for ticket in tickets {
            ticket.result().await.unwrap();
        }
    }
}

#[tokio::test]
async fn partial_results_reach_those_who_wait_before_the_result() {
    let (_bus, queues) = queues().await;
    for (asker, worker) in queues {
        let mut ticket = asker.ask(analysis(1), Urgency::Person);
        let taken = take(&worker).await;
        for depth in 1..4 {
            let partial = Analysis {
                depth,
                ..Analysis::default()
            };
            taken.partial(&partial).await;
            match ticket.next().await.unwrap() {
                TicketEvent::Partial(analysis) => assert_eq!(analysis, partial),
                other => panic!("{other:?}"),
            }
        }
        taken.finish(done(5)).await.unwrap();
        assert!(matches!(ticket.next().await, Some(TicketEvent::Done(_))));
        assert!(ticket.next().await.is_none());
    }
}

#[tokio::test]
async fn the_job_of_a_worker_that_dies_is_done_by_another() {
    let (_bus, queues) = queues().await;
    for (asker, worker) in queues {
        let ticket = asker.ask(analysis(1), Urgency::Batch);
        // Dropped without a word, as by a process that was killed.
        drop(take(&worker).await);
        take(&worker).await.finish(done(2)).await.unwrap();
        check_depth(ticket.result().await.unwrap(), 2);
    }
}

// Fault 84: a job that comes again, whenever that is, keeps its first result.
#[tokio::test]
async fn of_two_results_the_first_counts() {
    let bus = Bus::start();
    let (asker, one, other) = (
        bus.queue(&options()).await,
        bus.queue(&options()).await,
        bus.queue(&options()).await,
    );
    let ticket = asker.ask(analysis(1), Urgency::Batch);
    // The first does not say that it works on it, so another one gets it too.
    let stopped = take(&one).await;
    let second = take(&other).await;
    second.finish(done(2)).await.unwrap();
    check_depth(ticket.result().await.unwrap(), 2);
    stopped.finish(done(3)).await.unwrap();
    let again = asker.ask(analysis(1), Urgency::Batch);
    check_depth(again.result().await.unwrap(), 2);
    let context = async_nats::jetstream::new(bus.client().await);
    let count = |name: &'static str| {
        let context = context.clone();
        async move {
            let mut stream = context.get_stream(name).await.unwrap();
            stream.info().await.unwrap().state.messages
        }
    };
    assert_eq!(count("yiqi-results").await, 1);
    assert_eq!(count("yiqi-jobs").await, 0);
}

#[tokio::test]
async fn a_job_that_takes_long_stays_with_its_worker() {
    let bus = Bus::start();
    let (asker, worker) = (bus.queue(&options()).await, bus.queue(&options()).await);
    let ticket = asker.ask(analysis(1), Urgency::Batch);
    let taken = take(&worker).await;
    let mut every = tokio::time::interval(options().ack_wait / 4);
    // Three times as long as a silent worker has.
    for _ in 0..12 {
        every.tick().await;
        assert!(taken.keep().await);
        assert!(worker.try_take().await.unwrap().is_none());
    }
    taken.finish(done(1)).await.unwrap();
    ticket.result().await.unwrap();
}

// Fault 88.
#[tokio::test]
async fn a_job_that_fails_is_tried_a_few_times_and_parked_while_others_flow() {
    let (_bus, queues) = queues().await;
    for (asker, worker) in queues {
        let poison = asker.ask(analysis(1), Urgency::Game);
        for _ in 0..options().tries_max {
            let taken = take(&worker).await;
            assert_eq!(taken.job, analysis(1));
            taken.fail("it is poison").await.unwrap();
        }
        let parked = poison.result().await.unwrap_err();
        assert_eq!(parked.reason, "it is poison");
        let other = asker.ask(analysis(2), Urgency::Game);
        let taken = take(&worker).await;
        assert_eq!(taken.job, analysis(2));
        taken.finish(done(2)).await.unwrap();
        other.result().await.unwrap();
        // Whoever asks again has it tried again.
        let again = asker.ask(analysis(1), Urgency::Game);
        take(&worker).await.finish(done(1)).await.unwrap();
        check_depth(again.result().await.unwrap(), 1);
    }
}

#[tokio::test]
async fn a_job_that_kills_its_workers_is_parked() {
    let (_bus, queues) = queues().await;
    for (asker, worker) in queues {
        let ticket = asker.ask(analysis(1), Urgency::Game);
        for _ in 0..options().tries_max {
            drop(take(&worker).await);
        }
        let look = async {
            loop {
                assert!(worker.try_take().await.unwrap().is_none());
                worker.wait().await;
            }
        };
        let parked = tokio::select! {
            parked = ticket.result() => parked.unwrap_err(),
            () = look => unreachable!(),
        };
        assert!(parked.reason.contains("ended before"), "{parked}");
    }
}

// Fault 88: what is no job at all.
#[tokio::test]
async fn garbage_in_the_queue_is_parked_and_others_flow() {
    let bus = Bus::start();
    let (asker, worker) = (bus.queue(&options()).await, bus.queue(&options()).await);
    let context = async_nats::jetstream::new(bus.client().await);
    for (number, garbage) in ["", "{", "{\"do\":\"dance\"}", "\u{0}"].iter().enumerate() {
        let subject = format!("yiqi.jobs.test_1_0.person.{number}");
        let sent = context.publish(subject, (*garbage).into()).await.unwrap();
        sent.await.unwrap();
    }
    let ticket = asker.ask(analysis(1), Urgency::Batch);
    let taken = take(&worker).await;
    assert_eq!(taken.job, analysis(1));
    taken.finish(done(1)).await.unwrap();
    ticket.result().await.unwrap();
    let mut parked = context.get_stream("yiqi-parked").await.unwrap();
    assert_eq!(parked.info().await.unwrap().state.messages, 4);
}

#[tokio::test]
async fn a_job_for_which_nobody_waits_is_dropped() {
    let (_bus, queues) = queues().await;
    for (asker, worker) in queues {
        let left = asked(&asker, analysis(1), Urgency::Person).await;
        drop(left);
        let stayed = asked(&asker, analysis(2), Urgency::Person).await;
        // Tasks end when they are polled next.
        let taken = loop {
            let taken = take(&worker).await;
            if taken.job == analysis(2) {
                break taken;
            }
            taken.forget().await;
        };
        drop(stayed);
        while taken.keep().await {
            tokio::task::yield_now().await;
        }
        taken.forget().await;
        assert!(worker.try_take().await.unwrap().is_none());
    }
}

#[tokio::test]
async fn a_job_that_was_given_back_is_taken_at_once_by_another_worker() {
    let (_bus, queues) = queues().await;
    for (asker, worker) in queues {
        let ticket = asker.ask(analysis(1), Urgency::Game);
        take(&worker).await.give_back().await;
        take(&worker).await.finish(done(4)).await.unwrap();
        check_depth(ticket.result().await.unwrap(), 4);
    }
}

// Faults 79, 80 and 81: whoever asked asks again.
#[tokio::test]
async fn a_bus_that_was_killed_or_lost_everything_loses_no_job() {
    let bus = Bus::start();
    let (asker, worker) = (bus.queue(&options()).await, bus.queue(&options()).await);
    let (stop, stopping) = tokio::sync::watch::channel(false);
    let settings = WorkerOptions {
        name: "test".to_owned(),
        threads: 1,
        memory_mib: 1,
    };
    let working = tokio::spawn(work(worker, settings, stopping, |_| {}));
    asker
        .ask(analysis(1), Urgency::Game)
        .result()
        .await
        .unwrap();
    bus.server.kill();
    let tickets = [2, 3, 4].map(|depth| asker.ask(analysis(depth), Urgency::Game));
    // Everything it had on disk is gone.
    for entry in std::fs::read_dir(bus.folder.path()).unwrap() {
        std::fs::remove_dir_all(entry.unwrap().path()).unwrap();
    }
    bus.server.restart();
    for (ticket, depth) in tickets.into_iter().zip(2..) {
        check_depth(ticket.result().await.unwrap(), depth);
    }
    stop.send(true).unwrap();
    working.await.unwrap();
}

#[tokio::test]
async fn workers_do_jobs_of_both_kinds_and_leave_when_they_are_stopped() {
    let (_bus, queues) = queues().await;
    for (asker, worker) in queues {
        let (stop, stopping) = tokio::sync::watch::channel(false);
        let options = WorkerOptions {
            name: "test".to_owned(),
            threads: 2,
            memory_mib: 8,
        };
        let working = tokio::spawn(work(worker, options, stopping, |_| {}));
        let searched = asker.ask(analysis(5), Urgency::Game).result();
        let searched = searched.await.unwrap();
        let JobResult::Analyzed { analysis, .. } = searched else {
            panic!("{searched:?}")
        };
        assert_eq!((analysis.depth, analysis.lines.len()), (5, 2));
        let plan = plan(["A=engine:depth=2", "B=random"]);
        let job = PlayJob::new(&plan, drawn(5), 1).unwrap();
        let played = asker.ask(Job::Play(job), Urgency::Batch).result();
        let played = played.await.unwrap();
        let JobResult::Played(game) = played else {
            panic!("{played:?}")
        };
        assert!(game.end.plies > 8);
        assert_eq!(game.record.header.players.first, "B");
        stop.send(true).unwrap();
        working.await.unwrap();
    }
}

#[tokio::test]
async fn a_worker_that_is_stopped_gives_its_job_back() {
    let (_bus, queues) = queues().await;
    for (asker, worker) in queues {
        // An empty board would not do: where there is nothing to choose, a search ends at once.
        let forever = Job::Analyze(AnalyzeJob {
            game: GameSpec::REVERSI,
            line: OpeningLine::parse("", "f5 d6 c3", GameSpec::REVERSI).unwrap(),
            limits: Limits {
                time: Some(Duration::from_secs(3600)),
                ..Limits::OPEN
            },
            line_count: 1,
            hash_mib: 1,
        });
        let (stop, stopping) = tokio::sync::watch::channel(false);
        let options = WorkerOptions {
            name: "test".to_owned(),
            threads: 1,
            memory_mib: 1,
        };
        let working = tokio::spawn(work(worker.clone(), options, stopping, |_| {}));
        let mut ticket = asker.ask(forever.clone(), Urgency::Game);
        // It has begun.
        ticket.next().await.unwrap();
        stop.send(true).unwrap();
        working.await.unwrap();
        let taken = take(&worker).await;
        assert_eq!(taken.job, forever);
        taken.finish(done(3)).await.unwrap();
        check_depth(ticket.result().await.unwrap(), 3);
    }
}

#[tokio::test]
async fn those_who_ask_know_which_workers_there_are_and_workers_which_versions_ask() {
    let bus = Bus::start();
    let asker = bus.queue(&options()).await;
    let worker = bus.queue(&options()).await;
    let other = bus
        .queue(&QueueOptions {
            version: "test 2.0".to_owned(),
            ..options()
        })
        .await;
    // Nobody is there.
    assert!(other.foreign_versions().await.unwrap().is_empty());
    asker.watch_workers();
    while other.foreign_versions().await.unwrap() != ["test 1.0"] {}
    assert!(worker.foreign_versions().await.unwrap().is_empty());
    let (stop, stopping) = tokio::sync::watch::channel(false);
    let options = |name: &str| WorkerOptions {
        name: name.to_owned(),
        threads: 3,
        memory_mib: 8,
    };
    let working = [
        tokio::spawn(work(
            other.clone(),
            options("other"),
            stopping.clone(),
            |_| {},
        )),
        tokio::spawn(work(worker, options("own"), stopping, |_| {})),
    ];
    let found = loop {
        let found = asker.workers();
        if !found.is_empty() {
            break found;
        }
        tokio::task::yield_now().await;
    };
    let [found] = &found[..] else {
        panic!("{found:?}")
    };
    assert_eq!(
        (found.name.as_str(), found.threads, found.busy),
        ("own", 3, 0)
    );
    stop.send(true).unwrap();
    for working in working {
        working.await.unwrap();
    }
    while !asker.workers().is_empty() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_server_without_jetstream_is_named_as_such() {
    let server = NatsServer::start();
    let client = async_nats::connect(server.url()).await.unwrap();
    let error = Queue::nats(client, options()).await.unwrap_err();
    assert_eq!(error, yiqi_jobs::QueueError::NoJetStream);
}
