//! How the grades of a run came about: printed in words, as JSON, as CSV.

use class::{Extension, Facts};
use classroom::{
    GradeOrigin, GradeOrigins, GradedRun, OpenClass, PlayedVersion, badges, words::deadline_words,
};
use report::EntrantGrade;
use terminal::out;
use terminal::table::{self, Align};
use terminal::text::inert;

use crate::exit::Done;

/// How it is printed.
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

/// Prints how the grades of a run came about: those of everybody, or of one student.
pub(super) fn print(
    class: &OpenClass,
    facts: &Facts,
    run: &GradedRun,
    student: Option<&str>,
    form: Form,
) -> Done {
    let origins = GradeOrigins::of(class, facts, run);
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
            out::line(&table::render(&HEAD, &origins.entries.iter().map(row).collect::<Vec<_>>()))
        }
        Form::Json => out::json(&origins.report(class)),
        Form::Csv => print_csv(class, origins, &origins.entries.iter().collect::<Vec<_>>()),
    }
}

fn print_one(class: &OpenClass, origins: &GradeOrigins<'_>, one: &GradeOrigin<'_>, form: Form) -> Done {
    match form {
        Form::Text => lines(class, origins.formula, one).iter().try_for_each(|line| out::line(line)),
        Form::Json => out::json(&one.report(class, origins.formula)),
        Form::Csv => print_csv(class, origins, &[one]),
    }
}

fn print_csv(class: &OpenClass, origins: &GradeOrigins<'_>, entries: &[&GradeOrigin<'_>]) -> Done {
    out::line(origins.csv(class, entries)?.trim_end())
}

fn row(one: &GradeOrigin<'_>) -> Vec<String> {
    let grade = one.grade.and_then(|grade| grade.grade).map(|grade| grade.to_string());
    let [number, badges] = match &one.played {
        Ok(PlayedVersion { entered, badges, .. }) => {
            let met = badges.iter().filter(|badge| badge.is_met()).count();
            let badges = if badges.is_empty() { String::new() } else { format!("{met} of {}", badges.len()) };
            [entered.number.to_string(), badges]
        }
        Err(_) => Default::default(),
    };
    let notes = one.notes().join("; ");
    vec![one.alias.to_owned(), grade.unwrap_or_default(), number, one.late_days(), badges, notes]
}

fn lines(class: &OpenClass, formula: &str, one: &GradeOrigin<'_>) -> Vec<String> {
    let members = one.contender.as_ref().map_or(&[][..], |contender| &contender.members);
    let members: Vec<String> =
        members.iter().map(|member| format!("{} ({})", inert(&member.name), inert(&member.id))).collect();
    let mut lines = vec![format!("{}: {}", inert(one.alias), members.join(", "))];
    if let Some(EntrantGrade { grade, inputs, how, .. }) = one.grade {
        lines
            .push(format!("  grade: {}", grade.map_or_else(|| "none".to_owned(), |grade| grade.to_string())));
        lines.push(format!("    {}", inert(formula)));
        let steps = how.split(" = ").filter(|step| !step.is_empty());
        lines.extend(steps.map(|step| format!("    = {}", inert(step))));
        let inputs: Vec<String> =
            inputs.iter().map(|(name, value)| format!("{} = {value}", inert(name))).collect();
        lines.extend((!inputs.is_empty()).then(|| format!("    {}", inputs.join(", "))));
    }
    lines.extend(one.notes().into_iter().map(|note| format!("  note: {}", inert(note))));
    let Ok(PlayedVersion { entered, module, badges }) = &one.played else { return lines };
    let now = if entered.is_active { "active" } else { "no longer active" };
    let received = class.shown(entered.submission.received);
    lines.push(format!("  played with submission {}, received {received}, {now}", entered.number));
    lines.push(format!("    module {module}"));
    lines.push(format!("    deadline {}", deadline_words(class, &entered.deadline)));
    lines.push(match entered.late_days {
        Some(days) => format!("    late days taken: {days} of {}", entered.deadline.late_days),
        None => "    received after the last moment that counts now".to_owned(),
    });
    if let Some(Extension { until, reason, .. }) = entered.extension {
        lines.push(format!("    extended until {}: {}", class.shown(*until), inert(reason)));
    }
    for badge in badges {
        let words = badge.judged.map_or_else(|| "waits to be played".to_owned(), badges::judged_words);
        lines.push(format!("  {}: {words}", inert(&badge.requirement.name)));
    }
    lines
}
