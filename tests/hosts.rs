//! The two hosts of a bot agree: the sandbox, and the worker of the page on which people play on.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "hosts/asked.rs"]
mod asked;
#[path = "hosts/doors.rs"]
mod doors;
#[path = "hosts/field.rs"]
mod field;
#[path = "hosts/hostile.rs"]
mod hostile;
#[path = "hosts/matches.rs"]
mod matches;
#[path = "web/node.rs"]
mod node;
#[path = "hosts/probe.rs"]
mod probe;
#[path = "hosts/scripts.rs"]
mod scripts;
mod support;
