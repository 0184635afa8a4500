//! A script as a work: winnowed fingerprints of runs of tokens.
//!
//! # Source
//! Schleimer, Wilkerson and Aiken 2003, "Winnowing: local algorithms for document fingerprinting".

use crate::normal::normal;
use crate::parser::parse;
use crate::print::{Print, of_list};
use crate::tree::{Node, What};
use crate::{Kind, Part, Work};

/// Tokens in a fingerprint: shorter runs are what any two programs have in common.
const RUN: usize = 9;
/// Of this many runs in a row, at least one is kept.
const WINDOW: usize = 4;
/// The most characters of a name that are kept.
const NAME: usize = 120;

/// Reads a script. TypeScript is read as JavaScript.
///
/// What cannot be read as the language is taken for signs and names; nothing is refused.
pub fn script(text: &str, kind: Kind) -> Work {
    scripts(&[(None, text)], kind)
}

/// Reads a script that is made of several files as one work. The files that have a name tell it of their parts.
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
    matches!(node.what, What::Function | What::Class)
}

/// What is defined at the top level, one slice each, and the statements between definitions.
fn definitions<'s, 't>(nodes: &'s [Node<'t>]) -> Vec<&'s [Node<'t>]> {
    nodes.chunk_by(|one, other| !is_definition(one) && !is_definition(other)).collect()
}

/// The fingerprints of all runs.
pub(crate) fn runs(tokens: &[Print]) -> Vec<Print> {
    tokens.windows(RUN).map(|run| of_list(run.iter().copied())).collect()
}

/// The least of each window.
pub(crate) fn winnow(prints: &[Print]) -> Vec<Print> {
    prints
        .windows(WINDOW.min(prints.len().max(1)))
        .filter_map(|window| window.iter().min().copied())
        .collect()
}
