//! A student's team: forming one, joining one by the code that a member has shared, and leaving it.

use axum::response::Response;
use class_model::ContenderId;
use class_operations::roster::{
    FormTeam, JoinPreview, JoinTeam, LeaveTeam, TeamReport, form_team, join_team, leave_team, preview_join,
    renew_code, team_of,
};
use game::visible;
use locale::text;
use maud::{Markup, html};

use super::layout::Frame;
use super::rich_text::{link, rich};
use super::{button, deadline, form_mark, refusal, time_left};
use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::problem::Problem;
use crate::{answer, forms};

const ADDRESS: &str = "team";
/// The forms of the page.
const FORM: &str = "form-team";
const JOIN: &str = "join-team";
const LEAVE: &str = "leave-team";

/// Forms, previews, joins or leaves a team, or replaces its code.
pub(crate) fn change(view: &View, (): (), typed: FormValues) -> Result<Response, Problem> {
    let student = view.student()?.to_owned();
    let join = |typed: &FormValues| JoinTeam { student: student.clone(), code: typed.get("code").to_owned() };
    let done = || Ok(view.address(ADDRESS));
    match typed.get("do") {
        "form" => forms::change(view, FORM, typed, page, |typed| {
            form_team(
                &view.class,
                FormTeam { student: student.clone(), name: typed.get("name").to_owned() },
            )?;
            done()
        }),
        "look" => forms::answer(view, JOIN, typed, page, |typed| {
            let preview = preview_join(&view.class, &view.facts, &join(typed))?;
            Ok(answer::page(question(view, &student, typed.get("code"), &preview)))
        }),
        "join" => forms::change(view, JOIN, typed, page, |typed| {
            join_team(&view.class, &join(typed))?;
            done()
        }),
        "leave" => forms::change(view, LEAVE, typed, page, |_| {
            leave_team(&view.class, LeaveTeam { student: student.clone() })?;
            done()
        }),
        "code" => forms::change(view, LEAVE, typed, page, |_| {
            renew_code(&view.class, &student)?;
            done()
        }),
        _ => Err(Problem::bad("unknown action")),
    }
}

pub(crate) fn page(view: &View) -> Result<Markup, Problem> {
    let id = view.student()?;
    let own = team_of(&view.class, &view.facts, id)?;
    let content = html! {
        h1 { (text!(view, "team")) }
        (rules(view, &own))
        @for form in [FORM, JOIN, LEAVE] { (refusal(view, form)) }
        @if let Some(team) = &own.team { (members(view, team, &own)) } @else if !own.is_open { p { (text!(view, "team-none")) } }
        @if own.is_open {
            @if let Some(team) = &own.team { (leaving(view, id, team, &own)) } @else { (joining(view, id)) }
        }
    };
    Ok(Frame::new(view, Some(&text!(view, "team"))).page(&content))
}

/// Renders a student's team in one line, with the way to its page; nothing if the class has no teams.
pub(super) fn line(view: &View, id: &str) -> Markup {
    let Ok(own) = team_of(&view.class, &view.facts, id) else { return html! {} };
    let names: Vec<String> = own.members.iter().map(|member| visible(&member.name)).collect();
    html! {
        @if let Some(team) = &own.team {
            p { (rich!(view, "team-line", team = visible(team), members = names.join(", "); a = link(view.address(ADDRESS)))) }
        } @else if own.is_open {
            p { (text!(view, "team-none")) " " a href=(view.address(ADDRESS)) { (text!(view, "team-create-or-join")) } }
        }
    }
}

/// Renders who forms teams, and until when.
fn rules(view: &View, own: &TeamReport) -> Markup {
    let Some(teams) = view.class.plan.teams else {
        return html! { p { (text!(view, "team-by-teacher")) } };
    };
    let until = teams.until.last(&view.facts);
    html! {
        p {
            (text!(view, "team-size", size = teams.size)) " "
            @if own.is_open { (rich!(view, "team-until"; at = deadline(view, until), left = time_left(view, until))) }
            @else if view.now <= until { (text!(view, "team-closed")) }
            @else { (rich!(view, "team-until-passed"; at = deadline(view, until))) }
        }
    }
}

