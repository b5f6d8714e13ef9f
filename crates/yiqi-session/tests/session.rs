//! A game being played, one sentence per test.

use yiqi_record::notation::parse_move;
use yiqi_record::{
    BySeat, ClockRule, EndReason, Event, Format, Offer, OfferKind, ReadOptions, RunOut, Seat,
    TimeControl,
};
use yiqi_rules::{Color, GameSpec, Move};
use yiqi_session::{
    Actor, ClockFace, ColorChoice, Command, Refusal, Request, Session, Stage, Terms,
};

const FIRST: Actor = Actor::Seat(Seat::First);
const SECOND: Actor = Actor::Seat(Seat::Second);
const HOST: Actor = Actor::Host;

/// A game with a host: takes commands, stores and applies entries.
struct Table {
    session: Session,
    now_ms: u64,
    dice: u64,
}

impl Table {
    fn new(terms: Terms) -> Table {
        Table {
            session: Session::new(terms).unwrap(),
            now_ms: 0,
            dice: 0,
        }
    }

    fn begun(spec: &str, clock: &str) -> Table {
        let mut terms = Terms::new(spec.parse().unwrap());
        terms.time = clock.parse().unwrap();
        let mut table = Table::new(terms);
        table.does(HOST, Command::Start);
        table
    }

    fn ask(&mut self, actor: Actor, command: Command) -> Result<usize, Refusal> {
        let before = self.session.clone();
        match self.session.decide(actor, &command, self.now_ms, self.dice) {
            Ok(entries) => {
                for entry in &entries {
                    self.session.apply(entry).unwrap();
                }
                Ok(entries.len())
            }
            Err(refusal) => {
                assert_eq!(self.session, before, "a refusal changed the game");
                Err(refusal)
            }
        }
    }

    #[track_caller]
    fn does(&mut self, actor: Actor, command: Command) {
        if let Err(refusal) = self.ask(actor, command.clone()) {
            panic!("{command:?} was refused: {refusal}");
        }
    }

    #[track_caller]
    fn refuses(&mut self, actor: Actor, command: Command, want: Refusal) {
        assert_eq!(self.ask(actor, command), Err(want));
    }

    /// Plays moves for the side to act, each after `each_ms`.
    #[track_caller]
    fn plays(&mut self, moves: &str, each_ms: u64) {
        for name in moves.split_whitespace() {
            self.now_ms += each_ms;
            let seat = self.session.turn().expect("a side is to act");
            let mv = self.mv(name);
            self.does(Actor::Seat(seat), Command::play(mv));
        }
    }

    fn mv(&self, name: &str) -> Move {
        parse_move(name, self.session.position().spec()).unwrap()
    }

    fn play(&self, name: &str) -> Command {
        Command::play(self.mv(name))
    }

    fn left_ms(&self, seat: Seat) -> u64 {
        self.session.view(self.now_ms).clocks.unwrap()[seat].remaining_ms
    }

    #[track_caller]
    fn is_over(&self, want: &str) {
        assert_eq!(self.session.result().unwrap().to_string(), want);
    }
}

#[test]
fn nothing_can_be_played_before_the_game_begins() {
    let mut table = Table::new(Terms::new(GameSpec::REVERSI));
    let play = table.play("d3");
    table.refuses(FIRST, play, Refusal::NotBegun);
    table.refuses(FIRST, Command::Resign, Refusal::NotBegun);
    table.refuses(FIRST, Command::Offer(Request::Draw), Refusal::NotBegun);
    table.refuses(HOST, Command::Pause, Refusal::NotBegun);
    table.does(SECOND, Command::Start);
    table.refuses(HOST, Command::Start, Refusal::AlreadyBegun);
}

