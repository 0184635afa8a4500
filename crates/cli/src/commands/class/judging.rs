//! Plays the trial matches of a version, and the games of a requirement.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use class::{ClassPlan, Hash, Judged, Requirement, Submission, Tried, called};
use classroom::OpenClass;
use config::{BotPlan, EntrantPlan, SizeClass};
use explain::{Error, Kind};
use job::{Caps, MatchSettings, TrialPairing, Validator, play_all};
use play::{LocalThreads, LocalValidator};
use run::sequential_test::OpeningChoice;
use runner::{Admission, Candidate, ComparedGame, Comparison, ComparisonEnding, ComparisonPlan};
use serde_json::{Value, json};
use tournament::EntrantId;

use super::door::{self, Verdict};
use crate::exit::{FEWER_AT_ONCE, host_failed, undecided_here};
use crate::host;

/// What judges the versions of a class.
pub(super) struct Judge<'o> {
    pub(super) opened: &'o OpenClass,
    validator: LocalValidator,
    threads: LocalThreads,
    engine: String,
    opponents: Opponents,
}

/// The opponents of all requirements, by the requirements' names.
pub(super) struct Opponents(BTreeMap<String, Opponent>);

#[derive(Clone)]
struct Opponent {
    bot: BotPlan,
    module: Option<(Hash, Arc<[u8]>)>,
}

impl Opponents {
    /// Reads the opponents' files.
    pub(super) fn read(opened: &OpenClass) -> Result<Opponents, Error> {
        let opponent = |requirement: &Requirement| {
            let module = match &requirement.against {
                BotPlan::Builtin(_) => None,
                BotPlan::File(file) => {
                    let path = opened.folder.root().join(file);
                    let bytes = host::read_bot(&path, &Caps::script()).map_err(|error| {
                        let failed = host::unread_bot(&path, &error);
                        failed.hint(format!("it is the opponent of the requirement \"{}\"", requirement.name))
                    })?;
                    Some((Hash::of(&bytes), bytes))
                }
            };
            let opponent = Opponent { bot: requirement.against.clone(), module };
            Ok((requirement.name.clone(), opponent))
        };
        opened.plan.requirements.iter().map(opponent).collect::<Result<_, _>>().map(Opponents)
    }

    /// What the games of a requirement depend on.
    pub(super) fn key(&self, plan: &ClassPlan, requirement: &Requirement) -> Hash {
        let module = self.0.get(&requirement.name).and_then(|opponent| opponent.module.as_ref());
        requirement.key(plan.game, module.map(|(hash, _)| hash))
    }
}

