//! The mail that a student gets: a form to choose from its kinds.

use axum::response::Response;
use class_model::MailKind;
use class_operations::mail::{SwitchMail, switch_mail};
use maud::{Markup, html};

use super::layout::Frame;
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
pub(super) fn checkboxes(is_on: impl Fn(MailKind) -> bool) -> Markup {
    html! {
        @for kind in MailKind::SWITCHED {
            p { label {
                input type="checkbox" name=(kind.word()) value="1" checked[is_on(kind)];
                " " (words(kind))
            } }
        }
    }
}

/// Returns a kind of mail that can be switched off, in words.
fn words(kind: MailKind) -> &'static str {
    match kind {
        MailKind::Announcement => "Announcements",
        MailKind::Refusal => "A hand-in was refused",
        MailKind::Deadline => "The deadline is within 24 hours, and no version was accepted",
        MailKind::Results => "Results were released",
        MailKind::Reply => "Staff replied to a question of mine",
        MailKind::Link => "Personal links",
        MailKind::Test => "Tests",
    }
}

pub(crate) fn page(view: &View) -> Result<Markup, Problem> {
    let id = view.student()?;
    let address = view.facts.student(id).and_then(|student| student.email.as_deref());
    let off = MailKind::SWITCHED.into_iter().filter(|kind| !view.facts.sends_mail(*kind));
    let off: Vec<&str> = off.map(words).collect();
    let content = html! {
        h1 { "Mail" }
        @if view.app.mail.is_none() {
            p { "This service sends no mail." }
        } @else if let Some(address) = address {
            p { "Mail goes to " b { (visible(address)) } ", the address in your teacher's list." }
        } @else {
            p.notice { "You get no mail: your teacher's list has no address for you. Ask your teacher to add it." }
        }
        (refusal(view, FORM))
        form method="post" action=(view.address(ADDRESS)) {
            (form_mark(view))
            fieldset {
                legend { "Send me a mail about" }
                (checkboxes(|kind| view.facts.wants_mail(id, kind)))
            }
            p { button.main type="submit" { "Save" } }
        }
        @if !off.is_empty() { p.soft { "Your teacher has switched off: " (off.join("; ")) "." } }
        p.soft { "Personal links are mailed when your teacher sends them." }
    };
    Ok(Frame::new(view, Some("Mail")).page(&content))
}
