//! Tests across crates and of the built program, in one binary.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::format_push_string, reason = "speed is no matter here")]

mod baselines;
mod bots;
mod build;
mod class;
mod class_data;
mod cli;
mod comparing;
mod decisive;
mod demo;
mod docs;
mod durability;
#[cfg(feature = "network")]
mod fleet;
mod game_files;
mod grades;
mod hosts;
mod house;
mod isolation;
mod lines;
mod main_job;
mod native;
mod new;
mod open_bots;
mod opponents;
mod packages;
mod person;
mod positions;
mod profiling;
mod proofs;
mod prose;
mod rating_cli;
mod rules;
mod rules_files;
#[cfg(feature = "network")]
mod serving;
mod students;
mod submissions;
mod suite;
mod support;
mod teachers;
mod term;
mod ties;
mod trying;
mod upgrades;
mod verify;
mod watching;
mod web;
mod why;
#[cfg(not(feature = "network"))]
mod without_network;
