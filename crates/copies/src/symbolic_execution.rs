//! Fingerprints of a function by what it computes.
//!
//! The operators run symbolically: a value is known only by how it was computed. Calls are inlined, since an
//! unoptimised build calls functions that another build inlines. The remaining prints describe the data flow that every
//! compiler preserves: the dependencies between loads, stores, host calls and arithmetic.
//!
//! A function runs twice. The first run finds the variables that loops set.

mod blocks;
mod opcode;

use wasmparser::{BinaryReaderError, Operator};

use self::blocks::{Block, Open};
use self::opcode::{offset_of, opcode};
use crate::fingerprint::Fingerprint;
use crate::program::Program;
use crate::symbolic_value::{Operation, SymbolicValue};
use crate::types::STACK_POINTER;
use crate::variable_values::{Time, VariableHistory, VariablePlace, VariableValues};

/// Maximum number of known values on the stack.
const DEEPEST: usize = 1 << 16;
/// Maximum depth of inlined functions.
const MOST_WITHIN: usize = 24;

/// The effects of a function.
#[derive(Debug, Default)]
pub(crate) struct Effects {
    /// Number of operators, without inlined functions.
    pub(crate) operators: usize,
    /// The fingerprints of its computations.
    pub(crate) prints: Vec<Fingerprint>,
    /// The inlined functions.
    pub(crate) in_place: Vec<u32>,
    /// The functions that were called and not inlined, because they are recursive or the budget was spent.
    pub(crate) elsewhere: Vec<u32>,
}

/// Runs a function.
pub(crate) fn run(program: &Program<'_>, function: u32) -> Result<Effects, BinaryReaderError> {
    let mut first = Execution::new(program, None);
    first.function(function, None)?;
    let history = first.places.into_history();
    let mut second = Execution::new(program, Some(&history));
    second.function(function, None)?;
    Ok(second.deeds)
}

/// A function in progress.
struct Activation {
    number: u32,
    function: u32,
    open: Vec<Open>,
    height: usize,
    /// `true` after a jump, until the block ends: no code runs.
    is_dead: bool,
    returned: Returned,
}

/// The results of a function.
enum Returned {
    Nothing,
    Always(Vec<SymbolicValue>),
    Various,
}

/// Functions in progress.
struct Execution<'p, 'a> {
    program: &'p Program<'a>,
    places: VariableValues<'p>,
    /// `true` if fingerprints are kept.
    keeps: bool,
    now: Time,
    stack_pointer: SymbolicValue,
    stack: Vec<SymbolicValue>,
    /// The innermost one is the last.
    active: Vec<Activation>,
    activations: u32,
    budget: usize,
    deeds: Effects,
}

impl<'p, 'a> Execution<'p, 'a> {
    fn new(program: &'p Program<'a>, history: Option<&'p VariableHistory>) -> Execution<'p, 'a> {
        Execution {
            program,
            places: VariableValues::new(history),
            keeps: history.is_some(),
            now: 0,
            stack_pointer: SymbolicValue::stack_pointer(),
            stack: Vec::new(),
            active: Vec::new(),
            activations: 0,
            budget: program.budget(),
            deeds: Effects::default(),
        }
    }

    /// Runs a function, with arguments if they are known, and returns its results.
    fn function(
        &mut self,
        function: u32,
        arguments: Option<Vec<SymbolicValue>>,
    ) -> Result<Vec<SymbolicValue>, BinaryReaderError> {
        let Some(body) = self.program.body(function) else { return Ok(Vec::new()) };
        let (stack_pointer, height) = (self.stack_pointer, self.stack.len());
        let number = self.activations;
        self.activations += 1;
        let results = self.program.types.function_results(function);
        self.active.push(Activation {
            number,
            function,
            open: Vec::new(),
            height,
            is_dead: false,
            returned: Returned::Nothing,
        });
        for (index, argument) in (0..).zip(arguments.into_iter().flatten()) {
            self.places.set(VariablePlace::Local(number, index), argument, self.now);
        }
        self.open(Block::Plain, height, results);
        let mut operators = body.get_operators_reader()?;
        while !operators.eof() {
            let at = operators.original_position();
            let opcode = opcode(body, at);
            self.step(opcode, &operators.read()?)?;
        }
        self.stack.truncate(height);
        self.stack_pointer = stack_pointer;
        let returned = self.active.pop().map(|active| active.returned);
        Ok(match returned {
            Some(Returned::Always(values)) if values.len() == results => values,
            _ => vec![SymbolicValue::VARIABLE; results],
        })
    }

