//! Matches that are rendered together: into one file of the viewer, and into the exports.

use std::fmt::{Display, Write as _};
use std::sync::Arc;

use game::Seat;
use ledger::MatchRow;
use replay::Replay;
use replay::archive::{Row, Times};
use results::RunResults;

use super::script_values::packed;
use crate::ReportError;
use crate::export::{Actions, MatchesFile, ResultLine, ResultsFile};
use crate::site::gzip::{FAST, SMALL, gzip};

/// Approximate size in bytes of the transcripts in a chunk, so that a chunk of long matches is read as quickly as one
/// of short ones.
const TRANSCRIPTS: usize = 1 << 20;

/// Approximate size in bytes of a match's line in `results.jsonl`, excluding its actions.
const LINE: usize = 320;
/// Approximate size in bytes of a match's line in `matches.csv`.
const ROW: usize = 128;

/// A group of matches in schedule order.
#[derive(Debug, Default)]
pub(crate) struct Chunk {
    pub(crate) matches: Vec<ChunkMatch>,
    transcripts: usize,
}

/// A match with additional data.
#[derive(Debug)]
pub(crate) struct ChunkMatch {
    pub(crate) row: MatchRow,
    /// The hash of the row.
    pub(crate) hash: [u8; 32],
    /// The index of the reason.
    pub(crate) reason: u16,
    /// `true` if no ruling excluded the match.
    pub(crate) counts: bool,
}

impl Chunk {
    pub(crate) fn push(&mut self, told: ChunkMatch) {
        self.transcripts += told.row.transcript.len();
        self.matches.push(told);
    }

    /// Returns `true` if a chunk of at most this many matches has no room for another one.
    pub(crate) fn is_full(&self, most: usize) -> bool {
        self.matches.len() >= most || self.transcripts >= TRANSCRIPTS
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.matches.is_empty()
    }
}

/// The settings for rendering chunks.
#[derive(Clone, Copy)]
pub(crate) struct Rendering<'a> {
    pub(crate) results: &'a RunResults,
    /// `true` if the exports are gzipped.
    pub(crate) gzipped: bool,
    pub(crate) times: Times,
}

/// A rendered chunk.
pub(crate) struct RenderedChunk {
    /// Its lines of `results.jsonl`.
    pub(crate) results: Vec<u8>,
    /// Its lines of `matches.csv`.
    pub(crate) table: Vec<u8>,
    /// The value of its script.
    pub(crate) packed: String,
}

impl Rendering<'_> {
    /// Renders a chunk. The result depends on nothing else.
    ///
    /// # Errors
    /// Fails if a match cannot be replayed.
    pub(crate) fn render(&self, chunk: Chunk) -> Result<RenderedChunk, ReportError> {
        // Most lines fit into this capacity; a growing buffer would be copied repeatedly.
        let mut results = ResultsFile::with_capacity(8 * chunk.transcripts + LINE * chunk.matches.len());
        let mut table = MatchesFile::with_capacity(ROW * chunk.matches.len());
        let mut rows = Vec::with_capacity(chunk.matches.len());
        let mut actions = Actions::default();
        let (mut key, mut reason) = (String::new(), String::new());
        for told in chunk.matches {
            let played = told.row.played().map_err(ReportError::damaged_match(told.row.key))?;
            let failed = |source| ReportError::Replay { key: told.row.key, source };
            let recording = self.results.recording(&told.row, &played);
            Replay::new(recording).and_then(|replay| actions.take_from(replay)).map_err(failed)?;
            write_over(&mut key, &told.row.key);
            write_over(&mut reason, &told.row.reason);
            let line = self.line(&told, (&key, &reason), &actions);
            results.push(&line);
            table.push(&line);
            rows.push(archived(told, played));
        }
        let file = |bytes: Vec<u8>| if self.gzipped { gzip(&bytes, FAST) } else { bytes };
        Ok(RenderedChunk {
            results: file(results.finish()),
            table: file(table.finish()),
            packed: packed(&replay::archive::encode(&rows, self.times), SMALL),
        })
    }

    /// Returns the names of the entrants, the first seat's first.
    pub(crate) fn names(&self, row: &MatchRow) -> [&str; 2] {
        let name = |seat: Seat| {
            self.results.entrants.get(row.entrants[seat].index()).map_or("", |row| row.name.as_str())
        };
        Seat::BOTH.map(name)
    }

    fn line<'a>(
        &'a self,
        told: &'a ChunkMatch,
        (key, reason): (&'a str, &'a str),
        actions: &'a Actions,
    ) -> ResultLine<'a> {
        let row = &told.row;
        let stage = self.results.plan.stages.get(usize::from(row.key.stage()));
        ResultLine {
            row,
            key,
            stage: stage.map_or("", |spec| spec.name.as_str()),
            entrants: self.names(row),
            reason,
            counts: told.counts,
            actions: &actions.texts,
            ticks: &actions.ticks,
            offered: &actions.offered,
        }
    }
}

/// Replaces a text, reusing its memory.
fn write_over(text: &mut String, shown: &impl Display) {
    text.clear();
    write!(text, "{shown}").expect("memory takes every text");
}

fn archived(told: ChunkMatch, played: Vec<referee::Played>) -> Row {
    let row = told.row;
    Row {
        key: row.key,
        entrants: row.entrants,
        start: row.start.map(Arc::from),
        outcome: row.outcome,
        reason: u32::from(told.reason),
        counts: told.counts,
        plies: row.plies,
        metrics: row.metrics,
        spent: row.spent,
        memory: row.memory,
        played,
    }
}
