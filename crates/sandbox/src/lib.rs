//! A wasm module as a player: checked, compiled, limited, metered; and when it fails, the fault has a name.
//!
//! Nothing else in the workspace depends on wasmtime. What is promised about hostile modules, and what is not, is
//! in this crate's README.
//!
//! In reading order:
//!
//! - [`Caps`], [`Sizes`], [`inspect`], [`Refusal`]: admission. What a module may look like, and every reason to refuse
//!   one.
//! - [`interface`]: the exports a bot must have and the imports it may have.
//! - [`prices`]: what operators and host calls cost in fuel.
//! - [`Compiler`], [`compile_child_main`]: inspection and the compiler, in a child that can be killed; [`Undecided`] is
//!   what became of a module that it was killed over.
//! - [`KnownCode`]: code of our own, about which limits do not decide.
//! - [`Sandbox`], [`Bot`]: the engines, and an admitted module.
//! - [`Verdict`], [`Elsewhere`]: what is decided in one process, and loaded in another.
//! - [`Loading`]: an interpreter loads a script, and becomes the script's own module; [`merge_segments`].
//! - [`SandboxPlayer`]: a bot at a seat, on a clock backed by a [`CpuGuard`].
//! - [`SamplingPlan`], [`SampledCall`]: where the fuel of a seat goes.

mod admit;
mod bot;
mod call;
mod compile;
mod engine;
mod error;
mod feature;
mod foreign;
pub mod interface;
mod os;
pub mod prices;
mod releases;
mod rewrite;
mod sampling;
mod sandbox;
mod seat;
mod time;

pub use admit::{FunctionSizes, KnownCode, code_name, inspect};
pub use bot::{Bot, Making, Usage};
pub use call::{Loaded, Loading, SandboxPlayer};
pub use compile::{
    COMPILE_ARGUMENT, COMPILE_BYTES, COMPILE_SECONDS, Compiler, Decisions, Elsewhere, compile_child_main,
};
pub use confine::Strictness;
pub use engine::{advice_on_bounds, usual_fingerprint};
pub use error::HostError;
pub use job::{Caps, NotAdmitted, Objection, Refusal, Sizes, Undecided};
pub use referee::CpuGuard;
pub use releases::version_with_engine;
pub use rewrite::merge_segments;
pub use sampling::{
    DebugSections, FunctionFrame, FunctionNames, SampledCall, SampledKind, SampledStack, SamplingPlan,
    ScriptWatch,
};
pub use sandbox::{CACHE_BYTES, CodePartVerdict, Sandbox, SandboxOptions, Verdict, read_module};
