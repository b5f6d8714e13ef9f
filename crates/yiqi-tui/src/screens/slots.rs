//! The nine slots, to save to or to load from.

use crossterm::event::{KeyCode, KeyEvent, MouseEvent};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use yiqi_desk::{DeskError, OpenGame, SlotInfo, words as desk_words};
use yiqi_record::{Record, Seat};
use yiqi_rules::{ByColor, Color};
use yiqi_text::{Args, words};

use super::{Dialog, Go, Leave, Screen};
use crate::board::{BoardPicture, Geometry};
use crate::cells::{fit, pad, put, put_lines, wrap};
use crate::layout::{inner, take_top};
use crate::list::{self, Item, ListScreen};
use crate::shared::{Shared, short_name};

/// The nine slots.
pub(crate) struct Slots {
    purpose: Purpose,
    selected: usize,
    slots: Vec<SlotInfo>,
}

#[derive(Clone, Copy)]
enum Purpose {
    /// To save, and what the person was about to do when asked to save.
    Save(Option<Leave>),
    Load,
}

impl Slots {
    /// The slots, to save the current game.
    pub(crate) fn to_save(shared: &Shared, then: Option<Leave>) -> Result<Slots, DeskError> {
        let slots = shared.desk.slots()?;
        // The first free slot.
        let free = slots
            .iter()
            .position(|slot| matches!(slot, SlotInfo::Empty));
        Ok(Slots {
            purpose: Purpose::Save(then),
            selected: free.unwrap_or(0),
            slots,
        })
    }

    /// The slots, to load a game.
    pub(crate) fn to_load(shared: &Shared) -> Result<Slots, DeskError> {
        let slots = shared.desk.slots()?;
        let held = slots
            .iter()
            .position(|slot| matches!(slot, SlotInfo::Held(_)));
        Ok(Slots {
            purpose: Purpose::Load,
            selected: held.unwrap_or(0),
            slots,
        })
    }

    /// The areas of the title, the list, and the preview if there is room for one.
    fn areas(&self, shared: &Shared, area: Rect) -> (Rect, Rect, Option<Rect>) {
        let mut rest = inner(area, 1, 0);
        let title = take_top(&mut rest, 1);
        let gap = u16::from(rest.height > 12);
        let _ = take_top(&mut rest, gap);
        let size = match &self.slots.get(self.selected) {
            Some(SlotInfo::Held(record)) => u16::from(record.header.spec.size()),
            _ => 8,
        };
        let wide = 2 * size + 1;
        // Next to the list if its lines stay whole, or else below it; if the board is too high for
        // that, next to lines that are still readable.
        let list_width = u16::try_from(list::wanted_width(&self.items(shared))).unwrap_or(u16::MAX);
        let is_wide = rest.width >= list_width.saturating_add(wide + 2);
        let is_high = rest.height >= 9 + 1 + size;
        if is_wide || (!is_high && rest.width >= wide + 62) {
            let list = Rect {
                width: rest.width - wide - 2,
                height: rest.height.min(9),
                ..rest
            };
            let preview = Rect {
                x: list.right() + 2,
                width: wide,
                ..rest
            };
            return (title, list, Some(preview));
        }
        let list = take_top(&mut rest, 9);
        let preview = (rest.height >= 4).then(|| {
            let gap = u16::from(rest.height > 4);
            let _ = take_top(&mut rest, gap);
            rest
        });
        (title, list, preview)
    }
}

/// Opens the slots, to save or to load.
pub(super) fn slots(shared: &mut Shared, saves: bool) -> Go {
    let slots = if saves {
        Slots::to_save(shared, None)
    } else {
        Slots::to_load(shared)
    };
    match slots {
        Ok(slots) => Go::push(slots),
        Err(error) => {
            shared.fail(&error);
            Go::Stay
        }
    }
}

/// Saves the current game and goes back this many screens, or where the person was going.
pub(super) fn save(shared: &mut Shared, slot: usize, then: Option<Leave>, back: usize) -> Go {
    let empties = shared.desk.current().is_some_and(OpenGame::is_untouched);
    if let Err(error) = shared.desk.save_slot(slot) {
        shared.fail(&error);
        return Go::Back(back.saturating_sub(1));
    }
    let key = if empties {
        "tui-slot-emptied"
    } else {
        "tui-slot-saved"
    };
    let sentence = shared.fill(key, Args::new().number("slot", slot));
    shared.inform(sentence);
    match then {
        Some(leave) => leave.go(shared),
        None => Go::Back(back),
    }
}

