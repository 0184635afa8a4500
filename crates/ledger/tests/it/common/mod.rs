//! Runs for the tests of the ledger.

#![allow(dead_code, reason = "each test file uses a part of it")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::path::Path;

use game::{Action, Outcome, PerSeat, Seat};
use hash::Hash;
use job::SizeClass;
use ledger::{
    Adoption, EntrantRow, Inputs, Ledger, LedgerError, MatchRow, RecordedMatch, RunFolder, RunHeader,
    RunKind, StageTerms,
};
use referee::{
    Closing, Failure, Fault, Limits, LogMark, Loss, Played, Reason, Record, Ticks, TrapKind, Verdict,
};
use rusqlite::Connection;
use tempfile::TempDir;
use tournament::{EntrantId, GameResult, MatchKey};

pub(crate) fn header() -> RunHeader {
    RunHeader {
        kind: RunKind::Tournament,
        game: "tank-war".to_owned(),
        toml: "[tournament]\nname = \"Ünïted\"\n".to_owned(),
        toml_name: "class.toml".to_owned(),
        fingerprint: "wasmtime 48; tank-war rules 1".to_owned(),
        seed: u64::MAX,
        defaults: 1,
    }
}

pub(crate) const MODULE: &[u8] = b"\0asm and so on";

pub(crate) fn entrants() -> Vec<EntrantRow> {
    let hash = Hash::digest(MODULE);
    vec![
        EntrantRow {
            name: "Alpha".to_owned(),
            bot: "alpha.wasm".to_owned(),
            module: Some(hash),
            settings: "depth=4".to_owned(),
            size: SizeClass::Script,
            guest: false,
            refusal: Vec::new(),
            joined: 0,
            since: 0,
        },
        EntrantRow {
            name: "Teacher".to_owned(),
            bot: "builtin:random".to_owned(),
            module: None,
            settings: String::new(),
            size: SizeClass::Normal,
            guest: true,
            refusal: vec!["one reason".to_owned(), "another".to_owned()],
            joined: 0,
            since: 0,
        },
    ]
}

pub(crate) fn files() -> BTreeMap<String, String> {
    BTreeMap::from([("openings.txt".to_owned(), "one\ntwo\n".to_owned())])
}

pub(crate) fn begin(folder: &Path) -> (RunFolder, Ledger) {
    let folder = RunFolder::at(folder);
    folder.create().unwrap();
    let hash = Hash::digest(MODULE);
    let inputs =
        Inputs { header: &header(), entrants: &entrants(), modules: &[(hash, MODULE)], files: &files() };
    let ledger = Ledger::create(&folder, inputs).unwrap();
    (folder, ledger)
}

/// Records an adopted change, but leaves the inputs as they are.
pub(crate) fn adopt(ledger: &mut Ledger, before: &str, rulings: u64) {
    let changes = vec!["[tournament] `name` is \"Ünïted\"".to_owned(), "entrant 2 is new".to_owned()];
    let adoption = Adoption { changes, matches: 6, rulings, before: before.to_owned() };
    let inputs = Inputs { header: &header(), entrants: &entrants(), modules: &[], files: &files() };
    ledger.adopt(&adoption, inputs, None).unwrap();
}

/// The results of a stage's matches.
pub(crate) fn results(ledger: &Ledger, stage: u16) -> Result<Vec<(MatchKey, GameResult)>, LedgerError> {
    let mut results = Vec::new();
    ledger.for_each_result(stage, |key, result| {
        results.push((key, result));
        Ok::<(), LedgerError>(())
    })?;
    Ok(results)
}

pub(crate) fn key(text: &str) -> MatchKey {
    text.parse().unwrap()
}

/// A match with something in every field.
pub(crate) fn full_match(text: &str) -> (MatchRow, Record) {
    let key = key(text);
    let number = u64::from(key.round()) * 100 + u64::from(key.pairing());
    let played = |ply: u32, seat| Played {
        ply,
        seat,
        action: Action::new(3, number + u64::from(ply)),
        spent: Ticks(1000 + number),
        offered: ply == 1,
    };
    let fault = Fault::Trap(TrapKind::Unreachable);
    let loss = Loss {
        failure: Failure {
            fault,
            detail: "it stopped".to_owned(),
            backtrace: vec!["0: inner\r".to_owned(), String::new(), "1: outer".to_owned()],
        },
        ply: 2,
        position: "uuuuuu U:0 5".to_owned(),
        view: vec![0, 1, 2, 255],
        spent: Ticks(u64::MAX),
    };
    let record = Record {
        verdict: Verdict {
            outcome: Outcome::Win(Seat::First),
            reason: Reason::Forfeit { seat: Seat::Second, fault },
        },
        played: vec![played(0, Seat::First), played(0, Seat::Second), played(1, Seat::First)],
        plies: 2,
        metrics: PerSeat::new(vec![i64::MIN, 0, 7], vec![i64::MAX]),
        spent: PerSeat::new(Ticks(5), Ticks(u64::MAX)),
        losses: PerSeat::new(None, Some(Box::new(loss))),
        closings: PerSeat::new(
            Closing {
                log: b"<b>\xff\0".to_vec(),
                log_marks: [(0, 0), (300, 3)].map(|(ply, offset)| LogMark { ply, offset }).to_vec(),
                log_dropped: 9,
                memory_peak: 65536,
            },
            Closing { memory_peak: u64::MAX, ..Closing::default() },
        ),
    };
    let start = (key.pairing() == 0).then(|| "a start".to_owned());
    (MatchRow::new(key, PerSeat::new(EntrantId(1), EntrantId(0)), start, &record), record)
}

pub(crate) fn commit(ledger: &mut Ledger, matches: &[(MatchRow, Record)]) -> Result<(), LedgerError> {
    let whole = |(row, record): &(MatchRow, Record)| RecordedMatch::new(row.clone(), record.clone());
    ledger.commit(&matches.iter().map(whole).collect::<Vec<_>>())
}

/// A run with two sealed stages of a few matches, rulings and adopted changes, closed.
pub(crate) fn complete() -> (TempDir, RunFolder) {
    let temp = tempfile::tempdir().unwrap();
    let (folder, mut ledger) = begin(&temp.path().join("run"));
    for stage in [1, 2] {
        let matches: Vec<_> =
            ["1.1.1", "1.2.1", "2.1.1"].map(|rest| full_match(&format!("{stage}.{rest}"))).to_vec();
        commit(&mut ledger, &matches).unwrap();
        ledger.seal(stage - 1).unwrap();
    }
    for reason in ["the first", "the second"] {
        let order = tournament::rulings::RulingAction::Annul { game: key("1.1.1.1") };
        let since = tournament::rulings::Since { stage: 1, round: 3 };
        ledger.add_ruling(&tournament::Ruling { since, order, reason: reason.to_owned() }).unwrap();
    }
    for before in [&header().toml, "the second text"] {
        adopt(&mut ledger, before, 2);
    }
    drop(ledger);
    (temp, folder)
}

/// Opens the ledger's file directly.
pub(crate) fn raw(folder: &RunFolder) -> Connection {
    Connection::open(folder.ledger()).unwrap()
}

/// The terms of this number of stages.
pub(crate) fn terms(stages: usize) -> Vec<StageTerms> {
    let limits = Limits::default().to_string();
    vec![StageTerms { rules: "board=standard".to_owned(), limits }; stages]
}
