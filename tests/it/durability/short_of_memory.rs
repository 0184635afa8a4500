//! Tests a host with too little memory: matches are void, and no bot loses one because of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::{muster, run, told, verify};

/// Names the first of its tanks that can move. It needs 200 MiB, and does not play without.
const GREEDY: &str = r#"(module
    (memory (export "memory") 1)
    (func (export "muster_buffer") (param i32) (result i32) i32.const 1024)
    (func (export "muster_choose") (param i32) (result i64)
        (if (i32.eq (memory.size) (i32.const 1)) (then
            (if (i32.eq (memory.grow (i32.const 3200)) (i32.const -1)) (then unreachable))))
        (i64.extend_i32_u (i32.ctz (i32.load8_u offset=1093 (i32.load8_u offset=1032 (i32.const 0)))))))"#;

const TEXT: &str = "[tournament]\nname = \"Memory\"\ngame = \"tank-war\"\nseed = 5\n\
    [limits]\nmemory = \"256MiB\"\n\
    [[entrant]]\nname = \"greedy\"\nbot = \"greedy.wasm\"\n\
    [[entrant]]\nname = \"too\"\nbot = \"greedy.wasm\"\n\
    [[entrant]]\nname = \"modest\"\nbot = \"builtin:random\"\n\
    [[stage]]\nformat = \"round-robin\"\ngames = 2\n";

/// Returns the program under a limit of the shell.
fn limited(limit: &str, arguments: &[&str]) -> (i32, String, String) {
    let program = muster();
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("ulimit {limit} && exec \"$0\" \"$@\""));
    shell.arg(program.get_program()).args(arguments);
    shell.envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
    told(&shell.output().unwrap())
}

/// The continuation of the run without the limit.
enum Then {
    /// The same command plays the rest.
    GoesOn,
    /// The run was played with code that checks bounds, and starts again with code that does not need to.
    BeginsAnew,
}

fn check(limit: &str, then: &Then) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("greedy.wasm"), wat::parse_str(GREEDY).unwrap()).unwrap();
    let toml = folder.path().join("memory.toml");
    fs::write(&toml, TEXT).unwrap();
    let arguments = |out: &PathBuf| {
        ["run", toml.to_str().unwrap(), "--jobs", "2", "--out", out.to_str().unwrap()].map(str::to_owned)
    };
    let play = |out: &PathBuf| {
        let (code, _, err) = run(&arguments(out).each_ref().map(String::as_str));
        assert_eq!(code, 0, "{err}");
        verify(out);
        exported(out)
    };
    let (short, whole) = (folder.path().join("short"), folder.path().join("whole"));
    let (code, _, err) = limited(limit, &arguments(&short).each_ref().map(String::as_str));
    assert_eq!(code, 3, "{limit}: {err}");
    assert!(err.contains("the host failed three times at"), "{limit}: {err}");
    assert!(err.contains("a growth of memory within the bot's limit failed"), "{limit}: {err}");
    if let Then::BeginsAnew = then {
        let (code, _, err) = run(&arguments(&short).each_ref().map(String::as_str));
        assert_eq!(code, 1, "{limit}: {err}");
        assert!(err.contains("bounds=checked") && err.contains("--fresh"), "{limit}: {err}");
        let mut fresh = arguments(&short).to_vec();
        fresh.push("--fresh".to_owned());
        let (code, _, err) = run(&fresh.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(code, 0, "{limit}: {err}");
    }
    // With enough memory, the result is the usual one.
    assert!(play(&short) == play(&whole), "{limit}");
}

/// Returns the whole report of a run.
fn exported(out: &Path) -> std::collections::BTreeMap<PathBuf, Vec<u8>> {
    crate::support::tree(&out.join("site"))
}

#[test]
fn a_host_without_memory_for_data_costs_nobody_a_match() {
    check("-S -d 300000", &Then::GoesOn);
}

#[test]
fn a_host_without_address_space_costs_nobody_a_match() {
    check("-S -v 400000", &Then::BeginsAnew);
}
