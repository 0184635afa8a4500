//! Judging of versions: trial matches, games of requirements, and friendly games.

pub mod badges;
mod games_list;
mod lost_games;
mod opponents;
mod passed_over;
mod queue;
mod rejudgement;
mod requested_games;
pub mod scrimmage;
mod version_check;
mod work;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use class_model::{ContenderId, Facts, Hash, Judgement, Requirement, Task, TrialSummary, outdated};
use config::{BotPlan, EntrantPlan, SizeClass};
use explain::{Error, Kind};
use job::{Executor, MatchSettings, TrialPairing, Validator, play_all_watched};
use ledger::RunLock;
use run_folder::sequential_test::OpeningChoice;
use runner::{Admission, Candidate, Comparison, ComparisonPlan, Ending, FEWER_AT_ONCE, host_failed};
use tournament::EntrantId;

pub use self::games_list::{GamesList, ListedGame};
use self::lost_games::LostGames;
pub use self::opponents::Opponents;
pub use self::queue::{QueuePlace, WorkKind, count_waiting, queue_places};
pub use self::rejudgement::{
    OutdatedResult, RejudgeReport, RejudgementState, RejudgementSummary, applicable_previews,
    apply_rejudgement, outdated_results, preview_rejudgement,
};
pub use self::version_check::{
    BadgeCheck, ClassCheck, ClassCheckReport, ContenderCheck, ContenderCheckReport, JudgedGames,
    VersionCheck, check_class, check_contender, judged_games,
};
pub use self::work::{WorkEvent, WorkReport, WorkResult, WorkResultKind, work};
use crate::open_class::{OpenClass, engine_warning};
use crate::warning::Warning;

/// Takes the lock to play for a class, which one process holds at a time.
///
/// # Errors
/// If another process holds it, or the lock cannot be taken.
pub fn lock(class: &OpenClass) -> Result<RunLock, Error> {
    RunLock::take_file(class.folder.private().join("lock")).map_err(|error| Error::wrap(Kind::Input, &error))
}

/// Judges the versions of a class.
pub struct Judge<'a> {
    class: &'a OpenClass,
    validator: &'a dyn Validator,
    executor: &'a dyn Executor,
    engine: String,
    opponents: Opponents,
    is_taken: &'a dyn Fn(u32) -> bool,
    watch: &'a dyn Fn(TrialProgress),
}

/// Progress of the trial matches of a version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrialProgress {
    /// The module of the version.
    pub module: Hash,
    /// Number of matches played.
    pub played: usize,
    /// Total number of matches.
    pub of: usize,
}

