//! The distribution of a bot's fuel, from samples of its running functions.
//!
//! In reading order: [`Frame`], a running function and its location; [`DebugLines`], the locations in a compiled
//! module; [`SampledCalls`]; [`ProfileReport`], shares of functions and lines, as JSON; [`text()`], the same as tables;
//! [`Tree`] and [`flame_graph()`].

mod debug_lines;
mod flame_graph;
mod frame;
mod report;
mod sample_counts;
mod script_account;
#[cfg(test)]
mod tests;
mod text;
mod tree;

pub use debug_lines::DebugLines;
pub use flame_graph::flame_graph;
pub use frame::{CallSamples, Frame, SampledCalls, SourceLine, function_name};
pub use report::{FunctionShare, LineShare, PlyFuel, ProfileReport, ProfiledMatch};
pub use script_account::frames_of_account;
pub use text::text;
pub use tree::Tree;