#[test]
fn colors_are_chosen_or_drawn_with_equal_chance() {
    for color in Color::BOTH {
        let mut terms = Terms::new(GameSpec::REVERSI);
        terms.colors = ColorChoice::First(color);
        let mut table = Table::new(terms);
        table.dice = 12345;
        table.does(HOST, Command::Start);
        assert_eq!(table.session.colors()[Seat::First], color);
    }
    let mut black_count = 0;
    let mut dice = yiqi_testkit::Dice::new(7);
    for _ in 0..1000 {
        let mut terms = Terms::new(GameSpec::REVERSI);
        terms.colors = ColorChoice::Drawn;
        let mut table = Table::new(terms);
        table.dice = dice.roll();
        table.does(HOST, Command::Start);
        black_count += usize::from(table.session.colors()[Seat::First] == Color::Black);
    }
    assert!((450..550).contains(&black_count), "{black_count}");
}

// Fault 36.
#[test]
fn a_move_out_of_turn_or_against_the_rules_is_refused_with_its_reason() {
    let mut table = Table::begun("reversi", "none");
    let d3 = table.play("d3");
    table.refuses(SECOND, d3.clone(), Refusal::NotYourTurn);
    table.refuses(HOST, d3.clone(), Refusal::SeatOnly);
    let a1 = table.play("a1");
    assert_eq!(
        table.ask(FIRST, a1).unwrap_err().to_string(),
        "flips nothing"
    );
    table.does(FIRST, d3.clone());
    table.refuses(FIRST, d3, Refusal::NotYourTurn);
}

#[test]
fn a_game_ends_by_its_rules_and_then_only_talk_and_a_rematch_remain() {
    let mut table = Table::begun("reversi", "none");
    table.plays("e6 f4 e3 f6 g5 d6 e7 f5 c5", 10);
    table.is_over("black 13-0");
    let play = table.play("a1");
    table.refuses(SECOND, play, Refusal::GameOver);
    table.refuses(FIRST, Command::Resign, Refusal::GameOver);
    table.refuses(FIRST, Command::Offer(Request::Draw), Refusal::GameOver);
    table.refuses(FIRST, Command::Offer(Request::TakeBack), Refusal::GameOver);
    table.refuses(HOST, Command::Abort, Refusal::GameOver);
    table.refuses(FIRST, Command::Accept(OfferKind::Draw), Refusal::GameOver);
    table.does(SECOND, Command::Comment("well played".into()));
    table.does(SECOND, Command::Offer(Request::Rematch));
    table.refuses(
        SECOND,
        Command::Offer(Request::Rematch),
        Refusal::AlreadyOffered(OfferKind::Rematch),
    );
    table.does(FIRST, Command::Accept(OfferKind::Rematch));
    assert!(table.session.rematch_agreed());
    // Colors are swapped, seats are not.
    let mut again = Table::new(table.session.rematch_terms());
    again.does(HOST, Command::Start);
    assert_eq!(again.session.colors()[Seat::First], Color::White);
}

#[test]
fn resigning_loses_even_out_of_turn_and_during_a_pause() {
    let mut table = Table::begun("gomoku", "none");
    table.plays("h8", 1);
    table.does(FIRST, Command::Resign);
    table.is_over("white by resignation");
    let mut table = Table::begun("gomoku", "none");
    table.does(HOST, Command::Pause);
    table.does(SECOND, Command::Resign);
    table.is_over("black by resignation");
}

#[test]
fn a_draw_offer_is_accepted_declined_or_lapses_when_the_other_moves() {
    let mut table = Table::begun("gomoku", "none");
    table.does(FIRST, Command::Offer(Request::Draw));
    table.refuses(
        FIRST,
        Command::Accept(OfferKind::Draw),
        Refusal::NothingOffered(OfferKind::Draw),
    );
    // The offer stays open while its maker moves.
    table.plays("h8", 1);
    table.does(SECOND, Command::Decline(OfferKind::Draw));
    table.refuses(
        SECOND,
        Command::Accept(OfferKind::Draw),
        Refusal::NothingOffered(OfferKind::Draw),
    );
    table.does(SECOND, Command::Offer(Request::Draw));
    table.plays("i9", 1);
    assert_eq!(table.session.view(0).offers[Seat::Second].len(), 1);
    table.plays("j10", 1);
    assert_eq!(table.session.view(0).offers[Seat::Second].len(), 0);
    table.refuses(
        FIRST,
        Command::Accept(OfferKind::Draw),
        Refusal::NothingOffered(OfferKind::Draw),
    );
}

