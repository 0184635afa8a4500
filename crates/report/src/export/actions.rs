//! The actions of a match in the export.

use game::Seat;
use replay::{Ply, Replay, ReplayError};

use super::pieces::{is_json, push_json_list, push_json_text, push_quoted};

/// The actions of a match, ply by ply. Reusing it for several matches saves allocations.
#[derive(Debug, Default)]
pub(crate) struct Actions {
    pub(crate) texts: Texts,
    /// The ticks that the actions took, the first seat's first.
    pub(crate) ticks: Vec<PlyTicks>,
    /// The actions that were offers: ply from 1 and seat.
    pub(crate) offered: Vec<(u32, &'static str)>,
}

/// Plies in notation, concatenated into one text.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    text: String,
    /// The end of each ply in the text.
    ends: Vec<usize>,
}

impl Texts {
    fn push(&mut self, write: impl FnOnce(&mut String)) {
        write(&mut self.text);
        self.ends.push(self.text.len());
    }

    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }
}

impl Texts {
    /// Appends the plies as a JSON list.
    pub(super) fn push_json(&self, out: &mut Vec<u8>) {
        let starts = std::iter::once(&0).chain(&self.ends);
        let texts = starts.zip(&self.ends).map(|(&start, &end)| &self.text[start..end]);
        if is_json(&self.text) {
            push_json_list(out, texts, push_quoted);
        } else {
            push_json_list(out, texts, push_json_text);
        }
    }
}

/// The ticks that the actions of a ply took, the first seat's first.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PlyTicks {
    ticks: [u64; 2],
    count: usize,
}

impl PlyTicks {
    fn new(ply: &Ply<'_>) -> PlyTicks {
        let mut of_ply = PlyTicks::default();
        for (slot, played) in of_ply.ticks.iter_mut().zip(ply.played) {
            *slot = played.spent.0;
            of_ply.count += 1;
        }
        of_ply
    }

    pub(super) fn all(&self) -> &[u64] {
        &self.ticks[..self.count]
    }
}

impl Actions {
    /// Replaces the actions by all remaining ones of a replay.
    ///
    /// # Errors
    /// Fails if an action cannot be played.
    pub(crate) fn take_from(&mut self, mut replay: Replay<'_>) -> Result<(), ReplayError> {
        self.texts.clear();
        self.ticks.clear();
        self.offered.clear();
        while let Some(ply) = replay.next_ply()? {
            self.texts.push(|text| replay.frame().write_notation(&ply.joint, text));
            self.ticks.push(PlyTicks::new(&ply));
            let offered = ply.played.iter().filter(|played| played.offered);
            self.offered.extend(offered.map(|played| (game::ply_number(ply.number), seat_word(played.seat))));
            replay.advance(&ply);
        }
        Ok(())
    }
}

const fn seat_word(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "first",
        Seat::Second => "second",
    }
}
