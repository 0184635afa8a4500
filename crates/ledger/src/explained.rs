//! The kinds of ledger errors, with advice.

use explain::{Error, Explain, Kind, what_helps};
use game::visible_path;

use crate::error::LedgerError;
use crate::folder::RunFolder;

impl Explain for LedgerError {
    fn kind(&self) -> Kind {
        match self {
            LedgerError::Damaged { .. } => Kind::Damaged,
            LedgerError::File { .. }
            | LedgerError::Uncopied { .. }
            | LedgerError::Sqlite { .. }
            | LedgerError::OldSqlite { .. } => Kind::Host,
            LedgerError::Busy { .. } => Kind::Busy,
            LedgerError::Locked { .. } | LedgerError::HoldsRun { .. } | LedgerError::Occupied { .. } => {
                Kind::Conflict
            }
            LedgerError::NoRun { .. } | LedgerError::Withheld { .. } | LedgerError::Unshared { .. } => {
                Kind::NotFound
            }
            LedgerError::NotAFolder { .. }
            | LedgerError::Link { .. }
            | LedgerError::NetworkFolder { .. }
            | LedgerError::UnknownSchema { .. }
            | LedgerError::OldHashes => Kind::Input,
        }
    }

    fn hints(&self) -> Vec<String> {
        let hint = match self {
            LedgerError::Damaged { .. } => "restore the ledger from a copy".to_owned(),
            LedgerError::Sqlite { .. } => {
                "check the ledger and the disk it is on, then run the same command \
                                           again; matches reported as played are kept"
                    .to_owned()
            }
            LedgerError::Busy { .. } => "close that program, then run the same command again".to_owned(),
            LedgerError::Uncopied { .. } => {
                "set TMPDIR to a directory with more room, or make the ledger's directory writable".to_owned()
            }
            LedgerError::File { path, source, .. } => what_helps(path, source),
            LedgerError::Link { path } => format!("replace {} with its target", visible_path(path)),
            LedgerError::NoRun { .. } => {
                "give a folder written by `muster run`, for example reports/tank-war-class".to_owned()
            }
            LedgerError::Unshared { run, .. } => format!(
                "`muster class embed DIR {}` puts its modules into the run, where DIR is the folder of its class",
                visible_path(run)
            ),
            LedgerError::Locked { .. } => "wait for that run to end".to_owned(),
            LedgerError::Withheld { .. }
            | LedgerError::HoldsRun { .. }
            | LedgerError::NotAFolder { .. }
            | LedgerError::Occupied { .. }
            | LedgerError::NetworkFolder { .. }
            | LedgerError::UnknownSchema { .. }
            | LedgerError::OldHashes
            | LedgerError::OldSqlite { .. } => return Vec::new(),
        };
        vec![hint]
    }
}

impl RunFolder {
    /// Explains an error of this folder's ledger, with hints that name it.
    pub fn explain(&self, error: &LedgerError) -> Error {
        let ledger = visible_path(&self.ledger());
        let hints = match error {
            LedgerError::Damaged { .. } => vec![format!("restore {ledger} from a copy")],
            LedgerError::Sqlite { .. } => vec![format!(
                "check {ledger} and the disk it is on, then run the same command again; matches reported as played are kept"
            )],
            _ => error.hints(),
        };
        Error::wrap(error.kind(), error).hint_all(hints)
    }
}
