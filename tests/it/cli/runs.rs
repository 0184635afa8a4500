//! `muster run` and `muster rule`: their output, and their effect on a run.

use std::fs;
use std::path::Path;

use super::{HEAD, TWO, tournament};
use crate::support::run;

#[test]
fn a_dry_run_plays_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = tournament(folder.path(), &format!("{HEAD}{TWO}"));
    let out = folder.path().join("out");
    let (code, told, _) = run(&["run", &path, "--dry-run", "--out", out.to_str().unwrap()]);
    assert_eq!(code, 0);
    assert!(told.contains("1 match at most") && told.contains("  round 1: A - B\n"), "{told}");
    assert!(told.contains("limited to 2s and 10 times its virtual time; "), "{told}");
    assert!(!out.exists());
}

#[test]
fn a_dry_run_is_one_json_object_for_programs() {
    let folder = tempfile::tempdir().unwrap();
    let stages = "[[stage]]\nformat = \"knockout\"\nbest_of = 3\n";
    let path = tournament(folder.path(), &format!("{HEAD}games = 2\n{stages}{TWO}"));
    let (code, told, err) = run(&["run", &path, "--dry-run", "--json"]);
    assert_eq!(code, 0, "{err}");
    let forecast: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(told.lines().count(), 1);
    assert_eq!((&forecast["tournament"], &forecast["game"]), (&"Cup".into(), &"tank-war".into()));
    let stages = forecast["stages"].as_array().unwrap();
    assert_eq!((&stages[0]["format"], &stages[1]["format"]), (&"round-robin".into(), &"knockout".into()));
    assert_eq!(stages[0]["matches_at_most"], 2);
    for seconds in ["clock_seconds_at_most", "processor_seconds_at_most"] {
        assert!(stages[0][seconds].as_f64().is_some_and(|seconds| seconds > 0.0), "{seconds}: {told}");
    }
    let sum: u64 = stages.iter().map(|stage| stage["matches_at_most"].as_u64().unwrap()).sum();
    assert_eq!(forecast["matches_at_most"], sum);
    assert_eq!(forecast["rounds"], serde_json::json!([{ "pairings": [["A", "B"]], "byes": [] }]));
}

/// Edit, compile, run again: the earlier run is kept completely.
#[test]
fn a_fresh_run_keeps_the_earlier_one() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("{HEAD}{TWO}");
    let path = tournament(folder.path(), &text);
    let out = folder.path().join("out");
    let arguments = ["run", &path, "--out", out.to_str().unwrap()];
    let fresh = [&arguments[..], &["--fresh"]].concat();
    // Without an earlier run, it is an ordinary run.
    let (code, told, err) = run(&fresh);
    assert!(code == 0 && !told.contains("set aside"), "{told}{err}");
    let before = crate::support::tree(&out.join("site"));
    let other = text.replace("builtin:first", "builtin:random");
    tournament(folder.path(), &other);
    let (code, _, err) = run(&arguments);
    let [first, second] = ["earlier/1", "earlier/2"].map(|name| out.join(name));
    assert_eq!(code, 1);
    assert!(err.contains("add --fresh") && err.contains(out.join("earlier").to_str().unwrap()), "{err}");
    // A run that cannot begin moves nothing away.
    tournament(folder.path(), &other.replace("builtin:random", "gone.wasm"));
    assert_eq!(run(&fresh).0, 1);
    assert!(!first.exists());
    tournament(folder.path(), &other);
    let (code, told, err) = run(&fresh);
    assert_eq!(code, 0, "{err}");
    let kept = format!("set aside: the earlier run is kept in {}\n", first.display());
    assert!(told.starts_with(&kept), "{told}");
    assert!(crate::support::tree(&first.join("site")) == before);
    crate::support::verify(&first);
    crate::support::verify(&out);
    let (code, told, _) = run(&[&fresh[..], &["--json"]].concat());
    let line: serde_json::Value = serde_json::from_str(told.lines().next().unwrap()).unwrap();
    assert_eq!((code, &line["type"]), (0, &"set-aside".into()));
    assert_eq!(line["run"], second.to_str().unwrap());
    crate::support::verify(&second);
    assert_eq!(run(&arguments).0, 0, "the fresh run is the run of the folder from now on");
}

