//! Hostile submissions: names, values and files.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::support::{assert_same_tree, is_full, muster, run, top, tree, verify};

const HEAD: &str = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 3\n";
const STAGE: &str = "[[stage]]\nformat = \"round-robin\"\n";

fn entrant(name: &str, bot: &str) -> String {
    format!("[[entrant]]\nname = {}\nbot = '{bot}'\n", serde_json::Value::from(name))
}

/// Returns this number of entrants that move at random.
fn dice(count: usize) -> String {
    (1..=count).map(|number| entrant(&format!("dice {number}"), "builtin:random")).collect()
}

/// A tournament's file in its own folder, `cup/`. No file may be written beside that folder.
struct Cup {
    root: tempfile::TempDir,
}

impl Cup {
    fn new(text: &str) -> Cup {
        let root = tempfile::tempdir().unwrap();
        fs::create_dir(root.path().join("cup")).unwrap();
        fs::write(root.path().join("cup/cup.toml"), text).unwrap();
        Cup { root }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.path().join("cup").join(name)
    }

    /// Runs it into `cup/run`.
    fn run(&self) -> (i32, String, String) {
        let [toml, out] = ["cup.toml", "run"].map(|name| self.path(name));
        run(&["run", toml.to_str().unwrap(), "--out", out.to_str().unwrap(), "--jobs", "2"])
    }

    /// Asserts that the text is refused with these words in the message, at its line, and that nothing is written.
    fn refused(&self, words: &[&str]) {
        let before = tree(self.root.path());
        let (code, told, err) = self.run();
        assert_eq!((code, told.as_str()), (1, ""), "{err}");
        for words in words.iter().chain(&["cup.toml", "nothing was played"]) {
            assert!(err.contains(words), "{words}\n{err}");
        }
        assert!(no_commands(&err), "{err:?}");
        assert!(tree(self.root.path()) == before, "something was written\n{err}");
    }
}

/// Returns `true` if a text has no terminal control characters.
fn no_commands(text: &str) -> bool {
    text.chars().all(|sign| sign == '\n' || !game::is_invisible(sign))
}

const NAMES: [&str; 14] = [
    "../../etc/x",
    "/etc/x",
    "C:\\x",
    "..",
    "--help",
    "-rf",
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "=cmd|' /C calc'!A0",
    "+1",
    "@x",
    "-12",
    "%s%n $(x) `x`",
    "将軍 \u{1f600}",
];

#[test]
fn names_that_want_to_be_paths_options_markup_or_formulas_are_names() {
    let bot = top().join("bots/tank-war/walker/walker.wasm").display().to_string();
    let entrants: String = NAMES.iter().map(|name| entrant(name, &bot)).collect();
    let cup = Cup::new(&format!("{HEAD}{entrants}{STAGE}[grade]\nformula = \"wins - 20\"\n"));
    let (code, told, err) = cup.run();
    assert_eq!(code, 0, "{err}");
    assert!(no_commands(&told) && no_commands(&err), "{told}{err}");
    let written: BTreeSet<PathBuf> = tree(cup.root.path()).into_keys().collect();
    let is_due = |path: &PathBuf| path.starts_with("cup/run/") || path == Path::new("cup/cup.toml");
    assert!(written.iter().all(is_due), "{written:#?}");
    let names_in_paths = |path: &&PathBuf| NAMES.iter().any(|name| path.ends_with(name));
    assert_eq!(written.iter().find(names_in_paths), None);
    let data = |name: &str| fs::read_to_string(cup.path("run").join(name)).unwrap();
    for name in NAMES {
        let json = serde_json::Value::from(name).to_string();
        assert!(data("site/data/results.jsonl").contains(&json), "{name} is not in the results");
        let (code, ruled, err) =
            run(&["rule", cup.path("run").to_str().unwrap(), "disqualify", "--reason=x", "--", name]);
        assert!(code == 0 && no_commands(&ruled), "{name}: {ruled}{err}");
    }
    let page = data("site/index.html");
    assert!(!page.contains("<script>alert") && !page.contains("<img src=x"), "a name is obeyed");
    for file in ["site/data/standings.csv", "site/data/matches.csv", "private/gradebook.csv"] {
        let text = data(file);
        for name in ["=cmd|", "+1", "@x", "-rf", "--help"] {
            assert!(text.contains(&format!("'{name}")), "{file} lacks {name}\n{text}");
            assert!(
                !text.contains(&format!(",{name}")) && !text.contains(&format!("\n{name}")),
                "{file}\n{text}"
            );
        }
    }
    // A grade below zero stays a number.
    assert!(data("private/gradebook.csv").contains(",-"), "{}", data("private/gradebook.csv"));
}

