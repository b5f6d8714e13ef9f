//! The menu of a game: an overlay on its board with everything that can be done now.

use std::time::Instant;

use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_client::LinkState;
use yiqi_session::Stage;

use super::form::{Form, Purpose};
use super::game::act;
use super::{Go, Help, Leave, Screen};
use crate::active_game::ActiveGame;
use crate::keys::Action;
use crate::list::{self, Item, ListScreen};
use crate::remote::Remote;
use crate::shared::Shared;

/// The menu of a game.
pub(crate) struct GameMenu {
    selected: usize,
}

#[derive(Clone, Copy)]
enum Choice {
    Back,
    Act(Action),
    Leave(Leave),
    /// Change who plays.
    Players,
    Hurry,
    Rejoin,
}

/// A line of the menu: whether it is shown now, its action, its letter and its message.
type MenuLine = (bool, Choice, char, &'static str);

/// The actions for a game of the desk.
const DESK_LINES: [MenuLine; 5] = [
    (true, Choice::Back, 'b', "tui-pause-back"),
    (true, Choice::Act(Action::Save), 's', "tui-pause-save"),
    (true, Choice::Players, 'w', "form-title-players"),
    (true, Choice::Leave(Leave::Menu), 'm', "tui-pause-menu"),
    (true, Choice::Leave(Leave::Quit), 'q', "tui-pause-quit"),
];

/// The actions at a table. The server decides whether they are allowed.
fn table_lines(remote: &Remote, now: Instant) -> Vec<MenuLine> {
    let stage = remote.stage();
    let is_player = !remote.own_seats().is_empty();
    let is_playing = is_player && stage == Some(Stage::Playing);
    let is_open = is_player && matches!(stage, Some(Stage::Playing | Stage::Paused));
    let is_over = is_player && matches!(stage, Some(Stage::Over(_)));
    let is_waiting = is_player && stage == Some(Stage::Waiting);
    let is_paused = is_player && stage == Some(Stage::Paused);
    let state = remote.state.as_ref();
    let may_claim = remote
        .opponent()
        .is_some_and(|seat| state.and_then(|state| state.claim_in_ms(seat, now)) == Some(0));
    let move_count = state.map_or(0, |state| state.session.played().len());
    let may_start = is_waiting && remote.is_host();
    let may_abort = is_waiting || (is_open && move_count < 2);
    let is_lost = matches!(remote.link, LinkState::Reconnecting { .. });
    let is_closed = matches!(remote.link, LinkState::Closed(_));
    let act = Choice::Act;
    vec![
        (true, Choice::Back, 'b', "tui-pause-back"),
        (is_lost, Choice::Hurry, 'h', "net-menu-hurry"),
        (is_closed, Choice::Rejoin, 'h', "net-closed-again"),
        (may_start, act(Action::Start), 's', "net-menu-start"),
        (is_playing, act(Action::Draw), 'd', "net-menu-draw"),
        (
            is_playing && move_count > 0,
            act(Action::Undo),
            'u',
            "net-menu-take-back",
        ),
        (is_playing, act(Action::Pause), 'p', "net-menu-pause"),
        (is_paused, act(Action::Resume), 'e', "net-menu-resume"),
        (
            is_open && may_claim,
            act(Action::Claim),
            'c',
            "net-menu-claim",
        ),
        (is_open, act(Action::Resign), 'r', "net-menu-resign"),
        (may_abort, act(Action::Abort), 'x', "net-menu-abort"),
        (is_over, act(Action::Rematch), 'n', "net-menu-rematch"),
        (true, Choice::Leave(Leave::Menu), 'm', "net-menu-leave"),
        (true, Choice::Leave(Leave::Quit), 'q', "tui-pause-quit"),
    ]
}

impl GameMenu {
    /// Stops the clock of a game at this desk and shows the menu.
    pub(crate) fn new(shared: &mut Shared) -> GameMenu {
        shared.pause_game();
        GameMenu { selected: 0 }
    }

    fn lines(shared: &Shared) -> Vec<MenuLine> {
        let mut lines = match &shared.remote {
            Some(remote) => table_lines(remote, shared.now),
            None => DESK_LINES.to_vec(),
        };
        lines.retain(|(is_there, ..)| *is_there);
        lines
    }

    /// Returns to the game; at this desk it resumes.
    fn back(shared: &Shared) -> Go {
        match shared.remote {
            Some(_) => Go::Back(1),
            None => Go::Game(None),
        }
    }
}

impl ListScreen for GameMenu {
    fn items(&self, shared: &Shared) -> Vec<Item> {
        let lines = GameMenu::lines(shared).into_iter();
        lines
            .map(|(_, _, key, label)| Item::new(key, shared.say(label)))
            .collect()
    }

    fn selected(&mut self) -> &mut usize {
        &mut self.selected
    }

    fn title(&self, shared: &Shared) -> String {
        shared.say(match shared.remote {
            Some(_) => "net-menu-title",
            None => "tui-pause-title",
        })
    }

    fn choose(&mut self, shared: &mut Shared, index: usize) -> Go {
        let lines = GameMenu::lines(shared);
        let choice = lines.get(index).map_or(Choice::Back, |line| line.1);
        let go = match choice {
            Choice::Back => return GameMenu::back(shared),
            Choice::Act(action) => act(shared, action),
            Choice::Leave(leave) => leave.ask(shared),
            Choice::Players => Go::push(Form::new(Purpose::Reseat, shared)),
            Choice::Hurry => {
                if let Some(remote) = &shared.remote {
                    remote.hurry();
                }
                Go::Stay
            }
            Choice::Rejoin => {
                shared.rejoin();
                Go::Stay
            }
        };
        // A game at this desk stays paused under its menu. At a table, dialogs replace the menu.
        match go {
            go if shared.remote.is_none() => go,
            Go::Stay => Go::Back(1),
            Go::Push(screen) => Go::Replace(screen),
            go => go,
        }
    }
}

impl Screen for GameMenu {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        match key.code {
            KeyCode::Esc => GameMenu::back(shared),
            // The key that opens the menu also closes it, unless it is a letter of a line.
            KeyCode::Char('P' | 'p') if shared.remote.is_none() => GameMenu::back(shared),
            _ => self.list_key(shared, key),
        }
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        self.list_mouse(shared, event, area)
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        list::draw_boxed(self, self.selected, shared, buf, area);
    }

    fn hints(&self, shared: &Shared) -> String {
        let message = match shared.remote {
            Some(_) => "tui-hints-question",
            None => "tui-hints-list",
        };
        self.letter_hints(shared, message)
    }

    fn help(&self, shared: &Shared) -> Help {
        let about = match shared.remote {
            Some(_) => "pause-help-table",
            None => "pause-help",
        };
        Help::with_keys(
            shared,
            about,
            &[
                ("↑ ↓", "help-key-select"),
                ("Enter", "help-key-enter"),
                ("Esc", "tui-pause-back"),
            ],
        )
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
