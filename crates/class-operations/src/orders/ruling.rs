//! Rulings on runs of the class, with an order for the matches that they require.

use class_model::Order;
use explain::Error;
use ledger::RunFolder;

use super::order;
use crate::open_class::OpenClass;
use crate::runs::{ClassRuling, make_class_ruling, run_name};

/// Makes a ruling on a run in the class's folder of runs. If it leaves matches to play, they are ordered: the class's
/// record then names the actor, and any worker of the class can play them.
///
/// # Errors
/// As [`make_class_ruling`]; or if the class's record cannot be written, in which case the ruling stands.
pub fn rule(
    class: &OpenClass,
    folder: &RunFolder,
    ruling: tournament::rulings::RulingAction,
    reason: &str,
) -> Result<ClassRuling, Error> {
    let made = make_class_ruling(class, folder, ruling, reason)?;
    if made.ruled.incomplete {
        let place = class.folder.place_of(folder.root()).unwrap_or_default();
        if let Some(run) = run_name(&place) {
            order_matches_of_ruling(class, run, made.ruled.number)?;
        }
    }
    Ok(made)
}

/// Orders the matches that the rulings up to this one left to play, for a run in the class's folder of runs. Returns
/// the order's number.
///
/// # Errors
/// If they are already ordered, or the class's record cannot be written.
pub fn order_matches_of_ruling(class: &OpenClass, run: &str, ruling: usize) -> Result<u32, Error> {
    order(class, &Order::Ruling { run: run.to_owned(), ruling })
}
