//! Resolves names to variables, and inlines redundant variables: those that are read once, hold only a constant or
//! another variable's property, or are never read.

use std::collections::{HashMap, HashSet};

use crate::Kind;
use crate::tree::{Node, NodeKind};

/// Maximum size of a value that replaces all reads of its variable.
const SHORT: usize = 6;
/// Maximum height of a tree that replaces a name, and maximum number of nested replacements.
const HIGHEST: u32 = 24;
const MOST_NESTED: u32 = 8;

/// Sets the variable of each name.
pub(crate) fn resolve(statements: &mut [Node<'_>], kind: Kind) {
    let mut scopes = Scopes { open: vec![HashMap::new()], next: 1, is_python: kind == Kind::Python };
    let mut names = Vec::new();
    scopes.declared(statements, &mut names, true);
    scopes.declare(&names);
    for statement in statements {
        scopes.resolve(statement);
    }
}

struct Scopes<'t> {
    open: Vec<HashMap<&'t str, u32>>,
    next: u32,
    is_python: bool,
}

impl<'t> Scopes<'t> {
    fn declare(&mut self, names: &[&'t str]) {
        for name in names {
            let number = self.next;
            self.next += 1;
            if let Some(scope) = self.open.last_mut() {
                scope.insert(name, number);
            }
        }
    }

    fn within(&mut self, names: &[&'t str], node: &mut Node<'t>) {
        self.open.push(HashMap::new());
        self.declare(names);
        for part in &mut node.parts {
            self.resolve(part);
        }
        self.open.pop();
    }

    fn resolve(&mut self, node: &mut Node<'t>) {
        let mut names = Vec::new();
        match node.what {
            NodeKind::Name => {
                let known = self.open.iter().rev().find_map(|scope| scope.get(node.text));
                node.variable = known.copied().unwrap_or(0);
            }
            NodeKind::Function => {
                node.parts.first().into_iter().for_each(|parameters| bound(parameters, &mut names));
                let body = node.parts.last().map(|body| body.parts.as_slice()).unwrap_or_default();
                self.declared(body, &mut names, true);
                self.within(&names, node);
            }
            NodeKind::Class => {
                // Members of a class are properties.
                self.open.push(HashMap::new());
                let body = node.parts.last().map(|body| body.parts.as_slice()).unwrap_or_default();
                self.declared(body, &mut names, true);
                if let Some(scope) = self.open.last_mut() {
                    scope.extend(names.into_iter().map(|name| (name, 0)));
                }
                for part in &mut node.parts {
                    self.resolve(part);
                }
                self.open.pop();
            }
            NodeKind::Block if !self.is_python => {
                self.declared(&node.parts, &mut names, false);
                self.within(&names, node);
            }
            NodeKind::Each if !self.is_python => {
                if let Some(declared) = node.parts.first().filter(|target| target.what == NodeKind::Declare) {
                    bound(declared, &mut names);
                }
                self.within(&names, node);
            }
            _ => node.parts.iter_mut().for_each(|part| self.resolve(part)),
        }
    }

    /// Collects the names that statements declare: for a function, in all of its blocks; for a block, only its own.
    fn declared(&self, statements: &[Node<'t>], names: &mut Vec<&'t str>, of_a_function: bool) {
        for node in statements {
            match node.what {
                NodeKind::Function | NodeKind::Class => {}
                NodeKind::Declare => {
                    if node.text != "var" || of_a_function {
                        node.parts.first().into_iter().for_each(|target| bound(target, names));
                    }
                    node.parts.iter().skip(1).for_each(|value| self.assigned(value, names));
                }
                _ if of_a_function => self.assigned(node, names),
                _ => {}
            }
        }
        if self.is_python {
            let elsewhere: HashSet<&str> = statements
                .iter()
                .filter(|node| node.is(NodeKind::Sequence, "global"))
                .flat_map(|node| {
                    let mut names = Vec::new();
                    for part in &node.parts {
                        bound(part, &mut names);
                    }
                    names
                })
                .collect();
            names.retain(|name| !elsewhere.contains(name));
        }
    }

    /// Collects the targets of assignments in Python, and of `var` in JavaScript, at any depth of a function.
    fn assigned(&self, node: &Node<'t>, names: &mut Vec<&'t str>) {
        match node.what {
            NodeKind::Function | NodeKind::Class => return,
            NodeKind::Declare if node.text == "var" => {
                node.parts.first().into_iter().for_each(|target| bound(target, names));
            }
            NodeKind::Assign | NodeKind::Each if self.is_python => {
                node.parts.first().into_iter().for_each(|target| bound(target, names));
            }
            NodeKind::Other if self.is_python && node.text == "for" => {
                node.parts.get(1).into_iter().for_each(|target| bound(target, names));
            }
            _ => {}
        }
        for part in &node.parts {
            self.assigned(part, names);
        }
    }
}

/// Collects the names in a target or pattern.
fn bound<'t>(target: &Node<'t>, names: &mut Vec<&'t str>) {
    match target.what {
        NodeKind::Name => names.push(target.text),
        NodeKind::Assign | NodeKind::Declare => {
            target.parts.first().into_iter().for_each(|part| bound(part, names));
        }
        NodeKind::List | NodeKind::Table | NodeKind::Pair | NodeKind::Unary | NodeKind::Sequence => {
            for part in &target.parts {
                bound(part, names);
            }
        }
        _ => {}
    }
}

/// The numbers of assignments and reads of a variable.
#[derive(Clone, Copy, Default)]
struct Uses {
    assigned: u32,
    read: u32,
}

/// Replaces redundant variables by their values, and removes those that are never read. Aliases go first, so that the
/// reads of the aliased value are counted.
pub(crate) fn inline(mut statements: Vec<Node<'_>>) -> Vec<Node<'_>> {
    for only_short in [true, false] {
        let mut uses: HashMap<u32, Uses> = HashMap::new();
        for node in &statements {
            count(node, &mut uses);
        }
        let mut inlined = Inlined { uses, only_short, values: HashMap::new(), nested: 0 };
        statements = inlined.gather(statements, true);
        for node in &mut statements {
            inlined.put(node);
        }
    }
    statements
}

fn count(node: &Node<'_>, uses: &mut HashMap<u32, Uses>) {
    let mut target = |target: &Node<'_>, times: u32| {
        if target.what == NodeKind::Name {
            uses.entry(target.variable).or_default().assigned += times;
        } else {
            let mut names = Vec::new();
            variables(target, &mut names);
            for name in names {
                uses.entry(name).or_default().assigned += 2;
            }
        }
    };
    match (node.what, node.parts.as_slice()) {
        (NodeKind::Name, _) => uses.entry(node.variable).or_default().read += 1,
        (NodeKind::Assign, [to, value])
            if matches!(to.what, NodeKind::Name | NodeKind::List | NodeKind::Table) =>
        {
            target(to, if node.text == "=" { 1 } else { 2 });
            count(value, uses);
        }
        (NodeKind::Each, [to, list, body]) => {
            target(to, 2);
            count(list, uses);
            count(body, uses);
        }
        (NodeKind::Other, [value, to, list]) if node.text == "for" => {
            target(to, 2);
            count(value, uses);
            count(list, uses);
        }
        (NodeKind::Function, [parameters, body]) => {
            for parameter in &parameters.parts {
                target(parameter, 2);
            }
            count(body, uses);
        }
        _ => node.parts.iter().for_each(|part| count(part, uses)),
    }
}

/// Collects the variables in a pattern.
fn variables(target: &Node<'_>, into: &mut Vec<u32>) {
    match target.what {
        NodeKind::Name => into.push(target.variable),
        NodeKind::Assign => target.parts.first().into_iter().for_each(|part| variables(part, into)),
        NodeKind::List | NodeKind::Table | NodeKind::Pair | NodeKind::Unary | NodeKind::Sequence => {
            for part in &target.parts {
                variables(part, into);
            }
        }
        _ => {}
    }
}

struct Inlined<'t> {
    uses: HashMap<u32, Uses>,
    only_short: bool,
    values: HashMap<u32, (Node<'t>, bool)>,
    nested: u32,
}

impl<'t> Inlined<'t> {
    /// Returns the statements without assignments to redundant variables.
    fn gather(&mut self, statements: Vec<Node<'t>>, at_top: bool) -> Vec<Node<'t>> {
        let mut kept = Vec::with_capacity(statements.len());
        for mut node in statements {
            self.gather_within(&mut node);
            if node.what != NodeKind::Assign {
                kept.push(node);
                continue;
            }
            let name =
                node.parts.first().filter(|target| target.what == NodeKind::Name && target.variable != 0);
            let Some(variable) = name.map(|name| name.variable) else {
                kept.push(node);
                continue;
            };
            let uses = self.uses.get(&variable).copied().unwrap_or_default();
            let value = node.parts.last();
            if uses.read == 0 && !at_top {
                kept.extend(node.parts.pop().filter(Node::acts));
            } else if uses.assigned == 1
                && node.text == "="
                && let Some(short) = value.and_then(|value| is_replaced(value, uses))
                && (short || !self.only_short)
            {
                self.values.extend(node.parts.pop().map(|value| (variable, (value, short))));
            } else {
                kept.push(node);
            }
        }
        kept
    }

    fn gather_within(&mut self, node: &mut Node<'t>) {
        let parts = std::mem::take(&mut node.parts);
        node.parts = if node.what == NodeKind::Block {
            self.gather(parts, false)
        } else {
            let gathered = parts.into_iter().map(|mut part| {
                self.gather_within(&mut part);
                part
            });
            gathered.collect()
        };
    }

    /// Replaces names by values.
    fn put(&mut self, node: &mut Node<'t>) {
        if node.what == NodeKind::Name {
            if self.nested >= MOST_NESTED {
                return;
            }
            let value = match self.values.get(&node.variable) {
                Some((value, true)) => Some(value.clone()),
                Some((_, false)) => self.values.remove(&node.variable).map(|(value, _)| value),
                None => None,
            };
            if let Some(mut value) = value {
                self.nested += 1;
                self.put(&mut value);
                self.nested -= 1;
                *node = value;
            }
            return;
        }
        for part in &mut node.parts {
            self.put(part);
        }
        let parts = std::mem::take(&mut node.parts);
        let variable = node.variable;
        *node = Node::new(node.what, node.text, node.line, parts);
        node.variable = variable;
    }
}

/// Returns `Some` if a value replaces its variable; `true` if it replaces all reads.
fn is_replaced(value: &Node<'_>, uses: Uses) -> Option<bool> {
    if is_short(value) {
        return Some(true);
    }
    let is_plain = !matches!(value.what, NodeKind::Function | NodeKind::Class | NodeKind::Choice);
    (uses.read == 1 && is_plain && value.height() <= HIGHEST).then_some(false)
}

/// Returns `true` if a value is a constant, a variable or a property of one.
fn is_short(value: &Node<'_>) -> bool {
    fn size(value: &Node<'_>) -> usize {
        match (value.what, value.parts.as_slice()) {
            (NodeKind::Name | NodeKind::Number | NodeKind::Text | NodeKind::Word, _) => 1,
            (NodeKind::Member, [object]) => 1 + size(object),
            _ => SHORT,
        }
    }
    size(value) < SHORT
}
