//! Matching rows of a course system's file with students.

use std::collections::BTreeMap;

use course_files::gradebook::{Column, Row, Sheet, key};

use crate::{Facts, Student};

/// Headings of ids, in order of preference, including the English ones of course systems.
pub(crate) const ID: &[&str] = &["id", "ID number", "SIS User ID", "SIS Login ID", "ID"];
/// A login name, which may also be a student's id.
pub(crate) const LOGIN: &str = "Username";
/// Headings of columns with the whole name.
pub(crate) const NAME: &[&str] = &["name", "Full name", "Student"];
/// Headings of last names.
pub(crate) const LAST_NAME: &[&str] = &["Surname", "Last name", "LastName"];
/// Headings of first names.
pub(crate) const FIRST_NAME: &[&str] = &["First name", "FirstName"];
/// Headings of addresses.
pub(crate) const EMAIL: &[&str] = &["email", "Email address"];

/// The students of a class, indexed by the values that a file may have for them. A value that two students share
/// matches neither.
pub struct StudentIndex<'f> {
    students: Vec<&'f Student>,
    ids: BTreeMap<String, &'f Student>,
    emails: BTreeMap<String, Vec<&'f Student>>,
    names: BTreeMap<String, Vec<&'f Student>>,
}

impl<'f> StudentIndex<'f> {
    /// Indexes the students of a class.
    pub fn new(facts: &'f Facts) -> StudentIndex<'f> {
        let students = facts.students();
        let (ids, emails, names) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        let mut roll = StudentIndex { students: students.clone(), ids, emails, names };
        for student in students {
            roll.ids.insert(key(&student.id), student);
            roll.names.entry(key(&student.name)).or_default().push(student);
            if let Some(email) = &student.email {
                roll.emails.entry(address(email)).or_default().push(student);
            }
        }
        roll
    }

    /// Returns the student with an id.
    pub fn by_id(&self, id: &str) -> Option<&'f Student> {
        self.ids.get(&key(id)).copied()
    }

    /// Returns all students with a name.
    pub(crate) fn by_name(&self, name: &str) -> &[&'f Student] {
        self.names.get(&key(name)).map_or(&[], Vec::as_slice)
    }

    /// Returns the student with a name, if there is exactly one.
    fn by_unique_name(&self, name: &str) -> Option<&'f Student> {
        let &[only] = self.by_name(name) else { return None };
        Some(only)
    }

    /// Returns all matching students, in the order in which they joined.
    pub(crate) fn named(&self, is_meant: impl Fn(&Student) -> bool) -> Vec<&'f Student> {
        self.students.iter().copied().filter(|student| is_meant(student)).collect()
    }

    /// Returns the student with an address, if there is exactly one.
    pub fn by_email(&self, email: &str) -> Option<&'f Student> {
        let &[only] = self.emails.get(&address(email))?.as_slice() else { return None };
        Some(only)
    }
}

/// Normalizes an address for comparison, ignoring case.
fn address(email: &str) -> String {
    key(email).to_lowercase()
}

/// Returns the student with this id or address; `None` if there is none or more than one.
pub fn student_called<'f>(facts: &'f Facts, text: &str) -> Option<&'f Student> {
    let roll = StudentIndex::new(facts);
    match (roll.by_id(text), roll.by_email(text)) {
        (Some(one), Some(other)) if one.id != other.id => None,
        (by_id, by_email) => by_id.or(by_email),
    }
}

/// A row of a file with its student, or with the reason why it matches none.
pub type RowOfStudent<'s, 'f> = (Row<'s>, Result<&'f Student, String>);

/// Finds the student of each row of a file, by id or address.
///
/// # Errors
/// If no column can have ids or addresses.
pub fn students_of<'s, 'f>(
    facts: &'f Facts,
    sheet: &'s Sheet<'_>,
) -> Result<Vec<RowOfStudent<'s, 'f>>, String> {
    let headings: Vec<&str> = ID.iter().chain([&LOGIN]).chain(EMAIL).copied().collect();
    if !headings.iter().any(|heading| sheet.column(heading).is_ok()) {
        return Err(format!("no column identifies students; looked for {}", headings.join(", ")));
    }
    let roll = StudentIndex::new(facts);
    let columns = IdentityColumns::find(sheet, &roll);
    let found = |row: &Row<'_>| {
        columns.student(&roll, row).map_err(|error| match error {
            NoStudent::Unknown => "no student of the class has this id or address".to_owned(),
            NoStudent::Contradiction { id, email } => {
                format!("the id is that of student {id}, and the address that of student {email}")
            }
        })
    };
    Ok(sheet
        .students()
        .map(|row| {
            let student = found(&row);
            (row, student)
        })
        .collect())
}

