//! The members of a course in a course system, as the file of a roster.

use class_operations::NamedFile;
use class_operations::roster::course_roster;
use game::visible;
use maud::{Markup, html};

use crate::class_visit::View;
use crate::course_services::CourseLink;
use crate::form_values::FormValues;
use crate::pages::form_mark;
use crate::pages::problem::refusal;
use crate::problem::Problem;

const ADDRESS: &str = "staff/roster/course";
pub(super) const FORM: &str = "course-roster";

/// Reads the students of the course that a form names, as the file of a roster.
pub(super) fn read(view: &View, typed: &FormValues) -> Result<NamedFile, Problem> {
    let course = chosen(view, typed)?;
    let students = course.students(&view.class)?;
    if students.is_empty() {
        return Err(Problem::not_found(format!("\"{}\" has no students", visible(&course.title))));
    }
    let bytes = course_roster(&view.facts, &students)?;
    Ok(NamedFile { name: format!("{}.csv", visible(&course.title)), bytes })
}

/// Returns the course that a form names.
pub(super) fn chosen(view: &View, typed: &FormValues) -> Result<CourseLink, Problem> {
    let courses = CourseLink::all(&view.class.folder)?;
    let found = courses.into_iter().find(|course| course.key() == typed.get("course"));
    found.ok_or_else(|| Problem::not_found("no course was chosen"))
}

/// Renders the field for a course.
pub(super) fn course_field(view: &View, form: &str, courses: &[&CourseLink]) -> Markup {
    let before = view.typed(form, "course");
    html! {
        label {
            "Course "
            select name="course" {
                @for course in courses {
                    option value=(course.key()) selected[course.key() == before] {
                        (visible(&course.title)) " (" (visible(&course.system_name)) ")"
                    }
                }
            }
        }
    }
}

/// Renders the form that reads the members of a course; nothing if no course offers them.
pub(super) fn form(view: &View) -> Result<Markup, Problem> {
    let courses = CourseLink::all(&view.class.folder)?;
    let courses: Vec<&CourseLink> = courses.iter().filter(|course| course.members.is_some()).collect();
    Ok(html! {
        @if !courses.is_empty() || view.refused(FORM).is_some() {
            section id="course" {
                h2 { "Import from the course system" }
                p { "Reads the students of the course. You can preview the changes before you import. Students who left the course stay in the class." }
                (refusal(view, FORM))
                form.row method="post" action=(view.address(ADDRESS)) {
                    (form_mark(view))
                    (course_field(view, FORM, &courses))
                    button type="submit" { "Preview changes" }
                }
            }
        }
    })
}
