//! Writes grades into a course system's own CSV file. The cells of one column change, and no other byte.
//!
//! ```
//! use course_files::gradebook::{Decimal, GradeEntry, Sheet, Target, TransferSettings};
//!
//! let file = b"Identifier,Full name,Grade,Last modified (grade)\r\nParticipant 7,\"Doe, Jane\",,-\r\n";
//! let sheet = Sheet::read(file)?;
//! let settings = TransferSettings::new(&sheet, Target::Column(sheet.column("Grade")?), vec![sheet.column("Full name")?]);
//! let jane = GradeEntry { who: "Jane's bot".into(), keys: vec!["Doe, Jane".into()], grade: Decimal::parse("9.5") };
//! let transfer = course_files::gradebook::transfer(&sheet, &settings, &[jane])?;
//! let written = transfer.write(&sheet);
//! assert_eq!(written, b"Identifier,Full name,Grade,Last modified (grade)\r\nParticipant 7,\"Doe, Jane\",9.5,-\r\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! In reading order:
//!
//! - [`Sheet`]: the file, with headings found by name, its [`CourseSystem`], and its rows of students.
//! - [`Decimal`], [`Mark`]: numbers, with a decimal point or comma.
//! - [`TransferSettings`], [`transfer()`], [`Transfer`]: the grades that are written, the cells left unchanged and the reasons,
//!   and everything that the course system would silently skip ([`Caution`], [`Transfer::remarks`]).
//! - [`comment()`], [`Comments`]: the comments that are written for students, and the cells left unchanged.
//!
//! Files are untrusted: every error names line and column, and memory use is bounded by the size of the file. Rows are
//! never guessed: a row belongs to an entry if its cells equal the entry's key.

mod brief;
mod comments;
mod course_system;
mod decimal;
mod error;
mod key;
mod remark;
mod sheet;
mod transfer;
mod transfer_settings;

pub use comments::{Comment, CommentChange, CommentedRow, Comments, comment};
pub use course_system::CourseSystem;
pub use decimal::{Decimal, Mark};
pub use error::{ColumnError, SheetError, TransferError};
pub use key::key;
pub use plaintext::Separator;
pub use sheet::{Column, Row, Sheet};
pub use transfer::{
    Caution, Change, GradeEntry, Matched, Other, Transfer, UnchangedReason, Unmatched, transfer,
};
pub use transfer_settings::{Locked, Target, TransferSettings};

/// Maximum number of bytes of a file.
pub const LONGEST: usize = 64 << 20;
