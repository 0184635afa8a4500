//! `muster class status`: shows the state of all students and teams.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use class_model::Facts;
use class_operations::status::{
    ClassStatus, Condition, ContenderStatus, SectionStatus, SharedFile, StatusFilter,
};
use class_operations::{OpenClass, find_contender, now, words};
use terminal::out;
use terminal::table::{self, Align};
use terminal::text::inert;

use super::opening::{open, warn_of_engine};
use crate::exit::Done;

/// `muster class status`
#[derive(Args)]
#[command(after_help = "\
A student or team is `missing` (no submission), `refused` or `undecided` (the last submission), `late` (the last submission \
uses late days, or does not count), `failing` (the active version fails too often) or `inactive` (all members are \
withdrawn).")]
pub(crate) struct StatusCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The id of a student, to show in full [default: all students].
    student: Option<String>,
    /// Show only this section.
    #[arg(long, value_name = "SECTION", conflicts_with = "student")]
    section: Option<String>,
    /// Show only students and teams with this condition, or any of several.
    #[arg(long, value_name = "CONDITION", value_delimiter = ',', value_parser = condition(), conflicts_with = "student")]
    only: Vec<Condition>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Parses a condition.
fn condition() -> impl TypedValueParser<Value = Condition> {
    PossibleValuesParser::new(Condition::ALL.map(Condition::word)).try_map(|word| {
        let named = Condition::ALL.into_iter().find(|condition| condition.word() == word);
        named.ok_or("not a condition")
    })
}

impl StatusCommand {
    pub(crate) fn run(self) -> Done {
        let class = open(&self.folder)?;
        let facts = class.facts()?;
        warn_of_engine(&class, &facts);
        match &self.student {
            Some(id) => {
                let contender = find_contender(&facts, id)?;
                self.one(&class, &facts, &ContenderStatus::new(&class, &facts, contender, now(&facts)))
            }
            None => self.all(&class, &facts),
        }
    }

    fn all(&self, class: &OpenClass, facts: &Facts) -> Done {
        let filter = StatusFilter { section: self.section.clone(), conditions: self.only.clone() };
        let status = class_operations::status::status(class, facts, &filter)?;
        if self.json {
            return out::json(&status.report(class));
        }
        print_head(class, facts, &status)?;
        for section in &status.sections {
            print_section(class, section, !self.only.is_empty())?;
        }
        print_refused(class, status.entries())?;
        if self.only.is_empty() {
            print_same_bytes(&status.same_bytes)?;
        }
        match facts.undecided().count() {
            0 => {}
            1 => out::line("1 hand-in is waiting for a verdict: run `muster class work`")?,
            count => {
                out::line(&format!("{count} hand-ins are waiting for a verdict: run `muster class work`"))?;
            }
        }
        for dated in facts.announcements() {
            out::line(&format!("{}: {}", class.shown(dated.at), inert(&dated.what.text)))?;
        }
        Ok(())
    }

    fn one(&self, class: &OpenClass, facts: &Facts, one: &ContenderStatus<'_>) -> Done {
        if self.json {
            return out::json(&one.report(class));
        }
        out::line(&format!("{}: {}", inert(one.contender.alias), words::members(&one.contender)))?;
        for member in &one.contender.members {
            if let Some(withdrawal) = facts.withdrawal(&member.id) {
                let (id, since) = (inert(&member.id), class.shown(withdrawal.at));
                let reason = match withdrawal.what.reason.as_str() {
                    "" => String::new(),
                    reason => format!(": {}", inert(reason)),
                };
                out::line(&format!("  {id} has been inactive since {since}{reason}"))?;
            }
        }
        if let Some(since) = facts.closed() {
            out::line(&format!("  the class has been closed since {}", class.shown(since)))?;
        }
        out::line(&format!("  deadline {}", words::deadline_words(class, &one.standing.deadline)))?;
        if let Some(words) = words::allowance_words(class, &class.plan.quota, &one.allowance, one.at) {
            out::line(&format!("  {words}"))?;
        }
        let why = words::why(class, &one.standing);
        match &one.standing.active {
            Ok(active) => out::line(&format!("  active: submission {} ({why})", active.submission))?,
            Err(_) => out::line(&format!("  active: none ({why})"))?,
        }
        if let Some(words) = one.pause_words(class) {
            out::line(&format!("  not entered: it {words}"))?;
        }
        for line in words::turned_away_lines(class, facts, &one.contender) {
            out::line(&format!("  {}", inert_line(&line)))?;
        }
        for (number, submission) in &one.submissions {
            let said = words::verdict_word(submission);
            let (at, by) = (class.shown(submission.received), inert(&submission.by));
            let stated = if submission.stated { " (stated)" } else { "" };
            out::line(&format!(
                "  submission {number}: {at}{stated}, by {by}, {}, {said}",
                inert(&submission.file)
            ))?;
            for reason in words::refusal_lines(class, *number, submission).iter().skip(1) {
                out::line(&format!("  {}", inert_line(reason)))?;
            }
        }
        Ok(())
    }
}

