//! Files of games, rated without runs.

use std::fs;
use std::path::PathBuf;

use explain::{Error, Kind};
use rating::model::Model;
use rating_lists::{List, ListError, Options, PlayerIdentity, RateError, Ratings, Request, Setting, View};
use serde_json::Value;

/// The default view.
const VIEW: View = View { confidence: 95.0, differences: false, superiority: false };

/// Rates one file of this name and text.
fn rate_file(name: &str, text: &str, options: Options) -> Result<Ratings, RateError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    rating_lists::rate(Request { files: &[path], options, ..Request::default() })
}

fn report(name: &str, text: &str) -> Value {
    let ratings = rate_file(name, text, Options::default()).unwrap();
    serde_json::from_str(&json::line(&ratings.report(&VIEW)).unwrap()).unwrap()
}

#[test]
fn names_of_a_file_are_entrants_and_no_bot_is_known_of_them() {
    let rated = report("games.csv", "Ann,Bob,1-0,3\nBob,Ann,0.5\nAnn,Ann,1-0\nBob,Ann,*,2\n");
    assert_eq!((&rated["version"], &rated["by"], &rated["game"]), (&2.into(), &"entrant".into(), &"".into()));
    assert_eq!(
        (&rated["games"], &rated["unfinished"], &rated["against_itself"]),
        (&7.into(), &2.into(), &1.into())
    );
    let first = &rated["ratings"][0];
    assert_eq!(
        (&first["name"], &first["bot"], &first["module"]),
        (&"Ann".into(), &Value::Null, &Value::Null)
    );
    assert_eq!(first["score"], serde_json::json!({ "won": 3, "drawn": 1, "lost": 0, "mean": 0.875 }));
}

/// Regression: rows marked `>` and `<` had a ± with a coverage of only 61 %.
#[test]
fn a_rating_that_results_leave_open_has_an_interval_with_one_end() {
    let rated = report("open.csv", "Ann,Bob,1-0,9\nBob,Ann,1-0,7\nTop,Ann,1-0,7\nBob,Dud,1-0,7\n");
    let lines = rated["ratings"].as_array().unwrap();
    let of = |name: &str| lines.iter().find(|line| line["name"] == name).unwrap();
    for (name, open, end) in [("Top", ">", 0), ("Dud", "<", 1)] {
        let line = of(name);
        assert_eq!((&line["open"], &line["deviation"]), (&open.into(), &Value::Null), "{line:#}");
        assert!(line["interval95"][end].is_number() && line["interval95"][1 - end].is_null(), "{line:#}");
    }
    let [low, high] = [0, 1].map(|end| of("Ann")["interval95"][end].as_f64().unwrap());
    assert!(low < of("Ann")["rating"].as_f64().unwrap() && high > low, "{:#}", of("Ann"));
}

#[test]
fn superiority_is_never_printed_as_certain() {
    let games = "Ann,Bob,1-0,900\nBob,Ann,0-1,900\nBob,Ann,1-0,3\nAnn,Bob,0.5,3\n";
    let ratings = rate_file("certain.csv", games, Options::default()).unwrap();
    let told = rating_lists::text(&ratings, &View { superiority: true, ..VIEW });
    assert!(told.contains("> 99.9 %") && told.contains("< 0.1 %"), "{told}");
    assert!(!told.contains("100.0 %") && !told.contains(" 0.0 %"), "{told}");
}

/// A player who lost every game affects no other rating.
#[test]
fn a_broken_bot_moves_nobody() {
    let class = "Ann,Bob,1-0,9\nBob,Ann,1-0,6\nBob,Cid,1-0,8\nCid,Ann,1-0,3\nAnn,Cid,0.5,5\nCid,Bob,1-0,2\nAnn,Bob,0-1,4\nCid,Ann,0-1,2\n";
    let alone = report("class.csv", class);
    let all = report("broken.csv", &format!("{class}Ann,Dud,1-0,20\nDud,Bob,0-1,20\n"));
    for (line, ours) in alone["ratings"].as_array().unwrap().iter().zip(all["ratings"].as_array().unwrap()) {
        for member in ["name", "rating", "deviation"] {
            assert_eq!(line[member], ours[member]);
        }
        assert_eq!(ours["open"], Value::Null);
    }
    assert_eq!((&all["ratings"][3]["name"], &all["ratings"][3]["open"]), (&"Dud".into(), &"<".into()));
}

#[test]
fn a_file_that_cannot_be_rated_is_named_with_the_reason() {
    for (name, text, said) in [
        (
            "a.pgn",
            "[White \"A]\n",
            "a.pgn: none of its games can be rated; line 1: the tag White has no value in quotes",
        ),
        ("b.csv", "", "b.csv: it contains no games"),
        ("c.txt", "", "c.txt: it is neither PGN nor CSV"),
    ] {
        let error = Error::from(rate_file(name, text, Options::default()).unwrap_err());
        assert_eq!(error.kind, Kind::Input, "{name}");
        assert!(error.what.starts_with("cannot rate ") && error.what.contains(said), "{}", error.what);
    }
    let missing = [PathBuf::from("nowhere.pgn")];
    let rated = rating_lists::rate(Request { files: &missing, ..Request::default() });
    assert!(matches!(rated, Err(RateError::File { .. })));
}

#[test]
fn a_list_holds_no_files() {
    let files = [PathBuf::from("games.pgn")];
    let rated =
        rating_lists::rate(Request { list: Some(List::default()), files: &files, ..Request::default() });
    assert!(matches!(rated, Err(RateError::FileInList { .. })));
}

#[test]
fn what_only_one_model_has_is_refused_of_the_others() {
    let elo = || Options { model: Some(Model::named("elo").unwrap()), ..Options::default() };
    for (options, setting) in [
        (Options { average: Some(0.0), ..elo() }, Setting::Average),
        (Options { anchors: vec![("A".to_owned(), 1500.0)], ..elo() }, Setting::Anchors),
        (Options { differences: true, ..elo() }, Setting::Differences),
    ] {
        let error = rate_file("games.csv", "A,B,1-0\n", options).unwrap_err();
        assert!(
            matches!(error, RateError::Unsupported { model: "elo", setting: found } if found == setting),
            "{error}"
        );
    }
    assert!(rate_file("games.csv", "A,B,1-0\n", elo()).is_ok());
}

#[test]
fn an_anchor_is_a_player() {
    let anchored = |name: &str| Options { anchors: vec![(name.to_owned(), 1800.0)], ..Options::default() };
    let text = "A,B,1-0,3\nB,A,1-0\n";
    let ratings = rate_file("games.csv", text, anchored("B")).unwrap();
    assert_eq!(ratings.list.by, PlayerIdentity::Entrant);
    let report = serde_json::to_value(ratings.report(&VIEW)).unwrap();
    assert_eq!(
        (&report["ratings"][1]["name"], &report["ratings"][1]["rating"]),
        (&"B".into(), &1800.0.into())
    );
    let error = rate_file("games.csv", text, anchored("C")).unwrap_err();
    assert!(matches!(error, RateError::List(ListError::NoAnchor(name)) if name == "C"));
}
