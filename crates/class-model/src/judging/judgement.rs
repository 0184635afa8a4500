//! The results of versions: trial matches, requirements, runs, and the number of failures.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rpds::{HashTrieMapSync, RedBlackTreeMapSync, VectorSync};
use serde::{Deserialize, Serialize};

use crate::{CompletedRun, Dated, Hash, ScrimmageOutcome};

/// The trial matches of a version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrialSummary {
    /// The module.
    pub module: Hash,
    /// The fingerprint of the engine that played.
    pub engine: String,
    /// Number of matches.
    pub matches: u32,
    /// Number of matches that it won.
    pub wins: u32,
    /// Number of failures, by fault.
    pub faults: BTreeMap<String, u32>,
    /// Its first failure in words, with advice.
    pub words: Option<String>,
}

/// A version's result for a requirement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judgement {
    /// The module.
    pub module: Hash,
    /// The requirement's name.
    pub requirement: String,
    /// Hash of everything that the games depend on, apart from the module and the engine:
    /// [`Requirement::key`](crate::Requirement::key).
    pub key: Hash,
    /// The fingerprint of the engine that played.
    pub engine: String,
    /// Required share of the points, in percent.
    pub percent: u32,
    /// Number of games that the requirement asks for.
    pub asked: u32,
    /// Number of pairs of games by the version's half points: 0, 1, 2, 3, 4 of 4. Repetitions of an earlier pair are
    /// left out.
    pub pairs: [u64; 5],
    /// Number of pairs that repeat an earlier one.
    pub copies: u64,
    /// Time that the version used in all games, in ticks.
    pub spent: u64,
    /// `true` if the version used up its budget before all games were played.
    pub out_of_time: bool,
    /// Number of failures, by fault.
    pub faults: BTreeMap<String, u64>,
    /// The opponent's module, if it has one.
    pub opponent: Option<Hash>,
    /// The file that lists the games.
    pub matches: Hash,
}

impl Judgement {
    /// Returns the number of games that count.
    pub fn games(&self) -> u64 {
        2 * self.pairs.iter().sum::<u64>()
    }

    /// Returns the version's half points.
    fn half_points(&self) -> u64 {
        self.pairs.iter().zip(0..).map(|(count, half): (_, u64)| count * half).sum()
    }

    /// Returns `true` if the version meets the requirement. A version that runs out of time does not.
    pub fn is_met(&self) -> bool {
        let most = 2 * self.games();
        !self.out_of_time && most > 0 && 100 * self.half_points() >= u64::from(self.percent) * most
    }
}

/// The occasion on which a version failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Occasion {
    /// In trial matches and the games of requirements.
    #[default]
    Judging,
    /// In runs.
    Runs,
}

/// The failures of a version.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Failures {
    /// The occasion.
    pub occasion: Occasion,
    /// Number of matches in which it failed.
    pub failed: u64,
    /// Number of its matches.
    pub matches: u64,
}

impl Failures {
    /// Returns `true` if it failed in more than this percentage of its matches.
    pub fn exceed(&self, percent: u32) -> bool {
        100 * self.failed > u64::from(percent) * self.matches
    }
}

/// A result of playing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PlayedResult {
    Tried(TrialSummary),
    Judged(Judgement),
    Completed(CompletedRun),
    Scrimmaged(Dated<ScrimmageOutcome>),
}

/// The results of versions, by module. Its collections are persistent: a copy shares them with the original.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrackRecord {
    /// All results in order, each with the number of its event; `None` for a deleted one.
    played: VectorSync<(i64, Option<Arc<PlayedResult>>)>,
    /// Index of a module's last trial matches in `played`.
    tried: HashTrieMapSync<Hash, usize>,
    /// Index of a module's last judgement by a requirement in `played`.
    judged: RedBlackTreeMapSync<(Hash, Arc<str>), usize>,
    /// Index of a request's last outcome in `played`.
    scrimmages: RedBlackTreeMapSync<u32, usize>,
    /// Indices of all outcomes of requests in `played`, in order.
    outcomes: VectorSync<usize>,
    /// Index of a run's last completion in `played`.
    runs: RedBlackTreeMapSync<Hash, usize>,
    /// The failures of each module in those runs.
    in_runs: HashTrieMapSync<Hash, Failures>,
}

impl PlayedResult {
    /// Returns `true` if it is the result of a module that played. A run has many modules, and stays when one is
    /// deleted.
    fn is_of(&self, module: &Hash) -> bool {
        match self {
            PlayedResult::Tried(tried) => tried.module == *module,
            PlayedResult::Judged(judged) => judged.module == *module,
            PlayedResult::Scrimmaged(Dated { what, .. }) => {
                what.module == *module || what.opponent.as_ref() == Some(module)
            }
            PlayedResult::Completed(_) => false,
        }
    }

