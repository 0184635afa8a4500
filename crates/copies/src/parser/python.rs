//! The syntax of Python.

use super::Parser;
use crate::tokens::{Token, TokenKind};
use crate::tree::{Node, NodeKind};

/// Signs for layout: the end of a line, the beginning and the end of a block.
const END: &str = "\n";
const BEGIN_BLOCK: &str = "\u{1}";
const END_BLOCK: &str = "\u{2}";
/// Precedences that other code refers to.
const LAMBDA: u8 = 1;
const CHOICE: u8 = 2;
const NOT: u8 = 5;
/// The precedence of the target before `in` in the head of a loop.
const TARGET: u8 = 7;
const UNARY: u8 = 13;

/// Adds signs for lines and blocks to the tokens.
pub(super) fn with_blocks(tokens: Vec<Token<'_>>) -> Vec<Token<'_>> {
    let mut signed = Vec::with_capacity(tokens.len() * 5 / 4);
    let mut columns = vec![0];
    let mut open = 0_usize;
    for token in tokens {
        if token.begins_line && open == 0 {
            let sign = |text| Token { sort: TokenKind::Sign, text, ..token };
            if !signed.is_empty() {
                signed.push(sign(END));
            }
            if token.column > columns.last().copied().unwrap_or(0) {
                columns.push(token.column);
                signed.push(sign(BEGIN_BLOCK));
            }
            while columns.len() > 1 && columns.last().is_some_and(|column| token.column < *column) {
                columns.pop();
                signed.push(sign(END_BLOCK));
            }
        }
        if token.sort == TokenKind::Sign {
            match token.text {
                "(" | "[" | "{" => open += 1,
                ")" | "]" | "}" => open = open.saturating_sub(1),
                _ => {}
            }
        }
        signed.push(token);
    }
    signed
}

impl<'t> Parser<'_, 't> {
    pub(super) fn python_statement(&mut self, into: &mut Vec<Node<'t>>) {
        let line = self.line();
        let text = self.text();
        match text {
            END | ";" | BEGIN_BLOCK | END_BLOCK | "async" => self.at += 1,
            _ if text.starts_with('@') => {
                while self.at < self.tokens.len() && !self.eat(END) {
                    self.at += 1;
                }
            }
            "def" => {
                self.at += 1;
                let name = self.word().text;
                let parameters = if self.eat("(") { self.list(")") } else { Vec::new() };
                let parameters = parameters.into_iter().map(untyped).collect();
                if self.eat("->") {
                    self.expression(CHOICE);
                }
                let parts = vec![Node::new(NodeKind::List, "", line, parameters), self.suite()];
                into.push(Node::new(NodeKind::Function, name, line, parts));
            }
            "class" => {
                self.at += 1;
                let name = self.word().text;
                let mut parts = if self.eat("(") { self.list(")") } else { Vec::new() };
                parts.push(self.suite());
                into.push(Node::new(NodeKind::Class, name, line, parts));
            }
            "if" | "elif" => {
                self.at += 1;
                let mut parts = vec![self.expression(LAMBDA), self.suite()];
                if self.text() == "elif" {
                    let mut other = Vec::new();
                    self.statement(&mut other);
                    parts.push(Node::new(NodeKind::Block, "", line, other));
                } else if self.eat("else") {
                    parts.push(self.suite());
                }
                into.push(Node::new(NodeKind::If, "", line, parts));
            }
            "while" => {
                self.at += 1;
                let parts = vec![self.expression(LAMBDA), self.suite()];
                into.push(Node::new(NodeKind::While, "", line, parts));
            }
            "for" => {
                self.at += 1;
                let target = self.several(TARGET);
                self.eat("in");
                let list = self.several(LAMBDA);
                let parts = vec![target, list, self.suite()];
                into.push(Node::new(NodeKind::Each, "of", line, parts));
            }
            "try" | "with" | "except" | "finally" | "else" => {
                self.at += 1;
                let mut parts = Vec::new();
                while self.at < self.tokens.len() && !self.is_at(&[":", END]) {
                    let before = self.at;
                    if !self.eat(",") && !self.eat("as") {
                        parts.push(self.expression(LAMBDA));
                    }
                    self.at += usize::from(self.at == before);
                }
                parts.push(self.suite());
                into.push(Node::new(NodeKind::Other, text, line, parts));
            }
            "return" | "raise" | "assert" | "del" => {
                self.at += 1;
                let ends = self.is_at(&[END, ";", END_BLOCK, ""]);
                let parts = if ends { Vec::new() } else { vec![self.several(LAMBDA)] };
                let what = if text == "return" { NodeKind::Return } else { NodeKind::Other };
                into.push(Node::new(what, text, line, parts));
            }
            "break" | "continue" => {
                self.at += 1;
                into.push(Node::leaf(NodeKind::Jump, text, line));
            }
            // Imports are not the author's own work.
            "import" | "from" => {
                while self.at < self.tokens.len() && !self.is_at(&[END, ";"]) {
                    self.at += 1;
                }
            }
            "global" | "nonlocal" => {
                self.at += 1;
                let names = self.several(LAMBDA);
                into.push(Node::new(NodeKind::Sequence, "global", line, vec![names]));
            }
            _ => self.python_simple_statement(into),
        }
    }

    /// Parses an expression or assignment.
    fn python_simple_statement(&mut self, into: &mut Vec<Node<'t>>) {
        let line = self.line();
        let first = self.several(LAMBDA);
        if self.eat(":") && !self.is_at(&[END, ""]) {
            // The annotation.
            self.expression(LAMBDA);
        }
        let mut targets = vec![first];
        while self.eat("=") {
            targets.push(self.several(LAMBDA));
        }
        let text = self.text();
        if let Some(value) = targets.pop() {
            if targets.is_empty()
                && text.len() > 1
                && text.ends_with('=')
                && self.sort() == Some(TokenKind::Sign)
            {
                self.at += 1;
                let right = self.several(LAMBDA);
                into.push(Node::new(NodeKind::Assign, text, line, vec![value, right]));
            } else if targets.is_empty() {
                into.push(value);
            } else {
                let assigned = targets
                    .into_iter()
                    .map(|target| Node::new(NodeKind::Assign, "=", line, vec![target, value.clone()]));
                into.extend(assigned);
            }
        }
    }

    /// Parses the suite after a colon: statements on the same line, or a block.
    fn suite(&mut self) -> Node<'t> {
        let line = self.line();
        self.eat(":");
        let mut statements = Vec::new();
        if self.eat(END) {
            if self.eat(BEGIN_BLOCK) {
                while self.at < self.tokens.len() && !self.eat(END_BLOCK) {
                    self.statement(&mut statements);
                }
            }
        } else {
            while self.at < self.tokens.len() && !self.eat(END) && self.text() != END_BLOCK {
                self.statement(&mut statements);
            }
        }
        Node::new(NodeKind::Block, "", line, statements)
    }

    /// Parses an expression, or several between commas as a list.
    fn several(&mut self, least: u8) -> Node<'t> {
        let line = self.line();
        let first = self.expression(least);
        if self.text() != "," {
            return first;
        }
        let mut items = vec![first];
        while self.eat(",") {
            if self.is_at(&["=", ":", ")", "]", "in", END, ""]) {
                break;
            }
            items.push(self.expression(least));
        }
        Node::new(NodeKind::List, "", line, items)
    }

    /// Parses an item in brackets: a value, a keyword argument, a pair, a slice, or a comprehension.
    pub(super) fn python_item(&mut self) -> Node<'t> {
        let line = self.line();
        let mut item =
            if self.text() == ":" { Node::leaf(NodeKind::Word, "", line) } else { self.expression(LAMBDA) };
        if self.eat("=") {
            let value = self.expression(LAMBDA);
            item =
                Node::new(NodeKind::Pair, "", line, vec![Node::leaf(NodeKind::Key, item.text, line), value]);
        }
        while self.eat(":") {
            let mut parts = vec![item];
            if !self.is_at(&[":", "]", ","]) {
                parts.push(self.expression(LAMBDA));
            }
            item = Node::new(NodeKind::Pair, "", line, parts);
            if self.eat("=") {
                // A parameter with its annotation.
                self.expression(LAMBDA);
            }
        }
        while self.is_at(&["for", "async", "if"]) {
            if self.eat("async") {
                continue;
            }
            let text = self.text();
            self.at += 1;
            let parts = if text == "for" {
                let target = self.several(TARGET);
                self.eat("in");
                vec![item, target, self.expression(CHOICE + 1)]
            } else {
                vec![item, self.expression(CHOICE + 1)]
            };
            item = Node::new(NodeKind::Other, text, line, parts);
        }
        item
    }

    pub(super) fn python_expression(&mut self, least: u8) -> Node<'t> {
        let mut left = self.python_unary();
        loop {
            let (text, line) = (self.text(), self.line());
            let strength = match text {
                "not" if self.text_after(1) == "in" => Some(6),
                _ if self.sort() == Some(TokenKind::Text) => None,
                _ => strength(text),
            };
            let Some(strength) = strength.filter(|strength| *strength >= least) else { return left };
            self.at += 1;
            if text == "if" {
                let condition = self.expression(CHOICE + 1);
                // The filter of a comprehension has no `else`.
                self.eat("else");
                let no = self.expression(LAMBDA);
                left = Node::new(NodeKind::Choice, "", line, vec![condition, left, no]);
                continue;
            }
            let text = match text {
                "not" => {
                    self.at += 1;
                    "not in"
                }
                "is" if self.eat("not") => "!=",
                "is" => "==",
                "and" => "&&",
                "or" => "||",
                text => text,
            };
            let right = self.expression(strength + u8::from(text != "**"));
            let what = if text == ":=" { NodeKind::Assign } else { NodeKind::Binary };
            let text = if text == ":=" { "=" } else { text };
            left = Node::new(what, text, line, vec![left, right]);
        }
    }

    fn python_unary(&mut self) -> Node<'t> {
        let (text, line) = (self.text(), self.line());
        if self.sort() == Some(TokenKind::Text) {
            return self.python_value();
        }
        match text {
            "not" => {
                self.at += 1;
                let operand = self.expression(NOT);
                Node::new(NodeKind::Unary, "!", line, vec![operand])
            }
            "-" | "+" | "~" | "await" | "*" | "**" => {
                self.at += 1;
                let operand = self.expression(UNARY);
                Node::new(NodeKind::Unary, text, line, vec![operand])
            }
            "yield" => {
                self.at += 1;
                self.eat("from");
                let ends = self.is_at(&[")", END, ""]);
                let parts = if ends { Vec::new() } else { vec![self.several(LAMBDA)] };
                Node::new(NodeKind::Unary, text, line, parts)
            }
            "lambda" => {
                self.at += 1;
                let mut parameters = Vec::new();
                while self.at < self.tokens.len() && !self.is_at(&[":", END, ")"]) {
                    let before = self.at;
                    if !self.eat(",") {
                        parameters.push(self.expression(CHOICE));
                        if self.eat("=") {
                            self.expression(CHOICE);
                        }
                    }
                    self.at += usize::from(self.at == before);
                }
                self.eat(":");
                let value = self.expression(LAMBDA);
                let body = vec![Node::new(NodeKind::Return, "return", line, vec![value])];
                let body = Node::new(NodeKind::Block, "", line, body);
                Node::new(
                    NodeKind::Function,
                    "",
                    line,
                    vec![Node::new(NodeKind::List, "", line, parameters), body],
                )
            }
            _ => self.python_value(),
        }
    }

    /// Parses a value with its calls and attributes.
    fn python_value(&mut self) -> Node<'t> {
        let (text, line) = (self.text(), self.line());
        let mut value = match text {
            "(" => {
                self.at += 1;
                let before = self.at;
                let mut items = self.list(")");
                let is_one = items.len() == 1 && self.text_before_close(before) != ",";
                if is_one { items.remove(0) } else { Node::new(NodeKind::List, "", line, items) }
            }
            "[" => self.bracketed(NodeKind::List, "]"),
            "{" => self.bracketed(NodeKind::Table, "}"),
            // A closing token belongs to an enclosing construct.
            ")" | "]" | "}" | ":" | "," | "=" | "" | END | BEGIN_BLOCK | END_BLOCK => {
                return Node::leaf(NodeKind::Word, "", line);
            }
            _ => self.word(),
        };
        loop {
            let line = self.line();
            value = match self.text() {
                "." => {
                    self.at += 1;
                    let property = self.text();
                    self.at += 1;
                    Node::new(NodeKind::Member, property, line, vec![value])
                }
                "(" => self.applied(NodeKind::Call, value, ")"),
                "[" => self.applied(NodeKind::Index, value, "]"),
                // Adjacent texts are concatenated.
                _ if value.what == NodeKind::Text && self.sort() == Some(TokenKind::Text) => {
                    self.at += 1;
                    value
                }
                _ => return value,
            };
        }
    }

    /// Returns the token before the bracket that was just closed.
    fn text_before_close(&self, opened: usize) -> &'t str {
        let at = self.at.saturating_sub(2);
        if at < opened { "" } else { self.tokens.get(at).map_or("", |token| token.text) }
    }
}

/// Returns a parameter without its annotation, and with its default as an assignment.
fn untyped(parameter: Node<'_>) -> Node<'_> {
    if parameter.what != NodeKind::Pair {
        return parameter;
    }
    let line = parameter.line;
    let mut parts = parameter.parts.into_iter();
    match (parts.next(), parts.next()) {
        (Some(key), Some(value)) if key.what == NodeKind::Key => {
            Node::new(NodeKind::Assign, "=", line, vec![Node::leaf(NodeKind::Name, key.text, line), value])
        }
        (Some(name), _) => name,
        (None, _) => Node::leaf(NodeKind::Word, "", line),
    }
}

/// Returns the precedence of a binary operator.
fn strength(text: &str) -> Option<u8> {
    Some(match text {
        ":=" => LAMBDA,
        "if" => CHOICE,
        "or" => 3,
        "and" => 4,
        "in" | "is" | "<" | ">" | "<=" | ">=" | "==" | "!=" => 6,
        "|" => 7,
        "^" => 8,
        "&" => 9,
        "<<" | ">>" => 10,
        "+" | "-" => 11,
        "*" | "/" | "//" | "%" | "@" => 12,
        "**" => 14,
        _ => return None,
    })
}
