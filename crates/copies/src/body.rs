//! The body of a function as fingerprints of what it computes.
//!
//! The operators are run on values that are known by how they were computed alone. What remains is what a compiler has to
//! do in one way or another: which loads, stores, host calls and arithmetic depend on which.

use wasmparser::{BinaryReaderError, BlockType, FunctionBody, Operator};

use crate::print::Print;
use crate::types::{STACK_POINTER, Types};
use crate::value::{Doing, Value};
use crate::variables::{Place, Variables};

/// The most values on the stack that are known.
const DEEPEST: usize = 1 << 16;

/// What a function does.
#[derive(Debug, Default)]
pub(crate) struct Body {
    /// How many operators it has.
    pub(crate) operators: usize,
    /// The fingerprints of what it computes, one for each operator that has operands.
    pub(crate) prints: Vec<Print>,
}

/// Reads a function.
pub(crate) fn read(
    body: &FunctionBody<'_>,
    types: &Types<'_>,
    number: u32,
) -> Result<Body, BinaryReaderError> {
    let mut run = Run::new(types, Variables::of(body)?);
    run.begin(types.function_results(number));
    let mut operators = body.get_operators_reader()?;
    while !operators.eof() {
        let at = operators.original_position();
        let opcode = opcode(body, at);
        run.step(opcode, &operators.read()?);
    }
    Ok(Body { operators: run.now, prints: run.prints })
}

/// The opcode at a place: its byte, or after a prefix the byte that follows as well.
fn opcode(body: &FunctionBody<'_>, at: usize) -> u32 {
    let bytes = body.as_bytes();
    let byte =
        |at: usize| at.checked_sub(body.range().start).and_then(|at| bytes.get(at)).copied().unwrap_or(0);
    match byte(at) {
        prefix @ 0xfb..=0xff => {
            // A number in LEB128, of which no operator needs a third byte.
            let low = byte(at + 1);
            let high = if low & 0x80 == 0 { 0 } else { byte(at + 2) };
            u32::from(prefix) << 16 | u32::from(high) << 8 | u32::from(low)
        }
        opcode => u32::from(opcode),
    }
}

/// A block that is open.
struct Open {
    began: usize,
    /// When the innermost loop that it is in, or is, began.
    looped: Option<usize>,
    height: usize,
    results: usize,
}

/// A function as it is run.
struct Run<'a> {
    types: &'a Types<'a>,
    variables: Variables,
    now: usize,
    stack: Vec<Value>,
    open: Vec<Open>,
    prints: Vec<Print>,
}

