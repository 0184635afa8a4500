//! Estimate of the cost of compiling a module, made from its contents.
//!
//! Processor time depends on the machine and on its load, and a verdict must not. Inspection therefore counts the
//! work that the compiler will have, function by function, and weighs it. One unit is at most about a microsecond of
//! processor time: the weights are upper bounds, measured with Cranelift on functions that have a great deal of one
//! thing. This crate's README has the figures, and `cargo test -p sandbox --test compile -- part:cost` measures them
//! again.

use std::mem;

use wasmparser::{
    FuncToValidate, FuncValidatorAllocations, FunctionBody, Operator, Parser, ValidPayload, Validator,
    ValidatorResources,
};

use super::Survey;
use super::floats::makes_floats;
use crate::feature;

/// Values carried in one function.
#[derive(Clone, Copy, Default)]
pub(super) struct CarriedValues {
    pub(super) by_branches: u64,
    pub(super) by_calls: u64,
}

/// The compiler's work for one function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Work {
    /// Parameters and results of the function.
    ports: u64,
    operators: u64,
    /// Operators on floats, whose NaN is made canonical.
    floats: u64,
    /// Operators on vectors.
    vectors: u64,
    /// Calls, and operators that are compiled to calls.
    calls: u64,
    /// Values that calls take and return.
    by_calls: u64,
    /// Values that branches and blocks carry.
    by_branches: u64,
    /// Targets of `br_table`.
    targets: u64,
    /// Basic blocks.
    blocks: u64,
    /// Locals that may live in a block, summed over all blocks.
    live_locals: u64,
    /// Values on the stack at the start of a block, summed over all blocks.
    live_values: u64,
    /// Locals that may differ where branches meet, summed over all incoming branches.
    merged: u64,
}

impl Work {
    /// Returns the cost in units of about a microsecond each.
    fn cost(&self) -> u64 {
        let linear = 100
            + 4 * self.ports
            + 3 * self.operators
            + 18 * self.floats
            + 14 * self.vectors
            + 12 * self.calls
            + 8 * self.by_calls
            + 2 * self.by_branches
            + 12 * self.targets
            + 10 * self.blocks
            + 2 * self.merged
            + self.live_locals / 5
            + self.live_values / 20;
        // In nanoseconds. The cost of register allocation per block and value grows with their number; the memory for
        // carried values grows in the same way.
        let square = |count: u64| count.saturating_mul(count);
        let growing = square(self.blocks)
            .saturating_mul(5)
            .saturating_add(square(self.merged).saturating_mul(6) / 5)
            .saturating_add(square(self.by_branches).saturating_mul(2))
            .saturating_add(square(self.by_calls) / 50);
        linear.saturating_add(growing / 1_000)
    }
}

/// The state of reading a function's operators in order.
struct Reading {
    work: Work,
    /// The blocks in which each local may live, parameters first.
    spans: Vec<Option<Span>>,
    /// The open blocks, the function's own first.
    labels: Vec<Label>,
    /// The outermost loop that is open.
    outermost: Option<Outermost>,
}

/// The blocks in which a local may live, from its first mention to its last.
#[derive(Clone, Copy)]
struct Span {
    first: u64,
    last: u64,
}

/// An open block.
struct Label {
    /// Number of branches that reach its end, or its start if it is a loop.
    ways: u64,
    /// Bit set of the locals that are set in it.
    set: Vec<u64>,
}

/// A loop that is not inside another loop. Locals mentioned in it may live from its start to its end.
struct Outermost {
    begin: u64,
    /// Number of open blocks around it.
    depth: usize,
    locals: Vec<u32>,
}

impl Reading {
    /// Starts a function with this many parameters, results and other locals.
    fn begin(parameters: u64, results: u64, locals: u64, carried: CarriedValues) -> Reading {
        let mut spans = vec![Some(Span { first: 0, last: 0 }); parameters as usize];
        spans.resize((parameters + locals) as usize, None);
        let CarriedValues { by_branches, by_calls } = carried;
        // The blocks of every function: its entry, the fuel check, its return.
        let work = Work { ports: parameters + results, by_branches, by_calls, blocks: 3, ..Work::default() };
        Reading { work, spans, labels: vec![Label { ways: 1, set: Vec::new() }], outermost: None }
    }

