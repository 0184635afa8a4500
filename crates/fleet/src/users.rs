//! The users of a fleet.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{FleetError, PublicKey};

/// Maximum length of a name in characters.
const LONGEST_NAME: usize = 64;

/// The users of a fleet, as `fleet.json` lists them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UserRegister {
    format: Format,
    /// The users by their names.
    pub users: BTreeMap<String, User>,
}

/// The version of the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
enum Format {
    #[default]
    #[serde(rename = "muster fleet 1")]
    First,
}

/// A user who may sign in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct User {
    /// The user's role.
    pub role: Role,
    /// The public key; only the user's own file has the seed.
    pub key: PublicKey,
}

/// A user's role.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Plays matches.
    Worker,
    /// Has matches played.
    Coordinator,
}

impl UserRegister {
    /// Adds a user.
    ///
    /// # Errors
    /// When the name is invalid or taken.
    pub fn add(&mut self, name: &str, user: User) -> Result<(), FleetError> {
        check_name(name)?;
        if self.users.contains_key(name) {
            return Err(FleetError::Taken(name.to_owned()));
        }
        self.users.insert(name.to_owned(), user);
        Ok(())
    }

    /// The users' names, by the text of their keys.
    pub fn names(&self) -> BTreeMap<String, String> {
        self.users.iter().map(|(name, user)| (user.key.to_string(), name.clone())).collect()
    }

    /// Removes a user.
    ///
    /// # Errors
    /// When there is none of this name.
    pub fn remove(&mut self, name: &str) -> Result<User, FleetError> {
        self.users.remove(name).ok_or_else(|| FleetError::Unknown(name.to_owned()))
    }
}

/// Checks that a name can be that of a file on every system.
fn check_name(name: &str) -> Result<(), FleetError> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let begins_well = name.starts_with(|c: char| c.is_ascii_alphanumeric());
    if begins_well && name.len() <= LONGEST_NAME && name.chars().all(is_plain) {
        return Ok(());
    }
    Err(FleetError::Name(name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Key;

    #[test]
    fn a_name_is_taken_once_and_is_one_for_files() {
        let user = || User { role: Role::Worker, key: Key::fresh().public() };
        let mut register = UserRegister::default();
        register.add("pc-1", user()).unwrap();
        assert!(matches!(register.add("pc-1", user()), Err(FleetError::Taken(_))));
        for name in ["", "-a", "a/b", "..", "a b", "a.b", "ä", "x\n", &"a".repeat(65)] {
            assert!(matches!(register.add(name, user()), Err(FleetError::Name(_))), "{name:?}");
        }
        register.remove("pc-1").unwrap();
        assert!(matches!(register.remove("pc-1"), Err(FleetError::Unknown(_))));
    }
}
