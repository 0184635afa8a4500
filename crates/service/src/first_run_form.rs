//! The forms behind a one-time link: one makes a class, the other restores it from a backup.

use std::path::Path as FilePath;
use std::sync::Arc;

use axum::Extension;
use axum::extract::{Multipart, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use class_model::roster::Columns;
use class_model::{Person, Secret};
use class_operations::NamedFile;
use class_operations::backup::{RestoredRuns, restore};
use class_operations::class_text::{FirstText, create_with_roster, open_rules};
use class_operations::roster::RosterFile;

use crate::answer::{page, with_cookie};
use crate::app::{App, FirstRun, NewClass};
use crate::class_visit::{blocking, guessed, session_cookie};
use crate::form_values::{FILE, FormValues};
use crate::locale_choice::cookie;
use crate::pages::first_run::{self, LONGEST_NAME, OWN_RULES, Refused};
use crate::peer::Peer;
use crate::problem::Problem;
use crate::uploaded_backup::UploadedBackup;
use crate::url_parameters::Path;
use crate::{event_stream, forms, interpreter_warming, pages};

/// Name of the cookie by which a browser is recognized before its teacher is signed in.
const BROWSER: &str = "muster-first-run";

/// Shows the forms, or the class again to the browser that has just made it.
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    peer: Option<Extension<Peer>>,
    headers: HeaderMap,
    Path(secret): Path<String>,
) -> Result<Response, Problem> {
    if check(&app, peer, &secret)?.class().is_some() {
        return again(&app, &headers).await;
    }
    let shown = page(first_run::forms(&app, &secret, None));
    if cookie(&headers, BROWSER).is_some() {
        return Ok(shown);
    }
    let browser = Secret::draw()?.reveal();
    let secure = if app.is_secure { "; Secure" } else { "" };
    let path = &app.path;
    Ok(with_cookie(
        shown,
        &format!("{BROWSER}={browser}; Path={path}/-/enter/; HttpOnly; SameSite=Lax{secure}"),
    ))
}

/// Makes the class, signs its teacher in and shows the teacher's link.
pub(crate) async fn make(
    State(app): State<Arc<App>>,
    peer: Option<Extension<Peer>>,
    headers: HeaderMap,
    Path(secret): Path<String>,
    sent: Multipart,
) -> Result<Response, Problem> {
    if check(&app, peer, &secret)?.class().is_some() {
        return again(&app, &headers).await;
    }
    let typed = forms::read_multipart(sent).await?;
    let browser = cookie(&headers, BROWSER).map(str::to_owned);
    let making = Arc::clone(&app);
    let made = blocking(move || Ok((make_class(&making, &typed, browser), typed))).await?;
    match made {
        (Ok(new), _) => Ok(begin(&app, &new, None)),
        (Err(problem), typed) => Ok(refuse(&app, &secret, &Refused { typed, problem, is_restore: false })),
    }
}

/// Restores the class from a backup, signs its teacher in and shows the teacher's link.
pub(crate) async fn restore_class(
    State(app): State<Arc<App>>,
    peer: Option<Extension<Peer>>,
    headers: HeaderMap,
    Path(secret): Path<String>,
    sent: Multipart,
) -> Result<Response, Problem> {
    if check(&app, peer, &secret)?.class().is_some() {
        return again(&app, &headers).await;
    }
    let (typed, backup) = UploadedBackup::read(sent).await?;
    let browser = cookie(&headers, BROWSER).map(str::to_owned);
    let restoring = Arc::clone(&app);
    let restored =
        blocking(move || Ok((restore_from(&restoring, &typed, backup.as_ref(), browser), typed))).await?;
    match restored {
        (Ok((new, runs)), _) => Ok(begin(&app, &new, runs.as_ref())),
        (Err(problem), typed) => Ok(refuse(&app, &secret, &Refused { typed, problem, is_restore: true })),
    }
}

/// Refuses a wrong link.
fn check<'a>(app: &'a App, peer: Option<Extension<Peer>>, secret: &str) -> Result<&'a FirstRun, Problem> {
    match app.first_run.as_ref().filter(|new| new.is_link(secret)) {
        Some(new) => Ok(new),
        None if app.note_wrong(peer.map(|Extension(peer)| peer), "one-time link") => Err(guessed()),
        None => Err(Problem::new(StatusCode::FORBIDDEN, "the link is invalid")
            .hint("each start of `muster serve --new` prints a new one")),
    }
}

