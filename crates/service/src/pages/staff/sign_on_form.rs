//! The form of a system that signs people in, with the addresses to type into the system.

use axum::response::Response;
use class_model::{ClientSecret, Protocol, SchoolSystem, StaffRole};
use class_operations::sign_on::{ListedSystem, add_system, change_system};
use maud::{Markup, html};

use super::sign_on_systems::{ADDRESS, LTI, OPENID, TITLE, find};
use super::staff_layout;
use crate::answer;
use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::forms;
use crate::pages::form_mark;
use crate::pages::problem::refusal;
use crate::problem::Problem;
use crate::school_systems::{BACK, DEEP_LINK, KEYS, LAUNCH, LOGIN, check};
use crate::url_parameters::{Path, Query};

const FORM: &str = "sign-on-system";
const ROLES: [(&str, StaffRole, &str); 3] = [
    ("assistant", StaffRole::Assistant, "assistants of all sections"),
    ("teacher", StaffRole::Teacher, "teachers"),
    ("none", StaffRole::None, "not signed in"),
];

/// Shows the form of a new system.
pub(crate) fn new(view: &View, Query(asked): Query<FormValues>) -> Result<Response, Problem> {
    system_form(view, None, asked.get("protocol")).map(answer::page)
}

/// Shows the form of a system of the class.
pub(crate) fn one(view: &View, Path((_, number)): Path<(String, i64)>) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    let listed = find(view, number)?;
    system_form(view, Some(&listed), "").map(answer::page)
}

pub(crate) fn add(view: &View, (): (), typed: FormValues) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    let protocol = typed.get("protocol").to_owned();
    forms::change(
        view,
        FORM,
        typed,
        |view| system_form(view, None, &protocol),
        |typed| {
            add_system(&view.class, &system(view, typed)?, secret(typed).as_ref())?;
            Ok(view.address(ADDRESS))
        },
    )
}

pub(crate) fn change(
    view: &View,
    Path((_, number)): Path<(String, i64)>,
    typed: FormValues,
) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    let listed = find(view, number)?;
    forms::change(
        view,
        FORM,
        typed,
        |view| system_form(view, Some(&listed), ""),
        |typed| {
            change_system(&view.class, number, &system(view, typed)?, secret(typed).as_ref())?;
            Ok(view.address(ADDRESS))
        },
    )
}

fn secret(typed: &FormValues) -> Option<ClientSecret> {
    typed.given("secret").map(ClientSecret)
}

/// Reads the fields of a system.
fn system(view: &View, typed: &FormValues) -> Result<SchoolSystem, Problem> {
    let text = |name: &str| typed.given(name).unwrap_or_default();
    let list = |name: &str| {
        let parts = typed.get(name).split(['\n', ',']).map(str::trim);
        parts.filter(|part| !part.is_empty()).map(str::to_owned).collect::<Vec<String>>()
    };
    let role = |name: &str| {
        let found = ROLES.iter().find(|(word, ..)| *word == typed.get(name));
        found.map(|(_, role, _)| *role).ok_or_else(|| Problem::bad("choose the roles of staff"))
    };
    let (protocol, instructors, assistants) = match typed.get("protocol") {
        LTI => {
            let (authorization, token, keys) = (text("authorization"), text("token"), text("keys"));
            let (audience, deployments) = (typed.given("audience"), list("deployments"));
            let lti = Protocol::Lti { authorization, token, audience, keys, deployments };
            (lti, role("instructors")?, role("assistants")?)
        }
        OPENID => {
            let (teachers, assistants) = (list("teachers"), list("teaching-assistants"));
            let openid = Protocol::OpenId { staff_claim: text("staff-claim"), teachers, assistants };
            (openid, StaffRole::Teacher, StaffRole::Assistant)
        }
        _ => return Err(Problem::bad("choose a protocol")),
    };
    let system = SchoolSystem {
        name: text("name"),
        issuer: text("issuer"),
        client: text("client"),
        protocol,
        student_claim: text("student-claim"),
        instructors,
        assistants,
    };
    check(&system, view.app.is_secure)?;
    Ok(system)
}

