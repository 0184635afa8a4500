//! Opening archives within an archive, packed by students before handing them in.

use std::collections::BTreeSet;

use crate::archives::archive::{
    ArchiveError, Contents, EntryRefusal, HandIn, Limits, SkippedEntry, each_entry,
};
use crate::archives::desktop;
use crate::archives::sender::{Form, Sender};

/// Extensions of archives and compressed files that are never opened.
const UNOPENED: &[&str] =
    &["7z", "rar", "tar", "tgz", "tbz2", "txz", "gz", "bz2", "xz", "zst", "lz4", "lzma", "cab", "iso"];

/// Returns `true` if a file's name is that of an archive that can be opened.
pub fn is_archive(file: &str) -> bool {
    has_ending(file, &["zip"])
}

/// Returns `true` if a file's name is that of an archive that is never opened.
pub fn is_unopened_archive(file: &str) -> bool {
    has_ending(file, UNOPENED)
}

fn has_ending(file: &str, endings: &[&str]) -> bool {
    file.rsplit_once('.')
        .is_some_and(|(_, own)| endings.iter().any(|ending| own.eq_ignore_ascii_case(ending)))
}

impl Contents {
    /// Opens the archives of each sender without another file that may be a bot. An archive's files replace it.
    /// Archives within it are not opened. An archive that cannot be opened or has no files is skipped.
    ///
    /// Each archive is read within the limit of a file, and all together within the rest of the total limit.
    pub fn open_archives(&mut self, limits: &Limits, may_be_bot: &dyn Fn(&str) -> bool) {
        let has_bot = |file: &&HandIn| file.form == Form::File && may_be_bot(&file.file);
        let have_one: BTreeSet<Sender> =
            self.files.iter().filter(has_bot).map(|file| file.sender.clone()).collect();
        let held: u64 = self.files.iter().map(|file| file.bytes.len() as u64).sum();
        let mut left = limits.total.saturating_sub(held);
        for file in std::mem::take(&mut self.files) {
            let is_meant =
                file.form == Form::File && is_archive(&file.file) && !have_one.contains(&file.sender);
            if is_meant { self.open(file, limits, &mut left) } else { self.files.push(file) }
        }
    }

    fn open(&mut self, archive: HandIn, limits: &Limits, left: &mut u64) {
        let total = limits.file.min(*left);
        let (mut unused, mut inner) = (total, Contents::default());
        let named = |path: &str| Ok((!desktop::is_left_by_one(path)).then(|| path.replace('\\', "/")));
        let limits = Limits { total, ..*limits };
        let opened = each_entry(&archive.bytes, &limits, &mut unused, &mut |_| (), named, |path, entry| {
            let path = format!("{}/{path}", archive.path);
            match entry {
                Ok((file, bytes)) => {
                    let (sender, late, form) = (archive.sender.clone(), archive.late, archive.form);
                    inner.files.push(HandIn { path, sender, late, form, file, bytes });
                }
                Err(why) => {
                    inner.skipped.push(SkippedEntry { path, sender: Some(archive.sender.clone()), why });
                }
            }
        });
        // Unpacked bytes count even if they are discarded.
        let is_beyond = matches!(opened, Err(ArchiveError::TooLarge { .. }));
        *left -= if is_beyond { total } else { total - unused };
        let unopened = match opened {
            Ok(()) if inner.files.is_empty() && inner.skipped.is_empty() => EntryRefusal::Empty,
            Ok(()) => {
                self.files.append(&mut inner.files);
                self.skipped.append(&mut inner.skipped);
                return;
            }
            Err(why) => EntryRefusal::Unopened(why),
        };
        let (path, sender) = (archive.path, Some(archive.sender));
        self.skipped.push(SkippedEntry { path, sender, why: unopened });
    }
}
