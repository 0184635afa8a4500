//! Codes of actions as expressions, in the operators that all languages share.

use game::{ActionKind, BitField};

const KIND_SHIFT: u32 = 48;

fn mask(bits: &BitField) -> u64 {
    (1 << bits.width) - 1
}

/// The largest value of a part, as authors of bots see it.
fn greatest(bits: &BitField) -> i128 {
    i128::from(bits.least) + i128::from(bits.most)
}

/// Returns `true` if a part needs a signed number of 64 bits: unsigned ones of 32 bits do not hold all of its values.
pub(crate) fn is_long(bits: &BitField) -> bool {
    bits.least < 0 || greatest(bits) > i128::from(i32::MAX)
}

/// Returns the value of a part as its payload has it: `tank`, or `(column - 1)`.
pub(crate) fn stored(bits: &BitField, name: &str) -> String {
    match bits.least {
        0 => name.to_owned(),
        1.. => format!("({name} - {})", bits.least),
        _ => format!("({name} + {})", bits.least.unsigned_abs()),
    }
}

/// Returns the end of an expression that turns a part of the payload into its value: ` + 1`.
pub(crate) fn offset(bits: &BitField) -> String {
    match bits.least {
        0 => String::new(),
        1.. => format!(" + {}", bits.least),
        _ => format!(" - {}", bits.least.unsigned_abs()),
    }
}

/// Returns the code of an action as an expression over its parts. `cast` is the language's conversion to an unsigned
/// number of 64 bits, with `$` for the value.
pub(crate) fn code(action: &ActionKind, suffix: &str, cast: &str) -> String {
    let kind = u64::from(action.kind) << KIND_SHIFT;
    let kind = (kind != 0 || action.bits.is_empty()).then(|| format!("{kind}{suffix}"));
    let is_single = kind.is_none() && action.bits.len() == 1;
    let parts = action.bits.iter().map(|bits| {
        let value = stored(bits, bits.name);
        let value = if is_long(bits) { cast.replace('$', &value) } else { value };
        match (bits.shift, is_single) {
            (0, true) => format!("{value} & {}", mask(bits)),
            (0, false) => format!("({value} & {})", mask(bits)),
            (shift, _) => format!("({value} & {}) << {shift}", mask(bits)),
        }
    });
    let terms: Vec<String> = kind.into_iter().chain(parts).collect();
    terms.join(" | ")
}

/// Returns the range of a part, in words: `move: tank is from 0 to 5`.
pub(crate) fn range(constructor: &str, bits: &BitField) -> String {
    format!("{constructor}: {} is from {} to {}", bits.name, bits.least, greatest(bits))
}

/// Returns the condition that a part is in its range: `tank <= 5`.
pub(crate) fn is_in_range(bits: &BitField, and: &str) -> String {
    match (bits.name, bits.least) {
        (name, 0) if !is_long(bits) => format!("{name} <= {}", bits.most),
        (name, least) => format!("{name} >= {least} {and} {name} <= {}", greatest(bits)),
    }
}

/// Returns the condition that a part is out of its range: `tank > 5`.
pub(crate) fn is_out_of_range(bits: &BitField, or: &str) -> String {
    match (bits.name, bits.least) {
        (name, 0) if !is_long(bits) => format!("{name} > {}", bits.most),
        (name, least) => format!("{name} < {least} {or} {name} > {}", greatest(bits)),
    }
}

/// Returns the least and the greatest value of a part.
pub(crate) fn bounds(bits: &BitField) -> (i64, i128) {
    (bits.least, greatest(bits))
}

/// Returns the expression for one part of an action's payload.
pub(crate) fn part(bits: &BitField) -> String {
    match bits.shift {
        0 => format!("action & {}", mask(bits)),
        shift => format!("action >> {shift} & {}", mask(bits)),
    }
}
