//! Sign-on by a course system (LTI 1.3): the beginning, the launch, links for courses, and the class's keys.

use ::lti::{ContentItem, CourseRole, DeepLinkAnswer, DeepLinkRequest, Launch, LoginRequest, Registration};
use axum::Extension;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use class_model::{Moment, Protocol, SchoolSystem, Secret, StaffRole};
use explain::Error;

use super::begun_login::BegunLogin;
use super::{enter, not_begun, refused, step};
use crate::answer::{personal, see, with_cookie};
use crate::class_visit::{View, Visit};
use crate::form_values::FormValues;
use crate::pages::sign_on::{deep_link_page, new_window_page};
use crate::peer::Peer;
use crate::problem::Problem;
use crate::school_systems::{
    DEEP_LINK, LAUNCH, LOGIN, note_course, published_keys, registration, signing_key,
};
use crate::url_parameters::Query;

/// Begins a sign-on that a course system asks for, by an address or by a form.
pub(crate) async fn login(
    visit: Visit,
    headers: HeaderMap,
    Query(asked): Query<FormValues>,
) -> Result<Response, Problem> {
    visit.view(move |view| begin(view, &headers, &asked)).await
}

pub(crate) async fn login_by_form(
    visit: Visit,
    headers: HeaderMap,
    typed: FormValues,
) -> Result<Response, Problem> {
    visit.view(move |view| begin(view, &headers, &typed)).await
}

fn begin(view: &View, headers: &HeaderMap, asked: &FormValues) -> Result<Response, Problem> {
    let systems = systems(view)?;
    let request = LoginRequest::from_parameters(|name| Some(asked.get(name))).map_err(Error::from)?;
    let found = systems.iter().find(|(.., registration)| request.is_from(registration));
    let Some((number, _, registration)) = found else {
        let what = "this course system, or its client id, is not registered in the class";
        return Err(Problem::new(StatusCode::FORBIDDEN, what).hint("tell the teacher of the class"));
    };
    let is_framed = headers
        .get("sec-fetch-dest")
        .is_some_and(|place| place.to_str().is_ok_and(|place| place != "document"));
    // In a frame of another site, a browser keeps no session. A request for a link needs none, and its answer belongs
    // in the frame.
    let is_for_link = asked.get("target_link_uri") == view.full_address(DEEP_LINK);
    if is_framed && !is_for_link {
        return Ok(new_window_page(view, LOGIN, asked));
    }
    let begun = BegunLogin::new(*number)?;
    let back = view.full_address(LAUNCH);
    let to = request.redirect(registration, &back, &begun.state(), &begun.nonce());
    Ok(with_cookie(see(&to), &begun.cookie(&view.place.home)))
}

/// Signs in a person whom a course system sends with a signed message, or answers its request for a link.
pub(crate) async fn launch(
    visit: Visit,
    peer: Option<Extension<Peer>>,
    headers: HeaderMap,
    typed: FormValues,
) -> Result<Response, Problem> {
    let peer = peer.map(|Extension(peer)| peer);
    step(visit, move |view| launched(view, peer, &headers, &typed)).await
}

fn launched(
    view: &View,
    peer: Option<Peer>,
    headers: &HeaderMap,
    typed: &FormValues,
) -> Result<Response, Problem> {
    let state = typed.get("state");
    let systems = systems(view)?;
    let begun = BegunLogin::find(headers, state).ok_or_else(not_begun)?;
    let (_, system, registration) =
        systems.iter().find(|(number, ..)| *number == begun.system).ok_or_else(not_begun)?;
    if let Some(error) = typed.given("error") {
        let said = typed.given("error_description").unwrap_or(error);
        return Err(refused(view, peer, system, &::lti::Failure::NotSignedIn(said)));
    }
    let sign_on = &view.app.sign_on;
    let (token, now) = (typed.get("id_token"), seconds(Moment::now()));
    let launch = Launch::verify(token, registration, &begun.nonce(), now, &sign_on.keys)
        .map_err(|failure| refused(view, peer, system, &failure))?;
    if !sign_on.complete(state) {
        return Err(not_begun());
    }
    if let Some(request) = &launch.deep_link {
        return answer_with_link(view, system, registration, (&launch, request));
    }
    let page = page_of(view, launch.target.as_deref());
    let answer = enter(view, &begun, system, (&launch.user, launch.role), &page)?;
    note_course(&view.class, begun.system, &launch)?;
    Ok(answer)
}

/// Answers a request for a link with one to the class. Opens no session.
fn answer_with_link(
    view: &View,
    system: &SchoolSystem,
    registration: &Registration,
    (launch, request): (&Launch, &DeepLinkRequest),
) -> Result<Response, Problem> {
    let is_staff = match launch.role {
        CourseRole::Instructor => system.instructors != StaffRole::None,
        CourseRole::TeachingAssistant => system.assistants != StaffRole::None,
        CourseRole::Learner | CourseRole::Other => false,
    };
    if !is_staff {
        return Err(Problem::forbidden());
    }
    let item = ContentItem { url: view.full_address(""), title: view.class.plan.name.clone() };
    let key = signing_key(&view.class)?;
    let nonce = Secret::draw()?.reveal();
    let sender = (&key, nonce.as_str(), seconds(Moment::now()));
    let of = (registration, launch.deployment.as_str());
    let answer = DeepLinkAnswer::new(request, of, Some(&item), sender).map_err(Error::from)?;
    Ok(deep_link_page(view, system, &answer))
}

/// Returns the class's public keys.
pub(crate) fn keys(view: &View, (): ()) -> Result<Response, Problem> {
    systems(view)?;
    Ok(personal("application/json", published_keys(&view.class)?.to_string()))
}

/// Returns the course systems of the class with their numbers. Without any, there is no page.
fn systems(view: &View) -> Result<Vec<(i64, SchoolSystem, Registration)>, Problem> {
    let systems = view.place.sign_on(|sign_on| sign_on.systems())?.unwrap_or_default();
    let lti = systems.into_iter().filter(|(_, system)| matches!(system.protocol, Protocol::Lti { .. }));
    let mut found = Vec::new();
    for (number, system) in lti {
        if let Some(registration) = registration(&system)? {
            found.push((number, system, registration));
        }
    }
    if found.is_empty() { Err(no_page()) } else { Ok(found) }
}

pub(super) fn no_page() -> Problem {
    Problem::not_found("there is no such page")
}

/// Returns the page to which a link leads, if it is one of the class; otherwise its first page.
fn page_of(view: &View, target: Option<&str>) -> String {
    let home = view.full_address("");
    let rest = target.and_then(|target| target.strip_prefix(&home));
    let is_plain = |rest: &&str| rest.bytes().all(|byte| byte.is_ascii_graphic()) && !rest.contains('\\');
    let rest = rest.filter(is_plain).filter(|rest| !rest.starts_with("lti/"));
    view.address(rest.unwrap_or_default())
}

/// Returns a moment in seconds since 1970.
pub(super) fn seconds(moment: Moment) -> i64 {
    moment.millis() / 1000
}
