//! The games of `tests/rating`, for which the results of Ordo are known.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use rating::bradley_terry::Draws;
use rating_lists::{Options, Request, View};
use serde_json::Value;

/// Returns the rows of another program's output.
fn table(name: &str) -> Vec<Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/rating");
    let text = fs::read_to_string(folder.join(name)).unwrap();
    text.lines().skip(1).map(|row| row.split(',').map(str::to_owned).collect()).collect()
}

/// Rates a file of games, with all matrices.
fn rate(folder: &Path, name: &str, text: &str, options: Options) -> Value {
    let path: PathBuf = folder.join(name);
    fs::write(&path, text).unwrap();
    let ratings = rating_lists::rate(Request { files: &[path], options, ..Request::default() }).unwrap();
    let view = View { confidence: 95.0, differences: true, superiority: true };
    serde_json::to_value(ratings.report(&view)).unwrap()
}

fn pgn(first: &str, second: &str, result: &str) -> String {
    format!(
        "[White \"{first}\"]\n[Black \"{second}\"]\n[Result \"{result}\"]\n\n1. e4 {{[White \"X\"]}} {result}\n\n"
    )
}

fn close(ours: &Value, theirs: &str, tolerance: f64, what: &str) {
    let (ours, theirs) = (ours.as_f64().unwrap(), theirs.parse::<f64>().unwrap());
    assert!((ours - theirs).abs() < tolerance, "{what}: {ours}, by Ordo {theirs}");
}

/// Rates the same games as PGN and as CSV.
#[test]
fn the_worlds_games_are_rated_as_ordo_rates_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut as_pgn = String::new();
    let mut as_csv = "white,black,result\n".to_owned();
    for cells in table("games.csv") {
        let result = ["0-1", "1/2-1/2", "1-0"][cells[2].parse::<usize>().unwrap()];
        as_pgn.push_str(&pgn(&cells[0], &cells[1], result));
        writeln!(as_csv, "{},{},{result}", cells[0], cells[1]).unwrap();
    }
    let like_ordo = Options { draws: Draws::HalfPoint, average: Some(0.0), ..Options::default() };
    let by_pgn = rate(folder.path(), "games.pgn", &as_pgn, like_ordo.clone());
    let by_csv = rate(folder.path(), "games.csv", &as_csv, like_ordo);
    assert_eq!(by_pgn["games"], 20_000);
    assert_eq!(by_csv["error_matrix"], by_pgn["error_matrix"]);
    let lines = by_pgn["ratings"].as_array().unwrap();
    let line = |name: &str| lines.iter().position(|line| line["name"] == name).unwrap();
    for cells in table("ordo.csv") {
        let ours = &lines[line(&cells[0])];
        close(&ours["rating"], &cells[1], 0.001, &cells[0]);
        // Ordo's errors come from 10,000 simulated tournaments.
        let error = (ours["interval"][1].as_f64().unwrap() - ours["rating"].as_f64().unwrap()).into();
        close(&error, &cells[2], 0.05 * cells[2].parse::<f64>().unwrap(), &cells[0]);
    }
    for cells in table("ordo-between.csv") {
        let (a, b) = (line(&cells[0]), line(&cells[1]));
        let what = cells.join(",");
        close(&by_pgn["error_matrix"][a][b], &cells[2], 0.06 * cells[2].parse::<f64>().unwrap(), &what);
        let superiority = (100.0 * by_pgn["superiority_matrix"][a][b].as_f64().unwrap()).into();
        close(&superiority, &cells[3], 2.5, &what);
    }
    let anchors = vec![("3".to_owned(), -100.0), ("20".to_owned(), 180.0)];
    let anchored = Options { draws: Draws::HalfPoint, anchors, ..Options::default() };
    let anchored = rate(folder.path(), "games.csv", &as_csv, anchored);
    let anchored = anchored["ratings"].as_array().unwrap();
    for cells in table("ordo-anchored.csv") {
        let ours = anchored.iter().find(|line| line["name"] == cells[0].as_str()).unwrap();
        close(&ours["rating"], &cells[1], 0.01, &cells[0]);
    }
}
