//! A tournament as it was entered.

use std::collections::BTreeMap;

use config::Plan;
use hash::Hash;
use ledger::{EntrantRow, RunHeader};
use run_folder::{ChangedInputs, changes};

use crate::admission::Candidate;

/// A tournament as it was entered: its text, the plan read from it, and the bots.
pub struct EnteredTournament {
    /// The plan parsed from the text.
    pub plan: Plan,
    /// The tournament's TOML text.
    pub text: String,
    /// The file name of the text, without its folder.
    pub name: String,
    /// The entrants with their bots, in the order of the plan.
    pub candidates: Vec<Candidate>,
}

/// Returns the differences between a tournament as entered and the one that a run plays, one per line; `None` if the
/// two are identical. A change of comments, key order or spaces alone results in an empty list.
pub(crate) fn differences(
    (header, rows, files): (&RunHeader, &[EntrantRow], &BTreeMap<String, String>),
    entered: &EnteredTournament,
) -> Option<Vec<String>> {
    let modules: Vec<_> = entered.candidates.iter().map(hash_of).collect();
    let is = ChangedInputs {
        text: &entered.text,
        modules: &modules,
        files: &entered.plan.files,
        class: entered.plan.class.as_ref().map(|class| class.path.as_str()),
        ratings: entered.plan.seeding.as_ref().map(|seeding| seeding.file.as_str()),
    };
    changes((&header.toml, rows, files), is)
}

fn hash_of(candidate: &Candidate) -> Option<Hash> {
    candidate.module.as_ref().map(|bytes| Hash::digest(bytes))
}