#[test]
fn names_that_nobody_could_read_or_tell_apart_are_refused() {
    let long = "n".repeat(300);
    for (name, words) in [
        ("two\nlines", "a name cannot contain the invisible character U+000A"),
        ("a\u{1b}[2Jb", "a name cannot contain the invisible character U+001B"),
        ("a\u{0}b", "a name cannot contain the invisible character U+0000"),
        ("\u{202e}flow", "a name cannot contain the invisible character U+202E"),
        ("dice 1\u{1d173}", "a name cannot contain the invisible character U+1D173"),
        ("\u{fe0f}", "a name cannot be empty"),
        (long.as_str(), "a name has at most 100 bytes; this one has 300"),
        (" dice", "a name cannot begin or end with a space"),
        ("", "a name cannot be empty"),
        ("dice 1", "the name \"dice 1\" is already taken"),
        ("DICE  1", "reads the same as \"dice 1\""),
        ("ｄｉｃｅ １", "reads the same as \"dice 1\""),
    ] {
        Cup::new(&format!("{HEAD}{}{}{STAGE}", dice(2), entrant(name, "builtin:first"))).refused(&[words]);
    }
    let twins =
        format!("{}{}", entrant("Straße é", "builtin:first"), entrant("STRASSE e\u{301}", "builtin:first"));
    Cup::new(&format!("{HEAD}{twins}{STAGE}")).refused(&["reads the same as \"Straße é\""]);
}

#[test]
fn values_that_mean_nothing_are_refused_at_their_line() {
    for (table, line, words) in [
        ("clock", "per_mvoe = \"5s\"", "did you mean `per_move`?"),
        ("clock", "per_move = 5", "`per_move` has no unit"),
        ("clock", "per_move = -5", "`per_move` has no unit"),
        ("clock", "per_move = nan", "`per_move` has no unit"),
        ("clock", "per_move = 1e18", "`per_move` has no unit"),
        ("clock", "per_move = \"-5s\"", "`-5s`"),
        ("clock", "per_move = \"nan s\"", "`nan s`"),
        ("clock", "per_move = \"inf\"", "`inf`"),
        ("clock", "per_move = \"1e18s\"", "`1e18s`"),
        ("clock", "per_move = \"0s\"", "`per_move` is too short for any bot"),
        ("clock", "per_move = \"2000h\"", "`2000h` is too large"),
        ("clock", "per_move = \"5s\"\nper_move = \"6s\"", "per_move"),
        ("limits", "memory = -1", "`memory`"),
        ("limits", "memory = \"0B\"", "`memory` must be from 64KiB to 4GiB"),
        ("limits", "plies = -1", "`plies` must be a whole number from 1"),
        ("limits", "plies = nan", "`plies` must be a whole number from 1"),
        ("clcok", "per_move = \"5s\"", "clock"),
        ("tournament", "name = \"Again\"", "tournament"),
    ] {
        let text = format!("{HEAD}{}{STAGE}[{table}]\n{line}\n", dice(2));
        let number = text.lines().count();
        let (_, key) = line.rsplit_once('\n').unwrap_or(("", line));
        let cup = Cup::new(&text);
        cup.refused(&[words]);
        let (_, _, err) = cup.run();
        let at = |number: usize| err.contains(&format!("cup.toml:{number}:"));
        assert!(at(number) || at(number - 1), "{key} is in line {number}\n{err}");
    }
}

