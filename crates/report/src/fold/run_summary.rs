//! What a run comes to once its record was read.

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
    /// The protections that isolated workers went without.
    pub(crate) without_protections: BTreeSet<String>,
    /// What was fixed when the run began.
    pub(crate) header: RunHeader,
    /// All entrants.
    pub(crate) entrants: Vec<EntrantRow>,
    /// The changes that the run adopted.
    pub(crate) adoptions: Vec<Adoption>,
    /// The organiser's rulings.
    pub(crate) rulings: Rulings,
    /// The stages that began, with their results, all rulings in force.
    pub(crate) stages: Vec<Stage>,
    /// The tables of the stages, once they were asked for.
    pub(crate) tables: Vec<OnceLock<Standings>>,
    /// Who goes on by seed from pairings of knockouts, by stage, round and pairing.
    pub(crate) by_seed: BTreeMap<(u16, u32, u32), EntrantId>,
    /// Whether all stages are over.
    pub(crate) complete: bool,
    /// The root, if the run is complete and sealed.
    pub(crate) root: Option<Root>,
    /// The sequential test, if the run is one: it has no stages.
    pub(crate) test: Option<SequentialTest>,
    /// Matches that were played because of a ruling that is no longer in force.
    pub(crate) unasked: BTreeSet<MatchKey>,
    /// Counts over all matches.
    pub(crate) census: Census,
    /// What may have been unusual.
    pub(crate) watch: Watch,
    /// Ratings, and how the seats compare.
    pub(crate) fitted: FittedRatings,
    /// The matches that have a page.
    pub(crate) listed: Vec<ListedMatch>,
    /// The first matches that were lost by a fault.
    pub(crate) failed: Vec<MatchRow>,
    /// What failures are called.
    pub(crate) names: FailureNames,
    /// Every match that was read, in schedule order: a run that continues meanwhile may add others.
    pub(crate) keys: Keys,
}

impl RunSummary {
    /// The table of a stage. It takes a pass over all matches, so it is made once.
    ///
    /// # Panics
    /// If the stage has not begun.
    pub(crate) fn standings(&self, stage: usize) -> &Standings {
        self.tables[stage].get_or_init(|| self.stages[stage].standings())
    }

    /// Who goes on by seed from the pairing of a match, if no side won it.
    pub(crate) fn goes_on_by_seed(&self, key: MatchKey) -> Option<EntrantId> {
        self.by_seed.get(&(key.stage(), key.round(), key.pairing())).copied()
    }

    /// The rules and limits of a match.
    pub(crate) fn conditions(&self, key: MatchKey) -> (&Rules, &Limits) {
        let spec = self.plan.stages.get(usize::from(key.stage()));
        spec.map_or((&self.plan.rules, &self.plan.limits), |spec| (&spec.rules, &spec.limits))
    }

    /// What a match is replayed from.
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

/// Whether a format is a knockout.
pub(crate) const fn is_knockout(format: &Format) -> bool {
    matches!(format, Format::SingleElimination(_) | Format::DoubleElimination(_))
}
