//! Operators that involve floating point.

use wasmparser::Operator;

/// Returns `true` if the name of a visitor method mentions a floating point type.
const fn speaks_of_floats(name: &str) -> bool {
    let bytes = name.as_bytes();
    let mut at = 0;
    while at + 2 < bytes.len() {
        let digits = (bytes[at + 1], bytes[at + 2]);
        if bytes[at] == b'f' && matches!(digits, (b'3', b'2') | (b'6', b'4')) {
            return true;
        }
        at += 1;
    }
    false
}

macro_rules! define_makes_floats {
    ($(@$proposal:ident $op:ident $({ $($arg:ident: $argty:ty),* })? => $visit:ident ($($ann:tt)*))*) => {
        /// Returns `true` if an operator reads or makes a float, so that NaN may matter.
        pub(super) fn makes_floats(operator: &Operator<'_>) -> bool {
            match operator {
                $(Operator::$op $({ $($arg: _),* })? => const { speaks_of_floats(stringify!($visit)) },)*
                _ => false,
            }
        }
    };
}
wasmparser::for_each_operator!(define_makes_floats);
