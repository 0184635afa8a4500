//! The result of a game.

use game::{Outcome, PerSeat, Seat, SeatSet};

use crate::{EntrantId, MatchKey};

/// Size of values that are stored inline, in bytes: seven metrics a seat of one byte each, or three of two bytes.
pub(super) const PLACE: usize = 14;

/// The metrics of one game for both seats.
///
/// Many results may wait in memory for others, so small numbers take one or two bytes each.
#[derive(Clone, Debug)]
pub struct Metrics(Form);

#[derive(Clone, Debug)]
enum Form {
    Bytes {
        count: u8,
        values: [i8; PLACE],
    },
    Words {
        count: u8,
        values: [i16; PLACE / 2],
    },
    /// Boxed twice, since the pointer to a slice also holds its length.
    Long(Box<Box<[i64]>>),
}

impl Metrics {
    /// No metrics.
    pub const NONE: Metrics = Metrics(Form::Bytes { count: 0, values: [0; PLACE] });

    /// The metrics of both seats, in the game's order. A shorter list is padded with 0.
    pub fn new(values: PerSeat<&[i64]>) -> Metrics {
        let count = values.0[0].len().max(values.0[1].len());
        let of = |seat: &[i64], index: usize| seat.get(index).copied().unwrap_or(0);
        let all = values.0.into_iter().flat_map(|seat| (0..count).map(move |index| of(seat, index)));
        Metrics::of_both(count, all)
    }

    /// The metrics of both seats, equally many for each: those of the first seat, then those of the second.
    pub(super) fn of_both(count: usize, values: impl Iterator<Item = i64> + Clone) -> Metrics {
        if let Some(values) = in_place::<i8, PLACE>(values.clone()) {
            Metrics(Form::Bytes { count: count as u8, values })
        } else if let Some(values) = in_place::<i16, { PLACE / 2 }>(values.clone()) {
            Metrics(Form::Words { count: count as u8, values })
        } else {
            Metrics(Form::Long(Box::new(values.collect())))
        }
    }

    /// Number of metrics of a seat.
    pub fn len(&self) -> usize {
        match &self.0 {
            Form::Bytes { count, .. } | Form::Words { count, .. } => *count as usize,
            Form::Long(values) => values.len() / 2,
        }
    }

    /// Returns `true` if there are no metrics.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One metric of a seat; 0 past the end.
    pub fn get(&self, seat: Seat, index: usize) -> i64 {
        let count = self.len();
        if index >= count {
            return 0;
        }
        let at = seat.index() * count + index;
        match &self.0 {
            Form::Bytes { values, .. } => i64::from(values[at]),
            Form::Words { values, .. } => i64::from(values[at]),
            Form::Long(values) => values[at],
        }
    }

    /// The metrics of a seat in the game's order.
    pub fn for_seat(&self, seat: Seat) -> impl Iterator<Item = i64> + '_ {
        (0..self.len()).map(move |index| self.get(seat, index))
    }
}

/// The values in an array, if all of them fit.
fn in_place<T: TryFrom<i64> + Default + Copy, const N: usize>(
    values: impl Iterator<Item = i64>,
) -> Option<[T; N]> {
    let mut array = [T::default(); N];
    let mut places = array.iter_mut();
    for value in values {
        *places.next()? = T::try_from(value).ok()?;
    }
    Some(array)
}

impl PartialEq for Metrics {
    fn eq(&self, other: &Metrics) -> bool {
        self.len() == other.len()
            && Seat::BOTH.into_iter().all(|seat| self.for_seat(seat).eq(other.for_seat(seat)))
    }
}

impl Eq for Metrics {}

/// The result of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Win or draw.
    pub outcome: Outcome,
    /// The seats that lost by a fault: none when the game ended by its rules, both in a double forfeit.
    pub forfeits: SeatSet,
    /// The metrics of the final position.
    pub metrics: Metrics,
    /// A hash of start position and actions, to recognise copies ([`copies`](crate::copies())): equal exactly when both
    /// are; 0 if unknown.
    pub content: u64,
}

impl GameResult {
    /// A result without faults, metrics or content, for tests and examples.
    pub fn plain(outcome: Outcome) -> GameResult {
        GameResult { outcome, forfeits: SeatSet::NONE, metrics: Metrics::NONE, content: 0 }
    }
}

/// A game that was played: its place in the schedule, its seats and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The match.
    pub key: MatchKey,
    /// The entrants by seat.
    pub seats: PerSeat<EntrantId>,
    /// Its result.
    pub result: GameResult,
}

impl GameRecord {
    /// The seat of an entrant; `None` if it did not take part.
    pub fn seat_of(&self, entrant: EntrantId) -> Option<Seat> {
        Seat::BOTH.into_iter().find(|&seat| self.seats[seat] == entrant)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn metrics_keep_every_number(first in prop::collection::vec(prop_oneof![8 => -9i64..99, 1 => -300i64..300, 1 => any::<i64>()], 0..9)) {
            let second: Vec<i64> = first.iter().rev().copied().collect();
            let metrics = Metrics::new(PerSeat::new(&first, &second));
            prop_assert_eq!(metrics.for_seat(Seat::First).collect::<Vec<_>>(), first);
            prop_assert_eq!(metrics.for_seat(Seat::Second).collect::<Vec<_>>(), second);
        }
    }

    #[test]
    fn a_short_list_is_filled_with_zeros() {
        let metrics = Metrics::new(PerSeat::new(&[7, 8], &[9]));
        assert_eq!(metrics.for_seat(Seat::Second).collect::<Vec<_>>(), [9, 0]);
        assert_eq!(metrics.get(Seat::First, 5), 0);
    }

    #[test]
    fn a_result_takes_32_bytes_while_it_waits() {
        assert_eq!(size_of::<GameResult>(), 32);
    }
}
