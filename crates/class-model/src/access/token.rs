//! Tokens, which let programs act for a person.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::{Access, DAY, NOTED, Person, Secret};
use crate::{ClassError, Moment};

/// Maximum number of tokens per person.
const MOST: i64 = 20;

/// The purpose of a token. The token is good for nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// Reading the data that its owner may see.
    Read,
    /// Handing in, and reading the outcome.
    Submit,
    /// Deciding what staff may decide through the API, and reading the outcome.
    Teach,
}

/// A token without its secret, which is not stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The token's number in the class.
    pub number: i64,
    /// The owner, for whom the token acts.
    pub person: Person,
    /// The purpose.
    pub purpose: Purpose,
    /// The owner's name for the token.
    pub name: String,
    /// Creation time.
    pub made: Moment,
    /// Time of the last use, to the hour; `None` if there was none.
    pub used: Option<Moment>,
    /// Time at which the token ends.
    pub ends: Moment,
}

impl Purpose {
    /// All purposes.
    pub const ALL: [Purpose; 3] = [Purpose::Read, Purpose::Submit, Purpose::Teach];

    /// Returns the word for the purpose.
    pub fn word(self) -> &'static str {
        match self {
            Purpose::Read => "read",
            Purpose::Submit => "submit",
            Purpose::Teach => "teach",
        }
    }

    /// Returns the purpose that a word stands for; `None` if there is none.
    pub fn named(word: &str) -> Option<Purpose> {
        Purpose::ALL.into_iter().find(|purpose| purpose.word() == word)
    }
}

impl Access {
    /// Makes a token that ends after the given number of days, and returns its secret, which is stored nowhere;
    /// `None` if the person already has 20 tokens.
    ///
    /// # Errors
    /// If the token cannot be written, or the system gives no random numbers.
    pub fn make_token(
        &mut self,
        person: &Person,
        purpose: Purpose,
        name: &str,
        at: Moment,
        days: u32,
    ) -> Result<Option<Secret>, ClassError> {
        let secret = Secret::draw()?;
        let made = self.change("create a token", |change| {
            let (role, id, section) = person.columns();
            change.execute("DELETE FROM token WHERE ends < ?1", [at.millis()])?;
            let count = "SELECT count(*) FROM token WHERE role = ?1 AND name = ?2";
            if change.query_row(count, params![role, id], |row| row.get::<_, i64>(0))? >= MOST {
                return Ok(false);
            }
            let ends = at.after(i64::from(days).saturating_mul(DAY));
            change.execute(
                "INSERT INTO token (hash, role, name, section, purpose, label, made, ends)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                params![
                    secret.hash().bytes(),
                    role,
                    id,
                    section,
                    purpose.word(),
                    name,
                    at.millis(),
                    ends.millis()
                ],
            )?;
            Ok(true)
        })?;
        Ok(made.then_some(secret))
    }

    /// Returns the token of a secret and marks it as used; `None` if there is none, or it has ended.
    ///
    /// # Errors
    /// If the token cannot be read or written.
    pub fn token(&mut self, secret: &Secret, at: Moment) -> Result<Option<Token>, ClassError> {
        let query = format!("SELECT {COLUMNS} FROM token WHERE hash = ?1 AND ends >= ?2");
        let found = self.connection.prepare_cached(&query).and_then(|mut query| {
            query.query_row(params![secret.hash().bytes(), at.millis()], read).optional()
        });
        let Some(token) = found.map_err(ClassError::sqlite("read a token"))?.flatten() else {
            return Ok(None);
        };
        if token.used.is_none_or(|used| used.millis().saturating_add(NOTED) < at.millis()) {
            self.change("record that a token was used", |change| {
                let update = "UPDATE token SET used = ?2 WHERE number = ?1";
                change.execute(update, params![token.number, at.millis()])
            })?;
        }
        Ok(Some(token))
    }

    /// Returns the active tokens of a person, oldest first.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn tokens(&self, person: &Person, at: Moment) -> Result<Vec<Token>, ClassError> {
        let query = format!(
            "SELECT {COLUMNS} FROM token WHERE role = ?1 AND name = ?2 AND ends >= ?3 ORDER BY number"
        );
        let all = || -> rusqlite::Result<Vec<Token>> {
            let (role, name, _) = person.columns();
            let mut query = self.connection.prepare(&query)?;
            let rows = query.query_map(params![role, name, at.millis()], read)?;
            Ok(rows.collect::<rusqlite::Result<Vec<Option<Token>>>>()?.into_iter().flatten().collect())
        };
        all().map_err(ClassError::sqlite("read the tokens"))
    }

    /// Revokes a token of a person. Returns `true` if there was one.
    ///
    /// # Errors
    /// If the change cannot be written.
    pub fn revoke_token(&mut self, person: &Person, number: i64) -> Result<bool, ClassError> {
        self.change("revoke a token", |change| {
            let (role, name, _) = person.columns();
            let delete = "DELETE FROM token WHERE number = ?1 AND role = ?2 AND name = ?3";
            Ok(change.execute(delete, params![number, role, name])? > 0)
        })
    }
}

/// Ends all tokens of a person. Returns `true` if there were any.
pub(super) fn revoke_all(change: &Connection, person: &Person) -> rusqlite::Result<bool> {
    let (role, name, _) = person.columns();
    Ok(change.execute("DELETE FROM token WHERE role = ?1 AND name = ?2", params![role, name])? > 0)
}

const COLUMNS: &str = "role, name, section, number, purpose, label, made, used, ends";

/// Reads a token from a row; `None` for an unknown role or purpose.
fn read(row: &Row<'_>) -> rusqlite::Result<Option<Token>> {
    let purpose: String = row.get(4)?;
    let (Some(person), Some(purpose)) = (Person::read(row, 0)?, Purpose::named(&purpose)) else {
        return Ok(None);
    };
    Ok(Some(Token {
        number: row.get(3)?,
        person,
        purpose,
        name: row.get(5)?,
        made: Moment::from_millis(row.get(6)?),
        used: row.get::<_, Option<i64>>(7)?.map(Moment::from_millis),
        ends: Moment::from_millis(row.get(8)?),
    }))
}
