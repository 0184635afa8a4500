//! Archives in the archive: what somebody packed before handing it in.

use std::collections::BTreeSet;

use crate::archive::{ArchiveError, Contents, EntryRefusal, HandIn, Limits, SkippedEntry, each_entry};
use crate::desktop;
use crate::sender::{Form, Sender};

/// Whether a file is an archive, by its name.
pub fn is_archive(file: &str) -> bool {
    file.rsplit_once('.').is_some_and(|(_, ending)| ending.eq_ignore_ascii_case("zip"))
}

impl Contents {
    /// Opens the archives of everybody who handed in no file beside them that may be a bot. What is in one takes its place,
    /// but no archive in it is opened. One that cannot be opened is not taken, and says so.
    ///
    /// Each is read within the limit of a file, all together within what is left of that of all files.
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
        let opened = each_entry(&archive.bytes, &limits, &mut unused, named, |path, entry| {
            let path = format!("{}/{path}", archive.path);
            match entry {
                Ok((file, bytes)) => {
                    let (sender, form) = (archive.sender.clone(), archive.form);
                    inner.files.push(HandIn { path, sender, form, file, bytes });
                }
                Err(why) => inner.skipped.push(SkippedEntry { path, why }),
            }
        });
        // What was unpacked is counted, whether or not it is kept.
        let is_beyond = matches!(opened, Err(ArchiveError::TooLarge { .. }));
        *left -= if is_beyond { total } else { total - unused };
        match opened {
            Ok(()) => {
                self.files.append(&mut inner.files);
                self.skipped.append(&mut inner.skipped);
            }
            Err(why) => {
                self.skipped.push(SkippedEntry { path: archive.path, why: EntryRefusal::Unopened(why) });
            }
        }
    }
}
