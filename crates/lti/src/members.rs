//! The members of a course (Names and Role Provisioning Services 2.0).

use std::time::{Duration, Instant};

use serde_json::Value;

use crate::user::text;
use crate::{Address, CourseRole, Failure, ServiceClient};

const SCOPE: &str = "https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly";
const KIND: &str = "application/vnd.ims.lti-nrps.v2.membershipcontainer+json";
/// Maximum number of members.
const MOST: usize = 20_000;
/// Maximum number of pages.
const PAGES: usize = 500;
/// Time after which no further page is read.
const PATIENCE: Duration = Duration::from_mins(1);

/// A member of a course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The id in the course system, which launches and grades use.
    pub user: String,
    /// The role in the course.
    pub role: CourseRole,
    /// `false` if the member may not use the course any more.
    pub is_active: bool,
    /// The full name; `None` if the system does not pass it on.
    pub name: Option<String>,
    /// The mail address; `None` if the system does not pass it on.
    pub email: Option<String>,
    /// The id in the school's records; `None` if the system does not pass it on.
    pub number: Option<String>,
}

impl Member {
    /// Reads the members of a course, page by page.
    ///
    /// # Errors
    /// If a page cannot be read or has no list of members, or the list is too long.
    pub fn list(client: &ServiceClient, of: &Address) -> Result<Vec<Member>, Failure> {
        let begun = Instant::now();
        let mut members = Vec::new();
        let mut page = Some(of.clone());
        for _ in 0..PAGES {
            let Some(address) = page else { return Ok(members) };
            if begun.elapsed() > PATIENCE {
                let why = format!("the list of members was not complete after {} s", PATIENCE.as_secs());
                return Err(Failure::Unreachable { host: of.host().to_owned(), why });
            }
            let reply = client.get(&address, SCOPE, KIND)?;
            let list = reply.body.get("members").and_then(Value::as_array);
            let list = list.ok_or_else(|| Failure::answer(of, "no list of members"))?;
            members.extend(list.iter().filter_map(Member::read));
            if members.len() > MOST {
                break;
            }
            // A page that continues with itself would never end.
            page = reply.next.filter(|next| *next != address);
        }
        Err(Failure::answer(of, "more members than are accepted"))
    }

    /// Reads a member; `None` without an id.
    fn read(member: &Value) -> Option<Member> {
        let text = |name: &str| member.get(name).and_then(text);
        let parts = || {
            let parts: Vec<String> = ["given_name", "family_name"].into_iter().filter_map(text).collect();
            (!parts.is_empty()).then(|| parts.join(" "))
        };
        Some(Member {
            user: text("user_id")?,
            role: CourseRole::from_claim(member.get("roles")),
            is_active: text("status").is_none_or(|status| status.eq_ignore_ascii_case("active")),
            name: text("name").or_else(parts),
            email: text("email"),
            number: text("lis_person_sourcedid"),
        })
    }
}
