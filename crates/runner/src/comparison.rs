//! Plays a number of games between two bots, in pairs from one opening with the seats swapped.
//!
//! The games are scheduled like those of a sequential test, and folded in schedule order, so the result is the same on
//! any number of slots. Nothing is recorded: a game's seed is a number, with which `muster play` plays it again.

mod report;
mod tally;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use explain::{Explain, Kind};
use game::{Game, Rules};
use job::{Executor, MatchSettings, Terms, Validator};
use referee::{Limits, MatchSeed, Record, Ticks};
use run_folder::sequential_test::{self, OpeningChoice, Pairs, PairsPlan, TestGame};
use thiserror::Error;
use tournament::MatchKey;

pub use self::report::CompareReport;
pub use self::tally::{ComparedGame, ComparisonTally};
use crate::admission::Admission;
use crate::dispatch::{Agenda, Incident, dispatch};
use crate::error::RunError;
use crate::event::Ending;
use crate::match_job::MatchJob;
use crate::roster::Roster;

/// Number of matches per slot that are requested ahead, as in a sequential test.
const IN_FLIGHT: usize = 16;

/// The plan of a comparison.
#[derive(Clone)]
pub struct ComparisonPlan {
    /// The game.
    pub game: &'static dyn Game,
    /// The rule options.
    pub rules: Rules,
    /// The limits of each match.
    pub limits: Limits,
    /// Number of pairs of games.
    pub pairs: u64,
    /// The choice of openings for the pairs.
    pub openings: OpeningChoice,
    /// Minimum number of random plies of an opening; more if there are not enough openings of this length.
    pub plies: u32,
    /// The seed of openings and games.
    pub seed: u64,
    /// The first bot's time for its moves in all games; `None` if unlimited. The pair in which it is used up is the
    /// last one.
    pub budget: Option<Ticks>,
}

/// Two games from one opening that were played, in schedule order.
pub struct ComparedPair<'a> {
    /// Number of pairs so far, including this one.
    pub number: u64,
    /// The game in which the first bot sat first, then the other.
    pub games: &'a [ComparedGame; 2],
    /// `true` if the pair counts: neither game is a copy of an earlier one.
    pub counts: bool,
    /// The tally of all pairs so far.
    pub tally: &'a ComparisonTally,
}

