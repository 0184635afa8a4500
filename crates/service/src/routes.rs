//! Routes of the service.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tower_http::timeout::RequestBodyTimeoutLayer;

use crate::app::App;
use crate::form_values::LARGEST_FORM;
use crate::pages::staff::{copies, feedback, grades, history, participation, rejudging, roster, rulings};
use crate::pages::{self, assets, matches};
use crate::problem::Problem;
use crate::upload_memory::LARGEST;
use crate::{
    actions, api, body_timeouts, event_stream, forms, hand_in_form, personal_data, request_checks, tokens,
};

/// Maximum pause between two chunks of a request's body.
const PART: std::time::Duration = std::time::Duration::from_secs(30);

pub(crate) fn router(app: &Arc<App>) -> Router {
    let submissions = post(hand_in_form::submit).layer(DefaultBodyLimit::max(LARGEST));
    let with_file = DefaultBodyLimit::max(forms::LARGEST_WITH_FILE);
    Router::new()
        .route("/", get(pages::classes))
        .route("/healthz", get(health))
        .route(assets::STYLE, get(|| async { asset(assets::style(), "text/css; charset=utf-8") }))
        .route(assets::SCRIPT, get(|| async { asset(assets::script(), "text/javascript; charset=utf-8") }))
        .route("/{class}/", get(pages::home))
        .route("/{class}/enter", get(pages::entrance).post(actions::enter))
        .route("/{class}/enter/{link}", get(pages::link))
        .route("/{class}/feed.xml", get(pages::feed))
        .route("/{class}/leave", post(actions::leave))
        .route("/{class}/news", get(event_stream::stream))
        .route("/{class}/submissions", submissions)
        .route("/{class}/submissions/{number}", get(pages::submission))
        .route("/{class}/submissions/{number}/file", get(pages::submitted_file))
        .route("/{class}/submissions/{number}/module", get(pages::submitted_module))
        .route("/{class}/requirements/{requirement}", get(pages::requirement_games))
        .route("/{class}/requirements/{requirement}/{game}/replay.html", get(pages::requirement_replay))
        .route("/{class}/games/{number}", get(pages::requested_games))
        .route("/{class}/games/{number}/{game}/replay.html", get(pages::requested_replay))
        .route("/{class}/choice", post(actions::choose))
        .route("/{class}/games", post(actions::ask_for_games))
        .route("/{class}/runs/{run}/{*path}", get(pages::run_file))
        .route("/{class}/runs/{run}/matches", get(matches::own))
        .route("/{class}/students/{id}/runs/{run}", get(matches::list))
        .route("/{class}/students/{id}/runs/{run}/{match}", get(matches::one))
        .route("/{class}/students/{id}/runs/{run}/{match}/{file}", get(matches::file))
        .route("/{class}/ladder/", get(pages::ladder::first))
        .route("/{class}/ladder/{part}/{*path}", get(pages::ladder::file))
        .route("/{class}/students/{id}", get(pages::student))
        .route("/{class}/students/{id}/time", post(actions::give_time))
        .route("/{class}/students/{id}/link", post(actions::make_link))
        .route("/{class}/students/{id}/participation", post(participation::change))
        .route("/{class}/staff/copies", get(copies::show).post(copies::compare))
        .route("/{class}/staff/feedback", get(feedback::show).merge(post(feedback::put).layer(with_file)))
        .route("/{class}/staff/feedback/texts.zip", get(feedback::texts))
        .route("/{class}/staff/grades", get(grades::runs))
        .route("/{class}/staff/grades/{run}", get(grades::of_run).merge(post(grades::put).layer(with_file)))
        .route("/{class}/staff/grades/{run}/grades.csv", get(grades::spreadsheet))
        .route("/{class}/staff/grades/{run}/students/{id}", get(grades::of_student))
        .route("/{class}/staff/history", get(history::show))
        .route("/{class}/staff/roster", get(roster::show).merge(post(roster::import).layer(with_file)))
        .route("/{class}/staff/rejudging", get(rejudging::show).post(rejudging::apply))
        .route("/{class}/staff/rulings", get(rulings::runs))
        .route("/{class}/staff/rulings/{run}", get(rulings::of_run).post(rulings::make))
        .route("/{class}/announcements", get(pages::announcements).post(actions::make_announcement))
        .route("/{class}/decisions", post(actions::decide))
        .route("/{class}/orders", post(actions::order))
        .route("/{class}/orders/{number}/stop", post(actions::stop_order))
        .route("/{class}/mine.zip", get(personal_data::mine))
        .route("/{class}/students/{id}/data.zip", get(personal_data::of_student))
        .route("/{class}/tokens", get(tokens::list).post(tokens::make))
        .route("/{class}/tokens/{number}/end", post(tokens::end))
        .merge(api::router())
        .fallback(|| async { Problem::not_found("there is no such page") })
        .layer(DefaultBodyLimit::max(LARGEST_FORM))
        .layer(RequestBodyTimeoutLayer::new(PART))
        .layer(from_fn(body_timeouts::limit))
        .layer(from_fn_with_state(Arc::clone(app), request_checks::guard))
        .layer(from_fn(api::as_json))
        .with_state(Arc::clone(app))
}

/// Reports whether the service is ready. Other requests are answered even if it is not.
async fn health(State(app): State<Arc<App>>) -> Response {
    match app.readiness.awaited() {
        None => "ok\n".into_response(),
        Some(what) => (StatusCode::SERVICE_UNAVAILABLE, format!("waiting for {what}\n")).into_response(),
    }
}

/// Returns a static file of the program. Browsers must revalidate it.
fn asset(text: &'static str, kind: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    (headers, text).into_response()
}
