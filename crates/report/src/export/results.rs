//! `results.jsonl`: the canonical export, one line per match in schedule order.

use game::{Outcome, Seat};
use ledger::MatchRow;

use super::actions::{PlyTicks, Texts};
use super::pieces::{push_json_list, push_json_text, push_number, push_quoted};
use crate::model::SCHEMA;

/// An exported match.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ResultLine<'a> {
    pub(crate) row: &'a MatchRow,
    /// The text of the match's key; in the file `match`.
    pub(crate) key: &'a str,
    pub(crate) stage: &'a str,
    /// The names of the entrants in their seats.
    pub(crate) entrants: [&'a str; 2],
    /// The reason for the outcome.
    pub(crate) reason: &'a str,
    /// `true` if the match counts: no ruling excluded it.
    pub(crate) counts: bool,
    /// Every ply in the notation that `muster game apply` reads.
    pub(crate) actions: &'a Texts,
    /// The ticks of each ply's actions, the first seat's first.
    pub(crate) ticks: &'a [PlyTicks],
    /// The actions that were offers, played because the move's time ran out: ply from 1 and seat. Omitted from the file
    /// if empty.
    pub(crate) offered: &'a [(u32, &'static str)],
}

impl ResultLine<'_> {
    /// Returns the number of the round, from 1.
    pub(crate) fn round(&self) -> u32 {
        self.row.key.round() + 1
    }

    /// Returns `first`, `second` or `draw`.
    pub(crate) fn outcome(&self) -> &'static str {
        match self.row.outcome {
            Outcome::Win(Seat::First) => "first",
            Outcome::Win(Seat::Second) => "second",
            Outcome::Draw => "draw",
        }
    }
}

/// The lines of the file written so far.
pub(crate) struct ResultsFile {
    out: Vec<u8>,
}

impl ResultsFile {
    /// Returns an empty file with room for this many bytes.
    pub(crate) fn with_capacity(bytes: usize) -> ResultsFile {
        ResultsFile { out: Vec::with_capacity(bytes) }
    }

    /// Appends a match. A line has about a hundred values; writing them one by one takes half the time of a general
    /// encoder.
    pub(crate) fn push(&mut self, line: &ResultLine<'_>) {
        let out = &mut self.out;
        out.extend_from_slice(b"{\"schema\":");
        push_number(out, SCHEMA);
        out.extend_from_slice(b",\"match\":");
        push_json_text(out, line.key);
        out.extend_from_slice(b",\"stage\":");
        push_json_text(out, line.stage);
        out.extend_from_slice(b",\"round\":");
        push_number(out, line.round());
        out.extend_from_slice(b",\"entrants\":");
        push_json_list(out, line.entrants, push_json_text);
        if let Some(start) = &line.row.start {
            out.extend_from_slice(b",\"start\":");
            push_json_text(out, start);
        }
        out.extend_from_slice(b",\"outcome\":");
        push_quoted(out, line.outcome());
        out.extend_from_slice(b",\"reason\":");
        push_json_text(out, line.reason);
        out.extend_from_slice(if line.counts { b",\"counts\":true" } else { b",\"counts\":false" });
        out.extend_from_slice(b",\"plies\":");
        push_number(out, line.row.plies);
        out.extend_from_slice(b",\"metrics\":");
        push_json_list(out, &line.row.metrics.0, |out, of_seat| {
            push_json_list(out, of_seat.iter().copied(), push_number);
        });
        out.extend_from_slice(b",\"spent\":");
        push_json_list(out, line.row.spent.0.map(|ticks| ticks.0), push_number);
        out.extend_from_slice(b",\"memory\":");
        push_json_list(out, line.row.memory.0, push_number);
        out.extend_from_slice(b",\"actions\":");
        line.actions.push_json(out);
        out.extend_from_slice(b",\"ticks\":");
        push_json_list(out, line.ticks, |out, of_ply| {
            push_json_list(out, of_ply.all().iter().copied(), push_number);
        });
        if !line.offered.is_empty() {
            out.extend_from_slice(b",\"offered\":");
            push_json_list(out, line.offered, |out, &(ply, seat)| {
                out.push(b'[');
                push_number(out, ply);
                out.push(b',');
                push_quoted(out, seat);
                out.push(b']');
            });
        }
        out.extend_from_slice(b"}\n");
    }

    /// Returns the bytes of the file.
    pub(crate) fn finish(self) -> Vec<u8> {
        self.out
    }
}
