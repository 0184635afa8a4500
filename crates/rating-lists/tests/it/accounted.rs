//! Every game of a file is rated or left out with its reason: the cases that users ran into, and randomly damaged files
//! whose games an independent reader counts.

mod counting;
mod damaged;

use std::fs;

use rating_lists::{Account, FileError, LeftOut, Options, RateError, Ratings, Request, View};
use serde_json::{Value, json};

const VIEW: View = View { confidence: 95.0, differences: false, superiority: false };

/// Rates one file of this name.
fn rated(name: &str, bytes: impl AsRef<[u8]>, options: Options) -> Result<Ratings, RateError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    rating_lists::rate(Request { files: &[path], options, ..Request::default() })
}

fn account(name: &str, bytes: impl AsRef<[u8]>) -> Account {
    rated(name, bytes, Options::default()).unwrap().rated.files.remove(0).1
}

/// Checks the number of games found and rated, and the reasons of the others, each with its first line.
fn check(name: &str, bytes: impl AsRef<[u8]>, found: u64, rated: u64, left: &[(LeftOut, u64, u64)]) {
    let account = account(name, &bytes);
    let reasons: Vec<_> =
        account.left_out.iter().map(|(why, left)| (*why, left.games, left.places[0].line)).collect();
    let text = String::from_utf8_lossy(bytes.as_ref());
    assert_eq!((account.games(), account.rated, &reasons[..]), (found, rated, left), "{text}");
}

fn report(name: &str, bytes: impl AsRef<[u8]>) -> Value {
    serde_json::to_value(rated(name, bytes, Options::default()).unwrap().report(&VIEW)).unwrap()
}

fn game(white: &str, black: &str, result: &str, moves: &str) -> String {
    format!("[Event \"x\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n\n{moves}\n\n")
}

/// Four games of three players.
fn plain() -> String {
    [
        ("Alpha", "Beta", "1-0"),
        ("Beta", "Alpha", "0-1"),
        ("Gamma", "Alpha", "1-0"),
        ("Gamma", "Beta", "1/2-1/2"),
    ]
    .map(|(white, black, result)| game(white, black, result, &format!("1. e4 e5 {result}")))
    .concat()
}

/// Regression: the comment silently swallowed three of four games.
#[test]
fn a_comment_that_is_never_closed_swallows_no_game() {
    for (number, closed) in [(0, "1. e4 {engine stopped here\n1-0"), (2, "1. e4 {a {b}\n{stopped\n1-0")] {
        let mut games: Vec<String> = plain().split_inclusive("\n\n[").map(str::to_owned).collect();
        games[number] = games[number].replace("1. e4 e5 1-0", closed);
        let text = games.concat();
        check("a.pgn", &text, 4, 4, &[]);
        let remarks = account("a.pgn", &text).remarks;
        assert!(remarks[0].contains("never closed"), "{remarks:?}");
    }
    // A closed comment may contain tags, and even a game.
    let other = game("Ada", "Ben", "1-0", "1. d4");
    check(
        "a.pgn",
        plain().replacen("e4", &format!("e4 {{see\n{other}}}"), 1),
        5,
        4,
        &[(LeftOut::InComment, 1, 7)],
    );
    check("a.pgn", plain().replacen("e4", "e4 {[White \"Y\"]\n[%eval 0.1]}", 1), 4, 4, &[]);
    check("a.pgn", plain().replacen("e4", "e4 ; [White \"Y\"] [Black \"Z\"]", 1), 4, 4, &[]);
}

/// Regression: lines that end in CR, and games on one line, were read as one game.
#[test]
fn no_line_ending_and_no_encoding_loses_a_game() {
    let plain = plain();
    let utf16 =
        |text: &str, order: fn(u16) -> [u8; 2]| -> Vec<u8> { text.encode_utf16().flat_map(order).collect() };
    for bytes in [
        plain.clone().into_bytes(),
        plain.replace('\n', "\r").into_bytes(),
        plain.replace('\n', "\r\n").into_bytes(),
        plain.replace('\n', " ").into_bytes(),
        plain.replace('\n', "").into_bytes(),
        format!("\u{FEFF}{plain}").into_bytes(),
        utf16(&format!("\u{FEFF}{plain}"), u16::to_le_bytes),
        utf16(&plain, u16::to_be_bytes),
    ] {
        check("a.pgn", bytes, 4, 4, &[]);
    }
}

