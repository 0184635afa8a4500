//! Random start positions: the same on any number of threads, kept by the run, searched for again by a verification.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use ledger::{Inputs, Ledger, LedgerError, RunFolder, forge};
use runner::{Ending, Event, RunCheck, VerificationEvent};

use crate::common::{GAMES, entered, finish, play, threads, validator};

fn text(end: &str) -> String {
    format!(
        "[tournament]\nname = \"Openings\"\ngame = \"tank-war\"\nseed = 5\n\
         [[entrant]]\nname = \"one\"\nbot = \"builtin:random\"\n[[entrant]]\nname = \"two\"\nbot = \"builtin:first\"\n\
         [[stage]]\nname = \"All\"\nformat = \"round-robin\"\n{end}"
    )
}

const TWELVE: &str = "games = 24\n[stage.openings]\nrandom = 12\nplies = 2\n";

fn begun(folder: &Path, text: &str, slots: usize) -> RunFolder {
    let folder = RunFolder::at(folder);
    let mut prepared = runner::prepare(entered(text.to_owned()), validator()).unwrap();
    assert!(prepared.find_openings(slots, &AtomicBool::new(false), &mut |_| {}));
    prepared.begin(&folder).unwrap();
    folder
}

fn files(folder: &RunFolder) -> BTreeMap<String, String> {
    Ledger::open_read_only(folder).unwrap().files().unwrap()
}

fn starts(folder: &RunFolder) -> Vec<String> {
    let mut starts = Vec::new();
    let ledger = Ledger::open_read_only(folder).unwrap();
    ledger
        .for_each_match(None, |stored| {
            starts.extend(stored.row.start);
            Ok::<(), LedgerError>(())
        })
        .unwrap();
    starts
}

fn differences(folder: &RunFolder) -> Vec<String> {
    let check = RunCheck::open(folder, GAMES, validator()).unwrap();
    check.verify(&threads(2), &mut |_| {}).unwrap().differences
}

#[test]
fn a_run_keeps_the_same_start_positions_however_many_threads_found_them() {
    let temp = tempfile::tempdir().unwrap();
    let folders = [1, 2, 5].map(|slots| begun(&temp.path().join(slots.to_string()), &text(TWELVE), slots));
    let kept = folders.each_ref().map(files);
    assert_eq!(kept[0].keys().collect::<Vec<_>>(), ["openings of stage 1"]);
    assert!(kept.iter().all(|other| *other == kept[0]));
    finish(&folders[0]);
    let found: Vec<&str> = kept[0]["openings of stage 1"].split('\n').skip(1).collect();
    let played = starts(&folders[0]);
    assert_eq!(played.len(), 24);
    assert!(played.iter().all(|start| found.contains(&start.as_str())));
    assert!(found.iter().all(|start| played.iter().any(|other| other == start)), "each is played");
    let check = RunCheck::open(&folders[0], GAMES, validator()).unwrap();
    let mut told = Vec::new();
    let mut tell = |event: VerificationEvent<'_>| match event {
        VerificationEvent::FindingOpenings { name, found, of } => told.push((name.to_owned(), found, of)),
        VerificationEvent::Checked { .. } => {}
    };
    let root = check.verify(&threads(1), &mut tell).unwrap().root.unwrap();
    assert!(root.text().contains("\nfile 1 "), "the root covers them");
    let far = [told.first(), told.last()].map(|told| told.cloned().unwrap());
    assert_eq!(
        far,
        [0, 12].map(|found| ("All".to_owned(), found, 12)),
        "they are searched for again: {told:?}"
    );
}

#[test]
fn a_search_that_is_stopped_begins_nothing() {
    let mut prepared = runner::prepare(entered(text(TWELVE)), validator()).unwrap();
    assert!(!prepared.find_openings(2, &AtomicBool::new(true), &mut |_| {}));
}

/// Their number matches the text, and every hash is recomputed, so only another search detects them.
#[test]
fn start_positions_that_the_search_does_not_find_are_told() {
    let temp = tempfile::tempdir().unwrap();
    let folder = begun(&temp.path().join("run"), &text(TWELVE), 2);
    let own = files(&folder).remove("openings of stage 1").unwrap();
    let mut lines: Vec<&str> = own.split('\n').collect();
    lines.swap(1, 2);
    let forged = lines.join("\n");
    assert_ne!(forged, own);
    let header = Ledger::open_read_only(&folder).unwrap().header().unwrap();
    let entrants = Ledger::open_read_only(&folder).unwrap().entrants().unwrap();
    let files = BTreeMap::from([("openings of stage 1".to_owned(), forged)]);
    let other = RunFolder::at(temp.path().join("other"));
    other.create().unwrap();
    let inputs = Inputs { header: &header, entrants: &entrants, modules: &[], files: &files };
    drop(Ledger::create(&other, inputs).unwrap());
    assert_eq!(play(&mut runner::resume(&other, GAMES, validator()).unwrap(), usize::MAX), Ending::Complete);
    let told = differences(&other);
    assert_eq!(
        told,
        ["stage \"All\": a new search finds different start positions from those that the run keeps"]
    );

    // A file that cannot be the result of the text's search is not accepted at all.
    forge::change(
        &other.ledger(),
        "UPDATE file SET bytes = CAST(replace(CAST(bytes AS TEXT), 'random = 12', 'random = 11') AS BLOB)",
    )
    .unwrap();
    forge::seal_again(&other.ledger()).unwrap();
    let refused = RunCheck::open(&other, GAMES, validator()).err().unwrap().to_string();
    assert!(refused.contains("the files of the run are not those that its text names"), "{refused}");
}

#[test]
fn an_adopted_change_keeps_the_start_positions_that_it_is_not_about() {
    let temp = tempfile::tempdir().unwrap();
    let folder = begun(&temp.path().join("run"), &text(TWELVE), 2);
    play(&mut runner::resume(&folder, GAMES, validator()).unwrap(), 3);
    let kept = files(&folder);
    let second = "[[stage]]\nname = \"More\"\nformat = \"round-robin\"\ngames = 4\n[stage.openings]\nrandom = 2\nplies = 2\n";
    let adopted = runner::adopt(&folder, GAMES, &entered(text(&format!("{TWELVE}{second}"))), validator());
    let changes = adopted.unwrap().unwrap();
    assert!(changes.iter().all(|line| !line.contains("start positions in")), "{changes:?}");
    let now = files(&folder);
    assert_eq!(now["openings of stage 1"], kept["openings of stage 1"]);
    assert_eq!(now["openings of stage 2"].split('\n').count(), 3);
    finish(&folder);
    assert_eq!(
        runner::adopt(&folder, GAMES, &entered(text(&format!("{TWELVE}{second}"))), validator()).unwrap(),
        None
    );
}

#[test]
fn the_search_is_over_before_a_run_begins() {
    let temp = tempfile::tempdir().unwrap();
    let folder = begun(&temp.path().join("run"), &text(TWELVE), 2);
    let mut run = runner::resume(&folder, GAMES, validator()).unwrap();
    let mut told = 0;
    let stop = AtomicBool::new(false);
    run.play(&threads(1), &stop, &mut |event| {
        told += u32::from(matches!(event, Event::FindingOpenings { .. }));
    })
    .unwrap();
    assert_eq!(told, 0);
}
