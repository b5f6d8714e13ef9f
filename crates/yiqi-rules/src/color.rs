//! Black and white.

use std::fmt;
use std::ops::{Index, IndexMut};

/// The color of a stone, and of the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// Moves first in every game.
    Black,
    /// Moves second.
    White,
}

impl Color {
    /// Both colors, black first.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// The opposing color.
    #[must_use]
    pub const fn other(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }

    /// `black` or `white`, as in files and scripts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Color::Black => "black",
            Color::White => "white",
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One value for each color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColor<T> {
    /// Black's.
    pub black: T,
    /// White's.
    pub white: T,
}

impl<T> ByColor<T> {
    /// Calls `value` for each color, black first.
    pub fn from_fn(mut value: impl FnMut(Color) -> T) -> ByColor<T> {
        ByColor {
            black: value(Color::Black),
            white: value(Color::White),
        }
    }

    /// Applies `change` to both values.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> ByColor<U> {
        ByColor {
            black: change(self.black),
            white: change(self.white),
        }
    }

    /// References to both values.
    pub const fn each_ref(&self) -> ByColor<&T> {
        ByColor {
            black: &self.black,
            white: &self.white,
        }
    }

    /// Both values, black first.
    pub fn iter(&self) -> std::array::IntoIter<&T, 2> {
        [&self.black, &self.white].into_iter()
    }

    /// Mutable references to both values, black first.
    pub fn iter_mut(&mut self) -> std::array::IntoIter<&mut T, 2> {
        [&mut self.black, &mut self.white].into_iter()
    }
}

impl<T> IntoIterator for ByColor<T> {
    type Item = T;
    type IntoIter = std::array::IntoIter<T, 2>;

    fn into_iter(self) -> Self::IntoIter {
        [self.black, self.white].into_iter()
    }
}

impl<'a, T> IntoIterator for &'a ByColor<T> {
    type Item = &'a T;
    type IntoIter = std::array::IntoIter<&'a T, 2>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T> IntoIterator for &'a mut ByColor<T> {
    type Item = &'a mut T;
    type IntoIter = std::array::IntoIter<&'a mut T, 2>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    fn index(&self, color: Color) -> &T {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_in_the_order_of_the_colors() {
        let mut names = ByColor::from_fn(Color::name);
        assert_eq!((names.black, names.white), ("black", "white"));
        assert!(Color::BOTH.into_iter().map(Color::name).eq(names));
        for name in &mut names {
            *name = &name[..1];
        }
        assert_eq!(names.map(str::len), ByColor::from_fn(|_| 1));
        assert!(names.iter().eq(["b", "w"].iter()));
    }
}
