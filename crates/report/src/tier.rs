//! Who a site is for.

use game::PerSeat;
use ledger::MatchRow;
use tournament::EntrantId;

/// Who a site is for: what is private in it depends on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tier {
    /// Everybody: nothing is private.
    Public,
    /// One entrant, who may know everything about its own seat.
    Entrant(EntrantId),
    /// The organiser, who may know everything about every seat.
    Organiser,
}

impl Tier {
    /// The word in the data.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Tier::Public => "public",
            Tier::Entrant(_) => "entrant",
            Tier::Organiser => "all",
        }
    }

    /// The entrant who reads it, if it is for one.
    pub(crate) const fn reader(self) -> Option<EntrantId> {
        match self {
            Tier::Entrant(id) => Some(id),
            Tier::Public | Tier::Organiser => None,
        }
    }

    /// Of which seats of a match the reader may know everything.
    pub(crate) fn sees(self, row: &MatchRow) -> PerSeat<bool> {
        row.entrants.map(|entrant| self.knows(entrant))
    }

    /// Whether the reader may know everything about an entrant.
    pub(crate) fn knows(self, entrant: EntrantId) -> bool {
        match self {
            Tier::Public => false,
            Tier::Entrant(reader) => entrant == reader,
            Tier::Organiser => true,
        }
    }
}
