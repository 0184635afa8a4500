//! The head bytes of matches and actions.

use game::{Outcome, Seat};
use referee::Played;

use crate::archive::Row;

/// Bits of a match's head: the outcome in bits 0 and 1, then these.
const ANNULLED: u8 = 4;
const STARTS: u8 = 8;

/// Bits of an action's head: the seat in bit 0, then these.
const OFFERED: u8 = 2;
const SAME_PLY: u8 = 4;

/// The contents of a match's head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MatchHead {
    pub(crate) outcome: Outcome,
    pub(crate) counts: bool,
    /// `true` if the match has its own start position.
    pub(crate) starts: bool,
}

impl MatchHead {
    pub(crate) fn from_row(row: &Row) -> MatchHead {
        MatchHead { outcome: row.outcome, counts: row.counts, starts: row.start.is_some() }
    }

    pub(crate) fn byte(self) -> u8 {
        let outcome = match self.outcome {
            Outcome::Draw => 0,
            Outcome::Win(Seat::First) => 1,
            Outcome::Win(Seat::Second) => 2,
        };
        outcome | if self.counts { 0 } else { ANNULLED } | if self.starts { STARTS } else { 0 }
    }

    pub(crate) fn read(byte: u8) -> Option<MatchHead> {
        let outcome = match byte & 3 {
            0 => Outcome::Draw,
            1 => Outcome::Win(Seat::First),
            2 => Outcome::Win(Seat::Second),
            _ => return None,
        };
        let head = MatchHead { outcome, counts: byte & ANNULLED == 0, starts: byte & STARTS != 0 };
        (head.byte() == byte).then_some(head)
    }
}

/// The contents of an action's head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ActionHead {
    pub(crate) seat: Seat,
    pub(crate) offered: bool,
    /// `true` if the action belongs to the same ply as the previous one.
    pub(crate) same_ply: bool,
}

impl ActionHead {
    pub(crate) fn new(played: &Played, before: Option<&Played>) -> ActionHead {
        let same_ply = before.is_some_and(|before| before.ply == played.ply);
        ActionHead { seat: played.seat, offered: played.offered, same_ply }
    }

    pub(crate) fn byte(self) -> u8 {
        self.seat.index() as u8
            | if self.offered { OFFERED } else { 0 }
            | if self.same_ply { SAME_PLY } else { 0 }
    }

    /// Parses a head. As in a transcript, the second action of a ply is the second seat's.
    pub(crate) fn read(byte: u8) -> Option<ActionHead> {
        let seat = Seat::from_index(usize::from(byte & 1))?;
        let head = ActionHead { seat, offered: byte & OFFERED != 0, same_ply: byte & SAME_PLY != 0 };
        (head.byte() == byte && (!head.same_ply || seat == Seat::Second)).then_some(head)
    }
}
