//! The plan of a recorded tournament, from the copies in its ledger.

use std::collections::BTreeMap;

use config::{FileSource, Plan};
use explain::with_causes;
use game::Game;
use job::{RULES_FILE, rules_hash};
use ledger::{Ledger, LedgerError, RunHeader};
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
    plan_of(ledger, header.defaults, (&header.toml_name, &header.toml), &ledger.files()?, games)
}

/// Returns the game with a key. A game from a file is opened from the module in the run's record.
///
/// # Errors
/// When the game is unknown, or its rules are missing or cannot be opened.
pub(crate) fn recorded_game(
    ledger: &Ledger,
    games: &[&'static dyn Game],
    key: &str,
) -> Result<&'static dyn Game, RecordError> {
    if let Some(known) = games::find_in(games, key) {
        return Ok(known);
    }
    let unknown = |why: String| RecordError::Game { game: key.to_owned(), why };
    let hash = rules_hash(key).ok_or_else(|| unknown(format!("the games are {}", games::names())))?;
    let missing = || LedgerError::Damaged { what: "the rules of its game are missing".to_owned() };
    let module = ledger.module(hash)?.ok_or_else(missing)?;
    let opened = games::open_module(&module).map_err(unknown)?;
    if opened.key() == key { Ok(opened) } else { Err(unknown(format!("its rules are {}", opened.key()))) }
}

/// Reads the plan from a text and the files that it names, using the defaults of the edition with this number.
pub(crate) fn plan_of(
    ledger: &Ledger,
    number: u32,
    (name, text): (&str, &str),
    files: &BTreeMap<String, String>,
    games: &[&'static dyn Game],
) -> Result<Plan, RecordError> {
    let file = |name: &str| files.get(name).cloned().ok_or_else(|| "the run has no copy of it".into());
    // The rules with which the run began or that it adopted, not the author's file.
    let game = |name: &str| {
        let key = job::recorded_game(files).unwrap_or(name);
        recorded_game(ledger, games, key).map_err(|error| with_causes(&error).into())
    };
    let source = FileSource {
        open_game: &game,
        read_text: &file,
        check_bot: &|_, _| Ok(()),
        read_class: &|class| file(&class.path),
    };
    let edition = Edition::numbered(number).ok_or(RecordError::Defaults { number })?;
    let mut plan = config::parse_as_of(edition, (name, text), games, &source)?;
    plan.take_openings(files);
    // Also lists the matches that were played with earlier rules.
    if let (Some(rules), Some(kept)) = (plan.files.get_mut(RULES_FILE), files.get(RULES_FILE)) {
        rules.clone_from(kept);
    }
    Ok(plan)
}
