//! The class's systems as their protocols see them, and the class's key.

use class_model::{ClientSecret, LinkedCourse, Moment, Protocol, SchoolSystem, SignOn, StoredKey};
use class_operations::OpenClass;
use class_operations::sign_on::{SchoolPerson, SchoolRole};
use explain::Error;
use lti::{Address, CourseRole, Launch, OpenIdProvider, Registration, SigningKey, User, key_set};
use serde_json::Value;

/// The address in a class that a course system calls first.
pub(crate) const LOGIN: &str = "lti/login";
/// The address to which a course system sends the browser with a signed message.
pub(crate) const LAUNCH: &str = "lti/launch";
/// The target of requests for a link.
pub(crate) const DEEP_LINK: &str = "lti/deep-link";
/// The address of the class's public keys.
pub(crate) const KEYS: &str = "lti/keys.json";
/// The address to which a provider sends the browser back.
pub(crate) const BACK: &str = "openid/back";

/// Returns `true` for the addresses to which course systems send forms. A signed message and the cookie of a sign-on take
/// the place of a form's mark there.
pub(crate) fn is_from_course_system(path: &str) -> bool {
    let rest = path.trim_start_matches('/').split_once('/').map(|(_, rest)| rest);
    rest.is_some_and(|rest| [LOGIN, LAUNCH].contains(&rest))
}

/// Checks the ids and addresses of a system.
///
/// # Errors
/// If one is not acceptable.
pub(crate) fn check(system: &SchoolSystem) -> Result<(), Error> {
    registration(system)?;
    provider(system, &ClientSecret(String::new()))?;
    Ok(())
}

/// Returns a course system as its protocol sees it; `None` if it is a provider of OpenID Connect.
///
/// # Errors
/// If an address or an id is not acceptable.
pub(crate) fn registration(system: &SchoolSystem) -> Result<Option<Registration>, Error> {
    let Protocol::Lti { authorization, token, audience, keys, deployments } = &system.protocol else {
        return Ok(None);
    };
    let registration = Registration {
        issuer: system.issuer.clone(),
        client: system.client.clone(),
        authorization: address("authentication request URL", authorization)?,
        token: address("access token URL", token)?,
        audience: audience.clone(),
        keys: address("public keyset URL", keys)?,
        deployments: deployments.clone(),
    };
    Ok(Some(registration.checked()?))
}

/// Returns a provider of OpenID Connect as its protocol sees it; `None` if it is a course system.
///
/// # Errors
/// If its issuer is not acceptable.
pub(crate) fn provider(
    system: &SchoolSystem,
    secret: &ClientSecret,
) -> Result<Option<OpenIdProvider>, Error> {
    if !matches!(system.protocol, Protocol::OpenId { .. }) {
        return Ok(None);
    }
    let issuer = address("issuer", &system.issuer)?;
    Ok(Some(OpenIdProvider { issuer, client: system.client.clone(), secret: secret.0.clone() }))
}

fn address(what: &str, text: &str) -> Result<Address, Error> {
    Address::parse(text).map_err(|error| Error::input(format!("{what}: {error}")))
}

/// Returns the person of a verified message.
pub(crate) fn person(system: &SchoolSystem, user: &User, role: CourseRole) -> SchoolPerson {
    SchoolPerson {
        subject: user.subject.clone(),
        role: match role {
            CourseRole::Instructor => SchoolRole::Instructor,
            CourseRole::TeachingAssistant => SchoolRole::TeachingAssistant,
            CourseRole::Learner => SchoolRole::Learner,
            CourseRole::Other => SchoolRole::Other,
        },
        name: user.name().or_else(|| user.email()),
        student: user.claim(&system.student_claim),
    }
}

/// Returns the role of a person at a provider of OpenID Connect: staff are those whom the teacher has listed.
pub(crate) fn openid_role(system: &SchoolSystem, user: &User) -> CourseRole {
    let Protocol::OpenId { staff_claim, teachers, assistants } = &system.protocol else {
        return CourseRole::Other;
    };
    let value = Some(staff_claim).filter(|claim| !claim.is_empty()).and_then(|claim| user.claim(claim));
    let is_listed = |list: &[String]| {
        value.as_ref().is_some_and(|value| list.iter().any(|own| own.eq_ignore_ascii_case(value)))
    };
    if is_listed(teachers) {
        CourseRole::Instructor
    } else if is_listed(assistants) {
        CourseRole::TeachingAssistant
    } else {
        CourseRole::Learner
    }
}

/// Notes the course of a launch, and the services that its system offers.
///
/// # Errors
/// If the class cannot be written.
pub(crate) fn note_course(class: &OpenClass, number: i64, launch: &Launch) -> Result<(), Error> {
    let Some(course) = &launch.course else { return Ok(()) };
    let text = |address: &Address| address.as_str().to_owned();
    let grades = launch.grades.as_ref();
    let noted = LinkedCourse {
        title: course.title.clone(),
        deployment: launch.deployment.clone(),
        members: launch.members.as_ref().map(text),
        line_items: grades.and_then(|grades| grades.line_items.as_ref()).map(text),
        line_item: grades.and_then(|grades| grades.line_item.as_ref()).map(text),
        scopes: grades.map(|grades| grades.scopes.clone()).unwrap_or_default(),
    };
    Ok(SignOn::open(&class.folder)?.note_course(number, &course.id, &noted, Moment::now())?)
}

/// Returns the class's key. Makes one if there is none.
///
/// # Errors
/// If the machine cannot make a key, or the class cannot be read or written.
pub(crate) fn signing_key(class: &OpenClass) -> Result<SigningKey, Error> {
    match SignOn::open(&class.folder)?.key_pair()? {
        Some(pair) => Ok(SigningKey::from_der(&pair)?),
        None => renew_key(class),
    }
}

/// Replaces the class's key. The earlier one stays published for a week.
///
/// # Errors
/// As [`signing_key`].
pub(crate) fn renew_key(class: &OpenClass) -> Result<SigningKey, Error> {
    let key = SigningKey::generate()?;
    let stored = StoredKey { public: key.public().to_string(), pair: key.to_der()? };
    SignOn::open(&class.folder)?.replace_key(&stored, Moment::now())?;
    Ok(key)
}

/// Returns the public keys of the class as JSON.
///
/// # Errors
/// As [`signing_key`].
pub(crate) fn published_keys(class: &OpenClass) -> Result<Value, Error> {
    signing_key(class)?;
    let keys = SignOn::open(&class.folder)?.public_keys(Moment::now())?;
    let keys: Vec<Value> = keys.iter().filter_map(|key| serde_json::from_str(key).ok()).collect();
    Ok(key_set(&keys))
}
