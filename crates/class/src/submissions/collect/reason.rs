//! Why something in an archive is not taken.

use handin::EntryRefusal;
use thiserror::Error;

use crate::Moment;

/// Why something in an archive is not taken, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotTaken {
    /// Names are hidden, and nothing tells whose the number is.
    #[error("only a number says whose it is: give the assignment's worksheet with --worksheet")]
    Hidden,
    /// Canvas, names hidden: no file tells whose it is.
    #[error(
        "names are hidden, and no file of Canvas tells whose it is: show them, and download the archive again"
    )]
    Anonymous,
    /// Only a name says whose it is.
    #[error(
        "only the name \"{name}\" says whose it is: give the assignment's worksheet with --worksheet, or --by-name"
    )]
    NameAlone {
        /// The name.
        name: String,
    },
    /// Nobody in the class has the name.
    #[error("nobody in the class is called \"{name}\"")]
    UnknownName {
        /// The name.
        name: String,
    },
    /// Several in the class have the name.
    #[error("several in the class are called \"{name}\": students {}", ids.join(", "))]
    Namesakes {
        /// The name.
        name: String,
        /// Their ids.
        ids: Vec<String>,
    },
    /// The worksheet has no such row.
    #[error("the worksheet has no \"{what}\": it is of another assignment")]
    NotInWorksheet {
        /// What was looked for.
        what: String,
    },
    /// The worksheet has several such rows.
    #[error("the worksheet has \"{what}\" in line {first} and in line {second}")]
    TwiceInWorksheet {
        /// What was looked for.
        what: String,
        /// The line of the first.
        first: usize,
        /// The line of the second.
        second: usize,
    },
    /// Nobody in the class is the student of a row.
    #[error(
        "line {line} of the worksheet, \"{name}\": no student of the class has its id or address: take the student into \
         the roster, or give --by-name"
    )]
    UnknownRow {
        /// The line.
        line: usize,
        /// The name in it.
        name: String,
    },
    /// A row is two students.
    #[error("line {line} of the worksheet has the id of student {id} and the address of student {email}")]
    Contradiction {
        /// The line.
        line: usize,
        /// Whose id it is.
        id: String,
        /// Whose address it is.
        email: String,
    },
    /// Nobody in the class has this id.
    #[error(
        "no student of the class has the id {user}: give an export of Canvas's gradebook with --worksheet if the class \
         has other ids than Canvas"
    )]
    UnknownUser {
        /// Canvas's `ID`.
        user: u64,
    },
    /// The student of this id has another name.
    #[error(
        "student {user} of the class is called \"{name}\", and the file is of \"{sent}\": give an export of Canvas's \
         gradebook with --worksheet"
    )]
    OtherName {
        /// Canvas's `ID`.
        user: u64,
        /// The name in the class.
        name: String,
        /// The name in the archive.
        sent: String,
    },
    /// Nothing tells when it was received.
    #[error("its time of receipt is unknown: give the assignment's worksheet with --worksheet, or --at")]
    NoTime,
    /// The worksheet's time cannot be read.
    #[error(
        "line {line} of the worksheet: {why}: download it with Moodle's language set to English, or correct the cell"
    )]
    UnreadTime {
        /// The line.
        line: usize,
        /// Why not.
        why: String,
    },
    /// It would be received later than now.
    #[error("it would have been received in the future, at {received}")]
    Future {
        /// When.
        received: Moment,
    },
    /// A file that may be the bot cannot be read.
    #[error("student {student}: {file} cannot be taken, and nothing that came with it: {why}")]
    Unread {
        /// The student's id.
        student: String,
        /// The file's name.
        file: String,
        /// Why it cannot be read.
        why: EntryRefusal,
    },
    /// No file is a bot.
    #[error("none of its files is a bot: a .wasm file or a script")]
    NoBot,
    /// Several files may be the bot.
    #[error("several of its files may be the bot ({}), and not exactly one is named bot", names.join(", "))]
    SeveralBots {
        /// Their names.
        names: Vec<String>,
    },
}
