//! Unfinished games of earlier runs: listed, opened or dropped one at a time.

use std::time::SystemTime;

use crate::desk::{Desk, DeskError};
use crate::{OpenGame, Store};

/// The unfinished games of earlier runs that are not open.
#[derive(Default)]
pub(crate) struct Shelf {
    /// The last one first.
    games: Vec<ShelvedGame>,
    /// Those that were dropped in this run, with their places, the last one last.
    dropped: Vec<(usize, ShelvedGame)>,
}

/// An unfinished game of an earlier run.
pub struct ShelvedGame {
    /// The game, with its clock stopped.
    pub game: OpenGame,
    /// When it was changed last.
    pub changed: SystemTime,
}

impl Desk {
    /// Takes over the games that were unfinished when a program ended. Returns how many there are.
    pub fn recover(&mut self) -> usize {
        let found = match &self.store {
            Some(store) => store.take_over(self.next_number),
            None => Vec::new(),
        };
        for (number, changed, record) in found {
            self.next_number = self.next_number.max(number + 1);
            let Some(mut game) = OpenGame::of_record(&record, number) else {
                continue;
            };
            game.mark_unsaved();
            // A game that cannot be paused on disk stays there for the next start.
            if let Ok(game) = self.paused(game) {
                if let Some(store) = &self.store {
                    store.date(number, changed);
                }
                self.shelf.games.push(ShelvedGame { game, changed });
            }
        }
        let games = &mut self.shelf.games;
        games.sort_by_key(|shelved| std::cmp::Reverse(shelved.changed));
        games.len()
    }

    /// The unfinished games of earlier runs that are not open, the last one first. They are on disk
    /// and are offered again at the next start.
    #[must_use]
    pub fn shelved(&self) -> &[ShelvedGame] {
        &self.shelf.games
    }

    /// How many unfinished games are on disk and will be offered at the next start, open or not.
    #[must_use]
    pub fn kept_count(&self) -> usize {
        self.store.as_ref().map_or(0, Store::kept_count)
    }

    /// Opens one of them after the open games.
    ///
    /// # Errors
    /// If there is no such game, or too many are open.
    pub fn open_shelved(&mut self, index: usize) -> Result<usize, DeskError> {
        if index >= self.shelf.games.len() {
            return Err(DeskError::NoGame);
        }
        self.check_room()?;
        let shelved = self.shelf.games.remove(index);
        // The place of a dropped game may have changed.
        for (place, _) in &mut self.shelf.dropped {
            *place -= usize::from(*place > index);
        }
        self.put(shelved.game)
    }

    /// Drops one of them; [`Desk::undrop`] brings it back.
    ///
    /// # Errors
    /// If there is no such game, or its file cannot be removed.
    pub fn drop_shelved(&mut self, index: usize) -> Result<(), DeskError> {
        let shelved = self.shelf.games.get(index).ok_or(DeskError::NoGame)?;
        if let Some(store) = &self.store {
            store.forget(shelved.game.number())?;
        }
        let shelved = self.shelf.games.remove(index);
        self.shelf.dropped.push((index, shelved));
        Ok(())
    }

    /// Brings back the game that was dropped last, and returns its place.
    ///
    /// # Errors
    /// If none was dropped, or its file cannot be written.
    pub fn undrop(&mut self) -> Result<usize, DeskError> {
        let (place, shelved) = self.shelf.dropped.last().ok_or(DeskError::NothingDropped)?;
        if let Some(store) = &self.store {
            let number = shelved.game.number();
            store.keep(number, &shelved.game.record())?;
            store.date(number, shelved.changed);
        }
        let place = (*place).min(self.shelf.games.len());
        if let Some((_, shelved)) = self.shelf.dropped.pop() {
            self.shelf.games.insert(place, shelved);
        }
        Ok(place)
    }
}
