//! The role of a person in a course.

use serde_json::Value;

/// The vocabulary of roles in a course. Roles of the institution or the system say nothing about a course.
const MEMBERSHIP: &str = "http://purl.imsglobal.org/vocab/lis/v2/membership";

/// The role of a person in a course.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CourseRole {
    /// A teacher of the course.
    Instructor,
    /// A teaching assistant.
    TeachingAssistant,
    /// A student.
    Learner,
    /// Another role, or none.
    Other,
}

impl CourseRole {
    /// Returns the role that the claim `roles` of a message states. An assistant who is also listed as an instructor, as
    /// some systems do, is an assistant.
    pub fn from_claim(roles: Option<&Value>) -> CourseRole {
        let roles: Vec<&str> =
            roles.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
        let has = |suffix: &str| {
            roles.iter().any(|role| role.strip_prefix(MEMBERSHIP).is_some_and(|own| own == suffix))
        };
        // A role of a course may be given by its bare name.
        let is_named = |name: &str| roles.contains(&name) || has(&format!("#{name}"));
        if has("/Instructor#TeachingAssistant") || is_named("TeachingAssistant") {
            CourseRole::TeachingAssistant
        } else if is_named("Instructor") {
            CourseRole::Instructor
        } else if is_named("Learner") {
            CourseRole::Learner
        } else {
            CourseRole::Other
        }
    }
}
