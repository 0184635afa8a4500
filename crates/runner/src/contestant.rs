//! What plays at a seat.

use std::sync::Arc;

use job::SizeClass;
use referee::Builtin;
use sandbox::{Bot, Caps};

/// What plays for an entrant.
#[derive(Clone)]
pub struct Contestant {
    /// The module or built-in player.
    pub source: Source,
    /// The settings text that it is given.
    pub settings: Arc<str>,
}

/// Where an entrant's moves come from.
#[derive(Clone)]
pub enum Source {
    /// A built-in player.
    Builtin(Builtin),
    /// A wasm module that was admitted.
    Module {
        /// The module.
        bot: Bot,
        /// The caps that it was admitted under.
        size: SizeClass,
    },
}

/// The caps of a size class.
pub fn caps(size: SizeClass) -> Caps {
    match size {
        SizeClass::Normal => Caps::default(),
        SizeClass::Script => Caps::script(),
    }
}
