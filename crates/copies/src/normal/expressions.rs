//! Normal form of expressions.

use crate::tree::{Node, What};

/// Returns an expression in normal form. Its parts already are.
pub(super) fn expression(node: Node<'_>) -> Node<'_> {
    let Node { what, text, line, .. } = node;
    match (what, node.parts.as_slice()) {
        (What::Unary, [operand]) => match (text, operand.what) {
            ("!", _) => {
                let mut node = node;
                node.parts.pop().map_or_else(|| Node::leaf(What::Word, "true", line), negated)
            }
            ("void", What::Number) => Node::leaf(What::Word, "undefined", line),
            ("-" | "+" | "~", What::Number) => Node::leaf(What::Number, operand.text, line),
            _ => node,
        },
        (What::Binary, [left, right]) => {
            let are = |what| left.what == what && right.what == what;
            let is_compared = strength_of_comparison(text).is_some();
            if !is_compared && are(What::Number) {
                return Node::leaf(What::Number, left.text, line);
            }
            if text == "+" && are(What::Text) {
                return Node::leaf(What::Text, left.text, line);
            }
            binary(node)
        }
        (What::Index, [_, index]) if index.what == What::Text => {
            let mut node = node;
            node.parts.truncate(1);
            Node::new(What::Member, "", line, node.parts)
        }
        (What::Choice, [condition, ..]) if is_negative(condition) => {
            let mut parts = node.parts;
            parts.swap(1, 2);
            let condition = negated(parts.remove(0));
            parts.insert(0, condition);
            Node::new(What::Choice, "", line, parts)
        }
        (What::Assign, [target, value])
            if text == "="
                && value.what == What::Binary
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
            Node::new(What::Assign, sign, line, parts)
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
    Node::new(What::Binary, sign, line, parts)
}

/// Returns `true` if a condition is negated.
pub(super) fn is_negative(node: &Node<'_>) -> bool {
    node.is(What::Unary, "!") || node.is(What::Binary, "!=")
}

/// Returns the negation of a condition.
pub(super) fn negated(node: Node<'_>) -> Node<'_> {
    let Node { what, text, line, .. } = node;
    match (what, node.parts.len()) {
        (What::Number, _) => Node::leaf(What::Word, if text == "0" { "true" } else { "false" }, line),
        (What::Word, _) if matches!(text, "true" | "True") => Node::leaf(What::Word, "false", line),
        (What::Word, _) if matches!(text, "false" | "False") => Node::leaf(What::Word, "true", line),
        (What::Unary, 1) if text == "!" => {
            let mut parts = node.parts;
            parts.pop().unwrap_or_else(|| Node::leaf(What::Word, "true", line))
        }
        (What::Binary, 2) => {
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
                        What::Binary,
                        sign,
                        line,
                        node.parts.into_iter().map(negated).collect(),
                    );
                }
                _ => return Node::new(What::Unary, "!", line, vec![node]),
            };
            let mut parts = node.parts;
            if is_exchanged {
                parts.reverse();
            }
            Node::new(What::Binary, sign, line, parts)
        }
        _ => Node::new(What::Unary, "!", line, vec![node]),
    }
}
