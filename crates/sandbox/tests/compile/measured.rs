//! Admits a module in a process that does nothing else, and reports the resources used.

use sandbox::{Caps, Sandbox, SandboxOptions};

use crate::{child, common};

/// The argument that makes this program admit one module, passed on standard input, and report the resources used.
pub(crate) const MEASURED: &str = "part:measured";

/// Resources used to admit a module in a process that does nothing else.
#[cfg(target_os = "linux")]
pub(crate) struct Measured {
    pub(crate) refusal: String,
    /// Processor time of the process itself in milliseconds.
    pub(crate) processor: u64,
    /// Growth of its peak resident memory, in bytes.
    pub(crate) memory: u64,
}

#[cfg(target_os = "linux")]
pub(crate) fn admit_measured() {
    use std::io::Read;
    let mut module = Vec::new();
    std::io::stdin().read_to_end(&mut module).expect("a module");
    let options = SandboxOptions { compiler: child(1, 1 << 30), instances: 8, ..SandboxOptions::default() };
    let sandbox = Sandbox::new(&options).expect("a host that can run bots");
    let processor = || {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
    };
    let (time, memory) = (processor(), common::peak_memory().expect("Linux tells"));
    let refusal = sandbox.admit(&module, &Caps::default()).expect("no host failure").expect_err("refused");
    let grown = common::peak_memory().expect("Linux tells") - memory;
    println!("{} {grown} {refusal}", processor() - time);
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn admit_measured() {}

#[cfg(target_os = "linux")]
pub(crate) fn measure(module: &[u8]) -> Measured {
    use std::io::Write;
    use std::process::Stdio;

    use crate::this_program;

    let mut admitting =
        this_program(MEASURED).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
    admitting.stdin.take().expect("a pipe").write_all(module).expect("it reads");
    let output = admitting.wait_with_output().expect("it ends");
    let told = String::from_utf8(output.stdout).expect("text");
    let mut words = told.trim().splitn(3, ' ');
    let mut next = || words.next().expect("three words");
    let mut number = || next().parse().expect("a number");
    let (processor, memory) = (number(), number());
    println!("  {} bytes: {processor} ms of processor time, {} KiB more memory", module.len(), memory >> 10);
    Measured { refusal: next().to_owned(), processor, memory }
}
