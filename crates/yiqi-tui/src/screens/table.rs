//! A game at a table on a server.

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_client::Link;
use yiqi_rules::Move;
use yiqi_session::{GameView, Stage};
use yiqi_text::Args;
use yiqi_wire::{WireCommand, WireOffer};

use super::game::{draw_around, say_moves};
use super::hand::{Hand, Meant};
use super::help::Help;
use super::table_line::{answer, pause};
use super::table_menu::TableMenu;
use super::table_question::TableAsk;
use super::{Go, Question, Screen, Typing, draw_box, overlay_area, panels, presence, table_line};
use crate::cells::{put_lines, wrap};
use crate::keys::{self, Action, Scope};
use crate::shared::Shared;

/// A game at a table on a server.
#[derive(Default)]
pub(crate) struct TableScreen {
    hand: Hand,
}

impl TableScreen {
    pub(crate) fn new() -> TableScreen {
        TableScreen::default()
    }

    fn act(&mut self, shared: &mut Shared, action: Action) -> Go {
        match action {
            Action::Say => {
                self.hand.begin("say ");
                Go::Stay
            }
            action => act(shared, action),
        }
    }
}

/// Does what a key of the table, a line of its menu or a typed line without arguments asks for.
pub(super) fn act(shared: &mut Shared, action: Action) -> Go {
    match action {
        Action::Play => play_at_cursor(shared),
        Action::Pass => shared.play_at_table(Move::Pass),
        Action::Moves => say_moves(shared),
        Action::Undo => shared.offer_at_table(WireOffer::TakeBack),
        Action::Rematch => shared.offer_at_table(WireOffer::Rematch),
        Action::Resign => return ask_in_play(shared, TableAsk::Resign),
        Action::Draw => return ask_in_play(shared, TableAsk::Draw),
        Action::Claim => return ask_in_play(shared, TableAsk::Claim),
        Action::Abort => return ask_in_play(shared, TableAsk::Abort),
        Action::Accept | Action::Decline => answer(shared, action == Action::Accept),
        Action::Start => shared.ask_table(WireCommand::Start {}),
        Action::Pause => pause(shared),
        Action::Resume => shared.ask_table(WireCommand::Resume {}),
        Action::Menu => return Go::push(TableMenu::new()),
        Action::Help => return Go::push(Help::new(Scope::Table)),
        Action::Close => return leave(shared, false),
        Action::Quit => return leave(shared, true),
        _ => {}
    }
    Go::Stay
}

/// Asks something that is about a game that goes on; where none does, that is said.
fn ask_in_play(shared: &mut Shared, ask: TableAsk) -> Go {
    let Some((view, _)) = shared.acting() else {
        return Go::Stay;
    };
    match view.stage {
        Stage::Over(_) => shared.refuse(shared.say("refusal-game-over")),
        Stage::Waiting if ask != TableAsk::Abort => {
            shared.refuse(shared.say("refusal-not-begun"));
        }
        _ => return Go::push(Question::at_table(ask)),
    }
    Go::Stay
}

/// Leaves the table, or asks first if one would be missed.
pub(super) fn leave(shared: &Shared, quits: bool) -> Go {
    let is_needed = shared
        .remote
        .as_ref()
        .is_some_and(|remote| remote.is_needed());
    match (is_needed, quits) {
        (true, _) => Go::push(Question::at_table(TableAsk::Leave { quits })),
        (false, true) => Go::Quit,
        (false, false) => Go::Menu,
    }
}

/// Enter: plays under the cursor, passes where nothing else can be done, begins a game that waits for
/// it, or makes a lost connection again.
fn play_at_cursor(shared: &mut Shared) {
    // Who wants to be back soon does not want to play what lies under the cursor.
    if let Some(remote) = &shared.remote
        && matches!(remote.link, Link::Reconnecting { .. })
    {
        remote.hurry();
        return;
    }
    let Some(view) = shared.view() else { return };
    let is_host = shared.remote.as_ref().is_some_and(|r| r.is_host());
    let must_pass = view.legal_points.is_empty() && view.legal_words == [Move::Pass];
    if view.stage == Stage::Waiting && is_host {
        shared.ask_table(WireCommand::Start {});
    } else if must_pass {
        shared.play_at_table(Move::Pass);
    } else if let Some(point) = shared.cursor_point() {
        shared.play_at_table(Move::Place(point));
    }
}

/// What the game asks for now, in one sentence.
fn turn_sentence(shared: &Shared, view: &GameView) -> String {
    let Some(remote) = &shared.remote else {
        return String::new();
    };
    match view.stage {
        Stage::Waiting if remote.is_host() => return shared.say("net-start"),
        Stage::Waiting => return shared.say("net-waiting"),
        Stage::Paused => return shared.say("refusal-paused"),
        Stage::Playing | Stage::Over(_) => {}
    }
    if remote.is_move_on_its_way() {
        return shared.say("net-sending");
    }
    let is_plain = view.next_stone.is_some() && !view.legal_points.is_empty();
    let own_color = view.turn.map(|seat| view.colors[seat]);
    if remote.is_own_turn() && is_plain && view.next_stone == own_color {
        return shared.say("net-your-turn");
    }
    panels::turn_sentence(shared, view)
}

