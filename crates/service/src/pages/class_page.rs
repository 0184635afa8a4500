//! The public part of a class, and its sign-in page.

use class_model::{Dated, Person, PostedAnnouncement, Secret};
use class_operations::words;
use game::visible;
use maud::{Markup, html};

use super::layout::called;
use super::{deadline, feed, sentence, time, time_left};
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
            div { dt { "Deadline" } dd { (deadline(view, last)) } @if last > view.now { dd.more { (time_left(view, last)) } } }
            @if let Some(since) = view.facts.closed() { div { dt { "Closed since" } dd { (time(view, since)) } } }
            div { dt { "Participants" } dd { (view.facts.contenders().len()) } }
        }
        p { (how_to_enter(view)) " " a href=(view.address("enter")) { "Sign in" } }
        (announcements(view))
        (super::playing::live(view))
        (super::ladder::section(view))
        (super::runs::list(view, &|_| html! {}))
        (super::starting::public(view))
    }
}

/// Explains how students sign in.
fn how_to_enter(view: &View) -> &'static str {
    match view.app.front.identity {
        None => "Students sign in with their personal link from the teacher.",
        Some(_) => "Students sign in with this site's own accounts; others sign in with their personal link.",
    }
}

/// Renders the latest announcements, newest first.
pub(super) fn announcements(view: &View) -> Markup {
    let all = view.announcements();
    let earlier = all.len().saturating_sub(RECENT);
    html! {
        @if !all.is_empty() {
            section id="announcements" {
                h2 { "Announcements" }
                @for one in all[earlier..].iter().rev() { (announcement(view, one)) }
                p.soft.small {
                    @if earlier > 0 { a href=(announcements_before(view, all[earlier].what.number)) { (earlier) " earlier" } " · " }
                    a href=(view.address(feed::ADDRESS)) { "Feed" }
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
        h1 { "Announcements" }
        @if begin == end { p { "No announcements." } }
        @for one in all[begin..end].iter().rev() { (announcement(view, one)) }
        nav aria-label="Pages" {
            ul {
                @if end < all.len() { li { a href=(view.address(ANNOUNCEMENTS)) { "Latest" } } }
                @if begin > 0 { li { a href=(announcements_before(view, all[begin].what.number)) { "Earlier" } } }
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
                (time(view, one.at))
                @if let Some(section) = section { ", section " (visible(section)) }
                @if let Some(at) = edited { ", edited " (time(view, *at)) }
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
            h1 { "Switch to " (other) "?" }
            p { "This link signs you in as " b { (other) } ". You are signed in as " b { (present) } "." }
            (super::form_mark(view))
            input type="hidden" name="link" value=(link.reveal());
            p { button.main type="submit" { "Sign in as " (other) } }
            p { a href=(view.address("")) { "Stay signed in as " (present) } }
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
                    h1 { "Sign in to " (visible(&view.class.plan.name)) }
                    p { "This link signs you in" @if let Some(owner) = owner(view, link) { " as " b { (owner) } } ". Keep it private." }
                    input type="hidden" name="link" value=(link);
                }
                None => {
                    h1 { "Sign in" }
                    (super::refusal(view, "enter"))
                    p { label for="link" { "Your personal link, from the teacher" } }
                    p { input id="link" name="link" type="text" value=(view.typed("enter", "link")) autocomplete="off" spellcheck="false" required; }
                }
            }
            p { button.main type="submit" { "Sign in" } }
            @if !view.app.is_secure {
                p.soft.small { "This connection is not encrypted: use it only on a network that you trust." }
            }
        }
        @if link.is_none() { (super::sign_on::ways(view)) }
        p.soft { "Deadline " (deadline(view, view.class.plan.deadline.last(&view.facts))) "." @if let Some(quota) = words::quota_words(&view.class.plan.quota) { " " (sentence(&quota)) "." } }
    }
}
