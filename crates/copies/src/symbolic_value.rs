//! Symbolic values, normalised so that different builds have the same ones.

use crate::fingerprint::{Fingerprint, mix, of_list};

/// Number of levels of operators below the first in a fingerprint.
const DEPTH: usize = 3;

/// A value on the stack of a function or in a variable, described by how it is computed.
#[derive(Clone, Copy)]
pub(crate) struct SymbolicValue {
    /// Fingerprints of the expression: of its operator alone, with its operands, and so on down.
    prints: [Fingerprint; DEPTH + 1],
    nature: ValueNature,
    /// The offset in the stack frames in memory, if it is an address there.
    frame: Option<i64>,
}

/// Properties of a value in addition to its fingerprints.
#[derive(Clone, Copy)]
enum ValueNature {
    /// It was computed elsewhere.
    Leaf,
    /// It is an integer literal.
    Constant(i64),
    /// It is the result of a comparison.
    Comparison,
    /// It is the result of an operator on terms whose order and grouping do not matter: the sum of their prints.
    Terms { operator: u32, sum: [u64; DEPTH + 1] },
    /// It is the result of another operator.
    Computed,
}

/// The action of an operator; equivalent operators have the same action.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operation {
    /// Any other operator, by its opcode.
    Other(u32),
    /// A host call, by the fingerprint of its name.
    Host(Fingerprint),
    /// A call of a function that is not inlined.
    Call,
    /// A load from memory.
    Load,
    /// A store to memory.
    Store,
    /// A returned value.
    Return,
}

impl SymbolicValue {
    /// A value that was computed elsewhere: a parameter, a variable from before a branch, the result of a block.
    pub(crate) const VARIABLE: SymbolicValue = SymbolicValue::leaf(1);
    /// A global variable.
    pub(crate) const GLOBAL: SymbolicValue = SymbolicValue::leaf(2);
    /// A literal that is not an integer.
    pub(crate) const FLOAT: SymbolicValue = SymbolicValue::leaf(3);

    const fn leaf(kind: Fingerprint) -> SymbolicValue {
        SymbolicValue { prints: [kind; DEPTH + 1], nature: ValueNature::Leaf, frame: None }
    }

    /// Returns an integer literal. Its number does not matter.
    pub(crate) fn constant(number: i64) -> SymbolicValue {
        SymbolicValue { nature: ValueNature::Constant(number), ..SymbolicValue::leaf(4) }
    }

    /// Returns the stack pointer of a compiler.
    pub(crate) fn stack_pointer() -> SymbolicValue {
        SymbolicValue { frame: Some(0), ..SymbolicValue::GLOBAL }
    }

    /// Returns the offset in the stack frames; `None` if it is not an address there.
    pub(crate) fn in_frame(&self, offset: u64) -> Option<i64> {
        self.frame?.checked_add(i64::try_from(offset).ok()?)
    }

    /// Returns the print for comparison; `None` if nothing was computed.
    pub(crate) fn print(&self) -> Option<Fingerprint> {
        let is_computed = !matches!(self.nature, ValueNature::Leaf | ValueNature::Constant(_));
        is_computed.then(|| mix(DEPTH as u64, self.prints[DEPTH]))
    }

    /// Returns `true` if it is computed in the same way as another value.
    pub(crate) fn is_like(&self, other: &SymbolicValue) -> bool {
        self.prints == other.prints
    }

    /// Returns `true` if an operator merges the value's terms with its own, so that the value is not an expression of
    /// its own.
    pub(crate) fn is_merged_by(&self, opcode: u32) -> bool {
        let merging = merging(of_32_bits(opcode));
        matches!(self.nature, ValueNature::Terms { operator, .. } if merging == Some(operator))
    }

