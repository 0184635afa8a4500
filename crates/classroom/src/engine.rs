//! Results of another engine than the one that plays here.

use class::{Facts, OtherEngine, other_engine};
use job::differ_in_bounds_alone;

use crate::open_class::OpenClass;
use crate::warning::Warning;

/// What is to be known where results of a class are of another engine than the one of this fingerprint. How memory is kept
/// in its bounds depends on the limits of each process, and is not another engine.
pub fn engine_warning(class: &OpenClass, facts: &Facts, here: &str) -> Option<Warning> {
    let is_other = |engine: &str| engine != here && !differ_in_bounds_alone(engine, here);
    let OtherEngine { engine, results } = other_engine(&class.plan, facts, &is_other)?;
    Some(Warning::OtherEngine { results, then: engine.to_owned(), now: here.to_owned() })
}
