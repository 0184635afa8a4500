//! A wasm module as a player: checked, compiled, limited and metered. If it fails, the fault has a name.
//!
//! Nothing else in the workspace depends on wasmtime. This crate's README states its guarantees about hostile
//! modules.
//!
//! In reading order:
//!
//! - [`Caps`], [`Sizes`], [`inspect`], [`Refusal`]: admission. The conditions on a module, and every reason to refuse
//!   one.
//! - [`interface`]: the exports a bot must have and the imports it may have.
//! - [`prices`]: the fuel prices of operators and host calls.
//! - [`Compiler`], [`compile_child_main`]: inspection and the compiler, in a child that can be killed; [`Undecided`]
//!   is the outcome for a module whose child was killed.
//! - [`KnownCode`]: code of our own, to which limits do not apply.
//! - [`Sandbox`], [`Bot`]: the engines, and an admitted module.
//! - [`Verdict`], [`RemoteDecisions`]: decisions made in one process and loaded in another.
//! - [`Loading`]: an interpreter loads a script, and becomes the script's own module; [`merge_segments`].
//! - [`SandboxPlayer`]: a bot at a seat, on a clock backed by a [`CpuGuard`].
//! - [`Rules`], [`is_rules`]: the rules of a game as a module, called on a frozen copy.
//! - [`SamplingPlan`], [`SampledCall`]: a profile of the fuel that a seat uses.

mod admit;
mod bot;
mod call;
mod compile;
mod engine;
mod error;
mod feature;
pub mod interface;
mod module_text;
mod os;
pub mod prices;
mod releases;
mod rewrite;
mod rules;
mod sampling;
mod sandbox;
mod seat;
mod time;

pub use admit::{FunctionSizes, KnownCode, Preparation, code_name, inspect, stored_code};
pub use bot::{Bot, BuildCost, Usage};
pub use call::{Loaded, Loading, SandboxPlayer};
pub use compile::{
    COMPILE_ARGUMENT, COMPILE_BYTES, COMPILE_SECONDS, Compiler, Decisions, RemoteDecisions,
    compile_child_main,
};
pub use confine::Strictness;
pub use engine::{advice_on_bounds, usual_fingerprint};
pub use error::HostError;
pub use job::{Caps, NotAdmitted, Objection, Refusal, Sizes, Undecided};
pub use referee::CpuGuard;
pub use releases::version_with_engine;
pub use rewrite::merge_segments;
pub use rules::{Rules, is_rules};
pub use sampling::{
    DebugSections, FunctionFrame, FunctionNames, SampledCall, SampledKind, SampledStack, SamplingPlan,
    ScriptWatch,
};
pub use sandbox::{CACHE_BYTES, CodeEntry, CodePartVerdict, Sandbox, SandboxOptions, Verdict};
