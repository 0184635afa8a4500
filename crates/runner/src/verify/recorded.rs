//! A recorded run or sequential test that is opened for checking.

use std::collections::BTreeMap;
use std::sync::Arc;

use game::{Game, PerSeat, Rules};
use job::{Executor, MatchSettings, Plays, Terms, Validator, play_all};
use ledger::{LedgerError, MatchRow, RecordedMatch, Root, RunFolder};
use referee::{Limits, MatchSeed, Record};
use run_folder::{EarlierState, MatchRules, RecordError, RecordedRun, Subject};
use tournament::{MatchKey, luck_seed, match_seed};

use super::by_record::by_record;
use super::difference::difference;
use super::finding::Finding;
use super::slow_matches;
use crate::dispatch::slow_loss;
use crate::engine::check_engine;
use crate::error::RunError;
use crate::match_job::MatchJob;
use crate::resume::roster_left;
use crate::roster::{NothingPlays, Roster};

/// A match that was played again.
pub struct OneMatch {
    /// The match on record.
    pub row: MatchRow,
    /// The match as it was played again by the bots, or judged again by its record.
    pub again: Record,
    /// The first difference from the record.
    pub difference: Option<String>,
    /// The reason why it cannot be confirmed, although there is no difference.
    pub unconfirmed: Option<String>,
}

