//! Reads a script as a work, by winnowed fingerprints of token runs.
//!
//! # Source
//! Schleimer, Wilkerson and Aiken 2003, "Winnowing: local algorithms for document fingerprinting".

use crate::fingerprint::{Fingerprint, of_list};
use crate::normal_form::normal;
use crate::parser::parse;
use crate::tree::{Node, NodeKind};
use crate::{Kind, Part, Work};

/// Number of tokens in a fingerprint. Any two programs share shorter runs.
const RUN: usize = 9;
/// Number of consecutive runs of which at least one is kept.
const WINDOW: usize = 4;
/// Maximum number of characters kept of a name.
const NAME: usize = 120;

/// Reads a script. TypeScript is read as JavaScript.
///
/// Unknown syntax becomes signs and names; no text is rejected.
pub fn script(text: &str, kind: Kind) -> Work {
    scripts(&[(None, text)], kind)
}

/// Reads a script of several files as one work. Parts from a named file carry its name.
pub fn scripts(files: &[(Option<&str>, &str)], kind: Kind) -> Work {
    let parts_of = |(file, text): &(Option<&str>, &str)| {
        let statements = normal(parse(text, kind), kind);
        definitions(&statements).into_iter().map(|nodes| part(*file, nodes)).collect::<Vec<_>>()
    };
    Work::new(kind, files.iter().flat_map(parts_of).collect(), |_| true)
}

fn part(file: Option<&str>, nodes: &[Node<'_>]) -> Part {
    let mut tokens = Vec::new();
    for node in nodes {
        node.tell(&mut tokens);
    }
    let defined = nodes.first().filter(|node| is_definition(node) && !node.text.is_empty());
    let name = defined.map(|node| node.text.chars().take(NAME).collect());
    let line = nodes.first().map_or(0, |node| node.line);
    let file = file.map(|file| file.chars().take(NAME).collect());
    Part::new(name, line, tokens.len(), winnow(&runs(&tokens))).in_file(file)
}

fn is_definition(node: &Node<'_>) -> bool {
    matches!(node.what, NodeKind::Function | NodeKind::Class)
}

/// Splits top-level nodes into definitions, one slice each, and the statements between them.
fn definitions<'s, 't>(nodes: &'s [Node<'t>]) -> Vec<&'s [Node<'t>]> {
    nodes.chunk_by(|one, other| !is_definition(one) && !is_definition(other)).collect()
}

/// Returns the fingerprints of all runs.
pub(crate) fn runs(tokens: &[Fingerprint]) -> Vec<Fingerprint> {
    tokens.windows(RUN).map(|run| of_list(run.iter().copied())).collect()
}

/// Returns the minimum of each window.
pub(crate) fn winnow(prints: &[Fingerprint]) -> Vec<Fingerprint> {
    prints
        .windows(WINDOW.min(prints.len().max(1)))
        .filter_map(|window| window.iter().min().copied())
        .collect()
}
