//! Finding the student of a hand-in in an archive, and its data in the worksheet.

use std::collections::BTreeMap;

use course_files::archives::Sender;
use course_files::gradebook::{Column, CourseSystem, Row, Sheet, key};

use super::{Collecting, NotTaken};
use crate::roster::identity::{IdentityColumns, NoStudent, StudentIndex};
use crate::submissions::course_languages::{LANGUAGES, Language};
use crate::{ContenderId, Moment, Student, Zone};

/// Column of Canvas's own student numbers.
const USER: &str = "ID";
/// Moodle's replacement for a hidden name.
const PARTICIPANT: &str = "Participant";
/// Canvas's name for the test student of a teacher.
///
/// # Source
/// Canvas, `app/models/course.rb`, `find_or_create_student_view_student`: the name is "Test Student", which
/// `lib/content_zipper.rb` (at `05e9653c`), line 469, has in the order of last and first name.
const TEST_STUDENT: &str = "studenttest";

/// The student of a sender.
pub(super) struct FoundSender<'f> {
    pub(super) student: &'f Student,
    /// Time of receipt from the worksheet, if it has one; or the reason why it cannot be read.
    pub(super) received: Result<Option<Moment>, NotTaken>,
}

/// Finds the students of senders.
pub(super) struct SenderLookup<'a> {
    roll: StudentIndex<'a>,
    worksheet: Option<Worksheet<'a>>,
    by_name: bool,
    zone: &'a Zone,
}

/// A worksheet, indexed by the numbers of an archive.
struct Worksheet<'a> {
    rows: BTreeMap<u64, Vec<Row<'a>>>,
    /// The rows of each group, by its name in an archive; empty if students hand in individually.
    groups: BTreeMap<String, Vec<Row<'a>>>,
    /// The column of the numbers.
    identifier: Option<Column>,
    identity: IdentityColumns,
    submitted: Option<Column>,
}

impl<'a> SenderLookup<'a> {
    pub(super) fn new(asked: &Collecting<'a>) -> SenderLookup<'a> {
        let roll = StudentIndex::new(asked.facts);
        let worksheet = asked.worksheet.map(|sheet| Worksheet::new(sheet, &roll));
        SenderLookup { roll, worksheet, by_name: asked.by_name, zone: &asked.plan.zone }
    }

    pub(super) fn find(&self, sender: &Sender) -> Result<FoundSender<'a>, NotTaken> {
        match (sender, &self.worksheet) {
            (Sender::Moodle { label, number }, Some(worksheet)) => {
                match (worksheet.groups.get(&in_archive(label)), number) {
                    (Some(rows), _) => self.group(worksheet, label, rows),
                    (None, Some(number)) => self.numbered(worksheet, label, *number),
                    (None, None) => Err(NotTaken::NoGroup),
                }
            }
            (Sender::Canvas { name, user }, Some(worksheet)) => {
                match worksheet.row(*user, format!("{USER} {user}")) {
                    Err(NotTaken::NotInWorksheet { .. }) if name == TEST_STUDENT => {
                        Err(NotTaken::TestStudent)
                    }
                    row => self.sent(worksheet, row?),
                }
            }
            (Sender::Moodle { number: None, .. }, None) => Err(NotTaken::NoGroup),
            (Sender::Moodle { label, .. }, None) => {
                if label == PARTICIPANT {
                    return Err(NotTaken::Hidden);
                }
                let student = self.named(label, NotTaken::NameAlone { name: label.clone() })?;
                Ok(FoundSender { student, received: Ok(None) })
            }
            (Sender::Canvas { name, user }, None) => {
                let Some(student) = self.roll.by_id(&user.to_string()) else {
                    let is_test = name == TEST_STUDENT;
                    return Err(if is_test {
                        NotTaken::TestStudent
                    } else {
                        NotTaken::UnknownUser { user: *user }
                    });
                };
                if !is_called(student, name) {
                    let (name, sent) = (student.name.clone(), name.clone());
                    return Err(NotTaken::OtherName { user: *user, name, sent });
                }
                Ok(FoundSender { student, received: Ok(None) })
            }
            (Sender::Anonymous { .. }, _) => Err(NotTaken::Anonymous),
        }
    }