/// Returns the terms of stages with a game and its options in each of them.
fn stages_with(
    (game, options): (&'static dyn Game, &[Option<Rules>]),
    limits: &[Limits],
    engine: &str,
) -> Vec<Option<StageTerms>> {
    let stage = |(rules, limits): (&Option<Rules>, &Limits)| {
        let settings = MatchSettings::new(game, rules.clone()?, *limits);
        Some(StageTerms { terms: Arc::new(settings.terms(engine)), settings })
    };
    options.iter().zip(limits).map(stage).collect()
}

/// A recorded run or sequential test, opened for checking. Nothing in its folder is changed or trusted.
pub struct RunCheck {
    pub(super) run: RecordedRun,
    pub(super) subject: Subject,
    pub(super) games: Vec<&'static dyn Game>,
    roster: Roster,
    /// Entrants whose modules are withheld, by their indices, with the modules' hashes.
    withheld: BTreeMap<usize, String>,
    /// The rules of each match.
    rules: MatchRules,
    /// The terms of each stage with the present rules, then with each of the earlier ones; `None` for a stage that these
    /// lack.
    stages: Vec<Vec<Option<StageTerms>>>,
}

/// The common terms of a stage's matches.
struct StageTerms {
    settings: MatchSettings,
    terms: Arc<Terms>,
}

impl RunCheck {
    /// Opens a run's folder.
    ///
    /// # Errors
    /// Returns an error if the run does not exist, is unreadable, or was played with a different engine.
    pub fn open(
        folder: &RunFolder,
        games: &[&'static dyn Game],
        validator: &dyn Validator,
    ) -> Result<RunCheck, RunError> {
        let run = RecordedRun::open_read_only(folder)?;
        let subject = run.checked_subject(games)?;
        let game = subject.game();
        check_engine(validator, game, &run.header)?;
        let (roster, withheld) = roster_left(&run, validator)?;
        let (options, limits): (Vec<_>, Vec<_>) = subject.stages().into_iter().unzip();
        let rules = MatchRules::read(&run.ledger, game, &options)?;
        let with = |rules: (&'static dyn Game, _)| {
            stages_with(rules, &limits, &run.header.engine_for(rules.0.key()))
        };
        let stages = rules.all().map(with).collect();
        Ok(RunCheck { run, subject, games: games.to_vec(), roster, withheld, rules, stages })
    }

    /// Number of stages.
    pub(super) fn stage_count(&self) -> usize {
        self.stages[0].len()
    }

    /// The terms of a recorded match; `None` if the plan has no such stage with its rules.
    fn terms(&self, key: MatchKey) -> Option<&StageTerms> {
        self.stages[self.rules.index_of(key)].get(usize::from(key.stage()))?.as_ref()
    }

    /// The game.
    pub fn game(&self) -> &'static dyn Game {
        self.subject.game()
    }

    /// Returns a recorded match; `None` if the run does not have it.
    ///
    /// # Errors
    /// When the match cannot be read or is damaged.
    pub fn find(&self, key: MatchKey) -> Result<Option<MatchRow>, RunError> {
        Ok(self.run.find(key)?)
    }

    /// Returns the latest state before the current one whose root satisfies `wanted`; `None` if there is no such state
    /// in which the run was complete.
    ///
    /// # Errors
    /// When the record cannot be read.
    pub fn earlier(&self, wanted: &dyn Fn(&Root) -> bool) -> Result<Option<EarlierState>, RunError> {
        Ok(self.run.earlier(&self.games, wanted)?)
    }

    /// Returns the common settings of the stage of a recorded match, with the rules with which it was played.
    ///
    /// # Errors
    /// When the plan has no such stage.
    pub fn settings(&self, row: &MatchRow) -> Result<&MatchSettings, RunError> {
        let terms = self.terms(row.key).ok_or(RecordError::Unscheduled(row.key))?;
        Ok(&terms.settings)
    }

    /// Returns the job of a recorded match.
    ///
    /// # Errors
    /// When an entrant has nothing to play with.
    ///
    /// # Panics
    /// When the plan has no such stage with its rules.
    pub(super) fn job(&self, row: &MatchRow) -> Result<MatchJob, NothingPlays> {
        let StageTerms { settings, terms } = self.terms(row.key).expect("the stage was found before");
        let seed = MatchSeed::new(match_seed(self.run.seed(), row.key));
        let luck = settings.game.has_chance().then(|| self.luck(row));
        let start = row.start.as_deref().map(Arc::from);
        Ok(self.roster.job((row.key, row.entrants), terms, start, seed)?.with_luck(luck))
    }

    /// Plays a match again with the bots if both seats run on fuel, on an executor that belongs to the validator with
    /// which the run was opened; otherwise judges it again by its record.
    ///
    /// # Errors
    /// When the host fails, or the record cannot be read.
    pub fn replay(&self, row: &MatchRow, executor: &dyn Executor) -> Result<OneMatch, RunError> {
        let settings = self.settings(row)?;
        let file = self.run.ledger.whole(row.clone())?;
        let damaged = |what: String| LedgerError::Damaged { what: format!("match {}: {what}", row.key) };
        let again = if self.can_play(settings, row) {
            let job = self.job(row).map_err(|error| damaged(error.to_string()))?;
            let played = play_all(executor, vec![job.job])?.pop().transpose();
            let played = played.map_err(|error| damaged(error.to_string()))?;
            played.ok_or_else(|| damaged("it was dropped".to_owned()))?
        } else {
            by_record(self.seats_and_luck(row), settings, &file).map_err(damaged)?
        };
        let (difference, unconfirmed) = match self.judge(settings, &file, &again) {
            Finding::Again | Finding::InPart(_) | Finding::ByRecord => (None, None),
            Finding::Unconfirmed(what) => (None, Some(what)),
            Finding::Different(what) => (Some(what), None),
        };
        Ok(OneMatch { row: file.row, again, difference, unconfirmed })
    }

    /// Returns `true` if the bots can play a match again: both seats run on fuel, and neither's module is withheld.
    pub(super) fn can_play(&self, settings: &MatchSettings, row: &MatchRow) -> bool {
        settings.limits.is_repeatable() && !self.is_withheld(row)
    }

    /// Returns `true` if the module of a seat is withheld.
    pub(super) fn is_withheld(&self, row: &MatchRow) -> bool {
        row.entrants.0.iter().any(|entrant| self.withheld.contains_key(&entrant.index()))
    }

    /// Returns `true` for each seat in which a module plays, and the seed of chance.
    fn seats_and_luck(&self, row: &MatchRow) -> (PerSeat<bool>, MatchSeed) {
        let has_bot = row.entrants.map(|entrant| {
            let seat = self.roster.seat(entrant);
            self.withheld.contains_key(&entrant.index())
                || seat.is_some_and(|seat| matches!(seat.plays, Plays::Module { .. }))
        });
        (has_bot, self.luck(row))
    }

    fn luck(&self, row: &MatchRow) -> MatchSeed {
        MatchSeed::new(luck_seed(self.run.seed(), row.key))
    }

    /// Compares a match with its record. If both seats run on fuel, `again` was played by the bots.
    pub(super) fn judge(&self, settings: &MatchSettings, file: &RecordedMatch, again: &Record) -> Finding {
        if !self.can_play(settings, &file.row) {
            return self.judge_by_record(settings, file);
        }
        if !file.is_slow() && slow_loss(again).is_none() {
            return difference(file, again).map_or(Finding::Again, Finding::Different);
        }
        // A match that cannot be fully played again must at least follow from the record by the rules.
        match self.judge_by_record(settings, file) {
            Finding::ByRecord => slow_matches::compare(file, again),
            different => different,
        }
    }

    /// Checks that the recorded result follows from the recorded actions by the rules.
    pub(super) fn judge_by_record(&self, settings: &MatchSettings, file: &RecordedMatch) -> Finding {
        match by_record(self.seats_and_luck(&file.row), settings, file) {
            Ok(record) => difference(file, &record).map_or(Finding::ByRecord, Finding::Different),
            Err(why) => Finding::Different(format!("it cannot have been played: {why}")),
        }
    }
}
