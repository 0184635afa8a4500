//! Counts made while the matches are read. Their size does not grow with the number of matches.

use std::collections::BTreeMap;

use game::PerSeat;
use ledger::MatchRow;
use referee::{Failure, Fault, Played, Ticks};

use crate::model::{FaultKind, LengthClass, Lengths, MoveTimes};

/// Approximate number of classes of the histogram of lengths.
const CLASSES: u32 = 30;

/// Counts over all matches.
#[derive(Debug)]
pub(crate) struct Census {
    /// Number of matches by number of plies.
    lengths: BTreeMap<u32, u64>,
    /// The times of each entrant's moves.
    times: Vec<Sketch>,
    /// Number of failed seats, by fault.
    faults: BTreeMap<Fault, u64>,
    /// Number of failed seats, by the failure's name.
    failures: BTreeMap<String, u64>,
    /// Number of matches.
    played: u64,
}

impl Census {
    /// Returns an empty census for the given number of entrants.
    pub(crate) fn new(entrants: usize) -> Census {
        Census {
            lengths: BTreeMap::new(),
            times: vec![Sketch::default(); entrants],
            faults: BTreeMap::new(),
            failures: BTreeMap::new(),
            played: 0,
        }
    }

    /// Adds a match.
    pub(crate) fn add(&mut self, row: &MatchRow, played: &[Played], failures: &PerSeat<Option<Failure>>) {
        self.played += 1;
        *self.lengths.entry(row.plies).or_default() += 1;
        for entry in played {
            if let Some(sketch) = self.times.get_mut(row.entrants[entry.seat].index()) {
                sketch.add(entry.spent);
            }
        }
        for failure in failures.0.iter().flatten() {
            *self.faults.entry(failure.fault).or_default() += 1;
            *self.failures.entry(failure.name()).or_default() += 1;
        }
    }

    /// Returns the histogram of lengths in classes of a round width.
    pub(crate) fn lengths(&self) -> Lengths {
        let (Some((&least, _)), Some((&most, _))) =
            (self.lengths.first_key_value(), self.lengths.last_key_value())
        else {
            return Lengths::default();
        };
        let width = round_width((most - least) / CLASSES + 1);
        let first = least / width;
        let count = (most / width - first + 1) as usize;
        let mut classes: Vec<LengthClass> = (first..)
            .take(count)
            .map(|class| LengthClass { from: class * width, to: class * width + (width - 1), matches: 0 })
            .collect();
        for (plies, matches) in &self.lengths {
            classes[(plies / width - first) as usize].matches += matches;
        }
        Lengths { classes, least, median: self.median_length(), most }
    }

    fn median_length(&self) -> u32 {
        let mut seen = 0;
        let half = self.lengths.iter().find(|&(_, matches)| {
            seen += matches;
            2 * seen >= self.played
        });
        half.map_or(0, |(&plies, _)| plies)
    }

    /// Returns the move times of the entrants that moved.
    pub(crate) fn times(&self) -> Vec<MoveTimes> {
        let moved = self.times.iter().enumerate().filter(|(_, sketch)| sketch.moves > 0);
        moved
            .map(|(entrant, sketch)| MoveTimes {
                entrant,
                moves: sketch.moves,
                tenth: sketch.part(1, 10).into(),
                median: sketch.part(1, 2).into(),
                nine_tenths: sketch.part(9, 10).into(),
                most: sketch.most.into(),
            })
            .collect()
    }

    /// Returns the faults, the most frequent first.
    pub(crate) fn faults(&self) -> Vec<FaultKind> {
        kinds(self.faults.iter().map(|(fault, &count)| FaultKind { name: fault.to_string(), count }))
    }

    /// Returns the failures by name, the most frequent first.
    pub(crate) fn failures(&self) -> Vec<FaultKind> {
        kinds(self.failures.iter().map(|(name, &count)| FaultKind { name: name.clone(), count }))
    }
}

