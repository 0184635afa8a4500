//! Personal links for entering a class through the service.

mod sheet;

use std::collections::BTreeSet;

use class_model::{Access, Facts, Moment, Person, PersonalLink, Student};
use explain::{Error, Kind};
use game::visible;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

pub use self::sheet::links_sheet;
use crate::open_class::{OpenClass, find_student};
use crate::utc::Utc;

/// Maximum number of bytes of the name of a teacher or an assistant.
const LONGEST: usize = 100;

/// New personal links.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MadeLinks {
    /// The links, in the order of the requested people.
    pub links: Vec<MadeLink>,
    /// Number of earlier links that were replaced.
    pub replaced: usize,
    /// Number of sessions that ended with the replaced links.
    pub ended_sessions: usize,
}

impl Shape for MadeLinks {
    const NAME: &'static str = "class-links";
    const VERSION: u32 = 1;
}

/// A new personal link. Anyone who has the link can act as its owner.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MadeLink {
    /// The role: `teacher`, `assistant` or `student`.
    pub role: &'static str,
    /// The student's id, or the name of a teacher or an assistant.
    pub id: String,
    /// The display name.
    pub name: String,
    /// The section; `None` if it is not known.
    pub section: Option<String>,
    /// The address.
    pub address: String,
}

/// The effects of making links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplacedLinks {
    /// Number of links to be made.
    pub made: usize,
    /// Number of earlier links that they replace.
    pub links: usize,
    /// Number of open sessions that end with these.
    pub sessions: usize,
}

impl ReplacedLinks {
    fn new(people: &[Person], earlier: &[PersonalLink]) -> ReplacedLinks {
        // Links are unique by role and name; an assistant may change sections.
        let key = |person: &Person| match person {
            Person::Teacher { name } => ("teacher", name.clone()),
            Person::Assistant { name, .. } => ("assistant", name.clone()),
            Person::Student { id } => ("student", id.clone()),
        };
        let owners: BTreeSet<_> = people.iter().map(key).collect();
        let replaced = earlier.iter().filter(|link| owners.contains(&key(&link.person)));
        let sessions = replaced.clone().map(|link| link.sessions).sum();
        ReplacedLinks { made: people.len(), links: replaced.count(), sessions }
    }
}

/// The owners of personal links.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LinksReport {
    /// The links, in the order of roles and ids. Their secrets are not stored.
    pub links: Vec<LinkReport>,
    /// The ids of the students without a link.
    pub without: Vec<String>,
}

impl Shape for LinksReport {
    const NAME: &'static str = "class-links-list";
    const VERSION: u32 = 1;
}

/// The owner of a personal link.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LinkReport {
    /// The role: `teacher`, `assistant` or `student`.
    pub role: &'static str,
    /// The student's id, or the name of a teacher or an assistant.
    pub id: String,
    /// Time of creation, in UTC.
    pub made: Utc,
    /// Time of the last entry through the link, in UTC; null if it was never used.
    pub used: Option<Utc>,
    /// Number of open sessions.
    pub sessions: usize,
}

/// The people to make links for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinksFor {
    /// The students with these ids.
    Students(Vec<String>),
    /// All active students.
    AllStudents,
    /// The active students without a link.
    StudentsWithout,
    /// A teacher or an assistant.
    Staff(Person),
}

/// Makes personal links to the class at `url`, which is the service's address followed by the class's name. A new link
/// replaces the owner's earlier link and ends its sessions.
///
/// # Errors
/// If there is no such student, the name of a teacher or an assistant is empty or too long, or the class cannot be read
/// or written.
pub fn make_links(class: &OpenClass, to: &LinksFor, url: &str) -> Result<MadeLinks, Error> {
    let facts = class.facts()?;
    let mut access = Access::open(&class.folder)?;
    let now = Moment::now();
    let people = people(&facts, to, &access, now)?;
    let ReplacedLinks { links: replaced, sessions: ended_sessions, .. } =
        ReplacedLinks::new(&people, &access.links(now)?);
    let url = url.trim_end_matches('/');
    let mut links = Vec::new();
    for person in people {
        let secret = access.make_link(&person, now)?;
        let (role, id, name, section) = described(&person, &facts);
        links.push(MadeLink { role, id, name, section, address: format!("{url}/enter/{}", secret.reveal()) });
    }
    Ok(MadeLinks { links, replaced, ended_sessions })
}

