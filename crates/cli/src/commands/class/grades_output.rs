//! Prints how the grades of a run came about: as text, JSON or CSV.

use class_model::Facts;
use class_operations::OpenClass;
use class_operations::grades::{GradeOrigin, GradeOrigins, GradedRun};
use terminal::out;
use terminal::table::{self, Align};
use terminal::text::inert;

use crate::exit::Done;

/// The output format.
#[derive(Clone, Copy)]
pub(super) enum Form {
    Text,
    Json,
    Csv,
}

const HEAD: [(&str, Align); 6] = [
    ("alias", Align::Left),
    ("grade", Align::Right),
    ("version", Align::Right),
    ("late days", Align::Right),
    ("badges", Align::Left),
    ("notes", Align::Left),
];

/// Prints how the grades of a run came about, for all students or for one.
pub(super) fn print(
    class: &OpenClass,
    facts: &Facts,
    run: &GradedRun,
    student: Option<&str>,
    form: Form,
) -> Done {
    let origins = GradeOrigins::new(class, facts, run);
    match student {
        None => print_all(class, &origins, form),
        Some(id) => {
            origins.of_student(facts, id)?.map_or(Ok(()), |one| print_one(class, &origins, one, form))
        }
    }
}

fn print_all(class: &OpenClass, origins: &GradeOrigins<'_>, form: Form) -> Done {
    match form {
        Form::Text => {
            out::line(&format!("formula: {}", inert(origins.formula)))?;
            let rows: Vec<Vec<String>> = origins.entries.iter().map(|one| one.summary().to_vec()).collect();
            out::line(&table::render(&HEAD, &rows))
        }
        Form::Json => out::json(&origins.report(class)),
        Form::Csv => print_csv(class, origins, &origins.entries.iter().collect::<Vec<_>>()),
    }
}

fn print_one(class: &OpenClass, origins: &GradeOrigins<'_>, one: &GradeOrigin<'_>, form: Form) -> Done {
    match form {
        Form::Text => one.lines(class, origins.formula).iter().try_for_each(|line| out::line(&inert(line))),
        Form::Json => out::json(&one.report(class, Some(origins.formula))),
        Form::Csv => print_csv(class, origins, &[one]),
    }
}

fn print_csv(class: &OpenClass, origins: &GradeOrigins<'_>, entries: &[&GradeOrigin<'_>]) -> Done {
    out::line(origins.csv(class, entries)?.trim_end())
}
