//! The clock of the machine, compared with the class's record.

use axum::response::Response;
use class_model::Moment;
use class_operations::deadlines::{ClockReport, CorrectClock, check_clock, confirm_clock, correct_clock};
use maud::{Markup, html};

use super::{settings, staff_layout};
use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::forms;
use crate::pages::problem::refusal;
use crate::pages::{button, form_mark, time};
use crate::problem::Problem;

const TITLE: &str = "Clock";
pub(super) const ADDRESS: &str = "staff/clock";
/// The forms of the page.
const CONFIRM: &str = "clock-confirm";
const CORRECT: &str = "clock-correct";

/// Confirms the clock, or corrects events that were recorded under a wrong one.
pub(crate) fn change(view: &View, (): (), typed: FormValues) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    let form = [CONFIRM, CORRECT].into_iter().find(|form| *form == typed.get("do"));
    let form = form.ok_or_else(|| Problem::bad("unknown form"))?;
    forms::change(view, form, typed, page, |typed| {
        if form == CONFIRM {
            confirm_clock(&view.class)?;
        } else {
            // A browser's `datetime-local` field separates date and time by a `T`.
            let happened = typed.given("happened").map(|text| text.replacen('T', " ", 1));
            correct_clock(
                &view.class,
                &CorrectClock { happened, reason: typed.get("reason").trim().to_owned() },
            )?;
        }
        Ok(view.address(ADDRESS))
    })
}

/// Shows the clock.
pub(crate) fn page(view: &View) -> Result<Markup, Problem> {
    view.must_be_teacher()?;
    let ClockReport { now, last, must_be_confirmed, ahead, .. } = check_clock(&view.class)?;
    let content = html! {
        p { "Deadlines are judged by the clock of the machine that serves the class." }
        div.scroll { table.facts { tbody {
            tr { th scope="row" { "The clock shows" } td { (time(view, now.0)) } }
            tr { th scope="row" { "Last event in the record" } td { @if let Some(last) = last { (time(view, last.0)) } @else { "none" } } }
        } } }
        (refusal(view, CONFIRM))
        (refusal(view, CORRECT))
        @if must_be_confirmed {
            div.notice role="alert" {
                p { "The clock is far ahead of the last event, and every deadline has passed. Nothing is recorded until the clock is set or confirmed: if it were wrong, all hand-ins would be late." }
                p { "If the time above is wrong, set the clock of the machine. If it is right, confirm it." }
                (button(view, &view.address(ADDRESS), &[("do", CONFIRM)], "The clock is right"))
            }
        }
        @if let Some(ahead) = &ahead {
            div.notice role="alert" {
                p { "Events are dated in the future: " (ahead.events) ", from event " (ahead.since) " on. They were recorded while the clock was ahead." }
                p { "If the time above is right, correct them. Hand-ins that arrived since the clock was right keep their own times. The record keeps the events as they were, with the correction." }
                (correction(view, ahead.before.map(|before| before.0)))
            }
        }
        @if !must_be_confirmed && ahead.is_none() { p role="status" { "The clock and the record agree." } }
        p { a href=(view.address(settings::ADDRESS)) { "Back to the settings" } }
    };
    Ok(staff_layout::below(view, settings::TITLE, TITLE, &content))
}

fn correction(view: &View, before: Option<Moment>) -> Markup {
    html! {
        form method="post" action=(view.address(ADDRESS)) {
            (form_mark(view))
            input type="hidden" name="do" value=(CORRECT);
            div.fields {
                label { "They happened at "
                    input type="datetime-local" name="happened" value=(view.typed(CORRECT, "happened"));
                    @if let Some(before) = before { span.soft { " Empty: at the time of the event before, " (time(view, before)) } }
                }
                label.text { "Reason " input type="text" name="reason" maxlength="1000" value=(view.typed(CORRECT, "reason")); }
            }
            p { button type="submit" { "Correct the record" } }
        }
    }
}
