//! Tests the page of a match with keys, clicks and pointing, like a reader uses it.

use std::fs;

use serde_json::Value;

use crate::support::{run, top};
use crate::web::node::in_both_browsers;

/// The only game with long turns, a hidden part and several moves of a piece.
const GAME: &str = "tank-chess";

#[test]
fn a_match_is_stepped_pointed_at_and_explained() {
    let folder = tempfile::tempdir().unwrap();
    let bot = |name: &str| {
        let path = top().join(format!("bots/{GAME}/{name}/{name}.wasm"));
        format!("[[entrant]]\nname = \"{name}\"\nbot = \"{}\"\n", path.display())
    };
    let stage = "[[stage]]\nformat = \"round-robin\"\ngames = 2\n";
    let text = format!(
        "[tournament]\nname = \"Trial\"\ngame = \"{GAME}\"\nseed = 5\n{}{}{stage}",
        bot("greedy"),
        bot("scatter")
    );
    let toml = folder.path().join("trial.toml");
    fs::write(&toml, text).unwrap();
    let out = folder.path().join("run");
    let (code, _, err) = run(&["run", toml.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    assert_eq!(code, 0, "{err}");
    let results = fs::read_to_string(out.join("site/data/results.jsonl")).unwrap();
    let lost: Value = results
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .find(|line| line["outcome"] != "draw" && line["plies"].as_u64() > Some(60))
        .unwrap();
    let loser = &lost["entrants"][usize::from(lost["outcome"] == "first")];
    let page = out.join("site/match.html");
    in_both_browsers(
        "match.js",
        &[
            page.to_str().unwrap(),
            lost["match"].as_str().unwrap(),
            &lost["plies"].to_string(),
            loser.as_str().unwrap(),
        ],
    );
}
