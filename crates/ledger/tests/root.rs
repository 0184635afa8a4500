//! The root, one hash for a complete run: what it covers, and earlier roots.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fmt::Write;

use common::{adopt, begin, commit, complete, full_match, key, raw};
use ledger::{Ledger, RunFolder, State};
use tempfile::TempDir;
use tournament::rulings::{Order, Since};

fn root(folder: &RunFolder) -> String {
    Ledger::open_read_only(folder).unwrap().root(2).unwrap().unwrap().to_string()
}

/// The run of [`complete`] without rulings and adopted changes, its matches committed in this order.
fn bare(order: [usize; 3], batches: bool) -> (TempDir, RunFolder) {
    let temp = tempfile::tempdir().unwrap();
    let (folder, mut ledger) = begin(&temp.path().join("run"));
    for stage in [1, 2] {
        let matches = ["1.1.1", "1.2.1", "2.1.1"].map(|rest| full_match(&format!("{stage}.{rest}")));
        let ordered = order.map(|index| matches[index].clone());
        if batches {
            for one in &ordered {
                commit(&mut ledger, std::slice::from_ref(one)).unwrap();
            }
        } else {
            commit(&mut ledger, &ordered).unwrap();
        }
        assert_eq!(ledger.root(2).unwrap(), None, "a run that is not complete has none");
        ledger.seal(stage - 1).unwrap();
    }
    (temp, folder)
}

#[test]
fn it_is_the_same_for_whatever_order_matches_came_in_and_for_what_the_host_did() {
    let (_temp, folder) = bare([0, 1, 2], false);
    let (_other, other) = bare([2, 0, 1], true);
    assert_eq!(root(&folder), root(&other));
    let before = root(&folder);
    Ledger::open(&folder).unwrap().note("it was resumed").unwrap();
    assert_eq!(root(&folder), before);
}

/// Computes the root as README.md says, with nothing but SQLite and BLAKE3.
#[test]
fn anybody_can_compute_it() {
    let (_temp, folder) = bare([0, 1, 2], false);
    let connection = raw(&folder);
    let fact = |name: &str| -> String {
        connection.query_row("SELECT value FROM meta WHERE name = ?1", [name], |row| row.get(0)).unwrap()
    };
    let mut text = String::from("muster root 2\n");
    let mut line = |what: &str, bytes: &[u8]| writeln!(text, "{what} {}", blake3::hash(bytes)).unwrap();
    for (what, name) in [
        ("run", "identity"),
        ("kind", "kind"),
        ("game", "game"),
        ("engine", "fingerprint"),
        ("seed", "run_seed"),
        ("text", "toml"),
    ] {
        line(what, fact(name).as_bytes());
    }
    let number = |bytes: &mut Vec<u8>, number: i64| bytes.extend(number.to_le_bytes());
    let sized = |bytes: &mut Vec<u8>, content: &[u8]| {
        bytes.extend((content.len() as u64).to_le_bytes());
        bytes.extend(content);
    };
    let rows = |query: &str, columns: usize| -> Vec<Vec<rusqlite::types::Value>> {
        let mut statement = connection.prepare(query).unwrap();
        let rows = statement.query_map([], |row| (0..columns).map(|column| row.get(column)).collect());
        rows.unwrap().map(Result::unwrap).collect()
    };
    let canonical = |row: &[rusqlite::types::Value]| {
        let mut bytes = Vec::new();
        for value in row {
            match value {
                rusqlite::types::Value::Integer(value) => number(&mut bytes, *value),
                rusqlite::types::Value::Text(text) => sized(&mut bytes, text.as_bytes()),
                rusqlite::types::Value::Blob(blob) => sized(&mut bytes, blob),
                _ => sized(&mut bytes, b""),
            }
        }
        bytes
    };
    for (index, row) in (1..).zip(rows("SELECT name, bytes FROM file ORDER BY name", 2)) {
        line(&format!("file {index}"), &canonical(&row));
    }
    let entrants = "SELECT name, bot, module, settings, size, guest, refusal, joined | since << 32 FROM entrant ORDER BY id";
    for (index, row) in (1..).zip(rows(entrants, 8)) {
        line(&format!("entrant {index}"), &canonical(&row));
    }
    for stage in 1..=2 {
        for (what, columns) in
            [("match", "key, hash"), ("failure", "key, seat, hash"), ("log", "key, seat, hash")]
        {
            let query = format!("SELECT {columns} FROM {what} WHERE key >> 56 = {stage} ORDER BY key");
            let mut bytes = Vec::new();
            for row in rows(&query, columns.split(", ").count()) {
                for value in row {
                    match value {
                        rusqlite::types::Value::Integer(value) => number(&mut bytes, value),
                        rusqlite::types::Value::Blob(hash) => bytes.extend(hash),
                        other => panic!("{other:?}"),
                    }
                }
            }
            let what = match what {
                "match" => "matches",
                "failure" => "failures",
                _ => "logs",
            };
            line(&format!("stage {stage} {what}"), &bytes);
        }
    }
    let ledger = Ledger::open_read_only(&folder).unwrap();
    assert_eq!(ledger.root(2).unwrap().unwrap().text(), text);
    assert_eq!(root(&folder), blake3::hash(text.as_bytes()).to_string());
}

