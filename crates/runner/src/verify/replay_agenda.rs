//! Playing the matches of a recorded run again.

use std::collections::{BTreeMap, VecDeque};

use ledger::{LedgerError, MatchRow, PlacedRow, RecordedMatch, StoredRow};
use referee::Record;
use tournament::MatchKey;

use super::finding::Finding;
use super::recorded::RunCheck;
use super::verification::Verification;
use crate::dispatch::{Agenda, Incident};
use crate::error::RunError;
use crate::match_job::MatchJob;

/// Maximum number of matches that are being played again at one time.
const WINDOW: usize = 1024;
/// Number of matches that are read from the ledger at one time.
const PAGE: usize = 256;

/// The matches of a run, which are being played again.
pub(super) struct ReplayAgenda<'a> {
    of: &'a RunCheck,
    /// Rows that were read from the ledger and are not checked yet.
    rows: VecDeque<PlacedRow>,
    /// The place in the schedule of the last row that was read.
    last: Option<i64>,
    waiting: BTreeMap<MatchKey, RecordedMatch>,
    seen: Verification,
    progress: &'a mut dyn FnMut(u64),
}

impl<'a> ReplayAgenda<'a> {
    /// Creates the agenda of a run. Findings are added to `seen`.
    pub(super) fn new(
        of: &'a RunCheck,
        seen: Verification,
        progress: &'a mut dyn FnMut(u64),
    ) -> ReplayAgenda<'a> {
        ReplayAgenda { of, rows: VecDeque::new(), last: None, waiting: BTreeMap::new(), seen, progress }
    }

    /// Returns all findings.
    pub(super) fn seen(mut self) -> Verification {
        self.seen.differences.sort();
        self.seen
    }

    /// Returns the next row on record; `None` after the last.
    fn next_row(&mut self) -> Result<Option<Result<StoredRow, LedgerError>>, RunError> {
        if self.rows.is_empty() {
            self.rows = self.of.run.ledger.matches_after(self.last, PAGE)?.into();
            self.last = self.rows.back().map(|placed| placed.place).or(self.last);
        }
        Ok(self.rows.pop_front().map(|placed| placed.row))
    }

    /// Returns the whole record of a row's match; `None` if it is too damaged, which is counted here.
    fn file(&mut self, row: MatchRow) -> Result<Option<RecordedMatch>, RunError> {
        let key = row.key;
        match self.of.run.ledger.whole(row) {
            Ok(file) => Ok(Some(file)),
            Err(LedgerError::Damaged { what }) => {
                self.count(key, Finding::Different(what));
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Counts a match that cannot be played again here.
    fn count_unplayed(&mut self, key: MatchKey, why: String) {
        self.seen.matches += 1;
        self.seen.unplayed.insert(key, why);
        (self.progress)(self.seen.matches);
    }

    /// Counts a match and records its finding.
    fn count(&mut self, key: MatchKey, finding: Finding) {
        self.seen.matches += 1;
        match finding {
            Finding::Again => {}
            Finding::InPart(what) => drop(self.seen.unproven.insert(key, what)),
            Finding::ByRecord => self.seen.by_record += 1,
            Finding::Unconfirmed(what) => {
                self.seen.by_record += 1;
                self.seen.unconfirmed.insert(key, what);
            }
            Finding::Different(what) => self.seen.differences.push(format!("match {key}: {what}")),
        }
        (self.progress)(self.seen.matches);
    }
}

impl Agenda for ReplayAgenda<'_> {
    /// Every match is checked, no matter at how many the host fails.
    const MOST_SET_ASIDE: usize = usize::MAX;

    fn ahead(&self, _width: usize) -> usize {
        WINDOW
    }

    /// Returns matches that the bots can play again. Any other is checked here, by its record.
    fn next_jobs(&mut self, room: usize) -> Result<Vec<MatchJob>, RunError> {
        let mut jobs = Vec::new();
        while jobs.len() < room && self.waiting.len() < WINDOW {
            let Some(stored) = self.next_row()? else { break };
            // A row that was changed after it was written has already been reported.
            let Some(row) = stored.ok().and_then(|stored| stored.verified().ok()) else { continue };
            let key = row.key;
            let settings = match self.of.settings(&row) {
                Ok(settings) => settings,
                Err(error) => {
                    self.count(key, Finding::Different(error.to_string()));
                    continue;
                }
            };
            let Some(file) = self.file(row)? else { continue };
            if !self.of.can_play(settings, &file.row) {
                let finding = self.of.judge_by_record(settings, &file);
                self.seen.withheld += u64::from(self.of.is_withheld(&file.row));
                self.count(key, finding);
                continue;
            }
            match self.of.job(&file.row) {
                Ok(job) => {
                    self.waiting.insert(key, file);
                    jobs.push(job);
                }
                Err(nothing) => self.count_unplayed(key, nothing.to_string()),
            }
        }
        Ok(jobs)
    }

    fn note(&mut self, incident: &Incident) -> Result<(), RunError> {
        if let Incident::Void { key, why, is_last: true, .. } = incident
            && self.waiting.remove(key).is_some()
        {
            self.count_unplayed(*key, why.to_string());
        }
        Ok(())
    }

    fn take(&mut self, played: Vec<(MatchJob, Record)>) -> Result<(), RunError> {
        for (job, again) in played {
            if let Some(file) = self.waiting.remove(&job.key) {
                let finding = self.of.judge(self.of.settings(&file.row)?, &file, &again);
                self.count(job.key, finding);
            }
        }
        Ok(())
    }

    fn commit(&mut self) -> Result<(), RunError> {
        Ok(())
    }

    fn is_over(&mut self, _out: usize) -> bool {
        false
    }
}
