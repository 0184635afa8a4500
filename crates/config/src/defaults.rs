//! What a text means by what it does not say.

use tournament::{Criterion, Format, LevelLosers};

/// An edition of the defaults. A run keeps the one that it began with, so that its text always means what it meant then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Defaults {
    /// Tables are ranked by points alone, a lot decides at a cut, and losers of one knockout round are ranked by seed.
    First,
    /// Each format has its usual tie-breaks, who is level at a cut plays on, and losers of one round share a rank.
    #[default]
    Second,
}

/// Rounds of a play-off at most, where the text says nothing.
const USUAL_PLAY_OFF: u16 = 3;

impl Defaults {
    /// The edition of runs that begin now.
    pub const NOW: Defaults = Defaults::Second;

    /// The number by which a run records it.
    pub const fn number(self) -> u32 {
        match self {
            Defaults::First => 1,
            Defaults::Second => 2,
        }
    }

    /// The edition with a number, if this program knows it.
    pub fn numbered(number: u32) -> Option<Defaults> {
        [Defaults::First, Defaults::Second].into_iter().find(|defaults| defaults.number() == number)
    }

    /// What a stage of a format is ranked by.
    pub(crate) fn rank(self, format: Option<&Format>) -> Vec<Criterion> {
        use Criterion::{Buchholz, BuchholzCut1, HeadToHead, Points, Rating, SonnebornBerger, Wins};
        match (self, format) {
            (Defaults::First, _) | (_, None) => vec![Points],
            (_, Some(Format::RoundRobin(_) | Format::Groups(_))) => {
                vec![Points, HeadToHead, Wins, SonnebornBerger]
            }
            (_, Some(Format::Swiss(_))) => vec![Points, BuchholzCut1, Buchholz, HeadToHead],
            (_, Some(Format::Ladder(_))) => vec![Rating],
            (_, Some(_)) => vec![Points, Wins],
        }
    }

    /// Rounds of a play-off at a cut, at most.
    pub(crate) const fn play_off(self) -> u16 {
        match self {
            Defaults::First => 0,
            Defaults::Second => USUAL_PLAY_OFF,
        }
    }

    /// What rank those have who lost in the same round of a knockout.
    pub(crate) const fn level_losers(self) -> LevelLosers {
        match self {
            Defaults::First => LevelLosers::BySeed,
            Defaults::Second => LevelLosers::Shared,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_records_an_edition_by_its_number() {
        for defaults in [Defaults::First, Defaults::Second] {
            assert_eq!(Defaults::numbered(defaults.number()), Some(defaults));
        }
        assert_eq!(Defaults::numbered(0).or(Defaults::numbered(3)), None);
    }
}
