//! The identity that counts as one player.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The definition of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PlayerIdentity {
    /// A module with its settings, under any name.
    Bot,
    /// A name, with any module.
    Entrant,
}
