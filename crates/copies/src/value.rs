//! What an operator computes, as far as a compiler does not change it from one build to the next.

use crate::print::{Print, mix, of_list};

/// How many operators a fingerprint sees below the first.
const DEPTH: usize = 3;

/// A value on the stack of a function or in a variable, by how it is computed.
#[derive(Clone, Copy)]
pub(crate) struct Value {
    /// Fingerprints of the expression: of its operator alone, of that with its operands, and so on down.
    prints: [Print; DEPTH + 1],
    nature: Nature,
    /// Where it points to, if it points into the frames on the stack that a compiler keeps in memory.
    frame: Option<i64>,
}

/// What is known of a value beside its fingerprints.
#[derive(Clone, Copy)]
enum Nature {
    /// It was computed elsewhere.
    Leaf,
    /// It is a whole number that is written in the program.
    Constant(i64),
    /// It is the result of a comparison.
    Comparison,
    /// It is what an operator makes of terms whose order and grouping do not matter: their prints, added up.
    Terms { operator: u32, sum: [u64; DEPTH + 1] },
    /// It is the result of another operator.
    Computed,
}

/// What an operator does, with operators that say the same in other words taken together.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Doing {
    /// Something that has no other name, by its opcode.
    Other(u32),
    /// A host call, by its name's fingerprint.
    Host(Print),
    /// A call of a function that is not run in place.
    Call,
    /// A load from memory.
    Load,
    /// A store to memory.
    Store,
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
        Value { prints: [kind; DEPTH + 1], nature: Nature::Leaf, frame: None }
    }

    /// A whole number that is written in the program. Which one does not matter.
    pub(crate) fn constant(number: i64) -> Value {
        Value { nature: Nature::Constant(number), ..Value::leaf(4) }
    }

    /// The pointer to the stack that a compiler keeps in memory.
    pub(crate) fn stack_pointer() -> Value {
        Value { frame: Some(0), ..Value::GLOBAL }
    }

    /// The place in the frames that it is the address of.
    pub(crate) fn in_frame(&self, offset: u64) -> Option<i64> {
        self.frame?.checked_add(i64::try_from(offset).ok()?)
    }

    /// What it is compared by; `None` if nothing was computed.
    pub(crate) fn print(&self) -> Option<Print> {
        let is_computed = !matches!(self.nature, Nature::Leaf | Nature::Constant(_));
        is_computed.then(|| mix(DEPTH as u64, self.prints[DEPTH]))
    }

    /// Whether it is computed in the same way as another.
    pub(crate) fn is_like(&self, other: &Value) -> bool {
        self.prints == other.prints
    }

    /// Whether an operator takes its terms together with its own, so that it is not a value by itself.
    pub(crate) fn is_merged_by(&self, opcode: u32) -> bool {
        let merging = merging(of_32_bits(opcode));
        matches!(self.nature, Nature::Terms { operator, .. } if merging == Some(operator))
    }

    /// The result of an operator of these operands.
    pub(crate) fn of(doing: Doing, operands: &[Value]) -> Value {
        let operator = doing.print();
        let prints = std::array::from_fn(|depth| match depth.checked_sub(1) {
            None => operator,
            Some(below) => mix(operator, of_list(operands.iter().map(|operand| operand.prints[below]))),
        });
        Value { prints, nature: Nature::Computed, frame: None }
    }

    /// What a load from an address gives. How the address is added up is the compiler's choice, where a loop is.
    pub(crate) fn loaded_from(address: &Value) -> Value {
        Value::of(Doing::Load, &[address.as_address()])
    }

    /// What a store of a value does.
    pub(crate) fn stored_at(address: &Value, value: Value) -> Value {
        Value::of(Doing::Store, &[address.as_address(), value])
    }

    /// What a jump depends on, if it depends on anything.
    pub(crate) fn as_condition(self) -> Option<Value> {
        match self.nature {
            Nature::Constant(_) => None,
            Nature::Comparison => Some(self),
            _ => Some(Value::binary(EQ, self, Value::constant(0))),
        }
    }

    /// The result of an arithmetic operator of one operand.
    pub(crate) fn unary(opcode: u32, operand: Value) -> Value {
        match of_32_bits(opcode) {
            // Whether a comparison is asked for, or for its opposite, is the compiler's choice of branches.
            EQZ_32 | EQZ_64 => Value::binary(EQ, operand, Value::constant(0)),
            // Between widths: what is computed stays the same.
            WRAP | EXTEND_S | EXTEND_U | 0xc0..=0xc4 => operand,
            opcode => Value::of(Doing::Other(opcode), &[operand]),
        }
    }

    /// The result of an arithmetic operator of two operands.
    pub(crate) fn binary(opcode: u32, left: Value, right: Value) -> Value {
        let opcode = of_32_bits(opcode);
        let (left, right) = match left.nature {
            Nature::Constant(_) if commutes(opcode) || is_comparison(opcode) => (right, left),
            _ => (left, right),
        };
        match (opcode, left.nature, right.nature) {
            (ADD, _, Nature::Constant(plus)) => return left.moved_by(plus),
            (SUB, _, Nature::Constant(minus)) => return left.moved_by(minus.wrapping_neg()),
            (_, Nature::Constant(_), Nature::Constant(_))
            // What masks leave is there before, where a compiler knows of it.
            | (AND, _, Nature::Constant(_))
            // A comparison, or its opposite.
            | (EQ | NE | XOR, Nature::Comparison, Nature::Constant(_)) => return left,
            // Two conditions at once are two jumps.
            (AND | OR, Nature::Comparison, Nature::Comparison) => {
                return Value { nature: Nature::Comparison, ..Value::VARIABLE };
            }
            _ => {}
        }
        // Powers of two are multiplied with by shifts.
        let is_product = opcode == SHL && matches!(right.nature, Nature::Constant(_));
        let operator = if is_product { MUL } else { any_comparison(opcode) };
        if let Some(operator) = merging(operator) {
            return Value::merged(operator, [left, right]);
        }
        let mut operands = [left, right];
        if is_comparison(opcode) || commutes(opcode) {
            operands.sort_by_key(|operand| (matches!(operand.nature, Nature::Constant(_)), operand.prints));
        }
        let value = Value::of(Doing::Other(operator), &operands);
        if is_comparison(opcode) { Value { nature: Nature::Comparison, ..value } } else { value }
    }

    /// What an operator makes of the terms of both.
    fn merged(operator: u32, operands: [Value; 2]) -> Value {
        let mut sum = [0_u64; DEPTH + 1];
        for operand in operands {
            let own = match operand.nature {
                Nature::Terms { operator: same, sum } if same == operator => sum,
                // As in `moved_by`.
                Nature::Constant(_) if operator == ADD => continue,
                _ => operand.as_term(),
            };
            sum = std::array::from_fn(|depth| sum[depth].wrapping_add(own[depth]));
        }
        let first = Doing::Other(operator).print();
        let prints = std::array::from_fn(|depth| if depth == 0 { first } else { mix(first, sum[depth]) });
        Value { prints, nature: Nature::Terms { operator, sum }, frame: None }
    }

    fn as_term(&self) -> [u64; DEPTH + 1] {
        std::array::from_fn(|depth| depth.checked_sub(1).map_or(0, |below| mix(1, self.prints[below])))
    }

    fn as_address(&self) -> Value {
        if matches!(self.nature, Nature::Constant(_)) { *self } else { Value::VARIABLE }
    }

    /// The value and a number written in the program. The sum has the prints of the value, because where such a number
    /// is added (at once, later, in the operator that uses the address) is the compiler's choice.
    fn moved_by(self, plus: i64) -> Value {
        let nature = match self.nature {
            Nature::Constant(constant) => Nature::Constant(constant.wrapping_add(plus)),
            Nature::Comparison => Nature::Computed,
            nature => nature,
        };
        Value { nature, frame: self.frame.map(|at| at.wrapping_add(plus)), ..self }
    }
}

