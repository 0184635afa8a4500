//! The earlier roots of a run.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use common::{GAMES, entered, finish, keys, play, threads, validator};
use ledger::RunFolder;
use run_folder::{EarlierState, rule};
use runner::{Ending, Event, RunCheck};
use tournament::EntrantId;
use tournament::rulings::{PastGames, RulingAction};

fn text(games: u32, more: &str) -> String {
    format!(
        "[tournament]\nname = \"Ruled\"\ngame = \"tank-war\"\nseed = 3\n\
         [[entrant]]\nname = \"one\"\nbot = \"builtin:random\"\n\
         [[entrant]]\nname = \"two\"\nbot = \"builtin:first\"\n\
         [[entrant]]\nname = \"three\"\nbot = \"builtin:random\"\n{more}\
         [[stage]]\nformat = \"round-robin\"\ngames = {games}\n"
    )
}

fn complete(folder: &Path) -> RunFolder {
    let folder = RunFolder::at(folder);
    let mut run = runner::begin(&folder, entered(text(2, "")), validator()).unwrap();
    assert_eq!(play(&mut run, usize::MAX), Ending::Complete);
    folder
}

fn root(folder: &RunFolder) -> Option<String> {
    let seen = RunCheck::open(folder, GAMES, validator()).unwrap().verify(&threads(2), &mut |_| {}).unwrap();
    assert_eq!(seen.differences, Vec::<String>::new());
    assert_eq!(seen.root.is_none(), seen.missing.is_some());
    seen.root.map(|root| root.to_string())
}

fn earlier(folder: &RunFolder, wanted: &str) -> Option<EarlierState> {
    let recorded = RunCheck::open(folder, GAMES, validator()).unwrap();
    recorded.earlier(&|root| root.to_string() == wanted).unwrap()
}

#[test]
fn every_root_that_a_run_has_had_is_known_with_what_came_since() {
    let temp = tempfile::tempdir().unwrap();
    let folder = complete(&temp.path().join("run"));
    let ruled = |order| rule(&folder, GAMES, order, "a test").unwrap();
    let adopt = |text: String| {
        runner::adopt(&folder, GAMES, &entered(text), validator()).unwrap().unwrap();
    };
    let mut roots = vec![root(&folder).unwrap()];

    ruled(RulingAction::Annul { game: "1.1.1.1".parse().unwrap() });
    roots.push(root(&folder).unwrap());

    // More games between those that were played, and a late entrant.
    adopt(text(4, "[[entrant]]\nname = \"four\"\nbot = \"builtin:first\"\n"));
    finish(&folder);
    roots.push(root(&folder).unwrap());

    assert!(ruled(RulingAction::Replay { game: "1.1.1.2".parse().unwrap() }).incomplete);
    assert_eq!(root(&folder), None, "a run that is not complete has none");
    assert_eq!(earlier(&folder, &roots[2]).unwrap().since.len(), 1, "it had one");
    finish(&folder);
    roots.push(root(&folder).unwrap());

    ruled(RulingAction::Undo { ruling: 1 });
    finish(&folder);
    roots.push(root(&folder).unwrap());

    ruled(RulingAction::Disqualify { entrant: EntrantId(3), games: PastGames::Annul });
    roots.push(root(&folder).unwrap());
    assert!(earlier(&folder, &roots[5]).is_none(), "it is the present one");

    let matches = [6, 6, 24, 25, 25];
    let all = keys(&folder).len() as u64;
    for (index, (root, matches)) in roots.iter().zip(matches).enumerate() {
        let earlier = earlier(&folder, root).unwrap_or_else(|| panic!("root {index} is not known"));
        assert_eq!((earlier.since.len(), all - earlier.matches), (5 - index, matches), "{earlier:?}");
        assert_eq!(earlier.differences, Vec::<String>::new());
    }
    let since = earlier(&folder, &roots[0]).unwrap().since;
    assert!(since[0].starts_with("ruling 1: annul game=1.1.1.1"), "{since:?}");
    assert!(since[1].starts_with("adopted change 1: ") && since[1].contains("games"), "{since:?}");
    assert!(since[4].starts_with("ruling 4: disqualify entrant=4"), "{since:?}");
    assert!(earlier(&folder, &"0".repeat(64)).is_none());
}

#[test]
fn an_interrupted_run_is_not_complete_and_nothing_else() {
    let temp = tempfile::tempdir().unwrap();
    let folder = RunFolder::at(temp.path().join("run"));
    let stages = "[[stage]]\nformat = \"knockout\"\nadvance = 2\n";
    // Enough matches for the first to be reported long before the last is played, even on a slow disk.
    let long = format!("{}{stages}", text(4000, ""));
    let mut run = runner::begin(&folder, entered(long), validator()).unwrap();
    let stop = AtomicBool::new(false);
    let (mut played, mut shown) = (0, 0);
    let ending = run.play(&threads(3), &stop, &mut |event| match event {
        Event::Played { .. } => {
            played += 1;
            stop.store(played >= 9, Ordering::Relaxed);
        }
        Event::StageInterrupted { standings, .. } => {
            shown = standings.rows.iter().map(|row| u64::from(row.tally.games)).sum();
        }
        _ => {}
    });
    assert_eq!(ending.unwrap(), Ending::Interrupted);
    drop(run);
    // The table covers everything on record, although no pairing is complete.
    assert_eq!(shown, 2 * keys(&folder).len() as u64);
    let seen = RunCheck::open(&folder, GAMES, validator()).unwrap().verify(&threads(2), &mut |_| {}).unwrap();
    assert_eq!(seen.differences, Vec::<String>::new());
    assert!(seen.missing.as_ref().unwrap().contains("matches are missing"), "{seen:?}");
    assert_eq!((seen.root, seen.matches), (None, keys(&folder).len() as u64));
}
