//! Codes of actions as expressions, in the operators that all languages share.

use game::{ActionKind, BitField};

const KIND_SHIFT: u32 = 48;

fn mask(bits: &BitField) -> u64 {
    (1 << bits.width) - 1
}

/// Returns the code of an action as an expression over its parts.
pub(crate) fn code(action: &ActionKind, suffix: &str) -> String {
    let kind = u64::from(action.kind) << KIND_SHIFT;
    let kind = (kind != 0 || action.bits.is_empty()).then(|| format!("{kind}{suffix}"));
    let parts = action.bits.iter().map(|bits| match bits.shift {
        0 => format!("({} & {})", bits.name, mask(bits)),
        shift => format!("({} & {}) << {shift}", bits.name, mask(bits)),
    });
    let terms: Vec<String> = kind.into_iter().chain(parts).collect();
    match terms.as_slice() {
        [term] => term.trim_matches(['(', ')']).to_owned(),
        terms => terms.join(" | "),
    }
}

/// Returns the range of a part, in words: `move: tank is from 0 to 5`.
pub(crate) fn range(constructor: &str, bits: &BitField) -> String {
    format!("{constructor}: {} is from 0 to {}", bits.name, bits.most)
}

/// Returns the expression for one part of an action's code.
pub(crate) fn part(bits: &BitField) -> String {
    match bits.shift {
        0 => format!("action & {}", mask(bits)),
        shift => format!("action >> {shift} & {}", mask(bits)),
    }
}
