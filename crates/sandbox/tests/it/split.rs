//! A large module is split into state and code. Its behavior does not change, and modules with the same code share
//! its machine code.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use game::Seat;
use referee::{Limits, Record};
use sandbox::{Bot, Caps, Sandbox, SandboxOptions};

/// Bots of each kind: those that play, those that trap in each part of the interface, and those that want memory.
const BOTS: [&str; 24] = [
    "bad-buffer",
    "bad-conversion",
    "bad-pointer-legal-actions",
    "bad-signature",
    "data-out-of-bounds",
    "deep-recursion",
    "division-by-zero",
    "early-answer",
    "endless-loop",
    "exit",
    "floats",
    "growth-beyond-4-gib",
    "honest",
    "initialize-loop",
    "log-flood",
    "loop-on-move-17",
    "memory-at-once",
    "memory-bomb",
    "memory-fill-out-of-bounds",
    "memory-out-of-bounds-beside-a-stack",
    "nan-bits",
    "null-call",
    "probe",
    "program-first-legal",
];

fn text(name: &str) -> String {
    std::fs::read_to_string(common::hostile().join(format!("{name}.wat"))).unwrap()
}

fn padded(text: &str, more: &str) -> Vec<u8> {
    wat::parse_str(common::padded(text, more)).unwrap()
}

/// Everything in a match that must not differ. Offsets in backtraces count the padding; names do not.
fn course(bot: &Bot) -> String {
    let Record { verdict, played, spent, losses, closings, .. } =
        common::against_first(bot, &Limits { log: 4_096, ..Limits::default() });
    let loss = losses[Seat::First].as_deref().map(|loss| {
        let names = loss.failure.backtrace.iter().map(|frame| frame.split(" (byte").next().unwrap());
        (loss.failure.fault, loss.failure.detail.as_str(), names.collect::<Vec<_>>(), loss.spent)
    });
    format!("{verdict:?}\n{played:?}\n{spent:?}\n{loss:?}\n{closings:?}")
}

#[test]
fn a_split_module_plays_as_a_whole_one_does() {
    for name in BOTS {
        let text = text(name);
        let whole = common::admit(&wat::parse_str(&text).unwrap()).unwrap();
        let split = common::admit(&padded(&text, "")).unwrap();
        assert_eq!(course(&split), course(&whole), "{name}");
    }
}

#[test]
fn modules_that_differ_in_data_share_their_machine_code() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Some(folder.path().join("code"));
    let options = SandboxOptions { instances: 8, cache, ..SandboxOptions::default() };
    let sandbox = Sandbox::new(&options).unwrap();
    let text = text("honest");
    let admit = |sandbox: &Sandbox, more: &str| {
        sandbox.admit(&padded(&text, more), &Caps::default()).unwrap().unwrap()
    };
    let first = admit(&sandbox, "");
    assert!(!first.making().cached && !first.making().shared, "its code is compiled");
    let second = admit(&sandbox, "(data (i32.const 60000) \"other\")");
    assert!(!second.making().cached && second.making().shared, "another module, the same code");
    assert_eq!(course(&second), course(&first));
    let other = admit(&sandbox, "(func nop)");
    assert!(!other.making().shared, "other code");
    // In a second process the code comes from the folder.
    drop((first, second, other));
    let later = admit(&Sandbox::new(&options).unwrap(), "(data (i32.const 60000) \"a third\")");
    assert!(!later.making().cached && later.making().shared);
}

/// Simulates two processes that are started at the same time.
#[test]
fn who_wants_the_same_machine_code_at_the_same_time_waits_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let options =
        SandboxOptions { instances: 8, cache: Some(folder.path().join("code")), ..SandboxOptions::default() };
    let text = text("honest");
    let admit = |data: &str| {
        let module = padded(&text, &format!("(data (i32.const 60000) \"{data}\")"));
        Sandbox::new(&options).unwrap().admit(&module, &Caps::default()).unwrap().unwrap()
    };
    let bots = std::thread::scope(|scope| {
        let admitted = ["one", "two", "three"].map(|data| scope.spawn(move || admit(data)));
        admitted.map(|bot| bot.join().unwrap())
    });
    assert_eq!(bots.iter().filter(|bot| !bot.making().shared).count(), 1, "one of them has made it");
    let left = std::fs::read_dir(folder.path().join("code")).unwrap().map(|entry| entry.unwrap().path());
    assert!(left.into_iter().all(|path| path.extension().is_some_and(|end| end == "decided")));
}
