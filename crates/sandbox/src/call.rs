//! A call of a bot: what it is asked, what it may ask the host meanwhile, and how it ends.

mod drive;
mod failure;
pub(crate) mod host;
mod host_call;
mod live;
mod loading;
mod player;
mod positions;
mod program;
mod program_stack;
mod reactor;
mod wasi;

pub(crate) use host_call::{memory, span};
pub use loading::{Loaded, Loading};
pub use player::SandboxPlayer;
pub(crate) use wasi::buffer;
