//! The announcements of a class as an Atom feed (RFC 4287).

use axum::http::header;
use axum::response::{IntoResponse, Response};
use class_model::Dated;
use game::visible;
use maud::{Markup, PreEscaped, html};

use super::visible_lines;
use crate::class_visit::View;

/// Address of the feed, within the class.
pub(super) const ADDRESS: &str = "feed.xml";
/// Maximum number of announcements in the feed: the latest ones.
const MOST: usize = 20;
/// Maximum length of a title, in characters.
const TITLE: usize = 80;

/// Returns the public feed of a class, with its announcements.
pub(crate) fn feed(view: &View) -> Response {
    let page = format!("{}{}", view.app.url, view.address(""));
    let all = view.facts.announcements();
    let updated = all.last().map(|last| last.at).or(view.facts.first()).unwrap_or(view.now);
    let feed = html! {
        (PreEscaped("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"))
        feed xmlns="http://www.w3.org/2005/Atom" {
            id { (page) }
            title { (visible(&view.class.plan.name)) }
            updated { (updated) }
            author { name { (visible(&view.class.plan.name)) } }
            link rel="alternate" href=(page) {}
            link rel="self" href=(format!("{page}{ADDRESS}")) {}
            @for (index, one) in all.iter().enumerate().rev().take(MOST) { (entry(&page, index + 1, one)) }
        }
    };
    let headers =
        [(header::CONTENT_TYPE, "application/atom+xml; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    (headers, feed.into_string()).into_response()
}

fn entry(page: &str, number: usize, one: &Dated<String>) -> Markup {
    let title: String = visible(one.what.lines().next().unwrap_or_default()).chars().take(TITLE).collect();
    html! {
        entry {
            id { (page) "#announcement-" (number) }
            title { (title) }
            updated { (one.at) }
            link rel="alternate" href=(format!("{page}#announcements")) {}
            content type="text" { (visible_lines(&one.what)) }
        }
    }
}
