//! Sign-on by systems of the school: course systems and providers of OpenID Connect, in a file of its own.
//!
//! The file has the class's secret keys and the systems' secrets, so that backups leave it out. A session is stored as a
//! hash. The person of a session is the one of its account at the moment, so that a new role applies at once.

mod account;
mod course;
mod key;
mod schema;
mod system;

use rusqlite::Connection;

pub use self::account::Account;
pub use self::course::LinkedCourse;
pub use self::key::StoredKey;
pub(crate) use self::schema::DATABASE;
pub use self::system::{ClientSecret, Protocol, SchoolSystem, StaffRole};
use crate::{ClassError, ClassFolder, side_database};

const READING: &str = "read the sign-on";

/// The systems of the school that sign people in, and their accounts.
pub struct SignOn {
    connection: Connection,
}

impl SignOn {
    /// Opens the file of a class. Creates it if there is none.
    ///
    /// # Errors
    /// If there is no class; or if the file cannot be read or written, is damaged, or is of another version of this
    /// program.
    pub fn open(folder: &ClassFolder) -> Result<SignOn, ClassError> {
        Ok(SignOn { connection: DATABASE.open(folder)? })
    }

    /// Opens the file like [`SignOn::open`]; `None` if there is none.
    ///
    /// # Errors
    /// As [`SignOn::open`].
    pub fn open_if_there(folder: &ClassFolder) -> Result<Option<SignOn>, ClassError> {
        if folder.private().join(DATABASE.file).is_file() { SignOn::open(folder).map(Some) } else { Ok(None) }
    }

    fn read<T>(&self, read: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, ClassError> {
        read(&self.connection).map_err(ClassError::sqlite(READING))
    }

    fn change<T>(
        &mut self,
        doing: &'static str,
        change: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, ClassError> {
        side_database::change(&mut self.connection, doing, change)
    }
}

#[cfg(test)]
mod tests;
