//! The teams, and moving a student to another one.

use axum::response::Response;
use class_model::{ContenderId, Student};
use class_operations::roster::{MoveToTeam, move_to_team};
use game::visible;
use maud::{Markup, html};

use super::staff_layout;
use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::forms;
use crate::pages::problem::refusal;
use crate::pages::{deadline, form_mark};
use crate::problem::Problem;

const TITLE: &str = "Teams";
const ADDRESS: &str = "staff/teams";
const FORM: &str = "teams";

/// Moves a student to another team, or out of their team.
pub(crate) fn change(view: &View, (): (), typed: FormValues) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    forms::change(view, FORM, typed, page, |typed| {
        let (student, team) = (typed.get("student").to_owned(), typed.given("team"));
        move_to_team(&view.class, &MoveToTeam { student, team })?;
        Ok(view.address(ADDRESS))
    })
}

/// Shows all teams and the students without one, or those of an assistant's section.
pub(crate) fn page(view: &View) -> Result<Markup, Problem> {
    let section = view.must_be_staff()?;
    let contenders = view.facts.contenders().into_iter();
    let own = contenders.filter(|contender| section.is_none() || contender.section == section);
    let (teams, alone): (Vec<_>, Vec<_>) =
        own.partition(|contender| matches!(contender.who, ContenderId::Team(_)));
    let alone: Vec<&Student> = alone.into_iter().flat_map(|contender| contender.members).collect();
    let members = |members: &[&Student]| {
        html! { @for (at, member) in members.iter().enumerate() { @if at > 0 { ", " } (staff_layout::link(view, &member.id)) } }
    };
    let content = html! {
        (rules(view))
        @if teams.is_empty() { p { "There are no teams yet." } } @else {
            div.scroll tabindex="0" role="region" aria-label=(TITLE) {
                table.stacked {
                    thead { tr { @for title in ["Team", "Members", "Section", "Hand-ins"] { th scope="col" { (title) } } } }
                    tbody { @for team in &teams {
                        tr {
                            th scope="row" { (visible(team.alias)) }
                            td.why data-label="Members" { (members(&team.members)) }
                            td data-label=[team.section.map(|_| "Section")] { (visible(team.section.unwrap_or_default())) }
                            td.n data-label="Hand-ins" { (view.facts.submissions_of(&team.who).count()) }
                        }
                    } }
                }
            }
        }
        @if !alone.is_empty() {
            section id="alone" { h2 { "Without a team: " (alone.len()) } p { (members(&alone)) } }
        }
        @if staff_layout::is_teacher(view) { (form(view, &teams.iter().map(|team| team.alias).collect::<Vec<_>>())) }
    };
    Ok(staff_layout::page(view, TITLE, &content))
}

fn rules(view: &View) -> Markup {
    html! {
        p {
            @if let Some(teams) = view.class.plan.teams {
                "Students form teams of up to " (teams.size) " until " (deadline(view, teams.until.last(&view.facts))) "."
            } @else {
                "Students do not form teams. Add " code { "[teams]" } " to the "
                @if staff_layout::is_teacher(view) { a href=(view.address("staff/settings")) { "settings" } } @else { "settings" }
                " to let them."
            }
        }
    }
}

fn form(view: &View, teams: &[&str]) -> Markup {
    let typed = view.typed(FORM, "student");
    html! {
        section id="move" {
            h2 { "Move a student" }
            p { "Hand-ins stay with the team, or with the student who was alone. Size and date do not limit you." }
            (refusal(view, FORM))
            form.row method="post" action=(view.address(ADDRESS)) {
                (form_mark(view))
                label { "Student " select name="student" required {
                    option value="" { "choose" }
                    @for student in view.facts.students() {
                        option value=(student.id) selected[student.id == typed] { (visible(&student.name)) " (" (visible(&student.id)) ")" }
                    }
                } }
                label { "To the team " input type="text" name="team" list="teams" value=(view.typed(FORM, "team")) placeholder="no team"; }
                datalist id="teams" { @for team in teams { option value=(team) {} } }
                button type="submit" { "Move" }
            }
        }
    }
}
