//! A tournament as it is handed in.

use std::collections::{BTreeMap, BTreeSet};

use config::Plan;
use ledger::{EntrantRow, RunHeader};

use crate::admission::{Candidate, module_hash};

/// A tournament as it is handed in: its text, what that means, and the bots.
pub struct Entered {
    /// What the text means.
    pub plan: Plan,
    /// The text.
    pub text: String,
    /// The text's file name without its folder.
    pub name: String,
    /// The entrants of the plan with their bots, in its order.
    pub candidates: Vec<Candidate>,
}

/// In what a tournament as entered differs from what a run plays from, a line each; `None` when in nothing at
/// all. Comments, order of keys and spaces give no line.
pub(crate) fn differences(
    (header, rows, files): (&RunHeader, &[EntrantRow], &BTreeMap<String, String>),
    entered: &Entered,
) -> Option<Vec<String>> {
    let mut lines = config::changes(&header.toml, &entered.text);
    for (number, (row, candidate)) in (1..).zip(rows.iter().zip(&entered.candidates)) {
        if row.module != hash_of(candidate) {
            lines.push(format!("entrant {number} \"{}\": another bot", row.name));
        }
    }
    let new = &entered.plan.files;
    let names: BTreeSet<&String> = files.keys().chain(new.keys()).collect();
    let others = names.into_iter().filter(|name| files.get(*name) != new.get(*name));
    // No folder of the organiser's stands in a line.
    lines.extend(others.map(|name| {
        format!("other start positions in {}", name.rsplit(['/', '\\']).next().unwrap_or_default())
    }));
    (!lines.is_empty() || header.toml != entered.text).then_some(lines)
}

fn hash_of(candidate: &Candidate) -> Option<[u8; 32]> {
    candidate.module.as_ref().map(|bytes| module_hash(bytes))
}
