//! The readers of a site.

use game::PerSeat;
use ledger::MatchRow;
use tournament::EntrantId;

/// The readers of a site, which determine how much private data it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// Everyone: nothing is private.
    Public,
    /// One entrant, who may know everything about its own seat.
    Entrant(EntrantId),
    /// The organiser, who may know everything about every seat.
    Organiser,
}

impl Tier {
    /// Returns the tier's name in the data.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Tier::Public => "public",
            Tier::Entrant(_) => "entrant",
            Tier::Organiser => "all",
        }
    }

    /// Returns the entrant that the site is for; `None` if it is not for a single entrant.
    pub(crate) const fn reader(self) -> Option<EntrantId> {
        match self {
            Tier::Entrant(id) => Some(id),
            Tier::Public | Tier::Organiser => None,
        }
    }

    /// Returns the seats of a match about which the reader may know everything.
    pub(crate) fn sees(self, row: &MatchRow) -> PerSeat<bool> {
        row.entrants.map(|entrant| self.knows(entrant))
    }

    /// Returns `true` if the reader may know everything about an entrant.
    pub(crate) fn knows(self, entrant: EntrantId) -> bool {
        match self {
            Tier::Public => false,
            Tier::Entrant(reader) => entrant == reader,
            Tier::Organiser => true,
        }
    }
}
