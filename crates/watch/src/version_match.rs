//! Comparison of a version with the one before it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use config::{BotPlan, EntrantPlan};
use explain::{Error, Explain, Kind};
use games::GAMES;
use job::MatchSettings;
use play::{LocalThreads, LocalValidator};
use rating::pair_score::EloEstimate;
use run_folder::sequential_test::OpeningChoice;
use runner::{Candidate, Comparison, ComparisonError, ComparisonPlan, ComparisonTally, admit};

use crate::page_state::ComparisonResult;
use crate::version::{SIZE, Version};

/// Number of random plies in an opening, as for `muster compare`.
const PLIES: u32 = 4;
/// The seed of openings and games, as for `muster compare`.
const SEED: u64 = 1;

/// Two versions to compare.
pub(crate) struct VersionMatch<'a> {
    pub(crate) settings: &'a MatchSettings,
    pub(crate) new: &'a Version,
    pub(crate) old: &'a Version,
    pub(crate) pairs: u64,
    pub(crate) slots: usize,
}

impl VersionMatch<'_> {
    /// Plays until all games are finished or `stop` is set. Calls `show` after each pair with the result so far.
    ///
    /// # Errors
    /// If the host fails, or the versions cannot be compared.
    pub(crate) fn play(
        &self,
        validator: &LocalValidator,
        stop: &AtomicBool,
        show: &mut dyn FnMut(ComparisonResult),
    ) -> Result<Option<ComparisonResult>, Error> {
        let executor = LocalThreads::start(self.slots, validator, GAMES)
            .map_err(|error| Error::wrap(Kind::Host, &error))?;
        let candidates = [self.new, self.old].map(candidate);
        let admission = admit(validator, &candidates).map_err(|error| Error::wrap(error.kind(), &error))?;
        let plan = self.plan();
        let mut comparison =
            Comparison::begin(&plan, admission, validator).map_err(|error| explained(&error))?;
        let mut last = None;
        let played = comparison.play(&executor, stop, &mut |pair| {
            let result = self.result(pair.tally);
            last = Some(result.clone());
            show(result);
        });
        played.map_err(|error| explained(&error))?;
        Ok(last)
    }

    fn result(&self, tally: &ComparisonTally) -> ComparisonResult {
        let elo = tally.scores.elo();
        let stronger = match elo {
            _ if tally.copies == tally.pairs => "the same games as before",
            EloEstimate { low: Some(low), .. } if low > 0.0 => "stronger",
            EloEstimate { high: Some(high), .. } if high < 0.0 => "weaker",
            _ => "too close to call",
        };
        ComparisonResult {
            save: self.new.save,
            before: self.old.save,
            games: 2 * tally.pairs,
            asked: 2 * self.pairs,
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            elo: elo.to_string(),
            stronger,
        }
    }

    fn plan(&self) -> ComparisonPlan {
        let MatchSettings { game, rules, limits, .. } = self.settings;
        ComparisonPlan {
            game: *game,
            rules: rules.clone(),
            limits: *limits,
            pairs: self.pairs,
            openings: OpeningChoice::Alike,
            plies: PLIES,
            seed: SEED,
            budget: None,
        }
    }
}

fn candidate(version: &Version) -> Candidate {
    let name = format!("save {}", version.save);
    let bot = BotPlan::File(name.clone());
    let plan = EntrantPlan { name, bot, settings: String::new(), guest: false, size: SIZE };
    Candidate { plan, module: Some(Arc::clone(&version.module)) }
}

fn explained(error: &ComparisonError) -> Error {
    Error::wrap(error.kind(), error).hint_all(error.hints())
}
