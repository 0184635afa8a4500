//! The root, one hash for a complete run: its coverage, and earlier roots.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use std::fmt::Write;

use common::{adopt, begin, commit, complete, full_match, key, raw, terms};
use game::Seat;
use ledger::{Ledger, RunFolder, State};
use referee::MatchSeed;
use rusqlite::types::Value;
use tempfile::TempDir;
use tournament::rulings::{RulingAction, Since};
use tournament::{MatchKey, RunSeed, match_seed};

fn root(folder: &RunFolder) -> String {
    Ledger::open_read_only(folder).unwrap().root(&terms(2)).unwrap().unwrap().to_string()
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
        assert_eq!(ledger.root(&terms(2)).unwrap(), None, "a run that is not complete has none");
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
    let mut ledger = Ledger::open(&folder).unwrap();
    assert!(ledger.without_protections().unwrap().is_empty());
    for missing in [&["seccomp", "Landlock"][..], &[], &["Landlock"]] {
        let missing: Vec<String> = missing.iter().map(|&name| name.to_owned()).collect();
        ledger.note_without_protections(&missing).unwrap();
    }
    assert!(ledger.without_protections().unwrap().iter().eq(["Landlock", "seccomp"]));
    assert_eq!(root(&folder), before);
}

/// Numbers and sized bytes, encoded as README.md describes.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Bytes {
    fn number(mut self, number: i64) -> Bytes {
        self.0.extend(number.to_le_bytes());
        self
    }

    fn sized(mut self, content: &[u8]) -> Bytes {
        self.0.extend((content.len() as u64).to_le_bytes());
        self.0.extend(content);
        self
    }

    fn row(self, row: &[Value]) -> Bytes {
        row.iter().fold(self, |bytes, value| match value {
            Value::Integer(value) => bytes.number(*value),
            Value::Text(text) => bytes.sized(text.as_bytes()),
            Value::Blob(blob) => bytes.sized(blob),
            _ => bytes.sized(b""),
        })
    }

    fn hash(&self) -> [u8; 32] {
        blake3::hash(&self.0).into()
    }
}