    /// Counts an operator that left `height` values on the stack.
    fn operator(&mut self, operator: &Operator<'_>, height: u64) {
        self.work.operators += 1;
        self.work.floats += u64::from(makes_floats(operator));
        self.work.vectors += u64::from(is_vector(operator));
        let blocks = blocks(operator);
        let before = self.work.blocks;
        self.work.blocks += blocks;
        self.work.live_values += blocks * height;
        match operator {
            Operator::LocalGet { local_index } => self.mention(*local_index),
            Operator::LocalSet { local_index } | Operator::LocalTee { local_index } => {
                self.mention(*local_index);
                self.set(*local_index);
            }
            Operator::Block { .. } => self.open(1),
            Operator::If { .. } => self.open(2),
            Operator::Loop { .. } => {
                if self.outermost.is_none() {
                    let depth = self.labels.len();
                    self.outermost = Some(Outermost { begin: before, depth, locals: Vec::new() });
                }
                self.open(1);
            }
            Operator::Br { relative_depth } | Operator::BrIf { relative_depth } => self.way(*relative_depth),
            Operator::BrTable { targets } => {
                self.work.targets += u64::from(targets.len());
                self.way(targets.default());
                targets.targets().flatten().for_each(|target| self.way(target));
            }
            Operator::End => self.end(),
            Operator::Call { .. } => self.work.calls += 1,
            operator if is_call(operator) => self.work.calls += 1,
            _ => {}
        }
    }

    fn open(&mut self, ways: u64) {
        self.labels.push(Label { ways, set: Vec::new() });
    }

    /// Counts a branch to the block `depth` levels out.
    fn way(&mut self, depth: u32) {
        if let Some(label) = self.labels.iter_mut().rev().nth(depth as usize) {
            label.ways += 1;
        }
    }

    fn set(&mut self, local: u32) {
        let (word, bit) = (local as usize / 64, local % 64);
        if let Some(label) = self.labels.last_mut() {
            if label.set.len() <= word {
                label.set.resize(word + 1, 0);
            }
            label.set[word] |= 1 << bit;
        }
    }

    fn mention(&mut self, local: u32) {
        let now = self.work.blocks;
        let from = self.outermost.as_ref().map_or(now, |outermost| outermost.begin);
        let Some(span) = self.spans.get_mut(local as usize) else { return };
        let seen = span.map(|span| span.last);
        *span = Some(Span { first: span.map_or(from, |span| span.first.min(from)), last: now });
        if let Some(outermost) = &mut self.outermost
            && seen.is_none_or(|last| last <= outermost.begin)
        {
            outermost.locals.push(local);
        }
    }

    fn end(&mut self) {
        let Some(closed) = self.labels.pop() else { return };
        let set: u64 = closed.set.iter().map(|word| u64::from(word.count_ones())).sum();
        if closed.ways > 1 {
            self.work.merged += closed.ways * set;
        }
        if let Some(around) = self.labels.last_mut() {
            // A local set in a block is also set in the enclosing block.
            let (mut all, few) = (mem::take(&mut around.set), closed.set);
            if all.len() < few.len() {
                all.resize(few.len(), 0);
            }
            all.iter_mut().zip(few).for_each(|(all, few)| *all |= few);
            around.set = all;
        }
        if let Some(outermost) = self.outermost.take_if(|outermost| outermost.depth == self.labels.len()) {
            for local in outermost.locals {
                if let Some(Some(span)) = self.spans.get_mut(local as usize) {
                    span.last = self.work.blocks;
                }
            }
        }
    }

    /// Returns the compiler's work for the whole function.
    fn finish(mut self) -> Work {
        let spans = self.spans.iter().flatten();
        self.work.live_locals = spans.map(|span| span.last - span.first + 1).sum();
        self.work
    }
}

