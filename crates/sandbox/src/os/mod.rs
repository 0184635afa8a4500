//! What only one operating system offers. Everything else in the crate is the same everywhere.

#[cfg(unix)]
mod unix;
#[cfg(unix)]
pub(crate) use unix::thread_cpu_nanos;

#[cfg(not(unix))]
mod other;
#[cfg(not(unix))]
pub(crate) use other::thread_cpu_nanos;
