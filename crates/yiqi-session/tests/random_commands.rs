//! Random commands to a game, at random times.

use proptest::prelude::*;
use yiqi_record::{ClockRule, Event, Format, OfferKind, ReadOptions, RunOut, Seat, TimeControl};
use yiqi_rules::{GameSpec, Move, Point};
use yiqi_session::{Actor, ColorChoice, Command, Request, Session, Stage, Terms};

fn specs() -> impl Strategy<Value = GameSpec> {
    prop::sample::select(
        [
            "reversi:4",
            "reversi:6:anti",
            "reversi",
            "peace",
            "gomoku:5",
            "gomoku:7:standard:pro",
            "gomoku:9:renju:swap2",
            "gomoku:6:forbidden:swap1",
        ]
        .map(|text| text.parse().unwrap())
        .to_vec(),
    )
}

fn times() -> impl Strategy<Value = TimeControl> {
    let ms = 0u64..20_000;
    let clock = prop_oneof![
        Just(ClockRule::Unlimited),
        ms.clone()
            .prop_map(|move_ms| ClockRule::PerMove { move_ms }),
        (ms.clone(), 0u64..3000).prop_map(|(main_ms, increment_ms)| ClockRule::PerGame {
            main_ms,
            increment_ms
        }),
        (ms, 0u16..4, 0u64..5000).prop_map(|(main_ms, periods, period_ms)| ClockRule::ByoYomi {
            main_ms,
            periods,
            period_ms
        }),
    ];
    (clock, prop::bool::ANY).prop_map(|(clock, loss)| TimeControl {
        clock,
        run_out: if loss {
            RunOut::Loss
        } else {
            RunOut::RandomMove
        },
    })
}

fn actors() -> impl Strategy<Value = Actor> {
    prop::sample::select(vec![
        Actor::Host,
        Actor::Seat(Seat::First),
        Actor::Seat(Seat::Second),
    ])
}

/// A command. A play gives a legal move by its number, so that games progress.
#[derive(Clone, Debug)]
enum Ask {
    Any(Actor, Command),
    LegalMove(u8),
}

fn asks() -> impl Strategy<Value = Ask> {
    let offers = prop::sample::select(OfferKind::ALL.to_vec());
    let requests = prop::sample::select(vec![
        Request::Draw,
        Request::TakeBack,
        Request::Pause,
        Request::Rematch,
    ]);
    let moves = prop_oneof![
        (0u8..26, 0u8..26).prop_map(|(col, row)| Move::Place(Point::new(col, row).unwrap())),
        prop::sample::select(Move::WORDS.to_vec()),
    ];
    let command = prop_oneof![
        Just(Command::Start),
        moves.prop_map(Command::play),
        requests.prop_map(Command::Offer),
        offers.clone().prop_map(Command::Accept),
        offers.prop_map(Command::Decline),
        Just(Command::Pause),
        Just(Command::Resume),
        (0u16..4).prop_map(|plies| Command::TakeBack { plies }),
        (0u64..5000).prop_map(|ms| Command::GiveTime {
            seat: Seat::First,
            ms
        }),
        ".{0,12}".prop_map(Command::Comment),
        Just(Command::Tick),
    ];
    prop_oneof![
        30 => any::<u8>().prop_map(Ask::LegalMove),
        20 => (actors(), command).prop_map(|(actor, command)| Ask::Any(actor, command)),
        1 => actors().prop_map(|actor| Ask::Any(actor, Command::Resign)),
        1 => actors().prop_map(|actor| Ask::Any(actor, Command::Abort)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    // Fault 36.
    #[test]
    fn a_game_stays_consistent_under_any_commands(
        spec in specs(),
        time in times(),
        drawn in any::<bool>(),
        asks in prop::collection::vec((asks(), 0u64..4000, any::<u64>()), 0..80),
    ) {
        let terms = Terms {
            time,
            colors: if drawn { ColorChoice::Drawn } else { Terms::new(spec).colors },
            ..Terms::new(spec)
        };
        let mut live = Session::new(terms.clone()).unwrap();
        let mut states = vec![live.clone()];
        let mut now_ms = 0;
        let start = (Ask::Any(Actor::Host, Command::Start), 0, 1);
        for (ask, after_ms, dice) in std::iter::once(start).chain(asks) {
            now_ms += after_ms;
            let (actor, command) = match ask {
                Ask::Any(actor, command) => (actor, command),
                Ask::LegalMove(number) => {
                    let moves = live.position().legal_moves();
                    match (live.turn(), moves.is_empty()) {
                        (Some(seat), false) => {
                            let mv = moves[usize::from(number) % moves.len()];
                            (Actor::Seat(seat), Command::play(mv))
                        }
                        _ => continue,
                    }
                }
            };
            let was_over = matches!(live.stage(), Stage::Over(_));
            let Ok(entries) = live.decide(actor, &command, now_ms, dice) else {
                continue;
            };
            for entry in entries {
                // Every decided entry can be applied.
                live.apply(&entry).unwrap();
                states.push(live.clone());
                if let (Event::Move(_), Some(deadline)) = (&entry.event, live.deadline()) {
                    prop_assert!(deadline > entry.at_ms, "a turn began with no time left");
                }
                if was_over {
                    let allowed = matches!(
                        entry.event,
                        Event::Comment { .. }
                            | Event::Offer { .. }
                            | Event::Decline { .. }
                            | Event::AgreeRematch
                    );
                    prop_assert!(allowed, "{:?} after the end", entry.event);
                }
            }
        }
        // Folding any prefix gives the state at that point.
        for (count, state) in states.iter().enumerate() {
            let folded = Session::new(terms.clone())
                .unwrap()
                .with_entries(&live.log()[..count])
                .unwrap();
            prop_assert_eq!(&folded, state);
        }
        // The file restores the same game, which can be viewed.
        let bytes = Format::Yiqi.write(&[live.record()]).unwrap();
        let record = Format::Yiqi.read(&bytes, &ReadOptions::default()).unwrap().remove(0);
        let again = Session::new(terms).unwrap().with_entries(record.entries()).unwrap();
        prop_assert_eq!(again.view(now_ms), live.view(now_ms));
        prop_assert_eq!(record.header.result, live.result());
    }
}