    /// Returns the result of an operator on these operands.
    pub(crate) fn from_operation(doing: Operation, operands: &[SymbolicValue]) -> SymbolicValue {
        let operator = doing.print();
        let prints = std::array::from_fn(|depth| match depth.checked_sub(1) {
            None => operator,
            Some(below) => mix(operator, of_list(operands.iter().map(|operand| operand.prints[below]))),
        });
        SymbolicValue { prints, nature: ValueNature::Computed, frame: None }
    }

    /// Returns the result of a load from an address. The compiler chooses how to compute an address in a loop.
    pub(crate) fn loaded_from(address: &SymbolicValue) -> SymbolicValue {
        SymbolicValue::from_operation(Operation::Load, &[address.as_address()])
    }

    /// Returns the effect of a store of a value.
    pub(crate) fn stored_at(address: &SymbolicValue, value: SymbolicValue) -> SymbolicValue {
        SymbolicValue::from_operation(Operation::Store, &[address.as_address(), value])
    }

    /// Returns the value that a jump depends on; `None` for a constant.
    pub(crate) fn as_condition(self) -> Option<SymbolicValue> {
        match self.nature {
            ValueNature::Constant(_) => None,
            ValueNature::Comparison => Some(self),
            _ => Some(SymbolicValue::binary(EQ, self, SymbolicValue::constant(0))),
        }
    }

    /// Returns the result of a unary arithmetic operator.
    pub(crate) fn unary(opcode: u32, operand: SymbolicValue) -> SymbolicValue {
        match of_32_bits(opcode) {
            // The compiler chooses between a comparison and its negation.
            EQZ_32 | EQZ_64 => SymbolicValue::binary(EQ, operand, SymbolicValue::constant(0)),
            // Conversions between widths keep the value.
            WRAP | EXTEND_S | EXTEND_U | 0xc0..=0xc4 => operand,
            opcode => SymbolicValue::from_operation(Operation::Other(opcode), &[operand]),
        }
    }

    /// Returns the result of a binary arithmetic operator.
    pub(crate) fn binary(opcode: u32, left: SymbolicValue, right: SymbolicValue) -> SymbolicValue {
        let opcode = of_32_bits(opcode);
        let (left, right) = match left.nature {
            ValueNature::Constant(_) if commutes(opcode) || is_comparison(opcode) => (right, left),
            _ => (left, right),
        };
        match (opcode, left.nature, right.nature) {
            (ADD, _, ValueNature::Constant(plus)) => return left.moved_by(plus),
            (SUB, _, ValueNature::Constant(minus)) => return left.moved_by(minus.wrapping_neg()),
            (_, ValueNature::Constant(_), ValueNature::Constant(_))
            // A mask may leave the value unchanged, which some compilers know.
            | (AND, _, ValueNature::Constant(_))
            // A comparison, or its negation.
            | (EQ | NE | XOR, ValueNature::Comparison, ValueNature::Constant(_)) => return left,
            // Two conditions at once are two jumps in another build.
            (AND | OR, ValueNature::Comparison, ValueNature::Comparison) => {
                return SymbolicValue { nature: ValueNature::Comparison, ..SymbolicValue::VARIABLE };
            }
            _ => {}
        }
        // A shift multiplies by a power of two.
        let is_product = opcode == SHL && matches!(right.nature, ValueNature::Constant(_));
        let operator = if is_product { MUL } else { any_comparison(opcode) };
        if let Some(operator) = merging(operator) {
            return SymbolicValue::merged(operator, [left, right]);
        }
        let mut operands = [left, right];
        if is_comparison(opcode) || commutes(opcode) {
            operands
                .sort_by_key(|operand| (matches!(operand.nature, ValueNature::Constant(_)), operand.prints));
        }
        let value = SymbolicValue::from_operation(Operation::Other(operator), &operands);
        if is_comparison(opcode) { SymbolicValue { nature: ValueNature::Comparison, ..value } } else { value }
    }

