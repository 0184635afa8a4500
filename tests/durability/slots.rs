//! Stages that end early or lose entrants, at any number of slots.

use std::fs;

use crate::course::{begin, follow, play};
use crate::support::{assert_same_tree, top, verify};
use crate::tournaments::wasm;

#[test]
fn a_bot_that_loops_in_every_match_leaves_at_the_next_round_at_any_number_of_slots() {
    let folder = tempfile::tempdir().unwrap();
    wasm(folder.path(), "looper", "(loop br 0) unreachable");
    let mut text = String::from(
        "[tournament]\nname = \"Long\"\ngame = \"tank-war\"\nwithdraw_after_faults = 3\n\
         [clock]\nper_move = \"5ms\"\nper_game = \"50ms\"\n\
         [[entrant]]\nname = \"looper\"\nbot = \"looper.wasm\"\n",
    );
    for number in 0..7 {
        text.push_str(&format!("[[entrant]]\nname = \"dice {number}\"\nbot = \"builtin:random\"\n"));
    }
    text.push_str("[[stage]]\nformat = \"round-robin\"\ngames = 2\ncycles = 4\n");
    text.push_str("[[stage]]\nformat = \"knockout\"\n");
    let toml = folder.path().join("long.toml");
    fs::write(&toml, text).unwrap();
    let toml = toml.to_str().unwrap();
    let outs = ["1", "2", "5"].map(|jobs| {
        let out = folder.path().join(jobs);
        play(toml, &out, jobs);
        verify(&out);
        out
    });
    let matches = fs::read_to_string(outs[0].join("site/data/matches.csv")).unwrap();
    // Three faults are there after the second round, of two games each.
    let looped = matches.lines().filter(|line| line.contains("forfeit: timeout")).count();
    assert_eq!((looped, matches.lines().filter(|line| line.contains("looper")).count()), (4, 4), "{matches}");
    for out in &outs[1..] {
        assert_same_tree(&outs[0].join("site"), &out.join("site"));
    }
    let killed = folder.path().join("killed");
    let (mut child, mut lines) = begin(toml, &killed, "2");
    follow(&mut lines, 40);
    let _ = child.kill();
    child.wait().unwrap();
    play(toml, &killed, "2");
    assert_same_tree(&outs[0].join("site"), &killed.join("site"));
}

#[test]
fn a_stage_that_is_decided_ends_at_the_same_match_at_any_number_of_slots() {
    let folder = tempfile::tempdir().unwrap();
    wasm(folder.path(), "crasher", "unreachable");
    let walker = top().join("bots/tank-war/walker/walker.wasm").display().to_string();
    let mut text = format!(
        "[tournament]\nname = \"Decided\"\ngame = \"tank-war\"\n[[entrant]]\nname = \"walker\"\nbot = '{walker}'\n"
    );
    for number in 1..=5 {
        text.push_str(&format!("[[entrant]]\nname = \"crasher {number}\"\nbot = \"crasher.wasm\"\n"));
    }
    text.push_str("[[stage]]\nformat = \"round-robin\"\ngames = 2\ncycles = 4\nstop_when_decided = 1\n");
    text.push_str("[[stage]]\nformat = \"knockout\"\nadvance = 2\n");
    let toml = folder.path().join("decided.toml");
    fs::write(&toml, text).unwrap();
    let toml = toml.to_str().unwrap();
    let outs = ["1", "2", "7"].map(|jobs| {
        let out = folder.path().join(jobs);
        play(toml, &out, jobs);
        verify(&out);
        out
    });
    let matches = fs::read_to_string(outs[0].join("site/data/matches.csv")).unwrap();
    let played = matches.lines().filter(|line| line.contains("crasher")).count();
    assert!((30..120).contains(&played), "{played} of 120 matches are played\n{matches}");
    for out in &outs[1..] {
        assert_same_tree(&outs[0].join("site"), &out.join("site"));
    }
    // Run again, it has nothing to do.
    let (child, mut lines) = begin(toml, &outs[2], "2");
    let told = std::io::read_to_string(&mut lines).unwrap();
    assert!(child.wait_with_output().unwrap().status.success());
    assert!(!told.contains("\"played\""), "{told}");
    assert_same_tree(&outs[0].join("site"), &outs[2].join("site"));
}

#[test]
fn a_stage_that_is_precise_ends_at_the_same_match_at_any_number_of_slots_and_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = String::from("[tournament]\nname = \"Precise\"\ngame = \"tank-war\"\nseed = 4\n");
    for number in 1..=4 {
        text.push_str(&format!("[[entrant]]\nname = \"dice {number}\"\nbot = \"builtin:random\"\n"));
    }
    text.push_str("[[stage]]\nformat = \"round-robin\"\ngames = 2\ncycles = 50\nstop_when_precise = 80\n");
    text.push_str("[[stage]]\nformat = \"ladder\"\nbudget = 600\nbatch = 4\nstop_when_precise = 80\n");
    let toml = folder.path().join("precise.toml");
    fs::write(&toml, text).unwrap();
    let toml = toml.to_str().unwrap();
    let outs = ["1", "2", "7"].map(|jobs| {
        let out = folder.path().join(jobs);
        play(toml, &out, jobs);
        verify(&out);
        out
    });
    let matches = fs::read_to_string(outs[0].join("site/data/matches.csv")).unwrap();
    let played = matches.lines().filter(|line| line.contains("dice")).count();
    assert!((150..600).contains(&played), "{played} of 1200 matches are played\n{matches}");
    let page = fs::read_to_string(outs[0].join("site/index.html")).unwrap();
    let told = "stopped early, as every rating is known to within ± 80 Elo (95 % intervals)";
    assert_eq!(page.matches(told).count(), 2);
    for out in &outs[1..] {
        assert_same_tree(&outs[0].join("site"), &out.join("site"));
    }
    for after in [30, 170] {
        let killed = folder.path().join(format!("killed {after}"));
        let (mut child, mut lines) = begin(toml, &killed, "2");
        follow(&mut lines, after);
        let _ = child.kill();
        child.wait().unwrap();
        play(toml, &killed, "2");
        assert_same_tree(&outs[0].join("site"), &killed.join("site"));
    }
}