#[test]
fn a_draw_is_agreed_by_accepting_or_by_offering_back() {
    for answer in [
        Command::Accept(OfferKind::Draw),
        Command::Offer(Request::Draw),
    ] {
        let mut table = Table::begun("gomoku", "none");
        table.does(SECOND, Command::Offer(Request::Draw));
        table.does(FIRST, answer);
        table.is_over("draw by agreement");
    }
}

// Fault 39.
#[test]
fn draw_offers_cannot_be_repeated_before_ten_more_moves() {
    let mut table = Table::begun("gomoku", "none");
    table.does(FIRST, Command::Offer(Request::Draw));
    table.refuses(
        FIRST,
        Command::Offer(Request::Draw),
        Refusal::AlreadyOffered(OfferKind::Draw),
    );
    table.does(SECOND, Command::Decline(OfferKind::Draw));
    table.refuses(
        FIRST,
        Command::Offer(Request::Draw),
        Refusal::TooSoon { plies: 10 },
    );
    table.plays("a1 c1 e1 g1 i1 a3 c3 e3 g3", 1);
    table.refuses(
        FIRST,
        Command::Offer(Request::Draw),
        Refusal::TooSoon { plies: 1 },
    );
    // The limit does not apply to the other side.
    table.does(SECOND, Command::Offer(Request::Draw));
    table.plays("i3", 1);
    table.does(FIRST, Command::Decline(OfferKind::Draw));
    table.does(FIRST, Command::Offer(Request::Draw));
}

// Fault 39.
#[test]
fn take_backs_and_pauses_are_offered_three_times_in_ten_moves_unless_accepted() {
    for (request, kind) in [
        (Request::TakeBack, OfferKind::TakeBack),
        (Request::Pause, OfferKind::Pause),
    ] {
        let mut table = Table::begun("gomoku", "none");
        table.plays("a1 c1", 1);
        for _ in 0..3 {
            table.does(FIRST, Command::Offer(request));
            table.does(SECOND, Command::Decline(kind));
        }
        let offer = Command::Offer(request);
        table.refuses(FIRST, offer.clone(), Refusal::TooSoon { plies: 10 });
        table.plays("e1 g1 i1 a3 c3 e3 g3 i3 k3", 1);
        table.refuses(FIRST, offer.clone(), Refusal::TooSoon { plies: 1 });
        // The limit does not apply to the other side.
        table.does(SECOND, offer.clone());
        table.does(FIRST, Command::Decline(kind));
        table.plays("k1", 1);
        // One that is accepted does not count.
        for _ in 0..5 {
            table.does(FIRST, offer.clone());
            table.does(SECOND, Command::Accept(kind));
            if kind == OfferKind::Pause {
                table.does(HOST, Command::Resume);
            } else {
                table.plays("m5 m7", 1);
            }
        }
    }
}

