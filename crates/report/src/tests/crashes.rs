//! Crashes and failures at every disk operation while a report is written: either the old site or the new one is in
//! place. After a power loss, which may damage a site, the next report restores it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use faults::{Change, Disk, Fault, Image, PointSample, each_failure, each_state, scratch};
use ledger::{Ledger, RunFolder};
use tournament::Ruling;
use tournament::rulings::{RulingAction, Since};

use super::rendered::write;
use super::sample_run::GAMES;
use super::{files, run, toml};

type Site = BTreeMap<String, Vec<u8>>;

/// Returns a run in a folder with its site, followed by a ruling that the site does not include.
fn run_with_an_old_site(top: &Path) -> (RunFolder, Site) {
    let folder =
        run(&top.join("run"), &toml("tank-war", 4).replace("advance = 4", "advance = 2"), &[], usize::MAX);
    let old = files(&write(&folder, &GAMES).unwrap());
    let order = RulingAction::Annul { game: "1.1.1.1".parse().unwrap() };
    let ruling = Ruling { since: Since { stage: 1, round: 3 }, order, reason: "a test".to_owned() };
    Ledger::open(&folder).unwrap().add_ruling(&ruling).unwrap();
    (folder, old)
}

/// Returns the site on a disk image.
fn site_in(image: &Image) -> Site {
    let within =
        image.files.iter().filter_map(|(path, bytes)| Some((path.strip_prefix("run/site").ok()?, bytes)));
    within.map(|(path, bytes)| (path.to_string_lossy().into_owned(), bytes.clone())).collect()
}

#[test]
fn a_report_that_stops_anywhere_leaves_the_old_site_or_the_new_one() {
    let top = scratch().unwrap();
    let (folder, old) = run_with_an_old_site(top.path());
    let disk = Disk::watch(top.path()).unwrap();
    let new = files(&write(&folder, &GAMES).unwrap());
    disk.acknowledge();
    assert_eq!(disk.unseen().unwrap(), Vec::<std::path::PathBuf>::new());
    assert!(old != new);
    let history = disk.history();
    let exchanged = history.changes().position(|change| matches!(change, Change::Exchange(..))).unwrap();
    let tried =
        each_state("report", &history, PointSample { points: 2000, losses: 0, seed: 12 }, |left, crash| {
            let found = site_in(left);
            assert!(found == *if crash.point() > exchanged { &new } else { &old }, "half a site");
        });
    tried.tell();
    assert!(tried.points > 100, "{tried}");

    // The next report, from a sample of the remaining states.
    let sample = PointSample { points: 30, losses: 2, seed: 13 };
    let tried = each_state("next report", &history, sample, |left, _| {
        let top = scratch().unwrap();
        left.write(top.path()).unwrap();
        let again = write(&RunFolder::at(top.path().join("run")), &GAMES).unwrap();
        assert!(files(&again) == new);
        assert_eq!(hidden(&top.path().join("run")), 0, "what was half written is gone");
    });
    tried.tell();
}

/// Returns the number of leftover sites beside the current one.
fn hidden(run: &Path) -> usize {
    let names = fs::read_dir(run).unwrap().map(|entry| entry.unwrap().file_name());
    names.filter(|name| name.to_string_lossy().starts_with(".site")).count()
}

#[test]
fn a_failure_is_told_and_the_next_report_is_whole() {
    let top = scratch().unwrap();
    let (folder, old) = run_with_an_old_site(top.path());
    let before = Image::read(top.path()).unwrap();
    let recorded = Disk::watch(top.path()).unwrap();
    let new = files(&write(&folder, &GAMES).unwrap());
    let operations = recorded.operations();
    let mut told = 0;
    let tried = each_failure(
        "report",
        operations,
        PointSample { points: 60, losses: 0, seed: 14 },
        |number, fault| {
            let top = scratch().unwrap();
            before.write(top.path()).unwrap();
            let folder = RunFolder::at(top.path().join("run"));
            let disk = Disk::failing(top.path(), number, fault).unwrap();
            let first = write(&folder, &GAMES);
            assert!(disk.was_hit());
            assert!(first.is_ok() || !matches!(fault, Fault::Short | Fault::Interrupted), "{first:?}");
            told += usize::from(first.is_err());
            let found = files(&folder.site());
            assert!(found == new || first.is_err() && found == old, "half a site");
            assert!(files(&write(&folder, &GAMES).unwrap()) == new);
        },
    );
    tried.tell();
    assert!(told > 0 && told < tried.points, "{told} of {tried}");
}
