//! Tests that the list of matches with its filters, the pages of entrants, and the comparison of two games match the
//! record.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use crate::support::is_full;
use crate::web::node::in_turn;
use crate::web::sample::{NAMES, Sample, samples};

/// A filter in its form in an address, and its meaning for a line of `results.jsonl`.
type Filter<'a> = (&'a str, &'a dyn Fn(&Value) -> bool);

#[test]
fn lists_say_what_the_record_says() {
    for (site, sample) in samples().iter().enumerate() {
        let list = expected(sample);
        let (page, list) = (sample.page(""), list.display().to_string());
        // The results of filters among many matches do not depend on the site.
        let many = (site == 0).then_some("many");
        in_turn(site, "lists.js", &[&*page, &*list].into_iter().chain(many).collect::<Vec<_>>());
    }
}

/// Writes the expected lists of a site by its results, for `lists.js`; by default, for two entrants and one pair.
pub(crate) fn expected(sample: &Sample) -> PathBuf {
    let results = sample.results();
    let (entrants, pairings) = if is_full() { (NAMES.len(), 3) } else { (2, 1) };
    let expected = json!({
        "filters": filters(&results),
        "entrants": NAMES[..entrants].iter().map(|name| counted(&results, name)).collect::<Vec<_>>(),
        "pairs": pairs(&results, pairings),
    });
    let list = sample.run.join("lists.json");
    fs::write(&list, expected.to_string()).unwrap();
    list
}

fn filters(results: &[Value]) -> Vec<Value> {
    let seat_of = |line: &Value, entrant: usize| {
        line["entrants"].as_array().unwrap().iter().position(|name| name == NAMES[entrant])
    };
    let won = |line: &Value| ["first", "second"].iter().position(|outcome| line["outcome"] == **outcome);
    let plies = |line: &Value| line["plies"].as_u64().unwrap();
    let asked: [Filter<'_>; 9] = [
        ("", &|_| true),
        ("entrant=1", &|line| seat_of(line, 1).is_some()),
        ("entrant=0&result=lost", &|line| {
            seat_of(line, 0).is_some_and(|seat| won(line).is_some_and(|winner| winner != seat))
        }),
        ("entrant=4&opponent=3&seat=1", &|line| seat_of(line, 4) == Some(1) && seat_of(line, 3) == Some(0)),
        ("result=drawn", &|line| won(line).is_none()),
        ("result=first", &|line| won(line) == Some(0)),
        ("reason=fault", &|line| line["reason"].as_str().unwrap().contains("forfeit")),
        ("round=2", &|line| line["round"] == 2),
        ("plies=5-40", &|line| (5..=40).contains(&plies(line))),
    ];
    let found = |is_one: &dyn Fn(&Value) -> bool| {
        results.iter().filter(|line| is_one(line)).map(|line| line["match"].clone()).collect::<Vec<_>>()
    };
    asked.iter().map(|(fragment, is_one)| json!({ "fragment": fragment, "keys": found(is_one) })).collect()
}

/// Returns an entrant's wins, draws and losses in the matches that count.
fn counted(results: &[Value], name: &str) -> Value {
    let mut counts = [0; 3];
    for line in results.iter().filter(|line| line["counts"] != false) {
        let seats = ["first", "second"];
        let Some(seat) = line["entrants"].as_array().unwrap().iter().position(|other| other == name) else {
            continue;
        };
        let place =
            if line["outcome"] == seats[seat] { 0 } else { 1 + usize::from(line["outcome"] != "draw") };
        counts[place] += 1;
    }
    json!({ "won": counts[0], "drawn": counts[1], "lost": counts[2] })
}

/// Returns the first and the second game of the given number of pairings, with the ply at which they differ, from 1.
fn pairs(results: &[Value], count: usize) -> Vec<Value> {
    let key = |line: &Value| line["match"].as_str().unwrap().to_owned();
    let returned = |line: &Value| {
        let other = key(line).strip_suffix(".1").map(|pairing| format!("{pairing}.2"))?;
        results.iter().find(|line| key(line) == other)
    };
    let both = results.iter().filter_map(|line| Some((line, returned(line)?)));
    let part = |one: &Value, other: &Value| {
        let [one, other] = [one, other].map(|line| line["actions"].as_array().unwrap());
        (0..one.len().max(other.len())).find(|&ply| one.get(ply) != other.get(ply)).map(|ply| ply + 1)
    };
    let pairs = both.map(|(one, other)| json!({ "keys": [key(one), key(other)], "ply": part(one, other) }));
    pairs.take(count).collect()
}
