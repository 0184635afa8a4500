//! Only dependencies, with the features that the whole workspace needs.
//!
//! Cargo compiles a dependency with the features that the selected crates need. So `cargo test -p runner` used to
//! recompile wasmtime, because another crate of the workspace needs more features of `libc`. The crates that play have
//! this one as a dev-dependency: the crates below wasmtime are then built alike, no matter which crate is tested.
