//! The exports a bot must have and the imports it may have.

mod preview1;

use std::fmt;

pub(crate) use preview1::FUNCTIONS as WASI_FUNCTIONS;

/// The module from which a bot may import host calls.
pub const MODULE: &str = "muster";
/// The module of WASI preview 1, answered by a stub that denies everything.
pub const WASI: &str = "wasi_snapshot_preview1";

/// A function type of 32-bit and 64-bit integers, spelled `ii:l` for `(i32, i32) -> i64`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature(pub(crate) &'static str);

impl Signature {
    /// Returns parameters and results as letters, `i` for `i32` and `l` for `i64`.
    pub fn letters(self) -> (&'static str, &'static str) {
        self.0.split_once(':').unwrap_or((self.0, ""))
    }
}

impl fmt::Display for Signature {
    /// Writes the form `func (i32, i32) -> i64`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = |letter: char| if letter == 'l' { "i64" } else { "i32" };
        let list = |letters: &str| letters.chars().map(word).collect::<Vec<_>>().join(", ");
        let (parameters, results) = self.letters();
        write!(f, "func ({}) -> ", list(parameters))?;
        if results.len() == 1 { f.write_str(&list(results)) } else { write!(f, "({})", list(results)) }
    }
}

/// Version of everything except the views that a bot can see of its host: host calls, and the answers of WASI. Any
/// change that may make the same bot play differently raises it. It is part of the engine fingerprint.
pub const VERSION: u32 = 4;

/// Returns the buffer's address for views of this many bytes.
pub const BUFFER: (&str, Signature) = ("muster_buffer", Signature("i:i"));
/// Returns the answer to the view in the buffer.
pub const CHOOSE: (&str, Signature) = ("muster_choose", Signature("i:l"));
/// The function that is called first, if the module exports it.
pub const INITIALIZE: (&str, Signature) = ("_initialize", Signature(":"));
/// The entry point of a program, which plays by lines that it reads and prints. It has no effect in a module that
/// also exports [`CHOOSE`].
pub const START: (&str, Signature) = ("_start", Signature(":"));
/// The export that marks compiled rules of a game.
pub const GAME: &str = "muster_game";
/// The section that marks a script's rules of a game, and holds its declaration as JSON.
pub const GAME_SECTION: &str = "muster.game";
/// The linear memory.
pub const MEMORY: &str = "memory";

/// Maximum bytes of an entrant's settings that are passed to a bot.
pub const SETTINGS_MAX: usize = 1_024;

/// The host calls of [`MODULE`].
pub const CALLS: [(&str, Signature); 21] = [
    ("legal_actions", Signature("ii:i")),
    ("remaining", Signature(":l")),
    ("game_remaining", Signature(":l")),
    ("offer", Signature("l:")),
    ("history", Signature("ii:i")),
    ("random", Signature(":l")),
    ("settings", Signature("ii:i")),
    ("log", Signature("ii:")),
    // Positions that the bot makes itself (`bot_protocol::positions`).
    ("position_here", Signature("ii:i")),
    ("position_read", Signature("ii:i")),
    ("position_after", Signature("ill:i")),
    ("position_playout", Signature("ii:i")),
    ("position_release", Signature("i:i")),
    ("position_phase", Signature("i:i")),
    ("position_legal", Signature("iiii:i")),
    ("position_metrics", Signature("iiii:i")),
    ("position_view", Signature("iiii:i")),
    ("position_events", Signature("illii:i")),
    ("position_text", Signature("iii:i")),
    ("position_children", Signature("iilii:i")),
    ("position_error", Signature("ii:i")),
];

/// Returns the type of an imported function; `None` if there is no such function.
pub fn import(module: &str, name: &str) -> Option<Signature> {
    let functions: &[(&str, Signature)] = match module {
        MODULE => &CALLS,
        WASI => &WASI_FUNCTIONS,
        _ => return None,
    };
    functions.iter().find(|(known, _)| *known == name).map(|(_, signature)| *signature)
}

/// Returns every function that a bot may import, with its module and type.
pub(crate) fn every_import() -> Vec<(&'static str, &'static str, Signature)> {
    let of = |module, functions: &[(&'static str, Signature)]| {
        functions.iter().map(|&(name, signature)| (module, name, signature)).collect::<Vec<_>>()
    };
    [of(MODULE, &CALLS), of(WASI, &WASI_FUNCTIONS)].concat()
}

/// Returns the names of the functions of [`WASI`].
pub fn wasi_names() -> impl Iterator<Item = &'static str> {
    WASI_FUNCTIONS.iter().map(|(name, _)| *name)
}
