//! The engines, and how a module becomes a bot.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use game::Seat;
use referee::{Limits, MatchSeed};
use thiserror::Error;
use wasmtime::{Engine, Linker, Module};

use crate::bot::Exports;
use crate::engine::{self, Allocation, Numbers};
use crate::seat::SeatState;
use crate::{Bot, Caps, Objection, Refusal, SandboxPlayer, host, inspect};

/// How a sandbox is set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SandboxOptions {
    /// Instances that may exist at one time: two for each match played at once, and a few to spare.
    pub instances: u32,
}

impl Default for SandboxOptions {
    fn default() -> SandboxOptions {
        SandboxOptions { instances: 128 }
    }
}

/// The host cannot run bots.
#[derive(Debug, Error)]
pub enum HostError {
    /// The engine could not be made, for example because the processor lacks a feature of the baseline.
    #[error("the engine cannot be made on this host: {0}")]
    Engine(String),
}

impl HostError {
    pub(crate) fn engine(error: &wasmtime::Error) -> HostError {
        HostError::Engine(format!("{error:#}"))
    }
}

/// Engines and host calls; one for the whole process, shared between threads.
pub struct Sandbox {
    integers: Workshop,
    floats: Workshop,
    fingerprint: String,
}

struct Workshop {
    engine: Engine,
    linker: Linker<SeatState>,
}

impl Workshop {
    fn new(numbers: Numbers, allocation: Allocation) -> Result<Workshop, HostError> {
        let engine = engine::engine(numbers, allocation)?;
        let linker = host::linker(&engine)?;
        Ok(Workshop { engine, linker })
    }
}

impl Sandbox {
    /// Sets up the engines.
    ///
    /// # Errors
    /// When this host cannot run compiled code of the fixed baseline.
    pub fn new(options: &SandboxOptions) -> Result<Sandbox, HostError> {
        let pool = Allocation::Pool { slots: options.instances, scan: true };
        let workshop = |numbers| {
            Workshop::new(numbers, pool).or_else(|error| {
                tracing::warn!(%error, "no pool of memories; every instance maps its own, which is slower");
                Workshop::new(numbers, Allocation::OnDemand)
            })
        };
        Ok(Sandbox {
            integers: workshop(Numbers::Integers)?,
            floats: workshop(Numbers::Floats)?,
            fingerprint: engine::fingerprint(),
        })
    }

    /// The name of everything besides the bots that verdicts under the fuel clock depend on: version of
    /// wasmtime, target, processor features, prices, interface.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Looks a module through and compiles it.
    ///
    /// # Errors
    /// With all reasons why the module is not admitted.
    pub fn admit(&self, bytes: &[u8], caps: &Caps) -> Result<Bot, Refusal> {
        let sizes = inspect(bytes, caps)?;
        let workshop = match Numbers::of(sizes.floats) {
            Numbers::Integers => &self.integers,
            Numbers::Floats => &self.floats,
        };
        let uncompilable = |error: wasmtime::Error| Objection::Uncompilable(format!("{error:#}"));
        let module = Module::from_binary(&workshop.engine, bytes).map_err(uncompilable)?;
        let ready = workshop.linker.instantiate_pre(&module).map_err(uncompilable)?;
        let exports = Exports::of(&module)
            .ok_or_else(|| Objection::Uncompilable("an export was lost on the way".to_owned()))?;
        Ok(Bot::new(*blake3::hash(bytes).as_bytes(), sizes, ready, exports))
    }

    /// The bare engine for modules without (or with) floating point, so that a bench can set the floor beside
    /// what this crate adds.
    #[doc(hidden)]
    pub fn engine(&self, floats: bool) -> &Engine {
        match Numbers::of(floats) {
            Numbers::Integers => &self.integers.engine,
            Numbers::Floats => &self.floats.engine,
        }
    }

    /// A bot at a seat, for one match.
    pub fn player(
        &self,
        bot: &Bot,
        seed: &MatchSeed,
        seat: Seat,
        settings: &Arc<str>,
        limits: &Limits,
    ) -> SandboxPlayer {
        SandboxPlayer::new(bot.clone(), seed.dice(seat), seat, settings.clone(), *limits)
    }
}

/// Reads a module's file, but no more than one byte beyond the cap: enough for the door to refuse it.
///
/// # Errors
/// When the file cannot be read.
pub fn read_module(path: &Path, caps: &Caps) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(caps.module.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}
