//! The engines, and the way from a module to a bot.

mod code_part;
mod engine_variant;
mod verdict;

use std::fmt::Display;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Once};
use std::time::{Duration, Instant};

use confine::Strictness;
use game::{Dice, Seat};
use hash::Hash;
use referee::{CpuGuard, Limits};
use wasmtime::{Engine, Module};

pub use self::code_part::CodeEntry;
use self::engine_variant::EngineVariants;
pub use self::verdict::{CodePartVerdict, Verdict};
use crate::admit::{AdmittedModule, Cache, Decision, KnownCode, Premises, Preparation, inspect, known_code};
use crate::bot::{BuildCost, CodePart, CodeParts, CompiledParts, EntryPoint, SplitModule};
use crate::compile::{ChildLimits, Compiler, Stop, Task, too_much_code};
use crate::engine::{self, FloatMode};
use crate::module_text::foreign;
use crate::rules::{KeptInstances, Rules};
use crate::{Bot, Caps, HostError, NotAdmitted, Objection, Refusal, SandboxPlayer, Sizes, os};

/// Maximum bytes of the folder of compiled code, unless another bound is given.
pub const CACHE_BYTES: u64 = 2 << 30;

/// The settings of a sandbox.
#[derive(Clone, Debug)]
pub struct SandboxOptions {
    /// Maximum number of instances at the same time: two for each match played at once, one for the rules of its game,
    /// and a few to spare.
    pub instances: u32,
    /// The place where modules are compiled.
    pub compiler: Compiler,
    /// Strictness of dropping the compiling child's access to files, network and other processes; `None` to keep the
    /// access.
    pub confined: Option<Strictness>,
    /// The folder of compiled code and of refusals; `None` to store nothing.
    pub cache: Option<PathBuf>,
    /// Maximum bytes of the folder; the least recently used entries are removed.
    pub cache_bytes: u64,
    /// The limit on processor time under the fuel clock.
    pub cpu_guard: CpuGuard,
    /// Code of our own, to which no limits apply.
    pub known: Vec<KnownCode>,
    /// Returns an entry with known code that was compiled in advance, as [`Sandbox::compiled_code`] returns it, by its
    /// name. It runs with the rights of this process, so it must come from a trusted source. An entry that is damaged,
    /// or of another name or engine, is not used.
    pub carried: fn(&str) -> Option<Vec<u8>>,
    /// Called before this process compiles known code or waits for it, which happens once per folder of compiled code.
    pub preparing: Option<fn(&KnownCode, Preparation)>,
}

impl Default for SandboxOptions {
    /// 128 instances, compiling in this process, no folder of compiled code, the usual limit on processor time.
    fn default() -> SandboxOptions {
        SandboxOptions {
            instances: 128,
            compiler: Compiler::InProcess,
            confined: None,
            cache: None,
            cache_bytes: CACHE_BYTES,
            cpu_guard: CpuGuard::default(),
            known: Vec::new(),
            carried: |_| None,
            preparing: None,
        }
    }
}

/// A handle to the engines and host calls, set up once for the whole process. It is cheap to clone and to send
/// between threads.
#[derive(Clone)]
pub struct Sandbox(Arc<Shared>);

/// The data that all handles share.
struct Shared {
    engines: EngineVariants,
    options: SandboxOptions,
    cache: Option<Cache>,
    premises: Premises,
    code_parts: CodeParts<CodePart>,
    code_part_decisions: CodeParts<[u8]>,
    fingerprint: String,
    kept: Arc<KeptInstances>,
}

impl Sandbox {
    /// Sets up the engines.
    ///
    /// # Errors
    /// If this host cannot run compiled code of the fixed baseline, if the limits of this process are below the needs
    /// of a compiling child, or if the folder of compiled code cannot be used or is open to other users.
    pub fn new(options: &SandboxOptions) -> Result<Sandbox, HostError> {
        engine::check_processor(engine::processor_has)?;
        options.compiler.check_room()?;
        Sandbox::with(EngineVariants::new(options.instances)?, options)
    }

