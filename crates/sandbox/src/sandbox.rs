//! The engines, and how a module becomes a bot.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use game::{Dice, Seat};
use referee::{CpuGuard, Limits};
use wasmtime::{Engine, Module};

use crate::bot::{Entry, Making};
use crate::cache::{Cache, Premises};
use crate::compile::Compiler;
use crate::decision::{Admitted, Decision};
use crate::engine::{self, FloatMode};
use crate::engine_variant::{EngineVariant, EngineVariants};
use crate::foreign::foreign;
use crate::{Bot, Caps, HostError, Objection, Refusal, SandboxPlayer, Sizes, door, os};

/// Maximum bytes of the folder of compiled code, unless another bound is given.
pub const CACHE_BYTES: u64 = 2 << 30;

/// How a sandbox is set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SandboxOptions {
    /// Instances that may exist at one time: two for each match played at once, and a few to spare.
    pub instances: u32,
    /// Where modules are compiled.
    pub compiler: Compiler,
    /// The folder of compiled code and of refusals; `None` keeps nothing.
    pub cache: Option<PathBuf>,
    /// Maximum bytes of the folder: the least recently used entries are removed.
    pub cache_bytes: u64,
    /// The limit on processor time under the fuel clock.
    pub cpu_guard: CpuGuard,
}

impl Default for SandboxOptions {
    /// 128 instances, compiling in this process, no folder of compiled code, the usual limit on processor time.
    fn default() -> SandboxOptions {
        SandboxOptions {
            instances: 128,
            compiler: Compiler::InProcess,
            cache: None,
            cache_bytes: CACHE_BYTES,
            cpu_guard: CpuGuard::default(),
        }
    }
}

/// A handle to the engines and host calls, set up once for the whole process. Cheap to clone and to send
/// between threads.
#[derive(Clone)]
pub struct Sandbox(Arc<Shared>);

/// What all handles share.
struct Shared {
    engines: EngineVariants,
    compiler: Compiler,
    cache: Option<Cache>,
    premises: Premises,
    cpu_guard: CpuGuard,
    fingerprint: String,
}

impl Sandbox {
    /// Sets up the engines.
    ///
    /// # Errors
    /// When this host cannot run compiled code of the fixed baseline, when the limits of this process are below what a
    /// compiling child needs, or when the folder of compiled code cannot be used or is open to others.
    pub fn new(options: &SandboxOptions) -> Result<Sandbox, HostError> {
        options.compiler.check_room()?;
        let engines = EngineVariants::new(options.instances)?;
        let fingerprint = engine::fingerprint(engines.bounds());
        Ok(Sandbox(Arc::new(Shared {
            premises: Premises::new(engines.all().map(|variant| &variant.engine), &fingerprint),
            engines,
            compiler: options.compiler.clone(),
            cache: options
                .cache
                .as_deref()
                .map(|folder| Cache::open(folder, options.cache_bytes))
                .transpose()?,
            cpu_guard: options.cpu_guard,
            fingerprint,
        })))
    }

    /// The name of everything besides the bots that verdicts under the fuel clock depend on: version of
    /// wasmtime, target, processor features, prices, interface, how memory is kept in its bounds.
    pub fn fingerprint(&self) -> &str {
        &self.0.fingerprint
    }

