//! Matches at which the host fails.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ledger::{LedgerError, RunFolder};
use referee::CpuGuard;
use tournament::MatchKey;

use super::{GAMES, sandbox};
use crate::admission::Candidate;
use crate::entered::Entered;
use crate::event::{Ending, Event};
use crate::reopened::resume;
use crate::roster::Roster;
use crate::run::begin;

const TEXT: &str = "[tournament]\nname = \"Void\"\ngame = \"tank-war\"\n\
    [[entrant]]\nname = \"one\"\nbot = \"builtin:random\"\n\
    [[entrant]]\nname = \"two\"\nbot = \"builtin:random\"\n\
    [[entrant]]\nname = \"three\"\nbot = \"builtin:random\"\n\
    [[stage]]\nformat = \"round-robin\"\ngames = 4\n";

#[test]
fn a_match_at_which_the_host_fails_is_void_and_tried_three_times() {
    let temp = tempfile::tempdir().unwrap();
    let folder = RunFolder::at(temp.path().join("run"));
    let plan = config::parse("void.toml", TEXT, GAMES).unwrap();
    let candidates: Vec<Candidate> =
        plan.entrants.iter().map(|entrant| Candidate { plan: entrant.clone(), module: None }).collect();
    let entered = Entered { plan, text: TEXT.to_owned(), name: "void.toml".to_owned(), candidates };
    let mut run = begin(&folder, entered, sandbox(CpuGuard::default())).unwrap();
    // The host has lost what plays for the third entrant.
    let mut contestants = run.roster.contestants.clone();
    contestants[2] = None;
    run.roster = Arc::new(Roster { sandbox: sandbox(CpuGuard::default()), contestants });
    let stop = AtomicBool::new(false);
    let mut tried: BTreeMap<MatchKey, Vec<u32>> = BTreeMap::new();
    let mut played = 0;
    let ending = run.play(2, &stop, &mut |event| match event {
        Event::Void { key, tries, .. } => tried.entry(key).or_default().push(tries),
        Event::Played { .. } => played += 1,
        _ => {}
    });
    let Ending::HostFailed { matches } = ending.unwrap() else { panic!("the host has failed") };
    assert!(matches.iter().all(|void| void.why.contains("nothing to play with")), "{matches:?}");
    // Every match of the third entrant was tried three times and named; the others were played.
    let named: Vec<_> = matches.iter().map(|void| void.key).collect();
    assert_eq!((tried.len(), named.len(), played), (8, 8, 4));
    assert!(named.iter().all(|key| tried[key] == [1, 2, 3]), "{tried:?}");
    drop(run);
    // No bot has lost by it, and when the cause is fixed the run continues.
    let mut run = resume(&folder, GAMES, sandbox(CpuGuard::default())).unwrap();
    let mut more = 0;
    let ending = run.play(2, &stop, &mut |event| more += usize::from(matches!(event, Event::Played { .. })));
    assert_eq!(ending.unwrap(), Ending::Complete);
    assert_eq!(played + more, 12);
    assert!(!stop.load(Ordering::Relaxed));
    run.ledger
        .for_each_match(None, |stored| {
            assert!(stored.row.reason.forfeits().is_empty());
            Ok::<(), LedgerError>(())
        })
        .unwrap();
}
