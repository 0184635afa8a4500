//! The public part of a class, and its sign-in page.

use class_model::{Dated, Person, PostedAnnouncement, Secret};
use class_operations::words;
use game::visible;
use locale::text;
use maud::{Markup, html};

use super::layout::called;
use super::rich_text::rich;
use super::{deadline, feed, said, time, time_left};
use crate::class_visit::View;

/// Number of announcements on the first page of a class.
const RECENT: usize = 3;
/// Number of announcements on each page of all announcements.
const ON_A_PAGE: usize = 10;
/// Address of these pages, within the class.
pub(crate) const ANNOUNCEMENTS: &str = "announcements";

pub(super) fn page(view: &View) -> Markup {
    let class = &view.class;
    let last = class.plan.deadline.last(&view.facts);
    html! {
        dl.cards {
            div { dt { (text!(view, "deadline")) } dd { (deadline(view, last)) } @if last > view.now { dd.more { (time_left(view, last)) } } }
            @if let Some(since) = view.facts.closed() { div { dt { (text!(view, "class-closed-since")) } dd { (time(view, since)) } } }
            div { dt { (text!(view, "class-participants")) } dd { (view.facts.contenders().len()) } }
        }
        p { (how_to_enter(view)) " " a href=(view.address("enter")) { (text!(view, "sign-in")) } }
        (announcements(view))
        (super::playing::live(view))
        (super::ladder::section(view))
        (super::runs::list(view, &|_| html! {}))
        (super::starting::public(view))
    }
}

/// Explains how students sign in.
fn how_to_enter(view: &View) -> String {
    match view.app.front.identity {
        None => text!(view, "class-enter-by-link"),
        Some(_) => text!(view, "class-enter-by-account"),
    }
}

/// Renders the latest announcements, newest first.
pub(super) fn announcements(view: &View) -> Markup {
    let all = view.announcements();
    let earlier = all.len().saturating_sub(RECENT);
    html! {
        @if !all.is_empty() {
            section id="announcements" {
                h2 { (text!(view, "announcements")) }
                @for one in all[earlier..].iter().rev() { (announcement(view, one)) }
                p.soft.small {
                    @if earlier > 0 { a href=(announcements_before(view, all[earlier].what.number)) { (text!(view, "announcements-earlier-count", count = earlier)) } " · " }
                    a href=(view.address(feed::ADDRESS)) { (text!(view, "announcements-feed")) }
                }
            }
        }
    }
}

/// Renders a page of announcements before the one of the given number, counted from 1; without it the latest. The
/// newest comes first.
pub(super) fn all_announcements(view: &View, before: Option<u32>) -> Markup {
    let all = view.announcements();
    let end = before.map_or(all.len(), |number| all.partition_point(|one| one.what.number < number));
    let begin = end.saturating_sub(ON_A_PAGE);
    html! {
        h1 { (text!(view, "announcements")) }
        @if begin == end { p { (text!(view, "announcements-none")) } }
        @for one in all[begin..end].iter().rev() { (announcement(view, one)) }
        nav aria-label=(text!(view, "pages")) {
            ul {
                @if end < all.len() { li { a href=(view.address(ANNOUNCEMENTS)) { (text!(view, "announcements-latest")) } } }
                @if begin > 0 { li { a href=(announcements_before(view, all[begin].what.number)) { (text!(view, "announcements-earlier")) } } }
            }
        }
    }
}

fn announcements_before(view: &View, number: u32) -> String {
    format!("{}?before={number}", view.address(ANNOUNCEMENTS))
}

fn announcement(view: &View, one: &Dated<PostedAnnouncement>) -> Markup {
    let PostedAnnouncement { number, text, section, edited, .. } = &one.what;
    html! {
        div.announcement id={ "announcement-" (number) } {
            p.soft.small {
                @match edited {
                    Some(edited) => { (rich!(view, "announcement-edited"; at = time(view, one.at), edited = time(view, *edited))) }
                    None => { (time(view, one.at)) }
                }
                @if let Some(section) = section { ", " (text!(view, "announcement-of-section", section = visible(section))) }
                @if view.may_edit(&one.what) { " · " a href=(view.address(&format!("{ANNOUNCEMENTS}/{number}"))) { "Edit" } }
            }
            p { (super::in_lines(text)) }
        }
    }
}

/// Asks a signed-in person to confirm signing in as another one.
pub(super) fn switch(view: &View, present: &Person, other: &Person, link: &Secret) -> Markup {
    let (present, other) = (visible(&called(view, present)), visible(&called(view, other)));
    html! {
        form.entrance method="post" action=(view.address("enter")) {
            h1 { (text!(view, "switch-title", other = other.as_str())) }
            p { (rich!(view, "switch-explained", other = other.as_str(), present = present.as_str())) }
            (super::form_mark(view))
            input type="hidden" name="link" value=(link.reveal());
            p { button.main type="submit" { (text!(view, "switch-do", other = other.as_str())) } }
            p { a href=(view.address("")) { (text!(view, "switch-stay", present = present.as_str())) } }
        }
    }
}

/// Returns the name of the owner of a personal link; `None` if the link is invalid.
fn owner(view: &View, link: &str) -> Option<String> {
    let owner = view.place.access().owner(&super::secret_of(link)?).ok()??;
    Some(visible(&called(view, &owner)))
}

/// Renders the sign-in form. If a link was followed, it asks only for confirmation.
pub(super) fn entrance(view: &View, link: Option<&str>) -> Markup {
    html! {
        form.entrance method="post" action=(view.address("enter")) {
            @match link {
                Some(link) => {
                    h1 { (text!(view, "entrance-title", class = visible(&view.class.plan.name))) }
                    p {
                        @match owner(view, link) {
                            Some(owner) => { (rich!(view, "entrance-of", owner = owner.as_str())) }
                            None => { (text!(view, "entrance-of-unknown")) }
                        }
                    }
                    input type="hidden" name="link" value=(link);
                }
                None => {
                    h1 { (text!(view, "sign-in")) }
                    (super::refusal(view, "enter"))
                    p { label for="link" { (text!(view, "entrance-link")) } }
                    p { input id="link" name="link" type="text" value=(view.typed("enter", "link")) autocomplete="off" spellcheck="false" required; }
                }
            }
            p { button.main type="submit" { (text!(view, "sign-in")) } }
            @if !view.app.is_secure {
                p.soft.small { (text!(view, "entrance-unencrypted")) }
            }
        }
        @if link.is_none() { (super::sign_on::ways(view)) }
        p.soft {
            (rich!(view, "entrance-deadline"; at = deadline(view, view.class.plan.deadline.last(&view.facts))))
            @if let Some(quota) = words::quota_words(&view.class.plan.quota) { " " (said(view, &quota)) "." }
        }
    }
}
