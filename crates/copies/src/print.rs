//! Fingerprints: numbers that are equal where what they stand for is equal.

/// A fingerprint. Its bits are the same on every machine.
pub type Print = u64;

/// The fingerprint of a list, in its order.
pub(crate) fn of_list(items: impl IntoIterator<Item = Print>) -> Print {
    items.into_iter().fold(0x9e37_79b9_7f4a_7c15, mix)
}

/// The fingerprint of bytes.
pub(crate) fn of_bytes(bytes: &[u8]) -> Print {
    of_list(bytes.iter().map(|byte| u64::from(*byte)))
}

/// The fingerprint of something, and of what follows it: the finalizer of splitmix64 (Steele, Lea and Flood 2014).
pub(crate) fn mix(before: Print, next: u64) -> Print {
    let mut bits = before.rotate_left(23) ^ next.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// Prints as a set: in order, each once.
pub(crate) fn as_set(mut prints: Vec<Print>) -> Vec<Print> {
    prints.sort_unstable();
    prints.dedup();
    prints
}

/// How many prints two sets have in common.
pub(crate) fn in_common(one: &[Print], other: &[Print]) -> usize {
    let (mut one, mut other) = (one.iter().peekable(), other.iter().peekable());
    let mut common = 0;
    while let (Some(a), Some(b)) = (one.peek(), other.peek()) {
        match a.cmp(b) {
            std::cmp::Ordering::Less => drop(one.next()),
            std::cmp::Ordering::Greater => drop(other.next()),
            std::cmp::Ordering::Equal => {
                common += 1;
                one.next();
                other.next();
            }
        }
    }
    common
}
