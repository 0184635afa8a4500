//! The engines, and how a module becomes a bot.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use game::Seat;
use referee::{Limits, MatchSeed, Net};
use thiserror::Error;
use wasmtime::{Engine, Linker, Module};

use crate::bot::{Exports, Making};
use crate::cache::Cache;
use crate::compile::{Compiled, Compiler};
use crate::engine::{self, Allocation, Numbers};
use crate::foreign::foreign;
use crate::seat::SeatState;
use crate::{Bot, Caps, Objection, Refusal, SandboxPlayer, Sizes, host, inspect, os};

/// How a sandbox is set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SandboxOptions {
    /// Instances that may exist at one time: two for each match played at once, and a few to spare.
    pub instances: u32,
    /// Where modules are compiled.
    pub compiler: Compiler,
    /// The folder of compiled code and of modules that took more than the compiler's limits; nothing is kept where
    /// there is none.
    pub cache: Option<PathBuf>,
    /// The safety net under the fuel clock.
    pub net: Net,
}

impl Default for SandboxOptions {
    /// 128 instances, compiling in this process, no folder of compiled code, the usual net.
    fn default() -> SandboxOptions {
        SandboxOptions { instances: 128, compiler: Compiler::InProcess, cache: None, net: Net::default() }
    }
}

/// The host cannot do its part. Never a bot's fault.
#[derive(Debug, Error)]
pub enum HostError {
    /// The engine could not be made, for example because the processor lacks a feature of the baseline.
    #[error("the engine cannot be made on this host: {0}")]
    Engine(String),
    /// The compiling child could not be run.
    #[error("{what}")]
    Compiler {
        /// What went wrong.
        what: String,
        /// Why.
        source: io::Error,
    },
    /// The folder of compiled code cannot be used.
    #[error("the folder of compiled code {} cannot be used", folder.display())]
    Cache {
        /// Which.
        folder: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Somebody else could put code there.
    #[error(
        "the folder of compiled code {} is not ours alone: it must belong to this user, and nobody else may \
         write to it",
        folder.display()
    )]
    SharedCache {
        /// Which.
        folder: PathBuf,
    },
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
    compiler: Compiler,
    cache: Option<Cache>,
    net: Net,
    fingerprint: String,
}

struct Workshop {
    engine: Engine,
    allocation: Allocation,
    linker: Linker<SeatState>,
}

impl Workshop {
    fn new(numbers: Numbers, slots: u32) -> Result<Workshop, HostError> {
        let pool = Allocation::Pool { slots, scan: os::scans_pages() };
        let (engine, allocation) = match engine::engine(numbers, pool) {
            Ok(engine) => (engine, pool),
            Err(error) => {
                tracing::warn!(%error, "no pool of memories; every instance maps its own, which is slower");
                (engine::engine(numbers, Allocation::OnDemand)?, Allocation::OnDemand)
            }
        };
        let linker = host::linker(&engine)?;
        Ok(Workshop { engine, allocation, linker })
    }
}

impl Sandbox {
    /// Sets up the engines.
    ///
    /// # Errors
    /// When this host cannot run compiled code of the fixed baseline, or when the folder of compiled code
    /// cannot be used or is open to others.
    pub fn new(options: &SandboxOptions) -> Result<Sandbox, HostError> {
        Ok(Sandbox {
            integers: Workshop::new(Numbers::Integers, options.instances)?,
            floats: Workshop::new(Numbers::Floats, options.instances)?,
            compiler: options.compiler.clone(),
            cache: options.cache.as_deref().map(Cache::open).transpose()?,
            net: options.net,
            fingerprint: engine::fingerprint(),
        })
    }

