//! Text inputs as editors and spreadsheets save them. Every text file that a person may have written is read through
//! this crate, so that all of them accept the same input.
//!
//! - [`decode`], [`Text`], [`Encoding`]: bytes to text, with or without a byte order mark, in UTF-8 or UTF-16, and
//!   back; [`read`] also turns lone carriage returns into line feeds.
//! - [`Decoder`]: the same for a stream of any length.
//! - [`NotText`]: the reason why bytes are not text: a workbook, another encoding.
//! - [`Records`], [`Cell`], [`Separator`]: the cells of CSV, read strictly; `sep=` lines; [`BYTE_ORDER_MARK`] for CSV
//!   files that people open in a spreadsheet.
//! - [`number`]: a number with a decimal point or comma.

mod decoder;
mod encoding;
mod not_text;
mod number;
mod records;

pub use decoder::Decoder;
pub use encoding::{BYTE_ORDER_MARK, Encoding, Text, decode, read, read_lossy};
pub use not_text::NotText;
pub use number::number;
pub use records::{
    Cell, CellEnd, CsvError, Fault, MOST_COLUMNS, MOST_ROWS, Records, Separator, cell, line_count,
};