#[test]
fn a_take_back_goes_to_before_the_askers_last_move() {
    let mut table = Table::begun("reversi", "none");
    table.refuses(
        FIRST,
        Command::Offer(Request::TakeBack),
        Refusal::NothingToTakeBack,
    );
    table.plays("d3 c3 c4", 1);
    let after_three = table.session.position().clone();
    table.plays("e3", 1);
    // White asks at once: one ply. Black declines, then accepts.
    table.does(SECOND, Command::Offer(Request::TakeBack));
    table.refuses(
        FIRST,
        Command::Offer(Request::TakeBack),
        Refusal::AnswerFirst(OfferKind::TakeBack),
    );
    table.does(FIRST, Command::Decline(OfferKind::TakeBack));
    table.does(SECOND, Command::Offer(Request::TakeBack));
    table.does(FIRST, Command::Accept(OfferKind::TakeBack));
    assert_eq!(*table.session.position(), after_three);
    // Now black asks as well; its last move is one ply further back.
    table.does(FIRST, Command::Offer(Request::TakeBack));
    table.does(SECOND, Command::Accept(OfferKind::TakeBack));
    assert_eq!(table.session.view(0).moves.len(), 2);
    assert_eq!(table.session.turn(), Some(Seat::First));
}

#[test]
fn a_take_back_offer_lapses_with_the_next_move() {
    let mut table = Table::begun("reversi", "none");
    table.plays("d3", 1);
    table.does(FIRST, Command::Offer(Request::TakeBack));
    table.plays("c3", 1);
    table.refuses(
        SECOND,
        Command::Accept(OfferKind::TakeBack),
        Refusal::NothingOffered(OfferKind::TakeBack),
    );
}

#[test]
fn swapping_exchanges_colors_but_not_seats() {
    let mut table = Table::begun("gomoku:15:freestyle:swap1", "none");
    for name in ["h8", "i9", "j7"] {
        assert_eq!(table.session.turn(), Some(Seat::First), "{name}");
        table.plays(name, 1);
    }
    let view = table.session.view(0);
    assert_eq!(view.turn, Some(Seat::Second));
    assert_eq!(view.legal_words, [Move::Swap, Move::Keep]);
    assert_eq!(view.next_stone, None);
    table.plays("swap", 1);
    assert_eq!(table.session.colors()[Seat::Second], Color::Black);
    assert_eq!(table.session.turn(), Some(Seat::First), "white moves next");
    // Taking back the choice restores the colors.
    table.does(SECOND, Command::Offer(Request::TakeBack));
    table.does(FIRST, Command::Accept(OfferKind::TakeBack));
    assert_eq!(table.session.colors()[Seat::Second], Color::White);
    table.plays("keep k8 l9", 1);
    table.does(FIRST, Command::Resign);
    table.is_over("white by resignation");
}

#[test]
fn the_host_pauses_at_once_and_a_seat_has_to_ask() {
    let mut table = Table::begun("reversi", "game 10s");
    table.now_ms = 1000;
    table.refuses(FIRST, Command::Pause, Refusal::HostOnly);
    table.does(FIRST, Command::Offer(Request::Pause));
    table.does(SECOND, Command::Accept(OfferKind::Pause));
    assert_eq!(table.session.stage(), Stage::Paused);
    assert_eq!(table.session.deadline(), None);
    let play = table.play("d3");
    table.refuses(FIRST, play, Refusal::Paused);
    table.now_ms = 500_000;
    assert_eq!(table.left_ms(Seat::First), 9000);
    // A seat cannot start the other's clock; the side to move or the host resumes.
    table.refuses(SECOND, Command::Resume, Refusal::NotYourTurn);
    table.does(FIRST, Command::Resume);
    table.refuses(FIRST, Command::Resume, Refusal::NotPaused);
    assert_eq!(table.session.deadline(), Some(509_001));
    table.now_ms += 2000;
    table.does(HOST, Command::Pause);
    table.refuses(FIRST, Command::Resume, Refusal::HostOnly);
    table.now_ms += 2000;
    table.does(HOST, Command::Resume);
    table.plays("d3", 1000);
    assert_eq!(table.left_ms(Seat::First), 6000);
    assert_eq!(table.session.view(table.now_ms).moves[0].used_ms, 4000);
}