impl<'o> Judge<'o> {
    pub(super) fn new(opened: &'o OpenClass, jobs: usize) -> Result<Judge<'o>, Error> {
        let opponents = Opponents::read(opened)?;
        // Their games can be played again for as long as the class is kept.
        for (_, bytes) in opponents.0.values().filter_map(|opponent| opponent.module.as_ref()) {
            opened.folder.keep(bytes)?;
        }
        let validator = host::validator(jobs)?;
        let threads = host::threads(jobs, &validator)?;
        let engine = validator.fingerprint(opened.plan.game);
        Ok(Judge { opened, validator, threads, engine, opponents })
    }

    /// Has the door look again at something that it could not decide about. Fails with [`Kind::Undecided`] if it still cannot.
    pub(super) fn decide(&self, number: u32, submission: &Submission) -> Result<Verdict, Error> {
        let OpenClass { plan, folder, .. } = self.opened;
        let verdict = door::examine_again(plan, self.validator.sandbox(), folder, submission)?;
        match &verdict {
            Verdict::Undecided(why) => Err(undecided_here(&format!("submission {number}"), why)),
            _ => Ok(verdict),
        }
    }

    /// The fingerprint of the engine that plays.
    pub(super) fn engine(&self) -> &str {
        &self.engine
    }

    /// What the games of a requirement depend on.
    pub(super) fn key(&self, requirement: &Requirement) -> Hash {
        self.opponents.key(&self.opened.plan, requirement)
    }

    /// Plays the trial matches of a module, those of `muster check`.
    pub(super) fn try_out(&self, module: &Hash) -> Result<Tried, Error> {
        let terms = Arc::new(MatchSettings::defaults(self.opened.plan.game).terms(&self.engine));
        let admission = self.admit(&[self.version(module, "")?])?;
        let Some(bot) = admission.roster.seat(EntrantId(0)) else { return Err(refused(&admission)) };
        let jobs = TrialPairing::all().map(|pairing| pairing.job(&terms, bot)).collect();
        let results = play_all(&self.threads, jobs).map_err(|error| Error::of(Kind::Host, &error))?;
        let engine = self.engine.clone();
        let (faults, words) = (BTreeMap::new(), None);
        let mut tried = Tried { module: *module, engine, matches: 0, wins: 0, faults, words };
        for (TrialPairing { seat, .. }, result) in TrialPairing::all().zip(results) {
            let record = result.map_err(|error| Error::of(Kind::Host, &error))?;
            tried.matches += 1;
            tried.wins += u32::from(record.verdict.outcome.winner() == Some(seat));
            if let Some(loss) = &record.losses[seat] {
                let failure = &loss.failure;
                *tried.faults.entry(failure.fault.to_string()).or_default() += 1;
                tried.words.get_or_insert_with(|| {
                    format!("{} (advice: {})", failure.in_words(), failure.fault.advice())
                });
            }
        }
        Ok(tried)
    }

    /// Plays the games of a requirement; `None` if `stop` was set before their end.
    pub(super) fn judge(
        &self,
        module: &Hash,
        requirement: &Requirement,
        stop: &AtomicBool,
    ) -> Result<Option<Judged>, Error> {
        let Some(opponent) = self.opponents.0.get(&requirement.name).cloned() else { return Ok(None) };
        let opponent_hash = opponent.module.as_ref().map(|(hash, _)| *hash);
        let candidates = [self.version(module, &requirement.settings)?, opponent.candidate()];
        let admission = self.admit(&candidates)?;
        let plan = ComparisonPlan {
            game: self.opened.plan.game,
            rules: requirement.rules.clone(),
            limits: requirement.limits,
            pairs: u64::from(requirement.games / 2),
            openings: OpeningChoice::Shortest { in_turn: None },
            plies: requirement.plies,
            seed: u64::from(requirement.seed),
            budget: Some(requirement.budget),
        };
        let Some((comparison, games)) = self.compare(&plan, admission, stop)? else { return Ok(None) };
        let matches = self.keep_list(&json!({
            "game": self.opened.plan.game.name(),
            "engine": self.engine,
            "requirement": requirement.name,
            "module": module.to_string(),
            "settings": requirement.settings,
            "against": listed_opponent(&requirement.against, opponent_hash.as_ref()),
            "rules": requirement.rules.to_string(),
            "limits": requirement.limits.to_string(),
            "games": games,
        }))?;
        let tally = comparison.tally();
        let faults = tally.faults[0].iter().map(|(fault, count)| (fault.to_string(), *count));
        Ok(Some(Judged {
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
            opponent: opponent_hash,
            matches,
        }))
    }

    /// Plays all games of two, and lists them; `None` if `stop` was set before their end.
    pub(super) fn compare(
        &self,
        plan: &ComparisonPlan,
        admission: Admission,
        stop: &AtomicBool,
    ) -> Result<Option<(Comparison, Vec<Value>)>, Error> {
        let mut comparison = Comparison::begin(plan, admission, &self.validator)?;
        let mut games = Vec::new();
        let ending = comparison.play(&self.threads, stop, &mut |pair| {
            games.extend(pair.games.iter().map(|game| listed(plan, game, pair.counts)));
        })?;
        match ending {
            ComparisonEnding::Over => Ok(Some((comparison, games))),
            ComparisonEnding::Interrupted => Ok(None),
            ComparisonEnding::HostFailed { matches } => Err(host_failed(&matches).hint(FEWER_AT_ONCE)),
        }
    }

    /// Keeps a list of games with all that is needed to play them again.
    pub(super) fn keep_list(&self, list: &Value) -> Result<Hash, Error> {
        self.opened.folder.keep(list.to_string().as_bytes()).map_err(Error::from)
    }

    /// A module that was accepted, to be played.
    pub(super) fn version(&self, module: &Hash, settings: &str) -> Result<Candidate, Error> {
        let size = self.opened.plan.size;
        let bytes = self.opened.folder.read(module, size.caps().module);
        let bytes = bytes?;
        let bot = BotPlan::File("version".to_owned());
        Ok(candidate("version", bot, settings, size, Some(Arc::from(bytes))))
    }

    pub(super) fn admit(&self, candidates: &[Candidate]) -> Result<Admission, Error> {
        runner::admit(&self.validator, candidates).map_err(Error::from)
    }
}

impl Opponent {
    fn candidate(self) -> Candidate {
        let module = self.module.map(|(_, bytes)| bytes);
        candidate("opponent", self.bot, "", SizeClass::Script, module)
    }
}

pub(super) fn candidate(
    name: &str,
    bot: BotPlan,
    settings: &str,
    size: SizeClass,
    module: Option<Arc<[u8]>>,
) -> Candidate {
    let (name, settings) = (name.to_owned(), settings.to_owned());
    Candidate { plan: EntrantPlan { name, bot, settings, guest: false, size }, module }
}

/// The opponent as a list of games names it: a file of the class by its hash, or a built-in player.
pub(super) fn listed_opponent(bot: &BotPlan, module: Option<&Hash>) -> String {
    module.map_or_else(|| called(bot), Hash::to_string)
}

/// A module that was accepted when it was handed in, and is refused now.
fn refused(admission: &Admission) -> Error {
    let reasons: Vec<String> = admission.rows.iter().flat_map(|row| row.refusal.clone()).collect();
    Error::new(Kind::Refused, format!("a version that was accepted is refused now: {}", reasons.join("; ")))
        .hint("judge with the program that accepted it, or have it handed in again")
}

/// A game as the list of games shows it.
fn listed(plan: &ComparisonPlan, game: &ComparedGame, counts: bool) -> Value {
    let seat = game.seat_of(EntrantId(0));
    let record = &game.record;
    let result = match record.verdict.outcome.winner() {
        Some(winner) if winner == seat => "won",
        Some(_) => "lost",
        None => "drawn",
    };
    json!({
        "game": game.number(),
        "seat": plan.game.seats()[seat].word,
        "first": seat == game::Seat::First,
        "result": result,
        "reason": record.verdict.reason.to_string(),
        "fault": record.losses[seat].as_deref().map(|loss| loss.failure.fault.to_string()),
        "plies": record.plies,
        "seed": game.seed,
        "position": &*game.start,
        "counts": counts,
    })
}
