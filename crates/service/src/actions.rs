//! Changes made with forms.

use std::sync::Arc;

use axum::Extension;
use axum::extract::Form;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use class_model::{Moment, Person, Reader};
use class_operations::announcement::{Announce, announce};
use class_operations::deadlines::{Extend, close, extend, reopen};
use class_operations::freezing::{Release, freeze, release};
use class_operations::judging::scrimmage::{Opponent, RequestGames, request_games};
use class_operations::orders::{OrderCycle, order_cycle, order_rejudgement, order_tournament};
use class_operations::submission::{Activate, activate};
use serde::Deserialize;

use crate::answer::see;
use crate::class_visit::{COOKIE, View, Visit, blocking, guessed};
use crate::form_values::{FormValues, RefusedForm};
use crate::forms::{change, refuse};
use crate::pages;
use crate::path_parameters::Path;
use crate::peer::Peer;
use crate::problem::Problem;

/// A form with nothing but the mark of its session.
#[derive(Deserialize)]
pub(crate) struct Marked {
    mark: Option<String>,
}

/// Opens a session and sets its cookie.
pub(crate) async fn enter(
    visit: Visit,
    peer: Option<Extension<Peer>>,
    typed: FormValues,
) -> Result<Response, Problem> {
    let peer = peer.map(|Extension(peer)| peer);
    let secret = pages::secret_of(typed.get("link"));
    if visit.session.is_some() && typed.given("mark").is_none() {
        let link = secret.as_ref().map(class_model::Secret::reveal);
        if let Some(question) = visit.clone().view(move |view| pages::switch(view, link.as_deref())).await? {
            return Ok(question);
        }
    } else if visit.session.is_some() {
        let mark = typed.given("mark");
        visit.clone().view(move |view| view.check_mark(mark.as_deref())).await?;
    }
    let place = Arc::clone(&visit.place);
    let opened = blocking(move || match secret {
        Some(secret) => Ok(place.access().enter(&secret, Moment::now())?),
        None => Ok(None),
    });
    let Some((session, opened)) = opened.await? else {
        if visit.app.note_wrong(peer, "personal link") {
            return Err(guessed());
        }
        let problem =
            Problem::new(StatusCode::FORBIDDEN, "the link is invalid, or was replaced by a newer one")
                .hint("ask the teacher for a new one");
        let refused = RefusedForm { form: "enter", typed, problem };
        return visit.view(|view| refuse(view, refused, |view| Ok(pages::enter(view, None)))).await;
    };
    let home = visit.place.home.clone();
    let seconds = (opened.ends.millis() - Moment::now().millis()) / 1000;
    let secure = if visit.app.is_secure { "; Secure" } else { "" };
    let cookie = format!(
        "{COOKIE}={}; Path={home}; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}",
        session.reveal()
    );
    Ok(with_cookie(see(&home), &cookie))
}

/// Ends the session.
pub(crate) async fn leave(visit: Visit, Form(form): Form<Marked>) -> Result<Response, Problem> {
    let session = visit.session.as_ref().map(|(secret, _)| secret.clone());
    let home = visit.place.home.clone();
    visit
        .view(move |view| {
            view.check_mark(form.mark.as_deref())?;
            if let Some(secret) = &session {
                view.place.access().leave(secret)?;
            }
            Ok(())
        })
        .await?;
    Ok(with_cookie(see(&home), &format!("{COOKIE}=; Path={home}; Max-Age=0; HttpOnly; SameSite=Lax")))
}

