//! The reasons for rejecting a hand-in from an archive.

use handin::EntryRefusal;
use thiserror::Error;

use crate::Moment;

/// Maximum number of file names in a message.
const NAMED: usize = 5;

/// The reason why a hand-in is rejected, with advice.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotTaken {
    /// Names are hidden, and the sender of the number is unknown.
    #[error("only a number says whose it is: give the assignment's worksheet with --worksheet")]
    Hidden,
    /// Canvas with hidden names: no file identifies its sender.
    #[error(
        "names are hidden, and no file of Canvas tells whose it is: show them, and download the archive again"
    )]
    Anonymous,
    /// Only a name identifies the sender.
    #[error(
        "only the name \"{name}\" says whose it is: give the assignment's worksheet with --worksheet, or --by-name"
    )]
    NameAlone {
        /// The name.
        name: String,
    },
    /// No student of the class has the name.
    #[error("no student of the class is called \"{name}\"")]
    UnknownName {
        /// The name.
        name: String,
    },
    /// Several students of the class have the name.
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
        /// The missing value.
        what: String,
    },
    /// The worksheet has several such rows.
    #[error("the worksheet has \"{what}\" in line {first} and in line {second}")]
    TwiceInWorksheet {
        /// The repeated value.
        what: String,
        /// The line of the first.
        first: usize,
        /// The line of the second.
        second: usize,
    },
    /// The row of the number has another name.
    #[error(
        "\"{what}\" in line {line} of the worksheet is \"{name}\", and not \"{sent}\": it is of another assignment, or lacks \
         its column of groups"
    )]
    OtherRow {
        /// The value.
        what: String,
        /// The line.
        line: usize,
        /// The name in it.
        name: String,
        /// The name in the archive.
        sent: String,
    },
    /// A row matches no student of the class.
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
    /// A row matches two students.
    #[error("line {line} of the worksheet has the id of student {id} and the address of student {email}")]
    Contradiction {
        /// The line.
        line: usize,
        /// The student with the id.
        id: String,
        /// The student with the address.
        email: String,
    },
    /// No student of the class is in the group.
    #[error(
        "no student of the class is in the group \"{group}\" of the worksheet, by id or address: take its students into \
         the roster, or give --by-name"
    )]
    UnknownGroup {
        /// The group.
        group: String,
    },
    /// The students of a group are not one team in the class.
    #[error(
        "the group \"{group}\" is students {} of the class, who are not a team there: put them into one in the roster",
        ids.join(", ")
    )]
    NotOneTeam {
        /// The group.
        group: String,
        /// The students' ids.
        ids: Vec<String>,
    },
    /// Students in no group of Moodle handed in together, and they are unknown.
    #[error(
        "it comes from students who are in no group of Moodle, and does not say from which: put them into groups, or \
         give the assignment's worksheet with --worksheet"
    )]
    NoGroup,
    /// No student of the class has this id.
    #[error(
        "no student of the class has the id {user}: give an export of Canvas's gradebook with --worksheet if the class \
         has other ids than Canvas"
    )]
    UnknownUser {
        /// Canvas's `ID`.
        user: u64,
    },
    /// The student with this id has another name.
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
    /// It is from Canvas's test student: a teacher tried the assignment.
    #[error("it is from Canvas's test student")]
    TestStudent,
    /// The time of receipt is unknown.
    #[error("its time of receipt is unknown: give the assignment's worksheet with --worksheet, or --at")]
    NoTime,
    /// The worksheet's time cannot be read.
    #[error(
        "line {line} of the worksheet: {why}: download it with Moodle's language set to English, or correct the cell"
    )]
    UnreadTime {
        /// The line.
        line: usize,
        /// The reason.
        why: String,
    },
    /// The student takes no part.
    #[error("student {student} takes no part: `muster class reinstate` lets the student take part again")]
    Inactive {
        /// The student's id.
        student: String,
    },
    /// The time of receipt would be in the future.
    #[error("it would have been received in the future, at {received}")]
    Future {
        /// Time of receipt.
        received: Moment,
    },
    /// A file that may be the bot cannot be read.
    #[error("student {student}: {file} cannot be taken, and nothing that came with it: {why}")]
    Unread {
        /// The student's id.
        student: String,
        /// The file's name.
        file: String,
        /// The reason.
        why: EntryRefusal,
    },
    /// No readable file was handed in.
    #[error(
        "no file was handed in, perhaps only a text or a link: a bot is a file, which the student has to upload"
    )]
    NoFile,
    /// No file is a bot.
    #[error(
        "none of its files is a bot, a .wasm file or a script (found: {}){}",
        some(files),
        advice.as_ref().map(|advice| format!("; {advice}")).unwrap_or_default()
    )]
    NoBot {
        /// The names of all files.
        files: Vec<String>,
        /// Advice about one of them.
        advice: Option<String>,
    },
    /// Only files of the kit were handed in.
    #[error(
        "only files of the kit were handed in ({}), and no bot: hand in the file with the strategy, too",
        some(files)
    )]
    KitAlone {
        /// The names of the kit's files.
        files: Vec<String>,
    },
    /// Several files may be the bot.
    #[error("several of its files may be the bot ({}), and not exactly one is named bot", some(names))]
    SeveralBots {
        /// Their names.
        names: Vec<String>,
    },
}

