//! Says when this program's engine is not the one that the term was played with so far.

use class::{Facts, OtherEngine, other_engine};
use classroom::OpenClass;
use play::build_fingerprint;
use sandbox::advice_on_bounds;

/// Warns if results of the class are another engine's, and returns whether they are. How memory is kept in its bounds depends on the limits of each
/// process; `work` tells of results that differ in that alone.
pub(super) fn warn(opened: &OpenClass, facts: &Facts) -> bool {
    let here = build_fingerprint(opened.plan.game);
    let is_other = |engine: &str| engine != here && advice_on_bounds(engine, &here).is_none();
    let Some(OtherEngine { engine, results }) = other_engine(&opened.plan, facts, &is_other) else {
        return false;
    };
    tracing::warn!(
        "this program has another engine than results of the class were played with, {results} of them of active \
         versions: what is played now may come out otherwise for that alone. To keep all results comparable, go on with \
         the program of before, or judge all active versions with this one: `muster class rejudge DIR` shows what would \
         change. Then: {engine}. Now: {here}"
    );
    true
}
