//! Entries of an archive that are not taken, grouped by reason.

use std::collections::BTreeMap;

use class_model::Leftover;
use course_files::archives::SkippedEntry;
use game::visible;
use schemars::JsonSchema;
use serde::Serialize;

/// Entries that are not taken for one reason.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Refusals {
    /// The reason and the remedy.
    pub reason: String,
    /// The entries, in the order of the archive.
    pub entries: Vec<RefusedEntry>,
}

/// A hand-in, or a file that belongs to no hand-in, that is not taken.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RefusedEntry {
    /// The sender as named in the archive; for a file that belongs to no hand-in, its path.
    pub what: String,
    /// Details of this entry; null if there are none.
    pub detail: Option<String>,
}

/// Groups everything that is not taken by reason, the most frequent reason first.
pub(super) fn refusals(left: &[Leftover], skipped: &[&SkippedEntry]) -> Vec<Refusals> {
    let left = left.iter().map(|Leftover { sender, why, files, student, .. }| {
        let known = student.as_ref().map(|id| format!("student {}", visible(id)));
        let detail = why.detail().or_else(|| {
            let files: Vec<String> = files.iter().map(|file| visible(file)).collect();
            (!files.is_empty()).then(|| files.join(", "))
        });
        let detail: Vec<String> = known.into_iter().chain(detail).collect();
        let detail = (!detail.is_empty()).then(|| detail.join(": "));
        (why.sort(), RefusedEntry { what: visible(&sender.to_string()), detail })
    });
    let skipped = skipped.iter().map(|skipped| {
        let sort = skipped.why.sort();
        let detail = Some(skipped.why.to_string()).filter(|why| *why != sort);
        (sort, RefusedEntry { what: visible(&skipped.path), detail })
    });
    let mut by_reason: BTreeMap<String, Vec<RefusedEntry>> = BTreeMap::new();
    for (reason, entry) in left.chain(skipped) {
        by_reason.entry(reason).or_default().push(entry);
    }
    let mut refusals: Vec<Refusals> =
        by_reason.into_iter().map(|(reason, entries)| Refusals { reason, entries }).collect();
    refusals.sort_by_key(|refusals| std::cmp::Reverse(refusals.entries.len()));
    refusals
}
