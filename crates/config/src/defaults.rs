//! Defaults for keys that a text does not have.

use referee::LogRule;
use tournament::{Criterion, Edition, Format, Unopposed};

/// The default maximum number of rounds of a play-off.
pub(crate) const PLAY_OFF: u16 = 3;

/// Returns the default ranking criteria of a format.
pub(crate) fn rank(format: Option<&Format>) -> Vec<Criterion> {
    use Criterion::{Buchholz, BuchholzCut1, HeadToHead, Points, Rating, SonnebornBerger, Wins};
    match format {
        None => vec![Points],
        Some(Format::RoundRobin(_) | Format::Groups(_)) => vec![Points, HeadToHead, Wins, SonnebornBerger],
        Some(Format::Swiss(_)) => vec![Points, BuchholzCut1, Buchholz, HeadToHead],
        Some(Format::Ladder(_)) => vec![Rating],
        Some(_) => vec![Points, Wins],
    }
}

/// Returns the default for rounds without any opponent left.
pub(crate) const fn unopposed(edition: Edition) -> Unopposed {
    match edition {
        Edition::Second => Unopposed::Count,
        Edition::Third => Unopposed::Ignore,
    }
}

/// Returns the rule for the parts of a log that a run keeps.
pub(crate) const fn logs(edition: Edition) -> LogRule {
    match edition {
        Edition::Second => LogRule::First,
        Edition::Third => LogRule::Second,
    }
}
