//! A ruling on a run of the class, whose matches are ordered to be played.

use class::Order;
use explain::Error;
use ledger::RunFolder;

use super::order;
use crate::open_class::OpenClass;
use crate::tournaments::{ClassRuling, make_class_ruling, run_name};

/// Makes a ruling on a run in the class's part for runs. If there are matches to play then, they are ordered, so that the class's
/// record says who made the ruling, and whoever plays for the class plays them.
///
/// # Errors
/// As [`make_class_ruling`]; or if the class's record cannot be written: the ruling is made then.
pub fn rule(
    class: &OpenClass,
    folder: &RunFolder,
    ruling: tournament::rulings::Order,
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

/// Orders what the rulings up to this one have left to be played of a run in the class's part for runs. Returns the order's
/// number.
///
/// # Errors
/// If it is ordered already; or if the class's record cannot be written.
pub fn order_matches_of_ruling(class: &OpenClass, run: &str, ruling: usize) -> Result<u32, Error> {
    order(class, &Order::Ruling { run: run.to_owned(), ruling })
}