fn with_cookie(mut response: Response, cookie: &str) -> Response {
    if let Ok(cookie) = HeaderValue::from_str(cookie) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// The choice of the version that plays.
#[derive(Deserialize)]
pub(crate) struct Choosing {
    mark: Option<String>,
    /// The submission's number; empty for the last accepted one.
    #[serde(default)]
    submission: String,
}

pub(crate) async fn choose(visit: Visit, Form(form): Form<Choosing>) -> Result<Response, Problem> {
    press(visit, form.mark, move |view| {
        let submission = number(&form.submission, "a submission number")?;
        activate(&view.class, Activate { student: view.student()?.to_owned(), submission })?;
        Ok(view.address(""))
    })
    .await
}

/// Requests friendly games against `alias:NAME`, or against `of-text:NAME`, an opponent from the class's text.
pub(crate) async fn ask_for_games(visit: Visit, typed: FormValues) -> Result<Response, Problem> {
    visit
        .view(|view| {
            let student = view.student()?.to_owned();
            change(view, "games", typed, pages::first, |typed| {
                let games = number(typed.get("games"), "a number of games")?;
                let against = match typed.get("against").split_once(':') {
                    Some(("alias", alias)) => Opponent::Alias(alias.to_owned()),
                    Some(("of-text", name)) => Opponent::OfText(name.to_owned()),
                    _ => return Err(Problem::bad("no opponent was chosen")),
                };
                let request = RequestGames { student, against, submission: None, games };
                request_games(&view.class, &*view.app.validator, request)?;
                Ok(view.address("") + "#games")
            })
        })
        .await
}

pub(crate) async fn make_announcement(visit: Visit, typed: FormValues) -> Result<Response, Problem> {
    visit
        .view(|view| {
            view.must_be_teacher()?;
            change(view, "announce", typed, pages::first, |typed| {
                announce(&view.class, Announce { text: typed.get("text").to_owned() })?;
                Ok(view.address(""))
            })
        })
        .await
}

/// A decision for the whole class.
#[derive(Deserialize)]
pub(crate) struct Deciding {
    mark: Option<String>,
    to: String,
}

pub(crate) async fn decide(visit: Visit, Form(form): Form<Deciding>) -> Result<Response, Problem> {
    press(visit, form.mark, move |view| {
        view.must_be_teacher()?;
        match form.to.as_str() {
            "close" => drop(close(&view.class)?),
            "reopen" => drop(reopen(&view.class)?),
            "freeze" => drop(freeze(&view.class)?),
            "release-participants" => drop(release(&view.class, Release { to: Reader::Participants })?),
            "release-all" => drop(release(&view.class, Release { to: Reader::All })?),
            _ => return Err(Problem::bad("there is no such decision")),
        }
        Ok(view.address(""))
    })
    .await
}

/// Orders a `tournament`, `cycle` or `rejudgement` for the whole class.
pub(crate) async fn order(visit: Visit, typed: FormValues) -> Result<Response, Problem> {
    visit
        .view(|view| {
            view.must_be_teacher()?;
            change(view, "orders", typed, pages::first, |typed| {
                view.must_play()?;
                match typed.get("what") {
                    "tournament" => order_tournament(&view.class, typed.get("name"))?,
                    "rejudgement" => {
                        order_rejudgement(&view.class)?;
                        return Ok(view.address(pages::staff::rejudging::ADDRESS));
                    }
                    "cycle" => {
                        let pairings = number(typed.get("pairings"), "a number of pairings")?;
                        let games = number(typed.get("games"), "a number of games")?.unwrap_or_default();
                        let games = u16::try_from(games).unwrap_or(u16::MAX);
                        order_cycle(
                            &view.class,
                            OrderCycle { pairings: pairings.unwrap_or_default(), games },
                        )?
                    }
                    _ => return Err(Problem::bad("there is no such order")),
                };
                Ok(view.address("") + "#orders")
            })
        })
        .await
}

pub(crate) async fn stop_order(
    visit: Visit,
    Path((_, order)): Path<(String, u32)>,
    Form(form): Form<Marked>,
) -> Result<Response, Problem> {
    press(visit, form.mark, move |view| {
        view.must_be_teacher()?;
        class_operations::orders::stop_order(&view.class, order)?;
        Ok(view.address("") + "#orders")
    })
    .await
}

/// Extends a student's deadline.
pub(crate) async fn give_time(
    visit: Visit,
    Path((_, id)): Path<(String, String)>,
    typed: FormValues,
) -> Result<Response, Problem> {
    visit
        .view(move |view| {
            pages::must_see(view, &id)?;
            change(
                view,
                "time",
                typed,
                |view| pages::of_student(view, &id),
                |typed| {
                    let request = Extend {
                        student: id.clone(),
                        // A browser's `datetime-local` field separates date and time by a `T`.
                        until: typed.get("until").replacen('T', " ", 1),
                        reason: typed.get("reason").to_owned(),
                        may_shorten: !typed.get("shorten").is_empty(),
                    };
                    extend(&view.class, request).map_err(|error| {
                        let mut problem = Problem::from(error);
                        for hint in &mut problem.hints {
                            *hint = hint.replace("add --shorten", "tick the checkbox below");
                        }
                        problem
                    })?;
                    Ok(pages::student_address(view, &id))
                },
            )
        })
        .await
}

/// Replaces a student's personal link and shows the new one once.
pub(crate) async fn make_link(
    visit: Visit,
    Path((_, id)): Path<(String, String)>,
    Form(form): Form<Marked>,
) -> Result<Response, Problem> {
    visit
        .view(move |view| {
            view.check_mark(form.mark.as_deref())?;
            view.must_be_teacher()?;
            pages::must_see(view, &id)?;
            let person = Person::Student { id: id.clone() };
            let secret = view.place.access().make_link(&person, Moment::now())?;
            Ok(crate::answer::page(pages::new_link(view, &id, &secret)))
        })
        .await
}

/// Runs the action of a button and redirects to the page that `act` returns.
async fn press(
    visit: Visit,
    mark: Option<String>,
    act: impl FnOnce(&View) -> Result<String, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let page = visit.view(move |view| {
        view.check_mark(mark.as_deref())?;
        let page = act(view)?;
        view.place.note(&view.class.facts()?);
        Ok(page)
    });
    Ok(see(&page.await?))
}

/// Parses a typed number; `None` if the field is empty.
fn number(text: &str, what: &str) -> Result<Option<u32>, Problem> {
    match text.trim() {
        "" => Ok(None),
        text => text.parse().map(Some).map_err(|_| Problem::bad(format!("{text:?} is not {what}"))),
    }
}
