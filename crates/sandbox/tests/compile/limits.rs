//! Limits of a child, and its ending.

use game::Seat;
use referee::Limits;
use sandbox::{Caps, Compiler, HostError, Sandbox, SandboxOptions, Undecided};

use crate::common;
use crate::cost;
use crate::measured::{Measured, measure};
use crate::modules::{branch_tables, large_script, many_functions, many_locals, nested_blocks, slow_module};
use crate::{admit, child, wide_open};

pub(crate) fn the_child_compiles_what_this_process_compiles() {
    for module in ["honest", "floats"] {
        let module = common::fixture(module);
        let here = admit(Compiler::InProcess, &module).expect("no host failure").expect("admitted");
        let there = admit(child(30, 1 << 30), &module).expect("no host failure").expect("admitted");
        assert_eq!(here.hash(), there.hash());
        assert_eq!(here.making().code, there.making().code);
    }
}

pub(crate) fn a_child_that_writes_without_end() {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().expect("a folder");
        let program = folder.path().join("endless");
        std::fs::write(&program, "#!/bin/sh\nexec /bin/cat /dev/zero\n").expect("written");
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o700)).expect("permissions");
        let compiler = Compiler::Child { program, seconds: 1, bytes: 1 << 30 };
        let options = SandboxOptions { compiler, instances: 8, ..SandboxOptions::default() };
        let sandbox = Sandbox::new(&options).expect("a host that can run bots");
        let caps = Caps { code: 1 << 20, ..Caps::default() };
        let error = sandbox.admit(&common::fixture("honest"), &caps).expect_err("no answer");
        let HostError::Compiler { source, .. } = error else { panic!("{error}") };
        assert!(source.to_string().contains("it wrote more than"), "{source}");
    }
}

/// Machine code is larger than its module; no other cap bounds how much larger.
pub(crate) fn machine_code_past_its_cap_is_refused() {
    let module = slow_module(20, 50);
    for compiler in [Compiler::InProcess, child(30, 1 << 30)] {
        let options = SandboxOptions { compiler, instances: 8, ..SandboxOptions::default() };
        let sandbox = Sandbox::new(&options).expect("a host that can run bots");
        let code =
            sandbox.admit(&module, &wide_open()).expect("no host failure").expect("admitted").making().code;
        let admit = |code| sandbox.admit(&module, &Caps { code, ..wide_open() }).expect("no host failure");
        assert!(admit(code).is_ok());
        let refusal = admit(code - 1).expect_err("refused").to_string();
        let expected =
            format!("the module compiles to {code} bytes of machine code; at most {} are admitted", code - 1);
        assert_eq!(refusal, expected);
    }
}

/// A module within the caps of a script can be compiled by a child.
pub(crate) fn a_module_at_the_caps_of_a_script_is_compiled() {
    let caps = Caps::script();
    // Two of the functions are exports.
    let module = large_script(caps.functions as u32 - 2, caps.data_segments as u32);
    let options = SandboxOptions { compiler: child(30, 1 << 30), instances: 2, ..SandboxOptions::default() };
    let sandbox = Sandbox::new(&options).expect("a host that can run bots");
    let bot = sandbox.admit(&module, &caps).expect("no host failure").expect("admitted");
    assert_eq!((bot.sizes().functions, bot.sizes().data_segments), (caps.functions, caps.data_segments));
    let record = common::against_first(&bot, &Limits::default());
    assert_eq!(record.losses[Seat::First], None, "no failure before the second move");
}

pub(crate) fn a_slow_module_is_stopped_at_its_processor_time() {
    let stopped = admit(child(1, 1 << 30), &slow_module(3_000, 300)).expect("no host failure");
    assert_eq!(stopped.map(|bot| bot.making()), Err(Undecided::Time { seconds: 1 }.into()));
}

pub(crate) fn a_large_module_is_stopped_at_its_memory() {
    let bytes = 128 << 20;
    let stopped = admit(child(600, bytes), &cost::large()).expect("no host failure");
    assert_eq!(stopped.map(|bot| bot.making()), Err(Undecided::Memory { bytes }.into()));
}

pub(crate) fn a_child_that_cannot_start_is_the_hosts_failure() {
    let compiler = Compiler::Child { program: "/nonexistent/muster".into(), seconds: 1, bytes: 1 << 30 };
    assert!(matches!(admit(compiler, &common::fixture("honest")), Err(HostError::Compiler { .. })));
}

