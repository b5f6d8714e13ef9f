//! Seats and colors.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use yiqi_record::{BySeat, Seat};
use yiqi_rules::Color;

/// One of the two participants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WireSeat {
    /// The one named first.
    First,
    /// The one named second.
    Second,
}

impl From<Seat> for WireSeat {
    fn from(seat: Seat) -> WireSeat {
        match seat {
            Seat::First => WireSeat::First,
            Seat::Second => WireSeat::Second,
        }
    }
}

impl From<WireSeat> for Seat {
    fn from(seat: WireSeat) -> Seat {
        match seat {
            WireSeat::First => Seat::First,
            WireSeat::Second => Seat::Second,
        }
    }
}

/// The color of stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WireColor {
    /// Black stones.
    Black,
    /// White stones.
    White,
}

impl From<Color> for WireColor {
    fn from(color: Color) -> WireColor {
        match color {
            Color::Black => WireColor::Black,
            Color::White => WireColor::White,
        }
    }
}

impl From<WireColor> for Color {
    fn from(color: WireColor) -> Color {
        match color {
            WireColor::Black => Color::Black,
            WireColor::White => Color::White,
        }
    }
}

/// A value for each seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PerSeat<T> {
    /// The first seat's value.
    pub first: T,
    /// The second seat's value.
    pub second: T,
}

impl<T> PerSeat<T> {
    /// The value of a seat.
    pub const fn get(&self, seat: Seat) -> &T {
        match seat {
            Seat::First => &self.first,
            Seat::Second => &self.second,
        }
    }

    /// The value of a seat, mutable.
    pub const fn get_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::First => &mut self.first,
            Seat::Second => &mut self.second,
        }
    }
}

impl<T, U: From<T>> From<BySeat<T>> for PerSeat<U> {
    fn from(values: BySeat<T>) -> PerSeat<U> {
        PerSeat {
            first: values.first.into(),
            second: values.second.into(),
        }
    }
}
