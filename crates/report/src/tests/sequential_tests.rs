//! The report of a sequential test.

use ledger::Ledger;

use super::rendered::write;
use super::sample_run::{GAMES, sequential_test};
use super::{site, text};

#[test]
fn a_test_tells_what_was_tested_and_how_it_went() {
    let place = tempfile::tempdir().unwrap();
    let folder = sequential_test(place.path(), "<b>new</b>", 24);
    let running = site(&folder);
    assert!(text(&running, "index.html").contains("Not decided yet"));
    let report: serde_json::Value = serde_json::from_str(text(&running, "data/report.json")).unwrap();
    assert_eq!(
        (&report["test"]["verdict"], &report["tournament"]["complete"]),
        (&"running".into(), &false.into())
    );
    // Too few games to decide. Sealing declares that the maximum number of games was reached.
    Ledger::open(&folder).unwrap().seal(0).unwrap();
    let site = site(&folder);
    let index = text(&site, "index.html");
    assert!(index.contains("Undecided after 24 games") && !index.contains("Not finished."));
    assert!(index.contains("&lt;b&gt;new&lt;/b&gt;") && !index.contains("<b>new"));
    assert!(index.contains("muster verify RUN --root "));
    for absent in ["Standings", "Crosstable", "class=\"podium\"", "id=\"ratings\""] {
        assert!(!index.contains(absent), "{absent}");
    }
    let report: serde_json::Value = serde_json::from_str(text(&site, "data/report.json")).unwrap();
    let test = &report["test"];
    assert_eq!((&test["verdict"], &test["pairs"]), (&"max-games".into(), &12.into()));
    assert_eq!((&test["bounds"][0], &test["elo1"]), (&(-2.944_439).into(), &10.0.into()));
    let counted: u64 =
        test["pairs_by_half_points"].as_array().unwrap().iter().filter_map(serde_json::Value::as_u64).sum();
    assert_eq!(counted + test["copies"].as_u64().unwrap(), 12);
    assert!(text(&site, "data/index.js").contains("\"kind\":\"sequential-test\""));
    let walk: Vec<Vec<&str>> =
        text(&site, "data/walk.csv").lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert_eq!(walk.len(), 12);
    assert_eq!(walk[11][3].parse::<f64>().ok(), test["log_likelihood_ratio"].as_f64());
    let counts = walk.iter().filter(|pair| pair[2] == "yes").count() as u64;
    assert_eq!(counts, counted);
    // The points of each pair add up to the score.
    let points: f64 = walk.iter().filter_map(|pair| pair[1].parse::<f64>().ok()).sum();
    assert!((points / (2.0 * counted as f64) - test["score"].as_f64().unwrap()).abs() < 1e-6);
    assert_eq!(text(&site, "data/matches.csv").lines().count(), 25);
}

#[test]
fn a_pair_with_one_game_is_no_record_of_a_test() {
    let place = tempfile::tempdir().unwrap();
    let folder = sequential_test(place.path(), "new", 3);
    let error = write(&folder, &GAMES).unwrap_err().to_string();
    assert!(error.contains("pair 2 has one game"), "{error}");
}
