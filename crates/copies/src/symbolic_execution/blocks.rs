//! Control flow: blocks, branches and loops, and the values known where branches join.

use wasmparser::BlockType;

use super::{Execution, Returned};
use crate::symbolic_value::{Operation, SymbolicValue};
use crate::variable_values::Time;

/// An open block.
pub(super) struct Open {
    kind: Block,
    began: Time,
    /// The time of the first jump to its end.
    jumped: Option<Time>,
    pub(super) height: usize,
    pub(super) results: usize,
    /// `true` if it began in unreachable code.
    is_dead: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Block {
    Plain,
    Loop,
    /// The first arm of a branch.
    If,
    /// The second arm; `joins` is `true` if the end of the first arm is reached.
    Else {
        joins: bool,
    },
}

impl Execution<'_, '_> {
    /// Begins a block.
    pub(super) fn open(&mut self, kind: Block, height: usize, results: usize) {
        let (began, is_dead) = (self.now, self.is_dead());
        if kind == Block::Loop {
            self.places.begin_loop(began);
        }
        if let Some(active) = self.innermost() {
            active.open.push(Open { kind, began, jumped: None, height, results, is_dead });
        }
    }

    pub(super) fn block(&mut self, block: BlockType, kind: Block) {
        let (operands, results) = match block {
            BlockType::Empty => (0, 0),
            BlockType::Type(_) => (0, 1),
            BlockType::FuncType(index) => self.program.types.arity(index),
        };
        let height = self.stack.len().saturating_sub(operands).max(self.floor());
        self.open(kind, height, results);
    }

    /// Jumps to the end of a block, or to the beginning of a loop. Leaving the outermost block is a return.
    pub(super) fn jump(&mut self, depth: u32) {
        let now = self.now;
        let Some(active) = self.innermost() else { return };
        match active.open.len().checked_sub(depth as usize + 1) {
            Some(0) => self.hand_back(),
            Some(target) => {
                active.open[target].jumped.get_or_insert(now);
            }
            None => {}
        }
    }

    /// Records the values on the stack as the results of the function, without popping them.
    pub(super) fn hand_back(&mut self) {
        let results =
            self.active.last().and_then(|active| active.open.first()).map_or(0, |open| open.results);
        let values = self.operands(results);
        for value in &values {
            self.push(*value);
        }
        if self.active.len() == 1 {
            for value in &values {
                self.keep_print(value);
                self.keep_print(&SymbolicValue::from_operation(Operation::Return, &[*value]));
            }
        }
        let Some(active) = self.innermost().filter(|active| !active.is_dead) else { return };
        let is_as_before = |before: &[SymbolicValue]| {
            before.len() == values.len() && before.iter().zip(&values).all(|(one, other)| one.is_like(other))
        };
        active.returned = match &active.returned {
            Returned::Nothing => Returned::Always(values),
            Returned::Always(before) if is_as_before(before) => return,
            _ => Returned::Various,
        };
    }

    /// Begins the second arm of a branch, in the state at the beginning of the first one.
    pub(super) fn next_arm(&mut self) {
        let now = self.now;
        let Some(active) = self.innermost() else { return };
        let joins = !active.is_dead;
        let Some(open) = active.open.last_mut() else { return };
        let (began, height) = (open.began, open.height);
        open.kind = Block::Else { joins };
        open.began = now;
        active.is_dead = open.is_dead;
        self.stack.truncate(height);
        self.places.merge(began, now);
    }

    pub(super) fn end(&mut self) {
        let Some(active) = self.innermost() else { return };
        if active.open.len() == 1 {
            if !active.is_dead {
                self.hand_back();
            }
            return;
        }
        let Some(open) = active.open.pop() else { return };
        let falls_through = !active.is_dead;
        let is_reached = match open.kind {
            Block::Loop => falls_through,
            Block::Plain => falls_through || open.jumped.is_some(),
            Block::If => true,
            Block::Else { joins } => falls_through || joins || open.jumped.is_some(),
        };
        active.is_dead = open.is_dead || !is_reached;
        // A plain block without a jump to its end has no effect.
        let is_certain = matches!(open.kind, Block::Plain | Block::Loop) && open.jumped.is_none();
        let mut results = vec![SymbolicValue::VARIABLE; open.results];
        if is_certain && falls_through {
            let from = self.stack.len().saturating_sub(open.results).max(open.height);
            for (result, value) in results.iter_mut().rev().zip(self.stack[from..].iter().rev()) {
                *result = *value;
            }
        }
        self.stack.truncate(open.height);
        match (open.kind, open.jumped) {
            (Block::Loop, _) => self.places.end_loop(self.now),
            (Block::If | Block::Else { .. }, _) => self.places.merge(open.began, self.now),
            (Block::Plain, Some(jumped)) => self.places.merge(jumped, self.now),
            (Block::Plain, None) => {}
        }
        for result in results {
            self.push(result);
        }
    }
}
