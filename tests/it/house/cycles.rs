//! No two modules of a crate import one another, directly or through others.
//!
//! A module includes all modules below it: `play` imports everything that `play/shown_ply.rs` imports, and an import of
//! the latter is an import of `play`. The test compares siblings, in the root of the crate and in each folder.
//!
//! Included: a path that names another file of the crate by its module, as in `use crate::seat::SeatState`,
//! `use super::{player, seats::Seats}` or `crate::shown::counted(…)` in an expression, outside tests. It leads to the
//! deepest file that it names, so that `crate::stage::opening::x` refers to `stage/opening.rs`.
//!
//! Excluded: a name that a parent re-exports (`use crate::EntrantId`), since it is the vocabulary of all modules below
//! it; and imports between a file and its own parents: `stage.rs` uses its parts, and they know their parent.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::sources::{Module, files_of, paths_in};

/// Returns groups of modules of a crate that import one another, each with the paths of its modules in order.
pub(crate) fn cycles_of(crate_folder: &Path) -> Vec<Vec<String>> {
    groups(&imports_between(&files_of(crate_folder)))
}

/// Returns the imports of each module from its siblings.
fn imports_between(files: &BTreeMap<Module, String>) -> BTreeMap<Module, BTreeSet<Module>> {
    let mut imports: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (own, code) in files {
        for path in paths_in(code) {
            let Some(other) = file_named(own, &path, files) else { continue };
            let shared = own.iter().zip(other).take_while(|(one, other)| one == other).count();
            // A file and its own parents are not siblings.
            if shared < own.len() && shared < other.len() {
                imports.entry(own[..=shared].to_vec()).or_default().insert(other[..=shared].to_vec());
            }
        }
    }
    imports
}

/// Returns the file that a path leads to; `None` if it leads out of the crate.
fn file_named<'f>(own: &Module, path: &[String], files: &'f BTreeMap<Module, String>) -> Option<&'f Module> {
    let mut module = own.clone();
    let rest = match path.first()?.as_str() {
        "crate" => {
            module.clear();
            &path[1..]
        }
        "self" => &path[1..],
        "super" => {
            let ups = path.iter().take_while(|word| *word == "super").count();
            module.truncate(module.len().saturating_sub(ups));
            &path[ups..]
        }
        _ => path,
    };
    for word in rest {
        module.push(word.clone());
        if !files.contains_key(&module) {
            module.pop();
            break;
        }
    }
    files.get_key_value(&module).map(|(file, _)| file)
}

/// Returns groups of modules that can reach one another.
fn groups(imports: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<Vec<String>> {
    let reached: BTreeMap<&Module, BTreeSet<&Module>> =
        imports.keys().map(|module| (module, reached_from(module, imports))).collect();
    let mut groups: BTreeSet<Vec<String>> = BTreeSet::new();
    for (&module, others) in &reached {
        let is_back = |other: &&&Module| reached.get(**other).is_some_and(|back| back.contains(module));
        let group: BTreeSet<String> = others.iter().filter(is_back).map(|other| other.join("/")).collect();
        if !group.is_empty() {
            groups.insert(group.into_iter().collect());
        }
    }
    groups.into_iter().collect()
}

/// Returns every module that a module imports, directly or through others; itself only if a cycle leads back to it.
fn reached_from<'m>(
    module: &'m Module,
    imports: &'m BTreeMap<Module, BTreeSet<Module>>,
) -> BTreeSet<&'m Module> {
    let mut reached = BTreeSet::new();
    let mut next = vec![module];
    while let Some(module) = next.pop() {
        next.extend(imports.get(module).into_iter().flatten().filter(|&other| reached.insert(other)));
    }
    reached
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Returns the cycles of a crate with these files.
    fn cycles(files: &[(&str, &str)]) -> Vec<Vec<String>> {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join("src").join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        cycles_of(folder.path())
    }

    #[test]
    fn a_cycle_of_any_length_is_found() {
        let root = ("lib.rs", "mod a;\nmod b;\nmod c;");
        let straight =
            [root, ("a.rs", "use crate::b::B;"), ("b.rs", "use super::c::{C, D as E};"), ("c.rs", "")];
        assert!(cycles(&straight).is_empty());
        let [_, a, b, _] = straight;
        assert_eq!(cycles(&[root, a, b, ("c.rs", "fn f() { crate::a::g() }")]), [["a", "b", "c"]]);
        let in_one_use = ("b.rs", "use crate::{c, a::{self, X}};");
        assert_eq!(cycles(&[root, a, in_one_use, ("c.rs", "")]), [["a", "b"]]);
    }

    #[test]
    fn parents_reexports_tests_and_texts_do_not_count() {
        let files = [
            ("lib.rs", "mod a;\nmod b;\npub use a::A;\n#[cfg(test)]\nmod t;"),
            ("a.rs", "mod part;\nuse crate::b::B;\nuse part::Part;"),
            ("a/part.rs", "use super::A;"),
            (
                "b.rs",
                "use crate::A;\n// use crate::a::A;\nconst T: &str = \"\\\" use crate::a::A;\";\nconst Q: char = '\"';\n\
                 const R: &str = r#\"use crate::a::A; \"\"#;\n#[cfg(test)]\nmod tests { use crate::a::A; }",
            ),
        ];
        assert!(cycles(&files).is_empty());
        let [root, a, part, _] = files;
        let through_a_part = ("b.rs", "const Q: char = '\"'; fn f<'a>(x: &'a str) { crate::a::part::f(x) }");
        assert_eq!(cycles(&[root, a, part, through_a_part]), [["a", "b"]], "the part is of `a`");
        let a = ("a.rs", "mod part;");
        assert!(cycles(&[root, a, part, through_a_part]).is_empty(), "nothing of `a` imports anything");
        let part = ("a/part.rs", "use crate::b;");
        assert_eq!(cycles(&[root, a, part, through_a_part]), [["a", "b"]]);
    }

    /// No two of its files import one another.
    #[test]
    fn a_module_is_folded_with_what_is_below_it() {
        let files = [
            ("lib.rs", "mod call;\nmod play;"),
            ("call.rs", "use crate::play::find;"),
            ("play.rs", "mod ply;\npub fn find() {}"),
            ("play/ply.rs", "use crate::call::shown;"),
        ];
        assert_eq!(cycles(&files), [["call", "play"]]);
        let inner = [
            ("lib.rs", "mod a;"),
            ("a.rs", "mod one;\nmod two;"),
            ("a/one.rs", "use super::two::X;"),
            ("a/two.rs", "use crate::a::one::Y;"),
        ];
        assert_eq!(cycles(&inner), [["a/one", "a/two"]]);
    }

    /// Each is the whole module on its system.
    #[test]
    fn files_that_an_attribute_names_are_read() {
        let root = ("lib.rs", "mod compile;\nmod os;");
        let compile = ("compile.rs", "use crate::os::limit;");
        let os = (
            "os/mod.rs",
            "#[cfg_attr(unix, path = \"one/unix.rs\")]\n#[cfg_attr(not(unix), path = \"other.rs\")]\nmod system;",
        );
        let (unix, other) = (("os/one/unix.rs", "mod part;"), ("os/other.rs", ""));
        let straight = [root, compile, os, unix, other, ("os/one/part.rs", "")];
        assert!(cycles(&straight).is_empty());
        for (file, code) in
            [("os/other.rs", "use crate::compile::X;"), ("os/one/part.rs", "use crate::compile::X;")]
        {
            let files = straight.map(|(path, text)| if path == file { (path, code) } else { (path, text) });
            assert_eq!(cycles(&files), [["compile", "os"]], "{file}");
        }
    }
}
