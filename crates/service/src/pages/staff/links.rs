//! Personal links: their owners, new links, and revoking them.

use axum::http::StatusCode;
use axum::response::Response;
use class_model::{Person, PersonalLink, Student};
use class_operations::links::{
    LinksFor, MadeLinks, ReplacedLinks, links_sheet, make_links, preview_links, revoke_link,
    students_without_link,
};
use game::visible;
use maud::{Markup, html};

use super::staff_layout;
use crate::answer::{self, see};
use crate::class_visit::View;
use crate::form_values::FormValues;
use crate::forms;
use crate::pages::layout::called;
use crate::pages::problem::refusal;
use crate::pages::runs::whole_page;
use crate::pages::{button, form_mark, student_address, time};
use crate::problem::Problem;

const TITLE: &str = "Links";
const ADDRESS: &str = "staff/links";
const FORM: &str = "links";

/// Makes links, after a question if they replace others; or revokes one.
pub(crate) fn change(view: &View, (): (), typed: FormValues) -> Result<Response, Problem> {
    view.must_be_teacher()?;
    forms::answer(view, FORM, typed, page, |typed| {
        let to = owners(view, typed)?;
        match typed.get("do") {
            "" => {
                let replaced = preview_links(&view.class, &to)?;
                if replaced.links > 0 {
                    return Ok(answer::page(question(view, typed, &to, replaced)));
                }
                make(view, &to)
            }
            "replace" => make(view, &to),
            "revoke" => revoke(view, &to),
            _ => Err(Problem::bad("unknown action")),
        }
    })
}

/// Parses the people whose links a form is about.
fn owners(view: &View, typed: &FormValues) -> Result<LinksFor, Problem> {
    let (name, section) = (typed.get("name").trim().to_owned(), typed.given("section"));
    Ok(match typed.get("to") {
        "teacher" if section.is_some() => {
            return Err(Problem::bad("a teacher sees all sections")
                .hint("choose all sections, or the role of an assistant"));
        }
        "teacher" => LinksFor::Staff(Person::Teacher { name }),
        "assistant" => {
            let is_known = |name: &String| view.class.plan.sections.contains_key(name);
            if let Some(section) = section.as_ref().filter(|name| !is_known(name)) {
                return Err(Problem::bad(format!("there is no section \"{}\"", visible(section))));
            }
            LinksFor::Staff(Person::Assistant { name, section })
        }
        "student" => LinksFor::Students(vec![name]),
        "missing" => LinksFor::StudentsWithout,
        "all" => LinksFor::AllStudents,
        _ => return Err(Problem::bad("choose a role")),
    })
}

/// Returns the only owner; `None` for several students.
fn only(to: &LinksFor) -> Option<Person> {
    match to {
        LinksFor::Staff(person) => Some(person.clone()),
        LinksFor::Students(ids) => ids.first().map(|id| Person::Student { id: id.clone() }),
        LinksFor::AllStudents | LinksFor::StudentsWithout => None,
    }
}

fn make(view: &View, to: &LinksFor) -> Result<Response, Problem> {
    let url = format!("{}{}", view.app.url, view.address(""));
    let made = make_links(&view.class, to, &url)?;
    match only(to) {
        Some(person) => Ok(answer::page(new_link(view, &person, &made))),
        None if made.links.is_empty() => {
            Err(Problem::new(StatusCode::CONFLICT, "every student who takes part has a link"))
        }
        None => Ok(whole_page(links_sheet(&view.class.plan.name, &made)?)),
    }
}

fn revoke(view: &View, to: &LinksFor) -> Result<Response, Problem> {
    let person = only(to).ok_or_else(|| Problem::bad("links are revoked one by one"))?;
    if view.person.as_ref() == Some(&person) {
        let what =
            "you cannot revoke your own link: the class could be left without a teacher who can sign in";
        return Err(Problem::new(StatusCode::CONFLICT, what).hint("replace it instead"));
    }
    revoke_link(&view.class, &person)?;
    Ok(see(&view.address(ADDRESS)))
}

/// Lists the owners of links.
pub(crate) fn page(view: &View) -> Result<Markup, Problem> {
    view.must_be_teacher()?;
    let links = view.place.access().links(view.now)?;
    let (students, staff): (Vec<_>, Vec<_>) =
        links.iter().partition(|link| matches!(link.person, Person::Student { .. }));
    let without = students_without_link(&view.facts, &links);
    let content = html! {
        p { "A personal link signs its owner in and is shown only once. A new link ends the previous one, its sessions and its owner's access tokens." }
        (refusal(view, FORM))
        section {
            h2 { "Teachers and assistants" }
            (table(view, "Teachers and assistants", &staff))
            (staff_form(view))
        }
        section {
            h2 { "Students" }
            p { (students.len()) " have a link, " (without.len()) " have none." }
            div.decisions {
                @if !without.is_empty() { (button(view, &view.address(ADDRESS), &[("to", "missing")], "Create the missing links")) }
                @if !students.is_empty() { (button(view, &view.address(ADDRESS), &[("to", "all")], "Replace all links")) }
            }
            p.soft { "You get a page to print and cut, with a QR code for each link. For a single student, open the student's page." }
            @if !students.is_empty() { (table(view, "Students", &students)) }
            @if !without.is_empty() {
                details {
                    summary { "Students without a link: " (without.len()) }
                    ul { @for Student { id, .. } in without { li { a href=(student_address(view, id)) { (visible(id)) } } } }
                }
            }
        }
    };
    Ok(staff_layout::page(view, TITLE, &content))
}

