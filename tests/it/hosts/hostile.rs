//! Tests calls with good and bad pointers, and bots that fail, in both hosts.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use game::{PerSeat, Rules};
use referee::{Limits, Ticks};
use sandbox::{Caps, Sandbox, SandboxOptions, interface};
use serde_json::Value;

use crate::hosts::asked::{Arena, Asked, Entrant, due};
use crate::hosts::probe::{self, ARGUMENTS};
use crate::hosts::scripts::answers;
use crate::support::top;

fn arena(plies: u32, memory: u64) -> Arena {
    let long = Some(Ticks(100 * Ticks::PER_SECOND));
    let limits = Limits { plies, memory, ..Limits::default() }.with_times(long, long);
    Arena { sandbox: Sandbox::new(&SandboxOptions::default()).unwrap(), limits }
}

/// Assembles a module's text, and returns its file.
fn assembled(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.wasm"));
    fs::write(&path, wat::parse_str(text).unwrap_or_else(|error| panic!("{name}: {error}"))).unwrap();
    path
}

#[test]
fn every_host_call_answers_alike_to_good_and_bad_pointers() {
    // Three plies, so that there is a history.
    let arena = arena(3, 1 << 20);
    let file = assembled("every-call", &probe::text());
    let bot = arena.sandbox.admit(&fs::read(&file).unwrap(), &Caps::default()).unwrap().unwrap();
    let game = games::find("tank-war").unwrap();
    let mut asked = Vec::new();
    for (function, (_, name, _)) in probe::functions().into_iter().enumerate() {
        for (index, arguments) in ARGUMENTS.iter().enumerate() {
            let settings = Arc::from(probe::settings(function, index));
            let entrant = Entrant { file: &file, bot: bot.clone(), settings };
            let start = game.start(&Rules::defaults(game.options()));
            let PerSeat([first, _]) = arena.play(game, start, 7, PerSeat::new(&entrant, &entrant));
            asked.push((name, arguments, first));
        }
    }
    let failed = |one: &Asked, word: &str| {
        one.answers
            .iter()
            .any(|answer| answer.result.as_ref().is_err_and(|failure| failure.fault.to_string() == word))
    };
    for fault in ["bad-pointer", "exit"] {
        assert!(asked.iter().any(|(.., one)| failed(one, fault)), "some call is the fault {fault}");
    }
    let Some(found) = answers("play.js", asked.iter().map(|(.., one)| &one.question)) else { return };
    for ((name, arguments, one), found) in asked.iter().zip(found) {
        assert_eq!(found, due(one), "{name} of {arguments:?}");
    }
}

/// Faults that a browser reports differently from the sandbox, with the reasons.
const OTHERWISE: &[(&str, &str)] = &[
    // It does not learn that a growth was refused.
    ("memory-bomb", "trap(unreachable)"),
    ("growth-beyond-4-gib", "trap(memory-out-of-bounds)"),
    ("table-bomb", "trap(unreachable)"),
    // The bits of a NaN depend on the machine.
    ("nan-bits", "trap(unreachable)"),
    // It reports an empty entry and one of another type in the same way.
    ("bad-signature", "trap(null-call)"),
];

/// Bots that only a clock ends. In a browser, the page does; see the tests of `play.html`.
const ENDLESS: &[&str] = &[";; fault: timeout", ";; fault: start-timeout", ";; fault: slow"];

#[test]
fn hostile_bots_fail_alike() {
    let arena = arena(4, 2 << 20);
    let game = games::find("tank-war").unwrap();
    let mut asked = Vec::new();
    let mut fixtures: Vec<PathBuf> =
        fs::read_dir(top().join("tests/hostile")).unwrap().map(|entry| entry.unwrap().path()).collect();
    fixtures.sort();
    for path in fixtures {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = fs::read_to_string(&path).unwrap();
        if name.starts_with("refused-") || ENDLESS.iter().any(|expectation| text.starts_with(expectation)) {
            continue;
        }
        let file = assembled(&format!("hostile-{name}"), &text);
        let bot = arena.sandbox.admit(&fs::read(&file).unwrap(), &Caps::default()).unwrap().unwrap();
        if bot.sizes().program {
            continue; // Refused in a browser.
        }
        let entrant = Entrant { file: &file, bot, settings: Arc::from("depth=4") };
        let start = game.start(&Rules::defaults(game.options()));
        let PerSeat([first, _]) = arena.play(game, start, 7, PerSeat::new(&entrant, &entrant));
        asked.push((name, first));
    }
    let Some(found) = answers("play.js", asked.iter().map(|(_, one)| &one.question)) else { return };
    for ((name, one), found) in asked.iter().zip(found) {
        let fault = |told: &Value| {
            let last = told["answers"].as_array().unwrap().last().unwrap();
            last["fault"].as_str().unwrap_or("none").to_owned()
        };
        let of_the_sandbox = fault(&due(one));
        let expected =
            OTHERWISE.iter().find(|(other, _)| other == name).map_or(&*of_the_sandbox, |(_, fault)| *fault);
        assert_eq!(fault(&found), expected, "{name}: {found}");
        assert_eq!(found["log"], due(one)["log"], "{name}: the log");
    }
}

