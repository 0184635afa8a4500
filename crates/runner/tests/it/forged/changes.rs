//! Forged records explained by adopted changes that never happened, with everything sealed again.

use std::path::Path;

use ledger::{RunFolder, forge};
use runner::RunCheck;

use super::{GAMES, MOVER, bot, played_by, threads, validator, verify};

/// Statements of a forger before the record is changed: a change that was never adopted.
fn adoption(changes: &str, matches: u64) -> String {
    format!(
        "INSERT INTO entrant_before SELECT 1, * FROM entrant;
         INSERT INTO file_before SELECT 1, * FROM file;
         INSERT INTO adoption SELECT 1, '{changes}', {matches}, 0, value, zeroblob(32) FROM meta WHERE name = 'toml';"
    )
}

/// Statements that change the tournament's text.
fn in_text(from: &str, to: &str) -> String {
    format!("UPDATE meta SET value = replace(value, '{from}', '{to}') WHERE name = 'toml';")
}

/// Verifies with the published root. Returns the adopted changes since, or the first difference.
fn told(folder: &RunFolder, published: &str) -> Result<Vec<String>, String> {
    let recorded = RunCheck::open(folder, GAMES, validator()).map_err(|error| {
        let source = std::error::Error::source(&error).map(ToString::to_string).unwrap_or_default();
        format!("{error} {source}")
    })?;
    let seen = recorded.verify(&threads(2), &mut |_| {}).unwrap();
    let earlier = recorded.earlier(&|root| root.to_string() == published).unwrap();
    let earlier = earlier.ok_or_else(|| "no root that it had".to_owned())?;
    match seen.differences.into_iter().chain(earlier.differences).next() {
        Some(difference) => Err(difference),
        None => Ok(earlier.since),
    }
}

fn copy(folder: &RunFolder, to: &Path) -> RunFolder {
    let to = RunFolder::at(to);
    std::fs::create_dir_all(to.private()).unwrap();
    std::fs::copy(folder.ledger(), to.ledger()).unwrap();
    to
}

#[test]
fn an_adopted_change_that_was_made_up_does_not_verify_under_the_published_root() {
    let temp = tempfile::tempdir().unwrap();
    let clock = "kind = \"fuel\"\nper_move = \"20s\"\nper_game = \"60s\"";
    let folder = played_by(&temp.path().join("run"), clock, &[MOVER, &bot("unreachable")]);
    let published = verify(&folder).root.unwrap().to_string();
    let swapped_rows =
        "UPDATE entrant SET name = CASE id WHEN 0 THEN 'bot 1' WHEN 1 THEN 'bot 0' ELSE name END;";
    let swapped_text =
        [in_text("bot 0", "bot X"), in_text("bot 1", "bot 0"), in_text("bot X", "bot 1")].concat();
    let renamed = "UPDATE entrant SET name = 'Eve' WHERE id = 1;";
    let to_eve = in_text("bot 1", "Eve");
    let says_eve = "entrant 2 \"bot 1\": name is \"Eve\", was \"bot 1\"";
    let dated = in_text("seed = 5", "seed = 5\ndate = \"2026-11-22\"");
    let says_date = "[tournament]: date is \"2026-11-22\", was not given";
    let cases: [(&str, String, &str); 13] = [
        ("nothing said", adoption("", 6) + swapped_rows, "has a different name in the run than in its text"),
        (
            "the text, too",
            adoption("", 6) + swapped_rows + &swapped_text,
            "it is not the change that the record describes",
        ),
        (
            "said",
            adoption(
                "entrant 1 \"bot 0\": name is \"bot 1\", was \"bot 0\"\nentrant 2 \"bot 1\": name is \"bot 0\", was \"bot 1\"",
                6,
            ) + swapped_rows
                + &swapped_text,
            "another entrant has played under the name",
        ),
        ("no change", adoption("", 6), "it changes nothing"),
        ("too few", adoption(says_date, 0) + &dated, "a different number of matches"),
        ("too many", adoption(says_date, 7) + &dated, "a different number of matches"),
        (
            "seed",
            adoption("[tournament]: seed is 6, was 5", 6)
                + &in_text("seed = 5", "seed = 6")
                + "UPDATE meta SET value = 6 WHERE name = 'run_seed';",
            "no root that it had",
        ),
        (
            "settings",
            adoption("entrant 1 \"bot 0\": settings changed", 6)
                + &in_text("\"0.wasm\"", "\"0.wasm\"\nsettings = \"x\"")
                + "UPDATE entrant SET settings = 'x' WHERE id = 0;",
            "has played with a different bot or different settings",
        ),
        (
            "refused",
            adoption(says_date, 6) + &dated + "UPDATE entrant SET refusal = 'it is late' WHERE id = 1;",
            "",
        ),
        (
            "joined",
            adoption(says_date, 6) + &dated + "UPDATE entrant SET joined = 1 WHERE id = 2;",
            "been refused or joined differently",
        ),
        (
            "gone",
            adoption("entrant 3 \"dice\" is gone", 6)
                + &in_text("[[entrant]]\nname = \"dice\"\nbot = \"builtin:random\"\n", "")
                + "DELETE FROM entrant WHERE id = 2;",
            "",
        ),
        (
            "limits",
            adoption("[clock]: per_move is \"21s\", was \"20s\"", 6) + &in_text("\"20s\"", "\"21s\""),
            "has begun under other rules or limits",
        ),
        (
            "before",
            adoption(says_date, 6)
                + &dated
                + "UPDATE entrant_before SET settings = 'x' WHERE id = 0; UPDATE entrant SET joined = 0;",
            "no root that it had",
        ),
    ];
    for (name, statements, why) in cases {
        let forged = copy(&folder, &temp.path().join(name));
        forge::change(&forged.ledger(), &statements).unwrap();
        forge::seal_again(&forged.ledger()).unwrap();
        let ended = told(&forged, &published);
        assert!(ended.as_ref().is_err_and(|told| told.contains(why)), "{name}: {ended:?}");
    }
    // A change that the run would have adopted is accepted, and reported in its own words.
    for (name, statements, since) in [
        ("dated", adoption(says_date, 6) + &dated, says_date),
        ("renamed", adoption(says_eve, 6) + renamed + &to_eve, says_eve),
    ] {
        let forged = copy(&folder, &temp.path().join(name));
        forge::change(&forged.ledger(), &statements).unwrap();
        forge::seal_again(&forged.ledger()).unwrap();
        assert_eq!(told(&forged, &published).unwrap(), [format!("adopted change 1: {since}")], "{name}");
    }
}

