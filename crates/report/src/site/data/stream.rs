//! One pass over all matches: into the exports and into the viewer's files.

use std::io::Write as _;
use std::path::Path;

use ledger::{Ledger, StoredRow};
use replay::archive::Times;
use results::{CountedMatches, FailureNames, RunResults, in_order};
use tournament::MatchKey;

use super::chunk::{Chunk, ChunkMatch, Rendering};
use super::lists::Lists;
use super::reasons::Reasons;
use super::reused_chunks::{ChunkFinisher, ChunkParts, FinishedChunk, KeptChunks, ListedChunk};
use super::script_values::write_packed;
use crate::ReportError;
use crate::describe::metric_names;
use crate::export::MatchesFile;
use crate::site::gzip::{FAST, gzip};
use crate::site::staging::NewFile;
use crate::site_limits::SiteLimits;

/// The summary of the written files, for the index.
#[derive(Debug)]
pub(crate) struct DataSummary {
    /// The first match of each chunk.
    pub(crate) chunks: Vec<MatchKey>,
    pub(crate) reasons: Reasons,
    /// The number of lists of all matches.
    pub(crate) lists: usize,
    pub(crate) times: Times,
    /// `true` if the exports are gzipped.
    pub(crate) gzipped: bool,
    /// The chunks for the cache, so that unchanged ones are reused; empty if nothing is cached.
    pub(crate) listed: Vec<ListedChunk>,
    /// Number of chunks reused from the previous site.
    pub(crate) kept: usize,
}

/// The previous site, and the list of its chunks.
#[derive(Clone, Copy)]
pub(crate) struct SiteBefore<'a> {
    pub(crate) list: &'a Path,
    pub(crate) data: &'a Path,
}

/// Writes all matches into the folder of the data.
///
/// # Errors
/// Fails if a match cannot be read or replayed, or if a file cannot be written.
pub(crate) fn write_matches(
    results: &RunResults,
    ledger: &Ledger,
    room: SiteLimits,
    folder: &Path,
    before: Option<SiteBefore<'_>>,
) -> Result<DataSummary, ReportError> {
    let count = results.keys.len();
    let gzipped = count > room.plain;
    let times = if count > room.exact { Times::Rounded } else { Times::Exact };
    let before = before.filter(|_| count >= room.kept);
    let kept = before.map(|site| KeptChunks::read(site.list, site.data, gzipped));
    let finisher = ChunkFinisher { rendering: Rendering { results, gzipped, times }, kept };
    let mut files = Files::create(folder, gzipped, &metric_names(results.plan.game))?;
    let mut reading = Reading {
        counting: results.stages.iter().map(|stage| results.counted_matches(stage)).collect(),
        reasons: Reasons::default(),
        names: &results.failure_names,
        lists: Lists::new(folder),
        chunk: Chunk::default(),
        chunks: Vec::new(),
        most: room.chunk,
    };
    in_order(
        |chunk| finisher.finish(chunk),
        |rendered| files.push(&rendered?),
        |render| {
            let mut keys = results.keys.in_order();
            ledger.for_each_match(None, |stored| {
                if !keys.has(stored.row.key) {
                    return Ok(());
                }
                reading.add(stored)?.map_or(Ok(()), &mut *render)
            })?;
            reading.rest().map_or(Ok(()), render)
        },
    )?;
    let (listed, kept) = files.finish()?;
    let Reading { reasons, lists, chunks, .. } = reading;
    let lists = lists.finish(results.entrants.len())?;
    Ok(DataSummary { chunks, reasons, lists, times, gzipped, listed, kept })
}

/// The state while matches are read.
struct Reading<'a> {
    counting: Vec<CountedMatches>,
    reasons: Reasons,
    names: &'a FailureNames,
    lists: Lists<'a>,
    chunk: Chunk,
    /// The first match of each chunk.
    chunks: Vec<MatchKey>,
    /// Maximum number of matches in a chunk.
    most: usize,
}

impl Reading<'_> {
    /// Adds a match. Returns the chunk that it completes.
    fn add(&mut self, stored: StoredRow) -> Result<Option<Chunk>, ReportError> {
        let StoredRow { row, hash } = stored;
        let reason = self.reasons.index(&row, self.names);
        let counting = self.counting.get(usize::from(row.key.stage()));
        let counts = counting.is_none_or(|counting| counting.counts(row.key));
        self.lists.push(&row, reason, counts)?;
        if self.chunk.is_empty() {
            self.chunks.push(row.key);
        }
        self.chunk.push(ChunkMatch { row, hash, reason, counts });
        Ok(self.chunk.is_full(self.most).then(|| std::mem::take(&mut self.chunk)))
    }

    /// Returns the last chunk; `None` if it is empty.
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
    /// The current sizes of the files of results and of the table, in bytes.
    ends: [u64; 2],
    listed: Vec<ListedChunk>,
    kept: usize,
}

impl<'a> Files<'a> {
    fn create(folder: &'a Path, gzipped: bool, metrics: &[&str]) -> Result<Files<'a>, ReportError> {
        let ending = if gzipped { ".gz" } else { "" };
        let open = |name: &str| NewFile::create(folder.join(format!("{name}{ending}")));
        let (results, mut table) = (open("results.jsonl")?, open("matches.csv")?);
        let mut end = 0;
        table.fill(|out| {
            let head = MatchesFile::head(metrics);
            let head = if gzipped { gzip(&head, FAST) } else { head };
            end = head.len() as u64;
            out.write_all(&head)
        })?;
        Ok(Files { folder, results, table, chunks: 0, ends: [0, end], listed: Vec::new(), kept: 0 })
    }

    fn push(&mut self, finished: &FinishedChunk) -> Result<(), ReportError> {
        let FinishedChunk { chunk: rendered, known, is_kept } = finished;
        self.results.fill(|out| out.write_all(&rendered.results))?;
        self.table.fill(|out| out.write_all(&rendered.table))?;
        write_packed(self.folder, &format!("m/{:05}", self.chunks), &rendered.packed)?;
        let lengths = [rendered.results.len() as u64, rendered.table.len() as u64];
        let [results, table] = self.ends;
        if let Some((key, content)) = *known {
            let parts = ChunkParts {
                number: self.chunks,
                results: (results, lengths[0]),
                table: (table, lengths[1]),
            };
            self.listed.push(ListedChunk { key, content, parts });
        }
        self.ends = [results + lengths[0], table + lengths[1]];
        self.chunks += 1;
        self.kept += usize::from(*is_kept);
        Ok(())
    }

    /// Finishes the files. Returns the chunks for the cache, and the number of reused ones.
    fn finish(self) -> Result<(Vec<ListedChunk>, usize), ReportError> {
        self.results.finish()?;
        self.table.finish()?;
        Ok((self.listed, self.kept))
    }
}
