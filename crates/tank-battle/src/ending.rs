//! The rules that end a game.

/// The rule that ended a game. All ends are scored by points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// A side has lost all its tanks (rule 7).
    NoTanks,
    /// A side has all its surviving tanks in the enemy's base (rule 7).
    AllInBase,
    /// The position has occurred as often as the rules allow (rule 9).
    Repetition,
    /// As many plies as the rules allow have passed without progress (rule 9).
    NoProgress,
}

impl Ending {
    /// The reason as a short phrase.
    pub const fn reason(self) -> &'static str {
        match self {
            Ending::NoTanks => "a side has no tanks left",
            Ending::AllInBase => "all tanks of a side are in the enemy's base",
            Ending::Repetition => "repetition of the position",
            Ending::NoProgress => "no capture and no entry for too long",
        }
    }
}
