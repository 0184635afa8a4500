//! Reasons for refusing a module.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// One reason for refusing a module. Each names the limit; [`Objection::advice`] says what to do. No text in it is
/// longer than 240 bytes or contains a line break, regardless of the module.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
pub enum Objection {
    /// No bytes.
    #[error("the file is empty")]
    Empty,
    /// The file is over the cap and was not examined.
    #[error("the file has {size} bytes; at most {limit} are admitted")]
    TooLarge {
        /// Size in bytes, or one more than the limit if the file was not read to its end.
        size: u64,
        /// Maximum size in bytes.
        limit: u64,
    },
    /// Bytes that do not start like a module.
    #[error("the file is not a WebAssembly module: it does not start with \\0asm and version 1")]
    NotWasm,
    /// A component.
    #[error("the file is a WebAssembly component, not a core module")]
    Component,
    /// Malformed, truncated or ill-typed.
    #[error("the module is not valid: {message} (at byte {offset})")]
    Invalid {
        /// The parser's message.
        message: String,
        /// Byte offset of the error.
        offset: usize,
    },
    /// Something exceeds a cap.
    #[error("{place}{found} {what}; at most {limit} are admitted")]
    OverCap {
        /// The thing that exceeds its cap.
        what: Cow<'static, str>,
        /// `function 17 has `, `the module has `, …
        place: String,
        /// Number found.
        found: u64,
        /// Maximum number admitted.
        limit: u64,
    },
    /// A WebAssembly feature that is disabled here.
    #[error("the module uses {0}, which is not admitted")]
    Feature(Cow<'static, str>),
    /// An import that does not exist here.
    #[error("the module imports {module}.{name}, which does not exist here")]
    UnknownImport {
        /// As the module spells it.
        module: String,
        /// As the module spells it.
        name: String,
    },
    /// An import with the wrong type.
    #[error("the module imports {module}.{name} as {found}; its type is {due}")]
    MistypedImport {
        /// As the module spells it.
        module: String,
        /// As the module spells it.
        name: String,
        /// The type that the module expects.
        found: String,
        /// Its real type.
        due: String,
    },
    /// A missing export.
    #[error("the module does not export {name}, {due}")]
    MissingExport {
        /// Its name.
        name: Cow<'static, str>,
        /// Its type.
        due: String,
    },
    /// An export with the wrong type.
    #[error("the module exports {name} as {found}; it must be {due}")]
    MistypedExport {
        /// Its name.
        name: Cow<'static, str>,
        /// The type in the module.
        found: String,
        /// The required type.
        due: String,
    },
    /// The rules of a game, offered as a bot.
    #[error("the module is the rules of a game, not a bot")]
    Rules,
    /// A bot, offered as the rules of a game.
    #[error("the module is a bot, not the rules of a game")]
    NoRules,
    /// The compiler gave up on the module.
    #[error("the module cannot be compiled: {0}")]
    Uncompilable(String),
    /// Number of further reasons that are not listed.
    #[error("{0} more reasons are not listed")]
    More(usize),
}

impl Objection {
    /// The name of the cap on the cost of compiling, as [`Objection::OverCap`] shows it.
    pub const COMPILE_COST: &str = "units of compiling cost";

    /// Returns advice for the author.
    pub fn advice(&self) -> &'static str {
        match self {
            Objection::Empty | Objection::NotWasm => {
                "hand in the .wasm file that the compiler made, not the source"
            }
            Objection::TooLarge { .. } => {
                "strip names and debug information (-s, --strip-all), or leave out data; interpreters need a \
                 tournament that admits size = \"script\""
            }
            Objection::Component => "build a core module (wasm32-unknown-unknown or wasm32-wasip1)",
            Objection::Invalid { .. } => "the file was cut off or damaged: build it again and copy it whole",
            Objection::OverCap { what, .. } if what == Objection::COMPILE_COST => {
                "split very large functions, above all those with deep loops, many branches or many variables, or build \
                 for size (-Os); interpreters need a tournament that admits size = \"script\""
            }
            Objection::OverCap { .. } => {
                "make the function or the data smaller, or turn optimisation on; interpreters need a tournament \
                 that admits size = \"script\""
            }
            Objection::Feature(_) => {
                "switch the feature off in the compiler, for example with -mno-… or -C \
                                      target-feature=-…"
            }
            Objection::UnknownImport { .. } => {
                "a bot may import only what the module `muster` offers, and the stub of WASI preview 1"
            }
            Objection::MistypedImport { .. }
            | Objection::MissingExport { .. }
            | Objection::MistypedExport { .. } => "use the starter kit's header, or compare with its example",
            Objection::Rules => "use it as the game, and enter bots that play it",
            Objection::NoRules => {
                "name the module of a game, which exports muster_game, or a script that begins as `muster game new` does"
            }
            Objection::Uncompilable(_) => "build it with another optimisation level, and report it",
            Objection::More(_) => "fix the causes of those that are listed, and check again",
        }
    }
}

/// Maximum number of reasons that a refusal lists.
const LISTED: usize = 20;

/// All reasons for refusing a module, or the first twenty and the number of others. Never empty.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, Deserialize)]
pub struct Refusal {
    objections: Vec<Objection>,
}

impl Refusal {
    /// Returns a refusal; `None` if there is no objection.
    pub fn from_objections(mut objections: Vec<Objection>) -> Option<Refusal> {
        if objections.len() > LISTED {
            let more = objections.len() - LISTED;
            objections.truncate(LISTED);
            objections.push(Objection::More(more));
        }
        (!objections.is_empty()).then_some(Refusal { objections })
    }

    /// The reasons in the order of the checks.
    pub fn objections(&self) -> &[Objection] {
        &self.objections
    }
}

impl From<Objection> for Refusal {
    fn from(objection: Objection) -> Refusal {
        Refusal { objections: vec![objection] }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, objection) in self.objections.iter().enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(f, "{separator}{objection}")?;
        }
        Ok(())
    }
}
