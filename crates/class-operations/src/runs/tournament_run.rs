//! A tournament's run, from its beginning to its report.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use explain::{Error, Explain, Kind};
use games::GAMES;
use job::Executor;
use ledger::{Root, RunFolder};
use report::{ReportError, WrittenReport};
use runner::{Ending, Event, FEWER_AT_ONCE, Run, RunError, VoidMatch, host_failed};

use super::record_notes::{note_beginning, note_completion};
use super::run_folder::{explain_report, explain_run};
use crate::warning::Warning;

/// A new or resumed run of a tournament, with its class if there is one.
pub struct TournamentRun {
    run: Run,
    pub(crate) folder: RunFolder,
    class: Option<PathBuf>,
    remembered: Option<PathBuf>,
}

/// The result of a run that was played to its end.
#[derive(Debug)]
pub struct CompleteRun {
    /// The first page of the report.
    pub page: PathBuf,
    /// The root of the run; `None` if the report has none.
    pub root: Option<Root>,
    /// Warnings for the user.
    pub warnings: Vec<Warning>,
}

/// The reason why a run is not complete, or has no report.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The run cannot be continued.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The run is complete, but its report cannot be written.
    #[error(transparent)]
    Report(#[from] ReportError),
    /// The run was interrupted.
    #[error("interrupted; matches reported as played are kept")]
    Interrupted,
    /// The host failed three times at some matches.
    #[error("{}", host_failed(.0))]
    HostFailed(Vec<VoidMatch>),
}

impl Explain for PlayError {
    fn kind(&self) -> Kind {
        match self {
            PlayError::Run(error) => error.kind(),
            PlayError::Report(error) => error.kind(),
            PlayError::Interrupted | PlayError::HostFailed(_) => Kind::Incomplete,
        }
    }

    fn hints(&self) -> Vec<String> {
        match self {
            PlayError::Run(error) => error.hints(),
            PlayError::Report(error) => error.hints(),
            PlayError::Interrupted => vec!["run the same command again to resume".to_owned()],
            PlayError::HostFailed(_) => vec![
                "fix the cause, then run the same command again to resume".to_owned(),
                FEWER_AT_ONCE.to_owned(),
            ],
        }
    }
}

impl TournamentRun {
    /// Creates the run in a folder; `class` is the folder of its class.
    pub fn new(run: Run, folder: RunFolder, class: Option<PathBuf>) -> TournamentRun {
        TournamentRun { run, folder, class, remembered: None }
    }

    /// Caches the parts of the run's report in a folder, as [`report::write_keeping`] does.
    #[must_use]
    pub fn remembering(self, folder: Option<PathBuf>) -> TournamentRun {
        TournamentRun { remembered: folder, ..self }
    }

    /// Returns the reason why it is not complete, or has no report, with hints that name its folder.
    pub fn explain(&self, error: &PlayError) -> Error {
        match error {
            PlayError::Run(error) => explain_run(&self.folder, error),
            PlayError::Report(error) => explain_report(&self.folder, error),
            error => error.into(),
        }
    }

    /// Returns the run.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Records the cross-references between run and class, before anything is played.
    pub fn note_beginning(&self) -> Vec<Warning> {
        let class = self.class.as_ref();
        class.map(|class| note_beginning(class, &self.folder, self.run.record())).unwrap_or_default()
    }

    /// Plays the remaining matches, writes the report, and records the results in the class's record.
    ///
    /// # Errors
    /// If the run is not complete, or its report cannot be written.
    pub fn play(
        &mut self,
        executor: &dyn Executor,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(Event),
    ) -> Result<CompleteRun, PlayError> {
        match self.run.play(executor, stop, watch)? {
            Ending::Complete => {}
            Ending::Interrupted => return Err(PlayError::Interrupted),
            Ending::HostFailed { matches } => return Err(PlayError::HostFailed(matches)),
        }
        let kept = self.remembered.as_deref();
        let WrittenReport { site: page, root, .. } =
            report::write_keeping(&self.folder, self.run.record(), GAMES, kept)?;
        let warnings = match (&self.class, &root) {
            (Some(class), Some(root)) => note_completion(class, self.run.record(), root),
            _ => Vec::new(),
        };
        Ok(CompleteRun { page, root, warnings })
    }
}
