//! Fingerprints: numbers that are equal for equal contents.

/// A fingerprint. Its bits are the same on every machine.
pub type Fingerprint = u64;

/// Returns the fingerprint of an ordered list.
pub(crate) fn of_list(items: impl IntoIterator<Item = Fingerprint>) -> Fingerprint {
    items.into_iter().fold(0x9e37_79b9_7f4a_7c15, mix)
}

/// Returns the fingerprint of bytes.
pub(crate) fn of_bytes(bytes: &[u8]) -> Fingerprint {
    of_list(bytes.iter().map(|byte| u64::from(*byte)))
}

/// Combines a fingerprint with the next one, by the finalizer of splitmix64 (Steele, Lea and Flood 2014).
pub(crate) fn mix(before: Fingerprint, next: u64) -> Fingerprint {
    let mut bits = before.rotate_left(23) ^ next.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// Turns prints into a set: sorted and without duplicates.
pub(crate) fn as_set(mut prints: Vec<Fingerprint>) -> Vec<Fingerprint> {
    prints.sort_unstable();
    prints.dedup();
    prints
}

/// Returns the number of prints that two sets share.
pub(crate) fn in_common(one: &[Fingerprint], other: &[Fingerprint]) -> usize {
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
