//! A run's folder that cannot be used: what failed, and what to do about it.

use std::io::{self, ErrorKind};
use std::path::Path;

use game::visible_path;
use ledger::{LedgerError, RunFolder};
use run::RecordError;

use crate::exit::{Code, Failed};

/// The numbers of the errors "too many open files", in this process and in the system.
const TOO_MANY_FILES: [i32; 2] = [24, 23];

/// A command that failed because of a run's ledger.
pub(crate) fn explain(folder: &RunFolder, error: &LedgerError) -> Failed {
    hint(Failed::from_error(code_of(error), error), folder, error)
}

/// The exit code for an error of the ledger, the same in every command.
pub(crate) fn code_of(error: &LedgerError) -> Code {
    match error {
        LedgerError::Damaged { .. } => Code::No,
        LedgerError::File { .. }
        | LedgerError::Uncopied { .. }
        | LedgerError::Busy { .. }
        | LedgerError::Sqlite { .. }
        | LedgerError::OldSqlite { .. } => Code::Host,
        LedgerError::Locked { .. }
        | LedgerError::NoRun { .. }
        | LedgerError::HoldsRun { .. }
        | LedgerError::NotAFolder { .. }
        | LedgerError::Link { .. }
        | LedgerError::Occupied { .. }
        | LedgerError::NetworkFolder { .. }
        | LedgerError::Withheld { .. }
        | LedgerError::UnknownSchema { .. } => Code::Input,
    }
}

/// The exit code for an error of the record, the same in every command. A record that contradicts its own schedule is
/// damaged.
pub(crate) fn code_of_record(error: &RecordError) -> Code {
    match error {
        RecordError::Ledger(error) => code_of(error),
        RecordError::Schedule(_) | RecordError::Unscheduled(_) | RecordError::GoneOn(_) => Code::No,
        RecordError::Plan(_)
        | RecordError::SequentialTest
        | RecordError::Tournament
        | RecordError::Format { .. }
        | RecordError::NoRuling(_)
        | RecordError::Adoption(_)
        | RecordError::Ruling(_) => Code::Input,
    }
}

/// Adds what helps against an error of the ledger.
pub(crate) fn hint(failed: Failed, folder: &RunFolder, error: &LedgerError) -> Failed {
    let ledger = visible_path(&folder.ledger());
    match error {
        LedgerError::Damaged { .. } => failed.hint(format!("restore {ledger} from a copy")),
        LedgerError::Sqlite { .. } => failed.hint(format!(
            "check {ledger} and the disk it is on, then run the same command again; matches reported as played are kept"
        )),
        LedgerError::Busy { .. } => failed.hint("close that program, then run the same command again"),
        LedgerError::Uncopied { .. } => {
            failed.hint("set TMPDIR to a directory with more room, or make the ledger's directory writable")
        }
        LedgerError::File { path, source, .. } => failed.hint(what_helps(path, source)),
        LedgerError::Link { path } => {
            failed.hint(format!("replace {} by what it leads to", visible_path(path)))
        }
        LedgerError::NoRun { .. } => {
            failed.hint("give a folder written by `muster run`, for example reports/tank-war-class")
        }
        LedgerError::Locked { .. } => failed.hint("wait for that run to end"),
        _ => failed,
    }
}

/// What helps when the system refuses to read or write a file or directory.
pub(crate) fn what_helps(path: &Path, error: &io::Error) -> String {
    let path = visible_path(path);
    match error.kind() {
        ErrorKind::FileTooLarge => {
            "raise the file size limit (ulimit -f), then run the same command again".to_owned()
        }
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            format!("free some space on the disk that {path} is on, then run the same command again")
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            format!("check that {path} is readable and its directory writable")
        }
        ErrorKind::IsADirectory | ErrorKind::NotADirectory | ErrorKind::DirectoryNotEmpty => {
            format!("move away what is in the place of {path}")
        }
        _ if error.raw_os_error().is_some_and(|number| TOO_MANY_FILES.contains(&number)) => {
            "raise the limit of open files (ulimit -n), then run the same command again".to_owned()
        }
        _ => format!("check the disk that {path} is on, then run the same command again"),
    }
}

/// Says that a run was migrated, if it was, and where its original ledger is kept.
#[expect(clippy::print_stderr, reason = "neither a result nor an error, and not part of a stream of events")]
pub(crate) fn tell_migrated(original: Option<&Path>) {
    if let Some(original) = original {
        let original = visible_path(original);
        eprintln!("the run was migrated to a newer schema; the original ledger is kept as {original}");
    }
}
