//! Tokens of a formula.

use super::GradeError;

/// A place in the formula, in bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct FormulaSpan {
    pub(super) at: usize,
    pub(super) len: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) place: FormulaSpan,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum TokenKind {
    Number(f64),
    Name(String),
    Text(String),
    Sign(char),
}

pub(super) fn tokens(text: &str) -> Result<Vec<Token>, GradeError> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        }
        let (kind, len) = token(&text[at..], first)
            .map_err(|(message, len)| GradeError::new(FormulaSpan { at, len }, message))?;
        tokens.push(Token { kind, place: FormulaSpan { at, len } });
        at += len;
    }
    Ok(tokens)
}

/// The token at the start of the text, and its length; or the problem with it, and its length.
fn token(text: &str, first: char) -> Result<(TokenKind, usize), (String, usize)> {
    let run = |belongs: fn(char) -> bool| text.find(|c| !belongs(c)).unwrap_or(text.len());
    match first {
        '0'..='9' | '.' => {
            let len = run(|c| c.is_ascii_digit() || c == '.');
            let number: Result<f64, _> = text[..len].parse();
            let number = number.map_err(|_| (format!("`{}` is not a number", &text[..len]), len))?;
            Ok((TokenKind::Number(number), len))
        }
        'a'..='z' | 'A'..='Z' | '_' => {
            let len = run(|c| c.is_ascii_alphanumeric() || c == '_');
            Ok((TokenKind::Name(text[..len].to_owned()), len))
        }
        '"' => match text[1..].find('"') {
            Some(len) => Ok((TokenKind::Text(text[1..=len].to_owned()), len + 2)),
            None => Err(("the text has no closing quote".to_owned(), text.len())),
        },
        '+' | '-' | '*' | '/' | '(' | ')' | ',' => Ok((TokenKind::Sign(first), 1)),
        other => Err((format!("`{}` has no meaning here", other.escape_debug()), other.len_utf8())),
    }
}
