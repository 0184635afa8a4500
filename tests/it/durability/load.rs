//! Tests tournaments on busy processors.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::durability::course::play;
use crate::durability::tournaments::{BUSY, wasm};
use crate::support::{assert_same_tree, is_full};

#[test]
fn a_busy_machine_costs_nobody_a_match() {
    let (threads, games) = if is_full() { (32, 20) } else { (8, 1) };
    let folder = tempfile::tempdir().unwrap();
    let mut text = String::from(
        "[tournament]\nname = \"Busy\"\ngame = \"tank-war\"\n[clock]\nper_move = \"500us\"\nper_game = \"60s\"\n",
    );
    for number in 0..2 {
        let more = "nop ".repeat(number);
        wasm(folder.path(), &format!("busy{number}"), &format!("{more}{BUSY}"));
        text.push_str(&format!("[[entrant]]\nname = \"busy {number}\"\nbot = \"busy{number}.wasm\"\n"));
    }
    text.push_str("[[entrant]]\nname = \"dice\"\nbot = \"builtin:random\"\n");
    text.push_str(&format!("[[stage]]\nformat = \"round-robin\"\ngames = {games}\n"));
    let toml = folder.path().join("busy.toml");
    fs::write(&toml, text).unwrap();
    let toml = toml.to_str().unwrap();
    let [idle, loaded] = ["idle", "loaded"].map(|name| folder.path().join(name));
    play(toml, &idle, "2");
    beside_busy_threads(threads, || drop(play(toml, &loaded, "2")));
    assert_same_tree(&idle.join("site"), &loaded.join("site"));
    let matches = fs::read_to_string(loaded.join("site/data/matches.csv")).unwrap();
    assert!(matches.lines().count() > 3 && !matches.contains("forfeit"), "{matches}");
}

/// Runs `work` while this number of threads keeps the processors busy.
fn beside_busy_threads(threads: usize, work: impl FnOnce()) {
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    std::hint::spin_loop();
                }
            });
        }
        work();
        done.store(true, Ordering::Relaxed);
    });
}

/// Under the `cpu` clock, a bot that uses two fifths of its time keeps the rest on a busy machine. The rest is 10 ms
/// per move. The time in which a hypervisor runs another virtual machine may count as the bot's. These threads take
/// more than that, so that the bot would run out of time under the `wall` clock.
#[test]
fn a_busy_machine_takes_no_processor_time_from_anybody() {
    let (threads, games) = if is_full() { (32, 20) } else { (16, 2) };
    let folder = tempfile::tempdir().unwrap();
    let two_fifths = BUSY.replacen("(call $remaining)", "(i64.mul (call $remaining) (i64.const 3))", 1);
    wasm(folder.path(), "busy", &two_fifths);
    let text = format!(
        "[tournament]\nname = \"Busy\"\ngame = \"tank-war\"\n\
         [clock]\nkind = \"cpu\"\nper_move = \"16ms\"\nper_game = \"60s\"\n\
         [[entrant]]\nname = \"busy\"\nbot = \"busy.wasm\"\n\
         [[entrant]]\nname = \"dice\"\nbot = \"builtin:random\"\n\
         [[stage]]\nformat = \"round-robin\"\ngames = {games}\n"
    );
    let toml = folder.path().join("busy.toml");
    fs::write(&toml, text).unwrap();
    let out = folder.path().join("out");
    beside_busy_threads(threads, || drop(play(toml.to_str().unwrap(), &out, "2")));
    let matches = fs::read_to_string(out.join("site/data/matches.csv")).unwrap();
    assert!(matches.lines().count() > games && !matches.contains("forfeit"), "{matches}");
}
