//! Two bots against one another until a sequential test decides.
//!
//! Pairs of games (one opening, seats swapped) are played on the slots and folded in schedule order; the first
//! pair at which the test ends is the last that counts and the last that is recorded, whatever else has been
//! played by then. The end is therefore the same on any number of slots, and with interruptions or without.

mod course;
mod openings;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use game::{Game, PerSeat, Rules};
use ledger::{EntrantRow, Inputs, Ledger, LedgerError, MatchRow, RunFolder, RunHeader, RunLock};
use rating::sprt::{Hypotheses, HypothesesError};
use referee::{Fault, HostFailure, Limits, MatchSeed, Record};
use sandbox::Sandbox;
use thiserror::Error;
use tournament::{EntrantId, KeyError, MatchKey, RunSeed, match_seed};

use self::course::{Course, Leg};
pub use self::course::{DuelState, DuelVerdict};
use self::openings::Book;
use crate::admission::Admission;
use crate::error::RunError;
use crate::job::{MatchJob, Roster, Terms};
use crate::run::engine_fingerprint;
use crate::slots::{Finished, Slots};

/// The new bot, whose strength is in question.
const NEW: EntrantId = EntrantId(0);
/// The bot it is compared with.
const OLD: EntrantId = EntrantId(1);
/// Pairs that may be asked for beyond the first that is not complete.
const WINDOW: u64 = 1024;
/// Matches a slot that are asked for ahead: enough to keep it busy while openings are found and pairs committed,
/// few enough that little is played beyond the end.
const IN_FLIGHT: usize = 16;
/// Matches that are committed together while slots want more.
const GROUP: usize = 128;
/// How long to wait for results before looking at `stop` again, and at most before committing them.
const PATIENCE: Duration = Duration::from_millis(50);
/// How often a void match is tried.
const TRIES: u32 = 3;
/// The name of the test's text in its run.
const TEXT_NAME: &str = "sprt.txt";
/// Whether a folder holds a sequential test and not a tournament's run.
///
/// # Errors
/// When it holds neither, or cannot be read.
pub fn is_duel(folder: &RunFolder) -> Result<bool, LedgerError> {
    Ok(Ledger::open_read_only(folder)?.header()?.toml_name == TEXT_NAME)
}

/// Pairs a schedule can number; nobody plays so many.
const MOST_PAIRS: u64 = 1 << 40;

/// What is played, and what it is to decide.
#[derive(Clone)]
pub struct DuelPlan {
    /// The game.
    pub game: &'static dyn Game,
    /// Its options.
    pub rules: Rules,
    /// What a match may use.
    pub limits: Limits,
    /// The difference in Elo of no progress.
    pub elo0: f64,
    /// The difference of progress.
    pub elo1: f64,
    /// The risk of accepting `elo1` where `elo0` holds.
    pub alpha: f64,
    /// The risk of accepting `elo0` where `elo1` holds.
    pub beta: f64,
    /// So many openings in turn; `None` for a new one for every pair.
    pub openings: Option<u32>,
    /// Random plies of an opening.
    pub plies: u32,
    /// Where randomness comes from.
    pub seed: u64,
    /// Games after which the test ends undecided. It is no part of the test's text: an undecided test can be
    /// taken up again with more.
    pub max_games: Option<u64>,
}

impl DuelPlan {
    /// Everything that games and verdict depend on besides the bots and the number of games, a line each.
    pub fn text(&self) -> String {
        let openings = self.openings.map_or_else(|| "one a pair".to_owned(), |count| count.to_string());
        format!(
            "# A sequential test of two bots.\ngame: {}\nrules: {}\nlimits: {}\nelo0: {}\nelo1: {}\nalpha: {}\n\
             beta: {}\nopenings: {openings}\nplies: {}\nseed: {}\n",
            self.game.name(),
            self.rules,
            self.limits,
            self.elo0,
            self.elo1,
            self.alpha,
            self.beta,
            self.plies,
            self.seed,
        )
    }
}

/// A test that cannot begin or go on. Nothing that was committed is lost.
#[derive(Debug, Error)]
pub enum DuelError {
    /// As for any run.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The hypotheses mean nothing.
    #[error(transparent)]
    Hypotheses(#[from] HypothesesError),
    /// No opening is that long.
    #[error("random games of {game} are over before {plies} plies")]
    NoOpening {
        /// The game.
        game: &'static str,
        /// The plies asked for.
        plies: u32,
    },
    /// A bot was refused.
    #[error("the bot of \"{entrant}\" is refused:\n{}", .reasons.join("\n"))]
    Refused {
        /// Who.
        entrant: String,
        /// Why.
        reasons: Vec<String>,
    },
}

impl From<LedgerError> for DuelError {
    fn from(error: LedgerError) -> DuelError {
        DuelError::Run(error.into())
    }
}

/// What a test tells while it goes on.
#[derive(Debug)]
pub enum DuelEvent<'a> {
    /// The host failed: the match is void and is played again.
    Void {
        /// Which.
        key: MatchKey,
        /// What failed.
        why: &'a str,
        /// How often it has been tried.
        tries: u32,
    },
    /// A pair is complete, and on the disk where there is a folder.
    Pair(DuelState),
}

