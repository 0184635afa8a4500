//! The trait for deciding which modules may play.

mod caps;
mod refusal;
mod sizes;
mod undecided;

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use game::Game;
use hash::Hash;
use thiserror::Error;

pub use self::caps::Caps;
pub use self::refusal::{Objection, Refusal};
pub use self::sizes::Sizes;
pub use self::undecided::{NotAdmitted, Undecided};
use crate::script::{NotBuilt, Script, ScriptBuild};
use crate::{Plays, SizeClass};

/// Decides which modules may play, and builds modules from scripts. A decision depends only on the module's contents:
/// it is the same on every machine, or is not made at all.
pub trait Validator {
    /// The engine for which it admits modules: everything that a result depends on except the rules and the bots.
    fn engine(&self) -> &str;

    /// Returns advice about a run or match that was recorded by another engine, given both fingerprints.
    fn advice_on_engine(&self, recorded: &str, here: &str) -> String;

    /// Checks a module under the caps of a size class and prepares it for playing. The inner error lists all reasons
    /// for a refusal, or says why this machine cannot decide.
    ///
    /// # Errors
    /// When the check itself failed, which says nothing about the module.
    fn validate(
        &self,
        module: &[u8],
        size: SizeClass,
    ) -> Result<Result<ReadyModule, NotAdmitted>, ValidatorError>;

    /// Builds a module from a script. The same files give the same bytes. The inner error describes the problem with
    /// the script.
    ///
    /// # Errors
    /// When the build itself failed, which says nothing about the script.
    fn build(&self, script: &Script<'_>) -> Result<Result<ScriptBuild, NotBuilt>, ValidatorError>;

    /// Returns the language of a script by its file name; `None` if the name is not a script's.
    fn language(&self, file: &str) -> Option<&'static str>;

    /// Checks that the text of a script file is acceptable, without building anything.
    ///
    /// # Errors
    /// When it is not, with the message for its author.
    fn check_text(&self, file: &str, bytes: &[u8]) -> Result<(), NotBuilt>;

    /// The fingerprint of its engine and a game's rules: everything that a result depends on except the bots.
    fn fingerprint(&self, game: &dyn Game) -> String {
        fingerprint(self.engine(), game)
    }
}

/// The fingerprint of an engine and a game's rules. That of a game from a file contains the hash of its module.
pub fn fingerprint(engine: &str, game: &dyn Game) -> String {
    match game.module() {
        // The hash in the key stands for a version of the rules.
        Some(_) => format!("{engine}; {}", game.key()),
        None => format!("{engine}; {} rules {}", game.name(), game.version()),
    }
}

/// The suffix of an engine's fingerprint if compiled code checks memory bounds because address space is scarce.
pub const CHECKED_BOUNDS: &str = " bounds=checked";

/// Returns `true` if two fingerprints differ only in how compiled code keeps memory accesses in bounds.
pub fn differ_in_bounds_alone(one: &str, other: &str) -> bool {
    let bare = |fingerprint: &str| fingerprint.replace(CHECKED_BOUNDS, "");
    one != other && bare(one) == bare(other)
}

/// An admitted module. While it is held, the executors that belong to its validator can play jobs that name it.
#[derive(Clone)]
pub struct ReadyModule {
    /// BLAKE3 hash of its bytes.
    pub hash: Hash,
    /// The caps under which it was admitted.
    pub size: SizeClass,
    /// The sizes of its parts.
    pub sizes: Sizes,
    _held: Arc<dyn Any + Send + Sync>,
}

impl ReadyModule {
    /// A module, with the value that must be held to keep it ready.
    pub fn new(hash: Hash, size: SizeClass, sizes: Sizes, held: Arc<dyn Any + Send + Sync>) -> ReadyModule {
        ReadyModule { hash, size, sizes, _held: held }
    }

    /// Returns the module if it can play.
    ///
    /// # Errors
    /// If it is the rules of a game.
    pub fn as_bot(self) -> Result<ReadyModule, NotAdmitted> {
        if self.sizes.rules { Err(Refusal::from(Objection::Rules).into()) } else { Ok(self) }
    }

    /// The module as the player at a seat.
    pub const fn plays(&self) -> Plays {
        Plays::Module { hash: self.hash, size: self.size }
    }
}

impl fmt::Debug for ReadyModule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ReadyModule({}, {})", self.hash, self.size.name())
    }
}

/// The validator itself failed: a failure of the host, in its own words.
#[derive(Debug, Error)]
#[error(transparent)]
pub struct ValidatorError(Box<dyn std::error::Error + Send + Sync>);

impl ValidatorError {
    /// A failure with its cause.
    pub fn new(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> ValidatorError {
        ValidatorError(cause.into())
    }
}
