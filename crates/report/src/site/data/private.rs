//! `p/…`: data for the reader of a site only, one file for each file of matches.

use std::io::{self, Write as _};
use std::path::Path;

use game::Seat;
use ledger::MatchRow;
use results::CompactKeys;
use run_folder::{RecordedRun, Subject};
use tournament::MatchKey;

use super::script_values::write_packed;
use crate::ReportError;
use crate::site::gzip::{Gzip, SMALL};
use crate::tier::Tier;

/// A recorded run with private data.
pub(crate) struct Private<'a> {
    pub(crate) run: &'a RecordedRun,
    pub(crate) subject: &'a Subject,
    /// The readers of the private data.
    pub(crate) tier: Tier,
}

impl Private<'_> {
    /// Writes the data of these matches that the reader may know into the folder of the data. The matches are in
    /// schedule order, and `chunks` has the first match of each file of matches.
    ///
    /// # Errors
    /// Fails if a match cannot be read, or if a file cannot be written.
    pub(crate) fn write(
        &self,
        matches: &CompactKeys,
        chunks: &[MatchKey],
        folder: &Path,
    ) -> Result<(), ReportError> {
        if self.tier == Tier::Public {
            return Ok(());
        }
        let path = folder.join("p");
        files::create_dir_all(&path).map_err(ReportError::file("create the folder", &path))?;
        let mut files = Files { folder, number: 0, open: PrivateFile::new() };
        let mut keys = matches.in_order();
        self.run.ledger.for_each_match(None, |stored| {
            let row = stored.row;
            let is_shown = keys.has(row.key);
            let seen = self.tier.sees(&row);
            let is_seen = seen[Seat::First] || seen[Seat::Second];
            if !is_seen || !is_shown {
                return Ok(());
            }
            let chunk = chunks.partition_point(|first| *first <= row.key).saturating_sub(1);
            let key = row.key;
            let parts = self.parts(row)?;
            files.go_to(chunk)?;
            files.open.push(key, &parts)
        })?;
        files.go_to(chunks.len())
    }

    /// Returns the record of each seat as JSON; `null` for a seat that is private to others.
    fn parts(&self, row: MatchRow) -> Result<String, ReportError> {
        let seen = self.tier.sees(&row);
        let file = self.run.ledger.whole(row)?;
        file.check_losses()?;
        let part = |seat: Seat| -> Result<String, ReportError> {
            if !seen[seat] {
                return Ok("null".to_owned());
            }
            let record = self.run.seat_record(self.subject, &file, seat).map_err(ReportError::Record)?;
            serde_json::to_string(&record).map_err(|error| rendering(error.into()))
        };
        Ok(format!("{{\"seats\":[{},{}]}}", part(Seat::First)?, part(Seat::Second)?))
    }
}

/// The files, one of them being filled.
struct Files<'a> {
    folder: &'a Path,
    /// The number of the file being filled.
    number: usize,
    open: PrivateFile,
}

impl Files<'_> {
    /// Writes all files before this one.
    fn go_to(&mut self, number: usize) -> Result<(), ReportError> {
        while self.number < number {
            let part = std::mem::replace(&mut self.open, PrivateFile::new());
            let packed = viewer::base64(&part.finish()?);
            write_packed(self.folder, &format!("p/{:05}", self.number), &packed)?;
            self.number += 1;
        }
        Ok(())
    }
}

/// The JSON of one file, compressed while it is written, as logs may be long.
struct PrivateFile {
    out: Gzip,
    is_empty: bool,
}

impl PrivateFile {
    fn new() -> PrivateFile {
        PrivateFile { out: Gzip::new(SMALL), is_empty: true }
    }

    fn push(&mut self, key: MatchKey, parts: &str) -> Result<(), ReportError> {
        let before = if self.is_empty { "{" } else { "," };
        self.is_empty = false;
        write!(self.out, "{before}\"{key}\":{parts}").map_err(rendering)
    }

    fn finish(mut self) -> Result<Vec<u8>, ReportError> {
        self.out.write_all(if self.is_empty { b"{}" } else { b"}" }).map_err(rendering)?;
        Ok(self.out.finish())
    }
}

/// Returns the error of rendering in memory.
fn rendering(error: io::Error) -> ReportError {
    ReportError::file("render", Path::new("what is private"))(error)
}
