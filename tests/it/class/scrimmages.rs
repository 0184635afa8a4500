//! Tests friendly games on request.

use std::fs;

use serde_json::{Value, json};

use super::Class;
use super::judging::shell_words;
use crate::support::{run, top};

const TEXT: &str =
    "[scrimmage]\nper_day = 2\ngames = 8\nopponents = [\"bots/walker.wasm\", \"builtin:random\"]\n";

/// Creates a class in which Ada and the team Duo have bots of Tank War, and Bee one that always fails.
fn class(added: &str) -> Class {
    let class = Class::open(added);
    fs::create_dir(class.path("ki/bots")).unwrap();
    for (name, path) in
        [("walker", "ki/bots/walker.wasm"), ("greedy", "greedy.wasm"), ("scatter", "scatter.wasm")]
    {
        class.write(path, fs::read(top().join(format!("bots/tank-war/{name}/{name}.wasm"))).unwrap());
    }
    class.bot("bad.wasm", -1);
    for (student, file) in [("1", "scatter.wasm"), ("2", "bad.wasm"), ("3", "greedy.wasm")] {
        class.ok(&["submit"], &[student, file]);
    }
    class
}

impl Class {
    /// Runs `muster class scrimmage DIR ARGUMENTS`, with the arguments unchanged.
    fn scrimmage(&self, arguments: &[&str]) -> (i32, String, String) {
        run(&[&["class", "scrimmage", &self.path("ki")], arguments].concat())
    }

    /// Requests games.
    fn ask(&self, arguments: &[&str]) -> String {
        let (code, out, err) = self.scrimmage(arguments);
        assert_eq!(code, 0, "{arguments:?}\n{out}{err}");
        out
    }
}

/// Returns the numbers and states of a student's requests.
fn states(class: &Class, student: &str) -> Vec<(u64, String)> {
    let told = class.json("scrimmage", &[student]);
    let state = |one: &Value| (one["request"].as_u64().unwrap(), one["state"].as_str().unwrap().to_owned());
    told["requests"].as_array().unwrap().iter().map(state).collect()
}

#[test]
fn what_is_asked_for_is_played_in_turn_and_counts_for_nothing() {
    let requirement =
        "[[requirement]]\nname = \"plays\"\nagainst = \"builtin:first\"\npercent = 1\ngames = 2\n";
    let class = class(&format!("{TEXT}{requirement}[failing]\npercent = 1\npause = true\n"));
    let asked = class.json("scrimmage", &["1", "--against", "Duo"]);
    assert_eq!(
        (
            &asked["request"]["for"],
            &asked["request"]["against"],
            &asked["request"]["games"],
            &asked["left_in_day"]
        ),
        (&json!("Ada"), &json!("Duo"), &json!(8), &json!(1)),
    );
    class.ask(&["1", "--opponent", "builtin:random", "--games", "2"]);
    // Any member of a team requests games for the team.
    let out = class.ask(&["4", "--opponent", "walker.wasm", "--games", "4"]);
    assert!(
        out.contains("request 3: Duo (submission 3) against walker.wasm: 4 games queued behind 1 request"),
        "{out}"
    );
    assert!(
        out.contains("1 of 2 left in 24 hours") && out.contains("do not affect the ladder, badges or grades"),
        "{out}"
    );
    assert_eq!(class.json("check", &[])["requests_waiting"], 3);

    // Later changes of the class's opponents do not matter.
    fs::remove_file(class.path("ki/bots/walker.wasm")).unwrap();
    let played = class.work("2");
    let kinds: Vec<&Value> = played.iter().map(|line| &line["request"]).collect();
    assert_eq!(kinds[..6], [&Value::Null; 6], "trial matches and requirements come first");
    assert_eq!(kinds[6..], [&json!(1), &json!(3), &json!(2)], "everybody's first request, then the second");
    assert_eq!(class.work("2"), [Value::Null; 0]);
    assert_eq!(states(&class, "1"), [(1, "played".to_owned()), (2, "played".to_owned())]);
    assert_eq!(
        states(&class, "3"),
        [(1, "played".to_owned()), (3, "played".to_owned())],
        "both of the team's"
    );
    let result = &played[6]["result"];
    assert_eq!(
        result["pairs_by_half_points"].as_array().unwrap().iter().filter_map(Value::as_u64).sum::<u64>()
            + result["copied_pairs"].as_u64().unwrap(),
        4
    );

    // They are not matches of a version: badges and failure rates do not change.
    let after = class.json("check", &["1"]);
    assert_eq!(after["requests"].as_array().unwrap().len(), 2);
    assert_eq!(after["versions"][0]["matches"], 8 + 2, "trial matches and the requirement's games");
    let out = class.ok(&["check"], &["1"]);
    assert!(out.contains("friendly games (these games do not affect the ladder"), "{out}");
}

#[test]
fn every_game_can_be_played_again() {
    let class = class(TEXT);
    class.ask(&["1", "--against", "Duo"]);
    class.work("2");
    let list: Value = serde_json::from_str(&class.ask(&["1", "--show", "1", "--json"])).unwrap();
    let games = list["games"].as_array().unwrap();
    assert_eq!(games.len(), 8);
    // The opponent sees the same.
    let out = class.ask(&["3", "--show", "1"]);
    for (game, line) in games.iter().zip(out.lines().skip(3)).take(3) {
        let words = shell_words(line.split_once("muster ").unwrap().1);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (code, told, err) = run(&words);
        assert_eq!(code, 0, "{line}\n{err}");
        assert!(told.contains(&format!("after {} plies", game["plies"])), "{line}\n{told}");
    }
    let (code, _, err) = class.scrimmage(&["2", "--show", "1"]);
    assert_eq!((code, err.contains("this student has no request 1")), (1, true), "{err}");
}