#[test]
fn a_seat_may_call_the_game_off_until_both_have_moved() {
    let mut table = Table::begun("gomoku", "none");
    table.plays("h8", 1);
    table.does(SECOND, Command::Abort);
    table.is_over("aborted");
    let mut table = Table::begun("gomoku", "none");
    table.plays("h8 i8", 1);
    table.refuses(FIRST, Command::Abort, Refusal::TooLateToAbort);
    table.does(HOST, Command::Abort);
    table.is_over("aborted");
}

#[test]
fn with_a_clock_per_game_the_increment_comes_after_the_move() {
    let mut table = Table::begun("gomoku", "game 10s+2s");
    assert_eq!(table.session.deadline(), Some(10_001));
    table.plays("h8", 3000);
    assert_eq!(table.left_ms(Seat::First), 9000);
    table.now_ms += 4000;
    assert_eq!(table.left_ms(Seat::Second), 6000);
    table.plays("i8", 0);
    assert_eq!(table.left_ms(Seat::Second), 8000);
    // A move in the last millisecond counts, one a millisecond later does not.
    table.now_ms += 9000;
    let play = table.play("j8");
    assert_eq!(table.ask(HOST, Command::Tick), Ok(0), "never early");
    let mut late = Table {
        session: table.session.clone(),
        now_ms: table.now_ms + 1,
        dice: 0,
    };
    table.does(FIRST, play.clone());
    late.refuses(FIRST, play, Refusal::TimeUp);
    assert_eq!(late.session.deadline(), Some(late.now_ms));
    assert_eq!(late.ask(HOST, Command::Tick), Ok(1));
    late.is_over("white on time");
    assert_eq!(late.left_ms(Seat::First), 0);
}

#[test]
fn with_a_clock_per_move_every_move_has_its_own_time() {
    let mut table = Table::begun("gomoku", "move 5s");
    table.plays("h8 i8 j8", 4999);
    assert_eq!(table.left_ms(Seat::Second), 5000);
    assert_eq!(table.left_ms(Seat::First), 5000);
    table.now_ms += 5001;
    table.does(HOST, Command::Tick);
    table.is_over("black on time");
}

#[test]
fn byo_yomi_keeps_a_period_that_is_not_used_up() {
    let mut table = Table::begun("gomoku", "byoyomi 10s+3x5s");
    let periods =
        |table: &Table| table.session.view(table.now_ms).clocks.unwrap()[Seat::First].periods;
    table.plays("h8", 9000);
    table.plays("a1", 0);
    assert_eq!((table.left_ms(Seat::First), periods(&table)), (16_000, 3));
    let face = |table: &Table| table.session.view(table.now_ms).clocks.unwrap()[Seat::First].face();
    let main = ClockFace::Main {
        ms: 1000,
        periods: 3,
        period_ms: 5000,
    };
    assert_eq!(face(&table), main);
    // One second of main time, then four of the first period, which is kept in full.
    table.plays("i8", 5000);
    table.plays("a2", 0);
    assert_eq!((table.left_ms(Seat::First), periods(&table)), (15_000, 3));
    // One full period used up and part of the next.
    table.plays("j8", 7000);
    table.plays("a3", 0);
    assert_eq!((table.left_ms(Seat::First), periods(&table)), (10_000, 2));
    // Periods used up are lost even while the turn still runs.
    table.now_ms += 6000;
    assert_eq!((table.left_ms(Seat::First), periods(&table)), (4_000, 1));
    let period = ClockFace::Period {
        ms: 4000,
        periods: 1,
    };
    assert_eq!(face(&table), period);
    table.plays("k9", 0);
    table.plays("a4", 0);
    assert_eq!((table.left_ms(Seat::First), periods(&table)), (5_000, 1));
    table.now_ms += 5001;
    table.does(HOST, Command::Tick);
    table.is_over("white on time");
}

