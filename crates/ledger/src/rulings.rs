//! The rulings of a ledger. The hash of each covers the earlier ones.

use rusqlite::params;
use tournament::rulings::RulingAction;
use tournament::{Ruling, Rulings};

use crate::ruling::{parse_ruling, ruling_text};
use crate::{Ledger, LedgerError, schema, seal};

impl Ledger {
    /// Returns the rulings in the order in which they were made.
    ///
    /// # Errors
    /// If the rulings cannot be read, or were altered since they were written.
    pub fn rulings(&self) -> Result<Rulings, LedgerError> {
        let rows = self.stored_rulings()?;
        let mut previous = seal::NOTHING_BEFORE;
        let mut rulings = Vec::new();
        for (number, (id, text, hash)) in (1..).zip(rows) {
            let damaged = |what: &str| LedgerError::damaged(format!("ruling {number} {what}"));
            if id != number {
                return Err(damaged("is missing"));
            }
            if hash != seal::of_ruling(&previous, &text) {
                return Err(damaged("has been changed, or the previous one has"));
            }
            previous = hash;
            rulings.push(parse_ruling(&text).ok_or_else(|| damaged("cannot be read"))?);
        }
        Rulings::new(rulings).map_err(|error| LedgerError::damaged(error.to_string()))
    }

    pub(crate) fn stored_rulings(&self) -> Result<Vec<(i64, String, [u8; 32])>, LedgerError> {
        self.collect("read the rulings", "SELECT id, text, hash FROM ruling ORDER BY id", [], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
    }

    /// Appends a ruling and returns its number, from 1. A stage with a game to be replayed is no longer complete.
    ///
    /// # Errors
    /// If the earlier rulings cannot be read, or the new one cannot be written.
    pub fn add_ruling(&mut self, ruling: &Ruling) -> Result<usize, LedgerError> {
        let rows = self.stored_rulings()?;
        let previous = rows.last().map_or(seal::NOTHING_BEFORE, |(_, _, hash)| *hash);
        let number = rows.len() + 1;
        let text = ruling_text(ruling);
        let hash = seal::of_ruling(&previous, &text);
        let mut add = || -> rusqlite::Result<()> {
            let transaction = self.connection.transaction()?;
            let row = params![number as i64, text, &hash[..]];
            transaction.execute("INSERT INTO ruling VALUES (?1, ?2, ?3)", row)?;
            if let RulingAction::Replay { game } = ruling.order {
                transaction.execute(schema::REOPEN, [i64::from(game.stage())])?;
            }
            transaction.commit()
        };
        add().map(|()| number).map_err(LedgerError::sqlite("write a ruling"))
    }
}
