//! Tests that commands take a file with rules in place of a game's name, and their messages for its author.

use std::fs;
use std::path::Path;

use crate::support::{run, top};

/// Seven stones: take one or two; the last one wins.
pub(crate) const STONES: &str = r#""""Take one or two of seven stones. The last stone wins."""
from muster.rules import action, metric, u8, win

TITLE, SEATS, MAX_PLIES = "Seven Stones", ("Left", "Right"), 7
take = action("{count}", count=(1, 2, "Number of stones."), about="Takes stones.")
METRICS = [metric("taken", "Stones taken.")]
VIEW = {"stones": u8(1, "Stones left.")}


def start(options):
    return {"stones": 7, "next": 0, "taken": [0, 0]}


def turn(state):
    return win(1 - state["next"], "the last stone") if state["stones"] == 0 else state["next"]


def legal(state, seat):
    return [take(count) for count in (1, 2) if count <= state["stones"]]


def apply(state, moves):
    [(seat, move)] = moves.items()
    state["stones"] -= move.count
    state["taken"][seat] += move.count
    state["next"] = 1 - seat
    return state


def metrics(state, seat):
    return [state["taken"][seat]]
"#;

/// Returns the path of a file of the project.
fn top_of(file: &str) -> String {
    top().join(file).display().to_string()
}

/// Writes a game, and returns its path.
fn game(folder: &Path, text: &str) -> String {
    let path = folder.join("stones.py");
    fs::write(&path, text).unwrap();
    path.display().to_string()
}

#[test]
fn a_file_can_replace_the_name_of_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let stones = &*game(folder.path(), STONES);
    for (arguments, due) in [
        (&["game", "moves", stones][..], "1\n2\n"),
        // Of the 16 sequences of four plies, one takes eight stones.
        (&["game", "perft", stones, "4"], "15\n"),
        (&["game", "perft", stones, "7"], "1\n"),
        (
            &["opponents", "--game", stones],
            "builtin:random  any legal action; needs no module\nbuiltin:first  the first legal action of the list\n",
        ),
    ] {
        assert_eq!(run(arguments), (0, due.to_owned(), String::new()), "{arguments:?}");
    }
    let (code, told, err) = run(&["game", "apply", stones, "2", "2", "2", "1"]);
    assert_eq!(code, 0, "{err}");
    assert!(told.contains("\n   the game is over: Right wins (the last stone)\n"), "{told}");
    assert!(told.ends_with("\n2; 2; 2; 1\n"), "{told}");
    let (code, told, err) = run(&["play", stones, "builtin:first", "builtin:first", "--watch"]);
    assert_eq!(code, 0, "{err}");
    assert!(told.contains("\nbuiltin:first wins as Left: the last stone after 7 plies\n"), "{told}");
    let (code, told, err) = run(&["call", "builtin:first", "--game", stones, "--position", "2; 2; 2"]);
    assert_eq!(code, 0, "{err}");
    assert!(told.starts_with("answer: 1 (code 0), legal for Right\n"), "{told}");
    let (code, told, err) = run(&["compare", stones, "builtin:first", "builtin:random", "--games", "4"]);
    assert_eq!(code, 0, "{told}{err}");
}

#[test]
fn a_file_without_rules_is_reported_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let stones = game(folder.path(), STONES);
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::create_dir(path("folder.py")).unwrap();
    fs::write(path("text.wasm"), "hello").unwrap();
    fs::write(path("rules.json"), "{}").unwrap();
    fs::create_dir(path("with space")).unwrap();
    fs::copy(&stones, path("with space/my stones.py")).unwrap();
    for (file, due) in [
        ("stonse.py", "did you mean "),
        ("folder.py", "folder.py is a folder\nhint: name the file with the rules in it"),
        ("text.wasm", "text.wasm is neither a script nor a WebAssembly module"),
        (
            "rules.json",
            "rules.json is neither a script nor a WebAssembly module\nhint: rules are a script (.py",
        ),
    ] {
        let (code, told, err) = run(&["game", "moves", &path(file)]);
        assert_eq!(code, 1, "{told}{err}");
        assert!(err.contains(due), "{due}: {err}");
    }
    let bot = top_of("bots/rules/connect4/ahead.wasm");
    let (_, _, err) = run(&["game", "check", &bot]);
    assert!(err.contains("ahead.wasm: the module does not describe a game: the module is a bot"), "{err}");
    assert_eq!(run(&["game", "moves", &path("with space/my stones.py")]).1, "1\n2\n");
    let (_, json, _) = run(&["opponents", "--game", &stones, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["opponents"][1]["name"], "builtin:first", "{json}");
    assert!(json["opponents"][1]["rating"].is_null(), "{json}");
}

#[test]
fn a_game_without_mistakes_is_described_to_its_author() {
    let folder = tempfile::tempdir().unwrap();
    let stones = game(folder.path(), STONES);
    let (code, told, err) = run(&["game", "check", &stones]);
    assert_eq!(code, 0, "{told}{err}");
    assert!(told.contains("\n  legal actions: median 2, at most 2\n"), "{told}");
    assert!(told.contains("\n  take(count)") && told.contains("\n  stones "), "{told}");
    assert!(!told.contains("mistake"), "{told}");
    let module = folder.path().join("stones.wasm").display().to_string();
    let (code, told, err) = run(&["game", "build", &stones, "-o", &module]);
    assert_eq!(code, 0, "{told}{err}");
    assert_eq!(run(&["game", "perft", &module, "4"]).1, "15\n");
    let (_, json, _) = run(&["game", "check", &module, "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(told.contains(json["key"].as_str().unwrap()), "{told}{json}");
}

#[test]
fn mistakes_are_reported_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    for (before, after, code, due) in [
        ("if count <= state[\"stones\"]", "if state[\"stones\"] >= 0", 4, "stones.py"),
        ("\"next\": 0,", "\"next\": 0, \"half\": 0.5,", 1, "state.half is 0.5"),
        (
            "MAX_PLIES = \"Seven Stones\", (\"Left\", \"Right\"), 7",
            "MAX_PLIES = \"Seven Stones\", (\"Left\", \"Right\"), 5",
            4,
            "5",
        ),
        ("def legal(state, seat):", "def legal(state, seat:", 1, "stones.py:18:10"),
    ] {
        assert!(STONES.contains(before), "{before}");
        let stones = game(folder.path(), &STONES.replace(before, after));
        let (found, told, err) = run(&["game", "check", &stones]);
        assert_eq!(found, code, "{after}: {told}{err}");
        assert!(format!("{told}{err}").contains(due), "{due}: {told}{err}");
    }
}

#[test]
fn a_new_game_is_in_order() {
    let folder = tempfile::tempdir().unwrap();
    for (language, rules) in [("python", "game.py"), ("javascript", "game.js"), ("typescript", "game.ts")] {
        let project = folder.path().join(language);
        let (code, told, err) = run(&["game", "new", "--lang", language, &project.display().to_string()]);
        assert_eq!(code, 0, "{told}{err}");
        let (code, told, err) = run(&["game", "check", &project.join(rules).display().to_string()]);
        assert_eq!(code, 0, "{told}{err}");
    }
}
