//! Tokens, by which programs act for whoever makes them.

use axum::extract::{Form, Path};
use axum::http::StatusCode;
use axum::response::Response;
use class::{Moment, Person, Purpose};
use serde::Deserialize;

use crate::answer::{page, see};
use crate::pages;
use crate::problem::Problem;
use crate::visit::{View, Visit};

/// Bytes of a name of a token.
const LONGEST: usize = 100;
/// Days after which a token ends at the latest: longer than a term.
const MOST_DAYS: u32 = 200;

/// A token that is to be made.
#[derive(Deserialize)]
pub(crate) struct Making {
    mark: Option<String>,
    name: String,
    purpose: String,
    days: u32,
}

/// A token that is to end.
#[derive(Deserialize)]
pub(crate) struct Ending {
    mark: Option<String>,
}

/// The tokens of whoever asks, and how to make one.
pub(crate) async fn list(visit: Visit) -> Result<Response, Problem> {
    visit
        .view(|view| {
            let owner = owner(view)?;
            let tokens = view.place.access().tokens(owner, Moment::now())?;
            Ok(page(pages::tokens(view, &tokens, purposes(owner))))
        })
        .await
}

/// Makes a token, and shows its secret once.
pub(crate) async fn make(visit: Visit, Form(form): Form<Making>) -> Result<Response, Problem> {
    visit
        .view(move |view| {
            view.check_mark(form.mark.as_deref())?;
            let owner = owner(view)?;
            let purpose = Purpose::named(&form.purpose).filter(|purpose| purposes(owner).contains(purpose));
            let purpose = purpose.ok_or_else(|| invalid("there is no such purpose of a token"))?;
            let name = form.name.trim();
            if name.is_empty() || name.len() > LONGEST {
                return Err(invalid(format!("a token's name has 1 to {LONGEST} bytes")));
            }
            if form.days == 0 || form.days > MOST_DAYS {
                return Err(invalid(format!("a token lasts 1 to {MOST_DAYS} days")));
            }
            let made = view.place.access().make_token(owner, purpose, name, Moment::now(), form.days)?;
            let secret = made.ok_or_else(|| {
                Problem::new(StatusCode::CONFLICT, "you have as many tokens as there may be")
                    .hint("end one that you do not use")
            })?;
            Ok(page(pages::new_token(view, purpose, &secret)))
        })
        .await
}

/// Ends a token.
pub(crate) async fn end(
    visit: Visit,
    Path((_, number)): Path<(String, i64)>,
    Form(form): Form<Ending>,
) -> Result<Response, Problem> {
    visit
        .view(move |view| {
            view.check_mark(form.mark.as_deref())?;
            let ended = view.place.access().revoke_token(owner(view)?, number)?;
            if ended {
                Ok(see(&view.address("tokens")))
            } else {
                Err(Problem::not_found("you have no such token"))
            }
        })
        .await
}

/// For what somebody may make tokens: nobody who teaches hands in.
fn purposes(person: &Person) -> &'static [Purpose] {
    match person {
        Person::Student { .. } => &Purpose::ALL,
        Person::Teacher { .. } | Person::Assistant { .. } => &[Purpose::Read],
    }
}

fn owner(view: &View) -> Result<&Person, Problem> {
    view.person.as_ref().ok_or_else(Problem::signed_out)
}

fn invalid(what: impl Into<String>) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, what)
}