    /// Returns the list of its games, if it has one.
    fn list(&self) -> Option<Hash> {
        match self {
            PlayedResult::Tried(_) | PlayedResult::Completed(_) => None,
            PlayedResult::Judged(judged) => Some(judged.matches),
            PlayedResult::Scrimmaged(Dated { what, .. }) => what.matches,
        }
    }

    /// Returns the opponent's file, if it has one that is not a submission.
    fn opponent(&self) -> Option<Hash> {
        match self {
            PlayedResult::Judged(judged) => judged.opponent,
            PlayedResult::Tried(_) | PlayedResult::Scrimmaged(_) | PlayedResult::Completed(_) => None,
        }
    }
}

impl TrackRecord {
    /// Adds the result of an event; `None` for a deleted one.
    pub(crate) fn add(&mut self, event: i64, played: Option<Arc<PlayedResult>>) {
        let at = self.played.len();
        match played.as_deref() {
            Some(PlayedResult::Tried(tried)) => self.tried.insert_mut(tried.module, at),
            Some(PlayedResult::Judged(judged)) => {
                self.judged.insert_mut((judged.module, Arc::from(judged.requirement.as_str())), at);
            }
            Some(PlayedResult::Completed(run)) => self.count_run(run, at),
            Some(PlayedResult::Scrimmaged(played)) => {
                self.scrimmages.insert_mut(played.what.request, at);
                self.outcomes.push_back_mut(at);
            }
            None => {}
        }
        self.played.push_back_mut((event, played));
    }

    /// Counts a run in place of its earlier completion.
    fn count_run(&mut self, run: &CompletedRun, at: usize) {
        for one in self.run(&run.run).map(|before| before.results.clone()).unwrap_or_default() {
            let Failures { occasion, failed, matches } = in_runs(&self.in_runs, &one.module);
            let left = Failures { occasion, failed: failed - one.failed, matches: matches - one.matches };
            self.in_runs.insert_mut(one.module, left);
        }
        for one in &run.results {
            let Failures { occasion, failed, matches } = in_runs(&self.in_runs, &one.module);
            let all = Failures { occasion, failed: failed + one.failed, matches: matches + one.matches };
            self.in_runs.insert_mut(one.module, all);
        }
        self.runs.insert_mut(run.run, at);
    }

    /// Returns the number of results, deleted ones included.
    pub(crate) fn count(&self) -> usize {
        self.played.len()
    }

    /// Returns the earlier results, plus the later outcomes of requests that are shown all the same.
    pub(crate) fn shown_after(&self, before: &TrackRecord, is_shown: impl Fn(u32) -> bool) -> TrackRecord {
        let mut shown = before.clone();
        for (event, played) in self.scrimmages_since(before.count(), is_shown) {
            shown.add(event, Some(Arc::clone(played)));
        }
        shown
    }

    /// Returns the number of shown outcomes of requests after the first `count` results.
    pub(crate) fn count_shown_since(&self, count: usize, is_shown: impl Fn(u32) -> bool) -> usize {
        self.scrimmages_since(count, is_shown).count()
    }

    /// Returns the requests that were played after the first `count` results.
    pub(crate) fn requests_since(&self, count: usize) -> impl Iterator<Item = u32> {
        self.scrimmages_since(count, |_| true).filter_map(|(_, played)| {
            let PlayedResult::Scrimmaged(one) = &**played else { return None };
            Some(one.what.request)
        })
    }

    /// Returns the outcomes of matching requests after the first `count` results.
    fn scrimmages_since(
        &self,
        count: usize,
        is_asked_for: impl Fn(u32) -> bool,
    ) -> impl Iterator<Item = (i64, &Arc<PlayedResult>)> {
        (count..self.played.len()).filter_map(move |at| {
            let (event, played) = self.played.get(at)?;
            let played = played.as_ref()?;
            let PlayedResult::Scrimmaged(one) = &**played else { return None };
            is_asked_for(one.what.request).then_some((*event, played))
        })
    }

    /// Deletes the results of some events.
    pub(crate) fn delete(&mut self, events: &BTreeSet<i64>) {
        let mut left = TrackRecord::default();
        for (event, played) in &self.played {
            left.add(*event, played.clone().filter(|_| !events.contains(event)));
        }
        *self = left;
    }

    /// Returns the results of a module: the number of each event, and its list of games if it has one.
    pub(crate) fn results_of(&self, module: &Hash) -> impl Iterator<Item = (i64, Option<Hash>)> {
        let of_module = |played: &PlayedResult| played.is_of(module);
        self.played.iter().filter_map(move |(event, played)| {
            let played = played.as_deref().filter(|played| of_module(played))?;
            Some((*event, played.list()))
        })
    }

