//! An order to workers to drop modules.

use hash::Hash;
use serde::{Deserialize, Serialize};

use super::Message;

/// Modules that workers have to drop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Forget(pub Vec<Hash>);

impl Message for Forget {
    const KIND: u8 = 0x61;
}
