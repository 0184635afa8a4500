//! The result of a match.

use std::borrow::Cow;
use std::fmt;

use game::{Outcome, PerSeat, Seat, SeatSet};
use serde::{Deserialize, Serialize};

use crate::{Closing, Failure, Fault, Played, Ticks};

/// The outcome of a match and, separately, the reason for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The outcome.
    pub outcome: Outcome,
    /// The reason.
    pub reason: Reason,
}

/// The reason a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Reason {
    /// By the game's rules.
    Rules {
        /// The reason in the game's words.
        words: Cow<'static, str>,
    },
    /// A seat failed; the other won.
    Forfeit {
        /// The seat that failed.
        seat: Seat,
        /// Its failure.
        fault: Fault,
    },
    /// Both seats failed in one ply, not both by timeout: a draw.
    DoubleForfeit {
        /// The first seat's failure.
        first: Fault,
        /// The second seat's failure.
        second: Fault,
    },
    /// Both clocks ran out in one ply: the board was adjudicated.
    BothOutOfTime,
    /// The referee's own ply limit was reached: the board was adjudicated.
    PlyLimit,
}

impl Reason {
    /// Returns the name of its kind for records. A name never changes its meaning: `rules`, `forfeit`,
    /// `double-forfeit`, `both-out-of-time`, `ply-limit`.
    pub const fn name(&self) -> &'static str {
        match self {
            Reason::Rules { .. } => "rules",
            Reason::Forfeit { .. } => "forfeit",
            Reason::DoubleForfeit { .. } => "double-forfeit",
            Reason::BothOutOfTime => "both-out-of-time",
            Reason::PlyLimit => "ply-limit",
        }
    }

    /// Returns the game's words if the match ended by its rules.
    pub fn words(&self) -> Option<&str> {
        match self {
            Reason::Rules { words } => Some(words),
            _ => None,
        }
    }

    /// Returns the fault of each seat that forfeited.
    pub fn faults(&self) -> PerSeat<Option<Fault>> {
        match self {
            Reason::Forfeit { seat: loser, fault } => {
                PerSeat::from_fn(|seat| (seat == *loser).then_some(*fault))
            }
            Reason::DoubleForfeit { first, second } => PerSeat::new(Some(*first), Some(*second)),
            Reason::Rules { .. } | Reason::BothOutOfTime | Reason::PlyLimit => PerSeat::default(),
        }
    }

    /// Returns the seats that forfeited.
    pub const fn forfeits(&self) -> SeatSet {
        match self {
            Reason::Forfeit { seat: loser, .. } => SeatSet::only(*loser),
            Reason::DoubleForfeit { .. } => SeatSet::BOTH,
            Reason::Rules { .. } | Reason::BothOutOfTime | Reason::PlyLimit => SeatSet::NONE,
        }
    }

    /// Returns the reason with this [name](Reason::name), these [words](Reason::words) and these
    /// [faults](Reason::faults); `None` if there is no such reason.
    pub fn of_parts(name: &str, words: Option<String>, faults: PerSeat<Option<Fault>>) -> Option<Reason> {
        let reason = match (name, words, faults.0) {
            ("rules", Some(words), [None, None]) => Reason::Rules { words: words.into() },
            ("forfeit", None, [Some(fault), None]) => Reason::Forfeit { seat: Seat::First, fault },
            ("forfeit", None, [None, Some(fault)]) => Reason::Forfeit { seat: Seat::Second, fault },
            ("double-forfeit", None, [Some(first), Some(second)]) => Reason::DoubleForfeit { first, second },
            ("both-out-of-time", None, [None, None]) => Reason::BothOutOfTime,
            ("ply-limit", None, [None, None]) => Reason::PlyLimit,
            _ => return None,
        };
        Some(reason)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Rules { words } => f.write_str(words),
            Reason::Forfeit { fault, .. } => write!(f, "forfeit: {fault}"),
            Reason::DoubleForfeit { first, second } => write!(f, "double forfeit: {first}, {second}"),
            Reason::BothOutOfTime => f.write_str("both out of time"),
            Reason::PlyLimit => f.write_str("limit of plies"),
        }
    }
}