impl<'a> Run<'a> {
    fn new(types: &'a Types<'a>, variables: Variables) -> Run<'a> {
        Run { types, variables, now: 0, stack: Vec::new(), open: Vec::new(), prints: Vec::new() }
    }

    fn step(&mut self, opcode: u32, operator: &Operator<'_>) {
        self.now += 1;
        match *operator {
            Operator::Block { blockty } => self.block(blockty, false),
            Operator::Loop { blockty } => self.block(blockty, true),
            Operator::If { blockty } => {
                self.emit(Doing::Branch, 1);
                self.block(blockty, false);
            }
            Operator::Else => self.next_arm(),
            Operator::End => self.end(),
            Operator::BrIf { .. } | Operator::BrTable { .. } => self.emit(Doing::Branch, 1),
            Operator::Return => self.emit(Doing::Return, self.open.first().map_or(0, |open| open.results)),
            Operator::LocalGet { local_index } => self.get(Place::Local(local_index)),
            Operator::LocalSet { local_index } => {
                let value = self.pop();
                self.set(Place::Local(local_index), value);
            }
            Operator::LocalTee { local_index } => {
                let value = self.pop();
                self.set(Place::Local(local_index), value);
                self.keep(value);
            }
            Operator::GlobalGet { global_index } => {
                let is_stack = global_index == STACK_POINTER;
                self.keep(if is_stack { Value::stack_pointer() } else { Value::GLOBAL });
            }
            Operator::GlobalSet { .. } | Operator::Drop => drop(self.pop()),
            Operator::I32Const { value } => self.keep(Value::constant(i64::from(value))),
            Operator::I64Const { value } => self.keep(Value::constant(value)),
            Operator::F32Const { .. } | Operator::F64Const { .. } | Operator::V128Const { .. } => {
                self.keep(Value::FLOAT);
            }
            Operator::Select | Operator::TypedSelect { .. } => self.compute(Doing::Select, 3),
            Operator::Call { function_index } => {
                let (operands, results) = self.types.function_arity(function_index);
                let host = self.types.host_call(function_index);
                self.call(host.map_or(Doing::Call, Doing::Host), operands, results);
            }
            Operator::CallIndirect { type_index, .. } => {
                let (operands, results) = self.types.arity(type_index);
                self.call(Doing::Call, operands + 1, results);
            }
            Operator::MemoryCopy { .. } | Operator::MemoryFill { .. } | Operator::MemoryInit { .. } => {
                self.emit(Doing::Other(opcode), 3);
            }
            Operator::MemorySize { .. } => self.compute(Doing::Other(opcode), 0),
            _ => self.by_opcode(opcode, operator),
        }
    }

    /// Operators that are known well enough by their opcodes.
    fn by_opcode(&mut self, opcode: u32, operator: &Operator<'_>) {
        match opcode {
            0x28..=0x35 => self.load(opcode, offset_of(operator)),
            0x36..=0x3e => self.store(opcode, offset_of(operator)),
            0x45 | 0x50 | 0x67..=0x69 | 0x79..=0x7b | 0x8b..=0x91 | 0x99..=0x9f | 0xa7..=0xc4 => {
                let operand = self.pop();
                let value = Value::unary(opcode, operand);
                self.push(value);
            }
            0x46..=0x4f | 0x51..=0x66 | 0x6a..=0x78 | 0x7c..=0x8a | 0x92..=0x98 | 0xa0..=0xa6 => {
                let (right, left) = (self.pop(), self.pop());
                let value = Value::binary(opcode, left, right);
                self.push(value);
            }
            0x40 | 0xfc_0000..=0xfc_07ff => self.compute(Doing::Other(opcode), 1),
            // Jumps and what does nothing leave the stack to the block's end.
            0x00 | 0x01 | 0x0c => {}
            _ => self.compute(Doing::Other(opcode), 2),
        }
    }

    fn pop(&mut self) -> Value {
        let floor = self.open.last().map_or(0, |open| open.height);
        // After a jump anything may be popped.
        if self.stack.len() > floor { self.stack.pop().unwrap_or(Value::VARIABLE) } else { Value::VARIABLE }
    }

    fn operands(&mut self, count: usize) -> Vec<Value> {
        let mut operands: Vec<Value> = (0..count).map(|_| self.pop()).collect();
        operands.reverse();
        operands
    }

    /// Puts a value on the stack that was computed just now.
    fn push(&mut self, value: Value) {
        self.print(&value);
        self.keep(value);
    }

    /// Puts a value on the stack. Far above what any program has there, what is missing later is taken for a variable.
    fn keep(&mut self, value: Value) {
        if self.stack.len() < DEEPEST {
            self.stack.push(value);
        }
    }

    fn print(&mut self, value: &Value) {
        self.prints.push(value.print());
    }

    /// An operator that has a result.
    fn compute(&mut self, doing: Doing, operands: usize) {
        let operands = self.operands(operands);
        self.push(Value::of(doing, &operands));
    }

    /// An operator that has none.
    fn emit(&mut self, doing: Doing, operands: usize) {
        let operands = self.operands(operands);
        self.print(&Value::of(doing, &operands));
    }

    fn call(&mut self, doing: Doing, operands: usize, results: usize) {
        self.emit(doing, operands);
        for _ in 0..results {
            self.keep(Value::of(doing, &[]));
        }
    }

    fn load(&mut self, opcode: u32, offset: u64) {
        let base = self.pop();
        match base.in_frame(offset) {
            Some(at) => self.get(Place::Frame(at)),
            None => self.push(Value::of(Doing::Other(opcode), &[base])),
        }
    }

    fn store(&mut self, opcode: u32, offset: u64) {
        let (value, base) = (self.pop(), self.pop());
        match base.in_frame(offset) {
            Some(at) => self.set(Place::Frame(at), value),
            None => self.print(&Value::of(Doing::Other(opcode), &[base, value])),
        }
    }

    fn set(&mut self, place: Place, value: Value) {
        self.variables.set(place, value, self.now);
    }

    fn get(&mut self, place: Place) {
        let looped = self.open.last().and_then(|open| open.looped);
        let value = self.variables.get(place, looped);
        self.keep(value);
    }

    fn begin(&mut self, results: usize) {
        self.open.push(Open { began: 0, looped: None, height: 0, results });
    }

    fn block(&mut self, block: BlockType, is_loop: bool) {
        let (operands, results) = match block {
            BlockType::Empty => (0, 0),
            BlockType::Type(_) => (0, 1),
            BlockType::FuncType(index) => self.types.arity(index),
        };
        let floor = self.open.last().map_or(0, |open| open.height);
        let height = self.stack.len().saturating_sub(operands).max(floor);
        let looped = if is_loop { Some(self.now) } else { self.open.last().and_then(|open| open.looped) };
        self.open.push(Open { began: self.now, looped, height, results });
    }

    /// The other arm of a branch begins as the first one did.
    fn next_arm(&mut self) {
        if let Some(open) = self.open.pop() {
            self.close(&open);
            self.open.push(Open { began: self.now, ..open });
        }
    }

    fn end(&mut self) {
        if let Some(open) = self.open.pop() {
            let is_function = self.open.is_empty();
            if is_function {
                self.emit(Doing::Return, open.results);
            }
            self.close(&open);
            let results = if is_function { 0 } else { open.results };
            for _ in 0..results {
                self.keep(Value::VARIABLE);
            }
        }
    }

    fn close(&mut self, open: &Open) {
        self.stack.truncate(open.height);
        self.variables.end_block(open.began, self.now);
    }
}

fn offset_of(operator: &Operator<'_>) -> u64 {
    use Operator as O;
    match operator {
        O::I32Load { memarg }
        | O::I64Load { memarg }
        | O::I32Load8S { memarg }
        | O::I32Load8U { memarg }
        | O::I32Load16S { memarg }
        | O::I32Load16U { memarg }
        | O::I64Load8S { memarg }
        | O::I64Load8U { memarg }
        | O::I64Load16S { memarg }
        | O::I64Load16U { memarg }
        | O::I64Load32S { memarg }
        | O::I64Load32U { memarg }
        | O::F32Load { memarg }
        | O::F64Load { memarg }
        | O::I32Store { memarg }
        | O::I64Store { memarg }
        | O::I32Store8 { memarg }
        | O::I32Store16 { memarg }
        | O::I64Store8 { memarg }
        | O::I64Store16 { memarg }
        | O::I64Store32 { memarg }
        | O::F32Store { memarg }
        | O::F64Store { memarg } => memarg.offset,
        _ => 0,
    }
}
