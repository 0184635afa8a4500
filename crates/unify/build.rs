//! Cargo looks at build dependencies only where there is a build script.

fn main() {}