/// Renders the owners of links. Links of students are changed on their pages, to keep long lists small.
fn table(view: &View, title: &str, links: &[&PersonalLink]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label=(title) {
            table.stacked {
                thead { tr { th scope="col" { "Name" } th scope="col" { "Created" } th scope="col" { "Last used" } th.n scope="col" { "Sessions" } th scope="col" { "Action" } } }
                tbody { @for link in links {
                    tr {
                        th.name scope="row" { (owner(view, &link.person)) @if view.person.as_ref() == Some(&link.person) { " (you)" } }
                        (dates(view, link))
                        td data-label="Action" { @match &link.person {
                            Person::Student { id } => { a href={ (student_address(view, id)) "#link" } { "Change" } }
                            person => { (replace_button(view, person, "Replace")) @if view.person.as_ref() != Some(person) { " " (revoke_button(view, person)) } }
                        } }
                    }
                } }
            }
        }
    }
}

fn owner(view: &View, person: &Person) -> Markup {
    let name = visible(&called(view, person));
    html! { @match person {
        Person::Student { id } => { a href=(student_address(view, id)) { (name) } }
        _ => (name),
    } }
}

fn dates(view: &View, link: &PersonalLink) -> Markup {
    html! {
        td data-label="Created" { (time(view, link.made)) }
        td data-label="Last used" { @match link.used { Some(at) => { (time(view, at)) } None => { "never" } } }
        td.n data-label="Sessions" { (link.sessions) }
    }
}

/// Returns the fields of a form that name a person.
fn fields(person: &Person) -> Vec<(&'static str, &str)> {
    match person {
        Person::Teacher { name } => vec![("to", "teacher"), ("name", name)],
        Person::Assistant { name, section } => {
            vec![("to", "assistant"), ("name", name), ("section", section.as_deref().unwrap_or_default())]
        }
        Person::Student { id } => vec![("to", "student"), ("name", id)],
    }
}

fn replace_button(view: &View, person: &Person, label: &str) -> Markup {
    button(view, &view.address(ADDRESS), &fields(person), label)
}

fn revoke_button(view: &View, person: &Person) -> Markup {
    button(view, &view.address(ADDRESS), &[fields(person), vec![("do", "revoke")]].concat(), "Revoke")
}

fn staff_form(view: &View) -> Markup {
    let is_typed = |field: &str, value: &str| view.typed(FORM, field) == value;
    html! {
        form.row method="post" action=(view.address(ADDRESS)) {
            (form_mark(view))
            label { "Role " select name="to" {
                @for role in ["assistant", "teacher"] { option value=(role) selected[is_typed("to", role)] { (role) } }
            } }
            label { "Name " input type="text" name="name" value=(view.typed(FORM, "name")) maxlength="100" required; }
            @if !view.class.plan.sections.is_empty() {
                label { "Section " select name="section" {
                    option value="" { "all" }
                    @for section in view.class.plan.sections.keys() { option value=(section) selected[is_typed("section", section)] { (visible(section)) } }
                } }
            }
            button type="submit" { "Create a link" }
        }
    }
}

/// Renders the section about the link of a student, on the student's page.
pub(super) fn of_student(view: &View, id: &str) -> Result<Markup, Problem> {
    let person = Person::Student { id: id.to_owned() };
    let links = view.place.access().links(view.now)?;
    let link = links.iter().find(|link| link.person == person);
    Ok(html! {
        section id="link" {
            h2 { "Personal link" }
            @match link {
                None => { p { "No link." } (replace_button(view, &person, "Create a link")) }
                Some(link) => {
                    p {
                        "Created " (time(view, link.made)) ", "
                        @match link.used { Some(at) => { "last used " (time(view, at)) } None => { "never used" } }
                        "; " (counted(link.sessions, "open session")) "."
                    }
                    div.decisions { (replace_button(view, &person, "Replace the link")) (revoke_button(view, &person)) }
                }
            }
        }
    })
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// Asks to confirm that links are replaced.
fn question(view: &View, typed: &FormValues, to: &LinksFor, replaced: ReplacedLinks) -> Markup {
    let ReplacedLinks { made, links, sessions } = replaced;
    let person = only(to);
    let is_own = person.is_some() && person == view.person;
    let heading = person.as_ref().map_or_else(
        || format!("Replace {}?", counted(links, "link")),
        |person| format!("Replace the link of {}?", called(view, person)),
    );
    let fields: Vec<(&str, &str)> = typed.fields().chain([("do", "replace")]).collect();
    let content = html! {
        p {
            @if person.is_none() { (counted(made, "link")) " will be created. " }
            (counted(links, "earlier link")) " and " (counted(sessions, "open session"))
            " will end, with the access tokens of " @if links == 1 { "its owner" } @else { "their owners" } "."
            @if is_own { " This is your own link: you are signed out, and the new link signs you in again." }
        }
        p {
            (button(view, &view.address(ADDRESS), &fields, if links == 1 { "Replace the link" } else { "Replace the links" })) " "
            a href=(view.address(ADDRESS)) { "Cancel" }
        }
    };
    staff_layout::below(view, TITLE, &heading, &content)
}

/// Renders the new link of one person.
fn new_link(view: &View, person: &Person, made: &MadeLinks) -> Markup {
    let is_own = view.person.as_ref() == Some(person);
    let content = html! {
        @for link in &made.links {
            p {
                "This link signs " @if is_own { "you" } @else { "its owner" } " in as " b { (visible(&called(view, person))) }
                ". Keep it private. It is shown only once" @if !is_own { ": pass it on now" } "."
            }
            p { a href=(link.address) { (link.address) } }
        }
        @if made.replaced > 0 { p { "The previous link and " (counted(made.ended_sessions, "session")) " have ended." } }
        @if !is_own { p { a href=(view.address(ADDRESS)) { "All links" } } }
    };
    staff_layout::below(view, TITLE, "Personal link", &content)
}
