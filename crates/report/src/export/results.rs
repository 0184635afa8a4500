//! `results.jsonl`: the canonical export, one line a match in schedule order.

use super::actions::{PlyTicks, Texts};
use super::pieces::{push_json_list, push_json_text, push_number, push_quoted};

/// A match as it is exported. The fields stand in the file in this order.
#[derive(Clone, Debug)]
pub(crate) struct ResultLine<'a> {
    /// The version of the line's fields.
    pub(crate) schema: u32,
    /// Stage, round, pairing and game, each from 1, with dots between; in the file `match`.
    pub(crate) key: &'a str,
    pub(crate) stage: &'a str,
    /// From 1.
    pub(crate) round: u32,
    /// Who sat where, by name.
    pub(crate) entrants: [&'a str; 2],
    /// The start position, if it is not the game's own; otherwise it is not in the file.
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
    /// The actions that were offers, played because the move's time ran out: ply from 1 and seat. If there are none, it
    /// is not in the file.
    pub(crate) offered: &'a [(u32, &'static str)],
}

/// Lines of the file, while they are written.
pub(crate) struct ResultsFile {
    out: Vec<u8>,
}

impl ResultsFile {
    /// No lines yet, with room for this many bytes.
    pub(crate) fn with_capacity(bytes: usize) -> ResultsFile {
        ResultsFile { out: Vec::with_capacity(bytes) }
    }

    /// Adds a match. A line has some hundred values; to write them one by one takes half the time of a general encoder.
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

    /// Ends the file.
    pub(crate) fn finish(self) -> Vec<u8> {
        self.out
    }
}
