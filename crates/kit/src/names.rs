//! Names that the kits of a game cannot use: reserved words of the languages, and words of the kits themselves.

use std::collections::BTreeMap;

use game::{Game, view};

use crate::text::{camel, identifier};

/// Words that cannot name a Python or JavaScript function. Actions are functions there; in the other languages their
/// names follow a prefix.
const SCRIPTS: &str = "and arguments as assert async await break case catch class const continue debugger def default \
    del delete do elif else enum eval except export extends false finally for from function global if implements import \
    in instanceof interface is lambda let new nonlocal not null or package pass private protected public raise return \
    static super switch this throw true try typeof undefined var void while with yield";

/// Words that the kits for scripts use as functions or constants.
const KITS: &str = "chance column_count expected int isinstance kind len list log_board muster piece_symbols print \
    range row_count square_ground square_names start_board view";

/// Words that cannot name a variable or member in C, C++, Rust, Go, Zig, AssemblyScript, D or Nim.
const COMPILED: &str = "abstract addr addrspace align alignas alignof allowzero and_eq any anyframe anytype asm assume auto \
    become bind bitand bitor block body bool box byte callconv cast cdouble cent cfloat chan char compl comptime concept \
    consteval constexpr constinit converter crate creal dchar decltype defer deprecated discard distinct div double dyn \
    dynamic_cast end errdefer errno error explicit extern fallthrough final float fn foreach foreach_reverse friend func \
    generic go goto idouble ifloat immutable impl include init inline inout int invariant ireal isize isnot iterator lazy \
    linksection long loop macro mangleof map match method mixin mod module move mut mutable namespace nil noalias noexcept \
    noinline nosuspend notin nothrow object of offsetof opaque operator or_eq orelse out override packed panic pragma priv \
    proc ptr pub pure real ref register reinterpret_cast requires restrict resume scope select self shared shl short shr \
    signed sizeof static_assert static_cast stderr stdin stdout stringof struct suspend synchronized template test \
    thread_local threadlocal trait tuple tupleof type typedef typeid typename ubyte ucent uint ulong union unittest \
    unreachable unsafe unsigned unsized use ushort usingnamespace usize using version virtual volatile wchar_t where xor \
    xor_eq bot position result seen std";

/// Alternatives for words that games often use.
const OTHERS: &[(&str, &str)] = &[
    ("as", "form"),
    ("block", "barrier"),
    ("body", "trunk"),
    ("box", "crate_number"),
    ("case", "situation"),
    ("char", "letter"),
    ("class", "category"),
    ("const", "fixed"),
    ("default", "standard"),
    ("delete", "remove"),
    ("discard", "throw_away"),
    ("do", "perform"),
    ("double", "twice"),
    ("end", "finish"),
    ("error", "mistake"),
    ("from", "origin"),
    ("go", "walk"),
    ("goto", "walk_to"),
    ("in", "inside"),
    ("is", "state"),
    ("kind", "sort"),
    ("match", "game_number"),
    ("mod", "remainder"),
    ("move", "step"),
    ("new", "fresh"),
    ("not", "no"),
    ("object", "thing"),
    ("of", "owner"),
    ("or", "other"),
    ("out", "outside"),
    ("package", "parcel"),
    ("pass", "skip"),
    ("position", "place"),
    ("private", "own"),
    ("public", "open"),
    ("raise", "bet_more"),
    ("range", "reach"),
    ("register", "record"),
    ("result", "outcome"),
    ("return", "give_back"),
    ("seen", "visible"),
    ("select", "choice"),
    ("self", "own"),
    ("short", "brief"),
    ("switch", "swap"),
    ("test", "trial"),
    ("this", "own"),
    ("throw", "toss"),
    ("type", "sort"),
    ("use", "apply"),
    ("view", "sight"),
    ("while", "during"),
    ("with", "partner"),
    ("yield", "give_way"),
];

/// Names of files in projects or in the languages' libraries.
const FILES: &str = "bot build config door game main math muster random root std string system test types";

/// The use of a name in kits.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// A function, which has a prefix in most languages.
    Action,
    /// A parameter.
    Part,
    /// A member.
    Member,
}

fn has(words: &str, name: &str) -> bool {
    words.split_ascii_whitespace().any(|word| word == name)
}

fn is_reserved(name: &str, kind: Use) -> bool {
    match kind {
        Use::Action => has(SCRIPTS, name) || has(KITS, name),
        // Python's kit writes `from_`; the other languages allow it.
        Use::Part if name == "from" => false,
        Use::Part | Use::Member => has(SCRIPTS, name) || has(COMPILED, name) || is_number_type(name),
    }
}

