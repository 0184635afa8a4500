//! Routes as axum handlers.

use std::collections::HashMap;
use std::sync::Arc;

use axum::RequestExt;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};

use super::caller::Caller;
use super::changes::admitted;
use super::reply::Reply;
use super::route::{Content, Handle, Route, RouteParameters};
use crate::app::App;
use crate::problem::Problem;
use crate::upload::{self, Upload};
use crate::upload_memory::LARGEST;
use crate::url_parameters::{Path, Query};

/// Returns the axum handler of a route.
pub(super) fn mounted(route: &'static Route) -> MethodRouter<Arc<App>> {
    match &route.handle {
        Handle::Read(read) => get(async move |caller: Caller, Path(names): Path<HashMap<String, String>>| {
            caller.check(route)?;
            let names = RouteParameters(names);
            finished(route, caller.visit.view(move |view| read(view, &names)).await)
        }),
        Handle::ReadMatches(read) => {
            get(async move |caller: Caller, Path(names): Path<HashMap<String, String>>, asked: Asked| {
                caller.check(route)?;
                let names = with_query(route, names, asked)?;
                finished(route, caller.visit.view_matches(move |view| read(view, &names)).await)
            })
        }
        Handle::Change(act, _) => {
            post(async move |caller: Caller, Path(names): Path<HashMap<String, String>>, request: Request| {
                caller.check(route)?;
                let (proof, names) = (caller.proof(), RouteParameters(names));
                let body = object(request).await?;
                let done = caller.visit.view(move |view| {
                    proof.check(view, None)?;
                    let reply = act(view, admitted(route, view, &names, &body)?)?;
                    view.place.note(&view.class.facts()?);
                    Ok(reply)
                });
                finished(route, done.await)
            })
        }
        Handle::HandIn => post(async move |caller: Caller, request: Request| {
            caller.check(route)?;
            let proof = caller.proof();
            let upload = Upload::open(request, &caller.visit.app).await?;
            let home = caller.visit.place.home.clone();
            let summary = upload::hand_in(caller.visit, upload, proof).await?;
            let address = format!("{home}api/submissions/{}", summary.number);
            finished(route, Ok(Reply::json(&summary)?.created(&address)))
        })
        .layer(DefaultBodyLimit::max(LARGEST)),
    }
}

type Asked = Result<Query<Vec<(String, String)>>, Problem>;

/// Merges the path parameters with the route's query parameters. Each may occur once.
fn with_query(
    route: &Route,
    mut names: HashMap<String, String>,
    asked: Asked,
) -> Result<RouteParameters, Problem> {
    for (name, text) in asked?.0 {
        if route.query().any(|own| own == name) && names.insert(name.clone(), text).is_some() {
            return Err(Problem::bad(format!("`{name}` is given more than once")));
        }
    }
    Ok(RouteParameters(names))
}

/// Returns the response. Debug builds check that it is the one documented for the route.
fn finished(route: &Route, reply: Result<Reply, Problem>) -> Result<Response, Problem> {
    let reply = reply?;
    let promised = match route.answer.content {
        Content::Shape(name, _) => Some(name),
        Content::OpenApi | Content::File => None,
    };
    debug_assert_eq!(reply.shape, promised, "{}", route.id);
    let response = reply.into_response();
    debug_assert_eq!(response.status().as_u16(), route.answer.status, "{}", route.id);
    Ok(response)
}

/// Reads the body of a change, which must be JSON.
async fn object(request: Request) -> Result<Bytes, Problem> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.map(|kind| kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase());
    if kind.as_deref() != Some("application/json") {
        let what = "the request body must be application/json";
        return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, what));
    }
    request.extract::<Bytes, _>().await.map_err(|error| {
        Problem::new(error.status(), format!("cannot read the request body: {}", error.body_text()))
    })
}
