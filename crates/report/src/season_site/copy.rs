//! Copies of cycles' reports in a standalone site.

use std::fs;
use std::path::Path;

use crate::ReportError;

/// Copies a folder with its files. Anything else, such as a link, is skipped.
pub(super) fn copy_site(from: &Path, to: &Path) -> Result<(), ReportError> {
    files::create_dir_all(to).map_err(ReportError::file("create the folder", to))?;
    let unread = ReportError::file("read", from);
    let entries: Vec<fs::DirEntry> = fs::read_dir(from).and_then(Iterator::collect).map_err(unread)?;
    for entry in entries {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        let kind = entry.file_type().map_err(ReportError::file("read", &from))?;
        if kind.is_dir() {
            copy_site(&from, &to)?;
        } else if kind.is_file() {
            files::copy(&from, &to).map_err(ReportError::file("write", &to))?;
        }
    }
    Ok(())
}
