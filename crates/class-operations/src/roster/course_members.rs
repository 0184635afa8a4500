//! The members of a course in a course system, as a roster of the class.

use std::collections::{BTreeMap, BTreeSet};

use class_model::Facts;
use class_model::roster::StudentIndex;
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
    let mut writer = csv::Writer::from_writer(Vec::new());
    let failed = |error: csv::Error| Error::wrap(Kind::Host, &error);
    writer.write_record(["id", "name", "email"]).map_err(failed)?;
    for (_, id, CourseMember { name, email, .. }) in recognize(facts, members) {
        let named = name.as_deref().or(facts.student(id).map(|student| student.name.as_str())).unwrap_or(id);
        writer.write_record([id, named, email.as_deref().unwrap_or_default()]).map_err(failed)?;
    }
    writer.into_inner().map_err(|error| Error::wrap(Kind::Host, error.error()))
}

/// Returns the course system's id of each student who is a member, by the student's id.
pub fn users(facts: &Facts, members: &[CourseMember]) -> BTreeMap<String, String> {
    let known = recognize(facts, members).into_iter().filter(|(by, ..)| *by != RecognizedBy::Nothing);
    known.map(|(_, id, member)| (id.to_owned(), member.user.clone())).collect()
}

/// The reason to take a member for a student, the most reliable first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum RecognizedBy {
    /// The account with which the student has signed on.
    Account,
    /// The id in the school's records.
    Id,
    /// The mail address.
    Address,
    /// Nothing: the member is no student of the class.
    Nothing,
}

/// Returns the members with their ids in the class, the most reliably recognized first. Of several accounts of a
/// student, it returns the first of these.
fn recognize<'a>(
    facts: &'a Facts,
    members: &'a [CourseMember],
) -> Vec<(RecognizedBy, &'a str, &'a CourseMember)> {
    let index = StudentIndex::new(facts);
    let mut all: Vec<_> = members
        .iter()
        .map(|member| {
            let (by, id) = student_of(facts, &index, member).unwrap_or_else(|| {
                let own = member.number.as_ref().or(member.email.as_ref()).unwrap_or(&member.user);
                (RecognizedBy::Nothing, own.as_str())
            });
            (by, id, member)
        })
        .collect();
    // A stable sort, so that the first of equal accounts wins.
    all.sort_by_key(|(by, ..)| *by);
    let mut known = BTreeSet::new();
    all.retain(|(_, id, _)| known.insert(*id));
    all
}

/// Returns the id of a member's student; `None` if there is none, or the member's id is one student's and the address
/// another's.
fn student_of<'f>(
    facts: &'f Facts,
    index: &StudentIndex<'f>,
    member: &CourseMember,
) -> Option<(RecognizedBy, &'f str)> {
    if let Some(student) = member.student.as_deref().and_then(|id| facts.student(id)) {
        return Some((RecognizedBy::Account, student.id.as_str()));
    }
    let by_id = member.number.as_deref().and_then(|number| index.by_id(number));
    let by_email = member.email.as_deref().and_then(|email| index.by_email(email));
    match (by_id, by_email) {
        (Some(one), Some(other)) if one.id != other.id => None,
        (Some(student), _) => Some((RecognizedBy::Id, student.id.as_str())),
        (None, Some(student)) => Some((RecognizedBy::Address, student.id.as_str())),
        (None, None) => None,
    }
}
