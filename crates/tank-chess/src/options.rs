//! The rule options.

use game::{RuleKind, RuleOption, RuleValue, Rules};

use crate::Kind;
use crate::piece::{BASIC, FULL, PIECES};

/// The rule options, in canonical order.
pub const OPTIONS: &[RuleOption] = &[
    RuleOption {
        name: "pieces",
        kind: RuleKind::Choice(&["full", "basic"]),
        default: RuleValue::Choice("full"),
        about: "14 pieces a side, or the ten without tank destroyers and mortars.",
    },
    RuleOption {
        name: "min_range",
        kind: RuleKind::Number { min: 1, max: 2 },
        default: RuleValue::Number(1),
        about: "The shortest distance of a shot; it does not concern the mortar.",
    },
    RuleOption {
        name: "side_edge",
        kind: RuleKind::Choice(&["eliminates", "blocks-choice"]),
        default: RuleValue::Choice("eliminates"),
        about: "Whether a retreat past a side edge eliminates the target, or may not be chosen.",
    },
    RuleOption {
        name: "command_files",
        kind: RuleKind::Choice(&["e-l", "f-k"]),
        default: RuleValue::Choice("e-l"),
        about: "The files on which the Command tank may be set up.",
    },
    RuleOption {
        name: "no_elimination_turns",
        kind: RuleKind::Number { min: 1, max: 1000 },
        default: RuleValue::Number(50),
        about: "The game is drawn after this many turns of each side in a row without an elimination.",
    },
];

/// The set of pieces of each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pieces {
    /// All 14.
    Full,
    /// Ten, without tank destroyers and mortars.
    Basic,
}

/// The effect of a side edge on a retreat that would leave the board there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideEdge {
    /// The target is eliminated.
    Eliminates,
    /// This direction may not be chosen.
    BlocksChoice,
}

/// The parsed rule options, read once from [`Rules`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The set of pieces of each side.
    pub pieces: Pieces,
    /// Minimum distance of a shot, except the mortar's.
    pub min_range: u8,
    /// The effect of a side edge on a retreat.
    pub side_edge: SideEdge,
    /// The first and the last file, from 0, on which the Command tank may be set up.
    pub command_files: (u8, u8),
    /// Number of successive turns of each side without an elimination that draw the game.
    pub no_elimination_turns: u16,
}

impl Options {
    /// Parses the options from the rules.
    ///
    /// # Panics
    /// When these are rules of another game.
    pub fn new(rules: &Rules) -> Options {
        Options {
            pieces: if rules.choice("pieces") == "full" { Pieces::Full } else { Pieces::Basic },
            min_range: rules.number("min_range") as u8,
            side_edge: match rules.choice("side_edge") {
                "eliminates" => SideEdge::Eliminates,
                _ => SideEdge::BlocksChoice,
            },
            command_files: if rules.choice("command_files") == "e-l" { (4, 11) } else { (5, 10) },
            no_elimination_turns: rules.number("no_elimination_turns") as u16,
        }
    }

    /// Number of pieces of a side at the start.
    pub const fn side(&self) -> u8 {
        match self.pieces {
            Pieces::Full => FULL as u8,
            Pieces::Basic => BASIC as u8,
        }
    }

    /// The kinds of a side's pieces by their numbers.
    pub fn kinds(&self) -> &'static [Kind] {
        &PIECES[..usize::from(self.side())]
    }

    /// Number of successive turns of both sides together without an elimination that draw the game.
    pub const fn quiet_limit(&self) -> u16 {
        2 * self.no_elimination_turns
    }
}

impl Default for Options {
    fn default() -> Options {
        Options::new(&Rules::defaults(OPTIONS))
    }
}
