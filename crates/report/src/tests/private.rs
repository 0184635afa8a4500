//! The private data in sites for some readers.

use std::collections::BTreeMap;
use std::path::Path;

use game::Seat;
use ledger::{Ledger, RunFolder};
use referee::MatchSeed;
use serde_json::Value;
use tournament::{EntrantId, MatchKey, RunSeed, match_seed};

use super::data::{bytes, value};
use super::rendered::{write, write_for};
use super::sample_run::GAMES;
use super::{NAMES, files, run, toml};
use crate::Tier;

/// Plays a run, and returns its folder.
fn played(root: &Path) -> RunFolder {
    run(root, &toml("tank-war", NAMES.len()), &NAMES, usize::MAX)
}

/// Returns the private data of a site, by match.
fn private(site: &BTreeMap<String, Vec<u8>>) -> BTreeMap<String, Value> {
    let index = value(site, "index");
    let chunks = if index["tier"] == "public" { 0 } else { index["chunks"].as_array().unwrap().len() };
    let listed: Vec<usize> = serde_json::from_value(index["private"].clone()).unwrap_or_default();
    assert!(listed.into_iter().eq(0..chunks), "the viewer finds what is private");
    assert_eq!(site.keys().filter(|name| name.starts_with("data/p/")).count(), chunks);
    let mut matches = BTreeMap::new();
    for number in 0..chunks {
        let text = bytes(site, &format!("p/{number:05}"));
        let part: BTreeMap<String, Value> = serde_json::from_slice(&text).unwrap();
        matches.extend(part.into_iter().map(|(key, record)| (key, record["seats"].clone())));
    }
    matches
}

fn hex(bytes: &[u8; 32]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|digit| char::from_digit(digit.into(), 16).unwrap())
        .collect()
}

#[test]
fn an_entrant_reads_its_own_seats_and_the_organiser_reads_all() {
    let root = tempfile::tempdir().unwrap();
    let folder = played(root.path());
    let public = files(&write(&folder, &GAMES).unwrap());
    assert_eq!(private(&public), BTreeMap::new());
    assert_eq!(value(&public, "index")["tier"], "public");
    let reader = EntrantId(1);
    let own = files(&write_for(&folder, &GAMES, Tier::Entrant(reader)).unwrap());
    let all = files(&write_for(&folder, &GAMES, Tier::Organiser).unwrap());
    assert_eq!(value(&own, "index")["tier"], "entrant");
    assert_eq!(value(&all, "index")["tier"], "all");
    let (own, all) = (private(&own), private(&all));
    let ledger = Ledger::open_read_only(&folder).unwrap();
    let mut of_reader = 0;
    for placed in ledger.matches_after(None, 10_000).unwrap() {
        let row = placed.row.unwrap().row;
        let key = row.key.to_string();
        let seed = MatchSeed::new(match_seed(RunSeed::from(7), row.key));
        let parts = ledger.private_parts(row.key).unwrap();
        for seat in Seat::BOTH {
            let part = &all[&key][seat.index()];
            assert_eq!(part["dice"], hex(&seed.seat_key(seat)), "{key}");
            assert_eq!(part["loss"].is_null(), parts[seat].0.is_none(), "{key}");
            assert_eq!(part["match"], key.as_str());
            let seen = row.entrants[seat] == reader;
            let expected = if seen { part.clone() } else { Value::Null };
            of_reader += usize::from(seen);
            let found = own.get(&key).map_or(Value::Null, |parts| parts[seat.index()].clone());
            assert_eq!(found, expected, "{key}");
        }
    }
    assert!(of_reader > 0 && own.len() == of_reader && all.len() > own.len());
    let texts = serde_json::to_string(&own).unwrap();
    for key in all.keys() {
        let seed = MatchSeed::new(match_seed(RunSeed::from(7), key.parse::<MatchKey>().unwrap()));
        assert!(!texts.contains(&hex(seed.bytes())), "no seed of a match is given away");
    }
}

