//! Search parameters: pruning margins, reductions, move ordering. Most of them are tuned by `yiqi-train-gomoku tune`.

macro_rules! tuning {
    ($($(#[doc = $doc:literal])+ $name:ident = $value:literal;)+) => {
        /// Search parameters. Margins are in search units, 200 per unit of log-odds.
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
            /// Sets a parameter by name; returns whether it exists.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) => self.$name = value,)+
                    _ => return false,
                }
                true
            }

            /// The value of a parameter, if it exists.
            #[must_use]
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)+
                    _ => None,
                }
            }
        }
    };
}

tuning! {
    /// Reverse futility pruning: margin above beta per ply of depth,
    futility = 60;
    /// less this much for having the move,
    futility_turn = 28;
    /// up to this depth.
    futility_depth = 6;
    /// Razoring: margin below alpha,
    razor_base = 100;
    /// plus this much per ply of depth,
    razor = 57;
    /// up to this depth.
    razor_depth = 3;
    /// Futility pruning of quiet moves: margin below alpha,
    late_futility_base = 154;
    /// plus this much per ply of depth,
    late_futility = 86;
    /// up to this depth.
    late_futility_depth = 5;
    /// Late move pruning: moves searched,
    late_base = 2;
    /// plus this many per ply of depth,
    late = 1;
    /// plus this many hundredths per square of depth.
    late_square = 6;
    /// Late move reductions: base, in hundredths of a ply.
    reduction_base = 22;
    /// Divisor of ln(depth) · ln(move number), in hundredths.
    reduction_divisor = 91;
    /// History score that changes the reduction by a ply.
    reduction_history = 6530;
    /// Singular extensions: minimum depth.
    singular_depth = 6;
    /// Singular margin per ply of depth.
    singular_margin = 4;
    /// A threatened leaf this much below alpha is not searched for a defense.
    leaf_margin = 100;
    /// VCF nodes at leaves.
    leaf_vcf_nodes = 24;
    /// VCF nodes at inner nodes.
    inner_vcf_nodes = 120;
    /// Move ordering: factor of the policy.
    order_policy = 13;
    /// Move ordering: divisor of the history score.
    order_history = 5;
    /// Move ordering: bonus of killer moves.
    order_killer = 400;
    /// Move ordering: bonus of the countermove.
    order_countermove = 300;
    /// Internal iterative reduction: minimum depth.
    iir_depth = 2;
    /// Policy gap to the first move that increases the reduction by a ply.
    reduction_policy = 98;
    /// Half the initial aspiration window.
    window = 24;
}
