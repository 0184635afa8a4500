//! Columns as bytes, each preceded by its length.

use referee::leb128::{Unreadable, pull, push};

use crate::archive::ArchiveError;

/// Appends a column.
pub(crate) fn push_column(bytes: &mut Vec<u8>, column: &[u8]) {
    push(bytes, column.len() as u64);
    bytes.extend_from_slice(column);
}

/// Encodes a column of numbers as LEB128.
pub(crate) fn numbers(values: impl Iterator<Item = u64>) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(values.size_hint().0);
    values.for_each(|value| push(&mut bytes, value));
    bytes
}

/// Maps a signed number to an unsigned one: 0, -1, 1, -2 become 0, 1, 2, 3.
pub(crate) const fn zigzag(number: i64) -> u64 {
    (number as u64) << 1 ^ (number >> 63) as u64
}

/// Reverses [`zigzag`].
pub(crate) const fn unzigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

/// A column that is being read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column<'a> {
    name: &'static str,
    rest: &'a [u8],
}

impl<'a> Column<'a> {
    /// Returns all bytes of an archive after its head as one column.
    pub(crate) fn all(bytes: &'a [u8]) -> Column<'a> {
        Column { name: "end", rest: bytes }
    }

    /// Reads the column that begins here.
    ///
    /// # Errors
    /// If it is longer than the remaining bytes.
    pub(crate) fn column(&mut self, name: &'static str) -> Result<Column<'a>, ArchiveError> {
        let cut = ArchiveError::Truncated { column: name };
        let length = pull(&mut self.rest).map_err(|_| cut.clone())?;
        let length = usize::try_from(length).map_err(|_| cut.clone())?;
        let (column, rest) = self.rest.split_at_checked(length).ok_or(cut)?;
        self.rest = rest;
        Ok(Column { name, rest: column })
    }

    /// Returns the number of remaining bytes. Every value takes at least one.
    pub(crate) fn left(&self) -> usize {
        self.rest.len()
    }

    /// Reads the next number.
    ///
    /// # Errors
    /// At the end of the column, or if the number does not fit.
    pub(crate) fn number(&mut self) -> Result<u64, ArchiveError> {
        pull(&mut self.rest).map_err(|why| match why {
            Unreadable::Truncated => ArchiveError::Truncated { column: self.name },
            Unreadable::TooLarge => self.invalid(),
        })
    }

    /// Reads the next 32-bit number.
    ///
    /// # Errors
    /// At the end of the column, or if the number does not fit.
    pub(crate) fn small(&mut self) -> Result<u32, ArchiveError> {
        u32::try_from(self.number()?).map_err(|_| self.invalid())
    }

    /// Reads the next byte.
    ///
    /// # Errors
    /// At the end of the column.
    pub(crate) fn byte(&mut self) -> Result<u8, ArchiveError> {
        self.bytes(1).map(|bytes| bytes[0])
    }

    /// Reads the next bytes.
    ///
    /// # Errors
    /// If there are fewer.
    pub(crate) fn bytes(&mut self, count: usize) -> Result<&'a [u8], ArchiveError> {
        let cut = ArchiveError::Truncated { column: self.name };
        let (bytes, rest) = self.rest.split_at_checked(count).ok_or(cut)?;
        self.rest = rest;
        Ok(bytes)
    }

    /// Ends the column.
    ///
    /// # Errors
    /// If it has remaining bytes.
    pub(crate) fn end(self) -> Result<(), ArchiveError> {
        if self.rest.is_empty() { Ok(()) } else { Err(ArchiveError::Surplus { column: self.name }) }
    }

    /// Returns the error for an invalid value of this column.
    pub(crate) fn invalid(&self) -> ArchiveError {
        ArchiveError::Invalid { column: self.name }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_of_either_sign_stay_small() {
        for (number, folded) in [(0, 0), (-1, 1), (1, 2), (i64::MAX, u64::MAX - 1), (i64::MIN, u64::MAX)] {
            assert_eq!(zigzag(number), folded);
            assert_eq!(unzigzag(folded), number);
        }
    }
}
