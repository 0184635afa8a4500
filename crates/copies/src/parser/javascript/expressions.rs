//! Expressions of JavaScript.

use super::ASSIGNMENT;
use crate::parser::Parser;
use crate::tokens::TokenKind;
use crate::tree::{Node, NodeKind};

const CHOICE: u8 = 3;
const UNARY: u8 = 16;

impl<'t> Parser<'_, 't> {
    pub(in crate::parser) fn javascript_expression(&mut self, least: u8) -> Node<'t> {
        let mut left = self.unary();
        loop {
            let (text, line) = (self.text(), self.line());
            let Some(strength) = strength(text).filter(|strength| *strength >= least) else { return left };
            if self.sort() == Some(TokenKind::Text) || (self.in_is_an_end && matches!(text, "in" | "of")) {
                return left;
            }
            self.at += 1;
            left = match strength {
                1 => {
                    let right = self.expression(ASSIGNMENT);
                    let mut parts = if left.what == NodeKind::Sequence { left.parts } else { vec![left] };
                    parts.push(right);
                    Node::new(NodeKind::Sequence, "", line, parts)
                }
                ASSIGNMENT => {
                    let right = self.expression(ASSIGNMENT);
                    Node::new(NodeKind::Assign, text, line, vec![left, right])
                }
                CHOICE => {
                    let yes = self.expression(ASSIGNMENT);
                    self.eat(":");
                    let no = self.expression(ASSIGNMENT);
                    Node::new(NodeKind::Choice, "", line, vec![left, yes, no])
                }
                _ => {
                    let right = self.expression(strength + u8::from(text != "**"));
                    Node::new(NodeKind::Binary, text, line, vec![left, right])
                }
            };
        }
    }

    fn unary(&mut self) -> Node<'t> {
        let (text, line) = (self.text(), self.line());
        if self.sort() == Some(TokenKind::Text) {
            return self.value();
        }
        match text {
            "++" | "--" => {
                self.at += 1;
                let operand = self.expression(UNARY);
                stepped(operand, text, line)
            }
            "!" | "~" | "+" | "-" | "typeof" | "void" | "delete" | "await" => {
                self.at += 1;
                let operand = self.expression(UNARY);
                Node::new(NodeKind::Unary, text, line, vec![operand])
            }
            "..." | "yield" => {
                self.at += 1;
                self.eat("*");
                let ends = self.is_at(&[")", "]", "}", ",", ";", ""]);
                let parts = if ends { Vec::new() } else { vec![self.expression(ASSIGNMENT)] };
                Node::new(NodeKind::Unary, text, line, parts)
            }
            _ => self.value(),
        }
    }

    /// Parses a value with its calls, members and postfix operators.
    pub(super) fn value(&mut self) -> Node<'t> {
        let mut value = self.primary();
        loop {
            let (text, line) = (self.text(), self.line());
            value = match text {
                "." | "?." if self.sort() == Some(TokenKind::Sign) => {
                    self.at += 1;
                    match self.text() {
                        "(" | "[" => continue,
                        property => {
                            self.at += 1;
                            Node::new(NodeKind::Member, property, line, vec![value])
                        }
                    }
                }
                "(" => self.applied(NodeKind::Call, value, ")"),
                "[" => self.applied(NodeKind::Index, value, "]"),
                "++" | "--" if !self.is_on_a_new_line() => {
                    self.at += 1;
                    stepped(value, text, line)
                }
                _ if text.starts_with('`') => {
                    let text = self.word();
                    Node::new(NodeKind::Call, "", line, vec![value, text])
                }
                _ => return value,
            };
        }
    }

    fn primary(&mut self) -> Node<'t> {
        while self.text() == "async"
            && (matches!(self.text_after(1), "function" | "(") || self.text_after(2) == "=>")
        {
            self.at += 1;
        }
        let (text, line) = (self.text(), self.line());
        if self.sort() == Some(TokenKind::Text) {
            return self.word();
        }
        if self.sort() == Some(TokenKind::Name) && self.text_after(1) == "=>" {
            let parameter = self.word();
            return self.arrow(vec![parameter], line);
        }
        match text {
            "(" => {
                self.at += 1;
                let mut items = self.list(")");
                if self.text() == "=>" {
                    return self.arrow(items, line);
                }
                match items.len() {
                    1 => items.remove(0),
                    _ => Node::new(NodeKind::Sequence, "", line, items),
                }
            }
            "[" => self.bracketed(NodeKind::List, "]"),
            "{" => self.table(),
            "function" => {
                self.at += 1;
                self.eat("*");
                let name = if self.text() == "(" { "" } else { self.word().text };
                self.function(name, line)
            }
            "class" => {
                self.at += 1;
                self.class(line)
            }
            "new" => {
                self.at += 1;
                if self.eat(".") {
                    return self.word();
                }
                // A chain of `new` is never long.
                let mut callee = if self.text() == "new" { self.word() } else { self.primary() };
                while self.eat(".") {
                    callee = Node::new(NodeKind::Member, self.text(), line, vec![callee]);
                    self.at += 1;
                }
                let mut parts = vec![callee];
                if self.eat("(") {
                    parts.extend(self.list(")"));
                }
                Node::new(NodeKind::New, "", line, parts)
            }
            // A closing token belongs to an enclosing construct.
            ")" | "]" | "}" | ";" | "," | "" => Node::leaf(NodeKind::Word, "", line),
            _ => self.word(),
        }
    }

    fn arrow(&mut self, parameters: Vec<Node<'t>>, line: u32) -> Node<'t> {
        self.eat("=>");
        let body = if self.text() == "{" {
            self.block()
        } else {
            let value = self.expression(ASSIGNMENT);
            let line = value.line;
            Node::new(
                NodeKind::Block,
                "",
                line,
                vec![Node::new(NodeKind::Return, "return", line, vec![value])],
            )
        };
        Node::new(NodeKind::Function, "", line, vec![Node::new(NodeKind::List, "", line, parameters), body])
    }

    fn function(&mut self, name: &'t str, line: u32) -> Node<'t> {
        let parameters = if self.eat("(") { self.list(")") } else { Vec::new() };
        let body = self.block();
        Node::new(NodeKind::Function, name, line, vec![Node::new(NodeKind::List, "", line, parameters), body])
    }

    fn class(&mut self, line: u32) -> Node<'t> {
        let name = if self.is_at(&["{", "extends"]) { "" } else { self.word().text };
        let mut parts = Vec::new();
        if self.eat("extends") {
            parts.push(self.value());
        }
        self.eat("{");
        let mut members = Vec::new();
        while self.at < self.tokens.len() && !self.eat("}") {
            let before = self.at;
            while self.is_at(&["static", "async", "get", "set", "*"])
                && !matches!(self.text_after(1), "(" | "=" | ";" | "}")
            {
                self.at += 1;
            }
            if self.text() == "{" {
                members.push(self.block());
            } else if !self.eat(";") {
                members.push(self.property());
            }
            if self.at == before {
                self.at += 1;
            }
        }
        parts.push(Node::new(NodeKind::Block, "", line, members));
        Node::new(NodeKind::Class, name, line, parts)
    }

    /// Parses a method or field.
    fn property(&mut self) -> Node<'t> {
        let (key, line) = (self.key(), self.line());
        if self.text() == "(" {
            return self.function(key.text, line);
        }
        let mut parts = vec![key];
        if self.eat("=") {
            parts.push(self.expression(ASSIGNMENT));
        }
        Node::new(NodeKind::Pair, "", line, parts)
    }

    fn key(&mut self) -> Node<'t> {
        if self.eat("[") {
            let mut items = self.list("]");
            return items.pop().unwrap_or_else(|| Node::leaf(NodeKind::Key, "", self.line()));
        }
        let (text, line) = (self.text(), self.line());
        self.at += 1;
        Node::leaf(NodeKind::Key, text, line)
    }

    fn table(&mut self) -> Node<'t> {
        let line = self.line();
        let in_was_an_end = std::mem::replace(&mut self.in_is_an_end, false);
        self.eat("{");
        let mut items = Vec::new();
        while self.at < self.tokens.len() && !self.eat("}") {
            let before = self.at;
            if self.eat(",") {
                continue;
            }
            if self.text() == "..." {
                items.push(self.unary());
                continue;
            }
            while self.is_at(&["async", "get", "set", "*"])
                && !matches!(self.text_after(1), "(" | ":" | "," | "}" | "=")
            {
                self.at += 1;
            }
            let line = self.line();
            let is_name = self.sort() == Some(TokenKind::Name);
            let key = self.key();
            let value = match self.text() {
                "(" => self.function(key.text, line),
                ":" => {
                    self.at += 1;
                    self.expression(ASSIGNMENT)
                }
                "=" => {
                    self.at += 1;
                    let value = self.expression(ASSIGNMENT);
                    let name = Node::leaf(NodeKind::Name, key.text, line);
                    Node::new(NodeKind::Assign, "=", line, vec![name, value])
                }
                _ if is_name => Node::leaf(NodeKind::Name, key.text, line),
                _ => Node::leaf(NodeKind::Word, "", line),
            };
            items.push(Node::new(NodeKind::Pair, "", line, vec![key, value]));
            if self.at == before {
                self.at += 1;
            }
        }
        self.in_is_an_end = in_was_an_end;
        Node::new(NodeKind::Table, "", line, items)
    }
}

/// Turns `++` and `--` into assignments.
fn stepped<'t>(target: Node<'t>, text: &'t str, line: u32) -> Node<'t> {
    let text = if text == "++" { "+=" } else { "-=" };
    Node::new(NodeKind::Assign, text, line, vec![target, Node::leaf(NodeKind::Number, "1", line)])
}

/// Returns the precedence of a binary operator.
fn strength(text: &str) -> Option<u8> {
    Some(match text {
        "," => 1,
        "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "**=" | "<<=" | ">>=" | ">>>=" | "&=" | "|=" | "^="
        | "&&=" | "||=" | "??=" => ASSIGNMENT,
        "?" => CHOICE,
        "??" | "||" => 4,
        "&&" => 5,
        "|" => 6,
        "^" => 7,
        "&" => 8,
        "==" | "!=" | "===" | "!==" => 9,
        "<" | ">" | "<=" | ">=" | "instanceof" | "in" => 10,
        "<<" | ">>" | ">>>" => 11,
        "+" | "-" => 12,
        "*" | "/" | "%" => 13,
        "**" => 14,
        _ => return None,
    })
}