/// How playing ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DuelEnding {
    /// The test is over.
    Over(DuelVerdict),
    /// It was told to stop.
    Interrupted,
    /// The host failed three times at one match.
    HostFailed {
        /// The match.
        key: MatchKey,
        /// What failed the last time.
        why: String,
    },
}

/// A test that can be played.
pub struct Duel {
    seed: RunSeed,
    book: Book,
    terms: Arc<Terms>,
    roster: Arc<Roster>,
    course: Course,
    record: Option<(Ledger, RunLock)>,
}

impl Duel {
    /// Begins a test of the two admitted bots, the new one first; in a folder, where there is one, so that it
    /// can be taken up again. A folder that holds this very test is taken up where it was left.
    ///
    /// # Errors
    /// When a bot was refused, no opening is as long as asked for, the folder cannot be used or holds something
    /// else.
    pub fn begin(
        plan: &DuelPlan,
        admission: Admission,
        sandbox: Sandbox,
        folder: Option<&RunFolder>,
    ) -> Result<Duel, DuelError> {
        let hypotheses = Hypotheses::new(plan.elo0, plan.elo1, plan.alpha, plan.beta)?;
        if let Some(row) = admission.rows.iter().find(|row| !row.refusal.is_empty()) {
            return Err(DuelError::Refused { entrant: row.name.clone(), reasons: row.refusal.clone() });
        }
        let seed = RunSeed::from(plan.seed);
        let book = Book::new(plan.game, plan.rules.clone(), plan.plies, plan.openings, seed);
        if !book.is_possible() {
            return Err(DuelError::NoOpening { game: plan.game.name(), plies: plan.plies });
        }
        let most_pairs = plan.max_games.map_or(MOST_PAIRS, |games| (games / 2).min(MOST_PAIRS));
        let header = RunHeader {
            toml: plan.text(),
            toml_name: TEXT_NAME.to_owned(),
            fingerprint: engine_fingerprint(&sandbox, plan.game),
            seed: plan.seed,
        };
        let record = folder.map(|folder| open(folder, &header, &admission)).transpose()?;
        let mut duel = Duel {
            seed,
            book,
            terms: Arc::new(Terms::new(plan.game, plan.rules.clone(), plan.limits)),
            roster: Arc::new(Roster { sandbox, contestants: admission.contestants }),
            course: Course::new(hypotheses, most_pairs, plan.openings),
            record,
        };
        duel.take_up()?;
        Ok(duel)
    }

    /// Where the test stands.
    pub fn state(&self) -> DuelState {
        self.course.state()
    }

