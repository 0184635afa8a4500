//! A script as a light syntax tree: as much of it as has to be known to bring two ways to write the same into one form.

use crate::print::{Print, mix, of_bytes};

/// How deep a tree is at most. What lies deeper is left out: whoever nests so deep does it to break something.
const DEEPEST: u32 = 150;

/// A statement or expression, with those in it.
#[derive(Clone, Debug)]
pub(crate) struct Node<'t> {
    pub(crate) what: What,
    /// A name, an operator, a keyword.
    pub(crate) text: &'t str,
    pub(crate) line: u32,
    /// Which variable a name stands for; 0 for none that is known.
    pub(crate) variable: u32,
    pub(crate) parts: Vec<Node<'t>>,
    height: u32,
}

/// What a node is, and its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    Name,
    /// A name of a property.
    Key,
    Number,
    Text,
    /// A keyword or sign that is a value by itself, or is not understood.
    Word,
    /// An operand.
    Unary,
    /// Two operands.
    Binary,
    /// Target, value.
    Assign,
    /// Target, and the value if there is one.
    Declare,
    /// Condition, value if so, value if not.
    Choice,
    Sequence,
    /// What is called, arguments.
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
    /// What it extends, and a block at the end.
    Class,
    Block,
    /// Condition, a block, and another one if there is an `else`.
    If,
    /// Condition, block.
    While,
    /// Target, what is gone through, block.
    Each,
    /// A value, if there is one.
    Return,
    /// `break` and `continue`.
    Jump,
    /// Whatever the text says.
    Other,
}

impl<'t> Node<'t> {
    pub(crate) fn leaf(what: What, text: &'t str, line: u32) -> Node<'t> {
        Node { what, text, line, variable: 0, parts: Vec::new(), height: 0 }
    }

    pub(crate) fn new(what: What, text: &'t str, line: u32, parts: Vec<Node<'t>>) -> Node<'t> {
        Node { what, text, line, variable: 0, parts, height: 0 }.measured()
    }

    /// The same after its parts have changed.
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

    pub(crate) fn is(&self, what: What, text: &str) -> bool {
        self.what == what && self.text == text
    }

    /// Whether it is a value that stands in the program.
    pub(crate) fn is_constant(&self) -> bool {
        match self.what {
            What::Number | What::Text => true,
            What::Word => !matches!(self.text, "this" | "super"),
            _ => false,
        }
    }

    /// Whether to leave it out may leave out a deed.
    pub(crate) fn acts(&self) -> bool {
        matches!(self.what, What::Call | What::New | What::Assign | What::Other)
            || (self.what == What::Unary && matches!(self.text, "delete" | "await" | "yield"))
            || (self.what != What::Function && self.parts.iter().any(Node::acts))
    }

    /// Whether both are the same program.
    pub(crate) fn equals(&self, other: &Node<'_>) -> bool {
        self.what == other.what
            && self.text == other.text
            && self.variable == other.variable
            && self.parts.len() == other.parts.len()
            && self.parts.iter().zip(&other.parts).all(|(one, other)| one.equals(other))
    }

    /// What it is compared by: keywords and signs as they are, of everything else only what it is.
    pub(crate) fn tell(&self, prints: &mut Vec<Print>) {
        let [open, separator, close] = match self.what {
            What::Name | What::Key => return prints.push(1),
            What::Number => return prints.push(2),
            What::Text => return prints.push(3),
            What::Word => return prints.push(sign(self.text)),
            What::Jump | What::Unary | What::Return | What::Other => {
                prints.push(sign(self.text));
                return self.parts.iter().for_each(|part| part.tell(prints));
            }
            What::Binary | What::Assign => ["", self.text, ""],
            What::Declare => ["", "=", ""],
            What::Pair => ["", ":", ""],
            What::Sequence => ["", ",", ""],
            What::List => ["[", ",", "]"],
            What::Table => ["{", ",", "}"],
            What::Block => ["{", "", "}"],
            What::Function => ["function", "", ""],
            What::Class => ["class", "", ""],
            What::While => ["while", "", ""],
            What::Each => ["for", "of", ""],
            What::Member => {
                for part in &self.parts {
                    part.tell(prints);
                }
                prints.push(sign("."));
                return prints.push(1);
            }
            What::Index | What::Call | What::New | What::Choice | What::If => return self.tell_mixed(prints),
        };
        let mut tell = |text: &str| {
            if !text.is_empty() {
                prints.push(sign(text));
            }
        };
        tell(open);
        for (number, part) in self.parts.iter().enumerate() {
            // The block of a loop is set off by its braces.
            if number > 0 && !separator.is_empty() && part.what != What::Block {
                prints.push(sign(separator));
            }
            part.tell(prints);
        }
        if !close.is_empty() {
            prints.push(sign(close));
        }
    }

    /// Nodes whose parts are set off by different signs.
    fn tell_mixed(&self, prints: &mut Vec<Print>) {
        let (first, separators): (&str, [&str; 3]) = match self.what {
            What::Index => ("", ["[", ":", "]"]),
            What::Call => ("", ["(", ",", ")"]),
            What::New => ("new", ["(", ",", ")"]),
            What::Choice => ("", ["?", ":", ""]),
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

fn sign(text: &str) -> Print {
    mix(4, of_bytes(text.as_bytes()))
}
