//! The changes that a run adopted. The hash of each covers the earlier ones, and the inputs that it replaced.

use std::collections::BTreeMap;

use rusqlite::params;

use crate::inputs::write;
use crate::packed_lists::lines;
use crate::{EntrantRow, Inputs, Ledger, LedgerError, schema, seal};

/// A change to the tournament, adopted by a run that had begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adoption {
    /// The changes, one per line, without private data.
    pub changes: Vec<String>,
    /// Number of matches on record at that time.
    pub matches: u64,
    /// Number of rulings at that time.
    pub rulings: u64,
    /// The tournament's text before the change.
    pub before: String,
}

/// A row of `adoption` as it is stored.
pub(crate) struct StoredAdoption {
    pub(crate) id: i64,
    pub(crate) adoption: Adoption,
    hash: [u8; 32],
}

/// The inputs of a run at some time, without the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputsAt {
    /// The tournament's text.
    pub toml: String,
    /// The entrants, in the order of their ids.
    pub entrants: Vec<EntrantRow>,
    /// The other files, by name.
    pub files: BTreeMap<String, String>,
}

impl Ledger {
    /// Returns the adopted changes in order.
    ///
    /// # Errors
    /// If the changes cannot be read, or were altered since they were written.
    pub fn adoptions(&self) -> Result<Vec<Adoption>, LedgerError> {
        let hashed = self.hashed_adoptions()?;
        Ok(hashed.into_iter().map(|(adoption, _)| adoption).collect())
    }

    /// Returns the inputs of the run after the given number of adopted changes.
    ///
    /// # Errors
    /// If the inputs cannot be read.
    pub fn inputs_at(&self, adoptions: usize) -> Result<InputsAt, LedgerError> {
        match self.adoptions()?.into_iter().nth(adoptions) {
            None => {
                Ok(InputsAt { toml: self.fact("toml")?, entrants: self.entrants()?, files: self.files()? })
            }
            Some(next) => {
                let (entrants, files) = self.replaced_by(adoptions + 1)?;
                Ok(InputsAt { toml: next.before, entrants, files })
            }
        }
    }

    /// Returns the entrants and files that the adopted change with this number replaced.
    pub(crate) fn replaced_by(
        &self,
        number: usize,
    ) -> Result<(Vec<EntrantRow>, BTreeMap<String, String>), LedgerError> {
        let entrants = self.entrants_in(&format!("entrant_before WHERE adoption = {number} ORDER BY id"))?;
        Ok((entrants, self.files_in(&format!("file_before WHERE adoption = {number}"))?))
    }

    /// Returns the hash over all adopted changes.
    pub(crate) fn adopted(&self) -> Result<[u8; 32], LedgerError> {
        Ok(self.hashed_adoptions()?.last().map_or(seal::NOTHING_BEFORE, |(_, hash)| *hash))
    }

    /// Returns the adopted changes, each with its hash.
    pub(crate) fn hashed_adoptions(&self) -> Result<Vec<(Adoption, [u8; 32])>, LedgerError> {
        let mut hash = seal::NOTHING_BEFORE;
        let mut adoptions = Vec::new();
        for (number, stored) in (1..).zip(self.stored_adoptions()?) {
            let StoredAdoption { id, adoption, hash: stored } = stored;
            let (entrants, files) = self.replaced_by(number)?;
            hash = seal::of_adoption(&hash, &adoption, (&entrants, &files));
            if id != number as i64 || hash != stored {
                return Err(LedgerError::damaged(format!("adopted change {number} has been changed")));
            }
            adoptions.push((adoption, hash));
        }
        Ok(adoptions)
    }

    /// Returns the adopted changes as they are stored.
    pub(crate) fn stored_adoptions(&self) -> Result<Vec<StoredAdoption>, LedgerError> {
        self.collect(
            "read the adopted changes",
            "SELECT id, changes, matches, rulings, before, hash FROM adoption ORDER BY id",
            [],
            |row| {
                let changes: String = row.get(1)?;
                let adoption = Adoption {
                    changes: lines(&changes),
                    matches: row.get::<_, i64>(2)? as u64,
                    rulings: row.get::<_, i64>(3)? as u64,
                    before: row.get(4)?,
                };
                Ok(StoredAdoption { id: row.get(0)?, adoption, hash: row.get(5)? })
            },
        )
    }

    /// Replaces the inputs of the run, and records the change together with the previous inputs. Modules are never
    /// removed. The stage `reopened`, if given, is no longer complete.
    ///
    /// # Errors
    /// If the change cannot be written. In that case nothing is changed.
    pub fn adopt(
        &mut self,
        adoption: &Adoption,
        inputs: Inputs<'_>,
        reopened: Option<u16>,
    ) -> Result<(), LedgerError> {
        let hashed = self.hashed_adoptions()?;
        let number = hashed.len() as i64 + 1;
        let previous = hashed.last().map_or(seal::NOTHING_BEFORE, |(_, hash)| *hash);
        let hash = seal::of_adoption(&previous, adoption, (&self.entrants()?, &self.files()?));
        let identity = self.identity()?;
        let (salts, shared) = (self.salts, &self.shared);
        let doing = "adopt a change";
        let transaction = self.connection.transaction().map_err(LedgerError::sqlite(doing))?;
        let adopted = || -> rusqlite::Result<()> {
            transaction.execute("INSERT INTO entrant_before SELECT ?1, * FROM entrant", [number])?;
            transaction.execute("INSERT INTO file_before SELECT ?1, * FROM file", [number])?;
            transaction.execute_batch("DELETE FROM meta; DELETE FROM file; DELETE FROM entrant")?;
            if shared.insert(&transaction, inputs.modules)? {
                transaction.pragma_update(None, "user_version", schema::EXTENDED)?;
            }
            write(&transaction, inputs, &salts, (&identity, &hash))?;
            transaction.execute(
                "INSERT INTO adoption VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                params![
                    number,
                    adoption.changes.join("\n"),
                    adoption.matches as i64,
                    adoption.rulings as i64,
                    adoption.before,
                    &hash[..],
                ],
            )?;
            if let Some(stage) = reopened {
                transaction.execute(schema::REOPEN, [i64::from(stage)])?;
            }
            Ok(())
        };
        adopted().map_err(LedgerError::sqlite(doing))?;
        transaction.commit().map_err(LedgerError::sqlite(doing))
    }
}