impl Screen for TableScreen {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        if shared.view().is_none() {
            // Nothing can be done here yet but to leave.
            return match key.code {
                KeyCode::Esc | KeyCode::Char('q' | 'Q') => Go::Menu,
                _ => {
                    shared.wrong_key(&self.hints(shared));
                    Go::Stay
                }
            };
        }
        match self.hand.key(shared, Scope::Table, key) {
            Meant::Nothing => Go::Stay,
            Meant::Action(action) => self.act(shared, action),
            Meant::Line(line) => table_line::obey(shared, &line),
            Meant::Number(_) | Meant::Wrong => {
                shared.wrong_key(&self.hints(shared));
                Go::Stay
            }
        }
    }

    fn paste(&mut self, shared: &mut Shared, text: &str) {
        if shared.view().is_some() {
            self.hand.paste(text);
        }
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        if event.kind != MouseEventKind::Down(MouseButton::Left) || shared.view().is_none() {
            return Go::Stay;
        }
        let layout = shared.board_layout(area);
        if let Some(point) = layout.geometry.point_at(event.column, event.row) {
            shared.notice = None;
            shared.cursor = (point.col(), point.row());
            shared.play_at_table(Move::Place(point));
        }
        Go::Stay
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        let Some(view) = shared.view() else {
            let is_closed = matches!(
                shared.remote.as_ref().map(|remote| &remote.link),
                Some(Link::Closed(_))
            );
            // Why it is closed stands in the question that lies above.
            if !is_closed && let Some(sentence) = presence::link_trouble(shared) {
                draw_note(shared, buf, area, &sentence);
            }
            return;
        };
        let layout = shared.board_layout(area);
        draw_around(shared, &view, &layout, None, buf);
        let is_own_turn = shared.remote.as_ref().is_some_and(|r| r.is_own_turn());
        let mut picture = panels::picture(shared, &view, true);
        if !is_own_turn {
            // What the other side may do is not for oneself to do.
            picture.legal = yiqi_rules::PointSet::EMPTY;
        }
        picture.draw(buf, &layout.geometry, &shared.palette(), shared.glyphs());
        if view.stage == Stage::Waiting {
            draw_note(shared, buf, area, &waiting_sentence(shared));
        }
    }

    fn hints(&self, shared: &Shared) -> String {
        if self.hand.is_typing() {
            return shared.say("tui-hints-typing");
        }
        let Some(view) = shared.view() else {
            return shared.say("net-hints-connecting");
        };
        let columns = view.spec.size();
        let key = |action| keys::shown(Scope::Table, action, columns);
        let args = Args::new()
            .text("say", key(Action::Say))
            .text("menu", key(Action::Menu))
            .text("help", key(Action::Help));
        let is_spectator = shared
            .remote
            .as_ref()
            .is_some_and(|remote| remote.own_seats().is_empty());
        match view.stage {
            _ if is_spectator => shared.fill("net-hints-watching", args),
            Stage::Waiting => shared.fill("net-hints-watching", args),
            Stage::Over(_) => {
                let args = args.text("rematch", key(Action::Rematch));
                shared.fill("net-hints-over", args)
            }
            _ => shared.fill("net-hints-table", args),
        }
    }

    fn typing(&self, shared: &Shared, _area: Rect) -> Option<Typing<'_>> {
        self.hand.typing(shared)
    }

    fn status(&self, shared: &Shared) -> Option<String> {
        if let Some(trouble) = presence::link_trouble(shared) {
            let remote = shared.remote.as_ref()?;
            let is_kept =
                remote.is_move_on_its_way() && matches!(remote.link, Link::Reconnecting { .. });
            return Some(match is_kept {
                true => format!("{} {trouble}", shared.say("net-kept")),
                false => trouble,
            });
        }
        let view = shared.view()?;
        let turn = turn_sentence(shared, &view);
        // Where there is no room beside the board, it is told here who is away and who watches.
        if shared.has_info_panel() {
            return Some(turn);
        }
        let is_watching = shared
            .remote
            .as_ref()
            .is_some_and(|remote| remote.own_seats().is_empty());
        Some(match presence::claim_sentence(shared) {
            Some(claim) => format!("{claim} {turn}"),
            None if is_watching => format!("{} {turn}", shared.say("net-watching")),
            None => turn,
        })
    }

    fn is_game(&self) -> bool {
        !self.hand.is_typing()
    }

    fn is_table(&self) -> bool {
        true
    }
}

/// What one waits for, with the link to send to somebody where one has it.
fn waiting_sentence(shared: &Shared) -> String {
    let Some(remote) = &shared.remote else {
        return String::new();
    };
    if remote.is_host() {
        return shared.say("net-start");
    }
    let link = remote.state.as_ref().and_then(|state| {
        let invite = state.you.invite.as_deref()?;
        remote.address.with_invite(invite).ok()
    });
    match link {
        Some(link) => format!("{}\n{link}", shared.say("net-waiting-link")),
        None => shared.say("net-waiting"),
    }
}

/// A few words in a box in the middle.
fn draw_note(shared: &Shared, buf: &mut Buffer, area: Rect, sentence: &str) {
    let palette = shared.palette();
    let columns = usize::from(area.width.saturating_sub(6)).min(100);
    let lines = wrap(sentence, columns);
    let widest = lines.iter().map(|line| crate::cells::width(line)).max();
    let outer = overlay_area(area, widest.unwrap_or(0), lines.len());
    let inside = draw_box(shared, buf, outer, "");
    put_lines(buf, inside, &lines, palette.strong);
}
