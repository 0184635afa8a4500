//! An admitted module.

use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use wasmtime::{InstancePre, Module, ModuleExport};

use crate::Sizes;
use crate::interface::{BUFFER, CHOOSE, INITIALIZE, MEMORY, MODULE};
use crate::seat::SeatState;

/// A module that passed the door and was compiled. Cheap to clone and share between threads; it holds
/// nothing that a match can change.
#[derive(Clone)]
pub struct Bot(Arc<Admitted>);

struct Admitted {
    hash: [u8; 32],
    sizes: Sizes,
    ready: InstancePre<SeatState>,
    exports: Exports,
    needs_scene: bool,
    making: Making,
}

/// How a bot's machine code was obtained, and at what cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Making {
    /// Wall time from the bytes to a bot.
    pub time: Duration,
    /// Whether the code was already in the folder of compiled code.
    pub cached: bool,
    /// Bytes of machine code with its tables.
    pub code: u64,
    /// What the compiling child used; `None` without a child, or if the system does not tell.
    pub child: Option<Usage>,
}

/// What the compiling child used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Processor time.
    pub processor: Duration,
    /// Peak resident memory in bytes.
    pub memory: u64,
}

/// Handles of a module's exports.
#[derive(Clone, Copy)]
pub(crate) struct Exports {
    pub(crate) memory: ModuleExport,
    pub(crate) buffer: ModuleExport,
    pub(crate) choose: ModuleExport,
    pub(crate) initialize: Option<ModuleExport>,
}

impl Exports {
    /// The exports of a module that passed the door; `None` if one is missing nevertheless.
    pub(crate) fn of(module: &Module) -> Option<Exports> {
        Some(Exports {
            memory: module.get_export_index(MEMORY)?,
            buffer: module.get_export_index(BUFFER.0)?,
            choose: module.get_export_index(CHOOSE.0)?,
            initialize: module.get_export_index(INITIALIZE.0),
        })
    }
}

impl Bot {
    pub(crate) fn new(
        hash: [u8; 32],
        sizes: Sizes,
        ready: InstancePre<SeatState>,
        exports: Exports,
        making: Making,
    ) -> Bot {
        let needs_scene = sizes
            .imports
            .iter()
            .any(|(module, name)| module == MODULE && (name == "legal_actions" || name == "history"));
        Bot(Arc::new(Admitted { hash, sizes, ready, exports, needs_scene, making }))
    }

    /// BLAKE3 of the module's bytes: the bot's name.
    pub fn hash(&self) -> &[u8; 32] {
        &self.0.hash
    }

    /// What the module consists of.
    pub fn sizes(&self) -> &Sizes {
        &self.0.sizes
    }

    /// How its machine code was obtained.
    pub fn making(&self) -> Making {
        self.0.making
    }

    pub(crate) fn ready(&self) -> &InstancePre<SeatState> {
        &self.0.ready
    }

    pub(crate) fn exports(&self) -> Exports {
        self.0.exports
    }

    /// Whether the bot imports a call that reads the match itself.
    pub(crate) fn needs_scene(&self) -> bool {
        self.0.needs_scene
    }
}

impl std::fmt::Debug for Bot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Bot({})", blake3::Hash::from_bytes(self.0.hash).to_hex())
    }
}
