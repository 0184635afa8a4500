//! An admitted module.

mod code_parts;
mod compiled_parts;
mod first_memory;

use std::sync::Arc;
use std::time::Duration;

use hash::Hash;
use serde::{Deserialize, Serialize};
use wasmtime::{Engine, Module, ModuleExport, Store};

pub(crate) use self::code_parts::{CodePart, CodeParts};
pub(crate) use self::compiled_parts::{CompiledParts, Instances, SplitModule};
use crate::Sizes;
use crate::interface::{BUFFER, CHOOSE, INITIALIZE, MEMORY, MODULE, START};
use crate::seat::SeatState;

/// Prefixes of the host calls that need the match.
const READ_THE_MATCH: [&str; 3] = ["legal_actions", "history", "position_"];

/// A module that was admitted: inspected and compiled. It is cheap to clone and to share between threads, because a
/// match cannot change it.
#[derive(Clone)]
pub struct Bot(Arc<BotParts>);

struct BotParts {
    hash: Hash,
    sizes: Sizes,
    ready: CompiledParts,
    entry: EntryPoint,
    needs_scene: bool,
    making: BuildCost,
}

/// The source of a bot's machine code, and its cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildCost {
    /// Wall time from the bytes to the bot.
    pub time: Duration,
    /// `true` if the code was already in the folder of compiled code.
    pub cached: bool,
    /// `true` if the machine code of its functions already existed, made for this module or for another one with the
    /// same functions. Only large modules share it.
    pub shared: bool,
    /// Bytes of machine code with its tables.
    pub code: u64,
    /// Resources used by the compiling child; `None` without a child, or if the system does not report them.
    pub child: Option<Usage>,
}

/// Resources used by a compiling child.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Processor time.
    pub processor: Duration,
    /// Peak resident memory in bytes.
    pub memory: u64,
}

/// The way to ask a bot, with the handles of its exports.
#[derive(Clone, Copy)]
pub(crate) enum EntryPoint {
    /// The bot is called for every answer.
    Choose(ReactorExports),
    /// The bot runs through the match, and reads and prints lines.
    Start(ProgramExports),
}

/// The exports of a bot that is called.
#[derive(Clone, Copy)]
pub(crate) struct ReactorExports {
    pub(crate) memory: ModuleExport,
    pub(crate) buffer: ModuleExport,
    pub(crate) choose: ModuleExport,
    pub(crate) initialize: Option<ModuleExport>,
}

/// The exports of a program.
#[derive(Clone, Copy)]
pub(crate) struct ProgramExports {
    pub(crate) memory: ModuleExport,
    pub(crate) start: ModuleExport,
}

impl EntryPoint {
    /// Finds the exports of a module that passed inspection; `state` and `code` are the same module unless it was
    /// split. `None` if an export is missing nevertheless.
    pub(crate) fn find(state: &Module, code: &Module, sizes: &Sizes) -> Option<EntryPoint> {
        let memory = state.get_export_index(MEMORY)?;
        if sizes.program {
            return Some(EntryPoint::Start(ProgramExports {
                memory,
                start: code.get_export_index(START.0)?,
            }));
        }
        Some(EntryPoint::Choose(ReactorExports {
            memory,
            buffer: code.get_export_index(BUFFER.0)?,
            choose: code.get_export_index(CHOOSE.0)?,
            initialize: code.get_export_index(INITIALIZE.0),
        }))
    }
}

impl Bot {
    pub(crate) fn new(
        hash: Hash,
        sizes: Sizes,
        ready: CompiledParts,
        entry: EntryPoint,
        making: BuildCost,
    ) -> Bot {
        let reads_the_match = |module: &str, name: &str| {
            module == MODULE && READ_THE_MATCH.iter().any(|call| name.starts_with(call))
        };
        let needs_scene =
            sizes.program || sizes.imports.iter().any(|(module, name)| reads_the_match(module, name));
        Bot(Arc::new(BotParts { hash, sizes, ready, entry, needs_scene, making }))
    }

    /// BLAKE3 of the module's bytes, which identifies the bot.
    pub fn hash(&self) -> Hash {
        self.0.hash
    }

    /// The sizes that inspection found.
    pub fn sizes(&self) -> &Sizes {
        &self.0.sizes
    }

    /// The source and cost of its machine code.
    pub fn making(&self) -> BuildCost {
        self.0.making
    }

    /// The engine that its code is made for.
    pub(crate) fn engine(&self) -> &Engine {
        self.0.ready.engine()
    }

    /// Creates an instance and runs its start function.
    pub(crate) async fn instantiate(&self, store: &mut Store<SeatState>) -> wasmtime::Result<Instances> {
        self.0.ready.instantiate(store).await
    }

    /// Returns `true` if it was split into its state and its code.
    pub(crate) fn is_split(&self) -> bool {
        matches!(self.0.ready, CompiledParts::Split(_))
    }

    pub(crate) fn entry(&self) -> EntryPoint {
        self.0.entry
    }

    /// Returns `true` if the bot may read the match itself: by a host call, or because a program can ask for the
    /// legal moves.
    pub(crate) fn needs_scene(&self) -> bool {
        self.0.needs_scene
    }
}

impl std::fmt::Debug for Bot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Bot({})", self.0.hash)
    }
}
