//! The interpreter of Python bots: RustPython with a frozen library, as a module that `muster build` puts a script into.
//! See README.md.

mod blob;
mod dice;
mod exports;
mod host;
mod interpreter;
mod muster;
mod state;
mod view;
mod watch;