/// Returns the number of blocks of machine code that an operator starts.
fn blocks(operator: &Operator<'_>) -> u64 {
    match operator {
        Operator::Block { .. } | Operator::Else | Operator::BrTable { .. } => 1,
        // Includes the block on the branch's edge.
        Operator::If { .. } | Operator::BrIf { .. } => 2,
        // The loop, its fuel check, and the code after it.
        Operator::Loop { .. } => 4,
        operator if is_call(operator) => 3,
        _ => 0,
    }
}

/// Returns `true` if an operator is compiled to a call behind checks of its own.
fn is_call(operator: &Operator<'_>) -> bool {
    matches!(
        operator,
        Operator::CallIndirect { .. }
            | Operator::RefFunc { .. }
            | Operator::TableGet { .. }
            | Operator::TableSet { .. }
            | Operator::TableGrow { .. }
            | Operator::TableFill { .. }
            | Operator::TableCopy { .. }
            | Operator::TableInit { .. }
            | Operator::ElemDrop { .. }
            | Operator::DataDrop { .. }
            | Operator::MemoryGrow { .. }
            | Operator::MemoryFill { .. }
            | Operator::MemoryCopy { .. }
            | Operator::MemoryInit { .. }
    )
}

const fn is_simd(proposal: &str) -> bool {
    matches!(proposal.as_bytes(), b"simd")
}

macro_rules! define_is_vector {
    ($(@$proposal:ident $op:ident $({ $($arg:ident: $argty:ty),* })? => $visit:ident ($($ann:tt)*))*) => {
        /// Returns `true` if an operator works on vectors.
        fn is_vector(operator: &Operator<'_>) -> bool {
            match operator {
                $(Operator::$op $({ $($arg: _),* })? => const { is_simd(stringify!($proposal)) },)*
                _ => false,
            }
        }
    };
}
wasmparser::for_each_operator!(define_is_vector);

impl Survey<'_> {
    /// Validates the module within the feature profile, and returns the cost of compiling it.
    pub(super) fn validated(&self, bytes: &[u8]) -> wasmparser::Result<u64> {
        let mut functions = Vec::new();
        sections(bytes, |function, body| functions.push((function, body)))?;
        let mut cost = 0u64;
        let mut allocations = FuncValidatorAllocations::default();
        for ((function, body), carried) in functions.into_iter().zip(&self.carried) {
            let (work, used) = self.validated_function(function, &body, *carried, allocations)?;
            cost = cost.saturating_add(work.cost());
            allocations = used;
        }
        Ok(cost)
    }

    fn validated_function(
        &self,
        function: FuncToValidate<ValidatorResources>,
        body: &FunctionBody<'_>,
        carried: CarriedValues,
        allocations: FuncValidatorAllocations,
    ) -> wasmparser::Result<(Work, FuncValidatorAllocations)> {
        let ports = self.function_type(function.index);
        let ports = ports.map_or((0, 0), |ports| (ports.params().len() as u64, ports.results().len() as u64));
        let mut validator = function.into_validator(allocations);
        validator.read_locals(&mut body.get_binary_reader())?;
        let locals = u64::from(validator.len_locals()).saturating_sub(ports.0);
        let mut reading = Reading::begin(ports.0, ports.1, locals, carried);
        let mut operators = body.get_operators_reader()?;
        while !operators.eof() {
            let (operator, offset) = operators.read_with_offset()?;
            validator.op(offset, &operator)?;
            reading.operator(&operator, u64::from(validator.operand_stack_height()));
        }
        operators.finish()?;
        Ok((reading.finish(), validator.into_allocations()))
    }
}

/// Validates all sections within the feature profile, and passes each function to `function`, to be validated later.
pub(super) fn sections<'a>(
    bytes: &'a [u8],
    mut function: impl FnMut(FuncToValidate<ValidatorResources>, FunctionBody<'a>),
) -> wasmparser::Result<()> {
    let mut validator = Validator::new_with_features(feature::PROFILE);
    let mut parser = Parser::new(0);
    parser.set_features(feature::PROFILE);
    for payload in parser.parse_all(bytes) {
        if let ValidPayload::Func(to_validate, body) = validator.payload(&payload?)? {
            function(to_validate, body);
        }
    }
    Ok(())
}
