//! Nothing but dependencies, with the features that the whole workspace asks of them.
//!
//! Cargo compiles a dependency with the features that the selected crates ask for. So `cargo test -p runner` compiled
//! wasmtime anew, because another crate of the workspace asks more of `libc`. The crates that play have this one as a
//! dev-dependency: whichever of them is tested, what is below wasmtime is the same.
