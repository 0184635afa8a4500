//! Tests `muster sprt` with the built program; [`lists`]: `muster rate`.

mod lists;

use std::process::Stdio;

use self::lists::rate;
use crate::support::{muster, run, top};
use serde_json::Value;

fn bot(name: &str) -> String {
    top().join(format!("bots/tank-war/{name}/{name}.wasm")).display().to_string()
}

/// Runs `muster sprt tank-war` and reads its JSON.
fn sprt(new: &str, old: &str, more: &[&str]) -> (i32, Value) {
    let mut arguments = vec!["sprt", "tank-war", new, old, "--json", "--per-move", "1s"];
    arguments.extend(more);
    let (code, told, err) = run(&arguments);
    assert!([0, 4, 6].contains(&code), "{code}: {err}");
    (code, serde_json::from_str(&told).unwrap())
}

#[test]
fn a_stronger_bot_is_accepted_at_the_same_pair_on_any_number_of_slots() {
    let more = ["--elo1", "100", "--max-games", "2000"];
    let play = |jobs: &str| sprt(&bot("maximin"), &bot("walker"), &[&more[..], &["--jobs", jobs]].concat());
    let (code, one) = play("1");
    assert_eq!((code, &one["verdict"]), (0, &"elo1".into()), "{one:#}");
    assert!(one["pairs"].as_u64().unwrap() < 200, "{one:#}");
    assert!(one["log_likelihood_ratio"].as_f64().unwrap() >= one["bounds"][1].as_f64().unwrap());
    assert!(one["interval95"][0].as_f64().unwrap() > 0.0, "{one:#}");
    assert_eq!(play("3"), (code, one));
}

#[test]
fn a_weaker_bot_and_the_same_bot_are_not_accepted() {
    let more = ["--elo1", "100", "--max-games", "2000"];
    let (code, weaker) = sprt("builtin:random", &bot("maximin"), &more);
    assert_eq!((code, &weaker["verdict"]), (4, &"elo0".into()), "{weaker:#}");
    // A deterministic bot against itself scores one point of two in every pair.
    let (code, same) = sprt(&bot("walker"), &bot("walker"), &more);
    assert_eq!((code, &same["verdict"]), (4, &"elo0".into()), "{same:#}");
    assert!(same["elo"].as_f64().unwrap().abs() < 1.0, "{same:#}");
    let halves: Vec<u64> =
        same["pairs_by_half_points"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
    assert_eq!(halves[2], same["pairs"].as_u64().unwrap(), "{halves:?}");
}

#[test]
fn a_test_that_may_not_play_on_is_undecided() {
    let (code, end) = sprt("builtin:random", "builtin:random", &["--max-games", "41"]);
    assert_eq!((code, &end["verdict"], &end["why"]), (6, &"undecided".into(), &"max-games".into()));
    assert_eq!(end["games_played"], 40);
    // One opening and deterministic players: after the first pair, there are only copies.
    let (code, end) = sprt("builtin:first", &bot("walker"), &["--openings", "1"]);
    assert_eq!((code, &end["why"], &end["pairs"]), (6, &"nothing-new".into(), &1.into()), "{end:#}");
}

/// `muster sprt … && deploy` must not deploy an undecided version, and the output must name the flag that decides it.
#[test]
fn an_undecided_test_names_the_flag_to_raise() {
    let walker = bot("walker");
    for (bots, more, flag) in [
        (["builtin:random", "builtin:random"], ["--max-games", "40"], "raise --max-games"),
        (["builtin:first", walker.as_str()], ["--openings", "1"], "raise --openings 1"),
    ] {
        let (code, told, err) = run(&[&["sprt", "tank-war"], &bots[..], &more].concat());
        assert_eq!(code, 6, "{err}");
        assert!(told.starts_with("undecided after "), "{told}");
        assert!(err.contains(flag), "{err}");
    }
    let (_, help, _) = run(&["sprt", "--help"]);
    assert!(help.contains("6 undecided"), "{help}");
}

/// Deterministic bots, and few openings of four plies: by default the test continues with longer ones until it decides.
#[test]
fn a_strong_difference_is_decided_by_default() {
    let (code, told, err) = run(&["sprt", "tank-war", &bot("maximin"), &bot("walker"), "--per-move", "1s"]);
    assert_eq!(code, 0, "{told}{err}");
    assert!(told.starts_with("H1 accepted"), "{told}");
}

#[test]
fn hypotheses_in_normalized_elo_are_tested_and_told() {
    let more = ["--elo", "normalized", "--elo1", "60", "--max-games", "2000"];
    let (code, end) = sprt(&bot("maximin"), &bot("walker"), &more);
    assert_eq!((code, &end["scale"]), (0, &"normalized".into()), "{end:#}");
    assert!(end["normalized_elo"].as_f64().unwrap() > 60.0, "{end:#}");
    let (_, told, _) = run(&[&["sprt", "tank-war", &bot("maximin"), &bot("walker")], &more[..]].concat());
    assert!(
        told.contains("a difference of +60 rather than 0 normalized Elo: ")
            && told.contains("normalized Elo +"),
        "{told}"
    );
}

/// Regression: with both hypotheses below zero, a bot at -50 Elo was called stronger; with both above, one at +125 was
/// not.
#[test]
fn a_verdict_says_no_more_than_the_hypotheses() {
    let told = |bots: [&str; 2], elo0: &str, elo1: &str| {
        let bots = bots.map(|name| if name == "random" { "builtin:random".to_owned() } else { bot(name) });
        let elos = ["--elo0", elo0, "--elo1", elo1, "--per-move", "1s"];
        run(&[&["sprt", "tank-war", &bots[0], &bots[1]], &elos[..]].concat()).1
    };
    for (bots, elo0, elo1, line) in [
        (["maximin", "walker"], "-300", "-200", "H1 accepted, a difference of -200 rather than -300 Elo\n"),
        (["walker", "maximin"], "200", "300", "H0 accepted, a difference of +200 rather than +300 Elo\n"),
        (["random", "maximin"], "0", "100", "H0 accepted, a difference of 0 rather than +100 Elo\n"),
    ] {
        let told = told(bots, elo0, elo1);
        assert!(told.starts_with(line), "{told}");
    }
    let weaker = told(["random", "maximin"], "-100", "0");
    assert!(
        weaker.starts_with(
            "H0 accepted, a difference of -100 rather than 0 Elo: builtin:random is not stronger than "
        ),
        "{weaker}"
    );
}

#[test]
fn an_undecided_test_goes_on_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("test");
    let out = out.to_str().unwrap();
    let bots = [bot("greedy"), bot("walker")];
    let play = |more: &[&str]| sprt(&bots[0], &bots[1], &[&["--elo1", "60", "--seed", "5"], more].concat());
    let undisturbed = folder.path().join("undisturbed");
    let (_, whole) = play(&["--max-games", "400", "--out", undisturbed.to_str().unwrap()]);
    for (games, jobs) in [("20", "1"), ("20", "2"), ("50", "2")] {
        play(&["--max-games", games, "--jobs", jobs, "--out", out]);
    }
    let (_, resumed) = play(&["--max-games", "400", "--jobs", "2", "--out", out]);
    assert_eq!(resumed, whole);
    // A finished test is reported again, not played again.
    assert_eq!(play(&["--max-games", "400", "--out", out]).1, whole);

    // The folder resumes only that test.
    let others: [&[&str]; 4] = [
        &["sprt", "tank-war", &bots[0], &bots[1], "--elo1", "60", "--seed", "6", "--out", out],
        &["sprt", "tank-war", &bots[0], &bots[1], "--elo1", "70", "--seed", "5", "--out", out],
        &["sprt", "tank-war", &bots[1], &bots[0], "--elo1", "60", "--seed", "5", "--out", out],
        &["sprt", "tank-war", &bots[0], "builtin:first", "--elo1", "60", "--seed", "5", "--out", out],
    ];
    for other in others {
        let (code, told, err) = run(&[other, &["--per-move", "1s"]].concat());
        assert_eq!((code, told.as_str()), (1, ""), "{other:?}: {err}");
        assert!(err.contains("another"), "{err}");
    }
    // It can be rated like any run.
    let rated = rate(&[out]);
    assert_eq!(rated["games"], whole["games_played"]);
    assert_eq!(rated["ratings"].as_array().unwrap().len(), 2);
}

