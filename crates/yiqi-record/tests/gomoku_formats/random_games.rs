//! Random games with branches and comments, and random files.

use super::*;

/// A game with branches, its entries in file order.
struct Growth<'a> {
    dice: Dice,
    record: Record,
    comments: &'a [String],
    plies: usize,
}

impl Growth<'_> {
    /// Adds a line after an entry, then branches off it, last branch first.
    fn grow(&mut self, mut last: NodeId, mut position: AnyPosition, depth: usize) {
        let mut forks = Vec::new();
        for _ in 0..self.plies {
            if self.dice.below(6) == 0 {
                forks.push((last, position.clone()));
            }
            if self.dice.below(5) == 0 && !self.comments.is_empty() {
                let text = self.dice.pick(self.comments).as_str().into();
                let at_ms = self.record.entry(last).at_ms;
                let event = Event::Comment { seat: None, text };
                last = self.record.push(Some(last), Entry { at_ms, event });
                continue;
            }
            if position.turn().is_none() {
                break;
            }
            let mv = *self.dice.pick(&position.legal_moves());
            position.play(mv).expect("legal");
            let after_ms = [0, 1, 1500][self.dice.below(3)];
            let at_ms = self.record.entry(last).at_ms + after_ms;
            let event = Event::Move(mv.into());
            last = self.record.push(Some(last), Entry { at_ms, event });
        }
        if depth == 0 {
            last = self.end(last, &position);
        }
        if depth < 2 {
            for (at, position) in forks.into_iter().rev() {
                if at != last {
                    self.grow(at, position, depth + 1);
                }
            }
        }
    }

    /// Sets the result and adds the event that causes it.
    fn end(&mut self, last: NodeId, position: &AnyPosition) -> NodeId {
        if let Some(outcome) = position.outcome() {
            self.record.header.result = Some(GameResult::from(&outcome));
            return last;
        }
        let colors = self.record.replay().expect("legal").colors();
        let seat = *self.dice.pick(&Seat::BOTH);
        let (event, winner, reason) = match self.dice.below(5) {
            0 => (Event::Resign { seat }, true, EndReason::Resignation),
            1 => (Event::TimeOut { seat }, true, EndReason::Time),
            2 => (Event::AgreeDraw, false, EndReason::Agreement),
            3 => (Event::Abort, false, EndReason::Aborted),
            _ => return last,
        };
        self.record.header.result = Some(GameResult {
            winner: winner.then_some(colors[seat.other()]),
            reason,
            score: None,
        });
        let at_ms = self.record.entry(last).at_ms;
        self.record.push(Some(last), Entry { at_ms, event })
    }
}

/// A random game of a spec, with branches and comments if `comments` is not empty.
fn random_record(spec: GameSpec, seed: u64, comments: &[String], with_start: bool) -> Record {
    let mut dice = Dice::new(seed);
    let mut header = Header::new(spec);
    if with_start {
        header.start = Some(match spec {
            GameSpec::Gomoku(_) => random_cluster(spec, &mut dice),
            _ => {
                let mut position = AnyPosition::new(spec);
                random_play(&mut position, &mut dice, 4);
                let stones = |color| -> PointSet { position.stones(color) };
                Setup {
                    stones: ByColor {
                        black: stones(Color::Black),
                        white: stones(Color::White),
                    },
                    turn: Color::White,
                }
            }
        });
    }
    // Stones in the standard arrangement are not a custom start.
    if header.start_position() == Ok(AnyPosition::new(spec)) {
        header.start = None;
    }
    if let [first, .., second] = comments {
        header.players.first = first.replace('\n', " ");
        header.players.second = second.replace('\n', " ");
        header.date = Some("2024".to_owned());
        header.tags = vec![
            ("EV".to_owned(), first.clone()),
            (second.clone(), first.clone()),
        ];
    }
    let position = header.start_position().expect("a position");
    let mut record = Record::new(header);
    let first = if comments.is_empty() {
        Color::Black
    } else {
        *dice.pick(&Color::BOTH)
    };
    let event = Event::Begin { first };
    let begin = record.push(None, Entry { at_ms: 0, event });
    let plies = 1 + dice.below(40);
    let mut growth = Growth {
        dice,
        record,
        comments,
        plies,
    };
    if comments.is_empty() {
        let mut last = begin;
        let mut position = position;
        for ply in random_play(&mut position, &mut growth.dice, plies) {
            last = growth.record.push_move(Some(last), ply.mv);
        }
        growth.record.header.result = position.outcome().as_ref().map(GameResult::from);
    } else {
        growth.grow(begin, position, 0);
    }
    growth.record
}

/// Any text, rich in characters that are special in SGF. A carriage return comes back as a line
/// feed.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        r"[\[\]\\(): ;\n棋ms0-9]{1,12}",
        r"[^\r]{1,12}",
        Just("12ms".to_owned()),
    ]
}

fn any_spec(wanted: fn(&GameSpec) -> bool) -> impl Strategy<Value = GameSpec> {
    let specs: Vec<GameSpec> = all_specs().into_iter().filter(wanted).collect();
    prop::sample::select(specs)
}

proptest! {
    #[test]
    fn gomoku_games_with_branches_survive_sgf(
        spec in any_spec(|spec| matches!(spec, GameSpec::Gomoku(_))),
        seed: u64,
        comments in prop::collection::vec(any_text(), 1..5),
        with_start: bool,
    ) {
        check_round_trip(Format::Sgf, &random_record(spec, seed, &comments, with_start));
    }

    #[test]
    fn reversi_games_with_branches_survive_sgf(
        spec in any_spec(|spec| matches!(spec, GameSpec::Reversi(_))),
        seed: u64,
        comments in prop::collection::vec(any_text(), 1..5),
        with_start: bool,
    ) {
        check_round_trip(Format::Sgf, &random_record(spec, seed, &comments, with_start));
    }

    #[test]
    fn plain_gomoku_games_survive_every_format(
        spec in any_spec(|spec| matches!(spec, GameSpec::Gomoku(_))),
        seed: u64,
    ) {
        let record = random_record(spec, seed, &[], false);
        check_round_trip(Format::Sgf, &record);
        let has_choice = record.entries().any(|entry| {
            matches!(&entry.event, Event::Move(played) if played.mv.point().is_none())
        });
        for format in [Format::Pos, Format::Psq, Format::Offsets] {
            if has_choice {
                prop_assert!(format.write(std::slice::from_ref(&record)).is_err());
            } else {
                check_round_trip(format, &record);
            }
        }
    }

    // Fault 15.
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        for (format, _) in samples() {
            let _ = format.read(&bytes, &options(None));
        }
        let _ = Format::of_contents(&bytes);
    }

    #[test]
    fn any_properties_are_read_or_refused(text in r"\(;GM\[[124]\]([();BWCABPL\[\]a-e4:\\\n]){0,60}\)") {
        if let Ok(records) = Format::Sgf.read(text.as_bytes(), &options(None)) {
            let bytes = Format::Sgf.write(&records).expect("what was read can be written");
            prop_assert_eq!(Format::Sgf.read(&bytes, &options(None)), Ok(records));
        }
    }
}