#[test]
fn a_random_move_on_timeout_becomes_an_entry() {
    let mut table = Table::begun("reversi", "move 5s, random move");
    let legal = table.session.position().legal_moves();
    for dice in 0..4 {
        let mut table = Table {
            session: table.session.clone(),
            now_ms: 5001,
            dice,
        };
        table.does(HOST, Command::Tick);
        let view = table.session.view(table.now_ms);
        assert_eq!(view.moves[0].mv, legal[dice as usize]);
        assert!(view.moves[0].by_clock);
        assert_eq!(view.turn, Some(Seat::Second), "the game continues");
        // Replay draws no random numbers.
        let again = Session::new(table.session.terms().clone())
            .unwrap()
            .with_entries(table.session.log())
            .unwrap();
        assert_eq!(again, table.session);
    }
    table.now_ms = 4000;
    table.dice = 99;
    assert_eq!(table.ask(HOST, Command::Tick), Ok(0));
}

#[test]
fn the_host_can_give_time_back() {
    for (clock, before_ms) in [
        ("game 10s", 7000),
        ("move 10s", 7000),
        ("byoyomi 5s+1x5s", 7000),
    ] {
        let mut table = Table::begun("gomoku", clock);
        table.now_ms = 3000;
        assert_eq!(table.left_ms(Seat::First), before_ms, "{clock}");
        let give = Command::GiveTime {
            seat: Seat::First,
            ms: 2000,
        };
        table.refuses(FIRST, give.clone(), Refusal::HostOnly);
        table.does(HOST, give);
        assert_eq!(table.left_ms(Seat::First), before_ms + 2000, "{clock}");
        assert_eq!(table.session.deadline(), Some(12_001), "{clock}");
    }
    let mut table = Table::begun("gomoku", "none");
    let give = Command::GiveTime {
        seat: Seat::First,
        ms: 1,
    };
    table.refuses(HOST, give, Refusal::NoClock);
}

#[test]
fn the_host_takes_back_at_once_and_a_seat_proposes_it() {
    let mut table = Table::begun("gomoku", "game 60s");
    let take_back = |plies| Command::TakeBack { plies };
    table.refuses(HOST, take_back(1), Refusal::NothingToTakeBack);
    table.plays("h8 i8 j8", 10_000);
    table.refuses(FIRST, take_back(1), Refusal::HostOnly);
    table.refuses(HOST, take_back(0), Refusal::NothingToTakeBack);
    table.refuses(HOST, take_back(4), Refusal::NothingToTakeBack);
    table.does(HOST, take_back(2));
    assert_eq!(table.session.played().len(), 1);
    assert_eq!(table.session.turn(), Some(Seat::Second));
    table.does(HOST, Command::Pause);
    table.does(HOST, take_back(1));
    table.does(FIRST, Command::Resign);
    table.refuses(HOST, take_back(1), Refusal::GameOver);
}

#[test]
fn a_take_back_does_not_return_time() {
    let mut table = Table::begun("gomoku", "game 60s");
    table.plays("h8 i8", 10_000);
    table.now_ms += 5_000;
    table.does(FIRST, Command::Offer(Request::TakeBack));
    table.does(SECOND, Command::Accept(OfferKind::TakeBack));
    assert_eq!(table.left_ms(Seat::First), 45_000);
    assert_eq!(table.left_ms(Seat::Second), 50_000);
    assert_eq!(table.session.turn(), Some(Seat::First));
}

#[test]
fn a_take_back_removes_the_increment() {
    let mut table = Table::begun("gomoku", "game 1m+5s");
    for _ in 0..5 {
        table.plays("h8", 0);
        assert_eq!(table.left_ms(Seat::First), 65_000);
        table.does(FIRST, Command::Offer(Request::TakeBack));
        table.does(SECOND, Command::Accept(OfferKind::TakeBack));
        assert_eq!(table.left_ms(Seat::First), 60_000);
    }
}

