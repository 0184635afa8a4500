//! Tests `muster rate` with the built program.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use rating::scale::Z95;
use serde_json::Value;

use super::bot;
use crate::support::run;

/// Plays a round robin of bots of known strength, and returns the run's folder.
fn tournament(folder: &Path, name: &str, entrants: &[(&str, String)], games: u32) -> String {
    let mut text = format!(
        "[tournament]\nname = \"{name}\"\ngame = \"tank-war\"\nseed = 3\n[clock]\nper_move = \"1s\"\n"
    );
    for (name, bot) in entrants {
        writeln!(text, "[[entrant]]\nname = '{name}'\nbot = '{bot}'").unwrap();
    }
    writeln!(
        text,
        "[[stage]]\nformat = \"round-robin\"\ngames = {games}\n[stage.openings]\nrandom = 40\nplies = 3"
    )
    .unwrap();
    let toml = folder.join(format!("{name}.toml"));
    fs::write(&toml, text).unwrap();
    let out = folder.join(name).display().to_string();
    let (code, _, err) = run(&["run", toml.to_str().unwrap(), "--out", &out]);
    assert_eq!(code, 0, "{err}");
    out
}

pub(super) fn rate(more: &[&str]) -> Value {
    let (code, told, err) = run(&[&["rate", "--json"], more].concat());
    assert_eq!(code, 0, "{err}");
    serde_json::from_str(&told).unwrap()
}

fn names(rated: &Value) -> Vec<&str> {
    rated["ratings"].as_array().unwrap().iter().map(|line| line["name"].as_str().unwrap()).collect()
}

#[test]
fn runs_are_rated_together_and_kept_in_a_list() {
    let folder = tempfile::tempdir().unwrap();
    let random = || "builtin:random".to_owned();
    let first = [("strong", bot("maximin")), ("weak", bot("walker")), ("dice", random())];
    let second = [("stronger", bot("maximin")), ("dice", random())];
    let one = tournament(folder.path(), "one", &first, 40);
    let two = tournament(folder.path(), "two", &second, 20);

    // A table for people.
    let (code, told, err) = run(&["rate", &one, "--stats"]);
    assert_eq!(code, 0, "{err}");
    for said in ["rank", " 95 %  ", "the first seat is worth", "head to head", "cycles", "plies", "faults"] {
        assert!(told.contains(said), "no {said} in\n{told}");
    }

    let alone = rate(&[&one]);
    assert_eq!(names(&alone)[0], "strong");
    let top = &alone["ratings"][0];
    assert!(top["interval95"][0].as_f64().unwrap() < top["rating"].as_f64().unwrap());
    assert!(top["above_next"].as_f64().unwrap() > 0.5, "{top:#}");
    assert_eq!(alone["games"], 120);
    let counted: u64 =
        alone["ratings"].as_array().unwrap().iter().filter_map(|line| line["games"].as_u64()).sum();
    assert_eq!(counted, 2 * (120 - alone["copies"].as_u64().unwrap()));

    // The same module under another name is the same bot, but not the same entrant.
    let both = rate(&[&one, &two]);
    assert_eq!(names(&both)[0], "stronger");
    assert_eq!((names(&both).len(), &both["games"]), (3, &140.into()));
    let by_entrant = rate(&[&one, &two, "--by", "entrant"]);
    assert_eq!(names(&by_entrant).len(), 4);
    for model in ["elo", "bkr", "glicko2", "weng-lin"] {
        let rated = rate(&[&one, "--model", model]);
        assert_eq!(names(&rated)[0], "strong", "{model}");
    }

    // A list combines its runs, each only once.
    let list = folder.path().join("list.json").display().to_string();
    rate(&[&one, "--list", &list]);
    let kept = rate(&[&two, "--list", &list]);
    let ratings = |rated: &Value| rated["ratings"].clone();
    assert_eq!(ratings(&kept), ratings(&both));
    let history = kept["ratings"][0]["history"].as_array().unwrap();
    assert_eq!(history.len(), 2, "{history:?}");
    assert_eq!(history[0]["rating"], top["rating"]);
    let text = fs::read_to_string(&list).unwrap();
    let (code, told, err) = run(&["rate", &one, "--list", &list, "--json"]);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("already in the list"), "{err}");
    assert_eq!(ratings(&serde_json::from_str(&told).unwrap()), ratings(&both));
    assert_eq!(fs::read_to_string(&list).unwrap(), text);
    assert_eq!(names(&rate(&["--list", &list])), names(&both));
    // A hand-written list cannot control the reader's terminal.
    let spoiled = folder.path().join("spoiled.json").display().to_string();
    fs::write(&spoiled, text.replace("\"stronger\"", "\"strong\\u202eer\\u001b[2J\"")).unwrap();
    let (code, told, err) = run(&["rate", "--list", &spoiled]);
    assert_eq!(code, 0, "{err}");
    assert!(told.contains("strong⟨U+202E⟩er⟨U+001B⟩[2J"), "{told}");
    // No other file is left beside it.
    let beside = fs::read_dir(folder.path()).unwrap().filter_map(Result::ok);
    let beside: Vec<_> =
        beside.filter(|entry| entry.file_name().to_string_lossy().contains(".new")).collect();
    assert!(beside.is_empty(), "{beside:?}");
}

