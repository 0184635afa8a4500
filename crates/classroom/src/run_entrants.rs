//! Who in a class an entrant of a run is.

use class::{Contender, EntrantVersion, Facts, Hash, entrant_version};
use ledger::EntrantRow;

use crate::open_class::OpenClass;

/// Who in the class an entrant of a run is; or why it is nobody.
///
/// # Errors
/// If it is nobody.
pub fn find_run_entrant<'f>(
    class: &OpenClass,
    facts: &'f Facts,
    entrant: Option<&EntrantRow>,
) -> Result<Contender<'f>, &'static str> {
    let entrant = entrant.ok_or("the run has no such entrant")?;
    let contender = facts.contenders().into_iter().find(|contender| contender.alias == entrant.name);
    let contender = contender.ok_or("nobody in the class has this alias")?;
    entered_version(class, facts, &contender, entrant).map(|_| contender)
}

/// The version that an entrant of a run who has this one's alias has played with.
///
/// # Errors
/// If it is not a version of this one.
pub fn entered_version<'f>(
    class: &OpenClass,
    facts: &'f Facts,
    contender: &Contender<'_>,
    entrant: &EntrantRow,
) -> Result<(EntrantVersion<'f>, Hash), &'static str> {
    let module = entrant.module.ok_or("who has this alias in the run is a built-in player")?;
    let entered = entrant_version(&class.plan, facts, contender, &module)
        .ok_or("who has this alias in the class has not handed in the module that played")?;
    Ok((entered, module))
}
