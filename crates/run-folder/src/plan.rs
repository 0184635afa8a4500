//! The plan of a recorded tournament, from the copies in its ledger.

use std::collections::BTreeMap;

use config::{FileSource, Plan};
use game::Game;
use ledger::{Ledger, RunHeader};
use tournament::Edition;

use crate::RecordError;

/// Reads the plan of a recorded tournament.
///
/// # Errors
/// When its text cannot be read, or its game is not one of the given games.
pub(crate) fn stored_plan(
    ledger: &Ledger,
    header: &RunHeader,
    games: &[&'static dyn Game],
) -> Result<Plan, RecordError> {
    plan_of(header.defaults, (&header.toml_name, &header.toml), &ledger.files()?, games)
}

/// Reads the plan from a text and the files that it names, using the defaults of the edition with this number.
pub(crate) fn plan_of(
    number: u32,
    (name, text): (&str, &str),
    files: &BTreeMap<String, String>,
    games: &[&'static dyn Game],
) -> Result<Plan, RecordError> {
    let file = |name: &str| files.get(name).cloned().ok_or_else(|| "the run has no copy of it".into());
    let source =
        FileSource { read_text: &file, check_bot: &|_, _| Ok(()), read_class: &|class| file(&class.path) };
    let edition = Edition::numbered(number).ok_or(RecordError::Defaults { number })?;
    let mut plan = config::parse_as_of(edition, (name, text), games, &source)?;
    plan.take_openings(files);
    Ok(plan)
}
