//! A student's team: forming one, joining one by the code that a member has shared, and leaving it.

use axum::response::Response;
use class_model::{ContenderId, Deadline};
use class_operations::roster::{
    FormTeam, JoinPreview, JoinTeam, LeaveTeam, TeamReport, form_team, join_team, leave_team, preview_join,
    renew_code, team_of,
};
use game::visible;
use maud::{Markup, html};

use super::layout::Frame;
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
        h1 { "Team" }
        (rules(view, &own))
        @for form in [FORM, JOIN, LEAVE] { (refusal(view, form)) }
        @if let Some(team) = &own.team { (members(view, team, &own)) } @else if !own.is_open { p { "You are in no team." } }
        @if own.is_open {
            @if let Some(team) = &own.team { (leaving(view, id, team, &own)) } @else { (joining(view, id)) }
        }
    };
    Ok(Frame::new(view, Some("Team")).page(&content))
}

/// Renders a student's team in one line, with the way to its page; nothing if the class has no teams.
pub(super) fn line(view: &View, id: &str) -> Markup {
    let Ok(own) = team_of(&view.class, &view.facts, id) else { return html! {} };
    let names: Vec<String> = own.members.iter().map(|member| visible(&member.name)).collect();
    html! {
        @if let Some(team) = &own.team {
            p { "Team " a href=(view.address(ADDRESS)) { (visible(team)) } ": " (names.join(", ")) }
        } @else if own.is_open {
            p { "You are in no team. " a href=(view.address(ADDRESS)) { "Create or join a team" } }
        }
    }
}

/// Renders who forms teams, and until when.
fn rules(view: &View, own: &TeamReport) -> Markup {
    let Some(teams) = view.class.plan.teams else {
        return html! { p { "In this class, your teacher forms the teams." } };
    };
    let until = Deadline::last(teams.until, &view.facts);
    html! {
        p {
            "A team has up to " (teams.size) " members. "
            @if own.is_open {
                "You can change teams until " (deadline(view, until)) ", " (time_left(view, until)) "."
            } @else {
                "Teams can be changed until " (deadline(view, until)) ". To change yours now, ask your teacher."
            }
        }
    }
}

fn members(view: &View, team: &str, own: &TeamReport) -> Markup {
    html! {
        section id="members" {
            h2 { (visible(team)) }
            ul { @for member in &own.members { li { (visible(&member.name)) @if !member.takes_part { " " span.tag { "withdrawn" } } } } }
            @if own.is_open {
                @if let Some(code) = &own.code {
                    p { "Join code: " code { (code) } }
                    p.soft { "Give it only to students who are to join: members hand in for the team and see all its hand-ins." }
                }
                (button(view, &view.address(ADDRESS), &[("do", "code")], if own.code.is_some() { "Replace the code" } else { "Make a join code" }))
            }
        }
    }
}

fn leaving(view: &View, id: &str, team: &str, own: &TeamReport) -> Markup {
    html! {
        section id="leave" {
            h2 { "Leave" }
            ul {
                @match of_team(view, team) {
                    0 => {}
                    1 => { li { "The team keeps its 1 hand-in, and you no longer see it." } }
                    count => { li { "The team keeps its " (count) " hand-ins, and you no longer see them." } }
                }
                @match of_student(view, id) {
                    0 => { li { "You have handed in nothing alone: hand in again to take part." } }
                    own => { li { "What you handed in alone (" (hand_ins(own)) ") counts for you again." } }
                }
                @if own.members.len() == 1 { li { "You are the only member: the team no longer plays." } }
            }
            (button(view, &view.address(ADDRESS), &[("do", "leave")], "Leave the team"))
        }
    }
}

fn joining(view: &View, id: &str) -> Markup {
    html! {
        @if of_student(view, id) > 0 { p.notice { (own_hand_ins(view, id)) } }
        section id="create" {
            h2 { "Create a team" }
            form method="post" action=(view.address(ADDRESS)) {
                (form_mark(view))
                p { label for="name" { "Name of the team, which results show" } }
                p { input id="name" type="text" name="name" value=(view.typed(FORM, "name")) maxlength="100" required; }
                p { button type="submit" name="do" value="form" { "Create team" } }
            }
        }
        section id="join" {
            h2 { "Join a team" }
            form method="post" action=(view.address(ADDRESS)) {
                (form_mark(view))
                p { label for="code" { "The code that a member gave you" } }
                p { input id="code" type="text" name="code" value=(view.typed(JOIN, "code")) autocomplete="off" placeholder="0000-0000-0000" required; }
                p { button type="submit" name="do" value="look" { "Look at the team" } }
            }
        }
    }
}

/// Asks a student to confirm joining a team.
fn question(view: &View, id: &str, code: &str, preview: &JoinPreview) -> Markup {
    let team = visible(&preview.team);
    let members: Vec<String> = preview.members.iter().map(|name| visible(name)).collect();
    let content = html! {
        h1 { "Join " (team) "?" }
        ul {
            li { "Members: " (members.join(", ")) }
            li { "The team has " (hand_ins(preview.hand_ins)) ". You will see them, and its members will see what you hand in from now on." }
            li { (own_hand_ins(view, id)) }
        }
        form method="post" action=(view.address(ADDRESS)) {
            (form_mark(view))
            input type="hidden" name="code" value=(code);
            p { button.main type="submit" name="do" value="join" { "Join " (team) } " " a href=(view.address(ADDRESS)) { "Cancel" } }
        }
    };
    Frame::new(view, Some("Join a team")).page(&content)
}

/// Says what becomes of a student's own hand-ins in a team.
fn own_hand_ins(view: &View, id: &str) -> Markup {
    html! {
        @match of_student(view, id) {
            0 => { "You have not handed in anything yourself." }
            own => { "What you handed in alone (" (hand_ins(own)) ") will not count while you are in a team. It stays on record, members do not see it, and it counts again if you leave." }
        }
    }
}

fn of_student(view: &View, id: &str) -> usize {
    view.facts.submissions_of(&ContenderId::Student(id.to_owned())).count()
}

fn of_team(view: &View, team: &str) -> usize {
    view.facts.submissions_of(&ContenderId::Team(team.to_owned())).count()
}

fn hand_ins(count: usize) -> String {
    match count {
        0 => "no hand-ins".to_owned(),
        1 => "1 hand-in".to_owned(),
        count => format!("{count} hand-ins"),
    }
}
