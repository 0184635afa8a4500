//! Tests `muster why --reference`.

use serde_json::Value;

use super::{played, why};
use crate::support::run;

/// Greedy bots of Tank Battle make mistakes; their names are those of the command line.
#[test]
fn the_reference_names_the_mistake() {
    let folder = tempfile::tempdir().unwrap();
    let entrants = [("Greedy", "builtin:greedy", ""), ("Trader", "builtin:trader", "")];
    let out = played(folder.path(), "tank-battle", "", &entrants);
    let out = out.to_str().unwrap();
    let asked = ["1.1.1.1", "--seat", "first", "--reference", "--nodes", "2000"];
    let told = why(&[&[out], &asked[..]].concat());
    let line = told.lines().find(|line| line.contains(" of a point (")).unwrap_or_else(|| panic!("{told}"));
    assert!(line.starts_with("ply ") && line.contains(" loses 0.") && line.contains(" → "), "{told}");

    // The values are the same in an isolated worker and in this process.
    let [here, there] = [&["--json"][..], &["--json", "--isolate=best-effort"]]
        .map(|more| why(&[&[out], &asked[..], more].concat()));
    assert_eq!(here, there);
    let json: Value = serde_json::from_str(&here).unwrap();
    assert_eq!(json["version"], 1);
    let plies = json["mistakes"]["plies"].as_array().unwrap();
    assert!(
        !plies.is_empty()
            && ["mistake", "gradual"].contains(&json["mistakes"]["explanation"].as_str().unwrap()),
        "{json}"
    );
    let losses = json["mistakes"]["losses"].as_array().unwrap();
    let worst = losses.iter().find(|loss| loss["ply"] == plies[0]).unwrap();
    assert!(line.contains(worst["played"].as_str().unwrap()) || plies.len() > 2, "{line} {worst}");
    for value in json["mistakes"]["values"].as_array().unwrap() {
        assert!((0.0..=1.0).contains(&value["points"].as_f64().unwrap()), "{json}");
    }
}

#[test]
fn only_games_with_a_reference_have_one() {
    let folder = tempfile::tempdir().unwrap();
    let game = crate::support::top().join("tournaments/rules/connect4.py");
    let entrants = [("One", "builtin:first", ""), ("Two", "builtin:random", "")];
    let out = played(folder.path(), game.to_str().unwrap(), "", &entrants);
    let (code, _, err) = run(&["why", out.to_str().unwrap(), "1.1.1.1", "--seat", "first", "--reference"]);
    assert!(code == 1 && err.contains("Connect Four has no reference"), "{code} {err}");
    let (code, _, err) = run(&["why", out.to_str().unwrap(), "1.1.1.1", "--nodes", "5"]);
    assert!(code == 2 && err.contains("--reference"), "{code} {err}");
}
