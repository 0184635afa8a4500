//! The licences of libraries, by the list that `cargo deny` reads.

use std::collections::BTreeMap;
use std::fs;

use super::{crates, host, metadata};

/// Licences that packages may contain, and libraries with other ones.
struct Accepted {
    licences: Vec<String>,
    exceptions: BTreeMap<String, Vec<String>>,
}

impl Accepted {
    fn read() -> Accepted {
        let text = fs::read_to_string(crates().join("../deny.toml")).unwrap();
        let table = text.split("\n[licenses]\n").nth(1).unwrap().split("\n[").next().unwrap();
        let (licences, exceptions) = table.split_once("\nexceptions = [").unwrap();
        let licences = quoted(licences.split_once("\nallow = [").unwrap().1);
        let exceptions = exceptions.lines().filter(|line| line.contains("crate = "));
        let exceptions = exceptions.map(|line| {
            let mut names = quoted(line);
            (names.remove(0), names)
        });
        Accepted { exceptions: exceptions.collect(), licences }
    }

    /// Returns `true` if a library may be used under at least one of its licences.
    fn allows(&self, library: &str, expression: &str) -> bool {
        let expression = expression.trim();
        let any = outside_of_parentheses(expression, " OR ");
        let all = outside_of_parentheses(expression, " AND ");
        let inner = expression.strip_prefix('(').and_then(|inner| inner.strip_suffix(')'));
        if any.len() > 1 {
            any.iter().any(|part| self.allows(library, part))
        } else if all.len() > 1 {
            all.iter().all(|part| self.allows(library, part))
        } else if let Some(inner) = inner {
            self.allows(library, inner)
        } else {
            let own = self.exceptions.get(library).into_iter().flatten();
            self.licences.iter().chain(own).any(|accepted| accepted == expression)
        }
    }
}

/// Returns the texts in quotes.
fn quoted(text: &str) -> Vec<String> {
    text.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Splits an expression at a word that stands outside of parentheses.
fn outside_of_parentheses<'a>(expression: &'a str, word: &str) -> Vec<&'a str> {
    let (mut parts, mut depth, mut begin) = (Vec::new(), 0, 0);
    for (at, letter) in expression.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 && at >= begin && expression[at..].starts_with(word) {
            parts.push(&expression[begin..at]);
            begin = at + word.len();
        }
    }
    parts.push(&expression[begin..]);
    parts
}

#[test]
fn every_library_has_an_accepted_licence() {
    let accepted = Accepted::read();
    assert!(
        accepted.allows("any", "(MIT OR GPL-3.0) AND Zlib") && !accepted.allows("any", "MIT AND GPL-3.0")
    );
    let metadata = metadata(&["--all-features", "--filter-platform", &host()]);
    let packages = metadata["packages"].as_array().unwrap();
    let libraries = packages.iter().filter(|package| !package["source"].is_null());
    let refused: Vec<String> = libraries
        .map(|library| {
            let [name, licence] = ["name", "license"].map(|key| library[key].as_str().unwrap_or_default());
            (name, licence.replace(" / ", " OR ").replace('/', " OR "))
        })
        .filter(|(name, licence)| !accepted.allows(name, licence))
        .map(|(name, licence)| format!("{name}: {licence}"))
        .collect();
    assert!(refused.is_empty(), "deny.toml does not accept {refused:#?}");
}

/// `packaging/build` fails if a package contains a library whose licence its list lacks.
#[test]
fn packages_accept_the_same_licences() {
    let accepted = Accepted::read();
    let text = fs::read_to_string(crates().join("../packaging/about.toml")).unwrap();
    let list = text.split_once("accepted = [").unwrap().1;
    let of_packages = quoted(list.split_once(']').unwrap().0);
    let missing: Vec<&String> =
        accepted.licences.iter().filter(|licence| !of_packages.contains(licence)).collect();
    assert!(missing.is_empty(), "packaging/about.toml lacks {missing:?}");
}
