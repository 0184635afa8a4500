//! Times: exact, or rounded to a byte.

use referee::Ticks;

/// The precision of archived times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Times {
    /// To the tick.
    Exact,
    /// Rounded down by less than a fifth, to one byte on a logarithmic scale; exact below 8 ticks.
    Rounded,
}

/// Number of bits for the classes within an octave.
const BITS: u32 = 2;
/// Upper bound on the class of a time.
const CLASSES: u8 = 252;

/// Returns the class of a time.
pub(crate) fn class(ticks: Ticks) -> u8 {
    let octave = (u64::BITS - ticks.0.leading_zeros()).saturating_sub(BITS + 1);
    (octave << BITS) as u8 + (ticks.0 >> octave) as u8
}

/// Returns the minimum time of a class; `None` if there is no such class.
pub(crate) fn least(class: u8) -> Option<Ticks> {
    if class >= CLASSES {
        return None;
    }
    let octave = u32::from(class >> BITS).saturating_sub(1);
    Some(Ticks((u64::from(class) - u64::from(octave << BITS)) << octave))
}

/// Returns a time as it is read back after rounding.
pub(crate) fn rounded(ticks: Ticks) -> Ticks {
    least(class(ticks)).unwrap_or(ticks)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_class_holds_its_least_time() {
        for number in 0..=u8::MAX {
            assert_eq!(least(number).map(class), (number < CLASSES).then_some(number));
        }
        assert_eq!(class(Ticks(u64::MAX)), CLASSES - 1);
    }

    proptest! {
        #[test]
        fn a_time_is_rounded_down_by_less_than_a_fifth(shift in 0..64, ticks in any::<u64>()) {
            let ticks = ticks >> shift;
            let rounded = rounded(Ticks(ticks)).0;
            prop_assert!(rounded <= ticks && ticks - rounded <= ticks / 5, "{} is rounded to {}", ticks, rounded);
        }
    }
}