/// Computes the root as README.md describes, with only SQLite and BLAKE3 (and the derivation of dice from the seed).
#[test]
fn anybody_with_the_ledger_can_compute_it() {
    let (_temp, folder) = bare([0, 1, 2], false);
    let connection = raw(&folder);
    let fact = |name: &str| -> String {
        connection.query_row("SELECT value FROM meta WHERE name = ?1", [name], |row| row.get(0)).unwrap()
    };
    let secret = *blake3::Hash::from_hex(fact("salts")).unwrap().as_bytes();
    let salted = |what: &str, content: &[u8]| {
        let message = Bytes::default().sized(what.as_bytes()).sized(content).hash();
        let salt = blake3::keyed_hash(&secret, &message);
        Bytes::default().sized(salt.as_bytes()).sized(content).hash()
    };
    let rows = |query: &str, columns: usize| -> Vec<Vec<Value>> {
        let mut statement = connection.prepare(query).unwrap();
        let rows = statement.query_map([], |row| (0..columns).map(|column| row.get(column)).collect());
        rows.unwrap().map(Result::unwrap).collect()
    };
    let mut text = String::from("muster root 3\n");
    let mut line = |what: &str, hash: [u8; 32]| {
        writeln!(text, "{what} {}", blake3::Hash::from_bytes(hash)).unwrap();
    };
    line("run", salted("run", fact("identity").as_bytes()));
    for (what, name) in [("kind", "kind"), ("game", "game"), ("engine", "fingerprint")] {
        line(what, blake3::hash(fact(name).as_bytes()).into());
    }
    line("seed", salted("seed", fact("run_seed").as_bytes()));
    line("text", salted("text", fact("toml").as_bytes()));
    for (index, row) in (1..).zip(rows("SELECT name, bytes FROM file ORDER BY name", 2)) {
        let name = format!("file {index}");
        line(&name, salted(&name, &Bytes::default().row(&row).hash()));
    }
    let entrants = "SELECT name, bot, module, settings, size, guest, refusal, joined | since << 32 FROM entrant ORDER BY id";
    for (index, row) in (1..).zip(rows(entrants, 8)) {
        let name = format!("entrant {index}");
        let hidden = salted(&format!("{name} without the name"), &Bytes::default().row(&row[1..]).hash());
        line(&name, Bytes::default().row(&row[..1]).sized(&hidden).hash());
    }
    let seed = RunSeed::from(fact("run_seed").parse::<u64>().unwrap());
    let hash = |value: &Value| match value {
        Value::Blob(hash) => hash.clone(),
        _ => Vec::new(),
    };
    let whole = "SELECT key, hash, \
        (SELECT hash FROM failure f WHERE f.key = match.key AND seat = 0), \
        (SELECT hash FROM failure f WHERE f.key = match.key AND seat = 1), \
        (SELECT hash FROM log l WHERE l.key = match.key AND seat = 0), \
        (SELECT hash FROM log l WHERE l.key = match.key AND seat = 1) FROM match ORDER BY key";
    for (stage, terms) in (1..).zip(terms(2)) {
        let rules = Bytes::default().sized(terms.rules.as_bytes()).sized(terms.limits.as_bytes());
        line(&format!("stage {stage} rules"), rules.hash());
        let mut leaves = Vec::new();
        for row in rows(whole, 6) {
            let Value::Integer(packed) = row[0] else { panic!("{row:?}") };
            let key = MatchKey::from_packed(packed).unwrap();
            if key.stage() + 1 != stage {
                continue;
            }
            let mut leaf = vec![0];
            leaf.extend(packed.to_le_bytes());
            leaf.extend(hash(&row[1]));
            for seat in Seat::BOTH {
                let number = seat.index();
                let dice = MatchSeed::new(match_seed(seed, key)).seat_key(seat);
                let part = Bytes::default().number(packed).number(number as i64).sized(&dice);
                let part = part.sized(&hash(&row[2 + number])).sized(&hash(&row[4 + number]));
                leaf.extend(salted(&format!("match {key} seat {number}"), &part.hash()));
            }
            leaves.push(*blake3::hash(&leaf).as_bytes());
        }
        let [one, two, three] = leaves[..] else { panic!("{} matches", leaves.len()) };
        let node = |left: [u8; 32], right: [u8; 32]| {
            *blake3::hash(&[&[1], &left[..], &right[..]].concat()).as_bytes()
        };
        line(&format!("stage {stage} matches"), node(node(one, two), three));
    }
    let ledger = Ledger::open_read_only(&folder).unwrap();
    assert_eq!(ledger.root(&terms(2)).unwrap().unwrap().text(), text);
    assert_eq!(root(&folder), blake3::hash(text.as_bytes()).to_string());
}

#[test]
fn every_part_of_the_record_changes_it() {
    let (_temp, folder) = complete();
    let ledger = Ledger::open_read_only(&folder).unwrap();
    let now = ledger.states().unwrap().pop().unwrap();
    let root = ledger.root(&terms(2)).unwrap().unwrap();
    assert_eq!(ledger.root_at(now, &terms(2), &|_| true).unwrap(), root, "the seals are those of the rows");
    drop(ledger);
    let good = std::fs::read(folder.ledger()).unwrap();
    for change in [
        "UPDATE meta SET value = value || ' ' WHERE name = 'toml'",
        "UPDATE meta SET value = '5' WHERE name = 'run_seed'",
        "UPDATE meta SET value = 'sequential-test' WHERE name = 'kind'",
        "UPDATE meta SET value = 'tank-chess' WHERE name = 'game'",
        "UPDATE meta SET value = 'another' WHERE name = 'fingerprint'",
        "UPDATE meta SET value = 'another' WHERE name = 'identity'",
        "UPDATE match SET key = key + 1 WHERE key = (SELECT max(key) FROM match)",
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
        assert_ne!(ledger.root_at(state, &terms(2), &|_| true).unwrap(), root, "{change}");
    }
}