    /// Returns a sandbox in which the functions of a module can be [sampled](crate::SamplingPlan), and which is not
    /// for play. It should get only modules that this sandbox has admitted, because it compiles in this process. It
    /// stores nothing.
    ///
    /// # Errors
    /// If this host cannot set up another engine.
    pub fn for_sampling(&self) -> Result<Sandbox, HostError> {
        Sandbox::with(self.0.engines.for_sampling()?, &SandboxOptions::default())
    }

    fn with(engines: EngineVariants, options: &SandboxOptions) -> Result<Sandbox, HostError> {
        let fingerprint = engine::fingerprint(engines.bounds());
        Ok(Sandbox(Arc::new(Shared {
            premises: Premises::new(engines.all().map(|variant| &variant.engine), &fingerprint),
            engines,
            code_parts: CodeParts::default(),
            code_part_decisions: CodeParts::default(),
            cache: options
                .cache
                .as_deref()
                .map(|folder| Cache::open(folder, options.cache_bytes))
                .transpose()?,
            options: options.clone(),
            fingerprint,
            kept: Arc::new(KeptInstances::new(options.instances)),
        })))
    }

    /// The fingerprint of everything except the bots that verdicts under the fuel clock depend on: version of
    /// wasmtime, target, processor features, prices, interface, and bounds of memory.
    pub fn fingerprint(&self) -> &str {
        &self.0.fingerprint
    }

