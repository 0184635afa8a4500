//! Events of a run about a Swiss.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::common;

use std::sync::atomic::AtomicBool;

use common::{entered, threads, validator};
use ledger::RunFolder;
use runner::Event;

/// Repeated pairings by round, from 1: as the run reports them, and by the record.
fn told_and_met(seed: u32) -> [Vec<(u32, [u32; 2])>; 2] {
    let names = ["Ada", "Ben", "Cem", "Dee", "Eve", "Fay"];
    let player = |name: &str| format!("[[entrant]]\nname = \"{name}\"\nbot = \"builtin:random\"\n");
    let text = format!(
        "[tournament]\nname = \"Cup\"\ngame = \"tank-war\"\nseed = {seed}\n{}[[stage]]\nformat = \"swiss\"\nrounds = 5\n",
        names.map(player).concat()
    );
    let temp = tempfile::tempdir().unwrap();
    let mut run = runner::begin(&RunFolder::at(temp.path().join("run")), entered(text), validator()).unwrap();
    let (mut told, mut played) = (Vec::new(), Vec::new());
    run.play(&threads(1), &AtomicBool::new(false), &mut |event| match event {
        Event::MetAgain { index: 0, round, pairing, .. } => {
            told.push((
                round + 1,
                [pairing.first.0.min(pairing.second.0), pairing.first.0.max(pairing.second.0)],
            ));
        }
        Event::Played { key, entrants, .. } => {
            let [one, other] = entrants.0.map(|entrant| entrant.0);
            played.push((key.round() + 1, [one.min(other), one.max(other)]));
        }
        _ => {}
    })
    .unwrap();
    let again = played
        .iter()
        .filter(|(round, pair)| played.iter().any(|(before, same)| before < round && same == pair));
    let mut again: Vec<_> = again.copied().collect();
    again.sort_unstable();
    told.sort_unstable();
    [told, again]
}

#[test]
fn who_meets_again_is_told_when_the_round_is_paired() {
    let mut count = 0;
    for seed in 0..12 {
        let [told, met] = told_and_met(seed);
        assert_eq!(told, met, "seed {seed}");
        count += told.len();
    }
    assert!(count > 0, "with 6 entrants it happens");
}