/// The columns of a file that identify students of a class.
pub(crate) struct IdentityColumns {
    id: Option<Column>,
    email: Option<Column>,
    name: Vec<Column>,
}

/// The reason why a row matches no student.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoStudent {
    /// No student of the class has its id or address.
    Unknown,
    /// Its id is one student's, and its address another's.
    Contradiction { id: String, email: String },
}

impl IdentityColumns {
    /// Finds the columns of a file. Of several columns with ids, it takes the one that matches most students of this
    /// class: other numbers may match a student's id by chance.
    pub(crate) fn find(sheet: &Sheet<'_>, roll: &StudentIndex<'_>) -> IdentityColumns {
        let column = |name: &&str| sheet.column(name).ok();
        let found =
            |column: &Column| sheet.students().filter(|row| roll.by_id(&row.text(*column)).is_some()).count();
        let mut ids: Vec<(usize, Column)> = ID
            .iter()
            .chain([&LOGIN])
            .filter_map(column)
            .map(|column| (found(&column), column))
            .filter(|(found, _)| *found > 0)
            .collect();
        // A stable sort, so that the first of equal columns wins.
        ids.sort_by_key(|(found, _)| std::cmp::Reverse(*found));
        let first = |names: &[&str]| names.iter().find_map(column);
        let name = match first(NAME) {
            Some(whole) => vec![whole],
            None => [first(FIRST_NAME), first(LAST_NAME)].into_iter().flatten().collect(),
        };
        IdentityColumns { id: ids.first().map(|(_, column)| *column), email: first(EMAIL), name }
    }

    /// Returns the student of a row.
    pub(crate) fn student<'f>(
        &self,
        roll: &StudentIndex<'f>,
        row: &Row<'_>,
    ) -> Result<&'f Student, NoStudent> {
        let by_id = self.id.and_then(|column| roll.by_id(&row.text(column)));
        let by_email = self.email.and_then(|column| roll.by_email(&row.text(column)));
        match (by_id, by_email) {
            (Some(one), Some(other)) if one.id != other.id => {
                Err(NoStudent::Contradiction { id: one.id.clone(), email: other.id.clone() })
            }
            (Some(student), _) | (None, Some(student)) => Ok(student),
            (None, None) => Err(NoStudent::Unknown),
        }
    }

    /// Returns the name in a row.
    pub(crate) fn name(&self, row: &Row<'_>) -> String {
        let parts: Vec<String> = self.name.iter().map(|&column| key(&row.text(column))).collect();
        parts.join(" ")
    }
}

/// The column of a file that identifies students, and its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowKeys {
    /// The column.
    pub column: Column,
    /// The values by student id. Students who are not in the file are missing.
    pub keys: BTreeMap<String, String>,
}

/// Finds the column of a file that identifies most students of a class: by id, otherwise by address. Matches by name
/// only in an explicitly named column, and only unique names.
///
/// `None` if no column matches any student.
pub fn row_keys<'f>(facts: &'f Facts, sheet: &Sheet<'_>, named: Option<Column>) -> Option<RowKeys> {
    let roll = StudentIndex::new(facts);
    let column = |name: &&str| sheet.column(name).ok();
    let columns: Vec<(Column, Identified<'f>)> = if let Some(column) = named {
        [StudentIndex::by_id, StudentIndex::by_email, StudentIndex::by_unique_name]
            .map(|identified: Identified<'f>| (column, identified))
            .into()
    } else {
        let ids = ID.iter().chain([&LOGIN]).filter_map(column);
        let ids = ids.map(|column| (column, StudentIndex::by_id as Identified<'f>));
        let emails = EMAIL.iter().filter_map(column);
        ids.chain(emails.map(|column| (column, StudentIndex::by_email as Identified<'f>))).collect()
    };
    let mut best: Option<RowKeys> = None;
    for (column, identified) in columns {
        let own = |row: Row<'_>| {
            let text = key(&row.text(column));
            Some((identified(&roll, &text)?.id.clone(), text))
        };
        let keys: BTreeMap<String, String> = sheet.students().filter_map(own).collect();
        if keys.len() > best.as_ref().map_or(0, |best| best.keys.len()) {
            best = Some(RowKeys { column, keys });
        }
    }
    best
}

/// Finds a student by the value of a cell.
type Identified<'f> = fn(&StudentIndex<'f>, &str) -> Option<&'f Student>;
