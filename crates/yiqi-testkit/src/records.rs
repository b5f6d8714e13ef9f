//! Random records with everything a record can hold.

use yiqi_record::{
    BySeat, ClockRule, EndReason, Entry, Event, GameResult, Header, NodeId, Offer, OfferKind,
    Played, Record, Replay, RunOut, Seat, TimeControl,
};
use yiqi_rules::{AnyPosition, ByColor, Color, GameSpec, Setup};

use crate::{Dice, random_play};

/// A text of up to 12 pieces, ordinary and troublesome characters mixed.
pub fn random_text(dice: &mut Dice) -> String {
    const PIECES: [&str; 24] = [
        "a",
        "Z",
        "5",
        " ",
        "  ",
        ":",
        "\\",
        "\n",
        "\r\n",
        "\t",
        "(",
        ")",
        "[",
        "]",
        ";",
        "+1",
        "弈",
        "é",
        "\u{1b}[31m",
        "\u{202e}",
        "\0",
        "end",
        "\u{1f600}",
        "#",
    ];
    (0..dice.below(13)).map(|_| *dice.pick(&PIECES)).collect()
}

/// A record that follows the rules, with branches, offers, comments, times and take-backs. Some of
/// it would be invalid in a session: files may contain more.
pub fn random_record(spec: GameSpec, dice: &mut Dice) -> Record {
    let mut header = random_header(spec, dice);
    if dice.below(4) == 0 {
        header.start = Some(random_start(spec, dice));
    }
    let start = header.start_position().expect("the start is a position");
    let mut record = Record::new(header);
    let first = *dice.pick(&Color::BOTH);
    let begin = record.push(
        None,
        Entry {
            at_ms: 0,
            event: Event::Begin { first },
        },
    );
    // Nodes to continue from, each with its replay.
    let mut nodes = vec![(begin, Replay::new(start))];
    for _ in 0..dice.below(6) + 1 {
        let (mut at, mut replay) = dice.pick(&nodes).clone();
        for _ in 0..dice.below(40) {
            let event = random_event(&replay, dice);
            replay.apply(&event).expect("the event was made to fit");
            at = record.push(Some(at), later(&record, at, event, dice));
            if dice.below(8) == 0 {
                nodes.push((at, replay.clone()));
            }
        }
    }
    record
}

fn later(record: &Record, at: NodeId, event: Event, dice: &mut Dice) -> Entry {
    let after_ms = match dice.below(4) {
        0 => 0,
        1 => dice.below(1000),
        2 => dice.below(100) * 100,
        _ => dice.below(100_000_000),
    };
    Entry {
        at_ms: record.entry(at).at_ms + after_ms as u64,
        event,
    }
}

fn random_header(spec: GameSpec, dice: &mut Dice) -> Header {
    let mut tags = Vec::new();
    for _ in 0..dice.below(3) {
        tags.push((random_text(dice), random_text(dice)));
    }
    if dice.below(8) == 0 {
        tags.push(("Game".to_owned(), random_text(dice)));
    }
    Header {
        spec,
        players: BySeat {
            first: random_text(dice),
            second: random_text(dice),
        },
        date: (dice.below(2) == 0).then(|| random_text(dice)),
        time: random_time(dice),
        // A result that contradicts the moves is refused; finished games have their own tests.
        result: None,
        start: None,
        tags,
    }
}

fn random_time(dice: &mut Dice) -> TimeControl {
    let mut ms = || dice.below(10_000_000) as u64;
    let (a, b) = (ms(), ms());
    let clock = match dice.below(4) {
        0 => ClockRule::Unlimited,
        1 => ClockRule::PerMove { move_ms: a },
        2 => ClockRule::PerGame {
            main_ms: a,
            increment_ms: b,
        },
        _ => ClockRule::ByoYomi {
            main_ms: a,
            periods: dice.below(10) as u16,
            period_ms: b,
        },
    };
    let run_out = *dice.pick(&[RunOut::Loss, RunOut::RandomMove]);
    TimeControl { clock, run_out }
}

fn random_start(spec: GameSpec, dice: &mut Dice) -> Setup {
    let mut position = AnyPosition::new(spec);
    let plies = dice.below(20);
    random_play(&mut position, dice, plies);
    Setup {
        stones: ByColor::from_fn(|color| position.stones(color)),
        turn: *dice.pick(&Color::BOTH),
    }
}

fn random_event(replay: &Replay, dice: &mut Dice) -> Event {
    let event = any_event(replay, dice);
    // An event that cannot happen, such as a move after the end, becomes a comment.
    if replay.clone().apply(&event).is_ok() {
        event
    } else {
        random_comment(dice)
    }
}

fn random_comment(dice: &mut Dice) -> Event {
    Event::Comment {
        seat: *dice.pick(&[None, Some(Seat::First), Some(Seat::Second)]),
        text: random_text(dice).into_boxed_str(),
    }
}

fn any_event(replay: &Replay, dice: &mut Dice) -> Event {
    let seat = *dice.pick(&Seat::BOTH);
    let plies = dice.below(4) as u16;
    let moves = replay.position().legal_moves();
    match dice.below(40) {
        0 => Event::Offer {
            seat,
            offer: *dice.pick(&[
                Offer::Draw,
                Offer::TakeBack { plies },
                Offer::Pause,
                Offer::Rematch,
            ]),
        },
        1 => Event::Decline {
            seat,
            offer: *dice.pick(&OfferKind::ALL),
        },
        2 => Event::TakeBack { plies },
        3 => Event::Pause,
        4 => Event::Resume,
        5 => Event::GiveTime {
            seat,
            ms: dice.below(100_000) as u64,
        },
        6 if dice.below(8) == 0 => Event::Resign { seat },
        6 if dice.below(8) == 0 => Event::Forfeit { seat },
        7 if dice.below(8) == 0 => Event::AgreeDraw,
        8 if dice.below(8) == 0 => Event::TimeOut { seat },
        9 if dice.below(8) == 0 => Event::Abort,
        10 => Event::AgreeRematch,
        11 => Event::Branch,
        12..=31 if !moves.is_empty() => Event::Move(Played {
            mv: *dice.pick(&moves),
            by_clock: dice.below(10) == 0,
            eval: (dice.below(5) == 0).then(|| dice.roll() as i32),
        }),
        _ => random_comment(dice),
    }
}

/// Every kind of result.
#[must_use]
pub fn all_results() -> Vec<GameResult> {
    let mut results = Vec::new();
    for winner in [None, Some(Color::Black), Some(Color::White)] {
        for reason in [
            EndReason::Rules,
            EndReason::Resignation,
            EndReason::Forfeit,
            EndReason::Time,
            EndReason::Agreement,
        ] {
            for score in [
                None,
                Some(ByColor {
                    black: 40,
                    white: 24,
                }),
            ] {
                results.push(GameResult {
                    winner,
                    reason,
                    score,
                });
            }
        }
    }
    results.push(GameResult {
        winner: None,
        reason: EndReason::Aborted,
        score: None,
    });
    results
}
