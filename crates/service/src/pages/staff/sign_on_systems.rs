//! The school's systems that sign people in, and the people whom they have signed in.

use axum::response::Response;
use class_model::{Account, Protocol, Role};
use class_operations::sign_on::{ListedSystem, disconnect, list_systems, remove_system};
use game::visible;
use maud::{Markup, html};

use super::staff_layout;
use crate::answer::{self, see};
use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::forms;
use crate::pages::layout::called;
use crate::pages::problem::refusal;
use crate::pages::{button, time};
use crate::problem::Problem;
use crate::school_systems::renew_key;

pub(super) const TITLE: &str = "Sign-on";
pub(super) const ADDRESS: &str = "staff/sign-on";
const FORM: &str = "sign-on";
pub(super) const LTI: &str = "lti";
pub(super) const OPENID: &str = "openid";

/// Lists the systems, and the people whom they have signed in.
pub(crate) fn page(view: &View) -> Result<Markup, Problem> {
    view.must_be_teacher()?;
    let systems = list_systems(&view.class)?;
    let is_lti = |listed: &ListedSystem| matches!(listed.system.protocol, Protocol::Lti { .. });
    let content = html! {
        p { "A course system such as Moodle or Canvas can sign students and staff in, and so can a school's login by OpenID Connect. Personal links go on working." }
        @if !view.app.is_secure { p.notice { "This service is reached without HTTPS. Course systems accept that on this machine only." } }
        (refusal(view, FORM))
        @if systems.is_empty() { p { "No system signs people in yet." } }
        @for listed in &systems { (one_system(view, listed)) }
        div.decisions {
            a.main href=(view.address(&format!("{ADDRESS}/new?protocol={LTI}"))) { "Add a course system (LTI 1.3)" }
            a.main href=(view.address(&format!("{ADDRESS}/new?protocol={OPENID}"))) { "Add a login by OpenID Connect" }
        }
        @if systems.iter().any(is_lti) {
            section {
                h2 { "Key of the class" }
                p { "Course systems recognize this class by its key, which they fetch themselves. A new key replaces it; the earlier one stays published for a week." }
                (button(view, &view.address(ADDRESS), &[("do", "renew-key")], "Make a new key"))
            }
        }
    };
    Ok(staff_layout::page(view, TITLE, &content))
}

fn one_system(view: &View, listed: &ListedSystem) -> Markup {
    let ListedSystem { number, system, accounts, courses } = listed;
    let students = accounts.iter().filter(|account| account.person.actor().role == Role::Student).count();
    let number = number.to_string();
    html! {
        section {
            h2 { (visible(&system.name)) }
            p {
                @match system.protocol { Protocol::Lti { .. } => "Course system (LTI 1.3)", Protocol::OpenId { .. } => "OpenID Connect" }
                " at " (visible(&system.issuer)) ". Accounts: students " (students) ", staff " (accounts.len() - students) "."
                @if !courses.is_empty() {
                    " Linked from: "
                    @for (at, (id, course)) in courses.iter().enumerate() { @if at > 0 { ", " } (visible(course.title.as_deref().unwrap_or(id))) }
                    "."
                }
            }
            div.decisions {
                a href=(view.address(&format!("{ADDRESS}/{number}"))) { "Change" }
                (button(view, &view.address(ADDRESS), &[("do", "ask-to-remove"), ("system", &number)], "Remove"))
            }
            @if !accounts.is_empty() {
                details {
                    summary { "People: " (accounts.len()) }
                    (people(view, &number, accounts))
                }
            }
        }
    }
}

fn people(view: &View, number: &str, accounts: &[Account]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label="People" {
            table {
                thead { tr { th scope="col" { "Name" } th scope="col" { "Last sign-on" } th scope="col" { "Action" } } }
                tbody { @for account in accounts { tr {
                    th.name scope="row" { (visible(&called(view, &account.person))) }
                    td { (time(view, account.used)) }
                    td { (button(view, &view.address(ADDRESS), &[("do", "disconnect"), ("system", number), ("subject", &account.subject)], "Disconnect")) }
                } } }
            }
        }
    }
}

/// Answers the buttons of the list.
pub(crate) fn act(view: &View, (): (), typed: FormValues) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    forms::answer(view, FORM, typed, page, |typed| {
        let number = || typed.get("system").parse::<i64>().map_err(|_| Problem::bad("no system was chosen"));
        match typed.get("do") {
            "renew-key" => drop(renew_key(&view.class)?),
            "ask-to-remove" => return question(view, number()?).map(answer::page),
            "remove" => remove_system(&view.class, number()?)?,
            "disconnect" => disconnect(&view.class, number()?, typed.get("subject"))?,
            _ => return Err(Problem::bad("unknown action")),
        }
        Ok(see(&view.address(ADDRESS)))
    })
}

/// Asks to confirm that a system is removed.
fn question(view: &View, number: i64) -> Result<Markup, Problem> {
    let listed = find(view, number)?;
    let name = visible(&listed.system.name);
    let people = listed.accounts.len();
    let content = html! {
        p { "No one can sign in through " (name) " any more" @if people > 0 { ", and the sessions of " (people) @if people == 1 { " person end" } @else { " people end" } } ". Staff who signed in through it lose their access tokens, too. The class keeps its students, hand-ins and personal links." }
        p {
            (button(view, &view.address(ADDRESS), &[("do", "remove"), ("system", &number.to_string())], "Remove")) " "
            a href=(view.address(ADDRESS)) { "Cancel" }
        }
    };
    Ok(staff_layout::below(view, TITLE, &format!("Remove {name}?"), &content))
}

pub(super) fn find(view: &View, number: i64) -> Result<ListedSystem, Problem> {
    let listed = list_systems(&view.class)?.into_iter().find(|listed| listed.number == number);
    listed.ok_or_else(|| Problem::not_found("there is no such system"))
}
