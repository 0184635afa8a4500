//! `muster class status`: who stands where.

use std::path::PathBuf;

use clap::Args;
use class::{Facts, Reader};
use classroom::{ContenderStatus, OpenClass, find_contender, now, words};

use super::engine;
use super::opening::open;
use crate::exit::Done;
use crate::out;
use crate::terminal::table::{self, Align};
use crate::terminal::text::inert;

/// `muster class status`
#[derive(Args)]
pub(crate) struct StatusCommand {
    /// The class's folder.
    folder: PathBuf,
    /// The id of a student, to see everything of one [default: everybody].
    student: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl StatusCommand {
    pub(crate) fn run(self) -> Done {
        let class = open(&self.folder)?;
        let facts = class.facts()?;
        engine::warn(&class, &facts);
        match &self.student {
            Some(id) => {
                let contender = find_contender(&facts, id)?;
                self.one(&class, &ContenderStatus::of(&class, &facts, contender, now(&facts)))
            }
            None => self.all(&class, &facts),
        }
    }

    fn all(&self, class: &OpenClass, facts: &Facts) -> Done {
        let status = classroom::status(class, facts);
        if self.json {
            return out::json(&status.report(class));
        }
        let deadline = class.shown(class.plan.deadline);
        out::line(&format!(
            "{}: deadline {deadline}, now {}",
            inert(&class.plan.name),
            class.shown(status.at)
        ))?;
        if let Some(since) = facts.closed() {
            out::line(&format!("closed since {}", class.shown(since)))?;
        }
        for reader in [Reader::Participants, Reader::All] {
            if let Some(freeze) = facts.frozen(reader) {
                out::line(&format!("results are frozen for {reader} since {}", class.shown(freeze.since)))?;
            }
        }
        let open = status.open_deadlines();
        if open > 0 {
            out::line(&format!("{open} of {} may still hand in", status.entries.len()))?;
        }
        if let Some(words) = words::quota_words(&class.plan.quota) {
            out::line(&format!("everybody may hand in {words}"))?;
        }
        out::line("")?;
        let head = [
            ("alias", Align::Left),
            ("students", Align::Left),
            ("section", Align::Left),
            ("handed in", Align::Right),
            ("left now", Align::Right),
            ("active", Align::Right),
            ("late days", Align::Right),
            ("deadline", Align::Left),
        ];
        let rows: Vec<Vec<String>> = status.entries.iter().map(|one| row(class, one)).collect();
        out::line(&table::render(&head, &rows))?;
        print_refused(class, &status.entries)?;
        for (_, numbers) in &status.same_bytes {
            let numbers: Vec<String> = numbers.iter().map(u32::to_string).collect();
            out::line(&format!("the same bytes from several: submissions {}", numbers.join(", ")))?;
        }
        match facts.undecided().count() {
            0 => {}
            1 => out::line("1 hand-in waits for a verdict: `muster class work`")?,
            count => out::line(&format!("{count} hand-ins wait for a verdict: `muster class work`"))?,
        }
        for dated in facts.announcements() {
            out::line(&format!("{}: {}", class.shown(dated.at), inert(&dated.what)))?;
        }
        Ok(())
    }

    fn one(&self, class: &OpenClass, one: &ContenderStatus<'_>) -> Done {
        if self.json {
            return out::json(&one.report(class));
        }
        let members: Vec<String> = one
            .contender
            .members
            .iter()
            .map(|member| format!("{} ({})", inert(&member.name), inert(&member.id)))
            .collect();
        out::line(&format!("{}: {}", inert(one.contender.alias), members.join(", ")))?;
        out::line(&format!("  deadline {}", words::deadline_words(class, &one.standing.deadline)))?;
        if let Some(words) = words::allowance_words(class, &class.plan.quota, &one.allowance, one.at) {
            out::line(&format!("  {words}"))?;
        }
        let why = words::why(class, &one.standing);
        match &one.standing.active {
            Ok(active) => out::line(&format!("  active: submission {} ({why})", active.submission))?,
            Err(_) => out::line(&format!("  active: none ({why})"))?,
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

/// Whose last hand-in is not accepted, and why.
fn print_refused(class: &OpenClass, entries: &[ContenderStatus<'_>]) -> Done {
    for one in entries {
        let Some((number, last)) = one.submissions.last() else { continue };
        let lines = words::refusal_lines(class, *number, last);
        let alias = inert(one.contender.alias);
        for (at, line) in lines.iter().enumerate() {
            let line = inert_line(line);
            out::line(&if at == 0 { format!("{alias}: {line}") } else { line })?;
        }
    }
    Ok(())
}

/// A line with the spaces that it begins with.
fn inert_line(line: &str) -> String {
    let text = line.trim_start();
    format!("{}{}", " ".repeat(line.len() - text.len()), inert(text))
}

fn row(class: &OpenClass, one: &ContenderStatus<'_>) -> Vec<String> {
    let members: Vec<&str> = one.contender.members.iter().map(|member| member.id.as_str()).collect();
    let active = one.standing.active.as_ref().ok();
    let deadline = &one.standing.deadline;
    let extended = if deadline.extended.is_some() { " (extended)" } else { "" };
    vec![
        one.contender.alias.to_owned(),
        members.join(", "),
        one.contender.section.unwrap_or_default().to_owned(),
        one.submissions.len().to_string(),
        words::left_word(&one.allowance),
        active.map_or_else(|| "-".to_owned(), |active| active.submission.to_string()),
        active
            .map(|active| active.late_days)
            .filter(|days| *days > 0)
            .map(|days| days.to_string())
            .unwrap_or_default(),
        format!("{}{extended}", class.shown(deadline.due())),
    ]
}
