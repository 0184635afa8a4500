//! The common layout of pages for staff.

use class_model::Person;
use game::visible;
use maud::{Markup, html};

use crate::class_visit::View;
use crate::pages::layout::Frame;
use crate::pages::{questions, student_address};

/// A page for staff: its address in the class, its title, and `true` if it is for teachers only.
struct DeskPage {
    address: &'static str,
    title: &'static str,
    is_teachers: bool,
}

const PAGES: &[DeskPage] = &[
    DeskPage { address: "", title: "Students", is_teachers: false },
    DeskPage { address: "staff/questions", title: "Questions", is_teachers: false },
    DeskPage { address: "staff/roster", title: "Roster", is_teachers: false },
    DeskPage { address: "staff/teams", title: "Teams", is_teachers: false },
    DeskPage { address: "staff/extensions", title: "Extensions", is_teachers: true },
    DeskPage { address: "staff/imports", title: "Import", is_teachers: true },
    DeskPage { address: "staff/tournaments", title: "Tournaments", is_teachers: true },
    DeskPage { address: "staff/grades", title: "Grades", is_teachers: false },
    DeskPage { address: "staff/feedback", title: "Feedback", is_teachers: true },
    DeskPage { address: "staff/mail", title: "Mail", is_teachers: true },
    DeskPage { address: "staff/rulings", title: "Rulings", is_teachers: true },
    DeskPage { address: "staff/rejudging", title: "Re-judging", is_teachers: true },
    DeskPage { address: "staff/copies", title: "Similarity", is_teachers: true },
    DeskPage { address: "staff/settings", title: "Settings", is_teachers: true },
    DeskPage { address: "staff/links", title: "Links", is_teachers: true },
    DeskPage { address: "staff/sign-on", title: "Sign-on", is_teachers: true },
    DeskPage { address: "staff/backup", title: "Backup", is_teachers: true },
    DeskPage { address: "staff/history", title: "History", is_teachers: true },
];

/// Renders links to the pages; the one with the title `shown` is the current one.
pub(super) fn navigation(view: &View, shown: &str) -> Markup {
    let is_teacher = is_teacher(view);
    let asked = questions::count_open(view);
    html! {
        nav aria-label="The class" {
            ul {
                @for page in PAGES.iter().filter(|page| is_teacher || !page.is_teachers) {
                    @let current = (page.title == shown).then_some("page");
                    li { a href=(view.address(page.address)) aria-current=[current] { (page.title) @if page.title == "Questions" && asked > 0 { " (" (asked) ")" } } }
                }
            }
        }
    }
}

/// Renders a page with a title.
pub(super) fn page(view: &View, title: &str, content: &Markup) -> Markup {
    below(view, title, title, content)
}

/// Renders a page below the page of a title, with its own heading.
pub(super) fn below(view: &View, title: &str, heading: &str, content: &Markup) -> Markup {
    Frame::new(view, Some(heading)).page(&html! {
        (navigation(view, title))
        h1 { (visible(heading)) }
        (content)
    })
}

pub(super) fn is_teacher(view: &View) -> bool {
    matches!(view.person, Some(Person::Teacher { .. }))
}

/// Renders the way back to the list of students, through pages of these addresses and titles.
pub(super) fn crumbs(view: &View, through: &[(String, &str)]) -> Markup {
    html! {
        p.crumbs {
            a href={ (view.address("")) "#students" } { "All students" }
            @for (address, title) in through { " › " a href=(address) { (visible(title)) } }
        }
    }
}

/// Renders a link to a student's page.
pub(super) fn link(view: &View, id: &str) -> Markup {
    let name = view.facts.student(id).map_or(id, |student| &student.name);
    html! { a href=(student_address(view, id)) { (visible(name)) } }
}
