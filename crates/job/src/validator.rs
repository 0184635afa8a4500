//! What decides who may play.

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

/// Decides which modules may play, and makes modules of scripts. Whatever is decided about a module is decided by what it
/// contains: alike on every machine, or not at all.
pub trait Validator {
    /// The engine for which it admits modules: everything but the rules that a result depends on besides the bots.
    fn engine(&self) -> &str;

    /// What to do with a run or match whose engine, by its fingerprint, is not the one here.
    fn advice_on_engine(&self, recorded: &str, here: &str) -> String;

    /// Checks a module under the caps of a size class, and makes it ready to be played. The inner error has all reasons
    /// why it is refused, or says what keeps it from being decided about here.
    ///
    /// # Errors
    /// When nothing could be done at all, which says nothing about the module.
    fn validate(
        &self,
        module: &[u8],
        size: SizeClass,
    ) -> Result<Result<ReadyModule, NotAdmitted>, ValidatorError>;

    /// Makes a module of a script. The same files give the same bytes. The inner error says what is wrong with the
    /// script.
    ///
    /// # Errors
    /// When nothing could be done at all, which says nothing about the script.
    fn build(&self, script: &Script<'_>) -> Result<Result<ScriptBuild, NotBuilt>, ValidatorError>;

    /// The language of a script, by the name of its file; `None` if it is no name of a script.
    fn language(&self, file: &str) -> Option<&'static str>;

    /// Checks that a file of a script is a text that it may be, without building anything.
    ///
    /// # Errors
    /// When it is not: what its author is told.
    fn check_text(&self, file: &str, bytes: &[u8]) -> Result<(), NotBuilt>;

    /// The fingerprint of its engine and a game's rules: everything besides the bots that a result depends on.
    fn fingerprint(&self, game: &dyn Game) -> String {
        fingerprint(self.engine(), game)
    }
}

/// The fingerprint of an engine and a game's rules.
pub fn fingerprint(engine: &str, game: &dyn Game) -> String {
    format!("{engine}; {} rules {}", game.name(), game.version())
}

/// The end of an engine's fingerprint if compiled code checks the bounds of memory, because address space is scarce.
pub const CHECKED_BOUNDS: &str = " bounds=checked";

/// Whether two fingerprints are different, and in nothing but how memory is kept in its bounds.
pub fn differ_in_bounds_alone(one: &str, other: &str) -> bool {
    let bare = |fingerprint: &str| fingerprint.replace(CHECKED_BOUNDS, "");
    one != other && bare(one) == bare(other)
}

/// A module that was admitted. As long as it is held, jobs that name it can be played by the executors that belong to its
/// validator.
#[derive(Clone)]
pub struct ReadyModule {
    /// The BLAKE3 of its bytes.
    pub hash: Hash,
    /// The caps under which it was admitted.
    pub size: SizeClass,
    /// What it consists of.
    pub sizes: Sizes,
    _held: Arc<dyn Any + Send + Sync>,
}

impl ReadyModule {
    /// A module, with what keeps it ready for as long as that is held.
    pub fn new(hash: Hash, size: SizeClass, sizes: Sizes, held: Arc<dyn Any + Send + Sync>) -> ReadyModule {
        ReadyModule { hash, size, sizes, _held: held }
    }

    /// As what plays at a seat.
    pub const fn plays(&self) -> Plays {
        Plays::Module { hash: self.hash, size: self.size }
    }
}

impl fmt::Debug for ReadyModule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ReadyModule({}, {})", self.hash, self.size.name())
    }
}

/// The validator could do nothing at all: a failure of the host, in its own words.
#[derive(Debug, Error)]
#[error(transparent)]
pub struct ValidatorError(Box<dyn std::error::Error + Send + Sync>);

impl ValidatorError {
    /// A failure with its cause.
    pub fn new(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> ValidatorError {
        ValidatorError(cause.into())
    }
}
