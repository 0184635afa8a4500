//! The form with which staff hand in for a student, on the student's page.

use maud::{Markup, html};

use crate::class_visit::View;
use crate::pages::problem::refusal;
use crate::pages::{HAND_IN_FORM, form_mark, student_address};

pub(super) fn form(view: &View, id: &str) -> Markup {
    html! {
        section id="hand-in" {
            h2 { "Hand in for this student" }
            (refusal(view, HAND_IN_FORM))
            form.lines method="post" action=(format!("{}/submissions", student_address(view, id))) enctype="multipart/form-data" {
                (form_mark(view))
                p { label for="bot" { "The bot, with the files that it imports, or a zip archive of all of them" } }
                p { input id="bot" type="file" name="bot" multiple required; }
                p { label { "Received " input type="datetime-local" name="received"; } }
                p.soft { "Without a time, it is received now and counts against the quota. With a time, neither the quota nor the closing of the class applies. The history names you." }
                p { button type="submit" { "Hand in" } }
            }
        }
    }
}