    /// Plays on so many slots until the test ends or `stop` is set.
    ///
    /// # Errors
    /// When the record cannot be written.
    pub fn play(
        &mut self,
        jobs: usize,
        stop: &AtomicBool,
        tell: &mut dyn FnMut(&DuelEvent<'_>),
    ) -> Result<DuelEnding, DuelError> {
        if let Some(verdict) = self.state().verdict {
            return Ok(DuelEnding::Over(verdict));
        }
        let slots = Slots::start(jobs, &self.roster).map_err(RunError::from)?;
        let mut asked = self.state().pairs;
        let mut kept = Instant::now();
        let least = IN_FLIGHT * jobs.max(1);
        let mut tries = Tries::default();
        let mut complete: BTreeMap<MatchKey, (MatchRow, Record)> = BTreeMap::new();
        loop {
            if stop.load(Ordering::Relaxed) {
                return Ok(DuelEnding::Interrupted);
            }
            let has_room = tries.in_flight < least && asked < self.state().pairs + WINDOW;
            let is_hungry = !tries.wait_for_one_alone(&slots) && has_room;
            if is_hungry {
                tries.submit(&slots, self.pair(asked)?);
                asked += 1;
            }
            // While slots would go idle, there is no time to wait for results.
            let patience = if is_hungry { Duration::ZERO } else { PATIENCE };
            for finished in slots.collect(patience) {
                match tries.take(finished, &slots) {
                    Tried::Done(job, record) => {
                        let start = job.start.as_deref().map(str::to_owned);
                        let row = MatchRow::new(job.key, job.entrants, start, &record);
                        complete.insert(job.key, (row, *record));
                    }
                    Tried::Again => {}
                    Tried::Void { key, why, tries } => {
                        tell(&DuelEvent::Void { key, why: &why, tries });
                        if tries >= TRIES {
                            return Ok(DuelEnding::HostFailed { key, why });
                        }
                    }
                }
            }
            // Committing waits for the disk, so that it is done for many at a time.
            if is_hungry && complete.len() < GROUP && kept.elapsed() < PATIENCE {
                continue;
            }
            kept = Instant::now();
            for state in self.keep(&mut complete)? {
                tell(&DuelEvent::Pair(state));
            }
            if let Some(verdict) = self.state().verdict {
                return Ok(DuelEnding::Over(verdict));
            }
        }
    }

    /// The two games of a pair: the new bot sits first, then second.
    fn pair(&self, number: u64) -> Result<[MatchJob; 2], DuelError> {
        let start: Arc<str> = self.book.opening(number).into();
        let [one, other] = keys(number).map_err(|error| damaged(&error))?;
        let job = |key, entrants| MatchJob {
            key,
            entrants,
            terms: Arc::clone(&self.terms),
            start: Some(Arc::clone(&start)),
            seed: MatchSeed::new(match_seed(self.seed, key)),
        };
        Ok([job(one, PerSeat::new(NEW, OLD)), job(other, PerSeat::new(OLD, NEW))])
    }

    /// Folds the pairs that are complete without a gap, and commits them.
    fn keep(
        &mut self,
        complete: &mut BTreeMap<MatchKey, (MatchRow, Record)>,
    ) -> Result<Vec<DuelState>, DuelError> {
        let mut states = Vec::new();
        let mut kept = Vec::new();
        while self.state().verdict.is_none() {
            let pair = keys(self.state().pairs).map_err(|error| damaged(&error))?;
            if !pair.iter().all(|key| complete.contains_key(key)) {
                break;
            }
            let mut legs = Vec::with_capacity(2);
            for (row, record) in pair.iter().filter_map(|key| complete.remove(key)) {
                legs.push(leg(&row)?);
                kept.push((row, record));
            }
            if let [one, other] = legs[..] {
                states.push(self.course.push([one, other]));
            }
        }
        if let Some((ledger, _)) = &mut self.record
            && !kept.is_empty()
        {
            ledger.commit(kept.iter().map(|(row, record)| (row, record)))?;
            if self.course.state().verdict.is_some() {
                ledger.seal(0)?;
            }
        }
        Ok(states)
    }

    /// Folds what is on record. It must be what this test would have played.
    fn take_up(&mut self) -> Result<(), DuelError> {
        let mut rows = Vec::new();
        if let Some((ledger, _)) = &self.record {
            ledger.for_each_match(None, |stored| {
                rows.push(stored.verified().map_err(|error| damaged(&error))?);
                Ok::<(), DuelError>(())
            })?;
        }
        for pair in rows.chunks(2) {
            if self.state().verdict.is_some() {
                break;
            }
            let jobs = self.pair(self.state().pairs)?;
            let mut legs = Vec::with_capacity(2);
            for (row, job) in pair.iter().zip(&jobs) {
                if (row.key, row.entrants, row.start.as_deref())
                    != (job.key, job.entrants, job.start.as_deref())
                {
                    return Err(RunError::Unscheduled(row.key).into());
                }
                legs.push(leg(row)?);
            }
            let [one, other] = legs[..] else {
                let what = format!("pair {} has one game", self.state().pairs + 1);
                return Err(LedgerError::Damaged { what }.into());
            };
            self.course.push([one, other]);
        }
        Ok(())
    }
}

/// The keys of a pair's games.
fn keys(pair: u64) -> Result<[MatchKey; 2], KeyError> {
    let (round, pairing) = (pair / u64::from(MatchKey::PAIRINGS), pair % u64::from(MatchKey::PAIRINGS));
    let key = |number| MatchKey::new(0, round as u32, pairing as u32, number);
    Ok([key(0)?, key(1)?])
}

fn leg(row: &MatchRow) -> Result<Leg, DuelError> {
    let result = row.result().map_err(|error| damaged(&format!("match {}: {error}", row.key)))?;
    Ok(Leg { outcome: result.outcome, content: result.content })
}

fn damaged(what: &dyn std::fmt::Display) -> DuelError {
    LedgerError::Damaged { what: what.to_string() }.into()
}

/// The record in a folder: begun, or found to be of this very test.
fn open(
    folder: &RunFolder,
    header: &RunHeader,
    admission: &Admission,
) -> Result<(Ledger, RunLock), DuelError> {
    if !folder.holds_run() {
        folder.create()?;
        let lock = RunLock::take(folder)?;
        let modules: Vec<(&[u8; 32], &[u8])> =
            admission.modules.iter().map(|(hash, bytes)| (hash, &**bytes)).collect();
        let inputs = Inputs { header, entrants: &admission.rows, modules: &modules, files: &BTreeMap::new() };
        let ledger = Ledger::create(folder, inputs)?;
        return Ok((ledger, lock));
    }
    let lock = RunLock::take(folder)?;
    let ledger = Ledger::open(folder)?;
    let found = ledger.header()?;
    let different = |what: &str, was: &str, is: &str| {
        let difference = format!("  the folder's: {}\n  this one:     {}", was.trim_end(), is.trim_end());
        Err(DuelError::Run(RunError::Different { what: what.to_owned(), difference }))
    };
    if let Some((was, is)) = first_difference(&found.toml, &header.toml) {
        return different("test", was, is);
    }
    if found.fingerprint != header.fingerprint {
        return different("engine", &found.fingerprint, &header.fingerprint);
    }
    let rows = ledger.entrants()?;
    for (index, is) in admission.rows.iter().enumerate() {
        match rows.get(index) {
            Some(was) if same_bot(was, is) => {}
            was => return different("bot", &was.map(told).unwrap_or_default(), &told(is)),
        }
    }
    Ok((ledger, lock))
}

fn same_bot(was: &EntrantRow, is: &EntrantRow) -> bool {
    // A built-in player has no module; its name says what it is.
    was.module == is.module && was.settings == is.settings && (is.module.is_some() || was.bot == is.bot)
}

fn told(row: &EntrantRow) -> String {
    let module = row.module.map_or_else(String::new, |hash| {
        let digits: Vec<String> = hash[..6].iter().map(|byte| format!("{byte:02x}")).collect();
        format!(", module {}…", digits.concat())
    });
    format!("{}{module}, settings \"{}\"", row.bot, row.settings)
}

/// The first line in which two texts differ.
fn first_difference<'a>(was: &'a str, is: &'a str) -> Option<(&'a str, &'a str)> {
    if was == is {
        return None;
    }
    let ends = std::iter::repeat("(nothing)");
    let lines = was.lines().chain(ends.clone()).zip(is.lines().chain(ends));
    let most = was.lines().count().max(is.lines().count());
    lines.take(most).find(|(was, is)| was != is).or(Some((was, is)))
}

