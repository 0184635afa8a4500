//! The class's keys for signed messages.

use rusqlite::params;

use super::SignOn;
use crate::{ClassError, Moment};

/// Time for which a replaced key stays published, in milliseconds: seven days, since other systems keep keys for a while.
const PUBLISHED: i64 = 7 * 24 * 60 * 60 * 1000;

/// A key of the class.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredKey {
    /// The public key, as JSON.
    pub public: String,
    /// The secret key pair.
    pub pair: Vec<u8>,
}

impl SignOn {
    /// Returns the current secret key pair; `None` if there is none yet.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn key_pair(&self) -> Result<Option<Vec<u8>>, ClassError> {
        self.read(|connection| {
            let query = "SELECT pair FROM key WHERE pair IS NOT NULL ORDER BY number DESC LIMIT 1";
            let mut query = connection.prepare_cached(query)?;
            let mut rows = query.query_map([], |row| row.get(0))?;
            rows.next().transpose()
        })
    }

    /// Returns the public keys to publish, the current one first: that one, and those replaced within seven days.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn public_keys(&self, now: Moment) -> Result<Vec<String>, ClassError> {
        self.read(|connection| {
            let query = "SELECT public FROM key WHERE replaced IS NULL OR replaced > ?1 ORDER BY number DESC";
            let mut query = connection.prepare_cached(query)?;
            let rows = query.query_map([now.millis() - PUBLISHED], |row| row.get(0))?;
            rows.collect()
        })
    }

    /// Makes a key the current one. The pair of the earlier key is deleted.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn replace_key(&mut self, key: &StoredKey, at: Moment) -> Result<(), ClassError> {
        self.change("replace the key", |change| {
            let update = "UPDATE key SET pair = NULL, replaced = coalesce(replaced, ?1)";
            change.execute(update, [at.millis()])?;
            change.execute("DELETE FROM key WHERE replaced <= ?1", [at.millis() - PUBLISHED])?;
            let insert = "INSERT INTO key (public, pair, made) VALUES (?1, ?2, ?3)";
            change.execute(insert, params![key.public, key.pair, at.millis()])
        })?;
        ledger::database::purge(&self.connection).map_err(ClassError::sqlite("replace the key"))
    }
}
