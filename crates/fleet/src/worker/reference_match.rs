//! Matches that show that a machine plays correctly.

use std::collections::BTreeMap;
use std::sync::Arc;

use game::{Game, PerSeat};
use hash::Hash;
use job::{
    Executor, ExecutorError, Job, JobId, MatchSettings, Plays, SeatJob, SizeClass, Validator, play_all,
};
use referee::MatchSeed;

/// A match whose record is known.
#[derive(Clone, Debug)]
pub struct ReferenceMatch {
    /// The match, with the fingerprint of the engine that has to play it.
    pub job: Job,
    /// The modules that it names, by their hashes.
    pub modules: BTreeMap<Hash, Arc<[u8]>>,
    /// The [`record_hash`] of its record.
    pub record: Hash,
}

/// A hash of a record.
pub fn record_hash(record: &referee::Record) -> Hash {
    let written = postcard::to_allocvec(&job::Record::from(record.clone()));
    Hash::digest(&written.unwrap_or_else(|_| unreachable!("a record can be written")))
}

/// Plays these matches. Returns the fingerprints of those that differ, with the reasons.
///
/// # Errors
/// When the executor is lost.
pub(super) fn failed(
    references: &[ReferenceMatch],
    validator: &dyn Validator,
    executor: &dyn Executor,
) -> Result<BTreeMap<String, String>, ExecutorError> {
    let mut failed = BTreeMap::new();
    for ReferenceMatch { job, modules, record } in references {
        let mut why = None;
        let mut ready = Vec::new();
        for (hash, size) in job.modules() {
            let Some(module) = modules.get(&hash) else { continue };
            match validator.validate(module, size) {
                Ok(Ok(module)) => ready.push(module),
                Ok(Err(refused)) => why = Some(format!("the bot was rejected: {refused}")),
                Err(error) => why = Some(explain::with_causes(&error)),
            }
        }
        if why.is_none() {
            let played = play_all(executor, vec![job.clone().again()])?;
            why = match played.first() {
                Some(Ok(found)) if record_hash(found) == *record => None,
                Some(Ok(_)) => Some("its record differs".to_owned()),
                Some(Err(failure)) => Some(explain::with_causes(failure)),
                None => Some("no result".to_owned()),
            };
        }
        if let Some(why) = why {
            failed.insert(job.terms.engine.clone(), why);
        }
    }
    Ok(failed)
}

/// The records of reference matches, which `tests/it/fleet.rs` writes: each line has a game and the hash of its record.
const RECORDS: &str = include_str!("reference.txt");

impl ReferenceMatch {
    /// The reference match of a game that ships with this program, for the engine with the given fingerprint; `None` if
    /// the game has none.
    pub fn for_game(game: &'static dyn Game, engine: &str) -> Option<ReferenceMatch> {
        let listed = games::listed(game.name())?;
        let [one, other] = listed.reference_bots.map(|name| listed.bot(name));
        let line = RECORDS.lines().find_map(|line| line.strip_prefix(game.name())?.strip_prefix(' '))?;
        let bots = [one?, other?].map(|bot| (Hash::digest(bot.module), Arc::<[u8]>::from(bot.module)));
        let seat = |(hash, _): &(Hash, Arc<[u8]>)| {
            let plays = Plays::Module { hash: *hash, size: SizeClass::Normal };
            Arc::new(SeatJob { plays, settings: String::new() })
        };
        let job = Job {
            id: JobId::fresh(),
            terms: Arc::new(MatchSettings::defaults(game).terms(engine)),
            start: None,
            seed: MatchSeed::from_number(1),
            luck: None,
            seats: PerSeat(bots.each_ref().map(seat)),
            alone: false,
        };
        Some(ReferenceMatch { job, modules: bots.into_iter().collect(), record: line.trim().parse().ok()? })
    }
}
