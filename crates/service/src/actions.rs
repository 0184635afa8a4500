//! What people change by a form.

use axum::extract::{Form, Path, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::Response;
use class::{Moment, Person, Reader, Secret};
use classroom::{
    ExtensionRequest, ScrimmageOpponent, ScrimmageRequest, activate, announce, close, extend, freeze,
    order_cycle, order_rejudgement, order_tournament, release, reopen, request_scrimmage,
};
use serde::Deserialize;

use crate::answer::see;
use crate::pages;
use crate::peer;
use crate::problem::Problem;
use crate::visit::{COOKIE, View, Visit, blocking, guessed};

/// What every form of a session says.
#[derive(Deserialize)]
pub(crate) struct Marked {
    mark: Option<String>,
}

/// Signing in by a personal link.
#[derive(Deserialize)]
pub(crate) struct Entering {
    link: String,
}

/// Opens a session, and has the browser keep it.
pub(crate) async fn enter(visit: Visit, request: Request) -> Result<Response, Problem> {
    let address = peer::address(&request);
    let Form(Entering { link }) = axum::RequestExt::extract(request)
        .await
        .map_err(|_| Problem::new(StatusCode::BAD_REQUEST, "the form cannot be read"))?;
    // Whoever pastes a link pastes all of it.
    let secret = link.trim().rsplit('/').next().unwrap_or_default().parse::<Secret>().ok();
    let Visit { app, place, .. } = visit;
    let home = format!("/{}/", place.name);
    let opened = blocking(move || match secret {
        Some(secret) => Ok(place.access().enter(&secret, Moment::now())?),
        None => Ok(None),
    });
    let Some((session, opened)) = opened.await? else {
        if app.note_wrong(address) {
            return Err(guessed());
        }
        tracing::warn!(?address, "a wrong personal link");
        return Err(Problem::new(
            StatusCode::FORBIDDEN,
            "the link is invalid, or was replaced by a newer one",
        )
        .hint("ask the teacher for a new one"));
    };
    let seconds = (opened.ends.millis() - Moment::now().millis()) / 1000;
    let secure = if app.is_secure { "; Secure" } else { "" };
    let cookie = format!(
        "{COOKIE}={}; Path={home}; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}",
        session.reveal()
    );
    Ok(with_cookie(see(&home), &cookie))
}

/// Ends the session.
pub(crate) async fn leave(visit: Visit, Form(form): Form<Marked>) -> Result<Response, Problem> {
    let session = visit.session.as_ref().map(|(secret, _)| secret.clone());
    let home = format!("/{}/", visit.place.name);
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

/// Which version is to play.
#[derive(Deserialize)]
pub(crate) struct Choosing {
    mark: Option<String>,
    /// Empty for the last one that was accepted.
    #[serde(default)]
    submission: String,
}

pub(crate) async fn choose(visit: Visit, Form(form): Form<Choosing>) -> Result<Response, Problem> {
    change(visit, form.mark, move |view| {
        let number = number(&form.submission, "a submission")?;
        activate(&view.class, view.student()?, number)?;
        Ok(view.address(""))
    })
    .await
}

/// Friendly games.
#[derive(Deserialize)]
pub(crate) struct Asking {
    mark: Option<String>,
    /// `alias:NAME`, or `of-text:NAME` for an opponent of the class's text.
    against: String,
    #[serde(default)]
    games: String,
}

pub(crate) async fn ask_for_games(visit: Visit, Form(form): Form<Asking>) -> Result<Response, Problem> {
    change(visit, form.mark, move |view| {
        let games = number(&form.games, "a number of games")?;
        let opponent = match form.against.split_once(':') {
            Some(("alias", alias)) => ScrimmageOpponent::Alias(alias),
            Some(("of-text", name)) => ScrimmageOpponent::OfText(name),
            _ => return Err(Problem::new(StatusCode::BAD_REQUEST, "no opponent was chosen")),
        };
        let request = ScrimmageRequest { student: view.student()?, opponent, version: None, games };
        request_scrimmage(&view.class, &*view.app.validator, &request)?;
        Ok(view.address("") + "#games")
    })
    .await
}

/// An announcement.
#[derive(Deserialize)]
pub(crate) struct Announcing {
    mark: Option<String>,
    text: String,
}

pub(crate) async fn make_announcement(
    visit: Visit,
    Form(form): Form<Announcing>,
) -> Result<Response, Problem> {
    change(visit, form.mark, move |view| {
        view.must_be_teacher()?;
        announce(&view.class, &form.text)?;
        Ok(view.address(""))
    })
    .await
}

/// What holds for the whole class.
#[derive(Deserialize)]
pub(crate) struct Deciding {
    mark: Option<String>,
    to: String,
}

pub(crate) async fn decide(visit: Visit, Form(form): Form<Deciding>) -> Result<Response, Problem> {
    change(visit, form.mark, move |view| {
        view.must_be_teacher()?;
        match form.to.as_str() {
            "close" => drop(close(&view.class)?),
            "reopen" => drop(reopen(&view.class)?),
            "freeze" => drop(freeze(&view.class)?),
            "release-participants" => drop(release(&view.class, Reader::Participants)?),
            "release-all" => drop(release(&view.class, Reader::All)?),
            _ => return Err(Problem::new(StatusCode::BAD_REQUEST, "there is no such decision")),
        }
        Ok(view.address(""))
    })
    .await
}

/// Something to be played for the whole class.
#[derive(Deserialize)]
pub(crate) struct Ordering {
    mark: Option<String>,
    /// `tournament`, `cycle` or `rejudgement`.
    what: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    pairings: String,
    #[serde(default)]
    games: String,
}

pub(crate) async fn order(visit: Visit, Form(form): Form<Ordering>) -> Result<Response, Problem> {
    change(visit, form.mark, move |view| {
        view.must_be_teacher()?;
        if !view.app.is_playing {
            let what = "this service plays nothing";
            return Err(Problem::new(StatusCode::CONFLICT, what).hint("start it without --no-play"));
        }
        match form.what.as_str() {
            "tournament" => order_tournament(&view.class, &form.name)?,
            "cycle" => {
                let pairings = number(&form.pairings, "a number of pairings")?.unwrap_or_default();
                let games = number(&form.games, "a number of games")?.unwrap_or_default();
                let games = u16::try_from(games).unwrap_or(u16::MAX);
                order_cycle(&view.class, pairings, games)?
            }
            "rejudgement" => order_rejudgement(&view.class)?,
            _ => return Err(Problem::new(StatusCode::BAD_REQUEST, "there is no such order")),
        };
        Ok(view.address("") + "#orders")
    })
    .await
}

pub(crate) async fn stop_order(
    visit: Visit,
    Path((_, order)): Path<(String, u32)>,
    Form(form): Form<Marked>,
) -> Result<Response, Problem> {
    change(visit, form.mark, move |view| {
        view.must_be_teacher()?;
        classroom::stop_order(&view.class, order)?;
        Ok(view.address("") + "#orders")
    })
    .await
}

/// More time for a student.
#[derive(Deserialize)]
pub(crate) struct Extending {
    mark: Option<String>,
    until: String,
    #[serde(default)]
    reason: String,
}

pub(crate) async fn give_time(
    visit: Visit,
    Path((_, id)): Path<(String, String)>,
    Form(form): Form<Extending>,
) -> Result<Response, Problem> {
    change(visit, form.mark, move |view| {
        pages::must_see(view, &id)?;
        // A browser's field for a moment has a letter between day and time.
        let until = view.class.moment(&form.until.replacen('T', " ", 1))?;
        let (student, reason) = (id.as_str(), form.reason.as_str());
        extend(&view.class, &ExtensionRequest { student, until, reason, may_shorten: false })?;
        Ok(view.address(&format!("students/{}", pages::in_address(&id))))
    })
    .await
}

/// Makes a student's personal link anew, and shows it once.
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

/// Does what a form of the session asks for, and leads to where that is seen.
async fn change(
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

/// A number that was typed, if any was.
fn number(text: &str, what: &str) -> Result<Option<u32>, Problem> {
    match text.trim() {
        "" => Ok(None),
        text => text
            .parse()
            .map(Some)
            .map_err(|_| Problem::new(StatusCode::BAD_REQUEST, format!("{text:?} is not {what}"))),
    }
}
