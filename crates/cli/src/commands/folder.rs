//! Reports on migrated run folders.

use std::path::Path;

use game::visible_path;

/// Reports that a run was migrated, and where its original ledger is kept.
#[expect(clippy::print_stderr, reason = "neither a result nor an error, and not part of a stream of events")]
pub(crate) fn tell_migrated(original: Option<&Path>) {
    if let Some(original) = original {
        let original = visible_path(original);
        eprintln!("the run was migrated to a newer schema; the original ledger is kept as {original}");
    }
}
