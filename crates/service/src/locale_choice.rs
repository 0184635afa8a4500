//! The language of a page: the reader's choice, or the one that the browser asks for.

use axum::extract::Request;
use axum::http::{HeaderMap, Method, header};
use class_model::{Facts, Person};
use class_operations::language::language_of;
use locale::{Locale, best_of};

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

/// Returns the cookie that keeps a chosen language. `path` is the path of the service.
pub(crate) fn language_cookie(locale: Locale, path: &str, is_secure: bool) -> String {
    let secure = if is_secure { "; Secure" } else { "" };
    format!("{COOKIE}={}; Path={path}/; Max-Age={LIFETIME}; HttpOnly; SameSite=Lax{secure}", locale.tag())
}

/// Returns the value of a request's cookie.
pub(crate) fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let texts = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let pairs = texts.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(|(own, _)| *own == name).map(|(_, value)| value).next()
}
