//! How a match ended.

use std::borrow::Cow;
use std::fmt;

use game::{Outcome, PerSeat, Seat};

use crate::{Closing, Failure, Fault, Played, Ticks};

/// What happened and why, apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
}

/// Why a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// By the game's rules, in the game's words.
    Rules(Cow<'static, str>),
    /// This seat failed; the other won.
    Forfeit(Seat, Fault),
    /// Both seats failed in one ply, not both by time: a draw.
    DoubleForfeit(PerSeat<Fault>),
    /// Both clocks ran out in one ply: the board was adjudicated.
    BothOutOfTime,
    /// The referee's own limit of plies was reached: the board was adjudicated.
    PlyLimit,
}

impl Reason {
    /// Whether the seat lost by a failure of its own.
    pub fn is_forfeit_of(&self, seat: Seat) -> bool {
        match self {
            Reason::Forfeit(loser, _) => *loser == seat,
            Reason::DoubleForfeit(_) => true,
            Reason::Rules(_) | Reason::BothOutOfTime | Reason::PlyLimit => false,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Rules(words) => f.write_str(words),
            Reason::Forfeit(_, fault) => write!(f, "forfeit: {fault}"),
            Reason::DoubleForfeit(PerSeat([first, second])) => write!(f, "double forfeit: {first}, {second}"),
            Reason::BothOutOfTime => f.write_str("both out of time"),
            Reason::PlyLimit => f.write_str("limit of plies"),
        }
    }
}

/// The call in which a seat failed, with all that is needed to see it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// How it failed.
    pub failure: Failure,
    /// The ply it was asked for, from 0.
    pub ply: u32,
    /// The text of the position it was asked on.
    pub position: String,
    /// The view it was given.
    pub view: Vec<u8>,
    /// Time used by the failing call.
    pub spent: Ticks,
}

/// Everything a finished match leaves: a pure function of its job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// How it ended.
    pub verdict: Verdict,
    /// All actions in order.
    pub played: Vec<Played>,
    /// Number of complete plies.
    pub plies: u32,
    /// Each seat's metrics as on the board at the end, in the game's order.
    pub metrics: PerSeat<Vec<i64>>,
    /// Time used in all, a failing call included.
    pub spent: PerSeat<Ticks>,
    /// How each seat failed, if it did.
    pub losses: PerSeat<Option<Box<Loss>>>,
    /// What the players left behind.
    pub closings: PerSeat<Closing>,
}