#[test]
fn a_run_that_took_a_change_over_is_the_same_run() {
    let folder = tempfile::tempdir().unwrap();
    let three = [("strong", bot("maximin")), ("weak", bot("walker")), ("dice", "builtin:random".to_owned())];
    let out = tournament(folder.path(), "grown", &three[..2], 4);
    let list = folder.path().join("list.json").display().to_string();
    assert_eq!(rate(&[&out, "--list", &list])["games"], 4);
    // Another entrant joins, the others meet more often, and one is renamed.
    let toml = folder.path().join("grown.toml");
    let text = fs::read_to_string(&toml).unwrap().replace("games = 4", "games = 6").replace("weak", "weaker");
    let late = format!("[[entrant]]\nname = \"{}\"\nbot = \"{}\"\n", three[2].0, three[2].1);
    fs::write(&toml, format!("{text}\n{late}")).unwrap();
    let (code, _, err) = run(&["run", toml.to_str().unwrap(), "--out", &out, "--adopt"]);
    assert_eq!(code, 0, "{err}");
    let grown = rate(&[&out, "--list", &list]);
    assert_eq!(grown["games"], 18);
    assert_eq!(names(&grown), names(&rate(&[&out])));
}

#[test]
fn what_is_no_run_and_no_list_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().display().to_string();
    let (code, told, err) = run(&["rate", &empty]);
    assert_eq!((code, told.as_str()), (1, ""), "{err}");
    assert!(err.contains("contains no run") && err.contains("hint:"), "{err}");
    // Regression: a file was reported to contain no run.
    for (name, bytes, why) in [
        (
            "games.xlsx",
            &b"PK\x03\x04\x14\0\0\0\0\0xl/workbook.xml"[..],
            "this is an Excel workbook: save it as CSV UTF-8",
        ),
        ("games.txt", b"a text", "it is neither PGN nor CSV\nhint: give run folders"),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let (code, told, err) = run(&["rate", path.to_str().unwrap()]);
        assert_eq!((code, told.as_str()), (1, ""), "{err}");
        assert!(err.contains(why), "{err}");
    }
    // A file that is not a ledger is a damaged run.
    fs::create_dir(folder.path().join("private")).unwrap();
    fs::write(folder.path().join("private/ledger.sqlite"), b"SQLite format 3\0 and then noise").unwrap();
    assert_eq!(run(&["rate", &empty]).0, 4);
    let list = folder.path().join("list.json");
    fs::write(&list, "{\"format\": \"another\"}").unwrap();
    let (code, _, err) = run(&["rate", "--list", list.to_str().unwrap()]);
    assert_eq!(code, 1, "{err}");
    assert_eq!(fs::read_to_string(&list).unwrap(), "{\"format\": \"another\"}");
    assert_eq!(run(&["rate"]).0, 2);
    assert_eq!(run(&["rate", &empty, "--model", "trueskill"]).0, 2);
}

fn pgn(first: &str, second: &str, result: &str) -> String {
    format!(
        "[White \"{first}\"]\n[Black \"{second}\"]\n[Result \"{result}\"]\n\n1. e4 {{[White \"X\"]}} {result}\n\n"
    )
}

