//! The data collected while the matches are read in schedule order.

use ledger::MatchRow;
use rating::bradley_terry::Draws;
use tournament::EntrantId;
use tournament::rulings::InForce;

use super::census::Census;
use super::checked::CheckedMatch;
use super::failure_names::FailureNames;
use super::keys::Keys;
use super::ratings::{FittedRatings, RatedGames};
use super::selection::{ListedMatch, Room, Selection};
use super::watch::Watch;
use crate::ReportError;

/// Maximum number of faults listed.
const FAULTS: usize = 200;

/// The matches read so far.
pub(crate) struct Reading {
    census: Census,
    watch: Watch,
    rated: RatedGames,
    selection: Selection,
    failed: Vec<MatchRow>,
    names: FailureNames,
    keys: Keys,
    entrants: usize,
}

/// The results of reading all matches.
pub(crate) struct ReadSummary {
    /// Counts over all matches.
    pub(crate) census: Census,
    /// Events that may have been unusual.
    pub(crate) watch: Watch,
    /// The ratings, and the comparison of the seats.
    pub(crate) fitted: FittedRatings,
    /// The matches that have a page.
    pub(crate) listed: Vec<ListedMatch>,
    /// The first matches that were lost by a fault.
    pub(crate) failed: Vec<MatchRow>,
    /// The names of failures.
    pub(crate) names: FailureNames,
    /// The keys of all matches.
    pub(crate) keys: Keys,
}

impl Reading {
    /// Returns an empty reading for this number of entrants, under the rulings of the whole run; `draws` is how ratings
    /// count a draw.
    pub(crate) fn new(
        entrants: usize,
        force: InForce,
        draws: Draws,
        room: Room,
        names: FailureNames,
    ) -> Reading {
        Reading {
            census: Census::new(entrants),
            watch: Watch::default(),
            rated: RatedGames::new(entrants, force, draws),
            selection: Selection::new(room),
            failed: Vec::new(),
            names,
            keys: Keys::default(),
            entrants,
        }
    }

    /// Adds the next match.
    ///
    /// # Errors
    /// Fails if a player was never entered.
    pub(crate) fn add(&mut self, checked: CheckedMatch<'_>, is_knockout: bool) -> Result<(), ReportError> {
        let CheckedMatch { row, result, played } = checked;
        self.check_entrants(&row)?;
        let failures = self.names.failures(&row);
        self.census.add(&row, played, &failures);
        if self.rated.add(&row, result) {
            self.watch.add(&row, played, &failures);
        }
        self.selection.add(&row, is_knockout, &self.names);
        self.keys.push(row.key);
        if !row.reason.forfeits().is_empty() && self.failed.len() < FAULTS {
            self.failed.push(row);
        }
        Ok(())
    }

    /// Fits the ratings and chooses the matches that have a page.
    pub(crate) fn finish(self) -> ReadSummary {
        let Reading { census, watch, rated, selection, failed, names, keys, entrants } = self;
        ReadSummary {
            census,
            watch,
            fitted: rated.fit(entrants),
            listed: selection.choose(),
            failed,
            names,
            keys,
        }
    }

    fn check_entrants(&self, row: &MatchRow) -> Result<(), ReportError> {
        let stranger = row.entrants.0.into_iter().find(|entrant| entrant.index() >= self.entrants);
        stranger.map_or(Ok(()), |EntrantId(number)| {
            Err(ReportError::Stranger { key: row.key, entrant: number.saturating_add(1) })
        })
    }
}