#[test]
fn what_cannot_be_asked_for_is_told_and_not_written_down() {
    let without = Class::open("");
    let (code, _, err) = without.scrimmage(&["1", "--opponent", "builtin:random"]);
    assert_eq!(
        (code, err.contains("add a [scrimmage] table to class.toml to allow them")),
        (1, true),
        "{err}"
    );

    let class = class(TEXT);
    class.write("ki/bots/none.txt", "");
    for (code, arguments, words) in [
        (1, &["7", "--against", "Duo"][..], "no student has the id"),
        (1, &["1", "--against", "Dou"], "did you mean Duo?"),
        (1, &["1", "--against", "Ada"], "the same bot"),
        (1, &["1", "--opponent", "greedy"], "it lists walker.wasm, builtin:random"),
        (1, &["1", "--opponent", "builtin:first"], "does not list \"builtin:first\""),
        (1, &["1", "--against", "Duo", "--games", "10"], "an even number of games from 2 to 8"),
        (1, &["1", "--against", "Duo", "--games", "3"], "an even number of games from 2 to 8"),
        (1, &["1", "--against", "Duo", "--version", "3"], "Ada has no submission 3"),
        (1, &["1", "--games", "2"], "--against ALIAS"),
        (2, &["1", "--against", "Duo", "--as", "all"], "cannot be used with"),
    ] {
        let (told, out, err) = class.scrimmage(arguments);
        assert_eq!((told, err.contains(words)), (code, true), "{arguments:?}\n{out}{err}");
    }
    fs::write(class.path("ki/bots/walker.wasm"), "no module").unwrap();
    let (code, _, err) = class.scrimmage(&["1", "--opponent", "walker.wasm"]);
    assert_eq!((code, err.contains("is refused")), (4, true), "{err}");
    assert_eq!(class.json("scrimmage", &[])["waiting"], json!([]));

    // A quota of two a day.
    for _ in 0..2 {
        class.ask(&["2", "--against", "Duo"]);
    }
    let (code, _, err) = class.scrimmage(&["2", "--against", "Ada"]);
    assert_eq!((code, err.contains("0 of 2 requests left in 24 hours, next one from")), (4, true), "{err}");
    class.ok(&["close"], &[]);
    let (code, _, err) = class.scrimmage(&["1", "--against", "Duo"]);
    assert_eq!((code, err.contains("rejected: the class was closed on")), (4, true), "{err}");
    assert_eq!(class.json("scrimmage", &[])["waiting"].as_array().unwrap().len(), 2);
}

#[test]
fn readers_see_what_is_not_frozen_and_who_is_forgotten_goes() {
    let class = class(TEXT);
    class.ask(&["1", "--opponent", "builtin:random", "--games", "2"]);
    class.work("2");
    class.ok(&["freeze"], &[]);
    class.ask(&["2", "--against", "Ada", "--games", "2"]);
    class.work("2");
    let states_as = |reader: &str| {
        let told = class.json("scrimmage", &["1", "--as", reader]);
        let states = told["requests"].as_array().unwrap().iter();
        states.map(|one| one["state"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(states_as("participants"), ["played", "waits"]);
    let out = class.ask(&["1"]);
    assert!(out.contains("games are played, and shown once results are released"), "{out}");
    class.ok(&["release"], &["--to", "all"]);
    assert_eq!(states_as("all"), ["played", "played"]);

    // A queued request is deleted with either student, and keeps no trace of the other.
    class.ask(&["3", "--against", "Ada", "--games", "2"]);
    class.ok(&["forget"], &["1", "--yes"]);
    assert_eq!(states(&class, "3"), [(3, "withdrawn".to_owned())]);
    assert_eq!(states(&class, "2"), [(2, "withdrawn".to_owned())], "what Ada's bot has shown went with it");
    assert_eq!(class.work("2"), [Value::Null; 0]);
    let out = class.ask(&["3"]);
    assert!(out.contains("against a forgotten student (submission 1)"), "{out}");
}

#[test]
fn a_sample_bot_is_an_opponent_by_its_name() {
    let requirement = "[[requirement]]\nname = \"beats the walker\"\nagainst = \"builtin:walker\"\npercent = 50\ngames = 4\n";
    let class = class(&format!("[scrimmage]\nopponents = [\"builtin:hunter\"]\n{requirement}"));
    let out = class.ask(&["1", "--opponent", "builtin:hunter", "--games", "2"]);
    assert!(out.contains("Ada (submission 1) against builtin:hunter: 2 games next in the queue"), "{out}");
    class.work("2");
    assert_eq!(class.badge("3", 0).0, json!(true));
    let (code, played, err) = class.scrimmage(&["1", "--show", "1"]);
    assert_eq!(code, 0, "{err}");
    // The printed command plays the game again.
    for told in [played, class.ok(&["check"], &["3", "--games", "beats the walker"])] {
        let command = told.lines().find_map(|line| line.split_once("muster ")).unwrap().1;
        let words: Vec<String> = shell_words(command);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (code, _, err) = run(&words);
        assert_eq!(code, 0, "{command}\n{err}");
    }
    let text = fs::read_to_string(class.path("ki/class.toml")).unwrap();
    class.write("ki/class.toml", text.replace("builtin:hunter", "builtin:huntre"));
    let (code, _, err) = run(&["class", "status", &class.path("ki")]);
    assert!(code == 1 && err.contains("hint: did you mean `builtin:hunter`?"), "{err}");
}
