//! Tests `muster compare` with the built program.

use std::fs;

use crate::support::{bot_that_answers, run, top};
use serde_json::Value;

/// Names a tank that never exists, after some rounds of the match.
const ILLEGAL_AT_LAST: &str = "(if (i32.ge_u (i32.load offset=1036 (i32.const 0)) (i32.const 6))
    (then (return (i64.const 5)))) (call $first)";

fn bot(name: &str) -> String {
    top().join(format!("bots/tank-war/{name}/{name}.wasm")).display().to_string()
}

/// Runs `muster compare tank-war` and reads its JSON.
fn compare(first: &str, second: &str, more: &[&str]) -> Value {
    let mut arguments = vec!["compare", "tank-war", first, second, "--json"];
    arguments.extend(more);
    let (code, told, err) = run(&arguments);
    assert_eq!(code, 0, "{told}{err}");
    serde_json::from_str(&told).unwrap()
}

#[test]
fn the_stronger_bot_is_told_at_any_number_of_jobs() {
    let play = |jobs: &str| compare(&bot("maximin"), &bot("walker"), &["--games", "120", "--jobs", jobs]);
    let one = play("1");
    let count = |key: &str| one[key].as_u64().unwrap();
    assert_eq!(count("wins") + count("draws") + count("losses") + 2 * count("copied_pairs"), 120, "{one:#}");
    assert!(one["interval95"][0].as_f64().unwrap() > 0.0, "{one:#}");
    assert_eq!(one["bots"][0]["name"], "maximin");
    assert_eq!(play("3"), one);
    let (_, told, _) =
        run(&["compare", "tank-war", &bot("maximin"), &bot("walker"), "--games", "120", "--jobs", "2"]);
    let score = format!("won {}, drawn {}, lost {}: ", count("wins"), count("draws"), count("losses"));
    assert!(told.contains(&score) && told.contains("maximin is the stronger"), "{told}");
    let (_, told, _) = run(&["compare", "tank-war", &bot("walker"), &bot("maximin"), "--games", "120"]);
    assert!(told.contains("maximin is the stronger"), "{told}");
    // Openings do not get longer with more games.
    let few = compare(&bot("maximin"), &bot("walker"), &["--games", "20"]);
    assert_eq!(
        (&few["openings"]["plies"], &few["openings"]["count"]),
        (&one["openings"]["plies"], &10.into())
    );
}

/// Checks that the command for the worst loss plays that game: with the same end after the same plies.
fn shows_it_again(worst: &Value) -> String {
    let command = worst["replay"].as_str().unwrap();
    // A position has spaces, so that it is quoted. No other argument here is.
    let mut words = Vec::new();
    for (index, part) in command.split('\'').enumerate() {
        if index % 2 == 0 { words.extend(part.split_whitespace()) } else { words.push(part) }
    }
    let (code, told, err) = run(&words[1..]);
    assert_eq!(code, 0, "{command}: {err}");
    let end = format!(": {} after {} pl", worst["reason"].as_str().unwrap(), worst["plies"]);
    assert!(told.contains(&end), "{command}: {told}");
    told
}

#[test]
fn the_worst_loss_can_be_seen_again() {
    let lost = compare("builtin:random", &bot("maximin"), &["--games", "20", "--rule", "layout=a-outside"]);
    shows_it_again(&lost["worst_loss"]);
    let folder = tempfile::tempdir().unwrap();
    let cheat = bot_that_answers(folder.path(), "cheat.wasm", ILLEGAL_AT_LAST);
    let page = folder.path().join("worst.html");
    let more = ["--games", "8", "--first-settings", "it's me", "--save", page.to_str().unwrap()];
    let failed = compare(&cheat, &bot("greedy"), &more);
    assert!(failed["bots"][0]["faults"]["illegal-action"].as_u64().unwrap() > 0, "{failed:#}");
    assert_eq!(failed["worst_loss"]["fault"], "illegal-action");
    assert!(fs::read_to_string(&page).unwrap().contains("illegal-action"));
    let more = ["--games", "8"];
    let told = shows_it_again(&compare(&cheat, &bot("greedy"), &more)["worst_loss"]);
    assert!(told.contains("failed at ply ") && told.contains("advice: "), "{told}");
    let (code, told, _) = run(&[&["compare", "tank-war", &cheat, &bot("greedy")], &more[..]].concat());
    assert_eq!(code, 0);
    for line in [
        "cheat failed in ",
        "worst loss, game ",
        "  advice: choose from what ",
        "  show it again: muster play",
    ] {
        assert!(told.contains(line), "no `{line}`: {told}");
    }
}

#[test]
fn bots_of_one_name_are_told_apart_and_a_bot_is_its_own_equal() {
    let same = compare(&bot("walker"), &bot("walker"), &["--games", "20"]);
    assert_eq!(same["bots"][0]["name"], "walker (first)");
    assert_eq!(same["bots"][1]["name"], "walker (second)");
    assert_eq!(same["elo"], 0.0);
    let (_, told, _) = run(&["compare", "tank-war", &bot("walker"), &bot("walker"), "--games", "20"]);
    assert!(told.contains("too close to tell"), "{told}");
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = folder.path().join("refused.wasm");
    fs::write(&refused, wat::parse_str("(module)").unwrap()).unwrap();
    let refused = refused.to_str().unwrap();
    for (arguments, said) in [
        (&["builtin:first", "builtin:random", "--games", "7"][..], "hint: use --games 8"),
        (&["nowhere.wasm", "builtin:random"], "cannot read the bot nowhere.wasm"),
        (&["builtin:first", "builtin:random", "--plies", "1000"], "hint: lower --plies"),
        (&[refused, "builtin:random"], "the bot of \"refused\" is refused"),
    ] {
        let (code, told, err) = run(&[&["compare", "tank-war"], arguments].concat());
        assert_eq!((code, told.as_str()), (1, ""), "{err}");
        assert!(err.contains(said), "{err}");
    }
}

/// The games played by then are reported.
#[test]
#[cfg(unix)]
fn an_interrupt_ends_a_comparison_with_its_own_code() {
    use std::process::Stdio;
    let arguments = ["compare", "tank-war", "builtin:random", "builtin:first", "--games", "1000000"];
    let mut child = crate::support::muster()
        .args(arguments)
        .args(["-v"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut log = std::io::BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    std::io::BufRead::read_line(&mut log, &mut line).unwrap();
    assert!(line.contains("playing"), "{line}");
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    std::io::copy(&mut log, &mut std::io::sink()).unwrap();
    let output = child.wait_with_output().unwrap();
    let (code, told, _) = crate::support::told(&output);
    assert_eq!(code, 3, "{told}");
    assert!(told.contains("won "), "{told}");
}
