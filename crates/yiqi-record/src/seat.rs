//! The two participants of a game.

use std::fmt;
use std::ops::{Index, IndexMut};

use yiqi_rules::Color;

/// One of the two participants. Swap rules and color draws change who plays which color, never who
/// sits where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seat {
    /// The participant named first.
    First,
    /// The participant named second.
    Second,
}

impl Seat {
    /// Both seats.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// The opposite seat.
    #[must_use]
    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// `first` or `second`, as in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Seat::First => "first",
            Seat::Second => "second",
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One value for each seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySeat<T> {
    /// The first seat's.
    pub first: T,
    /// The second seat's.
    pub second: T,
}

impl<T> BySeat<T> {
    /// Calls `value` for each seat, first seat first.
    pub fn from_fn(mut value: impl FnMut(Seat) -> T) -> BySeat<T> {
        BySeat {
            first: value(Seat::First),
            second: value(Seat::Second),
        }
    }

    /// Applies `change` to both values.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> BySeat<U> {
        BySeat {
            first: change(self.first),
            second: change(self.second),
        }
    }

    /// References to both values.
    pub const fn each_ref(&self) -> BySeat<&T> {
        BySeat {
            first: &self.first,
            second: &self.second,
        }
    }

    /// Both values, first seat first.
    pub fn iter(&self) -> std::array::IntoIter<&T, 2> {
        [&self.first, &self.second].into_iter()
    }

    /// Mutable references to both values, first seat first.
    pub fn iter_mut(&mut self) -> std::array::IntoIter<&mut T, 2> {
        [&mut self.first, &mut self.second].into_iter()
    }
}

impl<T> IntoIterator for BySeat<T> {
    type Item = T;
    type IntoIter = std::array::IntoIter<T, 2>;

    fn into_iter(self) -> Self::IntoIter {
        [self.first, self.second].into_iter()
    }
}

impl<'a, T> IntoIterator for &'a BySeat<T> {
    type Item = &'a T;
    type IntoIter = std::array::IntoIter<&'a T, 2>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut BySeat<T> {
    type Item = &'a mut T;
    type IntoIter = std::array::IntoIter<&'a mut T, 2>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl BySeat<Color> {
    /// The seat that has this color.
    #[must_use]
    pub fn seat_of(self, color: Color) -> Seat {
        if self.first == color {
            Seat::First
        } else {
            Seat::Second
        }
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        match seat {
            Seat::First => &self.first,
            Seat::Second => &self.second,
        }
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::First => &mut self.first,
            Seat::Second => &mut self.second,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_in_the_order_of_the_seats() {
        let mut names = BySeat::from_fn(Seat::name);
        assert_eq!((names.first, names.second), ("first", "second"));
        assert!(Seat::BOTH.into_iter().map(Seat::name).eq(names));
        for name in &mut names {
            *name = &name[..1];
        }
        assert_eq!(names.map(str::len), BySeat::from_fn(|_| 1));
        assert!(names.iter().eq(["f", "s"].iter()));
    }

    #[test]
    fn a_color_has_its_seat() {
        for first in Color::BOTH {
            let colors = BySeat {
                first,
                second: first.other(),
            };
            assert!(
                Seat::BOTH
                    .into_iter()
                    .all(|seat| colors.seat_of(colors[seat]) == seat)
            );
        }
    }
}
