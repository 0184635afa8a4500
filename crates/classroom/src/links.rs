//! Personal links, by which people enter a class through the service.

mod sheet;

use class::{Access, Facts, Moment, Person, PersonalLink, Student};
use explain::{Error, Kind};
use game::visible;
use json::Shape;
use schemars::JsonSchema;
use serde::Serialize;

pub use self::sheet::links_sheet;
use crate::open_class::{OpenClass, find_student};
use crate::utc;

/// Bytes of a name of a teacher or an assistant.
const LONGEST: usize = 100;

/// Personal links that were made.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MadeLinks {
    /// The links, in the order of those whom they are for.
    pub links: Vec<MadeLink>,
    /// How many earlier links they replace.
    pub replaced: usize,
    /// How many sessions have ended with the links that were replaced.
    pub ended_sessions: usize,
}

impl Shape for MadeLinks {
    const NAME: &'static str = "class-links";
    const VERSION: u32 = 1;
}

/// A personal link that was made. Whoever has it can act for whom it is.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MadeLink {
    /// The role: `teacher`, `assistant` or `student`.
    pub role: &'static str,
    /// The student's id, or the name of a teacher or an assistant.
    pub id: String,
    /// The name, for people.
    pub name: String,
    /// The section, if it is known.
    pub section: Option<String>,
    /// The link's address.
    pub address: String,
}

/// Everybody who has a personal link.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LinksReport {
    /// The links, in the order of roles and ids. Their secrets are kept nowhere.
    pub links: Vec<LinkReport>,
    /// The ids of the students who have none.
    pub without: Vec<String>,
}

impl Shape for LinksReport {
    const NAME: &'static str = "class-links-list";
    const VERSION: u32 = 1;
}

/// Somebody who has a personal link.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LinkReport {
    /// The role: `teacher`, `assistant` or `student`.
    pub role: &'static str,
    /// The student's id, or the name of a teacher or an assistant.
    pub id: String,
    /// When it was made, in UTC.
    #[serde(serialize_with = "utc::text")]
    #[schemars(with = "String")]
    pub made: Moment,
    /// When somebody entered by it last, in UTC; null if nobody has.
    #[serde(serialize_with = "utc::optional_text")]
    #[schemars(with = "Option<String>")]
    pub used: Option<Moment>,
    /// How many sessions are open.
    pub sessions: usize,
}

/// Whom links are made for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinksFor {
    /// Students of these ids.
    Students(Vec<String>),
    /// All students who take part.
    AllStudents,
    /// The students who take part and have none.
    StudentsWithout,
    /// Somebody who teaches or assists.
    Staff(Person),
}

/// Makes personal links, which lead to the class at `url`, the service's address followed by the class's name there. Whoever
/// had one has a new one from now on, and the old one ends with its sessions.
///
/// # Errors
/// If there is no such student, or a name of somebody who teaches or assists is empty or too long; or if the class cannot be
/// read or written.
pub fn make_links(class: &OpenClass, to: &LinksFor, url: &str) -> Result<MadeLinks, Error> {
    let facts = class.facts()?;
    let mut access = Access::open(&class.folder)?;
    let now = Moment::now();
    let people = people(&facts, to, &access, now)?;
    let earlier = access.links(now)?;
    let replaced: Vec<&PersonalLink> = earlier.iter().filter(|link| people.contains(&link.person)).collect();
    let (replaced, ended_sessions) = (replaced.len(), replaced.iter().map(|link| link.sessions).sum());
    let url = url.trim_end_matches('/');
    let mut links = Vec::new();
    for person in people {
        let secret = access.make_link(&person, now)?;
        let (role, id, name, section) = described(&person, &facts);
        links.push(MadeLink { role, id, name, section, address: format!("{url}/enter/{}", secret.reveal()) });
    }
    Ok(MadeLinks { links, replaced, ended_sessions })
}

/// Everybody who has a personal link, and who has none.
///
/// # Errors
/// If the class cannot be read.
pub fn list_links(class: &OpenClass) -> Result<LinksReport, Error> {
    let facts = class.facts()?;
    let links = match Access::open_if_there(&class.folder)? {
        Some(access) => access.links(Moment::now())?,
        None => Vec::new(),
    };
    let without = without(&facts, &links).into_iter().map(|student| student.id.clone()).collect();
    let report = |PersonalLink { person, made, used, sessions }| {
        let (role, id, ..) = described(&person, &facts);
        LinkReport { role, id, made, used, sessions }
    };
    Ok(LinksReport { links: links.into_iter().map(report).collect(), without })
}

/// Ends the personal link of somebody, with its sessions.
///
/// # Errors
/// If they have none; or if the class cannot be read or written.
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
        LinksFor::StudentsWithout => Ok(of(without(facts, &access.links(now)?))),
        LinksFor::Staff(person) => {
            let (_, name, ..) = described(person, facts);
            if name.trim().is_empty() || name.len() > LONGEST {
                return Err(Error::input(format!("a name has 1 to {LONGEST} bytes")));
            }
            Ok(vec![person.clone()])
        }
    }
}

fn taking_part(facts: &Facts) -> Vec<&Student> {
    facts.students().into_iter().filter(|student| facts.withdrawal(&student.id).is_none()).collect()
}

fn without<'f>(facts: &'f Facts, links: &[PersonalLink]) -> Vec<&'f Student> {
    let has_one = |student: &&Student| {
        links.iter().any(|link| matches!(&link.person, Person::Student { id } if *id == student.id))
    };
    taking_part(facts).into_iter().filter(|student| !has_one(student)).collect()
}

/// The role, the id, the name for people and the section of a person.
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
