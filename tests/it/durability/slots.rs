//! Tests stages that end early or lose entrants, with any number of slots.

use std::fs;
use std::path::{Path, PathBuf};

use crate::durability::course::{begin, follow, play};
use crate::durability::tournaments::wasm;
use crate::support::{assert_same_tree, top, tree, verify};

/// Plays a tournament on one slot, two and seven, and compares. Returns the path of its text and that of one run.
fn play_at_any_number_of_slots(folder: &Path, text: &str) -> (String, PathBuf) {
    let toml = folder.join("cup.toml");
    fs::write(&toml, text).unwrap();
    let toml = toml.display().to_string();
    let [one, two, seven] = ["1", "2", "7"].map(|jobs| {
        let out = folder.join(jobs);
        play(&toml, &out, jobs);
        verify(&out);
        out
    });
    for other in [two, seven] {
        assert_same_tree(&one.join("site"), &other.join("site"));
    }
    (toml, one)
}

/// Kills a run after this number of events, resumes it, and compares.
fn kill_and_go_on(toml: &str, whole: &Path, after: usize) {
    let killed = whole.with_file_name(format!("killed {after}"));
    let (mut child, mut lines) = begin(toml, &killed, "2");
    follow(&mut lines, after);
    let _ = child.kill();
    child.wait().unwrap();
    play(toml, &killed, "2");
    assert_same_tree(&whole.join("site"), &killed.join("site"));
}

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
    let (toml, whole) = play_at_any_number_of_slots(folder.path(), &text);
    let matches = fs::read_to_string(whole.join("site/data/matches.csv")).unwrap();
    // There are three faults after the second round, which has two games in each pairing.
    let looped = matches.lines().filter(|line| line.contains("forfeit: timeout")).count();
    assert_eq!((looped, matches.lines().filter(|line| line.contains("looper")).count()), (4, 4), "{matches}");
    kill_and_go_on(&toml, &whole, 40);
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
    let (toml, whole) = play_at_any_number_of_slots(folder.path(), &text);
    let matches = fs::read_to_string(whole.join("site/data/matches.csv")).unwrap();
    let played = matches.lines().filter(|line| line.contains("crasher")).count();
    assert!((30..120).contains(&played), "{played} of 120 matches are played\n{matches}");
    // A second run has nothing to do.
    let site = tree(&whole.join("site"));
    let (child, mut lines) = begin(&toml, &whole, "2");
    let told = std::io::read_to_string(&mut lines).unwrap();
    assert!(child.wait_with_output().unwrap().status.success());
    assert!(!told.contains("\"played\""), "{told}");
    assert!(tree(&whole.join("site")) == site);
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
    let (toml, whole) = play_at_any_number_of_slots(folder.path(), &text);
    let matches = fs::read_to_string(whole.join("site/data/matches.csv")).unwrap();
    let played = matches.lines().filter(|line| line.contains("dice")).count();
    assert!((150..600).contains(&played), "{played} of 1200 matches are played\n{matches}");
    let page = fs::read_to_string(whole.join("site/index.html")).unwrap();
    let told = "stopped early, as every rating is known to within ± 80 Elo (95 % intervals)";
    assert_eq!(page.matches(told).count(), 2);
    for after in [30, 170] {
        kill_and_go_on(&toml, &whole, after);
    }
}