    /// Returns the result of an operator on the terms of both operands.
    fn merged(operator: u32, operands: [SymbolicValue; 2]) -> SymbolicValue {
        let mut sum = [0_u64; DEPTH + 1];
        for operand in operands {
            let own = match operand.nature {
                ValueNature::Terms { operator: same, sum } if same == operator => sum,
                // As in `moved_by`.
                ValueNature::Constant(_) if operator == ADD => continue,
                _ => operand.as_term(),
            };
            sum = std::array::from_fn(|depth| sum[depth].wrapping_add(own[depth]));
        }
        let first = Operation::Other(operator).print();
        let prints = std::array::from_fn(|depth| if depth == 0 { first } else { mix(first, sum[depth]) });
        SymbolicValue { prints, nature: ValueNature::Terms { operator, sum }, frame: None }
    }

    fn as_term(&self) -> [u64; DEPTH + 1] {
        std::array::from_fn(|depth| depth.checked_sub(1).map_or(0, |below| mix(1, self.prints[below])))
    }

    fn as_address(&self) -> SymbolicValue {
        if matches!(self.nature, ValueNature::Constant(_)) { *self } else { SymbolicValue::VARIABLE }
    }

    /// Adds a literal to the value. The sum keeps the prints of the value, because the compiler chooses where to add a
    /// literal: at once, later, or in the operator that uses the address.
    fn moved_by(self, plus: i64) -> SymbolicValue {
        let nature = match self.nature {
            ValueNature::Constant(constant) => ValueNature::Constant(constant.wrapping_add(plus)),
            ValueNature::Comparison => ValueNature::Computed,
            nature => nature,
        };
        SymbolicValue { nature, frame: self.frame.map(|at| at.wrapping_add(plus)), ..self }
    }
}

impl Operation {
    fn print(self) -> Fingerprint {
        match self {
            Operation::Other(opcode) => mix(16, u64::from(opcode)),
            Operation::Host(name) => mix(17, name),
            Operation::Call => 18,
            Operation::Load => 19,
            Operation::Store => 20,
            Operation::Return => 21,
        }
    }
}

const EQZ_32: u32 = 0x45;
const EQ: u32 = 0x46;
const NE: u32 = 0x47;
const EQZ_64: u32 = 0x50;
const ADD: u32 = 0x6a;
const SUB: u32 = 0x6b;
const MUL: u32 = 0x6c;
const AND: u32 = 0x71;
const OR: u32 = 0x72;
const XOR: u32 = 0x73;
const SHL: u32 = 0x74;
const WRAP: u32 = 0xa7;
const EXTEND_S: u32 = 0xac;
const EXTEND_U: u32 = 0xad;

/// Returns the 32-bit opcode for a 64-bit one, because the compiler often chooses the width.
fn of_32_bits(opcode: u32) -> u32 {
    match opcode {
        0x51..=0x5a => opcode - 0x0b,
        0x79..=0x8a => opcode - 0x12,
        _ => opcode,
    }
}

/// Returns `true` if an opcode compares two numbers.
fn is_comparison(opcode: u32) -> bool {
    matches!(opcode, 0x46..=0x4f | 0x5b..=0x66)
}

/// Returns one opcode for all comparisons of a type, regardless of sign, direction and negation.
fn any_comparison(opcode: u32) -> u32 {
    match opcode {
        0x46..=0x4f => EQ,
        0x5b..=0x60 => 0x5b,
        0x61..=0x66 => 0x61,
        _ => opcode,
    }
}

/// Returns the operator whose terms may be merged in any order and grouping. A difference is a sum.
fn merging(opcode: u32) -> Option<u32> {
    match opcode {
        ADD | SUB => Some(ADD),
        MUL | AND | OR | XOR => Some(opcode),
        _ => None,
    }
}

/// Returns `true` if the order of an operator's operands does not matter: addition, multiplication, and, or, xor,
/// minimum, maximum.
fn commutes(opcode: u32) -> bool {
    matches!(opcode, ADD | MUL | AND | OR | XOR | 0x92 | 0x94 | 0x96 | 0x97 | 0xa0 | 0xa2 | 0xa4 | 0xa5)
}