    /// The protections that this operating system lacks, in sentences for the operator.
    pub fn missing_protections() -> &'static [&'static str] {
        os::MISSING
    }

    /// Inspects and compiles a module, or takes the earlier decision about it from the folder. The inner error holds
    /// all reasons for a refusal, or says why the module cannot be decided about on this machine.
    ///
    /// # Errors
    /// If the host cannot decide at all, for example because no compiling child can be started.
    pub fn admit(&self, bytes: &[u8], caps: &Caps) -> Result<Result<Bot, NotAdmitted>, HostError> {
        told(self.make(bytes, caps, Role::Bot))
    }

    /// Does the same for the rules of a game.
    ///
    /// # Errors
    /// As [`Sandbox::admit`].
    pub fn rules(&self, bytes: &[u8], caps: &Caps) -> Result<Result<Rules, NotAdmitted>, HostError> {
        let made = self.make(bytes, caps, Role::Rules).and_then(|module| {
            if !module.sizes().rules || module.sizes().program {
                return Err(Objection::NoRules.into());
            }
            Ok(Rules::new(module, bytes, Arc::clone(&self.0.kept), self.0.options.cpu_guard))
        });
        told(made)
    }

    /// Inspects a module as [`inspect`](crate::inspect) does, but does not read known functions again.
    ///
    /// # Errors
    /// All objections to the module.
    pub fn inspect(&self, bytes: &[u8], caps: &Caps) -> Result<Sizes, Refusal> {
        inspect::at_a_glance(bytes, caps)?;
        let known = known_code::find(&self.0.options.known, bytes, caps);
        inspect::inspect_around(bytes, caps, known.and_then(|known| known.functions.as_ref()))
    }

    /// Inspects and compiles a module, or takes the earlier decision about it.
    fn decide(&self, bytes: &[u8], caps: &Caps) -> Result<AcceptedDecision, Stop> {
        inspect::at_a_glance(bytes, caps)?;
        let begun = Instant::now();
        let hash = Hash::digest(bytes);
        let key = self.0.premises.key(hash.bytes(), caps);
        let kept = self.kept(&key).filter(|decision| !self.is_doubtful(decision, bytes, caps));
        let cached = kept.is_some();
        let decision = if let Some(decision) = kept {
            decision
        } else {
            let known = known_code::find(&self.0.options.known, bytes, caps);
            let functions = known.and_then(|known| known.functions);
            self.compile(bytes, Task::Module { caps: *caps, functions }, known)?
        };
        match decision {
            Decision::Admitted(admitted) => {
                let making = BuildCost {
                    time: Duration::ZERO,
                    cached,
                    shared: false,
                    code: admitted.code.len() as u64,
                    child: admitted.usage.filter(|_| !cached),
                };
                Ok(AcceptedDecision { hash, key, admitted, making, begun })
            }
            Decision::Refused(ref refusal) => {
                self.keep(&key, &decision, cached);
                Err(refusal.clone().into())
            }
        }
    }

    /// Makes a bot of a module, or a game's rules, which are a bot with host calls of their own.
    fn make(&self, bytes: &[u8], caps: &Caps, role: Role) -> Result<Bot, Stop> {
        let AcceptedDecision { hash, key, admitted, mut making, begun } = self.decide(bytes, caps)?;
        let float_mode = FloatMode::new(admitted.sizes.floats);
        let variant = self.0.engines.get(float_mode);
        let state = load(&variant.engine, &admitted.code).map_err(|error| uncompilable(&error))?;
        let linker = match role {
            Role::Rules => &variant.rules,
            Role::Bot if admitted.sizes.program => &variant.programs,
            Role::Bot => &variant.linker,
        };
        let (ready, entry) = match admitted.code_part {
            None => {
                let ready = linker.instantiate_pre(&state).map_err(|error| uncompilable(&error))?;
                (CompiledParts::Whole(ready), EntryPoint::find(&state, &state, &admitted.sizes))
            }
            Some(part) => {
                let part_made = self.code_part(&part.name, float_mode, bytes);
                let code = self.with_code_part(part_made, |code| code.size, caps, &key, &mut making)?;
                let entry = EntryPoint::find(&state, &code.module, &admitted.sizes);
                let split = SplitModule::new(&state, code, linker, part.shift);
                (CompiledParts::Split(split.map_err(|error| uncompilable(&error))?), entry)
            }
        };
        let lost = || Objection::Uncompilable("an export was lost on the way".to_owned());
        let entry = entry.ok_or_else(lost)?;
        let sizes = admitted.sizes.clone();
        self.keep(&key, &Decision::Admitted(admitted), making.cached);
        making.time = begun.elapsed();
        Ok(Bot::new(hash, sizes, ready, entry, making))
    }

    /// Adds a code part to the record of making a module. A refusal because both are too large together is stored for
    /// the module.
    fn with_code_part<T>(
        &self,
        part: Result<(T, bool), Stop>,
        size: impl FnOnce(&T) -> u64,
        caps: &Caps,
        key: &str,
        making: &mut BuildCost,
    ) -> Result<T, Stop> {
        let cached = making.cached;
        let part = part.and_then(|(part, shared)| {
            making.shared = shared;
            making.code += size(&part);
            too_much_code(making.code, caps.code).map_or(Ok(part), |objection| Err(objection.into()))
        });
        part.inspect_err(|stop| {
            if let Stop::Refused(refusal) = stop {
                self.keep(key, &Decision::Refused(refusal.clone()), cached);
            }
        })
    }

    /// Returns `true` if an earlier refusal blames the compiler for a module of known code: it was made under limits
    /// that do not apply to such code.
    fn is_doubtful(&self, decision: &Decision, bytes: &[u8], caps: &Caps) -> bool {
        decision.blames_the_compiler() && known_code::find(&self.0.options.known, bytes, caps).is_some()
    }

    /// Has the compiler decide. Known code is compiled without limits; if that fails, it is the host's failure.
    fn compile(&self, bytes: &[u8], task: Task, known: Option<&KnownCode>) -> Result<Decision, Stop> {
        let resources = self.0.options.compiler.limits().filter(|_| known.is_none());
        let child = ChildLimits { resources, confined: self.0.options.confined };
        let decided =
            self.0.options.compiler.decide(&self.0.engines, self.0.engines.bounds(), bytes, task, child);
        let Some(known) = known else { return decided };
        let cannot = |why: &dyn Display| {
            Stop::Host(HostError::Engine(format!("cannot compile {} here: {why}", known.what)))
        };
        match decided {
            Ok(decision) if !decision.blames_the_compiler() => Ok(decision),
            Ok(Decision::Refused(refusal)) => Err(cannot(&refusal)),
            Err(Stop::Crashed(objection)) => Err(cannot(&objection)),
            Err(Stop::Undecided(undecided)) => Err(cannot(&undecided)),
            decided => decided,
        }
    }

    /// Loads an earlier decision from the folder.
    fn kept(&self, key: &str) -> Option<Decision> {
        self.0.cache.as_ref()?.load(key)
    }

    /// Stores a decision in the folder, unless it comes from there.
    fn keep(&self, key: &str, decision: &Decision, cached: bool) {
        if !cached
            && let Some(cache) = &self.0.cache
            && let Err(error) = cache.store(key, decision)
        {
            // Play can continue without it; only the next start will be slower.
            static TOLD: Once = Once::new();
            TOLD.call_once(|| {
                let advice = "check its free space and permissions; until then, code is compiled each time";
                tracing::warn!(%error, "cannot store compiled code in {cache}: {advice}");
            });
        }
    }

    /// Removes the code of a module from the folder, with its initial memory, and returns the number of removed
    /// entries. Code shared with other modules stays, and so do decisions of another engine.
    ///
    /// # Errors
    /// If an entry cannot be removed.
    pub fn discard(&self, module: &Hash) -> io::Result<usize> {
        let Some(cache) = &self.0.cache else { return Ok(0) };
        let keys = [Caps::standard(), Caps::script()].map(|caps| self.0.premises.key(module.bytes(), &caps));
        keys.iter().try_fold(0, |removed, key| Ok(removed + usize::from(cache.remove(key)?)))
    }

    /// The bare engine for modules with or without floating point, for benchmarks that compare it with this crate.
    #[doc(hidden)]
    pub fn engine(&self, floats: bool) -> &Engine {
        &self.0.engines.get(FloatMode::new(floats)).engine
    }

    /// Returns a bot at a seat, for one match; `dice` is the seat's own random stream. At most
    /// [`SETTINGS_MAX`](crate::interface::SETTINGS_MAX) bytes of the settings are passed to it.
    pub fn player(
        &self,
        bot: &Bot,
        dice: Dice,
        seat: Seat,
        settings: &Arc<str>,
        limits: &Limits,
    ) -> SandboxPlayer {
        SandboxPlayer::new(bot.clone(), dice, seat, settings.clone(), *limits, self.0.options.cpu_guard)
    }
}

