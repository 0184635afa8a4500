//! `results.jsonl`: the canonical export, one line a match in schedule order.

use std::io::{self, Write};

use serde::Serialize;

use super::actions::{PlyTicks, Texts};

/// A match as it is exported.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ResultLine<'a> {
    /// The version of the line's fields.
    pub(crate) schema: u32,
    /// Stage, round, pairing and game, each from 1, with dots between.
    #[serde(rename = "match")]
    pub(crate) key: &'a str,
    pub(crate) stage: &'a str,
    /// From 1.
    pub(crate) round: u32,
    /// Who sat where, by name.
    pub(crate) entrants: [&'a str; 2],
    /// The start position, if it is not the game's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) start: Option<&'a str>,
    /// `first`, `second` or `draw`.
    pub(crate) outcome: &'static str,
    /// Why.
    pub(crate) reason: &'a str,
    /// Whether it counts: no ruling took it out.
    pub(crate) counts: bool,
    /// Complete plies.
    pub(crate) plies: u32,
    /// Each seat's metrics at the end, in the game's order.
    pub(crate) metrics: [&'a [i64]; 2],
    /// Ticks of 0.1 ns each seat used, a failing call included.
    pub(crate) spent: [u64; 2],
    /// Bytes of memory at their highest.
    pub(crate) memory: [u64; 2],
    /// Every ply in notation, as `muster game apply` reads it.
    pub(crate) actions: &'a Texts,
    /// The ticks of each ply's actions, the first seat's first.
    pub(crate) ticks: &'a [PlyTicks],
    /// The actions that were offers, played because the move's time ran out: ply from 1 and seat.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(crate) offered: &'a [(u32, &'static str)],
}

/// Lines of the file, while they are written.
pub(crate) struct ResultsFile<W: Write> {
    out: W,
}

impl<W: Write> ResultsFile<W> {
    pub(crate) fn new(out: W) -> ResultsFile<W> {
        ResultsFile { out }
    }

    /// Adds a match.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn push(&mut self, line: &ResultLine<'_>) -> io::Result<()> {
        serde_json::to_writer(&mut self.out, line)?;
        self.out.write_all(b"\n")
    }

    /// Ends the file.
    pub(crate) fn finish(self) -> W {
        self.out
    }
}