    /// Finds the student of a number in Moodle's worksheet. A group's number may equal a student's, so the name has
    /// to match as well; older versions put a group's name before it.
    fn numbered(
        &self,
        worksheet: &Worksheet<'a>,
        label: &str,
        number: u64,
    ) -> Result<FoundSender<'a>, NotTaken> {
        let what = format!("{PARTICIPANT} {number}");
        let row = worksheet.row(number, what.clone())?;
        let name = worksheet.identity.name(row);
        let (sent, due) = (in_archive(label), in_archive(&name));
        let is_hidden = sent == in_archive(&worksheet.word(row));
        let fits = sent == due || sent.strip_suffix(&due).is_some_and(|group| group.ends_with('-'));
        if !due.is_empty() && !is_hidden && !fits {
            return Err(NotTaken::OtherRow { what, line: row.line, name, sent: label.to_owned() });
        }
        self.sent(worksheet, row)
    }

    fn sent(&self, worksheet: &Worksheet<'a>, row: &Row<'a>) -> Result<FoundSender<'a>, NotTaken> {
        let student = self.student(worksheet, row)?;
        Ok(FoundSender { student, received: worksheet.received(self.zone, row) })
    }

    fn student(&self, worksheet: &Worksheet<'a>, row: &Row<'a>) -> Result<&'a Student, NotTaken> {
        let line = row.line;
        match worksheet.identity.student(&self.roll, row) {
            Ok(student) => Ok(student),
            Err(NoStudent::Contradiction { id, email }) => Err(NotTaken::Contradiction { line, id, email }),
            Err(NoStudent::Unknown) => {
                let name = worksheet.identity.name(row);
                self.named(&name.clone(), NotTaken::UnknownRow { line, name })
            }
        }
    }

    /// Returns one of the students of a group, if those in the class are one team there. Other members are ignored.
    fn group(
        &self,
        worksheet: &Worksheet<'a>,
        label: &str,
        rows: &[Row<'a>],
    ) -> Result<FoundSender<'a>, NotTaken> {
        let mut students: Vec<&Student> = Vec::new();
        let mut received: Result<Option<Moment>, NotTaken> = Ok(None);
        for row in rows {
            match self.student(worksheet, row) {
                Ok(student) => students.push(student),
                Err(why @ NotTaken::Contradiction { .. }) => return Err(why),
                Err(_) => continue,
            }
            if received == Ok(None) {
                received = worksheet.received(self.zone, row);
            }
        }
        let group = label.to_owned();
        let Some((&student, others)) = students.split_first() else {
            return Err(NotTaken::UnknownGroup { group });
        };
        if others.iter().any(|other| ContenderId::for_student(other) != ContenderId::for_student(student)) {
            let ids = students.iter().map(|student| student.id.clone()).collect();
            return Err(NotTaken::NotOneTeam { group, ids });
        }
        Ok(FoundSender { student, received })
    }

    /// Returns the only student with a name, if names are enough.
    fn named(&self, name: &str, otherwise: NotTaken) -> Result<&'a Student, NotTaken> {
        if !self.by_name {
            return Err(otherwise);
        }
        let called = match self.roll.by_name(name) {
            [] => self.roll.named(|student| in_archive(&student.name) == in_archive(name)),
            several => several.to_vec(),
        };
        match called.as_slice() {
            [only] => Ok(only),
            [] => {
                let team = |student: &Student| {
                    student.team.as_deref().is_some_and(|team| in_archive(team) == in_archive(name))
                };
                let first = self.roll.named(team).first().copied();
                first.ok_or_else(|| NotTaken::UnknownName { name: name.to_owned() })
            }
            several => Err(NotTaken::Namesakes {
                name: name.to_owned(),
                ids: several.iter().map(|student| student.id.clone()).collect(),
            }),
        }
    }
}