#[test]
fn a_site_for_some_leaves_the_public_one_as_it_is_and_has_a_safe_name() {
    let root = tempfile::tempdir().unwrap();
    let folder = played(root.path());
    let public = files(&write(&folder, &GAMES).unwrap());
    let above = folder.private().join("for");
    for (id, name) in (0..).zip(NAMES) {
        let path = write_for(&folder, &GAMES, Tier::Entrant(EntrantId(id))).unwrap();
        let file = path.file_name().unwrap().to_str().unwrap();
        let is_safe = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        assert!(file.chars().all(is_safe) && file.starts_with(&(id + 1).to_string()), "{name:?}: {file}");
        assert_eq!(path.parent(), Some(&*above), "{name:?}");
        let again = files(&path);
        assert_eq!(files(&write_for(&folder, &GAMES, Tier::Entrant(EntrantId(id))).unwrap()), again);
    }
    assert_eq!(files(&folder.site()), public);
    assert_eq!(std::fs::read_dir(&above).unwrap().count(), NAMES.len(), "nothing is left beside them");
}

#[cfg(unix)]
#[test]
fn a_link_in_the_place_of_the_folder_is_not_followed() {
    let root = tempfile::tempdir().unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    let folder = played(root.path());
    std::os::unix::fs::symlink(elsewhere.path(), folder.private().join("for")).unwrap();
    let error = write_for(&folder, &GAMES, Tier::Organiser).unwrap_err().to_string();
    assert!(error.starts_with("cannot create the folder "), "{error}");
    assert_eq!(std::fs::read_dir(elsewhere.path()).unwrap().count(), 0);
}

/// Returns the numbers of the entrants whose settings appear anywhere in a site.
fn settings_in(site: &BTreeMap<String, Vec<u8>>) -> Vec<usize> {
    let holds = |number: &usize| {
        let secret = format!("secret={number};");
        site.values().any(|bytes| bytes.windows(secret.len()).any(|window| window == secret.as_bytes()))
    };
    (1..=NAMES.len()).filter(holds).collect()
}

/// Regression: `index.html` and `report.json` contained the settings of all entrants.
#[test]
fn settings_are_shown_to_whom_they_belong_and_to_everybody_only_if_the_tournament_says_so() {
    let root = tempfile::tempdir().unwrap();
    let text = (1..=NAMES.len()).fold(toml("tank-war", NAMES.len()), |text, number| {
        let name = format!("name = \"No. {number}\"\n");
        text.replace(&name, &format!("{name}settings = \"secret={number};\"\n"))
    });
    let folder = run(&root.path().join("private"), &text, &NAMES, usize::MAX);
    let all: Vec<usize> = (1..=NAMES.len()).collect();
    let public = files(&write(&folder, &GAMES).unwrap());
    assert_eq!(settings_in(&public), Vec::<usize>::new());
    let own = write_for(&folder, &GAMES, Tier::Entrant(EntrantId(1))).unwrap();
    assert_eq!(settings_in(&files(&own)), [2]);
    let whole = write_for(&folder, &GAMES, Tier::Organiser).unwrap();
    assert_eq!(settings_in(&files(&whole)), all);
    let text = text.replace("[tournament]\n", "[tournament]\npublic_settings = true\n");
    let folder = run(&root.path().join("public"), &text, &NAMES, usize::MAX);
    assert_eq!(settings_in(&files(&write(&folder, &GAMES).unwrap())), all);
}

#[cfg(unix)]
#[test]
fn what_is_for_some_is_readable_by_the_user_alone() {
    use std::os::unix::fs::PermissionsExt;
    let root = tempfile::tempdir().unwrap();
    let folder = played(root.path());
    write(&folder, &GAMES).unwrap();
    write_for(&folder, &GAMES, Tier::Organiser).unwrap();
    let mut folders = vec![folder.private()];
    let mut closed = 0;
    while let Some(at) = folders.pop() {
        for entry in std::fs::read_dir(&at).unwrap().map(Result::unwrap) {
            let (path, mode) = (entry.path(), entry.metadata().unwrap().permissions().mode() & 0o777);
            let expected = if path.is_dir() { 0o700 } else { 0o600 };
            assert_eq!(mode, expected, "{}", path.display());
            closed += 1;
            folders.extend(path.is_dir().then_some(path));
        }
    }
    assert!(closed > 10, "{closed}");
}
