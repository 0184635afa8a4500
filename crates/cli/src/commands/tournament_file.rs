//! Reads a tournament's file with the files that it names, and prints warnings.

use std::path::Path;

use class_operations::runs::{Lineup, TournamentError, read_tournament, read_tournament_plan};
use config::Plan;
use explain::Error;
use runner::EnteredTournament;

use super::warnings::{print_problems, print_warnings};

/// Reads the tournament and its bots' files.
pub(crate) fn read(path: &Path, lineup: Lineup<'_>) -> Result<EnteredTournament, Error> {
    let entry = read_tournament(path, lineup).map_err(refuse)?;
    print_warnings(&entry.warnings);
    Ok(entry.entered)
}

/// Reads only the tournament. Its bots' files may be missing.
pub(crate) fn read_plan(path: &Path) -> Result<Plan, Error> {
    let (plan, warnings) = read_tournament_plan(path).map_err(refuse)?;
    print_warnings(&warnings);
    Ok(plan)
}

/// Prints the problems of a tournament's text, with carets.
pub(crate) fn refuse(error: TournamentError) -> Error {
    if let TournamentError::Text(problems) = &error {
        print_problems(problems);
    }
    error.into()
}
