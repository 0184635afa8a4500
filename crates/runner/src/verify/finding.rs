//! The result of checking one match.

/// The result of checking one match, from best to worst.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Finding {
    /// The bots played it as recorded.
    Again,
    /// The bots played it as recorded, up to a call that was slow both times. Anything that the moves before it do not
    /// determine rests on the record alone.
    InPart(String),
    /// The recorded result follows from the recorded actions by the rules. Only the record shows that the bots played
    /// them.
    ByRecord,
    /// A bot was slow either in the record or here, but not in both; up to that point all is as recorded.
    Unconfirmed(String),
    /// The match is not as recorded.
    Different(String),
}
