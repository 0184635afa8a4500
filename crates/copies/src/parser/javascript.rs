//! The syntax of JavaScript.

mod expressions;

use super::Parser;
use crate::tokens::TokenKind;
use crate::tree::{Node, NodeKind};

/// The precedence of expressions between commas.
pub(super) const ASSIGNMENT: u8 = 2;

impl<'t> Parser<'_, 't> {
    pub(super) fn javascript_statement(&mut self, into: &mut Vec<Node<'t>>) {
        let line = self.line();
        let text = self.text();
        match text {
            "{" => into.push(self.block()),
            "}" | ";" => self.at += 1,
            "var" | "let" | "const" => {
                self.at += 1;
                self.declarations(text, into);
            }
            "if" => {
                self.at += 1;
                let mut parts = vec![self.condition(), self.body()];
                if self.eat("else") {
                    parts.push(self.body());
                }
                into.push(Node::new(NodeKind::If, "", line, parts));
            }
            "for" => {
                self.at += 1;
                into.push(self.for_loop(line));
            }
            "while" => {
                self.at += 1;
                let parts = vec![self.condition(), self.body()];
                into.push(Node::new(NodeKind::While, "", line, parts));
            }
            "do" => {
                self.at += 1;
                let body = self.body();
                self.eat("while");
                let condition = self.condition();
                into.push(Node::new(NodeKind::Other, "do", line, vec![body, condition]));
            }
            "return" | "throw" => {
                self.at += 1;
                let ends = self.is_at(&[";", "}", ""]) || self.is_on_a_new_line();
                let parts = if ends { Vec::new() } else { vec![self.expression(0)] };
                let what = if text == "return" { NodeKind::Return } else { NodeKind::Other };
                into.push(Node::new(what, text, line, parts));
            }
            "break" | "continue" => {
                self.at += 1;
                if self.sort() == Some(TokenKind::Name) && !self.is_on_a_new_line() {
                    self.at += 1;
                }
                into.push(Node::leaf(NodeKind::Jump, text, line));
            }
            "switch" => {
                self.at += 1;
                into.push(self.switch(line));
            }
            "try" => {
                self.at += 1;
                let mut parts = vec![self.body()];
                if self.eat("catch") {
                    if self.eat("(") {
                        self.list(")");
                    }
                    parts.push(self.body());
                }
                if self.eat("finally") {
                    parts.push(self.body());
                }
                into.push(Node::new(NodeKind::Other, "try", line, parts));
            }
            // Imports are not the author's own work.
            "import" if !matches!(self.text_after(1), "(" | ".") => {
                while self.at < self.tokens.len() && self.sort() != Some(TokenKind::Text) {
                    self.at += 1;
                }
                self.at += 1;
            }
            "export" => {
                self.at += 1;
                self.eat("default");
                if self.eat("*") || self.text() == "{" && matches!(self.text_after(2), "," | "}" | "as") {
                    while self.at < self.tokens.len() && !self.is_at(&["}", ";"]) {
                        self.at += 1;
                    }
                    self.at += 1;
                }
            }
            _ if self.sort() == Some(TokenKind::Name) && self.text_after(1) == ":" => self.at += 2,
            _ => {
                let node = self.expression(0);
                into.push(node);
                self.eat(";");
            }
        }
    }

    fn is_on_a_new_line(&self) -> bool {
        self.token().is_none_or(|token| token.begins_line)
    }

    fn block(&mut self) -> Node<'t> {
        let line = self.line();
        let in_was_an_end = std::mem::replace(&mut self.in_is_an_end, false);
        self.eat("{");
        let mut statements = Vec::new();
        while self.at < self.tokens.len() && !self.eat("}") {
            self.statement(&mut statements);
        }
        self.in_is_an_end = in_was_an_end;
        Node::new(NodeKind::Block, "", line, statements)
    }

    /// Parses a block, or a single statement as a block.
    fn body(&mut self) -> Node<'t> {
        if self.text() == "{" {
            return self.block();
        }
        let line = self.line();
        let mut statements = Vec::new();
        if !self.eat(";") && !self.is_at(&["}", ""]) {
            self.statement(&mut statements);
            self.eat(";");
        }
        Node::new(NodeKind::Block, "", line, statements)
    }

    fn condition(&mut self) -> Node<'t> {
        if !self.eat("(") {
            return Node::leaf(NodeKind::Word, "true", self.line());
        }
        let node = self.expression(0);
        self.eat(")");
        node
    }

    fn declarations(&mut self, kind: &'t str, into: &mut Vec<Node<'t>>) {
        loop {
            let line = self.line();
            let mut parts = vec![self.binding()];
            if self.eat("=") {
                parts.push(self.expression(ASSIGNMENT));
            }
            into.push(Node::new(NodeKind::Declare, kind, line, parts));
            if !self.eat(",") {
                return;
            }
        }
    }

    /// Parses the target of a declaration: a name or a pattern.
    fn binding(&mut self) -> Node<'t> {
        if self.is_at(&["[", "{"]) { self.value() } else { self.word() }
    }

    fn for_loop(&mut self, line: u32) -> Node<'t> {
        self.eat("await");
        self.eat("(");
        let mut statements = Vec::new();
        self.in_is_an_end = true;
        let kind = self.text();
        if matches!(kind, "var" | "let" | "const") {
            self.at += 1;
            self.declarations(kind, &mut statements);
        } else if !self.is_at(&[";"]) {
            statements.push(self.expression(0));
        }
        self.in_is_an_end = false;
        if self.is_at(&["of", "in"]) {
            let kind = self.text();
            self.at += 1;
            let target = statements.pop().unwrap_or_else(|| Node::leaf(NodeKind::Word, "", line));
            let list = self.expression(0);
            self.eat(")");
            return Node::new(NodeKind::Each, kind, line, vec![target, list, self.body()]);
        }
        self.eat(";");
        let condition =
            if self.is_at(&[";"]) { Node::leaf(NodeKind::Word, "true", line) } else { self.expression(0) };
        self.eat(";");
        let step = (!self.is_at(&[")"])).then(|| self.expression(0));
        self.eat(")");
        let mut body = self.body();
        body.parts.extend(step);
        statements.push(Node::new(NodeKind::While, "", line, vec![condition, body.measured()]));
        Node::new(NodeKind::Block, "", line, statements)
    }

    fn switch(&mut self, line: u32) -> Node<'t> {
        let mut parts = vec![self.condition()];
        self.eat("{");
        while self.at < self.tokens.len() && !self.eat("}") {
            let before = self.at;
            let mut cases = Vec::new();
            if self.eat("case") {
                cases.push(self.expression(0));
            } else {
                self.eat("default");
            }
            self.eat(":");
            let mut statements = Vec::new();
            while self.at < self.tokens.len() && !self.is_at(&["case", "default", "}"]) {
                self.statement(&mut statements);
            }
            cases.push(Node::new(NodeKind::Block, "", line, statements));
            parts.push(Node::new(NodeKind::Other, "case", line, cases));
            if self.at == before {
                self.at += 1;
            }
        }
        Node::new(NodeKind::Other, "switch", line, parts)
    }
}