#[test]
fn every_part_of_the_record_changes_it() {
    let (_temp, folder) = complete();
    let ledger = Ledger::open_read_only(&folder).unwrap();
    let now = ledger.states().unwrap().pop().unwrap();
    let root = ledger.root(2).unwrap().unwrap();
    assert_eq!(ledger.root_at(now, 2, &|_| true).unwrap(), root, "the seals are those of the rows");
    drop(ledger);
    let good = std::fs::read(folder.ledger()).unwrap();
    for change in [
        "UPDATE meta SET value = value || ' ' WHERE name = 'toml'",
        "UPDATE meta SET value = '5' WHERE name = 'run_seed'",
        "UPDATE meta SET value = 'sequential-test' WHERE name = 'kind'",
        "UPDATE meta SET value = 'tank-chess' WHERE name = 'game'",
        "UPDATE meta SET value = 'another' WHERE name = 'fingerprint'",
        "UPDATE meta SET value = 'another' WHERE name = 'identity'",
        "UPDATE file SET bytes = x'61'",
        "UPDATE entrant SET settings = 'depth=5' WHERE id = 0",
        "UPDATE entrant SET size = 'normal' WHERE id = 0",
        "UPDATE match SET hash = zeroblob(32) WHERE key = (SELECT max(key) FROM match)",
        "UPDATE failure SET hash = zeroblob(32) WHERE key = (SELECT max(key) FROM match)",
        "DELETE FROM log",
        "UPDATE ruling SET hash = zeroblob(32) WHERE id = 2",
        "DELETE FROM ruling WHERE id = 2",
    ] {
        std::fs::write(folder.ledger(), &good).unwrap();
        // The inputs of the run are sealed too, and checked when a ledger is opened.
        let ledger = Ledger::open(&folder).unwrap();
        let other = raw(&folder);
        other.pragma_update(None, "foreign_keys", false).unwrap();
        assert!(other.execute(change, []).unwrap() > 0, "{change}");
        drop(other);
        let state = ledger.states().unwrap().pop().unwrap();
        assert_ne!(ledger.root_at(state, 2, &|_| true).unwrap(), root, "{change}");
    }
}

#[test]
fn what_a_run_was_before_can_be_computed_again() {
    let (_temp, folder) = bare([0, 1, 2], false);
    let mut roots = vec![root(&folder)];
    let mut ledger = Ledger::open(&folder).unwrap();
    let rule = |ledger: &mut Ledger| {
        let since = Since { stage: 1, round: u32::MAX };
        let order = Order::Annul { game: key("2.1.1.1") };
        ledger.add_ruling(&tournament::Ruling { since, order, reason: "why not".to_owned() }).unwrap();
    };
    rule(&mut ledger);
    roots.push(root(&folder));
    adopt_after(&mut ledger, 1);
    roots.push(root(&folder));
    rule(&mut ledger);
    roots.push(root(&folder));
    let states = ledger.states().unwrap();
    let [none, ruled, adopted, again] =
        [(0, 0), (1, 0), (1, 1), (2, 1)].map(|(rulings, adoptions)| State { rulings, adoptions });
    assert_eq!(states, [none, ruled, adopted, again]);
    // A match played since.
    commit(&mut ledger, &[full_match("2.3.1.1")]).unwrap();
    ledger.seal(1).unwrap();
    for (state, before) in states.iter().zip(&roots) {
        let root = ledger.root_at(*state, 2, &|other| other != key("2.3.1.1")).unwrap();
        assert_eq!(&root.to_string(), before, "{state:?}");
        assert_ne!(&ledger.root_at(*state, 2, &|_| true).unwrap().to_string(), before);
    }
    roots.dedup();
    assert_eq!(roots.len(), 4);
}

fn adopt_after(ledger: &mut Ledger, rulings: u64) {
    let text = ledger.header().unwrap().toml;
    assert_eq!(rulings as usize, ledger.rulings().unwrap().as_slice().len());
    adopt(ledger, &text, rulings);
}