/// Returns a bot that writes a trace and a line with an invalid byte to standard error, waits for a clock, and gives
/// up.
fn complaining(end: &str) -> String {
    format!(
        r#"(module
            (import "wasi_snapshot_preview1" "fd_write" (func $write (param i32 i32 i32 i32) (result i32)))
            (import "wasi_snapshot_preview1" "poll_oneoff" (func $poll (param i32 i32 i32 i32) (result i32)))
            (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
            (memory (export "memory") 1)
            (data (i32.const 64) "\60\00\00\00\28\00\00\00")
            (data (i32.const 96) "  at choose (bot.c:7)\0a bot.c:7: \ffbad\09\0a \0a")
            (data (i32.const 200) "a wait whose owner is this")
            (func (export "muster_buffer") (param i32) (result i32) i32.const 1024)
            (func (export "muster_choose") (param i32) (result i64)
                (drop (call $write (i32.const 2) (i32.const 64) (i32.const 1) (i32.const 0)))
                (if (i32.ne (call $poll (i32.const 200) (i32.const 400) (i32.const 1) (i32.const 0)) (i32.const 0))
                    (then (return (i64.const -1))))
                (if (i64.ne (i64.load (i32.const 200)) (i64.load (i32.const 400))) (then (return (i64.const -2))))
                {end}))"#
    )
}

#[test]
fn a_fault_quotes_the_last_line_of_standard_error_alike() {
    let arena = arena(4, 2 << 20);
    let game = games::find("tank-war").unwrap();
    let ends = ["(call $exit (i32.const 3)) unreachable", "unreachable"];
    let asked: Vec<Asked> = ends
        .iter()
        .enumerate()
        .map(|(number, end)| {
            let file = assembled(&format!("complaining-{number}"), &complaining(end));
            let bot = arena.sandbox.admit(&fs::read(&file).unwrap(), &Caps::default()).unwrap().unwrap();
            let entrant = Entrant { file: &file, bot, settings: Arc::from("") };
            let start = game.start(&Rules::defaults(game.options()));
            let PerSeat([first, _]) = arena.play(game, start, 7, PerSeat::new(&entrant, &entrant));
            first
        })
        .collect();
    let detail = |told: &Value| told["answers"][0]["detail"].as_str().unwrap_or_default().to_owned();
    let quote = "bot.c:7: \u{fffd}bad (";
    for one in &asked {
        assert!(detail(&due(one)).starts_with(quote), "{}", due(one));
    }
    let Some(found) = answers("play.js", asked.iter().map(|one| &one.question)) else { return };
    assert_eq!(detail(&found[0]), detail(&due(&asked[0])));
    // The rest of the line is in the browser's own words for a trap.
    assert!(detail(&found[1]).starts_with(&format!("{quote}wasm trap: ")), "{}", found[1]);
}

#[test]
fn the_scripts_know_the_same_interface() {
    let Some(found) = answers("interface.js", &[Value::Null]) else { return };
    let mut due = serde_json::Map::new();
    for (module, name, (parameters, results)) in probe::functions() {
        let functions = due.entry(module).or_insert_with(|| Value::Object(serde_json::Map::new()));
        functions[name] = format!("{parameters}:{results}").into();
    }
    assert_eq!(found[0]["imports"], Value::Object(due));
    assert_eq!(found[0]["settingsMax"], interface::SETTINGS_MAX);
}
