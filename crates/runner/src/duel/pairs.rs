//! The schedule of a sequential test: pairs of games, each from one opening with the seats swapped.

use std::sync::Arc;

use game::PerSeat;
use ledger::MatchRow;
use referee::MatchSeed;
use tournament::{EntrantId, KeyError, MatchKey, RunSeed, match_seed};

use super::error::{DuelError, damaged};
use super::openings::Book;
use super::plan::DuelPlan;
use crate::match_job::{MatchJob, MatchSettings};

/// The new bot, whose strength is in question.
const NEW: EntrantId = EntrantId(0);
/// The bot it is compared with.
const OLD: EntrantId = EntrantId(1);

/// What is to be played, by the number of the pair.
pub(super) struct Pairs {
    seed: RunSeed,
    book: Book,
    settings: Arc<MatchSettings>,
}

impl Pairs {
    /// The pairs of a test.
    ///
    /// # Errors
    /// When no opening is as long as asked for.
    pub(super) fn new(plan: &DuelPlan) -> Result<Pairs, DuelError> {
        let seed = RunSeed::from(plan.seed);
        let book = Book::new(plan.game, plan.rules.clone(), plan.plies, plan.openings, seed);
        if !book.is_possible() {
            return Err(DuelError::NoOpening { game: plan.game.name(), plies: plan.plies });
        }
        let settings = Arc::new(MatchSettings::new(plan.game, plan.rules.clone(), plan.limits));
        Ok(Pairs { seed, book, settings })
    }

    /// The two games of a pair: the new bot sits first, then second.
    pub(super) fn jobs(&mut self, number: u64) -> Result<[MatchJob; 2], DuelError> {
        let start = self.book.opening(number);
        let [one, other] = keys(number).map_err(|error| damaged(&error))?;
        let job = |key, entrants| MatchJob {
            key,
            entrants,
            settings: Arc::clone(&self.settings),
            start: Some(Arc::clone(&start)),
            seed: MatchSeed::new(match_seed(self.seed, key)),
            alone: false,
        };
        Ok([job(one, PerSeat::new(NEW, OLD)), job(other, PerSeat::new(OLD, NEW))])
    }
}

/// Whether a match on record is the one that was asked for.
pub(super) fn is_asked(job: &MatchJob, row: &MatchRow) -> bool {
    (row.key, row.entrants, row.start.as_deref()) == (job.key, job.entrants, job.start.as_deref())
}

/// The keys of a pair's games.
pub(super) fn keys(pair: u64) -> Result<[MatchKey; 2], KeyError> {
    let (round, pairing) = (pair / u64::from(MatchKey::PAIRINGS), pair % u64::from(MatchKey::PAIRINGS));
    let key = |number| MatchKey::new(0, round as u32, pairing as u32, number);
    Ok([key(0)?, key(1)?])
}
