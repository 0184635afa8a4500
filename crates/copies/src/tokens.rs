//! The tokens of scripts, without comments.

use crate::Kind;

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'t> {
    pub(crate) sort: TokenKind,
    pub(crate) text: &'t str,
    /// Its line, from 1.
    pub(crate) line: u32,
    /// `true` if it is the first on its line and does not continue the line before.
    pub(crate) begins_line: bool,
    /// Its indentation, if it begins its line.
    pub(crate) column: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    Name,
    Keyword,
    Number,
    Text,
    Sign,
}

/// Reserved words that determine a line's meaning.
const JAVASCRIPT: &[&str] = &[
    "async",
    "await",
    "break",
    "case",
    "catch",
    "class",
    "continue",
    "default",
    "delete",
    "do",
    "else",
    "export",
    "extends",
    "false",
    "finally",
    "for",
    "function",
    "if",
    "import",
    "in",
    "instanceof",
    "new",
    "null",
    "of",
    "return",
    "static",
    "super",
    "switch",
    "this",
    "throw",
    "true",
    "try",
    "typeof",
    "undefined",
    "void",
    "while",
    "yield",
];
const PYTHON: &[&str] = &[
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else",
    "except", "False", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "None",
    "nonlocal", "not", "or", "pass", "raise", "return", "True", "try", "while", "with", "yield",
];
/// Signs of several characters, longest first.
const SIGNS: &[&str] = &[
    ">>>=", "===", "!==", "**=", "<<=", ">>=", ">>>", "...", "&&=", "||=", "??=", "//=", "=>", "==", "!=",
    "<=", ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<",
    ">>", "**", "//", "->", ":=",
];

/// Returns the tokens of a script.
pub(crate) fn read(text: &str, kind: Kind) -> Vec<Token<'_>> {
    let mut reader = Reader { text, at: 0, line: 1, kind, last: None };
    let mut tokens = Vec::new();
    while let Some(token) = reader.next() {
        reader.last = Some((token.sort, token.text));
        tokens.push(token);
    }
    tokens
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    line: u32,
    kind: Kind,
    last: Option<(TokenKind, &'t str)>,
}

impl<'t> Reader<'t> {
    fn next(&mut self) -> Option<Token<'t>> {
        let begin = self.at;
        self.skip_blanks_and_comments();
        let skipped = &self.text[begin..self.at];
        let begins_line = begin == 0 || (skipped.contains('\n') && !skipped.contains("\\\n"));
        let column =
            if begins_line { skipped.chars().rev().take_while(|one| *one != '\n').count() } else { 0 };
        let (at, line) = (self.at, self.line);
        let rest = &self.text[at..];
        let first = rest.chars().next()?;
        let (sort, length) = if is_name(first) {
            self.word(rest)
        } else if first.is_ascii_digit() {
            (
                TokenKind::Number,
                length_while(rest, |one| one.is_ascii_alphanumeric() || matches!(one, '.' | '_')),
            )
        } else if matches!(first, '"' | '\'' | '`') {
            (TokenKind::Text, self.quoted(rest, first))
        } else if first == '/' && self.may_begin_a_pattern() {
            pattern(rest).map_or((TokenKind::Sign, 1), |length| (TokenKind::Text, length))
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign) && self.has_sign(sign));
            (TokenKind::Sign, sign.map_or(first.len_utf8(), |sign| sign.len()))
        };
        self.advance(length);
        Some(Token { sort, text: &self.text[at..at + length], line, begins_line, column })
    }

    /// Reads a word; in Python, a string if the word is a prefix such as `f`.
    fn word(&self, rest: &str) -> (TokenKind, usize) {
        let length = length_while(rest, |one| is_name(one) || one.is_ascii_digit());
        let word = &rest[..length];
        let quote = rest[length..].chars().next().filter(|one| matches!(one, '"' | '\''));
        if let (Kind::Python, Some(quote), 1..=2) = (self.kind, quote, length) {
            return (TokenKind::Text, length + self.quoted(&rest[length..], quote));
        }
        let keywords = if self.kind == Kind::Python { PYTHON } else { JAVASCRIPT };
        (if keywords.contains(&word) { TokenKind::Keyword } else { TokenKind::Name }, length)
    }

    /// Returns the length of a quoted text. An unclosed one goes to the end of its line or of the script.
    fn quoted(&self, rest: &str, quote: char) -> usize {
        let triple: String = [quote; 3].iter().collect();
        if self.kind == Kind::Python && rest.starts_with(&triple) {
            return rest[3..].find(&triple).map_or(rest.len(), |at| at + 6);
        }
        let mut escaped = false;
        for (at, one) in rest.char_indices().skip(1) {
            match one {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '\n' if quote != '`' => return at,
                one if one == quote => return at + one.len_utf8(),
                _ => {}
            }
        }
        rest.len()
    }

    /// Returns `true` if a slash begins a regular expression, as it does where a value is expected.
    fn may_begin_a_pattern(&self) -> bool {
        self.kind == Kind::JavaScript
            && match self.last {
                None | Some((TokenKind::Keyword, _)) => true,
                Some((TokenKind::Sign, sign)) => !matches!(sign, ")" | "]" | "}"),
                Some(_) => false,
            }
    }

    /// Returns `true` if the sign exists in the language.
    fn has_sign(&self, sign: &str) -> bool {
        !(self.kind == Kind::JavaScript && sign.starts_with("//"))
    }

    fn skip_blanks_and_comments(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            let comment = match self.kind {
                Kind::Python if rest.starts_with('#') => length_while(rest, |one| one != '\n'),
                Kind::JavaScript if rest.starts_with("//") => length_while(rest, |one| one != '\n'),
                Kind::JavaScript if rest.starts_with("/*") => {
                    rest[2..].find("*/").map_or(rest.len(), |at| at + 4)
                }
                _ => length_while(rest, |one| one.is_whitespace() || one == '\\' || one == '\u{feff}'),
            };
            if comment == 0 {
                return;
            }
            self.advance(comment);
        }
    }

    fn advance(&mut self, length: usize) {
        let passed = &self.text[self.at..self.at + length];
        self.line += passed.bytes().filter(|byte| *byte == b'\n').count() as u32;
        self.at += length;
    }
}

fn is_name(one: char) -> bool {
    one.is_alphabetic() || matches!(one, '_' | '$' | '#' | '@') || (one as u32 > 127 && !one.is_whitespace())
}

fn length_while(text: &str, keep: impl Fn(char) -> bool) -> usize {
    text.find(|one| !keep(one)).unwrap_or(text.len())
}

/// Returns the length of a regular expression, which must end on its line.
fn pattern(rest: &str) -> Option<usize> {
    let (mut escaped, mut in_class) = (false, false);
    for (at, one) in rest.char_indices().skip(1) {
        match one {
            '\n' => return None,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '[' => in_class = true,
            ']' => in_class = false,
            '/' if !in_class => return Some(at + 1),
            _ => {}
        }
    }
    None
}
