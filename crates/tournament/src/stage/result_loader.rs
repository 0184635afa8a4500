//! Loading of the results on record into a fresh stage.

use std::collections::BTreeMap;

use crate::{Fixture, GameResult, MatchKey, ResultError, Stage};

/// Passes the results of a record to a fresh stage, in the order of their keys. Holds only results that the schedule
/// requests out of that order.
#[derive(Debug)]
pub struct ResultLoader<'a> {
    stage: &'a mut Stage,
    /// The next requested match, whose key comes after the results read so far.
    next: Option<Fixture>,
    /// Results that were read and have not been requested so far.
    early: BTreeMap<MatchKey, GameResult>,
    pending: Vec<Fixture>,
}

/// The matches and results that remain after loading the results on record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadedResults {
    /// Matches that the stage has requested and that are not on record; it may request more.
    pub pending: Vec<Fixture>,
    /// Results on record that the stage has not requested: games that were played again because of a ruling that was
    /// undone, or games that it requests again once others, added since, are played.
    pub unasked: BTreeMap<MatchKey, GameResult>,
}

impl<'a> ResultLoader<'a> {
    /// Loads results into a stage that has not handed out a match yet.
    pub fn new(stage: &'a mut Stage) -> ResultLoader<'a> {
        ResultLoader { stage, next: None, early: BTreeMap::new(), pending: Vec::new() }
    }

    /// Adds the next result on record; keys must increase.
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

    /// Settles a match whose result will not come later: its result came early, or is not on record.
    fn settle(&mut self, fixture: Fixture) -> Result<(), ResultError> {
        match self.early.remove(&fixture.key) {
            Some(result) => {
                let _ = self.stage.record(fixture.key, result)?;
            }
            None => self.pending.push(fixture),
        }
        Ok(())
    }

    /// Ends the record. If the stage has all results that it has requested, opens further rounds, so that the stage
    /// knows whether it [is over](Stage::is_over).
    ///
    /// # Errors
    /// When there is a match on record that no stage of this plan requests.
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