fn members(view: &View, team: &str, own: &TeamReport) -> Markup {
    html! {
        section id="members" {
            h2 { (visible(team)) }
            ul { @for member in &own.members { li { (visible(&member.name)) @if !member.takes_part { " " span.tag { (text!(view, "team-withdrawn")) } } } } }
            @if own.is_open {
                @if let Some(code) = &own.code {
                    p { (rich!(view, "team-code", code = code.as_str())) }
                    p.soft { (text!(view, "team-code-explained")) }
                }
                (button(view, &view.address(ADDRESS), &[("do", "code")], &text!(view, if own.code.is_some() { "team-code-replace" } else { "team-code-make" })))
            }
        }
    }
}

fn leaving(view: &View, id: &str, team: &str, own: &TeamReport) -> Markup {
    html! {
        section id="leave" {
            h2 { (text!(view, "team-leave")) }
            ul {
                @match of_team(view, team) {
                    0 => {}
                    count => { li { (text!(view, "team-keeps", count = count)) } }
                }
                @match of_student(view, id) {
                    0 => { li { (text!(view, "team-nothing-alone")) } }
                    own => { li { (text!(view, "team-alone-again", count = own)) } }
                }
                @if own.members.len() == 1 { li { (text!(view, "team-only-member")) } }
            }
            (button(view, &view.address(ADDRESS), &[("do", "leave")], &text!(view, "team-leave-do")))
        }
    }
}

fn joining(view: &View, id: &str) -> Markup {
    html! {
        @if of_student(view, id) > 0 { p.notice { (own_hand_ins(view, id)) } }
        section id="create" {
            h2 { (text!(view, "team-create")) }
            form method="post" action=(view.address(ADDRESS)) {
                (form_mark(view))
                p { label for="name" { (text!(view, "team-name")) } }
                p { input id="name" type="text" name="name" value=(view.typed(FORM, "name")) maxlength="100" required; }
                p { button type="submit" name="do" value="form" { (text!(view, "team-create-do")) } }
            }
        }
        section id="join" {
            h2 { (text!(view, "team-join")) }
            form method="post" action=(view.address(ADDRESS)) {
                (form_mark(view))
                p { label for="code" { (text!(view, "team-join-code")) } }
                p { input id="code" type="text" name="code" value=(view.typed(JOIN, "code")) autocomplete="off" placeholder="0000-0000-0000" required; }
                p { button type="submit" name="do" value="look" { (text!(view, "team-look")) } }
            }
        }
    }
}

/// Asks a student to confirm joining a team.
fn question(view: &View, id: &str, code: &str, preview: &JoinPreview) -> Markup {
    let team = visible(&preview.team);
    let members: Vec<String> = preview.members.iter().map(|name| visible(name)).collect();
    let content = html! {
        h1 { (text!(view, "team-join-title", team = team.as_str())) }
        ul {
            li { (text!(view, "team-members", members = members.join(", "))) }
            li { (text!(view, "team-has", count = preview.hand_ins)) }
            li { (own_hand_ins(view, id)) }
        }
        form method="post" action=(view.address(ADDRESS)) {
            (form_mark(view))
            input type="hidden" name="code" value=(code);
            p { button.main type="submit" name="do" value="join" { (text!(view, "team-join-do", team = team.as_str())) } " " a href=(view.address(ADDRESS)) { (text!(view, "cancel")) } }
        }
    };
    Frame::new(view, Some(&text!(view, "team-join"))).page(&content)
}

/// Says what becomes of a student's own hand-ins in a team.
fn own_hand_ins(view: &View, id: &str) -> Markup {
    html! { (text!(view, "team-own", count = of_student(view, id))) }
}

fn of_student(view: &View, id: &str) -> usize {
    view.facts.submissions_of(&ContenderId::Student(id.to_owned())).count()
}

fn of_team(view: &View, team: &str) -> usize {
    view.facts.submissions_of(&ContenderId::Team(team.to_owned())).count()
}
