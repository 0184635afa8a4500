//! Tests jumps of the system time: an hour back, a day forward. (`main_job.rs` tests a run that is stopped and
//! continued.)

use std::fs;
use std::process::Stdio;

use crate::durability::course::{follow, play, start};
use crate::durability::shim::Faulty;
use crate::durability::tournaments::{BUSY, wasm};
use crate::support::{assert_same_tree, skip};

/// The time at which the busy bot stops, and its replacement here: after 0.8 ms. The smallest jump is far longer than a
/// move may take, and a move may take far longer than 0.8 ms could become on a loaded machine.
const FOUR_FIFTHS: &str = "(i64.div_s (call $remaining) (i64.const 5))";
const A_LITTLE: &str = "(i64.sub (call $remaining) (i64.const 800000))";

/// Plays under a clock in three parts: on time, an hour back, and with a system time that is a day off at every other
/// reading. Returns the matches. If the clock makes them repeatable, they equal those without jumps.
fn jump_under(clock: &str) {
    assert!(BUSY.contains(FOUR_FIFTHS));
    let folder = tempfile::tempdir().unwrap();
    wasm(folder.path(), "busy", &BUSY.replacen(FOUR_FIFTHS, A_LITTLE, 1));
    let text = format!(
        "[tournament]\nname = \"Jumps\"\ngame = \"tank-war\"\n\
         [clock]\nkind = \"{clock}\"\nper_move = \"10s\"\nper_game = \"60s\"\n\
         [[entrant]]\nname = \"busy\"\nbot = \"busy.wasm\"\n\
         [[entrant]]\nname = \"dice\"\nbot = \"builtin:random\"\n\
         [[stage]]\nformat = \"round-robin\"\ngames = 20\n"
    );
    let toml = folder.path().join("jumps.toml");
    fs::write(&toml, text).unwrap();
    let toml = toml.to_str().unwrap();
    let out = folder.path().join("run");
    let faulty = match Faulty::within(&out) {
        Ok(faulty) => faulty,
        Err(why) => return skip(why),
    };
    let arguments = ["run", toml, "--out", out.to_str().unwrap(), "--jobs", "1", "--json"];
    for offsets in ["jump 0 0", "jump -3600 -3600"] {
        let mut command = faulty.muster(offsets);
        command.args(arguments).stderr(Stdio::null());
        let (mut child, mut lines) = start(command);
        // A late first kill leaves fewer events to follow.
        assert!(follow(&mut lines, 4) > 0);
        let _ = child.kill();
        child.wait().unwrap();
    }
    let (code, _, err) = faulty.run("jump -3600 86400", &arguments);
    assert_eq!(code, 0, "{err}");
    assert!(faulty.calls() > 0, "nobody looked at the calendar that jumps");
    let matches = fs::read_to_string(out.join("site/data/matches.csv")).unwrap();
    assert!(matches.lines().count() == 21 && !matches.contains("forfeit"), "{matches}");
    if clock == "fuel" {
        let unmoved = folder.path().join("unmoved");
        play(toml, &unmoved, "1");
        assert_same_tree(&unmoved.join("site"), &out.join("site"));
    }
}

#[test]
fn a_calendar_that_jumps_changes_nothing_under_fuel() {
    jump_under("fuel");
}

#[test]
fn a_calendar_that_jumps_costs_nobody_a_match_under_cpu() {
    jump_under("cpu");
}
