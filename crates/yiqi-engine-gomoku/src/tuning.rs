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
    futility = 62;
    /// less this much for having the move,
    futility_turn = 32;
    /// up to this depth.
    futility_depth = 6;
    /// Razoring: margin below alpha,
    razor_base = 95;
    /// plus this much per ply of depth,
    razor = 62;
    /// up to this depth.
    razor_depth = 3;
    /// Futility pruning of quiet moves: margin below alpha,
    late_futility_base = 143;
    /// plus this much per ply of depth,
    late_futility = 76;
    /// up to this depth.
    late_futility_depth = 5;
    /// Late move pruning: moves searched, in hundredths,
    late_base = 298;
    /// plus this many per ply of depth,
    late = 107;
    /// plus this many per square of depth,
    late_square = 6;
    /// of which this percentage if the evaluation is not improving,
    late_steady = 72;
    /// and this percentage on the principal variation.
    late_pv = 186;
    /// Late move reductions, in hundredths of a ply: base,
    reduction_base = -22;
    /// plus this much times ln(depth) · ln(move number),
    reduction_factor = 105;
    /// less this much on the principal variation,
    reduction_pv = 69;
    /// less this much for a four or where a winning four is threatened,
    reduction_four = 133;
    /// less this much for a three,
    reduction_three = 86;
    /// less this much per history score of 10,000,
    reduction_history = 194;
    /// plus this much per unit of log-odds of policy behind the first move.
    reduction_policy = 111;
    /// Singular extensions: minimum depth.
    singular_depth = 6;
    /// Singular margin per ply of depth.
    singular_margin = 4;
    /// A threatened leaf this much below alpha is not searched for a defense.
    leaf_margin = 93;
    /// VCF nodes at leaves.
    leaf_vcf_nodes = 22;
    /// VCF nodes at inner nodes.
    inner_vcf_nodes = 84;
    /// Move ordering: factor of the policy.
    order_policy = 12;
    /// Move ordering: percentage of the history score.
    order_history = 24;
    /// Move ordering: bonus of killer moves.
    order_killer = 370;
    /// Move ordering: bonus of the countermove.
    order_countermove = 355;
    /// History bonus per square of depth.
    history_bonus = 10;
    /// Percentage of the bonus that moves before the cutoff lose.
    history_malus = 60;
    /// Internal iterative reduction: minimum depth.
    iir_depth = 1;
    /// Half the initial aspiration window.
    window = 20;
}
