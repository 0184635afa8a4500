//! Tokens, with which programs act for their owners.

use axum::http::StatusCode;
use axum::response::Response;
use class_model::{Moment, Person, Purpose};
use maud::Markup;

use crate::answer::{page, see};
use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::forms;
use crate::pages;
use crate::problem::Problem;
use crate::url_parameters::Path;

/// Maximum length of a token's name, in bytes.
const LONGEST: usize = 100;
/// Maximum lifetime of a token, in days: longer than a term.
const MOST_DAYS: u32 = 200;

/// Renders the caller's tokens, with a form to make one. A rejected form is shown there, too.
pub(crate) fn list(view: &View) -> Result<Markup, Problem> {
    let owner = owner(view)?;
    let tokens = view.place.access().tokens(owner, Moment::now())?;
    Ok(pages::tokens(view, &tokens, purposes(owner)))
}

/// Makes a token and shows its secret once.
pub(crate) fn make(view: &View, (): (), typed: FormValues) -> Result<Response, Problem> {
    forms::answer(view, pages::TOKEN_FORM, typed, list, |typed| {
        let owner = owner(view)?;
        let purpose =
            Purpose::named(typed.get("purpose")).filter(|purpose| purposes(owner).contains(purpose));
        let purpose = purpose.ok_or_else(|| Problem::bad("there is no such token purpose"))?;
        let name = typed.get("name").trim();
        if name.is_empty() || name.len() > LONGEST {
            return Err(Problem::bad(format!("a token's name must have 1 to {LONGEST} bytes")));
        }
        let days = typed.get("days").trim().parse().ok().filter(|days| (1..=MOST_DAYS).contains(days));
        let days =
            days.ok_or_else(|| Problem::bad(format!("a token must expire after 1 to {MOST_DAYS} days")))?;
        let made = view.place.access().make_token(owner, purpose, name, Moment::now(), days)?;
        let secret = made.ok_or_else(|| {
            Problem::new(StatusCode::CONFLICT, "you have reached the maximum number of tokens")
                .hint("revoke one that you no longer use")
        })?;
        Ok(page(pages::new_token(view, purpose, &secret)))
    })
}

/// Revokes a token.
pub(crate) fn end(
    view: &View,
    Path((_, number)): Path<(String, i64)>,
    _: &FormValues,
) -> Result<Response, Problem> {
    if view.place.access().revoke_token(owner(view)?, number)? {
        Ok(see(&view.address("tokens")))
    } else {
        Err(Problem::not_found("you have no such token"))
    }
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