// Fault 37.
#[test]
fn a_move_that_arrived_in_time_counts_despite_later_entries() {
    let mut table = Table::begun("gomoku", "move 10s");
    table.now_ms = 10_005;
    table.does(SECOND, Command::Comment("hurry".into()));
    table.now_ms = 9_999;
    table.plays("h8", 0);
    assert_eq!(table.session.log().last().unwrap().at_ms, 10_005);
}

#[test]
fn calling_the_game_off_does_not_avoid_a_loss_on_time() {
    let mut table = Table::begun("gomoku", "move 10s");
    table.now_ms = 10_001;
    table.refuses(FIRST, Command::Abort, Refusal::TimeUp);
    table.refuses(FIRST, Command::Offer(Request::Draw), Refusal::TimeUp);
    table.does(HOST, Command::Tick);
    table.is_over("white on time");
}

// Fault 18.
#[test]
fn a_clock_set_back_does_no_harm() {
    let mut table = Table::begun("gomoku", "game 60s");
    table.plays("h8", 10_000);
    table.now_ms = 3_000;
    table.plays("i8", 0);
    assert_eq!(table.session.log().last().unwrap().at_ms, 10_000);
    assert_eq!(table.left_ms(Seat::Second), 60_000);
}

// Fault 69.
#[test]
fn comments_are_kept_without_unprintable_characters() {
    let mut table = Table::begun("gomoku", "none");
    table.does(
        FIRST,
        Command::Comment(" hi\x1b[31m\u{202e}\nthere\x07 ".into()),
    );
    table.does(HOST, Command::Comment("board 3".into()));
    let comments = table.session.view(0).comments;
    assert_eq!(&*comments[0].text, "hi[31m\nthere");
    assert_eq!(comments[0].seat, Some(Seat::First));
    assert_eq!(comments[1].seat, None);
    table.refuses(FIRST, Command::Comment(" \n\0".into()), Refusal::EmptyText);
    table.refuses(
        FIRST,
        Command::Comment("x".repeat(501)),
        Refusal::TextTooLong {
            length: 501,
            limit: 500,
        },
    );
}

#[test]
fn a_new_game_continues_from_any_point_with_other_players_and_clock() {
    let mut table = Table::begun("gomoku:15:freestyle:swap1", "game 60s");
    table.plays("h8 i9 j7 swap k8 l9", 1000);
    for entry_count in 0..=table.session.log().len() {
        let there = Session::new(table.session.terms().clone())
            .unwrap()
            .with_entries(&table.session.log()[..entry_count])
            .unwrap();
        let players = BySeat {
            first: "Eve".to_owned(),
            second: "engine".to_owned(),
        };
        let time: TimeControl = "game 1m+5s".parse().unwrap();
        let branch = there.branch(players, time);
        assert_eq!(branch.position(), there.position());
        assert_eq!(branch.colors(), there.colors());
        assert_eq!(branch.stage(), Stage::Playing);
        assert_eq!(branch.terms().players[Seat::First], "Eve");
        let view = branch.view(0);
        for seat in Seat::BOTH {
            assert_eq!(view.clocks.unwrap()[seat].remaining_ms, 60_000);
        }
        assert_eq!(view.moves.len(), there.view(0).moves.len());
        // In the new game neither side has moved yet.
        let abort = branch.decide(FIRST, &Command::Abort, 0, 0);
        assert!(abort.is_ok());
    }
}

#[test]
fn a_game_read_back_from_its_file_continues_where_it_was() {
    let mut table = Table::begun("reversi", "game 60s+1s, random move");
    table.plays("d3 c3 c4", 1500);
    table.does(SECOND, Command::Offer(Request::Draw));
    let bytes = Format::Yiqi.write(&[table.session.record()]).unwrap();
    let record = Format::Yiqi
        .read(&bytes, &ReadOptions::default())
        .unwrap()
        .remove(0);
    let again = Session::new(Terms::of_record(&record))
        .unwrap()
        .with_entries(record.entries())
        .unwrap();
    assert_eq!(again, table.session);
}