impl<'a> Worksheet<'a> {
    fn new(sheet: &'a Sheet<'a>, roll: &StudentIndex<'_>) -> Worksheet<'a> {
        let mut rows: BTreeMap<u64, Vec<Row<'a>>> = BTreeMap::new();
        let submitted = column_of(sheet, |language| language.submitted);
        // Canvas's numbers have a heading that Moodle also uses, in some languages.
        let identifier = match sheet.kind() {
            CourseSystem::Canvas => sheet.column(USER).ok(),
            _ => column_of(sheet, |language| language.identifier),
        };
        let team = identifier.filter(|_| sheet.kind() != CourseSystem::Canvas);
        let team = team.and_then(|_| column_of(sheet, |language| language.group));
        let mut groups: BTreeMap<String, Vec<Row<'a>>> = BTreeMap::new();
        for row in sheet.students() {
            if let Some(group) = team.map(|column| in_archive(&row.text(column)))
                && !group.is_empty()
            {
                groups.entry(group).or_default().push(row.clone());
            }
            if let Some(number) = identifier.and_then(|column| number_of(&row.text(column))) {
                rows.entry(number).or_default().push(row);
            }
        }
        Worksheet { rows, groups, identifier, identity: IdentityColumns::find(sheet, roll), submitted }
    }

    /// Returns the only row with a number.
    fn row(&self, number: u64, what: String) -> Result<&Row<'a>, NotTaken> {
        match self.rows.get(&number).map(Vec::as_slice) {
            None | Some([]) => Err(NotTaken::NotInWorksheet { what }),
            Some([only]) => Ok(only),
            Some([first, second, ..]) => {
                Err(NotTaken::TwiceInWorksheet { what, first: first.line, second: second.line })
            }
        }
    }

    /// Returns the word before the number of a row. An archive has it in place of hidden names.
    fn word(&self, row: &Row<'_>) -> String {
        let text = self.identifier.map(|column| key(&row.text(column))).unwrap_or_default();
        text.trim_end_matches(|one: char| one.is_ascii_digit()).trim_end().to_owned()
    }

    /// Returns the time of receipt from the worksheet; `None` if it has none.
    fn received(&self, zone: &Zone, row: &Row<'_>) -> Result<Option<Moment>, NotTaken> {
        let Some(column) = self.submitted else { return Ok(None) };
        let text = key(&row.text(column));
        if text.is_empty() || text == "-" {
            return Ok(None);
        }
        let unread = |error: crate::NoMoment| NotTaken::UnreadTime { line: row.line, why: error.why };
        zone.read_course_time(&text).map(Some).map_err(unread)
    }
}

/// Returns the first column with a heading that Moodle uses in any language.
fn column_of(sheet: &Sheet<'_>, headings: impl Fn(&Language) -> &'static [&'static str]) -> Option<Column> {
    LANGUAGES.iter().flat_map(headings).find_map(|heading| sheet.column(heading).ok())
}

/// Returns the number of a student: alone, or after a word in the teacher's language, with or without a space
/// between.
fn number_of(text: &str) -> Option<u64> {
    let text = key(text);
    let (word, digits) = text.split_at(text.trim_end_matches(|one: char| one.is_ascii_digit()).len());
    let is_word = word.chars().last().is_none_or(|last| last == ' ' || last.is_alphabetic());
    is_word.then(|| digits.parse().ok())?
}

/// Returns a name as Moodle writes it into an archive: without characters that are invalid in file names.
///
/// # Source
/// Moodle, `lib/moodlelib.php`, `clean_filename`, which is `clean_param` with `PARAM_FILE`; and
/// `mod/assign/classes/downloader.php` (at `da545523`), lines 185 and 194: underscores become spaces.
fn in_archive(name: &str) -> String {
    let is_kept = |letter: &char| !letter.is_control() && !"&<>\"`|':\\/".contains(*letter);
    let letters = key(name);
    let kept = letters.chars().filter(is_kept).map(|letter| if letter == '_' { ' ' } else { letter });
    kept.collect::<String>().trim().to_owned()
}

/// Returns `true` if Canvas's name may stand for a student or the student's team: last and first name in lower case,
/// only letters and digits; or the name of a group.
fn is_called(student: &Student, name: &str) -> bool {
    let letters = |text: &str| {
        let mut letters: Vec<char> =
            key(text).to_lowercase().chars().filter(|character| character.is_alphanumeric()).collect();
        letters.sort_unstable();
        letters
    };
    let sent = letters(name);
    letters(&student.name) == sent || student.team.as_deref().is_some_and(|team| letters(team) == sent)
}
