//! The folder of a sequential test: a run's folder whose text describes the test.

use std::collections::BTreeMap;

use game::Game;
use job::Validator;
use ledger::{EntrantRow, Inputs, Ledger, RunFolder, RunHeader, RunLock};
use run_folder::{LockedRun, RecordError, RecordedRun};

use crate::admission::{Admission, recorded_modules};
use crate::engine::another_engine;
use crate::error::RunError;

/// Opens the record in a folder: a new one, or one of this same test. Any other is refused before anything in its
/// folder changes.
pub(super) fn open(
    folder: &RunFolder,
    (game, header): (&dyn Game, &RunHeader),
    admission: &Admission,
    validator: &dyn Validator,
) -> Result<(Ledger, RunLock), RunError> {
    if !folder.holds_run() {
        folder.create()?;
        let lock = RunLock::take(folder)?;
        let modules = recorded_modules(&admission.modules, game);
        let inputs = Inputs { header, entrants: &admission.rows, modules: &modules, files: &BTreeMap::new() };
        let ledger = Ledger::create(folder, inputs)?;
        return Ok((ledger, lock));
    }
    let locked = LockedRun::take(folder)?;
    let RecordedRun { header: found, entrants: rows, .. } = &locked.record;
    if found.kind != header.kind {
        return Err(RecordError::Tournament.into());
    }
    let different = |what: &str, was: &str, is: &str| {
        let difference = format!("  the folder's: {}\n  this one:     {}", was.trim_end(), is.trim_end());
        Err(RunError::Different { what: what.to_owned(), difference, advice: None })
    };
    if let Some((was, is)) = first_difference(&found.toml, &header.toml) {
        return different("test", was, is);
    }
    if found.fingerprint != header.fingerprint {
        return Err(another_engine(validator, &found.fingerprint, &header.fingerprint));
    }
    for (index, is) in admission.rows.iter().enumerate() {
        match rows.get(index) {
            Some(was) if same_bot(was, is) => {}
            was => return different("bot", &was.map(told).unwrap_or_default(), &told(is)),
        }
    }
    Ok(locked.into_ledger()?)
}

fn same_bot(was: &EntrantRow, is: &EntrantRow) -> bool {
    // A built-in player has no module and is identified by its name.
    was.module == is.module && was.settings == is.settings && (is.module.is_some() || was.bot == is.bot)
}

fn told(row: &EntrantRow) -> String {
    let module = row.module.map_or_else(String::new, |hash| format!(", module {hash:.12}…"));
    format!("{}{module}, settings \"{}\"", row.bot, row.settings)
}

/// Returns the first line in which two texts differ, in both versions; `None` if they are equal.
fn first_difference<'a>(was: &'a str, is: &'a str) -> Option<(&'a str, &'a str)> {
    if was == is {
        return None;
    }
    let ends = std::iter::repeat("(nothing)");
    let lines = was.lines().chain(ends.clone()).zip(is.lines().chain(ends));
    let most = was.lines().count().max(is.lines().count());
    lines.take(most).find(|(was, is)| was != is).or(Some((was, is)))
}
