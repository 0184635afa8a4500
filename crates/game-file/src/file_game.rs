//! A game from a file, and its implementation of `game::Game`.

use std::fmt;

use game::{
    Action, Game, Layout, Metric, PerSeat, Position, RuleOption, Rules, RulesFault, SeatName, TextError, Work,
};

use crate::declaration::Declaration;
use crate::position::FilePosition;
use crate::reading;
use crate::rulebook::Rulebook;

/// The least size of a position in bytes, for the limit on a bot's positions.
const LEAST_BYTES: u32 = 1 << 10;

/// A game from a file, kept for the life of the process.
#[derive(Clone, Copy)]
pub struct FileGame {
    pub(crate) book: &'static Rulebook,
}

impl FileGame {
    /// The declaration, with the name filled in.
    pub fn declaration(&self) -> &'static Declaration {
        &self.book.declaration
    }
}

impl fmt::Debug for FileGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FileGame({})", self.book.key)
    }
}

impl Game for FileGame {
    fn name(&self) -> &'static str {
        self.book.name
    }

    fn key(&self) -> &'static str {
        self.book.key
    }

    fn module(&self) -> Option<&'static [u8]> {
        Some(self.book.module)
    }

    fn about(&self) -> &'static str {
        self.book.about
    }

    fn has_chance(&self) -> bool {
        self.book.declaration.chance
    }

    fn title(&self) -> &'static str {
        self.book.title
    }

    fn id(&self) -> u32 {
        self.book.id
    }

    fn version(&self) -> u32 {
        self.book.version
    }

    fn seats(&self) -> PerSeat<SeatName> {
        self.book.seats
    }

    fn options(&self) -> &'static [RuleOption] {
        self.book.options
    }

    fn metrics(&self) -> &'static [Metric] {
        self.book.metrics
    }

    fn layout(&self) -> &'static Layout {
        self.book.layout
    }

    /// Prices the overhead of calls. A call's own fuel is charged by [`Position::cost`].
    fn work(&self) -> Work {
        Work {
            copy: 150,
            copied_ply: 0,
            check: 100,
            apply: 2_000,
            searched_ply: 0,
            list: 150,
            listed: 20,
            judge: 150,
            view: 1_000,
            events: 2_000,
            text_byte: 30,
            imagine: 2_000,
            bytes: self.book.position_bytes.get().copied().unwrap_or(LEAST_BYTES),
            ply_bytes: 0,
            shares_history: true,
        }
    }

    fn max_plies(&self, _rules: &Rules) -> Option<u32> {
        Some(self.book.declaration.max_plies)
    }

    fn start(&self, rules: &Rules) -> Box<dyn Position> {
        Box::new(FilePosition::start(self.book, rules))
    }

    fn parse_position(&self, rules: &Rules, text: &str) -> Result<Box<dyn Position>, TextError> {
        reading::position(self.book, rules, text)
    }

    fn is_action(&self, action: Action) -> bool {
        self.book.is_declared(action)
    }
}

impl FileGame {
    /// Estimates the size charged for any position, in bytes: four times the start's under the default options. A
    /// position's true size would tell a bot about its hidden parts.
    ///
    /// # Errors
    /// When the host fails: the estimate would otherwise differ between hosts.
    pub(crate) fn estimate_bytes(self) -> Result<(), RulesFault> {
        let start = FilePosition::start(self.book, &Rules::defaults(self.book.options));
        if let Some(fault) = start.any_fault().filter(|fault| fault.is_host) {
            return Err(fault.clone());
        }
        let bytes = (4 * start.core.given.bytes.len() as u32).max(LEAST_BYTES);
        self.book.position_bytes.get_or_init(|| bytes);
        Ok(())
    }
}
