//! One form for what can be written in several ways, so that how it is written does not show: what minifiers shorten, names
//! that are given to what is used once, code that does nothing, the kinds of loops.

use crate::Kind;
use crate::tree::{Node, What};
use crate::variables;

/// How many times what leaves a function or a turn of a loop early puts what follows into a branch.
const MOST_BRANCHES: usize = 20;

/// The statements of a script in their one form.
pub(crate) fn normal(mut statements: Vec<Node<'_>>, kind: Kind) -> Vec<Node<'_>> {
    variables::resolve(&mut statements, kind);
    let statements = block(statements, Around::Script);
    let statements = variables::inline(statements);
    block(statements, Around::Script)
}

/// What a block is of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Around {
    Script,
    Function,
    Loop,
    Other,
}

/// Statements in their one form.
fn block(statements: Vec<Node<'_>>, around: Around) -> Vec<Node<'_>> {
    let mut plain = Vec::with_capacity(statements.len());
    for statement in statements {
        statement_into(within(statement), &mut plain);
    }
    let mut plain = counted_loops(plain);
    // What follows a jump is never reached.
    if let Some(jump) = plain.iter().position(always_jumps) {
        let after = plain.split_off(jump + 1);
        plain.extend(after.into_iter().filter(|node| node.what == What::Function));
    }
    without_early_ends(plain, around)
}

/// A node with all that is in it in its one form.
fn within(node: Node<'_>) -> Node<'_> {
    let Node { what, text, line, variable, parts, .. } = node;
    let around = match what {
        What::Function => Around::Function,
        What::While | What::Each => Around::Loop,
        _ => Around::Other,
    };
    let parts = parts.into_iter().map(|part| {
        if part.what == What::Block {
            let line = part.line;
            Node::new(What::Block, "", line, block(part.parts, around))
        } else {
            within(part)
        }
    });
    let mut node = Node::new(what, text, line, parts.collect());
    node.variable = variable;
    expression(node)
}

/// An expression in its one form; what is in it has it.
fn expression(node: Node<'_>) -> Node<'_> {
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

/// Comparisons look to the right, and have what is known on the right.
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

/// Whether a condition asks whether something is not so.
fn is_negative(node: &Node<'_>) -> bool {
    node.is(What::Unary, "!") || node.is(What::Binary, "!=")
}

/// The opposite of a condition.
fn negated(node: Node<'_>) -> Node<'_> {
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

fn block_of(statements: Vec<Node<'_>>, line: u32) -> Node<'_> {
    Node::new(What::Block, "", line, statements)
}

/// A statement, as those that it is made of.
fn statement_into<'t>(node: Node<'t>, into: &mut Vec<Node<'t>>) {
    let Node { what, text, line, .. } = node;
    let mut parts = node.parts;
    match (what, parts.len()) {
        (What::Sequence, _) if text == "global" => {}
        (What::Sequence, _) => parts.into_iter().for_each(|part| statement_into(part, into)),
        (What::Block, _) => into.extend(parts),
        // What is no deed; `pass`, names of directives, texts that document.
        (What::Text | What::Number | What::Name | What::Word | What::Key, _) | (What::Declare, 1) => {}
        (What::Declare, _) => statement_into(Node::new(What::Assign, "=", line, parts), into),
        (What::Unary, 1) if matches!(text, "!" | "void" | "+" | "-" | "~") => {
            for part in parts {
                statement_into(part, into);
            }
        }
        (What::Binary, 2) if matches!(text, "&&" | "||") => {
            let (deed, condition) = (parts.pop(), parts.pop());
            let condition = if text == "&&" { condition } else { condition.map(negated) };
            branch(condition, one(deed), Vec::new(), line, into);
        }
        (What::Choice, 3) => {
            let (no, yes, condition) = (parts.pop(), parts.pop(), parts.pop());
            branch(condition, one(yes), one(no), line, into);
        }
        (What::Return | What::Other, 1) if matches!(text, "return" | "throw" | "raise") => {
            let value = first_of_sequence(parts.pop(), into);
            match value {
                Some(value) if value.what == What::Choice => {
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
                Some(value) if value.is(What::Word, "undefined") || value.is(What::Word, "None") => {
                    into.push(Node::leaf(what, text, line));
                }
                value => into.push(Node::new(what, text, line, value.into_iter().collect())),
            }
        }
        (What::Assign, 2) => {
            let value = first_of_sequence(parts.pop(), into);
            let target = parts.pop();
            let (Some(target), Some(value)) = (target, value) else { return };
            if text == "=" && value.what == What::Function && target.what == What::Name {
                into.push(Node::new(What::Function, target.text, line, value.parts));
            } else if text == "=" && value.what == What::Choice && target.parts.len() < 2 {
                let mut parts = value.parts;
                let (no, yes, condition) = (parts.pop(), parts.pop(), parts.pop());
                let assign = |value: Option<Node<'t>>| {
                    let mut statements = Vec::new();
                    let parts = std::iter::once(target.clone()).chain(value).collect();
                    statement_into(Node::new(What::Assign, text, line, parts), &mut statements);
                    statements
                };
                branch(condition, assign(yes), assign(no), line, into);
            } else {
                into.push(expression(Node::new(What::Assign, text, line, vec![target, value])));
            }
        }
        (What::If, 2..) => {
            let no = if parts.len() > 2 { parts.pop().map(|block| block.parts) } else { None };
            let yes = parts.pop().map(|block| block.parts).unwrap_or_default();
            let condition = first_of_sequence(parts.pop(), into);
            branch(condition, yes, no.unwrap_or_default(), line, into);
        }
        (What::Call, 2) => into.push(each(Node::new(What::Call, text, line, parts))),
        _ => into.push(Node::new(what, text, line, parts)),
    }
}

/// The last of a sequence; those before it are statements of their own.
fn first_of_sequence<'t>(node: Option<Node<'t>>, into: &mut Vec<Node<'t>>) -> Option<Node<'t>> {
    let node = node?;
    if node.what != What::Sequence {
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

/// A branch in its one form: what is never so is left out, what is empty too, conditions ask whether something is so, and
/// nothing stands in an `else` that need not.
fn branch<'t>(
    condition: Option<Node<'t>>,
    mut yes: Vec<Node<'t>>,
    mut no: Vec<Node<'t>>,
    line: u32,
    into: &mut Vec<Node<'t>>,
) {
    let Some(mut condition) = condition else { return };
    match (condition.what, condition.text) {
        (What::Word, "true" | "True") => return into.extend(yes),
        (What::Word, "false" | "False") => return into.extend(no),
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
        && inner.what == What::If
        && inner.parts.len() == 2
    {
        let mut inner = yes.remove(0).parts;
        let (block, asked) = (inner.pop(), inner.pop());
        let both = std::iter::once(condition).chain(asked).collect();
        let parts = std::iter::once(Node::new(What::Binary, "&&", line, both)).chain(block).collect();
        return into.push(Node::new(What::If, "", line, parts));
    }
    if yes.last().is_some_and(always_jumps) {
        into.push(Node::new(What::If, "", line, vec![condition, block_of(yes, line)]));
        return into.extend(no);
    }
    let mut parts = vec![condition, block_of(yes, line)];
    if !no.is_empty() {
        parts.push(block_of(no, line));
    }
    into.push(Node::new(What::If, "", line, parts));
}

/// Whether nothing behind it is reached.
fn always_jumps(node: &Node<'_>) -> bool {
    matches!(node.what, What::Return | What::Jump)
        || (node.what == What::Other && matches!(node.text, "throw" | "raise"))
}

/// `list.forEach(function)` as the loop that it is.
fn each(node: Node<'_>) -> Node<'_> {
    let is_each = matches!(node.parts.as_slice(), [callee, body]
        if callee.is(What::Member, "forEach") && body.what == What::Function
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
    Node::new(What::Each, "of", line, target.into_iter().chain(list).chain(body).collect())
}

/// Loops that count through a list as loops over it, and all others that count as `while`.
fn counted_loops(statements: Vec<Node<'_>>) -> Vec<Node<'_>> {
    let mut plain: Vec<Node<'_>> = Vec::with_capacity(statements.len());
    for node in statements {
        let mut unrolled = Vec::new();
        range(node, &mut unrolled);
        for node in unrolled {
            let begins = plain.last().filter(|last| last.is(What::Assign, "="));
            let counter = begins.and_then(|last| last.parts.first()).filter(|name| name.what == What::Name);
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

/// `for i in range(…)` as `while`.
fn range<'t>(node: Node<'t>, into: &mut Vec<Node<'t>>) {
    let is_range = node.what == What::Each
        && matches!(node.parts.as_slice(), [target, list, _] if target.what == What::Name
            && list.what == What::Call
            && (2..=4).contains(&list.parts.len())
            && list.parts.first().is_some_and(|callee| callee.is(What::Name, "range")));
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
    let begin = bounds.pop().unwrap_or_else(|| Node::leaf(What::Number, "0", line));
    let Some(end) = end else { return };
    let step = step.unwrap_or_else(|| Node::leaf(What::Number, "1", line));
    into.push(Node::new(What::Assign, "=", line, vec![target.clone(), begin]));
    body.parts.push(Node::new(What::Assign, "+=", line, vec![target.clone(), step]));
    let condition = Node::new(What::Binary, "<", line, vec![target, end]);
    into.push(Node::new(What::While, "", line, vec![condition, body.measured()]));
}

/// A loop whose counter only ever says which item of a list is meant, as a loop over that list.
fn over_a_list<'t>(node: &Node<'t>, counter: &Node<'t>) -> Option<Node<'t>> {
    let [condition, body] = node.parts.as_slice() else { return None };
    if node.what != What::While || !condition.is(What::Binary, "<") {
        return None;
    }
    let [left, right] = condition.parts.as_slice() else { return None };
    let list = match (right.what, right.parts.as_slice()) {
        (What::Member, [list]) if right.text == "length" => list,
        (What::Call, [callee, list]) if callee.is(What::Name, "len") => list,
        _ => return None,
    };
    let (step, deeds) = body.parts.split_last()?;
    let steps = step.is(What::Assign, "+=")
        && matches!(step.parts.as_slice(), [target, by] if target.equals(counter) && by.what == What::Number);
    if !left.equals(counter) || !steps {
        return None;
    }
    let item = Node::new(What::Index, "", node.line, vec![list.clone(), counter.clone()]);
    let mut deeds = deeds.to_vec();
    if !deeds.iter_mut().all(|deed| without_counter(deed, &item, counter)) {
        return None;
    }
    // What was given a name first has one by the loop.
    let names_it = |deed: &Node<'_>| matches!(deed.parts.as_slice(), [_, value] if deed.is(What::Assign, "=") && value.equals(counter));
    let target = if deeds.first().is_some_and(names_it) {
        deeds.remove(0).parts.into_iter().next()?
    } else {
        counter.clone()
    };
    Some(Node::new(What::Each, "of", node.line, vec![target, list.clone(), block_of(deeds, node.line)]))
}

/// Puts the counter in the place of the item; false if the counter is used otherwise.
fn without_counter<'t>(node: &mut Node<'t>, item: &Node<'t>, counter: &Node<'t>) -> bool {
    if node.equals(item) {
        *node = counter.clone();
        return true;
    }
    !node.equals(counter) && node.parts.iter_mut().all(|part| without_counter(part, item, counter))
}

/// What leaves a function or a turn of a loop early puts what follows into a branch; what does so at the end is left out.
fn without_early_ends(mut statements: Vec<Node<'_>>, around: Around) -> Vec<Node<'_>> {
    let ends = |node: &Node<'_>| match around {
        Around::Function => node.what == What::Return && node.parts.is_empty(),
        Around::Loop => node.is(What::Jump, "continue"),
        Around::Script | Around::Other => false,
    };
    let drop_ends = |statements: &mut Vec<Node<'_>>| {
        while statements.last().is_some_and(ends) {
            statements.pop();
        }
    };
    let leaves = |node: &Node<'_>| {
        matches!(node.parts.as_slice(), [_, block] if node.what == What::If
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
