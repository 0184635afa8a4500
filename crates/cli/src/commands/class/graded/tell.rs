//! How grades came about: in words, as JSON, as CSV.

use std::io;

use class::Extension;
use classroom::badges::{self, JudgementReport};
use classroom::{OpenClass, words::deadline_words};
use explain::{Error, Kind};
use report::{EntrantGrade, cell};
use serde_json::{Value, json};

use super::{Form, Graded, Played};
use crate::exit::Done;
use crate::out;
use crate::terminal::table::{self, Align};
use crate::terminal::text::inert;

/// Of everybody.
pub(super) fn all(opened: &OpenClass, formula: &str, all: &[Graded<'_>], form: Form) -> Done {
    match form {
        Form::Text => {
            out::line(&format!("formula: {}", inert(formula)))?;
            out::line(&table::render(&HEAD, &all.iter().map(row).collect::<Vec<_>>()))
        }
        Form::Json => {
            let entries: Vec<Value> = all.iter().map(|one| as_json(opened, one)).collect();
            out::line(&json!({ "formula": formula, "entries": entries }).to_string())
        }
        Form::Csv => csv(opened, formula, all),
    }
}

/// Of one student or team.
pub(super) fn one(opened: &OpenClass, formula: &str, one: &Graded<'_>, form: Form) -> Done {
    match form {
        Form::Text => {
            for line in lines(opened, formula, one) {
                out::line(&line)?;
            }
            Ok(())
        }
        Form::Json => {
            let mut told = as_json(opened, one);
            told["formula"] = formula.into();
            out::line(&told.to_string())
        }
        Form::Csv => csv(opened, formula, std::slice::from_ref(one)),
    }
}

const HEAD: [(&str, Align); 6] = [
    ("alias", Align::Left),
    ("grade", Align::Right),
    ("version", Align::Right),
    ("late days", Align::Right),
    ("badges", Align::Left),
    ("notes", Align::Left),
];

fn row(one: &Graded<'_>) -> Vec<String> {
    let grade = one.grade.and_then(|grade| grade.grade.clone()).unwrap_or_default();
    let [number, days, badges] = match &one.played {
        Ok(Played { entered, badges, .. }) => {
            let met = badges.iter().filter(|badge| badge.is_met()).count();
            let badges = if badges.is_empty() { String::new() } else { format!("{met} of {}", badges.len()) };
            [entered.number.to_string(), days_word(one), badges]
        }
        Err(_) => Default::default(),
    };
    vec![one.alias.to_owned(), grade, number, days, badges, notes(one).join("; ")]
}

/// Late days that the version takes.
fn days_word(one: &Graded<'_>) -> String {
    match &one.played {
        Ok(played) => played.entered.late_days.map_or_else(|| "too late".to_owned(), |days| days.to_string()),
        Err(_) => String::new(),
    }
}

/// What the numbers do not say.
fn notes(one: &Graded<'_>) -> Vec<String> {
    let of_run = one.grade.map_or(&[][..], |grade| &grade.notes);
    one.played.as_ref().err().into_iter().chain(of_run).cloned().collect()
}

fn lines(opened: &OpenClass, formula: &str, one: &Graded<'_>) -> Vec<String> {
    let members = one.contender.map_or(&[][..], |contender| &contender.members);
    let members: Vec<String> =
        members.iter().map(|member| format!("{} ({})", inert(&member.name), inert(&member.id))).collect();
    let mut lines = vec![format!("{}: {}", inert(one.alias), members.join(", "))];
    if let Some(EntrantGrade { grade, inputs, how, .. }) = one.grade {
        lines.push(format!("  grade: {}", grade.as_deref().unwrap_or("none")));
        lines.push(format!("    {}", inert(formula)));
        let steps = how.split(" = ").filter(|step| !step.is_empty());
        lines.extend(steps.map(|step| format!("    = {}", inert(step))));
        let inputs: Vec<String> =
            inputs.iter().map(|(name, value)| format!("{} = {value}", inert(name))).collect();
        lines.extend((!inputs.is_empty()).then(|| format!("    {}", inputs.join(", "))));
    }
    lines.extend(notes(one).iter().map(|note| format!("  note: {}", inert(note))));
    let Ok(Played { entered, module, badges }) = &one.played else { return lines };
    let now = if entered.is_active { "active" } else { "no longer active" };
    let received = opened.shown(entered.submission.received);
    lines.push(format!("  played with submission {}, received {received}, {now}", entered.number));
    lines.push(format!("    module {module}"));
    lines.push(format!("    deadline {}", deadline_words(opened, &entered.deadline)));
    lines.push(match entered.late_days {
        Some(days) => format!("    late days taken: {days} of {}", entered.deadline.late_days),
        None => "    received after the last moment that counts now".to_owned(),
    });
    if let Some(Extension { until, reason, .. }) = entered.extension {
        lines.push(format!("    extended until {}: {}", opened.shown(*until), inert(reason)));
    }
    for badge in badges {
        let words = badge.judged.map_or_else(|| "waits to be played".to_owned(), badges::judged_words);
        lines.push(format!("  {}: {words}", inert(&badge.requirement.name)));
    }
    lines
}

fn as_json(opened: &OpenClass, one: &Graded<'_>) -> Value {
    let students: Vec<Value> = one
        .contender
        .into_iter()
        .flat_map(|contender| &contender.members)
        .map(|member| json!({ "id": member.id, "name": member.name }))
        .collect();
    let inputs: Value = one
        .grade
        .into_iter()
        .flat_map(|grade| &grade.inputs)
        .map(|(name, value)| (name.clone(), Value::from(value.as_str())))
        .collect::<serde_json::Map<_, _>>()
        .into();
    json!({
        "alias": one.alias,
        "students": students,
        "grade": one.grade.and_then(|grade| grade.grade.as_deref()),
        "inputs": inputs,
        "how": one.grade.map(|grade| &grade.how),
        "notes": notes(one),
        "played": one.played.as_ref().ok().map(|played| played_json(opened, played)),
    })
}

fn played_json(opened: &OpenClass, Played { entered, module, badges }: &Played<'_>) -> Value {
    let badges: Vec<Value> = badges
        .iter()
        .map(|badge| {
            json!({
                "requirement": badge.requirement.name,
                "met": badge.judged.map(class::Judged::is_met),
                "judged": badge.judged.map(JudgementReport::from),
            })
        })
        .collect();
    json!({
        "submission": entered.number,
        "module": module.to_string(),
        "received": entered.submission.received.to_string(),
        "active": entered.is_active,
        "deadline": entered.deadline.due().to_string(),
        "deadline_words": deadline_words(opened, &entered.deadline),
        "last_moment": entered.deadline.last.to_string(),
        "late_days": entered.late_days,
        "late_days_allowed": entered.deadline.late_days,
        "extension": entered.extension.map(|extension| json!({
            "until": extension.until.to_string(),
            "reason": extension.reason,
        })),
        "badges": badges,
    })
}

/// Columns before those of the requirements.
const COLUMNS: [&str; 17] = [
    "id",
    "name",
    "alias",
    "team",
    "section",
    "grade",
    "formula",
    "how",
    "note",
    "submission",
    "module",
    "received",
    "active",
    "deadline",
    "late_days",
    "extended_until",
    "extension_reason",
];

/// A line for each student, as spreadsheets expect it.
fn csv(opened: &OpenClass, formula: &str, all: &[Graded<'_>]) -> Done {
    let mut csv = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    let failed = |error: csv::Error| Error::of(Kind::Host, &error);
    let requirements = opened.plan.requirements.iter();
    let head = COLUMNS.iter().map(|name| (*name).to_owned());
    let head = head.chain(requirements.map(|requirement| cell::text(&requirement.name)));
    csv.write_record(head).map_err(failed)?;
    for one in all {
        let common = cells(opened, formula, one);
        let members = one.contender.map_or(&[][..], |contender| &contender.members);
        let who = |id: &str, name: &str, team: Option<&str>, section: Option<&str>| {
            [id, name, one.alias, team.unwrap_or(""), section.unwrap_or("")].map(cell::text)
        };
        let mut write = |who: [String; 5]| csv.write_record(who.iter().chain(&common)).map_err(failed);
        if members.is_empty() {
            write(who("", "", None, None))?;
        }
        for member in members {
            write(who(&member.id, &member.name, member.team.as_deref(), member.section.as_deref()))?;
        }
    }
    let bytes = csv.into_inner().map_err(|error| Error::of(Kind::Host, &error))?;
    let text = String::from_utf8(bytes).map_err(io::Error::other);
    let text = text.map_err(|error| Error::of(Kind::Host, &error))?;
    out::line(text.trim_end())
}

/// What is the same for all students of a team.
fn cells(opened: &OpenClass, formula: &str, one: &Graded<'_>) -> Vec<String> {
    let text = |text: &str| cell::text(text);
    let grade = one.grade.and_then(|grade| grade.grade.as_deref()).unwrap_or("");
    let how = one.grade.map_or("", |grade| &grade.how);
    let mut cells = vec![cell::number(grade), text(formula), text(how), text(&notes(one).join("; "))];
    let Ok(Played { entered, module, badges }) = &one.played else {
        cells.resize(COLUMNS.len() - 5 + opened.plan.requirements.len(), String::new());
        return cells;
    };
    let extension = entered.extension;
    cells.extend([
        entered.number.to_string(),
        module.to_string(),
        opened.shown(entered.submission.received),
        if entered.is_active { "yes" } else { "no" }.to_owned(),
        opened.shown(entered.deadline.due()),
        days_word(one),
        extension.map(|extension| opened.shown(extension.until)).unwrap_or_default(),
        extension.map(|extension| text(&extension.reason)).unwrap_or_default(),
    ]);
    cells.extend(badges.iter().map(badges::cell));
    cells
}
