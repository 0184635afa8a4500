//! The normal form of scripts, which hides variations in style: a minifier's abbreviations, names for values that are
//! used once, dead code, the kinds of loops.

mod expressions;
mod loops;

use self::expressions::{expression, is_negative, negated};
use self::loops::{counted_loops, each};
use crate::Kind;
use crate::tree::{Node, NodeKind};
use crate::variables;

/// Maximum number of early exits from a function or a loop's turn whose following code is moved into a branch.
const MOST_BRANCHES: usize = 20;

/// Returns the statements of a script in normal form.
pub(crate) fn normal(mut statements: Vec<Node<'_>>, kind: Kind) -> Vec<Node<'_>> {
    variables::resolve(&mut statements, kind);
    let statements = block(statements, BlockOwner::Script);
    let statements = variables::inline(statements);
    block(statements, BlockOwner::Script)
}

/// The owner of a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum BlockOwner {
    Script,
    Function,
    Loop,
    Other,
}

/// Returns statements in normal form.
fn block(statements: Vec<Node<'_>>, around: BlockOwner) -> Vec<Node<'_>> {
    let mut plain = Vec::with_capacity(statements.len());
    for statement in statements {
        statement_into(within(statement), &mut plain);
    }
    let mut plain = counted_loops(plain);
    // Code after a jump is never reached.
    if let Some(jump) = plain.iter().position(always_jumps) {
        let after = plain.split_off(jump + 1);
        plain.extend(after.into_iter().filter(|node| node.what == NodeKind::Function));
    }
    without_early_ends(plain, around)
}

/// Returns a node whose parts are in normal form.
fn within(node: Node<'_>) -> Node<'_> {
    let Node { what, text, line, variable, parts, .. } = node;
    let around = match what {
        NodeKind::Function => BlockOwner::Function,
        NodeKind::While | NodeKind::Each => BlockOwner::Loop,
        _ => BlockOwner::Other,
    };
    let parts = parts.into_iter().map(|part| {
        if part.what == NodeKind::Block {
            let line = part.line;
            Node::new(NodeKind::Block, "", line, block(part.parts, around))
        } else {
            within(part)
        }
    });
    let mut node = Node::new(what, text, line, parts.collect());
    node.variable = variable;
    expression(node)
}

fn block_of(statements: Vec<Node<'_>>, line: u32) -> Node<'_> {
    Node::new(NodeKind::Block, "", line, statements)
}

/// Splits a statement into simpler ones.
fn statement_into<'t>(node: Node<'t>, into: &mut Vec<Node<'t>>) {
    let Node { what, text, line, .. } = node;
    let mut parts = node.parts;
    match (what, parts.len()) {
        (NodeKind::Sequence, _) if text == "global" => {}
        (NodeKind::Sequence, _) => parts.into_iter().for_each(|part| statement_into(part, into)),
        (NodeKind::Block, _) => into.extend(parts),
        // Statements without effect; `pass`, names of directives, docstrings.
        (NodeKind::Text | NodeKind::Number | NodeKind::Name | NodeKind::Word | NodeKind::Key, _)
        | (NodeKind::Declare, 1) => {}
        (NodeKind::Declare, _) => statement_into(Node::new(NodeKind::Assign, "=", line, parts), into),
        (NodeKind::Unary, 1) if matches!(text, "!" | "void" | "+" | "-" | "~") => {
            for part in parts {
                statement_into(part, into);
            }
        }
        (NodeKind::Binary, 2) if matches!(text, "&&" | "||") => {
            let (deed, condition) = (parts.pop(), parts.pop());
            let condition = if text == "&&" { condition } else { condition.map(negated) };
            branch(condition, one(deed), Vec::new(), line, into);
        }
        (NodeKind::Choice, 3) => {
            let (no, yes, condition) = (parts.pop(), parts.pop(), parts.pop());
            branch(condition, one(yes), one(no), line, into);
        }
        (NodeKind::Return | NodeKind::Other, 1) if matches!(text, "return" | "throw" | "raise") => {
            let value = first_of_sequence(parts.pop(), into);
            match value {
                Some(value) if value.what == NodeKind::Choice => {
                    let mut parts = value.parts;
                    let (no, yes, condition) = (parts.pop(), parts.pop(), parts.pop());
                    let jump = |value: Option<Node<'t>>| {
                        let mut statements = Vec::new();
                        statement_into(
                            Node::new(what, text, line, value.into_iter().collect()),
                            &mut statements,
                        );
                        statements
                    };
                    branch(condition, jump(yes), jump(no), line, into);
                }
                Some(value) if value.is(NodeKind::Word, "undefined") || value.is(NodeKind::Word, "None") => {
                    into.push(Node::leaf(what, text, line));
                }
                value => into.push(Node::new(what, text, line, value.into_iter().collect())),
            }
        }
        (NodeKind::Assign, 2) => {
            let value = first_of_sequence(parts.pop(), into);
            let target = parts.pop();
            let (Some(target), Some(value)) = (target, value) else { return };
            if text == "=" && value.what == NodeKind::Function && target.what == NodeKind::Name {
                into.push(Node::new(NodeKind::Function, target.text, line, value.parts));
            } else if text == "=" && value.what == NodeKind::Choice && target.parts.len() < 2 {
                let mut parts = value.parts;
                let (no, yes, condition) = (parts.pop(), parts.pop(), parts.pop());
                let assign = |value: Option<Node<'t>>| {
                    let mut statements = Vec::new();
                    let parts = std::iter::once(target.clone()).chain(value).collect();
                    statement_into(Node::new(NodeKind::Assign, text, line, parts), &mut statements);
                    statements
                };
                branch(condition, assign(yes), assign(no), line, into);
            } else {
                into.push(expression(Node::new(NodeKind::Assign, text, line, vec![target, value])));
            }
        }
        (NodeKind::If, 2..) => {
            let no = if parts.len() > 2 { parts.pop().map(|block| block.parts) } else { None };
            let yes = parts.pop().map(|block| block.parts).unwrap_or_default();
            let condition = first_of_sequence(parts.pop(), into);
            branch(condition, yes, no.unwrap_or_default(), line, into);
        }
        (NodeKind::Call, 2) => into.push(each(Node::new(NodeKind::Call, text, line, parts))),
        _ => into.push(Node::new(what, text, line, parts)),
    }
}

