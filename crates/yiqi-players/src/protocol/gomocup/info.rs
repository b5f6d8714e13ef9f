//! The values of `INFO` lines, and what follows from them for a move.

use std::time::Duration;

use yiqi_rules::{AnyPosition, GomokuRules};
use yiqi_search::{Limits, Resources, SearchRequest};

use super::TIME_MIN;
use crate::engine::MoveSelector;
use crate::options::EngineOptions;
use crate::time_left::{Pace, TimeLeft};

/// The values.
pub(super) struct Info {
    pub(super) rules: GomokuRules,
    /// Milliseconds per move.
    timeout_turn: Option<u64>,
    /// Milliseconds per game; 0 is no limit.
    timeout_match: u64,
    /// Milliseconds of it left; negative when it is used up.
    time_left: Option<i64>,
    increment: u64,
    /// Bytes; 0 is no limit.
    max_memory: u64,
    /// KiB, if set explicitly.
    hash_size: Option<u64>,
    thread_count: Option<usize>,
    max_depth: Option<u8>,
    max_node: Option<u64>,
    /// Whether to search while the opponent thinks.
    pub(super) is_pondering: bool,
    /// A setting we cannot follow, to report with the next answer.
    problem: Option<String>,
}

/// Default milliseconds per move, as in Piskvork.
const TURN_USUAL: u64 = 5_000;

/// The value of `time_left` for no limit.
const UNLIMITED: i64 = 2_147_483_647;

/// Memory besides the table, in bytes: the program, its weights, its threads.
const PROGRAM_BYTES: u64 = 64 << 20;

/// Time for a move that is to be played as fast as possible.
const FAST: Duration = Duration::from_millis(20);

impl Info {
    pub(super) fn new(rules: GomokuRules, options: EngineOptions) -> Info {
        Info {
            rules,
            timeout_turn: None,
            timeout_match: 0,
            time_left: None,
            increment: 0,
            max_memory: 0,
            hash_size: None,
            thread_count: options.threads,
            max_depth: None,
            max_node: None,
            is_pondering: false,
            problem: None,
        }
    }

    /// Handles a key and its value. Unknown keys are ignored.
    pub(super) fn set(&mut self, text: &str) {
        let mut words = text.split_whitespace();
        let key = words.next().unwrap_or_default().to_ascii_lowercase();
        let value = words.next().unwrap_or_default();
        let number: Option<i64> = value.parse().ok();
        let Some(number) = number else {
            return;
        };
        let count = u64::try_from(number).unwrap_or(0);
        match key.as_str() {
            "timeout_turn" => self.timeout_turn = Some(count),
            "timeout_match" => self.timeout_match = count,
            "time_left" => self.time_left = Some(number),
            "time_increment" => self.increment = count,
            "max_memory" => self.max_memory = count,
            "hash_size" => self.hash_size = (count > 0).then_some(count),
            "thread_num" => {
                let most = EngineOptions::THREADS_MAX as u64;
                self.thread_count = Some(count.clamp(1, most) as usize);
            }
            "max_depth" => {
                let most = u64::from(EngineOptions::DEPTH_MAX);
                self.max_depth = (count > 0).then(|| count.min(most) as u8);
            }
            "max_node" => self.max_node = (count > 0).then_some(count),
            // The first key is Yixin's.
            "pondering" | "auto_pondering" => self.is_pondering = count > 0,
            "rule" => self.set_rule(number),
            _ => {}
        }
    }

    fn set_rule(&mut self, number: i64) {
        let rules = match number {
            0 => Some(GomokuRules::Freestyle),
            1 => Some(GomokuRules::Standard),
            // Yixin-Board sends 2.
            2 | 4 => Some(GomokuRules::Renju),
            // The protocol calls 8 caro; the bit for exactly five may be set, too.
            8 | 9 => Some(GomokuRules::Caro),
            _ => None,
        };
        match rules {
            Some(rules) => {
                self.rules = rules;
                self.problem = None;
            }
            None => {
                self.problem = Some(format!(
                    "rule {number} is not supported: 0 is freestyle, 1 standard, 4 renju, 8 or 9 caro"
                ));
            }
        }
    }

    /// A setting we cannot follow.
    pub(super) fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// The search for a move, of which some time is already spent, and the options for picking a
    /// line.
    pub(super) fn request<'a>(
        &self,
        options: EngineOptions,
        position: &'a AnyPosition,
        spent: Duration,
    ) -> (SearchRequest<'a>, EngineOptions) {
        let options = self.limited(options);
        let selector = MoveSelector::new(options, 0);
        let turn_ms = match self.timeout_turn {
            None if options.time.is_some() => None,
            turn => Some(turn.unwrap_or(TURN_USUAL)),
        };
        let turn = turn_ms.map(|ms| match ms {
            0 => FAST,
            ms => Duration::from_millis(ms),
        });
        let mut request =
            selector.request(position, turn.map(|turn| TimeLeft::from(turn).after(spent)));
        if let Some(game) = self.game_left() {
            request.limits = game.after(spent).budget(position).within(request.limits);
        }
        request.limits.time = request.limits.time.map(|time| time.max(TIME_MIN));
        (request, options)
    }

    /// The search while the opponent thinks: with the limits of a move, except of its time.
    pub(super) fn ponder_request<'a>(
        &self,
        options: EngineOptions,
        position: &'a AnyPosition,
    ) -> SearchRequest<'a> {
        let strength = self.limited(options).strength(position.spec());
        let limits = Limits {
            time: None,
            enough: None,
            ..strength.limits
        };
        SearchRequest::new(position, limits)
    }

    /// The options with the depth and the nodes that the driver set.
    fn limited(&self, mut options: EngineOptions) -> EngineOptions {
        options.depth = self.max_depth.or(options.depth);
        options.nodes = self.max_node.or(options.nodes);
        if options.level.is_none() && !options.is_limited() {
            options.depth = Some(EngineOptions::DEPTH_MAX);
        }
        options
    }

    /// The time left for the game, if it is limited.
    fn game_left(&self) -> Option<TimeLeft> {
        let left_ms = match self.time_left {
            Some(left) if left >= UNLIMITED => None,
            Some(left) => Some(u64::try_from(left).unwrap_or(0)),
            None => (self.timeout_match > 0).then_some(self.timeout_match),
        };
        left_ms.map(|ms| TimeLeft {
            time: Duration::from_millis(ms),
            pace: Pace::Game {
                increment: Duration::from_millis(self.increment),
            },
        })
    }

    /// The resources the engine may use.
    pub(super) fn resources(&self, options: EngineOptions) -> Resources {
        let usual = options.resources();
        let hash_mib = match (self.hash_size, self.max_memory) {
            (Some(kib), _) => (kib >> 10).clamp(1, EngineOptions::HASH_MAX as u64) as usize,
            (None, 0) => usual.hash_mib,
            (None, _) => usual.hash_mib.max(128),
        };
        let hash_mib = match self.max_memory {
            0 => hash_mib,
            bytes => {
                // Half of the rest, so that a game is never lost over memory.
                let mib = (bytes.saturating_sub(PROGRAM_BYTES) / 2) >> 20;
                hash_mib.min(mib as usize).max(1)
            }
        };
        Resources {
            thread_count: self.thread_count.unwrap_or(usual.thread_count),
            hash_mib,
        }
    }
}