/// Regression: such a file was refused as a whole.
#[test]
fn one_bad_game_is_left_out_and_the_others_are_rated() {
    let plain = plain();
    for (bad, why, line) in [
        (game("Alpha", "Gamma", "0-0", "1. e4 0-0"), LeftOut::NotPlayed, 29),
        (game("Alpha", "Gamma", "2-0", "1. e4"), LeftOut::InvalidResult, 32),
        (game("Alpha", "Gamma", "1-0", "1. e4 0-1"), LeftOut::Contradiction, 29),
        (game("Alpha", "?", "1-0", "1-0"), LeftOut::Unnamed, 29),
        (game("Alpha", "Alpha ", "1-0", "1-0"), LeftOut::AgainstItself, 29),
        (game("Alpha", "Gamma", "*", "1. e4 *"), LeftOut::NoResult, 29),
        ("[White \"Alpha\"]\n[Black \"Gamma\"]\n\n1. e4 1-0\n".to_owned(), LeftOut::Incomplete, 29),
        ("[White \"Alpha\n[Black \"Gamma\"]\n[Result \"1-0\"]\n1-0".to_owned(), LeftOut::Damaged, 29),
        ("[White \"Alpha\"]\nBlack \"Gamma\"]\n[Result \"1-0\"]\n1-0".to_owned(), LeftOut::Damaged, 30),
        ("1. e4 e5 1-0\n".to_owned(), LeftOut::Untagged, 29),
    ] {
        check("a.pgn", format!("{plain}{bad}"), 5, 4, &[(why, 1, line)]);
        check("a.pgn", format!("{plain}{bad}\n{plain}"), 9, 8, &[(why, 1, line)]);
    }
    check("a.csv", "first,second,result\nA,B,1-0\n,,\n,,\nB,A,0-1\n", 4, 2, &[(LeftOut::EmptyRow, 2, 3)]);
    check("a.csv", b"A,B,1\nM\xFCller,B,1\nB,A,1\n", 3, 2, &[(LeftOut::Damaged, 1, 2)]);
    check("a.csv", "first,second,result,count\nA,B,1.0,2.0\nB,A,0.5,1.0\n", 3, 3, &[]);
    check(
        "a.csv",
        "A,B,1\nA,B\nA,B,x,3\n\"A,B,1\nB,A,0\n",
        7,
        2,
        &[(LeftOut::Incomplete, 1, 2), (LeftOut::Damaged, 1, 4), (LeftOut::InvalidResult, 3, 3)],
    );
}

/// Regression: "bye" led the list with 1566, and moved all other ratings.
#[test]
fn byes_and_unplayed_games_move_nobody() {
    let bye = "[White \"Beta\"]\n[Black \"bye\"]\n[Result \"1/2-1/2\"]\n[Termination \"bye\"]\n\n1/2-1/2\n";
    let forfeit =
        "[White \"Beta\"]\n[Black \"Alpha\"]\n[Result \"1-0\"]\n[Termination \"unplayed\"]\n\n1-0\n";
    let text = format!("{}{bye}{forfeit}", plain());
    check("a.pgn", &text, 6, 4, &[(LeftOut::Bye, 1, 29), (LeftOut::NotPlayed, 1, 35)]);
    assert_eq!(report("a.pgn", &text)["ratings"], report("a.pgn", plain())["ratings"]);
    check("a.csv", "A,B,1\nA,(Bye),1\nA,B,+:-\n", 3, 1, &[(LeftOut::Bye, 1, 2), (LeftOut::NotPlayed, 1, 3)]);
}

