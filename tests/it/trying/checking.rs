//! Tests the output of `muster check` other than faults: costs, defeats, logs; and the table for a directory.

use std::fs;

use serde_json::Value;

use super::{ILLEGAL_AT_LAST, TALKATIVE, after, bot, words};
use crate::support::{run, top};

/// A program that answers with the first legal move, by lines.
const BY_LINES: &str = include_str!("../../hostile/program-first-legal.wat");

fn json(arguments: &[&str]) -> (i32, Value) {
    let (code, told, err) = run(&[&["check", "--json"], arguments].concat());
    (code, serde_json::from_str(&told).unwrap_or_else(|_| panic!("{told}{err}")))
}

#[test]
fn a_start_that_works_costs_and_so_does_memory_that_grows() {
    let folder = tempfile::tempdir().unwrap();
    // It fills a table in its start function, and uses one more page in each move.
    let text = "(module
        (import \"muster\" \"legal_actions\" (func $legal (param i32 i32) (result i32)))
        (memory (export \"memory\") 3)
        (func (export \"muster_buffer\") (param i32) (result i32) i32.const 1024)
        (func (export \"_initialize\") (local $n i32)
            (local.set $n (i32.const 100000))
            (loop $again (br_if $again (local.tee $n (i32.sub (local.get $n) (i32.const 1))))))
        (func (export \"muster_choose\") (param i32) (result i64)
            (drop (memory.grow (i32.const 1)))
            (drop (call $legal (i32.const 65536) (i32.const 4096))) (i64.load (i32.const 65536))))";
    let path = folder.path().join("grows.wasm");
    fs::write(&path, wat::parse_str(text).unwrap()).unwrap();
    let (code, checked) = json(&[path.to_str().unwrap(), "--game", "tank-war"]);
    assert_eq!(code, 0, "{checked:#}");
    let trials = &checked["trials"][0];
    let number = |value: &Value| value.as_u64().unwrap();
    assert!(number(&trials["start"]["ticks"]) > 400_000, "{trials:#}");
    assert!(number(&trials["start"]["first_move_ticks"]) < 100_000, "{trials:#}");
    assert_eq!(number(&trials["start"]["memory_bytes"]), 4 << 16);
    let (median, most) = (number(&trials["median_memory_bytes"]), number(&trials["memory_bytes"]));
    assert!(4 << 16 < median && median <= most, "{trials:#}");
    let (_, told, _) = run(&["check", path.to_str().unwrap(), "--game", "tank-war"]);
    let row = after(&told, "the start of a match (free up to ");
    assert!(row.ends_with(") and memory"), "{told}");
    assert!(told.contains(" 256 ") && told.contains("first move ms"), "{told}");
}

#[test]
fn a_defeat_is_told_with_the_command_that_shows_it() {
    let folder = tempfile::tempdir().unwrap();
    let talker = bot(folder.path(), "talker.wasm", TALKATIVE);
    let (code, checked) = json(&[&talker, "--game", "tank-battle"]);
    assert_eq!(code, 0, "{checked:#}");
    let lost = &checked["trials"][0]["defeats"][0];
    assert!(lost["plies"].as_u64() >= lost["decided"]["ply"].as_u64(), "{lost:#}");
    assert!(lost["decided"]["score"].as_str().unwrap().contains(" points to "), "{lost:#}");
    let (code, played, err) = run(&words(lost["replay"].as_str().unwrap())[1..]);
    assert_eq!(code, 0, "{err}");
    let end = format!(": {} after {} plies", lost["reason"].as_str().unwrap(), lost["plies"]);
    assert!(played.contains(&end), "{played}");
    let winner = if lost["seat"] == "White" { "as Black" } else { "as White" };
    assert!(played.contains(&format!("wins {winner}")), "{played}");
    assert_eq!(checked["trials"][0]["log_end"].as_array().unwrap().last().unwrap(), "thinking about it");
    let (_, told, _) = run(&["check", &talker, "--game", "tank-battle"]);
    assert!(told.contains(&format!("  watch it: {}\n", lost["replay"].as_str().unwrap())), "{told}");
    assert!(told.contains("  its log ends with:\n    thinking about it\n"), "{told}");
}

#[test]
fn a_fault_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let cheat = bot(folder.path(), "cheat.wasm", ILLEGAL_AT_LAST);
    let (_, told, _) = run(&["check", &cheat, "--game", "tank-war"]);
    let advice = "choose from what `legal_actions` lists; `muster game moves` prints the same list";
    assert_eq!(after(&told, "advice: "), advice);
    let call = after(&told, "hint: ask it about this position alone: ").to_owned();
    assert!(call.starts_with("muster call "), "{call}");
    let command = after(&told, "play it again: ").to_owned();
    let (_, played, _) = run(&words(&command)[1..]);
    assert_eq!(after(&played, "advice: "), advice);
    let (_, checked) = json(&[&cheat, "--game", "tank-war"]);
    let fault = &checked["trials"][0]["faults"][0];
    assert_eq!((&fault["advice"], &fault["call"]), (&advice.into(), &call.into()));
}

#[test]
fn a_program_of_lines_is_told_to_be_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lines.wasm");
    fs::write(&path, wat::parse_str(BY_LINES).unwrap()).unwrap();
    let (code, told, err) = run(&["check", path.to_str().unwrap(), "--game", "tank-war"]);
    assert_eq!(code, 0, "{err}");
    assert!(
        told.contains("it exports `_start`: it plays line by line over standard input and output"),
        "{told}"
    );
    let called = bot(folder.path(), "called.wasm", "(call $first)");
    let (_, told, _) = run(&["check", &called, "--game", "tank-war"]);
    assert!(!told.contains("standard input"), "{told}");
}

#[test]
fn a_directory_is_a_table_with_a_line_for_each_bot() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let (code, _, err) = run(&["check", path]);
    assert!(code == 1 && err.contains("no .wasm file in"), "{err}");
    fs::create_dir_all(folder.path().join("b/deep")).unwrap();
    fs::copy(top().join("bots/tank-war/greedy/greedy.wasm"), folder.path().join("b/deep/greedy.wasm"))
        .unwrap();
    bot(folder.path(), "c.wasm", "(call $first)");
    let (code, told, err) = run(&["check", path, "--game", "tank-war"]);
    assert_eq!(code, 0, "{told}{err}");
    let names = |told: &str| -> Vec<String> {
        told.lines().skip(2).map(|line| line.split_whitespace().next().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&told), ["b/deep/greedy.wasm", "c.wasm"], "{told}");
    assert!(told.lines().nth(2).unwrap().ends_with(" plays"), "{told}");

    bot(folder.path(), "a.wasm", ILLEGAL_AT_LAST);
    fs::write(folder.path().join("d.wasm"), "int main() {}").unwrap();
    let (code, told, err) = run(&["check", path, "--game", "tank-war"]);
    assert_eq!(code, 4, "{err}");
    assert_eq!(names(&told), ["a.wasm", "b/deep/greedy.wasm", "c.wasm", "d.wasm"], "{told}");
    let line = |name: &str| told.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    assert!(line("a.wasm").ends_with(" illegal-action") && line("d.wasm").contains("refused: "), "{told}");
    assert!(err.contains("2 of 4 bots are refused or fail: a.wasm, d.wasm"), "{err}");
    let (code, checked) = json(&[path, "--game", "tank-war"]);
    assert_eq!(code, 4);
    let good: Vec<(&str, bool)> = checked["bots"]
        .as_array()
        .unwrap()
        .iter()
        .map(|bot| (bot["bot"].as_str().unwrap(), bot["good"].as_bool().unwrap()))
        .collect();
    assert_eq!(good, [("a.wasm", false), ("b/deep/greedy.wasm", true), ("c.wasm", true), ("d.wasm", false)]);
    // Without a named game, a bot of one game is good.
    let (code, told, err) = run(&["check", folder.path().join("b").to_str().unwrap()]);
    assert_eq!(code, 0, "{err}");
    assert!(told.lines().nth(2).unwrap().contains("tank-war"), "{told}");
}

#[test]
fn a_script_is_known_and_so_is_a_module_that_was_built_from_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (code, _, err) = run(&["new", "--game", "tank-war", "--lang", "python", &path("mine")]);
    assert_eq!(code, 0, "{err}");
    let (source, module) = (path("mine/bot.py"), path("mine/bot.wasm"));
    let (code, told, _) = run(&["check", &source]);
    assert!(code == 4 && told.contains("  it is a Python script, but a bot must be a module\n"), "{told}");
    let advice = format!("hint: `muster build {source} -o {module}` builds a bot from it\n");
    assert!(told.contains(&advice), "{told}");
    for command in ["play", "compare"] {
        let (code, _, err) = run(&[command, "tank-war", &source, "builtin:random"]);
        assert!(code == 1 && err.contains("is a script, but a bot must be a module"), "{err}");
        assert!(err.contains(&advice), "{err}");
    }
    let (code, _, err) = run(&["build", &source, "-o", &module]);
    assert_eq!(code, 0, "{err}");
    let (code, told, err) = run(&["check", &module, "--game", "tank-war"]);
    let built = "  built from a Python script; a tournament must allow size = \"script\"\n";
    assert!(code == 0 && told.contains(built), "{told}{err}");
}
