//! A fresh stage and the results that are on record.

use std::collections::BTreeMap;

use crate::{Fixture, GameResult, MatchKey, ResultError, Stage};

/// Passes the results of a record to a fresh stage, one after the other in the order of their keys. Only results that
/// the schedule asks for out of that order are held.
#[derive(Debug)]
pub struct ResultLoader<'a> {
    stage: &'a mut Stage,
    /// Matches asked for whose keys are before what has been read.
    next: Option<Fixture>,
    /// Results read that were not asked for so far.
    early: BTreeMap<MatchKey, GameResult>,
    pending: Vec<Fixture>,
}

/// What is left when the results on record have been loaded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadedResults {
    /// Matches that the stage has asked for and that are not on record; it may ask for more.
    pub pending: Vec<Fixture>,
    /// Results on record that the stage has not asked for: games that were played again because of a ruling that was
    /// undone, or that it asks for again once others are played, which were added since.
    pub unasked: BTreeMap<MatchKey, GameResult>,
}

impl<'a> ResultLoader<'a> {
    /// Loads results into a stage that has not handed out a match yet.
    pub fn new(stage: &'a mut Stage) -> ResultLoader<'a> {
        ResultLoader { stage, next: None, early: BTreeMap::new(), pending: Vec::new() }
    }

    /// The next result on record; keys only grow.
    ///
    /// # Errors
    /// When the stage already has it.
    pub fn add(&mut self, key: MatchKey, result: GameResult) -> Result<(), ResultError> {
        while let Some(fixture) = self.next.take().or_else(|| self.stage.next_fixture()) {
            if fixture.key == key {
                let _ = self.stage.record(key, result)?;
                return Ok(());
            }
            if fixture.key > key {
                self.next = Some(fixture);
                break;
            }
            self.settle(fixture)?;
        }
        self.early.insert(key, result);
        Ok(())
    }

    /// Settles a match whose result will not come later: it came early, or is not on record.
    fn settle(&mut self, fixture: Fixture) -> Result<(), ResultError> {
        match self.early.remove(&fixture.key) {
            Some(result) => {
                let _ = self.stage.record(fixture.key, result)?;
            }
            None => self.pending.push(fixture),
        }
        Ok(())
    }

    /// Ends the record. If everything that the stage has asked for is there, further rounds are opened, so that the
    /// stage knows whether it [is over](Stage::is_over).
    ///
    /// # Errors
    /// When there is a match on record that no stage of this plan asks for.
    pub fn finish(mut self) -> Result<LoadedResults, ResultError> {
        if let Some(fixture) = self.next.take() {
            self.settle(fixture)?;
        }
        while !self.early.is_empty()
            && let Some(fixture) = self.stage.next_fixture()
        {
            self.settle(fixture)?;
        }
        let unasked = self.early;
        match unasked.keys().find(|key| key.attempt() == 0) {
            Some(&key) => Err(ResultError::Unasked(key)),
            None if self.stage.was_stopped() => Ok(LoadedResults { pending: Vec::new(), unasked }),
            None => {
                if self.pending.is_empty() {
                    self.stage.open_rounds();
                }
                Ok(LoadedResults { pending: self.pending, unasked })
            }
        }
    }
}
