//! The reasons for rejecting a hand-in from an archive.

use course_files::archives::EntryRefusal;
use thiserror::Error;

use crate::Moment;

/// Maximum number of file names in a message.
const NAMED: usize = 5;

/// The reason why a hand-in is rejected, with advice.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotTaken {
    /// Names are hidden, and the sender of the number is unknown.
    #[error("only a number identifies the student: give the assignment's worksheet with --worksheet")]
    Hidden,
    /// Canvas with hidden names: no file identifies its sender.
    #[error(
        "names are hidden, so Canvas's files cannot be matched to students: show the names and download the archive \
         again"
    )]
    Anonymous,
    /// Only a name identifies the sender.
    #[error(
        "only the name \"{name}\" identifies the student: give the assignment's worksheet with --worksheet, or --by-name"
    )]
    NameAlone {
        /// The name.
        name: String,
    },
    /// No student of the class has the name.
    #[error("no student in the class is named \"{name}\"")]
    UnknownName {
        /// The name.
        name: String,
    },
    /// Several students of the class have the name.
    #[error("several students in the class are named \"{name}\": {}", ids.join(", "))]
    Namesakes {
        /// The name.
        name: String,
        /// Their ids.
        ids: Vec<String>,
    },
    /// The worksheet has no such row.
    #[error("the worksheet has no \"{what}\": it is from another assignment")]
    NotInWorksheet {
        /// The missing value.
        what: String,
    },
    /// The worksheet has several such rows.
    #[error("the worksheet has \"{what}\" in lines {first} and {second}")]
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
        "\"{what}\" in line {line} of the worksheet is \"{name}\", not \"{sent}\": the worksheet is from another \
         assignment, or lacks its group column"
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
        "line {line} of the worksheet, \"{name}\": no student in the class has this id or address: add the student to \
         the roster, or use --by-name"
    )]
    UnknownRow {
        /// The line.
        line: usize,
        /// The name in it.
        name: String,
    },
    /// A row matches two students.
    #[error("line {line} of the worksheet has the id of student {id}, but the address of student {email}")]
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
        "the worksheet's group \"{group}\" has no student of the class, by id or address: add its students to the \
         roster, or use --by-name"
    )]
    UnknownGroup {
        /// The group.
        group: String,
    },
    /// The students of a group are not one team in the class.
    #[error(
        "the group \"{group}\" consists of students {}, who are not a team in the class: put them into one team in the \
         roster",
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
        "it comes from students without a Moodle group and does not identify them: put them into groups, or give the \
         assignment's worksheet with --worksheet"
    )]
    NoGroup,
    /// No student of the class has this id.
    #[error(
        "no student in the class has the id {user}: if the class uses different ids from Canvas, give an export of \
         Canvas's gradebook with --worksheet"
    )]
    UnknownUser {
        /// Canvas's `ID`.
        user: u64,
    },
    /// The student with this id has another name.
    #[error(
        "student {user} of the class is named \"{name}\", but the file is from \"{sent}\": give an export of Canvas's \
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
    #[error("student {student} is withdrawn: readmit the student with `muster class reinstate`")]
    Inactive {
        /// The student's id.
        student: String,
    },
    /// The time of receipt would be in the future.
    #[error("its time of receipt is in the future: {received}")]
    Future {
        /// Time of receipt.
        received: Moment,
    },
    /// A file that may be the bot cannot be read.
    #[error("student {student}: cannot accept {file}, or the files that came with it: {why}")]
    Unread {
        /// The student's id.
        student: String,
        /// The file's name.
        file: String,
        /// The reason.
        why: EntryRefusal,
    },
    /// No readable file was handed in.
    #[error("no file was handed in, perhaps only text or a link: the student must upload the bot as a file")]
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
        "only files of the kit were handed in ({}), but no bot: hand in the file with the strategy, too",
        some(files)
    )]
    KitAlone {
        /// The names of the kit's files.
        files: Vec<String>,
    },
    /// Several files may be the bot.
    #[error("several of its files could be the bot ({}): name exactly one of them bot", some(names))]
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
                "its time of receipt is not known yet; your teacher has been notified".to_owned()
            }
            NotTaken::Unread { file, why, .. } => {
                format!("cannot accept {file}, or the files that came with it: {why}")
            }
            NotTaken::Inactive { .. } => {
                "you are not currently enrolled in this class; ask your teacher".to_owned()
            }
            other => other.to_string(),
        }
    }

    /// Returns the reason without details of this case, with advice. It is equal for all cases of one kind.
    pub fn sort(&self) -> String {
        let sort = match self {
            NotTaken::Hidden
            | NotTaken::Anonymous
            | NotTaken::TestStudent
            | NotTaken::NoTime
            | NotTaken::NoFile => return self.to_string(),
            NotTaken::NameAlone { .. } => {
                "only a name identifies the student: give the assignment's worksheet with --worksheet, or --by-name"
            }
            NotTaken::UnknownName { .. } => "no student in the class has the name",
            NotTaken::Namesakes { .. } => "several students in the class have the name",
            NotTaken::NotInWorksheet { .. } => "it is not in the worksheet, which is from another assignment",
            NotTaken::TwiceInWorksheet { .. } => "the worksheet has it twice",
            NotTaken::OtherRow { .. } => {
                "its row in the worksheet has another name: the worksheet is from another assignment, or lacks its \
                 group column"
            }
            NotTaken::UnknownRow { .. } => {
                "no student in the class has the id or address in its row: add the student to the roster, or use \
                 --by-name"
            }
            NotTaken::Contradiction { .. } => {
                "its row in the worksheet has the id of one student, but the address of another"
            }
            NotTaken::UnknownGroup { .. } => {
                "its group has no student of the class: add its students to the roster, or use --by-name"
            }
            NotTaken::NotOneTeam { .. } => {
                "the students of the group are not a team in the class: put them into one team in the roster"
            }
            NotTaken::NoGroup => {
                "it comes from students without a Moodle group: put them into groups, or give the worksheet"
            }
            NotTaken::UnknownUser { .. } => {
                "no student in the class has Canvas's id: if the class uses different ids, give an export of Canvas's \
                 gradebook with --worksheet"
            }
            NotTaken::OtherName { .. } => {
                "the student with this id has another name: give an export of Canvas's gradebook with --worksheet"
            }
            NotTaken::UnreadTime { .. } => {
                "its time cannot be read: download the worksheet with Moodle's language set to English, or correct the cell"
            }
            NotTaken::Inactive { .. } => {
                "the student is withdrawn: readmit the student with `muster class reinstate`"
            }
            NotTaken::Future { .. } => "its time of receipt is in the future",
            NotTaken::Unread { .. } => "a file that could be the bot cannot be read",
            NotTaken::NoBot { .. } => "no file is a bot: a .wasm file or a script",
            NotTaken::KitAlone { .. } => {
                "only files of the kit were handed in: the file with the strategy is missing"
            }
            NotTaken::SeveralBots { .. } => "several files could be the bot: name exactly one of them bot",
        };
        sort.to_owned()
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
