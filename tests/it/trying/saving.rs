//! Tests matches saved as one HTML file: the contents, and the message if it cannot be written.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{ILLEGAL_AT_LAST, bot};
use crate::support::run;

/// Returns the data in a saved page.
fn data(page: &Path) -> Value {
    let text = fs::read_to_string(page).unwrap();
    let (_, rest) = text.split_once("<script type=\"application/json\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn a_saved_match_has_both_seats_logs_and_can_be_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let answer = format!("(call $log (i32.const 512) (i32.const 18)) {ILLEGAL_AT_LAST}");
    let bot = bot(folder.path(), "cheat.wasm", &answer);
    let page = folder.path().join("match.html");
    let arguments =
        ["play", "tank-war", "builtin:random", &bot, "--seed", "7", "--save", page.to_str().unwrap()];
    let (code, told, err) = run(&arguments);
    assert_eq!(code, 0, "{err}");
    assert!(told.starts_with(&format!("saved: {}\n", page.display())), "{told}");
    let data = data(&page);
    let row = &data["match"]["row"];
    assert_eq!(row["reasonText"], "forfeit: illegal-action");
    assert_eq!((&row["faults"][0], &row["faults"][1]["name"]), (&Value::Null, &"illegal-action".into()));
    assert!(told.contains(&format!("after {} plies", row["plies"])), "{told}");
    let names: Vec<&Value> =
        data["index"]["entrants"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
    assert_eq!(names, ["builtin:random", "cheat"]);
    let seats = data["private"]["seats"].as_array().unwrap();
    let log = seats[1]["closing"]["log"].as_str().unwrap();
    assert!(log.starts_with("7468696e6b696e67"), "the log begins with `thinking`: {log}");
    // The bot's record from the page works with `muster why`.
    let record = folder.path().join("cheat.json");
    fs::write(&record, seats[1].to_string()).unwrap();
    let (code, told, err) = run(&["why", record.to_str().unwrap(), "--bot", &bot]);
    assert_eq!(code, 0, "{told}{err}");
    assert!(told.contains("as Down lost to builtin:random: forfeit: illegal-action"), "{told}");
}

#[test]
fn the_trial_match_that_says_most_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let cheat = bot(folder.path(), "cheat.wasm", ILLEGAL_AT_LAST);
    let page = folder.path().join("trial.html");
    let file = page.to_str().unwrap();
    let (code, told, err) = run(&["check", &cheat, "--game", "tank-war", "--save", file]);
    assert_eq!(code, 4, "{err}");
    let which =
        "the first trial match that it lost by a fault: tank-war as Up against builtin:random, seed 0";
    assert!(told.ends_with(&format!("saved: {file}: {which}\n")), "{told}");
    let saved = data(&page);
    assert_eq!(saved["match"]["row"]["reasonText"], "forfeit: illegal-action");
    assert_eq!(saved["index"]["name"], "Trial match of The Tank War, seed 0");

    let honest = bot(folder.path(), "honest.wasm", "(call $first)");
    let (code, told, err) = run(&["check", &honest, "--save", file]);
    assert_eq!(code, 0, "{err}");
    let which = told.lines().last().unwrap().strip_prefix(&format!("saved: {file}: ")).unwrap();
    let outcome = data(&page)["match"]["row"]["outcome"].clone();
    let lost = which.starts_with("the first trial match that it lost: ");
    let held = which.starts_with("the last trial match, as it lost none: ");
    assert!(lost || held, "{which}");
    let seat = usize::from(!(which.contains(" as Up ") || which.contains(" as White ")));
    assert_eq!(outcome == 1 - seat, lost, "{which}: {outcome}");
}

#[test]
fn a_match_that_cannot_be_saved_is_told_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("nowhere/match.html");
    let file = file.to_str().unwrap();
    let (code, told, err) = run(&["play", "tank-war", "builtin:first", "builtin:random", "--save", file]);
    assert_eq!(code, 5, "{told}");
    assert!(told.contains(" after ") && !told.contains("saved"), "{told}");
    assert!(err.starts_with(&format!("error: cannot write {file}: No such file")), "{err}");
    assert!(err.contains("hint: name a file in an existing, writable folder with --save"), "{err}");
}