/// The contents of a record, in a few words.
pub(super) fn title_of(shared: &Shared, record: &Record) -> String {
    let moves = record.effective_moves().len();
    let moves = shared.fill("tui-slot-moves", Args::new().number("count", moves));
    let game = words::game(&shared.text, record.header.spec);
    let players = &record.header.players;
    if players.first.is_empty() && players.second.is_empty() {
        return format!("{game} · {moves}");
    }
    // By their colors at the end.
    let replay = record.replay().ok();
    let names = Color::BOTH.map(|color| {
        let seat = match (&replay, color) {
            (Some(replay), _) => replay.seat_of(color),
            (None, Color::Black) => Seat::First,
            (None, Color::White) => Seat::Second,
        };
        let name = match players[seat].as_str() {
            "" => words::color(&shared.text, color),
            name => short_name(name),
        };
        format!("{} {}", shared.glyphs().stone(color), fit(&name, 16))
    });
    format!("{game} · {} · {moves}", names.join(" – "))
}

impl ListScreen for Slots {
    fn items(&self, shared: &Shared) -> Vec<Item> {
        self.slots
            .iter()
            .zip('1'..)
            .map(|(slot, key)| match slot {
                SlotInfo::Empty => Item::new(key, shared.say("tui-slot-empty")),
                SlotInfo::Held(record) => Item::new(key, title_of(shared, record))
                    .with_note(record.header.date.clone().unwrap_or_default()),
                SlotInfo::Broken(_) => Item::new(key, shared.say("tui-slot-broken")),
            })
            .collect()
    }

    fn selected(&mut self) -> &mut usize {
        &mut self.selected
    }

    fn list_area(&self, shared: &Shared, area: Rect) -> Rect {
        self.areas(shared, area).1
    }

    fn choose(&mut self, shared: &mut Shared, index: usize) -> Go {
        let slot = index + 1;
        match (self.purpose, &self.slots[index]) {
            (Purpose::Save(then), SlotInfo::Empty) => save(shared, slot, then, 1),
            (Purpose::Save(then), SlotInfo::Held(_) | SlotInfo::Broken(_)) => {
                Go::push(Dialog::save_over(shared, slot, then, 2))
            }
            (Purpose::Load, SlotInfo::Held(record)) => Go::push(Dialog::load(shared, slot, record)),
            (Purpose::Load, SlotInfo::Empty) => {
                shared.fail(&DeskError::EmptySlot(slot));
                Go::Stay
            }
            (Purpose::Load, SlotInfo::Broken(error)) => {
                let sentence = desk_words::store_error(&shared.text, error);
                shared.refuse(sentence);
                Go::Stay
            }
        }
    }
}

impl Screen for Slots {
    fn key(&mut self, shared: &mut Shared, key: KeyEvent) -> Go {
        match key.code {
            KeyCode::Esc | KeyCode::Char('q' | 'b') => Go::Back(1),
            _ => self.list_key(shared, key),
        }
    }

    fn mouse(&mut self, shared: &mut Shared, event: MouseEvent, area: Rect) -> Go {
        self.list_mouse(shared, event, area)
    }

    fn draw(&self, shared: &Shared, buf: &mut Buffer, area: Rect) {
        let palette = shared.palette();
        let (title, list_area, preview) = self.areas(shared, area);
        let heading = shared.say(match self.purpose {
            Purpose::Save(_) => "tui-slots-save",
            Purpose::Load => "tui-slots-load",
        });
        let heading = pad(&heading, usize::from(title.width));
        put(buf, title.x, title.y, title.width, &heading, palette.strong);
        let items = self.items(shared);
        list::draw(shared, buf, list_area, &items, Some(self.selected));
        let Some(preview) = preview else { return };
        match self.slots.get(self.selected) {
            Some(SlotInfo::Held(record)) => {
                let Ok(replay) = record.replay() else { return };
                let stones = ByColor {
                    black: replay.position().stones(Color::Black),
                    white: replay.position().stones(Color::White),
                };
                let spec = record.header.spec;
                let geometry = Geometry::preview(preview, spec.size());
                BoardPicture::plain(spec, stones).draw(buf, &geometry, &palette, shared.glyphs());
            }
            Some(SlotInfo::Broken(error)) => {
                let sentence = desk_words::store_error(&shared.text, error);
                let lines = wrap(&sentence, usize::from(preview.width));
                put_lines(buf, preview, &lines, palette.warning);
            }
            _ => {}
        }
    }

    fn hints(&self, shared: &Shared) -> String {
        shared.say("tui-hints-slots")
    }
}
