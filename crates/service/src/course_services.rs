//! Requests to the course systems of a class: members and columns for grades of the courses that have a link to it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use class_model::{ClassFolder, Person, SignOn};
use class_operations::OpenClass;
use class_operations::roster::CourseMember;
use explain::{Error, Kind};
use lti::{Address, CourseRole, Http, Member, ServiceClient};

use crate::school_systems::{registration, signing_key};

/// Maximum time to wait for an answer.
const PATIENCE: Duration = Duration::from_secs(15);

/// A course that has a link to the class.
pub(crate) struct CourseLink {
    /// The number of its course system.
    pub(crate) system: i64,
    /// The course system's name.
    pub(crate) system_name: String,
    /// Its id there.
    pub(crate) id: String,
    /// Its title.
    pub(crate) title: String,
    /// The address of its members; `None` if the course system does not offer them.
    pub(crate) members: Option<Address>,
    /// The address of its columns for grades; `None` if the course system does not offer them.
    pub(crate) columns: Option<Address>,
}

impl CourseLink {
    /// Returns the courses with a link to the class, as their systems described them at the last sign-on.
    pub(crate) fn all(folder: &ClassFolder) -> Result<Vec<CourseLink>, Error> {
        let Some(sign_on) = SignOn::open_if_there(folder)? else { return Ok(Vec::new()) };
        let address = |text: Option<String>| text.and_then(|text| Address::parse(&text).ok());
        let mut links = Vec::new();
        for (number, system) in sign_on.systems()? {
            for (id, course) in sign_on.courses(number)? {
                links.push(CourseLink {
                    system: number,
                    system_name: system.name.clone(),
                    title: course.title.unwrap_or_else(|| id.clone()),
                    id,
                    members: address(course.members),
                    columns: address(course.line_items),
                });
            }
        }
        Ok(links)
    }

    /// Returns a name for forms, which no other course has.
    pub(crate) fn key(&self) -> String {
        format!("{} {}", self.system, self.id)
    }

    /// Reads the students of the course. Those who have signed on are known by their accounts, also if the course system
    /// does not offer its members.
    ///
    /// # Errors
    /// If the course system does not answer as it should.
    pub(crate) fn students(&self, class: &OpenClass) -> Result<Vec<CourseMember>, Error> {
        let listed = match &self.members {
            Some(address) => {
                let client = client(class, self.system)?;
                Member::list(&client, address).map_err(|failure| unanswered(&self.system_name, &failure))?
            }
            None => Vec::new(),
        };
        let accounts = SignOn::open(&class.folder)?.accounts()?;
        let signed_on = accounts.into_iter().filter(|account| account.system == self.system);
        let mut people: BTreeMap<String, Person> =
            signed_on.map(|account| (account.subject, account.person)).collect();
        let mut students = Vec::new();
        for Member { user, role, is_active, name, email, number } in listed {
            let student = match people.remove(&user) {
                // Moodle lists teachers who may not edit the course as students.
                Some(Person::Teacher { .. } | Person::Assistant { .. }) => continue,
                Some(Person::Student { id }) => Some(id),
                None => None,
            };
            if role == CourseRole::Learner && is_active {
                students.push(CourseMember { user, name, email, number, student });
            }
        }
        if self.members.is_none() {
            students.extend(people.into_iter().filter_map(|(user, person)| match person {
                Person::Student { id } => {
                    let student = Some(id);
                    Some(CourseMember { user, name: None, email: None, number: None, student })
                }
                Person::Teacher { .. } | Person::Assistant { .. } => None,
            }));
        }
        Ok(students)
    }
}

/// Returns a client for a course system of a class.
///
/// # Errors
/// If the class has no such course system, or its values or the class's key cannot be used.
pub(crate) fn client(class: &OpenClass, system: i64) -> Result<ServiceClient, Error> {
    let registered = SignOn::open(&class.folder)?.system(system)?;
    let registration = registered.as_ref().map(registration).transpose()?.flatten();
    let registration = registration
        .ok_or_else(|| Error::new(Kind::NotFound, "the course system was removed from the class"))?;
    Ok(ServiceClient::new(Http::new(PATIENCE), registration, Arc::new(signing_key(class)?)))
}

/// Returns the error of a course system that does not answer as it should.
fn unanswered(system: &str, failure: &lti::Failure) -> Error {
    Error::new(Kind::Undecided, format!("{system} could not be asked: {failure}"))
        .hint("nothing was changed; try again later")
}
