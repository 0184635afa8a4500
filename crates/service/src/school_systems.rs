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

/// Checks the ids and addresses of a system. Addresses without encryption, which are of this machine, are for services
/// that are reached without it.
///
/// # Errors
/// If one is not acceptable.
pub(crate) fn check(system: &SchoolSystem, is_secure: bool) -> Result<(), Error> {
    let registration = registration(system)?;
    let provider = provider(system, &ClientSecret(String::new()))?;
    let of_course_system = registration.iter().flat_map(|own| [&own.authorization, &own.token, &own.keys]);
    let mut addresses = of_course_system.chain(provider.iter().map(|own| &own.issuer));
    if is_secure && !addresses.all(Address::is_encrypted) {
        return Err(Error::input("the addresses must begin with https://"));
    }
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
        let is_own = |own: &String, value: &String| {
            own == value || (staff_claim == "email" && own.eq_ignore_ascii_case(value))
        };
        value.as_ref().is_some_and(|value| list.iter().any(|own| is_own(own, value)))
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
        members: launch.members.as_ref().map(text),
        line_items: grades.and_then(|grades| grades.line_items.as_ref()).map(text),
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

#[cfg(test)]
mod tests {
    use class_model::StaffRole;

    use super::*;

    #[test]
    fn an_encrypted_service_asks_no_address_of_its_machine() {
        let system = |issuer: &str, protocol: Protocol| SchoolSystem {
            name: "Moodle".to_owned(),
            issuer: issuer.to_owned(),
            client: "muster".to_owned(),
            protocol,
            student_claim: "email".to_owned(),
            instructors: StaffRole::Assistant,
            assistants: StaffRole::None,
        };
        let lti = |token: &str| Protocol::Lti {
            authorization: "https://lms.example/authorize".to_owned(),
            token: token.to_owned(),
            audience: None,
            keys: "https://lms.example/keys".to_owned(),
            deployments: Vec::new(),
        };
        let openid =
            Protocol::OpenId { staff_claim: String::new(), teachers: Vec::new(), assistants: Vec::new() };
        // The issuer of a course system is only a name.
        check(&system("http://127.0.0.1", lti("https://lms.example/token")), true).unwrap();
        let own = [
            system("https://lms.example", lti("HTTP://127.0.0.1:9/token")),
            system("http://127.0.0.1:9", openid),
        ];
        for system in own {
            check(&system, false).unwrap();
            let refused = check(&system, true).unwrap_err();
            assert_eq!(refused.what, "the addresses must begin with https://");
        }
    }
}
