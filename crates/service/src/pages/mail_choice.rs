//! The mail that a student gets: a form to choose from its kinds.

use axum::response::Response;
use class_model::MailKind;
use class_operations::mail::{SwitchMail, switch_mail};
use locale::{Locale, text};
use maud::{Markup, html};

use super::layout::Frame;
use super::rich_text::rich;
use super::{form_mark, refusal};
use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::forms;
use crate::problem::Problem;
use game::visible;

const ADDRESS: &str = "mail";
const FORM: &str = "mail";

/// Records the kinds of mail that the student wants.
pub(crate) fn put(view: &View, (): (), typed: FormValues) -> Result<Response, Problem> {
    let student = view.student()?.to_owned();
    forms::change(view, FORM, typed, page, |typed| {
        switch_mail(&view.class, &switches(typed, Some(&student)))?;
        Ok(view.address(ADDRESS))
    })
}

/// Returns the switches of a form with one checkbox for each kind.
pub(super) fn switches(typed: &FormValues, student: Option<&str>) -> Vec<SwitchMail> {
    let switch = |kind: MailKind| SwitchMail {
        student: student.map(str::to_owned),
        kind,
        is_on: !typed.get(kind.word()).is_empty(),
    };
    MailKind::SWITCHED.into_iter().map(switch).collect()
}

/// Renders a checkbox for each kind.
pub(super) fn checkboxes(locale: Locale, is_on: impl Fn(MailKind) -> bool) -> Markup {
    html! {
        @for kind in MailKind::SWITCHED {
            p { label {
                input type="checkbox" name=(kind.word()) value="1" checked[is_on(kind)];
                " " (words(locale, kind))
            } }
        }
    }
}

/// Returns a kind of mail that can be switched off, in words.
fn words(locale: Locale, kind: MailKind) -> String {
    let key = match kind {
        MailKind::Announcement => "announcements",
        MailKind::Refusal => "mail-about-refusals",
        MailKind::Deadline => "mail-about-deadlines",
        MailKind::Results => "mail-about-results",
        MailKind::Reply => "mail-about-replies",
        MailKind::Link => "mail-about-links",
        MailKind::Test => "mail-about-tests",
    };
    text!(locale, key)
}

pub(crate) fn page(view: &View) -> Result<Markup, Problem> {
    let id = view.student()?;
    let address = view.facts.student(id).and_then(|student| student.email.as_deref());
    let off = MailKind::SWITCHED.into_iter().filter(|kind| !view.facts.sends_mail(*kind));
    let off: Vec<String> = off.map(|kind| words(view.locale, kind)).collect();
    let content = html! {
        h1 { (text!(view, "mail")) }
        @if view.app.mail.is_none() {
            p { (text!(view, "mail-none")) }
        } @else if let Some(address) = address {
            p { (rich!(view, "mail-address", address = visible(address))) }
        } @else {
            p.notice { (text!(view, "mail-no-address")) }
        }
        (refusal(view, FORM))
        form method="post" action=(view.address(ADDRESS)) {
            (form_mark(view))
            fieldset {
                legend { (text!(view, "mail-send-me")) }
                (checkboxes(view.locale, |kind| view.facts.wants_mail(id, kind)))
            }
            p { button.main type="submit" { (text!(view, "save")) } }
        }
        @if !off.is_empty() { p.soft { (text!(view, "mail-off", kinds = off.join("; "))) } }
        p.soft { (text!(view, "mail-links")) }
    };
    Ok(Frame::new(view, Some(&text!(view, "mail"))).page(&content))
}
