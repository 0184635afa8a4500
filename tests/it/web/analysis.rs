//! Tests that the reference of each built-in game values a match in a page as it does in the sandbox.

use serde_json::Value;

use crate::support::run;
use crate::web::node::in_turn;
use crate::why::played;

#[test]
fn a_page_values_the_turns_of_a_match_as_the_program_does() {
    let games = [("tank-battle", "trader"), ("tank-war", "greedy"), ("tank-chess", "greedy")];
    for (turn, (game, bot)) in games.into_iter().enumerate() {
        let folder = tempfile::tempdir().unwrap();
        let entrants = [("Sample", &*format!("builtin:{bot}"), ""), ("Random", "builtin:random", "")];
        let out = played(folder.path(), game, "", &entrants);
        let told = ["first", "second"].map(|seat| told(out.to_str().unwrap(), seat));
        let values: Vec<String> = told.iter().map(values).collect();
        let marks: usize = told.iter().map(marks).sum();
        assert!(marks > 0, "a random player makes mistakes: {told:?}");
        let page = out.join("site/match.html");
        in_turn(turn, "analysis.js", &[page.to_str().unwrap(), &values.join(";"), &marks.to_string()]);
    }
}

fn told(run_folder: &str, seat: &str) -> Value {
    let (code, out, err) = run(&["why", run_folder, "1.1.1.1", "--seat", seat, "--reference", "--json"]);
    assert_eq!(code, 0, "{err}");
    serde_json::from_str(&out).unwrap()
}

/// Returns the values of a seat as the page has them: plies from 0, and ten-thousandths of a point.
fn values(told: &Value) -> String {
    let value = |value: &Value| {
        let points = value["points"].as_f64().unwrap() * 10_000.0;
        format!("{},{points:.0}", value["ply"].as_u64().unwrap() - 1)
    };
    let values: Vec<String> = told["mistakes"]["values"].as_array().unwrap().iter().map(value).collect();
    values.join(" ")
}

/// Returns the number of turns with a mark.
fn marks(told: &Value) -> usize {
    told["mistakes"]["losses"].as_array().unwrap().iter().filter(|loss| !loss["mark"].is_null()).count()
}
