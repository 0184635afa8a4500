//! Tests that an entrant who advances by seed from a level pairing is marked on the page of each of its matches, and on
//! no other.

use std::fs;

use serde_json::{Value, json};

use crate::support::run;
use crate::web::node::in_turn;

#[test]
fn the_page_of_a_match_says_who_is_ahead_by_seed() {
    let folder = tempfile::tempdir().unwrap();
    let mut text = "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = 3\n".to_owned();
    for name in ["Ada", "Bo"] {
        text.push_str(&format!("[[entrant]]\nname = \"{name}\"\nbot = \"builtin:first\"\n"));
    }
    text.push_str("[[stage]]\nname = \"All\"\nformat = \"round-robin\"\ngames = 2\n");
    text.push_str("[[stage]]\nname = \"Final\"\nformat = \"knockout\"\nreplays = 1\n");
    let (toml, out) = (folder.path().join("cup.toml"), folder.path().join("run"));
    fs::write(&toml, text).unwrap();
    let (code, _, err) = run(&["run", toml.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    assert_eq!(code, 0, "{err}");
    let site = out.join("site");
    let report: Value =
        serde_json::from_str(&fs::read_to_string(site.join("data/report.json")).unwrap()).unwrap();
    let ahead = &report["stages"][1]["standings"][0]["entrant"];
    let script = fs::read_to_string(site.join("data/index.js")).unwrap();
    let script = script.strip_prefix("musterData(\"index\", ").unwrap().strip_suffix(");\n").unwrap();
    let index: Value = serde_json::from_str(script).unwrap();
    // A game, and one replay.
    let finals = ["2.1.1.1", "2.1.1.2"].map(|key| (key.to_owned(), ahead.clone()));
    assert_eq!(index["by_seed"], json!(finals.into_iter().collect::<serde_json::Map<_, _>>()));
    let name = index["entrants"][ahead.as_u64().unwrap() as usize]["name"].as_str().unwrap();
    let (page, saved) = (site.join("match.html"), folder.path().join("saved.html"));
    let [page, saved] = [page, saved].map(|path| path.to_str().unwrap().to_owned());
    in_turn(0, "by_seed.js", &[&page, "2.1.1.2", &saved, name]);
    in_turn(1, "by_seed.js", &[&page, "1.1.1.1", &saved]);
}
