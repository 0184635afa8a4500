//! Tests a class in which students must write the rules themselves, and a bot that looks ahead by positions.

use serde_json::{Value, json};

use super::Class;
use super::judging::shell_words;
use crate::support::run;

/// Looks at the position after its first action.
const LOOKS_AHEAD: &str = r#"import { position } from "./muster.js";
export function choose(view) {
  return position().legalActions(view.seat)[0];
}
"#;

/// The message of its exception.
const SWITCHED_OFF: &str = "positions are switched off by `positions = false`, under [limits] of the tournament or in class.toml: \
    write the rules yourself";

/// Creates a class in which Ada has submitted a bot that looks ahead, and plays its queue.
fn class(positions: bool) -> Class {
    let class =
        Class::open(&format!("positions = {positions}\n[scrimmage]\nopponents = [\"builtin:first\"]\n"));
    class.write("ahead.js", LOOKS_AHEAD);
    let submitted = class.json("submit", &["1", "ahead.js"]);
    assert_eq!(submitted["submitted"]["accepted"], true, "{submitted}");
    let folder = class.path("ki");
    let (code, out, err) =
        run(&["class", "scrimmage", &folder, "1", "--opponent", "builtin:first", "--games", "2"]);
    assert_eq!(code, 0, "{out}{err}");
    class.work("2");
    class
}

/// Returns the games of Ada's request.
fn games(class: &Class) -> (Value, String) {
    let shown = |more: &[&str]| {
        let (code, out, err) =
            run(&[&["class", "scrimmage", &class.path("ki"), "1", "--show", "1"], more].concat());
        assert_eq!(code, 0, "{err}");
        out
    };
    (serde_json::from_str(&shown(&["--json"])).unwrap(), shown(&[]))
}

/// Returns the output of the command in a line.
fn played_again(line: &str) -> String {
    let words = shell_words(line.split_once("muster ").unwrap().1);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (code, out, err) = run(&words);
    assert_eq!(code, 0, "{line}\n{err}");
    out
}

#[test]
fn a_bot_that_looks_ahead_is_told_in_every_place_that_it_may_not() {
    let class = class(false);
    let trial = class.json("check", &["1"])["versions"][0]["trial"].take();
    assert_eq!(trial["faults"].as_object().unwrap().values().filter_map(Value::as_u64).sum::<u64>(), 8);
    let told = class.ok(&["check"], &["1"]);
    assert!(told.contains("exception in choose, ahead.js:3") && told.contains(SWITCHED_OFF), "{told}");

    let (list, table) = games(&class);
    for game in list["games"].as_array().unwrap() {
        assert_eq!((&game["reason"], &game["plies"]), (&json!("forfeit: exception"), &json!(0)), "{game}");
    }
    let line = table.lines().find(|line| line.contains("muster ")).unwrap();
    assert!(line.ends_with(" --no-positions"), "{line}");
    let told = played_again(line);
    assert!(told.contains("forfeit: exception after 0 plies") && told.contains(SWITCHED_OFF), "{told}");
    let question = told.lines().find_map(|line| line.split_once("muster call ")).unwrap().1;
    assert!(question.ends_with(" --no-positions"), "{question}");
    let words = shell_words(&format!("muster call {question}"));
    let words: Vec<&str> = words[1..].iter().map(String::as_str).collect();
    let (_, out, err) = run(&words);
    assert!(format!("{out}{err}").contains(SWITCHED_OFF), "{out}{err}");
}

#[test]
fn where_positions_are_on_the_same_bot_plays() {
    let class = class(true);
    let (list, table) = games(&class);
    for game in list["games"].as_array().unwrap() {
        assert_eq!(game["fault"], Value::Null, "{game}");
    }
    let line = table.lines().find(|line| line.contains("muster ")).unwrap();
    assert!(!line.contains("--no-positions"), "{line}");
    assert!(!played_again(line).contains("forfeit"));
}

#[test]
fn why_says_it_of_a_tournament_of_the_class() {
    let class = class(false);
    class.hand_in("2", 1);
    let out = class.play_cup();
    let (code, told, err) = run(&["why", &out, "1.1.1.1"]);
    assert_eq!(code, 0, "{told}{err}");
    assert!(told.contains("forfeit: exception") && told.contains(SWITCHED_OFF), "{told}");
}