    /// The protections that this operating system lacks, in sentences for the operator.
    pub fn missing_protections() -> &'static [&'static str] {
        os::MISSING
    }

    /// Inspects and compiles a module, or takes the earlier decision about it from the folder. The inner error has all
    /// reasons why the module is refused.
    ///
    /// # Errors
    /// When the host could not decide, for example because no compiling child can be started.
    pub fn admit(&self, bytes: &[u8], caps: &Caps) -> Result<Result<Bot, Refusal>, HostError> {
        if let Err(refusal) = door::at_a_glance(bytes, caps) {
            return Ok(Err(refusal));
        }
        let begun = Instant::now();
        let hash = *blake3::hash(bytes).as_bytes();
        let key = self.0.premises.key(&hash, caps);
        let limits = self.0.compiler.limits();
        let kept = self.0.cache.as_ref().and_then(|cache| cache.load(&key, limits));
        let cached = kept.is_some();
        let decision = match kept {
            Some(decision) => decision,
            None => self.0.compiler.decide(&self.0.engines, self.0.engines.bounds(), bytes, caps)?,
        };
        let made = match &decision {
            Decision::Refused(refusal) => Err(refusal.clone()),
            Decision::Admitted(admitted) => {
                let making = |code: &[u8]| Making {
                    time: begun.elapsed(),
                    cached,
                    code: code.len() as u64,
                    child: admitted.usage.filter(|_| !cached),
                };
                self.make(hash, admitted, making).map_err(Refusal::from)
            }
        };
        let stands = made.is_ok() || matches!(decision, Decision::Refused(_));
        if !cached
            && stands
            && let Some(cache) = &self.0.cache
            && let Err(error) = cache.store(&key, limits, &decision)
        {
            // Play can continue without it; the next start will be slower.
            tracing::warn!(%error, "what was decided about a module was not kept");
        }
        Ok(made)
    }

    /// Makes a bot of a module's code.
    fn make(
        &self,
        hash: [u8; 32],
        Admitted { sizes, code, .. }: &Admitted,
        making: impl FnOnce(&[u8]) -> Making,
    ) -> Result<Bot, Objection> {
        let variant = self.0.engines.of(FloatMode::of(sizes.floats));
        let module = load(&variant.engine, code).map_err(|error| uncompilable(&error))?;
        finish(variant, hash, sizes.clone(), &module, making(code))
    }

    /// The bare engine for modules without (or with) floating point, so that a benchmark can compare it with this
    /// crate.
    #[doc(hidden)]
    pub fn engine(&self, floats: bool) -> &Engine {
        &self.0.engines.of(FloatMode::of(floats)).engine
    }

    /// A bot at a seat, for one match; `dice` is the seat's own random stream. At most
    /// [`SETTINGS_MAX`](crate::interface::SETTINGS_MAX) bytes of the settings are passed to it.
    pub fn player(
        &self,
        bot: &Bot,
        dice: Dice,
        seat: Seat,
        settings: &Arc<str>,
        limits: &Limits,
    ) -> SandboxPlayer {
        SandboxPlayer::new(bot.clone(), dice, seat, settings.clone(), *limits, self.0.cpu_guard)
    }
}

fn finish(
    variant: &EngineVariant,
    hash: [u8; 32],
    sizes: Sizes,
    module: &Module,
    making: Making,
) -> Result<Bot, Objection> {
    let linker = if sizes.program { &variant.programs } else { &variant.linker };
    let ready = linker.instantiate_pre(module).map_err(|error| uncompilable(&error))?;
    let entry = Entry::of(module, &sizes)
        .ok_or_else(|| Objection::Uncompilable("an export was lost on the way".to_owned()))?;
    Ok(Bot::new(hash, sizes, ready, entry, making))
}

fn uncompilable(error: &wasmtime::Error) -> Objection {
    Objection::Uncompilable(foreign(&format!("{error:#}")))
}

#[expect(unsafe_code, reason = "loading machine code is what a cache of compiled code is for")]
fn load(engine: &Engine, code: &[u8]) -> wasmtime::Result<Module> {
    // SAFETY: the bytes were just made by the compiler of this engine, or were read from the folder of
    // compiled code: it belongs to this user, no one else can write to it, only this type writes to it, and
    // the bytes have the hash that was stored with them.
    unsafe { Module::deserialize(engine, code) }
}

/// Reads a module's file, but at most one byte beyond the cap: enough for the door to refuse it.
///
/// # Errors
/// When the file cannot be read.
pub fn read_module(path: &Path, caps: &Caps) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(caps.module.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}