/// Without any root.
#[test]
fn a_record_that_contradicts_its_own_text_is_told() {
    let temp = tempfile::tempdir().unwrap();
    let clock = "kind = \"fuel\"\nper_move = \"20s\"\nper_game = \"60s\"";
    let folder = played_by(&temp.path().join("run"), clock, &[MOVER, &bot("unreachable")]);
    let cases: [(&str, String, &str); 9] = [
        (
            "name",
            "UPDATE entrant SET name = 'Eve' WHERE id = 1".to_owned(),
            "\"Eve\" has a different name in the run",
        ),
        (
            "bot",
            "UPDATE entrant SET bot = '7.wasm' WHERE id = 1".to_owned(),
            "has a different bot in the run",
        ),
        (
            "settings",
            "UPDATE entrant SET settings = 'x' WHERE id = 1".to_owned(),
            "has a different settings in the run",
        ),
        (
            "guest",
            "UPDATE entrant SET guest = 1 WHERE id = 1".to_owned(),
            "has a different role or size in the run",
        ),
        (
            "seed",
            "UPDATE meta SET value = 6 WHERE name = 'run_seed'".to_owned(),
            "the run's seed is 6, but 5 in its",
        ),
        ("text", in_text("seed = 5", "seed = 6"), "the run's seed is 5, but 6 in its text"),
        (
            "file",
            "INSERT INTO file VALUES ('more.txt', x'41')".to_owned(),
            "the files of the run are not those that its text names",
        ),
        (
            "fewer",
            in_text("[[entrant]]\nname = \"dice\"\nbot = \"builtin:random\"\n", ""),
            "the run has 3 entrants, but its text names 2",
        ),
        (
            "game",
            "UPDATE meta SET value = 'tank-chess' WHERE name = 'game'".to_owned(),
            "the run plays tank-chess, but its text says tank-war",
        ),
    ];
    for (name, statements, why) in cases {
        let forged = copy(&folder, &temp.path().join(name));
        forge::change(&forged.ledger(), &statements).unwrap();
        forge::seal_again(&forged.ledger()).unwrap();
        let ended = told(&forged, "");
        assert!(ended.as_ref().is_err_and(|told| told.contains(why)), "{name}: {ended:?}");
    }
}