#[test]
fn what_a_run_was_before_can_be_computed_again() {
    let (_temp, folder) = bare([0, 1, 2], false);
    let mut roots = vec![root(&folder)];
    let mut ledger = Ledger::open(&folder).unwrap();
    let rule = |ledger: &mut Ledger| {
        let since = Since { stage: 1, round: u32::MAX };
        let order = RulingAction::Annul { game: key("2.1.1.1") };
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
    // A match played since then.
    commit(&mut ledger, &[full_match("2.3.1.1")]).unwrap();
    ledger.seal(1).unwrap();
    for (state, before) in states.iter().zip(&roots) {
        let root = ledger.root_at(*state, &terms(2), &|other| other != key("2.3.1.1")).unwrap();
        assert_eq!(&root.to_string(), before, "{state:?}");
        assert_ne!(&ledger.root_at(*state, &terms(2), &|_| true).unwrap().to_string(), before);
    }
    roots.dedup();
    assert_eq!(roots.len(), 4);
}

fn adopt_after(ledger: &mut Ledger, rulings: u64) {
    let text = ledger.header().unwrap().toml;
    assert_eq!(rulings as usize, ledger.rulings().unwrap().as_slice().len());
    adopt(ledger, &text, rulings);
}

/// The edition of the defaults is part of a run's first inputs.
#[test]
fn the_root_and_the_seal_cover_the_edition_of_the_defaults() {
    let begun = |defaults: u32| {
        let temp = tempfile::tempdir().unwrap();
        let folder = RunFolder::at(temp.path().join("run"));
        folder.create().unwrap();
        let header = ledger::RunHeader { defaults, ..common::header() };
        let files = std::collections::BTreeMap::new();
        let inputs = ledger::Inputs { header: &header, entrants: &[], modules: &[], files: &files };
        drop(Ledger::create(&folder, inputs).unwrap());
        (temp, folder)
    };
    let opened = |folder: &RunFolder| Ledger::open_read_only(folder);
    let text = |folder: &RunFolder| opened(folder).unwrap().root(&[]).unwrap().unwrap().text().to_owned();
    let (_first, first) = begun(1);
    let (_second, second) = begun(2);
    assert_eq!([&first, &second].map(|folder| opened(folder).unwrap().header().unwrap().defaults), [1, 2]);
    let line = format!("defaults {}", blake3::hash(b"2"));
    assert!(!text(&first).contains("defaults ") && text(&second).lines().any(|found| found == line));
    let identity = |folder: &RunFolder| opened(folder).unwrap().identity().unwrap();
    assert_ne!(identity(&first), identity(&second));
    assert_eq!(opened(&second).unwrap().check().unwrap(), [""; 0]);
    // A program from before editions refuses the ledger by its version, not as damaged.
    let version = |folder: &RunFolder| {
        raw(folder).pragma_query_value(None, "user_version", |row| row.get::<_, i64>(0)).unwrap()
    };
    assert_eq!([&first, &second].map(version), [6, 7]);
    assert_eq!(Ledger::open(&second).unwrap().embed_modules(|_| None).unwrap(), 0);
    assert_eq!(version(&second), 7, "it is of the second edition still");
    // Another edition, none, or the first, which no run writes, are refused.
    for forged in
        ["UPDATE meta SET value = '3' WHERE name = 'defaults'", "DELETE FROM meta WHERE name = 'defaults'"]
    {
        let (_temp, folder) = begun(2);
        raw(&folder).execute(forged, []).unwrap();
        assert!(opened(&folder).is_err(), "{forged}");
    }
    raw(&first).execute("INSERT INTO meta VALUES ('defaults', '1')", []).unwrap();
    assert!(opened(&first).is_err());
}
