//! A table of every entrant against every other.

use std::ops::Range;

use crate::{EntrantId, Past, Side};

/// The results of all games between two entrants, from the point of view of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Encounter {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Encounter {
    /// Number of games that count.
    pub const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points per game, a win counting one and a draw half; 0 without games.
    pub fn share(self) -> f64 {
        let points = f64::from(self.wins) + f64::from(self.draws) / 2.0;
        points / f64::from(self.games().max(1))
    }

    pub(crate) fn add(&mut self, other: Encounter) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// `crosstable[row][column]`: the row's entrant against the column's, n x n for n entrants in the given order; `None`
/// on the diagonal and where no game that counts was played.
///
/// Takes all stages that are to be shown together.
pub fn crosstable<'a>(
    stages: impl IntoIterator<Item = &'a Past>,
    order: &[EntrantId],
) -> Vec<Vec<Option<Encounter>>> {
    crosstable_rows(stages, order, 0..order.len())
}

/// Some rows of [`crosstable`], for callers without room for all of them at once.
///
/// # Panics
/// If there are fewer entrants.
pub fn crosstable_rows<'a>(
    stages: impl IntoIterator<Item = &'a Past>,
    order: &[EntrantId],
    rows: Range<usize>,
) -> Vec<Vec<Option<Encounter>>> {
    let places = order.iter().map(|entrant| entrant.index() + 1).max().unwrap_or(0);
    let mut place: Vec<Option<usize>> = vec![None; places];
    for (at, entrant) in order.iter().enumerate() {
        place[entrant.index()] = Some(at);
    }
    let place = |entrant: EntrantId| place.get(entrant.index()).copied().flatten();
    let mut table = vec![vec![None; order.len()]; rows.len()];
    for (one, other, encounter) in stages.into_iter().flat_map(encounters) {
        let row = place(one).filter(|row| rows.contains(row));
        if let (Some(row), Some(column)) = (row, place(other)) {
            table[row - rows.start][column].get_or_insert_with(Encounter::default).add(encounter);
        }
    }
    table
}

/// The results of all games of one entrant against another in a stage.
pub fn head_to_head(past: &Past, one: EntrantId, other: EntrantId) -> Encounter {
    let mut sum = Encounter::default();
    for (_, _, encounter) in encounters(past).filter(|&(row, column, _)| (row, column) == (one, other)) {
        sum.add(encounter);
    }
    sum
}

/// Every pairing with games that count, from both sides.
pub(crate) fn encounters(past: &Past) -> impl Iterator<Item = (EntrantId, EntrantId, Encounter)> + '_ {
    let pairings = past.rounds().iter().flat_map(|played| played.round.pairings.iter().zip(&played.scores));
    let played = pairings.filter(|(_, score)| score.games() > 0);
    played.flat_map(|(pairing, score)| {
        Side::BOTH.map(|side| {
            let encounter = Encounter {
                wins: u32::from(score.wins[side.index()]),
                draws: u32::from(score.draws),
                losses: u32::from(score.wins[side.other().index()]) + u32::from(score.lost_by_both),
            };
            (pairing.entrant(side), pairing.entrant(side.other()), encounter)
        })
    })
}
