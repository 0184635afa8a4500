//! A tournament as it was entered.

use std::collections::{BTreeMap, BTreeSet};

use config::Plan;
use ledger::{EntrantRow, RunHeader};

use crate::admission::{Candidate, module_hash};

/// A tournament as it was entered: its text, the plan read from it, and the bots.
pub struct Entered {
    /// The plan that was read from the text.
    pub plan: Plan,
    /// The tournament's TOML text.
    pub text: String,
    /// The file name of the text, without its folder.
    pub name: String,
    /// The entrants with their bots, in the order of the plan.
    pub candidates: Vec<Candidate>,
}

/// Returns how a tournament as entered differs from the one that a run plays, one difference per line; `None` when
/// the two are identical. A change of comments, key order or spaces alone results in an empty list.
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
    let class = entered.plan.class.as_ref().map(|class| &class.path);
    // The organiser's folders are not shown.
    lines.extend(others.map(|name| {
        let what =
            if class == Some(name) { "other entrants from the class" } else { "other start positions in" };
        format!("{what} {}", name.trim_end_matches('/').rsplit(['/', '\\']).next().unwrap_or_default())
    }));
    (!lines.is_empty() || header.toml != entered.text).then_some(lines)
}

fn hash_of(candidate: &Candidate) -> Option<[u8; 32]> {
    candidate.module.as_ref().map(|bytes| module_hash(bytes))
}
