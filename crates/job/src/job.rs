//! A match to be played.

use game::PerSeat;
use referee::{Builtin, Limits, MatchSeed};
use serde::{Deserialize, Serialize};

use crate::Format;
use crate::{hex, wire};

/// A match to be played, with everything that its record depends on except the bytes of the modules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The version of the written form.
    pub format: Format,
    /// The fingerprint of the engine and rules that must play it; with any other the record may differ.
    pub engine: String,
    /// The game's name: `tank-war`.
    pub game: String,
    /// The rule options in their canonical text ([`game::Rules`]).
    pub rules: String,
    /// What each seat may use.
    #[serde(with = "wire::limits")]
    pub limits: Limits,
    /// The text of the start position; `None` for the game's own.
    pub start: Option<String>,
    /// The seed of all randomness in the match. Secret while the match is played.
    #[serde(with = "wire::seed")]
    pub seed: MatchSeed,
    /// What plays, the first seat first.
    #[serde(with = "wire::per_seat")]
    pub seats: PerSeat<SeatJob>,
    /// Whether no other match may be played on the same machine at the same time.
    pub alone: bool,
}

/// What plays at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatJob {
    /// The bot or built-in player.
    pub plays: Plays,
    /// The settings text that it is given.
    pub settings: String,
}

/// Where a seat's moves come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Plays {
    /// A built-in player.
    Builtin(#[serde(with = "wire::builtin")] Builtin),
    /// A wasm module.
    Module {
        /// The BLAKE3 of its bytes.
        #[serde(with = "hex")]
        hash: [u8; 32],
        /// The caps that apply to it.
        size: SizeClass,
    },
}

/// Which caps apply to a module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SizeClass {
    /// The usual caps.
    #[default]
    Normal,
    /// Larger caps, for interpreters with a script inside.
    Script,
}

impl SizeClass {
    /// All classes, the default first.
    pub const ALL: [SizeClass; 2] = [SizeClass::Normal, SizeClass::Script];

    /// The name in texts and records: `normal` or `script`.
    pub const fn name(self) -> &'static str {
        match self {
            SizeClass::Normal => "normal",
            SizeClass::Script => "script",
        }
    }

    /// The class with the given name, if there is one.
    pub fn named(name: &str) -> Option<SizeClass> {
        SizeClass::ALL.into_iter().find(|class| class.name() == name)
    }
}
