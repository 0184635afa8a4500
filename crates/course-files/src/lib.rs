//! Files of course systems such as Moodle and Canvas. Pure: bytes in, values or bytes out.
//!
//! - [`archives`]: archives of hand-ins, with the sender of each file.
//! - [`gradebook`]: grades and comments in a course system's own CSV file.
//! - [`cell`]: cells of CSV files for spreadsheets, which take none of them for a formula.

pub mod archives;
pub mod cell;
pub mod gradebook;
