//! A script as a work: winnowed fingerprints of runs of tokens.
//!
//! # Source
//! Schleimer, Wilkerson and Aiken 2003, "Winnowing: local algorithms for document fingerprinting".

use crate::print::{Print, of_list};
use crate::tokens::{self, Sort, Token};
use crate::{Kind, Part, Work};

/// Tokens in a fingerprint: shorter runs are what any two programs have in common.
const RUN: usize = 9;
/// Of so many runs in a row, one at least is kept.
const WINDOW: usize = 4;
/// The most characters of a name that are kept.
const NAME: usize = 120;
/// Words before the name of what is defined.
const DEFINES: &[&str] = &["function", "class", "def", "async", "export", "default", "*", "@"];

/// Reads a script. TypeScript is read as JavaScript.
///
/// What cannot be read as the language is taken for signs and names; nothing is refused.
pub fn script(text: &str, kind: Kind) -> Work {
    scripts(&[(None, text)], kind)
}

/// Reads a script that is made of several files as one work. The files that have a name tell it of their parts.
pub fn scripts(files: &[(Option<&str>, &str)], kind: Kind) -> Work {
    let parts_of = |(file, text): &(Option<&str>, &str)| {
        let tokens = tokens::read(text, kind);
        definitions(&tokens, kind).into_iter().map(|tokens| part(*file, tokens)).collect::<Vec<_>>()
    };
    Work::new(kind, files.iter().flat_map(parts_of).collect(), |_| true)
}

fn part(file: Option<&str>, tokens: &[Token<'_>]) -> Part {
    let words = tokens.iter().filter(|token| token.sort != Sort::Text);
    let name = words.into_iter().find(|token| !DEFINES.contains(&token.text));
    let name =
        name.filter(|token| token.sort == Sort::Name).map(|token| token.text.chars().take(NAME).collect());
    let line = tokens.first().map_or(0, |token| token.line);
    let file = file.map(|file| file.chars().take(NAME).collect());
    Part::new(name, line, tokens.len(), winnow(&runs(tokens))).in_file(file)
}

/// What is defined at the top level, one slice each.
fn definitions<'s, 't>(tokens: &'s [Token<'t>], kind: Kind) -> Vec<&'s [Token<'t>]> {
    let mut depth = 0_usize;
    let mut begins = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let goes_on =
            depth > 0 || !token.at_margin || matches!(token.text, "}" | ")" | "]" | "else" | "elif");
        let goes_on = goes_on || (kind == Kind::Python && matches!(token.text, "except" | "finally"));
        if at == 0 || !goes_on {
            begins.push(at);
        }
        match token.text {
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    let ends = begins.iter().skip(1).copied().chain([tokens.len()]);
    begins
        .iter()
        .zip(ends)
        .filter(|(begin, end)| *begin < end)
        .map(|(begin, end)| &tokens[*begin..end])
        .collect()
}

/// The fingerprints of all runs.
fn runs(tokens: &[Token<'_>]) -> Vec<Print> {
    let prints: Vec<Print> = tokens.iter().map(Token::print).collect();
    prints.windows(RUN).map(|run| of_list(run.iter().copied())).collect()
}

/// The least of each window.
fn winnow(prints: &[Print]) -> Vec<Print> {
    prints
        .windows(WINDOW.min(prints.len().max(1)))
        .filter_map(|window| window.iter().min().copied())
        .collect()
}