/// Rosters with no entrant or one are refused; those with two, three and 200 play, and with `MUSTER_FULL=1` one with
/// 2000.
#[test]
fn rosters_of_any_size_are_refused_or_played() {
    Cup::new(&format!("{HEAD}{STAGE}")).refused(&["a tournament needs at least two entrants; found none"]);
    Cup::new(&format!("{HEAD}{}{STAGE}", dice(1)))
        .refused(&["a tournament needs at least two entrants; found one"]);
    let swiss = "[[stage]]\nformat = \"swiss\"\nrounds = 2\n";
    let many = if is_full() { 2000 } else { 200 };
    for (entrants, stage, matches) in [(2, STAGE, 1), (3, STAGE, 3), (many, swiss, many)] {
        let cup = Cup::new(&format!("{HEAD}{}{stage}", dice(entrants)));
        let (code, told, err) = cup.run();
        assert_eq!(code, 0, "{entrants}: {err}");
        let data = |name: &str| fs::read_to_string(cup.path("run/site/data").join(name)).unwrap();
        assert_eq!(data("matches.csv").lines().count(), 1 + matches, "{entrants}");
        assert_eq!(data("standings.csv").lines().count(), 1 + entrants);
        assert!(told.contains("dice 2"), "{told}");
    }
}

#[test]
fn a_roster_of_refused_bots_alone_is_refused_and_nothing_is_written() {
    let text = format!("{HEAD}{}{}{STAGE}", entrant("one", "bad.wasm"), entrant("two", "bad.wasm"));
    let cup = Cup::new(&text);
    for bytes in [&b""[..], b"#!/bin/sh\nreboot\n", &[0; 4096]] {
        fs::write(cup.path("bad.wasm"), bytes).unwrap();
        let (code, told, err) = cup.run();
        assert_eq!((code, told.as_str()), (1, ""), "{err}");
        assert!(err.contains("cannot be played") && err.contains("hint: "), "{err}");
        assert!(!cup.path("run").exists());
    }
}

/// The names of a module's imports become one short text in one reason, in the terminal and on every page.
#[test]
fn names_inside_a_module_forge_no_reasons_and_fill_no_pages() {
    let long = "x".repeat(100_000);
    let text = format!(
        r#"(module (import "env" "clock\nit is fine\r\n\1b[2J\u{{202e}}" (func)) (import "env" "{long}" (func))
             (memory (export "memory") 1)
             (func (export "muster_buffer") (param i32) (result i32) (i32.const 1024))
             (func (export "muster_choose") (param i32) (result i64) (i64.const 1)))"#
    );
    let cup = Cup::new(&format!("{HEAD}{}{}{STAGE}", entrant("one", "bad.wasm"), dice(2)));
    fs::write(cup.path("bad.wasm"), wat::parse_str(text).unwrap()).unwrap();
    let (code, told, err) = cup.run();
    assert_eq!(code, 0, "{err}");
    assert!(no_commands(&told) && no_commands(&err), "{told}\n{err}");
    let text = fs::read_to_string(cup.path("run/site/data/report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    let reasons: Vec<&str> = report["entrants"][0]["refusal"]
        .as_array()
        .unwrap()
        .iter()
        .map(|reason| reason.as_str().unwrap())
        .collect();
    assert_eq!(reasons.len(), 2, "{reasons:?}");
    assert!(reasons[0].contains(r"env.clock\nit is fine\r\n\u{1b}[2J\u{202e}, which"), "{reasons:?}");
    for (name, bytes) in tree(&cup.path("run/site")) {
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains(&long[..1_000]), "{}", name.display());
        assert!(!text.lines().any(|line| line.starts_with("it is fine")), "{}", name.display());
    }
}

