//! The output of `--json`, with a snapshot for each shape. `docs/json.md` explains the members.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{bot_that_answers, run};

/// A bot that answers with the first legal action.
const FIRST: &str = "(call $first)";
/// A bot that answers with an action that is never legal.
const ILLEGAL: &str = "(i64.const 123456)";

/// Runs a command and returns each of its JSON objects, without the values that vary from machine to machine.
pub(super) fn shown(arguments: &[&str], varying: &[&str]) -> String {
    let (_, told, err) = run(arguments);
    let objects: Vec<Value> = match serde_json::from_str(&told) {
        Ok(object) => vec![object],
        Err(_) => told.lines().map(|line| serde_json::from_str(line).unwrap()).collect(),
    };
    assert!(!objects.is_empty(), "{err}");
    let show = |mut object: Value| {
        assert!(object["version"].as_u64() >= Some(1), "{object}");
        hide(&mut object, varying);
        format!("{object:#}")
    };
    assert!(told.trim_start_matches(['{', '\n', ' ']).starts_with("\"version\":"), "{told}");
    objects.into_iter().map(show).collect::<Vec<_>>().join("\n")
}

/// Removes the values of members with these names.
fn hide(value: &mut Value, varying: &[&str]) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                if varying.contains(&name.as_str()) {
                    *member = Value::from("…");
                }
                hide(member, varying);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| hide(item, varying)),
        _ => {}
    }
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Writes a tournament of built-in players with grades.
fn tournament(folder: &Path) -> String {
    let text = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 7\n\
                [[entrant]]\nname = \"Ann\"\nbot = \"builtin:first\"\n\
                [[entrant]]\nname = \"Bob\"\nbot = \"builtin:random\"\n\
                [[stage]]\nformat = \"round-robin\"\ngames = 2\n\
                [grade]\nformula = \"5 + wins\"\n";
    write(folder, "cup.toml", text)
}

/// Members that depend on the machine and on a folder.
const OF_THE_MACHINE: &[&str] = &[
    "compile_seconds",
    "compile_processor_seconds",
    "compile_memory_bytes",
    "from_cache",
    "machine_code_bytes",
    "machine_code_in_bytes",
    "missing_protections",
    "wall_seconds",
    "replay",
    "call",
    "report",
    "root",
    "file",
];

#[test]
fn events_of_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let (toml, out) = (tournament(folder.path()), folder.path().join("out"));
    let arguments = ["run", &toml, "--json", "--jobs", "1", "--out", out.to_str().unwrap()];
    insta::assert_snapshot!(shown(&arguments, OF_THE_MACHINE));
}

#[test]
fn a_dry_run() {
    let folder = tempfile::tempdir().unwrap();
    insta::assert_snapshot!(shown(&["run", &tournament(folder.path()), "--dry-run", "--json"], &[]));
}

#[test]
fn a_bot_that_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let bot = bot_that_answers(folder.path(), "first.wasm", FIRST);
    insta::assert_snapshot!(shown(&["check", &bot, "--game", "tank-war", "--json"], OF_THE_MACHINE));
}

#[test]
fn bots_of_a_directory() {
    let folder = tempfile::tempdir().unwrap();
    bot_that_answers(folder.path(), "illegal.wasm", ILLEGAL);
    write(folder.path(), "broken.wasm", "not a module");
    let directory = folder.path().to_str().unwrap();
    insta::assert_snapshot!(shown(&["check", directory, "--game", "tank-war", "--json"], OF_THE_MACHINE));
}

#[test]
fn a_comparison() {
    let arguments = ["compare", "tank-war", "builtin:first", "builtin:random", "--games", "4", "--json"];
    insta::assert_snapshot!(shown(&arguments, &[]));
}

#[test]
fn a_sequential_test() {
    let bots = ["builtin:first", "builtin:random"];
    let arguments = [&["sprt", "tank-war"], &bots[..], &["--max-games", "8", "--json"]].concat();
    insta::assert_snapshot!(shown(&arguments, &[]));
}

#[test]
fn ratings() {
    let folder = tempfile::tempdir().unwrap();
    let games = "Ann,Bob,1-0,9\nBob,Ann,1-0,6\nBob,Cid,1-0,8\nCid,Ann,0.5,3\n";
    let games = write(folder.path(), "games.csv", games);
    let all = ["--errors", "--superiority", "--stats", "--json"];
    insta::assert_snapshot!(shown(&[&["rate", &games], &all[..]].concat(), &[]));
}

#[test]
fn grades_into_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let (toml, out) = (tournament(folder.path()), folder.path().join("out"));
    let out = out.to_str().unwrap();
    assert_eq!(run(&["run", &toml, "--out", out]).0, 0);
    let sheet = write(folder.path(), "sheet.csv", "Name,Grade\nAnn,\nZoe,3\n");
    let options = ["--column", "Grade", "--match", "Name", "--dry-run", "--json"];
    insta::assert_snapshot!(shown(
        &[&["report", out, "--into", &sheet], &options[..]].concat(),
        OF_THE_MACHINE
    ));
}

#[test]
fn games() {
    insta::assert_snapshot!(shown(&["game", "list", "--json"], &[]));
}