/// The role of a module, which decides on its host calls.
#[derive(Clone, Copy)]
enum Role {
    Bot,
    Rules,
}

/// The decision about a module that is not refused.
struct AcceptedDecision {
    hash: Hash,
    /// The name of its entry in the folder.
    key: String,
    admitted: Box<AdmittedModule>,
    making: BuildCost,
    begun: Instant,
}

/// Sorts a decision into a success, a module that is not admitted, and an error of the host.
fn told<T>(decided: Result<T, Stop>) -> Result<Result<T, NotAdmitted>, HostError> {
    match decided {
        Ok(made) => Ok(Ok(made)),
        Err(Stop::Refused(refusal)) => Ok(Err(refusal.into())),
        Err(Stop::Crashed(objection)) => Ok(Err(Refusal::from(objection).into())),
        Err(Stop::Undecided(undecided)) => Ok(Err(undecided.into())),
        Err(Stop::Host(error)) => Err(error),
    }
}

fn uncompilable(error: &wasmtime::Error) -> Objection {
    Objection::Uncompilable(foreign(&format!("{error:#}")))
}

#[expect(unsafe_code, reason = "loading machine code is what a cache of compiled code is for")]
fn load(engine: &Engine, code: &[u8]) -> wasmtime::Result<Module> {
    // SAFETY: the bytes were just made by the compiler of this engine, or were read from the folder of compiled code.
    // That folder belongs to this user, no one else can write to it, only this type writes to it, and the bytes have
    // the hash that was stored with them.
    unsafe { Module::deserialize(engine, code) }
}