#[test]
fn the_same_bytes_under_two_names_are_two_entrants() {
    let bot = top().join("bots/tank-war/greedy/greedy.wasm").display().to_string();
    let cup = Cup::new(&format!("{HEAD}{}{}{}{STAGE}", entrant("Ada", &bot), entrant("Ben", &bot), dice(1)));
    let (code, _, err) = cup.run();
    assert_eq!(code, 0, "{err}");
    let text = fs::read_to_string(cup.path("run/site/data/report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    let entrants = report["entrants"].as_array().unwrap();
    assert_eq!((&entrants[0]["name"], &entrants[1]["name"]), (&"Ada".into(), &"Ben".into()));
    assert!(entrants[0]["module"].is_string() && entrants[0]["module"] == entrants[1]["module"]);
    let matches = fs::read_to_string(cup.path("run/site/data/matches.csv")).unwrap();
    assert!(matches.lines().any(|line| line.contains("Ada") && line.contains("Ben")), "{matches}");
    verify(&cup.path("run"));
}

/// The bytes from the beginning of the run play until its end, even if the file changes.
#[test]
fn a_bot_that_is_replaced_while_its_matches_are_queued_plays_as_it_was_entered() {
    let bots = top().join("bots/tank-war");
    let bytes = |name: &str| fs::read(bots.join(format!("{name}/{name}.wasm"))).unwrap();
    let (old, new) = (bytes("walker"), bytes("greedy"));
    let text = format!(
        "{HEAD}{}{}[[stage]]\nformat = \"round-robin\"\ngames = 300\n",
        entrant("Ada", "ada.wasm"),
        dice(2)
    );
    let whole = Cup::new(&text);
    fs::write(whole.path("ada.wasm"), &old).unwrap();
    assert_eq!(whole.run().0, 0);

    let cup = Cup::new(&text);
    fs::write(cup.path("ada.wasm"), &old).unwrap();
    let begin = || {
        let mut child = muster()
            .args(["run", cup.path("cup.toml").to_str().unwrap(), "--jobs", "2", "--json", "--out"])
            .arg(cup.path("run"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.by_ref().take(5).all(|line| line.is_ok()));
        (child, lines)
    };
    let (mut child, lines) = begin();
    fs::write(cup.path("ada.wasm"), &new).unwrap();
    let _ = lines.take(20).count();
    let _ = child.kill();
    child.wait().unwrap();

    // A new run would be another tournament.
    let (code, _, err) = cup.run();
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("Ada") && err.contains("hint: "), "{err}");
    fs::remove_file(cup.path("ada.wasm")).unwrap();
    let (code, _, err) = cup.run();
    assert!(code == 1 && err.contains("ada.wasm"), "{err}");

    // With the original bot it resumes. Even if the bot is replaced in the middle, the run ends as usual.
    fs::write(cup.path("ada.wasm"), &old).unwrap();
    let (child, lines) = begin();
    fs::write(cup.path("ada.new"), &new).unwrap();
    fs::rename(cup.path("ada.new"), cup.path("ada.wasm")).unwrap();
    let _ = lines.count();
    assert!(child.wait_with_output().unwrap().status.success());
    assert_same_tree(&whole.path("run/site"), &cup.path("run/site"));
    verify(&cup.path("run"));
}

/// Refusing a text full of mistakes takes no more memory than reading one without.
#[cfg(target_os = "linux")]
#[test]
fn a_text_of_mistakes_is_refused_in_little_memory() {
    for (line, words) in
        [("=\n", "invalid TOML"), ("a=1\n", "is defined twice"), ("a=b\n", "a string must be in quotes")]
    {
        let cup = Cup::new(&line.repeat((8 << 20) / line.len()));
        let limited = std::process::Command::new("sh")
            .args(["-c", "ulimit -v 1000000 && exec \"$@\"", "sh", env!("CARGO_BIN_EXE_muster"), "run"])
            .arg(cup.path("cup.toml"))
            .output()
            .unwrap();
        let (code, _, err) = crate::support::told(&limited);
        assert_eq!(code, 1, "{line}: {}", &err[err.floor_char_boundary(err.len().saturating_sub(300))..]);
        assert!(err.contains(words) && err.contains("nothing was played"), "{line}");
        assert!(err.len() < 200_000, "{line}: {} bytes", err.len());
    }
}
