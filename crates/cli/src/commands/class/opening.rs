//! Opens a class and prints its warnings.

use std::path::Path;

use class_model::Facts;
use class_operations::{OpenClass, OpenError, engine_warning};
use explain::Error;
use play::build_fingerprint;

pub(super) use crate::commands::warnings::{print_problems, print_warnings};

/// Opens a class.
pub(super) fn open(path: &Path) -> Result<OpenClass, Error> {
    OpenClass::at(path).map_err(refuse)
}

/// Opens a class with the text that is in force.
pub(super) fn open_in_force(path: &Path) -> Result<OpenClass, Error> {
    let (class, warning) = OpenClass::in_force(path).map_err(refuse)?;
    print_warnings(warning.as_slice());
    Ok(class)
}

/// Returns the error of a command that cannot open its class. Prints the problems of the class's text at once.
pub(super) fn refuse(error: OpenError) -> Error {
    if let OpenError::Text(problems) = &error {
        print_problems(problems);
    }
    error.into()
}

/// Warns if results of the class come from another engine.
pub(super) fn warn_of_engine(class: &OpenClass, facts: &Facts) {
    let warning = engine_warning(class, facts, &build_fingerprint(class.plan.game));
    print_warnings(warning.as_slice());
}
