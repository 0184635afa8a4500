//! A light syntax tree of a script, with just enough detail to bring equivalent code into a normal form.

use crate::fingerprint::{Fingerprint, mix, of_bytes};

/// Maximum depth of a tree. Deeper nodes are dropped; only hostile code is nested so deep.
const DEEPEST: u32 = 150;

/// A statement or expression with its parts.
#[derive(Clone, Debug)]
pub(crate) struct Node<'t> {
    pub(crate) what: NodeKind,
    /// A name, an operator, a keyword.
    pub(crate) text: &'t str,
    pub(crate) line: u32,
    /// The variable that a name refers to; 0 if unknown.
    pub(crate) variable: u32,
    pub(crate) parts: Vec<Node<'t>>,
    height: u32,
}

/// The type of a node, and its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeKind {
    Name,
    /// A name of a property.
    Key,
    Number,
    Text,
    /// A keyword or sign that is a value by itself, or unknown syntax.
    Word,
    /// An operand.
    Unary,
    /// Two operands.
    Binary,
    /// Target, value.
    Assign,
    /// Target, optional value.
    Declare,
    /// Condition, value if true, value if false.
    Choice,
    Sequence,
    /// Callee, arguments.
    Call,
    New,
    /// Object, index.
    Index,
    /// Object; the text is the property.
    Member,
    List,
    Table,
    /// Key, value.
    Pair,
    /// A list of parameters, a block.
    Function,
    /// Base class if any, and a block at the end.
    Class,
    Block,
    /// Condition, a block, and another one for an `else`.
    If,
    /// Condition, block.
    While,
    /// Target, iterated value, block.
    Each,
    /// Optional value.
    Return,
    /// `break` and `continue`.
    Jump,
    /// Any other node, described by its text.
    Other,
}

impl<'t> Node<'t> {
    pub(crate) fn leaf(what: NodeKind, text: &'t str, line: u32) -> Node<'t> {
        Node { what, text, line, variable: 0, parts: Vec::new(), height: 0 }
    }

    pub(crate) fn new(what: NodeKind, text: &'t str, line: u32, parts: Vec<Node<'t>>) -> Node<'t> {
        Node { what, text, line, variable: 0, parts, height: 0 }.measured()
    }

    /// Computes the height again after its parts have changed.
    pub(crate) fn measured(mut self) -> Node<'t> {
        for part in &mut self.parts {
            if part.height >= DEEPEST {
                part.parts.clear();
                part.height = 0;
            }
        }
        self.height = self.parts.iter().map(|part| part.height + 1).max().unwrap_or(0);
        self
    }

    pub(crate) fn height(&self) -> u32 {
        self.height
    }

    pub(crate) fn is(&self, what: NodeKind, text: &str) -> bool {
        self.what == what && self.text == text
    }

    /// Returns `true` if it is a literal.
    pub(crate) fn is_constant(&self) -> bool {
        match self.what {
            NodeKind::Number | NodeKind::Text => true,
            NodeKind::Word => !matches!(self.text, "this" | "super"),
            _ => false,
        }
    }

    /// Returns `true` if removing the node may remove a side effect.
    pub(crate) fn acts(&self) -> bool {
        matches!(self.what, NodeKind::Call | NodeKind::New | NodeKind::Assign | NodeKind::Other)
            || (self.what == NodeKind::Unary && matches!(self.text, "delete" | "await" | "yield"))
            || (self.what != NodeKind::Function && self.parts.iter().any(Node::acts))
    }

    /// Returns `true` if both are the same program.
    pub(crate) fn equals(&self, other: &Node<'_>) -> bool {
        self.what == other.what
            && self.text == other.text
            && self.variable == other.variable
            && self.parts.len() == other.parts.len()
            && self.parts.iter().zip(&other.parts).all(|(one, other)| one.equals(other))
    }

    /// Appends the prints for comparison: keywords and signs exactly, and only the type of any other node.
    pub(crate) fn tell(&self, prints: &mut Vec<Fingerprint>) {
        let [open, separator, close] = match self.what {
            NodeKind::Name | NodeKind::Key => return prints.push(1),
            NodeKind::Number => return prints.push(2),
            NodeKind::Text => return prints.push(3),
            NodeKind::Word => return prints.push(sign(self.text)),
            NodeKind::Jump | NodeKind::Unary | NodeKind::Return | NodeKind::Other => {
                prints.push(sign(self.text));
                return self.parts.iter().for_each(|part| part.tell(prints));
            }
            NodeKind::Binary | NodeKind::Assign => ["", self.text, ""],
            NodeKind::Declare => ["", "=", ""],
            NodeKind::Pair => ["", ":", ""],
            NodeKind::Sequence => ["", ",", ""],
            NodeKind::List => ["[", ",", "]"],
            NodeKind::Table => ["{", ",", "}"],
            NodeKind::Block => ["{", "", "}"],
            NodeKind::Function => ["function", "", ""],
            NodeKind::Class => ["class", "", ""],
            NodeKind::While => ["while", "", ""],
            NodeKind::Each => ["for", "of", ""],
            NodeKind::Member => {
                for part in &self.parts {
                    part.tell(prints);
                }
                prints.push(sign("."));
                return prints.push(1);
            }
            NodeKind::Index | NodeKind::Call | NodeKind::New | NodeKind::Choice | NodeKind::If => {
                return self.tell_mixed(prints);
            }
        };
        let mut tell = |text: &str| {
            if !text.is_empty() {
                prints.push(sign(text));
            }
        };
        tell(open);
        for (number, part) in self.parts.iter().enumerate() {
            // The braces delimit the block of a loop.
            if number > 0 && !separator.is_empty() && part.what != NodeKind::Block {
                prints.push(sign(separator));
            }
            part.tell(prints);
        }
        if !close.is_empty() {
            prints.push(sign(close));
        }
    }

    /// Appends nodes whose parts are separated by different signs.
    fn tell_mixed(&self, prints: &mut Vec<Fingerprint>) {
        let (first, separators): (&str, [&str; 3]) = match self.what {
            NodeKind::Index => ("", ["[", ":", "]"]),
            NodeKind::Call => ("", ["(", ",", ")"]),
            NodeKind::New => ("new", ["(", ",", ")"]),
            NodeKind::Choice => ("", ["?", ":", ""]),
            _ => ("if", ["", "else", ""]),
        };
        if !first.is_empty() {
            prints.push(sign(first));
        }
        let mut parts = self.parts.iter();
        parts.next().into_iter().for_each(|part| part.tell(prints));
        if !separators[0].is_empty() {
            prints.push(sign(separators[0]));
        }
        for (number, part) in parts.enumerate() {
            if number > 0 {
                prints.push(sign(separators[1]));
            }
            part.tell(prints);
        }
        if !separators[2].is_empty() {
            prints.push(sign(separators[2]));
        }
    }
}

fn sign(text: &str) -> Fingerprint {
    mix(4, of_bytes(text.as_bytes()))
}