    fn step(&mut self, opcode: u32, operator: &Operator<'_>) -> Result<(), BinaryReaderError> {
        self.now = self.now.saturating_add(1);
        self.deeds.operators += usize::from(self.active.len() == 1);
        match *operator {
            Operator::Block { blockty } => self.block(blockty, Block::Plain),
            Operator::Loop { blockty } => self.block(blockty, Block::Loop),
            Operator::If { blockty } => {
                self.branch();
                self.block(blockty, Block::If);
            }
            Operator::Else => self.next_arm(),
            Operator::End => self.end(),
            Operator::Br { relative_depth } => {
                self.jump(relative_depth);
                self.set_dead(true);
            }
            Operator::BrIf { relative_depth } => {
                self.branch();
                self.jump(relative_depth);
            }
            Operator::BrTable { ref targets } => {
                self.branch();
                for target in targets.targets() {
                    self.jump(target?);
                }
                self.jump(targets.default());
                self.set_dead(true);
            }
            Operator::Return => {
                self.hand_back();
                self.set_dead(true);
            }
            Operator::Unreachable => self.set_dead(true),
            Operator::LocalGet { local_index } => {
                let value = self.places.get(self.local(local_index));
                self.push(value);
            }
            Operator::LocalSet { local_index } => {
                let value = self.pop();
                self.places.set(self.local(local_index), value, self.now);
            }
            Operator::LocalTee { local_index } => {
                let value = self.pop();
                self.places.set(self.local(local_index), value, self.now);
                self.push(value);
            }
            Operator::GlobalGet { global_index } => {
                let is_stack = global_index == STACK_POINTER;
                self.push(if is_stack { self.stack_pointer } else { SymbolicValue::GLOBAL });
            }
            Operator::GlobalSet { global_index } => {
                let value = self.pop();
                if global_index == STACK_POINTER && value.in_frame(0).is_some() {
                    self.stack_pointer = value;
                }
            }
            Operator::Drop => drop(self.pop()),
            Operator::I32Const { value } => self.push(SymbolicValue::constant(i64::from(value))),
            Operator::I64Const { value } => self.push(SymbolicValue::constant(value)),
            Operator::F32Const { .. } | Operator::F64Const { .. } | Operator::V128Const { .. } => {
                self.push(SymbolicValue::FLOAT);
            }
            // A choice of two values is a jump in another build.
            Operator::Select | Operator::TypedSelect { .. } => {
                self.branch();
                self.operands(2);
                self.push(SymbolicValue::VARIABLE);
            }
            Operator::Call { function_index } => self.call(function_index)?,
            Operator::CallIndirect { type_index, .. } => {
                let (operands, results) = self.program.types.arity(type_index);
                self.call_elsewhere(Operation::Call, operands + 1, results);
            }
            Operator::MemoryCopy { .. } | Operator::MemoryFill { .. } | Operator::MemoryInit { .. } => {
                self.effect(Operation::Other(opcode), 3);
            }
            Operator::MemorySize { .. } => self.compute(opcode, 0),
            _ => self.by_opcode(opcode, operator),
        }
        Ok(())
    }

    /// Runs operators that are fully described by their opcodes.
    fn by_opcode(&mut self, opcode: u32, operator: &Operator<'_>) {
        match opcode {
            0x28..=0x35 => self.load(offset_of(operator)),
            0x36..=0x3e => self.store(offset_of(operator)),
            0x45 | 0x50 | 0x67..=0x69 | 0x79..=0x7b | 0x8b..=0x91 | 0x99..=0x9f | 0xa7..=0xc4 => {
                let operand = self.pop();
                let value = SymbolicValue::unary(opcode, operand);
                if !value.is_like(&operand) {
                    self.keep_print(&operand);
                }
                self.push(value);
            }
            0x46..=0x4f | 0x51..=0x66 | 0x6a..=0x78 | 0x7c..=0x8a | 0x92..=0x98 | 0xa0..=0xa6 => {
                let (right, left) = (self.pop(), self.pop());
                let value = SymbolicValue::binary(opcode, left, right);
                for operand in [left, right] {
                    if !value.is_like(&operand) && !operand.is_merged_by(opcode) {
                        self.keep_print(&operand);
                    }
                }
                self.push(value);
            }
            0x40 | 0xfc_0000..=0xfc_07ff => self.compute(opcode, 1),
            // An operator without effect.
            0x01 => {}
            _ => self.compute(opcode, 2),
        }
    }

    /// Returns the innermost function in progress. There is always one while operators run.
    fn innermost(&mut self) -> Option<&mut Activation> {
        self.active.last_mut()
    }

