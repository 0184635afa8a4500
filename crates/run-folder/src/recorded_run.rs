//! An opened folder of a run.

use config::Plan;
use game::Game;
use ledger::{
    EntrantRow, Ledger, LedgerError, MatchRow, PlayedRules, RecordedMatch, Root, RunFolder, RunHeader,
    RunKind, StoredRow,
};
use tournament::{MatchKey, RunSeed};

use crate::plan::{recorded_game, stored_plan};
use crate::sequential_test::SequentialTestPlan;
use crate::subject::Subject;
use crate::text_check::contradiction;
use crate::{RecordError, TournamentRecord};

/// An opened folder of a run: its record, its header and its entrants.
pub struct RecordedRun {
    /// The record of the run.
    pub ledger: Ledger,
    /// The kind of run, its game, text, engine and seed.
    pub header: RunHeader,
    /// The entrants, in the order of their ids.
    pub entrants: Vec<EntrantRow>,
}

impl RecordedRun {
    /// Opens a folder for reading. Changes nothing in it and trusts nothing in it.
    ///
    /// # Errors
    /// When the folder contains no run, or a run that cannot be read.
    pub fn open_read_only(folder: &RunFolder) -> Result<RecordedRun, LedgerError> {
        let ledger = Ledger::open_read_only(folder)?;
        let (header, entrants) = (ledger.header()?, ledger.entrants()?);
        Ok(RecordedRun { ledger, header, entrants })
    }

    /// The seed of all randomness in the run.
    pub fn seed(&self) -> RunSeed {
        RunSeed::from(self.header.seed)
    }

    /// Reads the subject of the run from its text.
    ///
    /// # Errors
    /// When the text cannot be read, or its game is not one of the given games.
    pub fn subject(&self, games: &[&'static dyn Game]) -> Result<Subject, RecordError> {
        if self.header.kind == RunKind::Tournament {
            return Ok(Subject::Tournament(Box::new(stored_plan(&self.ledger, &self.header, games)?)));
        }
        recorded_game(&self.ledger, games, &self.header.game)?;
        let what = "the text of the sequential test cannot be read".to_owned();
        let plan = SequentialTestPlan::read(&self.header.toml, games);
        Ok(Subject::SequentialTest(Box::new(plan.ok_or(LedgerError::Damaged { what })?)))
    }

    /// Reads the subject of the run from its text and checks that the record does not contradict it.
    ///
    /// # Errors
    /// As [`RecordedRun::subject`], and when the game, seed, files or entrants of the run differ from its text.
    pub fn checked_subject(&self, games: &[&'static dyn Game]) -> Result<Subject, RecordError> {
        let subject = self.subject(games)?;
        match &subject {
            Subject::Tournament(plan) => self.check_plan(plan)?,
            Subject::SequentialTest(plan) => {
                if (plan.game.key(), plan.seed) != (self.header.game.as_str(), self.header.seed) {
                    let what = "the run's game or seed differs from its text".to_owned();
                    return Err(LedgerError::Damaged { what }.into());
                }
            }
        }
        Ok(subject)
    }

    /// Checks that the record of a tournament does not contradict its plan.
    ///
    /// # Errors
    /// When the game, seed, files or entrants of the run differ from its text.
    pub fn check_plan(&self, plan: &Plan) -> Result<(), LedgerError> {
        match contradiction(&self.header, (&self.entrants, &self.ledger.files()?), plan) {
            None => Ok(()),
            Some(what) => Err(LedgerError::Damaged { what }),
        }
    }

    /// Returns the rules with which a match was played, or will be.
    ///
    /// # Errors
    /// When the record cannot be read, or the rules cannot be opened.
    pub fn game_of(
        &self,
        games: &[&'static dyn Game],
        key: MatchKey,
    ) -> Result<&'static dyn Game, RecordError> {
        let rules = PlayedRules::read(&self.ledger.files()?)?;
        self.game(games, rules.game_of(key).unwrap_or(&self.header.game))
    }

    /// Returns the game with a key that the run plays or has played.
    ///
    /// # Errors
    /// When the record cannot be read, or the rules cannot be opened.
    pub fn game(&self, games: &[&'static dyn Game], key: &str) -> Result<&'static dyn Game, RecordError> {
        recorded_game(&self.ledger, games, key)
    }

    /// Reads the plan of a tournament.
    ///
    /// # Errors
    /// When the run is not a tournament, its text cannot be read, or its game is not one of the given games.
    pub fn plan(&self, games: &[&'static dyn Game]) -> Result<Plan, RecordError> {
        match self.header.kind {
            RunKind::Tournament => stored_plan(&self.ledger, &self.header, games),
            RunKind::SequentialTest => Err(RecordError::SequentialTest),
        }
    }

    /// The root of the run; `None` until it is complete.
    ///
    /// # Errors
    /// When the record cannot be read, or its game is not one of the given games.
    pub fn root(&self, games: &[&'static dyn Game]) -> Result<Option<Root>, RecordError> {
        let subject = self.subject(games)?;
        if subject.fit(self)?.missing.is_some() {
            return Ok(None);
        }
        Ok(self.ledger.root(&subject.terms())?)
    }

    /// Returns the match with the given key, if it is on record.
    ///
    /// # Errors
    /// When the match cannot be read or is damaged.
    pub fn find(&self, key: MatchKey) -> Result<Option<MatchRow>, LedgerError> {
        self.ledger.find_match(key)?.map(StoredRow::verified).transpose()
    }

    /// Returns the whole match with the given key; `None` if it is not on record. Its failures are checked to be
    /// complete.
    ///
    /// # Errors
    /// When it cannot be read or is damaged.
    pub fn find_whole(&self, key: MatchKey) -> Result<Option<RecordedMatch>, LedgerError> {
        let Some(row) = self.find(key)? else { return Ok(None) };
        let whole = self.ledger.whole(row)?;
        whole.check_losses()?;
        Ok(Some(whole))
    }

    /// The record of a tournament together with a plan.
    pub fn under<'a>(&'a self, plan: &'a Plan) -> TournamentRecord<'a> {
        let RecordedRun { ledger, entrants, .. } = self;
        TournamentRecord { ledger, plan, entrants, seed: self.seed(), only: None }
    }
}