#[test]
fn an_entrant_who_comes_late_is_told_to_stand_at_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let student = |name: &str| format!("[[entrant]]\nname = \"{name}\"\nbot = \"builtin:first\"\n");
    let guest = "[[entrant]]\nname = \"Teacher\"\nbot = \"builtin:random\"\nguest = true\n";
    let text = |entrants: &str| format!("{HEAD}{entrants}");
    let there = student("Ada") + &student("Ben");
    let path = tournament(folder.path(), &text(&format!("{there}{guest}")));
    let out = folder.path().join("out");
    let arguments = ["run", &path, "--out", out.to_str().unwrap()];
    assert_eq!(run(&arguments).0, 0);
    let adopting = [&arguments[..], &["--adopt"]].concat();
    tournament(folder.path(), &text(&format!("{there}{}{guest}", student("Zoe"))));
    let (code, _, err) = run(&adopting);
    assert_eq!(code, 1);
    assert!(err.contains("\"Zoe\" is in the place of \"Teacher\""), "{err}");
    assert!(err.contains("append new entrants at the end"), "{err}");
    tournament(folder.path(), &text(&format!("{there}{guest}{}", student("Zoe"))));
    let (code, _, err) = run(&adopting);
    assert_eq!(code, 0, "{err}");
}

#[test]
fn a_run_goes_on_only_as_what_it_began_as_or_takes_the_change_over() {
    let folder = tempfile::tempdir().unwrap();
    let text = format!("{HEAD}{TWO}");
    let path = tournament(folder.path(), &text);
    let out = folder.path().join("out");
    let arguments = ["run", &path, "--out", out.to_str().unwrap()];
    assert_eq!(run(&arguments).0, 0);
    tournament(folder.path(), &text.replace("\"Cup\"", "\"Other cup\""));
    let change = "[tournament]: name is \"Other cup\", was \"Cup\"";
    let (code, _, err) = run(&arguments);
    assert_eq!(code, 1);
    assert!(err.contains(change) && err.contains("--adopt") && err.contains("--fresh"), "{err}");
    let adopting = [&arguments[..], &["--adopt"]].concat();
    let (code, told, err) = run(&adopting);
    assert_eq!(code, 0, "{err}");
    assert!(told.starts_with(&format!("adopted:\n  {change}\n")), "{told}");
    let page = fs::read_to_string(out.join("site/index.html")).unwrap();
    assert!(page.contains("<title>Other cup") && page.contains("Changes to the tournament"), "{page}");
    // It belongs to the run from now on, and another bot is not a harmless change.
    assert_eq!(run(&arguments).0, 0);
    let other = text.replace("\"Cup\"", "\"Other cup\"").replace("builtin:first", "builtin:random");
    tournament(folder.path(), &other);
    let (code, told, err) = run(&[&adopting[..], &["--json"]].concat());
    assert_eq!((code, told.as_str()), (1, ""));
    assert!(err.contains("\"A\" has played with a different bot or different settings"), "{err}");
    assert!(err.contains("--fresh"), "{err}");
    tournament(folder.path(), &text);
    let (code, told, _) = run(&[&adopting[..], &["--json"]].concat());
    let first: serde_json::Value = serde_json::from_str(told.lines().next().unwrap()).unwrap();
    assert_eq!((code, &first["type"]), (0, &serde_json::json!("adopted")));
    assert_eq!(first["changes"].as_array().unwrap().len(), 1);
}

