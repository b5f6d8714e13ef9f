//! The menu of a table on a server: all that can be done there now.

use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_client::Link;
use yiqi_session::Stage;

use super::table::act;
use super::{Go, Screen};
use crate::keys::Action;
use crate::list::{self, Item, ListScreen};
use crate::shared::Shared;

/// The menu of a table.
pub(crate) struct TableMenu {
    selected: usize,
}

#[derive(Clone, Copy)]
enum Choice {
    Back,
    Act(Action),
    Hurry,
    Rejoin,
}

impl TableMenu {
    pub(crate) fn new() -> TableMenu {
        TableMenu { selected: 0 }
    }

    /// What can be done now. Whether it may be done, the server says.
    fn lines(shared: &Shared) -> Vec<(Choice, Item)> {
        let Some(remote) = &shared.remote else {
            return Vec::new();
        };
        let stage = remote.stage();
        let is_player = !remote.own_seats().is_empty();
        let is_playing = is_player && stage == Some(Stage::Playing);
        let is_open = is_player && matches!(stage, Some(Stage::Playing | Stage::Paused));
        let is_over = is_player && matches!(stage, Some(Stage::Over(_)));
        let is_waiting = is_player && stage == Some(Stage::Waiting);
        let is_paused = is_player && stage == Some(Stage::Paused);
        let may_claim = remote.opponent().is_some_and(|seat| {
            let state = remote.state.as_ref();
            state.and_then(|state| state.claim_in_ms(seat, shared.now)) == Some(0)
        });
        let has_moved = |count: usize| {
            let state = remote.state.as_ref();
            state.is_some_and(|state| state.session.played().len() >= count)
        };
        let is_lost = matches!(remote.link, Link::Reconnecting { .. });
        let is_closed = matches!(remote.link, Link::Closed(_));
        let lines = [
            (true, Choice::Back, 'b', "tui-pause-back"),
            (is_lost, Choice::Hurry, 'h', "net-menu-hurry"),
            (is_closed, Choice::Rejoin, 'h', "net-closed-again"),
            (
                is_waiting && remote.is_host(),
                Choice::Act(Action::Start),
                's',
                "net-menu-start",
            ),
            (is_playing, Choice::Act(Action::Draw), 'd', "net-menu-draw"),
            (
                is_playing && has_moved(1),
                Choice::Act(Action::Undo),
                'u',
                "net-menu-take-back",
            ),
            (
                is_playing,
                Choice::Act(Action::Pause),
                'p',
                "net-menu-pause",
            ),
            (
                is_paused,
                Choice::Act(Action::Resume),
                'e',
                "net-menu-resume",
            ),
            (
                is_open && may_claim,
                Choice::Act(Action::Claim),
                'c',
                "net-menu-claim",
            ),
            (is_open, Choice::Act(Action::Resign), 'r', "net-menu-resign"),
            (
                is_waiting || (is_open && !has_moved(2)),
                Choice::Act(Action::Abort),
                'x',
                "net-menu-abort",
            ),
            (
                is_over,
                Choice::Act(Action::Rematch),
                'n',
                "net-menu-rematch",
            ),
            (true, Choice::Act(Action::Close), 'm', "net-menu-leave"),
            (true, Choice::Act(Action::Quit), 'q', "tui-pause-quit"),
        ];
        lines
            .into_iter()
            .filter(|(is_there, ..)| *is_there)
            .map(|(_, choice, key, label)| (choice, Item::new(key, shared.say(label))))
            .collect()
    }
}

impl ListScreen for TableMenu {
    fn items(&self, shared: &Shared) -> Vec<Item> {
        let lines = TableMenu::lines(shared);
        lines.into_iter().map(|(_, item)| item).collect()
    }

    fn selected(&mut self) -> &mut usize {
        &mut self.selected
    }

    fn title(&self, shared: &Shared) -> String {
        shared.say("net-menu-title")
    }

    fn choose(&mut self, shared: &mut Shared, index: usize) -> Go {
        let lines = TableMenu::lines(shared);
        let Some(&(choice, _)) = lines.get(index) else {
            return Go::Back(1);
        };
        let go = match choice {
            Choice::Back => Go::Stay,
            Choice::Act(action) => act(shared, action),
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
        // Whatever is asked is asked at the table, not on top of its menu.
        match go {
            Go::Stay => Go::Back(1),
            Go::Push(screen) => Go::Replace(screen),
            go => go,
        }
    }
}

impl Screen for TableMenu {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        match key.code {
            KeyCode::Esc => Go::Back(1),
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
        self.letter_hints(shared, "tui-hints-question")
    }

    fn is_overlay(&self) -> bool {
        true
    }
}