/// The reason why two bots cannot be compared.
#[derive(Debug, Error)]
#[error(transparent)]
pub struct ComparisonError(#[from] RunError);

impl Explain for ComparisonError {
    fn kind(&self) -> Kind {
        match &self.0 {
            // A comparison is not stored, so it cannot be resumed.
            RunError::Executor(_) => Kind::Host,
            error => error.kind(),
        }
    }

    fn hints(&self) -> Vec<String> {
        match &self.0 {
            RunError::Executor(_) => Vec::new(),
            RunError::Refused { .. } => {
                vec!["`muster check` shows what to do about each reason".to_owned()]
            }
            error => error.hints(),
        }
    }
}

/// A comparison of two bots.
pub struct Comparison {
    pairs: Pairs,
    count: u64,
    budget: Option<Ticks>,
    settings: MatchSettings,
    terms: Arc<Terms>,
    roster: Roster,
    tally: ComparisonTally,
}

impl Comparison {
    /// Begins a comparison of the two admitted bots.
    ///
    /// # Errors
    /// When a bot was refused, or no opening has the requested length.
    pub fn begin(
        plan: &ComparisonPlan,
        admission: Admission,
        validator: &dyn Validator,
    ) -> Result<Comparison, ComparisonError> {
        if let Some(row) = admission.refused() {
            return Err(RunError::refused(row).into());
        }
        let &ComparisonPlan { game, ref rules, limits, pairs: count, openings, plies, seed, budget } = plan;
        let pairs = Pairs::new(&PairsPlan { game, rules, openings, plies, seed }).map_err(RunError::from)?;
        let settings = MatchSettings::new(game, rules.clone(), limits);
        let terms = Arc::new(settings.terms(&validator.fingerprint(game)));
        let (roster, tally) = (admission.roster, ComparisonTally::default());
        Ok(Comparison { pairs, count, budget, settings, terms, roster, tally })
    }

    /// The tally of the games so far.
    pub fn tally(&self) -> &ComparisonTally {
        &self.tally
    }

    /// The two bots.
    pub fn roster(&self) -> &Roster {
        &self.roster
    }

    /// Number of openings that the games so far had, and the minimum and maximum numbers of random plies of openings.
    pub fn openings(&self) -> (u64, [u32; 2]) {
        (self.pairs.openings(self.tally.pairs), self.pairs.plies())
    }

    /// The fingerprint of the engine and rules that play.
    pub fn fingerprint(&self) -> &str {
        &self.terms.engine
    }

    /// The common settings of the games.
    pub fn settings(&self) -> &MatchSettings {
        &self.settings
    }

    /// Returns `true` if the first bot has used up its time before all games were played.
    pub fn is_out_of_time(&self) -> bool {
        self.tally.pairs < self.count && self.budget.is_some_and(|budget| self.tally.spent[0] > budget)
    }

    /// Plays until all games are played, the first bot's time is used up or `stop` is set. The executor must belong to
    /// the validator with which the comparison was begun. Calls `tell` with every pair, in schedule order.
    ///
    /// # Errors
    /// When the executor is lost.
    pub fn play(
        &mut self,
        executor: &dyn Executor,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&ComparedPair<'_>),
    ) -> Result<Ending, ComparisonError> {
        let (asked, complete, waiting) = (0, BTreeMap::new(), BTreeSet::new());
        let mut games = Games { comparison: self, tell, asked, complete, waiting };
        Ok(match dispatch(executor, &mut games, stop)? {
            failed @ Ending::HostFailed { .. } => failed,
            _ if self.is_over() => Ending::Complete,
            _ => Ending::Interrupted,
        })
    }

    fn is_over(&self) -> bool {
        self.tally.pairs >= self.count || self.is_out_of_time()
    }

    fn jobs(&mut self, pair: u64) -> Result<[MatchJob; 2], RunError> {
        let [one, other] = self.pairs.games(pair)?;
        let luck = self.luck(&one).map(MatchSeed::from_number);
        let job = |game: TestGame| {
            let seed = MatchSeed::from_number(seed_number(&game));
            let job = self.roster.job((game.key, game.entrants), &self.terms, Some(game.start), seed);
            job.map(|job| job.with_luck(luck))
        };
        Ok([job(one)?, job(other)?])
    }

    /// Returns the seed of chance in both games of a pair, as a number, from the first one.
    fn luck(&self, one: &TestGame) -> Option<u64> {
        self.settings.game.has_chance().then(|| seed_number(one))
    }
}

/// A game's seed as a number short enough to type.
fn seed_number(game: &TestGame) -> u64 {
    let [one, two, three, four, ..] = game.seed;
    u64::from(u32::from_le_bytes([one, two, three, four]))
}

fn compared(game: TestGame, luck: Option<u64>, record: Record) -> ComparedGame {
    let seed = seed_number(&game);
    let TestGame { key, entrants, start, .. } = game;
    ComparedGame { key, entrants, start, seed, luck: luck.filter(|luck| *luck != seed), record }
}

/// The games of a comparison that is being played.
struct Games<'a> {
    comparison: &'a mut Comparison,
    tell: &'a mut dyn FnMut(&ComparedPair<'_>),
    /// Number of pairs that were requested.
    asked: u64,
    /// Games that were played, but whose pairs are not folded yet.
    complete: BTreeMap<MatchKey, Record>,
    /// Games that wait to be played again.
    waiting: BTreeSet<MatchKey>,
}

impl Agenda for Games<'_> {
    fn ahead(&self, width: usize) -> usize {
        IN_FLIGHT * width
    }

    fn next_jobs(&mut self, _room: usize) -> Result<Vec<MatchJob>, RunError> {
        if self.asked >= self.comparison.count || !self.waiting.is_empty() {
            return Ok(Vec::new());
        }
        let jobs = self.comparison.jobs(self.asked)?;
        self.asked += 1;
        Ok(jobs.into())
    }

    fn note(&mut self, incident: &Incident) -> Result<(), RunError> {
        self.waiting.insert(incident.key());
        Ok(())
    }

    fn take(&mut self, played: Vec<(MatchJob, Record)>) -> Result<(), RunError> {
        for (job, record) in played {
            self.waiting.remove(&job.key);
            self.complete.insert(job.key, record);
        }
        Ok(())
    }

    /// Folds the next pairs in schedule order, up to the first incomplete one.
    fn commit(&mut self) -> Result<(), RunError> {
        while !self.comparison.is_over() {
            let pair = self.comparison.tally.pairs;
            let keys = sequential_test::keys(pair)?;
            if !keys.iter().all(|key| self.complete.contains_key(key)) {
                return Ok(());
            }
            let [one, other] = self.comparison.pairs.games(pair)?;
            let records = [&one, &other].map(|game| self.complete.remove(&game.key));
            let [Some(first), Some(second)] = records else { return Ok(()) };
            let luck = self.comparison.luck(&one);
            let games = [compared(one, luck, first), compared(other, luck, second)];
            let counts = self.comparison.tally.push(&games)?;
            let tally = &self.comparison.tally;
            (self.tell)(&ComparedPair { number: tally.pairs, games: &games, counts, tally });
        }
        Ok(())
    }

    fn is_over(&mut self, _out: usize) -> bool {
        self.comparison.is_over()
    }
}
