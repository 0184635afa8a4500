//! Tournaments of all formats, small enough to be played many times.

use std::fs;
use std::path::Path;

use crate::support::top;

/// The formats, each with settings for a run of some dozens of matches. The last three repeat formats with an early end,
/// with withdrawals after faults, and with several stages.
pub(crate) const FORMATS: [(&str, &str); 11] = [
    ("round-robin", "[[stage]]\nformat = \"round-robin\"\ngames = 4\n"),
    ("groups", "[[stage]]\nformat = \"groups\"\ngroups = 2\ngames = 6\n"),
    ("swiss", "[[stage]]\nformat = \"swiss\"\nrounds = 4\ngames = 4\n"),
    ("knockout", "[[stage]]\nformat = \"knockout\"\nbest_of = 9\nthird_place = true\n"),
    ("double-elimination", "[[stage]]\nformat = \"double-elimination\"\nbest_of = 5\n"),
    ("gauntlet", "[[stage]]\nformat = \"gauntlet\"\nchallengers = [\"walker\", \"dice 1\"]\ngames = 6\n"),
    ("ladder", "[[stage]]\nformat = \"ladder\"\nbudget = 64\nbatch = 4\n"),
    (
        "pairings",
        "[[stage]]\nformat = \"pairings\"\ngames = 6\npairs = [[\"walker\", \"dice 1\"], [\"dice 2\", \"walker\"], \
         [\"scatter\", \"crasher\"], [\"dice 1\", \"walker\"], [\"dice 3\", \"dice 4\"]]\n",
    ),
    ("stops early", "[[stage]]\nformat = \"swiss\"\nrounds = 6\ngames = 4\nstop_when_decided = 1\n"),
    ("takes out", "[[stage]]\nformat = \"round-robin\"\ngames = 4\n"),
    (
        "stages",
        "[[stage]]\nformat = \"groups\"\ngroups = 2\ngames = 2\n[[stage]]\nformat = \"knockout\"\nadvance = 4\n",
    ),
];

/// A tournament of seven entrants, three of them wasm bots.
pub(crate) fn tournament(folder: &Path, name: &str, stages: &str) -> String {
    let bot = |name: &str| top().join(format!("bots/tank-war/{name}/{name}.wasm")).display().to_string();
    let mut text = String::from("[tournament]\nname = \"Durable\"\ngame = \"tank-war\"\nseed = 7\n");
    if name == "takes out" {
        text.push_str("withdraw_after_faults = 5\n");
    }
    let mut entrants: Vec<(String, String)> =
        ["walker", "scatter"].map(|name| (name.to_owned(), bot(name))).to_vec();
    entrants.extend((1..5).map(|number| (format!("dice {number}"), "builtin:random".to_owned())));
    wasm(folder, "crasher", "unreachable");
    entrants.push(("crasher".to_owned(), "crasher.wasm".to_owned()));
    for (name, bot) in entrants {
        text.push_str(&format!("[[entrant]]\nname = \"{name}\"\nbot = '{bot}'\n"));
    }
    text.push_str(stages);
    let path = folder.join(format!("{name}.toml"));
    fs::write(&path, text).unwrap();
    path.display().to_string()
}

/// Writes a bot for Tank War with this answer.
pub(crate) fn wasm(folder: &Path, name: &str, answer: &str) {
    let text = format!(
        "(module
            (import \"muster\" \"remaining\" (func $remaining (result i64)))
            (import \"muster\" \"legal_actions\" (func $legal (param i32 i32) (result i32)))
            (memory (export \"memory\") 1)
            (func (export \"muster_buffer\") (param i32) (result i32) i32.const 4096)
            (func (export \"muster_choose\") (param i32) (result i64) (local $stop i64) (local $left i32)
                {answer}))"
    );
    fs::write(folder.join(format!("{name}.wasm")), wat::parse_str(text).unwrap()).unwrap();
}

/// Uses four fifths of its time, then plays the first legal action.
pub(crate) const BUSY: &str = "(local.set $stop (i64.div_s (call $remaining) (i64.const 5)))
    (loop $burn
        (local.set $left (i32.const 1000))
        (loop $inner (br_if $inner (local.tee $left (i32.sub (local.get $left) (i32.const 1)))))
        (br_if $burn (i64.gt_s (call $remaining) (local.get $stop))))
    (drop (call $legal (i32.const 0) (i32.const 1)))
    (i64.load (i32.const 0))";