/// Renders the form of a system: a new one, or one of the class.
fn system_form(view: &View, listed: Option<&ListedSystem>, protocol: &str) -> Result<Markup, Problem> {
    view.must_be_teacher()?;
    let known = listed.map(|listed| &listed.system);
    let (protocol, action) = match listed {
        None => (protocol, format!("{ADDRESS}/new")),
        Some(ListedSystem { system, number, .. }) => {
            let is_lti = matches!(system.protocol, Protocol::Lti { .. });
            (if is_lti { LTI } else { OPENID }, format!("{ADDRESS}/{number}"))
        }
    };
    let values = |field: &str| match view.refused(FORM) {
        Some(refused) => refused.typed.get(field).to_owned(),
        None => known.map_or_else(|| default(field), |system| value(system, field)),
    };
    let heading = match (known, protocol) {
        (Some(system), _) => system.name.clone(),
        (None, OPENID) => "Add a login by OpenID Connect".to_owned(),
        (None, _) => "Add a course system".to_owned(),
    };
    let content = html! {
        (refusal(view, FORM))
        @if protocol == OPENID { (callback(view)) } @else { (tool(view)) }
        form method="post" action=(view.address(&action)) autocomplete="off" {
            (form_mark(view))
            input type="hidden" name="protocol" value=(if protocol == OPENID { OPENID } else { LTI });
            h2 { "What the system shows you" }
            div.fields {
                (text_field(&values, "name", "Name for this class, such as Moodle", true))
                (text_field(&values, "issuer", if protocol == OPENID { "Issuer" } else { "Platform ID (issuer)" }, true))
                (text_field(&values, "client", "Client ID", true))
                @if protocol == OPENID {
                    label { "Client secret " input type="password" name="secret" autocomplete="new-password" required[known.is_none()] placeholder=[known.map(|_| "unchanged")]; }
                } @else {
                    (text_field(&values, "authorization", "Authentication request URL", true))
                    (text_field(&values, "token", "Access token URL", true))
                    (text_field(&values, "keys", "Public keyset URL", true))
                    (text_field(&values, "deployments", "Deployment IDs, separated by commas; empty to accept all", false))
                    (text_field(&values, "audience", "Audience of access tokens, if it is not their URL", false))
                }
            }
            h2 { "Who is who" }
            div.fields {
                (text_field(&values, "student-claim", "Students are found by", true))
                @if protocol == OPENID {
                    (text_field(&values, "staff-claim", "Staff are found by; empty if only students sign in", false))
                    (text_field(&values, "teachers", "Teachers, separated by commas", false))
                    (text_field(&values, "teaching-assistants", "Assistants, separated by commas", false))
                } @else {
                    (role_field(&values, "instructors", "Instructors of the course are"))
                    (role_field(&values, "assistants", "Teaching assistants are"))
                }
            }
            p.soft { "Students are found by " code { "email" } ", by " code { "person_sourcedid" } ", by a custom parameter, or by another claim that has their id or address in this class's roster. Choose one that students cannot change themselves." }
            p { button.main type="submit" { "Save" } " " a href=(view.address(ADDRESS)) { "Cancel" } }
        }
    };
    Ok(staff_layout::below(view, TITLE, &heading, &content))
}

/// Returns the value of a field of a new system.
fn default(field: &str) -> String {
    match field {
        "student-claim" | "staff-claim" => "email",
        "instructors" | "assistants" => "assistant",
        _ => "",
    }
    .to_owned()
}

/// Returns the value of a field of a system.
fn value(system: &SchoolSystem, field: &str) -> String {
    let word = |role: StaffRole| {
        let found = ROLES.iter().find(|(_, own, _)| *own == role);
        found.map_or_else(String::new, |(word, ..)| (*word).to_owned())
    };
    match (field, &system.protocol) {
        ("name", _) => system.name.clone(),
        ("issuer", _) => system.issuer.clone(),
        ("client", _) => system.client.clone(),
        ("student-claim", _) => system.student_claim.clone(),
        ("instructors", _) => word(system.instructors),
        ("assistants", _) => word(system.assistants),
        ("authorization", Protocol::Lti { authorization, .. }) => authorization.clone(),
        ("token", Protocol::Lti { token, .. }) => token.clone(),
        ("keys", Protocol::Lti { keys, .. }) => keys.clone(),
        ("audience", Protocol::Lti { audience, .. }) => audience.clone().unwrap_or_default(),
        ("deployments", Protocol::Lti { deployments, .. }) => deployments.join(", "),
        ("staff-claim", Protocol::OpenId { staff_claim, .. }) => staff_claim.clone(),
        ("teachers", Protocol::OpenId { teachers, .. }) => teachers.join(", "),
        ("teaching-assistants", Protocol::OpenId { assistants, .. }) => assistants.join(", "),
        _ => String::new(),
    }
}

fn text_field(values: &impl Fn(&str) -> String, name: &str, label: &str, is_required: bool) -> Markup {
    html! { label { (label) " " input type="text" name=(name) value=(values(name)) required[is_required] spellcheck="false"; } }
}

fn role_field(values: &impl Fn(&str) -> String, name: &str, label: &str) -> Markup {
    let value = values(name);
    html! {
        label { (label) " " select name=(name) {
            @for (word, _, shown) in ROLES { option value=(word) selected[word == value] { (shown) } }
        } }
    }
}

/// Renders the addresses to type into a course system.
fn tool(view: &View) -> Markup {
    addresses(
        view,
        "What to type into the course system",
        &[
            ("Tool URL", ""),
            ("Login URL", LOGIN),
            ("Redirect URI", LAUNCH),
            ("Public keyset URL", KEYS),
            ("Content selection (deep linking) URL", DEEP_LINK),
        ],
    )
}

/// Renders the address to type into a provider.
fn callback(view: &View) -> Markup {
    addresses(view, "What to type into the provider", &[("Redirect URI", BACK)])
}

fn addresses(view: &View, heading: &str, rows: &[(&str, &str)]) -> Markup {
    html! {
        section {
            h2 { (heading) }
            dl { @for (label, page) in rows { dt { (label) } dd { code { (view.full_address(page)) } } } }
        }
    }
}
