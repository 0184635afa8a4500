//! A sample bot.

use std::fmt;

use hash::Hash;
use referee::Builtin;

/// A sample bot with its module.
pub struct Opponent {
    /// The name of the game that it plays.
    pub game: &'static str,
    /// Its name, which is unique in its game: `greedy`.
    pub name: &'static str,
    /// Its strategy in a few words.
    pub about: &'static str,
    /// Its module.
    pub module: &'static [u8],
}

impl Opponent {
    /// The hash of its module.
    pub fn hash(&self) -> Hash {
        Hash::of(self.module)
    }

    /// Its name if the game is unknown: `builtin:tank-war/greedy`.
    pub fn full_name(&self) -> String {
        format!("{}{}/{}", Builtin::PREFIX, self.game, self.name)
    }
}

/// Its name if the game is known: `builtin:greedy`.
impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Builtin::PREFIX, self.name)
    }
}

impl fmt::Debug for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.full_name())
    }
}

impl PartialEq for Opponent {
    fn eq(&self, other: &Opponent) -> bool {
        (self.game, self.name) == (other.game, other.name)
    }
}

impl Eq for Opponent {}
