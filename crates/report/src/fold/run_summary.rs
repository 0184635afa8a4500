//! The summary of a run after its record was read.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use config::Plan;
use game::{PerSeat, Rules};
use ledger::{Adoption, EntrantRow, MatchRow, Root, RunHeader};
use referee::{Limits, Played};
use replay::Recording;
use tournament::{EntrantId, Format, MatchKey, Rulings, Stage, Standings};

use super::census::Census;
use super::failure_names::FailureNames;
use super::keys::Keys;
use super::ratings::FittedRatings;
use super::selection::ListedMatch;
use super::watch::Watch;
use crate::model::SequentialTest;

/// A run as read from its record.
pub(crate) struct RunSummary {
    /// The tournament.
    pub(crate) plan: Plan,
    /// The protections that were missing from isolated workers.
    pub(crate) without_protections: BTreeSet<String>,
    /// The settings that were fixed when the run began.
    pub(crate) header: RunHeader,
    /// All entrants.
    pub(crate) entrants: Vec<EntrantRow>,
    /// The changes that the run adopted.
    pub(crate) adoptions: Vec<Adoption>,
    /// The organiser's rulings.
    pub(crate) rulings: Rulings,
    /// The stages that began, with their results, under all rulings.
    pub(crate) stages: Vec<Stage>,
    /// The tables of the stages, computed on first use.
    pub(crate) tables: Vec<OnceLock<Standings>>,
    /// The entrants that advance by seed from pairings of knockouts, by stage, round and pairing.
    pub(crate) by_seed: BTreeMap<(u16, u32, u32), EntrantId>,
    /// `true` if all stages are over.
    pub(crate) complete: bool,
    /// The root; `None` if the run is incomplete or not sealed.
    pub(crate) root: Option<Root>,
    /// The sequential test; `None` if the run is a tournament.
    pub(crate) test: Option<SequentialTest>,
    /// Matches that were played because of a ruling that is no longer in force.
    pub(crate) unasked: BTreeSet<MatchKey>,
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
    /// The keys of all matches that were read, in schedule order. A run that continues meanwhile may add others.
    pub(crate) keys: Keys,
}

impl RunSummary {
    /// Returns the table of a stage. It takes a pass over all matches, so it is computed only once.
    ///
    /// # Panics
    /// If the stage has not begun.
    pub(crate) fn standings(&self, stage: usize) -> &Standings {
        self.tables[stage].get_or_init(|| self.stages[stage].standings())
    }

    /// Returns the entrant that advances by seed from the pairing of a match; `None` if a side won it.
    pub(crate) fn goes_on_by_seed(&self, key: MatchKey) -> Option<EntrantId> {
        self.by_seed.get(&(key.stage(), key.round(), key.pairing())).copied()
    }

    /// Returns the rules and limits of a match.
    pub(crate) fn conditions(&self, key: MatchKey) -> (&Rules, &Limits) {
        let spec = self.plan.stages.get(usize::from(key.stage()));
        spec.map_or((&self.plan.rules, &self.plan.limits), |spec| (&spec.rules, &spec.limits))
    }

    /// Returns the input for replaying a match.
    pub(crate) fn recording<'a>(&'a self, row: &'a MatchRow, played: &'a [Played]) -> Recording<'a> {
        let (rules, limits) = self.conditions(row.key);
        Recording {
            game: self.plan.game,
            rules,
            limits,
            start: row.start.as_deref(),
            played,
            closings: PerSeat::default(),
        }
    }
}

/// Returns `true` if a format is a knockout.
pub(crate) const fn is_knockout(format: &Format) -> bool {
    matches!(format, Format::SingleElimination(_) | Format::DoubleElimination(_))
}
