//! A run whose rules were fixed: each match is shown, explained and proven with the rules that it was played with,
//! without the author's files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::hostile::tournament;
use crate::support::{muster, run, told};
use crate::web::node::in_turn;

/// The value of a script below `data/`.
fn value(site: &Path, name: &str) -> Value {
    let text = fs::read_to_string(site.join(format!("data/{name}.js"))).unwrap();
    let value = text.strip_prefix(&format!("musterData(\"{name}\", ")).unwrap();
    serde_json::from_str(value.strip_suffix(");\n").unwrap()).unwrap()
}

#[test]
fn each_match_is_shown_and_proven_by_the_rules_that_played_it() {
    let temp = tempfile::tempdir().unwrap();
    let author = temp.path().join("author");
    fs::create_dir(&author).unwrap();
    let out = temp.path().join("run").display().to_string();
    let toml = tournament(&author, "");
    assert_ne!(run(&["run", &toml, "--out", &out]).0, 0, "a run with void matches is incomplete");
    for (file, before, after) in [
        ("bug-at-two-stones.py", "raise ValueError(\"two stones\")", "pass"),
        // An earlier match takes more stones than these rules have.
        ("nim.py", "{\"heap\": 7,", "{\"heap\": 4,"),
    ] {
        let text = fs::read_to_string(author.join(file)).unwrap();
        assert!(text.contains(before), "{text}");
        fs::write(author.join(file), text.replace(before, after)).unwrap();
    }
    let (code, told_all, err) = run(&["run", &toml, "--out", &out, "--adopt"]);
    assert_eq!(code, 0, "{told_all}{err}");
    fs::remove_dir_all(&author).unwrap();
    let here = |arguments: &[&str]| {
        let (code, out, err) = told(&muster().args(arguments).current_dir(temp.path()).output().unwrap());
        assert_eq!(code, 0, "{arguments:?}\n{out}{err}");
        out
    };
    let verified = here(&["verify", "run"]);
    assert!(verified.contains("all as recorded"), "{verified}");
    here(&["report", "run"]);

    let site = temp.path().join("run/site");
    let index = value(&site, "index");
    let (now, before) = (&index["game"], &index["earlier"][0]);
    assert_eq!((&now["module"], &before["module"]), (&Value::Bool(true), &Value::Bool(true)));
    let hash = before["name"].as_str().unwrap().rsplit_once('@').unwrap().1;
    assert!(site.join("data/rules.js").exists() && site.join(format!("data/rules-{hash}.js")).exists());
    let earlier = value(&site, "earlier");
    let earlier: Vec<&str> = earlier[0].as_array().unwrap().iter().map(|key| key.as_str().unwrap()).collect();
    let results = fs::read_to_string(site.join("data/results.jsonl")).unwrap();
    let results: BTreeMap<String, Value> = results
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .map(|line| (line["match"].as_str().unwrap().to_owned(), line))
        .collect();
    let stones = |line: &Value| -> u64 {
        let taken = line["actions"].as_array().unwrap().iter().map(|each| each.as_str().unwrap());
        taken.map(|stones| stones.parse::<u64>().unwrap()).sum()
    };
    assert!(!earlier.is_empty() && earlier.len() < results.len(), "{earlier:?}");
    for (key, line) in &results {
        let is_earlier = earlier.contains(&key.as_str());
        assert_eq!(stones(line), if is_earlier { 7 } else { 4 }, "{line}");
        let page = fs::read_to_string(site.join(format!("matches/{key}.html"))).unwrap();
        assert!(page.contains("the last stone is taken"), "{key}");
    }

    let later = results.keys().find(|key| !earlier.contains(&key.as_str())).unwrap();
    for key in [earlier[0], later] {
        here(&["why", "run", key, "--seat", "Left"]);
        let name = results[key]["entrants"][0].as_str().unwrap();
        here(&["evidence", "run", key, "--for", name, "-o", "evidence.zip"]);
        let elsewhere = tempfile::tempdir().unwrap();
        fs::rename(temp.path().join("evidence.zip"), elsewhere.path().join("evidence.zip")).unwrap();
        let checked =
            muster().args(["verify", "evidence.zip"]).current_dir(elsewhere.path()).output().unwrap();
        let (code, out, err) = told(&checked);
        assert_eq!(code, 0, "{key}\n{out}{err}");
        assert!(out.contains("the last stone is taken") && !out.contains("unproven"), "{out}");
    }
    let plies = |key: &str| results[key]["plies"].to_string();
    let [site, saved] = [site, temp.path().join("saved.html")].map(|path| path.display().to_string());
    in_turn(0, "fixed_rules.js", &[&site, &saved, earlier[0], &plies(earlier[0]), later, &plies(later)]);
}
