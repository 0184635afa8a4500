//! The results of a run, as read from its record.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use config::Plan;
use game::{Game, PerSeat, Rules};
use ledger::{Adoption, EntrantRow, MatchRow, Root, RunHeader};
use referee::{Limits, Played};
use replay::Recording;
use run_folder::MatchRules;
use tournament::{EntrantId, Format, MatchKey, Rulings, Stage, Standings};

use crate::compact_keys::CompactKeys;
use crate::failure_names::FailureNames;
use crate::model::{Faults, Lengths, MoveTimes, SequentialTest};
use crate::ratings::FittedRatings;
use crate::selection::DecisiveMatch;
use crate::unusual_events::UnusualEvents;

/// The results of a run.
pub struct RunResults {
    /// The tournament.
    pub plan: Plan,
    /// The rules of each match, which may be earlier ones.
    pub match_rules: MatchRules,
    /// The protections that were missing from isolated workers.
    pub without_protections: BTreeSet<String>,
    /// The settings that were fixed when the run began.
    pub header: RunHeader,
    /// All entrants.
    pub entrants: Vec<EntrantRow>,
    /// The changes that the run adopted.
    pub adoptions: Vec<Adoption>,
    /// The organiser's rulings.
    pub rulings: Rulings,
    /// The stages that began, with their results, under all rulings.
    pub stages: Vec<Stage>,
    /// The tables of the stages, computed on first use.
    pub(crate) tables: Vec<OnceLock<Standings>>,
    /// The entrants that advance by seed from pairings of knockouts, by stage, round and pairing.
    pub(crate) by_seed: BTreeMap<(u16, u32, u32), EntrantId>,
    /// `true` if all stages are over.
    pub complete: bool,
    /// The root; `None` if the run is incomplete or not sealed.
    pub root: Option<Root>,
    /// The sequential test; `None` if the run is a tournament.
    pub test: Option<SequentialTest>,
    /// Matches that were played because of a ruling that is no longer in force.
    pub(crate) unasked: BTreeSet<MatchKey>,
    /// The distribution of match lengths.
    pub lengths: Lengths,
    /// The time entrants used per move, in the order of the tournament's file. Entrants without moves are omitted.
    pub times: Vec<MoveTimes>,
    /// The seats that failed.
    pub faults: Faults,
    /// Candidates for unusual events.
    pub watch: UnusualEvents,
    /// The ratings, and the comparison of the seats.
    pub fitted: FittedRatings,
    /// The decisive matches, the most decisive first.
    pub decisive: Vec<DecisiveMatch>,
    /// The names of failures.
    pub failure_names: FailureNames,
    /// The keys of all matches that were read, in schedule order. A run that continues meanwhile may add others.
    pub keys: CompactKeys,
}

impl RunResults {
    /// Returns the table of a stage. It takes a pass over all matches, so it is computed only once.
    ///
    /// # Panics
    /// If the stage has not begun.
    pub fn standings(&self, stage: usize) -> &Standings {
        self.tables[stage].get_or_init(|| self.stages[stage].standings())
    }

    /// Returns the entrant that advances by seed from the pairing of a match; `None` if a side won it.
    pub fn goes_on_by_seed(&self, key: MatchKey) -> Option<EntrantId> {
        self.by_seed.get(&(key.stage(), key.round(), key.pairing())).copied()
    }

    /// Returns the game with whose rules a match was played.
    pub fn game_of(&self, key: MatchKey) -> &'static dyn Game {
        self.match_rules.game_of(key)
    }

    /// Returns the rule options and limits of a match.
    pub fn conditions(&self, key: MatchKey) -> (&Rules, &Limits) {
        let limits = self.plan.stages.get(usize::from(key.stage())).map(|spec| &spec.limits);
        let rules = self.match_rules.options_of(key);
        (rules.unwrap_or(&self.plan.rules), limits.unwrap_or(&self.plan.limits))
    }

    /// Returns the input for replaying a match.
    pub fn recording<'a>(&'a self, row: &'a MatchRow, played: &'a [Played]) -> Recording<'a> {
        let (rules, limits) = self.conditions(row.key);
        Recording {
            game: self.game_of(row.key),
            rules,
            limits,
            start: row.start.as_deref(),
            played,
            closings: PerSeat::default(),
        }
    }

    /// Returns the matches of a stage that count under the rulings.
    pub fn counted_matches(&self, stage: &Stage) -> CountedMatches {
        let past = stage.past();
        let out = past.games().iter().filter(|game| !past.force().counts(game)).map(|game| game.key);
        CountedMatches(out.chain(self.unasked.iter().copied()).collect())
    }
}

/// The matches that count, stored as those that do not.
pub struct CountedMatches(BTreeSet<MatchKey>);

impl CountedMatches {
    /// Returns `true` if a match counts under the rulings.
    pub fn counts(&self, key: MatchKey) -> bool {
        !self.0.contains(&key)
    }
}

/// Returns `true` if a format is a knockout.
pub const fn is_knockout(format: &Format) -> bool {
    matches!(format, Format::SingleElimination(_) | Format::DoubleElimination(_))
}