/// Kills a test while it plays. The committed games are a prefix, and the end is the same.
#[test]
fn a_killed_test_goes_on_to_the_same_end() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = ["sprt", "tank-war", "builtin:random", "builtin:random", "--max-games", "3000", "--json"];
    let [whole, out] = ["whole", "killed"].map(|name| folder.path().join(name));
    let whole = run(&[&arguments[..], &["--out", whole.to_str().unwrap()]].concat());
    let with_out = [&arguments[..], &["--jobs", "2", "--out", out.to_str().unwrap()]].concat();
    let mut child = muster().args(&with_out).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    // The first line of progress says that pairs are on the disk.
    let mut progress = std::io::BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    std::io::BufRead::read_line(&mut progress, &mut line).unwrap();
    assert!(line.contains("LLR"), "{line}");
    let _ = child.kill();
    child.wait().unwrap();
    let (code, told, _) = run(&with_out);
    assert_eq!((code, told), (whole.0, whole.1));
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_a_test_with_its_own_code() {
    let arguments = ["sprt", "tank-war", "builtin:random", "builtin:random", "--elo1", "0.01"];
    let mut child = muster().args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut progress = std::io::BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    std::io::BufRead::read_line(&mut progress, &mut line).unwrap();
    assert!(line.contains("LLR"), "{line}");
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    let mut rest = String::new();
    std::io::Read::read_to_string(&mut progress, &mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3), "{rest}");
    assert!(rest.contains("interrupted"), "{rest}");
}

#[test]
fn a_test_that_means_nothing_is_refused() {
    for (more, said) in [
        (&["--elo0", "10", "--elo1", "5"][..], "not below"),
        (&["--alpha", "0.7"], "not between"),
        (&["--elo", "normalized", "--elo1", "500"], "not between -100 and 100 normalized Elo"),
        (&["--plies", "1000"], "end before 1000 plies"),
        (&["--rule", "layout=nowhere"], "invalid value `nowhere` for the rule option"),
    ] {
        let arguments = [&["sprt", "tank-war", "builtin:random", "builtin:first"], more].concat();
        let (code, _, err) = run(&arguments);
        assert_eq!(code, 1, "{err}");
        assert!(err.contains(said), "{err}");
    }
    let (code, _, err) = run(&["sprt", "tank-war", "nowhere.wasm", "builtin:first"]);
    assert_eq!((code, err.contains("nowhere.wasm")), (1, true), "{err}");
}