pub(crate) fn a_child_that_is_another_program() {
    let compiler = Compiler::Child { program: "/bin/false".into(), seconds: 1, bytes: 1 << 30 };
    assert!(matches!(admit(compiler, &common::fixture("honest")), Err(HostError::Compiler { .. })));
}

/// Modules of less than a mebibyte that would keep the compiler busy for half a minute and more are refused before
/// much time or memory is used.
pub(crate) fn what_would_compile_for_a_minute_is_refused_at_once() {
    #[cfg(target_os = "linux")]
    for (name, module, expected) in [
        (
            "200,000 functions of 1,000 parameters",
            many_functions(200_000, 1_000),
            "200000 functions; at most 10000",
        ),
        ("10,000 functions of 49,000 locals", many_locals(10_000, 49_000), "49000 locals; at most 256"),
        (
            "functions of one branch each, with a hundred thousand targets of 1,000 results",
            branch_tables(5, 100_000, 1_000),
            "a function type has 1000 results; at most 16",
        ),
        (
            "the same within the caps of types and functions",
            branch_tables(17, 60_000, 16),
            "16320272 values carried by branches, blocks and calls; at most 16000000",
        ),
        ("120,000 nested blocks", nested_blocks(120_000), "120000 blocks inside one another; at most 1000"),
    ] {
        assert!(module.len() < 1 << 20, "{name}: {} bytes", module.len());
        let Measured { refusal, processor, memory } = measure(&module);
        assert!(refusal.contains(expected), "{name}: {refusal}");
        assert!(processor < 1_000, "{name}: {processor} ms");
        assert!(memory < 32 << 20, "{name}: {memory} bytes");
    }
}

/// Regression: for modules of a few kilobytes within every cap, only the compiler's clock knew that they are too
/// much. The decision about them needs neither a clock nor a compiler.
pub(crate) fn what_costs_too_much_to_compile_is_refused_by_an_estimate() {
    for (name, module) in cost::too_costly() {
        let found = sandbox::inspect(&module, &Caps::standard()).expect_err(name).to_string();
        assert!(found.starts_with("the module has "), "{name}: {found}");
        assert!(
            found.ends_with(" units of compiling cost; at most 30000000 are admitted"),
            "{name}: {found}"
        );
        assert!(module.len() < 64 << 10, "{name}");
    }
    for (name, module) in cost::families(1) {
        let Ok(sizes) = sandbox::inspect(&module, &wide_open()) else { continue };
        let again = sandbox::inspect(&module, &wide_open()).map(|sizes| sizes.compile_cost);
        assert_eq!(again, Ok(sizes.compile_cost), "{name}");
        assert!(sizes.compile_cost > 100, "{name}");
    }
}

/// No hostile bot and no sample bot gets another verdict on a machine that is five times slower.
pub(crate) fn a_machine_that_is_five_times_slower_decides_alike() {
    let sandbox = |compiler| {
        let options = SandboxOptions { compiler, instances: 2, ..SandboxOptions::default() };
        Sandbox::new(&options).expect("a host that can run bots")
    };
    let usual = child(sandbox::COMPILE_SECONDS, sandbox::COMPILE_BYTES);
    let (here, slow) = (sandbox(usual.clone()), sandbox(usual.slower(5)));
    let modules = common::every_module();
    assert!(modules.len() > 90, "{}", modules.len());
    for (name, module) in modules {
        let decide = |sandbox: &Sandbox| {
            let decided = sandbox.admit(&module, &Caps::default()).expect("no host failure");
            decided.map(|bot| (bot.making().code, bot.sizes().clone()))
        };
        let decided = decide(&here);
        assert_eq!(decide(&slow), decided, "{name}");
        if let Ok((_, sizes)) = decided {
            assert!(sizes.compile_cost < Caps::default().compile_cost / 10, "{name}: {}", sizes.compile_cost);
        }
    }
}

/// A module within all caps takes the compiler longer than its limit: the child is stopped, nothing is decided, and
/// the host is not affected.
pub(crate) fn what_compiles_slowly_below_every_cap_is_stopped() {
    let module = slow_module(400, 280);
    assert!(sandbox::inspect(&module, &Caps::default()).is_ok(), "no cap objects");
    #[cfg(target_os = "linux")]
    {
        let Measured { refusal, processor, memory } = measure(&module);
        assert_eq!(refusal, Undecided::Time { seconds: 1 }.to_string());
        assert!(processor < 1_000, "{processor} ms in the host");
        assert!(memory < 32 << 20, "{memory} bytes in the host");
    }
}
