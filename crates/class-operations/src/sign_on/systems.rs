//! The systems that a teacher adds.

use std::mem::discriminant;

use class_model::{
    Access, Account, ClientSecret, Event, LinkedCourse, Moment, Person, Protocol, SchoolSystem, SignOn,
    SignOnChange,
};
use explain::{Error, Kind};

use crate::open_class::OpenClass;

/// Maximum length of a name or an id, in bytes.
const LONGEST: usize = 255;
/// Maximum number of systems of a class.
const MOST: usize = 20;

/// A system with its accounts.
#[derive(Clone, Debug)]
pub struct ListedSystem {
    /// Its number.
    pub number: i64,
    /// The system.
    pub system: SchoolSystem,
    /// The people who have signed on by it.
    pub accounts: Vec<Account>,
    /// The courses with a link to the class, with their ids; the last used first.
    pub courses: Vec<(String, LinkedCourse)>,
}

/// Lists the systems of a class.
///
/// # Errors
/// If they cannot be read.
pub fn list_systems(class: &OpenClass) -> Result<Vec<ListedSystem>, Error> {
    let Some(sign_on) = SignOn::open_if_there(&class.folder)? else { return Ok(Vec::new()) };
    let accounts = sign_on.accounts()?;
    let listed = sign_on.systems()?.into_iter().map(|(number, system)| {
        let accounts = accounts.iter().filter(|account| account.system == number).cloned().collect();
        Ok(ListedSystem { number, system, accounts, courses: sign_on.courses(number)? })
    });
    listed.collect()
}

/// Adds a system, whose addresses the caller has checked, and returns its number.
///
/// # Errors
/// If a value is not acceptable, or the class cannot be written.
pub fn add_system(
    class: &OpenClass,
    system: &SchoolSystem,
    secret: Option<&ClientSecret>,
) -> Result<i64, Error> {
    check(system)?;
    if matches!(system.protocol, Protocol::OpenId { .. }) && secret.is_none() {
        return Err(Error::input("the client secret is missing"));
    }
    let mut sign_on = SignOn::open(&class.folder)?;
    let systems = sign_on.systems()?;
    if systems.len() >= MOST {
        return Err(Error::new(Kind::Conflict, format!("a class has at most {MOST} systems")));
    }
    refuse_same(&systems, None, system)?;
    let number = sign_on.add_system(system, secret)?;
    record(class, system, SignOnChange::Added)?;
    Ok(number)
}

/// Changes a system, and its secret if one is given. Another issuer or client id ends all sessions of the system, and
/// its staff lose their access tokens. Other addresses or roles do so for its staff.
///
/// # Errors
/// As [`add_system`]; or if there is no such system, or the secret is missing for another provider.
pub fn change_system(
    class: &OpenClass,
    number: i64,
    system: &SchoolSystem,
    secret: Option<&ClientSecret>,
) -> Result<(), Error> {
    check(system)?;
    let mut sign_on = SignOn::open(&class.folder)?;
    let stored = sign_on.system(number)?.ok_or_else(unknown)?;
    refuse_kept_secret(&stored, system, secret)?;
    refuse_same(&sign_on.systems()?, Some(number), system)?;
    let before = sign_on.accounts()?;
    if !sign_on.change_system(number, system, secret)? {
        return Err(unknown());
    }
    let after = sign_on.accounts()?;
    let is_gone = |account: &&Account| {
        account.system == number && after.iter().all(|other| other.person != account.person)
    };
    for gone in before.iter().filter(is_gone) {
        revoke_tokens(class, &gone.person)?;
    }
    record(class, system, SignOnChange::Changed)
}

/// Removes a system. Its sessions end, and its staff lose their access tokens.
///
/// # Errors
/// If there is no such system, or the class cannot be written.
pub fn remove_system(class: &OpenClass, number: i64) -> Result<(), Error> {
    let mut sign_on = SignOn::open(&class.folder)?;
    let system = sign_on.system(number)?.ok_or_else(unknown)?;
    let accounts = sign_on.accounts()?;
    sign_on.remove_system(number)?;
    for account in accounts.iter().filter(|account| account.system == number) {
        revoke_tokens(class, &account.person)?;
    }
    record(class, &system, SignOnChange::Removed)
}

/// Ends the connection of an account with its person. The next sign-on decides again who it is.
///
/// # Errors
/// If there is no such account, or the class cannot be written.
pub fn disconnect(class: &OpenClass, system: i64, subject: &str) -> Result<(), Error> {
    let mut sign_on = SignOn::open(&class.folder)?;
    let account = sign_on.account(system, subject)?.ok_or_else(unknown)?;
    sign_on.remove_account(system, subject)?;
    revoke_tokens(class, &account.person)
}

/// Revokes the access tokens of staff who are no longer signed on by a system. Students keep theirs, and so do staff
/// with a personal link.
pub(super) fn revoke_tokens(class: &OpenClass, person: &Person) -> Result<(), Error> {
    let mut access = Access::open(&class.folder)?;
    let is_student = matches!(person, Person::Student { .. });
    if !is_student && access.links(Moment::now())?.iter().all(|link| link.person != *person) {
        access.revoke(person)?;
    }
    Ok(())
}

/// Checks the values of a system.
fn check(system: &SchoolSystem) -> Result<(), Error> {
    let SchoolSystem { name, issuer, client, student_claim, .. } = system;
    let texts =
        [("name", name), ("issuer", issuer), ("client id", client), ("claim of the student", student_claim)];
    for (what, text) in texts {
        if text.trim().is_empty() || text.len() > LONGEST {
            return Err(Error::input(format!("the {what} is empty or too long")));
        }
    }
    Ok(())
}

/// Refuses to keep a provider's secret for another provider, which would receive it.
fn refuse_kept_secret(
    stored: &SchoolSystem,
    system: &SchoolSystem,
    secret: Option<&ClientSecret>,
) -> Result<(), Error> {
    let is_same = discriminant(&stored.protocol) == discriminant(&system.protocol)
        && (&stored.issuer, &stored.client) == (&system.issuer, &system.client);
    if matches!(system.protocol, Protocol::OpenId { .. }) && secret.is_none() && !is_same {
        let what = "type the client secret again: the issuer or the client id is another one";
        return Err(Error::input(what));
    }
    Ok(())
}

/// Refuses a second system with the same issuer and client id: a sign-on would not belong to one of them.
fn refuse_same(
    systems: &[(i64, SchoolSystem)],
    own: Option<i64>,
    system: &SchoolSystem,
) -> Result<(), Error> {
    let is_same = |(number, other): &&(i64, SchoolSystem)| {
        Some(*number) != own && (&other.issuer, &other.client) == (&system.issuer, &system.client)
    };
    match systems.iter().find(is_same) {
        None => Ok(()),
        Some((_, other)) => {
            let what = format!("{} has the same issuer and client id", game::visible(&other.name));
            Err(Error::new(Kind::Conflict, what))
        }
    }
}

fn record(class: &OpenClass, system: &SchoolSystem, change: SignOnChange) -> Result<(), Error> {
    class.write(|_, _| Ok(vec![Event::SignOnChanged { system: system.name.clone(), change }]))?;
    Ok(())
}

fn unknown() -> Error {
    Error::new(Kind::NotFound, "the class has no such system or account")
}