/// Prints the class and its general state.
fn print_head(class: &OpenClass, facts: &Facts, status: &ClassStatus<'_>) -> Done {
    let (deadline, now) = (class.shown(class.plan.deadline.last(facts)), class.shown(status.at));
    out::line(&format!("{}: deadline {deadline}, now {now}", inert(&class.plan.name)))?;
    if class.plan.game.module().is_some() {
        out::line(&format!("game: {}, rules {}", inert(class.plan.game.title()), class.plan.game.key()))?;
    }
    match (facts.closed(), status.open_deadlines()) {
        (Some(since), _) => {
            out::line(&format!("closed since {}: no submissions are accepted", class.shown(since)))?;
        }
        (None, (0, _)) => out::line("new submissions are late: every deadline has passed")?,
        (None, (open, of)) => out::line(&format!("{open} of {of} may still hand in"))?,
    }
    out::line(&words::visibility_words(class, facts))?;
    if let Some(words) = words::quota_words(&class.plan.quota) {
        out::line(&format!("quota: {words}"))?;
    }
    out::line("")
}

/// Prints a section: a line of figures, then its table.
fn print_section(class: &OpenClass, section: &SectionStatus<'_>, is_filtered: bool) -> Done {
    let name = section
        .name
        .map_or_else(|| "students and teams".to_owned(), |name| format!("section {}", inert(name)));
    let conditions =
        section.conditions.iter().map(|(condition, count)| format!(", {count} {}", condition.words()));
    let conditions: String = conditions.collect();
    out::line(&format!("{name}: {}, {} with an active version{conditions}", section.of, section.active))?;
    if section.entries.is_empty() && is_filtered {
        return out::line("");
    }
    let head = [
        ("alias", Align::Left),
        ("students", Align::Left),
        ("handed in", Align::Right),
        ("left now", Align::Right),
        ("active", Align::Right),
        ("late days", Align::Right),
        ("deadline", Align::Left),
        ("note", Align::Left),
    ];
    let rows: Vec<Vec<String>> = section.entries.iter().map(|one| row(class, one)).collect();
    out::line(&table::render(&head, &rows))?;
    out::line("")
}

/// Prints the groups of students with identical files. A script and the module built from it belong to the same group,
/// which is printed once.
fn print_same_bytes(shared: &[SharedFile<'_>]) -> Done {
    for (at, one) in shared.iter().enumerate() {
        if shared[..at].iter().all(|other| other.holders != one.holders) {
            out::line(&one.words())?;
        }
    }
    Ok(())
}

/// Prints the last submissions that are not accepted, with reasons.
fn print_refused<'a, 'f: 'a>(
    class: &OpenClass,
    entries: impl Iterator<Item = &'a ContenderStatus<'f>>,
) -> Done {
    for one in entries {
        let lines = one.refusal_lines(class);
        let alias = inert(one.contender.alias);
        for line in &lines {
            let line = inert_line(line);
            out::line(&if line.starts_with(' ') { line } else { format!("{alias}: {line}") })?;
        }
    }
    Ok(())
}

/// Makes a line harmless and keeps its leading spaces.
fn inert_line(line: &str) -> String {
    let text = line.trim_start();
    format!("{}{}", " ".repeat(line.len() - text.len()), inert(text))
}

fn row(class: &OpenClass, one: &ContenderStatus<'_>) -> Vec<String> {
    let active = one.standing.active.as_ref().ok();
    let deadline = &one.standing.deadline;
    let extended = if deadline.extended.is_some() { " (extended)" } else { "" };
    let conditions: Vec<&str> = one.conditions.iter().map(|condition| condition.words()).collect();
    vec![
        one.contender.alias.to_owned(),
        words::members(&one.contender),
        one.submissions.len().to_string(),
        if one.is_open() { words::left_word(&one.allowance) } else { "-".to_owned() },
        active.map_or_else(|| "-".to_owned(), |active| active.submission.to_string()),
        active
            .map(|active| active.late_days)
            .filter(|days| *days > 0)
            .map(|days| days.to_string())
            .unwrap_or_default(),
        format!("{}{extended}", class.shown(deadline.due())),
        conditions.join(", "),
    ]
}