impl NotTaken {
    /// Returns the reason in words for the student, without advice for the teacher.
    pub fn for_student(&self) -> String {
        match self {
            NotTaken::NoTime | NotTaken::UnreadTime { .. } | NotTaken::Future { .. } => {
                "nothing says yet when it was received; your teacher was told".to_owned()
            }
            NotTaken::Unread { file, why, .. } => {
                format!("{file} cannot be taken, and nothing that came with it: {why}")
            }
            NotTaken::Inactive { .. } => {
                "you take no part in the class at present; ask your teacher".to_owned()
            }
            other => other.to_string(),
        }
    }

    /// Returns the reason without details of this case, with advice. It is equal for all cases of one kind.
    pub fn sort(&self) -> &'static str {
        match self {
            NotTaken::Hidden => {
                "only a number says whose it is: give the assignment's worksheet with --worksheet"
            }
            NotTaken::Anonymous => {
                "names are hidden, and no file of Canvas tells whose it is: show them, and download the archive again"
            }
            NotTaken::NameAlone { .. } => {
                "only a name says whose it is: give the assignment's worksheet with --worksheet, or --by-name"
            }
            NotTaken::UnknownName { .. } => "no student of the class has the name",
            NotTaken::Namesakes { .. } => "several in the class have the name",
            NotTaken::NotInWorksheet { .. } => "it is not in the worksheet, which is of another assignment",
            NotTaken::TwiceInWorksheet { .. } => "the worksheet has it twice",
            NotTaken::OtherRow { .. } => {
                "its row of the worksheet has another name: it is of another assignment, or lacks its column of groups"
            }
            NotTaken::UnknownRow { .. } => {
                "no student of the class has the id or address of its row: take the student into the roster, or give --by-name"
            }
            NotTaken::Contradiction { .. } => {
                "its row of the worksheet has the id of one student and the address of another"
            }
            NotTaken::UnknownGroup { .. } => {
                "no student of the class is in the group: take its students into the roster, or give --by-name"
            }
            NotTaken::NotOneTeam { .. } => {
                "the students of the group are not a team in the class: put them into one in the roster"
            }
            NotTaken::NoGroup => {
                "students who are in no group of Moodle handed it in: put them into groups, or give the worksheet"
            }
            NotTaken::UnknownUser { .. } => {
                "no student of the class has Canvas's id: give an export of Canvas's gradebook with --worksheet if the class has others"
            }
            NotTaken::OtherName { .. } => {
                "the student of the id has another name: give an export of Canvas's gradebook with --worksheet"
            }
            NotTaken::TestStudent => "it is from Canvas's test student",
            NotTaken::NoTime => {
                "its time of receipt is unknown: give the assignment's worksheet with --worksheet, or --at"
            }
            NotTaken::UnreadTime { .. } => {
                "its time cannot be read: download the worksheet with Moodle's language set to English, or correct the cell"
            }
            NotTaken::Inactive { .. } => {
                "the student takes no part: `muster class reinstate` lets the student take part again"
            }
            NotTaken::Future { .. } => "it would have been received in the future",
            NotTaken::Unread { .. } => "a file that may be the bot cannot be read",
            NotTaken::NoFile => {
                "no file was handed in, perhaps only a text or a link: a bot is a file, which the student has to upload"
            }
            NotTaken::NoBot { .. } => "no file is a bot: a .wasm file or a script",
            NotTaken::KitAlone { .. } => {
                "only files of the kit were handed in: the file with the strategy is missing"
            }
            NotTaken::SeveralBots { .. } => "several files may be the bot, and not exactly one is named bot",
        }
    }

    /// Returns the details of this case; `None` if there are none.
    pub fn detail(&self) -> Option<String> {
        Some(match self {
            NotTaken::Hidden
            | NotTaken::Anonymous
            | NotTaken::NameAlone { .. }
            | NotTaken::UnknownName { .. }
            | NotTaken::NotInWorksheet { .. }
            | NotTaken::UnknownGroup { .. }
            | NotTaken::NoGroup
            | NotTaken::UnknownUser { .. }
            | NotTaken::TestStudent
            | NotTaken::NoTime
            | NotTaken::Inactive { .. }
            | NotTaken::NoFile => return None,
            NotTaken::Namesakes { ids, .. } | NotTaken::NotOneTeam { ids, .. } => {
                format!("students {}", ids.join(", "))
            }
            NotTaken::TwiceInWorksheet { first, second, .. } => format!("lines {first} and {second}"),
            NotTaken::OtherRow { line, name, .. } => format!("line {line}: {name}"),
            NotTaken::UnknownRow { line, .. } => format!("line {line}"),
            NotTaken::Contradiction { line, id, email } => format!("line {line}: students {id} and {email}"),
            NotTaken::OtherName { name, .. } => format!("in the class: {name}"),
            NotTaken::UnreadTime { line, why } => format!("line {line}: {why}"),
            NotTaken::Future { received } => received.to_string(),
            NotTaken::Unread { file, why, .. } => format!("{file}: {why}"),
            NotTaken::NoBot { advice: Some(advice), .. } => advice.clone(),
            NotTaken::NoBot { files, .. } | NotTaken::KitAlone { files } => some(files),
            NotTaken::SeveralBots { names } => some(names),
        })
    }
}

/// Lists the first few names, and the number of the others.
fn some(names: &[String]) -> String {
    let first = names[..names.len().min(NAMED)].join(", ");
    match names.len().saturating_sub(NAMED) {
        0 => first,
        more => format!("{first}, and {more} more"),
    }
}
