//! The explanation of a grade: the formula with its values, evaluated step by step.

use super::node::Node;
use super::number::number;
use crate::Career;

/// The precedence of a part of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Bond {
    Sum,
    Product,
    Whole,
}

/// The formula with the values of a career in place of its names, then after each step. The last one is a number,
/// unless a part has no value.
pub(super) fn steps(root: &Node, career: &Career) -> Vec<String> {
    let Ok(mut node) = root.with_values(career) else { return Vec::new() };
    let mut steps = vec![text(&node)];
    while !matches!(node, Node::Number(_)) {
        let Some(next) = node.reduced() else { break };
        node = next;
        let text = text(&node);
        // A sign that becomes part of its number makes no visible difference.
        if steps.last() != Some(&text) {
            steps.push(text);
        }
    }
    steps
}

impl Node {
    /// Evaluates everything that can be evaluated in one step: calls of numbers, and sums and products of numbers.
    fn reduced(self) -> Option<Node> {
        if self.is_flat() {
            return self.constant().ok().map(Node::Number);
        }
        Some(match self {
            Node::Negative(node) => Node::Negative(Box::new(node.reduced()?)),
            Node::Binary { sign, place, left, right } => {
                let [left, right] = [left, right].map(|side| side.reduced().map(Box::new));
                Node::Binary { sign, place, left: left?, right: right? }
            }
            Node::Call { function, place, arguments } => {
                let arguments = arguments.into_iter().map(Node::reduced).collect::<Option<_>>()?;
                Node::Call { function, place, arguments }
            }
            node @ (Node::Number(_) | Node::Input { .. }) => node,
        })
    }

    /// Returns `true` if one step turns it into a number: its parts are numbers. A chain of additions is one step, and
    /// so is one of multiplications.
    fn is_flat(&self) -> bool {
        let is_number = |node: &Node| matches!(node, Node::Number(_));
        match self {
            Node::Number(_) => true,
            Node::Input { .. } => false,
            Node::Negative(node) => is_number(node),
            Node::Binary { left, right, .. } => {
                let goes_on = bond(left) == bond(self) && left.is_flat();
                is_number(right) && (is_number(left) || goes_on)
            }
            Node::Call { arguments, .. } => arguments.iter().all(is_number),
        }
    }
}

fn bond(node: &Node) -> Bond {
    match node {
        Node::Binary { sign: '+' | '-', .. } => Bond::Sum,
        Node::Binary { .. } => Bond::Product,
        _ => Bond::Whole,
    }
}

fn text(node: &Node) -> String {
    match node {
        Node::Number(value) => number(*value),
        Node::Input { input, .. } => input.name().to_owned(),
        Node::Negative(node) => format!("-{}", operand(node, Bond::Whole)),
        Node::Binary { sign, left, right, .. } => {
            let own = bond(node);
            // 3 - (2 - 1) and 3 / (2 / 1) need their parentheses.
            let tighter = if own == Bond::Sum { Bond::Product } else { Bond::Whole };
            format!("{} {sign} {}", operand(left, own), operand(right, tighter))
        }
        Node::Call { function, arguments, .. } => {
            let arguments: Vec<String> = arguments.iter().map(text).collect();
            format!("{}({})", function.name(), arguments.join(", "))
        }
    }
}

/// Writes a part, in parentheses if it binds less tightly than required, or begins with a sign.
fn operand(node: &Node, least: Bond) -> String {
    let text = text(node);
    if bond(node) < least || begins_with_sign(node) { format!("({text})") } else { text }
}

fn begins_with_sign(node: &Node) -> bool {
    matches!(node, Node::Negative(_)) || matches!(node, Node::Number(value) if *value < 0.0)
}