/// Shows the class again to the browser that has made it.
async fn again(app: &Arc<App>, headers: &HeaderMap) -> Result<Response, Problem> {
    let (app, browser) = (Arc::clone(app), cookie(headers, BROWSER).map(str::to_owned));
    blocking(move || {
        let new = app.first_run.as_ref().ok_or_else(Problem::expired)?;
        Ok(welcome(&app, &new.again(browser.as_deref())?, None))
    })
    .await
}

fn refuse(app: &App, secret: &str, refused: &Refused) -> Response {
    refused.problem.log();
    // The forms are gone with the link.
    if refused.problem.status == StatusCode::GONE {
        return refused.problem.clone().into_response();
    }
    (refused.problem.status, page(first_run::forms(app, secret, Some(refused)))).into_response()
}

/// Begins to serve a new class, and shows it to its teacher.
fn begin(app: &Arc<App>, new: &NewClass, runs: Option<&RestoredRuns>) -> Response {
    tokio::spawn(event_stream::follow(Arc::clone(app), Arc::clone(&new.class)));
    if app.warms_up
        && let Err(error) = interpreter_warming::begin(app)
    {
        tracing::warn!(%error, "the interpreters are not compiled ahead");
    }
    welcome(app, new, runs)
}

fn welcome(app: &App, new: &NewClass, runs: Option<&RestoredRuns>) -> Response {
    let (session, opened) = &new.session;
    let cookie = session_cookie(app, &new.class.home, session, opened.ends);
    with_cookie(page(first_run::welcome(app, new, runs)), &cookie)
}

fn make_class(app: &App, typed: &FormValues, browser: Option<String>) -> Result<NewClass, Problem> {
    let new = app.first_run.as_ref().ok_or_else(Problem::expired)?;
    let game = match typed.get("game") {
        OWN_RULES => open_rules(&typed.file("rules")?)?,
        name => games::find(name).ok_or_else(|| Problem::bad("choose a game"))?,
    };
    let teacher = teacher(typed)?;
    let deadline = typed.get("deadline").replacen('T', " ", 1);
    let text = FirstText {
        name: typed.get("name").trim(),
        game,
        zone: typed.get("zone").trim(),
        deadline: &deadline,
        per_day: pages::number(typed.get("per-day"), "a number of submissions")?,
    };
    let columns = Columns::default();
    let roster = roster(typed)?;
    let roster =
        roster.as_ref().map(|NamedFile { name, bytes }| RosterFile { name, bytes, columns: &columns });
    let actor = teacher.actor();
    let create = |folder: &FilePath| {
        create_with_roster(folder, &text, roster.as_ref(), &actor)?;
        Ok(())
    };
    new.make(create, (teacher, browser), &app.path)
}

fn restore_from(
    app: &App,
    typed: &FormValues,
    backup: Option<&UploadedBackup>,
    browser: Option<String>,
) -> Result<(NewClass, Option<RestoredRuns>), Problem> {
    let new = app.first_run.as_ref().ok_or_else(Problem::expired)?;
    let teacher = teacher(typed)?;
    let backup = backup.ok_or_else(|| Problem::bad("no backup was chosen"))?;
    let mut runs = None;
    let create = |folder: &FilePath| {
        // A class may be made in a folder whose parent does not exist yet; a backup is restored beside its folder.
        let above = folder.parent().map_or(Ok(()), files::create_dir_all);
        above.map_err(|error| {
            let what = format!("cannot create the folder of the class: {error}");
            Problem::new(StatusCode::INTERNAL_SERVER_ERROR, what)
        })?;
        let restored = restore(&backup.path(), folder).map_err(|error| backup.named(error))?;
        runs = Some(restored.runs);
        Ok(())
    };
    Ok((new.make(create, (teacher, browser), &app.path)?, runs))
}

fn teacher(typed: &FormValues) -> Result<Person, Problem> {
    let name = typed.get("teacher").trim();
    if name.is_empty() || name.len() > LONGEST_NAME {
        return Err(Problem::bad(format!("your name must have 1 to {LONGEST_NAME} bytes")));
    }
    Ok(Person::Teacher { name: name.to_owned() })
}

/// Returns the roster that was pasted or uploaded; `None` if there is none.
fn roster(typed: &FormValues) -> Result<Option<NamedFile>, Problem> {
    let (pasted, file) = (typed.given("roster"), typed.file(FILE).ok());
    match (pasted, file) {
        (Some(_), Some(_)) => Err(Problem::bad("paste the roster or choose a file, not both")),
        (Some(text), None) => Ok(Some(NamedFile { name: "the roster".to_owned(), bytes: text.into_bytes() })),
        (None, file) => Ok(file),
    }
}