    /// Returns the last outcome of a request: the number of its event, and its list of games if it has one.
    pub(crate) fn result_of(&self, request: u32) -> Option<(i64, Option<Hash>)> {
        let (event, played) = self.played.get(*self.scrimmages.get(&request)?)?;
        Some((*event, played.as_ref()?.list()))
    }

    /// Returns the files that results name: lists of games, and opponents.
    pub(crate) fn files(&self) -> impl Iterator<Item = Hash> {
        let played = self.played.iter().filter_map(|(_, played)| played.as_deref());
        played.flat_map(|played| played.list().into_iter().chain(played.opponent()))
    }

    /// Returns the outcome of a request; `None` if there is none.
    pub fn scrimmage(&self, request: u32) -> Option<&Dated<ScrimmageOutcome>> {
        self.scrimmage_at(*self.scrimmages.get(&request)?)
    }

    /// Returns the outcomes of requests, latest first.
    pub(crate) fn latest_scrimmages(&self) -> impl Iterator<Item = &Dated<ScrimmageOutcome>> {
        let outcomes = self.outcomes.iter().rev().filter_map(|at| Some((at, self.scrimmage_at(*at)?)));
        // If a request was played again, only the last outcome counts.
        let last = outcomes.filter(|(at, one)| self.scrimmages.get(&one.what.request) == Some(at));
        last.map(|(_, one)| one)
    }

    fn scrimmage_at(&self, at: usize) -> Option<&Dated<ScrimmageOutcome>> {
        let PlayedResult::Scrimmaged(played) = self.result_at(at)? else { return None };
        Some(played)
    }

    fn result_at(&self, at: usize) -> Option<&PlayedResult> {
        self.played.get(at)?.1.as_deref()
    }

    /// Returns the engine of the last result that names one.
    pub(crate) fn last_engine(&self) -> Option<&str> {
        self.played.iter().rev().find_map(|(_, played)| match played.as_deref()? {
            PlayedResult::Tried(tried) => Some(tried.engine.as_str()),
            PlayedResult::Judged(judged) => Some(judged.engine.as_str()),
            PlayedResult::Completed(run) => Some(run.engine.as_str()),
            PlayedResult::Scrimmaged(_) => None,
        })
    }

    /// Returns the last trial matches of a module.
    pub fn trial(&self, module: &Hash) -> Option<&TrialSummary> {
        let PlayedResult::Tried(tried) = self.result_at(*self.tried.get(module)?)? else { return None };
        Some(tried)
    }

    /// Returns the last judgement of a module by a requirement.
    pub fn judgement(&self, module: &Hash, requirement: &str) -> Option<&Judgement> {
        self.judged_at(*self.judged.get(&(*module, Arc::from(requirement)))?)
    }

    fn judged_at(&self, at: usize) -> Option<&Judgement> {
        let PlayedResult::Judged(judged) = self.result_at(at)? else { return None };
        Some(judged)
    }

    /// Returns the last completion of a run.
    pub fn run(&self, run: &Hash) -> Option<&CompletedRun> {
        self.run_at(*self.runs.get(run)?)
    }

    /// Returns all complete runs.
    pub fn runs(&self) -> impl Iterator<Item = &CompletedRun> {
        self.runs.values().filter_map(|at| self.run_at(*at))
    }

    fn run_at(&self, at: usize) -> Option<&CompletedRun> {
        let PlayedResult::Completed(run) = self.result_at(at)? else { return None };
        Some(run)
    }

    /// Returns a module's failures in all complete runs.
    pub fn failures_in_runs(&self, module: &Hash) -> Failures {
        in_runs(&self.in_runs, module)
    }

    /// Returns a module's failures in trial matches and in the games of all requirements.
    pub fn failures(&self, module: &Hash) -> Failures {
        let mut failures = Failures::default();
        if let Some(tried) = self.trial(module) {
            failures.matches += u64::from(tried.matches);
            failures.failed += tried.faults.values().map(|count| u64::from(*count)).sum::<u64>();
        }
        let own = self.judged.range((*module, Arc::from(""))..).take_while(|((of, _), _)| of == module);
        for judged in own.filter_map(|(_, at)| self.judged_at(*at)) {
            failures.matches += judged.games();
            failures.failed += judged.faults.values().sum::<u64>();
        }
        failures
    }
}

fn in_runs(all: &HashTrieMapSync<Hash, Failures>, module: &Hash) -> Failures {
    let none = Failures { occasion: Occasion::Runs, ..Failures::default() };
    all.get(module).copied().unwrap_or(none)
}
