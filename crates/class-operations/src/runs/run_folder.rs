//! Opening of a run's folder.

use std::fs;
use std::path::{Path, PathBuf};

use class_model::{ClassFolder, Hash};
use explain::{Error, Kind};
use game::visible_path;
use ledger::{RunFolder, RunKind};
use report::ReportError;
use run_folder::{RecordError, RecordedRun};
use runner::RunError;

/// Opens a run for reading.
///
/// # Errors
/// If the folder contains no run, or one that cannot be read.
pub fn open_run(folder: &RunFolder) -> Result<RecordedRun, Error> {
    if !folder.holds_run() {
        return Err(Error::input(format!("{} contains no run", visible_path(folder.root())))
            .hint("give a folder written by `muster run`, for example reports/tank-war-class"));
    }
    RecordedRun::open_read_only(folder).map_err(|error| folder.explain(&error))
}

/// Opens the run of a tournament for reading.
///
/// # Errors
/// As [`open_run`]; or if it is a sequential test.
pub fn open_tournament(folder: &RunFolder) -> Result<RecordedRun, Error> {
    let run = open_run(folder)?;
    must_be_tournament(folder, &run)?;
    Ok(run)
}

/// Refuses a run that is a sequential test.
///
/// # Errors
/// If it is one.
pub fn must_be_tournament(folder: &RunFolder, run: &RecordedRun) -> Result<(), Error> {
    match run.header.kind {
        RunKind::Tournament => Ok(()),
        RunKind::SequentialTest => {
            let root = visible_path(folder.root());
            Err(Error::input(format!("{root} contains a sequential test, not a tournament")).hint(
                "`muster sprt … --out` resumes it, `muster verify` replays it, `muster rate` reads its games",
            ))
        }
    }
}

/// Returns the default folder of a tournament's run: `runs/NAME` of the class if its text is `tournaments/NAME.toml` of
/// that class, otherwise `reports/NAME`.
pub fn default_run_folder(tournament: &Path) -> PathBuf {
    let name = tournament.file_stem().unwrap_or_else(|| "run".as_ref());
    let class_of = |part: &Path| {
        let class = ClassFolder::at(part.parent()?);
        (part == class.tournaments() && class.holds_class()).then_some(class)
    };
    let part = tournament.parent().unwrap_or(Path::new(""));
    // For a path relative to the class's folder, only the full path finds the class.
    let class = class_of(part).or_else(|| class_of(&fs::canonicalize(Path::new(".").join(part)).ok()?));
    class.map_or_else(|| PathBuf::from("reports"), |class| class.runs()).join(name)
}

/// Returns the identity of a run, which stays the same when the run adopts a change.
///
/// # Errors
/// If it cannot be read.
pub fn run_identity(run: &RecordedRun) -> Result<Hash, Error> {
    let identity = run.ledger.identity().map_err(|error| Error::wrap(Kind::Refused, &error))?;
    identity.parse().map_err(|_| Error::new(Kind::Refused, "cannot read the run's hashes"))
}

/// Returns the reason why a run can neither begin nor be resumed, with hints that name its folder.
pub(crate) fn explain_run(folder: &RunFolder, error: &RunError) -> Error {
    match error {
        RunError::Ledger(error) => folder.explain(error),
        RunError::Undecided(_) => Error::from(error).hint("nothing was played or changed"),
        error => error.into(),
    }
}

/// Returns the reason why a run's record cannot be used, with hints that name its folder.
pub(crate) fn explain_record(folder: &RunFolder, error: &RecordError) -> Error {
    match error {
        RecordError::Ledger(error) => folder.explain(error),
        error => error.into(),
    }
}

/// Returns the reason why there is no new report, and how to get one. The run's record is intact, unless the error says
/// otherwise.
pub fn explain_report(folder: &RunFolder, error: &ReportError) -> Error {
    match error {
        ReportError::Record(error) => explain_record(folder, error),
        ReportError::File { .. } => Error::from(error).hint(format!(
            "`muster report {}` writes the report; the run and its previous report are untouched",
            visible_path(folder.root())
        )),
        error => error.into(),
    }
}
