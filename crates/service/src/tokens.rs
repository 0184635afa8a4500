//! Tokens, with which programs act for their owners.

use axum::extract::Form;
use axum::http::StatusCode;
use axum::response::Response;
use class_model::{Moment, Person, Purpose};
use maud::Markup;
use serde::Deserialize;

use crate::answer::{page, see};
use crate::class_visit::{View, Visit};
use crate::form_values::FormValues;
use crate::forms;
use crate::pages;
use crate::path_parameters::Path;
use crate::problem::Problem;

/// Maximum length of a token's name, in bytes.
const LONGEST: usize = 100;
/// Maximum lifetime of a token, in days: longer than a term.
const MOST_DAYS: u32 = 200;

/// The form that revokes a token.
#[derive(Deserialize)]
pub(crate) struct Ending {
    mark: Option<String>,
}

/// Lists the caller's tokens, with a form to make one.
pub(crate) async fn list(visit: Visit) -> Result<Response, Problem> {
    visit.view(|view| Ok(page(listed(view)?))).await
}

/// Renders the list. A rejected form on it is shown there, too.
fn listed(view: &View) -> Result<Markup, Problem> {
    let owner = owner(view)?;
    let tokens = view.place.access().tokens(owner, Moment::now())?;
    Ok(pages::tokens(view, &tokens, purposes(owner)))
}

/// Makes a token and shows its secret once.
pub(crate) async fn make(visit: Visit, typed: FormValues) -> Result<Response, Problem> {
    visit
        .view(move |view| {
            forms::answer(view, pages::TOKEN_FORM, typed, listed, |typed| {
                let owner = owner(view)?;
                let purpose =
                    Purpose::named(typed.get("purpose")).filter(|purpose| purposes(owner).contains(purpose));
                let purpose = purpose.ok_or_else(|| Problem::bad("there is no such token purpose"))?;
                let name = typed.get("name").trim();
                if name.is_empty() || name.len() > LONGEST {
                    return Err(Problem::bad(format!("a token's name must have 1 to {LONGEST} bytes")));
                }
                let days =
                    typed.get("days").trim().parse().ok().filter(|days| (1..=MOST_DAYS).contains(days));
                let days = days.ok_or_else(|| {
                    Problem::bad(format!("a token must expire after 1 to {MOST_DAYS} days"))
                })?;
                let made = view.place.access().make_token(owner, purpose, name, Moment::now(), days)?;
                let secret = made.ok_or_else(|| {
                    Problem::new(StatusCode::CONFLICT, "you have reached the maximum number of tokens")
                        .hint("revoke one that you no longer use")
                })?;
                Ok(page(pages::new_token(view, purpose, &secret)))
            })
        })
        .await
}

/// Revokes a token.
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

/// Returns the purposes for which a person may make tokens: only students submit, and only staff decide. The usual
/// purpose is last.
fn purposes(person: &Person) -> &'static [Purpose] {
    match person {
        Person::Student { .. } => &[Purpose::Read, Purpose::Submit],
        Person::Teacher { .. } | Person::Assistant { .. } => &[Purpose::Teach, Purpose::Read],
    }
}

fn owner(view: &View) -> Result<&Person, Problem> {
    view.person.as_ref().ok_or_else(Problem::signed_out)
}