    fn local(&self, index: u32) -> VariablePlace {
        VariablePlace::Local(self.active.last().map_or(0, |active| active.number), index)
    }

    fn is_dead(&self) -> bool {
        self.active.last().is_some_and(|active| active.is_dead)
    }

    fn set_dead(&mut self, is_dead: bool) {
        if let Some(active) = self.innermost() {
            active.is_dead = is_dead;
        }
    }

    /// Returns the stack height at the beginning of the innermost block.
    fn floor(&self) -> usize {
        self.active.last().map_or(0, |active| active.open.last().map_or(active.height, |open| open.height))
    }

    fn pop(&mut self) -> SymbolicValue {
        // After a jump, any number of values may be popped.
        if self.stack.len() > self.floor() { self.stack.pop() } else { None }
            .unwrap_or(SymbolicValue::VARIABLE)
    }

    fn operands(&mut self, count: usize) -> Vec<SymbolicValue> {
        let mut operands: Vec<SymbolicValue> = (0..count).map(|_| self.pop()).collect();
        operands.reverse();
        operands
    }

    /// Pushes a value. Beyond the limit, which no real program reaches, values are dropped, and later taken for
    /// variables.
    fn push(&mut self, value: SymbolicValue) {
        if self.stack.len() < DEEPEST {
            self.stack.push(value);
        }
    }

    /// Keeps the fingerprint of an expression at its use, since it is complete only there.
    fn keep_print(&mut self, value: &SymbolicValue) {
        if self.keeps {
            self.deeds.prints.extend(value.print());
        }
    }

    /// Returns the operands of an operator, each a complete expression.
    fn whole_operands(&mut self, count: usize) -> Vec<SymbolicValue> {
        let operands = self.operands(count);
        for operand in &operands {
            self.keep_print(operand);
        }
        operands
    }

    /// Runs an operator with a result.
    fn compute(&mut self, opcode: u32, operands: usize) {
        let operands = self.whole_operands(operands);
        self.push(SymbolicValue::from_operation(Operation::Other(opcode), &operands));
    }

    /// Runs an operator without a result.
    fn effect(&mut self, doing: Operation, operands: usize) {
        let operands = self.whole_operands(operands);
        self.keep_print(&SymbolicValue::from_operation(doing, &operands));
    }

    /// Runs a conditional jump.
    fn branch(&mut self) {
        let value = self.pop();
        self.keep_print(&value);
        if let Some(condition) = value.as_condition() {
            self.keep_print(&condition);
        }
    }

    fn call(&mut self, function: u32) -> Result<(), BinaryReaderError> {
        let (operands, results) = self.program.types.function_arity(function);
        match self.program.types.host_call(function) {
            Some(name) => self.call_elsewhere(Operation::Host(name), operands, results),
            None if self.may_run_in_place(function) => {
                self.deeds.in_place.push(function);
                let arguments = self.operands(operands);
                for value in self.function(function, Some(arguments))? {
                    self.push(value);
                }
            }
            None => {
                self.deeds.elsewhere.push(function);
                self.call_elsewhere(Operation::Call, operands, results);
            }
        }
        Ok(())
    }

    fn call_elsewhere(&mut self, doing: Operation, operands: usize, results: usize) {
        self.effect(doing, operands);
        for _ in 0..results {
            self.push(SymbolicValue::from_operation(doing, &[]));
        }
    }

    /// Returns `true` if a call of the function is inlined, which uses some of the budget.
    fn may_run_in_place(&mut self, function: u32) -> bool {
        let Some(body) = self.program.body(function) else { return false };
        let Some(left) = self.budget.checked_sub(body.range().len()) else { return false };
        let is_recursive = self.active.iter().any(|active| active.function == function);
        let may = !is_recursive && self.active.len() < MOST_WITHIN;
        if may {
            self.budget = left;
        }
        may
    }

    fn load(&mut self, offset: u64) {
        let address = self.pop();
        let value = if let Some(at) = address.in_frame(offset) {
            self.places.get(VariablePlace::Frame(at))
        } else {
            self.keep_print(&address);
            SymbolicValue::loaded_from(&address)
        };
        self.push(value);
    }

    fn store(&mut self, offset: u64) {
        let (value, address) = (self.pop(), self.pop());
        if let Some(at) = address.in_frame(offset) {
            self.places.set(VariablePlace::Frame(at), value, self.now);
        } else {
            self.keep_print(&address);
            self.keep_print(&value);
            self.keep_print(&SymbolicValue::stored_at(&address, value));
        }
    }
}
