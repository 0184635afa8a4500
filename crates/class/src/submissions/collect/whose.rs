//! Whose something in an archive is, and what the worksheet says of it.

use std::collections::BTreeMap;

use gradebook::{Column, Kind, Row, Sheet, key};
use handin::Sender;

use super::{Collecting, NotTaken};
use crate::roster::identity::{Identity, NoStudent, Roll};
use crate::submissions::course_languages::{LANGUAGES, Language};
use crate::{Moment, Student, Zone};

/// Canvas's own number of a student.
const USER: &str = "ID";
/// What Moodle puts in the place of a name that is hidden.
const PARTICIPANT: &str = "Participant";

/// Somebody who handed in.
pub(super) struct Sent<'f> {
    pub(super) student: &'f Student,
    /// What the worksheet says.
    pub(super) received: Option<Moment>,
}

/// Who the students are.
pub(super) struct Whose<'a> {
    roll: Roll<'a>,
    worksheet: Option<Worksheet<'a>>,
    by_name: bool,
    zone: &'a Zone,
}

/// A worksheet by the numbers that an archive has.
struct Worksheet<'a> {
    rows: BTreeMap<u64, Vec<Row<'a>>>,
    identity: Identity,
    submitted: Option<Column>,
}

impl<'a> Whose<'a> {
    pub(super) fn new(asked: &Collecting<'a>) -> Whose<'a> {
        let roll = Roll::of(asked.facts);
        let worksheet = asked.worksheet.map(|sheet| Worksheet::of(sheet, &roll));
        Whose { roll, worksheet, by_name: asked.by_name, zone: &asked.plan.zone }
    }

    pub(super) fn find(&self, sender: &Sender) -> Result<Sent<'a>, NotTaken> {
        match (sender, &self.worksheet) {
            (Sender::Moodle { number, .. }, Some(worksheet)) => {
                self.in_worksheet(worksheet, *number, format!("{PARTICIPANT} {number}"))
            }
            (Sender::Canvas { user, .. }, Some(worksheet)) => {
                self.in_worksheet(worksheet, *user, format!("{USER} {user}"))
            }
            (Sender::Moodle { label, .. }, None) => {
                if label == PARTICIPANT {
                    return Err(NotTaken::Hidden);
                }
                let student = self.named(label, NotTaken::NameAlone { name: label.clone() })?;
                Ok(Sent { student, received: None })
            }
            (Sender::Canvas { name, user, .. }, None) => {
                let student = self.roll.by_id(&user.to_string());
                let student = student.ok_or(NotTaken::UnknownUser { user: *user })?;
                if !is_called(student, name) {
                    let (name, sent) = (student.name.clone(), name.clone());
                    return Err(NotTaken::OtherName { user: *user, name, sent });
                }
                Ok(Sent { student, received: None })
            }
            (Sender::Anonymous { .. }, _) => Err(NotTaken::Anonymous),
        }
    }

    fn in_worksheet(
        &self,
        worksheet: &Worksheet<'a>,
        number: u64,
        what: String,
    ) -> Result<Sent<'a>, NotTaken> {
        let row = match worksheet.rows.get(&number).map(Vec::as_slice) {
            None | Some([]) => return Err(NotTaken::NotInWorksheet { what }),
            Some([only]) => only,
            Some([first, second, ..]) => {
                return Err(NotTaken::TwiceInWorksheet { what, first: first.line, second: second.line });
            }
        };
        let line = row.line;
        let student = match worksheet.identity.student(&self.roll, row) {
            Ok(student) => student,
            Err(NoStudent::Contradiction { id, email }) => {
                return Err(NotTaken::Contradiction { line, id, email });
            }
            Err(NoStudent::Unknown) => {
                let name = worksheet.identity.name(row);
                self.named(&name.clone(), NotTaken::UnknownRow { line, name })?
            }
        };
        Ok(Sent { student, received: worksheet.received(self.zone, row)? })
    }

    /// The only student of a name, if names are enough.
    fn named(&self, name: &str, otherwise: NotTaken) -> Result<&'a Student, NotTaken> {
        if !self.by_name {
            return Err(otherwise);
        }
        match self.roll.by_name(name) {
            [] => Err(NotTaken::UnknownName { name: name.to_owned() }),
            [only] => Ok(only),
            several => Err(NotTaken::Namesakes {
                name: name.to_owned(),
                ids: several.iter().map(|student| student.id.clone()).collect(),
            }),
        }
    }
}

impl<'a> Worksheet<'a> {
    fn of(sheet: &'a Sheet<'a>, roll: &Roll<'_>) -> Worksheet<'a> {
        let mut rows: BTreeMap<u64, Vec<Row<'a>>> = BTreeMap::new();
        let submitted = column_of(sheet, |language| language.submitted);
        // Canvas's own numbers stand under a heading that Moodle has in some languages, too.
        let identifier = match sheet.kind() {
            Kind::Canvas => sheet.column(USER).ok(),
            _ => column_of(sheet, |language| language.identifier),
        };
        if let Some(column) = identifier {
            for row in sheet.students() {
                if let Some(number) = number_of(&row.text(column)) {
                    rows.entry(number).or_default().push(row);
                }
            }
        }
        Worksheet { rows, identity: Identity::of(sheet, roll), submitted }
    }

    /// When the worksheet says that it was handed in, if it says so.
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

/// The first column of a heading that Moodle has in a language.
fn column_of(sheet: &Sheet<'_>, headings: impl Fn(&Language) -> &'static [&'static str]) -> Option<Column> {
    LANGUAGES.iter().flat_map(headings).find_map(|heading| sheet.column(heading).ok())
}

/// The number of a student: alone, or behind a word, which is in the teacher's language and may have no space behind it.
fn number_of(text: &str) -> Option<u64> {
    let text = key(text);
    let (word, digits) = text.split_at(text.trim_end_matches(|one: char| one.is_ascii_digit()).len());
    let is_word = word.chars().last().is_none_or(|last| last == ' ' || last.is_alphabetic());
    is_word.then(|| digits.parse().ok())?
}

/// Whether a student may be whom Canvas calls by this name: last name and first name in lower case, with nothing but
/// letters and digits.
fn is_called(student: &Student, name: &str) -> bool {
    let letters = |text: &str| {
        let mut letters: Vec<char> =
            key(text).to_lowercase().chars().filter(|character| character.is_alphanumeric()).collect();
        letters.sort_unstable();
        letters
    };
    letters(&student.name) == letters(name)
}
