//! The announcements of a class as an Atom feed (RFC 4287).

use axum::http::header;
use axum::response::{IntoResponse, Response};
use class_model::{Dated, Moment, PostedAnnouncement};
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
    let all = view.announcements();
    let updated = all.iter().map(|one| changed(one)).max().or(view.facts.first()).unwrap_or(view.now);
    let feed = html! {
        (PreEscaped("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"))
        feed xmlns="http://www.w3.org/2005/Atom" {
            id { (page) }
            title { (visible(&view.class.plan.name)) }
            updated { (updated) }
            author { name { (visible(&view.class.plan.name)) } }
            link rel="alternate" href=(page) {}
            link rel="self" href=(format!("{page}{ADDRESS}")) {}
            @for one in all.iter().rev().take(MOST) { (entry(&page, one)) }
        }
    };
    let headers =
        [(header::CONTENT_TYPE, "application/atom+xml; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    (headers, feed.into_string()).into_response()
}

/// Returns the time of an announcement, or of the last change of its text.
fn changed(one: &Dated<PostedAnnouncement>) -> Moment {
    one.what.edited.unwrap_or(one.at)
}

fn entry(page: &str, one: &Dated<PostedAnnouncement>) -> Markup {
    let PostedAnnouncement { number, text, .. } = &one.what;
    let title: String = visible(text.lines().next().unwrap_or_default()).chars().take(TITLE).collect();
    html! {
        entry {
            id { (page) "#announcement-" (number) }
            title { (title) }
            published { (one.at) }
            updated { (changed(one)) }
            link rel="alternate" href=(format!("{page}#announcements")) {}
            content type="text" { (visible_lines(text)) }
        }
    }
}
