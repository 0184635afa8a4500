//! Routes of the service.

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use tower_http::timeout::RequestBodyTimeoutLayer;

use crate::app::App;
use crate::form_values::LARGEST_FORM;
use crate::forms::LARGEST_WITH_FILE;
use crate::handlers::{button, file_form, form, page, show, show_matches};
use crate::pages::mail_choice;
use crate::pages::staff::mail;
use crate::pages::staff::{
    announcements, backups, clock, copies, extension, extensions, feedback, forgetting, grades, history,
    imports, links, participation, questions, rejudging, roster, rulings, settings, sign_on_form,
    sign_on_systems, teams, tournaments, version_choice,
};
use crate::pages::{self, assets, matches, question, runs, starting, team};
use crate::problem::Problem;
use crate::upload_memory::LARGEST;
use crate::uploaded_backup::LARGEST_BACKUP;
use crate::url_parameters::Path;
use crate::{
    actions, answer, api, archive_form, backup_form, body_timeouts, event_stream, first_run_form,
    hand_in_form, personal_data, request_checks, sign_on, tokens,
};

/// Maximum pause between two chunks of a request's body.
const PART: std::time::Duration = std::time::Duration::from_secs(30);

pub(crate) fn router(app: &Arc<App>) -> Router {
    let imported = post(archive_form::preview).layer(DefaultBodyLimit::max(LARGEST));
    let submissions = post(hand_in_form::submit).layer(DefaultBodyLimit::max(LARGEST));
    Router::new()
        .route("/", get(pages::classes))
        .route("/healthz", get(health))
        .route(assets::STYLE, get(|| async { asset(assets::style(), "text/css; charset=utf-8") }))
        .route(assets::SCRIPT, get(|| async { asset(assets::script(), "text/javascript; charset=utf-8") }))
        .route(
            "/-/enter/{link}",
            get(first_run_form::show)
                .post(first_run_form::make)
                .layer(DefaultBodyLimit::max(LARGEST_WITH_FILE)),
        )
        .route(
            "/-/enter/{link}/restore",
            post(first_run_form::restore_class).layer(DefaultBodyLimit::max(LARGEST_BACKUP)),
        )
        .route("/{class}/", show(pages::home))
        .route("/{class}/enter", page(|view| Ok(pages::enter(view, None))).post(actions::enter))
        .route("/{class}/enter/{link}", show(pages::link))
        .route("/{class}/feed.xml", show(|view, (): ()| Ok(pages::feed::feed(view))))
        .route("/{class}/language", form(actions::choose_language))
        .route("/{class}/leave", post(actions::leave))
        .route("/{class}/lti/login", get(sign_on::lti::login).post(sign_on::lti::login_by_form))
        .route("/{class}/lti/launch", post(sign_on::lti::launch))
        .route("/{class}/lti/keys.json", show(sign_on::lti::keys))
        .route("/{class}/openid/{number}", get(sign_on::openid::begin))
        .route("/{class}/openid/back", get(sign_on::openid::back))
        .route("/{class}/mail", page(mail_choice::page).merge(form(mail_choice::put)))
        .route("/{class}/staff/mail", page(mail::page).merge(form(mail::act)))
        .route("/{class}/team", page(team::page).merge(form(team::change)))
        .route("/{class}/news", get(event_stream::stream))
        .route("/{class}/submissions", submissions)
        .route("/{class}/submissions/{number}", show(pages::submission))
        .route(
            "/{class}/submissions/{number}/file",
            show(|view, Path((_, number)): Path<(String, u32)>| pages::file_of(view, number)),
        )
        .route(
            "/{class}/submissions/{number}/module",
            show(|view, Path((_, number)): Path<(String, u32)>| pages::module_of(view, number)),
        )
        .route("/{class}/requirements/{requirement}", show(pages::requirement_games))
        .route(
            "/{class}/requirements/{requirement}/{game}/replay.html",
            show_matches(pages::requirement_replay),
        )
        .route("/{class}/games/{number}", show(pages::requested_games))
        .route("/{class}/games/{number}/{game}/replay.html", show_matches(pages::requested_replay))
        .route("/{class}/choice", button(actions::choose))
        .route("/{class}/games", form(actions::ask_for_games))
        .route("/{class}/questions", show(question::list).merge(form(question::make)))
        .route("/{class}/questions/{number}", show(question::show).merge(form(question::reply)))
        .route("/{class}/runs/{run}/{*path}", show(runs::file))
        .route("/{class}/runs/{run}/matches", show(matches::own))
        .route("/{class}/students/{id}/runs/{run}", show_matches(matches::list))
        .route("/{class}/students/{id}/runs/{run}/{match}", show_matches(matches::one))
        .route("/{class}/students/{id}/runs/{run}/{match}/{file}", show_matches(matches::file))
        .route("/{class}/rules", show(|view, (): ()| Ok(answer::page(starting::rules(view)))))
        .route("/{class}/starter/{file}", show(starting::starter))
        .route("/{class}/ladder/", get(pages::ladder::first))
        .route("/{class}/ladder/{part}/{*path}", show(pages::ladder::file))
        .route(
            "/{class}/students/{id}",
            show(|view, Path((_, id)): Path<(String, String)>| {
                pages::of_student(view, &id).map(answer::page)
            }),
        )
        .route(
            "/{class}/students/{id}/submissions",
            post(hand_in_form::submit_for).layer(DefaultBodyLimit::max(LARGEST)),
        )
        .route("/{class}/students/{id}/time", form(extension::give))
        .route("/{class}/students/{id}/choice", form(version_choice::choose))
        .route("/{class}/students/{id}/participation", form(participation::change))
        .route("/{class}/students/{id}/forget", show(forgetting::show).merge(form(forgetting::forget)))
        .route("/{class}/staff/backup", page(backups::page).post(backup_form::make))
        .route(
            "/{class}/staff/backup/check",
            post(backup_form::check).layer(DefaultBodyLimit::max(LARGEST_BACKUP)),
        )
        .route("/{class}/staff/backup/{number}", get(backup_form::download))
        .route("/{class}/staff/clock", page(clock::page).merge(form(clock::change)))
        .route("/{class}/staff/copies", page(copies::page).merge(form(copies::compare)))
        .route("/{class}/staff/extensions", page(extensions::page).merge(file_form(extensions::import)))
        .route("/{class}/staff/feedback", show(feedback::show).merge(file_form(feedback::put)))
        .route("/{class}/staff/feedback/texts.zip", show(feedback::texts))
        .route("/{class}/staff/grades", page(grades::runs))
        .route("/{class}/staff/grades/{run}", show(grades::of_run).merge(file_form(grades::put)))
        .route("/{class}/staff/grades/{run}/grades.csv", show(grades::spreadsheet))
        .route("/{class}/staff/grades/{run}/send", form(grades::send))
        .route("/{class}/staff/grades/{run}/students/{id}", show(grades::of_student))
        .route("/{class}/staff/history", show(history::show))
        .route("/{class}/staff/imports", page(imports::page).merge(imported))
        .route("/{class}/staff/imports/confirm", post(archive_form::confirm))
        .route("/{class}/staff/links", page(links::page).merge(form(links::change)))
        .route("/{class}/staff/roster/course", form(roster::read_course))
        .route("/{class}/staff/questions", show(questions::list))
        .route("/{class}/staff/roster", page(roster::page).merge(file_form(roster::import)))
        .route("/{class}/staff/teams", page(teams::page).merge(form(teams::change)))
        .route("/{class}/staff/rejudging", page(rejudging::page).merge(form(rejudging::apply)))
        .route("/{class}/staff/settings", show(settings::show).merge(file_form(settings::change)))
        .route("/{class}/staff/sign-on", page(sign_on_systems::page).merge(form(sign_on_systems::act)))
        .route("/{class}/staff/sign-on/new", show(sign_on_form::new).merge(form(sign_on_form::add)))
        .route("/{class}/staff/sign-on/{number}", show(sign_on_form::one).merge(form(sign_on_form::change)))
        .route("/{class}/staff/tournaments", page(tournaments::list))
        .route("/{class}/staff/tournaments/new", show(tournaments::ask).merge(form(tournaments::write)))
        .route(
            "/{class}/staff/tournaments/{name}/text",
            show(tournaments::one).merge(form(tournaments::save)),
        )
        .route("/{class}/staff/tournaments/{name}/check", form(tournaments::check_record))
        .route("/{class}/staff/tournaments/{name}/embed", form(tournaments::embed))
        .route("/{class}/staff/rulings", page(rulings::runs))
        .route("/{class}/staff/rulings/{run}", show_matches(rulings::of_run).merge(form(rulings::make)))
        .route("/{class}/staff/rulings/{run}/new", show_matches(rulings::propose))
        .route("/{class}/staff/rulings/{run}/entrants/{entrant}", show_matches(rulings::of_entrant))
        .route("/{class}/announcements", show(pages::announcements).merge(form(actions::make_announcement)))
        .route(
            "/{class}/announcements/{number}",
            show(announcements::show).merge(form(announcements::change)),
        )
        .route("/{class}/decisions", button(actions::decide))
        .route("/{class}/orders", form(actions::order))
        .route("/{class}/orders/{number}/stop", button(actions::stop_order))
        .route("/{class}/mine.zip", get(personal_data::mine))
        .route("/{class}/students/{id}/data.zip", get(personal_data::of_student))
        .route("/{class}/tokens", page(tokens::list).merge(form(tokens::make)))
        .route("/{class}/tokens/{number}/end", button(tokens::end))
        .merge(api::router())
        .fallback(|| async { Problem::not_found("there is no such page") })
        .layer(DefaultBodyLimit::max(LARGEST_FORM))
        .layer(RequestBodyTimeoutLayer::new(PART))
        .layer(from_fn(body_timeouts::limit))
        .layer(from_fn_with_state(Arc::clone(app), request_checks::guard))
        .layer(from_fn(api::as_json))
        .with_state(Arc::clone(app))
}

/// Reports that the service is ready, and names the interpreters that are not: only checks of scripts wait for them.
async fn health(State(app): State<Arc<App>>) -> String {
    let awaited = app.readiness.awaited();
    awaited.map_or_else(|| "ok\n".to_owned(), |what| format!("ok; scripts wait for {what}\n"))
}

/// Returns a static file of the program. Browsers must revalidate it.
fn asset(text: &'static str, kind: &'static str) -> Response {
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")], text).into_response()
}
