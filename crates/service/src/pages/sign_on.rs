//! Pages of a sign-on by a system of the school.

use axum::response::Response;
use class_model::{Protocol, SchoolSystem};
use game::visible;
use locale::text;
use lti::{DeepLinkAnswer, with_query};
use maud::{Markup, html};

use super::layout::Frame;
use crate::answer::{framed, page};
use crate::class_visit::View;
use crate::form_values::FormValues;

/// Returns the page that a course system shows in a frame: it opens the class in a window of its own.
pub(crate) fn new_window_page(view: &View, login: &str, asked: &FormValues) -> Response {
    // A link, because a policy for forms would also bind the course system to which this address leads.
    let address = with_query(&view.address(login), &asked.fields().collect::<Vec<(&str, &str)>>());
    let content = html! {
        p { (text!(view, "sign-on-window")) }
        p { a.main href=(address) target="_blank" rel="noopener" { (text!(view, "sign-on-open", class = visible(&view.class.plan.name))) } }
    };
    framed(page(bare(view, &content)), "'self'")
}

/// Returns the page that sends a link to the class back to a course system.
pub(crate) fn deep_link_page(view: &View, system: &SchoolSystem, answer: &DeepLinkAnswer) -> Response {
    let content = html! {
        form method="post" action=(answer.back) {
            input type="hidden" name="JWT" value=(answer.token);
            p { "This adds a link to the class to your course in " (visible(&system.name)) "." }
            p { button.main type="submit" { "Add the link" } }
        }
    };
    // The course system may lead on to another of its hosts.
    let scheme = answer.back.as_str().split_once(':').map_or("https", |(scheme, _)| scheme);
    framed(page(bare(view, &content)), &format!("{scheme}:"))
}

/// Renders the buttons of the providers of OpenID Connect, and names the course systems.
pub(super) fn ways(view: &View) -> Markup {
    let systems = view.place.sign_on(|sign_on| sign_on.systems()).ok().flatten().unwrap_or_default();
    html! {
        @for (number, system) in &systems {
            @match system.protocol {
                Protocol::OpenId { .. } => {
                    p { a.main href=(view.address(&format!("openid/{number}"))) { (text!(view, "sign-on-with", system = visible(&system.name))) } }
                }
                Protocol::Lti { .. } => {
                    p { (text!(view, "sign-on-from", system = visible(&system.name))) }
                }
            }
        }
    }
}

/// Renders a page without the signed-in person, whom a frame of another site does not know.
fn bare(view: &View, content: &Markup) -> Markup {
    Frame::of_service(&visible(&view.class.plan.name), &view.app.path).in_locale(view.locale).page(content)
}
