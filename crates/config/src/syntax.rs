//! Parses TOML within bounds, and explains syntax errors.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, Error};
use toml_parser::Source;
use toml_parser::lexer::TokenKind;

use crate::{Problem, problem};

/// Maximum number of dots in a key. The longest meaningful key has one.
const MOST_DOTS: usize = 8;

/// Returns the first key with too many parts. The parser bounds the depth of brackets and the number of parts of a key,
/// but not the combination. Unbounded nesting can overflow the stack when it is dropped.
pub(crate) fn overlong_key(text: &str) -> Option<Problem> {
    let mut dots = 0;
    for token in Source::new(text).lex() {
        match token.kind() {
            TokenKind::Dot => dots += 1,
            TokenKind::Equals
            | TokenKind::Comma
            | TokenKind::LeftSquareBracket
            | TokenKind::LeftCurlyBracket
            | TokenKind::RightSquareBracket
            | TokenKind::RightCurlyBracket
            | TokenKind::Newline => dots = 0,
            _ => {}
        }
        if dots > MOST_DOTS {
            let span = token.span();
            return Some(Problem::new(span.start()..span.end(), "this key has too many parts"));
        }
    }
    None
}

/// Advice on strings with quotes inside.
pub(crate) const QUOTES: &str =
    "quotes inside a string: formula = 'beat(\"Teacher\")' or formula = \"beat(\\\"Teacher\\\")\"";

/// Number of bytes to parse first. It doubles with each further attempt.
const FIRST_PIECE: usize = 64 << 10;

/// A text, as far as it was parsed.
pub(crate) struct ParsedText<'a> {
    pub(crate) table: Spanned<DeTable<'a>>,
    pub(crate) errors: Vec<Error>,
    /// `true` if it was parsed to its end.
    is_whole: bool,
}

/// Parses a text, but stops once it has more mistakes than are reported. The parser keeps all mistakes, and a text of
/// mistakes would take hundreds of times its size in memory.
pub(crate) fn parse(text: &str) -> ParsedText<'_> {
    let mut end = FIRST_PIECE;
    while end < text.len() {
        let (table, errors) = DeTable::parse_recoverable(&text[..text.floor_char_boundary(end)]);
        if errors.len() > problem::MOST {
            return ParsedText { table, errors, is_whole: false };
        }
        end *= 2;
    }
    let (table, errors) = DeTable::parse_recoverable(text);
    ParsedText { table, errors, is_whole: true }
}

/// The syntax errors of a text.
pub(crate) struct Syntax {
    pub(crate) problems: Vec<Problem>,
    /// The offset after which the text may have been misread.
    pub(crate) unsure_from: Option<usize>,
}

/// Returns the parser's errors, the first of each line, up to one after which the text may have been misread.
pub(crate) fn read(text: &str, parsed: &ParsedText<'_>) -> Syntax {
    let mut found: Vec<(Range<usize>, &str)> =
        parsed.errors.iter().map(|error| (error.span().unwrap_or(0..0), error.message())).collect();
    found.sort_by_key(|(span, _)| (span.start, span.end));
    let mut syntax = Syntax { problems: Vec::new(), unsure_from: None };
    let mut last: Option<usize> = None;
    for (span, message) in found {
        let same_line = last.is_some_and(|last| !slice(text, last..span.start).contains('\n'));
        last = Some(span.start);
        if same_line {
            continue;
        }
        let at = span.start;
        let (problem, is_sure) = problem(text, span, message);
        syntax.problems.push(problem);
        if !is_sure {
            // Later errors mostly follow from this one.
            syntax.unsure_from = Some(at);
            return syntax;
        }
    }
    if !parsed.is_whole {
        syntax.unsure_from = last;
    }
    syntax
}

/// Returns the problem, and `true` if the rest of the text was still read as meant.
fn problem(text: &str, span: Range<usize>, message: &str) -> (Problem, bool) {
    if message == "duplicate key" {
        let key = slice(text, span.clone()).trim();
        let problem = Problem::new(span, format!("`{key}` is defined twice"));
        return (problem.hint("keep one of them; for several tables of one kind, write [[…]]"), true);
    }
    if message.starts_with("string values must be quoted") {
        let bare = slice(text, span.clone()).trim();
        let problem = Problem::new(span, "a string must be in quotes");
        return (problem.hint(format!("write \"{bare}\"")), true);
    }
    if message.contains("recur") {
        return (Problem::new(span, "the text is nested too deeply"), false);
    }
    let asks_for_name = is_about_entrant(text.get(..span.start).unwrap_or(""));
    let problem = Problem::new(span, format!("invalid TOML: {message}"));
    if asks_for_name {
        return (problem.hint(QUOTES), false);
    }
    if message.starts_with("missing comma") {
        return (problem.hint("is a closing bracket missing before this?"), false);
    }
    (problem, false)
}

/// Returns `true` if a text ends where an entrant's name is expected, as when the quotes of `"… beat("Teacher")"` end
/// the string too early.
pub(crate) fn is_about_entrant(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or("");
    let call = line.trim_end().trim_end_matches('"');
    call.ends_with("beat(") || call.ends_with("share(")
}

/// Returns a part of the text; empty if out of range.
fn slice(text: &str, span: Range<usize>) -> &str {
    text.get(span).unwrap_or("")
}
