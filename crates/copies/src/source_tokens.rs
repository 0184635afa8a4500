//! The tokens of a source text in any language, as written.

use crate::fingerprint::{Fingerprint, of_bytes};
use crate::tokens::{self, TokenKind};
use crate::{Kind, SourceLanguage};

/// A token and its line, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lexed {
    pub(crate) print: Fingerprint,
    pub(crate) line: u32,
}

/// The prints of all names, numbers and texts, whose content is ignored.
const NAME: Fingerprint = 1;
const NUMBER: Fingerprint = 2;
const TEXT: Fingerprint = 3;
/// Keywords of all compiled languages, which determine a line's meaning. If another language uses one as a name, it is
/// the same in a copy.
const WORDS: &[&str] = &[
    "and",
    "as",
    "async",
    "await",
    "block",
    "break",
    "case",
    "catch",
    "class",
    "comptime",
    "const",
    "continue",
    "default",
    "defer",
    "discard",
    "do",
    "echo",
    "elif",
    "else",
    "enum",
    "export",
    "extern",
    "fallthrough",
    "false",
    "finally",
    "fn",
    "for",
    "foreach",
    "func",
    "go",
    "goto",
    "if",
    "impl",
    "import",
    "in",
    "inline",
    "interface",
    "isnot",
    "iterator",
    "let",
    "loop",
    "match",
    "mod",
    "mut",
    "nil",
    "not",
    "null",
    "of",
    "or",
    "orelse",
    "package",
    "proc",
    "pub",
    "range",
    "ref",
    "return",
    "select",
    "sizeof",
    "static",
    "struct",
    "switch",
    "template",
    "trait",
    "true",
    "try",
    "type",
    "typedef",
    "undefined",
    "union",
    "unsafe",
    "until",
    "use",
    "var",
    "void",
    "volatile",
    "when",
    "where",
    "while",
    "xor",
    "yield",
];

/// Returns the tokens of a text in a language, without comments.
pub(crate) fn lexed(text: &str, kind: Kind) -> Vec<Lexed> {
    match kind {
        Kind::Source(language) => Reader { text, at: 0, line: 1, language }.collect(),
        Kind::JavaScript | Kind::Python => {
            let print = |token: &tokens::Token<'_>| match token.sort {
                TokenKind::Name => NAME,
                TokenKind::Number => NUMBER,
                TokenKind::Text => TEXT,
                TokenKind::Keyword | TokenKind::Sign => of_bytes(token.text.as_bytes()),
            };
            tokens::read(text, kind)
                .iter()
                .map(|token| Lexed { print: print(token), line: token.line })
                .collect()
        }
        Kind::Module => Vec::new(),
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    line: u32,
    language: SourceLanguage,
}

impl Iterator for Reader<'_> {
    type Item = Lexed;

    fn next(&mut self) -> Option<Lexed> {
        self.skip_blanks_and_comments();
        let (rest, line) = (&self.text[self.at..], self.line);
        let first = rest.chars().next()?;
        let is_word = |one: char| one.is_alphanumeric() || one == '_';
        let (print, length) = if first.is_ascii_digit() {
            (NUMBER, length_while(rest, |one| is_word(one) || one == '.'))
        } else if is_word(first) {
            let length = length_while(rest, is_word);
            let word = &rest[..length];
            (if WORDS.contains(&word) { of_bytes(word.as_bytes()) } else { NAME }, length)
        } else if let Some(length) = quoted(rest, self.language) {
            (TEXT, length)
        } else {
            (of_bytes(first.encode_utf8(&mut [0; 4]).as_bytes()), first.len_utf8())
        };
        self.advance(length);
        Some(Lexed { print, line })
    }
}

impl Reader<'_> {
    fn skip_blanks_and_comments(&mut self) {
        let (line, block) = match self.language {
            SourceLanguage::Nim => ("#", Some(("#[", "]#"))),
            SourceLanguage::Zig => ("//", None),
            _ => ("//", Some(("/*", "*/"))),
        };
        loop {
            let rest = &self.text[self.at..];
            let in_block = block.filter(|(begin, _)| rest.starts_with(begin));
            let length = if let Some((begin, end)) = in_block {
                rest[begin.len()..].find(end).map_or(rest.len(), |at| begin.len() + at + end.len())
            } else if rest.starts_with(line) {
                length_while(rest, |one| one != '\n')
            } else {
                length_while(rest, |one| one.is_whitespace() || one == '\u{feff}')
            };
            if length == 0 {
                return;
            }
            self.advance(length);
        }
    }

    fn advance(&mut self, length: usize) {
        let passed = &self.text[self.at..self.at + length];
        self.line += passed.bytes().filter(|byte| *byte == b'\n').count() as u32;
        self.at += length;
    }
}

/// Returns the length of a quoted text or character; `None` if there is none. A quote that does not end on its line is
/// a sign, as in Rust's lifetimes.
fn quoted(rest: &str, language: SourceLanguage) -> Option<usize> {
    if language == SourceLanguage::Nim && rest.starts_with("\"\"\"") {
        return Some(rest[3..].find("\"\"\"").map_or(rest.len(), |at| at + 6));
    }
    let quote = rest.chars().next().filter(|one| matches!(one, '"' | '\'' | '`'))?;
    let may_span_lines = match language {
        SourceLanguage::Go | SourceLanguage::D => quote == '`',
        SourceLanguage::Rust => quote == '"',
        _ => false,
    };
    // Rust's 'a and '
    // '.
    let most = if quote == '\'' { 12 } else { usize::MAX };
    let mut escaped = false;
    for (at, one) in rest.char_indices().skip(1) {
        match one {
            _ if at > most => return None,
            _ if escaped => escaped = false,
            '\\' if quote != '`' => escaped = true,
            '\n' if !may_span_lines => return None,
            one if one == quote => return Some(at + one.len_utf8()),
            _ => {}
        }
    }
    None
}

fn length_while(text: &str, keep: impl Fn(char) -> bool) -> usize {
    text.find(|one| !keep(one)).unwrap_or(text.len())
}
