//! Matching entrants of a run with members of the class.

use class_model::{Contender, EntrantVersion, Facts, Hash, entrant_version};
use ledger::EntrantRow;

use crate::open_class::OpenClass;

/// Returns the student or team of the class that an entrant of a run belongs to.
///
/// # Errors
/// The reason, if the entrant belongs to none.
pub fn find_run_entrant<'f>(
    class: &OpenClass,
    facts: &'f Facts,
    entrant: Option<&EntrantRow>,
) -> Result<Contender<'f>, &'static str> {
    let entrant = entrant.ok_or("the run has no such entrant")?;
    let contender = facts.contenders().into_iter().find(|contender| contender.alias == entrant.name);
    let contender = contender.ok_or("no student or team has this alias")?;
    entered_version(class, facts, &contender, entrant).map(|_| contender)
}

/// Returns the version that an entrant with this contender's alias played with.
///
/// # Errors
/// The reason, if it is not a version of this contender.
pub fn entered_version<'f>(
    class: &OpenClass,
    facts: &'f Facts,
    contender: &Contender<'_>,
    entrant: &EntrantRow,
) -> Result<(EntrantVersion<'f>, Hash), &'static str> {
    let module = entrant.module.ok_or("this alias belongs to a built-in player in the run")?;
    let entered = entrant_version(&class.plan, facts, contender, &module)
        .ok_or("the owner of this alias in the class has not handed in the module that played")?;
    Ok((entered, module))
}
