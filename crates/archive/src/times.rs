//! Times: exact, or rounded to a byte.

use referee::Ticks;

/// How times are archived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Times {
    /// To the tick.
    Exact,
    /// In one byte, logarithmic: at most an eighth off, exact below 8 ticks.
    Rounded,
}

/// Classes an octave, as bits.
const BITS: u32 = 2;
/// Every time has a class below this.
const CLASSES: u8 = 252;

/// The class of a time.
pub(crate) fn class(ticks: Ticks) -> u8 {
    let octave = (u64::BITS - ticks.0.leading_zeros()).saturating_sub(BITS + 1);
    (octave << BITS) as u8 + (ticks.0 >> octave) as u8
}

/// The time in the middle of a class; `None` if there is no such class.
pub(crate) fn middle(class: u8) -> Option<Ticks> {
    if class >= CLASSES {
        return None;
    }
    let octave = u32::from(class >> BITS).saturating_sub(1);
    let least = (u64::from(class) - u64::from(octave << BITS)) << octave;
    Some(Ticks(least + ((1 << octave) >> 1)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_class_holds_its_middle() {
        for number in 0..=u8::MAX {
            assert_eq!(middle(number).map(class), (number < CLASSES).then_some(number));
        }
        assert_eq!(class(Ticks(u64::MAX)), CLASSES - 1);
    }

    proptest! {
        #[test]
        fn a_rounded_time_is_at_most_an_eighth_off(shift in 0..64, ticks in any::<u64>()) {
            let ticks = ticks >> shift;
            let rounded = middle(class(Ticks(ticks))).unwrap().0;
            prop_assert!(rounded.abs_diff(ticks) <= ticks / 8, "{} is rounded to {}", ticks, rounded);
        }
    }
}