impl<'a> Judge<'a> {
    /// Creates a judge that plays on an executor which belongs to the validator. Stores the opponents of the class's
    /// requirements with the class.
    ///
    /// # Errors
    /// If a bot of a requirement cannot be read, or the class cannot be written.
    pub fn new(
        class: &'a OpenClass,
        validator: &'a dyn Validator,
        executor: &'a dyn Executor,
    ) -> Result<Judge<'a>, Error> {
        let opponents = Opponents::read(class)?;
        // Their games can be replayed for as long as the class is kept.
        for bytes in opponents.modules() {
            class.folder.keep(bytes)?;
        }
        let engine = validator.fingerprint(class.plan.game);
        Ok(Judge { class, validator, executor, engine, opponents, is_taken: &|_| false, watch: &|_| {} })
    }

    /// Skips the submissions that another worker is checking at this moment.
    #[must_use]
    pub fn without(self, is_taken: &'a dyn Fn(u32) -> bool) -> Judge<'a> {
        Judge { is_taken, ..self }
    }

    /// Calls `watch` before the first trial match and after each one.
    #[must_use]
    pub fn watched(self, watch: &'a dyn Fn(TrialProgress)) -> Judge<'a> {
        Judge { watch, ..self }
    }

    /// Returns a warning if results stem from another engine or an earlier text than new ones would.
    ///
    /// # Errors
    /// If the class's record cannot be read.
    pub fn warning(&self) -> Result<Option<Warning>, Error> {
        let facts = self.class.facts()?;
        if let Some(warning) = engine_warning(self.class, &facts, &self.engine) {
            return Ok(Some(warning));
        }
        let results = self.outdated(&facts).len();
        Ok((results > 0).then(|| {
            Warning(format!(
                "{results} results of active versions come from an earlier class.toml or another engine; `muster class rejudge` \
                 shows what would change"
            ))
        }))
    }

    /// Returns the tasks whose results stem from another engine or an earlier text.
    fn outdated(&self, facts: &Facts) -> Vec<Task<'a>> {
        let plan = &self.class.plan;
        outdated(plan, facts, &|requirement| self.key(requirement), &self.engine)
    }

    /// Returns the hash of everything that the games of a requirement depend on, except the version and the engine.
    fn key(&self, requirement: &Requirement) -> Hash {
        self.opponents.key(&self.class.plan, requirement)
    }

    /// Plays the trial matches of a module, as `muster check` does.
    fn try_out(&self, module: &Hash) -> Result<TrialSummary, Error> {
        let mut settings = MatchSettings::defaults(self.class.plan.game);
        settings.limits.positions = self.class.plan.positions;
        let terms = Arc::new(settings.terms(&self.engine));
        let admission = self.admit(&[self.version(module, "")?])?;
        let Some(bot) = admission.roster.seat(EntrantId(0)) else { return Err(refused(&admission)) };
        let jobs: Vec<_> = TrialPairing::all().map(|pairing| pairing.job(&terms, bot)).collect();
        let of = jobs.len();
        (self.watch)(TrialProgress { module: *module, played: 0, of });
        let watch = |played| (self.watch)(TrialProgress { module: *module, played, of });
        let results = play_all_watched(self.executor, jobs, &watch);
        let results = results.map_err(|error| Error::wrap(Kind::Host, &error))?;
        let engine = self.engine.clone();
        let (faults, words) = (BTreeMap::new(), None);
        let mut tried = TrialSummary { module: *module, engine, matches: 0, wins: 0, faults, words };
        for (TrialPairing { seat, .. }, result) in TrialPairing::all().zip(results) {
            let record = result.map_err(|error| Error::wrap(Kind::Host, &error))?;
            tried.matches += 1;
            tried.wins += u32::from(record.verdict.outcome.winner() == Some(seat));
            if let Some(loss) = &record.losses[seat] {
                let failure = &loss.failure;
                *tried.faults.entry(failure.fault.to_string()).or_default() += 1;
                tried.words.get_or_insert_with(|| match failure.advice() {
                    Some(advice) => format!("{} (advice: {advice})", failure.in_words()),
                    None => failure.in_words(),
                });
            }
        }
        Ok(tried)
    }

    /// Plays the games of a requirement; `None` if `stop` was set before the end, or the requirement is unknown.
    fn judge(
        &self,
        module: &Hash,
        requirement: &Requirement,
        stop: &AtomicBool,
    ) -> Result<Option<Judgement>, Error> {
        let Some(opponent) = self.opponents.for_requirement(requirement) else { return Ok(None) };
        let against = opponent.hash();
        let admission = self.admit(&[self.version(module, &requirement.settings)?, opponent.candidate()])?;
        let game = self.class.plan.game;
        let plan = ComparisonPlan {
            game,
            rules: requirement.rules.clone(),
            limits: requirement.limits,
            pairs: u64::from(requirement.games / 2),
            openings: OpeningChoice::Shortest { in_turn: None },
            plies: requirement.plies,
            seed: u64::from(requirement.seed),
            budget: Some(requirement.budget),
        };
        let Some((comparison, games)) = self.compare(&plan, admission, stop)? else { return Ok(None) };
        let list = GamesList {
            against: games_list::opponent(&requirement.against, against.as_ref()),
            engine: self.engine.clone(),
            game: game.name().to_owned(),
            games,
            limits: requirement.limits.to_string(),
            module: *module,
            request: None,
            requirement: Some(requirement.name.clone()),
            rules: Some(requirement.rules.to_string()),
            settings: requirement.settings.clone(),
        };
        let matches = list.keep(self.class)?;
        let tally = comparison.tally();
        let faults = tally.faults[0].iter().map(|(fault, count)| (fault.to_string(), *count));
        Ok(Some(Judgement {
            module: *module,
            requirement: requirement.name.clone(),
            key: self.key(requirement),
            engine: self.engine.clone(),
            percent: requirement.percent,
            asked: requirement.games,
            pairs: tally.scores.0,
            copies: tally.copies,
            spent: tally.spent[0].0,
            out_of_time: comparison.is_out_of_time(),
            faults: faults.collect(),
            opponent: against,
            matches,
        }))
    }

    /// Plays and lists all games of two candidates; `None` if `stop` was set before the end.
    fn compare(
        &self,
        plan: &ComparisonPlan,
        admission: Admission,
        stop: &AtomicBool,
    ) -> Result<Option<(Comparison, Vec<ListedGame>)>, Error> {
        let mut comparison = Comparison::begin(plan, admission, self.validator)?;
        let (mut games, mut lost) = (Vec::new(), LostGames::new());
        let ending = comparison.play(self.executor, stop, &mut |pair| {
            let listed = pair.games.iter().map(|game| (game, ListedGame::new(plan.game, game, pair.counts)));
            games.extend(listed.map(|(game, listed)| lost.keep(listed, game)));
        })?;
        match ending {
            Ending::Complete => Ok(Some((comparison, games))),
            Ending::Interrupted => Ok(None),
            Ending::HostFailed { matches } => Err(host_failed(&matches).hint(FEWER_AT_ONCE)),
        }
    }

    /// Returns the candidate for an accepted module.
    fn version(&self, module: &Hash, settings: &str) -> Result<Candidate, Error> {
        let size = self.class.plan.size;
        let bytes = self.class.folder.read(module, size.caps().module)?;
        let bot = BotPlan::File("version".to_owned());
        Ok(candidate("version", bot, settings, size, Some(Arc::from(bytes))))
    }

    fn admit(&self, candidates: &[Candidate]) -> Result<Admission, Error> {
        runner::admit(self.validator, candidates).map_err(Error::from)
    }
}

fn candidate(
    name: &str,
    bot: BotPlan,
    settings: &str,
    size: SizeClass,
    module: Option<Arc<[u8]>>,
) -> Candidate {
    let (name, settings) = (name.to_owned(), settings.to_owned());
    Candidate { plan: EntrantPlan { name, bot, settings, guest: false, size }, module }
}

/// Returns the aliases of the students and teams that handed a module in.
fn entries_with(facts: &Facts, module: &Hash) -> Vec<String> {
    let who: BTreeSet<ContenderId> =
        facts.submissions_with(*module).map(|(_, one)| ContenderId::handed_in(one)).collect();
    let contenders = facts.contenders().into_iter().filter(|contender| who.contains(&contender.who));
    contenders.map(|contender| contender.alias.to_owned()).collect()
}

/// Returns the error for a module that was accepted when it was handed in, and is refused now.
fn refused(admission: &Admission) -> Error {
    let reasons: Vec<String> = admission.rows.iter().flat_map(|row| row.refusal.clone()).collect();
    Error::new(Kind::Refused, format!("a previously accepted version is now refused: {}", reasons.join("; ")))
        .hint("judge with the version of muster that accepted it, or have it resubmitted")
}
