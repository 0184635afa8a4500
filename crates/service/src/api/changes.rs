//! Handlers that make changes. Each carries out a request of a caller who may make it.

use axum::http::StatusCode;
use class_operations::announcement::announce;
use class_operations::deadlines::{Extend, close, extend, reopen};
use class_operations::freezing::{freeze, release};
use class_operations::judging::scrimmage::request_games;
use class_operations::questions::{Answer, answer, ask};
use class_operations::roster::{form_team, join_team, leave_team};
use class_operations::submission::activate;
use schemars::JsonSchema;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::reply::Reply;
use super::route::{AllowedCallers, Request, Route, RouteParameters};
use crate::class_visit::View;
use crate::pages;
use crate::problem::Problem;

/// The member that names the student whom a request concerns. The address or the session gives it, not the body.
pub(super) const STUDENT: &str = "student";

/// A request without details.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Decision {}

/// Returns the request in a body, unless its caller may not make it.
pub(super) fn admitted(
    route: &Route,
    view: &View,
    names: &RouteParameters,
    body: &[u8],
) -> Result<Request, Problem> {
    let student = match (names.asked("id"), route.who) {
        (None, AllowedCallers::Student) => Some(view.student()?),
        (Some(id), AllowedCallers::Staff) => {
            pages::must_see(view, id)?;
            Some(id)
        }
        (id, _) => {
            view.must_be_teacher()?;
            id
        }
    };
    let mut request: Request = serde_json::from_slice(body).map_err(|error| invalid(&error))?;
    if request.contains_key(STUDENT) {
        return Err(Problem::bad(format!("invalid request body: unknown field `{STUDENT}`")));
    }
    request.extend(student.map(|student| (STUDENT.to_owned(), student.into())));
    Ok(request)
}

pub(super) fn choose(view: &View, request: Request) -> Result<Reply, Problem> {
    Reply::json(&activate(&view.class, read(request)?)?.report)
}

pub(super) fn ask_for_games(view: &View, request: Request) -> Result<Reply, Problem> {
    let receipt = request_games(&view.class, &*view.app.validator, read(request)?)?;
    let made = receipt.request().ok_or_else(|| {
        Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the new request is missing from the class's record")
    })?;
    let address = view.address(&format!("api/scrimmages/{}/games", made.number));
    Ok(Reply::json(&receipt.report(&made))?.created(&address))
}

pub(super) fn form_own_team(view: &View, request: Request) -> Result<Reply, Problem> {
    Ok(Reply::json(&form_team(&view.class, read(request)?)?)?.created(&view.address("api/team")))
}

pub(super) fn join_by_code(view: &View, request: Request) -> Result<Reply, Problem> {
    Reply::json(&join_team(&view.class, &read(request)?)?)
}

pub(super) fn leave_own_team(view: &View, request: Request) -> Result<Reply, Problem> {
    Reply::json(&leave_team(&view.class, read(request)?)?)
}

pub(super) fn make_announcement(view: &View, request: Request) -> Result<Reply, Problem> {
    Ok(Reply::json(&announce(&view.class, &read(request)?)?)?.created(&view.address("api/class")))
}

pub(super) fn ask_question(view: &View, request: Request) -> Result<Reply, Problem> {
    Ok(Reply::json(&ask(&view.class, &read(request)?)?)?.created(&view.address("api/questions")))
}

pub(super) fn answer_question(view: &View, request: Request) -> Result<Reply, Problem> {
    let request: Answer = read(request)?;
    if request.announce.is_some() {
        view.must_announce_to_all()?;
    }
    Ok(Reply::json(&answer(&view.class, &request)?)?.created(&view.address("api/questions")))
}

pub(super) fn give_time(view: &View, request: Request) -> Result<Reply, Problem> {
    view.must_have_right(|rights| rights.extend)?;
    let request: Extend = read(request)?;
    let address = view.address(&format!("api/students/{}", pages::in_address(&request.student)));
    Ok(Reply::json(&extend(&view.class, request)?)?.created(&address))
}

pub(super) fn close_class(view: &View, request: Request) -> Result<Reply, Problem> {
    let Decision {} = read(request)?;
    Reply::json(&close(&view.class)?)
}

pub(super) fn reopen_class(view: &View, request: Request) -> Result<Reply, Problem> {
    let Decision {} = read(request)?;
    Reply::json(&reopen(&view.class)?)
}

pub(super) fn freeze_results(view: &View, request: Request) -> Result<Reply, Problem> {
    let Decision {} = read(request)?;
    Reply::json(&freeze(&view.class)?)
}

pub(super) fn release_results(view: &View, request: Request) -> Result<Reply, Problem> {
    Reply::json(&release(&view.class, read(request)?)?)
}

fn read<T: DeserializeOwned>(request: Request) -> Result<T, Problem> {
    serde_json::from_value(Value::Object(request)).map_err(|error| invalid(&error))
}

fn invalid(error: &serde_json::Error) -> Problem {
    Problem::bad(format!("invalid request body: {error}"))
}
