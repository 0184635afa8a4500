//! Defaults for keys that a text does not have.

use referee::LogRule;
use tournament::{Criterion, Edition, Format, Unopposed};

/// The default maximum number of rounds of a play-off.
const USUAL_PLAY_OFF: u16 = 3;

/// Returns the default ranking criteria of a format.
pub(crate) fn rank(edition: Edition, format: Option<&Format>) -> Vec<Criterion> {
    use Criterion::{Buchholz, BuchholzCut1, HeadToHead, Points, Rating, SonnebornBerger, Wins};
    match (edition, format) {
        (Edition::First, _) | (_, None) => vec![Points],
        (_, Some(Format::RoundRobin(_) | Format::Groups(_))) => {
            vec![Points, HeadToHead, Wins, SonnebornBerger]
        }
        (_, Some(Format::Swiss(_))) => vec![Points, BuchholzCut1, Buchholz, HeadToHead],
        (_, Some(Format::Ladder(_))) => vec![Rating],
        (_, Some(_)) => vec![Points, Wins],
    }
}

/// Returns the default maximum number of rounds of a play-off at a cut.
pub(crate) const fn play_off(edition: Edition) -> u16 {
    match edition {
        Edition::First => 0,
        Edition::Second | Edition::Third => USUAL_PLAY_OFF,
    }
}

/// Returns the default for rounds without any opponent left.
pub(crate) const fn unopposed(edition: Edition) -> Unopposed {
    match edition {
        Edition::First | Edition::Second => Unopposed::Count,
        Edition::Third => Unopposed::Ignore,
    }
}

/// Returns the rule for the parts of a log that a run keeps.
pub(crate) const fn logs(edition: Edition) -> LogRule {
    match edition {
        Edition::First | Edition::Second => LogRule::First,
        Edition::Third => LogRule::Second,
    }
}
