//! One file per language.

/// A file of the kits that is equal for all games: its path in the kit, then its path in `bots/kit`.
macro_rules! common {
    ($path:literal, $file:literal) => {
        ($path, include_str!(concat!("../../../../bots/kit/", $file)))
    };
}

/// A file of a language's folder in `starters/`: its path in the project, then its path in `starters/`.
macro_rules! starter {
    ($path:literal, $file:literal) => {
        ($path, include_str!(concat!("../../starters/", $file)))
    };
}

pub(crate) mod assemblyscript;
pub(crate) mod c;
pub(crate) mod cpp;
pub(crate) mod d;
pub(crate) mod go;
pub(crate) mod javascript;
pub(crate) mod nim;
pub(crate) mod python;
pub(crate) mod rust;
pub(crate) mod typescript;
pub(crate) mod zig;

use crate::language::Language;

/// All languages, the most common first.
pub const LANGUAGES: &[&Language] = &[
    &python::PYTHON,
    &javascript::JAVASCRIPT,
    &typescript::TYPESCRIPT,
    &c::C,
    &cpp::CPP,
    &rust::RUST,
    &go::GO,
    &zig::ZIG,
    &assemblyscript::ASSEMBLYSCRIPT,
    &d::D,
    &nim::NIM,
];

const NO_COMPILER: &str = "no package registry has a compiler of it to plain wasm modules";
const COLLECTED: &str = "its compilers to wasm need wasm's own garbage collection, which the sandbox refuses";

/// Unavailable languages, with the reason.
pub const UNAVAILABLE: &[(&str, &str)] = &[
    ("java", COLLECTED),
    ("kotlin", COLLECTED),
    ("csharp", NO_COMPILER),
    ("swift", NO_COMPILER),
    ("haskell", NO_COMPILER),
];

/// Aliases of languages, with the names used here.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("py", "python"),
    ("python3", "python"),
    ("js", "javascript"),
    ("node", "javascript"),
    ("ts", "typescript"),
    ("c++", "cpp"),
    ("cxx", "cpp"),
    ("rs", "rust"),
    ("golang", "go"),
    ("as", "assemblyscript"),
    ("dlang", "d"),
];

impl Language {
    /// Returns the language with a name or a common alias: `js`, `c++`.
    pub fn find(name: &str) -> Option<&'static Language> {
        let name = name.to_ascii_lowercase();
        let meant = OTHER_NAMES.iter().find(|(other, _)| *other == name).map_or(&*name, |(_, meant)| meant);
        LANGUAGES.iter().copied().find(|language| language.name == meant)
    }
}
