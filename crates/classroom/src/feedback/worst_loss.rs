//! The loss that says most: to the opponent that came out worst.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use explain::{Error, Kind};
use game::Outcome;
use referee::Fault;
use tournament::rulings::Since;
use tournament::{EntrantId, GameRecord, MatchKey};

use crate::graded_run::GradedRun;

/// A match that was lost.
pub(super) struct WorstLoss {
    pub(super) key: MatchKey,
    pub(super) opponent: EntrantId,
    /// The opponent's place in the end.
    pub(super) place: u32,
    /// The fault that lost it, if it was one.
    pub(super) fault: Option<Fault>,
}

/// The worst loss of everybody who has lost to somebody with a place: that to the opponent with the worst place. Of equals,
/// the first. What does not count by a ruling is none.
pub(super) fn worst_losses(run: &GradedRun) -> Result<BTreeMap<EntrantId, WorstLoss>, Error> {
    let places: BTreeMap<EntrantId, u32> =
        run.grades.iter().filter_map(|grade| Some((grade.id, grade.place?))).collect();
    let mut losses: BTreeMap<EntrantId, WorstLoss> = BTreeMap::new();
    let rulings = run.run.ledger.rulings()?;
    let in_force = rulings.in_force(Since::END);
    run.run.ledger.for_each_match(None, |stored| {
        let row = stored.row;
        let Outcome::Win(winner) = row.outcome else { return Ok(()) };
        let damaged = |error| Error::new(Kind::Damaged, format!("match {}: {error}", row.key));
        let result = row.result().map_err(damaged)?;
        if !in_force.counts(&GameRecord { key: row.key, seats: row.entrants, result }) {
            return Ok(());
        }
        let (own, opponent) = (row.entrants[winner.other()], row.entrants[winner]);
        let Some(&place) = places.get(&opponent) else { return Ok(()) };
        let fault = row.reason.faults()[winner.other()];
        let loss = WorstLoss { key: row.key, opponent, place, fault };
        match losses.entry(own) {
            Entry::Vacant(entry) => {
                entry.insert(loss);
            }
            Entry::Occupied(mut worst) if worst.get().place < place => {
                worst.insert(loss);
            }
            Entry::Occupied(_) => {}
        }
        Ok::<(), Error>(())
    })?;
    Ok(losses)
}
