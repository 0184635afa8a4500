//! The person in the class for a person at a system of the school.

use class_model::{
    Access, Account, Facts, Moment, Person, SchoolSystem, Secret, Session, SignOn, StaffRole, student_called,
};
use explain::Error;

use super::systems::revoke_tokens;
use crate::open_class::OpenClass;

/// Maximum length of the name of a teacher or an assistant, in bytes.
const LONGEST: usize = 100;

/// A person for whom a system of the school vouches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchoolPerson {
    /// The permanent id at the system.
    pub subject: String,
    /// The role, as the system states it now.
    pub role: SchoolRole,
    /// The name; `None` if the system does not send it.
    pub name: Option<String>,
    /// The value of the claim that identifies students; `None` if the system does not send it.
    pub student: Option<String>,
}

/// The role of a person at a system of the school.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchoolRole {
    /// A teacher of the course.
    Instructor,
    /// A teaching assistant.
    TeachingAssistant,
    /// A student.
    Learner,
    /// Another role, or none.
    Other,
}

/// The outcome of a sign-on.
#[derive(Debug)]
pub enum SignInAttempt {
    /// A session was opened.
    Entered(Secret, Session),
    /// The person has no place in the class.
    Stranger(Stranger),
}

/// A person who has no place in the class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stranger {
    /// The name of the system.
    pub system: String,
    /// The person's name; `None` if the system does not send it.
    pub name: Option<String>,
    /// The reason.
    pub why: WhyStranger,
}

/// The reason why a person has no place in the class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyStranger {
    /// The system does not send the claim of this name, by which students are found.
    NoClaim(String),
    /// No student of the class has this value of the claim.
    NotInClass(String),
    /// Another account of the system is connected with the student.
    OtherAccount,
    /// The class does not admit people of this role by this system.
    Role,
}

/// Signs a person in, with the role that the system states now. A person without a place in the class loses the
/// sessions of an earlier role.
///
/// # Errors
/// If the class cannot be read or written.
pub fn sign_in(
    class: &OpenClass,
    (number, system): (i64, &SchoolSystem),
    user: &SchoolPerson,
) -> Result<SignInAttempt, Error> {
    let mut sign_on = SignOn::open(&class.folder)?;
    let earlier = sign_on.account(number, &user.subject)?.map(|account| account.person);
    let found = Deciding { class, number, system, user, earlier: earlier.as_ref(), sign_on: &sign_on }
        .person(&class.facts()?)?;
    if let Some(earlier) = earlier.filter(|earlier| found.as_ref() != Ok(earlier)) {
        sign_on.remove_account(number, &user.subject)?;
        revoke_tokens(class, &earlier)?;
    }
    match found {
        Ok(person) => {
            let (secret, session) = sign_on.enter(number, &user.subject, &person, Moment::now())?;
            Ok(SignInAttempt::Entered(secret, session))
        }
        Err(why) => {
            let stranger = Stranger { system: system.name.clone(), name: user.name.clone(), why };
            Ok(SignInAttempt::Stranger(stranger))
        }
    }
}

/// A sign-on to decide on.
struct Deciding<'a> {
    class: &'a OpenClass,
    number: i64,
    system: &'a SchoolSystem,
    user: &'a SchoolPerson,
    /// The person of the account so far.
    earlier: Option<&'a Person>,
    sign_on: &'a SignOn,
}

impl Deciding<'_> {
    fn person(&self, facts: &Facts) -> Result<Result<Person, WhyStranger>, Error> {
        let staff = match self.user.role {
            SchoolRole::Instructor => self.system.instructors,
            SchoolRole::TeachingAssistant => self.system.assistants,
            SchoolRole::Learner => return self.student(facts),
            SchoolRole::Other => StaffRole::None,
        };
        match staff {
            StaffRole::None => Ok(Err(WhyStranger::Role)),
            StaffRole::Assistant => self.staff(|name| Person::Assistant { name, section: None }).map(Ok),
            StaffRole::Teacher => self.staff(|name| Person::Teacher { name }).map(Ok),
        }
    }

    fn student(&self, facts: &Facts) -> Result<Result<Person, WhyStranger>, Error> {
        // An account stays with its student, whatever the system says about the address later.
        if let Some(Person::Student { id }) = self.earlier
            && facts.student(id).is_some()
        {
            return Ok(Ok(Person::Student { id: id.clone() }));
        }
        let Some(value) = &self.user.student else {
            return Ok(Err(WhyStranger::NoClaim(self.system.student_claim.clone())));
        };
        let Some(student) = student_called(facts, value) else {
            return Ok(Err(WhyStranger::NotInClass(value.clone())));
        };
        let person = Person::Student { id: student.id.clone() };
        let accounts = self.sign_on.accounts()?;
        let is_other = |other: &Account| {
            other.system == self.number && other.person == person && other.subject != self.user.subject
        };
        if accounts.iter().any(is_other) {
            return Ok(Err(WhyStranger::OtherAccount));
        }
        Ok(Ok(person))
    }

    /// Returns a teacher or an assistant under a name that no one else has: people of one name would share access
    /// tokens.
    fn staff(&self, person: impl Fn(String) -> Person) -> Result<Person, Error> {
        let role = std::mem::discriminant(&person(String::new()));
        if let Some(earlier) = self.earlier.filter(|earlier| std::mem::discriminant(*earlier) == role) {
            return Ok(earlier.clone());
        }
        let links = Access::open(&self.class.folder)?.links(Moment::now())?;
        let accounts = self.sign_on.accounts()?;
        // Another window may have signed the same person in meanwhile.
        let is_other =
            |account: &&Account| (account.system, &account.subject) != (self.number, &self.user.subject);
        let others = accounts.iter().filter(is_other).map(|account| &account.person);
        let people = links.iter().map(|link| &link.person).chain(others);
        let taken: Vec<&Person> = people.filter(|other| std::mem::discriminant(*other) == role).collect();
        let is_free = |name: &str| taken.iter().all(|other| staff_name(other) != Some(name));
        let name = plain(self.user.name.as_deref().unwrap_or_default());
        let name = if name.is_empty() { plain(&self.user.subject) } else { name };
        let numbered = (2..).map(|number: u32| format!("{name} {number}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| is_free(name));
        Ok(person(free.unwrap_or(name)))
    }
}

fn staff_name(person: &Person) -> Option<&str> {
    match person {
        Person::Teacher { name } | Person::Assistant { name, .. } => Some(name),
        Person::Student { .. } => None,
    }
}

/// Returns a name without control characters, and not too long.
fn plain(name: &str) -> String {
    let mut plain = String::new();
    for letter in name.chars().filter(|letter| !letter.is_control()) {
        if plain.len() + letter.len_utf8() > LONGEST {
            break;
        }
        plain.push(letter);
    }
    plain.trim().to_owned()
}
