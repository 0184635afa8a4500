//! The language of a page: the reader's choice, or the one that the browser asks for.

use axum::extract::Request;
use axum::http::{Method, header};
use axum::response::Response;
use class_model::{Facts, Person};
use class_operations::language::{choose_language, language_of};
use locale::{Locale, best_of};

use crate::answer::{see, with_cookie};
use crate::class_visit::{View, cookie};
use crate::form_values::FormValues;
use crate::problem::Problem;

/// Name of the cookie with the chosen language.
const COOKIE: &str = "muster-language";
/// Lifetime of the cookie, in seconds: a year.
const LIFETIME: u32 = 365 * 24 * 60 * 60;

/// The languages that a request asks for.
#[derive(Clone, Debug, Default)]
pub(crate) struct AskedLocale {
    chosen: Option<Locale>,
    by_browser: Locale,
    /// The requested page; empty for a form.
    pub(crate) page: String,
}

impl AskedLocale {
    pub(crate) fn from_request(request: &Request) -> AskedLocale {
        let headers = request.headers();
        let chosen = cookie(headers, COOKIE).and_then(|tag| tag.parse().ok());
        let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        let page = request.uri().path_and_query().filter(|_| *request.method() == Method::GET);
        AskedLocale {
            chosen,
            by_browser: accepted.and_then(best_of).unwrap_or_default(),
            page: page.map(ToString::to_string).unwrap_or_default(),
        }
    }

    /// Returns the language of a page without a class.
    pub(crate) fn locale(&self) -> Locale {
        self.chosen.unwrap_or(self.by_browser)
    }
}

/// Returns the language of a page of a class. Pages of staff are in English.
pub(crate) fn locale_for(person: Option<&Person>, facts: &Facts, asked: &AskedLocale) -> Locale {
    match person {
        None => asked.locale(),
        Some(Person::Student { id }) => {
            asked.chosen.or_else(|| language_of(facts, id)).unwrap_or(asked.by_browser)
        }
        Some(Person::Teacher { .. } | Person::Assistant { .. }) => Locale::English,
    }
}

/// Keeps the chosen language in a cookie, and on record for a student's mail. Returns to the page of the choice.
#[expect(clippy::needless_pass_by_value, reason = "handlers of forms get their values")]
pub(crate) fn choose(view: &View, (): (), typed: FormValues) -> Result<Response, Problem> {
    if view.person.is_some() {
        view.check_mark(Some(typed.get("mark")))?;
    }
    let locale: Locale = typed.get("language").parse().map_err(|_| {
        Problem::bad("there is no page in this language").hint("choose one at the foot of the page")
    })?;
    if let Ok(student) = view.student() {
        choose_language(&view.class, student, locale)?;
    }
    let page = typed.get("page");
    let is_own = view.address("").strip_prefix(&view.app.path).is_some_and(|home| page.starts_with(home));
    let page = if is_own { format!("{}{page}", view.app.path) } else { view.address("") };
    let secure = if view.app.is_secure { "; Secure" } else { "" };
    let cookie = format!(
        "{COOKIE}={}; Path={}/; Max-Age={LIFETIME}; HttpOnly; SameSite=Lax{secure}",
        locale.tag(),
        view.app.path
    );
    Ok(with_cookie(see(&page), &cookie))
}
