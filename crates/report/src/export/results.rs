//! `results.jsonl`: the canonical export, one line per match in schedule order.

use super::actions::{PlyTicks, Texts};
use super::pieces::{push_json_list, push_json_text, push_number, push_quoted};

/// An exported match. The fields have the same order in the file.
#[derive(Clone, Debug)]
pub(crate) struct ResultLine<'a> {
    /// The version of the line's fields.
    pub(crate) schema: u32,
    /// Stage, round, pairing and game, each from 1, with dots between; in the file `match`.
    pub(crate) key: &'a str,
    pub(crate) stage: &'a str,
    /// The round's number, from 1.
    pub(crate) round: u32,
    /// The names of the entrants in their seats.
    pub(crate) entrants: [&'a str; 2],
    /// The start position; `None`, and omitted from the file, for the game's own.
    pub(crate) start: Option<&'a str>,
    /// `first`, `second` or `draw`.
    pub(crate) outcome: &'static str,
    /// The reason for the outcome.
    pub(crate) reason: &'a str,
    /// `true` if the match counts: no ruling excluded it.
    pub(crate) counts: bool,
    /// Number of complete plies.
    pub(crate) plies: u32,
    /// Each seat's metrics at the end, in the game's order.
    pub(crate) metrics: [&'a [i64]; 2],
    /// Ticks of 0.1 ns that each seat used, including a failing call.
    pub(crate) spent: [u64; 2],
    /// Peak memory of each seat in bytes.
    pub(crate) memory: [u64; 2],
    /// Every ply in the notation that `muster game apply` reads.
    pub(crate) actions: &'a Texts,
    /// The ticks of each ply's actions, the first seat's first.
    pub(crate) ticks: &'a [PlyTicks],
    /// The actions that were offers, played because the move's time ran out: ply from 1 and seat. Omitted from the file
    /// if empty.
    pub(crate) offered: &'a [(u32, &'static str)],
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
        push_number(out, line.schema);
        out.extend_from_slice(b",\"match\":");
        push_json_text(out, line.key);
        out.extend_from_slice(b",\"stage\":");
        push_json_text(out, line.stage);
        out.extend_from_slice(b",\"round\":");
        push_number(out, line.round);
        out.extend_from_slice(b",\"entrants\":");
        push_json_list(out, line.entrants, push_json_text);
        if let Some(start) = line.start {
            out.extend_from_slice(b",\"start\":");
            push_json_text(out, start);
        }
        out.extend_from_slice(b",\"outcome\":");
        push_quoted(out, line.outcome);
        out.extend_from_slice(b",\"reason\":");
        push_json_text(out, line.reason);
        out.extend_from_slice(if line.counts { b",\"counts\":true" } else { b",\"counts\":false" });
        out.extend_from_slice(b",\"plies\":");
        push_number(out, line.plies);
        out.extend_from_slice(b",\"metrics\":");
        push_json_list(out, line.metrics, |out, of_seat| {
            push_json_list(out, of_seat.iter().copied(), push_number);
        });
        out.extend_from_slice(b",\"spent\":");
        push_json_list(out, line.spent, push_number);
        out.extend_from_slice(b",\"memory\":");
        push_json_list(out, line.memory, push_number);
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
