//! Reports of the first part of a run.

use std::collections::BTreeMap;
use std::path::Path;

use ledger::RunFolder;
use results::Extent;

use super::rendered::{write, write_through};
use super::sample_run::GAMES;
use super::{NAMES, files, run, text, toml};

type Site = BTreeMap<String, Vec<u8>>;

fn played(root: &Path, most: usize) -> RunFolder {
    run(root, &toml("tank-war", NAMES.len()), &NAMES, most)
}

fn through(folder: &RunFolder, extent: &str) -> Site {
    files(&write_through(folder, &GAMES, extent.parse().unwrap()).unwrap())
}

fn matches(site: &Site) -> usize {
    text(site, "data/results.jsonl").lines().count()
}

/// Returns the names of files in which two sites differ.
fn differences(one: &Site, other: &Site) -> Vec<String> {
    let names = one.keys().chain(other.keys());
    let mut names: Vec<String> = names.filter(|name| one.get(*name) != other.get(*name)).cloned().collect();
    names.dedup();
    names
}

#[test]
fn a_part_is_what_the_report_was_then() {
    let root = tempfile::tempdir().unwrap();
    let whole = played(&root.path().join("whole"), usize::MAX);
    let all = files(&write(&whole, &GAMES).unwrap());
    let mut before = 0;
    for (extent, number) in [("1.1", 1), ("1.3", 2), ("1", 3), ("2.1", 4)] {
        let part = through(&whole, extent);
        let count = matches(&part);
        assert!(before < count && count < matches(&all), "{extent}: {count}");
        before = count;
        let stopped = played(&root.path().join(number.to_string()), count);
        assert_eq!(differences(&part, &through(&stopped, extent)), [""; 0], "{extent}");
        if extent.contains('.') {
            // The next round of a knockout is drawn as soon as it is known, so the stopped run has the same
            // information.
            let then = files(&write(&stopped, &GAMES).unwrap());
            assert_eq!(differences(&part, &then), [""; 0], "{extent}");
        }
        assert!(!part.contains_key("data/root.txt"), "{extent}");
    }
    assert_eq!(differences(&through(&whole, "2"), &all), [""; 0]);
    assert_eq!(differences(&files(&whole.site()), &all), [""; 0], "the whole report stays as it is");
}

#[test]
fn an_extent_is_read_as_it_is_shown() {
    for text in ["1", "2", "2.0", "2.3", "65535.7"] {
        assert_eq!(text.parse::<Extent>().unwrap().to_string(), text);
    }
    for text in ["", "0", "0.1", "-1", "1.", ".1", "1.2.3", "65536", "x", "../1"] {
        assert!(text.parse::<Extent>().is_err(), "{text}");
    }
}