impl Doing {
    fn print(self) -> Print {
        match self {
            Doing::Other(opcode) => mix(16, u64::from(opcode)),
            Doing::Host(name) => mix(17, name),
            Doing::Call => 18,
            Doing::Load => 19,
            Doing::Store => 20,
            Doing::Return => 21,
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

/// The opcode for 32 bits of one for 64: how wide a number is computed is often the compiler's choice.
fn of_32_bits(opcode: u32) -> u32 {
    match opcode {
        0x51..=0x5a => opcode - 0x0b,
        0x79..=0x8a => opcode - 0x12,
        _ => opcode,
    }
}

/// Whether an opcode compares two numbers.
fn is_comparison(opcode: u32) -> bool {
    matches!(opcode, 0x46..=0x4f | 0x5b..=0x66)
}

/// One opcode for all comparisons of a type: with or without sign, of which with which, and whether at all.
fn any_comparison(opcode: u32) -> u32 {
    match opcode {
        0x46..=0x4f => EQ,
        0x5b..=0x60 => 0x5b,
        0x61..=0x66 => 0x61,
        _ => opcode,
    }
}

/// The operator under which terms are taken together, in any order and grouping; a difference is a sum.
fn merging(opcode: u32) -> Option<u32> {
    match opcode {
        ADD | SUB => Some(ADD),
        MUL | AND | OR | XOR => Some(opcode),
        _ => None,
    }
}

/// Whether the order of an operator's operands does not matter: addition, multiplication, and, or, xor, least, greatest.
fn commutes(opcode: u32) -> bool {
    matches!(opcode, ADD | MUL | AND | OR | XOR | 0x92 | 0x94 | 0x96 | 0x97 | 0xa0 | 0xa2 | 0xa4 | 0xa5)
}