/// Regression: terminations were ignored.
#[test]
fn terminations_are_counted_and_can_be_left_out() {
    let ended = |how: &str| {
        game("A", "B", "1-0", "1-0").replace("\n\n1-0", &format!("\n[Termination \"{how}\"]\n\n1-0"))
    };
    let text = [ended("Time forfeit"), ended("time forfeit "), ended("normal")].concat();
    let all = account("a.pgn", &text);
    assert_eq!(all.rated, 3);
    assert_eq!(json!(all.terminations), json!({ "normal": 1, "time forfeit": 2 }));
    let options = Options { leave_out: vec!["TIME forfeit".to_owned()], ..Options::default() };
    let account = rated("a.pgn", &text, options).unwrap().rated.files.remove(0).1;
    assert_eq!((account.rated, account.left_for(LeftOut::Termination)), (1, 2));
}

/// Regression: three players were read as five.
#[test]
fn names_that_differ_in_what_nobody_sees_are_one_player() {
    let names = |name: &str, bytes: &str| -> Vec<String> {
        let report = report(name, bytes);
        let mut names: Vec<String> = report["ratings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| line["name"].as_str().unwrap().to_owned())
            .collect();
        names.sort();
        names
    };
    let spaces = "first, second, result\nAlpha, Beta, 1-0\nBeta, Alpha, 0-1\nGamma, Alpha, 1-0\n";
    assert_eq!(names("a.csv", spaces), ["Alpha", "Beta", "Gamma"]);
    assert_eq!(names("a.csv", "Müller,B,1\nB,Mu\u{308}ller,1\nMü\u{200B}ller,B\u{A0},0\n"), ["B", "Müller"]);
    assert_eq!(names("a.pgn", &plain().replacen("Alpha", "Alpha ", 1)), ["Alpha", "Beta", "Gamma"]);
    // Names that only look alike are reported and stay separate.
    let drawn = "Alpha,B,1\nB,Аlpha,1\n";
    assert_eq!(names("a.csv", drawn).len(), 3);
    let notes = report("a.csv", drawn)["notes"].to_string();
    assert!(notes.contains("look alike"), "{notes}");
}

/// Regression: the report said "No game had a winner" although three of four games had one.
#[test]
fn the_reason_for_virtual_results_is_true() {
    let notes = report("a.csv", "P1,P2,1-0\nP3,P4,0-1\nP5,P4,1-0\nP5,P2,1/2-1/2\n")["notes"].to_string();
    assert!(notes.contains("because those who scored against one another have only drawn"), "{notes}");
}

#[test]
fn the_report_accounts_for_every_game() {
    let text = format!("{}{}", plain(), game("Alpha", "Gamma", "2-0", "1. e4 {"));
    let report = report("a.pgn", text);
    assert_eq!((&report["games"], &report["rated"]), (&json!(5), &json!(4)));
    let file = &report["files"][0];
    assert_eq!((&file["file"], &file["games"], &file["rated"]), (&json!("a.pgn"), &json!(5), &json!(4)));
    let left = json!([{ "reason": "an unknown result", "games": 1, "places": [{ "line": 32, "what": "invalid result \"2-0\"" }] }]);
    assert_eq!(file["left_out"], left);
    assert_eq!(file["remarks"], json!(["line 34: the comment that begins here is never closed"]));
}

#[test]
fn a_file_without_a_game_that_can_be_rated_is_refused_with_the_line() {
    let workbook = b"PK\x03\x04\x14\0\0\0\0\0xl/workbook.xml";
    for (name, bytes, said) in [
        ("a.csv", &workbook[..], "this is an Excel workbook: save it as CSV UTF-8"),
        ("a.xlsx", workbook, "this is an Excel workbook: save it as CSV UTF-8"),
        ("a.pgn", b"hello\nworld", "it contains no games; line 1: text that belongs to no game"),
        (
            "a.pgn",
            b"\n[White \"A]\n",
            "none of its games can be rated; line 2: the tag White has no value in quotes",
        ),
        ("a.csv", b"A,bye,1\n", "none of its games can be rated; line 1: a bye"),
        ("a.csv", b"A,B\n", "none of its games can be rated; line 1: expected 3 or 4 columns, found 2"),
    ] {
        let error = rated(name, bytes, Options::default()).unwrap_err();
        let RateError::File { source, .. } = error else { panic!("{error}") };
        assert_eq!(source.to_string(), said);
        assert!(!matches!(source, FileError::Format));
    }
}
