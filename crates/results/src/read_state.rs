//! The data collected while the matches are read in schedule order.

use std::panic::resume_unwind;
use std::thread;

use game::Seat;
use ledger::{LeafWork, Ledger, LedgerError, MatchRow, Root, StageTerms};
use rating::bradley_terry::Draws;
use referee::Played;
use run_folder::RecordError;
use tournament::rulings::InForce;
use tournament::{EntrantId, GameRecord};

use crate::OptionalParts;
use crate::census::Census;
use crate::checked_matches::CheckedMatch;
use crate::compact_keys::CompactKeys;
use crate::failure_names::FailureNames;
use crate::model::{Fault, Faults, Lengths, MoveTimes};
use crate::ordered_parallel::in_order;
use crate::ratings::{FittedRatings, RatedGames};
use crate::selection::{DecisiveMatch, Selection};
use crate::unusual_events::UnusualEvents;

/// Maximum number of matches whose faults are listed.
const FAULTS: usize = 200;

/// The matches read so far.
pub(crate) struct ReadState {
    parts: OptionalParts,
    force: InForce,
    census: Census,
    watch: UnusualEvents,
    rated: RatedGames,
    selection: Selection,
    failed: Vec<Fault>,
    failed_matches: usize,
    names: FailureNames,
    keys: CompactKeys,
    entrants: usize,
}

/// The results of reading all matches.
pub(crate) struct ReadSummary {
    pub(crate) lengths: Lengths,
    pub(crate) times: Vec<MoveTimes>,
    pub(crate) faults: Faults,
    pub(crate) watch: UnusualEvents,
    pub(crate) fitted: FittedRatings,
    pub(crate) decisive: Vec<DecisiveMatch>,
    pub(crate) failure_names: FailureNames,
    pub(crate) keys: CompactKeys,
}

impl ReadState {
    /// Returns the state before the first match, for this number of entrants, under the rulings of the whole run;
    /// `draws` is how ratings count a draw.
    pub(crate) fn new(
        entrants: usize,
        force: InForce,
        draws: Draws,
        parts: OptionalParts,
        names: FailureNames,
    ) -> ReadState {
        ReadState {
            parts,
            force,
            census: Census::new(entrants),
            watch: UnusualEvents::default(),
            rated: RatedGames::new(entrants, draws),
            selection: Selection::new(parts.decisive),
            failed: Vec::new(),
            failed_matches: 0,
            names,
            keys: CompactKeys::default(),
            entrants,
        }
    }

    /// Adds the next match.
    ///
    /// # Errors
    /// Fails if a player was never entered.
    pub(crate) fn add(&mut self, checked: CheckedMatch<'_>, is_knockout: bool) -> Result<(), RecordError> {
        let CheckedMatch { row, result, played } = checked;
        self.check_entrants(&row)?;
        if self.parts.ratings || self.parts.census {
            let game = GameRecord { key: row.key, seats: row.entrants, result };
            let counts = self.force.counts(&game);
            if self.parts.ratings {
                self.rated.add(&row, &game, counts);
            }
            if self.parts.census {
                self.count(&row, played, counts);
            }
        }
        self.selection.add(&row, is_knockout, &self.names);
        self.keys.push(row.key);
        Ok(())
    }

    fn count(&mut self, row: &MatchRow, played: &[Played], counts: bool) {
        let failures = self.names.failures(row);
        self.census.add(row, played, &failures);
        if counts {
            self.watch.add(row, played, &failures);
        }
        if !row.reason.forfeits().is_empty() && self.failed_matches < FAULTS {
            self.failed_matches += 1;
            self.failed.extend(self.failed_seats(row));
        }
    }

    /// Returns the seats of a match that failed.
    fn failed_seats(&self, row: &MatchRow) -> Vec<Fault> {
        let mut failures = self.names.failures(row);
        let failed = Seat::BOTH.into_iter().filter_map(|seat| Some((seat, failures[seat].take()?)));
        failed
            .map(|(seat, failure)| Fault {
                name: failure.name(),
                explanation: job::meaning(&failure),
                entrant: row.entrants[seat].index(),
                opponent: row.entrants[seat.other()].index(),
                key: row.key.to_string(),
                ply: game::ply_number(row.plies),
            })
            .collect()
    }

    /// Fits the ratings while the root of a complete run is computed; `terms` are those of its stages, if the root is
    /// wanted.
    ///
    /// # Errors
    /// Fails if the record cannot be read.
    pub(crate) fn finish_with_root(
        self,
        ledger: &Ledger,
        terms: Option<&[StageTerms]>,
    ) -> Result<(ReadSummary, Option<Root>), LedgerError> {
        thread::scope(|scope| {
            let fitting = scope.spawn(|| self.finish());
            let root = terms.map(|terms| ledger.root_with(terms, &on_all_threads)).transpose();
            let read = fitting.join().unwrap_or_else(|panic| resume_unwind(panic));
            Ok((read, root?.flatten()))
        })
    }

    fn finish(self) -> ReadSummary {
        let ReadState { parts, census, watch, rated, selection, failed, names, keys, entrants, .. } = self;
        ReadSummary {
            lengths: census.lengths(),
            times: census.times(),
            faults: Faults { kinds: census.faults(), named: census.failures(), list: failed },
            watch,
            fitted: if parts.ratings { rated.fit(entrants) } else { FittedRatings::default() },
            decisive: selection.choose(),
            failure_names: names,
            keys,
        }
    }

    fn check_entrants(&self, row: &MatchRow) -> Result<(), RecordError> {
        let stranger = row.entrants.0.into_iter().find(|entrant| entrant.index() >= self.entrants);
        stranger.map_or(Ok(()), |EntrantId(number)| {
            Err(RecordError::Stranger { key: row.key, entrant: number.saturating_add(1) })
        })
    }
}

/// Makes the leaves of matches on as many threads as there are processors.
fn on_all_threads(LeafWork { feed, make, take }: LeafWork<'_>) -> Result<(), LedgerError> {
    let take = |leaves| {
        take(leaves);
        Ok(())
    };
    in_order(make, take, |push| {
        let mut pushed = Ok(());
        feed(&mut |hashes| {
            if pushed.is_ok() {
                pushed = push(hashes);
            }
        })?;
        pushed
    })
}