/// What became of a job that came back.
enum Tried {
    /// It was played.
    Done(MatchJob, Box<Record>),
    /// It waits to be played alone.
    Again,
    /// The host failed.
    Void { key: MatchKey, why: String, tries: u32 },
}

/// Jobs on the slots: void ones are tried again, and one that passed the safety net is played once more alone.
#[derive(Default)]
struct Tries {
    in_flight: usize,
    alone: Vec<MatchJob>,
    alone_now: Option<MatchKey>,
    failed: BTreeMap<MatchKey, u32>,
}

impl Tries {
    fn submit(
        &mut self,
        slots: &Slots,
        jobs: impl IntoIterator<Item = MatchJob, IntoIter: ExactSizeIterator>,
    ) {
        let jobs = jobs.into_iter();
        self.in_flight += jobs.len();
        slots.submit(jobs);
    }

    /// Whether nothing else may be begun; begins a match alone as soon as the slots are empty.
    fn wait_for_one_alone(&mut self, slots: &Slots) -> bool {
        if self.alone_now.is_none()
            && self.in_flight == 0
            && let Some(job) = self.alone.pop()
        {
            self.alone_now = Some(job.key);
            self.submit(slots, [job]);
        }
        self.alone_now.is_some() || !self.alone.is_empty()
    }

    fn take(&mut self, finished: Finished, slots: &Slots) -> Tried {
        let Finished { job, result } = finished;
        self.in_flight -= 1;
        let was_alone = self.alone_now.take_if(|key| *key == job.key).is_some();
        match result {
            Ok(record) if is_slow(&record) && !was_alone => {
                self.alone.push(job);
                Tried::Again
            }
            Ok(record) => Tried::Done(job, Box::new(record)),
            Err(error) => {
                let (key, why) = (job.key, describe(&error));
                let tries = self.failed.entry(key).or_default();
                *tries += 1;
                let tries = *tries;
                if tries < TRIES {
                    self.submit(slots, [job]);
                }
                Tried::Void { key, why, tries }
            }
        }
    }
}

/// Whether a seat lost by the one fault that depends on the machine.
fn is_slow(record: &Record) -> bool {
    record.losses.0.iter().flatten().any(|loss| loss.failure.fault == Fault::Slow)
}

fn describe(error: &HostFailure) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}
