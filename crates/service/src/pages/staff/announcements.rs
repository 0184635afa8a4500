//! Changes of an announcement, by teachers and by assistants who may announce.

use axum::response::Response;
use class_operations::announcement::{edit_announcement, retract_announcement};
use game::visible;
use maud::{Markup, html};

use super::staff_layout;
use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::pages::class_page::ANNOUNCEMENTS;
use crate::pages::problem::refusal;
use crate::pages::{form_mark, time};
use crate::problem::Problem;
use crate::url_parameters::Path;
use crate::{answer, forms};

const FORM: &str = "announcement";

/// Shows the form of an announcement.
pub(crate) fn show(view: &View, Path((_, number)): Path<(String, u32)>) -> Result<Response, Problem> {
    page(view, number).map(answer::page)
}

/// Replaces the text of an announcement, or takes it back.
pub(crate) fn change(
    view: &View,
    Path((_, number)): Path<(String, u32)>,
    typed: FormValues,
) -> Result<Response, Problem> {
    page(view, number)?;
    forms::change(
        view,
        FORM,
        typed,
        |view| page(view, number),
        |typed| {
            match typed.get("do") {
                "edit" => edit_announcement(&view.class, number, typed.get("text"))?,
                "retract" => retract_announcement(&view.class, number)?,
                _ => return Err(Problem::bad("unknown action")),
            };
            Ok(view.address(ANNOUNCEMENTS))
        },
    )
}

fn page(view: &View, number: u32) -> Result<Markup, Problem> {
    view.must_have_right(|rights| rights.announce)?;
    let missing = || Problem::not_found(format!("announcement {number} does not exist or was taken back"));
    let own = view.facts.announcement(number).ok_or_else(missing)?;
    if !view.may_edit(&own.what) {
        return Err(Problem::forbidden());
    }
    let text = view.refused(FORM).map_or(own.what.text.as_str(), |refused| refused.typed.get("text"));
    let action = view.address(&format!("{ANNOUNCEMENTS}/{number}"));
    let content = html! {
        p.soft { "Announced on " (time(view, own.at)) }
        (refusal(view, FORM))
        form method="post" action=(action) {
            (form_mark(view))
            p { label for="text" {
                @match &own.what.section {
                    None => { "Visible to everyone who opens the class's page" }
                    Some(section) => { "Visible to section " (visible(section)) }
                }
            } }
            p { textarea id="text" name="text" rows="6" maxlength="10000" required { "\n" (text) } }
            p {
                button.main type="submit" name="do" value="edit" { "Save" } " "
                button type="submit" name="do" value="retract" formnovalidate { "Take back" } " "
                a href=(view.address(ANNOUNCEMENTS)) { "Cancel" }
            }
        }
        p.soft { "The page and the feed show that an announcement was edited, and no longer show one that was taken back. The history keeps all texts." }
    };
    Ok(staff_layout::below(view, "Students", &format!("Announcement {number}"), &content))
}
