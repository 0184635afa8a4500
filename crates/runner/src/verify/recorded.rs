//! A recorded run or sequential test that is opened for checking.

use std::collections::BTreeMap;
use std::sync::Arc;

use game::{Game, PerSeat};
use ledger::{LedgerError, MatchRow, Root, RunFolder};
use referee::{MatchSeed, Record};
use run::{Earlier, RecordError, RecordedMatch, RecordedRun, Subject};
use sandbox::Sandbox;
use tournament::{MatchKey, match_seed};

use super::by_record::by_record;
use super::difference::difference;
use super::finding::Finding;
use super::slow;
use crate::contestant::Source;
use crate::dispatch::slow_loss;
use crate::engine::check_engine;
use crate::error::RunError;
use crate::match_job::{MatchJob, MatchSettings};
use crate::reopened::roster_left;
use crate::roster::Roster;

/// A match that was played again.
pub struct OneMatch {
    /// The match on record.
    pub row: MatchRow,
    /// The match here: played again by the bots, or judged again by its record.
    pub again: Record,
    /// The first difference from the record.
    pub difference: Option<String>,
    /// Why it cannot be confirmed, though there is no difference.
    pub unconfirmed: Option<String>,
}

/// A recorded run or sequential test, opened for checking: nothing in its folder is changed or trusted.
pub struct Recorded {
    pub(super) run: RecordedRun,
    pub(super) subject: Subject,
    pub(super) games: Vec<&'static dyn Game>,
    pub(super) roster: Arc<Roster>,
    /// Entrants whose modules are withheld, by their indices, with the modules' hashes.
    withheld: BTreeMap<usize, String>,
    pub(super) settings: Vec<Arc<MatchSettings>>,
}

impl Recorded {
    /// Opens a run's folder.
    ///
    /// # Errors
    /// When there is no run, it cannot be read, or a different engine played it.
    pub fn open(
        folder: &RunFolder,
        games: &[&'static dyn Game],
        sandbox: Sandbox,
    ) -> Result<Recorded, RunError> {
        let run = RecordedRun::open_read_only(folder)?;
        let subject = run.checked_subject(games)?;
        let game = subject.game();
        check_engine(&sandbox, game, &run.header)?;
        let (roster, withheld) = roster_left(&run, sandbox)?;
        let stages = subject.stages().into_iter();
        let settings =
            stages.map(|(rules, limits)| Arc::new(MatchSettings::new(game, rules.clone(), limits))).collect();
        Ok(Recorded { run, subject, games: games.to_vec(), roster: Arc::new(roster), withheld, settings })
    }

    /// The game.
    pub fn game(&self) -> &'static dyn Game {
        self.subject.game()
    }

    /// The entrants with what plays for them.
    pub fn roster(&self) -> &Arc<Roster> {
        &self.roster
    }

    /// Returns a recorded match, if the run has it.
    ///
    /// # Errors
    /// When the match cannot be read or is damaged.
    pub fn find(&self, key: MatchKey) -> Result<Option<MatchRow>, RunError> {
        Ok(self.run.find(key)?)
    }

    /// Returns the latest state before the current one whose root satisfies `wanted`; `None` when there is no such
    /// state in which the run was complete.
    ///
    /// # Errors
    /// When the record cannot be read.
    pub fn earlier(&self, wanted: &dyn Fn(&Root) -> bool) -> Result<Option<Earlier>, RunError> {
        Ok(self.run.earlier(&self.games, wanted)?)
    }

    /// Returns the job of a recorded match.
    ///
    /// # Errors
    /// When the plan has no such stage.
    pub fn job(&self, row: &MatchRow) -> Result<MatchJob, RunError> {
        let settings =
            self.settings.get(usize::from(row.key.stage())).ok_or(RecordError::Unscheduled(row.key))?;
        Ok(MatchJob {
            key: row.key,
            entrants: row.entrants,
            settings: Arc::clone(settings),
            start: row.start.as_deref().map(Arc::from),
            seed: MatchSeed::new(match_seed(self.run.seed(), row.key)),
            alone: false,
        })
    }

    /// Plays a match again with the bots where both seats run on fuel; otherwise judges it again by its record.
    ///
    /// # Errors
    /// When the host fails, or the record cannot be read.
    pub fn replay(&self, row: &MatchRow) -> Result<OneMatch, RunError> {
        let job = self.job(row)?;
        let file = self.run.whole(row.clone())?;
        let damaged = |what: String| LedgerError::Damaged { what: format!("match {}: {what}", job.key) };
        let again = if self.can_play(&job) {
            let played = self.roster.play(&job, |_| true).map_err(|error| damaged(error.to_string()))?;
            played.ok_or_else(|| damaged("it was dropped".to_owned()))?
        } else {
            by_record(self.has_bot(&job), &job, &file).map_err(damaged)?
        };
        let (difference, unconfirmed) = match self.judge(&job, &file, &again) {
            Finding::Again | Finding::InPart(_) | Finding::ByRecord => (None, None),
            Finding::Unconfirmed(what) => (None, Some(what)),
            Finding::Different(what) => (Some(what), None),
        };
        Ok(OneMatch { row: file.row, again, difference, unconfirmed })
    }

    /// Whether the bots can play a match again: both seats run on fuel, and neither's module is withheld.
    pub(super) fn can_play(&self, job: &MatchJob) -> bool {
        job.settings.limits.is_repeatable() && !self.is_withheld(job)
    }

    /// Whether the module of a seat is withheld.
    pub(super) fn is_withheld(&self, job: &MatchJob) -> bool {
        job.entrants.0.iter().any(|entrant| self.withheld.contains_key(&entrant.index()))
    }

    /// Whether a module plays in a seat.
    fn has_bot(&self, job: &MatchJob) -> PerSeat<bool> {
        job.entrants.map(|entrant| {
            let contestant = self.roster.contestants.get(entrant.index()).and_then(Option::as_ref);
            self.withheld.contains_key(&entrant.index())
                || contestant.is_some_and(|contestant| matches!(contestant.source, Source::Module { .. }))
        })
    }

    /// Compares a match with its record. Where both seats run on fuel, `again` was played by the bots.
    pub(super) fn judge(&self, job: &MatchJob, file: &RecordedMatch, again: &Record) -> Finding {
        if !self.can_play(job) {
            return self.judge_by_record(job, file);
        }
        if !file.is_slow() && slow_loss(again).is_none() {
            return difference(file, again).map_or(Finding::Again, Finding::Different);
        }
        // What cannot be played again must at least follow from the record by the rules.
        match self.judge_by_record(job, file) {
            Finding::ByRecord => slow::compare(file, again),
            different => different,
        }
    }

    /// Checks that the recorded result follows from the recorded actions by the rules.
    pub(super) fn judge_by_record(&self, job: &MatchJob, file: &RecordedMatch) -> Finding {
        match by_record(self.has_bot(job), job, file) {
            Ok(record) => difference(file, &record).map_or(Finding::ByRecord, Finding::Different),
            Err(why) => Finding::Different(format!("it cannot have been played: {why}")),
        }
    }
}
