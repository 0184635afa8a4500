//! The ways in which a bot can fail.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The kind of a bot's failure. Each has a name for records and reports that never changes its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// The time for the move or the game ran out.
    Timeout,
    /// The start of the instance exceeded its own limit.
    StartTimeout,
    /// The module trapped in a match in which it had been refused memory.
    OutOfMemory,
    /// The module trapped.
    Trap(TrapKind),
    /// The answer is an action of the game, but not legal here.
    IllegalAction,
    /// The answer is negative, 2^53 or more, or not an action of the game.
    BadAnswer,
    /// `muster_buffer` returned an address that is not 8-byte aligned or lies outside memory.
    BadBuffer,
    /// The bot passed a host call a pointer or length outside memory.
    BadPointer,
    /// The bot ended its own program.
    Exit,
    /// A program printed a line that is neither a move nor a request.
    BadLine,
    /// A program waited for more input instead of answering.
    NoAnswer,
    /// The bot used far more processor time than its virtual time allows: see [`CpuGuard`](crate::CpuGuard).
    Slow,
}

/// The kinds of traps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TrapKind {
    /// The `unreachable` instruction. A panic or an abort compiles to it, too.
    Unreachable,
    /// The wasm stack overflowed, most often by infinite recursion.
    StackOverflow,
    /// Access beyond the end of memory.
    MemoryOutOfBounds,
    /// Access beyond the end of a table.
    TableOutOfBounds,
    /// A call through an empty table entry.
    NullCall,
    /// A call through a table entry with another signature.
    BadSignature,
    /// A division whose result does not fit.
    IntegerOverflow,
    /// A division by zero.
    DivisionByZero,
    /// A conversion of a float that does not fit the integer type, or of NaN.
    BadConversion,
    /// Any other trap.
    Other,
}

impl TrapKind {
    /// All kinds.
    pub const ALL: [TrapKind; 10] = [
        TrapKind::Unreachable,
        TrapKind::StackOverflow,
        TrapKind::MemoryOutOfBounds,
        TrapKind::TableOutOfBounds,
        TrapKind::NullCall,
        TrapKind::BadSignature,
        TrapKind::IntegerOverflow,
        TrapKind::DivisionByZero,
        TrapKind::BadConversion,
        TrapKind::Other,
    ];

    const fn word(self) -> &'static str {
        match self {
            TrapKind::Unreachable => "unreachable",
            TrapKind::StackOverflow => "stack-overflow",
            TrapKind::MemoryOutOfBounds => "memory-out-of-bounds",
            TrapKind::TableOutOfBounds => "table-out-of-bounds",
            TrapKind::NullCall => "null-call",
            TrapKind::BadSignature => "bad-signature",
            TrapKind::IntegerOverflow => "integer-overflow",
            TrapKind::DivisionByZero => "division-by-zero",
            TrapKind::BadConversion => "bad-conversion",
            TrapKind::Other => "other",
        }
    }
}

