//! What a class has for everybody, and its entrance.

use class::Dated;
use classroom::words;
use game::visible;
use maud::{Markup, html};

use super::{feed, time};
use crate::visit::View;

/// Announcements that are shown before one has to ask for more.
const RECENT: usize = 3;

pub(super) fn page(view: &View) -> Markup {
    let class = &view.class;
    html! {
        dl.cards {
            div { dt { "Deadline" } dd { (time(view, class.plan.deadline)) } }
            @if let Some(since) = view.facts.closed() { div { dt { "Closed since" } dd { (time(view, since)) } } }
            div { dt { "Participants" } dd { (view.facts.contenders().len()) } }
        }
        p { (how_to_enter(view)) " " a href=(view.address("enter")) { "Sign in" } }
        (announcements(view))
        (super::playing::live(view))
        (super::ladder::section(view))
        (super::runs::list(view, &|_| html! {}))
    }
}

/// How students come in.
fn how_to_enter(view: &View) -> &'static str {
    match view.app.front.identity {
        None => "Students enter by their personal link, which the teacher hands out.",
        Some(_) => {
            "Students are signed in where this site asks them for their account; others enter by their personal link."
        }
    }
}

/// What the class was told, the latest first.
pub(super) fn announcements(view: &View) -> Markup {
    let all: Vec<&Dated<String>> = view.facts.announcements().iter().rev().collect();
    let (recent, earlier) = all.split_at(all.len().min(RECENT));
    html! {
        @if !all.is_empty() {
            section id="announcements" {
                h2 { "Announcements" }
                @for one in recent { (announcement(view, one)) }
                @if !earlier.is_empty() {
                    details {
                        summary { (earlier.len()) " earlier" }
                        @for one in earlier { (announcement(view, one)) }
                    }
                }
                p.soft.small { a href=(view.address(feed::ADDRESS)) { "As a feed" } }
            }
        }
    }
}

fn announcement(view: &View, one: &Dated<String>) -> Markup {
    let lines = one.what.lines().map(visible);
    html! {
        div.announcement {
            p.soft.small { (time(view, one.at)) }
            p { @for line in lines { (line) br; } }
        }
    }
}

/// Where whoever has a personal link enters. A link that was followed is asked for with one button.
pub(super) fn entrance(view: &View, link: Option<&str>) -> Markup {
    html! {
        form.entrance method="post" action=(view.address("enter")) {
            @match link {
                Some(link) => {
                    h1 { "Enter " (visible(&view.class.plan.name)) }
                    p { "This is your personal link: whoever has it can hand in for you." }
                    input type="hidden" name="link" value=(link);
                }
                None => {
                    h1 { "Sign in" }
                    (super::refusal(view, "enter"))
                    p { label for="link" { "Your personal link, from the teacher" } }
                    p { input id="link" name="link" type="text" value=(view.typed("enter", "link")) autocomplete="off" spellcheck="false" required; }
                }
            }
            p { button.main type="submit" { "Enter" } }
            @if !view.app.is_secure {
                p.soft.small { "This service is reached without encryption: use it on a network that you trust." }
            }
        }
        p.soft { "Deadline " (time(view, view.class.plan.deadline)) @if let Some(quota) = words::quota_words(&view.class.plan.quota) { "; " (quota) " may be handed in" } "." }
    }
}
