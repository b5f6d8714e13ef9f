//! Commands to a game: a refused command changes nothing, decided entries can be applied, and the
//! log restores the game, as entries, on the wire and as a file.

use yiqi_record::{ClockRule, Event, Format, OfferKind, ReadOptions, RunOut, Seat, TimeControl};
use yiqi_rules::{Color, Move, Point};
use yiqi_session::{Actor, ColorChoice, Command, Request, Session, Stage, Terms};
use yiqi_text::words;
use yiqi_wire::{WireCommand, WireEntry};

use crate::input::Input;
use crate::sentence::{TEXT, check_sentence};

/// The most commands of one game: to fold all prefixes takes their square.
const COMMANDS_MAX: usize = 200;

/// Gives the commands of an input to a game.
pub(crate) fn check(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let terms = terms(&mut input);
    let mut session = Session::new(terms.clone()).expect("the standard start is valid");
    let mut now_ms = 0;
    for _ in 0..COMMANDS_MAX {
        if input.is_empty() {
            break;
        }
        now_ms = after(now_ms, &mut input);
        let (actor, command) = command(&mut input, &session);
        let dice = u64::from(input.byte());
        check_wire_command(&command, &session);
        give(&mut session, actor, &command, now_ms, dice);
    }
    check_log(&session, terms, now_ms);
}

fn terms(input: &mut Input<'_>) -> Terms {
    let spec = input.spec();
    let clock = match input.byte() % 4 {
        0 => ClockRule::Unlimited,
        1 => ClockRule::PerMove {
            move_ms: duration(input),
        },
        2 => ClockRule::PerGame {
            main_ms: duration(input),
            increment_ms: duration(input),
        },
        _ => ClockRule::ByoYomi {
            main_ms: duration(input),
            periods: input.short(),
            period_ms: duration(input),
        },
    };
    let run_out = input.pick(&[RunOut::Loss, RunOut::RandomMove]);
    let colors = input.pick(&[
        ColorChoice::First(Color::Black),
        ColorChoice::First(Color::White),
        ColorChoice::Drawn,
    ]);
    Terms {
        colors,
        time: TimeControl { clock, run_out },
        ..Terms::new(spec)
    }
}

/// A time that a clock or a file can hold.
fn duration(input: &mut Input<'_>) -> u64 {
    input.number().min(yiqi_record::Duration::MS_MAX)
}

/// Usually a moment later, sometimes years.
fn after(now_ms: u64, input: &mut Input<'_>) -> u64 {
    let after_ms = match input.byte() {
        255 => duration(input),
        some => u64::from(some) * 10,
    };
    now_ms
        .saturating_add(after_ms)
        .min(yiqi_record::Duration::MS_MAX)
}

fn command(input: &mut Input<'_>, session: &Session) -> (Actor, Command) {
    let actor = input.pick(&[
        Actor::Seat(Seat::First),
        Actor::Seat(Seat::Second),
        Actor::Host,
    ]);
    let seat = |input: &mut Input<'_>| input.pick(&Seat::BOTH);
    let command = match input.byte() % 18 {
        0 => Command::Start,
        1 => Command::Play {
            mv: any_move(input),
            eval: Some(i32::from(input.short())),
        },
        2 => Command::Offer(input.pick(&[
            Request::Draw,
            Request::TakeBack,
            Request::Pause,
            Request::Rematch,
        ])),
        3 => Command::Accept(input.pick(&OfferKind::ALL)),
        4 => Command::Decline(input.pick(&OfferKind::ALL)),
        5 => Command::Resign,
        6 => Command::Forfeit(seat(input)),
        7 => Command::Pause,
        8 => Command::Resume,
        9 => Command::TakeBack {
            plies: input.short(),
        },
        10 => Command::Abort,
        11 => Command::GiveTime {
            seat: seat(input),
            ms: duration(input),
        },
        12 => Command::Comment(input.text()),
        13 => Command::Tick,
        // A legal move of the side to move, so that games progress.
        _ => {
            let moves = session.position().legal_moves();
            if let Some(seat) = session.turn()
                && !moves.is_empty()
            {
                return (Actor::Seat(seat), Command::play(input.pick(&moves)));
            }
            Command::Start
        }
    };
    (actor, command)
}

fn any_move(input: &mut Input<'_>) -> Move {
    let (col, row) = (input.byte(), input.byte());
    match Point::new(col, row) {
        Some(point) => Move::Place(point),
        None => Move::WORDS[usize::from(row) % Move::WORDS.len()],
    }
}

/// What a client can send arrives as the same command.
fn check_wire_command(command: &Command, session: &Session) {
    let spec = session.terms().spec;
    if let Command::Play {
        mv: Move::Place(point),
        ..
    } = command
        && !point.is_on(spec.size())
    {
        return;
    }
    let Some(sent) = WireCommand::new(command, spec) else {
        return;
    };
    let text = serde_json::to_string(&sent).expect("commands are JSON");
    let received: WireCommand = serde_json::from_str(&text).expect("what was sent is read");
    assert_eq!(received, sent);
    match received.command(spec) {
        Ok(Some(received)) => assert_eq!(&received, command),
        Ok(None) => assert!(matches!(command, Command::Forfeit(_))),
        Err(error) => panic!("{error}"),
    }
}

fn give(session: &mut Session, actor: Actor, command: &Command, now_ms: u64, dice: u64) {
    let before = session.clone();
    let was_over = matches!(session.stage(), Stage::Over(_));
    let entries = match session.decide(actor, command, now_ms, dice) {
        Ok(entries) => entries,
        Err(refusal) => {
            assert_eq!(*session, before);
            let spec = session.terms().spec;
            return check_sentence(&words::session_refusal(&TEXT, spec, &refusal));
        }
    };
    for entry in entries {
        session
            .apply(&entry)
            .expect("what was decided can be applied");
        if let (Event::Move(_), Some(deadline)) = (&entry.event, session.deadline()) {
            assert!(deadline > entry.at_ms, "a turn began with no time left");
        }
        let is_after_end = matches!(
            entry.event,
            Event::Comment { .. }
                | Event::Offer { .. }
                | Event::Decline { .. }
                | Event::AgreeRematch
        );
        assert!(!was_over || is_after_end, "{:?} after the end", entry.event);
    }
}

/// The log gives the same game when it is applied again, sent, or saved.
fn check_log(session: &Session, terms: Terms, now_ms: u64) {
    let spec = terms.spec;
    let view = session.view(now_ms);
    let fresh = Session::new(terms).expect("the standard start is valid");
    let mut folded = fresh.clone();
    for entry in session.log() {
        let sent = WireEntry::new(entry, spec);
        let text = serde_json::to_string(&sent).expect("entries are JSON");
        let received: WireEntry = serde_json::from_str(&text).expect("what was sent is read");
        let received = received.entry(spec).expect("what was sent is valid");
        assert_eq!(&received, entry);
        folded.apply(&received).expect("the log can be applied");
    }
    assert_eq!(&folded, session);
    let bytes = Format::Yiqi
        .write(&[session.record()])
        .expect("every game can be saved");
    let records = Format::Yiqi
        .read(&bytes, &ReadOptions::default())
        .expect("a saved game can be loaded");
    let loaded = fresh
        .with_entries(records[0].entries())
        .expect("a saved game can be continued");
    assert_eq!(loaded.view(now_ms), view);
    assert_eq!(records[0].header.result, session.result());
}
