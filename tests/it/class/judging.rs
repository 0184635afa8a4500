//! Tests that queued games are played: trial matches, and those for requirements.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::Class;
use crate::support::{run, top};

const REQUIREMENTS: &str = "[[requirement]]\nname = \"beats dice\"\nagainst = \"builtin:random\"\npercent = 55\ngames = 40\n\
    [[requirement]]\nname = \"beats a copy\"\nagainst = \"walker.wasm\"\npercent = 90\ngames = 20\nseed = 7\n";

/// Creates a class in which Ada has the walker, and Bee a bot that always fails.
fn class(added: &str) -> Class {
    let class = Class::open(added);
    let walker = fs::read(top().join("bots/tank-war/walker/walker.wasm")).unwrap();
    class.write("walker.wasm", &walker);
    class.write("ki/walker.wasm", &walker);
    class.bot("bad.wasm", -1);
    class.ok(&["submit"], &["1", "walker.wasm"]);
    class.ok(&["submit"], &["2", "bad.wasm"]);
    class
}

impl Class {
    /// Runs `muster class work`, and returns a line for each result.
    pub(crate) fn work(&self, jobs: &str) -> Vec<Value> {
        let out = self.ok(&["work"], &["--jobs", jobs, "--json"]);
        out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Returns the badge of a student's version: its result, its staleness, and its share in percent.
    pub(crate) fn badge(&self, student: &str, number: usize) -> (Value, Value, Value) {
        let badge = self.json("check", &[student])["versions"][0]["badges"][number].take();
        (badge["met"].clone(), badge["stale"].clone(), badge["judged"]["percent"].clone())
    }
}

impl Class {
    /// Plays the first games of Ada's badge again with the printed commands, and returns the list of games.
    fn play_again(&self, requirement: &str) -> Value {
        let shown = ["1", "--games", requirement];
        let list: Value =
            serde_json::from_str(&self.ok(&["check"], &[&shown[..], &["--json"]].concat())).unwrap();
        play_listed_again(&list, &self.ok(&["check"], &shown));
        list
    }
}

/// Plays the first games of a list again with the commands in its table.
pub(crate) fn play_listed_again(list: &Value, table: &str) {
    for (game, line) in list["games"].as_array().unwrap().iter().zip(table.lines().skip(3)).take(4) {
        let command = line.split_once("muster ").unwrap().1;
        // The position is the only argument with a space.
        let words: Vec<String> = shell_words(command);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (code, told, err) = run(&words);
        assert_eq!(code, 0, "{command}\n{err}");
        let ending = format!("{} after {} pl", game["reason"].as_str().unwrap(), game["plies"]);
        assert!(told.contains(&ending), "{command}: {ending}\n{told}");
    }
}

#[test]
fn what_waits_is_played_once() {
    let class = class(REQUIREMENTS);
    let before = class.json("check", &[]);
    assert_eq!(
        (&before["waiting"], before["requirements"][0]["margin95"].as_f64().unwrap().round()),
        (&json!(6), 15.0)
    );
    let played = class.work("2");
    assert_eq!(played.len(), 6, "{played:?}");
    let entries: Vec<&Value> = played.iter().map(|line| &line["entries"]).collect();
    assert_eq!(entries[..2], [&json!(["Ada"]), &json!(["Bee"])], "trials come first");
    assert_eq!(class.json("check", &[])["waiting"], 0);
    assert_eq!(class.work("2"), [Value::Null; 0]);

    let (met, stale, percent) = class.badge("1", 0);
    assert_eq!((met, stale), (json!(true), json!(false)), "{percent}");
    assert_eq!(class.badge("2", 0), (json!(false), json!(false), json!(0.0)));
    // Against itself, every pair is even or repeats an earlier one.
    assert_eq!(class.badge("1", 1).0, false);
    let bee = class.json("check", &["2"]);
    let trial = &bee["versions"][0]["trial"];
    let faults: u64 = trial["faults"].as_object().unwrap().values().filter_map(Value::as_u64).sum();
    assert_eq!((&trial["wins"], Some(faults)), (&json!(0), trial["matches"].as_u64()));

    let out = class.ok(&["check"], &[]);
    assert!(out.contains("55 % of 40 games against builtin:random (±15.4)"), "{out}");
    let out = class.ok(&["check"], &["2"]);
    assert!(out.contains("failed in 8 (") && out.contains("advice"), "{out}");
    assert!(out.contains("beats dice: missed, 0.0 % of 40 games"), "{out}");
}

/// A bot that plays without positions, and fails if they are allowed.
const WRITES_THE_RULES: &str = r#"(module
    (import "muster" "legal_actions" (func $legal (param i32 i32) (result i32)))
    (import "muster" "position_here" (func $here (param i32 i32) (result i32)))
    (memory (export "memory") 1)
    (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
    (func (export "muster_choose") (param i32) (result i64)
        (if (i32.ne (call $here (i32.const 0) (i32.const 0)) (i32.const -1)) (then unreachable))
        (drop (call $legal (i32.const 0) (i32.const 1)))
        (i64.load (i32.const 0))))"#;

const PLAYS: &str =
    "[[requirement]]\nname = \"plays\"\nagainst = \"builtin:first\"\npercent = 1\ngames = 2\n";

/// Creates a class with this text, in which two students have the bot, and plays its queue. Returns the number of
/// faults in the version's trial matches.
fn class_that_writes_the_rules(added: &str) -> (Class, u64) {
    let class = Class::open(added);
    class.write("rules.wasm", wat::parse_str(WRITES_THE_RULES).unwrap());
    for student in ["1", "2"] {
        class.ok(&["submit"], &[student, "rules.wasm"]);
    }
    class.work("2");
    let trial = class.json("check", &["1"])["versions"][0]["trial"].take();
    let faults = trial["faults"].as_object().unwrap().values().filter_map(Value::as_u64).sum();
    (class, faults)
}

/// Covers trial matches, requirements, tournaments and the ladder.
#[test]
fn a_class_without_positions_plays_all_its_games_without() {
    let (class, faults) = class_that_writes_the_rules(&format!("positions = false\n{PLAYS}"));
    assert_eq!((faults, class.badge("1", 0).0), (0, json!(true)));
    let out = class.play_cup();
    let matches = fs::read_to_string(Path::new(&out).join("site/data/matches.csv")).unwrap();
    assert!(matches.lines().count() > 2 && !matches.contains("forfeit"), "{matches}");
    let (code, told, err) = run(&["ladder", &class.path("ki"), "--cycles", "1", "--seed", "7"]);
    assert_eq!(code, 0, "{told}{err}");
    let cycle = fs::read_to_string(class.path("ki/ladder/0001.toml")).unwrap();
    assert!(cycle.contains("[limits]\npositions = false\n"), "{cycle}");
}

#[test]
fn a_class_that_switches_positions_off_judges_by_other_games() {
    let (class, faults) = class_that_writes_the_rules(PLAYS);
    assert_eq!((faults, class.badge("1", 0)), (8, (json!(false), json!(false), json!(0.0))));
    let text = fs::read_to_string(class.path("ki/class.toml")).unwrap();
    class.write("ki/class.toml", text.replacen("[class]\n", "[class]\npositions = false\n", 1));
    assert_eq!(class.badge("1", 0).1, true);
    let outdated = class.json("rejudge", &[]);
    class.ok(&["rejudge"], &["--apply", outdated["preview"].as_str().unwrap()]);
    let (met, stale, _) = class.badge("1", 0);
    assert_eq!((met, stale), (json!(true), json!(false)));
}

#[test]
fn handing_in_again_rolls_no_new_dice() {
    let one = class(REQUIREMENTS);
    let two = class(REQUIREMENTS);
    let badges = |class: &Class| {
        let check = class.json("check", &["1"]);
        check["versions"].as_array().unwrap().last().unwrap()["badges"].clone()
    };
    one.work("1");
    two.work("3");
    assert_eq!(badges(&one), badges(&two), "on any number of slots, list of games included");
    // Ada submits the same bot again, and so does another student.
    one.ok(&["submit"], &["1", "walker.wasm"]);
    one.ok(&["submit"], &["3", "walker.wasm"]);
    assert_eq!(one.work("2"), [Value::Null; 0]);
    assert_eq!(badges(&one), badges(&two));
    assert_eq!(one.json("check", &["4"])["versions"][0]["badges"], badges(&one));
}

#[test]
fn the_games_of_a_badge_can_be_played_again() {
    let class = class(REQUIREMENTS);
    class.work("2");
    assert_eq!(class.play_again("beats a copy")["games"].as_array().unwrap().len(), 20);
    let (code, _, err) = class.run(&["check"], &["1", "--games", "none"]);
    assert_eq!((code, err.contains("beats dice, beats a copy")), (1, true), "{err}");
}

#[test]
fn a_requirement_may_have_rules_of_its_own() {
    let usual = "[[requirement]]\nname = \"outside\"\nagainst = \"builtin:random\"\npercent = 1\ngames = 8\n";
    let class = class(&format!("{usual}[requirement.rules]\nlayout = \"a-outside\"\n"));
    class.work("2");
    let list = class.play_again("outside");
    assert!(list["rules"].as_str().unwrap().contains("layout=a-outside"), "{}", list["rules"]);
    assert!(class.ok(&["check"], &["1", "--games", "outside"]).contains("--rule layout=a-outside"));
    assert_eq!(class.badge("1", 0).1, false);
    // The rules are a part of the requirement, except for the game's defaults.
    let text = fs::read_to_string(class.path("ki/class.toml")).unwrap();
    let key = || class.json("check", &["1"])["versions"][0]["badges"][0]["stale"].clone();
    class.write("ki/class.toml", text.replace("a-outside", "a-inside"));
    assert_eq!(key(), true);
    let outdated = class.json("rejudge", &[]);
    class.ok(&["rejudge"], &["--apply", outdated["preview"].as_str().unwrap()]);
    assert_eq!(key(), false);
    class.write("ki/class.toml", text.split("[requirement.rules]").next().unwrap());
    assert_eq!(key(), false, "named or not, the default is the same");
    class.write("ki/class.toml", text.replace("layout", "layot"));
    let (code, _, err) = class.run(&["check"], &[]);
    assert_eq!((code, err.contains("tank-war has no rule option `layot`")), (1, true), "{err}");
    assert!(err.contains("did you mean `layout`?"), "{err}");
}

/// Splits a command with some words in single quotes.
pub(crate) fn shell_words(command: &str) -> Vec<String> {
    let parts = command.split('\'').enumerate();
    let words = parts.flat_map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

#[test]
fn who_takes_too_long_for_all_games_is_out_of_time() {
    let budget = "[[requirement]]\nname = \"quick\"\nagainst = \"builtin:random\"\npercent = 1\ngames = 100\nbudget = \"1ns\"\n";
    let class = class(budget);
    class.work("2");
    let badge = class.json("check", &["1"])["versions"][0]["badges"][0].take();
    assert_eq!((&badge["met"], &badge["judged"]["out_of_time"]), (&json!(false), &json!(true)));
    assert_eq!(badge["judged"]["games"], 2, "the pair in which the time is used up is the last one");
    assert!(class.ok(&["check"], &["1"]).contains("quick: out of time"));
}

#[test]
fn who_fails_too_often_is_paused() {
    let class = class("[failing]\npercent = 50\npause = true\n");
    class.bot("worse.wasm", -2);
    class.write(
        "cup.toml",
        "[tournament]\nname = \"C\"\ngame = \"tank-war\"\n[class]\npath = \"ki\"\n[[entrant]]\nname = \"Dice\"\n\
         bot = \"builtin:random\"\n[[stage]]\nformat = \"round-robin\"\n",
    );
    class.work("2");
    let (code, _, err) = class.play(&[]);
    assert_eq!((code, err.contains("paused after too many failures, not entered: Bee")), (0, true), "{err}");
    assert!(
        class.ok(&["check"], &["2"]).contains("it failed in 8 of 8 matches, above the limit of 50 %; paused")
    );
    assert_eq!(class.json("check", &["1"])["versions"][0]["paused"], false);
}

#[test]
fn what_stands_in_the_way_of_judging_is_told() {
    let class = class(REQUIREMENTS);
    fs::remove_file(class.path("ki/walker.wasm")).unwrap();
    let (code, _, err) = class.run(&["work"], &[]);
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("walker.wasm") && err.contains("the requirement \"beats a copy\""), "{err}");
    assert_eq!(class.json("check", &[])["waiting"], 6, "nothing was played");
    class.write("ki/walker.wasm", "no module");
    let (code, _, err) = class.run(&["work"], &[]);
    assert_eq!((code, err.contains("\"opponent\" is refused")), (1, true), "{err}");
    assert!(Path::new(&class.path("ki/private/lock")).is_file());
}

#[test]
fn who_fails_too_often_in_a_run_is_told_and_paused() {
    let class = class("[failing]\npercent = 50\npause = true\n");
    class.write(
        "cup.toml",
        "[tournament]\nname = \"C\"\ngame = \"tank-war\"\n[class]\npath = \"ki\"\n[[entrant]]\nname = \"Dice\"\n\
         bot = \"builtin:random\"\n[[stage]]\nformat = \"round-robin\"\ngames = 2\n",
    );
    // Nothing is known about Bee's bot, which plays.
    let words = "\"Bee\" failed in 4 of 4 matches of runs, above the limit of 50 %; paused";
    for _ in 0..2 {
        // The second time, nothing is played and nothing counted again.
        let (code, out, err) = class.play(&[]);
        assert_eq!((code, err.contains(words)), (0, true), "{out}{err}");
    }
    let version = class.json("check", &["2"])["versions"][0].take();
    assert_eq!([&version["matches_in_runs"], &version["failed_in_runs"]], [&json!(4), &json!(4)]);
    assert_eq!((&version["matches"], &version["paused"]), (&json!(0), &json!(true)));
    assert!(class.ok(&["check"], &["2"]).contains("it failed in 4 of 4 matches of runs"));
    let ada = class.json("check", &["1"])["versions"][0].take();
    assert_eq!([&ada["matches_in_runs"], &ada["failed_in_runs"]], [&json!(4), &json!(0)]);
    // The next tournament excludes it, until another version is active.
    let (cup, next) = (class.path("cup.toml"), class.path("next"));
    let (code, _, err) = run(&["run", &cup, "--out", &next, "--dry-run"]);
    assert_eq!((code, err.contains("paused after too many failures, not entered: Bee")), (0, true), "{err}");
    class.hand_in("2", 5);
    let (code, _, err) = run(&["run", &cup, "--out", &next, "--dry-run"]);
    assert_eq!((code, err.contains("paused")), (0, false), "{err}");
}