/// Returns `true` for `u8`, `i32` and so on, types of Zig and others.
fn is_number_type(name: &str) -> bool {
    name.strip_prefix(['u', 'i', 'f'])
        .is_some_and(|bits| !bits.is_empty() && bits.bytes().all(|digit| digit.is_ascii_digit()))
}

/// Returns another name for one that is reserved in one of the languages or by the kits, as a part of an action, a field
/// or a metric; `None` if the name can stay. Some of these names can be actions; [`misnomers`] knows them.
pub fn reserved(name: &str) -> Option<String> {
    is_reserved(name, Use::Member).then(|| other_name(name))
}

fn other_name(name: &str) -> String {
    let other = OTHERS.iter().find(|(word, _)| *word == name).map(|(_, other)| (*other).to_owned());
    other.unwrap_or_else(|| format!("{name}_value"))
}

/// Returns a sentence with another name for each name that the kits of a game cannot use. A game without such names has
/// kits in all languages.
pub fn misnomers(game: &dyn Game) -> Vec<String> {
    let mut found = Vec::new();
    let mut refuse = |what: &str, name: &str, other: &str| {
        found.push(format!(
            "{what} `{name}` has a name that is reserved in a language of bots or in their kits: call it `{other}`"
        ));
    };
    let file = identifier(game);
    if has(FILES, &file)
        || is_reserved(&file, Use::Member)
        || !file.starts_with(|it: char| it.is_ascii_lowercase())
    {
        refuse("the game", game.name(), &format!("the-{}-game", game.name()));
    }
    let layout = game.layout();
    for action in layout.actions {
        if is_reserved(action.name, Use::Action) {
            refuse("the action", action.name, &other_name(action.name));
        }
        for part in action.bits.iter().filter(|part| is_reserved(part.name, Use::Part)) {
            refuse(&format!("the part of `{}`", action.name), part.name, &other_name(part.name));
        }
    }
    for field in layout.fields {
        if view::HEADER.iter().any(|own| own.name == field.name) {
            refuse("the view field", field.name, &format!("game_{}", field.name));
        } else if is_reserved(field.name, Use::Member) {
            refuse("the view field", field.name, &other_name(field.name));
        }
    }
    for metric in game.metrics().iter().filter(|metric| is_reserved(metric.name, Use::Member)) {
        refuse("the metric", metric.name, &other_name(metric.name));
    }
    found.extend(collisions(game));
    found
}

/// Returns the names that are equal in a language: `a_b` and `ab` in Nim, `a_1` and `a1` in Go.
fn collisions(game: &dyn Game) -> Vec<String> {
    let layout = game.layout();
    let mut found = Vec::new();
    let fields = view::HEADER.iter().chain(layout.fields).map(|field| field.name.to_owned());
    let mut lists = vec![("view fields", fields.collect::<Vec<_>>())];
    // Functions of the kits are named after an action, or after an action and its part.
    let functions = layout.actions.iter().flat_map(|action| {
        let parts = action.bits.iter().map(|part| format!("{}_{}", action.name, part.name));
        std::iter::once(action.name.to_owned()).chain(parts)
    });
    lists.push(("actions, or an action with its part,", functions.collect()));
    for (what, names) in lists {
        let mut seen: BTreeMap<String, String> = BTreeMap::new();
        for name in names {
            if let Some(other) = seen.insert(camel(&name).to_lowercase(), name.clone())
                && other != name
            {
                found.push(format!(
                    "the {what} `{other}` and `{name}` are the same name in Nim or Go: rename one"
                ));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_name_is_free() {
        let words = [SCRIPTS, KITS, COMPILED].into_iter().flat_map(str::split_ascii_whitespace);
        for word in words {
            let other = other_name(word);
            assert!(!has(SCRIPTS, &other) && !has(KITS, &other) && !has(COMPILED, &other), "{word}: {other}");
        }
    }

    #[test]
    fn names_that_are_free_stay() {
        for name in ["column", "a", "to", "check", "call", "bet", "board", "square", "hand", "u", "i", "f"] {
            assert_eq!(reserved(name), None, "{name}");
        }
        for name in ["pass", "move", "double", "block", "u8", "i32", "type", "in"] {
            assert!(reserved(name).is_some(), "{name}");
        }
    }

    #[test]
    fn the_games_of_the_list_have_no_misnomers() {
        for game in games::GAMES {
            assert_eq!(misnomers(*game), [""; 0], "{}", game.name());
        }
    }
}
