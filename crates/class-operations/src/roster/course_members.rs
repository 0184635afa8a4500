//! The members of a course in a course system, as a roster of the class.

use std::collections::{BTreeMap, BTreeSet};

use class_model::Facts;
use course_files::gradebook::key;
use explain::{Error, Kind};

/// A student of a course in a course system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourseMember {
    /// The id in the course system.
    pub user: String,
    /// The full name; `None` if the course system does not pass it on.
    pub name: Option<String>,
    /// The mail address; `None` if the course system does not pass it on.
    pub email: Option<String>,
    /// The id in the school's records; `None` if the course system does not pass it on.
    pub number: Option<String>,
    /// The id of the student who has signed on with this account.
    pub student: Option<String>,
}

/// Returns members as the CSV file of a roster, for [`preview_roster`](super::preview_roster). A member who is a student
/// of the class keeps the student's id; a new one gets the id in the school's records, or else the address, or else the
/// id in the course system.
///
/// # Errors
/// If writing fails.
pub fn course_roster(facts: &Facts, members: &[CourseMember]) -> Result<Vec<u8>, Error> {
    let students = Students::new(facts);
    let mut known = BTreeSet::new();
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |error: csv::Error| Error::wrap(Kind::Host, &error);
    writer.write_record(["id", "name", "email"]).map_err(failed)?;
    for member in members {
        let CourseMember { user, name, email, number, .. } = member;
        let own = number.as_ref().or(email.as_ref()).unwrap_or(user);
        let id = students.of(member).unwrap_or(own);
        // One student may have several accounts.
        if !known.insert(id.to_owned()) {
            continue;
        }
        let named = name.as_deref().or(facts.student(id).map(|student| student.name.as_str())).unwrap_or(own);
        writer.write_record([id, named, email.as_deref().unwrap_or_default()]).map_err(failed)?;
    }
    writer.into_inner().map_err(|error| Error::wrap(Kind::Host, error.error()))
}

/// Returns the course system's id of each student who is a member, by the student's id.
pub fn users(facts: &Facts, members: &[CourseMember]) -> BTreeMap<String, String> {
    let students = Students::new(facts);
    let mut users = BTreeMap::new();
    for member in members {
        let Some(id) = students.of(member) else { continue };
        // The account by which a student has signed on is preferred.
        if member.student.is_some() || !users.contains_key(id) {
            users.insert(id.to_owned(), member.user.clone());
        }
    }
    users
}

/// The students of a class, by what a course system may know of them.
struct Students<'f> {
    facts: &'f Facts,
    ids: BTreeMap<String, &'f str>,
    /// `None` for an address that two students share.
    emails: BTreeMap<String, Option<&'f str>>,
}

impl<'f> Students<'f> {
    fn new(facts: &'f Facts) -> Students<'f> {
        let mut students = Students { facts, ids: BTreeMap::new(), emails: BTreeMap::new() };
        for student in facts.students() {
            students.ids.insert(key(&student.id), &student.id);
            if let Some(email) = &student.email {
                let known = students.emails.entry(key(email).to_lowercase());
                known.and_modify(|id| *id = None).or_insert(Some(&student.id));
            }
        }
        students
    }

    /// Returns the id of a member's student; `None` if there is none, or the member's id is one student's and the address
    /// another's.
    fn of(&self, member: &CourseMember) -> Option<&'f str> {
        if let Some(student) = member.student.as_deref().and_then(|id| self.facts.student(id)) {
            return Some(&student.id);
        }
        let by_id = member.number.as_ref().and_then(|number| self.ids.get(&key(number)).copied());
        let email = member.email.as_ref().map(|email| key(email).to_lowercase());
        let by_email = email.and_then(|email| self.emails.get(&email).copied().flatten());
        match (by_id, by_email) {
            (Some(one), Some(other)) if one != other => None,
            (one, other) => one.or(other),
        }
    }
}
