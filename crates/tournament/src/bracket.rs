//! The brackets of a knockout, as its schedule draws and plays them.

use crate::EntrantId;

/// A tree of ties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bracket {
    /// The part of the stage that it shows.
    pub part: BracketPart,
    /// Its rounds from left to right.
    pub columns: Vec<BracketColumn>,
}

/// A part of a knockout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BracketPart {
    /// The whole of a single elimination except the match for the third place.
    Main,
    /// The match for the third place.
    ThirdPlace,
    /// The entrants that have not lost.
    Upper,
    /// The entrants that have lost once.
    Lower,
    /// The grand final and its repetition.
    Final,
}

/// A round of a bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BracketColumn {
    /// The round of the stage, from 0.
    pub round: u32,
    /// Its ties from top to bottom.
    pub ties: Vec<Tie>,
}

/// Two places of a bracket, one of whose occupants advances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tie {
    /// The upper place and the lower one.
    pub places: [BracketPlace; 2],
    /// The pairing of the round in which they meet, once it has been made.
    pub pairing: Option<u32>,
    /// The occupant of the place that the tie leads to; empty if neither side advances.
    pub winner: BracketPlace,
    /// `true` if the games left the tie level and the seeds decided.
    pub by_seed: bool,
    /// The tie of the next column that the winner goes to.
    pub leads_to: Option<usize>,
}

/// A place of a bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BracketPlace {
    /// An entrant has it.
    Taken(EntrantId),
    /// It stays empty.
    Empty,
    /// Its entrant is not known yet.
    Open,
}

impl BracketPlace {
    /// The entrant that has the place.
    pub fn entrant(self) -> Option<EntrantId> {
        match self {
            BracketPlace::Taken(entrant) => Some(entrant),
            BracketPlace::Empty | BracketPlace::Open => None,
        }
    }
}

impl Tie {
    /// The loser, which may play on elsewhere; `None` after a bye, or if both sides have left.
    pub(crate) fn loser(&self) -> BracketPlace {
        match (self.places, self.winner) {
            (_, BracketPlace::Open) => BracketPlace::Open,
            ([BracketPlace::Taken(one), BracketPlace::Taken(other)], BracketPlace::Taken(winner)) => {
                BracketPlace::Taken(if winner == one { other } else { one })
            }
            _ => BracketPlace::Empty,
        }
    }

    /// Entrants that do not advance because they have left.
    pub(crate) fn gone(&self) -> impl Iterator<Item = EntrantId> + '_ {
        self.places.iter().filter(|_| self.winner == BracketPlace::Empty).filter_map(|place| place.entrant())
    }

    /// The two entrants of a tie that the seeds decided; `None` if the games decided it.
    pub(crate) fn decided_by_seed(&self) -> Option<[EntrantId; 2]> {
        let [one, other] = self.places.map(BracketPlace::entrant);
        self.by_seed.then_some([one?, other?])
    }
}
