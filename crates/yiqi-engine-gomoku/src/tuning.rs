//! The numbers by which search leaves moves out or looks at them less deeply. They were found by matches.

macro_rules! tuning {
    ($($(#[doc = $doc:literal])+ $name:ident = $value:literal;)+) => {
        /// Numbers of the search. Margins are two hundredths of the logarithm of the odds.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Tuning {
            $($(#[doc = $doc])+ pub $name: i32,)+
        }

        impl Default for Tuning {
            fn default() -> Tuning {
                Tuning { $($name: $value,)+ }
            }
        }

        impl Tuning {
            /// Sets a number by its name; whether there is one of that name.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value,)+
                    _ => return false,
                }
                true
            }
        }
    };
}

tuning! {
    /// A position this much above beta is not looked at: this much for each ply of depth,
    futility = 40;
    /// less what having the move is worth.
    futility_turn = 40;
    /// Up to this depth.
    futility_depth = 6;
    /// A position this much below alpha, and for each ply of depth, is only searched for fours.
    razor_base = 100;
    /// See above.
    razor = 70;
    /// Up to this depth.
    razor_depth = 3;
    /// A quiet move is left out in a position this much below alpha, and for each ply of depth.
    late_futility_base = 150;
    /// See above.
    late_futility = 80;
    /// Up to this depth.
    late_futility_depth = 5;
    /// Moves looked at: this many,
    late_base = 2;
    /// and this many for each ply of depth,
    late = 1;
    /// and this many hundredths for each squared.
    late_square = 25;
    /// Reduction of late moves, in hundredths of a ply.
    reduction_base = 40;
    /// What the product of logarithms is divided by, in hundredths.
    reduction_divisor = 85;
    /// History that changes the reduction by a ply.
    reduction_history = 6000;
    /// Depth from which a move that stands alone is looked at more deeply.
    singular_depth = 6;
    /// How much better it must be, for each ply of depth.
    singular_margin = 3;
    /// A threatened leaf this much below alpha is not searched for a way out.
    leaf_margin = 100;
    /// Nodes for wins by fours at leaves.
    leaf_fours = 24;
    /// Nodes for wins by fours at other nodes.
    inner_fours = 120;
    /// What promise counts in the order of moves.
    order_promise = 16;
    /// What history is divided by there.
    order_history = 4;
    /// What a move that was good beside this position counts there.
    order_killer = 400;
    /// What a move that was good after the last move counts there.
    order_answer = 300;
    /// Depth from which a position without a known move is looked at less deeply.
    unknown_depth = 2;
    /// Promise below that of the first move that reduces a move by a ply more.
    reduction_promise = 120;
    /// Half the first window around the expected value.
    window = 24;
}
