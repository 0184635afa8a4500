//! Parses tokens into a syntax tree. Unknown syntax becomes words; no text is rejected.

mod javascript;
mod python;

use crate::Kind;
use crate::tokens::{self, Token, TokenKind};
use crate::tree::{Node, NodeKind};

/// Maximum nesting depth of statements and expressions.
const DEEPEST: u32 = 80;

/// Parses the statements of a script.
pub(crate) fn parse(text: &str, kind: Kind) -> Vec<Node<'_>> {
    let tokens = tokens::read(text, kind);
    let is_python = kind == Kind::Python;
    let tokens = if is_python { python::with_blocks(tokens) } else { tokens };
    let mut parser = Parser { tokens: &tokens, at: 0, depth: 0, is_python, in_is_an_end: false };
    let mut statements = Vec::new();
    while parser.at < tokens.len() {
        parser.statement(&mut statements);
    }
    statements
}

struct Parser<'s, 't> {
    tokens: &'s [Token<'t>],
    at: usize,
    depth: u32,
    is_python: bool,
    /// `true` if `in` and `of` end an expression, as in the head of a loop.
    in_is_an_end: bool,
}

impl<'t> Parser<'_, 't> {
    fn token(&self) -> Option<&Token<'t>> {
        self.tokens.get(self.at)
    }

    /// Returns the text of the next token; empty at the end.
    fn text(&self) -> &'t str {
        self.token().map_or("", |token| token.text)
    }

    fn text_after(&self, tokens: usize) -> &'t str {
        self.tokens.get(self.at + tokens).map_or("", |token| token.text)
    }

    fn line(&self) -> u32 {
        self.token().map_or(0, |token| token.line)
    }

    fn sort(&self) -> Option<TokenKind> {
        self.token().map(|token| token.sort)
    }

    fn eat(&mut self, text: &str) -> bool {
        let is_next = self.text() == text;
        self.at += usize::from(is_next);
        is_next
    }

    fn is_at(&self, texts: &[&str]) -> bool {
        texts.contains(&self.text())
    }

    /// Parses a statement. Always consumes at least one token.
    fn statement(&mut self, into: &mut Vec<Node<'t>>) {
        let before = self.at;
        if self.depth < DEEPEST {
            self.depth += 1;
            if self.is_python {
                self.python_statement(into);
            } else {
                self.javascript_statement(into);
            }
            self.depth -= 1;
        }
        if self.at == before {
            self.at += 1;
        }
    }

    /// Parses an expression of operators with at least the given precedence.
    fn expression(&mut self, least: u8) -> Node<'t> {
        if self.depth >= DEEPEST {
            return self.word();
        }
        self.depth += 1;
        let node =
            if self.is_python { self.python_expression(least) } else { self.javascript_expression(least) };
        self.depth -= 1;
        node
    }

    /// Takes the next token as a value, of any kind.
    fn word(&mut self) -> Node<'t> {
        let (text, line) = (self.text(), self.line());
        let what = match self.sort() {
            Some(TokenKind::Name) if matches!(text, "Infinity" | "NaN") => NodeKind::Number,
            Some(TokenKind::Name) => NodeKind::Name,
            Some(TokenKind::Number) => NodeKind::Number,
            Some(TokenKind::Text) => NodeKind::Text,
            _ => NodeKind::Word,
        };
        self.at += 1;
        Node::leaf(what, text, line)
    }

    /// Parses expressions up to a closing bracket, and consumes the bracket.
    fn list(&mut self, close: &str) -> Vec<Node<'t>> {
        let in_was_an_end = std::mem::replace(&mut self.in_is_an_end, false);
        let mut items = Vec::new();
        while self.at < self.tokens.len() && !self.eat(close) {
            let before = self.at;
            if !self.eat(",") {
                items.push(self.item());
            }
            if self.at == before {
                self.at += 1;
            }
        }
        self.in_is_an_end = in_was_an_end;
        items
    }

    /// Parses a list or a table: an opening bracket, the items, and the closing bracket.
    fn bracketed(&mut self, what: NodeKind, close: &str) -> Node<'t> {
        let line = self.line();
        self.at += 1;
        let items = self.list(close);
        Node::new(what, "", line, items)
    }

    /// Parses the brackets after a value: the arguments of a call, or an index.
    fn applied(&mut self, what: NodeKind, value: Node<'t>, close: &str) -> Node<'t> {
        let line = self.line();
        self.at += 1;
        let mut parts = vec![value];
        parts.extend(self.list(close));
        Node::new(what, "", line, parts)
    }

    fn item(&mut self) -> Node<'t> {
        if self.is_python { self.python_item() } else { self.expression(javascript::ASSIGNMENT) }
    }
}
