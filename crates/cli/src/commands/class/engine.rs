//! Says when this program's engine is not the one that the term was played with so far.

use class::Facts;
use classroom::{OpenClass, engine_warning};
use play::build_fingerprint;

use super::opening::print_warnings;

/// Warns if results of the class are another engine's.
pub(super) fn warn(class: &OpenClass, facts: &Facts) {
    let warning = engine_warning(class, facts, &build_fingerprint(class.plan.game));
    print_warnings(warning.as_slice());
}