#[test]
fn events_are_one_line_of_json_each() {
    let folder = tempfile::tempdir().unwrap();
    let path = tournament(folder.path(), &format!("{HEAD}{TWO}"));
    let out = folder.path().join("out");
    let (code, told, _) = run(&["run", &path, "--json", "--out", out.to_str().unwrap()]);
    assert_eq!(code, 0);
    let events: Vec<serde_json::Value> =
        told.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<&str> = events.iter().map(|event| event["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["stage-started", "played", "stage-finished", "complete"]);
    assert_eq!(events[2]["standings"].as_array().unwrap().len(), 2);
}

#[test]
fn a_ruling_is_recorded_shown_and_undone() {
    let folder = tempfile::tempdir().unwrap();
    let path = tournament(folder.path(), &format!("{HEAD}{TWO}"));
    let out = folder.path().join("out").display().to_string();
    let page = || fs::read_to_string(Path::new(&out).join("site/index.html")).unwrap();
    assert_eq!(run(&["run", &path, "--out", &out]).0, 0);
    let before = page();

    assert_eq!(run(&["rule", &out, "list"]), (0, "no rulings\n".to_owned(), String::new()));
    let rule = ["rule", &out, "disqualify", "B", "--reason", "shared its <code>"];
    let (code, told, err) = run(&rule);
    assert_eq!(code, 0, "{err}");
    let words =
        "B is disqualified; its games so far count, in force from the end of Stage 1: shared its <code>";
    assert!(told.starts_with(&format!("ruling 1: {words}\n")), "{told}");
    assert_eq!(run(&["report", &out]).0, 0);
    assert!(page().contains("shared its &lt;code&gt;"), "the reason is shown");
    assert_eq!(run(&["verify", &out]).0, 0);

    assert_eq!(run(&["rule", &out, "undo", "1", "--reason", "it was not"]).0, 0);
    let (_, listed, _) = run(&["rule", &out, "list"]);
    let undo = "ruling 1 is undone, in force from the end of Stage 1: it was not";
    assert_eq!(listed, format!("1  {words} (undone)\n2  {undo}\n"), "rulings are never taken away");
    assert_ne!(before, page());

    let mistakes: [(&[&str], &str); 3] = [
        (&["rule", &out, "withdraw", "Nobody", "--reason", "x"], "no entrant is named"),
        (&["rule", &out, "annul", "9.9.9.9", "--reason", "x"], "has not been played"),
        (&["rule", &out, "undo", "7", "--reason", "x"], "there is no ruling 7\nhint: see `muster rule "),
    ];
    for (arguments, message) in mistakes {
        let (code, _, err) = run(arguments);
        assert!(code == 1 && err.contains(message), "{arguments:?}: {code} {err}");
    }
}

#[test]
fn tables_tell_byes_lots_and_who_was_disqualified() {
    let three = "[[entrant]]\nname = \"A\"\nbot = \"builtin:first\"\n[[entrant]]\nname = \"B\"\nbot = \"builtin:first\"\n\
                 [[entrant]]\nname = \"C\"\nbot = \"builtin:first\"\n";
    let head = HEAD.replace("round-robin\"", "swiss\"\nrounds = 1\nrank = [\"lot\"]");
    let folder = tempfile::tempdir().unwrap();
    let path = tournament(folder.path(), &format!("{head}{three}"));
    let out = folder.path().join("out").display().to_string();
    let table = || {
        let (code, told, err) = run(&["run", &path, "--out", &out]);
        assert_eq!(code, 0, "{err}");
        told.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
    };
    let before = table();
    assert_eq!(before[1], "place entrant games byes won drawn lost note");
    assert!(before[3..6].iter().all(|line| line.ends_with(" by lot")), "{before:?}");
    assert!(before[3..6].iter().any(|line| line.contains(" 0 1 1 0 0 ")), "the bye scores: {before:?}");
    assert_eq!(run(&["rule", &out, "disqualify", "B", "--reason", "x"]).0, 0);
    let after = table();
    assert!(after[5].starts_with("- B ") && after[5].ends_with(" disqualified"), "{after:?}");
    assert!(after[3].starts_with("1 ") && after[4].starts_with("2 "), "the others move up: {after:?}");
}

#[test]
fn every_tournament_that_comes_along_can_be_run() {
    let mut seen = 0;
    for entry in fs::read_dir(crate::support::top().join("tournaments")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            let (code, told, err) = run(&["run", "--dry-run", path.to_str().unwrap()]);
            assert!(code == 0 && told.contains("nothing was played"), "{}: {err}", path.display());
            seen += 1;
        }
    }
    assert!(seen >= 4, "only {seen} tournaments");
}
