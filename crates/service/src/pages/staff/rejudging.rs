//! Rejudging: outdated results, and previews of the changes, which the teacher can apply.

use axum::http::StatusCode;
use axum::response::Response;
use class_model::{BadgeChange, Effect, Hash, Order};
use class_operations::judging::{
    RejudgementState, RejudgementSummary, applicable_previews, apply_rejudgement, badges, outdated_results,
};
use game::visible;
use maud::{Markup, html};

use super::staff_layout;
use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::forms;
use crate::pages::problem::refusal;
use crate::pages::{button, form_mark};
use crate::problem::Problem;

const TITLE: &str = "Re-judging";
/// Address of the page, within the class.
pub(crate) const ADDRESS: &str = "staff/rejudging";
const FORM: &str = "apply";

/// Applies a preview.
pub(crate) fn apply(view: &View, (): (), typed: FormValues) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    forms::change(view, FORM, typed, page, |typed| {
        let preview = typed.get("preview").parse::<Hash>();
        let preview = preview.map_err(|_| Problem::bad("no preview was chosen"))?;
        apply_preview(view, &preview)?;
        Ok(view.address(ADDRESS))
    })
}

/// Applies a preview, which plays nothing, while no other process plays.
fn apply_preview(view: &View, preview: &Hash) -> Result<(), Problem> {
    if !view.facts.previews().any(|known| known == preview) {
        return Err(Problem::not_found("there is no such preview"));
    }
    let busy = |_| {
        let what = "games of this class are being played, so results cannot be changed now";
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, what).hint(
            "wait until `muster class work` has finished, or apply the preview with `muster class rejudge`",
        )
    };
    let lock = view.place.borrow_right(&view.class).map_err(busy)?;
    apply_rejudgement(&view.class, &lock, preview)?;
    Ok(())
}

pub(crate) fn page(view: &View) -> Result<Markup, Problem> {
    view.must_be_teacher()?;
    let engine = view.app.validator.fingerprint(view.class.plan.game);
    let outdated = outdated_results(&view.class, &view.facts, &engine).map_err(Problem::unable)?;
    let previews = applicable_previews(&view.class, &view.facts).map_err(Problem::unable)?;
    let is_ordered = view.facts.open_orders().any(|(_, order)| order.what == Order::Rejudgement);
    let content = html! {
        @if outdated.is_empty() {
            p { "Nothing needs re-judging: all active versions were judged under the current class.toml and by this engine." }
        } @else {
            p {
                "These results are from an earlier version of a requirement, an earlier opponent or another engine. "
                @if !view.app.is_playing { code { "muster class rejudge" } " plays them again without changing anything; a preview of the changes then appears here." }
            }
            @if is_ordered { p role="status" { "They are being re-judged. A preview of the changes will appear here." } }
            @else if view.app.is_playing {
                (button(view, &view.address("orders"), &[("what", "rejudgement")], "Re-judge and preview the changes"))
            }
            ul {
                @for one in &outdated {
                    li { (visible(&one.aliases.join(", "))) ": " @match &one.requirement { Some(name) => { (visible(name)) } None => { "trial matches" } } }
                }
            }
        }
        (refusal(view, FORM))
        @for preview in &previews { (preview_of(view, preview)) }
    };
    Ok(staff_layout::page(view, TITLE, &content))
}

fn preview_of(view: &View, preview: &RejudgementSummary) -> Markup {
    let RejudgementState::Preview(hash) = preview.state else { return html! {} };
    let [gained, lost, same] =
        [Effect::Gained, Effect::Lost, Effect::Same].map(|effect| preview.count(effect));
    html! {
        section {
            h2 { "Preview" }
            p { "Badges gained: " (gained) ", lost: " (lost) ", unchanged: " (same) ". Versions whose trial matches were played again: " (preview.tried_again) "." }
            @if !preview.changes.is_empty() {
                div.scroll tabindex="0" role="region" aria-label="Changes" {
                    table {
                        thead { tr { th scope="col" { "Alias" } th.n scope="col" { "Version" } th scope="col" { "Requirement" } th scope="col" { "Before" } th scope="col" { "After" } th scope="col" { "Badge" } } }
                        tbody { @for change in &preview.changes { (row(change)) } }
                    }
                }
            }
            form method="post" action=(view.address(ADDRESS)) {
                (form_mark(view))
                input type="hidden" name="preview" value=(hash);
                button.main type="submit" { "Apply" }
            }
        }
    }
}

fn row(change: &BadgeChange) -> Markup {
    let before = change.before.as_ref().map_or_else(|| "–".to_owned(), badges::judged_cell);
    html! {
        tr {
            th.name scope="row" { (visible(&change.alias)) }
            td.n { (change.submission) }
            td.name { (visible(&change.requirement)) }
            td { (before) }
            td { (badges::judged_cell(&change.after)) }
            td { (badges::effect_word(change.effect())) }
        }
    }
}
