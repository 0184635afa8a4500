//! Normal form of expressions.

use crate::tree::{Node, NodeKind};

/// Returns an expression in normal form. Its parts already are.
pub(super) fn expression(node: Node<'_>) -> Node<'_> {
    let Node { what, text, line, .. } = node;
    match (what, node.parts.as_slice()) {
        (NodeKind::Unary, [operand]) => match (text, operand.what) {
            ("!", _) => {
                let mut node = node;
                node.parts.pop().map_or_else(|| Node::leaf(NodeKind::Word, "true", line), negated)
            }
            ("void", NodeKind::Number) => Node::leaf(NodeKind::Word, "undefined", line),
            ("-" | "+" | "~", NodeKind::Number) => Node::leaf(NodeKind::Number, operand.text, line),
            _ => node,
        },
        (NodeKind::Binary, [left, right]) => {
            let are = |what| left.what == what && right.what == what;
            let is_compared = strength_of_comparison(text).is_some();
            if !is_compared && are(NodeKind::Number) {
                return Node::leaf(NodeKind::Number, left.text, line);
            }
            if text == "+" && are(NodeKind::Text) {
                return Node::leaf(NodeKind::Text, left.text, line);
            }
            binary(node)
        }
        (NodeKind::Index, [_, index]) if index.what == NodeKind::Text => {
            let mut node = node;
            node.parts.truncate(1);
            Node::new(NodeKind::Member, "", line, node.parts)
        }
        (NodeKind::Choice, [condition, ..]) if is_negative(condition) => {
            let mut parts = node.parts;
            parts.swap(1, 2);
            let condition = negated(parts.remove(0));
            parts.insert(0, condition);
            Node::new(NodeKind::Choice, "", line, parts)
        }
        (NodeKind::Assign, [target, value])
            if text == "="
                && value.what == NodeKind::Binary
                && value.parts.first().is_some_and(|left| left.equals(target)) =>
        {
            let sign = match value.text {
                "+" => "+=",
                "-" => "-=",
                "*" => "*=",
                "/" => "/=",
                "|" => "|=",
                "&" => "&=",
                "^" => "^=",
                _ => return node,
            };
            let mut parts = node.parts;
            let value = parts.pop().and_then(|mut value| value.parts.pop());
            parts.extend(value);
            Node::new(NodeKind::Assign, sign, line, parts)
        }
        _ => node,
    }
}

fn strength_of_comparison(text: &str) -> Option<&'static str> {
    Some(match text {
        "==" | "===" => "==",
        "!=" | "!==" => "!=",
        "<" | ">" => "<",
        "<=" | ">=" => "<=",
        _ => return None,
    })
}

/// Normalises a comparison: `>` becomes `<` with exchanged operands, and a constant in an equation moves to the right.
fn binary(node: Node<'_>) -> Node<'_> {
    let Some(sign) = strength_of_comparison(node.text) else { return node };
    let Node { text, line, mut parts, .. } = node;
    let is_exchanged = match text {
        ">" | ">=" => true,
        "==" | "===" | "!=" | "!==" => {
            matches!(parts.as_slice(), [left, right] if left.is_constant() && !right.is_constant())
        }
        _ => false,
    };
    if is_exchanged {
        parts.reverse();
    }
    Node::new(NodeKind::Binary, sign, line, parts)
}

/// Returns `true` if a condition is negated.
pub(super) fn is_negative(node: &Node<'_>) -> bool {
    node.is(NodeKind::Unary, "!") || node.is(NodeKind::Binary, "!=")
}

/// Returns the negation of a condition.
pub(super) fn negated(node: Node<'_>) -> Node<'_> {
    let Node { what, text, line, .. } = node;
    match (what, node.parts.len()) {
        (NodeKind::Number, _) => Node::leaf(NodeKind::Word, if text == "0" { "true" } else { "false" }, line),
        (NodeKind::Word, _) if matches!(text, "true" | "True") => Node::leaf(NodeKind::Word, "false", line),
        (NodeKind::Word, _) if matches!(text, "false" | "False") => Node::leaf(NodeKind::Word, "true", line),
        (NodeKind::Unary, 1) if text == "!" => {
            let mut parts = node.parts;
            parts.pop().unwrap_or_else(|| Node::leaf(NodeKind::Word, "true", line))
        }
        (NodeKind::Binary, 2) => {
            let (sign, is_exchanged) = match text {
                "==" => ("!=", false),
                "!=" => ("==", false),
                // `not a < b` is `b <= a`.
                "<" => ("<=", true),
                "<=" => ("<", true),
                "in" => ("not in", false),
                "not in" => ("in", false),
                "&&" | "||" => {
                    let sign = if text == "&&" { "||" } else { "&&" };
                    return Node::new(
                        NodeKind::Binary,
                        sign,
                        line,
                        node.parts.into_iter().map(negated).collect(),
                    );
                }
                _ => return Node::new(NodeKind::Unary, "!", line, vec![node]),
            };
            let mut parts = node.parts;
            if is_exchanged {
                parts.reverse();
            }
            Node::new(NodeKind::Binary, sign, line, parts)
        }
        _ => Node::new(NodeKind::Unary, "!", line, vec![node]),
    }
}