#[test]
fn the_tags_of_a_record_survive_continued_play() {
    let text = "yiqi record 1\nGame: peace\nFirst: Ann\nDate: 1999\nEvent: Club\n\n\
                first takes white\na1\nend\n";
    let read = |bytes: &[u8]| Format::Yiqi.read(bytes, &ReadOptions::default()).unwrap();
    let record = read(text.as_bytes()).remove(0);
    let terms = Terms::of_record(&record);
    assert_eq!(terms.colors, ColorChoice::First(Color::White));
    let session = Session::new(terms)
        .unwrap()
        .with_entries(record.entries())
        .unwrap();
    assert_eq!(session.record(), record);
}

#[test]
fn the_view_of_a_finished_game_shows_the_row_that_won() {
    let mut table = Table::begun("gomoku", "none");
    table.plays("h8 a1 i8 a2 j8 a3 k8 a4 l8", 1);
    let view = table.session.view(0);
    assert_eq!(view.winning_lines[0].len(), 5);
    assert_eq!(view.turn, None);
    assert!(view.legal_points.is_empty());
    let Stage::Over(result) = view.stage else {
        panic!("the game is not over");
    };
    assert_eq!(result.reason, EndReason::Rules);
    assert_eq!(result.winner, Some(Color::Black));
}

#[test]
fn the_view_marks_forbidden_points_for_black_only() {
    let mut table = Table::begun("gomoku:15:renju", "none");
    table.plays("h8 a1 i8 a3 j9 a5 j10 a7", 1);
    let spec = table.session.position().spec();
    let view = table.session.view(0);
    assert_eq!(view.forbidden.len(), 1);
    assert_eq!(spec.point_name(view.forbidden[0].0), "j8");
    table.plays("o1", 1);
    assert!(table.session.view(0).forbidden.is_empty());
}

#[test]
fn entries_that_cannot_follow_are_reported_and_change_nothing() {
    let mut session = Session::new(Terms::new(GameSpec::REVERSI)).unwrap();
    let entry = |at_ms, event| yiqi_record::Entry { at_ms, event };
    let d3 = Event::Move(parse_move("d3", GameSpec::REVERSI).unwrap().into());
    let error = session.apply(&entry(0, d3.clone())).unwrap_err();
    assert_eq!(
        error.to_string(),
        "entry 1 does not follow: it cannot happen at this stage of the game"
    );
    let begin = Event::Begin {
        first: Color::Black,
    };
    session.apply(&entry(5, begin)).unwrap();
    let before = session.clone();
    for (event, want) in [
        (
            entry(4, d3.clone()),
            "entry 2 does not follow: it is earlier than the entry before",
        ),
        (
            entry(5, Event::TakeBack { plies: 1 }),
            "entry 2 does not follow: cannot take back 1 plies of 0",
        ),
        (
            entry(
                5,
                Event::Offer {
                    seat: Seat::First,
                    offer: Offer::TakeBack { plies: 500 },
                },
            ),
            "entry 2 does not follow: cannot take back 500 plies of 0",
        ),
        (
            entry(5, Event::TimeOut { seat: Seat::Second }),
            "entry 2 does not follow: it is not that seat's turn",
        ),
        (
            entry(
                5,
                Event::Decline {
                    seat: Seat::First,
                    offer: OfferKind::Draw,
                },
            ),
            "entry 2 does not follow: it answers an offer that nobody made",
        ),
    ] {
        assert_eq!(session.apply(&event).unwrap_err().to_string(), want);
        assert_eq!(session, before);
    }
}

#[test]
fn without_a_clock_time_never_runs_out() {
    let table = Table::begun("gomoku", "none");
    assert_eq!(table.session.deadline(), None);
    assert_eq!(
        table.session.terms().time,
        TimeControl {
            clock: ClockRule::Unlimited,
            run_out: RunOut::Loss
        }
    );
    assert_eq!(table.session.view(0).clocks, None);
}