#[test]
fn files_and_runs_are_rated_together_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let players = [("strong", bot("maximin")), ("dice", "builtin:random".to_owned())];
    let out = tournament(folder.path(), "run", &players, 10);
    let path = folder.path().join("more.csv");
    fs::write(&path, "dice,<b>\u{1b}[2J,1-0,7\n<b>\u{1b}[2J,dice,1-0,4\ndice,dice,1-0\nstrong,dice,*,2\n")
        .unwrap();
    let file = path.to_str().unwrap();
    let both = rate(&[&out, file]);
    assert_eq!(names(&both).len(), 3);
    assert_eq!(
        (&both["games"], &both["unfinished"], &both["against_itself"]),
        (&24.into(), &2.into(), &1.into())
    );
    let (code, told, err) = run(&["rate", &out, file]);
    assert_eq!(code, 0, "{err}");
    assert!(
        told.contains("<b>[2J") && !told.contains('\u{1b}') && told.contains("games of 1 run and 1 file"),
        "{told}"
    );
    assert!(told.contains("more.csv: 14 games found, 11 rated, 3 left out"), "{told}");
    assert!(
        told.contains("2 no result (*): line 4; …") && told.contains("1 a player against itself: line 3"),
        "{told}"
    );
    // Models that need the order of games process them one by one.
    assert_eq!(names(&rate(&[file, "--model", "elo"])).len(), 3);
    // A list keeps runs.
    let list = folder.path().join("list.json");
    let (code, _, err) = run(&["rate", file, "--list", list.to_str().unwrap()]);
    assert_eq!((code, list.exists()), (1, false), "{err}");
    assert!(err.contains("more.csv is a file of games"), "{err}");
}

#[test]
fn nothing_is_told_of_pairs_of_a_file_which_has_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let results = ["1-0", "1-0", "0-1", "1/2-1/2"];
    fs::write(&path, results.map(|result| pgn("Ann", "Bob", result).repeat(5)).concat()).unwrap();
    let (code, told, err) = run(&["rate", path.to_str().unwrap(), "--draws", "half"]);
    assert_eq!(code, 0, "{err}");
    assert!(told.contains("errors are estimated from how results vary"), "{told}");
    assert!(!told.contains("pair as one unit") && !told.contains("few pairs"), "{told}");
}

/// A player who lost every game is marked.
#[test]
fn a_broken_bot_is_marked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.csv");
    fs::write(&path, "Ann,Bob,1-0,9\nBob,Ann,1-0,6\nAnn,Dud,1-0,20\nDud,Bob,0-1,20\n").unwrap();
    let (_, told, _) = run(&["rate", path.to_str().unwrap()]);
    assert!(told.contains(" <") && told.contains("lost every game, results set no lower bound"), "{told}");
}

#[test]
fn a_malformed_file_is_told_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let good = pgn("A", "B", "1-0");
    for (name, text, said) in [
        ("d.csv", String::new(), "it contains no games"),
        ("e.txt", good.clone(), "or .pgn and .csv files"),
        ("f.pgn", "\u{1b}[2J noise".to_owned(), "line 1: text that belongs to no game"),
        ("h.pgn", "\n[White \"A]\n".to_owned(), "line 2: the tag White has no value in quotes"),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        let (code, told, err) = run(&["rate", path.to_str().unwrap()]);
        assert_eq!((code, told.as_str()), (1, ""), "{name}: {err}");
        assert!(err.contains(said), "{name}: {err}");
    }
    // One bad game is skipped, and named.
    for (name, text, said) in [
        ("a.pgn", format!("{good}[White \"A]\n"), "1 damaged: line 7: the tag White has no value in quotes"),
        (
            "b.pgn",
            format!("{good}[White \"A\"]\n[Black \"B\"]\n"),
            "1 incomplete: line 7: the tag Result is missing",
        ),
        ("c.csv", "A,B,1-0\nA,B,won\n".to_owned(), "1 an unknown result: line 2: invalid result \"won\""),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        let (code, told, err) = run(&["rate", path.to_str().unwrap()]);
        assert_eq!(code, 0, "{name}: {err}");
        assert!(
            told.contains(&format!("{name}: 2 games found, 1 rated, 1 left out\n  {said}")),
            "{name}: {told}"
        );
    }
    let path = folder.path().join("g.csv");
    fs::write(&path, "A,B,1-0,3\nB,A,1-0\n").unwrap();
    let path = path.to_str().unwrap();
    for (more, code, said) in [
        (["--anchor", "C=1500"], 1, "the anchor \"C\" is not a player"),
        (["--anchor", "A"], 2, "NAME=RATING"),
        (["--confidence", "100"], 2, "between 1 and 99.999"),
    ] {
        let (found, _, err) = run(&[&["rate", path], &more[..]].concat());
        assert_eq!(found, code, "{err}");
        assert!(err.contains(said), "{err}");
    }
    let (code, _, err) = run(&["rate", path, "--model", "elo", "--anchor", "A=1500"]);
    assert!(code == 1 && err.contains("the model elo does not support --anchor"), "{err}");
}

