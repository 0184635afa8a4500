//! The systems of the school that sign people in.

use std::fmt;

use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};

use super::SignOn;
use crate::ClassError;

/// A system of the school that signs people in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SchoolSystem {
    /// The teacher's name for it.
    pub name: String,
    /// The issuer of its messages.
    pub issuer: String,
    /// The id by which it knows the class.
    pub client: String,
    /// Its protocol.
    pub protocol: Protocol,
    /// The claim that identifies students: `email`, or one that contains the student's id in this class.
    pub student_claim: String,
    /// The role of the course's instructors in the class.
    pub instructors: StaffRole,
    /// The role of the course's teaching assistants in the class.
    pub assistants: StaffRole,
}

/// The protocol of a system, with its addresses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Protocol {
    /// LTI 1.3.
    Lti {
        /// The address to which the browser is sent for a sign-on.
        authorization: String,
        /// The address of access tokens.
        token: String,
        /// The audience of requests for access tokens; `None` if it is the address.
        audience: Option<String>,
        /// The address of the system's public keys.
        keys: String,
        /// The accepted deployments; empty to accept all.
        deployments: Vec<String>,
    },
    /// OpenID Connect. The provider describes its addresses itself, below the issuer.
    OpenId {
        /// The claim that identifies staff; empty if no staff sign on.
        #[serde(default)]
        staff_claim: String,
        /// The values of the claim that make a person a teacher.
        #[serde(default)]
        teachers: Vec<String>,
        /// The values of the claim that make a person an assistant of all sections.
        #[serde(default)]
        assistants: Vec<String>,
    },
}

/// The role in the class that a role in the school's system leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StaffRole {
    /// None: such people are not signed in.
    None,
    /// An assistant of all sections.
    #[default]
    Assistant,
    /// A teacher.
    Teacher,
}

/// The secret of the class at a provider. Its debug output does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct ClientSecret(pub String);

impl fmt::Debug for ClientSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ClientSecret(…)")
    }
}

impl SignOn {
    /// Returns all systems with their numbers, in the order in which they were added.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn systems(&self) -> Result<Vec<(i64, SchoolSystem)>, ClassError> {
        self.read(|connection| {
            let mut query =
                connection.prepare_cached("SELECT number, definition FROM system ORDER BY number")?;
            let rows = query.query_map([], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?;
            let rows = rows.collect::<rusqlite::Result<Vec<(i64, String)>>>()?;
            rows.into_iter().map(|(number, text)| Ok((number, parse(&text)?))).collect()
        })
    }

    /// Returns the system with a number; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn system(&self, number: i64) -> Result<Option<SchoolSystem>, ClassError> {
        self.read(|connection| find(connection, number))
    }

    /// Returns the class's secret at a provider; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn client_secret(&self, number: i64) -> Result<Option<ClientSecret>, ClassError> {
        self.read(|connection| {
            let query = "SELECT secret FROM system WHERE number = ?1";
            let found: Option<Option<String>> =
                connection.query_row(query, [number], |row| row.get(0)).optional()?;
            Ok(found.flatten().map(ClientSecret))
        })
    }

    /// Adds a system and returns its number.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add_system(
        &mut self,
        system: &SchoolSystem,
        secret: Option<&ClientSecret>,
    ) -> Result<i64, ClassError> {
        let definition = written(system);
        self.change("add a system", |change| {
            let insert = "INSERT INTO system (definition, secret) VALUES (?1, ?2)";
            change.execute(insert, params![definition, secret.map(|secret| &secret.0)])?;
            Ok(change.last_insert_rowid())
        })
    }

    /// Changes a system, and its secret if one is given. Another issuer or client ends all accounts and sessions of
    /// the system, whose ids mean nothing there. Other addresses or roles end those of staff. Returns `false` if there
    /// is no such system.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn change_system(
        &mut self,
        number: i64,
        system: &SchoolSystem,
        secret: Option<&ClientSecret>,
    ) -> Result<bool, ClassError> {
        let definition = written(system);
        self.change("change a system", |change| {
            let Some(earlier) = find(change, number)? else { return Ok(false) };
            if (&earlier.issuer, &earlier.client) != (&system.issuer, &system.client) {
                end_accounts(change, number)?;
            } else if (&earlier.protocol, earlier.instructors, earlier.assistants)
                != (&system.protocol, system.instructors, system.assistants)
            {
                super::account::remove(change, "system = ?1 AND role <> 'student'", params![number])?;
            }
            let update = "UPDATE system SET definition = ?2, secret = coalesce(?3, secret) WHERE number = ?1";
            change.execute(update, params![number, definition, secret.map(|secret| &secret.0)])?;
            Ok(true)
        })
    }

    /// Removes a system with its accounts, sessions and courses. Returns `false` if there is no such system.
    ///
    /// # Errors
    /// If the change cannot be written.
    pub fn remove_system(&mut self, number: i64) -> Result<bool, ClassError> {
        let removed = self.change("remove a system", |change| {
            end_accounts(change, number)?;
            Ok(change.execute("DELETE FROM system WHERE number = ?1", [number])? > 0)
        })?;
        // Its secret does not stay in the file.
        ledger::database::purge(&self.connection).map_err(ClassError::sqlite("remove a system"))?;
        Ok(removed)
    }
}

fn find(connection: &Connection, number: i64) -> rusqlite::Result<Option<SchoolSystem>> {
    let query = "SELECT definition FROM system WHERE number = ?1";
    let found: Option<String> = connection.query_row(query, [number], |row| row.get(0)).optional()?;
    found.map(|text| parse(&text)).transpose()
}

fn end_accounts(change: &Connection, system: i64) -> rusqlite::Result<()> {
    let accounts = "SELECT number FROM account WHERE system = ?1";
    change.execute(&format!("DELETE FROM session WHERE account IN ({accounts})"), [system])?;
    change.execute("DELETE FROM account WHERE system = ?1", [system])?;
    change.execute("DELETE FROM course WHERE system = ?1", [system])?;
    Ok(())
}

pub(super) fn written(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

pub(super) fn parse<T: serde::de::DeserializeOwned>(text: &str) -> rusqlite::Result<T> {
    let failed =
        |error| rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, Box::new(error));
    serde_json::from_str(text).map_err(failed)
}
