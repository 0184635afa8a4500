//! The effects of a changed class text on what is shown beside the grades of runs. A place or a grade follows from the
//! run's own record alone.

use class_model::Facts;
use ledger::{EntrantRow, RunFolder};

use super::GradeOrigin;
use crate::open_class::{OpenClass, OpenError};
use crate::runs::{open_tournament, run_name};

/// A version that has played in a run, and whose late days or badges change with the class's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangedOrigin {
    /// The name of the run.
    pub run: String,
    /// Alias of the student or team in the run.
    pub alias: String,
    /// Late days, and badges that are met, before and after the change.
    pub before: [String; 2],
    /// The same under the new text.
    pub after: [String; 2],
}

/// Returns the versions that have played and whose late days or badges would change if the class had this text. Runs that
/// cannot be read are left out.
///
/// # Errors
/// If the text has problems.
pub fn changed_origins(
    class: &OpenClass,
    facts: &Facts,
    text: &str,
) -> Result<Vec<ChangedOrigin>, OpenError> {
    let new = class.under_text(text.to_owned())?;
    let mut runs: Vec<(&str, Vec<EntrantRow>)> = facts
        .places()
        .filter_map(|(_, place)| {
            let folder = RunFolder::at(class.folder.at_place(place));
            Some((run_name(place)?, open_tournament(&folder).ok()?.entrants))
        })
        .collect();
    runs.sort_by_key(|(name, _)| *name);
    let changed = runs.iter().flat_map(|(run, entrants)| {
        let shown = |class: &OpenClass| -> Vec<(String, [String; 2])> {
            let origins = facts.contenders().into_iter().map(|contender| {
                let alias = contender.alias.to_owned();
                let origin = GradeOrigin::of_contender(class, facts, contender, entrants, &[]);
                let [.., badges, _] = origin.summary();
                (alias, [origin.late_days(), badges])
            });
            origins.collect()
        };
        let pairs = shown(class).into_iter().zip(shown(&new));
        let changed = pairs.filter(|((_, before), (_, after))| before != after);
        changed.map(|((alias, before), (_, after))| ChangedOrigin {
            run: (*run).to_owned(),
            alias,
            before,
            after,
        })
    });
    Ok(changed.collect())
}
