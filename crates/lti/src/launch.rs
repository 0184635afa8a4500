//! A person who comes from a course system.

use serde_json::{Map, Value};

use crate::id_token::{Expected, verify};
use crate::{Address, CourseRole, DeepLinkRequest, Failure, Registration, RemoteKeys, TokenFault, User};

/// Prefix of the claims of LTI.
pub(crate) const CLAIM: &str = "https://purl.imsglobal.org/spec/lti/claim/";
const MEMBERSHIPS: &str = "https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice";
const GRADES: &str = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint";

/// A person who comes from a course system by a link in a course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The person.
    pub user: User,
    /// The role in the course.
    pub role: CourseRole,
    /// The deployment of the tool.
    pub deployment: String,
    /// The course; `None` if the link is in none.
    pub course: Option<Course>,
    /// The link; `None` in a request for a link.
    pub link: Option<ResourceLink>,
    /// The address that the link leads to.
    pub target: Option<String>,
    /// The address of the course's members; `None` if the system does not offer them.
    pub members: Option<Address>,
    /// The grades of the course; `None` if the system does not offer them.
    pub grades: Option<GradeService>,
    /// The request for a link to insert into the course; `None` in a launch.
    pub deep_link: Option<DeepLinkRequest>,
}

/// A course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// Its id in the course system.
    pub id: String,
    /// Its title, or its short name.
    pub title: Option<String>,
}

/// A link in a course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResourceLink {
    /// Its id in the course system.
    pub id: String,
    /// Its title.
    pub title: Option<String>,
}

/// The grades of a course (Assignment and Grade Services).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GradeService {
    /// The address of the list of columns; `None` if the class may not see it.
    pub line_items: Option<Address>,
    /// The address of the column of the link; `None` if it has none or several.
    pub line_item: Option<Address>,
    /// The granted rights.
    pub scopes: Vec<String>,
}

impl Launch {
    /// Checks a signed message and returns its contents. `now` is in seconds since 1970 in UTC.
    ///
    /// # Errors
    /// If the signature or a claim is wrong, or the keys of the course system cannot be fetched.
    pub fn verify(
        token: &str,
        registration: &Registration,
        nonce: &str,
        now: i64,
        keys: &RemoteKeys,
    ) -> Result<Launch, Failure> {
        let Registration { issuer, client, .. } = registration;
        let expected = Expected { issuer, client, keys: &registration.keys, nonce, now };
        let claims = verify(token, &expected, keys)?;
        Launch::from_claims(claims, registration).map_err(Failure::from)
    }

    fn from_claims(claims: Map<String, Value>, registration: &Registration) -> Result<Launch, TokenFault> {
        let claim = |name: &str| claims.get(&format!("{CLAIM}{name}"));
        let text = |name: &str| claim(name).and_then(Value::as_str).filter(|text| !text.is_empty());
        if text("version") != Some("1.3.0") {
            return Err(TokenFault::Version);
        }
        let deployment = text("deployment_id").ok_or(TokenFault::Missing("deployment_id"))?.to_owned();
        if !registration.deployments.is_empty() && !registration.deployments.contains(&deployment) {
            return Err(TokenFault::Deployment);
        }
        let link = claim("resource_link").and_then(ResourceLink::from_claim);
        let deep_link = match text("message_type") {
            Some("LtiResourceLinkRequest") if link.is_none() => {
                return Err(TokenFault::Missing("resource_link"));
            }
            Some("LtiResourceLinkRequest") => None,
            Some("LtiDeepLinkingRequest") => Some(DeepLinkRequest::from_claims(&claims)?),
            _ => return Err(TokenFault::Type),
        };
        Ok(Launch {
            role: CourseRole::from_claim(claim("roles")),
            deployment,
            course: claim("context").and_then(Course::from_claim),
            link,
            target: text("target_link_uri").map(str::to_owned),
            members: claims
                .get(MEMBERSHIPS)
                .and_then(|service| address(service, "context_memberships_url", &registration.keys)),
            grades: claims.get(GRADES).map(|claim| GradeService::from_claim(claim, &registration.keys)),
            deep_link,
            user: User::from_claims(claims).ok_or(TokenFault::Missing("sub"))?,
        })
    }
}

impl Course {
    fn from_claim(claim: &Value) -> Option<Course> {
        Some(Course {
            id: member(claim, "id")?,
            title: member(claim, "title").or_else(|| member(claim, "label")),
        })
    }
}

impl ResourceLink {
    fn from_claim(claim: &Value) -> Option<ResourceLink> {
        Some(ResourceLink { id: member(claim, "id")?, title: member(claim, "title") })
    }
}

impl GradeService {
    fn from_claim(claim: &Value, keys: &Address) -> GradeService {
        let scopes = claim.get("scope").and_then(Value::as_array).into_iter().flatten();
        GradeService {
            line_items: address(claim, "lineitems", keys),
            line_item: address(claim, "lineitem", keys),
            scopes: scopes.filter_map(Value::as_str).map(str::to_owned).collect(),
        }
    }
}

fn member(claim: &Value, name: &str) -> Option<String> {
    claim.get(name).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// Returns the address of a service, as the system with these keys names it.
fn address(claim: &Value, name: &str, keys: &Address) -> Option<Address> {
    keys.named(claim.get(name)?.as_str()?)
}
