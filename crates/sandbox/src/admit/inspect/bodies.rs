//! Limits on the functions of a module: length, depth, and the values that their branches, blocks and calls carry.
//!
//! A branch to a block with a hundred results makes a validator check a hundred types, and a `br_table` does so for
//! each of its targets. The size in bytes does not show this work. It is counted here from lengths alone.

use wasmparser::{BlockType, BrTable, FuncType, FunctionBody, Operator};

use super::Survey;
use super::cost::CarriedValues;
use super::floats::makes_floats;

/// Parameters and results of a function, or of a block.
#[derive(Clone, Copy)]
pub(super) struct Arity {
    pub(super) parameters: u64,
    pub(super) results: u64,
}

impl Arity {
    pub(super) fn from_type(function: Option<&FuncType>) -> Arity {
        function.map_or(Arity { parameters: 0, results: 0 }, |function| Arity {
            parameters: function.params().len() as u64,
            results: function.results().len() as u64,
        })
    }

    fn carried(self) -> u64 {
        self.parameters + self.results
    }
}

/// The number of values that a branch to each open block carries, the function's own block first.
struct Labels(Vec<u64>);

impl Labels {
    fn depth(&self) -> u64 {
        self.0.len() as u64 - 1
    }

    /// Returns the number of values that a branch to the block `depth` levels out carries.
    fn carried(&self, depth: u32) -> u64 {
        self.0.iter().rev().nth(depth as usize).copied().unwrap_or(0)
    }

    fn carried_by_table(&self, table: &BrTable<'_>) -> wasmparser::Result<u64> {
        let default = self.carried(table.default());
        table.targets().try_fold(default, |sum, target| Ok(sum + self.carried(target?)))
    }
}

impl Survey<'_> {
    /// Inspects one function. If many functions are over a cap, only the first is reported.
    pub(super) fn body(&mut self, body: &FunctionBody<'_>) -> wasmparser::Result<()> {
        let index = self.imported_functions + self.bodies;
        self.bodies += 1;
        let place = || format!("function {index} has ");
        let size = body.as_bytes().len() as u64;
        if size > self.caps.body && self.sizes.body <= self.caps.body {
            self.within("bytes", place, size, self.caps.body);
        }
        self.sizes.body = self.sizes.body.max(size);
        let mut locals = 0u64;
        for group in body.get_locals_reader()? {
            locals += u64::from(group?.0);
        }
        if locals > self.caps.locals && self.sizes.locals <= self.caps.locals {
            self.within("locals", place, locals, self.caps.locals);
        }
        self.sizes.locals = self.sizes.locals.max(locals);
        let nesting = self.operators(body, Arity::from_type(self.function_type(index)).results)?;
        if nesting > self.caps.nesting && self.sizes.nesting <= self.caps.nesting {
            self.within("blocks inside one another", place, nesting, self.caps.nesting);
        }
        self.sizes.nesting = self.sizes.nesting.max(nesting);
        Ok(())
    }

    /// Returns the deepest nesting of a function with the given number of results, and records floating point and
    /// carried values.
    fn operators(&mut self, body: &FunctionBody<'_>, results: u64) -> wasmparser::Result<u64> {
        let mut labels = Labels(vec![results]);
        let mut deepest = 0;
        let mut of_body = CarriedValues::default();
        let mut reader = body.get_operators_reader()?;
        while !reader.eof() {
            let operator = reader.read()?;
            self.sizes.floats |= makes_floats(&operator);
            let carried = self.carried(&operator, &labels)?;
            self.sizes.carried += carried;
            match operator {
                Operator::Call { .. } | Operator::CallIndirect { .. } => of_body.by_calls += carried,
                _ => of_body.by_branches += carried,
            }
            if let Operator::Block { blockty } | Operator::Loop { blockty } | Operator::If { blockty } =
                operator
            {
                self.block_takes(self.block(blockty).parameters);
            }
            match operator {
                Operator::Loop { blockty } => labels.0.push(self.block(blockty).parameters),
                Operator::Block { blockty } | Operator::If { blockty } | Operator::Try { blockty } => {
                    labels.0.push(self.block(blockty).results);
                }
                Operator::TryTable { try_table } => labels.0.push(self.block(try_table.ty).results),
                Operator::End | Operator::Delegate { .. } if labels.depth() > 0 => drop(labels.0.pop()),
                _ => {}
            }
            deepest = deepest.max(labels.depth());
        }
        self.carried.push(of_body);
        Ok(deepest)
    }

    /// Records the parameters of a block. If many blocks have too many, only the first is reported.
    fn block_takes(&mut self, parameters: u64) {
        if parameters > self.caps.results && self.sizes.results <= self.caps.results {
            self.within("parameters", || "a block has ".to_owned(), parameters, self.caps.results);
        }
        self.sizes.results = self.sizes.results.max(parameters);
    }

    /// Returns the number of values that an operator carries. Operators outside the profile are validated only to
    /// name their feature, and count as the widest type of the module.
    fn carried(&self, operator: &Operator<'_>, labels: &Labels) -> wasmparser::Result<u64> {
        Ok(match operator {
            Operator::Block { blockty } | Operator::Loop { blockty } | Operator::If { blockty } => {
                self.block(*blockty).carried()
            }
            Operator::Else => labels.carried(0),
            Operator::Br { relative_depth } | Operator::BrIf { relative_depth } => {
                labels.carried(*relative_depth)
            }
            Operator::BrTable { targets } => labels.carried_by_table(targets)?,
            Operator::Return => labels.0[0],
            Operator::Call { function_index } => {
                Arity::from_type(self.function_type(*function_index)).carried()
            }
            Operator::CallIndirect { type_index, .. } => {
                Arity::from_type(self.types.get(*type_index as usize).and_then(Option::as_ref)).carried()
            }
            Operator::ArrayNewFixed { array_size, .. } => u64::from(*array_size),
            Operator::TryTable { try_table } => self.widest * (1 + try_table.catches.len() as u64),
            Operator::Resume { resume_table, .. } | Operator::ResumeThrow { resume_table, .. } => {
                self.widest * (1 + resume_table.handlers.len() as u64)
            }
            other if takes_types_outside_profile(other) => self.widest,
            _ => 0,
        })
    }

    fn block(&self, ty: BlockType) -> Arity {
        match ty {
            BlockType::Empty => Arity { parameters: 0, results: 0 },
            BlockType::Type(_) => Arity { parameters: 0, results: 1 },
            BlockType::FuncType(index) => {
                Arity::from_type(self.types.get(index as usize).and_then(Option::as_ref))
            }
        }
    }
}

/// Returns `true` if a proposal outside the profile has operators that carry all values of a type.
const fn is_wide(proposal: &str) -> bool {
    const WIDE: [&str; 6] =
        ["exceptions", "legacy_exceptions", "function_references", "gc", "stack_switching", "tail_call"];
    let mut at = 0;
    while at < WIDE.len() {
        if same(proposal.as_bytes(), WIDE[at].as_bytes()) {
            return true;
        }
        at += 1;
    }
    false
}

const fn same(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

macro_rules! define_takes_types_outside_profile {
    ($(@$proposal:ident $op:ident $({ $($arg:ident: $argty:ty),* })? => $visit:ident ($($ann:tt)*))*) => {
        fn takes_types_outside_profile(operator: &Operator<'_>) -> bool {
            match operator {
                $(Operator::$op $({ $($arg: _),* })? => const { is_wide(stringify!($proposal)) },)*
                _ => false,
            }
        }
    };
}
wasmparser::for_each_operator!(define_takes_types_outside_profile);
