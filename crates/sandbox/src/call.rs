//! A call of a bot: its question, the host calls that it may make, and its outcome.

mod drive;
mod failure;
pub(crate) mod host;
mod host_call;
mod loading;
mod memory;
mod player;
mod positions;
mod program;
mod program_stack;
mod reactor;
mod ready_instance;
mod rules;
mod sampled;
mod sampled_functions;
mod sampled_script;
mod wasi;

pub(crate) use failure::{engine, host};
pub use loading::{Loaded, Loading};
pub use player::SandboxPlayer;
pub(crate) use player::new_store;
pub(crate) use reactor::Reactor;
pub(crate) use rules::{MOST_ANSWER, too_long};