/// A site and `muster rate` count the same games, each in its own way.
#[test]
fn a_site_shows_the_ratings_that_rate_prints() {
    let folder = tempfile::tempdir().unwrap();
    let entrants = ["maximin", "rusher", "walker"].map(|name| (name, bot(name)));
    let entrants = [&entrants[..], &[("dice", "builtin:random".to_owned())]].concat();
    let out = tournament(folder.path(), "shown", &entrants, 6);
    let script = fs::read_to_string(Path::new(&out).join("site/data/index.js")).unwrap();
    let index = script.strip_prefix("musterData(\"index\", ").and_then(|rest| rest.strip_suffix(");\n"));
    let index: Value = serde_json::from_str(index.unwrap()).unwrap();
    let rated = rate(&[&out, "--by", "entrant"]);
    assert_eq!(names(&rated).len(), entrants.len());
    let tenths = |number: f64| (number * 10.0).round() as i64;
    for line in rated["ratings"].as_array().unwrap() {
        let mut listed = index["entrants"].as_array().unwrap().iter();
        let shown = &listed.find(|entrant| entrant["name"] == line["name"]).unwrap()["rating"];
        let number = |value: &Value| value.as_f64().unwrap();
        assert_eq!(tenths(number(&shown["elo"])), tenths(number(&line["rating"])), "{line:#} {shown}");
        // ± is 1.96 standard errors; if results do not bound one side, neither shows it.
        let error = line["deviation"].as_f64().map(|deviation| tenths(Z95 * deviation));
        assert_eq!(shown["plus_minus"].as_f64().map(tenths), error, "{line:#} {shown}");
        assert_eq!((&shown["games"], &shown["open"]), (&line["games"], &line["open"]), "{line:#} {shown}");
    }
}

/// A ladder's table ranks by its own rating, and the page explains why the ratings differ.
#[test]
fn the_ratings_of_a_ladder_say_why_they_are_not_the_ladders() {
    let folder = tempfile::tempdir().unwrap();
    let out = tournament(
        folder.path(),
        "ladder",
        &[("walker", bot("walker")), ("dice", "builtin:random".to_owned())],
        4,
    );
    assert!(!run(&["rate", &out]).1.contains("a ladder ranks by its own rating"));
    let toml = folder.path().join("climb.toml");
    let text = fs::read_to_string(folder.path().join("ladder.toml")).unwrap();
    fs::write(&toml, text.replace("format = \"round-robin\"\ngames = 4", "format = \"ladder\"\nbudget = 8"))
        .unwrap();
    let climb = folder.path().join("climb").display().to_string();
    let (code, _, err) = run(&["run", toml.to_str().unwrap(), "--out", &climb]);
    assert_eq!(code, 0, "{err}");
    let (_, told, _) = run(&["rate", &climb]);
    assert!(told.contains("a ladder ranks by its own rating (Glicko, game by game"), "{told}");
    // One scale in the ladder's report: a draw is half a point.
    let script = fs::read_to_string(Path::new(&climb).join("site/data/index.js")).unwrap();
    let index = script.strip_prefix("musterData(\"index\", ").and_then(|rest| rest.strip_suffix(");\n"));
    let index: Value = serde_json::from_str(index.unwrap()).unwrap();
    let halved = rate(&[&climb, "--by", "entrant", "--draws", "half"]);
    for line in halved["ratings"].as_array().unwrap() {
        let mut listed = index["entrants"].as_array().unwrap().iter();
        let shown = listed.find(|entrant| entrant["name"] == line["name"]).unwrap()["rating"]["elo"]
            .as_f64()
            .unwrap();
        assert!((shown - line["rating"].as_f64().unwrap()).abs() <= 0.051, "{line:#} {shown}");
    }
}