/// Sorts kinds by frequency, the most frequent first, then by name.
fn kinds(counted: impl Iterator<Item = FaultKind>) -> Vec<FaultKind> {
    let mut kinds: Vec<FaultKind> = counted.collect();
    kinds.sort_by(|one, other| other.count.cmp(&one.count).then_with(|| one.name.cmp(&other.name)));
    kinds
}

/// Returns the least of 1, 2 or 5 times a power of ten that is at least `least`.
fn round_width(least: u32) -> u32 {
    let powers = std::iter::successors(Some(1_u32), |power| power.checked_mul(10));
    let widths = powers.flat_map(|power| [1, 2, 5].map(|factor| power.saturating_mul(factor)));
    widths.into_iter().find(|&width| width >= least).unwrap_or(least)
}

/// The distribution of times to within a sixteenth: exact below 16 ticks, with sixteen classes per octave above.
#[derive(Clone, Debug, Default)]
struct Sketch {
    counts: Vec<u64>,
    moves: u64,
    most: Ticks,
}

/// Classes per octave, as a number of bits.
const BITS: u32 = 4;

impl Sketch {
    fn add(&mut self, time: Ticks) {
        let class = class(time.0);
        if self.counts.len() <= class {
            self.counts.resize(class + 1, 0);
        }
        self.counts[class] += 1;
        self.moves += 1;
        self.most = self.most.max(time);
    }

    /// Returns a time that the fraction `part / of` of the moves did not exceed.
    fn part(&self, part: u64, of: u64) -> Ticks {
        let wanted = (self.moves * part).div_ceil(of);
        let mut seen = 0;
        let class = self.counts.iter().position(|count| {
            seen += count;
            seen >= wanted
        });
        class.map_or(self.most, |class| Ticks(upper(class)).min(self.most))
    }
}

fn class(ticks: u64) -> usize {
    let octave = (u64::BITS - ticks.leading_zeros()).saturating_sub(BITS + 1);
    (octave as usize) * (1 << BITS) + (ticks >> octave) as usize
}

/// Returns the greatest number of ticks of a class.
fn upper(class: usize) -> u64 {
    let size = 1 << BITS;
    let octave = (class / size).saturating_sub(1);
    let within = (class - octave * size) as u64;
    ((within + 1) << octave).wrapping_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_time_is_in_its_class() {
        let numbers = (0..64)
            .flat_map(|shift| [0, 1, 7].map(|more| (1_u64 << shift).saturating_add(more << shift >> 3)));
        let mut last = (0, 0);
        for ticks in [0, 2, 15, 16, 17, 31, 32, 33].into_iter().chain(numbers).chain([u64::MAX]) {
            let class = class(ticks);
            assert!(ticks <= upper(class), "{ticks}");
            assert!(class == 0 || ticks > upper(class - 1), "{ticks}");
            if ticks > last.0 {
                assert!(class >= last.1);
            }
            last = (ticks, class);
        }
        assert_eq!(upper(class(u64::MAX)), u64::MAX);
    }

    #[test]
    fn parts_are_right_to_a_sixteenth() {
        let mut sketch = Sketch::default();
        (1..=1000).for_each(|time| sketch.add(Ticks(time * 1000)));
        for (part, exact) in [(1, 100_000), (5, 500_000), (9, 900_000), (10, 1_000_000)] {
            let found = sketch.part(part, 10).0;
            assert!(found >= exact && found <= exact + exact / 16, "{part}: {found}");
        }
    }

    #[test]
    fn lengths_are_put_into_classes_of_a_round_width() {
        let mut census = Census::new(0);
        census.lengths = [(7, 1), (64, 4), (95, 2)].into();
        census.played = 7;
        let lengths = census.lengths();
        assert_eq!((lengths.least, lengths.median, lengths.most), (7, 64, 95));
        assert_eq!(lengths.classes.first(), Some(&LengthClass { from: 5, to: 9, matches: 1 }));
        assert_eq!(lengths.classes.last(), Some(&LengthClass { from: 95, to: 99, matches: 2 }));
        assert_eq!(lengths.classes.iter().map(|class| class.matches).sum::<u64>(), 7);
    }
}