    /// The name of everything besides the bots that verdicts under the fuel clock depend on: version of
    /// wasmtime, target, processor features, prices, interface.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// The protections that this operating system lacks, in sentences for the operator.
    pub fn missing_protections() -> &'static [&'static str] {
        os::MISSING
    }

    /// Looks a module through and compiles it, or takes its code from the folder. The inner error says why the
    /// module is refused, with all reasons.
    ///
    /// # Errors
    /// When the host could not decide, for example because no compiling child can be started.
    pub fn admit(&self, bytes: &[u8], caps: &Caps) -> Result<Result<Bot, Refusal>, HostError> {
        let sizes = match inspect(bytes, caps) {
            Ok(sizes) => sizes,
            Err(refusal) => return Ok(Err(refusal)),
        };
        Ok(self.make(bytes, sizes)?.map_err(Refusal::from))
    }

    fn make(&self, bytes: &[u8], sizes: Sizes) -> Result<Result<Bot, Objection>, HostError> {
        let numbers = Numbers::of(sizes.floats);
        let workshop = self.workshop(numbers);
        let hash = *blake3::hash(bytes).as_bytes();
        let begun = Instant::now();
        let key = Cache::key(&workshop.engine, &self.fingerprint, &hash);
        let kept = self.cache.as_ref().and_then(|cache| cache.load(&key));
        let cached = kept.is_some();
        let (code, child) = match kept {
            Some(code) => (code, None),
            None => match self.compile(workshop, numbers, &key, bytes)? {
                Ok(compiled) => compiled,
                Err(objection) => return Ok(Err(objection)),
            },
        };
        let module = match load(&workshop.engine, &code) {
            Ok(module) => module,
            Err(error) => return Ok(Err(Objection::Uncompilable(foreign(&format!("{error:#}"))))),
        };
        if !cached && let Some(cache) = &self.cache {
            // Play can go on without it; the next start will be slower.
            if let Err(error) = cache.store(&key, &code) {
                tracing::warn!(%error, "compiled code was not kept");
            }
        }
        let making = Making { time: begun.elapsed(), cached, code: code.len() as u64, child };
        Ok(finish(workshop, hash, sizes, &module, making))
    }

    /// Compiles a module, unless it is known that it takes more than the limits.
    fn compile(
        &self,
        workshop: &Workshop,
        numbers: Numbers,
        key: &str,
        bytes: &[u8],
    ) -> Result<Result<Compiled, Objection>, HostError> {
        let memory = self.cache.as_ref().zip(self.compiler.limits());
        if let Some((cache, limits)) = memory
            && let Some(objection) = cache.refusal(key, limits)
        {
            tracing::info!(key, %objection, "as an earlier try showed");
            return Ok(Err(objection));
        }
        let compiled = self.compiler.compile(&workshop.engine, numbers, workshop.allocation, bytes)?;
        if let Some((cache, limits)) = memory
            && let Err(objection @ (Objection::CompileTime { .. } | Objection::CompileMemory { .. })) =
                &compiled
            && let Err(error) = cache.store_refusal(key, limits, objection)
        {
            // The next start will find out again.
            tracing::warn!(%error, "that a module is refused was not kept");
        }
        Ok(compiled)
    }

    fn workshop(&self, numbers: Numbers) -> &Workshop {
        match numbers {
            Numbers::Integers => &self.integers,
            Numbers::Floats => &self.floats,
        }
    }

    /// The bare engine for modules without (or with) floating point, so that a bench can set the floor beside
    /// what this crate adds.
    #[doc(hidden)]
    pub fn engine(&self, floats: bool) -> &Engine {
        &self.workshop(Numbers::of(floats)).engine
    }

    /// A bot at a seat, for one match. Of the settings it is given at most
    /// [`SETTINGS_MAX`](crate::interface::SETTINGS_MAX) bytes.
    pub fn player(
        &self,
        bot: &Bot,
        seed: &MatchSeed,
        seat: Seat,
        settings: &Arc<str>,
        limits: &Limits,
    ) -> SandboxPlayer {
        SandboxPlayer::new(bot.clone(), seed.dice(seat), seat, settings.clone(), *limits, self.net)
    }
}

fn finish(
    workshop: &Workshop,
    hash: [u8; 32],
    sizes: Sizes,
    module: &Module,
    making: Making,
) -> Result<Bot, Objection> {
    let uncompilable = |error: wasmtime::Error| Objection::Uncompilable(foreign(&format!("{error:#}")));
    let ready = workshop.linker.instantiate_pre(module).map_err(uncompilable)?;
    let exports = Exports::of(module)
        .ok_or_else(|| Objection::Uncompilable("an export was lost on the way".to_owned()))?;
    Ok(Bot::new(hash, sizes, ready, exports, making))
}

#[expect(unsafe_code, reason = "loading machine code is what a cache of compiled code is for")]
fn load(engine: &Engine, code: &[u8]) -> wasmtime::Result<Module> {
    // SAFETY: the bytes were just made by the compiler of this engine, or were read from the folder of
    // compiled code: it belongs to this user, nobody else can write to it, only this type writes to it, and
    // the bytes have the hash that was stored with them.
    unsafe { Module::deserialize(engine, code) }
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
