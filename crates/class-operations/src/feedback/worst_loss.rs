//! The most telling loss of an entrant: the one to the lowest-ranked opponent.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use explain::{Error, Kind};
use game::{Outcome, Seat};
use referee::Failure;
use tournament::rulings::Since;
use tournament::{EntrantId, GameRecord, MatchKey};

use crate::grades::GradedRun;

/// A lost match.
pub(super) struct WorstLoss {
    pub(super) key: MatchKey,
    pub(super) opponent: EntrantId,
    /// The seat that lost.
    pub(super) seat: Seat,
    /// The opponent's final place.
    pub(super) place: u32,
    /// The loser's failure; `None` if it did not fail.
    pub(super) failure: Option<Failure>,
}

/// Returns the worst loss of every entrant that has lost to a ranked opponent: the first loss to the opponent with the
/// worst place. Matches that do not count after a ruling are ignored.
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
        let seat = winner.other();
        let (own, opponent) = (row.entrants[seat], row.entrants[winner]);
        let Some(&place) = places.get(&opponent) else { return Ok(()) };
        let fault = row.reason.faults()[seat];
        let failure = fault.map(|fault| Failure::new(fault, ""));
        let loss = WorstLoss { key: row.key, opponent, seat, place, failure };
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
    for loss in losses.values_mut().filter(|loss| loss.failure.is_some()) {
        let parts = run.run.ledger.private_parts(loss.key)?;
        let (seen, _) = &parts[loss.seat];
        loss.failure = seen.as_ref().map(|lost| lost.failure.clone()).or(loss.failure.take());
    }
    Ok(losses)
}