impl Fault {
    /// Returns one sentence on what the bot's author can do about it.
    pub const fn advice(self) -> &'static str {
        match self {
            Fault::Timeout => {
                "offer a move early (`offer`) and look at the time left (`remaining`) while searching; the game's time \
                 must last for all moves"
            }
            Fault::StartTimeout => {
                "do less in the start: make tables when they are first needed, or at build time"
            }
            Fault::OutOfMemory => "ask for less memory, or check whether `memory.grow` returned -1",
            Fault::Trap(TrapKind::Unreachable) => {
                "log what you know before it fails; the backtrace names the function that gave up"
            }
            Fault::Trap(TrapKind::StackOverflow) => {
                "bound the depth of the recursion, or link with a larger stack (`-z stack-size`)"
            }
            Fault::Trap(TrapKind::MemoryOutOfBounds | TrapKind::TableOutOfBounds) => {
                "check the indices of arrays in the function that the backtrace names first"
            }
            Fault::Trap(TrapKind::NullCall | TrapKind::BadSignature) => {
                "check the function pointers in the function that the backtrace names first"
            }
            Fault::Trap(TrapKind::IntegerOverflow | TrapKind::DivisionByZero) => {
                "check the divisor in the function that the backtrace names first"
            }
            Fault::Trap(TrapKind::BadConversion) => {
                "check the float before it is converted, in the function that the backtrace names first"
            }
            Fault::Trap(TrapKind::Other) => "look at the function that the backtrace names first",
            Fault::IllegalAction => {
                "choose from what `legal_actions` lists; `muster game moves` prints the same list"
            }
            Fault::BadAnswer => {
                "make answers with the kit's functions, or choose from what `legal_actions` lists"
            }
            Fault::BadBuffer => {
                "return the address of a static array that is aligned to 8 bytes and as long as asked for"
            }
            Fault::BadPointer => "check the address and the length that are given to the host call",
            Fault::Exit => {
                "return from the function that is asked instead of ending the program; a program that reads lines goes on \
                 reading until it is stopped"
            }
            Fault::BadLine => {
                "print moves as the reply to `legal` lists them; what is for the log begins with `#`, or goes to standard \
                 error"
            }
            Fault::NoAnswer => {
                "print one move for each `move?`, with a line break, and flush the output (`fflush(stdout)`)"
            }
            Fault::Slow => {
                "touch less memory at random: time in caches and page faults is not counted as virtual time"
            }
        }
    }

    /// Returns all faults, with every kind of trap.
    pub fn all() -> impl Iterator<Item = Fault> {
        [
            Fault::Timeout,
            Fault::StartTimeout,
            Fault::OutOfMemory,
            Fault::IllegalAction,
            Fault::BadAnswer,
            Fault::BadBuffer,
            Fault::BadPointer,
            Fault::Exit,
            Fault::BadLine,
            Fault::NoAnswer,
            Fault::Slow,
        ]
        .into_iter()
        .chain(TrapKind::ALL.map(Fault::Trap))
    }

    /// Returns its meaning in a sentence for the bot's author.
    pub const fn explanation(self) -> &'static str {
        match self {
            Fault::Timeout => "the time for the move or for the game was used up before the bot answered",
            Fault::StartTimeout => "starting the instance used up the time that is allowed for it",
            Fault::OutOfMemory => {
                "the bot asked for more memory than its limit, was refused, and then trapped"
            }
            Fault::Trap(kind) => match kind {
                TrapKind::Unreachable => {
                    "the bot ran into `unreachable`: a panic, an abort or a failed assertion"
                }
                TrapKind::StackOverflow => "the bot used up its stack: most often recursion without end",
                TrapKind::MemoryOutOfBounds => "the bot read or wrote beyond the end of its memory",
                TrapKind::TableOutOfBounds => "the bot used a table entry that does not exist",
                TrapKind::NullCall => "the bot called a function pointer that was never set",
                TrapKind::BadSignature => "the bot called a function pointer of another type",
                TrapKind::IntegerOverflow => "the bot divided the smallest integer by minus one",
                TrapKind::DivisionByZero => "the bot divided an integer by zero",
                TrapKind::BadConversion => "the bot converted a float that is not an integer of that type",
                TrapKind::Other => "the bot trapped",
            },
            Fault::IllegalAction => "the answer is an action of the game, but the rules do not allow it here",
            Fault::BadAnswer => {
                "the answer is not an action of the game: negative, 2^53 or more, or an unused code"
            }
            Fault::BadBuffer => {
                "muster_buffer gave an address that is not aligned to 8 bytes or does not lie in the bot's memory"
            }
            Fault::BadPointer => "the bot gave a host call a pointer or length outside its memory",
            Fault::Exit => "the bot ended its own program instead of answering",
            Fault::BadLine => "the bot printed a line that is neither a move nor a request",
            Fault::NoAnswer => "the bot waited for more input instead of answering",
            Fault::Slow => "the bot used far more processor time than its virtual time allows",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Timeout => f.write_str("timeout"),
            Fault::StartTimeout => f.write_str("start-timeout"),
            Fault::OutOfMemory => f.write_str("out-of-memory"),
            Fault::Trap(kind) => write!(f, "trap({})", kind.word()),
            Fault::IllegalAction => f.write_str("illegal-action"),
            Fault::BadAnswer => f.write_str("bad-answer"),
            Fault::BadBuffer => f.write_str("bad-buffer"),
            Fault::BadPointer => f.write_str("bad-pointer"),
            Fault::Exit => f.write_str("exit"),
            Fault::BadLine => f.write_str("bad-line"),
            Fault::NoAnswer => f.write_str("no-answer"),
            Fault::Slow => f.write_str("slow"),
        }
    }
}

/// A name that is not a fault's.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a fault")]
pub struct UnknownFault(String);

impl FromStr for Fault {
    type Err = UnknownFault;

    fn from_str(text: &str) -> Result<Fault, UnknownFault> {
        Fault::all().find(|fault| fault.to_string() == text).ok_or_else(|| UnknownFault(text.to_owned()))
    }
}

/// One failure of a bot, with the details needed to understand it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    /// The kind of failure.
    pub fault: Fault,
    /// The details in words: the answer given, the limit exceeded.
    pub detail: String,
    /// The wasm backtrace of a trap, innermost function first; empty otherwise.
    pub backtrace: Vec<String>,
}

impl Failure {
    /// A failure without a backtrace.
    pub fn new(fault: Fault, detail: impl Into<String>) -> Failure {
        Failure { fault, detail: detail.into(), backtrace: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fault_names_round_trip_and_are_unique() {
        let faults: Vec<Fault> = Fault::all().collect();
        for fault in &faults {
            assert_eq!(fault.to_string().parse(), Ok(*fault));
        }
        let mut names: Vec<String> = faults.iter().map(ToString::to_string).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), faults.len());
        assert!("trap(tea)".parse::<Fault>().is_err());
    }

    #[test]
    fn every_fault_has_words_and_advice_of_a_sentence() {
        for fault in Fault::all() {
            for text in [fault.explanation(), fault.advice()] {
                assert!(!text.is_empty() && !text.ends_with('.') && !text.contains("  "), "{fault}: {text}");
            }
        }
    }
}