/// The call in which a seat failed, with everything needed to reproduce it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "LossFields", into = "LossFields")]
pub struct Loss {
    /// The failure.
    pub failure: Failure,
    /// The ply in which it was asked, from 0.
    pub ply: u32,
    /// The text of the position in that ply.
    pub position: String,
    /// The view passed to it.
    pub view: Vec<u8>,
    /// Time used by the failing call.
    pub spent: Ticks,
}

/// The written form of a [`Loss`]: a single list of fields.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LossFields {
    fault: Fault,
    detail: String,
    backtrace: Vec<String>,
    ply: u32,
    position: String,
    #[serde(with = "hash::hex")]
    view: Vec<u8>,
    spent: Ticks,
}

impl From<Loss> for LossFields {
    fn from(loss: Loss) -> LossFields {
        let Loss { failure: Failure { fault, detail, backtrace }, ply, position, view, spent } = loss;
        LossFields { fault, detail, backtrace, ply, position, view, spent }
    }
}

impl From<LossFields> for Loss {
    fn from(fields: LossFields) -> Loss {
        let LossFields { fault, detail, backtrace, ply, position, view, spent } = fields;
        Loss { failure: Failure { fault, detail, backtrace }, ply, position, view, spent }
    }
}

/// The complete record of a finished match: a pure function of its job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The outcome and the reason for it.
    pub verdict: Verdict,
    /// All actions in order.
    pub played: Vec<Played>,
    /// Number of complete plies.
    pub plies: u32,
    /// Each seat's metrics in the final position, in the game's order.
    pub metrics: PerSeat<Vec<i64>>,
    /// Total time used, including a failing call.
    pub spent: PerSeat<Ticks>,
    /// Each seat's failure; `None` if it did not fail.
    pub losses: PerSeat<Option<Box<Loss>>>,
    /// Each player's log and peak memory.
    pub closings: PerSeat<Closing>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_its_name_its_words_and_its_faults() {
        let reasons = [
            (Reason::Rules { words: "mate".into() }, "rules", SeatSet::NONE, "mate"),
            (
                Reason::Forfeit { seat: Seat::First, fault: Fault::Exit },
                "forfeit",
                SeatSet::only(Seat::First),
                "forfeit: exit",
            ),
            (
                Reason::Forfeit { seat: Seat::Second, fault: Fault::Slow },
                "forfeit",
                SeatSet::only(Seat::Second),
                "forfeit: slow",
            ),
            (
                Reason::DoubleForfeit { first: Fault::Timeout, second: Fault::Exit },
                "double-forfeit",
                SeatSet::BOTH,
                "double forfeit: timeout, exit",
            ),
            (Reason::BothOutOfTime, "both-out-of-time", SeatSet::NONE, "both out of time"),
            (Reason::PlyLimit, "ply-limit", SeatSet::NONE, "limit of plies"),
        ];
        for (reason, name, forfeits, text) in reasons {
            assert_eq!((reason.name(), reason.forfeits()), (name, forfeits));
            assert_eq!(reason.to_string(), text);
            let words = reason.words().map(str::to_owned);
            assert_eq!(Reason::of_parts(name, words, reason.faults()), Some(reason));
        }
        let fault = Some(Fault::Exit);
        for (name, words, faults) in [
            ("rules", None, [None, None]),
            ("rules", Some("mate"), [fault, None]),
            ("forfeit", None, [None, None]),
            ("forfeit", None, [fault, fault]),
            ("forfeit", Some("mate"), [fault, None]),
            ("double-forfeit", None, [fault, None]),
            ("both-out-of-time", None, [fault, fault]),
            ("resigned", None, [None, None]),
        ] {
            assert_eq!(Reason::of_parts(name, words.map(str::to_owned), PerSeat(faults)), None, "{name}");
        }
    }
}
