//! What an operator computes, as far as a compiler does not change it from one build to the next.

use crate::print::{Print, mix, of_list};

/// How many operators a fingerprint sees below the first.
const DEPTH: usize = 3;

/// A value on the stack of a function or in a local, by how it is computed.
#[derive(Clone, Copy)]
pub(crate) struct Value {
    /// Fingerprints of the expression: of its operator alone, of that with its operands, and so on down.
    prints: [Print; DEPTH + 1],
    /// What it is, if it is a whole number that is written in the program.
    constant: Option<i64>,
    /// Where it points to, if it points into the function's own frame on the stack that a compiler keeps in memory.
    frame: Option<i64>,
    /// Whether it is the result of a comparison.
    is_comparison: bool,
}

/// What an operator does, with operators that say the same in other words taken together.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Doing {
    /// Something that has no other name, by its opcode.
    Other(u32),
    /// A host call, by its name's fingerprint.
    Host(Print),
    /// A call of a function of its own.
    Call,
    /// A choice of two values.
    Select,
    /// A jump that depends on a value.
    Branch,
    /// A value handed back.
    Return,
}

impl Value {
    /// A value that was computed elsewhere: a parameter, a variable from before a branch, a result of a block.
    pub(crate) const VARIABLE: Value = Value::leaf(1);
    /// A global variable.
    pub(crate) const GLOBAL: Value = Value::leaf(2);
    /// A number written in the program that is not whole.
    pub(crate) const FLOAT: Value = Value::leaf(3);

    const fn leaf(kind: Print) -> Value {
        Value { prints: [kind; DEPTH + 1], constant: None, frame: None, is_comparison: false }
    }

    /// A whole number that is written in the program. Which one does not matter.
    pub(crate) fn constant(number: i64) -> Value {
        Value { constant: Some(number), ..Value::leaf(4) }
    }

    /// The pointer to the stack that a compiler keeps in memory.
    pub(crate) fn stack_pointer() -> Value {
        Value { frame: Some(0), ..Value::GLOBAL }
    }

    /// The address that it is in the function's frame.
    pub(crate) fn in_frame(&self, offset: u64) -> Option<i64> {
        self.frame?.checked_add(i64::try_from(offset).ok()?)
    }

    /// What it is compared by.
    pub(crate) fn print(&self) -> Print {
        mix(DEPTH as u64, self.prints[DEPTH])
    }

    /// The result of an operator of these operands.
    pub(crate) fn of(doing: Doing, operands: &[Value]) -> Value {
        let operator = doing.print();
        let prints = std::array::from_fn(|depth| match depth.checked_sub(1) {
            None => operator,
            Some(below) => mix(operator, of_list(operands.iter().map(|operand| operand.prints[below]))),
        });
        Value { prints, constant: None, frame: None, is_comparison: false }
    }

    /// The result of an arithmetic operator of one operand.
    pub(crate) fn unary(opcode: u32, operand: Value) -> Value {
        match opcode {
            // Whether a comparison is asked for, or for its opposite, is the compiler's choice of branches.
            EQZ_32 | EQZ_64 if operand.is_comparison => operand,
            EQZ_32 | EQZ_64 => {
                let zero = Value::constant(0);
                Value::binary(if opcode == EQZ_32 { EQ_32 } else { EQ_64 }, operand, zero)
            }
            // Between 32 and 64 bits: what is computed stays the same.
            WRAP | EXTEND_S | EXTEND_U => operand,
            _ => Value::of(Doing::Other(opcode), &[operand]),
        }
    }

    /// The result of an arithmetic operator of two operands.
    pub(crate) fn binary(opcode: u32, left: Value, right: Value) -> Value {
        let operator = match (opcode, right.constant) {
            (ADD_32 | ADD_64, Some(plus)) => return left.moved_by(plus),
            (SUB_32 | SUB_64, Some(minus)) => return left.moved_by(minus.wrapping_neg()),
            // A build without optimisation masks what is a bit already.
            (AND_32, Some(1)) if left.is_comparison => return left,
            // Powers of two are multiplied with by shifts.
            (SHL_32, Some(_)) => MUL_32,
            (SHL_64, Some(_)) => MUL_64,
            _ => any_order(opcode),
        };
        let is_comparison = is_comparison(opcode);
        let mut operands = [left, right];
        if is_comparison || commutes(operator) {
            operands.sort_by_key(|operand| (operand.constant.is_some(), operand.prints));
        }
        Value { is_comparison, ..Value::of(Doing::Other(operator), &operands) }
    }

    /// The value and a number written in the program. The sum has the prints of the value, because where such a number
    /// is added (at once, later, in the operator that uses the address) is the compiler's choice.
    fn moved_by(self, plus: i64) -> Value {
        let constant = self.constant.map(|constant| constant.wrapping_add(plus));
        let frame = self.frame.map(|at| at.wrapping_add(plus));
        Value { constant, frame, is_comparison: false, ..self }
    }
}

impl Doing {
    fn print(self) -> Print {
        match self {
            Doing::Other(opcode) => mix(16, u64::from(opcode)),
            Doing::Host(name) => mix(17, name),
            Doing::Call => 18,
            Doing::Select => 19,
            Doing::Branch => 20,
            Doing::Return => 21,
        }
    }
}

const EQZ_32: u32 = 0x45;
const EQ_32: u32 = 0x46;
const EQZ_64: u32 = 0x50;
const EQ_64: u32 = 0x51;
const ADD_32: u32 = 0x6a;
const SUB_32: u32 = 0x6b;
const MUL_32: u32 = 0x6c;
const AND_32: u32 = 0x71;
const SHL_32: u32 = 0x74;
const ADD_64: u32 = 0x7c;
const SUB_64: u32 = 0x7d;
const MUL_64: u32 = 0x7e;
const SHL_64: u32 = 0x86;
const WRAP: u32 = 0xa7;
const EXTEND_S: u32 = 0xac;
const EXTEND_U: u32 = 0xad;

/// Whether an opcode compares two numbers.
fn is_comparison(opcode: u32) -> bool {
    matches!(opcode, 0x46..=0x4f | 0x51..=0x66)
}

/// One opcode for a comparison, its opposite, and either with operands exchanged: equality and order, of each type.
fn any_order(opcode: u32) -> u32 {
    match opcode {
        0x46 | 0x47 => 0x46,
        // Less, greater, at most and at least; with sign and without.
        0x48 | 0x4a | 0x4c | 0x4e => 0x48,
        0x49 | 0x4b | 0x4d | 0x4f => 0x49,
        0x51 | 0x52 => 0x51,
        0x53 | 0x55 | 0x57 | 0x59 => 0x53,
        0x54 | 0x56 | 0x58 | 0x5a => 0x54,
        0x5b | 0x5c => 0x5b,
        0x5d..=0x60 => 0x5d,
        0x61 | 0x62 => 0x61,
        0x63..=0x66 => 0x63,
        _ => opcode,
    }
}

/// Whether the order of an operator's operands does not matter: addition, multiplication, and, or, xor, least, greatest.
fn commutes(opcode: u32) -> bool {
    matches!(
        opcode,
        0x6a | 0x6c | 0x71..=0x73 | 0x7c | 0x7e | 0x83..=0x85 | 0x92 | 0x94 | 0x96 | 0x97 | 0xa0 | 0xa2 | 0xa4 | 0xa5
    )
}
