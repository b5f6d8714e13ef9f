//! No input makes the app panic or block.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use yiqi_rules::Dice;
use yiqi_text::Lang;
use yiqi_tui::ColorDepth;

use crate::driver::{Person, Setup, open};

#[test]
fn every_screen_can_be_drawn_at_every_size() {
    let screens = [
        "",
        "P",
        "s",
        "o",
        "r",
        "H",
        "N",
        "R",
        "q",
        ":abc",
        "Pm",
        "Pms",
        "Pmu",
        "Pmr",
        "h8<Enter>",
    ];
    for (index, keys) in screens.into_iter().enumerate() {
        let specs = ["reversi:26", "gomoku:15:renju", "peace", "gomoku:25"];
        let setup = Setup {
            lang: Lang::ALL[index % 3],
            ..Setup::default()
        };
        let mut person = Person::at(setup, specs[index % 4], "human", "human");
        person.type_lines("h8 m12").press(keys);
        // Every size around which panels fold, and a grid of larger ones that differs by screen.
        let small = (1..=30).flat_map(|rows| (1..=70).step_by(3).map(move |cols| (cols, rows)));
        let first = index as u16;
        let large = (1 + first % 5..=60)
            .step_by(5)
            .flat_map(move |rows| (1 + first..=200).step_by(11).map(move |cols| (cols, rows)));
        for (cols, rows) in small.filter(|_| index % 4 == 0).chain(large) {
            person.resize(cols, rows);
            let _ = person.buffer();
        }
    }
}

#[test]
fn a_screen_that_is_too_small_shows_a_message() {
    let mut person = Person::playing("reversi");
    person
        .resize(39, 24)
        .sees("too small")
        .resize(40, 14)
        .sees("40×15");
    person.resize(40, 15).sees("Ann to move.");
}

#[test]
fn columns_stay_aligned_beside_wide_and_long_names() {
    let setup = Setup {
        names: [
            "棋圣吴清源棋圣吴清源棋圣吴清源",
            "e\u{301}\u{202e}\u{1b}[31mBob",
        ],
        ..Setup::default()
    };
    let mut person = Person::at(setup, "reversi", "human", "human");
    for (cols, rows) in [(40, 15), (60, 20), (80, 24), (120, 40)] {
        person.resize(cols, rows);
        let screen = person.screen();
        // The counts of both players are aligned.
        let mut counts: Vec<usize> = screen
            .lines()
            .filter_map(|line| {
                let name = line.find('吴').or_else(|| line.find("Bob"))?;
                let count = name + line[name..].find("   2")?;
                Some(unicode_width::UnicodeWidthStr::width(&line[..count + 4]))
            })
            .collect();
        assert_eq!(counts.len(), 2, "{screen}");
        counts.dedup();
        assert_eq!(counts.len(), 1, "{screen}");
        assert!(!screen.contains('\u{1b}') && !screen.contains('\u{202e}'));
        for line in screen.lines() {
            assert!(
                unicode_width::UnicodeWidthStr::width(line) <= usize::from(cols),
                "{line}"
            );
        }
    }
}

#[test]
fn control_c_quits_from_any_screen() {
    for keys in ["", "n", "s", "r/tmp/x"] {
        let mut person = Person::new();
        person.press(keys);
        person
            .app
            .key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
        assert!(person.app.is_done());
    }
}

fn random_key(dice: &mut Dice) -> KeyEvent {
    const CODES: [KeyCode; 16] = [
        KeyCode::Enter,
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Tab,
        KeyCode::Backspace,
        KeyCode::F(1),
        KeyCode::Delete,
        KeyCode::Char('中'),
    ];
    let code = if dice.below(3) == 0 {
        CODES[dice.below(CODES.len())]
    } else {
        KeyCode::Char(char::from(b' ' + dice.below(95) as u8))
    };
    let modifiers = match dice.below(20) {
        0 => KeyModifiers::ALT,
        1 => KeyModifiers::SHIFT,
        _ => KeyModifiers::NONE,
    };
    KeyEvent::new(code, modifiers)
}

fn random_mouse(dice: &mut Dice) -> MouseEvent {
    let kinds = [
        MouseEventKind::Down(MouseButton::Left),
        MouseEventKind::Drag(MouseButton::Left),
        MouseEventKind::Down(MouseButton::Right),
        MouseEventKind::ScrollUp,
        MouseEventKind::ScrollDown,
        MouseEventKind::Moved,
    ];
    MouseEvent {
        kind: kinds[dice.below(kinds.len())],
        column: dice.below(220) as u16,
        row: dice.below(70) as u16,
        modifiers: KeyModifiers::NONE,
    }
}

#[test]
fn random_keys_and_clicks_do_no_harm() {
    for seed in 0..24_u64 {
        let mut dice = Dice::new(seed);
        let depth = [
            ColorDepth::True,
            ColorDepth::C256,
            ColorDepth::C16,
            ColorDepth::None,
        ];
        let mut setup = Setup {
            lang: Lang::ALL[seed as usize % 3],
            ..Setup::default()
        };
        let saving = yiqi_text::Text::new(setup.lang).say("chooser-save");
        setup.options.color = depth[seed as usize % 4];
        setup.options.ascii = seed % 5 == 0;
        setup.options.motion = seed % 2 == 0;
        let mut person = Person::with(setup, |desk| {
            if seed % 3 > 0 {
                open(desk, "gomoku:9:forbidden:swap2", "human", "human");
                open(desk, "reversi:6", "human", "random:seed=2");
            }
        });
        for step in 0..600 {
            match dice.below(12) {
                // Files could be written anywhere.
                _ if person.screen().contains(&saving) => {
                    person.press("<Esc>");
                }
                0 => person.app.mouse(random_mouse(&mut dice)),
                1 => {
                    let (cols, rows) = (1 + dice.below(200), 1 + dice.below(60));
                    person.resize(cols as u16, rows as u16);
                }
                2 => {
                    person.wait(dice.below(400) as u64);
                }
                _ => person.app.key(random_key(&mut dice)),
            }
            if step % 4 == 0 {
                let _ = person.buffer();
            }
            if person.app.is_done() {
                break;
            }
        }
    }
}

#[test]
fn keys_are_handled_while_a_program_thinks() {
    let mut person = Person::at(
        Setup::default(),
        "gomoku:15:renju",
        "human",
        "engine:level=20,time=600s",
    );
    person.type_lines("h8").wait(1);
    // Each reply appears although the program, which has ten minutes, has not moved.
    person.sees("Level 20 to move.");
    person.press("m<Enter>").sees("legal points");
    person.press("?").sees("┌ Help").press("<Esc>");
    person.press("<Left>").sees("Level 20 to move.");
    // Esc makes it move at once.
    person.press("<Esc>").wait_for("2 ");
}
