//! The form that makes a class, behind a one-time link.

use std::sync::Arc;

use axum::Extension;
use axum::extract::{Multipart, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use class_model::Person;
use class_model::roster::Columns;
use class_operations::NamedFile;
use class_operations::class_text::FirstText;
use class_operations::roster::RosterFile;
use games::GAMES;

use crate::answer::{page, with_cookie};
use crate::app::{App, NewClass};
use crate::class_visit::{blocking, guessed, session_cookie};
use crate::form_values::FormValues;
use crate::pages::first_run::{self, LONGEST_NAME};
use crate::peer::Peer;
use crate::problem::Problem;
use crate::url_parameters::Path;
use crate::{event_stream, forms, interpreter_warming, pages};

/// Shows the form.
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    peer: Option<Extension<Peer>>,
    Path(secret): Path<String>,
) -> Result<Response, Problem> {
    check(&app, peer, &secret)?;
    Ok(page(first_run::form(&app, &secret, &FormValues::default(), None)))
}

/// Makes the class, signs its teacher in and shows the teacher's link.
pub(crate) async fn make(
    State(app): State<Arc<App>>,
    peer: Option<Extension<Peer>>,
    Path(secret): Path<String>,
    sent: Multipart,
) -> Result<Response, Problem> {
    check(&app, peer, &secret)?;
    let typed = forms::read_multipart(sent).await?;
    let making = Arc::clone(&app);
    let made = blocking(move || match make_class(&making, &typed) {
        Ok((made, teacher)) => Ok(Ok((made, teacher))),
        Err(problem) => Ok(Err((problem, typed))),
    });
    let (made, teacher) = match made.await? {
        Ok(made) => made,
        Err((problem, typed)) => {
            problem.log();
            let shown = first_run::form(&app, &secret, &typed, Some(&problem));
            return Ok((problem.status, page(shown)).into_response());
        }
    };
    tokio::spawn(event_stream::follow(Arc::clone(&app), Arc::clone(&made.class)));
    if app.warms_up
        && let Err(error) = interpreter_warming::begin(&app)
    {
        tracing::warn!(%error, "the interpreters are not compiled ahead");
    }
    let (session, opened) = &made.session;
    let cookie = session_cookie(&app, &made.class.home, session, opened.ends);
    Ok(with_cookie(page(first_run::welcome(&app, &made, &teacher)), &cookie))
}

/// Refuses a wrong link, and one whose class exists.
fn check(app: &App, peer: Option<Extension<Peer>>, secret: &str) -> Result<(), Problem> {
    match app.first_run.as_ref().filter(|new| new.is_link(secret)) {
        Some(new) if new.class().is_some() => Err(Problem::expired()),
        Some(_) => Ok(()),
        None if app.note_wrong(peer.map(|Extension(peer)| peer), "one-time link") => Err(guessed()),
        None => Err(Problem::new(StatusCode::FORBIDDEN, "the link is invalid")
            .hint("each start of `muster serve --new` prints a new one")),
    }
}

fn make_class(app: &App, typed: &FormValues) -> Result<(NewClass, String), Problem> {
    let new = app.first_run.as_ref().ok_or_else(Problem::expired)?;
    let game = GAMES.iter().find(|game| game.name() == typed.get("game"));
    let game = *game.ok_or_else(|| Problem::bad("choose a game"))?;
    let teacher = typed.get("teacher").trim();
    if teacher.is_empty() || teacher.len() > LONGEST_NAME {
        return Err(Problem::bad(format!("your name must have 1 to {LONGEST_NAME} bytes")));
    }
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
    let person = Person::Teacher { name: teacher.to_owned() };
    Ok((new.make(&text, roster.as_ref(), &person, &app.path)?, teacher.to_owned()))
}

/// Returns the roster that was pasted or uploaded; `None` if there is none.
fn roster(typed: &FormValues) -> Result<Option<NamedFile>, Problem> {
    let (pasted, file) = (typed.given("roster"), typed.file().ok());
    match (pasted, file) {
        (Some(_), Some(_)) => Err(Problem::bad("paste the roster or choose a file, not both")),
        (Some(text), None) => Ok(Some(NamedFile { name: "the roster".to_owned(), bytes: text.into_bytes() })),
        (None, file) => Ok(file),
    }
}
