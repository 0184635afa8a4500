//! One pass over all matches: into the exports and into the viewer's files.

use std::io::Write as _;
use std::path::Path;

use archive::Times;
use ledger::{Ledger, MatchRow};
use tournament::MatchKey;

use super::chunk::{Chunk, ChunkMatch, RenderedChunk, Rendering};
use super::columns::Columns;
use super::reasons::Reasons;
use super::script::write_packed;
use crate::ReportError;
use crate::export::MatchesFile;
use crate::fold::{Room, RunSummary};
use crate::gather::{CountedMatches, metric_names};
use crate::in_order::in_order;
use crate::site::gzip::{FAST, gzip};
use crate::site::place::NewFile;

/// What was written, for the index.
#[derive(Debug)]
pub(crate) struct DataSummary {
    /// The first match of each chunk.
    pub(crate) chunks: Vec<MatchKey>,
    pub(crate) reasons: Reasons,
    /// The number of lists of all matches.
    pub(crate) lists: usize,
    pub(crate) times: Times,
    /// Whether the exports are gzipped.
    pub(crate) gzipped: bool,
}

/// Writes all matches into the folder of the data.
///
/// # Errors
/// When a match cannot be read or replayed, or a file cannot be written.
pub(crate) fn write_matches(
    folded: &RunSummary,
    ledger: &Ledger,
    room: Room,
    folder: &Path,
) -> Result<DataSummary, ReportError> {
    let count = folded.keys.len();
    let gzipped = count > room.plain;
    let times = if count > room.exact { Times::Rounded } else { Times::Exact };
    let rendering = Rendering { folded, gzipped, times };
    let mut files = Files::create(folder, gzipped, &metric_names(folded.plan.game))?;
    let mut reading = Reading {
        counting: folded.stages.iter().map(|stage| CountedMatches::new(folded, stage)).collect(),
        reasons: Reasons::default(),
        columns: Columns::with_capacity(count),
        chunk: Chunk::default(),
        chunks: Vec::new(),
    };
    in_order(
        |chunk| rendering.render(chunk),
        |rendered| files.push(&rendered?),
        |render| {
            ledger.for_each_match(None, |stored| {
                if folded.keys.binary_search(&stored.row.key).is_err() {
                    return Ok(());
                }
                reading.add(stored.row).map_or(Ok(()), &mut *render)
            })?;
            reading.rest().map_or(Ok(()), render)
        },
    )?;
    files.finish()?;
    let Reading { reasons, columns, chunks, .. } = reading;
    let lists = columns.write(folder, folded.entrants.len())?;
    Ok(DataSummary { chunks, reasons, lists, times, gzipped })
}

/// What is known when a match is read.
struct Reading {
    counting: Vec<CountedMatches>,
    reasons: Reasons,
    columns: Columns,
    chunk: Chunk,
    /// The first match of each chunk.
    chunks: Vec<MatchKey>,
}

impl Reading {
    /// Adds a match. Returns the chunk that it completes.
    fn add(&mut self, row: MatchRow) -> Option<Chunk> {
        let reason = self.reasons.index(&row.reason);
        let counting = self.counting.get(usize::from(row.key.stage()));
        let counts = counting.is_none_or(|counting| counting.counts(row.key));
        self.columns.push(&row, reason, counts);
        if self.chunk.is_empty() {
            self.chunks.push(row.key);
        }
        self.chunk.push(ChunkMatch { row, reason, counts });
        self.chunk.is_full().then(|| std::mem::take(&mut self.chunk))
    }

    /// The last chunk, if anything is in it.
    fn rest(&mut self) -> Option<Chunk> {
        (!self.chunk.is_empty()).then(|| std::mem::take(&mut self.chunk))
    }
}

/// The files that grow chunk by chunk.
struct Files<'a> {
    folder: &'a Path,
    results: NewFile,
    table: NewFile,
    /// The number of chunks so far.
    chunks: usize,
}

impl<'a> Files<'a> {
    fn create(folder: &'a Path, gzipped: bool, metrics: &[&str]) -> Result<Files<'a>, ReportError> {
        let ending = if gzipped { ".gz" } else { "" };
        let open = |name: &str| NewFile::create(folder.join(format!("{name}{ending}")));
        let (results, mut table) = (open("results.jsonl")?, open("matches.csv")?);
        table.fill(|out| {
            let head = MatchesFile::head(metrics)?;
            out.write_all(&if gzipped { gzip(&head, FAST) } else { head })
        })?;
        Ok(Files { folder, results, table, chunks: 0 })
    }

    fn push(&mut self, rendered: &RenderedChunk) -> Result<(), ReportError> {
        self.results.fill(|out| out.write_all(&rendered.results))?;
        self.table.fill(|out| out.write_all(&rendered.table))?;
        write_packed(self.folder, &format!("m/{:05}", self.chunks), &rendered.packed)?;
        self.chunks += 1;
        Ok(())
    }

    fn finish(self) -> Result<(), ReportError> {
        self.results.finish()?;
        self.table.finish()
    }
}