/// Returns what [`make_links`] would replace.
///
/// # Errors
/// As [`make_links`].
pub fn preview_links(class: &OpenClass, to: &LinksFor) -> Result<ReplacedLinks, Error> {
    let (access, now) = (Access::open(&class.folder)?, Moment::now());
    let people = people(&class.facts()?, to, &access, now)?;
    Ok(ReplacedLinks::new(&people, &access.links(now)?))
}

/// Lists the owners of personal links, and the students without one.
///
/// # Errors
/// If the class cannot be read.
pub fn list_links(class: &OpenClass) -> Result<LinksReport, Error> {
    let facts = class.facts()?;
    let links = match Access::open_if_there(&class.folder)? {
        Some(access) => access.links(Moment::now())?,
        None => Vec::new(),
    };
    let without =
        students_without_link(&facts, &links).into_iter().map(|student| student.id.clone()).collect();
    let report = |PersonalLink { person, made, used, sessions }| {
        let (role, id, ..) = described(&person, &facts);
        LinkReport { role, id, made: Utc(made), used: used.map(Utc), sessions }
    };
    Ok(LinksReport { links: links.into_iter().map(report).collect(), without })
}

/// Revokes a person's link and ends its sessions.
///
/// # Errors
/// If the person has no link, or the class cannot be read or written.
pub fn revoke_link(class: &OpenClass, person: &Person) -> Result<(), Error> {
    let revoked = match Access::open_if_there(&class.folder)? {
        Some(mut access) => access.revoke(person)?,
        None => false,
    };
    if revoked {
        return Ok(());
    }
    let (_, id, ..) = described(person, &Facts::default());
    Err(Error::new(Kind::NotFound, format!("\"{}\" has no personal link", visible(&id)))
        .hint("`muster class links DIR` lists those who have one"))
}

fn people(facts: &Facts, to: &LinksFor, access: &Access, now: Moment) -> Result<Vec<Person>, Error> {
    let of = |students: Vec<&Student>| {
        students.into_iter().map(|student| Person::Student { id: student.id.clone() }).collect()
    };
    match to {
        LinksFor::Students(ids) => {
            let found: Result<Vec<&Student>, Error> = ids.iter().map(|id| find_student(facts, id)).collect();
            found.map(of)
        }
        LinksFor::AllStudents => Ok(of(taking_part(facts))),
        LinksFor::StudentsWithout => Ok(of(students_without_link(facts, &access.links(now)?))),
        LinksFor::Staff(person) => {
            let (_, name, ..) = described(person, facts);
            if name.trim().is_empty() || name.len() > LONGEST {
                return Err(Error::input(format!("a name must have 1 to {LONGEST} bytes")));
            }
            Ok(vec![person.clone()])
        }
    }
}

/// Returns the students who take part.
pub fn taking_part(facts: &Facts) -> Vec<&Student> {
    facts.students().into_iter().filter(|student| facts.withdrawal(&student.id).is_none()).collect()
}

/// Returns the students who take part and have none of these links.
pub fn students_without_link<'f>(facts: &'f Facts, links: &[PersonalLink]) -> Vec<&'f Student> {
    let has_one = |student: &&Student| {
        links.iter().any(|link| matches!(&link.person, Person::Student { id } if *id == student.id))
    };
    taking_part(facts).into_iter().filter(|student| !has_one(student)).collect()
}

/// Returns the role, the id, the display name and the section of a person.
fn described(person: &Person, facts: &Facts) -> (&'static str, String, String, Option<String>) {
    match person {
        Person::Teacher { name } => ("teacher", name.clone(), name.clone(), None),
        Person::Assistant { name, section } => ("assistant", name.clone(), name.clone(), section.clone()),
        Person::Student { id } => {
            let student = facts.student(id);
            let name = student.map_or_else(|| id.clone(), |student| student.name.clone());
            ("student", id.clone(), name, student.and_then(|student| student.section.clone()))
        }
    }
}
