//! Numbers in LEB128: seven bits per byte, the lowest first.

/// Appends a number.
pub fn push(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reasons why a number cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// The bytes end in the middle of the number.
    Truncated,
    /// The number does not fit into 64 bits.
    TooLarge,
}

/// Removes a number from the front of the bytes.
///
/// # Errors
/// When the bytes do not begin with a number that fits into 64 bits.
pub fn pull(bytes: &mut &[u8]) -> Result<u64, Unreadable> {
    let mut number = 0u64;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first().ok_or(Unreadable::Truncated)?;
        *bytes = rest;
        let part = u64::from(byte & 0x7F);
        if shift == 63 && part > 1 {
            return Err(Unreadable::TooLarge);
        }
        number |= part << shift;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(Unreadable::TooLarge)
}
