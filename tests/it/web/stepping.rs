//! Steps through every ply of recorded matches in a browser.

use std::fs;

use serde_json::{Value, json};

use crate::support::{is_full, run};
use crate::web::node::in_turn;
use crate::web::sample::{Sample, samples};

#[test]
fn a_replay_ends_where_the_record_does() {
    for (site, sample) in samples().iter().enumerate() {
        let results = sample.results();
        let chosen: Vec<&Value> =
            if is_full() { results.iter().collect() } else { telling(sample.game, &results) };
        agree(site, sample, &chosen, &[]);
    }
}

/// Returns the plies to step through in a match whose viewer is tested elsewhere: the last ones, or all with
/// `MUSTER_FULL=1`.
pub(crate) fn last_plies() -> &'static [&'static str] {
    if is_full() { &[] } else { &["20"] }
}

/// Steps through matches of a report, or their last plies, in the browser that is next in turn.
pub(crate) fn agree(site: usize, sample: &Sample, chosen: &[&Value], last: &[&str]) {
    let expected: Vec<Value> = chosen.iter().map(|line| expected(sample.game, line)).collect();
    let list = sample.run.join("expected.json");
    fs::write(&list, serde_json::to_string(&expected).unwrap()).unwrap();
    let (page, list) = (sample.page("match.html"), list.to_str().unwrap());
    in_turn(site, "stepping.js", &[&[&*page, list], last].concat());
}

/// A kind of match: its name, and its test for an exported match.
type Kind<'a> = (&'a str, &'a dyn Fn(&Value) -> bool);

/// Returns the shortest match of each kind that a replay could get wrong.
fn telling<'a>(game: &str, results: &'a [Value]) -> Vec<&'a Value> {
    let has = |line: &Value, word: &str| line["reason"].as_str().unwrap().contains(word);
    let kinds: [Kind<'_>; 6] = [
        ("an offer", &|line| line.get("offered").is_some()),
        ("a fault", &|line| has(line, "forfeit: ")),
        ("faults of both seats", &|line| has(line, "double forfeit: ")),
        ("played again", &|line| line["match"].as_str().unwrap().contains('+')),
        ("a start position", &|line| line.get("start").is_some()),
        ("an end by the rules", &|line| !has(line, "forfeit")),
    ];
    let shortest = |is_one: &dyn Fn(&Value) -> bool| {
        results.iter().filter(|line| is_one(line)).min_by_key(|line| line["plies"].as_u64())
    };
    // In Tank Battle, the seats never act at the same time, so that both cannot fail in one ply.
    let possible = kinds.iter().filter(|(kind, _)| game != "tank-battle" || *kind != "faults of both seats");
    possible.map(|(kind, is_one)| shortest(is_one).unwrap_or_else(|| panic!("{game}: {kind}"))).collect()
}

fn expected(game: &str, line: &Value) -> Value {
    json!({
        "key": line["match"],
        "plies": line["plies"],
        "metrics": line["metrics"],
        "position": last_position(game, line),
        "reason": line["reason"],
    })
}

/// Returns the last position of a match, by the rules of the command line.
pub(crate) fn last_position(game: &str, line: &Value) -> String {
    let mut arguments = vec!["game", "apply", game];
    if let Some(start) = line["start"].as_str() {
        arguments.extend(["--position", start]);
    }
    let actions = line["actions"].as_array().unwrap();
    arguments.extend(actions.iter().map(|action| action.as_str().unwrap()));
    let (code, told, err) = run(&arguments);
    assert_eq!(code, 0, "{}: {err}", line["match"]);
    told.lines().last().unwrap().to_owned()
}
