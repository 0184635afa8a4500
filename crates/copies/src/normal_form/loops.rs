//! Normal form of loops.

use super::block_of;
use crate::tree::{Node, NodeKind};

/// Turns loops that count through a list into loops over it, and other counting loops into `while`.
pub(super) fn counted_loops(statements: Vec<Node<'_>>) -> Vec<Node<'_>> {
    let mut plain: Vec<Node<'_>> = Vec::with_capacity(statements.len());
    for node in statements {
        let mut unrolled = Vec::new();
        range(node, &mut unrolled);
        for node in unrolled {
            let begins = plain.last().filter(|last| last.is(NodeKind::Assign, "="));
            let counter =
                begins.and_then(|last| last.parts.first()).filter(|name| name.what == NodeKind::Name);
            match counter.and_then(|counter| over_a_list(&node, counter)) {
                Some(node) => {
                    plain.pop();
                    plain.push(node);
                }
                None => plain.push(node),
            }
        }
    }
    plain
}

/// Turns `for i in range(…)` into `while`.
fn range<'t>(node: Node<'t>, into: &mut Vec<Node<'t>>) {
    let is_range = node.what == NodeKind::Each
        && matches!(node.parts.as_slice(), [target, list, _] if target.what == NodeKind::Name
            && list.what == NodeKind::Call
            && (2..=4).contains(&list.parts.len())
            && list.parts.first().is_some_and(|callee| callee.is(NodeKind::Name, "range")));
    if !is_range {
        return into.push(node);
    }
    let Node { line, mut parts, .. } = node;
    let (body, list, target) = (parts.pop(), parts.pop(), parts.pop());
    let (Some(mut body), Some(list), Some(target)) = (body, list, target) else { return };
    let mut bounds = list.parts;
    bounds.remove(0);
    let step = if bounds.len() == 3 { bounds.pop() } else { None };
    let end = bounds.pop();
    let begin = bounds.pop().unwrap_or_else(|| Node::leaf(NodeKind::Number, "0", line));
    let Some(end) = end else { return };
    let step = step.unwrap_or_else(|| Node::leaf(NodeKind::Number, "1", line));
    into.push(Node::new(NodeKind::Assign, "=", line, vec![target.clone(), begin]));
    body.parts.push(Node::new(NodeKind::Assign, "+=", line, vec![target.clone(), step]));
    let condition = Node::new(NodeKind::Binary, "<", line, vec![target, end]);
    into.push(Node::new(NodeKind::While, "", line, vec![condition, body.measured()]));
}

/// Turns a loop that uses its counter only as the index of a list into a loop over that list.
fn over_a_list<'t>(node: &Node<'t>, counter: &Node<'t>) -> Option<Node<'t>> {
    let [condition, body] = node.parts.as_slice() else { return None };
    if node.what != NodeKind::While || !condition.is(NodeKind::Binary, "<") {
        return None;
    }
    let [left, right] = condition.parts.as_slice() else { return None };
    let list = match (right.what, right.parts.as_slice()) {
        (NodeKind::Member, [list]) if right.text == "length" => list,
        (NodeKind::Call, [callee, list]) if callee.is(NodeKind::Name, "len") => list,
        _ => return None,
    };
    let (step, deeds) = body.parts.split_last()?;
    let steps = step.is(NodeKind::Assign, "+=")
        && matches!(step.parts.as_slice(), [target, by] if target.equals(counter) && by.what == NodeKind::Number);
    if !left.equals(counter) || !steps {
        return None;
    }
    let item = Node::new(NodeKind::Index, "", node.line, vec![list.clone(), counter.clone()]);
    let mut deeds = deeds.to_vec();
    if !deeds.iter_mut().all(|deed| without_counter(deed, &item, counter)) {
        return None;
    }
    // If the body begins by naming the item, the loop declares that name.
    let names_it = |deed: &Node<'_>| matches!(deed.parts.as_slice(), [_, value] if deed.is(NodeKind::Assign, "=") && value.equals(counter));
    let target = if deeds.first().is_some_and(names_it) {
        deeds.remove(0).parts.into_iter().next()?
    } else {
        counter.clone()
    };
    Some(Node::new(NodeKind::Each, "of", node.line, vec![target, list.clone(), block_of(deeds, node.line)]))
}

/// Replaces the item by the counter. Returns `false` if the counter has another use.
fn without_counter<'t>(node: &mut Node<'t>, item: &Node<'t>, counter: &Node<'t>) -> bool {
    if node.equals(item) {
        *node = counter.clone();
        return true;
    }
    !node.equals(counter) && node.parts.iter_mut().all(|part| without_counter(part, item, counter))
}

/// Turns `list.forEach(function)` into a loop.
pub(super) fn each(node: Node<'_>) -> Node<'_> {
    let is_each = matches!(node.parts.as_slice(), [callee, body]
        if callee.is(NodeKind::Member, "forEach") && body.what == NodeKind::Function
            && body.parts.first().is_some_and(|parameters| parameters.parts.len() == 1));
    if !is_each {
        return node;
    }
    let Node { line, mut parts, .. } = node;
    let (function, callee) = (parts.pop(), parts.pop());
    let mut function = function.map(|function| function.parts).unwrap_or_default();
    let (body, parameters) = (function.pop(), function.pop());
    let list = callee.and_then(|mut callee| callee.parts.pop());
    let target = parameters.and_then(|mut parameters| parameters.parts.pop());
    Node::new(NodeKind::Each, "of", line, target.into_iter().chain(list).chain(body).collect())
}
