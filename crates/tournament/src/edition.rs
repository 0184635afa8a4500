//! Editions of the rules that a tournament's text does not state.

/// An edition of the rules that a tournament's text does not state: defaults, and conventions of tables and schedules.
/// A run keeps the edition with which it began, so its text keeps its meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Edition {
    /// Each format has its usual tie-breaks, level entrants at a cut play on, and losers of one round share a rank.
    Second,
    /// Neither side advances from a pairing that both have left, and a later replay does not change who advanced.
    /// Tie-breaks treat unplayed rounds as FIDE's rules do, and rounds without any opponent left do not count.
    #[default]
    Third,
}

impl Edition {
    /// The edition of runs that begin now.
    pub const NOW: Edition = Edition::Third;

    /// The number that identifies it in the record of a run.
    pub const fn number(self) -> u32 {
        match self {
            Edition::Second => 2,
            Edition::Third => 3,
        }
    }

    /// The edition with a number, if this program knows it.
    pub fn numbered(number: u32) -> Option<Edition> {
        [Edition::Second, Edition::Third].into_iter().find(|edition| edition.number() == number)
    }

    /// Returns `true` if an entrant that has left never advances, and later rulings do not change who has advanced.
    pub(crate) fn keeps_to_the_record(self) -> bool {
        self >= Edition::Third
    }

    /// Returns `true` if floats, numbers and tie-breaks follow FIDE's rules for rounds that were not played.
    pub(crate) fn has_fide_unplayed_rounds(self) -> bool {
        self >= Edition::Third
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_records_an_edition_by_its_number() {
        for edition in [Edition::Second, Edition::Third] {
            assert_eq!(Edition::numbered(edition.number()), Some(edition));
        }
        assert_eq!(Edition::numbered(1).or(Edition::numbered(4)), None);
    }
}
