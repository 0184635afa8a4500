//! Reads the code of a crate, file by file, without comments, texts and test code.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The place of a file in its crate: `[]` for the root, `["stage", "opening"]` for `stage/opening.rs`.
pub(crate) type Module = Vec<String>;

/// Returns the files of a crate outside tests, each with its code. A module with a file for each system has the code of
/// all of them.
pub(crate) fn files_of(crate_folder: &Path) -> BTreeMap<Module, String> {
    let folder = crate_folder.join("src");
    let mut files = BTreeMap::new();
    for root in ["lib.rs", "main.rs"] {
        let path = folder.join(root);
        if let Ok(text) = fs::read_to_string(&path) {
            add_file((&path, &text), &Vec::new(), &folder, &mut files);
        }
    }
    files
}

/// Adds the file of a module, and those of the modules that it declares. They are in `folder`, unless an attribute
/// gives another path.
fn add_file(
    (path, text): (&Path, &str),
    module: &Module,
    folder: &Path,
    files: &mut BTreeMap<Module, String>,
) {
    let code = without_tests(&without_texts(text));
    for item in code.split(';') {
        let mut words = item.split_whitespace().rev();
        let (Some(name), Some("mod")) = (words.next(), words.next()) else { continue };
        let child: Module = module.iter().cloned().chain([name.to_owned()]).collect();
        if item.contains("path =") {
            for named in named_paths(text, name) {
                let file = path.with_file_name(named);
                let text =
                    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
                add_file((&file, &text), &child, file.parent().unwrap(), files);
            }
            continue;
        }
        let stem = folder.join(name);
        let candidates = [stem.with_extension("rs"), stem.join("mod.rs")];
        let read = |path: &PathBuf| fs::read_to_string(path).ok().map(|text| (path.clone(), text));
        let Some((file, text)) = candidates.iter().find_map(read) else {
            panic!("`mod {name}` of {}: none of {candidates:?} can be read", path.display());
        };
        add_file((&file, &text), &child, &stem, files);
    }
    files.entry(module.clone()).or_default().push_str(&code);
}

/// Returns the files named by attributes of a declared module, one for each system.
fn named_paths<'t>(text: &'t str, module: &str) -> Vec<&'t str> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let declared = format!("mod {module};");
    let at = lines.iter().position(|line| line.ends_with(&declared)).unwrap();
    let attributes = lines[..at].iter().rev().take_while(|line| line.starts_with("#["));
    let paths: Vec<&str> = attributes
        .filter_map(|line| line.split_once("path = \"")?.1.split_once('"'))
        .map(|(path, _)| path)
        .collect();
    assert!(!paths.is_empty(), "no file of `{declared}` is named on a line of its own");
    paths
}

/// Returns the paths that a file names outside tests, each from its first word on: `["crate", "seat", "SeatState"]`. A
/// `use` names one path for each of its leaves.
pub(crate) fn paths_in(code: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    let mut rest = code;
    while let Some(at) = find_word(rest, "use") {
        add_inline(&rest[..at], &mut paths);
        let tree = &rest[at + "use".len()..];
        let end = tree.find(';').unwrap_or(tree.len());
        add_leaves(&[], &tree[..end], &mut paths);
        rest = &tree[end..];
    }
    add_inline(rest, &mut paths);
    paths
}

/// Adds the leaves of a use tree such as `crate::{seat::{SeatState, Stop}, prices}`.
fn add_leaves(prefix: &[String], tree: &str, paths: &mut Vec<Vec<String>>) {
    for branch in split_outside_braces(tree) {
        let (path, inner) = match branch.split_once('{') {
            Some((path, inner)) => (path, inner.trim_end().strip_suffix('}')),
            None => (branch.split(" as ").next().unwrap_or(branch), None),
        };
        let mut leaf = prefix.to_vec();
        leaf.extend(path.split("::").map(str::trim).filter(|word| !word.is_empty()).map(str::to_owned));
        match inner {
            Some(inner) => add_leaves(&leaf, inner, paths),
            None if leaf.is_empty() => {}
            None => paths.push(leaf),
        }
    }
}

fn split_outside_braces(tree: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, letter) in tree.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&tree[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&tree[start..]);
    parts
}

/// Adds the paths of code outside of `use`.
fn add_inline(code: &str, paths: &mut Vec<Vec<String>>) {
    for word in code.split(|letter: char| !(is_of_word(letter) || letter == ':')) {
        let path: Vec<String> =
            word.trim_matches(':').split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
        if path.len() > 1 && path.iter().all(|part| !part.contains(':')) {
            paths.push(path);
        }
    }
}

/// Returns the position of a whole word.
fn find_word(code: &str, word: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(at) = code[from..].find(word).map(|at| at + from) {
        let before = code[..at].chars().next_back();
        let after = code[at + word.len()..].chars().next();
        if !before.is_some_and(is_of_word) && after.is_some_and(char::is_whitespace) {
            return Some(at);
        }
        from = at + word.len();
    }
    None
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Returns the code without comments, and with all texts and characters empty.
fn without_texts(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else {
            let in_word = code.chars().next_back().is_some_and(is_of_word);
            text_length(rest, in_word)
        };
        if skipped == 0 {
            code.push(letter);
            rest = &rest[letter.len_utf8()..];
        } else {
            rest = &rest[skipped..];
        }
    }
    code
}

/// Returns the length in bytes of the text or character at the beginning of the code; zero if there is none.
fn text_length(code: &str, in_word: bool) -> usize {
    let raw = code.strip_prefix('b').unwrap_or(code);
    if let Some(raw) = raw.strip_prefix('r').filter(|_| !in_word) {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            let end = format!("\"{}", &raw[..hashes]);
            let begin = code.len() - raw.len() + hashes + 1;
            return code[begin..].find(&end).map_or(code.len(), |at| begin + at + end.len());
        }
    }
    if code.starts_with('"') {
        return quoted_length(code, '"');
    }
    // A character, or a lifetime.
    let mut letters = code.chars();
    match (letters.next(), letters.next(), letters.next()) {
        (Some('\''), Some('\\'), _) => quoted_length(code, '\''),
        (Some('\''), Some(letter), Some('\'')) => 2 + letter.len_utf8(),
        _ => 0,
    }
}

fn quoted_length(code: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, letter) in code.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            letter if letter == quote => return at + 1,
            _ => {}
        }
    }
    code.len()
}

/// Returns the code without test items.
fn without_tests(code: &str) -> String {
    let mut kept = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(at) = rest.find("#[cfg(test)]") {
        kept.push_str(&rest[..at]);
        rest = &rest[at + item_length(&rest[at..])..];
    }
    kept.push_str(rest);
    kept
}

/// Returns the length of the item at the beginning of the code: to its semicolon, or to the end of its braces.
fn item_length(code: &str) -> usize {
    let mut depth = 0;
    for (at, letter) in code.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 && matches!(letter, ';' | '}') {
            return at + 1;
        }
    }
    code.len()
}
