//! What stands between two cells.

use crate::records::Records;

/// What stands between two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// `,`
    Comma,
    /// `;`, usual where a comma is the decimal mark.
    Semicolon,
    /// A tab.
    Tab,
}

/// Records that tell which separator a file has.
const TELLING: usize = 50;

impl Separator {
    const ALL: [Separator; 3] = [Separator::Comma, Separator::Semicolon, Separator::Tab];

    pub(crate) fn byte(self) -> u8 {
        match self {
            Separator::Comma => b',',
            Separator::Semicolon => b';',
            Separator::Tab => b'\t',
        }
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Separator::Comma => "comma",
            Separator::Semicolon => "semicolon",
            Separator::Tab => "tab",
        }
    }

    /// The separator of a text: one by which the first records have equally many cells; of several, the one with the most
    /// columns.
    pub(crate) fn of(text: &str, begin: usize) -> Separator {
        let fit = |separator: Separator| {
            let Ok(records) = Records::read(text, begin, separator.byte(), TELLING) else {
                return (false, 0);
            };
            let mut widths = (0..records.len()).map(|record| records.cells(record).count());
            let width = widths.next().unwrap_or(0);
            (width > 1 && widths.all(|other| other == width), width)
        };
        // Of equals the last is found; a comma is what is most likely.
        Separator::ALL.into_iter().rev().max_by_key(|&separator| fit(separator)).unwrap_or(Separator::Comma)
    }
}