/// Returns the last expression of a sequence, and turns those before it into statements.
fn first_of_sequence<'t>(node: Option<Node<'t>>, into: &mut Vec<Node<'t>>) -> Option<Node<'t>> {
    let node = node?;
    if node.what != NodeKind::Sequence {
        return Some(node);
    }
    let mut parts = node.parts;
    let last = parts.pop();
    for part in parts {
        statement_into(part, into);
    }
    last
}

fn one(deed: Option<Node<'_>>) -> Vec<Node<'_>> {
    let mut statements = Vec::new();
    if let Some(deed) = deed {
        statement_into(deed, &mut statements);
    }
    statements
}

/// Pushes a branch in normal form: without impossible or empty arms, with a positive condition, and with no unnecessary
/// `else`.
fn branch<'t>(
    condition: Option<Node<'t>>,
    mut yes: Vec<Node<'t>>,
    mut no: Vec<Node<'t>>,
    line: u32,
    into: &mut Vec<Node<'t>>,
) {
    let Some(mut condition) = condition else { return };
    match (condition.what, condition.text) {
        (NodeKind::Word, "true" | "True") => return into.extend(yes),
        (NodeKind::Word, "false" | "False") => return into.extend(no),
        _ => {}
    }
    if yes.is_empty() && no.is_empty() {
        if condition.acts() {
            statement_into(condition, into);
        }
        return;
    }
    let is_exchanged = yes.is_empty() || (!no.is_empty() && is_negative(&condition));
    if is_exchanged {
        condition = negated(condition);
        std::mem::swap(&mut yes, &mut no);
    }
    if no.is_empty()
        && let [inner] = yes.as_slice()
        && inner.what == NodeKind::If
        && inner.parts.len() == 2
    {
        let mut inner = yes.remove(0).parts;
        let (block, asked) = (inner.pop(), inner.pop());
        let both = std::iter::once(condition).chain(asked).collect();
        let parts = std::iter::once(Node::new(NodeKind::Binary, "&&", line, both)).chain(block).collect();
        return into.push(Node::new(NodeKind::If, "", line, parts));
    }
    if yes.last().is_some_and(always_jumps) {
        into.push(Node::new(NodeKind::If, "", line, vec![condition, block_of(yes, line)]));
        return into.extend(no);
    }
    let mut parts = vec![condition, block_of(yes, line)];
    if !no.is_empty() {
        parts.push(block_of(no, line));
    }
    into.push(Node::new(NodeKind::If, "", line, parts));
}

/// Returns `true` if no code after the node is reached.
fn always_jumps(node: &Node<'_>) -> bool {
    matches!(node.what, NodeKind::Return | NodeKind::Jump)
        || (node.what == NodeKind::Other && matches!(node.text, "throw" | "raise"))
}

/// Moves code after an early exit from a function or a loop's turn into a branch, and removes exits at the end.
fn without_early_ends(mut statements: Vec<Node<'_>>, around: BlockOwner) -> Vec<Node<'_>> {
    let ends = |node: &Node<'_>| match around {
        BlockOwner::Function => node.what == NodeKind::Return && node.parts.is_empty(),
        BlockOwner::Loop => node.is(NodeKind::Jump, "continue"),
        BlockOwner::Script | BlockOwner::Other => false,
    };
    let drop_ends = |statements: &mut Vec<Node<'_>>| {
        while statements.last().is_some_and(ends) {
            statements.pop();
        }
    };
    let leaves = |node: &Node<'_>| {
        matches!(node.parts.as_slice(), [_, block] if node.what == NodeKind::If
            && matches!(block.parts.as_slice(), [only] if ends(only)))
    };
    drop_ends(&mut statements);
    let places = statements.iter().enumerate().filter(|(_, node)| leaves(node)).map(|(at, _)| at);
    let places: Vec<usize> = places.take(MOST_BRANCHES).collect();
    for at in places.into_iter().rev() {
        let mut rest = statements.split_off(at + 1);
        drop_ends(&mut rest);
        let Some(node) = statements.pop() else { continue };
        let line = node.line;
        if let Some(condition) = node.parts.into_iter().next() {
            branch(Some(negated(condition)), rest, Vec::new(), line, &mut statements);
        }
    }
    statements
}
