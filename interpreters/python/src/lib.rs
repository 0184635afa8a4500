//! The interpreter of Python bots: RustPython with a frozen library, as a module that `muster build` puts a script into.
//! See README.md.

#![feature(alloc_error_hook)]

mod account;
mod blob;
mod dice;
mod exports;
mod host;
mod interpreter;
mod leads;
mod memory;
mod muster;
mod position;
mod state;
mod view;
mod watch;
